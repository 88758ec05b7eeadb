/* SPDX-License-Identifier: GPL-3.0-or-later
 * The whole screen: every size, exact frames, masking, pointing, scrolling.
 *
 * Exact frames are in tests/unit/view/frames/; MMSTEP_BLESS=1 rewrites them.
 */
#include "golden.h"
#include "stage.h"

static void ask(struct stage *s)
{
	struct moment_question *q = &s->m.question;

	q->open = q->masked = true;
	q->text = "How often will the lock be taken in this whole run?";
	q->n_choices = 4;
	q->choice[0] = "40 times";
	q->choice[1] = "20 times";
	q->choice[2] = "once for each CPU";
	q->choice[3] = "never";
	q->chosen = -1;
}

static void test_screen__draws_at_every_size(void **state)
{
	static const s64 cpus[] = {1, 4, 16, 144};

	for (unsigned i = 0; i < 4; i++) {
		struct stage s;

		stage_counter(&s, cpus[i], 60);
		draw_sizes(&s, 1, 1);
		s.m.side = true;
		draw_sizes(&s, 3, 7);
		for (int o = OVERLAY_HELP; o <= OVERLAY_TEXT; o++) {
			s.m.overlay = (enum overlay)o;
			draw_sizes(&s, 5, 9);
		}
		s.m.overlay = OVERLAY_NONE;
		ask(&s);
		draw_sizes(&s, 3, 7);
		stage_close(&s);
	}
}

static void test_screen__draws_the_policy_at_every_size(void **state)
{
	static const s64 cpus[] = {2, 4, 16, 144};

	for (unsigned i = 0; i < 4; i++) {
		struct stage s;

		stage_policy(&s, cpus[i], 60);
		draw_sizes(&s, 1, 3);
		for (u32 hidden = 0; hidden < 1 << PANE_N; hidden += 3) {
			s.m.hidden = hidden;
			draw_sizes(&s, 11, 13);
		}
		stage_close(&s);
	}
}

static struct moment_mark marks[] = {
	{0, 'c', true}, {30, 'd', true}, {60, 'c', true}, {200, 'q', false},
	{300, 'm', false}, {400, 'e', false},
};

static void test_screen__frames_of_the_counter(void **state)
{
	struct stage s;

	stage_counter(&s, 4, 66);
	s.m.follow = 3;
	s.m.marks = marks;
	s.m.n_marks = sizeof(marks) / sizeof(*marks);
	s.m.point = "vm_committed_as.count";
	s.m.others = "7 lines on CPUs 0 1 2";
	check_golden(&s, "counter-80x24", 24, 80, false);
	check_golden(&s, "counter-80x24-ascii", 24, 80, true);
	check_golden(&s, "counter-120x36", 36, 120, false);
	check_golden(&s, "counter-story-40x12", 12, 40, false);
	s.m.pane = PANE_PICTURE;
	check_golden(&s, "counter-picture-50x15", 15, 50, false);
	s.m.pane = PANE_CODE;
	check_golden(&s, "counter-code-40x12", 12, 40, false);
	s.m.side = true;
	check_golden(&s, "counter-side-80x24", 24, 80, false);
	s.m.side = false;
	s.m.shown = 1;
	s.m.list_procedure = "mm_compute_batch";
	check_golden(&s, "listing-patched-80x24", 24, 80, false);
	s.m.shown = 0;
	check_golden(&s, "listing-base-80x24", 24, 80, false);
	stage_close(&s);
}

static void test_screen__frames_of_the_policy(void **state)
{
	struct stage s;

	stage_policy(&s, 2, 36);
	check_golden(&s, "policy-80x24", 24, 80, false);
	s.m.shown = 1;
	check_golden(&s, "policy-batch-80x24", 24, 80, false);
	s.m.list_procedure = "overcommit_policy_handler";
	check_golden(&s, "policy-handler-80x30", 30, 80, false);
	s.m.list_procedure = NULL;
	s.m.pane = PANE_PICTURE;
	check_golden(&s, "policy-40x12", 12, 40, false);
	stage_close(&s);
	stage_policy(&s, 2, 1000);
	s.m.shown = 1;
	check_golden(&s, "policy-end-80x24", 24, 80, false);
	stage_close(&s);
}

