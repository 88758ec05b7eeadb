/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of command words, numbers and texts.
 */
#include "said.h"

static void test_parse__empty_lines_and_comments_are_no_command(void **state)
{
	static const char *const lines[] = { "", "  ", "\t", "# step 5", "  #", "#" };

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct command c = said(lines[i]);

		assert_int_equal(c.id, CMD_N);
		assert_string_equal(c.line, "");
	}
}

static void test_parse__names_short_forms_and_beginnings(void **state)
{
	static const struct {
		const char *line;
		enum command_id id;
	} rows[] = {
		{ "step", CMD_STEP }, { "  ste\t", CMD_STEP },
		{ "step any", CMD_STEP_ANY }, { "s any", CMD_STEP_ANY },
		{ "sa", CMD_STEP_ANY }, { "ste  any", CMD_STEP_ANY },
		{ "back any", CMD_BACK_ANY }, { "reverse-step any", CMD_BACK_ANY },
		{ "reverse-s", CMD_BACK }, { "backt", CMD_WHERE },
		{ "reverse-go", CMD_REVERSE_GO }, { "go", CMD_GO },
		{ "got start", CMD_GOTO }, { "exi", CMD_QUIT },
		{ "se steps=1", CMD_N }, { "r", CMD_REFUTE },
		{ "''", CMD_RETURN }, { " '' ", CMD_RETURN },
	};
	struct command c;
	struct err e;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		command_parse(rows[i].line, NULL, &c, &e);
		assert_int_equal(c.id, rows[i].id);
		command_done(&c);
	}
}

/* As the keys are pressed: ' and the mark's name, with or without a blank. */
static void test_parse__a_mark_by_its_key(void **state)
{
	static const char *const lines[] = { "'a b", "' a b", "jump a b", "j a b" };
	struct command c;
	struct err e;

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		c = said(lines[i]);
		assert_int_equal(c.id, CMD_JUMP);
		assert_string_equal(c.text, "a b");
	}
	assert_false(command_parse("'", NULL, &c, &e));
	assert_string_equal(e.text, "\"jump\" needs TEXT");
	assert_false(command_parse("''a", NULL, &c, &e));
	assert_string_equal(e.text, "unknown command \"''a\"");
}

static void check_redirect(const char *line, const char *file, bool append,
	const char *rest)
{
	struct command c = said(line);

	assert_string_equal(c.file, file);
	assert_int_equal(c.append, append);
	assert_string_equal(c.line, rest);
	command_done(&c);
}

/* In expressions > compares, unless what follows can only be a path. */
static void test_parse__answers_go_to_files(void **state)
{
	check_redirect("info locks > out.txt", "out.txt", false, "info locks");
	check_redirect("info locks >out.txt ", "out.txt", false, "info locks");
	check_redirect("info locks >> out", "out", true, "info locks");
	check_redirect("step 3 > out", "out", false, "step 3");
	check_redirect("help step > out", "out", false, "help step");
	check_redirect("apropos a > out", "out", false, "apropos a");
	check_redirect("print 3 > 2", "", false, "print 3 > 2");
	check_redirect("print 3 >> 2", "", false, "print 3 >> 2");
	check_redirect("print 3 > 2 > ./out", "./out", false, "print 3 > 2");
	check_redirect("print 3 >> /tmp/out", "/tmp/out", true, "print 3");
	check_redirect("print steps > ../out", "../out", false, "print steps");
	check_redirect("break steps > 2", "", false, "break steps > 2");
	check_redirect("break mmap_region if steps > 2", "", false,
		"break mmap_region if steps > 2");
	check_redirect("find a > b", "", false, "find a > b");
	check_redirect("mark a > b", "", false, "mark a > b");
	check_redirect("save a > b", "", false, "save a > b");
}

static void test_parse__unknown_and_ambiguous_words(void **state)
{
	static const struct refusal rows[] = {
		{ "contniue", ERR_USAGE, 1, "unknown command \"contniue\"",
			"did you mean \"continue\"?" },
		{ "wibble steps", ERR_USAGE, 1, "unknown command \"wibble\"",
			"\"help\" lists the commands" },
		{ "  st", ERR_USAGE, 3, "\"st\" is ambiguous: step, start", "" },
		{ "ex 1", ERR_USAGE, 1, "\"ex\" is ambiguous: explain, exit", "" },
		{ "reverse-c", ERR_USAGE, 1,
			"\"reverse-c\" is ambiguous: reverse-continue, reverse-cue",
			"" },
		{ "s5", ERR_USAGE, 1, "unknown command \"s5\"",
			"\"help\" lists the commands" },
		{ "STEP", ERR_USAGE, 1, "unknown command \"STEP\"",
			"\"help\" lists the commands" },
		{ "step\xc2\xa0" "5", ERR_USAGE, 1,
			"unknown command \"step\xc2\xa0" "5\"",
			"\"help\" lists the commands" },
	};

	REFUSED(rows);
}

