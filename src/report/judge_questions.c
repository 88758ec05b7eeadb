/* SPDX-License-Identifier: GPL-3.0-or-later
 * What people ask about such reports, each answered in one line from this one.
 */
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "report/judge.h"
#include "report/trace.h"

struct context {
	const struct report *r;
	const struct judgement *j;
	char *out;
	size_t size;
};

static void say(struct context *c, const char *text)
{
	snprintf(c->out, c->size, "%s", text);
}

static bool fails(const struct judgement *j)
{
	return j->verdict < VERDICT_MEMCG_LIMIT;
}

static bool meaning(struct context *c)
{
	const struct report *r = c->r;
	const struct judgement *j = c->j;
	char pages[64] = "one page", bytes[48] = "";
	struct number kb, n;

	if (r->order < 0 || r->order > 30 || !j->has_flags)
		return false;
	if (r->page_size > 0)
		snprintf(bytes, sizeof(bytes), ", %s kB",
			grouped(&kb, (r->page_size >> 10) << r->order));
	if (r->order)
		snprintf(pages, sizeof(pages), "2^%lld = %s pages in one piece",
			(long long)r->order, grouped(&n, (s64)1 << r->order));
	snprintf(c->out, c->size, "%s%s; the caller %s, and %s%s will do",
		pages, bytes, j->flags & GFP_DIRECT_RECLAIM
		? "may wait for reclaim" : "can't wait",
		judge_class(r, j) ? "zones up to " : "any zone",
		judge_class(r, j) ? judge_class(r, j) : "");
	return true;
}

static bool owned_by_cma(struct context *c)
{
	s64 free_pages = 0, cma = 0;
	struct number a, b;

	for (unsigned i = 0; i < c->r->n_zones; i++) {
		const struct report_zone *z = &c->r->zone[i];

		if (z->free < 0)
			return false;
		free_pages += z->free;
		cma += z->cma > 0 ? z->cma : 0;
	}
	if (c->j->verdict != VERDICT_CMA)
		return false;
	snprintf(c->out, c->size,
		"%s of %s free pages wait for a device and take only what can be moved away",
		grouped(&a, cma), grouped(&b, free_pages));
	return true;
}

static bool slower(struct context *c)
{
	const struct trace *t = c->r->trace;
	struct number a, b;
	s64 reclaim, compaction;

	if (!t || !t->n[TRACE_RECLAIM] || !t->n[TRACE_COMPACTION])
		return false;
	reclaim = t->ns[TRACE_RECLAIM] / (s64)t->n[TRACE_RECLAIM];
	compaction = t->ns[TRACE_COMPACTION] / (s64)t->n[TRACE_COMPACTION];
	snprintf(c->out, c->size, "%s: reclaim took %s us a time, compaction %s us",
		reclaim > compaction ? "reclaim" : "compaction",
		grouped(&a, reclaim / 1000), grouped(&b, compaction / 1000));
	return true;
}

static bool unmovable(struct context *c)
{
	const struct trace *t = c->r->trace;
	struct number n;

	if (!t || !t->made_unmovable)
		return false;
	snprintf(c->out, c->size, "%s changed to unmovable, %s by %s (%lld), for a request of order %lld",
		t->made_unmovable == 1 ? "one" : grouped(&n, (s64)t->made_unmovable),
		t->made_unmovable == 1 ? "that" : "the first",
		t->unmovable_by.task[0] ? t->unmovable_by.task : "?",
		(long long)t->unmovable_by.pid, (long long)t->unmovable_by.order);
	return true;
}

