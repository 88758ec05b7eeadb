/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of arguments that are expressions, names or places.
 */
#include "said.h"

static unsigned id_of(const char *name)
{
	unsigned index;

	return (unsigned)name_find(name, strlen(name), &index);
}

static void test_parse_expr__expressions(void **state)
{
	static const struct refusal rows[] = {
		{ "print", ERR_USAGE, 6, "\"print\" needs EXPR",
			"usage: print EXPR" },
		{ "print 1 +", ERR_INVALID, 10,
			"a value is missing before the end", "usage: print EXPR" },
		{ "print  stepz", ERR_INVALID, 8, "there is no name \"stepz\"",
			"did you mean \"steps\"?" },
		{ "until overcommit.kbytes > overcommit.limit", ERR_INVALID, 25,
			"kb and pages do not mix; write pages * 4 for kb",
			"usage: until [PLACE]" },
	};
	struct command c = said("print  1 + 2 ");

	assert_string_equal(expr_text(c.expr), "1 + 2");
	command_done(&c);
	assert_null(c.expr);
	c = said("until");
	assert_false(c.given);
	assert_null(c.expr);
	c = said("u patched.steps > 5");
	assert_true(c.given);
	assert_non_null(c.expr);
	command_done(&c);
	REFUSED(rows);
}

static void test_parse_expr__watch_takes_a_name_or_more(void **state)
{
	static const struct refusal rows[] = {
		{ "watch", ERR_USAGE, 6, "\"watch\" needs EXPR",
			"usage: watch EXPR [if EXPR]" },
		{ "watch steps +", ERR_INVALID, 14,
			"a value is missing before the end",
			"usage: watch EXPR [if EXPR]" },
		{ "watch vm_committed_as.cuont", ERR_INVALID, 7,
			"there is no name \"vm_committed_as.cuont\"",
			"did you mean \"vm_committed_as.count\"?" },
	};
	struct command c = said("watch cpu[2].vm_committed_as");

	assert_int_equal(c.name.id, id_of("cpu[0].vm_committed_as"));
	assert_int_equal(c.name.index, 2);
	assert_int_equal(c.name.variant, NONE);
	assert_null(c.expr);
	c = said("watch patched.steps");
	assert_int_equal(c.name.variant, 1);
	assert_null(c.expr);
	c = said("watch local.count if steps > 3");
	assert_string_equal(expr_text(c.expr), "local.count");
	command_done(&c);
	REFUSED(rows);
}

static void check_set(const char *line, const char *name, unsigned variant,
	s64 value)
{
	struct command c = said(line);
	struct err e;
	s64 got;

	assert_int_equal(c.id, CMD_SET);
	assert_int_equal(c.name.id, id_of(name));
	assert_int_equal(c.name.variant, variant);
	assert_true(expr_eval(c.expr, NULL, &got, &e));
	assert_int_equal(got, value);
	command_done(&c);
}

static void test_parse_expr__set_in_each_form(void **state)
{
	struct command c;

	check_set("set vm_committed_as_batch=64", "vm_committed_as_batch", NONE,
		64);
	check_set("set vm_committed_as_batch 64", "vm_committed_as_batch", NONE,
		64);
	check_set("set vm_committed_as_batch = 4 * 16", "vm_committed_as_batch",
		NONE, 64);
	check_set("set patched.vm_committed_as_batch=2", "vm_committed_as_batch",
		1, 2);
	check_set("set cpu[3].vm_committed_as=-5", "cpu[3].vm_committed_as", NONE,
		-5);
	check_set("set overcommit.policy=never", "overcommit.policy", NONE,
		POLICY_NEVER);
	check_set("set base.overcommit.policy always", "overcommit.policy", 0,
		POLICY_ALWAYS);
	check_set("set overcommit.policy=1", "overcommit.policy", NONE, 1);
	c = said("set overcommit.policy = base.overcommit.policy");
	assert_string_equal(expr_text(c.expr), "base.overcommit.policy");
	command_done(&c);
	c = said("set vm_committed_as_batch=vm_committed_as_batch / 2");
	assert_int_equal(expr_kind(c.expr), KIND_PAGES);
	command_done(&c);
}

