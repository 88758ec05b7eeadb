/* SPDX-License-Identifier: GPL-3.0-or-later
 * Deltas: chunks with entries, one a grain.
 *
 * An entry is the grain's number, how many low bytes of each of its words may
 * differ, and these bytes, XORed: of clocks, counts and links that is few.
 */
#include <string.h>
#include "engine/delta.h"

enum {
	WORDS = GRAIN / sizeof(u64),
	HEAD = 2 * sizeof(u32),
	ENTRY_MOST = HEAD + GRAIN,
	CHUNK_BYTES = 13 * ENTRY_MOST,
	SIZE_BITS = 6,			/* less one, of bytes behind the head */
};

struct delta_chunk {
	struct delta_chunk *next;
	u32 n;			/* bytes in use */
	u8 byte[CHUNK_BYTES + ENTRY_MOST];	/* a whole entry may be read */
};

struct entry {
	size_t grain;		/* a machine has less than 2^26: 4 GiB */
	u32 size;		/* of bytes behind the head */
	u32 lengths;		/* of each word, four bits each, the first lowest */
};

static void write_head(u8 *at, const struct entry *e)
{
	u32 head[2] = { (u32)e->grain << SIZE_BITS | (e->size - 1), e->lengths };

	memcpy(at, head, HEAD);
}

static struct entry read_head(const u8 *at)
{
	u32 head[2];

	memcpy(head, at, HEAD);
	return (struct entry){ head[0] >> SIZE_BITS,
		(head[0] & ((1 << SIZE_BITS) - 1)) + 1, head[1] };
}

void delta_pool(struct pool *p, size_t block)
{
	pool_init(p, sizeof(struct delta_chunk), block);
}

size_t delta_bytes(size_t grains)
{
	/* one that can't take the largest entry any more has thirteen at least */
	return (grains / 13 + 1) * (sizeof(struct delta_chunk) + 8);
}

static struct delta_chunk *add_chunk(struct pool *p, struct delta *d)
{
	struct delta_chunk *c = pool_take(p);

	c->next = NULL;
	c->n = 0;
	if (d->last)
		d->last->next = c;
	else
		d->first = c;
	d->last = c;
	return c;
}

/* With the low bytes first, whatever the processor's order. */
static u64 low_first(u64 x)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(x) : x;
}

/* The last chunk, with room for an entry. */
static struct delta_chunk *open_chunk(struct pool *p, struct delta *d)
{
	struct delta_chunk *c = d->last;

	return c && c->n <= CHUNK_BYTES - ENTRY_MOST ? c : add_chunk(p, d);
}

static void put(struct pool *p, struct delta *d, size_t grain, const u64 *x)
{
	struct delta_chunk *c;
	struct entry e = { .grain = grain };
	u32 words = 0;
	u8 *at;

	for (unsigned i = 0; i < WORDS; i++)
		words |= (u32)(x[i] != 0) << i;
	if (!words)
		return;
	c = open_chunk(p, d);
	at = c->byte + c->n + HEAD;
	for (; words; words &= words - 1) {
		unsigned i = (unsigned)__builtin_ctz(words);
		u32 length = (71 - (u32)__builtin_clzll(x[i])) / 8;
		u64 bytes = low_first(x[i]);

		memcpy(at + e.size, &bytes, sizeof(bytes));
		e.size += length;
		e.lengths |= length << 4 * i;
	}
	write_head(c->byte + c->n, &e);
	c->n += HEAD + e.size;
}

void delta_add(struct pool *p, struct delta *d, size_t grain, const u8 *a,
	const u8 *b)
{
	u64 x[WORDS], y[WORDS];

	memcpy(x, a, GRAIN);
	memcpy(y, b, GRAIN);
	for (unsigned i = 0; i < WORDS; i++)
		x[i] ^= y[i];
	put(p, d, grain, x);
}

/* A grain lies anywhere in a block that no cache holds: so it is fetched ahead. */
static void fetch_ahead(const struct delta_chunk *c, const u8 *block)
{
	for (u32 i = 0; c && i < c->n;) {
		struct entry e = read_head(c->byte + i);

		__builtin_prefetch(block + e.grain * GRAIN, 1);
		i += HEAD + e.size;
	}
}

