/* SPDX-License-Identifier: GPL-3.0-or-later
 * The walks from a small page to its ptes: mm/rmap.c and mm/migrate.c as of
 * v4.5 with mail 004's change, anonymous pages only.
 *
 * Leaves out: KSM and file pages, mlock, batched flushes, mmu notifiers, the
 * temporary stack of exec. Rules: one walk is one query of the tree, then a
 * visit of each VMA found. A visit that unmaps looks at its pte first without
 * the lock; one that maps again takes the lock at once.
 */
#include "model/machine.h"

/* Who maps and unmaps: one VMA, one page. */
enum { VMA, PAGE, SPLIT, ADDRESS, PMD, PTE };
static const struct local visit_locals[] = {
	[VMA] = {"vma", KIND_VMA},
	[PAGE] = {"page", KIND_NUMBER},
	[SPLIT] = {"split_pmd", KIND_BOOL},
	[ADDRESS] = {"address", KIND_NUMBER},
	[PMD] = {"pmd", KIND_ENTRY},
	[PTE] = {"pte", KIND_ENTRY},
};

static u16 pte_lock(const struct machine *m, const s64 *v)
{
	u32 mm = vma_at(m, (u32)v[VMA])->mm;

	return (u16)(m->rmap.lock + LOCK_PMD + m->rmap.mms + mm);
}

static u32 entry_at(const struct machine *m, s64 entry)
{
	return entry_get(m, (u32)entry);
}

/* vma_address: where the VMA would have the page. */
static void to_address(struct machine *m, struct task *t, s64 *v)
{
	v[ADDRESS] = v[PAGE] + vma_at(m, (u32)v[VMA])->shift;
	m->rmap.vma_visits++;
}

static struct test no_table(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(entry_kind(entry_at(m, v[PMD])), REL_NE, ENTRY_TABLE);
}

/* The slot of the address in the table that the pmd maps. */
static void look_at_pte(struct machine *m, struct task *t, s64 *v)
{
	v[PTE] = (s64)entry_value(entry_at(m, v[PMD])) +
		 v[ADDRESS] % m->rmap.pages;
	m->rmap.slots++;
}

static struct test not_present(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(entry_kind(entry_at(m, v[PTE])), REL_NE, ENTRY_PTE);
}

/* Which page a present pte maps; −1: it maps none. */
static struct test maps_page(
	const struct machine *m, const struct task *t, const s64 *v)
{
	u32 pte = entry_at(m, v[PTE]);

	return test_of(
		entry_kind(pte) == ENTRY_PTE ? (s64)entry_value(pte) : -1,
		REL_EQ, v[PAGE]);
}

static void no_pte(struct machine *m, struct task *t, s64 *v)
{
	v[PTE] = -1;
}

/* ---- page_check_address ------------------------------------------------ */

/* To add a row: label here, row below, test in tests/unit. */
/* clang-format off */
enum { C_WALK = 1, C_TABLE, C_LOOK, C_PEEK, C_LOCK, C_SAME, C_GOT,
	C_UNLOCK, C_NULL };
static const struct line check_lines[] = {
 [C_WALK]   = { "pmd = mm_find_pmd(mm, address)", OP_CALL, .id = "walk", .callee = PROC_MM_FIND_PMD,
	.pass = { VMA, ADDRESS }, .value = PMD, .has_value = true, .gloss = "Down from the top, for one page." },
 [C_TABLE]  = { "if it maps no table: return none", OP_IF, .id = "table", .test = no_table, .next = C_NULL,
	.no = C_LOOK, .gloss = "Nothing there, or a huge page.", .why = "{left} ≠ 1", .if_yes = "no pte",
	.if_no = "a table of ptes" },
 [C_LOOK]   = { "pte = pte_offset_map(pmd)", .id = "look", .exec = look_at_pte, .shared = true,
	.gloss = "The slot for this address." },
 [C_PEEK]   = { "if it is not present: return none", OP_IF, .id = "peek", .test = not_present, .next = C_NULL,
	.no = C_LOCK, .shared = true, .decision = true, .gloss = "A look without the lock. Somebody may be at work here.",
	.why = "{left} ≠ 2", .if_yes = "not mapped here, no lock taken", .if_no = "lock it and look again" },
 [C_LOCK]   = { "lock the ptes", OP_LOCK, .id = "lock", .lock = pte_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "The lock of this table, taken for one page." },
 [C_SAME]   = { "if it maps this page", OP_IF, .id = "same", .test = maps_page, .no = C_UNLOCK, .shared = true,
	.gloss = "A copy made after a fork is another page.", .why = "{left} = {page}", .if_yes = "found",
	.if_no = "another page" },
 [C_GOT]    = { "  return pte, locked", OP_RETURN, .id = "got", .value = PTE, .has_value = true,
	.gloss = "The caller unlocks it." },
 [C_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = pte_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Taken for nothing." },
 [C_NULL]   = { "return none", OP_RETURN, .id = "none", .exec = no_pte, .value = PTE, .has_value = true,
	.gloss = "This VMA does not map the page." },
};
/* clang-format on */

const struct procedure procedure_page_check_address = {
	"page_check_address",
	"mm/rmap.c, v4.5",
	"Finds and locks the pte by which a VMA maps a page.",
	check_lines,
	C_NULL + 1,
	visit_locals,
	6,
	4,
};

/* ---- try_to_unmap_one -------------------------------------------------- */

static struct test split_wanted(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[SPLIT], REL_NE, 0);
}