static void test_parse__a_long_word_is_quoted_in_part(void **state)
{
	struct command c;
	struct err e;

	assert_false(command_parse("wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww\xc3\xa9xx",
		NULL, &c, &e));
	assert_string_equal(e.text,
		"unknown command \"wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww...\"");
}

static void test_parse__count(void **state)
{
	static const struct refusal rows[] = {
		{ "step x", ERR_USAGE, 6, "N is a whole number, not \"x\"",
			"usage: step [N]" },
		{ "step an", ERR_USAGE, 6, "N is a whole number, not \"an\"",
			"usage: step [N]" },
		{ "step 5x", ERR_USAGE, 6, "N is a whole number, not \"5x\"",
			"usage: step [N]" },
		{ "step -", ERR_USAGE, 6, "N is a whole number, not \"-\"",
			"usage: step [N]" },
		{ "step 0", ERR_RANGE, 6,
			"N lies in 1 to 1000000000000, not 0", "" },
		{ "step -3", ERR_RANGE, 6,
			"N lies in 1 to 1000000000000, not -3", "" },
		{ "step 99999999999999999999", ERR_RANGE, 6,
			"N lies in 1 to 1000000000000, not 99999999999999999999",
			"" },
		{ "step any 0", ERR_RANGE, 10,
			"N lies in 1 to 1000000000000, not 0", "" },
		{ "step 5 junk", ERR_USAGE, 8, "unexpected \"junk\"",
			"usage: step [N]" },
	};
	struct command c = said("step");

	assert_false(c.given);
	assert_int_equal(c.count, 1);
	c = said("sa\t5");
	assert_int_equal(c.id, CMD_STEP_ANY);
	assert_true(c.given);
	assert_int_equal(c.count, 5);
	assert_string_equal(c.line, "sa\t5");
	c = said("step 1000000000000");
	assert_int_equal(c.count, 1000000000000);
	REFUSED(rows);
}

static void test_parse__no_argument(void **state)
{
	static const struct refusal rows[] = {
		{ "quit now", ERR_USAGE, 6, "unexpected \"now\"", "usage: quit" },
		{ "finish 2", ERR_USAGE, 8, "unexpected \"2\"", "usage: finish" },
	};

	assert_int_equal(said("  quit  ").id, CMD_QUIT);
	REFUSED(rows);
}

static void test_parse__optional_number(void **state)
{
	static const struct refusal rows[] = {
		{ "delete x", ERR_USAGE, 8, "N is a whole number, not \"x\"",
			"usage: delete [N]" },
		{ "delete 0", ERR_RANGE, 8, "N lies in 1 to 65535, not 0", "" },
		{ "delete 1 2", ERR_USAGE, 10, "unexpected \"2\"",
			"usage: delete [N]" },
	};
	struct command c = said("delete");

	assert_false(c.given);
	c = said("d 3");
	assert_true(c.given);
	assert_int_equal(c.count, 3);
	REFUSED(rows);
}

static void test_parse__cpus_and_tasks(void **state)
{
	static const struct refusal rows[] = {
		{ "follow", ERR_USAGE, 7, "\"follow\" needs CPU",
			"usage: follow CPU" },
		{ "follow all", ERR_USAGE, 8, "CPU is a whole number, not \"all\"",
			"usage: follow CPU" },
		{ "follow 65536", ERR_RANGE, 8,
			"CPU lies in 0 to 65535, not 65536", "" },
		{ "follow -1", ERR_RANGE, 8, "CPU lies in 0 to 65535, not -1", "" },
		{ "sync", ERR_USAGE, 5, "\"sync\" needs CPU", "usage: sync CPU|all" },
		{ "sync al", ERR_USAGE, 6, "CPU is a whole number, not \"al\"",
			"usage: sync CPU|all" },
		{ "sync all 1", ERR_USAGE, 10, "unexpected \"1\"",
			"usage: sync CPU|all" },
		{ "pick 1 x", ERR_USAGE, 8, "TASK is a whole number, not \"x\"",
			"usage: pick CPU [TASK]" },
		{ "pick 1 2 3", ERR_USAGE, 10, "unexpected \"3\"",
			"usage: pick CPU [TASK]" },
	};
	struct command c = said("follow 65535");

	assert_int_equal(c.cpu, 65535);
	c = said("sync all");
	assert_int_equal(c.cpu, -1);
	assert_int_equal(c.operation, OPERATION_SYNC);
	assert_int_equal(said("sync 2").cpu, 2);
	c = said("sum");
	assert_false(c.given);
	c = said("sum 4");
	assert_true(c.given);
	assert_int_equal(c.cpu, 4);
	assert_int_equal(c.operation, OPERATION_SUM);
	c = said("pick 3");
	assert_false(c.given);
	assert_int_equal(c.task, -1);
	c = said("pick 3 7");
	assert_true(c.given);
	assert_int_equal(c.cpu, 3);
	assert_int_equal(c.task, 7);
	REFUSED(rows);
}

