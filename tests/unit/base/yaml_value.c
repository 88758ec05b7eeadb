/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of reading typed values out of YAML.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/yaml.h"

struct fixture {
	struct yaml y;
	struct err_list errors;
};

static void open_text(struct fixture *f, const char *text)
{
	*f = (struct fixture){0};
	assert_true(yaml_parse(&f->y, "f", text, strlen(text), &f->errors));
}

/* Closes; the errors must have been `expected`, one a line. */
static void close_text(struct fixture *f, const char *expected)
{
	struct buf b = {0};

	for (size_t i = 0; i < f->errors.n; i++) {
		const struct err *e = &f->errors.at[i];

		buf_printf(&b, "%s%u:%u %s", i ? "\n" : "", e->line, e->column,
			e->text);
		if (e->hint[0])
			buf_printf(&b, " (%s)", e->hint);
	}
	assert_string_equal(buf_text(&b), expected);
	buf_done(&b);
	yaml_done(&f->y);
	err_list_done(&f->errors);
}

/* Reads "a: VALUE" as an integer of [-8, 64]; expects value or the error. */
static void check_int(const char *value, int64_t expected, const char *error)
{
	struct fixture f;
	char text[200];
	int64_t out = -99;

	snprintf(text, sizeof(text), "a: %s\n", value);
	open_text(&f, text);
	assert_int_equal(yaml_int(&f.y, yaml_get(f.y.root, "a"), -8, 64, &out,
				 &f.errors), !*error);
	assert_int_equal(out, expected);
	close_text(&f, error);
}

static void refuse_int(const char *value)
{
	char error[200];

	snprintf(error, sizeof(error), "1:4 an integer is due, not \"%s\" "
		"(decimal digits only, like 1000 or -5)", value);
	check_int(value, -99, error);
}

static void test_yaml_value__p59_integers(void **state)
{
	static const char *const bad[] = {"010", "0x10", "0o10", "1_000", "+5",
		"1e3", "1.0", "٣", "-x", "--1", "00", "-01", "1,000", "5 6",
		"0b1", "1:30", "x"};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		refuse_int(bad[i]);
	check_int("\"5\"", -99, "1:4 an integer is due, not text "
				"(write it without quotes)");
	check_int("' 5'", -99, "1:4 an integer is due, not text "
			       "(write it without quotes)");
	check_int("|\n  5", -99, "1:4 an integer is due, not text "
				 "(write it without quotes)");
	check_int("0", 0, "");
	check_int("-0", 0, "");
	check_int("  5", 5, "");
	check_int("5 # five", 5, "");
}

static void test_yaml_value__p59_range(void **state)
{
	check_int("-9", -99, "1:4 -9 is out of range: -8 to 64");
	check_int("-8", -8, "");
	check_int("64", 64, "");
	check_int("65", -99, "1:4 65 is out of range: -8 to 64");
	check_int("9223372036854775808", -99,
		"1:4 9223372036854775808 is out of range: -8 to 64");
	check_int("-9223372036854775809", -99,
		"1:4 -9223372036854775809 is out of range: -8 to 64");
	check_int("18446744073709551617", -99,
		"1:4 18446744073709551617 is out of range: -8 to 64");
}

static void test_yaml_value__p59_whole_range(void **state)
{
	struct fixture f;
	int64_t out;

	open_text(&f, "- 9223372036854775807\n- -9223372036854775808\n"
		      "- 9223372036854775808\n");
	assert_true(yaml_int(&f.y, f.y.root->child, INT64_MIN, INT64_MAX, &out,
		&f.errors));
	assert_true(out == INT64_MAX);
	assert_true(yaml_int(&f.y, f.y.root->child->next, INT64_MIN, INT64_MAX,
		&out, &f.errors));
	assert_true(out == INT64_MIN);
	assert_false(yaml_int(&f.y, f.y.root->child->next->next, INT64_MIN,
		INT64_MAX, &out, &f.errors));
	assert_int_equal(f.errors.at[0].code, ERR_RANGE);
	close_text(&f, "3:3 9223372036854775808 is out of range: "
		       "-9223372036854775808 to 9223372036854775807");
}

static void check_bool(const char *value, int expected, const char *error)
{
	struct fixture f;
	char text[200];
	bool out = false;

	snprintf(text, sizeof(text), "a: %s\n", value);
	open_text(&f, text);
	assert_int_equal(yaml_bool(&f.y, yaml_get(f.y.root, "a"), &out,
				 &f.errors), expected >= 0);
	if (expected >= 0)
		assert_int_equal(out, expected);
	close_text(&f, error);
}

static void test_yaml_value__p60_booleans(void **state)
{
	static const char *const bad[] = {"yes", "no", "on", "off", "NO", "True",
		"TRUE", "False", "y", "1", "0"};
	char error[100];

	check_bool("true", 1, "");
	check_bool("false", 0, "");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(error, sizeof(error),
			"1:4 true or false is due, not \"%s\"", bad[i]);
		check_bool(bad[i], -1, error);
	}
	check_bool("\"true\"", -1, "1:4 true or false is due, not text "
				   "(write it without quotes)");
}

static void check_text(const char *value, const char *expected,
	const char *error)
{
	struct fixture f;
	const char *got;
	char text[200];

	snprintf(text, sizeof(text), "a: %s\n", value);
	open_text(&f, text);
	got = yaml_text(&f.y, yaml_get(f.y.root, "a"), &f.errors);
	if (expected)
		assert_string_equal(got, expected);
	else
		assert_null(got);
	close_text(&f, error);
}

