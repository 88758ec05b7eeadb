/* SPDX-License-Identifier: GPL-3.0-or-later
 * Why a request for memory failed: what was asked, then each zone, then one
 * verdict that all of them support.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "report/judge_zone.h"

const char *verdict_word(enum verdict v)
{
	static const char *const words[VERDICTS] = {
#define X(id, word) [VERDICT_##id] = word,
		VERDICT_LIST(X)
#undef X
	};

	return words[v];
}

const char *mark_name(enum mark m)
{
	static const char *const names[MARKS] = { "min", "low", "high" };

	return names[m];
}

/* ---- what was asked ------------------------------------------------------------ */

static void set_rule(const struct report *r, struct judgement *j)
{
	bool old = r->hints & HINT_BEFORE_4_4;
	bool new = r->hints & HINT_SINCE_4_4;

	j->rule_known = true;
	j->rule = ERA_4_4;
	if (r->major >= 0)
		old = r->major < 4 || (r->major == 4 && r->minor < 4);
	else
		j->rule_known = old != new;
	if (old && (r->major >= 0 || !new))
		j->rule = ERA_4_2;
}

/* A machine's state, of which nothing was asked. */
static bool is_state(const struct report *r)
{
	return r->kind == REPORT_SYSRQ || r->kind == REPORT_PROC;
}

/* Where the first line is lost, kernels that print boost: leave out the zones
 * above the request's, so it used the highest one; the others print all. */
static enum zone_class supposed_class(const struct report *r)
{
	enum zone_class top = ZONE_DMA;

	if (is_state(r) || r->has_header)
		return ZONE_NORMAL;
	if (!r->boost_kernel)
		return ZONE_MOVABLE;
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].has_line && r->zone[i].name > top)
			top = r->zone[i].name;
	return top;
}

static void set_request(const struct report *r, s64 order, struct judgement *j)
{
	bool supposed = is_state(r) || r->kind == REPORT_NONE || !r->has_header;

	j->has_order = r->order >= 0 || supposed || r->vmalloc_bytes >= 0;
	j->order = r->order >= 0 ? r->order : 0;
	if (is_state(r))
		j->order = order > 0 ? order : 0;
	j->has_flags = !supposed && report_gfp(r, &j->flags);
	j->has_class = j->has_flags || supposed;
	j->class = j->has_flags ? report_class(r, j->flags) : supposed_class(r);
	j->mark = r->kind == REPORT_OOM && r->has_header ? MARK_HIGH : MARK_MIN;
}

/* ---- what all zones say --------------------------------------------------------- */

struct tally {
	unsigned asked, of[REASON_DRIFT + 1];
	unsigned tops, tops_short;	/* the first choice of each node */
	bool complete;			/* no zone that it could use is missing */
};

/* Is there no zone above this one that the request would have tried first? One
 * that is printed and empty doesn't count. */
static bool is_top(const struct report *r, const struct judgement *j,
	const struct report_zone *z)
{
	if (z->name == j->class || !report_reserve(r, z, j->class))
		return true;
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].node == z->node && r->zone[i].name > z->name &&
			r->zone[i].name <= j->class && r->zone[i].has_line)
			return true;
	return false;
}

static bool is_highest(const struct judgement *j, const struct zone_view *v)
{
	for (unsigned i = 0; i < j->n_views; i++) {
		const struct zone_view *other = &j->view[i];

		if (other->zone->node == v->zone->node &&
			other->zone->name > v->zone->name &&
			other->reason != REASON_NOT_ASKED)
			return false;
	}
	return true;
}

/* Every node that the request may use must have been printed. */
static bool has_nodes(const struct report *r, const struct judgement *j)
{
	u64 wanted = r->mems, seen = 0;

	if (r->nodes)
		wanted = wanted ? wanted & r->nodes : r->nodes;
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].has_line && r->zone[i].node < REPORT_NODES)
			seen |= (u64)1 << r->zone[i].node;
	return j->class < ZONE_NORMAL || !(wanted & ~seen);
}

static struct tally count(const struct report *r, const struct judgement *j)
{
	struct tally t = { .complete = has_nodes(r, j) && !r->zones_dropped };

