/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of lazy-free: each zone's free pages on a ruler with its marks,
 * the LRU lists from the oldest page on, what stands behind each page of each
 * process's region, and swap.
 *
 * No loop here grows with the machine: lists are shown from their old ends,
 * regions too large for a letter a page by evenly spaced pages.
 */
#include "base/text.h"
#include "model/task.h"
#include "view/views.h"

#include <string.h>

enum { STOPS_MAX = 4, GAP_MOST = 8, CUT_LEAST = 4, CUT_MOST = 12,
	REGION_ROWS_MOST = 3, REGION_COLUMN = 5,
	STALL_COLUMNS = 13 };

static bool is_throttled(const struct pen *p)
{
	return p->v->is->features & IN_THROTTLED;
}

static bool is_pointed(const struct pen *p, const char *name)
{
	return p->m->point && !strcmp(p->m->point, name);
}

/* Fields one behind the other; one that does not fit begins a line. `most` is
 * the largest value: what room is kept, so that nothing moves. */
static int flow(struct pen *p, int column, const char *label, const char *name,
	s64 most)
{
	int end;

	end = column + pen_width(p, label) + 1 +
	      pen_width(p, word_number(most).s);
	if (column > 1 && end + 1 > p->columns) {
		pen_next(p);
		end -= column - 1;
		column = 1;
	}
	return pen_field(p, column, end, label, name) + 1;
}

/* ---- a zone's ruler ------------------------------------------------------ */

/* Marks with the same value stand at one place: "high = T". */
struct stop {
	s64 at;
	char label[32];
	struct word name[STOPS_MAX];
	unsigned n_names;
	int column, columns;
};

struct ruler {
	unsigned zone;
	s64 frames;
	struct stop stop[STOPS_MAX];
	unsigned n;
	int end, cut;	/* where the last number begins; where the ruler is cut */
};

static void add_stop(struct ruler *r, s64 at, const char *label,
	struct word name)
{
	unsigned i = r->n;
	struct stop *s;

	while (i > 0 && r->stop[i - 1].at >= at)
		i--;
	if (i == r->n || r->stop[i].at != at) {
		memmove(&r->stop[i + 1], &r->stop[i],
			(r->n - i) * sizeof(*r->stop));
		memset(&r->stop[i], 0, sizeof(*r->stop));
		r->n++;
	}
	s = &r->stop[i];
	s->at = at;
	if (s->n_names)
		strncat(s->label, "=", sizeof(s->label) - strlen(s->label) - 1);
	strncat(s->label, label, sizeof(s->label) - strlen(s->label) - 1);
	s->name[s->n_names++] = name;
}

/* Spreads the stops over the pane's width. */
static void spread(const struct pen *p, struct ruler *r)
{
	int frames = pen_width(p, word_number(r->frames).s);
	int first = p->v->now->memory.zones > 1 ? 6 : 0;
	int need = 1 + first + CUT_LEAST + frames, gap, column, cut;

	for (unsigned i = 0; i < r->n; i++) {
		struct stop *s = &r->stop[i];
		int label = pen_width(p, s->label);

		s->columns = pen_width(p, word_number(s->at).s);
		s->columns = label > s->columns ? label : s->columns;
		need += s->columns;
	}
	gap = (p->columns - 2 - need) / (int)(r->n + 1);
	gap = gap < 1 ? 1 : gap < GAP_MOST ? gap : GAP_MOST;
	column = 2 + first;
	for (unsigned i = 0; i < r->n; i++) {
		r->stop[i].column = column + gap;
		column += gap + r->stop[i].columns;
	}
	cut = p->columns - 1 - frames - column;
	cut = cut < CUT_LEAST ? CUT_LEAST : cut < CUT_MOST ? cut : CUT_MOST;
	r->end = column + cut;
	r->cut = r->end - cut / 2 - 1;
}

static struct ruler ruler_of(const struct pen *p, unsigned zone)
{
	const struct memory *mem = &p->v->now->memory;
	const struct zone *z = &mem->zone[zone];
	struct ruler r = {.zone = zone, .frames = z->frames};

	add_stop(&r, z->min, "min", word_of("zone[%u].min", zone));
	add_stop(&r, z->low, "low", word_of("zone[%u].low", zone));
	add_stop(&r, z->high, "high", word_of("zone[%u].high", zone));
	if (is_throttled(p) && mem->zones == 1)
		add_stop(&r, mem->threshold_pages, "T",
			word_of("memory.threshold"));
	spread(p, &r);
	return r;
}

/* Between two places, never on one of them. */
static int between(s64 from, int from_column, s64 to, int to_column, s64 at)
{
	int column = from_column +
		(int)((at - from) * (to_column - from_column) / (to - from));

	if (column <= from_column)
		column = from_column + 1;
	return column < to_column ? column : to_column - 1;
}

