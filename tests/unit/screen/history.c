/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of src/screen/history.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/buf.h"
#include "screen/history.h"

static char home[64];
static struct buf loaded;
static int entries;

static int set_up(void **state)
{
	strcpy(home, "/tmp/mmstep-history-XXXXXX");
	assert_non_null(mkdtemp(home));
	setenv("XDG_STATE_HOME", home, 1);
	return 0;
}

static int tear_down(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", home);
	buf_done(&loaded);
	return system(command);
}

static void each(const char *entry)
{
	buf_printf(&loaded, "%s|", entry);
	entries++;
}

static const char *load(void)
{
	buf_clear(&loaded);
	entries = 0;
	history_load(each);
	return buf_text(&loaded);
}

static const char *path(const char *name)
{
	static char out[128];

	snprintf(out, sizeof(out), "%s/mmstep/%s", home, name);
	return out;
}

static void put_file(const char *bytes, size_t n, mode_t mode)
{
	FILE *f;

	mkdir(path(""), 0755);
	f = fopen(path("history"), "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
	chmod(path("history"), mode);
}

static mode_t mode_of(const char *name)
{
	struct stat st;

	assert_int_equal(lstat(path(name), &st), 0);
	return st.st_mode & 07777;
}

static void test_history__comes_back_in_order(void **state)
{
	assert_string_equal(load(), "");
	history_append("step 1");
	history_append("print zähler ≥ 1");
	assert_string_equal(load(), "step 1|print zähler ≥ 1|");
}

static void test_history__is_private_whatever_the_umask(void **state)
{
	mode_t before = umask(0);

	history_append("x");
	umask(before);
	assert_int_equal(mode_of("history"), 0600);
	assert_int_equal(mode_of(""), 0700);
}

static void test_history__loose_modes_are_tightened(void **state)
{
	put_file("a\n", 2, 0644);
	assert_string_equal(load(), "a|");
	assert_int_equal(mode_of("history"), 0600);
	assert_int_equal(mode_of(""), 0700);
}

static void test_history__control_characters_are_dropped(void **state)
{
	history_append("a\nb\033[31mc\001\302\233d\377e");
	history_append("\n\r");
	history_append("");
	assert_string_equal(load(), "ab[31mcde|");
	put_file("x\0y\033z\n\n\0\n", 9, 0600);
	assert_string_equal(load(), "xyz|");
}

static void test_history__symbolic_link_is_not_followed(void **state)
{
	char target[128];
	FILE *f;

	snprintf(target, sizeof(target), "%s/target", home);
	f = fopen(target, "w");
	fputs("secret\n", f);
	fclose(f);
	mkdir(path(""), 0700);
	assert_int_equal(symlink(target, path("history")), 0);
	assert_string_equal(load(), "");
	history_append("x");
	f = fopen(target, "r");
	assert_string_equal(fgets(target, sizeof(target), f), "secret\n");
	assert_null(fgets(target, sizeof(target), f));
	fclose(f);
}

static void test_history__pipe_and_folder_are_refused(void **state)
{
	mkdir(path(""), 0700);
	assert_int_equal(mkfifo(path("history"), 0600), 0);
	assert_string_equal(load(), "");
	history_append("x");
	unlink(path("history"));
	mkdir(path("history"), 0700);
	assert_string_equal(load(), "");
	history_append("x");
	rmdir(path("history"));
}

static void test_history__no_home_is_no_history(void **state)
{
	unsetenv("XDG_STATE_HOME");
	unsetenv("HOME");
	assert_string_equal(load(), "");
	history_append("x");
	setenv("HOME", "", 1);
	history_append("x");
	setenv("HOME", home, 1);
	setenv("XDG_STATE_HOME", "relative", 1);
	history_append("y");
	assert_string_equal(load(), "y|");
	assert_int_equal(access("relative", F_OK), -1);
	setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
	history_append("x");
	assert_string_equal(load(), "");
}

static void test_history__loading_makes_nothing(void **state)
{
	load();
	assert_int_equal(access(path(""), F_OK), -1);
}

static void test_history__cut_last_line_is_ended(void **state)
{
	put_file("one\ntw", 6, 0600);
	history_append("three");
	assert_string_equal(load(), "one|tw|three|");
}

static void test_history__only_the_newest_are_loaded(void **state)
{
	struct buf b = {0};

	for (int i = 0; i < 1500; i++)
		buf_printf(&b, "%d\n", i);
	put_file(b.s, b.n, 0600);
	load();
	assert_int_equal(entries, HISTORY_LINES);
	assert_memory_equal(loaded.s, "500|501|", 8);
	buf_done(&b);
}

static void test_history__large_file_is_trimmed(void **state)
{
	struct buf b = {0};
	struct stat st;

	for (int i = 0; i < 1000000; i++)
		buf_printf(&b, "entry number %d\n", i);
	put_file(b.s, b.n, 0600);
	load();
	assert_int_equal(entries, HISTORY_LINES);
	history_append("last");
	assert_int_equal(stat(path("history"), &st), 0);
	assert_true(st.st_size < 64 << 10);
	assert_int_equal(mode_of("history"), 0600);
	assert_int_equal(access(path("history.new"), F_OK), -1);
	load();
	assert_int_equal(entries, HISTORY_LINES);
	assert_string_equal(loaded.s + loaded.n - 5, "last|");
	buf_done(&b);
}

static void test_history__one_endless_line_is_left_out(void **state)
{
	struct buf b = {0};

	for (int i = 0; i < 1000000; i++)
		buf_putc(&b, 'x');
	put_file(b.s, b.n, 0600);
	assert_string_equal(load(), "");
	history_append("y");
	assert_string_equal(load(), "y|");
	buf_done(&b);
}

/* Sessions that append at the same time, across a trim: nothing is lost. */
static void test_history__sessions_share_the_file(void **state)
{
	struct buf b = {0};
	char line[32];

	while (b.n < (256 << 10) - 900)
		buf_puts(&b, "old\n");
	put_file(b.s, b.n, 0600);
	buf_done(&b);
	for (int session = 0; session < 4; session++)
		if (!fork()) {
			for (int i = 0; i < 50; i++) {
				snprintf(line, sizeof(line), "s%d-%d", session,
					i);
				history_append(line);
			}
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	load();
	for (int i = 0; i < 200; i++) {
		snprintf(line, sizeof(line), "|s%d-%d|", i / 50, i % 50);
		assert_non_null(strstr(loaded.s, line));
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_history__comes_back_in_order),
		TEST(test_history__is_private_whatever_the_umask),
		TEST(test_history__loose_modes_are_tightened),
		TEST(test_history__control_characters_are_dropped),
		TEST(test_history__symbolic_link_is_not_followed),
		TEST(test_history__pipe_and_folder_are_refused),
		TEST(test_history__no_home_is_no_history),
		TEST(test_history__loading_makes_nothing),
		TEST(test_history__cut_last_line_is_ended),
		TEST(test_history__only_the_newest_are_loaded),
		TEST(test_history__large_file_is_trimmed),
		TEST(test_history__one_endless_line_is_left_out),
		TEST(test_history__sessions_share_the_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
