/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a click on the screen means.
 */
#ifndef VIEW_HIT_H
#define VIEW_HIT_H

#include "view/canvas.h"
#include "view/moment.h"

enum hit_kind { HIT_NOTHING, HIT_STEP, HIT_PANE };

struct hit {
	enum hit_kind kind;
	s64 step;		/* HIT_STEP: on the timeline or the chart */
	enum pane pane;		/* HIT_PANE */
};

/* `c` is the canvas last drawn; row and column from 0. */
struct hit view_hit(const struct moment *m, struct canvas *c, int row,
	int column);

#endif
