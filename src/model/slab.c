/* SPDX-License-Identifier: GPL-3.0-or-later
 * SLUB's data: struct kmem_cache, kmem_cache_cpu and kmem_cache_node of
 * mm/slub.c, v4.2, and what a struct page says of its slab.
 *
 * Leaves out: which of a slab's objects are free, several nodes, debugging,
 * sysfs's larger oo (max is oo here), merging of caches. cpu_partial and
 * min_partial are by size, as set_cpu_partial and set_min_partial have it.
 */
#include "model/gfp.h"
#include "model/machine.h"
#include "model/setup.h"
#include "model/slub.h"

enum { SKB_SIZE = 256, SOCK_SIZE = 1024, OBJECTS_MAX = 32767 };

static struct slab *slab_here(const struct machine *m, u32 pfn)
{
	return (struct slab *)machine_at(m, m->slub.slab_at) + pfn;
}

const struct slab *slab_at(const struct machine *m, u32 pfn)
{
	return slab_here(m, pfn);
}

static struct slab *slab_edit(struct machine *m, u32 pfn)
{
	struct slab *s = slab_here(m, pfn);

	machine_note(m, s, sizeof(*s));
	return s;
}

static struct kmem_cache_cpu *cpu_here(const struct machine *m, unsigned cache,
	unsigned cpu)
{
	return (struct kmem_cache_cpu *)machine_at(m, m->slub.cpu_at) +
		cpu * m->slub.caches + cache;
}

const struct kmem_cache_cpu *cache_cpu(const struct machine *m, unsigned cache,
	unsigned cpu)
{
	return cpu_here(m, cache, cpu);
}

struct kmem_cache_cpu *cache_cpu_edit(struct machine *m, unsigned cache,
	unsigned cpu)
{
	struct kmem_cache_cpu *c = cpu_here(m, cache, cpu);

	machine_note(m, c, sizeof(*c));
	return c;
}

u32 slab_of(const struct machine *m, u32 pfn)
{
	const struct slab *s = slab_at(m, pfn);

	if (s->state == SLAB_NONE)
		return NO_PAGE;
	return s->state == SLAB_TAIL ? s->prev : pfn;
}

s64 slab_used(const struct machine *m, u32 pfn)
{
	const struct slab *s = slab_at(m, pfn);
	s64 used = s->objects - s->free;

	for (unsigned i = 0; s->state == SLAB_CPU && i < m->n_cpus; i++)
		if (cache_cpu(m, s->cache, i)->slab == pfn)
			used -= cache_cpu(m, s->cache, i)->free;
	return used;
}

void slab_make(struct machine *m, unsigned cache, u32 pfn, unsigned order)
{
	struct kmem_cache *k = &m->slub.cache[cache];
	s64 objects = slub_objects(order, k->size);
	struct slab *s = slab_edit(m, pfn);

	objects = objects < OBJECTS_MAX ? objects : OBJECTS_MAX;
	*s = (struct slab){ NO_PAGE, NO_PAGE, (u16)objects, (u16)objects,
		SLAB_FULL, (u8)order, (u8)cache, 0 };
	for (u32 i = 1; i < 1u << order; i++)	/* at most 1,024 */
		*slab_edit(m, pfn + i) = (struct slab){ .prev = pfn,
			.next = NO_PAGE, .state = SLAB_TAIL };
	k->slabs++;
	k->pages += 1u << order;
	k->room += objects;
	k->alloc_slab++;
}

void slab_unmake(struct machine *m, u32 pfn)
{
	const struct slab *s = slab_at(m, pfn);
	struct kmem_cache *k = &m->slub.cache[s->cache];
	u32 n = 1u << s->order;

	k->slabs--;
	k->pages -= n;
	k->room -= s->objects;
	k->free_slab++;
	for (u32 i = 0; i < n; i++)
		*slab_edit(m, pfn + i) = (struct slab){ .prev = NO_PAGE,
			.next = NO_PAGE };
}

