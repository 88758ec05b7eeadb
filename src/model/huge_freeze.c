/* SPDX-License-Identifier: GPL-3.0-or-later
 * Freezing a huge page before it is split, and unfreezing it: mm/huge_memory.c
 * of v4.5 with helpers of its own, of mail 004 with the generic walks, and as
 * merged.
 *
 * Leaves out: mmu notifiers, mlock. Rules: the helpers of v4.5 ask the tree
 * once for all small pages and, in each VMA, go through the slots under one
 * lock. They skip what lies before the VMA, but look at slots behind its end,
 * too. Whoever freezes holds the anon_vma's lock, so nobody else splits a page
 * of it.
 */
#include "model/machine.h"

enum { VMA, PAGE, ADDRESS, PMD, PTE, SUB, LEFT };
static const struct local vma_locals[] = {
	[VMA] = {"vma", KIND_VMA},
	[PAGE] = {"page", KIND_NUMBER},
	[ADDRESS] = {"address", KIND_NUMBER},
	[PMD] = {"pmd", KIND_ENTRY},
	[PTE] = {"pte", KIND_ENTRY},
	[SUB] = {"small", KIND_NUMBER},
	[LEFT] = {"nr", KIND_COUNT},
};

static u16 pmd_lock(const struct machine *m, const s64 *v)
{
	return (u16)(m->rmap.lock + LOCK_PMD + vma_at(m, (u32)v[VMA])->mm);
}

static u16 pte_lock(const struct machine *m, const s64 *v)
{
	return (u16)(pmd_lock(m, v) + m->rmap.mms);
}

static u32 entry_at(const struct machine *m, s64 entry)
{
	return entry_get(m, (u32)entry);
}

static void begin(struct machine *m, struct task *t, s64 *v)
{
	v[ADDRESS] = v[PAGE] + vma_at(m, (u32)v[VMA])->shift;
	v[SUB] = v[PAGE];
	v[LEFT] = m->rmap.pages;
	m->rmap.vma_visits++;
}

static struct test starts_later(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[SUB], REL_LT, vma_at(m, (u32)v[VMA])->start);
}

/* Only to its start: there is no such test for the end. */
static void skip_to_start(struct machine *m, struct task *t, s64 *v)
{
	s64 off = (s64)vma_at(m, (u32)v[VMA])->start - v[SUB];

	v[SUB] += off;
	v[ADDRESS] += off;
	v[LEFT] -= off;
}

static struct test pmd_none(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(entry_kind(entry_at(m, v[PMD])), REL_EQ, ENTRY_NONE);
}

static struct test no_table(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(entry_kind(entry_at(m, v[PMD])), REL_NE, ENTRY_TABLE);
}

static struct test pmd_maps_page(
	const struct machine *m, const struct task *t, const s64 *v)
{
	u32 pmd = entry_at(m, v[PMD]);

	return test_of(
		entry_kind(pmd) == ENTRY_HUGE ? (s64)entry_value(pmd) : -1,
		REL_EQ, v[PAGE]);
}

static struct test slots_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[LEFT], REL_GT, 0);
}

/* The first slot of a table, but not the first one looked at. */
static struct test next_table(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[PTE] ? v[ADDRESS] % m->rmap.pages : -1, REL_EQ, 0);
}

static void look(struct machine *m, struct task *t, s64 *v)
{
	v[PTE] = (s64)entry_value(entry_at(m, v[PMD])) +
		 v[ADDRESS] % m->rmap.pages;
	m->rmap.slots++;
}

/* Which page a present pte maps; −1: it maps none. */
static struct test maps_other(
	const struct machine *m, const struct task *t, const s64 *v)
{
	u32 pte = entry_at(m, v[PTE]);

	return test_of(
		entry_kind(pte) == ENTRY_PTE ? (s64)entry_value(pte) : -1,
		REL_NE, v[SUB]);
}

static struct test not_present(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(entry_kind(entry_at(m, v[PTE])), REL_NE, ENTRY_PTE);
}

/* Which page a migration entry names; −1: it is none. */
static struct test names_other(
	const struct machine *m, const struct task *t, const s64 *v)
{
	u32 pte = entry_at(m, v[PTE]);

	return test_of(
		entry_kind(pte) == ENTRY_MIGRATION ? (s64)entry_value(pte) : -1,
		REL_NE, v[SUB]);
}

