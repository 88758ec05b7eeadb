/* SPDX-License-Identifier: GPL-3.0-or-later
 * Cues: going over them, what they edit, in play and in a run alike.
 */
#include "stage.h"

static void test_cue__go_and_back_over_them(void **state)
{
	struct stage t = stage("wide");
	u64 digest;

	assert_int_equal(t.s->cue, 0);
	good(&t, "go");			/* at the same step */
	assert_int_equal(t.s->cue, 1);
	assert_int_equal(step_of(&t), 0);
	assert_int_equal(t.s->follow, 1);
	good(&t, "go");
	assert_int_equal(t.s->cue, 2);
	assert_int_equal(step_of(&t), 30);
	digest = digest_of(&t);
	good(&t, "reverse-go");
	assert_int_equal(t.s->cue, 1);
	good(&t, "go");
	assert_int_equal(digest_of(&t), digest);
	assert_int_equal(t.s->cue, 2);
	good(&t, "reverse-go 2");
	assert_int_equal(t.s->cue, 0);
	stage_done(&t);
}

/* As readers and players do: the start of this one comes first. */
static void test_cue__back_to_its_own_start_first(void **state)
{
	static const char *const ways[] = { "reverse-cue", "reverse-go" };

	for (unsigned i = 0; i < 2; i++) {
		struct stage t = stage("wide");

		good(&t, "goto later");
		good(&t, "step any 4");
		good(&t, "follow 0");
		good(&t, ways[i]);
		assert_int_equal(t.s->cue, 2);
		assert_int_equal(step_of(&t), 30);
		assert_int_equal(t.s->follow, 1);
		good(&t, ways[i]);
		assert_int_equal(t.s->cue, 1);
		good(&t, "goto later");
		good(&t, "step any 4");
		good(&t, "reverse-cue 2");
		assert_int_equal(t.s->cue, 1);
		stage_done(&t);
	}
}

/* Heard before the numbers; the numbers once more, all, by `changes`. */
static void test_cue__the_story_comes_before_what_changed(void **state)
{
	struct stage t = stage("wide");
	const struct row *say, *change;
	size_t n = 0;

	good(&t, "go 2");
	say = row_of(&t, ROW_SAY);
	change = row_of(&t, ROW_CHANGE);
	assert_true(say && change && say < change);
	assert_true(change < row_of(&t, ROW_PLACE));
	for (size_t i = 0; i < t.s->rows.n; i++)
		n += t.s->rows.at[i].kind == ROW_CHANGE;
	good(&t, "changes");
	assert_int_equal(t.s->rows.n, n);
	assert_non_null(row_with(&t, ", was "));
	good(&t, "goto start");
	good(&t, "follow 1");
	good(&t, "changes");		/* of the move, not of looks */
	assert_int_equal(t.s->rows.n, n);
	stage_done(&t);
}

static void test_cue__narration_has_the_numbers_of_its_place(void **state)
{
	struct stage t = stage("small");

	good(&t, "go");
	assert_string_equal(buf_text(&t.s->say), "One of 1.");
	good(&t, "giveup");
	good(&t, "home");
	good(&t, "step any 20");
	assert_string_equal(buf_text(&t.s->say), "One of 1.");
	stage_done(&t);
}

static void test_cue__stepping_enters_what_it_passes(void **state)
{
	struct stage t = stage("wide");

	good(&t, "step any 29");
	assert_int_equal(t.s->cue, 0);
	good(&t, "step any");
	assert_int_equal(t.s->cue, 2);
	assert_non_null(row_of(&t, ROW_SAY));
	good(&t, "back any");
	assert_int_equal(t.s->cue, 1);
	assert_null(row_of(&t, ROW_SAY));
	stage_done(&t);
}

static void test_cue__a_question_is_not_stepped_over(void **state)
{
	struct stage t = stage("small");

	good(&t, "end");
	assert_int_equal(t.s->cue, 1);
	assert_true(t.s->question.open);
	good(&t, "giveup");
	good(&t, "go");
	assert_int_equal(t.s->cue, 2);
	stage_done(&t);
}

