/* SPDX-License-Identifier: GPL-3.0-or-later
 * GFP masks: what a request for memory may do, from names or from a number.
 */
#include <string.h>
#include "base/buf.h"
#include "report/gfp.h"

enum { BITS_MAX = 27 };
#define B(name) (GFP_BIT_##name + 1)	/* 0: no flag that matters here */

enum gfp_era gfp_era(s64 major, s64 minor)
{
	static const struct {
		s64 major, minor;
		enum gfp_era era;
	} since[] = { { 5, 1, GFP_ERA_5_1 }, { 4, 16, GFP_ERA_4_16 },
		{ 4, 10, GFP_ERA_4_10 }, { 4, 4, GFP_ERA_4_4 },
		{ 3, 0, GFP_ERA_3_0 }, { 2, 6, GFP_ERA_2_6 } };

	for (size_t i = 0; i < sizeof(since) / sizeof(*since); i++)
		if (major > since[i].major || (major == since[i].major &&
			minor >= since[i].minor))
			return since[i].era;
	return GFP_ERA_UNKNOWN;
}

/* What each bit of the number is called, from bit 0 on. */
static const u8 numbering[][BITS_MAX] = {
	/* __GFP_WAIT, bit 4, stands for both kinds of reclaim; until 2.6.30
	 * MOVABLE was bit 20, which 3.x uses for something else */
	[GFP_ERA_2_6] = { B(DMA), B(HIGHMEM), B(DMA32), B(MOVABLE),
		B(DIRECT_RECLAIM), B(HIGH), B(IO), B(FS), B(COLD), B(NOWARN),
		B(RETRY_MAYFAIL), B(NOFAIL), B(NORETRY), B(MEMALLOC), B(COMP),
		B(ZERO), B(NOMEMALLOC), B(HARDWALL), B(THISNODE),
		B(RECLAIMABLE), B(MOVABLE), B(NOTRACK) },
	[GFP_ERA_3_0] = { B(DMA), B(HIGHMEM), B(DMA32), B(MOVABLE),
		B(DIRECT_RECLAIM), B(HIGH), B(IO), B(FS), B(COLD), B(NOWARN),
		B(RETRY_MAYFAIL), B(NOFAIL), B(NORETRY), B(MEMALLOC), B(COMP),
		B(ZERO), B(NOMEMALLOC), B(HARDWALL), B(THISNODE),
		B(RECLAIMABLE), 0, B(NOTRACK) },
	[GFP_ERA_4_4] = { B(DMA), B(HIGHMEM), B(DMA32), B(MOVABLE),
		B(RECLAIMABLE), B(HIGH), B(IO), B(FS), B(COLD), B(NOWARN),
		B(RETRY_MAYFAIL), B(NOFAIL), B(NORETRY), B(MEMALLOC), B(COMP),
		B(ZERO), B(NOMEMALLOC), B(HARDWALL), B(THISNODE), B(ATOMIC),
		B(ACCOUNT), B(NOTRACK), B(DIRECT_RECLAIM), 0, B(WRITE),
		B(KSWAPD_RECLAIM) },
	[GFP_ERA_4_10] = { B(DMA), B(HIGHMEM), B(DMA32), B(MOVABLE),
		B(RECLAIMABLE), B(HIGH), B(IO), B(FS), B(COLD), B(NOWARN),
		B(RETRY_MAYFAIL), B(NOFAIL), B(NORETRY), B(MEMALLOC), B(COMP),
		B(ZERO), B(NOMEMALLOC), B(HARDWALL), B(THISNODE), B(ATOMIC),
		B(ACCOUNT), B(NOTRACK), B(DIRECT_RECLAIM), B(WRITE),
		B(KSWAPD_RECLAIM) },
	[GFP_ERA_4_16] = { B(DMA), B(HIGHMEM), B(DMA32), B(MOVABLE),
		B(RECLAIMABLE), B(HIGH), B(IO), B(FS), B(WRITE), B(NOWARN),
		B(RETRY_MAYFAIL), B(NOFAIL), B(NORETRY), B(MEMALLOC), B(COMP),
		B(ZERO), B(NOMEMALLOC), B(HARDWALL), B(THISNODE), B(ATOMIC),
		B(ACCOUNT), B(DIRECT_RECLAIM), B(KSWAPD_RECLAIM) },
	[GFP_ERA_5_1] = { B(DMA), B(HIGHMEM), B(DMA32), B(MOVABLE),
		B(RECLAIMABLE), B(HIGH), B(IO), B(FS), B(ZERO), B(ATOMIC),
		B(DIRECT_RECLAIM), B(KSWAPD_RECLAIM), B(WRITE), B(NOWARN),
		B(RETRY_MAYFAIL), B(NOFAIL), B(NORETRY), B(MEMALLOC), B(COMP),
		B(NOMEMALLOC), B(HARDWALL), B(THISNODE), B(ACCOUNT) },
};

