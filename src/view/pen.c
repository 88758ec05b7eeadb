/* SPDX-License-Identifier: GPL-3.0-or-later
 * A pen writes a pane's content line by line, wherever it is scrolled to.
 */
#include "view/pen.h"
#include "expr/expr.h"
#include "model/names.h"
#include "view/layout.h"

#include <string.h>

int pen_put(struct pen *p, int column, enum style s, const char *text)
{
	return canvas_put(p->c, p->row - p->skip, column, s, text);
}

int pen_cut(struct pen *p, int column, int columns, enum style s,
	const char *text)
{
	return canvas_put_cut(
		p->c, p->row - p->skip, column, columns, s, text);
}

void pen_right(struct pen *p, int end, enum style s, const char *text)
{
	canvas_put_right(p->c, p->row - p->skip, end, s, text);
}

int pen_fill(struct pen *p, int column, int n, enum style s, uint32_t ch)
{
	return canvas_fill(p->c, p->row - p->skip, column, n, s, ch);
}

void pen_wrap_to(struct pen *p, int column, int end, enum style s,
	const char *text)
{
	p->row += canvas_wrap(p->c, p->row - p->skip, column, end - column,
		1000, 0, s, text);
}

void pen_wrap(struct pen *p, int column, enum style s, const char *text)
{
	pen_wrap_to(p, column, p->columns - 1, s, text);
}

void pen_next(struct pen *p)
{
	p->row++;
}

int pen_width(const struct pen *p, const char *text)
{
	return canvas_width(p->c, text);
}

int pen_mask(struct pen *p, int column)
{
	return pen_put(p, column, STYLE_HIDDEN, "·····");
}

void pen_point(struct pen *p, int column)
{
	pen_put(p, column, STYLE_POINT, p->c->ascii ? "@" : "►");
}

void pen_focus(struct pen *p, int column)
{
	p->focus_row = p->row;
	p->focus_column = column;
}

void pen_item(struct pen *p, int column, const char *name)
{
	if (p->item++ != p->wanted)
		return;
	p->keep_from = p->keep_to = p->row;
	pen_focus(p, column);
	p->name[0] = '\0';
	if (name)
		strncat(p->name, name, sizeof(p->name) - 1);
}

int pen_field(struct pen *p, int column, int end, const char *label,
	const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);
	bool changed = moment_changed(p->v, name);
	bool point = p->m->point && !strcmp(p->m->point, name);
	struct buf value = {0};

	if (id < 0)
		return column;
	expr_format(name_at((unsigned)id)->kind,
		name_get(p->v->now, (unsigned)id, index), true, &value);
	pen_item(p, column, name);
	if (point)
		pen_point(p, column - 1);
	column = pen_put(p, column, point ? STYLE_POINT : STYLE_TEXT, label);
	if (end < column + 1 + pen_width(p, buf_text(&value)))
		end = column + 1 + pen_width(p, buf_text(&value));
	pen_right(p, end,
		point	  ? STYLE_POINT
		: changed ? STYLE_CHANGED
			  : STYLE_VALUE,
		buf_text(&value));
	buf_done(&value);
	return pen_put(p, end, changed ? STYLE_CHANGED : STYLE_TEXT, changed ? "*" : " ");
}

static int clamp(int value, int least, int most)
{
	return value > most ? (most > least ? most : least)
		: value < least ? least : value;
}

/* Where a pane stands by itself: as far up as what should be seen allows. */
static int own_skip(const struct pen *p, int most)
{
	int skip = 0, half = p->rows / 2;

	if (p->keep_to >= p->rows)
		skip = p->keep_to - p->rows + 1;
	if (p->by_halves && half > 0)
		skip = (skip + half - 1) / half * half;
	if (p->keep_from >= 0 && skip > p->keep_from)
		skip = p->keep_from;
	return clamp(skip, 0, most);
}

/* Runs the view without drawing; the pen then knows all its sizes. `scroll` is
 * brought into range. */
static void measure(struct pen *p, pen_view *view, int *scroll)
{
	struct box before = p->c->box;
	int own, most;

	p->c->box.rows = 0;
	view(p);
	p->c->box = before;
	p->items = p->item;
	most = p->row > p->rows ? p->row - p->rows : 0;
	own = own_skip(p, most);
	*scroll = clamp(*scroll, -own, most - own);
	p->skip = own + *scroll;
}

enum pane pane_focused(const struct moment *m)
{
	if (m->pane == PANE_SCORE ||
		m->pane == PANE_TIMELINE || m->pane >= PANE_N)
		return PANE_STORY;
	return m->pane == PANE_LINE ? PANE_CODE : (enum pane)m->pane;
}