static void test_cue__the_run_may_end_before_it(void **state)
{
	struct stage t = stage("wide");

	good(&t, "go 2");
	good(&t, "go");
	assert_non_null(row_with(&t, "ends before the next cue"));
	assert_int_equal(t.s->cue, 2);
	stage_done(&t);
}

static void test_cue__the_next_act_and_the_one_before(void **state)
{
	struct stage t = stage("small");

	good(&t, "go");
	good(&t, "giveup");
	good(&t, "go");
	good(&t, "giveup");
	good(&t, "go");
	good(&t, "go");
	assert_int_equal(t.s->act, 1);
	assert_int_equal(t.s->cue, 0);
	good(&t, "reverse-go");
	assert_int_equal(t.s->act, 0);
	assert_int_equal(t.s->cue, 3);
	stage_done(&t);
}

/* However one gets there, the edit of a cue is made at its step, once. */
static void test_cue__edits_in_play_run_and_replay_alike(void **state)
{
	static const char *const ways[] = { "end", "go 2", "goto smaller;end",
		"step any 21;back any 5;end", "step 40;end",
		"end;home;goto 25;end", "goto 25;add 0 1;undo;end" };
	u64 digest = 0;

	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways) * 2; i++) {
		struct stage t = stage_open(TINY, "edits",
			(struct session_options){ .variant = -1,
				.history = i % 2, .no_cues = i % 3 == 0 });
		char line[64];

		for (const char *p = ways[i / 2]; *p; p += *p == ';') {
			size_t n = strcspn(p, ";");

			snprintf(line, sizeof(line), "%.*s", (int)n, p);
			good(&t, line);
			p += n;
		}
		good(&t, "variant base");
		if (!i)
			digest = digest_of(&t);
		if (digest_of(&t) != digest)
			fail_msg("another end: %s", ways[i / 2]);
		stage_done(&t);
	}
}

/* As `run` does it: to the end without a move. */
static void test_cue__edits_in_a_run_to_the_end(void **state)
{
	struct stage t = stage_open(TINY, "edits", (struct session_options){
		.variant = -1, .no_cues = true });
	struct stage u = stage("edits");

	session_finish(t.s, NULL);
	good(&u, "end");
	good(&u, "variant base");
	assert_int_equal(value_of(&t, "vm_committed_as_batch"), 8);
	assert_int_equal(digest_of(&t), digest_of(&u));
	stage_done(&t);
	stage_done(&u);
}

static void test_cue__only_looks_where_values_were_chosen(void **state)
{
	struct stage t = stage_open(TINY, "edits", (struct session_options){
		.variant = -1, .history = true, .only_look = true });

	good(&t, "goto smaller");
	assert_int_equal(t.s->cue, 1);
	assert_int_equal(value_of(&t, "vm_committed_as_batch"), 8192);
	assert_true(t.s->ui.hidden & 1u << PANE_SCORE);
	stage_done(&t);
}

static void test_cue__a_run_neither_asks_nor_leaves_its_act(void **state)
{
	struct stage t = stage_open(TINY, "small", (struct session_options){
		.variant = 1, .no_cues = true });

	good(&t, "go");
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 1);
	assert_false(t.s->question.open);
	good(&t, "step any 3");
	good(&t, "goto over");
	assert_true(run_ended(variant_run(&t, 1)));
	refused(&t, "go", "one act");
	refused(&t, "act wide", "one act");
	refused(&t, "goto begin", "one act");
	stage_done(&t);
}

static void test_cue__panes_hidden_come_back(void **state)
{
	struct stage t = stage("edits");

	good(&t, "go");
	assert_true(t.s->ui.hidden & 1u << PANE_SCORE);
	good(&t, "reverse-go");
	assert_false(t.s->ui.hidden & 1u << PANE_SCORE);
	stage_done(&t);
}

