/* SPDX-License-Identifier: GPL-3.0-or-later
 * Procedures: modelled kernel functions as tables of lines.
 *
 * Rules: a line is one step. An `if` has one predicate, which gives left side,
 * right side and relation; branch, evaluation and margin all come from it. Text
 * and what is executed stand in one row. Row 0 of a table is not used, so that
 * 0 in `.no` and `.next` means "the row below". A row that is not `.in` the
 * variant is skipped: a jump to it goes to the next row that is.
 */
#ifndef MODEL_PROCEDURE_H
#define MODEL_PROCEDURE_H

#include "model/types.h"

struct machine;
struct task;

enum op { OP_DO, OP_IF, OP_CALL, OP_RETURN, OP_LOCK, OP_UNLOCK, OP_WAIT };
enum rel { REL_LT, REL_LE, REL_GT, REL_GE, REL_EQ, REL_NE };

struct test {
	s64 left, right;
	enum rel rel;
};

/* An octal digit per relation, the last first: bit 0 is the answer if the left
 * side is less, bit 1 if equal, bit 2 if greater. No branch to guess wrong. */
enum { REL_TRUTH = 0526431 };
static inline bool test_answer(struct test t)
{
	unsigned order = (t.left > t.right) * 2u + (t.left == t.right);

	return REL_TRUTH >> ((unsigned)t.rel * 3 + order) & 1;
}
/* The least change of the left side that flips the answer; at least 1. */
u64 test_margin(struct test t);
const char *rel_text(enum rel rel);	/* "<" "≤" ">" "≥" "=" "≠" */

static inline struct test test_of(s64 left, enum rel rel, s64 right)
{
	return (struct test){ left, right, rel };
}

/* Kernel variants and options: bits of a row's `.in` (0: in every variant).
 * To add one: a row here; a scene names it in `options`. */
#define FEATURE_LIST(X) \
	X(BATCH_OLD, "batch_old", "mm_compute_batch before mail 001") \
	X(BATCH_NEW, "batch_new", "mm_compute_batch of mail 001") \
	X(BATCH_SYNC_POLICY, "batch_sync_policy", "handler: batch, sync, policy") \
	X(POLICY_BATCH, "policy_batch", "handler: policy, batch, no sync") \
	X(POLICY_SYNC_BATCH, "policy_sync_batch", "handler: policy, sync, batch") \
	X(SYNC_BATCH_POLICY, "sync_batch_policy", "handler: sync, batch, policy") \
	X(BATCH_POLICY_SYNC, "batch_policy_sync", "handler: batch, policy, sync") \
	X(READ_INSIDE, "read_inside", "batch loaded with preemption off") \
	X(READ_EARLY, "read_early", "batch loaded before preemption is off") \
	X(DONTNEED, "dontneed", "memory is given back with MADV_DONTNEED") \
	X(MADV_FREE, "madv_free", "memory is given back with MADV_FREE") \
	X(THROTTLED, "throttled", "MADV_FREE with mail 000's threshold") \
	X(FREE_ENTRIES, "free_entries", "MADV_FREE as merged in 4.5: swap entries go, too") \
	X(SLUB_BASE, "slub_base", "allocate_slab before mail 003") \
	X(SLUB_PATCHED, "slub_patched", "the first try doesn't wait, as in mail 003") \
	X(SLUB_MERGED, "slub_merged", "as merged in 4.3: nor does it use reserves") \
	X(TREE_LOCK_EACH, "tree_lock_each", "tree_lock taken for each page") \
	X(TREE_LOCK_BATCH, "tree_lock_batch", "tree_lock taken once for a batch, as in mail 002") \
	X(RMAP_OLD, "rmap_old", "split: one walk per VMA, up to 4.5") \
	X(RMAP_V1, "rmap_v1", "split: one walk per small page, as in mail 004") \
	X(RMAP_MERGED, "rmap_merged", "as merged in 4.6: the first walk may do for all") \
	X(RULE_4_2, "rule_4_2", "watermark check of v4.2: the mark in every order") \
	X(RULE_4_4, "rule_4_4", "watermark check of v4.4: the mark once, then a block") \
	X(SINGLE, "single", "requests for one page only") \
	X(ORDERS, "orders", "requests for more than one page") \
	X(FILES, "files", "pages of files on the lists") \
	X(READERS, "readers", "processes read as many pages as they free") \
	X(TICKET, "ticket_locks", "tree_lock serves by ticket: each waiter makes a handoff dearer") \
	X(HIGHATOMIC, "highatomic", "a zone keeps pages for large requests that can't wait") \
	X(CMA, "cma", "a zone has free pages that belong to CMA") \
	X(CMA_FIRST, "cma_first", "… which v4.2 leaves out of the first comparison only")

