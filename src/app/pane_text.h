/* SPDX-License-Identifier: GPL-3.0-or-later
 * Panes and overlays of the screen as plain lines, for shell.
 */
#ifndef APP_PANE_TEXT_H
#define APP_PANE_TEXT_H

#include "session/session.h"

enum { PANE_TEXT_LEAST = 40 };	/* columns */

/* What the last command wants seen besides its rows: the overlay that is open
 * (those that rows don't say), the picture, or "this line". In 7-bit characters,
 * at most `columns` wide (PANE_TEXT_LEAST at least). */
void pane_text(struct session *s, int columns, struct buf *out);

#endif
