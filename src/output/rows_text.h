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

/* The same for who reads by ear or by finger: wrapped at `columns` (0: not), with
 * nothing that can't be pasted back: no grouped digits, no minus sign but the
 * hyphen, no blocks. What was asked for by name stays on one line. */
void rows_speech(const struct rows *r, int columns, bool ascii,
	struct buf *out);
/* Text as rows_speech() has it, not wrapped: several blanks between columns are
 * kept, one blank, or a colon. */
enum rows_gap { GAP_KEPT, GAP_ONE, GAP_COLON };
void rows_clean(struct buf *out, const char *text, enum rows_gap gap);
/* One row as one line, not wrapped, nothing at its end. */
void rows_line(const struct row *r, struct buf *line);
/* Text without marks, wrapped, in ASCII if wished, and a newline. */
void rows_wrap(struct buf *out, const char *text, int columns, bool ascii);

#endif
