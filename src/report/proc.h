/* SPDX-License-Identifier: GPL-3.0-or-later
 * The state of a machine from /proc: its zones as a report, and what stands beside
 * them: counters, limits, slab caches. As root or not; what can't be read is named.
 */
#ifndef REPORT_PROC_H
#define REPORT_PROC_H

#include "report/host.h"
#include "report/reader.h"

enum { PROC_MISSING = 8, PROC_CACHES_MAX = 4096 };

/* Counts of /proc/vmstat since boot; one with other names behind it ("allocstall",
 * "allocstall_normal") is their sum. To add one: a row here. */
#define PROC_COUNT_LIST(X) \
	X(PSWPIN, "pswpin") X(PSWPOUT, "pswpout") X(ALLOCSTALL, "allocstall") \
	X(PAGEOUTRUN, "pageoutrun") X(COMPACT_STALL, "compact_stall") \
	X(PGLAZYFREE, "pglazyfree") X(PGLAZYFREED, "pglazyfreed") \
	X(OOM_KILL, "oom_kill")
enum proc_count {
#define X(id, name) PROC_##id,
	PROC_COUNT_LIST(X)
#undef X
	PROC_STALL_SOME,		/* /proc/pressure/memory: ms in which some task */
	PROC_STALL_FULL,		/* or all of them waited for memory */
	PROC_COUNTS
};

struct proc_cache {
	char name[REPORT_WORDS];
	s64 size;			/* bytes an object takes */
	s64 objects, order;		/* of a slab of the default order */
	s64 pages;			/* that it has, if all slabs have this order */
};

struct proc {
	struct host host;
	char release[REPORT_WORDS];	/* of the kernel; "" */
	s64 min_free_kbytes;
	s64 page_size;			/* of this machine; unknown of another */
	s64 count[PROC_COUNTS];		/* REPORT_UNKNOWN */
	struct proc_cache *cache;
	unsigned n_caches;
	bool caches_denied;		/* only root may read them */
	char missing[PROC_MISSING][120];
	unsigned n_missing;
};

/* Reads what source_open() takes: "/", a folder, a bundle; and feeds the tables of
 * zones to the reader, which then gives a report of kind PROC. False if zoneinfo
 * can't be read: *error is the reason. */
bool proc_read(const char *name, struct reader *rd, struct proc *out,
	int *error);
/* The same without pagetypeinfo, for which the kernel stops all who free pages. */
bool proc_read_gently(const char *name, struct reader *rd, struct proc *out,
	int *error);
/* What the tables of zones don't say: version, min_free_kbytes. */
void proc_complete(const struct proc *p, struct report *r);
void proc_done(struct proc *p);

/* Figures by the model's rules, beside those that the kernel prints. */
struct proc_figures {
	s64 page_kb, commit_limit_kb;
	s64 batch_pages, batch_drift_pages;	/* of vm_committed_as */
	s64 batch_share;		/* of RAM and CPUs: a 4th, or a 256th */
	bool old_batch;			/* by the rule before mail 001 */
	s64 free_drift_pages;			/* of a zone's free pages, the most */
	s64 lazyfree_threshold_pages;
	unsigned orders_alike;		/* caches whose order the rule gives, too */
};
void proc_figures(const struct proc *p, const struct report *r,
	struct proc_figures *out);
/* The order that the model's rule gives a cache; REPORT_UNKNOWN without CPUs, and
 * where pages are not 4 KiB. */
s64 proc_order(const struct proc *p, const struct proc_cache *c);
bool proc_has_rule(const struct proc *p);	/* whether it can be told */
/* The order that it falls back to. */
s64 proc_min_order(const struct proc *p, const struct proc_cache *c);

#endif
