/* SPDX-License-Identifier: GPL-3.0-or-later
 * Verdicts in plain words: one sentence, what was assumed, what is missing.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "report/judge.h"
#include "report/trace.h"

void note(struct notes *n, const char *format, ...)
{
	va_list args;

	if (n->n == NOTES_MAX)
		return;
	va_start(args, format);
	vsnprintf(n->at[n->n++], NOTE_SIZE, format, args);
	va_end(args);
}

const char *grouped(struct number *out, s64 value)
{
	struct buf b = { 0 };

	buf_put_int(&b, value, 1, 1);
	snprintf(out->text, sizeof(out->text), "%s", buf_text(&b));
	buf_done(&b);
	return out->text;
}

struct number2 {
	struct number a, b, c, d;
};

static void zone_name(const struct report_zone *z, char *out, size_t size)
{
	snprintf(out, size, "Node %lld %s", (long long)z->node,
		zone_class_name(z->name));
}

/* ---- sentences -------------------------------------------------------------------- */

static void say_boost(const struct zone_view *v, char *out, size_t size)
{
	const struct report_zone *z = v->zone;
	struct number n;

	if (z->boost <= 0 || z->min < 0)
		return;
	snprintf(out, size, "; %s of min are boost%s", grouped(&n, z->boost),
		v->steps[ERA_4_4][0].left > v->steps[ERA_4_4][0].right - z->boost
		? ", without which it would pass" : "");
}

/* "a min mark of 1,427, lowered to 536 for this request" */
static void say_mark(const struct judgement *j, const struct zone_view *v,
	const struct test *t, char *out, size_t size)
{
	struct number2 n;
	s64 mark = t->right - v->reserve;
	char lowered[64] = "", kept[96] = "";

	if (mark != v->mark_pages)
		snprintf(lowered, sizeof(lowered), ", lowered to %s for this request",
			grouped(&n.b, mark));
	if (v->reserve > 0)
		snprintf(kept, sizeof(kept), " and %s kept from class %s",
			grouped(&n.c, v->reserve), zone_class_name(j->class));
	snprintf(out, size, "a %s mark of %s%s%s", mark_name(j->mark),
		grouped(&n.a, v->mark_pages), lowered, kept);
}

static void say_shortage(const struct report *r, struct judgement *j)
{
	const struct zone_view *v = j->main;
	const struct test *t = &v->steps[j->rule][0];
	struct number2 n;
	char zone[32], mark[224], boost[96] = "", count[48] = "";

	zone_name(v->zone, zone, sizeof(zone));
	say_mark(j, v, t, mark, sizeof(mark));
	say_boost(v, boost, sizeof(boost));
	if (t->left != v->zone->free)
		snprintf(count, sizeof(count), " (%s count)",
			grouped(&n.c, t->left));
	snprintf(j->sentence, sizeof(j->sentence),
		"%s has %s free page%s%s against %s, %s under%s", zone,
		grouped(&n.a, v->zone->free), text_plural(v->zone->free), count, mark,
		grouped(&n.b, t->right - t->left), boost);
}

static void say_blocks(const struct report *r, struct judgement *j)
{
	const struct zone_view *v = j->main;
	struct number2 n;
	char zone[32];
	unsigned last = v->n_steps[j->rule] - 1;
	const struct test *t = &v->steps[j->rule][last];

	zone_name(v->zone, zone, sizeof(zone));
	if (j->rule == ERA_4_2 && v->fitting_blocks > 0)
		snprintf(j->sentence, sizeof(j->sentence),
			"%s has %s block%s of order %lld or more, but the rule up to 4.3 takes smaller blocks off the count, and after order %u only %s %s left against %s%s",
			zone, grouped(&n.a, v->fitting_blocks),
			text_plural(v->fitting_blocks), (long long)j->order,
			last - 1, grouped(&n.b, t->left),
			t->left == 1 ? "is" : "are", grouped(&n.c, t->right),
			v->rule[ERA_4_4] == ANSWER_YES
			? "; 4.4 and later would have given one" : "");
	else
		snprintf(j->sentence, sizeof(j->sentence),
			"%s has %s free page%s, enough for its %s mark, but no block of order %lld (%s pages in one piece) that the request may take",
			zone, grouped(&n.a, v->zone->free),
			text_plural(v->zone->free), mark_name(j->mark),
			(long long)j->order,
			grouped(&n.b, (s64)1 << (j->order & 31)));
}

