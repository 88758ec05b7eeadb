/* SPDX-License-Identifier: GPL-3.0-or-later
 * History: a chain of checkpoints with grain logs between them.
 *
 * The body tells what is written to it; the head does not, so at a checkpoint it
 * is compared with what it was at the one before.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "base/pool.h"
#include "engine/history.h"

enum {
	GRAINS = 13,		/* in a chunk, which then is 14 of them long */
	/* What a history grows by, in bytes: within a step back, too. (Huge pages
	   are filled faster, but crossing them all may then take 20 ms.) */
	BLOCK_MAX = 256 << 10,
};

struct chunk {
	struct chunk *next;
	u32 n;
	u32 at[GRAINS];		/* offset in grains from the machine's start */
	u8 bytes[GRAINS][GRAIN];
};

/* A log. Each grain is in it once, and their order does not matter. */
struct grains {
	struct chunk *first, *last;
};

struct checkpoint {
	u64 step;
	/* the way to the next one: values of the end we are not on */
	struct grains head, body;
};

struct history {
	struct grain_log log;	/* first: the machine points at it */
	struct checkpoint *point;
	size_t n, size;
	size_t here;		/* we stand at or behind point[here] */
	struct grains since;	/* the body's old values since point[here] */
	u8 *head;		/* as it was at point[here] */
	u8 *other_head;		/* at another, while one is looked for */
	u64 *seen;		/* a bit per grain that is in `since` */
	u64 *stale;		/* and one that history_copy() has to copy, those
				   in `since` apart */
	u64 *ever;		/* and one that was copied before */
	size_t n_grains, head_size;
	u64 interval;
	size_t budget;		/* of checkpoints and their logs */
	struct pool chunks;
};

static void add_chunk(struct history *h, struct grains *g)
{
	struct chunk *c = pool_take(&h->chunks);

	c->next = NULL;
	c->n = 0;
	if (g->last)
		g->last->next = c;
	else
		g->first = c;
	g->last = c;
}

static void grains_add(struct history *h, struct grains *g, u32 at,
	const u8 *bytes)
{
	struct chunk *c;

	if (!g->last || g->last->n == GRAINS)
		add_chunk(h, g);
	c = g->last;
	c->at[c->n] = at;
	memcpy(c->bytes[c->n++], bytes, GRAIN);
}

/* Takes the first chunk off, which is given back by who asks; NULL: no more. */
static struct chunk *grains_shift(struct grains *g)
{
	struct chunk *c = g->first;

	if (!c)
		return NULL;
	g->first = c->next;
	if (!g->first)
		g->last = NULL;
	return c;
}

static void grains_done(struct history *h, struct grains *g)
{
	struct chunk *c;

	while ((c = grains_shift(g)))
		pool_give(&h->chunks, c);
}

/* Apart from note(), which is called for each line and mostly finds that nothing
 * is to be done: it then saves no registers. */
static __attribute__((noinline)) void note_grains(struct history *h,
	const struct machine *m, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++) {
		u64 bit = (u64)1 << i % 64;

		if (h->seen[i / 64] & bit)
			continue;
		h->seen[i / 64] |= bit;
		grains_add(h, &h->since, (u32)i, (const u8 *)m + i * GRAIN);
	}
}

static void note(struct grain_log *log, const struct machine *m,
	size_t offset, size_t bytes)
{
	struct history *h = (struct history *)log;
	size_t first = offset / GRAIN, last = (offset + bytes - 1) / GRAIN;
	u64 both = (u64)1 << first % 64 | (u64)1 << last % 64;

	/* mostly two neighbours, noted already */
	if (last - first < 2 && first / 64 == last / 64 &&
		!(both & ~h->seen[first / 64]))
		return;
	note_grains(h, m, first, last);
}

/* What was noted has come to its end, in a log or to be forgotten. */
static void clear_seen(struct history *h)
{
	for (const struct chunk *c = h->since.first; c; c = c->next) {
		for (u32 i = 0; i < c->n; i++) {
			size_t word = c->at[i] / 64;

			h->stale[word] |= h->seen[word];
			h->seen[word] = 0;
		}
	}
}

/* What the checkpoints and all notes take. */
static size_t bytes(const struct history *h)
{
	return h->chunks.bytes + h->size * sizeof(*h->point);
}

static void add_point(struct history *h, const struct machine *m)
{
	struct checkpoint *p;

	if (h->n == h->size) {
		h->size += h->size / 8 + 2;
		h->point = mem_resize(h->point, h->size * sizeof(*h->point));
	}
	p = &h->point[h->n++];
	*p = (struct checkpoint){ .step = m->steps };
}

struct history *history_new(struct machine *m, size_t budget, u64 interval)
{
	struct history *h = mem_alloc(sizeof(*h));
	size_t block = budget / 16 < BLOCK_MAX ? budget / 16 : BLOCK_MAX;

