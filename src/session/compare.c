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

/* This one and another by its name: a branch, or a variant. "": the first variant
 * that is not shown. */
static bool find_pair(struct session *s, const char *name, struct pair *p,
	struct err *e)
{
	const struct branch *b = *name ? find_branch(s, name) : NULL;

	*p = (struct pair){ { -1, -1 }, { s->shown, s->shown } };
	if (b && b == &s->branches[s->branch])
		return err_set(e, ERR_USAGE, "this is branch %s", name);
	for (unsigned i = 0; !b && i < s->n_variants; i++) {
		bool meant = *name ? !strcmp(s->scene->variant[i].name, name)
				   : i != s->shown;

		if (!meant || i == s->shown || !s->variant[i].run)
			continue;
		p->variant[1] = i;
		return true;
	}
	if (b) {
		p->branch[0] = (int)s->branch;
		p->branch[1] = (int)(b - s->branches);
		return true;
	}
	if (!*name)
		return err_set(e, ERR_USAGE, "there is only one variant here");
	err_set(e, ERR_USAGE, "there is no other branch or variant \"%s\"",
		name);
	return err_hint(e, "`branch` lists the branches, `info variants` the variants");
}

static void turn(struct pair *p)
{
	*p = (struct pair){ { p->branch[1], p->branch[0] },
		{ p->variant[1], p->variant[0] } };
}

static bool same_pair(const struct pair *a, struct pair b)
{
	if (memcmp(a, &b, sizeof(b)))
		turn(&b);
	return !memcmp(a, &b, sizeof(b));
}

static const char *side_name(const struct session *s, const struct pair *p,
	int side)
{
	if (p->branch[side] >= 0)
		return s->branches[p->branch[side]].name;
	return s->scene->variant[p->variant[side]].name;
}

static void begin_runs(struct session *s, struct comparison *c,
	struct run *out[2])
{
	for (int i = 0; i < 2; i++) {
		int branch = c->of.branch[i];
		unsigned v = c->of.variant[i];

		out[i] = fresh_run(s, v, branch < 0 ||
			branch == (int)s->branch ? &s->variant[v].run->inputs
			: &s->branches[branch].inputs[v], &c->tracker[i]);
	}
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

static bool is_side(const struct session *s, const struct pair *p, int side)
{
	return p->variant[side] == s->shown && (p->branch[side] < 0 ||
		p->branch[side] == (int)s->branch);
}

/* One still stands where a difference was found. */
static bool at_difference(const struct session *s)
{
	const struct comparison *c = &s->comparison;
	const struct pair *p = &c->last;

	return c->found && (is_side(s, p, 0) ||
		(p->branch[1] < 0 && is_side(s, p, 1))) &&
		run_step(s->variant[p->variant[0]].run) == c->at_step;
}

/* The same two as last time. Variants go on wherever one looks meanwhile; of
 * branches, the one where we are moves. */
static bool same_again(struct session *s, const char *name, struct pair *p,
	struct err *e)
{
	const struct comparison *c = &s->comparison;

