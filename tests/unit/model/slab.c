/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of slab caches: what allocate_slab does in its three variants. Worked
 * examples bear their rows' names; their lists are those of the table B-3.
 */
#include "rig.h"

enum { BASE = IN_SLUB_BASE, PATCHED = IN_SLUB_PATCHED, MERGED = IN_SLUB_MERGED };
static const u32 variants[] = { BASE, PATCHED, MERGED };

static void give(struct setup *s, enum param p, const char *text)
{
	strcpy(s->text[p - TEXT_FIRST], text);
}

/* One slab asked for on CPU 0 of 8, with these free blocks. */
static void slub_setup(struct rig *r, u32 variant, const char *lists, s64 size)
{
	rig_init(r, 8);
	r->s.workload = WORKLOAD_SLUB;
	r->s.features = variant;
	r->s.value[PARAM_RAM_PAGES] = 131072;
	r->s.value[PARAM_OBJECT_SIZE] = size;
	r->s.value[PARAM_PROCESSES] = 0;
	give(&r->s, PARAM_FREE_LISTS, lists);
}

/* To the workload's end, checking at the end only: the machine is large. */
static void slub_go(struct rig *r)
{
	u64 most = 20000000;

	rig_start(r);
	most -= machine_run(r->m, &r->p, most);
	assert_true(machine_finished(r->m));
	rig_checked(r);
}

static void slub_run(struct rig *r, u32 variant, const char *lists, s64 size)
{
	slub_setup(r, variant, lists, size);
	slub_go(r);
}

/* ---- scenario outcomes ------------------------------------------------------ */

static void test_slub__B7_1_fast_path(void **state)
{
	for (int i = 0; i < 3; i++) {
		struct rig r;

		slub_run(&r, variants[i], "200,150,100,80", 704);
		assert_value(&r, "slub.order", 2);
		assert_value(&r, "slub.slabs", 1);
		assert_value(&r, "slub.room", 23);
		assert_value(&r, "slub.order_fallback", 0);
		assert_value(&r, "kswapd.wakeups", 0);
		assert_value(&r, "vmstat.compact_stall", 0);
		assert_value(&r, "vmstat.allocstall", 0);
		assert_value(&r, "zone[0].free", 1536);
		rig_done(&r);
	}
}

static void test_slub__B7_2_base_stalls(void **state)
{
	struct rig r;

	slub_setup(&r, BASE, "1300,100", 704);
	r.s.value[PARAM_LRU_CLEAN_PAGES] = 200;
	slub_go(&r);
	assert_value(&r, "kswapd.wakeups", 1);
	assert_true(rig_get(&r, "vmstat.compact_stall") >= 1);
	assert_true(rig_get(&r, "vmstat.compact_stall") <= 2);
	rig_done(&r);
}

static void test_slub__B7_2_others_fall_back(void **state)
{
	for (int i = 1; i < 3; i++) {
		struct rig r;

		slub_run(&r, variants[i], "1300,100", 704);
		assert_value(&r, "kswapd.wakeups", 1);
		assert_value(&r, "slub.order_fallback", 1);
		assert_value(&r, "slub.room", 5);
		assert_value(&r, "vmstat.compact_stall", 0);
		assert_value(&r, "vmstat.allocstall", 0);
		/* a refill of 31 single pages has left the zone */
		assert_value(&r, "zone[0].free", 1469);
		assert_value(&r, "zone[0].pcp", 30);
		rig_done(&r);
	}
}

static void test_slub__B7_5_min_mark_is_enough(void **state)
{
	for (int i = 0; i < 3; i++) {
		struct rig r;

		slub_run(&r, variants[i], "0,0,0,100", 1024);
		assert_value(&r, "slub.order", 3);
		assert_value(&r, "kswapd.wakeups", 1);
		assert_value(&r, "slub.order_fallback", 0);
		assert_value(&r, "vmstat.compact_stall", 0);
		assert_value(&r, "zone[0].free", 792);
		rig_done(&r);
	}
}

static void test_slub__B7_6_order_1_is_skipped(void **state)
{
	for (int i = 0; i < 3; i++) {
		struct rig r;

		slub_run(&r, variants[i], "1300", 256);
		assert_value(&r, "slub.order", 1);
		assert_value(&r, "vmstat.compact_stall", 0);
		if (i == 0)
			assert_true(rig_get(&r, "vmstat.allocstall") >= 1);
		else
			assert_value(&r, "vmstat.allocstall", 0);
		if (i > 0)
			assert_value(&r, "slub.order_fallback", 1);
		rig_done(&r);
	}
}

static void test_slub__B7_7_equal_orders_are_unchanged(void **state)
{
	for (int i = 0; i < 3; i++) {
		struct rig r;

		slub_run(&r, variants[i], "1300", 64);
		assert_value(&r, "slub.order", 0);
		assert_value(&r, "slub.min_order", 0);
		assert_value(&r, "slub.room", 64);
		assert_value(&r, "slub.order_fallback", 0);
		assert_value(&r, "kswapd.wakeups", 0);
		assert_value(&r, "vmstat.compact_stall", 0);
		rig_done(&r);
	}
}

