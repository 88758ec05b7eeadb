/* SPDX-License-Identifier: GPL-3.0-or-later
 * The buddy allocator against the facts, part B4.
 */
#include "frames.h"

/* Without marks, and with single pages freed straight to the lists. */
static void no_marks(struct rig *r)
{
	struct zone *z = &r->m->memory.zone[0];

	z->min = z->low = z->high = -100;
}

static void test_buddy__B_4_sixteen_pages(void **state)
{
	static const struct {
		s64 order, pfn; /* pfn of what is freed */
		bool frees;
		const char *lists;
	} rows[] = {
		{0, 0, false, "o0:1 o1:2 o2:4 o3:8"},
		{0, 1, false, "o1:2 o2:4 o3:8"},
		{1, 2, false, "o2:4 o3:8"},
		{2, 4, false, "o3:8"},
		{0, 8, false, "o0:9 o1:10 o2:12"},
		{0, 0, true, "o0:0,9 o1:10 o2:12"},
		{1, 2, true, "o0:0,9 o1:2,10 o2:12"},
		{0, 1, true, "o0:9 o1:10 o2:0,12"},
		{2, 4, true, "o0:9 o1:10 o2:12 o3:0"},
		{0, 8, true, "o4:0"},
	};
	struct rig r;

	frames_map(&r, 1, "................");
	no_marks(&r);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "o4:0");
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (rows[i].frees)
			frames_free(&r, rows[i].pfn, rows[i].order);
		else
			assert_int_equal(frames_alloc(&r, rows[i].order,
						 GFP_HIGHUSER_MOVABLE),
				rows[i].pfn);
		assert_string_equal(
			frames_text(&r, MIGRATE_MOVABLE), rows[i].lists);
	}
	rig_done(&r);
}

static void test_buddy__tail_rule(void **state)
{
	struct rig r;

	/* MAX_ORDER 5; free are 8 and the pair 2, 3 */
	frames_map(&r, 1, "pp..pppp.ppppppp");
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "o0:8 o1:2");
	frames_free(&r, 0, 0);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "o0:8,0 o1:2");
	frames_free(&r, 12, 0);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "o0:12,8,0 o1:2");
	frames_free(&r, 9, 0);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "o0:12,0 o1:8,2");
	rig_done(&r);
}

static void test_buddy__fragmentation(void **state)
{
	struct rig r;

	frames_map(&r, 1, "...p.......p.......p.......p....");
	no_marks(&r);
	assert_value(&r, "zone[0].free", 28);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE),
		"o0:2,10,18,26 o1:0,8,16,24 o2:4,12,20,28");
	assert_int_equal(frames_alloc(&r, 3, 0), -1);
	assert_int_equal(frames_alloc(&r, 2, 0), 4);
	rig_done(&r);
}

static void test_buddy__a_refill_takes_a_batch(void **state)
{
	struct rig r;

	frames_lists(&r, "1300,100");
	assert_value(&r, "zone[0].free", 1500);
	assert_value(&r, "zone[0].min", 724);
	assert_value(&r, "zone[0].low", 905);
	assert_value(&r, "zone[0].high", 1086);
	assert_true(frames_alloc(&r, 0, GFP_KERNEL) >= 0);
	assert_value(&r, "zone[0].free", 1469);
	assert_value(&r, "zone[0].pcp", 30);
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_buddy__B_4_sixteen_pages),
		cmocka_unit_test(test_buddy__tail_rule),
		cmocka_unit_test(test_buddy__fragmentation),
		cmocka_unit_test(test_buddy__a_refill_takes_a_batch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
