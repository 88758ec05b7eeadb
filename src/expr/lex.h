/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words, numbers, strings and operators of an expression.
 */
#ifndef EXPR_LEX_H
#define EXPR_LEX_H

#include "base/err.h"
#include "model/types.h"

enum token_type { TOKEN_END, TOKEN_NUMBER, TOKEN_WORD, TOKEN_STRING, TOKEN_OP };

struct token {
	enum token_type type;
	const char *s;		/* in the text; a string without its quotes */
	size_t n;
	unsigned column;	/* from 1, in characters */
	u64 number;		/* at most 2^63 */
};

struct lexer {
	const char *text;
	size_t at;
	unsigned column;	/* of `at` */
};

/* The next token; at the end TOKEN_END for ever. False with e and its column
 * for what can't be one. */
bool lex_next(struct lexer *l, struct token *t, struct err *e);

#endif
