/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the JSON writer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/text.h"

/* Writes v on one line, compares, frees v. */
static void check(struct json *v, const char *text)
{
	struct buf b = {0};

	json_write(v, 0, &b);
	assert_string_equal(buf_text(&b), text);
	buf_done(&b);
	json_free(v);
}

static void test_json__values(void **state)
{
	check(json_new_null(), "null");
	check(json_new_bool(true), "true");
	check(json_new_bool(false), "false");
	check(json_new_int(INT64_MIN), "-9223372036854775808");
	check(json_new_int(INT64_MAX), "9223372036854775807");
	check(json_new_real(0.1), "0.1");
	check(json_new_real(21.4), "21.4");
	check(json_new_real(3), "3.0");
	check(json_new_real(NAN), "null");
	check(json_new_real(INFINITY), "null");
	check(json_new_array(), "[]");
	check(json_new_object(), "{}");
}

static void test_json__keys_keep_their_order(void **state)
{
	struct json *o = json_new_object();
	char key[8], *end;
	struct buf b = {0};
	const char *at;

	for (int i = 0; i < 100; i++) {
		snprintf(key, sizeof(key), "k%d", i * 37 % 100);
		json_set(o, key, json_new_int(i));
	}
	json_set(o, "k37", json_new_null());
	json_write(o, 2, &b);
	at = b.s;
	for (int i = 0; i < 100; i++) {
		snprintf(key, sizeof(key), "\"k%d\"", i * 37 % 100);
		end = strstr(at, key);
		assert_non_null(end);
		at = end;
	}
	buf_done(&b);
	json_free(o);
}

static void test_json__nested_and_indented(void **state)
{
	struct json *o = json_new_object(), *a = json_new_array();
	struct buf b = {0};

	json_append(a, json_new_int(1));
	json_append(a, json_new_string("x"));
	json_set(o, "list", a);
	json_set(o, "no", json_new_bool(false));
	json_write(o, 2, &b);
	assert_string_equal(buf_text(&b), "{\n"
					  "  \"list\": [\n"
					  "    1,\n"
					  "    \"x\"\n"
					  "  ],\n"
					  "  \"no\": false\n"
					  "}");
	buf_done(&b);
	check(o, "{\"list\": [1, \"x\"], \"no\": false}");
}

static void test_json__strings_are_always_valid_utf8(void **state)
{
	struct json *o = json_new_object();

	check(json_new_string("é漢😀≥"), "\"é漢😀≥\"");
	check(json_new_string("a\xff\xe2\x88z"), "\"a\ufffd\ufffd\ufffdz\"");
	check(json_new_string("\xed\xa0\x80"), "\"\ufffd\ufffd\ufffd\"");
	check(json_new_string("\x1b[\"\\\n"), "\"\\u001B[\\\"\\\\\\n\"");
	json_set(o, "k\xff", json_new_int(1));
	check(o, "{\"k\ufffd\": 1}");
}

static void test_json__point_in_any_locale(void **state)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR"};

	/* Where none of these is installed the C locale is tested again. */
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (setlocale(LC_ALL, names[i]))
			break;
	check(json_new_real(1.5), "1.5");
	check(json_parse("[2.25]"), "[2.25]");
	setlocale(LC_ALL, "C");
}

static void test_json__parse(void **state)
{
	check(json_parse(" {\"b\": [1, 2.5, null], \"a\": \"\\u00e9\"} "),
		"{\"b\": [1, 2.5, null], \"a\": \"é\"}");
	check(json_parse("7"), "7");
	assert_null(json_parse(""));
	assert_null(json_parse("{"));
	assert_null(json_parse("[1,]"));
	assert_null(json_parse("{\"a\": 1} x"));
	assert_null(json_parse("\"\xff\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json__values),
		cmocka_unit_test(test_json__keys_keep_their_order),
		cmocka_unit_test(test_json__nested_and_indented),
		cmocka_unit_test(test_json__strings_are_always_valid_utf8),
		cmocka_unit_test(test_json__point_in_any_locale),
		cmocka_unit_test(test_json__parse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