	h->log.note = note;
	h->budget = budget;
	h->interval = interval;
	h->head_size = m->head_size;
	h->n_grains = (m->size + GRAIN - 1) / GRAIN;
	h->seen = mem_alloc((h->n_grains + 63) / 64 * sizeof(*h->seen));
	h->stale = mem_alloc((h->n_grains + 63) / 64 * sizeof(*h->stale));
	h->ever = mem_alloc((h->n_grains + 63) / 64 * sizeof(*h->ever));
	h->head = mem_alloc(h->head_size);
	h->other_head = mem_alloc(h->head_size);
	memcpy(h->head, m, h->head_size);
	pool_init(&h->chunks, sizeof(struct chunk), block);
	add_point(h, m);
	m->log = &h->log;
	return h;
}

static void free_point(struct history *h, struct checkpoint *p)
{
	grains_done(h, &p->head);
	grains_done(h, &p->body);
}

void history_free(struct history *h, struct machine *m)
{
	if (!h)
		return;
	if (m)
		m->log = NULL;
	for (size_t i = 0; i < h->n; i++)
		free_point(h, &h->point[i]);
	grains_done(h, &h->since);
	pool_done(&h->chunks);
	free(h->point);
	free(h->head);
	free(h->other_head);
	free(h->seen);
	free(h->stale);
	free(h->ever);
	free(h);
}

static void mark(struct history *h, const struct grains *g, bool seen)
{
	for (const struct chunk *c = g->first; c; c = c->next) {
		for (u32 i = 0; i < c->n; i++) {
			u64 bit = (u64)1 << c->at[i] % 64;

			if (seen)
				h->seen[c->at[i] / 64] |= bit;
			else
				h->seen[c->at[i] / 64] &= ~bit;
		}
	}
}

/* Adds to a log what a later one has besides: the older value of a grain wins.
 * Nothing is noted at that time, so `seen` is free for use. */
static void unite(struct history *h, struct grains *log, struct grains *later)
{
	struct chunk *c;

	mark(h, log, true);
	while ((c = grains_shift(later))) {
		for (u32 i = 0; i < c->n; i++)
			if (!(h->seen[c->at[i] / 64] >> c->at[i] % 64 & 1))
				grains_add(h, log, c->at[i], c->bytes[i]);
		pool_give(&h->chunks, c);
	}
	mark(h, log, false);
}

/* Makes the intervals at i and i + 1, both behind us, one. */
static void merge(struct history *h, size_t i)
{
	struct checkpoint *p = &h->point[i];

	unite(h, &p->head, &p[1].head);
	unite(h, &p->body, &p[1].body);
	memmove(p + 1, p + 2, (h->n - i - 2) * sizeof(*p));
	h->n--;
	h->here--;
}

/* The pair whose union is shortest in steps for its age, so intervals grow with
 * their distance from the present. */
static size_t next_merge(const struct history *h)
{
	size_t best = 0;
	u64 now = h->point[h->here].step, best_score = UINT64_MAX;

	for (size_t i = 0; i + 2 <= h->here; i++) {
		u64 length = h->point[i + 2].step - h->point[i].step;
		u64 age = now - h->point[i].step;
		u64 score = (length << 20) / age;

		if (score < best_score) {
			best_score = score;
			best = i;
		}
	}
	return best;
}

/* Keeps the bytes in budget by merging. What has been given back is used again, so
 * the blocks never take more than at the fullest time and one besides. */
static void keep_budget(struct history *h)
{
	const struct pool *p = &h->chunks;

	while (h->here >= 2 && bytes(h) - p->left * p->item + 2 * p->block >
		h->budget)
		merge(h, next_merge(h));
}

/* What the head was before, where it has changed. */
static void note_head(struct history *h, const struct machine *m,
	struct grains *log)
{
	const u8 *now = (const u8 *)m;

	for (size_t at = 0; at < h->head_size; at += GRAIN) {
		if (!memcmp(h->head + at, now + at, GRAIN))
			continue;
		grains_add(h, log, (u32)(at / GRAIN), h->head + at);
		memcpy(h->head + at, now + at, GRAIN);
	}
}

/* The interval we ran through ends here: what we noted is its log. */
static void close_interval(struct history *h, const struct machine *m)
{
	struct checkpoint *p = &h->point[h->here++];

	grains_done(h, &p->head);
	grains_done(h, &p->body);
	note_head(h, m, &p->head);
	clear_seen(h);
	p->body = h->since;
	h->since = (struct grains){ 0 };
}

void history_arrive(struct history *h, struct machine *m)
{
	if (m->steps != history_next(h, m))
		return;
	if (h->here + 1 < h->n) {
		close_interval(h, m);
		return;
	}
	add_point(h, m);
	close_interval(h, m);
	keep_budget(h);
	/* a step back, which is to be fast, then finds room for its notes */
	pool_reserve(&h->chunks, h->chunks.block / h->chunks.item / 2);
}

u64 history_next(const struct history *h, const struct machine *m)
{
	if (h->here + 1 < h->n)
		return h->point[h->here + 1].step;
	return h->point[h->here].step + h->interval;
}

/* Swaps the grains of a log with the machine's (or its head's): the log then leads
 * back. They lie all over a machine that no cache holds: so they are fetched
 * ahead. */
