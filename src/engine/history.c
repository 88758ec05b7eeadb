/* SPDX-License-Identifier: GPL-3.0-or-later
 * History: a chain of checkpoints with deltas between them.
 *
 * The body tells what is written to it; the head does not, so at a checkpoint it
 * is compared with what it was at the one before.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "base/pool.h"
#include "engine/delta.h"
#include "engine/history.h"

/* What a history grows by, in bytes. (Huge pages are filled faster, but crossing
 * them all may then take 20 ms.) */
enum { BLOCK_MAX = 256 << 10 };

struct checkpoint {
	u64 step;
	struct delta way;	/* to the next one, and back */
};

struct history {
	struct grain_log log;	/* first: the machine points at it */
	struct checkpoint *point;
	size_t n, size;
	size_t here;		/* we stand at or behind point[here] */
	u8 *head;		/* as it was at point[here] */
	u8 *other_head;		/* at another, while one is looked for */
	/* grains of the body as they were at point[here], if noted since */
	u8 (*noted)[GRAIN];
	u32 n_noted, size_noted;
	u32 *place;		/* a noted grain's, in `noted` */
	u64 *seen;		/* a bit per noted grain, */
	u64 *some;		/* and one per word of them that is not 0 */
	u64 *stale;		/* and one per grain that history_copy() has to
				   copy, those noted apart */
	u64 *ever;		/* and one that was copied before */
	size_t n_grains, head_size;
	u64 interval;
	size_t budget;		/* of checkpoints and their deltas */
	struct pool chunks;
};

/* Words of a bitmap. */
static size_t words(size_t bits)
{
	return (bits + 63) / 64;
}

static void set_bit(u64 *map, size_t i)
{
	map[i / 64] |= (u64)1 << i % 64;
}

static void add_note(struct history *h, const struct machine *m, size_t grain)
{
	if (h->n_noted == h->size_noted) {
		size_t size = h->size_noted + h->size_noted / 2 + 64;

		h->size_noted = (u32)(size < h->n_grains ? size : h->n_grains);
		h->noted = mem_resize(h->noted,
			h->size_noted * sizeof(*h->noted));
	}
	set_bit(h->seen, grain);
	set_bit(h->some, grain / 64);
	h->place[grain] = h->n_noted;
	memcpy(h->noted[h->n_noted++], (const u8 *)m + grain * GRAIN, GRAIN);
}

/* Apart from note(), which is called for each line and mostly finds that nothing
 * is to be done: it then saves no registers. */
static __attribute__((noinline)) void note_grains(struct history *h,
	const struct machine *m, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++)
		if (!(h->seen[i / 64] >> i % 64 & 1))
			add_note(h, m, i);
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

/* Hands over each grain that is noted, in ascending order, and forgets them. */
static void forget_notes(struct history *h, struct machine *m,
	void (*f)(struct history *h, u8 *now, size_t grain))
{
	for (size_t i = 0; i < words(words(h->n_grains)); i++) {
		for (; h->some[i]; h->some[i] &= h->some[i] - 1) {
			size_t word = i * 64 +
				(size_t)__builtin_ctzll(h->some[i]);

			h->stale[word] |= h->seen[word];
			for (u64 *bits = &h->seen[word]; *bits;
				*bits &= *bits - 1) {
				size_t grain = word * 64 +
					(size_t)__builtin_ctzll(*bits);

				f(h, (u8 *)m + grain * GRAIN, grain);
			}
		}
	}
	h->n_noted = 0;
}

/* What the checkpoints and their deltas take. */
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
	h->place = mem_alloc(h->n_grains * sizeof(*h->place));
	h->seen = mem_alloc(words(h->n_grains) * sizeof(u64));
	h->some = mem_alloc(words(words(h->n_grains)) * sizeof(*h->some));
	h->stale = mem_alloc(words(h->n_grains) * sizeof(*h->stale));
	h->ever = mem_alloc(words(h->n_grains) * sizeof(*h->ever));
	h->head = mem_alloc(h->head_size);
	h->other_head = mem_alloc(h->head_size);
	memcpy(h->head, m, h->head_size);
	delta_pool(&h->chunks, block);
	add_point(h, m);
	m->log = &h->log;
	return h;
}