static void clear_flush(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[PTE], entry_make(ENTRY_NONE, 0, 0));
	m->rmap.pte_flushes++;
}

static void write_migration(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[PTE],
		entry_make(ENTRY_MIGRATION, (u32)v[SUB], ENTRY_DIRTY));
	m->rmap.ptes_changed++;
}

static void unmap_put(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)v[SUB], -1);
	small_hold(m, (u32)v[PAGE], -1);
}

static void get_page(struct machine *m, struct task *t, s64 *v)
{
	small_hold(m, page_head(m, (u32)v[SUB]), 1);
}

static void write_present(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[PTE],
		entry_make(ENTRY_PTE, (u32)v[SUB], ENTRY_DIRTY));
	m->rmap.ptes_changed++;
}

static void add_rmap(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)v[SUB], 1);
}

static void next_slot(struct machine *m, struct task *t, s64 *v)
{
	v[SUB]++;
	v[ADDRESS]++;
	v[LEFT]--;
}

/* To add a row: label here, row below, test in tests/unit. */
/* clang-format off */
enum { Z_BEGIN = 1, Z_LATER, Z_SKIP, Z_WALK, Z_PMDLOCK, Z_NONE, Z_OUT,
	Z_OFF, Z_HUGE, Z_SPLIT, Z_SPLITTED, Z_ON, Z_PMDFREE, Z_LOCK, Z_EACH,
	Z_TABLE, Z_LEAVE, Z_NEXT, Z_ENTER, Z_LOOK, Z_PRESENT, Z_OTHER, Z_CLEAR,
	Z_ENTRY, Z_RMAP, Z_STEP, Z_UNLOCK, Z_BACK };
