/* SPDX-License-Identifier: GPL-3.0-or-later
 * Predicting: decisions are asked for before they run, and what is right is what
 * the run then does.
 */
#include "stage.h"
#include "model/task.h"

static struct stage predicting(const char *act, bool class_mode)
{
	struct stage t = stage_open(TINY, act, (struct session_options){
		.variant = -1, .history = true, .predict = true,
		.class_mode = class_mode });

	/* away from the scene's own questions */
	while (!t.s->question.predicted) {
		if (t.s->question.open && !t.s->question.revealed)
			good(&t, "giveup");
		good(&t, "decision");
	}
	return t;
}

static bool open(const struct stage *t)
{
	return t->s->question.open && !t->s->question.revealed;
}

static const struct event *ran(const struct stage *t)
{
	return &variant_run(t, t->s->shown)->m->last;
}

/* The line of `mmap1` that is first a decision: whether there is room. */
static void test_predict__asks_with_names_for_values(void **state)
{
	struct stage t = predicting("small", false);
	const struct row *q;

	while (strncmp(t.s->question.is->name, "percpu_counter_add_batch:", 25)) {
		good(&t, "giveup");
		good(&t, "go");
	}
	q = row_of(&t, ROW_QUESTION);
	assert_string_equal(q->text,
		"|old + amount| \xe2\x89\xa5 batch: yes or no?");
	assert_non_null(row_with(&t, "yes: take the lock"));
	assert_non_null(row_with(&t, "no: stay local"));
	assert_null(row_with(&t, "too many"));
	good(&t, "hint");
	assert_non_null(row_with(&t, "|0 + 28| \xe2\x89\xa5 "));
	stage_done(&t);
}

static void test_predict__is_judged_by_what_runs(void **state)
{
	struct stage t = predicting("small", false);

	for (unsigned n = 0; n < 12; n++) {
		u64 digest = digest_of(&t), step = step_of(&t);
		unsigned cpu = t.s->follow, right = 0;

		good(&t, n % 2 ? "answer 1" : "2");
		right = t.s->question.right ? 2 - n % 2 : 1 + n % 2;
		assert_int_equal(digest_of(&t), digest);
		assert_int_equal(step_of(&t), step);
		if (open(&t))
			good(&t, "giveup");
		good(&t, "step");
		assert_int_equal(ran(&t)->cpu, cpu);
		assert_int_equal(ran(&t)->answer, right == 1);
		for (unsigned i = 0; i < 40 && !open(&t); i++)
			if (!session_line(t.s, "decision", &t.e))
				break;
		if (!open(&t))
			break;
		if (!t.s->question.predicted)
			good(&t, "giveup");
		while (!t.s->question.predicted)
			good(&t, "decision");
	}
	stage_done(&t);
}

static void test_predict__looking_ahead_is_locked(void **state)
{
	static const char *const ahead[] = { "go", "step", "step any", "next",
		"finish", "continue", "until 0", "decision", "end", "goto 60",
		"cue", "difference", "variant", "print 1", "who steps",
		"set vm_committed_as_batch=1" };
	struct stage t = predicting("small", false);
	u64 digest = digest_of(&t);

	for (unsigned i = 0; i < sizeof(ahead) / sizeof(*ahead); i++)
		refused(&t, ahead[i], "answer the question");
	assert_int_equal(digest_of(&t), digest);
	good(&t, "escape");
	good(&t, "escape");
	assert_true(t.s->question.revealed);
	good(&t, "step");
	stage_done(&t);
}

/* Whatever goes forward meets each decision; what goes back, none. */
static void test_predict__nothing_passes_a_decision(void **state)
{
	static const char *const forward[] = { "go", "continue", "step 500",
		"step any 500", "finish", "until steps > 5000",
		"advance percpu_counter_sync" };
	struct stage t = predicting("small", false);
	u64 due;

	good(&t, "giveup");
	good(&t, "go");
	while (!t.s->question.predicted) {
		good(&t, "giveup");
		good(&t, "go");
	}
	due = step_of(&t);
	for (unsigned i = 0; i < sizeof(forward) / sizeof(*forward); i++) {
		good(&t, "back 3");
		assert_false(open(&t));
		good(&t, forward[i]);
		while (step_of(&t) < due)	/* a procedure ended before */
			good(&t, forward[i]);
		assert_int_equal(step_of(&t), due);
		assert_true(open(&t));
	}
	stage_done(&t);
}

