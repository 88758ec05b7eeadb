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

static void describe(const struct session *s, struct breakpoint *b,
	const struct command *c)
{
	const struct procedure *p;

	if (c->expr) {
		snprintf(b->text, sizeof(b->text), "%s", expr_text(c->expr));
		return;
	}
	if (c->id == CMD_WATCH) {
		spell_name(s, &c->name, b->text, sizeof(b->text));
		return;
	}
	p = procedure_at(c->procedure);
	if (c->row)
		snprintf(b->text, sizeof(b->text), "%s:%s", p->name,
			p->lines[c->row].id);
	else
		snprintf(b->text, sizeof(b->text), "%s", p->name);
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
	bool constant;

	*out = NULL;
	if (!from)
		return true;
	*out = expr_compile(expr_text(from), &scope, e);
	if (!*out)
		return false;
	if (is_of_one_run(*out, &scope, e) &&
		makes_sense(s, *out, &constant, e))
		return true;
	expr_free(*out);
	*out = NULL;
	return false;
}

/* What begins to hold, or changes, is not the same at every step. */
static bool varies(struct session *s, const struct command *c, struct err *e)
{
	bool constant;

	if (c->id != CMD_WATCH && !c->expr)
		return true;
	if (!c->expr && name_at(c->name.id)->region == REGION_FIXED)
		return err_set(e, ERR_USAGE, "%s never changes",
			name_at(c->name.id)->pattern);
	if (!c->expr)
		return name_makes_sense(s, &c->name, e);
	if (!makes_sense(s, c->expr, &constant, e))
		return false;
	return !constant || err_set(e, ERR_USAGE, c->id == CMD_WATCH
		? "%s never changes" : "%s is the same at every step, so it never begins to hold",
		expr_text(c->expr));
}

/* A condition is looked at on the stop's line: it can't read what the procedure
 * there doesn't have. */
static bool fits(const struct stop *stop, const struct expr *condition,
	struct err *e)
{
	const char *name = condition && stop->kind == STOP_PLACE
		? expr_lacks_local(condition, stop->procedure) : NULL;

	return !name || err_set(e, ERR_USAGE, "%s has no local \"%s\"",
		procedure_at(stop->procedure)->name, name);
}

static void set_kind(const struct session *s, struct breakpoint *b,
	const struct command *c)
{
	bool local = (b->expr && expr_reads_local(b->expr)) ||
		(b->condition && expr_reads_local(b->condition));

	b->stop = (struct stop){ .cpu = NONE, .procedure = c->procedure,
		.row = c->row, .name = c->name, .expr = b->expr };
	b->stop.kind = c->id == CMD_WATCH ? STOP_CHANGE
		: b->expr ? STOP_EXPR : STOP_PLACE;
	if (local && b->stop.kind != STOP_PLACE)
		b->stop.cpu = (u16)s->follow;
}

static const char *word_of(const struct breakpoint *b)
{
	return b->stop.kind == STOP_CHANGE ? "watchpoint" : "breakpoint";
}

/* What can't be evaluated just now may be by and by. */
static void remark(struct session *s, const struct breakpoint *b)
{
	struct scope scope = session_scope(s);
	struct err why;
	s64 value;

	if (!b->expr || expr_eval(b->expr, &scope, &value, &why))
		return;
	rows_printf(&s->rows, ROW_NOTE, NULL, "not now: %s", why.text);
	buf_printf(&s->status, "; not now: %s", why.text);
}

static void tell_stop(struct session *s, const struct breakpoint *b, bool here)
{
	struct buf text = { 0 };

	buf_printf(&text, "%s %u: %s", word_of(b), b->number, b->text);
	if (b->condition)
		buf_printf(&text, " if %s", expr_text(b->condition));
	if (b->stop.kind != STOP_PLACE && b->stop.cpu != NONE)
		buf_printf(&text, ", of CPU %u", b->stop.cpu);
	say_status(s, "%s%s", buf_text(&text), here && !b->condition
		? "; back goes a line back" : "");
	buf_done(&text);
	remark(s, b);
}

