/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pools: blocks with items left are in a list; an item knows its block.
 */
#include "base/large.h"
#include "base/pool.h"

enum { FIRST_BLOCK = 64 << 10, ALIGN = sizeof(void *) };

struct slot {
	struct pool_block *block;
	struct slot *next;		/* while it is free: the item's place */
};

enum { SLOT_HEAD = offsetof(struct slot, next) };

struct pool_block {
	struct pool_block *next, *prev;
	size_t bytes;
	size_t n, used, fresh;		/* items; the first `fresh` were taken once */
	struct slot *given_back;
};

static size_t align_up(size_t n, size_t align)
{
	return (n + align - 1) / align * align;
}

void pool_init(struct pool *p, size_t item, size_t block)
{
	*p = (struct pool){ .block = block,
		.item = align_up(SLOT_HEAD + item, ALIGN) };
}

size_t pool_block_bytes(size_t item, size_t block)
{
	size_t least = sizeof(struct pool_block) + SLOT_HEAD + ALIGN + item;

	return large_bytes(block > least ? block : least);
}

static void open_block(struct pool *p, struct pool_block *b)
{
	b->prev = NULL;
	b->next = p->open;
	if (b->next)
		b->next->prev = b;
	p->open = b;
}

static void close_block(struct pool *p, struct pool_block *b)
{
	if (b->prev)
		b->prev->next = b->next;
	else
		p->open = b->next;
	if (b->next)
		b->next->prev = b->prev;
}

/* Few items have a small one. */
static void add_block(struct pool *p)
{
	size_t most = p->bytes ? p->block : FIRST_BLOCK;
	size_t size = pool_block_bytes(p->item,
		most < p->block ? most : p->block);
	struct pool_block *b = large_alloc(size);

	b->bytes = size;
	b->n = (size - sizeof(*b)) / p->item;
	open_block(p, b);
	p->bytes += size;
	p->left += b->n;
}

void *pool_take(struct pool *p)
{
	struct pool_block *b;
	struct slot *s;

	if (!p->open)
		add_block(p);
	b = p->open;
	s = b->given_back;
	if (s) {
		b->given_back = s->next;
	} else {
		s = (struct slot *)(void *)
			((char *)(b + 1) + b->fresh++ * p->item);
		s->block = b;
	}
	if (++b->used == b->n)
		close_block(p, b);
	p->left--;
	return &s->next;
}

static void free_block(struct pool *p, struct pool_block *b)
{
	close_block(p, b);
	p->left -= b->n;
	p->bytes -= b->bytes;
	large_free(b, b->bytes);
}

void pool_give(struct pool *p, void *item)
{
	struct slot *s = (struct slot *)(void *)((char *)item - SLOT_HEAD);
	struct pool_block *b = s->block;

	s->next = b->given_back;
	b->given_back = s;
	if (b->used-- == b->n)
		open_block(p, b);
	p->left++;
	/* one that is the last with items left is kept: it is often wanted at once */
	if (!b->used && (p->open != b || b->next))
		free_block(p, b);
}

void pool_done(struct pool *p)
{
	while (p->open)
		free_block(p, p->open);
}
