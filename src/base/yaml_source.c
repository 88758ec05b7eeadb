/* SPDX-License-Identifier: GPL-3.0-or-later
 * The text behind a YAML tree: its lines, its characters, errors at a place.
 */
#include "base/yaml_source.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERRORS_MAX = 50 };

struct err *err_list_add(struct err_list *l)
{
	/* One more than is kept, to write into what is dropped; allocated at
	 * once, so that the errors given out stay where they are. */
	if (!l->at) {
		l->size = ERRORS_MAX + 1;
		l->at = mem_alloc(l->size * sizeof(*l->at));
	}
	if (l->n < ERRORS_MAX)
		return &l->at[l->n++];
	l->dropped++;
	return &l->at[ERRORS_MAX];
}

void err_list_done(struct err_list *l)
{
	free(l->at);
	*l = (struct err_list){0};
}

const char *yaml_line(const struct yaml *y, unsigned line, size_t *n)
{
	const char *s = y->bytes, *end = s + y->size;

	if (y->size >= 3 && !memcmp(s, "\xef\xbb\xbf", 3))
		s += 3;
	for (;;) {
		const char *at = s;

		while (at < end && *at != '\n' && *at != '\r')
			at++;
		*n = (size_t)(at - s);
		if (!--line)
			return s;
		if (at == end)
			return NULL;
		s = at + 1 + (*at == '\r' && at + 1 < end && at[1] == '\n');
	}
}

/* Goes through a text by characters, keeping the place. */
struct walk {
	const char *s;			/* NUL-terminated */
	size_t n, at;
	unsigned line, column;		/* of the character at `at` */
};

static struct walk walk_start(const char *s, size_t n)
{
	bool mark = n >= 3 && !memcmp(s, "\xef\xbb\xbf", 3);

	return (struct walk){s, n, mark ? 3 : 0, 1, 1};
}

/* Steps over one character. */
static void walk_next(struct walk *w)
{
	char c = w->s[w->at];
	size_t used;

	text_decode(w->s + w->at, w->n - w->at, &used);
	w->at += used;
	w->column++;
	if (c == '\n' || (c == '\r' && (w->at == w->n || w->s[w->at] != '\n'))) {
		w->line++;
		w->column = 1;
	}
}

/* Behind the last character that is no line break. */
static struct walk walk_end(const struct yaml *y)
{
	struct walk w = walk_start(y->bytes, y->size);
	size_t end = y->size;

	while (end && (y->bytes[end - 1] == '\n' || y->bytes[end - 1] == '\r'))
		end--;
	while (w.at < end)
		walk_next(&w);
	return w;
}

/* Adds place and source line; what lies behind the end is moved to it. */
static void place(const struct yaml *y, struct err *e, unsigned line,
	unsigned column)
{
	size_t n;
	const char *s = yaml_line(y, line, &n);
	struct walk end;

	/* Nothing follows (or a NUL, which is no end). */
	if (!s || !s[strspn(s, "\r\n")]) {
		end = walk_end(y);
		if (line > end.line ||
			(line == end.line && column > end.column)) {
			line = end.line;
			column = end.column;
			s = yaml_line(y, line, &n);
		}
	}
	err_at(e, y->file, line, column);
	err_source(e, s, n);
}

static struct err *add_error(const struct yaml *y, unsigned line,
	unsigned column, struct err_list *errors, const char *format,
	va_list args)
{
	struct err *e = err_list_add(errors);
	char text[2 * sizeof(e->text)];

	vsnprintf(text, sizeof(text), format, args);
	err_set(e, ERR_INVALID, "%s", text);
	if (!errors->dropped) /* nobody sees the others; finding lines is slow */
		place(y, e, line, column);
	return e;
}

struct err *yaml_error(const struct yaml *y, const struct yaml_node *n,
	struct err_list *errors, const char *format, ...)
{
	struct err *e;
	va_list args;

	va_start(args, format);
	e = add_error(y, n->line, n->column, errors, format, args);
	va_end(args);
	return e;
}

struct err *yaml_error_at(const struct yaml *y, unsigned line, unsigned column,
	struct err_list *errors, const char *format, ...)
{
	struct err *e;
	va_list args;

	va_start(args, format);
	e = add_error(y, line, column, errors, format, args);
	va_end(args);
	return e;
}

struct err *yaml_key_error(const struct yaml *y, const struct yaml_node *n,
	struct err_list *errors, const char *format, ...)
{
	struct err *e;
	va_list args;

	va_start(args, format);
	if (n->key)
		e = add_error(y, n->key_line, n->key_column, errors, format,
			args);
	else
		e = add_error(y, n->line, n->column, errors, format, args);
	va_end(args);
	return e;
}

void yaml_file_error(struct err_list *errors, enum err_code code,
	const char *file, const char *text)
{
	struct err *e = err_list_add(errors);

	err_set(e, code, "%s", text);
	err_at(e, file, 0, 0);
}

bool yaml_find_nbsp(
	const struct yaml *y, unsigned to, unsigned *line, unsigned *column)
{
	struct walk w = walk_start(y->bytes, y->size);

	while (w.at < w.n && w.line <= to) {
		bool colon = w.line >= *line && w.s[w.at] == ':';

		walk_next(&w);
		if (!colon || strncmp(w.s + w.at, "\u00a0", 2))
			continue;
		*line = w.line;
		*column = w.column;
		return true;
	}
	return false;
}

/* Controls, line breaks that an editor doesn't show as such, and what libyaml
 * refuses without a place. */
static bool is_allowed(uint32_t ch)
{
	if (ch < 0x20)
		return ch == '\t' || ch == '\n' || ch == '\r';
	return (ch < 0x7f || ch >= 0xa0) && ch != 0x2028 && ch != 0x2029 &&
	       ch != 0xfeff && ch != 0xfffe && ch != 0xffff;
}

/* By its mark, or by every other byte being NUL. */
static bool is_utf16(const char *s, size_t n)
{
	if (n >= 2 && (!memcmp(s, "\xff\xfe", 2) || !memcmp(s, "\xfe\xff", 2)))
		return true;
	return n >= 4 && !s[0] == !s[2] && !s[1] == !s[3] && !s[0] != !s[1];
}

static bool check_character(const struct yaml *y, const struct walk *w,
	struct err_list *errors)
{
	size_t used;
	uint32_t ch = text_decode(w->s + w->at, w->n - w->at, &used);

	if (ch == 0xfffd && used == 1)
		yaml_error_at(y, w->line, w->column, errors, "invalid UTF-8");
	else if (!is_allowed(ch))
		yaml_error_at(y, w->line, w->column, errors,
			"the character U+%04X is not allowed", (unsigned)ch);
	else if (w->column == 1 && !strncmp(w->s + w->at, "%TAG", 4))
		/* Here because libyaml takes quadratic time for many. */
		yaml_error_at(y, w->line, w->column, errors,
			"tags (%%TAG) are not supported");
	else
		return true;
	return false;
}

bool yaml_check_characters(const struct yaml *y, struct err_list *errors)
{
	struct walk w = walk_start(y->bytes, y->size);
	struct err *e;

	if (is_utf16(w.s, w.n)) {
		e = yaml_error_at(y, 1, 1, errors,
			"this is UTF-16; save the file as UTF-8");
		e->source[0] = '\0';
		return false;
	}
	for (; w.at < w.n; walk_next(&w))
		if (!check_character(y, &w, errors))
			return false;
	return true;
}
