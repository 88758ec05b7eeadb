/* SPDX-License-Identifier: GPL-3.0-or-later
 * One look at a machine: what `explain --proc` says of it, kept, so that it can be
 * shown, compared with the next one, or frozen.
 */
#ifndef REPORT_SNAPSHOT_H
#define REPORT_SNAPSHOT_H

#include "report/judge.h"
#include "report/proc.h"

struct snapshot {
	struct proc proc;		/* caches: those with most pages first */
	struct report *report;		/* of kind PROC; zones as they were read */
	struct proc_figures figures;
	enum madv_free madv_free;
	s64 threshold_pages;		/* of mail 000; REPORT_UNKNOWN */
	unsigned zone[REPORT_ZONES_MAX]; /* those with pages, by node, then from the
					 * highest class down */
	unsigned n_zones;
	s64 ram_pages;			/* of all zones; REPORT_UNKNOWN */
};

/* Reads what proc_read() takes, gently. NULL with the reason, of at most `size`
 * bytes, if it has no zones. */
struct snapshot *snapshot_take(const char *root, char *why, size_t size);
void snapshot_free(struct snapshot *s);

/* The i-th of s->zone. */
const struct report_zone *snapshot_zone(const struct snapshot *s, unsigned i);
/* The same zone, the same cache of another snapshot; NULL: not there. */
const struct report_zone *snapshot_find_zone(const struct snapshot *s,
	const struct report_zone *z);
const struct proc_cache *snapshot_find_cache(const struct snapshot *s,
	const char *name);

#endif
