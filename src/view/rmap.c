/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of rmap-walk: a huge page with its counts, how each VMA maps its
 * small pages, how far the walk down the page tables is, and what the two loop
 * nests have come to in each variant.
 *
 * No loop here grows with the machine but that over VMAs, at most 128; where a
 * row has no room for every small page, a sign stands for several.
 */
#include "model/names.h"
#include "view/views.h"

#include <string.h>

enum { LABEL_COLUMNS = 8, LEVELS = 4, COUNTS = 4 };

/* ---- where the walk is ------------------------------------------------- */

/* What the followed task visits now; vma and page −1: nothing. */
struct visit {
	s64 vma, page;
	int level; /* 1 to 4: pgd, pud, pmd, pte; 0: none */
};

static s64 local(
	const struct procedure *p, const struct frame *f, const char *name)
{
	for (unsigned i = 0; i < p->n_locals; i++)
		if (!strcmp(p->locals[i].name, name))
			return f->v[i];
	return -1;
}

static bool visits(unsigned procedure)
{
	return procedure == PROC_TRY_TO_UNMAP_ONE ||
	       procedure == PROC_REMOVE_MIGRATION_PTE ||
	       procedure == PROC_FREEZE_PAGE_VMA ||
	       procedure == PROC_UNFREEZE_PAGE_VMA ||
	       procedure == PROC_SPLIT_HUGE_PMD_ADDRESS ||
	       procedure == PROC_SPLIT_HUGE_PMD_LOCKED;
}

static void look_at_frame(
	const struct pen *p, const struct frame *f, struct visit *v)
{
	const struct op_code *o = &p->v->program->op[f->pc];
	const struct procedure *proc = procedure_at(o->procedure);

	if (o->procedure == PROC_MM_FIND_PMD)
		v->level = o->row < 3 ? o->row : 3;
	else if (!v->level && local(proc, f, "pte") > 0)
		v->level = 4;
	else if (!v->level && local(proc, f, "pmd") > 0)
		v->level = 3;
	if (o->procedure == PROC_TRY_TO_UNMAP ||
		o->procedure == PROC_REMOVE_MIGRATION_PTES)
		v->page = local(proc, f, "page");
	if (!visits(o->procedure))
		return;
	v->vma = local(proc, f, "vma");
	v->page = local(proc, f, "small");
	if (v->page < 0)
		v->page = local(proc, f, "page");
}

static struct visit visit_of(const struct pen *p)
{
	const struct machine *m = p->v->now;
	unsigned task = task_followed(p->m, m);
	struct visit v = {-1, -1, 0};

	for (unsigned d = task == NONE ? 0 : task_at(m, task)->depth;
		d && v.vma < 0; d--)
		look_at_frame(p, &frames_of(m, task)[d - 1], &v);
	if (v.vma < 0)
		v.level = 0;
	return v;
}

static u32 thp_shown(const struct machine *m, const struct visit *v)
{
	if (v->page >= 0)
		return (u32)v->page / m->rmap.pages;
	return m->rmap.splitting == NO_PAGE ? 0 : m->rmap.splitting;
}

/* ---- the grid ---------------------------------------------------------- */

/* How an address space maps a small page. Signs are in legend.c. */
enum mapped {
	CELL_NONE,
	CELL_PTE,
	CELL_HUGE,
	CELL_MIGRATION,
	CELL_COPY,
	CELL_MIXED,
	CELLS
};
static const char *const signs[CELLS] = {".", "■", "═", "□", "C", "~"};
static const enum style styles[CELLS] = {
	STYLE_DIM,
	STYLE_PLUS,
	STYLE_HOLD,
	STYLE_MINUS,
	STYLE_WARN,
	STYLE_TEXT,
};

static enum mapped cell_of(const struct machine *m, u32 mm, u32 page)
{
	u32 address = mm_address(m, mm, page);
	u32 pmd = entry_get(m, mm_pmd_entry(m, mm, address)), pte;

	if (entry_kind(pmd) == ENTRY_HUGE)
		return CELL_HUGE;
	if (entry_kind(pmd) != ENTRY_TABLE)
		return CELL_NONE;
	pte = entry_get(m, mm_pte_entry(m, mm, address));
	if (entry_kind(pte) == ENTRY_PTE)
		return entry_value(pte) == page ? CELL_PTE : CELL_COPY;
	return entry_kind(pte) == ENTRY_MIGRATION ? CELL_MIGRATION : CELL_NONE;
}

