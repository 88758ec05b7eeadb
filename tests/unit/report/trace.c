/* SPDX-License-Identifier: GPL-3.0-or-later
 * Traces: who, when, what; pairs across disorder; windows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/trace.h"
#include "verdicts.h"

static const struct trace *read_file(struct verdicts *v, const char *path)
{
	struct buf text = { 0 };

	if (!file_text(path, &text))
		return NULL;
	verdicts_read(v, buf_text(&text), text.n);
	buf_done(&text);
	assert_int_equal(v->n, 1);
	assert_int_equal(v->report[0]->kind, REPORT_TRACE);
	assert_int_equal(v->judged[0].verdict, VERDICT_NO_FAILURE);
	return v->report[0]->trace;
}

static void expect_span(const struct trace_span *s, const char *task, s64 pid,
	s64 begin_ns, s64 end_ns, s64 order, s64 pages)
{
	assert_string_equal(s->task, task);
	assert_int_equal(s->pid, pid);
	assert_int_equal(s->begin_ns, begin_ns);
	assert_int_equal(s->end_ns, end_ns);
	assert_int_equal(s->order, order);
	assert_int_equal(s->pages, pages);
}

static void test_trace__ftrace(void **state)
{
	static struct verdicts v;
	const struct trace *t = read_file(&v, "tests/reports/trace-ftrace.txt");

	assert_int_equal(t->orders[0], 2);
	assert_int_equal(t->orders[2], 1);
	assert_int_equal(t->orders[3], 1);
	assert_int_equal(t->high_orders_nowait, 1);
	assert_int_equal(t->n_spans, 1);
	assert_int_equal(t->span[0].what, TRACE_COMPACTION);
	expect_span(&t->span[0], "my app", 77, 10001000000, 10003500000, -1, -1);
	assert_int_equal(t->n_fallbacks, 1);
	assert_int_equal(t->fallback[0].order, 2);
	assert_int_equal(t->fallback[0].block_order, 5);
	assert_int_equal(t->fallback[0].from, 1);
	assert_int_equal(t->fallback[0].to, 0);
	assert_int_equal(t->checks_alike, 2);
	assert_int_equal(t->checks_other, 0);
	verdicts_done(&v);
}

static void test_trace__systrace_out_of_order(void **state)
{
	static struct verdicts v;
	const struct trace *t = read_file(&v, "tests/reports/trace-systrace.txt");

	assert_int_equal(t->n_spans, 2);
	expect_span(&t->span[0], "Binder_8", 173, 1734100000000, 1734102000000,
		3, 40);
	expect_span(&t->span[1], "RenderThread", 984, 1734200000000,
		1734200500000, 4, 35);
	assert_int_equal(t->ns[TRACE_RECLAIM], 2500000);
	assert_int_equal(t->wakes[2], 1);
	verdicts_done(&v);
}

static void test_trace__perf(void **state)
{
	static struct verdicts v;
	const struct trace *t = read_file(&v, "tests/reports/trace-perf.txt");

	assert_int_equal(t->n_spans, 2);
	expect_span(&t->span[0], "bash", 4170, 991100000000, 991101000000, 0, 12);
	expect_span(&t->span[1], "kworker/1:2", 42, 991100500000, 991102500000,
		1, 7);
	assert_int_equal(t->orders[0], 1);
	verdicts_done(&v);
}

/* Who, when, from heads of any style. */
static void test_trace__heads(void **state)
{
	static const struct {
		const char *begin, *end, *task;
		s64 pid;
	} heads[] = {
		{ "  my task-77    [001] d..2   5.000100: ", "  my task-77    "
		  "[002] d..2.   5.000350: ", "my task", 77 },
		{ "<...>-77  (-----) [001] .... 5.000100: ",
		  "<...>-77  (   77) [001] .... 5.000350: ", "<...>", 77 },
		{ "a-b-77 [001] 5.000100: ", "a-b-77 [001] d..1. 5.000350: ",
		  "a-b", 77 },
		{ "a  77/78  [001] 5.000100:   1 vmscan:",
		  "a  77/78  [001] 5.000350:     vmscan:", "a", 78 },
		{ "CPU 0/KVM  77 5.000100: vmscan:", "CPU 0/KVM  77 5.000350: "
		  "vmscan:", "CPU 0/KVM", 77 },
		{ " 5.000100 |   0)  sh-77  |    |  /* ", " 5.000350 |   1)  sh-77"
		  "  |    |  /* ", "sh", 77 },
		{ "[ 9.123456]   x:1-77   0d..2. 5000100us : ", "[ 9.123457]   "
		  "x:1-77   1d..2. 5000350us : ", "x:1", 77 },
	};
	static struct verdicts v;

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		struct buf text = { 0 };

		buf_printf(&text, "%smm_vmscan_direct_reclaim_end: "
			"nr_reclaimed=20\n", heads[i].end);
		buf_printf(&text, "%smm_vmscan_direct_reclaim_begin: order=3 "
			"gfp_flags=GFP_KERNEL\n", heads[i].begin);
		verdicts_read(&v, buf_text(&text), text.n);
		assert_int_equal(v.n, 1);
		assert_int_equal(v.report[0]->trace->n_spans, 1);
		expect_span(&v.report[0]->trace->span[0], heads[i].task,
			heads[i].pid, 5000100000, 5000350000, 3, 20);
		verdicts_done(&v);
		buf_done(&text);
	}
}

