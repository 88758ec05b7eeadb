/* SPDX-License-Identifier: GPL-3.0-or-later
 * Arguments that are expressions, names or places in procedures.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/parse.h"

static struct expr *compile(struct reader *r, struct word w)
{
	char *text = mem_strndup(w.s, w.n);
	struct expr *x = expr_compile(text, r->scope, r->e);

	free(text);
	if (!x)
		reader_relocate(r, w.s);
	return x;
}

bool read_expr(struct reader *r, struct command *c)
{
	struct word w;

	if (!reader_rest(r, "EXPR", &w))
		return false;
	c->expr = compile(r, w);
	return c->expr != NULL;
}

bool read_expr_opt(struct reader *r, struct command *c)
{
	c->given = *skip_blanks(r->at) != '\0';
	return !c->given || read_expr(r, c);
}

/* ---- names --------------------------------------------------------------- */

static bool name_of(struct reader *r, struct word w, struct name_use *use)
{
	struct expr *x = compile(r, w);
	bool is_name;

	if (!x)
		return false;
	is_name = expr_is_name(x, use);
	expr_free(x);
	return is_name || reader_refuse(r, w, ERR_USAGE,
		"NAME is one published name, not ", "");
}

bool read_name(struct reader *r, struct command *c)
{
	struct word w;

	return reader_rest(r, "NAME", &w) && name_of(r, w, &c->name);
}

/* Only digits, letters and the like: the name of a value, if it is one. */
static bool is_plain_word(struct word w)
{
	for (size_t i = 0; i < w.n; i++)
		if (!(w.s[i] >= 'a' && w.s[i] <= 'z') && w.s[i] != '_' &&
			!(w.s[i] == '-' && i))
			return false;
	return true;
}

/* `set overcommit.policy=never`: the number that the word stands for. */
static bool read_named_value(struct reader *r, struct word w, unsigned id,
	struct command *c)
{
	char digits[24];
	s64 value;

	if (!reader_value(r, w, name_at(id)->kind, name_at(id)->pattern,
		&value))
		return false;
	snprintf(digits, sizeof(digits), "%lld", (long long)value);
	c->expr = expr_compile(digits, NULL, r->e);
	return c->expr != NULL;
}

/* Whether the value's unit goes with the name's: the compiler knows. */
static bool check_unit(struct reader *r, struct word w, const struct command *c)
{
	char name[96];
	struct buf both = {0};
	struct expr *x;

	name_write(c->name.id, c->name.index, name);
	buf_printf(&both, "%s == (%.*s)", name, (int)w.n, w.s);
	x = expr_compile(buf_text(&both), r->scope, r->e);
	buf_done(&both);
	if (!x) {
		r->e->column = 0;
		return reader_relocate(r, w.s);
	}
	expr_free(x);
	return true;
}

/* A value that is known already must lie in the name's range. */
static bool check_range(struct reader *r, struct word w,
	const struct command *c)
{
	const struct name *n = name_at(c->name.id);
	struct err ignored;
	char text[192];
	s64 value;

	if (!expr_eval(c->expr, NULL, &value, &ignored) ||
		(value >= n->min && value <= n->max))
		return true;
	snprintf(text, sizeof(text), "%s lies in %lld to %lld, not %lld",
		n->pattern, (long long)n->min, (long long)n->max,
		(long long)value);
	return reader_fail(r, w.s, ERR_RANGE, text);
}

static bool read_value(struct reader *r, struct command *c)
{
	unsigned id = c->name.id, index;
	struct word w;

	if (!reader_rest(r, "VALUE", &w))
		return false;
	if (kind_value_name(name_at(id)->kind, 0) && is_plain_word(w) &&
		name_find(w.s, w.n, &index) < 0)
		return read_named_value(r, w, id, c);
	c->expr = compile(r, w);
	return c->expr && check_unit(r, w, c) && check_range(r, w, c);
}

static bool check_settable(struct reader *r, struct word w,
	const struct command *c)
{
	const struct name *n = name_at(c->name.id);
	char text[160];

	if (n->set)
		return true;
	snprintf(text, sizeof(text), "%s %s and can't be set", n->pattern,
		n->region == REGION_FIXED ? "is fixed for a run"
					  : "follows from the run");
	return reader_fail(r, w.s, ERR_INVALID, text);
}

