/* SPDX-License-Identifier: GPL-3.0-or-later
 * One look at a machine, kept.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "report/snapshot.h"

/* A table that is read while it is written may give a report without zones. */
static void keep(void *user, struct report *r)
{
	struct snapshot *s = user;

	if (r->kind != REPORT_PROC || (s->report && !r->n_zones)) {
		report_free(r);
		return;
	}
	report_free(s->report);
	s->report = r;
}

static int more_pages_first(const void *a, const void *b)
{
	const struct proc_cache *x = a, *y = b;

	if (x->pages != y->pages)
		return x->pages < y->pages ? 1 : -1;
	return strcmp(x->name, y->name);
}

static bool before(const struct report_zone *a, const struct report_zone *b)
{
	return a->node != b->node ? a->node < b->node : a->name > b->name;
}

/* Zones that never had a page say nothing. */
static void list_zones(struct snapshot *s)
{
	for (unsigned i = 0; i < s->report->n_zones; i++) {
		const struct report_zone *z = &s->report->zone[i];
		unsigned at = s->n_zones;

		if (!z->has_line || (z->managed <= 0 && z->free <= 0))
			continue;
		for (; at > 0 && before(z, snapshot_zone(s, at - 1)); at--)
			s->zone[at] = s->zone[at - 1];
		s->zone[at] = i;
		s->n_zones++;
	}
}

static void figure(struct snapshot *s)
{
	struct proc *p = &s->proc;

	proc_complete(p, s->report);
	proc_figures(p, s->report, &s->figures);
	s->madv_free = report_madv_free(s->report, &s->threshold_pages);
	s->ram_pages = p->host.ram_kb < 0 ? REPORT_UNKNOWN
					  : p->host.ram_kb / s->figures.page_kb;
	if (p->n_caches)
		qsort(p->cache, p->n_caches, sizeof(*p->cache),
			more_pages_first);
	list_zones(s);
}

struct snapshot *snapshot_take(const char *root, char *why, size_t size)
{
	struct snapshot *s = mem_alloc(sizeof(*s));
	struct reader *rd = reader_new(keep, s);
	int error = 0;

	if (proc_read_gently(root, rd, &s->proc, &error))
		reader_end(rd);
	reader_free(rd);
	if (s->report && !error)
		figure(s);
	if (s->n_zones)
		return s;
	snprintf(why, size, "proc/zoneinfo: %s", error ? strerror(error)
		: "no zone in it");
	snapshot_free(s);
	return NULL;
}

void snapshot_free(struct snapshot *s)
{
	if (!s)
		return;
	report_free(s->report);
	proc_done(&s->proc);
	free(s);
}

const struct report_zone *snapshot_zone(const struct snapshot *s, unsigned i)
{
	return &s->report->zone[s->zone[i]];
}

const struct report_zone *snapshot_find_zone(const struct snapshot *s,
	const struct report_zone *z)
{
	return report_find_zone(s->report, z->node, z->name);
}

const struct proc_cache *snapshot_find_cache(const struct snapshot *s,
	const char *name)
{
	for (unsigned i = 0; i < s->proc.n_caches; i++)
		if (!strcmp(s->proc.cache[i].name, name))
			return &s->proc.cache[i];
	return NULL;
}
