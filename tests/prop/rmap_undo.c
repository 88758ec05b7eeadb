/* SPDX-License-Identifier: GPL-3.0-or-later
 * Splits of huge pages, however they are mapped and whoever unmaps meanwhile:
 * every count holds after every line, any step is had again with the same
 * digest, and all variants leave the same pages mapped and free.
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
#include "alike.h"

enum { STEPS = 20000, VARIANTS = 3 };

static void random_setup(struct setup *s, u64 *random)
{
	setup_init(s);
	s->workload = WORKLOAD_RMAP;
	s->value[PARAM_CPUS] = 2;
	s->value[PARAM_RAM_PAGES] = 64;
	s->value[PARAM_MIN_FREE_KBYTES] = 32;
	s->value[PARAM_THPS] = 1 + rng_below(random, 3);
	s->value[PARAM_PAGES] = 2 << rng_below(random, 4);
	s->value[PARAM_VMAS] = 1 + rng_below(random, 4);
	s->value[PARAM_MAPPING] = rng_below(random, 2);
	s->value[PARAM_LAYOUT] = rng_below(random, LAYOUT_N);
	if (!rng_below(random, 3))
		s->value[PARAM_UNMAPPED_HEAD] = rng_below(random, 4);
	if (!rng_below(random, 3))
		s->value[PARAM_UNMAPPED_TAIL] = rng_below(random, 4);
	s->value[PARAM_MIGRATE] = rng_below(random, 2);
	for (unsigned i = 0; i < COST_N; i++)
		s->cost_ns[i] = 1 + rng_below(random, 20);
}

static void good_setup(struct setup *s, u64 *random)
{
	do
		random_setup(s, random);
	while (setup_conflict(s));
}

static u64 digest(const struct run *r)
{
	return machine_digest(r->m, &r->program);
}

/* Anybody may unmap and split anything, in any order. */
static void disturb(struct run *r, u64 *random)
{
	struct input in = {.kind = INPUT_OPERATION, .cpu = NONE, .task = NONE};
	const struct rmap *rm = &r->m->rmap;

	in.operation = rng_below(random, 3) ? OPERATION_ZAP : OPERATION_SPLIT;
	in.cpu = (u16)rng_below(random, 2);
	in.value = rng_below(random, in.operation == OPERATION_ZAP
					     ? rm->thps * rm->pages
					     : rm->thps);
	if (!run_refused(r, &in))
		run_input(r, in);
}

static void test_rmap_undo__any_step_again(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	u64 random = 7, *seen = mem_alloc(STEPS * sizeof(*seen));

	for (int i = 0; i < (soak ? 400 : 40); i++) {
		struct input mode = {.kind = INPUT_MODE,
			.value = MODE_RANDOM,
			.cpu = NONE,
			.task = NONE};
		struct setup s;
		struct run *r;
		u64 last = 0;

		good_setup(&s, &random);
		s.features = (u32)IN_RMAP_OLD << rng_below(&random, VARIANTS);
		r = run_new(&s, 1 << 20);
		run_input(r, mode);
		while (last + 1 < STEPS) {
			const char *broken = machine_check(r->m);

			if (broken)
				fail_msg("round %d, step %llu: %s", i,
					(unsigned long long)last, broken);
			if (!rng_below(&random, 40))
				disturb(r, &random);
			seen[last] = digest(r);
			if (!run_line(r))
				break;
			last++;
		}
		for (int k = 0; last && k < 60; k++) {
			u64 to = rng_below(&random, (u32)last);

			run_seek(r, to);
			assert_int_equal(run_step(r), to);
			assert_int_equal(digest(r), seen[to]);
			assert_null(machine_check(r->m));
		}
		run_free(r);
	}
	free(seen);
}

/* What is mapped where, and what is free, once all is split. */
static u64 outcome(const struct machine *m)
{
	const struct rmap *r = &m->rmap;
	u64 hash = m->memory.zone[0].free * 31u + r->split;

	for (u32 mm = 0; mm < r->mms; mm++)
		for (u32 a = 0; a < (r->thps + 1) * r->pages; a++) {
			u32 pte = entry_get(m, mm_pte_entry(m, mm, a));

			hash = hash * 1000003 + entry_kind(pte) * 7u +
			       entry_value(pte);
		}
	for (u32 i = 0; i < r->thps * r->pages; i++)
		hash = hash * 1000003 + (u64)small_at(m, i)->refcount * 3u +
		       (u64)small_at(m, i)->mapcount;
	return hash;
}

static void test_rmap_undo__all_variants_end_alike(void **state)
{
	u64 random = 11;

	for (int i = 0; i < 300; i++) {
		u64 end[VARIANTS];
		struct setup s;

		good_setup(&s, &random);
		for (unsigned v = 0; v < VARIANTS; v++) {
			struct run *r;

			s.features = (u32)IN_RMAP_OLD << v;
			r = run_new(&s, 1 << 20);
			run_lines(r, 10000000);
			assert_true(machine_finished(r->m));
			assert_null(machine_check(r->m));
			assert_int_equal(r->m->rmap.freeze_failed, 0);
			end[v] = outcome(r->m);
			run_free(r);
		}
		assert_int_equal(end[0], end[1]);
		assert_int_equal(end[0], end[2]);
	}
}

static void test_rmap_undo__all_ways_alike(void **state)
{
	all_ways_alike(good_setup, getenv("MMSTEP_SOAK") ? 200 : 6, 6000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rmap_undo__any_step_again),
		cmocka_unit_test(test_rmap_undo__all_variants_end_alike),
		cmocka_unit_test(test_rmap_undo__all_ways_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
