/* SPDX-License-Identifier: GPL-3.0-or-later
 * Moves: going to a stop, a step or another run's time, in bounded slices.
 */
#include <stdlib.h>
#include <string.h>
#include "engine/move.h"
#include "model/task.h"

void move_init(struct move *v, enum move_kind kind, unsigned follow,
	const struct scope *scope)
{
	memset(v, 0, sizeof(*v));
	v->kind = kind;
	v->follow = (u16)follow;
	v->count = 1;
	v->scope = *scope;
}

static void begin_stops(struct move *v, const struct run *r)
{
	for (unsigned i = 0; i < v->n_stops; i++)
		stop_begin(&v->stop[i], r, &v->scope);
}

/* The stop that holds here, or n_stops. All are asked, so that each keeps
 * track of its value. */
static unsigned first_hit(struct move *v, const struct run *r)
{
	unsigned hit = v->n_stops;

	for (unsigned i = v->n_stops; i-- > 0;)
		if (stop_hit(&v->stop[i], r, &v->scope))
			hit = i;
	return hit;
}

static u64 finished_by(const struct move *v, const struct run *r)
{
	return v->kind == MOVE_TIME ? r->m->horizon_ns : r->m->work_done;
}

void move_begin(struct move *v, struct run *r)
{
	v->from = v->limit = run_step(r);
	v->state = MOVE_GOING;
	if (v->kind == MOVE_TO && v->to < v->from)
		run_rewind(r, v->to);
	else if (v->kind == MOVE_TO && r->history &&
		history_before(r->history, v->to) > v->from)
		run_rewind(r, v->to);
	while ((v->kind == MOVE_TIME || v->kind == MOVE_WORK) &&
		finished_by(v, r) > v->to && run_step(r) > 0)
		run_rewind(r, run_step(r) - 1);
	begin_stops(v, r);
}

static void count_line(struct move *v, const struct run *r)
{
	unsigned cpu = r->m->last.cpu;

	v->lines++;
	if (cpu == v->follow)
		return;
	v->others++;
	v->cpus[cpu / 64] |= (u64)1 << cpu % 64;
}

static enum move_state go_forward(struct move *v, struct run *r, u64 lines)
{
	while (lines--) {
		unsigned hit;

		if (!run_line(r))
			return v->state = MOVE_ENDED;
		count_line(v, r);
		hit = first_hit(v, r);
		if (hit == v->n_stops || (!hit && --v->count))
			continue;
		v->which = hit;
		return v->state = MOVE_HIT;
	}
	return MOVE_GOING;
}

static enum move_state go_to(struct move *v, struct run *r, u64 lines)
{
	u64 now = run_step(r), left = v->to - now;

	if (left > lines)
		left = lines;
	if (run_lines(r, left) < left)
		return v->state = MOVE_ENDED;
	if (run_step(r) == v->to)
		v->state = MOVE_HIT;
	return v->state;
}

/* Whether one more line still starts by the time, or is needed for the work. */
static bool goes_on(const struct move *v, struct run *r)
{
	struct machine *m = r->m;

	if (run_ended(r))
		return false;
	if (v->kind == MOVE_WORK)
		return m->work_done < v->to;
	if (m->mode == MODE_TIME && m->focus == NONE)
		return ring_entry(m, 0)->clock_ns <= v->to;
	return m->horizon_ns <= v->to;
}

static enum move_state go_along(struct move *v, struct run *r, u64 lines)
{
	while (lines--) {
		if (!goes_on(v, r)) {
			/* other modes tell the time of a line only by running it */
			if (v->kind == MOVE_TIME && r->m->horizon_ns > v->to &&
				run_step(r))
				run_seek(r, run_step(r) - 1);
			return v->state = MOVE_HIT;
		}
		run_line(r);
	}
	return MOVE_GOING;
}

static void add_hit(struct move *v, u64 step, unsigned stop)
{
	if (v->n_hits == v->size_hits) {
		v->size_hits = v->size_hits ? v->size_hits * 2 : 64;
		v->hits = mem_resize(v->hits,
			v->size_hits * sizeof(*v->hits));
	}
	v->hits[v->n_hits++] = (struct move_hit){ step, stop };
}

/* The interval before the limit: all stops in (start, limit), found forward. */
static void begin_scan(struct move *v, struct run *r)
{
	run_rewind(r, v->limit - 1);
	v->start = run_step(r);
	v->n_hits = 0;
	begin_stops(v, r);
	v->scanning = true;
}

/* A scan has ended: there, or on to the interval before. */
static enum move_state end_scan(struct move *v, struct run *r)
{
	v->scanning = false;
	for (size_t i = v->n_hits; i-- > 0;) {
		if (!v->hits[i].stop && --v->count)
			continue;
		v->which = v->hits[i].stop;
		run_seek(r, v->hits[i].step);
		return v->state = MOVE_HIT;
	}
	v->limit = v->start + 1;
	if (v->start == 0) {
		run_seek(r, 0);
		v->state = MOVE_STARTED;
	}
	return v->state;
}

static enum move_state go_back(struct move *v, struct run *r, u64 lines)
{
	if (v->limit == 0)
		return v->state = MOVE_STARTED;
	if (!v->scanning)
		begin_scan(v, r);
	while (run_step(r) + 1 < v->limit && lines--) {
		unsigned hit;

		run_line(r);
		hit = first_hit(v, r);
		if (hit < v->n_stops)
			add_hit(v, run_step(r), hit);
	}
	if (run_step(r) + 1 >= v->limit)
		return end_scan(v, r);
	return MOVE_GOING;
}

enum move_state move_slice(struct move *v, struct run *r, u64 lines)
{
	if (v->state != MOVE_GOING)
		return v->state;
	if (v->kind == MOVE_TO)
		return go_to(v, r, lines);
	if (v->kind == MOVE_TIME || v->kind == MOVE_WORK)
		return go_along(v, r, lines);
	return v->backward ? go_back(v, r, lines) : go_forward(v, r, lines);
}

void move_cancel(struct move *v, struct run *r)
{
	run_seek(r, v->from);
	v->state = MOVE_HIT;
}

void move_done(struct move *v)
{
	free(v->hits);
	v->hits = NULL;
}

enum move_state move_all(struct move *v, struct run *r)
{
	move_begin(v, r);
	while (move_slice(v, r, UINT64_C(1) << 40) == MOVE_GOING)
		;
	return v->state;
}
