/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of runs: lines, seeking, inputs, the watcher, and how a run ends.
 */
#include "course.h"

enum { PLENTY = 1 << 20, INTERVAL = 16 };

/* With and without history, the digest at each step is a fresh run's. */
static void test_run__any_step_both_ways(void **state)
{
	for (u64 interval = 0; interval <= 64; interval += 16) {
		struct course c;
		u64 *at, last;

		course_init(&c, 3);
		course_start(&c, PLENTY, interval);
		last = last_step(c.r);
		at = mem_alloc((last + 1) * sizeof(*at));
		at[0] = digest(c.r);
		for (u64 k = 1; k <= last; k++) {
			assert_true(run_line(c.r));
			at[k] = digest(c.r);
		}
		assert_false(run_line(c.r));
		for (u64 k = 0; k <= last; k++) {
			run_seek(c.r, last - k);
			assert_int_equal(run_step(c.r), last - k);
			assert_int_equal(digest(c.r), at[last - k]);
			run_seek(c.r, k * 7 % (last + 1));
			assert_int_equal(digest(c.r), at[k * 7 % (last + 1)]);
		}
		assert_int_equal(fresh_digest(c.r, last / 2), at[last / 2]);
		free(at);
		course_done(&c);
	}
}

static void test_run__lines_are_counted_and_end(void **state)
{
	struct course c;
	u64 last;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	last = last_step(c.r);
	assert_int_equal(run_lines(c.r, 0), 0);
	assert_int_equal(run_lines(c.r, 5), 5);
	assert_int_equal(run_step(c.r), 5);
	assert_int_equal(run_lines(c.r, UINT64_MAX), last - 5);
	assert_true(run_ended(c.r));
	assert_int_equal(run_lines(c.r, 3), 0);
	run_seek(c.r, last + 1000);
	assert_int_equal(run_step(c.r), last);
	course_done(&c);
}

static void test_run__ends_with_workload_and_operations(void **state)
{
	struct course c;

	course_init(&c, 2);
	c.s.workload = WORKLOAD_NONE;
	course_start(&c, PLENTY, INTERVAL);
	assert_true(run_ended(c.r));
	put(c.r, operation_input(OPERATION_MAP, 1, 7, false));
	assert_false(run_ended(c.r));
	run_lines(c.r, 1000);
	assert_true(run_ended(c.r));
	assert_int_equal(get(c.r, "vm_committed_as.sum"), 7);
	put(c.r, operation_input(OPERATION_UNMAP, 1, 7, true));
	run_lines(c.r, 1000);
	assert_int_equal(get(c.r, "vm_committed_as.sum"), 0);
	course_done(&c);
}

static void test_run__inputs_apply_on_arrival_in_order(void **state)
{
	struct course c;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	put(c.r, set_input("vm_committed_as_batch", 12));
	put(c.r, set_input("vm_committed_as_batch", 13));
	run_seek(c.r, 40);
	put(c.r, set_input("vm_committed_as_batch", 99));
	put(c.r, set_input("vm_committed_as.count", 5000));
	run_lines(c.r, 50);
	assert_int_equal(c.r->inputs.n, 4);
	for (u64 k = 0; k <= 90; k++) {
		run_seek(c.r, 90 - k);
		assert_int_equal(get(c.r, "vm_committed_as_batch"),
			90 - k < 40 ? 13 : 99);
		assert_int_equal(digest(c.r), fresh_digest(c.r, 90 - k));
	}
	run_rewind(c.r, 0);
	assert_int_equal(get(c.r, "vm_committed_as_batch"), 13);
	course_done(&c);
}

static void test_run__an_input_forgets_later_ones(void **state)
{
	struct course c;
	u64 before;

	course_init(&c, 3);
	course_start(&c, PLENTY, INTERVAL);
	for (u64 k = 20; k <= 100; k += 20) {
		run_seek(c.r, k);
		put(c.r, set_input("vm_committed_as_batch", (s64)k));
	}
	run_seek(c.r, 45);
	before = digest(c.r);
	put(c.r, set_input("vm_committed_as_batch", 1));
	assert_int_equal(c.r->inputs.n, 3);
	run_seek(c.r, 110);
	assert_int_equal(get(c.r, "vm_committed_as_batch"), 1);
	for (u64 k = 111; k-- > 0;) {
		run_seek(c.r, k);
		assert_int_equal(digest(c.r), fresh_digest(c.r, k));
	}
	run_seek(c.r, 44);
	run_lines(c.r, 1);
	assert_true(digest(c.r) != before);
	course_done(&c);
}