static const struct line freeze_vma_lines[] = {
 [Z_BEGIN]   = { "address = vma_address(page, vma)", .id = "address", .exec = begin,
	.gloss = "Where this VMA would have the first small page." },
 [Z_LATER]   = { "if address < vma->vm_start", OP_IF, .id = "later", .test = starts_later, .no = Z_WALK,
	.gloss = "Was the front unmapped?", .why = "{left} < {right}", .if_yes = "skip {margin} small pages",
	.if_no = "the VMA has the first one" },
 [Z_SKIP]    = { "  skip to it", .id = "skip", .exec = skip_to_start,
	.gloss = "The end of the VMA is not looked at in the same way." },
 [Z_WALK]    = { "pgd, pud, pmd of address", OP_CALL, .id = "walk", .callee = PROC_MM_FIND_PMD,
	.pass = { VMA, ADDRESS }, .value = PMD, .has_value = true, .gloss = "One descent for all slots." },
 [Z_PMDLOCK] = { "lock the pmd", OP_LOCK, .id = "pmd_lock", .lock = pmd_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "It may be huge." },
 [Z_NONE]    = { "if nothing is there", OP_IF, .id = "none", .test = pmd_none, .no = Z_HUGE, .shared = true,
	.gloss = "Given back, or never touched.", .why = "{left} = 0", .if_yes = "not mapped here",
	.if_no = "something is" },
 [Z_OUT]     = { "  unlock", OP_UNLOCK, .id = "out", .lock = pmd_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Nothing to do in this VMA." },
 [Z_OFF]     = { "  return", OP_RETURN, .id = "nothing", .gloss = "On to the next VMA." },
 [Z_HUGE]    = { "if the pmd maps page, huge", OP_IF, .id = "huge", .test = pmd_maps_page, .no = Z_PMDFREE,
	.shared = true, .decision = true, .gloss = "One entry for the whole page?", .why = "{left} = {page}",
	.if_yes = "split the pmd, and all is done", .if_no = "ptes map it" },
 [Z_SPLIT]   = { "  __split_huge_pmd_locked(freeze)", OP_CALL, .id = "split", .callee = PROC_SPLIT_HUGE_PMD_LOCKED,
	.pass = { VMA, PAGE, ADDRESS, PMD }, .gloss = "Writes migration entries at once." },
 [Z_SPLITTED] = { "  unlock", OP_UNLOCK, .id = "split_unlock", .lock = pmd_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "No slot has to be looked at." },
 [Z_ON]      = { "  return", OP_RETURN, .id = "done", .gloss = "On to the next VMA." },
 [Z_PMDFREE] = { "unlock the pmd", OP_UNLOCK, .id = "pmd_unlock", .lock = pmd_lock, .cost = COST_UNLOCK,
	.shared = true, .gloss = "It maps a table of ptes." },
 [Z_LOCK]    = { "lock the ptes", OP_LOCK, .id = "lock", .lock = pte_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "Once, for all slots." },
 [Z_EACH]    = { "for each slot", OP_IF, .id = "each", .test = slots_left, .no = Z_UNLOCK,
	.gloss = "As many as there are small pages from here on.", .why = "{nr} > 0", .if_yes = "one more",
	.if_no = "all looked at" },
 [Z_TABLE]   = { "  if the next table begins", OP_IF, .id = "table", .test = next_table, .no = Z_LOOK,
	.gloss = "Only after mremap to an unaligned address.", .why = "{left} = 0", .if_yes = "change tables",
	.if_no = "the same table" },
 [Z_LEAVE]   = { "    unlock", OP_UNLOCK, .id = "leave", .lock = pte_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Out of the first table." },
 [Z_NEXT]    = { "    pmd = mm_find_pmd(address)", OP_CALL, .id = "next_table", .callee = PROC_MM_FIND_PMD,
	.pass = { VMA, ADDRESS }, .value = PMD, .has_value = true, .gloss = "One more descent." },
 [Z_ENTER]   = { "    lock the ptes", OP_LOCK, .id = "enter", .lock = pte_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "Into the second one." },
 [Z_LOOK]    = { "  pte = the slot", .id = "look", .exec = look, .shared = true,
	.gloss = "Looked at, whatever is in it." },
 [Z_PRESENT] = { "  if it is not present: next", OP_IF, .id = "present", .test = not_present, .next = Z_STEP,
	.no = Z_OTHER, .gloss = "Nothing, or frozen already.", .why = "{left} ≠ 2", .if_yes = "skip it",
	.if_no = "it maps a page" },
 [Z_OTHER]   = { "  if it maps another page: next", OP_IF, .id = "other", .test = maps_other, .next = Z_STEP,
	.no = Z_CLEAR, .gloss = "A copy made after a fork.", .why = "{left} ≠ {small}", .if_yes = "skip it",
	.if_no = "it is ours" },
 [Z_CLEAR]   = { "  clear it, flush its TLB entry", .id = "clear", .exec = clear_flush, .shared = true,
	.cost = COST_RMAP_SLOT, .gloss = "One flush for each pte." },
 [Z_ENTRY]   = { "  write a migration entry", .id = "entry", .exec = write_migration, .shared = true,
	.gloss = "Who touches the page now waits." },
 [Z_RMAP]    = { "  page_remove_rmap, put_page", .id = "rmap", .exec = unmap_put, .shared = true,
	.gloss = "Its count and its reference go." },
 [Z_STEP]    = { "  next slot", .id = "step", .exec = next_slot, .next = Z_EACH, .gloss = "The neighbour." },
 [Z_UNLOCK]  = { "unlock the ptes", OP_UNLOCK, .id = "unlock", .lock = pte_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "One lock pair for all slots." },
 [Z_BACK]    = { "return", OP_RETURN, .id = "return", .gloss = "On to the next VMA." },
};

enum { Y_BEGIN = 1, Y_LATER, Y_SKIP, Y_WALK, Y_NONE, Y_LOCK, Y_EACH, Y_TABLE, Y_LEAVE,
	Y_NEXT, Y_ENTER, Y_LOOK, Y_ENTRY, Y_GET, Y_SET, Y_RMAP, Y_STEP, Y_UNLOCK, Y_BACK };
static const struct line unfreeze_vma_lines[] = {
 [Y_BEGIN]  = { "address = vma_address(page, vma)", .id = "address", .exec = begin,
	.gloss = "Where this VMA would have the first small page." },
 [Y_LATER]  = { "if address < vma->vm_start", OP_IF, .id = "later", .test = starts_later, .no = Y_WALK,
	.gloss = "Was the front unmapped?", .why = "{left} < {right}", .if_yes = "skip {margin} small pages",
	.if_no = "the VMA has the first one" },
 [Y_SKIP]   = { "  skip to it", .id = "skip", .exec = skip_to_start, .gloss = "The end is not looked at." },
 [Y_WALK]   = { "pmd = mm_find_pmd(mm, address)", OP_CALL, .id = "walk", .callee = PROC_MM_FIND_PMD,
	.pass = { VMA, ADDRESS }, .value = PMD, .has_value = true, .gloss = "One descent for all slots." },
 [Y_NONE]   = { "if it maps no table: return", OP_IF, .id = "none", .test = no_table, .next = Y_BACK,
	.no = Y_LOCK, .gloss = "Nothing was frozen here.", .why = "{left} ≠ 1", .if_yes = "not mapped here",
	.if_no = "a table of ptes" },
 [Y_LOCK]   = { "lock the ptes", OP_LOCK, .id = "lock", .lock = pte_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "Once, for all slots." },
 [Y_EACH]   = { "for each slot", OP_IF, .id = "each", .test = slots_left, .no = Y_UNLOCK,
	.gloss = "As many as there are small pages from here on.", .why = "{nr} > 0", .if_yes = "one more",
	.if_no = "all looked at" },
 [Y_TABLE]  = { "  if the next table begins", OP_IF, .id = "table", .test = next_table, .no = Y_LOOK,
	.gloss = "Only after mremap to an unaligned address.", .why = "{left} = 0", .if_yes = "change tables",
	.if_no = "the same table" },
 [Y_LEAVE]  = { "    unlock", OP_UNLOCK, .id = "leave", .lock = pte_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Out of the first table." },
 [Y_NEXT]   = { "    pmd = mm_find_pmd(address)", OP_CALL, .id = "next_table", .callee = PROC_MM_FIND_PMD,
	.pass = { VMA, ADDRESS }, .value = PMD, .has_value = true, .gloss = "One more descent." },
 [Y_ENTER]  = { "    lock the ptes", OP_LOCK, .id = "enter", .lock = pte_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "Into the second one." },
 [Y_LOOK]   = { "  pte = the slot", .id = "look", .exec = look, .shared = true,
	.gloss = "Looked at, whatever is in it." },
 [Y_ENTRY]  = { "  if it does not name small: next", OP_IF, .id = "entry", .test = names_other, .next = Y_STEP,
	.no = Y_GET, .gloss = "Only a migration entry of exactly this small page counts.", .why = "{left} ≠ {small}",
	.if_yes = "skip it", .if_no = "map it again" },
 [Y_GET]    = { "  get_page(small)", .id = "get", .exec = get_page, .shared = true,
	.gloss = "A mapping holds a reference; a migration entry holds none." },
 [Y_SET]    = { "  write a present pte", .id = "set", .exec = write_present, .shared = true, .cost = COST_RMAP_SLOT,
	.gloss = "Old, and dirty if it was. No TLB can have it, so no flush." },
 [Y_RMAP]   = { "  page_add_anon_rmap(small)", .id = "rmap", .exec = add_rmap, .shared = true,
	.gloss = "Mapped once more." },
 [Y_STEP]   = { "  next slot", .id = "step", .exec = next_slot, .next = Y_EACH, .gloss = "The neighbour." },
 [Y_UNLOCK] = { "unlock the ptes", OP_UNLOCK, .id = "unlock", .lock = pte_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "One lock pair for all slots." },
 [Y_BACK]   = { "return", OP_RETURN, .id = "return", .gloss = "On to the next VMA." },
};
/* clang-format on */

const struct procedure procedure_freeze_page_vma = {
	"freeze_page_vma",
	"mm/huge_memory.c, v4.5",
	"Replaces one VMA's entries of a huge page by migration entries.",
	freeze_vma_lines,
	Z_BACK + 1,
	vma_locals,
	7,
	2,
};
const struct procedure procedure_unfreeze_page_vma = {
	"unfreeze_page_vma",
	"mm/huge_memory.c, v4.5",
	"Maps the small pages again in one VMA.",
	unfreeze_vma_lines,
	Y_BACK + 1,
	vma_locals,
	7,
	2,
};
