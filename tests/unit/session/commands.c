/* SPDX-License-Identifier: GPL-3.0-or-later
 * The dispatcher: every command once good and once refused.
 */
#include "stage.h"

/* To add a command: a row here. `before` makes the good one possible; refused
 * NULL: there is nothing to refuse but its spelling. All in act `wide`. */
static const struct {
	enum command_id id;
	const char *before, *good, *bad_before, *bad, *why;
} rows[] = {
	/* clang-format off */
	{ CMD_GO, NULL, "go", "goto 40;act edits;go 2", "go", "end of the scene" },
	{ CMD_REVERSE_GO, "go 2", "reverse-go", "act small", "reverse-go", "where the scene begins" },
	{ CMD_STEP, NULL, "step 3", "end", "step", "ended" },
	{ CMD_STEP_ANY, NULL, "step any", "end", "step any", "ended" },
	{ CMD_NEXT, NULL, "next", "end", "next", "ended" },
	{ CMD_FINISH, "step 5", "finish", "end", "finish", "ended" },
	{ CMD_UNTIL, NULL, "until vm_committed_as.updates > 1", NULL, "until nothing > 1", "no name" },
	{ CMD_ADVANCE, NULL, "advance percpu_counter_add_batch", NULL, "advance no_such()", "no_such" },
	{ CMD_CONTINUE, NULL, "continue", "end", "continue", "ended" },
	{ CMD_DECISION, NULL, "decision", "end", "decision", "ended" },
	{ CMD_BACK, "step", "back", NULL, "back", "this is the start" },
	{ CMD_BACK_ANY, "step", "back any", NULL, "back any", "this is the start" },
	{ CMD_REVERSE_NEXT, "step 9", "reverse-next", NULL, "reverse-next", "this is the start" },
	{ CMD_REVERSE_FINISH, "step 9", "reverse-finish", NULL, "reverse-finish", "this is the start" },
	{ CMD_REVERSE_UNTIL, "step 9", "reverse-until", NULL, "reverse-until", "this is the start" },
	{ CMD_REVERSE_ADVANCE, "step 9", "reverse-advance mmap_region", NULL, "reverse-advance mmap_region", "this is the start" },
	{ CMD_REVERSE_CONTINUE, "step 9", "reverse-continue", NULL, "reverse-continue", "this is the start" },
	{ CMD_REVERSE_DECISION, "step 30", "reverse-decision", NULL, "reverse-decision", "this is the start" },
	{ CMD_CUE, NULL, "cue", "act edits;go 2", "cue", "end of the scene" },
	{ CMD_REVERSE_CUE, "cue", "reverse-cue", "act small", "reverse-cue", "where the scene begins" },
	{ CMD_GOTO, NULL, "goto 12", NULL, "goto nowhere", "no step, cue, act or mark" },
	{ CMD_HOME, "step 4", "home", NULL, "home 3", "" },
	{ CMD_END, NULL, "end", "act small;go", "end", "answer the question" },
	{ CMD_ACT, NULL, "act small", NULL, "act none", "no act" },
	{ CMD_DIFFERENCE, NULL, "difference", "act small;go", "difference", "answer the question" },
	{ CMD_JUMP, "mark a;step 5", "jump a", NULL, "jump a", "no mark" },
	{ CMD_RETURN, "goto 9", "return", NULL, "return", "no jump" },
	{ CMD_OLDER, "goto 9", "older", NULL, "older", "no older place" },
	{ CMD_NEWER, "goto 9;older", "newer", NULL, "newer", "no newer place" },
	{ CMD_WHO, "end", "who vm_committed_as.count last go", "act small;go", "who steps", "answer the question" },
	{ CMD_MARK, NULL, "mark here", NULL, NULL, NULL },
	{ CMD_PRINT, NULL, "print 2 + 3", "act small;go", "print 1", "answer the question" },
	{ CMD_DISPLAY, NULL, "display steps", NULL, "display nothing", "no name" },
	{ CMD_UNDISPLAY, "display steps", "undisplay 1", NULL, "undisplay 1", "no display" },
	{ CMD_APROPOS, NULL, "apropos drift", NULL, "apropos xyzzy", "nothing is about" },
	{ CMD_LIST, NULL, "list mmap_region", NULL, "list mmap_regio", "mmap_region" },
	{ CMD_INFO, NULL, "info tasks", NULL, "info taks", "tasks" },
	{ CMD_CHANGES, "step", "changes", "act small;go", "changes", "answer the question" },
	{ CMD_WHERE, NULL, "where 1", NULL, "where 9", "0 to 1" },
	{ CMD_WHEN, NULL, "when", NULL, "when 3", "" },
	{ CMD_BRANCH, NULL, "branch main", NULL, "branch b9", "no branch" },
	{ CMD_BRANCHES, NULL, "branches", NULL, "branches 2", "" },
	{ CMD_METRICS, NULL, "metrics patched", NULL, "metrics b9", "no other branch" },
	{ CMD_HELP, NULL, "help step", NULL, "help stepp", "\"step\"" },
	{ CMD_BREAK, NULL, "break mmap_region", NULL, "break mmap_regio", "" },
	{ CMD_TBREAK, NULL, "tbreak vm_committed_as.updates > 1", NULL, "tbreak base.vm_committed_as.updates >", "" },
	{ CMD_WATCH, NULL, "watch vm_committed_as.count", NULL, "watch nothing", "no name" },
	{ CMD_CONDITION, "break mmap_region", "condition 1 steps > 5", NULL, "condition 1 steps > 5", "no breakpoint" },
	{ CMD_IGNORE, "break mmap_region", "ignore 1 2", NULL, "ignore 1 2", "no breakpoint" },
	{ CMD_DISABLE, "break mmap_region", "disable 1", NULL, "disable 1", "no breakpoint" },
	{ CMD_ENABLE, "break mmap_region;disable", "enable", NULL, "enable $", "no breakpoint" },
	{ CMD_DELETE, "break mmap_region", "delete 1", NULL, "delete 1", "no breakpoint" },
	{ CMD_SET, NULL, "set vm_committed_as_batch=3", NULL, "set vm_committed_as_batch=-1", "lies in 0" },
	{ CMD_START, NULL, "start add 1 5", NULL, "start add 9 5", "no such CPU" },
	{ CMD_ADD, NULL, "add 0 -7", NULL, "add 9 1", "no such CPU" },
	{ CMD_SYNC, NULL, "sync all", NULL, "sync 9", "no such CPU" },
	{ CMD_MAP, NULL, "map 0 7", NULL, "map 0 -7", "" },
	{ CMD_UNMAP, "map 0 7", "unmap 0 7", NULL, "unmap 0 7", "not mapped so much" },
	{ CMD_POLICY, NULL, "policy never", NULL, "policy nevr", "never" },
	{ CMD_SUM, NULL, "sum", NULL, "sum 9", "no such CPU" },
	{ CMD_COMPARE, NULL, "compare 0 5", NULL, "compare 9 5", "no such CPU" },
	{ CMD_OFFLINE, "end", "offline 1", NULL, "offline 1", "tasks still run" },
	{ CMD_ONLINE, "end;offline 1", "online 1", NULL, "online 1", "is online" },
	/* their good cases: tests/cli/cases/shell_memory */
	{ CMD_TOUCH, NULL, NULL, NULL, "touch 0 5", "has no pages" },
	{ CMD_MADVISE, NULL, NULL, NULL, "madvise 0 free", "has no pages" },
	/* their good cases: tests/cli/cases/shell_blocks */
	{ CMD_ALLOC, NULL, NULL, NULL, "alloc 2", "single pages only" },
	{ CMD_FREE, NULL, NULL, NULL, "free 4 2", "single pages only" },
	/* theirs: tests/cli/cases/shell_split */
	{ CMD_SPLIT, NULL, NULL, NULL, "split 0 0", "has no huge pages" },
	{ CMD_ZAP, NULL, NULL, NULL, "zap 0 0", "has no huge pages" },
	{ CMD_READ, NULL, NULL, NULL, "read 0 5", "has no pages of files" },
	{ CMD_SHRINK, NULL, NULL, NULL, "shrink", "has no pages of files" },
	{ CMD_SCHEDULE, NULL, "schedule manual", NULL, "schedule nobody", "" },
	{ CMD_PICK, "schedule manual", "pick 1", NULL, "pick 1", "schedule manual" },
	{ CMD_UNDO, "add 0 1", "undo", NULL, "undo", "no edit" },
	{ CMD_REDO, "add 0 1;undo", "redo", NULL, "redo", "nothing to do again" },
	{ CMD_FOLLOW, NULL, "follow 1", NULL, "follow 2", "0 to 1" },
	{ CMD_VARIANT, NULL, "variant patched", NULL, "variant patchd", "patched" },
	{ CMD_SIDE, NULL, "side", NULL, NULL, NULL },
	{ CMD_LOCKSTEP, NULL, "lockstep", NULL, NULL, NULL },
	{ CMD_SHOW, NULL, "show story", NULL, "show stories", "" },
	{ CMD_HIDE, NULL, "hide story code", NULL, "hide", "" },
	{ CMD_POINT, NULL, "point vm_committed_as.count", NULL, NULL, NULL },
	{ CMD_PANE, NULL, "pane", NULL, NULL, NULL },
	{ CMD_DOWN, NULL, "down 2", NULL, "down x", "" },
	{ CMD_UP, NULL, "up", NULL, "up x", "" },
	{ CMD_WHY, NULL, "why all", NULL, "why no", "why, or why all" },
	{ CMD_EXPLAIN, NULL, "explain slot", NULL, "explain xyzzy", "no card" },
	{ CMD_CHART, NULL, "chart steps", NULL, "chart nosuch", "nosuch" },
	{ CMD_ROLL, "end;home", "roll 2", NULL, "roll", "ends here" },
	{ CMD_REVERSE_ROLL, "end", "reverse-roll 2", NULL, "home;reverse-roll", "" },
	{ CMD_LEGEND, NULL, "legend", NULL, NULL, NULL },
	{ CMD_OVERVIEW, NULL, "overview", NULL, NULL, NULL },
	{ CMD_FIND, NULL, "find batch", NULL, "find xyzzy", "in no line" },
	{ CMD_REVERSE_FIND, "find batch", "reverse-find", NULL, "reverse-find xyzzy", "in no line" },
	{ CMD_AUTO, NULL, "auto 9", NULL, "auto 10", "1 to 9" },
	{ CMD_PREDICT, NULL, "predict on", NULL, "predict x", "on or predict off" },
	{ CMD_FASTER, NULL, "faster", NULL, NULL, NULL },
	{ CMD_SLOWER, NULL, "slower", NULL, NULL, NULL },
	{ CMD_BLANK, NULL, "blank", NULL, NULL, NULL },
	{ CMD_THEME, NULL, "theme light", NULL, NULL, NULL },
	{ CMD_ESCAPE, NULL, "escape", NULL, NULL, NULL },
	{ CMD_PROMPT, NULL, "prompt", NULL, NULL, NULL },
	{ CMD_ANSWER, "act small;go", "answer 3", NULL, "answer 3", "no question" },
	{ CMD_HINT, "act small;go", "hint", NULL, "hint", "no question" },
	{ CMD_GIVEUP, "act small;go", "giveup", NULL, "giveup", "no question" },
	{ CMD_REFUTE, "act small;go;answer 1", "refute", NULL, "refute", "no question" },
	{ CMD_VOTES, "act small;go;giveup;go", "votes 1 2 3", NULL, "votes 1", "no question" },
	{ CMD_REVEAL, "act small;go", "reveal", NULL, "reveal", "no question" },
	{ CMD_SAVE, NULL, "save a file", NULL, "save", "needs FILE" },
	{ CMD_SOURCE, NULL, "source a file", NULL, "source", "needs FILE" },
	{ CMD_QUIT, NULL, "quit", NULL, NULL, NULL },
	/* clang-format on */
};
enum { ROWS = sizeof(rows) / sizeof(*rows) };

