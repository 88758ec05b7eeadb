/* SPDX-License-Identifier: GPL-3.0-or-later
 * Lists of free blocks and per-CPU lists: struct free_area and struct
 * per_cpu_pages as of v4.2.
 *
 * Rules: only lines' execs call the functions that change something. A block in
 * the hand is PAGE_HELD and counted in zone.moving, so that the free count is
 * exact after every line.
 */
#include "model/gfp.h"
#include "model/machine.h"
#include "model/setup.h"
#include "model/zone.h"

static struct zone *zone_of(struct machine *m, u32 pfn)
{
	return &m->memory.zone[page_at(m, pfn)->zone];
}

u32 buddy_block(const struct machine *m, u32 pfn, unsigned *order)
{
	u32 head = pfn;
	unsigned state;

	for (unsigned o = 1; page_at(m, head)->state == PAGE_BODY; o++)
		head = pfn & ~((1u << o) - 1);
	state = page_at(m, head)->state;
	*order = state == PAGE_FREE || state == PAGE_HELD
			 ? page_at(m, head)->list
			 : 0;
	return head;
}

bool buddy_is_free(const struct machine *m, unsigned zone, u32 pfn,
	unsigned order)
{
	const struct zone *z = &m->memory.zone[zone];
	const struct page *p;

	if (pfn < z->first || pfn >= z->first + z->frames)
		return false;
	p = page_at(m, pfn);
	return p->state == PAGE_FREE && p->list == order;
}

static void list_unlink(struct machine *m, struct free_list *l, struct page *p)
{
	if (p->prev != NO_PAGE)
		page_edit(m, p->prev)->next = p->next;
	else
		l->head = p->next;
	if (p->next != NO_PAGE)
		page_edit(m, p->next)->prev = p->prev;
	else
		l->tail = p->prev;
	p->prev = p->next = NO_PAGE;
}

void buddy_unlink(struct machine *m, u32 pfn)
{
	struct zone *z = zone_of(m, pfn);
	struct page *p = page_edit(m, pfn);
	struct free_area *a = &z->area[p->list];

	list_unlink(m, &a->list[p->flags], p);
	a->n--;
	z->moving += 1u << p->list;
	p->state = PAGE_HELD;
	p->flags = 0;
}

void buddy_link(struct machine *m, u32 pfn, enum migratetype type, bool tail)
{
	struct zone *z = zone_of(m, pfn);
	struct page *p = page_edit(m, pfn);
	struct free_area *a = &z->area[p->list];

	page_link(m, &a->list[type].head, &a->list[type].tail, pfn, tail);
	a->n++;
	z->moving -= 1u << p->list;
	p->state = PAGE_FREE;
	p->flags = (u8)type;
}

void buddy_retype(struct machine *m, u32 pfn, enum migratetype type)
{
	struct page *p = page_edit(m, pfn);
	struct free_area *a = &zone_of(m, pfn)->area[p->list];

	list_unlink(m, &a->list[p->flags], p);
	page_link(m, &a->list[type].head, &a->list[type].tail, pfn, false);
	p->flags = (u8)type;
}

u32 buddy_split(struct machine *m, u32 pfn)
{
	struct page *p = page_edit(m, pfn);
	u32 upper = pfn + (1u << --p->list);
	struct page *q = page_edit(m, upper);

	q->state = PAGE_HELD;
	q->list = p->list;
	return upper;
}

u32 buddy_merge(struct machine *m, u32 pfn)
{
	u32 buddy = buddy_of(pfn, page_at(m, pfn)->list);
	u32 low = pfn < buddy ? pfn : buddy;
	struct page *p = page_edit(m, low),
		    *q = page_edit(m, low ^ pfn ^ buddy);

	p->list++;
	q->state = PAGE_BODY;
	q->list = 0;
	return low;
}

void buddy_give(struct machine *m, u32 pfn, unsigned cpu)
{
	struct zone *z = zone_of(m, pfn);
	u32 pages = 1u << page_at(m, pfn)->list;

	z->moving -= pages;
	z->free -= pages;
	z->held += pages;
	memory_count_free(m, page_at(m, pfn)->zone, cpu, -(int)pages);
}

