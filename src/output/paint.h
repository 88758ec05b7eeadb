/* SPDX-License-Identifier: GPL-3.0-or-later
 * What SVG and HTML share: colours of a style, escaped text.
 */
#ifndef OUTPUT_PAINT_H
#define OUTPUT_PAINT_H

#include <stdbool.h>
#include <stdint.h>
#include "view/theme.h"

struct buf;

/* How a style looks in a document: colours as shown (reverse and dim are worked
 * in), 0xrrggbb. */
struct paint {
	uint32_t ink, paper;
	bool bold, underline;
};

struct paint paint_of(const struct theme *t, enum style s);
bool paint_equal(const struct paint *a, const struct paint *b);
/* One past the last cell of a row that shows anything on this page. */
int paint_end(const struct canvas *c, int row, const struct theme *t);
/* Text for an element or a quoted attribute of HTML or XML: escaped, controls
 * as blanks, what XML forbids as U+FFFD. */
void paint_text(const char *s, struct buf *out);
/* The same for one cell. */
void paint_cell(const struct cell *cell, struct buf *out);

#endif
