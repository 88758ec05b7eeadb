/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of src/screen/prompt.c: the prompt under the screen needs no terminal.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "screen/prompt.h"

static char home[64];

static size_t complete(
	void *user, const char *line, size_t point, struct buf *out)
{
	static const char *const words[] = {"step", "stop", "status", "print ",
		"cpus=", "cpu[", "zähler", "zähne"};
	size_t start = point;

	assert_string_equal(user, "user");
	while (start && line[start - 1] != ' ')
		start--;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strncmp(words[i], line + start, point - start))
			buf_printf(out, "%s\n", words[i]);
	return start;
}

static char user[] = "user";
static const struct prompt_options with_history = {
	.label = ":", .history = true, .complete = complete, .user = user};
static const struct prompt_options bare = {.label = "/"};

static void press(const char *names)
{
	char copy[512];

	snprintf(copy, sizeof(copy), "%s", names);
	for (char *s = strtok(copy, " "); s; s = strtok(NULL, " ")) {
		struct key k;

		if (!key_parse(s, &k))
			fail_msg("no key: %s", s);
		prompt_key(&k);
	}
}

static void type(const char *text)
{
	for (; *text; text++) {
		struct key k = {.code = K_CHAR, .ch = (unsigned char)*text};

		prompt_key(&k);
	}
}

/* The line with "|" at the cursor (in columns of ASCII text). */
static const char *shown(void)
{
	static char out[8300];
	struct prompt_view v;

	prompt_view(8192, false, &v);
	snprintf(out, sizeof(out), "%.*s|%s", v.cursor, v.text,
		v.text + v.cursor);
	return out;
}

static const char *note(void)
{
	struct prompt_view v;

	prompt_view(80, false, &v);
	return v.note;
}

static int set_up(void **state)
{
	prompt_open(&with_history);
	return 0;
}

static int tear_down(void **state)
{
	prompt_close();
	assert_int_equal(prompt_state(), PROMPT_CLOSED);
	return 0;
}

static void enter(const char *text)
{
	prompt_open(&with_history);
	type(text);
	press("Enter");
	assert_int_equal(prompt_state(), PROMPT_DONE);
	assert_string_equal(prompt_line(), text);
}

/* Must be the first test: hooks set too late only show in the first prompt. */
static void test_prompt__first_one_edits_as_later_ones(void **state)
{
	assert_int_equal(prompt_state(), PROMPT_OPEN);
	assert_string_equal(shown(), ":|");
	type("tep 12");
	press("Home s End Left Backspace");
	assert_string_equal(shown(), ":step |2");
	press("Enter");
	assert_int_equal(prompt_state(), PROMPT_DONE);
	assert_string_equal(prompt_line(), "step 2");
}

static void test_prompt__word_keys(void **state)
{
	type("one two three");
	press("C-Left C-Left");
	assert_string_equal(shown(), ":one |two three");
	press("M-d C-Right");
	assert_string_equal(shown(), ":one  three|");
	press("M-Backspace C-a C-k");
	assert_string_equal(shown(), ":|");
	press("C-y Home Del Del");
	assert_string_equal(shown(), ":|e  ");
}

static void test_prompt__delete_at_the_end_closes_nothing(void **state)
{
	press("Del");
	assert_int_equal(prompt_state(), PROMPT_OPEN);
	type("a");
	press("Del Backspace");
	assert_int_equal(prompt_state(), PROMPT_OPEN);
	press("C-d");
	assert_int_equal(prompt_state(), PROMPT_CANCELLED);
	assert_string_equal(prompt_line(), "");
}

static void test_prompt__escape_and_ctrl_c_cancel(void **state)
{
	type("quit");
	press("Esc");
	assert_int_equal(prompt_state(), PROMPT_CANCELLED);
	prompt_open(&with_history);
	assert_string_equal(shown(), ":|");
	type("quit");
	press("C-c");
	assert_int_equal(prompt_state(), PROMPT_CANCELLED);
	enter("again");
}

