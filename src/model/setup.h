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
		"rounds of each process, messages to each receiver") \
	X(ZONES, "zones", ZONES, 0, 1, 0, \
		"one zone, or dma and dma32") \
	X(MIN_FREE_KBYTES, "min_free_kbytes", KB, 0, INT64_C(1) << 32, 0, \
		"the sysctl; 0: by formula") \
	X(MARKS, "marks", MARKS, 0, 1, 0, \
		"the rule for low and high marks, of v4.0 or of v6.12") \
	X(START_JITTER_US, "start_jitter_us", NUMBER, 0, 10000000, 2000, \
		"processes start within so many microseconds") \
	X(OBJECT_SIZE, "object_size", NUMBER, 8, 65536, 704, \
		"bytes of one object of the slab cache") \
	X(GFP, "gfp", GFP, 0, 1, 0, \
		"what the request may do: GFP_KERNEL or GFP_ATOMIC") \
	X(RULE, "rule", RULE, 0, 1, 0, \
		"the watermark check of v4.2 or of v4.4") \
	X(GROUPS, "groups", COUNT, 0, 64, 0, \
		"hackbench groups of 20 senders and 20 receivers; 0: only slabs") \
	X(SLABS, "slabs", COUNT, 0, INT64_C(1) << 22, 1, \
		"slabs that CPU 0 asks for") \
	X(RESERVE_PAGES, "reserve_pages", PAGES, 0, INT64_C(1) << 22, 0, \
		"lowmem_reserve of the request's class") \
	X(MOVABLE_PAGES, "movable_pages", PAGES, 0, INT64_C(1) << 22, 0, \
		"pages in use that compaction can move") \
	X(PINNED_PAGES, "pinned_pages", PAGES, 0, INT64_C(1) << 22, 0, \
		"pages in use that stay where they are") \
	X(LRU_CLEAN_PAGES, "lru_clean_pages", PAGES, 0, INT64_C(1) << 22, 0, \
		"clean page cache that reclaim can free") \
	X(PAGECACHE_PAGES, "pagecache_pages", PAGES, -1, INT64_C(1) << 22, 0, \
		"clean page cache at the start; -1: until free = high") \
	X(FILES, "files", COUNT, 0, 160, 0, \
		"mapped files that are read") \
	X(RUN_LENGTH, "run_length", PAGES, 1, 1024, 1, \
		"neighbours on the LRU list that are of one file") \
	X(PAGES, "pages", PAGES, 0, INT64_C(1) << 22, 0, \
		"pages of the list, or small pages of one huge page") \
	X(THPS, "thps", COUNT, 0, 8192, 1, \
		"huge pages to split") \
	X(VMAS, "vmas", COUNT, 1, 128, 1, \
		"VMAs that map every huge page") \
	X(MAPPING, "mapping", MAPPING, 0, 1, 0, \
		"how huge pages are mapped at first") \
	X(UNMAPPED_HEAD, "unmapped_head", PAGES, 0, 511, 0, \
		"small pages at the front that nothing maps") \
	X(UNMAPPED_TAIL, "unmapped_tail", PAGES, 0, 511, 0, \
		"small pages at the end that nothing maps") \
	X(LAYOUT, "layout", LAYOUT, 0, LAYOUT_N - 1, 0, \
		"what was done to a mapping of the huge pages before") \
	X(MIGRATE, "migrate", BOOL, 0, 1, 0, \
		"whether each small page is moved to another node after the split") \
	X(RACE, "race", BOOL, 0, 1, 0, \
		"whether CPU 1 unmaps a small page meanwhile") \
	X(ORDER, "order", ORDER, 0, 10, 0, \
		"order of the block that is asked for") \
	X(ALLOC, "alloc", ALLOC, 0, 3, 0, \
		"what it may use of the min mark: half, a quarter more") \
	X(LAST_TRY, "last_try", LAST_TRY, 0, 1, 0, \
		"the mark of the last try: high before the OOM killer") \
	X(FREE_LISTS, "free_lists", TEXT, 0, 0, 0, \
		"free blocks by order, like 1300,100") \
	X(MAP, "map", TEXT, 0, 0, 0, \
		"one sign a frame: . free, m movable, c clean, p pinned") \
	X(LRU, "lru", TEXT, 0, 0, 0, \
		"pages of the list, the oldest first, like A A:busy B") \
	X(ZONE_LIST, "zone_list", TEXT, 0, 0, 0, \
		"zones of a report, the lowest first: DMA free=9 min=4 low=5 high=6 blocks=1,4")

enum param {
#define X(id, name, kind, min, max, initial, help) PARAM_##id,
	PARAM_LIST(X)
#undef X
	PARAM_N
};
/* Those of kind text stand last; their value is 0 if empty, else a hash. */
enum { TEXT_FIRST = PARAM_FREE_LISTS, TEXT_N = PARAM_N - TEXT_FIRST,
	TEXT_SIZE = 4096 };

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
	WORKLOAD_LAZY_FREE, WORKLOAD_SLUB, WORKLOAD_RECLAIM, WORKLOAD_RMAP,
	WORKLOAD_ALLOCATION, WORKLOAD_N };
/* By name ("none", "mmap1", "policy_switch"), or -1. */
int workload_find(const char *name);
const char *workload_name(enum workload w);

struct setup {
	s64 value[PARAM_N];
	char text[TEXT_N][TEXT_SIZE];	/* of parameters of kind text */
	u32 features;			/* enum feature bits of the variant */
	u32 parts;			/* more than the workload needs (tests) */
	enum workload workload;
	u32 cost_ns[COST_N];
	u32 iteration_ns;		/* outside the lock, per iteration; 0: no rest */
	struct topology topology;
	s64 seed;
};

/* Defaults: each parameter's, costs of 1 ns, no features. */
void setup_init(struct setup *s);
/* enum part bits of the workload, and those that are asked for. */
u32 setup_parts(const struct setup *s);
/* How many processes the workload has. */
unsigned setup_processes(const struct setup *s);
/* Page frames that are modelled. */
u32 setup_frames(const struct setup *s);
/* Files whose pages are modelled; at least 1. */
unsigned setup_files(const struct setup *s);
/* Pages on the list that mail 002's workload begins with: of `files`, else those
 * of the `lru` string, which may be empty. */
s64 setup_list_pages(const struct setup *s);
/* The text of a parameter of kind text; "" if it was not given. */
const char *setup_text(const struct setup *s, enum param p);
/* The value that stands for a text: 0 for "". */
s64 text_value(const char *text);
/* Features of the variant and of the parameters (batch_read) together. */
u32 setup_features(const struct setup *s);
/* Zones of the `zone_list`, and how many. */
unsigned setup_told_zones(const struct setup *s, struct told_zone z[ZONES_MAX]);
/* The watermark check in force: the variant's, else the parameter's. */
enum era setup_rule(const struct setup *s);
/* vm_committed_as_batch at step 0. */
s64 setup_batch(const struct setup *s);
/* What follows from others once all are given: ram_pages from a map. */
void setup_derive(struct setup *s);
/* What is wrong with a text, and after how many bytes; NULL: nothing. */
const char *setup_text_bad(enum param p, const char *text, size_t *at);
const char *place_conflict(const struct setup *s);
/* Whether parameters go together; if not, what is wrong (a sentence), else NULL. */
const char *setup_conflict(const struct setup *s);

#endif
