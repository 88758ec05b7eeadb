/* SPDX-License-Identifier: GPL-3.0-or-later
 * The compiler's names: published ones, locals, words for values, suggestions.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "expr/parse.h"

enum { PATH_MAX_BYTES = 128 };

/* "base.cpu[3].vm_committed_as" with N for the index. */
struct path {
	char text[PATH_MAX_BYTES];
	size_t n;
	struct token first;
	bool indexed, computed;
	s64 index;		/* unless computed */
	const char *index_text;	/* as written */
	size_t index_bytes;
	const char *name;	/* behind the variant's prefix */
	unsigned variant;
};

static bool append(struct parser *p, struct path *path, const char *s, size_t n)
{
	if (path->n + n >= sizeof(path->text)) {
		err_set(p->e, ERR_INVALID, "there is no name as long as this");
		return parse_fail(p, path->first.column);
	}
	memcpy(path->text + path->n, s, n);
	path->n += n;
	return true;
}

/* [3] is part of the name, [local.cpu] is computed at each evaluation. */
static bool parse_index(struct parser *p, struct path *path)
{
	struct lexer before;
	struct token number;
	struct operand index;
	struct unit unit;

	path->indexed = true;
	if (!parse_nest(p) || !parse_next(p))
		return false;
	before = p->lexer;
	number = p->now;
	path->index_text = number.s;
	if (number.type == TOKEN_NUMBER && !parse_next(p))
		return false;
	path->computed = !(number.type == TOKEN_NUMBER && parse_is(p, "]"));
	path->index = number.number < NONE ? (s64)number.number : NONE;
	if (path->computed) {
		p->lexer = before;
		p->now = number;
		if (!parse_expression(p, &index) ||
			!parse_settle(p, &index, KIND_N))
			return false;
		/* Other indices may be what they like: an order, a frame. */
		if (path->n >= 6 && !memcmp(path->text + path->n - 6,
				"cpu[N]", 6) &&
			!units_mix(unit_of(KIND_CPU), index.unit, &unit, p->e))
			return parse_fail(p, number.column);
	}
	path->index_bytes = (size_t)(p->now.s - path->index_text);
	p->nesting--;
	return parse_expect(p, "]");
}

static bool begins_a_name(const char *text)
{
	for (unsigned id = 0; id < name_count(); id++)
		if (!strncmp(name_at(id)->pattern, text, strlen(text)))
			return true;
	return false;
}

/* A second index follows: the first one may be part of the name's text, as in
 * zone[0].free_area[3]. */
static void keep_first_index(struct path *path)
{
	char text[PATH_MAX_BYTES + 24];
	const char *at = strstr(path->text, "[N]"), *name;
	int n = snprintf(text, sizeof(text), "%.*s[%" PRId64 "]%s[N]",
		(int)(at - path->text), path->text, path->index, at + 3);

	/* a variant's name may stand before it */
	for (name = text; *name && !begins_a_name(name);)
		name += strcspn(name, ".") + (name[strcspn(name, ".")] == '.');
	if (!*name || n >= PATH_MAX_BYTES)
		return;
	path->n = (size_t)n - 3;
	memcpy(path->text, text, path->n);
	path->text[path->n] = 0;
	path->indexed = false;
}

static bool parse_path(struct parser *p, struct path *path)
{
	*path = (struct path){ .first = p->now, .variant = NONE };
	if (!append(p, path, p->now.s, p->now.n) || !parse_next(p))
		return false;
	for (;;) {
		if (parse_is(p, "[") && path->indexed && !path->computed)
			keep_first_index(path);
		if (parse_is(p, "[") && !path->indexed) {
			if (!append(p, path, "[N]", 3) || !parse_index(p, path))
				return false;
		} else if (parse_is(p, ".")) {
			if (!parse_next(p))
				return false;
			if (p->now.type != TOKEN_WORD) {
				err_set(p->e, ERR_INVALID,
					"a name is missing behind \"%s.\"",
					path->text);
				return parse_fail(p, p->now.column);
			}
			if (!append(p, path, ".", 1) ||
				!append(p, path, p->now.s, p->now.n) ||
				!parse_next(p))
				return false;
		} else {
			return true;
		}
	}
}

/* Takes a variant's name off the front. */
static void find_variant(struct parser *p, struct path *path)
{
	const struct scope *s = p->scope;

	path->name = path->text;
	for (unsigned i = 0; s && i < s->n_variants; i++) {
		size_t n = strlen(s->variant[i]);

		if (!strncmp(path->text, s->variant[i], n) &&
			path->text[n] == '.') {
			path->variant = i;
			path->name = path->text + n + 1;
			return;
		}
	}
}

static int find_pattern(const char *text)
{
	for (unsigned id = 0; id < name_count(); id++)
		if (!strcmp(name_at(id)->pattern, text))
			return (int)id;
	return -1;
}

