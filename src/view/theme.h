/* SPDX-License-Identifier: GPL-3.0-or-later
 * Themes: how each style role looks. Never colour alone: attributes or the
 * text itself say the same.
 */
#ifndef VIEW_THEME_H
#define VIEW_THEME_H

#include <stdbool.h>
#include <stdint.h>
#include "view/canvas.h"

enum { LOOK_BOLD = 1, LOOK_UNDERLINE = 2, LOOK_REVERSE = 4, LOOK_DIM = 8 };

/* Colours: -1 the terminal's own, 0..7 the basic eight, 16..255 the palette
 * (only `contrast` and `class`, which then paint foreground and background;
 * with fewer colours they fall back to basic and attributes). */
struct look {
	int16_t fg, bg;
	uint8_t attributes;
	int16_t fg8, bg8;	/* with 8 or 16 colours */
};

struct theme {
	const char *name, *help;
	bool paints;		/* sets a background everywhere */
	uint32_t ink, paper;	/* sRGB of -1 as fg and bg in documents */
	struct look look[STYLE_N];
};

extern const struct theme themes[];		/* name NULL ends it */
const struct theme *theme_find(const char *name);	/* NULL: unknown */
/* The look of a role: colours -1/-1 if `colours` is 0 (NO_COLOR, mono). */
struct look theme_look(const struct theme *t, enum style s, int colours);
/* sRGB of a palette colour 0..255 (for SVG and HTML); -1 gives fallback. */
uint32_t theme_rgb(int colour, uint32_t fallback);

#endif