static void test_screen__frames_of_questions(void **state)
{
	struct stage s;
	struct moment_question *q = &s.m.question;

	stage_counter(&s, 4, 66);
	ask(&s);
	check_golden(&s, "question-80x24", 24, 80, false);
	s.m.class_mode = true;
	q->n_votes = 4;
	memcpy(q->votes, (unsigned[]){12, 40, 8, 20}, 4 * sizeof(*q->votes));
	check_golden(&s, "votes-80x24", 24, 80, false);
	q->revealed = true;
	q->masked = false;
	q->right_choices = 1;
	q->chosen = 1;
	q->remark = "Twenty is the number of mappings.";
	check_golden(&s, "revealed-80x24", 24, 80, false);
	stage_close(&s);
}

static void test_screen__frames_of_overlays(void **state)
{
	static const struct card card = {"batch",
		"How large a slot may grow before it is folded into the count.",
		"mm/mm_init.c, v5.9"};
	struct stage s;

	stage_counter(&s, 4, 66);
	s.m.overlay = OVERLAY_MAP;
	check_golden(&s, "map-80x24", 24, 80, false);
	s.m.overlay = OVERLAY_CARD;
	s.m.card = &card;
	check_golden(&s, "card-80x24", 24, 80, false);
	s.m.overlay = OVERLAY_LEGEND;
	check_golden(&s, "legend-80x24", 24, 80, false);
	s.m.overlay = OVERLAY_TABLE;
	check_golden(&s, "table-80x24", 24, 80, false);
	s.m.overlay = OVERLAY_HELP;
	check_golden(&s, "help-80x24", 24, 80, false);
	stage_close(&s);
}

/* Frames are whole: every row of a pane's frame has its border where the top
 * row has its corner. */
static void check_borders(const struct canvas *c, int row, int column)
{
	const struct cell *cells = c->cells;
	int right = column + 1, bottom = row + 1;

	while (cells[row * c->columns + right].ch != 0x2510)
		right++;
	while (cells[bottom * c->columns + column].ch != 0x2514)
		bottom++;
	for (int r = row + 1; r < bottom; r++) {
		uint32_t a = cells[r * c->columns + column].ch;
		uint32_t b = cells[r * c->columns + right].ch;

		assert_true(a == 0x2502 || a == 0x251c);
		assert_true(b == 0x2502 || b == 0x2524);
	}
	assert_int_equal(cells[bottom * c->columns + right].ch, 0x2518);
}

static void test_screen__borders_are_unbroken(void **state)
{
	static const struct { int rows, columns; } size[] = {
		{24, 80}, {24, 81}, {30, 90}, {36, 120}, {48, 160}, {60, 200},
	};

	for (u64 step = 0; step < 400; step += 13) {
		struct stage s;

		stage_counter(&s, step % 2 ? 4 : 144, step * 7);
		for (unsigned i = 0; i < 6; i++) {
			struct canvas *c = drawn(
				&s, size[i].rows, size[i].columns);

			for (int k = 0; k < c->columns; k++)
				if (c->cells[c->columns + k].ch == 0x250c)
					check_borders(c, 1, k);
			canvas_free(c);
		}
		stage_close(&s);
	}
}

static void test_screen__masks_what_gives_the_answer_away(void **state)
{
	struct stage s;
	struct canvas *c;

	stage_counter(&s, 4, 66);
	s.m.marks = marks;
	s.m.n_marks = 6;
	s.m.follow = 3;
	ask(&s);
	c = drawn(&s, 36, 120);
	assert_true(frame_has(c, "base ····· · patched ·····"));
	assert_false(frame_has(c, "has the lock"));
	assert_false(frame_has(c, "takes it"));
	assert_false(frame_has(c, "◆"));
	assert_false(frame_has(c, "262,144"));	/* patched's batch */
	assert_true(frame_has(c, "4,096"));
	canvas_free(c);
	s.m.question.revealed = true;
	s.m.question.masked = false;
	c = drawn(&s, 36, 120);
	assert_false(frame_has(c, "·····"));
	assert_true(frame_has(c, "262,144"));
	canvas_free(c);
	stage_close(&s);
}

static void test_screen__points_at_names_and_lines(void **state)
{
	static const struct { const char *name, *row; } at[] = {
		{"vm_committed_as.count", "│►global count"},
		{"vm_committed_as_batch", "│►batch"},
		{"cpu[2].vm_committed_as", "│►  2"},
		{"vm_committed_as.lock.taken", "│►lock"},
		{"percpu_counter_add_batch:lock", "│ >►  lock fbc->lock"},
		{"percpu_counter_add_batch:test", "│  ►if |count|"},
	};
	struct stage s;

	stage_counter(&s, 4, 66);
	s.m.follow = 3;
	for (unsigned i = 0; i < sizeof(at) / sizeof(*at); i++) {
		struct canvas *c;

		s.m.point = at[i].name;
		c = drawn(&s, 24, 80);
		assert_true(frame_has(c, at[i].row));
		canvas_free(c);
	}
	stage_close(&s);
}

