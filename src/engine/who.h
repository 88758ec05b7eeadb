/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who changed a value: the line (or the edit) that did so last, next or first.
 *
 * Rules: a search is begun, then sliced until it is no longer MOVE_GOING, as a
 * move; meanwhile the run is elsewhere, and nothing else may touch it. At the
 * end it stands where it stood. Step 0 is the start: what is set there is given.
 */
#ifndef ENGINE_WHO_H
#define ENGINE_WHO_H

#include "engine/move.h"

enum which { WHICH_LAST, WHICH_NEXT, WHICH_FIRST, WHICH_N };

struct change {
	bool found;
	u64 step;		/* the state that has the new value */
	struct event by;	/* the line; cpu NONE: no line did it */
	bool edited;		/* an edit or a cue at that step did, too */
	s64 before, after;
};

struct who {
	enum which which;
	struct name_use name;
	struct change change;	/* valid when the search has ended */
	/* inner */
	struct move move;
	u64 from;
	bool here;		/* LAST: the present step is still to be looked at */
};

/* `scope` as for stop_begin; the name is of this run. */
void who_begin(struct who *w, enum which which, struct name_use name,
	struct run *r, const struct scope *scope);
/* About `lines` lines. MOVE_GOING, or MOVE_HIT when it has ended. */
enum move_state who_slice(struct who *w, struct run *r, u64 lines);
/* Gives up: back to where it began. */
void who_cancel(struct who *w, struct run *r);

#endif