static struct pen pen_for(struct canvas *c, struct box box,
	const struct moment *m, const struct moment_variant *v, enum pane pane)
{
	struct pen p = {.c = c, .m = m, .v = v};

	p.columns = box.columns;
	p.rows = box.rows;
	p.keep_from = p.keep_to = p.focus_row = -1;
	p.focused = v == &m->variant[m->shown] && pane == pane_focused(m);
	p.alone = !layout_is_full(c->rows, c->columns);
	p.wanted = (int)m->focus_item + m->scroll[PANE_PICTURE];
	if (p.wanted < 0)
		p.wanted = 0;
	return p;
}

struct seen pen_pane(struct canvas *c, struct box box, const struct moment *m,
	const struct moment_variant *v, enum pane pane, int scroll,
	pen_view *view)
{
	struct box before = canvas_enter(c, box);
	struct pen p = pen_for(c, c->box, m, v, pane);
	struct seen seen = {.scroll = pane == PANE_PICTURE ? 0 : scroll};
	int total;

	measure(&p, view, &seen.scroll);
	if (p.wanted >= p.items && p.items) {	/* past the last one */
		p.wanted = p.items - 1;
		p.row = p.item = 0;
		measure(&p, view, &seen.scroll);
	}
	if (pane == PANE_PICTURE)
		seen.scroll = p.wanted - (int)m->focus_item;
	total = p.row;
	p.row = p.item = 0;
	p.focus_row = -1;
	view(&p);
	if (p.focused && p.focus_row >= 0)
		canvas_cursor(c, p.focus_row - p.skip, p.focus_column);
	canvas_leave(c, before);
	seen.above = p.skip;
	seen.below = total - p.skip - p.rows;
	if (seen.below < 0)
		seen.below = 0;
	memcpy(seen.name, p.name, sizeof(seen.name));
	return seen;
}

int pen_lines(struct canvas *c, int columns, const struct moment *m,
	pen_view *view)
{
	struct box before = c->box;
	struct pen p = pen_for(c, (struct box){0, 0, 0, columns}, m,
		&m->variant[m->shown], PANE_N);

	c->box = (struct box){0, 0, 0, columns};
	view(&p);
	c->box = before;
	return p.row;
}

void pen_page(struct canvas *c, struct box box, const struct moment *m,
	int skip, pen_view *view)
{
	struct box before = canvas_enter(c, box);
	struct pen p = pen_for(
		c, c->box, m, &m->variant[m->shown], PANE_N);

	p.skip = skip;
	view(&p);
	canvas_cursor(c, 0, 1);
	canvas_leave(c, before);
}

struct seen pen_plain(struct canvas *c, struct box box, const void *from,
	bool focused, unsigned item, pen_view *view)
{
	struct box before = canvas_enter(c, box);
	struct pen p = {.c = c, .from = from, .columns = c->box.columns,
		.rows = c->box.rows, .keep_from = -1, .keep_to = -1,
		.focus_row = -1, .focused = focused, .wanted = (int)item};
	struct seen seen = {0};

	measure(&p, view, &seen.scroll);
	seen.above = p.skip;
	seen.below = p.row - p.skip - p.rows;
	seen.below = seen.below > 0 ? seen.below : 0;
	p.row = p.item = 0;
	p.focus_row = -1;
	view(&p);
	if (focused && p.focus_row >= 0)
		canvas_cursor(c, p.focus_row - p.skip, p.focus_column);
	canvas_leave(c, before);
	return seen;
}

struct box pen_frame(struct canvas *c, struct box box, const char *title,
	bool focused)
{
	struct box before = canvas_enter(c, box), inside;
	enum style style = focused ? STYLE_FRAME_FOCUS : STYLE_FRAME;
	int end;

	inside = canvas_frame(c, style, title);
	if (focused && box.columns > 4) {
		end = 2 + canvas_width(c, title);
		end = end < box.columns - 2 ? end : box.columns - 2;
		canvas_put(c, 0, 1, style, "[");
		canvas_put(c, 0, end, style, "]");
	}
	canvas_leave(c, before);
	return inside;
}

void pen_frame_marks(struct canvas *c, struct box frame, const struct seen *seen)
{
	struct box before = canvas_enter(c, frame);
	int end = frame.columns - 2;

	if (seen->above > 0)
		canvas_put_right(c, 0, end, STYLE_KEY,
			word_of(" ▲ %d more ", seen->above).s);
	if (seen->below > 0)
		canvas_put_right(c, frame.rows - 1, end, STYLE_KEY,
			word_of(" ▼ %d more ", seen->below).s);
	canvas_leave(c, before);
}
