/* SPDX-License-Identifier: GPL-3.0-or-later
 * A report of the kernel about memory, typed: what was read, and nothing else.
 *
 * Rules: what a report does not say is REPORT_UNKNOWN, never 0. Zones are in
 * pages after report_finish(), in the report's own units before.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include "model/types.h"
#include "report/gfp.h"

enum { REPORT_UNKNOWN = -1, REPORT_ORDERS = 20, REPORT_RESERVES = 6,
	REPORT_ZONES_MAX = 256, REPORT_SLABS = 8, REPORT_WORDS = 64,
	REPORT_NAMES = 256, REPORT_NODES = 64 };

/* To add one: a row here, and what it means in judge.c. */
#define REPORT_KIND_LIST(X) \
	X(NONE, NULL, "memory listing without its first line") \
	X(FAILURE, "page-allocation-failure", "page allocation failure") \
	X(OOM, "oom", "out of memory") \
	X(SLUB, "slub", "SLUB failure") \
	X(SLAB, "slab", "SLAB failure") \
	X(MEMCG_OOM, "memcg-oom", "out of memory in a control group") \
	X(SYSRQ, "sysrq", "SysRq memory listing") \
	X(PROC, "proc", "state of a machine") \
	X(TRACE, "trace", "trace of memory events")
enum report_kind {
#define X(id, word, title) REPORT_##id,
	REPORT_KIND_LIST(X)
#undef X
	REPORT_KINDS
};

#define ZONE_CLASS_LIST(X) \
	X(DMA, "DMA") X(DMA32, "DMA32") X(NORMAL, "Normal") \
	X(HIGHMEM, "HighMem") X(MOVABLE, "Movable") X(DEVICE, "Device")
enum zone_class {
#define X(id, name) ZONE_##id,
	ZONE_CLASS_LIST(X)
#undef X
	ZONE_N, ZONE_UNKNOWN = ZONE_N
};
const char *zone_class_name(enum zone_class c);

/* Migrate types that a per-order list names by letters. */
enum { LETTER_U = 1, LETTER_M = 2, LETTER_E = 4, LETTER_R = 8, LETTER_H = 16,
	LETTER_C = 32, LETTER_I = 64 };

struct report_zone {
	enum zone_class name;
	s64 node;
	bool has_line;			/* its marks were seen */
	s64 free, min, low, high, boost, managed, present, cma, highatomic;
	s64 reserve[REPORT_RESERVES];	/* lowmem_reserve, pages always */
	unsigned n_reserve;		/* 0: not seen */
	s64 blocks[REPORT_ORDERS];
	u8 letters[REPORT_ORDERS];	/* 0: none printed */
	unsigned n_orders;		/* 0: no list */
	bool list_whole;		/* up to its total, and that is right */
	s64 list_kb;			/* the total printed */
	s64 cpus;			/* /proc: that keep counts of this zone */
	s64 stat_threshold;		/* up to so many pages each, ± */
};

struct report_slab {
	char cache[REPORT_WORDS];
	s64 object_size, buffer_size, order, min_order;
	s64 slabs, objects, free_objects;	/* over all nodes */
	bool of_group;			/* "kmalloc-1024(1793:…)" */
};

/* A row of the OOM killer's table. */
struct report_task {
	s64 pid, rss_pages, swap_pages;
};

/* What tells the rules in force where no version is printed. */
enum { HINT_BEFORE_4_4 = 1, HINT_SINCE_4_4 = 2, HINT_X86 = 4 };

struct trace;

struct report {
	enum report_kind kind;
	u64 line;			/* where it begins */
	bool has_header;
	unsigned copies;		/* the same first line again, at once */
	char task[REPORT_WORDS];
	s64 order;			/* REPORT_UNKNOWN, or what was asked */
	bool by_person;			/* order -1: SysRq-f */
	s64 gfp_mask;
	char gfp_names[REPORT_NAMES];	/* as printed; "" */
	s64 vmalloc_bytes;
	bool beyond_ram;		/* the kernel says so of a vmalloc */
	s64 stall_ms;			/* 4.10: still waiting, no failure */
	char version[REPORT_WORDS];
	s64 major, minor;
	unsigned hints;
	u64 nodes, mems;		/* nodemask, mems_allowed; 0: not said */
	s64 free_total, ram_pages, free_swap_kb, total_swap_kb, free_cma_total;
	s64 anon_pages, file_pages, slab_pages;	/* slab: unreclaimable */
	bool memcg;
	s64 memcg_usage_kb, memcg_limit_kb;
	bool table, killed_seen;	/* of an OOM killer */
	bool whole_group;		/* memory.oom.group: all its tasks */
	char killed[REPORT_WORDS];
	s64 killed_pid, killed_rss_kb;
	struct report_task *task_row;	/* of the table */
	unsigned n_tasks;
	s64 rss_column, swap_column;	/* of the table, behind the pid */
	bool boost_kernel;		/* prints boost: leaves higher zones out */
	bool zones_ended;		/* something came after their lines */
	struct report_slab slab[REPORT_SLABS];
	unsigned n_slabs, slabs_more;
	struct report_zone *zone;
	unsigned n_zones, zones_size;
	unsigned zones_dropped;
	unsigned uncertain;		/* numbers with a blank inside */
	unsigned bad_lists;		/* whose total is not their sum */
	s64 page_size;			/* bytes */
	bool page_size_derived;		/* from sums, not from a list */
	bool in_pages;			/* PROC: zones were in pages all along */
	s64 mem_total_kb, min_free_kbytes;
	struct trace *trace;		/* of kind TRACE; NULL */
	bool reserves_wrong;		/* they don't fit their zones */
};

struct report *report_new(enum report_kind kind, u64 line);
void report_free(struct report *r);
/* The zone of this node and name, made if it is not there; NULL if there are too
 * many. May move the others. */
struct report_zone *report_zone(struct report *r, s64 node, enum zone_class c);
const struct report_zone *report_find_zone(const struct report *r, s64 node,
	enum zone_class c);
/* Everything was read: pages from kB, page size, what doesn't fit taken out. */
void report_finish(struct report *r);
/* Pages in a zone's list. */
s64 report_list_pages(const struct report_zone *z);
/* What the killed task had in RAM and in swap; each REPORT_UNKNOWN if neither the
 * line that names it nor the table says so. */
void report_killed(const struct report *r, s64 *rss_kb, s64 *swap_kb);
/* By how much its count of free pages may be off; REPORT_UNKNOWN. */
s64 report_zone_drift(const struct report_zone *z);

/* Flags of the request; false if they can't be read. */
bool report_gfp(const struct report *r, u32 *flags);
/* The class of zones that flags ask for, on this machine. */
enum zone_class report_class(const struct report *r, u32 flags);
/* Where `c` stands in lowmem_reserve[] of a layout with n entries that has the
 * report's zones; REPORT_UNKNOWN if no layout fits, *unsure if several fit and
 * they differ. Without a zone c, that below it. */
s64 report_class_index(const struct report *r, unsigned n, enum zone_class c,
	bool *unsure);

#endif
