/* SPDX-License-Identifier: GPL-3.0-or-later
 * Cues: entering one, finding the one that belongs to a step, its narration.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "session/inner.h"

/* Copies of the variants that stand where the cue is, so that its prose takes
 * its numbers from there, wherever the person has gone since. */
static void stand_at_cue(struct session *s, int cue, struct run **at)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		const struct variant *v = &s->variant[i];

		at[i] = NULL;
		if (!v->run || (int)v->tracker.n <= cue ||
			v->tracker.at[cue] == run_step(v->run))
			continue;
		at[i] = run_fork(v->run);
		run_seek(at[i], v->tracker.at[cue]);
	}
}

void say_cue(struct session *s)
{
	const struct act *act = &s->scene->acts[s->act];
	struct run *at[VARIANTS_MAX] = { NULL };
	struct scope scope = session_scope(s);
	struct err e;

	buf_clear(&s->say);
	if (s->cue < 0 || !act->cues[s->cue].say)
		return;
	stand_at_cue(s, s->cue, at);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (at[i])
			s->scope_machine[i] = at[i]->m;
	template_expand(act->cues[s->cue].say, &scope, &s->say, &e);
	while (s->say.n && s->say.s[s->say.n - 1] == '\n')
		s->say.s[--s->say.n] = 0;	/* a folded block ends in one */
	for (unsigned i = 0; i < s->n_variants; i++)
		run_free(at[i]);
}

/* What the act's cues have shown and hidden up to this one. */
static u32 hidden_at(const struct act *act, int cue)
{
	u32 hidden = 0;

	for (int i = 0; i <= cue; i++)
		hidden = (hidden | act->cues[i].hide) & ~act->cues[i].show;
	return hidden;
}

static void apply_point(struct session *s, const struct cue *cue)
{
	snprintf(s->ui.point, sizeof(s->ui.point), "%s",
		cue->point ? cue->point : "");
}

/* What the cue points at and lays over the panes. */
static void apply_overlay(struct session *s, const struct cue *cue)
{
	apply_point(s, cue);
	s->ui.overlay_page = 0;
	if (cue->map)
		s->ui.overlay = OVERLAY_MAP;
	else if (cue->table)
		s->ui.overlay = OVERLAY_TABLE;
	else
		s->ui.overlay = OVERLAY_NONE;
}

static void apply_panes(struct session *s, const struct cue *cue, bool next)
{
	if (next)
		s->ui.hidden = (s->ui.hidden | cue->hide) & ~cue->show;
	else
		s->ui.hidden = hidden_at(&s->scene->acts[s->act],
			(int)(cue - s->scene->acts[s->act].cues));
	if (cue->follow >= 0 && cue->follow < shown_run(s)->m->n_cpus)
		s->follow = (unsigned)cue->follow;
	else if (cue->follow >= 0)
		err_set(&s->cue_trouble, ERR_RANGE, "there is no CPU %lld to follow",
			(long long)cue->follow);
	apply_overlay(s, cue);
}

/* Back in a cue, or at its very place: it looks as when one came there. */
static void stand_again(struct session *s, const struct cue *cue, bool another)
{
	int i = (int)(cue - s->scene->acts[s->act].cues);

	if (another) {
		s->ui.hidden = hidden_at(&s->scene->acts[s->act], i);
		apply_point(s, cue);
	}
	if (s->variant[s->shown].tracker.at[i] != run_step(shown_run(s)))
		return;
	apply_overlay(s, cue);
	s->far = true;			/* marks: what the last line did */
}

/* The cue's looking and screen commands; its rows join the answer. */
static void apply_looks(struct session *s, const struct cue *cue)
{
	s->looks_of_cue = true;
	for (unsigned i = 0; i < cue->n_commands; i++) {
		const struct command *c = &cue->commands[i];
		enum command_class class = commands[c->id].class;
		struct err e;

		if (class == CLASS_VIEW ? handle_view(s, c, &e)
			: class == CLASS_LOOK ? handle_look(s, c, &e) : true)
			continue;
		err_set(&s->cue_trouble, e.code, "\"%s\": %s", c->line,
			e.text);
	}
	s->looks_of_cue = false;
}

