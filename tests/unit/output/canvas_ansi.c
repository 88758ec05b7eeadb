/* SPDX-License-Identifier: GPL-3.0-or-later
 * ANSI from canvases, played on a small terminal and compared.
 */
#include "output/canvas_ansi.h"
#include "base/buf.h"
#include "base/rng.h"
#include "base/text.h"
#include "view/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What this terminal knows: CUP, ED 2, EL, SGR, the cursor's visibility, text
 * with wide characters and marks. Anything else fails the test. */
struct place {
	uint32_t ch, comb[2];
	int width;
	struct look look;
};

struct screen {
	int rows, columns, row, column;
	bool hidden;
	struct look look;
	struct place *at;
};

static const struct place clear = {' ', {0, 0}, 1, {-1, -1, 0, 0, 0}};

static void check_reset(const struct screen *s)
{
	assert_int_equal(s->look.fg, -1);
	assert_int_equal(s->look.bg, -1);
	assert_int_equal(s->look.attributes, 0);
}

static struct screen *screen_new(int rows, int columns)
{
	struct screen *s = calloc(1, sizeof(*s));

	s->rows = rows;
	s->columns = columns;
	s->look = clear.look;
	s->at = calloc((size_t)(rows * columns), sizeof(*s->at));
	for (int i = 0; i < rows * columns; i++)
		s->at[i] = (struct place){'?', {0, 0}, 1, {1, 1, 0, 0, 0}};
	return s;
}

static void screen_free(struct screen *s)
{
	free(s->at);
	free(s);
}

/* Of a wide character that loses a half, the other half becomes garbage here,
 * since terminals differ: a good update writes it anew. */
static void break_wide(struct screen *s, int row, int column)
{
	struct place *at = &s->at[row * s->columns + column];

	if (at->width == 0)
		at[-1] = (struct place){'!', {0, 0}, 1, clear.look};
	if (at->width == 2)
		at[1] = (struct place){'!', {0, 0}, 1, clear.look};
	at->width = 1;
}

static void screen_char(struct screen *s, uint32_t ch)
{
	int width = text_char_width(ch);
	struct place *at = &s->at[s->row * s->columns + s->column];

	assert_true(ch >= ' ' && ch != 0x7f);
	if (width == 0) {
		at -= at[-1].width == 0 ? 2 : 1;
		assert_true(!at->comb[1]);
		at->comb[at->comb[0] != 0] = ch;
		return;
	}
	assert_true(s->column + width <= s->columns);
	for (int i = 0; i < width; i++)
		break_wide(s, s->row, s->column + i);
	*at = (struct place){ch, {0, 0}, width, s->look};
	if (width == 2)
		at[1] = (struct place){0, {0, 0}, 0, s->look};
	s->column += width;
}

static void screen_sgr(struct screen *s, const int *v, int n)
{
	for (int i = 0; i < n; i++) {
		struct look *l = &s->look;

		if (v[i] == 0) {
			*l = clear.look;
		} else if (v[i] == 38 || v[i] == 48) {
			assert_true(i + 2 < n && v[i + 1] == 5);
			*(v[i] == 38 ? &l->fg : &l->bg) = (int16_t)v[i + 2];
			i += 2;
		} else if (v[i] >= 30 && v[i] <= 37) {
			l->fg = (int16_t)(v[i] - 30);
		} else if (v[i] >= 40 && v[i] <= 47) {
			l->bg = (int16_t)(v[i] - 40);
		} else {
			static const uint8_t bits[8] = {0, LOOK_BOLD, LOOK_DIM,
				0, LOOK_UNDERLINE, 0, 0, LOOK_REVERSE};

			assert_true(v[i] < 8 && bits[v[i]]);
			l->attributes |= bits[v[i]];
		}
	}
}

static void screen_clear(struct screen *s, int from, int to)
{
	check_reset(s);
	for (int i = from; i < to; i++) {
		break_wide(s, i / s->columns, i % s->columns);
		s->at[i] = clear;
	}
}

/* After "ESC [": returns where the sequence ends. */
static const char *screen_csi(struct screen *s, const char *p)
{
	bool private = *p == '?';
	int v[16] = {0}, n = 1, row_start;

	for (p += private; (*p >= '0' && *p <= '9') || *p == ';'; p++) {
		if (*p == ';')
			assert_true(++n < 16);
		else
			v[n - 1] = v[n - 1] * 10 + (*p - '0');
	}
	row_start = s->row * s->columns;
	if (private) {
		assert_true(n == 1 && v[0] == 25 && (*p == 'h' || *p == 'l'));
		s->hidden = *p == 'l';
	} else if (*p == 'H') {
		s->row = v[0] ? v[0] - 1 : 0;
		s->column = n > 1 ? v[1] - 1 : 0;
		assert_true(s->row < s->rows && s->column < s->columns);
	} else if (*p == 'J') {
		assert_int_equal(v[0], 2);
		screen_clear(s, 0, s->rows * s->columns);
	} else if (*p == 'K') {
		assert_int_equal(v[0], 0);
		screen_clear(s, row_start + s->column, row_start + s->columns);
	} else {
		assert_int_equal(*p, 'm');
		screen_sgr(s, v, n);
	}
	return p + 1;
}

