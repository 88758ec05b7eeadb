/* SPDX-License-Identifier: GPL-3.0-or-later
 * Rows as plain lines: each kind, wrapping, marks taken off, ASCII.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "output/rows_text.h"

static void check(struct rows *rows, int columns, bool ascii, const char *due)
{
	struct buf out = { 0 };

	rows_text(rows, columns, ascii, &out);
	assert_string_equal(buf_text(&out), due);
	buf_done(&out);
	rows_done(rows);
}

static void test_rows__each_kind_is_a_line(void **state)
{
	struct rows r = { 0 };
	struct row *row;

	rows_add(&r, ROW_NOTE, NULL, "a note");
	row = rows_add(&r, ROW_LINE, "proc", "unlock");
	row->step = 12;
	row->cpu = 3;
	rows_add(&r, ROW_OTHERS, NULL, "7 lines on CPUs 0 1");
	row = rows_add(&r, ROW_CHANGE, "count", NULL);
	row->unit = KIND_PAGES;
	row->value = -1234;
	row->before = 5;
	row = rows_add(&r, ROW_VALUE, "policy", NULL);
	row->unit = KIND_POLICY;
	row->value = POLICY_NEVER;
	row = rows_add(&r, ROW_PLACE, "proc", "return 0");
	row->cpu = 1;
	rows_add(&r, ROW_PLACE, NULL, "CPU 1 has nothing to run");
	rows_add(&r, ROW_LISTING, ">", "  if a")->number = 7;
	rows_add(&r, ROW_SAY, "cue", "Look.");
	rows_add(&r, ROW_QUESTION, "q", "Why?");
	rows_add(&r, ROW_CHOICE, NULL, "because")->number = 1;
	rows_add(&r, ROW_VERDICT, "q", "Right.");
	rows_add(&r, ROW_TABLE, "left", "right");
	rows_add(&r, ROW_STOP, NULL, "breakpoint 1: x");
	check(&r, 0, false,
		"a note\n"
		"12 cpu 3: unlock\n"
		"meanwhile 7 lines on CPUs 0 1\n"
		"count -1234, was 5\n"
		"policy = never\n"
		"next cpu 1: return 0 (proc)\n"
		"CPU 1 has nothing to run\n"
		">  7    if a\n"
		"Look.\n"
		"question: Why?\n"
		"  1) because\n"
		"Right.\n"
		"left: right\n"
		"breakpoint 1: x\n");
}

static void test_rows__no_text_is_no_line(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_SAY, "cue", "");
	rows_add(&r, ROW_SAY, NULL, NULL);
	check(&r, 0, false, "");
}

static void test_rows__marks_of_prose_are_taken_off(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_SAY, NULL, "A [[slot]] of **28** pages.");
	check(&r, 0, false, "A slot of 28 pages.\n");
}

static void test_rows__prose_wraps_between_words(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_SAY, NULL,
		"one two three four abcdefghijklmnop five");
	check(&r, 13, false,
		"one two three\nfour\nabcdefghijklmnop\nfive\n");
}

static void test_rows__marks_take_no_room(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_SAY, NULL, "[[one]] **two** three");
	check(&r, 13, false, "one two three\n");
}

static void test_rows__lines_of_a_text_stay(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_NOTE, NULL, "one\n  two\nthree");
	check(&r, 40, false, "one\n  two\nthree\n");
}

static void test_rows__ascii_has_nothing_else(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_NOTE, NULL,
		"|a| \xe2\x89\xa5 b \xe2\x88\x92 1 \xe2\x80\xa6");
	check(&r, 0, true, "|a| >= b - 1 ~\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows__each_kind_is_a_line),
		cmocka_unit_test(test_rows__no_text_is_no_line),
		cmocka_unit_test(test_rows__marks_of_prose_are_taken_off),
		cmocka_unit_test(test_rows__prose_wraps_between_words),
		cmocka_unit_test(test_rows__marks_take_no_room),
		cmocka_unit_test(test_rows__lines_of_a_text_stay),
		cmocka_unit_test(test_rows__ascii_has_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
