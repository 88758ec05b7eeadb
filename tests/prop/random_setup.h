/* SPDX-License-Identifier: GPL-3.0-or-later
 * Random setups for property tests of the model.
 */
#ifndef TEST_RANDOM_SETUP_H
#define TEST_RANDOM_SETUP_H

#include "../unit/model/rig.h"

/* from … to */
static inline s64 pick(u64 *random, s64 from, s64 to)
{
	return from + (s64)rng_below(random, (u32)(to - from + 1));
}

/* Small sizes, so that edges come early; may be in conflict with itself. */
static inline void random_setup(struct setup *s, u64 *random)
{
	static const u32 orders[] = { IN_BATCH_SYNC_POLICY, IN_POLICY_BATCH,
		IN_POLICY_SYNC_BATCH, IN_SYNC_BATCH_POLICY,
		IN_BATCH_POLICY_SYNC };

	setup_init(s);
	s->workload = (enum workload)pick(random, 0, WORKLOAD_LAZY_FREE - 1);
	s->features = orders[pick(random, 0, 4)] |
		(pick(random, 0, 1) ? IN_BATCH_OLD : IN_BATCH_NEW);
	s->value[PARAM_CPUS] = pick(random, 0, 1) ? pick(random, 1, 4)
						  : pick(random, 1, 40);
	s->value[PARAM_RAM_PAGES] = pick(random, 1, 100000);
	s->value[PARAM_MAPPING_PAGES] = pick(random, 1, 100);
	s->value[PARAM_ITERATIONS] = pick(random, 0, 12);
	s->value[PARAM_BATCH] = pick(random, 0, 150);
	s->value[PARAM_POLICY] = pick(random, 0, POLICY_N - 1);
	s->value[PARAM_RATIO] = pick(random, 0, 100);
	s->value[PARAM_SLOT_PAGES] = pick(random, 0, 31);
	s->value[PARAM_REQUEST_PAGES] = pick(random, 0, 100000);
	s->value[PARAM_BATCH_READ] = pick(random, 0, 1);
	for (unsigned i = 0; i <= COST_MUNMAP_REST; i++)
		s->cost_ns[i] = (u32)pick(random, 1, i % 2 ? 3 : 50);
	s->topology.mean_ns = (u32)pick(random, 0, 40);
	s->topology.matrix = pick(random, 0, 1);
	for (unsigned i = 0; i < 4; i++)
		s->topology.level_ns[i] = 20 * i;
	s->topology.cores = 2;
}

#endif
