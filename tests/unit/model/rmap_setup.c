/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which parameters of huge pages go together, and that memory grows to fit them.
 */
#include "rig.h"

static void test_rmap_setup__what_does_not_go_together(void **state)
{
	struct rig r;

	rig_init(&r, 1);
	r.s.workload = WORKLOAD_RMAP;
	r.s.value[PARAM_PAGES] = 8;
	r.s.value[PARAM_RAM_PAGES] = 64;
	assert_null(setup_conflict(&r.s));
	r.s.value[PARAM_PAGES] = 12;
	assert_non_null(setup_conflict(&r.s));
	r.s.value[PARAM_PAGES] = 1024;
	assert_non_null(setup_conflict(&r.s));
	r.s.value[PARAM_PAGES] = 8;
	r.s.value[PARAM_UNMAPPED_HEAD] = 8;
	assert_non_null(setup_conflict(&r.s));
	r.s.value[PARAM_UNMAPPED_HEAD] = 7;
	assert_null(setup_conflict(&r.s));
	r.s.value[PARAM_THPS] = 8192;
	r.s.value[PARAM_PAGES] = 512;
	assert_non_null(setup_conflict(&r.s));
}

static void test_rmap_setup__memory_is_large_enough(void **state)
{
	struct rig r;

	rig_init(&r, 1);
	r.s.workload = WORKLOAD_RMAP;
	r.s.features = IN_RMAP_OLD;
	r.s.value[PARAM_RAM_PAGES] = 32;
	r.s.value[PARAM_MIN_FREE_KBYTES] = 32;
	r.s.value[PARAM_THPS] = 10;
	r.s.value[PARAM_PAGES] = 512;
	rig_start(&r);
	assert_int_equal(r.m->rmap.thps, 10);
	assert_value(&r, "memory.unevictable", 10);
	rig_done(&r);
}

/* Other workloads keep the size that they were given. */
static void test_rmap_setup__or_huge_pages_are_left_out(void **state)
{
	struct rig r;

	rig_init(&r, 1);
	r.s.workload = WORKLOAD_LAZY_FREE;
	r.s.parts = PART_RMAP;
	r.s.features = IN_RMAP_OLD | IN_DONTNEED;
	r.s.value[PARAM_RAM_PAGES] = 64;
	r.s.value[PARAM_PROCESSES] = 1;
	r.s.value[PARAM_REGION_PAGES] = 8;
	r.s.value[PARAM_MIN_FREE_KBYTES] = 32;
	r.s.value[PARAM_THPS] = 10;
	r.s.value[PARAM_PAGES] = 8;
	rig_start(&r);
	assert_int_equal(r.m->memory.frames, 64);
	assert_int_equal(r.m->rmap.thps, 4);
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rmap_setup__what_does_not_go_together),
		cmocka_unit_test(test_rmap_setup__memory_is_large_enough),
		cmocka_unit_test(test_rmap_setup__or_huge_pages_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
