/* SPDX-License-Identifier: GPL-3.0-or-later
 * Splitting a huge page: mm/huge_memory.c as of v4.5 and v4.6, anonymous pages.
 *
 * Leaves out: the huge zero page, mlock and pages in pagevecs, memory cgroups.
 * Rules: the caller holds the page's lock and a reference. Only if nobody else
 * holds one is the page split: then the count is the mapcount and one more. A
 * frozen page has mapcount 0 and count 1. The lock of a page is one for all
 * pages here, and spins.
 */
#include "model/machine.h"

enum { BUSY = -16 };

/* ---- freeze_page, unfreeze_page ---------------------------------------- */

enum { PAGE, LAST, VMA, I, SPLIT, RESULT };
static const struct local freeze_locals[] = {
	[PAGE] = {"page", KIND_NUMBER},
	[LAST] = {"last", KIND_NUMBER},
	[VMA] = {"vma", KIND_VMA},
	[I] = {"small", KIND_NUMBER},
	[SPLIT] = {"split_pmd", KIND_BOOL},
	[RESULT] = {"ret", KIND_NUMBER},
};

static u32 thp_of(const struct machine *m, s64 page)
{
	return (u32)page / m->rmap.pages;
}

static void whole_range(struct machine *m, struct task *t, s64 *v)
{
	v[LAST] = v[PAGE] + m->rmap.pages - 1;
	v[VMA] = -1;
}

static struct test vma_found(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[VMA], REL_GE, 0);
}

static void first_small(struct machine *m, struct task *t, s64 *v)
{
	whole_range(m, t, v);
	v[I] = v[PAGE];
	v[SPLIT] = 1;
}

static struct test smalls_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[I], REL_LE, v[LAST]);
}

static struct test held_once(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(small_at(m, (u32)v[PAGE])->refcount, REL_EQ, 1);
}

static struct test failed(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[RESULT], REL_NE, 0);
}

static void note_failure(struct machine *m, struct task *t, s64 *v)
{
	m->rmap.freeze_failed++;
}

