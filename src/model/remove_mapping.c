/* SPDX-License-Identifier: GPL-3.0-or-later
 * Taking a page out of its page cache: __remove_mapping of mm/vmscan.c, v3.10,
 * and mail 002's __remove_mapping_batch.
 *
 * Leaves out: a_ops->freepage and memory cgroups, which stand in one line after
 * the lock is let go. Rules: a page goes only with two references, the cache's
 * and the reclaimer's, and clean; one acquisition of tree_lock per attempt, or per
 * batch that is not empty. A page that stays keeps its references and its mapping.
 */
#include "model/machine.h"
#include "model/scan.h"
#include "model/task.h"

enum { FREEZE = 2 };		/* the page cache's reference and ours */

static struct scan *mine(struct machine *m, const struct task *t)
{
	return scan_edit(m, task_index(m, t));
}

static const struct scan *mine_at(const struct machine *m,
	const struct task *t)
{
	return scan_at(m, task_index(m, t));
}

/* ---- __remove_mapping ------------------------------------------------------ */

enum { MAPPING, PAGE, COUNT, OK };
static const struct local remove_locals[] = {
	[MAPPING] = { "mapping", KIND_NUMBER }, [PAGE] = { "page", KIND_PFN },
	[COUNT] = { "count", KIND_COUNT }, [OK] = { "removed", KIND_BOOL },
};

static u16 tree_lock(const struct machine *m, const s64 *v)
{
	return (u16)tree_lock_of(m, (unsigned)v[MAPPING]);
}

static void count_references(struct machine *m, struct task *t, s64 *v)
{
	v[COUNT] = page_count(m, (u32)v[PAGE]);
	m->files.removals++;
}

static struct test shared(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[COUNT], REL_NE, FREEZE);
}

static struct test dirty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_dirty(m, (u32)v[PAGE]) &&
		!(page_at(m, (u32)v[PAGE])->flags & PAGE_DROPPED), REL_EQ, 1);
}

/* page_freeze_refs and __delete_from_page_cache or _from_swap_cache. */
static void freeze(struct machine *m, u32 pfn)
{
	page_cache_delete(m, pfn);
	file_page_edit(m, pfn)->flags |= FILE_FROZEN;
}

static void remove_one(struct machine *m, struct task *t, s64 *v)
{
	freeze(m, (u32)v[PAGE]);
	v[OK] = 1;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { R_LOCK = 1, R_COUNT, R_SHARED, R_DIRTY, R_DELETE, R_UNLOCK, R_DONE };
/* clang-format off */
static const struct line remove_lines[] = {
 [R_LOCK]   = { "lock mapping->tree_lock", OP_LOCK, .id = "lock", .lock = tree_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "It guards the radix tree of this file alone." },
 [R_COUNT]  = { "count = page_count(page)", .id = "count", .exec = count_references, .shared = true,
	.gloss = "The page cache has one reference, we have one." },
 [R_SHARED] = { "if count ≠ 2: keep", OP_IF, .id = "shared", .test = shared, .next = R_UNLOCK,
	.no = R_DIRTY, .decision = true, .gloss = "Does anybody else hold the page?", .why = "{count} ≠ 2",
	.if_yes = "somebody else has it", .if_no = "only the cache and we" },
 [R_DIRTY]  = { "if it is dirty now: keep", OP_IF, .id = "dirty", .test = dirty, .next = R_UNLOCK,
	.no = R_DELETE, .shared = true, .gloss = "Written since we looked?", .why = "dirty = {left}",
	.if_yes = "it must be written first", .if_no = "it can go" },
 [R_DELETE] = { "freeze it; delete it from the tree", .id = "delete", .exec = remove_one,
	.cost = COST_TREE_DELETE, .shared = true, .gloss = "From now on nobody can find it." },
 [R_UNLOCK] = { "unlock mapping->tree_lock", OP_UNLOCK, .id = "unlock", .lock = tree_lock,
	.cost = COST_UNLOCK, .transfer = true, .shared = true, .gloss = "The next one in line gets it." },
 [R_DONE]   = { "return removed", OP_RETURN, .id = "return", .value = OK, .has_value = true,
	.gloss = "Yes or no." },
};
/* clang-format on */

const struct procedure procedure_remove_mapping = {
	"__remove_mapping", "mm/vmscan.c, v3.10", "Takes one page out of its page cache.",
	remove_lines, R_DONE + 1, remove_locals, 4, 2,
};

/* ---- __remove_mapping_batch ------------------------------------------------ */

enum { B_MAPPING, B_PAGE, B_COUNT, B_FREED };
static const struct local batch_locals[] = {
	[B_MAPPING] = { "mapping", KIND_NUMBER }, [B_PAGE] = { "page", KIND_PFN },
	[B_COUNT] = { "count", KIND_COUNT }, [B_FREED] = { "freed", KIND_PAGES },
};

static void begin_drain(struct machine *m, struct task *t, s64 *v)
{
	v[B_MAPPING] = mine_at(m, t)->batch_mapping;
	m->files.drains++;
	m->files.drains_empty += !mine_at(m, t)->list[LIST_BATCH].n;
}

static struct test batch_empty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(mine_at(m, t)->list[LIST_BATCH].n, REL_EQ, 0);
}

static struct test batch_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(mine_at(m, t)->list[LIST_BATCH].n, REL_GT, 0);
}

static void note_size(struct machine *m, struct task *t, s64 *v)
{
	u32 n = mine_at(m, t)->list[LIST_BATCH].n;

	m->files.removals++;
	m->files.batch[n]++;
	if (n > m->files.batch_max)
		m->files.batch_max = n;
}