static struct test unmapped(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(rmap_page_mapcount(m, (u32)v[PAGE]), REL_EQ, 0);
}

static struct test found_none(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[PTE], REL_LT, 0);
}

static void clear_flush(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[PTE], entry_make(ENTRY_NONE, 0, 0));
	m->rmap.pte_flushes++;
}

static void write_migration(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[PTE],
		entry_make(ENTRY_MIGRATION, (u32)v[PAGE], ENTRY_DIRTY));
	m->rmap.ptes_changed++;
}

static void remove_rmap(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)v[PAGE], -1);
}

static void put_page(struct machine *m, struct task *t, s64 *v)
{
	small_hold(m, page_head(m, (u32)v[PAGE]), -1);
}

/* clang-format off */
enum { O_ADDRESS = 1, O_SPLIT, O_PROBE, O_GONE, O_CHECK, O_NONE,
	O_CLEAR, O_ENTRY, O_RMAP, O_PUT, O_UNLOCK, O_BACK };
static const struct line unmap_one_lines[] = {
 [O_ADDRESS] = { "address = vma_address(page, vma)", .id = "address", .exec = to_address,
	.gloss = "Where this VMA would have the page." },
 [O_SPLIT]   = { "if flags & TTU_SPLIT_HUGE_PMD", OP_IF, .id = "split_flag", .test = split_wanted, .no = O_CHECK,
	.gloss = "Set for the first small page only.", .why = "{split_pmd} ≠ 0", .if_yes = "look for a huge pmd",
	.if_no = "the pmd was split before" },
 [O_PROBE]   = { "  split_huge_pmd_address(vma)", OP_CALL, .id = "probe", .callee = PROC_SPLIT_HUGE_PMD_ADDRESS,
	.pass = { VMA, PAGE, ADDRESS }, .gloss = "If a pmd maps it whole, ptes must take over." },
 [O_GONE]    = { "  if page_mapcount is 0: return", OP_IF, .id = "gone", .test = unmapped, .next = O_BACK,
	.no = O_CHECK, .in = IN_RMAP_MERGED, .decision = true,
	.gloss = "As merged, the split leaves migration entries: often all is done.", .why = "{left} = 0",
	.if_yes = "no pte to look for", .if_no = "still mapped somewhere" },
 [O_CHECK]   = { "pte = page_check_address(page)", OP_CALL, .id = "check", .callee = PROC_PAGE_CHECK_ADDRESS,
	.pass = { VMA, PAGE, SPLIT, ADDRESS }, .value = PTE, .has_value = true, .gloss = "A descent, and a lock." },
 [O_NONE]    = { "if there is none: return", OP_IF, .id = "none", .test = found_none, .next = O_BACK,
	.no = O_CLEAR, .gloss = "This VMA does not map it.", .why = "{pte} < 0", .if_yes = "nothing to do here",
	.if_no = "unmap it" },
 [O_CLEAR]   = { "clear the pte, flush the TLB", .id = "clear", .exec = clear_flush, .shared = true,
	.cost = COST_RMAP_SLOT, .gloss = "One flush for each pte." },
 [O_ENTRY]   = { "write a migration entry", .id = "entry", .exec = write_migration, .shared = true,
	.gloss = "Who touches the page now waits." },
 [O_RMAP]    = { "page_remove_rmap(page)", .id = "rmap", .exec = remove_rmap, .shared = true,
	.gloss = "Mapped once less." },
 [O_PUT]     = { "put_page(page)", .id = "put", .exec = put_page, .shared = true,
	.gloss = "The mapping's reference goes, too." },
 [O_UNLOCK]  = { "unlock the ptes", OP_UNLOCK, .id = "unlock", .lock = pte_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "One page done, in one VMA." },
 [O_BACK]    = { "return", OP_RETURN, .id = "return", .gloss = "Back to the walk." },
};
/* clang-format on */

