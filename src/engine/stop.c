/* SPDX-License-Identifier: GPL-3.0-or-later
 * Stops: conditions on a run, the same in both directions.
 */
#include "engine/stop.h"
#include "model/task.h"

unsigned run_pc(const struct run *r, unsigned cpu)
{
	unsigned task = cpu_at(r->m, cpu)->current;
	const struct frame *f;

	if (task == NONE)
		return NONE;
	f = task_frame(r->m, task);
	return f ? f->pc : NONE;
}

bool stop_is_own(const struct stop *s, const struct scope *scope)
{
	if (s->condition && expr_reads_other(s->condition, scope->shown))
		return false;
	if (s->expr)
		return !expr_reads_other(s->expr, scope->shown);
	return s->kind != STOP_CHANGE || s->name.variant == NONE ||
		s->name.variant == scope->shown;
}

/* Evaluates with the locals of a CPU; NONE: of the scope's. */
static bool holds_on(const struct expr *x, const struct scope *scope,
	unsigned cpu)
{
	struct scope its;

	if (cpu == NONE || cpu == scope->cpu)
		return expr_true(x, scope);
	its = *scope;
	its.cpu = cpu;
	return expr_true(x, &its);
}

/* The same for a value; false: there is none now. */
static bool value_on(const struct expr *x, const struct scope *scope,
	unsigned cpu, s64 *value)
{
	struct scope its = *scope;

	if (cpu != NONE)
		its.cpu = cpu;
	return expr_eval(x, &its, value, NULL);
}

/* What an EXPR or a CHANGE looks at. False: there is no value. */
static bool look(const struct stop *s, const struct run *r,
	const struct scope *scope, s64 *value)
{
	*value = 0;
	if (s->test.m)
		*value = name_test_holds(&s->test);
	else if (s->kind == STOP_EXPR)
		*value = holds_on(s->expr, scope, s->cpu);
	else if (s->kind == STOP_CHANGE && s->expr)
		return value_on(s->expr, scope, s->cpu, value);
	else if (s->kind == STOP_CHANGE)
		*value = name_get(r->m, s->name.id, s->name.index);
	return true;
}

void stop_begin(struct stop *s, const struct run *r, const struct scope *scope)
{
	const struct program *p = &r->program;

	if (s->kind == STOP_EXPR)
		expr_name_test(s->expr, scope, &s->test);
	s->there = look(s, r, scope, &s->last);
	if (s->kind == STOP_PLACE)
		s->pc = s->row ? (u16)(p->start[s->procedure] +
			program_row(p, s->procedure, s->row))
			       : p->entry[s->procedure];
}

unsigned run_handoff(const struct run *r, unsigned task)
{
	const struct frame *f = task_frame(r->m, task);
	const struct op_code *o = f ? &r->program.op[f->pc] : NULL;

	return o && o->op == OP_UNLOCK
		       ? lock_at(r->m, o->lock(r->m, f->v))->waiters
		       : 0;
}

/* Whether this task, which has just come to a line, stands where we look. */
static bool stands(const struct stop *s, const struct run *r,
	const struct scope *scope, unsigned task)
{
	const struct task *t = task_at(r->m, task);
	const struct frame *f = machine_at(r->m, t->top);

	if (!t->depth || (s->cpu != NONE && t->cpu != s->cpu))
		return false;
	if (s->kind == STOP_PLACE)
		return f->pc == s->pc && (!s->condition ||
			holds_on(s->condition, scope, t->cpu));
	if (s->kind == STOP_HANDOFF)
		return run_handoff(r, task) >= 2;
	return program_line(&r->program, f->pc)->decision;
}

/* Whether an operation that began at this step stands there. */
static bool begins(const struct stop *s, const struct run *r,
	const struct scope *scope)
{
	for (size_t i = r->input; i-- > 0;) {
		const struct input *in = &r->inputs.at[i];

		if (in->step != run_step(r))
			break;
		if (in->kind == INPUT_OPERATION && in->task != NONE &&
			stands(s, r, scope, in->task))
			return true;
	}
	return false;
}

/* A line moves its own task, the one it hands a lock to, and one it starts. */
static bool arrives(const struct stop *s, const struct run *r,
	const struct scope *scope)
{
	const struct event *e = &r->m->last;

	if (e->task != NONE && !e->ended && stands(s, r, scope, e->task))
		return true;
	if (e->moved != NONE && stands(s, r, scope, e->moved))
		return true;
	return (e->started != NONE && stands(s, r, scope, e->started)) ||
		begins(s, r, scope);
}

static bool shallow(const struct stop *s, const struct run *r)
{
	const struct event *e = &r->m->last;
	const struct task *t;
	const struct frame *f;
	const struct op_code *o;

	if (e->task != s->task || e->task == NONE)
		return false;
	t = task_at(r->m, s->task);
	f = task_frame(r->m, s->task);
	if (s->kind == STOP_SHALLOW || e->ended || !f || t->depth < s->depth)
		return e->ended || t->depth <= s->depth;
	o = &r->program.op[f->pc];
	if (t->depth > s->depth || o->procedure != s->procedure)
		return false;
	return s->kind == STOP_LATER ? o->row > s->row : o->row < s->row;
}

/* Whether the line handed a lock to the task of this CPU: its wait is over, and
 * its lock line done. */
static bool was_handed(const struct run *r, unsigned cpu)
{
	unsigned task = r->m->last.moved;

	return task != NONE && task_at(r->m, task)->cpu == cpu;
}

static bool holds(struct stop *s, const struct run *r,
	const struct scope *scope)
{
	s64 before = s->last;
	bool there = s->there;

	switch (s->kind) {
	case STOP_LINE:
		return s->cpu == NONE || r->m->last.cpu == s->cpu ||
			was_handed(r, s->cpu);
	case STOP_SHALLOW:
	case STOP_LATER:
	case STOP_EARLIER:
		return shallow(s, r);
	case STOP_PLACE:
	case STOP_DECISION:
	case STOP_HANDOFF:
		return arrives(s, r, scope);
	default:
		s->there = look(s, r, scope, &s->last);
		return s->kind == STOP_EXPR ? s->last && !before
			: there && s->there && s->last != before;
	}
}

/* Counts a hit at a step that nobody has counted yet. */
static bool counts(struct stop *s, const struct run *r, bool hit)
{
	struct stop_count *c = &s->count;
	u64 step = run_step(r);

	if (!c->first && step == c->seen + 1) {
		c->seen = step;
		c->hits += hit;
		if (c->hits > s->ignore)
			c->first = step;
	}
	return hit && c->first && step >= c->first;
}

bool stop_uncounted(const struct stop *s, const struct run *r)
{
	return s->ignore && !s->count.first && s->count.seen < run_step(r);
}

bool stop_hit(struct stop *s, const struct run *r, const struct scope *scope)
{
	bool hit;

	if (stop_is_test(s))
		return stop_test_hit(s);
	hit = holds(s, r, scope);
	if (hit && s->condition && s->kind != STOP_PLACE)
		hit = holds_on(s->condition, scope, s->cpu);
	return s->ignore ? counts(s, r, hit) : hit;
}
