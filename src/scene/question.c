/* SPDX-License-Identifier: GPL-3.0-or-later
 * Questions: their text, and what is right once the answer is known.
 */
#include <stddef.h>
#include <string.h>
#include "scene/load.h"

/* clang-format off */
static const struct field choice_fields[] = {
	{ "text", field_template, offsetof(struct question_choice, text), true, 1, 120 },
	{ "when", field_condition, offsetof(struct question_choice, when), false, 0, 0 },
	{ "remark", field_template, offsetof(struct question_choice, remark), false, 1, 300 },
	{ "misconception", field_name, offsetof(struct question_choice, misconception), false, 0, 0 },
};
/* clang-format on */

static void load_choice(struct load *l, const struct yaml_node *n, void *at)
{
	load_map(l, n, choice_fields,
		sizeof(choice_fields) / sizeof(*choice_fields), at);
	if (n->type == YAML_MAP && !yaml_get(n, "when") &&
		!yaml_get(n, "remark"))
		err_hint(yaml_error(l->y, n, l->errors,
				 "this choice is never right, so it needs a \"remark\""),
			"a choice that can be right has \"when\"");
}

static void read_choices(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct question *q = at;
	unsigned count;
	struct question_choice *choices = load_list(l, n, f, sizeof(*choices),
		load_choice, &count);
	bool any = false;

	if (!choices)
		return;
	for (const struct yaml_node *c = n->child; c; c = c->next)
		any = any || yaml_get(c, "when");
	if (!any)
		yaml_error(l->y, n, l->errors,
			"no choice can be right: none has \"when\"");
	memcpy(q->choice, choices, count * sizeof(*choices));
	q->n_choices = count;
}

/* clang-format off */
static const struct field mistake_fields[] = {
	{ "value", field_number, offsetof(struct question_mistake, value), true, 0, 0 },
	{ "remark", field_template, offsetof(struct question_mistake, remark), true, 1, 300 },
	{ "misconception", field_name, offsetof(struct question_mistake, misconception), false, 0, 0 },
};
/* clang-format on */

static void load_mistake(struct load *l, const struct yaml_node *n, void *at)
{
	load_map(l, n, mistake_fields,
		sizeof(mistake_fields) / sizeof(*mistake_fields), at);
}

static void read_mistakes(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct question *q = at;
	unsigned count;
	struct question_mistake *mistakes = load_list(l, n, f,
		sizeof(*mistakes), load_mistake, &count);

	if (!mistakes)
		return;
	memcpy(q->mistake, mistakes, count * sizeof(*mistakes));
	q->n_mistakes = count;
}

static void read_known(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct expr *x = NULL;

	field_condition(l, n, f, &x);
	if (x && expr_has_prefix(x))
		yaml_error(l->y, n, l->errors,
			"the answer is known in each variant's own run, so \"known\" names none");
	else if (x)
		*(struct expr **)at = x;
}

/* clang-format off */
static const struct field question_fields[] = {
	{ "name", field_name, offsetof(struct question, name), true, 0, 0 },
	{ "text", field_template, offsetof(struct question, text), true, 1, 300 },
	{ "choices", read_choices, 0, false, 2, CHOICES_MAX },
	{ "answer", field_number, offsetof(struct question, answer), false, 0, 0 },
	{ "mistakes", read_mistakes, 0, false, 1, MISTAKES_MAX },
	{ "known", read_known, offsetof(struct question, known), false, 0, 0 },
	{ "hint", field_template, offsetof(struct question, hint), true, 1, 300 },
	{ "explain", field_template, offsetof(struct question, explain), true, 1, 600 },
};
/* clang-format on */

void load_question(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct question *q = arena_alloc(l->arena, sizeof(*q));

	q->line = n->line;
	load_map(l, n, question_fields,
		sizeof(question_fields) / sizeof(*question_fields), q);
	*(struct question **)at = q;
	if (n->type != YAML_MAP)
		return;
	if (!yaml_get(n, "choices") == !yaml_get(n, "answer"))
		yaml_error(l->y, n, l->errors,
			"a question has either \"choices\" or \"answer\"");
	if (yaml_get(n, "choices") && yaml_get(n, "mistakes"))
		yaml_error(l->y, yaml_get(n, "mistakes"), l->errors,
			"mistakes are numbers; a wrong choice has \"remark\"");
	q->kind = yaml_get(n, "answer") ? QUESTION_NUMBER : QUESTION_CHOICE;
}