static void test_parse__policy_and_mode_by_name(void **state)
{
	static const struct refusal rows[] = {
		{ "policy", ERR_USAGE, 7, "\"policy\" needs POLICY",
			"usage: policy POLICY" },
		{ "policy nevr", ERR_USAGE, 8,
			"POLICY is guess, always or never, not \"nevr\"",
			"did you mean \"never\"?" },
		{ "policy 2", ERR_USAGE, 8,
			"POLICY is guess, always or never, not \"2\"",
			"usage: policy POLICY" },
		{ "policy never 1", ERR_USAGE, 14, "unexpected \"1\"",
			"usage: policy POLICY" },
		{ "schedule fair", ERR_USAGE, 10,
			"MODE is time, round-robin, random or manual, not \"fair\"",
			"usage: schedule MODE" },
	};
	struct command c = said("policy never");

	assert_int_equal(c.value, POLICY_NEVER);
	assert_int_equal(c.cpu, 0);
	assert_int_equal(c.operation, OPERATION_POLICY);
	c = said("sched round-robin");
	assert_int_equal(c.value, MODE_ROUND_ROBIN);
	assert_int_equal(c.operation, OPERATION_N);
	REFUSED(rows);
}

static void test_parse__operation_within_start(void **state)
{
	static const struct refusal rows[] = {
		{"start", ERR_USAGE, 6, "\"start\" needs OPERATION",
			"usage: start OPERATION"},
		{"start mpa 1 2", ERR_USAGE, 7, "unknown operation \"mpa\"",
			"did you mean \"map\"?"},
		{"start step", ERR_USAGE, 7, "unknown operation \"step\"",
			"operations are add, sync, map, unmap, policy, sum, "
			"compare, offline, online, touch, madvise, "
			"alloc, free, split, zap, read, shrink"},
		{"start o 1", ERR_USAGE, 7,
			"\"o\" is ambiguous: offline, online", ""},
		{"start map 1", ERR_USAGE, 12, "\"map\" needs PAGES",
			"usage: map CPU PAGES"},
		{"start start map 1 2", ERR_USAGE, 7,
			"unknown operation \"start\"",
			"operations are add, sync, map, unmap, policy, sum, "
			"compare, offline, online, touch, madvise, "
			"alloc, free, split, zap, read, shrink"},
	};
	struct command c = said("start map 1 400000");

	assert_int_equal(c.id, CMD_START);
	assert_int_equal(c.operation, OPERATION_MAP);
	assert_int_equal(c.cpu, 1);
	assert_int_equal(c.value, 400000);
	c = said("start policy never");
	assert_int_equal(c.id, CMD_START);
	assert_int_equal(c.operation, OPERATION_POLICY);
	assert_int_equal(c.value, POLICY_NEVER);
	REFUSED(rows);
}

static void test_parse__texts_words_panes(void **state)
{
	static const struct refusal rows[] = {
		{ "goto  ", ERR_USAGE, 5, "\"goto\" needs WHEN",
			"usage: goto WHEN" },
		{ "show", ERR_USAGE, 5, "\"show\" needs PANE",
			"usage: show PANE..." },
		{ "jump", ERR_USAGE, 5, "\"jump\" needs TEXT", "usage: jump TEXT" },
		{ "list a b", ERR_USAGE, 8, "unexpected \"b\"",
			"usage: list [WORD]" },
	};
	struct command c = said("goto   counter-drift/main/base?cpus=16@412#7f3a ");

	assert_string_equal(c.text, "counter-drift/main/base?cpus=16@412#7f3a");
	assert_string_equal(said("show  a\t b   c ").text, "a b c");
	assert_string_equal(said("mark a  place ").text, "a  place");
	assert_false(said("mark").given);
	assert_true(said("mark x").given);
	assert_false(said("list").given);
	assert_string_equal(said("l mapper").text, "mapper");
	assert_string_equal(said("answer 5").text, "5");
	REFUSED(rows);
}

