/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who changed a number: told, gone to by number, and back.
 */
#include "stage.h"

/* The first step whose state has another value than the one before. */
static u64 first_change(struct stage *t, const char *name)
{
	s64 was;
	u64 step;

	good(t, "home");
	was = value_of(t, name);
	while (value_of(t, name) == was)
		good(t, "step any");
	step = step_of(t);
	good(t, "home");
	return step;
}

static void test_who__tells_last_next_first(void **state)
{
	struct stage t = stage("wide");
	u64 first = first_change(&t, "vm_committed_as.updates");
	char text[40];

	good(&t, "who vm_committed_as.updates");
	assert_int_equal(t.s->rows.n, 3);
	assert_string_equal(t.s->rows.at[0].text,
		"last: not changed since step 0");
	snprintf(text, sizeof(text), "next: 1, was 0, step %d, cpu 0, task 0",
		(int)first);
	assert_non_null(row_with(&t, text));
	snprintf(text, sizeof(text), "first: 1, was 0, step %d,", (int)first);
	assert_non_null(row_with(&t, text));
	assert_non_null(row_with(&t, "percpu_counter_add_batch:"));
	assert_int_equal(step_of(&t), 0);
	stage_done(&t);
}

static void test_who__a_number_goes_there_and_return_comes_back(void **state)
{
	struct stage t = stage("wide");
	u64 first = first_change(&t, "vm_committed_as.updates");

	good(&t, "goto 50");
	good(&t, "follow 1");
	good(&t, "who vm_committed_as.updates");
	good(&t, "3");
	assert_int_equal(step_of(&t), first);
	assert_int_equal(t.s->follow, 0);
	good(&t, "return");
	assert_int_equal(step_of(&t), 50);
	assert_int_equal(t.s->follow, 1);
	refused(&t, "3", "unknown command");	/* of that answer alone */
	good(&t, "who vm_committed_as.updates first go");
	assert_int_equal(step_of(&t), first);
	good(&t, "who vm_committed_as.updates last");
	assert_non_null(row_with(&t, "last: 1, was 0"));
	good(&t, "who base.vm_committed_as.sum next go");
	assert_true(step_of(&t) > first);
	stage_done(&t);
}

static void test_who__of_another_variant(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 50");
	good(&t, "who patched.vm_committed_as.updates first go");
	assert_int_equal(t.s->shown, 1);
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 1);
	good(&t, "return");
	assert_int_equal(t.s->shown, 0);
	assert_int_equal(step_of(&t), 50);
	stage_done(&t);
}

static void test_who__an_edit(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 50");
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "step 3");
	good(&t, "who vm_committed_as_batch");
	assert_non_null(row_with(&t, "step 50, an edit"));
	assert_non_null(row_with(&t, "next: not changed any more"));
	stage_done(&t);
}

/* One line, on the card too; with an answer to any of the three there are three. */
static void test_who__what_never_changes_is_one_line(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 50");
	good(&t, "who vm_committed_as_batch");
	assert_int_equal(t.s->rows.n, 1);
	assert_string_equal(t.s->rows.at[0].text, "never changed in this run");
	assert_string_equal(buf_text(&t.s->ui.overlay_text),
		"vm_committed_as_batch = 8,192\nnever changed in this run");
	assert_int_equal(t.s->n_offers, 0);
	good(&t, "who vm_committed_as_batch last");
	assert_string_equal(t.s->rows.at[0].text,
		"last: not changed since step 0");
	stage_done(&t);
}

static void test_who__stopped_tells_what_it_has(void **state)
{
	struct stage t = stage("wide");
	struct command c;

	good(&t, "goto 50");
	assert_true(session_parse(t.s, "who vm_committed_as.updates", &c,
		&t.e));
	assert_true(session_command(t.s, &c, &t.e));
	command_done(&c);
	session_slice(t.s, 1000);
	session_interrupt(t.s);
	assert_false(session_pending(t.s));
	assert_int_equal(step_of(&t), 50);
	assert_non_null(row_with(&t, "last: "));
	assert_non_null(row_with(&t, "first: not found yet"));
	stage_done(&t);
}

/* The card of a number: the same, with keys. */
static void test_explain__says_who(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 50");
	good(&t, "explain vm_committed_as.updates");
	assert_int_equal(t.s->ui.overlay, OVERLAY_CARD);
	assert_non_null(strstr(buf_text(&t.s->ui.overlay_text), "\n1 last: "));
	assert_non_null(strstr(buf_text(&t.s->ui.overlay_text), "\n3 first: "));
	good(&t, "3");
	assert_int_equal(t.s->ui.overlay, OVERLAY_NONE);
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 1);
	stage_done(&t);
}

static void test_who__refused(void **state)
{
	struct stage t = stage("wide");

	refused(&t, "who cpu[9].folds", "N is 0 to 1 here, not 9");
	refused(&t, "who zone[0].free", "no part of this scene");
	refused(&t, "who steps sideways", "last, next or first");
	refused(&t, "who", "needs NAME");
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_who__tells_last_next_first),
		cmocka_unit_test(
			test_who__a_number_goes_there_and_return_comes_back),
		cmocka_unit_test(test_who__of_another_variant),
		cmocka_unit_test(test_who__an_edit),
		cmocka_unit_test(test_who__what_never_changes_is_one_line),
		cmocka_unit_test(test_who__stopped_tells_what_it_has),
		cmocka_unit_test(test_explain__says_who),
		cmocka_unit_test(test_who__refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
