/* SPDX-License-Identifier: GPL-3.0-or-later
 * First difference of two runs: the run that is behind in model time goes on, and
 * lines that have met their partner are forgotten.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "engine/difference.h"

struct record {
	u64 step, time_ns;
	u16 pc;
	u8 answer;
};

/* Lines of one task that one run has and the other has not yet run. */
struct queue {
	struct record *at;
	size_t first, n, size;
	int side;		/* whose they are */
	u64 matched;		/* lines met so far */
	bool parted;		/* has a mismatch: what follows is of no interest */
};

struct difference_work {
	struct run *run[2];
	struct queue *queue;	/* per task */
	unsigned n_tasks;
	u64 best_ns;		/* of the mismatch found so far */
	unsigned open;		/* tasks below this have no line that could part
				   earlier */
};

void difference_begin(struct difference *d, const struct run *a,
	const struct run *b)
{
	difference_begin_with(d, run_fork(a), run_fork(b));
}

void difference_begin_with(struct difference *d, struct run *a, struct run *b)
{
	struct difference_work *w = mem_alloc(sizeof(*w));
	unsigned n = a->m->n_tasks > b->m->n_tasks ? a->m->n_tasks
						   : b->m->n_tasks;

	*d = (struct difference){ .state = DIFFERENCE_GOING, .work = w };
	w->run[0] = a;
	w->run[1] = b;
	w->n_tasks = n;
	w->queue = mem_alloc(n * sizeof(*w->queue));
	w->best_ns = UINT64_MAX;
}

static void push(struct queue *q, int side, struct record r)
{
	if (q->first + q->n == q->size && q->first > q->size / 2) {
		memmove(q->at, q->at + q->first, q->n * sizeof(*q->at));
		q->first = 0;
	} else if (q->first + q->n == q->size) {
		q->size = q->size ? q->size * 2 : 16;
		q->at = mem_resize(q->at, q->size * sizeof(*q->at));
	}
	q->side = side;
	q->at[q->first + q->n++] = r;
}

static struct difference_side side_of(const struct record *r)
{
	if (!r)
		return (struct difference_side){ .pc = NONE };
	return (struct difference_side){ r->step, r->time_ns, r->pc,
		r->answer };
}

/* `mine` of this side is not what the other side has; theirs may be NULL. */
static void mismatch(struct difference *d, unsigned task, int side,
	const struct record *mine, const struct record *theirs)
{
	struct difference_work *w = d->work;
	u64 time = mine->time_ns;

	w->queue[task].parted = true;
	if (theirs && theirs->time_ns < time)
		time = theirs->time_ns;
	if (d->after && (time < d->after_ns || (time == d->after_ns &&
		task <= d->after_task)))
		return;
	if (time > w->best_ns || (time == w->best_ns && task > d->task))
		return;
	w->best_ns = d->time_ns = time;
	d->task = task;
	d->k = w->queue[task].matched;
	d->side[side] = side_of(mine);
	d->side[!side] = side_of(theirs);
}

/* A line that `side` has just run meets the other side's k-th, or waits. */
static void meet(struct difference *d, int side)
{
	struct difference_work *w = d->work;
	const struct run *r = w->run[side];
	const struct event *e = &r->m->last;
	struct queue *q = &w->queue[e->task];
	bool is_if = r->program.op[e->pc].op == OP_IF;
	struct record mine = { run_step(r), r->m->horizon_ns, e->pc,
		is_if ? e->answer : 0 };
	const struct record *theirs;

	if (q->parted)
		return;
	if (!q->n || q->side == side) {
		push(q, side, mine);
		return;
	}
	theirs = &q->at[q->first++];
	if (theirs->pc != mine.pc || theirs->answer != mine.answer)
		mismatch(d, e->task, side, &mine, theirs);
	q->matched++;
	if (!--q->n)
		q->first = 0;
}

/* A task with a line that waits for its partner and would, as a mismatch, be the
 * first; n_tasks if there is none. Such a task does not come up again, since
 * lines start later and later. */
static unsigned still_open(struct difference *d)
{
	struct difference_work *w = d->work;

	for (; w->open < w->n_tasks; w->open++) {
		const struct queue *q = &w->queue[w->open];

		if (q->n && !q->parted &&
			q->at[q->first].time_ns <= w->best_ns)
			break;
	}
	return w->open;
}

/* Which run goes on; -1: neither. A run that ends leaves the other's waiting
 * lines without partners. */
static int next_side(struct difference *d)
{
	struct difference_work *w = d->work;
	bool over[2] = { run_ended(w->run[0]), run_ended(w->run[1]) };
	u64 time[2] = { w->run[0]->m->horizon_ns, w->run[1]->m->horizon_ns };
	unsigned task;

	if (time[0] <= w->best_ns && time[1] <= w->best_ns && !over[0] &&
		!over[1])
		return time[1] < time[0];
	for (int side = 0; side < 2; side++)
		if (!over[side] && time[side] <= w->best_ns)
			return side;
	task = still_open(d);
	while (task < w->n_tasks) {
		struct queue *q = &w->queue[task];

		if (!over[!q->side])
			return !q->side;
		mismatch(d, task, q->side, &q->at[q->first], NULL);
		task = still_open(d);
	}
	return -1;
}

enum difference_state difference_slice(struct difference *d, u64 lines)
{
	struct difference_work *w = d->work;

	while (d->state == DIFFERENCE_GOING && lines--) {
		int side = next_side(d);

		if (side < 0) {
			d->state = w->best_ns == UINT64_MAX ? DIFFERENCE_NONE
							    : DIFFERENCE_FOUND;
			break;
		}
		run_line(w->run[side]);
		meet(d, side);
	}
	return d->state;
}

void difference_done(struct difference *d)
{
	struct difference_work *w = d->work;

	if (!w)
		return;
	for (unsigned t = 0; t < w->n_tasks; t++)
		free(w->queue[t].at);
	free(w->queue);
	run_free(w->run[0]);
	run_free(w->run[1]);
	free(w);
	d->work = NULL;
}