/* Whether a name ends in this word: "batch" of "vm_committed_as_batch". */
static bool ends_in(const char *name, const char *word)
{
	size_t n = strlen(name), m = strlen(word);

	return m && n > m && !strcmp(name + n - m, word) &&
		(name[n - m - 1] == '.' || name[n - m - 1] == '_');
}

/* The first name of a group, the first that ends in the word (a scene's
 * parameter, say), or the nearest one. */
static const char *nearest_name(const char *word)
{
	size_t n = strlen(word);
	const char **all = mem_alloc(name_count() * sizeof(*all));
	const char *nearest = NULL, *ending = NULL;

	for (unsigned id = 0; id < name_count(); id++) {
		all[id] = name_at(id)->pattern;
		if (!nearest && !strncmp(all[id], word, n) && all[id][n] == '.')
			nearest = all[id];
		if (!ending && ends_in(all[id], word))
			ending = all[id];
	}
	if (!nearest)
		nearest = ending;
	if (!nearest)
		nearest = text_nearest(word, all, name_count());
	free(all);
	return nearest;
}

/* "did you mean …?" with the prefix and the index as they were written. */
static void hint_name(struct parser *p, const struct path *path)
{
	const char *name = nearest_name(path->name), *n;
	int prefix = (int)(path->name - path->text);

	if (!name)
		return;
	n = strstr(name, "[N]");
	if (n && path->indexed && path->index_bytes < 40)
		err_hint(p->e, "did you mean \"%.*s%.*s%.*s%s\"?", prefix,
			path->text, (int)(n + 1 - name), name,
			(int)path->index_bytes, path->index_text, n + 2);
	else
		err_hint(p->e, "did you mean \"%.*s%s\"?", prefix, path->text,
			name);
}

/* A wrong prefix of a name that exists: the nearest variant, or "local". */
static void hint_prefix(struct parser *p, const struct path *path)
{
	const struct scope *s = p->scope;
	unsigned n = s ? s->n_variants : 0;
	size_t length = strcspn(path->text, ".[");
	char prefix[PATH_MAX_BYTES];
	const char **all, *near;

	if (path->text[length] != '.')
		return;
	memcpy(prefix, path->text, length);
	prefix[length] = '\0';
	all = mem_alloc((n + 1) * sizeof(*all));
	if (find_pattern(path->text + length + 1) < 0)
		n = 0;
	for (unsigned i = 0; i < n; i++)
		all[i] = s->variant[i];
	all[n] = "local";
	near = text_nearest(prefix, all, n + 1);
	if (near)
		err_hint(p->e, "did you mean \"%s\"?", near);
	free(all);
}

static bool unknown_name(struct parser *p, const struct path *path)
{
	err_set(p->e, ERR_INVALID, "there is no name \"%s\"", path->text);
	hint_prefix(p, path);
	if (!p->e->hint[0])
		hint_name(p, path);
	return parse_fail(p, path->first.column);
}

static bool unknown_local(struct parser *p, const struct path *path,
	const char *name)
{
	const char **all = mem_alloc(PROC_N * LOCALS_MAX * sizeof(*all));
	const char *near;
	unsigned n = 0;

	for (unsigned i = 0; i < PROC_N; i++)
		for (unsigned j = 0; j < procedure_at(i)->n_locals; j++)
			all[n++] = procedure_at(i)->locals[j].name;
	near = text_nearest(name, all, n);
	err_set(p->e, ERR_INVALID, "no procedure has a local \"%s\"", name);
	if (near)
		err_hint(p->e, "did you mean \"local.%s\"?", near);
	free(all);
	return parse_fail(p, path->first.column);
}

/* The kind is known if all procedures that have this local agree on it. */
static bool find_local(const char *name, struct local_use *use, enum kind *kind)
{
	bool found = false;

	*kind = KIND_NUMBER;
	for (unsigned i = 0; i < PROC_N; i++) {
		const struct procedure *proc = procedure_at(i);

		use->slot[i] = NO_SLOT;
		for (u8 j = 0; j < proc->n_locals; j++) {
			if (strcmp(proc->locals[j].name, name))
				continue;
			use->slot[i] = j;
			*kind = !found || *kind == proc->locals[j].kind ?
				proc->locals[j].kind : KIND_NUMBER;
			found = true;
		}
	}
	return found;
}

static bool compile_local(struct parser *p, const struct path *path,
	struct operand *out)
{
	const char *name = path->name + strlen("local.");
	struct expr *x = p->x;
	struct local_use use;
	enum kind kind;

	if (path->indexed || !find_local(name, &use, &kind))
		return unknown_local(p, path, name);
	use.name = mem_strdup(name);
	x->locals = mem_resize(x->locals,
		(x->n_locals + 1) * sizeof(*x->locals));
	x->locals[x->n_locals] = use;
	out->unit = unit_of(kind);
	out->at = parse_emit(p, CODE_LOCAL, path->first.column, x->n_locals++,
		0);
	x->code[out->at].variant = (u16)path->variant;
	return true;
}