/* Chunks lie anywhere, too. */
static void fetch_chunk(const struct delta_chunk *c)
{
	for (size_t at = 0; c && at < sizeof(*c); at += 64)
		__builtin_prefetch((const u8 *)c + at);
}

void delta_fetch(const struct delta *d)
{
	fetch_chunk(d->first);
	fetch_chunk(d->first ? d->first->next : NULL);
}

static void cross_entry(const struct entry *e, const u8 *bytes, u8 *grain)
{
	for (u32 left = e->lengths; left; left >>= 4, grain += sizeof(u64)) {
		u32 length = left & 15;
		u64 x, now;

		if (!length)
			continue;
		memcpy(&x, bytes, sizeof(x));
		memcpy(&now, grain, sizeof(now));
		now ^= low_first(x) << (64 - 8 * length) >> (64 - 8 * length);
		memcpy(grain, &now, sizeof(now));
		bytes += length;
	}
}

void delta_cross(const struct delta *d, u8 *block, size_t below, u64 *stale)
{
	for (const struct delta_chunk *c = d->first; c; c = c->next) {
		fetch_ahead(c->next, block);
		fetch_chunk(c->next ? c->next->next : NULL);
		for (u32 i = 0; i < c->n;) {
			struct entry e = read_head(c->byte + i);

			if (e.grain >= below)
				return;
			if (stale)
				stale[e.grain / 64] |= (u64)1 << e.grain % 64;
			cross_entry(&e, c->byte + i + HEAD,
				block + e.grain * GRAIN);
			i += HEAD + e.size;
		}
	}
}

/* Reads a delta to its end and gives back what was read. */
struct reader {
	struct delta_chunk *chunk;
	u32 at;
};

/* Its entry's grain; SIZE_MAX: it is at its end. */
static size_t next_grain(struct pool *p, struct reader *r)
{
	while (r->chunk && r->at == r->chunk->n) {
		struct delta_chunk *read = r->chunk;

		r->chunk = read->next;
		r->at = 0;
		fetch_chunk(r->chunk ? r->chunk->next : NULL);
		pool_give(p, read);
	}
	return r->chunk ? read_head(r->chunk->byte + r->at).grain : SIZE_MAX;
}

static void take_entry(struct reader *r, u64 *x)
{
	const u8 *at = r->chunk->byte + r->at;
	struct entry e = read_head(at);

	cross_entry(&e, at + HEAD, (u8 *)x);
	r->at += HEAD + e.size;
}

/* An entry as it is. */
static void move_entry(struct pool *p, struct delta *d, struct reader *r)
{
	const u8 *at = r->chunk->byte + r->at;
	struct delta_chunk *c = open_chunk(p, d);
	u32 bytes = HEAD + read_head(at).size;

	memcpy(c->byte + c->n, at, ENTRY_MOST);	/* of known length: fast */
	c->n += bytes;
	r->at += bytes;
}

static void unite_entries(struct pool *p, struct delta *d, struct reader *a,
	struct reader *b, size_t grain)
{
	u64 x[WORDS] = { 0 };

	take_entry(a, x);
	take_entry(b, x);
	put(p, d, grain, x);
}

void delta_unite(struct pool *p, struct delta *d, struct delta *other)
{
	struct reader a = { .chunk = d->first }, b = { .chunk = other->first };
	size_t at_a = next_grain(p, &a), at_b = next_grain(p, &b);

	*d = *other = (struct delta){ 0 };
	while (at_a != at_b || at_a != SIZE_MAX) {
		bool from_a = at_a <= at_b, from_b = at_b <= at_a;

		if (from_a && from_b)
			unite_entries(p, d, &a, &b, at_a);
		else
			move_entry(p, d, from_a ? &a : &b);
		if (from_a)
			at_a = next_grain(p, &a);
		if (from_b)
			at_b = next_grain(p, &b);
	}
}

void delta_done(struct pool *p, struct delta *d)
{
	while (d->first) {
		struct delta_chunk *c = d->first;

		d->first = c->next;
		pool_give(p, c);
	}
	d->last = NULL;
}
