/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of published names: slab caches and hackbench's messages.
 */
#include "model/names_memory.h"

static unsigned per_cache(const struct machine *m)
{
	return m->slub.caches;
}

static unsigned per_cpu(const struct machine *m)
{
	return m->n_cpus;
}

/* The sum of one field over all caches. */
#define SUM(name, field) \
	static s64 sum_##name(const struct machine *m, unsigned i) \
	{ \
		s64 sum = 0; \
		for (unsigned c = 0; c < m->slub.caches; c++) \
			sum += (s64)m->slub.cache[c].field; \
		return sum; \
	}
SUM(order_fallback, order_fallback)
SUM(slabs, alloc_slab)
SUM(freed, free_slab)
SUM(asked, asked)
SUM(slabs_now, slabs)
SUM(pages, pages)
SUM(objects, objects)
SUM(room, room)
SUM(partial, nr_partial)
SUM(fast, fast)
SUM(slow, slow)
#undef SUM

/* Bytes of slabs that are in no object. */
static s64 wasted(const struct machine *m, unsigned i)
{
	s64 sum = 0;

	for (unsigned c = 0; c < m->slub.caches; c++)
		sum += (s64)m->slub.cache[c].pages * 4096 -
			m->slub.cache[c].room * m->slub.cache[c].size;
	return sum;
}

/* A frame, or −1. */
static s64 frame_or_none(u32 pfn)
{
	return pfn == NO_PAGE ? -1 : (s64)pfn;
}

/* One getter a row; the table below gives it its name. */
#define GET(name, value) \
	static s64 get_##name(const struct machine *m, unsigned i) \
	{ \
		return (s64)(value); \
	}
GET(order, oo_order(m->slub.cache[0].oo))
GET(min_order, oo_order(m->slub.cache[0].min))
GET(per_slab, oo_objects(m->slub.cache[0].oo))
GET(per_small, oo_objects(m->slub.cache[0].min))
GET(size, m->slub.cache[0].size)
GET(wanted, m->slub.slabs_wanted)
GET(atomic, m->slub.gfp)
GET(cache_size, m->slub.cache[i].size)
GET(cache_order, oo_order(m->slub.cache[i].oo))
GET(cache_slabs, m->slub.cache[i].slabs)
GET(cache_partial, m->slub.cache[i].nr_partial)
GET(cache_objects, m->slub.cache[i].objects)
GET(cache_fallback, m->slub.cache[i].order_fallback)
GET(cpu_slab, frame_or_none(cache_cpu(m, 0, i)->slab))
GET(cpu_free, cache_cpu(m, 0, i)->free)
GET(cpu_partial, frame_or_none(cache_cpu(m, 0, i)->partial))
GET(groups, m->hackbench.groups)
GET(sent, m->hackbench.sent)
GET(received, m->hackbench.received)
GET(lost, m->hackbench.lost)
GET(in_flight, m->hackbench.in_flight)
GET(most, m->hackbench.most_in_flight)
#undef GET

static const char slub[] = "mm/slub.c, v4.2";
static const char hackbench[] = "hackbench.c, rt-tests";
static const char ours[] = "the model's own count";

#define ROW(pattern, kind, region, metric, help, field, source, get, count) \
	{ pattern, KIND_##kind, REGION_##region, PART_SLUB, metric, help, \
	  field, source, get, NULL, 0, 0, count }

