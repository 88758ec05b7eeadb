/* SPDX-License-Identifier: GPL-3.0-or-later
 * Branches: futures that an edit of the past has left behind.
 *
 * Rules: a branch keeps its inputs and its edits, so that one can go back to it,
 * compare with it, and undo there what was done there.
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
	forget_edits(s);
	for (unsigned i = 0; i < s->n_branches; i++) {
		branch_done(&s->branches[i]);
		edits_done(&s->branches[i].edits, &s->branches[i].n_edits);
	}
	free(s->branches);
	s->branches = NULL;
	s->n_branches = s->branch = 0;
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

void leave_branch(struct session *s)
{
	struct branch *b = &s->branches[s->branch];

	branch_done(b);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			inputs_copy(&b->inputs[i],
				&s->variant[i].run->inputs);
	edits_copy(&b->edits, &b->n_edits, s->edits, s->n_edits);
}

struct branch *find_branch(const struct session *s, const char *name)
{
	for (unsigned i = 0; i < s->n_branches; i++)
		if (!strcmp(s->branches[i].name, name))
			return &s->branches[i];
	return NULL;
}

/* "b1", "b2", …: one that no branch has been given. */
static void fresh_name(const struct session *s, char *out, size_t size)
{
	unsigned n = s->n_branches;

	do
		snprintf(out, size, "b%u", n++);
	while (find_branch(s, out));
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
void part_branch(struct session *s, const char *text)
{
	struct branch *b;
	char name[48];

	if (!has_future(s))
		return;
	leave_branch(s);
	fresh_name(s, name, sizeof(name));
	b = add_branch(s, name);
	b->from = s->branch;
	snprintf(b->text, sizeof(b->text), "%.90s", text);
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			b->step[i] = run_step(s->variant[i].run);
	s->branch = s->n_branches - 1;
}

static void list_branches(struct session *s)
{
	for (unsigned i = 0; i < s->n_branches; i++) {
		const struct branch *b = &s->branches[i];

		const char *here = i == s->branch ? "  (here)" : "";

		if (i)
			rows_printf(&s->rows, ROW_TABLE, b->name,
				"from%s%s step %llu: %s%s", b->from ? " " : "",
				b->from ? s->branches[b->from].name : "",
				(unsigned long long)b->step[s->shown],
				b->text, here);
		else
			rows_printf(&s->rows, ROW_TABLE, b->name,
				"the scene as written%s", here);
	}
}

/* The next input of a person from i on. */
static size_t persons(const struct inputs *in, size_t i)
{
	while (i < in->n && in->at[i].cue)
		i++;
	return i;
}

/* The last step up to which two lists agree, or the first where they don't.
 * Cues' inputs follow from the others, and one list may not have them yet. */
static u64 agree_until(const struct inputs *a, const struct inputs *b)
{
	size_t i = persons(a, 0), k = persons(b, 0);

	while (i < a->n && k < b->n && !memcmp(&a->at[i], &b->at[k],
		sizeof(a->at[i]))) {
		i = persons(a, i + 1);
		k = persons(b, k + 1);
	}
	if (i < a->n && k < b->n)
		return a->at[i].step < b->at[k].step ? a->at[i].step
						     : b->at[k].step;
	return i < a->n ? a->at[i].step : k < b->n ? b->at[k].step : UINT64_MAX;
}

/* What a person did on a branch, with what cues have done in the past that it
 * shares with this run; in one step cues come first. */
static void branch_inputs(const struct run *r, const struct inputs *branch,
	u64 same, struct inputs *out)
{
	const struct inputs *now = &r->inputs;
	size_t k = persons(branch, 0);

	out->at = mem_alloc((now->n + branch->n) * sizeof(*out->at));
	out->n = 0;
	out->size = now->n + branch->n;
	for (size_t i = 0; i < now->n; i++) {
		if (!now->at[i].cue || now->at[i].step > same)
			continue;
		for (; k < branch->n && branch->at[k].step < now->at[i].step;
			k = persons(branch, k + 1))
			out->at[out->n++] = branch->at[k];
		out->at[out->n++] = now->at[i];
	}
	for (; k < branch->n; k = persons(branch, k + 1))
		out->at[out->n++] = branch->at[k];
}

static void go_to_branch(struct session *s, unsigned branch)
{
	struct branch *b = &s->branches[branch];

	remember_before(s);
	leave_branch(s);
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];
		u64 same, step = s->branches[branch ? branch : s->branch].step[i];
		struct inputs inputs;

		if (!v->run)
			continue;
		same = agree_until(&v->run->inputs, &b->inputs[i]);
		if (same > step)
			same = step;
		forget_future(s, i, same);
		branch_inputs(v->run, &b->inputs[i], same, &inputs);
		run_replace_inputs(v->run, &inputs, same, step);
		inputs_done(&inputs);
	}
	s->branch = branch;
	forget_edits(s);
	edits_copy(&s->edits, &s->n_edits, b->edits, b->n_edits);
	say_status(s, "on branch %s", b->name);
	s->going_back = true;
	s->pending_cue = -1;
	finish_command(s);
}

/* A name is one word that means nothing else. */
static bool rename_branch(struct session *s, struct branch *b,
	const char *name, struct err *e)
{
	const char *const *variants = s->scene->variant_names;

	if (strpbrk(name, " \t") || strlen(name) >= sizeof(b->name))
		return err_set(e, ERR_USAGE, "a branch's name is one short word");
	for (unsigned i = 0; i < s->n_variants; i++)
		if (!strcmp(variants[i], name))
			return err_set(e, ERR_USAGE, "%s is a variant", name);
	if (!strcmp(name, "next") || find_branch(s, name))
		return err_set(e, ERR_USAGE, "\"%s\" means something already",
			name);
	say_status(s, "branch %s is now called %s", b->name, name);
	snprintf(b->name, sizeof(b->name), "%s", name);
	return true;
}

/* NAME goes there, NAME NEW gives it another name. */
bool handle_branch(struct session *s, const struct command *c, struct err *e)
{
	size_t n = strcspn(c->text, " \t");
	const char *new = c->text + n + strspn(c->text + n, " \t");
	struct branch *b;
	char name[64];

	if (!c->given) {
		list_branches(s);
		return true;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(n < 60 ? n : 60), c->text);
	b = find_branch(s, name);
	if (!b) {
		err_set(e, ERR_USAGE, "there is no branch \"%s\"; `branch` lists them",
			name);
		return *new ? false : err_hint(e, "`branch %s %s` gives this one that name",
			s->branches[s->branch].name, name);
	}
	if (*new)
		return rename_branch(s, b, new, e);
	if (b != &s->branches[s->branch])
		go_to_branch(s, (unsigned)(b - s->branches));
	return true;
}
