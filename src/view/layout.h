/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where everything stands on a screen of a given size.
 *
 * Rules: boxes never overlap and lie within the screen; an empty box means that
 * there is no room or that a cue has hidden the pane.
 */
#ifndef VIEW_LAYOUT_H
#define VIEW_LAYOUT_H

#include "view/canvas.h"
#include "view/moment.h"

enum layout_kind {
	LAYOUT_SMALL,	/* below 40×12: one line says so */
	LAYOUT_ONE,	/* one pane at a time */
	LAYOUT_FULL,	/* from 80×24 */
};

struct layout {
	enum layout_kind kind;
	struct box title, content, story, score, timeline, keys;
	struct box code;			/* with its frame, "this line" too */
	struct box chart;			/* with its frame */
	bool chart_alone;			/* in the picture's place */
	struct box picture[VARIANTS_MAX];	/* with their frames */
	unsigned variant[VARIANTS_MAX], n_pictures;
};

/* `card` is the number of rows that an open card needs, 0: none. */
void layout_make(struct layout *l, const struct moment *m, int rows,
	int columns, int card);
/* Whether the strip chart is to be seen, on a wide screen or another. */
bool layout_has_chart(const struct moment *m, bool wide);
/* Room for all panes at once. */
bool layout_is_full(int rows, int columns);
/* Of `rows` rows for listing and "this line" together, those of the listing. */
int layout_code_rows(int rows, int listing_lines);

#endif