static void first_of_batch(struct machine *m, struct task *t, s64 *v)
{
	v[B_PAGE] = mine_at(m, t)->list[LIST_BATCH].first;
	v[B_COUNT] = page_count(m, (u32)v[B_PAGE]);
}

static struct test batch_shared(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[B_COUNT], REL_NE, FREEZE);
}

static struct test batch_dirty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return dirty(m, t, v);		/* the page is the second local, too */
}

static void batch_delete(struct machine *m, struct task *t, s64 *v)
{
	struct scan *s = mine(m, t);

	freeze(m, page_list_pop(m, &s->list[LIST_BATCH]));
	page_list_push(m, &s->list[LIST_REMOVED], (u32)v[B_PAGE]);
}

static void batch_keep(struct machine *m, struct task *t, s64 *v)
{
	struct scan *s = mine(m, t);

	page_list_pop(m, &s->list[LIST_BATCH]);
	page_let_go(m, (u32)v[B_PAGE]);
	page_list_push(m, &s->list[LIST_RET], (u32)v[B_PAGE]);
	m->files.kept++;
}

static struct test removed_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(mine_at(m, t)->list[LIST_REMOVED].n, REL_GT, 0);
}

/* mapping_release_page; the lock bit is cleared plainly: nobody sees it. */
static void batch_release(struct machine *m, struct task *t, s64 *v)
{
	struct scan *s = mine(m, t);
	u32 pfn = page_list_pop(m, &s->list[LIST_REMOVED]);

	page_let_go(m, pfn);
	page_list_push(m, &s->list[LIST_FREE], pfn);
	m->files.freed++;
	v[B_FREED]++;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { B_BEGIN = 1, B_EMPTY, B_LOCK, B_SIZE, B_EACH, B_FIRST, B_SHARED, B_DIRTY,
	B_DELETE, B_KEEP, B_UNLOCK, B_AFTER, B_RELEASE, B_DONE };
/* clang-format off */
static const struct line batch_lines[] = {
 [B_BEGIN]  = { "mapping = that of the batch", .id = "begin", .exec = begin_drain,
	.gloss = "All pages on the batch are of one file." },
 [B_EMPTY]  = { "if the batch is empty: return 0", OP_IF, .id = "empty", .test = batch_empty,
	.next = B_DONE, .no = B_LOCK, .gloss = "Then no lock is taken.", .why = "{left} pages = 0",
	.if_yes = "nothing to do", .if_no = "one lock for all of them" },
 [B_LOCK]   = { "lock mapping->tree_lock", OP_LOCK, .id = "lock", .lock = tree_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "Once for the whole batch." },
 [B_SIZE]   = { "note the batch's size", .id = "size", .exec = note_size,
	.gloss = "For the statistics: so many pages share this lock." },
 [B_EACH]   = { "for each page of the batch", OP_IF, .id = "each", .test = batch_left, .no = B_UNLOCK,
	.gloss = "The oldest first.", .why = "{left} > 0", .if_yes = "one more", .if_no = "all done" },
 [B_FIRST]  = { "  count = page_count(page)", .id = "count", .exec = first_of_batch, .shared = true,
	.gloss = "Only now: much may have happened since it was put there." },
 [B_SHARED] = { "  if count ≠ 2: keep", OP_IF, .id = "shared", .test = batch_shared, .next = B_KEEP,
	.no = B_DIRTY, .decision = true, .gloss = "Does anybody else hold the page?", .why = "{count} ≠ 2",
	.if_yes = "somebody else has it", .if_no = "only the cache and we" },
 [B_DIRTY]  = { "  if it is dirty now: keep", OP_IF, .id = "dirty", .test = batch_dirty, .next = B_KEEP,
	.no = B_DELETE, .shared = true, .gloss = "Written since we looked?", .why = "dirty = {left}",
	.if_yes = "it must be written first", .if_no = "it can go" },
 [B_DELETE] = { "  freeze; delete it from the tree", .id = "delete", .exec = batch_delete,
	.next = B_EACH, .cost = COST_TREE_DELETE, .shared = true, .gloss = "From now on nobody can find it." },
 [B_KEEP]   = { "  else unlock; to the kept pages", .id = "keep", .exec = batch_keep, .next = B_EACH,
	.shared = true, .gloss = "The others on the batch are not affected." },
 [B_UNLOCK] = { "unlock mapping->tree_lock", OP_UNLOCK, .id = "unlock", .lock = tree_lock,
	.cost = COST_UNLOCK, .transfer = true, .shared = true, .gloss = "The next one in line gets it." },
 [B_AFTER]  = { "for each page removed", OP_IF, .id = "after", .test = removed_left, .no = B_DONE,
	.gloss = "A second pass, without tree_lock.", .why = "{left} > 0", .if_yes = "one more", .if_no = "all done" },
 [B_RELEASE] = { "  release it; to the free pages", .id = "release", .exec = batch_release,
	.next = B_AFTER, .shared = true, .gloss = "Its page lock ends only here." },
 [B_DONE]   = { "return freed", OP_RETURN, .id = "return", .value = B_FREED, .has_value = true,
	.gloss = "How many of the batch went." },
};
/* clang-format on */

const struct procedure procedure_remove_mapping_batch = {
	"__remove_mapping_batch", "mm/vmscan.c, mail 002", "Takes a batch of pages out of one page cache.",
	batch_lines, B_DONE + 1, batch_locals, 4, 0,
};
