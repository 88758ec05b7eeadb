/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words of a command line, and which command they name.
 */
#include "command/words.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"

bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

const char *skip_blanks(const char *s)
{
	while (is_blank(*s))
		s++;
	return s;
}

struct word word_next(const char **s)
{
	struct word w = { skip_blanks(*s), 0 };

	while (w.s[w.n] && !is_blank(w.s[w.n]))
		w.n++;
	*s = w.s + w.n;
	return w;
}

bool word_is(struct word w, const char *text)
{
	return !strncmp(w.s, text, w.n) && !text[w.n];
}

bool word_begins(struct word w, const char *text)
{
	return !strncmp(w.s, text, w.n);
}

struct word row_word(const struct command_row *row, unsigned i)
{
	const char *s = row->shorts;
	struct word w = { row->name, strlen(row->name) };

	while (i--)
		w = word_next(&s);
	return w;
}

bool row_word_listed(const struct command_row *row, struct word w)
{
	return w.s == row->name || w.n >= strlen(row->name);
}

static void add(struct matches *out, unsigned id, struct word w)
{
	out->id[out->n] = (enum command_id)id;
	out->word[out->n++] = w;
}

/* The first word of the row that w is, or with `begin` is the beginning of. A
 * name of two words is found by words_second(). */
static bool row_match(const struct command_row *row, struct word w, bool begin,
	struct word *found)
{
	for (unsigned i = 0; (*found = row_word(row, i)).n; i++)
		if (found->n >= w.n && !strncmp(found->s, w.s, w.n) &&
			(begin || found->n == w.n) &&
			!memchr(found->s, ' ', found->n))
			return true;
	return false;
}

void words_match(struct word w, bool operations, struct matches *out)
{
	enum operation op;
	struct word found;

	out->n = 0;
	for (int begin = 0; begin < 2 && !out->n && w.n; begin++)
		for (unsigned id = 0; id < CMD_N; id++)
			if ((!operations ||
				command_operation((enum command_id)id, &op)) &&
				row_match(&commands[id], w, begin, &found))
				add(out, id, found);
}

enum command_id words_second(enum command_id id, struct word w)
{
	size_t n = strlen(commands[id].name);

	for (unsigned i = 0; i < CMD_N && w.n; i++)
		if (!strncmp(commands[i].name, commands[id].name, n) &&
			commands[i].name[n] == ' ' &&
			word_is(w, commands[i].name + n + 1))
			return (enum command_id)i;
	return CMD_N;
}

const char *words_nearest(struct word w, bool operations)
{
	const char *names[CMD_N];
	enum operation op;
	const char *nearest;
	char *word = mem_strndup(w.s, w.n);
	size_t n = 0;

	for (unsigned id = 0; id < CMD_N; id++)
		if (!operations || command_operation((enum command_id)id, &op))
			names[n++] = commands[id].name;
	nearest = text_nearest(word, names, n);
	free(word);
	return nearest;
}
