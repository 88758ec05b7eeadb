/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recordings: each line is JSON, whatever comes in and wherever it stops.
 */
#include "output/cast.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"
#include "output/canvas_ansi.h"
#include "view/theme.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

static char folder[] = "/tmp/mmstep-cast-XXXXXX";
static char path[64];

static int setup(void **state)
{
	unlink(path);
	unsetenv("SOURCE_DATE_EPOCH");
	setenv("SHELL", "/bin/test-shell", 1);
	return 0;
}

static int make_folder(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/a.cast", folder);
	return 0;
}

static int remove_folder(void **state)
{
	unlink(path);
	return rmdir(folder);
}

static void read_file(struct buf *out)
{
	FILE *f = fopen(path, "r");
	char part[512];
	size_t n;

	assert_non_null(f);
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_put(out, part, n);
	fclose(f);
}

/* The lines of the file, each parsed; the last one ends with a newline too. */
struct lines {
	int n;
	json_t *at[512];
};

static struct lines read_lines(void)
{
	struct lines l = {0};
	struct buf text = {0};

	read_file(&text);
	for (char *s = text.s, *end; s && *s; s = end + 1) {
		end = strchr(s, '\n');
		assert_non_null(end);
		*end = '\0';
		assert_true(l.n < 512);
		l.at[l.n] = json_loads(s, 0, NULL);
		assert_non_null(l.at[l.n]);
		l.n++;
	}
	buf_done(&text);
	return l;
}

static void free_lines(struct lines *l)
{
	for (int i = 0; i < l->n; i++)
		json_decref(l->at[i]);
}

static void expect_event(const struct lines *l, int i, double time,
	const char *kind, const char *text)
{
	const json_t *e = l->at[i];
	double t = json_real_value(json_array_get(e, 0));

	assert_int_equal(json_array_size(e), 3);
	assert_true(json_is_real(json_array_get(e, 0)));
	assert_true(t > time - 1e-7 && t < time + 1e-7);
	assert_string_equal(json_string_value(json_array_get(e, 1)), kind);
	assert_string_equal(json_string_value(json_array_get(e, 2)), text);
}

static struct cast *must_open(bool virtual_time)
{
	struct err err;
	struct cast *c = cast_open(
		path, 80, 24, "A \"title\"\\\n", false, virtual_time, &err);

	assert_non_null(c);
	return c;
}

static void must_close(struct cast *c)
{
	struct err err;

	assert_true(cast_close(c, &err));
}

static void test_cast__header(void **state)
{
	struct lines l;
	json_t *env;

	must_close(must_open(false));
	l = read_lines();
	assert_int_equal(l.n, 1);
	assert_int_equal(
		json_integer_value(json_object_get(l.at[0], "version")), 2);
	assert_int_equal(
		json_integer_value(json_object_get(l.at[0], "width")), 80);
	assert_int_equal(
		json_integer_value(json_object_get(l.at[0], "height")), 24);
	assert_true(json_integer_value(json_object_get(l.at[0], "timestamp")) >
		    1600000000);
	assert_string_equal(
		json_string_value(json_object_get(l.at[0], "title")),
		"A \"title\"\\\n");
	env = json_object_get(l.at[0], "env");
	assert_int_equal(json_object_size(env), 2);
	assert_string_equal(json_string_value(json_object_get(env, "SHELL")),
		"/bin/test-shell");
	assert_string_equal(json_string_value(json_object_get(env, "TERM")),
		"xterm-256color");
	free_lines(&l);
}

static void test_cast__virtual_time_leaves_no_trace_of_the_run(void **state)
{
	static const char *const dates[] = {
		"1700000000", "tomorrow", "-1", "", "99999999999999999999"};
	struct buf text = {0};

	for (int i = 0; i < 5; i++) {
		setup(NULL);
		setenv("SOURCE_DATE_EPOCH", dates[i], 1);
		must_close(must_open(true));
		buf_clear(&text);
		read_file(&text);
		assert_null(strstr(text.s, "SHELL"));
		if (i == 0)
			assert_non_null(
				strstr(text.s, "\"timestamp\": 1700000000"));
		else
			assert_null(strstr(text.s, "timestamp"));
	}
	buf_done(&text);
}

