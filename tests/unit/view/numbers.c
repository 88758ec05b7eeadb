/* SPDX-License-Identifier: GPL-3.0-or-later
 * Every number on the screen has an origin that `w` names: it is a published
 * value, model time, a value that the line has in hand, or stands in a row of
 * why.c's table; and each number that takes the focus comes first in `w`.
 *
 * Walked: picture, this line, scoreboard, timeline, at each cue of each act of
 * each scene and some lines after it.
 */
#include "../../depth.h"
#include "stage.h"
#include "of_report.h"
#include <ctype.h>
#include "expr/expr.h"
#include "model/names.h"
#include "session/session.h"
#include "session/why.h"
#include "view/from_session.h"
#include "view/views.h"

enum { PICTURE = 38, LINE = 34, SCORE = 78, STEPS = 5, TOKEN = 64 };

struct walk {
	struct session *s;
	struct moment_store store;
	struct moment *m;
	unsigned long numbers, focused;
	u64 asked[8];		/* bit: the name was under the focus in this act */
};

/* Whether it was not asked for in this act; it will be. */
static bool is_new(struct walk *w, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);
	bool known;

	if (id < 0 || id >= 8 * 64)
		fail_msg("%s is no published name", name);
	known = w->asked[id / 64] >> id % 64 & 1;
	w->asked[id / 64] |= (u64)1 << id % 64;
	return !known;
}

static s64 number_of(const char *token)
{
	s64 n = 0;

	for (; *token; token++)
		if (isdigit((unsigned char)*token))
			n = n * 10 + *token - '0';
	return n;
}

static bool formats_as(enum kind k, s64 value, const char *token)
{
	struct buf b = { 0 };
	bool same;

	if (value != number_of(token) && -value != number_of(token))
		return false;
	expr_format(k, value, true, &b);
	same = !strcmp(buf_text(&b) + (value < 0 ? strlen("−") : 0), token);
	buf_done(&b);
	return same;
}

/* `w` lists all published names: tests/unit/session/why.c. */
static bool is_published(const struct moment *m, const char *token)
{
	for (unsigned v = 0; v < m->n_variants; v++) {
		const struct machine *now = m->variant[v].now;

		for (unsigned id = 0; now && id < name_count(); id++)
			for (unsigned i = 0; name_at(id)->part & now->parts &&
				i < name_indices(now, id); i++)
				if (formats_as(name_at(id)->kind,
					name_get(now, id, i), token))
					return true;
	}
	return false;
}

/* Locals of the procedure that runs, both sides of its comparison and what
 * flips it; the gloss, in our own words of the procedure's source. */
static bool is_in_hand(const struct moment *m, const char *token)
{
	const struct moment_variant *v = &m->variant[m->shown];
	unsigned task = task_followed(m, v->now);
	const struct frame *f = task == NONE ? NULL : task_frame(v->now, task);
	const struct op_code *o = f ? &v->program->op[f->pc] : NULL;
	const struct procedure *p = f ? procedure_at(o->procedure) : NULL;
	const struct line *line = f ? program_line(v->program, f->pc) : NULL;
	struct test t;

	if (!f)
		return false;
	for (unsigned i = 0; i < p->n_locals; i++)
		if (formats_as(p->locals[i].kind, f->v[i], token))
			return true;
	if (line->gloss && strstr(line->gloss, token))
		return true;
	if (line->op != OP_IF && line->op != OP_WAIT)
		return false;
	t = o->test(v->now, task_at(v->now, task), f->v);
	return formats_as(KIND_COUNT, t.left, token) ||
		formats_as(KIND_COUNT, t.right, token) ||
		formats_as(KIND_COUNT, (s64)test_margin(t), token);
}

static bool is_time(const struct moment *m, const char *token)
{
	for (unsigned v = 0; v < m->n_variants; v++) {
		struct word w = word_time(m->variant[v].time_ns);
		size_t n = strlen(token);

		if (m->variant[v].now && !strncmp(w.s, token, n) && w.s[n] == ' ')
			return true;
	}
	return false;
}

