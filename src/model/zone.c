/* SPDX-License-Identifier: GPL-3.0-or-later
 * Zone marks: mm/page_alloc.c and mm/vmstat.c as of v4.0 to v4.4, with v6.12's
 * marks beside them.
 *
 * Leaves out: the minimum that transparent huge pages ask for, highmem zones and
 * v6.12's boosted marks.
 */
#include "model/zone.h"

enum { MIN_FREE_LEAST_KB = 128, SCALE_FACTOR = 10, SCALE = 10000 };

/* The largest r with r × r ≤ x. */
static s64 square_root(s64 x)
{
	s64 r = 0;

	for (s64 bit = INT64_C(1) << 31; bit; bit >>= 1)
		if ((u64)(r + bit) * (u64)(r + bit) <= (u64)x)
			r += bit;
	return r;
}

s64 zone_min_free_kbytes(s64 lowmem_kb, enum era era)
{
	s64 most = era >= ERA_6_12 ? 262144 : 65536;
	s64 kb = square_root(lowmem_kb * 16);

	if (kb < MIN_FREE_LEAST_KB)
		return MIN_FREE_LEAST_KB;
	return kb < most ? kb : most;
}

/* From mark to mark in v6.12: a quarter, but at least 0.1 % of the zone. */
static s64 gap(s64 min_pages, s64 managed_pages)
{
	s64 scaled = managed_pages * SCALE_FACTOR / SCALE;

	return min_pages / 4 > scaled ? min_pages / 4 : scaled;
}

s64 zone_watermark_low(s64 min_pages, s64 managed_pages, enum era era)
{
	if (era >= ERA_6_12)
		return min_pages + gap(min_pages, managed_pages);
	return min_pages + min_pages / 4;
}

s64 zone_watermark_high(s64 min_pages, s64 managed_pages, enum era era)
{
	if (era >= ERA_6_12)
		return min_pages + 2 * gap(min_pages, managed_pages);
	return min_pages + min_pages / 2;
}

/* A thousandth of the zone, at most half a megabyte; a quarter of that; then one
 * less than a power of two. */
s64 zone_batchsize(s64 managed_pages)
{
	s64 batch = managed_pages / 1024, power = 1;

	if (batch > 128)
		batch = 128;
	batch = batch / 4 > 1 ? batch / 4 : 1;
	while (2 * power <= batch + batch / 2)
		power *= 2;
	return power - 1;
}

s64 zone_lazyfree_threshold(s64 min_free_kbytes)
{
	s64 pages = min_free_kbytes >> 2;

	return pages + (pages >> 1);
}

s64 zone_mark_lowered(s64 mark, bool high, bool harder)
{
	if (high)
		mark -= mark / 2;
	if (harder)
		mark -= mark / 4;
	return mark;
}

void zone_watermark_less(s64 *free_pages, s64 *mark, s64 blocks, s64 order)
{
	*free_pages -= blocks << order;
	*mark >>= 1;
}

struct test zone_some_block(const s64 *blocks, unsigned orders, s64 order)
{
	s64 n = 0;

	for (s64 o = order; o < (s64)orders; o++)
		n += blocks[o];
	return test_of(n, REL_GT, 0);
}

/* CMA pages and reserve count in the first comparison only. */
unsigned zone_watermark_steps(s64 free_pages, const s64 *blocks, unsigned orders,
	const struct zone_request *r, enum era era,
	struct test out[ZONE_STEPS])
{
	s64 left = free_pages - ((INT64_C(1) << r->order) - 1);
	s64 kept = era >= ERA_4_4 && !r->harder ? r->highatomic_pages : 0;
	s64 mark = zone_mark_lowered(r->mark, r->high, r->harder);
	unsigned n = 0;

	out[n++] = test_of(left - kept - r->cma_pages, REL_GT,
		mark + r->reserve);
	if (!test_answer(out[0]) || !r->order)
		return n;
	if (era >= ERA_4_4) {
		out[n++] = zone_some_block(blocks, orders, r->order);
		return n;
	}
	/* Blocks that are too small don't count, and a smaller mark will do. */
	for (s64 o = 0; o < r->order && test_answer(out[n - 1]); o++) {
		zone_watermark_less(&left, &mark,
			o < (s64)orders ? blocks[o] : 0, o);
		out[n++] = test_of(left, REL_GT, mark);
	}
	return n;
}

struct test zone_watermark_test(s64 free_pages, const s64 *blocks,
	const struct zone_request *r, enum era era)
{
	struct test steps[ZONE_STEPS];

	return steps[zone_watermark_steps(free_pages, blocks, ZONE_ORDERS, r,
		era, steps) - 1];
}

enum compact_result zone_compaction_suitable(s64 free_pages, const s64 *blocks,
	const struct zone_request *r, enum era era)
{
	enum { EXTFRAG_THRESHOLD = 500 };
	struct zone_request single = *r;
	s64 index;

	if (test_answer(zone_watermark_test(free_pages, blocks, r, era)))
		return COMPACT_PARTIAL;
	single.order = 0;
	single.mark += INT64_C(2) << r->order;
	if (!test_answer(zone_watermark_test(free_pages, blocks, &single, era)))
		return COMPACT_SKIPPED;
	index = zone_fragmentation_index(blocks, r->order);
	if (index >= 0 && index <= EXTFRAG_THRESHOLD)
		return COMPACT_SKIPPED;
	return COMPACT_CONTINUE;
}

s64 zone_free_pages(const s64 *blocks)
{
	s64 pages = 0;

	for (s64 o = 0; o < ZONE_ORDERS; o++)
		pages += blocks[o] << o;
	return pages;
}

bool zone_lists_apart(s64 counted, s64 listed)
{
	enum { LEAST = 4096 };
	s64 apart = counted > listed ? counted - listed : listed - counted;

	return listed && apart > LEAST && apart > (counted + listed) / 4;
}

s64 zone_fragmentation_index(const s64 *blocks, s64 order)
{
	s64 n = 0, requested = INT64_C(1) << order;

	for (s64 o = 0; o < ZONE_ORDERS; o++)
		n += blocks[o];
	if (!n)
		return 0;
	if (test_answer(zone_some_block(blocks, ZONE_ORDERS, order)))
		return -1000;
	return 1000 - (1000 + zone_free_pages(blocks) * 1000 / requested) / n;
}
