/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which frame holds what at the start, by chance: mail 003's test, where memory is
 * taken at random positions, then by a hogger, and page cache fills the rest.
 *
 * Rules: the seed decides. Pinned frames lie anywhere. The others are taken as the
 * allocator gives single pages away, out of the smallest free blocks, so page
 * cache that came first, the oldest, lies in the smallest ones; that is an
 * assumption. Frames taken already (by `map` or `free_lists`) stay.
 */
#include "base/rng.h"
#include "model/machine.h"
#include "model/setup.h"

enum { NO_BLOCK = 255 };

static struct page *page_of(const struct machine *m, u32 pfn)
{
	return (struct page *)machine_at(m, m->memory.page_at) + pfn;
}

static bool is_free(const struct machine *m, u32 pfn)
{
	return page_at(m, pfn)->state == PAGE_FREE;
}

/* All frames in random order, in page.pte until we are done. */
static void shuffle(struct machine *m, u64 random)
{
	for (u32 i = 0; i < m->memory.frames; i++)
		page_of(m, i)->pte = i;
	for (u32 i = m->memory.frames; i-- > 1;) {
		u32 other = rng_below(&random, i + 1);
		u32 pfn = page_of(m, i)->pte;

		page_of(m, i)->pte = page_of(m, other)->pte;
		page_of(m, other)->pte = pfn;
	}
}

static bool all_free(const struct machine *m, u32 from, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (!is_free(m, from + i))
			return false;
	return true;
}

/* The order of the free block that starts at each frame, in page.list. */
static void find_blocks(struct machine *m)
{
	u32 frames = m->memory.frames;
	unsigned order;

	for (u32 pfn = 0; pfn < frames; pfn++)
		if (is_free(m, pfn))
			page_of(m, pfn)->list = NO_BLOCK;
	for (u32 pfn = 0; pfn < frames; pfn += 1u << order) {
		order = 0;
		if (!is_free(m, pfn))
			continue;
		while (order + 1 < m->memory.orders &&
			!(pfn & ((2u << order) - 1)) &&
			pfn + (2u << order) <= frames &&
			all_free(m, pfn + (1u << order), 1u << order))
			order++;
		page_of(m, pfn)->list = (u8)order;
	}
}

static void place(struct machine *m, u32 pfn, char sign)
{
	page_of(m, pfn)->list = 0;
	if (sign == 'c')
		memory_place_clean(m, pfn);
	else
		memory_place(m, pfn, sign == 'm' ? PAGE_MOVABLE : PAGE_HELD);
}

/* n pages out of one block; returns how many are still wanted. */
static s64 place_in(struct machine *m, u32 pfn, unsigned order, s64 n, char sign)
{
	for (u32 i = 0; i < 1u << order && n > 0; i++, n--)
		place(m, pfn + i, sign);
	return n;
}

/* As the allocator would give single pages: smallest blocks first. */
static void place_smallest(struct machine *m, s64 n, char sign)
{
	find_blocks(m);
	for (unsigned o = 0; o < m->memory.orders; o++)
		for (u32 i = 0; n > 0 && i < m->memory.frames; i++) {
			u32 pfn = page_at(m, i)->pte;

			if (is_free(m, pfn) && page_at(m, pfn)->list == o)
				n = place_in(m, pfn, o, n, sign);
		}
}

static void place_anywhere(struct machine *m, s64 n)
{
	for (u32 i = 0; n > 0 && i < m->memory.frames; i++) {
		u32 pfn = page_at(m, i)->pte;

		if (!is_free(m, pfn))
			continue;
		place(m, pfn, 'p');
		n--;
	}
}

/* Page cache until free = high, or as many pages. */
static s64 cache_pages(const struct machine *m, s64 pages)
{
	const struct zone *z = &m->memory.zone[m->memory.zones - 1];
	s64 free = 0;

	for (u32 i = 0; i < m->memory.frames; i++)
		free += is_free(m, i);
	if (pages < 0)
		return free > z->high ? free - z->high : 0;
	return pages;
}

void memory_place_by_chance(struct machine *m, const struct setup *s)
{
	const s64 *v = s->value;
	bool given = *setup_text(s, PARAM_MAP) ||
		*setup_text(s, PARAM_FREE_LISTS);

	shuffle(m, (u64)s->seed);
	if (!given) {
		place_anywhere(m, v[PARAM_PINNED_PAGES]);
		place_smallest(m, v[PARAM_MOVABLE_PAGES], 'm');
		place_smallest(m, v[PARAM_LRU_CLEAN_PAGES], 'c');
	}
	place_smallest(m, cache_pages(m, v[PARAM_PAGECACHE_PAGES]), 'c');
	for (u32 i = 0; i < m->memory.frames; i++) {
		page_of(m, i)->pte = NO_PAGE;
		if (is_free(m, i))
			page_of(m, i)->list = 0;
	}
}
