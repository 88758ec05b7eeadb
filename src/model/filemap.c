/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reading mapped files: filemap_fault of mm/filemap.c, v3.10, and the processes of
 * mail 002's workload.
 *
 * Leaves out: readahead, waiting for the disk (reading is one line's cost), page
 * table locks. Rules: memory is full, so a reader first frees pages, then reads as
 * many; it reads stretches of run_length pages of one file after the other.
 */
#include "model/machine.h"
#include "model/scan.h"
#include "model/task.h"

/* ---- filemap_fault ---------------------------------------------------------- */

enum { FILE_NR, INDEX, PAGE };
static const struct local fault_locals[] = {
	[FILE_NR] = { "mapping", KIND_NUMBER }, [INDEX] = { "index", KIND_NUMBER },
	[PAGE] = { "page", KIND_PFN },
};

static u16 tree_lock(const struct machine *m, const s64 *v)
{
	return (u16)tree_lock_of(m, (unsigned)v[FILE_NR]);
}

/* The readers of a file share its position. */
static void find_page(struct machine *m, struct task *t, s64 *v)
{
	struct mapping *file = mapping_edit(m, (unsigned)v[FILE_NR]);
	u32 pfn;

	v[INDEX] = file->next < m->files.file_pages ? file->next : 0;
	file->next = (u32)v[INDEX] + 1;
	pfn = page_cache_get(m, (unsigned)v[FILE_NR], (u32)v[INDEX]);
	v[PAGE] = pfn == NO_PAGE ? -1 : (s64)pfn;
}

static struct test cached(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PAGE], REL_GE, 0);
}

static struct test no_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PAGE], REL_LT, 0);
}

static void read_page(struct machine *m, struct task *t, s64 *v)
{
	m->files.pages_read++;
}

/* Somebody may have been faster: then theirs is the page. */
static void add_page(struct machine *m, struct task *t, s64 *v)
{
	u32 there = page_cache_get(m, (unsigned)v[FILE_NR], (u32)v[INDEX]);

	if (there == NO_PAGE) {
		page_cache_add(m, (unsigned)v[FILE_NR], (u32)v[INDEX],
			(u32)v[PAGE]);
		return;
	}
	page_free(m, (u32)v[PAGE], t->cpu);
	v[PAGE] = there;
}

/* Somebody may have it locked, to reclaim it: then it is not used this time. */
static void use_page(struct machine *m, struct task *t, s64 *v)
{
	struct file_page *f = file_page_edit(m, (u32)v[PAGE]);

	if (f->mapping == v[FILE_NR] && f->index == v[INDEX] &&
		!(f->flags & FILE_LOCKED))
		f->flags |= FILE_MAPPED | FILE_YOUNG;
}

static void add_to_lru(struct machine *m, struct task *t, s64 *v)
{
	if (page_at(m, (u32)v[PAGE])->state == PAGE_HELD &&
		file_page_at(m, (u32)v[PAGE])->mapping == v[FILE_NR])
		page_lru_add(m, (u32)v[PAGE], LRU_INACTIVE_FILE, false);
	use_page(m, t, v);
}

enum { F_FIND = 1, F_HIT, F_USE, F_USED, F_TAKE, F_BUDDY, F_NONE, F_READ, F_LOCK, F_ADD,
	F_UNLOCK, F_LRU, F_DONE };
