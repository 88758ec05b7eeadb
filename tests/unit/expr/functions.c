/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the functions of expressions: the rules as a pocket calculator.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "expr/expr.h"

static s64 value_of(const char *text)
{
	struct err e = { 0 };
	struct expr *x = expr_compile(text, NULL, &e);
	s64 value;

	if (!x)
		fail_msg("%s: column %u: %s", text, e.column, e.text);
	if (!expr_eval(x, NULL, &value, &e))
		fail_msg("%s: %s", text, e.text);
	expr_free(x);
	return value;
}

static void says(const char *text, unsigned column, const char *message,
	const char *hint)
{
	struct err e = { 0 };
	struct expr *x = expr_compile(text, NULL, &e);
	s64 value;

	if (x && expr_eval(x, NULL, &value, &e))
		fail_msg("%s is %lld, not an error", text, (long long)value);
	assert_string_equal(e.text, message);
	assert_string_equal(e.hint, hint);
	assert_int_equal(e.column, column);
	assert_string_equal(e.source, text);
	expr_free(x);
}

static void test_functions__examples_of_eval_hold(void **state)
{
	static const struct {
		const char *text;
		s64 value;
	} rows[] = {
		{ "batch(4194304,16,\"never\")", 1024 },
		{ "batch(4194304,16,\"always\")", 65536 },
		{ "batch(4194304, 16, guess)", 65536 },
		{ "batch(50331648,144,\"never\")", 1365 },
		{ "batch(50331648,144,\"guess\")", 87381 },
		{ "commit_limit(4098563,0,50,0,67108863)", 69158144 },
		{ "commit_limit(4098563,0,0,0,67108863)", 67108863 },
		{ "commit_limit(4098563,0,50,4000000,0)", 1000000 },
		{ "min_free_kbytes(3145728)", 7094 },
		{ "watermark_low(1773)", 2216 },
		{ "watermark_high(1773)", 2659 },
		{ "watermark_low(1773, 786432, \"6.12\")", 2559 },
		{ "watermark_high(1773, 786432, \"6.12\")", 3345 },
		{ "watermark_low(min_free_kbytes(3145728) / 4)", 2216 },
		{ "lazyfree_threshold(7094)", 2659 },
		{ "min_free_kbytes(268435456)", 65536 },
		{ "min_free_kbytes(268435456 * 64, \"6.12\")", 262144 },
		{ "slub_order(704,8)", 2 },
		{ "slub_objects(704,8)", 23 },
		{ "slub_min_order(704)", 0 },
		{ "slub_order(12280, 8)", 2 },
		{ "slub_order(12280, 8, \"6.12\")", 3 },
		{ "slub_objects(12280, 8, \"6.12\")", 2 },
		{ "watermark_ok(\"0,0,0,80\",3,905,0,\"4.2\")", 0 },
		{ "watermark_ok(\"0,0,0,80\", 3, 905, 0)", 0 },
		{ "watermark_ok(\"1000,0,0,1\", 3, 128, 0)", 0 },
		{ "watermark_ok(\"1000,0,0,1\", 3, 128, 0, \"4.4\")", 1 },
		{ "watermark_ok(\"600,100,30,20\", 3, 905, 0, \"4.4\")", 1 },
		{ "watermark_ok(\"200,150,100,80\", 2, 905, 0, \"4.2\")", 1 },
		{ "fragmentation_index(\"1300\",3)", 875 },
		{ "fragmentation_index(\"1300, 100\", 2)", 732 },
		{ "percpu_batch(16)", 32 },
		{ "percpu_batch(17)", 34 },
		{ "bound(65536, 16)", 1048560 },
		{ "compare(100, 100, 36, 32, 2)", 1 },
		{ "compare(0, 50, 64, 32, 2)", -1 },
		{ "abs(-7) + abs(7)", 14 },
		{ "min(4)", 4 },
		{ "min(4, 3, 5)", 3 },
		{ "max(4, 3, -(5), 9)", 9 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (value_of(rows[i].text) != rows[i].value)
			fail_msg("%s is %lld, not %lld", rows[i].text,
				(long long)value_of(rows[i].text),
				(long long)rows[i].value);
}

static void test_functions__wrong_arguments_are_named(void **state)
{
	says("batch(1, 2)", 1, "batch takes 3 arguments: ram_pages, cpus, "
		"\"never\"|\"guess\"|\"always\"", "");
	says("1 + slub_order(1)", 5,
		"slub_order takes 2 or 3 arguments: size, cpus[, \"6.12\"]", "");
	says("watermark_low(1, 2)", 1, "watermark_low takes 1 or 3 arguments: "
		"min[, managed, \"6.12\"]", "");
	says("abs(1, 2)", 1, "abs takes 1 argument: value", "");
	says("min()", 5, "a value is missing before \")\"", "");
	says("batch(1, 2, \"nevr\")", 13,
		"\"nevr\" is no policy: guess, always, never",
		"did you mean \"never\"?");
	says("batch(1, 0, never)", 1,
		"batch: cpus is 1 to 1048576, not 0", "");
	says("slub_order(704, 8, \"5.0\")", 20,
		"slub_order knows no rules of \"5.0\", only of 6.12", "");
	says("fragmentation_index(\"1,x\", 3)", 21, "free blocks are numbers of "
		"order 0 to 10 with commas, as in \"1300,100\"", "");
	says("fragmentation_index(1300, 3)", 21, "fragmentation_index: \"free "
		"blocks by order\" is a string in \"quotes\"", "");
	says("commit_limit(1, 2, 50, 0, 0)", 1,
		"hugetlb_pages must not be more than ram_pages", "");
	says("bach(1, 2, never)", 1, "there is no function \"bach\"",
		"did you mean \"batch\"?");
	says("watermark_low(min_free_kbytes(3145728))", 15,
		"pages and kb do not mix; write kb / 4 for pages", "");
}

static void test_functions__table_is_complete(void **state)
{
	for (unsigned i = 0; i < function_count(); i++) {
		const struct function *f = function_at(i);
		size_t n = strlen(f->help);

		assert_true(*f->name && *f->parameters && *f->source);
		assert_true(n > 0 && f->help[n - 1] == '.');
		for (unsigned j = 0; j < i; j++)
			assert_string_not_equal(f->name, function_at(j)->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions__examples_of_eval_hold),
		cmocka_unit_test(test_functions__wrong_arguments_are_named),
		cmocka_unit_test(test_functions__table_is_complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
