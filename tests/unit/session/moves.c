/* SPDX-License-Identifier: GPL-3.0-or-later
 * Moving: steps and their reverses, jumps, marks, lockstep, interrupts.
 */
#include "stage.h"

static void test_step__forth_and_back_is_the_same_moment(void **state)
{
	static const char *const pairs[][2] = { { "step 7", "back 7" },
		{ "step any 7", "back any 7" }, { "decision 2",
		"reverse-decision 2" } };

	for (unsigned i = 0; i < 3; i++) {
		struct stage t = stage("wide");
		u64 digest, step;

		good(&t, "goto 26");
		good(&t, "decision");
		digest = digest_of(&t);
		step = step_of(&t);
		good(&t, pairs[i][0]);
		assert_true(step_of(&t) > step);
		good(&t, pairs[i][1]);
		assert_int_equal(step_of(&t), step);
		assert_int_equal(digest_of(&t), digest);
		stage_done(&t);
	}
}

static void test_step__tells_what_the_others_did(void **state)
{
	struct stage t = stage("wide");

	good(&t, "step");
	assert_null(row_of(&t, ROW_OTHERS));
	good(&t, "step");
	assert_string_equal(row_of(&t, ROW_OTHERS)->text, "1 line on CPU 1");
	assert_int_equal(row_of(&t, ROW_LINE)->cpu, 0);
	assert_non_null(row_of(&t, ROW_PLACE));
	good(&t, "follow 1");
	good(&t, "step 2");
	assert_int_equal(row_of(&t, ROW_LINE)->cpu, 1);
	stage_done(&t);
}

static void test_step__a_change_says_what_was(void **state)
{
	struct stage t = stage("wide");
	const struct row *row;

	good(&t, "until vm_committed_as.updates == 1");
	good(&t, "step any");
	good(&t, "until vm_committed_as.count > 0");
	row = row_of(&t, ROW_CHANGE);
	assert_non_null(row);
	assert_string_equal(row->label, "vm_committed_as.count");
	assert_int_equal(row->before, 0);
	assert_int_equal(row->value, 10000);
	stage_done(&t);
}

static void test_goto__all_forms(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 12");
	assert_int_equal(step_of(&t), 12);
	assert_non_null(strstr(buf_text(&t.s->status), "''"));
	good(&t, "goto end");
	assert_true(run_ended(variant_run(&t, 0)));
	good(&t, "goto start");
	assert_int_equal(step_of(&t), 0);
	good(&t, "goto later");
	assert_int_equal(t.s->cue, 2);
	assert_int_equal(step_of(&t), 30);
	good(&t, "goto 5");
	good(&t, "mark here");
	good(&t, "goto 30");
	good(&t, "goto here");
	assert_int_equal(step_of(&t), 5);
	good(&t, "goto count");		/* a cue of another act */
	assert_int_equal(t.s->act, 0);
	good(&t, "giveup");
	good(&t, "goto done");
	assert_int_equal(t.s->shown, 1);
	good(&t, "goto tiny/wide/patched@8");
	assert_int_equal(t.s->act, 1);
	assert_int_equal(t.s->shown, 1);
	assert_int_equal(step_of(&t), 8);
	good(&t, "goto 999999");
	assert_true(run_ended(variant_run(&t, 1)));
	refused(&t, "goto tiny/wide/patched@999999", "ends at step");
	refused(&t, "goto other/wide/patched@1", "scene");
	refused(&t, "goto tiny/wide/patched?cpus=3@1", "other values");
	stage_done(&t);
}

static void test_jump__return_goes_back_to_before_it(void **state)
{
	struct stage t = stage("wide");
	u64 digest;

	good(&t, "step any 11");
	digest = digest_of(&t);
	good(&t, "end");
	good(&t, "return");
	assert_int_equal(digest_of(&t), digest);
	good(&t, "act small");
	good(&t, "return");
	assert_int_equal(t.s->act, 1);
	assert_int_equal(digest_of(&t), digest);
	refused(&t, "goto nowhere", "nowhere");
	good(&t, "step any 2");
	good(&t, "return");
	assert_int_equal(digest_of(&t), digest);
	stage_done(&t);
}

static void test_mark__comes_back_across_acts(void **state)
{
	struct stage t = stage("wide");
	u64 digest;

	good(&t, "variant patched");
	good(&t, "goto 17");
	good(&t, "follow 1");
	digest = digest_of(&t);
	good(&t, "mark x");
	good(&t, "act small");
	good(&t, "jump x");
	assert_int_equal(t.s->act, 1);
	assert_int_equal(t.s->shown, 1);
	assert_int_equal(t.s->follow, 1);
	assert_int_equal(digest_of(&t), digest);
	good(&t, "info marks");
	assert_non_null(row_with(&t, "x"));
	stage_done(&t);
}

static void test_mark__said_again_is_moved(void **state)
{
	struct stage t = stage("wide");

	good(&t, "mark 2");
	good(&t, "mark");		/* a number that is free */
	assert_string_equal(buf_text(&t.s->status), "mark 3 set; '3 comes back");
	good(&t, "goto 9");
	good(&t, "mark 2");
	assert_int_equal(t.s->n_marks, 2);
	good(&t, "'3");
	assert_int_equal(step_of(&t), 0);
	good(&t, "'2");
	assert_int_equal(step_of(&t), 9);
	stage_done(&t);
}

