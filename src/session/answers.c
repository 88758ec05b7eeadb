/* SPDX-License-Identifier: GPL-3.0-or-later
 * Questions: asked before the answer is shown, judged by the model.
 *
 * Rules: the right answer is computed on copies of the variants, run on until
 * it is known; so it is right after edits too.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "model/names.h"
#include "session/inner.h"

enum { LINES_MAX = 2000000, HINT_AFTER = 2, SHOW_AFTER = 3 };

static unsigned bit_of(const struct session *s, unsigned act, int cue)
{
	unsigned bit = 0;

	for (unsigned i = 0; i < act; i++)
		bit += s->scene->acts[i].n_cues;
	return (bit + (unsigned)cue) % (64 * 64);
}

bool question_was_closed(const struct session *s, unsigned act, int cue)
{
	unsigned bit = bit_of(s, act, cue);

	return s->answered[bit / 64] >> bit % 64 & 1;
}

void remember_closed(struct session *s)
{
	unsigned bit = bit_of(s, s->act, s->cue);

	s->answered[bit / 64] |= (u64)1 << bit % 64;
}

/* It is not asked again. */
static void close_for_good(struct session *s)
{
	if (s->question.predicted)
		s->question.predicted->closed = true;
	else
		remember_closed(s);
}

/* Which wrong idea leads to this number; -1: none that is told. */
static int mistake_of(const struct question_state *q, s64 value)
{
	for (unsigned i = 0; i < q->is->n_mistakes; i++)
		if (q->mistaken[i] == value)
			return (int)i;
	return -1;
}

/* What one must have believed to answer so; NULL: nothing that has a name. */
static const char *belief(const struct question_state *q, s64 value)
{
	int i;

	if (q->is->kind == QUESTION_CHOICE)
		return q->is->choice[value].misconception;
	i = mistake_of(q, value);
	return i < 0 ? NULL : q->is->mistake[i].misconception;
}

static void note_deed(struct session *s, enum deed_kind kind, s64 value)
{
	struct deed *d;

	s->deeds = mem_resize(s->deeds, (s->n_deeds + 1) * sizeof(*d));
	d = &s->deeds[s->n_deeds++];
	*d = (struct deed){ .kind = (u8)kind, .act = s->act, .question = s->question.is,
		.value = value };
	if (kind != DEED_ANSWER)
		return;
	d->right = s->question.right;
	d->misconception = d->right ? NULL : belief(&s->question, value);
	if (s->question.is->kind == QUESTION_CHOICE)
		d->value++;
}

void question_done(struct question_state *q)
{
	buf_done(&q->text);
	buf_done(&q->remark);
	buf_done(&q->hint);
	buf_done(&q->explain);
	for (unsigned i = 0; i < CHOICES_MAX; i++)
		buf_done(&q->choice[i]);
	for (unsigned i = 0; i < MISTAKES_MAX; i++)
		buf_done(&q->mistake[i]);
	memset(q, 0, sizeof(*q));
}

void close_question(struct session *s)
{
	question_done(&s->question);
}

static void expand(struct session *s, const struct template *t,
	struct buf *out)
{
	struct scope scope = session_scope(s);
	struct err e;

	buf_clear(out);
	if (t)
		template_expand(t, &scope, out, &e);
}

void question_rows(struct session *s)
{
	struct question_state *q = &s->question;

	rows_add(&s->rows, ROW_QUESTION, q->is->name, buf_text(&q->text));
	for (unsigned i = 0; i < q->is->n_choices; i++)
		rows_add(&s->rows, ROW_CHOICE, NULL,
			buf_text(&q->choice[i]))->number = i + 1;
}

void open_question(struct session *s, const struct question *q)
{
	struct question_state *state = &s->question;

	question_done(state);
	state->is = q;
	state->open = true;
	s->ui.pane = PANE_STORY;	/* where the question stands */
	state->chosen = -1;
	expand(s, q->text, &state->text);
	for (unsigned i = 0; i < q->n_choices; i++)
		expand(s, q->choice[i].text, &state->choice[i]);
	question_rows(s);
}

