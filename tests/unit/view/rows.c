/* SPDX-License-Identifier: GPL-3.0-or-later
 * Numbers and times as words; scoreboard, timeline and layout; the menu.
 */
#include "stage.h"
#include "view/layout.h"
#include "view/menu.h"
#include "view/views.h"

static void test_word__times_have_their_unit(void **state)
{
	static const struct { u64 ns; const char *text; } at[] = {
		{0, "0 ns"}, {999, "999 ns"}, {1000, "1.0 µs"},
		{2149, "2.1 µs"}, {2150, "2.2 µs"}, {999949, "999.9 µs"},
		{999950, "1.0 ms"}, {12345678, "12.3 ms"},
		{999950000, "1.0 s"}, {61000000000, "61.0 s"},
		{UINT64_MAX, "18,446,744,073.7 s"},
	};

	for (unsigned i = 0; i < sizeof(at) / sizeof(*at); i++)
		assert_string_equal(word_time(at[i].ns).s, at[i].text);
}

static void test_word__numbers_are_grouped(void **state)
{
	assert_string_equal(word_number(0).s, "0");
	assert_string_equal(word_number(-8005).s, "−8,005");
	assert_string_equal(word_number(INT64_MIN).s,
		"−9,223,372,036,854,775,808");
}

static const char *row_of(const struct moment *m, int columns,
	void (*view)(struct canvas *, const struct moment *))
{
	struct canvas *c = canvas_new(1, columns, false);
	const char *text;

	view(c, m);
	text = frame_row(c, 0);
	canvas_free(c);
	return text;
}

static void test_score__says_less_where_less_fits(void **state)
{
	struct stage s;

	stage_counter(&s, 4, 66);
	assert_string_equal(row_of(&s.m, 100, score_row),
		" locks: base 1 of 5 · patched 0 of 4 updates"
		"                  model time base 95 ns · patched 17 ns");
	assert_string_equal(row_of(&s.m, 78, score_row),
		" locks: base 1 of 5 · patched 0 of 4"
		"    model time base 95 ns · patched 17 ns");
	assert_string_equal(row_of(&s.m, 72, score_row),
		" locks and model time: base 1 of 5, 95 ns"
		" · patched 0 of 4, 17 ns");
	assert_string_equal(row_of(&s.m, 60, score_row),
		" locks, model time: base 1/5, 95 ns · patched 0/4, 17 ns");
	assert_string_equal(row_of(&s.m, 50, score_row),
		" locks: base 1 of 5              model time 95 ns");
	stage_close(&s);
}

static void test_score__numbers_of_the_policy_are_never_cut(void **state)
{
	struct stage s;

	stage_policy(&s, 2, 1000);
	s.m.shown = 1;
	for (int columns = 40; columns < 200; columns++) {
		assert_non_null(strstr(row_of(&s.m, columns, score_row),
			"over limit 100,000"));
		assert_non_null(strstr(row_of(&s.m, columns, score_row),
			"model time"));
	}
	assert_non_null(strstr(row_of(&s.m, 80, score_row),
		"admitted 1 · denied 0 · over limit 100,000 pages"));
	assert_non_null(strstr(row_of(&s.m, 160, score_row),
		"batch_sync_policy over limit 0 pages · policy_batch admitted 1"));
	s.m.shown = 0;	/* what the others come to is still to be asked */
	assert_null(strstr(row_of(&s.m, 200, score_row), "100,000"));
	assert_string_equal(initials("batch_sync_policy").s, "bsp");
	assert_string_equal(initials("base").s, "base");
	stage_close(&s);
}

static void test_title__says_which_act(void **state)
{
	struct scene scene;
	struct act act = {.title = "Size meets batch"};
	struct stage s;

	stage_counter(&s, 4, 66);
	scene = *s.m.scene;
	scene.n_acts = 7;
	s.m.scene = &scene;
	s.m.act = &act;
	s.m.act_index = 1;
	for (int columns = 50; columns < 200; columns++) {
		struct canvas *c = canvas_new(1, columns, false);

		title_row(c, &s.m, NULL);
		assert_non_null(strstr(frame_row(c, 0),
			columns < 70 ? "act 2" : "act 2 of 7"));
		if (columns >= 80)
			assert_non_null(strstr(frame_row(c, 0), act.title));
		canvas_free(c);
	}
	stage_close(&s);
}

