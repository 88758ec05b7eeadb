/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep check: validates scenes and plays them: every act, every cue, every
 * question, as a class would see them.
 */
#include <stdio.h>
#include <string.h>
#include "app/app.h"
#include "app/check_sources.h"
#include "output/run_output.h"
#include "scene/sentence.h"
#include "session/board.h"
#include "view/from_session.h"
#include "view/layout.h"
#include "view/views.h"

enum { CHECKED_STEPS = 1000000, SENTENCE_WORDS = 20, WORDS_A_MINUTE = 110,
	SECONDS_A_QUESTION = 45, TERMS = 128, CUE_TERMS = 1, CUE_NUMBERS = 6 };

struct check {
	struct session *s;
	struct err_list errors;
	unsigned presses, questions, words;
	const struct card *told[TERMS];	/* terms that have come up */
	unsigned n_told;
};

/* At the first word of a line of the scene. */
static void report(struct check *c, unsigned line, const char *what)
{
	const struct yaml *y = &c->s->scene->yaml;
	const char *text;
	unsigned column = 1;
	size_t n;

	text = yaml_line(y, line, &n);
	while (text && column < n && (text[column - 1] == ' ' ||
		(text[column - 1] == '-' && text[column] == ' ')))
		column++;
	yaml_error_at(y, line, column, &c->errors, "%s", what)->code = ERR_NO;
}

/* True if the term has not come up in this scene before. */
static bool is_new(struct check *c, const struct card *card)
{
	for (unsigned i = 0; i < c->n_told; i++)
		if (c->told[i] == card)
			return false;
	if (c->n_told < TERMS)
		c->told[c->n_told++] = card;
	return true;
}

/* Few terms come up in one cue; that each has a card was seen when loading. */
static void check_terms(struct check *c, unsigned line, const char *text)
{
	char what[256];
	unsigned new = 0;

	for (const char *p = text; (p = strstr(p, "[[")); p += 2) {
		size_t n = strcspn(p + 2, "]");
		const struct card *card;
		char term[96];

		snprintf(term, sizeof(term), "%.*s", (int)n, p + 2);
		card = glossary_find(&c->s->glossary, term);
		new += card && is_new(c, card);
	}
	if (new <= CUE_TERMS)
		return;
	snprintf(what, sizeof(what), "a cue with %u new terms; %d is enough at a time",
		new, CUE_TERMS);
	report(c, line, what);
}

/* Numbers of a text; a CPU's is its name and does not count. */
static unsigned numbers_in(const char *text)
{
	static const char digits[] = "0123456789,.";
	unsigned n = 0;

	for (const char *p = text; (p = strpbrk(p, "0123456789"));
		p += strspn(p, digits)) {
		bool name = p - text >= 4 && !memcmp(p - 4, "CPU ", 4);

		n += !name;
	}
	return n;
}

/* Sentences, terms and numbers of a text that has been expanded. */
static void check_prose(struct check *c, unsigned line, const char *text)
{
	char what[256];
	struct sentences count = sentences_count(text);
	unsigned numbers = numbers_in(text);

	c->words += count.words;
	check_terms(c, line, text);
	if (numbers > CUE_NUMBERS) {
		snprintf(what, sizeof(what), "a cue with %u numbers; %d are enough at a time",
			numbers, CUE_NUMBERS);
		report(c, line, what);
	}
	if (count.longest > SENTENCE_WORDS) {
		snprintf(what, sizeof(what), "a sentence has %u words; %d are enough for a projector",
			count.longest, SENTENCE_WORDS);
		report(c, line, what);
	}
}

/* Whether the story, with its question, can be read at 80×24 without scrolling. */
static void check_room(struct check *c, unsigned line)
{
	struct moment_store store = { 0 };
	struct moment *m = moment_of(&store, c->s);
	struct canvas *canvas = canvas_new(24, 80, false);
	struct layout layout;
	char what[128];
	int lines;

	layout_make(&layout, m, 24, 80, 0);
	lines = pen_lines(canvas, layout.story.columns, m, story_view);
	if (lines > layout.story.rows) {
		snprintf(what, sizeof(what), "the text takes %d lines at 80×24, where %d have room",
			lines, layout.story.rows);
		report(c, line, what);
	}
	canvas_free(canvas);
	moment_store_done(&store);
}

static void cant_compute(struct check *c, unsigned line, const struct err *e)
{
	char what[600];

	snprintf(what, sizeof(what), "a value can't be computed here: %s",
		e->text);
	report(c, line, what);
}

static bool expands(struct check *c, const struct template *t, unsigned line,
	struct buf *out)
{
	struct scope scope = session_scope(c->s);
	struct err e = { 0 };

	buf_clear(out);
	if (!t || template_expand(t, &scope, out, &e))
		return true;
	cant_compute(c, line, &e);
	return false;
}