/* The first try does not stall any more; the second, of order 1, may: blocks of
 * order 1 are there (index −1000), but too few for the mark. */
static void test_slub__B7_8_fallback_may_compact(void **state)
{
	for (int i = 0; i < 3; i++) {
		struct rig r;

		slub_setup(&r, variants[i], "1300,100", 8192);
		r.s.value[PARAM_LRU_CLEAN_PAGES] = 2000;
		slub_go(&r);
		assert_value(&r, "slub.order", 3);
		assert_value(&r, "slub.min_order", 1);
		assert_true(rig_get(&r, "vmstat.compact_stall") >= 1);
		assert_true(rig_get(&r, "vmstat.allocstall") >= 1);
		rig_done(&r);
	}
}

static void test_slub__B7_9_atomic_cannot_wait_anyway(void **state)
{
	for (int i = 0; i < 3; i++) {
		struct rig r;

		slub_setup(&r, variants[i], "1300,100", 704);
		r.s.value[PARAM_GFP] = 1;
		slub_go(&r);
		assert_value(&r, "slub.order_fallback", 1);
		assert_value(&r, "vmstat.compact_stall", 0);
		assert_value(&r, "vmstat.allocstall", 0);
		rig_done(&r);
	}
}

/* v1's side effect: without WAIT a plain request counts as atomic and may use a
 * quarter of the reserve (B3-4); v2 forbids that. */
static void test_slub__B2_v1_uses_the_reserve(void **state)
{
	static const s64 fallbacks[] = { 0, 1 };

	for (int i = 1; i < 3; i++) {
		struct rig r;

		slub_setup(&r, variants[i], "0,0,0,80", 1024);
		r.s.value[PARAM_LRU_CLEAN_PAGES] = 400;
		slub_go(&r);
		assert_value(&r, "slub.order_fallback", fallbacks[i - 1]);
		if (i == 1)
			assert_value(&r, "zone[0].free", 632);
		rig_done(&r);
	}
}

/* The 4.4 rule takes a block that the mark in every order keeps back. */
static void test_slub__rule_of_4_4(void **state)
{
	for (int rule = 0; rule < 2; rule++) {
		struct rig r;

		slub_setup(&r, PATCHED, "1000,0,0,1", 1024);
		r.s.value[PARAM_RULE] = rule;
		slub_go(&r);
		assert_value(&r, "slub.order_fallback", !rule);
		rig_done(&r);
	}
}

/* ---- what falling back costs ------------------------------------------------- */

static const struct {
	s64 size, slabs, waste, small_slabs, small_waste;
} costs[] = {
	{ 256, 32, 0, 63, 0 }, { 512, 32, 0, 125, 0 },
	{ 704, 44, 192, 200, 576 }, { 1024, 32, 0, 250, 0 },
	{ 4096, 125, 0, 1000, 0 },
};

/* 1,000 objects are in that many slabs; each wastes so many bytes. */
static void test_slub__B2_table(void **state)
{
	for (size_t i = 0; i < sizeof(costs) / sizeof(*costs); i++) {
		for (int small = 0; small < 2; small++) {
			s64 slabs = small ? costs[i].small_slabs : costs[i].slabs;
			struct rig r;

			slub_setup(&r, PATCHED, small ? "20000"
				: "0,0,0,0,0,0,0,0,0,0,20", costs[i].size);
			r.s.value[PARAM_SLABS] = slabs;
			slub_go(&r);
			assert_value(&r, "slub.slabs", slabs);
			assert_value(&r, "slub.order_fallback",
				small ? slabs : 0);
			assert_value(&r, "slub.wasted", slabs * (small
				? costs[i].small_waste : costs[i].waste));
			assert_true(rig_get(&r, "slub.room") >= 1000);
			assert_true(rig_get(&r, "slub.room") - 1000 <
				rig_get(&r, "slub.room") / slabs);
			rig_done(&r);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slub__B7_1_fast_path),
		cmocka_unit_test(test_slub__B7_2_base_stalls),
		cmocka_unit_test(test_slub__B7_2_others_fall_back),
		cmocka_unit_test(test_slub__B7_5_min_mark_is_enough),
		cmocka_unit_test(test_slub__B7_6_order_1_is_skipped),
		cmocka_unit_test(test_slub__B7_7_equal_orders_are_unchanged),
		cmocka_unit_test(test_slub__B7_8_fallback_may_compact),
		cmocka_unit_test(test_slub__B7_9_atomic_cannot_wait_anyway),
		cmocka_unit_test(test_slub__B2_v1_uses_the_reserve),
		cmocka_unit_test(test_slub__rule_of_4_4),
		cmocka_unit_test(test_slub__B2_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
