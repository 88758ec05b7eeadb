/* SPDX-License-Identifier: GPL-3.0-or-later
 * Parameters in a scene: what may be set, within which range, to what.
 */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "model/lru_string.h"
#include "scene/load.h"

static const char *const param_words[PARAM_N] = {
#define X(id, name, kind, min, max, initial, help) [PARAM_##id] = name,
	PARAM_LIST(X)
#undef X
};

void param_range(const struct scene *s, enum param p, s64 *min, s64 *max)
{
	bool own = s->param[p].given;

	*min = own ? s->param[p].min : params[p].min;
	*max = own ? s->param[p].max : params[p].max;
}

bool param_value(enum param p, const char *text, s64 *value)
{
	const char *digits = text + (*text == '-');

	if (kind_value_find(params[p].kind, text, value))
		return true;
	if (!*digits || strspn(digits, "0123456789") < strlen(digits) ||
		(*digits == '0' && text[1]))
		return false;
	errno = 0;
	*value = strtoimax(text, NULL, 10);
	return !errno || *value == INT64_MAX || *value == INT64_MIN;
}

static bool has_names(enum param p)
{
	return kind_value_name(params[p].kind, 0);
}

/* "none" takes back what an earlier level gave. */
static const char *given_text(const char *text)
{
	return strcmp(text, "none") ? text : "";
}

const char load_lru_hint[] = "pages are A to Z, with :busy, :dirty, :pageclean, "
	":dkeep, :ref, :locked, :writeback or :unmapfail, and -";

/* What is wrong in the text is told at its place in the file. */
static bool text_good(struct load *l, const struct yaml_node *n, enum param p,
	const char *text)
{
	struct lru_token token = { 0 };
	size_t at;
	const char *bad = setup_text_bad(p, text, &at);

	if (p == PARAM_LRU)
		lru_string_pages(text, &token);
	if (bad)
		load_error_in(l, n, (unsigned)at + 1, "%s: %s", params[p].name,
			bad);
	if (token.n)
		err_hint(load_error_in(l, n, token.place + 1,
			"lru: unknown page \"%.*s\"",
			(int)(token.n < 40 ? token.n : 40), token.text),
			"%s", load_lru_hint);
	return !bad && !token.n;
}

static void read_text(struct load *l, const struct yaml_node *n, enum param p,
	struct param_set *set)
{
	const char *text = yaml_text(l->y, n, l->errors);

	if (!text)
		return;
	if (strlen(text) >= TEXT_SIZE) {
		yaml_error(l->y, n, l->errors,
			"%s is longer than %d characters", params[p].name,
			TEXT_SIZE - 1);
		return;
	}
	text = given_text(text);
	if (!text_good(l, n, p, text))
		return;
	set->given[p] = true;
	set->value[p] = text_value(text);
	strcpy(set->text[p - TEXT_FIRST], text);
}

void param_read(struct load *l, const struct yaml_node *n, enum param p,
	struct param_set *set)
{
	const char *words[16];
	size_t n_words = 0;
	s64 min, max, value;

	param_range(l->scene, p, &min, &max);
	if (params[p].kind == KIND_TEXT) {
		read_text(l, n, p, set);
		return;
	}
	if (has_names(p)) {
		while (n_words < 16 && (words[n_words] = kind_value_name(
			params[p].kind, (s64)n_words)))
			n_words++;
		value = load_word(l, n, "value", words, n_words);
		if (value < 0)
			return;
	} else if (!yaml_int(l->y, n, min, max, &value, l->errors)) {
		return;
	}
	set->given[p] = true;
	set->value[p] = value;
}

int param_of_key(struct load *l, const struct yaml_node *n)
{
	const char *near;
	struct err *e;
	int p = param_find(n->key);

	if (p >= 0)
		return p;
	e = yaml_key_error(l->y, n, l->errors, "unknown parameter \"%s\"",
		n->key);
	near = text_nearest(n->key, param_words, PARAM_N);
	if (near)
		err_hint(e, "did you mean \"%s\"?", near);
	return -1;
}

void field_set(struct load *l, const struct yaml_node *n, const struct field *f,
	void *at)
{
	if (!load_is(l, n, YAML_MAP))
		return;
	for (const struct yaml_node *c = n->child; c; c = c->next) {
		int p = param_of_key(l, c);

		if (p >= 0)
			param_read(l, c, (enum param)p, at);
	}
}

static void read_range(struct load *l, const struct yaml_node *n, enum param p,
	struct param_range *out)
{
	struct field fields[] = {
		{ "min", field_int, 0, false, params[p].min, params[p].max },
		{ "max", field_int, sizeof(s64), false, params[p].min,
			params[p].max },
	};
	s64 range[2] = { params[p].min, params[p].max };

	load_map(l, n, fields, 2, range);
	if (range[0] > range[1]) {
		yaml_error(l->y, n, l->errors,
			"min %" PRId64 " is more than max %" PRId64, range[0],
			range[1]);
		return;
	}
	*out = (struct param_range){ true, range[0], range[1] };
}

