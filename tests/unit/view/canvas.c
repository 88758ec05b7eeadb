/* SPDX-License-Identifier: GPL-3.0-or-later
 * The canvas: clipping by columns, wide characters, marks, ASCII, wrapping.
 */
#include "view/canvas.h"
#include "base/buf.h"
#include "base/rng.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A row as text, all its columns. Rotates, so that two fit into one call. */
static const char *row_text(const struct canvas *c, int row)
{
	static char text[4][4096];
	static int turn;
	char *out = text[turn = (turn + 1) % 4];
	size_t n = 0;

	for (int i = 0; i < c->columns; i++) {
		const struct cell *cell = &c->cells[row * c->columns + i];

		if (cell->width == 0)
			continue;
		n += text_encode(cell->ch, out + n);
		for (int k = 0; k < 2 && cell->comb[k]; k++)
			n += text_encode(cell->comb[k], out + n);
	}
	out[n] = '\0';
	return out;
}

static const struct cell *cell_at(const struct canvas *c, int row, int column)
{
	return &c->cells[row * c->columns + column];
}

/* What every canvas keeps: a wide character has both its halves, a right half
 * has its left one and its style, and nothing takes no column. */
static void check_cells(const struct canvas *c)
{
	for (int row = 0; row < c->rows; row++) {
		for (int i = 0; i < c->columns; i++) {
			const struct cell *at = cell_at(c, row, i);

			assert_true(at->style < STYLE_N);
			if (at->width == 2) {
				assert_true(i + 1 < c->columns);
				assert_int_equal(at[1].width, 0);
				assert_int_equal(at[1].ch, 0);
				assert_int_equal(at[1].style, at->style);
			} else if (at->width == 0) {
				assert_true(i > 0);
				assert_int_equal(at[-1].width, 2);
			} else {
				assert_int_equal(at->width, 1);
			}
			if (at->width)
				assert_int_equal(
					text_char_width(at->ch), at->width);
			if (c->ascii)
				assert_true(at->ch < 0x7f && !at->comb[0]);
		}
	}
}

static struct canvas *dots(int rows, int columns, bool ascii)
{
	struct canvas *c = canvas_new(rows, columns, ascii);

	for (int row = 0; row < rows; row++)
		canvas_fill(c, row, 0, columns, STYLE_TEXT, '.');
	return c;
}

static void expect_row(struct canvas *c, int row, const char *text)
{
	assert_string_equal(row_text(c, row), text);
	check_cells(c);
}

static void test_canvas__sizes_are_clamped_and_blank(void **state)
{
	struct canvas *c = canvas_new(0, -5, false);

	assert_int_equal(c->rows, 1);
	assert_int_equal(c->columns, 1);
	expect_row(c, 0, " ");
	assert_int_equal(c->cursor_row, -1);
	canvas_free(c);
	c = canvas_new(5000, 3, false);
	assert_int_equal(c->rows, 1000);
	canvas_free(c);
	canvas_free(NULL);
}

/* Cells of "a漢é字b" by column; NULL: a right half. */
static const char *const mixed[] = {"a", "漢", NULL, "é", "字", NULL, "b"};

static void test_canvas__clip_by_columns_at_every_width(void **state)
{
	static const char *const texts[] = {"a漢é字b", "a漢e\u0301字b"};

	for (int width = 0; width <= 20; width++) {
		for (int k = 0; k < 2; k++) {
			struct canvas *c = dots(1, 22, false);
			struct box before =
				canvas_enter(c, (struct box){0, 0, 1, width});
			char want[64] = "";

			assert_int_equal(
				canvas_put(c, 0, 0, STYLE_TEXT, texts[k]), 7);
			for (int i = 0; i < 22; i++) {
				bool in = i < width && i < 7;

				if (in && !mixed[i])
					continue;
				if (in && i + 1 == width && i + 1 < 7 &&
					!mixed[i + 1])
					strcat(want, " ");
				else if (in && k && i == 3)
					strcat(want, "e\u0301");
				else
					strcat(want, in ? mixed[i] : ".");
			}
			expect_row(c, 0, want);
			canvas_leave(c, before);
			canvas_free(c);
		}
	}
}

