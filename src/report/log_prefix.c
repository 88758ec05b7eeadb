/* SPDX-License-Identifier: GPL-3.0-or-later
 * What logs put before the kernel's words: quoting, priority, time in any
 * language, host, "kernel:", and who printed it.
 */
#include <stdlib.h>
#include <string.h>
#include "report/log.h"

enum { TAG_WITHIN = 160, BRACKET_WITHIN = 64, STAMP_WITHIN = 240,
	MICROSECONDS = 6, ROUNDS = 12 };

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits(const char *s)
{
	size_t n = 0;

	while (digit(s[n]))
		n++;
	return n;
}

/* "12:34", at least: hours and minutes. */
static bool is_clock(const char *s)
{
	return digit(s[0]) && digit(s[1]) && s[2] == ':' && digit(s[3]) &&
		digit(s[4]) && !digit(s[5]);
}

static bool has_clock(const char *s, size_t n)
{
	for (size_t i = 0; i + 5 <= n; i++)
		if (is_clock(s + i))
			return true;
	return false;
}

/* "> > " of a quoted mail, "JD> ", ": "; "=>" and "->" are not at a line's start. */
static size_t quote(const char *s)
{
	size_t n = 0;

	while (n < 5 && s[n] >= 'A' && s[n] <= 'Z')
		n++;
	if (*s == '>')
		return 1;
	if ((*s == '|' && strchr(" |", s[1]) && s[1]) ||
		((*s == ':' || *s == '#' || *s == '*') && s[1] == ' '))
		return 1;
	return n && n < 5 && s[n] == '>' ? n + 1 : 0;
}

/* "<4>" */
static size_t priority(const char *s)
{
	size_t n = *s == '<' ? digits(s + 1) : 0;

	return n && n <= 3 && s[1 + n] == '>' ? n + 2 : 0;
}

/* "  123.456789", "+0.000012", "<    0.000012>" */
static bool is_seconds(const char *s)
{
	size_t n;

	s += strspn(s, " +<");
	n = digits(s);
	return n && s[n] == '.' && digits(s + n + 1) >= 3;
}

size_t log_stamp(const char *s)
{
	const char *at = s + 1 + strspn(s + 1, " "), *end;
	size_t n = digits(at);

	if (!n || at[n] != '.' || digits(at + n + 1) != MICROSECONDS)
		return 0;
	at += n + 1 + MICROSECONDS;
	end = *at == ']' ? at : strchr(" ,<@", *at) && *at
		? memchr(at, ']', strnlen(at, BRACKET_WITHIN)) : NULL;
	return end ? (size_t)(end - s) + 1 : 0;
}

/* Seconds since boot, whatever stands before them; 0 if they are not there. */
static size_t stamp(const char *s, size_t n)
{
	const char *end = s + (n < STAMP_WITHIN ? n : STAMP_WITHIN);

	for (const char *at = s; (at = memchr(at, '[', (size_t)(end - at))); at++)
		if (log_stamp(at))
			return (size_t)(at - s) + log_stamp(at);
	return 0;
}

