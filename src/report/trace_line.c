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

/* Where digits before s begin. */
static const char *number_before(const char *head, const char *s)
{
	while (s > head && digit(s[-1]))
		s--;
	return s;
}

/* "12839.528756:" before the event, or "12839528756us : " of a dump to the
 * console: where it begins; NULL if there is none. */
static const char *find_time(const char *head, const char *event)
{
	for (const char *s = event - 1; s > head; s--) {
		if (*s == '.' && digit(s[-1]) && digit(s[1]))
			return number_before(head, s);
		if (*s == 'u' && digit(s[-1]) && starts(s, "us : "))
			return number_before(head, s);
	}
	return NULL;
}

static bool scan_time(const char *head, const char *event, s64 *ns)
{
	const char *s = find_time(head, event);
	s64 seconds, part = 0, scale = 1;

	if (!s || !scan_number(&s, &seconds))
		return false;
	if (*s == 'u') {
		*ns = seconds * 1000;
		return seconds < INT64_MAX / 1000;
	}
	if (seconds > INT64_MAX / 2000000000)
		return false;
	for (s++; digit(*s) && scale < 1000000000; s++) {
		part = part * 10 + (*s - '0');
		scale *= 10;
	}
	*ns = seconds * 1000000000 + part * (1000000000 / scale);
	return true;
}

static const char *without_blanks(const char *head, const char *end)
{
	while (end > head && end[-1] == ' ')
		end--;
	return end;
}

/* "1d..2." of a dump to the console: CPU and flags, as one word */
static const char *without_flags(const char *head, const char *end)
{
	const char *s = end;

	while (s > head && s[-1] != ' ')
		s--;
	return digit(*s) && memchr(s, '.', (size_t)(end - s))
		? without_blanks(head, s) : end;
}

/* Where the task stands: before "[004]"; in a graph, between "4)" and "|"; where
 * no CPU is told, before the time. */
static void find_task(const char **head, const char *event, const char **end)
{
	const char *bar = memchr(*head, '|', (size_t)(event - *head)), *at;

	*end = NULL;
	for (at = *head; at < event; at++)
		if (*at == '[' && digit(at[1]) &&
			at[1 + strspn(at + 1, "0123456789")] == ']')
			*end = at;
	for (at = *head; bar && !*end && at + 1 < event; at++)
		if (digit(*at) && at[1] == ')') {
			*head = at + 2 + strspn(at + 2, " ");
			*end = memchr(*head, '|', (size_t)(event - *head));
			bar = NULL;
		}
	if (!*end)
		*end = find_time(*head, event);
	if (!*end)
		*end = event;
	*end = without_flags(*head, without_blanks(*head, *end));
}

/* "sh-781   [004]", "x y-1155 ( 1155) [001]", "bash  4170 [001]": the last number
 * before the CPU's brackets is the task's. */
static void scan_task(const char *head, const char *event, struct trace_span *s)
{
	const char *end, *digits, *at;

	find_task(&head, event, &end);
	if (end > head && end[-1] == ')') {
		while (end > head && *end != '(')
			end--;
		end = without_blanks(head, end);
	}
	digits = at = number_before(head, end);
	if (!scan_number(&at, &s->pid))
		s->pid = REPORT_UNKNOWN;
	if (digits > head && digits[-1] == '/')	/* perf: "4170/4171" */
		digits = number_before(head, digits - 1);
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

/* One event's line: its name's place in it, and what follows the name. */
struct event {
	const char *line, *name, *fields;
};

static void page_alloc(struct trace *t, const struct event *e)
{
	const char *fields = e->fields, *gfp = strstr(fields, "gfp_flags=");
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

/* The whole block goes over to pages that can't be moved. */
static void owner(struct trace *t, const struct event *e, s64 order)
{
	s64 to = REPORT_UNKNOWN, changed = 0;

	field(e->fields, "alloc_migratetype=", &to);
	field(e->fields, "change_ownership=", &changed);
	if (to || !changed)
		return;
	if (!t->made_unmovable++) {
		scan_task(e->line, e->name, &t->unmovable_by);
		t->unmovable_by.order = order;
	}
}

static void fallback(struct trace *t, const struct event *e)
{
	struct trace_fallback f = { 0 };
	const char *s = e->fields;

	if (!field(s, "alloc_order=", &f.order) ||
		!field(s, "fallback_order=", &f.block_order) ||
		!field(s, "fallback_migratetype=", &f.from) ||
		!field(s, "alloc_migratetype=", &f.to))
		return;
	owner(t, e, f.order);
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
static void retry_zone(struct trace *t, const struct event *e)
{
	const char *s = e->fields;
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
	void (*take)(struct trace *t, const struct event *e);
} counted[] = {
	{ "mm_page_alloc", page_alloc },
	{ "mm_page_alloc_extfrag", fallback },
	{ "reclaim_retry_zone", retry_zone },
	{ "compact_retry", NULL },
	{ "mark_victim", NULL },
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
	static const char *const begins[] = { "mm_", "reclaim_retry_zone",
		"compact_retry", "mark_victim" };

	for (const char *s = line; (s = strpbrk(s, "mrc")); s++) {
		bool known = false;

		if (s == line || !strchr(": *", s[-1]))
			continue;
		for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++)
			known |= starts(s, begins[i]);
		for (*n = 0; known && name_char(s[*n]);)
			++*n;
		if (known && s[*n] == ':' && (s[*n + 1] == ' ' || !s[*n + 1]))
			return s;
	}
	return NULL;
}

bool trace_line(struct trace **t, const char *line)
{
	size_t n;
	const char *event = strstr(line, "mm_") || strstr(line, "_retry") ||
		strstr(line, "mark_victim") ? find_event(line, &n) : NULL;

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
				counted[i].take(made(t), &(struct event){ line,
					event, event + n + 1 });
			made(t);
			return true;
		}
	return false;
}
