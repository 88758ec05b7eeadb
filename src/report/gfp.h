/* SPDX-License-Identifier: GPL-3.0-or-later
 * GFP masks: what a request for memory may do, from names or from a number.
 *
 * The same number means different things in different versions, so a number is
 * only read where the version is known; names come first.
 */
#ifndef REPORT_GFP_H
#define REPORT_GFP_H

#include <stdbool.h>
#include <stddef.h>
#include "model/types.h"

struct buf;

/* Single flags, by name. To add one: a row, and its bit in gfp.c's tables. */
#define GFP_LIST(X) \
	X(DMA) X(HIGHMEM) X(DMA32) X(MOVABLE) X(RECLAIMABLE) X(HIGH) X(IO) \
	X(FS) X(COLD) X(NOWARN) X(RETRY_MAYFAIL) X(NOFAIL) X(NORETRY) \
	X(MEMALLOC) X(COMP) X(ZERO) X(NOMEMALLOC) X(HARDWALL) X(THISNODE) \
	X(ATOMIC) X(ACCOUNT) X(NOTRACK) X(DIRECT_RECLAIM) X(KSWAPD_RECLAIM) \
	X(WRITE)

enum gfp_bit {
#define X(name) GFP_BIT_##name,
	GFP_LIST(X)
#undef X
	GFP_BITS
};
#define X(name) GFP_##name = 1 << GFP_BIT_##name,
enum { GFP_LIST(X) GFP_NONE = 0 };
#undef X

/* Which numbering a kernel has. */
enum gfp_era { GFP_ERA_UNKNOWN, GFP_ERA_2_6, GFP_ERA_3_0,
	GFP_ERA_4_4, GFP_ERA_4_10, GFP_ERA_4_16, GFP_ERA_5_1 };
enum gfp_era gfp_era(s64 major, s64 minor);

/* "GFP_KERNEL|__GFP_COMP" of n bytes; leftovers such as 0x2 are let pass. False
 * if nothing in it is known. */
bool gfp_from_names(const char *names, size_t n, u32 *flags);
bool gfp_from_number(s64 mask, enum gfp_era era, u32 *flags);
/* The other way: "GFP_KERNEL|__GFP_COMP". */
void gfp_put_names(u32 flags, struct buf *out);

#endif
