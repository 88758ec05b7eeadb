/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of a report's request: its zones with what each said, and of the
 * one that is asked the free blocks under the watermark check's comparisons, by
 * the rule in force and by the other one.
 */
#include "base/text.h"
#include "model/gfp.h"
#include "model/zone.h"
#include "view/blocks.h"
#include "view/views.h"

#include <stdio.h>
#include <string.h>

/* get_page_from_freelist's locals. */
enum { LIST_FLAGS = 2, LIST_ZONE = 3 };

static const struct zone_extra *extra(const struct pen *p, unsigned zone)
{
	return &p->v->now->memory.request.zone[zone];
}

/* What the running request asks; before and after it, the zone that gave or is
 * asked first, at the mark of the last try. */
static struct ask ask_of(const struct pen *p)
{
	const struct machine *m = p->v->now;
	const struct request *r = &m->memory.request;
	const struct frame *f = blocks_frame(p, task_followed(p->m, m),
		PROC_GET_PAGE_FROM_FREELIST);
	struct ask a = {.zone = r->from != NONE ? r->from
		: m->memory.zones - 1, .order = r->order, .running = f};

	if (f && f->v[LIST_ZONE] >= 0 && p->v->program->op[f->pc].row > 1)
		a.zone = (unsigned)f->v[LIST_ZONE];
	ask_set_mark(&a, m, request_flags(m));
	return a;
}

/* "Normal n1": the table has little room. */
static struct word short_name(const struct pen *p, unsigned zone)
{
	const char *name = extra(p, zone)->name;
	const char *node = strstr(name, " node ");

	return node ? word_of("%.*s n%s", (int)(node - name), name, node + 6)
		    : word_of("%s", name);
}

/* ---- the zones ---------------------------------------------------------------- */

struct ends {			/* of columns of numbers */
	int free, mark, kept, answer;
};

static int end_of(const struct pen *p, int column, const char *head,
	s64 (*value)(const struct machine *, s64))
{
	int width = pen_width(p, head);

	for (unsigned i = 0; i < p->v->now->memory.zones; i++) {
		int n = pen_width(p, word_number(value(p->v->now, i)).s);

		width = n > width ? n : width;
	}
	return column + 1 + width;
}

static s64 missing_in(const struct machine *m, s64 zone)
{
	return m->memory.request.zone[zone].missing;
}

static struct ends ends_of(const struct pen *p, const struct ask *a)
{
	struct ends e;
	int name = 4;

	for (unsigned i = 0; i < p->v->now->memory.zones; i++) {
		int n = pen_width(p, short_name(p, i).s);

		name = n > name ? n : name;
	}
	e.free = end_of(p, 1 + name, "free", zone_counted);
	e.mark = end_of(p, e.free, a->mark_name, request_mark);
	e.kept = end_of(p, e.mark, "kept", request_kept);
	e.answer = end_of(p, e.kept, "short", missing_in);
	return e;
}

/* v4.4, the mark was met: a block is what was missing. */
static bool lacks_block(const struct pen *p, unsigned zone, const struct ask *a)
{
	struct ask own = *a;
	struct test t[ZONE_STEPS];

	own.zone = zone;
	return p->v->now->memory.rule_4_4 &&
		blocks_compare(p, &own, ERA_4_4, t) > 1;
}

/* By how much it refused; nothing where it was not asked. */
static void put_answer(struct pen *p, unsigned zone, const struct ask *a, int end)
{
	const struct zone_extra *e = extra(p, zone);

	if (moment_masked(p->m))
		pen_mask(p, end - 5);
	else if (e->answer == ZONE_REFUSES)
		pen_right(p, end, STYLE_NO, lacks_block(p, zone, a) ? "block"
			: word_number(e->missing).s);
	else if (e->answer == ZONE_GIVES)
		pen_right(p, end, STYLE_YES, "yes");
	else if (a->running && a->zone == zone)
		pen_right(p, end, STYLE_HOLD, "asked");
}

static void zone_row(struct pen *p, unsigned zone, const struct ask *a,
	const struct ends *e)
{
	const struct machine *m = p->v->now;
	char name[32];

	snprintf(name, sizeof(name), "zone[%u].free", zone);
	pen_item(p, 1, name);
	if (p->m->point && !strncmp(p->m->point, name, strlen(name) - 4))
		pen_point(p, 0);
	pen_put(p, 1, zone == a->zone ? STYLE_HEAD : STYLE_TEXT,
		short_name(p, zone).s);
	pen_right(p, e->free, moment_changed(p->v, name) ? STYLE_CHANGED
		: STYLE_VALUE, word_number(zone_counted(m, zone)).s);
	pen_right(p, e->mark, STYLE_VALUE, word_number(request_mark(m, zone)).s);
	pen_right(p, e->kept, STYLE_VALUE, word_number(request_kept(m, zone)).s);
	put_answer(p, zone, a, e->answer);
	pen_next(p);
}