static void test_canvas__clip_at_the_left(void **state)
{
	static const char *const want[] = {"a漢é字b...", "漢é字b....",
		" é字b.....", "é字b......", "字b.......", " b........",
		"b.........", "..........", ".........."};

	for (int k = 0; k < 9; k++) {
		struct canvas *c = dots(1, 10, false);

		assert_int_equal(
			canvas_put(c, 0, -k, STYLE_TEXT, "a漢é字b"), 7 - k);
		expect_row(c, 0, want[k]);
		canvas_free(c);
	}
}

static void test_canvas__rows_outside_take_nothing(void **state)
{
	struct canvas *c = dots(2, 4, false);

	assert_int_equal(canvas_put(c, -1, 0, STYLE_TEXT, "abc"), 3);
	assert_int_equal(canvas_put(c, 2, 1, STYLE_TEXT, "abc"), 4);
	canvas_style(c, 2, 0, 4, STYLE_HEAD);
	canvas_style(c, -1, 0, 4, STYLE_HEAD);
	expect_row(c, 0, "....");
	expect_row(c, 1, "....");
	canvas_free(c);
}

static void test_canvas__leading_mark_gets_a_base(void **state)
{
	struct canvas *c = dots(1, 4, false);

	assert_int_equal(canvas_put(c, 0, 0, STYLE_TEXT, "\u0301x"), 2);
	expect_row(c, 0, " \u0301x..");
	assert_int_equal(canvas_width(c, "\u0301x"), 2);
	canvas_free(c);
}

static void test_canvas__zalgo_stays_in_its_box(void **state)
{
	static const char zalgo[] =
		"Z\u0301\u0302\u0303\u0304\u0305\u0306a\u0334\u0335\u0336"
		"l\u200b\u202e\ufe0fg\u0488o\u0301";
	struct canvas *c = dots(3, 8, false);
	struct box before = canvas_enter(c, (struct box){1, 2, 1, 4});

	assert_int_equal(canvas_put(c, 0, 0, STYLE_TEXT, zalgo), 5);
	canvas_leave(c, before);
	expect_row(c, 0, "........");
	expect_row(c, 1, "..Z\u0301\u0302a\u0334\u0335lg\u0488..");
	expect_row(c, 2, "........");
	canvas_free(c);
}

static void test_canvas__joined_emoji_are_put_apart(void **state)
{
	struct canvas *c = dots(1, 6, false);

	assert_int_equal(canvas_put(c, 0, 0, STYLE_TEXT, "👩\u200d👩\ufe0f"), 4);
	expect_row(c, 0, "👩👩..");
	canvas_free(c);
}

static void test_canvas__controls_and_broken_bytes(void **state)
{
	struct canvas *c = dots(1, 8, false);

	canvas_put(c, 0, 0, STYLE_TEXT, "a\033\n\x7f\xc2\x85\xe6\xbcz");
	expect_row(c, 0, "a    \ufffd\ufffdz");
	canvas_free(c);
}

static void test_canvas__no_break_space_is_a_space(void **state)
{
	for (int ascii = 0; ascii < 2; ascii++) {
		struct canvas *c = dots(1, 8, ascii);

		canvas_put(c, 0, 0, STYLE_TEXT, "4\u00a0kB");
		expect_row(c, 0, "4 kB....");
		canvas_free(c);
	}
}

static void test_canvas__overwriting_a_half_blanks_the_other(void **state)
{
	struct canvas *c = canvas_new(1, 6, false);

	canvas_put(c, 0, 0, STYLE_VALUE, "漢字b");
	canvas_put(c, 0, 1, STYLE_TEXT, "x");
	expect_row(c, 0, " x字b ");
	assert_int_equal(cell_at(c, 0, 0)->style, STYLE_VALUE);
	canvas_put(c, 0, 2, STYLE_TEXT, "y");
	expect_row(c, 0, " xy b ");
	canvas_put(c, 0, 0, STYLE_TEXT, "漢字");
	canvas_put(c, 0, 1, STYLE_TEXT, "字");
	expect_row(c, 0, " 字 b ");
	canvas_free(c);
}