static int place(const struct ruler *r, s64 at)
{
	s64 before = 0;
	int column = 1;

	if (at <= 0)
		return column;
	for (unsigned i = 0; i < r->n; i++) {
		const struct stop *s = &r->stop[i];

		if (at == s->at)
			return s->column;
		if (at < s->at)
			return between(before, column, s->at, s->column, at);
		before = s->at;
		column = s->column;
	}
	return at < r->frames ? between(before, column, r->frames, r->end, at)
			      : r->end;
}

static void draw_stop(struct pen *p, const struct stop *s)
{
	struct word number = word_number(s->at);
	enum style style = STYLE_LIMIT;

	for (unsigned i = 0; i < s->n_names; i++) {
		pen_item(p, s->column, s->name[i].s);
		if (!is_pointed(p, s->name[i].s))
			continue;
		pen_point(p, s->column - 1);
		style = STYLE_POINT;
	}
	pen_put(p, s->column, style, number.s);
}

/* "▲ free 10", or to the left of its place. */
static void draw_free(struct pen *p, const struct ruler *r)
{
	struct word name = word_of("zone[%u].free", r->zone);
	s64 free = p->v->now->memory.zone[r->zone].free;
	int at = place(r, free), columns;

	columns = pen_width(p, "free ") + pen_width(p, word_number(free).s) + 1;
	pen_put(p, at, STYLE_VALUE, "▲");
	pen_field(p, at + 2 + columns < p->columns ? at + 2 : at - columns, 0,
		"free", name.s);
	pen_next(p);
}

static void draw_ruler(struct pen *p, unsigned zone)
{
	struct ruler r = ruler_of(p, zone);

	if (p->v->now->memory.zones > 1)
		pen_put(p, 1, STYLE_HEAD, word_of("zone %u", zone).s);
	for (unsigned i = 0; i < r.n; i++)
		pen_put(p, r.stop[i].column, STYLE_HEAD, r.stop[i].label);
	pen_next(p);
	pen_fill(p, 2, r.end - 2, STYLE_DIM, 0x2500);
	pen_put(p, 1, STYLE_LIMIT, "0");
	pen_put(p, r.cut, STYLE_DIM, "//");
	for (unsigned i = 0; i < r.n; i++)
		draw_stop(p, &r.stop[i]);
	pen_put(p, r.end, STYLE_TEXT, word_number(r.frames).s);
	pen_next(p);
	draw_free(p, &r);
}

/* ---- letters --------------------------------------------------------------- */

/* What stands behind a page of a region. Signs are in legend.c. */
static char pte_letter(const struct machine *m, u32 pte)
{
	u32 at = pte_value(pte);

	switch (pte_kind(pte)) {
	case PTE_PRESENT:
		if (pte & PTE_YOUNG)
			return 'y';
		return (pte & PTE_DIRTY) || (page_at(m, at)->flags & PAGE_DIRTY)
			? 'd' : 'z';
	case PTE_SWAP:
		if (slot_kind(m, at) != SLOT_CACHED)
			return 's';
		return page_at(m, slot_page(m, at))->flags & PAGE_WRITING
			? 'w' : 'c';
	default:
		return '.';
	}
}

/* The same of a page on a list; nobody may map it any more. */
static char page_letter(const struct machine *m, const struct page *page)
{
	if (page->pte != NO_PAGE)
		return pte_letter(m, pte_get(m, page->pte));
	return page->flags & PAGE_WRITING ? 'w' : 'c';
}

static enum style letter_style(char letter)
{
	switch (letter) {
	case 'y':
	case 'd':
		return STYLE_PLUS;
	case 'z':
		return STYLE_WARN;
	case 's':
	case 'c':
	case 'w':
		return STYLE_MINUS;
	default:
		return STYLE_DIM;
	}
}

static void put_letter(struct pen *p, int column, enum style style, char letter)
{
	pen_put(p, column, style, (char[]){letter, '\0'});
}

/* ---- lists ----------------------------------------------------------------- */

/* Where the lists' numbers end. */
static int list_end(const struct pen *p)
{
	return 1 + pen_width(p, "inactive ") +
	       pen_width(p, word_number(p->v->now->memory.frames).s);
}

