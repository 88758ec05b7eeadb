/* SPDX-License-Identifier: GPL-3.0-or-later
 * Answers of commands as plain lines: for the shell and for pipes.
 */
#include <string.h>
#include "base/text.h"
#include "expr/expr.h"
#include "output/rows_text.h"

/* One word without [[ ]] and ** marks; its columns. */
static int put_word(struct buf *out, const char *s, size_t n, bool ascii)
{
	int width = 0;

	for (size_t i = 0, used; i < n; i += used) {
		uint32_t ch;

		used = 2;
		if (i + 1 < n && (!memcmp(s + i, "[[", 2) ||
			!memcmp(s + i, "]]", 2) || !memcmp(s + i, "**", 2)))
			continue;
		ch = text_decode(s + i, n - i, &used);
		if (ascii && ch > 126) {
			buf_puts(out, text_ascii(ch));
			width += text_width(text_ascii(ch));
		} else {
			buf_put(out, s + i, used);
			width += text_char_width(ch);
		}
	}
	return width;
}

void rows_wrap(struct buf *out, const char *s, int columns, bool ascii)
{
	int column = 0;

	while (*s) {
		size_t n = strcspn(s, " \n"), word = out->n;
		int width = put_word(out, s, n, ascii);

		if (columns > 0 && column && column + width > columns &&
			word > 0 && out->s[word - 1] == ' ') {
			out->s[word - 1] = '\n';
			column = 0;
		}
		column += width;
		s += n;
		if (*s == '\n')
			column = 0;
		else if (*s)
			column++;
		if (*s)
			buf_putc(out, *s++);
	}
	buf_putc(out, '\n');
}

static void put_value(struct buf *out, const struct row *r, int64_t value)
{
	expr_format(r->unit, value, false, out);
}

static const char *text_of(const struct row *r)
{
	return r->text ? r->text : "";
}

static const char *label_of(const struct row *r)
{
	return r->label ? r->label : "";
}

/* Rows with a value. */
static void put_numbers(struct buf *line, const struct row *r)
{
	if (r->kind == ROW_DISPLAY)
		buf_printf(line, "%u: ", r->number);
	if (r->kind == ROW_VALUE || r->kind == ROW_DISPLAY) {
		buf_printf(line, "%s = ", label_of(r));
		if (r->text)
			buf_puts(line, r->text);
		else
			put_value(line, r, r->value);
		return;
	}
	buf_printf(line, "%s%s%s ", text_of(r), r->text ? ": " : "",
		label_of(r));
	put_value(line, r, r->value);
	buf_puts(line, ", was ");
	put_value(line, r, r->before);
}

void rows_line(const struct row *r, struct buf *line)
{
	switch (r->kind) {
	case ROW_LINE:
		buf_printf(line, "%llu cpu %u: %s", (unsigned long long)r->step,
			r->cpu, text_of(r));
		break;
	case ROW_OTHERS:
		buf_printf(line, "meanwhile %s", text_of(r));
		break;
	case ROW_CHANGE:
	case ROW_DISPLAY:
	case ROW_VALUE:
		put_numbers(line, r);
		break;
	case ROW_PLACE:
		if (r->label)
			buf_printf(line, "next cpu %u: %s (%s)", r->cpu,
				text_of(r), r->label);
		else
			buf_puts(line, text_of(r));
		break;
	case ROW_LISTING:
		buf_printf(line, "%s %2u  %s", label_of(r), r->number,
			text_of(r));
		break;
	case ROW_QUESTION:
		buf_printf(line, "question: %s", text_of(r));
		break;
	case ROW_CHOICE:
		buf_printf(line, "  %u) %s", r->number, text_of(r));
		break;
	case ROW_TABLE:
	case ROW_METRIC:
		buf_printf(line, "%s: %s", label_of(r), text_of(r));
		break;
	default:
		buf_puts(line, text_of(r));
	}
}

void rows_text(const struct rows *rows, int columns, bool ascii,
	struct buf *out)
{
	struct buf line = { 0 };

	for (size_t i = 0; i < rows->n; i++) {
		buf_clear(&line);
		rows_line(&rows->at[i], &line);
		if (line.n)
			rows_wrap(out, buf_text(&line),
				rows->at[i].kind == ROW_LISTING ? 0 : columns,
				ascii);
	}
	buf_done(&line);
}
