/* SPDX-License-Identifier: GPL-3.0-or-later
 * Whatever lines cost, everybody who waits for memory or for the swap device is
 * woken in the end: the run comes to its end, with every ledger in order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "base/rng.h"
#include "engine/run.h"

static void random_setup(struct setup *s, u64 *random)
{
	static const enum cost costs[] = {COST_WRITE, COST_FAULT,
		COST_SWAP_FAULT, COST_ZAP, COST_MARK_LAZY, COST_SCAN,
		COST_SWAP_OUT, COST_DISCARD, COST_SWAP_ACCESS, COST_SWAP_IO};

	setup_init(s);
	s->workload = WORKLOAD_LAZY_FREE;
	s->features = (u32)IN_DONTNEED << rng_below(random, 4);
	s->value[PARAM_CPUS] = 1 + rng_below(random, 6);
	/* there are no time slices: each has a CPU of its own */
	s->value[PARAM_PROCESSES] =
		1 + rng_below(random, (u32)s->value[PARAM_CPUS]);
	s->value[PARAM_RAM_PAGES] = 40 + rng_below(random, 60);
	s->value[PARAM_SWAP_PAGES] = rng_below(random, 300);
	s->value[PARAM_REGION_PAGES] = 10 + rng_below(random, 50);
	s->value[PARAM_LOOPS] = 3;
	s->value[PARAM_ZONES] = rng_below(random, 2);
	s->value[PARAM_MIN_FREE_KBYTES] = 32;
	s->value[PARAM_START_JITTER_US] = rng_below(random, 3);
	for (unsigned i = 0; i < sizeof(costs) / sizeof(*costs); i++)
		s->cost_ns[costs[i]] = 1u << rng_below(random, 12);
	s->seed = (s64)rng_below(random, 1000);
}

static void test_lazy_ends__whatever_lines_cost(void **state)
{
	int runs = getenv("MMSTEP_SOAK") ? 20000 : 1000;
	u64 random = 11;

	for (int i = 0; i < runs; i++) {
		struct setup s;
		struct run *r;

		random_setup(&s, &random);
		assert_null(setup_conflict(&s));
		r = run_new(&s, 0);
		while (run_lines(r, 1000) == 1000)
			if (r->m->steps > 3000000)
				fail_msg("run %d has no end", i);
		if (!machine_finished(r->m))
			fail_msg("run %d stands still", i);
		assert_null(machine_check(r->m));
		run_free(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lazy_ends__whatever_lines_cost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
