/* SPDX-License-Identifier: GPL-3.0-or-later
 * A judged report as JSON. Unknown values are null, never 0.
 */
#ifndef OUTPUT_REPORT_JSON_H
#define OUTPUT_REPORT_JSON_H

#include "report/judge.h"
#include "report/proc.h"

struct buf;

/* One object, without a newline. p: of a machine's state; NULL. */
void report_json(const struct report *r, const struct judgement *j,
	const struct proc *p, struct buf *out);

#endif
