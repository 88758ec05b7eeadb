/* SPDX-License-Identifier: GPL-3.0-or-later
 * Predict first: at each decision of the followed CPU, before it runs, the
 * branch is asked for; and who gets the lock that it lets go, if two or more
 * wait. Before a line of anybody (`step any`) it is asked whose that is, where
 * the line is one that others can see: there the order matters.
 *
 * Rules: question and choices are made from the line and the machine as it is;
 * what is right is what a copy of the run, run on, does there. A question that
 * was closed is not asked again, unless an edit has changed what it asks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/schedule.h"
#include "model/task.h"
#include "session/inner.h"

enum { AHEAD_MAX = 2000000, WHO_CHOICES = 4 };

/* The decision that the followed CPU runs next; WHO: the line of anybody. */
struct decision {
	enum predicted kind;
	const struct line *line;
	const struct procedure *procedure;
	const struct frame *frame;
	unsigned cpu, task, pc, row;
	const struct lock *lock; /* HANDOFF: this one */
	struct test test;	 /* HANDOFF: how many wait, and who first */
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
	d->kind = d->lock ? PREDICTED_HANDOFF : PREDICTED_BRANCH;
	d->row = o->row;
	d->procedure = procedure_at(o->procedure);
	d->test = d->lock ? test_of(d->lock->waiters, REL_GE, d->lock->first)
			  : o->test(r->m, task_at(r->m, d->task), d->frame->v);
	return true;
}

/* The line that a CPU can run now, or NULL. */
static const struct line *line_at(const struct run *r, unsigned cpu)
{
	unsigned pc = cpu_at(r->m, cpu)->state == CPU_RUNNABLE ? run_pc(r, cpu)
							      : NONE;

	return pc == NONE ? NULL : program_line(&r->program, pc);
}

/* Of the CPUs beside the next one: how many stand before a line that others can
 * see, and how many have the same clock. */
static void count_others(const struct run *r, unsigned next, unsigned *shared,
	unsigned *alike)
{
	u64 clock = cpu_at(r->m, next)->clock_ns;

	*shared = *alike = 0;
	for (unsigned cpu = 0; cpu < r->m->n_cpus; cpu++) {
		const struct line *l = cpu == next ? NULL : line_at(r, cpu);

		*shared += l && l->shared;
		*alike += l && cpu_at(r->m, cpu)->clock_ns == clock;
	}
}

/* The line that whoever is next runs, if others can see what it does, and stand
 * before such a line themselves. What chance or a person decides is not asked. */
static bool who_here(const struct run *r, struct decision *d)
{
	struct machine *m = r->m;
	unsigned shared, alike;

	if (run_ended(r) || m->focus != NONE || m->mode == MODE_RANDOM ||
		m->mode == MODE_MANUAL)
		return false;
	*d = (struct decision){ .kind = PREDICTED_WHO,
		.cpu = schedule_peek(m) };
	d->line = d->cpu < m->n_cpus ? line_at(r, d->cpu) : NULL;
	if (!d->line)
		return false;
	d->task = cpu_at(m, d->cpu)->current;
	d->frame = task_frame(m, d->task);
	d->pc = d->frame->pc;
	d->row = r->program.op[d->pc].row;
	d->procedure = procedure_at(r->program.op[d->pc].procedure);
	count_others(r, d->cpu, &shared, &alike);
	d->test = test_of(alike, REL_GE, 1);
	return shared && d->line->shared && d->line->op != OP_IF;
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

	while (p && !(p->kind == d->kind && p->act == s->act &&
		p->variant == s->shown && p->step == step && p->cpu == d->cpu && p->pc == d->pc &&
		same_test(p->test, d->test)))
		p = p->before;
	return p;
}

/* Choices stand by number, so that their order tells nothing. */
static void add_cpu(struct prediction *p, unsigned cpu)
{
	unsigned i = p->is.n_choices++;

	for (; i > 0 && p->cpus[i - 1] > cpu; i--)
		p->cpus[i] = p->cpus[i - 1];
	p->cpus[i] = (u16)cpu;
}

