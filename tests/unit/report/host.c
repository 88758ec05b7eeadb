/* SPDX-License-Identifier: GPL-3.0-or-later
 * The machine one sits at, read from a folder made up for each test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "report/host.h"
#include "scene/assets.h"

static char root[] = "/tmp/mmstep-host-XXXXXX";

static const char *const folders[] = { "proc", "proc/sys", "proc/sys/vm",
	"sys", "sys/devices", "sys/devices/system", "sys/devices/system/cpu" };
enum { FOLDERS = sizeof(folders) / sizeof(*folders) };

/* A small machine; to change one: put() again. */
static const char *const files[][2] = {
	{ "sys/devices/system/cpu/present", "0-7\n" },
	{ "sys/devices/system/cpu/possible", "0-15\n" },
	{ "proc/sys/vm/overcommit_memory", "2\n" },
	{ "proc/sys/vm/overcommit_ratio", "80\n" },
	{ "proc/sys/vm/overcommit_kbytes", "0\n" },
	{ "proc/meminfo", "MemTotal:       16394252 kB\n"
		"MemFree:          123456 kB\n"
		"SwapTotal:       2097148 kB\n"
		"CommitLimit:    10294272 kB\n"
		"Committed_AS:    5123456 kB\n"
		"Hugetlb:            4096 kB\n" },
};
enum { FILES = sizeof(files) / sizeof(*files) };

static const char *path(const char *name)
{
	static char full[128];

	snprintf(full, sizeof(full), "%s/%s", root, name);
	return full;
}

