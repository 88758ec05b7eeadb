/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of who runs next.
 */
#include "course.h"

enum { PLENTY = 1 << 20, INTERVAL = 16 };

static void open_course(struct course *c, unsigned cpus, enum mode mode)
{
	course_init(c, cpus);
	course_start(c, PLENTY, INTERVAL);
	put(c->r, mode_input(mode));
}

static void test_schedule__time_takes_the_smallest_clock(void **state)
{
	struct course c;

	open_course(&c, 5, MODE_TIME);
	while (!run_ended(c.r)) {
		unsigned next = schedule_next(c.r->m);

		assert_int_equal(cpu_at(c.r->m, next)->state, CPU_RUNNABLE);
		for (unsigned i = 0; i < 5; i++) {
			const struct cpu *o = cpu_at(c.r->m, i);
			u64 clock = cpu_at(c.r->m, next)->clock_ns;

			if (o->state != CPU_RUNNABLE)
				continue;
			assert_true(o->clock_ns > clock ||
				(o->clock_ns == clock && i >= next));
		}
		run_line(c.r);
		assert_int_equal(c.r->m->last.cpu, next);
	}
	course_done(&c);
}

static void test_schedule__round_robin_in_order_of_number(void **state)
{
	struct course c;
	unsigned last = 3;

	open_course(&c, 4, MODE_ROUND_ROBIN);
	while (!run_ended(c.r)) {
		unsigned next = (last + 1) % 4;

		while (cpu_at(c.r->m, next)->state != CPU_RUNNABLE)
			next = (next + 1) % 4;
		run_line(c.r);
		last = c.r->m->last.cpu;
		assert_int_equal(last, next);
	}
	course_done(&c);
}

static void test_schedule__random_takes_everyone_by_seed(void **state)
{
	unsigned seen[4] = { 0 };
	u64 ends[2];

	for (int seed = 1; seed <= 2; seed++) {
		struct course c;

		course_init(&c, 4);
		c.s.seed = seed;
		course_start(&c, PLENTY, INTERVAL);
		put(c.r, mode_input(MODE_RANDOM));
		while (run_line(c.r))
			seen[c.r->m->last.cpu]++;
		ends[seed - 1] = digest(c.r);
		run_seek(c.r, 0);
		run_lines(c.r, UINT64_MAX);
		assert_int_equal(digest(c.r), ends[seed - 1]);
		course_done(&c);
	}
	assert_true(ends[0] != ends[1]);
	for (int i = 0; i < 4; i++)
		assert_true(seen[i] > 20);
}

/* The clock of a CPU that was picked late moves up to what it can see. */
static void test_schedule__time_never_goes_back(void **state)
{
	for (enum mode mode = MODE_TIME; mode < MODE_N; mode++) {
		struct course c;
		u64 horizon = 0;

		open_course(&c, 3, mode);
		while (run_line(c.r)) {
			assert_true(c.r->m->horizon_ns >= horizon);
			horizon = c.r->m->horizon_ns;
		}
		course_done(&c);
	}
}

static void test_schedule__manual_runs_the_picked_cpu_while_it_can(void **state)
{
	struct course c;

	open_course(&c, 3, MODE_MANUAL);
	assert_int_equal(schedule_next(c.r->m), 0);	/* by time */
	put(c.r, pick_input(2, NONE));
	while (cpu_at(c.r->m, 2)->state == CPU_RUNNABLE) {
		run_line(c.r);
		assert_int_equal(c.r->m->last.cpu, 2);
	}
	run_line(c.r);
	assert_int_equal(c.r->m->last.cpu, 0);
	assert_false(run_ended(c.r));
	course_done(&c);
}

static void test_schedule__same_again_after_going_back(void **state)
{
	for (enum mode mode = MODE_TIME; mode < MODE_N; mode++) {
		struct course c;
		u16 cpu[100];

		open_course(&c, 3, mode);
		for (int i = 0; i < 100; i++) {
			run_line(c.r);
			cpu[i] = c.r->m->last.cpu;
		}
		for (u64 k = 100; k-- > 0;) {
			run_seek(c.r, k);
			run_line(c.r);
			assert_int_equal(c.r->m->last.cpu, cpu[k]);
		}
		course_done(&c);
	}
}