static void test_parse_expr__set_refuses(void **state)
{
	static const struct refusal rows[] = {
		{ "set", ERR_USAGE, 4, "\"set\" needs NAME",
			"usage: set NAME=VALUE" },
		{ "set =5", ERR_USAGE, 5, "a NAME is missing",
			"usage: set NAME=VALUE" },
		{ "set vm_committed_as_batch", ERR_USAGE, 26,
			"\"set\" needs VALUE", "usage: set NAME=VALUE" },
		{ "set vm_committed_as_batch= ", ERR_USAGE, 27,
			"\"set\" needs VALUE", "usage: set NAME=VALUE" },
		{ "set vm_committed_as_batch==4", ERR_USAGE, 27,
			"one \"=\" sets a value", "usage: set NAME=VALUE" },
		{ "set batsh=4", ERR_INVALID, 5, "there is no name \"batsh\"",
			"usage: set NAME=VALUE" },
		{ "set 5=4", ERR_USAGE, 5,
			"NAME is one published name, not \"5\"",
			"usage: set NAME=VALUE" },
		{ "set steps=4", ERR_INVALID, 5,
			"steps follows from the run and can't be set", "" },
		{ "set cpus=4", ERR_INVALID, 5,
			"cpus is fixed for a run and can't be set", "" },
		{ "set overcommit.policy=nevr", ERR_USAGE, 23,
			"overcommit.policy is guess, always or never, not \"nevr\"",
			"did you mean \"never\"?" },
		{ "set overcommit.policy=3", ERR_RANGE, 23,
			"overcommit.policy lies in 0 to 2, not 3", "" },
		{ "set overcommit.ratio = 500 * 3", ERR_RANGE, 24,
			"overcommit.ratio lies in 0 to 1000, not 1500", "" },
		{ "set vm_committed_as_batch=overcommit.kbytes", ERR_INVALID, 27,
			"pages and kb do not mix; write kb / 4 for pages",
			"usage: set NAME=VALUE" },
		{ "set vm_committed_as_batch=4 5", ERR_INVALID, 29,
			"an operator is missing before \"5\"",
			"usage: set NAME=VALUE" },
	};

	REFUSED(rows);
}

static void test_parse_expr__pages(void **state)
{
	static const struct refusal rows[] = {
		{ "map", ERR_USAGE, 4, "\"map\" needs CPU", "usage: map CPU PAGES" },
		{ "map 1", ERR_USAGE, 6, "\"map\" needs PAGES",
			"usage: map CPU PAGES" },
		{ "map 1 -4", ERR_RANGE, 7, "PAGES of \"map\" is 0 or more, not -4",
			"" },
		{ "start unmap 1 2 - 4", ERR_RANGE, 15,
			"PAGES of \"unmap\" is 0 or more, not -2", "" },
		{ "map 1 steps", ERR_USAGE, 7,
			"PAGES is a calculation with numbers, not \"steps\"",
			"usage: map CPU PAGES" },
		{ "map 1 4 / 0", ERR_INVALID, 9, "division by zero",
			"usage: map CPU PAGES" },
		{ "map 1 min_free_kbytes(4)", ERR_USAGE, 7,
			"PAGES counts pages, not kb", "usage: map CPU PAGES" },
		{ "map 1 4 5", ERR_INVALID, 9,
			"an operator is missing before \"5\"",
			"usage: map CPU PAGES" },
		{ "map x 5", ERR_USAGE, 5, "CPU is a whole number, not \"x\"",
			"usage: map CPU PAGES" },
	};
	struct command c = said("map 1 4*100");

	assert_int_equal(c.cpu, 1);
	assert_int_equal(c.value, 400);
	assert_null(c.expr);
	assert_int_equal(said("map 0 0").value, 0);
	assert_int_equal(said("add 0 -5").value, -5);
	assert_int_equal(said("compare 0 -(3 + 4)").value, -7);
	assert_int_equal(said("add 0 batch(4194304, 16, never) - 1").value, 1023);
	REFUSED(rows);
}

