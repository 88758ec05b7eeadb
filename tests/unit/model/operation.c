/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the sandbox operations: what each does, and when it is refused.
 */
#include "rig.h"

static const char *refused(struct rig *r, enum operation op, unsigned cpu,
	s64 value)
{
	return operation_refused(r->m, op, cpu, value);
}

static void test_operation__each_does_its_procedure(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 100);
	rig_do(&r, OPERATION_ADD, 1, 30);
	rig_holds(&r, 0, SLOTS(0, 30));
	rig_do(&r, OPERATION_SYNC, 1, 0);
	rig_holds(&r, 30, SLOTS(0, 0));
	assert_int_equal(rig_do(&r, OPERATION_MAP, 0, 20), 0);
	assert_value(&r, "cpu[0].mapped", 20);
	assert_int_equal(rig_do(&r, OPERATION_SUM, 1, 0), 50);
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 1, 50), 0);
	rig_do(&r, OPERATION_UNMAP, 0, 15);
	assert_value(&r, "cpu[0].mapped", 5);
	assert_value(&r, "vm_committed_as.sum", 35);
	rig_do(&r, OPERATION_POLICY, 0, POLICY_ALWAYS);
	assert_value(&r, "overcommit.policy", POLICY_ALWAYS);
	rig_do(&r, OPERATION_OFFLINE, 0, 0);
	assert_value(&r, "cpu[0].online", 0);
	rig_do(&r, OPERATION_ONLINE, 0, 0);
	assert_value(&r, "cpu[0].online", 1);
	rig_done(&r);
}

static void test_operation__refusals_name_the_reason(void **state)
{
	s64 most = INT64_C(1) << 40;
	struct rig r;

	rig_sandbox(&r, 2, 100);
	for (int op = 0; op < OPERATION_N; op++)
		assert_non_null(refused(&r, (enum operation)op, 2, 0));
	assert_null(refused(&r, OPERATION_ADD, 0, most));
	assert_null(refused(&r, OPERATION_ADD, 0, -most));
	assert_non_null(refused(&r, OPERATION_ADD, 0, most + 1));
	assert_non_null(refused(&r, OPERATION_ADD, 0, -most - 1));
	assert_non_null(refused(&r, OPERATION_ADD, 0, INT64_MIN));
	assert_non_null(refused(&r, OPERATION_MAP, 0, -1));
	assert_non_null(refused(&r, OPERATION_UNMAP, 0, 1));	/* nothing mapped */
	rig_do(&r, OPERATION_MAP, 0, 5);
	assert_null(refused(&r, OPERATION_UNMAP, 0, 5));
	assert_non_null(refused(&r, OPERATION_UNMAP, 0, 6));
	assert_non_null(refused(&r, OPERATION_UNMAP, 1, 1));
	/* the kernel judges a policy itself */
	assert_null(refused(&r, OPERATION_POLICY, 0, INT64_MIN));
	rig_begin(&r, OPERATION_ADD, 0, 1);
	assert_string_equal(refused(&r, OPERATION_ADD, 0, 1),
		"that CPU's last operation has not ended yet");
	assert_null(refused(&r, OPERATION_ADD, 1, 1));
	rig_done(&r);
}

static void test_operation__offline_and_online(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 100);
	assert_non_null(refused(&r, OPERATION_ONLINE, 0, 0));
	rig_begin(&r, OPERATION_ADD, 1, 1);
	assert_string_equal(refused(&r, OPERATION_OFFLINE, 1, 0),
		"that CPU's last operation has not ended yet");
	assert_non_null(refused(&r, OPERATION_OFFLINE, 0, 0)); /* 1 would run it */
	rig_run(&r);
	rig_begin(&r, OPERATION_OFFLINE, 1, 0);
	assert_string_equal(refused(&r, OPERATION_ADD, 1, 1),
		"that CPU is going offline");
	assert_string_equal(refused(&r, OPERATION_ONLINE, 1, 0),
		"that CPU is going offline");
	assert_string_equal(refused(&r, OPERATION_OFFLINE, 0, 0),
		"that CPU's last operation has not ended yet");
	rig_run(&r);
	assert_string_equal(refused(&r, OPERATION_ADD, 1, 1),
		"that CPU is offline");
	assert_string_equal(refused(&r, OPERATION_OFFLINE, 0, 0),
		"it is the last CPU that is online");
	assert_null(refused(&r, OPERATION_ONLINE, 1, 0));
	rig_done(&r);
}

static void test_operation__a_cpu_with_a_process_stays_online(void **state)
{
	struct rig r;

	rig_init(&r, 2);
	r.s.workload = WORKLOAD_MMAP1;
	rig_start(&r);
	assert_string_equal(refused(&r, OPERATION_OFFLINE, 1, 0),
		"tasks still run on that CPU");
	rig_run(&r);
	assert_null(refused(&r, OPERATION_OFFLINE, 1, 0));
	rig_done(&r);
}

