/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of published names: page caches, tree_lock, shrink_page_list.
 */
#include "model/names_files.h"
#include "model/scan.h"

enum { USERS_SHOWN = 256 };	/* pages whose references can be edited */

static unsigned per_zone(const struct machine *m)
{
	return m->memory.zones;
}

/* Files, and the swap cache behind them. */
static unsigned per_mapping(const struct machine *m)
{
	return m->files.n + 1;
}

static unsigned per_size(const struct machine *m)
{
	return SCAN_MAX + 1;
}

static unsigned per_page(const struct machine *m)
{
	return m->memory.frames < USERS_SHOWN ? m->memory.frames : USERS_SHOWN;
}

static const struct lock *tree_lock(const struct machine *m, unsigned i)
{
	return lock_at(m, tree_lock_of(m, i));
}

static s64 on_list(const struct machine *m, enum scan_list list)
{
	s64 n = 0;

	for (unsigned i = 0; i < m->n_tasks; i++)
		n += scan_at(m, i)->list[list].n;
	return n;
}

static s64 contended(const struct machine *m, bool wait)
{
	u64 sum = 0;

	for (unsigned i = 0; i <= m->files.n; i++)
		sum += wait ? tree_lock(m, i)->wait_ns
			    : tree_lock(m, i)->contended;
	return (s64)sum;
}

/* One getter a row; the table below gives it its name. */
#define GET(name, value) \
	static s64 get_##name(const struct machine *m, unsigned i) \
	{ \
		return (s64)(value); \
	}
GET(freed, m->files.freed)
GET(kept, m->files.kept)
GET(culled, m->files.culled)
GET(removals, m->files.removals)
GET(drains, m->files.drains)
GET(drains_empty, m->files.drains_empty)
GET(batch_max, m->files.batch_max)
GET(batch, m->files.batch[i])
GET(i_mmap, m->files.i_mmap_taken)
GET(locked, m->files.locked)
GET(locked_max, m->files.locked_max)
GET(on_batch, on_list(m, LIST_BATCH))
GET(pageouts, m->files.pageouts)
GET(pages_read, m->files.pages_read)
GET(to_scan, m->files.to_scan)
GET(contended_all, contended(m, false))
GET(wait_all, contended(m, true))
GET(files, m->files.n)
GET(run_length, m->files.run_length)
GET(inactive, m->memory.zone[i].list[LRU_INACTIVE_FILE].n)
GET(active, m->memory.zone[i].list[LRU_ACTIVE_FILE].n)
GET(unevictable, m->memory.zone[i].list[LRU_UNEVICTABLE].n)
GET(nrpages, i == m->files.n ? m->memory.cached_slots
	: (s64)mapping_at(m, i)->nrpages)
GET(mapping_freed, mapping_at(m, i)->freed)
GET(tree_taken, tree_lock(m, i)->taken)
GET(tree_waiters, tree_lock(m, i)->waiters)
GET(tree_holder, tree_lock(m, i)->holder == NONE ? -1
	: task_at(m, tree_lock(m, i)->holder)->cpu)
GET(users, file_page_at(m, i)->users)
GET(count, page_count(m, i))
#undef GET

/* Nobody can have a reference to a free page. */
static void set_users(struct machine *m, unsigned i, s64 value)
{
	if (page_count(m, i))
		file_page_edit(m, i)->users = (u16)value;
}

static const char vmscan[] = "mm/vmscan.c, v3.10";
static const char filemap[] = "mm/filemap.c, v3.10";
static const char mail[] = "mail 002";
static const char ours[] = "the model's own count";

#define ROW(pattern, kind, region, metric, help, field, source, get, count) \
	{ pattern, KIND_##kind, REGION_##region, PART_FILES, metric, help, \
	  field, source, get, NULL, 0, 0, count }

