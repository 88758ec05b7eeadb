/* SPDX-License-Identifier: GPL-3.0-or-later
 * The zones of a machine: free pages on a bar with the marks, what a request would
 * get, and the blocks of the chosen one.
 */
#include "base/text.h"
#include "view/live.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 3, NAME = 11, ANSWER = 11, BAR_LEAST = 12, BAR_MOST = 60,
	NUMBERS = 4 };

/* ---- a row per zone -------------------------------------------------------- */

/* Where numbers and bar stand, for all rows. */
struct columns {
	int end[NUMBERS];	/* free, min, low, high; 0: left out */
	int bar, bar_columns;
	int answer;
};

static const char *const heads[NUMBERS] = {"free", "min", "low", "high"};

static void numbers(const struct report_zone *z, s64 out[NUMBERS])
{
	out[0] = z->free;
	out[1] = z->min;
	out[2] = z->low;
	out[3] = z->high;
}

static struct word number(s64 value)
{
	return value < 0 ? word_of("?") : word_number(value);
}

/* Marks are left out where there is no room for a bar beside them. */
static struct columns columns_of(const struct pen *p, const struct live *l)
{
	struct columns c = {.bar = NAME_COLUMN + NAME};
	int width[NUMBERS], all = 0;

	for (int i = 0; i < NUMBERS; i++) {
		width[i] = i ? 6 : 8;
		for (unsigned z = 0; z < l->now->n_zones; z++) {
			s64 value[NUMBERS];
			int columns;

			numbers(snapshot_zone(l->now, z), value);
			columns = 3 + pen_width(p, number(value[i]).s);
			width[i] = width[i] > columns ? width[i] : columns;
		}
		all += width[i];
	}
	for (int i = 0; i < NUMBERS; i++) {
		if (i && NAME_COLUMN + NAME + all + BAR_LEAST + ANSWER + 3 >
			p->columns)
			continue;
		c.bar += width[i];
		c.end[i] = c.bar - 1;
	}
	c.bar += 1;
	c.bar_columns = p->columns - ANSWER - 2 - c.bar;
	if (c.bar_columns > BAR_MOST)
		c.bar_columns = BAR_MOST;
	c.answer = c.bar_columns == BAR_MOST ? c.bar + BAR_MOST + 1
					     : p->columns - ANSWER - 1;
	return c;
}

/* Free pages from 0 to twice the high mark; m l h stand at the marks, + where
 * there is more than that. */
static void bar(struct pen *p, const struct columns *c,
	const struct report_zone *z)
{
	s64 marks[] = {z->min, z->low, z->high}, unit;
	bool more;
	int n;

	if (c->bar_columns < 6 || z->high <= 0 || z->free < 0)
		return;
	unit = 2 * z->high / (c->bar_columns - 1) + 1;
	more = z->free / unit >= c->bar_columns - 1;
	n = more ? c->bar_columns - 1 : (int)(z->free / unit);
	pen_fill(p, c->bar, n, z->free > z->min ? STYLE_PLUS : STYLE_MINUS,
		0x2588);
	for (int i = 0; i < 3; i++)
		if (marks[i] >= 0 && marks[i] / unit < c->bar_columns)
			pen_put(p, c->bar + (int)(marks[i] / unit), STYLE_LIMIT,
				i == 0 ? "m" : i == 1 ? "l" : "h");
	if (more)
		pen_put(p, c->bar + c->bar_columns - 1, STYLE_LIMIT, "+");
}

/* To add one: a row. "at most 11 columns". */
static const char *const answers[] = {
	[REASON_UNKNOWN] = "?", [REASON_NOT_ASKED] = "not asked",
	[REASON_PASSES] = "passes", [REASON_SHORT] = "too few",
	[REASON_RESERVE] = "reserved", [REASON_CMA] = "only CMA",
	[REASON_BLOCKS] = "no block", [REASON_DRIFT] = "lists empty",
};

static const struct zone_view *view_of(const struct judgement *j,
	const struct report_zone *z)
{
	for (unsigned i = 0; i < j->n_views; i++)
		if (j->view[i].zone == z)
			return &j->view[i];
	return NULL;
}

