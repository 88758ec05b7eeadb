/* SPDX-License-Identifier: GPL-3.0-or-later
 * Undo over faults, reclaim and swap I/O: any step is had again with the same
 * digest, through grains and checkpoints alike.
 */
#include "alike.h"
#include "undo.h"

static void small_setup(struct setup *s, u64 *random)
{
	setup_init(s);
	s->workload = WORKLOAD_LAZY_FREE;
	s->features = (u32)IN_DONTNEED << rng_below(random, 3);
	s->value[PARAM_CPUS] = 1 + rng_below(random, 3);
	s->value[PARAM_PROCESSES] = 1 + rng_below(random, 3);
	s->value[PARAM_RAM_PAGES] = 40 + rng_below(random, 60);
	s->value[PARAM_SWAP_PAGES] = 60 + rng_below(random, 200);
	s->value[PARAM_REGION_PAGES] = 40;
	s->value[PARAM_LOOPS] = 3;
	s->value[PARAM_ZONES] = rng_below(random, 2);
	s->value[PARAM_MIN_FREE_KBYTES] = 32;
	s->value[PARAM_START_JITTER_US] = rng_below(random, 3);
	s->cost_ns[COST_SWAP_IO] = 1 + rng_below(random, 40);
	s->seed = (s64)rng_below(random, 1000);
}

static void test_lazy_undo__any_step_again(void **state)
{
	any_step_again(small_setup, getenv("MMSTEP_SOAK") ? 100 : 6);
}

static void test_lazy_undo__any_budget_is_kept(void **state)
{
	any_budget_is_kept(small_setup, getenv("MMSTEP_SOAK") ? 200 : 8);
}

static void test_lazy_undo__modes_replay(void **state)
{
	modes_replay(small_setup);
}

static void test_lazy_undo__all_ways_alike(void **state)
{
	all_ways_alike(small_setup, getenv("MMSTEP_SOAK") ? 200 : 6, 6000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lazy_undo__any_step_again),
		cmocka_unit_test(test_lazy_undo__any_budget_is_kept),
		cmocka_unit_test(test_lazy_undo__modes_replay),
		cmocka_unit_test(test_lazy_undo__all_ways_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
