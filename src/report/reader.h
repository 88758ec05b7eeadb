/* SPDX-License-Identifier: GPL-3.0-or-later
 * Finds reports in logs and /proc files, fed in pieces of any size.
 *
 * Rules: memory does not grow with the input. Lines of several CPUs are told
 * apart by their caller ids; a first line that comes late is put before the
 * memory listing that had none.
 */
#ifndef REPORT_READER_H
#define REPORT_READER_H

#include "report/report.h"

struct reader;

/* Takes each finished report, in the order in which they end, and frees it. */
typedef void report_take(void *user, struct report *r);

struct reader *reader_new(report_take *take, void *user);
void reader_feed(struct reader *rd, const char *bytes, size_t n);
void reader_end(struct reader *rd);
void reader_free(struct reader *rd);

#endif
