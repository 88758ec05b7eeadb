/* SPDX-License-Identifier: GPL-3.0-or-later
 * The compiler's function calls: arguments, places in procedures, lists.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "expr/parse.h"

static bool unknown_function(struct parser *p, const struct token *name)
{
	const char **all = mem_alloc(function_count() * sizeof(*all));
	const char *near;
	char word[64];

	snprintf(word, sizeof(word), "%.*s", (int)name->n, name->s);
	for (unsigned i = 0; i < function_count(); i++)
		all[i] = function_at(i)->name;
	near = text_nearest(word, all, function_count());
	err_set(p->e, ERR_INVALID, "there is no function \"%s\"", word);
	if (near)
		err_hint(p->e, "did you mean \"%s\"?", near);
	free(all);
	return parse_fail(p, name->column);
}

static bool wrong_count(struct parser *p, const struct rule *r,
	const struct token *name)
{
	char numbers[32];

	if (r->least == r->most)
		snprintf(numbers, sizeof(numbers), "%u argument%s", r->most,
			r->most == 1 ? "" : "s");
	else
		snprintf(numbers, sizeof(numbers), "%u or %u arguments",
			r->least, r->most);
	err_set(p->e, ERR_INVALID, "%s takes %s: %s", r->f.name, numbers,
		r->f.parameters);
	return parse_fail(p, name->column);
}

/* Takes a string argument, quoted, into out. */
static bool take_string(struct parser *p, const struct rule *r, unsigned i,
	char *out, size_t size)
{
	char name[64];

	if (p->now.type == TOKEN_STRING && p->now.n < size) {
		memcpy(out, p->now.s, p->now.n);
		out[p->now.n] = '\0';
		return true;
	}
	rule_parameter(r, i, name, sizeof(name));
	if (p->now.type == TOKEN_STRING)
		err_set(p->e, ERR_INVALID, "the string is too long");
	else
		err_set(p->e, ERR_INVALID, "%s: %s is a string in \"quotes\"",
			r->f.name, name);
	return parse_fail(p, p->now.column);
}

/* One of "4.2|4.4"; its value is its place there. */
static bool parse_choice(struct parser *p, const struct rule *r, unsigned i)
{
	const char *s = r->param[i].choices;
	char word[32];
	s64 place = 0;

	if (!take_string(p, r, i, word, sizeof(word)))
		return false;
	for (;; place++) {
		size_t n = strcspn(s, "|");

		if (n == strlen(word) && !memcmp(s, word, n))
			break;
		if (!s[n]) {
			err_set(p->e, ERR_INVALID,
				"%s knows no rules of \"%s\", only of %s",
				r->f.name, word, r->param[i].choices);
			return parse_fail(p, p->now.column);
		}
		s += n + 1;
	}
	parse_emit(p, CODE_CONST, p->now.column, 0, place);
	return parse_next(p);
}

static bool read_blocks(const char *s, struct block_list *list)
{
	const s64 most = INT64_C(1) << 40;

	for (unsigned order = 0; order < ORDERS; order++) {
		s64 *n = &list->blocks[order];

		s += strspn(s, " ");
		if (*s < '0' || *s > '9')
			return false;
		for (; *s >= '0' && *s <= '9'; s++) {
			*n = *n * 10 + (*s - '0');
			if (*n > most)
				return false;
		}
		s += strspn(s, " ");
		if (!*s)
			return true;
		if (*s++ != ',')
			return false;
	}
	return false;
}

/* "1300,100": free blocks of order 0, 1, …; those left out are 0. */
static bool parse_blocks(struct parser *p, const struct rule *r, unsigned i)
{
	struct expr *x = p->x;
	struct block_list list = { { 0 } };
	char text[256];

	if (!take_string(p, r, i, text, sizeof(text)))
		return false;
	if (!read_blocks(text, &list)) {
		err_set(p->e, ERR_INVALID, "free blocks are numbers of order 0 "
			"to %d with commas, as in \"1300,100\"", ORDERS - 1);
		return parse_fail(p, p->now.column);
	}
	x->lists = mem_resize(x->lists, (x->n_lists + 1) * sizeof(list));
	x->lists[x->n_lists] = list;
	parse_emit(p, CODE_CONST, p->now.column, 0, x->n_lists++);
	return parse_next(p);
}

static bool unknown_procedure(struct parser *p, const char *name)
{
	const char *all[PROC_N];
	const char *near;

	for (unsigned i = 0; i < PROC_N; i++)
		all[i] = procedure_at(i)->name;
	near = text_nearest(name, all, PROC_N);
	err_set(p->e, ERR_INVALID, "there is no procedure \"%s\"", name);
	if (near)
		err_hint(p->e, "did you mean \"%s\"?", near);
	return parse_fail(p, p->now.column);
}

