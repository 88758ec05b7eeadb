/* SPDX-License-Identifier: GPL-3.0-or-later
 * Comparing branches: where they part, what parts next, results side by side.
 */
#include "stage.h"

/* main, and b1 with another batch from step 40 on; on b1. */
static struct stage two_branches(void)
{
	struct stage t = stage("wide");

	good(&t, "goto 40");
	good(&t, "set vm_committed_as_batch=20000");
	return t;
}

static unsigned count_rows(const struct stage *t, const char *label)
{
	unsigned n = 0;

	for (size_t i = 0; i < t->s->rows.n; i++)
		n += t->s->rows.at[i].label &&
			!strcmp(t->s->rows.at[i].label, label);
	return n;
}

static void test_difference__of_two_branches(void **state)
{
	struct stage t = two_branches();
	u64 first;

	good(&t, "difference main");
	assert_non_null(row_with(&t, "set vm_committed_as_batch=20000 at step 40"));
	assert_int_equal(count_rows(&t, "main"), 1);
	assert_int_equal(count_rows(&t, "b1"), 1);
	first = step_of(&t);
	assert_true(first > 40);
	assert_int_equal(t.s->branch, 1);
	good(&t, "difference next");
	assert_true(step_of(&t) > first);
	good(&t, "difference next");
	assert_non_null(row_with(&t, "no other task parts"));
	refused(&t, "difference next", "finds the first");
	good(&t, "return");
	refused(&t, "difference b1", "this is branch b1");
	refused(&t, "difference b7", "no other branch");
	stage_done(&t);
}

static void test_difference__next_of_the_variants(void **state)
{
	struct stage t = stage("wide");
	unsigned n = 1;

	refused(&t, "difference next", "finds the first");
	good(&t, "difference patched");
	assert_int_equal(count_rows(&t, "base"), 1);
	assert_int_equal(count_rows(&t, "patched"), 1);
	for (; n < 9; n++) {
		good(&t, "difference next");
		if (row_with(&t, "no other task parts"))
			break;
	}
	assert_int_equal(n, 2);		/* two tasks */
	stage_done(&t);
}

/* Saying it again goes on; '' comes back to before the first of them. */
static void test_difference__again_is_the_next(void **state)
{
	struct stage t = stage("wide");
	u64 first, second;

	good(&t, "goto 3");
	good(&t, "difference");
	first = step_of(&t);
	assert_true(first > 3);
	good(&t, "difference");
	second = step_of(&t);
	assert_true(second > first);
	good(&t, "difference");
	assert_non_null(row_with(&t, "no other task parts"));
	assert_int_equal(step_of(&t), second);
	good(&t, "return");
	assert_int_equal(step_of(&t), 3);
	good(&t, "difference");
	assert_int_equal(step_of(&t), first);
	good(&t, "difference patched");	/* nothing moves: no place is kept */
	assert_int_equal(step_of(&t), first);
	good(&t, "return");
	assert_int_equal(step_of(&t), 3);
	stage_done(&t);
}

static struct stage three_variants(void)
{
	static const char third[] = "  - {name: late, title: later, status: new, options: [batch_old, policy_batch]}\nacts:\n";
	const char *acts = strstr(TINY, "acts:\n");
	char text[8192];

	snprintf(text, sizeof(text), "%.*s%s%s", (int)(acts - TINY), TINY,
		third, acts + strlen("acts:\n"));
	return stage_open(text, "wide", (struct session_options){
		.variant = -1 });
}

/* The variant that is not compared comes along. */
static void test_difference__takes_the_third_variant_along(void **state)
{
	struct stage t = three_variants();

	good(&t, "difference");
	assert_true(step_of(&t) > 0);
	assert_int_equal(run_step(variant_run(&t, 2)), step_of(&t));
	assert_int_equal(variant_run(&t, 2)->m->horizon_ns,
		variant_run(&t, 0)->m->horizon_ns);
	stage_done(&t);
}

/* `next` is of the same two, whatever is shown by now; `metrics` changes nothing
 * about that. */