static bool compile_published(struct parser *p, const struct path *path,
	unsigned id, struct operand *out)
{
	if (!path->computed && path->index >= NONE) {
		err_set(p->e, ERR_INVALID, "the index is far too large");
		return parse_fail(p, path->first.column);
	}
	out->unit = unit_of(name_at(id)->kind);
	out->at = parse_emit(p, path->computed ? CODE_NAME_AT : CODE_NAME,
		path->first.column, id, path->index);
	p->x->code[out->at].variant = (u16)path->variant;
	p->x->code[out->at].name = name_at(id);
	return true;
}

bool parse_name(struct parser *p, struct operand *out)
{
	struct path path;
	int id;

	*out = (struct operand){ .unit = unit_of(KIND_NUMBER) };
	if (!parse_path(p, &path))
		return false;
	find_variant(p, &path);
	if (parse_is(p, "(")) {
		path.first.s = path.name;
		path.first.n = strlen(path.name);
		return parse_call(p, &path.first, path.variant, out);
	}
	id = find_pattern(path.name);
	if (id >= 0)
		return compile_published(p, &path, (unsigned)id, out);
	if (!strncmp(path.name, "local.", strlen("local.")))
		return compile_local(p, &path, out);
	if (path.indexed || strchr(path.text, '.'))
		return unknown_name(p, &path);
	if (!strcmp(path.text, "answer")) {
		out->at = parse_emit(p, CODE_ANSWER, path.first.column, 0, 0);
		return true;
	}
	*out = (struct operand){ .word = true, .token = path.first };
	out->at = parse_emit(p, CODE_CONST, path.first.column, 0, 0);
	return true;
}

/* The words of a kind: "guess, always, never". */
static void list_values(enum kind k, char *out, size_t size)
{
	const char *name;
	size_t n = 0;

	for (s64 v = 0; (name = kind_value_name(k, v)) && n < size; v++)
		n += (size_t)snprintf(out + n, size - n, "%s%s",
			v ? ", " : "", name);
}

static bool not_a_value(struct parser *p, const struct operand *o,
	const char *word, enum kind k)
{
	char values[128] = "";
	const char *all[16];
	const char *near;
	size_t n = 0;

	while (n < 16 && (all[n] = kind_value_name(k, (s64)n)))
		n++;
	list_values(k, values, sizeof(values));
	near = text_nearest(word, all, n);
	err_set(p->e, ERR_INVALID, "\"%s\" is no %s: %s", word, kind_word(k),
		values);
	if (near)
		err_hint(p->e, "did you mean \"%s\"?", near);
	return parse_fail(p, o->token.column);
}

/* A word beside nothing that has named values. */
static bool lost_word(struct parser *p, const struct operand *o,
	const char *word)
{
	struct path path = { .first = o->token, .variant = NONE };
	s64 value;
	enum kind k = kind_of_value(word, &value);

	if (o->token.type == TOKEN_STRING) {
		err_set(p->e, ERR_INVALID, "a string means nothing here");
		return parse_fail(p, o->token.column);
	}
	snprintf(path.text, sizeof(path.text), "%s", word);
	path.name = path.text;
	unknown_name(p, &path);
	if (k != KIND_N && !p->e->hint[0])
		err_hint(p->e, "\"%s\" has a meaning beside a %s only", word,
			kind_word(k));
	return false;
}

bool parse_settle(struct parser *p, struct operand *o, enum kind k)
{
	char word[PATH_MAX_BYTES];
	size_t n = o->token.n;
	s64 value;

	if (!o->word)
		return true;
	if (n >= sizeof(word)) {
		n = sizeof(word) - 1;
		while (((unsigned char)o->token.s[n] & 0xc0) == 0x80)
			n--;	/* not into the middle of a character */
	}
	memcpy(word, o->token.s, n);
	word[n] = '\0';
	if (k == KIND_N || !kind_value_name(k, 0))
		return lost_word(p, o, word);
	if (!kind_value_find(k, word, &value))
		return not_a_value(p, o, word, k);
	p->x->code[o->at].value = value;
	o->word = false;
	o->unit = unit_of(k);
	return true;
}

bool parse_settle_both(struct parser *p, struct operand *a, struct operand *b)
{
	enum kind k;
	char word[PATH_MAX_BYTES];
	s64 value;

	if (a->word && b->word && a->token.n < sizeof(word)) {
		memcpy(word, a->token.s, a->token.n);
		word[a->token.n] = '\0';
		k = kind_of_value(word, &value);
		return parse_settle(p, a, k) && parse_settle(p, b, k);
	}
	if (a->word)
		return parse_settle(p, a, b->word ? KIND_N : b->unit.kind);
	return parse_settle(p, b, a->unit.kind);
}
