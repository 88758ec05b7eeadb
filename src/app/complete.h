/* SPDX-License-Identifier: GPL-3.0-or-later
 * Completion of a command line in a session, for prompt and shell.
 */
#ifndef APP_COMPLETE_H
#define APP_COMPLETE_H

#include <stddef.h>

struct buf;

/* As prompt_options.complete; `user` is the session. */
size_t complete_line(void *user, const char *line, size_t point,
	struct buf *candidates);

#endif
