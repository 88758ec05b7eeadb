/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas as ANSI text, and the step from one canvas to the next.
 */
#include "output/canvas_ansi.h"
#include "base/buf.h"
#include "output/canvas_text.h"
#include "view/theme.h"

enum {
	GAP = 6,   /* unchanged cells that are cheaper written than jumped */
	ERASE = 8, /* changed cells that are dearer written than erased */
};

static const struct look plain = {-1, -1, 0, -1, -1};

/* Where a terminal stands and how it writes. */
struct pen {
	struct buf *out;
	struct look looks[STYLE_N]; /* of the theme, at this depth */
	struct look look;
	int row, column; /* -1: unknown */
};

static struct pen pen_of(const struct theme *t, int colours, struct buf *out)
{
	struct pen p = {.out = out, .look = plain, .row = -1, .column = -1};

	for (int s = 0; s < STYLE_N; s++)
		p.looks[s] = theme_look(t, (enum style)s, colours);
	return p;
}

static bool look_equal(const struct look *a, const struct look *b)
{
	return a->fg == b->fg && a->bg == b->bg &&
	       a->attributes == b->attributes;
}

static void put_colour(struct buf *out, int colour, int base)
{
	if (colour >= 8)
		buf_printf(out, ";%d;5;%d", base + 8, colour);
	else if (colour >= 0)
		buf_printf(out, ";%d", base + colour);
}

static void pen_look(struct pen *p, const struct look *look)
{
	if (look_equal(&p->look, look))
		return;
	p->look = *look;
	buf_puts(p->out, "\033[0");
	if (look->attributes & LOOK_BOLD)
		buf_puts(p->out, ";1");
	if (look->attributes & LOOK_DIM)
		buf_puts(p->out, ";2");
	if (look->attributes & LOOK_UNDERLINE)
		buf_puts(p->out, ";4");
	if (look->attributes & LOOK_REVERSE)
		buf_puts(p->out, ";7");
	put_colour(p->out, look->fg, 30);
	put_colour(p->out, look->bg, 40);
	buf_putc(p->out, 'm');
}

/* True if the cell shows nothing but the terminal's own background. */
static bool shows_nothing(const struct pen *p, const struct cell *cell)
{
	const struct look *look = &p->looks[cell->style];

	return cell_blank(cell) && look->bg < 0 &&
	       !(look->attributes & (LOOK_REVERSE | LOOK_UNDERLINE));
}

static int visible_end(
	const struct pen *p, const struct cell *cells, int columns)
{
	while (columns > 0 && shows_nothing(p, &cells[columns - 1]))
		columns--;
	return columns;
}

void canvas_ansi(const struct canvas *c, const struct theme *t, int colours,
	struct buf *out)
{
	struct pen p = pen_of(t, colours, out);

	if (colours == 0) {
		canvas_text(c, out);
		return;
	}
	for (int row = 0; row < c->rows; row++) {
		const struct cell *cells = canvas_row(c, row);
		int end = visible_end(&p, cells, c->columns);

		for (int i = 0; i < end; i++) {
			if (cells[i].width)
				pen_look(&p, &p.looks[cells[i].style]);
			cell_text(&cells[i], out);
		}
		pen_look(&p, &plain);
		buf_putc(out, '\n');
	}
}

static void pen_move(struct pen *p, int row, int column)
{
	if (p->row == row && p->column == column)
		return;
	buf_printf(p->out, "\033[%d;%dH", row + 1, column + 1);
	p->row = row;
	p->column = column;
}

/* Writes a cell where it belongs. After the last column a terminal waits to
 * wrap, and terminals disagree on how far wide characters and marks go: there
 * the place counts as unknown. */
static void pen_cell(struct pen *p, int row, int column,
	const struct cell *cell, int columns)
{
	if (cell->width == 0)
		return;
	pen_move(p, row, column);
	pen_look(p, &p->looks[cell->style]);
	cell_text(cell, p->out);
	p->column = cell->width == 2 || cell->comb[0] || column + 1 == columns
			    ? -1
			    : column + 1;
}

/* True if a terminal need not be told; no cell before: it is clear there. */
static bool looks_same(const struct pen *p, const struct cell *before,
	const struct cell *after)
{
	if (!before)
		return shows_nothing(p, after);
	return before->ch == after->ch && before->comb[0] == after->comb[0] &&
	       before->comb[1] == after->comb[1] &&
	       before->width == after->width &&
	       look_equal(&p->looks[before->style], &p->looks[after->style]);
}

/* One row; before is NULL where the terminal is clear. */
static void diff_row(struct pen *p, int row, const struct cell *before,
	const struct cell *after, int columns)
{
	int end = visible_end(p, after, columns), behind = 0;

	for (int i = end; i < columns; i++)
		behind += !looks_same(p, before ? &before[i] : NULL, &after[i]);
	if (behind <= ERASE)
		end = columns;
	for (int i = 0, same = GAP + 1; i < end; i++) {
		if (looks_same(p, before ? &before[i] : NULL, &after[i])) {
			same++;
			continue;
		}
		if (same <= GAP)
			for (int k = i - same; k < i; k++)
				pen_cell(p, row, k, &after[k], columns);
		same = 0;
		pen_cell(p, row, i, &after[i], columns);
	}
	if (end < columns) {
		pen_move(p, row, end);
		pen_look(p, &plain);
		buf_puts(p->out, "\033[K");
	}
}

static void diff_cursor(struct pen *p, const struct canvas *before,
	const struct canvas *after, bool wrote)
{
	bool shown = before && before->cursor_row >= 0;

	if (after->cursor_row < 0) {
		if (shown || !before)
			buf_puts(p->out, "\033[?25l");
		return;
	}
	if (wrote || !shown || before->cursor_row != after->cursor_row ||
		before->cursor_column != after->cursor_column)
		pen_move(p, after->cursor_row, after->cursor_column);
	if (!shown)
		buf_puts(p->out, "\033[?25h");
}

void canvas_diff_ansi(const struct canvas *before, const struct canvas *after,
	const struct theme *t, int colours, struct buf *out)
{
	struct pen p = pen_of(t, colours, out);
	size_t start = out->n;

	if (before && (before->rows != after->rows ||
			      before->columns != after->columns))
		before = NULL;
	if (!before)
		buf_puts(out, "\033[0m\033[H\033[2J");
	for (int row = 0; row < after->rows; row++)
		diff_row(&p, row, before ? canvas_row(before, row) : NULL,
			canvas_row(after, row), after->columns);
	pen_look(&p, &plain);
	diff_cursor(&p, before, after, out->n > start);
}