static void put(const char *name, const char *text)
{
	FILE *f = fopen(path(name), "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static int make_root(void **state)
{
	assert_non_null(mkdtemp(root));
	for (unsigned i = 0; i < FOLDERS; i++)
		assert_int_equal(mkdir(path(folders[i]), 0700), 0);
	return 0;
}

static int remove_root(void **state)
{
	for (unsigned i = 0; i < FILES; i++)
		unlink(path(files[i][0]));
	for (unsigned i = FOLDERS; i-- > 0;)
		rmdir(path(folders[i]));
	return rmdir(root);
}

static int put_all(void **state)
{
	for (unsigned i = 0; i < FILES; i++)
		put(files[i][0], files[i][1]);
	return 0;
}

static bool is_missing(const struct host *h, const char *what, const char *why)
{
	for (unsigned i = 0; i < h->n_missing; i++)
		if (strstr(h->missing[i], what) && strstr(h->missing[i], why))
			return true;
	return false;
}

static void test_host__reads_all_of_it(void **state)
{
	struct host h;

	host_read(root, &h);
	assert_int_equal(h.n_missing, 0);
	assert_int_equal(h.present_cpus, 8);
	assert_int_equal(h.possible_cpus, 16);
	assert_int_equal(h.ram_kb, 16394252);
	assert_int_equal(h.swap_kb, 2097148);
	assert_int_equal(h.hugetlb_kb, 4096);
	assert_int_equal(h.committed_kb, 5123456);
	assert_int_equal(h.commit_limit_kb, 10294272);
	assert_int_equal(h.policy, 2);
	assert_int_equal(h.ratio, 80);
	assert_int_equal(h.kbytes, 0);
}

static void test_host__is_a_machine(void **state)
{
	struct machine_file m;
	struct host h;

	host_read(root, &h);
	assert_true(host_to_machine(&h, &m));
	assert_string_equal(m.name, "host");
	assert_true(m.given_cpus && m.given_ram && m.given_swap);
	assert_int_equal(m.cpus, 8);
	assert_int_equal(m.ram_pages, 4098563);
	assert_int_equal(m.swap_pages, 524287);
	assert_int_equal(m.policy, 2);
	assert_int_equal(m.ratio, 80);
}

static void test_host__each_file_may_be_missing(void **state)
{
	for (unsigned i = 0; i < FILES; i++) {
		struct machine_file m;
		struct host h;

		put_all(NULL);
		unlink(path(files[i][0]));
		host_read(root, &h);
		assert_int_equal(h.n_missing, 1);
		assert_true(is_missing(&h, files[i][0], "No such file"));
		assert_true(host_to_machine(&h, &m));
	}
}

static void test_host__each_file_may_be_garbage(void **state)
{
	static const char *const garbage[] = { "", "\n", "x\n", "-1\n", "7x\n",
		"99999999999999999999\n", "0-\n", "3-1\n", "0,,1\n", "0-3,\n" };

	for (unsigned i = 0; i < FILES; i++)
		for (unsigned g = 0; g < sizeof(garbage) / sizeof(*garbage);
			g++) {
			struct host h;

			put_all(NULL);
			put(files[i][0], garbage[g]);
			host_read(root, &h);
			if (!is_missing(&h, files[i][0], ""))
				fail_msg("%s took \"%s\"", files[i][0],
					garbage[g]);
			assert_int_equal(h.n_missing, i + 1 < FILES ? 1 : 5);
		}
}

static void test_host__a_field_may_be_missing_or_no_number(void **state)
{
	struct machine_file m;
	struct host h;

	put("proc/meminfo", "MemTotal: lots kB\nSwapTotal: 12 kB\n"
		"NotMemTotal: 5 kB\n");
	host_read(root, &h);
	assert_int_equal(h.ram_kb, -1);
	assert_int_equal(h.swap_kb, 12);
	assert_true(is_missing(&h, "MemTotal", "not a number"));
	assert_true(is_missing(&h, "CommitLimit", "missing"));
	assert_true(host_to_machine(&h, &m));
	assert_false(m.given_ram);
}

static void test_host__nothing_at_all_is_no_machine(void **state)
{
	struct machine_file m;
	struct host h;

	host_read("/nonexistent", &h);
	assert_int_equal(h.n_missing, FILES);
	assert_false(host_to_machine(&h, &m));
}

static void test_host__unknown_policies_are_left_out(void **state)
{
	struct machine_file m;
	struct host h;

	put("proc/sys/vm/overcommit_memory", "3\n");
	host_read(root, &h);
	assert_true(is_missing(&h, "overcommit_memory", "policy"));
	host_to_machine(&h, &m);
	assert_int_equal(m.policy, -1);
}

static void test_host__more_cpus_than_the_model_has(void **state)
{
	struct machine_file m;
	struct host h;

	put("sys/devices/system/cpu/present", "0-1023\n");
	host_read(root, &h);
	assert_int_equal(h.present_cpus, 1024);
	assert_true(is_missing(&h, "present", "more CPUs"));
	host_to_machine(&h, &m);
	assert_int_equal(m.cpus, CPUS_MAX);
}

static void test_host__lists_of_cpus(void **state)
{
	assert_int_equal(host_cpu_list("0\n"), 1);
	assert_int_equal(host_cpu_list("0-3,8,10-11"), 7);
	assert_int_equal(host_cpu_list("5-5"), 1);
	assert_int_equal(host_cpu_list("a"), -1);
	assert_int_equal(host_cpu_list("0-3 8"), -1);
	assert_int_equal(host_cpu_list("0-999999"), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_host__reads_all_of_it, put_all),
		cmocka_unit_test_setup(test_host__is_a_machine, put_all),
		cmocka_unit_test_setup(
			test_host__each_file_may_be_missing, put_all),
		cmocka_unit_test_setup(
			test_host__each_file_may_be_garbage, put_all),
		cmocka_unit_test_setup(
			test_host__a_field_may_be_missing_or_no_number,
			put_all),
		cmocka_unit_test_setup(
			test_host__nothing_at_all_is_no_machine, put_all),
		cmocka_unit_test_setup(
			test_host__unknown_policies_are_left_out, put_all),
		cmocka_unit_test_setup(
			test_host__more_cpus_than_the_model_has, put_all),
		cmocka_unit_test(test_host__lists_of_cpus),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
