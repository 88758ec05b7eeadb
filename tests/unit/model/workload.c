/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the workloads: will-it-scale's mmap1 with its cliff (A8), and the
 * processes of the policy switch.
 */
#include "rig.h"

static void mmap1(struct rig *r, unsigned cpus, s64 pages, s64 batch,
	s64 iterations)
{
	rig_init(r, cpus);
	r->s.workload = WORKLOAD_MMAP1;
	r->s.value[PARAM_MAPPING_PAGES] = pages;
	r->s.value[PARAM_BATCH] = batch;
	r->s.value[PARAM_ITERATIONS] = iterations;
	rig_start(r);
}

/* From drained slots: two locks an iteration, or none. */
static void test_workload__A8_cliff_from_drained_slots(void **state)
{
	static const s64 batch[] = { 1024, 32768, 32769, 65536 };
	static const s64 locks[] = { 2, 2, 0, 0 };

	for (int i = 0; i < 4; i++) {
		struct rig r;

		mmap1(&r, 4, 32768, batch[i], 50);
		rig_run(&r);
		assert_value(&r, "vm_committed_as.lock.taken", locks[i] * 200);
		assert_value(&r, "vm_committed_as.updates", 400);
		assert_value(&r, "workload.iterations", 200);
		assert_value(&r, "vm_committed_as.sum", 0);
		assert_value(&r, "cpu[3].mapped", 0);
		assert_true(machine_finished(r.m));
		rig_done(&r);
	}
}

/* Folds of one iteration on a CPU whose slot was s, every s and batch. */
static void test_workload__A8_cliff_from_any_slot(void **state)
{
	enum { PAGES = 6, N = 8 };

	for (s64 batch = 1; batch < 20; batch++)
		for (s64 s = 0; s < 14; s++) {
			struct rig r;
			s64 folds = 0;

			mmap1(&r, 1, PAGES, batch, N);
			rig_put(&r, 0, SLOTS(s));
			rig_run(&r);
			if (batch <= PAGES && s + PAGES >= batch)
				folds = 2 * N;
			else if (batch > PAGES && batch <= s + PAGES)
				folds = 1;	/* then −PAGES to 0, no lock */
			assert_value(&r, "vm_committed_as.folds", folds);
			assert_value(&r, "vm_committed_as.sum", s);
			rig_done(&r);
		}
}

static void test_workload__A8_one_warm_up_fold(void **state)
{
	struct rig r;

	mmap1(&r, 1, 32768, 40000, 3);
	rig_put(&r, 0, SLOTS(10000));
	rig_until(&r, 0, "do_munmap:vma");
	rig_holds(&r, 42768, SLOTS(0));
	for (int i = 0; i < 2; i++) {
		rig_until(&r, 0, "mmap1:each");
		rig_holds(&r, 42768, SLOTS(-32768));
		rig_until(&r, 0, "do_munmap:vma");
		rig_holds(&r, 42768, SLOTS(0));
	}
	assert_value(&r, "vm_committed_as.folds", 1);
	rig_done(&r);
}

/* All between mmap and munmap with local adds: the count misses them all. */
static void test_workload__A8_what_the_count_misses(void **state)
{
	struct rig r;

	mmap1(&r, 144, 32768, 87381, 1);
	for (unsigned cpu = 0; cpu < 144; cpu++)
		rig_until(&r, cpu, "do_munmap:vma");
	assert_value(&r, "vm_committed_as.count", 0);
	assert_value(&r, "vm_committed_as.drift", 4718592);	/* 18 GiB */
	rig_run(&r);
	assert_value(&r, "vm_committed_as.drift", 0);
	rig_done(&r);
}

static void test_workload__a_refused_mmap_ends_the_process(void **state)
{
	struct rig r;

	rig_init(&r, 2);
	r.s.workload = WORKLOAD_MMAP1;
	r.s.value[PARAM_MAPPING_PAGES] = 100;
	r.s.value[PARAM_ITERATIONS] = 5;
	r.s.value[PARAM_POLICY] = POLICY_NEVER;
	r.s.value[PARAM_BATCH] = 1;
	r.s.value[PARAM_KBYTES] = 4 * 150;
	rig_start(&r);
	rig_run(&r);
	assert_true(rig_get(&r, "workload.iterations") < 10);
	assert_true(rig_get(&r, "overcommit.denied") > 0);
	assert_int_equal(task_at(r.m, 0)->failed + task_at(r.m, 1)->failed,
		rig_get(&r, "overcommit.denied"));
	assert_value(&r, "vm_committed_as.sum", 0);
	assert_value(&r, "overcommit.over_limit", 0);
	assert_true(machine_finished(r.m));
	rig_done(&r);
}

static void test_workload__no_iterations_end_at_once(void **state)
{
	struct rig r;

	mmap1(&r, 3, 10, 0, 0);
	assert_false(machine_finished(r.m));
	rig_run(&r);
	assert_true(machine_finished(r.m));
	assert_value(&r, "workload.iterations", 0);
	assert_value(&r, "steps", 6);
	rig_done(&r);
}

static void test_workload__admin_waits_for_all_mappers(void **state)
{
	for (unsigned cpus = 1; cpus < 5; cpus++) {
		struct rig r;

		rig_init(&r, cpus);
		r.s.workload = WORKLOAD_POLICY_SWITCH;
		r.s.value[PARAM_SLOT_PAGES] = 20;
		r.s.value[PARAM_REQUEST_PAGES] = 7;
		rig_start(&r);
		assert_value(&r, "workload.processes", cpus);
		for (unsigned cpu = cpus; cpu-- > 1;) {
			if (cpu_at(r.m, 0)->state == CPU_RUNNABLE)
				rig_step(&r, 0);
			assert_int_equal(cpu_at(r.m, 0)->state, CPU_IDLE);
			rig_finish(&r, cpu);
		}
		assert_string_equal(rig_at(&r, 0), "admin:wait");
		rig_run(&r);
		assert_value(&r, "vm_committed_as.sum", 20 * ((s64)cpus - 1) + 7);
		assert_value(&r, "cpu[0].mapped", 7);
		rig_done(&r);
	}
}

static void test_workload__sizes_are_parameters(void **state)
{
	struct rig r;

	mmap1(&r, 2, INT64_C(1) << 31, 0, 2);
	assert_value(&r, "mapping_pages", INT64_C(1) << 31);
	assert_value(&r, "cpus", 2);
	rig_run(&r);
	assert_value(&r, "overcommit.denied", 0);
	assert_int_equal(task_at(r.m, 0)->failed, 1);	/* guess: absurd */
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_workload__A8_cliff_from_drained_slots),
		cmocka_unit_test(test_workload__A8_cliff_from_any_slot),
		cmocka_unit_test(test_workload__A8_one_warm_up_fold),
		cmocka_unit_test(test_workload__A8_what_the_count_misses),
		cmocka_unit_test(test_workload__a_refused_mmap_ends_the_process),
		cmocka_unit_test(test_workload__no_iterations_end_at_once),
		cmocka_unit_test(test_workload__admin_waits_for_all_mappers),
		cmocka_unit_test(test_workload__sizes_are_parameters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