void buddy_take_back(struct machine *m, u32 pfn, unsigned cpu)
{
	struct zone *z = zone_of(m, pfn);
	u32 pages = 1u << page_at(m, pfn)->list;

	z->held -= pages;
	z->free += pages;
	z->moving += pages;
	memory_count_free(m, page_at(m, pfn)->zone, cpu, (int)pages);
}

/* ---- pageblocks -----------------------------------------------------------
 */

/* The type in three bits, then the epoch in which a scanner found nothing. */
enum { TYPE_BITS = 3, TYPE_MASK = 7 };

static u32 *block_of(const struct machine *m, u32 pfn)
{
	return (u32 *)machine_at(m, m->memory.block_at) +
		(pfn >> m->memory.block_order);
}

enum migratetype pageblock_type(const struct machine *m, u32 pfn)
{
	return (enum migratetype)(*block_of(m, pfn) & TYPE_MASK);
}

void pageblock_set_type(struct machine *m, u32 pfn, enum migratetype type)
{
	u32 *b = block_of(m, pfn);

	machine_note(m, b, sizeof(*b));
	*b = (*b & ~(u32)TYPE_MASK) | (u32)type;
}

bool compact_skips(const struct machine *m, unsigned zone, u32 pfn)
{
	return *block_of(m, pfn) >> TYPE_BITS ==
		m->memory.zone[zone].compact.epoch;
}

void compact_set_skip(struct machine *m, unsigned zone, u32 pfn)
{
	u32 *b = block_of(m, pfn);

	machine_note(m, b, sizeof(*b));
	*b = (*b & TYPE_MASK) | m->memory.zone[zone].compact.epoch << TYPE_BITS;
}

void compact_forget_skips(struct machine *m, unsigned zone)
{
	m->memory.zone[zone].compact.epoch++;
}

void compact_forget(struct machine *m, unsigned zone)
{
	struct zone *z = &m->memory.zone[zone];

	compact_forget_skips(m, zone);
	z->compact.migrate_pfn[0] = z->compact.migrate_pfn[1] = z->first;
	z->compact.free_pfn = z->first + z->frames;
	z->compact.flush = 0;
}

u32 pageblock_start(const struct machine *m, u32 pfn)
{
	return pfn & ~((1u << m->memory.block_order) - 1);
}

u32 pageblock_end(const struct machine *m, u32 pfn)
{
	return pageblock_start(m, pfn) + (1u << m->memory.block_order);
}

/* ---- per-CPU lists --------------------------------------------------------
 */

const struct pcp *pcp_at(const struct machine *m, unsigned cpu, unsigned zone)
{
	return (const struct pcp *)machine_at(m, m->memory.pcp_at) +
	       cpu * ZONES_MAX + zone;
}

struct pcp *pcp_edit(struct machine *m, unsigned cpu, unsigned zone)
{
	struct pcp *c = (struct pcp *)machine_at(m, m->memory.pcp_at) +
			cpu * ZONES_MAX + zone;

	machine_note(m, c, sizeof(*c));
	return c;
}

static void pcp_link(struct machine *m, unsigned cpu, u32 pfn,
	enum migratetype type, bool tail)
{
	struct page *p = page_edit(m, pfn);
	struct pcp *c = pcp_edit(m, cpu, p->zone);

	p->state = PAGE_PCP;
	p->flags = (u8)type;
	p->list = 0;
	page_link(m, &c->list[type].head, &c->list[type].tail, pfn, tail);
	c->count++;
	zone_of(m, pfn)->pcp++;
}

static void pcp_unlink(struct machine *m, unsigned cpu, u32 pfn)
{
	struct page *p = page_edit(m, pfn);
	struct pcp *c = pcp_edit(m, cpu, p->zone);

	list_unlink(m, &c->list[p->flags], p);
	c->count--;
	zone_of(m, pfn)->pcp--;
	p->state = PAGE_HELD;
	p->flags = 0;
}

void pcp_append(struct machine *m, unsigned cpu, u32 pfn, enum migratetype type)
{
	buddy_give(m, pfn, cpu);
	zone_of(m, pfn)->held--;
	pcp_link(m, cpu, pfn, type, true);
}

