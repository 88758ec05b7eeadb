/* SPDX-License-Identifier: GPL-3.0-or-later
 * The first difference of two runs the slow way: both full lists of lines.
 */
#ifndef TEST_TRACES_H
#define TEST_TRACES_H

#include "course.h"

struct record {
	u64 step, time_ns;
	u16 task, pc;
	u8 answer;
};

struct trace {
	struct record *at;
	size_t n;
};

static inline struct trace trace_of(const struct run *r)
{
	struct run *f = run_fork(r);
	struct trace t = { 0 };

	t.at = mem_alloc((last_step(r) + 1) * sizeof(*t.at));
	while (run_line(f)) {
		const struct event *e = &f->m->last;
		bool is_if = f->program.op[e->pc].op == OP_IF;

		t.at[t.n++] = (struct record){ run_step(f), f->m->horizon_ns,
			e->task, e->pc, is_if && e->answer };
	}
	run_free(f);
	return t;
}

/* The k-th line of a task, or NULL. */
static inline const struct record *kth(const struct trace *t, unsigned task, u64 k)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].task == task && !k--)
			return &t->at[i];
	return NULL;
}

static inline u64 earlier(const struct record *a, const struct record *b)
{
	u64 time = UINT64_MAX;

	if (a)
		time = a->time_ns;
	if (b && b->time_ns < time)
		time = b->time_ns;
	return time;
}

/* What difference_slice should find, behind `after` of d. False: nothing. */
static inline bool by_hand(const struct difference *d, const struct run *a,
	const struct run *b, unsigned *task, u64 *k,
	const struct record *found[2], struct trace t[2])
{
	u64 best = UINT64_MAX;

	t[0] = trace_of(a);
	t[1] = trace_of(b);
	for (unsigned i = 0; i < a->m->n_tasks; i++) {
		for (u64 j = 0;; j++) {
			const struct record *x = kth(&t[0], i, j);
			const struct record *y = kth(&t[1], i, j);

			if (!x && !y)
				break;
			if (x && y && x->pc == y->pc && x->answer == y->answer)
				continue;
			if (d->after && (earlier(x, y) < d->after_ns ||
				(earlier(x, y) == d->after_ns &&
				i <= d->after_task)))
				break;
			if (earlier(x, y) < best) {
				best = earlier(x, y);
				*task = i;
				*k = j;
				found[0] = x;
				found[1] = y;
			}
			break;
		}
	}
	return best != UINT64_MAX;
}

static inline void assert_side(const struct difference_side *s, const struct record *r)
{
	if (!r) {
		assert_int_equal(s->pc, NONE);
		return;
	}
	assert_int_equal(s->step, r->step);
	assert_int_equal(s->time_ns, r->time_ns);
	assert_int_equal(s->pc, r->pc);
	assert_int_equal(s->answer, r->answer);
}

/* A difference that has been found is the one found by hand. */
static inline void assert_by_hand(const struct difference *d,
	const struct run *a, const struct run *b)
{
	struct trace t[2];
	const struct record *found[2] = { NULL, NULL };
	unsigned task = 0;
	u64 k = 0;
	bool parts = by_hand(d, a, b, &task, &k, found, t);

	assert_int_equal(d->state, parts ? DIFFERENCE_FOUND : DIFFERENCE_NONE);
	if (parts) {
		assert_int_equal(d->task, task);
		assert_int_equal(d->k, k);
		assert_int_equal(d->time_ns, earlier(found[0], found[1]));
		assert_side(&d->side[0], found[0]);
		assert_side(&d->side[1], found[1]);
	}
	free(t[0].at);
	free(t[1].at);
}

#endif