	for (unsigned i = 0; i < j->n_views; i++) {
		const struct zone_view *v = &j->view[i];

		if (v->reason == REASON_NOT_ASKED)
			continue;
		t.asked++;
		t.of[v->reason]++;
		if (!is_highest(j, v))
			continue;
		t.tops++;
		t.tops_short += v->reason == REASON_SHORT;
		if (!v->zone->has_line || !is_top(r, j, v->zone))
			t.complete = false;
	}
	return t;
}

/* Might there be free pages that only movable requests may have? */
static bool cma_possible(const struct report *r, const struct judgement *j)
{
	if (r->free_cma_total == 0 || (j->has_flags && j->flags & GFP_MOVABLE))
		return false;
	return r->major < 0 || r->major > 3 || (r->major == 3 && r->minor > 4);
}

/* The first choice of every node was short; of the others only the marks are
 * missing. What they had doesn't matter: they refused, too. */
static bool only_lower_lost(const struct report *r, const struct judgement *j,
	const struct tally *t)
{
	for (unsigned i = 0; i < j->n_views; i++)
		if (j->view[i].reason == REASON_UNKNOWN &&
			j->view[i].zone->has_line)
			return false;
	return r->has_header && !j->order && t->tops_short == t->tops &&
		!cma_possible(r, j);
}

static enum verdict of_tally(const struct report *r, const struct judgement *j,
	const struct tally *t)
{
	if (!t->asked || !t->complete || t->of[REASON_PASSES])
		return VERDICT_NOT_ENOUGH_DATA;
	if (t->of[REASON_UNKNOWN])
		return only_lower_lost(r, j, t) ? VERDICT_SHORTAGE
						: VERDICT_NOT_ENOUGH_DATA;
	if (t->of[REASON_DRIFT])
		return VERDICT_DRIFT;
	if (t->of[REASON_BLOCKS])
		return VERDICT_FRAGMENTATION;
	if (t->of[REASON_CMA])
		return VERDICT_CMA;
	if (t->of[REASON_RESERVE] == t->asked)
		return VERDICT_LOWMEM_RESERVE;
	return VERDICT_SHORTAGE;
}

/* A request that CMA's pages would have served has all zones printed: is there a
 * zone that these kernels left out, since it is above the request's? */
static bool not_movable(const struct report *r)
{
	for (unsigned i = 0; i < r->n_zones && r->boost_kernel; i++) {
		const struct report_zone *z = &r->zone[i];
		bool top = z->n_reserve > 0;

		for (unsigned k = 0; k < r->n_zones; k++)
			top &= r->zone[k].node != z->node ||
				r->zone[k].name <= z->name;
		if (top && z->reserve[z->n_reserve - 1] > 0)
			return true;
	}
	return false;
}

/* Without a first line only what holds for any request may be said. */
static enum verdict without_header(const struct report *r,
	const struct judgement *j, const struct tally *t)
{
	for (unsigned i = 0; i < j->n_views; i++)
		if (!j->view[i].zone->has_line)
			return VERDICT_NOT_ENOUGH_DATA;
	if (t->of[REASON_UNKNOWN] || t->of[REASON_DRIFT] ||
		(t->of[REASON_CMA] && !not_movable(r)))
		return VERDICT_NOT_ENOUGH_DATA;
	return of_tally(r, j, t);
}

static enum verdict of_state(const struct report *r, const struct judgement *j,
	const struct tally *t)
{
	if (t->of[REASON_PASSES])
		return VERDICT_NO_FAILURE;
	return of_tally(r, j, t);
}

/* ---- larger than anything ------------------------------------------------------- */

static bool beyond_lists(const struct report *r, const struct judgement *j)
{
	unsigned orders = 0;

	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].list_whole && r->zone[i].n_orders > orders)
			orders = r->zone[i].n_orders;
	return orders && j->order >= (s64)orders;
}

/* RAM, pages: as printed, or no more than what all zones have; unknown if zones
 * may be missing. */
