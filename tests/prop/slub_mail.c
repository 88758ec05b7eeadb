/* SPDX-License-Identifier: GPL-3.0-or-later
 * Mail 003's test: from base to the mail and to what was merged elapsed time,
 * stalls and moved pages all fall. Without page cache no large request fails. A
 * fiftieth of the messages in check, all of them in soak.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/err.h"
#include "engine/run.h"
#include "model/names.h"
#include "scene/scene.h"

struct outcome {
	u64 time_ns;
	s64 stalls, moved, fallbacks, reclaims;
};

static s64 value(const struct run *r, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	return name_get(r->m, (unsigned)id, index);
}

/* The scene's variant at mail size, with these many messages a pair. */
static struct outcome play(unsigned variant, s64 loops, s64 cache, s64 seed)
{
	struct err_list errors = { 0 };
	struct scene *s = scene_load("slub-fallback", &errors);
	struct run_choice choice = { .size = SIZE_MAIL, .seed = seed };
	struct outcome o;
	struct setup setup;
	struct err e;
	struct run *r;

	assert_non_null(s);
	choice.act = s->main_act;
	assert_true(scene_setup(s, &choice, variant, &setup, &e));
	setup.value[PARAM_LOOPS] = loops;
	setup.value[PARAM_PAGECACHE_PAGES] = cache;
	r = run_new(&setup, 0);
	run_lines(r, UINT64_MAX);
	assert_true(machine_finished(r->m));
	assert_null(machine_check(r->m));
	assert_int_equal(value(r, "hackbench.received"), loops * 8000);
	o = (struct outcome){ machine_time_ns(r->m),
		value(r, "vmstat.compact_stall"),
		value(r, "vmstat.pgmigrate_success"),
		value(r, "slub.order_fallback"), value(r, "vmstat.allocstall") };
	run_free(r);
	scene_free(s);
	return o;
}

static void test_slub_mail__all_three_fall(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	s64 loops = soak ? 1000 : 20;

	for (s64 seed = 1; seed <= (soak ? 3 : 1); seed++) {
		struct outcome base = play(0, loops, -1, seed);

		assert_true(base.stalls > 0 && base.moved > 0);
		for (unsigned v = 1; v < 3; v++) {
			struct outcome o = play(v, loops, -1, seed);

			assert_true(o.time_ns < base.time_ns);
			assert_true(o.stalls < base.stalls);
			assert_true(o.moved < base.moved);
			assert_true(o.fallbacks > 0);
		}
	}
}

static void test_slub_mail__nothing_fails_without_page_cache(void **state)
{
	for (unsigned v = 0; v < 3; v++) {
		struct outcome o = play(v, 20, 0, 1);

		assert_int_equal(o.stalls, 0);
		assert_int_equal(o.moved, 0);
		assert_int_equal(o.fallbacks, 0);
		assert_int_equal(o.reclaims, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slub_mail__all_three_fall),
		cmocka_unit_test(test_slub_mail__nothing_fails_without_page_cache),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
