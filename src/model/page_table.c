/* SPDX-License-Identifier: GPL-3.0-or-later
 * Page tables of four levels and the walk down to a pmd: mm/rmap.c as of v4.5.
 *
 * Leaves out: 1 GiB pages, and locks of single tables: an address space has one
 * lock for its pmds and one for its ptes. A pte table has as many entries as a
 * huge page has small pages, so that with 8 small pages a pmd still maps one
 * huge page. Rules: an entry is named by its index in the one array of entries;
 * address spaces follow each other there, each with pgd, pud, pmds, pte tables.
 * The walk counts as one descent and returns the pmd's entry, whatever is in
 * it.
 */
#include "model/machine.h"

const struct vma *vma_at(const struct machine *m, u32 vma)
{
	return (const struct vma *)machine_at(m, m->rmap.vma_at) + vma;
}

u32 entry_get(const struct machine *m, u32 entry)
{
	return ((const u32 *)machine_at(m, m->rmap.entry_at))[entry];
}

void entry_set(struct machine *m, u32 entry, u32 value)
{
	u32 *e = (u32 *)machine_at(m, m->rmap.entry_at) + entry;

	machine_note(m, e, sizeof(*e));
	*e = value;
}

const struct small_page *small_at(const struct machine *m, u32 page)
{
	return (const struct small_page *)machine_at(m, m->rmap.page_at) + page;
}

static struct small_page *small_edit(struct machine *m, u32 page)
{
	struct small_page *p =
		(struct small_page *)machine_at(m, m->rmap.page_at) + page;

	machine_note(m, p, sizeof(*p));
	return p;
}

const struct huge_page *huge_at(const struct machine *m, u32 thp)
{
	return (const struct huge_page *)machine_at(m, m->rmap.huge_at) + thp;
}

struct huge_page *huge_edit(struct machine *m, u32 thp)
{
	struct huge_page *h =
		(struct huge_page *)machine_at(m, m->rmap.huge_at) + thp;

	machine_note(m, h, sizeof(*h));
	return h;
}

/* A copy made after a fork belongs to no huge page. */
static bool is_copy(const struct machine *m, u32 page)
{
	return page >= m->rmap.thps * m->rmap.pages;
}

u32 page_head(const struct machine *m, u32 page)
{
	u32 thp = page / m->rmap.pages;

	return !is_copy(m, page) && huge_at(m, thp)->huge ? thp * m->rmap.pages
							  : page;
}

void small_map(struct machine *m, u32 page, int by)
{
	struct small_page *p = small_edit(m, page);

	p->mapcount = (s16)(p->mapcount + by);
	if (!is_copy(m, page))
		huge_edit(m, page / m->rmap.pages)->mapped += by;
}

void small_hold(struct machine *m, u32 page, int by)
{
	small_edit(m, page)->refcount += by;
}

s64 rmap_total_mapcount(const struct machine *m, u32 thp)
{
	const struct huge_page *h = huge_at(m, thp);

	return (s64)h->compound + h->mapped - h->extra;
}

s64 rmap_page_mapcount(const struct machine *m, u32 page)
{
	const struct huge_page *h = huge_at(m, page / m->rmap.pages);

	if (is_copy(m, page))
		return small_at(m, page)->mapcount;
	return (s64)small_at(m, page)->mapcount + h->compound -
	       (page % m->rmap.pages < h->extra);
}

u32 page_pfn(const struct machine *m, u32 page)
{
	u32 huge_frames = m->rmap.thps * m->rmap.pages;

	if (is_copy(m, page))
		return huge_at(m, page - huge_frames)->copy_pfn;
	return huge_at(m, page / m->rmap.pages)->pfn + page % m->rmap.pages;
}

/* ---- where entries lie ------------------------------------------------- */

static u32 pgd_entry(const struct machine *m, u32 mm, u32 address)
{
	u32 covers = m->rmap.pages * TABLE_ENTRIES * TABLE_ENTRIES;

	return mm * m->rmap.mm_entries + address / covers;
}

