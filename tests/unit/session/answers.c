/* SPDX-License-Identifier: GPL-3.0-or-later
 * Questions: right, wrong, hints, giving up, class mode, what is locked.
 */
#include "stage.h"

static struct stage asked(const char *act, bool class_mode)
{
	struct stage t = stage_open(TINY, act, (struct session_options){
		.variant = -1, .history = true, .class_mode = class_mode });

	good(&t, "go");
	assert_true(t.s->question.open);
	return t;
}

static const struct row *verdict(const struct stage *t)
{
	const struct row *r = row_of(t, ROW_VERDICT);

	assert_non_null(r);
	return r;
}

/* At four updates it is 1000 × 4 − 5000. */
static void test_answer__a_number_as_people_write_it(void **state)
{
	static const char *const right[] = { "answer -1000", "answer -1,000",
		("answer \xe2\x88\x92" "1,000") };
	static const char *const unread[] = { "answer x", "answer 1.5",
		"answer 1 000x", "answer 99999999999999999999", "answer -" };

	for (unsigned i = 0; i < sizeof(right) / sizeof(*right); i++) {
		struct stage t = asked("small", false);

		good(&t, right[i]);
		assert_int_equal(verdict(&t)->number, 1);
		assert_non_null(strstr(verdict(&t)->text, "At 4 updates"));
		stage_done(&t);
	}
	for (unsigned i = 0; i < sizeof(unread) / sizeof(*unread); i++) {
		struct stage t = asked("small", false);

		refused(&t, unread[i], "whole number");
		assert_int_equal(t.s->question.misses, 0);
		stage_done(&t);
	}
}

static void test_answer__wrong_thrice_shows_it(void **state)
{
	struct stage t = asked("small", false);

	good(&t, "answer 1");
	assert_int_equal(verdict(&t)->number, 0);
	assert_null(strstr(verdict(&t)->text, "Hint"));
	good(&t, "answer 2");
	assert_non_null(strstr(verdict(&t)->text, "Hint: It is below zero."));
	assert_false(t.s->question.revealed);
	good(&t, "answer 3");
	assert_true(t.s->question.revealed);
	assert_false(t.s->question.right);
	assert_non_null(strstr(verdict(&t)->text,
		"It is \xe2\x88\x92" "1,000."));
	refused(&t, "answer -1000", "shown already");
	stage_done(&t);
}

static void test_answer__a_choice_and_its_remark(void **state)
{
	struct stage t = asked("small", false);

	good(&t, "giveup");
	good(&t, "go");
	assert_non_null(row_of(&t, ROW_CHOICE));
	refused(&t, "answer 4", "1 to 3");
	refused(&t, "answer 0", "1 to 3");
	refused(&t, "answer ab", "1 to 3");
	good(&t, "answer 3");
	assert_non_null(strstr(verdict(&t)->text, "not a matter of luck"));
	good(&t, "answer B");
	assert_int_equal(verdict(&t)->number, 1);
	assert_non_null(strstr(verdict(&t)->text, "Taken 0 times."));
	stage_done(&t);
}

static void test_answer__looking_ahead_is_locked(void **state)
{
	static const char *const ahead[] = { "go", "step", "step any", "next",
		"continue", "until 0", "decision", "end", "goto 60", "cue",
		"difference", "variant", "print 1", "set vm_committed_as_batch=1" };
	struct stage t = asked("small", false);
	u64 digest = digest_of(&t);

	for (unsigned i = 0; i < sizeof(ahead) / sizeof(*ahead); i++)
		refused(&t, ahead[i], "answer the question");
	assert_int_equal(digest_of(&t), digest);
	good(&t, "back");
	stage_done(&t);
}

static void test_answer__escape_twice_gives_up(void **state)
{
	struct stage t = asked("small", false);

	good(&t, "escape");
	assert_false(t.s->question.revealed);
	good(&t, "hint");		/* something else in between */
	good(&t, "escape");
	assert_false(t.s->question.revealed);
	good(&t, "escape");
	assert_true(t.s->question.revealed);
	good(&t, "step");
	stage_done(&t);
}

static bool hides(const struct question_state *q)
{
	return q->open && !q->revealed && !q->away;
}

/* By this way one is back: open, hidden, with one miss. */
static void is_asked_as_before(struct stage *t, const char *way, u64 step)
{
	good(t, way);
	assert_int_equal(step_of(t), step);
	assert_int_equal(t->s->cue, 1);
	assert_true(hides(&t->s->question));
	assert_int_equal(t->s->question.misses, 1);
	assert_int_equal(t->s->question.chosen, 0);
}

