/* SPDX-License-Identifier: GPL-3.0-or-later
 * A procedure as listed: the line that runs next, lines that only this variant
 * has or has not, and where the other CPUs stand.
 */
#include "view/views.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_COLUMN = 3, CONTEXT = 2 };

/* The frame that a CPU runs next; NULL if it runs nothing. */
static const struct frame *frame_on(const struct machine *m, unsigned cpu)
{
	if (cpu >= m->n_cpus || cpu_at(m, cpu)->current == NONE)
		return NULL;
	return task_frame(m, cpu_at(m, cpu)->current);
}

struct listing listing_of(const struct moment *m,
	const struct moment_variant *v)
{
	unsigned task = task_followed(m, v->now);
	const struct frame *f = task == NONE ? NULL
					     : task_frame(v->now, task);
	struct listing l = {.procedure = PROC_N};
	const struct op_code *last =
		&v->program->op[v->now->steps ? v->now->last.pc : 0];

	if (f)
		l.procedure = v->program->op[f->pc].procedure;
	else if (v->now->steps)
		l.procedure = last->procedure;
	if (m->list_procedure && procedure_find(m->list_procedure) < PROC_N)
		l.procedure = (u16)procedure_find(m->list_procedure);
	if (f && v->program->op[f->pc].procedure == l.procedure)
		l.now = v->program->op[f->pc].row;
	if (v->now->steps && (!f || v->now->last.cpu == m->follow) &&
		last->procedure == l.procedure)
		l.done = last->row;
	if (m->find && m->list_procedure)
		l.found = (u16)m->find_row;
	return l;
}

const struct moment_variant *listing_other(const struct moment *m,
	const struct moment_variant *v)
{
	unsigned other = v == &m->variant[0] ? 1 : 0;

	return other < m->n_variants && m->variant[other].program
		? &m->variant[other] : NULL;
}

/* ' ' in both variants, '+' only here, '-' only there, 0 in none. */
static char sign_of(const struct line *l, const struct moment_variant *v,
	const struct moment_variant *other)
{
	bool here = line_in(l, v->program->features);
	bool there = other && line_in(l, other->program->features);

	if (here)
		return !other || there ? ' ' : '+';
	return there ? '-' : 0;
}

bool listing_differs(const struct moment *m, const struct moment_variant *v)
{
	unsigned id = listing_of(m, v).procedure;

	for (unsigned row = 1; id < PROC_N && row < procedure_at(id)->n_lines;
		row++) {
		char sign = sign_of(&procedure_at(id)->lines[row], v,
			listing_other(m, v));

		if (sign == '+' || sign == '-')
			return true;
	}
	return false;
}

int listing_lines(const struct moment *m, const struct moment_variant *v)
{
	unsigned id = listing_of(m, v).procedure;
	int n = 0;

	if (id == PROC_N)
		return 1;
	for (unsigned row = 1; row < procedure_at(id)->n_lines; row++)
		n += sign_of(&procedure_at(id)->lines[row], v,
			listing_other(m, v)) != 0;
	return n;
}

/* The other CPUs that stand on this line: "CPU 3", "CPUs 1 5", "12 CPUs". */
static struct word cpus_on(const struct pen *p, unsigned pc, int room)
{
	struct word all = {""}, few;
	unsigned n = 0;
	size_t used = 0;

	for (unsigned cpu = 0; cpu < p->v->now->n_cpus; cpu++) {
		const struct frame *f = frame_on(p->v->now, cpu);

		if (!f || f->pc != pc || cpu == p->m->follow)
			continue;
		n++;
		if (used < sizeof(all.s))
			used += (size_t)snprintf(all.s + used,
				sizeof(all.s) - used, " %u", cpu);
	}
	if (!n)
		return all;
	few = word_of("%s%s", n == 1 ? "CPU" : "CPUs", all.s);
	if (used < sizeof(all.s) - 8 && pen_width(p, few.s) <= room)
		return few;
	few = word_of("%u %s", n, n == 1 ? "CPU" : "CPUs");
	return pen_width(p, few.s) <= room ? few : word_of("%u", n);
}

static enum style line_style(const struct listing *l, unsigned row, char sign)
{
	if (row == l->now)
		return STYLE_LINE_NOW;
	if (row == l->done)
		return STYLE_LINE_DONE;
	return sign == '+' ? STYLE_DIFF : sign == '-' ? STYLE_DIM : STYLE_LINE;
}

static bool pointed(const struct pen *p, const struct procedure *proc,
	const struct line *line)
{
	struct word here = word_of("%s:%s", proc->name, line->id ? line->id : "");

	return p->m->point && line->id && !strcmp(p->m->point, here.s);
}

/* The line found, the next one, or the last one. */
static unsigned focus_of(const struct listing *l)
{
	return l->found ? l->found : l->now ? l->now : l->done;
}

static void draw_line(struct pen *p, const struct listing *l, unsigned row,
	char sign)
{
	const struct procedure *proc = procedure_at(l->procedure);
	const struct line *line = &proc->lines[row];
	bool point = pointed(p, proc, line);
	enum style s = point ? STYLE_POINT : line_style(l, row, sign);
	struct word cpus = {""};
	int end;

	if (sign != '-')
		cpus = cpus_on(p, p->v->program->start[l->procedure] + row,
			p->columns - TEXT_COLUMN - 1 -
				pen_width(p, line->text));
	end = p->columns - pen_width(p, cpus.s) - (cpus.s[0] != '\0');
	if (sign != ' ')
		pen_put(p, 0, s, sign == '+' ? "+" : "−");
	if (row == l->now)
		pen_put(p, 1, s, ">");
	else if (row == l->done)
		pen_put(p, 1, s, ".");
	if (point)
		pen_point(p, 2);
	pen_cut(p, TEXT_COLUMN, end - TEXT_COLUMN, s, line->text);
	if (row == focus_of(l)) {
		pen_focus(p, TEXT_COLUMN);
		p->keep_from = p->row > CONTEXT ? p->row - CONTEXT : 0;
		p->keep_to = p->row + CONTEXT;
	}
	pen_right(p, p->columns, STYLE_WAIT, cpus.s);
	pen_next(p);
}

void listing_view(struct pen *p)
{
	const struct moment_variant *other = listing_other(p->m, p->v);
	struct listing l = listing_of(p->m, p->v);

	if (l.procedure == PROC_N) {
		pen_focus(p, 1);
		pen_wrap(p, 1, STYLE_DIM,
			word_of("CPU %u has nothing to run.", p->m->follow).s);
		return;
	}
	pen_focus(p, TEXT_COLUMN);	/* the first, where it is none of these */
	for (unsigned row = 1; row < procedure_at(l.procedure)->n_lines;
		row++) {
		char sign = sign_of(&procedure_at(l.procedure)->lines[row],
			p->v, other);

		if (sign)
			draw_line(p, &l, row, sign);
	}
	if (p->keep_to >= p->row)
		p->keep_to = p->row - 1;
	p->by_halves = true;
}
