/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the policy switch, the holes of A7, one interleaving
 * each, and that the merged order has none of them; A10.13 and A10.14.
 *
 * Constants here: 2 CPUs, 16,384 pages of RAM, so the strict batch is 32 and the
 * loose one 2,048; 4,000 pages allowed.
 */
#include "rig.h"

enum { ENOMEM_ = -12, EINVAL_ = -22, HIDDEN = 2000, REQUEST = 3000 };
#define HANDLER "overcommit_policy_handler"
#define OVER "overcommit.over_limit"

static void order(struct rig *r, u32 features)
{
	rig_init(r, 2);
	r->s.features = IN_BATCH_NEW | features;
	r->s.value[PARAM_RAM_PAGES] = 16384;
	r->s.value[PARAM_KBYTES] = 16000;
	rig_start(r);
	assert_value(r, "vm_committed_as_batch", 2048);
	assert_value(r, "overcommit.limit", 4000);
}

static s64 map(struct rig *r, unsigned cpu, s64 pages)
{
	rig_begin(r, OPERATION_MAP, cpu, pages);
	for (int i = 0; task_at(r->m, task_operator(r->m, cpu))->depth; i++) {
		assert_true(i < 1000);
		rig_step(r, task_helper(r->m, task_operator(r->m, cpu)));
	}
	return task_at(r->m, task_operator(r->m, cpu))->result;
}

/* The whole scenario of the facts, at their size. */
static void switch_run(struct rig *r, u32 features)
{
	rig_init(r, 2);
	r->s.workload = WORKLOAD_POLICY_SWITCH;
	r->s.features = IN_BATCH_NEW | features;
	r->s.value[PARAM_RAM_PAGES] = 4098563;
	r->s.value[PARAM_KBYTES] = 4000000;
	r->s.value[PARAM_SLOT_PAGES] = 400000;
	r->s.value[PARAM_REQUEST_PAGES] = 700000;
	assert_null(setup_conflict(&r->s));
	rig_start(r);
}

static void test_policy_switch__A_10_merged_order_denies(void **state)
{
	struct rig r;

	switch_run(&r, IN_BATCH_SYNC_POLICY);
	rig_until(&r, 1, "mapper:tell");
	rig_holds(&r, 0, SLOTS(0, 400000));
	assert_value(&r, "vm_committed_as_batch", 512320);
	while (strcmp(rig_at(&r, 0), "admin:ask"))
		rig_step(&r, ring_entry(r.m, 0)->cpu);
	rig_holds(&r, 400000, SLOTS(0, 0));
	assert_value(&r, "vm_committed_as_batch", 8005);
	assert_value(&r, "overcommit.limit", 1000000);
	while (strcmp(rig_at(&r, 0), "__vm_enough_memory:check"))
		rig_step(&r, ring_entry(r.m, 0)->cpu);
	rig_holds(&r, 1100000, SLOTS(0, 0));
	rig_run(&r);
	rig_holds(&r, 400000, SLOTS(0, 0));
	assert_value(&r, "overcommit.denied", 1);
	assert_value(&r, "overcommit.admitted", 0);
	assert_value(&r, OVER, 0);
	assert_int_equal(task_at(r.m, 0)->result, ENOMEM_);
	assert_true(machine_finished(r.m));
	rig_done(&r);
}

static void test_policy_switch__A_11_without_sync_admits(void **state)
{
	struct rig r;

	switch_run(&r, IN_POLICY_BATCH);
	rig_run(&r);
	rig_holds(&r, 700000, SLOTS(0, 400000));
	assert_value(&r, "vm_committed_as.sum", 1100000);
	assert_value(&r, "overcommit.admitted", 1);
	assert_value(&r, "overcommit.denied", 0);
	assert_value(&r, OVER, 100000);
	rig_done(&r);
}

/* Run to its end with nothing in between, the two orders that only have a
 * window leave no hole, the others do. */
