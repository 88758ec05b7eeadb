/* SPDX-License-Identifier: GPL-3.0-or-later
 * What must hold of huge pages, mapcounts and references: counted anew from the
 * page tables, to find a count that has gone wrong. No kernel code.
 *
 * Rules: between two lines of a split its huge page may be off in what the
 * splitter is just about to count; then only what holds throughout is looked
 * at.
 */
#include "model/machine.h"

struct counts {
	s64 ptes, pmds, migrations;
};

/* How often an address space maps the page. */
static void count_mm(
	const struct machine *m, u32 mm, u32 page, struct counts *c)
{
	u32 address = mm_address(m, mm, page);
	u32 pmd = entry_get(m, mm_pmd_entry(m, mm, address)), pte;

	if (entry_kind(pmd) == ENTRY_HUGE)
		c->pmds +=
			page % m->rmap.pages == 0 && entry_value(pmd) == page;
	if (entry_kind(pmd) != ENTRY_TABLE)
		return;
	pte = entry_get(m, mm_pte_entry(m, mm, address));
	c->ptes += entry_kind(pte) == ENTRY_PTE && entry_value(pte) == page;
	c->migrations += entry_kind(pte) == ENTRY_MIGRATION;
}

static struct counts count_page(const struct machine *m, u32 page)
{
	struct counts c = {0};

	for (u32 mm = 0; mm < m->rmap.mms; mm++)
		count_mm(m, mm, page, &c);
	return c;
}

/* Between clearing a pte and lowering the mapcount, and from there to the put.
 */
static s64 in_flight(u32 flight, u32 page)
{
	return flight == page;
}

static const char *check_small(
	const struct machine *m, u32 thp, u32 page, struct counts *all)
{
	const struct huge_page *h = huge_at(m, thp);
	const struct small_page *p = small_at(m, page);
	struct counts c = count_page(m, page);
	s64 extra = page % m->rmap.pages < h->extra;
	s64 refs = c.ptes + in_flight(m->rmap.zapped, page) +
		   in_flight(m->rmap.unput, page);

	all->ptes += refs;
	all->pmds += c.pmds;
	if (c.migrations)
		return "a migration entry is left where nobody splits";
	if (p->mapcount != c.ptes + in_flight(m->rmap.zapped, page) + extra)
		return "a page's mapcount is not the number of its ptes";
	if (!h->huge && p->refcount != refs)
		return "a small page's count is not that of its mappings";
	return NULL;
}

static const char *check_frame(const struct machine *m, u32 thp, u32 page)
{
	bool head = page % m->rmap.pages == 0;
	enum page_state state =
		(enum page_state)page_at(m, page_pfn(m, page))->state;

	if (huge_at(m, thp)->huge)
		return state == (head ? PAGE_LRU : PAGE_HELD)
			       ? NULL
			       : "a part of a huge page stands on its own";
	if (small_at(m, page)->refcount == 0)
		return NULL; /* its frame may have a new owner */
	return state == PAGE_LRU ? NULL : "a small page is on no list";
}

static const char *check_thp(const struct machine *m, u32 thp)
{
	const struct huge_page *h = huge_at(m, thp);
	u32 head = thp * m->rmap.pages;
	struct counts all = {0};
	const char *broken = NULL;
	s64 mapped = 0;

	for (u32 i = 0; i < m->rmap.pages; i++)
		mapped += small_at(m, head + i)->mapcount;
	if (mapped != h->mapped)
		return "the sum of mapcounts is kept wrongly";
	if (m->rmap.splitting == thp)
		return NULL;
	for (u32 i = 0; !broken && i < m->rmap.pages; i++) {
		broken = check_small(m, thp, head + i, &all);
		if (!broken)
			broken = check_frame(m, thp, head + i);
	}
	if (broken)
		return broken;
	if (all.pmds != h->compound)
		return "compound_mapcount is not the number of pmds";
	if (h->huge && small_at(m, head)->refcount != all.ptes + all.pmds)
		return "a huge page's count is not that of its mappings";
	if (h->extra != (h->double_map ? m->rmap.pages : 0))
		return "double_map and the extra counts do not agree";
	return NULL;
}

/* In order, and no part of the tree ends later than its root says. */
static const char *check_vma(const struct machine *m, u32 i)
{
	const struct vma *vma = vma_at(m, i);
	u32 child[] = {vma->left, vma->right};

	if (i && vma_at(m, i - 1)->start > vma->start)
		return "VMAs are not in order";
	for (unsigned k = 0; k < 2; k++) {
		if (child[k] == NO_VMA)
			continue;
		if ((child[k] < i) != (k == 0))
			return "a VMA is on the wrong side in the tree";
		if (vma_at(m, child[k])->most > vma->most ||
			vma_at(m, child[k])->parent != i)
			return "a part of the tree does not fit its root";
	}
	return vma->most >= vma->last ? NULL : "a VMA ends after its tree";
}

/* Made after a fork, mapped by whoever made it. */
static const char *check_copy(const struct machine *m, u32 page)
{
	const struct small_page *p = small_at(m, page);

	return p->mapcount == 1 && p->refcount == 1
		       ? NULL
		       : "a copy is not mapped once";
}

const char *rmap_check(const struct machine *m)
{
	const char *broken = NULL;

	for (u32 i = 0; !broken && i < m->rmap.vmas; i++)
		broken = check_vma(m, i);
	for (u32 thp = 0; !broken && thp < m->rmap.thps; thp++)
		broken = check_thp(m, thp);
	for (u32 i = 0; !broken && i < m->rmap.copies; i++)
		broken = check_copy(m, m->rmap.thps * m->rmap.pages + i);
	return broken;
}
