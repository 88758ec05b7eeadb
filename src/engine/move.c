/* SPDX-License-Identifier: GPL-3.0-or-later
 * Moves: going to a stop, a step or another run's time, in bounded slices.
 */
#include <stdlib.h>
#include <string.h>
#include "engine/move.h"
#include "engine/schedule.h"

void move_init(struct move *v, enum move_kind kind, unsigned follow,
	const struct scope *scope)
{
	memset(v, 0, sizeof(*v));
	v->kind = kind;
	v->follow = (u16)follow;
	v->count = v->passes = 1;
	v->scope = *scope;
}

static void begin_stops(struct move *v, const struct run *r)
{
	for (unsigned i = 0; i < v->n_stops; i++)
		stop_begin(&v->stop[i], r, &v->scope);
}

/* The stops that hold here, a bit each. All are asked, so that each keeps track
 * of its value. */
static u64 hits_here(struct move *v, const struct run *r)
{
	u64 hits = 0;

	for (unsigned i = 0; i < v->n_stops; i++)
		if (stop_hit(&v->stop[i], r, &v->scope))
			hits |= (u64)1 << i;
	return hits;
}

/* Whether the move ends at these stops, which are counted down. */
static bool ends_at(struct move *v, u64 hits)
{
	bool own = (hits & 1) && !--v->count;
	bool other = ((hits & ~v->at_once) >> 1) && !--v->passes;

	other = other || (hits & v->at_once);
	if (!own && !other)
		return false;
	v->which = 0;
	if (other)
		for (v->which = 1; !(hits >> v->which & 1); v->which++)
			;
	return true;
}

/* Whether a checkpoint (or the machine) does not lie beyond the goal. */
static bool before_goal(const struct machine *head, const void *user)
{
	const struct move *v = user;

	return v->kind == MOVE_TIME ? head->horizon_ns <= v->to
				    : head->work_done < v->to;
}

/* To the last known place from which the way to the goal leads forward. */
static void begin_along(struct move *v, struct run *r)
{
	u64 step = r->history ? history_last(r->history, before_goal, v) : 0;

	if (step > run_step(r) || !before_goal(r->m, v))
		run_rewind(r, step);
}

/* To where the counting of hits goes on, if some before here are not known. */
static void begin_counting(struct move *v, struct run *r)
{
	u64 from = UINT64_MAX;

	for (unsigned i = 0; i < v->n_stops; i++)
		if (stop_uncounted(&v->stop[i], r) &&
			v->stop[i].count.seen < from)
			from = v->stop[i].count.seen;
	v->counting = from != UINT64_MAX;
	if (v->counting)
		run_seek(r, from);
}

/* Grows with each line of the CPU, and with each lock that is handed to it. */
static u64 activity(const struct machine *m, unsigned cpu)
{
	return cpu_at(m, cpu)->lines + cpu_at(m, cpu)->clock_ns;
}

static bool less_active(const struct machine *head, const void *user)
{
	const struct move *v = user;

	return activity(head, v->stop[0].cpu) < v->active;
}

static bool takes_time(const struct machine *m)
{
	for (unsigned i = 0; i < COST_N; i++)
		if (!m->cost_ns[i])
			return false;
	return true;
}

static bool of_one_cpu(const struct move *v)
{
	return v->backward && v->n_stops == 1 &&
		v->stop[0].kind == STOP_LINE && v->stop[0].cpu != NONE;
}

static void note_activity(struct move *v, const struct run *r)
{
	if (of_one_cpu(v))
		v->active = activity(r->m, v->stop[0].cpu);
}

/* A line of one CPU is all that is looked for: where it rests there is none. At
 * some step not before limit - 1 it has been as `active`. */
static void skip_rest(struct move *v, struct run *r)
{
	if (!of_one_cpu(v) || v->limit < 2 || !r->history ||
		!takes_time(r->m))
		return;
	run_rewind(r, history_last(r->history, less_active, v));
	if (!run_step(r) && !less_active(r->m, v))
		v->limit = 1;		/* it has never done anything */
	else if (history_next(r->history, r->m) + 1 < v->limit)
		v->limit = history_next(r->history, r->m) + 1;
}

void move_begin(struct move *v, struct run *r)
{
	v->from = v->limit = run_step(r);
	v->state = MOVE_GOING;
	begin_counting(v, r);
	if (v->kind == MOVE_TIME || v->kind == MOVE_WORK)
		begin_along(v, r);
	else if (v->kind == MOVE_TO && (v->to < v->from || (r->history &&
		history_before(r->history, v->to) > v->from)))
		run_rewind(r, v->to);
	else if (v->kind == MOVE_STOP && !v->counting) {
		note_activity(v, r);
		skip_rest(v, r);
	}
	begin_stops(v, r);
}

/* One line; false if the run has ended. `quiet` counts those of which nobody
 * takes notice; it starts at 0. */
static bool next_line(struct run *r, u64 *quiet)
{
	if (!*quiet) {
		bool ran = run_line(r);

		*quiet = run_quiet(r);
		return ran;
	}
	if (run_ended(r))
		return false;
	run_quiet_line(r);
	--*quiet;
	return true;
}

