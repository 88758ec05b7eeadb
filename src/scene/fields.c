/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reading mappings, lists and plain values by tables of fields.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "scene/load.h"

enum { FIELDS_MAX = 96 };

bool load_is(struct load *l, const struct yaml_node *n, enum yaml_type due)
{
	const char *what = due == YAML_MAP ? "a mapping" : "a list";

	if (n->type == due)
		return true;
	if (yaml_missing(n))
		yaml_error(l->y, n, l->errors, "missing value: %s is due", what);
	else
		yaml_error(l->y, n, l->errors, "%s is due, not %s", what,
			n->type == YAML_SCALAR ? "a single value"
				: n->type == YAML_MAP ? "a mapping" : "a list");
	return false;
}

/* A key that is missing because it was misspelt is told once. */
static bool misspelt(const struct yaml_node *map, const char *key,
	const char *const *names, size_t n)
{
	for (const struct yaml_node *c = map->child; c; c = c->next) {
		const char *near = text_nearest(c->key, names, n);

		if (near && !strcmp(near, key))
			return true;
	}
	return false;
}

void load_map(struct load *l, const struct yaml_node *n,
	const struct field *fields, size_t n_fields, void *out)
{
	const char *names[FIELDS_MAX];

	if (n_fields > FIELDS_MAX)
		panic("%zu fields", n_fields);
	if (!load_is(l, n, YAML_MAP))
		return;
	for (size_t i = 0; i < n_fields; i++)
		names[i] = fields[i].key;
	yaml_known_keys(l->y, n, names, n_fields, l->errors);
	for (size_t i = 0; i < n_fields; i++) {
		const struct field *f = &fields[i];
		const struct yaml_node *value = yaml_get(n, f->key);

		if (value)
			f->read(l, value, f, (char *)out + f->offset);
		else if (f->required && !misspelt(n, f->key, names, n_fields))
			yaml_error(l->y, n, l->errors,
				"the key \"%s\" is missing here", f->key);
	}
}

static unsigned count_items(const struct yaml_node *n)
{
	unsigned count = 0;

	for (const struct yaml_node *c = n->child; c; c = c->next)
		count++;
	return count;
}

void *load_list(struct load *l, const struct yaml_node *n,
	const struct field *f, size_t size,
	void (*item)(struct load *, const struct yaml_node *, void *),
	unsigned *count)
{
	char *array;
	unsigned items;

	*count = 0;
	if (!load_is(l, n, YAML_LIST))
		return NULL;
	items = count_items(n);
	if (items < f->min || items > f->max) {
		yaml_error(l->y, n, l->errors,
			"\"%s\" has %u item%s; %lld to %lld are allowed",
			f->key, items, items == 1 ? "" : "s",
			(long long)f->min, (long long)f->max);
		return NULL;
	}
	array = arena_alloc(l->arena, items * size);
	for (const struct yaml_node *c = n->child; c; c = c->next)
		item(l, c, array + size * (*count)++);
	return array;
}

int load_unknown(struct load *l, const struct yaml_node *n, const char *what,
	const char *word, const char *const *words, size_t n_words)
{
	const char *near = text_nearest(word, words, n_words);
	struct err *e = yaml_error(l->y, n, l->errors, "unknown %s \"%s\"",
		what, word);
	struct buf all = { 0 };

	if (near) {
		err_hint(e, "did you mean \"%s\"?", near);
		return -1;
	}
	for (size_t i = 0; i < n_words; i++)
		buf_printf(&all, "%s%s", i ? ", " : "one of ", words[i]);
	if (all.n < sizeof(e->hint))
		err_hint(e, "%s", buf_text(&all));
	buf_done(&all);
	return -1;
}

int load_word(struct load *l, const struct yaml_node *n, const char *what,
	const char *const *words, size_t n_words)
{
	const char *text = yaml_text(l->y, n, l->errors);

	if (!text)
		return -1;
	for (size_t i = 0; i < n_words; i++)
		if (!strcmp(text, words[i]))
			return (int)i;
	return load_unknown(l, n, what, text, words, n_words);
}

struct err *load_error_in(struct load *l, const struct yaml_node *n,
	unsigned column, const char *format, ...)
{
	unsigned line, file_column;
	char text[sizeof(((struct err *)0)->text)];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	text_place(l->y, n, column, &line, &file_column);
	return yaml_error_at(l->y, line, file_column, l->errors, "%s", text);
}

void load_take_error(struct load *l, const struct yaml_node *n,
	const struct err *e)
{
	struct err *mine = load_error_in(l, n, e->column ? e->column : 1, "%s",
		e->text);

	if (e->hint[0])
		err_hint(mine, "%s", e->hint);
}

static bool before(const struct err *a, const struct err *b)
{
	return a->line < b->line || (a->line == b->line && a->column < b->column);
}

void load_sort_errors(struct err_list *errors)
{
	for (size_t i = 1; i < errors->n; i++) {
		struct err e = errors->at[i];
		size_t k = i;

		for (; k && before(&e, &errors->at[k - 1]); k--)
			errors->at[k] = errors->at[k - 1];
		errors->at[k] = e;
	}
}

void field_name(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *text = yaml_text(l->y, n, l->errors);
	size_t size;
	struct err *e;

	if (!text)
		return;
	size = strlen(text);
	if (size > 40) {
		yaml_error(l->y, n, l->errors,
			"the name has %zu letters; 40 are allowed", size);
	} else if (text[0] < 'a' || text[0] > 'z' ||
		strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") < size) {
		e = yaml_error(l->y, n, l->errors, "\"%s\" is no name", text);
		err_hint(e, "a letter a to z, then letters, digits, _ and -");
	} else {
		*(const char **)at = text;
	}
}

void field_text(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *text = yaml_text(l->y, n, l->errors);

	if (!text)
		return;
	if (text_width(text) > f->max)
		yaml_error(l->y, n, l->errors,
			"the text has %d columns; %lld are allowed",
			text_width(text), (long long)f->max);
	else
		*(const char **)at = text;
}

void field_int(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	yaml_int(l->y, n, f->min, f->max, at, l->errors);
}

void field_bool(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	yaml_bool(l->y, n, at, l->errors);
}

void field_version(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	s64 version;

	if (yaml_int(l->y, n, 0, INT64_MAX, &version, l->errors) && version != 1)
		yaml_error(l->y, n, l->errors,
			"format version %lld is not known; this program reads 1",
			(long long)version);
}

void field_status(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	static const char *const words[] = { "measured", "published", "fitted",
		"assumed" };
	int i = load_word(l, n, "status", words, 4);

	if (i >= 0)
		*(const char **)at = words[i];
}

void field_machine(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	size_t n_names;
	const char *const *names = machine_names(&n_names);
	int i = load_word(l, n, "machine", names, n_names);

	if (i >= 0)
		*(const char **)at = names[i];
}
