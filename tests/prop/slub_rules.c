/* SPDX-License-Identifier: GPL-3.0-or-later
 * What must hold of allocate_slab in every memory (B7's invariants): random maps,
 * the three variants beside each other, every invariant after every line.
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
#include "model/slub.h"

static const u32 variants[] = { IN_SLUB_BASE, IN_SLUB_PATCHED, IN_SLUB_MERGED };

struct outcome {
	s64 slabs, fallbacks, stalls, reclaims, moved, wakeups, free, pcp, room;
};

static s64 value(const struct run *r, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	return name_get(r->m, (unsigned)id, index);
}

static void random_map(char *map, u64 *random)
{
	u32 n = 32 + rng_below(random, 100), free = 1 + rng_below(random, 6);

	for (u32 i = 0; i < n; i++)
		map[i] = rng_below(random, 8) < free ? '.'
			: "mcp"[rng_below(random, 3)];
	map[n] = 0;
}

static void random_setup(struct setup *s, u64 *random)
{
	static const s64 sizes[] = { 64, 256, 512, 704, 1024, 4096, 8192,
		32768 };

	setup_init(s);
	s->workload = WORKLOAD_SLUB;
	s->value[PARAM_CPUS] = 1 + rng_below(random, 8);
	s->value[PARAM_PROCESSES] = s->value[PARAM_SWAP_PAGES] = 0;
	s->value[PARAM_OBJECT_SIZE] = sizes[rng_below(random, 8)];
	s->value[PARAM_GFP] = rng_below(random, 4) == 0;
	s->value[PARAM_RULE] = rng_below(random, 2);
	s->value[PARAM_MIN_FREE_KBYTES] = 4 + rng_below(random, 28);
	random_map(s->text[PARAM_MAP - TEXT_FIRST], random);
	setup_derive(s);
}

static struct outcome play(struct setup *s, unsigned variant)
{
	struct outcome o;
	struct run *r;

	s->features = variants[variant];
	r = run_new(s, 0);
	for (u64 i = 0; run_line(r); i++) {
		if (machine_check(r->m))
			fail_msg("%s, step %llu: %s",
				s->text[PARAM_MAP - TEXT_FIRST],
				(unsigned long long)i, machine_check(r->m));
		assert_true(i < 1000000);
	}
	o = (struct outcome){ value(r, "slub.slabs"),
		value(r, "slub.order_fallback"), value(r, "vmstat.compact_stall"),
		value(r, "vmstat.allocstall"),
		value(r, "vmstat.pgmigrate_success"), value(r, "kswapd.wakeups"),
		value(r, "zone[0].free"), value(r, "zone[0].pcp"),
		value(r, "slub.room") };
	run_free(r);
	return o;
}

static void check_one(struct setup *s)
{
	s64 size = s->value[PARAM_OBJECT_SIZE];
	s64 order = slub_order(size, s->value[PARAM_CPUS], &slub_defaults,
		ERA_4_2), min = slub_min_order(size);
	struct outcome o[3];

	for (unsigned v = 0; v < 3; v++) {
		o[v] = play(s, v);
		assert_true(o[v].fallbacks <= o[v].slabs);
		if (o[v].slabs)		/* as many objects as its own order holds */
			assert_int_equal(o[v].room, slub_objects(
				o[v].fallbacks ? min : order, size));
	}
	/* nobody was woken: the fast path; and then all are alike */
	if (!o[0].wakeups && !o[0].fallbacks && !o[0].stalls && !o[0].reclaims)
		for (unsigned v = 1; v < 3; v++)
			assert_memory_equal(&o[0], &o[v], sizeof(o[0]));
	/* equal orders, or a caller that can't wait: nothing has changed */
	if (order == min || s->value[PARAM_GFP])
		for (unsigned v = 1; v < 3; v++)
			assert_memory_equal(&o[0], &o[v], sizeof(o[0]));
	/* a first try that got its block added neither stall nor reclaim */
	for (unsigned v = 1; v < 3 && order > min; v++)
		if (o[v].slabs && !o[v].fallbacks)
			assert_int_equal(o[v].stalls + o[v].reclaims, 0);
	/* order 0 never compacts */
	for (unsigned v = 1; v < 3 && order > min && !min; v++)
		assert_int_equal(o[v].stalls, 0);
}

static void test_slub__B7_invariants(void **state)
{
	bool soak = getenv("MMSTEP_SOAK") != NULL;
	u64 random = 11;

	for (int i = 0; i < (soak ? 3000 : 150); i++) {
		struct setup s;

		random_setup(&s, &random);
		if (!setup_conflict(&s))
			check_one(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slub__B7_invariants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
