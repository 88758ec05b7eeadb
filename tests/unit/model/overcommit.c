/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the overcommit rules: batch (A6), commit limit, the three policies
 * (A5), worked examples, LTP's arithmetic (A9), A11's boundaries.
 */
#include "rig.h"

#define COUNT "vm_committed_as.count"
#define SUM "vm_committed_as.sum"

enum { ENOMEM_ = -12 };

/* NEVER with this commit limit, a sandbox. */
static void strict(struct rig *r, unsigned cpus, s64 batch, s64 limit)
{
	rig_init(r, cpus);
	r->s.value[PARAM_BATCH] = batch;
	r->s.value[PARAM_POLICY] = POLICY_NEVER;
	r->s.value[PARAM_RATIO] = 0;
	r->s.value[PARAM_SWAP_PAGES] = limit;
	rig_start(r);
}

static s64 map(struct rig *r, unsigned cpu, s64 pages)
{
	return rig_do(r, OPERATION_MAP, cpu, pages);
}

static void test_overcommit__A6_batches_of_machines(void **state)
{
	static const s64 row[][4] = {	/* RAM pages, CPUs, never, loose */
		{ 6291456, 2, 12288, 786432 },
		{ 4194304, 16, 1024, 65536 },
		{ 8388608, 16, 2048, 131072 },
		{ 16777216, 16, 4096, 262144 },
		{ 50331648, 144, 1365, 87381 },
		{ 201326592, 144, 5461, 349525 },
		{ 786432, 12, 256, 16384 },
		{ 2097152, 4, 2048, 131072 },
		{ 4098563, 2, 8005, 512320 },
		{ 262144, 256, 512, 512 },
		{ INT64_C(17179869184), 1, 67108864, INT32_MAX },
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
		const s64 *v = row[i];

		assert_int_equal(overcommit_batch(v[0], v[1], POLICY_NEVER,
			false), v[2]);
		for (int p = POLICY_GUESS; p <= POLICY_ALWAYS; p++)
			assert_int_equal(overcommit_batch(v[0], v[1], p, false),
				v[3]);
		for (int p = 0; p < POLICY_N; p++)	/* before the mail */
			assert_int_equal(overcommit_batch(v[0], v[1], p, true),
				v[2]);
	}
}

/* CPUs × (batch − 1), as the machine publishes it; and whether 32,768 pages
 * stay in a slot. */
static void test_overcommit__A6_bound_and_what_stays_local(void **state)
{
	static const s64 row[][6] = {	/* …, bound never, bound loose, local */
		{ 6291456, 2, 24574, 1572862, 0, 1 },
		{ 4194304, 16, 16368, 1048560, 0, 1 },
		{ 8388608, 16, 32752, 2097136, 0, 1 },
		{ 16777216, 16, 65520, 4194288, 0, 1 },
		{ 50331648, 144, 196416, 12582720, 0, 1 },
		{ 201326592, 144, 786240, 50331456, 0, 1 },
		{ 786432, 12, 3060, 196596, 0, 0 },
		{ 2097152, 4, 8188, 524284, 0, 1 },
		{ 4098563, 2, 16008, 1024638, 0, 1 },
		{ 262144, 256, 130816, 130816, 0, 0 },
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++)
		for (int loose = 0; loose < 2; loose++) {
			const s64 *v = row[i];
			struct rig r;

			rig_init(&r, (unsigned)v[1]);
			r.s.value[PARAM_RAM_PAGES] = v[0];
			r.s.value[PARAM_POLICY] = loose ? POLICY_GUESS
							: POLICY_NEVER;
			rig_start(&r);
			assert_value(&r, "vm_committed_as.bound", v[2 + loose]);
			rig_do(&r, OPERATION_ADD, 0, 32768);
			assert_value(&r, "vm_committed_as.folds",
				!v[4 + loose]);
			rig_done(&r);
		}
}

