/* SPDX-License-Identifier: GPL-3.0-or-later
 * What stands beside the zones of a machine: counters, limits, slab caches.
 */
#ifndef OUTPUT_PROC_TEXT_H
#define OUTPUT_PROC_TEXT_H

#include "report/proc.h"

struct buf;
struct json;

void proc_text(const struct proc *p, const struct report *r, struct buf *out);
/* The same as members of a report's object. */
void proc_json(const struct proc *p, const struct report *r, struct json *o);

#endif