void field_ranges(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct param_range *ranges = at;

	if (!load_is(l, n, YAML_MAP))
		return;
	for (const struct yaml_node *c = n->child; c; c = c->next) {
		int p = param_of_key(l, c);

		if (p >= 0)
			read_range(l, c, (enum param)p, &ranges[p]);
	}
}

void load_parameters(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	field_ranges(l, n, f, ((struct scene *)at)->param);
}

struct size_part {
	struct param_set set;
	const char *machine;
};

/* clang-format off */
static const struct field size_fields[] = {
	{ "set", field_set, offsetof(struct size_part, set), false, 0, 0 },
	{ "machine", field_machine, offsetof(struct size_part, machine), false, 0, 0 },
};
/* clang-format on */

static void read_size(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	enum size size = (enum size)f->max;
	struct scene *s = at;
	struct size_part read = { 0 };

	load_map(l, n, size_fields, 2, &read);
	s->size_set[size] = read.set;
	s->size_machine[size] = read.machine;
}

void load_sizes(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	/* clang-format off */
	static const struct field sizes[] = {
		{ "classroom", read_size, 0, false, 0, SIZE_CLASSROOM },
		{ "mail", read_size, 0, false, 0, SIZE_MAIL },
	};
	/* clang-format on */

	load_map(l, n, sizes, 2, at);
}

/* Why NAME can't be set here: unknown, or the scene doesn't offer it. */
static bool refuse_name(const struct scene *s, const char *name, struct err *e)
{
	const char *offered[PARAM_N], *near;
	size_t n = 0;

	for (int p = 0; p < PARAM_N; p++)
		if (s->param[p].given)
			offered[n++] = params[p].name;
	if (param_find(name) >= 0)
		err_set(e, ERR_USAGE, "%s has no parameter \"%s\" to set",
			s->name, name);
	else
		err_set(e, ERR_USAGE, "unknown parameter \"%s\"", name);
	near = text_nearest(name, offered, n);
	if (near)
		return err_hint(e, "did you mean \"%s\"?", near);
	for (size_t i = 0, used = 0; i < n && used < sizeof(e->hint); i++)
		used += (size_t)snprintf(e->hint + used, sizeof(e->hint) - used,
			"%s%s", i ? ", " : "one of ", offered[i]);
	return false;
}

static bool refuse_value(enum param p, const char *value, struct err *e)
{
	char words[128] = "a whole number is due, like 1000";
	size_t used = 0;

	for (s64 i = 0; has_names(p) && kind_value_name(params[p].kind, i); i++)
		used += (size_t)snprintf(words + used, sizeof(words) - used,
			"%s%s", i ? ", " : "one of ",
			kind_value_name(params[p].kind, i));
	err_set(e, ERR_USAGE, "%s can't be \"%s\"", params[p].name, value);
	return err_hint(e, "%s", words);
}

static bool set_text(enum param p, const char *text, struct param_set *set,
	struct err *e)
{
	if (strlen(text) >= TEXT_SIZE)
		return err_set(e, ERR_RANGE, "%s is longer than %d characters",
			params[p].name, TEXT_SIZE - 1);
	text = given_text(text);
	set->given[p] = true;
	set->value[p] = text_value(text);
	strcpy(set->text[p - TEXT_FIRST], text);
	return true;
}

bool scene_set(const struct scene *s, const char *text, struct param_set *set,
	struct err *e)
{
	const char *equals = strchr(text, '=');
	s64 min, max, value;
	char name[64];
	int p;

	if (!equals || equals == text ||
		(size_t)(equals - text) >= sizeof(name))
		return err_set(e, ERR_USAGE, "\"%s\" is not NAME=VALUE", text);
	memcpy(name, text, (size_t)(equals - text));
	name[equals - text] = 0;
	p = param_find(name);
	if (p < 0 || !s->param[p].given)
		return refuse_name(s, name, e);
	if (params[p].kind == KIND_TEXT)
		return set_text((enum param)p, equals + 1, set, e);
	if (!param_value((enum param)p, equals + 1, &value))
		return refuse_value((enum param)p, equals + 1, e);
	param_range(s, (enum param)p, &min, &max);
	if (value < min || value > max)
		return err_set(e, ERR_RANGE,
			"%s=%s is out of range: %" PRId64 " to %" PRId64, name,
			equals + 1, min, max);
	set->given[p] = true;
	set->value[p] = value;
	return true;
}

/* clang-format off */
static const struct field source_fields[] = {
	{ "status", field_status, offsetof(struct param_source, status), true, 0, 0 },
	{ "source", field_text, offsetof(struct param_source, source), true, 1, 200 },
};
/* clang-format on */

void load_sources(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct scene *s = at;

	if (!load_is(l, n, YAML_MAP))
		return;
	for (const struct yaml_node *c = n->child; c; c = c->next) {
		int p = param_of_key(l, c);

		if (p >= 0)
			load_map(l, c, source_fields, 2, &s->source[p]);
	}
}