/* What the last line changed is marked by a sign, not by a style alone. */
static void test_screen__marks_what_changed(void **state)
{
	struct stage s;

	for (u64 step = 1; step < 300; step++) {
		struct canvas *c;
		bool changed;

		stage_counter(&s, 2, step);
		changed = moment_changed(
			&s.m.variant[0], "vm_committed_as.count");
		c = drawn(&s, 24, 80);
		for (int row = 0; row < c->rows; row++) {
			const char *text = frame_row(c, row);

			if (strstr(text, "global count"))
				assert_int_equal(
					strstr(text, "* pages") != NULL,
					changed);
		}
		canvas_free(c);
		stage_close(&s);
	}
}

/* At 40×12 each pane's text can be reached with scroll alone. */
static void test_screen__everything_can_be_scrolled_to(void **state)
{
	static const char *const code[] = {"preempt off", "if |count|",
		"unlock", "else this_cpu", "return", "called by"};
	struct stage s;

	stage_counter(&s, 4, 66);
	s.m.follow = 3;
	s.m.pane = PANE_CODE;
	for (unsigned i = 0; i < sizeof(code) / sizeof(*code); i++) {
		bool found = false;

		for (int k = -20; k < 20 && !found; k++) {
			struct canvas *c;

			s.m.scroll[PANE_CODE] = k;
			c = drawn(&s, 12, 40);
			found = frame_has(c, code[i]);
			canvas_free(c);
		}
		assert_true(found);
	}
	stage_close(&s);
}

static void test_screen__every_cpu_can_have_the_focus(void **state)
{
	struct stage s;
	struct view_report r;

	stage_counter(&s, 144, 500);
	s.m.pane = PANE_PICTURE;
	s.m.follow = 7;
	for (int cpu = 0; cpu < 144; cpu++) {
		struct canvas *c;

		s.m.scroll[PANE_PICTURE] = 4 + cpu;
		c = canvas_new(24, 80, false);
		view_screen_report(&s.m, c, &r);
		assert_int_equal(strncmp(r.focus, "cpu[", 4), 0);
		assert_int_equal(atoi(r.focus + 4), cpu);
		assert_int_equal(r.scroll[PANE_PICTURE], 4 + cpu);
		assert_true(frame_has(c, "  7>"));
		assert_true(frame_has(c, " more"));
		assert_true(c->cursor_row > 0);
		canvas_free(c);
	}
	stage_close(&s);
}

static int scroll_kept(struct stage *s, enum pane pane, int scroll)
{
	struct canvas *c = canvas_new(24, 80, false);
	struct view_report r;

	s->m.pane = pane;
	s->m.scroll[pane] = scroll;
	view_screen_report(&s->m, c, &r);
	canvas_free(c);
	return r.scroll[pane];
}

static void test_screen__scrolling_ends_at_the_ends(void **state)
{
	struct stage s;

	stage_counter(&s, 144, 500);
	assert_int_equal(scroll_kept(&s, PANE_PICTURE, 5000), 4 + 144);
	assert_int_equal(scroll_kept(&s, PANE_PICTURE, -3), 0);
	assert_int_equal(scroll_kept(&s, PANE_STORY, 5000), 0);
	assert_true(scroll_kept(&s, PANE_CODE, 5000) < 20);
	assert_true(scroll_kept(&s, PANE_CODE, -5000) > -20);
	stage_close(&s);
}

static void test_screen__cursor_stands_on_the_focus(void **state)
{
	struct stage s;
	struct canvas *c;

	stage_counter(&s, 4, 66);
	s.m.follow = 3;
	s.m.pane = PANE_CODE;
	c = drawn(&s, 24, 80);
	assert_non_null(strstr(frame_row(c, c->cursor_row), "│ > "));
	canvas_free(c);
	ask(&s);
	s.m.pane = PANE_STORY;	/* as the session does; Tab still works */
	c = drawn(&s, 24, 80);
	assert_non_null(strstr(frame_row(c, c->cursor_row), "1) 40 times"));
	canvas_free(c);
	s.m.prompt = ":print 1";
	s.m.prompt_cursor = 8;
	c = drawn(&s, 24, 80);
	assert_int_equal(c->cursor_row, 23);
	assert_int_equal(c->cursor_column, 8);
	canvas_free(c);
	stage_close(&s);
}

