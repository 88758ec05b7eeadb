/* SPDX-License-Identifier: GPL-3.0-or-later
 * The five themes and the colours they use.
 *
 * What comes first and what stands above zero is blue or cyan, what comes
 * second or falls short is orange, yellow or red: hues that colour-blind people
 * tell apart. The attributes alone tell apart the line that runs next, what
 * changed, what is pointed at, what is hidden, choices, terms and errors; so a
 * theme without colours loses nothing.
 *
 * `dark`, `light` and `mono` leave the background to the terminal, and where
 * they reverse they also leave the foreground, so that they stay readable where
 * the background is not what they expect. `contrast` and `class` paint both.
 */
#include "view/theme.h"

#include <stddef.h>
#include <string.h>

enum {
	B = LOOK_BOLD,
	U = LOOK_UNDERLINE,
	R = LOOK_REVERSE,
	D = LOOK_DIM,
	PALETTE = 256,
};

/* To add one: a block with a row for each style, { fg, bg, attributes, fg and
 * bg with 8 colours }. A reversed row names the colours as they are before. */
/* clang-format off */
const struct theme themes[] = {
	{ .name = "dark", .help = "for terminals with a dark background",
	  .paints = false, .ink = 0xe6e6e6, .paper = 0x16181d, .look = {
		[STYLE_TEXT] = { -1, -1, 0, -1, -1 },
		[STYLE_DIM] = { -1, -1, D, -1, -1 },
		[STYLE_TITLE] = { -1, -1, R, -1, -1 },
		[STYLE_FRAME] = { -1, -1, 0, -1, -1 },
		[STYLE_FRAME_FOCUS] = { 6, -1, B, 6, -1 },
		[STYLE_HEAD] = { -1, -1, B, -1, -1 },
		[STYLE_VALUE] = { 6, -1, 0, 6, -1 },
		[STYLE_CHANGED] = { 3, -1, B | U, 3, -1 },
		[STYLE_LINE] = { -1, -1, 0, -1, -1 },
		[STYLE_LINE_NOW] = { -1, -1, B | R, -1, -1 },
		[STYLE_LINE_DONE] = { 3, -1, B, 3, -1 },
		[STYLE_DIFF] = { 5, -1, B, 5, -1 },
		[STYLE_YES] = { 6, -1, B, 6, -1 },
		[STYLE_NO] = { 3, -1, B, 3, -1 },
		[STYLE_BASE] = { 6, -1, 0, 6, -1 },
		[STYLE_OTHER] = { 3, -1, 0, 3, -1 },
		[STYLE_PLUS] = { 6, -1, 0, 6, -1 },
		[STYLE_MINUS] = { 3, -1, 0, 3, -1 },
		[STYLE_LIMIT] = { 5, -1, B, 5, -1 },
		[STYLE_HOLD] = { 3, -1, B, 3, -1 },
		[STYLE_WAIT] = { 6, -1, 0, 6, -1 },
		[STYLE_SAY] = { -1, -1, 0, -1, -1 },
		[STYLE_TERM] = { 6, -1, U, 6, -1 },
		[STYLE_ASK] = { 3, -1, B, 3, -1 },
		[STYLE_CHOICE] = { -1, -1, B, -1, -1 },
		[STYLE_HIDDEN] = { -1, -1, R, -1, -1 },
		[STYLE_POINT] = { -1, -1, U | R, -1, -1 },
		[STYLE_STATUS] = { -1, -1, B, -1, -1 },
		[STYLE_TIMELINE] = { 6, -1, 0, 6, -1 },
		[STYLE_KEY] = { 6, -1, B, 6, -1 },
		[STYLE_WARN] = { 3, -1, B, 3, -1 },
		[STYLE_ERROR] = { -1, -1, B | U | R, -1, -1 },
		[STYLE_PROMPT] = { -1, -1, 0, -1, -1 },
	} },
	{ .name = "light", .help = "for terminals with a light background",
	  .paints = false, .ink = 0x1c1c1c, .paper = 0xffffff, .look = {
		[STYLE_TEXT] = { -1, -1, 0, -1, -1 },
		[STYLE_DIM] = { -1, -1, D, -1, -1 },
		[STYLE_TITLE] = { -1, -1, R, -1, -1 },
		[STYLE_FRAME] = { -1, -1, 0, -1, -1 },
		[STYLE_FRAME_FOCUS] = { 4, -1, B, 4, -1 },
		[STYLE_HEAD] = { -1, -1, B, -1, -1 },
		[STYLE_VALUE] = { 4, -1, 0, 4, -1 },
		[STYLE_CHANGED] = { 1, -1, B | U, 1, -1 },
		[STYLE_LINE] = { -1, -1, 0, -1, -1 },
		[STYLE_LINE_NOW] = { -1, -1, B | R, -1, -1 },
		[STYLE_LINE_DONE] = { 1, -1, B, 1, -1 },
		[STYLE_DIFF] = { 1, -1, B, 1, -1 },
		[STYLE_YES] = { 4, -1, B, 4, -1 },
		[STYLE_NO] = { 1, -1, B, 1, -1 },
		[STYLE_BASE] = { 4, -1, 0, 4, -1 },
		[STYLE_OTHER] = { 1, -1, 0, 1, -1 },
		[STYLE_PLUS] = { 4, -1, 0, 4, -1 },
		[STYLE_MINUS] = { 1, -1, 0, 1, -1 },
		[STYLE_LIMIT] = { 1, -1, B, 1, -1 },
		[STYLE_HOLD] = { 1, -1, B, 1, -1 },
		[STYLE_WAIT] = { 4, -1, 0, 4, -1 },
		[STYLE_SAY] = { -1, -1, 0, -1, -1 },
		[STYLE_TERM] = { 4, -1, U, 4, -1 },
		[STYLE_ASK] = { 1, -1, B, 1, -1 },
		[STYLE_CHOICE] = { -1, -1, B, -1, -1 },
		[STYLE_HIDDEN] = { -1, -1, R, -1, -1 },
		[STYLE_POINT] = { -1, -1, U | R, -1, -1 },
		[STYLE_STATUS] = { -1, -1, B, -1, -1 },
		[STYLE_TIMELINE] = { 4, -1, 0, 4, -1 },
		[STYLE_KEY] = { 4, -1, B, 4, -1 },
		[STYLE_WARN] = { 1, -1, B, 1, -1 },
		[STYLE_ERROR] = { -1, -1, B | U | R, -1, -1 },
		[STYLE_PROMPT] = { -1, -1, 0, -1, -1 },
	} },
	{ .name = "contrast", .help = "bright on black, with its own background",
	  .paints = true, .ink = 0xffffff, .paper = 0x000000, .look = {
		[STYLE_TEXT] = { 231, 16, 0, -1, -1 },
		[STYLE_DIM] = { 252, 16, 0, -1, -1 },
		[STYLE_TITLE] = { 231, 16, R, -1, -1 },
		[STYLE_FRAME] = { 252, 16, 0, -1, -1 },
		[STYLE_FRAME_FOCUS] = { 117, 16, B, -1, -1 },
		[STYLE_HEAD] = { 231, 16, B, -1, -1 },
		[STYLE_VALUE] = { 117, 16, 0, -1, -1 },
		[STYLE_CHANGED] = { 226, 16, B | U, -1, -1 },
		[STYLE_LINE] = { 231, 16, 0, -1, -1 },
		[STYLE_LINE_NOW] = { 214, 16, B | R, -1, -1 },
		[STYLE_LINE_DONE] = { 214, 16, B, -1, -1 },
		[STYLE_DIFF] = { 219, 16, B, -1, -1 },
		[STYLE_YES] = { 117, 16, B, -1, -1 },
		[STYLE_NO] = { 214, 16, B, -1, -1 },
		[STYLE_BASE] = { 117, 16, 0, -1, -1 },
		[STYLE_OTHER] = { 214, 16, 0, -1, -1 },
		[STYLE_PLUS] = { 117, 16, 0, -1, -1 },
		[STYLE_MINUS] = { 214, 16, 0, -1, -1 },
		[STYLE_LIMIT] = { 219, 16, B, -1, -1 },
		[STYLE_HOLD] = { 214, 16, B, -1, -1 },
		[STYLE_WAIT] = { 117, 16, 0, -1, -1 },
		[STYLE_SAY] = { 231, 16, 0, -1, -1 },
		[STYLE_TERM] = { 117, 16, U, -1, -1 },
		[STYLE_ASK] = { 214, 16, B, -1, -1 },
		[STYLE_CHOICE] = { 231, 16, B, -1, -1 },
		[STYLE_HIDDEN] = { 252, 16, R, -1, -1 },
		[STYLE_POINT] = { 117, 16, U | R, -1, -1 },
		[STYLE_STATUS] = { 231, 16, B, -1, -1 },
		[STYLE_TIMELINE] = { 117, 16, 0, -1, -1 },
		[STYLE_KEY] = { 117, 16, B, -1, -1 },
		[STYLE_WARN] = { 214, 16, B, -1, -1 },
		[STYLE_ERROR] = { 219, 16, B | U | R, -1, -1 },
		[STYLE_PROMPT] = { 231, 16, 0, -1, -1 },
	} },
	{ .name = "mono", .help = "no colours: bold, underlined, reversed",
	  .paints = false, .ink = 0x000000, .paper = 0xffffff, .look = {
		[STYLE_TEXT] = { -1, -1, 0, -1, -1 },
		[STYLE_DIM] = { -1, -1, D, -1, -1 },
		[STYLE_TITLE] = { -1, -1, R, -1, -1 },
		[STYLE_FRAME] = { -1, -1, 0, -1, -1 },
		[STYLE_FRAME_FOCUS] = { -1, -1, B, -1, -1 },
		[STYLE_HEAD] = { -1, -1, B, -1, -1 },
		[STYLE_VALUE] = { -1, -1, 0, -1, -1 },
		[STYLE_CHANGED] = { -1, -1, B | U, -1, -1 },
		[STYLE_LINE] = { -1, -1, 0, -1, -1 },
		[STYLE_LINE_NOW] = { -1, -1, B | R, -1, -1 },
		[STYLE_LINE_DONE] = { -1, -1, B, -1, -1 },
		[STYLE_DIFF] = { -1, -1, B, -1, -1 },
		[STYLE_YES] = { -1, -1, B, -1, -1 },
		[STYLE_NO] = { -1, -1, B, -1, -1 },
		[STYLE_BASE] = { -1, -1, 0, -1, -1 },
		[STYLE_OTHER] = { -1, -1, 0, -1, -1 },
		[STYLE_PLUS] = { -1, -1, 0, -1, -1 },
		[STYLE_MINUS] = { -1, -1, 0, -1, -1 },
		[STYLE_LIMIT] = { -1, -1, B, -1, -1 },
		[STYLE_HOLD] = { -1, -1, B, -1, -1 },
		[STYLE_WAIT] = { -1, -1, 0, -1, -1 },
		[STYLE_SAY] = { -1, -1, 0, -1, -1 },
		[STYLE_TERM] = { -1, -1, U, -1, -1 },
		[STYLE_ASK] = { -1, -1, B, -1, -1 },
		[STYLE_CHOICE] = { -1, -1, B, -1, -1 },
		[STYLE_HIDDEN] = { -1, -1, R, -1, -1 },
		[STYLE_POINT] = { -1, -1, U | R, -1, -1 },
		[STYLE_STATUS] = { -1, -1, B, -1, -1 },
		[STYLE_TIMELINE] = { -1, -1, 0, -1, -1 },
		[STYLE_KEY] = { -1, -1, B, -1, -1 },
		[STYLE_WARN] = { -1, -1, B, -1, -1 },
		[STYLE_ERROR] = { -1, -1, B | U | R, -1, -1 },
		[STYLE_PROMPT] = { -1, -1, 0, -1, -1 },
	} },
	{ .name = "class", .help = "dark on white for a projector, nothing dim",
	  .paints = true, .ink = 0x000000, .paper = 0xffffff, .look = {
		[STYLE_TEXT] = { 16, 231, 0, -1, -1 },
		[STYLE_DIM] = { 236, 231, 0, -1, -1 },
		[STYLE_TITLE] = { 18, 231, R, -1, -1 },
		[STYLE_FRAME] = { 236, 231, 0, -1, -1 },
		[STYLE_FRAME_FOCUS] = { 20, 231, B, -1, -1 },
		[STYLE_HEAD] = { 16, 231, B, -1, -1 },
		[STYLE_VALUE] = { 20, 231, 0, -1, -1 },
		[STYLE_CHANGED] = { 16, 229, B | U, -1, -1 },
		[STYLE_LINE] = { 16, 231, 0, -1, -1 },
		[STYLE_LINE_NOW] = { 214, 16, B | R, -1, -1 },
		[STYLE_LINE_DONE] = { 124, 231, B, -1, -1 },
		[STYLE_DIFF] = { 53, 231, B, -1, -1 },
		[STYLE_YES] = { 20, 231, B, -1, -1 },
		[STYLE_NO] = { 124, 231, B, -1, -1 },
		[STYLE_BASE] = { 20, 231, 0, -1, -1 },
		[STYLE_OTHER] = { 124, 231, 0, -1, -1 },
		[STYLE_PLUS] = { 20, 231, 0, -1, -1 },
		[STYLE_MINUS] = { 124, 231, 0, -1, -1 },
		[STYLE_LIMIT] = { 53, 231, B, -1, -1 },
		[STYLE_HOLD] = { 124, 231, B, -1, -1 },
		[STYLE_WAIT] = { 20, 231, 0, -1, -1 },
		[STYLE_SAY] = { 16, 231, 0, -1, -1 },
		[STYLE_TERM] = { 20, 231, U, -1, -1 },
		[STYLE_ASK] = { 124, 231, B, -1, -1 },
		[STYLE_CHOICE] = { 16, 231, B, -1, -1 },
		[STYLE_HIDDEN] = { 236, 231, R, -1, -1 },
		[STYLE_POINT] = { 153, 16, U | R, -1, -1 },
		[STYLE_STATUS] = { 16, 231, B, -1, -1 },
		[STYLE_TIMELINE] = { 20, 231, 0, -1, -1 },
		[STYLE_KEY] = { 20, 231, B, -1, -1 },
		[STYLE_WARN] = { 124, 231, B, -1, -1 },
		[STYLE_ERROR] = { 124, 231, B | U | R, -1, -1 },
		[STYLE_PROMPT] = { 16, 231, 0, -1, -1 },
	} },
	{ .name = NULL },
};
/* clang-format on */

