/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the per-CPU counter: worked examples, invariants A10 and
 * boundary cases A11 of the facts.
 */
#include "rig.h"

#define TAKEN "vm_committed_as.lock.taken"
#define FOLDS "vm_committed_as.folds"

static void add(struct rig *r, unsigned cpu, s64 pages)
{
	rig_do(r, OPERATION_ADD, cpu, pages);
}

static void test_percpu_counter__A_1_local_then_fold(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 32);
	add(&r, 0, 31);
	rig_holds(&r, 0, SLOTS(31, 0));
	assert_value(&r, TAKEN, 0);
	add(&r, 0, 1);
	rig_holds(&r, 32, SLOTS(0, 0));
	assert_value(&r, TAKEN, 1);
	rig_done(&r);
}

static void test_percpu_counter__A_2_sign_makes_no_difference(void **state)
{
	struct rig r;

	rig_sandbox(&r, 1, 32);
	add(&r, 0, -31);
	rig_holds(&r, 0, SLOTS(-31));
	rig_done(&r);
	rig_sandbox(&r, 1, 32);
	add(&r, 0, -32);
	rig_holds(&r, -32, SLOTS(0));
	rig_done(&r);
}

static void test_percpu_counter__A_4_amount_0_folds_a_stale_slot(void **state)
{
	struct rig r;

	rig_sandbox(&r, 1, 256);
	rig_put(&r, 0, SLOTS(400));
	add(&r, 0, 0);
	rig_holds(&r, 400, SLOTS(0));
	rig_done(&r);
}

static void test_percpu_counter__A_5_through_zero(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 32);
	rig_put(&r, 0, SLOTS(20, 0));
	add(&r, 0, -40);
	rig_holds(&r, 0, SLOTS(-20, 0));
	add(&r, 0, -12);
	rig_holds(&r, -32, SLOTS(0, 0));
	rig_done(&r);
}

static void test_percpu_counter__A_6_mail_size_against_four_batches(void **state)
{
	static const s64 batch[] = { 1024, 32768, 32769, 65536 };
	static const s64 folds[] = { 2, 2, 0, 0 };

	for (int i = 0; i < 4; i++) {
		struct rig r;

		rig_sandbox(&r, 1, batch[i]);
		add(&r, 0, 32768);
		add(&r, 0, -32768);
		assert_value(&r, FOLDS, folds[i]);
		rig_holds(&r, 0, SLOTS(0));
		rig_done(&r);
	}
}

static void test_percpu_counter__A_7_all_drift_no_lock(void **state)
{
	struct rig r;

	rig_sandbox(&r, 4, 65536);
	for (unsigned cpu = 0; cpu < 4; cpu++)
		add(&r, cpu, 32768);
	rig_holds(&r, 0, SLOTS(32768, 32768, 32768, 32768));
	assert_value(&r, "vm_committed_as.sum", 131072);
	assert_value(&r, "vm_committed_as.drift", 131072);
	assert_int_equal(percpu_counter_read_positive(r.m, 0), 0);
	assert_value(&r, TAKEN, 0);
	/* the kernel's own sum takes the lock */
	assert_int_equal(rig_do(&r, OPERATION_SUM, 1, 0), 131072);
	assert_value(&r, TAKEN, 1);
	rig_done(&r);
}

static void test_percpu_counter__A_9_negative_count_reads_as_0(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 1024);
	rig_put(&r, -300000, SLOTS(0, 512319));
	assert_int_equal(percpu_counter_read_positive(r.m, 0), 0);
	assert_value(&r, "vm_committed_as.sum", 212319);
	assert_int_equal(rig_do(&r, OPERATION_SUM, 0, 0), 212319);
	rig_done(&r);
}

static void test_percpu_counter__A_13_a_dead_cpu_is_folded(void **state)
{
	struct rig r;

	rig_sandbox(&r, 3, 32);
	rig_put(&r, 10, SLOTS(5, -3, 7));
	rig_do(&r, OPERATION_OFFLINE, 2, 0);
	rig_holds(&r, 17, SLOTS(5, -3, 0));
	assert_value(&r, "vm_committed_as.sum", 19);
	assert_value(&r, "cpu[2].online", 0);
	assert_value(&r, TAKEN, 1);
	rig_do(&r, OPERATION_ONLINE, 2, 0);
	assert_value(&r, "cpu[2].online", 1);
	rig_holds(&r, 17, SLOTS(5, -3, 0));
	rig_done(&r);
}

