/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of published names: zones, LRU lists, swap, reclaim, madvise.
 */
#include "model/names_memory.h"
#include "model/zone.h"

static unsigned per_order(const struct machine *m)
{
	return m->memory.orders;
}

static unsigned per_order_1(const struct machine *m)
{
	return m->memory.zones > 1 ? m->memory.orders : 0;
}

/* fragmentation_index of the lowest zone for this order. */
static s64 zone_index(const struct machine *m, unsigned order)
{
	s64 blocks[ZONE_ORDERS];

	zone_blocks(m, 0, blocks);
	return zone_fragmentation_index(blocks, order);
}

static unsigned per_zone(const struct machine *m)
{
	return m->memory.zones;
}

/* One getter a row; the table below gives it its name. */
#define GET(name, value) \
	static s64 get_##name(const struct machine *m, unsigned i) \
	{ \
		return (s64)(value); \
	}
GET(zone_free, zone_counted(m, i))
GET(zone_min, m->memory.zone[i].min)
GET(zone_low, m->memory.zone[i].low)
GET(zone_high, m->memory.zone[i].high)
GET(zone_reserve, m->memory.zone[i].reserve)
GET(zone_active, m->memory.zone[i].list[LRU_ACTIVE_ANON].n)
GET(zone_inactive, m->memory.zone[i].list[LRU_INACTIVE_ANON].n)
GET(zone_isolated, m->memory.zone[i].isolated)
GET(zone_pcp, m->memory.zone[i].pcp)
GET(zone_movable, m->memory.zone[i].movable)
GET(free_area_0, zone_area(m, 0, i))
GET(free_area_1, zone_area(m, 1, i))
GET(index, zone_index(m, i))
GET(scanner_up, m->memory.scanner[0])
GET(scanner_down, m->memory.scanner[1])
GET(cached_async, m->memory.zone[i].compact.migrate_pfn[0])
GET(cached_sync, m->memory.zone[i].compact.migrate_pfn[1])
GET(cached_free, m->memory.zone[i].compact.free_pfn)
GET(defer_shift, m->memory.zone[i].compact.defer_shift)
GET(considered, m->memory.zone[i].compact.considered)
GET(order_failed, m->memory.zone[i].compact.order_failed)
GET(compact_stall, m->memory.compact_stall)
GET(compact_success, m->memory.compact_success)
GET(compact_fail, m->memory.compact_fail)
GET(pgmigrate, m->memory.pgmigrate_success)
GET(warnings, m->memory.alloc_warnings)
GET(kswapd_order, m->memory.kswapd_order)
GET(free_pages, memory_free_pages(m))
GET(free_exact, memory_free_exact(m))
GET(threshold, m->memory.threshold_pages)
GET(min_free, m->memory.min_free_kbytes)
GET(swap_free, m->memory.slots_free)
GET(swap_cached, m->memory.cached_slots)
GET(queue, m->memory.queue.n)
GET(present, m->memory.present)
GET(swapped, m->memory.swapped)
GET(awake, m->memory.kswapd_awake)
GET(wakeups, m->memory.kswapd_wakeups)
GET(pgfault, m->memory.pgfault)
GET(pgmajfault, m->memory.pgmajfault)
GET(pswpin, m->memory.pswpin)
GET(pswpout, m->memory.pswpout)
GET(pglazyfreed, m->memory.pglazyfreed)
GET(allocstall, m->memory.allocstall)
GET(oom_kill, m->memory.oom_kill)
GET(pgactivate, m->memory.pgactivate)
GET(pgdeactivate, m->memory.pgdeactivate)
GET(pgscan, m->memory.pgscan)
GET(pgsteal, m->memory.pgsteal)
GET(lazy_pages, m->memory.lazy_pages)
GET(zapped_pages, m->memory.zapped_pages)
GET(calls_lazy, m->memory.calls_lazy)
GET(calls_zapped, m->memory.calls_zapped)
GET(page_writes, m->memory.page_writes)
GET(region_pages, m->memory.region_pages)
GET(loops, m->memory.loops)
#undef GET

static const char page_alloc[] = "mm/page_alloc.c, v4.0";
static const char page_alloc42[] = "mm/page_alloc.c, v4.2";
static const char compaction[] = "mm/compaction.c, v4.2";
static const char vmscan[] = "mm/vmscan.c, v4.0";
static const char vmstat[] = "mm/vmstat.c, v4.0";
static const char swapfile[] = "mm/swapfile.c, v4.0";
static const char madvise[] = "mm/madvise.c, February 2015";
static const char ours[] = "the model's own count";

#define ROW(pattern, kind, region, metric, help, field, source, get, count) \
	{ pattern, KIND_##kind, REGION_##region, PART_MEMORY, metric, help, \
	  field, source, get, NULL, 0, 0, count }

#define ORDERS(pattern, kind, region, metric, help, field, source, get, count) \
	{                                                                      \
		pattern, KIND_##kind, REGION_##region, PART_ORDERS, metric,    \
			help, field, source, get, NULL, 0, 0, count            \
	}