static void test_cue__a_line_stepped_is_a_line_seen(void **state)
{
	static const char *const ways[] = { "step", "next", "step any",
		"continue", "back" };

	for (unsigned i = 0; i < 5; i++) {
		struct stage t = stage("wide");

		good(&t, "go 2");
		good(&t, "step");
		good(&t, "hide code,line");
		good(&t, ways[i]);
		assert_false(t.s->ui.hidden & 1u << PANE_CODE);
		assert_true(t.s->ui.hidden & 1u << PANE_LINE);
		stage_done(&t);
	}
}

/* Who comes back is told what was told there last; nothing is asked twice. */
static void test_cue__coming_back_to_a_moment(void **state)
{
	struct stage t = stage("small");
	char text[160];

	good(&t, "go");
	good(&t, "giveup");
	good(&t, "go");
	good(&t, "giveup");
	good(&t, "step");
	snprintf(text, sizeof(text), "goto %s", session_address(t.s));
	stage_done(&t);
	t = stage("small");
	good(&t, text);
	assert_int_equal(t.s->cue, 2);
	assert_false(t.s->question.open);
	assert_string_equal(buf_text(&t.s->say), "Now choose.");
	good(&t, "go");
	assert_int_equal(t.s->cue, 3);
	good(&t, "home");
	good(&t, "go");
	assert_false(t.s->question.open);
	stage_done(&t);
}

static void test_cue__coming_back_to_a_question(void **state)
{
	struct stage t = stage("small");
	char text[160];

	good(&t, "go");
	good(&t, "giveup");
	good(&t, "go");
	snprintf(text, sizeof(text), "goto %s", session_address(t.s));
	assert_string_equal(session_when(t.s), "pick-one");
	good(&t, "giveup");
	good(&t, "step");
	assert_non_null(strchr(session_when(t.s), '@'));
	stage_done(&t);
	t = stage("small");
	good(&t, text);
	assert_int_equal(t.s->cue, 2);
	assert_true(t.s->question.open);
	stage_done(&t);
}

static void test_cue__a_name_says_where_one_is(void **state)
{
	struct stage t = stage("wide");

	assert_string_equal(session_when(t.s), "begin");
	good(&t, "go 2");
	assert_string_equal(session_when(t.s), "later");
	good(&t, "variant patched");
	assert_non_null(strchr(session_when(t.s), '@'));
	good(&t, "variant base");
	good(&t, "add 0 1");
	assert_non_null(strchr(session_when(t.s), '@'));
	good(&t, "goto edits");		/* an act's name */
	assert_int_equal(t.s->act, 2);
	assert_int_equal(step_of(&t), 0);
	stage_done(&t);
}

static void test_cue__a_count_ends_there_on_the_screen(void **state)
{
	struct stage t = stage("wide");

	good(&t, "step any 40");
	assert_int_equal(step_of(&t), 40);
	good(&t, "home");
	t.s->options.on_screen = true;
	good(&t, "step any 40");
	assert_int_equal(step_of(&t), 30);
	assert_int_equal(t.s->cue, 2);
	assert_non_null(row_with(&t, "10 short of the count"));
	good(&t, "step any 10");
	assert_int_equal(step_of(&t), 40);
	/* of breakpoints: those that were not reached are short */
	good(&t, "home");
	good(&t, "break __vm_enough_memory");
	good(&t, "continue");
	good(&t, "continue 3");
	assert_int_equal(step_of(&t), 30);
	assert_non_null(row_with(&t, "2 short of the count"));
	stage_done(&t);
}

/* A count passes no open question and no act. */
static void test_go__a_count_ends_at_a_question(void **state)
{
	struct stage t = stage("small");

	good(&t, "go 3");
	assert_int_equal(t.s->cue, 1);
	assert_true(t.s->question.open);
	assert_non_null(row_with(&t, "a question first"));
	refused(&t, "go 2", "answer the question");
	good(&t, "giveup");
	good(&t, "cue 5");
	assert_int_equal(t.s->cue, 2);
	good(&t, "giveup");
	good(&t, "go 5");
	assert_int_equal(t.s->act, 0);
	assert_int_equal(t.s->cue, 3);
	assert_non_null(strstr(buf_text(&t.s->status), "4 short"));
	good(&t, "go 5");
	assert_int_equal(t.s->act, 1);
	assert_int_equal(t.s->cue, 0);
	good(&t, "reverse-go 2");
	good(&t, "reverse-go 3");	/* what is answered is passed */
	assert_int_equal(t.s->cue, 0);
	good(&t, "go 2");
	assert_int_equal(t.s->cue, 2);
	stage_done(&t);
}