static void test_difference__next_of_the_same_two(void **state)
{
	struct stage t = three_variants();
	u64 due[2];

	good(&t, "difference patched");
	good(&t, "difference next");
	for (unsigned v = 0; v < 2; v++)
		due[v] = run_step(variant_run(&t, v));
	good(&t, "difference patched");
	good(&t, "variant late");
	good(&t, "metrics base");
	refused(&t, "difference next base", "finds the first one");
	good(&t, "difference next");
	assert_int_equal(t.s->shown, 0);
	assert_int_equal(count_rows(&t, "base"), 1);
	assert_int_equal(count_rows(&t, "patched"), 1);
	for (unsigned v = 0; v < 2; v++)
		assert_int_equal(run_step(variant_run(&t, v)), due[v]);
	good(&t, "return");
	assert_int_equal(t.s->shown, 2);
	good(&t, "variant base");
	good(&t, "difference patched");
	good(&t, "variant patched");
	good(&t, "difference next base");	/* the same two */
	assert_int_equal(t.s->shown, 1);
	for (unsigned v = 0; v < 2; v++)
		assert_int_equal(run_step(variant_run(&t, v)), due[v]);
	stage_done(&t);
}

/* From the other branch the same lines part; from a third one, or in another
 * variant, nothing was compared yet. */
static void test_difference__next_after_leaving_the_branch(void **state)
{
	struct stage t = two_branches();
	u64 due;

	good(&t, "branch main");
	good(&t, "difference b1");
	good(&t, "difference next");
	due = step_of(&t);
	good(&t, "branch b1");
	good(&t, "difference main");
	good(&t, "branch main");
	good(&t, "difference next");
	assert_int_equal(count_rows(&t, "main"), 1);
	assert_int_equal(count_rows(&t, "b1"), 1);
	assert_int_equal(step_of(&t), due);
	good(&t, "difference b1");
	good(&t, "variant patched");
	refused(&t, "difference next", "was of main and b1 in base");
	good(&t, "variant base");
	good(&t, "goto 3");
	good(&t, "set vm_committed_as_batch=7");
	refused(&t, "difference next", "was of main and b1 in base");
	stage_done(&t);
}

static void test_metrics__side_by_side(void **state)
{
	struct stage t = two_branches();

	good(&t, "metrics");
	assert_non_null(row_with(&t, "base 20000, patched 20000"));
	good(&t, "metrics main");
	assert_non_null(row_with(&t, "b1 20000, main "));
	assert_non_null(row_with(&t, "vm_committed_as.lock.taken"));
	assert_int_equal(step_of(&t), 40);
	good(&t, "undo");
	good(&t, "metrics b1");
	assert_non_null(row_with(&t, ", b1 20000"));
	good(&t, "metrics patched");
	assert_non_null(row_with(&t, "base 8, patched 0"));
	stage_done(&t);
}

static void test_metrics__all_alike(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 40");
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "branch main");
	good(&t, "goto 40");
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "metrics b1");
	assert_non_null(row_with(&t, "all results are the same"));
	good(&t, "difference b1");
	assert_non_null(row_with(&t, "all lines and answers are the same"));
	stage_done(&t);
}

static void test_metrics__hidden_at_a_question(void **state)
{
	struct stage t = stage("small");

	good(&t, "go");
	refused(&t, "metrics", "answer the question");
	stage_done(&t);
}

/* Stopped while it runs: nothing is left over. */
static void test_metrics__can_be_stopped(void **state)
{
	struct stage t = two_branches();
	struct command c;

	assert_true(session_parse(t.s, "metrics main", &c, &t.e));
	assert_true(session_command(t.s, &c, &t.e));
	command_done(&c);
	session_slice(t.s, 5);
	assert_true(session_pending(t.s));
	session_interrupt(t.s);
	assert_false(session_pending(t.s));
	good(&t, "difference main");
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_difference__of_two_branches),
		cmocka_unit_test(test_difference__next_of_the_variants),
		cmocka_unit_test(test_difference__again_is_the_next),
		cmocka_unit_test(test_difference__takes_the_third_variant_along),
		cmocka_unit_test(test_difference__next_of_the_same_two),
		cmocka_unit_test(
			test_difference__next_after_leaving_the_branch),
		cmocka_unit_test(test_metrics__side_by_side),
		cmocka_unit_test(test_metrics__all_alike),
		cmocka_unit_test(test_metrics__hidden_at_a_question),
		cmocka_unit_test(test_metrics__can_be_stopped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