static void test_prompt__history(void **state)
{
	enter("first");
	enter("second");
	enter("second");
	prompt_open(&with_history);
	press("Up");
	assert_string_equal(shown(), ":second|");
	press("Up");
	assert_string_equal(shown(), ":first|");
	press("Down Down");
	assert_string_equal(shown(), ":|");
}

static void test_prompt__search_shows_and_ends(void **state)
{
	enter("alpha one");
	enter("beta two");
	prompt_open(&with_history);
	press("C-r a l p");
	assert_non_null(strstr(shown(), "alp"));
	assert_non_null(strstr(shown(), "alpha one"));
	press("Esc");
	assert_int_equal(prompt_state(), PROMPT_OPEN);
	press("End");
	assert_string_equal(shown(), ":alpha one|");
	press("C-s b e t Enter");
	assert_int_equal(prompt_state(), PROMPT_DONE);
	assert_string_equal(prompt_line(), "beta two");
}

static void test_prompt__ctrl_c_in_a_search_leaves_nothing_behind(void **state)
{
	static const char *const middles[] = {
		"C-r x", "C-r", "M-5", "C-s q", "C-]", "a b C-_", "M-1 M-2"};

	for (size_t i = 0; i < sizeof(middles) / sizeof(*middles); i++) {
		prompt_open(&with_history);
		press(middles[i]);
		press("C-c");
		assert_int_equal(prompt_state(), PROMPT_CANCELLED);
		prompt_open(&with_history);
		assert_string_equal(shown(), ":|");
		type("ok");
		assert_string_equal(shown(), ":ok|");
		press("Enter");
		assert_int_equal(prompt_state(), PROMPT_DONE);
		assert_string_equal(prompt_line(), "ok");
	}
}

static void test_prompt__closing_in_a_search_leaves_nothing_behind(void **state)
{
	press("C-r x");
	prompt_close();
	enter("fine");
}

static void test_prompt__single_candidate_is_completed(void **state)
{
	press("p Tab");
	assert_string_equal(shown(), ":print |");
	press("c p u s Tab");
	assert_string_equal(shown(), ":print cpus=|");
	prompt_open(&with_history);
	type("ste");
	press("Tab");
	assert_string_equal(shown(), ":step |");
	prompt_open(&with_history);
	type("sta x");
	press("Left Left Tab");
	assert_string_equal(shown(), ":status| x");
}

static void test_prompt__several_go_round(void **state)
{
	struct prompt_view v;

	press("s Tab");
	assert_string_equal(shown(), ":st|");
	prompt_view(80, false, &v);
	assert_string_equal(v.list, "step  stop  status  ");
	assert_int_equal(v.list_columns, 0);
	press("Tab Tab");
	assert_string_equal(shown(), ":stop|");
	prompt_view(80, false, &v);
	assert_int_equal(v.list_at, 6);
	assert_int_equal(v.list_columns, 4);
	press("S-Tab");
	assert_string_equal(shown(), ":step|");
	press("S-Tab Tab Tab");
	assert_string_equal(shown(), ":stop|");
	press("x");
	prompt_view(80, false, &v);
	assert_string_equal(v.list, "");
	press("Enter");
	assert_string_equal(prompt_line(), "stopx");
}

static void test_prompt__list_scrolls_to_the_chosen(void **state)
{
	struct prompt_view v;

	press("s Tab S-Tab");
	prompt_view(14, false, &v);
	assert_string_equal(v.list, "status  ");
	assert_int_equal(v.list_at, 0);
	assert_int_equal(v.list_columns, 6);
	prompt_view(3, false, &v);
	assert_string_equal(v.list, "sta");
	assert_int_equal(v.list_columns, 3);
}

static void test_prompt__common_part_is_whole_characters(void **state)
{
	press("z Tab");
	prompt_key(&(struct key){.code = K_CHAR, .ch = 'x'});
	press("Enter");
	assert_string_equal(prompt_line(), "zähx");
}