/* "[  123.456789]", "[Di Aug 12 10:00:00 2014]", "[ T460]", "[C1]", "[T1@C2]" */
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
		digits(in + 1) < 10 && strchr("]@", in[1 + digits(in + 1)])) {
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

/* "(3)[123:kworker]", ".(0)[1:swapper/0]" of some phones. */
static size_t phone(const char *s)
{
	size_t dot = *s == '.';
	size_t n = s[dot] == '(' ? digits(s + dot + 1) : 0;
	const char *end;

	n += dot;
	if (n == dot || s[n + 1] != ')' || s[n + 2] != '[' || !digits(s + n + 3))
		return 0;
	end = memchr(s + n, ']', strnlen(s + n, BRACKET_WITHIN));
	return end ? (size_t)(end - s) + 1 : 0;
}

/* "[3:        kswapd0:  123] ", "I[3:kswapd0:123] " of others: CPU, task, its id */
static size_t phone_task(const char *s)
{
	size_t letter = *s >= 'A' && *s <= 'Z', n;
	const char *end;

	s += letter;
	n = *s == '[' ? digits(s + 1) : 0;
	if (!n || s[n + 1] != ':')
		return 0;
	end = memchr(s, ']', strnlen(s, BRACKET_WITHIN));
	if (!end || !digit(end[-1]) || !memchr(s + n + 2, ':', (size_t)(end - s) - n - 2))
		return 0;
	return letter + (size_t)(end - s) + 1;
}

/* "c3 1234 ", "c3   1234 (kworker/0:1) " */
static size_t phone_cpu(const char *s)
{
	size_t n = *s == 'c' ? digits(s + 1) : 0, id;
	const char *end;

	if (!n || n > 3 || s[++n] != ' ')
		return 0;
	n += strspn(s + n, " ");
	id = digits(s + n);
	if (!id || s[n + id] != ' ')
		return 0;
	n += id + 1;
	end = s[n] == '(' ? memchr(s + n, ')', strnlen(s + n, BRACKET_WITHIN))
			  : NULL;
	return end ? (size_t)(end - s) + 1 : n;
}

/* "  0     0 W kernel  : " behind the time of a phone's log, "root" before it or
 * not; or "W/kernel  (    0): ". */
static size_t logcat(const char *s)
{
	const char *end = memchr(s, ':', strnlen(s, BRACKET_WITHIN));
	size_t n = 0, id;

	if (!end || end[1] != ' ')
		return 0;
	while (digit(s[n]) || (s[n] >= 'a' && s[n] <= 'z') || s[n] == '_')
		n++;
	if (*s && strchr("VDIWEFA", *s) && s[1] == '/' && end[-1] == ')' &&
		digit(end[-2]))
		return (size_t)(end - s) + 2;
	for (int i = 0; n && i < 3; i++) {
		n += strspn(s + n, " ");
		if (s[n] && strchr("VDIWEFA", s[n]) && s[n + 1] == ' ')
			return i && s + n < end ? (size_t)(end - s) + 2 : 0;
		id = digits(s + n);
		if (!id)
			return 0;
		n += id;
	}
	return 0;
}

/* "web_1  | " of containers shown together */
static size_t container_name(const char *s)
{
	const char *bar = memchr(s, '|', strnlen(s, BRACKET_WITHIN));
	size_t n = bar && !digit(*s) ? strcspn(s, " |") : 0;

	return n && s[n] == ' ' && s + n + strspn(s + n, " ") == bar &&
		bar[1] == ' ' ? (size_t)(bar - s) + 2 : 0;
}

/* "12:", "kern.log:", "/var/log/kern.log:12:" of grep; no "12:34:56" */
static size_t file_and_line(const char *s)
{
	size_t number = digits(s), n;

	if (number && number < 10 && s[number] == ':')
		return is_clock(s) && s[5] == ':' ? 0 : number + 1;
	n = strcspn(s, ": ");
	if (s[n] != ':' || !s[n + 1] || n > BRACKET_WITHIN)
		return 0;
	return (*s == '/' && s[n + 1] != ' ') || (n > 4 &&
		(!strncmp(s + n - 4, ".log", 4) ||
		!strncmp(s + n - 4, ".txt", 4))) ? n + 1 : 0;
}

/* "192.168.1.5:6666 ", "10.0.0.1: " of a network console's receiver */
static size_t address(const char *s)
{
	size_t n = 0;

	for (int i = 0; i < 4; i++) {
		size_t part = digits(s + n);

		if (!part || part > 3 || (i < 3 && s[n + part] != '.'))
			return 0;
		n += part + (i < 3);
	}
	n += s[n] == ':' ? 1 + digits(s + n + 1) : 0;
	return s[n] == ' ' ? n + 1 : 0;
}

/* "MESSAGE=" of a journal's fields */
static size_t field(const char *s)
{
	return strncmp(s, "MESSAGE=", 8) ? 0 : 8;
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

/* "2024-01-31T12:34:56.123+01:00 ", "2024-01-31 12:34:56,123 ", "12:34:56 ",
 * "01-31 12:34:56.789 ", "1700000000.123456 " */
static size_t date(const char *s)
{
	size_t n = digits(s);

	if (n >= 9 && n <= 11 && s[n] == '.' && digits(s + n + 1) >= 3) {
		n += 1 + digits(s + n + 1);
		return s[n] == ' ' ? n + 1 : 0;
	}
	if (n == 4 && s[4] == '-')
		n = 5 + digits(s + 5);
	if ((n == 2 || n == 7) && s[n] == '-' && digits(s + n + 1) == 2 &&
		s[n + 3] && strchr("T ", s[n + 3]))
		n += 4;
	else
		n = 0;
	if (!is_clock(s + n))
		return 0;
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

/* Prefixes that are told by their own look. To add one: a row. */
static size_t (*const by_look[])(const char *s) = { quote, priority, phone,
	phone_task, phone_cpu, facility, date, month, container, logcat,
	container_name, file_and_line, address, field };

size_t log_prefix(const char *text, size_t n, s64 *caller)
{
	size_t at = stamp(text, n), skip;
	bool tagged = false;

	for (int round = 0; round < ROUNDS; round++) {
		const char *s;

		at += strspn(text + at, " ");
		s = text + at;
		skip = bracket(s, caller);
		if (!skip)
			skip = raw(s, caller);
		if (!skip) {
			skip = tag(s, n - at, tagged);
			tagged |= skip;
		}
		for (size_t i = 0; !skip && i < sizeof(by_look) / sizeof(*by_look); i++)
			skip = by_look[i](s);
		if (!skip)
			break;
		at += skip;
	}
	return at;
}
