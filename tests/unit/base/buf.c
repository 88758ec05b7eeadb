/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the growing string.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"

static void test_buf__empty_is_an_empty_string(void **state)
{
	struct buf b = {0};

	assert_string_equal(buf_text(&b), "");
	buf_clear(&b);
	buf_put(&b, NULL, 0);
	assert_string_equal(buf_text(&b), "");
	buf_done(&b);
	buf_done(&b);
	assert_null(b.s);
}

static void test_buf__grows_and_stays_terminated(void **state)
{
	struct buf b = {0};

	for (int i = 0; i < 1000; i++) {
		buf_putc(&b, 'a');
		assert_int_equal(b.n, i + 1);
		assert_int_equal(b.s[b.n], '\0');
	}
	buf_clear(&b);
	buf_puts(&b, "xy");
	assert_string_equal(buf_text(&b), "xy");
	buf_done(&b);
}

static void test_buf__keeps_nul_bytes(void **state)
{
	struct buf b = {0};

	buf_put(&b, "a\0b", 3);
	assert_int_equal(b.n, 3);
	assert_memory_equal(b.s, "a\0b", 4);
	buf_done(&b);
}

static void test_buf__printf_longer_than_its_room(void **state)
{
	struct buf b = {0};

	for (int n = 60; n < 70; n++) {
		buf_clear(&b);
		buf_printf(&b, "%*d|", n, 7);
		assert_int_equal(b.n, n + 1);
		assert_int_equal(b.s[n], '|');
	}
	buf_printf(&b, "%300s", "");
	assert_int_equal(b.n, 370);
	buf_done(&b);
}

static void check_int(int64_t value, int group, int minus, const char *text)
{
	struct buf b = {0};

	buf_put_int(&b, value, group, minus);
	assert_string_equal(buf_text(&b), text);
	buf_done(&b);
}

static void test_buf__integers(void **state)
{
	check_int(0, 1, 1, "0");
	check_int(999, 1, 0, "999");
	check_int(1000, 1, 0, "1,000");
	check_int(1000, 0, 0, "1000");
	check_int(-1, 1, 0, "-1");
	check_int(-100, 1, 1, "\u2212100");
	check_int(-393216, 1, 1, "\u2212393,216");
	check_int(INT64_MAX, 1, 0, "9,223,372,036,854,775,807");
	check_int(INT64_MIN, 0, 0, "-9223372036854775808");
}

static void test_buf__words_of_a_command_line(void **state)
{
	static const char *const rows[][2] = {
		{ "./mmstep", "./mmstep" }, { "", "''" }, { "a b", "'a b'" },
		{ "it's", "'it'\\''s'" }, { "x*", "'x*'" }, { "é", "'é'" },
	};
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		buf_clear(&b);
		buf_put_word(&b, rows[i][0]);
		assert_string_equal(buf_text(&b), rows[i][1]);
	}
	buf_done(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_buf__empty_is_an_empty_string),
		cmocka_unit_test(test_buf__grows_and_stays_terminated),
		cmocka_unit_test(test_buf__keeps_nul_bytes),
		cmocka_unit_test(test_buf__printf_longer_than_its_room),
		cmocka_unit_test(test_buf__integers),
		cmocka_unit_test(test_buf__words_of_a_command_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
