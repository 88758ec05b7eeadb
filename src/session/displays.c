/* SPDX-License-Identifier: GPL-3.0-or-later
 * Displays: expressions that are shown after each stop.
 */
#include <stdlib.h>
#include <string.h>
#include "session/inner.h"

enum { DISPLAYS_MAX = 16 };

static struct row *add_row(struct session *s, const struct display *d)
{
	struct scope scope = session_scope(s);
	struct row *row = rows_add(&s->rows, ROW_DISPLAY, expr_text(d->expr),
		NULL);
	struct err e;

	row->number = d->number;
	row->unit = expr_kind(d->expr);
	if (question_hides(s) || !expr_eval(d->expr, &scope, &row->value, &e))
		row->text = mem_strdup("?");
	return row;
}

void add_displays(struct session *s)
{
	for (unsigned i = 0; i < s->n_displays; i++)
		add_row(s, &s->displays[i]);
}

void info_displays(struct session *s)
{
	add_displays(s);
	if (!s->n_displays)
		rows_add(&s->rows, ROW_NOTE, NULL, "no displays");
}

static bool add(struct session *s, const struct command *c, struct err *e)
{
	struct scope scope = session_scope(s);
	struct display d;
	struct err why;
	bool constant;
	s64 value;

	if (s->n_displays == DISPLAYS_MAX)
		return err_set(e, ERR_RANGE, "there are %d displays already",
			DISPLAYS_MAX);
	if (!makes_sense(s, c->expr, &constant, e))
		return false;
	d.expr = expr_compile(expr_text(c->expr), &scope, e);
	if (!d.expr)
		return false;
	d.number = ++s->display_number;
	s->displays = mem_resize(s->displays,
		(s->n_displays + 1) * sizeof(d));
	s->displays[s->n_displays++] = d;
	add_row(s, &d);
	if (!question_hides(s) && !expr_eval(d.expr, &scope, &value, &why))
		rows_printf(&s->rows, ROW_NOTE, NULL, "not now: %s", why.text);
	return true;
}

void displays_done(struct session *s)
{
	for (unsigned i = 0; i < s->n_displays; i++)
		expr_free(s->displays[i].expr);
	free(s->displays);
	s->displays = NULL;
	s->n_displays = 0;
}

static bool take_away(struct session *s, const struct command *c,
	struct err *e)
{
	unsigned i = 0;

	if (!c->given) {
		displays_done(s);
		say_status(s, "all displays are gone");
		return true;
	}
	while (i < s->n_displays && s->displays[i].number !=
		(unsigned)c->count)
		i++;
	if (i == s->n_displays)
		return err_set(e, ERR_USAGE, "there is no display %lld; `info display` lists them",
			(long long)c->count);
	expr_free(s->displays[i].expr);
	memmove(&s->displays[i], &s->displays[i + 1],
		(s->n_displays - i - 1) * sizeof(*s->displays));
	s->n_displays--;
	say_status(s, "display %lld is gone", (long long)c->count);
	return true;
}

bool handle_display(struct session *s, const struct command *c, struct err *e)
{
	if (c->id == CMD_UNDISPLAY)
		return take_away(s, c, e);
	if (c->given)
		return add(s, c, e);
	info_displays(s);
	return true;
}
