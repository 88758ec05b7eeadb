/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who splits huge pages: mbind's walk of the pages to move (mm/mempolicy.c,
 * v4.5), and who may unmap a small page meanwhile (mm/memory.c, v4.5).
 *
 * Leaves out: the second node; migration is one line a small page, for all that
 * it does (its own walks are not counted as those of the split). The
 * deferred-split shrinker splits in the same way, so the same walk stands for
 * it. Rules: a huge page is split once; one that can't be split is left as it
 * is. Who unmaps clears the pte first, lowers the mapcount next, and puts the
 * page only when the TLB has been flushed. One page is unmapped at a time, in
 * address space 0.
 */
#include "model/machine.h"

/* ---- split_huge_page --------------------------------------------------- */

enum { PAGE, RET, COUNT };
static const struct local split_locals[] = {
	[PAGE] = {"page", KIND_NUMBER},
	[RET] = {"ret", KIND_ERRNO},
	[COUNT] = {"count", KIND_COUNT},
};

static u16 page_lock(const struct machine *m, const s64 *v)
{
	return (u16)(m->rmap.lock + LOCK_PAGE);
}

static struct test is_huge(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(
		huge_at(m, (u32)v[PAGE] / m->rmap.pages)->huge, REL_EQ, 1);
}

static void get_page(struct machine *m, struct task *t, s64 *v)
{
	small_hold(m, (u32)v[PAGE], 1);
	m->rmap.splitting = (u32)v[PAGE] / m->rmap.pages;
}

static void put_page(struct machine *m, struct task *t, s64 *v)
{
	small_hold(m, (u32)v[PAGE], -1);
	v[COUNT] = small_at(m, (u32)v[PAGE])->refcount;
	m->rmap.splitting = NO_PAGE;
	m->work_done++;
}

/* put_page_testzero is atomic: who brought the count to 0 frees the page. */
static struct test nobody_holds(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[COUNT], REL_EQ, 0);
}

/* clang-format off */
enum { B_LOCK = 1, B_HUGE, B_GET, B_SPLIT, B_PUT, B_ZERO, B_FREE,
	B_UNLOCK, B_DONE };
static const struct line split_lines[] = {
 [B_LOCK]   = { "lock_page(page)", OP_LOCK, .id = "lock", .lock = page_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "One at a time." },
 [B_HUGE]   = { "if it is huge", OP_IF, .id = "huge", .test = is_huge, .no = B_UNLOCK, .shared = true,
	.gloss = "Not split before?", .why = "{left} = 1", .if_yes = "split it", .if_no = "small already" },
 [B_GET]    = { "  get_page(page)", .id = "get", .exec = get_page, .shared = true,
	.gloss = "Our own reference: the one that may be left at the end." },
 [B_SPLIT]  = { "  ret = split_huge_page_to_list()", OP_CALL, .id = "split", .callee = PROC_SPLIT_HUGE_PAGE_TO_LIST,
	.pass = { PAGE }, .value = RET, .has_value = true, .gloss = "Small pages can be moved, huge ones not." },
 [B_PUT]    = { "  put_page(page)", .id = "put", .exec = put_page, .shared = true,
	.gloss = "Our reference goes." },
 [B_ZERO]   = { "  if its count is 0", OP_IF, .id = "zero", .test = nobody_holds, .no = B_UNLOCK,
	.gloss = "Did its last mapping go meanwhile?", .why = "{left} = 0", .if_yes = "nobody has it",
	.if_no = "{left} mappings hold it" },
 [B_FREE]   = { "    __put_page(page)", OP_CALL, .id = "free", .callee = PROC_PUT_PAGE, .pass = { PAGE },
	.gloss = "Free." },
 [B_UNLOCK] = { "unlock_page(page)", OP_UNLOCK, .id = "unlock", .lock = page_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Whoever waits for it goes on." },
 [B_DONE]   = { "return ret", OP_RETURN, .id = "return", .value = RET, .has_value = true, .gloss = "0, or −EBUSY." },
};
/* clang-format on */

const struct procedure procedure_split_huge_page = {
	"split_huge_page",
	"mm/mempolicy.c, v4.5",
	"Holds and locks a huge page, and splits it.",
	split_lines,
	B_DONE + 1,
	split_locals,
	3,
	1,
};

/* ---- __put_page -------------------------------------------------------- */

enum { P_PAGE, P_LAST };
static const struct local put_locals[] = {
	[P_PAGE] = {"page", KIND_NUMBER},
	[P_LAST] = {"last", KIND_NUMBER},
};

static bool heads_huge(const struct machine *m, u32 page)
{
	return page + 1 < m->rmap.thps * m->rmap.pages &&
	       page_head(m, page + 1) == page;
}

static void whole_page(struct machine *m, struct task *t, s64 *v)
{
	u32 page = (u32)v[P_PAGE];

	v[P_LAST] = page;
	if (!heads_huge(m, page))
		return;
	v[P_LAST] += m->rmap.pages - 1;
	huge_edit(m, page / m->rmap.pages)->huge = 0;
}

static struct test frames_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[P_PAGE], REL_LE, v[P_LAST]);
}

