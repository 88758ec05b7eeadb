/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of tasks and CPUs: run queues, urgency, switching, waking, the ring.
 */
#include "rig.h"

static const s64 pages[] = { 3 };

/* Queues an operation's task by hand, not urgent. */
static void queue(struct rig *r, unsigned task, bool urgent)
{
	task_start(r->m, task, PROC_VM_ACCT_MEMORY, pages, 1);
	if (task_at(r->m, task)->kind == TASK_OPERATOR)
		r->m->operators_left++;
	task_queue(r->m, task, r->m->horizon_ns, urgent);
	rig_checked(r);
}

/* Two processes and their CPUs, each at its first line. */
static void processes(struct rig *r, unsigned cpus)
{
	rig_init(r, cpus);
	r->s.workload = WORKLOAD_MMAP1;
	r->s.value[PARAM_ITERATIONS] = 2;
	rig_start(r);
}

static void test_task__numbers(void **state)
{
	struct rig r;

	processes(&r, 3);
	assert_int_equal(r.m->n_tasks, 9);
	for (unsigned cpu = 0; cpu < 3; cpu++) {
		assert_int_equal(task_kworker(r.m, cpu), 3 + cpu);
		assert_int_equal(task_operator(r.m, cpu), 6 + cpu);
		assert_int_equal(task_at(r.m, cpu)->kind, TASK_PROCESS);
		assert_int_equal(task_at(r.m, 3 + cpu)->kind, TASK_KWORKER);
		assert_int_equal(task_at(r.m, 6 + cpu)->kind, TASK_OPERATOR);
		for (unsigned t = cpu; t < 9; t += 3)
			assert_int_equal(task_at(r.m, t)->cpu, cpu);
	}
	rig_done(&r);
	rig_sandbox(&r, 2, 0);
	assert_int_equal(r.m->n_tasks, 4);
	assert_int_equal(task_kworker(r.m, 1), 1);
	assert_null(task_frame(r.m, 1));
	rig_done(&r);
}

static void test_task__who_is_not_urgent_waits_for_the_end(void **state)
{
	struct rig r;

	processes(&r, 1);
	queue(&r, task_operator(r.m, 0), false);
	while (task_at(r.m, 0)->state != TASK_IDLE) {
		assert_int_equal(cpu_at(r.m, 0)->current, 0);
		rig_step(&r, 0);
	}
	assert_int_equal(cpu_at(r.m, 0)->current, task_operator(r.m, 0));
	rig_run(&r);
	assert_value(&r, "vm_committed_as.sum", 3);
	rig_done(&r);
}

/* The urgent task is next once preemption is on, then the one it displaced,
 * then who was waiting before. */
static void test_task__urgent_then_preempted_then_the_queue(void **state)
{
	struct rig r;
	unsigned op, worker;
	u64 before = 0;

	processes(&r, 1);
	r.m->cost_ns[COST_SWITCH] = 1000;
	op = task_operator(r.m, 0);
	worker = task_kworker(r.m, 0);
	rig_until(&r, 0, "percpu_counter_add_batch:read");
	queue(&r, op, false);
	queue(&r, worker, true);
	assert_int_equal(cpu_at(r.m, 0)->queue_first, worker);
	while (task_at(r.m, 0)->preempt_off) {
		assert_int_equal(cpu_at(r.m, 0)->current, 0);
		before = cpu_at(r.m, 0)->clock_ns;
		rig_step(&r, 0);
	}
	assert_int_equal(cpu_at(r.m, 0)->current, worker);
	assert_int_equal(cpu_at(r.m, 0)->clock_ns, before + 1 + 1000);
	assert_int_equal(cpu_at(r.m, 0)->queue_first, 0);
	while (task_at(r.m, worker)->state != TASK_IDLE)
		rig_step(&r, 0);
	assert_int_equal(cpu_at(r.m, 0)->current, 0);
	while (task_at(r.m, 0)->state != TASK_IDLE)
		rig_step(&r, 0);
	assert_int_equal(cpu_at(r.m, 0)->current, op);
	rig_run(&r);
	rig_done(&r);
}

