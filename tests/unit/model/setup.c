/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of setups: the table of parameters, workloads, features, conflicts.
 */
#include "../../depth.h"
#include "rig.h"

static void test_setup__defaults_lie_in_their_ranges(void **state)
{
	struct setup s;

	setup_init(&s);
	for (int i = 0; i < PARAM_N; i++) {
		const struct param_row *p = &params[i];

		assert_true(p->min <= p->initial && p->initial <= p->max);
		assert_int_equal(s.value[i], p->initial);
		assert_int_equal(param_find(p->name), i);
		assert_true(strlen(p->help) > 0);
		assert_true(p->kind < KIND_N);
	}
	assert_null(setup_conflict(&s));
	assert_int_equal(s.workload, WORKLOAD_NONE);
	assert_int_equal(s.seed, 1);
	for (int i = 0; i < COST_N; i++)
		assert_int_equal(s.cost_ns[i], 1);
}

static void test_setup__names(void **state)
{
	static const char *const contract[] = { "cpus", "ram_pages",
		"mapping_pages", "batch", "policy", "iterations", "swap_pages",
		"ratio", "kbytes", "slot_pages", "request_pages",
		"admin_reserve_pages", "user_reserve_pages", "batch_read" };

	for (size_t i = 0; i < sizeof(contract) / sizeof(*contract); i++)
		assert_true(param_find(contract[i]) >= 0);
	assert_int_equal(param_find("cpu"), -1);
	assert_int_equal(param_find(""), -1);
	for (int w = 0; w < WORKLOAD_N; w++)
		assert_int_equal(workload_find(workload_name((enum workload)w)), w);
	assert_int_equal(workload_find("mmap2"), -1);
}

static void test_setup__features_of_variant_and_parameters(void **state)
{
	struct setup s;

	setup_init(&s);
	s.features = NEW_KERNEL;
	assert_int_equal(setup_features(&s),
		NEW_KERNEL | IN_READ_INSIDE | IN_SINGLE | IN_RULE_4_2);
	s.value[PARAM_BATCH_READ] = 1;
	s.value[PARAM_RULE] = 1;
	assert_int_equal(setup_features(&s),
		NEW_KERNEL | IN_READ_EARLY | IN_SINGLE | IN_RULE_4_4);
}

static void test_setup__batch_at_step_0(void **state)
{
	struct rig r;

	rig_init(&r, 16);
	assert_int_equal(setup_batch(&r.s), 65536);
	r.s.features = OLD_KERNEL;
	assert_int_equal(setup_batch(&r.s), 1024);
	r.s.features = NEW_KERNEL;
	r.s.value[PARAM_POLICY] = POLICY_NEVER;
	assert_int_equal(setup_batch(&r.s), 1024);
	r.s.value[PARAM_BATCH] = 77;
	assert_int_equal(setup_batch(&r.s), 77);
	rig_start(&r);
	assert_value(&r, "vm_committed_as_batch", 77);
	rig_done(&r);
}

static void test_setup__conflicts(void **state)
{
	struct setup s;

	setup_init(&s);
	s.value[PARAM_HUGETLB_PAGES] = s.value[PARAM_RAM_PAGES];
	assert_null(setup_conflict(&s));
	s.value[PARAM_HUGETLB_PAGES]++;
	assert_non_null(setup_conflict(&s));
}

/* Every extreme of every parameter makes a machine that runs; in soak with each
 * workload, else with a third of them. */
static void test_setup__extremes_run(void **state)
{
	int every = (int)depth(6, 3, 1);

	for (int w = 0; w < WORKLOAD_N; w++)
		for (int i = w % every; i < PARAM_N; i += every)
			for (int end = 0; end < 2; end++) {
				struct rig r;

				rig_init(&r, 3);
				r.s.workload = (enum workload)w;
				if (w == WORKLOAD_LAZY_FREE) {
					r.s.value[PARAM_RAM_PAGES] = 64;
					r.s.value[PARAM_SWAP_PAGES] = 128;
					r.s.value[PARAM_REGION_PAGES] = 48;
				}
				if (w == WORKLOAD_SLUB)
					r.s.value[PARAM_RAM_PAGES] = 4096;
				r.s.value[i] = end ? params[i].max
						   : params[i].min;
				if (setup_conflict(&r.s))
					continue;
				rig_start(&r);
				machine_run(r.m, &r.p, 3000);
				rig_checked(&r);
				rig_done(&r);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_setup__defaults_lie_in_their_ranges),
		cmocka_unit_test(test_setup__names),
		cmocka_unit_test(test_setup__features_of_variant_and_parameters),
		cmocka_unit_test(test_setup__batch_at_step_0),
		cmocka_unit_test(test_setup__conflicts),
		cmocka_unit_test(test_setup__extremes_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
