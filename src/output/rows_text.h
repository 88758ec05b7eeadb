/* SPDX-License-Identifier: GPL-3.0-or-later
 * Answers of commands as plain lines: for the shell and for pipes.
 */
#ifndef OUTPUT_ROWS_TEXT_H
#define OUTPUT_ROWS_TEXT_H

#include "session/rows.h"

struct buf;

/* One or more lines per row, ended by '\n'. Numbers are plain, so that they can
 * be pasted back. With `ascii` no other characters are used. `columns` > 0 wraps
 * prose at that width. */
void rows_text(const struct rows *r, int columns, bool ascii, struct buf *out);

#endif
