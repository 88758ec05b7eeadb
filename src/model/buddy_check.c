/* SPDX-License-Identifier: GPL-3.0-or-later
 * What must hold of free blocks and per-CPU lists, and their digest.
 */
#include "model/machine.h"

/* Every frame is in one block, which starts at a multiple of its size; the
 * first page of a free block has no free buddy of the same order. */
static const char *check_blocks(const struct machine *m, const struct zone *z,
	u32 *pages)
{
	unsigned order;

	for (u32 pfn = z->first; pfn < z->first + z->frames;
		pfn += 1u << order) {
		const struct page *p = page_at(m, pfn);

		if (buddy_block(m, pfn, &order) != pfn)
			return "a page is in no block";
		if (pfn & ((1u << order) - 1))
			return "a block starts where its order does not allow";
		for (u32 i = 1; i < 1u << order; i++)
			if (page_at(m, pfn + i)->state != PAGE_BODY)
				return "two blocks overlap";
		if (p->state != PAGE_FREE)
			continue;
		pages[order]++;
		if (order + 1 < m->memory.orders &&
			buddy_is_free(m, p->zone, buddy_of(pfn, order), order))
			return "two free buddies did not merge";
	}
	return NULL;
}

static const char *check_list(const struct machine *m,
	const struct free_list *l, unsigned state, unsigned order,
	unsigned type, u32 *n)
{
	u32 before = NO_PAGE;

	for (u32 pfn = l->head; pfn != NO_PAGE; pfn = page_at(m, pfn)->next) {
		const struct page *p = page_at(m, pfn);

		if (p->state != state || p->list != order || p->flags != type)
			return "a page is on a list where it does not belong";
		if (p->prev != before || ++*n > m->memory.frames)
			return "a list of free pages is not linked both ways";
		before = pfn;
	}
	return l->tail == before ? NULL : "a list's tail is not its last page";
}

static const char *check_pcp(const struct machine *m, unsigned zone)
{
	const char *broken = NULL;
	u32 all = 0;

	for (unsigned cpu = 0; cpu < m->n_units; cpu++) {
		const struct pcp *c = pcp_at(m, cpu, zone);
		u32 n = 0;

		for (unsigned l = 0; !broken && l < MIGRATE_PCPTYPES; l++)
			broken = check_list(m, &c->list[l], PAGE_PCP, 0, l, &n);
		if (!broken && n != c->count)
			broken = "a CPU's list is longer than counted";
		all += n;
	}
	if (!broken && all != m->memory.zone[zone].pcp)
		broken = "pages on CPUs' lists are counted wrongly";
	return broken;
}

static const char *check_zone(const struct machine *m, unsigned zone)
{
	const struct zone *z = &m->memory.zone[zone];
	u32 blocks[BUDDY_ORDERS] = {0}, pages = z->moving;
	const char *broken = check_blocks(m, z, blocks);

	for (unsigned o = 0; !broken && o < BUDDY_ORDERS; o++) {
		u32 n = 0;

		for (unsigned l = 0; !broken && l < MIGRATE_TYPES; l++)
			broken = check_list(
				m, &z->area[o].list[l], PAGE_FREE, o, l, &n);
		if (!broken && (n != z->area[o].n || n != blocks[o]))
			broken = "free blocks are counted wrongly";
		pages += n << o;
	}
	if (!broken && pages != z->free)
		broken = "the free lists hold another sum than counted";
	if (!broken && z->moving &&
		lock_at(m, LOCK_ZONE + zone)->holder == NONE)
		broken = "pages are in a hand without the zone's lock";
	return broken ? broken : check_pcp(m, zone);
}

const char *buddy_check(const struct machine *m)
{
	const char *broken = NULL;

	for (unsigned i = 0; !broken && i < m->memory.zones; i++)
		broken = check_zone(m, i);
	return broken ? broken : compact_check(m);
}

/* What a compactor holds: blocks of so many pages, isolated pages. */
static const char *check_compactor(const struct machine *m,
	const struct compact_control *c)
{
	u32 pages = 0, n = 0;

	for (u32 pfn = c->free_first; pfn != NO_PAGE;
		pfn = page_at(m, pfn)->next) {
		if (page_at(m, pfn)->state != PAGE_HELD)
			return "a block that a compactor holds is not held";
		pages += 1u << page_at(m, pfn)->list;
		if (++n > m->memory.frames)
			return "a compactor's list is a circle";
	}
	if (pages != c->nr_free)
		return "a compactor holds another number of free pages";
	for (u32 pfn = c->migrate_first; pfn != NO_PAGE;
		pfn = page_at(m, pfn)->next, n++)
		if (page_at(m, pfn)->state != PAGE_ISOLATED ||
			n > 2 * m->memory.frames)
			return "a page that a compactor moves is not isolated";
	return NULL;
}

const char *compact_check(const struct machine *m)
{
	const char *broken = NULL;

	for (unsigned i = 0; !broken && i < m->n_tasks; i++)
		broken = check_compactor(m, compact_at(m, task_at(m, i)));
	return broken;
}

static u64 mix(u64 hash, u64 value)
{
	hash = (hash ^ value) * 0x9fb21c651e98df25u;
	return hash ^ hash >> 32;
}

u64 buddy_digest(const struct machine *m, u64 hash)
{
	const struct memory *mem = &m->memory;

	for (unsigned i = 0; i < mem->zones; i++)
		for (unsigned o = 0; o < mem->orders; o++)
			for (unsigned l = 0; l < MIGRATE_TYPES; l++)
				hash = mix(hash,
					mem->zone[i].area[o].list[l].head);
	for (unsigned cpu = 0; cpu < m->n_units; cpu++)
		for (unsigned i = 0; i < mem->zones; i++)
			for (unsigned l = 0; l < MIGRATE_PCPTYPES; l++)
				hash = mix(
					hash, pcp_at(m, cpu, i)->list[l].head);
	for (u32 pfn = 0; pfn < mem->frames; pfn = pageblock_end(m, pfn))
		hash = mix(hash, (u64)pageblock_type(m, pfn) |
			(u64)compact_skips(m, page_at(m, pfn)->zone, pfn) << 8);
	return compact_digest(m, mix(hash, mem->kswapd_order));
}

u64 compact_digest(const struct machine *m, u64 hash)
{
	for (unsigned i = 0; i < m->memory.zones; i++) {
		const struct compact_memory *k = &m->memory.zone[i].compact;

		hash = mix(hash, (u64)k->migrate_pfn[0] << 32 |
			k->migrate_pfn[1]);
		hash = mix(hash, (u64)k->free_pfn << 32 | k->considered);
		hash = mix(hash, (u64)k->defer_shift | (u64)k->flush << 8 |
			(u64)k->order_failed << 16);
	}
	for (unsigned i = 0; i < m->n_tasks; i++) {
		const struct compact_control *c = compact_at(m, task_at(m, i));

		hash = mix(hash, (u64)c->migrate_pfn << 32 | c->free_pfn);
		hash = mix(hash, (u64)c->migrate_first << 32 | c->free_first);
		hash = mix(hash, (u64)c->nr_migrate << 32 | c->nr_free);
	}
	return hash;
}
