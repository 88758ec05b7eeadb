/* SPDX-License-Identifier: GPL-3.0-or-later
 * The menu of scenes: what there is, what each rests on, how far one got.
 */
#include "view/menu.h"
#include "view/word.h"

enum { WIDE = 72, TITLE_COLUMN = 3, NAME_COLUMN = 29, NEEDS_COLUMN = 44 };

static struct word progress(const struct menu_row *r)
{
	if (r->done)
		return word_of("✓ done");
	if (r->next && !r->seen)
		return word_of("next");
	if (!r->seen)
		return word_of("not begun");
	return word_of("%u of %u cues", r->seen, r->cues);
}

static void scene_row(struct canvas *c, int row, const struct menu_row *r,
	bool selected)
{
	bool wide = c->box.columns >= WIDE;
	enum style s = selected ? STYLE_LINE_NOW : STYLE_LINE;
	int end = c->box.columns - 1;
	struct word p = progress(r);
	int room = wide ? NAME_COLUMN - 1
			: end - canvas_width(c, p.s) - 1;

	if (selected) {
		canvas_put(c, row, 1, s, ">");
		canvas_cursor(c, row, TITLE_COLUMN);
	}
	canvas_put_cut(c, row, TITLE_COLUMN, room - TITLE_COLUMN, s, r->title);
	canvas_put_right(c, row, end, r->done ? STYLE_YES
		: r->next ? STYLE_POINT : STYLE_DIM, p.s);
	if (!wide)
		return;
	canvas_put_cut(c, row, NAME_COLUMN, NEEDS_COLUMN - NAME_COLUMN - 1,
		STYLE_KEY, r->name);
	if (r->needs)
		canvas_put_cut(c, row, NEEDS_COLUMN,
			end - canvas_width(c, p.s) - 1 - NEEDS_COLUMN,
			STYLE_DIM, word_of("after %s", r->needs).s);
}

/* The rows around the chosen one. */
static void scene_rows(struct canvas *c, const struct menu *m, int row,
	int rows)
{
	int first = (int)m->selected - rows + 1, last;

	first = first > 0 ? first : 0;
	last = (int)m->n - first > rows ? first + rows : (int)m->n;
	for (int i = first; i < last; i++)
		scene_row(c, row + i - first, &m->row[i],
			(unsigned)i == m->selected);
	if (first > 0)
		canvas_put(c, row, 0, STYLE_KEY, c->ascii ? "^" : "▲");
	if (last < (int)m->n)
		canvas_put(c, row + rows - 1, 0, STYLE_KEY,
			c->ascii ? "v" : "▼");
}

static void hints(struct canvas *c, const struct menu *m, int row)
{
	static const char *const hint[][2] = {
		{"j k", "choose"}, {"Enter", "open"}, {"?", "help"},
		{"q", "quit"},
	};
	int column = 1;

	if (m->status && *m->status) {
		canvas_put_cut(c, row, 1, c->box.columns - 2, STYLE_TEXT,
			m->status);
		return;
	}
	for (unsigned i = 0; i < sizeof(hint) / sizeof(*hint); i++) {
		column = canvas_put(c, row, column, STYLE_KEY, hint[i][0]) + 1;
		column = canvas_put(c, row, column, STYLE_DIM, hint[i][1]) + 2;
	}
}

void view_menu(const struct menu *m, struct canvas *c)
{
	int top = 2, rows;

	canvas_clear(c);
	canvas_fill(c, 0, 0, c->columns, STYLE_TITLE, ' ');
	canvas_put_cut(c, 0, 1, c->columns - 2, STYLE_TITLE,
		"mmstep  Linux memory management, line by line");
	if (m->first_time)
		top = 3 + canvas_wrap(c, 2, 1, c->columns - 2, 3, 0, STYLE_SAY,
			"New here? The tour takes two minutes and teaches "
			"the keys. Enter opens it.");
	rows = c->rows - top - 1;
	if (rows > 0)
		scene_rows(c, m, top, rows);
	if (c->rows > 1)
		hints(c, m, c->rows - 1);
}
