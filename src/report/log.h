/* SPDX-License-Identifier: GPL-3.0-or-later
 * Logs as lines of plain kernel text: any length, any prefix, constant memory.
 *
 * A log line loses what stands before the kernel's words (quoting, time, host,
 * caller), escaped newlines split it, control characters become blanks.
 */
#ifndef REPORT_LOG_H
#define REPORT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include "model/types.h"

enum { LOG_LINE_MAX = 1 << 16 };	/* longer ones come in pieces */
enum { LOG_NO_CALLER = -1 };

struct log_line {
	char *text;		/* NUL-terminated, leading blanks removed; may be
				   written to */
	size_t n;
	u64 number;		/* of the line in the file, from 1 */
	s64 caller;		/* thread or CPU that printed it, or LOG_NO_CALLER */
	bool cut;		/* the rest of the line is missing */
};

typedef void log_take(void *user, struct log_line *line);

struct log {
	log_take *take;
	void *user;
	u64 number;
	size_t n;
	bool piece;		/* what is held continues a line given before */
	bool qp;		/* quoted-printable mail: "=3D" is "=" */
	u64 joined;		/* lines that were broken by it, held as one */
	s64 caller;		/* of that line */
	char held[LOG_LINE_MAX + 1];
};

void log_init(struct log *l, log_take *take, void *user);
void log_feed(struct log *l, const char *bytes, size_t n);
/* The end of the file: what is held is a line cut short. */
void log_end(struct log *l);

/* Where the kernel's words begin in a line of n bytes; sets *caller if the
 * prefix names one. text is NUL-terminated. */
size_t log_prefix(const char *text, size_t n, s64 *caller);

/* Seconds since boot in brackets at s: "[ 1234.567890]"; 0, or their length. */
size_t log_stamp(const char *s);

/* Of log_undo.c. Takes out NUL, escape sequences, web and mail spellings; control
 * characters become blanks. Returns the length; a page's line end is '\n'. */
size_t log_plain(char *s, size_t n, bool qp);
/* The kernel's text of a log kept as JSON, or all of it. s is NUL-terminated. */
size_t log_json(char *s, size_t n);
/* Does the mail's next line go on with this one? Sets *qp where it shows. */
bool log_soft_break(const char *s, size_t n, bool *qp);

#endif
