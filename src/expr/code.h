/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a compiled expression is: instructions for a small stack machine. Only
 * files of this layer include this.
 */
#ifndef EXPR_CODE_H
#define EXPR_CODE_H

#include "expr/expr.h"

enum {
	TEXT_MAX = 4096,	/* bytes of an expression */
	NESTING_MAX = 100,	/* levels of ( [ ?: and unary operators */
	ARGS_MAX = 6,
	/* A level keeps at most 8 left sides or 5 arguments and 8 left sides. */
	STACK_MAX = (NESTING_MAX + 1) * (8 + ARGS_MAX),
	ORDERS = 11,		/* free blocks are listed by order 0 to 10 */
};

enum code {
	/* push one value */
	CODE_CONST, CODE_NAME, CODE_NAME_AT, CODE_LOCAL, CODE_ANSWER,
	CODE_AT, CODE_IN,
	/* one value */
	CODE_NEG, CODE_NOT, CODE_COMPLEMENT, CODE_ABS, CODE_BOOL,
	/* two values */
	CODE_MUL, CODE_DIV, CODE_REM, CODE_ADD, CODE_SUB, CODE_SHL, CODE_SHR,
	CODE_LT, CODE_LE, CODE_GT, CODE_GE, CODE_EQ, CODE_NE, CODE_AND,
	CODE_XOR, CODE_OR, CODE_MIN, CODE_MAX,
	/* && || ?: */
	CODE_AND_ALSO, CODE_OR_ELSE, CODE_UNLESS, CODE_JUMP,
	CODE_CALL,
};

struct instr {
	u8 code;		/* enum code */
	u8 n;			/* CALL: arguments */
	u16 column;		/* for errors */
	u16 a;			/* name id, local, jump target or function */
	u16 variant;		/* NONE: the shown one */
	s64 value;		/* constant, index, or place: row << 16 | procedure */
	const struct name *name;	/* NAME, NAME_AT: that of the id */
};

/* `local.NAME`: where each procedure keeps it. */
struct local_use {
	char *name;
	u8 slot[PROC_N];	/* NO_SLOT: it has no such local */
};
enum { NO_SLOT = 0xff };

struct block_list {
	s64 blocks[ORDERS];
};

struct expr {
	char *text;
	enum kind kind;
	unsigned n, n_locals, n_lists;
	struct instr *code;
	struct local_use *locals;
	struct block_list *lists;
};

/* Unit of a value: its kind, and after a conversion (kb / 4) a second one that
 * it may pass for; KIND_N if none. */
struct unit {
	enum kind kind, also;
};
/* The unit of `a op b`; `right` and `left` are the values of literals or NULL.
 * False with e if the units do not go together. */
bool units_combine(enum code op, struct unit a, struct unit b, const s64 *left,
	const s64 *right, struct unit *out, struct err *e);
/* Units of values that stand for each other: + - < == ?: min() arguments. */
bool units_mix(struct unit a, struct unit b, struct unit *out, struct err *e);
static inline struct unit unit_of(enum kind k)
{
	return (struct unit){ k, KIND_N };
}

/* How a function takes its arguments. */
enum param_type { PARAM_VALUE, PARAM_CHOICE, PARAM_LIST_OF_BLOCKS,
	PARAM_PLACE };
struct param_rule {
	u8 type;		/* enum param_type */
	u8 kind;		/* enum kind */
	const char *choices;	/* PARAM_CHOICE: "4.2|4.4"; the value is its place */
	s64 min, max;		/* PARAM_VALUE */
};
struct rule {
	struct function f;
	u8 code;		/* CODE_CALL, or its own instruction */
	u8 result;		/* enum kind; KIND_N: that of its arguments */
	u8 least, most;		/* arguments: either number (most 0: any number) */
	struct param_rule param[ARGS_MAX];
	bool (*call)(const s64 *v, unsigned n, const struct block_list *lists,
		s64 *value, struct err *e);
};
const struct rule *rule_at(unsigned i);
int rule_find(const char *name, size_t n);	/* -1: none */
/* Calls it with n values within their ranges, or false with e. */
bool rule_call(const struct rule *r, const s64 *v, unsigned n,
	const struct block_list *lists, s64 *value, struct err *e);
/* The name of the i-th parameter, at most size - 1 bytes of it. */
void rule_parameter(const struct rule *r, unsigned i, char *out, size_t size);

#endif
