/* SPDX-License-Identifier: GPL-3.0-or-later
 * The kernel's names of gfp and alloc flags (include/linux/gfp.h and
 * mm/internal.h, v4.2).
 */
#include "model/gfp.h"
#include "model/names.h"

/* Whole sets before their bits, each bit once. To add one: a row. */
static const struct bits {
	s64 bits, without;	/* not where one of those is set */
	const char *name;
} gfp_bits[] = {
	{ GFP_HIGHUSER_MOVABLE, 0, "GFP_HIGHUSER_MOVABLE" },
	{ GFP_ATOMIC, GFP_WAIT, "GFP_ATOMIC" },
	{ GFP_HIGH, 0, "__GFP_HIGH" },
	{ GFP_KERNEL, 0, "GFP_KERNEL" },
	{ GFP_WAIT, 0, "__GFP_WAIT" },
	{ GFP_IO, 0, "__GFP_IO" },
	{ GFP_FS, 0, "__GFP_FS" },
	{ GFP_NOWARN, 0, "__GFP_NOWARN" },
	{ GFP_REPEAT, 0, "__GFP_REPEAT" },
	{ GFP_NOFAIL, 0, "__GFP_NOFAIL" },
	{ GFP_NORETRY, 0, "__GFP_NORETRY" },
	{ GFP_MEMALLOC, 0, "__GFP_MEMALLOC" },
	{ GFP_NOMEMALLOC, 0, "__GFP_NOMEMALLOC" },
	{ GFP_NO_KSWAPD, 0, "__GFP_NO_KSWAPD" },
	{ GFP_THISNODE, 0, "__GFP_THISNODE" },
	{ GFP_RECLAIMABLE, 0, "__GFP_RECLAIMABLE" },
	{ GFP_MOVABLE, 0, "__GFP_MOVABLE" },
	{ GFP_COMP, 0, "__GFP_COMP" },
	{ 0, 0, NULL },
}, alloc_bits[] = {
	{ ALLOC_NO_WATERMARKS, 0, "ALLOC_NO_WATERMARKS" },
	{ ALLOC_WMARK_LOW, 0, "ALLOC_WMARK_LOW" },
	{ ALLOC_WMARK_HIGH, 0, "ALLOC_WMARK_HIGH" },
	{ ALLOC_HARDER, 0, "ALLOC_HARDER" },
	{ ALLOC_HIGH, 0, "ALLOC_HIGH" },
	{ ALLOC_CPUSET, 0, "ALLOC_CPUSET" },
	{ 0, 0, NULL },
};

const char *kind_bit_name(enum kind k, s64 *value)
{
	const struct bits *b = k == KIND_GFP_BITS ? gfp_bits
		: k == KIND_ALLOC_BITS ? alloc_bits : NULL;

	for (; b && b->name; b++)
		if ((*value & b->bits) == b->bits && !(*value & b->without)) {
			*value &= ~b->bits;
			return b->name;
		}
	return NULL;
}
