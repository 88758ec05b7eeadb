/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the halves of the terminal need of each other.
 */
#ifndef SCREEN_TERMINAL_DRAW_H
#define SCREEN_TERMINAL_DRAW_H

#include <stdbool.h>

/* After newterm(): colours if the terminal has them and they are wanted. */
void terminal_draw_open(bool colour, bool utf8);

/* True while the terminal is not ours: closed, or given back to the shell. */
bool terminal_away(void);

#endif
