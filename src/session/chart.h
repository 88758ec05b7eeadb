/* SPDX-License-Identifier: GPL-3.0-or-later
 * The strip chart: watched values over the part of the run that has been seen.
 *
 * Rules: what is charted are the values that `chart` named; else the displays and
 * watchpoints; else the scene's own. Nothing that lies behind the furthest step a
 * person has been to is taken in, and nothing is told while a question is open.
 */
#ifndef SESSION_CHART_H
#define SESSION_CHART_H

#include "engine/samples.h"
#include "session/session.h"

enum chart_wish {
	CHART_WATCHED,	/* where there is room beside the rest, if watched */
	CHART_OPEN, CHART_CLOSED,
};

enum { CHART_TEXT = 96, CHART_COLUMNS = 64 };

/* Makes the run that samples go through, a run_new() of this setup; NULL: not yet,
 * ask again. `which` differs where the setup may. */
struct chart_maker {
	struct run *(*make)(void *user, const struct setup *s, u64 which);
	void *user;
};

struct chart {
	struct chart_maker maker;	/* make NULL: the chart does it itself */
	u64 acts;			/* how often an act was opened */
	enum chart_wish wish;
	bool by_steps;			/* else by model time */
	char own[SERIES_MAX][CHART_TEXT];	/* named by `chart` */
	unsigned n_own;
	bool watched;			/* some are the person's */
	unsigned columns;		/* of the last drawing; 0: not drawn */
	struct expr *series[SERIES_MAX];	/* owned */
	unsigned n;
	struct samples *of[VARIANTS_MAX];	/* owned; NULL: does not run */
	u64 seen[VARIANTS_MAX];		/* furthest step one has been to */
	u64 extent;			/* of the axis: a step, or ns */
	s64 rolling;			/* by how many columns, while pending */
};

/* A fresh one; for another act (what is charted stays); for another future. */
struct chart *chart_new(void);
void chart_free(struct chart *c);
void chart_reset(struct chart *c);
void chart_cut(struct chart *c, unsigned variant, u64 step);
/* One has been where the variants stand now. */
void chart_seen(struct session *s);
/* Looks what is to be charted and how far. Not while a command is pending. */
void chart_sync(struct session *s);
/* Takes in about `lines` lines more; true when all is in. Without a maker the
 * first slice of a variant takes as long as setting up its machine. */
bool chart_slice(struct session *s, u64 lines);
bool handle_chart(struct session *s, const struct command *c, struct err *e);
/* Columns of the chart back or forth; begun, and gone on with in slices. */
bool chart_roll(struct session *s, s64 by, struct err *e);
void slice_roll(struct session *s, u64 lines);
/* As numbers, for a dialogue. */
void chart_rows(struct session *s);

/* "chart NAME NAME", if it was asked for, as a line. */
void chart_as_command(const struct session *s, struct buf *out);

/* ---- the axis ---- */

/* Where a step of this variant lies on the axis: a step, or ns. */
u64 chart_position(const struct chart *c, unsigned variant, u64 step);
/* The column of a position, of so many columns. */
int chart_column(const struct chart *c, u64 position, int columns);
/* The step under a column, at most the furthest seen. */
u64 chart_step(const struct chart *c, unsigned variant, int column,
	int columns);

#endif
