/* SPDX-License-Identifier: GPL-3.0-or-later
 * Traces: events in order of time, begins and ends paired by task.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "report/trace.h"

const char *trace_word(enum trace_what w)
{
	static const char *const words[TRACE_WHATS] = {
#define X(id, word) [TRACE_##id] = word,
		TRACE_WHAT_LIST(X)
#undef X
	};

	return words[w];
}

static int by_time(const void *a, const void *b)
{
	const struct trace_event *x = a, *y = b;

	if (x->span.begin_ns != y->span.begin_ns)
		return x->span.begin_ns < y->span.begin_ns ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* The same task began this; -1: nobody did. */
static int find_open(const struct trace *t, const struct trace_span *s)
{
	for (unsigned i = 0; i < t->n_open; i++)
		if (t->open[i].span.pid == s->pid &&
			t->open[i].span.what == s->what)
			return (int)i;
	return -1;
}

static void close_open(struct trace *t, unsigned at)
{
	t->n_open--;
	memmove(t->open + at, t->open + at + 1,
		(t->n_open - at) * sizeof(*t->open));
}

static void keep_span(struct trace *t, const struct trace_span *s)
{
	t->n[s->what]++;
	t->ns[s->what] += s->end_ns - s->begin_ns;
	t->pages[s->what] += s->pages > 0 ? s->pages : 0;
	if (t->n_spans == TRACE_SPANS) {
		t->spans_more++;
		return;
	}
	if (!t->span)
		t->span = mem_alloc(TRACE_SPANS * sizeof(*t->span));
	t->span[t->n_spans++] = *s;
}

/* An end without its begin, and a begin without its end, are let go. */
static void pair(struct trace *t, const struct trace_event *e)
{
	int at = find_open(t, &e->span);
	struct trace_span s;

	if (!e->end) {
		if (at >= 0)
			close_open(t, (unsigned)at);
		if (t->n_open == TRACE_OPEN)
			close_open(t, 0);
		t->open[t->n_open++] = *e;
		return;
	}
	if (at < 0)
		return;
	s = t->open[at].span;
	s.end_ns = e->span.begin_ns;
	s.pages = e->span.pages;
	if (s.order < 0)
		s.order = e->span.order;
	close_open(t, (unsigned)at);
	keep_span(t, &s);
}

/* Pairs the first n events in order of time. */
static void pair_first(struct trace *t, unsigned n)
{
	qsort(t->event, t->n_events, sizeof(*t->event), by_time);
	for (unsigned i = 0; i < n; i++)
		pair(t, &t->event[i]);
	t->n_events -= n;
	memmove(t->event, t->event + n, t->n_events * sizeof(*t->event));
}

void trace_add(struct trace *t, const struct trace_event *e)
{
	if (!t->event)
		t->event = mem_alloc(TRACE_WINDOW * sizeof(*t->event));
	if (t->n_events == TRACE_WINDOW)
		pair_first(t, TRACE_WINDOW / 2);
	t->event[t->n_events] = *e;
	t->event[t->n_events++].number = t->numbered++;
}

void trace_finish(struct trace *t)
{
	if (t->n_events)
		pair_first(t, t->n_events);
}

void trace_free(struct trace *t)
{
	if (!t)
		return;
	free(t->event);
	free(t->span);
	free(t);
}
