/* SPDX-License-Identifier: GPL-3.0-or-later
 * Mail 002's part of the machine against the facts, part A.
 */
#include "lru_box.h"
#include "model/vmscan.h"

/* What a row of the worked examples says; `sizes` lists the batches' sizes. */
struct row {
	const char *lru;
	s64 base_locks, freed, kept, locks, drains, empty, most;
	const char *sizes;
};

static void check_sizes(const struct rig *r, const char *sizes)
{
	u64 left[SCAN_MAX + 1];

	memcpy(left, r->m->files.batch, sizeof(left));
	while (*sizes) {
		unsigned n = (unsigned)strtoul(sizes, NULL, 10);

		assert_true(left[n]-- > 0);
		sizes += strcspn(sizes, " ");
		sizes += strspn(sizes, " ");
	}
	for (unsigned i = 0; i <= SCAN_MAX; i++)
		assert_int_equal(left[i], 0);
}

static void check_row(const struct row *row)
{
	struct rig base, batch;

	lru_start(&base, IN_TREE_LOCK_EACH, row->lru);
	lru_run(&base);
	assert_value(&base, "vmscan.tree_lock.taken", row->base_locks);
	assert_value(&base, "vmscan.freed", row->freed);
	assert_value(&base, "vmscan.kept", row->kept);
	assert_value(&base, "vmscan.drains", 0);
	lru_start(&batch, IN_TREE_LOCK_BATCH, row->lru);
	lru_run(&batch);
	assert_value(&batch, "vmscan.tree_lock.taken", row->locks);
	assert_value(&batch, "vmscan.freed", row->freed);
	assert_value(&batch, "vmscan.kept", row->kept);
	assert_value(&batch, "vmscan.drains", row->drains);
	assert_value(&batch, "vmscan.drains_empty", row->empty);
	assert_value(&batch, "vmscan.batch_max", row->most);
	check_sizes(&batch, row->sizes);
	assert_int_equal(rig_get(&base, "vmscan.i_mmap_mutex.taken"),
		rig_get(&batch, "vmscan.i_mmap_mutex.taken"));
	rig_done(&base);
	rig_done(&batch);
}

#define ROW(name, ...) \
	static void test_shrink_page_list__##name(void **state) \
	{ \
		static const struct row row = { __VA_ARGS__ }; \
		check_row(&row); \
	}

static const char thirty_two_ones[] = "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
	"1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1";

ROW(A_1_one_file, many_a, 32, 32, 0, 1, 1, 0, 32, "32")
ROW(A_2_two_files_in_turn, "A B A B A B A B A B A B A B A B "
	"A B A B A B A B A B A B A B A B", 32, 32, 0, 32, 32, 0, 1,
	thirty_two_ones)
ROW(A_3_runs_of_eight, "A A A A A A A A B B B B B B B B "
	"C C C C C C C C D D D D D D D D", 32, 32, 0, 4, 4, 0, 8, "8 8 8 8")
ROW(A_5_busy_inside, "A A:busy A A", 4, 3, 1, 1, 1, 0, 4, "4")
ROW(A_6_dirty_inside, "A A A:dirty A A", 4, 4, 1, 2, 2, 0, 2, "2 2")
ROW(A_8_referenced_of_another_file, "A A B:ref A A", 4, 4, 1, 1, 1, 0, 4, "4")
ROW(A_11_all_referenced, "A:ref A:ref A:ref A:ref A:ref", 0, 0, 5, 0, 1, 1, 0,
	"")
ROW(A_12_all_dirty, "A:dirty A:dirty A:dirty", 0, 0, 3, 0, 4, 4, 0, "")
ROW(A_14_nothing_to_write, "A A:pageclean A", 3, 3, 0, 2, 2, 0, 2, "1 2")
ROW(A_15_no_mapping, "A - A", 2, 2, 1, 2, 2, 0, 1, "1 1")
ROW(A_16_five_files_in_turn, "A B C D E A B C D E A B C D E A B C D E "
	"A B C D E A B C D E A B", 32, 32, 0, 32, 32, 0, 1, thirty_two_ones)
/* corrections: two drains can fall on one page */
ROW(A_6_dirty_of_another_file, "A A B:dirty A A", 4, 4, 1, 2, 3, 1, 2, "2 2")
/* boundary cases */
ROW(locked_and_writeback_do_not_split, "A B:locked A B:writeback A", 3, 3, 2,
	1, 1, 0, 3, "3")
ROW(kept_page_of_another_file_splits, "A A B:unmapfail A A", 4, 4, 1, 2, 2, 0,
	2, "2 2")
