/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writes a report's scene: its zones as values, cues that ask first and tell then.
 *
 * Rules: words are chosen by what the rules say of the zones; every number in them
 * is an expression that the model computes; `expect` holds the model to it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "report/writer.h"

const char *const writer_rules[2] = { "rule_4_2", "rule_4_4" };
const char *const writer_rule_titles[2] = { "the rule up to 4.3", "the rule since 4.4" };

const char *writer_zone(const struct writer *w, unsigned i)
{
	return w->p.zone[i].name;
}

const char *writer_mark(const struct writer *w)
{
	if (writer_now(w)->mark == MARK_MIN && (w->p.high || w->p.harder))
		return "lowered min";
	return mark_name(writer_now(w)->mark);
}

const char *writer_thing(const struct writer *w)
{
	return w->p.order ? "block" : "page";
}

static enum era other(const struct writer *w)
{
	return w->rule == ERA_4_2 ? ERA_4_4 : ERA_4_2;
}

/* Text of the report within double quotes. */
static void put_quoted(struct writer *w, const char *text, size_t most)
{
	struct buf clean = { 0 };
	int width;
	size_t n;

	text_clean(&clean, text, strlen(text));
	n = text_clip(buf_text(&clean), (int)most, &width);
	buf_putc(w->out, '"');
	for (size_t i = 0; i < n; i++) {
		char c = buf_text(&clean)[i];

		if (c == '"' || c == '\\')
			buf_putc(w->out, '\\');
		buf_putc(w->out, c);
	}
	buf_putc(w->out, '"');
	buf_done(&clean);
}

/* ---- words ----------------------------------------------------------------------- */

static bool failed(const struct writer *w)
{
	return w->r->has_header && w->r->stall_ms < 0 &&
		(w->r->kind == REPORT_FAILURE || w->r->kind == REPORT_OOM);
}

/* A machine's state, of which nothing was asked. */
static bool is_state(const struct writer *w)
{
	return w->r->kind == REPORT_SYSRQ || w->r->kind == REPORT_PROC;
}

/* What a zone lacks: "pages", "page", "block". */
static const char *unit(const struct writer *w, unsigned zone, enum era era)
{
	bool one = w->by[era].missing[zone] == 1;
	struct test t;

	if (era == ERA_4_4 &&
		played_check(&w->p, zone, era, w->by[era].mark, &t) > 1)
		return one ? "block" : "blocks";
	return one ? "page" : "pages";
}

/* "DMA32 is 858 pages short", or what else it lacks. */
static void put_short(struct writer *w, unsigned zone, enum era era)
{
	if (w->by[era].missing[zone])
		buf_printf(w->out, "%s is {zone[%u].missing} %s short", writer_zone(w, zone),
			zone, unit(w, zone, era));
	else
		buf_printf(w->out, "%s passes the check, but has no such %s",
			writer_zone(w, zone), writer_thing(w));
}

/* The main zone passes in one rule and not in the other. */
static bool rules_differ(const struct writer *w)
{
	return w->by[0].state != w->by[1].state ||
		(w->by[0].state == REQUEST_GRANTED &&
			w->by[0].zone != w->by[1].zone);
}

/* ---- the head -------------------------------------------------------------------- */

static void put_zone(struct writer *w, const struct told_zone *z)
{
	const char *node = strstr(z->name, " node ");
	unsigned last = BUDDY_ORDERS - 1;

	buf_printf(w->out, "%.*s", (int)(node ? node - z->name : (long)strlen(z->name)),
		z->name);
	if (node)
		buf_printf(w->out, " node=%s", node + 6);
	buf_printf(w->out, " free=%" PRId64 " min=%" PRId64 " low=%" PRId64 " high=%" PRId64,
		z->free, z->min, z->low, z->high);
	if (z->boost)
		buf_printf(w->out, " boost=%" PRId64, z->boost);
	if (z->reserve)
		buf_printf(w->out, " reserve=%" PRId64, z->reserve);
	if (z->cma)
		buf_printf(w->out, " cma=%" PRId64, z->cma);
	if (z->highatomic)
		buf_printf(w->out, " highatomic=%" PRId64, z->highatomic);
	if (z->managed)
		buf_printf(w->out, " managed=%" PRId64, z->managed);
	while (last && !z->blocks[last])
		last--;
	for (unsigned o = 0; o <= last; o++)
		buf_printf(w->out, "%s%" PRId64 "%s", o ? "," : " blocks=", z->blocks[o],
			z->closed[o] ? "c" : "");
}

