/* SPDX-License-Identifier: GPL-3.0-or-later
 * The strip chart at every size, and that its columns say what was sampled.
 */
#include "golden.h"
#include "session/chart.h"
#include "stage.h"
#include "view/views.h"

struct charted {
	struct stage s;
	struct chart *k;
};

/* A chart of one value, over the steps from 0 to where the variants stand. */
static void open_chart(struct charted *t, const char *text, u64 step)
{
	struct err e;
	const struct expr *series;

	stage_counter(&t->s, 4, step);
	t->k = chart_new();
	t->k->wish = CHART_OPEN;
	t->k->by_steps = true;
	t->k->series[0] = expr_compile(text, NULL, &e);
	t->k->n = 1;
	series = t->k->series[0];
	t->k->extent = step;
	for (unsigned i = 0; i < t->s.m.n_variants; i++) {
		t->k->of[i] = mem_alloc(sizeof(*t->k->of[i]));
		samples_init(t->k->of[i], 1);
		samples_slice(t->k->of[i], t->s.run[i], &series, step,
			UINT64_MAX);
		t->k->seen[i] = step;
	}
	t->s.m.chart = t->k;
}

static void close_chart(struct charted *t)
{
	chart_free(t->k);
	stage_close(&t->s);
}

static void test_chart__draws_at_every_size(void **state)
{
	struct charted t;

	open_chart(&t, "vm_committed_as.count - vm_committed_as.sum", 300);
	for (int rows = 1; rows <= 40; rows++) {
		for (int columns = 1; columns <= 140; columns += 3) {
			struct canvas *c = canvas_new(
				rows, columns, (rows + columns) % 2);

			t.s.m.pane = PANE_PICTURE;
			t.k->by_steps = rows % 2;
			view_screen(&t.s.m, c);
			check_frame(c);
			canvas_free(c);
		}
	}
	close_chart(&t);
}

/* Rows of bar in this column of the box, from its lower end. */
static int height(const struct canvas *c, int column)
{
	int n = 0;

	for (int row = c->rows - 1; row >= 0; row--)
		n += c->cells[row * c->columns + column].ch == '#';
	return n;
}

/* One column a step: the bar of each is as high as its value says. */
static void test_chart__a_column_is_as_high_as_its_value(void **state)
{
	enum { STEPS = 60, HEIGHT = 20, WIDE = 90 };
	struct canvas *c = canvas_new(1, 1, true);
	struct charted t;
	unsigned variants;
	int gutter;

	open_chart(&t, "vm_committed_as.updates", STEPS);
	variants = t.s.m.n_variants;
	t.s.m.n_variants = 1;
	gutter = WIDE - chart_columns(c, &t.s.m, WIDE);
	canvas_free(c);
	c = canvas_new(HEIGHT + 3, STEPS + 1 + gutter, true);
	pen_pane(c, c->box, &t.s.m, &t.s.m.variant[0], PANE_N, 0, chart_view);
	for (u64 step = 1; step <= STEPS; step++) {
		s64 was, is;
		int before = height(c, gutter + (int)step - 1);
		int now = height(c, gutter + (int)step);

		was = t.k->of[0]->range[0][step - 1].last;
		is = t.k->of[0]->range[0][step].last;
		assert_true(is > was ? now > before : now == before);
	}
	assert_true(height(c, gutter + STEPS) > height(c, gutter));
	canvas_free(c);
	t.s.m.n_variants = variants;	/* all are closed */
	close_chart(&t);
}

static void test_chart__a_click_is_on_the_step_of_its_column(void **state)
{
	struct charted t;
	struct canvas *c = canvas_new(24, 80, false);
	s64 last = -1;

	open_chart(&t, "steps", 300);
	assert_int_equal(chart_step_at(c, &t.s.m, 40, 0), -1);
	for (int i = 5; i < 40; i++) {
		s64 step = chart_step_at(c, &t.s.m, 40, i);

		assert_true(step < 0 || step > last);
		last = step;
	}
	assert_int_equal(last, 300);
	assert_int_equal(chart_step_at(c, &t.s.m, 40, 40), -1);
	t.s.m.question.open = t.s.m.question.masked = true;
	assert_int_equal(chart_step_at(c, &t.s.m, 40, 20), -1);
	canvas_free(c);
	close_chart(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chart__draws_at_every_size),
		cmocka_unit_test(test_chart__a_column_is_as_high_as_its_value),
		cmocka_unit_test(
			test_chart__a_click_is_on_the_step_of_its_column),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
