/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the grammar: precedence against C, numbers, errors and their places.
 */
#include "world.h"

/* The compiler of this test says what C makes of the same text. */
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wconstant-logical-operand"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#else
#pragma GCC diagnostic ignored "-Wbool-compare"
#endif
#define SAME(text) { #text, text }

static void test_parse__precedence_is_that_of_c(void **state)
{
	static const struct {
		const char *text;
		s64 value;
	} rows[] = {
		SAME(1 + 2 * 3), SAME((1 + 2) * 3), SAME(20 - 6 - 5),
		SAME(20 / 2 / 5), SAME(20 / 2 * 5), SAME(17 % 5 * 2),
		SAME(2 * 17 % 5), SAME(1 << 2 + 1), SAME(1 + 1 << 2),
		SAME(256 >> 2 >> 1), SAME(1 << 4 > 15), SAME(7 > 3 == 1),
		SAME(3 < 2 < 1), SAME(5 & 3 == 3), SAME((5 & 3) == 1),
		SAME(1 | 6 ^ 3 & 5), SAME(1 ^ 1 | 1), SAME(6 & 3 ^ 2),
		SAME(1 == 2 != 0), SAME(0 || 1 && 0), SAME(1 || 0 && 0),
		SAME(1 && 0 || 1), SAME(2 && 3), SAME(0 || 5),
		SAME(1 ? 2 : 3), SAME(0 ? 2 : 3), SAME(0 ? 1 : 0 ? 2 : 3),
		SAME(1 ? 0 ? 4 : 5 : 6), SAME(1 || 0 ? 2 + 3 : 4),
		SAME(1 + (1 ? 2 : 3) * 4), SAME(-3 + 5), SAME(- - 3),
		SAME(-(3 - 5)), SAME(!0 + 1), SAME(!5), SAME(!!5), SAME(~5),
		SAME(~5 & 7), SAME(-7 / 2), SAME(-7 % 3), SAME(7 % -3),
		SAME(-8 >> 1), SAME(-1 >> 31), SAME(1 - -1), SAME(2 * -3),
		SAME(-2 * -3 - -4), SAME(!1 == 0), SAME(~0 == -1),
		SAME(10 - 4 + 3), SAME(8 - 3 << 1 & 6 | 1 ^ 2),
		SAME(1 < 2 && 3 <= 3 && 4 > 3 && 4 >= 4 && 1 != 2),
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (value_of(rows[i].text) != rows[i].value)
			fail_msg("%s is %lld, in C %lld", rows[i].text,
				(long long)value_of(rows[i].text),
				(long long)rows[i].value);
}

static void test_parse__blanks_mean_nothing(void **state)
{
	assert_int_equal(value_of("  1+\t2\n*3 "), 7);
	assert_int_equal(value_of("1<<2"), value_of(" 1 << 2 "));
	refused("1 < < 2", 5, "a value is missing before \"<\"", "");
}

static void test_parse__numbers_are_plain_decimal_digits(void **state)
{
	assert_int_equal(value_of("0"), 0);
	assert_true(value_of("9223372036854775807") == INT64_MAX);
	assert_true(value_of("-9223372036854775808") == INT64_MIN);
	assert_true(value_of("- 9223372036854775808") == INT64_MIN);
	refused("9223372036854775808", 1,
		"the number does not fit into 64 bits", "");
	refused("1 - 9223372036854775808", 5,
		"the number does not fit into 64 bits", "");
	refused("-9223372036854775809", 2,
		"the number does not fit into 64 bits", "");
	refused("99999999999999999999999999", 1,
		"the number does not fit into 64 bits", "");
	refused("010", 1, "\"010\" is no number: plain decimal digits are",
		"");
	refused("1 + 0x10", 5,
		"\"0x10\" is no number: plain decimal digits are", "");
	refused("1_000", 1, "\"1_000\" is no number: plain decimal digits are",
		"");
	refused("1e3", 1, "\"1e3\" is no number: plain decimal digits are", "");
	refused("1.5", 1, "\"1.5\" is no number: plain decimal digits are", "");
	refused("12k+1", 1, "\"12k\" is no number: plain decimal digits are",
		"");
	refused("1,024", 2, "an operator is missing before \",\"", "");
	refused("+5", 1, "a value is missing before \"+\"", "");
}

static void test_parse__what_is_missing_is_named(void **state)
{
	refused("", 1, "a value is missing before the end", "");
	refused("  ", 3, "a value is missing before the end", "");
	refused("1 +", 4, "a value is missing before the end", "");
	refused("1 + * 2", 5, "a value is missing before \"*\"", "");
	refused("(1 + 2", 7, "\")\" is missing before the end", "");
	refused("()", 2, "a value is missing before \")\"", "");
	refused("1 + 2)", 6, "there is no \"(\" for this \")\"", "");
	refused("1 2", 3, "an operator is missing before \"2\"", "");
	refused("1 ? 2", 6, "\":\" is missing before the end", "");
	refused("1 ? : 2", 5, "a value is missing before \":\"", "");
	refused("1 : 2", 3, "an operator is missing before \":\"", "");
	refused("abs 5", 1, "there is no name \"abs\"", "");
	refused("abs(5", 6, "\")\" is missing before the end", "");
	refused("min(1 2)", 7, "\")\" is missing before \"2\"", "");
	refused("batch(1 2)", 9, "\",\" is missing before \"2\"", "");
	refused("batch(1,", 9, "a value is missing before the end", "");
	refused("steps \"x\"", 7, "an operator is missing before a string", "");
	refused("cpu[0.lines", 6, "\"]\" is missing before \".\"", "");
	refused("cpu[].lines", 5, "a value is missing before \"]\"", "");
	refused("overcommit.", 12, "a name is missing behind \"overcommit.\"",
		"");
}

static void test_parse__strange_characters_get_a_hint(void **state)
{
	refused("1 = 2", 3, "unexpected \"=\"", "did you mean \"==\"?");
	refused("steps ≥ 2", 7, "unexpected \"≥\"", "did you mean \">=\"?");
	refused("steps - −2", 9, "unexpected \"−\"", "did you mean \"-\"?");
	refused("1 @ 2", 3, "unexpected \"@\"", "");
	refused("steps ≥ 2 @", 7, "unexpected \"≥\"", "did you mean \">=\"?");
	refused("1 + \"ä≥\" @", 10, "unexpected \"@\"", "");
	refused("1;", 2, "unexpected \";\"", "");
	refused("\x01", 1, "unexpected character U+0001", "");
	refused("1\x7f", 2, "unexpected character U+007F", "");
	refused("1 \u202e", 3, "unexpected character U+202E", "");
	refused("\"abc", 1, "the closing \" is missing", "");
	refused("\"\xff abcde\"", 1, "the string is not valid text", "");
	refused("\"abc\"", 1, "a string means nothing here", "");
}

/* An opening text n times, then the middle, then a closing text n times. */
static struct expr *nested(const char *open, const char *middle,
	const char *close, unsigned n, struct err *e)
{
	struct buf b = { 0 };
	struct expr *x;

	for (unsigned i = 0; i < n; i++)
		buf_puts(&b, open);
	buf_puts(&b, middle);
	for (unsigned i = 0; i < n; i++)
		buf_puts(&b, close);
	x = expr_compile(buf_text(&b), NULL, e);
	buf_done(&b);
	return x;
}

static void test_parse__nesting_has_a_limit(void **state)
{
	static const struct {
		const char *open, *middle, *close;
		unsigned column;	/* of the level that is too many */
	} rows[] = {
		{ "(", "1", ")", 101 }, { "!", "0", "", 102 },
		{ "-", "steps", "", 102 }, { "abs(", "1", ")", 404 },
		{ "1?", "1", ":1", 202 }, { "0?1:", "1", "", 402 },
		{ "cpu[", "0", "].lines", 404 },
		{ "1|1^1&1==1<1<<1+1*(", "1", ")", 1919 },
		{ "commit_limit(1,0,50,0,", "1", ")", 2213 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct err e = { 0 };
		struct expr *x = nested(rows[i].open, rows[i].middle,
			rows[i].close, 100, &e);
		s64 value;

		if (!x)
			fail_msg("%s: %s", rows[i].open, e.text);
		expr_eval(x, NULL, &value, &e);
		expr_free(x);
		assert_null(nested(rows[i].open, rows[i].middle,
			rows[i].close, 101, &e));
		assert_string_equal(e.text,
			"nested more than 100 levels deep");
		assert_int_equal(e.column, rows[i].column);
	}
}

static void test_parse__length_has_a_limit(void **state)
{
	struct err e = { 0 };
	struct expr *x = nested("1+", "1", "", 2047, &e);
	s64 value;

	assert_non_null(x);
	assert_true(expr_eval(x, NULL, &value, &e));
	assert_int_equal(value, 2048);
	expr_free(x);
	assert_null(nested("1+", "1 ", "", 2048, &e));
	assert_string_equal(e.text,
		"an expression may take 4096 bytes, this one takes more");
	assert_int_equal(e.column, 1);
	assert_null(nested("(", "", "", 3000, &e));
	assert_null(nested("\xf0\x9f\x98\x80", "", "", 3000, &e));
}

static void test_parse__text_and_kind_are_kept(void **state)
{
	struct expr *x = compiled(" 1 +2", NULL);

	assert_string_equal(expr_text(x), " 1 +2");
	assert_int_equal(expr_kind(x), KIND_NUMBER);
	expr_free(x);
	expr_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse__precedence_is_that_of_c),
		cmocka_unit_test(test_parse__blanks_mean_nothing),
		cmocka_unit_test(test_parse__numbers_are_plain_decimal_digits),
		cmocka_unit_test(test_parse__what_is_missing_is_named),
		cmocka_unit_test(test_parse__strange_characters_get_a_hint),
		cmocka_unit_test(test_parse__nesting_has_a_limit),
		cmocka_unit_test(test_parse__length_has_a_limit),
		cmocka_unit_test(test_parse__text_and_kind_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
