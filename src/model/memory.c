/* SPDX-License-Identifier: GPL-3.0-or-later
 * Page frames, LRU lists and free lists: mm/page_alloc.c, mm/swap.c and
 * mm/vmstat.c as of v4.0.
 *
 * Leaves out: pagevecs (a page is on its list at once), memory cgroups. Blocks of
 * several pages are in buddy.c, per-CPU lists in pcp.c, what a file's page has
 * besides in mapping.c. A zone's own free count is exact here; the global one
 * drifts per CPU, as in the kernel.
 */
#include "model/machine.h"
#include "model/mapping.h"
#include "model/task.h"

static struct page *page_of(const struct machine *m, u32 pfn)
{
	return (struct page *)machine_at(m, m->memory.page_at) + pfn;
}

const struct page *page_at(const struct machine *m, u32 pfn)
{
	return page_of(m, pfn);
}

struct page *page_edit(struct machine *m, u32 pfn)
{
	struct page *p = page_of(m, pfn);

	machine_note(m, p, sizeof(*p));
	return p;
}

u32 pte_get(const struct machine *m, u32 index)
{
	return ((const u32 *)machine_at(m, m->memory.pte_at))[index];
}

void pte_set(struct machine *m, u32 index, u32 value)
{
	u32 *p = (u32 *)machine_at(m, m->memory.pte_at) + index;
	struct memory *mem = &m->memory;

	machine_note(m, p, sizeof(*p));
	mem->present += (pte_kind(value) == PTE_PRESENT) -
		(pte_kind(*p) == PTE_PRESENT);
	mem->swapped += (pte_kind(value) == PTE_SWAP) -
		(pte_kind(*p) == PTE_SWAP);
	*p = value;
}

/* __mod_zone_page_state: a CPU tells the others only what passed its threshold. */
void memory_count_free(struct machine *m, unsigned zone, unsigned cpu, int by)
{
	const struct zone *z = &m->memory.zone[zone];
	struct cpu *c = cpu_of(m, cpu);
	s64 most = m->memory.kswapd_awake ? z->pressure_threshold
					  : z->drift_threshold;
	s64 diff = c->free_diff[zone] + by;

	if (diff > most || diff < -most) {
		m->memory.nr_free += diff;
		diff = 0;
	}
	c->free_diff[zone] = (int8_t)diff;
}

u32 page_take(struct machine *m, unsigned zone, unsigned cpu)
{
	struct zone *z = &m->memory.zone[zone];
	struct free_list *l = &z->area[0].list[0];
	u32 pfn = l->head;
	struct page *p;

	if (pfn == NO_PAGE)
		return NO_PAGE;
	p = page_edit(m, pfn);
	l->head = p->next;
	z->free--;
	z->held++;
	p->state = PAGE_HELD;
	p->flags = 0;
	p->pte = p->slot = p->prev = p->next = NO_PAGE;
	memory_count_free(m, zone, cpu, -1);
	return pfn;
}

static void unlink_page(struct machine *m, struct page *p)
{
	struct zone *z = &m->memory.zone[p->zone];
	struct lru_list *l = &z->list[p->list];

	if (p->prev != NO_PAGE)
		page_edit(m, p->prev)->next = p->next;
	else
		l->head = p->next;
	if (p->next != NO_PAGE)
		page_edit(m, p->next)->prev = p->prev;
	else
		l->tail = p->prev;
	l->n--;
}

/* Off whatever counts it now. */
static void leave_state(struct machine *m, struct page *p)
{
	struct zone *z = &m->memory.zone[p->zone];

	if (p->state == PAGE_LRU)
		unlink_page(m, p);
	else if (p->state == PAGE_ISOLATED)
		z->isolated--;
	else if (p->state == PAGE_HELD)
		z->held--;
	else if (p->state == PAGE_MOVABLE)
		z->movable--;
}

void page_free(struct machine *m, u32 pfn, unsigned cpu)
{
	struct memory *mem = &m->memory;
	struct page *p = page_edit(m, pfn);
	struct zone *z = &mem->zone[p->zone];

	leave_state(m, p);
	if (m->parts & PART_FILES)
		file_page_clear(m, pfn);
	p->pte = p->slot = p->prev = NO_PAGE;
	if (mem->orders > 1) {
		pcp_free(m, cpu, pfn);
		return;
	}
	p->state = PAGE_FREE;
	p->flags = 0;
	p->next = z->area[0].list[0].head;
	z->area[0].list[0].head = pfn;
	z->free++;
	memory_count_free(m, p->zone, cpu, 1);
}

void page_link(struct machine *m, u32 *head, u32 *last, u32 pfn, bool tail)
{
	struct page *p = page_edit(m, pfn);

	p->prev = tail ? *last : NO_PAGE;
	p->next = tail ? NO_PAGE : *head;
	if (p->prev != NO_PAGE)
		page_edit(m, p->prev)->next = pfn;
	else
		*head = pfn;
	if (p->next != NO_PAGE)
		page_edit(m, p->next)->prev = pfn;
	else
		*last = pfn;
}

void page_lru_add(struct machine *m, u32 pfn, enum lru list, bool tail)
{
	struct page *p = page_edit(m, pfn);
	struct lru_list *l;

	leave_state(m, p);
	l = &m->memory.zone[p->zone].list[list];
	p->state = PAGE_LRU;
	p->list = (u8)list;
	page_link(m, &l->head, &l->tail, pfn, tail);
	l->n++;
}

