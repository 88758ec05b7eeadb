/* SPDX-License-Identifier: GPL-3.0-or-later
 * Splitting a pmd that maps a huge page: mm/huge_memory.c as of v4.5, with what
 * mail 004 and v4.6 made of it.
 *
 * Leaves out: the huge zero page, mlock, soft-dirty. Rules: the caller holds
 * the pmd lock. The table of ptes was set aside when the huge page was mapped
 * and is linked only once it is full. Up to 4.5, when freezing, and as merged,
 * it is filled with migration entries; in mail 004 with present ptes, to be
 * unmapped one by one.
 */
#include "model/machine.h"

enum { VMA, PAGE, ADDRESS, PMD, I };
static const struct local pmd_locals[] = {
	[VMA] = {"vma", KIND_VMA},
	[PAGE] = {"page", KIND_NUMBER},
	[ADDRESS] = {"address", KIND_NUMBER},
	[PMD] = {"pmd", KIND_ENTRY},
	[I] = {"i", KIND_NUMBER},
};

static u16 pmd_lock(const struct machine *m, const s64 *v)
{
	return (u16)(m->rmap.lock + LOCK_PMD + vma_at(m, (u32)v[VMA])->mm);
}

static u32 thp_of(const struct machine *m, const s64 *v)
{
	return (u32)v[PAGE] / m->rmap.pages;
}

/* The table set aside for the pmd. */
static u32 table_of(const struct machine *m, const s64 *v)
{
	u32 mm = vma_at(m, (u32)v[VMA])->mm;

	return mm_pte_entry(
		m, mm, (u32)v[ADDRESS] - (u32)v[ADDRESS] % m->rmap.pages);
}

static void hold_all(struct machine *m, struct task *t, s64 *v)
{
	small_hold(m, (u32)v[PAGE], (int)m->rmap.pages - 1);
	v[I] = 0;
}

static struct test pages_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[I], REL_LT, m->rmap.pages);
}

static void fill(struct machine *m, const s64 *v, enum entry_kind kind)
{
	entry_set(m, table_of(m, v) + (u32)v[I],
		entry_make(kind, (u32)(v[PAGE] + v[I]), ENTRY_DIRTY));
	m->rmap.ptes_changed++;
}

static void fill_migration(struct machine *m, struct task *t, s64 *v)
{
	fill(m, v, ENTRY_MIGRATION);
}

static void fill_present(struct machine *m, struct task *t, s64 *v)
{
	fill(m, v, ENTRY_PTE);
}

static void count_one(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)(v[PAGE] + v[I]++), 1);
}

static struct test other_pmds(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(huge_at(m, thp_of(m, v))->compound, REL_GT, 1);
}

static struct test not_double(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(huge_at(m, thp_of(m, v))->double_map, REL_EQ, 0);
}

static void set_double(struct machine *m, struct task *t, s64 *v)
{
	huge_edit(m, thp_of(m, v))->double_map = 1;
	v[I] = 0;
}

static void count_extra(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)(v[PAGE] + v[I]++), 1);
	huge_edit(m, thp_of(m, v))->extra++;
}

static void one_pmd_less(struct machine *m, struct task *t, s64 *v)
{
	huge_edit(m, thp_of(m, v))->compound--;
}

static struct test last_pmd(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(huge_at(m, thp_of(m, v))->compound, REL_EQ, 0);
}

static struct test is_double(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(huge_at(m, thp_of(m, v))->double_map, REL_EQ, 1);
}

static void clear_double(struct machine *m, struct task *t, s64 *v)
{
	huge_edit(m, thp_of(m, v))->double_map = 0;
	v[I] = m->rmap.pages;
}

static struct test extra_left(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[I], REL_GT, 0);
}

static void uncount_extra(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)(v[PAGE] + --v[I]), -1);
	huge_edit(m, thp_of(m, v))->extra--;
}

static void populate(struct machine *m, struct task *t, s64 *v)
{
	entry_set(m, (u32)v[PMD], entry_make(ENTRY_TABLE, table_of(m, v), 0));
	m->rmap.pmd_flushes++;
	v[I] = 0;
}

