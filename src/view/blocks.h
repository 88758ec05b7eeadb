/* SPDX-License-Identifier: GPL-3.0-or-later
 * Free blocks by order, and the comparisons of the watermark check under them:
 * what the pictures of slub-fallback and of a report's request share.
 */
#ifndef VIEW_BLOCKS_H
#define VIEW_BLOCKS_H

#include "model/zone.h"
#include "view/pen.h"

/* What is asked of which zone. */
struct ask {
	unsigned zone;
	s64 order, mark;
	const char *mark_name;
	unsigned flags;		/* enum alloc_flag */
	bool running;		/* some request is under way */
};
/* The mark that alloc flags choose, of a->zone. */
void ask_set_mark(struct ask *a, const struct machine *m, unsigned flags);
/* The frame of a procedure on this task's stack, the innermost; or NULL. */
const struct frame *blocks_frame(const struct pen *p, unsigned task,
	unsigned procedure);

/* The columns of the table, orders [first, n): the last one may stand for all
 * larger orders. end[o]: the column behind it. */
struct columns {
	unsigned first, n;
	bool more;
	u8 end[BUDDY_ORDERS];
};
struct columns blocks_columns(const struct pen *p, const struct ask *a);
/* Rows "order" and "blocks". */
void blocks_draw(struct pen *p, const struct ask *a, const struct columns *c);
/* The comparisons, one a column; "left", "must be" and the answer. Returns how
 * many there are. */
unsigned blocks_compare(const struct pen *p, const struct ask *a, enum era era,
	struct test *t);
void blocks_check(struct pen *p, const struct ask *a, const struct columns *c);
/* "no, 858 pages short", without the unit if the column is too far right for it. */
struct word blocks_short(const struct pen *p, int column, s64 pages);

#endif
