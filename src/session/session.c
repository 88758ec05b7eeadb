/* SPDX-License-Identifier: GPL-3.0-or-later
 * A session: opening a scene and its acts, and dispatching commands.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "model/names.h"
#include "session/chart.h"
#include "session/inner.h"

/* History: as much as one can go back through within 10 ms, when a key stops a
 * long move; a bench measures with it. */
enum { HISTORY_BUDGET = 32 << 20, LOOK_AHEAD = 100000 };

struct run *shown_run(struct session *s)
{
	return s->variant[s->shown].run;
}

void say_status(struct session *s, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	buf_clear(&s->status);
	buf_puts(&s->status, text);
	s->status_error = false;
	rows_add(&s->rows, ROW_NOTE, NULL, text);
}

struct scope session_scope(struct session *s)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		const struct run *r = s->variant[i].run;

		s->scope_names[i] = s->scene->variant[i].name;
		s->scope_machine[i] = r ? r->m : NULL;
		s->scope_program[i] = r ? &r->program : NULL;
	}
	return (struct scope){ .n_variants = s->n_variants, .shown = s->shown,
		.variant = s->scope_names, .machine = s->scope_machine,
		.program = s->scope_program, .cpu = s->follow };
}

static void close_variants(struct session *s)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];

		if (!v->run)
			continue;
		origin_free_machine(v->run->origin, v->before);
		run_free(v->run);
		tracker_done(&v->tracker);
		*v = (struct variant){ 0 };
	}
}

static bool has_edits(const struct act *a)
{
	for (unsigned i = 0; i < a->n_cues; i++)
		for (unsigned j = 0; j < a->cues[i].n_commands; j++)
			if (commands[a->cues[i].commands[j].id].class ==
				CLASS_EDIT)
				return true;
	return false;
}

/* Runs ahead a little: in a classroom that is all of it, and the timeline knows
 * its end and its cues. */
static void look_ahead(struct variant *v)
{
	struct run *r = v->run;

	run_lines(r, LOOK_AHEAD);
	v->last_step = run_step(r);
	v->last_known = run_ended(r);
	run_seek(r, 0);
}

static void open_variant(struct session *s, unsigned i,
	const struct setup *setup)
{
	struct variant *v = &s->variant[i];
	const struct act *act = &s->scene->acts[s->act];
	bool narrate = !s->options.no_cues;

	v->run = s->options.history
		? run_new_beside(setup, HISTORY_BUDGET,
			i ? s->variant[i - 1].run : NULL)
		: run_new(setup, 0);
	tracker_init(&v->tracker, act, s->options.only_look);
	if (act->mode != MODE_TIME) {
		struct input in = { .kind = INPUT_MODE, .cue = true,
			.value = act->mode };

		run_input(v->run, in);
	}
	if (narrate || (has_edits(act) && !s->options.only_look))
		tracker_attach(&v->tracker, v->run);
	if (narrate)
		look_ahead(v);
	remember_first(v);
}

bool act_open(struct session *s, unsigned act, struct err *e)
{
	struct setup setup[VARIANTS_MAX];
	struct run_choice choice = s->options.choice;

	if (s->options.no_cues && shown_run(s))
		return err_set(e, ERR_USAGE, "a run is of one act; --act picks another");
	choice.act = act;
	for (unsigned i = 0; i < s->n_variants; i++) {
		if (!scene_setup(s->scene, &choice, i, &setup[i], e))
			return false;
		run_calibrate(&setup[i]);
	}
	close_variants(s);
	chart_reset(s->chart);
	s->act = act;
	s->follow = (unsigned)s->scene->acts[act].follow;
	s->cue = -1;
	s->pending = PENDING_NONE;
	s->comparison.found = false;
	for (unsigned i = 0; i < s->n_stops; i++)
		memset(s->stops[i].count, 0, sizeof(s->stops[i].count));
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->options.variant < 0 || s->options.variant == (int)i)
			open_variant(s, i, &setup[i]);
	if (s->follow >= shown_run(s)->m->n_cpus)
		s->follow = 0;
	close_question(s);
	branches_reset(s);
	s->ui.list_procedure[0] = 0;
	if (!s->options.no_cues && s->variant[s->shown].tracker.n)
		enter_cue(s, 0);
	return true;
}

/* As the hint. */
static bool list_acts(const struct scene *scene, struct err *e)
{
	struct buf names = {0};

	for (unsigned i = 0; i < scene->n_acts; i++)
		buf_printf(&names, " %s", scene->acts[i].name);
	err_hint(e, "its acts:%s", buf_text(&names));
	buf_done(&names);
	return false;
}

static bool find_act(const struct session *s, const char *name, unsigned *act,
	struct err *e)
{
	const struct scene *scene = s->scene;
	const char *names[64];

	if (!name || !strcmp(name, "main")) {
		*act = name ? scene->main_act : 0;
		return true;
	}
	for (unsigned i = 0; i < scene->n_acts; i++) {
		if (!strcmp(scene->acts[i].name, name)) {
			*act = i;
			return true;
		}
		if (i < 64)
			names[i] = scene->acts[i].name;
	}
	err_set(e, ERR_USAGE, "scene %s has no act \"%s\"", scene->name, name);
	name = text_nearest(name, names, scene->n_acts < 64 ? scene->n_acts
							    : 64);
	return name ? err_hint(e, "did you mean \"%s\"?", name)
		    : list_acts(scene, e);
}

struct session *session_open(const struct session_options *o,
	struct err_list *errors)
{
	struct session *s = mem_alloc(sizeof(*s));
	struct err e = { 0 };
	unsigned act = 0;

