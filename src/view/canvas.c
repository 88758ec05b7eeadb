/* SPDX-License-Identifier: GPL-3.0-or-later
 * Puts text into a canvas: one reader turns text into glyphs, one writer puts
 * glyphs into cells, so that what is measured is what is drawn.
 */
#include "view/canvas.h"
#include "base/err.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_CELLS = 1000, NO_BREAK_SPACE = 0xa0 };

static const struct cell blank = {.ch = ' ', .width = 1, .style = STYLE_TEXT};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int most(int a, int b)
{
	return a > b ? a : b;
}

struct canvas *canvas_new(int rows, int columns, bool ascii)
{
	struct canvas *c = mem_alloc(sizeof(*c));

	c->rows = least(most(rows, 1), SIZE_MAX_CELLS);
	c->columns = least(most(columns, 1), SIZE_MAX_CELLS);
	c->ascii = ascii;
	c->cells = mem_alloc(
		(size_t)c->rows * (size_t)c->columns * sizeof(*c->cells));
	canvas_clear(c);
	return c;
}

struct canvas *canvas_copy(const struct canvas *c)
{
	struct canvas *copy = canvas_new(c->rows, c->columns, c->ascii);
	struct cell *cells = copy->cells;

	*copy = *c;
	copy->cells = cells;
	memcpy(cells, c->cells, (size_t)c->rows * (size_t)c->columns *
		sizeof(*cells));
	return copy;
}

void canvas_free(struct canvas *c)
{
	if (!c)
		return;
	free(c->cells);
	free(c);
}

void canvas_clear(struct canvas *c)
{
	for (int i = 0; i < c->rows * c->columns; i++)
		c->cells[i] = blank;
	c->box = (struct box){0, 0, c->rows, c->columns};
	c->cursor_row = c->cursor_column = -1;
}

bool cell_equal(const struct cell *a, const struct cell *b)
{
	return a->ch == b->ch && a->comb[0] == b->comb[0] &&
	       a->comb[1] == b->comb[1] && a->width == b->width &&
	       a->style == b->style;
}

bool canvas_equal(const struct canvas *a, const struct canvas *b)
{
	if (a->rows != b->rows || a->columns != b->columns ||
		a->cursor_row != b->cursor_row ||
		a->cursor_column != b->cursor_column)
		return false;
	for (int i = 0; i < a->rows * a->columns; i++)
		if (!cell_equal(&a->cells[i], &b->cells[i]))
			return false;
	return true;
}

struct box canvas_enter(struct canvas *c, struct box box)
{
	struct box before = c->box;
	int row_end = least(box.row + box.rows, before.row + before.rows);
	int column_end =
		least(box.column + box.columns, before.column + before.columns);

	c->box.row = most(box.row, before.row);
	c->box.column = most(box.column, before.column);
	c->box.rows = most(row_end - c->box.row, 0);
	c->box.columns = most(column_end - c->box.column, 0);
	return before;
}

void canvas_leave(struct canvas *c, struct box before)
{
	c->box = before;
}

/* What one read takes from a text: a base with at most two marks. */
struct glyph {
	uint32_t ch, comb[2];
	int width;
};

struct reader {
	const char *at;
	const char *spelt; /* what is left of an ASCII spelling */
	bool ascii;
};

static struct reader reader_of(const struct canvas *c, const char *text)
{
	return (struct reader){text, "", c->ascii};
}

static uint32_t peek(const char *s, size_t *used)
{
	if ((unsigned char)*s < 0x80) {
		*used = *s != '\0';
		return (unsigned char)*s;
	}
	return text_decode(s, strnlen(s, 4), used);
}

/* Takes the marks that follow a base; those beyond two, and in ASCII all,
 * are dropped. */
static void read_marks(struct reader *r, struct glyph *g)
{
	size_t used;

	while ((unsigned char)*r->at >= 0x80) {
		uint32_t ch = peek(r->at, &used);

		if (!text_unwanted(ch)) {
			if (text_char_width(ch) > 0)
				return;
			if (!r->ascii && !g->comb[1])
				g->comb[g->comb[0] != 0] = ch;
		}
		r->at += used;
	}
}

/* A base beyond ASCII; a mark without a base gets a space. */
static void read_wide(struct reader *r, struct glyph *g, uint32_t ch)
{
	g->ch = ch;
	g->width = ch < NO_BREAK_SPACE ? 1 : text_char_width(ch);
	if (g->width == 0) {
		g->comb[0] = r->ascii ? 0 : ch;
		g->ch = ' ';
		g->width = 1;
	} else if (ch < NO_BREAK_SPACE) {
		g->ch = ' '; /* a control */
	} else if (r->ascii && ch != NO_BREAK_SPACE) {
		r->spelt = text_ascii(ch);
		g->ch = *r->spelt ? (unsigned char)*r->spelt++ : '?';
		g->width = 1;
	}
}

