/* SPDX-License-Identifier: GPL-3.0-or-later
 * How huge pages are mapped when the run begins: address spaces, VMAs, page
 * tables and counts, as mmap, fork and what followed have left them (mm/mmap.c,
 * mm/huge_memory.c, v4.5).
 *
 * Leaves out: the calls themselves; only what they leave behind is made.
 * Address space 0 is the parent, the others were forked from it in order.
 * Whatever was done to only one of them was done to the last one, but
 * LAYOUT_COW_PARENT and LAYOUT_ZAPPED were done to the parent. Rules: a part of
 * a huge page can be unmapped, moved or copied only where ptes map it, so there
 * the pmd has been split before, whatever `mapping` says.
 */
#include "model/setup.h"

enum {
	SMALL_PAGES_MAX = 1 << 21,
	PTES_MAX = 1 << 23,
	DEFAULT_PAGES = 8,
	THP_PAGES = 512
};

/* ---- sizes ------------------------------------------------------------- */

s64 rmap_pages(const struct setup *s)
{
	s64 asked = s->value[PARAM_PAGES], pages = 2;

	if (!asked)
		return DEFAULT_PAGES;
	while (pages * 2 <= asked && pages < THP_PAGES)
		pages *= 2;
	return pages;
}

/* The small page that is copied after the fork, in each huge page. */
static s64 copied_page(const struct setup *s)
{
	return rmap_pages(s) / 4;
}

static bool copies_pages(const struct setup *s)
{
	s64 layout = s->value[PARAM_LAYOUT], page = copied_page(s);

	if (layout != LAYOUT_COW_PARENT && layout != LAYOUT_COW_CHILD)
		return false;
	return page >= s->value[PARAM_UNMAPPED_HEAD] &&
	       page < rmap_pages(s) - s->value[PARAM_UNMAPPED_TAIL];
}

s64 rmap_frames(const struct setup *s)
{
	s64 thps = s->value[PARAM_THPS];

	return thps * rmap_pages(s) + (copies_pages(s) ? thps : 0);
}

unsigned rmap_locks(const struct setup *s)
{
	return LOCK_PMD + 2 * (unsigned)s->value[PARAM_VMAS];
}

const char *rmap_conflict(const struct setup *s)
{
	const s64 *v = s->value;
	s64 pages = rmap_pages(s);

	if (v[PARAM_PAGES] && v[PARAM_PAGES] != pages)
		return "pages must be a power of two from 2 to 512, the small "
		       "pages of one huge page";
	if (v[PARAM_UNMAPPED_HEAD] + v[PARAM_UNMAPPED_TAIL] >= pages)
		return "unmapped_head and unmapped_tail together must be less "
		       "than pages";
	if (v[PARAM_THPS] * pages > SMALL_PAGES_MAX)
		return "thps × pages must be at most 2097152";
	if (v[PARAM_THPS] * pages * v[PARAM_VMAS] > PTES_MAX)
		return "thps × pages × vmas must be at most 8388608";
	return NULL;
}

static u32 rounded(u64 bytes)
{
	return (u32)((bytes + GRAIN - 1) / GRAIN * GRAIN);
}

static bool is_partial(const struct setup *s)
{
	return s->value[PARAM_UNMAPPED_HEAD] || s->value[PARAM_UNMAPPED_TAIL];
}

static u32 vmas_of(const struct setup *s)
{
	u32 mms = (u32)s->value[PARAM_VMAS], thps = (u32)s->value[PARAM_THPS];
	u32 each = is_partial(s) ? thps : 1;

	if (!thps)
		return 0;
	if (s->value[PARAM_LAYOUT] == LAYOUT_MIDDLE)
		return (mms - 1) * each + 2 * thps;
	return mms * each;
}

void rmap_lay_out(struct machine *m, const struct setup *s, u32 *end)
{
	struct rmap *r = &m->rmap;
	u32 pages = (u32)rmap_pages(s), thps = (u32)s->value[PARAM_THPS];
	u32 pmds = TABLE_ENTRIES * (thps / TABLE_ENTRIES + 1);

	if (!(setup_parts(s) & PART_RMAP))
		return;
	r->thps = thps;
	r->pages = pages;
	r->mms = (u32)s->value[PARAM_VMAS];
	r->vmas = vmas_of(s);
	r->layout = (u8)s->value[PARAM_LAYOUT];
	r->copies = copies_pages(s) ? thps : 0;
	r->pte_at = 2 * TABLE_ENTRIES + pmds;
	r->mm_entries = r->pte_at + (thps + 1) * pages;
	r->vma_at = *end;
	r->entry_at = r->vma_at + rounded((u64)r->vmas * sizeof(struct vma));
	r->page_at = r->entry_at +
		     rounded((u64)r->mms * r->mm_entries * sizeof(u32));
	r->huge_at = r->page_at + rounded((u64)(thps * pages + r->copies) *
					  sizeof(struct small_page));
	*end = r->huge_at + rounded((u64)thps * sizeof(struct huge_page));
}