static void unmap_one(struct machine *m, struct task *t, s64 *v)
{
	small_map(m, (u32)(v[PAGE] + v[I]++), -1);
	small_hold(m, (u32)v[PAGE], -1);
}

/* To add a row: label here, row below, test in tests/unit. */
enum {
	S_HOLD = 1,
	S_EACH,
	S_FREEZE,
	S_WRITE,
	S_COUNT,
	S_MORE,
	S_UNMARKED,
	S_MARK,
	S_EXTRA,
	S_ADD,
	S_LESS,
	S_LAST,
	S_MARKED,
	S_UNMARK,
	S_BACK,
	S_SUB,
	S_POPULATE,
	S_DROP,
	S_UNMAP,
	S_DONE
};
/* clang-format off */
enum { FREEZES = IN_RMAP_OLD | IN_RMAP_MERGED };
static const struct line split_lines[] = {
 [S_HOLD]     = { "take the table of ptes set aside", .id = "table", .exec = hold_all, .shared = true,
	.gloss = "One reference of a pmd becomes one for each pte." },
 [S_EACH]     = { "for each small page", OP_IF, .id = "each", .test = pages_left, .no = S_MORE,
	.gloss = "Fill the table.", .why = "{i} < {right}", .if_yes = "one more", .if_no = "the table is full" },
 [S_FREEZE]   = { "  write a migration entry", .id = "write", .exec = fill_migration, .in = FREEZES,
	.cost = COST_RMAP_SLOT, .gloss = "At once what freezing wants: not present." },
 [S_WRITE]    = { "  write a present pte", .id = "write", .exec = fill_present, .in = IN_RMAP_V1,
	.cost = COST_PMD_SPLIT_PTE, .gloss = "Only to be unmapped again, one by one." },
 [S_COUNT]    = { "  its _mapcount + 1", .id = "count", .exec = count_one, .next = S_EACH, .shared = true,
	.gloss = "A pte counts in its small page." },
 [S_MORE]     = { "if compound_mapcount > 1 and", OP_IF, .id = "more", .test = other_pmds, .no = S_LESS,
	.gloss = "Do other pmds still map it whole?", .why = "{left} > 1", .if_yes = "both kinds will map it",
	.if_no = "this pmd is the only one" },
 [S_UNMARKED] = { "   not PageDoubleMap", OP_IF, .id = "unmarked", .test = not_double, .no = S_LESS,
	.gloss = "Was it marked by an earlier split?", .why = "{left} = 0", .if_yes = "mark it",
	.if_no = "marked before" },
 [S_MARK]     = { "  set PageDoubleMap", .id = "mark", .exec = set_double, .shared = true,
	.gloss = "Mapped by pmds and by ptes." },
 [S_EXTRA]    = { "  for each small page", OP_IF, .id = "extra", .test = pages_left, .no = S_LESS,
	.gloss = "So that none looks unmapped while a pmd maps it.", .why = "{i} < {right}", .if_yes = "one more",
	.if_no = "all counted" },
 [S_ADD]      = { "    its _mapcount + 1", .id = "add", .exec = count_extra, .next = S_EXTRA, .shared = true,
	.gloss = "One for all pmds together." },
 [S_LESS]     = { "compound_mapcount − 1", .id = "less", .exec = one_pmd_less, .shared = true,
	.gloss = "This pmd maps it no more." },
 [S_LAST]     = { "if that was the last pmd and", OP_IF, .id = "last", .test = last_pmd, .no = S_POPULATE,
	.gloss = "Only ptes are left, then.", .why = "{left} = 0", .if_yes = "no pmd maps it any more",
	.if_no = "{left} pmds still do" },
 [S_MARKED]   = { "   PageDoubleMap", OP_IF, .id = "marked", .test = is_double, .no = S_POPULATE,
	.gloss = "Were small pages counted once more?", .why = "{left} = 1", .if_yes = "take that back",
	.if_no = "nothing to take back" },
 [S_UNMARK]   = { "  clear PageDoubleMap", .id = "unmark", .exec = clear_double, .shared = true,
	.gloss = "No pmd, so no double mapping." },
 [S_BACK]     = { "  for each small page", OP_IF, .id = "back", .test = extra_left, .no = S_POPULATE,
	.gloss = "The one for the pmds goes.", .why = "{i} > 0", .if_yes = "one more", .if_no = "all done" },
 [S_SUB]      = { "    its _mapcount − 1", .id = "sub", .exec = uncount_extra, .next = S_BACK, .shared = true,
	.gloss = "Only its own ptes count again." },
 [S_POPULATE] = { "pmd_populate, flush the TLB", .id = "populate", .exec = populate, .shared = true,
	.gloss = "The table takes the place of the huge page. One flush." },
 [S_DROP]     = { "for each small page", OP_IF, .id = "drop", .test = pages_left, .no = S_DONE, .in = FREEZES,
	.gloss = "Migration entries map nothing and hold nothing.", .why = "{i} < {right}", .if_yes = "one more",
	.if_no = "frozen" },
 [S_UNMAP]    = { "  page_remove_rmap, put_page", .id = "unmap", .exec = unmap_one, .next = S_DROP, .in = FREEZES,
	.shared = true, .gloss = "Its count and its reference go." },
 [S_DONE]     = { "return", OP_RETURN, .id = "return", .gloss = "This address space has ptes now." },
};
/* clang-format on */

