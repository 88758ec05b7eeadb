/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of published names: a request of a report, and what it tells of zones.
 */
#include "model/names_memory.h"

static unsigned per_zone(const struct machine *m)
{
	return m->memory.zones;
}

static const struct zone_extra *extra(const struct machine *m, unsigned i)
{
	return &m->memory.request.zone[i];
}

/* Free blocks of the request's order or larger, that it may have. */
static s64 fitting(const struct machine *m, unsigned z)
{
	s64 n = 0;

	for (unsigned o = m->memory.request.order; o < BUDDY_ORDERS; o++)
		n += (s64)m->memory.zone[z].area[o].n + extra(m, z)->far[o];
	return n;
}

/* One getter a row; the table below gives it its name. */
#define GET(name, value) \
	static s64 get_##name(const struct machine *m, unsigned i) \
	{ \
		return (s64)(value); \
	}
GET(order, m->memory.request.order)
GET(state, m->memory.request.state)
GET(from, m->memory.request.from == NONE ? -1 : (s64)m->memory.request.from)
GET(highest, m->memory.zones - 1)
GET(answer, extra(m, i)->answer)
GET(missing, extra(m, i)->missing)
GET(mark, request_mark(m, i))
GET(kept, request_kept(m, i))
GET(spare, extra(m, i)->spare)
GET(lists, zone_counted(m, i) + extra(m, i)->read_later)
GET(later, extra(m, i)->read_later)
GET(boost, extra(m, i)->boost)
GET(cma, extra(m, i)->cma)
GET(highatomic, extra(m, i)->highatomic)
GET(fitting, fitting(m, i))
#undef GET

/* Of zones that other machines don't have. */
#define AREA(z) \
	static s64 get_area_##z(const struct machine *m, unsigned i) \
	{ \
		return zone_area(m, z, i); \
	} \
	static unsigned orders_##z(const struct machine *m) \
	{ \
		return m->memory.zones > z ? m->memory.orders : 0; \
	}
AREA(2) AREA(3) AREA(4) AREA(5) AREA(6) AREA(7)
#undef AREA

static const char page_alloc[] = "mm/page_alloc.c, v4.2";
static const char printed[] = "the report";
static const char ours[] = "the model's own count";

#define ROW(pattern, kind, region, metric, help, field, source, get, count) \
	{ pattern, KIND_##kind, REGION_##region, PART_REQUEST, metric, help, \
	  field, source, get, NULL, 0, 0, count }
#define AREA(z) \
	ROW("zone[" #z "].free_area[N]", COUNT, CORE, true, \
		"Free blocks of order N in zone " #z ".", "free_area[N].nr_free", \
		page_alloc, get_area_##z, orders_##z)

/* To add one: a getter above, a row here. */
/* clang-format off */
const struct name names_request[] = {
 ROW("request.order", ORDER, FIXED, true, "The order that is asked for.", "order", printed, get_order, NULL),
 ROW("request.state", ANSWER, GHOST, true, "Whether a block was given.", "", ours, get_state, NULL),
 ROW("request.zone", NUMBER, GHOST, true, "The zone that gave it; -1: none.", "", ours, get_from, NULL),
 ROW("request.highest", NUMBER, FIXED, false, "The zone that is asked first.", "high_zoneidx", page_alloc, get_highest, NULL),
 ROW("zone[N].answer", ANSWER, GHOST, true, "What the last check of this zone said.", "", ours, get_answer, per_zone),
 ROW("zone[N].missing", NUMBER, GHOST, true, "By how many pages (v4.4: or blocks) the last check refused.", "", ours,
     get_missing, per_zone),
 ROW("zone[N].spare", NUMBER, GHOST, true, "By how many pages (v4.4: or blocks) the last check passed.", "", ours,
     get_spare, per_zone),
 ROW("zone[N].mark", PAGES, CORE, false, "The mark of this try, less what the request may use of it.", "alloc_flags", page_alloc,
     get_mark, per_zone),
 ROW("zone[N].kept", PAGES, CORE, false, "Free pages that count for others only: lowmem_reserve, CMA, high-atomic.", "",
     page_alloc, get_kept, per_zone),
 ROW("zone[N].lists", PAGES, CORE, true, "Pages in the zone's free lists.", "free_area", page_alloc, get_lists, per_zone),
 ROW("zone[N].read_later", PAGES, FIXED, false, "Pages in the lists, which are printed later, less the counter.", "",
     printed, get_later, per_zone),
 ROW("zone[N].boost", PAGES, FIXED, false, "What the marks are raised by for a while.", "watermark_boost", printed,
     get_boost, per_zone),
 ROW("zone[N].cma", PAGES, FIXED, false, "Free pages that only movable requests may have.", "NR_FREE_CMA_PAGES",
     printed, get_cma, per_zone),
 ROW("zone[N].highatomic", PAGES, FIXED, false, "Kept for large requests that can't wait.", "nr_reserved_highatomic",
     printed, get_highatomic, per_zone),
 ROW("zone[N].fitting", COUNT, CORE, true, "Free blocks of the order or larger, of types that the request may take.", "",
     ours, get_fitting, per_zone),
 AREA(2), AREA(3), AREA(4), AREA(5), AREA(6), AREA(7),
};
/* clang-format on */

const unsigned names_request_n = sizeof(names_request) / sizeof(*names_request);
