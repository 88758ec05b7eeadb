/* SPDX-License-Identifier: GPL-3.0-or-later
 * Free blocks by order, and the comparisons of the watermark check under them.
 */
#include "base/text.h"
#include "model/gfp.h"
#include "model/task.h"
#include "view/blocks.h"
#include "view/views.h"

#include <string.h>

enum { LABEL = 8 };

const struct frame *blocks_frame(const struct pen *p, unsigned task,
	unsigned procedure)
{
	const struct machine *m = p->v->now;

	for (unsigned i = task == NONE ? 0 : task_at(m, task)->depth; i-- > 0;)
		if (p->v->program->op[frames_of(m, task)[i].pc].procedure ==
			procedure)
			return &frames_of(m, task)[i];
	return NULL;
}

void ask_set_mark(struct ask *a, const struct machine *m, unsigned flags)
{
	unsigned mark = flags & ALLOC_WMARK_MASK;

	a->mark = zone_mark(&m->memory.zone[a->zone], flags);
	a->mark_name = mark == ALLOC_WMARK_LOW ? "low"
		: mark == ALLOC_WMARK_HIGH ? "high" : "min";
	a->flags = flags;
}

static unsigned digits(s64 value)
{
	return (unsigned)strlen(word_number(value).s);
}

/* The largest number that may stand in a column: fixed, so that nothing moves. */
static s64 widest(const struct pen *p, const struct ask *a)
{
	const struct zone *z = &p->v->now->memory.zone[a->zone];
	s64 n = (s64)z->frames + z->apart;

	return n > z->frames ? n : z->frames;
}

unsigned blocks_compare(const struct pen *p, const struct ask *a, enum era era,
	struct test *t)
{
	const struct machine *m = p->v->now;
	struct zone_request r = zone_request(m, a->zone, a->order, a->flags);
	s64 blocks[BUDDY_ORDERS];

	zone_blocks(m, a->zone, blocks);
	return zone_watermark_steps(zone_counted(m, a->zone), blocks,
		BUDDY_ORDERS, &r, era, t);
}

static enum era rule(const struct pen *p)
{
	return p->v->now->memory.rule_4_4 ? ERA_4_4 : ERA_4_2;
}

/* The comparisons of the rule in force. */
struct checks {
	struct test t[ZONE_STEPS];
	unsigned n;
};

static s64 blocks_in(const struct machine *m, const struct ask *a, bool last,
	unsigned order)
{
	s64 n = zone_area(m, a->zone, order);

	for (unsigned o = order + 1; last && o < BUDDY_ORDERS; o++)
		n += zone_area(m, a->zone, o);
	return n;
}

static bool adds_up(const struct columns *c, unsigned order)
{
	return c->more && order + 1 == c->n;
}

/* What one column needs, with a blank before it; the sign of "must be" stands
 * for one. */
static unsigned needed(const struct pen *p, const struct ask *a,
	const struct checks *k, unsigned order, bool last)
{
	int n = pen_width(p, word_number(blocks_in(p->v->now, a, last, order)).s);
	int left = (int)digits(order) + last, right = 0;

	if (order < k->n) {
		n = n > left ? n : left;
		left = pen_width(p, word_number(k->t[order].left).s);
		right = pen_width(p, word_number(k->t[order].right).s);
	}
	n = n > left ? n : left;
	return 1 + (unsigned)(n > right ? n : right);
}

static bool all_fit(const struct pen *p, const struct ask *a,
	const struct checks *k, const struct columns *c, unsigned width)
{
	for (unsigned o = 0; o < c->n; o++)
		if (needed(p, a, k, o, adds_up(c, o)) > width)
			return false;
	return true;
}

/* Each column as wide as it must be; where not all have room, those around the
 * comparison that decides. */
static void make_tight(const struct pen *p, const struct ask *a,
	const struct checks *k, unsigned room, struct columns *c)
{
	unsigned orders = p->v->now->memory.orders, used = 0;
	unsigned last = (unsigned)a->order, first = k->n - 1;

	c->first = first < last ? first : last;
	c->n = c->first + 1;
	used = needed(p, a, k, c->first, c->n < orders);
	while (c->first && used + needed(p, a, k, c->first - 1, false) <= room)
		used += needed(p, a, k, --c->first, false);
	while (c->n <= last && used + needed(p, a, k, c->n, c->n + 1 < orders) +
			needed(p, a, k, c->n - 1, false) -
			needed(p, a, k, c->n - 1, true) <= room) {
		used += needed(p, a, k, c->n - 1, false) -
			needed(p, a, k, c->n - 1, true) +
			needed(p, a, k, c->n, c->n + 1 < orders);
		c->n++;
	}
	c->more = c->n < orders;
	used = 1 + LABEL;
	for (unsigned o = c->first; o < c->n; o++) {
		used += needed(p, a, k, o, adds_up(c, o));
		c->end[o] = (u8)used;
	}
}

