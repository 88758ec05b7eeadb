/* SPDX-License-Identifier: GPL-3.0-or-later
 * One zone before the watermark check, in both versions: what is known of it,
 * each comparison, and what it was that refused.
 */
#include <string.h>
#include "report/judge_zone.h"

static bool in_set(u64 set, s64 node)
{
	return !set || (node < REPORT_NODES && set >> node & 1);
}

bool report_asks(const struct report *r, const struct judgement *j,
	const struct report_zone *z)
{
	if (z->name > j->class || z->name == ZONE_DEVICE)
		return false;
	if (!z->managed || !z->present)
		return false;			/* an empty zone */
	return in_set(r->nodes, z->node) && in_set(r->mems, z->node);
}

static s64 told_reserve(const struct report *r, const struct report_zone *z,
	enum zone_class c)
{
	bool unsure = false;
	s64 at = z->n_reserve
		? report_class_index(r, z->n_reserve, c, &unsure) : REPORT_UNKNOWN;

	return unsure || at < 0 || at >= (s64)z->n_reserve ? REPORT_UNKNOWN
							   : z->reserve[at];
}

/* A lower zone keeps more from a class the more there is above it: where it keeps
 * the same from this zone's class and from c, there is nothing in between. */
s64 report_reserve(const struct report *r, const struct report_zone *z,
	enum zone_class c)
{
	s64 told = z->name == c ? 0 : told_reserve(r, z, c);

	for (unsigned i = 0; i < r->n_zones && told < 0; i++) {
		const struct report_zone *low = &r->zone[i];

		if (low->node == z->node && low->name < z->name &&
			told_reserve(r, low, z->name) > 0 &&
			told_reserve(r, low, z->name) == told_reserve(r, low, c))
			told = 0;
	}
	return told;
}

static s64 mark_of(const struct report_zone *z, enum mark m)
{
	return m == MARK_MIN ? z->min : m == MARK_LOW ? z->low : z->high;
}

static bool may_have_cma(const struct judgement *j)
{
	return j->has_flags && j->flags & GFP_MOVABLE;
}

/* Blocks of the types that the request takes; lists without letters count. */
s64 report_fitting(const struct judgement *j, const struct zone_view *v,
	unsigned o)
{
	unsigned types = LETTER_U | LETTER_M | LETTER_E | LETTER_R;
	u8 letters = v->zone->letters[o];

	if (may_have_cma(j))
		types |= LETTER_C;
	if (v->request.harder)
		types |= LETTER_H;
	return !letters || letters & types ? v->zone->blocks[o] : 0;
}

static void count_blocks(const struct judgement *j, struct zone_view *v)
{
	const struct report_zone *z = v->zone;

	v->blocks_at_order = v->fitting_blocks = 0;
	for (s64 o = j->order; o < (s64)z->n_orders; o++) {
		v->blocks_at_order += z->blocks[o];
		v->fitting_blocks += report_fitting(j, v, (unsigned)o);
	}
	if (!z->list_whole)
		v->blocks_at_order = REPORT_UNKNOWN;
}

/* The flags that let a request below the mark; only `min` knows them. */
static void set_request(const struct report *r, const struct judgement *j,
	struct zone_view *v)
{
	const struct report_zone *z = v->zone;
	bool wait = j->flags & GFP_DIRECT_RECLAIM;

	memset(&v->request, 0, sizeof(v->request));
	v->request.order = j->order;
	v->request.mark = v->mark_pages;
	v->request.reserve = v->reserve;
	v->request.highatomic_pages = z->highatomic > 0 ? z->highatomic : 0;
	if (z->cma > 0 && !may_have_cma(j))
		v->request.cma_pages = z->cma;
	if (j->mark != MARK_MIN || !j->has_flags)
		return;
	v->request.high = j->flags & GFP_HIGH;
	if (j->rule == ERA_4_2)
		v->request.harder = !wait && !(j->flags & GFP_NOMEMALLOC);
	else
		v->request.harder = (j->flags & GFP_ATOMIC ||
			(j->flags & GFP_HIGH && !wait && r->major >= 6)) &&
			!(j->flags & GFP_NOMEMALLOC);
}