static void screen_play(struct screen *s, const char *p)
{
	size_t used;

	while (*p) {
		if (*p == '\033') {
			assert_int_equal(p[1], '[');
			p = screen_csi(s, p + 2);
		} else if (*p == '\n') {
			s->row++;
			s->column = 0;
			p++;
		} else {
			screen_char(s, text_decode(p, strlen(p), &used));
			p += used;
		}
	}
}

static bool shows(struct look l)
{
	return l.bg >= 0 || l.attributes & (LOOK_REVERSE | LOOK_UNDERLINE);
}

static void compare(const struct screen *s, const struct canvas *c,
	const struct theme *t, int colours)
{
	for (int i = 0; i < c->rows * c->columns; i++) {
		const struct cell *cell = &c->cells[i];
		const struct place *at = &s->at[i];
		struct look want =
			theme_look(t, (enum style)cell->style, colours);

		assert_int_equal(at->ch, cell->ch);
		assert_int_equal(at->comb[0], cell->comb[0]);
		assert_int_equal(at->comb[1], cell->comb[1]);
		assert_int_equal(at->width, cell->width);
		if (cell->ch == ' ' && !cell->comb[0] && !shows(want)) {
			assert_false(shows(at->look));
			continue;
		}
		assert_int_equal(at->look.fg, want.fg);
		assert_int_equal(at->look.bg, want.bg);
		assert_int_equal(at->look.attributes, want.attributes);
	}
}

static void scribble(struct canvas *c, uint64_t *seed, int times)
{
	static const char *const bits[] = {"a", "batch 1,024", "漢字", "漢",
		" ", "          ", "e\u0301", "│", "漢\u0301\u0302x", "≥ 7",
		"            .", "\u0301"};

	for (int i = 0; i < times; i++) {
		int row = (int)rng_below(seed, (uint32_t)c->rows);
		int column = (int)rng_below(seed, (uint32_t)c->columns + 3) - 3;
		enum style s = (enum style)rng_below(seed, STYLE_N);

		if (rng_below(seed, 3))
			s = STYLE_TEXT;
		if (rng_below(seed, 4))
			canvas_put(
				c, row, column, s, bits[rng_below(seed, 12)]);
		else
			canvas_style(
				c, row, column, (int)rng_below(seed, 9), s);
	}
	if (rng_below(seed, 4) == 0)
		c->cursor_row = c->cursor_column = -1;
	else
		canvas_cursor(c, (int)rng_below(seed, (uint32_t)c->rows),
			(int)rng_below(seed, (uint32_t)c->columns));
}

static void copy_cells(struct canvas *to, const struct canvas *from)
{
	memcpy(to->cells, from->cells,
		(size_t)(to->rows * to->columns) * sizeof(*to->cells));
	to->cursor_row = from->cursor_row;
	to->cursor_column = from->cursor_column;
}

static void check_cursor(const struct screen *s, const struct canvas *c)
{
	assert_int_equal(s->hidden, c->cursor_row < 0);
	if (c->cursor_row < 0)
		return;
	assert_int_equal(s->row, c->cursor_row);
	assert_int_equal(s->column, c->cursor_column);
}

/* 2,000 pairs, in every theme and depth, from small changes to new frames. */
static void test_canvas_diff_ansi__reproduces_random_canvases(void **state)
{
	static const int depths[] = {0, 8, 256};
	uint64_t seed = 2;

	for (int round = 0; round < 100; round++) {
		int rows = 1 + (int)rng_below(&seed, 6);
		int columns = 1 + (int)rng_below(&seed, 40);
		const struct theme *t = &themes[round % 5];
		int colours = depths[round / 5 % 3];
		struct canvas *a = canvas_new(rows, columns, false);
		struct canvas *b = canvas_new(rows, columns, false);
		struct screen *s = screen_new(rows, columns);
		struct buf out = {0};

		for (int k = 0; k < 20; k++) {
			copy_cells(b, a);
			if (rng_below(&seed, 5) == 0)
				canvas_clear(b);
			scribble(b, &seed, (int)rng_below(&seed, 9));
			buf_clear(&out);
			canvas_diff_ansi(k ? a : NULL, b, t, colours, &out);
			screen_play(s, buf_text(&out));
			compare(s, b, t, colours);
			check_cursor(s, b);
			check_reset(s);
			copy_cells(a, b);
		}
		buf_done(&out);
		screen_free(s);
		canvas_free(a);
		canvas_free(b);
	}
}

