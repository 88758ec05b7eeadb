/* SPDX-License-Identifier: GPL-3.0-or-later
 * A pen writes a pane's content line by line, wherever it is scrolled to.
 *
 * Rules: a view draws all its lines, from line 0 on, and never asks how it is
 * scrolled; pen_pane() runs it once to measure and once to draw, so it must
 * draw the same both times. Lines outside the box are clipped.
 */
#ifndef VIEW_PEN_H
#define VIEW_PEN_H

#include "view/canvas.h"
#include "view/moment.h"
#include "view/word.h"

struct pen {
	struct canvas *c;
	const struct moment *m;
	const struct moment_variant *v;	/* whose picture, listing … */
	int columns, rows;		/* of the box */
	int row;			/* the line being written */
	int skip;			/* lines scrolled out at the top */
	int keep_from, keep_to;		/* lines that should be seen; -1: none */
	bool by_halves;			/* scrolls seldom, half a pane at once */
	bool focused;			/* the pane has the focus */
	bool alone;			/* no other panes beside it */
	int item, items, wanted;	/* items so far; in all; the focused one */
	int focus_row, focus_column;	/* -1: none */
	char name[96];			/* of the focused item; "": none */
	const void *from;		/* what pen_plain() was given */
};

/* What became of drawing a pane. */
struct seen {
	int above, below;	/* lines cut off */
	int scroll;		/* as given, brought into range */
	char name[96];		/* published name under the focus, or "" */
};

/* Puts text on the current line; returns the column after it. */
int pen_put(struct pen *p, int column, enum style s, const char *text);
/* At most `columns` wide, cut with "…". */
int pen_cut(struct pen *p, int column, int columns, enum style s,
	const char *text);
/* Its last character before column `end`. */
void pen_right(struct pen *p, int end, enum style s, const char *text);
/* n times one character. */
int pen_fill(struct pen *p, int column, int n, enum style s, uint32_t ch);
/* Wraps text from this line on and goes to the line after it. */
void pen_wrap(struct pen *p, int column, enum style s, const char *text);
/* The same within the columns before `end`. */
void pen_wrap_to(struct pen *p, int column, int end, enum style s,
	const char *text);
void pen_next(struct pen *p);
int pen_width(const struct pen *p, const char *text);
/* The sign that stands for what is hidden until the question is answered. */
int pen_mask(struct pen *p, int column);
/* The sign before what the narration points at. */
void pen_point(struct pen *p, int column);
/* The focus is on this line, at this column. */
void pen_focus(struct pen *p, int column);
/* This line is the next item of the pane, named `name` (NULL: no name): sets
 * the focus if it is the chosen one. */
void pen_item(struct pen *p, int column, const char *name);
/* A label and a published name's value on this line, the value ending before
 * column `end` or later if it needs more; marks change and pointing. Returns
 * the column after the value's mark. */
int pen_field(struct pen *p, int column, int end, const char *label,
	const char *name);

/* The pane where the focus is. */
enum pane pane_focused(const struct moment *m);

typedef void pen_view(struct pen *p);
/* Draws a pane's content into `box` (canvas coordinates), scrolled by `scroll`
 * lines from where it stands by itself. */
struct seen pen_pane(struct canvas *c, struct box box, const struct moment *m,
	const struct moment_variant *v, enum pane pane, int scroll,
	pen_view *view);
/* A pane that shows no moment (m and v are NULL): the view draws p->from, and
 * stands where the chosen item is seen. */
struct seen pen_plain(struct canvas *c, struct box box, const void *from,
	bool focused, unsigned item, pen_view *view);
/* A pane's frame around `box`, its title in brackets where the focus is; returns
 * the inside. Its marks: what is cut off above and below. */
struct box pen_frame(struct canvas *c, struct box box, const char *title,
	bool focused);
void pen_frame_marks(struct canvas *c, struct box frame, const struct seen *seen);
/* How many lines it has at this width, and one page of it. */
int pen_lines(struct canvas *c, int columns, const struct moment *m,
	pen_view *view);
void pen_page(struct canvas *c, struct box box, const struct moment *m,
	int skip, pen_view *view);

#endif
