/* SPDX-License-Identifier: GPL-3.0-or-later
 * Commands: the one table of what a person, a cue or a script can say; parsing
 * into typed commands, completion, keys and help. No handlers here.
 *
 * Rules: a row of the table makes name, abbreviation, key, argument, completion
 * and help. Abbreviations are gdb's: a listed short form, else any unambiguous
 * beginning. Parsed once; nothing downstream handles strings.
 */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include "base/err.h"
#include "command/list.h"
#include "expr/expr.h"
#include "model/operation.h"

struct buf;

struct command_row {
	const char *name, *shorts;
	enum command_class class;
	enum argument argument;
	const char *keys, *help;
};
extern const struct command_row commands[CMD_N];

/* A parsed command. `expr` is owned by it. */
struct command {
	enum command_id id;
	bool given;		/* an optional argument was given */
	s64 count;		/* COUNT (1), NUMBER_OPT */
	s64 cpu, task, value;	/* CPU…; cpu -1: all; value: pages, policy, mode */
	struct name_use name;	/* NAME, SET */
	struct expr *expr;	/* EXPR, SET's right side, PLACE as expression */
	u16 procedure, row;	/* PLACE; procedure NONE: it is an expression;
				   row 0: its first line */
	enum operation operation; /* OPERATION, and EDIT rows that are one */
	s64 numbers[9];
	unsigned n_numbers;
	char text[256];		/* WHEN, WORD, PANES, TEXT */
	char line[256];		/* as typed */
};

void command_init(struct command *c, enum command_id id);
void command_done(struct command *c);
/* Parses one line. ERR_USAGE with column, near name as hint. A line that is
 * empty or a # comment gives id CMD_N. */
bool command_parse(const char *line, const struct scope *s, struct command *c,
	struct err *e);
/* The command a key means, CMD_N if none (key names as in keys.h). */
enum command_id command_of_key(const char *key);
/* Candidates for the word at `point`, each ended by NUL in out; returns how
 * many. `words` are what the session adds (cues, marks, panes), NULL-ended. */
size_t command_complete(const char *line, size_t point, const struct scope *s,
	const char *const *words, struct buf *out);
void command_usage(enum command_id id, struct buf *out);	/* "step [N]" */
const char *command_class_title(enum command_class c);
/* Whether the row is one of the model's operations; which. */
bool command_operation(enum command_id id, enum operation *op);

#endif
