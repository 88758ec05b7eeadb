/* SPDX-License-Identifier: GPL-3.0-or-later
 * Answers of commands as lines to be heard, or felt on forty cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "output/rows_text.h"

enum { FEW = 4,		/* lines of changes; the rest is counted */
	MANY = 8,	/* rows alike that are said at once */
	MINUS = 0x2212, MASK = 0xb7, BOX_FIRST = 0x2500, SHAPE_LAST = 0x25ff };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool in_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') ||
		(c >= 'A' && c <= 'Z') || c == '_' || c == ',' || c == '.';
}

/* The length of a number with grouped digits at s, like 1,024; 0: none. */
static size_t grouped(const char *s)
{
	size_t n = 0, group = 0;

	while (is_digit(s[n]))
		n++;
	if (n == 0 || n > 3 || s[n] != ',')
		return 0;
	while (s[n] == ',' && is_digit(s[n + 1])) {
		for (group = 0; is_digit(s[n + 1 + group]);)
			group++;
		if (group != 3)
			return 0;
		n += 4;
	}
	return group ? n : 0;
}

/* Without the commas in 1,024; a list in quotes stays one. Returns the bytes
 * that were read, 0: there is no such number. */
static size_t put_number(struct buf *out, const char *text, const char *s,
	bool quoted)
{
	size_t n = quoted || (s > text && in_word(s[-1])) ? 0 : grouped(s);

	for (size_t i = 0; i < n; i++)
		if (s[i] != ',')
			buf_putc(out, s[i]);
	return n;
}

/* What is hidden until the question is answered. */
static size_t put_mask(struct buf *out, const char *s)
{
	static const char mask[] = "·····";

	if (strncmp(s, mask, sizeof(mask) - 1))
		return 0;
	buf_puts(out, "hidden");
	return sizeof(mask) - 1;
}

/* Blanks between columns; those that begin a line stay. */
static size_t put_gap(struct buf *out, const char *s, enum rows_gap gap)
{
	size_t n = strspn(s, " ");
	bool colon = gap == GAP_COLON;

	if (n < 2 || !out->n || out->s[out->n - 1] == '\n' || !s[n] ||
		s[n] == '\n')
		return 0;
	buf_puts(out, colon && out->s[out->n - 1] != ':' ? ": " : " ");
	return n;
}

void rows_clean(struct buf *out, const char *text, enum rows_gap gap)
{
	bool quoted = false;
	size_t used;

	for (const char *s = text; *s; s += used) {
		uint32_t ch = text_decode(s, strlen(s), &used);
		size_t n = 0;

		if (is_digit(*s))
			n = put_number(out, text, s, quoted);
		else if (ch == MASK)
			n = put_mask(out, s);
		else if (ch == ' ' && gap != GAP_KEPT)
			n = put_gap(out, s, gap);
		quoted ^= ch == '"';
		if (n)
			used = n;
		else if (ch == MINUS)
			buf_putc(out, '-');
		else if (ch >= BOX_FIRST && ch <= SHAPE_LAST)
			buf_puts(out, text_ascii(ch));
		else
			buf_put(out, s, used);
	}
}

/* An address, or the value of an expression, is one thing. */
static bool stays_whole(const struct row *r)
{
	return r->kind == ROW_VALUE || r->kind == ROW_DISPLAY ||
		(r->kind == ROW_TABLE && r->text && !strchr(r->text, ' '));
}

/* "cpu[" and ".waits" of "cpu[12].waits", and its index. False: it has none. */
static bool index_of(const char *label, size_t *open, size_t *close,
	unsigned long *index)
{
	const char *bracket = label ? strchr(label, '[') : NULL;
	char *end;

	if (!bracket)
		return false;
	*index = strtoul(bracket + 1, &end, 10);
	*open = (size_t)(bracket - label);
	*close = (size_t)(end - label);
	return *end == ']';
}

/* Whether a row says of the next index what the one before says of its own. */
static bool goes_on(const struct row *a, const struct row *b)
{
	unsigned long i, k;
	size_t open[2], close[2];

	return b->kind == ROW_CHANGE && a->value == b->value &&
		a->before == b->before && !a->text && !b->text &&
		index_of(a->label, &open[0], &close[0], &i) &&
		index_of(b->label, &open[1], &close[1], &k) && k == i + 1 &&
		open[0] == open[1] &&
		!strncmp(a->label, b->label, open[0]) &&
		!strcmp(a->label + close[0], b->label + close[1]);
}

/* The same of many indices is one line: "cpu[3..11].waits 0, was 1". Returns how
 * many rows that is; 1: nothing was put. */
static size_t put_many(const struct rows *rows, size_t i, struct buf *line)
{
	const struct row *first = &rows->at[i];
	struct row all = *first;
	unsigned long from, to;
	size_t open, close, n = 1;
	char label[128];

	while (first->kind == ROW_CHANGE && i + n < rows->n &&
		goes_on(&rows->at[i + n - 1], &rows->at[i + n]))
		n++;
	if (n < MANY)
		return 1;
	index_of(rows->at[i + n - 1].label, &open, &close, &to);
	index_of(first->label, &open, &close, &from);
	snprintf(label, sizeof(label), "%.*s[%lu..%lu%s", (int)open,
		first->label, from, to, first->label + close);
	all.label = label;
	rows_line(&all, line);
	return n;
}

static enum rows_gap gap_of(enum row_kind kind)
{
	return kind == ROW_NOTE ? GAP_COLON : kind == ROW_TABLE ? GAP_ONE
								: GAP_KEPT;
}

/* A word that no line has room for, such as a map of frames, is cut. */
static void cut_words(const struct buf *from, int columns, struct buf *out)
{
	int width = 0;
	size_t used;

	for (const char *s = buf_text(from); *s; s += used) {
		uint32_t ch = text_decode(s, strlen(s), &used);

		width = ch == ' ' || ch == '\n' ? 0
			: width + text_char_width(ch);
		if (columns > 0 && width > columns) {
			buf_putc(out, '\n');
			width = text_char_width(ch);
		}
		buf_put(out, s, used);
	}
}

/* Changes from row i on that are left out once FEW lines have said some; the last
 * one alone is said as well. */
static size_t put_rest(const struct rows *rows, size_t i, struct buf *line)
{
	size_t n = 0;

	while (i + n < rows->n && rows->at[i + n].kind == ROW_CHANGE)
		n++;
	if (n > 1)
		buf_printf(line, "… %zu more (changes)", n);
	return n;
}

void rows_speech(const struct rows *rows, int columns, bool ascii,
	struct buf *out)
{
	struct buf line = { 0 }, clean = { 0 };
	unsigned changes = 0;

	for (size_t i = 0, n; i < rows->n; i += n) {
		const struct row *r = &rows->at[i];

		buf_clear(&line);
		buf_clear(&clean);
		changes = r->kind == ROW_CHANGE ? changes + 1 : 0;
		n = changes > FEW ? put_rest(rows, i, &line)
			: put_many(rows, i, &line);
		if (n == 1 && !line.n)
			rows_line(r, &line);
		if (!line.n)
			continue;
		if (stays_whole(r)) {
			rows_wrap(out, buf_text(&line), 0, ascii);
			continue;
		}
		rows_clean(&clean, buf_text(&line), gap_of(r->kind));
		buf_clear(&line);
		cut_words(&clean, columns, &line);
		rows_wrap(out, buf_text(&line), columns, ascii);
	}
	buf_done(&line);
	buf_done(&clean);
}
