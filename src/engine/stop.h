/* SPDX-License-Identifier: GPL-3.0-or-later
 * Stops: conditions on a run, the same in both directions.
 *
 * Rules: whether a run stops at k depends on the run alone: on the line that led
 * to k, or on a condition that holds at k and not at k − 1. So going back stops
 * at the same places as going forward. An expression that reads another
 * variant's machine does not depend on the run alone: stop_is_own() tells. Hits
 * are counted from step 0 on, never from where one came from.
 */
#ifndef ENGINE_STOP_H
#define ENGINE_STOP_H

#include "engine/run.h"
#include "expr/expr.h"

enum stop_kind {
	STOP_LINE,    /* a line of `cpu` (NONE: of anybody) has run, or it was
			 handed the lock it spun for */
	STOP_SHALLOW, /* a line of `task` (NONE: never) has run, at most `depth`
			 deep now */
	STOP_LATER, /* that, in the same procedure on a later row, or shallower
		     */
	STOP_EARLIER, /* the same, on an earlier row */
	STOP_PLACE, /* a task (on `cpu`, NONE: any) has come to stand on a line
		     */
	STOP_DECISION, /* the same, on any line marked as a decision */
	STOP_HANDOFF,  /* the same, on a line that lets a lock go for which two
			  or more wait */
	STOP_EXPR,     /* an expression begins to hold */
	STOP_CHANGE,   /* a value has changed, of a name or an expression: from
			  one that was there to one that is */
};

/* How often a stop has been hit in (0, seen]; until it is known where it counts
 * from: `first` is the step of hit ignore + 1, 0: not found yet. */
struct stop_count {
	u64 seen, hits, first;
};

struct stop {
	enum stop_kind kind;
	u16 cpu, task, depth;
	u16 procedure, row;	/* row 0: the procedure's first line */
	const struct expr *expr;	/* EXPR; CHANGE, unless it is a name */
	struct name_use name;
	/* Must hold there, too; NULL: none. Its locals are those of the CPU that
	 * came to the place; else, as expr's, of `cpu` (NONE: the scope's). */
	const struct expr *condition;
	u64 ignore;		/* so many hits, from step 0 on, are none */
	struct stop_count count;	/* with `ignore` */
	struct name_test test;	/* EXPR: what it is, if it is one */
	s64 last;		/* EXPR, CHANGE: at the step before */
	bool there;		/* CHANGE of an expression: whether it had one */
	u16 pc;			/* PLACE: of procedure and row */
};

/* Whether it looks at no variant but the one the scope shows. Only such stops
 * may be given to a move of that variant's run. */
bool stop_is_own(const struct stop *s, const struct scope *scope);
/* Makes ready to go on from where the run stands. `scope` gives other variants'
 * machines for expressions; its machine `shown` must be this run's. */
void stop_begin(struct stop *s, const struct run *r, const struct scope *scope);
/* Whether the run stops where it stands now, one line after the last call. */
bool stop_hit(struct stop *s, const struct run *r, const struct scope *scope);
/* The same where it is a test of a name and nothing else: fast. */
static inline bool stop_is_test(const struct stop *s)
{
	return s->test.m && !s->condition && !s->ignore;
}
static inline bool stop_test_hit(struct stop *s)
{
	bool before = s->last;

	s->last = name_test_holds(&s->test);
	return s->last && !before;
}
/* Whether hits before the step where the run stands are still to be counted:
 * from count.seen on. */
bool stop_uncounted(const struct stop *s, const struct run *r);

/* How many wait for the lock that this task's next line lets go; 0: it lets
 * none go. */
unsigned run_handoff(const struct run *r, unsigned task);
/* The top frame's pc of the task that a CPU runs; NONE if it runs none. */
unsigned run_pc(const struct run *r, unsigned cpu);

#endif
