/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where a move ends before its own end: at what is to be told or asked on the way.
 */
#include "session/inner.h"

/* The next cue's place behind `step`; UINT64_MAX: none is known. */
static u64 cue_behind(const struct session *s, u64 step)
{
	const struct tracker *t = &s->variant[s->shown].tracker;

	for (unsigned i = 0; i < t->n; i++)
		if (t->at[i] > step)
			return t->at[i];
	return UINT64_MAX;
}

/* The next question's place behind `step`, less those that were answered;
 * UINT64_MAX: none is known. */
static u64 question_behind(const struct session *s, u64 step)
{
	const struct tracker *t = &s->variant[s->shown].tracker;

	for (unsigned i = 0; i < t->n; i++)
		if (t->at[i] > step && t->act->cues[i].ask &&
			!question_was_closed(s, s->act, (int)i))
			return t->at[i];
	return UINT64_MAX;
}

/* The question that is to be answered here before a line runs, and has not been put
 * yet: its cue, or -1. */
static int question_here(const struct session *s)
{
	const struct tracker *t = &s->variant[s->shown].tracker;
	u64 step = run_step(s->variant[s->shown].run);

	for (unsigned i = s->cue < 0 ? 0 : (unsigned)s->cue; i < t->n; i++)
		if (t->at[i] == step && t->act->cues[i].ask &&
			!question_was_closed(s, s->act, (int)i))
			return (int)i;
	return -1;
}

bool question_is_first(const struct session *s)
{
	return !s->options.class_mode && !s->options.no_cues &&
		question_here(s) >= 0;
}

void ask_first(struct session *s)
{
	say_status(s, "a question first");
	begin_cue(s, question_here(s));
}

/* Up to so many lines of the move, and none behind the place that comes first behind
 * where it began. One that is found only now may have been passed: then these lines
 * run once more, as far as there, so that none is counted that is not to be. True:
 * the move is over, or there. */
static bool slice_up_to(struct session *s, u64 lines,
	u64 (*behind)(const struct session *, u64 step))
{
	struct move *v = &s->move, before = *v;
	struct run *r = shown_run(s);
	u64 step = run_step(r), end = behind(s, v->from);

	if (v->counting)
		return move_slice(v, r, lines) != MOVE_GOING;
	move_slice(v, r, lines < end - step ? lines : end - step);
	end = behind(s, v->from);
	if (run_step(r) > end) {
		*v = before;
		run_seek(r, step);
		move_slice(v, r, end - step);
	}
	return v->state != MOVE_GOING || run_step(r) == end;
}

/* Of a count: those of breakpoints, where the move has no stop of its own. */
static u64 count_left(const struct move *v)
{
	return v->stop[0].kind == STOP_SHALLOW && v->stop[0].task == NONE
		? v->passes : v->count;
}

/* A count is a number of lines, no wish to miss what is told: on the screen it
 * ends at the first cue. True if it has. */
static bool slice_counted(struct session *s, u64 lines)
{
	struct move *v = &s->move;

	if (!slice_up_to(s, lines, cue_behind))
		return false;
	if (v->state == MOVE_GOING && !s->to_cue)
		say_status(s, "stopped at a cue, %llu short of the count",
			(unsigned long long)count_left(v));
	return true;
}

bool slice_move(struct session *s, u64 lines)
{
	const struct move *v = &s->move;
	bool forth = v->kind == MOVE_STOP && !v->backward;

	if (s->to_cue || (forth && v->count > 1 && s->options.on_screen))
		return slice_counted(s, lines);
	/* no line runs that gives away what will be asked */
	if (forth && !s->options.class_mode && !s->options.no_cues)
		return slice_up_to(s, lines, question_behind);
	return move_slice(&s->move, shown_run(s), lines) != MOVE_GOING;
}