static void free_frame(struct machine *m, struct task *t, s64 *v)
{
	page_free(m, page_pfn(m, (u32)v[P_PAGE]++), t->cpu);
}

/* clang-format off */
enum { P_WHOLE = 1, P_FULL, P_TRIM, P_EACH, P_FREE, P_DONE };
static const struct line put_lines[] = {
 [P_WHOLE] = { "last = its last frame", .id = "whole", .exec = whole_page, .shared = true,
	.gloss = "A huge page goes as a whole." },
 [P_FULL]  = { "if this CPU's list is too long", OP_IF, .id = "full", .test = pcp_full, .no = P_EACH,
	.in = IN_ORDERS, .gloss = "Six batches of freed pages?", .why = "{left} ≥ {right}", .if_yes = "give a batch back",
	.if_no = "go on" },
 [P_TRIM]  = { "  give a batch of it back", OP_CALL, .id = "trim", .callee = PROC_FREE_FULL_LISTS,
	.in = IN_ORDERS, .gloss = "To the zone's free lists." },
 [P_EACH]  = { "for each frame", OP_IF, .id = "each", .test = frames_left, .no = P_DONE,
	.gloss = "One, or all of a huge page.", .why = "{page} ≤ {last}", .if_yes = "one more", .if_no = "all free" },
 [P_FREE]  = { "  free it", .id = "free", .exec = free_frame, .next = P_FULL, .shared = true,
	.gloss = "Back to its zone." },
 [P_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Free." },
};
/* clang-format on */

const struct procedure procedure_put_page = {
	"__put_page",
	"mm/swap.c, v4.5",
	"Frees a page whose count has become 0.",
	put_lines,
	P_DONE + 1,
	put_locals,
	2,
	1,
};

/* ---- queue_pages_range ------------------------------------------------- */

enum { Q_PAGE, Q_RET, Q_I };
static const struct local queue_locals[] = {
	[Q_PAGE] = {"page", KIND_NUMBER},
	[Q_RET] = {"ret", KIND_ERRNO},
	[Q_I] = {"small", KIND_NUMBER},
};

static struct test pages_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[Q_PAGE], REL_LT, (s64)m->rmap.thps * m->rmap.pages);
}

static struct test migrates(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(m->rmap.migrate, REL_NE, 0);
}

static void first_small(struct machine *m, struct task *t, s64 *v)
{
	v[Q_I] = v[Q_PAGE];
}

static struct test smalls_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[Q_I], REL_LT, v[Q_PAGE] + m->rmap.pages);
}

static void migrate_small(struct machine *m, struct task *t, s64 *v)
{
	m->rmap.migrated += small_at(m, (u32)v[Q_I]++)->mapcount != 0;
}

static void next_huge(struct machine *m, struct task *t, s64 *v)
{
	v[Q_PAGE] += m->rmap.pages;
}

