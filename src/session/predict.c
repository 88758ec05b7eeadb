/* SPDX-License-Identifier: GPL-3.0-or-later
 * Predict first: at each decision of the followed CPU, before it runs, the
 * branch is asked for; and who gets the lock that it lets go, if two or more
 * wait.
 *
 * Rules: question and choices are made from the line and the machine as it is;
 * what is right is what a copy of the run, run on, does there. A question that
 * was closed is not asked again, unless an edit has changed what it asks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model/task.h"
#include "session/inner.h"

enum { AHEAD_MAX = 2000000 };

/* The decision that the followed CPU runs next. */
struct decision {
	const struct line *line;
	const struct procedure *procedure;
	const struct frame *frame;
	unsigned cpu, task, pc, row;
	const struct lock *lock; /* it hands this over; NULL: an `if` */
	struct test test;	 /* handoff: how many wait, and who first */
};

static bool decision_here(const struct run *r, unsigned cpu,
	struct decision *d)
{
	const struct op_code *o;

	if (cpu >= r->m->n_cpus || run_ended(r) ||
		(d->task = cpu_at(r->m, cpu)->current) == NONE)
		return false;
	d->frame = task_frame(r->m, d->task);
	if (!d->frame)
		return false;
	d->cpu = cpu;
	d->pc = d->frame->pc;
	d->line = program_line(&r->program, d->pc);
	o = &r->program.op[d->pc];
	d->lock = run_handoff(r, d->task) >= 2
			  ? lock_at(r->m, o->lock(r->m, d->frame->v))
			  : NULL;
	if (!d->lock && (d->line->op != OP_IF || !d->line->decision))
		return false;
	d->row = o->row;
	d->procedure = procedure_at(o->procedure);
	d->test = d->lock ? test_of(d->lock->waiters, REL_GE, d->lock->first)
			  : o->test(r->m, task_at(r->m, d->task), d->frame->v);
	return true;
}

static bool same_test(struct test a, struct test b)
{
	return a.left == b.left && a.right == b.right && a.rel == b.rel;
}

/* The question about this decision, if it was asked before. */
static struct prediction *asked_before(const struct session *s,
	const struct decision *d)
{
	u64 step = run_step(s->variant[s->shown].run);
	struct prediction *p = s->predictions;

	while (p && !(p->act == s->act && p->variant == s->shown &&
		p->step == step && p->cpu == d->cpu && p->pc == d->pc &&
		same_test(p->test, d->test)))
		p = p->before;
	return p;
}

/* The choices, by number so that their order tells nothing: the first in line,
 * and of the others as many as there is room for. */
static void list_waiters(
	const struct session *s, struct prediction *p, const struct lock *l)
{
	const struct machine *m = s->variant[s->shown].run->m;
	unsigned n = 0;

	for (unsigned t = l->first; t != NONE && n < CHOICES_MAX;
		t = task_at(m, t)->next) {
		u16 cpu = task_at(m, t)->cpu;
		unsigned i = n++;

		for (; i > 0 && p->cpus[i - 1] > cpu; i--)
			p->cpus[i] = p->cpus[i - 1];
		p->cpus[i] = cpu;
	}
	p->is.n_choices = n;
}

static struct prediction *new_prediction(struct session *s,
	const struct decision *d)
{
	struct prediction *p = mem_alloc(sizeof(*p));
	char row[16];

	p->before = s->predictions;
	s->predictions = p;
	p->act = s->act;
	p->variant = s->shown;
	p->step = run_step(shown_run(s));
	p->cpu = d->cpu;
	p->pc = d->pc;
	p->task = d->task;
	p->test = d->test;
	snprintf(row, sizeof(row), "%u", d->row);
	snprintf(p->name, sizeof(p->name), "%.30s:%.10s@%llu",
		d->procedure->name, d->line->id ? d->line->id : row,
		(unsigned long long)p->step);
	p->is.name = p->name;
	p->is.kind = QUESTION_CHOICE;
	p->is.n_choices = 2;
	if (d->lock)
		list_waiters(s, p, d->lock);
	return p;
}

/* "|old + amount| ≥ batch": the evaluation with names for values. False if it
 * speaks of sides that have no name. */
