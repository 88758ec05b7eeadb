/* SPDX-License-Identifier: GPL-3.0-or-later
 * Commands about what is shown: variant, CPU, panes, overlays, theme.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "model/names.h"
#include "session/chart.h"
#include "session/inner.h"
#include "session/why.h"

static bool next_variant(struct session *s, const struct command *c,
	struct err *e)
{
	const char *const *names = s->scene->variant_names;

	if (question_hides(s) && !s->sourcing)
		return err_set(e, ERR_USAGE, "answer the question first");
	if (!c->given) {
		unsigned v = s->shown;

		do
			v = (v + 1) % s->n_variants;
		while (!s->variant[v].run);
		show_variant(s, v);
	} else {
		unsigned v = 0;

		while (v < s->n_variants && strcmp(names[v], c->text))
			v++;
		if (v == s->n_variants || !s->variant[v].run) {
			const char *near = text_nearest(c->text, names,
				s->n_variants);

			err_set(e, ERR_USAGE, "there is no variant \"%s\"",
				c->text);
			return near ? err_hint(e, "did you mean \"%s\"?", near)
				    : false;
		}
		show_variant(s, v);
	}
	say_status(s, "%s: %s (%s)", names[s->shown],
		s->scene->variant[s->shown].title,
		s->scene->variant[s->shown].status);
	return true;
}

static bool follow(struct session *s, const struct command *c, struct err *e)
{
	const struct machine *m = shown_run(s)->m;

	if (c->cpu < 0 || c->cpu >= m->n_cpus)
		return err_set(e, ERR_RANGE, "CPUs are 0 to %d", m->n_cpus - 1);
	s->follow = (unsigned)c->cpu;
	say_status(s, "following CPU %u", s->follow);
	add_place_row(s);
	return true;
}

static bool panes(struct session *s, const struct command *c, struct err *e)
{
	const char *word = c->text;
	u32 bits = 0;

	while (*word) {
		size_t n = strcspn(word, " ,");
		unsigned p = 0;

		while (p < PANE_N && (strlen(pane_words[p]) != n ||
			memcmp(pane_words[p], word, n)))
			p++;
		if (p == PANE_N)
			return err_set(e, ERR_USAGE, "there is no pane \"%.*s\"",
				(int)n, word);
		bits |= 1u << p;
		word += n + strspn(word + n, " ,");
	}
	s->ui.hidden = c->id == CMD_HIDE ? s->ui.hidden | bits
					 : s->ui.hidden & ~bits;
	return true;
}

static void toggle(struct session *s, enum overlay o)
{
	bool was = s->ui.overlay == o;

	s->ui.overlay = was ? OVERLAY_NONE : o;
	s->ui.overlay_page = 0;
}

/* The first [[term]] of the narration: what a bare `explain` opens. */
static bool first_term(struct session *s, char *out, size_t size)
{
	const char *from = strstr(buf_text(&s->say), "[["), *to;

	to = from ? strstr(from, "]]") : NULL;
	if (!to || (size_t)(to - from - 2) >= size)
		return false;
	memcpy(out, from + 2, (size_t)(to - from - 2));
	out[to - from - 2] = 0;
	return true;
}

/* A value in the overlay's text; hidden while a question is open. */
static void put_value(struct session *s, unsigned id, unsigned index)
{
	const struct name *n = name_at(id);

	if (question_hides(s))
		buf_puts(&s->ui.overlay_text, "·····");
	else
		expr_format(n->kind, n->get(shown_run(s)->m, index), true,
			&s->ui.overlay_text);
}

/* What a published name is, its value now, and who changed it last. */
static bool explain_name(struct session *s, const char *text)
{
	unsigned index;
	int id = name_find(text, strlen(text), &index);
	struct name_use use;
	const struct name *n;

	if (id < 0 || index >= name_indices(shown_run(s)->m, (unsigned)id))
		return false;
	n = name_at((unsigned)id);
	buf_clear(&s->ui.overlay_text);
	buf_printf(&s->ui.overlay_text, "%s = ", text);
	put_value(s, (unsigned)id, index);
	buf_printf(&s->ui.overlay_text, "\n%s", n->help);
	if (n->field[0])
		buf_printf(&s->ui.overlay_text, "\nKernel: %s (%s).",
			n->field, n->source);
	else
		buf_printf(&s->ui.overlay_text, "\nSource: %s.", n->source);
	s->ui.card = NULL;
	s->ui.overlay = OVERLAY_CARD;
	rows_add(&s->rows, ROW_NOTE, NULL, buf_text(&s->ui.overlay_text));
	if (question_hides(s) || s->looks_of_cue)
		return true;
	use = (struct name_use){(u16)id, (u16)index, NONE};
	begin_query(s, &use, (1u << WHICH_N) - 1);
	s->query.card = true;
	return true;
}

static bool explain(struct session *s, const struct command *c, struct err *e)
{
	char word[128];
	const struct card *card;

	s->ui.overlay_page = 0;
	if (!c->given && s->ui.overlay == OVERLAY_CARD) {
		s->ui.overlay = OVERLAY_NONE;
		return true;
	}
	if (c->given)
		snprintf(word, sizeof(word), "%.120s", c->text);
	else if (s->ui.pane == PANE_PICTURE && s->ui.focus[0] &&
		explain_name(s, s->ui.focus))
		return true;
	else if (s->ui.point[0] && explain_name(s, s->ui.point))
		return true;
	else if (!first_term(s, word, sizeof(word)))
		return err_set(e, ERR_USAGE, "no word to explain here; x WORD explains one");
	card = glossary_find(&s->glossary, word);
	if (!card)
		return explain_name(s, word) ||
			err_set(e, ERR_USAGE, "there is no card for \"%s\"",
				word);
	s->ui.card = card;
	s->ui.overlay = OVERLAY_CARD;
	rows_printf(&s->rows, ROW_NOTE, NULL, "%s: %s (%s)", card->term,
		card->text, card->source);
	return true;
}