static void test_trace__who_turned_blocks_unmovable(void **state)
{
	static struct verdicts v;
	static const char text[] = " sh-7 [000] .... 1.000001: "
		"mm_page_alloc_extfrag: page=0 pfn=1 alloc_order=2 "
		"fallback_order=9 pageblock_order=9 alloc_migratetype=%d "
		"fallback_migratetype=1 fragmenting=0 change_ownership=%d\n";
	char line[512];

	for (int i = 0; i < 4; i++) {
		snprintf(line, sizeof(line), text, i & 1, i >> 1);
		verdicts_read(&v, line, strlen(line));
		assert_int_equal(v.report[0]->trace->made_unmovable, i == 2);
		if (i == 2) {
			assert_string_equal(v.report[0]->trace->unmovable_by.task,
				"sh");
			assert_string_equal(v.judged[0].question[0].answer,
				"one changed to unmovable, that by sh (7), for a "
				"request of order 2");
		}
		verdicts_done(&v);
	}
}

/* The samples' right answers. */
static void test_trace__real_ones(void **state)
{
	static struct verdicts v;
	const struct trace *t = read_file(&v,
		"../shared/reports/13-android-3.x-systrace-reclaim.txt");
	static const u64 wakes[] = { 41, 1, 15, 1, 1, 2 };

	if (!t)
		skip();
	assert_int_equal(t->n[TRACE_RECLAIM], 9);
	assert_int_equal(t->ns[TRACE_RECLAIM] / 1000, 18189);
	assert_int_equal(t->pages[TRACE_RECLAIM], 410);
	assert_memory_equal(t->wakes, wakes, sizeof(wakes));
	verdicts_done(&v);
	t = read_file(&v, "../shared/reports/30-arm64-4.4-mm_page_alloc-stacktrace.txt");
	assert_int_equal(t->orders[0], 2);
	assert_int_equal(t->orders[2], 1);
	verdicts_done(&v);
	t = read_file(&v, "../shared/reports/40-x86-6.18-trace-slub-nowait.txt");
	assert_int_equal(t->orders[0], 7);
	assert_int_equal(t->orders[1], 1);
	assert_int_equal(t->orders[2], 1);
	assert_int_equal(t->orders[3], 2);
	assert_int_equal(t->high_orders_nowait, 4);
	verdicts_done(&v);
}

static void test_trace__more_than_the_window(void **state)
{
	struct trace *t = NULL;
	char line[160];

	for (int i = 0; i < 2 * TRACE_WINDOW; i++) {
		bool end = i % 2;

		snprintf(line, sizeof(line),
			"w-%d [000] ...1 %d.%06d: mm_vmscan_direct_reclaim_%s: %s",
			i / 2 % 7, 1 + i / 1000, i % 1000, end ? "end" : "begin",
			end ? "nr_reclaimed=1" : "order=1 gfp_flags=0");
		assert_true(trace_line(&t, line));
	}
	trace_finish(t);
	assert_int_equal(t->n[TRACE_RECLAIM], TRACE_WINDOW);
	assert_int_equal(t->n_spans, TRACE_SPANS);
	assert_int_equal(t->spans_more, TRACE_WINDOW - TRACE_SPANS);
	assert_int_equal(t->ns[TRACE_RECLAIM], TRACE_WINDOW * INT64_C(1000));
	trace_free(t);
}

static void test_trace__lost_begins_and_ends(void **state)
{
	struct trace *t = NULL;

	trace_line(&t, "a-1 [0] 1.5: mm_vmscan_direct_reclaim_end: nr_reclaimed=1");
	trace_line(&t, "a-1 [0] 2.0: mm_vmscan_direct_reclaim_begin: order=1");
	trace_line(&t, "a-1 [0] 3.0: mm_vmscan_direct_reclaim_begin: order=2");
	trace_line(&t, "b-2 [0] 3.5: mm_vmscan_direct_reclaim_end: nr_reclaimed=1");
	trace_line(&t, "a-1 [0] 4.0: mm_vmscan_direct_reclaim_end: nr_reclaimed=5");
	trace_line(&t, "a-1 [0] mm_vmscan_direct_reclaim_begin: order=1");
	trace_finish(t);
	assert_int_equal(t->n_spans, 1);
	expect_span(&t->span[0], "a", 1, 3000000000, 4000000000, 2, 5);
	trace_free(t);
	t = NULL;
	assert_false(trace_line(&t, "comm_page_alloc: order=1"));
	assert_false(trace_line(&t, " => mm_init.isra.4"));
	assert_false(trace_line(&t, "mm_page_alloc is an event"));
	assert_null(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trace__ftrace),
		cmocka_unit_test(test_trace__systrace_out_of_order),
		cmocka_unit_test(test_trace__perf),
		cmocka_unit_test(test_trace__heads),
		cmocka_unit_test(test_trace__who_turned_blocks_unmovable),
		cmocka_unit_test(test_trace__real_ones),
		cmocka_unit_test(test_trace__more_than_the_window),
		cmocka_unit_test(test_trace__lost_begins_and_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
