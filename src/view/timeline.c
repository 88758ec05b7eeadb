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

void timeline_row(struct canvas *c, const struct moment *m)
{
	const struct moment_variant *v = &m->variant[m->shown];
	bool words = c->box.columns >= 60;
	struct word now = step_word(v, v->step, words);
	int label, columns, column = 2;

	if (canvas_width(c, now.s) + 14 > c->box.columns)
		now = step_word(v, v->step, words = false);
	label = canvas_width(c, step_word(v, v->last_step, words).s);
	if (label < canvas_width(c, now.s))
		label = canvas_width(c, now.s);
	columns = c->box.columns - label - 5;
	canvas_put_right(c, 0, c->box.columns - 1, STYLE_TIMELINE, now.s);
	if (columns < 3)
		return;
	canvas_put(c, 0, 1, STYLE_TIMELINE, "├");
	canvas_put(c, 0, column + columns, STYLE_TIMELINE, "┤");
	if (moment_masked(m)) {
		canvas_fill(c, 0, column, columns, STYLE_HIDDEN, 0xb7);
	} else {
		canvas_fill(c, 0, column, columns, STYLE_TIMELINE, 0x2500);
		marks(c, m, column, columns);
	}
	canvas_put(c, 0, column + place(v, v->step, columns), STYLE_POINT,
		c->ascii ? "O" : "●");
}
