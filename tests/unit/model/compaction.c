/* SPDX-License-Identifier: GPL-3.0-or-later
 * Compaction against the facts, parts B5, B6 and B7.
 */
#include "frames.h"

enum { COMPACTS = GFP_HIGHUSER_MOVABLE | GFP_NORETRY | GFP_NOWARN };

static void marks(struct rig *r, s64 low)
{
	struct zone *z = &r->m->memory.zone[0];

	z->min = z->low = z->high = low;
}

/* A run for order 3 in a map of 32 frames, low mark 2. */
static s64 compact(struct rig *r, const char *map, s64 mode)
{
	frames_map(r, 1, map);
	marks(r, 2);
	return frames_call(r, 0, PROC_COMPACT_ZONE, (s64[]){ 0, 3,
		GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN, mode }, 5);
}

static s64 index_of(const struct rig *r, s64 order)
{
	s64 blocks[ZONE_ORDERS];

	zone_blocks(&r->m->memory.zone[0], blocks);
	return zone_fragmentation_index(blocks, order);
}

/* What is in the frames, as a map says it; i isolated, + on a CPU's list. */
static const char *map_of(const struct rig *r)
{
	static char text[256];
	u32 pfn = 0;

	for (; pfn < r->m->memory.frames; pfn++) {
		unsigned order;
		u32 head = buddy_block(r->m, pfn, &order);
		static const char signs[] = ".plibb+m";

		text[pfn] = "."[0];
		switch (page_at(r->m, head)->state) {
		case PAGE_FREE: text[pfn] = '.'; break;
		case PAGE_HELD: text[pfn] = 'p'; break;
		case PAGE_PCP: text[pfn] = '+'; break;
		case PAGE_MOVABLE: text[pfn] = 'm'; break;
		default: text[pfn] = signs[3]; break;
		}
	}
	text[pfn] = 0;
	return text;
}

static void test_compaction__B5_1_makes_a_block(void **state)
{
	struct rig r;

	frames_map(&r, 1, ".m....m.....m......m......m.....");
	assert_value(&r, "zone[0].free", 27);
	assert_int_equal(index_of(&r, 3), 664);
	rig_done(&r);
	assert_int_equal(compact(&r, ".m....m.....m......m......m.....", 0),
		COMPACT_PARTIAL);
	assert_string_equal(map_of(&r), "............m......m....mmm.....");
	assert_value(&r, "vmstat.pgmigrate_success", 2);
	assert_value(&r, "zone[0].free", 27);
	assert_value(&r, "zone[0].free_area[3]", 1);
	rig_done(&r);
}

static void test_compaction__B5_3_the_scanners_meet(void **state)
{
	struct rig r;
	static const char map[] = "..p..m....p..m....p.......p.....";

	frames_map(&r, 1, map);
	assert_value(&r, "zone[0].free", 26);
	assert_int_equal(index_of(&r, 3), 697);
	rig_done(&r);
	assert_int_equal(compact(&r, map, 0), COMPACT_COMPLETE);
	assert_string_equal(map_of(&r), "..p.......p.......p.....mmp.....");
	assert_value(&r, "vmstat.pgmigrate_success", 2);
	assert_value(&r, "zone[0].free", 26);
	assert_value(&r, "zone[0].free_area[3]", 0);
	rig_done(&r);
}

static void test_compaction__B5_4_too_little_is_free(void **state)
{
	struct rig r;
	static const char map[] = "m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.";

	frames_map(&r, 1, map);
	assert_value(&r, "zone[0].free", 16);
	assert_int_equal(index_of(&r, 3), 813);
	rig_done(&r);
	assert_int_equal(compact(&r, map, 0), COMPACT_SKIPPED);
	assert_value(&r, "vmstat.pgmigrate_success", 0);
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compaction__B5_1_makes_a_block),
		cmocka_unit_test(test_compaction__B5_3_the_scanners_meet),
		cmocka_unit_test(test_compaction__B5_4_too_little_is_free),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
