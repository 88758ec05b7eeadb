/* SPDX-License-Identifier: GPL-3.0-or-later
 * Rows to be heard: short lines, and nothing that can't be pasted back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "output/rows_text.h"

static void check(struct rows *rows, int columns, const char *due)
{
	struct buf out = { 0 };

	rows_speech(rows, columns, false, &out);
	assert_string_equal(buf_text(&out), due);
	buf_done(&out);
	rows_done(rows);
}

static void check_clean(const char *text, const char *due)
{
	struct buf out = { 0 };

	rows_clean(&out, text, GAP_COLON);
	assert_string_equal(buf_text(&out), due);
	buf_done(&out);
}

static void test_speech__numbers_can_be_pasted(void **state)
{
	check_clean("the batch is 1,024.", "the batch is 1024.");
	check_clean("−8,005 of ±16,368", "-8005 of ±16368");
	check_clean("2,097,152 > 0: yes", "2097152 > 0: yes");
	check_clean("cpus 1,2,3", "cpus 1,2,3");
	check_clean("lists 1300,100", "lists 1300,100");
	check_clean("lists 200,150,100,80", "lists 200,150,100,80");
	check_clean("watermark_ok(\"200,150\", 3)", "watermark_ok(\"200,150\", 3)");
	check_clean("v1,024 and x.1,024", "v1,024 and x.1,024");
	check_clean("5,000", "5000");
	check_clean("5,0000", "5,0000");
	check_clean("|0 + 32,768| ≥ 1,024", "|0 + 32768| ≥ 1024");
}

static void test_speech__no_blocks_and_masks(void **state)
{
	check_clean("count = ·····", "count = hidden");
	check_clean("a · b", "a · b");
	check_clean("││██", "||##");
}

static void test_speech__columns_become_colons(void **state)
{
	check_clean("step s      one line (s)\n  more   here",
		"step s: one line (s)\n  more: here");
	check_clean("a:  b", "a: b");
	check_clean("ends  ", "ends  ");
}

static void test_speech__lines_are_short(void **state)
{
	struct rows r = { 0 };
	struct row *row;

	row = rows_add(&r, ROW_LINE, "proc", "take lock");
	row->step = 142;
	row->cpu = 3;
	row = rows_add(&r, ROW_CHANGE, "count", NULL);
	row->unit = KIND_PAGES;
	row->value = 8;
	rows_add(&r, ROW_TABLE, "b1", "from step 40: set vm_committed_as_batch=1  (here)");
	check(&r, 40,
		"142 cpu 3: take lock\n"
		"count 8, was 0\n"
		"b1: from step 40: set\n"
		"vm_committed_as_batch=1 (here)\n");
}

/* A map of frames has no blanks. */
static void test_speech__long_words_are_cut(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_SAY, NULL, "The map: pppp....mmmm....#### ends.");
	check(&r, 10, "The map:\npppp....mm\nmm....####\nends.\n");
}

/* What was asked for by name is one thing, commas and all. */
static void test_speech__answers_stay_whole(void **state)
{
	struct rows r = { 0 };

	rows_add(&r, ROW_TABLE, "address",
		"mini/main/base+30:add=1,500+40:add=2,600@47#d8e6");
	rows_add(&r, ROW_VALUE, "base.steps + patched.steps + base.time_ns", NULL)
		->value = -12;
	check(&r, 40,
		"address: mini/main/base+30:add=1,500+40:add=2,600@47#d8e6\n"
		"base.steps + patched.steps + base.time_ns = -12\n");
}

static void add_change(struct rows *r, const char *pattern, unsigned index,
	s64 value, s64 before)
{
	struct row *row;
	char label[64];

	snprintf(label, sizeof(label), "cpu[%u].%s", index, pattern);
	row = rows_add(r, ROW_CHANGE, label, NULL);
	row->value = value;
	row->before = before;
}

/* Eight or more that are alike are one line. */
static void test_speech__many_alike_are_said_once(void **state)
{
	struct rows r = { 0 };

	for (unsigned i = 3; i < 12; i++)
		add_change(&r, "waits", i, 0, 1);
	for (unsigned i = 12; i < 19; i++)
		add_change(&r, "waits", i, 1, 0);
	add_change(&r, "mapped", 19, 1, 0);
	check(&r, 40,
		"cpu[3..11].waits 0, was 1\n"
		"cpu[12].waits 1, was 0\n"
		"cpu[13].waits 1, was 0\n"
		"cpu[14].waits 1, was 0\n"
		"… 5 more (changes)\n");
}

/* One more is not counted but said; what follows changes is not lost. */
static void test_speech__a_few_changes_are_said(void **state)
{
	struct rows r = { 0 };

	for (unsigned i = 0; i < 5; i++)
		add_change(&r, "waits", 2 * i, 0, 1);
	rows_add(&r, ROW_NOTE, NULL, "then");
	check(&r, 40,
		"cpu[0].waits 0, was 1\n"
		"cpu[2].waits 0, was 1\n"
		"cpu[4].waits 0, was 1\n"
		"cpu[6].waits 0, was 1\n"
		"cpu[8].waits 0, was 1\n"
		"then\n");
	for (unsigned i = 0; i < 6; i++)
		add_change(&r, "waits", 2 * i, 0, 1);
	rows_add(&r, ROW_NOTE, NULL, "then");
	check(&r, 40,
		"cpu[0].waits 0, was 1\n"
		"cpu[2].waits 0, was 1\n"
		"cpu[4].waits 0, was 1\n"
		"cpu[6].waits 0, was 1\n"
		"… 2 more (changes)\n"
		"then\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_speech__numbers_can_be_pasted),
		cmocka_unit_test(test_speech__no_blocks_and_masks),
		cmocka_unit_test(test_speech__columns_become_colons),
		cmocka_unit_test(test_speech__lines_are_short),
		cmocka_unit_test(test_speech__long_words_are_cut),
		cmocka_unit_test(test_speech__answers_stay_whole),
		cmocka_unit_test(test_speech__many_alike_are_said_once),
		cmocka_unit_test(test_speech__a_few_changes_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
