/* SPDX-License-Identifier: GPL-3.0-or-later
 * After a move or an edit: what it answers, the cue, the question.
 */
#include "session/chart.h"
#include "session/inner.h"

static void note_seen(struct session *s)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];

		if (!v->run)
			continue;
		if (run_step(v->run) > v->last_step)
			v->last_step = run_step(v->run);
		if (run_ended(v->run)) {
			v->last_step = run_step(v->run);
			v->last_known = true;
		}
	}
}

const char *line_text(const struct program *p, unsigned pc)
{
	const char *text = program_line(p, pc)->text;

	while (*text == ' ')
		text++;
	return text;
}

void add_place_row(struct session *s)
{
	const struct run *r = shown_run(s);
	unsigned pc = run_pc(r, s->follow);
	struct row *row;

	if (pc == NONE) {
		row = rows_printf(&s->rows, ROW_PLACE, NULL,
			"CPU %u has nothing to run", s->follow);
	} else {
		row = rows_add(&s->rows, ROW_PLACE, procedure_at(
			r->program.op[pc].procedure)->name,
			line_text(&r->program, pc));
	}
	row->cpu = s->follow;
	row->step = run_step(r);
}

/* After a jump the status says how to return. */
static void tell_return(struct session *s)
{
	if (s->status.n)
		buf_puts(&s->status, "; '' goes back");
	else if (question_waits(s))
		say_status(s, "'' goes back to the question");
	else
		say_status(s, "'' goes back to where you were");
	s->jumping = false;
}

/* What is told stands before what has changed, from row `changes` on. */
static void story_first(struct session *s, size_t changes, size_t told)
{
	for (size_t i = told; i < s->rows.n; i++)
		if (s->rows.at[i].kind == ROW_SAY)
			rows_move(&s->rows, i, changes++);
}

void finish_command(struct session *s)
{
	struct run *r = shown_run(s);
	const struct event *e = &r->m->last;
	size_t changes, told;
	bool returned;

	s->pending = PENDING_NONE;
	note_seen(s);
	if (s->others.n)
		rows_add(&s->rows, ROW_OTHERS, NULL, buf_text(&s->others));
	if (e->cpu != NONE && !s->going_back && s->pending_cue < 0) {
		bool is_if = r->program.op[e->pc].op == OP_IF &&
			!question_hides(s);
		struct row *row = rows_printf(&s->rows, ROW_LINE, procedure_at(
			r->program.op[e->pc].procedure)->name, "%s%s",
			line_text(&r->program, e->pc),
			!is_if ? "" : e->answer ? ": yes" : ": no");

		row->cpu = e->cpu;
		row->step = run_step(r);
	}
	changes = s->rows.n;
	add_changes(s);
	told = s->rows.n;
	if (!s->refuting)
		predict_leave(s);
	returned = question_moved(s);
	if (s->pending_cue >= 0 && !returned)
		enter_cue(s, s->pending_cue);
	else if (!s->refuting && !returned)
		find_cue(s, !s->going_back);
	if (!s->refuting)
		predict_ask(s);
	s->landing = false;
	chart_seen(s);	/* unless a question hides it */
	mark_changes(s);
	s->pending_cue = -1;
	if (s->jumping)
		tell_return(s);
	add_place_row(s);
	rows_move_last(&s->rows, told++);	/* the question stands last */
	add_displays(s);
	for (unsigned i = 0; i < s->n_displays; i++)
		rows_move_last(&s->rows, told);
	story_first(s, changes, told);
}