/* 2 CPUs: the library's batch is 32, so within 64 the slots are read. */
static void test_percpu_counter__A_14_compare_at_the_slack(void **state)
{
	struct rig r;
	bool precise;

	rig_sandbox(&r, 2, 1024);
	rig_put(&r, 100, SLOTS(0, 0));
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 0, 36), 1);
	assert_value(&r, TAKEN, 1);
	rig_put(&r, 101, SLOTS(0, 0));
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 0, 36), 1);
	assert_value(&r, TAKEN, 1);
	rig_done(&r);
	assert_int_equal(
		percpu_counter_compare_rule(100, 100, 36, 32, 2, &precise), 1);
	assert_true(precise);
	assert_int_equal(
		percpu_counter_compare_rule(101, 101, 36, 32, 2, &precise), 1);
	assert_false(precise);
}

/* Whether slots decide; A-14's other two answers. */
static void test_percpu_counter__compare_reads_slots_only_when_near(void **state)
{
	struct rig r;
	bool precise;

	rig_sandbox(&r, 2, 1024);
	rig_put(&r, 100, SLOTS(0, -70));
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 0, 36), -1);
	rig_put(&r, 100, SLOTS(0, -64));
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 0, 36), 0);
	rig_put(&r, 101, SLOTS(0, -1000));	/* beyond what it trusts */
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 0, 36), 1);
	rig_done(&r);
	for (s64 count = -9; count < 10; count++)
		for (s64 rhs = -9; rhs < 10; rhs++) {
			s64 apart = count > rhs ? count - rhs : rhs - count;
			int sign = percpu_counter_compare_rule(count, 2, rhs,
				2, 3, &precise);
			s64 value = apart <= 6 ? 2 : count;

			assert_int_equal(precise, apart <= 6);
			assert_int_equal(sign, (value > rhs) - (value < rhs));
		}
	assert_int_equal(percpu_counter_batch(1), 32);
	assert_int_equal(percpu_counter_batch(16), 32);
	assert_int_equal(percpu_counter_batch(17), 34);
}

/* The count and slots never lose anything between any two lines; machine_check
 * compares after each, here the sum is looked at by name too. */
static void test_percpu_counter__A10_1_exact_after_every_line(void **state)
{
	struct rig r;
	s64 sum = 25;

	rig_sandbox(&r, 2, 32);
	rig_put(&r, 5, SLOTS(20, 0));
	rig_begin(&r, OPERATION_ADD, 0, 13);
	while (r.m->ring_n) {
		bool folds = !strcmp(rig_at(&r, 0),
			"percpu_counter_add_batch:fold");

		assert_value(&r, "vm_committed_as.sum", sum);
		rig_step(&r, 0);
		if (folds) {
			sum += 13;
			rig_holds(&r, 38, SLOTS(20, 0));
		}
	}
	assert_value(&r, "vm_committed_as.sum", 38);
	rig_holds(&r, 38, SLOTS(0, 0));
	rig_done(&r);
}

static void test_percpu_counter__A10_2_3_fold_iff_batch_is_reached(void **state)
{
	struct rig r;

	for (s64 batch = 0; batch <= 4; batch++)
		for (s64 old = -4; old <= 4; old++)
			for (s64 amount = -6; amount <= 6; amount++) {
				s64 t = old + amount;
				bool folds = (t < 0 ? -t : t) >= batch;

				rig_sandbox(&r, 3, 32);
				rig_set(&r, "vm_committed_as_batch", batch);
				rig_put(&r, 7, SLOTS(-2, old, 3));
				add(&r, 1, amount);
				if (folds)
					rig_holds(&r, 7 + t, SLOTS(-2, 0, 3));
				else
					rig_holds(&r, 7, SLOTS(-2, t, 3));
				assert_value(&r, FOLDS, folds);
				assert_value(&r, TAKEN, folds);
				assert_value(&r, "cpu[1].folds", folds);
				assert_value(&r, "vm_committed_as.updates", 1);
				rig_done(&r);
			}
}

static void test_percpu_counter__A10_4_who_takes_the_lock(void **state)
{
	struct rig r;

	rig_sandbox(&r, 3, 8);
	add(&r, 0, 3);
	assert_value(&r, TAKEN, 0);
	add(&r, 0, 5);				/* a fold */
	rig_do(&r, OPERATION_SYNC, 1, 0);	/* also with an empty slot */
	rig_do(&r, OPERATION_SUM, 2, 0);
	rig_do(&r, OPERATION_OFFLINE, 1, 0);
	assert_value(&r, TAKEN, 4);
	rig_do(&r, OPERATION_COMPARE, 0, 1000);	/* far: reads the count only */
	assert_int_equal(percpu_counter_read_positive(r.m, 0), 8);
	assert_value(&r, TAKEN, 4);
	assert_value(&r, FOLDS, 1);
	rig_done(&r);
}

