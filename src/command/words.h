/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words of a command line, and which command they name. Only files of this
 * layer include this.
 */
#ifndef COMMAND_WORDS_H
#define COMMAND_WORDS_H

#include "command/command.h"

/* What an argument is called and what it takes. */
struct argument_row {
	const char *usage;	/* "CPU PAGES"; "" for none */
	const char *help;	/* a sentence about it; "" if none is needed */
};
extern const struct argument_row arguments[ARG_N];

/* "add, sync, …" */
void operations_put(struct buf *out);

struct word {
	const char *s;		/* not NUL-terminated */
	size_t n;
};

bool is_blank(char c);
const char *skip_blanks(const char *s);
/* The next word from *s on, which moves behind it; empty at the end. */
struct word word_next(const char **s);
bool word_is(struct word w, const char *text);
bool word_begins(struct word w, const char *text);	/* text begins with w */

/* The i-th word that a row goes by: its name, then the short forms. Empty when
 * there are no more. */
struct word row_word(const struct command_row *row, unsigned i);
/* Whether a short form is a word of its own ("exit"), to be listed as one. */
bool row_word_listed(const struct command_row *row, struct word w);

/* Which rows a word names: exactly, or else all that begin with it. */
struct matches {
	unsigned n;
	enum command_id id[CMD_N];
	struct word word[CMD_N];	/* what matched */
};
void words_match(struct word w, bool operations, struct matches *out);
/* The row of two words that is meant by the row `id` and the word after. */
enum command_id words_second(enum command_id id, struct word w);
/* The nearest command, or NULL. */
const char *words_nearest(struct word w, bool operations);

#endif
