/* SPDX-License-Identifier: GPL-3.0-or-later
 * Plain text, wrapped at the edge.
 */
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "output/wrap.h"

void put_wrapped(struct buf *out, const char *text, int indent, int columns)
{
	int column = 0;

	while (*text) {
		size_t n = strcspn(text, " ");
		struct buf word = { 0 };
		int width;

		buf_put(&word, text, n);
		width = text_width(buf_text(&word));
		if (column && column + 1 + width > columns) {
			buf_putc(out, '\n');
			column = 0;
		}
		if (column)
			buf_putc(out, ' ');
		else
			buf_printf(out, "%*s", indent, "");
		column += (column ? 1 : indent) + width;
		buf_puts(out, buf_text(&word));
		buf_done(&word);
		text += n + strspn(text + n, " ");
	}
	buf_putc(out, '\n');
}
