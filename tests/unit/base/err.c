/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of error texts, places, carets and of panics.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"

static void check_print(const struct err *e, const char *text)
{
	struct buf b = {0};

	err_print(e, &b);
	assert_string_equal(buf_text(&b), text);
	buf_done(&b);
}

static void test_err__set_clears_what_was_there(void **state)
{
	struct err e = {0};

	err_at(&e, "f", 1, 2);
	err_hint(&e, "h");
	assert_false(err_set(&e, ERR_RANGE, "cpus is %d", 0));
	assert_int_equal(e.code, ERR_RANGE);
	check_print(&e, "cpus is 0\n");
}

static void test_err__text_may_come_from_itself(void **state)
{
	struct err e;

	err_set(&e, ERR_NO, "inner");
	err_set(&e, ERR_IO, "outer: %s", e.text);
	assert_string_equal(e.text, "outer: inner");
}

static void test_err__exit_status(void **state)
{
	static const int status[] = {
		[ERR_NONE] = 0, [ERR_USAGE] = 2, [ERR_INVALID] = 2,
		[ERR_RANGE] = 2, [ERR_NO] = 1, [ERR_IO] = 3,
	};

	for (int i = ERR_NONE; i <= ERR_IO; i++) {
		struct err e = {.code = (enum err_code)i};

		assert_int_equal(err_exit_status(&e), status[i]);
	}
}

static void test_err__place_hint_source_caret(void **state)
{
	struct err e;

	err_set(&e, ERR_INVALID, "unknown key \"cpsu\"");
	assert_false(err_at(&e, "a.yaml", 3, 3));
	err_hint(&e, "did you mean \"cpus\"?");
	err_source(&e, "  cpsu: 4", 9);
	check_print(&e, "a.yaml:3:3: unknown key \"cpsu\" "
			"(did you mean \"cpus\"?)\n"
			"  cpsu: 4\n"
			"  ^\n");
	err_at(&e, NULL, 4, 0);
	e.hint[0] = '\0';
	check_print(&e, "a.yaml:4: unknown key \"cpsu\"\n  cpsu: 4\n");
	e.file[0] = '\0';
	e.column = 1;
	check_print(&e, "unknown key \"cpsu\"\n  cpsu: 4\n^\n");
}

static void test_err__caret_counts_columns_not_characters(void **state)
{
	struct err e;

	err_set(&e, ERR_INVALID, "x");
	err_at(&e, "f", 1, 5);
	snprintf(e.source, sizeof(e.source), "\t漢e\u0301!");
	check_print(&e, "f:1:5: x\n 漢e\u0301!\n    ^\n");
	/* What is not shown takes no column either. */
	err_at(&e, "f", 1, 4);
	snprintf(e.source, sizeof(e.source), "\x1b[m\u202e!");
	check_print(&e, "f:1:4: x\n[m!\n  ^\n");
	err_at(&e, "f", 1, 99);
	check_print(&e, "f:1:99: x\n[m!\n   ^\n");
}

/* The caret of a line of `length` digits at `column`: what stands above it. */
static char above_caret(unsigned length, unsigned column)
{
	char *line = malloc(length + 1);
	struct buf b = {0};
	struct err e;
	const char *source, *caret;

	for (unsigned i = 0; i <= length; i++)
		line[i] = (char)('0' + (i + 1) % 10);
	err_set(&e, ERR_INVALID, "x");
	err_at(&e, NULL, 1, column);
	err_source(&e, line, length);
	err_print(&e, &b);
	free(line);
	source = strchr(b.s, '\n') + 1;
	caret = strchr(source, '\n') + 1;
	assert_true(caret - source - 1 <= 76 + 6);
	assert_string_equal(caret + strspn(caret, " "), "^\n");
	char c = source[strspn(caret, " ")];
	buf_done(&b);
	return c;
}

static void test_err__long_lines_are_cut_around_the_caret(void **state)
{
	for (unsigned length = 1; length < 600; length += 13)
		for (unsigned column = 1; column <= length; column++)
			assert_int_equal(above_caret(length, column),
				'0' + column % 10);
}