static void test_overcommit__A_16_A_17_batch(void **state)
{
	assert_int_equal(overcommit_batch(4194304, 16, POLICY_NEVER, false), 1024);
	assert_int_equal(overcommit_batch(4194304, 16, POLICY_ALWAYS, false), 65536);
	assert_int_equal(overcommit_batch(4194304, 16, POLICY_GUESS, false), 65536);
	assert_int_equal(overcommit_batch(50331648, 144, POLICY_NEVER, false), 1365);
	assert_int_equal(overcommit_batch(50331648, 144, POLICY_GUESS, false), 87381);
}

static void test_overcommit__A11_floor_of_the_batch(void **state)
{
	assert_int_equal(overcommit_batch(0, 16, POLICY_NEVER, false), 32);
	assert_int_equal(overcommit_batch(0, 17, POLICY_NEVER, false), 34);
	assert_int_equal(overcommit_batch(8192, 1, POLICY_NEVER, false), 32);
	assert_int_equal(overcommit_batch(7936, 1, POLICY_NEVER, false), 32);
	assert_int_equal(overcommit_batch(8448, 1, POLICY_NEVER, false), 33);
	assert_int_equal(overcommit_batch(INT64_C(1) << 40, 1, POLICY_NEVER,
		false), INT32_MAX);
}

static void test_overcommit__A_18_commit_limit(void **state)
{
	assert_int_equal(overcommit_commit_limit(4098563, 0, 50, 0, 67108863),
		69158144);
	assert_int_equal(overcommit_commit_limit(4098563, 0, 0, 0, 67108863),
		67108863);
	assert_int_equal(overcommit_commit_limit(1000, 0, 50, 0, 0), 500);
	assert_int_equal(overcommit_commit_limit(1001, 100, 33, 0, 5), 302);
	/* kbytes instead of the ratio, tested before the shift */
	assert_int_equal(overcommit_commit_limit(1000, 0, 50, 4000, 7), 1007);
	assert_int_equal(overcommit_commit_limit(1000, 0, 50, 3, 7), 7);
	assert_int_equal(overcommit_commit_limit(1000, 0, 50, 1, 0), 0);
}

/* LTP's overcommit_memory01 on a VM with 2 CPUs, 16 GB and 256 GB of swap. */
static void test_overcommit__A9_ltp_arithmetic(void **state)
{
	s64 limit = overcommit_commit_limit(4098563, 0, 50, 0, 67108863);
	s64 loose = overcommit_batch(4098563, 2, POLICY_GUESS, false);
	s64 never = overcommit_batch(4098563, 2, POLICY_NEVER, false);
	s64 committed = 1101856 / 4;
	struct rig r;

	assert_int_equal(4098563 * 50 / 100, 2049281);
	assert_int_equal(limit, 69158144);
	assert_int_equal(limit * 4, 276632576);	/* kB, as printed */
	assert_int_equal((276632576 - 1101856) * 2, 551061440);
	assert_int_equal(committed, 275464);
	/* only the other CPU can hide: enough when loose, never when strict */
	assert_true(loose - 1 >= committed);
	assert_int_equal(loose - 1, 512319);
	assert_int_equal(never - 1, 8004);
	assert_true(never - 1 < committed);

	/* asking for the whole limit: a false pass with all of it hidden */
	for (int hidden = 0; hidden < 2; hidden++) {
		rig_init(&r, 2);
		r.s.value[PARAM_RAM_PAGES] = 4098563;
		r.s.value[PARAM_SWAP_PAGES] = 67108863;
		r.s.value[PARAM_POLICY] = POLICY_NEVER;
		rig_start(&r);
		if (hidden)
			rig_put(&r, -1, SLOTS(0, committed));
		else
			rig_put(&r, committed - 8004, SLOTS(0, 8004));
		assert_int_equal(map(&r, 0, limit), hidden ? 0 : ENOMEM_);
		rig_done(&r);
	}
}