static bool blocks(struct context *c)
{
	const struct judgement *j = c->j;
	s64 n = 0;

	for (unsigned i = 0; i < j->n_views; i++)
		if (j->view[i].reason != REASON_NOT_ASKED)
			n += j->view[i].fitting_blocks > 0;
	if (!n || !c->r->has_header || (!fails(j) &&
		(j->verdict != VERDICT_NOT_ENOUGH_DATA || !j->main)))
		return false;
	if (j->verdict == VERDICT_NOT_ENOUGH_DATA)
		say(c, "the numbers are printed after the check; by then pages had been freed, or another CPU's were read");
	else if (j->verdict == VERDICT_FRAGMENTATION)
		say(c, j->rule == ERA_4_2
			? "up to 4.3 pages in smaller blocks were taken off the count, order by order; one fitting block was not enough"
			: "they are of types that this request may not take, or the lists were printed later");
	else
		say(c, "the mark comes first: without enough free pages nobody looks for a block");
	return true;
}

static bool out_of_memory(struct context *c)
{
	static const char *const answers[VERDICTS] = {
		[VERDICT_SHORTAGE] = "in the zones that this request may use, yes",
		[VERDICT_FRAGMENTATION] = "no: pages are free, but not in one piece",
		[VERDICT_LOWMEM_RESERVE] = "no: free pages are kept for requests that can use no other zone",
		[VERDICT_DRIFT] = "yes, although the count says no",
		[VERDICT_CMA] = "for all but movable pages, yes",
		[VERDICT_MEMCG_LIMIT] = "no, the control group is at its limit",
		[VERDICT_TOO_LARGE] = "no, the request is larger than the machine",
	};

	if (!answers[c->j->verdict])
		return false;
	say(c, answers[c->j->verdict]);
	return true;
}

static bool swap_and_cache(struct context *c)
{
	const struct judgement *j = c->j;

	if (!fails(j) || !j->has_flags)
		return false;
	if (!(j->flags & GFP_DIRECT_RECLAIM))
		say(c, "this request can't wait; it may only wake kswapd, which works later");
	else if (j->order > 3)
		say(c, "they were tried, but above order 3 the kernel gives up early, and freed pages are no large blocks");
	else if (!c->r->total_swap_kb)
		say(c, "there is no swap; cache was dropped as far as it could be");
	else
		say(c, "both were tried before this was printed, and gave too little");
	return true;
}

static bool highmem_mask(struct context *c)
{
	if (!c->j->has_flags || !(c->j->flags & GFP_HIGHMEM))
		return false;
	for (unsigned i = 0; i < c->r->n_zones; i++)
		if (c->r->zone[i].name == ZONE_HIGHMEM)
			return false;
	say(c, "the flag says that any zone will do; it asks for no particular one");
	return true;
}

static bool reserve(struct context *c)
{
	const struct judgement *j = c->j;
	struct number a, b;
	bool unsure;

	for (unsigned i = 0; i < j->n_views && j->has_flags; i++) {
		const struct zone_view *v = &j->view[i];
		const struct report_zone *z = v->zone;
		s64 most = z->n_reserve ? z->reserve[z->n_reserve - 1] : 0;

		if (v->reason == REASON_NOT_ASKED || v->reserve < 0 || !most)
			continue;
		snprintf(c->out, c->size,
			"the entry of the request's class counts, number %lld (%s): %s of %s in node %lld %s",
			(long long)report_class_index(c->r, z->n_reserve,
				j->class, &unsure),
			zone_class_name(j->class), grouped(&a, v->reserve),
			grouped(&b, most), (long long)z->node,
			zone_class_name(z->name));
		return true;
	}
	return false;
}

static bool from_dma(struct context *c)
{
	const struct judgement *j = c->j;
	struct number n;

	for (unsigned i = 0; i < j->n_views; i++) {
		const struct zone_view *v = &j->view[i];

		if (v->zone->name != ZONE_DMA || v->reason == REASON_NOT_ASKED ||
			j->class == ZONE_DMA || v->reserve < 0)
			continue;
		if (v->reserve)
			snprintf(c->out, c->size,
				"zones are tried from the request's class down; DMA comes last, and keeps %s page%s from it",
				grouped(&n, v->reserve), text_plural(v->reserve));
		else
			say(c, "here DMA is low memory as any other: nothing in it is kept from this request");
		return true;
	}
	return false;
}