static void put_zone_list(struct writer *w, const char *indent)
{
	buf_printf(w->out, "%szone_list: \"", indent);
	for (unsigned i = 0; i < w->p.n; i++) {
		put_zone(w, &w->p.zone[i]);
		buf_puts(w->out, i + 1 < w->p.n ? "; " : "\"\n");
	}
}

static void put_head(struct writer *w)
{
	const struct report *r = w->r;

	buf_printf(w->out, "# Made by `mmstep explain --scene` from a report. Numbers of zones are the report's.\nmmstep: 1\n");
	buf_printf(w->out, "title: \"Order %" PRId64 ", as %s\"\n", w->p.order,
		is_state(w) ? "things stand" : "reported");
	if (r->major >= 0)
		buf_printf(w->out, "kernel: \"%" PRId64 ".%" PRId64 "\"\n", r->major,
			r->minor);
	buf_printf(w->out, "answers:\n  - Which zone refuses, at which comparison, by how many pages?\n"
		"  - What would have changed the answer?\n");
	buf_printf(w->out, "machine: classroom\nparameters:\n  zone_list: {}\n  order: {}\n  alloc: {}\n  last_try: {}\n  gfp: {}\n  cpus: {min: 1, max: 1}\n");
	buf_printf(w->out, "set:\n  cpus: 1\n  processes: 0\n  swap_pages: 0\n");
	put_zone_list(w, "  ");
	buf_printf(w->out, "  order: %" PRId64 "\n  gfp: %s\n  alloc: %s\n  last_try: %s\n",
		w->p.order, w->p.waits ? "kernel" : "atomic",
		w->p.high ? w->p.harder ? "high_harder" : "high"
			: w->p.harder ? "harder" : "plain",
		w->p.last_high ? "high" : "min");
	buf_printf(w->out, "sources:\n");
	for (unsigned i = 0; i < 5; i++) {
		static const char *const of[] = { "zone_list", "order", "gfp",
			"alloc", "last_try" };

		buf_printf(w->out, "  %s: {status: %s, source: ", of[i],
			!i || failed(w) ? "published" : "assumed");
		put_quoted(w, w->source, NAME_BYTES);
		buf_printf(w->out, "}\n");
	}
}

static void put_variants(struct writer *w)
{
	buf_printf(w->out, "workload: allocation\nvariants:\n");
	for (unsigned i = 0; i < 2; i++) {
		enum era era = i ? other(w) : w->rule;
		const char *status = !w->j->rule_known
			? "the report does not tell which rule was in force"
			: i ? era == ERA_4_4 ? "not yet in force there"
				: "no longer in force there"
			: "in force when the report was printed";

		buf_printf(w->out, "  - {name: %s, title: %s, status: \"%s\", options: [%s]}\n",
			writer_rules[era], writer_rule_titles[era], status,
			writer_rules[era]);
	}
}

/* ---- cues ------------------------------------------------------------------------ */

static void cue(struct writer *w, const char *name, const char *when)
{
	buf_printf(w->out, "      - name: %s\n", name);
	if (*when)
		buf_printf(w->out, "        %s\n", when);
	buf_printf(w->out, "        say: >\n          ");
}

