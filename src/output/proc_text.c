/* SPDX-License-Identifier: GPL-3.0-or-later
 * What stands beside the zones of a machine: counters, limits, slab caches.
 */
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/json.h"
#include "output/proc_text.h"
#include "output/report_text.h"

enum { DRIFTS = 6 };

static void put(struct buf *b, const char *before, s64 value, const char *after)
{
	buf_puts(b, before);
	if (value < 0)
		buf_puts(b, "?");
	else
		buf_put_int(b, value, 1, 1);
	buf_puts(b, after);
}

static void put_commit(const struct proc *p, const struct proc_figures *f,
	struct buf *out)
{
	struct buf b = { 0 };
	s64 printed = p->host.commit_limit_kb;

	if (printed < 0)
		return;
	put(&b, "limit ", printed, " kB");
	if (printed == f->commit_limit_kb)
		buf_puts(&b, ", as the rule gives it");
	else if (f->commit_limit_kb >= 0)
		put(&b, ", the rule gives ", f->commit_limit_kb, " kB");
	put(&b, "; committed ", p->host.committed_kb, " kB");
	report_row("commit", buf_text(&b), out);
	if (f->batch_pages < 0) {
		buf_done(&b);
		return;
	}
	buf_clear(&b);
	put(&b, "vm_committed_as is folded in batches of ", f->batch_pages,
		" pages");
	put(&b, ": its count may be off by ", f->batch_drift_pages, " pages");
	report_row("batch", buf_text(&b), out);
	buf_done(&b);
}

/* What CPUs keep to themselves of each zone's count, for the first few zones. */
static void put_drift(const struct report *r, struct buf *out)
{
	struct buf b = { 0 };
	unsigned n = 0;

	buf_puts(&b, "CPUs keep counts to themselves, so free pages may be off: ");
	for (unsigned i = 0; i < r->n_zones; i++) {
		const struct report_zone *z = &r->zone[i];

		if (report_zone_drift(z) < 0 || n++ >= DRIFTS)
			continue;
		buf_puts(&b, n > 1 ? ", " : "");
		put(&b, "Node ", z->node, " ");
		buf_puts(&b, zone_class_name(z->name));
		put(&b, " by ", report_zone_drift(z), "");
		put(&b, " (", z->cpus, " ×");
		put(&b, " ", z->stat_threshold, ")");
	}
	if (n > DRIFTS)
		put(&b, ", and ", n - DRIFTS, " more zones");
	if (n)
		report_row("drift", buf_text(&b), out);
	buf_done(&b);
}

/* Blocks in each zone's free lists, those of all types together. */
static void put_blocks(const struct report *r, struct buf *out)
{
	unsigned orders = 0;

	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].n_orders > orders)
			orders = r->zone[i].n_orders;
	if (!orders)
		return;
	buf_puts(out, "free, by order");
	for (unsigned o = 0; o < orders; o++)
		buf_printf(out, " %5u", o);
	buf_putc(out, '\n');
	for (unsigned i = 0; i < r->n_zones; i++) {
		const struct report_zone *z = &r->zone[i];

		if (!z->n_orders)
			continue;
		buf_printf(out, "%4lld %-9s", (long long)z->node,
			zone_class_name(z->name));
		for (unsigned o = 0; o < z->n_orders; o++)
			buf_printf(out, " %5lld", (long long)z->blocks[o]);
		buf_putc(out, '\n');
	}
}

static void put_free(const struct proc *p, const struct report *r,
	const struct proc_figures *f, struct buf *out)
{
	struct buf b = { 0 };

	put_drift(r, out);
	if (p->min_free_kbytes < 0)
		return;
	put(&b, "min_free_kbytes ", p->min_free_kbytes, "");
	put(&b, ": mail 000 would have made MADV_FREE lazy above ",
		f->lazyfree_threshold_pages, " free pages");
	report_row("min free", buf_text(&b), out);
	buf_done(&b);
}

