/* SPDX-License-Identifier: GPL-3.0-or-later
 * A moment is its step and its cue, whatever way led there: at each cue of each
 * shipped scene the screen is the same after a line and back, and after the next
 * cue and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "output/canvas_text.h"
#include "session/session.h"
#include "view/from_session.h"

static struct session *opened(const char *scene, const char *act)
{
	struct err_list errors = { 0 };
	struct session *s = session_open(&(struct session_options){
		.scene = scene, .act = act, .variant = -1, .history = true,
		.choice.seed = 1 }, &errors);

	if (!s)
		fail_msg("%s: %s", scene, errors.at[0].text);
	return s;
}

/* The whole screen, but the last command's message. */
static void frame(struct session *s, struct buf *out)
{
	struct moment_store store = { 0 };
	struct canvas *c = canvas_new(40, 120, false);
	struct moment *m;

	s->status.n = 0;
	m = moment_of(&store, s);
	m->status = "";
	buf_clear(out);
	view_screen(m, c);
	canvas_text(c, out);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			buf_printf(out, "%s at %llu\n",
				s->scene->variant[i].name,
				(unsigned long long)run_step(
					s->variant[i].run));
	canvas_free(c);
	moment_store_done(&store);
}

static unsigned stepped, gone, differences;

static void answered(struct session *s)
{
	struct err e;

	if (s->question.open && !s->question.revealed)
		session_line(s, "giveup", &e);
}

static void differ(const struct session *s, unsigned act, int cue,
	const char *way, const char *before, const char *after)
{
	while (*before && *before == *after)
		before++, after++;
	printf("%s/%s, cue %s (now %d, was %d): %s and back is\n%.400s\nnot\n%.400s\n",
		s->scene->name, s->scene->acts[act].name,
		s->scene->acts[act].cues[cue].name, s->cue, cue, way, after,
		before);
	differences++;
}

/* There by this way and back by that; false: that way does not lead on. */
static bool same(struct session *s, const char *way, const char *back)
{
	struct buf before = { 0 }, after = { 0 };
	unsigned act = s->act;
	struct err e;
	int cue = s->cue;
	bool went;

	frame(s, &before);
	went = session_line(s, way, &e);
	if (went) {
		if (!session_line(s, back, &e))
			fail_msg("%s %s: %s", way, back, e.text);
		frame(s, &after);
		if (s->act != act || s->cue != cue ||
			strcmp(buf_text(&before), buf_text(&after)))
			differ(s, act, cue, way, buf_text(&before),
				buf_text(&after));
	}
	buf_done(&before);
	buf_done(&after);
	return went;
}

static void try_act(const char *scene, const char *act, unsigned n_cues)
{
	struct session *s = opened(scene, act);
	struct err e;

	for (unsigned i = 0; i < n_cues; i++) {
		answered(s);
		if (s->question.open) {	/* it is told, no longer asked */
			s->question.open = false;
		}
		stepped += same(s, "step", "back");
		if (i + 1 == n_cues || !session_line(s, "go", &e))
			break;
		answered(s);
		session_line(s, "reverse-go", &e);
		gone += same(s, "go", "reverse-go");
		if (!session_line(s, "go", &e))
			break;
	}
	session_free(s);
}

static void test_cues__are_one_moment_each(void **state)
{
	const char *scene;

	for (unsigned i = 0; (scene = scene_listed(i)); i++) {
		struct session *s = opened(scene, NULL);

		for (unsigned a = 0; a < s->scene->n_acts; a++)
			try_act(scene, s->scene->acts[a].name,
				s->scene->acts[a].n_cues);
		session_free(s);
	}
	assert_int_equal(differences, 0);
	assert_true(stepped > 100);
	assert_true(gone > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cues__are_one_moment_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
