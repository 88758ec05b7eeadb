/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of where in the file a character of a scalar stands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "scene/load.h"

/* The place of the first X in the value of "a" must be line:column. */
static void check(const char *file, unsigned line, unsigned column)
{
	struct err_list errors = { 0 };
	struct yaml y;
	const struct yaml_node *n;
	const char *text;
	unsigned at = 1, got_line, got_column;

	assert_true(yaml_parse(&y, "f", file, strlen(file), &errors));
	n = yaml_get(y.root, "a");
	for (text = n->text; *text && *text != 'X'; at++) {
		size_t used;

		text_decode(text, strlen(text), &used);
		text += used;
	}
	text_place(&y, n, at, &got_line, &got_column);
	assert_int_equal(got_line, line);
	assert_int_equal(got_column, column);
	yaml_done(&y);
}

static void test_place__plain(void **state)
{
	check("a: X\n", 1, 4);
	check("b: 1\na:   one X two\n", 2, 10);
	check("a: äöü 漢 X\n", 1, 10);
	check("a: one\n  two\n\n  X\n", 4, 3);
	check("{b: 1, a: one X}", 1, 15);
}

static void test_place__quoted(void **state)
{
	check("a: \"X\"\n", 1, 5);
	check("a: \"a\\\"b\\\\ X\"\n", 1, 12);
	check("a: \"\\x41\\u00e9\\U0001F600X\"\n", 1, 25);
	check("a: \"tab\\tand\\nX\"\n", 1, 15);
	check("a: \"one \\\n   two X\"\n", 2, 8);
	check("a: 'it''s X'\n", 1, 11);
	check("a: 'one\n  two\n  X'\n", 3, 3);
}

static void test_place__blocks(void **state)
{
	check("a: >\n  X\n", 2, 3);
	check("a: >\n  one\n  two X\n", 3, 7);
	check("a: > # X here\n\n  one\n\n  two\n  X\n", 6, 3);
	check("a: |-\n  one\n    X\n", 3, 5);
	check("a: >\r\n  one\r\n  X\r\n", 3, 3);
	check("a: >\r  one\r  X\r", 3, 3);
}

/* The end of a text is behind its last character. */
static void test_place__end(void **state)
{
	check("a: one\n", 1, 7);
	check("a: 'one  '\n", 1, 10);
	check("a: one\n  two", 2, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_place__plain),
		cmocka_unit_test(test_place__quoted),
		cmocka_unit_test(test_place__blocks),
		cmocka_unit_test(test_place__end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