static void next_small(struct machine *m, struct task *t, s64 *v)
{
	v[I]++;
	v[SPLIT] = 0;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { GENERIC = IN_RMAP_V1 | IN_RMAP_MERGED };
/* clang-format off */
enum { F_RANGE = 1, F_QUERY, F_EACH, F_VMA, F_FIRST, F_MORE, F_CUT,
	F_UNMAP, F_RET, F_BUG, F_NEXT, F_DONE };
static const struct line freeze_lines[] = {
 [F_RANGE] = { "begin a walk for all small pages", .id = "range", .exec = whole_range, .in = IN_RMAP_OLD,
	.gloss = "One question for the whole range." },
 [F_QUERY] = { "vma = the next that covers any", OP_CALL, .id = "query",
	.callee = PROC_ANON_VMA_INTERVAL_TREE_FOREACH, .pass = { VMA, PAGE, LAST }, .value = VMA,
	.has_value = true, .in = IN_RMAP_OLD, .gloss = "The tree of the anon_vma knows." },
 [F_EACH]  = { "if there is one", OP_IF, .id = "each", .test = vma_found, .no = F_DONE, .in = IN_RMAP_OLD,
	.gloss = "The outer loop: VMAs.", .why = "{vma} ≥ 0", .if_yes = "visit it", .if_no = "all visited" },
 [F_VMA]   = { "  freeze_page_vma(vma, page)", OP_CALL, .id = "vma", .callee = PROC_FREEZE_PAGE_VMA,
	.pass = { VMA, PAGE }, .next = F_QUERY, .in = IN_RMAP_OLD, .gloss = "The inner loop: its slots." },
 [F_FIRST] = { "small = the first small page", .id = "first", .exec = first_small, .in = GENERIC,
	.gloss = "Its walk will split the pmds, too: TTU_SPLIT_HUGE_PMD." },
 [F_MORE]  = { "for each small page", OP_IF, .id = "more", .test = smalls_left, .no = F_DONE, .in = GENERIC,
	.gloss = "The outer loop: small pages.", .why = "{small} ≤ {last}", .if_yes = "one more",
	.if_no = "all walked" },
 [F_CUT]   = { "  if page_count is 1: done", OP_IF, .id = "cut", .test = held_once, .next = F_DONE, .no = F_UNMAP,
	.in = IN_RMAP_MERGED, .decision = true, .gloss = "Only the caller holds it: nothing maps it any more.",
	.why = "{left} = 1", .if_yes = "the rest is unmapped, too", .if_no = "go on" },
 [F_UNMAP] = { "  ret = try_to_unmap(small)", OP_CALL, .id = "unmap", .callee = PROC_TRY_TO_UNMAP,
	.pass = { I, SPLIT }, .value = RESULT, .has_value = true, .in = GENERIC,
	.gloss = "The inner loop: VMAs, each with a descent of its own." },
 [F_RET]   = { "  if it failed", OP_IF, .id = "ret", .test = failed, .no = F_NEXT, .in = GENERIC,
	.gloss = "Still mapped, though every VMA was visited?", .why = "{ret} ≠ 0", .if_yes = "give up",
	.if_no = "unmapped everywhere" },
 [F_BUG]   = { "    VM_BUG_ON: give up", .id = "bug", .exec = note_failure, .next = F_DONE, .in = GENERIC,
	.gloss = "A debug kernel stops here; others fail the split." },
 [F_NEXT]  = { "  next small page", .id = "next", .exec = next_small, .next = F_MORE, .in = GENERIC,
	.gloss = "And all over again." },
 [F_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "If all went well, no pte maps the page." },
};

enum { X_RANGE = 1, X_QUERY, X_EACH, X_VMA, X_FIRST, X_MORE, X_REMAP, X_NEXT, X_DONE };
static const struct line unfreeze_lines[] = {
 [X_RANGE] = { "begin a walk for all small pages", .id = "range", .exec = whole_range, .in = IN_RMAP_OLD,
	.gloss = "One question for the whole range." },
 [X_QUERY] = { "vma = the next that covers any", OP_CALL, .id = "query",
	.callee = PROC_ANON_VMA_INTERVAL_TREE_FOREACH, .pass = { VMA, PAGE, LAST }, .value = VMA,
	.has_value = true, .in = IN_RMAP_OLD, .gloss = "The tree of the anon_vma knows." },
 [X_EACH]  = { "if there is one", OP_IF, .id = "each", .test = vma_found, .no = X_DONE, .in = IN_RMAP_OLD,
	.gloss = "The outer loop: VMAs.", .why = "{vma} ≥ 0", .if_yes = "visit it", .if_no = "all visited" },
 [X_VMA]   = { "  unfreeze_page_vma(vma, page)", OP_CALL, .id = "vma", .callee = PROC_UNFREEZE_PAGE_VMA,
	.pass = { VMA, PAGE }, .next = X_QUERY, .in = IN_RMAP_OLD, .gloss = "The inner loop: its slots." },
 [X_FIRST] = { "small = the first small page", .id = "first", .exec = first_small, .in = GENERIC,
	.gloss = "The walks begin again from the front." },
 [X_MORE]  = { "for each small page", OP_IF, .id = "more", .test = smalls_left, .no = X_DONE, .in = GENERIC,
	.gloss = "The outer loop: small pages.", .why = "{small} ≤ {last}", .if_yes = "one more",
	.if_no = "all walked" },
 [X_REMAP] = { "  remove_migration_ptes(small)", OP_CALL, .id = "remap", .callee = PROC_REMOVE_MIGRATION_PTES,
	.pass = { I }, .in = GENERIC, .gloss = "The inner loop: VMAs, each with a descent of its own." },
 [X_NEXT]  = { "  next small page", .id = "next", .exec = next_small, .next = X_MORE, .in = GENERIC,
	.gloss = "And all over again." },
 [X_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Mapped as before, by ptes." },
};
/* clang-format on */

const struct procedure procedure_freeze_page = {
	"freeze_page",
	"mm/huge_memory.c, v4.5, mail 004, v4.6",
	"Makes sure that no pte maps any part of a huge page.",
	freeze_lines,
	F_DONE + 1,
	freeze_locals,
	6,
	1,
};
const struct procedure procedure_unfreeze_page = {
	"unfreeze_page",
	"mm/huge_memory.c, v4.5, mail 004, v4.6",
	"Maps the small pages where migration entries name them.",
	unfreeze_lines,
	X_DONE + 1,
	freeze_locals,
	6,
	1,
};

/* ---- __split_huge_page ------------------------------------------------- */

enum { T_PAGE, T_I };
static const struct local tails_locals[] = {
	[T_PAGE] = {"page", KIND_NUMBER},
	[T_I] = {"i", KIND_NUMBER},
};

static u16 lru_lock(const struct machine *m, const s64 *v)
{
	return (u16)(m->rmap.lock + LOCK_LRU);
}

static void last_tail(struct machine *m, struct task *t, s64 *v)
{
	v[T_I] = m->rmap.pages - 1;
}

static struct test tails_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[T_I], REL_GT, 0);
}

