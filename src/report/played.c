/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a report's scene plays: zones in the order in which they are asked, and
 * what the rules say of them.
 */
#include <stdio.h>
#include <string.h>
#include "report/judge_zone.h"
#include "report/to_scene.h"

enum { TOP = BUDDY_ORDERS - 1 };

/* ---- is there anything to play? ------------------------------------------------- */

static const char *nothing_asked(const struct report *r)
{
	if (r->kind == REPORT_MEMCG_OOM)
		return "a control group reached its limit: no zone refused, so there is nothing to play";
	if (r->kind == REPORT_SLUB || r->kind == REPORT_SLAB)
		return "a slab cache got no page, and no zone was printed: there is nothing to play";
	if (r->kind == REPORT_TRACE)
		return "a trace has no zones: there is nothing to play";
	if (r->by_person)
		return "a person asked for this kill with SysRq-f: no request failed, so there is nothing to play";
	return NULL;
}

static bool missing(struct err *e, const struct report_zone *z, const char *what)
{
	return err_set(e, ERR_NO, "the report does not say enough to play it: node %lld %s has no %s",
		(long long)z->node, zone_class_name(z->name), what);
}

static bool whole(const struct zone_view *v, struct err *e)
{
	const struct report_zone *z = v->zone;

	if (z->free < 0 || z->min < 0 || z->low < 0 || z->high < 0)
		return missing(e, z, "line with its free pages and marks");
	if (v->reserve < 0)
		return missing(e, z, "lowmem_reserve of the request's class");
	if (!z->list_whole)
		return missing(e, z, "list of free blocks by order");
	return true;
}

/* ---- zones ---------------------------------------------------------------------- */

/* Later in the table, earlier asked: the class decides, then the node. */
static bool before(const struct report_zone *a, const struct report_zone *b)
{
	return a->name != b->name ? a->name < b->name : a->node > b->node;
}

static bool several_nodes(const struct report *r)
{
	for (unsigned i = 1; i < r->n_zones; i++)
		if (r->zone[i].node != r->zone[0].node)
			return true;
	return false;
}

/* Blocks larger than the model's largest are some of those: no rule for a request
 * that small looks at them. */
static void tell_blocks(const struct judgement *j, const struct zone_view *v,
	struct told_zone *out)
{
	const struct report_zone *z = v->zone;
	bool fits = false;

	for (unsigned o = 0; o < z->n_orders; o++) {
		bool mine = report_fitting(j, v, o) > 0;

		if (o <= TOP)
			out->closed[o] = z->blocks[o] && !mine;
		fits |= o >= TOP && mine;
		if (o > TOP)
			out->blocks[TOP] += z->blocks[o] << (o - TOP);
		else
			out->blocks[o] = z->blocks[o];
	}
	out->closed[TOP] = out->blocks[TOP] && !fits;
}

static void tell_zone(const struct report *r, const struct judgement *j,
	const struct zone_view *v, struct told_zone *out)
{
	const struct report_zone *z = v->zone;

	memset(out, 0, sizeof(*out));
	snprintf(out->name, sizeof(out->name), several_nodes(r) ? "%s node %d"
		: "%s", zone_class_name(z->name), (int)z->node);
	out->free = z->free;
	out->min = z->min;
	out->low = z->low;
	out->high = z->high;
	out->boost = z->boost > 0 ? z->boost : 0;
	out->reserve = v->reserve;
	out->cma = v->request.cma_pages;
	out->highatomic = v->request.highatomic_pages;
	out->managed = z->managed > 0 ? z->managed : 0;
	tell_blocks(j, v, out);
}

static bool take_zones(const struct report *r, const struct judgement *j,
	struct played *out, struct err *e)
{
	for (unsigned i = 0; i < j->n_views; i++) {
		const struct zone_view *v = &j->view[i];
		unsigned at = out->n;

		if (!report_asks(r, j, v->zone))
			continue;
		if (!whole(v, e))
			return false;
		if (out->n == ZONES_MAX)
			return err_set(e, ERR_NO, "the request may use more than %d zones; a scene has room for %d",
				ZONES_MAX, ZONES_MAX);
		for (; at && before(v->zone, out->view[at - 1]->zone); at--)
			out->view[at] = out->view[at - 1];
		out->view[at] = v;
		out->n++;
	}
	for (unsigned i = 0; i < out->n; i++)
		tell_zone(r, j, out->view[i], &out->zone[i]);
	return out->n || err_set(e, ERR_NO, "the report has no zone with its free pages and marks, so there is nothing to play");
}

