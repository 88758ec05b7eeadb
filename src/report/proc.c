/* SPDX-License-Identifier: GPL-3.0-or-later
 * The state of a machine from /proc: zones, counters, limits, slab caches.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/err.h"
#include "model/overcommit.h"
#include "model/slub.h"
#include "model/zone.h"
#include "report/parse.h"
#include "report/proc.h"

enum { LINE = 1 << 10 };

static void missing(struct proc *p, const char *path, int error)
{
	if (p->n_missing < PROC_MISSING)
		snprintf(p->missing[p->n_missing++], sizeof(p->missing[0]),
			"%.60s: %.50s", path, strerror(error));
}

/* 0, or why not. A table without a zone is missing as well. */
static int feed_table(const struct source *from, const char *path,
	struct reader *rd, struct proc *p)
{
	struct buf b = { 0 };
	int error = source_read(from, path, &b);

	if (!error) {
		reader_feed(rd, buf_text(&b), b.n);
		reader_feed(rd, "\n", 1);
	}
	if (error || !strstr(buf_text(&b), ", zone"))
		missing(p, path, error ? error : ENODATA);
	buf_done(&b);
	return error;
}

static s64 read_number(struct proc *p, const struct source *from,
	const char *path)
{
	struct buf b = { 0 };
	int error = source_read(from, path, &b);
	const char *s = buf_text(&b);
	s64 value = REPORT_UNKNOWN;

	value = !error && scan_number(&s, &value) ? value : REPORT_UNKNOWN;
	if (value < 0)
		missing(p, path, error ? error : ENODATA);
	buf_done(&b);
	return value;
}

static void read_release(struct proc *p, const struct source *from)
{
	struct buf b = { 0 };
	const char *text;

	source_read(from, "proc/sys/kernel/osrelease", &b);
	text = buf_text(&b);
	keep_word(p->release, REPORT_WORDS, text, strcspn(text, "\n"));
	buf_done(&b);
}

/* "dentry  52417 52437 192 21 1 : tunables …": objects, their size, how many to
 * a slab, pages of a slab. */
static bool parse_cache(const char *line, struct proc_cache *c)
{
	size_t n = strcspn(line, " ");
	s64 value[5];
	s64 pages = 1;

	if (!n || *line == '#' || starts(line, "slabinfo"))
		return false;
	keep_word(c->name, sizeof(c->name), line, n);
	line += n;
	for (int i = 0; i < 5; i++) {
		line += strspn(line, " ");
		if (!scan_number(&line, &value[i]))
			return false;
	}
	c->size = value[2];
	c->objects = value[3];
	c->pages = c->objects > 0 && value[1] <= INT32_MAX && value[4] <= INT32_MAX
		? value[1] / c->objects * value[4] : REPORT_UNKNOWN;
	for (c->order = 0; pages < value[4] && c->order < 20; c->order++)
		pages *= 2;
	return c->size > 0 && pages == value[4];
}

/* The next line of a text, NUL-terminated, with its '\n'; false at the end. What is
 * longer than `line` is cut. */
static bool next_line(const char **text, char line[LINE])
{
	const char *end = strchr(*text, '\n');
	size_t n = end ? (size_t)(end - *text) + 1 : strlen(*text);

	snprintf(line, LINE, "%.*s", n < LINE ? (int)n : LINE - 1, *text);
	*text += n;
	return n > 0;
}

static void read_caches(struct proc *p, const struct source *from)
{
	struct buf b = { 0 };
	int error = source_read(from, "proc/slabinfo", &b);
	const char *text = buf_text(&b);
	unsigned size = 0;
	char line[LINE];

	while (!error && p->n_caches < PROC_CACHES_MAX &&
		next_line(&text, line)) {
		if (p->n_caches == size) {
			size = size ? 2 * size : 64;
			p->cache = mem_resize(p->cache, size * sizeof(*p->cache));
		}
		p->n_caches += parse_cache(line, &p->cache[p->n_caches]);
	}
	if (!p->n_caches)
		missing(p, "proc/slabinfo", error ? error : ENODATA);
	p->caches_denied = error == EACCES || error == EPERM;
	buf_done(&b);
}

static void count_line(struct proc *p, const char *line)
{
	static const char *const names[] = {
#define X(id, name) name,
		PROC_COUNT_LIST(X)
#undef X
	};
	size_t n = strcspn(line, " ");
	s64 value;

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t length = strlen(names[i]);
		const char *s = line + n + 1;

		if (strncmp(line, names[i], length) || line[n] != ' ' ||
			(n != length && line[length] != '_') ||
			!scan_number(&s, &value) || *s != '\n')
			continue;
		p->count[i] = (p->count[i] > 0 ? p->count[i] : 0) + value;
	}
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", µs. */
static void stall_line(struct proc *p, const char *line)
{
	enum proc_count i = starts(line, "some ") ? PROC_STALL_SOME
		: starts(line, "full ") ? PROC_STALL_FULL : PROC_COUNTS;
	s64 us;

	if (i < PROC_COUNTS && number_after(line, " total=", &us))
		p->count[i] = us / 1000;
}

/* Older kernels lack some: no line about what is missing. */
static void read_counts(struct proc *p, const struct source *from)
{
	struct buf b = { 0 };
	const char *text;
	char line[LINE];

	for (unsigned i = 0; i < PROC_COUNTS; i++)
		p->count[i] = REPORT_UNKNOWN;
	source_read(from, "proc/vmstat", &b);
	text = buf_text(&b);
	while (next_line(&text, line))
		count_line(p, line);
	source_read(from, "proc/pressure/memory", &b);
	text = buf_text(&b);
	while (next_line(&text, line))
		stall_line(p, line);
	buf_done(&b);
}

