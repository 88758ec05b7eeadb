/* SPDX-License-Identifier: GPL-3.0-or-later
 * Edits: inputs of a person, and undo.
 *
 * Rules: an edit goes to every variant, at its own present step; a name with a
 * variant's prefix goes to that one alone. Changing anything that has a known
 * future starts a branch; the old one keeps its inputs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model/task.h"
#include "session/chart.h"
#include "session/inner.h"

static void edit_done(struct edit *edit)
{
	free(edit->line);
	for (unsigned i = 0; i < VARIANTS_MAX; i++)
		inputs_done(&edit->before[i]);
}

static struct edit edit_copy(const struct edit *edit)
{
	struct edit copy = *edit;

	copy.line = mem_strdup(edit->line);
	for (unsigned i = 0; i < VARIANTS_MAX; i++)
		inputs_copy(&copy.before[i], &edit->before[i]);
	return copy;
}

void edits_done(struct edit **list, unsigned *n)
{
	while (*n)
		edit_done(&(*list)[--*n]);
	free(*list);
	*list = NULL;
}

void edits_copy(struct edit **to, unsigned *n_to, const struct edit *from,
	unsigned n)
{
	edits_done(to, n_to);
	*to = mem_alloc(n * sizeof(**to));
	for (; *n_to < n; ++*n_to)
		(*to)[*n_to] = edit_copy(&from[*n_to]);
}

static void forget_undone(struct session *s)
{
	while (s->n_undone)
		edit_done(&s->undone[--s->n_undone]);
}

void forget_edits(struct session *s)
{
	forget_undone(s);
	free(s->undone);
	s->undone = NULL;
	edits_done(&s->edits, &s->n_edits);
}

/* Cues behind this step are to be found again. */
static void forget_cues(struct variant *v, u64 step)
{
	tracker_cut(&v->tracker, step);
	if (v->tracker.n < v->tracker.act->n_cues && v->run->watcher.user)
		tracker_attach(&v->tracker, v->run);
}

/* Another future begins at `step`: the cues behind it are looked for
 * again. Before the run's inputs change. */
void forget_future(struct session *s, unsigned variant, u64 step)
{
	struct variant *v = &s->variant[variant];

	s->stepped.n = 0;
	stops_recount(s, variant, step);
	chart_cut(s->chart, variant, step);
	forget_cues(v, step);
	v->last_step = step;
	v->last_known = false;
}

/* One command as an input of each variant that takes it. */
struct plan {
	struct input input[VARIANTS_MAX];
	bool in[VARIANTS_MAX];
	struct err left_out;		/* why a variant does not take it */
};

static bool plan_variant(struct session *s, const struct command *c,
	unsigned v, struct plan *out, struct err *e)
{
	struct scope scope = session_scope(s);
	struct run *r = s->variant[v].run;
	const char *why;

	scope.shown = v;
	if (!input_of_command(c, r, &scope, &out->input[v], e))
		return false;
	why = run_refused(r, &out->input[v]);
	if (why)
		return err_set(e, ERR_RANGE, "%s: %s",
			s->scene->variant[v].name, why);
	out->in[v] = true;
	return true;
}

/* Builds and checks the inputs of one command; nothing is applied yet. What the
 * shown variant (or the one that is named) refuses is refused; another variant,
 * which stands elsewhere, may be left out. */
static bool plan(struct session *s, const struct command *c,
	struct plan *out, struct err *e)
{
	bool named = c->id == CMD_SET && c->name.variant != NONE;
	unsigned must = named ? c->name.variant : s->shown;

	memset(out, 0, sizeof(*out));
	if (!s->variant[must].run)
		return err_set(e, ERR_USAGE, "%s does not run here",
			s->scene->variant[must].name);
	if (!plan_variant(s, c, must, out, e))
		return false;
	for (unsigned i = 0; !named && i < s->n_variants; i++)
		if (i != must && s->variant[i].run)
			plan_variant(s, c, i, out, &out->left_out);
	return true;
}

static void apply_plan(struct session *s, const struct plan *p)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];

		if (!p->in[i])
			continue;
		run_input(v->run, p->input[i]);
		forget_future(s, i, run_step(v->run));
	}
	if (p->left_out.code)
		rows_printf(&s->rows, ROW_ASIDE, NULL, "left out: %s",
			p->left_out.text);
}

