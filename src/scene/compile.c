/* SPDX-License-Identifier: GPL-3.0-or-later
 * Expressions, templates and commands of a scene, compiled while it is read.
 */
#include <string.h>
#include "base/text.h"
#include "scene/load.h"

static void done_expr(void *p)
{
	expr_free(p);
}

static void done_template(void *p)
{
	template_free(p);
}

static void done_command(void *p)
{
	command_done(p);
}

static struct expr *compile(struct load *l, const struct yaml_node *n)
{
	const char *text = yaml_text(l->y, n, l->errors);
	struct err e = { 0 };
	struct expr *x;

	if (!text)
		return NULL;
	x = expr_compile(text, &l->scope, &e);
	if (x)
		arena_own(l->arena, x, done_expr);
	else
		load_take_error(l, n, &e);
	return x;
}

void field_number(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct expr *x = compile(l, n);

	if (x)
		*(struct expr **)at = x;
}

void field_condition(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct expr *x = compile(l, n);

	if (x && expr_kind(x) != KIND_BOOL)
		err_hint(yaml_error(l->y, n, l->errors,
				 "a yes or no is due, not a number (%s)",
				 kind_word(expr_kind(x))),
			"compare it, like vm_committed_as.drift > 0");
	else if (x)
		*(struct expr **)at = x;
}

static unsigned characters(const char *s, size_t n)
{
	unsigned count = 0;

	for (size_t i = 0, used; i < n; i += used, count++)
		text_decode(s + i, n - i, &used);
	return count;
}

/* A [[term]] must have its card. Returns where it ends. */
static const char *check_term(struct load *l, const struct yaml_node *n,
	const char *open)
{
	const char *close = strstr(open, "]]");
	unsigned column = 1 + characters(n->text, (size_t)(open - n->text));
	const char *near = NULL;
	struct err *e;
	char term[64];

	if (!close || close - open - 2 >= (long)sizeof(term)) {
		load_error_in(l, n, column, "\"[[\" has no \"]]\" after a term");
		return NULL;
	}
	memcpy(term, open + 2, (size_t)(close - open - 2));
	term[close - open - 2] = 0;
	if (glossary_find(l->glossary, term))
		return close + 2;
	e = load_error_in(l, n, column + 2, "no glossary card for \"%s\"", term);
	near = glossary_nearest(l->glossary, term);
	if (near)
		err_hint(e, "did you mean \"%s\"?", near);
	return close + 2;
}

static void check_marks(struct load *l, const struct yaml_node *n)
{
	const char *bold = NULL;

	for (const char *p = n->text; p && (p = strpbrk(p, "[*"));) {
		if (p[0] != p[1]) {
			p++;
		} else if (*p == '[') {
			p = check_term(l, n, p);
		} else {
			bold = bold ? NULL : p;
			p += 2;
		}
	}
	if (bold)
		load_error_in(l, n,
			1 + characters(n->text, (size_t)(bold - n->text)),
			"\"**\" has no second \"**\"");
}

void field_template(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *text = NULL;
	struct err e = { 0 };
	struct template *t;

	field_text(l, n, f, &text);
	if (!text)
		return;
	t = template_compile(text, &l->scope, &e);
	if (!t) {
		load_take_error(l, n, &e);
		return;
	}
	arena_own(l->arena, t, done_template);
	*(struct template **)at = t;
}

void field_say(struct load *l, const struct yaml_node *n, const struct field *f,
	void *at)
{
	field_template(l, n, f, at);
	if (n->type == YAML_SCALAR && n->text)
		check_marks(l, n);
}

/* Why a cue can't use it; NULL: it can. */
static const char *not_for_cues(const struct command *c)
{
	enum command_class class = commands[c->id].class;

	if (class != CLASS_LOOK && class != CLASS_EDIT && class != CLASS_VIEW)
		return "only commands that look, edit or change the screen";
	if (c->file[0])
		return "a scene writes no files";
	if (c->id == CMD_UNDO || c->id == CMD_REDO ||
		c->id == CMD_BRANCH || (c->id == CMD_METRICS && c->given))
		return "it is for a person's own edits";
	if ((c->id == CMD_SYNC && c->cpu < 0) ||
		((c->id == CMD_SUM || c->id == CMD_SHRINK) && !c->given))
		return "without the number of a CPU";
	return NULL;
}

static void read_command(struct load *l, const struct yaml_node *n, void *at)
{
	const char *text = yaml_text(l->y, n, l->errors);
	struct command *c = at;
	struct err e = { 0 };
	const char *why;

	command_init(c, CMD_N);
	if (!text)
		return;
	if (!command_parse(text, &l->scope, c, &e)) {
		load_take_error(l, n, &e);
		return;
	}
	arena_own(l->arena, c, done_command);
	if (c->id == CMD_N) {
		yaml_error(l->y, n, l->errors, "a command is due");
		return;
	}
	why = not_for_cues(c);
	if (why)
		err_hint(yaml_error(l->y, n, l->errors,
				 "a cue can't use \"%s\"", commands[c->id].name),
			"%s", why);
}

void field_commands(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct cue *cue = at;

	cue->commands = load_list(l, n, f, sizeof(struct command), read_command,
		&cue->n_commands);
}
