/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the readers of arguments share. Only files of this layer include this.
 */
#ifndef COMMAND_PARSE_H
#define COMMAND_PARSE_H

#include "base/buf.h"
#include "command/words.h"

enum { COMMAND_BYTES = 4096, NUMBER_MAX = 65535 };
#define COUNT_MAX INT64_C(1000000000000)

struct reader {
	const char *line, *at;
	const struct scope *scope;
	enum command_id id;	/* whose argument is read; CMD_N: not known */
	struct err *e;
};

/* All return false. A usage error has the command's usage as its hint. */
bool reader_fail(struct reader *r, const char *at, enum err_code code,
	const char *text);
/* before "word" after */
bool reader_refuse(struct reader *r, struct word w, enum err_code code,
	const char *before, const char *after);
/* The error of an expression that stands at `from`: its place in the line. */
bool reader_relocate(struct reader *r, const char *from);

/* What is left of the line, without blanks around it. Must not be empty. */
bool reader_rest(struct reader *r, const char *what, struct word *out);
/* The value of that name of a kind; else an error that lists them. */
bool reader_value(struct reader *r, struct word w, enum kind k,
	const char *what, s64 *value);

/* Arguments that are expressions, or may be. */
bool read_expr(struct reader *r, struct command *c);
bool read_expr_opt(struct reader *r, struct command *c);
bool read_place(struct reader *r, struct command *c);
bool read_place_opt(struct reader *r, struct command *c);
bool read_name(struct reader *r, struct command *c);
bool read_stop_place(struct reader *r, struct command *c);
bool read_stop_name(struct reader *r, struct command *c);
bool read_who(struct reader *r, struct command *c);
/* What is left, with or without an `if` before it, as the condition. */
bool read_if(struct reader *r, struct command *c);
bool read_set(struct reader *r, struct command *c);
bool read_pages(struct reader *r, struct command *c);

#endif