static void push(struct edit **list, unsigned *n, const struct edit *edit)
{
	*list = mem_resize(*list, (*n + 1) * sizeof(**list));
	(*list)[(*n)++] = *edit;
}

/* A variant that the edit's first CPU left out comes in by another: it is taken
 * back there, too. */
static void join_edit(struct session *s, const struct plan *p)
{
	struct edit *edit = &s->edits[s->n_edits - 1];

	for (unsigned i = 0; i < s->n_variants; i++) {
		if (!p->in[i] || edit->in[i])
			continue;
		edit->in[i] = true;
		edit->step[i] = run_step(s->variant[i].run);
		inputs_copy(&edit->before[i], &s->variant[i].run->inputs);
	}
}

/* `sync all` goes from CPU to CPU. */
static bool next_of_all(struct session *s)
{
	struct command *c = &s->edit_command;
	struct plan p;
	struct err e;

	while (c->id == CMD_SYNC && s->edit_cpu < shown_run(s)->m->n_cpus) {
		c->cpu = s->edit_cpu++;
		if (!plan(s, c, &p, &e))
			continue;
		join_edit(s, &p);
		apply_plan(s, &p);
		return true;
	}
	return false;
}

/* The arguments that were left out. */
static void complete_command(struct session *s, struct command *c)
{
	const struct machine *m = shown_run(s)->m;

	s->edit_cpu = CPUS_MAX;
	if (c->id == CMD_SYNC && c->cpu < 0) {
		c->cpu = 0;
		while (c->cpu + 1 < m->n_cpus &&
			!cpu_at(m, (unsigned)c->cpu)->online)
			c->cpu++;
		s->edit_cpu = (unsigned)c->cpu + 1;
	}
	if ((c->id == CMD_SUM || c->id == CMD_SHRINK) && !c->given)
		c->cpu = s->follow;
	if (c->id == CMD_POLICY)
		c->cpu = 0;
	if (c->id == CMD_PICK)	/* who runs is who one wants to see */
		s->follow = (unsigned)c->cpu;
}

/* `again`: what was taken back, done again on its branch. */
static bool begin_edit(struct session *s, const struct command *c,
	const struct edit *again, struct err *e)
{
	struct edit edit = { .line = mem_strdup(c->line), .from = s->branch,
		.shown = s->shown, .at = run_step(shown_run(s)),
		.follow = s->follow };
	unsigned follow = s->follow;
	struct plan p;

	s->edit_command = *c;
	s->blocks_told = 0;
	complete_command(s, &s->edit_command);
	if (!plan(s, &s->edit_command, &p, e)) {
		s->follow = follow;
		edit_done(&edit);
		return false;
	}
	remember_before(s);
	for (unsigned i = 0; i < s->n_variants; i++) {
		if (s->variant[i].run)
			edit.stood[i] = run_step(s->variant[i].run);
		edit.in[i] = p.in[i];
		if (!p.in[i])
			continue;
		edit.step[i] = run_step(s->variant[i].run);
		inputs_copy(&edit.before[i], &s->variant[i].run->inputs);
	}
	if (!again) {
		part_branch(s, c->line);
		forget_undone(s);
	} else if (again->to != s->branch) {
		leave_branch(s);
		s->branch = again->to;
	}
	edit.to = s->branch;
	push(&s->edits, &s->n_edits, &edit);
	apply_plan(s, &p);
	s->going_back = false;
	s->pending = PENDING_EDIT;
	return true;
}

/* "64; was 1,024 in base, 65,536 in patched": a value that was not the same
 * everywhere is not told by the shown variant's change alone. */
static void say_set(struct session *s)
{
	const struct command *c = &s->edit_command;
	const struct edit *edit = &s->edits[s->n_edits - 1];
	const struct name *n = c->id == CMD_SET ? name_at(c->name.id) : NULL;
	struct buf b = { 0 };
	char label[96];
	s64 first = 0;
	bool differ = false;
	unsigned told = 0;

	if (!n || c->name.variant != NONE)
		return;
	name_write(c->name.id, c->name.index, label);
	buf_printf(&b, "%s ", label);
	expr_format(n->kind, name_get(shown_run(s)->m, c->name.id,
		c->name.index), true, &b);
	for (unsigned i = 0; i < s->n_variants; i++) {
		s64 was;

		if (!edit->in[i])
			continue;
		was = name_get(s->variant[i].before, c->name.id, c->name.index);
		buf_puts(&b, told ? ", " : "; was ");
		expr_format(n->kind, was, true, &b);
		buf_printf(&b, " in %s", s->scene->variant[i].name);
		differ = differ || (told && was != first);
		first = told++ ? first : was;
	}
	if (differ)
		say_status(s, "%s", buf_text(&b));
	buf_done(&b);
}