/* ---- VMAs -------------------------------------------------------------- */

struct mapped { /* of a huge page that is mapped */
	u32 from, to;
};

static struct mapped part_of(const struct setup *s)
{
	return (struct mapped){(u32)s->value[PARAM_UNMAPPED_HEAD],
		(u32)(rmap_pages(s) - s->value[PARAM_UNMAPPED_TAIL])};
}

/* The VMA of an address space that starts in this half of a huge page; false if
 * none does. */
static bool starts_here(const struct machine *m, const struct setup *s, u32 mm,
	u32 thp, u32 half, struct vma *vma)
{
	const struct rmap *r = &m->rmap;
	struct mapped part = part_of(s);
	u32 base = thp * r->pages, middle = r->pages / 2;
	bool split = r->layout == LAYOUT_MIDDLE && mm == r->mms - 1;

	if (half && (!split || part.to <= middle))
		return false;
	if (!half && split && part.from >= middle)
		return false;
	if (!is_partial(s) && !split) {
		part.to = r->thps * r->pages;
		base = 0;
		if (thp)
			return false;
	} else if (split && half) {
		part.from = part.from > middle ? part.from : middle;
	} else if (split) {
		part.to = part.to < middle ? part.to : middle;
	}
	vma->start = base + part.from;
	vma->last = base + part.to - 1;
	vma->mm = (u16)mm;
	vma->shift = (s32)(mm_address(m, mm, 0));
	return true;
}

static struct vma *vma_edit(struct machine *m, u32 vma)
{
	return (struct vma *)machine_at(m, m->rmap.vma_at) + vma;
}

/* In order of start, then of address space. */
static void make_vmas(struct machine *m, const struct setup *s)
{
	struct rmap *r = &m->rmap;
	u32 n = 0;

	for (u32 thp = 0; thp < r->thps; thp++)
		for (u32 half = 0; half < 2; half++)
			for (u32 mm = 0; mm < r->mms; mm++)
				if (n < r->vmas &&
					starts_here(m, s, mm, thp, half,
						vma_edit(m, n)))
					n++;
	r->vmas = n;
}

/* The middle one of a range is the root of its part of the tree. */
static u32 make_tree(struct machine *m, u32 from, u32 to, u32 parent)
{
	u32 middle = from + (to - from) / 2;
	struct vma *vma;

	if (from == to)
		return NO_VMA;
	vma = vma_edit(m, middle);
	vma->parent = parent;
	vma->left = make_tree(m, from, middle, middle);
	vma->right = make_tree(m, middle + 1, to, middle);
	vma->most = vma->last;
	if (vma->left != NO_VMA && vma_at(m, vma->left)->most > vma->most)
		vma->most = vma_at(m, vma->left)->most;
	if (vma->right != NO_VMA && vma_at(m, vma->right)->most > vma->most)
		vma->most = vma_at(m, vma->right)->most;
	return middle;
}

/* ---- page tables ------------------------------------------------------- */

/* Whether an address space maps huge pages by ptes. */
static bool by_ptes(const struct machine *m, const struct setup *s, u32 mm)
{
	u32 last = m->rmap.mms - 1;

	if (s->value[PARAM_MAPPING] || is_partial(s))
		return true;
	switch (m->rmap.layout) {
	case LAYOUT_WHOLE:
	case LAYOUT_ZAPPED:
		return false;
	case LAYOUT_COW_PARENT:
		return mm == 0;
	default:
		return mm == last;
	}
}

/* The tables above the ptes; a pmd is linked when something is mapped there. */
static void make_tables(struct machine *m, u32 mm)
{
	const struct rmap *r = &m->rmap;
	u32 base = mm * r->mm_entries, pmds = r->pte_at - 2 * TABLE_ENTRIES;

	entry_set(m, base, entry_make(ENTRY_TABLE, base + TABLE_ENTRIES, 0));
	for (u32 i = 0; i < pmds / TABLE_ENTRIES; i++)
		entry_set(m, base + TABLE_ENTRIES + i,
			entry_make(ENTRY_TABLE, base + (2 + i) * TABLE_ENTRIES,
				0));
}