/* A list's length, then its pages from the oldest on, as many as fit. */
static void draw_list(struct pen *p, unsigned zone, enum lru list,
	const char *label)
{
	const struct machine *m = p->v->now;
	u32 pfn = page_oldest(m, zone, list);
	int column = list_end(p) + 2, end = p->columns - 1;

	pen_field(p, 1, list_end(p), label,
		word_of("zone[%u].%s", zone, label).s);
	for (; pfn != NO_PAGE && column < end; column++) {
		const struct page *page = page_at(m, pfn);
		char letter = page_letter(m, page);

		pfn = page->prev;
		if (pfn != NO_PAGE && column + 1 == end)
			pen_put(p, column, STYLE_DIM, "…");
		else
			put_letter(p, column, letter_style(letter), letter);
	}
	pen_next(p);
}

/* What the threshold is compared with: all zones, as the kernel counts. */
static int draw_global(struct pen *p, int column)
{
	return flow(p, column, "global free", "vmstat.nr_free_pages",
		p->v->now->memory.frames);
}

static void draw_lists(struct pen *p, unsigned zone)
{
	const struct memory *mem = &p->v->now->memory;
	int column = list_end(p) + 2;

	draw_list(p, zone, LRU_ACTIVE_ANON, "active");
	draw_list(p, zone, LRU_INACTIVE_ANON, "inactive");
	pen_field(p, 1, list_end(p), "isolated",
		word_of("zone[%u].isolated", zone).s);
	column = pen_put(p, column, STYLE_DIM, "└ oldest") + 2;
	if (zone + 1u < mem->zones)
		flow(p, column, "reserve",
			word_of("zone[%u].reserve", zone).s, mem->frames);
	else if (is_throttled(p) && mem->zones == 1)
		draw_global(p, column);
	pen_next(p);
}

/* With several zones the threshold stands on no zone's ruler. */
static void draw_threshold(struct pen *p)
{
	flow(p, draw_global(p, 1), "threshold T", "memory.threshold",
		p->v->now->memory.threshold_pages);
	pen_next(p);
}

/* ---- who stalls ------------------------------------------------------------ */

/* Why a task gets no further. To add one: a row here and in stall_of(). */
enum stall { STALL_NONE, STALL_RECLAIM, STALL_PAGE, STALL_QUEUE, STALL_DEVICE,
	STALL_KSWAPD, STALL_N };
static const char *const stall_words[STALL_N] = {
	[STALL_NONE] = "", [STALL_RECLAIM] = "reclaims",
	[STALL_PAGE] = "wait page", [STALL_QUEUE] = "wait queue",
	[STALL_DEVICE] = "wait device", [STALL_KSWAPD] = "wait kswapd",
};

/* Direct reclaim: it does the work itself. */
static bool is_reclaiming(const struct pen *p, unsigned task)
{
	const struct machine *m = p->v->now;

	for (unsigned i = 0; i < task_at(m, task)->depth; i++)
		if (p->v->program->op[frames_of(m, task)[i].pc].procedure ==
			PROC_TRY_TO_FREE_PAGES)
			return true;
	return false;
}

static enum stall stall_of(const struct pen *p, unsigned task)
{
	const struct task *t = task_at(p->v->now, task);

	if (t->state != TASK_WAITING)
		return is_reclaiming(p, task) ? STALL_RECLAIM : STALL_NONE;
	switch (t->waits_for) {
	case CHANNEL_PAGE:
		return STALL_PAGE;
	case CHANNEL_QUEUE:
		return STALL_QUEUE;
	case CHANNEL_RECLAIM:
		return STALL_DEVICE;
	case CHANNEL_THROTTLE:
		return STALL_KSWAPD;
	default:
		return STALL_NONE;
	}
}

/* ---- regions --------------------------------------------------------------- */

/* How a region's pages are laid out. */
struct grid {
	u32 pages;		/* of a region */
	u32 shown;		/* of those, evenly spaced */
	u32 per_row;
};

static struct grid grid_of(const struct pen *p)
{
	struct grid g = {.pages = p->v->now->memory.region_pages};
	int left = p->columns - 1 - REGION_COLUMN - STALL_COLUMNS -
		   (p->v->now->n_processes > 10);
	u32 room = left > 0 ? (u32)left : 1, rows;

	g.shown = g.pages <= room * REGION_ROWS_MOST ? g.pages : room;
	rows = (g.shown + room - 1) / room;
	g.per_row = (g.shown + rows - 1) / rows;
	return g;
}

/* The index of the pte of a region's k-th letter. */
static u32 pte_of(const struct grid *g, unsigned process, u32 k)
{
	return process * g->pages + (u32)((u64)k * g->pages / g->shown);
}

/* "P0>*": its CPU is followed; some letter of this line has changed. */
static void region_label(struct pen *p, unsigned process, bool changed)
{
	bool follow = task_followed(p->m, p->v->now) == process;
	int column = pen_put(p, 1, follow ? STYLE_LINE_NOW : STYLE_HEAD,
		word_of("P%u", process).s);

	if (follow)
		pen_put(p, column, STYLE_LINE_NOW, ">");
	if (changed)
		pen_put(p, column + 1, STYLE_CHANGED, "*");
}