static void test_canvas__ascii_is_spelt_before_it_is_measured(void **state)
{
	struct canvas *c = dots(1, 10, true);

	assert_int_equal(canvas_width(c, "a ≥ b"), 6);
	assert_int_equal(canvas_put(c, 0, 0, STYLE_TEXT, "a ≥ b"), 6);
	expect_row(c, 0, "a >= b....");
	canvas_put_right(c, 0, 10, STYLE_TEXT, "→漢");
	expect_row(c, 0, "a >= b.->?");
	canvas_put(c, 0, 9, STYLE_TEXT, "≥");
	expect_row(c, 0, "a >= b.->>");
	canvas_put(c, 0, 0, STYLE_TEXT, "e\u0301\u0301.");
	expect_row(c, 0, "e.>= b.->>");
	canvas_free(c);
}

static void test_canvas__boxes_nest_and_are_never_negative(void **state)
{
	struct canvas *c = dots(4, 6, false);
	struct box whole = canvas_enter(c, (struct box){1, 1, 2, 9});
	struct box outer;

	assert_int_equal(c->box.columns, 5);
	outer = canvas_enter(c, (struct box){-3, -3, 20, 6});
	assert_int_equal(c->box.row, 1);
	assert_int_equal(c->box.column, 1);
	assert_int_equal(c->box.rows, 2);
	assert_int_equal(c->box.columns, 2);
	canvas_put(c, 0, 0, STYLE_TEXT, "abcd");
	canvas_enter(c, (struct box){9, 9, 3, 3});
	assert_int_equal(c->box.rows, 0);
	assert_int_equal(c->box.columns, 0);
	canvas_put(c, 0, 0, STYLE_TEXT, "lost");
	canvas_cursor(c, 0, 0);
	assert_int_equal(c->cursor_row, -1);
	canvas_leave(c, outer);
	canvas_leave(c, whole);
	expect_row(c, 1, ".ab...");
	assert_int_equal(c->box.columns, 6);
	canvas_free(c);
}

static void test_canvas__cut_text_ends_in_dots(void **state)
{
	static const char *const want[] = {"........", "….......", "a…......",
		"a… .....", "a漢…....", "a漢é…...", "a漢é… ..", "a漢é字b.",
		"a漢é字b."};

	for (int width = 0; width < 9; width++) {
		struct canvas *c = dots(1, 8, false);

		canvas_put_cut(c, 0, 0, width, STYLE_TEXT, "a漢é字b");
		expect_row(c, 0, want[width]);
		canvas_free(c);
	}
}

static void test_canvas__cut_in_ascii_and_what_it_returns(void **state)
{
	struct canvas *c = dots(1, 8, true);

	assert_int_equal(canvas_put_cut(c, 0, 0, 4, STYLE_TEXT, "abcdef"), 4);
	expect_row(c, 0, "abc~....");
	assert_int_equal(canvas_put_cut(c, 0, 4, 4, STYLE_TEXT, "ab"), 6);
	assert_int_equal(canvas_put_cut(c, 0, 4, -1, STYLE_TEXT, "ab"), 4);
	canvas_free(c);
}

static void test_canvas__printf_of_any_length(void **state)
{
	struct canvas *c = canvas_new(1, 600, false);

	assert_int_equal(
		canvas_printf(c, 0, 0, STYLE_TEXT, "%*d|%s", 500, 7, "x"), 502);
	assert_int_equal(cell_at(c, 0, 499)->ch, '7');
	assert_int_equal(cell_at(c, 0, 501)->ch, 'x');
	canvas_free(c);
}

static void test_canvas__fill_counts_characters(void **state)
{
	struct canvas *c = dots(1, 7, false);

	assert_int_equal(canvas_fill(c, 0, 1, 2, STYLE_TEXT, 0x6f22), 5);
	expect_row(c, 0, ".漢漢..");
	assert_int_equal(canvas_fill(c, 0, 5, 1000, STYLE_TEXT, '#'), 1005);
	assert_int_equal(canvas_fill(c, 0, 5, -3, STYLE_TEXT, '#'), 5);
	assert_int_equal(canvas_fill(c, 0, -4, 5, STYLE_TEXT, '#'), 1);
	expect_row(c, 0, "#漢漢##");
	canvas_free(c);
}

static void test_canvas__style_keeps_text(void **state)
{
	struct canvas *c = canvas_new(1, 6, false);

	canvas_put(c, 0, 0, STYLE_TEXT, "a漢bcd");
	canvas_style(c, 0, 1, 1, STYLE_POINT);
	canvas_style(c, 0, 4, 99, STYLE_WARN);
	expect_row(c, 0, "a漢bcd");
	assert_int_equal(cell_at(c, 0, 0)->style, STYLE_TEXT);
	assert_int_equal(cell_at(c, 0, 2)->style, STYLE_POINT);
	assert_int_equal(cell_at(c, 0, 3)->style, STYLE_TEXT);
	assert_int_equal(cell_at(c, 0, 5)->style, STYLE_WARN);
	canvas_free(c);
}