static void zone_row(struct pen *p, const struct live *l,
	const struct columns *c, const struct judgement *j, unsigned i)
{
	const struct report_zone *z = snapshot_zone(l->now, i);
	const struct report_zone *b = l->before
		? snapshot_find_zone(l->before, z) : NULL;
	const struct zone_view *v = view_of(j, z);
	enum zone_reason reason = v ? v->reason : REASON_UNKNOWN;
	bool chosen = i == l->chosen[LIVE_ZONES];
	s64 now[NUMBERS], then[NUMBERS];

	numbers(z, now);
	numbers(b ? b : z, then);
	pen_item(p, NAME_COLUMN, NULL);
	if (chosen)
		pen_put(p, 1, STYLE_LINE_NOW, ">");
	pen_cut(p, NAME_COLUMN, NAME, chosen ? STYLE_LINE_NOW : STYLE_LINE,
		word_of("%lld %s", (long long)z->node,
			zone_class_name(z->name)).s);
	for (int n = 0; n < NUMBERS; n++) {
		bool changed = now[n] != then[n];

		if (!c->end[n])
			continue;
		pen_right(p, c->end[n], changed ? STYLE_CHANGED : n
			? STYLE_LIMIT : STYLE_VALUE, number(now[n]).s);
		if (changed)
			pen_put(p, c->end[n], STYLE_CHANGED, "*");
	}
	bar(p, c, z);
	pen_put(p, c->answer, reason == REASON_PASSES ? STYLE_YES
		: reason == REASON_NOT_ASKED || reason == REASON_UNKNOWN
		? STYLE_DIM : STYLE_NO, answers[reason]);
	pen_next(p);
}

void live_zones_head(struct pen *p)
{
	const struct live *l = p->from;
	struct columns c = columns_of(p, l);

	pen_put(p, NAME_COLUMN, STYLE_HEAD, "node zone");
	for (int i = 0; i < NUMBERS; i++)
		if (c.end[i])
			pen_right(p, c.end[i], STYLE_HEAD, heads[i]);
	if (c.bar_columns >= 12)
		pen_put(p, c.bar, STYLE_HEAD, c.bar_columns >= 18
			? "0 to 2 × high" : "to 2 × high");
	pen_put(p, c.answer, STYLE_HEAD,
		word_of("order %lld", (long long)l->order).s);
	pen_next(p);
}

void live_zones_view(struct pen *p)
{
	const struct live *l = p->from;
	struct columns c = columns_of(p, l);
	struct judgement j;

	judge(l->now->report, l->order, &j);
	for (unsigned i = 0; i < l->now->n_zones; i++)
		zone_row(p, l, &c, &j, i);
	judgement_done(&j);
}

/* ---- the chosen one -------------------------------------------------------- */

static int order_width(const struct pen *p, const struct report_zone *z,
	unsigned o)
{
	int columns = pen_width(p, word_number(z->blocks[o]).s);

	return (columns > 2 ? columns : 2) + 2;
}

/* Orders and their blocks, in as many pairs of lines as they take. */
static void blocks(struct pen *p, const struct report_zone *z,
	const struct report_zone *b)
{
	for (unsigned o = 0; o < z->n_orders && o < REPORT_ORDERS;) {
		unsigned from = o;
		int end = 8;

		pen_put(p, 1, STYLE_HEAD, "order");
		for (; o < z->n_orders; o++) {
			end += order_width(p, z, o);
			if (end >= p->columns - 1 && o > from)
				break;
			pen_right(p, end, STYLE_HEAD, word_of("%u", o).s);
		}
		pen_next(p);
		pen_put(p, 1, STYLE_TEXT, "blocks");
		end = 8;
		for (unsigned i = from; i < o; i++) {
			bool changed = b && b->n_orders > i &&
				b->blocks[i] != z->blocks[i];

			end += order_width(p, z, i);
			pen_right(p, end, changed ? STYLE_CHANGED
				: z->blocks[i] ? STYLE_VALUE : STYLE_DIM,
				word_number(z->blocks[i]).s);
			if (changed)
				pen_put(p, end, STYLE_CHANGED, "*");
		}
		pen_next(p);
	}
}

