/* SPDX-License-Identifier: GPL-3.0-or-later
 * Numbers and times as the screen writes them, returned by value.
 */
#ifndef VIEW_WORD_H
#define VIEW_WORD_H

#include "model/types.h"

struct word {
	char s[160];
};

/* "393,216", "−8,005": grouped, with U+2212. */
struct word word_number(s64 value);
/* Model time with one decimal and its unit: "640 ns", "2.1 µs", "12.0 ms". */
struct word word_time(u64 ns);
/* printf into a word; what does not fit is cut. */
struct word word_of(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
