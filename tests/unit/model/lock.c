/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the lock: a queue served in order, its counts, what a handoff costs.
 */
#include "rig.h"

#define LOCK "percpu_counter_add_batch:lock"
#define TAKEN "vm_committed_as.lock.taken"
#define CONTENDED "vm_committed_as.lock.contended"

/* Every CPU stands on its lock line; every line costs 1 but these. */
static void at_the_lock(struct rig *r, unsigned cpus, u32 lock_ns, u32 mean_ns)
{
	rig_init(r, cpus);
	r->s.value[PARAM_BATCH] = 1;
	r->s.cost_ns[COST_LOCK] = lock_ns;
	r->s.topology.mean_ns = mean_ns;
	rig_start(r);
	for (unsigned cpu = 0; cpu < cpus; cpu++) {
		rig_begin(r, OPERATION_ADD, cpu, 5);
		rig_until(r, cpu, LOCK);
	}
}

static void test_lock__who_comes_first_is_served_first(void **state)
{
	struct rig r;
	static const unsigned order[] = { 2, 0, 3, 1 };

	at_the_lock(&r, 4, 1, 0);
	assert_value(&r, "vm_committed_as.lock.holder", -1);
	for (unsigned i = 0; i < 4; i++) {
		rig_step(&r, order[i]);
		assert_value(&r, "vm_committed_as.lock.holder", 2);
		assert_value(&r, "vm_committed_as.lock.waiters", i);
	}
	assert_value(&r, "cpu[2].waits", 0);
	assert_value(&r, "cpu[0].waits", 1);
	assert_int_equal(r.m->ring_n, 1);	/* waiters can't run a line */
	for (unsigned i = 0; i < 4; i++) {
		assert_value(&r, "vm_committed_as.lock.holder", order[i]);
		assert_value(&r, "vm_committed_as.lock.waiters", 3 - i);
		rig_until(&r, order[i], "percpu_counter_add_batch:preempt_on");
	}
	assert_value(&r, "vm_committed_as.lock.holder", -1);
	assert_value(&r, TAKEN, 4);
	assert_value(&r, CONTENDED, 3);
	rig_run(&r);
	assert_value(&r, "vm_committed_as.count", 20);
	rig_done(&r);
}

/* The event tells that a lock line had to wait, and whom an unlock served. */
static void test_lock__event_tells_of_waiting_and_handoff(void **state)
{
	struct rig r;

	at_the_lock(&r, 2, 1, 0);
	rig_step(&r, 0);
	assert_int_equal(r.m->last.answer, 0);
	rig_step(&r, 1);
	assert_int_equal(r.m->last.answer, 1);
	assert_int_equal(r.m->last.moved, NONE);
	rig_until(&r, 0, "percpu_counter_add_batch:preempt_on");
	assert_int_equal(r.m->last.moved, task_operator(r.m, 1));
	assert_string_equal(rig_at(&r, 1), "percpu_counter_add_batch:fold");
	rig_done(&r);
}

/* From one holder's first line to the next one's: the lock line's cost, the
 * lines between, the unlock's; with a transfer in lock, fold and unlock. */
static void test_lock__service_is_the_lines_and_three_transfers(void **state)
{
	struct rig r;
	u64 start[5];

	rig_init(&r, 5);
	r.s.value[PARAM_BATCH] = 1;
	r.s.cost_ns[COST_LOCK] = 10;
	r.s.cost_ns[COST_LOCKED_ADD] = 10;
	r.s.cost_ns[COST_PERCPU_ADD] = 1;
	r.s.cost_ns[COST_UNLOCK] = 9;
	r.s.topology.mean_ns = 108;
	rig_start(&r);
	for (unsigned cpu = 0; cpu < 5; cpu++)
		rig_begin(&r, OPERATION_ADD, cpu, 5);
	while (r.m->ring_n) {
		unsigned cpu = ring_entry(r.m, 0)->cpu;

		if (!strcmp(rig_at(&r, cpu), "percpu_counter_add_batch:fold"))
			start[cpu] = cpu_at(r.m, cpu)->clock_ns;
		rig_step(&r, cpu);
	}
	for (unsigned cpu = 1; cpu < 5; cpu++)
		assert_int_equal(start[cpu] - start[cpu - 1], 30 + 3 * 108);
	rig_done(&r);
}

static void test_lock__time_waited(void **state)
{
	struct rig r;
	u64 since, until;

	at_the_lock(&r, 2, 7, 0);
	rig_step(&r, 0);
	since = cpu_at(r.m, 1)->clock_ns;
	rig_step(&r, 1);
	assert_value(&r, "vm_committed_as.lock.wait_ns", 0);
	rig_until(&r, 0, "percpu_counter_add_batch:preempt_on");
	until = cpu_at(r.m, 0)->clock_ns;
	assert_value(&r, "vm_committed_as.lock.wait_ns", until - since);
	assert_int_equal(cpu_at(r.m, 1)->clock_ns, until + 7);
	rig_done(&r);
}