/* Forward to where the move begins. */
static void count_hits(struct move *v, struct run *r, u64 lines)
{
	u64 quiet = 0;

	while (run_step(r) < v->from && lines--) {
		next_line(r, &quiet);
		hits_here(v, r);
	}
	v->counting = run_step(r) < v->from;
}

/* Who looks at each line. */
struct look {
	struct move *v;
	const struct run *r;
	u64 own;		/* lines of the CPU that is followed */
	u64 hits;		/* here */
	bool test;		/* one fast stop is all there is */
};

static bool look_here(void *user)
{
	struct look *l = user;
	struct move *v = l->v;
	unsigned cpu = l->r->m->last.cpu;

	l->own += cpu == v->follow;
	v->cpus[cpu / 64] |= (u64)1 << cpu % 64;
	l->hits = l->test ? stop_test_hit(&v->stop[0]) : hits_here(v, l->r);
	return l->hits;
}

/* Runs lines up to the first with hits, which it returns. Of `lines` some stay if
 * there are hits, or the run has ended. */
static u64 look_at_lines(struct move *v, struct run *r, u64 *lines)
{
	struct look l = { v, r, 0, 0, v->n_stops == 1 &&
		stop_is_test(&v->stop[0]) };
	u64 left = *lines;

	while (left && !l.hits && !run_ended(r)) {
		u64 quiet = run_quiet(r);

		if (quiet) {
			left -= run_quiet_lines(r, quiet < left ? quiet : left,
				look_here, &l);
		} else {
			run_line(r);
			look_here(&l);
			left--;
		}
	}
	if (!v->backward) {
		v->lines += *lines - left;
		v->others += *lines - left - l.own;
		if (v->follow < CPUS_MAX)
			v->cpus[v->follow / 64] &= ~((u64)1 << v->follow % 64);
	}
	*lines = left;
	return l.hits;
}

static enum move_state go_forward(struct move *v, struct run *r, u64 lines)
{
	while (lines) {
		u64 hits = look_at_lines(v, r, &lines);

		if (hits && ends_at(v, hits))
			return v->state = MOVE_HIT;
		if (!hits && lines)
			return v->state = MOVE_ENDED;
	}
	return MOVE_GOING;
}

static enum move_state go_to(struct move *v, struct run *r, u64 lines)
{
	u64 left = v->to - run_step(r);

	if (left > lines)
		left = lines;
	if (run_lines(r, left) < left)
		v->state = MOVE_ENDED;
	else if (run_step(r) == v->to)
		v->state = MOVE_HIT;
	return v->state;
}

/* Whether the goal takes one more line. (A run that ends reaches no time.) */
static bool goes_on(const struct move *v, struct run *r)
{
	if (v->kind == MOVE_WORK)
		return r->m->work_done < v->to;
	return run_ended(r) || schedule_next_ns(r->m) <= v->to;
}

static enum move_state go_along(struct move *v, struct run *r, u64 lines)
{
	u64 quiet = 0;

	while (lines--) {
		if (!goes_on(v, r))
			return v->state = MOVE_HIT;
		if (!next_line(r, &quiet))
			return v->state = MOVE_ENDED;
	}
	return MOVE_GOING;
}

static void add_hits(struct move *v, u64 step, u64 stops)
{
	if (v->n_hits == v->size_hits) {
		v->size_hits = v->size_hits ? v->size_hits * 2 : 64;
		v->hits = mem_resize(v->hits,
			v->size_hits * sizeof(*v->hits));
	}
	v->hits[v->n_hits++] = (struct move_hit){ step, stops };
}

/* All stops in (start, limit) will be found forward. Whether there is a stop at
 * a step takes the step before: hence limit - 2. */
static void begin_scan(struct move *v, struct run *r)
{
	run_rewind(r, v->limit - 2);
	v->start = run_step(r);
	note_activity(v, r);
	v->n_hits = 0;
	begin_stops(v, r);
	v->scanning = true;
}

/* A scan has ended: there, or on to the interval before. */
static enum move_state end_scan(struct move *v, struct run *r)
{
	v->scanning = false;
	while (v->n_hits) {
		const struct move_hit *hit = &v->hits[--v->n_hits];

		if (!ends_at(v, hit->stops))
			continue;
		run_seek(r, hit->step);
		return v->state = MOVE_HIT;
	}
	v->limit = v->start + 1;
	skip_rest(v, r);
	return v->state;
}

static enum move_state go_back(struct move *v, struct run *r, u64 lines)
{
	u64 left;

	if (v->limit < 2) {
		run_seek(r, 0);
		return v->state = MOVE_STARTED;
	}
	if (!v->scanning)
		begin_scan(v, r);
	left = v->limit - 1 - run_step(r);
	if (left > lines)
		left = lines;
	while (left) {
		u64 hits = look_at_lines(v, r, &left);

		if (!hits)
			break;
		add_hits(v, run_step(r), hits);
	}
	if (run_step(r) + 1 < v->limit)
		return MOVE_GOING;
	return end_scan(v, r);
}

enum move_state move_slice(struct move *v, struct run *r, u64 lines)
{
	if (v->state != MOVE_GOING)
		return v->state;
	if (v->counting) {
		count_hits(v, r, lines);
		return MOVE_GOING;	/* who limits a slice knows where it begins */
	}
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
