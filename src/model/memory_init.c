/* SPDX-License-Identifier: GPL-3.0-or-later
 * Physical memory at the beginning: zones, their marks, and what is in each
 * frame.
 *
 * Leaves out: boot's own memory. Rules: with `free_lists` or `map` the frames
 * are as given; else all are free, in the largest aligned blocks, lowest first.
 */
#include <string.h>
#include "model/gfp.h"
#include "model/machine.h"
#include "model/mapping.h"
#include "model/setup.h"
#include "model/zone.h"

static struct page *page_of(const struct machine *m, u32 pfn)
{
	return (struct page *)machine_at(m, m->memory.page_at) + pfn;
}

/* MAX_ORDER is 11 and a pageblock 512 pages, in small machines 5 and 8. */
enum { LARGE_FRAMES = 4096, SMALL_ORDERS = 5 };

static u32 rounded(u64 bytes)
{
	return (u32)((bytes + GRAIN - 1) / GRAIN * GRAIN);
}

void memory_lay_out(struct machine *m, const struct setup *s, u32 *end)
{
	struct memory *mem = &m->memory;
	const s64 *v = s->value;

	if (!(setup_parts(s) & PART_MEMORY))
		return;
	mem->frames = setup_frames(s);
	mem->region_pages = (u32)v[PARAM_REGION_PAGES];
	mem->ptes = s->workload == WORKLOAD_RECLAIM ? 0
		: (u32)(v[PARAM_PROCESSES] * v[PARAM_REGION_PAGES]);
	mem->slots = (u32)v[PARAM_SWAP_PAGES];
	mem->orders = 1;
	if (setup_parts(s) & PART_ORDERS) {
		bool large = mem->frames >= LARGE_FRAMES ||
			*setup_text(s, PARAM_ZONE_LIST);

		mem->orders = large ? BUDDY_ORDERS : SMALL_ORDERS;
		mem->block_order = large ? 9 : 3;
		mem->pcp_at = *end;
		mem->block_at = mem->pcp_at + rounded((u64)m->n_units *
			ZONES_MAX * sizeof(struct pcp));
		mem->compact_at = mem->block_at + rounded(sizeof(u32) *
			((u64)(mem->frames >> mem->block_order) + 1));
		*end = mem->compact_at + rounded((u64)m->n_tasks *
			sizeof(struct compact_control));
	}
	mem->page_at = *end;
	mem->pte_at = mem->page_at +
		rounded((u64)mem->frames * sizeof(struct page));
	mem->slot_at = mem->pte_at + rounded((u64)mem->ptes * sizeof(u32));
	*end = mem->slot_at + rounded((u64)mem->slots * sizeof(u32));
}

/* ---- blocks and per-CPU lists, with PART_ORDERS ------------------------- */

static void init_lists(struct machine *m)
{
	struct memory *mem = &m->memory;

	for (unsigned i = 0; i < mem->zones; i++) {
		struct zone *z = &mem->zone[i];

		z->batch = zone_batchsize(mem->request.zone[i].managed
			? mem->request.zone[i].managed : z->frames);
		z->pcp_high = z->batch ? 6 * z->batch : 1;
		z->batch = z->batch ? z->batch : 1;
		z->compact = (struct compact_memory){
			.migrate_pfn = { z->first, z->first },
			.free_pfn = z->first + z->frames,
			.epoch = 1 };
	}
	for (unsigned i = 0; i < m->n_tasks; i++) {
		struct compact_control *c = compact_edit(m, task_at(m, i));

		c->migrate_first = c->free_first = NO_PAGE;
	}
	for (unsigned cpu = 0; cpu < m->n_units; cpu++)
		for (unsigned i = 0; i < ZONES_MAX; i++)
			for (unsigned l = 0; l < MIGRATE_PCPTYPES; l++)
				pcp_edit(m, cpu, i)->list[l] =
					(struct free_list){NO_PAGE, NO_PAGE};
	for (u32 pfn = 0; pfn < mem->frames; pfn++)
		pageblock_set_type(m, pfn, MIGRATE_MOVABLE);
}

/* The largest block of free frames that starts here. */
static unsigned free_order(const struct machine *m, const struct zone *z,
	u32 pfn)
{
	unsigned order = 0;

	for (; order + 1 < m->memory.orders; order++) {
		u32 size = 1u << order, end = pfn + 2 * size;

		if ((pfn & (2 * size - 1)) || end > z->first + z->frames)
			break;
		for (u32 i = pfn + size; i < end; i++)
			if (page_at(m, i)->state != PAGE_FREE)
				return order;
	}
	return order;
}

void memory_build_lists(struct machine *m, unsigned zone)
{
	struct zone *z = &m->memory.zone[zone];
	unsigned order;

	z->free = z->moving = 0;
	for (u32 pfn = z->first; pfn < z->first + z->frames;
		pfn += 1u << order) {
		struct page *p = page_of(m, pfn);

		order = 0;
		if (p->state != PAGE_FREE)
			continue;
		order = free_order(m, z, pfn);
		for (u32 i = 1; i < 1u << order; i++)
			page_of(m, pfn + i)->state = PAGE_BODY;
		p->list = (u8)order;
		z->free += 1u << order;
		z->moving += 1u << order;
		buddy_link(m, pfn, pageblock_type(m, pfn), true);
	}
}

void memory_place(struct machine *m, u32 pfn, enum page_state state)
{
	struct page *p = page_of(m, pfn);
	struct zone *z = &m->memory.zone[p->zone];

	p->state = (u8)state;
	if (state == PAGE_HELD || state == PAGE_MOVABLE)
		p->flags = PAGE_KEPT;
	if (state == PAGE_HELD)
		z->held++;
	else if (state == PAGE_MOVABLE)
		z->movable++;
}