static void test_predict__a_closed_one_comes_again_when_changed(void **state)
{
	struct stage t = predicting("small", false);
	char name[64];
	u64 step;

	while (strncmp(t.s->question.is->name, "percpu_counter_add_batch:", 25)) {
		good(&t, "giveup");
		good(&t, "go");
	}
	snprintf(name, sizeof(name), "%s", t.s->question.is->name);
	step = step_of(&t);
	good(&t, "giveup");
	good(&t, "back");
	good(&t, "step");
	assert_int_equal(step_of(&t), step);
	assert_false(open(&t));
	good(&t, "back 3");
	good(&t, "set vm_committed_as_batch=3");
	good(&t, "step 3");
	assert_true(open(&t));
	assert_string_equal(t.s->question.is->name, name);
	good(&t, "answer 1");		/* 28 is at least 3 now */
	assert_true(t.s->question.right);
	stage_done(&t);
}

static void test_predict__all_is_asked_again_from_the_start(void **state)
{
	struct stage t = predicting("small", false);
	u64 step = step_of(&t);

	good(&t, "giveup");
	assert_true(session_restart(t.s, &t.e));
	assert_int_equal(step_of(&t), 0);
	while (step_of(&t) < step || !t.s->question.predicted) {
		if (open(&t))
			good(&t, "giveup");
		good(&t, "decision");
	}
	assert_int_equal(step_of(&t), step);
	assert_true(open(&t));
	stage_done(&t);
}

static void test_predict__is_recorded_by_place_and_step(void **state)
{
	struct stage t = predicting("small", false);
	const struct deed *d;
	size_t before = t.s->n_deeds;
	char at[32];

	snprintf(at, sizeof(at), "@%d", (int)step_of(&t));
	good(&t, "answer 1");
	if (open(&t))
		good(&t, "answer 2");
	assert_true(t.s->n_deeds > before);
	good(&t, "go");			/* the names outlive the question */
	d = &t.s->deeds[before];
	assert_non_null(strchr(d->question->name, ':'));
	assert_non_null(strstr(d->question->name, at));
	assert_null(strchr(d->question->name, ' '));
	assert_null(d->misconception);
	stage_done(&t);
}

static void test_predict__on_and_off(void **state)
{
	struct stage t = stage("wide");

	good(&t, "decision");
	assert_false(open(&t));
	good(&t, "predict on");		/* one stands on it: asked at once */
	assert_true(open(&t));
	refused(&t, "step", "answer the question");
	good(&t, "predict off");	/* that one stays */
	refused(&t, "step", "answer the question");
	good(&t, "giveup");
	good(&t, "decision");
	assert_false(open(&t));
	stage_done(&t);
	t = stage_open(TINY, "wide", (struct session_options){ .variant = -1,
		.predict = true, .no_cues = true });
	good(&t, "decision");
	assert_false(open(&t));
	stage_done(&t);
}

/* Of those that wait, whichever the line really hands it to. */
static void test_predict__asks_who_gets_the_lock(void **state)
{
	struct session_options o = {
		.variant = -1, .history = true, .predict = true};
	const struct prediction *p;
	struct stage t;
	unsigned n = 0, task;

	o.choice.set.given[PARAM_CPUS] = true;
	o.choice.set.value[PARAM_CPUS] = 4;
	t = stage_open(TINY, "wide", o);
	while (!(p = t.s->question.predicted) || !open(&t) || !p->cpus[1]) {
		if (open(&t))
			good(&t, "giveup");
		assert_true(n++ < 200);
		good(&t, "continue");
	}
	assert_non_null(row_with(&t, "who gets it?"));
	assert_non_null(row_with(&t, "CPU 3"));
	assert_true(p->is.n_choices >= 2);
	for (unsigned i = 1; i < p->is.n_choices; i++)
		assert_true(p->cpus[i] > p->cpus[i - 1]);
	good(&t, "giveup");
	n = t.s->question.right_choices;
	assert_true(n && !(n & (n - 1)));
	assert_non_null(row_with(&t, "waits longest"));
	good(&t, "step");
	task = ran(&t)->moved;
	assert_int_not_equal(task, NONE);
	for (unsigned i = 0; i < p->is.n_choices; i++)
		assert_int_equal(n >> i & 1,
			p->cpus[i] ==
				task_at(variant_run(&t, t.s->shown)->m, task)
					->cpu);
	stage_done(&t);
}

/* With and without, the same way leads to the same cue. */
static void test_predict__go_ends_at_the_same_cues(void **state)
{
	struct stage t = stage("edits"), u = stage_open(TINY, "edits",
		(struct session_options){ .variant = -1, .history = true,
			.predict = true });

	while (session_line(t.s, "go", &t.e)) {
		for (unsigned n = 0; u.s->cue < t.s->cue && n < 200; n++) {
			if (open(&u))
				good(&u, "giveup");
			good(&u, "go");
		}
		assert_int_equal(u.s->cue, t.s->cue);
		assert_int_equal(digest_of(&u), digest_of(&t));
		for (unsigned v = 0; v < t.s->n_variants; v++)
			assert_int_equal(run_step(variant_run(&u, v)),
				run_step(variant_run(&t, v)));
	}
	stage_done(&t);
	stage_done(&u);
}

