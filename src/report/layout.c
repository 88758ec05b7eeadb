/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which zones a machine can have, and so which entry of lowmem_reserve[] counts
 * for a request: the kernel prints the entries without names.
 */
#include <string.h>
#include "report/report.h"

enum { LAYOUT_MAX = 6, MANY = 4096 /* pages: more than any ratio hides */ };

/* From CONFIG_ZONE_…: lowest zone first. A Device zone may follow each. The more
 * usual ones first. To add one: a row. */
static const struct layout {
	u8 zone[LAYOUT_MAX];
	unsigned n;
} layouts[] = {
	{ { ZONE_DMA, ZONE_DMA32, ZONE_NORMAL, ZONE_MOVABLE }, 4 },
	{ { ZONE_DMA, ZONE_NORMAL, ZONE_HIGHMEM, ZONE_MOVABLE }, 4 },
	{ { ZONE_DMA, ZONE_DMA32, ZONE_NORMAL }, 3 },
	{ { ZONE_DMA, ZONE_NORMAL, ZONE_HIGHMEM }, 3 },
	{ { ZONE_DMA32, ZONE_NORMAL, ZONE_MOVABLE }, 3 },
	{ { ZONE_DMA, ZONE_NORMAL, ZONE_MOVABLE }, 3 },
	{ { ZONE_NORMAL, ZONE_HIGHMEM, ZONE_MOVABLE }, 3 },
	{ { ZONE_NORMAL, ZONE_MOVABLE }, 2 },
	{ { ZONE_DMA32, ZONE_NORMAL }, 2 },
	{ { ZONE_DMA, ZONE_NORMAL }, 2 },
	{ { ZONE_NORMAL, ZONE_HIGHMEM }, 2 },
	{ { ZONE_DMA, ZONE_DMA32, ZONE_NORMAL, ZONE_HIGHMEM, ZONE_MOVABLE }, 5 },
	{ { ZONE_NORMAL }, 1 },
};
enum { LAYOUTS = sizeof(layouts) / sizeof(*layouts) };

/* Position of a class; -1: not there. */
static s64 place(const struct layout *l, enum zone_class c)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->zone[i] == c)
			return i;
	return c == ZONE_DEVICE ? (s64)l->n : -1;
}

/* Where requests of a class are counted: zones are missing, classes are not. */
static s64 class_place(const struct layout *l, enum zone_class c)
{
	s64 at = -1;

	for (int lower = (int)c; at < 0 && lower >= 0; lower--)
		at = place(l, (enum zone_class)lower);
	return at < 0 ? 0 : at;
}

/* Machines with HighMem have no Device zone. */
static bool has_length(const struct layout *l, unsigned n)
{
	return l->n == n || (l->n + 1 == n && place(l, ZONE_HIGHMEM) < 0);
}

/* Does a zone keep nothing from classes above place `at`? Then nothing is there. */
static bool is_last(const struct report_zone *z, s64 at)
{
	for (unsigned i = (unsigned)at + 1; i < z->n_reserve; i++)
		if (z->reserve[i])
			return false;
	return z->n_reserve > 0;
}

/* What lower zones keep from one that has pages is more than nothing, and no less
 * than from any class above it, if nothing is there. */
static bool zones_agree(const struct layout *l, const struct report_zone *low,
	const struct report_zone *high)
{
	s64 at = place(l, high->name);
	s64 pages = high->managed < 0 ? high->present : high->managed;

	if (low->node != high->node || at <= place(l, low->name))
		return true;
	if (is_last(high, at) && low->reserve[at] < low->reserve[low->n_reserve - 1])
		return false;
	return pages < MANY || low->reserve[at] ||
		!low->reserve[low->n_reserve - 1];
}

/* A zone keeps nothing from its own class: a layout where one does is wrong. */
static bool zone_fits(const struct layout *l, const struct report *r,
	const struct report_zone *z)
{
	s64 at = place(l, z->name);
	bool normal = false;

	if (at < 0)
		return false;
	if (!z->n_reserve || !has_length(l, z->n_reserve))
		return true;
	for (s64 i = 0; i <= at; i++)
		if (z->reserve[i])
			return false;
	for (unsigned i = 0; i < r->n_zones; i++) {
		normal |= r->zone[i].name == ZONE_NORMAL;
		if (!zones_agree(l, z, &r->zone[i]))
			return false;
	}
	/* DMA is all low memory: what stands above it is HighMem. */
	return normal || z->name != ZONE_DMA || l->zone[1] != ZONE_DMA32 ||
		z->reserve[1] || z->n_reserve < 3 || !z->reserve[2];
}

static bool fits(const struct layout *l, const struct report *r, unsigned n)
{
	if (!has_length(l, n))
		return false;
	for (unsigned i = 0; i < r->n_zones; i++)
		if (!zone_fits(l, r, &r->zone[i]))
			return false;
	return true;
}

/* Do two places ever give another reserve? */
static bool differ(const struct report *r, unsigned n, s64 a, s64 b)
{
	for (unsigned i = 0; i < r->n_zones; i++) {
		const struct report_zone *z = &r->zone[i];

		if (z->n_reserve == n && z->reserve[a] != z->reserve[b])
			return true;
	}
	return false;
}

s64 report_class_index(const struct report *r, unsigned n, enum zone_class c,
	bool *unsure)
{
	s64 first = REPORT_UNKNOWN;

	*unsure = false;
	for (unsigned i = 0; i < LAYOUTS; i++) {
		s64 at;

		if (!fits(&layouts[i], r, n))
			continue;
		at = class_place(&layouts[i], c);
		if (first < 0)
			first = at;
		else
			*unsure |= differ(r, n, first, at);
	}
	return first;
}

/* Does each node's highest zone keep nothing from any class? Then no zone stands
 * above it. */
static bool nothing_above(const struct report *r)
{
	for (unsigned i = 0; i < r->n_zones; i++) {
		const struct report_zone *z = &r->zone[i];
		bool top = true, keeps = !z->n_reserve;

		for (unsigned k = 0; k < r->n_zones; k++)
			top &= r->zone[k].node != z->node ||
				r->zone[k].name <= z->name;
		for (unsigned k = 0; k < z->n_reserve; k++)
			keeps |= z->reserve[k] != 0;
		if (top && keeps)
			return false;
	}
	return r->n_zones > 0;
}

enum zone_class report_class(const struct report *r, u32 flags)
{
	bool high = false, none = nothing_above(r);

	if (flags & GFP_DMA)
		return ZONE_DMA;
	if (flags & GFP_DMA32)
		return ZONE_DMA32;
	if (!(flags & GFP_HIGHMEM))
		return ZONE_NORMAL;
	if (flags & GFP_MOVABLE)
		return ZONE_MOVABLE;
	for (unsigned i = 0; i < r->n_zones; i++) {
		high |= r->zone[i].name == ZONE_HIGHMEM;
		none |= r->zone[i].name == ZONE_DMA32;
	}
	return none && !high ? ZONE_NORMAL : ZONE_HIGHMEM;
}

bool report_gfp(const struct report *r, u32 *flags)
{
	enum gfp_era era = gfp_era(r->major, r->minor);

	if (r->gfp_names[0])
		return gfp_from_names(r->gfp_names, strlen(r->gfp_names), flags);
	if (era == GFP_ERA_UNKNOWN && r->hints & HINT_BEFORE_4_4)
		era = GFP_ERA_3_0;
	return gfp_from_number(r->gfp_mask, era, flags);
}
