/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the files of the compiler share: the parser's state, operands, emitting.
 */
#ifndef EXPR_PARSE_H
#define EXPR_PARSE_H

#include "expr/code.h"
#include "expr/lex.h"

struct parser {
	struct lexer lexer;
	struct token now;		/* the token looked at */
	const struct scope *scope;	/* for the names of variants; may be NULL */
	struct expr *x;
	struct err *e;
	unsigned nesting, size;		/* size: instructions there is room for */
};

/* What was just compiled. A word ("never") gets its value only from what stands
 * beside it; until then it is the constant at `at`. */
struct operand {
	struct unit unit;
	bool literal, word;
	unsigned at;		/* its last instruction */
	struct token token;	/* the word */
};

bool parse_next(struct parser *p);
bool parse_is(const struct parser *p, const char *op);
bool parse_expect(struct parser *p, const char *op);
/* One level deeper; false with an error beyond the limit. */
bool parse_nest(struct parser *p);
bool parse_expression(struct parser *p, struct operand *out);
/* Adds an instruction and returns its place. */
unsigned parse_emit(struct parser *p, enum code code, unsigned column,
	unsigned a, s64 value);
/* False; the error so far gets a column. */
bool parse_fail(struct parser *p, unsigned column);

/* A word takes the value of that name in `k`; without a kind it is an error. */
bool parse_settle(struct parser *p, struct operand *o, enum kind k);
/* Gives a word on either side the kind of the other. */
bool parse_settle_both(struct parser *p, struct operand *a, struct operand *b);

/* A name, local, answer, word or function call: `now` is its first word. */
bool parse_name(struct parser *p, struct operand *out);
/* A call: `now` is its "(". */
bool parse_call(struct parser *p, const struct token *name, unsigned variant,
	struct operand *out);

#endif
