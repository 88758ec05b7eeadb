/* SPDX-License-Identifier: GPL-3.0-or-later
 * Text to judged reports, for tests: in pieces, as the program reads it.
 */
#ifndef TESTS_VERDICTS_H
#define TESTS_VERDICTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/err.h"
#include "report/judge.h"
#include "report/reader.h"

enum { VERDICTS_MAX = 64 };
struct verdicts {
	struct report *report[VERDICTS_MAX];
	struct judgement judged[VERDICTS_MAX];
	unsigned n;
};

static void verdicts_take(void *user, struct report *r)
{
	struct verdicts *v = user;

	if (v->n == VERDICTS_MAX) {
		report_free(r);
		return;
	}
	v->report[v->n] = r;
	judge(r, REPORT_UNKNOWN, &v->judged[v->n++]);
}

static inline void verdicts_read(struct verdicts *v, const char *text, size_t n)
{
	struct reader *rd = reader_new(verdicts_take, v);

	v->n = 0;
	for (size_t at = 0, piece = 1; at < n; at += piece, piece = 4093) {
		if (piece > n - at)
			piece = n - at;
		reader_feed(rd, text + at, piece);
	}
	reader_end(rd);
	reader_free(rd);
}

static inline void verdicts_done(struct verdicts *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		judgement_done(&v->judged[i]);
		report_free(v->report[i]);
	}
	v->n = 0;
}

/* A whole file; false if it is not there. */
static inline bool file_text(const char *path, struct buf *out)
{
	FILE *f = fopen(path, "rb");
	char piece[4096];
	size_t n;

	buf_clear(out);
	if (!f)
		return false;
	while ((n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_put(out, piece, n);
	fclose(f);
	return true;
}

#endif
