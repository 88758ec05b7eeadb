/* SPDX-License-Identifier: GPL-3.0-or-later
 * Commands from --exec and --commands, in their order on the command line.
 */
#ifndef APP_LINES_H
#define APP_LINES_H

#include "app/app.h"

struct lines {
	char **at;
	size_t n;
};

/* --exec first, then the file's lines ("-": standard input). ERR_IO. */
bool lines_gather(const struct options *o, struct lines *out, struct err *e);
void lines_done(struct lines *l);

#endif
