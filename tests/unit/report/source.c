/* SPDX-License-Identifier: GPL-3.0-or-later
 * Files of /proc from a folder, and from one file with headings.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "report/source.h"

static char path[] = "/tmp/mmsourceXXXXXX";

static void write_bundle(const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int make_file(void **state)
{
	int fd = mkstemp(path);

	return fd < 0 ? -1 : close(fd);
}

static int drop_file(void **state)
{
	return remove(path);
}

static int part(const char *name, struct buf *out)
{
	struct source s;
	int error;

	source_open(&s, path);
	assert_true(s.bundle);
	error = source_read(&s, name, out);
	source_done(&s);
	return error;
}

static void test_source__parts_of_a_bundle(void **state)
{
	struct buf b = { 0 };

	write_bundle("kept by nobody\n"
		"==> /proc/meminfo <==\nMemTotal: 1 kB\n\n"
		"===> proc/sys/vm/min_free_kbytes <===\n67584\n"
		"==> /mnt/sos/proc/zoneinfo <==\nNode 0\n"
		"==> /proc/zoneinfo <==\nnot the first\n"
		"== no heading\n==> /proc/vmstat <==\n==> empty/proc/slabinfo <==");
	assert_int_equal(part("proc/meminfo", &b), 0);
	assert_string_equal(buf_text(&b), "MemTotal: 1 kB\n\n");
	assert_int_equal(part("proc/sys/vm/min_free_kbytes", &b), 0);
	assert_string_equal(buf_text(&b), "67584\n");
	assert_int_equal(part("proc/zoneinfo", &b), 0);
	assert_string_equal(buf_text(&b), "Node 0\n");
	assert_int_equal(part("proc/vmstat", &b), 0);
	assert_string_equal(buf_text(&b), "");
	assert_int_equal(part("proc/slabinfo", &b), 0);
	assert_int_equal(part("proc/buddyinfo", &b), ENODATA);
	assert_int_equal(part("info", &b), ENODATA);	/* whole names only */
	assert_string_equal(buf_text(&b), "");
	buf_done(&b);
}

/* The rest of a number would be another one. */
static void test_source__a_last_line_that_is_cut(void **state)
{
	struct buf b = { 0 };

	write_bundle("==> /proc/zoneinfo <==\nmin 5\nlow 6");
	assert_int_equal(part("proc/zoneinfo", &b), 0);
	assert_string_equal(buf_text(&b), "min 5\n");
	write_bundle("==> /proc/sys/vm/min_free_kbytes <==\n67");
	assert_int_equal(part("proc/sys/vm/min_free_kbytes", &b), 0);
	assert_string_equal(buf_text(&b), "");
	buf_done(&b);
}

static void test_source__a_folder_or_its_proc(void **state)
{
	static const char *const names[] = { "tests/reports/machine",
		"tests/reports/machine/proc" };
	struct buf b = { 0 };

	for (int i = 0; i < 2; i++) {
		struct source s;

		source_open(&s, names[i]);
		assert_false(s.bundle);
		assert_int_equal(source_read(&s, "proc/sys/vm/overcommit_ratio",
			&b), 0);
		assert_string_equal(buf_text(&b), "50\n");
		assert_int_equal(source_read(&s, "proc/none", &b), ENOENT);
		assert_int_equal(source_read(&s, "proc", &b), EISDIR);
		assert_int_equal(b.n, 0);
		source_done(&s);
	}
	buf_done(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_source__parts_of_a_bundle),
		cmocka_unit_test(test_source__a_last_line_that_is_cut),
		cmocka_unit_test(test_source__a_folder_or_its_proc),
	};

	return cmocka_run_group_tests(tests, make_file, drop_file);
}