static void check_belief(struct check *c, const struct question *q,
	const char *name, bool right)
{
	const char *why = q->known && !c->s->question.ahead
		? "the answer is known already when it is asked"
		: right && !c->s->options.choice.student
		? "it is right once the answer is known" : NULL;
	char what[200];

	if (!name || !why)
		return;
	snprintf(what, sizeof(what), "no step refutes misconception %s: %s",
		name, why);
	report(c, q->line, what);
}

/* Each misconception has a step ahead at which the run says otherwise; without
 * "known" it is the present one. With a student's values the idea may be right. */
static void check_refuting(struct check *c, const struct question *q)
{
	const struct question_state *state = &c->s->question;

	for (unsigned i = 0; i < q->n_choices; i++)
		check_belief(c, q, q->choice[i].misconception,
			state->right_choices >> i & 1);
	for (unsigned i = 0; i < q->n_mistakes; i++)
		check_belief(c, q, q->mistake[i].misconception,
			state->mistaken[i] == state->value);
}

static void check_question(struct check *c)
{
	const struct question *q = c->s->question.is;
	struct buf text = { 0 };
	struct err e = { 0 };
	u32 right;

	c->questions++;
	if (!session_line(c->s, "reveal", &e)) {
		report(c, q->line, e.text);
		return;
	}
	right = c->s->question.right_choices;
	if (!c->s->question.known)
		report(c, q->line, "the answer is never known: the run ends before");
	if (q->kind == QUESTION_CHOICE && !right)
		report(c, q->line, "no answer of this question is right");
	if (q->kind == QUESTION_CHOICE && (right & (right - 1)))
		report(c, q->line, "more than one answer of this question is right");
	expands(c, q->text, q->line, &text);
	expands(c, q->hint, q->line, &text);
	if (c->s->question.known)
		check_refuting(c, q);
	if (!c->s->question.explained)
		cant_compute(c, q->line, &c->s->question.trouble);
	for (unsigned i = 0; i < q->n_choices; i++) {
		expands(c, q->choice[i].text, q->line, &text);
		expands(c, q->choice[i].remark, q->line, &text);
	}
	buf_done(&text);
}

static void refused(struct check *c, unsigned line, const struct err *e)
{
	char what[600];

	snprintf(what, sizeof(what), "the cue can't do this: %s", e->text);
	report(c, line, what);
}

static void check_cue(struct check *c, const struct cue *cue)
{
	struct buf text = { 0 };

	if (c->s->cue_trouble.code)
		refused(c, cue->line, &c->s->cue_trouble);
	if (expands(c, cue->say, cue->line, &text) && text.n)
		check_prose(c, cue->line, buf_text(&text));
	buf_done(&text);
	check_room(c, cue->line);
	if (c->s->question.open) {
		check_question(c);
		check_room(c, cue->line);
	}
}

/* On to the next cue as Space goes: with an answer shown, first to the step that
 * proves it. */
static bool press_space(struct check *c)
{
	int before = c->s->cue;
	struct err e = { 0 };
	bool good;

	c->presses++;
	good = session_line(c->s, "go", &e);
	if (good && c->s->cue == before && c->s->question.open) {
		c->presses++;
		good = session_line(c->s, "go", &e);
	}
	return good && c->s->cue != before;
}

/* Goes through the act as Space does. */
static void play_act(struct check *c)
{
	struct session *s = c->s;
	const struct act *act = &s->scene->acts[s->act];

	if (s->cue >= 0)
		check_cue(c, &act->cues[s->cue]);
	while (s->cue + 1 < (int)act->n_cues) {
		int before = s->cue;

		if (!press_space(c)) {
			char what[200];

			snprintf(what, sizeof(what), "cue %s never comes: the run ends before",
				act->cues[before + 1].name);
			report(c, act->cues[before + 1].line, what);
			return;
		}
		check_cue(c, &act->cues[s->cue]);
	}
}

/* The commands of cues that change the machine, in every variant. */
static void check_commands(struct check *c)
{
	for (unsigned i = 0; i < c->s->n_variants; i++) {
		const struct tracker *t = &c->s->variant[i].tracker;

		if (!t->failed)
			continue;
		refused(c, t->failed->line, &t->why);
		return;
	}
}

/* The ledgers after every line, all that is counted one by one as often as the
 * machine's size allows. */
static const char *check_after(const struct machine *m, u64 step)
{
	enum { SMALL_FRAMES = 4096 };
	u64 every = m->memory.frames <= SMALL_FRAMES ? 1
		: m->memory.frames / 64;

	return step % every ? machine_ledger(m) : machine_check(m);
}