static void test_canvas__frame_with_title(void **state)
{
	struct canvas *c = dots(4, 12, false);
	struct box inside, before;

	before = canvas_enter(c, (struct box){0, 1, 3, 10});
	inside = canvas_frame(c, STYLE_FRAME, "漢字 zone");
	canvas_leave(c, before);
	expect_row(c, 0, ".┌ 漢字 … ┐.");
	expect_row(c, 1, ".│........│.");
	expect_row(c, 2, ".└────────┘.");
	expect_row(c, 3, "............");
	assert_int_equal(inside.row, 1);
	assert_int_equal(inside.column, 2);
	assert_int_equal(inside.rows, 1);
	assert_int_equal(inside.columns, 8);
	assert_int_equal(cell_at(c, 0, 3)->style, STYLE_HEAD);
	canvas_free(c);
}

static void test_canvas__frames_of_all_sizes_stay_inside(void **state)
{
	for (int rows = 0; rows < 5; rows++) {
		for (int columns = 0; columns < 9; columns++) {
			struct canvas *c = dots(7, 11, true);
			struct box inside;
			int drawn = 0;

			canvas_enter(c, (struct box){1, 1, rows, columns});
			inside = canvas_frame(c, STYLE_FRAME, "t漢");
			for (int i = 0; i < 7 * 11; i++)
				drawn += c->cells[i].ch != '.';
			if (rows < 2 || columns < 2)
				assert_int_equal(drawn, 0);
			else
				assert_int_equal(
					drawn, 2 * (rows + columns) - 4);
			assert_true(inside.rows >= 0 && inside.columns >= 0);
			check_cells(c);
			canvas_free(c);
		}
	}
}

static void test_canvas__cursor_stays_in_its_box(void **state)
{
	struct canvas *c = canvas_new(5, 10, false);

	canvas_enter(c, (struct box){1, 2, 3, 4});
	canvas_cursor(c, 1, 1);
	assert_int_equal(c->cursor_row, 2);
	assert_int_equal(c->cursor_column, 3);
	canvas_cursor(c, 50, -1);
	assert_int_equal(c->cursor_row, 3);
	assert_int_equal(c->cursor_column, 2);
	canvas_free(c);
}

static void test_canvas__equal_sees_every_difference(void **state)
{
	struct canvas *a = canvas_new(2, 4, false);
	struct canvas *b = canvas_new(2, 4, false);
	struct canvas *wider = canvas_new(2, 5, false);

	assert_true(canvas_equal(a, b));
	assert_false(canvas_equal(a, wider));
	canvas_put(b, 1, 3, STYLE_TEXT, "x");
	assert_false(canvas_equal(a, b));
	canvas_clear(b);
	assert_true(canvas_equal(a, b));
	canvas_style(b, 0, 0, 1, STYLE_DIM);
	assert_false(canvas_equal(a, b));
	canvas_clear(b);
	canvas_put(b, 0, 0, STYLE_TEXT, " \u0301");
	assert_false(canvas_equal(a, b));
	canvas_clear(b);
	canvas_cursor(b, 0, 0);
	assert_false(canvas_equal(a, b));
	canvas_free(a);
	canvas_free(b);
	canvas_free(wider);
}

/* Wraps and compares: rows, each ended by "/". */
static void expect_wrap(int columns, const char *text, const char *want)
{
	struct canvas *c = canvas_new(12, columns, false);
	char got[1024] = "";
	int lines = canvas_wrap(c, 0, 0, columns, 12, 0, STYLE_SAY, text);

	for (int row = 0; row < lines; row++) {
		strcat(got, row_text(c, row));
		for (size_t n = strlen(got); n && got[n - 1] == ' ';)
			got[--n] = '\0';
		strcat(got, "/");
	}
	assert_string_equal(got, want);
	check_cells(c);
	canvas_free(c);
}