static bool is_here(const struct source *from)
{
	return !from->bundle && !from->root[strspn(from->root, "/")];
}

static bool read_all(const struct source *from, bool gently, struct reader *rd,
	struct proc *p, int *error)
{
	struct buf b = { 0 };

	memset(p, 0, sizeof(*p));
	p->page_size = is_here(from) ? sysconf(_SC_PAGESIZE) : REPORT_UNKNOWN;
	feed_table(from, "proc/buddyinfo", rd, p);
	if (!gently)
		feed_table(from, "proc/pagetypeinfo", rd, p);
	*error = feed_table(from, "proc/zoneinfo", rd, p);
	if (*error)
		return false;
	source_read(from, "proc/meminfo", &b);	/* said below to be missing */
	buf_putc(&b, '\n');
	reader_feed(rd, buf_text(&b), b.n);
	buf_done(&b);
	host_read_from(from, &p->host);
	p->min_free_kbytes = read_number(p, from, "proc/sys/vm/min_free_kbytes");
	read_release(p, from);
	read_counts(p, from);
	read_caches(p, from);
	return true;
}

static bool read_named(const char *name, bool gently, struct reader *rd,
	struct proc *p, int *error)
{
	struct source from;
	bool good;

	source_open(&from, name);
	good = read_all(&from, gently, rd, p, error);
	source_done(&from);
	return good;
}

bool proc_read(const char *name, struct reader *rd, struct proc *p, int *error)
{
	return read_named(name, false, rd, p, error);
}

bool proc_read_gently(const char *name, struct reader *rd, struct proc *p,
	int *error)
{
	return read_named(name, true, rd, p, error);
}

void proc_complete(const struct proc *p, struct report *r)
{
	char text[REPORT_WORDS + 20];

	r->min_free_kbytes = p->min_free_kbytes;
	if (p->page_size > 0)
		r->page_size = p->page_size;
	snprintf(text, sizeof(text), "Linux version %s ", p->release);
	if (!r->version[0])
		parse_version(r, text);
}

void proc_done(struct proc *p)
{
	free(p->cache);
	p->cache = NULL;
	p->n_caches = 0;
}

bool proc_has_rule(const struct proc *p)
{
	return p->host.present_cpus > 0 &&
		(p->page_size < 0 || p->page_size == 4096);
}

s64 proc_order(const struct proc *p, const struct proc_cache *c)
{
	if (!proc_has_rule(p) || c->size > SLUB_SIZE_MAX)
		return REPORT_UNKNOWN;
	return slub_order(c->size, p->host.present_cpus, &slub_defaults,
		ERA_6_12);
}

s64 proc_min_order(const struct proc *p, const struct proc_cache *c)
{
	s64 page = p->page_size > 4096 ? p->page_size : 4096;

	/* the rule counts pages of 4 KiB */
	return slub_min_order((c->size - 1) / (page / 4096) + 1);
}

/* Mail 001's rule is in since 5.9. */
static bool is_old(const struct report *r)
{
	return r->major >= 0 && (r->major < 5 || (r->major == 5 &&
		r->minor < 9));
}

static s64 batch(const struct host *h, const struct report *r, s64 ram_pages)
{
	if (ram_pages < 0 || h->present_cpus < 1 || h->policy < 0)
		return REPORT_UNKNOWN;
	return overcommit_batch(ram_pages, h->present_cpus, h->policy,
		is_old(r));
}

void proc_figures(const struct proc *p, const struct report *r,
	struct proc_figures *f)
{
	const struct host *h = &p->host;
	s64 kb = r->page_size > 0 ? r->page_size / 1024 : 4;
	s64 ram = h->ram_kb < 0 ? REPORT_UNKNOWN : h->ram_kb / kb;

	memset(f, 0, sizeof(*f));
	f->page_kb = kb;
	f->commit_limit_kb = f->batch_drift_pages = f->free_drift_pages =
		f->lazyfree_threshold_pages = REPORT_UNKNOWN;
	if (ram >= 0 && h->swap_kb >= 0 && h->ratio >= 0 && h->kbytes >= 0)
		f->commit_limit_kb = kb * overcommit_commit_limit(ram,
			h->hugetlb_kb > 0 ? h->hugetlb_kb / kb : 0, h->ratio,
			h->kbytes, h->swap_kb / kb);
	f->batch_pages = batch(h, r, ram);
	f->old_batch = is_old(r);
	f->batch_share = f->old_batch || h->policy == POLICY_NEVER ? 256 : 4;
	if (f->batch_pages > 0)
		f->batch_drift_pages = h->present_cpus * (f->batch_pages - 1);
	for (unsigned i = 0; i < r->n_zones; i++)
		if (report_zone_drift(&r->zone[i]) > f->free_drift_pages)
			f->free_drift_pages = report_zone_drift(&r->zone[i]);
	if (p->min_free_kbytes >= 0)
		f->lazyfree_threshold_pages =
			zone_lazyfree_threshold(p->min_free_kbytes / kb * 4);
	for (unsigned i = 0; i < p->n_caches; i++)
		f->orders_alike += proc_order(p, &p->cache[i]) ==
			p->cache[i].order;
}