static bool put_names(const char *why, struct buf *out)
{
	size_t before = out->n;

	for (; *why; why++) {
		size_t n = strcspn(why + 1, ":}");

		if (*why != '{') {
			buf_putc(out, *why);
			continue;
		}
		if ((n == 4 && !strncmp(why + 1, "left", n)) ||
			(n == 5 && !strncmp(why + 1, "right", n)) ||
			(n == 6 && !strncmp(why + 1, "margin", n))) {
			out->n = before;
			return false;
		}
		buf_put(out, why + 1, n);
		why += strcspn(why, "}");
	}
	return true;
}

/* The line's own words: "if free > threshold" asks "free > threshold". */
static void put_condition(const char *text, struct buf *out)
{
	static const char *const openings[] = { " ", "else ", "if ", "while " };

	for (unsigned i = 0; i < 4; i++)
		while (!strncmp(text, openings[i], strlen(openings[i])))
			text += strlen(openings[i]);
	buf_put(out, text, strcspn(text, ":"));
}

/* "yes: take the lock", up to where values would say too much. */
static void put_choice(const char *word, const char *means, struct buf *out)
{
	size_t n = means ? strcspn(means, "{") : 0;

	buf_puts(out, word);
	if (means && means[n])
		while (n && !strchr(";:,(", means[n - 1]))
			n--;
	while (n && strchr(" ;:,(", means[n - 1]))
		n--;
	if (!n || (n == strlen(word) && !strncmp(means, word, n)))
		return;
	buf_puts(out, ": ");
	buf_put(out, means, n);
}

/* "|0 + 32,768| ≥ 1,024", or both sides where the line says no more. */
static void put_values(const struct decision *d, struct buf *out)
{
	if (d->line->why)
		line_expand(d->line->why, d->procedure, d->frame->v, &d->test,
			out);
	else
		line_expand("{left}", d->procedure, d->frame->v, &d->test, out);
	if (!d->line->why)
		buf_printf(out, " %s ", rel_text(d->test.rel));
	if (!d->line->why)
		line_expand("{right}", d->procedure, d->frame->v, &d->test,
			out);
}

/* Which branch? */
static void put_branches(struct question_state *q, const struct decision *d)
{
	if (!d->line->why || !put_names(d->line->why, &q->text))
		put_condition(d->line->text, &q->text);
	buf_puts(&q->text, ": yes or no?");
	put_choice("yes", d->line->if_yes, &q->choice[0]);
	put_choice("no", d->line->if_no, &q->choice[1]);
	if (d->line->gloss)
		buf_printf(&q->hint, "%s ", d->line->gloss);
	put_values(d, &q->hint);
	buf_putc(&q->hint, '?');
}

/* Who goes next? */
static void put_waiters(struct question_state *q, const struct decision *d)
{
	buf_printf(&q->text,
		"%u wait for the lock that CPU %u lets go: who gets it?",
		d->lock->waiters, d->cpu);
	for (unsigned i = 0; i < q->is->n_choices; i++)
		buf_printf(&q->choice[i], "CPU %u", q->predicted->cpus[i]);
	buf_puts(&q->hint, "They stand in line.");
}

static void open_prediction(struct session *s, struct prediction *p,
	const struct decision *d)
{
	struct question_state *q = &s->question;

	question_done(q);
	q->is = &p->is;
	q->predicted = p;
	q->open = true;
	q->chosen = -1;
	s->ui.pane = PANE_STORY;
	if (d->lock)
		put_waiters(q, d);
	else
		put_branches(q, d);
	question_rows(s);
}

bool predict_ask(struct session *s)
{
	struct prediction *p;
	struct decision d;

	if (!s->predict || s->options.no_cues || question_hides(s) ||
		!decision_here(shown_run(s), s->follow, &d))
		return false;
	p = asked_before(s, &d);
	if (p && p->closed)
		return false;
	open_prediction(s, p ? p : new_prediction(s, &d), &d);
	return true;
}

bool predict_first(struct session *s)
{
	bool asked = predict_ask(s);

	if (asked)
		say_status(s, "predict it before it runs");
	return asked;
}

void predict_stop(struct session *s, struct move *v)
{
	if (!s->predict || v->backward)
		return;
	for (unsigned i = 0; i < 2; i++) {
		v->at_once |= (u64)1 << v->n_stops;
		s->move_stops[v->n_stops] = 0;
		v->stop[v->n_stops++] = (struct stop){.cpu = (u16)s->follow,
			.kind = i ? STOP_HANDOFF : STOP_DECISION};
	}
}

