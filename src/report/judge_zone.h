/* SPDX-License-Identifier: GPL-3.0-or-later
 * One zone before the watermark check, in both versions. Of judge.c alone.
 */
#ifndef REPORT_JUDGE_ZONE_H
#define REPORT_JUDGE_ZONE_H

#include "report/judge.h"

/* Fills in `v` for v->zone with the order, class, mark and flags of j. */
void judge_zone(const struct report *r, const struct judgement *j,
	struct zone_view *v);
/* May the request have pages of this zone? */
bool report_asks(const struct report *r, const struct judgement *j,
	const struct report_zone *z);
/* Free blocks of order o that the request may take: 0 or all. */
s64 report_fitting(const struct judgement *j, const struct zone_view *v,
	unsigned o);
/* lowmem_reserve of this zone for a class, REPORT_UNKNOWN if it is not told. */
s64 report_reserve(const struct report *r, const struct report_zone *z,
	enum zone_class c);

#endif
