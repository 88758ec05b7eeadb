/* SPDX-License-Identifier: GPL-3.0-or-later
 * Edits: inputs of a person, undo, and branches.
 *
 * Rules: an edit goes to every variant, at its own present step; a name with a
 * variant's prefix goes to that one alone. Changing anything that has a known
 * future starts a branch; the old one keeps its inputs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "session/inner.h"

static void branch_done(struct branch *b)
{
	for (unsigned i = 0; i < VARIANTS_MAX; i++)
		inputs_done(&b->inputs[i]);
}

void branches_done(struct session *s)
{
	for (unsigned i = 0; i < s->n_branches; i++)
		branch_done(&s->branches[i]);
	free(s->branches);
	free(s->edits);
	free(s->undone);
	s->branches = NULL;
	s->edits = s->undone = NULL;
	s->n_branches = s->n_edits = s->n_undone = s->branch = 0;
}

static struct branch *add_branch(struct session *s, const char *name)
{
	struct branch *b;

	s->branches = mem_resize(s->branches,
		(s->n_branches + 1) * sizeof(*s->branches));
	b = &s->branches[s->n_branches++];
	memset(b, 0, sizeof(*b));
	snprintf(b->name, sizeof(b->name), "%s", name);
	return b;
}

void branches_reset(struct session *s)
{
	branches_done(s);
	add_branch(s, "main");
}

static void save_branch(struct session *s)
{
	struct branch *b = &s->branches[s->branch];

	branch_done(b);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			inputs_copy(&b->inputs[i],
				&s->variant[i].run->inputs);
}

static bool has_future(const struct session *s)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		const struct run *r = s->variant[i].run;

		if (r && (s->variant[i].last_step > run_step(r) ||
			r->input < r->inputs.n))
			return true;
	}
	return false;
}

/* The old future stays as a branch of its own. */
static void part(struct session *s, const char *text)
{
	struct branch *b;
	char name[48];

	if (!has_future(s))
		return;
	save_branch(s);
	snprintf(name, sizeof(name), "b%u", s->n_branches);
	b = add_branch(s, name);
	snprintf(b->text, sizeof(b->text), "%.90s", text);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			b->step[i] = run_step(s->variant[i].run);
	s->branch = s->n_branches - 1;
}

/* Cues behind this step are to be found again. */
static void forget_cues(struct variant *v, u64 step)
{
	tracker_cut(&v->tracker, step);
	if (v->tracker.n < v->tracker.act->n_cues && v->run->watcher.user)
		tracker_attach(&v->tracker, v->run);
}

static void forget_future(struct variant *v)
{
	forget_cues(v, run_step(v->run));
	v->last_step = run_step(v->run);
	v->last_known = false;
}

/* Builds and checks the inputs of one command; nothing is applied yet. */
static bool prepare(struct session *s, const struct command *c,
	struct edit *out, struct err *e)
{
	struct scope scope = session_scope(s);

	memset(out, 0, sizeof(*out));
	snprintf(out->text, sizeof(out->text), "%.90s", c->line);
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct run *r = s->variant[i].run;
		const char *why;

		if (!r || (c->id == CMD_SET && c->name.variant != NONE &&
			c->name.variant != i))
			continue;
		scope.shown = i;
		if (!input_of_command(c, r, &scope, &out->input[i], e))
			return false;
		why = run_refused(r, &out->input[i]);
		if (why)
			return err_set(e, ERR_RANGE, "%s: %s",
				s->scene->variant[i].name, why);
		out->input[i].step = run_step(r);
		out->in[i] = true;
	}
	return true;
}

static void apply_edit(struct session *s, struct edit *edit)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		if (!edit->in[i])
			continue;
		run_input(s->variant[i].run, edit->input[i]);
		forget_future(&s->variant[i]);
	}
	s->edits = mem_resize(s->edits,
		(s->n_edits + 1) * sizeof(*s->edits));
	s->edits[s->n_edits++] = *edit;
}

/* `sync all` goes from CPU to CPU. */
static bool next_of_all(struct session *s)
{
	struct command *c = &s->edit_command;
	struct edit edit;
	struct err e;

	while (c->id == CMD_SYNC && s->edit_cpu < shown_run(s)->m->n_cpus) {
		c->cpu = s->edit_cpu++;
		if (!cpu_at(shown_run(s)->m, (unsigned)c->cpu)->online)
			continue;
		if (!prepare(s, c, &edit, &e))
			continue;
		apply_edit(s, &edit);
		return true;
	}
	return false;
}

static bool begin_edit(struct session *s, const struct command *c,
	struct err *e)
{
	struct edit edit;

	s->edit_command = *c;
	s->edit_cpu = CPUS_MAX;
	if (c->id == CMD_SYNC && c->cpu < 0) {
		s->edit_cpu = 1;
		s->edit_command.cpu = 0;
		while (s->edit_command.cpu + 1 < shown_run(s)->m->n_cpus &&
			!cpu_at(shown_run(s)->m, (unsigned)
				s->edit_command.cpu)->online)
			s->edit_command.cpu++;
		s->edit_cpu = (unsigned)s->edit_command.cpu + 1;
	}
	if (c->id == CMD_SUM && !c->given)
		s->edit_command.cpu = s->follow;
	if (c->id == CMD_POLICY)
		s->edit_command.cpu = 0;
	if (!prepare(s, &s->edit_command, &edit, e))
		return false;
	if (c->id == CMD_PICK)	/* who runs is who one wants to see */
		s->follow = (unsigned)c->cpu;
	remember_before(s);
	part(s, c->line);
	s->n_undone = 0;
	apply_edit(s, &edit);
	s->going_back = false;
	s->pending = PENDING_EDIT;
	return true;
}