/* Where nobody looks for cues (in `run`), their places are found now. */
void watch_cues(struct session *s)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];
		u64 step;

		if (!v->run || v->run->watcher.user)
			continue;
		step = run_step(v->run);
		run_rewind(v->run, 0);
		tracker_attach(&v->tracker, v->run);
		run_seek(v->run, step);
	}
	if (s->options.no_cues)
		s->cue = tracker_cue(&s->variant[s->shown].tracker,
			run_step(shown_run(s)));
}

/* After the last cue: where to go from here. */
static void name_next(struct session *s)
{
	const char *next = scene_after(s->scene->name);

	if (s->act + 1 == s->scene->n_acts && next && !s->question.open &&
		s->cue + 1 == (int)s->scene->acts[s->act].n_cues)
		say_status(s, "the end; next: %s play %s", session_program(s),
			next);
}

void enter_cue(struct session *s, int cue)
{
	const struct act *act = &s->scene->acts[s->act];
	const struct cue *c = &act->cues[cue];

	bool next = cue > 0 && cue == s->cue + 1;

	s->cue = cue;
	s->cue_trouble.code = 0;
	s->ui.scroll[PANE_STORY] = 0;
	s->ui.list_procedure[0] = 0;
	if (c->variant >= 0)
		show_variant(s, (unsigned)c->variant);
	apply_panes(s, c, next);
	apply_looks(s, c);
	say_cue(s);
	rows_add(&s->rows, ROW_SAY, c->name, buf_text(&s->say));
	if (c->ask && !s->options.no_cues &&
		!question_was_closed(s, s->act, cue))
		open_question(s, c->ask);
	else
		close_question(s);
	name_next(s);
}

/* Who comes back to a moment is told what was told there last. All cues before
 * count as seen, and a question counts as answered behind its step, as one gets
 * there by answering; what the person chose to see stays. */
static void land(struct session *s, int last)
{
	const struct tracker *t = &s->variant[s->shown].tracker;
	u64 step = run_step(shown_run(s));
	unsigned shown = s->shown;

	if (s->land_cue >= 0 && s->land_cue < last)
		last = s->land_cue;
	for (s->cue = 0; s->cue <= last; s->cue++)
		if (s->cue < last || t->at[last] < step)
			remember_closed(s);
	s->cue = -1;
	if (last < 0)
		return;
	enter_cue(s, last);
	show_variant(s, shown);
}

/* Stepping enters a cue that was passed: the first that still has something to
 * ask, else the last. Cues that wait at the present step are left for `go`. */
void find_cue(struct session *s, bool forward)
{
	const struct tracker *t = &s->variant[s->shown].tracker;
	u64 from = s->variant[s->shown].before->steps;
	int last = tracker_cue(t, run_step(shown_run(s))), enter = -1;

	if (!t->act || s->options.no_cues)
		return;
	if (s->landing) {
		land(s, last);
		return;
	}
	if (s->land_cue >= 0 && s->land_cue < last)
		last = s->land_cue;
	for (int i = s->cue + 1; forward && i <= last; i++) {
		if (t->at[i] <= from)
			continue;
		enter = i;
		if (t->act->cues[i].ask && !question_was_closed(s, s->act, i))
			break;
	}
	if (enter >= 0) {
		enter_cue(s, enter);
	} else if (last < s->cue) {
		s->cue = last;
		close_question(s);
		say_cue(s);
		if (last >= 0)
			stand_again(s, &t->act->cues[last], true);
	} else if (!forward && last >= 0 && s->cue >= 0 &&
		t->at[s->cue] == run_step(shown_run(s))) {
		stand_again(s, &t->act->cues[s->cue], false);
	}
}