/* A row whose label is in the table; a CPU's row begins with its number. */
static bool is_told(const struct moment *m, const char *row)
{
	const char *p = row;

	while (*p == ' ' || *p == '>' || !strncmp(p, "►", strlen("►")))
		p += *p == '\xe2' ? strlen("►") : 1;
	for (const struct shown_number *n = shown_numbers; n->label; n++)
		if (n->workloads >> m->scene->workload & 1 &&
			!strncmp(p, n->label, strlen(n->label)))
			return true;
	return false;
}

/* "CPU 3", "CPUs 0 1 2", or alone in front of the row that is its own; a list
 * of them may go on in the next row. */
static bool is_cpu(const struct moment *m, const char *row, const char *at)
{
	const char *p = at;
	bool first = true;

	if (strtoul(at, NULL, 10) >= m->variant[m->shown].now->n_cpus)
		return false;
	while (p > row && strchr(" 0123456789", p[-1])) {
		first = first && p[-1] == ' ';
		p--;
	}
	if (p == row)
		return first || !row[strspn(row, " 0123456789\xe2\x80\xa6")];
	return (p - row >= 3 && !memcmp(p - 3, "CPU", 3)) ||
		(p - row >= 4 && !memcmp(p - 4, "CPUs", 4));
}

/* P0, v1, pte4: part of a name; 3rd: of those that wait. */
static bool is_name(const char *row, const char *at, size_t n)
{
	static const char *const endings[] = { "st", "nd", "rd", "th" };

	for (size_t i = 0; i < 4; i++)
		if (!strncmp(at + n, endings[i], 2))
			return true;
	return at > row && (isalpha((unsigned char)at[-1]) || at[-1] == '_');
}

static void check_row(struct walk *w, const char *pane, const char *row)
{
	const struct cue *cue = w->m->cue_is;

	for (const char *p = row; *p;) {
		size_t n = strspn(p, "0123456789,.");
		char token[TOKEN];

		if (!isdigit((unsigned char)*p)) {
			p++;
			continue;
		}
		while (strchr(",.", p[n - 1]))
			n--;
		snprintf(token, sizeof(token), "%.*s", (int)n, p);
		w->numbers++;
		if (!is_name(row, p, n) && !is_told(w->m, row) &&
			!is_cpu(w->m, row, p) && !is_published(w->m, token) &&
			!is_time(w->m, token) && !is_in_hand(w->m, token))
			fail_msg("%s, %s/%s: %s has no origin in %s: \"%s\"",
				w->m->scene->name, w->m->act->name,
				cue ? cue->name : "", token, pane, row);
		p += n;
	}
}

static void check_view(struct walk *w, const char *pane, pen_view *view,
	int columns)
{
	struct canvas *c = canvas_new(1, columns, false);
	int lines = pen_lines(c, columns, w->m, view);

	canvas_free(c);
	c = canvas_new(lines ? lines : 1, columns, false);
	pen_page(c, c->box, w->m, 0, view);
	for (int row = 0; row < c->rows; row++)
		check_row(w, pane, frame_row(c, row));
	canvas_free(c);
}

/* Steps, and what stands in the table, are told by `w`. */
static void check_told(struct walk *w)
{
	const struct moment_variant *v = &w->m->variant[w->m->shown];
	struct canvas *c = canvas_new(1, SCORE, false);
	char text[256], told[TOKEN];
	struct buf why = { 0 };

	why_text(w->s, &why);
	timeline_row(c, w->m);
	snprintf(text, sizeof(text), "step %s of ", word_number((s64)v->step).s);
	snprintf(told, sizeof(told), "Step %.40s of ",
		word_number((s64)v->step).s);
	if (!frame_has(c, text) || !strstr(buf_text(&why), told))
		fail_msg("%s: no \"%s\"", frame_row(c, 0), text);
	for (const struct shown_number *n = shown_numbers; n->label; n++)
		if (n->workloads >> w->m->scene->workload & 1)
			assert_non_null(strstr(buf_text(&why), n->from));
	buf_done(&why);
	canvas_free(c);
}