/* No move by lines passes a question, which it would give away, on the screen or in
 * the dialogue; in class all do. */
static void test_cue__a_move_ends_at_a_question(void **state)
{
	static const char *const ways[] = { "continue", "finish",
		"until vm_committed_as.updates > 3",
		"advance percpu_counter_add_batch:return" };
	struct session_options o = { .variant = -1, .history = true };

	for (unsigned i = 0; i < 8; i++) {
		struct stage t;
		u64 asked;

		o.on_screen = i % 2;
		t = stage_open(TINY, "small", o);

		good(&t, "cue 2");
		asked = step_of(&t);
		assert_true(t.s->question.open);
		good(&t, "giveup");
		good(&t, "continue");	/* answered: it is passed */
		assert_true(step_of(&t) > asked);
		stage_done(&t);
		t = stage_open(TINY, "small", o);
		good(&t, "step");
		good(&t, ways[i / 2]);
		if (step_of(&t) < asked)
			good(&t, "continue");
		assert_int_equal(step_of(&t), asked);
		assert_true(t.s->question.open);
		assert_int_equal(t.s->cue, 1);
		stage_done(&t);
		o.class_mode = true;
		t = stage_open(TINY, "small", o);
		o.class_mode = false;
		good(&t, "continue");
		assert_true(step_of(&t) > asked);
		stage_done(&t);
	}
}

/* After an edit nobody knows yet where the question will be: it is not passed in the
 * lines that find it, nor are those counted that lie behind it. */
static void test_cue__a_move_ends_at_a_question_found_on_the_way(void **state)
{
	static const char *const ways[] = { "continue", "step 90",
		"until vm_committed_as.updates > 3", "until steps == 70" };

	for (unsigned i = 0; i < 8; i++) {
		struct stage t = stage_open(TINY, "small",
			(struct session_options){ .variant = -1,
				.history = true, .on_screen = i % 2 });

		good(&t, "set vm_committed_as_batch 5");
		good(&t, ways[i / 2]);
		assert_int_equal(t.s->cue, 1);
		assert_true(t.s->question.open);
		assert_int_equal(step_of(&t),
			t.s->variant[t.s->shown].tracker.at[1]);
		assert_int_equal(value_of(&t, "vm_committed_as.updates"), 1);
		assert_true(strtoull(buf_text(&t.s->others), NULL, 10) <
			step_of(&t));
		stage_done(&t);
	}
}

/* To count from step 0 is no way on: questions that a jump passed end no move that
 * began behind them. */
static void test_cue__counting_hits_meets_no_question(void **state)
{
	for (unsigned on_screen = 0; on_screen < 2; on_screen++) {
		struct stage t = stage_open(TINY, "small",
			(struct session_options){ .variant = -1,
				.history = true, .on_screen = on_screen });
		u64 from;

		good(&t, "goto over");
		good(&t, "back 4");
		from = step_of(&t);
		if (t.s->question.open)
			good(&t, "giveup");
		good(&t, "break vm_committed_as.updates > 1000");
		good(&t, "ignore 1 2");
		good(&t, "continue");
		assert_true(step_of(&t) > from);
		stage_done(&t);
	}
}

/* `go` comes to one moment after the other, where several have the same step: then
 * one of them may be a question that the next line gives away. */