static void say_reserve(const struct report *r, struct judgement *j)
{
	const struct zone_view *v = j->main;
	struct number2 n;
	char zone[32];

	zone_name(v->zone, zone, sizeof(zone));
	snprintf(j->sentence, sizeof(j->sentence),
		"%s would pass its %s mark of %s with %s page%s, but keeps %s more from requests of class %s (lowmem_reserve)",
		zone, mark_name(j->mark),
		grouped(&n.a, v->steps[j->rule][0].right - v->reserve),
		grouped(&n.b, v->steps[j->rule][0].left),
		text_plural(v->steps[j->rule][0].left), grouped(&n.c, v->reserve),
		zone_class_name(j->class));
}

static void say_drift(const struct report *r, struct judgement *j)
{
	struct number2 n;
	char zone[32];

	zone_name(j->main->zone, zone, sizeof(zone));
	snprintf(j->sentence, sizeof(j->sentence),
		"%s counts %s free page%s, above its mark, but its lists are empty: the count drifts by what CPUs keep to themselves, so there was nothing to hand out",
		zone, grouped(&n.a, j->main->zone->free),
		text_plural(j->main->zone->free));
}

static void say_cma(const struct report *r, struct judgement *j)
{
	const struct zone_view *v = j->main;
	struct number2 n;
	char zone[32], boost[96] = "";

	zone_name(v->zone, zone, sizeof(zone));
	say_boost(v, boost, sizeof(boost));
	snprintf(j->sentence, sizeof(j->sentence),
		"of %s free page%s in %s %s are CMA's, which only movable pages may use; the %s left are not enough for the %s mark of %s%s",
		grouped(&n.a, v->zone->free), text_plural(v->zone->free), zone,
		grouped(&n.b, v->zone->cma),
		grouped(&n.c, v->zone->free - v->zone->cma), mark_name(j->mark),
		grouped(&n.d, v->mark_pages), boost);
}

static void say_too_large(const struct report *r, struct judgement *j)
{
	struct number2 n;

	if (r->vmalloc_bytes >= 0 && r->ram_pages >= 0 && r->page_size > 0)
		snprintf(j->sentence, sizeof(j->sentence),
			"vmalloc was asked for %s bytes, more than all RAM (%s pages of %s bytes), so free memory has no part in it",
			grouped(&n.a, r->vmalloc_bytes), grouped(&n.b, r->ram_pages),
			grouped(&n.c, r->page_size));
	else if (r->vmalloc_bytes >= 0)
		snprintf(j->sentence, sizeof(j->sentence),
			"vmalloc was asked for %s bytes, more than all RAM%s",
			grouped(&n.a, r->vmalloc_bytes), r->beyond_ram
			? ", as the kernel says itself" : " in the zones");
	else
		snprintf(j->sentence, sizeof(j->sentence),
			"order %lld is larger than the largest block that this kernel has",
			(long long)j->order);
}

static void say_memcg(const struct report *r, struct judgement *j)
{
	struct number2 n;

	if (r->memcg_limit_kb >= 0)
		snprintf(j->sentence, sizeof(j->sentence),
			"the control group used %s kB of its limit of %s kB; the machine's own memory has no part in it",
			grouped(&n.a, r->memcg_usage_kb), grouped(&n.b, r->memcg_limit_kb));
	else
		snprintf(j->sentence, sizeof(j->sentence),
			"the control group reached its limit; the machine's own memory has no part in it");
}

static void say_trace(const struct trace *t, struct judgement *j)
{
	struct number2 n;
	u64 wakes = 0;
	s64 us = t->ns[TRACE_RECLAIM] / 1000;

	for (unsigned o = 0; o < REPORT_ORDERS; o++)
		wakes += t->wakes[o];
	if (!t->n[TRACE_RECLAIM]) {
		snprintf(j->sentence, sizeof(j->sentence),
			"a trace tells no failure, and no direct reclaim was in it");
		return;
	}
	snprintf(j->sentence, sizeof(j->sentence),
		"a trace tells no failure: %s span%s of direct reclaim took %s.%03lld ms and freed %s page%s, kswapd's wakes: %s",
		grouped(&n.a, (s64)t->n[TRACE_RECLAIM]),
		text_plural((s64)t->n[TRACE_RECLAIM]), grouped(&n.b, us / 1000),
		(long long)(us % 1000), grouped(&n.c, t->pages[TRACE_RECLAIM]),
		text_plural(t->pages[TRACE_RECLAIM]),
		grouped(&n.d, (s64)wakes));
}

