/* SPDX-License-Identifier: GPL-3.0-or-later
 * Comparing variants: to where they part.
 */
#include "model/names.h"
#include "model/task.h"
#include "session/inner.h"

bool begin_difference(struct session *s, struct err *e)
{
	unsigned other = s->shown ? 0 : 1;

	if (s->question.open && !s->question.revealed)
		return err_set(e, ERR_USAGE, "answer the question first");
	if (s->n_variants < 2 || !s->variant[other].run)
		return err_set(e, ERR_USAGE, "there is only one variant here");
	s->pending_variant = other;
	remember_before(s);
	difference_begin(&s->difference, shown_run(s), s->variant[other].run);
	s->pending = PENDING_DIFFERENCE;
	return true;
}

/* What the variants were given from the start, where it differs: rows, and the
 * first of them as words for the status. */
static void list_given(struct session *s, unsigned a, unsigned b,
	struct buf *words)
{
	struct run *x = run_fork(s->variant[a].run);
	struct run *y = run_fork(s->variant[b].run);

	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);
		s64 in_a = n->get(x->m, 0), in_b = n->get(y->m, 0);
		struct buf plain = { 0 };

		if (n->count || !n->set || in_a == in_b)
			continue;
		buf_printf(&plain, "%s ", n->pattern);
		expr_format(n->kind, in_a, false, &plain);
		buf_printf(&plain, " in %s, ", s->scene->variant[a].name);
		expr_format(n->kind, in_b, false, &plain);
		buf_printf(&plain, " in %s", s->scene->variant[b].name);
		rows_add(&s->rows, ROW_TABLE, "given", buf_text(&plain));
		buf_done(&plain);
		if (words->n)
			continue;
		buf_printf(words, "%s ", n->pattern);
		expr_format(n->kind, in_a, true, words);
		buf_puts(words, " against ");
		expr_format(n->kind, in_b, true, words);
	}
	run_free(x);
	run_free(y);
}

void end_difference(struct session *s)
{
	struct difference *d = &s->difference;
	unsigned other = s->pending_variant;
	u64 steps[VARIANTS_MAX] = { 0 };
	struct buf given = { 0 };

	list_given(s, s->shown, other, &given);
	if (d->state == DIFFERENCE_NONE) {
		say_status(s, "all lines and answers are the same%s%s",
			given.n ? "; " : "", buf_text(&given));
		buf_done(&given);
		s->pending = PENDING_NONE;
		difference_done(d);
		return;
	}
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			steps[i] = run_step(s->variant[i].run);
	for (int i = 0; i < 2; i++) {
		unsigned v = i ? other : s->shown;

		if (d->side[i].pc != NONE)
			steps[v] = d->side[i].step - 1;
	}
	s->follow = task_at(shown_run(s)->m, d->task)->cpu;
	say_status(s, "CPU %u parts here%s%s", s->follow, given.n ? ": " : "",
		buf_text(&given));
	buf_done(&given);
	difference_done(d);
	begin_steps(s, steps);
}
