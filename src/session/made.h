/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a person has made in a session: stops, displays, marks, edits, branches;
 * and what is being asked for.
 */
#ifndef SESSION_MADE_H
#define SESSION_MADE_H

#include "engine/difference.h"
#include "engine/move.h"
#include "engine/who.h"
#include "session/tracker.h"

struct breakpoint {
	struct stop stop;
	struct expr *expr, *condition;	/* owned */
	u64 ignore;			/* so many hits are none */
	struct stop_count count[VARIANTS_MAX];
	unsigned number;
	bool once, off;
	char text[96];
};

struct display {			/* shown after each stop */
	struct expr *expr;		/* owned */
	unsigned number;
};

struct place {				/* a moment to come back to */
	char name[48];
	unsigned act, shown, follow;
	int cue;
	u64 step[VARIANTS_MAX];
	char sign;
};

struct edit {				/* one editing command, for undo */
	char *line;			/* owned */
	bool in[VARIANTS_MAX];		/* variants it went to */
	u64 step[VARIANTS_MAX];		/* where, in each */
	struct inputs before[VARIANTS_MAX];	/* all inputs without it */
	unsigned from, to;		/* branches: another one if it parted */
	unsigned shown;			/* the variant that was on show */
	u64 at;				/* and its step */
	u64 stood[VARIANTS_MAX];	/* where each was */
	unsigned follow;		/* the CPU that was followed */
};

struct branch {
	char name[48];
	struct inputs inputs[VARIANTS_MAX];
	struct edit *edits;		/* as left */
	unsigned n_edits, from;		/* from: the branch it parted from */
	u64 step[VARIANTS_MAX];		/* where it parts from that */
	char text[96];			/* the edit it starts with */
};

/* What is to be foreseen: the answer of an `if`; who gets a lock that is handed
 * over; which CPU runs the next line of anybody. */
enum predicted { PREDICTED_BRANCH, PREDICTED_HANDOFF, PREDICTED_WHO };

struct prediction {			/* the question of one decision */
	struct prediction *before;
	struct question is;
	enum predicted kind;
	char name[64];			/* procedure:line@step */
	unsigned act, variant, cpu, task, pc;
	u64 step;
	struct test test;		/* as it was when asked */
	u16 cpus[9];			/* that of each choice, but of a BRANCH */
	bool closed;
};

struct query {				/* who changed a name */
	struct name_use name;
	unsigned variant, at;		/* at: which is searched for */
	u32 wanted, known;		/* bits of enum which */
	bool go, card;			/* go there; it is on the card, too */
	struct change change[WHICH_N];
	struct who who;
};

/* Forward steps of one line, for going back by the same: `b` undoes `s` also
 * where `s` began between two lines of its CPU. */
enum { STEPPED_MAX = 64 };
struct stepped {
	struct place from[STEPPED_MAX];
	u64 to[STEPPED_MAX];		/* the shown variant's step behind it */
	u32 code_hidden[STEPPED_MAX];	/* PANE_CODE's bit before it, else 0 */
	unsigned n;
};

/* Two that are compared: two variants, or two branches of one variant. */
struct pair {
	int branch[2];			/* -1 both: variants */
	unsigned variant[2];
};

struct comparison {
	struct pair of;			/* the one in progress */
	struct tracker tracker[2];
	struct run *run[2];		/* METRICS: owned */
	bool goes_on;			/* DIFFERENCE: from where one stands */
	/* the last difference, for `next` */
	bool found;
	struct pair last;
	u64 at_step;			/* where the first of them was taken */
	u64 time_ns;
	unsigned task;
};

#endif
