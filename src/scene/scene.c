/* SPDX-License-Identifier: GPL-3.0-or-later
 * A scene's file: its first level, its variants and goals.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/data.h"
#include "base/text.h"
#include "scene/load.h"

/* In teaching order. To add one: its file in scenes/, a row here. */
static const char *const listed[] = {"tour", "counter-drift", "policy-switch",
	"lazy-free", "slub-fallback", "reclaim-batch", "rmap-walk", NULL};

const char *const *scene_names(size_t *n)
{
	*n = sizeof(listed) / sizeof(*listed) - 1;
	return listed;
}

const char *scene_listed(unsigned i)
{
	return i < sizeof(listed) / sizeof(*listed) ? listed[i] : NULL;
}

const char *scene_after(const char *name)
{
	for (unsigned i = 0; listed[i]; i++)
		if (!strcmp(listed[i], name))
			return listed[i + 1];
	return NULL;
}

static void read_date(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *text = yaml_text(l->y, n, l->errors);
	static const char shape[] = "dddd-dd-dd";
	size_t i = 0;

	if (!text)
		return;
	while (shape[i] && (shape[i] == 'd' ? text[i] >= '0' && text[i] <= '9'
					    : text[i] == '-'))
		i++;
	if (shape[i] || text[i])
		err_hint(yaml_error(l->y, n, l->errors, "\"%s\" is no date",
				 text),
			"like 2020-07-10");
	else
		*(const char **)at = text;
}

/* clang-format off */
static const struct field mail_fields[] = {
	{ "file", field_text, offsetof(struct scene, mail_file), true, 1, 80 },
	{ "date", read_date, offsetof(struct scene, mail_date), true, 0, 0 },
	{ "subject", field_text, offsetof(struct scene, mail_subject), true, 1, 160 },
};
/* clang-format on */

static void read_mail(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	load_map(l, n, mail_fields, 3, at);
}

static void read_answer_line(struct load *l, const struct yaml_node *n, void *at)
{
	static const struct field f = { "answers", NULL, 0, false, 1, 120 };

	field_text(l, n, &f, at);
}

static void read_answers(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct scene *s = at;

	s->answers = load_list(l, n, f, sizeof(char *), read_answer_line,
		&s->n_answers);
}

static void read_needs(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	size_t n_names;
	const char *const *names = scene_names(&n_names);
	int i = load_word(l, n, "scene", names, n_names);

	if (i >= 0)
		*(const char **)at = names[i];
}

/* A station of the overview map. */
static void read_place(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *text = yaml_text(l->y, n, l->errors);

	if (text && (text[0] < '1' || text[0] > '9' || text[1]))
		yaml_error(l->y, n, l->errors,
			"\"%s\" is no number on the map: 1 to 9", text);
	else if (text)
		*(const char **)at = text;
}

static void read_workload(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *words[WORKLOAD_N];
	int i;

	for (i = 0; i < WORKLOAD_N; i++)
		words[i] = workload_name((enum workload)i);
	i = load_word(l, n, "workload", words, WORKLOAD_N);
	if (i >= 0)
		*(enum workload *)at = (enum workload)i;
}

/* clang-format off */
static const struct field goal_fields[] = {
	{ "text", field_template, offsetof(struct goal, text), true, 1, 160 },
	{ "reached", field_condition, offsetof(struct goal, reached), true, 0, 0 },
};
/* clang-format on */

static void load_goal(struct load *l, const struct yaml_node *n, void *at)
{
	((struct goal *)at)->line = n->line;
	load_map(l, n, goal_fields, 2, at);
}

void load_goals(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct scene *s = at;

	s->goals = load_list(l, n, f, sizeof(*s->goals), load_goal,
		&s->n_goals);
}

/* In the order in which parts need each other: ranges before values, variants
 * before expressions. To add a key: a row here and in docs/scene-format.md. */
