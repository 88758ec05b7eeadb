/* SPDX-License-Identifier: GPL-3.0-or-later
 * Questions of reports' scenes: in every act the right choice, what the others
 * are told, the hint and the number are what `judge` says of the changed report,
 * whichever rule is on the screen when the answer is given.
 */
#include "../unit/report/files.h"
#include "../unit/report/verdicts.h"
#include "../depth.h"
#include "../unit/session/stage.h"
#include "report/judge_zone.h"
#include "report/to_scene.h"

enum { TOP = BUDDY_ORDERS - 1, GO_MOST = 60 };

/* A report as an act changes it, and what is to be said of it. */
struct changed {
	struct report r;
	struct judgement j;
	const char *path, *act;
};

/* ---- the changes, made anew from the report --------------------------------------- */

static void less_boost(struct report_zone *z)
{
	s64 boost = z->boost > 0 ? z->boost : 0;
	s64 *marks[] = { &z->min, &z->low, &z->high };

	for (unsigned i = 0; i < 3; i++)
		if (*marks[i] >= 0)
			*marks[i] = *marks[i] > boost ? *marks[i] - boost : 0;
	z->boost = 0;
}

/* What the request may take, in the largest blocks there can be; other blocks,
 * which stand alone in their orders, stay. */
static void compact(const struct judgement *j, const struct zone_view *v,
	struct report_zone *z)
{
	bool open[REPORT_ORDERS];
	s64 pages = 0;

	for (unsigned o = 0; o < z->n_orders; o++) {
		open[o] = report_fitting(j, v, o) == z->blocks[o];
		if (!open[o])
			continue;
		pages += z->blocks[o] << o;
		z->blocks[o] = 0;
		z->letters[o] = 0;
	}
	for (unsigned o = z->n_orders < BUDDY_ORDERS ? z->n_orders
		: BUDDY_ORDERS; o-- > 0;) {
		if (!open[o])
			continue;
		z->blocks[o] += pages >> o;
		pages -= pages >> o << o;
	}
}

static void change(struct changed *c, const struct report *r,
	const struct judgement *j)
{
	s64 order = j->order;

	c->r = *r;
	c->r.zone = mem_alloc(r->n_zones * sizeof(*r->zone));
	memcpy(c->r.zone, r->zone, r->n_zones * sizeof(*r->zone));
	if (!strcmp(c->act, "no_boost"))
		for (unsigned i = 0; i < r->n_zones; i++)
			less_boost(&c->r.zone[i]);
	for (unsigned i = 0; !strcmp(c->act, "compacted") && i < j->n_views; i++)
		compact(j, &j->view[i], &c->r.zone[j->view[i].zone - r->zone]);
	if (!strcmp(c->act, "order_less"))
		order--;
	if (c->r.order >= 0)
		c->r.order = order;
	judge(&c->r, order, &c->j);
	assert_int_equal(c->j.order, order);
}

/* ---- what judge says ----------------------------------------------------------------- */

static enum era in_force(const struct judgement *j)
{
	return j->rule_known ? j->rule : ERA_4_4;
}

static bool gives(const struct changed *c, const struct zone_view *v)
{
	enum answer a = v->rule[in_force(&c->j)];

	if (a == ANSWER_UNKNOWN)
		fail_msg("%s, %s: judge does not know", c->path, c->act);
	return a == ANSWER_YES && v->fitting_blocks > 0;
}

static bool granted(const struct changed *c)
{
	bool any = false;

	for (unsigned i = 0; i < c->j.n_views; i++)
		any |= report_asks(&c->r, &c->j, c->j.view[i].zone) &&
			gives(c, &c->j.view[i]);
	return any;
}

/* The zone that a text names behind `before`, as the scene names it. */
static const struct zone_view *named(const struct changed *c, const char *text,
	const char *before)
{
	const char *at = strstr(text, before);
	const struct zone_view *found = NULL;
	size_t longest = 0;

	for (unsigned i = 0; at && i < c->j.n_views; i++) {
		const struct report_zone *z = c->j.view[i].zone;
		char names[2][64];

		snprintf(names[0], 64, "%s node %d", zone_class_name(z->name),
			(int)z->node);
		snprintf(names[1], 64, "%s ", zone_class_name(z->name));
		for (int k = 0; k < 2; k++) {
			size_t n = strlen(names[k]);

			if (n <= longest || strncmp(at + strlen(before), names[k], n))
				continue;
			longest = n;
			found = &c->j.view[i];
		}
	}
	if (!found)
		fail_msg("%s, %s: no zone in \"%s\"", c->path, c->act, text);
	return found;
}

/* ---- the questions ------------------------------------------------------------------- */

static void expect_words(const struct changed *c, const char *text,
	const char *words, bool there)
{
	if (!strstr(text, words) == there)
		fail_msg("%s, %s: \"%s\" %s \"%s\"", c->path, c->act, text,
			there ? "lacks" : "has", words);
}

static void expect_choice(const struct changed *c, const struct question_state *q,
	bool yes)
{
	if (q->right_choices != (yes ? 1u : 2u))
		fail_msg("%s, %s, %s: right is %u, judge says %s", c->path, c->act,
			q->is->name, q->right_choices, yes ? "yes" : "no");
}