static void put_caches(const struct proc *p, const struct proc_figures *f,
	struct buf *out)
{
	if (!p->n_caches)
		return;
	buf_printf(out, "%-28s %9s %9s %6s %9s\n", "slab cache", "size",
		"in a slab", "order", "fallback");
	for (unsigned i = 0; i < p->n_caches; i++) {
		const struct proc_cache *c = &p->cache[i];

		buf_printf(out, "%-28.28s %9lld %9lld %6lld %9lld\n", c->name,
			(long long)c->size, (long long)c->objects,
			(long long)c->order, (long long)proc_min_order(p, c));
	}
	if (proc_has_rule(p))
		buf_printf(out, "%u caches; the rule of 6.12 gives %u of them the same order\n",
			p->n_caches, f->orders_alike);
	else
		buf_printf(out, "%u caches\n", p->n_caches);
}

void proc_text(const struct proc *p, const struct report *r, struct buf *out)
{
	struct proc_figures f;

	proc_figures(p, r, &f);
	put_blocks(r, out);
	put_commit(p, &f, out);
	put_free(p, r, &f, out);
	put_caches(p, &f, out);
	for (unsigned i = 0; i < p->n_missing; i++)
		report_row(i ? "" : "missing", p->missing[i], out);
	for (unsigned i = 0; i < p->host.n_missing; i++)
		report_row(p->n_missing + i ? "" : "missing", p->host.missing[i],
			out);
}

static struct json *number(s64 value)
{
	return value < 0 ? json_new_null() : json_new_int(value);
}

static struct json *caches(const struct proc *p)
{
	struct json *list = json_new_array();

	for (unsigned i = 0; i < p->n_caches; i++) {
		const struct proc_cache *c = &p->cache[i];
		struct json *o = json_new_object();

		json_set(o, "cache", json_new_string(c->name));
		json_set(o, "buffer_size", number(c->size));
		json_set(o, "objects", number(c->objects));
		json_set(o, "order", number(c->order));
		json_set(o, "min_order", number(proc_min_order(p, c)));
		json_set(o, "order_by_rule", number(proc_order(p, c)));
		json_append(list, o);
	}
	return list;
}

/* Per zone: by how much its count of free pages may be off, and why. */
static struct json *drifts(const struct report *r)
{
	struct json *list = json_new_array();

	for (unsigned i = 0; i < r->n_zones; i++) {
		const struct report_zone *z = &r->zone[i];
		struct json *o = json_new_object();

		json_set(o, "node", number(z->node));
		json_set(o, "name", json_new_string(zone_class_name(z->name)));
		json_set(o, "cpus", number(z->cpus));
		json_set(o, "stat_threshold_pages", number(z->stat_threshold));
		json_set(o, "drift_pages", number(report_zone_drift(z)));
		json_append(list, o);
	}
	return list;
}

/* Files that could not be read, and why. */
static struct json *unread(const struct proc *p)
{
	struct json *list = json_new_array();

	for (unsigned i = 0; i < p->n_missing; i++)
		json_append(list, json_new_string(p->missing[i]));
	for (unsigned i = 0; i < p->host.n_missing; i++)
		json_append(list, json_new_string(p->host.missing[i]));
	return list;
}

void proc_json(const struct proc *p, const struct report *r, struct json *o)
{
	struct proc_figures f;

	proc_figures(p, r, &f);
	json_set(o, "present_cpus", number(p->host.present_cpus));
	json_set(o, "min_free_kbytes", number(p->min_free_kbytes));
	json_set(o, "commit_limit_kb", number(p->host.commit_limit_kb));
	json_set(o, "commit_limit_by_rule_kb", number(f.commit_limit_kb));
	json_set(o, "committed_kb", number(p->host.committed_kb));
	json_set(o, "counter_batch_pages", number(f.batch_pages));
	json_set(o, "counter_drift_pages", number(f.batch_drift_pages));
	json_set(o, "drifts", drifts(r));
	json_set(o, "free_drift_pages", number(f.free_drift_pages));
	json_set(o, "caches", caches(p));
	json_set(o, "unread", unread(p));
}
