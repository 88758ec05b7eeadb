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

	zone_blocks(r->m, 0, blocks);
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

/* What is held unused is not free for the finish check: 26 of 27. */
static void test_compaction__B5_held_pages_are_not_free(void **state)
{
	static const char map[] = "......m..p..p......p......p.....";
	s64 args[] = { 0, 3, GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN, 0 };
	unsigned task, seen = 0;
	struct rig r;

	frames_map(&r, 1, map);
	marks(&r, 2);
	assert_value(&r, "zone[0].free", 27);
	task = task_operator(r.m, 0);
	task_start(r.m, task, PROC_COMPACT_ZONE, args, 5);
	r.m->operators_left++;
	task_queue(r.m, task, 0, true);
	while (task_at(r.m, task)->depth) {
		if (!strcmp(rig_at(&r, 0), "compact_zone:mark") && !seen++)
			assert_value(&r, "zone[0].free", 27);
		else if (!strcmp(rig_at(&r, 0), "compact_zone:block"))
			assert_value(&r, "zone[0].free", 26);
		rig_step(&r, 0);
	}
	assert_int_equal(seen, 2);
	assert_value(&r, "zone[0].free", 27);	/* let go again */
	assert_value(&r, "zone[0].free_area[3]", 1);
	rig_done(&r);
}

/* Free + held + CPUs' lists stay the same: compaction makes no page. */
static void test_compaction__conserves_free_pages(void **state)
{
	static const char *const maps[] = {
		".m....m.....m......m......m.....",
		"..p..m....p..m....p.......p.....",
		"m.m.m..m.m...m.m.m..m...........",
	};
	struct rig r;

	for (int i = 0; i < 3; i++) {
		s64 free;

		frames_map(&r, 1, maps[i]);
		free = rig_get(&r, "zone[0].free");
		rig_done(&r);
		compact(&r, maps[i], COMPACT_SYNC_LIGHT);
		assert_int_equal(rig_get(&r, "zone[0].free") +
			rig_get(&r, "zone[0].pcp"), free);
		assert_true(rig_get(&r, "compact.migrate_pfn") <=
			rig_get(&r, "compact.free_pfn"));
		rig_done(&r);
	}
}

/* The cheap mode looks at movable pageblocks only; targets are always there. */
static void test_compaction__async_skips_other_blocks(void **state)
{
	static const char map[] = ".m....m.....m......m......m.....";
	s64 args[] = { 0, 3, GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN, 0 };
	struct rig r;

	for (int mode = 0; mode < 2; mode++) {
		frames_map(&r, 1, map);
		marks(&r, 2);
		pageblock_set_type(r.m, 0, MIGRATE_UNMOVABLE);
		args[4] = mode;
		frames_call(&r, 0, PROC_COMPACT_ZONE, args, 5);
		assert_int_equal(page_at(r.m, 1)->state,
			mode ? PAGE_BODY : PAGE_MOVABLE);
		rig_done(&r);
	}
	/* and no page moves into a block of another type */
	frames_map(&r, 1, map);
	marks(&r, 2);
	pageblock_set_type(r.m, 24, MIGRATE_RECLAIMABLE);
	args[4] = 0;
	frames_call(&r, 0, PROC_COMPACT_ZONE, args, 5);
	assert_string_equal(map_of(&r), "............m...mm.m......m.....");
	rig_done(&r);
}

/* A block is taken only if the zone stays above low + its size. */
static void test_compaction__targets_leave_the_low_mark(void **state)
{
	static const char map[] = ".m....m.ppppppppppppppppppppp...";
	s64 args[] = { 0, 3, GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN, 0 };
	struct rig r;

	frames_map(&r, 1, map);
	assert_value(&r, "zone[0].free", 9);
	marks(&r, 7);		/* 9 > 7 + 1 for 29, then 8 > 7 + 2 not for 30 */
	compact_edit(r.m, task_at(r.m, task_operator(r.m, 0)))->nr_migrate = 2;
	compact_edit(r.m, task_at(r.m, task_operator(r.m, 0)))->free_pfn = 32;
	frames_call(&r, 0, PROC_ISOLATE_FREEPAGES, args, 1);
	assert_int_equal(compact_at(r.m, task_at(r.m,
		task_operator(r.m, 0)))->nr_free, 1);
	assert_value(&r, "zone[0].free", 8);
	rig_done(&r);
}

