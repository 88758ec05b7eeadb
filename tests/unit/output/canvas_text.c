/* SPDX-License-Identifier: GPL-3.0-or-later
 * Plain text from a canvas.
 */
#include "output/canvas_text.h"
#include "base/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_canvas_text__rows_lose_their_last_blanks(void **state)
{
	struct canvas *c = canvas_new(3, 8, false);
	struct buf out = {0};

	canvas_put(c, 0, 1, STYLE_TITLE, "a漢 b  ");
	canvas_put(c, 2, 0, STYLE_TEXT, "e\u0301 \u0301");
	canvas_text(c, &out);
	assert_string_equal(buf_text(&out), " a漢 b\n\ne\u0301 \u0301\n");
	buf_done(&out);
	canvas_free(c);
}

static void test_canvas_text__full_rows(void **state)
{
	struct canvas *c = canvas_new(1, 3, true);
	struct buf out = {0};

	canvas_put(c, 0, 0, STYLE_TEXT, "│≥");
	canvas_text(c, &out);
	assert_string_equal(buf_text(&out), "|>=\n");
	buf_done(&out);
	canvas_free(c);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_canvas_text__rows_lose_their_last_blanks),
		cmocka_unit_test(test_canvas_text__full_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