bool predict_go(struct session *s)
{
	const struct tracker *t = &s->variant[s->shown].tracker;
	const struct act *act = &s->scene->acts[s->act];
	int cue = s->cue + 1;
	struct scope scope = session_scope(s);

	if (!s->predict || cue >= (int)act->n_cues || run_ended(shown_run(s)))
		return false;
	if ((int)t->n > cue && t->at[cue] <= run_step(shown_run(s)))
		return false;
	if (act->cues[cue].variant >= 0 &&
		act->cues[cue].variant != (int)s->shown)
		return false;
	move_init(&s->move, MOVE_STOP, s->follow, &scope);
	s->move.stop[0] = (struct stop){ .kind = STOP_SHALLOW, .task = NONE };
	s->move.n_stops = 1;
	predict_stop(s, &s->move);
	remember_before(s);
	s->far = s->to_cue = true;
	s->ui.overlay = OVERLAY_NONE;
	s->going_back = false;
	s->pending_cue = -1;
	move_begin(&s->move, shown_run(s));
	s->pending = PENDING_MOVE;
	return true;
}

void predict_leave(struct session *s)
{
	const struct prediction *p = s->question.predicted;

	if (p && (p->variant != s->shown || p->act != s->act ||
		p->step != run_step(shown_run(s))))
		close_question(s);
}

/* From the machine as it is before the line runs. */
static void put_explanation(
	const struct run *r, const struct decision *d, struct buf *out)
{
	bool yes = !d->lock && test_answer(d->test);
	const char *means = yes ? d->line->if_yes : d->line->if_no;

	buf_clear(out);
	if (d->lock) {
		buf_printf(out, "CPU %u waits longest: it gets the lock.",
			task_at(r->m, d->lock->first)->cpu);
		return;
	}
	put_values(d, out);
	buf_printf(out, ": %s", yes ? "yes" : "no");
	if (means) {
		buf_puts(out, ", ");
		line_expand(means, d->procedure, d->frame->v, &d->test, out);
	}
	buf_putc(out, '.');
}

/* The line has run: the choice that it made right. */
static u32 right_of(const struct run *r, const struct prediction *p)
{
	const struct event *last = &r->m->last;

	if (!p->cpus[1]) /* two wait, so the second is not CPU 0 */
		return last->answer ? 1 : 2;
	for (unsigned i = 0; i < p->is.n_choices; i++)
		if (last->moved != NONE &&
			task_at(r->m, last->moved)->cpu == p->cpus[i])
			return 1u << i;
	return 0;
}

bool predict_judge(struct session *s, struct err *e)
{
	struct question_state *q = &s->question;
	const struct prediction *p = q->predicted;
	struct tracker tracker;
	struct run *r = run_ahead(s, p->variant, &tracker);
	const struct event *last = &r->m->last;
	struct decision d;

	q->known = false;
	for (u64 n = 0; n < AHEAD_MAX && !q->known; n++) {
		buf_clear(&q->explain);
		if (decision_here(r, p->cpu, &d) && d.pc == p->pc)
			put_explanation(r, &d, &q->explain);
		if (!run_line(r))
			break;
		q->known = last->cpu == p->cpu && last->pc == p->pc &&
			last->task == p->task;
	}
	q->known_step[p->variant] = run_step(r);
	q->right_choices = right_of(r, p);
	q->explained = q->ahead = true;
	run_free(r);
	tracker_done(&tracker);
	if (q->known)
		return true;
	err_set(e, ERR_RANGE, "the answer can't be computed here: this line does not run");
	return err_hint(e, "Esc twice (or giveup) goes on without it");
}

bool handle_predict(struct session *s, const struct command *c, struct err *e)
{
	bool on = c->given && !strcmp(c->text, "on");

	if (c->given && !on && strcmp(c->text, "off"))
		return err_set(e, ERR_USAGE, "predict on or predict off");
	if (c->given)
		s->predict = on;
	say_status(s, s->predict ? "decisions are asked for before they run"
		: "decisions are not asked for");
	predict_ask(s);
	return true;
}

void predict_again(struct session *s)
{
	for (struct prediction *p = s->predictions; p; p = p->before)
		p->closed = false;
}

void predict_done(struct session *s)
{
	struct prediction *p;

	while ((p = s->predictions)) {
		s->predictions = p->before;
		free(p);
	}
}