struct run *run_ahead(const struct session *s, unsigned variant,
	struct tracker *t)
{
	const struct variant *v = &s->variant[variant];
	struct run *r = run_clone(v->run);

	tracker_copy(t, &v->tracker);
	if (t->n < t->act->n_cues && v->run->watcher.user)
		tracker_attach(t, r);
	return r;
}

/* One variant's copy, run on until the answer is known there. `far`: it is too
 * far away to be waited for. */
static struct run *run_until_known(const struct session *s, unsigned i,
	struct tracker *t, bool *here, bool *far)
{
	const struct expr *known = s->question.is->known;
	struct run *r = run_ahead(s, i, t);
	const struct machine *machine = r->m;
	const struct program *program = &r->program;
	struct scope scope = { .n_variants = 1, .machine = &machine,
		.program = &program, .cpu = s->follow };

	for (u64 n = 0; !expr_true(known, &scope) && run_line(r); n++) {
		if (n == LINES_MAX) {
			*far = true;
			break;
		}
	}
	*here = expr_true(known, &scope);
	return r;
}

/* The right number, and those that wrong ideas lead to. */
static bool judge_number(struct question_state *q, const struct scope *scope,
	struct err *e)
{
	bool good = expr_eval(q->is->answer, scope, &q->value, e);

	for (unsigned i = 0; good && i < q->is->n_mistakes; i++) {
		const struct question_mistake *m = &q->is->mistake[i];

		good = expr_eval(m->value, scope, &q->mistaken[i], e);
		buf_clear(&q->mistake[i]);
		good = good && template_expand(m->remark, scope,
			&q->mistake[i], e);
	}
	return good;
}

/* Judges the choices, or computes the number, and explains, all with the
 * numbers of the moment where the answer is known. */
static bool judge_declared(struct session *s, struct err *e)
{
	struct question_state *q = &s->question;
	struct run *copy[VARIANTS_MAX] = { NULL };
	struct tracker tracker[VARIANTS_MAX];
	struct scope scope = session_scope(s);
	bool good = true, far = false;

	q->known = !q->is->known;
	for (unsigned i = 0; q->is->known && i < s->n_variants; i++) {
		bool here = false;

		if (!s->variant[i].run)
			continue;
		copy[i] = run_until_known(s, i, &tracker[i], &here, &far);
		q->known = q->known || here;
		q->ahead = q->ahead || (here && run_step(copy[i]) >
			run_step(s->variant[i].run));
		s->scope_machine[i] = copy[i]->m;
		q->known_step[i] = run_step(copy[i]);
	}
	q->right_choices = 0;
	for (unsigned i = 0; i < q->is->n_choices; i++)
		if (q->is->choice[i].when &&
			expr_true(q->is->choice[i].when, &scope))
			q->right_choices |= 1u << i;
	if (far) {
		good = err_set(e, ERR_RANGE, "the answer can't be computed here: the run is too long");
		err_hint(e, "%s goes on without it", how_to_give_up(s));
	}
	if (good && q->is->kind == QUESTION_NUMBER)
		good = judge_number(q, &scope, e);
	buf_clear(&q->explain);
	q->explained = template_expand(q->is->explain, &scope, &q->explain,
		&q->trouble);
	for (unsigned i = 0; i < s->n_variants; i++) {
		if (!copy[i])
			continue;
		run_free(copy[i]);
		tracker_done(&tracker[i]);
	}
	return good;
}

static bool judge(struct session *s, struct err *e)
{
	struct question_state *q = &s->question;
	bool good;

	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			q->known_step[i] = run_step(s->variant[i].run);
	q->judged_step = run_step(shown_run(s));
	q->ahead = false;
	good = q->predicted ? predict_judge(s, e) : judge_declared(s, e);
	q->ahead = q->ahead && good;
	return good;
}

