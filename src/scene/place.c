/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where in the file a character of a scalar's text stands.
 *
 * Folding changes white space only, so characters that are none come in the
 * same order in the text and in the file, whatever the scalar's style: plain,
 * quoted (where an escape is one character), folded or literal.
 */
#include <string.h>
#include "base/text.h"
#include "scene/load.h"

struct cursor {
	const char *p, *end;
	unsigned line, column;
};

/* The next character of the file; a line break of any kind is '\n'. */
static uint32_t take(struct cursor *c)
{
	size_t used;
	uint32_t ch = text_decode(c->p, (size_t)(c->end - c->p), &used);

	if (ch == '\r' && used && c->p + 1 < c->end && c->p[1] == '\n')
		used++;
	c->p += used;
	c->column++;
	if (ch != '\n' && ch != '\r')
		return ch;
	c->line++;
	c->column = 1;
	return '\n';
}

static bool is_space(uint32_t ch)
{
	return ch == ' ' || ch == '\t' || ch == '\n';
}

/* One character of the text; what an escape stands for matters only as far as
 * it is white space or not. */
static uint32_t take_unit(struct cursor *c, char style)
{
	uint32_t ch = take(c);
	unsigned digits;

	if (style == '\'' && ch == '\'')
		return take(c);
	if (style != '"' || ch != '\\')
		return ch;
	ch = take(c);
	digits = ch == 'x' ? 2 : ch == 'u' ? 4 : ch == 'U' ? 8 : 0;
	while (digits--)
		take(c);
	return is_space(ch) || ch == 'n' || ch == 't' ? ' ' : 'x';
}

/* Puts the cursor where the scalar's text starts; returns its style. */
static char start(const struct yaml *y, const struct yaml_node *n,
	struct cursor *c)
{
	size_t size = 0;
	const char *line = yaml_line(y, n->line, &size);
	char style = 0;

	*c = (struct cursor){ line, y->bytes + y->size, n->line, 1 };
	while (c->p < c->end && c->line == n->line && c->column < n->column)
		take(c);
	if (n->plain || c->p >= c->end)
		return 0;
	style = *c->p;
	if (style == '"' || style == '\'')
		take(c);
	else
		while (c->p < c->end && c->line == n->line)
			take(c);	/* the head of a block */
	return style;
}

void text_place(const struct yaml *y, const struct yaml_node *n,
	unsigned column, unsigned *line, unsigned *file_column)
{
	const char *text = n->text;
	size_t left = strlen(text), used;
	struct cursor c, before;
	unsigned spaces = 0;
	char style = start(y, n, &c);

	for (unsigned i = 1; i < column && left; i++, text += used, left -= used) {
		if (is_space(text_decode(text, left, &used))) {
			spaces++;
			continue;
		}
		spaces = 0;
		while (c.p < c.end && is_space(take_unit(&c, style)))
			;
	}
	before = c;
	before.column += spaces;
	if (left && !is_space(text_decode(text, left, &used)))
		do
			before = c;
		while (c.p < c.end && is_space(take_unit(&c, style)));
	*line = before.line;
	*file_column = before.column;
}
