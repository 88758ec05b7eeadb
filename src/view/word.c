/* SPDX-License-Identifier: GPL-3.0-or-later
 * Numbers and times as the screen writes them, returned by value.
 */
#include "view/word.h"
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct word word_number(s64 value)
{
	struct buf b = {0};
	struct word w;

	buf_put_int(&b, value, 1, 1);
	snprintf(w.s, sizeof(w.s), "%s", buf_text(&b));
	buf_done(&b);
	return w;
}

/* Tenths of a unit, rounded to the nearest. */
static struct word tenths(u64 ns, u64 unit, const char *name)
{
	u64 t = ns / unit * 10 + (ns % unit * 10 + unit / 2) / unit;

	return word_of("%s.%u %s", word_number((s64)(t / 10)).s,
		(unsigned)(t % 10), name);
}

struct word word_time(u64 ns)
{
	if (ns < 1000)
		return word_of("%u ns", (unsigned)ns);
	if (ns < 999950)
		return tenths(ns, 1000, "µs");
	if (ns < 999950000)
		return tenths(ns, 1000000, "ms");
	return tenths(ns, 1000000000, "s");
}

struct word word_of(const char *format, ...)
{
	struct word w;
	va_list args;

	va_start(args, format);
	vsnprintf(w.s, sizeof(w.s), format, args);
	va_end(args);
	return w;
}
