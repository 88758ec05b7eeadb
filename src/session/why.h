/* SPDX-License-Identifier: GPL-3.0-or-later
 * Why: where every number on the screen comes from.
 */
#ifndef SESSION_WHY_H
#define SESSION_WHY_H

#include "session/session.h"

/* The number under the focus, line, step, model time, story, values, parameters,
 * the mail's figures, costs. Values are hidden while a question is open. */
void why_text(struct session *s, struct buf *out);
/* The same of what is told and shown just now alone: for a dialogue. */
void why_here(struct session *s, struct buf *out);

/* Rows of the views whose numbers are no published names: how the row begins, and
 * where they come from. To add one: a row in why.c; a row of a view that is
 * missing there fails in tests/unit/view/numbers.c. Ends with a NULL label. */
struct shown_number {
	u32 workloads;			/* bits */
	const char *label, *from;
};
extern const struct shown_number shown_numbers[];

/* A constant that a screen may show, and whose it is. `status`: NULL where the
 * table has none. */
struct sourced {
	const char *what, *name, *status, *source;
};
/* An error for each row without a source, or with a status that is none. */
void sources_check(const struct sourced *rows, size_t n,
	struct err_list *errors);
/* All of the program's: names, rules, procedures, costs, cards. */
struct sourced *sources_all(const struct costs *c, const struct glossary *g,
	size_t *n);

#endif