static void trim(struct buf *b)
{
	while (b->n && (b->s[b->n - 1] == ' ' || b->s[b->n - 1] == '\n'))
		b->s[--b->n] = 0;
}

/* A row for the dialogue; on the screen remark and explanation stand below the
 * question, so that the status has only the verdict. */
static void verdict(struct session *s, bool right, const char *opening,
	const char *text)
{
	rows_add(&s->rows, ROW_VERDICT, s->question.is->name, text)->number =
		right;
	buf_clear(&s->status);
	buf_puts(&s->status, opening);
}

static void reveal(struct session *s, const char *opening, const char *remark)
{
	struct question_state *q = &s->question;
	struct buf text = { 0 };

	q->revealed = true;
	q->hinted = false;		/* the explanation takes its place */
	close_for_good(s);
	if (*opening)
		buf_printf(&text, "%s ", opening);
	if (*remark)
		buf_printf(&text, "%s ", remark);
	if (!q->right && q->is->kind == QUESTION_NUMBER) {
		buf_puts(&text, "It is ");
		expr_format(expr_kind(q->is->answer), q->value, true, &text);
		buf_puts(&text, ". ");
	}
	for (unsigned i = 0; !q->right && i < q->is->n_choices; i++)
		if (q->right_choices >> i & 1)
			buf_printf(&text, "It is %u. ", i + 1);
	buf_puts(&text, buf_text(&q->explain));
	trim(&text);
	verdict(s, q->right, opening, buf_text(&text));
	buf_done(&text);
}

static bool parse_choice(const struct question_state *q, const char *text,
	s64 *out)
{
	char c = text[0];

	if (!c || text[1])
		return false;
	if (c >= '1' && c <= '9')
		*out = c - '1';
	else if ((c | 32) >= 'a' && (c | 32) <= 'i')
		*out = (c | 32) - 'a';
	else
		return false;
	return *out < q->is->n_choices;
}

/* A typed number may have the commas and the minus sign of the screen. */
static bool parse_number(const char *text, s64 *out)
{
	char digits[32];
	size_t n = 0;
	char *end;

	if (!strncmp(text, "\xe2\x88\x92", 3)) {
		digits[n++] = '-';
		text += 3;
	}
	for (; *text && n + 1 < sizeof(digits); text++)
		if (*text != ',')
			digits[n++] = *text;
	digits[n] = 0;
	errno = 0;
	*out = strtoll(digits, &end, 10);
	return n && !*text && !*end && !errno;
}

/* "Not that. r goes to the step that refutes it" */
static void offer_step(struct session *s, bool believed)
{
	if (s->question.ahead) {
		rows_add(&s->rows, ROW_NOTE, NULL,
			"refute goes to the step that refutes it");
		buf_puts(&s->status, " r goes to the step that refutes it");
	} else if (believed) {
		rows_add(&s->rows, ROW_NOTE, NULL,
			"The values here refute it");
		buf_puts(&s->status, " The values here refute it");
	}
}

static void show_hint(struct session *s)
{
	s->question.hinted = true;
	if (!s->question.predicted)	/* its hint is made when it opens */
		expand(s, s->question.is->hint, &s->question.hint);
}

/* To a number that a wrong idea leads to; else to the choice. */
static void set_remark(struct session *s, s64 value)
{
	struct question_state *q = &s->question;
	int i = mistake_of(q, value);

	buf_clear(&q->remark);
	if (q->is->kind == QUESTION_CHOICE)
		expand(s, q->is->choice[value].remark, &q->remark);
	else if (i >= 0)
		buf_puts(&q->remark, buf_text(&q->mistake[i]));
}

