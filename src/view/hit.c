/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a click on the screen means.
 */
#include "view/hit.h"
#include "view/layout.h"
#include "view/views.h"

static bool inside(struct box b, int row, int column)
{
	return row >= b.row && row < b.row + b.rows && column >= b.column &&
		column < b.column + b.columns;
}

struct hit view_hit(const struct moment *m, struct canvas *c, int row,
	int column)
{
	struct hit hit = {HIT_NOTHING, -1, PANE_STORY};
	struct layout l;

	layout_make(&l, m, c->rows, c->columns, 0);
	if (l.kind == LAYOUT_SMALL || m->overlay)
		return hit;
	if (inside(l.timeline, row, column)) {
		hit.step = timeline_step(c, m, l.timeline.columns,
			column - l.timeline.column);
		hit.kind = hit.step < 0 ? HIT_NOTHING : HIT_STEP;
		return hit;
	}
	if (l.kind == LAYOUT_FULL && inside(l.chart, row, column)) {
		hit.step = chart_step_at(c, m, l.chart.columns - 2,
			column - l.chart.column - 1);
		hit.kind = hit.step < 0 ? HIT_NOTHING : HIT_STEP;
		return hit;
	}
	if (l.kind != LAYOUT_FULL)
		return hit;
	hit.kind = HIT_PANE;
	if (inside(l.code, row, column))
		hit.pane = PANE_CODE;
	else if (!inside(l.story, row, column))
		hit.pane = PANE_PICTURE;
	return hit;
}
