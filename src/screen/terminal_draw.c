/* SPDX-License-Identifier: GPL-3.0-or-later
 * The terminal's drawing half: from a canvas to curses cells and colour pairs.
 *
 * Curses compares with what the terminal shows and sends the difference, so
 * every frame is drawn whole here. No line-drawing set (ESC ( 0) is used:
 * frames are ordinary characters.
 */
#include <curses.h>
#include <wchar.h>
#include "base/text.h"
#include "screen/terminal.h"
#include "screen/terminal_draw.h"

#ifndef NCURSES_WIDECHAR
#error "needs the wide-character build of ncurses"
#endif

enum {
	PAIRS_MAX = 32,	    /* every terminal with colours has as many */
	COLUMNS_MAX = 1000, /* as canvases */
};

static struct {
	int colours; /* 0, 8 or 256 */
	bool utf8;
	const struct theme *theme; /* what the two tables hold */
	attr_t attributes[STYLE_N];
	short pair[STYLE_N];
} draw;

/* Palettes of 256 have known colours from 16 on. Of more (direct colour) only
 * the basic eight mean the same everywhere. */
void terminal_draw_open(bool colour, bool utf8)
{
	draw.theme = NULL;
	draw.utf8 = utf8;
	draw.colours = 0;
	if (!colour || !has_colors() || start_color() == ERR)
		return;
	if (use_default_colors() == ERR)
		return; /* black bars would be worse than no colour */
	draw.colours = COLORS == 256 ? 256 : COLORS >= 8 ? 8 : 0;
}

static short pair_of(int fg, int bg, short (*pairs)[2], short *n)
{
	if (fg < 0 && bg < 0)
		return 0;
	for (short i = 1; i < *n; i++)
		if (pairs[i][0] == fg && pairs[i][1] == bg)
			return i;
	if (*n >= PAIRS_MAX || *n >= COLOR_PAIRS)
		return 0;
	pairs[*n][0] = (short)fg;
	pairs[*n][1] = (short)bg;
	if (init_pair(*n, (short)fg, (short)bg) == ERR)
		return 0;
	return (*n)++;
}

static attr_t curses_attributes(unsigned attributes)
{
	return (attributes & LOOK_BOLD ? WA_BOLD : 0) |
	       (attributes & LOOK_UNDERLINE ? WA_UNDERLINE : 0) |
	       (attributes & LOOK_REVERSE ? WA_REVERSE : 0) |
	       (attributes & LOOK_DIM ? WA_DIM : 0);
}

static void use_theme(const struct theme *t)
{
	short pairs[PAIRS_MAX][2], n = 1;
	cchar_t blank;

	for (int s = 0; s < STYLE_N; s++) {
		struct look look = theme_look(t, (enum style)s, draw.colours);

		draw.attributes[s] = curses_attributes(look.attributes);
		draw.pair[s] =
			draw.colours ? pair_of(look.fg, look.bg, pairs, &n) : 0;
	}
	setcchar(&blank, L" ", draw.attributes[STYLE_TEXT],
		draw.pair[STYLE_TEXT], NULL);
	bkgrndset(&blank);
	draw.theme = t;
	clearok(curscr, TRUE);
}

/* The character to show and its width. One whose width the C library knows
 * otherwise would shift the rest of the row, so "?" stands for it. */
static wchar_t shown(const struct cell *cell, int *width)
{
	uint32_t ch = cell->ch;

	*width = 1;
	if (ch >= 0x80 && !draw.utf8)
		return (unsigned char)*text_ascii(ch);
	if (ch < 0x20 || wcwidth((wchar_t)ch) != cell->width)
		return L'?';
	*width = cell->width;
	return (wchar_t)ch;
}

static void to_cell(const struct cell *cell, cchar_t *out, int *width)
{
	wchar_t text[4] = {shown(cell, width)};
	int n = 1;

	for (int i = 0; i < 2 && draw.utf8; i++)
		if (cell->comb[i] && !wcwidth((wchar_t)cell->comb[i]))
			text[n++] = (wchar_t)cell->comb[i];
	setcchar(out, text, draw.attributes[cell->style],
		draw.pair[cell->style], NULL);
}

static void draw_row(const struct canvas *c, int row, int columns)
{
	const struct cell *cells = c->cells + (size_t)row * (size_t)c->columns;
	cchar_t line[COLUMNS_MAX + 1], blank;
	int n = 0, width;

	for (int column = 0; column < columns; column++) {
		if (!cells[column].width)
			continue; /* the right half of a wide one */
		to_cell(cells + column, line + n++, &width);
		if (width < cells[column].width && n < COLUMNS_MAX) {
			setcchar(&blank, L" ",
				draw.attributes[cells[column].style],
				draw.pair[cells[column].style], NULL);
			line[n++] = blank;
		}
	}
	mvadd_wchnstr(row, 0, line, n);
}

void terminal_draw(const struct canvas *c, const struct theme *t)
{
	int rows, columns, row = c->cursor_row, column = c->cursor_column;

	if (terminal_away())
		return;
	if (t != draw.theme)
		use_theme(t);
	getmaxyx(stdscr, rows, columns);
	erase();
	for (int r = 0; r < rows && r < c->rows; r++)
		draw_row(c, r, columns < c->columns ? columns : c->columns);
	if (row < 0 || row >= rows || column < 0 || column >= columns) {
		row = rows - 1;
		column = 0;
	}
	move(row, column);
	refresh();
}