static void test_timeline__stands_where_the_step_is(void **state)
{
	struct stage s;
	struct moment_variant *v;

	stage_counter(&s, 1, 0);
	v = &s.m.variant[0];
	v->last_step = 100;
	for (v->step = 0; v->step <= 100; v->step++) {
		const char *text = row_of(&s.m, 80, timeline_row);
		const char *at = strstr(text, "●");
		int column = 0;

		assert_non_null(at);
		for (const char *p = text; p < at; p++)
			column += (*p & 0xc0) != 0x80;
		assert_int_equal(column, 2 + (int)v->step * 59 / 100);
	}
	v->step = 142;
	v->last_step = 2304;
	assert_non_null(strstr(row_of(&s.m, 80, timeline_row),
		"┤   step 142 of 2,304"));
	v->last_known = false;
	assert_non_null(strstr(row_of(&s.m, 80, timeline_row),
		"step 142 of 2,304 so far"));
	v->step = v->last_step = UINT64_MAX >> 1;
	assert_non_null(strstr(row_of(&s.m, 80, timeline_row), "●┤"));
	stage_close(&s);
}

static bool overlap(struct box a, struct box b)
{
	return a.row < b.row + b.rows && b.row < a.row + a.rows &&
	       a.column < b.column + b.columns &&
	       b.column < a.column + a.columns;
}

static void check_layout(const struct layout *l, int rows, int columns)
{
	struct box all[16];
	unsigned n = 0;

	all[n++] = l->title;
	all[n++] = l->keys;
	all[n++] = l->score;
	all[n++] = l->timeline;
	all[n++] = l->story;
	all[n++] = l->code;
	for (unsigned i = 0; i < l->n_pictures; i++)
		all[n++] = l->picture[i];
	for (unsigned i = 0; i < n; i++) {
		assert_true(all[i].row >= 0 && all[i].column >= 0);
		assert_true(all[i].row + all[i].rows <= rows);
		assert_true(all[i].column + all[i].columns <= columns);
		for (unsigned k = 0; k < i; k++)
			assert_true(!all[i].rows || !all[k].rows ||
				    !overlap(all[i], all[k]));
	}
}

static void test_layout__boxes_never_overlap(void **state)
{
	struct stage s;
	struct layout l;

	stage_policy(&s, 2, 10);
	for (int rows = 1; rows <= 70; rows++) {
		for (int columns = 1; columns <= 260; columns += 3) {
			s.m.hidden = (u32)(rows * columns) % 64;
			s.m.side = columns & 1;
			layout_make(&l, &s.m, rows, columns, rows % 2 * 8);
			check_layout(&l, rows, columns);
		}
	}
	stage_close(&s);
}

/* From 120 columns on the key takes the second picture away. */
static void test_layout__side_does_the_other_thing(void **state)
{
	static const struct {
		int rows, columns;
		bool side;
		unsigned n;
	} at[] = {
		{24, 80, false, 1},
		{24, 80, true, 2},
		{36, 120, false, 2},
		{36, 120, true, 1},
	};
	struct stage s;
	struct layout l;

	stage_counter(&s, 4, 66);
	for (unsigned i = 0; i < sizeof(at) / sizeof(*at); i++) {
		s.m.side = at[i].side;
		layout_make(&l, &s.m, at[i].rows, at[i].columns, 0);
		assert_int_equal(l.n_pictures, at[i].n);
	}
	stage_close(&s);
}

static void keys(struct canvas *c, const struct moment *m)
{
	keys_row(c, m, false);
}

