/* SPDX-License-Identifier: GPL-3.0-or-later
 * Traces: what took how long, which orders were asked.
 */
#ifndef OUTPUT_TRACE_TEXT_H
#define OUTPUT_TRACE_TEXT_H

#include "report/trace.h"

struct buf;
struct json;

void trace_text(const struct trace *t, struct buf *out);
/* As members of a report's object. */
void trace_json(const struct trace *t, struct json *o);

#endif