/* To add one: a getter above, a row here. */
/* clang-format off */
const struct name names_slub[] = {
 ROW("slub.order", ORDER, FIXED, true, "The order that the first try asks for.", "s->oo", slub, get_order, NULL),
 ROW("slub.min_order", ORDER, FIXED, true, "The order of the second try.", "s->min", slub, get_min_order, NULL),
 ROW("slub.per_slab", COUNT, FIXED, false, "Objects in a slab of the first order.", "s->oo", slub,
     get_per_slab, NULL),
 ROW("slub.per_small", COUNT, FIXED, false, "Objects in a slab of the least order.", "s->min", slub,
     get_per_small, NULL),
 ROW("slub.object_size", NUMBER, FIXED, false, "Bytes of one object of the first cache.", "s->size", slub,
     get_size, NULL),
 ROW("slub.wanted", COUNT, FIXED, false, "Slabs that CPU 0 is to ask for.", "", ours, get_wanted, NULL),
 ROW("slub.flags", NUMBER, FIXED, false, "What CPU 0's requests may do.", "gfp_t", "include/linux/gfp.h, v4.2",
     get_atomic, NULL),
 ROW("slub.slabs", COUNT, GHOST, true, "Slabs made so far.", "ALLOC_SLAB", slub, sum_slabs, NULL),
 ROW("slub.slabs_now", COUNT, CORE, true, "Slabs that there are now.", "nr_slabs", slub, sum_slabs_now, NULL),
 ROW("slub.freed", COUNT, GHOST, true, "Slabs given back so far.", "FREE_SLAB", slub, sum_freed, NULL),
 ROW("slub.asked", COUNT, CORE, true, "Slabs asked for, failed ones included.", "", ours, sum_asked, NULL),
 ROW("slub.order_fallback", COUNT, GHOST, true, "Slabs that only the second try got.", "ORDER_FALLBACK", slub,
     sum_order_fallback, NULL),
 ROW("slub.pages", PAGES, CORE, true, "Pages of all slabs.", "NR_SLAB_UNRECLAIMABLE", slub, sum_pages, NULL),
 ROW("slub.objects", COUNT, GHOST, true, "Objects that somebody has.", "", ours, sum_objects, NULL),
 ROW("slub.room", COUNT, GHOST, false, "Objects of all slabs.", "total_objects", slub, sum_room, NULL),
 ROW("slub.wasted", NUMBER, GHOST, true, "Bytes of slabs that are in no object.", "", ours, wasted, NULL),
 ROW("slub.partial", COUNT, CORE, false, "The node's partial slabs.", "nr_partial", slub, sum_partial, NULL),
 ROW("slub.fast", COUNT, GHOST, true, "Objects taken from a CPU's freelist.", "ALLOC_FASTPATH", slub, sum_fast, NULL),
 ROW("slub.slow", COUNT, GHOST, true, "Objects taken the slow way.", "ALLOC_SLOWPATH", slub, sum_slow, NULL),
 ROW("cache[N].size", NUMBER, FIXED, false, "Bytes of an object of this cache.", "s->size", slub,
     get_cache_size, per_cache),
 ROW("cache[N].order", ORDER, FIXED, false, "The order that its first try asks for.", "s->oo", slub,
     get_cache_order, per_cache),
 ROW("cache[N].slabs", COUNT, CORE, true, "Its slabs now.", "nr_slabs", slub, get_cache_slabs, per_cache),
 ROW("cache[N].partial", COUNT, CORE, false, "Its partial slabs on the node's list.", "nr_partial", slub,
     get_cache_partial, per_cache),
 ROW("cache[N].objects", COUNT, GHOST, true, "Its objects that somebody has.", "", ours, get_cache_objects,
     per_cache),
 ROW("cache[N].order_fallback", COUNT, GHOST, true, "Its slabs that only the second try got.",
     "ORDER_FALLBACK", slub, get_cache_fallback, per_cache),
 ROW("cpu[N].slab", PFN, CORE, false, "The first cache's slab of this CPU; -1: none.", "c->page", slub,
     get_cpu_slab, per_cpu),
 ROW("cpu[N].objects", COUNT, CORE, false, "Free objects of it on this CPU's freelist.", "c->freelist", slub,
     get_cpu_free, per_cpu),
 ROW("cpu[N].partial", PFN, CORE, false, "The partial slab that this CPU would use next; -1: none.",
     "c->partial", slub, get_cpu_partial, per_cpu),
 ROW("hackbench.groups", COUNT, FIXED, false, "Groups of 20 senders and 20 receivers.", "num_groups", hackbench,
     get_groups, NULL),
 ROW("hackbench.sent", COUNT, GHOST, false, "Messages sent.", "", hackbench, get_sent, NULL),
 ROW("hackbench.received", COUNT, GHOST, true, "Messages received.", "", hackbench, get_received, NULL),
 ROW("hackbench.lost", COUNT, GHOST, true, "Messages that memory was too short for.", "", ours, get_lost, NULL),
 ROW("hackbench.in_flight", COUNT, CORE, false, "Messages in sockets now.", "", ours, get_in_flight, NULL),
 ROW("hackbench.most_in_flight", COUNT, GHOST, true, "The most that ever were.", "", ours, get_most, NULL),
};
/* clang-format on */

const unsigned names_slub_n = sizeof(names_slub) / sizeof(*names_slub);