/* Four updates lie ahead: there it is -1000, whatever was answered. */
static void test_answer__refute_goes_where_it_shows(void **state)
{
	struct stage t = asked("small", false);
	u64 before = step_of(&t);

	refused(&t, "refute", "after a wrong answer");
	good(&t, "answer 1");
	assert_non_null(row_with(&t, "refute goes to the step"));
	good(&t, "refute");
	assert_true(step_of(&t) > before);
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 4);
	assert_true(t.s->question.open && !t.s->question.revealed);
	assert_false(hides(&t.s->question));
	assert_int_equal(t.s->deeds[t.s->n_deeds - 1].kind, DEED_REFUTED);
	refused(&t, "refute", "goes back to the question");
	refused(&t, "answer -1000", "goes back to the question");
	refused(&t, "hint", "goes back to the question");
	refused(&t, "step", "answer the question first");
	good(&t, "back");
	assert_int_equal(value_of(&t, "vm_committed_as.updates"), 3);
	assert_int_equal(t.s->cue, 1);
	is_asked_as_before(&t, "return", before);
	good(&t, "answer -1000");
	assert_true(t.s->question.right);
	good(&t, "go");
	assert_int_equal(t.s->cue, 2);
	stage_done(&t);
}

/* Whatever one comes back by; and as often as one likes. */
static void test_answer__comes_back_from_refuting(void **state)
{
	static const char *const ways[] = { "return", "go", "escape", "home" };

	for (unsigned i = 0; i < 4; i++) {
		struct stage t = asked("small", false);
		u64 before = step_of(&t);

		good(&t, "answer 1");
		good(&t, "refute");
		good(&t, i < 3 ? "up" : "mark m");	/* no matter what */
		if (i < 3) {
			is_asked_as_before(&t, ways[i], before);
			good(&t, "refute");
			is_asked_as_before(&t, ways[i], before);
			good(&t, "answer 2");
			good(&t, "answer 3");
			assert_true(t.s->question.revealed);
			good(&t, "refute");	/* it stays as it is shown */
			good(&t, "return");
			assert_true(t.s->question.revealed);
		} else {
			good(&t, ways[i]);	/* the start: not asked there */
			assert_null(t.s->question.is);
			good(&t, "go");
			assert_true(hides(&t.s->question));
		}
		stage_done(&t);
	}
}

/* One line back from just behind it is the question, too. */
static void test_answer__back_to_the_question(void **state)
{
	struct stage t = asked("small", false);
	u64 before = step_of(&t);

	good(&t, "answer 1");
	good(&t, "refute");
	while (step_of(&t) > before)
		good(&t, "back any");
	assert_true(hides(&t.s->question));
	assert_int_equal(t.s->question.misses, 1);
	stage_done(&t);
}

static void test_answer__right_needs_no_refuting(void **state)
{
	struct stage t = asked("small", false);

	good(&t, "answer -1000");
	assert_null(row_with(&t, "refute"));
	refused(&t, "refute", "after a wrong answer");
	stage_done(&t);
}

static void test_answer__hint_and_giveup(void **state)
{
	struct stage t = asked("small", false);

	good(&t, "hint");
	assert_non_null(row_with(&t, "Hint: It is below zero."));
	good(&t, "giveup");
	assert_int_equal(verdict(&t)->number, 0);
	refused(&t, "giveup", "shown already");
	stage_done(&t);
}

/* What was answered is not asked again in this act's run. */
static void test_answer__is_asked_once(void **state)
{
	struct stage t = asked("small", false);

	good(&t, "answer -1000");
	good(&t, "reverse-go");
	assert_false(t.s->question.open);
	good(&t, "go");
	assert_false(t.s->question.open);
	stage_done(&t);
}

static void test_class__votes_and_reveal(void **state)
{
	struct stage t = asked("small", true);

	good(&t, "cue");		/* nothing is locked */
	assert_non_null(t.s->question.is);
	good(&t, "votes 12 40 8");
	assert_int_equal(t.s->question.votes[1], 40);
	assert_non_null(row_with(&t, "40 hands"));
	refused(&t, "votes 1 2 3 4", "3 answers");
	good(&t, "reveal");
	assert_non_null(strstr(verdict(&t)->text, "It is 2."));
	good(&t, "votes 1 1 1");
	stage_done(&t);
}