/* Several commands, a semicolon between them. */
static void all_good(struct stage *t, const char *lines)
{
	char line[128];

	while (lines && *lines) {
		size_t n = strcspn(lines, ";");

		memcpy(line, lines, n);
		line[n] = 0;
		good(t, line);
		lines += n + (lines[n] == ';');
	}
}

static void check_machines(const struct stage *t)
{
	for (unsigned v = 0; v < t->s->n_variants; v++) {
		const char *broken = machine_check(variant_run(t, v)->m);

		if (broken)
			fail_msg("variant %u: %s", v, broken);
	}
}

static void test_session__each_command_has_a_row(void **state)
{
	bool has[CMD_N] = { false };

	for (unsigned i = 0; i < ROWS; i++)
		has[rows[i].id] = true;
	for (unsigned id = 0; id < CMD_N; id++)
		if (!has[id])
			fail_msg("no row for %s", commands[id].name);
}

static void test_session__each_command_does_something(void **state)
{
	for (unsigned i = 0; i < ROWS; i++) {
		struct stage t = stage("wide");

		all_good(&t, rows[i].before);
		if (rows[i].good)
			good(&t, rows[i].good);
		assert_false(session_pending(t.s));
		check_machines(&t);
		stage_done(&t);
	}
}

/* Refused: an error, no row of a change, the machines as they were. */
static void test_session__what_is_refused_changes_nothing(void **state)
{
	for (unsigned i = 0; i < ROWS; i++) {
		struct stage t;
		u64 digest, step;

		if (!rows[i].bad)
			continue;
		t = stage("wide");
		all_good(&t, rows[i].bad_before);
		digest = digest_of(&t);
		step = step_of(&t);
		refused(&t, rows[i].bad, rows[i].why);
		assert_true(t.e.code == ERR_USAGE || t.e.code == ERR_RANGE ||
			t.e.code == ERR_INVALID);
		assert_int_equal(step_of(&t), step);
		assert_int_equal(digest_of(&t), digest);
		assert_null(row_of(&t, ROW_CHANGE));
		assert_false(session_pending(t.s));
		stage_done(&t);
	}
}