/* Several pages that one sign stands for. */
static enum mapped cells_of(const struct machine *m, u32 mm, u32 page, u32 n)
{
	enum mapped first = cell_of(m, mm, page);

	for (u32 i = 1; i < n; i++)
		if (cell_of(m, mm, page + i) != first)
			return CELL_MIXED;
	return first;
}

static const char *sign(const struct pen *p, enum mapped cell)
{
	return cell == CELL_MIGRATION && p->c->ascii ? "o" : signs[cell];
}

/* How many pages a sign stands for. */
static u32 per_sign(const struct pen *p)
{
	int room = p->columns - LABEL_COLUMNS - 2;
	u32 n = 1;

	while ((int)(p->v->now->rmap.pages / n) > room &&
		n < p->v->now->rmap.pages)
		n *= 2;
	return n;
}

/* "page 3     ↓" */
static void page_row(struct pen *p, u32 thp, const struct visit *v, u32 each)
{
	u32 pages = p->v->now->rmap.pages;

	pen_put(p, 1, STYLE_HEAD, "page");
	if (v->page >= 0) {
		u32 i = (u32)v->page - thp * pages;

		pen_put(p, 6, STYLE_LINE_NOW, word_number(i % pages).s);
		pen_put(p, 1 + LABEL_COLUMNS + (int)(i % pages / each),
			STYLE_LINE_NOW, "↓");
	}
	if (each > 1)
		pen_right(p, p->columns - 1, STYLE_DIM,
			word_of("%s pages a sign", word_number(each).s).s);
	pen_next(p);
}

static void vma_row(
	struct pen *p, u32 mm, u32 thp, const struct visit *v, u32 each)
{
	const struct machine *now = p->v->now, *before = p->v->before;
	u32 pages = now->rmap.pages;
	bool here = v->vma >= 0 && vma_at(now, (u32)v->vma)->mm == mm;
	bool changed = false;
	int column = 1 + LABEL_COLUMNS;

	if (here)
		p->keep_from = p->keep_to = p->row;
	pen_item(p, 1, NULL);
	pen_put(p, 0, here ? STYLE_LINE_NOW : STYLE_HEAD,
		word_of(here ? "[VMA %u]" : " VMA %u", mm).s);
	for (u32 i = 0; i < pages; i += each, column++) {
		enum mapped cell = cells_of(now, mm, thp * pages + i, each);
		bool other = before && cell != cells_of(before, mm,
						       thp * pages + i, each);

		changed |= other;
		pen_put(p, column, other ? STYLE_CHANGED : styles[cell],
			sign(p, cell));
	}
	if (changed)
		pen_put(p, column, STYLE_CHANGED, "*");
	pen_next(p);
}

/* "pgd▸pud▸[pmd]▸pte" */
static void descent_row(struct pen *p, const struct visit *v)
{
	static const char *const level[LEVELS] = {"pgd", "pud", "pmd", "pte"};
	int column = 1;

	for (int i = 0; i < LEVELS; i++) {
		bool now = v->level == i + 1;

		column = pen_put(p, column, now ? STYLE_LINE_NOW : STYLE_TEXT,
			word_of(now ? "[%s]" : "%s", level[i]).s);
		if (i + 1 < LEVELS)
			column = pen_put(p, column, STYLE_DIM, "▸");
	}
	pen_next(p);
}

/* ---- counts of the page ------------------------------------------------ */

static void counts_row(struct pen *p)
{
	static const struct {
		const char *label, *name;
	} counts[] = {
		{"count", "rmap.page_count"},
		{"mapcount", "rmap.total_mapcount"},
		{"pmds", "rmap.compound_mapcount"},
	};
	int column = 1;

	for (unsigned i = 0; i < 3; i++) {
		int end = column + pen_width(p, counts[i].label) + 3;

		if (column > 1 && end + 3 > p->columns) {
			pen_next(p);
			end -= column - 1;
			column = 1;
		}
		column = pen_field(p, column, end, counts[i].label,
				 counts[i].name) +
			 1;
	}
	pen_next(p);
}

static void title_line(struct pen *p, u32 thp)
{
	const struct rmap *r = &p->v->now->rmap;
	bool huge = r->thps && huge_at(p->v->now, thp)->huge;
	int column = pen_put(p, 1, STYLE_HEAD,
		word_of("huge page %s of %s", word_number(thp).s,
			word_number(r->thps).s)
			.s);

	struct word pages = word_number(r->pages);
	struct word state = word_of(
		huge ? "%s small pages in one" : "now %s small pages", pages.s);

	if (column + 2 + pen_width(p, state.s) >= p->columns)
		state = word_of(huge ? "%s in one" : "now %s", pages.s);
	pen_put(p, column + 2, huge ? STYLE_HOLD : STYLE_PLUS, state.s);
	pen_next(p);
}