static void test_policy_switch__plain_runs(void **state)
{
	static const u32 features[] = { IN_BATCH_SYNC_POLICY, IN_POLICY_BATCH,
		IN_POLICY_SYNC_BATCH, IN_SYNC_BATCH_POLICY,
		IN_BATCH_POLICY_SYNC };

	for (int i = 0; i < 5; i++) {
		struct rig r;

		switch_run(&r, features[i]);
		rig_run(&r);
		assert_value(&r, OVER, features[i] == IN_POLICY_BATCH ? 100000 : 0);
		assert_value(&r, "overcommit.policy", POLICY_NEVER);
		assert_value(&r, "vm_committed_as_batch", 8005);
		rig_done(&r);
	}
}

/* A slot that CPU 0 left full; CPU 1 asks in the middle of the write. */
static s64 ask_during(struct rig *r, u32 features, const char *at)
{
	s64 result;

	order(r, features);
	assert_int_equal(map(r, 0, HIDDEN), 0);
	rig_holds(r, 0, SLOTS(HIDDEN, 0));
	rig_begin(r, OPERATION_POLICY, 0, POLICY_NEVER);
	rig_until(r, 0, at);
	result = map(r, 1, REQUEST);
	rig_run(r);
	return result;
}

static void test_policy_switch__A7_policy_batch_leaves_stale_slots(void **state)
{
	struct rig r;

	order(&r, IN_POLICY_BATCH);
	map(&r, 1, HIDDEN);
	rig_do(&r, OPERATION_POLICY, 0, POLICY_NEVER);
	rig_holds(&r, 0, SLOTS(0, HIDDEN));
	assert_int_equal(map(&r, 0, REQUEST), 0);
	assert_value(&r, OVER, HIDDEN + REQUEST - 4000);
	/* twice the strict bound and more, until CPU 1 adds, even 0 pages */
	assert_true(rig_get(&r, "vm_committed_as.drift") >
		2 * rig_get(&r, "vm_committed_as.bound"));
	rig_do(&r, OPERATION_ADD, 1, 0);
	assert_value(&r, "vm_committed_as.drift", 0);
	rig_done(&r);
}

static void test_policy_switch__A7_policy_sync_batch_checks_undrained_slots(
	void **state)
{
	struct rig r;

	assert_int_equal(ask_during(&r, IN_POLICY_SYNC_BATCH,
		HANDLER ":if_never"), 0);
	assert_value(&r, OVER, HIDDEN + REQUEST - 4000);
	rig_done(&r);
}

/* CPU 1 has been synced and fills its slot again, up to the loose batch. */
static void refill(struct rig *r, u32 features)
{
	order(r, features);
	rig_begin(r, OPERATION_POLICY, 0, POLICY_NEVER);
	rig_until(r, 0, "schedule_on_each_cpu:wait");
	rig_finish(r, 1);			/* its kworker */
	assert_int_equal(map(r, 1, HIDDEN), 0);
	rig_run(r);
}

static void test_policy_switch__A7_policy_sync_batch_lets_slots_refill(
	void **state)
{
	struct rig r;

	refill(&r, IN_POLICY_SYNC_BATCH);
	rig_holds(&r, 0, SLOTS(0, HIDDEN));
	assert_value(&r, OVER, 0);
	assert_int_equal(map(&r, 0, REQUEST), 0);	/* survives the write */
	assert_value(&r, OVER, HIDDEN + REQUEST - 4000);
	rig_done(&r);
}

static void test_policy_switch__A7_sync_batch_policy_lets_slots_refill(
	void **state)
{
	struct rig r;

	refill(&r, IN_SYNC_BATCH_POLICY);
	rig_holds(&r, 0, SLOTS(0, HIDDEN));
	assert_value(&r, "overcommit.admitted", 0);	/* only afterwards */
	assert_int_equal(map(&r, 0, REQUEST), 0);
	assert_value(&r, OVER, HIDDEN + REQUEST - 4000);
	rig_done(&r);
}

