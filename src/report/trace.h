/* SPDX-License-Identifier: GPL-3.0-or-later
 * Traces of memory events (ftrace, trace-cmd, perf script, systrace): spans of
 * reclaim and compaction per task, orders asked, fallbacks.
 *
 * Rules: events are put in order of time before they are paired, within a window
 * of TRACE_WINDOW of them; memory does not grow with the input.
 */
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include "report/report.h"

enum { TRACE_WINDOW = 1 << 15, TRACE_SPANS = 10000, TRACE_TASK = 24,
	TRACE_OPEN = 512, TRACE_FALLBACKS = 64 };

/* To add one: a row, and its events in trace_line.c. */
#define TRACE_WHAT_LIST(X) \
	X(RECLAIM, "reclaim") X(MEMCG_RECLAIM, "memcg-reclaim") \
	X(COMPACTION, "compaction")
enum trace_what {
#define X(id, word) TRACE_##id,
	TRACE_WHAT_LIST(X)
#undef X
	TRACE_WHATS
};
const char *trace_word(enum trace_what w);

struct trace_span {
	char task[TRACE_TASK];
	s64 pid;
	enum trace_what what;
	s64 begin_ns, end_ns;
	s64 order, pages;		/* REPORT_UNKNOWN: not told */
};

/* A begin or an end. */
struct trace_event {
	struct trace_span span;		/* what is known of it; time in begin_ns */
	bool end;
	u64 number;			/* of arrival: breaks ties */
};

struct trace_fallback {
	s64 order, block_order, from, to, count;	/* migrate types */
};

struct trace {
	struct trace_event *event;	/* not yet paired */
	unsigned n_events;
	u64 numbered;
	struct trace_event open[TRACE_OPEN];	/* begun, by time */
	unsigned n_open;
	struct trace_span *span;
	unsigned n_spans;
	u64 spans_more;
	u64 n[TRACE_WHATS];		/* all spans, those not kept too */
	s64 ns[TRACE_WHATS], pages[TRACE_WHATS];
	u64 orders[REPORT_ORDERS];	/* mm_page_alloc */
	u64 wakes[REPORT_ORDERS];	/* mm_vmscan_kswapd_wake */
	u64 high_orders_nowait;		/* order > 0, may not reclaim itself */
	struct trace_fallback fallback[TRACE_FALLBACKS];
	unsigned n_fallbacks;
	u64 made_unmovable;		/* blocks that changed owners */
	struct trace_span unmovable_by;	/* the first time: task, order */
	u64 checks_alike, checks_other;	/* reclaim_retry_zone: against our rule */
};

/* One line; false if it is no event of memory. *t is made by the first one. */
bool trace_line(struct trace **t, const char *line);
void trace_add(struct trace *t, const struct trace_event *e);
/* Pairs what is left. */
void trace_finish(struct trace *t);
void trace_free(struct trace *t);

#endif