/* All low zones must be known, and no lower one without its marks. */
static s64 min_free_pages(const struct report *r)
{
	s64 pages = 0;

	if (r->min_free_kbytes >= 0)
		return r->min_free_kbytes >> 2;
	for (unsigned i = 0; i < r->n_zones; i++) {
		const struct report_zone *z = &r->zone[i];

		if (z->name > ZONE_NORMAL || !z->managed || !z->present)
			continue;
		if (z->min < 0)
			return REPORT_UNKNOWN;
		pages += z->min - (z->boost > 0 ? z->boost : 0);
	}
	return pages;
}

/* All marks grow and shrink with min_free_kbytes: up to which would the zone that
 * is spoken of have passed? */
static s64 passing_kb(const struct report *r, const struct judgement *j)
{
	const struct test *t = j->main ? &j->main->steps[j->rule][0] : NULL;
	s64 pages = min_free_pages(r), mark, left;

	if (!t || pages <= 0 || r->page_size < 1024 || pages > INT32_MAX)
		return 0;
	mark = t->right - j->main->reserve;
	left = t->left - j->main->reserve;
	if (j->main->zone->boost > 0 || mark <= 0 || left <= 1 || left > mark)
		return 0;
	return (left - 1) * pages / mark * (r->page_size / 1024);
}

static bool min_free(struct context *c)
{
	const struct judgement *j = c->j;
	s64 kb = passing_kb(c->r, j);
	char passes[64] = "";
	struct number n;

	if (j->verdict != VERDICT_SHORTAGE || !j->has_flags)
		return false;
	if (kb)
		snprintf(passes, sizeof(passes), " (up to about %s kB this one would pass)",
			grouped(&n, kb));
	snprintf(c->out, c->size, "%s%s", j->flags & GFP_DIRECT_RECLAIM
		? "larger marks would refuse sooner; they only help requests that can't wait"
		: "with larger marks kswapd starts sooner; raise it if such lines come often",
		passes);
	return true;
}

/* What a slab's message tells of its cache. */
static bool cache_leak(struct context *c)
{
	const struct report_slab *b = &c->r->slab[0];
	struct number used, all;

	if (!c->r->n_slabs || b->objects < 0 || b->free_objects < 0 ||
		b->free_objects > b->objects)
		return false;
	snprintf(c->out, c->size,
		"%s of %s objects of this cache are in use; if that only grows, whoever takes them leaks",
		grouped(&used, b->objects - b->free_objects),
		grouped(&all, b->objects));
	return true;
}

struct share {
	const char *name;
	s64 pages;
};

/* The largest first. */
static void sort_shares(struct share *s, unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		for (unsigned k = i; k && s[k].pages > s[k - 1].pages; k--) {
			struct share one = s[k];

			s[k] = s[k - 1];
			s[k - 1] = one;
		}
}

/* One look can't tell what grows, only what is large. */
static void tell_shares(struct context *c)
{
	const struct report *r = c->r;
	struct share s[] = { { "programs", r->anon_pages },
		{ "file cache", r->file_pages },
		{ "slabs that can't be freed", r->slab_pages },
		{ "free", r->free_total },
		{ "the kernel and drivers", r->ram_pages } };
	enum { N = sizeof(s) / sizeof(*s) };
	size_t n;

	for (unsigned i = 0; i + 1 < N; i++)
		s[N - 1].pages -= s[i].pages;
	if (s[N - 1].pages < 0)
		s[N - 1].pages = 0;
	sort_shares(s, N);
	say(c, "one look can't tell what grows. Of RAM, the largest first:");
	for (unsigned i = 0; i < N; i++) {
		n = strlen(c->out);
		snprintf(c->out + n, c->size - n, "%s %s %lld %%", i ? "," : "",
			s[i].name, (long long)(s[i].pages * 100 / r->ram_pages));
	}
}