static void test_prompt__nothing_to_complete_is_said(void **state)
{
	press("q Tab");
	assert_string_equal(shown(), ":q|");
	assert_true(*note());
	press("x");
	assert_string_equal(note(), "");
	prompt_open(&bare);
	press("Tab Tab");
	assert_string_equal(shown(), "/|");
}

static void test_prompt__without_history_neither_reads_nor_keeps(void **state)
{
	enter("remember");
	prompt_open(&bare);
	press("Up C-p C-r C-s M-p M-<");
	assert_string_equal(shown(), "/|");
	type("needle");
	press("Enter");
	assert_string_equal(prompt_line(), "needle");
	prompt_open(&with_history);
	press("Up");
	assert_string_equal(shown(), ":remember|");
}

static void test_prompt__paste_is_one_line_and_not_entered(void **state)
{
	prompt_paste("step 1\nquit\n");
	assert_int_equal(prompt_state(), PROMPT_OPEN);
	assert_string_equal(shown(), ":step 1 quit|");
	prompt_open(&with_history);
	prompt_paste("a\tb\r\nc\033[31m\001\302\233\377d\r");
	assert_string_equal(shown(), ":a b c[31md|");
	press("C-r");
	prompt_paste("x");
	assert_int_equal(prompt_state(), PROMPT_OPEN);
	press("C-c");
	prompt_paste("closed");
	assert_int_equal(prompt_state(), PROMPT_CANCELLED);
}

static void test_prompt__paste_key_is_a_paste(void **state)
{
	prompt_key(&(struct key){.code = K_PASTE, .text = "x\ny"});
	assert_string_equal(shown(), ":x y|");
}

static void test_prompt__line_is_capped(void **state)
{
	char *big = malloc(100001);

	memset(big, 'x', 100000);
	big[100000] = '\0';
	prompt_paste(big);
	assert_true(*note());
	assert_int_equal(strlen(shown()), 1 + PROMPT_MAX + 1);
	type("y");
	assert_true(*note());
	prompt_paste("é");
	press("C-a C-k C-y C-y C-y");
	assert_int_equal(strlen(shown()), 1 + PROMPT_MAX + 1);
	press("C-u M-9 M-9 M-9 M-9 M-9 z");
	assert_int_equal(strlen(shown()), 1 + PROMPT_MAX + 1);
	press("Enter");
	assert_int_equal(strlen(prompt_line()), PROMPT_MAX);
	free(big);
}

static void test_prompt__cap_keeps_characters_whole(void **state)
{
	static char text[3 * 2000 + 1];

	for (int i = 0; i < 2000; i++)
		memcpy(text + 3 * i, "漢", 3);
	prompt_paste(text);
	press("Enter");
	assert_int_equal(strlen(prompt_line()), 3 * (PROMPT_MAX / 3));
}

/* Keys that would print, complete files, insert raw bytes or change modes. */
static void test_prompt__dangerous_keys_do_nothing(void **state)
{
	type("ab");
	press("C-x ?");
	press("M-? M-* M-~ M-# M-& M-! M-$ M-{ M-@ C-v C-q C-o C-l C-\\ "
	      "M-Tab C-Tab M-Enter PgUp F1 Ins M-% C-M-j C-M-r");
	assert_int_equal(prompt_state(), PROMPT_OPEN);
	press("C-c");
	prompt_open(&with_history);
	press("M-x C-Space k");
	assert_string_equal(shown(), ":k|");
}

static void test_prompt__wide_and_combining_characters(void **state)
{
	struct prompt_view v;
	static const uint32_t typed[] = {0x6f22, 'e', 0x301, 0x2265};

	for (size_t i = 0; i < 4; i++)
		prompt_key(&(struct key){.code = K_CHAR, .ch = typed[i]});
	prompt_view(80, false, &v);
	assert_string_equal(v.text, ":漢e\u0301≥");
	assert_int_equal(v.cursor, 5);
	prompt_view(80, true, &v);
	assert_string_equal(v.text, ":?e>=");
	assert_int_equal(v.cursor, 5);
	press("Backspace Left Left");
	prompt_view(80, false, &v);
	assert_int_equal(v.cursor, 1);
	press("C-d Enter");
	assert_string_equal(prompt_line(), "e\u0301");
}