const struct theme *theme_find(const char *name)
{
	for (const struct theme *t = themes; t->name; t++)
		if (!strcmp(t->name, name))
			return t;
	return NULL;
}

struct look theme_look(const struct theme *t, enum style s, int colours)
{
	struct look look = t->look[s];

	if (colours < 8)
		look.fg8 = look.bg8 = -1;
	if (colours < PALETTE) {
		look.fg = look.fg8;
		look.bg = look.bg8;
	}
	return look;
}

uint32_t theme_rgb(int colour, uint32_t fallback)
{
	static const uint32_t basic[16] = {
		0x000000,
		0xb3261e,
		0x2e7d32,
		0xe5a50a,
		0x0b4f9e,
		0xc061cb,
		0x56c8d8,
		0xd0d0d0,
		0x6e6e6e,
		0xff6b5e,
		0x7ddc84,
		0xffd75f,
		0x6cb2ff,
		0xe8a3f0,
		0x8be9fd,
		0xffffff,
	};
	static const uint32_t level[6] = {0, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
	uint32_t c = (uint32_t)colour;

	if (colour < 0 || colour >= PALETTE)
		return fallback;
	if (c < 16)
		return basic[c];
	if (c >= 232)
		return (8 + 10 * (c - 232)) * 0x010101;
	c -= 16;
	return level[c / 36] << 16 | level[c / 6 % 6] << 8 | level[c % 6];
}