static void test_policy_switch__A7_batch_policy_sync_has_a_transient_hole(
	void **state)
{
	struct rig r;

	assert_int_equal(ask_during(&r, IN_BATCH_POLICY_SYNC,
		HANDLER ":if_never"), 0);
	assert_value(&r, OVER, HIDDEN + REQUEST - 4000);
	/* nothing stale afterwards */
	rig_holds(&r, HIDDEN + REQUEST, SLOTS(0, 0));
	assert_int_equal(map(&r, 0, REQUEST), ENOMEM_);
	rig_done(&r);
}

/* The same attacks, at every line of the write. */
static void test_policy_switch__A7_merged_order_withstands_them(void **state)
{
	for (int after = 0; after < 200; after++) {
		struct rig r;
		bool unchecked;

		order(&r, IN_BATCH_SYNC_POLICY);
		map(&r, 0, HIDDEN);
		rig_begin(&r, OPERATION_POLICY, 0, POLICY_NEVER);
		for (int i = 0; i < after && r.m->ring_n; i++)
			rig_step(&r, ring_entry(r.m, 0)->cpu);
		unchecked = rig_get(&r, "overcommit.policy") == POLICY_GUESS;
		assert_int_equal(map(&r, 1, REQUEST), unchecked ? 0 : ENOMEM_);
		rig_run(&r);
		assert_int_equal(map(&r, 0, REQUEST), ENOMEM_);
		assert_value(&r, OVER, 0);
		rig_done(&r);
	}
	{
		struct rig r;

		refill(&r, IN_BATCH_SYNC_POLICY);	/* now strict: folds */
		rig_holds(&r, HIDDEN, SLOTS(0, 0));
		assert_int_equal(map(&r, 0, REQUEST), ENOMEM_);
		assert_value(&r, OVER, 0);
		rig_done(&r);
	}
}

/* Loaded early, the loose batch outlives the sync of its CPU. */
static void test_policy_switch__A7_batch_read_early_is_a_residual_hole(
	void **state)
{
	for (int early = 0; early < 2; early++) {
		struct rig r;

		rig_init(&r, 2);
		r.s.value[PARAM_RAM_PAGES] = 16384;
		r.s.value[PARAM_KBYTES] = 16000;
		r.s.value[PARAM_BATCH_READ] = early;
		rig_start(&r);
		rig_begin(&r, OPERATION_MAP, 1, HIDDEN);
		rig_until(&r, 1, "vm_acct_memory:add");
		rig_begin(&r, OPERATION_POLICY, 0, POLICY_NEVER);
		rig_until(&r, 0, "schedule_on_each_cpu:wait");
		rig_step(&r, 1);		/* the call; then its kworker */
		assert_string_equal(rig_at(&r, 1), "worker_thread:each");
		rig_finish(&r, 0);
		rig_run(&r);
		assert_value(&r, "overcommit.policy", POLICY_NEVER);
		if (early)
			rig_holds(&r, 0, SLOTS(0, HIDDEN));
		else
			rig_holds(&r, HIDDEN, SLOTS(0, 0));
		assert_int_equal(map(&r, 0, REQUEST), early ? 0 : ENOMEM_);
		assert_value(&r, OVER, early ? HIDDEN + REQUEST - 4000 : 0);
		rig_done(&r);
	}
}

static void test_policy_switch__A10_13_after_the_write_all_slots_are_0(
	void **state)
{
	static const u32 features[] = { IN_BATCH_SYNC_POLICY,
		IN_POLICY_SYNC_BATCH, IN_SYNC_BATCH_POLICY,
		IN_BATCH_POLICY_SYNC };

	for (int i = 0; i < 4; i++)
		for (unsigned by = 0; by < 5; by++) {
			struct rig r;

			rig_init(&r, 5);
			r.s.features = IN_BATCH_NEW | features[i];
			r.s.value[PARAM_RAM_PAGES] = 65536;
			rig_start(&r);
			rig_put(&r, -3, SLOTS(100, -200, 0, 7, 1500));
			rig_do(&r, OPERATION_POLICY, by, POLICY_NEVER);
			rig_holds(&r, 1404, SLOTS(0, 0, 0, 0, 0));
			assert_value(&r, "vm_committed_as.sum", 1404);
			assert_value(&r, "vm_committed_as.lock.taken", 5);
			assert_value(&r, "work.pending", 0);
			rig_done(&r);
		}
}

