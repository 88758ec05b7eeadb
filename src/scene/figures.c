/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board of a scene's file: figures, checks, shortened runs.
 */
#include <stddef.h>
#include <string.h>
#include "scene/figure.h"
#include "scene/load.h"

static void read_variant(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	int i = load_word(l, n, "variant", l->scene->variant_names,
		l->scene->n_variants);

	if (i >= 0)
		*(const char **)at = l->scene->variant_names[i];
}

static void read_status(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	static const char *const words[] = { "predicted", "fitted",
		"direction only" };
	int i = load_word(l, n, "status", words, 3);

	if (i >= 0)
		*(const char **)at = words[i];
}

/* clang-format off */
static const struct field figure_fields[] = {
	{ "name", field_text, offsetof(struct figure, name), true, 1, 60 },
	{ "variant", read_variant, offsetof(struct figure, variant), true, 0, 0 },
	{ "machine", field_machine, offsetof(struct figure, run.machine), false, 0, 0 },
	{ "set", field_set, offsetof(struct figure, run.set), false, 0, 0 },
	{ "mail_thousandths", field_int, offsetof(struct figure, mail_thousandths), true,
		INT64_MIN / 1000, INT64_MAX / 1000 },
	{ "model_thousandths", field_number, offsetof(struct figure, model_thousandths), true, 0, 0 },
	{ "within_percent", field_int, offsetof(struct figure, within_percent), false, 1, 1000 },
	{ "status", read_status, offsetof(struct figure, status), true, 0, 0 },
	{ "why", field_text, offsetof(struct figure, why), true, 1, 300 },
};
/* clang-format on */

static void load_figure(struct load *l, const struct yaml_node *n, void *at)
{
	((struct figure *)at)->line = n->line;
	load_map(l, n, figure_fields,
		sizeof(figure_fields) / sizeof(*figure_fields), at);
}

void load_figures(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct scene *s = at;

	s->figures = load_list(l, n, f, sizeof(*s->figures), load_figure,
		&s->n_figures);
}

/* A value of the sweep, read as a value of its parameter. */
static void read_sweep_value(struct load *l, const struct yaml_node *n,
	struct sweep *s)
{
	struct param_set *one = arena_alloc(l->arena, sizeof(*one));
	struct field seed = { "seed", NULL, 0, false, 0, INT64_MAX };

	if (s->param == SWEEP_SEED) {
		field_int(l, n, &seed, &s->value[s->n++]);
		return;
	}
	param_read(l, n, (enum param)s->param, one);
	s->value[s->n++] = one->value[s->param];
}

static void read_sweep_values(struct load *l, const struct yaml_node *n,
	struct sweep *s)
{
	unsigned items = 0;

	if (!load_is(l, n, YAML_LIST))
		return;
	for (const struct yaml_node *c = n->child; c; c = c->next)
		items++;
	if (items < 2 || items > SWEEP_MAX) {
		yaml_error(l->y, n, l->errors,
			"a sweep has 2 to %d values, not %u", SWEEP_MAX, items);
		return;
	}
	for (const struct yaml_node *c = n->child; c; c = c->next)
		read_sweep_value(l, c, s);
}

static void read_sweep(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const struct yaml_node *c = n->child;
	struct sweep *s = at;

	if (!load_is(l, n, YAML_MAP))
		return;
	if (!c || c->next) {
		err_hint(yaml_error(l->y, n, l->errors,
				 "a sweep is of one parameter"),
			"like {cpus: [1, 4, 16]}");
		return;
	}
	s->param = SWEEP_SEED;
	if (strcmp(c->key, "seed")) {
		s->param = param_of_key(l, c);
		if (s->param < 0)
			return;
	}
	if (s->param >= TEXT_FIRST)
		yaml_key_error(l->y, c, l->errors,
			"a sweep can't be of %s, which is a text", c->key);
	else
		read_sweep_values(l, c, s);
}

struct check_part {
	struct figure_check check;
	struct expr *that, *thousandths;
};

static void read_never(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	static const char *const words[] = { "rises", "falls" };
	int i = load_word(l, n, "direction", words, 2);

	if (i >= 0)
		*(enum check_kind *)at = i ? CHECK_NEVER_FALLS
					   : CHECK_NEVER_RISES;
}

/* clang-format off */
static const struct field check_fields[] = {
	{ "name", field_text, offsetof(struct check_part, check.name), true, 1, 60 },
	{ "machine", field_machine, offsetof(struct check_part, check.run.machine), false, 0, 0 },
	{ "set", field_set, offsetof(struct check_part, check.run.set), false, 0, 0 },
	{ "sweep", read_sweep, offsetof(struct check_part, check.sweep), false, 0, 0 },
	{ "that", field_condition, offsetof(struct check_part, that), false, 0, 0 },
	{ "of_thousandths", field_number, offsetof(struct check_part, thousandths), false, 0, 0 },
	{ "never", read_never, offsetof(struct check_part, check.kind), false, 0, 0 },
	{ "slack_percent", field_int, offsetof(struct check_part, check.slack_percent), false, 0, 100 },
	{ "why", field_text, offsetof(struct check_part, check.why), true, 1, 300 },
};
/* clang-format on */

/* Which of the two forms it has; told once if neither or both. */
static void check_form(struct load *l, const struct yaml_node *n)
{
	bool that = yaml_get(n, "that"), never = yaml_get(n, "never"),
	     of = yaml_get(n, "of_thousandths");

	if (that ? never || of : !never || !of)
		err_hint(yaml_error(l->y, n, l->errors,
				 "a check has either \"that\" or both \"of_thousandths\" and \"never\""),
			"like of_thousandths: 1000 * base.time_ns / patched.time_ns");
	else if (never && !yaml_get(n, "sweep"))
		yaml_error(l->y, n, l->errors,
			"a check with \"never\" needs a \"sweep\"");
	else if (that && yaml_get(n, "slack_percent"))
		yaml_error(l->y, yaml_get(n, "slack_percent"), l->errors,
			"\"slack_percent\" goes with \"never\"");
}

static void load_check(struct load *l, const struct yaml_node *n, void *at)
{
	struct check_part *part = arena_alloc(l->arena, sizeof(*part));
	struct figure_check *c = at;

	load_map(l, n, check_fields,
		sizeof(check_fields) / sizeof(*check_fields), part);
	if (n->type == YAML_MAP)
		check_form(l, n);
	*c = part->check;
	c->expr = part->that ? part->that : part->thousandths;
	c->line = n->line;
}

void load_checks(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct scene *s = at;

	s->checks = load_list(l, n, f, sizeof(*s->checks), load_check,
		&s->n_checks);
}

const char *sweep_name(const struct sweep *s)
{
	return s->param == SWEEP_SEED ? "seed" : params[s->param].name;
}