static void change_question(const struct changed *c, struct session *s)
{
	const struct question_state *q = &s->question;
	bool yes = granted(c);
	struct scope scope = session_scope(s);
	struct buf remark = { 0 };
	struct err e;

	expect_choice(c, q, yes);
	expect_words(c, buf_text(&q->explain), "granted", yes);
	expect_words(c, buf_text(&q->explain), "refused", !yes);
	assert_true(template_expand(q->is->choice[yes].remark, &scope, &remark, &e));
	expect_words(c, buf_text(&remark), "not enough", !yes);
	expect_words(c, buf_text(&remark), "is enough", yes);
	assert_int_equal(gives(c, named(c, buf_text(&q->hint), "for ")), yes);
	buf_done(&remark);
}

/* Whether this zone gives it: if another does, this one can't. */
static void zone_question(const struct changed *c, struct session *s)
{
	const struct question_state *q = &s->question;
	bool yes = gives(c, named(c, buf_text(&q->text), ""));

	expect_choice(c, q, yes);
	expect_words(c, buf_text(&q->explain), "It gives it", yes);
	assert_true(granted(c) || !yes);
}

static void number_question(const struct changed *c, struct session *s)
{
	const struct question_state *q = &s->question;
	const struct zone_view *v = named(c, buf_text(&s->say), "Now ");
	enum era era = in_force(&c->j);
	struct test last = v->steps[era][v->n_steps[era] - 1];

	assert_int_equal(q->value, (s64)test_margin(last));
	assert_int_equal(q->is->n_mistakes, 1);
	assert_int_equal(q->mistaken[0], last.right - last.left);
	expect_words(c, buf_text(&q->mistake[0]), "one more", true);
}

static void say(const struct changed *c, struct session *s, const char *line)
{
	struct err e;

	if (!session_line(s, line, &e))
		fail_msg("%s, %s, %s: %s", c->path, c->act, line, e.text);
}

static unsigned question(const struct changed *c, struct session *s)
{
	const char *name = s->question.is->name;

	say(c, s, "hint");
	/* The answer takes the hint's place. */
	if (strstr(name, "_changes"))
		expect_words(c, buf_text(&s->question.hint), "by hand", true);
	say(c, s, "reveal");
	if (!strcmp(name, "gives"))
		zone_question(c, s);
	else if (!strcmp(name, "short"))
		number_question(c, s);
	else
		change_question(c, s);
	return 1;
}

/* `other`: the other rule is looked at in between. */
static unsigned walk(const struct changed *c, struct session *s, bool other)
{
	unsigned act = s->act, asked = 0;
	struct err e;

	for (int i = 0; i < GO_MOST && s->act == act; i++) {
		if (s->question.open && !s->question.revealed)
			asked += question(c, s);
		else if (other && !s->question.open && !s->shown)
			say(c, s, "variant");
		if (!session_line(s, "go", &e))
			break;
	}
	return asked;
}

/* ---- all reports --------------------------------------------------------------------- */

static unsigned acts(const char *path, const struct report *r,
	const struct judgement *j, struct buf *yaml)
{
	static const char *const names[] = { "main", "no_boost", "order_less",
		"compacted" };
	unsigned asked = 0;

	for (unsigned i = 0; i < 8; i++) {
		struct changed c = { .path = path, .act = names[i / 2] };
		char line[64];
		struct stage t;

		snprintf(line, sizeof(line), "  - name: %s\n", c.act);
		if (!strstr(buf_text(yaml), line))
			continue;
		change(&c, r, j);
		t = stage_open(buf_text(yaml), "main",
			(struct session_options){ .variant = -1 });
		if (i % 2)	/* one comes from the other rule */
			say(&c, t.s, "variant");
		snprintf(line, sizeof(line), "act %s", c.act);
		say(&c, t.s, line);
		asked += walk(&c, t.s, i % 2);
		session_free(t.s);
		scene_free(t.scene);
		judgement_done(&c.j);
		free(c.r.zone);
	}
	return asked;
}

static unsigned one_file(const char *path, const struct buf *text)
{
	static struct verdicts v;
	unsigned asked = 0;

	verdicts_read(&v, buf_text(text), text->n);
	for (unsigned i = 0; i < v.n; i++) {
		struct buf yaml = { 0 };
		struct err e;

		if (report_scene(v.report[i], path, REPORT_UNKNOWN, &yaml, &e))
			asked += acts(path, v.report[i], &v.judged[i], &yaml);
		buf_done(&yaml);
	}
	verdicts_done(&v);
	return asked;
}

static void test_report_answers__are_those_of_judge(void **state)
{
	struct buf text = { 0 };
	unsigned every = depth(4, 1, 1), asked = 0;

	for (unsigned i = 0; i < n_report_files; i += every) {
		assert_true(file_text(report_file[i], &text));
		asked += one_file(report_file[i], &text);
	}
	buf_done(&text);
	assert_true(asked > 150 / every);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_report_answers__are_those_of_judge),
	};

	find_report_files();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
