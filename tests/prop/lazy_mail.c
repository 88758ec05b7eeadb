/* SPDX-License-Identifier: GPL-3.0-or-later
 * Mail 000 at its own size: its page writes, dontneed's faults, and MADV_FREE
 * slower than MADV_DONTNEED for starts within 5 ms of each other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "base/rng.h"
#include "engine/run.h"
#include "scene/scene.h"

enum { WRITES = 12 * 5 * 131072 };

static struct scene *scene;

static u64 play(s64 seed, s64 jitter_us, unsigned variant)
{
	struct run_choice choice = { .size = SIZE_MAIL, .seed = seed };
	struct setup s;
	struct run *r;
	struct err e;
	u64 time;

	choice.act = scene->main_act;
	choice.set.given[PARAM_START_JITTER_US] = true;
	choice.set.value[PARAM_START_JITTER_US] = jitter_us;
	assert_true(scene_setup(scene, &choice, variant, &s, &e));
	r = run_new(&s, 0);
	while (run_lines(r, 1000000) == 1000000)
		assert_null(memory_ledger(r->m));
	assert_true(machine_finished(r->m));
	assert_null(machine_check(r->m));
	assert_int_equal(r->m->memory.page_writes, WRITES);
	assert_int_equal(r->m->memory.oom_kill, 0);
	assert_int_equal(r->m->memory.calls_lazy + r->m->memory.calls_zapped,
		60);
	if (!variant) {
		assert_int_equal(r->m->memory.pgfault, WRITES);
		assert_int_equal(r->m->memory.zapped_pages, WRITES);
	}
	time = machine_time_ns(r->m);
	run_free(r);
	return time;
}

static void test_lazy_mail__free_is_slower_than_dontneed(void **state)
{
	int seeds = getenv("MMSTEP_SOAK") ? 20 : 2;
	u64 random = 3;

	if (getenv("MMSTEP_QUICK"))	/* ten times as slow when sanitized */
		skip();
	for (int seed = 1; seed <= seeds; seed++) {
		s64 jitter = seed == 1 ? 0 : rng_below(&random, 5001);
		u64 now = play(seed, jitter, 0), later = play(seed, jitter, 1);

		if (later <= now)
			fail_msg("seed %d, jitter %lld us: %llu against %llu ns",
				seed, (long long)jitter,
				(unsigned long long)later,
				(unsigned long long)now);
	}
}

/* Printed, not asserted: what depends on phase. */
static void test_lazy_mail__table_of_jitters(void **state)
{
	static const s64 jitter_ms[] = { 20, 100, 200, 400 };

	if (!getenv("MMSTEP_SOAK"))
		skip();
	for (int i = 0; i < 4; i++) {
		u64 base = play(1, jitter_ms[i] * 1000, 0);

		printf("%lld ms: madv_free %.2f, throttled %.2f of dontneed\n",
			(long long)jitter_ms[i],
			(double)play(1, jitter_ms[i] * 1000, 1) / (double)base,
			(double)play(1, jitter_ms[i] * 1000, 2) / (double)base);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lazy_mail__free_is_slower_than_dontneed),
		cmocka_unit_test(test_lazy_mail__table_of_jitters),
	};
	struct err_list errors = { 0 };
	int status;

	scene = scene_load("lazy-free", &errors);
	if (!scene)
		return 1;
	status = cmocka_run_group_tests(tests, NULL, NULL);
	scene_free(scene);
	return status;
}
