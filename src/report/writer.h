/* SPDX-License-Identifier: GPL-3.0-or-later
 * Of the scene of a report, what to_scene.c and scene_ask.c share.
 */
#ifndef REPORT_WRITER_H
#define REPORT_WRITER_H

#include "base/buf.h"
#include "report/to_scene.h"

enum { NAME_BYTES = 120 };

struct writer {
	const struct report *r;
	const struct judgement *j;
	struct played p;
	struct outcome by[2];		/* by rule, of the act that is written */
	enum era rule;			/* in force, or the one to begin with */
	bool asks;			/* with questions, and acts of what if */
	char source[NAME_BYTES];	/* "kern.log, line 3" */
	struct buf *out;
};

extern const char *const writer_rules[2], *const writer_rule_titles[2];

/* What the rule of the scene says of the act that is written. */
static inline const struct outcome *writer_now(const struct writer *w)
{
	return &w->by[w->rule];
}
const char *writer_zone(const struct writer *w, unsigned i);
/* The mark of the last try: "lowered min". */
const char *writer_mark(const struct writer *w);
/* "block", "page" */
const char *writer_thing(const struct writer *w);

/* Questions. Each condition names the rule that it is of, so that no look at the
 * other one changes what is right. */
/* "Normal has … free pages. Will it give a block?": free pages alone say nothing. */
void ask_gives(struct writer *w);
/* Before the check's first line: by how many pages will it be too few? */
void ask_amount(struct writer *w);
/* Of an act that changes something: will a zone give it then? */
void ask_change(struct writer *w, const char *name);

#endif
