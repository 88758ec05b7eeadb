/* SPDX-License-Identifier: GPL-3.0-or-later
 * Terms have cards: each word of legends, map, closing table, pictures, their
 * titles, the scoreboard, of what stands beside each line, and of the scenes'
 * narration, questions and notes is a plain one or has a card; so has each kernel
 * identifier in the lines.
 *
 * A new word fails here. If it is a term, it wants a card in
 * assets/glossary.yaml; if it is a word of everyday, plain_words.txt takes it.
 */
#include "stage.h"
#include "of_report.h"
#include <ctype.h>
#include <strings.h>
#include "command/command.h"
#include "scene/assets.h"
#include "session/session.h"
#include "session/topics.h"
#include "view/from_session.h"
#include "view/views.h"

enum { WIDE = 118, WORD = 64, PLAIN = 40000 };

static struct glossary glossary;
static char *plain;	/* all plain words, a blank or newline around each */

static int load(void **state)
{
	struct err_list errors = { 0 };
	FILE *f = fopen("tests/unit/view/plain_words.txt", "r");

	plain = mem_alloc(PLAIN);
	plain[0] = '\n';
	if (f)
		plain[1 + fread(plain + 1, 1, PLAIN - 10, f)] = '\0';
	if (f)
		fclose(f);
	return f && glossary_load(&glossary, &errors) ? 0 : 1;
}

static int unload(void **state)
{
	free(plain);
	glossary_done(&glossary);
	return 0;
}

static bool is_plain(const char *word)
{
	char low[WORD] = "";
	size_t n = strlen(word);

	for (size_t i = 0; i < n && i < WORD - 1; i++)
		low[i] = (char)tolower((unsigned char)word[i]);
	for (const char *p = plain; (p = strstr(p, low)); p++)
		if (isspace((unsigned char)p[-1]) &&
			(!p[n] || isspace((unsigned char)p[n])))
			return true;
	return false;
}

/* A card of its own, or a word of a card's term, or a plural of it. */
static bool has_card(const char *word)
{
	if (glossary_find(&glossary, word))
		return true;
	for (unsigned i = 0; i < glossary.n; i++) {
		const char *p = glossary.card[i].term;

		while (*p) {
			size_t n = strcspn(p, " -");

			if (!strncasecmp(p, word, n) && strlen(word) <= n + 2 &&
				(!word[n] || !strcmp(word + n, "s") ||
					!strcmp(word + n, "es")))
				return true;
			p += n + strspn(p + n, " -");
		}
	}
	return false;
}

/* Something else that help can explain: a name, a procedure, a rule. */
static bool has_help(const char *word)
{
	struct scope nothing = { 0 };
	struct buf out = { 0 };
	struct err e;
	bool found = topic_help(word, &nothing, &glossary, &out, &e);

	buf_done(&out);
	return found;
}

/* Letters and _, with digits behind it; the next word of a text, behind it. NULL:
 * none. */
static const char *next_word(const char *p, char *word)
{
	size_t n;

	while (*p && !isalpha((unsigned char)*p) && *p != '_')
		p++;
	for (n = 0; isalpha((unsigned char)p[n]) || p[n] == '_' ||
		(n && isdigit((unsigned char)p[n]) && p[n - 1] == '_'); n++)
		if (n < WORD - 1)
			word[n] = p[n];
	word[n < WORD ? n : WORD - 1] = '\0';
	return n ? p + n : NULL;
}

static void check_text(const char *where, const char *text)
{
	char word[WORD];

	while ((text = next_word(text, word)))
		if (strlen(word) > 2 && !is_plain(word) && !has_card(word) &&
			!has_help(word))
			fail_msg("%s: \"%s\" has no card", where, word);
}

/* "sssscddd", "mSmm": page frames, each a sign that the legend tells. No word has
 * four of a letter in a row, or a capital within, or so many signs. */