static s64 ram_at_most(const struct report *r, const struct tally *t)
{
	s64 pages = 0;
	bool lowest = false;

	if (r->ram_pages >= 0)
		return r->ram_pages;
	for (unsigned i = 0; i < r->n_zones; i++) {
		if (r->zone[i].present < 0)
			return REPORT_UNKNOWN;
		pages += r->zone[i].present;
		lowest |= r->zone[i].name == ZONE_DMA;
	}
	return lowest && t->complete && t->asked ? pages : REPORT_UNKNOWN;
}

/* A vmalloc: -1 not told, 0 would fit, 1 larger than RAM. */
static int beyond_ram(const struct report *r, const struct tally *t)
{
	s64 ram = ram_at_most(r, t);

	if (r->beyond_ram)
		return 1;
	if (ram < 0 || r->page_size < 0)
		return -1;
	if (r->vmalloc_bytes / r->page_size > ram)
		return 1;
	return r->ram_pages < 0 ? -1 : 0;
}

static enum verdict decide(const struct report *r, const struct judgement *j,
	const struct tally *t)
{
	int beyond = r->vmalloc_bytes < 0 ? 0 : beyond_ram(r, t);

	if (r->kind == REPORT_MEMCG_OOM)
		return VERDICT_MEMCG_LIMIT;
	if (r->by_person || r->stall_ms >= 0 || r->kind == REPORT_TRACE)
		return VERDICT_NO_FAILURE;
	if (r->kind == REPORT_SLUB || r->kind == REPORT_SLAB)
		return VERDICT_NOT_ENOUGH_DATA;
	if (beyond > 0)
		return VERDICT_TOO_LARGE;
	if (beyond < 0 || !j->has_order || !j->has_class)
		return VERDICT_NOT_ENOUGH_DATA;
	if (beyond_lists(r, j))
		return VERDICT_TOO_LARGE;
	if (is_state(r))
		return of_state(r, j, t);
	return r->has_header ? of_tally(r, j, t) : without_header(r, j, t);
}

/* The zone to speak of: of the reason that decided, the highest. */
static const struct zone_view *main_view(const struct judgement *j)
{
	static const enum zone_reason of[VERDICTS] = {
		[VERDICT_SHORTAGE] = REASON_SHORT,
		[VERDICT_FRAGMENTATION] = REASON_BLOCKS,
		[VERDICT_LOWMEM_RESERVE] = REASON_RESERVE,
		[VERDICT_DRIFT] = REASON_DRIFT, [VERDICT_CMA] = REASON_CMA,
		[VERDICT_NO_FAILURE] = REASON_PASSES,
		[VERDICT_NOT_ENOUGH_DATA] = REASON_PASSES,
	};
	const struct zone_view *best = NULL;

	if (!j->has_order || !j->has_class)
		return NULL;		/* who knows what would have passed? */
	for (unsigned i = 0; i < j->n_views; i++) {
		const struct zone_view *v = &j->view[i];

		if (v->reason == of[j->verdict] && v->reason != REASON_UNKNOWN &&
			(!best || v->zone->name > best->zone->name))
			best = v;
	}
	return best;
}

void judge(const struct report *r, s64 order, struct judgement *j)
{
	struct tally t;

	memset(j, 0, sizeof(*j));
	set_rule(r, j);
	set_request(r, order, j);
	j->n_views = r->n_zones;
	j->view = mem_alloc((r->n_zones + !r->n_zones) * sizeof(*j->view));
	for (unsigned i = 0; i < r->n_zones; i++) {
		j->view[i].zone = &r->zone[i];
		judge_zone(r, j, &j->view[i]);
	}
	t = count(r, j);
	j->verdict = decide(r, j, &t);
	j->main = main_view(j);
	judge_notes(r, j);
	judge_words(r, j);
	judge_questions(r, j);
}

const char *judge_class(const struct report *r, const struct judgement *j)
{
	bool high = j->class != ZONE_HIGHMEM;

	for (unsigned i = 0; i < r->n_zones; i++)
		high |= r->zone[i].name == ZONE_HIGHMEM;
	return j->has_flags && high ? zone_class_name(j->class) : NULL;
}

void judgement_done(struct judgement *j)
{
	free(j->view);
	j->view = NULL;
	j->n_views = 0;
}
