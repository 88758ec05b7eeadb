/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the prompt under the screen and the one without have in common:
 * candidates of a completion, and the history.
 */
#ifndef SCREEN_PROMPT_SHARED_H
#define SCREEN_PROMPT_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include "base/buf.h"
#include "screen/prompt.h"

struct candidates {
	struct buf all;	  /* each ends in '\n' */
	size_t n, chosen; /* chosen == n: none yet */
	size_t word;	  /* the byte they would replace from */
};

void candidates_clear(struct candidates *c);
/* Asks for those at this byte of readline's line; false if there are none. */
bool candidates_ask(
	struct candidates *c, const struct prompt_options *o, size_t point);
/* The i-th, not NUL-terminated. */
const char *candidates_at(const struct candidates *c, size_t i, size_t *length);
/* Bytes that all have in common, whole characters. */
size_t candidates_common(const struct candidates *c);
/* True if this is a whole word, to be followed by a blank, and not the
 * beginning of a longer one ("cpu[", "zone.", "cpus="), or blank already. */
bool candidates_whole(const char *s, size_t n);

/* Pasted text as it may stand in a line: line ends and tabs become one blank, other
 * control characters go. False: it was cut, so as to take at most `room` bytes. */
bool prompt_clean(struct buf *out, const char *s, int room);

/* Readline variables for both. */
void prompt_start(void);
/* The file is read once, when the first prompt with a history opens. */
void prompt_history_load(const struct prompt_options *o);
/* Adds an entered line unless it repeats the last one. */
void prompt_history_keep(const struct prompt_options *o, const char *line);

#endif
