/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of text with expressions in it, and of the evaluations of lines.
 */
#include <stdio.h>
#include "world.h"

static int setup(void **state)
{
	struct world *w = mem_alloc(sizeof(*w));

	world_init(w);
	*state = w;
	return 0;
}

static int teardown(void **state)
{
	world_done(*state);
	free(*state);
	return 0;
}

static void expands(const char *text, const struct scope *s,
	const char *expected)
{
	struct err e = { 0 };
	struct template *t = template_compile(text, s, &e);
	struct buf b = { 0 };

	if (!t)
		fail_msg("%s: %s", text, e.text);
	buf_puts(&b, "> ");
	assert_true(template_expand(t, s, &b, &e));
	assert_string_equal(buf_text(&b) + 2, expected);
	buf_done(&b);
	template_free(t);
}

static void test_template__expressions_become_values(void **state)
{
	const struct scope *s = &((struct world *)*state)->scope;

	expands("", s, "");
	expands("plain text − with signs", s, "plain text − with signs");
	expands("{ram_pages} pages", s, "4,194,304 pages");
	expands("{1 - 6}{2}", s, "−52");
	expands("{1} pages are free.", s, "1 page is free.");
	expands("{1} pages, {2} times, {1} times, {1} entries", s,
		"1 page, 2 times, 1 time, 1 entry");
	expands("{1} times the batch of {21} pages, {1} pagesize, {1} of 3",
		s, "1 times the batch of 21 pages, 1 pagesize, 1 of 3");
	expands("Batch {base.vm_committed_as_batch}, then "
		"{patched.vm_committed_as_batch}.", s,
		"Batch 4,096, then 262,144.");
	expands("policy {overcommit.policy}, {overcommit.policy == guess}", s,
		"policy guess, yes");
	expands("{at(0, \"mmap1:each\") ? 7 : 8}", s, "7");
}

static void test_template__double_braces_are_braces(void **state)
{
	const struct scope *s = &((struct world *)*state)->scope;

	expands("{{}}", s, "{}");
	expands("a {{b}} {{{1}}} }}{{", s, "a {b} {1} }{");
	expands("{{steps}}", s, "{steps}");
}

static void breaks(const char *text, unsigned column, const char *message)
{
	struct err e = { 0 };

	assert_null(template_compile(text, NULL, &e));
	check_error(&e, text, column, message, "");
}

static void test_template__errors_have_a_place_in_the_text(void **state)
{
	breaks("a } b", 3,
		"a \"}\" that is no expression's is written \"}}\"");
	breaks("−{1", 2, "a \"{\" that is no expression's is written \"{{\"");
	breaks("{", 1, "a \"{\" that is no expression's is written \"{{\"");
	breaks("− {1 + }", 8, "a value is missing before the end");
	breaks("{}", 2, "a value is missing before the end");
	breaks("{1} {xyzzy_plugh}", 6, "there is no name \"xyzzy_plugh\"");
	breaks("{1} {\"}", 5,
		"a \"{\" that is no expression's is written \"{{\"");
}

static void test_template__what_cant_be_evaluated_is_a_question_mark(
	void **state)
{
	struct err e = { 0 };
	struct template *t = template_compile(
		"{1 / 0} and {2} and {1 << 99}", NULL, &e);
	struct buf b = { 0 };

	assert_false(template_expand(t, NULL, &b, &e));
	assert_string_equal(buf_text(&b), "? and 2 and ?");
	assert_string_equal(e.text, "division by zero");
	buf_done(&b);
	template_free(t);
	template_free(NULL);
}

static void test_template__lines_show_locals_and_sides(void **state)
{
	static const struct local locals[] = { { "old", KIND_PAGES },
		{ "policy", KIND_POLICY } };
	static const struct procedure p = { .name = "p", .locals = locals,
		.n_locals = 2 };
	const s64 v[] = { -31744, POLICY_NEVER };
	const struct test t = test_of(32768, REL_GE, 1024);
	struct buf b = { 0 };

	line_expand("{old} {policy} {left} ≥ {right}, {margin} {what} {", &p,
		v, &t, &b);
	assert_string_equal(buf_text(&b),
		"−31,744 never 32,768 ≥ 1,024, 31,745 ? {");
	buf_clear(&b);
	line_expand("{left:policy} {right:nothing} {old:ns}", &p, v,
		&(struct test){ POLICY_GUESS, POLICY_NEVER, REL_EQ }, &b);
	assert_string_equal(buf_text(&b), "guess ? ?");
	buf_clear(&b);
	line_expand("{old} {left}", &p, v, NULL, &b);
	assert_string_equal(buf_text(&b), "−31,744 ?");
	buf_clear(&b);
	line_expand("{margin}", &p, v,
		&(struct test){ INT64_MIN, INT64_MAX, REL_GE }, &b);
	assert_string_equal(buf_text(&b), "9,223,372,036,854,775,807");
	buf_done(&b);
}

static void check_line_text(const struct procedure *p, const char *text)
{
	const s64 v[LOCALS_MAX] = { 0 };
	const struct test t = test_of(0, REL_LT, 1);
	struct buf b = { 0 };

	if (!text)
		return;
	line_expand(text, p, v, &t, &b);
	if (strpbrk(buf_text(&b), "?{}"))
		fail_msg("%s: \"%s\" becomes \"%s\"", p->name, text,
			buf_text(&b));
	buf_done(&b);
}

static void test_template__each_line_of_the_model_can_be_shown(void **state)
{
	for (unsigned id = 0; id < PROC_N; id++) {
		const struct procedure *p = procedure_at(id);

		for (unsigned row = 1; row < p->n_lines; row++) {
			check_line_text(p, p->lines[row].why);
			check_line_text(p, p->lines[row].if_yes);
			check_line_text(p, p->lines[row].if_no);
		}
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_template__expressions_become_values),
		TEST(test_template__double_braces_are_braces),
		TEST(test_template__errors_have_a_place_in_the_text),
		TEST(test_template__what_cant_be_evaluated_is_a_question_mark),
		TEST(test_template__lines_show_locals_and_sides),
		TEST(test_template__each_line_of_the_model_can_be_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
