/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who changed a value: a search for stops at its changes.
 */
#include "engine/who.h"

static s64 value(const struct who *w, const struct run *r)
{
	return name_get(r->m, w->name.id, w->name.index);
}

/* The step's line without the step's inputs, on a copy of the run that stands
 * before it: which of them changed the value? */
static void tell(struct who *w, struct run *r, u64 step)
{
	struct change *c = &w->change;
	struct run *copy;
	s64 between;

	run_seek(r, step - 1);
	c->found = true;
	c->step = step;
	c->before = value(w, r);
	copy = run_clone(r);
	copy->inputs.n = copy->input;
	run_line(copy);
	between = value(w, copy);
	c->by = copy->m->last;
	run_free(copy);
	run_seek(r, step);
	c->after = value(w, r);
	c->edited = between != c->after;
	if (between == c->before)
		c->by.cpu = NONE;
}

static bool changed_here(struct who *w, struct run *r)
{
	s64 now = value(w, r), before;

	if (!w->from)
		return false;
	run_seek(r, w->from - 1);
	before = value(w, r);
	run_seek(r, w->from);
	return before != now;
}

static enum move_state end(struct who *w, struct run *r)
{
	move_done(&w->move);
	run_seek(r, w->from);
	return w->move.state = MOVE_HIT;
}

void who_begin(struct who *w, enum which which, struct name_use name,
	struct run *r, const struct scope *scope)
{
	*w = (struct who){ .which = which, .name = name,
		.from = run_step(r), .here = which == WHICH_LAST };
	if (which == WHICH_FIRST)
		run_seek(r, 0);
	move_init(&w->move, MOVE_STOP, 0, scope);
	w->move.backward = which == WHICH_LAST;
	w->move.n_stops = 1;
	w->move.stop[0] = (struct stop){ .kind = STOP_CHANGE, .cpu = NONE,
		.name = { name.id, name.index, NONE } };
	move_begin(&w->move, r);
}

enum move_state who_slice(struct who *w, struct run *r, u64 lines)
{
	if (w->here) {
		w->here = false;
		if (changed_here(w, r)) {
			tell(w, r, w->from);
			return end(w, r);
		}
	}
	if (move_slice(&w->move, r, lines) == MOVE_GOING)
		return MOVE_GOING;
	if (w->move.state == MOVE_HIT)
		tell(w, r, run_step(r));
	return end(w, r);
}

void who_cancel(struct who *w, struct run *r)
{
	w->change.found = false;
	end(w, r);
}
