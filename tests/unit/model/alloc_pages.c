/* SPDX-License-Identifier: GPL-3.0-or-later
 * The way of a request through the page allocator: facts B3, B6 and B7.
 */
#include "frames.h"

enum { FIRST_TRY = GFP_KERNEL | GFP_NORETRY | GFP_NOWARN };

static s64 get(const struct rig *r, const char *name)
{
	return rig_get(r, name);
}

static void counters(const struct rig *r, s64 stall, s64 success, s64 fail,
	s64 wakeups)
{
	assert_value(r, "vmstat.compact_stall", stall);
	assert_value(r, "vmstat.compact_success", success);
	assert_value(r, "vmstat.compact_fail", fail);
	assert_value(r, "kswapd.wakeups", wakeups);
}

/* Above low: the fast path, nobody is woken. */
static void test_alloc__B7_1_fast_path(void **state)
{
	struct rig r;

	frames_lists(&r, "200,150,100,80");
	assert_true(frames_alloc(&r, 2, FIRST_TRY) >= 0);
	counters(&r, 0, 0, 0, 0);
	assert_value(&r, "vmstat.allocstall", 0);
	assert_value(&r, "zone[0].free", 1536);
	rig_done(&r);
}

/* kswapd woken, min check ok: no stall. */
static void test_alloc__B7_5_min_will_do(void **state)
{
	struct rig r;

	frames_lists(&r, "0,0,0,100");
	assert_true(frames_alloc(&r, 3, FIRST_TRY) >= 0);
	counters(&r, 0, 0, 0, 1);
	assert_value(&r, "vmstat.allocstall", 0);
	rig_done(&r);
}

/* In pieces, with something to move: a stall that makes the block. */
static void test_alloc__B7_2_compaction_makes_the_block(void **state)
{
	struct rig r;

	frames_map(&r, 1, ".m....m.....m......m......m.....");
	r.m->memory.zone[0].low = r.m->memory.zone[0].high = 2;
	r.m->memory.zone[0].min = 1;
	assert_int_equal(frames_alloc(&r, 3, FIRST_TRY | GFP_MOVABLE), 0);
	counters(&r, 1, 1, 0, 1);
	assert_value(&r, "vmstat.pgmigrate_success", 2);
	assert_value(&r, "vmstat.allocstall", 0);
	rig_done(&r);
}

/* The same lists as the table, all movable pages above: two stalls in vain. */
static void test_alloc__B7_2_two_stalls(void **state)
{
	struct rig r;

	frames_init(&r, 1);
	r.s.value[PARAM_MIN_FREE_KBYTES] = 2896;
	r.s.value[PARAM_MOVABLE_PAGES] = 500;
	strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], "1300,100");
	frames_start(&r);
	assert_int_equal(frames_alloc(&r, 2, FIRST_TRY), -1);
	counters(&r, 2, 0, 2, 1);
	assert_true(get(&r, "vmstat.allocstall") >= 1);
	assert_value(&r, "alloc.warnings", 0);
	assert_value(&r, "zone[0].free", 1500);
	/* the second try, order 0, on the fast path */
	assert_true(frames_alloc(&r, 0, GFP_KERNEL) >= 0);
	assert_value(&r, "zone[0].free", 1469);
	rig_done(&r);
}

/* Patched: without waiting nothing is compacted. */
static void test_alloc__B7_2_without_waiting(void **state)
{
	struct rig r;

	frames_lists(&r, "1300,100");
	assert_int_equal(frames_alloc(&r, 2, (FIRST_TRY & ~GFP_WAIT) |
		GFP_NOMEMALLOC), -1);
	counters(&r, 0, 0, 0, 1);
	assert_value(&r, "vmstat.allocstall", 0);
	rig_done(&r);
}

/* Order 1, index 500: no compaction, reclaim instead. */
static void test_alloc__B7_6_skipped(void **state)
{
	struct rig r;

	frames_lists(&r, "1300");
	assert_int_equal(frames_alloc(&r, 1, FIRST_TRY), -1);
	counters(&r, 0, 0, 0, 1);
	assert_true(get(&r, "vmstat.allocstall") >= 1);
	rig_done(&r);
}