	s->options = *o;
	s->predict = o->predict;
	s->chart = chart_new();
	s->scene = o->loaded ? o->loaded : scene_load(o->scene, errors);
	if (!s->scene || !costs_load(&s->costs, errors)) {
		session_free(s);
		return NULL;
	}
	s->glossary = *s->scene->glossary;
	s->n_variants = s->scene->n_variants;
	s->shown = o->variant < 0 ? 0 : (unsigned)o->variant;
	s->ui.speed = 5;
	s->land_cue = -1;
	if (!find_act(s, o->act, &act, &e) || !act_open(s, act, &e)) {
		*err_list_add(errors) = e;
		session_free(s);
		return NULL;
	}
	return s;
}

void session_free(struct session *s)
{
	if (!s)
		return;
	move_done(&s->move);
	expr_free(s->move_expr);
	comparison_done(s);
	close_variants(s);
	stops_done(s);
	branches_done(s);
	question_done(&s->question);
	places_done(s);
	displays_done(s);
	chart_free(s->chart);
	free(s->deeds);
	predict_done(s);
	free(s->words);
	rows_done(&s->rows);
	rows_done(&s->changes);
	buf_done(&s->say);
	buf_done(&s->status);
	buf_done(&s->others);
	buf_done(&s->address);
	buf_done(&s->ui.overlay_text);
	costs_done(&s->costs);
	if (!s->options.loaded)
		scene_free(s->scene);
	free(s);
}

bool session_restart(struct session *s, struct err *e)
{
	memset(s->answered, 0, sizeof(s->answered));
	predict_again(s);
	return act_open(s, 0, e);
}

void show_variant(struct session *s, unsigned v)
{
	if (v < s->n_variants && s->variant[v].run)
		s->shown = v;
	if (s->follow >= shown_run(s)->m->n_cpus)
		s->follow = 0;
}

/* One handler per class of commands. To add a class: a row here. */
static bool (*const handlers[CLASS_N])(struct session *,
	const struct command *, struct err *) = {
	[CLASS_STEP] = handle_step,
	[CLASS_LOOK] = handle_look,
	[CLASS_STOP] = handle_stop,
	[CLASS_EDIT] = handle_edit,
	[CLASS_VIEW] = handle_view,
	[CLASS_ANSWER] = handle_answer,
	[CLASS_SESSION] = handle_file,
};

bool session_command(struct session *s, const struct command *c,
	struct err *e)
{
	enum overlay overlay = s->ui.overlay;
	bool done;

	rows_clear(&s->rows);
	buf_clear(&s->status);
	s->status_error = s->jumping = s->landing = false;
	s->land_cue = s->sync_cue = -1;
	s->stepping = false;
	if (c->id == CMD_N)
		return true;
	if (s->pending)
		return err_set(e, ERR_USAGE, "the last command is still running");
	s->output[0] = s->source[0] = 0;
	s->n_offers = 0;
	s->to_cue = s->refuting = false;
	s->placed = 0;
	if (c->id != CMD_ESCAPE)
		s->question.escaped = false;
	if (commands[c->id].class == CLASS_STEP)	/* code follows again */
		s->ui.scroll[PANE_CODE] = s->ui.list_procedure[0] = 0;
	done = handlers[commands[c->id].class](s, c, e);
	if (done && c->file[0]) {
		snprintf(s->output, sizeof(s->output), "%s", c->file);
		s->output_appends = c->append;
	}
	if (s->ui.overlay != overlay)
		s->ui.overlay_page = 0;
	if (!done) {
		buf_clear(&s->status);
		buf_puts(&s->status, e->text);
		if (e->hint[0])
			buf_printf(&s->status, "; %s", e->hint);
		s->status_error = true;
	}
	return done;
}

void session_slice(struct session *s, u64 lines)
{
	/* a line with many stops to look at takes longer */
	if (s->pending == PENDING_MOVE && s->move.n_stops > 1)
		lines = lines / s->move.n_stops + 1;
	if (s->pending == PENDING_EDIT)
		slice_edit(s, lines);
	else if (s->pending == PENDING_METRICS)
		slice_metrics(s, lines);
	else if (s->pending == PENDING_WHO)
		slice_query(s, lines);
	else if (s->pending == PENDING_ROLL)
		slice_roll(s, lines);
	else if (s->pending)
		slice_moves(s, lines);
}

void session_interrupt(struct session *s)
{
	if (s->pending == PENDING_WHO) {
		cancel_query(s);
		say_status(s, "stopped");
		return;
	}
	if (s->pending == PENDING_MOVE) {
		move_cancel(&s->move, shown_run(s));
		stops_counted(s, &s->move, s->shown);
	}
	for (unsigned i = 0; s->pending == PENDING_PLACES &&
		i < s->n_variants; i++)
		if (s->variant[i].run)
			run_seek(s->variant[i].run,
				s->variant[i].before->steps);
	if (s->pending == PENDING_DIFFERENCE || s->pending == PENDING_METRICS)
		comparison_done(s);
	move_done(&s->move);
	s->pending = PENDING_NONE;
	say_status(s, "stopped");
	find_cue(s, false);
	s->unmarked = true;	/* comparing would take longer than one waits */
}

bool session_line(struct session *s, const char *line, struct err *e)
{
	struct command c;
	bool done;

	rows_clear(&s->rows);
	if (!session_parse(s, line, &c, e))
		return false;
	done = session_command(s, &c, e);
	while (s->pending)
		session_slice(s, 100000);
	command_done(&c);
	return done;
}

void session_finish(struct session *s, const struct expr *until)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct run *r = s->variant[i].run;
		struct scope scope;

		if (!r)
			continue;
		if (!until) {
			run_lines(r, UINT64_MAX);
			continue;
		}
		s->shown = i;
		scope = session_scope(s);
		while (!expr_true(until, &scope) && run_line(r))
			;
	}
}