const struct procedure procedure_try_to_unmap_one = {
	"try_to_unmap_one",
	"mm/rmap.c, v4.5 with mail 004",
	"Replaces one VMA's pte of a page by a migration entry.",
	unmap_one_lines,
	O_BACK + 1,
	visit_locals,
	6,
	3,
};

/* ---- try_to_unmap, remove_migration_ptes ------------------------------- */

enum { W_PAGE, W_SPLIT, W_VMA, W_RESULT };
static const struct local walk_locals[] = {
	[W_PAGE] = {"page", KIND_NUMBER},
	[W_SPLIT] = {"split_pmd", KIND_BOOL},
	[W_VMA] = {"vma", KIND_VMA},
	[W_RESULT] = {"result", KIND_NUMBER},
};

static struct test vma_found(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[W_VMA], REL_GE, 0);
}

static struct test walk_unmapped(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(rmap_page_mapcount(m, (u32)v[W_PAGE]), REL_EQ, 0);
}

static void begin_walk(struct machine *m, struct task *t, s64 *v)
{
	v[W_VMA] = -1;
}

static void swap_again(struct machine *m, struct task *t, s64 *v)
{
	v[W_RESULT] = 1;
}

/* clang-format off */
enum { U_BEGIN = 1, U_QUERY, U_EACH, U_ONE, U_STOP, U_OK, U_LAST, U_OK2,
	U_AGAIN };
static const struct line unmap_lines[] = {
 [U_BEGIN] = { "begin a walk of the anon_vma", .id = "begin", .exec = begin_walk,
	.gloss = "rmap_walk_locked: the caller holds the lock." },
 [U_QUERY] = { "vma = the next that covers page", OP_CALL, .id = "query",
	.callee = PROC_ANON_VMA_INTERVAL_TREE_FOREACH, .pass = { W_VMA, W_PAGE, W_PAGE }, .value = W_VMA,
	.has_value = true, .gloss = "The tree is asked about one small page." },
 [U_EACH]  = { "if there is one", OP_IF, .id = "each", .test = vma_found, .no = U_LAST,
	.gloss = "One visit for each VMA that covers the page.", .why = "{vma} ≥ 0", .if_yes = "visit it",
	.if_no = "no more VMAs" },
 [U_ONE]   = { "  try_to_unmap_one(page, vma)", OP_CALL, .id = "one", .callee = PROC_TRY_TO_UNMAP_ONE,
	.pass = { W_VMA, W_PAGE, W_SPLIT }, .gloss = "Unmap it there." },
 [U_STOP]  = { "  until page_mapcount is 0", OP_IF, .id = "stop", .test = walk_unmapped, .next = U_OK,
	.no = U_QUERY, .gloss = "Then the other VMAs need no visit.", .why = "{left} = 0", .if_yes = "done",
	.if_no = "mapped {left} times more" },
 [U_OK]    = { "  return SWAP_SUCCESS", OP_RETURN, .id = "success", .value = W_RESULT, .has_value = true,
	.gloss = "Nothing maps it any more." },
 [U_LAST]  = { "if page_mapcount is 0", OP_IF, .id = "last", .test = walk_unmapped, .no = U_AGAIN,
	.gloss = "No VMA was left to visit.", .why = "{left} = 0", .if_yes = "nobody maps it",
	.if_no = "still mapped {left} times" },
 [U_OK2]   = { "  return SWAP_SUCCESS", OP_RETURN, .id = "nobody", .value = W_RESULT, .has_value = true,
	.gloss = "Nothing maps it." },
 [U_AGAIN] = { "return SWAP_AGAIN", OP_RETURN, .id = "again", .exec = swap_again, .value = W_RESULT,
	.has_value = true, .gloss = "It is still mapped, though all VMAs were visited." },
};

