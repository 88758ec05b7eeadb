/* SPDX-License-Identifier: GPL-3.0-or-later
 * The compiler of expressions: C's grammar, units, instructions in one pass.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "expr/parse.h"

bool parse_fail(struct parser *p, unsigned column)
{
	return err_at(p->e, NULL, 0, column);
}

bool parse_next(struct parser *p)
{
	return lex_next(&p->lexer, &p->now, p->e);
}

bool parse_is(const struct parser *p, const char *op)
{
	return p->now.type == TOKEN_OP && p->now.n == strlen(op) &&
		!memcmp(p->now.s, op, p->now.n);
}

static bool unexpected(struct parser *p, const char *wanted)
{
	const struct token *t = &p->now;
	char found[48] = "the end";

	if (t->type == TOKEN_STRING)
		snprintf(found, sizeof(found), "a string");
	else if (t->type != TOKEN_END)
		snprintf(found, sizeof(found), "\"%.*s\"",
			(int)(t->n < 40 ? t->n : 40), t->s);
	err_set(p->e, ERR_INVALID, "%s is missing before %s", wanted, found);
	return parse_fail(p, t->column);
}

bool parse_expect(struct parser *p, const char *op)
{
	char wanted[8] = { '"', op[0], '"' };

	return parse_is(p, op) ? parse_next(p) : unexpected(p, wanted);
}

bool parse_nest(struct parser *p)
{
	if (p->nesting++ < NESTING_MAX)
		return true;
	err_set(p->e, ERR_INVALID, "nested more than %d levels deep",
		NESTING_MAX);
	return parse_fail(p, p->now.column);
}

unsigned parse_emit(struct parser *p, enum code code, unsigned column,
	unsigned a, s64 value)
{
	struct expr *x = p->x;

	if (x->n == p->size) {
		p->size = p->size ? p->size * 2 : 16;
		x->code = mem_resize(x->code, p->size * sizeof(*x->code));
	}
	x->code[x->n] = (struct instr){ .code = (u8)code, .a = (u16)a,
		.column = (u16)column, .variant = NONE, .value = value };
	return x->n++;
}

/* The operators with two sides, as C binds them. To add one: a row here, its
 * text in lex.c, its rule in eval.c. */
static const struct binary {
	const char *text;
	enum code code;
	int binds;
} binaries[] = {
	{ "||", CODE_OR_ELSE, 1 }, { "&&", CODE_AND_ALSO, 2 },
	{ "|", CODE_OR, 3 }, { "^", CODE_XOR, 4 }, { "&", CODE_AND, 5 },
	{ "==", CODE_EQ, 6 }, { "!=", CODE_NE, 6 },
	{ "<", CODE_LT, 7 }, { "<=", CODE_LE, 7 },
	{ ">", CODE_GT, 7 }, { ">=", CODE_GE, 7 },
	{ "<<", CODE_SHL, 8 }, { ">>", CODE_SHR, 8 },
	{ "+", CODE_ADD, 9 }, { "-", CODE_SUB, 9 },
	{ "*", CODE_MUL, 10 }, { "/", CODE_DIV, 10 }, { "%", CODE_REM, 10 },
};

static const struct binary *binary_now(const struct parser *p)
{
	for (size_t i = 0; i < sizeof(binaries) / sizeof(*binaries); i++)
		if (parse_is(p, binaries[i].text))
			return &binaries[i];
	return NULL;
}

static void constant(struct parser *p, s64 value, struct operand *out)
{
	*out = (struct operand){ .unit = unit_of(KIND_NUMBER), .literal = true };
	out->at = parse_emit(p, CODE_CONST, p->now.column, 0, value);
}

static bool parse_number(struct parser *p, bool minus, struct operand *out)
{
	u64 number = p->now.number;

	if (number > INT64_MAX && !minus) {
		err_set(p->e, ERR_INVALID,
			"the number does not fit into 64 bits");
		return parse_fail(p, p->now.column);
	}
	constant(p, minus ? (s64)(0 - number) : (s64)number, out);
	return parse_next(p);
}

static bool parse_string(struct parser *p, struct operand *out)
{
	*out = (struct operand){ .word = true, .token = p->now };
	out->at = parse_emit(p, CODE_CONST, p->now.column, 0, 0);
	return parse_next(p);
}

static bool parse_primary(struct parser *p, struct operand *out)
{
	switch (p->now.type) {
	case TOKEN_NUMBER: return parse_number(p, false, out);
	case TOKEN_STRING: return parse_string(p, out);
	case TOKEN_WORD: return parse_name(p, out);
	default: break;
	}
	if (!parse_is(p, "("))
		return unexpected(p, "a value");
	if (!parse_nest(p) || !parse_next(p) || !parse_expression(p, out) ||
		!parse_expect(p, ")"))
		return false;
	p->nesting--;
	out->literal = false;
	return true;
}

static bool parse_unary(struct parser *p, struct operand *out);

static bool unary(struct parser *p, enum code code, unsigned column,
	struct operand *out)
{
	if (!parse_nest(p) || !parse_unary(p, out) ||
		!parse_settle(p, out, KIND_N))
		return false;
	p->nesting--;
	out->literal = false;
	out->at = parse_emit(p, code, column, 0, 0);
	if (code == CODE_NOT)
		out->unit = unit_of(KIND_BOOL);
	else if (out->unit.kind == KIND_BOOL)
		out->unit = unit_of(KIND_NUMBER);
	return true;
}

