/* SPDX-License-Identifier: GPL-3.0-or-later
 * A growing string of bytes, always NUL-terminated.
 */
#include "base/buf.h"
#include "base/err.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 64 };

void buf_done(struct buf *b)
{
	free(b->s);
	*b = (struct buf){0};
}

void buf_clear(struct buf *b)
{
	b->n = 0;
	if (b->s)
		b->s[0] = '\0';
}

/* Room for n more bytes and the NUL. */
static void reserve(struct buf *b, size_t n)
{
	size_t size = b->size ? b->size : FIRST_SIZE;

	if (n > SIZE_MAX / 2 - b->n - 1)
		panic("buffer of %zu and %zu bytes", b->n, n);
	while (size < b->n + n + 1)
		size *= 2;
	if (size == b->size)
		return;
	b->s = mem_resize(b->s, size);
	b->size = size;
}

void buf_put(struct buf *b, const char *s, size_t n)
{
	reserve(b, n);
	if (n)
		memcpy(b->s + b->n, s, n);
	b->n += n;
	b->s[b->n] = '\0';
}

void buf_puts(struct buf *b, const char *s)
{
	buf_put(b, s, strlen(s));
}

void buf_putc(struct buf *b, char c)
{
	buf_put(b, &c, 1);
}

void buf_printf(struct buf *b, const char *format, ...)
{
	va_list args;
	int n;

	reserve(b, FIRST_SIZE);
	va_start(args, format);
	n = vsnprintf(b->s + b->n, b->size - b->n, format, args);
	va_end(args);
	if (n < 0)
		panic("format \"%s\" failed", format);
	if ((size_t)n >= b->size - b->n) {
		reserve(b, (size_t)n);
		va_start(args, format);
		vsnprintf(b->s + b->n, b->size - b->n, format, args);
		va_end(args);
	}
	b->n += (size_t)n;
}

const char *buf_text(const struct buf *b)
{
	return b->s ? b->s : "";
}

void buf_put_int(struct buf *b, int64_t value, int group, int minus)
{
	char digits[20];
	size_t n = 0;
	/* Negating in unsigned keeps the smallest value right. */
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	do {
		digits[n++] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		buf_puts(b, minus ? "\u2212" : "-");
	while (n) {
		buf_putc(b, digits[--n]);
		if (group && n && n % 3 == 0)
			buf_putc(b, ',');
	}
}

void buf_put_word(struct buf *b, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";

	if (*word && word[strspn(word, plain)] == 0) {
		buf_puts(b, word);
		return;
	}
	buf_putc(b, '\'');
	for (; *word; word++)
		if (*word == '\'')
			buf_puts(b, "'\\''");
		else
			buf_putc(b, *word);
	buf_putc(b, '\'');
}
