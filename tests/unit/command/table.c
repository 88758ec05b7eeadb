/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the table: keys, short forms, lengths, and that each row can be said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/text.h"
#include "command/command.h"
#include "screen/keys.h"

/* The next word of a list, copied; false at the end. */
static bool next(const char **s, char out[32])
{
	size_t n;

	*s += strspn(*s, " ");
	n = strcspn(*s, " ");
	assert_true(n < 32);
	memcpy(out, *s, n);
	out[n] = '\0';
	*s += n;
	return n > 0;
}

static void test_table__no_key_is_bound_twice(void **state)
{
	char key[32];

	for (unsigned id = 0; id < CMD_N; id++)
		for (const char *s = commands[id].keys; next(&s, key);)
			assert_int_equal(command_of_key(key), id);
	assert_int_equal(command_of_key("F12"), CMD_N);
	assert_int_equal(command_of_key(""), CMD_N);
	assert_int_equal(command_of_key("Spac"), CMD_N);
}

/* Names of keys as the screen spells them; '' is ' pressed twice. */
static void test_table__keys_are_spelt_as_the_screen_does(void **state)
{
	static const char *const names[] = {
#define X(code, name) name,
		KEY_LIST(X)
#undef X
		"Space", "''",
	};
	char key[32];

	for (unsigned id = 0; id < CMD_N; id++)
		for (const char *s = commands[id].keys; next(&s, key);) {
			bool known = strlen(key) == 1;

			for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
				known |= !strcmp(names[i], key);
			if (!known)
				fail_msg("%s: no key %s", commands[id].name, key);
		}
}

static void test_table__documented_keys_are_bound(void **state)
{
	static const struct {
		const char *keys;
		enum command_id id;
	} rows[] = {
		{ "Space PgDn", CMD_GO }, { "PgUp [ <", CMD_REVERSE_CUE },
		{ "] >", CMD_CUE }, { "s Right l", CMD_STEP }, { "S", CMD_STEP_ANY },
		{ "b Left h", CMD_BACK }, { "n", CMD_NEXT }, { "f", CMD_FINISH },
		{ "d", CMD_DECISION }, { "c", CMD_CONTINUE }, { "g", CMD_GOTO },
		{ "G End", CMD_END }, { "Home", CMD_HOME }, { "v", CMD_VARIANT },
		{ "V", CMD_SIDE }, { "D", CMD_DIFFERENCE }, { "=", CMD_LOCKSTEP },
		{ "Tab", CMD_PANE }, { "j Down", CMD_DOWN }, { "k Up", CMD_UP },
		{ "w", CMD_WHY }, { "x", CMD_EXPLAIN }, { "L", CMD_LEGEND },
		{ "z", CMD_OVERVIEW }, { "m", CMD_MARK }, { "'", CMD_JUMP },
		{ "''", CMD_RETURN }, { "u", CMD_UNDO }, { "a", CMD_AUTO },
		{ "+", CMD_FASTER }, { "-", CMD_SLOWER }, { ".", CMD_BLANK },
		{ "/", CMD_FIND }, { ":", CMD_PROMPT }, { "?", CMD_HELP },
		{ "Esc", CMD_ESCAPE }, { "q", CMD_QUIT },
		/* digits are counts, N belongs to find */
		{ "0 1 2 3 4 5 6 7 8 9 N", CMD_N },
	};
	char key[32];

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (const char *s = rows[i].keys; next(&s, key);)
			if (command_of_key(key) != rows[i].id)
				fail_msg("key %s", key);
}

static void test_table__short_forms_are_unique(void **state)
{
	char word[32], other[32];

	for (unsigned a = 0; a < CMD_N; a++)
		for (const char *s = commands[a].shorts; next(&s, word);)
			for (unsigned b = 0; b < CMD_N; b++) {
				assert_string_not_equal(commands[b].name, word);
				for (const char *t = commands[b].shorts;
					a != b && next(&t, other);)
					assert_string_not_equal(word, other);
			}
}

static void test_table__names_are_unique(void **state)
{
	for (unsigned a = 0; a < CMD_N; a++)
		for (unsigned b = 0; b < a; b++)
			assert_string_not_equal(commands[a].name,
				commands[b].name);
}

static void test_table__help_fits(void **state)
{
	struct buf usage = {0};

	for (unsigned id = 0; id < CMD_N; id++) {
		int width = text_width(commands[id].help);

		buf_clear(&usage);
		command_usage((enum command_id)id, &usage);
		if (!width || width > 60 ||
			text_width(usage.s) + 2 + width > 78)
			fail_msg("%s", commands[id].name);
	}
	buf_done(&usage);
}

