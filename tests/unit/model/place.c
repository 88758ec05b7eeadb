/* SPDX-License-Identifier: GPL-3.0-or-later
 * What is in the frames at the start: `map` and `free_lists`.
 */
#include "frames.h"

static void assert_bad(enum param p, const char *text, size_t where,
	const char *why)
{
	size_t at;
	const char *said = setup_text_bad(p, text, &at);

	assert_non_null(said);
	assert_string_equal(said, why);
	assert_int_equal(at, where);
}

static void test_place__bad_texts_are_told_with_their_place(void **state)
{
	size_t at;

	assert_null(setup_text_bad(PARAM_MAP, "", &at));
	assert_null(setup_text_bad(PARAM_MAP, "..mcp", &at));
	assert_bad(PARAM_MAP, "..mx..", 3, "a frame is one of . m c p");
	assert_bad(PARAM_MAP, " ..", 0, "a frame is one of . m c p");
	assert_null(setup_text_bad(PARAM_FREE_LISTS, "", &at));
	assert_null(setup_text_bad(PARAM_FREE_LISTS, "0", &at));
	assert_null(setup_text_bad(PARAM_FREE_LISTS, "1,2,3,4,5,6,7,8,9,10,11", &at));
	assert_bad(PARAM_FREE_LISTS, "1,2,3,4,5,6,7,8,9,10,11,12", 24,
		"there are only 11 orders, 0 to 10");
	assert_bad(PARAM_FREE_LISTS, "1,,2", 2,
		"a number of free blocks should stand here");
	assert_bad(PARAM_FREE_LISTS, "1,", 2,
		"a number of free blocks should stand here");
	assert_bad(PARAM_FREE_LISTS, "12 3", 2,
		"numbers are separated by commas");
	assert_bad(PARAM_FREE_LISTS, "-1", 0,
		"a number of free blocks should stand here");
	assert_bad(PARAM_FREE_LISTS, "99999999999999999999", 0,
		"that is more than memory has frames");
}

static const char *conflict(const char *lists, const char *map, s64 movable)
{
	static struct rig r;

	frames_init(&r, 1);
	strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], lists);
	strcpy(r.s.text[PARAM_MAP - TEXT_FIRST], map);
	r.s.value[PARAM_MOVABLE_PAGES] = movable;
	setup_derive(&r.s);
	return setup_conflict(&r.s);
}

static void test_place__what_does_not_go_together(void **state)
{
	assert_null(conflict("1300,100", "", 0));
	assert_null(conflict("", "........", 0));
	assert_non_null(conflict("", ".......", 0));
	assert_non_null(conflict("1300", "................", 0));
	/* 65,536 pages with a pinned one behind each fill memory */
	assert_null(conflict("65536", "", 0));
	assert_non_null(conflict("65537", "", 0));
	assert_non_null(conflict("65536", "", 1));
	assert_null(conflict("0,0,0,0,0,0,0,0,0,0,63", "", 0));
	assert_null(conflict("1,0,0,0,0,0,0,0,0,0,63", "", 0));
	assert_non_null(conflict("0,0,0,0,0,0,0,0,0,0,128", "", 0));
}

static void test_place__free_lists(void **state)
{
	struct rig r;

	frames_init(&r, 1);
	r.s.value[PARAM_MIN_FREE_KBYTES] = 2896;
	r.s.value[PARAM_MOVABLE_PAGES] = 3;
	r.s.value[PARAM_PINNED_PAGES] = 2;
	strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], "3,0,2");
	frames_start(&r);
	assert_int_equal(r.m->memory.frames, 131072);
	/* order 2 at 0 and 8, pinned 4 to 7 and 12; then 13, 15, 17 */
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE),
		"o0:13,15,17 o2:0,8");
	assert_value(&r, "zone[0].free", 11);
	assert_value(&r, "zone[0].movable", 3);
	for (u32 pfn = 19; pfn < 22; pfn++)
		assert_int_equal(page_at(r.m, pfn)->state, PAGE_MOVABLE);
	assert_int_equal(page_at(r.m, 18)->state, PAGE_HELD);
	assert_int_equal(page_at(r.m, 22)->state, PAGE_HELD);
	assert_int_equal(page_at(r.m, 131071)->state, PAGE_HELD);
	rig_done(&r);
}

static void test_place__map(void **state)
{
	struct rig r;

	frames_init(&r, 1);
	r.s.parts |= PART_FILES;
	r.s.value[PARAM_FILES] = 1;
	strcpy(r.s.text[PARAM_MAP - TEXT_FIRST], "....m.c.p.......");
	frames_start(&r);
	assert_int_equal(r.m->memory.frames, 16);
	assert_value(&r, "ram_pages", 16);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE),
		"o0:5,7,9 o1:10 o2:0,12");
	assert_int_equal(page_at(r.m, 4)->state, PAGE_MOVABLE);
	assert_int_equal(page_at(r.m, 6)->state, PAGE_LRU);
	assert_true(page_is_file(r.m, 6));
	assert_int_equal(page_at(r.m, 8)->state, PAGE_HELD);
	rig_done(&r);
}

static void test_place__operations_on_what_is_kept(void **state)
{
	struct rig r;

	frames_map(&r, 1, "....mmpppppppppp");
	assert_null(operation_refused(r.m, OPERATION_FREE, 0, 6));
	assert_null(operation_refused(r.m, OPERATION_FREE, 0, 4));
	assert_non_null(operation_refused(r.m, OPERATION_FREE, 0, 0));
	assert_non_null(operation_refused(r.m, OPERATION_FREE, 1, 6));
	assert_non_null(operation_refused(r.m, OPERATION_FREE, 9, 6));
	assert_non_null(operation_refused(r.m, OPERATION_FREE, 0, 16));
	assert_non_null(operation_refused(r.m, OPERATION_FREE, 0, -1));
	assert_non_null(operation_refused(r.m, OPERATION_ALLOC, 0, 5));
	assert_non_null(operation_refused(r.m, OPERATION_ALLOC, 0, -1));
	operation_start(r.m, OPERATION_FREE, 0, 6, true);
	assert_non_null(operation_refused(r.m, OPERATION_FREE, 0, 6));
	rig_run(&r);
	assert_value(&r, "zone[0].free", 5);
	operation_start(r.m, OPERATION_ALLOC, 0, 2, true);
	rig_run(&r);
	assert_int_equal(task_at(r.m, task_operator(r.m, 0))->result, 0);
	assert_null(operation_refused(r.m, OPERATION_FREE, 2, 0));
	operation_start(r.m, OPERATION_FREE, 2, 0, true);
	rig_run(&r);
	assert_string_equal(frames_text(&r, MIGRATE_MOVABLE), "o0:6 o2:0");
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			test_place__bad_texts_are_told_with_their_place),
		cmocka_unit_test(test_place__what_does_not_go_together),
		cmocka_unit_test(test_place__free_lists),
		cmocka_unit_test(test_place__map),
		cmocka_unit_test(test_place__operations_on_what_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