/* clang-format off */
enum { Q_EACH = 1, Q_SPLIT, Q_IF, Q_FIRST, Q_SMALL, Q_MOVE, Q_NEXT, Q_DONE };
static const struct line queue_lines[] = {
 [Q_EACH]  = { "for each huge page", OP_IF, .id = "each", .test = pages_left, .no = Q_DONE,
	.gloss = "The range that is to be moved.", .why = "{page} < {right}", .if_yes = "one more", .if_no = "done" },
 [Q_SPLIT] = { "  split_huge_page(page)", OP_CALL, .id = "split", .callee = PROC_SPLIT_HUGE_PAGE,
	.pass = { Q_PAGE }, .value = Q_RET, .has_value = true, .gloss = "In 4.5 a huge page can't be moved whole." },
 [Q_IF]    = { "  if they are to be moved", OP_IF, .id = "migrates", .test = migrates, .no = Q_NEXT,
	.gloss = "mbind with MPOL_MF_MOVE?", .why = "{left} ≠ 0", .if_yes = "migrate_pages", .if_no = "splitting was all" },
 [Q_FIRST] = { "    small = the first small page", .id = "first", .exec = first_small,
	.gloss = "They were queued one by one." },
 [Q_SMALL] = { "    for each small page", OP_IF, .id = "small", .test = smalls_left, .no = Q_NEXT,
	.gloss = "Moved one by one.", .why = "{small} < {right}", .if_yes = "one more", .if_no = "all moved" },
 [Q_MOVE]  = { "      migrate it", .id = "migrate", .exec = migrate_small, .next = Q_SMALL, .cost = COST_MIGRATE,
	.gloss = "Unmap, copy, map again: all of it as one line." },
 [Q_NEXT]  = { "  next huge page", .id = "next", .exec = next_huge, .next = Q_EACH, .gloss = "The neighbour." },
 [Q_DONE]  = { "end", OP_RETURN, .id = "end", .gloss = "The range has small pages now." },
};
/* clang-format on */

const struct procedure procedure_queue_pages_range = {
	"queue_pages_range",
	"mm/mempolicy.c, v4.5",
	"mbind: splits the huge pages of a range, and moves them.",
	queue_lines,
	Q_DONE + 1,
	queue_locals,
	3,
	0,
};

/* ---- zap_pte_range ----------------------------------------------------- */

enum { Z_PAGE, Z_PTE, Z_HEAD, Z_COUNT };
static const struct local zap_locals[] = {
	[Z_PAGE] = {"page", KIND_NUMBER},
	[Z_PTE] = {"pte", KIND_ENTRY},
	[Z_HEAD] = {"head", KIND_NUMBER},
	[Z_COUNT] = {"count", KIND_COUNT},
};

/* Of the first address space. */
static u16 zap_lock(const struct machine *m, const s64 *v)
{
	return (u16)(m->rmap.lock + LOCK_PMD + m->rmap.mms);
}

static u32 zap_pmd(const struct machine *m, const s64 *v)
{
	return entry_get(
		m, mm_pmd_entry(m, 0, mm_address(m, 0, (u32)v[Z_PAGE])));
}

static struct test no_table(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(entry_kind(zap_pmd(m, v)), REL_NE, ENTRY_TABLE);
}

static void find_pte(struct machine *m, struct task *t, s64 *v)
{
	v[Z_PTE] = mm_pte_entry(m, 0, mm_address(m, 0, (u32)v[Z_PAGE]));
}

static struct test maps_page(
	const struct machine *m, const struct task *t, const s64 *v)
{
	u32 pte = entry_get(m, (u32)v[Z_PTE]);

	return test_of(
		entry_kind(pte) == ENTRY_PTE ? (s64)entry_value(pte) : -1,
		REL_EQ, v[Z_PAGE]);
}

static void clear_pte(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[Z_PTE], entry_make(ENTRY_NONE, 0, 0));
	m->rmap.zapped = (u32)v[Z_PAGE];
}

/* A migration entry goes without a count: it had none. A copy stays. */
static void clear_entry(struct machine *m, struct task *t, s64 *v)
{
	u32 pte = entry_get(m, (u32)v[Z_PTE]);

	if (entry_kind(pte) == ENTRY_MIGRATION)
		entry_set(m, (u32)v[Z_PTE], entry_make(ENTRY_NONE, 0, 0));
}

static void remove_rmap(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)v[Z_PAGE], -1);
	m->rmap.unput = m->rmap.zapped;
	m->rmap.zapped = NO_PAGE;
}