static void test_err__long_text_is_cut_between_characters(void **state)
{
	struct err e;
	char text[1300];

	for (int lead = 0; lead < 4; lead++) {
		memset(text, 'a', 4);
		for (int i = 0; i < 400; i++)
			memcpy(text + lead + 3 * i, "漢", 3);
		text[lead + 1200] = '\0';
		err_set(&e, ERR_INVALID, "%s", text);
		err_hint(&e, "%s", text);
		err_at(&e, text, 1, 1);
		err_source(&e, text, strlen(text));
		assert_true(text_valid(e.text, strlen(e.text)));
		assert_true(strlen(e.text) > sizeof(e.text) - 4);
		assert_true(text_valid(e.hint, strlen(e.hint)));
		assert_true(text_valid(e.file, strlen(e.file)));
		assert_true(text_valid(e.source, strlen(e.source)));
	}
}

static void test_err__no_control_character_reaches_the_terminal(void **state)
{
	struct err e;

	err_set(&e, ERR_INVALID, "a\x1b]0;b\a\nc");
	err_at(&e, "\x1b[2J", 1, 1);
	err_hint(&e, "\xc2\x9b" "1m");
	check_print(&e, "[2J:1:1: a]0;b c (1m)\n");
}

static void hook(void)
{
	assert_int_equal(write(STDERR_FILENO, "hook\n", 5), 5);
}

/* Runs a bug in a child; its standard error goes to text, its status is
 * returned. */
static int status_of(void (*bug)(void), char *text, size_t size)
{
	int fd[2], status;
	size_t n = 0;
	ssize_t got;

	assert_int_equal(pipe(fd), 0);
	pid_t child = fork();
	if (!child) {
		dup2(fd[1], STDERR_FILENO);
		close(fd[0]);
		close(fd[1]);
		bug();
		_exit(0);
	}
	close(fd[1]);
	while ((got = read(fd[0], text + n, size - 1 - n)) > 0)
		n += (size_t)got;
	text[n] = '\0';
	close(fd[0]);
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void bug(void)
{
	panic_hook(hook);
	panic("count is %d", 7);
}

static void test_err__panic_restores_then_tells_then_exits_4(void **state)
{
	char text[200];

	assert_int_equal(status_of(bug, text, sizeof(text)), 4);
	assert_memory_equal(text, "hook\nmmstep: internal error at ", 31);
	assert_non_null(strstr(text, "err.c:"));
	assert_non_null(strstr(text, ": count is 7\n"));
}

static void bug_in_hook(void)
{
	panic("again");
}

static void bug_twice(void)
{
	panic_hook(bug_in_hook);
	panic("once");
}

static void test_err__panic_in_the_hook_ends_too(void **state)
{
	char text[200];

	assert_int_equal(status_of(bug_twice, text, sizeof(text)), 4);
	assert_non_null(strstr(text, ": again\n"));
}

static void test_mem__zero_size_and_copies(void **state)
{
	char *p = mem_alloc(0), *q = mem_resize(NULL, 0);
	char *whole = mem_strdup("abc"), *part = mem_strndup("abc", 2);
	char *all = mem_strndup("abc", 9), *zeroed = mem_alloc(64);

	assert_non_null(p);
	assert_non_null(q);
	assert_string_equal(whole, "abc");
	assert_string_equal(part, "ab");
	assert_string_equal(all, "abc");
	for (int i = 0; i < 64; i++)
		assert_int_equal(zeroed[i], 0);
	free(p);
	free(q);
	free(whole);
	free(part);
	free(all);
	free(zeroed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_err__set_clears_what_was_there),
		cmocka_unit_test(test_err__text_may_come_from_itself),
		cmocka_unit_test(test_err__exit_status),
		cmocka_unit_test(test_err__place_hint_source_caret),
		cmocka_unit_test(test_err__caret_counts_columns_not_characters),
		cmocka_unit_test(test_err__long_lines_are_cut_around_the_caret),
		cmocka_unit_test(test_err__long_text_is_cut_between_characters),
		cmocka_unit_test(
			test_err__no_control_character_reaches_the_terminal),
		cmocka_unit_test(
			test_err__panic_restores_then_tells_then_exits_4),
		cmocka_unit_test(test_err__panic_in_the_hook_ends_too),
		cmocka_unit_test(test_mem__zero_size_and_copies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
