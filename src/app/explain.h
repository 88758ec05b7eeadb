/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the two ways of reading reports share.
 */
#ifndef APP_EXPLAIN_H
#define APP_EXPLAIN_H

#include "app/app.h"
#include "report/reader.h"

/* Feeds the whole file ("-": standard input) to the reader; false: *error. */
bool explain_read(const char *source, struct reader *rd, int *error);
/* Sets the error of a source, with `proc` of its zones; always false. */
bool explain_unread(const char *source, bool proc, int error, struct err *e);
/* Sets the error of a source with n reports, none of which will do; always false. */
bool explain_none(const char *source, u64 n, struct err *e);
/* --scene OUT: one report as a scene; the exit status. */
int explain_scene(const struct options *o);

#endif
