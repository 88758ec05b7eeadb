/* SPDX-License-Identifier: GPL-3.0-or-later
 * Errors a person can mend, bugs, and memory that never runs out silently.
 */
#include "base/err.h"
#include "base/buf.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	SOURCE_LEFT = 60,	/* characters kept before a far column */
	SHOWN = 76,		/* columns of a source line on screen */
	SHOWN_LEFT = 50,	/* of these, at most so many before the caret */
	CUT_LEFT = 30,		/* what is left of them where they are more */
};

/* Takes off a character that the end of the buffer has cut in two. */
static void trim_half(char *s)
{
	size_t n = strlen(s), from = n > 4 ? n - 4 : 0, used;

	while (from < n && ((unsigned char)s[from] & 0xc0) == 0x80)
		from++;
	for (; from < n; from += used)
		if (text_decode(s + from, n - from, &used) == 0xfffd &&
				used == 1) {
			s[from] = '\0';
			return;
		}
}

static void format_into(char *s, size_t size, const char *format, va_list args)
{
	int n = vsnprintf(s, size, format, args);

	if (n < 0)
		panic("format \"%s\" failed", format);
	if ((size_t)n >= size)
		trim_half(s);
}

bool err_set(struct err *e, enum err_code code, const char *format, ...)
{
	/* The arguments may be texts of *e itself. */
	struct err fresh = {.code = code};
	va_list args;

	va_start(args, format);
	format_into(fresh.text, sizeof(fresh.text), format, args);
	va_end(args);
	*e = fresh;
	return false;
}

bool err_at(struct err *e, const char *file, unsigned line, unsigned column)
{
	if (file) {
		snprintf(e->file, sizeof(e->file), "%s", file);
		if (strlen(file) >= sizeof(e->file))
			trim_half(e->file);
	}
	e->line = line;
	e->column = column;
	return false;
}

bool err_hint(struct err *e, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	format_into(e->hint, sizeof(e->hint), format, args);
	va_end(args);
	return false;
}

/* Bytes that the first `chars` characters of s take. */
static size_t bytes_of(const char *s, size_t n, size_t chars)
{
	size_t at = 0, used;

	for (; at < n && chars; chars--) {
		text_decode(s + at, n - at, &used);
		at += used;
	}
	return at;
}

void err_source(struct err *e, const char *line, size_t n)
{
	size_t from = 0;

	e->source_column = 1;
	if (n >= sizeof(e->source) && e->column > SOURCE_LEFT) {
		from = bytes_of(line, n, e->column - SOURCE_LEFT);
		e->source_column = e->column - SOURCE_LEFT + 1;
	}
	n -= from;
	if (n >= sizeof(e->source))
		n = sizeof(e->source) - 1;
	memcpy(e->source, line + from, n);
	e->source[n] = '\0';
	trim_half(e->source);
}

int err_exit_status(const struct err *e)
{
	switch (e->code) {
	case ERR_NONE:
		return 0;
	case ERR_USAGE:
	case ERR_INVALID:
	case ERR_RANGE:
		return 2;
	case ERR_NO:
		return 1;
	case ERR_IO:
		return 3;
	}
	panic("error code %d", (int)e->code);
}

/* The source line, cut to a row around the caret, and the caret below. */
static void print_source(const struct err *e, struct buf *out)
{
	size_t n = strlen(e->source), before, fits, cut = 0, used;
	unsigned first = e->source_column ? e->source_column : 1;
	struct buf left = {0}, right = {0};
	int width, right_width;

	before = bytes_of(e->source, n,
		e->column > first ? e->column - first : 0);
	text_clean(&left, e->source, before);
	text_clean(&right, e->source + before, n - before);
	width = text_width(buf_text(&left));
	if (width > SHOWN_LEFT)
		for (; width > CUT_LEFT; cut += used)
			width -= text_char_width(text_decode(left.s + cut,
				left.n - cut, &used));
	if (cut || first > 1) {
		buf_puts(out, "...");
		width += 3;
	}
	buf_puts(out, buf_text(&left) + cut);
	fits = text_clip(buf_text(&right), SHOWN - width, &right_width);
	buf_put(out, buf_text(&right), fits);
	buf_puts(out, fits < right.n ? "...\n" : "\n");
	if (e->column)
		buf_printf(out, "%*s^\n", width, "");
	buf_done(&left);
	buf_done(&right);
}

void err_print(const struct err *e, struct buf *out)
{
	if (e->file[0]) {
		text_clean(out, e->file, strlen(e->file));
		if (e->line)
			buf_printf(out, ":%u", e->line);
		if (e->line && e->column)
			buf_printf(out, ":%u", e->column);
		buf_puts(out, ": ");
	}
	text_clean(out, e->text, strlen(e->text));
	if (e->hint[0]) {
		buf_puts(out, " (");
		text_clean(out, e->hint, strlen(e->hint));
		buf_puts(out, ")");
	}
	buf_putc(out, '\n');
	if (e->source[0])
		print_source(e, out);
}

/* Part of the terminal's state: how to leave it before anything is said. */
static void (*restore)(void);

void panic_hook(void (*hook)(void))
{
	restore = hook;
}

void panic_at(const char *file, int line, const char *format, ...)
{
	void (*hook)(void) = restore;
	va_list args;

	restore = NULL; /* a panic in the hook must not call it again */
	if (hook)
		hook();
	fprintf(stderr, "mmstep: internal error at %s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	_exit(4);
}

static void *or_panic(void *p, size_t size)
{
	if (!p)
		panic("out of memory (%zu bytes)", size);
	return p;
}

void *mem_alloc(size_t size)
{
	return or_panic(calloc(1, size ? size : 1), size);
}

void *mem_resize(void *p, size_t size)
{
	return or_panic(realloc(p, size ? size : 1), size);
}

char *mem_strdup(const char *s)
{
	return mem_strndup(s, strlen(s));
}

char *mem_strndup(const char *s, size_t n)
{
	size_t length = strnlen(s, n);
	char *copy = mem_alloc(length + 1);

	memcpy(copy, s, length);
	return copy;
}