static void draw_zones(struct pen *p, const struct ask *a)
{
	struct ends e = ends_of(p, a);

	pen_put(p, 1, STYLE_HEAD, "zone");
	pen_right(p, e.free, STYLE_HEAD, "free");
	pen_right(p, e.mark, STYLE_HEAD, a->mark_name);
	pen_right(p, e.kept, STYLE_HEAD, "kept");
	pen_right(p, e.answer, STYLE_HEAD, "short");
	pen_next(p);
	for (unsigned i = p->v->now->memory.zones; i-- > 0;)
		zone_row(p, i, a, &e);
}

/* ---- one zone's lists -------------------------------------------------------- */

/* Lists are printed later than the counter that the check reads. */
static void draw_lists(struct pen *p, const struct ask *a)
{
	const struct zone_extra *e = extra(p, a->zone);
	s64 counted = zone_counted(p->v->now, a->zone);
	int column = pen_put(p, 1, STYLE_TEXT, word_of("%s, lists ",
		short_name(p, a->zone).s).s);

	if (!e->read_later)
		pen_put(p, column, STYLE_TEXT, "as counted");
	else if (zone_lists_apart(counted, counted + e->read_later))
		pen_put(p, column, STYLE_WARN, "read at quite another time");
	else
		pen_put(p, column, STYLE_WARN, word_of("read later: %s%s page%s",
			e->read_later > 0 ? "+" : "",
			word_number(e->read_later).s,
			text_plural(e->read_later)).s);
	pen_next(p);
}

/* Blocks without frames of their own, if there are any. */
static void draw_far(struct pen *p, const struct ask *a)
{
	const struct zone_extra *e = extra(p, a->zone);
	s64 far = 0, closed = 0;

	for (unsigned o = 0; o < BUDDY_ORDERS; o++) {
		far += e->far[o];
		closed += e->closed[o];
	}
	if (closed) {
		pen_put(p, 1, STYLE_DIM, word_of("not for this request: %s block%s",
			word_number(closed).s, text_plural(closed)).s);
		pen_next(p);
	}
	if (far) {
		pen_put(p, 1, STYLE_DIM, word_of("counted, not laid out: %s block%s",
			word_number(far).s, text_plural(far)).s);
		pen_next(p);
	}
}

/* The check of this zone runs, or has said something. */
static bool is_checked(const struct pen *p, const struct ask *a)
{
	const struct machine *m = p->v->now;

	return extra(p, a->zone)->answer != ZONE_NOT_ASKED ||
		blocks_frame(p, task_followed(p->m, m), PROC_ZONE_WATERMARK_OK);
}

/* What the other rule would say here. */
static void draw_other(struct pen *p, const struct ask *a)
{
	const struct machine *m = p->v->now;
	enum era era = m->memory.rule_4_4 ? ERA_4_2 : ERA_4_4;
	struct test t[ZONE_STEPS];
	unsigned n = blocks_compare(p, a, era, t);
	bool yes = test_answer(t[n - 1]);
	int column = pen_put(p, 1, STYLE_DIM, word_of("rule %s here: ",
		era == ERA_4_4 ? "4.4" : "4.2").s);

	if (moment_masked(p->m))
		pen_mask(p, column);
	else if (era == ERA_4_4 && n > 1)
		pen_put(p, column, yes ? STYLE_YES : STYLE_NO,
			word_of("%s, %s block%s", yes ? "yes" : "no",
				word_number(t[n - 1].left).s,
				t[n - 1].left == 1 ? " fits" : "s fit").s);
	else
		pen_put(p, column, yes ? STYLE_YES : STYLE_NO, yes ? "yes"
			: blocks_short(p, column, (s64)test_margin(t[n - 1])).s);
	pen_next(p);
}

void request_view(struct pen *p)
{
	struct ask a = ask_of(p);
	struct columns c = blocks_columns(p, &a);

	draw_zones(p, &a);
	draw_lists(p, &a);
	blocks_draw(p, &a, &c);
	if (is_checked(p, &a)) {
		blocks_check(p, &a, &c);
		draw_other(p, &a);
	}
	draw_far(p, &a);
}