void slab_set_free(struct machine *m, u32 pfn, unsigned free)
{
	slab_edit(m, pfn)->free = (u16)free;
}

void slab_set_state(struct machine *m, u32 pfn, enum slab_state state)
{
	slab_edit(m, pfn)->state = (u8)state;
}

void slab_list_add(struct machine *m, u32 pfn, bool tail)
{
	struct slab *s = slab_edit(m, pfn);
	struct kmem_cache *k = &m->slub.cache[s->cache];

	s->state = SLAB_NODE;
	s->prev = tail ? k->last : NO_PAGE;
	s->next = tail ? NO_PAGE : k->first;
	if (s->prev != NO_PAGE)
		slab_edit(m, s->prev)->next = pfn;
	else
		k->first = pfn;
	if (s->next != NO_PAGE)
		slab_edit(m, s->next)->prev = pfn;
	else
		k->last = pfn;
	k->nr_partial++;
}

void slab_list_remove(struct machine *m, u32 pfn)
{
	struct slab *s = slab_edit(m, pfn);
	struct kmem_cache *k = &m->slub.cache[s->cache];

	if (s->prev != NO_PAGE)
		slab_edit(m, s->prev)->next = s->next;
	else
		k->first = s->next;
	if (s->next != NO_PAGE)
		slab_edit(m, s->next)->prev = s->prev;
	else
		k->last = s->prev;
	s->prev = s->next = NO_PAGE;
	s->state = SLAB_FULL;
	k->nr_partial--;
}

s64 slab_kept(const struct machine *m, unsigned cache, unsigned cpu)
{
	u32 first = cache_cpu(m, cache, cpu)->partial;

	return first == NO_PAGE ? 0 : slab_at(m, first)->prev;
}

void slab_push(struct machine *m, u32 pfn, unsigned cpu)
{
	struct slab *s = slab_edit(m, pfn);

	s->prev = (u32)slab_kept(m, s->cache, cpu) + s->free;
	s->next = cache_cpu(m, s->cache, cpu)->partial;
	s->state = SLAB_CPU_PARTIAL;
	cache_cpu_edit(m, s->cache, cpu)->partial = pfn;
}

u32 slab_pop(struct machine *m, unsigned cache, unsigned cpu)
{
	struct kmem_cache_cpu *c = cache_cpu_edit(m, cache, cpu);
	u32 pfn = c->partial;

	if (pfn == NO_PAGE)
		return NO_PAGE;
	c->partial = slab_at(m, pfn)->next;
	slab_edit(m, pfn)->prev = slab_edit(m, pfn)->next = NO_PAGE;
	return pfn;
}

/* ---- the beginning ------------------------------------------------------ */

static u32 rounded(u64 bytes)
{
	return (u32)((bytes + GRAIN - 1) / GRAIN * GRAIN);
}

void slub_lay_out(struct machine *m, const struct setup *s, u32 *end)
{
	struct slub *b = &m->slub;

	if (!(setup_parts(s) & PART_SLUB))
		return;
	b->caches = s->value[PARAM_GROUPS] ? 3 : 1;
	b->slab_at = *end;
	b->cpu_at = b->slab_at +
		rounded((u64)m->memory.frames * sizeof(struct slab));
	*end = b->cpu_at + rounded((u64)m->n_cpus * b->caches *
		sizeof(struct kmem_cache_cpu));
}

static u32 log2_of(u32 x)
{
	u32 n = 0;

	while (x >>= 1)
		n++;
	return n;
}

/* kmem_cache_open */
static void init_cache(struct machine *m, struct kmem_cache *k, u32 size,
	s64 cpus)
{
	s64 order = slub_order(size, cpus, &slub_defaults, ERA_4_2);
	s64 min = slub_min_order(size);
	u32 partial = log2_of(size) / 2;

	k->size = size;
	k->oo = k->max = oo_make(order, slub_objects(order, size));
	k->min = oo_make(min, slub_objects(min, size));
	k->cpu_partial = size >= 4096 ? 2 : size >= 1024 ? 6
		: size >= 256 ? 13 : 30;
	k->min_partial = (u16)(partial < 5 ? 5 : partial > 10 ? 10 : partial);
	k->first = k->last = NO_PAGE;
}

