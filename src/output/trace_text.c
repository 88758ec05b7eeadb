/* SPDX-License-Identifier: GPL-3.0-or-later
 * Traces: what took how long, which orders were asked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/json.h"
#include "output/report_text.h"
#include "output/trace_text.h"

enum { LONGEST = 10 };

static void put_ms(struct buf *b, s64 ns)
{
	buf_put_int(b, ns / 1000000, 1, 1);
	buf_printf(b, ".%03lld ms", (long long)(ns / 1000 % 1000));
}

static void put_count(struct buf *b, const char *before, s64 n,
	const char *after)
{
	buf_puts(b, before);
	buf_put_int(b, n, 1, 1);
	buf_puts(b, after);
}

/* "0: 41  1: 1": nothing where all are 0. */
static void put_orders(const char *label, const u64 *counts, const char *after,
	struct buf *out)
{
	struct buf b = { 0 };

	for (unsigned o = 0; o < REPORT_ORDERS; o++)
		if (counts[o]) {
			buf_printf(&b, "%sorder %u: ", b.n ? ", " : "", o);
			buf_put_int(&b, (s64)counts[o], 1, 1);
		}
	if (b.n) {
		buf_puts(&b, after);
		report_row(label, buf_text(&b), out);
	}
	buf_done(&b);
}

static int by_length(const void *a, const void *b)
{
	const struct trace_span *x = *(const struct trace_span *const *)a;
	const struct trace_span *y = *(const struct trace_span *const *)b;
	s64 p = x->end_ns - x->begin_ns, q = y->end_ns - y->begin_ns;

	if (p != q)
		return p > q ? -1 : 1;
	return x->begin_ns < y->begin_ns ? -1 : x->begin_ns > y->begin_ns;
}

static void put_span(const struct trace_span *s, struct buf *out)
{
	struct buf b = { 0 };

	put_ms(&b, s->end_ns - s->begin_ns);
	buf_printf(&b, " %s", trace_word(s->what));
	if (s->order >= 0)
		buf_printf(&b, ", order %lld", (long long)s->order);
	if (s->pages >= 0)
		put_count(&b, ", ", s->pages, s->pages == 1 ? " page" : " pages");
	buf_printf(&b, " by %s", s->task[0] ? s->task : "?");
	if (s->pid >= 0)
		buf_printf(&b, " (%lld)", (long long)s->pid);
	report_row("", buf_text(&b), out);
	buf_done(&b);
}

static void put_longest(const struct trace *t, struct buf *out)
{
	const struct trace_span **sorted;

	if (!t->n_spans)
		return;
	sorted = malloc(t->n_spans * sizeof(*sorted));
	if (!sorted)
		return;
	for (unsigned i = 0; i < t->n_spans; i++)
		sorted[i] = &t->span[i];
	qsort(sorted, t->n_spans, sizeof(*sorted), by_length);
	report_row("longest", "", out);
	for (unsigned i = 0; i < t->n_spans && i < LONGEST; i++)
		put_span(sorted[i], out);
	free(sorted);
}

static void put_nowait(const struct trace *t, struct buf *out)
{
	struct buf b = { 0 };
	u64 high = 0;

	for (unsigned o = 1; o < REPORT_ORDERS; o++)
		high += t->orders[o];
	if (high && t->high_orders_nowait) {
		put_count(&b, "", (s64)t->high_orders_nowait, " of ");
		put_count(&b, "", (s64)high, " requests above order 0 could not wait, as the first try for a slab since mail 003");
		report_row("no wait", buf_text(&b), out);
	}
	buf_done(&b);
}

void trace_text(const struct trace *t, struct buf *out)
{
	struct buf b = { 0 };

	put_orders("asked", t->orders, "", out);
	put_nowait(t, out);
	put_orders("kswapd", t->wakes, " (woken)", out);
	for (unsigned w = 0; w < TRACE_WHATS; w++) {
		if (!t->n[w])
			continue;
		buf_clear(&b);
		put_count(&b, "", (s64)t->n[w], t->n[w] == 1 ? " span, "
							     : " spans, ");
		put_ms(&b, t->ns[w]);
		if (w != TRACE_COMPACTION)
			put_count(&b, ", ", t->pages[w], t->pages[w] == 1
				? " page" : " pages");
		report_row(w == TRACE_RECLAIM ? "reclaim" : w == TRACE_COMPACTION
			? "compact" : "memcg", buf_text(&b), out);
	}
	put_longest(t, out);
	for (unsigned i = 0; i < t->n_fallbacks; i++) {
		const struct trace_fallback *f = &t->fallback[i];

		buf_clear(&b);
		put_count(&b, "", f->count, " × ");
		buf_printf(&b, "order %lld for type %lld from a block of order %lld of type %lld",
			(long long)f->order,
			(long long)f->to, (long long)f->block_order,
			(long long)f->from);
		report_row(i ? "" : "fallback", buf_text(&b), out);
	}
	if (t->checks_alike + t->checks_other) {
		buf_clear(&b);
		buf_printf(&b, "the kernel's own check and ours: alike %llu, different %llu (reserve and lists are not in the trace)",
			(unsigned long long)t->checks_alike,
			(unsigned long long)t->checks_other);
		report_row("marks", buf_text(&b), out);
	}
	buf_done(&b);
}

static struct json *number(s64 value)
{
	return value < 0 ? json_new_null() : json_new_int(value);
}

static struct json *orders(const u64 *counts)
{
	struct json *o = json_new_object();
	char key[16];

	for (unsigned i = 0; i < REPORT_ORDERS; i++)
		if (counts[i]) {
			snprintf(key, sizeof(key), "%u", i);
			json_set(o, key, json_new_int((s64)counts[i]));
		}
	return o;
}

static struct json *fallbacks(const struct trace *t)
{
	struct json *list = json_new_array();

	for (unsigned i = 0; i < t->n_fallbacks; i++) {
		const struct trace_fallback *f = &t->fallback[i];
		struct json *o = json_new_object();

		json_set(o, "order", number(f->order));
		json_set(o, "fallback_order", number(f->block_order));
		json_set(o, "migratetype", number(f->to));
		json_set(o, "fallback_migratetype", number(f->from));
		json_set(o, "count", number(f->count));
		json_append(list, o);
	}
	return list;
}

void trace_json(const struct trace *t, struct json *o)
{
	struct json *list = json_new_array(), *checks = json_new_object();

	for (unsigned i = 0; i < t->n_spans; i++) {
		const struct trace_span *s = &t->span[i];
		struct json *span = json_new_object();

		json_set(span, "task", s->task[0] ? json_new_string(s->task)
						  : json_new_null());
		json_set(span, "pid", number(s->pid));
		json_set(span, "what", json_new_string(trace_word(s->what)));
		json_set(span, "begin_ns", number(s->begin_ns));
		json_set(span, "end_ns", number(s->end_ns));
		json_set(span, "order", number(s->order));
		json_set(span, "pages", number(s->pages));
		json_append(list, span);
	}
	json_set(o, "spans", list);
	json_set(o, "spans_left_out", json_new_int((s64)t->spans_more));
	json_set(o, "orders", orders(t->orders));
	json_set(o, "kswapd_wakes", orders(t->wakes));
	json_set(o, "fallbacks", fallbacks(t));
	json_set(checks, "agree", json_new_int((s64)t->checks_alike));
	json_set(checks, "differ", json_new_int((s64)t->checks_other));
	json_set(o, "wmark_checks", checks);
}
