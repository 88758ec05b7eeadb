/* SPDX-License-Identifier: GPL-3.0-or-later
 * The strip chart: what is charted, how far, nothing during a question, roll.
 */
#include "stage.h"
#include "session/chart.h"

static void fill(struct stage *t)
{
	while (!chart_slice(t->s, 50))
		;
}

static const struct samples *of(const struct stage *t, unsigned v)
{
	return t->s->chart->of[v];
}

static const char *series(const struct stage *t, unsigned i)
{
	return expr_text(t->s->chart->series[i]);
}

static void test_chart__own_then_watched_then_usual(void **state)
{
	struct stage t = stage("wide");

	fill(&t);
	assert_false(t.s->chart->watched);
	assert_string_equal(series(&t, 0), "vm_committed_as.count");
	good(&t, "display vm_committed_as.sum");
	good(&t, "display local.pages");	/* comes and goes */
	good(&t, "watch vm_committed_as.updates");
	fill(&t);
	assert_true(t.s->chart->watched);
	assert_int_equal(t.s->chart->n, 2);
	assert_string_equal(series(&t, 0), "vm_committed_as.sum");
	assert_string_equal(series(&t, 1), "vm_committed_as.updates");
	good(&t, "chart steps + 1");
	fill(&t);
	assert_int_equal(t.s->chart->n, 1);
	assert_string_equal(series(&t, 0), "steps + 1");
	good(&t, "chart steps vm_committed_as.count");
	fill(&t);
	assert_int_equal(t.s->chart->n, 2);
	refused(&t, "chart base.steps", "all variants");
	refused(&t, "chart local.pages", "comes and goes");
	refused(&t, "chart no_such_name", "no_such_name");
	assert_int_equal(t.s->chart->n, 2);
	stage_done(&t);
}

static void test_chart__only_what_has_been_seen(void **state)
{
	struct stage t = stage("wide");

	fill(&t);
	assert_int_equal(of(&t, 0)->states, 1);
	good(&t, "goto 40");
	good(&t, "goto 10");
	fill(&t);
	assert_int_equal(of(&t, 0)->states, 41);
	good(&t, "step any 3");
	fill(&t);
	assert_int_equal(of(&t, 0)->states, 41);
	stage_done(&t);
}

/* While a question is open nothing is added, not even where one stands. */
static void test_chart__a_question_hides_what_comes(void **state)
{
	struct stage t = stage("small");
	u64 seen;

	good(&t, "go");
	assert_true(t.s->question.open);
	fill(&t);
	seen = t.s->chart->seen[0];
	assert_true(seen < step_of(&t));
	assert_int_equal(of(&t, 0)->states, seen + 1);
	refused(&t, "roll", "answer the question first");
	refused(&t, "reverse-roll", "answer the question first");
	chart_rows(t.s);
	assert_null(row_with(&t, "vm_committed_as.count:"));
	good(&t, "giveup");
	fill(&t);
	assert_int_equal(of(&t, 0)->states, step_of(&t) + 1);
	stage_done(&t);
}

static void test_chart__an_edit_forgets_the_old_future(void **state)
{
	struct stage t = stage("wide");
	const struct samples *p;

	good(&t, "chart vm_committed_as_batch");
	good(&t, "goto 60");
	fill(&t);
	good(&t, "goto 20");
	good(&t, "set vm_committed_as_batch=5");
	fill(&t);
	p = of(&t, 0);
	assert_int_equal(p->states, 21);
	assert_int_equal(p->range[0][20].last, 5);
	assert_int_not_equal(p->range[0][19].last, 5);
	good(&t, "undo");
	good(&t, "goto 30");
	fill(&t);
	assert_int_equal(p->states, 31);
	assert_int_not_equal(p->range[0][20].last, 5);
	stage_done(&t);
}

static void test_chart__what_a_cue_sets_is_in_it(void **state)
{
	struct stage t = stage("edits");

	good(&t, "chart vm_committed_as_batch");
	good(&t, "end");
	fill(&t);
	assert_int_not_equal(of(&t, 0)->range[0][19].last, 8);
	assert_int_equal(of(&t, 0)->range[0][20].last, 8);
	stage_done(&t);
}

/* Forth and back ends where it began; each press moves. */
static void roll(struct stage *t)
{
	u64 last, before;

	good(t, "end");
	last = step_of(t);
	for (unsigned n = 0; step_of(t); n++) {
		assert_true(n < last);
		before = step_of(t);
		good(t, "reverse-roll");
		assert_true(step_of(t) < before);
	}
	refused(t, "reverse-roll", "start");
	while (step_of(t) < last) {
		before = step_of(t);
		good(t, "roll");
		assert_true(step_of(t) > before);
	}
	refused(t, "roll", "ends here");
	good(t, "reverse-roll 1000");
	assert_int_equal(step_of(t), 0);
	good(t, "roll 1000");
	assert_int_equal(step_of(t), last);
}

static void test_chart__rolls_over_time_and_steps(void **state)
{
	struct stage t = stage("wide");

	roll(&t);
	good(&t, "chart steps");
	roll(&t);
	stage_done(&t);
}

