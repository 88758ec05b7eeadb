/* SPDX-License-Identifier: GPL-3.0-or-later
 * Samples: what values were over a run, in at most SAMPLES parts of equal length.
 *
 * Rules: every state counts, so that a part's low and high are those of a scan
 * of all its states; parts double in length when the run outgrows them. The
 * samples' own copy of the run goes from step 0 forward, in bounded slices; the
 * run itself stays where it is. An input at step k makes void what lies from k
 * on: samples_cut() before it is applied.
 */
#ifndef ENGINE_SAMPLES_H
#define ENGINE_SAMPLES_H

#include "engine/stop.h"

enum { SAMPLES = 512, SERIES_MAX = 6, DECISIONS_MAX = 1024 };

struct range {
	s64 low, high, last;
	bool known;		/* the expression had a value */
};

struct samples {
	u64 width;		/* states in a part: a power of two */
	u64 states;		/* 0 to states - 1 are in */
	u64 time_ns[SAMPLES];	/* model time of each part's first state */
	u64 end_ns;		/* and of the last state */
	unsigned n_series;
	struct range range[SERIES_MAX][SAMPLES];
	struct {		/* where a CPU came to a decision */
		u64 step;
		u16 cpu;
	} decision[DECISIONS_MAX];
	unsigned n_decisions;
	bool many;		/* there were more */
	/* inner */
	struct run *copy;	/* NULL: to be made */
	bool stale;		/* its inputs are to be had again */
};

static inline unsigned samples_parts(const struct samples *p)
{
	return p->states ? (unsigned)((p->states - 1) / p->width) + 1 : 0;
}

/* None yet, of so many series. */
void samples_init(struct samples *p, unsigned n_series);
void samples_done(struct samples *p);
/* Takes in states up to step `to`, running at most about `lines` lines. True when
 * they are in (or the run has ended). The expressions have no variant's prefix
 * and no local. */
bool samples_slice(struct samples *p, const struct run *r,
	const struct expr *const *series, u64 to, u64 lines);
/* Whether the next slice makes a copy of the run first, which takes as long as
 * setting up a machine; or is given one: a fresh run_new() of the same setup. */
bool samples_lack_run(const struct samples *p, u64 to);
void samples_give_run(struct samples *p, struct run *fresh,
	const struct run *r);
/* Forgets what lies from this step on. */
void samples_cut(struct samples *p, u64 step);

#endif
