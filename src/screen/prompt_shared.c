/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the prompt under the screen and the one without have in common.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <readline/readline.h>
#include <readline/history.h>
#include "base/err.h"
#include "base/text.h"
#include "screen/history.h"
#include "screen/prompt_shared.h"

void candidates_clear(struct candidates *c)
{
	buf_clear(&c->all);
	c->n = c->chosen = c->word = 0;
}

const char *candidates_at(const struct candidates *c, size_t i, size_t *length)
{
	const char *s = buf_text(&c->all), *end;

	for (; (end = strchr(s, '\n')) && i; i--)
		s = end + 1;
	*length = end ? (size_t)(end - s) : strlen(s);
	return s;
}

bool candidates_ask(
	struct candidates *c, const struct prompt_options *o, size_t point)
{
	candidates_clear(c);
	if (!o->complete)
		return false;
	c->word = o->complete(o->user, rl_line_buffer, point, &c->all);
	if (c->word > point)
		panic("completion starts behind the cursor");
	for (const char *s = buf_text(&c->all); (s = strchr(s, '\n')); s++)
		c->n++;
	c->chosen = c->n;
	return c->n > 0;
}

size_t candidates_common(const struct candidates *c)
{
	size_t length, other;
	const char *first = candidates_at(c, 0, &length);

	for (size_t i = 1; i < c->n; i++) {
		const char *s = candidates_at(c, i, &other);
		size_t n = 0;

		while (n < length && n < other && s[n] == first[n])
			n++;
		length = n;
	}
	while (length && ((unsigned char)first[length] & 0xc0) == 0x80)
		length--;
	return length;
}

bool candidates_whole(const char *s, size_t n)
{
	return n && !strchr(" =/.([", s[n - 1]);
}

bool prompt_clean(struct buf *out, const char *s, int room)
{
	size_t n = strlen(s), most = room > 0 ? (size_t)room : 0;

	while (n && strchr("\r\n", s[n - 1]))
		n--;
	for (size_t i = 0, used; i < n; i += used) {
		uint32_t ch = text_decode(s + i, n - i, &used);

		if (ch == '\r' && i + 1 < n && s[i + 1] == '\n')
			continue;
		if (out->n + used > most)
			return false;
		if (ch == '\r' || ch == '\n' || ch == '\t')
			buf_putc(out, ' ');
		else if (ch >= 0x20 && ch != 0x7f && ch != 0xfffd &&
			 !(ch >= 0x80 && (ch < 0xa0 || MB_CUR_MAX == 1)))
			buf_put(out, s + i, used);
	}
	return true;
}

/* Readline's own completion, of file names, is never wanted. */
static char *no_match(const char *text, int state)
{
	(void)text;
	(void)state;
	return NULL;
}

void prompt_start(void)
{
	rl_readline_name = "mmstep";
	rl_change_environment = 0;
	rl_completion_entry_function = no_match;
	using_history();
	stifle_history(HISTORY_LINES);
}

static void add_loaded(const char *entry)
{
	add_history(entry);
}

void prompt_history_load(const struct prompt_options *o)
{
	static bool loaded;

	if (!o->history || loaded)
		return;
	history_load(add_loaded);
	loaded = true;
}

void prompt_history_keep(const struct prompt_options *o, const char *line)
{
	HIST_ENTRY *last =
		history_length ? history_get(history_base + history_length - 1)
			       : NULL;

	if (!o->history || !*line || (last && !strcmp(last->line, line)))
		return;
	add_history(line);
	history_append(line);
}
