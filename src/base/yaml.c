/* SPDX-License-Identifier: GPL-3.0-or-later
 * The YAML reader: events of libyaml become a tree, limits are kept as they come.
 */
#include "base/yaml_source.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum {
	DEPTH_MAX = 32,
	KEY_MAX = 64,
	SCALAR_MAX = 4096,
	NODES_MAX = 100000,
	LIBRARY_KEY_MAX = 1024,	/* characters; more are no key to libyaml */
	BLOCK_SIZE = 1 << 16,
};

/* Memory that is freed as a whole. */
struct block {
	struct block *before;
	size_t used, size;
	max_align_t bytes[];
};

static void *arena_get(struct yaml *y, size_t size)
{
	struct block *b = y->arena;
	void *p;

	size = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
	if (!b || b->size - b->used < size) {
		size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;

		b = mem_alloc(sizeof(*b) + room);
		b->before = y->arena;
		b->size = room;
		y->arena = b;
	}
	p = (char *)b->bytes + b->used;
	b->used += size;
	return p;
}

void yaml_done(struct yaml *y)
{
	for (struct block *b = y->arena, *before; b; b = before) {
		before = b->before;
		free(b);
	}
	free(y->file);
	free(y->bytes);
	*y = (struct yaml){0};
}

/* A mapping or list that is still open. */
struct level {
	struct yaml_node *node;
	struct yaml_node **tail;	/* where the next child is hung */
	const char *key;		/* its value is due; NULL: a key is */
	unsigned key_line, key_column;
};

struct reader {
	struct yaml *y;
	struct err_list *errors;
	struct level level[DEPTH_MAX];
	size_t depth, nodes, documents;
	bool wrong;			/* told; reading may go on */
	unsigned nbsp_line;		/* of the last no-break space told, or 0 */
};

static unsigned line_of(yaml_mark_t m)
{
	return (unsigned)m.line + 1;
}

static unsigned column_of(yaml_mark_t m)
{
	return (unsigned)m.column + 1;
}

/* Tells what is wrong at an event's start; `text` has no directives. */
static void complain(struct reader *r, const yaml_event_t *ev, const char *text)
{
	yaml_error_at(r->y, line_of(ev->start_mark), column_of(ev->start_mark),
		r->errors, "%s", text);
	r->wrong = true;
}

/* What stands in a text, after all escapes are resolved, and how much. */
static void check_text(struct reader *r, const yaml_event_t *ev, size_t max)
{
	const char *s = (const char *)ev->data.scalar.value;
	size_t n = ev->data.scalar.length;

	if (n > max)
		complain(r, ev, max == KEY_MAX ? "a key has at most 64 bytes" :
			"a text has at most 4096 bytes");
	else if (memchr(s, '\0', n))
		complain(r, ev, "a text can't hold the NUL character");
	else if (!text_valid(s, n))
		complain(r, ev, "a text can't hold control characters");
}

static void refuse_extras(struct reader *r, const yaml_event_t *ev,
	const yaml_char_t *anchor, const yaml_char_t *tag)
{
	if (anchor)
		complain(r, ev, "anchors (&name) are not supported");
	if (tag)
		complain(r, ev, "tags (!name) are not supported");
}

static bool tell_nbsp(struct reader *r, unsigned from, unsigned to)
{
	unsigned line = from, column;
	struct err *e;

	if (r->errors->dropped) /* nobody would see it; finding it is slow */
		return false;
	if (r->nbsp_line >= from)
		return true;
	if (!yaml_find_nbsp(r->y, to, &line, &column))
		return false;
	e = yaml_error_at(r->y, line, column, r->errors,
		"a no-break space follows the colon");
	err_hint(e, "put a plain space there, or quote the text");
	r->nbsp_line = line;
	r->wrong = true;
	return true;
}

static bool key_is_due(const struct reader *r)
{
	const struct level *l;

	if (!r->depth)
		return false;
	l = &r->level[r->depth - 1];
	return l->node->type == YAML_MAP && !l->key;
}

static char *copy(struct reader *r, const yaml_event_t *ev)
{
	size_t n = ev->data.scalar.length;
	char *s = arena_get(r->y, n + 1);

	memcpy(s, ev->data.scalar.value, n);
	s[n] = '\0';
	return s;
}

