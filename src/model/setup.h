/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a machine is made from: parameters, features, costs, topology, workload.
 */
#ifndef MODEL_SETUP_H
#define MODEL_SETUP_H

#include "model/machine.h"

/* Parameters of scenes (--set NAME=VALUE).
 * To add one: a row here with range and default, its use in machine_init. */
#define PARAM_LIST(X) \
	X(CPUS, "cpus", CPU, 1, CPUS_MAX, 4, \
		"present CPUs, all online") \
	X(RAM_PAGES, "ram_pages", PAGES, 1, INT64_C(1) << 40, 4194304, \
		"RAM in pages of 4 KiB") \
	X(SWAP_PAGES, "swap_pages", PAGES, 0, INT64_C(1) << 40, 0, \
		"swap space in pages") \
	X(HUGETLB_PAGES, "hugetlb_pages", PAGES, 0, INT64_C(1) << 40, 0, \
		"RAM set aside for huge pages") \
	X(MAPPING_PAGES, "mapping_pages", PAGES, 1, INT64_C(1) << 31, 32768, \
		"size of one mapping") \
	X(BATCH, "batch", PAGES, 0, INT32_MAX, 0, \
		"vm_committed_as_batch; 0: by formula") \
	X(POLICY, "policy", POLICY, 0, POLICY_N - 1, POLICY_GUESS, \
		"overcommit policy at the start") \
	X(ITERATIONS, "iterations", COUNT, 0, INT64_C(1) << 40, 10, \
		"mmap and munmap pairs of each CPU") \
	X(RATIO, "ratio", PERCENT, 0, 1000, 50, \
		"overcommit_ratio") \
	X(KBYTES, "kbytes", KB, 0, INT64_C(1) << 42, 0, \
		"overcommit_kbytes; not 0: instead of the ratio") \
	X(SLOT_PAGES, "slot_pages", PAGES, 0, INT32_MAX, 0, \
		"mapped by each CPU but 0 before the switch") \
	X(REQUEST_PAGES, "request_pages", PAGES, 0, INT64_C(1) << 40, 0, \
		"what CPU 0 asks for after the switch") \
	X(ADMIN_RESERVE, "admin_reserve_pages", PAGES, 0, INT64_C(1) << 40, 0, \
		"kept for root under never") \
	X(USER_RESERVE, "user_reserve_pages", PAGES, 0, INT64_C(1) << 40, 0, \
		"kept free beside one big process under never") \
	X(BATCH_READ, "batch_read", BATCH_READ, 0, 1, 0, \
		"where the batch is loaded: inside or before the preempt-off section") \
	X(PROCESSES, "processes", COUNT, 0, 64, 12, \
		"processes of the test program") \
	X(REGION_PAGES, "region_pages", PAGES, 1, INT64_C(1) << 22, 131072, \
		"pages that each process writes and gives back") \
	X(LOOPS, "loops", COUNT, 0, 1000, 5, \
		"rounds of each process") \
	X(ZONES, "zones", ZONES, 0, 1, 0, \
		"one zone, or dma and dma32") \
	X(MIN_FREE_KBYTES, "min_free_kbytes", KB, 0, INT64_C(1) << 32, 0, \
		"the sysctl; 0: by formula") \
	X(MARKS, "marks", MARKS, 0, 1, 0, \
		"the rule for low and high marks, of v4.0 or of v6.12") \
	X(START_JITTER_US, "start_jitter_us", NUMBER, 0, 10000000, 2000, \
		"processes start within so many microseconds")

enum param {
#define X(id, name, kind, min, max, initial, help) PARAM_##id,
	PARAM_LIST(X)
#undef X
	PARAM_N
};

struct param_row {
	const char *name;
	enum kind kind;
	s64 min, max, initial;
	const char *help;
};
extern const struct param_row params[PARAM_N];
int param_find(const char *name);	/* -1: unknown */

/* What the processes do. To add one: a row here and in workload.c. */
enum workload { WORKLOAD_NONE, WORKLOAD_MMAP1, WORKLOAD_POLICY_SWITCH,
	WORKLOAD_LAZY_FREE,
	WORKLOAD_N };
/* By name ("none", "mmap1", "policy_switch"), or -1. */
int workload_find(const char *name);
const char *workload_name(enum workload w);

struct setup {
	s64 value[PARAM_N];
	u32 features;			/* enum feature bits of the variant */
	enum workload workload;
	u32 cost_ns[COST_N];
	u32 iteration_ns;		/* outside the lock, per iteration; 0: no rest */
	struct topology topology;
	s64 seed;
};

/* Defaults: each parameter's, costs of 1 ns, no features. */
void setup_init(struct setup *s);
/* Features of the variant and of the parameters (batch_read) together. */
u32 setup_features(const struct setup *s);
/* vm_committed_as_batch at step 0. */
s64 setup_batch(const struct setup *s);
/* Whether parameters go together; if not, what is wrong (a sentence), else NULL. */
const char *setup_conflict(const struct setup *s);

#endif
