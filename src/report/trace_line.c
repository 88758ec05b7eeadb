/* SPDX-License-Identifier: GPL-3.0-or-later
 * Lines of traces: who, when, which event, and its fields.
 */
#include <string.h>
#include "base/err.h"
#include "model/zone.h"
#include "report/parse.h"
#include "report/trace.h"

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool name_char(char c)
{
	return (c >= 'a' && c <= 'z') || c == '_' || digit(c);
}

/* "order=3": a whole word, since other names end in "order=", too. */
static bool field(const char *s, const char *key, s64 *value)
{
	size_t n = strlen(key);

	for (const char *at = s; (at = strstr(at, key)); at++) {
		const char *digits = at + n;

		if (at > s && name_char(at[-1]))
			continue;
		if (scan_number(&digits, value) && strchr(" ,*", *digits))
			return true;
	}
	return false;
}

/* "12839.528756:" before the event; false if there is none. */
static bool scan_time(const char *head, const char *event, s64 *ns)
{
	const char *s = event;
	s64 seconds, part, scale = 1;

	while (s > head && s[-1] != '.')
		s--;
	if (s == head || !digit(*s))
		return false;
	for (const char *at = s; digit(*at) && at - s < 9; at++)
		scale *= 10;
	part = 0;
	for (const char *at = s; digit(*at) && at - s < 9; at++)
		part = part * 10 + (*at - '0');
	for (s--; s > head && digit(s[-1]);)
		s--;
	if (!scan_number(&s, &seconds) || seconds > INT64_MAX / 2000000000)
		return false;
	*ns = seconds * 1000000000 + part * (1000000000 / scale);
	return true;
}

static const char *without_blanks(const char *head, const char *end)
{
	while (end > head && end[-1] == ' ')
		end--;
	return end;
}

/* What stands before "[004]", or, where no CPU is told, before the time. */
static const char *before_cpu(const char *head, const char *event)
{
	const char *end = NULL;

	for (const char *at = head; at < event; at++)
		if (*at == '[' && digit(at[1]) &&
			at[1 + strspn(at + 1, "0123456789")] == ']')
			end = at;
	if (!end) {
		end = without_blanks(head, event);
		while (end > head && end[-1] != ' ')
			end--;
	}
	return without_blanks(head, end);
}

/* "sh-781   [004]", "x y-1155 ( 1155) [001]", "bash  4170 [001]": the last number
 * before the CPU's brackets is the task's. */
static void scan_task(const char *head, const char *event, struct trace_span *s)
{
	const char *end = before_cpu(head, event), *digits, *at;

	if (end > head && end[-1] == ')') {
		while (end > head && *end != '(')
			end--;
		end = without_blanks(head, end);
	}
	for (digits = end; digits > head && digit(digits[-1]);)
		digits--;
	at = digits;
	if (!scan_number(&at, &s->pid))
		s->pid = REPORT_UNKNOWN;
	if (digits > head && digits[-1] == '/')	/* perf: "4170/4171" */
		for (digits--; digits > head && digit(digits[-1]);)
			digits--;
	while (digits > head && strchr("- ", digits[-1])) {
		digits--;
		if (*digits == '-')
			break;
	}
	keep_word(s->task, TRACE_TASK, head, (size_t)(digits - head));
}

static void count(u64 *counts, const char *fields)
{
	s64 order;

	if (field(fields, "order=", &order) && order < REPORT_ORDERS)
		counts[order]++;
}

static void page_alloc(struct trace *t, const char *fields)
{
	const char *gfp = strstr(fields, "gfp_flags=");
	s64 order;
	u32 flags;

	count(t->orders, fields);
	if (!gfp || !field(fields, "order=", &order) || !order)
		return;
	gfp += strlen("gfp_flags=");
	if (gfp_from_names(gfp, strcspn(gfp, " "), &flags) &&
		!(flags & GFP_DIRECT_RECLAIM))
		t->high_orders_nowait++;
}

static void fallback(struct trace *t, const char *s)
{
	struct trace_fallback f = { 0 };

	if (!field(s, "alloc_order=", &f.order) ||
		!field(s, "fallback_order=", &f.block_order) ||
		!field(s, "fallback_migratetype=", &f.from) ||
		!field(s, "alloc_migratetype=", &f.to))
		return;
	for (unsigned i = 0; i < t->n_fallbacks; i++) {
		struct trace_fallback *old = &t->fallback[i];

		if (old->order == f.order && old->from == f.from &&
			old->to == f.to && old->block_order == f.block_order) {
			old->count++;
			return;
		}
	}
	f.count = 1;
	if (t->n_fallbacks < TRACE_FALLBACKS)
		t->fallback[t->n_fallbacks++] = f;
}

/* What the kernel found, against the first comparison of our rule: without lists
 * and reserve a no is sure, a yes is not. */
