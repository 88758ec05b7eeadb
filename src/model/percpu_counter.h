/* SPDX-License-Identifier: GPL-3.0-or-later
 * lib/percpu_counter.c as of v5.9: a count, and one slot per CPU.
 */
#ifndef MODEL_PERCPU_COUNTER_H
#define MODEL_PERCPU_COUNTER_H

#include "model/types.h"

/* To add one: a row here; its slots are in each CPU's record. */
enum counter { COUNTER_VM_COMMITTED_AS, COUNTER_N };

struct percpu_counter {
	/* core */
	s64 count;
	u16 lock;		/* index of fbc->lock */
	/* ghost */
	s64 moving;		/* added to count, not yet taken from its slot */
	s64 exact;		/* ledger: all amounts ever added */
	u64 updates;		/* calls of percpu_counter_add_batch */
	u64 folds;
};

struct machine;

/* count, never below 0 (percpu_counter_read_positive). Pages here. */
s64 percpu_counter_read_positive(const struct machine *m, enum counter fbc);
/* count plus the slots of all CPUs, exact between any two lines. */
s64 percpu_counter_exact(const struct machine *m, enum counter fbc);
/* max(32, 2 × online CPUs): what the library uses if the caller names none. */
s64 percpu_counter_batch(s64 online_cpus);
/* What percpu_counter_compare answers: -1, 0 or 1. `*precise` tells whether it
 * needed the exact sum: it does unless |count - rhs| > batch × online CPUs. */
int percpu_counter_compare_rule(s64 count, s64 sum, s64 rhs, s64 batch,
	s64 online_cpus, bool *precise);

#endif