/* Behind the letters: what its process waits for. */
static void region_state(struct pen *p, unsigned process, int column)
{
	if (task_at(p->v->now, process)->failed)
		pen_put(p, column, STYLE_ERROR, "killed");
	else
		pen_put(p, column, STYLE_WAIT,
			stall_words[stall_of(p, process)]);
}

static void region_row(struct pen *p, const struct grid *g, unsigned process,
	u32 from)
{
	const struct machine *now = p->v->now, *before = p->v->before;
	u32 to = from + g->per_row < g->shown ? from + g->per_row : g->shown;
	int column = REGION_COLUMN + (now->n_processes > 10);
	bool changed = false;

	pen_item(p, 1, NULL);
	for (u32 k = from; k < to; k++, column++) {
		u32 pte = pte_of(g, process, k);
		char letter = pte_letter(now, pte_get(now, pte));
		bool other = before && letter !=
			pte_letter(before, pte_get(before, pte));

		changed |= other;
		put_letter(p, column, other ? STYLE_CHANGED
			: letter_style(letter), letter);
	}
	if (!from || changed)
		region_label(p, process, changed);
	if (!from)
		region_state(p, process, column + 2);
	pen_next(p);
}

static void draw_regions(struct pen *p)
{
	const struct machine *m = p->v->now;
	struct grid g = grid_of(p);

	if (g.shown < g.pages) {
		int column = flow(p, 1, "mapped", "memory.present",
			m->memory.ptes);

		flow(p, column, "swapped", "memory.swapped", m->memory.ptes);
		pen_next(p);
		pen_put(p, 1, STYLE_DIM, word_of("%s of %s page%s of each region",
			word_number(g.shown).s, word_number(g.pages).s,
			text_plural(g.pages)).s);
		pen_next(p);
	}
	for (unsigned i = 0; i < m->n_processes; i++)
		for (u32 k = 0; k < g.shown; k += g.per_row)
			region_row(p, &g, i, k);
}

/* ---- swap and kswapd --------------------------------------------------------- */

static void draw_swap(struct pen *p)
{
	const struct memory *mem = &p->v->now->memory;
	s64 both = mem->slots < mem->frames ? mem->slots : mem->frames;
	int column = flow(p, 1, "swap free", "swap.free", mem->slots);

	column = flow(p, column, "cached", "swap.cached", both);
	flow(p, column, "queue", "swap.queue", QUEUE_MAX);
	pen_next(p);
}

/* Returns the column after the widest wording. */
static int draw_kswapd(struct pen *p)
{
	static const char name[] = "kswapd.awake";
	const struct memory *mem = &p->v->now->memory;
	bool changed = moment_changed(p->v, name), point = is_pointed(p, name);
	enum stall why = stall_of(p, mem->kswapd);
	const char *word = !mem->kswapd_awake ? "asleep"
			   : why		? "waits" : "awake";
	int column;

	pen_item(p, 1, name);
	if (point)
		pen_point(p, 0);
	column = pen_put(p, 1, point ? STYLE_POINT : STYLE_TEXT, "kswapd ");
	column = pen_put(p, column, changed ? STYLE_CHANGED
		: why ? STYLE_WAIT : mem->kswapd_awake ? STYLE_HOLD
		: STYLE_DIM, word);
	if (changed)
		pen_put(p, column, STYLE_CHANGED, "*");
	return 1 + pen_width(p, "kswapd asleep*") + 1;
}

/* "kswapd awake   device writes frame 12". */
static void draw_workers(struct pen *p)
{
	s64 frames = p->v->now->memory.frames;
	int column = draw_kswapd(p);
	bool read;
	u32 pfn = io_oldest(p->v->now, &read);

	if (column + pen_width(p, word_of("device writes frame %s",
		word_number(frames).s).s) > p->columns) {
		pen_next(p);
		column = 1;
	}
	if (pfn == NO_PAGE)
		pen_put(p, column, STYLE_DIM, "device idle");
	else
		pen_put(p, column, STYLE_TEXT,
			word_of("device %s frame %s", read ? "reads" : "writes",
				word_number(pfn).s).s);
	pen_next(p);
}

void memory_view(struct pen *p)
{
	for (unsigned z = 0; z < p->v->now->memory.zones; z++) {
		draw_ruler(p, z);
		draw_lists(p, z);
	}
	if (is_throttled(p) && p->v->now->memory.zones > 1)
		draw_threshold(p);
	draw_regions(p);
	draw_swap(p);
	draw_workers(p);
}