/* All invariants, over every line of every variant. */
static void check_machine(struct check *c)
{
	struct session *s = c->s;

	for (unsigned i = 0; i < s->n_variants; i++) {
		struct run *r = run_fork(s->variant[i].run);
		const char *broken = machine_check(r->m);
		char what[300];

		while (!broken && run_step(r) < CHECKED_STEPS && run_line(r))
			broken = check_after(r->m, run_step(r));
		if (broken) {
			snprintf(what, sizeof(what), "%s, step %llu: %s",
				s->scene->variant[i].name,
				(unsigned long long)run_step(r), broken);
			report(c, s->scene->acts[s->act].line, what);
		}
		run_free(r);
	}
}

static void check_expectations(struct check *c)
{
	struct session *s = c->s;
	const struct act *act = &s->scene->acts[s->act];
	struct scope scope;

	session_finish(s, NULL);
	scope = session_scope(s);
	for (unsigned i = 0; i < act->n_expectations; i++) {
		const struct expectation *x = &act->expectations[i];
		struct err e = { 0 };
		char what[800];
		s64 value;

		if (x->size != SIZE_CLASSROOM)
			continue;
		if (!expr_eval(x->expr, &scope, &value, &e))
			snprintf(what, sizeof(what), "the expectation %.400s can't be evaluated: %.300s",
				expr_text(x->expr), e.text);
		else if (!value)
			snprintf(what, sizeof(what), "the expectation %.400s does not hold",
				expr_text(x->expr));
		else
			continue;
		report(c, x->line, what);
	}
}

static void summary(const struct check *c, const char *name, struct buf *out)
{
	unsigned minutes = (c->words * 60 / WORDS_A_MINUTE +
		c->questions * SECONDS_A_QUESTION + 59) / 60;

	buf_printf(out, "%s: good; %u press%s, %u question%s, about %u minute%s\n",
		strcmp(name, "-") ? name : "<stdin>", c->presses,
		c->presses == 1 ? "" : "es", c->questions,
		c->questions == 1 ? "" : "s", minutes,
		minutes == 1 ? "" : "s");
}

/* With a list of its own: whoever reads into one that has errors fails. */
static bool open_act(struct check *c, const struct session_options *so)
{
	struct err_list errors = { 0 };

	c->s = session_open(so, &errors);
	for (size_t i = 0; i < errors.n; i++)
		*err_list_add(&c->errors) = errors.at[i];
	err_list_done(&errors);
	return c->s;
}

/* Whether the values of figures and checks go together. They do not run. */
static void check_figures(struct check *c, const struct scene *s)
{
	struct board board;
	struct err e = { 0 };

	if (board_new(&board, &s, 1, &e))
		board_free(&board);
	else
		*err_list_add(&c->errors) = e;
}

/* Everything that depends on values, with one end of what students may have. */
static void check_students(struct check *c, struct session_options *so)
{
	unsigned presses = c->presses, questions = c->questions, words = c->words;
	bool any = false;

	for (unsigned p = 0; p < PARAM_N; p++)
		any = any || c->s->scene->acts[c->s->act].student[p].given;
	session_free(c->s);
	c->s = NULL;
	so->choice.student = "";
	for (int end = STUDENT_LOWEST; any && end <= STUDENT_HIGHEST; end++) {
		so->choice.student_values = (enum student_values)end;
		if (!open_act(c, so))
			break;
		play_act(c);
		check_commands(c);
		check_expectations(c);
		session_free(c->s);
		c->s = NULL;
	}
	so->choice.student = NULL;
	so->choice.student_values = STUDENT_ID;
	c->presses = presses;
	c->questions = questions;
	c->words = words;
}

static int check_scene(const char *name, struct buf *out)
{
	struct session_options so = { .scene = name, .variant = -1,
		.history = true, .class_mode = true, .choice.seed = 1 };
	struct check c = { 0 };

	so.loaded = scene_load(name, &c.errors);
	for (unsigned i = 0; so.loaded && i < so.loaded->n_acts; i++) {
		so.act = so.loaded->acts[i].name;
		if (!open_act(&c, &so))
			break;
		c.presses += i > 0;
		play_act(&c);
		check_commands(&c);
		check_machine(&c);
		check_expectations(&c);
		check_students(&c, &so);
	}
	if (so.loaded) {
		check_figures(&c, so.loaded);
		check_sources(so.loaded, &c.errors);
	}
	if (!c.errors.n)
		summary(&c, name, out);
	scene_free(so.loaded);
	return c.errors.n ? fail_all(&c.errors) : 0;
}

int app_check(const struct options *o)
{
	struct err_list tables = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };
	int status = 0;

	if (!o->arguments.n) {
		err_set(&e, ERR_USAGE, "check which scene? a file, or a name from `mmstep list`");
		return fail(&e);
	}
	check_tables(&tables);
	if (tables.n)
		status = fail_all(&tables);
	for (unsigned i = 0; i < o->arguments.n; i++) {
		int one = check_scene(o->arguments.at[i], &out);

		status = one > status ? one : status;
	}
	status = print_out(&out, status);
	buf_done(&out);
	return status;
}