/* The order-0 part is known without a list; what follows is not. */
static void check(const struct judgement *j, struct zone_view *v, enum era era)
{
	const struct report_zone *z = v->zone;
	s64 blocks[REPORT_ORDERS];
	unsigned n;

	for (unsigned o = 0; o < REPORT_ORDERS; o++)
		blocks[o] = era == ERA_4_4 ? report_fitting(j, v, o) : z->blocks[o];
	n = zone_watermark_steps(z->free, blocks, z->n_orders, &v->request, era,
		v->steps[era]);
	v->n_steps[era] = n;
	v->rule[era] = test_answer(v->steps[era][n - 1]) ? ANSWER_YES : ANSWER_NO;
	if (n > 1 && !z->list_whole && !(era == ERA_4_4 && v->fitting_blocks)) {
		v->n_steps[era] = 1;
		v->rule[era] = ANSWER_UNKNOWN;
	}
}

/* What refused in the first comparison: with the reserve or the CMA pages set
 * aside, would it have passed? */
static enum zone_reason first_refusal(const struct zone_view *v,
	const struct test *t)
{
	s64 set_aside = v->request.cma_pages;

	if (t->left > t->right - v->reserve)
		return REASON_RESERVE;
	if (set_aside && t->left + set_aside > t->right - v->reserve)
		return REASON_CMA;
	return REASON_SHORT;
}

/* Is a block that would be large enough on CMA's list? */
static bool large_in_cma(const struct judgement *j, const struct report_zone *z)
{
	for (s64 o = j->order; o < (s64)z->n_orders; o++)
		if (z->blocks[o] && z->letters[o] & LETTER_C)
			return true;
	return false;
}

static enum zone_reason reason(const struct judgement *j,
	const struct zone_view *v)
{
	enum era era = j->rule_known ? j->rule : ERA_4_4;
	const struct report_zone *z = v->zone;
	const struct test *first = &v->steps[era][0];

	if (!v->n_steps[era] || (!z->free && !z->min && z->managed < 0 &&
		z->present < 0))
		return REASON_UNKNOWN;	/* the last: perhaps it has no pages at all */
	if (!test_answer(*first))
		return first_refusal(v, first);
	if (z->list_whole && !report_list_pages(z))
		return REASON_DRIFT;
	if (!j->rule_known && v->rule[ERA_4_2] != v->rule[ERA_4_4])
		return REASON_UNKNOWN;
	if (v->rule[era] == ANSWER_UNKNOWN)
		return REASON_UNKNOWN;
	if (v->rule[era] == ANSWER_YES)
		return REASON_PASSES;
	if (v->blocks_at_order > 0 && !v->fitting_blocks && z->cma > 0 &&
		large_in_cma(j, z))
		return REASON_CMA;
	return REASON_BLOCKS;
}

/* Without a first line the kernel's own requests are meant, or a zone's own. */
static enum zone_class class_at(const struct report *r,
	const struct judgement *j, const struct report_zone *z)
{
	enum zone_class c = j->class < ZONE_NORMAL ? j->class : ZONE_NORMAL;

	if (r->has_header)
		return j->class;
	return z->name > c ? z->name : c;
}

void judge_zone(const struct report *r, const struct judgement *j,
	struct zone_view *v)
{
	const struct report_zone *z = v->zone;

	v->reserve = j->has_class ? report_reserve(r, z, class_at(r, j, z))
				  : REPORT_UNKNOWN;
	v->mark_pages = mark_of(z, j->mark);
	v->rule[0] = v->rule[1] = ANSWER_UNKNOWN;
	set_request(r, j, v);
	if (j->order < ZONE_STEPS)
		count_blocks(j, v);
	if (z->free >= 0 && v->mark_pages >= 0 && v->reserve >= 0 &&
		j->order < ZONE_STEPS && z->name < ZONE_DEVICE) {
		check(j, v, ERA_4_2);
		check(j, v, ERA_4_4);
	}
	v->reason = report_asks(r, j, z) ? reason(j, v) : REASON_NOT_ASKED;
}
