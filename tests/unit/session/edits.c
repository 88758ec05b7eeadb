/* SPDX-License-Identifier: GPL-3.0-or-later
 * Edits, undo and branches of a session.
 */
#include "stage.h"

static void test_edit__undo_gives_the_digest_before(void **state)
{
	static const char *const lines[] = { "set vm_committed_as_batch=1",
		"add 1 500", "sync all", "policy never", "start map 1 9",
		"schedule random", "schedule manual" };

	for (unsigned i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct stage t = stage("wide");
		u64 before, after;

		good(&t, "goto 21");
		before = digest_of(&t);
		good(&t, lines[i]);
		after = digest_of(&t);
		assert_true(before != after);
		good(&t, "undo");
		assert_int_equal(step_of(&t), 21);
		assert_int_equal(digest_of(&t), before);
		good(&t, "redo");
		assert_int_equal(digest_of(&t), after);
		good(&t, "undo");
		good(&t, "end");
		stage_done(&t);
	}
}

/* An answer that lists branches is of before the edit; a chart is to be seen. */
static void test_edit__an_old_answer_goes_away(void **state)
{
	static const char *const lines[] = { "set vm_committed_as_batch=1",
		"undo", "redo", "chart" };
	struct stage t = stage("wide");

	t.s->options.on_screen = true;
	good(&t, "goto 21");
	for (unsigned i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		t.s->ui.overlay = OVERLAY_TABLE;
		good(&t, lines[i]);
		assert_int_equal(t.s->ui.overlay, OVERLAY_NONE);
	}
	stage_done(&t);
}

/* Also what an edit in the past cut off comes back. */
static void test_edit__undo_brings_the_old_future_back(void **state)
{
	struct stage t = stage("wide");
	u64 with_one;

	good(&t, "goto 40");
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "goto 60");
	with_one = digest_of(&t);
	good(&t, "goto 20");
	good(&t, "set vm_committed_as_batch=9");
	good(&t, "step any 3");
	good(&t, "undo");
	good(&t, "goto 60");
	assert_int_equal(digest_of(&t), with_one);
	good(&t, "undo");
	assert_int_equal(step_of(&t), 40);
	assert_int_equal(value_of(&t, "vm_committed_as_batch"), 8192);
	refused(&t, "undo", "no edit");
	stage_done(&t);
}

/* The rough count decides if it is further away than 2 × 32. */
static void test_edit__sum_and_compare_tell_their_result(void **state)
{
	static const struct {
		const char *line, *says;
	} rows[] = {
		{ "sum 1", "percpu_counter_sum returned -9" },
		{ "compare 0 64", "percpu_counter_compare returned -1" },
		{ "compare 0 -9", "percpu_counter_compare returned 0" },
		{ "compare 1 -64", "percpu_counter_compare returned 1" },
	};
	struct stage t = stage("wide");

	good(&t, "goto end");
	good(&t, "add 1 -9");
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		good(&t, rows[i].line);
		assert_string_equal(buf_text(&t.s->status), rows[i].says);
	}
	good(&t, "start sum 1");	/* only queued: nothing to tell yet */
	assert_null(strstr(buf_text(&t.s->status), "returned"));
	stage_done(&t);
}

static void test_edit__undo_stays_before_the_edit(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 40");
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "goto 10");
	good(&t, "undo");
	assert_int_equal(step_of(&t), 10);
	good(&t, "goto 45");
	assert_int_equal(value_of(&t, "vm_committed_as_batch"), 8192);
	stage_done(&t);
}

static void test_edit__sync_all_is_one_edit(void **state)
{
	struct stage t = stage("small");
	u64 before;

	good(&t, "goto 30");
	good(&t, "giveup");
	before = digest_of(&t);
	assert_true(value_of(&t, "vm_committed_as.drift") > 0);
	good(&t, "sync all");
	assert_int_equal(value_of(&t, "vm_committed_as.drift"), 0);
	good(&t, "undo");
	assert_int_equal(digest_of(&t), before);
	stage_done(&t);
}

static void test_edit__goes_to_each_variant_where_it_stands(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 40");
	good(&t, "set vm_committed_as_batch=7");
	assert_int_equal(value_of(&t, "base.vm_committed_as_batch"), 7);
	assert_int_equal(value_of(&t, "patched.vm_committed_as_batch"), 7);
	good(&t, "set patched.vm_committed_as_batch=5");
	assert_int_equal(value_of(&t, "base.vm_committed_as_batch"), 7);
	assert_int_equal(value_of(&t, "patched.vm_committed_as_batch"), 5);
	good(&t, "undo");
	assert_int_equal(value_of(&t, "patched.vm_committed_as_batch"), 7);
	stage_done(&t);
}