/* Operations with the focus run to their end in every variant. */
void slice_edit(struct session *s, u64 lines)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct run *r = s->variant[i].run;

		while (r && r->m->focus != NONE && lines--)
			if (!run_line(r))
				break;
		if (r && r->m->focus != NONE && !run_ended(r))
			return;
	}
	if (next_of_all(s))
		return;
	s->pending_cue = -1;
	finish_command(s);
}

/* The inputs of a run without the edit, and without the scene's inputs that
 * were found in the future it made. */
static void without(const struct run *r, const struct input *edit,
	struct inputs *out)
{
	size_t keep = r->inputs.n;

	for (size_t i = r->inputs.n; i-- > 0;)
		if (!r->inputs.at[i].cue && r->inputs.at[i].step == edit->step) {
			keep = i;
			break;
		}
	inputs_copy(out, &r->inputs);
	out->n = keep;
}

static bool undo(struct session *s, struct err *e)
{
	struct edit *edit;

	if (!s->n_edits)
		return err_set(e, ERR_USAGE, "there is no edit to take back");
	edit = &s->edits[s->n_edits - 1];
	remember_before(s);
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];
		struct inputs inputs;
		u64 step = edit->input[i].step;

		if (!edit->in[i])
			continue;
		without(v->run, &edit->input[i], &inputs);
		run_replace_inputs(v->run, &inputs, step, step);
		inputs_done(&inputs);
		forget_future(v);
	}
	s->undone = mem_resize(s->undone,
		(s->n_undone + 1) * sizeof(*s->undone));
	s->undone[s->n_undone++] = *edit;
	s->n_edits--;
	say_status(s, "taken back: %s", edit->text);
	s->going_back = true;
	s->pending_cue = -1;
	finish_command(s);
	return true;
}

static bool redo(struct session *s, struct err *e)
{
	struct edit edit;

	if (!s->n_undone)
		return err_set(e, ERR_USAGE, "there is nothing to do again");
	edit = s->undone[s->n_undone - 1];
	for (unsigned i = 0; i < s->n_variants; i++)
		if (edit.in[i])
			run_seek(s->variant[i].run, edit.input[i].step);
	remember_before(s);
	s->n_undone--;
	apply_edit(s, &edit);
	command_init(&s->edit_command, CMD_REDO);
	s->edit_cpu = CPUS_MAX;
	s->going_back = false;
	s->pending = PENDING_EDIT;
	return true;
}

bool handle_edit(struct session *s, const struct command *c, struct err *e)
{
	if (s->question.open && !s->question.revealed &&
		!s->options.class_mode)
		return err_set(e, ERR_USAGE, "answer the question first");
	if (c->id == CMD_UNDO)
		return undo(s, e);
	if (c->id == CMD_REDO)
		return redo(s, e);
	return begin_edit(s, c, e);
}

static void list_branches(struct session *s)
{
	for (unsigned i = 0; i < s->n_branches; i++) {
		const struct branch *b = &s->branches[i];

		const char *here = i == s->branch ? "  (here)" : "";

		if (i)
			rows_printf(&s->rows, ROW_TABLE, b->name,
				"from step %llu: %s%s", (unsigned long long)
				b->step[s->shown], b->text, here);
		else
			rows_printf(&s->rows, ROW_TABLE, b->name,
				"the scene as written%s", here);
	}
}

/* The last step up to which two lists of inputs agree. */
static u64 agree_until(const struct inputs *a, const struct inputs *b)
{
	size_t i = 0;

	while (i < a->n && i < b->n && !memcmp(&a->at[i], &b->at[i],
		sizeof(a->at[i])))
		i++;
	if (i < a->n && i < b->n)
		return a->at[i].step < b->at[i].step ? a->at[i].step
						     : b->at[i].step;
	return i < a->n ? a->at[i].step : i < b->n ? b->at[i].step : UINT64_MAX;
}

static void go_to_branch(struct session *s, unsigned branch)
{
	struct branch *b = &s->branches[branch];

	remember_before(s);
	save_branch(s);
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];
		u64 same, step = s->branches[branch ? branch : s->branch].step[i];

		if (!v->run)
			continue;
		same = agree_until(&v->run->inputs, &b->inputs[i]);
		if (same > step)
			same = step;
		forget_cues(v, same);	/* on the way they put their inputs */
		run_replace_inputs(v->run, &b->inputs[i], same, step);
		forget_future(v);
	}
	s->branch = branch;
	s->n_edits = s->n_undone = 0;
	say_status(s, "on branch %s", b->name);
	s->going_back = true;
	s->pending_cue = -1;
	finish_command(s);
}

bool handle_branch(struct session *s, const struct command *c, struct err *e)
{
	if (!c->given) {
		list_branches(s);
		return true;
	}
	for (unsigned i = 0; i < s->n_branches; i++) {
		if (strcmp(s->branches[i].name, c->text))
			continue;
		if (i != s->branch)
			go_to_branch(s, i);
		return true;
	}
	return err_set(e, ERR_USAGE, "there is no branch \"%s\"; `branch` lists them",
		c->text);
}