ROW(dirty_kept_before_pageout_does_not_split, "A A A:dkeep A A", 4, 4, 1, 1, 1,
	0, 4, "4")
ROW(dirty_kept_of_another_file_splits, "A A B:dkeep A A", 4, 4, 1, 2, 2, 0, 2,
	"2 2")
ROW(busy_alone, "A:busy", 1, 0, 1, 1, 1, 0, 1, "1")

ROW(A_10_empty, "", 0, 0, 0, 0, 1, 1, 0, "")

/* The same if a person asks for more than there is. */
static void test_shrink_page_list__shrink_of_nothing(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A");
	lru_run(&r);			/* the list is empty now */
	rig_do(&r, OPERATION_SHRINK, 0, 0);
	assert_value(&r, "vmscan.drains", 2);
	assert_value(&r, "vmscan.drains_empty", 1);
	assert_value(&r, "vmscan.tree_lock.taken", 1);
	assert_value(&r, "vmscan.page_locks_max", 1);
	rig_done(&r);
}

static void test_shrink_page_list__A5_3_pageout_keeps_batch_mapping(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A:dirty A");
	rig_until(&r, 0, "shrink_page_list:pageout");
	assert_int_equal(scan_at(r.m, 0)->list[LIST_BATCH].n, 0);
	assert_int_equal(scan_at(r.m, 0)->batch_mapping, 0);
	lru_run(&r);
	rig_done(&r);
}

static void test_shrink_page_list__A5_8_batch_empty_at_pageout(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A B:dirty B A:dirty C");
	while (r.m->tasks_left) {
		if (!strcmp(rig_at(&r, 0), "shrink_page_list:pageout") ||
			!strcmp(rig_at(&r, 0), "shrink_page_list:return"))
			assert_value(&r, "vmscan.batch_pages", 0);
		rig_step(&r, ring_entry(r.m, 0)->cpu);
	}
	assert_value(&r, "vmscan.page_locks", 0);
	rig_done(&r);
}

/* The page locks that reclaim holds are one more than the batch while another
 * page is looked at. */
static void test_shrink_page_list__page_stays_locked_on_the_batch(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A B");
	rig_until(&r, 0, "__remove_mapping_batch:lock");
	assert_value(&r, "vmscan.batch_pages", 2);
	assert_value(&r, "vmscan.page_locks", 3);
	assert_true(file_page_at(r.m, 0)->flags & FILE_LOCKED);
	lru_run(&r);
	assert_value(&r, "vmscan.page_locks_max", 3);
	rig_done(&r);
	lru_start(&r, IN_TREE_LOCK_EACH, "A A B");
	lru_run(&r);
	assert_value(&r, "vmscan.page_locks_max", 1);
	rig_done(&r);
}

/* A5 7: freed pages have no reference; failed ones keep theirs and the mapping. */
static void test_shrink_page_list__A5_7_counts(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A:busy A");
	lru_run(&r);
	assert_int_equal(page_count(r.m, 0), 0);
	assert_int_equal(page_count(r.m, 1), 2);	/* cache and reader */
	assert_int_equal(page_mapping(r.m, 1), 0);
	assert_int_equal(page_count(r.m, 2), 0);
	assert_value(&r, "mapping[0].nrpages", 1);
	rig_done(&r);
}

/* A5 9: page locks end, and pages are released, after tree_lock. */
static void test_shrink_page_list__A5_9_release_without_tree_lock(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A A");
	rig_until(&r, 0, "__remove_mapping_batch:release");
	assert_value(&r, "mapping[0].tree_lock.holder", -1);
	assert_value(&r, "vmscan.page_locks", 3);
	lru_run(&r);
	rig_done(&r);
}

/* A5 11: what happens between batching and drain counts. */
static void test_shrink_page_list__A5_11_busy_before_the_drain(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A A");
	rig_until(&r, 0, "__remove_mapping_batch:lock");
	rig_set(&r, "page[1].users", 1);
	lru_run(&r);
	assert_value(&r, "vmscan.freed", 2);
	assert_value(&r, "vmscan.kept", 1);
	assert_value(&r, "vmscan.tree_lock.taken", 1);
	assert_false(is_free(&r, 1));
	rig_done(&r);
}

static void test_shrink_page_list__A5_11_dirty_before_the_drain(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A A");
	rig_until(&r, 0, "__remove_mapping_batch:lock");
	page_edit(r.m, 2)->flags |= PAGE_DIRTY;
	lru_run(&r);
	assert_value(&r, "vmscan.freed", 2);
	assert_false(is_free(&r, 2));
	rig_done(&r);
}

