/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as an HTML page that stands alone.
 */
#ifndef OUTPUT_CANVAS_HTML_H
#define OUTPUT_CANVAS_HTML_H

struct buf;
struct canvas;
struct theme;

/* `title` is plain text. The page needs no other file and runs no script; its
 * text can be selected, and frames are hidden from those who hear it. */
void canvas_html(const struct canvas *c, const struct theme *t,
	const char *title, struct buf *out);

#endif