void page_isolate(struct machine *m, u32 pfn)
{
	struct page *p = page_edit(m, pfn);

	leave_state(m, p);
	p->state = PAGE_ISOLATED;
	p->prev = p->next = NO_PAGE;
	m->memory.zone[p->zone].isolated++;
}

u32 page_oldest(const struct machine *m, unsigned zone, enum lru list)
{
	return m->memory.zone[zone].list[list].tail;
}

/* Frees a page that nobody needs, with the slot it still holds. */
static void free_dropped(struct machine *m, u32 pfn, unsigned cpu)
{
	u32 slot = page_at(m, pfn)->slot;

	if (slot != NO_PAGE) {
		slot_uncache(m, slot);
		slot_put(m, slot);
	}
	page_free(m, pfn, cpu);
}

void page_putback(struct machine *m, u32 pfn, enum lru list, bool tail,
	unsigned cpu)
{
	u8 flags = page_at(m, pfn)->flags;

	if ((flags & PAGE_DROPPED) && !(flags & (PAGE_WRITING | PAGE_READING)))
		free_dropped(m, pfn, cpu);
	else
		page_lru_add(m, pfn, list, tail);
	if (m->channel[CHANNEL_PAGE] != NONE)	/* a fault waits for it */
		task_wake_all(m, CHANNEL_PAGE, cpu_of(m, cpu)->clock_ns);
}

void page_drop(struct machine *m, u32 pfn, unsigned cpu)
{
	struct page *p = page_edit(m, pfn);

	p->pte = NO_PAGE;
	if (p->state == PAGE_ISOLATED ||
		(p->flags & (PAGE_WRITING | PAGE_READING)))
		p->flags |= PAGE_DROPPED;
	else
		free_dropped(m, pfn, cpu);
}

s64 memory_free_pages(const struct machine *m)
{
	return m->memory.nr_free > 0 ? m->memory.nr_free : 0;
}

s64 memory_free_exact(const struct machine *m)
{
	s64 free = 0;

	for (unsigned z = 0; z < m->memory.zones; z++)
		free += zone_counted(m, z);
	return free;
}

const char *memory_ledger(const struct machine *m)
{
	const struct memory *mem = &m->memory;

	for (unsigned i = 0; i < mem->zones; i++) {
		const struct zone *z = &mem->zone[i];
		u32 sum = z->free + z->isolated + z->held + z->pcp + z->movable;

		for (unsigned l = 0; l < LRU_LISTS; l++)
			sum += z->list[l].n;
		if (sum != z->frames)
			return "free + LRU + isolated + held differ from a zone's frames";
	}
	return NULL;
}

static const char *check_frame(const struct machine *m, u32 pfn)
{
	const struct page *p = page_at(m, pfn);

	if (p->state == PAGE_FREE || p->state == PAGE_PCP ||
		p->state == PAGE_BODY)
		return p->pte != NO_PAGE || p->slot != NO_PAGE
			? "a free page is in use" : NULL;
	if (p->pte != NO_PAGE && (pte_kind(pte_get(m, p->pte)) != PTE_PRESENT ||
		pte_value(pte_get(m, p->pte)) != pfn))
		return "a page and its pte do not belong together";
	if (p->slot != NO_PAGE && (slot_kind(m, p->slot) != SLOT_CACHED ||
		slot_page(m, p->slot) != pfn))
		return "a page and its swap slot do not belong together";
	if (p->pte == NO_PAGE && p->slot == NO_PAGE && p->state != PAGE_HELD &&
		p->state != PAGE_MOVABLE &&
		!(p->flags & (PAGE_DROPPED | PAGE_HUGE | PAGE_KEPT)) &&
		!page_needs_no_map(m, pfn))
		return "a page is lost: nobody maps it and no slot has it";
	if (p->state == PAGE_LRU && (p->flags & PAGE_DROPPED) &&
		!(p->flags & (PAGE_WRITING | PAGE_READING)))
		return "a page that nobody needs is still on a list";
	return NULL;
}

static const char *check_ptes(const struct machine *m)
{
	s64 present = 0, swapped = 0;

	for (u32 i = 0; i < m->memory.ptes; i++) {
		u32 pte = pte_get(m, i);

		present += pte_kind(pte) == PTE_PRESENT;
		swapped += pte_kind(pte) == PTE_SWAP;
		if (pte_kind(pte) == PTE_PRESENT &&
			page_at(m, pte_value(pte))->pte != i)
			return "a pte maps a page that another one maps";
		if (pte_kind(pte) == PTE_SWAP &&
			slot_kind(m, pte_value(pte)) == SLOT_FREE)
			return "a swap entry names a free slot";
	}
	if (present != m->memory.present || swapped != m->memory.swapped)
		return "present or swapped ptes are counted wrongly";
	return NULL;
}

const char *memory_check(const struct machine *m)
{
	const char *broken = memory_ledger(m);
	u32 free = 0;

	for (u32 pfn = 0; !broken && pfn < m->memory.frames; pfn++)
		broken = check_frame(m, pfn);
	if (!broken && m->memory.orders > 1)
		broken = buddy_check(m);
	if (!broken)
		broken = check_ptes(m);
	for (u32 s = 0; s < m->memory.slots; s++)
		free += slot_kind(m, s) == SLOT_FREE;
	if (!broken && free != m->memory.slots_free)
		broken = "free swap slots are counted wrongly";
	return broken;
}

void memory_settle(struct machine *m)
{
	m->memory.nr_free = memory_free_exact(m);
	for (unsigned cpu = 0; cpu < m->n_cpus; cpu++)
		for (unsigned z = 0; z < m->memory.zones; z++)
			cpu_of(m, cpu)->free_diff[z] = 0;
}