static void test_task__a_kworker_goes_on_to_its_end(void **state)
{
	struct rig r;

	rig_sandbox(&r, 1, 100);
	queue(&r, task_kworker(r.m, 0), false);
	rig_step(&r, 0);
	queue(&r, task_operator(r.m, 0), true);
	while (task_at(r.m, task_kworker(r.m, 0))->state != TASK_IDLE) {
		assert_int_equal(cpu_at(r.m, 0)->current,
			task_kworker(r.m, 0));
		rig_step(&r, 0);
	}
	rig_run(&r);
	assert_value(&r, "vm_committed_as.sum", 6);
	rig_done(&r);
}

static void test_task__switching_by_hand(void **state)
{
	struct rig r;
	unsigned op, worker;

	processes(&r, 2);
	op = task_operator(r.m, 0);
	worker = task_kworker(r.m, 0);
	assert_false(cpu_switch_to(r.m, 0, op));	/* not queued */
	queue(&r, op, false);
	queue(&r, worker, false);
	assert_false(cpu_switch_to(r.m, 1, op));	/* another CPU's */
	assert_true(cpu_switch_to(r.m, 0, worker));	/* the last in line */
	rig_checked(&r);
	assert_int_equal(cpu_at(r.m, 0)->current, worker);
	assert_int_equal(cpu_at(r.m, 0)->queue_first, 0);	/* is next */
	assert_int_equal(cpu_at(r.m, 0)->queue_last, op);
	assert_true(cpu_switch_to(r.m, 0, op));		/* the last again */
	rig_checked(&r);
	assert_int_equal(cpu_at(r.m, 0)->queue_first, worker);
	assert_int_equal(cpu_at(r.m, 0)->queue_last, 0);
	rig_until(&r, 0, "percpu_counter_add_batch:read");
	assert_false(cpu_switch_to(r.m, 0, worker));	/* preemption is off */
	rig_run(&r);
	assert_value(&r, "vm_committed_as.sum", 6);
	rig_done(&r);
}

static void test_task__choices_are_all_that_can_run(void **state)
{
	struct rig r;
	struct choice c[8];

	processes(&r, 2);
	assert_int_equal(machine_choices(r.m, c, 8), 2);
	queue(&r, task_operator(r.m, 0), false);
	queue(&r, task_kworker(r.m, 0), false);
	assert_int_equal(machine_choices(r.m, c, 8), 4);
	assert_int_equal(c[0].task, 0);
	assert_int_equal(c[1].task, task_operator(r.m, 0));
	assert_int_equal(c[2].task, task_kworker(r.m, 0));
	assert_int_equal(c[3].cpu, 1);
	assert_int_equal(machine_choices(r.m, c, 2), 2);	/* no more room */
	machine_step_choice(r.m, &r.p, (struct choice){ 0,
		(u16)task_kworker(r.m, 0) });
	rig_checked(&r);
	assert_int_equal(r.m->last.task, task_kworker(r.m, 0));
	rig_until(&r, 0, "percpu_counter_add_batch:read");
	assert_int_equal(machine_choices(r.m, c, 8), 2);	/* preemption off */
	rig_run(&r);
	assert_int_equal(machine_choices(r.m, c, 8), 0);
	rig_done(&r);
}

