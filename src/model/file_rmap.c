/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who maps a page, asked by reclaim: page_check_references of mm/vmscan.c and
 * try_to_unmap_file of mm/rmap.c, v3.10.
 *
 * Leaves out: the walk over VMAs (a file's page has one pte at most), nonlinear
 * mappings, anon_vma's lock. Rules: i_mmap_mutex once for each of the two, if the
 * page is a file's and mapped.
 */
#include "model/machine.h"
#include "model/scan.h"
#include "model/vmscan.h"

enum page_references page_references(bool mlocked, bool file, s64 young,
	bool referenced, bool exec)
{
	if (mlocked)
		return REFERENCES_RECLAIM;	/* unmapping will find out */
	if (young > 0 && !file)
		return REFERENCES_ACTIVATE;
	if (young > 0)
		return referenced || young > 1 || exec ? REFERENCES_ACTIVATE
						       : REFERENCES_KEEP;
	return referenced && file ? REFERENCES_RECLAIM_CLEAN
				  : REFERENCES_RECLAIM;
}

enum { PAGE, MAPPING, YOUNG, RESULT };
static const struct local rmap_locals[] = {
	[PAGE] = { "page", KIND_PFN }, [MAPPING] = { "mapping", KIND_NUMBER },
	[YOUNG] = { "young", KIND_COUNT }, [RESULT] = { "result", KIND_NUMBER },
};

static u16 i_mmap_mutex(const struct machine *m, const s64 *v)
{
	return (u16)i_mmap_mutex_of(m, (unsigned)v[MAPPING]);
}

static void find_mapping(struct machine *m, struct task *t, s64 *v)
{
	v[MAPPING] = page_mapping(m, (u32)v[PAGE]);
}

/* Whether i_mmap_mutex is needed to walk to its pte. */
static struct test mapped_file(const struct machine *m, const struct task *t,
	const s64 *v)
{
	u32 pfn = (u32)v[PAGE];

	return test_of(page_is_file(m, pfn) && page_mapped(m, pfn) &&
		v[MAPPING] != NONE, REL_EQ, 1);
}

/* page_referenced: tests the young bit and clears it. */
static void test_young(struct machine *m, struct task *t, s64 *v)
{
	struct file_page *f = file_page_edit(m, (u32)v[PAGE]);

	m->files.i_mmap_taken++;
	v[YOUNG] = (f->flags & FILE_YOUNG) != 0;
	f->flags &= (u16)~FILE_YOUNG;
}

static void test_young_anon(struct machine *m, struct task *t, s64 *v)
{
	u32 index = page_at(m, (u32)v[PAGE])->pte;

	if (page_is_file(m, (u32)v[PAGE]) || index == NO_PAGE)
		return;
	v[YOUNG] = (pte_get(m, index) & PTE_YOUNG) != 0;
	pte_set(m, index, pte_get(m, index) & ~(u32)PTE_YOUNG);
}

/* PG_referenced is cleared by the check, and set anew by a use of a file's
 * page: the second use activates it. */
static void decide(struct machine *m, struct task *t, s64 *v)
{
	struct file_page *f = file_page_edit(m, (u32)v[PAGE]);
	bool file = f->flags & FILE_CACHE;

	v[RESULT] = page_references(f->flags & FILE_MLOCKED, file, v[YOUNG],
		f->flags & FILE_REFERENCED, f->flags & FILE_EXEC);
	f->flags &= (u16)~FILE_REFERENCED;
	if (file && v[YOUNG])
		f->flags |= FILE_REFERENCED;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { C_MAPPING = 1, C_FILE, C_LOCK, C_YOUNG, C_UNLOCK, C_ANON, C_DECIDE,
	C_DONE };
/* clang-format off */
static const struct line check_lines[] = {
 [C_MAPPING] = { "mapping = page_mapping(page)", .id = "mapping", .exec = find_mapping,
	.gloss = "The file that the page belongs to." },
 [C_FILE]   = { "if a mapped page of a file", OP_IF, .id = "file", .test = mapped_file, .no = C_ANON,
	.gloss = "Is there a list of VMAs to walk?", .why = "{left} = 1", .if_yes = "walk it, locked",
	.if_no = "no i_mmap_mutex" },
 [C_LOCK]   = { "  lock mapping->i_mmap_mutex", OP_LOCK, .id = "lock", .lock = i_mmap_mutex,
	.cost = COST_LOCK, .transfer = true, .shared = true, .gloss = "It guards the list of who maps the file." },
 [C_YOUNG]  = { "  test and clear its young bit", .id = "young", .exec = test_young,
	.cost = COST_RMAP_WALK, .shared = true, .gloss = "Set by the hardware if the page was used." },
 [C_UNLOCK] = { "  unlock mapping->i_mmap_mutex", OP_UNLOCK, .id = "unlock", .lock = i_mmap_mutex,
	.next = C_DECIDE, .cost = COST_UNLOCK, .transfer = true, .shared = true,
	.gloss = "Once for each page: no patch batches it." },
 [C_ANON]   = { "else look at its pte, if any", .id = "anon", .exec = test_young_anon, .shared = true,
	.gloss = "Anonymous pages need no file's lock." },
 [C_DECIDE] = { "keep, activate or reclaim?", .id = "decide", .exec = decide, .shared = true,
	.gloss = "Used once: keep. Twice: activate. Not: reclaim." },
 [C_DONE]   = { "return the answer", OP_RETURN, .id = "return", .value = RESULT, .has_value = true,
	.gloss = "0 reclaim, 1 only if clean, 2 keep, 3 activate." },
};
/* clang-format on */

const struct procedure procedure_page_check_references = {
	"page_check_references", "mm/vmscan.c, v3.10", "Was the page used since it was last looked at?",
	check_lines, C_DONE + 1, rmap_locals, 4, 1,
};

/* ---- try_to_unmap_file ------------------------------------------------------ */

/* The pte goes, unless the page was used again or is mlocked. */
static void clear_pte(struct machine *m, struct task *t, s64 *v)
{
	struct file_page *f = file_page_edit(m, (u32)v[PAGE]);

	m->files.i_mmap_taken++;
	if (f->flags & FILE_MLOCKED)
		v[RESULT] = UNMAP_MLOCK;
	else if (f->flags & (FILE_REUSED | FILE_YOUNG))
		v[RESULT] = UNMAP_FAIL;
	else
		f->flags &= (u16)~FILE_MAPPED;
}

enum { U_LOCK = 1, U_CLEAR, U_UNLOCK, U_DONE };
/* clang-format off */
static const struct line unmap_lines[] = {
 [U_LOCK]   = { "lock mapping->i_mmap_mutex", OP_LOCK, .id = "lock", .lock = i_mmap_mutex,
	.cost = COST_LOCK, .transfer = true, .shared = true, .gloss = "Again, now to take the pte away." },
 [U_CLEAR]  = { "clear its pte", .id = "clear", .exec = clear_pte, .cost = COST_RMAP_WALK,
	.shared = true, .gloss = "Unless it was used again." },
 [U_UNLOCK] = { "unlock mapping->i_mmap_mutex", OP_UNLOCK, .id = "unlock", .lock = i_mmap_mutex,
	.cost = COST_UNLOCK, .transfer = true, .shared = true, .gloss = "Once for each page." },
 [U_DONE]   = { "return the result", OP_RETURN, .id = "return", .value = RESULT, .has_value = true,
	.gloss = "0 success, 1 fail, 2 mlocked." },
};
/* clang-format on */

const struct procedure procedure_try_to_unmap_file = {
	"try_to_unmap_file", "mm/rmap.c, v3.10", "Takes away the ptes of a file's page.",
	unmap_lines, U_DONE + 1, rmap_locals, 4, 2,
};