static void test_session__a_comment_is_no_command(void **state)
{
	struct stage t = stage("wide");

	good(&t, "");
	good(&t, "  # a comment");
	assert_int_equal(t.s->rows.n, 0);
	stage_done(&t);
}

static void test_session__status_tells_why(void **state)
{
	struct stage t = stage("wide");

	refused(&t, "variant patchd", "patchd");
	assert_true(t.s->status_error);
	assert_non_null(strstr(buf_text(&t.s->status), "patched"));
	good(&t, "step");
	assert_false(t.s->status_error);
	stage_done(&t);
}

static void test_session__one_command_at_a_time(void **state)
{
	struct stage t = stage("wide");
	struct command c;

	command_init(&c, CMD_END);
	assert_true(session_command(t.s, &c, &t.e));
	assert_true(session_pending(t.s));
	assert_false(session_command(t.s, &c, &t.e));
	while (session_pending(t.s))
		session_slice(t.s, 7);
	assert_true(run_ended(variant_run(&t, 0)));
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_session__each_command_has_a_row),
		cmocka_unit_test(test_session__each_command_does_something),
		cmocka_unit_test(
			test_session__what_is_refused_changes_nothing),
		cmocka_unit_test(test_session__a_comment_is_no_command),
		cmocka_unit_test(test_session__status_tells_why),
		cmocka_unit_test(test_session__one_command_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
