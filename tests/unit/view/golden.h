/* SPDX-License-Identifier: GPL-3.0-or-later
 * What every frame keeps, and exact frames in tests/unit/view/frames/.
 */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "../../depth.h"
#include "stage.h"

/* What a frame keeps at any size: a cursor inside, roles, whole characters. */
static inline void check_frame(const struct canvas *c)
{
	assert_true(c->cursor_row < c->rows && c->cursor_column < c->columns);
	for (int i = 0; i < c->rows * c->columns; i++) {
		assert_true(c->cells[i].style < STYLE_N);
		if (c->ascii && c->cells[i].width)
			assert_true(c->cells[i].ch >= ' ' &&
				    c->cells[i].ch < 0x7f);
	}
}

/* Compares with the file of this name. */
static inline void check_frame_of(const struct canvas *c, const char *name)
{
	struct buf is = {0}, path = {0};
	char *was = mem_alloc(100000);
	FILE *f;

	check_frame(c);
	frame_text(c, &is);
	buf_printf(&path, "tests/unit/view/frames/%s.txt", name);
	if (getenv("MMSTEP_BLESS")) {
		f = fopen(buf_text(&path), "w");
		assert_non_null(f);
		fputs(buf_text(&is), f);
		fclose(f);
	}
	f = fopen(buf_text(&path), "r");
	assert_non_null(f);
	was[fread(was, 1, 99999, f)] = '\0';
	fclose(f);
	if (strcmp(was, buf_text(&is)))
		fprintf(stderr, "%s: is\n%s", name, buf_text(&is));
	assert_string_equal(buf_text(&is), was);
	free(was);
	buf_done(&is);
	buf_done(&path);
}

/* Draws and compares with the file of this name. */
static inline void check_golden(const struct stage *s, const char *name, int rows,
	int columns, bool ascii)
{
	struct canvas *c = canvas_new(rows, columns, ascii);

	view_screen(&s->m, c);
	check_frame_of(c, name);
	canvas_free(c);
}

static inline struct canvas *drawn(const struct stage *s, int rows, int columns)
{
	struct canvas *c = canvas_new(rows, columns, false);

	view_screen(&s->m, c);
	return c;
}

/* At all sizes, with all panes; each frame is looked over. */
static inline void draw_sizes(struct stage *s, int row_step, int column_step)
{
	row_step *= (int)depth(2, 1, 1);
	column_step *= (int)depth(5, 1, 1);
	for (int rows = 1; rows <= 40; rows += row_step) {
		for (int columns = 1; columns <= 170; columns += column_step) {
			struct canvas *c = canvas_new(
				rows, columns, (rows + columns) % 2);

			s->m.pane = (unsigned)(rows + columns) % 3;
			s->m.side = rows & 1;
			view_screen(&s->m, c);
			check_frame(c);
			canvas_free(c);
		}
	}
}

#endif