/* What the marks mean for the zone now. */
static struct word state(const struct report_zone *z)
{
	if (z->free < 0)
		return word_of("its free pages can't be read");
	if (z->min < 0 || z->low < 0 || z->high < 0)
		return word_of("its marks can't be read");
	if (z->free <= z->min)
		return word_of("at most min: only requests with reserves pass, others reclaim");
	if (z->free <= z->low)
		return word_of("%s over min, not over low: kswapd is woken",
			word_number(z->free - z->min).s);
	if (z->free <= z->high)
		return word_of("%s over low: kswapd goes on to high, if it is awake",
			word_number(z->free - z->low).s);
	return word_of("%s over high: kswapd may sleep",
		word_number(z->free - z->high).s);
}

static void state_line(struct pen *p, const struct report_zone *z,
	const struct report_zone *b)
{
	int column = pen_put(p, 1, STYLE_TEXT, word_of("%lld %s: %s",
		(long long)z->node, zone_class_name(z->name), state(z).s).s);

	if (b && b->free >= 0 && z->free >= 0 && z->free != b->free)
		pen_cut(p, column + 2, p->columns - column - 3, STYLE_CHANGED,
			word_of("* %s%s", z->free > b->free ? "+" : "",
				word_number(z->free - b->free).s).s);
	pen_next(p);
}

/* "order 3 at min: 7,993 > 1,600: yes, 12 blocks fit". */
static void check_line(struct pen *p, const struct live *l,
	const struct zone_view *v)
{
	const struct test *t = v ? &v->steps[ERA_4_4][0] : NULL;
	struct word w = word_of("order %lld at min: ", (long long)l->order);

	if (!v || !v->n_steps[ERA_4_4] || v->reason == REASON_NOT_ASKED) {
		w = word_of("%s%s", w.s, v && v->reason == REASON_NOT_ASKED
			? "this zone is not for such a request"
			: "can't be told from what is read");
	} else {
		w = word_of("%s%s %s %s", w.s, word_number(t->left).s,
			test_answer(*t) ? ">" : "≤",
			word_number(t->right - v->reserve).s);
		if (v->reserve)
			w = word_of("%s + %s reserved", w.s,
				word_number(v->reserve).s);
		w = word_of("%s: %s", w.s, test_answer(*t) ? "yes" : "no");
		if (test_answer(*t) && v->rule[ERA_4_4] == ANSWER_UNKNOWN)
			w = word_of("%s, but its blocks can't be read", w.s);
		else if (test_answer(*t) && l->order && v->fitting_blocks >= 0)
			w = word_of("%s, %s block%s", w.s,
				word_number(v->fitting_blocks).s,
				v->fitting_blocks == 1 ? " fits" : "s fit");
	}
	pen_wrap(p, 1, STYLE_TEXT, w.s);
}

static void drift_line(struct pen *p, const struct report_zone *z)
{
	if (report_zone_drift(z) < 0)
		return;
	pen_wrap(p, 1, STYLE_TEXT,
		word_of("free may be off by ±%s: %s CPU%s × %s page%s",
			word_number(report_zone_drift(z)).s,
			word_number(z->cpus).s, text_plural(z->cpus),
			word_number(z->stat_threshold).s,
			text_plural(z->stat_threshold)).s);
}

/* Where they had no room as columns. */
static void marks_line(struct pen *p, const struct live *l,
	const struct report_zone *z)
{
	if (columns_of(p, l).end[1])
		return;
	pen_cut(p, 1, p->columns - 2, STYLE_TEXT,
		word_of("min %s  low %s  high %s", number(z->min).s,
			number(z->low).s, number(z->high).s).s);
	pen_next(p);
}

void live_zone_view(struct pen *p)
{
	const struct live *l = p->from;
	const struct report_zone *z, *b;
	struct judgement j;

	if (l->chosen[LIVE_ZONES] >= l->now->n_zones)
		return;
	z = snapshot_zone(l->now, l->chosen[LIVE_ZONES]);
	b = l->before ? snapshot_find_zone(l->before, z) : NULL;
	judge(l->now->report, l->order, &j);
	marks_line(p, l, z);
	state_line(p, z, b);
	check_line(p, l, view_of(&j, z));
	blocks(p, z, b);
	drift_line(p, z);
	judgement_done(&j);
}
