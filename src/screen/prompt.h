/* SPDX-License-Identifier: GPL-3.0-or-later
 * The command line: edited by readline (only prompt.c knows it), shown by
 * whoever asks for a prompt_view, or, without a screen, by readline itself.
 *
 * Rules: one prompt at a time. A program uses either prompt_open() and what
 * belongs to it, under the screen, or prompt_readline(), without; not both.
 * A line has at most PROMPT_MAX bytes, all of it UTF-8 without control
 * characters. Pasted text is never executed: only a typed Enter ends a line.
 */
#ifndef SCREEN_PROMPT_H
#define SCREEN_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include "base/buf.h"
#include "screen/keys.h"

enum { PROMPT_MAX = 4096 };

struct prompt_options {
	const char *label; /* ":" */
	bool history;	   /* offer former lines and keep this one */
	/* Puts what may stand at byte `point` of the line, one candidate a
	 * line, each with '\n', and returns the byte at which the word begins
	 * that a candidate would replace. NULL: no completion. */
	size_t (*complete)(void *user, const char *line, size_t point,
		struct buf *candidates);
	void *user;
};

enum prompt_state {
	PROMPT_CLOSED,
	PROMPT_OPEN,
	PROMPT_DONE,	  /* prompt_line() was entered */
	PROMPT_CANCELLED, /* Esc, Ctrl-C, or Ctrl-D on an empty line */
};

/* What to show, valid until the next prompt call. */
struct prompt_view {
	const char *text;	   /* label and line, scrolled to the cursor */
	int cursor;		   /* its column */
	const char *list;	   /* candidates side by side; "" if none */
	int list_at, list_columns; /* the chosen one; 0 columns: none */
	const char *note;	   /* what went wrong; "" if nothing did */
};

void prompt_open(const struct prompt_options *o);
void prompt_key(const struct key *key);
/* Puts text in at the cursor, line ends and tabs as blanks. */
void prompt_paste(const char *text);
enum prompt_state prompt_state(void);
const char *prompt_line(void); /* of PROMPT_DONE; else "" */
void prompt_view(int columns, bool ascii, struct prompt_view *view);
void prompt_close(void); /* from any state */

/* Reads a line on a terminal without a screen. PROMPT_DONE: *line, to be freed
 * with free(); PROMPT_CANCELLED: Ctrl-C; PROMPT_CLOSED: end of input. */
enum prompt_state prompt_readline(const struct prompt_options *o, char **line);

#endif