static void test_parse_expr__places(void **state)
{
	struct command c = said("break percpu_counter_add_batch");

	assert_int_equal(c.procedure, PROC_PERCPU_COUNTER_ADD_BATCH);
	assert_int_equal(c.row, 0);
	assert_null(c.expr);
	c = said("tb percpu_counter_add_batch:lock");
	assert_int_equal(c.row, procedure_row(
		procedure_at(PROC_PERCPU_COUNTER_ADD_BATCH), "lock"));
	c = said("advance percpu_counter_sync:2 ");
	assert_int_equal(c.procedure, PROC_PERCPU_COUNTER_SYNC);
	assert_int_equal(c.row, 2);
	c = said("until percpu_counter_sync:2");
	assert_int_equal(c.procedure, PROC_PERCPU_COUNTER_SYNC);
	assert_int_equal(c.row, 2);
	assert_true(c.given);
	c = said("until");
	assert_false(c.given);
	c = said("tb 12 if steps > 5");	/* of the procedure one is in */
	assert_int_equal(c.procedure, NONE);
	assert_int_equal(c.row, 12);
	assert_null(c.expr);
	command_done(&c);
	c = said("break 99999999999999999999");
	assert_true(c.row > 1000);
	c = said("break vm_committed_as.count > 100");
	assert_int_equal(c.procedure, NONE);
	assert_int_equal(c.row, 0);
	assert_string_equal(expr_text(c.expr), "vm_committed_as.count > 100");
	command_done(&c);
	c = said("break steps");
	assert_int_equal(c.procedure, NONE);
	command_done(&c);
	c = said("break steps ? 1 : 0");
	assert_int_equal(c.procedure, NONE);
	command_done(&c);
}

static void test_parse_expr__places_refused(void **state)
{
	static const struct refusal rows[] = {
		{ "advance", ERR_USAGE, 8, "\"advance\" needs PLACE",
			"usage: advance PLACE" },
		{ "break percpu_counter_sync:lok", ERR_USAGE, 27,
			"percpu_counter_sync has lines 1 to 5, but no \"lok\"",
			"did you mean \"lock\"?" },
		{ "break percpu_counter_sync:6", ERR_USAGE, 27,
			"percpu_counter_sync has lines 1 to 5, but no \"6\"",
			"usage: break [PLACE] [if EXPR]" },
		{ "break percpu_counter_sync:0", ERR_USAGE, 27,
			"percpu_counter_sync has lines 1 to 5, but no \"0\"",
			"usage: break [PLACE] [if EXPR]" },
		{ "break percpu_counter_sync:", ERR_USAGE, 27,
			"a LINE is missing", "usage: break [PLACE] [if EXPR]" },
		{ "break percpu_cuonter_sync:lock", ERR_USAGE, 7,
			"no procedure \"percpu_cuonter_sync\"",
			"did you mean \"percpu_counter_sync\"?" },
		{ "break percpu_cuonter_sync", ERR_USAGE, 7,
			"no procedure \"percpu_cuonter_sync\"",
			"did you mean \"percpu_counter_sync\"?" },
		{ "break stepz", ERR_INVALID, 7, "there is no name \"stepz\"",
			"did you mean \"steps\"?" },
		{ "break qqqq", ERR_USAGE, 7, "no procedure \"qqqq\"",
			"usage: break [PLACE] [if EXPR]" },
		{ "break steps >", ERR_INVALID, 14,
			"a value is missing before the end",
			"usage: break [PLACE] [if EXPR]" },
		{ "break percpu_counter_sync junk", ERR_INVALID, 7,
			"there is no name \"percpu_counter_sync\"",
			"usage: break [PLACE] [if EXPR]" },
	};

	REFUSED(rows);
}

