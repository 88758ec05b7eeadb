/* SPDX-License-Identifier: GPL-3.0-or-later
 * Undo over page caches, batches and tree_locks: any step is had again with the
 * same digest, through grains and checkpoints alike.
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

enum { STEPS = 12000 };

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

static u64 digest(const struct run *r)
{
	return machine_digest(r->m, &r->program);
}

static void test_reclaim_undo__any_step_again(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	u64 random = 5, *seen = mem_alloc(STEPS * sizeof(*seen));

	for (int i = 0; i < (soak ? 200 : 16); i++) {
		struct setup s;
		struct run *r;
		u64 last = 0;

		small_setup(&s, &random);
		r = run_new(&s, 1 << 20);
		seen[0] = digest(r);
		while (last + 1 < STEPS && run_line(r)) {
			seen[++last] = digest(r);
			assert_null(memory_ledger(r->m));
		}
		for (int k = 0; k < 300; k++) {
			u64 to = rng_below(&random, (u32)last + 1);

			run_seek(r, to);
			assert_int_equal(run_step(r), to);
			assert_int_equal(digest(r), seen[to]);
			assert_null(machine_check(r->m));
		}
		run_free(r);
	}
	free(seen);
}

static void test_reclaim_undo__modes_replay(void **state)
{
	for (s64 mode = 0; mode < MODE_N; mode++) {
		struct input in = { .kind = INPUT_MODE, .value = mode,
			.cpu = NONE, .task = NONE };
		u64 random = 9, at;
		struct setup s;
		struct run *r;

		small_setup(&s, &random);
		r = run_new(&s, 1 << 20);
		run_input(r, in);
		run_lines(r, 3000);
		at = digest(r);
		run_seek(r, 100);
		run_lines(r, 2900);
		assert_int_equal(digest(r), at);
		run_free(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reclaim_undo__any_step_again),
		cmocka_unit_test(test_reclaim_undo__modes_replay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