/* The judge looks at what this run does, edits included. */
static void test_answer__is_right_after_an_edit(void **state)
{
	struct stage t = stage("small");

	good(&t, "set vm_committed_as_batch=1");
	good(&t, "go");
	good(&t, "giveup");
	good(&t, "go");
	good(&t, "answer 2");		/* right without the edit */
	assert_int_equal(verdict(&t)->number, 0);
	assert_int_equal(t.s->question.right_choices, 0);
	stage_done(&t);
}

/* Judging leaves the run where it is. */
static void test_answer__moves_nothing(void **state)
{
	struct stage t = asked("small", false);
	u64 digest = digest_of(&t), step = step_of(&t);

	good(&t, "answer 17");
	assert_int_equal(step_of(&t), step);
	assert_int_equal(digest_of(&t), digest);
	stage_done(&t);
}

static void test_answer__a_bare_word_answers(void **state)
{
	struct stage t = asked("small", false);

	good(&t, "-1000");
	assert_true(t.s->question.right);
	good(&t, "go");
	refused(&t, "7", "1 to 3");
	good(&t, "c");
	assert_int_equal(t.s->question.misses, 1);
	good(&t, " 2");
	assert_true(t.s->question.right);
	refused(&t, "2", "");
	stage_done(&t);
}

static void test_answer__values_are_hidden_while_open(void **state)
{
	struct stage t = asked("small", false);

	refused(&t, "info names", "answer the question first");
	good(&t, "why all");
	assert_null(row_with(&t, "vm_committed_as.count 0"));
	assert_non_null(row_with(&t, "vm_committed_as.count \xc2\xb7"));
	good(&t, "explain vm_committed_as.count");
	assert_non_null(row_with(&t, "vm_committed_as.count = \xc2\xb7"));
	assert_null(row_with(&t, "hanged"));
	good(&t, "giveup");
	good(&t, "info names");
	stage_done(&t);
}

static void test_answer__hands_are_for_choices(void **state)
{
	struct stage t = asked("small", true);

	refused(&t, "votes 3 4", "asks for a number");
	stage_done(&t);
}

/* Some millions of lines are not waited for. */
static void test_answer__out_of_reach_is_said(void **state)
{
	static char text[sizeof(TINY) + 64];
	const char *max = strstr(TINY, "100}");
	const char *set = strstr(TINY, "2}\nworkload");
	struct stage t;

	snprintf(text, sizeof(text), "%.*s1000000%.*s1000000%s",
		(int)(max - TINY), TINY, (int)(set - max) - 3, max + 3,
		set + 1);
	t = stage_open(text, "small", (struct session_options){
		.variant = -1, .history = true });
	good(&t, "go");
	good(&t, "giveup");
	good(&t, "go");
	refused(&t, "answer 2", "can't be computed");
	assert_true(t.s->question.open);
	good(&t, "giveup");
	assert_false(t.s->question.open);
	assert_non_null(row_with(&t, "left out"));
	stage_done(&t);
}

#define HERE TINY_HEAD \
	"  - name: here\n" \
	"    title: Known at once\n" \
	"    main: true\n" \
	"    cues:\n" \
	"      - {name: nothing, step: 0, say: Nothing yet.}\n" \
	"      - name: now\n" \
	"        step: 4\n" \
	"        say: Now.\n" \
	"        ask:\n" \
	"          name: which\n" \
	"          text: Has it begun?\n" \
	"          choices:\n" \
	"            - {text: 'no', when: steps == 0, remark: It has., misconception: never-begun}\n" \
	"            - {text: 'yes', when: steps > 0}\n" \
	"          hint: Look.\n" \
	"          explain: '{steps} lines.'\n"

/* A belief that the present values refute is named, too. */
static void test_answer__known_at_once_is_refuted_here(void **state)
{
	struct stage t = stage_open(HERE, "here", (struct session_options){
		.variant = -1, .history = true });

	good(&t, "go");
	good(&t, "answer 1");
	assert_non_null(row_with(&t, "The values here refute it"));
	good(&t, "refute");
	assert_int_equal(step_of(&t), 4);
	assert_false(hides(&t.s->question));
	refused(&t, "answer 2", "goes back");
	good(&t, "return");
	assert_true(hides(&t.s->question));
	good(&t, "answer 2");
	assert_true(t.s->question.right);
	stage_done(&t);
}

