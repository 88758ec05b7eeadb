/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the built-in scenes' runs: each act ends, its expectations hold, its
 * cues come, its texts and questions have values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "engine/run.h"
#include "scene/assets.h"
#include "scene/scene.h"

struct stage {
	const struct scene *scene;
	const struct act *act;
	struct run *run[VARIANTS_MAX];
	const struct machine *machine[VARIANTS_MAX];
	const struct program *program[VARIANTS_MAX];
	struct scope scope;
};

static void open_stage(struct stage *t, const struct scene *s, unsigned act)
{
	struct run_choice choice = { .act = act, .seed = 1 };

	*t = (struct stage){ .scene = s, .act = &s->acts[act] };
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct setup setup;
		struct err e = { 0 };

		if (!scene_setup(s, &choice, i, &setup, &e))
			fail_msg("%s/%s: %s", s->name, t->act->name, e.text);
		run_calibrate(&setup);
		t->run[i] = run_new(&setup, 0);
		t->machine[i] = t->run[i]->m;
		t->program[i] = &t->run[i]->program;
	}
	t->scope = (struct scope){ .n_variants = s->n_variants,
		.variant = s->variant_names, .machine = t->machine,
		.program = t->program };
}

static void close_stage(struct stage *t)
{
	for (unsigned i = 0; i < t->scene->n_variants; i++)
		run_free(t->run[i]);
}

static bool comes(struct stage *t, const struct cue *c, unsigned v)
{
	struct run *r = t->run[v];

	t->scope.shown = v;
	while ((c->when && !expr_true(c->when, &t->scope)) ||
		(c->step >= 0 && run_step(r) < (u64)c->step) ||
		(c->end && !machine_finished(t->machine[v])))
		if (!run_line(r))
			return false;
	return true;
}

/* Each cue comes in the variant that is shown before it. A variant is run line by
 * line up to each cue, as far as they come there. */
static void expect_cues(struct stage *t)
{
	for (unsigned v = 0; v < t->scene->n_variants; v++) {
		unsigned shown = 0;
		bool come = true;

		for (unsigned i = 0; i < t->act->n_cues; i++) {
			const struct cue *c = &t->act->cues[i];

			come = come && comes(t, c, v);
			if (!come && v == shown)
				fail_msg("%s/%s: cue %s never comes",
					t->scene->name, t->act->name, c->name);
			if (c->variant >= 0)
				shown = (unsigned)c->variant;
		}
	}
	t->scope.shown = 0;
}

static void expect_text(struct stage *t, const struct template *text)
{
	struct buf out = { 0 };
	struct err e = { 0 };

	if (text && !template_expand(text, &t->scope, &out, &e))
		fail_msg("%s/%s: %s in: %s", t->scene->name, t->act->name,
			e.text, buf_text(&out));
	buf_done(&out);
}

/* That exactly one choice is right where the answer is known: `check`. */
static void expect_question(struct stage *t, const struct question *q)
{
	s64 value;
	struct err e;

	expect_text(t, q->text);
	expect_text(t, q->hint);
	expect_text(t, q->explain);
	if (q->answer)
		assert_true(expr_eval(q->answer, &t->scope, &value, &e));
	for (unsigned i = 0; i < q->n_choices; i++) {
		const struct question_choice *c = &q->choice[i];

		expect_text(t, c->text);
		expect_text(t, c->remark);
	}
}

static void expect_end(struct stage *t)
{
	for (unsigned i = 0; i < t->scene->n_variants; i++)
		run_lines(t->run[i], UINT64_MAX);
	for (unsigned i = 0; i < t->act->n_cues; i++) {
		if (t->act->cues[i].variant >= 0)
			t->scope.shown = (unsigned)t->act->cues[i].variant;
		expect_text(t, t->act->cues[i].say);
		if (t->act->cues[i].ask)
			expect_question(t, t->act->cues[i].ask);
	}
	for (unsigned i = 0; i < t->act->n_expectations; i++) {
		const struct expectation *x = &t->act->expectations[i];

		for (unsigned v = 0; v < t->scene->n_variants; v++) {
			t->scope.shown = v;
			if (x->size == SIZE_CLASSROOM &&
				!expr_true(x->expr, &t->scope))
				fail_msg("%s/%s, line %u: %s is false",
					t->scene->name, t->act->name, x->line,
					expr_text(x->expr));
		}
		t->scope.shown = 0;
	}
}

/* Acts in which a cue edits, or a person picks who runs, need a session. */
static bool runs_by_itself(const struct act *a)
{
	for (unsigned i = 0; i < a->n_cues; i++)
		for (unsigned k = 0; k < a->cues[i].n_commands; k++)
			if (commands[a->cues[i].commands[k].id].class ==
				CLASS_EDIT)
				return false;
	return a->mode == MODE_TIME;
}

static void test_scenes__each_act_holds_what_it_says(void **state)
{
	for (unsigned i = 0; scene_listed(i); i++) {
		struct err_list errors = { 0 };
		struct scene *s = scene_load(scene_listed(i), &errors);

		assert_non_null(s);
		for (unsigned act = 0; act < s->n_acts; act++) {
			struct stage t;

			if (!runs_by_itself(&s->acts[act]))
				continue;
			open_stage(&t, s, act);
			expect_cues(&t);
			expect_end(&t);
			close_stage(&t);
		}
		scene_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scenes__each_act_holds_what_it_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
