/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pieces of a report, from text to numbers. Texts are joined lines, with '\n'
 * where a line ended.
 */
#ifndef REPORT_PARSE_H
#define REPORT_PARSE_H

#include "report/report.h"

/* Digits at *s, which moves behind all of them. False if there is none or the
 * number is beyond any that a kernel prints. */
bool scan_number(const char **s, s64 *value);
/* What `word` begins with: the number after `key`, which is anywhere in text, if
 * a delimiter follows it. */
bool number_after(const char *text, const char *key, s64 *value);
/* "0-1,4" as bits; 0 if it is none or above 63. */
u64 scan_nodes(const char *s);
bool starts(const char *s, const char *with);
/* The last place of `words`, NULL if there is none: a task's name, which stands
 * first, may hold them, too. */
const char *last_of(const char *text, const char *words);
/* Copies what a report may show, without control characters. */
void keep_word(char *out, size_t size, const char *s, size_t n);

/* "X: page allocation failure: order:4, mode:0x10c0d0", "X invoked oom-killer:
 * …", "vmalloc: allocation failure: N bytes" and their kin. */
void parse_header(struct report *r, const char *text);
/* "nodemask=0-1,cpuset=/,mems_allowed=0" */
void parse_sets(struct report *r, const char *text);
/* " 3.13.0-29-generic #53" behind "Not tainted" or the flags. */
void parse_version(struct report *r, const char *text);
/* A zone class at s; *n is the length of its name. ZONE_UNKNOWN if it is none. */
enum zone_class scan_class(const char *s, size_t *n);
/* "free:15900kB min:264kB …" */
void parse_zone(struct report *r, struct report_zone *z, const char *text);
/* "0 3217 3912 3912" */
void parse_reserve(struct report_zone *z, const char *text);
/* "1*4kB (U) … = 15900kB" */
void parse_list(struct report *r, struct report_zone *z, const char *text);
/* "free:40691 slab_reclaimable:37781 …", in pages. */
void parse_totals(struct report *r, const char *text);
/* "1042643 pages RAM" and the like; false if it is none of them. */
bool parse_tail(struct report *r, const char *text);
/* "SLUB: Unable to …", then "cache: …", then "node 0: …". */
void parse_slab(struct report *r, struct report_slab *s, const char *text);
/* The OOM killer's table of tasks: its heads, then each row; then its victim. */
void parse_tasks_head(struct report *r, const char *text);
void parse_task_row(struct report *r, const char *text);
void parse_killed(struct report *r, const char *text);
/* "memory: usage 1024kB, limit 1024kB, failcnt 3" */
void parse_memcg(struct report *r, const char *text);

#endif
