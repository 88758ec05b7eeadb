/* SPDX-License-Identifier: GPL-3.0-or-later
 * A canvas: rows of cells with a style role each, drawn by views, shown by
 * the terminal or written as text, ANSI, SVG, HTML or an asciicast.
 *
 * Rules: every put is clipped to the canvas and to the current box; nothing
 * fails. Coordinates are (row, column) from 0 inside the current box. With
 * `ascii` set, text is respelt in ASCII before it is measured ("≥" is ">=",
 * two columns), so always measure with canvas_width().
 */
#ifndef VIEW_CANVAS_H
#define VIEW_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

/* Style roles: what a cell means; themes say how it looks.
 * To add one: a row here, a row in each theme of theme.c. */
#define STYLE_LIST(X) \
	X(TEXT, "text") \
	X(DIM, "dim: secondary text") \
	X(TITLE, "title: the top row") \
	X(FRAME, "frame: borders of panes") \
	X(FRAME_FOCUS, "frame-focus: border of the pane with the focus") \
	X(HEAD, "head: a pane's or a table's heading") \
	X(VALUE, "value: a number of the model") \
	X(CHANGED, "changed: what the last step changed") \
	X(LINE, "line: a line of the listing") \
	X(LINE_NOW, "line-now: the line that runs next") \
	X(LINE_DONE, "line-done: the line that ran last") \
	X(DIFF, "diff: a line that only this variant has") \
	X(YES, "yes: the answer of an if") \
	X(NO, "no: the answer of an if") \
	X(BASE, "base: the first variant") \
	X(OTHER, "other: the other variants") \
	X(PLUS, "plus: a bar above zero") \
	X(MINUS, "minus: a bar below zero") \
	X(LIMIT, "limit: a mark, threshold or bound") \
	X(HOLD, "hold: who holds a lock") \
	X(WAIT, "wait: who waits") \
	X(SAY, "say: narration") \
	X(TERM, "term: first use of a term that has a card") \
	X(ASK, "ask: a question") \
	X(CHOICE, "choice: one of its answers") \
	X(HIDDEN, "hidden: masked until answered") \
	X(POINT, "point: what the narration points at") \
	X(STATUS, "status: the scoreboard row") \
	X(TIMELINE, "timeline") \
	X(KEY, "key: a key's name in a hint") \
	X(WARN, "warn: assumption, caution") \
	X(ERROR, "error") \
	X(PROMPT, "prompt: the command line")

enum style {
#define X(name, text) STYLE_##name,
	STYLE_LIST(X)
#undef X
	STYLE_N
};

struct cell {
	uint32_t ch;		/* base character; 0: the right half of a wide one */
	uint32_t comb[2];	/* combining marks, 0: none */
	uint8_t width;		/* 1 or 2; 0 for the right half */
	uint8_t style;		/* enum style */
};

struct box {
	int row, column, rows, columns;	/* may be empty, never negative */
};

struct canvas {
	int rows, columns;
	struct cell *cells;	/* rows × columns */
	struct box box;		/* where puts go; the whole canvas at first */
	bool ascii;
	int cursor_row, cursor_column;	/* focused item, canvas coordinates; -1: none */
};

/* Blank canvas of at least 1×1; sizes are clamped to 1..1000. */
struct canvas *canvas_new(int rows, int columns, bool ascii);
struct canvas *canvas_copy(const struct canvas *c);
void canvas_free(struct canvas *c);		/* NULL is fine */
void canvas_clear(struct canvas *c);		/* as new: blank, whole box, no cursor */
bool canvas_equal(const struct canvas *a, const struct canvas *b);
bool cell_equal(const struct cell *a, const struct cell *b);

/* Sets the current box (canvas coordinates, clipped to the box before, so that no
 * one draws outside what it was given) and returns the one before. */
struct box canvas_enter(struct canvas *c, struct box box);
void canvas_leave(struct canvas *c, struct box before);

/* Puts text at (row, column) of the current box; returns the column after it,
 * also where it lies outside. Text that does not fit is cut; a wide character at
 * the edge leaves a blank. */
int canvas_put(struct canvas *c, int row, int column, enum style s, const char *text);
int canvas_printf(struct canvas *c, int row, int column, enum style s,
	const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same, at most `columns` wide; cut text ends in "…" ("~" in ASCII). */
int canvas_put_cut(struct canvas *c, int row, int column, int columns, enum style s,
	const char *text);
/* Right-aligned: the last character stands at column `end` - 1. */
void canvas_put_right(struct canvas *c, int row, int end, enum style s, const char *text);
/* n times one character. */
int canvas_fill(struct canvas *c, int row, int column, int n, enum style s, uint32_t ch);
/* Changes the style of n cells, text unchanged. */
void canvas_style(struct canvas *c, int row, int column, int n, enum style s);
/* A frame around the current box with a title on its top edge; returns the box
 * inside, in canvas coordinates. */
struct box canvas_frame(struct canvas *c, enum style s, const char *title);
/* Word-wraps text into at most `rows` rows of the current box from `row`, the
 * first `skip` lines left out; returns the number of lines the whole text takes
 * at this width. '\n' ends a line. Words marked [[like this]] get STYLE_TERM,
 * and **this** STYLE_POINT; a mark that is not closed on its line is text. */
int canvas_wrap(struct canvas *c, int row, int column, int columns, int rows,
	int skip, enum style s, const char *text);
/* Columns of text on this canvas (ASCII spelling counted if ascii). */
int canvas_width(const struct canvas *c, const char *text);
/* Puts the focus cursor at (row, column), or as near as the current box allows. */
void canvas_cursor(struct canvas *c, int row, int column);

#endif
