/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of SLUB's slab sizes. The numbers are worked examples from kernel source;
 * tests bear their rows' names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/slub.h"

static s64 order(s64 size, s64 cpus)
{
	return slub_order(size, cpus, &slub_defaults, ERA_4_2);
}

struct shape {
	s64 order, objects;
};

static const struct {
	s64 size;
	struct shape shape[4];	/* with 1, 2, 8 and 144 CPUs */
	s64 word;		/* order and objects at 8 CPUs, as packed */
	struct shape min;
} table[] = {
	{ 64, { { 0, 64 }, { 0, 64 }, { 0, 64 }, { 0, 64 } }, 0x00040,
		{ 0, 64 } },
	{ 128, { { 0, 32 }, { 0, 32 }, { 0, 32 }, { 1, 64 } }, 0x00020,
		{ 0, 32 } },
	{ 192, { { 0, 21 }, { 0, 21 }, { 0, 21 }, { 1, 42 } }, 0x00015,
		{ 0, 21 } },
	{ 256, { { 0, 16 }, { 0, 16 }, { 1, 32 }, { 2, 64 } }, 0x10020,
		{ 0, 16 } },
	{ 512, { { 0, 8 }, { 1, 16 }, { 2, 32 }, { 3, 64 } }, 0x20020,
		{ 0, 8 } },
	{ 704, { { 1, 11 }, { 2, 23 }, { 2, 23 }, { 3, 46 } }, 0x20017,
		{ 0, 5 } },
	{ 1024, { { 1, 8 }, { 2, 16 }, { 3, 32 }, { 3, 32 } }, 0x30020,
		{ 0, 4 } },
	{ 2048, { { 2, 8 }, { 3, 16 }, { 3, 16 }, { 3, 16 } }, 0x30010,
		{ 0, 2 } },
	{ 4096, { { 3, 8 }, { 3, 8 }, { 3, 8 }, { 3, 8 } }, 0x30008,
		{ 0, 1 } },
	{ 8192, { { 3, 4 }, { 3, 4 }, { 3, 4 }, { 3, 4 } }, 0x30004,
		{ 1, 1 } },
	{ 32768, { { 3, 1 }, { 3, 1 }, { 3, 1 }, { 3, 1 } }, 0x30001,
		{ 3, 1 } },
	{ 65536, { { 4, 1 }, { 4, 1 }, { 4, 1 }, { 4, 1 } }, 0x40001,
		{ 4, 1 } },
};
enum { ROWS = sizeof(table) / sizeof(*table) };

static void test_slub__B1_table(void **state)
{
	static const s64 cpus[] = { 1, 2, 8, 144 };

	for (size_t i = 0; i < ROWS; i++) {
		s64 size = table[i].size, o = order(size, 8);

		for (size_t c = 0; c < 4; c++) {
			assert_int_equal(order(size, cpus[c]),
				table[i].shape[c].order);
			assert_int_equal(slub_objects(order(size, cpus[c]),
				size), table[i].shape[c].objects);
		}
		assert_int_equal(o << 16 | slub_objects(o, size),
			table[i].word);
		assert_int_equal(slub_min_order(size), table[i].min.order);
		assert_int_equal(slub_objects(slub_min_order(size), size),
			table[i].min.objects);
	}
}

