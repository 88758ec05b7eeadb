/* SPDX-License-Identifier: GPL-3.0-or-later
 * Comparing variants or branches: to where they part, and their results.
 *
 * Rules: what is compared are fresh runs of both, with what a person has set in
 * each; the act's cues act in both. The session's own runs stay where they are.
 */
#include <stdlib.h>
#include <string.h>
#include "model/names.h"
#include "model/task.h"
#include "session/inner.h"

/* ---- what is compared ---------------------------------------------------- */

static void keep_persons(const struct inputs *from, struct inputs *to)
{
	for (size_t i = 0; i < from->n; i++) {
		if (from->at[i].cue)
			continue;
		to->at = mem_resize(to->at, (to->n + 1) * sizeof(*to->at));
		to->at[to->n++] = from->at[i];
		to->size = to->n;
	}
}

/* A run of its own at step 0, with a person's inputs, and with the cues'. */
static struct run *fresh_run(struct session *s, unsigned variant,
	const struct inputs *inputs, struct tracker *t)
{
	const struct act *act = &s->scene->acts[s->act];
	struct run *r = run_new(&s->variant[variant].run->setup, 0);
	struct inputs all;

	if (act->mode != MODE_TIME)
		run_input(r, (struct input){ .kind = INPUT_MODE, .cue = true,
			.value = act->mode });
	tracker_init(t, act, s->options.only_look);
	tracker_attach(t, r);
	inputs_copy(&all, &r->inputs);
	keep_persons(inputs, &all);
	run_replace_inputs(r, &all, 0, 0);
	inputs_done(&all);
	return r;
}

/* The other side by its name: a branch, or a variant. "": the first variant that
 * is not shown. */
static bool find_other(struct session *s, const char *name,
	struct comparison *c, struct err *e)
{
	const struct branch *b = *name ? find_branch(s, name) : NULL;

	c->branch = b ? (int)(b - s->branches) : -1;
	c->variant = s->shown;
	if (b && b == &s->branches[s->branch])
		return err_set(e, ERR_USAGE, "this is branch %s", name);
	for (unsigned i = 0; !b && i < s->n_variants; i++) {
		bool meant = *name ? !strcmp(s->scene->variant[i].name, name)
				   : i != s->shown;

		if (!meant || i == s->shown || !s->variant[i].run)
			continue;
		c->variant = i;
		return true;
	}
	if (b)
		return true;
	if (!*name)
		return err_set(e, ERR_USAGE, "there is only one variant here");
	err_set(e, ERR_USAGE, "there is no other branch or variant \"%s\"",
		name);
	return err_hint(e, "`branch` lists the branches, `info variants` the variants");
}

static const char *side_name(const struct session *s, const struct comparison *c,
	int side)
{
	if (c->branch >= 0)
		return s->branches[side ? (unsigned)c->branch
					: s->branch].name;
	return s->scene->variant[side ? c->variant : c->shown].name;
}

static void begin_runs(struct session *s, struct comparison *c,
	struct run *out[2])
{
	const struct inputs *other = c->branch >= 0
		? &s->branches[c->branch].inputs[s->shown]
		: &s->variant[c->variant].run->inputs;

	c->shown = s->shown;
	out[0] = fresh_run(s, s->shown, &shown_run(s)->inputs, &c->tracker[0]);
	out[1] = fresh_run(s, c->variant, other, &c->tracker[1]);
}

void comparison_done(struct session *s)
{
	struct comparison *c = &s->comparison;

	difference_done(&s->difference);
	for (int i = 0; i < 2; i++) {
		run_free(c->run[i]);
		c->run[i] = NULL;
		tracker_done(&c->tracker[i]);
	}
}

/* ---- where they part ----------------------------------------------------- */

/* One still stands where a difference was found, of the shown one. */
static bool at_difference(struct session *s)
{
	const struct comparison *c = &s->comparison;
	bool ours = s->shown == c->shown ||
		(c->branch < 0 && s->shown == c->variant);

	return c->found && ours && run_step(s->variant[c->shown].run) ==
		c->at_step;
}

/* "next" goes on from the difference that was found last, of the same two; so
 * does saying it again there. */
