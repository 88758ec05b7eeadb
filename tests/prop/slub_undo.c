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
#include "model/step.h"
#include "model/names.h"
#include "alike.h"

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

/* ---- which lines ran ------------------------------------------------------- */

enum { FIRST_PROC = PROC_SLAB_ALLOC, LAST_PROC = PROC_RECEIVER, ROWS_MAX = 64 };
static bool reached[PROC_N][ROWS_MAX];

/* Any task that can run may be next, as a person may choose. */
static bool any_line(struct run *r, u64 *random)
{
	struct choice choice[64];
	unsigned n = machine_choices(r->m, choice, 64);

	if (n)
		machine_step_choice(r->m, &r->program,
			choice[rng_below(random, n)]);
	return n && r->m->tasks_left;
}

static void note_lines(struct setup *s, int most, u64 *random)
{
	struct run *r = run_new(s, 1 << 20);

	for (int i = 0; i < most &&
		(random ? any_line(r, random) : run_line(r)); i++) {
		const struct op_code *o = &r->program.op[r->m->last.pc];

		if (o->row < ROWS_MAX)
			reached[o->procedure][o->row] = true;
	}
	if (machine_check(r->m))
		fail_msg("%s", machine_check(r->m));
	run_free(r);
}

static void one_slab(u32 variant, s64 gfp, s64 slabs)
{
	struct setup s;

	setup_init(&s);
	s.workload = WORKLOAD_SLUB;
	s.features = variant;
	s.value[PARAM_CPUS] = 2;
	s.value[PARAM_PROCESSES] = s.value[PARAM_SWAP_PAGES] = 0;
	s.value[PARAM_RAM_PAGES] = 64;
	s.value[PARAM_MIN_FREE_KBYTES] = 8;
	s.value[PARAM_SLABS] = slabs;
	s.value[PARAM_GFP] = gfp;
	note_lines(&s, 20000, NULL);
}

/* So little memory that messages are lost, and so many tasks that they meet. */
static void tight(u64 *random)
{
	struct setup s;

	small_setup(&s, random);
	s.value[PARAM_RAM_PAGES] = 300 + rng_below(random, 500);
	s.value[PARAM_MOVABLE_PAGES] = 0;
	s.value[PARAM_PINNED_PAGES] = rng_below(random, 60);
	s.value[PARAM_OBJECT_SIZE] = rng_below(random, 2) ? 64 : 512;
	s.value[PARAM_LOOPS] = 20;
	note_lines(&s, 300000, rng_below(random, 2) ? random : NULL);
}

/* Enough memory and messages for sockets to fill up. */
static void roomy(u64 *random)
{
	struct setup s;

	small_setup(&s, random);
	s.value[PARAM_CPUS] = 1 + rng_below(random, 3);
	s.value[PARAM_RAM_PAGES] = 6000;
	s.value[PARAM_LOOPS] = 40;
	note_lines(&s, 2000000, NULL);
}

static void test_slub_undo__each_line_is_reached(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	u64 random = 23;

	for (int v = 0; v < 3; v++)
		for (int gfp = 0; gfp < 2; gfp++)
			one_slab((u32)IN_SLUB_BASE << v, gfp, 40);
	for (int i = 0; i < (soak ? 200 : 20); i++)
		tight(&random);
	for (int i = 0; i < 3; i++)
		roomy(&random);
	for (unsigned id = FIRST_PROC; id <= LAST_PROC; id++)
		for (unsigned row = 1; row < procedure_at(id)->n_lines; row++)
			if (!reached[id][row])
				fail_msg("%s:%s never ran", procedure_at(id)->name,
					procedure_at(id)->lines[row].id);
}

static void test_slub_undo__all_ways_alike(void **state)
{
	all_ways_alike(small_setup, getenv("MMSTEP_SOAK") ? 200 : 6, 6000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slub_undo__any_step_again),
		cmocka_unit_test(test_slub_undo__all_is_given_back),
		cmocka_unit_test(test_slub_undo__each_line_is_reached),
		cmocka_unit_test(test_slub_undo__all_ways_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
