/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of lazy-free: every size, letters, the ruler, lists, stalls.
 *
 * Exact frames are in tests/unit/view/frames/; MMSTEP_BLESS=1 rewrites them.
 */
#include "golden.h"
#include "stage.h"
#include "model/task.h"
#include "view/views.h"

static void test_memory__draws_at_every_size(void **state)
{
	for (unsigned i = 0; i < 3; i++) {
		struct stage s;

		stage_memory(&s, i == 1, i < 2 ? 3000 : 100000);
		for (s.m.shown = 0; s.m.shown < 3; s.m.shown++)
			draw_sizes(&s, 1, 3);
		stage_close(&s);
	}
	for (u64 step = 100; step < 1000000; step = step * 9 + 1) {
		struct stage s;

		stage_memory_large(&s, step);
		for (s.m.shown = 0; s.m.shown < 3; s.m.shown++)
			draw_sizes(&s, 3, 7);
		stage_close(&s);
	}
}

static void test_memory__frames(void **state)
{
	struct stage s;

	stage_memory(&s, 0, 3000);
	s.m.point = "zone[0].low";
	check_golden(&s, "memory-80x24", 24, 80, false);
	s.m.shown = 2;
	check_golden(&s, "memory-throttled-120x36", 36, 120, false);
	s.m.pane = PANE_PICTURE;
	check_golden(&s, "memory-40x12", 12, 40, false);
	s.m.overlay = OVERLAY_LEGEND;
	check_golden(&s, "memory-legend-80x40", 40, 80, false);
	stage_close(&s);
	stage_memory(&s, 1, 3000);
	s.m.shown = 2;
	check_golden(&s, "memory-zones-80x40", 40, 80, false);
	stage_close(&s);
	stage_memory_large(&s, 400000);
	check_golden(&s, "memory-large-80x40", 40, 80, false);
	stage_close(&s);
}

/* A page that pte `index` maps, or whose slot it names. */
static u32 give(struct machine *m, u32 index, u32 bits)
{
	u32 pfn = page_take(m, 0, 0);

	page_edit(m, pfn)->pte = index;
	pte_set(m, index, pte_make(PTE_PRESENT, pfn, bits));
	page_lru_add(m, pfn, LRU_ACTIVE_ANON, false);
	return pfn;
}

static u32 swap_out(struct machine *m, u32 index, bool cached)
{
	u32 pfn = give(m, index, 0), slot = slot_take(m);

	page_edit(m, pfn)->pte = NO_PAGE;
	pte_set(m, index, pte_make(PTE_SWAP, slot, 0));
	if (cached)
		slot_cache(m, slot, pfn);
	else
		page_free(m, pfn, 0);
	return pfn;
}

static void test_memory__one_letter_for_each_state(void **state)
{
	struct stage s;
	struct canvas *c;
	struct machine *m;

	stage_memory(&s, 0, 0);
	m = s.run[0]->m;
	give(m, 0, PTE_YOUNG | PTE_DIRTY);
	give(m, 1, PTE_DIRTY);
	give(m, 2, 0);
	swap_out(m, 3, false);
	swap_out(m, 4, true);
	io_submit(m, swap_out(m, 5, true), false, 0);
	page_edit(m, give(m, 46, 0))->flags |= PAGE_DIRTY;
	assert_null(memory_check(m));
	c = drawn(&s, 24, 80);
	assert_true(frame_has(c, "│ P0> ydzscw.............. "));
	assert_true(frame_has(c, "│ P1  ......d............. "));
	assert_true(frame_has(c, "│ active    6  ydzcwd "));
	assert_true(frame_has(c, "device writes frame 4"));
	assert_true(frame_has(c, "swap free 125  cached  2  queue   1"));
	canvas_free(c);
	stage_close(&s);
}

static void test_memory__marks_the_row_of_a_changed_letter(void **state)
{
	struct stage s;
	unsigned marked = 0;

	for (u64 step = 1; step < 200; step++) {
		struct machine *now, *before;
		bool changed = false;
		struct canvas *c;

		stage_memory(&s, 0, step);
		now = s.run[0]->m;
		before = s.before[0]->m;
		for (u32 i = 0; i < 20; i++)
			changed |= pte_get(now, i) != pte_get(before, i);
		c = drawn(&s, 24, 80);
		assert_int_equal(frame_has(c, "│ P0>*") ||
			frame_has(c, "│ P0 *"), changed);
		marked += changed;
		canvas_free(c);
		stage_close(&s);
	}
	assert_true(marked > 3);
}

/* The column of a sign in the rows of the picture; -1: not there. */
static int column_of(const struct canvas *c, int row, uint32_t ch)
{
	for (int k = 0; k < 42; k++)
		if (c->cells[row * c->columns + k].ch == ch)
			return k;
	return -1;
}

static void test_memory__free_stands_between_its_marks(void **state)
{
	struct stage s;
	struct zone *z;
	int before = -1, at_mark[65] = {0};

	stage_memory(&s, 0, 0);
	s.m.shown = 2;		/* 0 8 10 12=T 64 */
	z = &s.run[2]->m->memory.zone[0];
	for (z->free = 0; z->free <= 64; z->free++) {
		struct canvas *c = drawn(&s, 24, 80);
		int column = column_of(c, 4, 0x25b2);

		assert_true(column >= before);
		assert_true(column > before || z->free > 12 || z->free < 8 ||
			    z->free == 9);
		assert_true(frame_has(c, word_of("free %u", z->free).s));
		at_mark[z->free] = column;
		before = column;
		if (z->free == 64)
			assert_int_equal(column, column_of(c, 3, '6'));
		canvas_free(c);
	}
	z->free = 8;
	{
		struct canvas *c = drawn(&s, 24, 80);

		assert_int_equal(at_mark[8], column_of(c, 3, '8'));
		assert_int_equal(at_mark[0], column_of(c, 3, '0'));
		assert_true(frame_has(c, "high=T"));
		canvas_free(c);
	}
	stage_close(&s);
}