bool begin_difference(struct session *s, const char *text, struct err *e)
{
	struct comparison c = s->comparison;
	bool next = !strncmp(text, "next", 4) && (!text[4] || text[4] == ' ');
	struct run *run[2];

	if (s->question.open && !s->question.revealed)
		return err_set(e, ERR_USAGE, "answer the question first");
	if (next)
		text += 4 + strspn(text + 4, " ");
	next = next || (!*text && at_difference(s));
	if (next && !*text && !c.found)
		return err_set(e, ERR_USAGE, "`difference` finds the first one");
	if ((!next || *text) && !find_other(s, text, &c, e))
		return false;
	if (next && (c.branch != s->comparison.branch ||
		c.variant != s->comparison.variant))
		return err_set(e, ERR_USAGE, "`difference %s` finds the first one",
			text);
	if (c.branch < 0 && c.variant == s->shown)	/* shown meanwhile */
		c.variant = c.shown;
	c.goes_on = at_difference(s) && next;
	s->comparison = c;
	begin_runs(s, &s->comparison, run);
	remember_before(s);
	difference_begin_with(&s->difference, run[0], run[1]);
	s->difference.after = next;
	s->difference.after_ns = c.time_ns;
	s->difference.after_task = c.task;
	s->pending = PENDING_DIFFERENCE;
	return true;
}

/* What the variants were given from the start, where it differs: rows, and the
 * first of them as words for the status. */
static void list_given(struct session *s, unsigned a, unsigned b,
	struct buf *words)
{
	struct run *x = run_fork(s->variant[a].run);
	struct run *y = run_fork(s->variant[b].run);

	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);
		s64 in_a = n->get(x->m, 0), in_b = n->get(y->m, 0);
		struct buf plain = { 0 };

		if (n->count || !n->set || in_a == in_b)
			continue;
		buf_printf(&plain, "%s ", n->pattern);
		expr_format(n->kind, in_a, false, &plain);
		buf_printf(&plain, " in %s, ", s->scene->variant[a].name);
		expr_format(n->kind, in_b, false, &plain);
		buf_printf(&plain, " in %s", s->scene->variant[b].name);
		rows_add(&s->rows, ROW_TABLE, "given", buf_text(&plain));
		buf_done(&plain);
		if (words->n)
			continue;
		buf_printf(words, "%s ", n->pattern);
		expr_format(n->kind, in_a, true, words);
		buf_puts(words, " against ");
		expr_format(n->kind, in_b, true, words);
	}
	run_free(x);
	run_free(y);
}

/* The edits that only one of two branches has. */
static void list_edits(struct session *s, const struct comparison *c,
	struct buf *words)
{
	const struct branch *b = &s->branches[c->branch];
	unsigned same = 0;

	while (same < s->n_edits && same < b->n_edits &&
		s->edits[same].at == b->edits[same].at &&
		!strcmp(s->edits[same].line, b->edits[same].line))
		same++;
	for (int side = 0; side < 2; side++) {
		const struct edit *edits = side ? b->edits : s->edits;
		unsigned n = side ? b->n_edits : s->n_edits;

		for (unsigned i = same; i < n; i++) {
			rows_printf(&s->rows, ROW_TABLE, "given",
				"%s at step %llu in %s", edits[i].line,
				(unsigned long long)edits[i].at,
				side_name(s, c, side));
			if (!words->n)
				buf_printf(words, "%s in %s", edits[i].line,
					side_name(s, c, side));
		}
	}
}

/* "step 142: if |count| >= batch: yes" for each side. */
static void list_sides(struct session *s, const struct comparison *c)
{
	const struct difference *d = &s->difference;

	for (int i = 0; i < 2; i++) {
		const struct difference_side *side = &d->side[i];
		const struct program *p = &s->variant[i ? c->variant
			: c->shown].run->program;

		if (side->pc == NONE)
			rows_add(&s->rows, ROW_TABLE, side_name(s, c, i),
				"this task has no such line");
		else
			rows_printf(&s->rows, ROW_TABLE, side_name(s, c, i),
				"step %llu: %s%s", (unsigned long long)
				side->step, line_text(p, side->pc),
				p->op[side->pc].op != OP_IF ? ""
				: side->answer ? ": yes" : ": no");
	}
}

/* '' goes back to before the first of several. */
static void note_jump(struct session *s, bool goes_on, bool moves)
{
	struct place from = here(s);

	if (!moves)
		return;
	if (goes_on)
		jumped_on(s, &from);
	else
		jumped(s, true, &from);
}

/* Both variants before their lines, the others at their time; of two branches,
 * this one. */