static bool add_stop(struct session *s, const struct command *typed,
	struct err *e)
{
	struct breakpoint b = { .once = typed->id == CMD_TBREAK };
	struct command c = *typed;

	if (s->n_stops == STOPS_MAX)
		return err_set(e, ERR_RANGE, "there are %d breakpoints already",
			STOPS_MAX);
	if (c.id != CMD_WATCH && !c.expr && c.procedure == NONE &&
		!line_here(s, c.row, &c.procedure, &c.row, e))
		return false;
	if (!varies(s, &c, e) || !keep_expr(s, c.expr, &b.expr, e) ||
		!keep_expr(s, c.condition, &b.condition, e)) {
		stop_free(&b);
		return false;
	}
	set_kind(s, &b, &c);
	if (!fits(&b.stop, b.condition, e)) {
		stop_free(&b);
		return false;
	}
	describe(s, &b, &c);
	b.number = ++s->stop_number;
	s->stops = mem_resize(s->stops, (s->n_stops + 1) * sizeof(b));
	s->stops[s->n_stops++] = b;
	tell_stop(s, &b, c.id != CMD_WATCH && !typed->given);
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
	if (!fits(&b->stop, x, e)) {
		expr_free(x);
		return false;
	}
	expr_free(b->condition);
	b->condition = x;
	if (x && expr_reads_local(x) && b->stop.kind != STOP_PLACE &&
		b->stop.cpu == NONE)
		b->stop.cpu = (u16)s->follow;
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

static bool watched_value(struct session *s, const struct breakpoint *b,
	s64 *value)
{
	struct scope scope = session_scope(s);

	if (b->stop.cpu != NONE)
		scope.cpu = b->stop.cpu;
	if (b->expr)
		return expr_eval(b->expr, &scope, value, NULL);
	*value = name_get(shown_run(s)->m, b->stop.name.id,
		b->stop.name.index);
	return true;
}

/* As gdb's old and new value: ": 28, was 0". */
static void put_change(struct session *s, const struct breakpoint *b,
	struct buf *out)
{
	enum kind kind = b->expr ? expr_kind(b->expr)
		: name_at(b->stop.name.id)->kind;
	struct run *r = shown_run(s);
	u64 step = run_step(r);
	s64 was, is;
	bool known;

	if (!step || !r->history || !watched_value(s, b, &is))
		return;
	run_seek(r, step - 1);
	known = watched_value(s, b, &was);
	run_seek(r, step);
	if (!known)
		return;
	buf_puts(out, ": ");
	expr_format(kind, is, false, out);
	buf_puts(out, ", was ");
	expr_format(kind, was, false, out);
}

void report_stop(struct session *s, const struct move *v)
{
	struct breakpoint *b = find_stop(s, s->move_stops[v->which],
		&(struct err){ 0 });
	struct buf text = { 0 };

	if (!b)
		return;
	buf_printf(&text, "%s %u: %s", word_of(b), b->number, b->text);
	if (b->stop.kind == STOP_CHANGE)
		put_change(s, b, &text);
	rows_add(&s->rows, ROW_STOP, NULL, buf_text(&text))->number =
		b->number;
	buf_clear(&s->status);
	buf_puts(&s->status, buf_text(&text));
	buf_done(&text);
	if (shown_run(s)->m->last.cpu != NONE && b->stop.kind == STOP_PLACE)
		s->follow = shown_run(s)->m->last.cpu;
	if (b->once)
		remove_at(s, (unsigned)(b - s->stops));
}

/* Those that read locals do so of the CPU that is followed then. */
void stops_as_commands(const struct session *s, struct buf *out)
{
	unsigned follow = s->follow;

	for (unsigned i = 0; i < s->n_stops; i++) {
		const struct breakpoint *b = &s->stops[i];

		if (b->stop.cpu != NONE && b->stop.cpu != follow)
			buf_printf(out, "follow %u\n", follow = b->stop.cpu);
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
	if (follow != s->follow)
		buf_printf(out, "follow %u\n", s->follow);
}