enum feature_bit {
#define X(name, word, help) FEATURE_BIT_##name,
	FEATURE_LIST(X)
#undef X
	FEATURE_N
};
enum feature {
#define X(name, word, help) IN_##name = 1 << FEATURE_BIT_##name,
	FEATURE_LIST(X)
#undef X
};

/* What a line costs: an index into machine.cost_ns. Values and sources are in
 * assets/costs.yaml, under these names. To add one: a row here and one there. */
#define COST_LIST(X) \
	X(LINE, "line") \
	X(PERCPU_READ, "percpu_read") \
	X(PERCPU_ADD, "percpu_add") \
	X(LOCK, "lock") \
	X(LOCKED_ADD, "locked_add") \
	X(UNLOCK, "unlock") \
	X(SLOT_READ, "slot_read") \
	X(SWITCH, "switch") \
	X(MMAP_REST, "mmap_rest") \
	X(MUNMAP_REST, "munmap_rest") \
	X(WRITE, "write") \
	X(FAULT, "fault") \
	X(SWAP_FAULT, "swap_fault") \
	X(ZAP, "zap") \
	X(MARK_LAZY, "mark_lazy") \
	X(SCAN, "scan") \
	X(SWAP_OUT, "swap_out") \
	X(DISCARD, "discard") \
	X(SWAP_ACCESS, "swap_access") \
	X(SWAP_IO, "swap_io") \
	X(RMAP_SLOT, "rmap_slot") \
	X(RMAP_DESCENT, "rmap_descent") \
	X(RMAP_DESCENT_MERGED, "rmap_descent_merged") \
	X(PMD_SPLIT_PTE, "pmd_split_pte") \
	X(SPLIT_TAIL, "split_tail") \
	X(MIGRATE, "migrate") \
	X(ISOLATE, "isolate") \
	X(SCAN_PAGE, "scan_page") \
	X(RMAP_WALK, "rmap_walk") \
	X(TREE_DELETE, "tree_delete") \
	X(TREE_INSERT, "tree_insert") \
	X(FREE_PAGE, "free_page") \
	X(FILE_READ, "file_read") \
	X(TICKET, "ticket_waiter") \
	X(SLAB_ALLOC, "slab_alloc") \
	X(SLAB_FREE, "slab_free") \
	X(SLAB_NEW, "slab_new") \
	X(SLAB_SMALL, "slab_small") \
	X(SEND, "send") \
	X(RECEIVE, "receive") \
	X(COMPACT_SCAN, "compact_scan") \
	X(MIGRATE_PAGE, "migrate_page")

enum cost {
#define X(name, word) COST_##name,
	COST_LIST(X)
#undef X
	COST_N
};

enum { PASS_MAX = 6, LOCALS_MAX = 15, DEPTH_MAX = 18 };

