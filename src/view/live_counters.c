/* SPDX-License-Identifier: GPL-3.0-or-later
 * The counters of a machine and its slab caches.
 */
#include "base/text.h"
#include "view/live.h"

#include <string.h>

enum { LABEL_COLUMN = 3, VALUE_END = 27 };

/* ---- counters --------------------------------------------------------------- */

static const struct proc *before(const struct live *l)
{
	return l->before ? &l->before->proc : NULL;
}

/* A label and its value; marked if it was another one in the look before. */
static void field(struct pen *p, const char *label, s64 now, s64 then,
	const char *unit)
{
	bool changed = now != then;
	int column = pen_put(p, LABEL_COLUMN, STYLE_TEXT, label) + 1;
	struct word w = now < 0 ? word_of("?") : word_number(now);
	int end = column + pen_width(p, w.s);

	end = end > VALUE_END ? end : VALUE_END;
	pen_right(p, end, changed ? STYLE_CHANGED : STYLE_VALUE, w.s);
	if (changed)
		pen_put(p, end, STYLE_CHANGED, "*");
	pen_cut(p, end + 1, p->columns - end - 2, STYLE_DIM, unit);
	pen_next(p);
}

/* The first line of an item; all of the item should be seen. */
static void item(struct pen *p, const char *name, const char *of, int lines)
{
	bool chosen = p->item == p->wanted;

	pen_item(p, LABEL_COLUMN, NULL);
	if (chosen) {
		pen_put(p, 1, STYLE_LINE_NOW, ">");
		p->keep_to = p->row + lines - 1;
	}
	pen_put(p, LABEL_COLUMN, chosen ? STYLE_LINE_NOW : STYLE_HEAD, name);
	pen_right(p, p->columns - 1, STYLE_TEXT, of);
	pen_next(p);
}

static void rule_line(struct pen *p, const struct live *l)
{
	s64 batch = l->now->figures.batch_pages, pages = l->mapping_pages;
	struct word w = word_of("map %s page%s: %s", word_number(pages).s,
		text_plural(pages),
		batch <= 0 ? "?" : pages >= batch ? "takes the lock"
						  : "stays local");

	pen_cut(p, LABEL_COLUMN, p->columns - LABEL_COLUMN - 1, STYLE_TEXT, w.s);
	pen_next(p);
}

/* Only where the kernel prints another limit than the rule gives. */
static bool limits_differ(const struct snapshot *s)
{
	return s->proc.host.commit_limit_kb >= 0 &&
		s->figures.commit_limit_kb >= 0 &&
		s->proc.host.commit_limit_kb != s->figures.commit_limit_kb;
}

static void committed(struct pen *p, const struct live *l)
{
	const struct proc *now = &l->now->proc, *b = before(l);
	const struct proc_figures *f = &l->now->figures;
	const struct proc_figures *fb = l->before ? &l->before->figures : f;

	item(p, "vm_committed_as", "mail 001", 6 + limits_differ(l->now));
	field(p, "Committed_AS", now->host.committed_kb,
		(b ? b : now)->host.committed_kb, "kB");
	field(p, "CommitLimit", now->host.commit_limit_kb,
		(b ? b : now)->host.commit_limit_kb, "kB");
	if (limits_differ(l->now))
		field(p, "by rule", f->commit_limit_kb, fb->commit_limit_kb,
			"kB");
	field(p, "batch", f->batch_pages, fb->batch_pages, "pages");
	field(p, "may be off by ±", f->batch_drift_pages, fb->batch_drift_pages,
		"pages");
	rule_line(p, l);
}

static const char *madv_text(const struct snapshot *s)
{
	switch (s->madv_free) {
	case MADV_FREE_LAZY:
		return "lazy: free > T";
	case MADV_FREE_THROTTLED:
		return "at once: free ≤ T";
	case MADV_FREE_NO_SWAP:
		return "at once: no swap free";
	default:
		return "can't be told";
	}
}

static void madv(struct pen *p, const struct live *l)
{
	const struct report *now = l->now->report;
	const struct report *b = l->before ? l->before->report : now;

	item(p, "MADV_FREE", madv_text(l->now), 4);
	field(p, "free", now->free_total, b->free_total, "pages");
	field(p, "threshold T", l->now->threshold_pages, l->before
		? l->before->threshold_pages : l->now->threshold_pages,
		"pages");
	field(p, "swap free", now->free_swap_kb, b->free_swap_kb,
		now->total_swap_kb > 0 && p->columns > 42
		? word_of("kB of %s", word_number(now->total_swap_kb).s).s
		: "kB");
}

