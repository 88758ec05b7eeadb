/* SPDX-License-Identifier: GPL-3.0-or-later
 * Breakpoints and watchpoints of a session.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "session/inner.h"

enum { STOPS_MAX = MOVE_STOPS - 3 };

static void stop_free(struct breakpoint *b)
{
	expr_free(b->expr);
	expr_free(b->condition);
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

/* A copy of a command's expression, for the stop to keep. */
static bool keep_expr(struct session *s, const struct expr *from,
	struct expr **out, struct err *e)
{
	struct scope scope = session_scope(s);

	*out = NULL;
	if (!from)
		return true;
	*out = expr_compile(expr_text(from), &scope, e);
	if (!*out)
		return false;
	if (is_of_one_run(*out, &scope, e))
		return true;
	expr_free(*out);
	*out = NULL;
	return false;
}

/* Where `break` alone stops: on the line that runs next. */
static bool place_here(struct session *s, struct command *c, struct err *e)
{
	const struct run *r = shown_run(s);
	unsigned pc = run_pc(r, s->follow);

	if (pc == NONE)
		return err_set(e, ERR_USAGE, "CPU %u has nothing to run",
			s->follow);
	c->procedure = r->program.op[pc].procedure;
	c->row = r->program.op[pc].row;
	return true;
}

static void set_kind(struct breakpoint *b, const struct command *c)
{
	b->stop = (struct stop){ .cpu = NONE, .procedure = c->procedure,
		.row = c->row, .name = c->name, .expr = b->expr };
	b->stop.kind = c->id == CMD_WATCH ? STOP_CHANGE
		: b->expr ? STOP_EXPR : STOP_PLACE;
}

static const char *word_of(const struct breakpoint *b)
{
	return b->stop.kind == STOP_CHANGE ? "watchpoint" : "breakpoint";
}

static bool add_stop(struct session *s, const struct command *typed,
	struct err *e)
{
	struct breakpoint b = { .once = typed->id == CMD_TBREAK };
	struct command c = *typed;

	if (s->n_stops == STOPS_MAX)
		return err_set(e, ERR_RANGE, "there are %d breakpoints already",
			STOPS_MAX);
	if (c.id != CMD_WATCH && !c.given && !place_here(s, &c, e))
		return false;
	if (!keep_expr(s, c.expr, &b.expr, e) ||
		!keep_expr(s, c.condition, &b.condition, e)) {
		stop_free(&b);
		return false;
	}
	set_kind(&b, &c);
	describe(&b, &c);
	b.number = ++s->stop_number;
	s->stops = mem_resize(s->stops, (s->n_stops + 1) * sizeof(b));
	s->stops[s->n_stops++] = b;
	say_status(s, "%s %u: %s%s%s%s", word_of(&b), b.number, b.text,
		b.condition ? " if " : "",
		b.condition ? expr_text(b.condition) : "",
		typed->given || b.condition || typed->id == CMD_WATCH ? ""
		: "; back goes a line back");
	return true;
}

static void remove_at(struct session *s, unsigned i)
{
	stop_free(&s->stops[i]);
	memmove(&s->stops[i], &s->stops[i + 1],
		(s->n_stops - i - 1) * sizeof(*s->stops));
	s->n_stops--;
}

static struct breakpoint *find_stop(struct session *s, s64 number,
	struct err *e)
{
	for (unsigned i = 0; i < s->n_stops; i++)
		if (s->stops[i].number == (unsigned)number ||
			(number == STOP_NEWEST && i + 1 == s->n_stops))
			return &s->stops[i];
	if (number == STOP_NEWEST)
		err_set(e, ERR_USAGE, "there is no breakpoint yet");
	else
		err_set(e, ERR_USAGE, "there is no breakpoint %lld; `info stops` lists them",
			(long long)number);
	return NULL;
}

static bool set_condition(struct session *s, const struct command *c,
	struct err *e)
{
	struct breakpoint *b = find_stop(s, c->count, e);
	struct expr *x;

	if (!b || !keep_expr(s, c->condition, &x, e))
		return false;
	expr_free(b->condition);
	b->condition = x;
	memset(b->count, 0, sizeof(b->count));
	if (x)
		say_status(s, "%s %u stops only if %s", word_of(b), b->number,
			expr_text(x));
	else
		say_status(s, "%s %u has no condition", word_of(b), b->number);
	return true;
}

static bool set_ignore(struct session *s, const struct command *c,
	struct err *e)
{
	struct breakpoint *b = find_stop(s, c->count, e);

