/* SPDX-License-Identifier: GPL-3.0-or-later
 * "This line": what the line that runs next will find and do, in plain words,
 * told from the machine as it is, before it runs; and who called it.
 */
#include "base/buf.h"
#include "expr/expr.h"
#include "view/views.h"

/* The line that the followed CPU runs next. */
struct here {
	const struct machine *m;
	const struct task *task;
	const struct frame *frame;
	const struct op_code *op;
	const struct line *line;
	const struct procedure *procedure;
	unsigned number;	/* of the task */
};

static bool here_of(const struct pen *p, struct here *h)
{
	const struct machine *m = p->v->now;

	h->m = m;
	h->number = task_followed(p->m, m);
	if (h->number == NONE)
		return false;
	h->task = task_at(m, h->number);
	h->frame = task_frame(m, h->number);
	if (!h->frame)
		return false;
	h->op = &p->v->program->op[h->frame->pc];
	h->line = program_line(p->v->program, h->frame->pc);
	h->procedure = procedure_at(h->op->procedure);
	return true;
}

/* "|0 + 32,768| ≥ 1,024: yes", then what that means. */
static void evaluation(struct pen *p, const struct here *h)
{
	struct test t = h->op->test(h->m, h->task, h->frame->v);
	bool yes = test_answer(t);
	const char *means = yes ? h->line->if_yes : h->line->if_no;
	struct buf text = {0};
	int column;

	if (h->line->why)
		line_expand(h->line->why, h->procedure, h->frame->v, &t, &text);
	column = pen_put(p, 1, STYLE_VALUE, buf_text(&text));
	column = pen_put(p, column, STYLE_TEXT, *buf_text(&text) ? ": " : "");
	pen_put(p, column, yes ? STYLE_YES : STYLE_NO, yes ? "yes" : "no");
	pen_next(p);
	buf_clear(&text);
	if (means) {
		line_expand(means, h->procedure, h->frame->v, &t, &text);
		pen_wrap(p, 1, STYLE_TEXT, buf_text(&text));
	}
	buf_done(&text);
}

/* "can run: CPUs 0 2 5". */
static void runnable(struct pen *p)
{
	struct buf text = {0};
	unsigned n = 0;

	for (unsigned cpu = 0; cpu < p->v->now->n_cpus; cpu++) {
		if (cpu_at(p->v->now, cpu)->state != CPU_RUNNABLE)
			continue;
		buf_printf(&text, " %u", cpu);
		n++;
	}
	if (n) {
		struct word w = word_of("can run: %s", n > 1 ? "CPUs" : "CPU");

		pen_put(p, 1, STYLE_DIM, w.s);
		pen_wrap(p, 1 + pen_width(p, w.s), STYLE_DIM, buf_text(&text));
	}
	buf_done(&text);
}

static void say_lock(struct pen *p, const struct here *h)
{
	const struct lock *l = lock_at(h->m, h->op->lock(h->m, h->frame->v));
	struct word w;

	if (h->task->state == TASK_SPINNING)
		w = word_of("waits in line; CPU %u has the lock",
			task_at(h->m, l->holder)->cpu);
	else if (l->holder == NONE)
		w = word_of("the lock is free: takes it");
	else
		w = word_of("CPU %u has it: will wait as number %u",
			task_at(h->m, l->holder)->cpu, l->waiters + 1u);
	pen_wrap(p, 1, STYLE_TEXT, w.s);
}

static void say_unlock(struct pen *p, const struct here *h)
{
	const struct lock *l = lock_at(h->m, h->op->lock(h->m, h->frame->v));

	if (l->first == NONE)
		pen_wrap(p, 1, STYLE_TEXT, "nobody waits: the lock is free");
	else
		pen_wrap(p, 1, STYLE_TEXT,
			word_of("CPU %u waits longest: gets the lock",
				task_at(h->m, l->first)->cpu).s);
}

static void say_wait(struct pen *p, const struct here *h)
{
	struct test t = h->op->test(h->m, h->task, h->frame->v);

	if (h->task->state == TASK_WAITING) {
		pen_wrap(p, 1, STYLE_TEXT, "sleeps until it is woken");
		runnable(p);
	} else {
		pen_wrap(p, 1, STYLE_TEXT, test_answer(t)
			? "nothing to wait for: goes on"
			: "has to wait: falls asleep");
	}
}

