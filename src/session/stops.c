/* SPDX-License-Identifier: GPL-3.0-or-later
 * Breakpoints and watchpoints of a session.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "session/inner.h"

enum { STOPS_MAX = MOVE_STOPS - 1 };

static void stop_free(struct breakpoint *b)
{
	expr_free(b->expr);
}

void stops_done(struct session *s)
{
	for (unsigned i = 0; i < s->n_stops; i++)
		stop_free(&s->stops[i]);
	free(s->stops);
	s->stops = NULL;
	s->n_stops = 0;
}

static bool describe(struct breakpoint *b, const struct command *c)
{
	const struct procedure *p;

	if (c->id == CMD_WATCH) {
		char name[96];

		name_write(c->name.id, c->name.index, name);
		snprintf(b->text, sizeof(b->text), "%.90s", name);
		return true;
	}
	if (c->procedure == NONE) {
		snprintf(b->text, sizeof(b->text), "%s", expr_text(c->expr));
		return true;
	}
	p = procedure_at(c->procedure);
	if (c->row)
		snprintf(b->text, sizeof(b->text), "%s:%s", p->name,
			p->lines[c->row].id);
	else
		snprintf(b->text, sizeof(b->text), "%s", p->name);
	return true;
}

/* One variant's run alone can be stopped by it. */
static bool is_of_one_run(const struct expr *x, const struct scope *scope,
	struct err *e)
{
	for (unsigned i = 0; i < scope->n_variants; i++)
		if (!expr_reads_other(x, i))
			return true;
	return err_set(e, ERR_USAGE,
		"a breakpoint stops one variant, so it can't read two");
}

static bool add_stop(struct session *s, const struct command *c,
	struct err *e)
{
	struct scope scope = session_scope(s);
	struct breakpoint b = { .once = c->id == CMD_TBREAK };

	if (s->n_stops == STOPS_MAX)
		return err_set(e, ERR_RANGE, "there are %d breakpoints already",
			STOPS_MAX);
	b.stop = (struct stop){ .cpu = NONE, .procedure = c->procedure,
		.row = c->row, .name = c->name };
	if (c->id == CMD_WATCH) {
		b.stop.kind = STOP_CHANGE;
	} else if (c->procedure != NONE) {
		b.stop.kind = STOP_PLACE;
	} else {
		b.stop.kind = STOP_EXPR;
		b.expr = expr_compile(expr_text(c->expr), &scope, e);
		if (!b.expr)
			return false;
		if (!is_of_one_run(b.expr, &scope, e)) {
			expr_free(b.expr);
			return false;
		}
		b.stop.expr = b.expr;
	}
	describe(&b, c);
	b.number = ++s->stop_number;
	s->stops = mem_resize(s->stops, (s->n_stops + 1) * sizeof(b));
	s->stops[s->n_stops++] = b;
	say_status(s, "%s %u: %s", c->id == CMD_WATCH ? "watchpoint"
		: "breakpoint", b.number, b.text);
	return true;
}

static void remove_at(struct session *s, unsigned i)
{
	stop_free(&s->stops[i]);
	memmove(&s->stops[i], &s->stops[i + 1],
		(s->n_stops - i - 1) * sizeof(*s->stops));
	s->n_stops--;
}

bool handle_stop(struct session *s, const struct command *c, struct err *e)
{
	if (c->id != CMD_DELETE)
		return add_stop(s, c, e);
	if (!c->given) {
		stops_done(s);
		say_status(s, "all breakpoints are gone");
		return true;
	}
	for (unsigned i = 0; i < s->n_stops; i++) {
		if (s->stops[i].number != (unsigned)c->count)
			continue;
		remove_at(s, i);
		say_status(s, "breakpoint %lld is gone", (long long)c->count);
		return true;
	}
	return err_set(e, ERR_USAGE, "there is no breakpoint %lld; `info stops` lists them",
		(long long)c->count);
}

void add_breakpoints(struct session *s, struct move *v)
{
	for (unsigned i = 0; i < s->n_stops; i++) {
		if (!stop_is_own(&s->stops[i].stop, &v->scope))
			continue;
		v->stop[v->n_stops] = s->stops[i].stop;
		v->stop[v->n_stops++].cpu = NONE;
	}
}

void report_stop(struct session *s, const struct move *v)
{
	const struct stop *hit = &v->stop[v->which];

	for (unsigned i = 0; i < s->n_stops; i++) {
		struct breakpoint *b = &s->stops[i];
		struct row *row;

		if (b->stop.kind != hit->kind || b->stop.expr != hit->expr ||
			b->stop.procedure != hit->procedure ||
			b->stop.row != hit->row ||
			memcmp(&b->stop.name, &hit->name, sizeof(hit->name)))
			continue;
		row = rows_printf(&s->rows, ROW_STOP, NULL, "%s %u: %s",
			b->stop.kind == STOP_CHANGE ? "watchpoint"
						    : "breakpoint",
			b->number, b->text);
		row->number = b->number;
		buf_clear(&s->status);
		buf_puts(&s->status, row->text);
		if (shown_run(s)->m->last.cpu != NONE &&
			hit->kind == STOP_PLACE)
			s->follow = shown_run(s)->m->last.cpu;
		if (b->once)
			remove_at(s, i);
		return;
	}
}
