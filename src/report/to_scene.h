/* SPDX-License-Identifier: GPL-3.0-or-later
 * A report as a scene: its zones are the machine's, what failed is played.
 *
 * Rules: pure functions, no file is touched. What a scene needs and the report
 * does not say is an error that names it; nothing is guessed.
 */
#ifndef REPORT_TO_SCENE_H
#define REPORT_TO_SCENE_H

#include "base/err.h"
#include "model/request.h"
#include "report/judge.h"

struct buf;

/* What is asked, and of which zones. */
struct played {
	struct told_zone zone[ZONES_MAX];	/* the lowest first */
	const struct zone_view *view[ZONES_MAX];
	unsigned n, main;		/* main: the zone to speak of */
	s64 order;
	bool high, harder, waits, last_high;
};

/* Whether anything went wrong with a request in one zone after the other. */
struct outcome {
	enum request_state state;
	unsigned zone;			/* that gave */
	enum mark mark;			/* of the last try */
	s64 missing[ZONES_MAX];		/* by how much the last check refused; 0 */
};

/* False with *e (ERR_NO) if there is nothing to play, or something is missing. */
bool report_played(const struct report *r, const struct judgement *j,
	struct played *out, struct err *e);
/* The comparison that decides for zone i at a mark, and which one it is: 1 the
 * mark, else an order or a block. */
unsigned played_check(const struct played *p, unsigned i, enum era era,
	enum mark mark, struct test *last);
/* What the model will do, by the model's own rule. */
void played_outcome(const struct played *p, enum era era, struct outcome *out);
/* The same pages in the largest blocks: no compaction can give more. */
void played_compact(struct played *p);
/* Marks without their boost; false if there is none. */
bool played_unboost(struct played *p);

/* Writes the scene. `source` names the report ("kern.log"), `order` is what to
 * suppose where nothing was asked (0 if REPORT_UNKNOWN). */
bool report_scene(const struct report *r, const char *source, s64 order,
	struct buf *yaml, struct err *e);
/* The same as one request to look at: without questions, and without the acts that
 * ask what would have changed the answer; cue "decision" is its first try. */
bool report_request(const struct report *r, const char *source, s64 order,
	struct buf *yaml, struct err *e);

#endif