/* clang-format off */
static const struct line fault_lines[] = {
 [F_FIND]   = { "page = find_get_page(index)", .id = "find", .exec = find_page, .shared = true,
	.gloss = "Looking needs no lock." },
 [F_HIT]    = { "if it is in the page cache", OP_IF, .id = "cached", .test = cached, .no = F_TAKE,
	.gloss = "Has somebody read it before?", .why = "page {page} ≥ 0", .if_yes = "no read needed",
	.if_no = "it must be read" },
 [F_USE]    = { "  map it", .id = "use", .exec = use_page, .shared = true, .gloss = "A minor fault." },
 [F_USED]   = { "  return", OP_RETURN, .id = "used", .gloss = "Back to the program." },
 [F_TAKE]   = { "page = a free page", OP_CALL, .id = "take", .callee = PROC_ALLOC_PAGE, .value = PAGE,
	.has_value = true, .in = IN_SINGLE, .gloss = "If memory is full, some must be freed first." },
 [F_BUDDY]  = { "page = a free page", OP_CALL, .id = "take", .callee = PROC_ALLOC_PAGE_VMA,
	.value = PAGE, .has_value = true, .in = IN_ORDERS, .gloss = "If memory is full, some must be freed first." },
 [F_NONE]   = { "if there is none: return", OP_IF, .id = "none", .test = no_page, .next = F_DONE,
	.no = F_READ, .gloss = "Is memory exhausted?", .why = "{page} < 0", .if_yes = "out of memory",
	.if_no = "read into it" },
 [F_READ]   = { "read it from the file", .id = "read", .exec = read_page, .cost = COST_FILE_READ,
	.gloss = "Nearly all of a page's time, whatever reclaim does." },
 [F_LOCK]   = { "lock mapping->tree_lock", OP_LOCK, .id = "lock", .lock = tree_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "The same lock that reclaim takes." },
 [F_ADD]    = { "add it to the page cache", .id = "add", .exec = add_page, .cost = COST_TREE_INSERT,
	.shared = true, .gloss = "Into the file's radix tree." },
 [F_UNLOCK] = { "unlock mapping->tree_lock", OP_UNLOCK, .id = "unlock", .lock = tree_lock,
	.cost = COST_UNLOCK, .transfer = true, .shared = true, .gloss = "Adding is not batched." },
 [F_LRU]    = { "map it; to the inactive file list", .id = "lru", .exec = add_to_lru, .shared = true,
	.gloss = "At the head: the youngest." },
 [F_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "Back to the program." },
};
/* clang-format on */

const struct procedure procedure_filemap_fault = {
	"filemap_fault", "mm/filemap.c, v3.10", "A process reads a page of a mapped file.",
	fault_lines, F_DONE + 1, fault_locals, 3, 1,
};

/* ---- read_file: a person's operation ------------------------------------------ */

enum { F_FILE, F_LEFT };
static const struct local read_locals[] = {
	[F_FILE] = { "mapping", KIND_NUMBER }, [F_LEFT] = { "left", KIND_PAGES },
};

static struct test some_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[F_LEFT], REL_GT, 0);
}

static void one_less(struct machine *m, struct task *t, s64 *v)
{
	v[F_LEFT]--;
}

enum { P_EACH = 1, P_FAULT, P_NEXT, P_DONE };
/* clang-format off */
static const struct line read_lines[] = {
 [P_EACH]   = { "for each page to be read", OP_IF, .id = "each", .test = some_left, .no = P_DONE,
	.gloss = "One after the other.", .why = "{left} > 0", .if_yes = "read it", .if_no = "done" },
 [P_FAULT]  = { "  filemap_fault", OP_CALL, .id = "fault", .callee = PROC_FILEMAP_FAULT,
	.pass = { F_FILE }, .gloss = "The next page of the file." },
 [P_NEXT]   = { "  next", .id = "next", .exec = one_less, .next = P_EACH, .gloss = "And on." },
 [P_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "Read." },
};
/* clang-format on */

const struct procedure procedure_read_file = {
	"read_file", "model", "Reads pages of a mapped file.", read_lines, P_DONE + 1, read_locals, 2, 2,
};

/* ---- file_reader ------------------------------------------------------------ */

