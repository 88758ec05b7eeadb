/* SPDX-License-Identifier: GPL-3.0-or-later
 * Breakpoints and watchpoints, the same in both directions; info.
 */
#include "stage.h"

static void test_break__stops_forth_and_back_alike(void **state)
{
	static const char *const stops[] = { "break percpu_counter_add_batch",
		"break percpu_counter_add_batch:test",
		"break vm_committed_as.updates == 3",
		"watch vm_committed_as.count" };

	for (unsigned i = 0; i < sizeof(stops) / sizeof(*stops); i++) {
		struct stage t = stage("wide");
		u64 at[64];
		unsigned n = 0;

		good(&t, stops[i]);
		for (;;) {
			good(&t, "continue");
			if (run_ended(variant_run(&t, 0)))
				break;
			assert_non_null(row_of(&t, ROW_STOP));
			assert_int_equal(row_of(&t, ROW_STOP)->number, 1);
			at[n++] = step_of(&t);
		}
		assert_true(n > 0);
		while (n--) {
			good(&t, "reverse-continue");
			assert_int_equal(step_of(&t), at[n]);
		}
		good(&t, "reverse-continue");
		assert_int_equal(step_of(&t), 0);
		stage_done(&t);
	}
}

/* Where `continue` stops from the start on; returns how many. */
static unsigned all_stops(struct stage *t, u64 *at, unsigned max)
{
	unsigned n = 0;

	good(t, "home");
	while (n < max) {
		good(t, "continue");
		if (run_ended(variant_run(t, t->s->shown)))
			break;
		at[n++] = step_of(t);
	}
	return n;
}

static void test_condition__stops_where_it_holds(void **state)
{
	struct stage t = stage("wide");
	u64 all[64], some[64];
	unsigned n, m, k = 0;

	good(&t, "break percpu_counter_add_batch");
	n = all_stops(&t, all, 64);
	good(&t, "condition 1 vm_committed_as.updates >= 3");
	m = all_stops(&t, some, 64);
	assert_true(m && m < n);
	for (unsigned i = 0; i < n; i++) {
		char line[32];

		snprintf(line, sizeof(line), "goto %d", (int)all[i]);
		good(&t, line);
		if (value_of(&t, "vm_committed_as.updates") < 3)
			continue;
		assert_true(k < m);
		assert_int_equal(some[k++], all[i]);
	}
	assert_int_equal(k, m);
	good(&t, "condition 1");
	assert_int_equal(all_stops(&t, some, 64), n);
	good(&t, "info stops");
	assert_null(row_with(&t, "if"));
	good(&t, "home");
	good(&t, "break if steps > 3");
	good(&t, "info stops");
	assert_non_null(row_with(&t, " if steps > 3"));
	refused(&t, "condition 1 base.steps > patched.steps", "read two");
	stage_done(&t);
}

/* The count is the run's: wherever one comes from, the same hits are none. */
static void test_ignore__counts_from_the_start(void **state)
{
	struct stage t = stage("wide");
	u64 all[64], some[64];
	unsigned n, m;

	good(&t, "break percpu_counter_add_batch");
	n = all_stops(&t, all, 64);
	assert_true(n > 4);
	good(&t, "ignore 1 3");
	m = all_stops(&t, some, 64);
	assert_int_equal(m, n - 3);
	assert_memory_equal(some, all + 3, m * sizeof(*all));
	good(&t, "end");
	for (unsigned i = m; i-- > 0;) {
		good(&t, "reverse-continue");
		assert_int_equal(step_of(&t), some[i]);
	}
	good(&t, "reverse-continue");
	assert_int_equal(step_of(&t), 0);
	good(&t, "delete");	/* from the middle, nothing counted before */
	good(&t, "goto 40");
	good(&t, "break percpu_counter_add_batch");
	good(&t, "ignore $ 3");
	good(&t, "continue");
	for (unsigned i = 0; i < m; i++)
		if (some[i] > 40) {
			assert_int_equal(step_of(&t), some[i]);
			break;
		}
	stage_done(&t);
}

/* Another past has other hits. */
static void test_ignore__counts_again_after_an_edit(void **state)
{
	struct stage t = stage("wide");
	u64 before;

	good(&t, "watch vm_committed_as.count");
	good(&t, "ignore 1 1");
	good(&t, "continue");
	before = step_of(&t);
	good(&t, "home");
	good(&t, "set vm_committed_as.count=5");
	good(&t, "step any 3");
	good(&t, "set vm_committed_as.count=6");
	good(&t, "home");
	good(&t, "continue");
	assert_true(step_of(&t) < before);
	good(&t, "undo");
	good(&t, "undo");
	good(&t, "home");
	good(&t, "continue");
	assert_int_equal(step_of(&t), before);
	stage_done(&t);
}

