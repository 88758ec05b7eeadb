/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the terminal's type says, asked before curses writes anything.
 */
#ifndef SCREEN_TERMINAL_TYPE_H
#define SCREEN_TERMINAL_TYPE_H

#include <stdbool.h>
#include "base/buf.h"
#include "base/err.h"

/* False (ERR_IO) unless TERM names a type that can place the cursor. Appends
 * to *goodbye what puts the screen right without curses. */
bool terminal_type_open(struct buf *goodbye, struct err *e);

#endif
