/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of slub-fallback: free blocks by order under what the watermark
 * check subtracts, and memory frame by frame with pageblocks and scanners.
 *
 * No loop here grows with the machine: of a large one a window is shown.
 */
#include "model/gfp.h"
#include "model/task.h"
#include "view/blocks.h"
#include "view/views.h"

#include <string.h>

enum { WINDOW_ROWS = 3, SMALL_FRAMES = 4096 };

/* Every frame is shown. */
static bool is_small(const struct pen *p)
{
	return p->v->now->memory.frames < SMALL_FRAMES;
}

/* ---- what is asked for ---------------------------------------------------- */

/* The task that compacts: the followed one, or kswapd; NONE. */
static unsigned compacting(const struct pen *p)
{
	const struct machine *m = p->v->now;
	unsigned task = task_followed(p->m, m);

	if (blocks_frame(p, task, PROC_COMPACT_ZONE))
		return task;
	if (blocks_frame(p, m->memory.kswapd, PROC_COMPACT_ZONE))
		return m->memory.kswapd;
	return NONE;
}

/* Where its scanners stand; false: nobody compacts. */
static bool scanners(const struct pen *p, u32 *migrate, u32 *free)
{
	unsigned task = compacting(p);
	const struct compact_control *c;

	if (task == NONE)
		return false;
	c = compact_at(p->v->now, task_at(p->v->now, task));
	*migrate = c->migrate_pfn;
	*free = c->free_pfn;
	return *free > 0;	/* else they have not begun */
}

/* The request that the followed task makes, else one for the cache's order. */
static struct ask ask_of(const struct pen *p)
{
	const struct machine *m = p->v->now;
	unsigned task = task_followed(p->m, m);
	const struct frame *f;
	struct ask a = {.zone = m->memory.zones - 1,
		.order = oo_order(m->slub.cache[0].oo)};

	ask_set_mark(&a, m, ALLOC_WMARK_LOW);
	f = blocks_frame(p, task, PROC_ALLOC_PAGES_SLOWPATH);
	if (f)
		ask_set_mark(&a, m, (unsigned)f->v[2]);
	if (!f)
		f = blocks_frame(p, task, PROC_ALLOC_PAGES);
	a.running = f;
	if (f)
		a.order = f->v[0];
	f = blocks_frame(p, task, PROC_GET_PAGE_FROM_FREELIST);
	if (f)
		ask_set_mark(&a, m, (unsigned)f->v[2]);
	return a;
}

/* ---- the map -------------------------------------------------------------- */

/* A free frame that the compacting task has taken as a target: a few dozen at
 * most are. */
static bool is_target(const struct pen *p, const struct machine *m, u32 pfn)
{
	unsigned task = compacting(p);
	u32 at = task == NONE ? NO_PAGE
		: compact_at(m, task_at(m, task))->free_first;

	for (; at != NO_PAGE; at = page_at(m, at)->next)
		if (pfn >= at && pfn < at + (1u << page_at(m, at)->list))
			return true;
	return false;
}

/* Signs are in legend.c. */
static char frame_letter(const struct pen *p, const struct machine *m, u32 pfn)
{
	const struct page *page = page_at(m, pfn);
	unsigned order;
	u32 head;

	switch (page->state) {
	case PAGE_FREE:
		return '.';
	case PAGE_PCP:
		return ',';
	case PAGE_MOVABLE:
		return 'm';
	case PAGE_LRU:
		return page_is_file(m, pfn) ? 'c' : 'm';
	case PAGE_ISOLATED:
		return 'i';
	default:
		head = buddy_block(m, pfn, &order);
		return page_at(m, head)->state == PAGE_FREE ? '.'
			: slab_of(m, pfn) != NO_PAGE ? 'S'
			: m == p->v->now && is_target(p, m, pfn) ? 'i' : '#';
	}
}

static enum style letter_style(char letter)
{
	switch (letter) {
	case '.':
	case ',':
		return STYLE_PLUS;
	case 'S':
		return STYLE_HOLD;
	case 'm':
	case 'c':
		return STYLE_MINUS;
	case 'i':
		return STYLE_WARN;
	default:
		return STYLE_DIM;
	}
}

/* Which frames the map shows. */
struct window {
	u32 from, frames, per_row;
};

/* All of a small machine; of a large one what lies around the CPU's slab, or
 * the migrate scanner. */
static struct window window_of(const struct pen *p)
{
	const struct machine *m = p->v->now;
	u32 block = 1u << m->memory.block_order;
	struct window w = {.frames = m->memory.frames};
	u32 bar = block < 8 ? block : 8, at = 0, migrate, free;
	u32 room = p->columns > 12 ? (u32)p->columns - 3 : 9;

	w.per_row = room / (bar + 1) * bar;
	if (w.per_row > 64)
		w.per_row = 64;
	if (w.frames <= w.per_row * 2 * WINDOW_ROWS)
		return w;
	w.frames = w.per_row * WINDOW_ROWS;
	if (cache_cpu(m, 0, p->m->follow)->slab != NO_PAGE)
		at = cache_cpu(m, 0, p->m->follow)->slab;
	else if (scanners(p, &migrate, &free))
		at = migrate;
	w.from = at - at % 32;
	if (w.from + w.frames > m->memory.frames)
		w.from = m->memory.frames - w.frames;
	return w;
}

