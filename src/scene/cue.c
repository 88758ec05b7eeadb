/* SPDX-License-Identifier: GPL-3.0-or-later
 * Cues: what is said, shown and asked, and when.
 */
#include <stddef.h>
#include <string.h>
#include "scene/load.h"

const char *const pane_words[PANE_N] = {
#define X(id, word) [PANE_##id] = word,
	PANE_LIST(X)
#undef X
};

static void read_when(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct expr *x = NULL;

	field_condition(l, n, f, &x);
	if (!x)
		return;
	if (expr_has_prefix(x))
		yaml_error(l->y, n, l->errors,
			"a cue belongs to each variant's own run, so \"when\" names none");
	else
		*(struct expr **)at = x;
}

static void read_end(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	bool end = true;

	if (!yaml_bool(l->y, n, &end, l->errors))
		return;
	if (!end)
		yaml_error(l->y, n, l->errors,
			"\"end\" can only be true; leave it out otherwise");
	else
		*(bool *)at = true;
}

/* The procedure that n->text names before its colon, or PROC_N. */
static unsigned point_procedure(struct load *l, const struct yaml_node *n,
	const char *colon)
{
	const char *words[PROC_N];
	char name[64] = "";
	size_t size = (size_t)(colon - n->text);
	unsigned id;

	if (size < sizeof(name))
		memcpy(name, n->text, size);
	id = procedure_find(name);
	for (unsigned i = 0; i < PROC_N; i++)
		words[i] = procedure_at(i)->name;
	if (id == PROC_N)
		load_unknown(l, n, "procedure", name, words, PROC_N);
	return id;
}

static void point_at_line(struct load *l, const struct yaml_node *n,
	const char *colon)
{
	const struct procedure *p;
	const char *words[64];
	size_t n_words = 0;
	unsigned id = point_procedure(l, n, colon);

	if (id == PROC_N)
		return;
	p = procedure_at(id);
	if (procedure_row(p, colon + 1))
		return;
	for (unsigned row = 1; row < p->n_lines && n_words < 64; row++)
		if (p->lines[row].id)
			words[n_words++] = p->lines[row].id;
	load_unknown(l, n, "line", colon + 1, words, n_words);
}

static void read_point(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *text = yaml_text(l->y, n, l->errors);
	const char *colon = text ? strchr(text, ':') : NULL;
	struct err e = { 0 };
	struct expr *x;

	if (!text)
		return;
	*(const char **)at = text;
	if (colon) {
		point_at_line(l, n, colon);
		return;
	}
	x = expr_compile(text, &l->scope, &e);
	if (!x)
		load_take_error(l, n, &e);
	else if (!expr_is_name(x, &(struct name_use){ 0 }))
		err_hint(yaml_error(l->y, n, l->errors,
				 "\"point\" takes one thing, not an expression"),
			"a published name or procedure:line");
	expr_free(x);
}

static void read_cue_variant(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	int i = load_word(l, n, "variant", l->scene->variant_names,
		l->scene->n_variants);

	if (i >= 0)
		*(int *)at = i;
}

static void read_panes(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	if (!load_is(l, n, YAML_LIST))
		return;
	for (const struct yaml_node *c = n->child; c; c = c->next) {
		int i = load_word(l, c, "pane", pane_words, PANE_N);

		if (i >= 0)
			*(u32 *)at |= 1u << i;
	}
}


/* To add a key: a row here, its field in scene.h, its use in session/, a line
 * in docs/scene-format.md. */
/* clang-format off */
static const struct field cue_fields[] = {
	{ "name", field_name, offsetof(struct cue, name), true, 0, 0 },
	{ "when", read_when, offsetof(struct cue, when), false, 0, 0 },
	{ "step", field_int, offsetof(struct cue, step), false, 0, INT64_C(1) << 53 },
	{ "end", read_end, offsetof(struct cue, end), false, 0, 0 },
	{ "say", field_say, offsetof(struct cue, say), true, 1, 600 },
	{ "note", field_text, offsetof(struct cue, note), false, 1, 1000 },
	{ "point", read_point, offsetof(struct cue, point), false, 0, 0 },
	{ "variant", read_cue_variant, offsetof(struct cue, variant), false, 0, 0 },
	{ "follow", field_int, offsetof(struct cue, follow), false, 0, CPUS_MAX - 1 },
	{ "show", read_panes, offsetof(struct cue, show), false, 0, 0 },
	{ "hide", read_panes, offsetof(struct cue, hide), false, 0, 0 },
	{ "map", field_bool, offsetof(struct cue, map), false, 0, 0 },
	{ "table", field_bool, offsetof(struct cue, table), false, 0, 0 },
	{ "pause", field_int, offsetof(struct cue, pause_ms), false, 0, 600000 },
	{ "ask", load_question, offsetof(struct cue, ask), false, 0, 0 },
	{ "do", field_commands, 0, false, 1, 20 },
};
/* clang-format on */

void load_cue(struct load *l, const struct yaml_node *n, void *at)
{
	struct cue *c = at;

	c->line = n->line;
	c->step = c->follow = -1;
	c->variant = -1;
	load_map(l, n, cue_fields, sizeof(cue_fields) / sizeof(*cue_fields), c);
	if (n->type == YAML_MAP && !!yaml_get(n, "when") +
			!!yaml_get(n, "step") + !!yaml_get(n, "end") > 1)
		yaml_error(l->y, n, l->errors,
			"a cue has one of \"when\", \"step\" and \"end\"");
	if (c->show & c->hide)
		yaml_error(l->y, n, l->errors,
			"a cue can't show and hide the same pane");
}