static void record(struct cast *c)
{
	struct canvas *a = canvas_new(24, 80, false), *before = NULL;
	struct canvas *b = canvas_new(24, 80, false), *swap;
	struct buf out = {0};

	for (uint64_t i = 0; i < 20; i++) {
		canvas_clear(a);
		canvas_printf(a, (int)i, 2, STYLE_VALUE, "batch %d 漢", (int)i);
		buf_clear(&out);
		canvas_diff_ansi(before, a, theme_find("class"), 256, &out);
		cast_output(c, i * 250000, out.s, out.n);
		before = a;
		swap = a;
		a = b;
		b = swap;
	}
	buf_done(&out);
	canvas_free(a);
	canvas_free(b);
}

static void test_cast__virtual_time_gives_the_same_bytes(void **state)
{
	struct buf first = {0}, second = {0};

	setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
	for (int i = 0; i < 2; i++) {
		struct cast *c = must_open(true);

		record(c);
		must_close(c);
		read_file(i ? &second : &first);
		unlink(path);
	}
	assert_true(first.n > 1000);
	assert_string_equal(first.s, second.s);
	buf_done(&first);
	buf_done(&second);
}

static void test_cast__events(void **state)
{
	struct cast *c = must_open(true);
	struct lines l;

	cast_output(c, 0, "a\033[1m\"\\\r\n\x7f", 10);
	cast_output(c, 1, "", 0);
	cast_output(c, 1234567, "漢", 3);
	cast_resize(c, 2000000, 80, 24);
	cast_resize(c, 2000000, 132, 40);
	cast_output(c, 3600000001, "a\0b", 3);
	must_close(c);
	l = read_lines();
	assert_int_equal(l.n, 5);
	expect_event(&l, 1, 0, "o", "a\033[1m\"\\\r\n\x7f");
	expect_event(&l, 2, 1.234567, "o", "漢");
	expect_event(&l, 3, 2, "r", "132x40");
	expect_event(&l, 4, 3600.000001, "o", "ab");
	free_lines(&l);
}

static void test_cast__times_have_six_decimals(void **state)
{
	struct cast *c = must_open(true);
	struct buf text = {0};

	cast_output(c, 5000007, "x", 1);
	must_close(c);
	read_file(&text);
	assert_non_null(strstr(text.s, "\n[5.000007, \"o\", \"x\"]\n"));
	buf_done(&text);
}

static void test_cast__clock_that_goes_back(void **state)
{
	struct cast *c = must_open(true);
	struct lines l;

	cast_output(c, 2000000, "a", 1);
	cast_output(c, 1000000, "b", 1);
	cast_resize(c, 0, 10, 10);
	cast_output(c, 2000001, "c", 1);
	must_close(c);
	l = read_lines();
	expect_event(&l, 1, 2, "o", "a");
	expect_event(&l, 2, 2, "o", "b");
	expect_event(&l, 3, 2, "r", "10x10");
	expect_event(&l, 4, 2.000001, "o", "c");
	free_lines(&l);
}

/* All the output of a recording, each event valid by itself. */
static void joined(struct buf *out)
{
	struct lines l = read_lines();

	for (int i = 1; i < l.n; i++)
		buf_puts(out, json_string_value(json_array_get(l.at[i], 2)));
	free_lines(&l);
}

static void test_cast__utf8_split_anywhere(void **state)
{
	static const char text[] = "漢字é👩";
	const size_t n = sizeof(text) - 1;

	for (size_t i = 0; i <= n; i++) {
		for (size_t k = i; k <= n; k++) {
			struct cast *c = must_open(true);
			struct buf out = {0};

			cast_output(c, 1, text, i);
			cast_output(c, 2, text + i, k - i);
			cast_output(c, 3, text + k, n - k);
			must_close(c);
			joined(&out);
			assert_string_equal(buf_text(&out), text);
			buf_done(&out);
			unlink(path);
		}
	}
}

static void test_cast__utf8_byte_by_byte(void **state)
{
	static const char text[] = "漢字é";
	struct cast *c = must_open(true);
	struct lines l;

	for (size_t i = 0; i + 1 < sizeof(text); i++)
		cast_output(c, i * 1000000, text + i, 1);
	must_close(c);
	l = read_lines();
	assert_int_equal(l.n, 4);
	expect_event(&l, 1, 2, "o", "漢");
	expect_event(&l, 2, 5, "o", "字");
	expect_event(&l, 3, 7, "o", "é");
	free_lines(&l);
}