/* The next glyph; false at the end. Controls become blanks. */
static bool read_glyph(struct reader *r, struct glyph *g)
{
	uint32_t ch;
	size_t used;

	*g = (struct glyph){.width = 1};
	if (*r->spelt) {
		g->ch = (unsigned char)*r->spelt++;
		return true;
	}
	do {
		ch = peek(r->at, &used);
		if (!ch)
			return false;
		r->at += used;
	} while (ch >= 0x80 && text_unwanted(ch));
	if (ch >= 0x80)
		read_wide(r, g, ch);
	else
		g->ch = ch < ' ' || ch == 0x7f ? ' ' : ch;
	read_marks(r, g);
	return true;
}

/* A half of a wide character whose other half is gone. */
static void blank_half(struct cell *half)
{
	*half = (struct cell){.ch = ' ', .width = 1, .style = half->style};
}

/* Writes one cell at canvas coordinates; of a wide character that loses one
 * half the other becomes a blank. */
static void put_cell(struct canvas *c, int row, int column, struct cell cell)
{
	struct cell *at = &c->cells[row * c->columns + column];
	struct cell *last = at + (cell.width == 2);

	if (at->width == 0)
		blank_half(at - 1);
	if (last->width == 2)
		blank_half(last + 1);
	*at = cell;
	if (cell.width == 2)
		*last = (struct cell){.style = cell.style};
}

/* Puts a glyph at box coordinates, cut at 0 and at column `end`; what is left
 * of a wide one there is a blank. */
static void put_glyph(struct canvas *c, int row, int column, int end,
	enum style s, const struct glyph *g)
{
	struct cell cell = {
		g->ch, {g->comb[0], g->comb[1]}, (uint8_t)g->width, (uint8_t)s};

	end = least(end, c->box.columns);
	if (row < 0 || row >= c->box.rows || end <= 0 || column >= end ||
		column + g->width <= 0)
		return;
	if (column < 0 || column + g->width > end) {
		cell = (struct cell){' ', {0, 0}, 1, (uint8_t)s};
		column = most(column, 0);
	}
	if (cell.ch == NO_BREAK_SPACE)
		cell.ch = ' ';
	put_cell(c, c->box.row + row, c->box.column + column, cell);
}

int canvas_put(
	struct canvas *c, int row, int column, enum style s, const char *text)
{
	struct reader r = reader_of(c, text);
	struct glyph g;

	while (read_glyph(&r, &g)) {
		put_glyph(c, row, column, c->box.columns, s, &g);
		column += g.width;
	}
	return column;
}

int canvas_printf(struct canvas *c, int row, int column, enum style s,
	const char *format, ...)
{
	char small[256], *text = small;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(small, sizeof(small), format, args);
	va_end(args);
	if (n < 0)
		panic("format \"%s\" failed", format);
	if ((size_t)n >= sizeof(small)) {
		text = mem_alloc((size_t)n + 1);
		va_start(args, format);
		vsnprintf(text, (size_t)n + 1, format, args);
		va_end(args);
	}
	column = canvas_put(c, row, column, s, text);
	if (text != small)
		free(text);
	return column;
}

int canvas_width(const struct canvas *c, const char *text)
{
	struct reader r = reader_of(c, text);
	struct glyph g;
	int width = 0;

	while (read_glyph(&r, &g))
		width += g.width;
	return width;
}

int canvas_put_cut(struct canvas *c, int row, int column, int columns,
	enum style s, const char *text)
{
	struct reader r = reader_of(c, text);
	struct glyph g, dots = {.ch = c->ascii ? '~' : 0x2026, .width = 1};
	int end = column + columns;

	if (columns <= 0)
		return column;
	if (canvas_width(c, text) <= columns)
		return canvas_put(c, row, column, s, text);
	while (read_glyph(&r, &g) && column + g.width < end) {
		put_glyph(c, row, column, end, s, &g);
		column += g.width;
	}
	put_glyph(c, row, column, end, s, &dots);
	return canvas_fill(c, row, column + 1, end - column - 1, s, ' ');
}

void canvas_put_right(
	struct canvas *c, int row, int end, enum style s, const char *text)
{
	canvas_put(c, row, end - canvas_width(c, text), s, text);
}

int canvas_fill(
	struct canvas *c, int row, int column, int n, enum style s, uint32_t ch)
{
	char text[5] = "";
	int width;

	text_encode(ch, text);
	width = canvas_width(c, text);
	for (; n > 0 && column < c->box.columns; n--)
		column = canvas_put(c, row, column, s, text);
	return column + most(n, 0) * width;
}

/* A wide character goes by its left half. */
void canvas_style(struct canvas *c, int row, int column, int n, enum style s)
{
	int end = least(column + n, c->box.columns);
	struct cell *cells;

	if (row < 0 || row >= c->box.rows)
		return;
	cells = &c->cells[(c->box.row + row) * c->columns + c->box.column];
	for (int i = most(column, 0); i < end; i++) {
		if (cells[i].width == 0)
			continue;
		cells[i].style = (uint8_t)s;
		if (cells[i].width == 2)
			cells[i + 1].style = (uint8_t)s;
	}
}

struct box canvas_frame(struct canvas *c, enum style s, const char *title)
{
	struct box b = c->box;
	int right = b.columns - 1, bottom = b.rows - 1, column;