/* A column's first step lies in that column: by steps for every one. */
static void test_chart__columns_and_steps_agree(void **state)
{
	struct stage t = stage("wide");
	const struct chart *c = t.s->chart;

	good(&t, "chart steps");
	good(&t, "end");
	fill(&t);
	for (int columns = 2; columns < 200; columns += 7) {
		for (int i = 0; i < columns; i++) {
			u64 step = chart_step(c, 0, i, columns);

			assert_true(chart_column(c, step, columns) >= i);
			assert_true(!step || chart_column(c, step - 1,
				columns) < i || i == 0);
		}
		assert_int_equal(chart_column(c, c->extent, columns),
			columns - 1);
	}
	stage_done(&t);
}

static void test_chart__says_itself_in_numbers(void **state)
{
	struct stage t = stage("wide");

	good(&t, "chart vm_committed_as.updates");
	assert_true(t.s->ui.wants_chart);
	good(&t, "end");
	fill(&t);
	chart_rows(t.s);
	assert_non_null(row_with(&t, "vm_committed_as.updates: 0"));
	assert_non_null(row_with(&t, "model time, ns 0 to "));
	stage_done(&t);
}

/* A value holds until the next one: what is not known lies at the end. */
static void test_chart__numbers_have_no_holes(void **state)
{
	struct stage t = stage("wide");
	unsigned unknown = 0;

	good(&t, "chart vm_committed_as.updates");
	for (int step = 0; step < 60; step++) {
		const char *text;

		fill(&t);
		rows_clear(&t.s->rows);
		chart_rows(t.s);
		text = strchr(row_with(&t, "updates: 0")->text, ':');
		text = strstr(text, " -");
		unknown += text != NULL;
		assert_true(!text || !text[strspn(text, " -")]);
		good(&t, "step any");
	}
	assert_true(unknown > 10);
	stage_done(&t);
}

static void test_chart__is_saved(void **state)
{
	struct stage t = stage("wide");

	good(&t, "chart vm_committed_as.count steps");
	good(&t, "save a-file");
	assert_non_null(row_with(&t, "chart vm_committed_as.count steps"));
	good(&t, "chart off");
	good(&t, "save a-file");
	assert_null(row_with(&t, "chart"));
	stage_done(&t);
}

/* Not yet, three times for each; then what was asked for. */
static struct run *make_late(void *asked, const struct setup *s, u64 which)
{
	unsigned *n = asked;

	assert_true(which % VARIANTS_MAX < 2);
	return ++*n % 4 ? NULL : run_new(s, 0);
}

/* Nothing is set up within a slice where somebody else does that; the samples are
 * the same, in another act and another future, too. */
static void test_chart__waits_for_its_maker(void **state)
{
	static const char *const moves[] = { "goto 40", "goto 10",
		"set vm_committed_as_batch=5", "end", "act edits", "end" };
	struct stage alone = stage("wide"), made = stage("wide");
	unsigned asked = 0;

	made.s->chart->maker = (struct chart_maker){ make_late, &asked };
	assert_false(chart_slice(made.s, 1000));
	assert_int_equal(asked, 1);
	assert_int_equal(of(&made, 0)->states, 0);
	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
		good(&alone, moves[i]);
		good(&made, moves[i]);
		fill(&alone);
		fill(&made);
		for (unsigned v = 0; v < 2; v++) {
			assert_int_equal(of(&made, v)->states,
				of(&alone, v)->states);
			assert_memory_equal(of(&made, v)->range,
				of(&alone, v)->range,
				sizeof(of(&alone, v)->range));
		}
	}
	assert_int_equal(asked, 4 * 2 * 3);
	stage_done(&alone);
	stage_done(&made);
}

/* In small slices it comes to the same step; stopped, it stays where it was. */
static void test_chart__rolls_in_slices(void **state)
{
	struct stage t = stage("wide"), u = stage("wide");
	struct command c;
	struct err e;
	u64 last;

	good(&t, "end");
	good(&u, "end");
	last = step_of(&u);
	good(&t, "reverse-roll 5");
	assert_true(session_parse(u.s, "reverse-roll 5", &c, &e));
	assert_true(session_command(u.s, &c, &e));
	session_slice(u.s, 1);
	assert_true(session_pending(u.s));
	session_interrupt(u.s);
	assert_false(session_pending(u.s));
	assert_int_equal(step_of(&u), last);
	assert_true(session_command(u.s, &c, &e));
	while (session_pending(u.s))
		session_slice(u.s, 1);
	assert_int_equal(step_of(&u), step_of(&t));
	command_done(&c);
	stage_done(&t);
	stage_done(&u);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chart__own_then_watched_then_usual),
		cmocka_unit_test(test_chart__only_what_has_been_seen),
		cmocka_unit_test(test_chart__a_question_hides_what_comes),
		cmocka_unit_test(test_chart__an_edit_forgets_the_old_future),
		cmocka_unit_test(test_chart__what_a_cue_sets_is_in_it),
		cmocka_unit_test(test_chart__rolls_over_time_and_steps),
		cmocka_unit_test(test_chart__columns_and_steps_agree),
		cmocka_unit_test(test_chart__says_itself_in_numbers),
		cmocka_unit_test(test_chart__numbers_have_no_holes),
		cmocka_unit_test(test_chart__is_saved),
		cmocka_unit_test(test_chart__waits_for_its_maker),
		cmocka_unit_test(test_chart__rolls_in_slices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
