/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where everything stands on a screen of a given size.
 */
#include "view/layout.h"
#include "session/chart.h"

enum {
	ONE_ROWS = 12, ONE_COLUMNS = 40,	/* least for one pane */
	FULL_ROWS = 24, FULL_COLUMNS = 80,	/* least for all of them */
	WIDE_COLUMNS = 120,			/* variants beside each other */
	CODE_COLUMNS = 38, PICTURE_COLUMNS = 40,
	STORY_MOST = 14, LINE_LEAST = 4, BELOW_ROWS = 24,
};

static bool hidden(const struct moment *m, enum pane pane)
{
	return m->hidden >> pane & 1;
}

bool layout_has_chart(const struct moment *m, bool wide)
{
	const struct chart *k = m->chart;

	return k && (k->wish == CHART_OPEN ||
		(wide && k->wish == CHART_WATCHED && k->watched));
}

/* Takes `rows` rows off the lower end of a box. */
static struct box take_below(struct box *from, int rows)
{
	struct box b = *from;

	rows = rows < from->rows ? rows : from->rows;
	from->rows -= rows;
	b.row += from->rows;
	b.rows = rows;
	return b;
}

static struct box take_above(struct box *from, int rows)
{
	struct box b = *from;

	rows = rows < from->rows ? rows : from->rows;
	from->row += rows;
	from->rows -= rows;
	b.rows = rows;
	return b;
}

static struct box take_right(struct box *from, int columns)
{
	struct box b = *from;

	columns = columns < from->columns ? columns : from->columns;
	from->columns -= columns;
	b.column += from->columns;
	b.columns = columns;
	return b;
}

static struct box take_left(struct box *from, int columns)
{
	struct box b = *from;

	columns = columns < from->columns ? columns : from->columns;
	from->column += columns;
	from->columns -= columns;
	b.columns = columns;
	return b;
}

/* Which variants are pictured, in the scene's order: the shown one and as many
 * others as have room. */
static void choose_variants(struct layout *l, const struct moment *m,
	unsigned room)
{
	unsigned others = room - 1;

	for (unsigned i = 0; i < m->n_variants; i++) {
		if (!m->variant[i].now || (i != m->shown && !others))
			continue;
		others -= i != m->shown;
		l->variant[l->n_pictures++] = i;
	}
}

static void place_pictures(struct layout *l, struct box area)
{
	for (unsigned i = 0; i < l->n_pictures; i++)
		l->picture[i] = take_left(&area,
			area.columns / (int)(l->n_pictures - i));
}

/* Pictures and code in the area above the story. */
static void place_panes(struct layout *l, const struct moment *m,
	struct box area)
{
	bool picture = !hidden(m, PANE_PICTURE), code = !hidden(m, PANE_CODE);
	bool wide = area.columns >= WIDE_COLUMNS;
	unsigned room = wide || m->side ? 2 : 1;

	if (wide && m->side)
		room = 1; /* the key does the other thing there */
	else if (wide)
		room = (unsigned)(area.columns - CODE_COLUMNS) /
		       PICTURE_COLUMNS;
	picture |= !wide && layout_has_chart(m, wide);
	if (code && !picture)
		l->code = area;
	else if (code && m->side && !wide && area.rows >= BELOW_ROWS)
		l->code = take_below(&area, area.rows / 2);
	else if (code && !(m->side && !wide))
		l->code = take_right(&area, CODE_COLUMNS +
			(wide && area.columns >= 140 ? 10 : 0));
	if (!wide && layout_has_chart(m, wide)) {
		l->chart = area;
		l->chart_alone = true;
		return;
	}
	if (!picture)
		return;
	choose_variants(l, m, room);
	place_pictures(l, area);
}

static void place_full(struct layout *l, const struct moment *m,
	struct box area, int card)
{
	bool wide = area.columns >= WIDE_COLUMNS;
	/* Pictures use rows better than the story, a chart in it well. */
	int more = (area.rows - (FULL_ROWS - 4)) /
		(wide && layout_has_chart(m, wide) ? 3 : 6);
	int rows = STORY_ROWS + (more > 0 ? more : 0);

	rows = rows < STORY_MOST ? rows : STORY_MOST;
	rows = rows > card ? rows : card;
	if (hidden(m, PANE_PICTURE) && hidden(m, PANE_CODE) &&
		(wide || !layout_has_chart(m, wide)) && m->overlay != OVERLAY_MAP && m->overlay != OVERLAY_TABLE)
		rows = area.rows;
	else if (hidden(m, PANE_STORY) && !card)
		rows = 0;
	l->story = take_below(&area, rows);
	if (wide && layout_has_chart(m, wide))
		l->chart = take_right(&l->story,
			area.columns - STORY_COLUMNS - 2);
	if (area.rows)
		place_panes(l, m, area);
}

bool layout_is_full(int rows, int columns)
{
	return rows >= FULL_ROWS && columns >= FULL_COLUMNS;
}

void layout_make(struct layout *l, const struct moment *m, int rows,
	int columns, int card)
{
	struct box area = {0, 0, rows, columns};

	*l = (struct layout){.kind = LAYOUT_SMALL};
	if (rows < ONE_ROWS || columns < ONE_COLUMNS)
		return;
	l->kind = LAYOUT_ONE;
	l->title = take_above(&area, 1);
	l->keys = take_below(&area, 1);
	l->timeline = take_below(&area, hidden(m, PANE_TIMELINE) ? 0 : 1);
	l->score = take_below(&area, hidden(m, PANE_SCORE) ? 0 : 1);
	l->content = area;
	if (layout_is_full(rows, columns)) {
		l->kind = LAYOUT_FULL;
		place_full(l, m, area, card);
	} else {
		l->story = area;
	}
}

int layout_code_rows(int rows, int listing_lines)
{
	int code = rows - LINE_LEAST;

	if (rows < 2 * LINE_LEAST)
		code = rows - rows / 2;
	return code < listing_lines ? code : listing_lines;
}