struct line {
	const char *text;	/* as listed; two spaces indent one level */
	enum op op;
	const char *id;		/* name for stops and cues: `procedure:id` */
	void (*exec)(struct machine *m, struct task *t, s64 *v); /* OP_DO; also
				   before an OP_RETURN, for ledgers */
	struct test (*test)(const struct machine *m, const struct task *t,
		const s64 *v);	/* OP_IF, OP_WAIT: goes on when true */
	u16 (*lock)(const struct machine *m, const s64 *v); /* which lock */
	u16 callee;		/* OP_CALL: enum procedure_id */
	u8 pass[PASS_MAX];	/* OP_CALL: our locals for the callee's first */
	u8 value;		/* OP_CALL: the local that takes the result;
				   OP_RETURN: the local returned */
	bool has_value;		/* `value` is used */
	u8 channel;		/* OP_WAIT: enum channel it sleeps on */
	u8 no, next;		/* rows; 0: the row below */
	u8 cost;		/* enum cost */
	bool transfer;		/* moves a cache line between CPUs: costs that too */
	bool shared;		/* reads or writes beyond its CPU's record */
	bool decision;		/* an `if` that a lesson is about */
	u32 in;			/* features; 0: always there */
	const char *gloss;	/* plain words */
	const char *why;	/* OP_IF: evaluation, e.g. "|{old} + {amount}| ≥ {batch}" */
	const char *if_yes, *if_no; /* what the answer means; may use {margin} */
};

struct local {
	const char *name;
	enum kind kind;
};

struct procedure {
	const char *name;	/* the kernel function's name, or ours */
	const char *source;	/* kernel file and version; "model" if ours */
	const char *help;	/* one sentence */
	const struct line *lines; /* [1 .. n_lines - 1] */
	u16 n_lines;
	const struct local *locals;
	u8 n_locals, n_params;	/* the first n_params are passed by the caller */
};