/* Each number that `j` reaches in the picture, as the screen names it. */
static void check_focus(struct walk *w)
{
	struct canvas *c = canvas_new(24, 80, false);
	char last[96];

	w->m->pane = PANE_PICTURE;
	for (int item = 0; item < 200; item++) {
		struct view_report report = { 0 };
		struct buf why = { 0 };
		char told[128];

		w->m->focus_item = 0;
		w->m->scroll[PANE_PICTURE] = item;
		view_screen_report(w->m, c, &report);
		if (report.scroll[PANE_PICTURE] < item)
			break;		/* that was the last one */
		w->focused += report.focus[0] != 0;
		if (!report.focus[0] || !is_new(w, report.focus))
			continue;
		memcpy(last, report.focus, sizeof(last));
		memcpy(w->s->ui.focus, last, sizeof(last));
		why_text(w->s, &why);
		snprintf(told, sizeof(told), "This number: %s ", last);
		if (strncmp(buf_text(&why), told, strlen(told)) ||
			!strstr(buf_text(&why), ". From: "))
			fail_msg("w does not begin with %s:\n%.300s", last,
				buf_text(&why));
		buf_done(&why);
	}
	w->s->ui.focus[0] = '\0';
	canvas_free(c);
}

static void check_moment(struct walk *w)
{
	struct canvas *score = canvas_new(1, SCORE, false);

	w->m = moment_of(&w->store, w->s);
	check_view(w, "the picture", picture_view(w->m), PICTURE);
	check_view(w, "this line", thisline_view, LINE);
	score_row(score, w->m);
	check_row(w, "the scoreboard", frame_row(score, 0));
	canvas_free(score);
}

/* Through an act as Space goes; at each cue all that takes the focus. */
static void walk_act(struct scene *scene, unsigned act, struct walk *total)
{
	struct session_options o = { .scene = scene->name, .loaded = scene,
		.act = scene->acts[act].name, .variant = -1, .class_mode = true,
		.history = true, .choice.seed = 1 };
	struct err_list errors = { 0 };
	struct walk w = { .s = session_open(&o, &errors) };
	struct err e;
	int before;

	assert_non_null(w.s);
	do {
		before = w.s->cue;
		if (w.s->question.open)
			assert_true(session_line(w.s, "reveal", &e));
		check_moment(&w);
		check_told(&w);
		check_focus(&w);
		for (int i = 0; i < STEPS && session_line(w.s, "step", &e); i++)
			check_moment(&w);
		for (int i = 0; w.s->cue == before && i < 2 &&
			w.s->cue + 1 < (int)scene->acts[act].n_cues; i++)
			session_line(w.s, "go", &e);
	} while (w.s->cue > before);
	total->numbers += w.numbers;
	total->focused += w.focused;
	moment_store_done(&w.store);
	session_free(w.s);
}

static void test_numbers__each_has_an_origin(void **state)
{
	struct walk total = { 0 };

	for (unsigned i = 0; scene_listed(i); i++) {
		struct err_list errors = { 0 };
		struct scene *scene = scene_load(scene_listed(i), &errors);

		assert_non_null(scene);
		for (unsigned a = 0; a < scene->n_acts; a += depth(3, 1, 1))
			walk_act(scene, a, &total);
		scene_free(scene);
	}
	print_message("%lu numbers, %lu under the focus\n", total.numbers,
		total.focused);
	assert_true(total.numbers > depth(5000, 20000, 20000));
	assert_true(total.focused > depth(125, 500, 500));
}

/* What `mmstep explain --scene` makes of reports. */
static void test_numbers__of_reports(void **state)
{
	static const char *const files[] = { "failure-3.16-order4",
		"failure-6.1-boost", "failure-5.13-highatomic", "oom-5.4-cma",
		"oom-3.10-hash012", "failure-nodemask", "quoted-wrapped" };
	struct walk total = { 0 };

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct scene *scene = scene_of_report(files[i]);

		for (unsigned a = 0; a < scene->n_acts; a++)
			walk_act(scene, a, &total);
		scene_free(scene);
	}
	assert_true(total.numbers > 5000);
	assert_true(total.focused > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers__each_has_an_origin),
		cmocka_unit_test(test_numbers__of_reports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