static void say_no_failure(const struct report *r, struct judgement *j)
{
	const struct report_zone *z;
	struct number2 n;
	char zone[32];

	if (r->trace) {
		say_trace(r->trace, j);
		return;
	}
	if (r->by_person || r->stall_ms >= 0) {
		snprintf(j->sentence, sizeof(j->sentence), r->by_person
			? "a person asked for this kill with SysRq-f; no request failed"
			: "the request had been waiting for %s ms when this was printed, and went on",
			grouped(&n.a, r->stall_ms));
		return;
	}
	z = j->main->zone;
	zone_name(z, zone, sizeof(zone));
	snprintf(j->sentence, sizeof(j->sentence),
		"nothing was asked; a request of order %lld would pass at the min mark in %s (%s free, mark %s)%s",
		(long long)j->order, zone, grouped(&n.a, z->free),
		grouped(&n.b, j->main->mark_pages),
		z->low >= 0 && z->free <= z->low
		? "; that is not above its low mark: kswapd is woken"
		: z->high >= 0 && z->free <= z->high
		? "; that is not above its high mark: kswapd goes on if it runs" : "");
}

static bool says_slab(const struct report *r)
{
	return r->kind == REPORT_SLUB || r->kind == REPORT_SLAB;
}

static void say_not_enough(const struct report *r, struct judgement *j)
{
	char zone[32];

	if (says_slab(r)) {
		snprintf(j->sentence, sizeof(j->sentence),
			"cache %s got no page, not even of its smallest order%s, but no zone was printed that would say why",
			r->n_slabs ? r->slab[0].cache : "?",
			r->n_slabs && r->slab[0].of_group
			? "; it belongs to a control group, whose limit may be what refused"
			: "");
	} else if (j->main && r->has_header) {
		zone_name(j->main->zone, zone, sizeof(zone));
		snprintf(j->sentence, sizeof(j->sentence),
			"by these numbers the request passes in %s; they were read after the failure, so what refused is gone",
			zone);
	} else {
		snprintf(j->sentence, sizeof(j->sentence),
			"the report does not say enough: %s",
			j->missing.n ? j->missing.at[0]
			: "what is printed leaves more than one answer");
	}
}

void judge_words(const struct report *r, struct judgement *j)
{
	static void (*const say[VERDICTS])(const struct report *,
		struct judgement *) = {
		[VERDICT_SHORTAGE] = say_shortage,
		[VERDICT_FRAGMENTATION] = say_blocks,
		[VERDICT_LOWMEM_RESERVE] = say_reserve,
		[VERDICT_DRIFT] = say_drift, [VERDICT_CMA] = say_cma,
		[VERDICT_MEMCG_LIMIT] = say_memcg,
		[VERDICT_TOO_LARGE] = say_too_large,
		[VERDICT_NO_FAILURE] = say_no_failure,
		[VERDICT_NOT_ENOUGH_DATA] = say_not_enough,
	};

	say[j->verdict](r, j);
	if (!strncmp(r->task, "kswapd", 6) && j->verdict == VERDICT_SHORTAGE &&
		strlen(j->sentence) + 90 < sizeof(j->sentence))
		strcat(j->sentence,
			"; kswapd may go below every mark, and still found nothing");
}

/* ---- assumed and missing ------------------------------------------------------------ */

static void missing_zones(const struct report *r, struct judgement *j)
{
	bool lists = true, lines = r->n_zones > 0, reserves = true;

	for (unsigned i = 0; i < r->n_zones; i++) {
		const struct report_zone *z = &r->zone[i];

		lists &= z->list_whole || !z->managed;
		if (!z->has_line || z->min < 0 || z->free < 0)
			note(&j->missing, "free pages or marks of node %lld %s",
				(long long)z->node, zone_class_name(z->name));
		else
			reserves &= z->n_reserve > 0;
		lines |= z->has_line;
	}
	if (!lines)
		note(&j->missing, "the zones: no line with their free pages and marks");
	else if (r->reserves_wrong)
		note(&j->missing, "lowmem_reserve: its lines don't fit their zones");
	else if (!reserves)
		note(&j->missing, "lowmem_reserve of some zones");
	if (lines && !lists)
		note(&j->missing, "free blocks by order of some zones");
	if (r->bad_lists)
		note(&j->missing, "%u list%s whose total is not the sum",
			r->bad_lists, r->bad_lists == 1 ? "" : "s");
}