bool read_set(struct reader *r, struct command *c)
{
	struct word w = { skip_blanks(r->at), 0 };

	w.n = strcspn(w.s, "= \t");
	if (!w.n && *w.s)
		return reader_fail(r, w.s, ERR_USAGE, "a NAME is missing");
	if (!reader_rest(r, "NAME", &(struct word){0}))
		return false;
	if (!name_of(r, w, &c->name) || !check_settable(r, w, c))
		return false;
	r->at = skip_blanks(w.s + w.n);
	if (*r->at == '=')
		r->at++;
	if (*r->at == '=')
		return reader_fail(r, r->at, ERR_USAGE,
			"one \"=\" sets a value");
	return read_value(r, c);
}

/* ---- pages --------------------------------------------------------------- */

static bool check_pages(struct reader *r, struct word w, struct command *c)
{
	struct name_use use;
	enum kind k = expr_kind(c->expr);
	char text[128];

	if (expr_names(c->expr, &use, 1))
		return reader_refuse(r, w, ERR_USAGE,
			"PAGES is a calculation with numbers, not ", "");
	if (k != KIND_NUMBER && k != KIND_COUNT && k != KIND_PAGES) {
		snprintf(text, sizeof(text), "PAGES counts pages, not %s",
			kind_word(k));
		return reader_fail(r, w.s, ERR_USAGE, text);
	}
	if (!expr_eval(c->expr, NULL, &c->value, r->e))
		return reader_relocate(r, w.s);
	if (c->value >= 0 || (r->id != CMD_MAP && r->id != CMD_UNMAP))
		return true;
	snprintf(text, sizeof(text), "PAGES of \"%s\" is 0 or more, not %lld",
		commands[r->id].name, (long long)c->value);
	return reader_fail(r, w.s, ERR_RANGE, text);
}

bool read_pages(struct reader *r, struct command *c)
{
	struct word w;
	bool good;

	if (!reader_rest(r, "PAGES", &w) || !(c->expr = compile(r, w)))
		return false;
	good = check_pages(r, w, c);
	expr_free(c->expr);
	c->expr = NULL;
	return good;
}

/* ---- places -------------------------------------------------------------- */

static bool in_identifier(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c >= '0' && c <= '9') || c == '_';
}

/* PROCEDURE or PROCEDURE:LINE, by its form alone; line.s NULL: none given. */
static bool looks_like_place(struct word w, struct word *procedure,
	struct word *line)
{
	size_t n = 0;

	while (n < w.n && in_identifier(w.s[n]))
		n++;
	*procedure = (struct word){ w.s, n };
	*line = (struct word){ NULL, 0 };
	if (n == w.n || w.s[n] != ':')
		return n && n == w.n;
	*line = (struct word){ w.s + n + 1, w.n - n - 1 };
	for (size_t i = 0; i < line->n; i++)
		if (!in_identifier(line->s[i]))
			return false;
	return n > 0;
}

static bool hint_near(struct reader *r, struct word w, const char *const *names,
	size_t n)
{
	char *word = mem_strndup(w.s, w.n);
	const char *near = text_nearest(word, names, n);

	if (near)
		err_hint(r->e, "did you mean \"%s\"?", near);
	free(word);
	return near != NULL;
}

static bool no_procedure(struct reader *r, struct word w)
{
	const char *names[PROC_N];

	for (unsigned i = 0; i < PROC_N; i++)
		names[i] = procedure_at(i)->name;
	reader_refuse(r, w, ERR_USAGE, "no procedure ", "");
	return hint_near(r, w, names, PROC_N);
}

/* The row of a line by its number, 0 if it has no such number. */
static unsigned row_of_number(const struct procedure *p, struct word w)
{
	unsigned row = 0;

	for (size_t i = 0; i < w.n; i++) {
		if (w.s[i] < '0' || w.s[i] > '9')
			return 0;
		row = row * 10 + (unsigned)(w.s[i] - '0');
		if (row >= p->n_lines)
			return 0;
	}
	return row;
}

static bool read_line(struct reader *r, struct word w, struct command *c)
{
	const struct procedure *p = procedure_at(c->procedure);
	const char *names[256];
	char *id = mem_strndup(w.s, w.n), before[128];
	size_t n = 0;

	if (!w.n) {
		free(id);
		return reader_fail(r, w.s, ERR_USAGE, "a LINE is missing");
	}
	c->row = (u16)procedure_row(p, id);
	free(id);
	if (!c->row)
		c->row = (u16)row_of_number(p, w);
	if (c->row)
		return true;
	for (unsigned i = 1; i < p->n_lines && n < 256; i++)
		if (p->lines[i].id)
			names[n++] = p->lines[i].id;
	snprintf(before, sizeof(before), "%s has lines 1 to %d, but no ",
		p->name, p->n_lines - 1);
	reader_refuse(r, w, ERR_USAGE, before, "");
	hint_near(r, w, names, n);
	return false;
}