static void test_lock__transfer_by_distance(void **state)
{
	/* 8 CPUs, 2 threads a core, 2 cores a socket: cores 0 1 | 2 3 */
	static const u32 ns[] = { 1, 20, 300, 4000 };
	static const unsigned level[8] = { 0, 2, 3, 3, 1, 2, 3, 3 };

	for (unsigned cpu = 0; cpu < 8; cpu++) {
		struct rig r;
		u64 before;

		rig_init(&r, 8);
		r.s.value[PARAM_BATCH] = 1;
		r.s.topology = (struct topology){ .matrix = true, .threads = 2,
			.cores = 2, .level_ns = { 1, 20, 300, 4000 } };
		rig_start(&r);
		rig_do(&r, OPERATION_ADD, 0, 5);
		rig_begin(&r, OPERATION_ADD, cpu, 5);
		rig_until(&r, cpu, LOCK);
		before = cpu_at(r.m, cpu)->clock_ns;
		rig_step(&r, cpu);
		assert_int_equal(cpu_at(r.m, cpu)->clock_ns - before,
			1 + ns[level[cpu]]);
		before = cpu_at(r.m, cpu)->clock_ns;
		rig_step(&r, cpu);		/* the line is here now */
		assert_int_equal(cpu_at(r.m, cpu)->clock_ns - before, 2);
		rig_done(&r);
	}
}

static void test_lock__fewer_cpus_than_threads(void **state)
{
	struct rig r;

	rig_init(&r, 1);
	r.s.value[PARAM_BATCH] = 1;
	r.s.topology = (struct topology){ .matrix = true, .threads = 4,
		.cores = 2, .level_ns = { 1, 2, 3, 4 } };
	rig_start(&r);
	rig_do(&r, OPERATION_ADD, 0, 5);
	rig_do(&r, OPERATION_ADD, 0, 5);
	assert_value(&r, TAKEN, 2);
	rig_done(&r);
}

/* Who holds or waits can't be preempted. */
static void test_lock__holder_and_waiter_stay_on_their_cpus(void **state)
{
	struct rig r;

	at_the_lock(&r, 2, 1, 0);
	rig_step(&r, 0);
	rig_step(&r, 1);
	assert_true(task_at(r.m, task_operator(r.m, 0))->preempt_off > 0);
	assert_true(task_at(r.m, task_operator(r.m, 1))->preempt_off > 0);
	task_start(r.m, task_kworker(r.m, 1), PROC_WORKER_THREAD, NULL, 0);
	task_queue(r.m, task_kworker(r.m, 1), 0, true);
	assert_false(cpu_switch_to(r.m, 1, task_kworker(r.m, 1)));
	rig_until(&r, 0, "percpu_counter_add_batch:preempt_on");
	rig_until(&r, 1, "worker_thread:each");		/* once it is on again */
	assert_int_equal(task_at(r.m, task_operator(r.m, 1))->preempt_off, 0);
	assert_int_equal(task_at(r.m, task_operator(r.m, 1))->state, TASK_QUEUED);
	rig_done(&r);
}

/* Equal clocks: the lower number first, so the run is the same everywhere. */
static void test_lock__ties_go_by_number(void **state)
{
	struct rig r;

	rig_init(&r, 6);
	r.s.workload = WORKLOAD_MMAP1;
	r.s.value[PARAM_BATCH] = 1;
	r.s.value[PARAM_ITERATIONS] = 1;
	rig_start(&r);
	for (unsigned i = 0; i < 30; i++) {
		assert_int_equal(ring_entry(r.m, 0)->cpu, i % 6);
		rig_step(&r, i % 6);
	}
	while (rig_get(&r, "vm_committed_as.lock.holder") == -1)
		rig_step(&r, ring_entry(r.m, 0)->cpu);
	assert_value(&r, "vm_committed_as.lock.holder", 0);
	rig_run(&r);
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lock__who_comes_first_is_served_first),
		cmocka_unit_test(test_lock__event_tells_of_waiting_and_handoff),
		cmocka_unit_test(test_lock__service_is_the_lines_and_three_transfers),
		cmocka_unit_test(test_lock__time_waited),
		cmocka_unit_test(test_lock__transfer_by_distance),
		cmocka_unit_test(test_lock__fewer_cpus_than_threads),
		cmocka_unit_test(test_lock__holder_and_waiter_stay_on_their_cpus),
		cmocka_unit_test(test_lock__ties_go_by_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
