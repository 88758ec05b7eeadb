/* SPDX-License-Identifier: GPL-3.0-or-later
 * What terminal.c needs of terminal_draw.c: colours are set up once.
 */
#ifndef SCREEN_TERMINAL_DRAW_H
#define SCREEN_TERMINAL_DRAW_H

#include <stdbool.h>

/* After newterm(): colours if the terminal has them and they are wanted. */
void terminal_draw_open(bool colour, bool utf8);

#endif