/* The highest that has to do with the verdict. */
static unsigned main_zone(const struct judgement *j, const struct played *p)
{
	unsigned i = p->n - 1;

	while (i && p->view[i] != j->main)
		i--;
	return p->view[i] == j->main ? i : p->n - 1;
}

bool report_played(const struct report *r, const struct judgement *j,
	struct played *out, struct err *e)
{
	const char *nothing = nothing_asked(r);

	memset(out, 0, sizeof(*out));
	if (nothing)
		return err_set(e, ERR_NO, "%s", nothing);
	if (!r->n_zones)
		return err_set(e, ERR_NO, "the report has no zones, so there is nothing to play");
	if (!j->has_order || !j->has_class)
		return err_set(e, ERR_NO, "the report does not say enough to play it: %s",
			j->missing.n ? j->missing.at[0] : "what was asked");
	if (j->order > TOP)
		return err_set(e, ERR_NO, "order %lld is larger than the largest block of the model, order %d",
			(long long)j->order, TOP);
	if (r->page_size < 0 && !r->in_pages)
		return err_set(e, ERR_NO, "the report does not say enough to play it: the page size");
	if (!take_zones(r, j, out, e))
		return false;
	out->main = main_zone(j, out);
	out->order = j->order;
	out->high = out->view[0]->request.high;
	out->harder = out->view[0]->request.harder;
	out->waits = !j->has_flags || j->flags & GFP_DIRECT_RECLAIM;
	out->last_high = j->mark == MARK_HIGH;
	return true;
}

/* ---- what the rules say ----------------------------------------------------------- */

/* The frames behind what v4.4 looks for: any block that the request may have. */
static bool has_block(const struct told_zone *z, s64 order)
{
	for (s64 o = order; o < BUDDY_ORDERS; o++)
		if (z->blocks[o] && !z->closed[o])
			return true;
	return false;
}

unsigned played_check(const struct played *p, unsigned i, enum era era,
	enum mark mark, struct test *last)
{
	const struct told_zone *z = &p->zone[i];
	struct zone_request q = { .order = p->order, .reserve = z->reserve,
		.mark = mark == MARK_MIN ? z->min : mark == MARK_LOW ? z->low
			: z->high,
		.high = p->high && mark == MARK_MIN,
		.harder = p->harder && mark == MARK_MIN,
		.highatomic_pages = z->highatomic, .cma_pages = z->cma };
	struct test steps[ZONE_STEPS];
	s64 blocks[BUDDY_ORDERS];
	unsigned n;

	for (unsigned o = 0; o < BUDDY_ORDERS; o++)
		blocks[o] = era == ERA_4_4 && z->closed[o] ? 0 : z->blocks[o];
	n = zone_watermark_steps(z->free, blocks, BUDDY_ORDERS, &q, era, steps);
	*last = steps[n - 1];
	return n;
}

static bool ask(const struct played *p, enum era era, enum mark mark,
	struct outcome *out)
{
	memset(out, 0, sizeof(*out));
	out->mark = mark;
	for (unsigned i = p->n; i-- > 0;) {
		struct test t;

		played_check(p, i, era, mark, &t);
		if (!test_answer(t)) {
			out->missing[i] = (s64)test_margin(t);
		} else if (has_block(&p->zone[i], p->order)) {
			out->state = REQUEST_GRANTED;
			out->zone = i;
			return true;
		}
	}
	out->state = REQUEST_REFUSED;
	return false;
}

void played_outcome(const struct played *p, enum era era, struct outcome *out)
{
	if (p->last_high)
		ask(p, era, MARK_HIGH, out);
	else if (!ask(p, era, MARK_LOW, out))
		ask(p, era, MARK_MIN, out);
}

void played_compact(struct played *p)
{
	for (unsigned i = 0; i < p->n; i++) {
		struct told_zone *z = &p->zone[i];
		s64 pages = 0;

		for (unsigned o = 0; o < BUDDY_ORDERS; o++) {
			if (z->closed[o])
				continue;
			pages += z->blocks[o] << o;
			z->blocks[o] = 0;
		}
		for (unsigned o = BUDDY_ORDERS; o-- > 0;) {
			if (z->closed[o])
				continue;
			z->blocks[o] = pages >> o;
			pages -= z->blocks[o] << o;
		}
	}
}

bool played_unboost(struct played *p)
{
	bool any = false;

	for (unsigned i = 0; i < p->n; i++) {
		struct told_zone *z = &p->zone[i];
		s64 *marks[] = { &z->min, &z->low, &z->high };

		any |= z->boost > 0;
		for (unsigned k = 0; k < 3; k++)
			*marks[k] -= z->boost < *marks[k] ? z->boost : *marks[k];
		z->boost = 0;
	}
	return any;
}
