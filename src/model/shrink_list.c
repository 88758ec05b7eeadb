/* SPDX-License-Identifier: GPL-3.0-or-later
 * Isolating pages and putting them back: shrink_list, shrink_inactive_list and
 * shrink_active_list of mm/vmscan.c, v3.10, for machines with files.
 *
 * Leaves out: pagevecs, throttling on writeback, too_many_isolated. One LRU here
 * stands for those of all nodes. Rules: at most 32 pages at once, isolated in one
 * go under lru_lock, so that neighbours stay together.
 */
#include "model/machine.h"
#include "model/scan.h"
#include "model/task.h"

enum { LIST, ZONE, LEFT, PRIORITY, KSWAPD, MAY_UNMAP, FREED };
static const struct local locals[] = {
	[LIST] = { "list", KIND_NUMBER }, [ZONE] = { "zone", KIND_NUMBER },
	[LEFT] = { "to_scan", KIND_PAGES }, [PRIORITY] = { "priority", KIND_NUMBER },
	[KSWAPD] = { "kswapd", KIND_BOOL },
	[MAY_UNMAP] = { "may_unmap", KIND_BOOL },
	[FREED] = { "freed", KIND_PAGES },
};

static struct scan *mine(struct machine *m, const struct task *t)
{
	return scan_edit(m, task_index(m, t));
}

static u16 lru_lock(const struct machine *m, const s64 *v)
{
	return (u16)lru_lock_of(m);
}

static struct test some_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	u32 n = m->memory.zone[v[ZONE]].list[v[LIST]].n;

	return test_of(v[LEFT] < n ? v[LEFT] : n, REL_GT, 0);
}

/* Unmapping and compaction take pages off the lists in a single line each, without
 * the lock: then none may be left. */
static void isolate(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = page_oldest(m, (unsigned)v[ZONE], (enum lru)v[LIST]);

	v[LEFT]--;
	if (pfn == NO_PAGE)
		return;
	page_isolate(m, pfn);
	page_list_push(m, &mine(m, t)->list[LIST_PAGE], pfn);
	m->memory.pgscan++;
}

static struct test kept_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(scan_at(m, task_index(m, t))->list[LIST_RET].n, REL_GT,
		0);
}

/* Where a page belongs: anonymous or of a file, active or not. */
static enum lru lru_of(const struct machine *m, u32 pfn)
{
	bool active = file_page_at(m, pfn)->flags & FILE_ACTIVE;

	if (page_is_file(m, pfn))
		return active ? LRU_ACTIVE_FILE : LRU_INACTIVE_FILE;
	return active ? LRU_ACTIVE_ANON : LRU_INACTIVE_ANON;
}

static void put_back(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = page_list_pop(m, &mine(m, t)->list[LIST_RET]);
	enum lru list = lru_of(m, pfn);

	file_page_edit(m, pfn)->flags &= (u16)~FILE_ACTIVE;
	page_putback(m, pfn, list, false, t->cpu);
}

/* To add a row: label here, row below, test in tests/unit. */
enum { I_LOCK = 1, I_EACH, I_TAKE, I_UNLOCK, I_SHRINK, I_RET, I_BACK, I_DONE };
/* clang-format off */
static const struct line lines[] = {
 [I_LOCK]   = { "lock lru_lock", OP_LOCK, .id = "lock", .lock = lru_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "It guards the LRU lists." },
 [I_EACH]   = { "while the list has pages, up to 32", OP_IF, .id = "each", .test = some_left,
	.no = I_UNLOCK, .shared = true, .gloss = "Has the list another page for us?", .why = "{left} > 0",
	.if_yes = "take it", .if_no = "enough, or none left" },
 [I_TAKE]   = { "  isolate the oldest", .id = "isolate", .exec = isolate, .next = I_EACH,
	.cost = COST_ISOLATE, .shared = true, .gloss = "Off the LRU list, onto our page_list." },
 [I_UNLOCK] = { "unlock lru_lock", OP_UNLOCK, .id = "unlock", .lock = lru_lock, .cost = COST_UNLOCK,
	.transfer = true, .shared = true, .gloss = "The pages are in our hands now." },
 [I_SHRINK] = { "freed = shrink_page_list", OP_CALL, .id = "shrink", .callee = PROC_SHRINK_PAGE_LIST,
	.pass = { PRIORITY, KSWAPD, MAY_UNMAP }, .value = FREED, .has_value = true,
	.gloss = "Here it is decided what becomes of them." },
 [I_RET]    = { "for each page that was kept", OP_IF, .id = "kept", .test = kept_left, .no = I_DONE,
	.gloss = "ret_pages.", .why = "{left} > 0", .if_yes = "put it back", .if_no = "done" },
 [I_BACK]   = { "  putback_lru_page", .id = "putback", .exec = put_back, .next = I_RET, .shared = true,
	.gloss = "To the head of its list." },
 [I_DONE]   = { "return freed", OP_RETURN, .id = "return", .value = FREED, .has_value = true,
	.gloss = "Pages freed by this pass." },
};
/* clang-format on */

const struct procedure procedure_shrink_list = {
	"shrink_list", "mm/vmscan.c, v3.10", "Isolates at most 32 old pages and shrinks that list.",
	lines, I_DONE + 1, locals, 7, 6,
};