const struct procedure procedure_split_huge_pmd_locked = {
	"__split_huge_pmd_locked",
	"mm/huge_memory.c, v4.5 with mail 004",
	"Replaces a huge pmd by a table of ptes.",
	split_lines,
	S_DONE + 1,
	pmd_locals,
	5,
	4,
};

/* ---- split_huge_pmd_address -------------------------------------------- */

static struct test no_huge_pmd(
	const struct machine *m, const struct task *t, const s64 *v)
{
	u32 pmd = entry_get(m, (u32)v[PMD]);

	return test_of(
		entry_kind(pmd) == ENTRY_HUGE ? (s64)entry_value(pmd) : -1,
		REL_NE, v[PAGE]);
}

/* clang-format off */
enum { P_WALK = 1, P_HUGE, P_LOCK, P_SPLIT, P_UNLOCK, P_BACK };
static const struct line probe_lines[] = {
 [P_WALK]   = { "pmd = mm_find_pmd(mm, address)", OP_CALL, .id = "walk", .callee = PROC_MM_FIND_PMD,
	.pass = { VMA, ADDRESS }, .value = PMD, .has_value = true, .gloss = "A descent, just to see." },
 [P_HUGE]   = { "if it doesn't map page: return", OP_IF, .id = "huge", .test = no_huge_pmd, .next = P_BACK,
	.no = P_LOCK, .shared = true, .gloss = "Is there a huge pmd to split?", .why = "{left} ≠ {page}",
	.if_yes = "nothing to split", .if_no = "it maps the page whole" },
 [P_LOCK]   = { "lock the pmd", OP_LOCK, .id = "lock", .lock = pmd_lock, .cost = COST_LOCK, .shared = true,
	.gloss = "Nobody else may change it now." },
 [P_SPLIT]  = { "__split_huge_pmd_locked(vma, pmd)", OP_CALL, .id = "split", .callee = PROC_SPLIT_HUGE_PMD_LOCKED,
	.pass = { VMA, PAGE, ADDRESS, PMD }, .gloss = "A table of ptes takes its place." },
 [P_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = pmd_lock, .cost = COST_UNLOCK, .shared = true,
	.gloss = "Split." },
 [P_BACK]   = { "return", OP_RETURN, .id = "return", .gloss = "No huge pmd is left here." },
};
/* clang-format on */

const struct procedure procedure_split_huge_pmd_address = {
	"split_huge_pmd_address",
	"mm/huge_memory.c, v4.5 with mail 004",
	"Splits the pmd that maps a huge page, if one does.",
	probe_lines,
	P_BACK + 1,
	pmd_locals,
	5,
	3,
};