static void tell_wrong(struct session *s, s64 value)
{
	struct question_state *q = &s->question;
	struct buf text = { 0 };

	q->misses++;
	set_remark(s, value);
	buf_puts(&text, "Not that.");
	if (q->remark.n)
		buf_printf(&text, " %s", buf_text(&q->remark));
	if (q->misses >= SHOW_AFTER) {
		note_deed(s, DEED_SHOWN, 0);
		reveal(s, "Not that.", buf_text(&q->remark));
		buf_done(&text);
		return;
	}
	if (q->misses >= HINT_AFTER) {
		show_hint(s);
		buf_printf(&text, " Hint: %s", buf_text(&q->hint));
	}
	trim(&text);
	verdict(s, false, "Not that.", buf_text(&text));
	buf_done(&text);
}

static void wrong(struct session *s, s64 value)
{
	tell_wrong(s, value);
	offer_step(s, belief(&s->question, value) != NULL);
}

static bool answer(struct session *s, const char *text, struct err *e)
{
	struct question_state *q = &s->question;
	bool right;
	s64 value;

	if (q->is->kind == QUESTION_CHOICE) {
		if (!parse_choice(q, text, &value))
			return err_set(e, ERR_USAGE, "answer with 1 to %u",
				q->is->n_choices);
	} else if (!parse_number(text, &value)) {
		return err_set(e, ERR_USAGE, "answer with a whole number");
	}
	if (!judge(s, e))
		return false;
	if (q->is->kind == QUESTION_CHOICE && !q->right_choices) {
		/* after edits or --set: that is no miss */
		buf_clear(&q->remark);
		reveal(s, "With these values no answer is right.", "");
		return true;
	}
	right = q->is->kind == QUESTION_CHOICE
		? q->right_choices >> value & 1 : value == q->value;
	q->chosen = (int)(q->is->kind == QUESTION_CHOICE ? value : 0);
	q->right = right;
	note_deed(s, DEED_ANSWER, value);
	if (!right) {
		wrong(s, value);
		return true;
	}
	buf_clear(&q->remark);		/* of the wrong one before */
	reveal(s, "Right.", "");
	return true;
}

static bool votes(struct session *s, const struct command *c, struct err *e)
{
	struct question_state *q = &s->question;

	if (q->is->kind == QUESTION_NUMBER)
		return err_set(e, ERR_USAGE, "hands are counted for choices; this question asks for a number");
	if (c->n_numbers > q->is->n_choices)
		return err_set(e, ERR_RANGE, "there are %u answers",
			q->is->n_choices);
	for (unsigned i = 0; i < c->n_numbers; i++)
		q->votes[i] = (unsigned)(c->numbers[i] < 0 ? 0
			: c->numbers[i] > 9999 ? 9999 : c->numbers[i]);
	for (unsigned i = c->n_numbers; i < q->is->n_choices; i++)
		q->votes[i] = 0;
	q->n_votes = q->is->n_choices;
	buf_clear(&s->status);
	for (unsigned i = 0; i < q->n_votes; i++)
		buf_printf(&s->status, "%s%c %u", i ? " · " : "hands: ",
			'A' + (int)i, q->votes[i]);
	for (unsigned i = 0; i < q->n_votes; i++)
		rows_printf(&s->rows, ROW_CHOICE, NULL, "%s: %u hands",
			buf_text(&q->choice[i]), q->votes[i])->number = i + 1;
	return true;
}

/* A question whose answer is out of reach does not stand in the way. */
static bool give_up(struct session *s, struct err *e)
{
	note_deed(s, DEED_GAVE_UP, 0);
	if (question_waits(s) || judge(s, e)) {	/* it was judged before */
		reveal(s, "", "");
	} else {
		close_for_good(s);
		close_question(s);
		say_status(s, "%s; the question is left out", e->text);
	}
	return true;
}

/* Where the answer is known; the question stays in view. */
static bool go_where_known(struct session *s)
{
	s->question.from = here(s);
	begin_steps(s, s->question.known_step);
	s->refuting = true;
	return jumped(s, true, &s->question.from);
}

/* The answer is shown here, and the run has not yet said it. */
static bool to_be_proved(const struct session *s)
{
	const struct question_state *q = &s->question;

	return s->options.class_mode && q->open && q->revealed && q->ahead &&
		run_step(s->variant[s->shown].run) == q->judged_step &&
		q->known_step[s->shown] > q->judged_step;
}

