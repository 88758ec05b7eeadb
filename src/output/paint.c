/* SPDX-License-Identifier: GPL-3.0-or-later
 * What SVG and HTML share: colours of a style, escaped text.
 */
#include "output/paint.h"
#include "base/buf.h"
#include "base/text.h"
#include "output/canvas_text.h"

#include <string.h>

enum { COLOURS = 256, DIM_PERCENT = 70 };

/* `percent` of a, the rest of b. */
static uint32_t mix(uint32_t a, uint32_t b, uint32_t percent)
{
	uint32_t rgb = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		uint32_t sum = (a >> shift & 0xff) * percent +
			       (b >> shift & 0xff) * (100 - percent);

		rgb |= sum / 100 << shift;
	}
	return rgb;
}

struct paint paint_of(const struct theme *t, enum style s)
{
	struct look look = theme_look(t, s, COLOURS);
	struct paint p = {
		.ink = theme_rgb(look.fg, t->ink),
		.paper = theme_rgb(look.bg, t->paper),
		.bold = look.attributes & LOOK_BOLD,
		.underline = look.attributes & LOOK_UNDERLINE,
	};

	if (look.attributes & LOOK_DIM)
		p.ink = mix(p.ink, p.paper, DIM_PERCENT);
	if (look.attributes & LOOK_REVERSE) {
		uint32_t ink = p.ink;

		p.ink = p.paper;
		p.paper = ink;
	}
	return p;
}

bool paint_equal(const struct paint *a, const struct paint *b)
{
	return a->ink == b->ink && a->paper == b->paper && a->bold == b->bold &&
	       a->underline == b->underline;
}

int paint_end(const struct canvas *c, int row, const struct theme *t)
{
	const struct cell *cells = canvas_row(c, row);
	int end = c->columns;

	for (; end > 0 && cell_blank(&cells[end - 1]); end--) {
		enum style s = (enum style)cells[end - 1].style;
		struct paint p = paint_of(t, s);

		if (p.paper != t->paper || p.underline)
			break;
	}
	return end;
}

static void put_char(uint32_t ch, struct buf *out)
{
	char bytes[4];

	if (ch < ' ' || (ch >= 0x7f && ch < 0xa0))
		ch = ' ';
	if (ch == 0xfffe || ch == 0xffff)
		ch = 0xfffd;
	switch (ch) {
	case '&':
		buf_puts(out, "&amp;");
		return;
	case '<':
		buf_puts(out, "&lt;");
		return;
	case '>':
		buf_puts(out, "&gt;");
		return;
	case '"':
		buf_puts(out, "&quot;");
		return;
	default:
		buf_put(out, bytes, text_encode(ch, bytes));
	}
}

void paint_text(const char *s, struct buf *out)
{
	size_t n = strlen(s), used;

	for (size_t i = 0; i < n; i += used)
		put_char(text_decode(s + i, n - i, &used), out);
}

void paint_cell(const struct cell *cell, struct buf *out)
{
	if (cell->width == 0)
		return;
	put_char(cell->ch, out);
	for (int i = 0; i < 2 && cell->comb[i]; i++)
		put_char(cell->comb[i], out);
}