static bool leak(struct context *c)
{
	const struct report *r = c->r;

	if (r->kind == REPORT_SLUB || r->kind == REPORT_SLAB)
		return cache_leak(c);
	if (r->ram_pages <= 0 || r->anon_pages < 0 || r->file_pages < 0 ||
		r->slab_pages < 0 || r->free_total < 0)
		return false;
	tell_shares(c);
	return true;
}

/* A boost alone, a request that can't wait, or memory as such. */
static const char *for_shortage(const struct judgement *j)
{
	if (j->main && j->main->zone->boost > 0 &&
		j->main->steps[j->rule][0].left >
			j->main->steps[j->rule][0].right - j->main->zone->boost)
		return "the boost goes once kswapd has done its work; vm.watermark_boost_factor = 0 keeps it from coming";
	if (j->has_flags && !(j->flags & GFP_DIRECT_RECLAIM))
		return "a somewhat larger vm.min_free_kbytes, so that kswapd starts sooner; if memory stays short, use less or add some";
	return "use less memory, limit what takes most (a control group's memory.max), or add RAM or swap; no setting makes pages";
}

static bool remedy(struct context *c)
{
	static const char *const answers[VERDICTS] = {
		[VERDICT_LOWMEM_RESERVE] = "a larger vm.lowmem_reserve_ratio keeps less; but it guards requests that no other zone can serve, so rather free the zones above",
		[VERDICT_DRIFT] = "free memory, as in a shortage; a larger vm.min_free_kbytes leaves room for counts that are off",
		[VERDICT_CMA] = "if the devices need less, make the CMA area smaller (cma= at boot, or the device tree)",
		[VERDICT_MEMCG_LIMIT] = "use less within the group, or raise its limit (memory.max; in version 1 memory.limit_in_bytes)",
		[VERDICT_TOO_LARGE] = "the caller has to ask for less; more free memory would not help",
		[VERDICT_NOT_ENOUGH_DATA] = "first the whole report: what this one lacks stands under \"missing\"",
	};
	const struct judgement *j = c->j;
	const char *answer = answers[j->verdict];

	if (j->verdict == VERDICT_SHORTAGE)
		answer = for_shortage(j);
	if (j->verdict == VERDICT_FRAGMENTATION)
		answer = j->rule_known && j->rule == ERA_4_2
			? "let the caller ask for smaller blocks, or compact before (1 to /proc/sys/vm/compact_memory); kernels since 4.4 grant more"
			: "let the caller ask for smaller blocks, or compact before (1 to /proc/sys/vm/compact_memory), as far as pages can move";
	if (j->verdict == VERDICT_NOT_ENOUGH_DATA && !j->missing.n)
		answer = NULL;
	if (!answer || c->r->kind == REPORT_TRACE)
		return false;
	say(c, answer);
	return true;
}

/* That depends on who asked, and for how much, not on why it failed. */
static bool harmful(struct context *c)
{
	const struct judgement *j = c->j;

	if (c->r->kind == REPORT_SLUB || c->r->kind == REPORT_SLAB) {
		say(c, "the caller got nothing: noise if it drops or retries, and this is rare");
		return true;
	}
	if (c->r->kind != REPORT_FAILURE || !j->has_flags ||
		j->verdict == VERDICT_NO_FAILURE || j->verdict == VERDICT_TOO_LARGE ||
		(!j->has_order && j->flags & GFP_DIRECT_RECLAIM))
		return false;
	if (!(j->flags & GFP_DIRECT_RECLAIM))
		say(c, "a caller that can't wait must expect it, and drops or retries; rare ones are harmless");
	else if (j->order > 3)
		say(c, "large blocks are not promised: noise if the caller falls back to smaller ones, and should then say __GFP_NOWARN");
	else
		say(c, "harmful: small requests that can wait hardly ever fail");
	return true;
}