static void test_edit__tells_what_each_variant_had(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 40");
	good(&t, "set patched.vm_committed_as_batch=5");
	assert_int_equal(t.s->status.n, 0);
	good(&t, "set vm_committed_as_batch=1000+7");
	assert_string_equal(buf_text(&t.s->status), "vm_committed_as_batch "
		"1,007; was 8,192 in base, 5 in patched");
	good(&t, "set vm_committed_as_batch=9");	/* the same in both */
	assert_int_equal(t.s->status.n, 0);
	assert_int_equal(row_with(&t, "vm_committed_as_batch")->before, 1007);
	stage_done(&t);
}

/* Cues behind it may have turned to another CPU; a choice made there stays. */
static void test_edit__undo_comes_back_to_the_followed_cpu(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 10");
	good(&t, "follow 0");
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "step any 3");
	good(&t, "follow 1");
	good(&t, "undo");
	assert_int_equal(step_of(&t), 10);
	assert_int_equal(t.s->follow, 0);
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "follow 1");
	good(&t, "undo");
	assert_int_equal(t.s->follow, 1);
	stage_done(&t);
}

/* What only the variant that is not shown refuses is left out there. */
static void test_edit__what_another_variant_refuses_is_left_out(void **state)
{
	struct stage t = stage("wide");

	good(&t, "until vm_committed_as.lock.waiters > 0");
	good(&t, "schedule manual");
	refused(&t, "pick 1", "spins");
	good(&t, "variant patched");
	good(&t, "pick 1");
	assert_non_null(row_with(&t, "left out: base"));
	assert_int_equal(t.s->follow, 1);
	good(&t, "step any");
	assert_int_equal(variant_run(&t, 1)->m->last.cpu, 1);
	good(&t, "undo");
	stage_done(&t);
}

static void test_edit__a_question_comes_first(void **state)
{
	struct stage t = stage("small");

	good(&t, "go");
	refused(&t, "set vm_committed_as_batch=1", "answer the question");
	refused(&t, "undo", "answer the question");
	good(&t, "giveup");
	good(&t, "set vm_committed_as_batch=1");
	stage_done(&t);
}

static void test_branch__changing_the_past_keeps_both_futures(void **state)
{
	struct stage t = stage("wide");
	u64 main_end, other_end;

	good(&t, "end");
	main_end = digest_of(&t);
	good(&t, "goto 40");
	good(&t, "set vm_committed_as_batch=1000000");
	good(&t, "end");
	other_end = digest_of(&t);
	assert_true(other_end != main_end);
	good(&t, "branch main");
	assert_int_equal(step_of(&t), 40);
	good(&t, "end");
	assert_int_equal(digest_of(&t), main_end);
	good(&t, "branch b1");
	good(&t, "end");
	assert_int_equal(digest_of(&t), other_end);
	good(&t, "branch");
	assert_non_null(row_with(&t, "b1"));
	assert_non_null(row_with(&t, "from step 40"));
	stage_done(&t);
}

/* A branch of a branch; a cue's own edit is applied once in each. */
static void test_branch__cues_edit_once_in_each(void **state)
{
	struct stage t = stage("edits");
	u64 end[3];

	good(&t, "end");
	end[0] = digest_of(&t);
	good(&t, "goto 10");
	good(&t, "add 0 3");
	good(&t, "end");
	end[1] = digest_of(&t);
	good(&t, "goto 30");
	good(&t, "add 1 4");
	good(&t, "end");
	end[2] = digest_of(&t);
	for (unsigned round = 0; round < 2; round++) {
		good(&t, "branch main");
		good(&t, "end");
		assert_int_equal(digest_of(&t), end[0]);
		good(&t, "branch b2");
		good(&t, "end");
		assert_int_equal(digest_of(&t), end[2]);
		good(&t, "branch b1");
		good(&t, "end");
		assert_int_equal(digest_of(&t), end[1]);
	}
	for (unsigned v = 0; v < 2; v++) {
		const struct inputs *in = &variant_run(&t, v)->inputs;
		unsigned cues = 0;

		for (size_t i = 0; i < in->n; i++)
			cues += in->at[i].cue;
		assert_int_equal(cues, 1);
	}
	stage_done(&t);
}

static void test_branch__nothing_to_keep_makes_none(void **state)
{
	struct stage t = stage("wide");

	good(&t, "end");
	good(&t, "add 0 1");
	good(&t, "branch");
	assert_int_equal(t.s->n_branches, 1);
	stage_done(&t);
}

static void test_branch__undo_leaves_it(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 40");
	good(&t, "add 0 1");
	assert_int_equal(t.s->branch, 1);
	good(&t, "undo");
	assert_int_equal(t.s->branch, 0);
	good(&t, "redo");
	assert_int_equal(t.s->branch, 1);
	good(&t, "undo");
	good(&t, "add 0 2");
	good(&t, "end");
	good(&t, "branch main");
	good(&t, "goto 41");
	assert_int_equal(value_of(&t, "vm_committed_as.sum") % 10, 0);
	stage_done(&t);
}

