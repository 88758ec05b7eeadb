/* SPDX-License-Identifier: GPL-3.0-or-later
 * Answers of commands: typed rows.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "session/rows.h"

struct row *rows_add(struct rows *r, enum row_kind kind, const char *label,
	const char *text)
{
	struct row *row;

	if (r->n == r->size) {
		r->size = r->size ? r->size * 2 : 16;
		r->at = mem_resize(r->at, r->size * sizeof(*r->at));
	}
	row = &r->at[r->n++];
	*row = (struct row){ .kind = kind,
		.label = label ? mem_strdup(label) : NULL,
		.text = text ? mem_strdup(text) : NULL };
	return row;
}

struct row *rows_printf(struct rows *r, enum row_kind kind, const char *label,
	const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return rows_add(r, kind, label, text);
}

void rows_move(struct rows *r, size_t from, size_t to)
{
	struct row row = r->at[from];

	memmove(&r->at[to + 1], &r->at[to], (from - to) * sizeof(*r->at));
	r->at[to] = row;
}

void rows_move_last(struct rows *r, size_t to)
{
	rows_move(r, r->n - 1, to);
}

void rows_clear(struct rows *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->at[i].label);
		free(r->at[i].text);
	}
	r->n = 0;
}

void rows_done(struct rows *r)
{
	rows_clear(r);
	free(r->at);
	*r = (struct rows){ 0 };
}
