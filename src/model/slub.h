/* SPDX-License-Identifier: GPL-3.0-or-later
 * SLUB: how large a cache's slabs are, as functions of plain numbers.
 */
#ifndef MODEL_SLUB_H
#define MODEL_SLUB_H

#include "model/types.h"

enum { SLUB_SIZE_MAX = 4096 << 10 };	/* one object in the largest block */

/* The boot options slub_min_order, slub_max_order and slub_min_objects. */
struct slub_options {
	s64 min_order, max_order;
	s64 min_objects;		/* 0: from the number of CPUs */
};
extern const struct slub_options slub_defaults;

/* The order a cache of objects of `size` bytes tries first (calculate_order of
 * v4.2, or v6.12's). size 1 .. SLUB_SIZE_MAX, cpus ≥ 1. */
s64 slub_order(s64 size, s64 cpus, const struct slub_options *o, enum era era);
/* Objects in a slab of this order. */
s64 slub_objects(s64 order, s64 size);
/* The smallest order that holds one object: where it falls back to. */
s64 slub_min_order(s64 size);

#endif
