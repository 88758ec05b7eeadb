/* SPDX-License-Identifier: GPL-3.0-or-later
 * SVG from a canvas: well-formed, named, every cell in its column.
 */
#include "output/canvas_svg.h"
#include "base/buf.h"
#include "output/canvas_text.h"

#include <stdio.h>

#include "document.h"

static void test_canvas_svg__is_well_formed_and_named(void **state)
{
	struct canvas *c = sample();

	for (const struct theme *t = themes; t->name; t++) {
		struct buf out = {0};

		canvas_svg(c, t, title, &out);
		check_tags(buf_text(&out), "");
		assert_true(text_valid(out.s, out.n));
		assert_non_null(strstr(out.s, title_escaped));
		assert_non_null(strstr(out.s, "lang=\"en\""));
		assert_null(strstr(out.s, "\xef\xbf\xbe"));
		assert_null(strstr(out.s, "href"));
		buf_done(&out);
	}
	canvas_free(c);
}

/* Its description is the canvas's text. */
static void test_canvas_svg__says_its_text(void **state)
{
	struct canvas *c = sample();
	struct buf out = {0}, text = {0};
	struct piece p;
	const char *s;

	canvas_put(c, 6, 1, STYLE_TEXT, "x"); /* no character XML forbids */
	canvas_svg(c, theme_find("light"), title, &out);
	canvas_text(c, &text);
	s = strstr(out.s, "<desc>");
	assert_non_null(s);
	next_piece(s + 6, &p);
	assert_string_equal(p.text, buf_text(&text));
	buf_done(&out);
	buf_done(&text);
	canvas_free(c);
}

/* Puts a run back into cells, and takes it off the canvas's own. */
static void take_run(
	struct canvas *left, int x, int y, int length, const char *run)
{
	int column = (x - 10) / 10, row = (y - 25) / 19;
	int columns = length / 10;
	struct canvas *own = canvas_new(1, columns, false);

	assert_int_equal((x - 10) % 10, 0);
	assert_int_equal((y - 25) % 19, 0);
	assert_int_equal(length % 10, 0);
	assert_int_equal(canvas_put(own, 0, 0, STYLE_TEXT, run), columns);
	for (int i = 0; i < columns; i++) {
		struct cell *cell =
			&left->cells[row * left->columns + column + i];

		if (cell->ch == 0xfffe)
			cell->ch = 0xfffd;
		assert_int_equal(own->cells[i].ch, cell->ch);
		assert_int_equal(own->cells[i].comb[0], cell->comb[0]);
		cell->ch = ' ';
		cell->comb[0] = cell->comb[1] = 0;
		cell->width = 1;
	}
	canvas_free(own);
}

/* ASCII, or one character again and again: what any font spreads evenly. */
static void check_even(const char *run)
{
	size_t first, used;
	bool ascii = true;

	for (const char *s = run; *s; s++)
		ascii = ascii && (unsigned char)*s < 0x80;
	if (ascii)
		return;
	text_decode(run, strlen(run), &first);
	while (text_decode(run + first, strlen(run + first), &used) &&
		text_char_width(text_decode(
			run + first, strlen(run + first), &used)) == 0)
		first += used;
	for (const char *s = run; *s; s += first)
		assert_memory_equal(s, run, first);
}

static void test_canvas_svg__every_cell_in_its_column(void **state)
{
	struct canvas *c = sample();
	struct buf out = {0};
	struct piece p;
	const char *s;

	canvas_svg(c, theme_find("dark"), title, &out);
	for (s = strstr(out.s, "<text"); s; s = strstr(s, "<text")) {
		int x, y, length;

		assert_int_equal(sscanf(s,
					 "<text x=\"%d\" y=\"%d\" "
					 "textLength=\"%d\"",
					 &x, &y, &length),
			3);
		s = next_piece(s, &p);
		assert_non_null(
			strstr(p.text, "lengthAdjust=\"spacingAndGlyphs\""));
		s = next_piece(s, &p);
		check_even(p.text);
		take_run(c, x, y, length, p.text);
	}
	for (int i = 0; i < c->rows * c->columns; i++)
		assert_true(cell_blank(&c->cells[i]));
	buf_done(&out);
	canvas_free(c);
}

static void test_canvas_svg__colours_of_the_theme(void **state)
{
	struct canvas *c = canvas_new(1, 4, false);
	struct buf out = {0};

	canvas_put(c, 0, 0, STYLE_LINE_NOW, ">");
	canvas_put(c, 0, 2, STYLE_TERM, "t");
	canvas_svg(c, theme_find("class"), "t", &out);
	assert_non_null(strstr(out.s, "width=\"60\" height=\"39\" "
				      "fill=\"#ffffff\"/>"));
	/* The orange bar, the word's colour and its underline. */
	assert_non_null(strstr(out.s, "<rect x=\"10\" y=\"10\" width=\"10\" "
				      "height=\"19\" fill=\"#ffaf00\"/>"));
	assert_non_null(strstr(out.s, "<rect x=\"30\" y=\"27\" width=\"10\" "
				      "height=\"1\" fill=\"#0000d7\"/>"));
	assert_int_equal(count(out.s, "font-weight=\"bold\""), 1);
	buf_done(&out);
	canvas_free(c);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canvas_svg__is_well_formed_and_named),
		cmocka_unit_test(test_canvas_svg__says_its_text),
		cmocka_unit_test(test_canvas_svg__every_cell_in_its_column),
		cmocka_unit_test(test_canvas_svg__colours_of_the_theme),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