/* What no step can evaluate is told at once; what can't be just now is taken,
 * with a remark. */
static void test_stops__refuse_what_can_never_be(void **state)
{
	static const struct {
		const char *rest, *why;
	} never[] = {
		{ "1/0", "division by zero" },
		{ "steps > 2 && 1/0", "division by zero" },
		{ "zone[99].free", "no part of this scene" },
		{ "cpu[9].vm_committed_as > 1", "N is 0 to 1 here, not 9" },
		{ "vm_committed_as.count >> 64", "a shift is by 0 to 63" },
	};
	static const char *const takers[] = { "break", "tbreak", "watch",
		"until", "reverse-until", "advance", "reverse-advance",
		"display", "condition 1", "break mmap_region if",
		"watch steps if" };
	struct stage t = stage("wide");

	good(&t, "break mmap_region");
	good(&t, "step any 3");
	for (unsigned i = 0; i < sizeof(takers) / sizeof(*takers); i++)
		for (unsigned k = 0; k < sizeof(never) / sizeof(*never); k++) {
			char line[96];

			snprintf(line, sizeof(line), "%s %s", takers[i],
				never[k].rest);
			refused(&t, line, never[k].why);
		}
	refused(&t, "break 0", "the same at every step");
	refused(&t, "break cpus > 1", "the same at every step");
	refused(&t, "watch cpus", "never changes");
	refused(&t, "break mmap_region if local.count > 1",
		"mmap_region has no local \"count\"");
	refused(&t, "condition 1 local.count > 1",
		"mmap_region has no local \"count\"");
	assert_int_equal(t.s->n_stops, 1);
	assert_int_equal(t.s->n_displays, 0);
	good(&t, "break local.count > 1");
	assert_non_null(row_with(&t, "not now: "));
	good(&t, "display local.count");
	assert_non_null(row_with(&t, "not now: "));
	good(&t, "break 100 / vm_committed_as.updates > 3");
	assert_non_null(row_with(&t, "not now: division by zero"));
	good(&t, "break steps > 3");
	assert_null(row_with(&t, "not now"));
	stage_done(&t);
}

/* gdb's way to name a line of the procedure one is in. */
static void test_break__a_line_by_its_number(void **state)
{
	struct stage t = stage("wide");
	u64 due;

	good(&t, "advance percpu_counter_add_batch");
	good(&t, "until percpu_counter_add_batch:test");
	due = step_of(&t);
	good(&t, "back");
	good(&t, "advance 4");
	assert_int_equal(step_of(&t), due);
	good(&t, "back");
	good(&t, "until 4");
	assert_int_equal(step_of(&t), due);
	good(&t, "step");
	good(&t, "reverse-until 4");
	assert_int_equal(step_of(&t), due);
	good(&t, "tbreak 4 if vm_committed_as.updates > 3");
	assert_non_null(row_with(&t,
		"percpu_counter_add_batch:test if vm_committed_as.updates > 3"));
	refused(&t, "break 40",
		"percpu_counter_add_batch, where CPU 0 is, has lines 1 to 11");
	refused(&t, "advance 99999999999", "but no 9999");
	good(&t, "end");
	refused(&t, "break 3", "has nothing to run");
	stage_done(&t);
}

static void test_watch__an_expression(void **state)
{
	struct stage t = stage("wide");
	u64 all[64], back[64];
	unsigned n, m = 0;

	good(&t, "watch vm_committed_as.count * 2 - 2 * vm_committed_as.count");
	assert_int_equal(all_stops(&t, all, 64), 0);
	good(&t, "delete");
	good(&t, "watch vm_committed_as.count / 10000 % 2");
	assert_non_null(row_with(&t, "watchpoint 2"));
	n = all_stops(&t, all, 64);
	assert_true(n > 1);
	for (good(&t, "end"); m < 64; m++) {
		good(&t, "reverse-continue");
		if (!step_of(&t))
			break;
		back[m] = step_of(&t);
	}
	assert_int_equal(m, n);
	for (unsigned i = 0; i < n; i++)
		assert_int_equal(back[i], all[n - 1 - i]);
	stage_done(&t);
}