/* Whether the last row of a map says this. */
static bool map_offers(struct stage *s, const char *text)
{
	struct canvas *c = drawn(s, 24, 80);
	bool is = strstr(frame_row(c, 23), text);

	canvas_free(c);
	return is;
}

/* Space is offered where it does something, and as what it does. */
static void test_screen__a_map_says_what_space_does(void **state)
{
	struct stage s;

	stage_counter(&s, 4, 66);
	s.m.overlay = OVERLAY_MAP;
	s.m.n_cues = 2;
	s.m.cue = 0;
	assert_true(map_offers(&s, "Space go on"));
	s.m.cue = 1;
	assert_false(map_offers(&s, "Space"));
	assert_true(map_offers(&s, "q quit"));
	assert_true(map_offers(&s, "Esc close"));
	s.scene->n_acts++;		/* only counted here */
	assert_true(map_offers(&s, "Space next act"));
	s.scene->n_acts--;
	stage_close(&s);
}

static void test_screen__status_and_candidates_are_shown(void **state)
{
	struct stage s;
	struct canvas *c;

	stage_counter(&s, 4, 66);
	s.m.status = "there is no variant \"pathed\"";
	s.m.status_error = true;
	c = drawn(&s, 24, 80);
	assert_non_null(strstr(frame_row(c, 23), "pathed\" !"));
	canvas_free(c);
	s.m.prompt = ":pr";
	s.m.prompt_cursor = 3;
	s.m.candidates = "print prompt";
	c = drawn(&s, 24, 80);
	assert_non_null(strstr(frame_row(c, 22), "print prompt"));
	assert_string_equal(frame_row(c, 23), ":pr");
	canvas_free(c);
	s.m.overlay = OVERLAY_BLANK;
	c = drawn(&s, 24, 80);
	for (int row = 0; row < 24; row++)
		assert_string_equal(frame_row(c, row), "");
	canvas_free(c);
	stage_close(&s);
}

static unsigned row_of(const char *procedure, const char *text)
{
	const struct procedure *p = procedure_at(procedure_find(procedure));
	unsigned row = 1;

	while (!strstr(p->lines[row].text, text))
		row++;
	return row;
}

static void test_screen__find_marks_every_place(void **state)
{
	struct stage s;
	struct canvas *c;
	int marked = 0;

	stage_counter(&s, 4, 66);
	s.m.follow = 3;
	s.m.find = "COUNT =";
	c = drawn(&s, 24, 80);
	for (int i = 0; i < 24 * 80; i++)
		marked += c->cells[i].style == STYLE_TERM &&
			  c->cells[i].ch == '=';
	assert_int_equal(marked, 1);
	canvas_free(c);
	s.m.find = "preempt on";	/* cut off at this size, but found */
	s.m.list_procedure = "percpu_counter_add_batch";
	s.m.find_row = row_of(s.m.list_procedure, s.m.find);
	c = drawn(&s, 24, 80);
	assert_true(frame_has(c, "preempt on"));
	canvas_free(c);
	stage_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_screen__draws_at_every_size),
		cmocka_unit_test(test_screen__draws_the_policy_at_every_size),
		cmocka_unit_test(test_screen__frames_of_the_counter),
		cmocka_unit_test(test_screen__frames_of_the_policy),
		cmocka_unit_test(test_screen__frames_of_questions),
		cmocka_unit_test(test_screen__frames_of_overlays),
		cmocka_unit_test(test_screen__borders_are_unbroken),
		cmocka_unit_test(test_screen__masks_what_gives_the_answer_away),
		cmocka_unit_test(test_screen__points_at_names_and_lines),
		cmocka_unit_test(test_screen__marks_what_changed),
		cmocka_unit_test(test_screen__everything_can_be_scrolled_to),
		cmocka_unit_test(test_screen__every_cpu_can_have_the_focus),
		cmocka_unit_test(test_screen__scrolling_ends_at_the_ends),
		cmocka_unit_test(test_screen__cursor_stands_on_the_focus),
		cmocka_unit_test(test_screen__a_map_says_what_space_does),
		cmocka_unit_test(test_screen__find_marks_every_place),
		cmocka_unit_test(test_screen__status_and_candidates_are_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
