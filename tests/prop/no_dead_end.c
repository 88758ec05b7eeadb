/* SPDX-License-Identifier: GPL-3.0-or-later
 * Nothing is ever a dead end: in each shipped scene, whatever was done at a
 * question, it can be given up, and then one goes on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "../depth.h"
#include "base/rng.h"
#include "session/session.h"

static struct session *opened(const char *scene, const char *act, bool predict)
{
	struct err_list errors = { 0 };
	struct session *s = session_open(&(struct session_options){
		.scene = scene, .act = act, .variant = -1, .history = true,
		.predict = predict, .choice.seed = 1 }, &errors);

	if (!s)
		fail_msg("%s: %s", scene, errors.at[0].text);
	return s;
}

static bool asked(const struct session *s)
{
	return s->question.open && !s->question.revealed;
}

/* What somebody may have done before; some of it is refused. */
static void fiddle(struct session *s, u64 *random)
{
	static const char *const lines[] = { "answer 1", "answer 2", "answer 3",
		"answer -7", "answer x", "hint", "escape", "refute", "step",
		"step any", "back", "back any", "legend", "hide story", "follow 1", "go", "return",
		"point", "overview", "auto", "votes 1 2" };
	struct err e = { 0 };

	for (unsigned n = rng_below(random, 5); n > 0; n--)
		session_line(s, lines[rng_below(random,
			sizeof(lines) / sizeof(*lines))], &e);
}

/* Out of any state: by the command, or by Esc alone. */
static void leave(struct session *s, const char *scene, u64 *random)
{
	const char *line = rng_below(random, 2) ? "giveup" : "escape";
	struct err e = { 0 };
	unsigned n = 0;

	for (; asked(s) && n < 9; n++)
		session_line(s, line, &e);
	if (asked(s))
		fail_msg("%s: %s does not end question %s", scene, line,
			s->question.is->name);
}

static bool at_end(const struct session *s)
{
	return s->act + 1 == s->scene->n_acts &&
		s->cue + 1 == (int)s->scene->acts[s->act].n_cues;
}

/* Goes on at most `most` times; returns how many questions were met. */
static unsigned go_on(struct session *s, const char *scene, unsigned most,
	u64 *random)
{
	unsigned questions = 0;

	for (unsigned n = 0; n < most; n++) {
		struct err e = { 0 };
		unsigned act = s->act;
		int cue = s->cue;
		u64 step = s->variant[s->shown].run->m->steps;
		bool had = asked(s);

		questions += had;
		if (had)
			fiddle(s, random);
		for (unsigned k = 0; s->predict && k < 6; k++) {
			leave(s, scene, random);
			session_line(s, "step any", &e);
			questions += asked(s);
		}
		leave(s, scene, random);
		act = s->act;
		cue = s->cue;
		step = s->variant[s->shown].run->m->steps;
		if (at_end(s))
			break;
		if (!session_line(s, "go", &e))
			fail_msg("%s, act %u, cue %d, step %d: %s", scene, act,
				cue, (int)step, e.text);
		if (!asked(s) && s->act == act && s->cue == cue &&
			s->variant[s->shown].run->m->steps == step)
			fail_msg("%s, act %u, cue %d, step %d: go stays",
				scene, act, cue, (int)step);
	}
	return questions;
}

/* From the first act to the end of the scene. */
static void test_no_dead_end__to_the_end_of_each_scene(void **state)
{
	unsigned rounds = depth(1, 1, 20);
	const char *scene;

	for (unsigned i = 0; (scene = scene_listed(i)); i++)
		for (u64 seed = 1; seed <= rounds; seed++) {
			struct session *s = opened(scene, NULL, false);
			u64 random = seed + i;

			assert_true(go_on(s, scene, 1000, &random) > 0);
			assert_true(at_end(s));
			session_free(s);
		}
}

static void test_no_dead_end__predicting_in_each_act(void **state)
{
	unsigned most = depth(10, 40, 2000);
	const char *scene;
	unsigned questions = 0;

	for (unsigned i = 0; (scene = scene_listed(i)); i++) {
		struct session *s = opened(scene, NULL, true);
		unsigned acts = s->scene->n_acts;
		u64 random = i + 1;

		for (unsigned act = 0; act < acts; act++) {
			char line[80];
			struct err e = { 0 };

			leave(s, scene, &random);
			snprintf(line, sizeof(line), "act %s",
				s->scene->acts[act].name);
			assert_true(session_line(s, line, &e));
			questions += go_on(s, scene, most, &random);
		}
		session_free(s);
	}
	assert_true(questions > 100);
}

/* In class Space and the answers lead from the first cue to the last. */
static void test_no_dead_end__in_class(void **state)
{
	const char *scene;

	for (unsigned i = 0; (scene = scene_listed(i)); i++) {
		struct session_options o = { .scene = scene, .variant = -1,
			.history = true, .class_mode = true, .choice.seed = 1 };
		struct err_list errors = { 0 };
		struct session *s = session_open(&o, &errors);
		struct err e = { 0 };
		unsigned proofs = 0, n;

		assert_non_null(s);
		for (n = 0; n < 1000 && !at_end(s); n++) {
			int cue = s->cue;
			unsigned act = s->act;

			if (asked(s))
				assert_true(session_line(s, "reveal", &e));
			if (!session_line(s, "go", &e))
				fail_msg("%s, cue %d: %s", scene, cue, e.text);
			proofs += s->act == act && s->cue == cue;
		}
		assert_true(at_end(s));
		assert_true(proofs > 0);
		session_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_dead_end__to_the_end_of_each_scene),
		cmocka_unit_test(test_no_dead_end__predicting_in_each_act),
		cmocka_unit_test(test_no_dead_end__in_class),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
