/* SPDX-License-Identifier: GPL-3.0-or-later
 * Fuzzing the scene loader: any bytes end in a scene or in errors with a place;
 * a scene has a setup for each act, size and variant, or says why not.
 */
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "scene/scene.h"
#include "session/board.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
	if (!holds)
		panic("%s", what);
}

static void visit_cue(const struct cue *c, const struct scope *scope)
{
	struct buf text = { 0 };
	struct err e;

	require(c->name && c->say, "a cue says something");
	template_expand(c->say, scope, &text, &e);
	require(!c->when + (c->step < 0) + !c->end >= 2, "one trigger");
	require(c->variant < (int)scope->n_variants, "a variant");
	if (c->ask)
		require(c->ask->n_choices >= 2 || c->ask->answer, "an answer");
	buf_done(&text);
}

/* The claim board finds all its runs, or says why not. None runs. */
static void visit_board(const struct scene *s)
{
	struct err e = { 0 };
	struct board b;

	for (unsigned i = 0; i < s->n_checks; i++)
		require(s->checks[i].name && s->checks[i].why &&
			s->checks[i].expr, "a check has all it needs");
	if (!board_new(&b, &s, 1, &e)) {
		require(e.text[0] && e.line, "why not, and where");
		return;
	}
	require(b.n_figures == s->n_figures && b.n_checks >= s->n_checks,
		"all are there");
	board_free(&b);
}

static void visit(const struct scene *s)
{
	struct scope scope = { .n_variants = s->n_variants,
		.variant = s->variant_names };
	struct run_choice choice = { .seed = 1 };
	struct setup setup;
	struct err e;

	require(s->title && s->machine && s->n_variants && s->n_acts, "parts");
	require(s->main_act < s->n_acts, "a main act");
	for (unsigned a = 0; a < s->n_acts; a++) {
		choice.act = a;
		for (unsigned i = 0; i < s->acts[a].n_cues; i++)
			visit_cue(&s->acts[a].cues[i], &scope);
		for (unsigned i = 0; i < s->n_variants * SIZE_N; i++) {
			choice.size = (enum size)(i % SIZE_N);
			if (!scene_setup(s, &choice, i / SIZE_N, &setup, &e))
				require(e.text[0] != '\0', "why not");
		}
	}
	visit_board(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err_list errors = { 0 };
	struct buf out = { 0 };
	struct scene *s;

	panic_hook(abort); /* so that the input is kept */
	s = scene_parse("fuzz.yaml", (const char *)data, size, &errors);
	require(!s == (errors.n > 0), "a scene or errors");
	if (s)
		visit(s);
	for (size_t i = 0; i < errors.n; i++) {
		require(errors.at[i].text[0] != '\0', "an error has a text");
		err_print(&errors.at[i], &out);
	}
	require(text_valid(buf_text(&out), out.n), "what is printed is valid");
	buf_done(&out);
	err_list_done(&errors);
	scene_free(s);
	return 0;
}
