/* SPDX-License-Identifier: GPL-3.0-or-later
 * Logs as lines of plain kernel text: any length, constant memory.
 */
#include <string.h>
#include "report/log.h"

void log_init(struct log *l, log_take *take, void *user)
{
	l->take = take;
	l->user = user;
	l->number = 1;
	l->n = 0;
	l->piece = false;
	l->caller = LOG_NO_CALLER;
}

/* The length of a terminal's escape sequence at s, 0 if there is none. */
static size_t escape_length(const char *s, size_t n)
{
	size_t i = 2;

	if (n < 2 || s[0] != 033)
		return 0;
	if (s[1] == '[') {
		while (i < n && (unsigned char)s[i] < 0x40)
			i++;
		return i < n ? i + 1 : n;
	}
	if (s[1] != ']')
		return 2;
	while (i < n && s[i] != 007 && s[i] != 033)
		i++;
	return i < n ? i + 1 : n;
}

/* Takes out NUL, escape sequences and control characters; returns the length. */
static size_t plain(char *s, size_t n)
{
	size_t to = 0;

	for (size_t i = 0; i < n;) {
		size_t skip = escape_length(s + i, n - i);
		unsigned char c = (unsigned char)s[i];

		i += skip ? skip : 1;
		if (skip || !c)
			continue;
		s[to++] = c < ' ' || c == 0x7f ? ' ' : (char)c;
	}
	return to;
}

/* How many bytes at s write a newline out: #012, \x0a, \012, \n. */
static size_t written_newline(const char *s)
{
	if (*s == '#')
		return strncmp(s, "#012", 4) ? 0 : 4;
	if (!strncmp(s, "\\x0a", 4) || !strncmp(s, "\\012", 4))
		return 4;
	return !strncmp(s, "\\n", 2) ? 2 : 0;
}

/* Words that a reader left out at the end of a line: nothing that touches the
 * cut is whole, but a number with its unit. */
static void drop_torn_word(struct log_line *line)
{
	size_t n = line->n;

	if (n >= 3 && line->text[n - 1] == 'B' &&
		strchr("kK", line->text[n - 2]) && line->text[n - 3] >= '0' &&
		line->text[n - 3] <= '9')
		return;
	while (n && line->text[n - 1] != ' ')
		n--;
	line->text[n] = 0;
	line->n = n;
}

static void give(struct log *l, char *s, size_t n, bool cut)
{
	struct log_line line = { .number = l->number, .caller = l->caller };
	size_t from = 0;

	s[n] = 0;
	if (!l->piece)
		from = log_prefix(s, n, &line.caller);
	l->caller = line.caller;
	while (from < n && s[from] == ' ')
		from++;
	while (n > from && s[n - 1] == ' ' && !cut)
		n--;
	s[n] = 0;
	line.text = s + from;
	line.n = n - from;
	line.cut = cut;
	if (!cut && line.n > 1 && line.text[line.n - 1] == '>' &&
		line.text[0] != '<') {	/* a pager's mark: more stood here */
		line.text[--line.n] = 0;
		line.cut = true;
	}
	if (line.cut)
		drop_torn_word(&line);
	if (line.n)
		l->take(l->user, &line);
}

/* One line of the file, or a piece of it; it may hold several of the kernel. */
static void split(struct log *l, size_t n, bool cut)
{
	char *s = l->held, *end;
	bool piece = l->piece;

	n = plain(s, n);
	s[n] = 0;
	end = s + n;
	if (!piece)
		l->caller = LOG_NO_CALLER;
	for (char *at = s; at < end;) {
		size_t skip;

		at += strcspn(at, "#\\");
		if (at >= end)
			break;
		skip = written_newline(at);
		if (!skip) {
			at++;
			continue;
		}
		give(l, s, (size_t)(at - s), false);
		at += skip;
		s = at;
		l->piece = false;
	}
	give(l, s, (size_t)(end - s), cut);
	l->piece = piece;
}

static void whole_line(struct log *l)
{
	split(l, l->n, false);
	l->number++;
	l->n = 0;
	l->piece = false;
}

/* The line is longer than we hold: gives what ends at the last blank. */
static void give_piece(struct log *l)
{
	size_t n = l->n, rest;
	char tail[256];

	while (n && l->n - n < sizeof(tail) && l->held[n - 1] != ' ')
		n--;
	if (!n || l->n - n >= sizeof(tail))
		n = l->n;
	rest = l->n - n;
	memcpy(tail, l->held + n, rest);
	split(l, n, false);
	memcpy(l->held, tail, rest);
	l->n = rest;
	l->piece = true;
}

void log_feed(struct log *l, const char *bytes, size_t n)
{
	while (n) {
		const char *end = memchr(bytes, '\n', n);
		size_t take = end ? (size_t)(end - bytes) : n;
		size_t room = LOG_LINE_MAX - l->n;

		if (take > room) {
			memcpy(l->held + l->n, bytes, room);
			l->n += room;
			bytes += room;
			n -= room;
			give_piece(l);
			continue;
		}
		memcpy(l->held + l->n, bytes, take);
		l->n += take;
		bytes += take;
		n -= take;
		if (end) {
			whole_line(l);
			bytes++;
			n--;
		}
	}
}

void log_end(struct log *l)
{
	if (l->n)
		split(l, l->n, true);
	l->n = 0;
}