static void test_prompt__scrolls_to_keep_the_cursor_in_view(void **state)
{
	struct prompt_view v;

	type("0123456789012345678901234567890123456789");
	for (int columns = 1; columns <= 60; columns++)
		for (int i = 0; i < 41; i++) {
			prompt_view(columns, false, &v);
			assert_true(strlen(v.text) <= (size_t)columns);
			assert_in_range(v.cursor, 0, columns - 1);
			press(i == 40 ? "End" : "Left");
		}
	prompt_view(20, false, &v);
	assert_string_equal(v.text, "90123456789");
	assert_int_equal(v.cursor, 11);
	press("Home");
	prompt_view(20, false, &v);
	assert_string_equal(v.text, ":0123456789012345678");
	assert_int_equal(v.cursor, 1);
}

static void test_prompt__wide_character_cut_by_the_edge_is_blank(void **state)
{
	struct prompt_view v;

	prompt_paste("漢漢漢漢漢漢漢漢漢漢");
	prompt_view(9, false, &v);
	assert_string_equal(v.text, " 漢漢");
	assert_int_equal(v.cursor, 5);
	prompt_view(0, false, &v);
	assert_string_equal(v.text, "");
}

static void test_prompt__invalid_bytes_never_reach_the_line(void **state)
{
	struct key_decoder d = {0};
	struct key k;

	key_feed(&d, "a\377\303b\r", 5);
	while (key_next(&d, true, &k))
		prompt_key(&k);
	key_decoder_done(&d);
	assert_string_equal(prompt_line(), "ab");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static int group_set_up(void **state)
{
	char inputrc[80];
	FILE *f;

	setlocale(LC_CTYPE, "C.UTF-8");
	strcpy(home, "/tmp/mmstep-prompt-XXXXXX");
	assert_non_null(mkdtemp(home));
	setenv("XDG_STATE_HOME", home, 1);
	/* an inputrc that would turn everything over */
	snprintf(inputrc, sizeof(inputrc), "%s/inputrc", home);
	f = fopen(inputrc, "w");
	fputs("set editing-mode vi\nset bell-style visible\n"
	      "set enable-keypad on\n\"\\C-p\": \"quit\\C-m\"\n\"a\": \"z\"\n",
		f);
	fclose(f);
	setenv("INPUTRC", inputrc, 1);
	return 0;
}

static int group_tear_down(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", home);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_prompt__first_one_edits_as_later_ones),
		TEST(test_prompt__word_keys),
		TEST(test_prompt__delete_at_the_end_closes_nothing),
		TEST(test_prompt__escape_and_ctrl_c_cancel),
		TEST(test_prompt__history),
		TEST(test_prompt__search_shows_and_ends),
		TEST(test_prompt__ctrl_c_in_a_search_leaves_nothing_behind),
		TEST(test_prompt__closing_in_a_search_leaves_nothing_behind),
		TEST(test_prompt__single_candidate_is_completed),
		TEST(test_prompt__several_go_round),
		TEST(test_prompt__list_scrolls_to_the_chosen),
		TEST(test_prompt__common_part_is_whole_characters),
		TEST(test_prompt__nothing_to_complete_is_said),
		TEST(test_prompt__without_history_neither_reads_nor_keeps),
		TEST(test_prompt__paste_is_one_line_and_not_entered),
		TEST(test_prompt__paste_key_is_a_paste),
		TEST(test_prompt__line_is_capped),
		TEST(test_prompt__cap_keeps_characters_whole),
		TEST(test_prompt__dangerous_keys_do_nothing),
		TEST(test_prompt__wide_and_combining_characters),
		TEST(test_prompt__scrolls_to_keep_the_cursor_in_view),
		TEST(test_prompt__wide_character_cut_by_the_edge_is_blank),
		TEST(test_prompt__invalid_bytes_never_reach_the_line),
	};

	return cmocka_run_group_tests(tests, group_set_up, group_tear_down);
}
