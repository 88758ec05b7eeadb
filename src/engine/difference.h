/* SPDX-License-Identifier: GPL-3.0-or-later
 * First difference of two runs: for each task the k-th line it ran and, for an
 * `if`, its answer; the earliest mismatch in model time.
 *
 * Rules: a mismatch is as early as the earlier of its two lines; of equally early
 * ones that of the task with the lowest number counts. A task that has a k-th
 * line in one run only (the other has ended) is a mismatch too.
 */
#ifndef ENGINE_DIFFERENCE_H
#define ENGINE_DIFFERENCE_H

#include "engine/run.h"

enum difference_state { DIFFERENCE_GOING, DIFFERENCE_FOUND, DIFFERENCE_NONE };

struct difference_side {
	u64 step;		/* the line runs as this step (state step - 1 stands on it) */
	u64 time_ns;		/* when it starts */
	u16 pc;			/* NONE: the task has no k-th line here */
	u8 answer;
};

struct difference {
	enum difference_state state;
	unsigned task;
	u64 k;			/* from 0 */
	u64 time_ns;		/* of the earlier of its lines */
	bool after;		/* only what is later than: set after begin */
	u64 after_ns;
	unsigned after_task;
	struct difference_side side[2];
	struct difference_work *work;
};

/* Compares from step 0, on copies: the runs stay where they are. A task has but
 * one mismatch, its first; those of all tasks are had one after the other with
 * `after`. */
void difference_begin(struct difference *d, const struct run *a,
	const struct run *b);
/* The same with fresh runs at step 0, which it frees. */
void difference_begin_with(struct difference *d, struct run *a, struct run *b);
/* At most about `lines` lines of both. */
enum difference_state difference_slice(struct difference *d, u64 lines);
void difference_done(struct difference *d);

#endif