static void test_policy_switch__A10_14_out_of_range_changes_nothing(void **state)
{
	static const s64 bad[] = { -1, 3, -100, INT64_C(1) << 40, INT64_MIN,
		INT64_MAX };

	for (int i = 0; i < 6; i++) {
		struct rig r;

		order(&r, IN_BATCH_SYNC_POLICY);
		rig_put(&r, 5, SLOTS(100, 200));
		assert_int_equal(rig_do(&r, OPERATION_POLICY, 1, bad[i]), EINVAL_);
		rig_holds(&r, 5, SLOTS(100, 200));
		assert_value(&r, "overcommit.policy", POLICY_GUESS);
		assert_value(&r, "vm_committed_as_batch", 2048);
		assert_value(&r, "vm_committed_as.lock.taken", 0);
		rig_done(&r);
	}
}

/* Towards a loose policy nothing is drained; never over never syncs again. */
static void test_policy_switch__other_directions(void **state)
{
	struct rig r;

	order(&r, IN_BATCH_SYNC_POLICY);
	rig_do(&r, OPERATION_POLICY, 0, POLICY_NEVER);
	assert_value(&r, "vm_committed_as.lock.taken", 2);
	rig_put(&r, 0, SLOTS(31, 31));
	rig_do(&r, OPERATION_POLICY, 0, POLICY_NEVER);
	rig_holds(&r, 62, SLOTS(0, 0));
	assert_value(&r, "vm_committed_as.lock.taken", 4);
	rig_begin(&r, OPERATION_POLICY, 0, POLICY_ALWAYS);
	rig_until(&r, 0, HANDLER ":policy");	/* the batch grows first */
	assert_value(&r, "vm_committed_as_batch", 2048);
	assert_value(&r, "overcommit.policy", POLICY_NEVER);
	rig_run(&r);
	assert_value(&r, "overcommit.policy", POLICY_ALWAYS);
	assert_value(&r, "vm_committed_as.lock.taken", 4);
	rig_done(&r);
}

/* An offline CPU gets no work item; its slot was folded when it died. */
static void test_policy_switch__offline_cpus_are_not_synced(void **state)
{
	struct rig r;

	order(&r, IN_BATCH_SYNC_POLICY);
	rig_put(&r, 0, SLOTS(10, 20));
	rig_do(&r, OPERATION_OFFLINE, 1, 0);
	rig_do(&r, OPERATION_POLICY, 0, POLICY_NEVER);
	rig_holds(&r, 30, SLOTS(0, 0));
	assert_value(&r, "vm_committed_as.lock.taken", 2);
	rig_done(&r);
}

/* The writer waits for a CPU on its way offline, whose slot nobody syncs. */
static void test_policy_switch__waits_for_a_dying_cpu(void **state)
{
	struct rig r;

	rig_init(&r, 3);
	r.s.value[PARAM_RAM_PAGES] = 16384;
	r.s.value[PARAM_KBYTES] = 16000;
	rig_start(&r);
	rig_put(&r, 0, SLOTS(0, 0, 1000));
	rig_begin(&r, OPERATION_OFFLINE, 2, 0);		/* by CPU 0 */
	rig_step(&r, 0);
	rig_begin(&r, OPERATION_POLICY, 1, POLICY_NEVER);
	rig_until(&r, 1, "schedule_on_each_cpu:wait");
	rig_finish(&r, 1);
	assert_value(&r, "overcommit.policy", POLICY_GUESS);
	rig_until(&r, 0, "percpu_counter_cpu_dead:empty");
	rig_step(&r, 0);
	rig_run(&r);
	assert_value(&r, "overcommit.policy", POLICY_NEVER);
	rig_holds(&r, 1000, SLOTS(0, 0, 0));
	rig_done(&r);
}