static void go_to_difference(struct session *s, struct comparison *c)
{
	const struct difference *d = &s->difference;
	u64 steps[VARIANTS_MAX] = { 0 };
	bool moves = false;

	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			steps[i] = run_step(s->variant[i].run);
	if (c->branch >= 0) {
		u64 to = d->side[0].pc == NONE ? steps[s->shown]
					       : d->side[0].step - 1;

		c->at_step = to;
		note_jump(s, c->goes_on, to != steps[s->shown]);
		comparison_done(s);
		begin_to(s, to);
		return;
	}
	for (int i = 0; i < 2; i++) {
		unsigned v = i ? c->variant : c->shown;

		if (d->side[i].pc == NONE)
			continue;
		moves = moves || steps[v] != d->side[i].step - 1;
		steps[v] = d->side[i].step - 1;
	}
	c->at_step = steps[c->shown];
	note_jump(s, c->goes_on, moves);
	comparison_done(s);
	begin_steps(s, steps);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (i != c->shown && i != c->variant)
			s->pending_step[i] = STEP_OF_TIME;
}

void end_difference(struct session *s)
{
	struct difference *d = &s->difference;
	struct comparison *c = &s->comparison;
	struct buf given = { 0 };

	if (c->branch >= 0)
		list_edits(s, c, &given);
	else
		list_given(s, c->shown, c->variant, &given);
	c->found = d->state != DIFFERENCE_NONE;
	if (c->found) {
		c->time_ns = d->time_ns;
		c->task = d->task;
		list_sides(s, c);
		s->follow = task_at(shown_run(s)->m, d->task)->cpu;
		say_status(s, "CPU %u parts here%s%s", s->follow,
			given.n ? ": " : "", buf_text(&given));
		go_to_difference(s, c);
	} else {
		say_status(s, d->after
			? "no other task parts; again: the first%s%s"
			: "all lines and answers are the same%s%s",
			given.n ? "; " : "", buf_text(&given));
		s->pending = PENDING_NONE;
		comparison_done(s);
	}
	buf_done(&given);
}

/* ---- results ------------------------------------------------------------- */

/* "base 12, patched 3" for one name; nothing if all are alike and `all` is not
 * wished for. */
static void add_metric(struct session *s, unsigned id, unsigned index,
	const struct machine *const *m, const char *const *names, unsigned n,
	bool all)
{
	const struct name *name = name_at(id);
	struct buf text = { 0 };
	bool same = true;
	char label[96];

	for (unsigned i = 0; i < n; i++) {
		s64 value = name->get(m[i], index);

		same = same && value == name->get(m[0], index);
		buf_printf(&text, "%s%s ", i ? ", " : "", names[i]);
		expr_format(name->kind, value, false, &text);
	}
	name_write(id, index, label);
	if (all || !same)
		rows_add(&s->rows, ROW_TABLE, label, buf_text(&text));
	buf_done(&text);
}

static void add_metrics(struct session *s, const struct machine *const *m,
	const char *const *names, unsigned n, bool all)
{
	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *name = name_at(id);
		bool metric = name->metric || !strcmp(name->pattern, "steps") ||
			!strcmp(name->pattern, "time_ns");

		if (!(name->part & m[0]->parts) || !metric)
			continue;
		for (unsigned i = 0; i < name_indices(m[0], id); i++)
			add_metric(s, id, i, m, names, n, all && !name->count);
	}
}

/* All variants now, or this branch and another (a variant) at their ends. */
bool metrics(struct session *s, const struct command *c, struct err *e)
{
	const struct machine *m[VARIANTS_MAX];
	const char *names[VARIANTS_MAX];
	unsigned n = 0;

	if (question_hides(s))
		return err_set(e, ERR_USAGE, "answer the question first");
	if (c->given) {
		struct comparison with = { 0 };

		if (!find_other(s, c->text, &with, e))
			return false;
		s->comparison = with;
		begin_runs(s, &s->comparison, s->comparison.run);
		s->pending = PENDING_METRICS;
		return true;
	}
	for (unsigned i = 0; i < s->n_variants; i++) {
		if (!s->variant[i].run)
			continue;
		m[n] = s->variant[i].run->m;
		names[n++] = s->scene->variant[i].name;
	}
	add_metrics(s, m, names, n, true);
	return true;
}

void slice_metrics(struct session *s, u64 lines)
{
	struct comparison *c = &s->comparison;
	const struct machine *m[2];
	const char *names[2];

	for (int i = 0; i < 2; i++) {
		lines -= run_lines(c->run[i], lines);
		if (!run_ended(c->run[i]))
			return;
		m[i] = c->run[i]->m;
		names[i] = side_name(s, c, i);
	}
	add_metrics(s, m, names, 2, false);
	if (!s->rows.n)
		say_status(s, "all results are the same");
	s->pending = PENDING_NONE;
	comparison_done(s);
}
