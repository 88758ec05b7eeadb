/* SPDX-License-Identifier: GPL-3.0-or-later
 * One look at a machine: of a folder whose files come, go and are half written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <cmocka.h>
#include "report/snapshot.h"

static char root[] = "/tmp/mmsnapshotXXXXXX";

static void put(const char *path, const char *text)
{
	char full[200];
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", root, path);
	f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void drop(const char *path)
{
	char full[200];

	snprintf(full, sizeof(full), "%s/%s", root, path);
	remove(full);
}

static int make_folder(void **state)
{
	char proc[200];

	if (!mkdtemp(root))
		return -1;
	snprintf(proc, sizeof(proc), "%s/proc", root);
	return mkdir(proc, 0700);
}

static int drop_folder(void **state)
{
	static const char *const files[] = { "proc/zoneinfo", "proc/buddyinfo",
		"proc/slabinfo", "proc/vmstat", "proc/meminfo", "proc", "" };

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		drop(files[i]);
	return 0;
}

static const char two_zones[] =
	"Node 0, zone      DMA\n  pages free     3840\n        min      8\n"
	"        low      10\n        high     12\n        managed  3840\n"
	"Node 0, zone   Normal\n  pages free     900\n        min      80\n"
	"        low      100\n        high     120\n        managed  4000\n";

static void test_snapshot__zones_from_the_highest_class_down(void **state)
{
	char why[100] = "";
	struct snapshot *s;

	put("proc/zoneinfo", two_zones);
	put("proc/slabinfo", "small 10 10 64 64 1\nlarge 8 64 4096 8 8\n"
		"also-small 10 10 64 64 1\n");
	s = snapshot_take(root, why, sizeof(why));
	assert_non_null(s);
	assert_int_equal(s->n_zones, 2);
	assert_int_equal(snapshot_zone(s, 0)->name, ZONE_NORMAL);
	assert_int_equal(snapshot_zone(s, 1)->name, ZONE_DMA);
	assert_int_equal(s->ram_pages, REPORT_UNKNOWN);
	assert_int_equal(s->madv_free, MADV_FREE_UNKNOWN);
	/* those with most pages first, then by name */
	assert_string_equal(s->proc.cache[0].name, "large");
	assert_int_equal(s->proc.cache[0].pages, 64);
	assert_string_equal(s->proc.cache[1].name, "also-small");
	assert_ptr_equal(snapshot_find_cache(s, "small"), &s->proc.cache[2]);
	assert_null(snapshot_find_cache(s, "none"));
	snapshot_free(s);
}

/* A sum over zones is none where one of them can't be read. */
static void test_snapshot__no_sum_without_every_zone(void **state)
{
	static const char unread[] =
		"Node 0, zone      DMA\n  pages free     384\n        min      8\n"
		"        low      10\n        high     12\n        managed  3840\n"
		"Node 0, zone   Normal\n"
		"  pages free     99999999999999999999999\n        min      80\n"
		"        low      100\n        high     120\n        managed  4000\n";
	const char *one = strstr(two_zones, "Node 0, zone   Normal");
	char why[100] = "", cut[sizeof(two_zones)] = "";
	struct snapshot *s;

	put("proc/zoneinfo", two_zones);
	put("proc/meminfo", "SwapFree: 1000 kB\n");
	s = snapshot_take(root, why, sizeof(why));
	assert_non_null(s);
	assert_int_equal(s->report->free_total, 3840 + 900);
	assert_int_equal(s->madv_free, MADV_FREE_LAZY);
	snapshot_free(s);
	put("proc/zoneinfo", unread);
	s = snapshot_take(root, why, sizeof(why));
	assert_non_null(s);
	assert_int_equal(s->report->free_total, REPORT_UNKNOWN);
	assert_int_equal(s->madv_free, MADV_FREE_UNKNOWN);
	snapshot_free(s);
	memcpy(cut, two_zones, (size_t)(one - two_zones));
	put("proc/zoneinfo", cut);	/* the other zone is in this table only */
	put("proc/buddyinfo", "Node 0, zone Normal 900 0 0 0 0 0 0 0 0 0 0\n");
	s = snapshot_take(root, why, sizeof(why));
	assert_non_null(s);
	assert_int_equal(s->report->free_total, REPORT_UNKNOWN);
	assert_int_equal(s->madv_free, MADV_FREE_UNKNOWN);
	snapshot_free(s);
	drop("proc/meminfo");
	drop("proc/buddyinfo");
}

static void test_snapshot__says_why_there_is_none(void **state)
{
	char why[100] = "";

	drop("proc/zoneinfo");
	assert_null(snapshot_take(root, why, sizeof(why)));
	assert_string_equal(why, "proc/zoneinfo: No such file or directory");
	put("proc/zoneinfo", "");
	assert_null(snapshot_take(root, why, sizeof(why)));
	assert_string_equal(why, "proc/zoneinfo: no zone in it");
}

static bool says_missing(const struct snapshot *s, const char *text)
{
	for (unsigned i = 0; i < s->proc.n_missing; i++)
		if (!strcmp(s->proc.missing[i], text))
			return true;
	return false;
}

/* A table that is there, but tells of no zone, is missing like one that isn't. */
static void test_snapshot__empty_tables_are_missing(void **state)
{
	char why[100] = "", path[200];
	struct snapshot *s;

	put("proc/zoneinfo", two_zones);
	put("proc/buddyinfo", "");
	s = snapshot_take(root, why, sizeof(why));
	assert_non_null(s);
	assert_true(says_missing(s, "proc/buddyinfo: No data available"));
	assert_false(says_missing(s, "proc/zoneinfo: No data available"));
	snapshot_free(s);
	drop("proc/buddyinfo");
	snprintf(path, sizeof(path), "%s/proc/buddyinfo", root);
	assert_int_equal(mkfifo(path, 0600), 0);
	s = snapshot_take(root, why, sizeof(why));
	assert_non_null(s);
	assert_true(says_missing(s, "proc/buddyinfo: No data available"));
	snapshot_free(s);
	drop("proc/buddyinfo");
	put("proc/buddyinfo", "Node 0, zone Normal 900 0 0 0 0 0 0 0 0 0 0\n");
	s = snapshot_take(root, why, sizeof(why));
	assert_non_null(s);
	assert_false(says_missing(s, "proc/buddyinfo: No data available"));
	snapshot_free(s);
	drop("proc/buddyinfo");
}

/* Cut at each byte: a look or a reason, and what is there is right. */
static void test_snapshot__half_written_files(void **state)
{
	char why[100], cut[sizeof(two_zones)];

	put("proc/slabinfo", "");
	for (size_t n = 0; n < sizeof(two_zones); n++) {
		struct snapshot *s;

		memcpy(cut, two_zones, n);
		cut[n] = 0;
		put("proc/zoneinfo", cut);
		put("proc/buddyinfo", cut);
		put("proc/vmstat", cut);
		s = snapshot_take(root, why, sizeof(why));
		if (!s) {
			assert_true(strlen(why) > 10);
			continue;
		}
		assert_true(s->n_zones >= 1 && s->n_zones <= 2);
		for (unsigned i = 0; i < s->n_zones; i++)
			assert_true(snapshot_zone(s, i)->min <= 80);
		snapshot_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_snapshot__zones_from_the_highest_class_down),
		cmocka_unit_test(test_snapshot__no_sum_without_every_zone),
		cmocka_unit_test(test_snapshot__says_why_there_is_none),
		cmocka_unit_test(test_snapshot__empty_tables_are_missing),
		cmocka_unit_test(test_snapshot__half_written_files),
	};

	return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