static void test_cue__a_question_that_waits_here_comes_first(void **state)
{
	static const char text[] = TINY_HEAD
		"  - name: both\n"
		"    title: Two moments at a step\n"
		"    main: true\n"
		"    cues:\n"
		"      - {name: hello, step: 0, say: Hello.}\n"
		"      - {name: look, step: 20, say: Look.}\n"
		"      - name: asked\n"
		"        step: 20\n"
		"        say: Now guess.\n"
		"        ask: {name: which, text: How many?, answer: 7, hint: Guess., explain: Seven.}\n"
		"      - {name: gone, end: true, say: It is over.}\n";
	static const char *const ways[] = { "step", "step 3", "step any",
		"next", "finish", "continue", "decision",
		"until steps == 30" };

	for (unsigned i = 0; i < 16; i++) {
		struct stage t = stage_open(text, "both",
			(struct session_options){ .variant = -1,
				.history = true, .on_screen = i % 2 });

		good(&t, "go");
		assert_int_equal(t.s->cue, 1);
		good(&t, ways[i / 2]);
		assert_int_equal(step_of(&t), 20);
		assert_int_equal(t.s->cue, 2);
		assert_true(t.s->question.open);
		assert_string_equal(buf_text(&t.s->status),
			"a question first");
		refused(&t, ways[i / 2], "answer the question first");
		good(&t, "back");	/* it is put again */
		good(&t, "step 9");
		assert_int_equal(step_of(&t), 20);
		assert_true(t.s->question.open);
		good(&t, "giveup");
		good(&t, ways[i / 2]);
		assert_true(step_of(&t) > 20);
		stage_done(&t);
	}
}

/* On a branch where the cue has come, from one where none has yet. */
static void test_cue__none_yet_on_the_branch_one_leaves(void **state)
{
	struct stage t = stage_open(TINY_HEAD
		"  - name: late\n"
		"    title: A cue that an edit brings forward\n"
		"    main: true\n"
		"    cues:\n"
		"      - {name: big, when: vm_committed_as_batch > 9000, say: Big.}\n"
		"      - {name: over, end: true, say: Over.}\n",
		"late", (struct session_options){ .variant = -1,
			.history = true });

	good(&t, "goto 20");
	assert_int_equal(t.s->cue, -1);
	good(&t, "goto 10");
	good(&t, "set vm_committed_as_batch=9999");
	good(&t, "goto 20");
	assert_int_equal(t.s->cue, 0);
	good(&t, "branch main");
	assert_int_equal(t.s->cue, -1);
	good(&t, "branch b1");
	assert_int_equal(t.s->cue, -1);
	good(&t, "step");
	assert_int_equal(step_of(&t), 11);
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cue__a_move_ends_at_a_question),
		cmocka_unit_test(test_cue__a_move_ends_at_a_question_found_on_the_way),
		cmocka_unit_test(test_cue__counting_hits_meets_no_question),
		cmocka_unit_test(test_cue__a_question_that_waits_here_comes_first),
		cmocka_unit_test(test_cue__none_yet_on_the_branch_one_leaves),
		cmocka_unit_test(test_go__a_count_ends_at_a_question),
		cmocka_unit_test(test_cue__go_and_back_over_them),
		cmocka_unit_test(test_cue__back_to_its_own_start_first),
		cmocka_unit_test(test_cue__the_story_comes_before_what_changed),
		cmocka_unit_test(
			test_cue__narration_has_the_numbers_of_its_place),
		cmocka_unit_test(test_cue__stepping_enters_what_it_passes),
		cmocka_unit_test(test_cue__a_question_is_not_stepped_over),
		cmocka_unit_test(test_cue__the_run_may_end_before_it),
		cmocka_unit_test(test_cue__the_next_act_and_the_one_before),
		cmocka_unit_test(test_cue__edits_in_play_run_and_replay_alike),
		cmocka_unit_test(test_cue__edits_in_a_run_to_the_end),
		cmocka_unit_test(test_cue__only_looks_where_values_were_chosen),
		cmocka_unit_test(
			test_cue__a_run_neither_asks_nor_leaves_its_act),
		cmocka_unit_test(test_cue__panes_hidden_come_back),
		cmocka_unit_test(test_cue__a_line_stepped_is_a_line_seen),
		cmocka_unit_test(test_cue__coming_back_to_a_moment),
		cmocka_unit_test(test_cue__coming_back_to_a_question),
		cmocka_unit_test(test_cue__a_name_says_where_one_is),
		cmocka_unit_test(test_cue__a_count_ends_there_on_the_screen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
