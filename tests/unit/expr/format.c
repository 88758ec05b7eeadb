/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of values as people read them.
 */
#include "model/gfp.h"
#include "world.h"

static void formats(enum kind k, s64 value, const char *pretty,
	const char *plain)
{
	struct buf b = { 0 };

	expr_format(k, value, true, &b);
	assert_string_equal(buf_text(&b), pretty);
	buf_clear(&b);
	expr_format(k, value, false, &b);
	assert_string_equal(buf_text(&b), plain);
	buf_done(&b);
}

static void test_format__numbers_are_grouped_if_pretty(void **state)
{
	formats(KIND_NUMBER, 0, "0", "0");
	formats(KIND_PAGES, 1024, "1,024", "1024");
	formats(KIND_COUNT, -5, "−5", "-5");
	formats(KIND_KB, -1234567, "−1,234,567", "-1234567");
	formats(KIND_NS, INT64_MIN, "−9,223,372,036,854,775,808",
		"-9223372036854775808");
	formats(KIND_NS, INT64_MAX, "9,223,372,036,854,775,807",
		"9223372036854775807");
}

static void test_format__named_values_are_names(void **state)
{
	formats(KIND_POLICY, POLICY_NEVER, "never", "never");
	formats(KIND_MODE, MODE_ROUND_ROBIN, "round-robin", "round-robin");
	formats(KIND_POLICY, 7, "7", "7");
	formats(KIND_POLICY, -1, "−1", "-1");
}

static void test_format__yes_and_no_are_digits_if_plain(void **state)
{
	formats(KIND_BOOL, 1, "yes", "1");
	formats(KIND_BOOL, 0, "no", "0");
}

static void test_format__flags_are_the_kernels_names(void **state)
{
	formats(KIND_GFP_BITS, GFP_KERNEL, "GFP_KERNEL", "13");
	formats(KIND_GFP_BITS, GFP_ATOMIC | GFP_NOWARN,
		"GFP_ATOMIC | __GFP_NOWARN", "18");
	formats(KIND_GFP_BITS, GFP_WAIT | GFP_HIGH, "__GFP_HIGH | __GFP_WAIT",
		"3");
	formats(KIND_GFP_BITS, GFP_HIGHUSER_MOVABLE, "GFP_HIGHUSER_MOVABLE",
		"8205");
	formats(KIND_ALLOC_BITS, ALLOC_WMARK_LOW, "ALLOC_WMARK_LOW", "1");
	formats(KIND_ALLOC_BITS, ALLOC_HARDER | ALLOC_HIGH,
		"ALLOC_HARDER | ALLOC_HIGH", "48");
	formats(KIND_GFP_BITS, 1 << 20 | 1, "1,048,577", "1048577");
	formats(KIND_GFP_BITS, 0, "0", "0");
	formats(KIND_ALLOC_BITS, -1, "−1", "-1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_format__numbers_are_grouped_if_pretty),
		cmocka_unit_test(test_format__named_values_are_names),
		cmocka_unit_test(test_format__yes_and_no_are_digits_if_plain),
		cmocka_unit_test(test_format__flags_are_the_kernels_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