/* Back on a branch, what was done there can be undone. */
static void test_branch__keeps_its_edits(void **state)
{
	struct stage t = stage("wide");
	u64 before;

	good(&t, "goto 40");
	before = digest_of(&t);
	good(&t, "set vm_committed_as_batch=7");
	good(&t, "step any 9");
	good(&t, "set vm_committed_as_batch=8");
	good(&t, "branch main");
	refused(&t, "undo", "no edit");
	good(&t, "branch b1");
	good(&t, "goto 49");
	assert_int_equal(value_of(&t, "vm_committed_as_batch"), 8);
	good(&t, "undo");
	assert_int_equal(value_of(&t, "vm_committed_as_batch"), 7);
	good(&t, "undo");
	assert_int_equal(t.s->branch, 0);
	assert_int_equal(step_of(&t), 40);
	assert_int_equal(digest_of(&t), before);
	refused(&t, "undo", "no edit");
	good(&t, "redo");
	good(&t, "redo");
	assert_int_equal(value_of(&t, "vm_committed_as_batch"), 8);
	stage_done(&t);
}

static void test_branch__has_a_name(void **state)
{
	struct stage t = stage("wide");

	good(&t, "goto 40");
	good(&t, "add 0 1");
	good(&t, "branch b1 more");
	good(&t, "goto 50");
	good(&t, "add 0 2");
	good(&t, "end");
	good(&t, "goto 60");
	good(&t, "add 0 3");
	good(&t, "branches");
	assert_non_null(row_with(&t, "more"));
	assert_non_null(row_with(&t, "from more step 60: add 0 3"));
	refused(&t, "branch more main", "means something");
	refused(&t, "branch more two words", "one short word");
	refused(&t, "branch more patched", "is a variant");
	good(&t, "branch more");
	assert_string_equal(t.s->branches[t.s->branch].name, "more");
	stage_done(&t);
}

/* CPU 0 is busy in one variant, so that one comes in later: undo and redo take
 * it along. */
static void test_undo__of_sync_all_where_one_cpu_is_left_out(void **state)
{
	unsigned left_out = 0;

	for (unsigned k = 1; k < 60; k++) {
		struct stage t = stage("wide");
		u64 before[2], after[2];
		char line[32];

		good(&t, "add 1 3");
		good(&t, "start policy never");
		snprintf(line, sizeof(line), "step any %u", k);
		good(&t, line);
		for (unsigned v = 0; v < 2; v++)
			before[v] = machine_digest(variant_run(&t, v)->m,
				&variant_run(&t, v)->program);
		if (!session_line(t.s, "sync all", &t.e)) {
			stage_done(&t);
			continue;
		}
		left_out += row_with(&t, "left out") != NULL;
		for (unsigned v = 0; v < 2; v++)
			after[v] = machine_digest(variant_run(&t, v)->m,
				&variant_run(&t, v)->program);
		good(&t, "undo");
		for (unsigned v = 0; v < 2; v++)
			assert_true(before[v] == machine_digest(
				variant_run(&t, v)->m,
				&variant_run(&t, v)->program));
		good(&t, "redo");
		for (unsigned v = 0; v < 2; v++)
			assert_true(after[v] == machine_digest(
				variant_run(&t, v)->m,
				&variant_run(&t, v)->program));
		stage_done(&t);
	}
	assert_true(left_out > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			test_undo__of_sync_all_where_one_cpu_is_left_out),
		cmocka_unit_test(test_edit__an_old_answer_goes_away),
		cmocka_unit_test(test_edit__undo_gives_the_digest_before),
		cmocka_unit_test(test_edit__undo_brings_the_old_future_back),
		cmocka_unit_test(test_edit__undo_stays_before_the_edit),
		cmocka_unit_test(test_edit__sum_and_compare_tell_their_result),
		cmocka_unit_test(test_edit__sync_all_is_one_edit),
		cmocka_unit_test(
			test_edit__goes_to_each_variant_where_it_stands),
		cmocka_unit_test(test_edit__tells_what_each_variant_had),
		cmocka_unit_test(test_edit__undo_comes_back_to_the_followed_cpu),
		cmocka_unit_test(
			test_edit__what_another_variant_refuses_is_left_out),
		cmocka_unit_test(test_edit__a_question_comes_first),
		cmocka_unit_test(
			test_branch__changing_the_past_keeps_both_futures),
		cmocka_unit_test(test_branch__cues_edit_once_in_each),
		cmocka_unit_test(test_branch__nothing_to_keep_makes_none),
		cmocka_unit_test(test_branch__undo_leaves_it),
		cmocka_unit_test(test_branch__keeps_its_edits),
		cmocka_unit_test(test_branch__has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