static bool is_signs(const char *row)
{
	static const char signs[] = "dyczwsSiombCMFGkp-bnrfu";
	size_t run = 0, same = 0, most = 0, most_same = 0;

	for (const char *p = row; *p; p++) {
		run = strchr(signs, *p) ? run + 1 : 0;
		same = p > row && isalpha((unsigned char)*p) && p[-1] == *p
			? same + 1 : 1;
		most = run > most ? run : most;
		most_same = same > most_same ? same : most_same;
		if (run > 1 && isupper((unsigned char)*p) &&
			islower((unsigned char)p[-1]))
			return true;
	}
	return most > 12 || most_same >= 4;
}

static void check_view(struct moment *m, const char *where, pen_view *view)
{
	struct canvas *c = canvas_new(1, WIDE, true);
	int lines = pen_lines(c, WIDE, m, view);
	struct buf text = { 0 };

	canvas_free(c);
	c = canvas_new(lines, WIDE, true);
	pen_page(c, c->box, m, 0, view);
	frame_text(c, &text);
	check_text(where, buf_text(&text));
	buf_done(&text);
	canvas_free(c);
}

static void test_terms__of_views_have_cards(void **state)
{
	for (unsigned i = 0; scene_listed(i); i++) {
		struct session_options o = { .scene = scene_listed(i),
			.variant = -1, .no_cues = true, .choice.seed = 1 };
		struct err_list errors = { 0 };
		struct moment_store store = { 0 };
		struct session *s = session_open(&o, &errors);
		struct moment *m;

		assert_non_null(s);
		m = moment_of(&store, s);
		check_text(o.scene, picture_title(m));
		check_view(m, "legend", legend_view);
		check_view(m, "map", map_view);
		check_view(m, "table", table_view);
		moment_store_done(&store);
		session_free(s);
	}
}

/* ---- narration ----------------------------------------------------------- */

/* As kernel people write: with _, in capitals, or with one within. */
static bool is_identifier(const char *word)
{
	size_t capitals = 0, within = 0, n = strlen(word);

	for (size_t i = 0; i < n; i++) {
		capitals += isupper((unsigned char)word[i]) != 0;
		within += i && isupper((unsigned char)word[i]) &&
			islower((unsigned char)word[i - 1]);
	}
	return strchr(word, '_') || (n > 2 && capitals == n) || within;
}

/* Behind {…} and `…`, which are no words. */
static char *without_code(const char *text)
{
	char *out = mem_strdup(text), *to = out;
	char until = 0;

	for (; *text; text++) {
		if (until && *text == until)
			until = 0;
		else if (!until && *text == '{')
			until = '}';
		else if (!until && *text == '`')
			until = '`';
		else if (!until)
			*to++ = *text;
	}
	*to = '\0';
	return out;
}

static void check_prose(const char *scene, const char *text)
{
	char *words = without_code(text);

	check_text(scene, words);
	free(words);
}

static void check_node(const char *scene, const struct yaml_node *n)
{
	static const char *const keys[] = { "say", "text", "hint", "explain",
		"remark", "became", "title", "answers", "note" };

	for (; n; n = n->next) {
		for (size_t i = 0; n->key && n->text &&
			i < sizeof(keys) / sizeof(*keys); i++)
			if (!strcmp(n->key, keys[i]))
				check_prose(scene, n->text);
		check_node(scene, n->child);
	}
}

static void test_terms__of_narration_have_cards(void **state)
{
	for (unsigned i = 0; scene_listed(i); i++) {
		struct err_list errors = { 0 };
		struct scene *s = scene_load(scene_listed(i), &errors);

		assert_non_null(s);
		check_node(s->name, s->yaml.root->child);
		scene_free(s);
	}
}

/* ---- lines ---------------------------------------------------------------- */

static bool is_local(const struct procedure *p, const char *word)
{
	for (unsigned i = 0; i < p->n_locals; i++)
		if (!strcmp(p->locals[i].name, word))
			return true;
	return false;
}

static void check_line_text(const struct procedure *p, const char *text,
	bool identifiers)
{
	char *words = text ? without_code(text) : NULL, word[WORD];
	const char *at = words;

	while (at && (at = next_word(at, word)))
		if (strlen(word) > 2 && (!identifiers || is_identifier(word)) &&
			!is_local(p, word) && !has_card(word) &&
			!has_help(word) && !is_plain(word))
			fail_msg("%s: \"%s\" has no card", p->name, word);
	free(words);
}