/* What it was and is, in both directions, as gdb says it. */
static void test_watch__tells_old_and_new(void **state)
{
	static const char *const watched[] = { "vm_committed_as.count",
		"vm_committed_as.count / 10000 - 3" };
	struct stage t = stage("wide");

	for (unsigned i = 0; i < 2; i++) {
		char line[96], due[96];

		snprintf(line, sizeof(line), "watch %s", watched[i]);
		good(&t, "delete");
		good(&t, "home");
		good(&t, line);
		for (unsigned n = 0; n < 6; n++) {
			u64 step;
			s64 is, was;

			good(&t, n < 4 ? "continue" : "reverse-continue");
			step = step_of(&t);
			snprintf(line, sizeof(line), "%s",
				row_of(&t, ROW_STOP)->text);
			is = value_of(&t, watched[i]);
			run_seek(variant_run(&t, 0), step - 1);
			was = value_of(&t, watched[i]);
			run_seek(variant_run(&t, 0), step);
			snprintf(due, sizeof(due), ": %s: %d, was %d",
				watched[i], (int)is, (int)was);
			assert_true(is != was);
			assert_non_null(strstr(line, due));
		}
	}
	stage_done(&t);
}

/* Locals are of who was followed when the stop was set, or of who comes to its
 * place: whom one follows later changes no stop. */
static void test_stops__locals_are_of_one_cpu(void **state)
{
	static const char *const stops[] = { "watch local.count",
		"break local.count > 1", "break steps > 0 || local.count > 1",
		"watch steps / 9 if local.count > 1",
		"break percpu_counter_add_batch:test if local.count > 1" };
	struct stage t = stage("wide");

	for (unsigned i = 0; i < sizeof(stops) / sizeof(*stops); i++) {
		u64 all[64], other[64];
		unsigned n, m;

		good(&t, "home");
		good(&t, "follow 1");
		good(&t, stops[i]);
		n = all_stops(&t, all, 64);
		assert_true(n || i == 2);
		good(&t, "home");
		good(&t, "follow 0");
		m = all_stops(&t, other, 64);
		assert_int_equal(m, n);
		assert_memory_equal(all, other, n * sizeof(*all));
		good(&t, "home");
		good(&t, "follow 0");
		good(&t, "info stops");
		assert_int_equal(row_with(&t, "of CPU 1") != NULL, i < 4);
		good(&t, "save f");
		assert_int_equal(row_with(&t, "\nfollow 1\n") != NULL, i < 4);
		assert_int_equal(row_with(&t, "\nfollow 0") != NULL, true);
		good(&t, "delete");
	}
	stage_done(&t);
}

static void test_disable__stops_nothing(void **state)
{
	struct stage t = stage("wide");
	u64 all[64];

	good(&t, "break percpu_counter_add_batch");
	good(&t, "break vm_committed_as.updates == 3");
	good(&t, "disable 1");
	assert_int_equal(all_stops(&t, all, 64), 1);
	good(&t, "info b");
	assert_non_null(row_with(&t, "percpu_counter_add_batch  (off)"));
	good(&t, "disable");
	assert_int_equal(all_stops(&t, all, 64), 0);
	good(&t, "enable $");
	assert_int_equal(all_stops(&t, all, 64), 1);
	good(&t, "enable");
	assert_true(all_stops(&t, all, 64) > 4);
	good(&t, "info dis");
	assert_non_null(row_with(&t, "no displays"));
	refused(&t, "info l", "there is no `info l`");
	stage_done(&t);
}

static void test_continue__takes_a_count(void **state)
{
	struct stage t = stage("wide");
	u64 all[64];

	good(&t, "break percpu_counter_add_batch");
	assert_true(all_stops(&t, all, 64) > 3);
	good(&t, "home");
	good(&t, "continue 3");
	assert_int_equal(step_of(&t), all[2]);
	good(&t, "reverse-continue 2");
	assert_int_equal(step_of(&t), all[0]);
	stage_done(&t);
}

static void test_break__follows_who_came(void **state)
{
	struct stage t = stage("wide");

	good(&t, "break at(1, \"percpu_counter_add_batch:lock\")");
	good(&t, "delete");
	good(&t, "break percpu_counter_add_batch");
	good(&t, "continue");
	good(&t, "continue");
	assert_int_equal(t.s->follow, 1);
	stage_done(&t);
}

