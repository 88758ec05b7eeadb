/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reading typed values out of parsed YAML.
 */
#include "base/yaml.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct yaml_node *yaml_get(const struct yaml_node *map, const char *key)
{
	if (map->type != YAML_MAP)
		return NULL;
	for (struct yaml_node *n = map->child; n; n = n->next)
		if (!strcmp(n->key, key))
			return n;
	return NULL;
}

bool yaml_missing(const struct yaml_node *n)
{
	static const char *const nothing[] = {"~", "null", "Null", "NULL"};

	if (n->type != YAML_SCALAR)
		return false;
	if (!*n->text)
		return true;
	for (size_t i = 0; n->plain && i < sizeof(nothing) / sizeof(*nothing);
		i++)
		if (!strcmp(n->text, nothing[i]))
			return true;
	return false;
}

/* What all scalars have in common; `due` is e.g. "an integer". */
static bool check_scalar(const struct yaml *y, const struct yaml_node *n,
	const char *due, struct err_list *errors)
{
	struct err *e;
	const char *line;
	size_t size;

	if (yaml_missing(n)) {
		yaml_error(y, n, errors, "missing value: %s is due", due);
		return false;
	}
	if (n->type == YAML_SCALAR)
		return true;
	e = yaml_error(y, n, errors, "%s is due, not a %s", due,
		n->type == YAML_MAP ? "mapping" : "list");
	line = errors->dropped ? NULL : yaml_line(y, n->line, &size);
	if (line && n->column <= size && strchr("{[", line[n->column - 1]))
		err_hint(e, "text that starts with \"%c\" needs quotes",
			line[n->column - 1]);
	return false;
}

/* For what must be one plain word: no quotes, one line. */
static bool check_word(const struct yaml *y, const struct yaml_node *n,
	const char *due, struct err_list *errors)
{
	struct err *e;

	if (!check_scalar(y, n, due, errors))
		return false;
	if (!n->plain) {
		e = yaml_error(y, n, errors, "%s is due, not text", due);
		err_hint(e, "write it without quotes");
		return false;
	}
	if (n->end_line == n->line)
		return true;
	e = yaml_error(y, n, errors,
		"%s is due, but the value runs on to line %u", due, n->end_line);
	err_hint(e, "is line %u indented too far?", n->end_line);
	return false;
}

static bool is_integer(const char *s)
{
	s += *s == '-';
	if (*s == '0')
		return !s[1];
	return *s && strspn(s, "0123456789") == strlen(s);
}

bool yaml_int(const struct yaml *y, const struct yaml_node *n, int64_t min,
	int64_t max, int64_t *out, struct err_list *errors)
{
	struct err *e;
	intmax_t value;

	if (!check_word(y, n, "an integer", errors))
		return false;
	if (!is_integer(n->text)) {
		e = yaml_error(y, n, errors, "an integer is due, not \"%s\"",
			n->text);
		err_hint(e, "decimal digits only, like 1000 or -5");
		return false;
	}
	errno = 0;
	value = strtoimax(n->text, NULL, 10);
	if (errno || value < min || value > max) {
		e = yaml_error(y, n, errors,
			"%s is out of range: %" PRId64 " to %" PRId64,
			n->text, min, max);
		e->code = ERR_RANGE;
		return false;
	}
	*out = value;
	return true;
}

bool yaml_bool(const struct yaml *y, const struct yaml_node *n, bool *out,
	struct err_list *errors)
{
	if (!check_word(y, n, "true or false", errors))
		return false;
	if (strcmp(n->text, "true") && strcmp(n->text, "false")) {
		yaml_error(y, n, errors, "true or false is due, not \"%s\"",
			n->text);
		return false;
	}
	*out = *n->text == 't';
	return true;
}

const char *yaml_text(const struct yaml *y, const struct yaml_node *n,
	struct err_list *errors)
{
	return check_scalar(y, n, "text", errors) ? n->text : NULL;
}

bool yaml_known_keys(const struct yaml *y, const struct yaml_node *map,
	const char *const *names, size_t n, struct err_list *errors)
{
	bool all = true;

	for (const struct yaml_node *c = map->child; c; c = c->next) {
		const char *near;
		struct err *e;
		size_t i = 0;

		while (c->key && i < n && strcmp(c->key, names[i]))
			i++;
		if (!c->key || i < n)
			continue;
		all = false;
		e = yaml_key_error(y, c, errors, "unknown key \"%s\"", c->key);
		near = errors->dropped ? NULL : text_nearest(c->key, names, n);
		if (near)
			err_hint(e, "did you mean \"%s\"?", near);
	}
	return all;
}