/* Where the numbers of this moment come from. */
static bool why(struct session *s, const struct command *c, struct err *e)
{
	struct buf *b = &s->ui.overlay_text;

	if (c->given && strcmp(c->text, "all") != 0)
		return err_set(e, ERR_USAGE, "why, or why all");
	buf_clear(b);
	why_here(s, b);
	if (!c->given)
		rows_add(&s->rows, ROW_NOTE, NULL, buf_text(b));
	buf_clear(b);
	why_text(s, b);
	if (c->given)
		rows_add(&s->rows, ROW_NOTE, NULL, buf_text(b));
	toggle(s, OVERLAY_WHY);
	return true;
}

static void scroll(struct session *s, s64 by)
{
	enum { MOST = 10000 };
	bool overlay = s->ui.overlay != OVERLAY_NONE;
	s64 least = overlay ? 0 : -MOST;
	s64 at = overlay ? (s64)s->ui.overlay_page
			 : s->ui.scroll[s->ui.pane];

	at += by > 2 * MOST ? 2 * MOST : by < -2 * MOST ? -2 * MOST : by;
	at = at < least ? least : at > MOST ? MOST : at;
	if (overlay)
		s->ui.overlay_page = (unsigned)at;
	else
		s->ui.scroll[s->ui.pane] = (int)at;
}

static void escape(struct session *s)
{
	struct question_state *q = &s->question;
	struct err e;

	if (s->ui.overlay) {
		s->ui.overlay = OVERLAY_NONE;
	} else if (s->ui.find[0]) {
		search_end(s);
	} else if (s->ui.autoplay) {
		s->ui.autoplay = false;
	} else if (question_waits(s)) {
		go_to_place(s, &q->from, &e);
	} else if (q->open && !q->revealed && !q->escaped) {
		q->escaped = true;
		say_status(s, "%s once more shows the answer",
			s->options.on_screen ? "Esc" : "escape");
	} else if (q->open && !q->revealed) {
		struct command c;

		command_init(&c, CMD_GIVEUP);
		handle_answer(s, &c, &e);
	}
}

static bool autoplay(struct session *s, const struct command *c,
	struct err *e)
{
	if (c->given) {
		if (c->text[0] < '1' || c->text[0] > '9' || c->text[1])
			return err_set(e, ERR_RANGE, "speeds are 1 to 9");
		s->ui.speed = (unsigned)(c->text[0] - '0');
		s->ui.autoplay = true;
	} else {
		s->ui.autoplay = !s->ui.autoplay;
	}
	say_status(s, s->ui.autoplay ? "playing by itself, speed %u; Space pauses"
		: "autoplay off", s->ui.speed);
	return true;
}

static bool small_view(struct session *s, const struct command *c)
{
	struct ui *ui = &s->ui;

	switch (c->id) {
	case CMD_SIDE: ui->side = !ui->side; break;
	case CMD_PANE: ui->pane = (ui->pane + 1) % 3; break;
	case CMD_DOWN: scroll(s, c->count); break;
	case CMD_UP: scroll(s, -c->count); break;
	case CMD_LEGEND: toggle(s, OVERLAY_LEGEND); break;
	case CMD_OVERVIEW: toggle(s, OVERLAY_MAP); break;
	case CMD_BLANK: toggle(s, OVERLAY_BLANK); break;
	case CMD_FASTER: ui->speed += ui->speed < 9; break;
	case CMD_SLOWER: ui->speed -= ui->speed > 1; break;
	case CMD_PROMPT: ui->wants_prompt = true; break;
	case CMD_ESCAPE: escape(s); break;
	default: return false;
	}
	return true;
}

bool handle_view(struct session *s, const struct command *c, struct err *e)
{
	switch (c->id) {
	case CMD_VARIANT: return next_variant(s, c, e);
	case CMD_FOLLOW: return follow(s, c, e);
	case CMD_SHOW:
	case CMD_HIDE: return panes(s, c, e);
	case CMD_EXPLAIN: return explain(s, c, e);
	case CMD_PREDICT: return handle_predict(s, c, e);
	case CMD_AUTO: return autoplay(s, c, e);
	case CMD_WHY: return why(s, c, e);
	case CMD_CHART: return handle_chart(s, c, e);
	case CMD_FIND:
	case CMD_REVERSE_FIND: return search(s, c, e);
	case CMD_LOCKSTEP:
		s->ui.by_work = !s->ui.by_work;
		say_status(s, s->ui.by_work
			? "variants advance by finished work"
			: "variants advance by model time");
		return true;
	case CMD_POINT:
		snprintf(s->ui.point, sizeof(s->ui.point), "%.90s",
			c->given ? c->text : "");
		return true;
	case CMD_THEME:
		snprintf(s->ui.theme, sizeof(s->ui.theme), "%.15s",
			c->given ? c->text : "?");
		return true;
	default: return small_view(s, c);
	}
}