void history_free(struct history *h, struct machine *m)
{
	if (!h)
		return;
	if (m)
		m->log = NULL;
	for (size_t i = 0; i < h->n; i++)
		delta_done(&h->chunks, &h->point[i].way);
	pool_done(&h->chunks);
	free(h->point);
	free(h->head);
	free(h->other_head);
	free(h->noted);
	free(h->place);
	free(h->seen);
	free(h->some);
	free(h->stale);
	free(h->ever);
	free(h);
}

/* Makes the intervals at i and i + 1, both behind us, one. */
static void merge(struct history *h, size_t i)
{
	struct checkpoint *p = &h->point[i];

	delta_unite(&h->chunks, &p->way, &p[1].way);
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

/* What the head differs by from what it was; from here on it is what it is now. */
static void note_head(struct history *h, const u8 *now, struct delta *way)
{
	for (size_t at = 0; at < h->head_size; at += GRAIN) {
		if (!memcmp(h->head + at, now + at, GRAIN))
			continue;
		delta_add(&h->chunks, way, at / GRAIN, h->head + at, now + at);
		memcpy(h->head + at, now + at, GRAIN);
	}
}

static void note_way(struct history *h, u8 *now, size_t grain)
{
	delta_add(&h->chunks, &h->point[h->here].way, grain,
		h->noted[h->place[grain]], now);
}

static void no_way(struct history *h, u8 *now, size_t grain)
{
}

void history_arrive(struct history *h, struct machine *m)
{
	if (m->steps != history_next(h, m))
		return;
	if (h->here + 1 < h->n) {	/* we have been here before */
		memcpy(h->head, m, h->head_size);
		forget_notes(h, m, no_way);
		h->here++;
		return;
	}
	add_point(h, m);
	note_head(h, (const u8 *)m, &h->point[h->here].way);
	forget_notes(h, m, note_way);
	h->here++;
	keep_budget(h);
}

u64 history_next(const struct history *h, const struct machine *m)
{
	if (h->here + 1 < h->n)
		return h->point[h->here + 1].step;
	return h->point[h->here].step + h->interval;
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
	delta_cross(&h->point[i].way, h->other_head, h->head_size / GRAIN,
		NULL);
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

static void take_back(struct history *h, u8 *now, size_t grain)
{
	memcpy(now, h->noted[h->place[grain]], GRAIN);
}

void history_restore(struct history *h, struct machine *m, u64 step)
{
	size_t to = find(h, step);

	memcpy(m, h->head, h->head_size);
	forget_notes(h, m, take_back);
	while (h->here != to) {
		size_t way = h->here < to ? h->here++ : --h->here;

		if (h->here != to)
			delta_fetch(&h->point[way < to ? way + 1 : way - 1].way);
		delta_cross(&h->point[way].way, (u8 *)m, h->n_grains, h->stale);
	}
	memcpy(h->head, m, h->head_size);
	m->log = &h->log;
}

void history_cut(struct history *h, u64 step)
{
	while (h->n - 1 > h->here && h->point[h->n - 1].step > step)
		delta_done(&h->chunks, &h->point[--h->n].way);
	/* the way on from here is another now */
	delta_done(&h->chunks, &h->point[h->n - 1].way);
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
	for (size_t word = 0; word < words(h->n_grains); word++) {
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
	for (size_t word = 0; word < words(h->n_grains); word++)
		copy_grains(h, m, copy, word, h->ever[word] |
			h->stale[word] | h->seen[word]);
}

/* Besides checkpoints, deltas and notes. */
static size_t fixed_bytes(size_t grains, size_t head_size)
{
	return sizeof(struct history) + 2 * head_size +
		grains * sizeof(u32) +
		(3 * words(grains) + words(words(grains))) * sizeof(u64);
}

size_t history_bytes(const struct history *h)
{
	return fixed_bytes(h->n_grains, h->head_size) + bytes(h) +
		h->size_noted * sizeof(*h->noted);
}

size_t history_least(const struct machine *m)
{
	size_t grains = (m->size + GRAIN - 1) / GRAIN;

	/* two deltas that become one, and a block that is not full */
	return fixed_bytes(grains, m->head_size) + grains * GRAIN +
		8 * sizeof(struct checkpoint) +
		3 * pool_block_bytes(delta_bytes(grains), 0);
}