/* clang-format off */
static const struct field scene_fields[] = {
	{ "mmstep", field_version, 0, true, 0, 0 },
	{ "title", field_text, offsetof(struct scene, title), true, 1, 40 },
	{ "place", read_place, offsetof(struct scene, place), false, 0, 0 },
	{ "needs", read_needs, offsetof(struct scene, needs), false, 0, 0 },
	{ "mail", read_mail, 0, false, 0, 0 },
	{ "kernel", field_text, offsetof(struct scene, kernel), false, 1, 16 },
	{ "answers", read_answers, 0, false, 1, 9 },
	{ "became", field_text, offsetof(struct scene, became), false, 1, 300 },
	{ "machine", field_machine, offsetof(struct scene, machine), true, 0, 0 },
	{ "parameters", load_parameters, 0, false, 0, 0 },
	{ "set", field_set, offsetof(struct scene, base), false, 0, 0 },
	{ "sizes", load_sizes, 0, false, 0, 0 },
	{ "sources", load_sources, 0, false, 0, 0 },
	{ "workload", read_workload, offsetof(struct scene, workload), true, 0, 0 },
	{ "variants", load_variants, 0, true, 1, VARIANTS_MAX },
	{ "acts", load_acts, 0, true, 1, 32 },
	{ "goals", load_goals, 0, false, 1, 20 },
	{ "figures", load_figures, 0, false, 1, 20 },
	{ "checks", load_checks, 0, false, 1, 20 },
	{ "shortened", field_set, offsetof(struct scene, shortened), false, 0, 0 },
};
/* clang-format on */

static bool read_scene(struct scene *s, struct err_list *errors)
{
	struct load l = { .y = &s->yaml, .errors = errors, .arena = &s->arena,
		.scene = s };

	l.glossary = s->glossary = mem_alloc(sizeof(*s->glossary));
	if (!glossary_load(s->glossary, errors))
		return false;
	load_map(&l, s->yaml.root, scene_fields,
		sizeof(scene_fields) / sizeof(*scene_fields), s);
	load_sort_errors(errors);
	return !errors->n;
}

/* "counter-drift" of "a/b/counter-drift.yaml". */
static const char *name_of(struct scene *s, const char *file)
{
	const char *slash = strrchr(file, '/');
	char *name;
	size_t n;

	file = slash ? slash + 1 : file;
	n = strlen(file);
	if (n > 5 && !strcmp(file + n - 5, ".yaml"))
		n -= 5;
	name = mem_strndup(file, n);
	arena_own(&s->arena, name, free);
	return name;
}

/* Takes the text over. */
static struct scene *make(struct yaml *y, struct err_list *errors)
{
	struct scene *s = mem_alloc(sizeof(*s));

	s->yaml = *y;
	s->file = s->yaml.file;
	s->name = name_of(s, s->file);
	if (read_scene(s, errors))
		return s;
	scene_free(s);
	return NULL;
}

struct scene *scene_parse(const char *file, const char *bytes, size_t size,
	struct err_list *errors)
{
	struct yaml y;

	return yaml_parse(&y, file, bytes, size, errors) ? make(&y, errors)
							  : NULL;
}

static bool is_path(const char *name)
{
	size_t n = strlen(name);

	return strchr(name, '/') || !strcmp(name, "-") ||
		(n > 5 && !strcmp(name + n - 5, ".yaml"));
}

static struct scene *unknown(const char *name, struct err_list *errors)
{
	struct err *e = err_list_add(errors);
	const char *near = text_nearest(name, listed,
		sizeof(listed) / sizeof(*listed) - 1);

	err_set(e, ERR_USAGE, "unknown scene \"%s\"", name);
	if (near)
		err_hint(e, "did you mean \"%s\"?", near);
	else
		err_hint(e, "mmstep list tells all; a file's name ends in .yaml");
	return NULL;
}

struct scene *scene_load(const char *name, struct err_list *errors)
{
	struct yaml y;

	if (is_path(name))
		return yaml_load(&y, name, errors) ? make(&y, errors) : NULL;
	for (unsigned i = 0; listed[i]; i++) {
		char file[64] = "scenes/";
		const struct data *d;

		if (strcmp(listed[i], name))
			continue;
		strcat(strcat(file, name), ".yaml");
		d = data_find(file);
		if (!d)
			panic("%s is not built in", file);
		return scene_parse(file, d->bytes, d->size, errors);
	}
	return unknown(name, errors);
}

void scene_free(struct scene *s)
{
	if (!s)
		return;
	if (s->glossary)
		glossary_done(s->glossary);
	free(s->glossary);
	arena_done(&s->arena);
	yaml_done(&s->yaml);
	free(s);
}