struct diary {
	u64 seen[4000];		/* how often, by step */
	u64 last;
	u64 edit_at;		/* adds an input there; 0: never */
};

static void note_step(void *user, struct run *r)
{
	struct diary *d = user;

	d->last = run_step(r);
	d->seen[d->last]++;
	if (d->edit_at && d->last == d->edit_at) {
		struct input in = set_input("vm_committed_as_batch", 3);

		in.cue = true;
		run_input(r, in);
		in = operation_input(OPERATION_MAP, 0, 11, false);
		in.cue = true;
		run_input(r, in);
	}
}

static void assert_each_once(const struct diary *d, u64 from, u64 last)
{
	for (u64 k = from; k <= last; k++)
		assert_int_equal(d->seen[k], 1);
	assert_int_equal(d->seen[last + 1], 0);
}

static void watch(struct course *c, struct diary *d, u64 edit_at)
{
	memset(d, 0, sizeof(*d));
	d->edit_at = edit_at;
	run_watch(c->r, (struct run_watcher){ note_step, d });
}

static void test_run__watcher_is_told_each_step_once(void **state)
{
	struct course c;
	static struct diary d;

	course_init(&c, 3);
	course_start(&c, PLENTY, INTERVAL);
	watch(&c, &d, 0);
	assert_each_once(&d, 0, 0);
	run_line(c.r);
	assert_each_once(&d, 0, 1);
	run_lines(c.r, 99);
	assert_each_once(&d, 0, 100);
	run_seek(c.r, 3);
	run_seek(c.r, 70);
	run_rewind(c.r, 50);
	assert_each_once(&d, 0, 100);
	run_lines(c.r, 100);
	assert_each_once(&d, 0, run_step(c.r));
	assert_true(run_step(c.r) > 100);
	course_done(&c);
}

static void test_run__watcher_adds_inputs_at_that_step(void **state)
{
	for (u64 at = 0; at < 60; at += 7) {
		struct course c;
		static struct diary d;

		course_init(&c, 2);
		course_start(&c, PLENTY, 8);
		watch(&c, &d, at ? at : 1);
		run_lines(c.r, 100);
		assert_int_equal(c.r->inputs.n, 2);
		assert_each_once(&d, 0, 100);
		for (u64 k = 101; k-- > 0;) {
			run_seek(c.r, k);
			assert_int_equal(digest(c.r), fresh_digest(c.r, k));
		}
		course_done(&c);
	}
}

static void test_run__an_edit_of_the_past_is_watched_again(void **state)
{
	struct course c;
	static struct diary d;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	watch(&c, &d, 60);
	run_lines(c.r, 100);
	run_seek(c.r, 30);
	put(c.r, set_input("vm_committed_as_batch", 8));
	assert_int_equal(c.r->inputs.n, 1);
	run_lines(c.r, 40);
	assert_int_equal(c.r->inputs.n, 3);
	for (u64 k = 0; k <= 70; k++)
		assert_int_equal(d.seen[k], k <= 30 ? 1 : 2);
	assert_int_equal(digest(c.r), fresh_digest(c.r, 70));
	course_done(&c);
}

/* Undo and redo of an edit at any step, from before, there and behind. */
static void test_run__replaced_inputs(void **state)
{
	for (u64 edit = 0; edit <= 64; edit += 16) {
		for (u64 from = 0; from <= 96; from += 24) {
			struct course c;
			struct inputs none = { 0 }, with;
			u64 plain, other;

			course_init(&c, 3);
			course_start(&c, PLENTY, INTERVAL);
			run_seek(c.r, 90);
			plain = digest(c.r);
			run_seek(c.r, edit);
			put(c.r, set_input("vm_committed_as_batch", 4));
			inputs_copy(&with, &c.r->inputs);
			run_seek(c.r, 90);
			other = digest(c.r);
			assert_true(other != plain);
			run_seek(c.r, from);
			run_replace_inputs(c.r, &none, edit, 90);
			assert_int_equal(digest(c.r), plain);
			run_seek(c.r, from);
			run_replace_inputs(c.r, &with, edit, 90);
			assert_int_equal(digest(c.r), other);
			run_seek(c.r, edit / 2);
			assert_int_equal(digest(c.r),
				fresh_digest(c.r, edit / 2));
			inputs_done(&with);
			course_done(&c);
		}
	}
}

