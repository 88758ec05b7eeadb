/* SPDX-License-Identifier: GPL-3.0-or-later
 * Answers of commands: typed rows, never printed text. The output layer writes
 * them as text or JSON.
 */
#ifndef SESSION_ROWS_H
#define SESSION_ROWS_H

#include "base/buf.h"
#include "model/types.h"

enum row_kind {
	ROW_NOTE,	/* text: a message */
	ROW_LINE,	/* step, cpu, text: a line has run on the followed CPU */
	ROW_OTHERS,	/* text: what the other CPUs did meanwhile */
	ROW_CHANGE,	/* label was before, is value */
	ROW_VALUE,	/* label (expression or name) is value */
	ROW_DISPLAY,	/* the same, of display `number`; text: instead of it */
	ROW_PLACE,	/* step, cpu, text: the line that runs next; label: procedure */
	ROW_LISTING,	/* number, text, label: sign ("+", "-", ">", " ") */
	ROW_SAY,	/* text: narration; label: the cue's name */
	ROW_QUESTION,	/* text; label: the question's name */
	ROW_CHOICE,	/* number, text */
	ROW_VERDICT,	/* text; number 1: right, 0: wrong */
	ROW_TABLE,	/* label, text: two columns */
	ROW_STOP,	/* number, text: a breakpoint was hit */
	ROW_ASIDE,	/* text: of interest in a dialogue, not on a screen */
	ROW_METRIC,	/* label, value, text: variant */
};

struct row {
	enum row_kind kind;
	char *label, *text;	/* owned; may be NULL */
	enum kind unit;		/* of value and before */
	s64 value, before;
	u64 step;
	unsigned cpu, number;
};

struct rows {
	struct row *at;
	size_t n, size;
};

/* A fresh row; label and text are copied (NULL allowed). */
struct row *rows_add(struct rows *r, enum row_kind kind, const char *label,
	const char *text);
struct row *rows_printf(struct rows *r, enum row_kind kind, const char *label,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Makes the last row the one at `to`; those behind it move up. */
void rows_move(struct rows *r, size_t from, size_t to);	/* to: in front */
void rows_move_last(struct rows *r, size_t to);
void rows_clear(struct rows *r);
void rows_done(struct rows *r);

#endif