static void test_keys__are_those_that_do_something(void **state)
{
	static const char *const ways[] = {" 1 go there", " 1 2 go there",
		" 1 2 3 go there", " 1-9 go there", " 1-9 go there"};
	struct stage s;

	stage_counter(&s, 4, 66);
	s.m.overlay = OVERLAY_CARD;
	for (unsigned n = 1; n <= 5; n++) {
		s.m.n_offers = n;
		assert_non_null(strstr(row_of(&s.m, 80, keys), ways[n - 1]));
	}
	s.m.overlay = OVERLAY_MAP;
	s.m.question.open = true;
	s.m.question.n_choices = 2;
	assert_non_null(strstr(row_of(&s.m, 80, keys), "Esc close"));
	s.m.question.n_choices = 0;
	assert_non_null(strstr(row_of(&s.m, 80, keys), "Esc close"));
	s.m.class_mode = true;
	assert_non_null(strstr(row_of(&s.m, 80, keys), "Esc close"));
	s.m.overlay = OVERLAY_NONE;
	s.m.question.open = s.m.class_mode = false;
	s.m.act_index = s.m.scene->n_acts - 1;
	s.m.n_cues = 3;
	s.m.cue = 1;
	assert_non_null(strstr(row_of(&s.m, 80, keys), "Space go on"));
	s.m.cue = 2;
	assert_null(strstr(row_of(&s.m, 80, keys), "Space"));
	stage_close(&s);
}

static void test_keys__a_hint_is_whole_or_not_there(void **state)
{
	struct stage s;

	stage_counter(&s, 4, 66);
	s.m.status = "answer the question first; Esc twice gives up";
	s.m.status_error = true;
	assert_string_equal(row_of(&s.m, 50, keys),
		" answer the question first; Esc twice gives up !");
	for (int columns = 27; columns < 47; columns++) {
		assert_int_equal(strncmp(row_of(&s.m, columns, keys),
			" answer the question first", 26), 0);
		assert_null(strstr(row_of(&s.m, columns, keys), "Esc"));
	}
	s.m.status = "no hint here, but it is too long for the row";
	assert_string_equal(row_of(&s.m, 40, keys),
		" no hint here, but it is too long for …");
	stage_close(&s);
}

static void test_menu__draws_at_every_size(void **state)
{
	static const struct menu_row rows[] = {
		{"tour", "Tour", NULL, 3, 3, true, false},
		{"counter-drift", "Per-CPU counter", "Tour", 2, 9, false, true},
		{"policy-switch", "Switching to never", "Per-CPU counter", 0,
			12, false, false},
		{"slub-fallback", "A block, or what there is",
			"Per-CPU counter", 12, 45, false, false},
	};
	struct menu menu = {rows, 4, 1, false, ""};

	for (int height = 1; height <= 30; height++) {
		for (int width = 1; width <= 90; width++) {
			struct canvas *c = canvas_new(height, width, width % 2);

			menu.first_time = height % 2;
			menu.selected = (unsigned)(height + width) % 3;
			view_menu(&menu, c);
			canvas_free(c);
		}
	}
	menu.first_time = false;
	menu.selected = 1;
	{
		struct canvas *c = canvas_new(24, 80, false);

		view_menu(&menu, c);
		assert_true(frame_has(c, "Tour                      tour"));
		assert_true(frame_has(c, "A block, or what there is "
			"slub-fallback  after Per-CPU counter 12 of 45"));
		assert_true(frame_has(c, " > Per-CPU counter"));
		assert_true(frame_has(c, "2 of 9 cues"));
		assert_true(frame_has(c, "after Per-CPU counter"));
		assert_int_equal(c->cursor_row, 3);
		canvas_free(c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layout__side_does_the_other_thing),
		cmocka_unit_test(test_keys__are_those_that_do_something),
		cmocka_unit_test(test_keys__a_hint_is_whole_or_not_there),
		cmocka_unit_test(test_word__times_have_their_unit),
		cmocka_unit_test(test_word__numbers_are_grouped),
		cmocka_unit_test(test_score__says_less_where_less_fits),
		cmocka_unit_test(
			test_score__numbers_of_the_policy_are_never_cut),
		cmocka_unit_test(test_timeline__stands_where_the_step_is),
		cmocka_unit_test(test_layout__boxes_never_overlap),
		cmocka_unit_test(test_menu__draws_at_every_size),
		cmocka_unit_test(test_title__says_which_act),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