/* A cue's input behind the place where the inputs part is the watcher's. */
static void test_run__replaced_inputs_leave_cues_to_the_watcher(void **state)
{
	struct course c;
	struct inputs old;
	static struct diary d;
	u64 end;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	watch(&c, &d, 60);
	run_lines(c.r, 100);
	end = digest(c.r);
	inputs_copy(&old, &c.r->inputs);
	run_seek(c.r, 30);
	put(c.r, set_input("vm_committed_as_batch", 8));
	run_lines(c.r, 70);
	assert_true(digest(c.r) != end);
	run_replace_inputs(c.r, &old, 30, 100);
	assert_int_equal(digest(c.r), end);
	assert_int_equal(c.r->inputs.n, 2);
	assert_int_equal(d.seen[30], 1);
	assert_int_equal(d.seen[31], 3);
	assert_int_equal(d.seen[100], 3);
	run_seek(c.r, 10);
	run_replace_inputs(c.r, &old, 200, 100);	/* nothing parted */
	assert_int_equal(c.r->inputs.n, 2);
	assert_int_equal(d.seen[100], 3);
	assert_int_equal(digest(c.r), end);
	inputs_done(&old);
	course_done(&c);
}

static void test_run__a_fork_goes_its_own_way(void **state)
{
	struct course c;
	struct run *f;
	u64 here;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	put(c.r, set_input("vm_committed_as_batch", 20));
	run_lines(c.r, 30);
	here = digest(c.r);
	f = run_fork(c.r);
	assert_int_equal(run_step(f), 0);
	assert_int_equal(get(f, "vm_committed_as_batch"), 20);
	put(f, set_input("vm_committed_as_batch", 5));
	run_lines(f, 30);
	assert_true(digest(f) != here);
	assert_int_equal(digest(c.r), here);
	assert_int_equal(c.r->inputs.n, 1);
	run_free(f);
	run_free(NULL);
	course_done(&c);
}

static void assert_refused(const struct run *r, struct input in)
{
	assert_non_null(run_refused(r, &in));
}

static void test_run__refused(void **state)
{
	struct course c;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	assert_refused(c.r, set_input("time_ns", 1));
	assert_refused(c.r, set_input("vm_committed_as_batch", -1));
	assert_refused(c.r, set_input("cpu[2].vm_committed_as", 1));
	assert_refused(c.r, mode_input(MODE_N));
	assert_refused(c.r, mode_input((enum mode)-1));
	assert_refused(c.r, operation_input(OPERATION_ADD, 2, 1, false));
	assert_refused(c.r, pick_input(0, NONE));
	put(c.r, mode_input(MODE_MANUAL));
	assert_refused(c.r, pick_input(2, NONE));
	assert_refused(c.r, pick_input(0, 1));
	assert_refused(c.r, pick_input(0, 500));
	put(c.r, pick_input(1, NONE));
	put(c.r, pick_input(0, 0));
	course_done(&c);
}

/* CPU 0 holds the lock, so CPU 1 spins; then CPU 0 has ended. */
static void test_run__refused_by_the_state_of_a_cpu(void **state)
{
	struct course c;

	course_init(&c, 2);
	c.s.value[PARAM_ITERATIONS] = 1;
	course_start(&c, PLENTY, INTERVAL);
	put(c.r, mode_input(MODE_MANUAL));
	put(c.r, pick_input(0, NONE));
	while (strcmp(standing_on(c.r, 0), "fold"))
		run_line(c.r);
	put(c.r, operation_input(OPERATION_ADD, 0, 1, false));
	assert_refused(c.r, pick_input(0, task_operator(c.r->m, 0)));
	put(c.r, pick_input(1, NONE));
	while (cpu_at(c.r->m, 1)->state != CPU_SPINNING)
		run_line(c.r);
	assert_refused(c.r, pick_input(1, NONE));
	put(c.r, pick_input(0, NONE));
	while (cpu_at(c.r->m, 0)->state == CPU_RUNNABLE)
		run_line(c.r);
	assert_refused(c.r, pick_input(0, NONE));
	course_done(&c);
}