/* A task that waits is woken at the waker's time, on its own CPU. */
static void test_task__waiting_and_waking(void **state)
{
	struct rig r;

	rig_init(&r, 2);
	r.s.workload = WORKLOAD_POLICY_SWITCH;
	r.s.value[PARAM_SLOT_PAGES] = 5;
	r.s.value[PARAM_REQUEST_PAGES] = 5;
	rig_start(&r);
	rig_step(&r, 0);
	assert_int_equal(r.m->last.answer, 1);		/* had to wait */
	assert_int_equal(task_at(r.m, 0)->state, TASK_WAITING);
	assert_int_equal(r.m->channel[CHANNEL_MAPPED], 0);
	assert_int_equal(cpu_at(r.m, 0)->state, CPU_IDLE);
	rig_until(&r, 1, "mapper:tell");
	rig_step(&r, 1);
	assert_int_equal(task_at(r.m, 0)->state, TASK_RUNNING);
	assert_int_equal(r.m->channel[CHANNEL_MAPPED], NONE);
	assert_int_equal(cpu_at(r.m, 0)->clock_ns,
		cpu_at(r.m, 1)->clock_ns - 1);
	assert_string_equal(rig_at(&r, 0), "admin:wait");
	rig_step(&r, 0);				/* looks again */
	assert_int_equal(r.m->last.answer, 0);
	rig_run(&r);
	rig_done(&r);
}

/* A writer that shares its CPU with a long process is not held up by it. */
static void test_task__a_woken_writer_does_not_wait_for_the_workload(void **state)
{
	struct rig r;
	unsigned op;

	rig_init(&r, 3);
	r.s.workload = WORKLOAD_MMAP1;
	r.s.value[PARAM_ITERATIONS] = 1000;
	rig_start(&r);
	op = task_operator(r.m, 1);
	rig_begin(&r, OPERATION_POLICY, 1, POLICY_NEVER);
	while (task_at(r.m, op)->state != TASK_IDLE) {
		unsigned cpu = task_helper(r.m, op);

		assert_true(cpu < 3);
		rig_step(&r, cpu);
		assert_true(r.m->steps < 1000);
	}
	assert_value(&r, "overcommit.policy", POLICY_NEVER);
	rig_done(&r);
}

static void test_task__helper_of_each_state(void **state)
{
	struct rig r;

	rig_sandbox(&r, 3, 1);
	assert_int_equal(task_helper(r.m, task_operator(r.m, 0)), NONE);
	rig_begin(&r, OPERATION_ADD, 0, 5);
	rig_begin(&r, OPERATION_ADD, 1, 5);
	assert_int_equal(task_helper(r.m, task_operator(r.m, 0)), 0);
	rig_until(&r, 0, "percpu_counter_add_batch:fold");
	rig_until(&r, 1, "percpu_counter_add_batch:lock");
	rig_step(&r, 1);
	assert_int_equal(task_helper(r.m, task_operator(r.m, 1)), 0);
	queue(&r, task_kworker(r.m, 1), false);	/* behind who spins */
	assert_int_equal(task_helper(r.m, task_kworker(r.m, 1)), 0);
	rig_run(&r);
	rig_begin(&r, OPERATION_POLICY, 2, POLICY_NEVER);
	rig_until(&r, 2, "schedule_on_each_cpu:wait");
	while (task_at(r.m, task_operator(r.m, 2))->state != TASK_WAITING)
		rig_step(&r, 2);
	assert_int_equal(task_helper(r.m, task_operator(r.m, 2)), 0);
	rig_finish(&r, 0);
	assert_int_equal(task_helper(r.m, task_operator(r.m, 2)), 1);
	rig_run(&r);
	rig_done(&r);
}

static void test_task__helper_of_a_writer_waiting_for_a_dying_cpu(void **state)
{
	struct rig r;
	unsigned op;

	rig_sandbox(&r, 3, 100);
	op = task_operator(r.m, 1);
	rig_begin(&r, OPERATION_OFFLINE, 2, 0);
	rig_begin(&r, OPERATION_POLICY, 1, POLICY_NEVER);
	while (task_at(r.m, op)->state != TASK_IDLE) {
		unsigned cpu = task_helper(r.m, op);

		assert_true(cpu < 2);
		rig_step(&r, cpu);
		assert_true(r.m->steps < 1000);
	}
	rig_done(&r);
}