void slub_init(struct machine *m, const struct setup *s)
{
	struct slub *b = &m->slub;
	s64 size = (s->value[PARAM_OBJECT_SIZE] + 7) / 8 * 8;
	const u32 sizes[] = { (u32)size, SKB_SIZE, SOCK_SIZE };
	struct slab none = { .prev = NO_PAGE, .next = NO_PAGE };

	b->slabs_wanted = s->value[PARAM_SLABS];
	b->gfp = s->value[PARAM_GFP] ? GFP_ATOMIC : GFP_KERNEL;
	for (unsigned i = 0; i < b->caches; i++)
		init_cache(m, &b->cache[i], sizes[i], m->n_cpus);
	for (u32 i = 0; i < m->memory.frames; i++)
		*slab_here(m, i) = none;
	for (unsigned i = 0; i < m->n_cpus * b->caches; i++)
		*cpu_here(m, i, 0) = (struct kmem_cache_cpu){ .slab = NO_PAGE,
			.partial = NO_PAGE };
}

/* ---- invariants ----------------------------------------------------------- */

static const char *check_slab(const struct machine *m, u32 pfn, s64 *room)
{
	const struct slab *s = slab_at(m, pfn);

	if (s->state == SLAB_NONE)
		return NULL;
	if (page_at(m, pfn)->state !=
		(s->state == SLAB_TAIL ? PAGE_BODY : PAGE_HELD))
		return "a slab's frame is not held";
	if (s->state == SLAB_TAIL)
		return slab_at(m, s->prev)->state <= SLAB_TAIL ||
				pfn >= s->prev + (1u << slab_at(m, s->prev)->order)
			? "a frame is part of no slab" : NULL;
	room[s->cache] += s->objects;
	if (s->objects != slub_objects(s->order, m->slub.cache[s->cache].size))
		return "a slab has not as many objects as fit";
	return s->free > s->objects ? "a slab has more free objects than objects"
				    : NULL;
}

static const char *check_cache(const struct machine *m, unsigned cache,
	s64 room)
{
	const struct kmem_cache *k = &m->slub.cache[cache];
	s64 held = 0, n = 0;

	for (u32 i = 0; i < m->memory.frames; i++)
		if (slab_at(m, i)->state > SLAB_TAIL &&
			slab_at(m, i)->cache == cache)
			held += slab_at(m, i)->objects - slab_at(m, i)->free;
	for (unsigned i = 0; i < m->n_cpus; i++) {
		const struct kmem_cache_cpu *c = cache_cpu(m, cache, i);

		held -= c->free;
		if (c->free && slab_at(m, c->slab)->state != SLAB_CPU)
			return "a CPU's freelist is of no slab of its own";
	}
	for (u32 i = k->first; i != NO_PAGE; i = slab_at(m, i)->next, n++)
		if (slab_at(m, i)->state != SLAB_NODE || n > k->nr_partial)
			return "the node's list has a slab that is not on it";
	if (n != k->nr_partial)
		return "the node's partial slabs are counted wrongly";
	if (k->order_fallback > k->alloc_slab)
		return "more fallbacks than slabs";
	if (k->alloc_slab - k->free_slab != k->slabs)
		return "slabs made less slabs given back differ from slabs";
	return held != k->objects || room != k->room
		? "a cache's objects are counted wrongly" : NULL;
}

const char *slub_check(const struct machine *m)
{
	const char *broken = NULL;
	s64 room[CACHES_MAX] = { 0 };

	for (u32 i = 0; !broken && i < m->memory.frames; i++)
		broken = check_slab(m, i, room);
	for (unsigned i = 0; !broken && i < m->slub.caches; i++)
		broken = check_cache(m, i, room[i]);
	return broken;
}