static void test_slub__B1_boot_options(void **state)
{
	static const struct {
		struct slub_options options;
		s64 size, order;
	} rows[] = {
		{ { 0, 0, 0 }, 256, 0 }, { { 0, 0, 0 }, 1024, 0 },
		{ { 0, 0, 0 }, 4096, 0 }, { { 0, 0, 0 }, 8192, 1 },
		{ { 0, 1, 0 }, 256, 1 }, { { 0, 1, 0 }, 512, 1 },
		{ { 0, 1, 0 }, 704, 1 }, { { 0, 1, 0 }, 1024, 1 },
		{ { 0, 1, 0 }, 4096, 1 }, { { 0, 1, 0 }, 8192, 1 },
		{ { 0, 2, 0 }, 256, 1 }, { { 0, 2, 0 }, 512, 2 },
		{ { 0, 2, 0 }, 704, 2 }, { { 0, 2, 0 }, 1024, 2 },
		{ { 0, 2, 0 }, 4096, 2 }, { { 0, 2, 0 }, 8192, 2 },
		{ { 2, 3, 0 }, 64, 2 }, { { 2, 3, 0 }, 256, 2 },
		{ { 2, 3, 0 }, 4096, 3 },
		{ { 0, 3, 4 }, 256, 0 }, { { 0, 3, 4 }, 512, 0 },
		{ { 0, 3, 4 }, 1024, 0 }, { { 0, 3, 4 }, 2048, 1 },
		{ { 0, 3, 4 }, 4096, 2 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_int_equal(slub_order(rows[i].size, 8, &rows[i].options,
			ERA_4_2), rows[i].order);
}

static void test_slub__B2_table_of_what_falling_back_costs(void **state)
{
	static const struct {
		s64 size, slabs, pages, waste, min_slabs, min_pages, min_waste;
	} rows[] = {
		{ 256, 32, 64, 0, 63, 63, 0 }, { 512, 32, 128, 0, 125, 125, 0 },
		{ 704, 44, 176, 192, 200, 200, 576 },
		{ 1024, 32, 256, 0, 250, 250, 0 },
		{ 4096, 125, 1000, 0, 1000, 1000, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		s64 size = rows[i].size, o = order(size, 8);
		s64 n = slub_objects(o, size), min = slub_min_order(size);
		s64 min_n = slub_objects(min, size);
		s64 slabs = (999 + n) / n, min_slabs = (999 + min_n) / min_n;

		assert_int_equal(slabs, rows[i].slabs);
		assert_int_equal(slabs << o, rows[i].pages);
		assert_int_equal((4096 << o) - n * size, rows[i].waste);
		assert_int_equal(min_slabs, rows[i].min_slabs);
		assert_int_equal(min_slabs << min, rows[i].min_pages);
		assert_int_equal((4096 << min) - min_n * size,
			rows[i].min_waste);
	}
}

static void test_slub__B1_later_rule_differs_for_few_sizes(void **state)
{
	static const s64 cpus[] = { 1, 2, 4, 8, 16, 64, 144, 160 };

	for (size_t c = 0; c < sizeof(cpus) / sizeof(*cpus); c++) {
		for (s64 size = 8; size <= 39992; size += 8) {
			s64 old = order(size, cpus[c]);
			s64 now = slub_order(size, cpus[c], &slub_defaults,
				ERA_6_12);
			bool other = size >= 10928 && size <= 12280;

			if (old != (other ? 2 : now) || (other && now != 3))
				fail_msg("size %d, %d CPUs: %d, now %d",
					(int)size, (int)cpus[c], (int)old,
					(int)now);
		}
	}
}

static void test_slub__B1_objects_of_a_slab_have_a_limit(void **state)
{
	const struct slub_options large = { 10, 10, 0 };

	assert_int_equal(slub_order(64, 8, &large, ERA_4_2), 8);
	assert_int_equal(slub_objects(8, 64), 16384);
	assert_int_equal(slub_order(8, 8, &slub_defaults, ERA_4_2), 0);
	assert_int_equal(slub_order(1, 1, &slub_defaults, ERA_4_2), 0);
	assert_int_equal(order(SLUB_SIZE_MAX, 1), 10);
	assert_int_equal(slub_order(SLUB_SIZE_MAX, 1, &slub_defaults,
		ERA_6_12), 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slub__B1_table),
		cmocka_unit_test(test_slub__B1_boot_options),
		cmocka_unit_test(
			test_slub__B2_table_of_what_falling_back_costs),
		cmocka_unit_test(
			test_slub__B1_later_rule_differs_for_few_sizes),
		cmocka_unit_test(
			test_slub__B1_objects_of_a_slab_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