enum { M_BEGIN = 1, M_QUERY, M_EACH, M_ONE, M_DONE };
static const struct line remap_lines[] = {
 [M_BEGIN] = { "begin a walk of the anon_vma", .id = "begin", .exec = begin_walk,
	.gloss = "rmap_walk_locked: the caller holds the lock." },
 [M_QUERY] = { "vma = the next that covers page", OP_CALL, .id = "query",
	.callee = PROC_ANON_VMA_INTERVAL_TREE_FOREACH, .pass = { W_VMA, W_PAGE, W_PAGE }, .value = W_VMA,
	.has_value = true, .gloss = "The tree is asked about one small page." },
 [M_EACH]  = { "if there is one", OP_IF, .id = "each", .test = vma_found, .no = M_DONE,
	.gloss = "Every VMA is visited: this walk has no stop test.", .why = "{vma} ≥ 0", .if_yes = "visit it",
	.if_no = "no more VMAs" },
 [M_ONE]   = { "  remove_migration_pte(page, vma)", OP_CALL, .id = "one", .callee = PROC_REMOVE_MIGRATION_PTE,
	.pass = { W_VMA, W_PAGE }, .next = M_QUERY, .gloss = "Map it there again." },
 [M_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Mapped as often as before." },
};
/* clang-format on */

const struct procedure procedure_try_to_unmap = {
	"try_to_unmap",
	"mm/rmap.c, v4.5 with mail 004",
	"Takes a small page out of all page tables.",
	unmap_lines,
	U_AGAIN + 1,
	walk_locals,
	4,
	2,
};
const struct procedure procedure_remove_migration_ptes = {
	"remove_migration_ptes",
	"mm/migrate.c, v4.5 with mail 004",
	"Puts a small page back where migration entries name it.",
	remap_lines,
	M_DONE + 1,
	walk_locals,
	3,
	1,
};

/* ---- remove_migration_pte ---------------------------------------------- */

/* Which page a migration entry names; −1: it is none. */
static struct test no_migration(
	const struct machine *m, const struct task *t, const s64 *v)
{
	u32 pte = entry_at(m, v[PTE]);

	return test_of(
		entry_kind(pte) == ENTRY_MIGRATION ? (s64)entry_value(pte) : -1,
		REL_NE, v[PAGE]);
}

static void get_page(struct machine *m, struct task *t, s64 *v)
{
	small_hold(m, page_head(m, (u32)v[PAGE]), 1);
}

static void write_present(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[PTE],
		entry_make(ENTRY_PTE, (u32)v[PAGE], ENTRY_DIRTY));
	m->rmap.ptes_changed++;
}

static void add_rmap(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)v[PAGE], 1);
}

/* clang-format off */
enum { R_ADDRESS = 1, R_WALK, R_TABLE, R_LOCK, R_LOOK, R_ENTRY, R_GET,
	R_SET, R_RMAP, R_UNLOCK, R_BACK };
static const struct line remove_lines[] = {
 [R_ADDRESS] = { "address = vma_address(page, vma)", .id = "address", .exec = to_address,
	.gloss = "Where this VMA would have the page." },
 [R_WALK]    = { "pmd = mm_find_pmd(mm, address)", OP_CALL, .id = "walk", .callee = PROC_MM_FIND_PMD,
	.pass = { VMA, ADDRESS }, .value = PMD, .has_value = true, .gloss = "Down from the top, for one page." },
 [R_TABLE]   = { "if it maps no table: return", OP_IF, .id = "table", .test = no_table, .next = R_BACK,
	.no = R_LOCK, .gloss = "Nothing there.", .why = "{left} ≠ 1", .if_yes = "no pte", .if_no = "a table of ptes" },
 [R_LOCK]    = { "lock the ptes", OP_LOCK, .id = "lock", .lock = pte_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "No look before the lock here: mremap may be moving ptes." },
 [R_LOOK]    = { "pte = the slot of the address", .id = "look", .exec = look_at_pte, .shared = true,
	.gloss = "One slot is looked at." },
 [R_ENTRY]   = { "if no migration entry of it: out", OP_IF, .id = "entry", .test = no_migration,
	.next = R_UNLOCK, .no = R_GET, .gloss = "A copy of the page, or nothing.", .why = "{left} ≠ {page}",
	.if_yes = "locked for nothing", .if_no = "map the page again" },
 [R_GET]     = { "get_page(page)", .id = "get", .exec = get_page, .shared = true,
	.gloss = "A mapping holds a reference; a migration entry holds none." },
 [R_SET]     = { "write a present pte", .id = "set", .exec = write_present, .shared = true, .cost = COST_RMAP_SLOT,
	.gloss = "Old, and dirty if it was. No TLB can have it, so no flush." },
 [R_RMAP]    = { "page_add_anon_rmap(page)", .id = "rmap", .exec = add_rmap, .shared = true,
	.gloss = "Mapped once more." },
 [R_UNLOCK]  = { "unlock the ptes", OP_UNLOCK, .id = "unlock", .lock = pte_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "One page done, in one VMA." },
 [R_BACK]    = { "return", OP_RETURN, .id = "return", .gloss = "Back to the walk." },
};
/* clang-format on */

const struct procedure procedure_remove_migration_pte = {
	"remove_migration_pte",
	"mm/migrate.c, v4.5",
	"Replaces a migration entry by a pte again.",
	remove_lines,
	R_BACK + 1,
	visit_locals,
	6,
	2,
};