static const char *plural(const struct writer *w)
{
	return w->p.order ? "{1 << request.order} pages side by side, [[order]] {request.order}"
			  : "one page, [[order]] {request.order}";
}

static void put_begin(struct writer *w)
{
	unsigned k = w->p.main;

	cue(w, "begin", "step: 0");
	if (is_state(w))
		buf_printf(w->out, "Nothing failed here. Suppose that the kernel itself asks for %s.",
			plural(w));
	else if (w->r->stall_ms >= 0)
		buf_printf(w->out, "Somebody has been waiting for %s.", plural(w));
	else if (!failed(w))
		buf_printf(w->out, "The first line of this report is lost. Suppose that somebody asked for %s.",
			plural(w));
	else if (w->r->vmalloc_bytes >= 0)
		buf_printf(w->out, "A vmalloc failed. It asks page by page: for %s.",
			plural(w));
	else if (w->p.last_high)
		buf_printf(w->out, "Somebody asked for %s. The kernel tried everything, and was about to kill.",
			plural(w));
	else
		buf_printf(w->out, "Somebody asked for %s, and got nothing.", plural(w));
	buf_printf(w->out, " {zone[%u].free} pages are free in %s.\n", k, writer_zone(w, k));
	buf_printf(w->out, "        note: >\n          From ");
	put_quoted(w, w->source, NAME_BYTES);
	buf_printf(w->out, ". The zones of a node are asked from the highest down; that node 0 comes first is assumed. L tells the signs.\n");
	buf_printf(w->out, "        variant: %s\n        hide: [code, line]\n",
		writer_rules[w->rule]);
}

static void put_marks(struct writer *w)
{
	bool kept = false;

	for (unsigned i = 0; i < w->p.n; i++)
		kept |= w->p.zone[i].reserve || w->p.zone[i].cma ||
			w->p.zone[i].highatomic;
	cue(w, "marks", "");
	buf_printf(w->out, "The table's zones are asked from the top down. Each must keep more than its [[watermark]]%s.\n",
		kept ? ", and what stands under kept" : "");
}

static void put_lists(struct writer *w)
{
	unsigned k = w->p.main;
	const struct told_zone *z = &w->p.zone[k];
	s64 lists = 0;

	for (unsigned o = 0; o < BUDDY_ORDERS; o++)
		lists += z->blocks[o] << o;
	if (lists == z->free)
		return;
	cue(w, "later", "");
	if (w->r->kind == REPORT_PROC) {
		buf_printf(w->out, "The check reads a counter: {zone[%u].free}. The lists are of another moment, with {zone[%u].lists} pages: {zone[%u].read_later} from it.\n",
			k, k, k);
		return;
	}
	buf_printf(w->out, "The check reads a counter: {zone[%u].free}. The lists were printed later, with {zone[%u].lists} pages. Read later: %s{zone[%u].read_later}.\n",
		k, k, lists > z->free ? "+" : "", k);
}

/* ---- the tries --------------------------------------------------------------------- */

static void put_tries(struct writer *w)
{
	unsigned top = w->p.n - 1;

	if (w->p.last_high) {
		cue(w, "last", "when: in(0, \"get_page_from_freelist\")");
		buf_printf(w->out, "One try is left, at the high mark. It only looks whether somebody has freed a lot meanwhile.\n        show: [code, line]\n");
		ask_gives(w);
		return;
	}
	cue(w, w->asks ? "fast" : "decision",
		"when: in(0, \"get_page_from_freelist\")");
	if (!w->asks)
		buf_printf(w->out, "Suppose that the kernel itself asks for %s. ", plural(w));
	buf_printf(w->out, "This is the [[fast path]], at the low mark: {zone[%u].low} in %s.\n        show: [code, line]\n",
		top, writer_zone(w, top));
	if (writer_now(w)->mark != MARK_LOW) {
		cue(w, "slow", "when: at(0, \"reported_request:try\") || request.state != open");
		buf_printf(w->out, "No zone gave one at low, so [[kswapd]] is woken. The slow path asks again, at min%s.\n",
			w->p.high || w->p.harder ? ", lowered since the request may use a part of it" : "");
	}
	ask_gives(w);
}