static void test_overcommit__A_20_guess_looks_at_the_request(void **state)
{
	struct rig r;

	rig_init(&r, 1);
	r.s.value[PARAM_RAM_PAGES] = 1000;
	r.s.value[PARAM_SWAP_PAGES] = 500;
	rig_start(&r);
	assert_int_equal(map(&r, 0, 1500), 0);
	assert_value(&r, SUM, 1500);
	assert_int_equal(map(&r, 0, 1501), ENOMEM_);
	assert_value(&r, SUM, 1500);
	assert_int_equal(map(&r, 0, 1500), 0);	/* whatever is promised already */
	assert_value(&r, SUM, 3000);
	assert_value(&r, "overcommit.denied", 0);	/* never checks only */
	assert_value(&r, "overcommit.admitted", 0);
	rig_done(&r);
}

/* Coarse events of A-21: a task adds, checks, and undoes if it failed. */
static const char *const after[] = { "__vm_enough_memory:limit",
	"mmap_region:if_error", "__vm_enough_memory:undo" };

static bool at_any(const struct rig *r, unsigned cpu)
{
	const char *at = rig_at(r, cpu);

	return !*at || !strcmp(at, after[0]) || !strcmp(at, after[1]) ||
		!strcmp(at, after[2]);
}

static void event(struct rig *r, unsigned cpu)
{
	do
		rig_step(r, cpu);
	while (!at_any(r, cpu));
}

struct ends {
	int both_failed, one_passed, other;
};

/* All interleavings of two tasks' checks and undos from here. */
static void explore(struct rig *r, struct ends *e)
{
	bool ends = true;
	void *saved = mem_alloc(r->m->size);

	memcpy(saved, r->m, r->m->size);
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		const char *at = rig_at(r, cpu);

		if (!*at || !strcmp(at, "mmap_region:if_error"))
			continue;
		ends = false;
		event(r, cpu);
		explore(r, e);
		memcpy(r->m, saved, r->m->size);
	}
	free(saved);
	if (!ends)
		return;
	rig_run(r);
	if (rig_get(r, SUM) == 50 && rig_get(r, "overcommit.denied") == 2)
		e->both_failed++;
	else if (rig_get(r, SUM) == 80 && rig_get(r, "overcommit.denied") == 1)
		e->one_passed++;
	else
		e->other++;
	assert_value(r, "overcommit.over_limit", 0);
}

/* Add first, check later: two that would fit one by one may both fail. */
static void test_overcommit__A_21_both_fail_in_8_of_12(void **state)
{
	struct ends e = { 0, 0, 0 };
	struct rig r;

	for (unsigned first = 0; first < 2; first++) {
		strict(&r, 2, 1, 100);
		rig_put(&r, 50, SLOTS(0, 0));
		rig_begin(&r, OPERATION_MAP, 0, 30);
		rig_begin(&r, OPERATION_MAP, 1, 30);
		event(&r, first);
		event(&r, !first);
		assert_value(&r, COUNT, 110);
		explore(&r, &e);
		rig_done(&r);
	}
	assert_int_equal(e.both_failed, 8);
	assert_int_equal(e.one_passed, 4);
	assert_int_equal(e.other, 0);
}

static void test_overcommit__A_21_one_after_the_other(void **state)
{
	struct rig r;

	strict(&r, 2, 1, 100);
	rig_put(&r, 50, SLOTS(0, 0));
	assert_int_equal(map(&r, 0, 30), 0);
	assert_int_equal(map(&r, 1, 30), ENOMEM_);
	assert_value(&r, SUM, 80);
	assert_value(&r, "overcommit.admitted", 1);
	assert_value(&r, "overcommit.denied", 1);
	rig_done(&r);
}

/* guess and always say the same whatever the count is; never reads max(0, it). */
static void test_overcommit__A10_8_who_reads_the_count(void **state)
{
	static const s64 counts[] = { -INT64_C(1000000), -1, 0, 1, 89, 90,
		INT64_C(1000000000) };

	for (int policy = 0; policy < POLICY_N; policy++)
		for (unsigned i = 0; i < 7; i++) {
			struct rig r;
			s64 seen = counts[i] + 10, result;

			strict(&r, 1, 1, 100);
			rig_set(&r, "overcommit.policy", policy);
			rig_put(&r, counts[i], SLOTS(0));
			result = map(&r, 0, 10);
			if (policy != POLICY_NEVER)
				assert_int_equal(result, 0);
			else
				assert_int_equal(result,
					(seen > 0 ? seen : 0) < 100 ? 0
								    : ENOMEM_);
			rig_done(&r);
		}
}