/* The first in line, and of the others as many as there is room for. */
static void list_waiters(
	const struct session *s, struct prediction *p, const struct lock *l)
{
	const struct machine *m = s->variant[s->shown].run->m;

	for (unsigned t = l->first; t != NONE && p->is.n_choices < CHOICES_MAX;
		t = task_at(m, t)->next)
		add_cpu(p, task_at(m, t)->cpu);
}

/* Who is next, and of the others those with the smallest numbers. */
static void list_runnable(const struct session *s, struct prediction *p,
	unsigned next)
{
	const struct run *r = s->variant[s->shown].run;

	add_cpu(p, next);
	for (unsigned cpu = 0; cpu < r->m->n_cpus &&
		p->is.n_choices < WHO_CHOICES; cpu++)
		if (cpu != next && line_at(r, cpu))
			add_cpu(p, cpu);
}

static struct prediction *new_prediction(struct session *s,
	const struct decision *d)
{
	struct prediction *p = mem_alloc(sizeof(*p));
	char row[16];

	p->before = s->predictions;
	s->predictions = p;
	p->kind = d->kind;
	p->act = s->act;
	p->variant = s->shown;
	p->step = run_step(shown_run(s));
	p->cpu = d->cpu;
	p->pc = d->pc;
	p->task = d->task;
	p->test = d->test;
	snprintf(row, sizeof(row), "%u", d->row);
	snprintf(p->name, sizeof(p->name), "%s%.30s:%.10s@%llu",
		d->kind == PREDICTED_WHO ? "who:" : "", d->procedure->name, d->line->id ? d->line->id : row,
		(unsigned long long)p->step);
	p->is.name = p->name;
	p->is.kind = QUESTION_CHOICE;
	if (d->kind == PREDICTED_WHO)
		list_runnable(s, p, d->cpu);
	else if (d->kind == PREDICTED_HANDOFF)
		list_waiters(s, p, d->lock);
	else
		p->is.n_choices = 2;
	return p;
}

/* "|old + amount| ≥ batch": the evaluation with names for values. False if it
 * speaks of sides that have no name, or compares with a bare number ("page ≥ 0"),
 * which says less than the line does. */