static bool compaction(struct context *c)
{
	static const char *const answers[VERDICTS] = {
		[VERDICT_SHORTAGE] = "compaction no, pages are lacking; dropping caches only as far as there are any",
		[VERDICT_FRAGMENTATION] = "compaction yes, if enough of what lies between is movable; dropping caches by luck",
		[VERDICT_LOWMEM_RESERVE] = "no: pages are free already, but kept from this request",
		[VERDICT_DRIFT] = "dropping caches, for a while: the lists are empty, so compaction has nothing to join",
		[VERDICT_CMA] = "no: CMA's pages stay closed to this request",
		[VERDICT_MEMCG_LIMIT] = "no: what counts is the group's limit, and its own caches were dropped first",
		[VERDICT_TOO_LARGE] = "no",
	};

	if (!answers[c->j->verdict])
		return false;
	say(c, answers[c->j->verdict]);
	return true;
}

static bool killed(struct context *c)
{
	if (c->r->kind == REPORT_OOM && c->j->has_order && !c->r->by_person) {
		say(c, "the killer takes who would free most (rss, swap, page tables; oom_score_adj), not who asked");
		return true;
	}
	if (c->r->kind != REPORT_MEMCG_OOM)
		return false;
	say(c, "inside the group, who would free most; the order plays no part at a limit");
	return true;
}

enum madv_free report_madv_free(const struct report *r, s64 *threshold)
{
	s64 pages = min_free_pages(r);

	*threshold = pages > 0 ? zone_lazyfree_threshold(pages << 2)
			       : REPORT_UNKNOWN;
	if (!r->free_swap_kb)
		return MADV_FREE_NO_SWAP;
	if (r->free_swap_kb < 0 || r->free_total < 0 || *threshold < 0)
		return MADV_FREE_UNKNOWN;
	return r->free_total > *threshold ? MADV_FREE_LAZY
					  : MADV_FREE_THROTTLED;
}

static bool madv_free(struct context *c)
{
	s64 threshold;
	enum madv_free what = report_madv_free(c->r, &threshold);
	struct number a, b;

	if (what == MADV_FREE_UNKNOWN)
		return false;
	if (what == MADV_FREE_NO_SWAP) {
		say(c, "no, it would free at once: no swap is free");
		return true;
	}
	snprintf(c->out, c->size, what == MADV_FREE_LAZY
		? "yes: swap is left, and %s free pages are above its threshold, %s"
		: "no, it would free at once: %s free pages are not above its threshold, %s",
		grouped(&a, c->r->free_total), grouped(&b, threshold));
	return true;
}

/* To add one: a row. */
static const struct {
	const char *asked;
	bool (*answer)(struct context *c);
} questions[] = {
	{ "What do order and mode mean?", meaning },
	{ "There are blocks of my size: why did it fail?", blocks },
	{ "Is the machine out of memory?", out_of_memory },
	{ "Why not swap, or drop the page cache first?", swap_and_cache },
	{ "Why a highmem flag on 64 bits?", highmem_mask },
	{ "Does lowmem_reserve apply?", reserve },
	{ "Why are pages taken from DMA?", from_dma },
	{ "A larger min_free_kbytes?", min_free },
	{ "What can be done?", remedy },
	{ "Is it a leak?", leak },
	{ "Harmful, or noise?", harmful },
	{ "Why not use the memory that is free?", owned_by_cma },
	{ "Which is slower, reclaim or compaction?", slower },
	{ "Who turned blocks unmovable?", unmovable },
	{ "Would compaction or drop_caches help?", compaction },
	{ "Why this victim?", killed },
	{ "Would MADV_FREE be lazy, throttled as in mail 000?", madv_free },
};

void judge_questions(const struct report *r, struct judgement *j)
{
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++) {
		struct report_question *q = &j->question[j->n_questions];
		struct context c = { r, j, q->answer, sizeof(q->answer) };

		if (j->n_questions == ANSWERS_MAX)
			break;
		q->asked = questions[i].asked;
		j->n_questions += questions[i].answer(&c);
	}
}