static void test_schedule__next_ns_tells_and_changes_nothing(void **state)
{
	for (enum mode mode = MODE_TIME; mode < MODE_N; mode++) {
		struct course c;

		open_course(&c, 3, mode);
		while (!run_ended(c.r)) {
			u64 before = digest(c.r);
			u64 next = schedule_next_ns(c.r->m);

			assert_int_equal(digest(c.r), before);
			run_line(c.r);
			assert_int_equal(c.r->m->horizon_ns, next);
		}
		course_done(&c);
	}
}

static void test_schedule__nobody_can_run(void **state)
{
	struct course c;

	course_init(&c, 2);
	c.s.workload = WORKLOAD_NONE;
	course_start(&c, 0, 0);
	assert_int_equal(schedule_next(c.r->m), NONE);
	assert_true(schedule_next_ns(c.r->m) == UINT64_MAX);
	course_done(&c);
}

/* A sync on a CPU that must wait for the lock: the holder goes on, and it alone. */
static void test_schedule__focus_lets_the_holder_go_on(void **state)
{
	struct course c;
	unsigned operator;

	open_course(&c, 3, MODE_MANUAL);
	put(c.r, pick_input(1, NONE));
	while (strcmp(standing_on(c.r, 1), "fold"))
		run_line(c.r);
	operator = task_operator(c.r->m, 2);
	put(c.r, operation_input(OPERATION_SYNC, 2, 0, true));
	run_line(c.r);
	assert_int_equal(task_at(c.r->m, operator)->state, TASK_SPINNING);
	while (c.r->m->focus != NONE) {
		run_line(c.r);
		assert_true(c.r->m->last.task == operator ||
			c.r->m->last.task == 1);
		assert_int_equal(c.r->m->last.task,
			lock_of(c.r->m, 0)->holder == 1 ||
			c.r->m->last.moved == operator ? 1 : operator);
	}
	course_done(&c);
}

/* Writing the policy waits for every CPU's kworker; processes get on no further
 * than to where they can be preempted. */
static void test_schedule__focus_lets_kworkers_work(void **state)
{
	for (u64 at = 0; at < 90; at++) {
		struct course c;
		u64 lines[3];

		open_course(&c, 3, MODE_TIME);
		run_lines(c.r, at);
		for (unsigned i = 0; i < 3; i++)
			lines[i] = task_at(c.r->m, i)->lines;
		put(c.r, operation_input(OPERATION_POLICY, 0, POLICY_NEVER,
			true));
		while (c.r->m->focus != NONE) {
			u16 task;

			assert_true(run_line(c.r));
			task = c.r->m->last.task;
			if (task < 3)
				assert_true(task_at(c.r->m, task)->lines -
					lines[task] < 12);
		}
		assert_int_equal(get(c.r, "overcommit.policy"), POLICY_NEVER);
		assert_int_equal(get(c.r, "work.pending"), 0);
		course_done(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_schedule__time_takes_the_smallest_clock),
		cmocka_unit_test(
			test_schedule__round_robin_in_order_of_number),
		cmocka_unit_test(test_schedule__random_takes_everyone_by_seed),
		cmocka_unit_test(test_schedule__time_never_goes_back),
		cmocka_unit_test(
			test_schedule__manual_runs_the_picked_cpu_while_it_can),
		cmocka_unit_test(test_schedule__same_again_after_going_back),
		cmocka_unit_test(
			test_schedule__next_ns_tells_and_changes_nothing),
		cmocka_unit_test(test_schedule__nobody_can_run),
		cmocka_unit_test(test_schedule__focus_lets_the_holder_go_on),
		cmocka_unit_test(test_schedule__focus_lets_kworkers_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
