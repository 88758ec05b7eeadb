/* SPDX-License-Identifier: GPL-3.0-or-later
 * Undo over page caches, batches and tree_locks: any step is had again with the
 * same digest, through grains and checkpoints alike.
 */
#include "alike.h"
#include "undo.h"

static void small_setup(struct setup *s, u64 *random)
{
	static const char *const lists[] = { "", "", "A A B:dirty A A",
		"A:busy A A:pageclean B - B A:ref A:locked A:dkeep A" };
	const char *lru = lists[rng_below(random, 4)];

	setup_init(s);
	s->workload = WORKLOAD_RECLAIM;
	s->features = (u32)IN_TREE_LOCK_EACH << rng_below(random, 2) |
		IN_TICKET;
	s->value[PARAM_CPUS] = 1 + rng_below(random, 4);
	strcpy(s->text[PARAM_LRU - TEXT_FIRST], lru);
	s->value[PARAM_LRU] = text_value(lru);
	s->value[PARAM_FILES] = *lru ? 0 : 1 + rng_below(random, 3);
	s->value[PARAM_RUN_LENGTH] = 1 + rng_below(random, 9);
	s->value[PARAM_MIN_FREE_KBYTES] = 16;
	s->value[PARAM_START_JITTER_US] = rng_below(random, 3);
	s->cost_ns[COST_FILE_READ] = 1 + rng_below(random, 40);
	s->cost_ns[COST_SWAP_IO] = 1 + rng_below(random, 40);
	s->seed = (s64)rng_below(random, 1000);
}

static void test_reclaim_undo__any_step_again(void **state)
{
	any_step_again(small_setup, getenv("MMSTEP_SOAK") ? 200 : 16);
}

static void test_reclaim_undo__any_budget_is_kept(void **state)
{
	any_budget_is_kept(small_setup, getenv("MMSTEP_SOAK") ? 200 : 8);
}

static void test_reclaim_undo__modes_replay(void **state)
{
	modes_replay(small_setup);
}

static void test_reclaim_undo__all_ways_alike(void **state)
{
	all_ways_alike(small_setup, getenv("MMSTEP_SOAK") ? 200 : 6, 6000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reclaim_undo__any_step_again),
		cmocka_unit_test(test_reclaim_undo__any_budget_is_kept),
		cmocka_unit_test(test_reclaim_undo__modes_replay),
		cmocka_unit_test(test_reclaim_undo__all_ways_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