static void retry_zone(struct trace *t, const char *s)
{
	s64 blocks[1] = { 0 }, available, order, mark, check;
	struct test steps[ZONE_STEPS];
	struct zone_request r = { 0 };
	bool ours;

	if (!field(s, "available=", &available) || !field(s, "order=", &order) ||
		!field(s, "min_wmark=", &mark) ||
		!field(s, "wmark_check=", &check) || order >= ZONE_STEPS)
		return;
	r.order = order;
	r.mark = mark;
	zone_watermark_steps(available, blocks, 1, &r, ERA_4_4, steps);
	ours = test_answer(steps[0]);
	if (ours == (check != 0))
		t->checks_alike++;
	else
		t->checks_other++;
}

/* Events that begin and end something. To add one: a row. */
static const struct {
	const char *name;
	enum trace_what what;
	bool end;
} spans[] = {
	{ "mm_vmscan_direct_reclaim_begin", TRACE_RECLAIM, false },
	{ "mm_vmscan_direct_reclaim_end", TRACE_RECLAIM, true },
	{ "mm_vmscan_memcg_reclaim_begin", TRACE_MEMCG_RECLAIM, false },
	{ "mm_vmscan_memcg_reclaim_end", TRACE_MEMCG_RECLAIM, true },
	{ "mm_compaction_begin", TRACE_COMPACTION, false },
	{ "mm_compaction_end", TRACE_COMPACTION, true },
};

/* Events that are only counted; others of their systems pass for known, so that
 * their files are traces, too. */
static const struct {
	const char *name;
	void (*take)(struct trace *t, const char *fields);
} counted[] = {
	{ "mm_page_alloc", page_alloc },
	{ "mm_page_alloc_extfrag", fallback },
	{ "reclaim_retry_zone", retry_zone },
	{ "mm_vmscan_kswapd_wake", NULL },
	{ "mm_vmscan_kswapd_sleep", NULL },
	{ "mm_vmscan_wakeup_kswapd", NULL },
	{ "mm_page_free", NULL },
	{ "mm_page_free_batched", NULL },
	{ "mm_page_pcpu_drain", NULL },
	{ "mm_page_alloc_zone_locked", NULL },
	{ "mm_compaction_isolate_migratepages", NULL },
	{ "mm_compaction_isolate_freepages", NULL },
	{ "mm_compaction_migratepages", NULL },
	{ "mm_compaction_try_to_compact_pages", NULL },
	{ "mm_compaction_finished", NULL },
	{ "mm_compaction_suitable", NULL },
};

static bool is(const char *s, size_t n, const char *name)
{
	return strlen(name) == n && !memcmp(s, name, n);
}

static struct trace *made(struct trace **t)
{
	if (!*t)
		*t = mem_alloc(sizeof(**t));
	return *t;
}

static void add_span(struct trace *t, const char *line, const char *event,
	const char *fields, unsigned row)
{
	struct trace_event e;

	memset(&e, 0, sizeof(e));
	e.span.what = spans[row].what;
	e.end = spans[row].end;
	e.span.order = e.span.pages = REPORT_UNKNOWN;
	if (!scan_time(line, event, &e.span.begin_ns))
		return;
	scan_task(line, event, &e.span);
	field(fields, "order=", &e.span.order);
	field(fields, "nr_reclaimed=", &e.span.pages);
	trace_add(t, &e);
}

/* The event's name: behind a blank or "kmem:", before ": ". */
static const char *find_event(const char *line, size_t *n)
{
	for (const char *s = line; (s = strpbrk(s, "mr")); s++) {
		if (strncmp(s, "mm_", 3) && strncmp(s, "reclaim_retry_zone", 18))
			continue;
		for (*n = 0; name_char(s[*n]);)
			++*n;
		if (s > line && strchr(": *", s[-1]) && s[*n] == ':' &&
			(s[*n + 1] == ' ' || !s[*n + 1]))
			return s;
	}
	return NULL;
}

bool trace_line(struct trace **t, const char *line)
{
	size_t n;
	const char *event = strstr(line, "mm_") || strstr(line, "reclaim_retry")
		? find_event(line, &n) : NULL;

	if (!event)
		return false;
	for (unsigned i = 0; i < sizeof(spans) / sizeof(*spans); i++)
		if (is(event, n, spans[i].name)) {
			add_span(made(t), line, event, event + n + 1, i);
			return true;
		}
	for (unsigned i = 0; i < sizeof(counted) / sizeof(*counted); i++)
		if (is(event, n, counted[i].name)) {
			if (is(event, n, "mm_vmscan_kswapd_wake"))
				count(made(t)->wakes, event + n + 1);
			else if (counted[i].take)
				counted[i].take(made(t), event + n + 1);
			made(t);
			return true;
		}
	return false;
}
