/* SPDX-License-Identifier: GPL-3.0-or-later
 * SLUB's slab sizes: mm/slub.c as of v4.2, with v6.12's rule beside it.
 *
 * Leaves out: `reserved` bytes at a slab's end and debugging's extra bytes; size
 * is what an object takes in its slab.
 */
#include "model/slub.h"

enum { PAGE_BYTES = 4096, PAGE_BITS = 12, MAX_PAGE_ORDER = 10,
	OBJECTS_MAX = 32767, COSTLY_ORDER = 3 };

const struct slub_options slub_defaults = { 0, COSTLY_ORDER, 0 };

/* The number of the highest bit set, from 1; 0 for 0. */
static s64 highest_bit(s64 x)
{
	s64 n = 0;

	for (; x; x >>= 1)
		n++;
	return n;
}

/* The smallest order with room for this many bytes. */
static s64 order_of(s64 bytes)
{
	s64 order = highest_bit(bytes - 1) - PAGE_BITS;

	return order > 0 ? order : 0;
}

static s64 bytes_of(s64 order)
{
	return (s64)PAGE_BYTES << order;
}

s64 slub_objects(s64 order, s64 size)
{
	return bytes_of(order) / size;
}

s64 slub_min_order(s64 size)
{
	return order_of(size);
}

/* The first order from `from` on that wastes at most 1/fraction of the slab; one
 * above max_order if there is none. */
static s64 frugal_order(s64 size, s64 from, s64 max_order, s64 fraction)
{
	s64 order = from;

	while (order <= max_order && bytes_of(order) % size >
			bytes_of(order) / fraction)
		order++;
	return order;
}

/* Where to start so that min_objects fit. */
static s64 first_order(s64 size, s64 min_objects, s64 min_order)
{
	s64 order = order_of(min_objects * size);

	if (slub_objects(min_order, size) > OBJECTS_MAX)
		return order_of(size * OBJECTS_MAX) - 1;
	return order > min_order ? order : min_order;
}

/* What is looked for if nothing else is said: more on larger machines. */
static s64 wanted_objects(s64 size, s64 cpus, const struct slub_options *o)
{
	s64 want = o->min_objects ? o->min_objects
		: 4 * (highest_bit(cpus) + 1);
	s64 most = slub_objects(o->max_order, size);

	return want < most ? want : most;
}

/* v4.2: rather fewer objects than more waste. */
static s64 order_4_2(s64 size, s64 want, const struct slub_options *o)
{
	s64 order;

	for (; want > 1; want--) {
		for (s64 fraction = 16; fraction >= 4; fraction /= 2) {
			order = frugal_order(size,
				first_order(size, want, o->min_order),
				o->max_order, fraction);
			if (order <= o->max_order)
				return order;
		}
	}
	order = first_order(size, 1, o->min_order);
	return order <= MAX_PAGE_ORDER ? order : MAX_PAGE_ORDER;
}

/* v6.12: the start stays, and half of the slab may be wasted. */
static s64 order_6_12(s64 size, s64 want, const struct slub_options *o)
{
	s64 from = first_order(size, want > 1 ? want : 1, o->min_order);

	for (s64 fraction = 16; fraction > 1; fraction /= 2) {
		s64 order = frugal_order(size, from, o->max_order, fraction);

		if (order <= o->max_order)
			return order;
	}
	return order_of(size);
}

s64 slub_order(s64 size, s64 cpus, const struct slub_options *o, enum era era)
{
	s64 want = wanted_objects(size, cpus, o);

	return era >= ERA_6_12 ? order_6_12(size, want, o)
		: order_4_2(size, want, o);
}
