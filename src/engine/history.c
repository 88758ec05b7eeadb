/* SPDX-License-Identifier: GPL-3.0-or-later
 * History: a chain of checkpoints with grain logs between them.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "engine/history.h"

struct grain {
	u32 at;			/* offset in grains from the body's start */
	u32 zero;
	u8 bytes[GRAIN];
};

struct grains {
	struct grain *grain;
	size_t n, size;
};

struct checkpoint {
	u64 step;
	u8 *head;
	struct grains next;	/* the way to the next checkpoint: values of the
				   end we are not on */
};

struct history {
	struct grain_log log;	/* first: the machine points at it */
	struct checkpoint *point;
	size_t n, size;
	size_t here;		/* we stand at or behind point[here] */
	struct grains since;	/* old values since point[here] */
	u64 *seen;		/* a bit per grain that is in `since` */
	u64 *stale;		/* and one that history_copy() has to copy, those
				   in `since` apart */
	u64 *ever;		/* and one that was copied before */
	size_t n_grains, body_at, head_size;
	u64 interval;
	size_t budget, bytes;	/* of checkpoints and their logs */
};

/* Makes room for exactly n. */
static void grains_room(struct grains *g, size_t n)
{
	g->grain = mem_resize(g->grain, n * sizeof(*g->grain));
	g->size = n;
}

static void grains_add(struct grains *g, u32 at, const u8 *bytes)
{
	if (g->n == g->size)
		grains_room(g, g->size ? g->size * 2 : 16);
	g->grain[g->n].at = at;
	g->grain[g->n].zero = 0;
	memcpy(g->grain[g->n].bytes, bytes, GRAIN);
	g->n++;
}

static void grains_done(struct grains *g)
{
	free(g->grain);
	*g = (struct grains){ 0 };
}

static void note_grain(struct history *h, const struct machine *m, size_t i)
{
	u64 bit = (u64)1 << i % 64;

	if (h->seen[i / 64] & bit)
		return;
	h->seen[i / 64] |= bit;
	grains_add(&h->since, (u32)i, (const u8 *)m + h->body_at + i * GRAIN);
}

static void note(struct grain_log *log, const struct machine *m,
	size_t offset, size_t bytes)
{
	struct history *h = (struct history *)log;
	size_t first = (offset - h->body_at) / GRAIN;
	size_t last = (offset - h->body_at + bytes - 1) / GRAIN;
	u64 both = (u64)1 << first % 64 | (u64)1 << last % 64;

	/* mostly two neighbours, noted already */
	if (last - first < 2 && first / 64 == last / 64 &&
		!(both & ~h->seen[first / 64]))
		return;
	for (size_t i = first; i <= last; i++)
		note_grain(h, m, i);
}

static void clear_seen(struct history *h)
{
	for (size_t i = 0; i < h->since.n; i++) {
		size_t word = h->since.grain[i].at / 64;

		h->stale[word] |= h->seen[word];
		h->seen[word] = 0;
	}
	h->since.n = 0;
}

static size_t point_bytes(const struct history *h, const struct checkpoint *p)
{
	return sizeof(*p) + h->head_size + p->next.size * sizeof(struct grain);
}

/* The table of checkpoints has room for more. */
static size_t spare_bytes(const struct history *h)
{
	return (h->size - h->n) * sizeof(*h->point);
}

static void add_point(struct history *h, const struct machine *m)
{
	struct checkpoint *p;

	if (h->n == h->size) {
		h->size += h->size / 8 + 2;
		h->point = mem_resize(h->point, h->size * sizeof(*h->point));
	}
	p = &h->point[h->n++];
	p->step = m->steps;
	p->head = mem_alloc(h->head_size);
	memcpy(p->head, m, h->head_size);
	p->next = (struct grains){ 0 };
	h->bytes += point_bytes(h, p);
}

struct history *history_new(struct machine *m, size_t budget, u64 interval)
{
	struct history *h = mem_alloc(sizeof(*h));

	h->log.note = note;
	h->budget = budget;
	h->interval = interval;
	h->head_size = m->head_size;
	h->body_at = m->head_size;
	h->n_grains = (m->size - m->head_size + GRAIN - 1) / GRAIN;
	h->seen = mem_alloc((h->n_grains + 63) / 64 * sizeof(*h->seen));
	h->stale = mem_alloc((h->n_grains + 63) / 64 * sizeof(*h->stale));
	h->ever = mem_alloc((h->n_grains + 63) / 64 * sizeof(*h->ever));
	add_point(h, m);
	m->log = &h->log;
	return h;
}

static void free_point(struct history *h, struct checkpoint *p)
{
	h->bytes -= point_bytes(h, p);
	free(p->head);
	grains_done(&p->next);
}

void history_free(struct history *h, struct machine *m)
{
	if (!h)
		return;
	if (m)
		m->log = NULL;
	for (size_t i = 0; i < h->n; i++)
		free_point(h, &h->point[i]);
	grains_done(&h->since);
	free(h->point);
	free(h->seen);
	free(h->stale);
	free(h->ever);
	free(h);
}

/* Makes the intervals at i and i + 1, both behind us, one: the older value of a
 * grain wins. Nothing is noted at that time, so `seen` is free for use. */
