/* SPDX-License-Identifier: GPL-3.0-or-later
 * What carried a log may have written it anew: terminals, JSON, web pages, mail.
 * All of it is undone in place; nothing grows.
 */
#include <string.h>
#include "base/text.h"
#include "report/log.h"

enum { TAG_MAX = 200, ENTITY_MAX = 8, KEY_WITHIN = 4096 };

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static int hex(char c)
{
	if (digit(c))
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 :
		c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool at(const char *s, size_t n, const char *word)
{
	size_t length = strlen(word);

	return n >= length && !memcmp(s, word, length);
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
	if (s[1] == '(' || s[1] == ')')
		return n < 3 ? n : 3;
	if (s[1] != ']')
		return 2;
	while (i < n && s[i] != 007 && s[i] != 033)
		i++;
	return i < n ? i + 1 : n;
}

/* What stands for one character, and how long its spelling is. */
struct spelling {
	const char *written;
	char means;			/* 0: nothing */
};

static size_t spelled(const struct spelling *table, const char *s, size_t n,
	char *means)
{
	for (; table->written; table++)
		if (*s == *table->written && s[1] == table->written[1] &&
			at(s, n, table->written)) {
			*means = table->means;
			return strlen(table->written);
		}
	return 0;
}

/* "&gt;", "&#62;" */
static size_t entity(const char *s, size_t n, char *means)
{
	static const struct spelling names[] = { { "&gt;", '>' },
		{ "&lt;", '<' }, { "&amp;", '&' }, { "&quot;", '"' },
		{ "&apos;", '\'' }, { "&nbsp;", ' ' }, { NULL, 0 } };
	size_t i = 2;
	int value = 0;

	if (n < 4 || s[1] != '#')
		return spelled(names, s, n, means);
	while (i < n && i < ENTITY_MAX && digit(s[i]))
		value = value * 10 + (s[i++] - '0');
	if (i == 2 || i >= n || s[i] != ';')
		return 0;
	*means = value > ' ' && value < 0x7f ? (char)value : ' ';
	return i + 1;
}

/* "<br>" and "</p>" end a line, "<pre class=x>" is nothing. <TASK>, <idle> and
 * <4> are the kernel's. To add one: a word. */
static size_t tag(const char *s, size_t n, char *means)
{
	static const char ends[] = " br hr /p /div /li /tr /pre ";
	static const char others[] = " p pre div span /span code /code li tr td "
		"/td tt /tt font /font samp /samp blockquote /blockquote ";
	const char *end = memchr(s, '>', n < TAG_MAX ? n : TAG_MAX);
	char word[16] = " ";
	size_t length = 1;

	while (length < n && length < 12 && ((s[length] >= 'a' &&
		s[length] <= 'z') || (s[length] == '/' && length == 1)))
		length++;
	if (!end || length == 1 || length == n || length > 11 ||
		!strchr("> /", s[length]))
		return 0;
	memcpy(word + 1, s + 1, length - 1);
	word[length] = ' ';
	if (!strstr(ends, word) && !strstr(others, word))
		return 0;
	*means = strstr(ends, word) ? '\n' : 0;
	return (size_t)(end - s) + 1;
}

/* Blanks that are none: no-break, zero width, a byte order mark; tabs that are
 * written out; what a mail or a page put before signs. */
static size_t odd_blank(const char *s, size_t n, char *means)
{
	static const struct spelling table[] = { { "\u00a0", ' ' },
		{ "\u202f", ' ' }, { "\u200b", 0 }, { "\ufeff", 0 },
		{ "#011", ' ' }, { "\\011", ' ' }, { "\\x09", ' ' },
		{ "\\*", '*' }, { "\\_", '_' }, { "\\[", '[' }, { "\\]", ']' },
		{ "\\(", '(' }, { "\\)", ')' }, { "\\>", '>' }, { "\\<", '<' },
		{ NULL, 0 } };

	return spelled(table, s, n, means);
}

/* Does a field's name end here? "order", but not "0x200da" */
static bool name_before(const char *s, size_t n)
{
	size_t i = n;

	while (i && ((s[i - 1] >= 'a' && s[i - 1] <= 'z') || s[i - 1] == '_'))
		i--;
	return i < n && !(i && digit(s[i - 1]));
}

/* "=3D" of a mail's quoted-printable. A blank at a line's end is "=20" in it,
 * which tells nothing by itself: before[] may be a field's name. */
static size_t printable(const char *s, size_t n, bool qp, const char *before,
	size_t n_before, char *means)
{
	int value;

	if (n < 3 || hex(s[1]) < 0 || hex(s[2]) < 0)
		return 0;
	if (!qp && (n > 3 || !at(s, n, "=20") || !n_before ||
		name_before(before, n_before)))
		return 0;
	value = hex(s[1]) * 16 + hex(s[2]);
	*means = value < ' ' || value >= 0x7f ? ' ' : (char)value;
	return 3;
}

static size_t special(const char *s, size_t n, char *means)
{
	switch (*s) {
	case 033:
		*means = 0;
		return escape_length(s, n);
	case '&':
		return entity(s, n, means);
	case '<':
		return tag(s, n, means);
	case '#':
	case '\\':
	case (char)0xc2:
	case (char)0xe2:
	case (char)0xef:
		return odd_blank(s, n, means);
	default:
		return 0;
	}
}

/* Bytes that are not themselves, or may not be. */
static const bool special_byte[256] = {
	[0] = true, [1] = true, [2] = true, [3] = true, [4] = true, [5] = true,
	[6] = true, [7] = true, [8] = true, [9] = true, [10] = true,
	[11] = true, [12] = true, [13] = true, [14] = true, [15] = true,
	[16] = true, [17] = true, [18] = true, [19] = true, [20] = true,
	[21] = true, [22] = true, [23] = true, [24] = true, [25] = true,
	[26] = true, [27] = true, [28] = true, [29] = true, [30] = true,
	[31] = true, [0x7f] = true, ['&'] = true, ['<'] = true, ['='] = true,
	['#'] = true, ['\\'] = true, [0xc2] = true, [0xe2] = true,
	[0xef] = true,
};

size_t log_plain(char *s, size_t n, bool qp)
{
	size_t to = 0;

	for (size_t i = 0; i < n;) {
		size_t from = i, skip;
		char means = 0;

		while (i < n && !special_byte[(unsigned char)s[i]])
			i++;
		if (to != from)
			memmove(s + to, s + from, i - from);
		to += i - from;
		if (i == n)
			break;
		skip = s[i] == '=' ? printable(s + i, n - i, qp, s, to, &means)
				   : special(s + i, n - i, &means);
		if (!skip && s[i])
			means = (unsigned char)s[i] < ' ' || s[i] == 0x7f ? ' '
				: s[i];
		i += skip ? skip : 1;
		if (means)
			s[to++] = means;
	}
	return to;
}

/* ---- JSON ------------------------------------------------------------------------ */

/* Behind the quote that opens the text of a log's line; NULL if there is none. To
 * add one: a key. */
static char *json_text(char *s, size_t n)
{
	static const char *const keys[] = { "\"MESSAGE\"", "\"message\"",
		"\"log\"", "\"msg\"", "\"textPayload\"", "\"text\"", "\"body\"",
		"\"line\"", "\"comment\"", NULL };
	size_t within = n < KEY_WITHIN ? n : KEY_WITHIN;

	for (const char *const *key = keys; *key; key++)
		for (char *found = s; (found = memchr(found, '"',
			within - (size_t)(found - s))); found++) {
			char *v = found + strlen(*key);

			if (!at(found, n - (size_t)(found - s), *key))
				continue;
			v += strspn(v, " \t");
			if (*v++ != ':')
				continue;
			v += strspn(v, " \t");
			if (*v == '"')
				return v + 1;
		}
	return NULL;
}

/* "\u003e" of n bytes; 0 if it is none. */
static size_t json_unicode(const char *s, size_t n, char out[4])
{
	uint32_t value = 0;

	if (n < 6)
		return 0;
	for (int i = 2; i < 6; i++) {
		if (hex(s[i]) < 0)
			return 0;
		value = value * 16 + (uint32_t)hex(s[i]);
	}
	return text_encode(value && value < 0xd800 ? value : ' ', out);
}

/* Does an object begin behind a prefix? */
static bool json_begins(const char *s, size_t n)
{
	const char *end = s + (n < TAG_MAX ? n : TAG_MAX);

	for (const char *at = s; (at = memchr(at, '{', (size_t)(end - at))); at++)
		if (at[1 + strspn(at + 1, " ")] == '"')
			return true;
	return false;
}

/* Text up to the quote that closes it; a newline stays written out, for what
 * splits lines to find. */
size_t log_json(char *s, size_t n)
{
	char *from = s + strspn(s, " \t,["), *end = s + n;
	size_t to = 0;

	if (*from != '{' && *from != '"' && !json_begins(s, n))
		return n;
	from = json_text(s, n);
	if (!from)
		return n;
	while (from < end && *from != '"') {
		char out[4];
		size_t put = 1, left = (size_t)(end - from), took = 1;

		*out = *from;
		if (*from == '\\' && left > 1 && strchr("\"\\/trbf", from[1])) {
			*out = strchr("trbf", from[1]) ? ' ' : from[1];
			took = 2;
		} else if (*from == '\\' && left > 1 && from[1] == 'u') {
			put = json_unicode(from, left, out);
			took = put ? 6 : 1;
		}
		memcpy(s + to, out, put);
		to += put;
		from += took;
	}
	s[to] = 0;
	return to;
}

/* ---- mail ------------------------------------------------------------------------ */

bool log_soft_break(const char *s, size_t n, bool *qp)
{
	while (n && s[n - 1] == '\r')
		n--;
	for (const char *e = s; !*qp && n < 100 &&
		(e = memchr(e, '=', n - (size_t)(e - s))); e++) {
		size_t left = n - (size_t)(e - s);

		*qp = at(e, left, "=3D");
	}
	if (!n || s[n - 1] != '=')
		return false;
	if (!*qp && n >= 60 && n <= 76 && s[n - 2] != ' ' && s[n - 2] != '=')
		*qp = true;
	return *qp;
}