static void map_pte(struct machine *m, u32 mm, u32 page, u32 to)
{
	u32 address = mm_address(m, mm, page);
	u32 pmd = mm_pmd_entry(m, mm, address);
	u32 table = mm_pte_entry(m, mm, address) - address % m->rmap.pages;

	entry_set(m, pmd, entry_make(ENTRY_TABLE, table, 0));
	entry_set(m, mm_pte_entry(m, mm, address),
		entry_make(ENTRY_PTE, to, ENTRY_YOUNG | ENTRY_DIRTY));
	small_map(m, to, 1);
	small_hold(m, page_head(m, to), 1);
}

/* Which page an address space copied, writing to it after the fork. */
static bool has_copied(const struct machine *m, u32 mm, u32 page)
{
	const struct rmap *r = &m->rmap;
	u32 who = r->layout == LAYOUT_COW_PARENT ? 0 : r->mms - 1;

	return r->copies && mm == who && page % r->pages == r->pages / 4;
}

static void map_ptes(struct machine *m, const struct setup *s, u32 mm, u32 thp)
{
	struct mapped part = part_of(s);

	for (u32 i = part.from; i < part.to; i++) {
		u32 page = thp * m->rmap.pages + i;

		map_pte(m, mm, page,
			has_copied(m, mm, page)
				? m->rmap.thps * m->rmap.pages + thp
				: page);
	}
}

static void map_pmd(struct machine *m, u32 mm, u32 thp)
{
	u32 head = thp * m->rmap.pages;

	entry_set(m, mm_pmd_entry(m, mm, mm_address(m, mm, head)),
		entry_make(ENTRY_HUGE, head, ENTRY_YOUNG | ENTRY_DIRTY));
	huge_edit(m, thp)->compound++;
	small_hold(m, head, 1);
}

/* A huge page that both kinds of entries map counts each small page once more.
 */
static void mark_double(struct machine *m, u32 thp)
{
	const struct rmap *r = &m->rmap;
	struct huge_page *h = huge_edit(m, thp);

	h->deferred = h->mapped < (s32)r->pages && !h->compound;
	if (!h->compound || !h->mapped)
		return;
	h->double_map = 1;
	for (u32 i = 0; i < r->pages; i++)
		small_map(m, thp * r->pages + i, 1);
	h->extra = (u16)r->pages;
}

static void make_mappings(struct machine *m, const struct setup *s)
{
	const struct rmap *r = &m->rmap;

	for (u32 thp = 0; thp < r->thps; thp++) {
		huge_edit(m, thp)->huge = 1;
		for (u32 mm = 0; mm < r->mms; mm++) {
			if (r->layout == LAYOUT_ZAPPED && !mm)
				continue;
			if (by_ptes(m, s, mm))
				map_ptes(m, s, mm, thp);
			else
				map_pmd(m, mm, thp);
		}
		mark_double(m, thp);
	}
}

/* ---- the beginning ----------------------------------------------------- */

/* Those for which there is no memory are left out, and all after them. */
static void take_frames(struct machine *m)
{
	struct rmap *r = &m->rmap;
	u32 n = 0;

	for (; n < r->thps; n++) {
		u32 pfn = huge_take(m, r->pages);
		u32 copy = pfn == NO_PAGE || !r->copies ? 0 : huge_take(m, 1);

		if (pfn == NO_PAGE)
			break;
		if (copy == NO_PAGE) {
			for (u32 i = r->pages; i--;)
				page_free(m, pfn + i, 0);
			break;
		}
		huge_edit(m, n)->pfn = pfn;
		huge_edit(m, n)->copy_pfn = copy;
	}
	r->thps = n;
	r->copies = r->copies ? n : 0;
	r->vmas = n ? r->vmas : 0;
}

void rmap_init(struct machine *m, const struct setup *s)
{
	struct rmap *r = &m->rmap;

	r->migrate = s->value[PARAM_MIGRATE] != 0;
	r->race = s->value[PARAM_RACE] != 0 && m->n_cpus > 1;
	r->splitting = r->zapped = r->unput = NO_PAGE;
	take_frames(m);
	for (u32 mm = 0; mm < r->mms; mm++)
		make_tables(m, mm);
	make_vmas(m, s);
	r->root = make_tree(m, 0, r->vmas, NO_VMA);
	make_mappings(m, s);
}