static void test_overcommit__A10_9_a_failure_leaves_the_sum(void **state)
{
	struct rig r;

	for (s64 batch = 1; batch < 40; batch += 7)
		for (s64 slot = -5; slot < 6; slot += 5) {
			strict(&r, 2, batch, 100);
			rig_put(&r, 95, SLOTS(slot, 2));
			assert_int_equal(map(&r, 0, 45), ENOMEM_);
			assert_value(&r, SUM, 97 + slot);
			assert_value(&r, "overcommit.mapped", 0);
			rig_done(&r);
		}
}

static void test_overcommit__A10_11_small_requests_do_not_see_themselves(
	void **state)
{
	struct rig r;

	strict(&r, 2, 32, 100);
	rig_put(&r, 99, SLOTS(0, 0));
	assert_int_equal(map(&r, 0, 31), 0);
	rig_holds(&r, 99, SLOTS(31, 0));
	assert_int_equal(map(&r, 1, 31), 0);
	assert_int_equal(map(&r, 0, 1), ENOMEM_);	/* folds: seen now */
	rig_done(&r);
}

/* 2 CPUs, strict batch 8,005: 16,007 pages over, all admitted by the rules;
 * that is one less than CPUs × (batch − 1). */
static void test_overcommit__strict_accounting_is_inexact(void **state)
{
	struct rig r;

	strict(&r, 2, 8005, 1000000);
	assert_int_equal(map(&r, 0, 999999 - 8005), 0);	/* all in the count */
	assert_int_equal(map(&r, 0, 8005), 0);
	rig_holds(&r, 999999, SLOTS(0, 0));
	assert_int_equal(map(&r, 1, 8004), 0);
	assert_int_equal(map(&r, 0, 8004), 0);
	rig_holds(&r, 999999, SLOTS(8004, 8004));
	assert_value(&r, "overcommit.over_limit", 16007);
	assert_int_equal(16007, 2 * (8005 - 1) - 1);
	rig_done(&r);
}

static void test_overcommit__A11_equality(void **state)
{
	struct rig r;

	strict(&r, 1, 1, 100);
	assert_int_equal(map(&r, 0, 100), ENOMEM_);
	assert_int_equal(map(&r, 0, 99), 0);
	assert_value(&r, "overcommit.allowed", 100);
	assert_value(&r, "overcommit.over_limit", 0);
	rig_done(&r);
	strict(&r, 1, 1, 0);			/* nothing allowed: nothing passes */
	assert_int_equal(map(&r, 0, 0), ENOMEM_);
	rig_done(&r);
}

static void test_overcommit__reserves(void **state)
{
	struct rig r;
	unsigned op;

	strict(&r, 1, 1, 1000);
	rig_set(&r, "overcommit.admin_reserve", 100);
	rig_set(&r, "overcommit.user_reserve", 10);
	op = task_operator(r.m, 0);
	assert_int_equal(map(&r, 0, 300), 0);
	assert_value(&r, "overcommit.allowed", 900);	/* no total_vm yet */
	assert_int_equal(map(&r, 0, 31), 0);
	assert_value(&r, "overcommit.allowed", 900 - 300 / 32);
	assert_int_equal(map(&r, 0, 300), 0);
	assert_value(&r, "overcommit.allowed", 890);	/* 331 / 32 = 10 */
	task_of(r.m, op)->privileged = 1;
	assert_int_equal(map(&r, 0, 0), 0);
	assert_value(&r, "overcommit.allowed", 990);	/* at most the reserve */
	task_of(r.m, op)->privileged = 0;
	rig_set(&r, "overcommit.admin_reserve", 2000);	/* below 0: all refused */
	assert_int_equal(map(&r, 0, 0), ENOMEM_);
	assert_value(&r, "overcommit.allowed", -1010);
	rig_done(&r);
}