static void test_percpu_counter__A10_5_bound_with_constant_batch(void **state)
{
	struct rig r;
	u64 random = 5;

	rig_sandbox(&r, 3, 6);
	assert_value(&r, "vm_committed_as.bound", 15);
	for (int i = 0; i < 3000; i++) {
		s64 drift;

		add(&r, rng_below(&random, 3),
			(s64)rng_below(&random, 15) - 7);
		for (unsigned cpu = 0; cpu < 3; cpu++)
			assert_in_range(cpu_at(r.m, cpu)->slot[0] + 5, 0, 10);
		drift = rig_get(&r, "vm_committed_as.drift");
		assert_in_range(drift + 15, 0, 30);
	}
	rig_done(&r);
}

static void test_percpu_counter__A10_6_a_new_batch_moves_nothing(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 100);
	rig_put(&r, 11, SLOTS(90, -80));
	rig_set(&r, "vm_committed_as_batch", 10);
	rig_holds(&r, 11, SLOTS(90, -80));
	add(&r, 0, -85);		/* its next update: 5 is local again */
	rig_holds(&r, 11, SLOTS(5, -80));
	add(&r, 1, 1);			/* -79 is over the new batch */
	rig_holds(&r, -68, SLOTS(5, 0));
	rig_done(&r);
}

static void test_percpu_counter__A10_7_readers_change_nothing(void **state)
{
	struct rig r;

	rig_sandbox(&r, 3, 100);
	rig_put(&r, 4, SLOTS(1, 20, -30));
	assert_int_equal(rig_do(&r, OPERATION_SUM, 1, 0), -5);
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 1, 10), -1);
	assert_int_equal(rig_do(&r, OPERATION_COMPARE, 1, -500), 1);
	rig_holds(&r, 4, SLOTS(1, 20, -30));
	rig_do(&r, OPERATION_SYNC, 1, 0);	/* the caller's slot alone */
	rig_holds(&r, 24, SLOTS(1, 0, -30));
	assert_value(&r, "vm_committed_as.sum", -5);
	rig_done(&r);
}

static void test_percpu_counter__A11_batch_1_and_0_and_below(void **state)
{
	struct rig r;

	rig_sandbox(&r, 1, 1);
	add(&r, 0, 0);
	assert_value(&r, FOLDS, 0);
	add(&r, 0, 1);
	add(&r, 0, -1);
	assert_value(&r, FOLDS, 2);
	rig_set(&r, "vm_committed_as_batch", 0);
	add(&r, 0, 0);
	assert_value(&r, FOLDS, 3);
	r.m->overcommit.batch = -5;
	add(&r, 0, 0);
	add(&r, 0, 3);
	assert_value(&r, FOLDS, 5);
	rig_holds(&r, 3, SLOTS(0));
	rig_done(&r);
}

/* The sum is formed in 64 bits before it is compared. */
static void test_percpu_counter__A11_clamped_batch(void **state)
{
	struct rig r;

	rig_sandbox(&r, 1, INT32_MAX);
	add(&r, 0, INT64_C(2147483646));
	rig_holds(&r, 0, SLOTS(INT64_C(2147483646)));
	add(&r, 0, 1);
	rig_holds(&r, INT32_MAX, SLOTS(0));
	add(&r, 0, INT64_C(1) << 33);		/* more than 32 bits at once */
	rig_holds(&r, INT32_MAX + (INT64_C(1) << 33), SLOTS(0));
	add(&r, 0, -(INT64_C(1) << 40));
	assert_int_equal(percpu_counter_read_positive(r.m, 0), 0);
	rig_done(&r);
}

static void test_percpu_counter__A11_sum_misses_a_dying_cpu(void **state)
{
	struct rig r;

	rig_sandbox(&r, 3, 100);
	rig_put(&r, 10, SLOTS(0, 0, 7));
	rig_begin(&r, OPERATION_OFFLINE, 2, 0);
	rig_until(&r, 0, "percpu_counter_cpu_dead:lock");
	rig_begin(&r, OPERATION_SUM, 1, 0);
	rig_finish(&r, 1);
	assert_int_equal(task_at(r.m, task_operator(r.m, 1))->result, 10);
	assert_value(&r, "vm_committed_as.sum", 17);
	rig_finish(&r, 0);
	assert_int_equal(rig_do(&r, OPERATION_SUM, 1, 0), 17);
	rig_done(&r);
}

