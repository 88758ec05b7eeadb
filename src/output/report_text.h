/* SPDX-License-Identifier: GPL-3.0-or-later
 * A judged report as text of 80 columns: what was asked, each zone with every
 * subtraction, the verdict.
 */
#ifndef OUTPUT_REPORT_TEXT_H
#define OUTPUT_REPORT_TEXT_H

#include "report/judge.h"

struct buf;

/* Lines, each ended by '\n'. source: the file's name; nothing in it or in the
 * report reaches the text that could steer a terminal. */
void report_text(const struct report *r, const struct judgement *j,
	const char *source, struct buf *out);
/* The same in one line, for a list of reports. */
void report_line(const struct report *r, const struct judgement *j,
	struct buf *out);

/* A label and its text, wrapped behind it. */
void report_row(const char *label, const char *text, struct buf *out);

/* Shared with report_json.c. */
const char *zone_reason_word(enum zone_reason reason);	/* NULL: unknown */
/* The order asked, REPORT_UNKNOWN if none was or it is not told. */
s64 report_order(const struct report *r, const struct judgement *j);
/* Slabs of the smallest order in a SLUB message: what fell back before. */
s64 slab_fallbacks(const struct report_slab *s);

#endif
