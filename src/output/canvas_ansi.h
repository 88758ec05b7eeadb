/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as ANSI text, and the step from one canvas to the next.
 */
#ifndef OUTPUT_CANVAS_ANSI_H
#define OUTPUT_CANVAS_ANSI_H

struct buf;
struct canvas;
struct theme;

/* Every row with its newline, its styles as SGR, set and reset within the row;
 * with colours 0 no escape at all. Blanks that show nothing are left out at the
 * end of a row. */
void canvas_ansi(const struct canvas *c, const struct theme *t, int colours,
	struct buf *out);

/* What turns a terminal that shows `before` into one that shows `after`: cursor
 * addresses, SGR, text, the cursor. Nothing if they look the same; cleared and
 * drawn whole if before is NULL or of another size. Expects and leaves SGR
 * reset. With colours 0 the attributes stay. */
void canvas_diff_ansi(const struct canvas *before, const struct canvas *after,
	const struct theme *t, int colours, struct buf *out);

#endif
