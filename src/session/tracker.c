/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where the cues of an act are in one variant's run, and their commands.
 */
#include <stdlib.h>
#include <string.h>
#include "session/tracker.h"

void tracker_init(struct tracker *t, const struct act *act, bool only_look)
{
	*t = (struct tracker){ .act = act, .only_look = only_look };
	t->at = mem_alloc(act->n_cues * sizeof(*t->at));
}

void tracker_copy(struct tracker *to, const struct tracker *from)
{
	tracker_init(to, from->act, from->only_look);
	to->n = from->n;
	if (from->act->n_cues)
		memcpy(to->at, from->at, from->act->n_cues * sizeof(*to->at));
}

void tracker_done(struct tracker *t)
{
	free(t->at);
	*t = (struct tracker){ 0 };
}

bool input_of_command(const struct command *c, const struct run *r,
	const struct scope *scope, struct input *out, struct err *e)
{
	*out = (struct input){ .cpu = NONE, .task = NONE };
	switch (c->id) {
	case CMD_SET:
		out->kind = INPUT_SET;
		out->name = c->name.id;
		out->index = c->name.index;
		return expr_eval(c->expr, scope, &out->value, e);
	case CMD_SCHEDULE:
		out->kind = INPUT_MODE;
		out->value = c->value;
		return true;
	case CMD_PICK:
		out->kind = INPUT_PICK;
		out->cpu = (u16)(c->cpu < CPUS_MAX ? c->cpu : CPUS_MAX);
		out->task = c->task < 0 || c->task >= NONE ? NONE
							   : (u16)c->task;
		return true;
	default:
		out->kind = INPUT_OPERATION;
		out->operation = (u8)c->operation;
		out->focus = c->id != CMD_START;
		out->cpu = (u16)(c->cpu >= 0 && c->cpu < CPUS_MAX ? c->cpu
								  : CPUS_MAX);
		out->value = c->value;
		return true;
	}
}

static bool apply_command(const struct command *c, struct run *r,
	const struct scope *scope, struct err *e)
{
	struct input in;
	const char *why;

	if (!input_of_command(c, r, scope, &in, e))
		return false;
	in.cue = true;
	why = run_refused(r, &in);
	if (why)
		return err_set(e, ERR_RANGE, "%s", why);
	run_input(r, in);
	return true;
}

/* A cue's commands that change the machine, now. One that is refused (the
 * course of things has changed) is left out. */
static void apply_commands(struct tracker *t, const struct cue *cue,
	struct run *r)
{
	const struct machine *machine = r->m;
	const struct program *program = &r->program;
	struct scope scope = { .n_variants = 1, .machine = &machine,
		.program = &program };

	for (unsigned i = 0; i < cue->n_commands; i++) {
		const struct command *c = &cue->commands[i];
		struct err e;

		if (commands[c->id].class != CLASS_EDIT ||
			apply_command(c, r, &scope, &e) || t->failed)
			continue;
		t->failed = cue;
		err_set(&t->why, e.code, "\"%s\": %s", c->line, e.text);
	}
}

static bool holds(const struct cue *cue, const struct run *r)
{
	const struct machine *machine = r->m;
	const struct program *program = &r->program;
	struct scope scope = { .n_variants = 1, .machine = &machine,
		.program = &program };

	if (cue->end)
		return run_ended(r);
	if (cue->step >= 0)
		return run_step(r) >= (u64)cue->step;
	return !cue->when || expr_true(cue->when, &scope);
}

static void arrived(void *user, struct run *r)
{
	struct tracker *t = user;

	while (t->n < t->act->n_cues && holds(&t->act->cues[t->n], r)) {
		const struct cue *cue = &t->act->cues[t->n];

		t->at[t->n++] = run_step(r);
		if (!t->only_look)
			apply_commands(t, cue, r);
	}
	if (t->n == t->act->n_cues)
		r->watcher.arrived = NULL;	/* nothing left to look for */
}

void tracker_attach(struct tracker *t, struct run *r)
{
	run_watch(r, (struct run_watcher){ arrived, t });
}

void tracker_cut(struct tracker *t, u64 step)
{
	while (t->n && t->at[t->n - 1] > step)
		t->n--;
}

int tracker_cue(const struct tracker *t, u64 step)
{
	int cue = -1;

	while (cue + 1 < (int)t->n && t->at[cue + 1] <= step)
		cue++;
	return cue;
}