/* A device's pages go to CPU 0's list, where its interrupt is served. */
void pcp_free(struct machine *m, unsigned cpu, u32 pfn)
{
	enum migratetype type = pageblock_type(m, pfn);

	pcp_link(m, cpu < m->n_cpus ? cpu : 0, pfn,
		type < MIGRATE_PCPTYPES ? type : MIGRATE_MOVABLE, false);
}

u32 pcp_pop(struct machine *m, unsigned cpu, unsigned zone,
	enum migratetype type)
{
	u32 pfn = pcp_at(m, cpu, zone)->list[type].head;

	if (pfn == NO_PAGE)
		return NO_PAGE;
	pcp_unlink(m, cpu, pfn);
	zone_of(m, pfn)->held++;
	return pfn;
}

u32 pcp_take_last(struct machine *m, unsigned cpu, unsigned zone,
	enum migratetype type)
{
	u32 pfn = pcp_at(m, cpu, zone)->list[type].tail;

	pcp_unlink(m, cpu, pfn);
	zone_of(m, pfn)->held++;
	buddy_take_back(m, pfn, cpu);
	return pfn;
}

/* ---- the allocator's view of a zone ---------------------------------------
 */

enum migratetype gfp_migratetype(unsigned gfp)
{
	return gfp & GFP_MOVABLE       ? MIGRATE_MOVABLE
	       : gfp & GFP_RECLAIMABLE ? MIGRATE_RECLAIMABLE
				       : MIGRATE_UNMOVABLE;
}

s64 zone_mark(const struct zone *z, unsigned flags)
{
	switch (flags & ALLOC_WMARK_MASK) {
	case ALLOC_WMARK_LOW:
		return z->low;
	case ALLOC_WMARK_HIGH:
		return z->high;
	default:
		return z->min;
	}
}

s64 zone_counted(const struct machine *m, s64 zone)
{
	const struct zone *z = &m->memory.zone[zone];

	return (s64)z->free + z->apart;
}

s64 zone_area(const struct machine *m, s64 zone, unsigned order)
{
	const struct zone_extra *e = &m->memory.request.zone[zone];

	return (s64)m->memory.zone[zone].area[order].n + e->far[order] +
		e->closed[order];
}

/* v4.4 looks for a block that the request can have; v4.2 takes all off the
 * count, whoever may have them. */
void zone_blocks(const struct machine *m, s64 zone, s64 *blocks)
{
	const struct zone_extra *e = &m->memory.request.zone[zone];

	for (unsigned o = 0; o < BUDDY_ORDERS; o++)
		blocks[o] = (s64)m->memory.zone[zone].area[o].n + e->far[o] +
			(m->memory.rule_4_4 ? 0 : e->closed[o]);
}

struct zone_request zone_request(const struct machine *m, s64 zone, s64 order,
	unsigned flags)
{
	const struct zone_extra *e = &m->memory.request.zone[zone];

	return (struct zone_request){.order = order,
		.mark = zone_mark(&m->memory.zone[zone], flags),
		.reserve = zone_reserve(m, zone),
		.high = flags & ALLOC_HIGH, .harder = flags & ALLOC_HARDER,
		.highatomic_pages = e->highatomic, .cma_pages = e->cma};
}

s64 zone_reserve(const struct machine *m, s64 zone)
{
	return m->memory.zone[zone].reserve;
}

bool zone_is_balanced(const struct machine *m, unsigned zone, s64 order)
{
	const struct zone *z = &m->memory.zone[zone];
	enum era era = m->memory.rule_4_4 ? ERA_4_4 : ERA_4_2;
	struct zone_request r = {.order = order, .mark = z->high};
	s64 blocks[ZONE_ORDERS], free = zone_counted(m, zone);

	zone_blocks(m, zone, blocks);
	if (!test_answer(zone_watermark_test(free, blocks, &r, era)))
		return false;
	r.mark = z->low;
	return !order || zone_compaction_suitable(free, blocks, &r, era) !=
				 COMPACT_SKIPPED;
}
