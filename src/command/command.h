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

enum { STOP_NEWEST = 0 };	/* a stop's number: $ */

struct command_row {
	const char *name, *shorts;
	enum command_class class;
	enum argument argument;
	const char *keys, *help;
};
extern const struct command_row commands[CMD_N];

/* A parsed command. Its expressions are owned by it. */
struct command {
	enum command_id id;
	bool given;		/* an optional argument was given */
	s64 count;		/* COUNT (1), NUMBER_OPT */
	s64 cpu, task, value;	/* CPU…; cpu -1: all, or not given; task -1: not
				   given; value: pages, policy, mode */
	struct name_use name;	/* NAME, SET */
	struct expr *expr;	/* EXPR, SET's right side, PLACE if it is one */
	struct expr *condition;	/* of a stop: behind `if`; CONDITION; or NULL */
	u16 procedure, row;	/* PLACE; row 0: its first line; else the first
				   row of that id, which may differ by variant;
				   procedure NONE: an expression, or, without
				   one, a row where the followed CPU is */
	enum operation operation; /* OPERATION, and EDIT rows that are one */
	s64 numbers[9];
	unsigned n_numbers;
	char text[1024];		/* WHEN, WORD, PANES (one blank apart), TEXT,
				   FILE; WHO: last, next, first or "" */
	char file[256];		/* where its answer is to go: `> FILE`; "" */
	bool append;		/* that was `>> FILE` */
	char line[1024];		/* as typed, without blanks around it */
};

void command_init(struct command *c, enum command_id id);
void command_done(struct command *c);
/* Parses one line into *c, which need not be initialised. ERR_USAGE with column
 * and source line, near name or usage as hint; ERR_RANGE for a number outside
 * its range; ERR_INVALID from expressions. A line that is empty or a # comment
 * gives id CMD_N. After a failure *c is as command_init(c, CMD_N) leaves it. */
bool command_parse(const char *line, const struct scope *s, struct command *c,
	struct err *e);
/* The command a key means, CMD_N if none (key names as in keys.h). */
enum command_id command_of_key(const char *key);
/* Candidates for the word at `point`, sorted, each ended by NUL in out; returns
 * how many. `words` are what the session adds for this command (cues, marks,
 * panes …), NULL-ended; may be NULL. A candidate that ends in . or ( is the
 * beginning of longer ones. */
size_t command_complete(const char *line, size_t point, const struct scope *s,
	const char *const *words, struct buf *out);
/* The byte at which the word begins that a candidate would replace. */
size_t command_complete_from(const char *line, size_t point);
/* Whether the word at `point` is the name of a file, of save or source (`rest`:
 * blanks belong to it) or behind `>`, and the byte at which it begins. */
bool command_file_at(const char *line, size_t point, size_t *from, bool *rest);
/* The command that a line begins with, so that the session knows which words to
 * add; CMD_N if none. */
enum command_id command_of_line(const char *line);
/* Whether the rest of its line may be `> FILE`; `path` says whether FILE must begin
 * with /, ./ or ../ there, since > compares in expressions. */
bool command_redirects(enum command_id id, bool *path);
void command_usage(enum command_id id, struct buf *out);	/* "step [N]" */
const char *command_class_title(enum command_class c);
/* Whether the row is one of the model's operations; which. */
bool command_operation(enum command_id id, enum operation *op);
enum command_id command_of_operation(enum operation op);
/* What a topic is: "" lists commands; else a command, a published name, a rule,
 * a procedure, or a page: names, rules, expressions, keys. False if nothing is
 * called so; out then says so, with the nearest topic. Lines of at most 78
 * columns. The scope may be NULL; with machines, values are shown. */
bool command_help(const char *topic, const struct scope *s, struct buf *out);
/* What does in a dialogue what this command does on the screen alone; "": nothing
 * does. NULL: it is the same in both. */
const char *command_here(enum command_id id);
/* Help of a dialogue, without keys: the commands that one needs, or all. */
void command_help_here(bool all, struct buf *out);

#endif