/* A page that reclaim can free without writing. */
void memory_place_clean(struct machine *m, u32 pfn)
{
	memory_place(m, pfn, PAGE_HELD);
	if (!(m->parts & PART_FILES))
		return;
	page_of(m, pfn)->flags = 0;
	page_cache_fill(m, 0, pfn);
}

static s64 square_root(s64 x)
{
	s64 r = 0;

	while ((r + 1) * (r + 1) <= x)
		r++;
	return r;
}

static s64 bits(s64 x) /* fls() */
{
	s64 n = 0;

	for (; x > 0; x >>= 1)
		n++;
	return n;
}

/* calculate_normal_threshold and calculate_pressure_threshold (mm/vmstat.c). */
static void set_thresholds(struct zone *z, s64 cpus)
{
	s64 normal = 2 * bits(cpus) * (1 + bits(z->frames >> 15));
	s64 pressure = (z->low - z->min) / cpus;

	z->drift_threshold = normal < 125 ? normal : 125;
	z->pressure_threshold = pressure < 1	 ? 1
				: pressure < 125 ? pressure
						 : 125;
}

static void init_zone(struct machine *m, unsigned i, u32 first, u32 frames,
	enum era era)
{
	struct memory *mem = &m->memory;
	struct zone *z = &mem->zone[i];
	s64 gigabytes = frames >> 18;

	z->first = first;
	z->frames = frames;
	z->min = (mem->min_free_kbytes >> 2) * frames / mem->frames;
	z->low = zone_watermark_low(z->min, frames, era);
	z->high = zone_watermark_high(z->min, frames, era);
	z->inactive_ratio = gigabytes ? square_root(10 * gigabytes) : 1;
	for (unsigned l = 0; l < LRU_LISTS; l++)
		z->list[l] = (struct lru_list){NO_PAGE, NO_PAGE, 0};
	set_thresholds(z, m->n_cpus);
	for (unsigned o = 0; o < BUDDY_ORDERS; o++)
		for (unsigned l = 0; l < MIGRATE_TYPES; l++)
			z->area[o].list[l] =
				(struct free_list){NO_PAGE, NO_PAGE};
	for (u32 pfn = first + frames; pfn-- > first;) {
		struct page *p = page_of(m, pfn);

		*p = (struct page){NO_PAGE, z->area[0].list[0].head, NO_PAGE,
			NO_PAGE, PAGE_FREE, 0, 0, (u8)i};
		if (mem->orders == 1)
			z->area[0].list[0].head = pfn;
	}
	z->free = frames;
}

static void init_slots(struct machine *m)
{
	struct memory *mem = &m->memory;
	u32 *slot = machine_at(m, mem->slot_at);

	for (u32 i = 0; i < mem->slots; i++)
		slot[i] = (i + 1 < mem->slots ? i + 1 : UINT32_MAX >> 2) << 2;
	mem->slot_first = mem->slots ? 0 : NO_PAGE;
	mem->slot_last = mem->slots ? mem->slots - 1 : NO_PAGE;
	mem->slots_free = mem->slots;
}

/* The zones that the parameter `zones` chooses. */
static void init_zones(struct machine *m, const struct setup *s, enum era era)
{
	struct memory *mem = &m->memory;
	u32 dma = mem->frames >= 65536 ? 3977 : 8;

	mem->zones = s->value[PARAM_ZONES] ? 2 : 1;
	if (mem->zones == 2) {
		init_zone(m, 0, 0, dma, era);
		init_zone(m, 1, dma, mem->frames - dma, era);
		mem->zone[0].reserve =
			(s64)mem->zone[1].frames / (dma == 8 ? 8 : 256);
	} else {
		init_zone(m, 0, 0, mem->frames, era);
	}
	mem->zone[mem->zones - 1].reserve = s->value[PARAM_RESERVE_PAGES];
}

/* Those of a `zone_list`, if there is one. */
static bool init_told_zones(struct machine *m, const struct setup *s)
{
	struct memory *mem = &m->memory;
	struct told_zone told[ZONES_MAX];
	struct zone_layout layout;
	unsigned n = setup_told_zones(s, told);
	s64 min;

	if (!n)
		return false;
	zone_list_layout(told, n, &layout);
	mem->zones = n;
	min = 0;
	for (unsigned i = 0; i < n; i++) {
		init_zone(m, i, layout.first[i], layout.frames[i], ERA_4_2);
		zone_list_marks(m, i, &told[i]);
		min += told[i].min - told[i].boost;
		set_thresholds(&mem->zone[i], m->n_cpus);
	}
	mem->min_free_kbytes = min << 2;
	return true;
}

void memory_init(struct machine *m, const struct setup *s)
{
	struct memory *mem = &m->memory;
	const s64 *v = s->value;
	enum era era = v[PARAM_MARKS] ? ERA_6_12 : ERA_4_2;

	mem->page_cluster = 3;
	mem->gfp = v[PARAM_GFP] ? GFP_ATOMIC : GFP_KERNEL;
	mem->loops = v[PARAM_LOOPS];
	mem->min_free_kbytes =
		v[PARAM_MIN_FREE_KBYTES]
			? v[PARAM_MIN_FREE_KBYTES]
			: zone_min_free_kbytes((s64)mem->frames * 4, era);
	if (!init_told_zones(m, s))
		init_zones(m, s, era);
	mem->threshold_pages = zone_lazyfree_threshold(mem->min_free_kbytes);
	request_init(m, s);
	if (m->parts & PART_FILES)
		files_fill(m, s);
	if (mem->orders > 1) {
		init_lists(m);
		memory_place_all(m, s);
		for (unsigned i = 0; i < mem->zones; i++)
			memory_build_lists(m, i);
	}
	memory_settle(m);
	init_slots(m);
}