/* At the line itself, before it runs, so that its evaluation is on screen. */
static void put_line(struct writer *w)
{
	unsigned k = w->p.main;
	struct test t;
	unsigned n = played_check(&w->p, k, w->rule, writer_now(w)->mark, &t);
	const char *line = n == 1 ? "first" : w->rule == ERA_4_4 ? "block" : "above";

	buf_printf(w->out, "      - name: line\n        when: (at(0, \"__zone_watermark_ok:%s\") && local.zone == %u",
		line, k);
	if (n > 1 && w->rule == ERA_4_2)
		buf_printf(w->out, " && local.o == %u", n - 1);
	buf_printf(w->out, ") || request.state != open\n        say: >\n          ");
	if (n == 1)
		buf_printf(w->out, "This line refuses. It compares what is left with the mark and what %s keeps.\n",
			writer_zone(w, k));
	else if (w->rule == ERA_4_4)
		buf_printf(w->out, "This line refuses. The mark is met; now one block is wanted that is large enough.\n");
	else
		buf_printf(w->out, "This line refuses. Blocks up to order {request.order - %" PRId64 "} are off the count, since they are too small.\n",
			w->p.order - (s64)n + 2);
}

/* What is behind it, if it is not the mark alone. */
static void put_reason(struct writer *w, unsigned k)
{
	const struct told_zone *z = &w->p.zone[k];

	if (z->cma)
		buf_printf(w->out, " {zone[%u].cma} of them are [[CMA]]'s, and closed to this request.",
			k);
	else if (w->p.view[k]->reason == REASON_RESERVE)
		buf_printf(w->out, " It would pass, but for the {zone[%u].reserve} of its [[lowmem reserve]].",
			k);
	else if (w->rule == ERA_4_4 && z->highatomic)
		buf_printf(w->out, " {zone[%u].highatomic} of them are the [[high-atomic reserve]].",
			k);
	else if (z->boost)
		buf_printf(w->out, " Its mark has a [[boost]] of {zone[%u].boost}.", k);
}

static void put_refusal(struct writer *w)
{
	unsigned k = w->p.main;
	char when[96];

	if (!writer_now(w)->missing[k])
		return;
	ask_amount(w);
	put_line(w);
	snprintf(when, sizeof(when), "when: zone[%u].answer == refused || request.state != open", k);
	cue(w, "refused", when);
	buf_printf(w->out, "%s refuses: {zone[%u].missing} %s short, with {zone[%u].free} pages free.",
		writer_zone(w, k), k, unit(w, k, w->rule), k);
	put_reason(w, k);
	buf_printf(w->out, "\n");
}

/* What the numbers say, and what the report says besides. */
static void put_granted(struct writer *w)
{
	buf_printf(w->out, "%s gives the %s.", writer_zone(w, writer_now(w)->zone), writer_thing(w));
	if (w->j->verdict == VERDICT_TOO_LARGE)
		buf_printf(w->out, " Single pages were never lacking: in all, more was asked for than there is RAM.");
	else if (failed(w))
		buf_printf(w->out, " By these numbers nothing is lacking; what refused was gone when they were printed.");
}

