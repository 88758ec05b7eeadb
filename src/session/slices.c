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

/* A count is a number of lines, no wish to miss what is told: on the screen it
 * ends at the first cue. True if it has. */
static bool slice_counted(struct session *s, u64 lines)
{
	struct move *v = &s->move;
	u64 step = run_step(shown_run(s)), cue = cue_behind(s, step);

	if (lines > cue - step)
		lines = cue - step;
	move_slice(v, shown_run(s), lines);
	cue = cue_behind(s, step);	/* it may have been found just now */
	if (s->to_cue && cue < run_step(shown_run(s)))
		v->state = MOVE_GOING;	/* what is behind it is not reached */
	if (v->state != MOVE_GOING)
		return true;
	if (cue > run_step(shown_run(s)))
		return false;
	run_seek(shown_run(s), cue);
	if (!s->to_cue)
		say_status(s, "stopped at a cue, %llu short of the count",
			(unsigned long long)v->count);
	return true;
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

/* No line runs that gives away what will be asked: the move ends at the question.
 * True if it has. */
static bool slice_to_question(struct session *s, u64 lines)
{
	struct run *r = shown_run(s);
	u64 step = run_step(r), question = question_behind(s, step);

	if (lines > question - step)
		lines = question - step;
	if (move_slice(&s->move, r, lines) != MOVE_GOING)
		return true;
	question = question_behind(s, step);	/* perhaps found just now */
	if (question > run_step(r))
		return false;
	run_seek(r, question);
	return true;
}

bool slice_move(struct session *s, u64 lines)
{
	const struct move *v = &s->move;
	bool forth = v->kind == MOVE_STOP && !v->backward;

	if (s->to_cue || (forth && v->count > 1 && s->options.on_screen))
		return slice_counted(s, lines);
	if (forth && !s->options.class_mode && !s->options.no_cues)
		return slice_to_question(s, lines);
	return move_slice(&s->move, shown_run(s), lines) != MOVE_GOING;
}