static bool unknown_line(struct parser *p, const struct procedure *proc,
	const char *id)
{
	const char **all = mem_alloc(proc->n_lines * sizeof(*all));
	const char *near;
	size_t n = 0;

	for (unsigned row = 1; row < proc->n_lines; row++)
		if (proc->lines[row].id)
			all[n++] = proc->lines[row].id;
	near = text_nearest(id, all, n);
	err_set(p->e, ERR_INVALID, "%s has no line \"%s\"", proc->name, id);
	if (near)
		err_hint(p->e, "did you mean \"%s:%s\"?", proc->name, near);
	free(all);
	return parse_fail(p, p->now.column);
}

/* "procedure" or "procedure:line" of at() and in(). */
static bool parse_place(struct parser *p, const struct rule *r, unsigned i,
	s64 *place)
{
	char text[128], *id;
	unsigned procedure, row = 0;

	if (!take_string(p, r, i, text, sizeof(text)))
		return false;
	id = r->code == CODE_AT ? strchr(text, ':') : NULL;
	if (id)
		*id++ = '\0';
	procedure = procedure_find(text);
	if (procedure == PROC_N)
		return unknown_procedure(p, text);
	if (id) {
		row = procedure_row(procedure_at(procedure), id);
		if (!row)
			return unknown_line(p, procedure_at(procedure), id);
	}
	*place = (s64)row << 16 | procedure;
	return parse_next(p);
}

static bool parse_value(struct parser *p, const struct rule *r, unsigned i,
	struct unit *unit)
{
	enum kind k = (enum kind)r->param[i].kind;
	unsigned column = p->now.column;
	struct operand o;
	struct unit any;

	if (!parse_expression(p, &o) || !parse_settle(p, &o, k))
		return false;
	if (!units_mix(unit_of(k), o.unit, &any, p->e))
		return parse_fail(p, column);
	*unit = o.unit;
	return true;
}

/* min() and max() of any number of values, abs() of one. */
static bool parse_fold(struct parser *p, const struct rule *r,
	const struct token *name, struct operand *out)
{
	if (!parse_expression(p, out) || !parse_settle(p, out, KIND_N))
		return false;
	if (r->code == CODE_ABS)
		parse_emit(p, CODE_ABS, name->column, 0, 0);
	while (r->code != CODE_ABS && parse_is(p, ",")) {
		struct operand next;
		unsigned column;

		if (!parse_next(p))
			return false;
		column = p->now.column;
		if (!parse_expression(p, &next) ||
			!parse_settle(p, &next, out->unit.kind))
			return false;
		if (!units_mix(out->unit, next.unit, &out->unit, p->e))
			return parse_fail(p, column);
		parse_emit(p, (enum code)r->code, name->column, 0, 0);
	}
	return r->code != CODE_ABS || !parse_is(p, ",") ||
		wrong_count(p, r, name);
}

static bool parse_argument(struct parser *p, const struct rule *r, unsigned i,
	s64 *place)
{
	struct unit unit;

	switch (r->param[i].type) {
	case PARAM_CHOICE: return parse_choice(p, r, i);
	case PARAM_LIST_OF_BLOCKS: return parse_blocks(p, r, i);
	case PARAM_PLACE: return parse_place(p, r, i, place);
	default: return parse_value(p, r, i, &unit);
	}
}

static bool parse_arguments(struct parser *p, const struct rule *r,
	const struct token *name, unsigned *n, s64 *place)
{
	for (*n = 0; !parse_is(p, ")"); ++*n) {
		if (*n && !parse_expect(p, ","))
			return false;
		if (*n == r->most)
			return wrong_count(p, r, name);
		if (!parse_argument(p, r, *n, place))
			return false;
	}
	return *n == r->least || *n == r->most || wrong_count(p, r, name);
}

bool parse_call(struct parser *p, const struct token *name, unsigned variant,
	struct operand *out)
{
	int id = rule_find(name->s, name->n);
	const struct rule *r;
	unsigned n;
	s64 place = 0;

	if (id < 0)
		return unknown_function(p, name);
	r = rule_at((unsigned)id);
	if (variant != NONE && r->code != CODE_AT && r->code != CODE_IN) {
		err_set(p->e, ERR_INVALID, "%s is the same in all variants",
			r->f.name);
		return parse_fail(p, name->column);
	}
	if (!parse_nest(p) || !parse_next(p))
		return false;
	if (r->result == KIND_N) {
		if (!parse_fold(p, r, name, out))
			return false;
		out->literal = false;
	} else {
		if (!parse_arguments(p, r, name, &n, &place))
			return false;
		*out = (struct operand){ .unit = unit_of(r->result) };
		out->at = parse_emit(p, (enum code)r->code, name->column,
			(unsigned)id, place);
		p->x->code[out->at].n = (u8)n;
		p->x->code[out->at].variant = (u16)variant;
	}
	p->nesting--;
	return parse_expect(p, ")");
}
