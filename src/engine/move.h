/* SPDX-License-Identifier: GPL-3.0-or-later
 * Moves: going to a stop, a step or another run's time, in bounded slices.
 *
 * Rules: a move is begun, then sliced until it is no longer MOVE_GOING; between
 * slices nothing else may touch the run. Backwards, intervals between
 * checkpoints are scanned forward, the last first.
 */
#ifndef ENGINE_MOVE_H
#define ENGINE_MOVE_H

#include "engine/stop.h"

enum { MOVE_STOPS = 35 };

enum move_kind {
	MOVE_STOP,	/* to the count-th stop of stop[0], or the passes-th other */
	MOVE_TO,	/* to step `to` */
	MOVE_TIME,	/* behind the last line that starts by time `to` */
	MOVE_WORK,	/* to the first step with `to` pieces of work finished */
};

enum move_state { MOVE_GOING, MOVE_HIT, MOVE_ENDED, MOVE_STARTED };

struct move_hit {
	u64 step;
	u64 stops;		/* a bit each */
};

struct move {
	enum move_kind kind;
	bool backward;
	u64 count, passes, to;
	struct stop stop[MOVE_STOPS];	/* [0] the move's own; others breakpoints */
	unsigned n_stops;
	u64 at_once;			/* of them, a bit each: no count passes these */
	struct scope scope;
	/* result */
	enum move_state state;
	unsigned which;			/* stop that was hit: another before [0] */
	u64 lines;			/* forward: lines that ran */
	u64 others;			/* of them on CPUs other than `follow` */
	u16 follow;
	u64 cpus[CPUS_MAX / 64 + 1];	/* forward: which other units ran */
	/* inner */
	u64 from;			/* where it began */
	u64 limit;			/* no stop from here on counts */
	u64 start;			/* of the interval that is scanned */
	u64 active;			/* there: what the CPU looked for has done */
	bool scanning;
	bool counting;			/* hits before `from`, see stop.h */
	struct move_hit *hits;
	size_t n_hits, size_hits;
};

/* Zeroes it; `scope` as for stop_begin. */
void move_init(struct move *v, enum move_kind kind, unsigned follow,
	const struct scope *scope);
void move_begin(struct move *v, struct run *r);
/* Runs at most about `lines` lines; returns v->state. */
enum move_state move_slice(struct move *v, struct run *r, u64 lines);
/* Back to where it began. */
void move_cancel(struct move *v, struct run *r);
void move_done(struct move *v);
/* All slices at once. */
enum move_state move_all(struct move *v, struct run *r);

#endif
