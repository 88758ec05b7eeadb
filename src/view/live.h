/* SPDX-License-Identifier: GPL-3.0-or-later
 * A machine as it is now: its zones, counters and slab caches.
 *
 * Rules: a pure function of two looks at the machine and of what is chosen; what
 * differs between the looks is marked.
 */
#ifndef VIEW_LIVE_H
#define VIEW_LIVE_H

#include "report/snapshot.h"
#include "view/pen.h"

enum live_pane { LIVE_ZONES, LIVE_COUNTERS, LIVE_CACHES, LIVE_PANES };
/* Items of the counters' pane. */
enum live_counter { LIVE_COMMITTED, LIVE_MADV_FREE, LIVE_PRESSURE,
	LIVE_COUNTER_N };
enum live_overlay { LIVE_NO_OVERLAY, LIVE_HELP, LIVE_WHY, LIVE_WHAT };

struct live {
	const struct snapshot *now;
	const struct snapshot *before;	/* the look before; NULL: none yet */
	const char *source;		/* a folder, or "this machine" */
	const char *trouble;		/* why there is no newer look; NULL */
	const char *status;		/* a message, or "" */
	bool status_error, frozen;
	unsigned every;			/* seconds */
	enum live_pane pane;		/* where the focus is */
	unsigned chosen[LIVE_PANES];	/* item of each */
	s64 order;			/* of the block that is asked of a zone */
	s64 mapping_pages;		/* of the next mapping, for vm_committed_as */
	enum live_overlay overlay;
	unsigned page;			/* of it */
};

/* Brings what is chosen into range. */
void live_clamp(struct live *l);
/* Items of a pane. */
unsigned live_items(const struct live *l, enum live_pane pane);

/* Draws the whole screen. Works for every size from 1×1. Returns the pages of the
 * overlay, 0 without one. */
unsigned view_live(const struct live *l, struct canvas *c);

/* ---- between view/live*.c ------------------------------------------------ */

pen_view live_zones_head, live_zones_view, live_zone_view;
pen_view live_counters_view, live_caches_head, live_caches_view;
pen_view live_help_view, live_why_view, live_what_view;
/* What Enter steps, "" if nothing: " Enter steps a block of order 3 ". */
struct word live_step(const struct live *l);

#endif