static void test_run__manual_picks_a_waiting_task(void **state)
{
	struct course c;
	u16 operator;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	put(c.r, mode_input(MODE_MANUAL));
	operator = (u16)task_operator(c.r->m, 1);
	put(c.r, operation_input(OPERATION_ADD, 1, 1, false));
	assert_int_equal(cpu_at(c.r->m, 1)->current, operator);
	put(c.r, pick_input(1, 1));
	assert_int_equal(cpu_at(c.r->m, 1)->current, 1);
	run_line(c.r);
	assert_int_equal(c.r->m->last.task, 1);
	put(c.r, pick_input(1, operator));
	run_line(c.r);
	assert_int_equal(c.r->m->last.task, operator);
	for (u64 k = 3; k-- > 0;) {
		run_seek(c.r, k);
		assert_int_equal(digest(c.r), fresh_digest(c.r, k));
	}
	course_done(&c);
}

/* While an operation has the focus, nobody else gets on, as far as it waits for
 * nobody. */
static void test_run__focus_runs_one_operation_alone(void **state)
{
	struct course c;

	course_init(&c, 3);
	course_start(&c, PLENTY, INTERVAL);
	run_lines(c.r, 4);
	put(c.r, operation_input(OPERATION_SYNC, 2, 0, true));
	while (c.r->m->focus != NONE) {
		run_line(c.r);
		assert_int_equal(c.r->m->last.task,
			task_operator(c.r->m, 2));
	}
	put(c.r, operation_input(OPERATION_SYNC, 2, 0, false));
	run_lines(c.r, 6);
	assert_true(task_at(c.r->m, 0)->lines + task_at(c.r->m, 1)->lines > 4);
	course_done(&c);
}

static void test_run__mode_starts_its_order_anew(void **state)
{
	struct course c;
	u16 first[8];

	course_init(&c, 4);
	course_start(&c, PLENTY, INTERVAL);
	put(c.r, mode_input(MODE_RANDOM));
	for (int i = 0; i < 8; i++) {
		run_line(c.r);
		first[i] = c.r->m->last.cpu;
	}
	put(c.r, mode_input(MODE_RANDOM));
	for (int i = 0; i < 8; i++) {
		run_line(c.r);
		assert_int_equal(c.r->m->last.cpu, first[i]);
	}
	course_done(&c);
}

static void test_run__calibrated_iteration(void **state)
{
	struct course c;
	u64 one, two;

	course_init(&c, 1);
	c.s.iteration_ns = 4001;
	c.s.value[PARAM_BATCH] = 1000;
	c.s.value[PARAM_ITERATIONS] = 1;
	run_calibrate(&c.s);
	course_start(&c, 0, 0);
	run_lines(c.r, 1000);
	one = machine_time_ns(c.r->m);
	course_done(&c);
	c.s.value[PARAM_ITERATIONS] = 2;
	course_start(&c, 0, 0);
	run_lines(c.r, 1000);
	two = machine_time_ns(c.r->m);
	assert_int_equal(two - one, 4001);
	course_done(&c);
	c.s.iteration_ns = 1;		/* less than its lines: no rest */
	run_calibrate(&c.s);
	assert_true(c.s.cost_ns[COST_MMAP_REST] <= 1);
	c.s.iteration_ns = 0;
	c.s.cost_ns[COST_MMAP_REST] = 77;
	run_calibrate(&c.s);
	assert_int_equal(c.s.cost_ns[COST_MMAP_REST], 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_run__any_step_both_ways),
		cmocka_unit_test(test_run__lines_are_counted_and_end),
		cmocka_unit_test(test_run__ends_with_workload_and_operations),
		cmocka_unit_test(test_run__inputs_apply_on_arrival_in_order),
		cmocka_unit_test(test_run__an_input_forgets_later_ones),
		cmocka_unit_test(test_run__watcher_is_told_each_step_once),
		cmocka_unit_test(test_run__watcher_adds_inputs_at_that_step),
		cmocka_unit_test(test_run__an_edit_of_the_past_is_watched_again),
		cmocka_unit_test(test_run__replaced_inputs),
		cmocka_unit_test(
			test_run__replaced_inputs_leave_cues_to_the_watcher),
		cmocka_unit_test(test_run__a_fork_goes_its_own_way),
		cmocka_unit_test(test_run__refused),
		cmocka_unit_test(test_run__refused_by_the_state_of_a_cpu),
		cmocka_unit_test(test_run__manual_picks_a_waiting_task),
		cmocka_unit_test(test_run__focus_runs_one_operation_alone),
		cmocka_unit_test(test_run__mode_starts_its_order_anew),
		cmocka_unit_test(test_run__calibrated_iteration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
