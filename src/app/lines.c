/* SPDX-License-Identifier: GPL-3.0-or-later
 * Commands from --exec and --commands.
 */
#include <stdlib.h>
#include <string.h>
#include "app/files.h"
#include "app/lines.h"

enum { FILE_MIB = 1 };

static void add(struct lines *l, const char *text)
{
	l->at = mem_resize(l->at, (l->n + 1) * sizeof(*l->at));
	l->at[l->n++] = mem_strdup(text);
}

const char *line_repeat(const struct buf *last, const char *line)
{
	return line[strspn(line, " \t")] ? line : buf_text(last);
}

void line_note(struct buf *last, const struct command *c)
{
	if (c->id == CMD_N)
		return;
	buf_clear(last);
	if (commands[c->id].class == CLASS_STEP && c->id != CMD_ACT)
		buf_puts(last, c->line);
}

void line_trim(char *line, size_t n)
{
	if (n && line[n - 1] == '\n')
		line[--n] = 0;
	if (n && line[n - 1] == '\r')
		line[--n] = 0;
}

bool lines_read(struct lines *l, const char *path, bool pipes, struct err *e)
{
	struct buf text = { 0 };
	bool good = files_read(path, pipes, FILE_MIB, &text, e);
	char *p = text.s, *end = p ? p + text.n : p;

	l->file = pipes && !strcmp(path, "-") ? "<stdin>" : path;
	l->file_from = l->n;
	while (good && p < end) {
		char *stop = memchr(p, '\n', (size_t)(end - p));
		char *next = stop ? stop + 1 : end;

		line_trim(p, (size_t)(next - p));
		add(l, p);
		p = next;
	}
	buf_done(&text);
	return good;
}

bool lines_gather(const struct options *o, struct lines *l, struct err *e)
{
	memset(l, 0, sizeof(*l));
	for (unsigned i = 0; i < o->execs.n; i++)
		add(l, o->execs.at[i]);
	if (!o->given[OPTION_COMMANDS])
		return true;
	if (lines_read(l, o->value[OPTION_COMMANDS], true, e))
		return true;
	lines_done(l);
	return false;
}

void lines_place(const struct lines *l, size_t i, struct err *e)
{
	if (l->file && i >= l->file_from && !e->file[0])
		err_at(e, l->file, (unsigned)(i - l->file_from) + 1,
			e->column);
}

void lines_done(struct lines *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->at[i]);
	free(l->at);
	memset(l, 0, sizeof(*l));
}