static void test_shrink_page_list__dirty_between_look_and_removal(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_EACH, "A A");
	rig_until(&r, 0, "__remove_mapping:lock");
	page_edit(r.m, 0)->flags |= PAGE_DIRTY;
	lru_run(&r);
	assert_value(&r, "vmscan.freed", 1);
	assert_value(&r, "vmscan.tree_lock.taken", 2);
	rig_done(&r);
}

/* i_mmap_mutex: 2 for each page that comes to the unmap, 1 for a referenced one,
 * 0 for one that leaves before. */
static void test_shrink_page_list__A5_10_i_mmap_mutex(void **state)
{
	static const struct { const char *lru; s64 taken; } rows[] = {
		{ "A", 2 }, { "A:busy", 2 }, { "A:dirty", 2 },
		{ "A:pageclean", 2 }, { "A:dkeep", 2 }, { "A:unmapfail", 2 },
		{ "A:ref", 1 }, { "A:locked", 0 }, { "A:writeback", 0 },
		{ "-", 0 }, { "A A:ref B:locked -", 3 },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		for (unsigned k = 0; k < 2; k++) {
			struct rig r;

			lru_start(&r, k ? IN_TREE_LOCK_BATCH
				: IN_TREE_LOCK_EACH, rows[i].lru);
			lru_run(&r);
			assert_value(&r, "vmscan.i_mmap_mutex.taken",
				rows[i].taken);
			rig_done(&r);
		}
	}
}

/* Where each page is afterwards. */
static void test_shrink_page_list__where_pages_go(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH,
		"A A:busy A:dirty A:ref A:locked A:writeback A:unmapfail -");
	lru_run(&r);
	assert_true(is_free(&r, 0));
	assert_int_equal(page_at(r.m, 1)->list, LRU_INACTIVE_FILE);
	assert_true(page_at(r.m, 2)->flags & PAGE_WRITING);
	assert_true(file_page_at(r.m, 3)->flags & FILE_REFERENCED);
	assert_true(file_page_at(r.m, 4)->flags & FILE_LOCKED);
	assert_int_equal(page_at(r.m, 6)->list, LRU_ACTIVE_FILE);
	assert_true(file_page_at(r.m, 6)->flags & FILE_MAPPED);
	assert_int_equal(page_at(r.m, 7)->list, LRU_INACTIVE_FILE);
	assert_value(&r, "zone[0].inactive_file", 6);
	assert_value(&r, "zone[0].active_file", 1);
	assert_value(&r, "vmscan.pageouts", 1);
	assert_value(&r, "vmstat.pswpout", 0);
	/* put back in their order: the first kept is the oldest again */
	assert_int_equal(page_oldest(r.m, 0, LRU_INACTIVE_FILE), 1);
	rig_done(&r);
}

/* The device ends the write: clean, and next in line. */
static void test_shrink_page_list__written_page_is_freed_next(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A:dirty A:busy A:busy");
	rig_run(&r);
	assert_false(page_at(r.m, 0)->flags & (PAGE_DIRTY | PAGE_WRITING));
	assert_int_equal(page_oldest(r.m, 0, LRU_INACTIVE_FILE), 0);
	rig_do(&r, OPERATION_SHRINK, 0, 0);
	assert_true(is_free(&r, 0));
	rig_done(&r);
}

/* Longer lists are looked at 32 pages at a time. */
static void test_shrink_page_list__more_than_32(void **state)
{
	char lru[256] = "";
	struct rig r;

	for (int i = 0; i < 40; i++)
		strcat(lru, "A ");
	lru_start(&r, IN_TREE_LOCK_BATCH, lru);
	lru_run(&r);
	assert_value(&r, "vmscan.freed", 40);
	assert_value(&r, "vmscan.tree_lock.taken", 2);
	assert_value(&r, "vmscan.batch[32]", 1);
	assert_value(&r, "vmscan.batch[8]", 1);
	rig_done(&r);
}

static void test_shrink_page_list__may_unmap_and_mlock(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A A");
	file_page_edit(r.m, 1)->flags |= FILE_MLOCKED;
	rig_until(&r, 0, "shrink_page_list:each");
	((struct frame *)(uintptr_t)task_frame(r.m, 0))->v[2] = 0;
	lru_run(&r);
	assert_value(&r, "vmscan.freed", 0);
	assert_value(&r, "vmscan.kept", 2);
	assert_value(&r, "vmscan.culled", 1);
	assert_value(&r, "zone[0].unevictable", 1);
	rig_done(&r);
	lru_start(&r, IN_TREE_LOCK_BATCH, "A");	/* mlocked since it was looked at */
	rig_until(&r, 0, "try_to_unmap_file:clear");
	file_page_edit(r.m, 0)->flags |= FILE_MLOCKED;
	lru_run(&r);
	assert_value(&r, "vmscan.culled", 1);
	rig_done(&r);
}

