/* SPDX-License-Identifier: GPL-3.0-or-later
 * Undo over faults, reclaim and swap I/O: any step is had again with the same
 * digest, through grains and checkpoints alike.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "base/err.h"
#include "base/rng.h"
#include "engine/run.h"

enum { STEPS = 12000 };

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

static u64 digest(const struct run *r)
{
	return machine_digest(r->m, &r->program);
}

static void test_lazy_undo__any_step_again(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	u64 random = 5, *seen = mem_alloc(STEPS * sizeof(*seen));

	for (int i = 0; i < (soak ? 100 : 6); i++) {
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

static void test_lazy_undo__modes_replay(void **state)
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
		cmocka_unit_test(test_lazy_undo__any_step_again),
		cmocka_unit_test(test_lazy_undo__modes_replay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
