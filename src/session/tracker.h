/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where the cues of an act are in one variant's run, and their commands.
 *
 * Rules: the position of a cue is the first step, from the cue before on, where
 * its condition holds; it depends on the run alone. A cue's changing commands
 * are inputs of the scene at that step.
 */
#ifndef SESSION_TRACKER_H
#define SESSION_TRACKER_H

#include "engine/run.h"
#include "scene/scene.h"

struct tracker {
	const struct act *act;
	bool only_look;		/* cues' changing commands are not applied */
	u64 *at;		/* of act->n_cues */
	unsigned n;		/* cues whose position is known */
	const struct cue *failed; /* its command was refused first; or NULL */
	struct err why;
};

void tracker_init(struct tracker *t, const struct act *act, bool only_look);
void tracker_copy(struct tracker *to, const struct tracker *from);
void tracker_done(struct tracker *t);
/* Makes the run tell the tracker; call once per run, before its first line. */
void tracker_attach(struct tracker *t, struct run *r);
/* Forgets cues after `step` (the future has changed). */
void tracker_cut(struct tracker *t, u64 step);
/* The last cue at or before this step; -1: none. */
int tracker_cue(const struct tracker *t, u64 step);

/* The input of an editing command for this run; false: it is not one, or one
 * input is not enough (`sync all`). */
bool input_of_command(const struct command *c, const struct run *r,
	const struct scope *scope, struct input *out, struct err *e);

#endif