/* Two writers at once: a kworker between its last look and its sleep has to
 * look again, and both writers end. */
static void test_policy_switch__work_queued_as_the_kworker_goes_to_sleep(
	void **state)
{
	struct rig r;

	rig_init(&r, 3);
	rig_start(&r);
	rig_put(&r, 0, SLOTS(0, 0, 5));
	rig_begin(&r, OPERATION_POLICY, 0, POLICY_NEVER);
	rig_until(&r, 0, "schedule_on_each_cpu:wait");
	rig_until(&r, 2, "worker_thread:sleep");
	rig_put(&r, 5, SLOTS(0, 0, 7));
	rig_begin(&r, OPERATION_POLICY, 1, POLICY_NEVER);
	while (!cpu_at(r.m, 2)->work)
		rig_step(&r, 1);
	assert_string_equal(rig_at(&r, 2), "worker_thread:each");
	assert_int_equal(cpu_at(r.m, 2)->work, 1);
	rig_run(&r);
	rig_holds(&r, 12, SLOTS(0, 0, 0));
	assert_value(&r, "work.pending", 0);
	assert_int_equal(r.m->operators_left, 0);
	rig_done(&r);
}

static void test_policy_switch__setup_refuses_a_slot_that_would_fold(void **state)
{
	struct setup s;

	setup_init(&s);
	s.workload = WORKLOAD_POLICY_SWITCH;
	s.features = NEW_KERNEL;
	s.value[PARAM_CPUS] = 2;
	s.value[PARAM_RAM_PAGES] = 16384;
	s.value[PARAM_SLOT_PAGES] = 2047;
	assert_null(setup_conflict(&s));
	s.value[PARAM_SLOT_PAGES] = 2048;
	assert_non_null(setup_conflict(&s));
	s.value[PARAM_BATCH] = 2049;		/* a batch that is given counts */
	assert_null(setup_conflict(&s));
	s.value[PARAM_BATCH] = 0;
	s.value[PARAM_SLOT_PAGES] = 32;
	s.value[PARAM_POLICY] = POLICY_NEVER;
	assert_non_null(setup_conflict(&s));
	s.workload = WORKLOAD_MMAP1;		/* does not use it */
	assert_null(setup_conflict(&s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_policy_switch__A_10_merged_order_denies),
		cmocka_unit_test(test_policy_switch__A_11_without_sync_admits),
		cmocka_unit_test(test_policy_switch__plain_runs),
		cmocka_unit_test(test_policy_switch__A7_policy_batch_leaves_stale_slots),
		cmocka_unit_test(test_policy_switch__A7_policy_sync_batch_checks_undrained_slots),
		cmocka_unit_test(test_policy_switch__A7_policy_sync_batch_lets_slots_refill),
		cmocka_unit_test(test_policy_switch__A7_sync_batch_policy_lets_slots_refill),
		cmocka_unit_test(test_policy_switch__A7_batch_policy_sync_has_a_transient_hole),
		cmocka_unit_test(test_policy_switch__A7_merged_order_withstands_them),
		cmocka_unit_test(test_policy_switch__A7_batch_read_early_is_a_residual_hole),
		cmocka_unit_test(test_policy_switch__A10_13_after_the_write_all_slots_are_0),
		cmocka_unit_test(test_policy_switch__A10_14_out_of_range_changes_nothing),
		cmocka_unit_test(test_policy_switch__other_directions),
		cmocka_unit_test(test_policy_switch__offline_cpus_are_not_synced),
		cmocka_unit_test(test_policy_switch__waits_for_a_dying_cpu),
		cmocka_unit_test(test_policy_switch__work_queued_as_the_kworker_goes_to_sleep),
		cmocka_unit_test(test_policy_switch__setup_refuses_a_slot_that_would_fold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