static void cross(struct history *h, u8 *machine, struct grains *g)
{
	u8 kept[GRAIN];

	for (struct chunk *c = g->first; c; c = c->next) {
		const struct chunk *ahead = c->next;

		for (u32 i = 0; ahead && i < ahead->n; i++)
			__builtin_prefetch(machine +
				(size_t)ahead->at[i] * GRAIN, 1);
		for (u32 i = 0; i < c->n; i++) {
			u8 *at = machine + (size_t)c->at[i] * GRAIN;

			h->stale[c->at[i] / 64] |= (u64)1 << c->at[i] % 64;
			memcpy(kept, at, GRAIN);
			memcpy(at, c->bytes[i], GRAIN);
			memcpy(c->bytes[i], kept, GRAIN);
		}
	}
}

static void cross_interval(struct history *h, struct machine *m, size_t i)
{
	cross(h, h->head, &h->point[i].head);
	cross(h, (u8 *)m, &h->point[i].body);
}

static size_t find(const struct history *h, u64 step)
{
	size_t low = 0, high = h->n;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (h->point[middle].step <= step)
			low = middle;
		else
			high = middle;
	}
	return low;
}

u64 history_before(const struct history *h, u64 step)
{
	return h->point[find(h, step)].step;
}

/* The other head is at one end of an interval, and now at the other one. */
static const struct machine *turn_head(const struct history *h, size_t i)
{
	for (const struct chunk *c = h->point[i].head.first; c; c = c->next)
		for (u32 k = 0; k < c->n; k++)
			memcpy(h->other_head + (size_t)c->at[k] * GRAIN,
				c->bytes[k], GRAIN);
	return (const struct machine *)(const void *)h->other_head;
}

u64 history_last(const struct history *h,
	bool (*has)(const struct machine *head, const void *user),
	const void *user)
{
	const struct machine *head =
		(const struct machine *)(const void *)h->head;
	size_t at = h->here;

	memcpy(h->other_head, head, h->head_size);
	if (!has(head, user)) {
		while (at > 0 && !has(turn_head(h, at - 1), user))
			at--;
		at -= at > 0;
	} else {
		while (at + 1 < h->n && has(turn_head(h, at), user))
			at++;
	}
	return h->point[at].step;
}

void history_restore(struct history *h, struct machine *m, u64 step)
{
	size_t to = find(h, step);

	cross(h, (u8 *)m, &h->since);
	clear_seen(h);
	grains_done(h, &h->since);
	for (; h->here > to; h->here--)
		cross_interval(h, m, h->here - 1);
	for (; h->here < to; h->here++)
		cross_interval(h, m, h->here);
	memcpy(m, h->head, h->head_size);
	m->log = &h->log;
}

void history_cut(struct history *h, u64 step)
{
	struct checkpoint *p;

	while (h->n - 1 > h->here && h->point[h->n - 1].step > step)
		free_point(h, &h->point[--h->n]);
	p = &h->point[h->n - 1];	/* the way on from here is another now */
	grains_done(h, &p->head);
	grains_done(h, &p->body);
}

/* The grains of one word of the bitmaps. */
static void copy_grains(const struct history *h, const struct machine *m,
	struct machine *copy, size_t word, u64 bits)
{
	size_t at = word * 64 * GRAIN;
	const u8 *from = (const u8 *)m + at;
	u8 *to = (u8 *)copy + at;

	for (; bits; bits &= bits - 1) {
		size_t i = (size_t)__builtin_ctzll(bits) * GRAIN;

		memcpy(to + i, from + i, GRAIN);
	}
}

void history_copy(struct history *h, const struct machine *m,
	struct machine *copy)
{
	memcpy(copy, m, h->head_size);
	for (size_t word = 0; word < (h->n_grains + 63) / 64; word++) {
		u64 bits = h->stale[word] | h->seen[word];

		h->stale[word] = 0;
		h->ever[word] |= bits;
		copy_grains(h, m, copy, word, bits);
	}
}

void history_copy_all(const struct history *h, const struct machine *m,
	struct machine *copy)
{
	memcpy(copy, m, h->head_size);
	for (size_t word = 0; word < (h->n_grains + 63) / 64; word++)
		copy_grains(h, m, copy, word, h->ever[word] |
			h->stale[word] | h->seen[word]);
}

size_t history_bytes(const struct history *h)
{
	return sizeof(*h) + bytes(h) + 2 * h->head_size +
		(h->n_grains + 63) / 64 * sizeof(*h->seen) * 3;
}

size_t history_least(const struct machine *m)
{
	size_t grains = (m->size + GRAIN - 1) / GRAIN;
	size_t chunks = grains / GRAINS + 3;

	/* a log, the notes since, and a block that is not full */
	return sizeof(struct history) + 8 * sizeof(struct checkpoint) +
		2 * m->head_size +
		3 * pool_block_bytes(chunks * (sizeof(struct chunk) + 8), 0) +
		3 * (grains / 8 + 8);
}
