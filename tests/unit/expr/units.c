/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of units: what goes with what, what comes out, what an error says.
 */
#include "world.h"

static enum kind kind_of(const char *text)
{
	struct expr *x = compiled(text, NULL);
	enum kind k = expr_kind(x);

	expr_free(x);
	return k;
}

static void test_units__other_kinds_do_not_mix(void **state)
{
	static const struct {
		const char *text;
		unsigned column;
		const char *message;
	} rows[] = {
		{ "ram_pages + overcommit.kbytes", 11,
			"pages and kb do not mix; write kb / 4 for pages" },
		{ "overcommit.kbytes < ram_pages", 19,
			"kb and pages do not mix; write pages * 4 for kb" },
		{ "ram_pages == time_ns", 11, "pages and ns do not mix" },
		{ "ram_pages + slub_order(64, 1)", 11,
			"pages and order do not mix; write 1 << order for pages" },
		{ "time_ns - ram_pages", 9, "ns and pages do not mix" },
		{ "1 ? ram_pages : time_ns", 3, "pages and ns do not mix" },
		{ "min(ram_pages, time_ns)", 16, "pages and ns do not mix" },
		{ "1 + (ram_pages | time_ns)", 16, "pages and ns do not mix" },
		{ "ram_pages % overcommit.kbytes", 11,
			"pages and kb do not mix; write kb / 4 for pages" },
		{ "ram_pages / time_ns", 11, "pages and ns do not mix" },
		{ "ram_pages * time_ns", 11,
			"pages times ns is nothing that has a unit here" },
		{ "ram_pages * swap_pages", 11,
			"pages times pages is nothing that has a unit here" },
		{ "1 << ram_pages", 3, "a shift needs a number of bits on its "
			"right, not pages" },
		{ "cpu[ram_pages].lines", 5, "cpu and pages do not mix" },
		{ "overcommit.policy == schedule", 19,
			"policy and schedule do not mix" },
		{ "ram_pages + overcommit.ratio", 11,
			"pages and percent do not mix" },
		{ "slub_order(time_ns, 3) + ram_pages", 24,
			"order and pages do not mix" },
		{ "lazyfree_threshold(1 + ram_pages)", 20,
			"kb and pages do not mix; write pages * 4 for kb" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		refused(rows[i].text, rows[i].column, rows[i].message, "");
}

static void test_units__conversions_that_errors_name_do_compile(void **state)
{
	static const char *const rows[] = {
		"ram_pages + overcommit.kbytes / 4",
		"overcommit.kbytes / 4 + ram_pages",
		"overcommit.kbytes >> 2 < ram_pages",
		"overcommit.kbytes < ram_pages * 4",
		"overcommit.kbytes < 4 * ram_pages",
		"overcommit.kbytes == ram_pages << 2",
		"ram_pages + (overcommit.kbytes / 4 + 1)",
		"ram_pages + (1 << slub_order(64, 1))",
		"lazyfree_threshold(ram_pages * 4)",
		"overcommit.kbytes / 4 + overcommit.kbytes",
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		expr_free(compiled(rows[i], NULL));
	refused("ram_pages + overcommit.kbytes / 5", 11,
		"pages and kb do not mix; write kb / 4 for pages", "");
	refused("ram_pages + overcommit.kbytes / (4 + 0)", 11,
		"pages and kb do not mix; write kb / 4 for pages", "");
}

static void test_units__results_have_the_right_kind(void **state)
{
	static const struct {
		const char *text;
		enum kind kind;
	} rows[] = {
		{ "ram_pages", KIND_PAGES }, { "ram_pages + 1", KIND_PAGES },
		{ "1 + ram_pages", KIND_PAGES }, { "-ram_pages", KIND_PAGES },
		{ "ram_pages + cpus", KIND_PAGES },
		{ "ram_pages / cpus", KIND_PAGES },
		{ "cpus * (vm_committed_as_batch - 1)", KIND_PAGES },
		{ "ram_pages / swap_pages", KIND_NUMBER },
		{ "ram_pages % 7", KIND_PAGES },
		{ "ram_pages >> 1", KIND_PAGES },
		{ "ram_pages * overcommit.ratio / 100", KIND_PAGES },
		{ "overcommit.ratio * cpus", KIND_COUNT },
		{ "overcommit.ratio * 2", KIND_PERCENT },
		{ "overcommit.ratio * overcommit.ratio", KIND_PERCENT },
		{ "time_ns / steps", KIND_NS }, { "steps / cpus", KIND_NUMBER },
		{ "1000 / ram_pages", KIND_NUMBER },
		{ "steps + 1", KIND_COUNT }, { "1 + 2", KIND_NUMBER },
		{ "ram_pages < swap_pages", KIND_BOOL },
		{ "ram_pages && 1", KIND_BOOL }, { "!ram_pages", KIND_BOOL },
		{ "!1 + !0", KIND_NUMBER }, { "-!1", KIND_NUMBER },
		{ "ram_pages + (1 < 2)", KIND_PAGES },
		{ "overcommit.policy", KIND_POLICY },
		{ "overcommit.policy + 1", KIND_NUMBER },
		{ "1 ? never : guess", KIND_POLICY },
		{ "1 ? 0 : ram_pages", KIND_PAGES },
		{ "min(1, ram_pages)", KIND_PAGES },
		{ "abs(ram_pages)", KIND_PAGES },
		{ "max(steps, 3)", KIND_COUNT },
		{ "batch(1, 1, never)", KIND_PAGES },
		{ "slub_order(8, 1)", KIND_ORDER },
		{ "watermark_ok(\"1\", 0, 0, 0, \"4.2\")", KIND_BOOL },
		{ "at(0, \"mmap1\")", KIND_BOOL }, { "answer", KIND_NUMBER },
		{ "local.batch", KIND_PAGES }, { "cpu[0].online", KIND_BOOL },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (kind_of(rows[i].text) != rows[i].kind)
			fail_msg("%s is %s, not %s", rows[i].text,
				kind_word(kind_of(rows[i].text)),
				kind_word(rows[i].kind));
}

static void test_units__words_take_their_meaning_from_beside(void **state)
{
	assert_int_equal(kind_of("overcommit.policy == never"), KIND_BOOL);
	assert_int_equal(kind_of("never != overcommit.policy"), KIND_BOOL);
	assert_int_equal(kind_of("overcommit.policy == \"never\""), KIND_BOOL);
	assert_int_equal(kind_of("schedule == round-robin"), KIND_BOOL);
	assert_int_equal(kind_of("overcommit.policy == (never)"), KIND_BOOL);
	assert_int_equal(kind_of("cpu[0].online == yes"), KIND_BOOL);
	assert_int_equal(value_of("never > guess"), 1);
	assert_int_equal(value_of("(1 ? always : never) == always"), 1);
	assert_int_equal(value_of("batch(4194304, 16, 1 ? never : guess)"),
		1024);
	refused("overcommit.policy == nevr", 22,
		"\"nevr\" is no policy: guess, always, never",
		"did you mean \"never\"?");
	refused("overcommit.policy == random", 22,
		"\"random\" is no policy: guess, always, never", "");
	refused("schedule != robin", 13, "\"robin\" is no schedule: time, "
		"round-robin, random, manual", "");
	refused("never == manual", 10,
		"\"manual\" is no policy: guess, always, never", "");
	refused("never + 1", 1, "there is no name \"never\"",
		"\"never\" has a meaning beside a policy only");
	refused("ram_pages == never", 14, "there is no name \"never\"",
		"\"never\" has a meaning beside a policy only");
	refused("never", 1, "there is no name \"never\"",
		"\"never\" has a meaning beside a policy only");
	refused("!never", 2, "there is no name \"never\"",
		"\"never\" has a meaning beside a policy only");
	refused("steps && never", 10, "there is no name \"never\"",
		"\"never\" has a meaning beside a policy only");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_units__other_kinds_do_not_mix),
		cmocka_unit_test(
			test_units__conversions_that_errors_name_do_compile),
		cmocka_unit_test(test_units__results_have_the_right_kind),
		cmocka_unit_test(
			test_units__words_take_their_meaning_from_beside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