/* To add one: a getter above, a row here. */
/* clang-format off */
const struct name names_memory[] = {
 ROW("zone[N].free", PAGES, CORE, true, "Free pages of this zone, exactly.", "NR_FREE_PAGES",
     page_alloc, get_zone_free, per_zone),
 ROW("zone[N].min", PAGES, CORE, true, "Below this mark requests reclaim by themselves.", "WMARK_MIN",
     page_alloc, get_zone_min, per_zone),
 ROW("zone[N].low", PAGES, CORE, true, "At this mark kswapd is woken.", "WMARK_LOW",
     page_alloc, get_zone_low, per_zone),
 ROW("zone[N].high", PAGES, CORE, true, "Above this mark kswapd sleeps.", "WMARK_HIGH",
     page_alloc, get_zone_high, per_zone),
 ROW("zone[N].reserve", PAGES, CORE, false, "Kept from requests that could use a higher zone.",
     "lowmem_reserve", page_alloc, get_zone_reserve, per_zone),
 ROW("zone[N].active", PAGES, CORE, true, "Anonymous pages on the active list.", "NR_ACTIVE_ANON",
     vmscan, get_zone_active, per_zone),
 ROW("zone[N].inactive", PAGES, CORE, true, "Anonymous pages on the inactive list.", "NR_INACTIVE_ANON",
     vmscan, get_zone_inactive, per_zone),
 ROW("zone[N].isolated", PAGES, CORE, false, "Pages in a reclaimer's hands.", "NR_ISOLATED_ANON",
     vmscan, get_zone_isolated, per_zone),
 ROW("vmstat.nr_free_pages", PAGES, CORE, true, "The global free count; it drifts per CPU.",
     "nr_free_pages()", vmstat, get_free_pages, NULL),
 ROW("memory.free", PAGES, CORE, false, "Free pages of all zones, exactly.", "", ours, get_free_exact, NULL),
 ROW("memory.threshold", PAGES, FIXED, false, "Mail 000: MADV_FREE is lazy only above it.",
     "min_free_kbytes", madvise, get_threshold, NULL),
 ROW("memory.min_free_kbytes", KB, FIXED, false, "The sysctl from which the marks are made.",
     "min_free_kbytes", page_alloc, get_min_free, NULL),
 ROW("memory.present", PAGES, CORE, true, "Pages that processes have mapped.", "MM_ANONPAGES",
     "mm/memory.c, v4.0", get_present, NULL),
 ROW("memory.swapped", PAGES, CORE, true, "Page table entries that name a swap slot.", "MM_SWAPENTS",
     "mm/memory.c, v4.0", get_swapped, NULL),
 ROW("swap.free", PAGES, CORE, true, "Free swap slots.", "nr_swap_pages", swapfile, get_swap_free, NULL),
 ROW("swap.cached", PAGES, CORE, false, "Slots whose page is in memory, too.", "total_swapcache_pages()",
     swapfile, get_swap_cached, NULL),
 ROW("swap.queue", COUNT, CORE, false, "Requests that the device has not done.", "", ours, get_queue, NULL),
 ROW("kswapd.awake", BOOL, CORE, false, "Whether kswapd is at work.", "", vmscan, get_awake, NULL),
 ROW("kswapd.wakeups", COUNT, GHOST, true, "How often kswapd was woken.", "", ours, get_wakeups, NULL),
 ROW("vmstat.pgfault", COUNT, GHOST, true, "Page faults, major ones included.", "PGFAULT", vmstat, get_pgfault, NULL),
 ROW("vmstat.pgmajfault", COUNT, GHOST, true, "Page faults that had to read.", "PGMAJFAULT", vmstat,
     get_pgmajfault, NULL),
 ROW("vmstat.pswpin", PAGES, GHOST, true, "Pages read from swap, readahead included.", "PSWPIN", vmstat,
     get_pswpin, NULL),
 ROW("vmstat.pswpout", PAGES, GHOST, true, "Pages written to swap.", "PSWPOUT", vmstat, get_pswpout, NULL),
 ROW("vmstat.pglazyfreed", PAGES, GHOST, true, "Lazily freed pages that reclaim dropped.", "PGLAZYFREED",
     vmstat, get_pglazyfreed, NULL),
 ROW("vmstat.allocstall", COUNT, GHOST, true, "Requests that had to reclaim by themselves.", "ALLOCSTALL",
     vmstat, get_allocstall, NULL),
 ROW("vmstat.pgactivate", PAGES, GHOST, true, "Pages that became active again.", "PGACTIVATE", vmstat,
     get_pgactivate, NULL),
 ROW("vmstat.pgdeactivate", PAGES, GHOST, true, "Pages moved to the inactive list.", "PGDEACTIVATE", vmstat,
     get_pgdeactivate, NULL),
 ROW("vmstat.pgscan", PAGES, GHOST, true, "Inactive pages looked at.", "PGSCAN_*", vmstat, get_pgscan, NULL),
 ROW("vmstat.pgsteal", PAGES, GHOST, true, "Pages freed by reclaim.", "PGSTEAL_*", vmstat, get_pgsteal, NULL),
 ROW("vmstat.oom_kill", COUNT, GHOST, true, "Times that memory ran out; a process that asked is killed.", "", ours, get_oom_kill, NULL),
 ROW("madvise.lazy_pages", PAGES, GHOST, true, "Ptes marked lazily freeable.", "", ours, get_lazy_pages, NULL),
 ROW("madvise.zapped_pages", PAGES, GHOST, true, "Ptes that madvise cleared, swap entries included.", "",
     ours, get_zapped_pages, NULL),
 ROW("madvise.calls_lazy", COUNT, GHOST, true, "Calls that took the lazy way.", "", ours, get_calls_lazy, NULL),
 ROW("madvise.calls_zapped", COUNT, GHOST, true, "Calls that zapped at once.", "", ours,
     get_calls_zapped, NULL),
 ROW("region_pages", PAGES, FIXED, false, "What each process writes and gives back.", "", ours,
     get_region_pages, NULL),
 ROW("loops", COUNT, FIXED, false, "Rounds of each process.", "", ours, get_loops, NULL),
 ROW("workload.page_writes", COUNT, GHOST, true, "Pages written by the processes.", "", ours,
     get_page_writes, NULL),
 ORDERS("zone[N].pcp", PAGES, CORE, true, "Free pages on CPUs' own lists; not counted as free.", "per_cpu_pages.count",
     page_alloc42, get_zone_pcp, per_zone),
 ORDERS("zone[N].movable", PAGES, CORE, false, "Pages in use that compaction can move, on no list.", "", ours,
     get_zone_movable, per_zone),
 ORDERS("zone[0].free_area[N]", COUNT, CORE, true, "Free blocks of order N in the lowest zone.", "free_area[N].nr_free",
     page_alloc42, get_free_area_0, per_order),
 ORDERS("zone[1].free_area[N]", COUNT, CORE, true, "Free blocks of order N in the next zone.", "free_area[N].nr_free",
     page_alloc42, get_free_area_1, per_order_1),
 ORDERS("fragmentation_index[N]", NUMBER, CORE, false,
     "For order N in the lowest zone: 0 memory is short, 1000 fragmented, -1000 neither.", "fragmentation_index",
     "mm/vmstat.c, v4.2", get_index, per_order),
 ORDERS("kswapd.order", ORDER, CORE, false, "The largest order that kswapd was asked for.", "kswapd_max_order",
     "mm/vmscan.c, v4.2", get_kswapd_order, NULL),
 ORDERS("alloc.warnings", COUNT, GHOST, true, "Page allocation failures that were warned of.", "warn_alloc_failed",
     page_alloc42, get_warnings, NULL),
 ORDERS("vmstat.compact_stall", COUNT, GHOST, true, "Requests that compacted by themselves, in at least one zone.",
     "COMPACTSTALL", page_alloc42, get_compact_stall, NULL),
 ORDERS("vmstat.compact_success", COUNT, GHOST, true, "Stalls after which the block was there.", "COMPACTSUCCESS",
     page_alloc42, get_compact_success, NULL),
 ORDERS("vmstat.compact_fail", COUNT, GHOST, true, "Stalls after which it was not.", "COMPACTFAIL",
     page_alloc42, get_compact_fail, NULL),
 ORDERS("vmstat.pgmigrate_success", PAGES, GHOST, true, "Pages moved, by whomever.", "PGMIGRATE_SUCCESS",
     "mm/migrate.c, v4.2", get_pgmigrate, NULL),
 ORDERS("compact.migrate_pfn", PFN, GHOST, false, "Where the migrate scanner of the last run stands.", "cc->migrate_pfn",
     compaction, get_scanner_up, NULL),
 ORDERS("compact.free_pfn", PFN, GHOST, false, "Where the free scanner of the last run stands.", "cc->free_pfn",
     compaction, get_scanner_down, NULL),
 ORDERS("zone[N].cached_async", PFN, CORE, false, "Where the next cheap run's migrate scanner begins.",
     "compact_cached_migrate_pfn[0]", compaction, get_cached_async, per_zone),
 ORDERS("zone[N].cached_sync", PFN, CORE, false, "Where the next sync run's migrate scanner begins.",
     "compact_cached_migrate_pfn[1]", compaction, get_cached_sync, per_zone),
 ORDERS("zone[N].cached_free", PFN, CORE, false, "Where the next run's free scanner begins.",
     "compact_cached_free_pfn", compaction, get_cached_free, per_zone),
 ORDERS("zone[N].defer_shift", NUMBER, CORE, false, "Compaction is tried once in 2^this attempts.", "compact_defer_shift",
     compaction, get_defer_shift, per_zone),
 ORDERS("zone[N].considered", COUNT, CORE, false, "Attempts since compaction was deferred.", "compact_considered",
     compaction, get_considered, per_zone),
 ORDERS("zone[N].order_failed", ORDER, CORE, false, "From this order on compaction may be deferred.",
     "compact_order_failed", compaction, get_order_failed, per_zone),
};
/* clang-format on */

const unsigned names_memory_n = sizeof(names_memory) / sizeof(*names_memory);