static void test_lockstep__by_time_and_by_work(void **state)
{
	struct stage t = stage("wide");

	good(&t, "end");	/* base takes longer: it has the lock */
	assert_true(value_of(&t, "base.time_ns") >
		value_of(&t, "patched.time_ns"));
	good(&t, "home");
	good(&t, "until time_ns > 60");
	assert_true(value_of(&t, "patched.workload.iterations") >
		value_of(&t, "base.workload.iterations"));
	good(&t, "lockstep");
	assert_non_null(row_with(&t, "finished work"));
	good(&t, "until workload.iterations == 2");
	assert_int_equal(variant_run(&t, 1)->m->work_done,
		variant_run(&t, 0)->m->work_done);
	assert_true(run_step(variant_run(&t, 1)) < step_of(&t));
	good(&t, "home");
	assert_int_equal(run_step(variant_run(&t, 1)), 0);
	stage_done(&t);
}

static void test_difference__shows_the_given_and_the_place(void **state)
{
	struct stage t = stage("wide");
	const struct row *row;

	good(&t, "difference");
	row = row_with(&t, "given");
	assert_non_null(row);
	assert_non_null(strstr(row->text, "vm_committed_as_batch"));
	assert_int_equal(value_of(&t, "base.vm_committed_as.lock.taken"), 0);
	assert_int_equal(value_of(&t, "patched.vm_committed_as.lock.taken"),
		0);
	assert_true(step_of(&t) > 0);
	good(&t, "return");
	assert_int_equal(step_of(&t), 0);
	good(&t, "act small");
	good(&t, "difference");
	assert_non_null(strstr(buf_text(&t.s->status), "the same"));
	stage_done(&t);
}

static void test_difference__needs_two(void **state)
{
	struct stage t = stage_open(TINY, "wide", (struct session_options){
		.variant = 1, .history = true });

	refused(&t, "difference", "only one variant");
	stage_done(&t);
}

/* A command that was begun but not run to its end. */
static void begin(struct stage *t, const char *line)
{
	struct scope scope = session_scope(t->s);
	struct command c;

	assert_true(command_parse(line, &scope, &c, &t->e));
	assert_true(session_command(t->s, &c, &t->e));
	command_done(&c);
}

static void test_interrupt__goes_back_to_where_it_began(void **state)
{
	static const char *const lines[] = { "end", "until 0",
		"goto never", "continue", "goto later" };

	for (unsigned i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct stage t = stage("wide");
		u64 digest;

		good(&t, "goto 9");
		digest = digest_of(&t);
		begin(&t, lines[i]);
		assert_true(session_pending(t.s));
		session_slice(t.s, 3);
		session_slice(t.s, 3);
		if (session_pending(t.s))
			session_interrupt(t.s);
		assert_false(session_pending(t.s));
		if (i != 4)
			assert_int_equal(digest_of(&t), digest);
		good(&t, "step");
		stage_done(&t);
	}
}

/* The condition lives as long as its move, the command does not. */
static void test_until__outlives_its_command(void **state)
{
	struct stage t = stage("wide");

	begin(&t, "until vm_committed_as.updates >= 3");
	while (session_pending(t.s))
		session_slice(t.s, 1);
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 3);
	stage_done(&t);
}

static void test_until__sees_no_other_variant(void **state)
{
	struct stage t = stage("wide");

	good(&t, "until base.vm_committed_as.updates >= 3");
	refused(&t, "until patched.vm_committed_as.updates >= 3", "another");
	stage_done(&t);
}

static void test_act__each_begins_at_step_0(void **state)
{
	struct stage t = stage(NULL);

	assert_int_equal(t.s->act, 0);
	good(&t, "act");
	assert_non_null(row_with(&t, "Wide updates"));
	good(&t, "goto 5");
	good(&t, "act wide");
	assert_int_equal(step_of(&t), 0);
	assert_int_equal(t.s->cue, 0);
	assert_int_equal(value_of(&t, "mapping_pages"), 10000);
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_step__forth_and_back_is_the_same_moment),
		cmocka_unit_test(test_step__tells_what_the_others_did),
		cmocka_unit_test(test_step__a_change_says_what_was),
		cmocka_unit_test(test_goto__all_forms),
		cmocka_unit_test(test_jump__return_goes_back_to_before_it),
		cmocka_unit_test(test_mark__said_again_is_moved),
		cmocka_unit_test(test_mark__comes_back_across_acts),
		cmocka_unit_test(test_lockstep__by_time_and_by_work),
		cmocka_unit_test(
			test_difference__shows_the_given_and_the_place),
		cmocka_unit_test(test_difference__needs_two),
		cmocka_unit_test(test_interrupt__goes_back_to_where_it_began),
		cmocka_unit_test(test_until__outlives_its_command),
		cmocka_unit_test(test_until__sees_no_other_variant),
		cmocka_unit_test(test_act__each_begins_at_step_0),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
