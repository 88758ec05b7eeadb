/* SPDX-License-Identifier: GPL-3.0-or-later
 * HTML from a canvas: well-formed, named, the same text, aligned.
 */
#include "output/canvas_html.h"
#include "base/buf.h"
#include "output/canvas_text.h"

#include "document.h"

static void test_canvas_html__is_well_formed_and_named(void **state)
{
	struct canvas *c = sample();

	for (const struct theme *t = themes; t->name; t++) {
		struct buf out = {0};

		canvas_html(c, t, title, &out);
		check_tags(buf_text(&out), "meta");
		assert_true(text_valid(out.s, out.n));
		assert_non_null(strstr(out.s, title_escaped));
		assert_non_null(strstr(out.s, "<html lang=\"en\">"));
		assert_non_null(strstr(out.s, "<meta charset=\"utf-8\">"));
		assert_null(strstr(out.s, "<script"));
		assert_null(strstr(out.s, "src="));
		buf_done(&out);
	}
	canvas_free(c);
}

/* The text of the page is that of the canvas; whatever is not ASCII has an
 * element as wide as its cells. */
static void test_canvas_html__same_text_and_aligned(void **state)
{
	struct canvas *c = sample();
	struct buf out = {0}, text = {0}, got = {0};
	int width = 0; /* of the element we are in; 0: none */
	struct piece p;

	canvas_put(c, 6, 1, STYLE_TEXT, "x");
	canvas_html(c, theme_find("light"), title, &out);
	canvas_text(c, &text);
	for (const char *s = strstr(out.s, "<pre>\n") + 6; *s;) {
		s = next_piece(s, &p);
		if (p.tag) {
			width = !strcmp(p.text, "<i>")		     ? 1
				: !strcmp(p.text, "<i class=\"w\">") ? 2
								     : 0;
			if (!strcmp(p.text, "</pre>"))
				break;
			continue;
		}
		buf_puts(&got, p.text);
		if (width)
			assert_int_equal(text_width(p.text), width);
		else
			for (const char *b = p.text; *b; b++)
				assert_true((unsigned char)*b < 0x80);
	}
	assert_string_equal(buf_text(&got), buf_text(&text));
	buf_done(&out);
	buf_done(&text);
	buf_done(&got);
	canvas_free(c);
}

static void test_canvas_html__frames_are_not_read_out(void **state)
{
	struct canvas *c = sample();
	struct buf out = {0};

	canvas_html(c, theme_find("class"), title, &out);
	/* Top edge before and after its title, four rows' sides, bottom. */
	assert_int_equal(count(out.s, "aria-hidden=\"true\""), 2 + 2 * 3 + 1);
	buf_done(&out);
	canvas_free(c);
}

static void test_canvas_html__colours_of_the_theme(void **state)
{
	struct canvas *c = sample();
	struct buf out = {0};

	canvas_html(c, theme_find("class"), title, &out);
	assert_non_null(strstr(out.s, "body{margin:0;color:#000000;"
				      "background:#ffffff}"));
	assert_non_null(strstr(out.s, "{color:#000000;background:#ffaf00;"
				      "font-weight:bold}"));
	buf_done(&out);
	canvas_free(c);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canvas_html__is_well_formed_and_named),
		cmocka_unit_test(test_canvas_html__same_text_and_aligned),
		cmocka_unit_test(test_canvas_html__frames_are_not_read_out),
		cmocka_unit_test(test_canvas_html__colours_of_the_theme),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
