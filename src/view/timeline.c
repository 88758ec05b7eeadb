/* SPDX-License-Identifier: GPL-3.0-or-later
 * The timeline: where in the run one is, and what lies on the way.
 */
#include "view/views.h"

#include <string.h>

/* Kinds of marks, the more important last: it stays where two fall together.
 * To add one: a row here and in the legend. */
static const struct sign {
	char kind;
	const char *sign, *ascii;
} signs[] = {
	{'d', "┬", "+"},
	{'c', "│", "|"},
	{'m', "'", "'"},
	{'e', "◆", "%"},
	{'q', "?", "?"},
};
enum { N_SIGNS = sizeof(signs) / sizeof(*signs) };

const char *mark_sign(char kind, bool ascii)
{
	unsigned i = 0;

	while (i + 1 < N_SIGNS && signs[i].kind != kind)
		i++;
	return ascii ? signs[i].ascii : signs[i].sign;
}

static int place(const struct moment_variant *v, u64 step, int columns)
{
	u64 last = v->last_step > v->step ? v->last_step : v->step;

	if (!last)
		return 0;
	step = step < last ? step : last;
	for (; last >> 52; last >>= 1)	/* the product below must fit */
		step >>= 1;
	return (int)(step * (u64)(columns - 1) / last);
}

static void marks(struct canvas *c, const struct moment *m, int column,
	int columns)
{
	const struct moment_variant *v = &m->variant[m->shown];

	for (unsigned s = 0; s < N_SIGNS; s++)
		for (unsigned i = 0; i < m->n_marks; i++)
			if (m->marks[i].sign == signs[s].kind)
				canvas_put(c, 0, column +
					place(v, m->marks[i].step, columns),
					m->marks[i].passed ? STYLE_DIM
							   : STYLE_TIMELINE,
					c->ascii ? signs[s].ascii
						 : signs[s].sign);
}

/* "step 142 of 2,304"; "…" where the end is not known yet. */
static struct word step_word(const struct moment_variant *v, u64 step,
	bool long_form)
{
	const char *known = v->last_known ? "" : " so far";

	if (!long_form)
		return word_of("step %s", word_number((s64)step).s);
	return word_of("step %s of %s%s", word_number((s64)step).s,
		word_number((s64)v->last_step).s, known);
}

/* Where the ruler lies in a row of this width. */
struct ruler {
	struct word now;
	int column, columns;
};

static struct ruler ruler_of(const struct canvas *c, const struct moment *m,
	int width)
{
	const struct moment_variant *v = &m->variant[m->shown];
	bool words = width >= 60;
	struct ruler r = {step_word(v, v->step, words), 2, 0};
	int label;

	if (canvas_width(c, r.now.s) + 14 > width)
		r.now = step_word(v, v->step, words = false);
	label = canvas_width(c, step_word(v, v->last_step, words).s);
	if (label < canvas_width(c, r.now.s))
		label = canvas_width(c, r.now.s);
	r.columns = width - label - 5;
	return r;
}

s64 timeline_step(const struct canvas *c, const struct moment *m, int width,
	int column)
{
	const struct moment_variant *v = &m->variant[m->shown];
	struct ruler r = ruler_of(c, m, width);

	column -= r.column;
	if (column < 0 || column >= r.columns || r.columns < 3 ||
		moment_masked(m))
		return -1;
	return (s64)(v->last_step / (u64)(r.columns - 1) * (u64)column +
		v->last_step % (u64)(r.columns - 1) * (u64)column /
		(u64)(r.columns - 1));
}

void timeline_row(struct canvas *c, const struct moment *m)
{
	const struct moment_variant *v = &m->variant[m->shown];
	struct ruler r = ruler_of(c, m, c->box.columns);

	canvas_put_right(c, 0, c->box.columns - 1, STYLE_TIMELINE, r.now.s);
	if (r.columns < 3)
		return;
	canvas_put(c, 0, 1, STYLE_TIMELINE, "├");
	canvas_put(c, 0, r.column + r.columns, STYLE_TIMELINE, "┤");
	if (moment_masked(m)) {
		canvas_fill(c, 0, r.column, r.columns, STYLE_HIDDEN, 0xb7);
	} else {
		canvas_fill(c, 0, r.column, r.columns, STYLE_TIMELINE, 0x2500);
		marks(c, m, r.column, r.columns);
	}
	canvas_put(c, 0, r.column + place(v, v->step, r.columns), STYLE_POINT,
		c->ascii ? "O" : "●");
}