static void test_memory__all_numbers_can_have_the_focus(void **state)
{
	static const char *const names[] = {
		"zone[0].min", "zone[0].low", "zone[0].high",
		"memory.threshold", "zone[0].free", "zone[0].active",
		"zone[0].inactive", "zone[0].isolated", "vmstat.nr_free_pages",
		"", "", "", "", "swap.free", "swap.cached", "swap.queue",
		"kswapd.awake",
	};
	enum { N = sizeof(names) / sizeof(*names) };
	struct stage s;
	struct view_report r;

	stage_memory(&s, 0, 3000);
	s.m.shown = 2;
	s.m.pane = PANE_PICTURE;
	for (int i = 0; i < N; i++) {
		struct canvas *c = canvas_new(12, 40, false);

		s.m.point = *names[i] ? names[i] : NULL;
		s.m.scroll[PANE_PICTURE] = i;
		view_screen_report(&s.m, c, &r);
		assert_string_equal(r.focus, names[i]);
		assert_int_equal(r.scroll[PANE_PICTURE], i);
		assert_true(c->cursor_row > 0);
		assert_int_equal(frame_has(c, "►"), *names[i] != '\0');
		canvas_free(c);
	}
	s.m.scroll[PANE_PICTURE] = 100;
	canvas_free(drawn(&s, 12, 40));
	stage_close(&s);
}

static void test_memory__says_who_stalls(void **state)
{
	static const struct { enum channel channel; const char *word; } at[] = {
		{CHANNEL_PAGE, "wait page"}, {CHANNEL_QUEUE, "wait queue"},
		{CHANNEL_RECLAIM, "wait device"},
		{CHANNEL_THROTTLE, "wait kswapd"},
	};
	struct stage s;
	struct machine *m;

	stage_memory(&s, 0, 0);
	m = s.run[0]->m;
	m->memory.kswapd_awake = 1;
	for (unsigned i = 0; i < sizeof(at) / sizeof(*at); i++) {
		struct canvas *c;

		task_of(m, 1)->state = TASK_WAITING;
		task_of(m, 1)->waits_for = (u16)at[i].channel;
		task_of(m, m->memory.kswapd)->state = TASK_WAITING;
		task_of(m, m->memory.kswapd)->waits_for = CHANNEL_QUEUE;
		c = drawn(&s, 24, 80);
		assert_true(frame_has(c, at[i].word));
		assert_true(frame_has(c, "kswapd waits"));
		canvas_free(c);
	}
	task_of(m, 1)->state = TASK_QUEUED;
	task_of(m, 1)->failed = 1;
	task_of(m, m->memory.kswapd)->state = TASK_QUEUED;
	{
		struct canvas *c = drawn(&s, 24, 80);

		assert_true(frame_has(c, "killed"));
		assert_true(frame_has(c, "kswapd awake"));
		canvas_free(c);
	}
	stage_close(&s);
}

static void check_score(const struct moment *m, int columns, const char *text)
{
	struct canvas *c = canvas_new(1, columns, false);

	score_row(c, m);
	assert_string_equal(frame_row(c, 0), text);
	canvas_free(c);
}

static void test_memory__score_says_less_where_less_fits(void **state)
{
	struct stage s;

	stage_memory(&s, 0, 1000000);
	check_score(&s.m, 220,
		" dontneed faults 240 · in 0 · out 135 · lazy 0 · madv_free "
		"faults 240 · in 91 · out 108 · lazy 84 · throttled faults "
		"232 · in 69 · out 106 · lazy 60"
		"                                    model time 5.1 µs · 5.4 µs · 5.2 µs");
	check_score(&s.m, 170,
		" swapped out: dontneed 135 · madv_free 108 · throttled 106"
		"                                               model time dontneed 5.1 µs · madv_free 5.4 µs · throttled 5.2 µs");
	check_score(&s.m, 120,
		" swapped out: dontneed 135 · madv_free 108 · throttled 106"
		"                          model time 5.1 µs · 5.4 µs · 5.2 µs");
	check_score(&s.m, 80,
		" dontneed faults 240 · swap in 0 · out 135 · lazily freed 0"
		"   model time 5.1 µs");
	check_score(&s.m, 70,
		" faults 240 · swap in 0 · out 135 · lazily freed 0"
		"  model time 5.1 µs");
	check_score(&s.m, 60,
		" faults 240 · in 0 · out 135 · lazy 0"
		"     model time 5.1 µs");
	check_score(&s.m, 40,
		" swap out 135"
		"         model time 5.1 µs");
	stage_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory__draws_at_every_size),
		cmocka_unit_test(test_memory__frames),
		cmocka_unit_test(test_memory__one_letter_for_each_state),
		cmocka_unit_test(
			test_memory__marks_the_row_of_a_changed_letter),
		cmocka_unit_test(test_memory__free_stands_between_its_marks),
		cmocka_unit_test(test_memory__all_numbers_can_have_the_focus),
		cmocka_unit_test(test_memory__says_who_stalls),
		cmocka_unit_test(test_memory__score_says_less_where_less_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
