/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pools: items of one size in blocks of memory.
 *
 * A block whose last item is given back is gone, unless no other has items left.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

struct pool {
	struct pool_block *open;	/* have items left */
	size_t item, block;
	size_t bytes;			/* of all blocks */
	size_t left;			/* items that are there to be taken */
};

/* Items of so many bytes, aligned for pointers. A block has at most `block` bytes,
 * or those of one item, in whole pages (base/large.h). */
void pool_init(struct pool *p, size_t item, size_t block);
void *pool_take(struct pool *p);	/* not zeroed; never NULL */
void pool_give(struct pool *p, void *item);
void pool_done(struct pool *p);		/* all items have been given back */
/* The bytes of one item more, if it takes a new block of the largest size. */
size_t pool_block_bytes(size_t item, size_t block);

#endif