static void test_canvas__wrap_breaks_at_spaces(void **state)
{
	expect_wrap(10, "one two three four", "one two/three four/");
	expect_wrap(9, "one two three four", "one two/three/four/");
	expect_wrap(7, "one two   three", "one two/three/");
	expect_wrap(5, "abcdefghijkl mn", "abcde/fghij/kl mn/");
	expect_wrap(4, "ab cdefghi", "ab/cdef/ghi/");
	expect_wrap(8, "  in two\n  in", "  in two/  in/");
	expect_wrap(5, "漢字漢字", "漢字/漢字/");
	expect_wrap(3, "4\u00a0kB x", "4 k/B x/");
	expect_wrap(1, "漢a", "/a/");
	expect_wrap(20, "a\tb", "a b/");
}

static void test_canvas__wrap_keeps_line_breaks(void **state)
{
	expect_wrap(20, "one\ntwo", "one/two/");
	expect_wrap(20, "one\n\ntwo\n", "one//two/");
	expect_wrap(3, "one\ntwo", "one/two/");
	expect_wrap(3, "one   \ntwo  \n \n", "one/two/");
	expect_wrap(3, "\none", "/one/");
	expect_wrap(3, "", "");
	expect_wrap(3, "\n\n", "");
}

static void test_canvas__wrap_takes_marks_out(void **state)
{
	expect_wrap(20, "the [[per-CPU slot]] is **here**.",
		"the per-CPU slot is/here./");
	expect_wrap(4, "[[abcd]] **efgh**", "abcd/efgh/");
	expect_wrap(3, "[[abcd]]", "abc/d/");
	expect_wrap(30, "2 ** 3 and a[[1 or 2**3", "2 ** 3 and a[[1 or 2**3/");
	expect_wrap(30, "[[]] **** [[a\nb]] **c\nd**",
		"[[]] **** [[a/b]] **c/d**/");
	expect_wrap(30, "**[[both]]**", "both/");
}

static void test_canvas__wrap_styles_marked_words(void **state)
{
	struct canvas *c = canvas_new(2, 12, false);

	canvas_wrap(c, 0, 0, 7, 2, 0, STYLE_SAY, "a [[b c d]] e **f** g");
	expect_row(c, 0, "a b c d     ");
	expect_row(c, 1, "e f g       ");
	for (int i = 0; i < 7; i++) {
		static const uint8_t first[] = {STYLE_SAY, STYLE_SAY,
			STYLE_TERM, STYLE_TERM, STYLE_TERM, STYLE_TERM,
			STYLE_TERM};
		static const uint8_t second[] = {STYLE_SAY, STYLE_SAY,
			STYLE_POINT, STYLE_SAY, STYLE_SAY, STYLE_TEXT,
			STYLE_TEXT};

		assert_int_equal(cell_at(c, 0, i)->style, first[i]);
		assert_int_equal(cell_at(c, 1, i)->style, second[i]);
	}
	canvas_free(c);
}

static void test_canvas__wrap_shows_a_window_of_lines(void **state)
{
	static const char text[] = "a\nb\nc\nd";
	struct canvas *c = dots(5, 3, false);

	assert_int_equal(canvas_wrap(c, 1, 1, 2, 2, 1, STYLE_SAY, text), 4);
	expect_row(c, 0, "...");
	expect_row(c, 1, ".b.");
	expect_row(c, 2, ".c.");
	expect_row(c, 3, "...");
	assert_int_equal(canvas_wrap(c, 0, 0, 2, 0, 0, STYLE_SAY, text), 4);
	assert_int_equal(canvas_wrap(c, 0, 0, 0, 9, 0, STYLE_SAY, text), 0);
	expect_row(c, 0, "...");
	canvas_free(c);
}

static void test_canvas__wrap_loses_no_word(void **state)
{
	static const char *const words[] = {"a", "batch", "漢字", "é", "≥",
		"vm_committed_as", "[[slot]]", "**now**", "[[two words]]"};
	static const char *const plain[] = {"a", "batch", "漢字", "é", "≥",
		"vm_committed_as", "slot", "now", "twowords"};
	uint64_t seed = 7;

	for (int round = 0; round < 2000; round++) {
		char text[512] = "", want[512] = "", got[2048] = "";
		int columns = 2 + (int)rng_below(&seed, 20), lines;
		struct canvas *c = canvas_new(100, columns, false);

		for (int i = (int)rng_below(&seed, 12); i >= 0; i--) {
			uint32_t k = rng_below(&seed, 9);

			strcat(text, words[k]);
			strcat(text, rng_below(&seed, 5) ? " " : "\n");
			strcat(want, plain[k]);
		}
		lines = canvas_wrap(c, 0, 0, columns, 100, 0, STYLE_SAY, text);
		for (int row = 0; row < lines; row++)
			for (const char *s = row_text(c, row); *s; s++)
				if (*s != ' ')
					strncat(got, s, 1);
		assert_string_equal(got, want);
		check_cells(c);
		canvas_free(c);
	}
}

