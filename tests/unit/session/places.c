/* SPDX-License-Identifier: GPL-3.0-or-later
 * The places that were jumped from; displays; what a saved session holds.
 */
#include "stage.h"

static void test_older__walks_the_jumps(void **state)
{
	struct stage t = stage("wide");

	good(&t, "step any 5");
	good(&t, "goto 20");
	good(&t, "step any 2");
	good(&t, "goto 40");
	good(&t, "older");
	assert_int_equal(step_of(&t), 22);
	good(&t, "older");
	assert_int_equal(step_of(&t), 5);
	refused(&t, "older", "no older place");
	assert_int_equal(step_of(&t), 5);
	good(&t, "newer 2");
	assert_int_equal(step_of(&t), 40);
	refused(&t, "newer", "no newer place");
	good(&t, "older 9");
	assert_int_equal(step_of(&t), 5);
	good(&t, "newer");
	assert_int_equal(step_of(&t), 22);
	good(&t, "goto 30");		/* gives up what was newer */
	refused(&t, "newer", "no newer place");
	good(&t, "older");
	assert_int_equal(step_of(&t), 22);
	stage_done(&t);
}

static void test_older__comes_back_to_where_one_stepped(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 20");
	good(&t, "older");
	good(&t, "step any 3");
	good(&t, "newer");
	assert_int_equal(step_of(&t), 20);
	good(&t, "older");
	assert_int_equal(step_of(&t), 3);
	stage_done(&t);
}

static void test_older__into_another_act(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 20");
	good(&t, "goto hello");
	good(&t, "goto 3");
	good(&t, "older 2");
	assert_string_equal(t.s->scene->acts[t.s->act].name, "wide");
	assert_int_equal(step_of(&t), 20);
	stage_done(&t);
}

static void test_older__keeps_so_many(void **state)
{
	struct stage t = stage("wide");

	for (int i = 0; i < 500; i++)
		good(&t, i % 2 ? "goto 20" : "goto 40");
	assert_true(t.s->n_visited <= 200);
	good(&t, "older 400");
	stage_done(&t);
}

static void test_display__after_each_stop(void **state)
{
	struct stage t = stage("wide");

	good(&t, "display vm_committed_as.updates * 2");
	assert_int_equal(row_of(&t, ROW_DISPLAY)->value, 0);
	good(&t, "display local.amount");
	assert_string_equal(row_of(&t, ROW_DISPLAY)->text, "?");
	good(&t, "until vm_committed_as.updates == 3");
	assert_int_equal(row_of(&t, ROW_DISPLAY)->value, 6);
	assert_int_equal(row_of(&t, ROW_DISPLAY)->number, 1);
	good(&t, "undisplay 1");
	good(&t, "step");
	assert_int_equal(row_of(&t, ROW_DISPLAY)->number, 2);
	good(&t, "info display");
	assert_int_equal(t.s->rows.n, 1);
	good(&t, "undisplay");
	good(&t, "step");
	assert_null(row_of(&t, ROW_DISPLAY));
	good(&t, "display");
	assert_non_null(row_with(&t, "no displays"));
	stage_done(&t);
}

/* A value may be the answer to what is asked. */
static void test_display__is_hidden_at_a_question(void **state)
{
	struct stage t = stage("small");

	good(&t, "display vm_committed_as.updates");
	good(&t, "go");
	assert_true(t.s->question.open);
	assert_string_equal(row_of(&t, ROW_DISPLAY)->text, "?");
	good(&t, "info display");
	assert_string_equal(row_of(&t, ROW_DISPLAY)->text, "?");
	refused(&t, "info locals", "answer the question");
	stage_done(&t);
}

/* The lines of `save`, said to a fresh session. */
static void replay(struct stage *from, struct stage *to)
{
	char *text;

	good(from, "save f");
	assert_string_equal(from->s->output, "f");
	text = mem_strdup(from->s->rows.at[0].text);
	to->s->sourcing = true;
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		good(to, line);
	free(text);
}

static void test_save__leads_back(void **state)
{
	struct stage t = stage("wide"), u;

	good(&t, "break mmap_region if steps > 9");
	good(&t, "watch vm_committed_as.count");
	good(&t, "ignore $ 2");
	good(&t, "display vm_committed_as.count");
	good(&t, "goto 20");
	good(&t, "set vm_committed_as_batch=77");
	good(&t, "variant patched");
	good(&t, "goto 35");
	good(&t, "add 1 12");
	good(&t, "step 4");
	good(&t, "follow 1");
	u = stage("small");
	replay(&t, &u);
	assert_int_equal(u.s->shown, 1);
	assert_int_equal(u.s->follow, 1);
	for (unsigned v = 0; v < 2; v++) {
		const struct run *x = variant_run(&t, v);
		const struct run *y = variant_run(&u, v);

		assert_int_equal(run_step(x), run_step(y));
		assert_int_equal(machine_digest(x->m, &x->program),
			machine_digest(y->m, &y->program));
	}
	assert_int_equal(u.s->n_stops, 2);
	assert_int_equal(u.s->stops[1].ignore, 2);
	assert_string_equal(expr_text(u.s->stops[0].condition), "steps > 9");
	assert_int_equal(u.s->n_displays, 1);
	stage_done(&t);
	stage_done(&u);
}

/* A saved moment behind a question: it is not asked again. */
static void test_save__passes_questions(void **state)
{
	struct stage t = stage("small"), u = stage("wide");

	good(&t, "go");
	good(&t, "giveup");
	good(&t, "add 0 3");
	good(&t, "step 3");
	replay(&t, &u);
	assert_int_equal(step_of(&u), step_of(&t));
	assert_int_equal(digest_of(&u), digest_of(&t));
	stage_done(&t);
	stage_done(&u);
}

static void test_apropos__finds_all_kinds(void **state)
{
	struct stage t = stage("wide");

	good(&t, "apropos BATCH");
	assert_non_null(row_with(&t, "vm_committed_as_batch"));
	assert_non_null(row_with(&t, "percpu_counter_add_batch"));
	assert_non_null(row_with(&t, "bound"));
	good(&t, "apropos breakpoint");
	assert_non_null(row_with(&t, "ignore"));
	stage_done(&t);
}

/* What this scene's tasks can run comes before all other procedures. */
static void test_find__begins_with_this_program(void **state)
{
	struct stage t = stage("wide");

	good(&t, "find LOCK fbc");
	assert_string_equal(t.s->ui.list_procedure, "percpu_counter_add_batch");
	good(&t, "find unlock");
	assert_string_equal(t.s->ui.list_procedure, "percpu_counter_add_batch");
	good(&t, "find");
	assert_string_equal(t.s->ui.list_procedure, "percpu_counter_add_batch");
	good(&t, "find pte in the range");	/* of another scene's */
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_older__walks_the_jumps),
		cmocka_unit_test(test_older__comes_back_to_where_one_stepped),
		cmocka_unit_test(test_older__into_another_act),
		cmocka_unit_test(test_older__keeps_so_many),
		cmocka_unit_test(test_display__after_each_stop),
		cmocka_unit_test(test_display__is_hidden_at_a_question),
		cmocka_unit_test(test_save__leads_back),
		cmocka_unit_test(test_save__passes_questions),
		cmocka_unit_test(test_apropos__finds_all_kinds),
		cmocka_unit_test(test_find__begins_with_this_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
