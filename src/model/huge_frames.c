/* SPDX-License-Identifier: GPL-3.0-or-later
 * The frames behind huge pages at the start: one block each, as alloc_pages
 * gives it (mm/page_alloc.c, v4.5), before any line runs.
 *
 * Leaves out: watermarks, reclaim and compaction; a huge page for which there
 * is no block does not come into being. Rules: a block's pages are held one by
 * one, so that each can be freed alone after the split; where free memory has
 * single pages only, it is those that follow each other.
 */
#include "model/machine.h"
#include "model/task.h"

enum { SPARE = 32 }; /* left free for others */

static unsigned order_of(u32 pages)
{
	unsigned order = 0;

	while (1u << order < pages)
		order++;
	return order;
}

static u32 free_block(const struct machine *m, unsigned zone, unsigned order)
{
	const struct zone *z = &m->memory.zone[zone];

	for (unsigned o = order; o < m->memory.orders; o++)
		for (unsigned type = 0; type < MIGRATE_RESERVE; type++)
			if (z->area[o].list[type].head != NO_PAGE)
				return z->area[o].list[type].head;
	return NO_PAGE;
}

/* A block in the hand is given page by page. */
static void give_all(struct machine *m, u32 pfn)
{
	if (page_at(m, pfn)->list) {
		u32 upper = buddy_split(m, pfn);

		give_all(m, upper);
		give_all(m, pfn);
		return;
	}
	page_edit(m, pfn)->pte = NO_PAGE;
	page_edit(m, pfn)->slot = NO_PAGE;
	buddy_give(m, pfn, 0);
}

static u32 take_block(struct machine *m, unsigned zone, u32 pages)
{
	u32 pfn = free_block(m, zone, order_of(pages));
	enum migratetype type;

	if (pfn == NO_PAGE)
		return NO_PAGE;
	type = (enum migratetype)page_at(m, pfn)->flags;
	buddy_unlink(m, pfn);
	while (page_at(m, pfn)->list > order_of(pages))
		buddy_link(m, buddy_split(m, pfn), type, false);
	give_all(m, pfn);
	return pfn;
}

static u32 take_singles(struct machine *m, unsigned zone, u32 pages)
{
	u32 first = NO_PAGE;

	for (u32 i = 0; i < pages; i++) {
		u32 pfn = page_take(m, zone, 0);

		first = i ? first : pfn;
		if (pfn == first + i && pfn != NO_PAGE)
			continue;
		if (pfn != NO_PAGE)
			page_free(m, pfn, 0);
		while (i--)
			page_free(m, first + i, 0);
		return NO_PAGE;
	}
	return first;
}

u32 huge_take(struct machine *m, u32 pages)
{
	unsigned zone = m->memory.zones - 1;
	u32 pfn;

	if (m->memory.zone[zone].free < pages + SPARE)
		return NO_PAGE;
	pfn = m->memory.orders > 1 ? take_block(m, zone, pages)
				   : take_singles(m, zone, pages);
	if (pfn == NO_PAGE)
		return NO_PAGE;
	for (u32 i = 0; i < pages; i++)
		page_edit(m, pfn + i)->flags |= PAGE_HUGE;
	page_lru_add(m, pfn, LRU_UNEVICTABLE, false);
	return pfn;
}