static void test_cast__invalid_bytes_become_one_sign_each(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"a\xff"
		 "b",
			"a\xef\xbf\xbd"
			"b"},
		{"\xe6\xbc"
		 "b",
			"\xef\xbf\xbd\xef\xbf\xbd"
			"b"},
		{"\xe6\xbc", "\xef\xbf\xbd"}, /* cut off by the end */
		{"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xf5\x80", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\x80\xbf", "\xef\xbf\xbd\xef\xbf\xbd"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t n = strlen(cases[i].in);

		for (size_t k = 0; k <= n; k++) {
			struct cast *c = must_open(true);
			struct buf out = {0};

			cast_output(c, 1, cases[i].in, k);
			cast_output(c, 2, cases[i].in + k, n - k);
			must_close(c);
			joined(&out);
			assert_string_equal(buf_text(&out), cases[i].out);
			buf_done(&out);
			unlink(path);
		}
	}
}

static void test_cast__existing_file_is_kept(void **state)
{
	struct buf before = {0}, after = {0};
	struct cast *c = must_open(true);
	struct err err;

	cast_output(c, 1, "old", 3);
	must_close(c);
	read_file(&before);
	assert_null(cast_open(path, 80, 24, "t", false, true, &err));
	assert_int_equal(err.code, ERR_IO);
	assert_non_null(strstr(err.text, path));
	assert_non_null(strstr(err.hint, "--force"));
	read_file(&after);
	assert_string_equal(before.s, after.s);
	c = cast_open(path, 40, 12, "t", true, true, &err);
	assert_non_null(c);
	must_close(c);
	buf_clear(&after);
	read_file(&after);
	assert_null(strstr(after.s, "old"));
	buf_done(&before);
	buf_done(&after);
}

static void test_cast__no_folder_no_room_no_recording(void **state)
{
	struct err err;

	assert_null(cast_open(
		"/no/such/folder/a.cast", 80, 24, "t", false, true, &err));
	assert_int_equal(err.code, ERR_IO);
	assert_non_null(strstr(err.text, "/no/such/folder/a.cast"));
	assert_null(strchr(err.text, '\n'));
	assert_null(cast_open(folder, 80, 24, "t", true, true, &err));
	assert_int_equal(err.code, ERR_IO);
	assert_null(cast_open("/dev/full", 80, 24, "t", true, true, &err));
	assert_int_equal(err.code, ERR_IO);
	assert_true(cast_close(NULL, &err));
}

/* The file may not grow beyond a limit: what it holds stays whole lines, and
 * closing tells. */
static void test_cast__full_disk_leaves_whole_lines(void **state)
{
	struct rlimit old, small;
	struct cast *c = must_open(true);
	struct lines l;
	struct err err;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	small = old;
	small.rlim_cur = 1000;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	for (uint64_t i = 0; i < 100; i++)
		cast_output(c, i, "0123456789 0123456789", 21);
	assert_false(cast_close(c, &err));
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, SIG_DFL);
	assert_int_equal(err.code, ERR_IO);
	assert_non_null(strstr(err.text, path));
	l = read_lines();
	assert_in_range(l.n, 10, 30);
	free_lines(&l);
}

/* Every event is in the file as soon as it is told, as a whole line. */
static void test_cast__each_event_is_written_at_once(void **state)
{
	struct cast *c = must_open(true);

	for (int i = 0; i < 20; i++) {
		struct lines l = read_lines();

		assert_int_equal(l.n, 1 + i);
		free_lines(&l);
		cast_output(c, 1, "x", 1);
	}
	must_close(c);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_cast__header, setup),
		cmocka_unit_test_setup(
			test_cast__virtual_time_leaves_no_trace_of_the_run,
			setup),
		cmocka_unit_test_setup(
			test_cast__virtual_time_gives_the_same_bytes, setup),
		cmocka_unit_test_setup(test_cast__events, setup),
		cmocka_unit_test_setup(
			test_cast__times_have_six_decimals, setup),
		cmocka_unit_test_setup(test_cast__clock_that_goes_back, setup),
		cmocka_unit_test_setup(test_cast__utf8_split_anywhere, setup),
		cmocka_unit_test_setup(test_cast__utf8_byte_by_byte, setup),
		cmocka_unit_test_setup(
			test_cast__invalid_bytes_become_one_sign_each, setup),
		cmocka_unit_test_setup(test_cast__existing_file_is_kept, setup),
		cmocka_unit_test_setup(
			test_cast__no_folder_no_room_no_recording, setup),
		cmocka_unit_test_setup(
			test_cast__full_disk_leaves_whole_lines, setup),
		cmocka_unit_test_setup(
			test_cast__each_event_is_written_at_once, setup),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