static bool is_plain(const yaml_event_t *ev)
{
	return ev->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static void take_key(struct reader *r, const yaml_event_t *ev)
{
	struct level *l = &r->level[r->depth - 1];

	l->key = copy(r, ev);
	l->key_line = line_of(ev->start_mark);
	l->key_column = column_of(ev->start_mark);
	check_text(r, ev, KEY_MAX);
	if (!*l->key)
		complain(r, ev, "a key is missing here");
	else if (is_plain(ev) && !strcmp(l->key, "<<"))
		complain(r, ev, "merge keys (<<) are not supported");
}

/* A new node in its place; NULL if there are too many. */
static struct yaml_node *add_node(
	struct reader *r, const yaml_event_t *ev, enum yaml_type type)
{
	struct yaml_node *n;
	struct level *l;

	if (r->nodes++ == NODES_MAX) {
		complain(r, ev, "more than 100000 values");
		return NULL;
	}
	n = arena_get(r->y, sizeof(*n));
	n->type = type;
	n->line = line_of(ev->start_mark);
	n->column = column_of(ev->start_mark);
	n->end_line = line_of(ev->end_mark);
	if (!r->depth) {
		r->y->root = n;
		return n;
	}
	l = &r->level[r->depth - 1];
	n->key = l->key;
	n->key_line = l->key_line;
	n->key_column = l->key_column;
	l->key = NULL;
	*l->tail = n;
	l->tail = &n->next;
	return n;
}

static bool add_scalar(struct reader *r, const yaml_event_t *ev)
{
	struct yaml_node *n = add_node(r, ev, YAML_SCALAR);

	if (!n)
		return false;
	n->text = copy(r, ev);
	n->plain = is_plain(ev);
	if (n->plain && strstr(n->text, ":\u00a0"))
		tell_nbsp(r, n->line, n->end_line);
	check_text(r, ev, SCALAR_MAX);
	return true;
}

/* An alias stands where a value does; an empty one takes its place. */
static bool add_alias(struct reader *r, const yaml_event_t *ev)
{
	struct yaml_node *n;

	complain(r, ev, "aliases (*name) are not supported");
	if (key_is_due(r))
		return false;
	n = add_node(r, ev, YAML_SCALAR);
	if (n)
		n->text = "";
	return n;
}

static bool open_level(
	struct reader *r, const yaml_event_t *ev, enum yaml_type type)
{
	struct yaml_node *n;

	if (key_is_due(r)) {
		complain(r, ev, "a key must be text, not a mapping or list");
		return false;
	}
	if (r->depth == DEPTH_MAX) {
		complain(r, ev, "nested deeper than 32 levels");
		return false;
	}
	n = add_node(r, ev, type);
	if (!n)
		return false;
	r->level[r->depth++] = (struct level){.node = n, .tail = &n->child};
	return true;
}

static int by_place(unsigned line_a, unsigned column_a, unsigned line_b,
	unsigned column_b)
{
	if (line_a != line_b)
		return line_a < line_b ? -1 : 1;
	return column_a < column_b ? -1 : column_a > column_b;
}

static int by_key(const void *a, const void *b)
{
	const struct yaml_node *x = *(struct yaml_node *const *)a;
	const struct yaml_node *y = *(struct yaml_node *const *)b;
	int order = strcmp(x->key, y->key);

	return order ? order : by_place(x->key_line, x->key_column,
				       y->key_line, y->key_column);
}

/* Sorted, so that a mapping with very many keys takes no quadratic time. */
static void refuse_duplicates(struct reader *r, const struct yaml_node *map)
{
	struct yaml_node **sorted, *first = map->child;
	size_t n = 0;

	if (!first)
		return;
	for (struct yaml_node *c = map->child; c; c = c->next)
		n++;
	sorted = mem_alloc(n * sizeof(struct yaml_node *));
	n = 0;
	for (struct yaml_node *c = map->child; c; c = c->next)
		sorted[n++] = c;
	qsort(sorted, n, sizeof(struct yaml_node *), by_key);
	first = sorted[0];
	for (size_t i = 1; i < n; i++) {
		if (strcmp(first->key, sorted[i]->key)) {
			first = sorted[i];
			continue;
		}
		yaml_key_error(r->y, sorted[i], r->errors,
			"duplicate key \"%s\", first at %u:%u", first->key,
			first->key_line, first->key_column);
		r->wrong = true;
	}
	free(sorted);
}

static void close_level(struct reader *r, const yaml_event_t *ev)
{
	struct yaml_node *n = r->level[--r->depth].node;

	n->end_line = line_of(ev->end_mark);
	if (n->type == YAML_MAP)
		refuse_duplicates(r, n);
}

/* False if there is no point in going on. */
static bool take_event(struct reader *r, const yaml_event_t *ev)
{
	switch (ev->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (!r->documents++)
			return true;
		complain(r, ev, "a second document starts here; "
				"only one is allowed");
		return false;
	case YAML_ALIAS_EVENT:
		return add_alias(r, ev);
	case YAML_SCALAR_EVENT:
		refuse_extras(r, ev, ev->data.scalar.anchor,
			ev->data.scalar.tag);
		if (!key_is_due(r))
			return add_scalar(r, ev);
		take_key(r, ev);
		return true;
	case YAML_MAPPING_START_EVENT:
		refuse_extras(r, ev, ev->data.mapping_start.anchor,
			ev->data.mapping_start.tag);
		return open_level(r, ev, YAML_MAP);
	case YAML_SEQUENCE_START_EVENT:
		refuse_extras(r, ev, ev->data.sequence_start.anchor,
			ev->data.sequence_start.tag);
		return open_level(r, ev, YAML_LIST);
	case YAML_MAPPING_END_EVENT:
	case YAML_SEQUENCE_END_EVENT:
		close_level(r, ev);
		return true;
	default:
		return true;
	}
}

/* What most often lies behind "mapping values are not allowed": `before` is the
 * line up to the colon. */
static const char *colon_hint(const char *before, size_t n, size_t column)
{
	if (column > LIBRARY_KEY_MAX)
		return "a key has at most 64 bytes";
	for (size_t i = 0; i + 1 < n; i++)
		if (before[i] == ':' && before[i + 1] == ' ')
			return "text with \": \" in it needs quotes";
	return "is this line indented too far?";
}

static const char *syntax_hint(const struct reader *r, const yaml_parser_t *lib)
{
	size_t n, indent = 0, at = 0, used;
	const char *s = yaml_line(r->y, line_of(lib->problem_mark), &n);
	const char *problem = lib->problem ? lib->problem : "";

	if (!s)
		return NULL;
	while (indent < n && s[indent] == ' ')
		indent++;
	if (indent < n && s[indent] == '\t')
		return "tabs are not allowed for indentation";
	if (strstr(problem, "cannot start any token"))
		return "put the text in quotes";
	for (size_t i = 0; at < n && i < lib->problem_mark.column; i++) {
		text_decode(s + at, n - at, &used);
		at += used;
	}
	if (strstr(problem, "mapping values"))
		return colon_hint(s, at, lib->problem_mark.column);
	while (at && s[at - 1] == ' ')
		at--;
	if (at > indent && at < n && strchr("}]\"'", s[at - 1]))
		return "text that starts with a bracket or a quote needs quotes "
		       "around all of it";
	return NULL;
}

/* libyaml's words and, where it knows one, the place of what is unfinished. */
static struct err *add_syntax_error(struct reader *r, const yaml_parser_t *lib)
{
	const char *problem = lib->problem ? lib->problem : "this is not YAML";
	unsigned line = line_of(lib->problem_mark);
	unsigned column = column_of(lib->problem_mark);

	if (strstr(problem, "incompatible YAML"))
		problem = "this YAML version is not supported, only 1.1 and 1.2";
	if (!lib->context)
		return yaml_error_at(r->y, line, column, r->errors, "%s",
			problem);
	if (lib->context_mark.index == lib->problem_mark.index)
		return yaml_error_at(r->y, line, column, r->errors, "%s %s",
			problem, lib->context);
	return yaml_error_at(r->y, line, column, r->errors,
		"%s %s that starts at %u:%u", problem, lib->context,
		line_of(lib->context_mark), column_of(lib->context_mark));
}

static void syntax_error(struct reader *r, const yaml_parser_t *lib)
{
	unsigned line = line_of(lib->problem_mark);
	unsigned from = line > 1 ? line - 1 : 1;
	const char *hint;
	struct err *e;

	if (lib->error == YAML_MEMORY_ERROR)
		panic("libyaml is out of memory");
	r->wrong = true;
	if (lib->context && line_of(lib->context_mark) < from)
		from = line_of(lib->context_mark);
	if (tell_nbsp(r, from, line))
		return;
	e = add_syntax_error(r, lib);
	hint = syntax_hint(r, lib);
	if (hint)
		err_hint(e, "%s", hint);
}

static void read_events(struct reader *r)
{
	yaml_parser_t lib;
	yaml_event_t ev;
	bool on;

	if (!yaml_parser_initialize(&lib))
		panic("libyaml is out of memory");
	yaml_parser_set_input_string(&lib,
		(const unsigned char *)r->y->bytes, r->y->size);
	do {
		if (!yaml_parser_parse(&lib, &ev)) {
			syntax_error(r, &lib);
			break;
		}
		on = take_event(r, &ev) && ev.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&ev);
	} while (on);
	yaml_parser_delete(&lib);
}