enum {
	RECLAIM = GFP_DIRECT_RECLAIM | GFP_KSWAPD_RECLAIM,
	KERNEL = RECLAIM | GFP_IO | GFP_FS,
	USER = KERNEL | GFP_HARDWALL,
	HUGE_LIGHT = GFP_IO | GFP_FS | GFP_HARDWALL | GFP_HIGHMEM |
		GFP_MOVABLE | GFP_COMP | GFP_NOMEMALLOC | GFP_NOWARN,
};

/* Names that stand for several flags, the larger ones first. */
static const struct {
	const char *name;
	u32 flags;
} compounds[] = {
	{ "GFP_TRANSHUGE", HUGE_LIGHT | GFP_DIRECT_RECLAIM },
	{ "GFP_TRANSHUGE_LIGHT", HUGE_LIGHT },
	{ "GFP_HIGHUSER_MOVABLE", USER | GFP_HIGHMEM | GFP_MOVABLE },
	{ "GFP_HIGHUSER", USER | GFP_HIGHMEM },
	{ "GFP_USER", USER },
	{ "GFP_TEMPORARY", KERNEL | GFP_RECLAIMABLE },
	{ "GFP_KERNEL_ACCOUNT", KERNEL | GFP_ACCOUNT },
	{ "GFP_KERNEL", KERNEL },
	{ "GFP_NOFS", RECLAIM | GFP_IO },
	{ "GFP_ATOMIC", GFP_HIGH | GFP_ATOMIC | GFP_KSWAPD_RECLAIM },
	{ "GFP_NOIO", RECLAIM },
	{ "GFP_NOWAIT", GFP_KSWAPD_RECLAIM },
	{ "__GFP_RECLAIM", RECLAIM },
	{ "__GFP_WAIT", RECLAIM },
	{ "__GFP_REPEAT", GFP_RETRY_MAYFAIL },
};
enum { COMPOUNDS = sizeof(compounds) / sizeof(*compounds), SPOKEN = 13 };

static const char *const names[GFP_BITS] = {
#define X(name) #name,
	GFP_LIST(X)
#undef X
};

static bool is(const char *s, size_t n, const char *name)
{
	return strlen(name) == n && !memcmp(s, name, n);
}

/* One name; old traces write single flags without the underscores. */
static bool one_name(const char *s, size_t n, u32 *flags)
{
	for (size_t i = 0; i < COMPOUNDS; i++)
		if (is(s, n, compounds[i].name)) {
			*flags |= compounds[i].flags;
			return true;
		}
	if (n > 2 && !memcmp(s, "__", 2)) {
		s += 2;
		n -= 2;
	}
	if (n < 5 || memcmp(s, "GFP_", 4))
		return false;
	for (unsigned i = 0; i < GFP_BITS; i++)
		if (is(s + 4, n - 4, names[i])) {
			*flags |= 1u << i;
			return true;
		}
	return false;
}

bool gfp_from_names(const char *s, size_t n, u32 *flags)
{
	const char *end = s + n;
	bool known = false;

	*flags = 0;
	while (s < end) {
		const char *bar = memchr(s, '|', (size_t)(end - s));
		size_t length = (size_t)((bar ? bar : end) - s);

		known |= one_name(s, length, flags);
		s += length + 1;
	}
	return known;
}

bool gfp_from_number(s64 mask, enum gfp_era era, u32 *flags)
{
	*flags = 0;
	if (era == GFP_ERA_UNKNOWN || mask < 0)
		return false;
	for (unsigned i = 0; i < BITS_MAX; i++)
		if (mask >> i & 1 && numbering[era][i])
			*flags |= 1u << (numbering[era][i] - 1);
	if (era > GFP_ERA_3_0)
		return true;
	if (*flags & GFP_DIRECT_RECLAIM)
		*flags |= GFP_KSWAPD_RECLAIM;
	/* Whoever had HIGH and could not wait was what is called atomic now. */
	else if (*flags & GFP_HIGH)
		*flags |= GFP_ATOMIC | GFP_KSWAPD_RECLAIM;
	return true;
}

void gfp_put_names(u32 flags, struct buf *out)
{
	size_t before = out->n;

	for (size_t i = 0; i < SPOKEN; i++) {
		u32 all = compounds[i].flags;

		if ((flags & all) != all)
			continue;
		buf_puts(out, compounds[i].name);
		flags &= ~all;
		break;
	}
	for (unsigned i = 0; i < GFP_BITS; i++)
		if (flags >> i & 1)
			buf_printf(out, "%s__GFP_%s", out->n > before ? "|" : "",
				names[i]);
	if (out->n == before)
		buf_putc(out, '0');
}