/* Random puts in random boxes: what lies outside the box stays, but for the
 * other half of a wide character that lost one. */
static void test_canvas__random_puts_keep_to_their_box(void **state)
{
	static const char *const bits[] = {"a", "漢", "é", "e\u0301", "字b",
		"\u0301", "≥", "👩\u200d👩", "\u200b", "\xff", "\n", "→", "│"};
	uint64_t seed = 36;

	for (int round = 0; round < 5000; round++) {
		struct canvas *c = dots(3, 12, round & 1);
		struct box b = {(int)rng_below(&seed, 5) - 1,
			(int)rng_below(&seed, 14) - 1, (int)rng_below(&seed, 4),
			(int)rng_below(&seed, 14)};
		char text[128] = "";
		int row = (int)rng_below(&seed, 5) - 1;
		int column = (int)rng_below(&seed, 16) - 3, after;

		for (int i = (int)rng_below(&seed, 8); i > 0; i--)
			strcat(text, bits[rng_below(&seed, 13)]);
		canvas_enter(c, b);
		b = c->box;
		after = canvas_put(c, row, column, STYLE_VALUE, text);
		assert_int_equal(after, column + canvas_width(c, text));
		for (int i = 0; i < 36; i++) {
			int y = i / 12 - b.row, x = i % 12 - b.column;

			if (y < 0 || y >= b.rows || x < 0 || x >= b.columns)
				assert_int_equal(c->cells[i].ch, '.');
			else if (y == row && x >= column && x < after)
				assert_int_equal(
					c->cells[i].style, STYLE_VALUE);
			else
				assert_int_equal(c->cells[i].ch, '.');
		}
		check_cells(c);
		canvas_free(c);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canvas__sizes_are_clamped_and_blank),
		cmocka_unit_test(test_canvas__clip_by_columns_at_every_width),
		cmocka_unit_test(test_canvas__clip_at_the_left),
		cmocka_unit_test(test_canvas__rows_outside_take_nothing),
		cmocka_unit_test(test_canvas__leading_mark_gets_a_base),
		cmocka_unit_test(test_canvas__zalgo_stays_in_its_box),
		cmocka_unit_test(test_canvas__joined_emoji_are_put_apart),
		cmocka_unit_test(test_canvas__controls_and_broken_bytes),
		cmocka_unit_test(test_canvas__no_break_space_is_a_space),
		cmocka_unit_test(
			test_canvas__overwriting_a_half_blanks_the_other),
		cmocka_unit_test(
			test_canvas__ascii_is_spelt_before_it_is_measured),
		cmocka_unit_test(
			test_canvas__boxes_nest_and_are_never_negative),
		cmocka_unit_test(test_canvas__cut_text_ends_in_dots),
		cmocka_unit_test(test_canvas__cut_in_ascii_and_what_it_returns),
		cmocka_unit_test(test_canvas__printf_of_any_length),
		cmocka_unit_test(test_canvas__fill_counts_characters),
		cmocka_unit_test(test_canvas__style_keeps_text),
		cmocka_unit_test(test_canvas__frame_with_title),
		cmocka_unit_test(test_canvas__frames_of_all_sizes_stay_inside),
		cmocka_unit_test(test_canvas__cursor_stays_in_its_box),
		cmocka_unit_test(test_canvas__equal_sees_every_difference),
		cmocka_unit_test(test_canvas__wrap_breaks_at_spaces),
		cmocka_unit_test(test_canvas__wrap_keeps_line_breaks),
		cmocka_unit_test(test_canvas__wrap_takes_marks_out),
		cmocka_unit_test(test_canvas__wrap_styles_marked_words),
		cmocka_unit_test(test_canvas__wrap_shows_a_window_of_lines),
		cmocka_unit_test(test_canvas__wrap_loses_no_word),
		cmocka_unit_test(test_canvas__random_puts_keep_to_their_box),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
