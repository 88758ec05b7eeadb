/* SPDX-License-Identifier: GPL-3.0-or-later
 * Acts: named sets of parameters, each with its own run, cues, expectations.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "scene/load.h"

static const char *const size_words[SIZE_N] = { "classroom", "mail" };

static void read_mode(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *words[MODE_N];
	int i;

	for (i = 0; i < MODE_N; i++)
		words[i] = kind_value_name(KIND_MODE, i);
	i = load_word(l, n, "schedule", words, MODE_N);
	if (i >= 0)
		*(enum mode *)at = (enum mode)i;
}

static void read_size(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	int i = load_word(l, n, "size", size_words, SIZE_N);

	if (i >= 0)
		*(enum size *)at = (enum size)i;
}

static void read_cues(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct act *a = at;

	a->cues = load_list(l, n, f, sizeof(*a->cues), load_cue, &a->n_cues);
}

/* clang-format off */
static const struct field expectation_fields[] = {
	{ "that", field_condition, offsetof(struct expectation, expr), true, 0, 0 },
	{ "size", read_size, offsetof(struct expectation, size), false, 0, 0 },
};
/* clang-format on */

static void load_expectation(struct load *l, const struct yaml_node *n, void *at)
{
	((struct expectation *)at)->line = n->line;
	load_map(l, n, expectation_fields, 2, at);
}

static void read_expectations(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct act *a = at;

	a->expectations = load_list(l, n, f, sizeof(*a->expectations),
		load_expectation, &a->n_expectations);
}

/* `main` is looked at by load_acts. */
static void read_main(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	bool is_main;

	yaml_bool(l->y, n, &is_main, l->errors);
}

/* clang-format off */
static const struct field act_fields[] = {
	{ "name", field_name, offsetof(struct act, name), true, 0, 0 },
	{ "title", field_text, offsetof(struct act, title), true, 1, 48 },
	{ "main", read_main, 0, false, 0, 0 },
	{ "set", field_set, offsetof(struct act, set), false, 0, 0 },
	{ "student", field_ranges, offsetof(struct act, student), false, 0, 0 },
	{ "machine", field_machine, offsetof(struct act, machine), false, 0, 0 },
	{ "schedule", read_mode, offsetof(struct act, mode), false, 0, 0 },
	{ "follow", field_int, offsetof(struct act, follow), false, 0, CPUS_MAX - 1 },
	{ "cues", read_cues, 0, true, 1, 200 },
	{ "expect", read_expectations, 0, false, 1, 100 },
};
/* clang-format on */

static void load_act(struct load *l, const struct yaml_node *n, void *at)
{
	((struct act *)at)->line = n->line;
	load_map(l, n, act_fields, sizeof(act_fields) / sizeof(*act_fields), at);
}

/* What an act says under "main", NULL if nothing. */
static const char *main_text(const struct yaml_node *act)
{
	const struct yaml_node *n = yaml_get(act, "main");

	return !n ? NULL : n->type == YAML_SCALAR ? n->text : "";
}

static void find_main(struct load *l, const struct yaml_node *acts)
{
	unsigned i = 0, found = 0, unclear = 0;

	for (const struct yaml_node *n = acts->child; n; n = n->next, i++) {
		const char *text = main_text(n);

		if (!text || strcmp(text, "true")) {
			unclear += text && strcmp(text, "false");
			continue;
		}
		if (found++)
			yaml_error(l->y, yaml_get(n, "main"), l->errors,
				"act %u is marked \"main\" already",
				l->scene->main_act + 1);
		else
			l->scene->main_act = i;
	}
	if (!found && !unclear)
		err_hint(yaml_error(l->y, acts, l->errors,
				 "no act is marked \"main\""),
			"main: true in the act that run plays");
}

/* Names seen so far, to tell one that comes twice. */
struct seen {
	const struct yaml_node **at;
	size_t n, size;
};

static void see(struct load *l, struct seen *s, const struct yaml_node *map,
	const char *what)
{
	const struct yaml_node *n = map ? yaml_get(map, "name") : NULL;

	if (!n || n->type != YAML_SCALAR)
		return;
	for (size_t i = 0; i < s->n; i++) {
		if (strcmp(s->at[i]->text, n->text))
			continue;
		yaml_error(l->y, n, l->errors,
			"the %s \"%s\" is there already, on line %u", what,
			n->text, s->at[i]->line);
		return;
	}
	if (s->n == s->size) {
		s->size = 2 * s->size + 16;
		s->at = mem_resize(s->at, s->size * sizeof(*s->at));
	}
	s->at[s->n++] = n;
}

/* A cue's name is a place to go to, as start and end are. */
static void check_cue_name(struct load *l, const struct yaml_node *cue)
{
	const struct yaml_node *n = yaml_get(cue, "name");

	if (n && n->type == YAML_SCALAR &&
		(!strcmp(n->text, "start") || !strcmp(n->text, "end")))
		yaml_error(l->y, n, l->errors,
			"\"%s\" is the %s of every act, so no cue's name",
			n->text, n->text);
}

static void check_names(struct load *l, const struct yaml_node *acts)
{
	struct seen act = { 0 }, cue = { 0 }, question = { 0 };

	for (const struct yaml_node *a = acts->child; a; a = a->next) {
		const struct yaml_node *cues = yaml_get(a, "cues");

		see(l, &act, a, "act");
		if (!cues || cues->type != YAML_LIST)
			continue;
		for (const struct yaml_node *c = cues->child; c; c = c->next) {
			see(l, &cue, c, "cue");
			check_cue_name(l, c);
			see(l, &question, yaml_get(c, "ask"), "question");
		}
	}
	free(act.at);
	free(cue.at);
	free(question.at);
}

void load_acts(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct scene *s = at;

	s->acts = load_list(l, n, f, sizeof(*s->acts), load_act, &s->n_acts);
	if (!s->acts)
		return;
	find_main(l, n);
	check_names(l, n);
}