#define NUMBERED TINY_HEAD \
	"  - name: here\n" \
	"    title: A number\n" \
	"    main: true\n" \
	"    cues:\n" \
	"      - name: now\n" \
	"        step: 4\n" \
	"        say: Now.\n" \
	"        ask:\n" \
	"          name: how-many\n" \
	"          text: How many updates by then?\n" \
	"          answer: vm_committed_as.updates\n" \
	"          mistakes:\n" \
	"            - {value: vm_committed_as.updates - 1, remark: 'Not {vm_committed_as.updates - 1}: count the last.', misconception: fence-post}\n" \
	"            - {value: 2 * vm_committed_as.updates, remark: Each once.}\n" \
	"          known: vm_committed_as.updates >= 4\n" \
	"          hint: Look.\n" \
	"          explain: So it is.\n"

/* A number that a wrong idea leads to is told so, with the numbers of the moment
 * where the answer is known; it is remembered by that idea's name. */
static void test_answer__mistakes_are_told_apart(void **state)
{
	struct stage t = stage_open(NUMBERED, "here", (struct session_options){
		.variant = -1, .history = true });

	if (!t.s->question.open)
		good(&t, "go");
	good(&t, "answer 3");
	assert_non_null(row_with(&t, "Not that. Not 3: count the last."));
	assert_string_equal(t.s->deeds[0].misconception, "fence-post");
	assert_int_equal(t.s->deeds[0].value, 3);
	good(&t, "answer 8");
	assert_non_null(row_with(&t, "Each once."));
	assert_null(t.s->deeds[1].misconception);
	good(&t, "answer 7");
	assert_null(row_with(&t, "Each once."));
	assert_int_equal(t.s->question.remark.n, 0);
	assert_true(t.s->question.revealed);
	stage_done(&t);
}

/* Space after the answer: where the run says so, the question in view; then on. */
static void test_class__the_answer_is_proved(void **state)
{
	struct stage t = asked("small", true);
	u64 known;
	int cue = t.s->cue;

	good(&t, "go");			/* what Enter does */
	assert_int_equal(t.s->cue, cue);
	known = t.s->question.known_step[t.s->shown];
	assert_true(known > step_of(&t));
	good(&t, "go");
	assert_int_equal(step_of(&t), known);
	assert_int_equal(t.s->cue, cue);
	assert_true(t.s->question.open && t.s->question.revealed);
	good(&t, "go");
	assert_int_equal(t.s->cue, cue + 1);
	stage_done(&t);
	t = asked("small", true);	/* who goes on by other ways is not held */
	good(&t, "reveal");
	good(&t, "cue");
	assert_int_equal(t.s->cue, cue + 1);
	stage_done(&t);
}

/* An edit may leave no answer right; that is nobody's miss. */
static void test_answer__none_right_is_said(void **state)
{
	struct stage t = asked("small", false);
	size_t deeds;

	good(&t, "giveup");
	good(&t, "set vm_committed_as_batch=8");
	good(&t, "go");
	assert_true(t.s->question.open);
	deeds = t.s->n_deeds;
	good(&t, "answer 3");
	assert_non_null(strstr(verdict(&t)->text, "no answer is right"));
	assert_true(t.s->question.revealed);
	assert_int_equal(t.s->question.misses, 0);
	assert_int_equal(t.s->n_deeds, deeds);
	good(&t, "go");
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_answer__a_number_as_people_write_it),
		cmocka_unit_test(test_answer__wrong_thrice_shows_it),
		cmocka_unit_test(test_answer__a_choice_and_its_remark),
		cmocka_unit_test(test_answer__looking_ahead_is_locked),
		cmocka_unit_test(test_answer__escape_twice_gives_up),
		cmocka_unit_test(test_answer__refute_goes_where_it_shows),
		cmocka_unit_test(test_answer__comes_back_from_refuting),
		cmocka_unit_test(test_answer__back_to_the_question),
		cmocka_unit_test(test_answer__right_needs_no_refuting),
		cmocka_unit_test(test_answer__hint_and_giveup),
		cmocka_unit_test(test_answer__is_asked_once),
		cmocka_unit_test(test_class__votes_and_reveal),
		cmocka_unit_test(test_class__the_answer_is_proved),
		cmocka_unit_test(test_answer__mistakes_are_told_apart),
		cmocka_unit_test(test_answer__known_at_once_is_refuted_here),
		cmocka_unit_test(test_answer__is_right_after_an_edit),
		cmocka_unit_test(test_answer__moves_nothing),
		cmocka_unit_test(test_answer__a_bare_word_answers),
		cmocka_unit_test(test_answer__values_are_hidden_while_open),
		cmocka_unit_test(test_answer__hands_are_for_choices),
		cmocka_unit_test(test_answer__out_of_reach_is_said),
		cmocka_unit_test(test_answer__none_right_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