static bool read_place_expr(struct reader *r, struct word w, bool plain,
	struct command *c)
{
	enum command_id id = r->id;
	struct err first;

	if (plain)
		r->id = CMD_N;	/* no usage as hint: only a near name counts */
	c->expr = compile(r, w);
	r->id = id;
	if (c->expr || !plain)
		return c->expr != NULL;
	first = *r->e;
	if (!no_procedure(r, w) && first.hint[0])
		*r->e = first;
	return false;
}

/* A line of the procedure one is in, by its number; 0: the word is no number. */
static unsigned number_of(struct word w)
{
	unsigned number = 0;

	for (size_t i = 0; i < w.n; i++) {
		if (w.s[i] < '0' || w.s[i] > '9')
			return 0;
		if (number < 1000)
			number = number * 10 + (unsigned)(w.s[i] - '0');
	}
	return number;
}

/* A place, or an expression, that is the word. */
static bool place_of(struct reader *r, struct word w, struct command *c)
{
	struct word procedure, line;
	unsigned id = PROC_N;
	char *name;
	bool form;

	c->row = (u16)number_of(w);
	if (c->row)
		return true;
	form = looks_like_place(w, &procedure, &line);
	if (form) {
		name = mem_strndup(procedure.s, procedure.n);
		id = procedure_find(name);
		free(name);
	}
	if (!form || (id == PROC_N && !line.s))
		return read_place_expr(r, w, form, c);
	if (id == PROC_N) {
		no_procedure(r, procedure);
		return false;
	}
	c->procedure = (u16)id;
	return !line.s || read_line(r, line, c);
}

bool read_place(struct reader *r, struct command *c)
{
	struct word w;

	return reader_rest(r, "PLACE", &w) && place_of(r, w, c);
}

bool read_place_opt(struct reader *r, struct command *c)
{
	c->given = *skip_blanks(r->at) != '\0';
	return !c->given || read_place(r, c);
}

/* ---- stops --------------------------------------------------------------- */

/* Where ` if ` stands in the word, or its end. */
static size_t before_if(struct word w)
{
	for (size_t i = 0; i + 2 < w.n; i++)
		if (!memcmp(w.s + i, "if", 2) && is_blank(w.s[i + 2]) &&
			(i == 0 || is_blank(w.s[i - 1])))
			return i;
	return w.n;
}

bool read_if(struct reader *r, struct command *c)
{
	struct word w;

	if (word_is(word_next(&(const char *){ r->at }), "if"))
		word_next(&r->at);
	if (!reader_rest(r, "EXPR", &w))
		return false;
	c->condition = compile(r, w);
	return c->condition != NULL;
}

/* What stands before `if`; the condition is read. */
static bool split_if(struct reader *r, const char *what, struct word *w,
	struct command *c)
{
	size_t n;

	if (!reader_rest(r, what, w))
		return false;
	n = before_if(*w);
	if (n < w->n) {
		r->at = w->s + n;
		if (!read_if(r, c))
			return false;
	}
	while (n && is_blank(w->s[n - 1]))
		n--;
	w->n = n;
	return true;
}

bool read_stop_place(struct reader *r, struct command *c)
{
	struct word w;

	if (!*skip_blanks(r->at))
		return true;
	if (!split_if(r, "PLACE", &w, c))
		return false;
	c->given = w.n > 0;
	return !c->given || place_of(r, w, c);
}

/* A name alone is watched as such; else c->expr. */
bool read_stop_name(struct reader *r, struct command *c)
{
	struct word w;

	if (!split_if(r, "EXPR", &w, c))
		return false;
	c->expr = compile(r, w);
	if (!c->expr || !expr_is_name(c->expr, &c->name))
		return c->expr != NULL;
	expr_free(c->expr);
	c->expr = NULL;
	return true;
}

/* ---- who ----------------------------------------------------------------- */

bool read_who(struct reader *r, struct command *c)
{
	static const char *const which[] = { "last", "next", "first" };
	struct word w;

	if (!reader_rest(r, "NAME", &w))
		return false;
	r->at = w.s;
	w = word_next(&r->at);
	if (!name_of(r, w, &c->name))
		return false;
	while ((w = word_next(&r->at)).n) {
		unsigned i = 0;

		while (i < 3 && !word_is(w, which[i]))
			i++;
		if (i < 3 && !c->text[0])
			memcpy(c->text, which[i], strlen(which[i]) + 1);
		else if (word_is(w, "go") && !c->given)
			c->given = true;
		else
			return reader_refuse(r, w, ERR_USAGE,
				"last, next or first, and go; not ", "");
	}
	return true;
}