static void say_return(struct pen *p, const struct here *h)
{
	const struct frame *caller = h->frame - 1;

	if (h->task->depth < 2)
		pen_wrap(p, 1, STYLE_TEXT, "the task ends here");
	else
		pen_wrap(p, 1, STYLE_TEXT,
			word_of("back to %s", procedure_at(
				p->v->program->op[caller->pc].procedure)
					->name).s);
}

/* What running the line will come to. */
static void outcome(struct pen *p, const struct here *h)
{
	switch (h->line->op) {
	case OP_IF:
		evaluation(p, h);
		break;
	case OP_WAIT:
		say_wait(p, h);
		break;
	case OP_LOCK:
		say_lock(p, h);
		break;
	case OP_UNLOCK:
		say_unlock(p, h);
		break;
	case OP_RETURN:
		say_return(p, h);
		break;
	case OP_CALL:
		pen_wrap(p, 1, STYLE_TEXT,
			word_of("calls %s",
				procedure_at(h->line->callee)->name).s);
		break;
	default:
		break;
	}
}

/* "amount 32,768 · old 0": what the procedure has in hand, once it has it. */
static void locals(struct pen *p, const struct here *h)
{
	struct buf text = {0}, value = {0};

	for (unsigned i = 0; i < h->procedure->n_locals; i++) {
		const struct local *l = &h->procedure->locals[i];

		if (!h->frame->v[i] || l->kind == KIND_COUNTER)
			continue;
		buf_clear(&value);
		expr_format(l->kind, h->frame->v[i], true, &value);
		buf_printf(&text, "%s%s %s", text.n ? " · " : "", l->name,
			buf_text(&value));
	}
	if (text.n)
		pen_wrap(p, 1, STYLE_VALUE, buf_text(&text));
	buf_done(&value);
	buf_done(&text);
}

/* "in vm_acct_memory, __vm_enough_memory, …": innermost first. */
static void callers(struct pen *p, const struct here *h)
{
	struct buf text = {0};
	const struct op_code *op = p->v->program->op;

	if (h->task->depth < 2)
		return;
	buf_puts(&text, "called by");
	for (unsigned i = h->task->depth - 1; i-- > 0;) {
		const struct frame *f = &frames_of(h->m, h->number)[i];

		buf_printf(&text, " %s%s", procedure_at(op[f->pc].procedure)->name,
			i ? "," : "");
	}
	pen_wrap(p, 1, STYLE_DIM, buf_text(&text));
	buf_done(&text);
}

/* Why a CPU has nothing to run. */
static void idle(struct pen *p)
{
	const struct machine *m = p->v->now;
	unsigned cpu = p->m->follow;
	const char *why = "no process runs on it";

	if (cpu >= m->n_cpus)
		why = "there is no such CPU";
	else if (!cpu_at(m, cpu)->online)
		why = "it is offline";
	else if (cpu < m->n_processes)
		why = "its process has ended";
	pen_wrap(p, 1, STYLE_TEXT, why);
	runnable(p);
}

/* What the others did; beside other panes it stands on a frame's edge. */
static void meanwhile(struct pen *p)
{
	struct buf text = {0};

	buf_printf(&text, "meanwhile: %s", p->m->others);
	pen_wrap(p, 1, STYLE_DIM, buf_text(&text));
	buf_done(&text);
}

void thisline_view(struct pen *p)
{
	struct here h;

	if (!here_of(p, &h)) {
		idle(p);
	} else {
		if (moment_masked(p->m)) {
			pen_mask(p, 1);
			pen_next(p);
		} else {
			outcome(p, &h);
		}
		if (h.line->gloss)
			pen_wrap(p, 1, STYLE_SAY, h.line->gloss);
		if (h.line->op != OP_IF)
			locals(p, &h);
		callers(p, &h);
	}
	if (p->alone && p->m->others && *p->m->others)
		meanwhile(p);
}
