/* SPDX-License-Identifier: GPL-3.0-or-later
 * Searching the program: the next or last line before that has a text.
 */
#include <stdio.h>
#include <string.h>
#include "model/task.h"
#include "session/inner.h"

struct spot {
	unsigned procedure, row;
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

bool has_text(const char *text, const char *wanted)
{
	for (; *text; text++) {
		size_t n = 0;

		while (wanted[n] && lower(text[n]) == lower(wanted[n]))
			n++;
		if (!wanted[n])
			return true;
	}
	return false;
}

/* A line that some variant has; a procedure's name counts for its first one. */
static bool fits(const struct session *s, struct spot at)
{
	const struct procedure *p = procedure_at(at.procedure);
	const struct line *line = &p->lines[at.row];

	if (!has_text(line->text, s->ui.find) &&
		(at.row > 1 || !has_text(p->name, s->ui.find)))
		return false;
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run &&
			line_in(line, s->variant[i].run->program.features))
			return true;
	return false;
}

/* To the neighbouring line, round the end. */
static void move(struct spot *at, bool back)
{
	if (!back && ++at->row >= procedure_at(at->procedure)->n_lines) {
		at->procedure = (at->procedure + 1) % PROC_N;
		at->row = 1;
	} else if (back && --at->row == 0) {
		at->procedure = (at->procedure + PROC_N - 1) % PROC_N;
		at->row = procedure_at(at->procedure)->n_lines - 1u;
	}
}

/* A new search begins with the program that is being run. */
static struct spot from_here(struct session *s)
{
	unsigned pc = run_pc(shown_run(s), s->follow);
	struct spot at = { 0, 1 };

	if (pc != NONE)
		at.procedure = shown_run(s)->program.op[pc].procedure;
	return at;
}

static void show(struct session *s, struct spot at)
{
	const struct procedure *p = procedure_at(at.procedure);
	struct ui *ui = &s->ui;

	if (!ui->find_row)
		ui->find_pane = ui->pane;
	ui->find_row = at.row;
	ui->pane = PANE_CODE;
	ui->overlay = OVERLAY_NONE;
	ui->scroll[PANE_CODE] = 0;
	snprintf(ui->list_procedure, sizeof(ui->list_procedure), "%s", p->name);
	rows_add(&s->rows, ROW_TABLE, p->name, p->lines[at.row].text +
		strspn(p->lines[at.row].text, " "));
	say_status(s, "found in %s%s", p->name,
			s->options.on_screen ? "; Esc goes back" : "");
}

/* Marks a procedure and all that are called from it. */
static void mark_called(bool *in, unsigned procedure)
{
	const struct procedure *p = procedure_at(procedure);

	if (in[procedure])
		return;
	in[procedure] = true;
	for (unsigned row = 1; row < p->n_lines; row++)
		if (p->lines[row].op == OP_CALL)
			mark_called(in, p->lines[row].callee);
}

/* The program of this scene: what its tasks are in, and what that calls. */
static void mark_program(struct session *s, bool *in)
{
	const struct run *r = shown_run(s);

	for (unsigned t = 0; t < r->m->n_tasks; t++)
		for (unsigned d = 0; d < task_at(r->m, t)->depth; d++)
			mark_called(in, r->program.op[frames_of(r->m, t)[d].pc]
				.procedure);
}

/* The first fitting line from `at` on, of this scene's program or of all. */
static bool look(struct session *s, struct spot at, bool back, bool own)
{
	struct spot first = at;
	bool in[PROC_N] = { false };

	if (own)
		mark_program(s, in);
	do {
		if ((!own || in[at.procedure]) && fits(s, at)) {
			show(s, at);
			return true;
		}
		move(&at, back);
	} while (at.procedure != first.procedure || at.row != first.row);
	return false;
}

bool search(struct session *s, const struct command *c, struct err *e)
{
	bool back = c->id == CMD_REVERSE_FIND;
	struct ui *ui = &s->ui;
	struct spot at = from_here(s);
	char before[sizeof(ui->find)];

	if (!c->given && !ui->find[0])
		return err_set(e, ERR_USAGE, "find what?");
	memcpy(before, ui->find, sizeof(before));
	if (c->given)
		snprintf(ui->find, sizeof(ui->find), "%.60s", c->text);
	if (ui->find_row && !strcmp(before, ui->find) &&
		procedure_find(ui->list_procedure) < PROC_N) {
		at.procedure = procedure_find(ui->list_procedure);
		at.row = ui->find_row;
		move(&at, back);
	} else if (back) {
		move(&at, true);
	}
	if (look(s, at, back, true) || look(s, at, back, false))
		return true;
	err_set(e, ERR_USAGE, "\"%s\" is in no line", ui->find);
	memcpy(ui->find, before, sizeof(before));
	return false;
}

void search_end(struct session *s)
{
	s->ui.pane = s->ui.find_row ? s->ui.find_pane : s->ui.pane;
	s->ui.find[0] = s->ui.list_procedure[0] = 0;
	s->ui.find_row = 0;
}