static void missing_nodes(const struct report *r, struct judgement *j)
{
	u64 wanted = r->nodes ? r->nodes & (r->mems ? r->mems : r->nodes)
			      : r->mems;

	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].node < REPORT_NODES)
			wanted &= ~((u64)1 << r->zone[i].node);
	for (int i = 0; i < REPORT_NODES && r->n_zones; i++)
		if (wanted >> i & 1) {
			note(&j->missing, "zones of node %d, which the request might use",
				i);
			return;
		}
}

static void assumed_request(const struct report *r, struct judgement *j)
{
	bool state = r->kind == REPORT_SYSRQ || r->kind == REPORT_PROC;

	if (state) {
		note(&j->assumed, "a request of order %lld of the kernel's own (GFP_KERNEL), at the min mark",
			(long long)j->order);
		return;
	}
	if (!r->has_header) {
		note(&j->missing, "the first line: order and flags");
		note(&j->assumed, "order 0, without reserves, class Normal or that of the highest zone printed");
		return;
	}
	if (r->kind != REPORT_FAILURE && r->kind != REPORT_OOM)
		return;
	if (r->order < 0 && r->vmalloc_bytes >= 0)
		note(&j->assumed, "order 0: vmalloc asks page by page");
	else if (r->order < 0 && !r->by_person)
		note(&j->missing, "the order");
	if (!j->has_flags && r->gfp_mask >= 0)
		note(&j->missing, "the kernel's version: mode 0x%llx means different things",
			(unsigned long long)r->gfp_mask);
	else if (!j->has_flags)
		note(&j->missing, "the flags (mode or gfp_mask)");
}

static bool highatomic_matters(const struct report *r,
	const struct judgement *j)
{
	if (j->rule_known && j->rule == ERA_4_2)
		return false;
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].has_line && r->zone[i].highatomic < 0)
			return true;
	return false;
}

/* More than one way to read lowmem_reserve[] fits. */
static bool layout_unsure(const struct report *r, const struct judgement *j)
{
	bool unsure = false;

	for (unsigned i = 0; i < r->n_zones && !unsure; i++)
		if (r->zone[i].n_reserve)
			report_class_index(r, r->zone[i].n_reserve, j->class,
				&unsure);
	return unsure;
}

static bool lists_apart(const struct report *r)
{
	bool apart = false;

	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].list_whole && r->zone[i].free >= 0)
			apart |= zone_lists_apart(r->zone[i].free,
				report_list_pages(&r->zone[i]));
	return apart;
}

static bool rules_differ(const struct judgement *j)
{
	for (unsigned i = 0; i < j->n_views; i++)
		if (j->view[i].rule[ERA_4_2] != j->view[i].rule[ERA_4_4])
			return true;
	return false;
}

void judge_notes(const struct report *r, struct judgement *j)
{
	bool pages = r->n_zones && r->kind != REPORT_MEMCG_OOM;
	struct number bytes;

	assumed_request(r, j);
	if (r->kind == REPORT_MEMCG_OOM || r->kind == REPORT_TRACE)
		return;
	missing_zones(r, j);
	missing_nodes(r, j);
	if (r->uncertain)
		note(&j->missing, "%u number%s with a blank inside, not guessed",
			r->uncertain, r->uncertain == 1 ? "" : "s");
	if (pages && r->page_size < 0)
		note(&j->missing, "the page size%s", r->in_pages ? ""
			: ", which only a per-order list tells");
	else if (pages && r->page_size_derived && !r->in_pages)
		note(&j->assumed, "pages of %s bytes: no list says so",
			grouped(&bytes, r->page_size));
	if (pages && !j->rule_known && rules_differ(j))
		note(&j->missing, "the kernel's version: which rule was in force");
	if (pages && lists_apart(r))
		note(&j->assumed, "the free blocks still stand, though they were read at another time than the counts");
	if (pages && highatomic_matters(r, j))
		note(&j->assumed, "no pages are kept for atomic high orders (not printed)");
	if (pages && layout_unsure(r, j))
		note(&j->missing, "which entry of lowmem_reserve[] is class %s: more than one layout of zones fits",
			zone_class_name(j->class));
	if (r->vmalloc_bytes >= 0 && r->ram_pages < 0 &&
		j->verdict != VERDICT_TOO_LARGE)
		note(&j->missing, "how much RAM there is");
}