/* The caller's reference on each, and a place on the list next to the head. */
static void make_tail(struct machine *m, struct task *t, s64 *v)
{
	u32 page = (u32)(v[T_PAGE] + v[T_I]--);

	small_hold(m, page, 1);
	page_lru_add(m, page_pfn(m, page), LRU_UNEVICTABLE, false);
}

static void clear_compound(struct machine *m, struct task *t, s64 *v)
{
	huge_edit(m, thp_of(m, v[T_PAGE]))->huge = 0;
	v[T_I] = 1;
}

static struct test pages_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[T_I], REL_LT, m->rmap.pages);
}

/* A small page that nothing maps has no other reference: it is free. */
static void put_small(struct machine *m, struct task *t, s64 *v)
{
	u32 page = (u32)(v[T_PAGE] + v[T_I]++);

	small_hold(m, page, -1);
	if (small_at(m, page)->refcount == 0)
		page_free(m, page_pfn(m, page), t->cpu);
}

/* clang-format off */
enum { L_LOCK = 1, L_FIRST, L_EACH, L_TAIL, L_CLEAR, L_UNLOCK,
	L_UNFREEZE, L_FULL, L_TRIM, L_MORE, L_PUT, L_DONE };
static const struct line tails_lines[] = {
 [L_LOCK]     = { "lock lru_lock", OP_LOCK, .id = "lock", .lock = lru_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "The small pages join the list of their head." },
 [L_FIRST]    = { "i = the last small page", .id = "first", .exec = last_tail, .gloss = "From the end to the front." },
 [L_EACH]     = { "for each tail", OP_IF, .id = "each", .test = tails_left, .no = L_CLEAR,
	.gloss = "All but the head.", .why = "{i} > 0", .if_yes = "one more", .if_no = "all are pages" },
 [L_TAIL]     = { "  make it a page of its own", .id = "tail", .exec = make_tail, .next = L_EACH, .shared = true,
	.cost = COST_SPLIT_TAIL, .gloss = "Flags, mapping, index, a reference, a place on the list." },
 [L_CLEAR]    = { "ClearPageCompound(page)", .id = "clear", .exec = clear_compound, .shared = true,
	.gloss = "There is no huge page any more." },
 [L_UNLOCK]   = { "unlock", OP_UNLOCK, .id = "unlock", .lock = lru_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "All on the list." },
 [L_UNFREEZE] = { "unfreeze_page(page)", OP_CALL, .id = "unfreeze", .callee = PROC_UNFREEZE_PAGE,
	.pass = { T_PAGE }, .gloss = "Map the small pages where entries wait for them." },
 [L_FULL]      = { "if this CPU's list is too long", OP_IF, .id = "full", .test = pcp_full, .no = L_MORE,
	.in = IN_ORDERS, .gloss = "Six batches of freed pages?", .why = "{left} ≥ {right}", .if_yes = "give a batch back",
	.if_no = "go on" },
 [L_TRIM]      = { "  give a batch of it back", OP_CALL, .id = "trim", .callee = PROC_FREE_FULL_LISTS,
	.in = IN_ORDERS, .gloss = "To the zone's free lists." },
 [L_MORE]     = { "for each page but the caller's", OP_IF, .id = "more", .test = pages_left, .no = L_DONE,
	.gloss = "Until now each was held for us.", .why = "{i} < {right}", .if_yes = "one more", .if_no = "all put" },
 [L_PUT]      = { "  unlock it, put_page", .id = "put", .exec = put_small, .next = L_FULL, .shared = true,
	.gloss = "Where nothing maps it, that frees it." },
 [L_DONE]     = { "return", OP_RETURN, .id = "return", .gloss = "Split." },
};
/* clang-format on */

