/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as plain text.
 */
#include "output/canvas_text.h"
#include "base/buf.h"
#include "base/text.h"

bool cell_blank(const struct cell *cell)
{
	return cell->ch == ' ' && !cell->comb[0];
}

const struct cell *canvas_row(const struct canvas *c, int row)
{
	return &c->cells[row * c->columns];
}

void cell_text(const struct cell *cell, struct buf *out)
{
	char bytes[4];

	if (cell->width == 0)
		return;
	buf_put(out, bytes, text_encode(cell->ch, bytes));
	for (int i = 0; i < 2 && cell->comb[i]; i++)
		buf_put(out, bytes, text_encode(cell->comb[i], bytes));
}

void canvas_text(const struct canvas *c, struct buf *out)
{
	for (int row = 0; row < c->rows; row++) {
		const struct cell *cells = canvas_row(c, row);
		int end = c->columns;

		while (end > 0 && cell_blank(&cells[end - 1]))
			end--;
		for (int i = 0; i < end; i++)
			cell_text(&cells[i], out);
		buf_putc(out, '\n');
	}
}