	if (bottom < 1 || right < 1)
		return (struct box){b.row, b.column, 0, 0};
	canvas_fill(c, 0, 1, right - 1, s, 0x2500);
	canvas_fill(c, bottom, 1, right - 1, s, 0x2500);
	for (int row = 1; row < bottom; row++) {
		canvas_put(c, row, 0, s, "│");
		canvas_put(c, row, right, s, "│");
	}
	canvas_put(c, 0, 0, s, "┌");
	canvas_put(c, 0, right, s, "┐");
	canvas_put(c, bottom, 0, s, "└");
	canvas_put(c, bottom, right, s, "┘");
	if (title && *title && right > 3) {
		column = canvas_put(c, 0, 1, s, " ");
		column = canvas_put_cut(
			c, 0, column, right - 3, STYLE_HEAD, title);
		canvas_put(c, 0, column, s, " ");
	}
	return (struct box){b.row + 1, b.column + 1, bottom - 1, right - 1};
}

void canvas_cursor(struct canvas *c, int row, int column)
{
	if (c->box.rows == 0 || c->box.columns == 0)
		return;
	row = most(least(row, c->box.rows - 1), 0);
	column = most(least(column, c->box.columns - 1), 0);
	c->cursor_row = c->box.row + row;
	c->cursor_column = c->box.column + column;
}

/* Reads marked text; copying it saves a place to come back to. */
struct marked {
	struct reader r;
	bool term, point; /* inside [[ ]] and ** ** */
};

/* True if `close` follows on the same line. */
static bool closes(const char *s, const char *close)
{
	const char *found = strstr(s, close), *end = strchr(s, '\n');

	return found && found > s && (!end || found < end);
}

/* Takes the marks at the present place. A mark without its partner is text, and
 * so is one before a blank ("2 ** 3"). */
static void take_marks(struct marked *m)
{
	for (;; m->r.at += 2) {
		const char *at = m->r.at;

		if (!m->term && !strncmp(at, "[[", 2) && closes(at + 2, "]]"))
			m->term = true;
		else if (m->term && !strncmp(at, "]]", 2))
			m->term = false;
		else if (m->point && !strncmp(at, "**", 2))
			m->point = false;
		else if (!strncmp(at, "**", 2) && at[2] && at[2] != ' ' &&
			 closes(at + 2, "**"))
			m->point = true;
		else
			return;
	}
}

/* The next glyph of marked text; '\n' comes as it is. */
static bool read_marked(struct marked *m, struct glyph *g)
{
	if (!*m->r.spelt) {
		take_marks(m);
		if (*m->r.at == '\n') {
			m->r.at++;
			*g = (struct glyph){.ch = '\n'};
			return true;
		}
	}
	return read_glyph(&m->r, g);
}

/* Finds the end of the line that starts at *m: returns how many glyphs stand on
 * it and moves *m to the start of the next. Spaces at a break vanish; a word
 * longer than a line is broken. */
static int wrap_line(struct marked *m, int columns)
{
	struct marked back = *m, before = *m;
	int n = 0, width = 0, gap_at = 0, whole = 0;
	bool gap = false, word = false;
	struct glyph g;

	for (; read_marked(m, &g) && g.ch != '\n'; before = *m) {
		if (g.ch == ' ' && !g.comb[0]) {
			if (!gap)
				gap_at = n;
			gap = true;
			n += width < columns;
			width += width < columns;
			continue;
		}
		if (gap && word) {
			back = before;
			whole = gap_at;
		}
		gap = false;
		word = true;
		if (width + g.width > columns) {
			if (n > 0)
				*m = whole ? back : before;
			return whole ? whole : n ? n : 1;
		}
		n++;
		width += g.width;
	}
	return n;
}

static void draw_line(struct canvas *c, int row, struct box at, enum style s,
	struct marked m, int n)
{
	int column = at.column, end = at.column + at.columns;
	struct glyph g;

	for (; n > 0 && read_marked(&m, &g); n--) {
		put_glyph(c, row, column, end,
			m.point	 ? STYLE_POINT
			: m.term ? STYLE_TERM
				 : s,
			&g);
		column += g.width;
	}
}

/* The end of text without the blanks and line breaks that close it. */
static const char *end_of(const char *text)
{
	const char *end = text + strlen(text);

	while (end > text && (end[-1] == '\n' || end[-1] == ' '))
		end--;
	return end;
}

int canvas_wrap(struct canvas *c, int row, int column, int columns, int rows,
	int skip, enum style s, const char *text)
{
	struct box at = {row, column, rows, columns};
	struct marked m = {reader_of(c, text), false, false};
	const char *end = end_of(text);
	int lines = 0;

	if (columns <= 0)
		return 0;
	for (; m.r.at < end || *m.r.spelt; lines++) {
		struct marked start = m;
		int n = wrap_line(&m, columns);

		if (lines >= skip && lines - skip < rows)
			draw_line(c, row + lines - skip, at, s, start, n);
	}
	return lines;
}
