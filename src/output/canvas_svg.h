/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as a picture that stands alone, in SVG.
 */
#ifndef OUTPUT_CANVAS_SVG_H
#define OUTPUT_CANVAS_SVG_H

struct buf;
struct canvas;
struct theme;

/* `title` names the picture (plain text); its text is also its description, for
 * those who hear it. Whatever the font, each cell stands in its column. */
void canvas_svg(const struct canvas *c, const struct theme *t,
	const char *title, struct buf *out);

#endif
