/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the rules of zones: marks, the watermark check, fragmentation. The
 * numbers are worked examples from kernel source; tests bear their rows' names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/zone.h"

static void test_zone__B_1_min_free_kbytes(void **state)
{
	assert_int_equal(zone_min_free_kbytes(3145728, ERA_4_2), 7094);
	assert_int_equal(7094 / 4, 1773);
}

static void test_zone__B1_min_free_kbytes_has_limits(void **state)
{
	static const struct {
		s64 lowmem_kb, old, now;
	} rows[] = {
		{ 0, 128, 128 }, { 1023, 128, 128 }, { 1024, 128, 128 },
		{ 1041, 129, 129 }, { 524288, 2896, 2896 },
		{ 8388608, 11585, 11585 },
		{ 268435455, 65535, 65535 }, { 268435456, 65536, 65536 },
		{ 268500992, 65536, 65543 },
		{ INT64_C(1) << 40, 65536, 262144 },
		{ INT64_C(1) << 50, 65536, 262144 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_int_equal(zone_min_free_kbytes(rows[i].lowmem_kb,
			ERA_4_2), rows[i].old);
		assert_int_equal(zone_min_free_kbytes(rows[i].lowmem_kb,
			ERA_6_12), rows[i].now);
	}
}

static void test_zone__B_3_lazyfree_threshold(void **state)
{
	assert_int_equal(zone_lazyfree_threshold(4096), 1536);
	assert_int_equal(zone_lazyfree_threshold(7094), 2659);
	assert_int_equal(zone_lazyfree_threshold(16384), 6144);
	assert_int_equal(zone_lazyfree_threshold(45056), 16896);
	assert_int_equal(zone_lazyfree_threshold(0), 0);
}

static void test_zone__B_4_marks_of_one_zone(void **state)
{
	assert_int_equal(zone_watermark_low(1773, 0, ERA_4_2), 2216);
	assert_int_equal(zone_watermark_high(1773, 0, ERA_4_2), 2659);
}

static void test_zone__B6_marks_of_3_gb(void **state)
{
	static const struct {
		s64 min, managed, low, high, low_now, high_now;
	} rows[] = {
		{ 1773, 786432, 2216, 2659, 2559, 3345 },
		{ 8, 3977, 10, 12, 11, 14 },
		{ 1764, 782455, 2205, 2646, 2546, 3328 },
		{ 56, 3977, 70, 84, 70, 84 },
		{ 11207, 782455, 14008, 16810, 14008, 16809 },
		{ 724, 131072, 905, 1086, 905, 1086 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		s64 min = rows[i].min, managed = rows[i].managed;

		assert_int_equal(zone_watermark_low(min, managed, ERA_4_2),
			rows[i].low);
		assert_int_equal(zone_watermark_high(min, managed, ERA_4_2),
			rows[i].high);
		assert_int_equal(zone_watermark_low(min, managed, ERA_6_12),
			rows[i].low_now);
		assert_int_equal(zone_watermark_high(min, managed, ERA_6_12),
			rows[i].high_now);
	}
}

static void test_zone__B_20_gap_is_a_thousandth_today(void **state)
{
	assert_int_equal(zone_watermark_low(1773, 786432, ERA_6_12), 2559);
	assert_int_equal(zone_watermark_high(1773, 786432, ERA_6_12), 3345);
}

static bool passes(s64 free_pages, s64 mark, s64 reserve)
{
	const s64 blocks[ZONE_ORDERS] = { free_pages };
	const struct zone_request r = { .mark = mark, .reserve = reserve };
	bool old = test_answer(zone_watermark_test(free_pages, blocks, &r,
		ERA_4_2));

	assert_int_equal(old, test_answer(zone_watermark_test(free_pages,
		blocks, &r, ERA_4_4)));
	return old;
}

static void test_zone__B_7_equal_to_the_mark_fails(void **state)
{
	assert_false(passes(2216, 2216, 0));
	assert_true(passes(2217, 2216, 0));
	assert_false(passes(128, 128, 0));
	assert_true(passes(129, 128, 0));
}

static void test_zone__B_8_reserve_is_added_to_the_mark(void **state)
{
	assert_false(passes(3066, 10, 3056));
	assert_true(passes(3067, 10, 3056));
}

/* The mark that a request of order 0 is compared with. */
static s64 mark_of(s64 mark, bool high, bool harder)
{
	const s64 blocks[ZONE_ORDERS] = { 1 };
	const struct zone_request r = { .mark = mark, .high = high,
		.harder = harder };

	return zone_watermark_test(1, blocks, &r, ERA_4_2).right;
}

static void test_zone__B2_urgent_requests_lower_the_mark(void **state)
{
	assert_int_equal(mark_of(1773, true, false), 887);
	assert_int_equal(mark_of(1773, true, true), 666);
	assert_int_equal(mark_of(1000, false, true), 750);
	assert_int_equal(mark_of(724, true, false), 362);
	assert_int_equal(mark_of(724, false, true), 543);
	assert_int_equal(mark_of(724, true, true), 272);
}

static void test_zone__B2_reserve_counts_in_the_first_test_only(void **state)
{
	const s64 blocks[ZONE_ORDERS] = { 80, 40 };
	const struct zone_request r = { .order = 1, .mark = 100,
		.reserve = 50 };

	assert_int_equal(zone_free_pages(blocks), 160);
	assert_true(test_answer(zone_watermark_test(160, blocks, &r,
		ERA_4_2)));
}

static void test_zone__cma_pages_count_in_the_first_test_only(void **state)
{
	const s64 blocks[ZONE_ORDERS] = { 80, 40 };
	struct zone_request r = { .order = 1, .mark = 100, .cma_pages = 58 };
	struct test steps[ZONE_STEPS];

	assert_int_equal(zone_watermark_steps(160, blocks, ZONE_ORDERS, &r,
		ERA_4_2, steps), 2);
	assert_int_equal(steps[0].left, 101);
	assert_int_equal(steps[1].left, 79);
	assert_int_equal(steps[1].right, 50);
	r.cma_pages = 59;
	assert_int_equal(zone_watermark_steps(160, blocks, ZONE_ORDERS, &r,
		ERA_4_2, steps), 1);
}

static void test_zone__steps_end_with_the_one_that_refuses(void **state)
{
	/* A report of 2014: order 4 in a zone with 14 blocks of 64 kB. */
	const s64 blocks[] = { 652, 1455, 377, 163, 14 };
	const struct zone_request r = { .order = 4, .mark = 2988 };
	struct test steps[ZONE_STEPS];

	assert_int_equal(zone_watermark_steps(6328, blocks, 5, &r, ERA_4_2,
		steps), 5);
	assert_int_equal(steps[0].left, 6313);
	assert_int_equal(steps[4].left, -61);
	assert_int_equal(steps[4].right, 186);
	assert_int_equal(zone_watermark_steps(6328, blocks, 5, &r, ERA_4_4,
		steps), 2);
	assert_int_equal(steps[1].left, 14);
	/* Orders beyond the lists have no blocks. */
	assert_int_equal(zone_watermark_steps(6328, blocks, 3, &r, ERA_4_4,
		steps), 2);
	assert_int_equal(steps[1].left, 0);
}

static bool block_ok(const s64 *blocks, struct zone_request r, enum era era)
{
	return test_answer(zone_watermark_test(zone_free_pages(blocks), blocks,
		&r, era));
}

static void test_zone__B3_table(void **state)
{
	static const struct {
		const char *id;
		s64 blocks[ZONE_ORDERS];
		s64 free, order;
		bool low, min, harder, both, low_4_4, min_4_4;
	} rows[] = {
		{ "B3-1", { 200, 150, 100, 80 }, 1540, 2, 1, 1, 1, 1, 1, 1 },
		{ "B3-2", { 1300, 100 }, 1500, 2, 0, 0, 0, 0, 0, 0 },
		{ "B3-4", { 0, 0, 0, 80 }, 640, 3, 0, 0, 1, 1, 0, 0 },
		{ "B3-5", { 0, 0, 0, 100 }, 800, 3, 0, 1, 1, 1, 0, 1 },
		{ "B3-6", { 600, 100, 30, 20 }, 1080, 3, 1, 1, 1, 1, 1, 1 },
		{ "B3-8", { 1300 }, 1300, 1, 0, 0, 0, 0, 0, 0 },
		{ "B3-9", { 1300 }, 1300, 3, 0, 0, 0, 0, 0, 0 },
		{ "B3-10", { 912 }, 912, 2, 0, 0, 0, 0, 0, 0 },
		{ "B3-12", { 914 }, 914, 2, 0, 0, 0, 0, 0, 0 },
		{ "B3-13", { 100, 60, 40, 30, 10 }, 780, 3, 0, 1, 1, 1, 0, 1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const s64 *b = rows[i].blocks;
		struct zone_request low = { .order = rows[i].order,
			.mark = 905 };
		struct zone_request min = { .order = rows[i].order,
			.mark = 724 };
		struct zone_request harder = min, both;

		harder.harder = true;
		both = harder;
		both.high = true;
		if (zone_free_pages(b) != rows[i].free ||
			block_ok(b, low, ERA_4_2) != rows[i].low ||
			block_ok(b, min, ERA_4_2) != rows[i].min ||
			block_ok(b, harder, ERA_4_2) != rows[i].harder ||
			block_ok(b, both, ERA_4_2) != rows[i].both ||
			block_ok(b, low, ERA_4_4) != rows[i].low_4_4 ||
			block_ok(b, min, ERA_4_4) != rows[i].min_4_4)
			fail_msg("%s", rows[i].id);
	}
}

static void test_zone__B3_the_failing_comparison_is_told(void **state)
{
	static const struct {
		s64 blocks[ZONE_ORDERS];
		s64 order, mark, left, right;
	} rows[] = {
		{ { 200, 150, 100, 80 }, 2, 905, 1037, 226 },
		{ { 1300, 100 }, 2, 905, 197, 452 },
		{ { 1300, 100 }, 2, 724, 197, 362 },
		{ { 0, 0, 0, 80 }, 3, 905, 633, 905 },
		{ { 600, 100, 30, 20 }, 3, 905, 153, 113 },
		{ { 1300 }, 1, 905, -1, 452 },
		{ { 100, 60, 40, 30, 10 }, 3, 905, 773, 905 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct zone_request r = { .order = rows[i].order,
			.mark = rows[i].mark };
		struct test t = zone_watermark_test(
			zone_free_pages(rows[i].blocks), rows[i].blocks, &r,
			ERA_4_2);

		assert_int_equal(t.left, rows[i].left);
		assert_int_equal(t.right, rows[i].right);
		assert_int_equal(t.rel, REL_GT);
	}
}

static void test_zone__B3_small_ones(void **state)
{
	static const struct {
		s64 blocks[ZONE_ORDERS];
		s64 order, mark, highatomic;
		bool old, new;
	} rows[] = {
		{ { 0, 0, 0, 16 }, 3, 128, 0, 0, 0 },
		{ { 0, 0, 0, 17 }, 3, 128, 0, 1, 1 },
		{ { 1000, 0, 0, 1 }, 3, 128, 0, 0, 1 },
		{ { 600, 100, 50, 25 }, 3, 128, 0, 1, 1 },
		{ { [10] = 1 }, 3, 724, 0, 1, 1 },
		{ { [10] = 1 }, 10, 724, 0, 0, 0 },
		{ { [10] = 1 }, 10, 1, 0, 0, 0 },
		{ { [10] = 1 }, 10, 0, 0, 1, 1 },
		{ { 900, 0, 0, 4 }, 0, 724, 512, 1, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct zone_request r = { .order = rows[i].order,
			.mark = rows[i].mark,
			.highatomic_pages = rows[i].highatomic };

		if (block_ok(rows[i].blocks, r, ERA_4_2) != rows[i].old ||
			block_ok(rows[i].blocks, r, ERA_4_4) != rows[i].new)
			fail_msg("row %zu", i);
	}
}

static void test_zone__B3_fragmentation_index(void **state)
{
	static const struct {
		s64 blocks[ZONE_ORDERS];
		s64 order, index;
	} rows[] = {
		{ { 1300, 100 }, 2, 732 }, { { 1300 }, 1, 500 },
		{ { 1300 }, 3, 875 }, { { 914 }, 2, 749 },
		{ { 0 }, 3, 0 }, { { 1300, 0, 0, 1 }, 3, -1000 },
		{ { 0, 0, 0, 0, 1 }, 3, -1000 }, { { 1 }, 10, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_int_equal(zone_fragmentation_index(rows[i].blocks,
			rows[i].order), rows[i].index);
}

static void test_zone__lists_of_another_time(void **state)
{
	assert_true(zone_lists_apart(1087382, 2744));
	assert_true(zone_lists_apart(71215, 718374));
	assert_false(zone_lists_apart(6328, 6598));
	assert_false(zone_lists_apart(8192, 4097));	/* few pages */
	assert_false(zone_lists_apart(100000, 0));	/* drift */
	assert_false(zone_lists_apart(100000, 90000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zone__lists_of_another_time),
		cmocka_unit_test(test_zone__B_1_min_free_kbytes),
		cmocka_unit_test(test_zone__B1_min_free_kbytes_has_limits),
		cmocka_unit_test(test_zone__B_3_lazyfree_threshold),
		cmocka_unit_test(test_zone__B_4_marks_of_one_zone),
		cmocka_unit_test(test_zone__B6_marks_of_3_gb),
		cmocka_unit_test(test_zone__B_20_gap_is_a_thousandth_today),
		cmocka_unit_test(test_zone__B_7_equal_to_the_mark_fails),
		cmocka_unit_test(test_zone__B_8_reserve_is_added_to_the_mark),
		cmocka_unit_test(test_zone__B2_urgent_requests_lower_the_mark),
		cmocka_unit_test(
			test_zone__B2_reserve_counts_in_the_first_test_only),
		cmocka_unit_test(test_zone__cma_pages_count_in_the_first_test_only),
		cmocka_unit_test(test_zone__steps_end_with_the_one_that_refuses),
		cmocka_unit_test(test_zone__B3_table),
		cmocka_unit_test(test_zone__B3_the_failing_comparison_is_told),
		cmocka_unit_test(test_zone__B3_small_ones),
		cmocka_unit_test(test_zone__B3_fragmentation_index),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
