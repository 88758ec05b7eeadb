/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of published names: huge pages, rmap walks and what they touch.
 */
#include "model/names_rmap.h"

static u64 locks_taken(const struct machine *m, u32 first)
{
	u64 taken = 0;

	for (u32 mm = 0; mm < m->rmap.mms; mm++)
		taken +=
			lock_at(m, m->rmap.lock + LOCK_PMD + first + mm)->taken;
	return taken;
}

/* The huge page that is split now, or the first one. */
static u32 current_thp(const struct machine *m)
{
	return m->rmap.splitting == NO_PAGE ? 0 : m->rmap.splitting;
}

static s64 of_thp(
	const struct machine *m, s64 (*get)(const struct machine *, u32 thp))
{
	return m->rmap.thps ? get(m, current_thp(m)) : 0;
}

static s64 head_count(const struct machine *m, u32 thp)
{
	return small_at(m, thp * m->rmap.pages)->refcount;
}

static s64 compound(const struct machine *m, u32 thp)
{
	return huge_at(m, thp)->compound;
}

static s64 double_map(const struct machine *m, u32 thp)
{
	return huge_at(m, thp)->double_map;
}

/* One getter a row; the table below gives it its name. */
#define GET(name, value)                                                       \
	static s64 get_##name(const struct machine *m, unsigned i)             \
	{                                                                      \
		return (s64)(value);                                           \
	}
GET(tree_queries, m->rmap.tree_queries)
GET(tree_steps, m->rmap.tree_steps)
GET(vma_visits, m->rmap.vma_visits)
GET(descents, m->rmap.descents)
GET(pmd_locks, locks_taken(m, 0))
GET(pte_locks, locks_taken(m, m->rmap.mms))
GET(slots, m->rmap.slots)
GET(pte_flushes, m->rmap.pte_flushes)
GET(pmd_flushes, m->rmap.pmd_flushes)
GET(ptes_changed, m->rmap.ptes_changed)
GET(freeze_failed, m->rmap.freeze_failed)
GET(split, m->rmap.split)
GET(split_failed, m->rmap.split_failed)
GET(migrated, m->rmap.migrated)
GET(page_count, of_thp(m, head_count))
GET(total_mapcount, of_thp(m, rmap_total_mapcount))
GET(compound_mapcount, of_thp(m, compound))
GET(double_map, of_thp(m, double_map))
GET(thps, m->rmap.thps)
GET(pages, m->rmap.pages)
GET(vmas, m->rmap.mms)
GET(tree_vmas, m->rmap.vmas)
GET(unevictable,
	m->memory.zones
		? m->memory.zone[m->memory.zones - 1].list[LRU_UNEVICTABLE].n
		: 0)
#undef GET

static const char rmap[] = "mm/rmap.c, v4.5";
static const char huge[] = "mm/huge_memory.c, v4.5";
static const char mm[] = "include/linux/mm.h, v4.5";
static const char ours[] = "the model's own count";
static const char given[] = "a parameter of the scene";

#define ROW(pattern, kind, region, metric, help, field, source, get)           \
	{                                                                      \
		pattern, KIND_##kind, REGION_##region, PART_RMAP, metric,      \
			help, field, source, get, NULL, 0, 0, NULL             \
	}

/* To add one: a getter above, a row here. */
/* clang-format off */
const struct name names_rmap[] = {
 ROW("rmap.tree_queries", COUNT, GHOST, true, "Walks of the anon_vma's tree that were begun.",
     "anon_vma_interval_tree_foreach", rmap, get_tree_queries),
 ROW("rmap.tree_steps", COUNT, GHOST, false, "Steps from node to node in the tree.", "", ours, get_tree_steps),
 ROW("rmap.vma_visits", COUNT, GHOST, true, "VMAs visited by walks, one after the other.", "rmap_walk_anon", rmap,
     get_vma_visits),
 ROW("rmap.descents", COUNT, GHOST, true, "Walks down from a top table to a pmd.", "mm_find_pmd", rmap, get_descents),
 ROW("rmap.pmd_locks", COUNT, GHOST, true, "How often a pmd lock was taken.", "pmd_lock", huge, get_pmd_locks),
 ROW("rmap.pte_locks", COUNT, GHOST, true, "How often a pte lock was taken, by anybody.", "pte_offset_map_lock",
     rmap, get_pte_locks),
 ROW("rmap.slots", COUNT, GHOST, true, "Pte slots looked at; those that a split pmd fills are left out.", "", ours,
     get_slots),
 ROW("rmap.pte_flushes", COUNT, GHOST, true, "TLB flushes of single ptes.", "ptep_clear_flush", rmap,
     get_pte_flushes),
 ROW("rmap.pmd_flushes", COUNT, GHOST, true, "TLB flushes of pmds.", "pmdp_invalidate", huge, get_pmd_flushes),
 ROW("rmap.ptes_changed", COUNT, GHOST, true, "Ptes written, those that a split pmd fills included.", "", ours,
     get_ptes_changed),
 ROW("rmap.freeze_failed", COUNT, GHOST, true, "Freezes that left a small page mapped: VM_BUG_ON.", "freeze_page",
     huge, get_freeze_failed),
 ROW("vmstat.thp_split_page", COUNT, GHOST, true, "Huge pages that were split.", "THP_SPLIT_PAGE",
     "mm/vmstat.c, v4.5", get_split),
 ROW("vmstat.thp_split_page_failed", COUNT, GHOST, true, "Huge pages that could not be split.",
     "THP_SPLIT_PAGE_FAILED", "mm/vmstat.c, v4.5", get_split_failed),
 ROW("rmap.migrated", PAGES, GHOST, true, "Small pages moved after the split.", "", ours, get_migrated),
 ROW("rmap.page_count", COUNT, CORE, false, "References on the huge page that is split, or on the first one.",
     "page_count", mm, get_page_count),
 ROW("rmap.total_mapcount", COUNT, CORE, false, "How often it is mapped, by pmds and by ptes.", "total_mapcount",
     huge, get_total_mapcount),
 ROW("rmap.compound_mapcount", COUNT, CORE, false, "How many pmds map it whole.", "compound_mapcount", mm,
     get_compound_mapcount),
 ROW("rmap.double_map", BOOL, CORE, false, "Whether both pmds and ptes map it.", "PageDoubleMap",
     "include/linux/page-flags.h, v4.5", get_double_map),
 ROW("rmap.tree_vmas", COUNT, FIXED, false, "VMAs in the anon_vma's tree.", "", ours, get_tree_vmas),
 ROW("rmap.thps", COUNT, FIXED, false, "Huge pages to split.", "", given, get_thps),
 ROW("rmap.pages", PAGES, FIXED, false, "Small pages of one huge page.", "HPAGE_PMD_NR", given, get_pages),
 ROW("rmap.vmas", COUNT, FIXED, false, "VMAs that map every huge page.", "", given, get_vmas),
 ROW("memory.unevictable", PAGES, CORE, false, "Entries of the list that reclaim leaves alone.", "NR_UNEVICTABLE",
     "mm/vmscan.c, v4.5", get_unevictable),
};
/* clang-format on */

const unsigned names_rmap_n = sizeof(names_rmap) / sizeof(*names_rmap);