enum { PRIORITY, KSWAPD, R_FILE, LIST, ZONE, SCAN, MAY_UNMAP, FREED, RUN };
static const struct local reader_locals[] = {
	[PRIORITY] = { "priority", KIND_NUMBER },
	[KSWAPD] = { "kswapd", KIND_BOOL },
	[R_FILE] = { "mapping", KIND_NUMBER }, [LIST] = { "list", KIND_NUMBER },
	[ZONE] = { "zone", KIND_NUMBER }, [SCAN] = { "to_scan", KIND_PAGES },
	[MAY_UNMAP] = { "may_unmap", KIND_BOOL },
	[FREED] = { "freed", KIND_PAGES }, [RUN] = { "run", KIND_PAGES },
};

static struct test old_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->files.to_scan, REL_GT, 0);
}

/* What remains is shared out before it is isolated. */
static void next_batch(struct machine *m, struct task *t, s64 *v)
{
	s64 left = m->files.to_scan;

	v[LIST] = LRU_INACTIVE_FILE;
	v[MAY_UNMAP] = 1;
	v[SCAN] = left < SCAN_MAX ? left > 0 ? left : 0 : SCAN_MAX;
	m->files.to_scan -= v[SCAN];
}

static struct test to_read(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED], REL_GT, 0);
}

static void next_page(struct machine *m, struct task *t, s64 *v)
{
	v[FREED]--;
	if (++v[RUN] < m->files.run_length)
		return;
	v[RUN] = 0;
	v[R_FILE] = (v[R_FILE] + 1) % m->files.n;
}

static void count_round(struct machine *m, struct task *t, s64 *v)
{
	m->work_done++;
}

enum { R_EACH = 1, R_SCAN, R_SHRINK, R_READS, R_FAULT, R_NEXT, R_ROUND, R_MORE,
	R_DONE };
/* clang-format off */
static const struct line reader_lines[] = {
 [R_EACH]   = { "while old pages are left", OP_IF, .id = "each", .test = old_left, .no = R_DONE,
	.in = IN_READERS, .shared = true, .why = "{left} > 0", .if_yes = "reclaim some of them", .if_no = "done",
	.gloss = "Memory is full: who wants to read must free pages first." },
 [R_SCAN]   = { "  the next 32 are ours", .id = "scan", .exec = next_batch, .shared = true,
	.gloss = "SWAP_CLUSTER_MAX." },
 [R_SHRINK] = { "  freed = shrink_list", OP_CALL, .id = "shrink", .callee = PROC_SHRINK_LIST,
	.pass = { LIST, ZONE, SCAN, PRIORITY, KSWAPD, MAY_UNMAP }, .value = FREED, .has_value = true,
	.gloss = "Direct reclaim: the reader does the work." },
 [R_READS]  = { "  for each page that was freed", OP_IF, .id = "reads", .test = to_read, .no = R_ROUND,
	.in = IN_READERS, .gloss = "As many pages can be read now.", .why = "{freed} > 0", .if_yes = "read one",
	.if_no = "memory is full again" },
 [R_FAULT]  = { "    filemap_fault", OP_CALL, .id = "fault", .callee = PROC_FILEMAP_FAULT,
	.pass = { R_FILE }, .in = IN_READERS, .gloss = "Read the next page of the file." },
 [R_NEXT]   = { "    next page, or the next file", .id = "next", .exec = next_page, .next = R_READS,
	.in = IN_READERS, .gloss = "run_length pages of one file, then of the next." },
 [R_ROUND]  = { "  count the round", .id = "again", .exec = count_round, .gloss = "32 pages at most." },
 [R_MORE]   = { "if old pages are left: again", OP_IF, .id = "more", .test = old_left, .next = R_SCAN,
	.no = R_DONE, .shared = true, .gloss = "The next 32.", .why = "{left} > 0", .if_yes = "again",
	.if_no = "done" },
 [R_DONE]   = { "end", OP_RETURN, .id = "end", .gloss = "This process is done." },
};
/* clang-format on */

const struct procedure procedure_file_reader = {
	"file_reader", "model, after mail 002's workload", "Reclaims old pages, and reads as many new ones.",
	reader_lines, R_DONE + 1, reader_locals, 9, 3,
};