/* Direct reclaim leaves dirty pages of files to the flusher: no drain. */
static void test_shrink_page_list__direct_reclaim_does_not_write(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A A:dirty A");
	rig_until(&r, 0, "shrink_page_list:each");
	((struct frame *)(uintptr_t)task_frame(r.m, 0))->v[1] = 0;
	lru_run(&r);
	assert_value(&r, "vmscan.pageouts", 0);
	assert_value(&r, "vmscan.tree_lock.taken", 1);
	assert_true(file_page_at(r.m, 1)->flags & FILE_RECLAIM);
	rig_done(&r);
}

/* Nobody writes into a full queue. */
static void test_shrink_page_list__congested_device(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_EACH, "A:dirty");
	rig_until(&r, 0, "shrink_page_list:congested");
	r.m->memory.queue.n = QUEUE_MAX;
	machine_step(r.m, &r.p, 0);
	assert_string_equal(rig_at(&r, 0), "shrink_page_list:unlock");
	r.m->memory.queue.n = 0;
	lru_run(&r);
	assert_value(&r, "vmscan.pageouts", 0);
	rig_done(&r);
}

/* Step 6, all rules. */
static void test_shrink_page_list__references(void **state)
{
	/* mlocked, file, young, referenced, exec */
	assert_int_equal(page_references(true, true, 1, true, false),
		REFERENCES_RECLAIM);
	assert_int_equal(page_references(false, false, 1, false, false),
		REFERENCES_ACTIVATE);
	assert_int_equal(page_references(false, true, 1, false, false),
		REFERENCES_KEEP);
	assert_int_equal(page_references(false, true, 1, true, false),
		REFERENCES_ACTIVATE);
	assert_int_equal(page_references(false, true, 2, false, false),
		REFERENCES_ACTIVATE);
	assert_int_equal(page_references(false, true, 1, false, true),
		REFERENCES_ACTIVATE);
	assert_int_equal(page_references(false, true, 0, true, false),
		REFERENCES_RECLAIM_CLEAN);
	assert_int_equal(page_references(false, false, 0, true, false),
		REFERENCES_RECLAIM);
	assert_int_equal(page_references(false, true, 0, false, false),
		REFERENCES_RECLAIM);
	assert_true(vmscan_leaves_dirty(false, 1));
	assert_true(vmscan_leaves_dirty(true, 10));
	assert_false(vmscan_leaves_dirty(true, 9));
}

/* A use keeps a page, the second activates it. */
static void test_shrink_page_list__second_use_activates(void **state)
{
	struct rig r;

	lru_start(&r, IN_TREE_LOCK_BATCH, "A:ref");
	lru_run(&r);
	file_page_edit(r.m, 0)->flags |= FILE_YOUNG;
	rig_do(&r, OPERATION_SHRINK, 0, 0);
	assert_int_equal(page_at(r.m, 0)->list, LRU_ACTIVE_FILE);
	assert_value(&r, "vmscan.kept", 2);
	rig_done(&r);
}

int main(void)
{
#define T(name) cmocka_unit_test(test_shrink_page_list__##name)
	const struct CMUnitTest tests[] = {
		T(A_1_one_file), T(A_2_two_files_in_turn),
		T(A_3_runs_of_eight), T(A_5_busy_inside), T(A_6_dirty_inside),
		T(A_8_referenced_of_another_file), T(A_10_empty), T(shrink_of_nothing),
		T(A_11_all_referenced), T(A_12_all_dirty),
		T(A_14_nothing_to_write), T(A_15_no_mapping),
		T(A_16_five_files_in_turn), T(A_6_dirty_of_another_file),
		T(locked_and_writeback_do_not_split),
		T(kept_page_of_another_file_splits),
		T(dirty_kept_before_pageout_does_not_split),
		T(dirty_kept_of_another_file_splits), T(busy_alone),
		T(A5_3_pageout_keeps_batch_mapping),
		T(A5_8_batch_empty_at_pageout),
		T(page_stays_locked_on_the_batch), T(A5_7_counts),
		T(A5_9_release_without_tree_lock),
		T(A5_11_busy_before_the_drain),
		T(A5_11_dirty_before_the_drain),
		T(dirty_between_look_and_removal), T(A5_10_i_mmap_mutex),
		T(where_pages_go), T(written_page_is_freed_next),
		T(more_than_32), T(may_unmap_and_mlock),
		T(direct_reclaim_does_not_write), T(congested_device),
		T(references), T(second_use_activates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