struct columns blocks_columns(const struct pen *p, const struct ask *a)
{
	const struct memory *mem = &p->v->now->memory;
	unsigned room = p->columns > LABEL + 8 ? (unsigned)p->columns - LABEL - 1
		: 8;
	unsigned width = digits(widest(p, a)) + 1;
	struct columns c = {.n = mem->orders};
	struct checks k;

	k.n = blocks_compare(p, a, rule(p), k.t);
	width = width < 4 ? 4 : width;
	if (width * (a->order + 1) > room) /* rather narrow than cut */
		width = room / (unsigned)(a->order + 1);
	if (c.n > room / width) {
		c.n = room / width;
		c.more = true;
	}
	for (unsigned o = 0; o < c.n; o++)
		c.end[o] = (u8)(1 + LABEL + (o + 1) * width);
	if (c.n < a->order + 1 || !all_fit(p, a, &k, &c, width))
		make_tight(p, a, &k, room, &c);
	return c;
}

static int column_end(const struct columns *c, unsigned order)
{
	return c->end[order];
}

void blocks_draw(struct pen *p, const struct ask *a, const struct columns *c)
{
	const struct machine *before = p->v->before;

	pen_put(p, pen_put(p, 1, STYLE_HEAD, "order"), STYLE_DIM,
		c->first ? " …" : "");
	for (unsigned o = c->first; o < c->n; o++)
		pen_right(p, column_end(c, o), STYLE_HEAD, word_of("%u%s", o,
			adds_up(c, o) ? "+" : "").s);
	pen_next(p);
	pen_item(p, 1, NULL);
	pen_put(p, 1, STYLE_TEXT, "blocks");
	for (unsigned o = c->first; o < c->n; o++) {
		bool last = adds_up(c, o);
		s64 n = blocks_in(p->v->now, a, last, o);
		bool changed = before && blocks_in(before, a, last, o) != n;

		pen_right(p, column_end(c, o), changed ? STYLE_CHANGED
			: n ? STYLE_VALUE : STYLE_DIM, word_number(n).s);
		if (changed)
			pen_put(p, column_end(c, o), STYLE_CHANGED, "*");
	}
	pen_next(p);
}

/* While a question is open the check is hidden: it may be what is asked. */
static void hide_check(struct pen *p, const struct ask *a)
{
	static const char *const labels[] = {"left", "must be"};

	for (unsigned i = 0; i < 2; i++) {
		pen_put(p, 1, STYLE_TEXT, labels[i]);
		pen_mask(p, 1 + LABEL);
		pen_next(p);
	}
	pen_mask(p, pen_put(p, 1, STYLE_TEXT, word_of("order %lld at %s: ",
		(long long)a->order, a->mark_name).s));
	pen_next(p);
}

struct word blocks_short(const struct pen *p, int column, s64 pages)
{
	struct word n = word_number(pages);
	struct word full = word_of("no, %s page%s short", n.s,
		text_plural(pages));

	return column + pen_width(p, full.s) <= p->columns ? full
		: word_of("no, %s short", n.s);
}

/* The comparisons of the check, one a column: what is left without the smaller
 * blocks, and what it must exceed. */
static void draw_check(struct pen *p, const struct ask *a,
	const struct columns *c)
{
	struct test t[ZONE_STEPS];
	unsigned n = blocks_compare(p, a, rule(p), t);
	bool yes = test_answer(t[n - 1]);
	int column;

	pen_put(p, 1, STYLE_TEXT, "left");
	for (unsigned i = c->first; i < n && i < c->n; i++)
		pen_right(p, column_end(c, i), STYLE_VALUE,
			word_number(t[i].left).s);
	pen_next(p);
	pen_put(p, 1, STYLE_TEXT, "must be");
	for (unsigned i = c->first; i < n && i < c->n; i++)
		pen_right(p, column_end(c, i), test_answer(t[i]) ? STYLE_YES
			: STYLE_NO, word_of(">%s", word_number(t[i].right).s).s);
	pen_next(p);
	column = pen_put(p, 1, STYLE_TEXT, word_of("order %lld at %s: ",
		(long long)a->order, a->mark_name).s);
	pen_put(p, column, yes ? STYLE_YES : STYLE_NO, yes ? "yes"
		: n > 1 && rule(p) == ERA_4_4 ? "no block that large"
		: blocks_short(p, column, (s64)test_margin(t[n - 1])).s);
	pen_next(p);
}

void blocks_check(struct pen *p, const struct ask *a, const struct columns *c)
{
	if (moment_masked(p->m))
		hide_check(p, a);
	else
		draw_check(p, a, c);
}
