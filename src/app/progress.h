/* SPDX-License-Identifier: GPL-3.0-or-later
 * How far a learner got: one line a scene in the state folder's `progress`:
 * NAME SEEN CUES, the furthest cue of all acts together.
 */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include "session/session.h"

struct progress {
	unsigned seen, cues;
};

/* 0 of 0 if nothing is known. */
struct progress progress_of(const char *scene);
/* Notes where the session stands, if that is further than before. Nothing
 * happens where nothing can be kept. */
void progress_note(const struct session *s);

#endif
