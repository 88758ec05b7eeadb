/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where the files of /proc and /sys come from: this machine, a folder that has
 * proc/ and sys/, or one file with all of them under headings.
 */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include <stdbool.h>
#include "base/buf.h"

struct source {
	char root[4096];
	bool bundle;			/* one file: in text */
	struct buf text;
};

/* `name`: a folder, its proc/ itself, or a bundle: files one after the other, each
 * behind a heading "==> /proc/meminfo <==", as `tail -n +1 FILES` prints them, or
 * with more signs. What can't be opened is told by each read. */
void source_open(struct source *s, const char *name);
void source_done(struct source *s);
/* The whole of a file, "proc/meminfo", in `out` (cleared first), without a last line
 * that was cut short; 0, or errno, which is ENODATA for what a bundle does not have. */
int source_read(const struct source *s, const char *path, struct buf *out);
/* What to call that file in an error: "name/proc/meminfo", or `name` alone where
 * there is nothing of that name. */
void source_place(const char *name, const char *path, struct buf *out);

#endif
