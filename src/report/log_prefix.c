/* SPDX-License-Identifier: GPL-3.0-or-later
 * What logs put before the kernel's words: quoting, priority, time in any
 * language, host, "kernel:", and who printed it.
 */
#include <stdlib.h>
#include <string.h>
#include "report/log.h"

enum { TAG_WITHIN = 160, BRACKET_WITHIN = 64, ROUNDS = 12 };

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits(const char *s)
{
	return strspn(s, "0123456789");
}

/* "12:34", at least: hours and minutes. */
static bool is_clock(const char *s)
{
	return digit(s[0]) && digit(s[1]) && s[2] == ':' && digit(s[3]) &&
		digit(s[4]);
}

static bool has_clock(const char *s, size_t n)
{
	for (size_t i = 0; i + 5 <= n; i++)
		if (is_clock(s + i))
			return true;
	return false;
}

/* "> > " of a quoted mail; "=>" and "->" are not at a line's start. */
static size_t quote(const char *s)
{
	return (*s == '>' || *s == '|') && strchr(" >|", s[1]) ? 1 : 0;
}

/* "<4>" */
static size_t priority(const char *s)
{
	size_t n = *s == '<' ? digits(s + 1) : 0;

	return n && n <= 3 && s[1 + n] == '>' ? n + 2 : 0;
}

/* "  123.456789", "+0.000012" */
static bool is_seconds(const char *s)
{
	size_t n;

	s += strspn(s, " +");
	n = digits(s);
	return n && s[n] == '.' && digits(s + n + 1) >= 3;
}

/* "[  123.456789]", "[Di Aug 12 10:00:00 2014]", "[ T460]", "[C1]" */
static size_t bracket(const char *s, s64 *caller)
{
	const char *end = *s == '[' ? memchr(s, ']', strnlen(s, BRACKET_WITHIN))
				    : NULL;
	const char *in = s + 1;
	size_t n;

	if (!end)
		return 0;
	n = (size_t)(end - s) + 1;
	if (is_seconds(in) || has_clock(in, n - 2))
		return n;
	in += strspn(in, " ");
	if ((*in == 'T' || *in == 'C') && digits(in + 1) &&
		digits(in + 1) < 10 && in[1 + digits(in + 1)] == ']') {
		*caller = strtoll(in + 1, NULL, 10) * 2 + (*in == 'C');
		return n;
	}
	return 0;
}

/* "4,1234,123456789,-;", "4,1234,123456789,-,caller=T460;" of /dev/kmsg */
static size_t raw(const char *s, s64 *caller)
{
	const char *at = s, *end;

	for (int field = 0; field < 3; field++) {
		size_t n = digits(at);

		if (!n || at[n] != ',')
			return 0;
		at += n + 1;
	}
	end = memchr(at, ';', strnlen(at, BRACKET_WITHIN));
	if (!end || memchr(at, ' ', (size_t)(end - at)))
		return 0;
	at = strstr(at, "caller=");
	if (at && at < end && digits(at + 8) < 10)
		*caller = strtoll(at + 8, NULL, 10) * 2 + (at[7] == 'C');
	return (size_t)(end - s) + 1;
}

/* "(3)[123:kworker]" of some phones. */
static size_t phone(const char *s)
{
	size_t n = *s == '(' ? digits(s + 1) : 0;
	const char *end;

	if (!n || s[n + 1] != ')' || s[n + 2] != '[' || !digits(s + n + 3))
		return 0;
	end = memchr(s + n, ']', strnlen(s + n, BRACKET_WITHIN));
	return end ? (size_t)(end - s) + 1 : 0;
}

/* "kern  :warn  : " */
static size_t facility(const char *s)
{
	size_t n = 4;

	if (strncmp(s, "kern", 4))
		return 0;
	n += strspn(s + n, " ");
	if (s[n++] != ':')
		return 0;
	n += strspn(s + n, "abcdefghijklmnopqrstuvwxyz");
	n += strspn(s + n, " ");
	return s[n] == ':' && s[n + 1] == ' ' ? n + 2 : 0;
}

/* "2024-01-31T12:34:56.123+01:00 ", "2024-01-31 12:34:56,123 ", "12:34:56 " */
static size_t date(const char *s)
{
	size_t n = 0;

	if (digits(s) == 4 && s[4] == '-' && digits(s + 5) == 2 &&
		s[7] == '-' && digits(s + 8) == 2 && strchr("T ", s[10])) {
		if (!is_clock(s + 11))
			return 0;
		n = 11;
	} else if (!is_clock(s)) {
		return 0;
	}
	n += strspn(s + n, "0123456789:.,+-Z");
	return s[n] == ' ' ? n + 1 : 0;
}

/* "Mär  3 12:34:56 " */
static size_t month(const char *s)
{
	size_t n = strcspn(s, " "), day;

	if (!n || n > 12 || digit(*s))
		return 0;
	n += strspn(s + n, " ");
	day = digits(s + n);
	if (!day || day > 2 || s[n + day] != ' ' || !is_clock(s + n + day + 1))
		return 0;
	n += day + 1;
	n += strspn(s + n, "0123456789:.,");
	return s[n] == ' ' ? n + 1 : 0;
}

/* "host kernel: ", "kernel[0]: ": a time or one word may stand before it; where
 * one was taken already, only a time. */
static size_t tag(const char *s, size_t n, bool again)
{
	size_t most = n < TAG_WITHIN ? n : TAG_WITHIN;

	for (size_t i = 0; i + 7 < most; i++) {
		size_t end = i + 6;

		if (s[i] != 'k' || strncmp(s + i, "kernel", 6))
			continue;
		if (s[end] == '[')
			end += 2 + digits(s + end + 1);
		if (!strncmp(s + end, " - - - ", 7) && has_clock(s, i))
			return end + 7;		/* RFC 5424 */
		if (s[end] != ':' || (i && s[i - 1] != ' '))
			continue;
		if (i && !has_clock(s, i) && (again || strcspn(s, " ") + 1 < i))
			continue;
		return end + 1;
	}
	return 0;
}

/* "stdout F " of containers' logs. */
static size_t container(const char *s)
{
	return !strncmp(s, "stdout F ", 9) || !strncmp(s, "stderr F ", 9) ? 9 : 0;
}

size_t log_prefix(const char *text, size_t n, s64 *caller)
{
	size_t at = 0, skip;
	bool tagged = false;

	for (int round = 0; round < ROUNDS; round++) {
		const char *s;

		at += strspn(text + at, " ");
		s = text + at;
		skip = quote(s);
		if (!skip)
			skip = priority(s);
		if (!skip)
			skip = bracket(s, caller);
		if (!skip)
			skip = phone(s);
		if (!skip)
			skip = raw(s, caller);
		if (!skip)
			skip = facility(s);
		if (!skip) {
			skip = tag(s, n - at, tagged);
			tagged |= skip;
		}
		if (!skip)
			skip = date(s);
		if (!skip)
			skip = month(s);
		if (!skip)
			skip = container(s);
		if (!skip)
			break;
		at += skip;
	}
	return at;
}