/* Every line of every procedure can be said, by its name and by its number. */
static void check_condition(const char *line, const char *condition)
{
	struct command c = said(line);

	if (condition)
		assert_string_equal(expr_text(c.condition), condition);
	else
		assert_null(c.condition);
	command_done(&c);
}

static void test_parse_expr__stops_have_conditions(void **state)
{
	static const struct refusal rows[] = {
		{ "break steps > 2 if", ERR_INVALID, 17,
			"an operator is missing before \"if\"",
			"usage: break [PLACE] [if EXPR]" },
		{ "break mmap_region if nothing > 3", ERR_INVALID, 22,
			"there is no name \"nothing\"",
			"usage: break [PLACE] [if EXPR]" },
		{ "condition", ERR_USAGE, 10, "\"condition\" needs N",
			"usage: condition N [EXPR]" },
		{ "condition 0 1", ERR_RANGE, 11,
			"N lies in 1 to 65535, not 0", "" },
		{ "condition 1 if", ERR_USAGE, 15,
			"\"condition\" needs EXPR",
			"usage: condition N [EXPR]" },
		{ "ignore 1", ERR_USAGE, 9, "\"ignore\" needs COUNT",
			"usage: ignore N COUNT" },
		{ "ignore 1 -2", ERR_RANGE, 10,
			"COUNT lies in 0 to 1000000000000, not -2", "" },
	};
	struct command c;

	check_condition("break", NULL);
	check_condition("break mmap_region", NULL);
	check_condition("break  if  steps > 3 ", "steps > 3");
	check_condition("break mmap_region if steps > 3", "steps > 3");
	check_condition("tbreak steps == 2 if local.count > 3", "local.count > 3");
	check_condition("watch vm_committed_as.count if steps > 3", "steps > 3");
	check_condition("condition 2 steps > 3", "steps > 3");
	check_condition("condition 2 if steps > 3", "steps > 3");
	check_condition("condition $", NULL);
	c = said("break mmap_region if steps > 3");
	assert_true(c.given);
	assert_int_equal(c.procedure, procedure_find("mmap_region"));
	command_done(&c);
	c = said("break if steps > 3");
	assert_false(c.given);
	command_done(&c);
	c = said("ignore $ 12");
	assert_int_equal(c.count, STOP_NEWEST);
	assert_int_equal(c.value, 12);
	REFUSED(rows);
}

static void test_parse_expr__each_line_is_a_place(void **state)
{
	struct buf line = {0};
	struct command c;

	for (unsigned id = 0; id < PROC_N; id++) {
		const struct procedure *p = procedure_at(id);

		for (unsigned row = 1; row < p->n_lines; row++) {
			buf_clear(&line);
			buf_printf(&line, "break %s:%u", p->name, row);
			c = said(line.s);
			assert_int_equal(c.procedure, id);
			assert_int_equal(c.row, row);
			if (!p->lines[row].id)
				continue;
			buf_clear(&line);
			buf_printf(&line, "break %s:%s", p->name,
				p->lines[row].id);
			c = said(line.s);
			/* variants may have a line of that name elsewhere */
			assert_string_equal(p->lines[c.row].id,
				p->lines[row].id);
			assert_true(c.row <= row);
		}
	}
	buf_done(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse_expr__expressions),
		cmocka_unit_test(test_parse_expr__watch_takes_a_name_or_more),
		cmocka_unit_test(test_parse_expr__set_in_each_form),
		cmocka_unit_test(test_parse_expr__set_refuses),
		cmocka_unit_test(test_parse_expr__pages),
		cmocka_unit_test(test_parse_expr__places),
		cmocka_unit_test(test_parse_expr__places_refused),
		cmocka_unit_test(test_parse_expr__stops_have_conditions),
		cmocka_unit_test(test_parse_expr__each_line_is_a_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