/* To add one: a row here, its table in a model file. */
#define PROCEDURE_LIST(X) \
	X(PERCPU_COUNTER_ADD_BATCH, percpu_counter_add_batch) \
	X(PERCPU_COUNTER_SYNC, percpu_counter_sync) \
	X(PERCPU_COUNTER_SUM, percpu_counter_sum) \
	X(PERCPU_COUNTER_COMPARE, percpu_counter_compare) \
	X(PERCPU_COUNTER_CPU_DEAD, percpu_counter_cpu_dead) \
	X(VM_ACCT_MEMORY, vm_acct_memory) \
	X(VM_UNACCT_MEMORY, vm_unacct_memory) \
	X(VM_ENOUGH_MEMORY, vm_enough_memory) \
	X(MM_COMPUTE_BATCH, mm_compute_batch) \
	X(OVERCOMMIT_POLICY_HANDLER, overcommit_policy_handler) \
	X(SCHEDULE_ON_EACH_CPU, schedule_on_each_cpu) \
	X(SYNC_OVERCOMMIT_AS, sync_overcommit_as) \
	X(WORKER_THREAD, worker_thread) \
	X(MMAP_REGION, mmap_region) \
	X(DO_MUNMAP, do_munmap) \
	X(MMAP1, mmap1) \
	X(MAPPER, mapper) \
	X(ADMIN, admin) \
	X(ALLOC_PAGE, alloc_page) \
	X(HANDLE_MM_FAULT, handle_mm_fault) \
	X(ZAP_PAGE_RANGE, zap_page_range) \
	X(MADVISE_FREE_RANGE, madvise_free_range) \
	X(MADVISE, madvise) \
	X(SHRINK_ACTIVE_LIST, shrink_active_list) \
	X(SHRINK_INACTIVE_LIST, shrink_inactive_list) \
	X(SHRINK_ZONE, shrink_zone) \
	X(TRY_TO_FREE_PAGES, try_to_free_pages) \
	X(KSWAPD, kswapd) \
	X(SWAP_DEVICE, swap_device) \
	X(TOUCH_REGION, touch_region) \
	X(BOMB, bomb) \
	X(ALLOC_PAGE_VMA, alloc_page_vma) \
	X(ALLOC_BLOCK, alloc_block) \
	X(REPORTED_REQUEST, reported_request) \
	X(ALLOC_PAGES, alloc_pages) \
	X(ALLOC_PAGES_SLOWPATH, alloc_pages_slowpath) \
	X(GET_PAGE_FROM_FREELIST, get_page_from_freelist) \
	X(ZONE_WATERMARK_OK, zone_watermark_ok) \
	X(WAKEUP_KSWAPD, wakeup_kswapd) \
	X(BUFFERED_RMQUEUE, buffered_rmqueue) \
	X(RMQUEUE_BULK, rmqueue_bulk) \
	X(RMQUEUE, rmqueue) \
	X(RMQUEUE_FALLBACK, rmqueue_fallback) \
	X(FREE_PAGES, free_pages) \
	X(FREE_ONE_PAGE, free_one_page) \
	X(FREE_FULL_LISTS, free_full_lists) \
	X(FREE_PCPPAGES_BULK, free_pcppages_bulk) \
	X(DRAIN_ALL_PAGES, drain_all_pages) \
	X(MM_FIND_PMD, mm_find_pmd) \
	X(ANON_VMA_INTERVAL_TREE_FOREACH, anon_vma_interval_tree_foreach) \
	X(PAGE_CHECK_ADDRESS, page_check_address) \
	X(TRY_TO_UNMAP_ONE, try_to_unmap_one) \
	X(TRY_TO_UNMAP, try_to_unmap) \
	X(REMOVE_MIGRATION_PTE, remove_migration_pte) \
	X(REMOVE_MIGRATION_PTES, remove_migration_ptes) \
	X(SPLIT_HUGE_PMD_LOCKED, split_huge_pmd_locked) \
	X(SPLIT_HUGE_PMD_ADDRESS, split_huge_pmd_address) \
	X(FREEZE_PAGE_VMA, freeze_page_vma) \
	X(FREEZE_PAGE, freeze_page) \
	X(UNFREEZE_PAGE_VMA, unfreeze_page_vma) \
	X(UNFREEZE_PAGE, unfreeze_page) \
	X(SPLIT_HUGE_PAGE_TAILS, split_huge_page_tails) \
	X(SPLIT_HUGE_PAGE_TO_LIST, split_huge_page_to_list) \
	X(SPLIT_HUGE_PAGE, split_huge_page) \
	X(PUT_PAGE, put_page) \
	X(ZAP_PTE_RANGE, zap_pte_range) \
	X(QUEUE_PAGES_RANGE, queue_pages_range) \
	X(PAGE_CHECK_REFERENCES, page_check_references) \
	X(TRY_TO_UNMAP_FILE, try_to_unmap_file) \
	X(REMOVE_MAPPING, remove_mapping) \
	X(REMOVE_MAPPING_BATCH, remove_mapping_batch) \
	X(SHRINK_PAGE_LIST, shrink_page_list) \
	X(SHRINK_LIST, shrink_list) \
	X(FILEMAP_FAULT, filemap_fault) \
	X(READ_FILE, read_file) \
	X(FILE_READER, file_reader) \
	X(SLAB_ALLOC, slab_alloc) \
	X(SLAB_ALLOC_SLOW, slab_alloc_slow) \
	X(NEW_SLAB, new_slab) \
	X(ALLOCATE_SLAB, allocate_slab) \
	X(SLAB_FREE, slab_free) \
	X(UNFREEZE_PARTIALS, unfreeze_partials) \
	X(DISCARD_SLAB, discard_slab) \
	X(SLAB_USER, slab_user) \
	X(FORK_TASK, fork_task) \
	X(EXIT_TASK, exit_task) \
	X(SENDER, sender) \
	X(RECEIVER, receiver) \
	X(BALANCE_PGDAT, balance_pgdat) \
	X(DIRECT_COMPACT, direct_compact) \
	X(TRY_TO_COMPACT_PAGES, try_to_compact_pages) \
	X(COMPACT_ZONE, compact_zone) \
	X(ISOLATE_MIGRATEPAGES, isolate_migratepages) \
	X(ISOLATE_FREEPAGES, isolate_freepages) \
	X(MIGRATE_PAGES, migrate_pages)

enum procedure_id {
#define X(id, name) PROC_##id,
	PROCEDURE_LIST(X)
#undef X
	PROC_N
};

#define X(id, name) extern const struct procedure procedure_##name;
PROCEDURE_LIST(X)
#undef X

const struct procedure *procedure_at(unsigned id);	/* id < PROC_N */
/* PROC_N if there is none of that name. */
unsigned procedure_find(const char *name);
/* The row of a line by its id, or 0. */
unsigned procedure_row(const struct procedure *p, const char *id);

#endif
