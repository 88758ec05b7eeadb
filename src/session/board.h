/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board: which runs the figures and checks of scenes need, and what
 * comes out of them.
 *
 * Rules: board_new() finds all runs; each is a job. board_run() alone may run in
 * a thread beside others, for different jobs; everything else is for one thread
 * at a time. A job's machine is kept only until all that read it have done so.
 * Cues take no part: a figure is about the workload alone.
 */
#ifndef SESSION_BOARD_H
#define SESSION_BOARD_H

#include "engine/run.h"
#include "scene/figure.h"

/* What --sensitivity moves: a row of costs.yaml, or one of these. The seed is the
 * measure of chance: seeds 2 and 3 instead of 1. */
enum { BEND_TRANSFER = COST_N, BEND_ITERATION, BEND_SEED, BEND_N };
const char *bend_name(unsigned bend);

struct board_point {		/* one run of each variant that is asked for */
	const struct scene *scene;
	struct setup setup;		/* of all variants */
	u32 variants;			/* bits */
	unsigned left;			/* runs not yet done */
	struct run *run[VARIANTS_MAX];	/* NULL: not done, or read already */
	bool used[BEND_N];		/* costs that some run paid, if counted */
};

struct board_job {
	unsigned point, variant;
	struct run *run;
	bool used[BEND_N];
};

struct board_reading {		/* an expression at the end of a point's runs */
	const struct expr *expr;
	unsigned point, shown;
	bool ready, known;
	s64 value;
};

struct board_figure {
	const struct scene *scene;
	const struct figure *is;
	unsigned place, reading;	/* the scene's number; see readings */
};

struct board_check {
	const struct scene *scene;
	const struct figure_check *is;	/* NULL: that a figure is near enough */
	const struct figure *figure;
	unsigned place, first, n;	/* the scene's number; readings */
};

/* How a figure moves with one cost. */
struct board_effect {
	unsigned figure, bend;
	unsigned less, more;		/* readings: cost × 0.8, × 1.2; seed 2, 3 */
};

/* In the order of scenes and files; nothing here moves once jobs are taken. */
struct board {
	struct board_point **points;
	struct board_job *jobs;
	struct board_reading *readings;
	struct board_figure *figures;
	struct board_check *checks;
	struct board_effect *effects;
	unsigned n_points, n_jobs, n_readings, n_figures, n_checks, n_effects;
	unsigned taken, done;		/* jobs */
	unsigned place;			/* the scene that is being added */
	bool counting;			/* jobs count which costs they pay */
};

/* Both take scenes that live longer. False: values that don't go together, with
 * the figure's place; the board is then empty. */
bool board_new(struct board *b, const struct scene *const *scenes, unsigned n,
	struct err *e);
/* Figures alone, on shortened runs whose times are in fifths of a nanosecond, so
 * that ±20 % of a cost is a whole number. */
bool board_shortened(struct board *b, const struct scene *const *scenes,
	unsigned n, struct err *e);
/* Once all its jobs are done: the runs in which one cost is another. */
void board_bend(struct board *b);
void board_free(struct board *b);

/* The next job to run; false: all are taken. */
bool board_take(struct board *b, unsigned *job);
/* Runs it to its end. */
void board_run(struct board *b, unsigned job);
/* Reads what can be read now. */
void board_finish(struct board *b, unsigned job);

/* 1 it holds, 0 it does not, -1 it can't be told (yet). */
int board_holds(const struct board *b, const struct board_check *c);
/* Whether all its readings are ready. */
bool board_check_ready(const struct board *b, const struct board_check *c);
/* False: nothing shows that the run paid this cost. */
bool board_effect_shown(const struct board *b, const struct board_effect *x);
/* value ÷ value without the bend − 1, in thousandths; false: not known. */
bool board_effect_thousandths(const struct board *b,
	const struct board_effect *x, bool more, s64 *out);

#endif
