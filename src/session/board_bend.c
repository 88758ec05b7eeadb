/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board's --sensitivity: the same figures with one cost 20 % less and
 * 20 % more.
 *
 * All times are counted in fifths of a nanosecond here: then a fifth of any cost
 * is a whole number, and a figure that is a ratio of times stays what it is.
 */
#include "session/board.h"
#include "session/board_inner.h"

enum { FIFTHS = 5 };

static const char *const names[BEND_N] = {
#define X(id, word) [COST_##id] = word,
	COST_LIST(X)
#undef X
	[BEND_TRANSFER] = "transfer_ns", [BEND_ITERATION] = "iteration_ns",
	[BEND_SEED] = "seed",
};

const char *bend_name(unsigned bend)
{
	return names[bend];
}

/* Where the times of a bend stand, and how many they are. */
static unsigned times_of(struct setup *s, unsigned bend, u32 *(*at)[5])
{
	unsigned n = 0;

	if (bend < COST_N) {
		(*at)[n++] = &s->cost_ns[bend];
	} else if (bend == BEND_ITERATION) {
		(*at)[n++] = &s->iteration_ns;
	} else if (bend == BEND_TRANSFER) {
		(*at)[n++] = &s->topology.mean_ns;
		for (int i = 0; i < 4; i++)
			(*at)[n++] = &s->topology.level_ns[i];
	}
	return n;
}

/* Times × number ÷ by, which leaves no rest. */
static void multiply(struct setup *s, unsigned bend, u32 number, u32 by)
{
	u32 *at[5];
	unsigned n = times_of(s, bend, &at);

	for (unsigned i = 0; i < n; i++)
		*at[i] = *at[i] / by * number;
}

void bend_scale(struct setup *s)
{
	for (unsigned bend = 0; bend < BEND_N; bend++)
		multiply(s, bend, FIFTHS, 1);
	s->value[PARAM_START_JITTER_US] *= FIFTHS;
}

bool board_shortened(struct board *b, const struct scene *const *scenes,
	unsigned n, struct err *e)
{
	bool good = true;

	*b = (struct board){ .counting = true };
	for (unsigned i = 0; good && i < n; i++)
		for (unsigned k = 0; good && k < scenes[i]->n_figures; k++) {
			unsigned reading;

			good = board_add_figure(b, scenes[i],
				&scenes[i]->figures[k], &scenes[i]->shortened,
				&reading, e);
		}
	if (good)
		board_jobs(b, 0);
	else
		board_free(b);
	return good;
}

/* Whether no line has this cost: it is paid where lines don't show it, as a
 * switch is. */
static bool is_hidden(unsigned cost)
{
	for (unsigned i = 0; i < PROC_N; i++) {
		const struct procedure *p = procedure_at(i);

		for (unsigned row = 1; row < p->n_lines; row++)
			if (p->lines[row].cost == cost)
				return false;
	}
	return true;
}

/* Whether a run may have paid it; a machine's iteration time replaces what mmap and
 * munmap cost besides their lines. */
static bool is_paid(struct board_point *p, unsigned bend)
{
	u32 *at[5], sum = 0;

	if (bend == BEND_SEED)
		return true;
	for (unsigned i = times_of(&p->setup, bend, &at); i-- > 0;)
		sum |= *at[i];
	if (!sum)
		return false;
	if (p->setup.iteration_ns && (bend == COST_MMAP_REST ||
		bend == COST_MUNMAP_REST))
		return false;
	if (bend == BEND_ITERATION)
		return p->setup.iteration_ns && p->used[COST_MMAP_REST];
	return p->used[bend] || (bend < COST_N && is_hidden(bend));
}

bool board_effect_shown(const struct board *b, const struct board_effect *x)
{
	const struct board_reading *was =
		&b->readings[b->figures[x->figure].reading];
	s64 less, more;

	return x->bend >= COST_N || b->points[was->point]->used[x->bend] ||
		!board_effect_thousandths(b, x, false, &less) ||
		!board_effect_thousandths(b, x, true, &more) || less || more;
}

/* The figure once more, with one cost at so many fifths, or another seed. */
static unsigned bent_reading(struct board *b, unsigned figure, unsigned bend,
	bool more)
{
	struct board_reading like = b->readings[b->figures[figure].reading];
	struct setup setup = b->points[like.point]->setup;

	if (bend == BEND_SEED)
		setup.seed = more ? 3 : 2;
	multiply(&setup, bend, more ? FIFTHS + 1 : FIFTHS - 1, FIFTHS);
	return board_reading(b, board_point(b, b->figures[figure].scene,
		&setup), like.expr, like.shown);
}

void board_bend(struct board *b)
{
	unsigned from = b->n_points;

	for (unsigned i = 0; i < b->n_figures; i++) {
		unsigned point = b->readings[b->figures[i].reading].point;

		for (unsigned bend = 0; bend < BEND_N; bend++) {
			if (!is_paid(b->points[point], bend))
				continue;
			b->effects = mem_resize(b->effects,
				(b->n_effects + 1) * sizeof(*b->effects));
			b->effects[b->n_effects++] = (struct board_effect){
				.figure = i, .bend = bend,
				.less = bent_reading(b, i, bend, false),
				.more = bent_reading(b, i, bend, true) };
		}
	}
	b->counting = false;
	board_jobs(b, from);
}

bool board_effect_thousandths(const struct board *b,
	const struct board_effect *x, bool more, s64 *out)
{
	const struct board_reading *was =
		&b->readings[b->figures[x->figure].reading];
	const struct board_reading *is =
		&b->readings[more ? x->more : x->less];

	if (!was->known || !is->known || !was->value)
		return false;
	*out = (s64)(1000.0 * (double)(is->value - was->value) /
		(double)(was->value < 0 ? -was->value : was->value));
	return true;
}
