/* SPDX-License-Identifier: GPL-3.0-or-later
 * Deltas: what two states of one block of memory differ by.
 *
 * Words that differ, XORed, grain by grain in ascending order. So a delta leads
 * from either state to the other, and those of two intervals in a row unite into
 * one by XOR, too.
 */
#ifndef ENGINE_DELTA_H
#define ENGINE_DELTA_H

#include "base/pool.h"
#include "model/machine.h"

struct delta {			/* zeroed: no difference */
	struct delta_chunk *first, *last;
};

void delta_pool(struct pool *p, size_t block);	/* the chunks of deltas */
/* What the grain differs by. The grain's number (its place in grains) must be
 * higher than those before; grains that are equal add nothing. */
void delta_add(struct pool *p, struct delta *d, size_t grain, const u8 *a,
	const u8 *b);
/* Brings the block from one state to the other, in the grains below `below` only,
 * and marks them in the bitmap `stale`, unless it is NULL. */
void delta_cross(const struct delta *d, u8 *block, size_t below, u64 *stale);
/* It is crossed soon. */
void delta_fetch(const struct delta *d);
/* Adds what comes before or behind it; the other is given back. Takes not more
 * chunks than the two had, and two. */
void delta_unite(struct pool *p, struct delta *d, struct delta *other);
void delta_done(struct pool *p, struct delta *d);
/* Bytes of chunks that one with so many grains takes at most. */
size_t delta_bytes(size_t grains);

#endif
