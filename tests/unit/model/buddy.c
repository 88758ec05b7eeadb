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

/* Another type's largest block is taken; what is free around it comes along, and
 * with half of a pageblock its type. */
static void test_buddy__fallback_steals(void **state)
{
	struct rig r;

	frames_map(&r, 1, "....pppp....pppp...............p");
	no_marks(&r);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE),
		"o0:30 o1:28 o2:0,8,24 o3:16");
	/* order 3 is a whole pageblock: it changes its type, and is split */
	assert_int_equal(frames_alloc(&r, 2, GFP_KERNEL), 16);
	assert_string_equal(frames_text(&r, MIGRATE_UNMOVABLE), "o2:20");
	assert_int_equal(pageblock_type(r.m, 16), MIGRATE_UNMOVABLE);
	assert_int_equal(frames_alloc(&r, 2, GFP_KERNEL), 20);
	/* now of 4 pages, half a pageblock: 0 to 3 */
	assert_int_equal(frames_alloc(&r, 1, GFP_KERNEL), 0);
	assert_string_equal(frames_text(&r, MIGRATE_UNMOVABLE), "o1:2");
	assert_int_equal(pageblock_type(r.m, 0), MIGRATE_UNMOVABLE);
	/* a movable request takes from a small block no more than it needs */
	assert_int_equal(frames_alloc(&r, 2, GFP_HIGHUSER_MOVABLE), 8);
	assert_int_equal(frames_alloc(&r, 2, GFP_HIGHUSER_MOVABLE), 24);
	assert_int_equal(frames_alloc(&r, 1, GFP_HIGHUSER_MOVABLE), 28);
	assert_int_equal(frames_alloc(&r, 0, GFP_HIGHUSER_MOVABLE), 30);
	assert_int_equal(frames_alloc(&r, 0, GFP_HIGHUSER_MOVABLE), 2);
	assert_int_equal(pageblock_type(r.m, 0), MIGRATE_UNMOVABLE);
	assert_value(&r, "zone[0].free", 1);
	rig_done(&r);
}

/* Merging ignores the type; the block goes to the freed page's list. */
static void test_buddy__merging_ignores_types(void **state)
{
	struct rig r;

	frames_map(&r, 1, "pp.ppppppppppppp");
	pageblock_set_type(r.m, 0, MIGRATE_RECLAIMABLE);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "o0:2");
	frames_free(&r, 3, 0);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "");
	assert_string_equal(frames_text(&r, MIGRATE_RECLAIMABLE), "o1:2");
	rig_done(&r);
}

static void test_buddy__no_merge_across_zones(void **state)
{
	struct rig r;

	frames_init(&r, 1);
	r.s.value[PARAM_ZONES] = 1;
	strcpy(r.s.text[PARAM_MAP - TEXT_FIRST], "........................");
	frames_start(&r);
	assert_int_equal(r.m->memory.zone[1].first, 8);
	assert_value(&r, "zone[0].free_area[3]", 1);
	assert_value(&r, "zone[1].free_area[3]", 2);	/* 8 and 16: no buddies */
	rig_done(&r);
}

/* From six batches on one goes back, where its pages merge. */
static void test_buddy__a_long_list_gives_a_batch_back(void **state)
{
	s64 first;
	struct rig r;

	frames_init(&r, 1);
	r.s.value[PARAM_RAM_PAGES] = 131072;
	frames_start(&r);
	first = frames_alloc(&r, 8, GFP_KERNEL);
	assert_value(&r, "zone[0].pcp", 0);
	page_edit(r.m, (u32)first)->list = 0;	/* split_page */
	for (u32 i = 1; i < 256; i++) {
		page_edit(r.m, (u32)first + i)->state = PAGE_HELD;
		page_edit(r.m, (u32)first + i)->list = 0;
	}
	for (u32 i = 0; i < 185; i++)
		frames_free(&r, first + i, 0);
	assert_value(&r, "zone[0].pcp", 185);
	frames_free(&r, first + 185, 0);
	assert_value(&r, "zone[0].pcp", 155);
	frames_call(&r, 0, PROC_DRAIN_ALL_PAGES, NULL, 0);
	assert_value(&r, "zone[0].pcp", 0);
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_buddy__B_4_sixteen_pages),
		cmocka_unit_test(test_buddy__tail_rule),
		cmocka_unit_test(test_buddy__fragmentation),
		cmocka_unit_test(test_buddy__a_refill_takes_a_batch),
		cmocka_unit_test(test_buddy__fallback_steals),
		cmocka_unit_test(test_buddy__merging_ignores_types),
		cmocka_unit_test(test_buddy__no_merge_across_zones),
		cmocka_unit_test(test_buddy__a_long_list_gives_a_batch_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