/* Only the policy in force decides which line runs. */
static void test_overcommit__policies_take_their_own_lines(void **state)
{
	static const char *const reads[] = { "__vm_enough_memory:huge",
		"__vm_enough_memory:granted", "__vm_enough_memory:read" };

	for (int policy = 0; policy < POLICY_N; policy++) {
		struct rig r;
		int seen[POLICY_N] = { 0, 0, 0 };

		strict(&r, 1, 1, 100);
		rig_set(&r, "overcommit.policy", policy);
		rig_begin(&r, OPERATION_MAP, 0, 5);
		while (r.m->ring_n) {
			for (int i = 0; i < POLICY_N; i++)
				seen[i] += !strcmp(rig_at(&r, 0), reads[i]);
			rig_step(&r, 0);
		}
		for (int i = 0; i < POLICY_N; i++)
			assert_int_equal(seen[i], i == policy);
		assert_value(&r, "cpu[0].mapped", 5);
		rig_done(&r);
	}
}

static void test_overcommit__unmap_takes_off_what_was_mapped(void **state)
{
	struct rig r;

	strict(&r, 1, 1, 100);
	map(&r, 0, 60);
	assert_int_equal(map(&r, 0, 60), ENOMEM_);
	rig_do(&r, OPERATION_UNMAP, 0, 30);
	assert_value(&r, SUM, 30);
	assert_value(&r, "overcommit.mapped", 30);
	assert_int_equal(map(&r, 0, 60), 0);
	assert_value(&r, "overcommit.over_limit", 0);
	rig_done(&r);
}

/* mm_compute_batch, run line by line, agrees with the rule. */
static void test_overcommit__compute_batch_agrees_with_the_rule(void **state)
{
	for (int old = 0; old < 2; old++)
		for (s64 ram = 1; ram < INT64_C(1) << 40; ram = ram * 7 + 3)
			for (unsigned cpus = 1; cpus < 40; cpus += 13) {
				struct rig r;

				rig_init(&r, cpus);
				r.s.features = old ? OLD_KERNEL : NEW_KERNEL;
				r.s.value[PARAM_RAM_PAGES] = ram;
				rig_start(&r);
				for (s64 p = 0; p < POLICY_N; p++) {
					rig_do(&r, OPERATION_POLICY, 0, p);
					assert_value(&r, "vm_committed_as_batch",
						overcommit_batch(ram, cpus, p, old));
				}
				rig_done(&r);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_overcommit__A6_batches_of_machines),
		cmocka_unit_test(test_overcommit__A6_bound_and_what_stays_local),
		cmocka_unit_test(test_overcommit__A_16_A_17_batch),
		cmocka_unit_test(test_overcommit__A11_floor_of_the_batch),
		cmocka_unit_test(test_overcommit__A_18_commit_limit),
		cmocka_unit_test(test_overcommit__A9_ltp_arithmetic),
		cmocka_unit_test(test_overcommit__A_20_guess_looks_at_the_request),
		cmocka_unit_test(test_overcommit__A_21_both_fail_in_8_of_12),
		cmocka_unit_test(test_overcommit__A_21_one_after_the_other),
		cmocka_unit_test(test_overcommit__A10_8_who_reads_the_count),
		cmocka_unit_test(test_overcommit__A10_9_a_failure_leaves_the_sum),
		cmocka_unit_test(test_overcommit__A10_11_small_requests_do_not_see_themselves),
		cmocka_unit_test(test_overcommit__strict_accounting_is_inexact),
		cmocka_unit_test(test_overcommit__A11_equality),
		cmocka_unit_test(test_overcommit__reserves),
		cmocka_unit_test(test_overcommit__policies_take_their_own_lines),
		cmocka_unit_test(test_overcommit__unmap_takes_off_what_was_mapped),
		cmocka_unit_test(test_overcommit__compute_batch_agrees_with_the_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