static void test_yaml_value__p60_text(void **state)
{
	check_text("no", "no", "");
	check_text("010", "010", "");
	check_text("'~'", "~", "");
	check_text("\"null\"", "null", "");
	check_text("over\n  lines", "over lines", "");
}

static void test_yaml_value__p60_missing(void **state)
{
	check_text("", NULL, "1:3 missing value: text is due");
	check_text("\"\"", NULL, "1:4 missing value: text is due");
	check_text("~", NULL, "1:4 missing value: text is due");
	check_text("null", NULL, "1:4 missing value: text is due");
	check_int("", -99, "1:3 missing value: an integer is due");
	check_int("~", -99, "1:4 missing value: an integer is due");
	check_bool("null", -1, "1:4 missing value: true or false is due");
}

static void test_yaml_value__p65_number_over_lines(void **state)
{
	check_int("1\n  2", -99, "1:4 an integer is due, but the value runs on "
				 "to line 2 (is line 2 indented too far?)");
	check_int("1\n\n\n  b", -99,
		"1:4 an integer is due, but the value runs on "
		"to line 4 (is line 4 indented too far?)");
}

static void test_yaml_value__lists_where_scalars_are_due(void **state)
{
	check_text("{zone.free}", NULL,
		"1:4 text is due, not a mapping "
		"(text that starts with \"{\" needs quotes)");
	check_int("[1]", -99, "1:4 an integer is due, not a list "
			      "(text that starts with \"[\" needs quotes)");
	check_bool("\n- true", -1, "2:1 true or false is due, not a list");
}

static void test_yaml_value__get(void **state)
{
	struct fixture f;

	open_text(&f, "a: 1\nb: [x, y]\n");
	assert_string_equal(yaml_get(f.y.root, "a")->text, "1");
	assert_null(yaml_get(f.y.root, "c"));
	assert_null(yaml_get(yaml_get(f.y.root, "b"), "x"));
	assert_null(yaml_get(yaml_get(f.y.root, "a"), "a"));
	close_text(&f, "");
}

static void test_yaml_value__p65_unknown_keys(void **state)
{
	static const char *const names[] = {"cpus", "ram_pages", "title"};
	struct fixture f;

	open_text(&f, "cpsu: 1\ntitle: x\nzebra: 2\nram_page: 3\n");
	assert_false(yaml_known_keys(&f.y, f.y.root, names, 3, &f.errors));
	close_text(&f, "1:1 unknown key \"cpsu\" (did you mean \"cpus\"?)\n"
		       "3:1 unknown key \"zebra\"\n"
		       "4:1 unknown key \"ram_page\" "
		       "(did you mean \"ram_pages\"?)");
	open_text(&f, "title: x\ncpus: 1\n");
	assert_true(yaml_known_keys(&f.y, f.y.root, names, 3, &f.errors));
	assert_true(yaml_known_keys(
		&f.y, f.y.root->child, names, 3, &f.errors));
	close_text(&f, "");
}

static void test_yaml_value__errors_at_key_value_and_place(void **state)
{
	struct fixture f;
	const struct yaml_node *n;

	open_text(&f, "a: 1\nlonger: value\n");
	n = yaml_get(f.y.root, "longer");
	yaml_key_error(&f.y, n, &f.errors, "bad %s", "key");
	yaml_error(&f.y, n, &f.errors, "bad value");
	yaml_error_at(&f.y, 2, 11, &f.errors, "inside");
	yaml_error_at(&f.y, 99, 1, &f.errors, "beyond");
	yaml_key_error(&f.y, f.y.root, &f.errors, "no key");
	assert_string_equal(f.errors.at[0].source, "longer: value");
	assert_string_equal(f.errors.at[0].file, "f");
	assert_int_equal(f.errors.at[0].code, ERR_INVALID);
	close_text(&f, "2:1 bad key\n2:9 bad value\n2:11 inside\n"
		       "2:14 beyond\n1:1 no key");
}

static void test_yaml_value__line(void **state)
{
	struct fixture f;
	const char *s;
	size_t n;

	open_text(&f, "\ufeffab: 1\r\n\rc: 2");
	s = yaml_line(&f.y, 1, &n);
	assert_int_equal(n, 5);
	assert_memory_equal(s, "ab: 1", 5);
	yaml_line(&f.y, 2, &n);
	assert_int_equal(n, 0);
	s = yaml_line(&f.y, 3, &n);
	assert_int_equal(n, 4);
	assert_memory_equal(s, "c: 2", 4);
	assert_null(yaml_line(&f.y, 4, &n));
	close_text(&f, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_yaml_value__p59_integers),
		cmocka_unit_test(test_yaml_value__p59_range),
		cmocka_unit_test(test_yaml_value__p59_whole_range),
		cmocka_unit_test(test_yaml_value__p60_booleans),
		cmocka_unit_test(test_yaml_value__p60_text),
		cmocka_unit_test(test_yaml_value__p60_missing),
		cmocka_unit_test(test_yaml_value__p65_number_over_lines),
		cmocka_unit_test(test_yaml_value__lists_where_scalars_are_due),
		cmocka_unit_test(test_yaml_value__get),
		cmocka_unit_test(test_yaml_value__p65_unknown_keys),
		cmocka_unit_test(
			test_yaml_value__errors_at_key_value_and_place),
		cmocka_unit_test(test_yaml_value__line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
