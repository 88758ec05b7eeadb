/* SPDX-License-Identifier: GPL-3.0-or-later
 * Files that a person names in a command: `> FILE`, save, source.
 */
#ifndef APP_FILES_H
#define APP_FILES_H

#include "app/app.h"

/* Where a path that was typed leads: ~/NAME is in the home directory. */
void files_path(const char *path, char *out, size_t size);
/* Reads a whole file of at most `most` MiB: a regular one, so that nothing waits
 * for ever. With `pipes` also "-", standard input, and what a shell hands over as
 * /dev/stdin or /dev/fd/N. ERR_IO; ERR_INVALID: it is larger. */
bool files_read(const char *path, bool pipes, unsigned most, struct buf *out,
	struct err *e);
/* Writes the rows of the last command to where it asked, if it did; a note says
 * so instead of them. ERR_IO. */
bool files_write(struct session *s, struct err *e);
/* Where there is nobody to ask for a file: refused. */
bool files_refuse(const struct session *s, struct err *e);

/* Who runs a file's commands: whether to stop, and what to do with the rows of
 * one (false: no further). Both are called after each. */
struct files_user {
	bool (*stopped)(void *user);
	bool (*rows)(void *user);
	void *user;
};
/* Runs the commands of the file that the last command named, if it did. The
 * first that is refused ends it: then false, and e has the place. */
bool files_source(struct session *s, const struct files_user *u,
	struct err *e);

#endif
