/* SPDX-License-Identifier: GPL-3.0-or-later
 * Undo, for any part: each step of small random runs is had again with the same
 * digest, through grains and checkpoints alike.
 */
#ifndef TESTS_PROP_UNDO_H
#define TESTS_PROP_UNDO_H

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
typedef void make_setup(struct setup *s, u64 *random);

static inline u64 digest(const struct run *r)
{
	return machine_digest(r->m, &r->program);
}

/* From 1 byte to 100 MiB, each power of two as often. */
static inline size_t any_budget(u64 *random)
{
	size_t most = (size_t)1 << rng_below(random, 27);

	return 1 + rng_below(random, (u32)(most < 100 << 20 ? most
							     : 100 << 20));
}

static inline void in_budget(const struct run *r, size_t budget)
{
	assert_true(history_bytes(r->history) <=
		budget + history_least(r->m));
}

/* Whatever is done, in any order, the history keeps to its budget, and a step is
 * what it is from a machine without one. */
static inline void any_budget_is_kept(make_setup *make, int runs)
{
	u64 random = 8;

	for (int i = 0; i < runs; i++) {
		size_t budget = any_budget(&random);
		struct run *r, *fresh;
		struct setup s;

		make(&s, &random);
		r = run_new(&s, 0);
		r->history = history_new(r->m, budget,
			1 + rng_below(&random, 1 << rng_below(&random, 11)));
		for (int k = 0; k < 60; k++) {
			u64 to = rng_below(&random, 6000);

			if (!rng_below(&random, 4))
				history_cut(r->history, run_step(r));
			run_seek(r, to < run_step(r) ? to : run_step(r));
			in_budget(r, budget);
			while (run_step(r) < to && run_line(r))
				in_budget(r, budget);
		}
		fresh = run_fork(r);
		run_lines(fresh, run_step(r));
		assert_int_equal(digest(r), digest(fresh));
		run_free(fresh);
		run_free(r);
	}
}

static inline void any_step_again(make_setup *make, int runs)
{
	u64 random = 5, *seen = mem_alloc(STEPS * sizeof(*seen));

	for (int i = 0; i < runs; i++) {
		struct setup s;
		struct run *r;
		u64 last = 0;

		make(&s, &random);
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

static inline void modes_replay(make_setup *make)
{
	for (s64 mode = 0; mode < MODE_N; mode++) {
		struct input in = { .kind = INPUT_MODE, .value = mode,
			.cpu = NONE, .task = NONE };
		u64 random = 9, at;
		struct setup s;
		struct run *r;

		make(&s, &random);
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

#endif