/* -5 is one constant, so that the least 64-bit number can be written. */
static bool parse_unary(struct parser *p, struct operand *out)
{
	unsigned column = p->now.column;
	enum code code;

	if (parse_is(p, "-"))
		code = CODE_NEG;
	else if (parse_is(p, "!"))
		code = CODE_NOT;
	else if (parse_is(p, "~"))
		code = CODE_COMPLEMENT;
	else
		return parse_primary(p, out);
	if (!parse_next(p))
		return false;
	if (code == CODE_NEG && p->now.type == TOKEN_NUMBER)
		return parse_number(p, true, out);
	return unary(p, code, column, out);
}

static bool parse_binary(struct parser *p, int binds, struct operand *out);

/* a && b, a || b: the right side is jumped over if the left one decides. */
static bool logical(struct parser *p, const struct binary *b, unsigned column,
	struct operand *left)
{
	struct operand right;
	unsigned jump;

	if (!parse_settle(p, left, KIND_N))
		return false;
	jump = parse_emit(p, b->code, column, 0, 0);
	if (!parse_binary(p, b->binds + 1, &right) ||
		!parse_settle(p, &right, KIND_N))
		return false;
	*left = (struct operand){ .unit = unit_of(KIND_BOOL) };
	left->at = parse_emit(p, CODE_BOOL, column, 0, 0);
	p->x->code[jump].a = (u16)p->x->n;
	return true;
}

static bool arithmetic(struct parser *p, const struct binary *b,
	unsigned column, struct operand *left)
{
	struct operand right;
	struct unit unit;
	const struct instr *code;

	if (!parse_binary(p, b->binds + 1, &right) ||
		!parse_settle_both(p, left, &right))
		return false;
	code = p->x->code;
	if (!units_combine(b->code, left->unit, right.unit,
		left->literal ? &code[left->at].value : NULL,
		right.literal ? &code[right.at].value : NULL, &unit, p->e))
		return parse_fail(p, column);
	*left = (struct operand){ .unit = unit };
	left->at = parse_emit(p, b->code, column, 0, 0);
	return true;
}

static bool parse_binary(struct parser *p, int binds, struct operand *out)
{
	const struct binary *b;

	if (!parse_unary(p, out))
		return false;
	while ((b = binary_now(p)) && b->binds >= binds) {
		unsigned column = p->now.column;

		if (!parse_next(p) || !(b->binds <= 2 ?
			logical(p, b, column, out) :
			arithmetic(p, b, column, out)))
			return false;
	}
	return true;
}

/* The two values of ?: once the condition is there. `now` is the "?". */
static bool parse_choice(struct parser *p, struct operand *out)
{
	unsigned column = p->now.column, unless, jump;
	struct operand other;

	unless = parse_emit(p, CODE_UNLESS, column, 0, 0);
	if (!parse_nest(p) || !parse_next(p) || !parse_expression(p, out))
		return false;
	jump = parse_emit(p, CODE_JUMP, column, 0, 0);
	p->x->code[unless].a = (u16)p->x->n;
	if (!parse_expect(p, ":") || !parse_expression(p, &other))
		return false;
	p->nesting--;
	p->x->code[jump].a = (u16)p->x->n;
	if (!parse_settle_both(p, out, &other))
		return false;
	if (!units_mix(out->unit, other.unit, &out->unit, p->e))
		return parse_fail(p, column);
	out->literal = false;
	return true;
}

bool parse_expression(struct parser *p, struct operand *out)
{
	if (!parse_binary(p, 1, out))
		return false;
	if (!parse_is(p, "?"))
		return true;
	return parse_settle(p, out, KIND_N) && parse_choice(p, out);
}

static bool parse_all(struct parser *p)
{
	struct operand whole;

	if (strlen(p->lexer.text) > TEXT_MAX) {
		err_set(p->e, ERR_INVALID,
			"an expression may take %d bytes, this one takes more",
			TEXT_MAX);
		return parse_fail(p, 1);
	}
	if (!parse_next(p) || !parse_expression(p, &whole) ||
		!parse_settle(p, &whole, KIND_N))
		return false;
	if (parse_is(p, ")")) {
		err_set(p->e, ERR_INVALID, "there is no \"(\" for this \")\"");
		return parse_fail(p, p->now.column);
	}
	if (p->now.type != TOKEN_END)
		return unexpected(p, "an operator");
	p->x->kind = whole.unit.kind;
	return true;
}

struct expr *expr_compile(const char *text, const struct scope *s,
	struct err *e)
{
	struct parser p = { .lexer = { .text = text, .column = 1 },
		.scope = s, .e = e };

	p.x = mem_alloc(sizeof(*p.x));
	p.x->text = mem_strdup(text);
	if (parse_all(&p))
		return p.x;
	err_source(e, text, strlen(text));
	expr_free(p.x);
	return NULL;
}

void expr_free(struct expr *x)
{
	if (!x)
		return;
	for (unsigned i = 0; i < x->n_locals; i++)
		free(x->locals[i].name);
	free(x->locals);
	free(x->lists);
	free(x->code);
	free(x->text);
	free(x);
}