/* ---- the loop nests ---------------------------------------------------- */

static s64 count_of(const struct machine *m, unsigned count)
{
	static const char *const name[] = {"rmap.tree_queries", "rmap.descents",
		"rmap.pte_locks", "rmap.slots"};
	unsigned index;
	int id = name_find(name[count], strlen(name[count]), &index);
	s64 value = name_get(m, (unsigned)id, index);

	if (count == 2)
		value += name_get(m,
			(unsigned)name_find("rmap.pmd_locks", 14, &index), 0);
	return value;
}

static const char *const heads[COUNTS] = {
	"queries", "descents", "locks", "slots"};

static struct word count_word(
	const struct pen *p, const struct moment_variant *v, unsigned count)
{
	bool changed = v->before &&
		       count_of(v->before, count) != count_of(v->now, count);

	if (moment_masked(p->m))
		return word_of("·····");
	return word_of("%s%s", word_number(count_of(v->now, count)).s,
		changed ? "*" : " ");
}

/* How many columns a count needs, its mark and a gap included; the first needs
 * no gap, names are short. */
static int count_columns(const struct pen *p, unsigned count)
{
	int most = pen_width(p, heads[count]) + 1;

	for (unsigned i = 0; i < p->m->n_variants; i++) {
		const struct moment_variant *v = &p->m->variant[i];
		int n = v->now ? pen_width(p, count_word(p, v, count).s) : 0;

		most = n > most ? n : most;
	}
	return most + (count % 2 || count == 2);
}

static int name_columns(const struct pen *p)
{
	int most = 0;

	for (unsigned i = 0; i < p->m->n_variants; i++) {
		int n = pen_width(p, p->m->variant[i].is->name);

		most = n > most ? n : most;
	}
	return most;
}

static void table_row(
	struct pen *p, unsigned variant, unsigned from, unsigned to)
{
	const struct moment_variant *v = &p->m->variant[variant];
	bool shown = v == p->v;
	int end = 1 + name_columns(p);

	pen_item(p, 1, NULL);
	pen_put(p, 1, shown ? STYLE_HEAD : STYLE_TEXT, v->is->name);
	for (unsigned i = from; v->now && i < to; i++) {
		struct word w = count_word(p, v, i);
		bool changed = strchr(w.s, '*');

		end += count_columns(p, i);
		pen_right(p, end,
			changed		      ? STYLE_CHANGED
			: moment_masked(p->m) ? STYLE_HIDDEN
			: shown		      ? STYLE_VALUE
					      : STYLE_TEXT,
			w.s);
	}
	pen_next(p);
}

static void table(struct pen *p, unsigned from, unsigned to)
{
	int end = 1 + name_columns(p);

	for (unsigned i = from; i < to; i++) {
		end += count_columns(p, i);
		pen_right(p, end - 1, STYLE_HEAD, heads[i]);
	}
	pen_next(p);
	for (unsigned i = 0; i < p->m->n_variants; i++)
		table_row(p, i, from, to);
}

/* The nests of old and of the others, and what they have come to. */
static void draw_nests(struct pen *p)
{
	int all = 1 + name_columns(p);

	for (unsigned i = 0; i < COUNTS; i++)
		all += count_columns(p, i);
	pen_put(p, 1, STYLE_TEXT, "old: for each VMA ─ for each slot");
	pen_next(p);
	pen_put(p, 1, STYLE_TEXT, "new: for each page ─ for each VMA");
	pen_next(p);
	if (all <= p->columns) {
		table(p, 0, COUNTS);
		return;
	}
	table(p, 0, COUNTS / 2);
	table(p, COUNTS / 2, COUNTS);
}

void rmap_view(struct pen *p)
{
	const struct machine *m = p->v->now;
	struct visit v = visit_of(p);
	u32 thp = thp_shown(m, &v), each = per_sign(p);

	title_line(p, thp);
	counts_row(p);
	page_row(p, thp, &v, each);
	for (u32 mm = 0; m->rmap.thps && mm < m->rmap.mms; mm++)
		vma_row(p, mm, thp, &v, each);
	descent_row(p, &v);
	draw_nests(p);
}