static void put_others(struct writer *w)
{
	const struct outcome *o = writer_now(w);
	unsigned told = 0;

	cue(w, "outcome", "when: request.state != open");
	if (o->state == REQUEST_GRANTED)
		put_granted(w);
	else if (!o->missing[w->p.main])
		buf_printf(w->out, "%s passes the check, but its lists are empty. So the request gets nothing.",
			writer_zone(w, w->p.main));
	else
		buf_printf(w->out, "No zone is left, and the request gets nothing.");
	for (unsigned i = w->p.n; i-- > 0 && told < 2;) {
		if (i == w->p.main || !o->missing[i])
			continue;
		told++;
		buf_printf(w->out, " ");
		if (w->p.view[i]->reason == REASON_RESERVE)
			buf_printf(w->out, "%s would pass, but keeps {zone[%u].reserve} pages from this request",
				writer_zone(w, i), i);
		else
			put_short(w, i, w->rule);
		buf_printf(w->out, ".");
	}
	buf_printf(w->out, "\n");
}

static bool any_highatomic(const struct writer *w)
{
	for (unsigned i = 0; i < w->p.n; i++)
		if (w->p.zone[i].highatomic)
			return true;
	return false;
}

static void put_rule(struct writer *w, enum era era)
{
	buf_printf(w->out, "%s: ", w->p.order ? era == ERA_4_4
			? "The rule since 4.4 looks at the mark once, then for one block"
			: "The rule up to 4.3 takes smaller blocks off, order by order"
		: era == ERA_4_4 ? "The rule since 4.4 keeps a reserve for who can't wait"
		: "The rule up to 4.3 knows no [[high-atomic reserve]]");
}

static void put_other_rule(struct writer *w)
{
	unsigned k = w->p.main;
	enum era era = other(w);
	const struct outcome *o = &w->by[era];
	const char *name = writer_rules[era];

	cue(w, "other_rule", "end: true");
	if (!w->p.order && !any_highatomic(w)) {
		buf_printf(w->out, "For a single page both rules make one comparison, and the same one. The answer stays.\n        variant: %s\n",
			name);
		return;
	}
	put_rule(w, era);
	if (o->state == REQUEST_GRANTED)
		buf_printf(w->out, "%s gives it. ", writer_zone(w, o->zone));
	else if (o->missing[k])
		buf_printf(w->out, "%s is {%s.zone[%u].missing} %s short, no zone gives it. ",
			writer_zone(w, k), name, k, unit(w, k, era));
	else
		buf_printf(w->out, "no zone gives it. ");
	if (era == ERA_4_4 && w->p.order && o->state == REQUEST_GRANTED)
		buf_printf(w->out, "{%s.zone[%u].fitting} blocks fit there. ",
			writer_rules[w->rule], o->zone);
	buf_printf(w->out, "%s\n", rules_differ(w) ? "The rule alone changes the answer."
		: "The answer stays the same.");
	buf_printf(w->out, "        variant: %s\n", name);
}

/* ---- acts ------------------------------------------------------------------------ */

static void put_expectations(struct writer *w)
{
	buf_printf(w->out, "    expect:\n");
	for (unsigned i = 0; i < 2; i++) {
		const struct outcome *o = &w->by[i];
		const char *name = writer_rules[i];

		buf_printf(w->out, "      - that: %s.request.state == %s && %s.request.zone == %d\n",
			name, o->state == REQUEST_GRANTED ? "granted" : "refused",
			name, o->state == REQUEST_GRANTED ? (int)o->zone : -1);
		for (unsigned z = w->p.n; z-- > 0;)
			buf_printf(w->out, "      - that: %s.zone[%u].missing == %" PRId64 "\n",
				name, z, o->missing[z]);
	}
}

static void begin_act(struct writer *w, const char *name, const char *title)
{
	for (unsigned i = 0; i < 2; i++)
		played_outcome(&w->p, (enum era)i, &w->by[i]);
	buf_printf(w->out, "  - name: %s\n    title: %s\n", name, title);
}

static void put_main(struct writer *w)
{
	begin_act(w, "main", is_state(w) ? "The request, as things stand"
				       : "The request, as reported");
	buf_printf(w->out, "    main: true\n    cues:\n");
	put_begin(w);
	put_marks(w);
	put_lists(w);
	put_tries(w);
	put_refusal(w);
	put_others(w);
	put_other_rule(w);
	put_expectations(w);
}