/* Between eight frames, and at the ends of pageblocks: which scanner is in the
 * pageblock that follows (M) or has ended before (F). */
static void put_bar(struct pen *p, int column, u32 pfn)
{
	const struct machine *m = p->v->now;
	u32 block = 1u << m->memory.block_order;
	bool edge = pfn % block == 0 || pfn == m->memory.frames;
	u32 migrate, free;
	bool works = edge && scanners(p, &migrate, &free);

	if (works && free == m->memory.frames) /* before its first block */
		free--;

	if (works && migrate / block == pfn / block)
		pen_put(p, column, STYLE_POINT, "M");
	else if (works && pfn > 0 && free / block == (pfn - 1) / block)
		pen_put(p, column, STYLE_POINT, "F");
	else
		pen_put(p, column, STYLE_FRAME, edge ? "│" : " ");
}

static void map_row(struct pen *p, const struct window *w, u32 from)
{
	const struct machine *now = p->v->now, *before = p->v->before;
	u32 to = from + w->per_row, end = w->from + w->frames;
	int column = 1;

	pen_item(p, 1, NULL);
	put_bar(p, 0, from);
	for (u32 pfn = from; pfn < to && pfn < end; pfn++) {
		char letter = frame_letter(p, now, pfn);
		bool other = before && letter != frame_letter(p, before, pfn);

		column = pen_put(p, column, other ? STYLE_CHANGED
			: letter_style(letter), (char[]){letter, '\0'});
		if ((pfn + 1) % 8 == 0 || pfn + 1 == end)
			put_bar(p, column++, pfn + 1);
	}
	pen_next(p);
}

static void draw_map(struct pen *p)
{
	struct window w = window_of(p);

	if (w.frames < p->v->now->memory.frames) {
		pen_put(p, 1, STYLE_DIM, word_of("frames %s to %s of %s",
			word_number(w.from).s, word_number(w.from + w.frames - 1).s,
			word_number(p->v->now->memory.frames).s).s);
		pen_next(p);
	}
	for (u32 at = 0; at < w.frames; at += w.per_row)
		map_row(p, &w, w.from + at);
}

/* ---- slabs and who works -------------------------------------------------------- */

/* "slab 24: order 2, 23 objects, 22 free" of the followed CPU; shorter where
 * the frame's number is long. */
static void draw_slab(struct pen *p)
{
	const struct machine *m = p->v->now;
	const struct kmem_cache_cpu *c = cache_cpu(m, 0, p->m->follow);
	const struct slab *s;
	struct word text;

	pen_item(p, 1, "slub.slabs");
	if (p->m->point && !strcmp(p->m->point, "slub.slabs"))
		pen_point(p, 0);
	if (c->slab == NO_PAGE) {
		pen_put(p, 1, STYLE_DIM, word_of("CPU %u has no slab",
			p->m->follow).s);
		pen_next(p);
		return;
	}
	s = slab_at(m, c->slab);
	text = word_of("slab %s: order %u, %u objects, %u free",
		word_number(c->slab).s, s->order, s->objects,
		c->free + s->free);
	if (pen_width(p, text.s) >= p->columns)
		text = word_of("slab %s: %u objects, %u free",
			word_number(c->slab).s, s->objects, c->free + s->free);
	pen_put(p, 1, STYLE_TEXT, text.s);
	pen_next(p);
}

static void draw_kswapd(struct pen *p)
{
	static const char name[] = "kswapd.awake";
	bool awake = p->v->now->memory.kswapd_awake;
	bool changed = moment_changed(p->v, name);
	int column;

	pen_item(p, 1, name);
	if (p->m->point && !strcmp(p->m->point, name))
		pen_point(p, 0);
	column = pen_put(p, 1, STYLE_TEXT, "kswapd ");
	column = pen_put(p, column, changed ? STYLE_CHANGED
		: awake ? STYLE_HOLD : STYLE_DIM, awake ? "awake" : "asleep");
	pen_put(p, column, STYLE_CHANGED, changed ? "*" : " ");
	pen_field(p, 18, 0, "CPU lists", "zone[0].pcp");
	pen_next(p);
}

static void draw_scanners(struct pen *p)
{
	u32 migrate, free;

	if (scanners(p, &migrate, &free))
		pen_put(p, 1, STYLE_TEXT, word_of("compaction: M at %s, F at %s",
			word_number(migrate).s, word_number(free).s).s);
	else if (is_small(p))
		pen_put(p, 1, STYLE_DIM, "no compaction");
	if (is_small(p) || compacting(p) != NONE) /* room is short */
		pen_next(p);
}

static void draw_marks(struct pen *p)
{
	int gap = is_small(p); /* else room is short */
	int column = pen_field(p, 1, 0, "free", "zone[0].free") + gap;

	column = pen_field(p, column, 0, "min", "zone[0].min") + gap;
	column = pen_field(p, column, 0, "low", "zone[0].low") + gap;
	pen_field(p, column, 0, "high", "zone[0].high");
	pen_next(p);
}

void orders_view(struct pen *p)
{
	struct ask a = ask_of(p);
	struct columns c = blocks_columns(p, &a);

	draw_marks(p);
	blocks_draw(p, &a, &c);
	blocks_check(p, &a, &c);
	draw_map(p);
	draw_scanners(p);
	draw_slab(p);
	draw_kswapd(p);
}