/* HIGH and HARDER: 272, then 136 and 68; fails after order 1. */
static void test_alloc__B7_9_atomic(void **state)
{
	struct rig r;

	frames_lists(&r, "1300,100");
	assert_int_equal(frames_alloc(&r, 2, GFP_ATOMIC | GFP_NOWARN), -1);
	counters(&r, 0, 0, 0, 1);
	assert_true(frames_alloc(&r, 0, GFP_ATOMIC) >= 0);
	rig_done(&r);
}

/* v1's side effect: without WAIT it is atomic, unless NOMEMALLOC. */
static void test_alloc__B2_harder_without_waiting(void **state)
{
	struct rig r;

	frames_lists(&r, "0,0,0,80");
	assert_int_equal(frames_alloc(&r, 3, FIRST_TRY), -1);
	assert_int_equal(frames_alloc(&r, 3, (FIRST_TRY & ~GFP_WAIT) |
		GFP_NOMEMALLOC), -1);
	assert_true(frames_alloc(&r, 3, FIRST_TRY & ~GFP_WAIT) >= 0);
	rig_done(&r);
}

/* A request whose class keeps a reserve fails the low mark of a zone that is well
 * off for kswapd: then there is no need to wake it. */
static void test_alloc__kswapd_sleeps_if_zones_are_balanced(void **state)
{
	struct rig r;

	frames_init(&r, 1);
	r.s.value[PARAM_MIN_FREE_KBYTES] = 2896;
	r.s.value[PARAM_RESERVE_PAGES] = 500;
	strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], "1300");
	frames_start(&r);
	assert_true(frames_alloc(&r, 0, GFP_KERNEL) >= 0);
	counters(&r, 0, 0, 0, 0);
	assert_value(&r, "zone[0].pcp", 30);
	/* but it remembers what was asked for */
	assert_int_equal(frames_alloc(&r, 2, GFP_NOWARN), -1);
	counters(&r, 0, 0, 0, 1);
	rig_done(&r);
}

static void test_alloc__kswapd_is_spared(void **state)
{
	struct rig r;

	frames_lists(&r, "1300,100");
	assert_int_equal(frames_alloc(&r, 2, GFP_NO_KSWAPD | GFP_NOWARN), -1);
	counters(&r, 0, 0, 0, 0);
	assert_int_equal(frames_alloc(&r, 2, GFP_THISNODE), -1);
	counters(&r, 0, 0, 0, 0);
	assert_value(&r, "alloc.warnings", 1);
	rig_done(&r);
}

static void test_alloc__who_frees_memory_may_take_the_last_page(void **state)
{
	struct rig r;

	frames_map(&r, 1, "pppppppppppppppppppppppppppppp..");
	r.m->memory.zone[0].min = r.m->memory.zone[0].low = 4;
	assert_int_equal(frames_alloc(&r, 1, GFP_NOWARN), -1);
	assert_int_equal(frames_alloc(&r, 1, GFP_MEMALLOC), 30);
	assert_int_equal(frames_alloc(&r, 1, GFP_MEMALLOC | GFP_NOWARN), -1);
	assert_int_equal(frames_alloc(&r, 1, GFP_MEMALLOC | GFP_NOMEMALLOC |
		GFP_NOWARN), -1);
	rig_done(&r);
}

/* compact_stall counts a run that finds nothing to do, not one that is skipped,
 * deferred or of order 0. */
static void test_alloc__B6_what_counts_as_a_stall(void **state)
{
	s64 args[] = { 3, GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN, COMPACT_ASYNC };
	struct rig r;

	frames_map(&r, 1, "................................");
	r.m->memory.zone[0].low = 2;
	assert_true(frames_call(&r, 0, PROC_DIRECT_COMPACT, args, 4) >= 0);
	counters(&r, 1, 1, 0, 0);	/* partial: nothing to do */
	args[1] = GFP_WAIT | GFP_MOVABLE;
	assert_int_equal(frames_call(&r, 0, PROC_DIRECT_COMPACT, args, 4), -1);
	counters(&r, 1, 1, 0, 0);	/* without FS and IO: skipped */
	rig_done(&r);
	frames_map(&r, 1, "m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.");
	r.m->memory.zone[0].low = 2;
	args[1] = GFP_HIGHUSER_MOVABLE;
	assert_int_equal(frames_call(&r, 0, PROC_DIRECT_COMPACT, args, 4), -1);
	counters(&r, 0, 0, 0, 0);	/* too little free: skipped */
	rig_done(&r);
}

