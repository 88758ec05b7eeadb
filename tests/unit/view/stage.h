/* SPDX-License-Identifier: GPL-3.0-or-later
 * A moment for tests: a shipped scene's act at a step, without a session.
 */
#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

#include "base/buf.h"
#include "base/text.h"
#include "engine/run.h"
#include "view/canvas.h"
#include "view/moment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct stage {
	struct scene *scene;
	struct run *run[VARIANTS_MAX], *before[VARIANTS_MAX];
	struct buf say;
	struct moment m;
};

static struct setup stage_setup(struct scene *scene,
	const struct run_choice *choice, unsigned variant)
{
	struct setup setup;
	struct err e;

	if (!scene_setup(scene, choice, variant, &setup, &e))
		fail_msg("%s", e.text);
	return setup;
}

/* A variant at the given step, and one line before it. */
static void stage_variant(struct stage *s, const struct run_choice *choice,
	unsigned i, u64 step)
{
	struct setup setup = stage_setup(s->scene, choice, i);
	struct moment_variant *v = &s->m.variant[i];
	struct run *whole = run_new(&setup, 0);

	run_seek(whole, 1000000);
	s->run[i] = run_new(&setup, 0);
	s->before[i] = run_new(&setup, 0);
	run_seek(s->run[i], step);
	run_seek(s->before[i], step ? step - 1 : 0);
	v->is = &s->scene->variant[i];
	v->now = s->run[i]->m;
	v->before = step ? s->before[i]->m : NULL;
	v->program = &s->run[i]->program;
	v->step = run_step(s->run[i]);
	v->last_step = run_step(whole);
	v->last_known = true;
	v->ended = machine_finished(v->now);
	v->time_ns = machine_time_ns(v->now);
	run_free(whole);
}

/* The narration of the cue, expanded on the machines as they are. */
static void stage_say(struct stage *s)
{
	const struct machine *machine[VARIANTS_MAX];
	const struct program *program[VARIANTS_MAX];
	struct scope scope = {.n_variants = s->m.n_variants,
		.shown = s->m.shown, .variant = s->scene->variant_names,
		.machine = machine, .program = program, .cpu = s->m.follow};
	struct err e;

	for (unsigned i = 0; i < s->m.n_variants; i++) {
		machine[i] = s->m.variant[i].now;
		program[i] = s->m.variant[i].program;
	}
	buf_clear(&s->say);
	if (s->m.cue_is && s->m.cue_is->say)
		template_expand(s->m.cue_is->say, &scope, &s->say, &e);
	s->m.say = buf_text(&s->say);
}

/* `sets` are NAME=VALUE words, NULL-ended. */
static void stage_open(struct stage *s, const char *name, unsigned act,
	unsigned cue, u64 step, const char *const *sets)
{
	struct run_choice choice = {.act = act, .seed = 1};
	struct err_list errors = {0};
	struct err e;

	memset(s, 0, sizeof(*s));
	s->scene = scene_load(name, &errors);
	assert_non_null(s->scene);
	for (; sets && *sets; sets++)
		assert_true(scene_set(s->scene, *sets, &choice.set, &e));
	s->m.scene = s->scene;
	s->m.act = &s->scene->acts[act];
	s->m.act_index = act;
	s->m.n_cues = s->m.act->n_cues;
	s->m.cue = cue;
	s->m.cue_is = cue < s->m.n_cues ? &s->m.act->cues[cue] : NULL;
	s->m.n_variants = s->scene->n_variants;
	s->m.mode = "time";
	s->m.status = "";
	s->m.others = "";
	for (unsigned i = 0; i < s->m.n_variants; i++)
		stage_variant(s, &choice, i, step);
	stage_say(s);
}

static void stage_close(struct stage *s)
{
	for (unsigned i = 0; i < s->m.n_variants; i++) {
		run_free(s->run[i]);
		run_free(s->before[i]);
	}
	buf_done(&s->say);
	scene_free(s->scene);
}

/* The frame as text, trailing blanks cut, each row with '\n'. */
static inline void frame_text(const struct canvas *c, struct buf *out)
{
	char bytes[5];

	for (int row = 0; row < c->rows; row++) {
		const struct cell *cells = &c->cells[row * c->columns];
		int end = c->columns;

		while (end > 0 && cells[end - 1].ch == ' ')
			end--;
		for (int i = 0; i < end; i++) {
			if (cells[i].width == 0)
				continue;
			buf_put(out, bytes, text_encode(cells[i].ch, bytes));
		}
		buf_putc(out, '\n');
	}
}

#endif
