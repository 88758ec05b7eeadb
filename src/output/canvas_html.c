/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as an HTML page that stands alone.
 *
 * A character beyond ASCII may come from another font with another width, so
 * each has an element as wide as its cells.
 */
#include "output/canvas_html.h"
#include "base/buf.h"
#include "output/canvas_text.h"
#include "output/paint.h"

static void put_css(const struct theme *t, struct buf *out)
{
	buf_printf(out,
		"<style>\n"
		"body{margin:0;color:#%06x;background:#%06x}\n"
		"pre{margin:0;padding:1ch;overflow-x:auto;\n"
		" font-size:16px;line-height:1.1875;\n"
		" font-family:\"DejaVu Sans Mono\",Menlo,Consolas,"
		"\"Liberation Mono\",monospace;\n"
		" print-color-adjust:exact}\n"
		"span,i{display:inline-block;height:1.1875em;"
		"vertical-align:top;font-style:normal}\n"
		"i{width:1ch}\n.w{width:2ch}\n",
		t->ink, t->paper);
	for (int s = 0; s < STYLE_N; s++) {
		struct paint p = paint_of(t, (enum style)s);

		buf_printf(out, ".s%d{color:#%06x;background:#%06x%s%s}\n", s,
			p.ink, p.paper, p.bold ? ";font-weight:bold" : "",
			p.underline ? ";text-decoration:underline" : "");
	}
	buf_puts(out, "</style>\n");
}

static void put_cells(const struct cell *cells, int n, struct buf *out)
{
	for (int i = 0; i < n; i++) {
		const struct cell *cell = &cells[i];

		if (cell->width == 0)
			continue;
		if (cell->ch < 0x80 && !cell->comb[0]) {
			paint_cell(cell, out);
			continue;
		}
		buf_puts(out, cell->width == 2 ? "<i class=\"w\">" : "<i>");
		paint_cell(cell, out);
		buf_puts(out, "</i>");
	}
}

static void put_row(
	const struct canvas *c, int row, const struct theme *t, struct buf *out)
{
	const struct cell *cells = canvas_row(c, row);
	int columns = paint_end(c, row, t);

	for (int i = 0, end; i < columns; i = end) {
		int s = cells[i].style;
		bool frame = s == STYLE_FRAME || s == STYLE_FRAME_FOCUS;

		for (end = i + 1; end < columns; end++)
			if (cells[end].style != s)
				break;
		buf_printf(out, "<span class=\"s%d\"%s>", s,
			frame ? " aria-hidden=\"true\"" : "");
		put_cells(&cells[i], end - i, out);
		buf_puts(out, "</span>");
	}
	buf_putc(out, '\n');
}

void canvas_html(const struct canvas *c, const struct theme *t,
	const char *title, struct buf *out)
{
	buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		      "<meta charset=\"utf-8\">\n"
		      "<meta name=\"viewport\" "
		      "content=\"width=device-width\">\n<title>");
	paint_text(title, out);
	buf_puts(out, "</title>\n");
	put_css(t, out);
	buf_puts(out, "</head>\n<body>\n<main>\n<pre>\n");
	for (int row = 0; row < c->rows; row++)
		put_row(c, row, t, out);
	buf_puts(out, "</pre>\n</main>\n</body>\n</html>\n");
}
