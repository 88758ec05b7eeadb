/* SPDX-License-Identifier: GPL-3.0-or-later
 * A report of the kernel about memory, typed.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "report/report.h"
#include "report/trace.h"

const char *zone_class_name(enum zone_class c)
{
	static const char *const names[ZONE_N] = {
#define X(id, name) [ZONE_##id] = name,
		ZONE_CLASS_LIST(X)
#undef X
	};

	return c < ZONE_N ? names[c] : "unknown";
}

struct report *report_new(enum report_kind kind, u64 line)
{
	struct report *r = mem_alloc(sizeof(*r));
	s64 *unknown[] = { &r->order, &r->gfp_mask, &r->vmalloc_bytes,
		&r->stall_ms, &r->major, &r->minor, &r->free_total,
		&r->ram_pages, &r->free_swap_kb, &r->total_swap_kb,
		&r->free_cma_total, &r->anon_pages, &r->file_pages,
		&r->slab_pages, &r->memcg_usage_kb, &r->memcg_limit_kb,
		&r->page_size, &r->mem_total_kb, &r->min_free_kbytes,
		&r->killed_pid, &r->killed_rss_kb, &r->rss_column,
		&r->swap_column };

	r->kind = kind;
	r->line = line;
	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		*unknown[i] = REPORT_UNKNOWN;
	return r;
}

void report_free(struct report *r)
{
	if (r) {
		trace_free(r->trace);
		free(r->zone);
		free(r->task_row);
	}
	free(r);
}

const struct report_zone *report_find_zone(const struct report *r, s64 node,
	enum zone_class c)
{
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].node == node && r->zone[i].name == c)
			return &r->zone[i];
	return NULL;
}

struct report_zone *report_zone(struct report *r, s64 node, enum zone_class c)
{
	struct report_zone *z = (struct report_zone *)report_find_zone(r, node, c);

	if (z)
		return z;
	if (r->n_zones == REPORT_ZONES_MAX) {
		r->zones_dropped++;
		return NULL;
	}
	if (r->n_zones == r->zones_size) {
		r->zones_size = r->zones_size ? 2 * r->zones_size : 8;
		r->zone = mem_resize(r->zone, r->zones_size * sizeof(*z));
	}
	z = &r->zone[r->n_zones++];
	memset(z, 0, sizeof(*z));
	z->name = c;
	z->node = node;
	z->free = z->min = z->low = z->high = z->boost = REPORT_UNKNOWN;
	z->managed = z->present = z->cma = z->highatomic = REPORT_UNKNOWN;
	z->list_kb = z->stat_threshold = REPORT_UNKNOWN;
	return z;
}

s64 report_zone_drift(const struct report_zone *z)
{
	return z->stat_threshold < 0 || z->cpus < 1 ||
			z->stat_threshold > INT32_MAX
		? REPORT_UNKNOWN : z->cpus * z->stat_threshold;
}

s64 report_list_pages(const struct report_zone *z)
{
	s64 pages = 0;

	for (unsigned o = 0; o < z->n_orders; o++)
		pages += z->blocks[o] << o;
	return pages;
}

/* The power of two bytes next to total bytes over pages, if it is near one. */
static s64 nearest_size(s64 kb, s64 pages)
{
	for (s64 size = 4; size <= 256; size *= 2)
		if (pages > 0 && kb > 0 && kb <= INT64_MAX / 10 &&
			kb * 10 >= pages * size * 9 &&
			kb * 10 <= pages * size * 11)
			return size * 1024;
	return REPORT_UNKNOWN;
}

/* Over all zones; unknown if one of them doesn't say. */
static s64 zones_sum(const struct report *r, size_t field)
{
	s64 sum = 0;

	for (unsigned i = 0; i < r->n_zones; i++) {
		const s64 *value =
			(const s64 *)((const char *)&r->zone[i] + field);

		if (*value < 0)
			return REPORT_UNKNOWN;
		sum += *value;
	}
	return r->n_zones && !r->zones_dropped ? sum : REPORT_UNKNOWN;
}

static s64 free_of_zones(const struct report *r)
{
	return zones_sum(r, offsetof(struct report_zone, free));
}

/* Without a list: `free:` of all zones is told in pages, too; of all, so only
 * where none was cut off or left out. */
static void derive_page_size(struct report *r)
{
	if (r->page_size > 0)
		return;
	if (r->in_pages)
		r->page_size = nearest_size(r->mem_total_kb,
			zones_sum(r, offsetof(struct report_zone, present)));
	if (r->in_pages && r->page_size < 0)
		r->page_size = nearest_size(r->mem_total_kb,
			zones_sum(r, offsetof(struct report_zone, managed)));
	if (!r->in_pages && r->zones_ended && !r->boost_kernel &&
		r->free_total < 4096 << 10)
		r->page_size = nearest_size(free_of_zones(r), r->free_total);
	if (r->page_size < 0 && r->hints & HINT_X86)
		r->page_size = 4096;
	r->page_size_derived = r->page_size > 0;
}

static void to_pages(s64 *value, s64 page_size)
{
	if (*value < 0)
		return;
	*value = page_size < 1024 ? REPORT_UNKNOWN : *value / (page_size / 1024);
}

static void zone_to_pages(struct report_zone *z, s64 page_size)
{
	s64 *in_kb[] = { &z->free, &z->min, &z->low, &z->high, &z->boost,
		&z->managed, &z->present, &z->cma, &z->highatomic };

	for (size_t i = 0; i < sizeof(in_kb) / sizeof(*in_kb); i++)
		to_pages(in_kb[i], page_size);
}

/* A zone keeps nothing from its own class and those below, and never less from
 * a higher class than from a lower one. */
static bool reserve_fits(const struct report *r, const struct report_zone *z)
{
	bool unsure;
	s64 own = report_class_index(r, z->n_reserve, z->name, &unsure);

	for (unsigned i = 0; i < z->n_reserve; i++) {
		if ((s64)i <= own && z->reserve[i])
			return false;
		if (i && z->reserve[i] < z->reserve[i - 1])
			return false;
	}
	return own >= 0;
}

/* One that doesn't fit says that lines changed places: then none is believed. */
static void check_reserves(struct report *r)
{
	unsigned most = 0;

	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].n_reserve > most)
			most = r->zone[i].n_reserve;
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].n_reserve < most)
			r->zone[i].n_reserve = 0;	/* cut short */
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].n_reserve && !reserve_fits(r, &r->zone[i]))
			r->reserves_wrong = true;
	for (unsigned i = 0; i < r->n_zones && r->reserves_wrong; i++)
		r->zone[i].n_reserve = 0;
}

/* Marks never fall from min to high: where they do, lines changed places. */
static void check_marks(struct report *r)
{
	for (unsigned i = 0; i < r->n_zones; i++) {
		struct report_zone *z = &r->zone[i];

		if ((z->low >= 0 && z->low < z->min) ||
			(z->high >= 0 && (z->high < z->low || z->high < z->min)))
			z->min = z->low = z->high = REPORT_UNKNOWN;
	}
}

void report_finish(struct report *r)
{
	derive_page_size(r);
	check_marks(r);
	for (unsigned i = 0; i < r->n_zones && !r->in_pages; i++)
		zone_to_pages(&r->zone[i], r->page_size);
	check_reserves(r);
	if (r->in_pages)
		r->free_total = free_of_zones(r);
	if (r->kind == REPORT_OOM && r->memcg)
		r->kind = REPORT_MEMCG_OOM;
	if (r->kind == REPORT_NONE && (r->table || r->killed_seen))
		r->kind = r->memcg ? REPORT_MEMCG_OOM : REPORT_OOM;
}