static void merge(struct history *h, size_t i)
{
	struct grains *a = &h->point[i].next, *b = &h->point[i + 1].next;
	size_t n = a->n, kept = 0;

	for (size_t k = 0; k < n; k++)
		h->seen[a->grain[k].at / 64] |= (u64)1 << a->grain[k].at % 64;
	for (size_t k = 0; k < b->n; k++)
		if (!(h->seen[b->grain[k].at / 64] >> b->grain[k].at % 64 & 1))
			b->grain[kept++] = b->grain[k];
	for (size_t k = 0; k < n; k++)
		h->seen[a->grain[k].at / 64] = 0;
	grains_room(a, n + kept);
	memcpy(a->grain + n, b->grain, kept * sizeof(*b->grain));
	a->n = n + kept;
	h->bytes += kept * sizeof(*b->grain);
	free_point(h, &h->point[i + 1]);
	memmove(&h->point[i + 1], &h->point[i + 2],
		(h->n - i - 2) * sizeof(*h->point));
	h->n--;
	h->here--;
}

/* Keeps the bytes in budget: merges the pair whose union is shortest in steps
 * for its age, so intervals grow with their distance from the present. */
static void keep_budget(struct history *h)
{
	while (h->bytes + spare_bytes(h) > h->budget && h->here >= 2) {
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
		merge(h, best);
	}
}

/* The interval we ran through ends here: what we noted is its log. */
static void close_interval(struct history *h)
{
	struct checkpoint *p = &h->point[h->here];

	h->bytes -= point_bytes(h, p);
	if (p->next.size != h->since.n)
		grains_room(&p->next, h->since.n);
	if (h->since.n)
		memcpy(p->next.grain, h->since.grain,
			h->since.n * sizeof(struct grain));
	p->next.n = h->since.n;
	h->bytes += point_bytes(h, p);
	clear_seen(h);
	h->here++;
}

void history_arrive(struct history *h, struct machine *m)
{
	if (m->steps != history_next(h, m))
		return;
	if (h->here + 1 < h->n) {
		close_interval(h);
		return;
	}
	add_point(h, m);
	close_interval(h);
	keep_budget(h);
}

u64 history_next(const struct history *h, const struct machine *m)
{
	if (h->here + 1 < h->n)
		return h->point[h->here + 1].step;
	return h->point[h->here].step + h->interval;
}

/* Swaps the grains of a log with the machine's: the log then leads back. They lie
 * all over a machine that no cache holds: so they are fetched ahead. */
static void cross(struct history *h, struct machine *m, struct grains *g)
{
	enum { AHEAD = 16 };
	u8 *body = (u8 *)m + h->body_at, kept[GRAIN];

	for (size_t i = 0; i < g->n; i++) {
		u32 grain = g->grain[i].at;
		u8 *at = body + (size_t)grain * GRAIN;

		if (i + AHEAD < g->n)
			__builtin_prefetch(body +
				(size_t)g->grain[i + AHEAD].at * GRAIN, 1);
		h->stale[grain / 64] |= (u64)1 << grain % 64;
		memcpy(kept, at, GRAIN);
		memcpy(at, g->grain[i].bytes, GRAIN);
		memcpy(g->grain[i].bytes, kept, GRAIN);
	}
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

u64 history_last(const struct history *h,
	bool (*has)(const struct machine *head, const void *user),
	const void *user)
{
	size_t low = 0, high = h->n;

	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (has((const struct machine *)(const void *)
			h->point[middle].head, user))
			low = middle;
		else
			high = middle;
	}
	return h->point[low].step;
}

void history_restore(struct history *h, struct machine *m, u64 step)
{
	size_t to = find(h, step);

	cross(h, m, &h->since);
	clear_seen(h);
	for (; h->here > to; h->here--)
		cross(h, m, &h->point[h->here - 1].next);
	for (; h->here < to; h->here++)
		cross(h, m, &h->point[h->here].next);
	memcpy(m, h->point[to].head, h->head_size);
	m->log = &h->log;
}

void history_cut(struct history *h, u64 step)
{
	struct checkpoint *p;

	while (h->n - 1 > h->here && h->point[h->n - 1].step > step)
		free_point(h, &h->point[--h->n]);
	p = &h->point[h->n - 1];	/* the way on from here is another now */
	h->bytes -= point_bytes(h, p);
	grains_done(&p->next);
	h->bytes += point_bytes(h, p);
}

/* The grains of one word of the bitmaps. */
static void copy_grains(const struct history *h, const struct machine *m,
	struct machine *copy, size_t word, u64 bits)
{
	size_t at = h->body_at + word * 64 * GRAIN;
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
	return sizeof(*h) + h->bytes + h->since.size * sizeof(struct grain) +
		(h->n_grains + 63) / 64 * sizeof(*h->seen) * 3 +
		spare_bytes(h);
}

size_t history_least(const struct machine *m)
{
	size_t grains = (m->size - m->head_size + GRAIN - 1) / GRAIN;

	/* notes grow by doubling */
	return sizeof(struct history) + 8 * sizeof(struct checkpoint) +
		2 * m->head_size + 3 * (grains + 16) * sizeof(struct grain) +
		3 * (grains / 8 + 8);
}
