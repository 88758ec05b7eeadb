/* SPDX-License-Identifier: GPL-3.0-or-later
 * The hardware cursor stands on the item that has the focus, so that a screen
 * reader and a magnifier follow it: in each pane, at each cue of each act of each
 * scene, at three sizes.
 */
#include "../../depth.h"
#include "stage.h"
#include "expr/expr.h"
#include "model/names.h"
#include "session/session.h"
#include "view/from_session.h"
#include "view/views.h"

static const struct { int rows, columns; } sizes[] = {
	{ 24, 80 }, { 40, 130 }, { 15, 50 },
};

struct walk {
	struct session *s;
	struct moment *m;
	struct canvas *c;
	struct view_report report;
	unsigned long items, lines, choices;
};

static const char *cursor_text(const struct walk *w)
{
	if (w->c->cursor_row < 0 || w->c->cursor_row >= w->c->rows ||
		w->c->cursor_column < 0 ||
		w->c->cursor_column >= w->c->columns)
		fail_msg("no cursor: %s/%s, cue %u, pane %u, %d columns",
			w->m->scene->name, w->m->act->name, w->m->cue,
			w->m->pane, w->c->columns);
	return frame_row(w->c, w->c->cursor_row);
}

static void draw(struct walk *w)
{
	w->report = (struct view_report){ 0 };
	view_screen_report(w->m, w->c, &w->report);
}

/* Rows that say a state in words. To add one: a row here. */
static const char *const in_words[][2] = {
	{ "kswapd.awake", "kswapd asleep" },
	{ "kswapd.awake", "kswapd awake" },
	{ "vm_committed_as.lock.holder", "lock free" },
	{ "vm_committed_as.lock.holder", "lock CPU " },
	{ "slub.slabs", "slab " },
	{ "slub.slabs", "has no slab" },
};

/* Whether the row says this name's value. */
static bool says(const struct walk *w, const char *row, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);
	const struct machine *m = w->m->variant[w->m->shown].now;
	struct buf b = { 0 };
	bool is;

	assert_true(id >= 0);
	expr_format(name_at((unsigned)id)->kind, name_get(m, (unsigned)id,
		index), true, &b);
	is = strstr(row, buf_text(&b));
	for (size_t i = 0; i < sizeof(in_words) / sizeof(*in_words); i++)
		is |= !strcmp(in_words[i][0], name) &&
			strstr(row, in_words[i][1]);
	buf_done(&b);
	return is;
}

/* What `x` would explain stands where the cursor is. */
static void check_picture(struct walk *w)
{
	w->m->pane = PANE_PICTURE;
	w->m->focus_item = 0;
	for (int item = 0; item < 200; item++) {
		const char *row;

		w->m->scroll[PANE_PICTURE] = item;
		draw(w);
		if (w->report.scroll[PANE_PICTURE] < item)
			break;
		row = cursor_text(w);
		if (!w->report.focus[0])
			continue;
		w->items++;
		if (!says(w, row, w->report.focus))
			fail_msg("%s is not in: %s", w->report.focus, row);
	}
	w->m->scroll[PANE_PICTURE] = 0;
}

/* The line that comes next, or the top of what is listed. */
static void check_code(struct walk *w)
{
	const struct moment_variant *v = &w->m->variant[w->m->shown];
	const char *row;

	w->m->pane = PANE_CODE;
	draw(w);
	row = cursor_text(w);
	w->lines++;
	if (task_followed(w->m, v->now) != NONE && !strstr(row, ">"))
		fail_msg("not the line that comes next: %s", row);
	for (int by = -12; by <= 12; by += 4) {
		w->m->scroll[PANE_CODE] = by;
		draw(w);
		cursor_text(w);
	}
	w->m->scroll[PANE_CODE] = 0;
}

/* The first choice of an open question. */
static void check_story(struct walk *w)
{
	const char *row;

	w->m->pane = PANE_STORY;
	draw(w);
	row = cursor_text(w);
	if (!w->m->question.open || w->m->question.revealed ||
		!w->m->question.n_choices)
		return;
	w->choices++;
	if (!strstr(row, "1)") && !strstr(row, "A)"))
		fail_msg("not the first choice: %s", row);
}

static void check_moment(struct walk *w, struct moment_store *store)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		w->m = moment_of(store, w->s);
		w->m->overlay = OVERLAY_NONE;
		w->c = canvas_new(sizes[i].rows, sizes[i].columns, false);
		check_story(w);
		if (!(w->m->hidden & 1u << PANE_PICTURE))
			check_picture(w);
		if (!(w->m->hidden & 1u << PANE_CODE))
			check_code(w);
		canvas_free(w->c);
	}
}

static void walk_act(struct scene *scene, unsigned act, struct walk *w)
{
	struct session_options o = { .scene = scene->name, .loaded = scene,
		.act = scene->acts[act].name, .variant = -1, .history = true,
		.choice.seed = 1 };
	struct err_list errors = { 0 };
	struct moment_store store = { 0 };
	struct err e;
	int before;

	w->s = session_open(&o, &errors);
	assert_non_null(w->s);
	do {
		before = w->s->cue;
		check_moment(w, &store);
		if (w->s->question.open)
			session_line(w->s, "giveup", &e);
		if (w->s->cue + 1 < (int)scene->acts[act].n_cues)
			session_line(w->s, "go", &e);
	} while (w->s->cue > before);
	moment_store_done(&store);
	session_free(w->s);
}

static void test_focus__has_the_cursor(void **state)
{
	struct walk w = { 0 };

	for (unsigned i = 0; scene_listed(i); i++) {
		struct err_list errors = { 0 };
		struct scene *scene = scene_load(scene_listed(i), &errors);

		assert_non_null(scene);
		for (unsigned a = 0; a < scene->n_acts; a += depth(3, 1, 1))
			walk_act(scene, a, &w);
		scene_free(scene);
	}
	print_message("%lu items, %lu lines, %lu choices\n", w.items, w.lines,
		w.choices);
	assert_true(w.items > depth(250, 1000, 1000));
	assert_true(w.lines > depth(75, 300, 300));
	assert_true(w.choices > depth(12, 50, 50));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_focus__has_the_cursor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
