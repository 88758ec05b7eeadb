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
	size_t n_grains, body_at, head_size;
	size_t budget, bytes;
};

static void grains_add(struct grains *g, u32 at, const u8 *bytes)
{
	if (g->n == g->size) {
		g->size = g->size ? g->size * 2 : 16;
		g->grain = mem_resize(g->grain, g->size * sizeof(*g->grain));
	}
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

static void note(struct grain_log *log, const struct machine *m,
	size_t offset, size_t bytes)
{
	struct history *h = (struct history *)log;
	size_t first = (offset - h->body_at) / GRAIN;
	size_t last = (offset - h->body_at + bytes - 1) / GRAIN;

	for (size_t i = first; i <= last; i++) {
		u64 bit = (u64)1 << i % 64;

		if (h->seen[i / 64] & bit)
			continue;
		h->seen[i / 64] |= bit;
		grains_add(&h->since, (u32)i,
			(const u8 *)m + h->body_at + i * GRAIN);
	}
}

static void clear_seen(struct history *h)
{
	if (h->since.n * 8 < h->n_grains / 64)
		for (size_t i = 0; i < h->since.n; i++)
			h->seen[h->since.grain[i].at / 64] = 0;
	else
		memset(h->seen, 0, (h->n_grains + 63) / 64 * sizeof(*h->seen));
	h->since.n = 0;
}

static void add_point(struct history *h, const struct machine *m)
{
	struct checkpoint *p;

	if (h->n == h->size) {
		h->size = h->size ? h->size * 2 : 16;
		h->point = mem_resize(h->point, h->size * sizeof(*h->point));
	}
	p = &h->point[h->n++];
	p->step = m->steps;
	p->head = mem_alloc(h->head_size);
	memcpy(p->head, m, h->head_size);
	p->next = (struct grains){ 0 };
	h->bytes += h->head_size;
}

struct history *history_new(struct machine *m, size_t budget)
{
	struct history *h = mem_alloc(sizeof(*h));

	h->log.note = note;
	h->budget = budget;
	h->head_size = m->head_size;
	h->body_at = m->head_size;
	h->n_grains = (m->size - m->head_size + GRAIN - 1) / GRAIN;
	h->seen = mem_alloc((h->n_grains + 63) / 64 * sizeof(*h->seen));
	add_point(h, m);
	m->log = &h->log;
	return h;
}

static void free_point(struct history *h, struct checkpoint *p)
{
	h->bytes -= h->head_size + p->next.n * sizeof(struct grain);
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
	free(h);
}

/* Makes point[i] and point[i + 1], both behind us, one interval: the older
 * value of a grain wins. */
static void merge(struct history *h, size_t i)
{
	struct checkpoint *a = &h->point[i], *b = &h->point[i + 1];
	u64 *in_a = mem_alloc((h->n_grains + 63) / 64 * sizeof(*in_a));

	for (size_t k = 0; k < a->next.n; k++)
		in_a[a->next.grain[k].at / 64] |= (u64)1
			<< a->next.grain[k].at % 64;
	for (size_t k = 0; k < b->next.n; k++) {
		const struct grain *g = &b->next.grain[k];

		if (in_a[g->at / 64] >> g->at % 64 & 1)
			continue;
		grains_add(&a->next, g->at, g->bytes);
		h->bytes += sizeof(*g);
	}
	free(in_a);
	free_point(h, b);
	memmove(b, b + 1, (h->n - i - 2) * sizeof(*b));
	h->n--;
	h->here--;
}

/* Keeps the bytes in budget: merges the pair whose union is shortest in steps
 * for its age, so intervals grow with their distance from the present. */
static void keep_budget(struct history *h)
{
	while (h->bytes > h->budget && h->here >= 3) {
		size_t best = 1;
		u64 now = h->point[h->here].step, best_score = UINT64_MAX;

		for (size_t i = 1; i + 2 <= h->here; i++) {
			u64 length = h->point[i + 2].step - h->point[i].step;
			u64 age = now - h->point[i].step + 1;
			u64 score = length * 1024 / age;

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

	h->bytes -= p->next.n * sizeof(struct grain);
	p->next.n = 0;
	for (size_t i = 0; i < h->since.n; i++)
		grains_add(&p->next, h->since.grain[i].at,
			h->since.grain[i].bytes);
	h->bytes += p->next.n * sizeof(struct grain);
	clear_seen(h);
	h->here++;
}

void history_arrive(struct history *h, struct machine *m)
{
	if (h->here + 1 < h->n) {
		if (h->point[h->here + 1].step == m->steps)
			close_interval(h);
		return;
	}
	if (m->steps < h->point[h->here].step + HISTORY_INTERVAL)
		return;
	add_point(h, m);
	close_interval(h);
	keep_budget(h);
}

u64 history_next(const struct history *h, const struct machine *m)
{
	if (h->here + 1 < h->n)
		return h->point[h->here + 1].step;
	return h->point[h->here].step + HISTORY_INTERVAL;
}

/* Swaps the grains of a log with the machine's: the log then leads back. */
static void cross(struct history *h, struct machine *m, struct grains *g)
{
	u8 *body = (u8 *)m + h->body_at, kept[GRAIN];

	for (size_t i = 0; i < g->n; i++) {
		u8 *at = body + (size_t)g->grain[i].at * GRAIN;

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
	while (h->n - 1 > h->here && h->point[h->n - 1].step > step)
		free_point(h, &h->point[--h->n]);
	if (h->here == h->n - 1) {
		struct checkpoint *p = &h->point[h->here];

		h->bytes -= p->next.n * sizeof(struct grain);
		grains_done(&p->next);
	}
}

size_t history_bytes(const struct history *h)
{
	return h->bytes + h->since.size * sizeof(struct grain) +
		(h->n_grains + 63) / 8 + h->size * sizeof(*h->point);
}
