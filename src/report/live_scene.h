/* SPDX-License-Identifier: GPL-3.0-or-later
 * Decisions of a machine as scenes: its own numbers, to be stepped.
 *
 * Rules: pure functions; the text is a scene that scene_parse() takes. Its cue
 * "decision" is where one wants to stand.
 */
#ifndef REPORT_LIVE_SCENE_H
#define REPORT_LIVE_SCENE_H

#include "base/err.h"
#include "report/snapshot.h"

struct buf;

/* A mapping of so many pages meets vm_committed_as, from empty slots. False with
 * *e (ERR_NO), which names what is not known or too large for the model. */
bool live_counter_scene(const struct snapshot *s, s64 mapping_pages,
	struct buf *yaml, struct err *e);
/* A request of this order on the chosen zone's node, from the zone that the kernel
 * asks first. */
bool live_zone_scene(const struct snapshot *s, const struct report_zone *chosen,
	s64 order, struct buf *yaml, struct err *e);
/* A program gives pages back with MADV_FREE while as many are free as here. */
bool live_madv_scene(const struct snapshot *s, struct buf *yaml, struct err *e);

#endif