/* Sync runs in vain defer the zone: once, then every 2nd, 4th … attempt. */
static void test_alloc__deferral(void **state)
{
	s64 args[] = { 3, GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN,
		COMPACT_SYNC_LIGHT };
	u64 stalls[130], n = 0;
	struct rig r;

	frames_map(&r, 1, "..p.......p.......p.......p.....");
	r.m->memory.zone[0].low = 2;
	args[0] = 2;			/* order 2 is fine: not deferred */
	frames_free(&r, frames_call(&r, 0, PROC_DIRECT_COMPACT, args, 4), 2);
	assert_value(&r, "zone[0].order_failed", 3);
	args[0] = 3;
	for (int i = 0; i < 130; i++) {
		u64 before = r.m->memory.compact_stall;

		frames_call(&r, 0, PROC_DIRECT_COMPACT, args, 4);
		if (r.m->memory.compact_stall > before)
			stalls[n++] = (u64)i;
	}
	/* it runs, waits for 1 more, runs, for 3 more, … */
	assert_true(n >= 6);
	for (u64 i = 0; i < n && i < 6; i++)
		assert_int_equal(stalls[i], (2u << i) - 2);
	assert_value(&r, "zone[0].defer_shift", DEFER_SHIFT_MAX);
	/* smaller orders are not deferred; success ends it */
	args[0] = 2;
	assert_true(frames_call(&r, 0, PROC_DIRECT_COMPACT, args, 4) >= 0);
	assert_value(&r, "zone[0].defer_shift", 0);
	rig_done(&r);
}

static void test_alloc__deferral_counts_to_a_power_of_two(void **state)
{
	for (unsigned shift = 0; shift <= DEFER_SHIFT_MAX; shift++) {
		u32 considered = 0, tries = 0;

		do {
			considered = compact_considered(considered, shift);
			tries++;
		} while (compact_is_deferred(considered, shift));
		assert_int_equal(tries, 1u << shift);
		assert_int_equal(compact_considered(considered, shift),
			1u << shift);
	}
}

/* Small orders go on as long as something is freed; others stop; then a kill,
 * but not for more than order 3. */
static void test_alloc__out_of_memory(void **state)
{
	struct rig r;

	frames_map(&r, 1, "pppppppppppppppppppppppppppppp..");
	assert_int_equal(frames_alloc(&r, 2, GFP_KERNEL), -1);
	assert_value(&r, "vmstat.oom_kill", 1);
	assert_value(&r, "alloc.warnings", 0);
	assert_int_equal(frames_alloc(&r, 4, GFP_KERNEL), -1);
	assert_value(&r, "vmstat.oom_kill", 1);
	assert_value(&r, "alloc.warnings", 1);
	assert_int_equal(frames_alloc(&r, 2, GFP_KERNEL | GFP_NORETRY), -1);
	assert_value(&r, "vmstat.oom_kill", 1);
	assert_value(&r, "alloc.warnings", 2);
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alloc__B7_1_fast_path),
		cmocka_unit_test(test_alloc__B7_5_min_will_do),
		cmocka_unit_test(test_alloc__B7_2_compaction_makes_the_block),
		cmocka_unit_test(test_alloc__B7_2_two_stalls),
		cmocka_unit_test(test_alloc__B7_2_without_waiting),
		cmocka_unit_test(test_alloc__B7_6_skipped),
		cmocka_unit_test(test_alloc__B7_9_atomic),
		cmocka_unit_test(test_alloc__B2_harder_without_waiting),
		cmocka_unit_test(
			test_alloc__kswapd_sleeps_if_zones_are_balanced),
		cmocka_unit_test(test_alloc__kswapd_is_spared),
		cmocka_unit_test(
			test_alloc__who_frees_memory_may_take_the_last_page),
		cmocka_unit_test(test_alloc__B6_what_counts_as_a_stall),
		cmocka_unit_test(test_alloc__deferral),
		cmocka_unit_test(test_alloc__deferral_counts_to_a_power_of_two),
		cmocka_unit_test(test_alloc__out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
