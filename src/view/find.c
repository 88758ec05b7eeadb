/* SPDX-License-Identifier: GPL-3.0-or-later
 * Marks the places on the screen that hold the text searched for.
 */
#include "base/text.h"
#include "view/views.h"

#include <string.h>

static uint32_t lower(uint32_t ch)
{
	return ch >= 'A' && ch <= 'Z' ? ch + ('a' - 'A') : ch;
}

/* Whether the text stands at these cells; sets how many it takes. */
static bool stands(const struct cell *cell, int room, const char *text, int *n)
{
	size_t used;

	for (*n = 0; *text; text += used) {
		uint32_t ch = text_decode(text, strnlen(text, 4), &used);

		while (*n < room && cell[*n].width == 0)
			++*n;
		if (*n >= room || lower(cell[*n].ch) != lower(ch))
			return false;
		++*n;
	}
	return true;
}

void find_marks(struct canvas *c, const char *text)
{
	int n;

	if (!*text)
		return;
	for (int row = 0; row < c->box.rows; row++) {
		const struct cell *cells = &c->cells[
			(c->box.row + row) * c->columns + c->box.column];

		for (int i = 0; i < c->box.columns; i++)
			if (stands(cells + i, c->box.columns - i, text, &n))
				canvas_style(c, row, i, n, STYLE_TERM);
	}
}