static void flush(struct machine *m, struct task *t, s64 *v)
{
}

static void put_zapped(struct machine *m, struct task *t, s64 *v)
{
	v[Z_HEAD] = page_head(m, (u32)v[Z_PAGE]);
	small_hold(m, (u32)v[Z_HEAD], -1);
	v[Z_COUNT] = small_at(m, (u32)v[Z_HEAD])->refcount;
	m->rmap.unput = NO_PAGE;
}

static struct test zap_was_last(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[Z_COUNT], REL_EQ, 0);
}

static void ended(struct machine *m, struct task *t, s64 *v)
{
	m->rmap.zapping = 0;
}

/* clang-format off */
enum { Z_TABLE = 1, Z_LOCK, Z_FIND, Z_MAPS, Z_CLEAR, Z_RMAP, Z_UNLOCK,
	Z_FLUSH, Z_PUT, Z_ZERO, Z_FREE, Z_OFF, Z_ELSE, Z_UNLOCK2, Z_DONE };
static const struct line zap_lines[] = {
 [Z_TABLE]  = { "if the pmd maps no table: return", OP_IF, .id = "table", .test = no_table, .next = Z_DONE,
	.no = Z_LOCK, .shared = true, .gloss = "A huge pmd would have to be split first.", .why = "{left} ≠ 1",
	.if_yes = "no pte to clear", .if_no = "a table of ptes" },
 [Z_LOCK]   = { "lock the ptes", OP_LOCK, .id = "lock", .lock = zap_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "munmap and exit take it for a whole range." },
 [Z_FIND]   = { "pte = the slot of page", .id = "find", .exec = find_pte, .gloss = "Where it may be mapped." },
 [Z_MAPS]   = { "if it maps page", OP_IF, .id = "maps", .test = maps_page, .no = Z_ELSE, .shared = true,
	.gloss = "Present?", .why = "{left} = {page}", .if_yes = "unmap it", .if_no = "a migration entry, or nothing" },
 [Z_CLEAR]  = { "  clear the pte", .id = "clear", .exec = clear_pte, .shared = true,
	.gloss = "First the pte. The mapcount still counts it." },
 [Z_RMAP]   = { "  page_remove_rmap(page)", .id = "rmap", .exec = remove_rmap, .shared = true,
	.gloss = "Then the mapcount. The reference stays until the flush." },
 [Z_UNLOCK] = { "  unlock", OP_UNLOCK, .id = "unlock", .lock = zap_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Pte and mapcount agree again." },
 [Z_FLUSH]  = { "  flush the TLB", .id = "flush", .exec = flush, .gloss = "Other CPUs may still use the page until now." },
 [Z_PUT]    = { "  put_page(page)", .id = "put", .exec = put_zapped, .shared = true,
	.gloss = "The last step of unmapping." },
 [Z_ZERO]   = { "  if its count is 0", OP_IF, .id = "zero", .test = zap_was_last, .no = Z_OFF,
	.gloss = "Was this the last mapping?", .why = "{left} = 0", .if_yes = "nobody has it",
	.if_no = "held {left} times" },
 [Z_FREE]   = { "    __put_page(page)", OP_CALL, .id = "free", .callee = PROC_PUT_PAGE, .pass = { Z_HEAD },
	.gloss = "Free." },
 [Z_OFF]    = { "  return", OP_RETURN, .id = "done", .exec = ended, .gloss = "Unmapped." },
 [Z_ELSE]   = { "else clear a migration entry", .id = "else", .exec = clear_entry, .shared = true,
	.gloss = "Nothing will be mapped here again." },
 [Z_UNLOCK2] = { "unlock", OP_UNLOCK, .id = "else_unlock", .lock = zap_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Nobody waits for this entry any more." },
 [Z_DONE]   = { "return", OP_RETURN, .id = "return", .exec = ended, .gloss = "Nothing was mapped." },
};
/* clang-format on */

const struct procedure procedure_zap_pte_range = {
	"zap_pte_range",
	"mm/memory.c, v4.5",
	"munmap or exit unmaps one small page.",
	zap_lines,
	Z_DONE + 1,
	zap_locals,
	4,
	1,
};
