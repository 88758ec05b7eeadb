/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of reclaim-batch: every size, letters of every state, the batch,
 * who holds and who waits.
 */
#include "golden.h"
#include "stage.h"
#include "model/scan.h"
#include "model/task.h"
#include "view/views.h"

static const char reclaim_yaml[] =
	"mmstep: 1\n"
	"title: Reclaiming in batches\n"
	"place: 5\n"
	"machine: classroom\n"
	"parameters: {}\n"
	"workload: reclaim\n"
	"variants:\n"
	"  - {name: base, title: a lock each, status: old,"
	" options: [tree_lock_each]}\n"
	"  - {name: patched, title: a batch, status: never,"
	" options: [tree_lock_batch]}\n"
	"acts:\n"
	"  - name: main\n"
	"    title: Runs\n"
	"    main: true\n"
	"    cues:\n"
	"      - {name: one, step: 0, say: One.}\n";

static void stage_list(struct stage *s, const char *lru, u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = 1;
	setup.value[PARAM_MIN_FREE_KBYTES] = 16;
	setup.value[PARAM_START_JITTER_US] = 0;
	strcpy(setup.text[PARAM_LRU - TEXT_FIRST], lru);
	setup.value[PARAM_LRU] = text_value(lru);
	setup.cost_ns[COST_SWAP_IO] = 100000;
	stage_open(s, reclaim_yaml, "reclaim-batch.yaml", &setup, step);
}

static void stage_files(struct stage *s, s64 cpus, s64 files, u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = cpus;
	setup.value[PARAM_MIN_FREE_KBYTES] = 16;
	setup.value[PARAM_START_JITTER_US] = 0;
	setup.value[PARAM_FILES] = files;
	setup.value[PARAM_RUN_LENGTH] = 8;
	setup.cost_ns[COST_FILE_READ] = 50;
	setup.cost_ns[COST_TREE_DELETE] = 20;
	stage_open(s, reclaim_yaml, "reclaim-batch.yaml", &setup, step);
}

static void test_batch__draws_at_every_size(void **state)
{
	struct stage s;

	for (u64 step = 0; step < 400; step = step * 2 + 37) {
		stage_list(&s, "A A:busy - B:dirty B A:ref A:locked Z", step);
		for (s.m.shown = 0; s.m.shown < 2; s.m.shown++)
			draw_sizes(&s, 2, 5);
		stage_close(&s);
	}
	stage_files(&s, 40, 30, 3000);
	for (s.m.shown = 0; s.m.shown < 2; s.m.shown++)
		draw_sizes(&s, 2, 5);
	stage_close(&s);
}

static void expect_rows(const struct stage *s, const char *file,
	const char *is, const char *where)
{
	struct canvas *c = drawn(s, 24, 80);

	if (!frame_has(c, file) || !frame_has(c, is) || !frame_has(c, where)) {
		for (int i = 0; i < 14; i++)
			print_error("%s\n", frame_row(c, i));
		fail();
	}
	canvas_free(c);
}

static void test_batch__letters_before_and_after(void **state)
{
	static const char lru[] = "A A:busy A:dirty A:ref A:locked "
		"A:writeback A:unmapfail - Z";
	struct stage s;

	stage_list(&s, lru, 0);
	expect_rows(&s, "│ file   A A A A A A A - Z ",
		"│ is       r d y l w y   ", "│ where  o o o o o o o o o ");
	stage_close(&s);
	stage_list(&s, lru, 100000);
	expect_rows(&s, "│ file   A A A A A A A - Z ",
		"│ is       r w   l w y   ", "│ where  f o o o o o a o f ");
	stage_close(&s);
}

/* Line by line: the signs are what the lists are, and what moved is marked. */
static void test_batch__letters_follow_the_lists(void **state)
{
	bool seen[128] = { false };

	for (u64 step = 1; step < 260; step++) {
		struct stage s;
		const struct scan *scan;
		struct canvas *c;
		char batch[64] = "│ batch  [";

		stage_list(&s, "A A B", step);
		s.m.shown = 1;
		scan = scan_at(s.m.variant[1].now, 0);
		for (u32 i = 0; i < scan->list[LIST_BATCH].n; i++)
			strcat(batch, i ? " A" : page_mapping(
				s.m.variant[1].now,
				scan->list[LIST_BATCH].first) ? "B" : "A");
		strcat(batch, "] of ");
		c = drawn(&s, 24, 80);
		assert_true(frame_has(c, batch));
		for (int row = 0; row < c->rows; row++)
			if (strstr(frame_row(c, row), "│ where"))
				for (const char *p = strstr(frame_row(c, row),
					     "│ where") + 8; *p && *p != '\xe2'; p++)
					seen[*p & 127] = true;
		canvas_free(c);
		stage_close(&s);
	}
	for (const char *p = "oinbxf"; *p; p++)
		if (!seen[(unsigned char)*p])
			fail_msg("%c is never seen", *p);
}

static void test_batch__base_has_no_batch(void **state)
{
	struct stage s;
	struct canvas *c;

	stage_list(&s, "A A B", 50);
	c = drawn(&s, 24, 80);
	assert_false(frame_has(c, "batch  ["));
	assert_false(frame_has(c, "drains"));
	assert_true(frame_has(c, "tree_lock(A)"));
	canvas_free(c);
	stage_close(&s);
}

/* Holder and waiters, in their order. */
static void test_batch__who_waits(void **state)
{
	bool found = false;

	for (u64 step = 100; step < 3000 && !found; step += 7) {
		struct stage s;
		const struct machine *m;
		const struct lock *l;
		char row[80];

		stage_files(&s, 4, 1, step);
		m = s.m.variant[0].now;
		l = lock_at(m, tree_lock_of(m, 0));
		if (l->waiters == 2) {
			struct canvas *c = drawn(&s, 24, 80);

			snprintf(row, sizeof(row),
				"tree_lock(A)    CPU %u · 2 wait: %u %u",
				task_at(m, l->holder)->cpu,
				task_at(m, l->first)->cpu,
				task_at(m, l->last)->cpu);
			assert_true(frame_has(c, row));
			canvas_free(c);
			found = true;
		}
		stage_close(&s);
	}
	assert_true(found);
}

/* What the CPUs do adds up; the longest queue comes first. */
static void test_batch__many_files(void **state)
{
	struct stage s;
	struct canvas *c;

	stage_files(&s, 40, 30, 4000);
	c = drawn(&s, 40, 80);
	assert_true(frame_has(c, "CPUs that"));
	assert_true(frame_has(c, "the longest queues"));
	canvas_free(c);
	stage_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_batch__draws_at_every_size),
		cmocka_unit_test(test_batch__letters_before_and_after),
		cmocka_unit_test(test_batch__letters_follow_the_lists),
		cmocka_unit_test(test_batch__base_has_no_batch),
		cmocka_unit_test(test_batch__who_waits),
		cmocka_unit_test(test_batch__many_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