/* A mapping's duplicates are told at its end, after those inside. */
static void sort_errors(struct err *e, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct err moved = e[i];
		size_t j = i;

		for (; j && by_place(e[j - 1].line, e[j - 1].column, moved.line,
				    moved.column) > 0; j--)
			e[j] = e[j - 1];
		e[j] = moved;
	}
}

bool yaml_parse(struct yaml *y, const char *file, const char *bytes, size_t size,
	struct err_list *errors)
{
	struct reader r = {.y = y, .errors = errors};
	size_t before = errors->n;

	*y = (struct yaml){0};
	if (size > YAML_FILE_MAX) {
		yaml_file_error(errors, ERR_INVALID, file, "larger than 1 MiB");
		return false;
	}
	y->file = mem_strdup(file);
	y->bytes = mem_alloc(size + 1);
	y->size = size;
	if (size)
		memcpy(y->bytes, bytes, size);
	if (yaml_check_characters(y, errors))
		read_events(&r);
	else
		r.wrong = true;
	if (!r.wrong && (!y->root || yaml_missing(y->root))) {
		yaml_error_at(y, y->root ? y->root->line : 1,
			y->root ? y->root->column : 1, errors,
			"there is nothing in this file");
		r.wrong = true;
	}
	if (!r.wrong)
		return true;
	sort_errors(errors->at + before, errors->n - before);
	yaml_done(y);
	return false;
}