static bool put_names(const char *why, struct buf *out)
{
	size_t before = out->n;

	for (; *why; why++) {
		size_t n = strcspn(why + 1, ":}");

		if (*why >= '0' && *why <= '9') {
			out->n = before;
			return false;
		}
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

/* The line, as it stands in the code. */
static void put_line(const char *text, struct buf *out)
{
	buf_printf(out, "\"%s\"", text + strspn(text, " "));
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
		put_line(d->line->text, &q->text);
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

/* Whose line is next? Each CPU with the line that it would run. */
static void put_runnable(const struct session *s, struct question_state *q)
{
	const struct run *r = s->variant[s->shown].run;
	const struct machine *m = r->m;

	buf_puts(&q->text, "Which CPU runs the next line of all?");
	buf_puts(&q->hint, m->mode == MODE_ROUND_ROBIN
		? "They take turns, by number. The last one was"
		: "The clock that is furthest behind goes first, of equal ones the lower number:");
	if (m->mode == MODE_ROUND_ROBIN && m->turn != NONE)
		buf_printf(&q->hint, " CPU %u.", m->turn);
	else if (m->mode == MODE_ROUND_ROBIN)
		buf_puts(&q->hint, " none.");
	for (unsigned i = 0; i < q->is->n_choices; i++) {
		unsigned cpu = q->predicted->cpus[i];
		const char *text = line_text(&r->program, run_pc(r, cpu));

		buf_printf(&q->choice[i], "CPU %u: %s", cpu,
			text + strspn(text, " "));
		if (m->mode == MODE_ROUND_ROBIN)
			continue;
		buf_printf(&q->hint, "%s CPU %u at ", i ? "," : "", cpu);
		expr_format(KIND_NS, (s64)cpu_at(m, cpu)->clock_ns, true,
			&q->hint);
		buf_puts(&q->hint, " ns");
	}
	if (m->mode != MODE_ROUND_ROBIN)
		buf_putc(&q->hint, '.');
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
	if (d->kind == PREDICTED_WHO)
		put_runnable(s, q);
	else if (d->kind == PREDICTED_HANDOFF)
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

/* Each line once, and clocks that are alike once in each act: its order is
 * thought about, but not all the time. */
static bool asked_who(const struct session *s, const struct decision *d)
{
	const struct prediction *p = s->predictions;
	bool alike = test_answer(d->test);

	while (p && !(p->closed && p->kind == PREDICTED_WHO &&
		p->act == s->act && p->variant == s->shown &&
		(p->pc == d->pc || (alike && test_answer(p->test)))))
		p = p->before;
	return p;
}

bool predict_who(struct session *s)
{
	struct decision d;

	if (!s->predict || s->options.no_cues || question_hides(s) ||
		!who_here(shown_run(s), &d) || asked_who(s, &d))
		return false;
	open_prediction(s, new_prediction(s, &d), &d);
	say_status(s, "predict it before it runs");
	return true;
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

static void explain_who(const struct machine *m, const struct decision *d,
	struct buf *out)
{
	if (m->mode == MODE_ROUND_ROBIN) {
		buf_printf(out, "It is CPU %u's turn.", d->cpu);
		return;
	}
	buf_printf(out, "CPU %u is at ", d->cpu);
	expr_format(KIND_NS, (s64)cpu_at(m, d->cpu)->clock_ns, true, out);
	buf_puts(out, test_answer(d->test)
		? " ns, as others are; its number is the lowest."
		: " ns, further behind than all others.");
}

static void explain_branch(const struct decision *d, struct buf *out)
{
	bool yes = test_answer(d->test);
	const char *means = yes ? d->line->if_yes : d->line->if_no;

	put_values(d, out);
	buf_printf(out, ": %s", yes ? "yes" : "no");
	if (means) {
		buf_puts(out, ", ");
		line_expand(means, d->procedure, d->frame->v, &d->test, out);
	}
	buf_putc(out, '.');
}

/* From the machine as it is before the line runs. */
static void put_explanation(
	const struct run *r, const struct decision *d, struct buf *out)
{
	buf_clear(out);
	if (d->kind == PREDICTED_WHO)
		explain_who(r->m, d, out);
	else if (d->kind == PREDICTED_HANDOFF)
		buf_printf(out, "CPU %u waits longest: it gets the lock.",
			task_at(r->m, d->lock->first)->cpu);
	else
		explain_branch(d, out);
}

/* The line has run: the choice that it made right. */
static u32 right_of(const struct run *r, const struct prediction *p)
{
	const struct event *last = &r->m->last;
	unsigned cpu = last->cpu;

	if (p->kind == PREDICTED_BRANCH)
		return last->answer ? 1 : 2;
	if (p->kind == PREDICTED_HANDOFF)
		cpu = last->moved == NONE ? NONE
			: task_at(r->m, last->moved)->cpu;
	for (unsigned i = 0; i < p->is.n_choices; i++)
		if (cpu == p->cpus[i])
			return 1u << i;
	return 0;
}

/* Runs a copy on until the line has run that was asked for; explains it from
 * the machine before. */
static bool run_predicted(struct run *r, const struct prediction *p,
	struct buf *explain)
{
	const struct event *last = &r->m->last;
	struct decision d;

	for (u64 n = 0; n < AHEAD_MAX; n++) {
		buf_clear(explain);
		if (p->kind == PREDICTED_WHO ? who_here(r, &d)
			: decision_here(r, p->cpu, &d) && d.pc == p->pc)
			put_explanation(r, &d, explain);
		if (!run_line(r))
			return false;
		if (p->kind == PREDICTED_WHO || (last->cpu == p->cpu &&
			last->pc == p->pc && last->task == p->task))
			return true;
	}
	return false;
}

bool predict_judge(struct session *s, struct err *e)
{
	struct question_state *q = &s->question;
	const struct prediction *p = q->predicted;
	struct tracker tracker;
	struct run *r = run_ahead(s, p->variant, &tracker);

	q->known = run_predicted(r, p, &q->explain);
	q->known_step[p->variant] = run_step(r);
	q->right_choices = right_of(r, p);
	q->explained = q->ahead = true;
	run_free(r);
	tracker_done(&tracker);
	if (q->known)
		return true;
	err_set(e, ERR_RANGE, "the answer can't be computed here: this line does not run");
	return err_hint(e, "%s goes on without it", how_to_give_up(s));
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