/* In the line itself local names and short forms stand, too; what is beside it
 * is told in plain words. */
static void test_terms__of_lines_have_cards(void **state)
{
	for (unsigned i = 0; i < PROC_N; i++) {
		const struct procedure *p = procedure_at(i);

		for (unsigned k = 1; k < p->n_lines; k++) {
			const struct line *l = &p->lines[k];

			check_line_text(p, l->text, true);
			check_line_text(p, l->why, true);
			check_line_text(p, l->gloss, false);
			check_line_text(p, l->if_yes, false);
			check_line_text(p, l->if_no, false);
		}
	}
}

/* ---- pictures ------------------------------------------------------------- */

static void check_rows(const char *scene, struct moment *m, pen_view *view)
{
	struct canvas *c = canvas_new(1, WIDE, true);
	int lines = pen_lines(c, WIDE, m, view);

	canvas_free(c);
	c = canvas_new(lines ? lines : 1, WIDE, true);
	pen_page(c, c->box, m, 0, view);
	for (int row = 0; row < c->rows; row++)
		if (!is_signs(frame_row(c, row)))
			check_text(scene, frame_row(c, row));
	canvas_free(c);
}

static void check_moment(struct session *s, struct moment_store *store)
{
	struct moment *m = moment_of(store, s);
	struct canvas *score = canvas_new(1, WIDE, true);

	check_rows(m->scene->name, m, picture_view(m));
	score_row(score, m);
	check_text("scoreboard", frame_row(score, 0));
	canvas_free(score);
}

static void check_act(struct scene *scene, unsigned act)
{
	struct session_options o = { .scene = scene->name, .loaded = scene,
		.act = scene->acts[act].name, .variant = -1,
		.class_mode = true, .history = true, .choice.seed = 1 };
	struct err_list errors = { 0 };
	struct moment_store store = { 0 };
	struct session *s = session_open(&o, &errors);
	struct err e;
	int before;

	assert_non_null(s);
	do {
		before = s->cue;
		check_moment(s, &store);	/* masked, where it asks */
		if (s->question.open && session_line(s, "reveal", &e))
			check_moment(s, &store);
		for (int i = 0; s->cue == before && i < 2 &&
			s->cue + 1 < (int)scene->acts[act].n_cues; i++)
			session_line(s, "go", &e);
	} while (s->cue > before);
	moment_store_done(&store);
	session_free(s);
}

static void test_terms__of_pictures_have_cards(void **state)
{
	for (unsigned i = 0; scene_listed(i); i++) {
		struct err_list errors = { 0 };
		struct scene *scene = scene_load(scene_listed(i), &errors);

		assert_non_null(scene);
		for (unsigned a = 0; a < scene->n_acts; a++)
			check_act(scene, a);
		scene_free(scene);
	}
}

static void test_terms__of_reports_have_cards(void **state)
{
	static const char *const files[] = { "failure-3.16-order4",
		"failure-6.1-boost", "failure-6.18-uid", "oom-5.4-cma" };

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct scene *scene = scene_of_report(files[i]);

		for (unsigned a = 0; a < scene->n_acts; a++)
			check_act(scene, a);
		scene_free(scene);
	}
}

/* What is found here can be missed. */
static void test_terms__a_word_without_a_card_is_noticed(void **state)
{
	assert_false(is_plain("frobnicator") || has_card("frobnicator") ||
		has_help("frobnicator"));
	assert_true(is_identifier("GFP_NOFAIL") && !has_card("GFP_NOFAIL"));
	assert_true(has_card("watermarks") && has_card("pages"));
	assert_false(has_card("watermarking"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_terms__of_views_have_cards),
		cmocka_unit_test(test_terms__of_narration_have_cards),
		cmocka_unit_test(test_terms__of_lines_have_cards),
		cmocka_unit_test(test_terms__of_pictures_have_cards),
		cmocka_unit_test(test_terms__of_reports_have_cards),
		cmocka_unit_test(test_terms__a_word_without_a_card_is_noticed),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
