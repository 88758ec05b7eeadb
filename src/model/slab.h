/* SPDX-License-Identifier: GPL-3.0-or-later
 * SLUB's state: caches, slabs, what each CPU and the node keep.
 *
 * Rules: struct slub is part of the machine's head; slabs and the CPUs' parts
 * are arrays in its body, written only through the setters here. A slab is named
 * by its first frame. Which of its objects are free is not kept, only how many.
 */
#ifndef MODEL_SLAB_H
#define MODEL_SLAB_H

#include "model/types.h"

struct machine;
struct setup;

enum { CACHES_MAX = 4 };

/* None: no slab begins at this frame. Tail: a further frame of a slab. The next
 * two are frozen: a CPU's own. Node: on the node's list of partial slabs. */
enum slab_state { SLAB_NONE, SLAB_TAIL, SLAB_CPU, SLAB_CPU_PARTIAL, SLAB_NODE,
	SLAB_FULL };

struct slab {
	u32 prev, next;		/* on a list; prev of a tail: its slab; of a CPU's
				   partial slab: free objects from it on */
	u16 objects, free;	/* it holds; on its own freelist */
	u8 state, order, cache, zero;
};

/* Order and objects of a slab, packed: struct kmem_cache_order_objects. */
static inline u32 oo_make(s64 order, s64 objects)
{
	return (u32)(order << 16 | objects);
}
static inline s64 oo_order(u32 oo)
{
	return oo >> 16;
}
static inline s64 oo_objects(u32 oo)
{
	return oo & 0xffff;
}

struct kmem_cache {
	/* fixed */
	u32 size;		/* bytes of an object */
	u32 oo, max, min;	/* packed: tried first, largest, fallback */
	u32 allocflags;		/* added to each request for pages */
	u16 cpu_partial;	/* free objects that a CPU may keep aside */
	u16 min_partial;	/* slabs that the node keeps even if empty */
	/* core */
	u32 first, last;	/* the node's partial slabs */
	u32 nr_partial;
	u32 slabs, pages;	/* now */
	u64 asked;		/* calls of new_slab */
	/* ghost */
	s64 objects;		/* ledger: handed out */
	s64 room;		/* ledger: of all slabs */
	u64 order_fallback, alloc_slab, free_slab;
	u64 fast, slow;		/* objects from the CPU's freelist; the other way */
};

/* A CPU's part of a cache: struct kmem_cache_cpu. */
struct kmem_cache_cpu {
	u32 slab;		/* NO_PAGE: none */
	u32 partial;		/* its partial slabs, the last one first */
	u32 free;		/* objects on the CPU's own freelist */
};

struct slub {
	/* fixed */
	u32 slab_at, cpu_at;	/* offsets of the arrays */
	u32 caches;
	s64 slabs_wanted, gfp;	/* of the workload */
	/* core */
	struct kmem_cache cache[CACHES_MAX];
};

const struct slab *slab_at(const struct machine *m, u32 pfn);
/* The slab that this frame is part of, or NO_PAGE. */
u32 slab_of(const struct machine *m, u32 pfn);
/* Objects of it that somebody has. */
s64 slab_used(const struct machine *m, u32 pfn);
const struct kmem_cache_cpu *cache_cpu(const struct machine *m, unsigned cache,
	unsigned cpu);
struct kmem_cache_cpu *cache_cpu_edit(struct machine *m, unsigned cache,
	unsigned cpu);

/* A block of pages becomes a slab of free objects, and one that is empty and on
 * no list is none any more. */
void slab_make(struct machine *m, unsigned cache, u32 pfn, unsigned order);
void slab_unmake(struct machine *m, u32 pfn);
/* `free` objects are on its own freelist now. */
void slab_set_free(struct machine *m, u32 pfn, unsigned free);
void slab_set_state(struct machine *m, u32 pfn, enum slab_state state);
/* To and from the node's list of partial slabs. */
void slab_list_add(struct machine *m, u32 pfn, bool tail);
void slab_list_remove(struct machine *m, u32 pfn);
/* To and from a CPU's partial slabs; what is popped stays frozen. */
void slab_push(struct machine *m, u32 pfn, unsigned cpu);
u32 slab_pop(struct machine *m, unsigned cache, unsigned cpu);
/* Free objects of a CPU's partial slabs, as counted when they came (pobjects). */
s64 slab_kept(const struct machine *m, unsigned cache, unsigned cpu);

void slub_lay_out(struct machine *m, const struct setup *s, u32 *end);
void slub_init(struct machine *m, const struct setup *s);
const char *slub_check(const struct machine *m);

#endif