const struct procedure procedure_split_huge_page_tails = {
	"__split_huge_page",
	"mm/huge_memory.c, v4.5",
	"Makes a frozen huge page small pages.",
	tails_lines,
	L_DONE + 1,
	tails_locals,
	2,
	1,
};

/* ---- split_huge_page_to_list ------------------------------------------- */

enum { H_PAGE, H_COUNT, H_MAPCOUNT, H_RET };
static const struct local list_locals[] = {
	[H_PAGE] = {"page", KIND_NUMBER},
	[H_COUNT] = {"count", KIND_COUNT},
	[H_MAPCOUNT] = {"mapcount", KIND_COUNT},
	[H_RET] = {"ret", KIND_ERRNO},
};

static u16 anon_vma_lock(const struct machine *m, const s64 *v)
{
	return (u16)(m->rmap.lock + LOCK_ANON_VMA);
}

static u16 queue_lock(const struct machine *m, const s64 *v)
{
	return (u16)(m->rmap.lock + LOCK_SPLIT_QUEUE);
}

static struct test not_mapped(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(rmap_total_mapcount(m, thp_of(m, v[H_PAGE])), REL_EQ, 0);
}

static struct test is_pinned(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(rmap_total_mapcount(m, thp_of(m, v[H_PAGE])), REL_NE,
		small_at(m, (u32)v[H_PAGE])->refcount - 1);
}

static void read_counts(struct machine *m, struct task *t, s64 *v)
{
	v[H_COUNT] = small_at(m, (u32)v[H_PAGE])->refcount;
	v[H_MAPCOUNT] = rmap_total_mapcount(m, thp_of(m, v[H_PAGE]));
}

static struct test mapcount_zero(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[H_MAPCOUNT], REL_EQ, 0);
}

static struct test count_one(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[H_COUNT], REL_EQ, 1);
}

static void undefer(struct machine *m, struct task *t, s64 *v)
{
	huge_edit(m, thp_of(m, v[H_PAGE]))->deferred = 0;
}

static void count_split(struct machine *m, struct task *t, s64 *v)
{
	m->rmap.split++;
}

static void count_failed(struct machine *m, struct task *t, s64 *v)
{
	m->rmap.split_failed++;
	v[H_RET] = BUSY;
}

/* clang-format off */
enum { H_MAPPED = 1, H_NOBODY, H_OFF, H_LOCK, H_PIN, H_EARLY, H_FREEZE,
	H_QLOCK, H_READ, H_ZERO, H_ONE, H_UNDEFER, H_QUNLOCK, H_SPLIT, H_STAT,
	H_ELSE, H_UNFREEZE, H_FAIL, H_UNLOCK, H_DONE };
