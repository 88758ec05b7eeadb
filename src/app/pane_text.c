/* SPDX-License-Identifier: GPL-3.0-or-later
 * Panes and overlays of the screen as plain lines, for shell.
 */
#include "app/pane_text.h"
#include "output/canvas_text.h"
#include "output/rows_text.h"
#include "view/from_session.h"
#include "view/views.h"

enum { WIDEST = 78, MOST_LINES = 500 };

/* Overlays that no row says. */
static pen_view *overlay_view(enum overlay o)
{
	switch (o) {
	case OVERLAY_LEGEND: return legend_view;
	case OVERLAY_MAP: return map_view;
	case OVERLAY_TABLE: return table_view;
	default: return NULL;
	}
}

static pen_view *wanted_view(const struct session *s, const struct moment *m)
{
	switch (s->ui.wants_pane) {
	case PANE_PICTURE: return picture_view(m);
	case PANE_LINE: return thisline_view;
	default: return overlay_view(s->ui.overlay);
	}
}

static void draw(const struct moment *m, pen_view *view, int columns,
	struct buf *out)
{
	struct canvas *c = canvas_new(1, columns, true);
	int lines = pen_lines(c, columns, m, view);
	struct buf text = { 0 };

	canvas_free(c);
	if (lines > MOST_LINES)
		lines = MOST_LINES;
	c = canvas_new(lines, columns, true);
	pen_page(c, (struct box){ 0, 0, lines, columns }, m, 0, view);
	canvas_text(c, &text);
	rows_clean(out, buf_text(&text), GAP_KEPT);
	buf_done(&text);
	canvas_free(c);
}

void pane_text(struct session *s, int columns, struct buf *out)
{
	struct moment_store store = { 0 };
	struct moment *m = moment_of(&store, s);
	pen_view *view = wanted_view(s, m);

	if (columns < PANE_TEXT_LEAST)
		columns = PANE_TEXT_LEAST;
	if (columns > WIDEST)
		columns = WIDEST;
	if (view)
		draw(m, view, columns, out);
	s->ui.wants_pane = 0;
	moment_store_done(&store);
}
