/* SPDX-License-Identifier: GPL-3.0-or-later
 * The lists of pages that a task that reclaims has in its hands.
 *
 * Rules: a scan is a grain of the machine's body, one a task; it is written
 * between scan_edit() and the end of a line. A page is on one list at most and
 * isolated as long as it is on one.
 */
#ifndef MODEL_SCAN_H
#define MODEL_SCAN_H

#include "model/mapping.h"

/* A list of isolated pages, linked by page.next, the oldest first; the first
 * page's prev is the last page. */
struct page_list {
	u32 first, n;
};
enum scan_list {
	LIST_PAGE,		/* isolated, to be looked at */
	LIST_NOW,		/* the one that is looked at */
	LIST_BATCH,		/* locked, to be removed from batch_mapping */
	LIST_REMOVED,		/* just removed, lock not yet let go */
	LIST_RET,		/* kept: back to the LRU lists */
	LIST_FREE,		/* to be freed */
	SCAN_LISTS
};
struct scan {			/* a grain: what a task has in its hands */
	struct page_list list[SCAN_LISTS];
	u16 batch_mapping;	/* NONE: not set */
	u16 zero;
	u32 zeros[3];
};

const struct scan *scan_at(const struct machine *m, unsigned task);
struct scan *scan_edit(struct machine *m, unsigned task);
void page_list_push(struct machine *m, struct page_list *l, u32 pfn);
u32 page_list_pop(struct machine *m, struct page_list *l);

/* trylock_page for a task that reclaims, and unlock_page. */
bool page_trylock(struct machine *m, u32 pfn, unsigned task);
void page_let_go(struct machine *m, u32 pfn);
/* The first broken invariant of all tasks' lists, or NULL. */
const char *scan_check(const struct machine *m);

#endif