	if (!c->found && !*name)
		return err_set(e, ERR_USAGE, "`difference` finds the first one");
	if (*name && !find_pair(s, name, p, e))
		return false;
	if (!c->found || (*name && !same_pair(p, c->last)))
		return err_set(e, ERR_USAGE, "`difference %s` finds the first one",
			name);
	*p = c->last;
	if (p->branch[0] < 0)
		return true;
	if (p->branch[1] == (int)s->branch)
		turn(p);
	if (is_side(s, p, 0))
		return true;
	err_set(e, ERR_USAGE, "the last difference was of %s and %s in %s",
		side_name(s, p, 0), side_name(s, p, 1),
		s->scene->variant[p->variant[0]].name);
	return err_hint(e, "`difference NAME` finds the first one here");
}

/* "next" goes on from the difference that was found last, of the same two; so
 * does saying it again there. */
bool begin_difference(struct session *s, const char *text, struct err *e)
{
	struct comparison *c = &s->comparison;
	bool next = !strncmp(text, "next", 4) && (!text[4] || text[4] == ' ');
	struct run *run[2];
	struct pair p;

	if (question_hides(s))
		return err_set(e, ERR_USAGE, "answer the question first");
	if (next)
		text += 4 + strspn(text + 4, " ");
	next = next || (!*text && at_difference(s));
	if (!(next ? same_again : find_pair)(s, text, &p, e))
		return false;
	c->goes_on = next && at_difference(s);
	c->of = p;
	begin_runs(s, c, run);
	remember_before(s);
	difference_begin_with(&s->difference, run[0], run[1]);
	s->difference.after = next;
	s->difference.after_ns = c->time_ns;
	s->difference.after_task = c->task;
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
static void list_edits(struct session *s, const struct pair *p,
	struct buf *words)
{
	const struct branch *b = &s->branches[p->branch[1]];
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
				side_name(s, p, side));
			if (!words->n)
				buf_printf(words, "%s in %s", edits[i].line,
					side_name(s, p, side));
		}
	}
}

/* "step 142: if |count| >= batch: yes" for each side. */
static void list_sides(struct session *s, const struct pair *pair)
{
	const struct difference *d = &s->difference;

	for (int i = 0; i < 2; i++) {
		const struct difference_side *side = &d->side[i];
		const struct program *p =
			&s->variant[pair->variant[i]].run->program;

		if (side->pc == NONE)
			rows_add(&s->rows, ROW_TABLE, side_name(s, pair, i),
				"this task has no such line");
		else
			rows_printf(&s->rows, ROW_TABLE, side_name(s, pair, i),
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
 * this one. Where neither was shown, the first is. */
static void go_to_difference(struct session *s, struct comparison *c)
{
	const struct difference *d = &s->difference;
	u64 steps[VARIANTS_MAX] = { 0 };
	bool shown = is_side(s, &c->of, 0) || is_side(s, &c->of, 1);
	bool moves = !shown;
	int sides = c->of.branch[0] < 0 ? 2 : 1;

	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			steps[i] = run_step(s->variant[i].run);
	for (int i = 0; i < sides; i++) {
		unsigned v = c->of.variant[i];

		if (d->side[i].pc == NONE)
			continue;
		moves = moves || steps[v] != d->side[i].step - 1;
		steps[v] = d->side[i].step - 1;
	}
	c->at_step = steps[c->of.variant[0]];
	note_jump(s, c->goes_on, moves);
	comparison_done(s);
	if (!shown)
		show_variant(s, c->of.variant[0]);
	if (sides == 1) {
		begin_to(s, c->at_step);
		return;
	}
	begin_steps(s, steps);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (i != c->of.variant[0] && i != c->of.variant[1])
			s->pending_step[i] = STEP_OF_TIME;
}

void end_difference(struct session *s)
{
	struct difference *d = &s->difference;
	struct comparison *c = &s->comparison;
	struct buf given = { 0 };

	if (c->of.branch[0] >= 0)
		list_edits(s, &c->of, &given);
	else
		list_given(s, c->of.variant[0], c->of.variant[1], &given);
	c->found = d->state != DIFFERENCE_NONE;
	if (c->found) {
		c->last = c->of;
		c->time_ns = d->time_ns;
		c->task = d->task;
		list_sides(s, &c->of);
		s->follow = task_at(s->variant[c->of.variant[0]].run->m,
			d->task)->cpu;
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
		if (!find_pair(s, c->text, &s->comparison.of, e))
			return false;
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
		names[i] = side_name(s, &c->of, i);
	}
	add_metrics(s, m, names, 2, false);
	if (!s->rows.n)
		say_status(s, "all results are the same");
	s->pending = PENDING_NONE;
	comparison_done(s);
}
