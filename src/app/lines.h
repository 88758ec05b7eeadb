/* SPDX-License-Identifier: GPL-3.0-or-later
 * Commands from --exec and --commands, in their order on the command line; what
 * an empty line means.
 */
#ifndef APP_LINES_H
#define APP_LINES_H

#include "app/app.h"

struct lines {
	char **at;
	size_t n;
	size_t file_from;		/* the first one of the file */
	const char *file;
};

/* --exec first, then the file's lines ("-": standard input). ERR_IO,
 * ERR_INVALID: the file is too large. */
bool lines_gather(const struct options *o, struct lines *out, struct err *e);
/* The file's lines, behind those that are there; `pipes` as in files_read. */
bool lines_read(struct lines *l, const char *path, bool pipes, struct err *e);
/* Says in the error which line of the file it was. */
void lines_place(const struct lines *l, size_t i, struct err *e);
/* What an empty line means to a person: the last line again, if that moved through
 * the run. An edit is never repeated so, nor what begins an act again. */
const char *line_repeat(const struct buf *last, const char *line);
/* Keeps a line that was typed, for that. */
void line_note(struct buf *last, const struct command *c);
/* Takes the line's end, LF or CRLF, off a line of n bytes. */
void line_trim(char *line, size_t n);
void lines_done(struct lines *l);

#endif