/* To add one: a row. */
static const struct {
	const char *label;
	enum proc_count count;
	const char *unit;
} pressures[] = {
	{"swapped in", PROC_PSWPIN, "pages"},
	{"swapped out", PROC_PSWPOUT, "pages"},
	{"waited: some task", PROC_STALL_SOME, "ms"},
	{"waited: all", PROC_STALL_FULL, "ms"},
	{"direct reclaim", PROC_ALLOCSTALL, "times"},
	{"kswapd", PROC_PAGEOUTRUN, "runs"},
	{"waits to compact", PROC_COMPACT_STALL, "times"},
	{"made lazy", PROC_PGLAZYFREE, "pages"},
	{"lazily freed", PROC_PGLAZYFREED, "pages"},
	{"OOM kills", PROC_OOM_KILL, ""},
};
enum { PRESSURES = sizeof(pressures) / sizeof(*pressures) };

/* Counts since boot; what was added since the look before stands behind. */
static void pressure(struct pen *p, const struct live *l)
{
	const struct proc *now = &l->now->proc, *b = before(l);
	int lines = 1;

	for (int i = 0; i < PRESSURES; i++)
		lines += now->count[pressures[i].count] >= 0;
	if (lines == 1)
		return;
	item(p, "pressure since boot", "", lines);
	for (int i = 0; i < PRESSURES; i++) {
		s64 value = now->count[pressures[i].count];
		s64 was = b ? b->count[pressures[i].count] : value;
		struct word unit = word_of("%s", pressures[i].unit);

		if (value < 0)
			continue;
		if (was >= 0 && value > was)
			unit = word_of("+%s", word_number(value - was).s);
		field(p, pressures[i].label, value, was, unit.s);
	}
}

static void missing(struct pen *p, const struct live *l)
{
	const struct proc *now = &l->now->proc;

	for (unsigned i = 0; i < now->n_missing; i++)
		if (!strstr(now->missing[i], "slabinfo"))
			pen_wrap(p, LABEL_COLUMN, STYLE_WARN,
				word_of("! %s", now->missing[i]).s);
	for (unsigned i = 0; i < now->host.n_missing; i++)
		pen_wrap(p, LABEL_COLUMN, STYLE_WARN,
			word_of("! %s", now->host.missing[i]).s);
}

void live_counters_view(struct pen *p)
{
	const struct live *l = p->from;

	committed(p, l);
	madv(p, l);
	pressure(p, l);
	missing(p, l);
}

/* ---- slab caches ------------------------------------------------------------- */

/* "3→0": the order tried first and that of the fallback. */
static struct word orders(const struct proc *p, const struct proc_cache *c)
{
	return word_of("%lld→%lld", (long long)c->order,
		(long long)proc_min_order(p, c));
}

static void cache_row(struct pen *p, const struct live *l, unsigned i)
{
	const struct proc_cache *c = &l->now->proc.cache[i];
	const struct proc_cache *b = l->before
		? snapshot_find_cache(l->before, c->name) : c;
	int end = p->columns - 1, pages = end - 13;
	bool chosen = i == l->chosen[LIVE_CACHES];
	bool changed = !b || b->pages != c->pages;
	bool falls = c->order > proc_min_order(&l->now->proc, c);

	pen_item(p, LABEL_COLUMN, NULL);
	if (chosen)
		pen_put(p, 1, STYLE_LINE_NOW, ">");
	pen_cut(p, LABEL_COLUMN, pages - 8 - LABEL_COLUMN, chosen
		? STYLE_LINE_NOW : STYLE_LINE, c->name);
	pen_right(p, pages, changed ? STYLE_CHANGED : STYLE_VALUE, c->pages < 0
		? "?" : word_number(c->pages).s);
	if (changed)
		pen_put(p, pages, STYLE_CHANGED, "*");
	pen_right(p, end - 6, STYLE_TEXT, word_number(c->size).s);
	pen_right(p, end, falls ? STYLE_VALUE : STYLE_DIM,
		orders(&l->now->proc, c).s);
	pen_next(p);
}

static void no_caches(struct pen *p, const struct live *l)
{
	const struct proc *now = &l->now->proc;

	for (unsigned i = 0; i < now->n_missing; i++)
		if (strstr(now->missing[i], "slabinfo"))
			pen_wrap(p, 1, STYLE_WARN,
				word_of("! %s", now->missing[i]).s);
	if (now->caches_denied)
		pen_wrap(p, 1, STYLE_TEXT, "Caches with their orders are read from "
		"/proc/slabinfo, which only root may read: sudo mmstep live");
}

void live_caches_head(struct pen *p)
{
	int end = p->columns - 1;

	pen_put(p, LABEL_COLUMN, STYLE_HEAD, "cache");
	pen_right(p, end - 13, STYLE_HEAD, "pages");
	pen_right(p, end - 6, STYLE_HEAD, "bytes");
	pen_right(p, end, STYLE_HEAD, "order");
	pen_next(p);
}

void live_caches_view(struct pen *p)
{
	const struct live *l = p->from;

	if (!l->now->proc.n_caches)
		no_caches(p, l);
	for (unsigned i = 0; i < l->now->proc.n_caches; i++)
		cache_row(p, l, i);
}