static void test_tbreak__stops_once(void **state)
{
	struct stage t = stage("wide");

	good(&t, "tbreak vm_committed_as.updates == 1");
	good(&t, "info stops");
	assert_non_null(row_with(&t, "(once)"));
	good(&t, "continue");
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 1);
	good(&t, "info stops");
	assert_non_null(row_with(&t, "no breakpoints"));
	good(&t, "continue");
	assert_true(run_ended(variant_run(&t, 0)));
	stage_done(&t);
}

static void test_delete__one_or_all(void **state)
{
	struct stage t = stage("wide");

	good(&t, "break mmap_region");
	good(&t, "watch vm_committed_as.count");
	good(&t, "break do_munmap");
	good(&t, "delete 2");
	refused(&t, "delete 2", "no breakpoint 2");
	good(&t, "info stops");
	assert_int_equal(t.s->rows.n, 2);
	good(&t, "delete");
	good(&t, "info stops");
	assert_non_null(row_with(&t, "no breakpoints"));
	good(&t, "break mmap_region");	/* numbers are not used again */
	assert_non_null(row_with(&t, "4"));
	stage_done(&t);
}

static void test_break__not_while_stepping(void **state)
{
	struct stage t = stage("wide");

	good(&t, "break vm_committed_as.updates == 1");
	good(&t, "step any 40");
	assert_int_equal(step_of(&t), 40);
	good(&t, "home");
	good(&t, "next 40");
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 1);
	stage_done(&t);
}

static void test_break__as_many_as_a_move_takes(void **state)
{
	struct stage t = stage("wide");
	char line[64];

	for (unsigned i = 0; i < 32; i++) {
		snprintf(line, sizeof(line), "break steps == %u", 200 + i);
		good(&t, line);
	}
	refused(&t, "break mmap_region", "already");
	good(&t, "continue");
	stage_done(&t);
}

static void test_info__each_table(void **state)
{
	static const char *const lines[][2] = {
		{ "info names", "vm_committed_as.count" },
		{ "info tasks", "process on CPU 0" },
		{ "info locks", "vm_committed_as.lock" },
		{ "info variants", "patched" }, { "info acts", "wide" },
		{ "info cues", "with-it" }, { "info branches", "main" },
		{ "info marks", "no marks" }, { "info goals", "no goals" },
		{ "info stops", "no breakpoints" }, { "info", "branches" } };
	struct stage t = stage("wide");

	for (unsigned i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		good(&t, lines[i][0]);
		if (!row_with(&t, lines[i][1]))
			fail_msg("%s has no \"%s\"", lines[i][0],
				lines[i][1]);
	}
	good(&t, "until vm_committed_as.lock.waiters > 0");
	good(&t, "info locks");
	assert_non_null(row_with(&t, "CPU 0 has it; in line: 1"));
	good(&t, "where 1");
	assert_int_equal(t.s->rows.n, 5);
	stage_done(&t);
}

static void test_list__marks_what_differs(void **state)
{
	struct stage t = stage("wide");
	unsigned signs = 0;

	good(&t, "list mm_compute_batch");
	for (size_t i = 0; i < t.s->rows.n; i++)
		signs += t.s->rows.at[i].label &&
			strchr("+-", t.s->rows.at[i].label[0]) != NULL;
	assert_true(signs > 0);
	good(&t, "list");
	assert_non_null(row_with(&t, ">"));
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_break__stops_forth_and_back_alike),
		cmocka_unit_test(test_condition__stops_where_it_holds),
		cmocka_unit_test(test_ignore__counts_from_the_start),
		cmocka_unit_test(test_ignore__counts_again_after_an_edit),
		cmocka_unit_test(test_stops__refuse_what_can_never_be),
		cmocka_unit_test(test_break__a_line_by_its_number),
		cmocka_unit_test(test_watch__an_expression),
		cmocka_unit_test(test_watch__tells_old_and_new),
		cmocka_unit_test(test_stops__locals_are_of_one_cpu),
		cmocka_unit_test(test_disable__stops_nothing),
		cmocka_unit_test(test_continue__takes_a_count),
		cmocka_unit_test(test_break__follows_who_came),
		cmocka_unit_test(test_tbreak__stops_once),
		cmocka_unit_test(test_delete__one_or_all),
		cmocka_unit_test(test_break__not_while_stepping),
		cmocka_unit_test(test_break__as_many_as_a_move_takes),
		cmocka_unit_test(test_info__each_table),
		cmocka_unit_test(test_list__marks_what_differs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
