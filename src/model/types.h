/* SPDX-License-Identifier: GPL-3.0-or-later
 * The model's integers, and the kinds that its numbers have.
 */
#ifndef MODEL_TYPES_H
#define MODEL_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t s64;
typedef int32_t s32;
typedef int16_t s16;
typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

enum { NONE = 0xffff };	/* no task, no CPU, no lock */

/* What a number counts. Mixing kinds in an expression is an error.
 * To add one: a row here; if it has named values, a table in names.c. */
#define KIND_LIST(X) \
	X(NUMBER, "number", "") \
	X(COUNT, "count", "") \
	X(PAGES, "pages", "pages of 4 KiB") \
	X(KB, "kb", "kB") \
	X(NS, "ns", "ns of model time") \
	X(CPU, "cpu", "CPU number") \
	X(TASK, "task", "task number") \
	X(BOOL, "bool", "yes or no") \
	X(PERCENT, "percent", "%") \
	X(POLICY, "policy", "overcommit policy") \
	X(MODE, "schedule", "who runs next") \
	X(COUNTER, "counter", "per-CPU counter") \
	X(ERRNO, "errno", "0 or an error number") \
	X(BATCH_READ, "batch_read", "where the batch is loaded") \
	X(ORDER, "order", "a power of two of pages") \
	X(PFN, "pfn", "page frame number") \
	X(ZONES, "zones", "how memory is divided") \
	X(MARKS, "marks", "the rule for watermarks") \
	X(ADVICE, "advice", "how a process gives memory back") \
	X(TEXT, "text", "words") \
	X(GFP, "gfp", "what an allocation may do") \
	X(RULE, "rule", "the rule of the watermark check") \
	X(MAPPING, "mapping", "how a huge page is mapped") \
	X(MIGRATETYPE, "migratetype", "which free lists a page belongs to") \
	X(LAYOUT, "layout", "what was done to a mapping") \
	X(ENTRY, "entry", "a place in a page table") \
	X(VMA, "vma", "VMA number") \
	X(ALLOC, "alloc", "what a request may use of the min mark") \
	X(LAST_TRY, "last_try", "a watermark") \
	X(ANSWER, "answer", "what a zone or the allocator said") \
	X(GFP_BITS, "gfp_bits", "gfp flags") \
	X(ALLOC_BITS, "alloc_bits", "alloc flags")

enum kind {
#define X(name, word, unit) KIND_##name,
	KIND_LIST(X)
#undef X
	KIND_N
};

/* Whose rules hold, in order of time; ERA_4_2 is that of the mails. */
enum era { ERA_4_2, ERA_4_4, ERA_6_12 };

/* What happened to huge pages' mappings before they are split. */
enum rmap_layout { LAYOUT_WHOLE, LAYOUT_MIDDLE, LAYOUT_MOVED, LAYOUT_DOUBLE,
	LAYOUT_COW_PARENT, LAYOUT_COW_CHILD, LAYOUT_ZAPPED, LAYOUT_N };

enum overcommit_policy { POLICY_GUESS, POLICY_ALWAYS, POLICY_NEVER, POLICY_N };

#endif