static void test_parse__votes(void **state)
{
	static const struct refusal rows[] = {
		{ "votes", ERR_USAGE, 6, "\"votes\" needs N", "usage: votes N..." },
		{ "votes 1 x", ERR_USAGE, 9, "N is a whole number, not \"x\"",
			"usage: votes N..." },
		{ "votes 1 -2", ERR_RANGE, 9, "N lies in 0 to 65535, not -2", "" },
		{ "votes 1 2 3 4 5 6 7 8 9 10", ERR_USAGE, 25,
			"unexpected \"10\"", "usage: votes N..." },
	};
	struct command c = said("votes 12 40 8 20");

	assert_int_equal(c.n_numbers, 4);
	assert_int_equal(c.numbers[0], 12);
	assert_int_equal(c.numbers[3], 20);
	assert_int_equal(said("votes 1 2 3 4 5 6 7 8 9").n_numbers, 9);
	REFUSED(rows);
}

static void test_parse__control_bytes_are_refused(void **state)
{
	static const struct {
		const char *line, *text;
		unsigned column;
	} rows[] = {
		{ "find a\x1b[2J", "control character U+001B in the command", 7 },
		{ "step\n", "control character U+000A in the command", 5 },
		{ "step\r", "control character U+000D in the command", 5 },
		{ "find \xc3\xa9\xc2\x9b", "control character U+009B in the command",
			7 },
		{ "find \xff", "the command is not valid UTF-8", 6 },
		{ "# \x07", "control character U+0007 in the command", 3 },
	};
	struct command c;
	struct err e;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_false(command_parse(rows[i].line, NULL, &c, &e));
		assert_int_equal(e.code, ERR_USAGE);
		assert_string_equal(e.text, rows[i].text);
		assert_int_equal(e.column, rows[i].column);
	}
}

static void test_parse__long_lines_and_texts(void **state)
{
	struct buf line = {0};
	struct command c;
	struct err e;

	buf_puts(&line, "find ");
	while (line.n < 5 + 1022)
		buf_puts(&line, "\xc3\xa9");
	assert_true(command_parse(line.s, NULL, &c, &e));
	assert_int_equal(strlen(c.text), 1022);
	assert_int_equal(strlen(c.line), 1023);	/* no half characters */
	buf_puts(&line, "\xc3\xa9");
	assert_false(command_parse(line.s, NULL, &c, &e));
	assert_string_equal(e.text, "that is too long: at most 1023 bytes");
	assert_int_equal(e.column, 6);
	buf_clear(&line);
	buf_puts(&line, "print 1");
	while (line.n < 4096)
		buf_putc(&line, ' ');
	assert_true(command_parse(line.s, NULL, &c, &e));
	command_done(&c);
	buf_putc(&line, ' ');
	assert_false(command_parse(line.s, NULL, &c, &e));
	assert_string_equal(e.text, "a command takes at most 4096 bytes");
	assert_int_equal(e.column, 4097);
	buf_done(&line);
}

static void test_parse__columns_count_characters(void **state)
{
	static const struct refusal rows[] = {
		{ "list \xc3\xa9\xc3\xa9 x", ERR_USAGE, 9, "unexpected \"x\"",
			"usage: list [WORD]" },
	};

	REFUSED(rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			test_parse__empty_lines_and_comments_are_no_command),
		cmocka_unit_test(test_parse__names_short_forms_and_beginnings),
		cmocka_unit_test(test_parse__a_mark_by_its_key),
		cmocka_unit_test(test_parse__answers_go_to_files),
		cmocka_unit_test(test_parse__unknown_and_ambiguous_words),
		cmocka_unit_test(test_parse__a_long_word_is_quoted_in_part),
		cmocka_unit_test(test_parse__count),
		cmocka_unit_test(test_parse__no_argument),
		cmocka_unit_test(test_parse__optional_number),
		cmocka_unit_test(test_parse__cpus_and_tasks),
		cmocka_unit_test(test_parse__policy_and_mode_by_name),
		cmocka_unit_test(test_parse__operation_within_start),
		cmocka_unit_test(test_parse__texts_words_panes),
		cmocka_unit_test(test_parse__votes),
		cmocka_unit_test(test_parse__control_bytes_are_refused),
		cmocka_unit_test(test_parse__long_lines_and_texts),
		cmocka_unit_test(test_parse__columns_count_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