static void test_canvas_diff_ansi__nothing_for_the_same(void **state)
{
	uint64_t seed = 5;
	struct canvas *a = canvas_new(10, 40, false);
	struct canvas *b = canvas_new(10, 40, false);
	struct buf out = {0};

	scribble(a, &seed, 50);
	copy_cells(b, a);
	canvas_diff_ansi(a, b, theme_find("dark"), 256, &out);
	assert_int_equal(out.n, 0);
	/* Two styles of one look. */
	canvas_clear(a);
	canvas_clear(b);
	canvas_put(a, 0, 0, STYLE_TEXT, "x");
	canvas_put(b, 0, 0, STYLE_SAY, "x");
	canvas_diff_ansi(a, b, theme_find("dark"), 256, &out);
	assert_int_equal(out.n, 0);
	buf_done(&out);
	canvas_free(a);
	canvas_free(b);
}

static void test_canvas_diff_ansi__small_changes_are_few_bytes(void **state)
{
	const struct theme *t = theme_find("class");
	struct canvas *a = canvas_new(24, 80, false);
	struct canvas *b = canvas_new(24, 80, false);
	struct buf out = {0};

	for (int row = 0; row < 24; row++)
		canvas_fill(a, row, 0, 80, STYLE_TEXT, '.');
	copy_cells(b, a);
	canvas_put(b, 7, 3, STYLE_TEXT, "7");
	canvas_diff_ansi(a, b, t, 256, &out);
	assert_string_equal(
		buf_text(&out), "\033[8;4H\033[0;38;5;16;48;5;231m7\033[0m");
	buf_clear(&out);
	canvas_clear(b);
	canvas_diff_ansi(a, b, theme_find("dark"), 256, &out);
	assert_true(out.n < 24 * 11);
	buf_done(&out);
	canvas_free(a);
	canvas_free(b);
}

static void test_canvas_diff_ansi__another_size_is_drawn_whole(void **state)
{
	struct canvas *a = canvas_new(2, 4, false);
	struct canvas *b = canvas_new(2, 5, false);
	struct buf out = {0};

	canvas_put(b, 1, 1, STYLE_TEXT, "x");
	canvas_cursor(b, 0, 0);
	canvas_diff_ansi(a, b, theme_find("mono"), 0, &out);
	assert_string_equal(buf_text(&out), "\033[0m\033[H\033[2J\033[2;2Hx"
					    "\033[1;1H\033[?25h");
	buf_done(&out);
	canvas_free(a);
	canvas_free(b);
}

static void test_canvas_ansi__lines_stand_alone(void **state)
{
	static const char want[] =
		"\033[0;7m a\033[0m b\n\n   \033[0;1;4;33m漢\033[0m\n";
	struct canvas *c = canvas_new(3, 9, false);
	struct buf out = {0};

	canvas_put(c, 0, 0, STYLE_TITLE, " a");
	canvas_put(c, 0, 2, STYLE_SAY, " b ");
	canvas_put(c, 2, 3, STYLE_CHANGED, "漢");
	canvas_ansi(c, theme_find("dark"), 256, &out);
	assert_string_equal(buf_text(&out), want);
	buf_done(&out);
	canvas_free(c);
}

static void test_canvas_ansi__no_escape_without_colours(void **state)
{
	uint64_t seed = 9;
	struct canvas *c = canvas_new(10, 40, false);
	struct buf out = {0};

	scribble(c, &seed, 80);
	canvas_ansi(c, theme_find("class"), 0, &out);
	assert_null(strchr(buf_text(&out), '\033'));
	buf_done(&out);
	canvas_free(c);
}

/* Each line alone, on a cleared screen, gives its row. */
static void test_canvas_ansi__reproduces_random_canvases(void **state)
{
	uint64_t seed = 11;

	for (int round = 0; round < 200; round++) {
		const struct theme *t = &themes[round % 5];
		struct canvas *c = canvas_new(4, 30, false);
		struct screen *s = screen_new(4, 30);
		struct buf out = {0};

		scribble(c, &seed, 20);
		canvas_ansi(c, t, 256, &out);
		screen_play(s, "\033[2J");
		for (char *line = out.s, *end; *line; line = end + 1) {
			end = strchr(line, '\n');
			*end = '\0';
			screen_play(s, line);
			check_reset(s);
			screen_play(s, "\n");
		}
		assert_int_equal(s->row, 4);
		compare(s, c, t, 256);
		buf_done(&out);
		screen_free(s);
		canvas_free(c);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			test_canvas_diff_ansi__reproduces_random_canvases),
		cmocka_unit_test(test_canvas_diff_ansi__nothing_for_the_same),
		cmocka_unit_test(
			test_canvas_diff_ansi__small_changes_are_few_bytes),
		cmocka_unit_test(
			test_canvas_diff_ansi__another_size_is_drawn_whole),
		cmocka_unit_test(test_canvas_ansi__lines_stand_alone),
		cmocka_unit_test(test_canvas_ansi__no_escape_without_colours),
		cmocka_unit_test(test_canvas_ansi__reproduces_random_canvases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
