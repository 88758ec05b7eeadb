/* SPDX-License-Identifier: GPL-3.0-or-later
 * The state of a machine from a folder, as root or not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "report/judge.h"
#include "report/proc.h"

static struct report *found;

static void take(void *user, struct report *r)
{
	report_free(found);
	found = r;
}

static bool read_folder(const char *root, struct proc *p, int *error)
{
	struct reader *rd = reader_new(take, NULL);
	bool good = proc_read(root, rd, p, error);

	reader_end(rd);
	reader_free(rd);
	if (good && found)
		proc_complete(p, found);
	return good;
}

static void test_proc__figures_of_a_folder(void **state)
{
	struct proc_figures f;
	struct proc p;
	int error = 0;
	s64 threshold;

	assert_true(read_folder("tests/reports/machine", &p, &error));
	assert_int_equal(found->kind, REPORT_PROC);
	assert_int_equal(found->n_zones, 3);
	assert_int_equal(found->page_size, 4096);
	assert_int_equal(found->major, 6);
	assert_int_equal(p.n_caches, 3);
	assert_int_equal(p.n_missing, 1);	/* pagetypeinfo */
	assert_int_equal(p.count[PROC_PSWPIN], 1200);
	assert_int_equal(p.count[PROC_ALLOCSTALL], 12);	/* of all zones */
	assert_int_equal(p.count[PROC_STALL_SOME], 7654);
	assert_int_equal(p.count[PROC_STALL_FULL], 1234);
	assert_int_equal(p.cache[0].pages, 60 * 8);
	assert_string_equal(p.cache[2].name, "weird-[2J");
	proc_figures(&p, found, &f);
	/* 803,840 pages × 50 % + 262,143 of swap */
	assert_int_equal(f.commit_limit_kb, p.host.commit_limit_kb);
	assert_int_equal(f.batch_pages, 803840 / 4 / 4);
	assert_int_equal(f.batch_drift_pages, 4 * (50240 - 1));
	assert_int_equal(report_zone_drift(&found->zone[0]), 2 * 4);
	assert_int_equal(report_zone_drift(&found->zone[1]), 2 * 8);
	assert_int_equal(f.free_drift_pages, 2 * 8);
	assert_int_equal(f.lazyfree_threshold_pages, 2412);
	assert_int_equal(f.orders_alike, 3);
	assert_int_equal(report_madv_free(found, &threshold), MADV_FREE_LAZY);
	assert_int_equal(threshold, 2412);
	proc_done(&p);
}

static void test_proc__pages_of_64_kib(void **state)
{
	struct proc_figures f;
	struct proc p;
	int error = 0;

	assert_true(read_folder("tests/reports/machine", &p, &error));
	p.page_size = found->page_size = 65536;
	proc_figures(&p, found, &f);
	assert_int_equal(f.page_kb, 64);
	assert_int_equal(f.lazyfree_threshold_pages, 6432 / 64 * 3 / 2);
	assert_int_equal(f.commit_limit_kb, (3215360 / 64 / 2 + 1048572 / 64) * 64);
	assert_int_equal(proc_order(&p, &p.cache[0]), REPORT_UNKNOWN);
	assert_int_equal(f.orders_alike, 0);
	assert_int_equal(proc_min_order(&p, &p.cache[2]), 0);	/* 4,232 bytes */
	p.page_size = 4096;
	assert_int_equal(proc_min_order(&p, &p.cache[2]), 1);
	proc_done(&p);
}

static void test_proc__what_is_not_there_is_said(void **state)
{
	struct proc_figures f;
	struct proc p;
	int error = 0;

	assert_false(read_folder("tests/reports/nowhere", &p, &error));
	assert_int_not_equal(error, 0);
	proc_done(&p);
	assert_true(read_folder("tests/reports/machine", &p, &error));
	p.host.ram_kb = p.host.present_cpus = p.min_free_kbytes = -1;
	proc_figures(&p, found, &f);
	assert_int_equal(f.commit_limit_kb, REPORT_UNKNOWN);
	assert_int_equal(f.batch_pages, REPORT_UNKNOWN);
	assert_int_equal(f.batch_drift_pages, REPORT_UNKNOWN);
	assert_int_equal(f.lazyfree_threshold_pages, REPORT_UNKNOWN);
	assert_int_equal(f.orders_alike, 0);
	proc_done(&p);
	report_free(found);
	found = NULL;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_proc__figures_of_a_folder),
		cmocka_unit_test(test_proc__pages_of_64_kib),
		cmocka_unit_test(test_proc__what_is_not_there_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