static void test_table__gdb_short_forms_hold(void **state)
{
	static const struct {
		const char *line, *name;
	} rows[] = {
		{ "s", "step" }, { "n", "next" }, { "fin", "finish" },
		{ "u", "until" }, { "adv steps", "advance" }, { "c", "continue" },
		{ "fg", "continue" }, { "rs", "back" }, { "reverse-step", "back" },
		{ "rn", "reverse-next" }, { "rc", "reverse-continue" },
		{ "p 1", "print" }, { "l", "list" }, { "i", "info" },
		{ "bt", "where" }, { "backtrace", "where" }, { "h", "help" },
		{ "br steps", "break" }, { "tb steps", "tbreak" },
		{ "d", "delete" }, { "q", "quit" }, { "j x", "jump" },
	};
	struct command c;
	struct err e;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_true(command_parse(rows[i].line, NULL, &c, &e));
		assert_string_equal(commands[c.id].name, rows[i].name);
		command_done(&c);
	}
}

static void test_table__operations_are_commands_that_edit(void **state)
{
	bool seen[OPERATION_N] = { false };
	enum operation op;
	unsigned n = 0;

	for (unsigned id = 0; id < CMD_N; id++) {
		if (!command_operation((enum command_id)id, &op))
			continue;
		assert_int_equal(commands[id].class, CLASS_EDIT);
		assert_false(seen[op]);
		seen[op] = true;
		n++;
	}
	assert_int_equal(n, OPERATION_N);
	assert_false(command_operation(CMD_SET, &op));
}

/* A word of each usage, filled in. */
static const char *sample(const char *word)
{
	static const char *const rows[][2] = {
		{ "N", "3" }, { "EXPR", "steps > 5" }, { "NAME", "steps" },
		{ "PLACE", "percpu_counter_add_batch:lock" },
		{ "NAME=VALUE", "vm_committed_as_batch=64" }, { "CPU", "1" },
		{ "CPU|all", "all" }, { "TASK", "2" }, { "PAGES", "4*100" },
		{ "POLICY", "never" }, { "PAGE", "3" }, { "ORDER", "2" }, { "PFN", "16" }, { "PROCESS", "1" },
		{ "ADVICE", "free" }, { "MODE", "manual" },
		{ "OPERATION", "map 1 5" }, { "WHEN", "start" },
		{ "WORD", "word" }, { "PANE...", "story code" },
		{ "TEXT", "some text" }, { "FILE", "a file" },
		{ "NAME...|steps|time|off", "steps" },
		{ "COUNT", "2" },
		{ "last|next|first", "next" }, { "go", "go" }, { "N...", "1 2 3" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(rows[i][0], word))
			return rows[i][1];
	fail_msg("no sample for %s", word);
	return NULL;
}

/* The usage as a line, with or without what is optional. */
static void fill_in(enum command_id id, bool optional, struct buf *line)
{
	const char *s;
	struct buf usage = {0};
	char word[32];

	buf_clear(line);
	buf_puts(line, commands[id].name);
	command_usage(id, &usage);
	for (s = usage.s + strlen(commands[id].name); next(&s, word);) {
		size_t n = strlen(word);

		if (!strcmp(word, "[if")) {	/* two words in brackets */
			next(&s, word);
			if (optional)
				buf_puts(line, " if steps > 5");
			continue;
		}
		if (*word == '[') {
			if (!optional)
				continue;
			memmove(word, word + 1, n);
			word[n - 2] = '\0';
		}
		buf_printf(line, " %s", sample(word));
	}
	buf_done(&usage);
}

static void test_table__each_usage_parses_when_filled_in(void **state)
{
	struct buf line = {0};
	struct command c;
	struct err e;

	for (unsigned id = 0; id < CMD_N; id++) {
		for (int optional = 0; optional < 2; optional++) {
			fill_in((enum command_id)id, optional, &line);
			if (!command_parse(line.s, NULL, &c, &e))
				fail_msg("%s: %s", line.s, e.text);
			assert_int_equal(c.id, id);
			assert_string_equal(c.line, line.s);
			assert_int_equal(command_of_line(line.s), id);
			command_done(&c);
		}
	}
	buf_done(&line);
}

static void test_table__each_class_has_a_title(void **state)
{
	for (unsigned i = 0; i < CLASS_N; i++)
		assert_true(*command_class_title((enum command_class)i));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table__no_key_is_bound_twice),
		cmocka_unit_test(test_table__keys_are_spelt_as_the_screen_does),
		cmocka_unit_test(test_table__documented_keys_are_bound),
		cmocka_unit_test(test_table__short_forms_are_unique),
		cmocka_unit_test(test_table__names_are_unique),
		cmocka_unit_test(test_table__help_fits),
		cmocka_unit_test(test_table__gdb_short_forms_hold),
		cmocka_unit_test(test_table__operations_are_commands_that_edit),
		cmocka_unit_test(test_table__each_usage_parses_when_filled_in),
		cmocka_unit_test(test_table__each_class_has_a_title),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