/* A kworker that has done its work does not keep its CPU online. */
static void test_operation__offline_right_after_a_policy(void **state)
{
	struct rig r;

	rig_sandbox(&r, 3, 100);
	rig_begin(&r, OPERATION_POLICY, 0, POLICY_NEVER);
	while (r.m->operators_left)
		rig_step(&r, ring_entry(r.m, 0)->cpu);
	for (unsigned cpu = 1; cpu < 3; cpu++) {
		assert_null(refused(&r, OPERATION_OFFLINE, cpu, 0));
		rig_do(&r, OPERATION_OFFLINE, cpu, 0);
	}
	rig_done(&r);
}

/* It comes before a running process, and after it the process goes on. */
static void test_operation__comes_first_on_a_busy_cpu(void **state)
{
	struct rig r;
	u64 steps;

	rig_init(&r, 1);
	r.s.workload = WORKLOAD_MMAP1;
	r.s.value[PARAM_ITERATIONS] = 100;
	rig_start(&r);
	rig_until(&r, 0, "mmap_region:enough");
	rig_begin(&r, OPERATION_ADD, 0, 7);
	assert_int_equal(cpu_at(r.m, 0)->current, task_operator(r.m, 0));
	for (steps = r.m->steps; r.m->operators_left; rig_step(&r, 0))
		assert_int_equal(cpu_at(r.m, 0)->current,
			task_operator(r.m, 0));
	assert_true(r.m->steps - steps < 20);
	assert_string_equal(rig_at(&r, 0), "mmap_region:enough");
	rig_until(&r, 0, "percpu_counter_add_batch:read");
	rig_begin(&r, OPERATION_ADD, 0, 7);	/* preemption is off: in a moment */
	assert_int_equal(cpu_at(r.m, 0)->current, 0);
	rig_until(&r, 0, "vm_acct_memory:add");
	assert_int_equal(cpu_at(r.m, 0)->current, task_operator(r.m, 0));
	rig_run(&r);
	assert_value(&r, "vm_committed_as.sum", 14);
	rig_done(&r);
}

static void test_operation__focus_ends_with_it(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 100);
	operation_start(r.m, OPERATION_ADD, 1, 7, true);
	assert_int_equal(r.m->focus, task_operator(r.m, 1));
	rig_run(&r);
	assert_int_equal(r.m->focus, NONE);
	assert_int_equal(r.m->operators_left, 0);
	rig_done(&r);
}

/* A CPU that starts late is not in the past of the others. */
static void test_operation__starts_at_the_horizon(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 100);
	rig_do(&r, OPERATION_SUM, 0, 0);
	rig_begin(&r, OPERATION_ADD, 1, 1);
	assert_int_equal(cpu_at(r.m, 1)->clock_ns, r.m->horizon_ns);
	rig_done(&r);
}

/* Counters and memory on one machine: each takes its own operations. */
static void test_operation__all_parts_of_one_machine(void **state)
{
	struct rig r;

	rig_init(&r, 2);
	r.s.parts = PART_COUNTER | PART_OVERCOMMIT | PART_MEMORY;
	r.s.features |= IN_DONTNEED;
	r.s.workload = WORKLOAD_MMAP1;
	r.s.value[PARAM_ITERATIONS] = 0;
	r.s.value[PARAM_RAM_PAGES] = 64;
	r.s.value[PARAM_MIN_FREE_KBYTES] = 32;
	r.s.value[PARAM_PROCESSES] = 1;
	r.s.value[PARAM_REGION_PAGES] = 4;
	rig_start(&r);
	rig_run(&r);
	rig_do(&r, OPERATION_ADD, 1, 7);
	assert_value(&r, "vm_committed_as.sum", 7);
	rig_do(&r, OPERATION_TOUCH, 0, 3);
	assert_value(&r, "workload.page_writes", 3);
	assert_string_equal(refused(&r, OPERATION_TOUCH, 1, 3),
		"that process has no region");
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_operation__each_does_its_procedure),
		cmocka_unit_test(test_operation__refusals_name_the_reason),
		cmocka_unit_test(test_operation__offline_and_online),
		cmocka_unit_test(test_operation__a_cpu_with_a_process_stays_online),
		cmocka_unit_test(test_operation__offline_right_after_a_policy),
		cmocka_unit_test(test_operation__comes_first_on_a_busy_cpu),
		cmocka_unit_test(test_operation__focus_ends_with_it),
		cmocka_unit_test(test_operation__starts_at_the_horizon),
		cmocka_unit_test(test_operation__all_parts_of_one_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