static u32 pud_entry(const struct machine *m, u32 pgd, u32 address)
{
	u32 covers = m->rmap.pages * TABLE_ENTRIES;

	return entry_value(entry_get(m, pgd)) +
	       address / covers % TABLE_ENTRIES;
}

static u32 pmd_entry(const struct machine *m, u32 pud, u32 address)
{
	return entry_value(entry_get(m, pud)) +
	       address / m->rmap.pages % TABLE_ENTRIES;
}

u32 mm_pmd_entry(const struct machine *m, u32 mm, u32 address)
{
	return pmd_entry(
		m, pud_entry(m, pgd_entry(m, mm, address), address), address);
}

/* Whether it is linked from the pmd or still kept for it. */
u32 mm_pte_entry(const struct machine *m, u32 mm, u32 address)
{
	return mm * m->rmap.mm_entries + m->rmap.pte_at + address;
}

u32 mm_address(const struct machine *m, u32 mm, u32 page)
{
	s32 shift = 0;

	if (m->rmap.layout == LAYOUT_MOVED && mm == m->rmap.mms - 1)
		shift = (s32)m->rmap.pages / 2;
	return (u32)((s32)page + shift);
}

/* ---- mm_find_pmd ------------------------------------------------------- */

enum { VMA, ADDRESS, PGD, PUD, PMD };
static const struct local find_locals[] = {
	[VMA] = {"vma", KIND_VMA},
	[ADDRESS] = {"address", KIND_NUMBER},
	[PGD] = {"pgd", KIND_ENTRY},
	[PUD] = {"pud", KIND_ENTRY},
	[PMD] = {"pmd", KIND_ENTRY},
};

static void to_pgd(struct machine *m, struct task *t, s64 *v)
{
	v[PGD] = pgd_entry(m, vma_at(m, (u32)v[VMA])->mm, (u32)v[ADDRESS]);
	m->rmap.descents++;
}

static void to_pud(struct machine *m, struct task *t, s64 *v)
{
	v[PUD] = pud_entry(m, (u32)v[PGD], (u32)v[ADDRESS]);
}

static void to_pmd(struct machine *m, struct task *t, s64 *v)
{
	v[PMD] = pmd_entry(m, (u32)v[PUD], (u32)v[ADDRESS]);
}

/* To add a row: label here, row below, test in tests/unit. */
/* clang-format off */
enum { D_PGD = 1, D_PUD, D_PMD, D_PMD_MERGED, D_DONE };
static const struct line find_lines[] = {
 [D_PGD]  = { "pgd = pgd_offset(mm, address)", .id = "pgd", .exec = to_pgd, .shared = true,
	.gloss = "The top table of this address space. A descent begins." },
 [D_PUD]  = { "pud = pud_offset(pgd, address)", .id = "pud", .exec = to_pud, .shared = true,
	.gloss = "The second level: each entry stands for 1 GiB with 4 KiB pages." },
 [D_PMD]  = { "pmd = pmd_offset(pud, address)", .id = "pmd", .exec = to_pmd, .shared = true,
	.in = IN_RMAP_OLD | IN_RMAP_V1, .cost = COST_RMAP_DESCENT,
	.gloss = "The third level: an entry stands for one huge page." },
 [D_PMD_MERGED] = { "pmd = pmd_offset(pud, address)", .id = "pmd", .exec = to_pmd, .shared = true,
	.in = IN_RMAP_MERGED, .cost = COST_RMAP_DESCENT_MERGED,
	.gloss = "The third level: an entry stands for one huge page." },
 [D_DONE] = { "return pmd", OP_RETURN, .id = "return", .value = PMD, .has_value = true,
	.gloss = "It maps a table of ptes, a huge page, or nothing." },
};
/* clang-format on */

const struct procedure procedure_mm_find_pmd = {
	"mm_find_pmd",
	"mm/rmap.c, v4.5",
	"Walks from the top table down to the pmd of an address.",
	find_lines,
	D_DONE + 1,
	find_locals,
	5,
	2,
};