/* The ring against a plain sorted list, under random inserts and removals. */
static void test_task__ring_is_sorted_whatever_happens(void **state)
{
	for (unsigned cpus = 1; cpus < 10; cpus += 4) {
		struct rig r;
		u64 random = cpus;
		bool in[16] = { false };

		rig_sandbox(&r, cpus, 0);
		for (int i = 0; i < 4000; i++) {
			unsigned cpu = rng_below(&random, cpus);

			if (in[cpu]) {
				ring_remove(r.m, cpu);
			} else {
				cpu_of(r.m, cpu)->clock_ns =
					rng_below(&random, 12);
				ring_insert(r.m, cpu);
			}
			ring_remove(r.m, in[cpu] ? cpu : cpus);
			in[cpu] = !in[cpu];
			cpu_of(r.m, cpu)->state = in[cpu] ? CPU_RUNNABLE
							  : CPU_IDLE;
			for (u32 k = 1; k < r.m->ring_n; k++) {
				struct ring_entry *e = ring_entry(r.m, k);

				assert_true(ring_before(ring_entry(r.m, k - 1),
					e->clock_ns, e->cpu));
			}
			cpu_of(r.m, cpu)->current = NONE;
		}
		rig_done(&r);
	}
}

/* A kworker that is due goes before an operation that has just come, and the
 * operation before the process that it displaced. */
static void test_task__a_kworker_that_is_due_stays_due(void **state)
{
	struct rig r;
	unsigned worker, op;

	processes(&r, 2);
	worker = task_kworker(r.m, 1);
	op = task_operator(r.m, 1);
	rig_begin(&r, OPERATION_POLICY, 0, POLICY_NEVER);
	while (!cpu_at(r.m, 1)->work)
		rig_step(&r, 0);
	assert_int_equal(cpu_at(r.m, 1)->resched, 1);
	rig_begin(&r, OPERATION_ADD, 1, 1);
	assert_int_equal(cpu_at(r.m, 1)->current, op);
	rig_step(&r, 1);
	assert_int_equal(cpu_at(r.m, 1)->current, worker);
	while (task_at(r.m, worker)->state != TASK_IDLE)
		rig_step(&r, 1);
	assert_int_equal(cpu_at(r.m, 1)->current, op);
	while (task_at(r.m, op)->state != TASK_IDLE)
		rig_step(&r, 1);
	assert_int_equal(cpu_at(r.m, 1)->current, 1);
	rig_run(&r);
	rig_done(&r);
}

static void test_task__counts_of_lines(void **state)
{
	struct rig r;
	u64 lines = 0, of_tasks = 0;

	processes(&r, 3);
	rig_run(&r);
	for (unsigned cpu = 0; cpu < 3; cpu++)
		lines += cpu_at(r.m, cpu)->lines;
	for (unsigned t = 0; t < r.m->n_tasks; t++)
		of_tasks += task_at(r.m, t)->lines;
	assert_int_equal(lines, r.m->steps);
	assert_int_equal(of_tasks, r.m->steps);
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_task__numbers),
		cmocka_unit_test(test_task__who_is_not_urgent_waits_for_the_end),
		cmocka_unit_test(test_task__urgent_then_preempted_then_the_queue),
		cmocka_unit_test(test_task__a_kworker_goes_on_to_its_end),
		cmocka_unit_test(test_task__switching_by_hand),
		cmocka_unit_test(test_task__choices_are_all_that_can_run),
		cmocka_unit_test(test_task__waiting_and_waking),
		cmocka_unit_test(test_task__a_woken_writer_does_not_wait_for_the_workload),
		cmocka_unit_test(test_task__helper_of_each_state),
		cmocka_unit_test(test_task__helper_of_a_writer_waiting_for_a_dying_cpu),
		cmocka_unit_test(test_task__ring_is_sorted_whatever_happens),
		cmocka_unit_test(test_task__a_kworker_that_is_due_stays_due),
		cmocka_unit_test(test_task__counts_of_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
