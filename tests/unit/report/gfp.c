/* SPDX-License-Identifier: GPL-3.0-or-later
 * GFP masks: the same number in different versions, names with leftovers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "base/buf.h"
#include "report/gfp.h"

static void expect(s64 mask, s64 major, s64 minor, const char *want)
{
	struct buf out = { 0 };
	u32 flags;

	assert_true(gfp_from_number(mask, gfp_era(major, minor), &flags));
	gfp_put_names(flags, &out);
	assert_string_equal(buf_text(&out), want);
	buf_done(&out);
}

static void test_gfp__numbers_by_version(void **state)
{
	expect(0x20, 3, 2, "GFP_ATOMIC");
	expect(0xd0, 2, 6, "GFP_KERNEL");
	expect(0x4020, 2, 6, "GFP_ATOMIC|__GFP_COMP");
	expect(0x8020, 4, 2, "GFP_ATOMIC|__GFP_ZERO");
	expect(0x201da, 3, 10, "GFP_HIGHUSER_MOVABLE|__GFP_COLD");
	expect(0x10c0d0, 3, 13, "GFP_KERNEL|__GFP_COMP|__GFP_ZERO");
	expect(0x24000c2, 4, 4, "GFP_KERNEL|__GFP_HIGHMEM");
	expect(0x2080020, 4, 9, "GFP_ATOMIC");
	expect(0x1080020, 4, 14, "GFP_ATOMIC");
	expect(0x480020, 4, 19, "GFP_ATOMIC");
	expect(0x6000c0, 4, 19, "GFP_KERNEL");
	expect(0x404000, 5, 0, "GFP_NOWAIT|__GFP_COMP");
	expect(0xcc0, 5, 4, "GFP_KERNEL");
	expect(0x100cca, 5, 4, "GFP_HIGHUSER_MOVABLE");
	expect(0xa20, 5, 4, "GFP_ATOMIC");
	expect(0x1200d2, 2, 6, "GFP_HIGHUSER_MOVABLE");
	expect(0, 3, 0, "0");
}

static void test_gfp__no_version_no_meaning(void **state)
{
	u32 flags;

	assert_false(gfp_from_number(0x20, gfp_era(-1, -1), &flags));
	assert_false(gfp_from_number(-1, GFP_ERA_5_1, &flags));
}

static u32 of_names(const char *names)
{
	u32 flags;

	assert_true(gfp_from_names(names, strlen(names), &flags));
	return flags;
}

static void test_gfp__names(void **state)
{
	u32 flags;

	assert_int_equal(of_names("GFP_KERNEL|GFP_NOWARN|0x2"),
		of_names("GFP_KERNEL|__GFP_NOWARN"));
	assert_true(of_names("GFP_HIGHUSER_MOVABLE") & GFP_MOVABLE);
	assert_true(of_names("GFP_ATOMIC") & GFP_HIGH);
	assert_int_equal(of_names("__GFP_ATOMIC"), GFP_ATOMIC);
	assert_false(gfp_from_names("0x2", 3, &flags));
	assert_false(gfp_from_names("", 0, &flags));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gfp__numbers_by_version),
		cmocka_unit_test(test_gfp__no_version_no_meaning),
		cmocka_unit_test(test_gfp__names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