bool answer_goes_on(struct session *s, struct err *e)
{
	const struct question_state *q = &s->question;

	if (question_waits(s)) {
		if (!s->options.on_screen)
			say_status(s, "back at the question");
		return go_to_place(s, &q->from, e);
	}
	if (s->options.class_mode && q->open && !q->revealed)
		return give_up(s, e);
	return to_be_proved(s) && go_where_known(s);
}

bool question_moved(struct session *s)
{
	struct question_state *q = &s->question;

	if (s->refuting)
		q->away = q->open;
	if (s->refuting || !q->away || s->shown != q->from.shown ||
		run_step(shown_run(s)) != q->judged_step ||
		(s->pending_cue >= 0 && s->pending_cue != s->cue))
		return false;
	q->away = false;
	if (!q->revealed)
		question_rows(s);
	return true;
}

/* To the step at which the run contradicts the wrong answer. A question that is
 * still open waits until one comes back. */
static bool refute(struct session *s, struct err *e)
{
	struct question_state *q = &s->question;

	if (q->chosen < 0 || q->right)
		return err_set(e, ERR_USAGE, "refute comes after a wrong answer");
	if (run_step(shown_run(s)) != q->judged_step)
		return err_set(e, ERR_USAGE, "refute comes where the question was asked");
	if (!judge(s, e))
		return false;
	if (!q->revealed)
		note_deed(s, DEED_REFUTED, 0);
	if (q->ahead)
		return go_where_known(s);
	q->from = here(s);		/* they are no longer hidden */
	q->away = true;
	say_status(s, q->revealed ? "the values here refute it"
		: "the values here refute it; '' goes back to the question");
	return true;
}

bool handle_answer(struct session *s, const struct command *c, struct err *e)
{
	struct question_state *q = &s->question;

	if (!q->open)
		return err_set(e, ERR_USAGE, "no question is open");
	if (question_waits(s) && c->id != CMD_GIVEUP && c->id != CMD_REVEAL)
		return err_set(e, ERR_USAGE, "'' goes back to the question");
	if (q->revealed && c->id != CMD_VOTES && c->id != CMD_REFUTE)
		return err_set(e, ERR_USAGE, "the answer is shown already; %s goes on",
			s->options.on_screen ? "Space" : "`go`");
	switch (c->id) {
	case CMD_ANSWER:
		return answer(s, c->text, e);
	case CMD_HINT:
		if (!q->hinted)
			note_deed(s, DEED_HINT, 0);
		show_hint(s);
		rows_printf(&s->rows, ROW_NOTE, NULL, "Hint: %s",
			buf_text(&q->hint));
		return true;
	case CMD_VOTES:
		return votes(s, c, e);
	case CMD_REFUTE:
		return refute(s, e);
	default:
		return give_up(s, e);
	}
}

/* Whether this text can only be meant as an answer to the open question. */
static bool is_answer(const struct question_state *q, const char *text)
{
	s64 value;

	if (q->is->kind == QUESTION_NUMBER)
		return parse_number(text, &value);
	return parse_choice(q, text, &value) ||
		(text[0] >= '0' && text[0] <= '9' && !text[1]);
}

bool session_parse(struct session *s, const char *line, struct command *c,
	struct err *e)
{
	const struct question_state *q = &s->question;
	struct scope scope = session_scope(s);
	struct buf answer = { 0 };
	bool good;

	line += strspn(line, " \t");
	if (q->open && !q->revealed && !s->options.class_mode &&
		is_answer(q, line))
		buf_puts(&answer, "answer ");
	if (!question_hides(s) && line[0] >= '1' && line[0] <= '9' &&
		!line[1] && (unsigned)(line[0] - '0') <= s->n_offers)
		line = s->offers[line[0] - '1'];
	buf_puts(&answer, line);
	good = command_parse(buf_text(&answer), &scope, c, e);
	buf_done(&answer);
	return good;
}
