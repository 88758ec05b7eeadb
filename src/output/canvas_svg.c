/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as a picture that stands alone, in SVG.
 *
 * Each run of text has its place and its length. A font spreads only ASCII and
 * repetitions of one character evenly, so a run is either of these.
 */
#include "output/canvas_svg.h"
#include "base/buf.h"
#include "output/canvas_text.h"
#include "output/paint.h"

/* In SVG units; the font's lines then touch, so that frames have no gaps. */
enum { CELL_WIDTH = 10, CELL_HEIGHT = 19, BASELINE = 15, MARGIN = 10 };
#define FONT_SIZE "16.6"

static int x_of(int column)
{
	return MARGIN + column * CELL_WIDTH;
}

static int y_of(int row)
{
	return MARGIN + row * CELL_HEIGHT;
}

static bool same_paint(
	const struct theme *t, const struct cell *a, const struct cell *b)
{
	struct paint pa = paint_of(t, (enum style)a->style);
	struct paint pb = paint_of(t, (enum style)b->style);

	return paint_equal(&pa, &pb);
}

static void put_rect(
	struct buf *out, int x, int y, int width, int height, uint32_t rgb)
{
	buf_printf(out,
		"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
		"fill=\"#%06x\"/>\n",
		x, y, width, height, rgb);
}

/* Backgrounds and underlines of a row. */
static void put_fills(
	const struct canvas *c, int row, const struct theme *t, struct buf *out)
{
	const struct cell *cells = canvas_row(c, row);

	for (int i = 0, end; i < c->columns; i = end) {
		struct paint p = paint_of(t, (enum style)cells[i].style);
		int width;

		for (end = i + 1; end < c->columns; end++)
			if (!same_paint(t, &cells[i], &cells[end]))
				break;
		width = (end - i) * CELL_WIDTH;
		if (p.paper != t->paper)
			put_rect(out, x_of(i), y_of(row), width, CELL_HEIGHT,
				p.paper);
		if (p.underline)
			put_rect(out, x_of(i), y_of(row) + BASELINE + 2, width,
				1, p.ink);
	}
}

static bool is_ascii(const struct cell *cell)
{
	return cell->ch > ' ' && cell->ch < 0x7f && !cell->comb[0];
}

/* The end of the run that starts at column i, a cell with something in it. A
 * single blank between words belongs to the run. */
static int run_end(
	const struct cell *cells, int i, int columns, const struct theme *t)
{
	const struct cell *first = &cells[i];
	int step = first->width == 2 ? 2 : 1, end = i + step;

	if (!is_ascii(first)) {
		while (end < columns && cell_equal(first, &cells[end]))
			end += step;
		return end;
	}
	for (; end < columns && same_paint(t, first, &cells[end]); end++)
		if (!is_ascii(&cells[end]) &&
			!(cell_blank(&cells[end]) && end + 1 < columns &&
				is_ascii(&cells[end + 1]) &&
				same_paint(t, first, &cells[end + 1])))
			break;
	return end;
}

static void put_runs(
	const struct canvas *c, int row, const struct theme *t, struct buf *out)
{
	const struct cell *cells = canvas_row(c, row);

	for (int i = 0, end; i < c->columns; i = end) {
		struct paint p = paint_of(t, (enum style)cells[i].style);

		end = i + 1;
		if (cell_blank(&cells[i]))
			continue;
		end = run_end(cells, i, c->columns, t);
		buf_printf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\"",
			x_of(i), y_of(row) + BASELINE, (end - i) * CELL_WIDTH);
		if (p.ink != t->ink)
			buf_printf(out, " fill=\"#%06x\"", p.ink);
		if (p.bold)
			buf_puts(out, " font-weight=\"bold\"");
		buf_puts(out, " lengthAdjust=\"spacingAndGlyphs\">");
		for (int k = i; k < end; k++)
			paint_cell(&cells[k], out);
		buf_puts(out, "</text>\n");
	}
}

static void put_description(const struct canvas *c, struct buf *out)
{
	for (int row = 0; row < c->rows; row++) {
		const struct cell *cells = canvas_row(c, row);
		int end = c->columns;

		while (end > 0 && cell_blank(&cells[end - 1]))
			end--;
		for (int i = 0; i < end; i++)
			paint_cell(&cells[i], out);
		buf_putc(out, '\n');
	}
}

void canvas_svg(const struct canvas *c, const struct theme *t,
	const char *title, struct buf *out)
{
	int width = x_of(c->columns) + MARGIN, height = y_of(c->rows) + MARGIN;

	buf_printf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" lang=\"en\" "
		"xml:lang=\"en\" role=\"img\"\n"
		" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n<title>",
		width, height, width, height);
	paint_text(title, out);
	buf_puts(out, "</title>\n<desc>");
	put_description(c, out);
	buf_puts(out, "</desc>\n");
	put_rect(out, 0, 0, width, height, t->paper);
	buf_printf(out,
		"<g aria-hidden=\"true\" fill=\"#%06x\" font-size=\"" FONT_SIZE
		"\"\n font-family=\"'DejaVu Sans Mono', Menlo, Consolas, "
		"'Liberation Mono', monospace\">\n",
		t->ink);
	for (int row = 0; row < c->rows; row++) {
		put_fills(c, row, t, out);
		put_runs(c, row, t, out);
	}
	buf_puts(out, "</g>\n</svg>\n");
}