static const struct line list_lines[] = {
 [H_MAPPED]   = { "if no pte or pmd maps the page", OP_IF, .id = "mapped", .test = not_mapped, .no = H_LOCK,
	.gloss = "Without a mapping its anon_vma can't be held.", .why = "{left} = 0", .if_yes = "nothing to walk",
	.if_no = "mapped {left} times" },
 [H_NOBODY]   = { "  count the failure", .id = "nobody", .exec = count_failed, .gloss = "THP_SPLIT_PAGE_FAILED." },
 [H_OFF]      = { "  return −EBUSY", OP_RETURN, .id = "busy", .value = H_RET, .has_value = true,
	.gloss = "It stays huge." },
 [H_LOCK]     = { "lock anon_vma->rwsem", OP_LOCK, .id = "lock", .lock = anon_vma_lock, .cost = COST_LOCK,
	.shared = true, .gloss = "No other split, and no new walk." },
 [H_PIN]      = { "if mapcount ≠ page_count − 1", OP_IF, .id = "pinned", .test = is_pinned, .no = H_FREEZE,
	.shared = true, .decision = true, .gloss = "total_mapcount: does anybody but its mappings and us hold it?",
	.why = "{left} ≠ {right}", .if_yes = "somebody has pinned it", .if_no = "every reference is known" },
 [H_EARLY]    = { "  count the failure", .id = "early", .exec = count_failed, .next = H_UNLOCK,
	.gloss = "Better now than after freezing." },
 [H_FREEZE]   = { "freeze_page(page)", OP_CALL, .id = "freeze", .callee = PROC_FREEZE_PAGE, .pass = { H_PAGE },
	.gloss = "Nobody may find a way to it while it is split." },
 [H_QLOCK]    = { "lock split_queue_lock", OP_LOCK, .id = "queue_lock", .lock = queue_lock, .cost = COST_LOCK,
	.shared = true, .gloss = "Huge pages to be split later are queued there." },
 [H_READ]     = { "read page_count, total_mapcount", .id = "counts", .exec = read_counts, .shared = true,
	.gloss = "Now they decide." },
 [H_ZERO]     = { "if mapcount is 0 and", OP_IF, .id = "mapcount", .test = mapcount_zero, .no = H_ELSE,
	.decision = true, .gloss = "Did freezing reach every mapping?", .why = "{mapcount} = 0",
	.if_yes = "nothing maps it", .if_no = "{mapcount} mappings are left" },
 [H_ONE]      = { "   count is 1", OP_IF, .id = "count", .test = count_one, .no = H_ELSE, .decision = true,
	.gloss = "Is our reference the only one?", .why = "{count} = 1", .if_yes = "only we hold it",
	.if_no = "somebody else does" },
 [H_UNDEFER]  = { "  take it off the deferred queue", .id = "undefer", .exec = undefer, .shared = true,
	.gloss = "It won't have to be split again." },
 [H_QUNLOCK]  = { "  unlock", OP_UNLOCK, .id = "queue_unlock", .lock = queue_lock, .cost = COST_UNLOCK,
	.shared = true, .gloss = "No way back from here." },
 [H_SPLIT]    = { "  __split_huge_page(page)", OP_CALL, .id = "split", .callee = PROC_SPLIT_HUGE_PAGE_TAILS,
	.pass = { H_PAGE }, .gloss = "Small pages, mapped again by ptes." },
 [H_STAT]     = { "  count the split", .id = "stat", .exec = count_split, .next = H_UNLOCK,
	.gloss = "THP_SPLIT_PAGE." },
 [H_ELSE]     = { "else unlock", OP_UNLOCK, .id = "else", .lock = queue_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "It can't be split now." },
 [H_UNFREEZE] = { "  unfreeze_page(page)", OP_CALL, .id = "unfreeze", .callee = PROC_UNFREEZE_PAGE,
	.pass = { H_PAGE }, .gloss = "Mapped as before, but by ptes." },
 [H_FAIL]     = { "  count the failure", .id = "fail", .exec = count_failed, .gloss = "THP_SPLIT_PAGE_FAILED." },
 [H_UNLOCK]   = { "unlock anon_vma->rwsem", OP_UNLOCK, .id = "unlock", .lock = anon_vma_lock, .cost = COST_UNLOCK,
	.shared = true, .gloss = "Walks may go on." },
 [H_DONE]     = { "return", OP_RETURN, .id = "return", .value = H_RET, .has_value = true,
	.gloss = "0, or −EBUSY." },
};
/* clang-format on */

const struct procedure procedure_split_huge_page_to_list = {
	"split_huge_page_to_list",
	"mm/huge_memory.c, v4.5",
	"Makes a huge page small pages, if nobody else holds it.",
	list_lines,
	H_DONE + 1,
	list_locals,
	4,
	1,
};