/* What would have changed the answer: one idea an act, a question first. */
static void put_idea(struct writer *w, const char *name, const char *begin)
{
	const struct outcome *o = writer_now(w);
	bool other_gives = w->by[other(w)].state == REQUEST_GRANTED;
	bool gives = o->state == REQUEST_GRANTED;

	buf_printf(w->out, "    cues:\n");
	buf_printf(w->out, "      - name: %s_begin\n        step: 0\n        say: %s\n", name,
		begin);
	ask_change(w, name);
	buf_printf(w->out, "      - name: %s_end\n        end: true\n        say: \"", name);
	if (gives) {
		buf_printf(w->out, "Granted, by %s, with {zone[%u].spare} %s to spare.",
			writer_zone(w, o->zone), o->zone,
			w->rule == ERA_4_4 && w->p.order ? "blocks" : "pages");
	} else {
		buf_printf(w->out, "Refused: ");
		put_short(w, w->p.main, w->rule);
		buf_printf(w->out, ".");
	}
	buf_printf(w->out, " The other rule: %s%s.\"\n", other_gives ? "granted" : "refused",
		other_gives == gives ? ", too" : "");
	put_expectations(w);
}

static void put_less(struct writer *w)
{
	struct played before = w->p;

	if (!w->p.order)
		return;
	w->p.order--;
	begin_act(w, "order_less", "One order less");
	buf_printf(w->out, "    set:\n      order: %" PRId64 "\n", w->p.order);
	put_idea(w, "less", "\"The same zones. Half as many pages are asked for: {1 << request.order}.\"");
	w->p = before;
}

static void put_compacted(struct writer *w)
{
	struct played before = w->p;

	if (!w->p.order)
		return;
	played_compact(&w->p);
	begin_act(w, "compacted", "If compaction could do everything");
	buf_printf(w->out, "    set:\n");
	put_zone_list(w, "      ");
	buf_printf(w->out, "      order: %" PRId64 "\n", w->p.order);
	put_idea(w, "compacted", "\"The same free pages, in the largest blocks that they make. No [[compaction]] can do more; most do less.\"");
	w->p = before;
}

static void put_unboosted(struct writer *w)
{
	struct played before = w->p;

	if (played_unboost(&w->p)) {
		begin_act(w, "no_boost", "Without the boost");
		buf_printf(w->out, "    set:\n");
		put_zone_list(w, "      ");
		put_idea(w, "boost", "\"The kernel had raised the marks for a while, to free pages early. Here they are as they are at rest.\"");
	}
	w->p = before;
}

static bool scene_of(const struct report *r, const char *source, s64 order,
	bool asks, struct buf *yaml, struct err *e)
{
	struct judgement j;
	struct writer w = { .r = r, .j = &j, .out = yaml, .asks = asks };
	const char *slash = strrchr(source, '/');
	bool good;

	judge(r, order, &j);
	source = slash && slash[1] ? slash + 1 : source;
	good = report_played(r, &j, &w.p, e);
	if (good) {
		w.rule = j.rule_known ? j.rule : ERA_4_4;
		snprintf(w.source, sizeof(w.source), r->line
			? "%.90s, line %llu" : "%.90s", source,
			(unsigned long long)r->line);
		put_head(&w);
		put_variants(&w);
		buf_printf(w.out, "acts:\n");
		put_main(&w);
		if (asks) {
			put_unboosted(&w);
			put_less(&w);
			put_compacted(&w);
		}
	}
	judgement_done(&j);
	return good;
}

bool report_scene(const struct report *r, const char *source, s64 order,
	struct buf *yaml, struct err *e)
{
	return scene_of(r, source, order, true, yaml, e);
}

bool report_request(const struct report *r, const char *source, s64 order,
	struct buf *yaml, struct err *e)
{
	return scene_of(r, source, order, false, yaml, e);
}
