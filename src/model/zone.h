/* SPDX-License-Identifier: GPL-3.0-or-later
 * Zone marks: the rules of mm/page_alloc.c as functions of plain numbers.
 */
#ifndef MODEL_ZONE_H
#define MODEL_ZONE_H

#include "model/procedure.h"

enum { ZONE_ORDERS = 11 };	/* free lists of order 0 to 10 */

/* min_free_kbytes for this much low memory, kB ≥ 0: 4 × √lowmem_kb, kept within
 * 128 and 65,536 (v4.0), from 262,144 on in v5.10 and ERA_6_12. */
s64 zone_min_free_kbytes(s64 lowmem_kb, enum era era);
/* Low and high mark, pages, of a zone whose share of the minimum is min_pages.
 * Only ERA_6_12 looks at the zone's managed_pages. */
s64 zone_watermark_low(s64 min_pages, s64 managed_pages, enum era era);
s64 zone_watermark_high(s64 min_pages, s64 managed_pages, enum era era);
/* Pages that go to or from a CPU's list at once, 0 in small zones (v4.2). */
s64 zone_batchsize(s64 managed_pages);
/* Mail 000's threshold, pages: MADV_FREE is lazy only above it. */
s64 zone_lazyfree_threshold(s64 min_free_kbytes);

/* A request for a block, as the watermark check sees it. */
struct zone_request {
	s64 order, mark, reserve;	/* reserve: lowmem_reserve of its class */
	bool high, harder;		/* may go below the mark: ALLOC_… */
	s64 highatomic_pages;		/* ERA_4_4: kept for such requests */
	s64 cma_pages;			/* free ones that it may not have */
};
enum { ZONE_STEPS = 32 };		/* more than any order has */
/* The comparisons of the check, in their order: the mark, then a block (v4.4) or
 * (v4.2) one comparison per smaller order; the last is the one that decides.
 * blocks[0 .. orders); r->order < ZONE_STEPS. Returns how many, at least 1. */
unsigned zone_watermark_steps(s64 free_pages, const s64 *blocks, unsigned orders,
	const struct zone_request *r, enum era era,
	struct test out[ZONE_STEPS]);
/* __zone_watermark_ok: the comparison that decides, of the rules of v4.2 (or of
 * v4.4, which look at the mark once and then for a block). blocks[o] free blocks
 * of order o, ZONE_ORDERS of them; free_pages is the zone's count. */
struct test zone_watermark_test(s64 free_pages, const s64 *blocks,
	const struct zone_request *r, enum era era);
/* Its parts, for the check line by line: the mark less half of it (high), less a
 * quarter of the rest (harder); one order of v4.2's loop, whose blocks don't count
 * and of whose mark half will do; v4.4's look for a block. */
s64 zone_mark_lowered(s64 mark, bool high, bool harder);
void zone_watermark_less(s64 *free_pages, s64 *mark, s64 blocks, s64 order);
struct test zone_some_block(const s64 *blocks, unsigned orders, s64 order);
/* compaction_suitable: what compaction would find. SKIPPED: too little is free,
 * or what fails is not for fragmentation. r->mark is the low mark. */
enum compact_result { COMPACT_DEFERRED, COMPACT_SKIPPED, COMPACT_CONTINUE,
	COMPACT_PARTIAL, COMPACT_COMPLETE, COMPACT_RESULTS };
enum compact_result zone_compaction_suitable(s64 free_pages, const s64 *blocks,
	const struct zone_request *r, enum era era);
/* Pages in these free blocks. */
s64 zone_free_pages(const s64 *blocks);
/* A zone's counter and the pages in its lists that a report gives, if they can't be
 * of about the same time. Empty lists are drift's sign, not this. */
bool zone_lists_apart(s64 counted, s64 listed);
/* fragmentation_index (mm/vmstat.c): near 0, memory is lacking; near 1,000, it is
 * there in too small blocks; −1,000, a block of the order is free. */
s64 zone_fragmentation_index(const s64 *blocks, s64 order);

#endif