/* What the shown variant's operation was asked for. Not ended, it has none. */
static void say_result(struct session *s)
{
	const struct command *c = &s->edit_command;
	const struct machine *m = shown_run(s)->m;
	const struct task *t;

	if (c->id == CMD_ALLOC) {
		t = task_at(m, task_operator(m, 0));
		if (t->state == TASK_IDLE && t->result >= 0)
			say_status(s, "page %lld", (long long)t->result);
		else if (t->state == TASK_IDLE)
			say_status(s, "no block");
		return;
	}
	if (c->id != CMD_SUM && c->id != CMD_COMPARE)
		return;
	t = task_at(m, task_operator(m, (unsigned)c->cpu));
	if (t->state == TASK_IDLE)
		say_status(s, "%s returned %lld", c->id == CMD_SUM
			? "percpu_counter_sum" : "percpu_counter_compare",
			(long long)t->result);
}

/* Operations with the focus run to their end in every variant. */
void slice_edit(struct session *s, u64 lines)
{
	bool tells = s->edit_command.id == CMD_ALLOC ||
		s->edit_command.id == CMD_FREE;

	for (unsigned i = 0; i < s->n_variants; i++) {
		struct run *r = s->variant[i].run;

		while (r && r->m->focus != NONE && lines--) {
			if (!run_line(r))
				break;
			if (tells && i == s->shown)
				blocks_tell(s, r);
		}
		if (r && r->m->focus != NONE && !run_ended(r))
			return;
	}
	if (next_of_all(s))
		return;
	say_result(s);
	say_set(s);
	s->pending_cue = -1;
	finish_command(s);
}

/* Back to the inputs before the last edit. Who stands before it stays there. */
static bool undo(struct session *s, struct err *e)
{
	struct edit edit;

	if (!s->n_edits)
		return err_set(e, ERR_USAGE, "there is no edit to take back");
	remember_before(s);
	if (s->edits[s->n_edits - 1].from != s->branch) {
		leave_branch(s);	/* the other future stays a branch */
		s->branch = s->edits[s->n_edits - 1].from;
	}
	edit = s->edits[--s->n_edits];
	if (run_step(shown_run(s)) > edit.step[s->shown] && edit.in[s->shown])
		s->follow = edit.follow;	/* cues may have turned to others */
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];
		u64 now;

		if (!edit.in[i])
			continue;
		now = run_step(v->run);
		forget_future(s, i, edit.step[i]);
		run_replace_inputs(v->run, &edit.before[i], edit.step[i],
			now < edit.step[i] ? now : edit.step[i]);
	}
	push(&s->undone, &s->n_undone, &edit);
	say_status(s, "taken back: %s", edit.line);
	s->going_back = true;
	s->pending_cue = -1;
	finish_command(s);
	return true;
}

static bool redo(struct session *s, struct err *e)
{
	struct scope scope = session_scope(s);
	struct command c;
	struct edit edit;
	bool good;

	if (!s->n_undone)
		return err_set(e, ERR_USAGE, "there is nothing to do again");
	edit = s->undone[s->n_undone - 1];
	if (!command_parse(edit.line, &scope, &c, e))
		return false;
	for (unsigned i = 0; i < s->n_variants; i++)
		if (edit.in[i])
			run_seek(s->variant[i].run, edit.step[i]);
	s->follow = edit.follow;	/* an argument may depend on it */
	good = begin_edit(s, &c, &edit, e);
	command_done(&c);
	if (good) {
		s->n_undone--;
		edit_done(&edit);
	}
	return good;
}

bool handle_edit(struct session *s, const struct command *c, struct err *e)
{
	if (s->question.open && !s->question.revealed &&
		!s->options.class_mode && !s->sourcing)
		return err_set(e, ERR_USAGE, "answer the question first");
	s->ui.overlay = OVERLAY_NONE;	/* what it lists may be true no longer */
	if (c->id == CMD_UNDO)
		return undo(s, e);
	if (c->id == CMD_REDO)
		return redo(s, e);
	return begin_edit(s, c, NULL, e);
}

