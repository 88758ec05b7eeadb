/* SPDX-License-Identifier: GPL-3.0-or-later
 * Slab caches under hackbench's messages: any step is had again with the same
 * digest, objects are conserved, and all is given back in the end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/err.h"
#include "base/rng.h"
#include "engine/run.h"
#include "model/names.h"

enum { STEPS = 8000 };

static void small_setup(struct setup *s, u64 *random)
{
	setup_init(s);
	s->workload = WORKLOAD_SLUB;
	s->features = (u32)IN_SLUB_BASE << rng_below(random, 3);
	s->value[PARAM_CPUS] = 1 + rng_below(random, 8);
	s->value[PARAM_PROCESSES] = 0;
	s->value[PARAM_RAM_PAGES] = 2000 + rng_below(random, 2000);
	s->value[PARAM_SWAP_PAGES] = 0;
	s->value[PARAM_GROUPS] = 1;
	s->value[PARAM_LOOPS] = 1 + rng_below(random, 12);
	s->value[PARAM_OBJECT_SIZE] = 8 * (8 + rng_below(random, 200));
	s->value[PARAM_PINNED_PAGES] = rng_below(random, 600);
	s->value[PARAM_MOVABLE_PAGES] = rng_below(random, 400);
	s->seed = (s64)rng_below(random, 1000);
}

static u64 digest(const struct run *r)
{
	return machine_digest(r->m, &r->program);
}

static s64 value(const struct run *r, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	return name_get(r->m, (unsigned)id, index);
}

static void test_slub_undo__any_step_again(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	u64 random = 5, *seen = mem_alloc(STEPS * sizeof(*seen));

	for (int i = 0; i < (soak ? 40 : 2); i++) {
		struct setup s;
		struct run *r;
		u64 last = 0;

		small_setup(&s, &random);
		r = run_new(&s, 1 << 20);
		run_lines(r, rng_below(&random, 30000));
		last = run_step(r);
		seen[0] = digest(r);
		for (u64 k = 1; k < STEPS && run_line(r); k++)
			seen[k] = digest(r);
		for (int k = 0; k < 60; k++) {
			u64 to = rng_below(&random,
				(u32)(run_step(r) - last) + 1);

			run_seek(r, last + to);
			assert_int_equal(digest(r), seen[to]);
			if (machine_check(r->m))
				fail_msg("%s", machine_check(r->m));
		}
		run_free(r);
	}
	free(seen);
}

static void test_slub_undo__all_is_given_back(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	u64 random = 17;

	for (int i = 0; i < (soak ? 100 : 8); i++) {
		struct setup s;
		struct run *r;

		small_setup(&s, &random);
		r = run_new(&s, 1 << 20);
		for (int k = 0; run_lines(r, 5000); k++)
			if (machine_check(r->m))
				fail_msg("%s", machine_check(r->m));
		assert_int_equal(value(r, "slub.objects"), 0);
		assert_int_equal(value(r, "hackbench.received") +
			value(r, "hackbench.lost"), s.value[PARAM_LOOPS] * 400);
		assert_true(value(r, "slub.order_fallback") <=
			value(r, "slub.slabs"));
		assert_int_equal(value(r, "slub.slabs"),
			value(r, "slub.slabs_now") + value(r, "slub.freed"));
		run_free(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slub_undo__any_step_again),
		cmocka_unit_test(test_slub_undo__all_is_given_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