/* ---- whose line is next ---------------------------------------------------- */

static bool asks_who(const struct stage *t)
{
	return open(t) && t->s->question.predicted &&
		t->s->question.predicted->kind == PREDICTED_WHO;
}

/* One line of anybody after the other, until it is asked whose that is. */
static struct stage whose(const char *mode)
{
	struct stage t = stage_open(TINY, "wide", (struct session_options){
		.variant = -1, .history = true, .predict = true });

	if (mode)
		good(&t, mode);
	for (unsigned i = 0; i < 300 && !asks_who(&t); i++) {
		if (open(&t))
			good(&t, "giveup");
		if (!session_line(t.s, "step any", &t.e))
			break;
	}
	return t;
}

/* It is judged by who then runs, in each mode that decides by a rule; the step
 * that refutes a wrong answer is that line. */
static void test_predict__whose_line_is_next(void **state)
{
	static const char *const modes[] = { NULL, "schedule round-robin" };

	for (unsigned i = 0; i < 2; i++) {
		struct stage t = whose(modes[i]);
		unsigned asked = 0;

		while (asks_who(&t)) {
			const struct prediction *p = t.s->question.predicted;
			u64 step = step_of(&t);
			unsigned right;
			char line[16];

			asked++;
			assert_true(p->is.n_choices >= 2);
			assert_non_null(row_with(&t, "Which CPU runs"));
			good(&t, "answer 1");
			right = t.s->question.right_choices == 1 ? 0 : 1;
			assert_int_equal(t.s->question.right_choices,
				1u << right);
			assert_int_equal(t.s->question.right, !right);
			snprintf(line, sizeof(line), "answer %u", right + 1);
			if (asked % 2 && right)
				good(&t, line);
			else if (right)
				good(&t, "refute");
			assert_int_equal(step_of(&t),
				step + (asked % 2 == 0 && right));
			if (step_of(&t) == step) {
				good(&t, "step any");
			} else {
				refused(&t, line, "goes back");
				assert_int_equal(ran(&t)->cpu, p->cpus[right]);
				good(&t, "return");
				assert_int_equal(step_of(&t), step);
				assert_int_equal(t.s->question.misses, 1);
				good(&t, line);
				good(&t, "step any");
			}
			assert_int_equal(step_of(&t), step + 1);
			assert_int_equal(ran(&t)->cpu, p->cpus[right]);
			for (unsigned k = 0; k < 300 && !asks_who(&t); k++) {
				if (open(&t))
					good(&t, "giveup");
				if (!session_line(t.s, "step any", &t.e))
					break;
			}
		}
		assert_in_range(asked, 1, 12);
		stage_done(&t);
	}
}

/* What chance or a person decides can't be known; one's own lines are no matter
 * of order; without `predict` nothing is asked. */
static void test_predict__whose_line_is_not_asked(void **state)
{
	static const char *const modes[] = { "schedule random", "schedule manual",
		"predict off" };
	struct stage t;

	for (unsigned i = 0; i < 3; i++) {
		t = whose(modes[i]);
		assert_false(asks_who(&t));
		stage_done(&t);
	}
	t = whose(NULL);
	assert_true(asks_who(&t));
	good(&t, "giveup");
	good(&t, "step any");
	good(&t, "back any");
	assert_false(open(&t));
	good(&t, "step any");		/* each line once */
	assert_false(asks_who(&t));
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_predict__asks_with_names_for_values),
		cmocka_unit_test(test_predict__is_judged_by_what_runs),
		cmocka_unit_test(test_predict__looking_ahead_is_locked),
		cmocka_unit_test(test_predict__nothing_passes_a_decision),
		cmocka_unit_test(
			test_predict__a_closed_one_comes_again_when_changed),
		cmocka_unit_test(test_predict__all_is_asked_again_from_the_start),
		cmocka_unit_test(test_predict__is_recorded_by_place_and_step),
		cmocka_unit_test(test_predict__on_and_off),
		cmocka_unit_test(test_predict__asks_who_gets_the_lock),
		cmocka_unit_test(test_predict__go_ends_at_the_same_cues),
		cmocka_unit_test(test_predict__whose_line_is_next),
		cmocka_unit_test(test_predict__whose_line_is_not_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
