/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as plain text.
 */
#ifndef OUTPUT_CANVAS_TEXT_H
#define OUTPUT_CANVAS_TEXT_H

#include <stdbool.h>
#include "view/canvas.h"

struct buf;

/* Every row with its newline; blanks at the end of a row are left out. */
void canvas_text(const struct canvas *c, struct buf *out);
/* A cell's character with its marks; nothing for a right half. */
void cell_text(const struct cell *cell, struct buf *out);
bool cell_blank(const struct cell *cell);
const struct cell *canvas_row(const struct canvas *c, int row);

#endif