/* Who maps a page, has it in the swap cache or in a file finds it again. */
static void test_compaction__owners_follow(void **state)
{
	s64 args[] = { 0, 3, GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN, 1 };
	struct rig r;
	u32 slot;

	frames_init(&r, 1);
	r.s.parts |= PART_FILES;
	r.s.value[PARAM_FILES] = 1;
	r.s.value[PARAM_SWAP_PAGES] = 8;
	strcpy(r.s.text[PARAM_MAP - TEXT_FIRST],
		".p.c..p.p..p..p.p..p...p....p...");
	frames_start(&r);
	marks(&r, 2);
	page_edit(r.m, 1)->flags = 0;
	page_edit(r.m, 1)->pte = 3;
	pte_set(r.m, 3, pte_make(PTE_PRESENT, 1, PTE_DIRTY));
	page_lru_add(r.m, 1, LRU_ACTIVE_ANON, false);
	page_edit(r.m, 6)->flags = PAGE_DIRTY;
	slot = slot_take(r.m);
	slot_cache(r.m, slot, 6);
	page_lru_add(r.m, 6, LRU_INACTIVE_ANON, false);
	rig_checked(&r);
	assert_int_equal(frames_call(&r, 0, PROC_COMPACT_ZONE, args, 5),
		COMPACT_PARTIAL);
	assert_value(&r, "vmstat.pgmigrate_success", 3);
	assert_int_equal(slot_page(r.m, slot), 27);
	assert_int_equal(page_at(r.m, 27)->flags, PAGE_DIRTY);
	assert_int_equal(page_at(r.m, 27)->list, LRU_INACTIVE_ANON);
	assert_int_equal(page_cache_get(r.m, 0, 0), 26);
	assert_int_equal(page_at(r.m, 26)->list, LRU_INACTIVE_FILE);
	assert_int_equal(pte_value(pte_get(r.m, 3)), 25);
	assert_true(pte_get(r.m, 3) & PTE_DIRTY);
	assert_int_equal(page_at(r.m, 25)->list, LRU_ACTIVE_ANON);
	assert_value(&r, "zone[0].free_area[3]", 1);
	rig_done(&r);
}

/* Dropped by its owner just before it is moved: it is freed, the target kept. */
static void test_compaction__a_page_dropped_meanwhile(void **state)
{
	static const char *const at[] = { "migrate_pages:still",
		"migrate_pages:move" };
	s64 args[] = { 0, 3, GFP_HIGHUSER_MOVABLE, ALLOC_WMARK_MIN, 1 };

	for (int i = 0; i < 2; i++) {
		struct rig r;
		unsigned task;

		frames_map(&r, 1, ".p.p..p.p..p..p.p..p...p....p...");
		marks(&r, 2);
		page_edit(r.m, 1)->flags = 0;
		page_edit(r.m, 1)->pte = 3;
		pte_set(r.m, 3, pte_make(PTE_PRESENT, 1, PTE_DIRTY));
		page_lru_add(r.m, 1, LRU_ACTIVE_ANON, false);
		task = task_operator(r.m, 0);
		task_start(r.m, task, PROC_COMPACT_ZONE, args, 5);
		r.m->operators_left++;
		task_queue(r.m, task, 0, true);
		rig_until(&r, 0, at[i]);
		pte_set(r.m, 3, PTE_NONE);
		page_drop(r.m, 1, 0);
		rig_run(&r);
		assert_value(&r, "vmstat.pgmigrate_success", 0);
		assert_value(&r, "memory.present", 0);
		assert_int_equal(r.m->memory.zone[0].isolated, 0);
		assert_int_equal(rig_get(&r, "zone[0].free") +
			rig_get(&r, "zone[0].pcp"), 23);
		rig_done(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compaction__B5_1_makes_a_block),
		cmocka_unit_test(test_compaction__B5_3_the_scanners_meet),
		cmocka_unit_test(test_compaction__B5_4_too_little_is_free),
		cmocka_unit_test(test_compaction__B5_held_pages_are_not_free),
		cmocka_unit_test(test_compaction__conserves_free_pages),
		cmocka_unit_test(test_compaction__async_skips_other_blocks),
		cmocka_unit_test(test_compaction__targets_leave_the_low_mark),
		cmocka_unit_test(test_compaction__owners_follow),
		cmocka_unit_test(test_compaction__a_page_dropped_meanwhile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