	if (!b)
		return false;
	b->ignore = (u64)c->value;
	memset(b->count, 0, sizeof(b->count));
	if (c->value)
		say_status(s, "%s %u stops from hit %lld on, counted from step 0",
			word_of(b), b->number, (long long)c->value + 1);
	else
		say_status(s, "%s %u stops at every hit", word_of(b),
			b->number);
	return true;
}

static bool delete_stop(struct session *s, const struct command *c,
	struct err *e)
{
	struct breakpoint *b;

	if (!c->given) {
		stops_done(s);
		say_status(s, "all breakpoints are gone");
		return true;
	}
	b = find_stop(s, c->count, e);
	if (!b)
		return false;
	remove_at(s, (unsigned)(b - s->stops));
	say_status(s, "breakpoint %lld is gone", (long long)c->count);
	return true;
}

static bool set_off(struct session *s, const struct command *c, bool off,
	struct err *e)
{
	struct breakpoint *b = NULL;

	if (c->given && !(b = find_stop(s, c->count, e)))
		return false;
	for (unsigned i = 0; i < s->n_stops; i++)
		if (!b || b == &s->stops[i])
			s->stops[i].off = off;
	if (b)
		say_status(s, "%s %u %s", word_of(b), b->number,
			off ? "stops nothing" : "stops again");
	else
		say_status(s, off ? "no breakpoint stops"
				  : "all breakpoints stop");
	return true;
}

bool handle_stop(struct session *s, const struct command *c, struct err *e)
{
	switch (c->id) {
	case CMD_DELETE: return delete_stop(s, c, e);
	case CMD_DISABLE: return set_off(s, c, true, e);
	case CMD_ENABLE: return set_off(s, c, false, e);
	case CMD_CONDITION: return set_condition(s, c, e);
	case CMD_IGNORE: return set_ignore(s, c, e);
	default: return add_stop(s, c, e);
	}
}

void add_breakpoints(struct session *s, struct move *v)
{
	for (unsigned i = 0; i < s->n_stops; i++) {
		const struct breakpoint *b = &s->stops[i];
		struct stop stop = b->stop;

		stop.condition = b->condition;
		stop.ignore = b->ignore;
		stop.count = b->count[s->shown];
		stop.cpu = NONE;
		if (b->off || !stop_is_own(&stop, &v->scope))
			continue;
		s->move_stops[v->n_stops] = b->number;
		v->stop[v->n_stops++] = stop;
	}
}

void stops_counted(struct session *s, const struct move *v, unsigned variant)
{
	for (unsigned i = 1; v->kind == MOVE_STOP && i < v->n_stops; i++)
		for (unsigned k = 0; k < s->n_stops; k++)
			if (s->stops[k].number == s->move_stops[i])
				s->stops[k].count[variant] = v->stop[i].count;
}

void stops_recount(struct session *s, unsigned variant, u64 step)
{
	for (unsigned i = 0; i < s->n_stops; i++)
		if (s->stops[i].count[variant].seen >= step)
			s->stops[i].count[variant] = (struct stop_count){ 0 };
}

void report_stop(struct session *s, const struct move *v)
{
	struct breakpoint *b = find_stop(s, s->move_stops[v->which],
		&(struct err){ 0 });
	struct row *row;

	if (!b)
		return;
	row = rows_printf(&s->rows, ROW_STOP, NULL, "%s %u: %s", word_of(b),
		b->number, b->text);
	row->number = b->number;
	buf_clear(&s->status);
	buf_puts(&s->status, row->text);
	if (shown_run(s)->m->last.cpu != NONE && b->stop.kind == STOP_PLACE)
		s->follow = shown_run(s)->m->last.cpu;
	if (b->once)
		remove_at(s, (unsigned)(b - s->stops));
}

void stops_as_commands(const struct session *s, struct buf *out)
{
	for (unsigned i = 0; i < s->n_stops; i++) {
		const struct breakpoint *b = &s->stops[i];

		buf_printf(out, "%s %s", b->stop.kind == STOP_CHANGE ? "watch"
			: b->once ? "tbreak" : "break", b->expr
			? expr_text(b->expr) : b->text);
		if (b->condition)
			buf_printf(out, " if %s", expr_text(b->condition));
		if (b->ignore)
			buf_printf(out, "\nignore $ %llu",
				(unsigned long long)b->ignore);
		if (b->off)
			buf_puts(out, "\ndisable $");
		buf_putc(out, '\n');
	}
}