/* A sum is a snapshot that can race: what is added behind it is not seen. */
static void test_percpu_counter__sum_can_miss_an_add_behind_it(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 100);
	rig_begin(&r, OPERATION_SUM, 1, 0);
	rig_until(&r, 1, "percpu_counter_sum:add");
	rig_step(&r, 1);		/* CPU 0's slot has been read */
	rig_begin(&r, OPERATION_ADD, 0, 9);
	rig_finish(&r, 0);
	rig_finish(&r, 1);
	assert_int_equal(task_at(r.m, task_operator(r.m, 1))->result, 0);
	assert_value(&r, "vm_committed_as.sum", 9);
	rig_done(&r);
}

/* … but no fold can be counted twice, since folds need the lock. */
static void test_percpu_counter__a_fold_waits_for_the_sum(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 10);
	rig_put(&r, 0, SLOTS(9, 0));
	rig_begin(&r, OPERATION_SUM, 1, 0);
	rig_until(&r, 1, "percpu_counter_sum:each");
	rig_begin(&r, OPERATION_ADD, 0, 1);
	rig_until(&r, 0, "percpu_counter_add_batch:lock");
	rig_step(&r, 0);
	assert_int_equal(cpu_at(r.m, 0)->state, CPU_SPINNING);
	rig_finish(&r, 1);
	assert_int_equal(task_at(r.m, task_operator(r.m, 1))->result, 9);
	rig_finish(&r, 0);
	rig_holds(&r, 10, SLOTS(0, 0));
	rig_done(&r);
}

/* Two folds at once: each moves its own slot. */
static void test_percpu_counter__two_folds_of_two_cpus(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 10);
	rig_put(&r, 1, SLOTS(9, -9));
	rig_begin(&r, OPERATION_ADD, 0, 5);
	rig_begin(&r, OPERATION_ADD, 1, -5);
	rig_until(&r, 0, "percpu_counter_add_batch:empty");
	rig_until(&r, 1, "percpu_counter_add_batch:lock");
	rig_step(&r, 1);
	assert_value(&r, "vm_committed_as.sum", 1 + 9 + 5 - 9);
	rig_run(&r);
	rig_holds(&r, 1, SLOTS(0, 0));
	assert_value(&r, "vm_committed_as.lock.contended", 1);
	rig_done(&r);
}

/* The batch that counts is the one loaded, not the one when the slot is read. */
static void test_percpu_counter__batch_is_taken_by_value(void **state)
{
	struct rig r;

	rig_sandbox(&r, 1, 100);
	rig_begin(&r, OPERATION_ADD, 0, 50);
	rig_until(&r, 0, "percpu_counter_add_batch:read");
	rig_set(&r, "vm_committed_as_batch", 10);
	rig_finish(&r, 0);
	rig_holds(&r, 0, SLOTS(50));
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_percpu_counter__A_1_local_then_fold),
		cmocka_unit_test(test_percpu_counter__A_2_sign_makes_no_difference),
		cmocka_unit_test(test_percpu_counter__A_4_amount_0_folds_a_stale_slot),
		cmocka_unit_test(test_percpu_counter__A_5_through_zero),
		cmocka_unit_test(test_percpu_counter__A_6_mail_size_against_four_batches),
		cmocka_unit_test(test_percpu_counter__A_7_all_drift_no_lock),
		cmocka_unit_test(test_percpu_counter__A_9_negative_count_reads_as_0),
		cmocka_unit_test(test_percpu_counter__A_13_a_dead_cpu_is_folded),
		cmocka_unit_test(test_percpu_counter__A_14_compare_at_the_slack),
		cmocka_unit_test(test_percpu_counter__compare_reads_slots_only_when_near),
		cmocka_unit_test(test_percpu_counter__A10_1_exact_after_every_line),
		cmocka_unit_test(test_percpu_counter__A10_2_3_fold_iff_batch_is_reached),
		cmocka_unit_test(test_percpu_counter__A10_4_who_takes_the_lock),
		cmocka_unit_test(test_percpu_counter__A10_5_bound_with_constant_batch),
		cmocka_unit_test(test_percpu_counter__A10_6_a_new_batch_moves_nothing),
		cmocka_unit_test(test_percpu_counter__A10_7_readers_change_nothing),
		cmocka_unit_test(test_percpu_counter__A11_batch_1_and_0_and_below),
		cmocka_unit_test(test_percpu_counter__A11_clamped_batch),
		cmocka_unit_test(test_percpu_counter__A11_sum_misses_a_dying_cpu),
		cmocka_unit_test(test_percpu_counter__sum_can_miss_an_add_behind_it),
		cmocka_unit_test(test_percpu_counter__a_fold_waits_for_the_sum),
		cmocka_unit_test(test_percpu_counter__two_folds_of_two_cpus),
		cmocka_unit_test(test_percpu_counter__batch_is_taken_by_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