/* To add one: a getter above, a row here. */
/* clang-format off */
const struct name names_files[] = {
 ROW("vmscan.freed", PAGES, GHOST, true, "Pages that shrink_page_list freed.", "nr_reclaimed", vmscan,
     get_freed, NULL),
 ROW("vmscan.kept", PAGES, GHOST, true, "Pages that shrink_page_list kept.", "ret_pages", vmscan, get_kept, NULL),
 ROW("vmscan.culled", PAGES, GHOST, false, "Pages moved to the unevictable list.", "", vmscan, get_culled, NULL),
 ROW("vmscan.tree_lock.taken", COUNT, GHOST, true, "How often a tree_lock was taken to remove pages.",
     "tree_lock", ours, get_removals, NULL),
 ROW("vmscan.tree_lock.contended", COUNT, GHOST, true, "How often somebody had to wait for a tree_lock.",
     "tree_lock", ours, get_contended_all, NULL),
 ROW("vmscan.tree_lock.wait_ns", NS, GHOST, true, "Time spent waiting for tree_locks, all CPUs together.",
     "tree_lock", ours, get_wait_all, NULL),
 ROW("vmscan.drains", COUNT, GHOST, true, "Calls of __remove_mapping_batch.", "", mail, get_drains, NULL),
 ROW("vmscan.drains_empty", COUNT, GHOST, true, "Calls that found the batch empty, and took no lock.", "",
     mail, get_drains_empty, NULL),
 ROW("vmscan.batch_max", PAGES, GHOST, true, "The largest batch that was drained.", "", ours,
     get_batch_max, NULL),
 ROW("vmscan.batch[N]", COUNT, GHOST, true, "Drains of so many pages, empty ones left out.", "", ours,
     get_batch, per_size),
 ROW("vmscan.batch_pages", PAGES, CORE, false, "Pages on batches now, all tasks together.",
     "batch_for_mapping_rm", mail, get_on_batch, NULL),
 ROW("vmscan.page_locks", PAGES, CORE, false, "Page locks that reclaim holds now.", "PG_locked", ours,
     get_locked, NULL),
 ROW("vmscan.page_locks_max", PAGES, GHOST, true, "The most page locks that reclaim held at once.", "PG_locked",
     ours, get_locked_max, NULL),
 ROW("vmscan.i_mmap_mutex.taken", COUNT, GHOST, true, "How often reclaim took an i_mmap_mutex.",
     "i_mmap_mutex", ours, get_i_mmap, NULL),
 ROW("vmscan.pageouts", PAGES, GHOST, true, "Pages of files that reclaim began to write.", "PGPGOUT", ours,
     get_pageouts, NULL),
 ROW("vmscan.to_scan", PAGES, CORE, false, "Old pages that the workload will still look at.", "", ours,
     get_to_scan, NULL),
 ROW("workload.pages_read", PAGES, GHOST, true, "Pages that processes read from files.", "", ours,
     get_pages_read, NULL),
 ROW("files", COUNT, FIXED, false, "Files on the list.", "", ours, get_files, NULL),
 ROW("run_length", PAGES, FIXED, false, "Neighbours on the list that are of one file.", "", ours,
     get_run_length, NULL),
 ROW("zone[N].inactive_file", PAGES, CORE, true, "Pages of files on the inactive list.", "NR_INACTIVE_FILE",
     vmscan, get_inactive, per_zone),
 ROW("zone[N].active_file", PAGES, CORE, true, "Pages of files on the active list.", "NR_ACTIVE_FILE",
     vmscan, get_active, per_zone),
 ROW("zone[N].unevictable", PAGES, CORE, false, "Pages that reclaim does not look at.", "NR_UNEVICTABLE",
     vmscan, get_unevictable, per_zone),
 ROW("mapping[N].nrpages", PAGES, CORE, false, "Pages in the page cache of file N; the last is the swap cache.",
     "address_space.nrpages", filemap, get_nrpages, per_mapping),
 ROW("mapping[N].freed", PAGES, GHOST, false, "Pages that were taken out of this page cache.", "", ours,
     get_mapping_freed, per_mapping),
 ROW("mapping[N].tree_lock.taken", COUNT, GHOST, false, "How often this tree_lock was taken, adding included.",
     "address_space.tree_lock", ours, get_tree_taken, per_mapping),
 ROW("mapping[N].tree_lock.waiters", COUNT, CORE, false, "CPUs in line for this tree_lock now.",
     "address_space.tree_lock", ours, get_tree_waiters, per_mapping),
 ROW("mapping[N].tree_lock.holder", CPU, CORE, false, "The CPU that has this tree_lock; −1 if none.",
     "address_space.tree_lock", ours, get_tree_holder, per_mapping),
 ROW("page[N].count", COUNT, CORE, false, "References to page N: cache, pte, isolation, others.", "page._count",
     filemap, get_count, per_page),
 { "page[N].users", KIND_COUNT, REGION_CORE, PART_FILES, false,
   "References of others to page N, like a read that is under way.", "page._count", ours, get_users, set_users,
   0, 1000, per_page },
};
/* clang-format on */

const unsigned names_files_n = sizeof(names_files) / sizeof(*names_files);
