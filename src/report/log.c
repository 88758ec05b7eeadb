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
	l->piece = l->qp = false;
	l->joined = 0;
	l->caller = LOG_NO_CALLER;
}

/* How many bytes at s end a line: #012, \x0a, \012, \n, \r\n written out, or a
 * web page's line end. */
static size_t written_newline(const char *s)
{
	if (*s == '\n')
		return 1;
	if (!strncmp(s, "\\r\\n", 4))
		return 4;
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

/* Quotes that closed a string of JSON, if the prefix opened one. */
static size_t without_quotes(const char *s, size_t from, size_t n)
{
	if (!memchr(s, '"', from))
		return n;
	while (n > from && strchr("\",]}", s[n - 1]))
		n--;
	return n;
}

static void give(struct log *l, char *s, size_t n, bool cut)
{
	struct log_line line = { .number = l->number, .caller = l->caller };
	size_t from = 0;

	s[n] = 0;
	if (!l->piece)
		from = log_prefix(s, n, &line.caller);
	l->caller = line.caller;
	if (!cut)
		n = without_quotes(s, from, n);
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

/* "   12\t" of cat -n: with a blank it might be the kernel's. */
static void blank_number(char *s)
{
	size_t n = strspn(s, " "), number = strspn(s + n, "0123456789");

	if (number && s[n + number] == '\t')
		memset(s, ' ', n + number);
}

/* Where the line at s ends before `end`: at a newline that was written out (*skip
 * is its length), or where the next one's time stands. NULL: nowhere. The first
 * time in a line is its own, whatever stands before it. */
static char *line_end(char *s, const char *end, bool first, size_t *skip)
{
	static const bool stops[256] = { ['#'] = true, ['\\'] = true,
		['\n'] = true, ['['] = true };

	for (char *at = s; at < end;) {
		size_t stamp;

		while (at < end && !stops[(unsigned char)*at])
			at++;
		if (at == end)
			break;
		*skip = written_newline(at);
		if (*skip)
			return at;
		stamp = *at == '[' ? log_stamp(at) : 0;
		if (stamp && !first && at > s)
			return at;
		first &= !stamp;
		at += stamp ? stamp : 1;
	}
	return NULL;
}

/* Several lines of the kernel may stand in one of the file. */
static void split(struct log *l, size_t n, bool cut)
{
	char *s = l->held, *end, *at;
	bool piece = l->piece, first = !piece;
	size_t skip;

	s[n] = 0;
	if (!piece) {
		blank_number(s);
		n = log_json(s, n);
		l->caller = LOG_NO_CALLER;
	}
	n = log_plain(s, n, l->qp);
	s[n] = 0;
	end = s + n;
	while ((at = line_end(s, end, first, &skip))) {
		char kept = *at;

		give(l, s, (size_t)(at - s), false);
		*at = kept;
		first = skip > 0;
		s = at + skip;
		l->piece = false;
	}
	give(l, s, (size_t)(end - s), cut);
	l->piece = piece;
}

static void whole_line(struct log *l)
{
	if (log_soft_break(l->held, l->n, &l->qp)) {
		while (l->held[l->n - 1] != '=')
			l->n--;
		l->n--;
		l->joined++;
		return;
	}
	split(l, l->n, false);
	l->number += 1 + l->joined;
	l->joined = 0;
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
