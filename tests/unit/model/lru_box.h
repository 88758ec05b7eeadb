/* SPDX-License-Identifier: GPL-3.0-or-later
 * A machine whose inactive file list is a string, and what became of it.
 */
#ifndef TEST_LRU_BOX_H
#define TEST_LRU_BOX_H

#include "rig.h"
#include "model/scan.h"

static const char many_a[] = "A A A A A A A A A A A A A A A A "
	"A A A A A A A A A A A A A A A A";

static inline void lru_setup(struct setup *s, u32 feature, const char *lru)
{
	setup_init(s);
	s->workload = WORKLOAD_RECLAIM;
	s->features = feature;
	s->value[PARAM_CPUS] = 1;
	s->value[PARAM_LOOPS] = 1;
	s->value[PARAM_MIN_FREE_KBYTES] = 16;
	s->value[PARAM_START_JITTER_US] = 0;
	s->cost_ns[COST_SWAP_IO] = 100000;
	strcpy(s->text[PARAM_LRU - TEXT_FIRST], lru);
	s->value[PARAM_LRU] = text_value(lru);
}

static inline void lru_start(struct rig *r, u32 feature, const char *lru)
{
	lru_setup(&r->s, feature, lru);
	assert_null(setup_conflict(&r->s));
	rig_start(r);
}

/* Until the workload has ended, every invariant checked after each line. */
static inline void lru_run(struct rig *r)
{
	while (r->m->tasks_left)
		rig_step(r, ring_entry(r->m, 0)->cpu);
}

/* The frame of the list's i-th page: frames are taken in order. */
static inline u32 lru_page(unsigned i)
{
	return i;
}

static inline bool is_free(const struct rig *r, unsigned i)
{
	return page_at(r->m, lru_page(i))->state == PAGE_FREE;
}

#endif
