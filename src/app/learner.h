/* SPDX-License-Identifier: GPL-3.0-or-later
 * The learner's record in the state folder, one set of files a learner:
 *
 *   progress[-ID]   NAME SEEN CUES: the furthest cue of all acts together
 *   places[-ID]     NAME ADDRESS: where the scene was left
 *   results[-ID]    "mmstep-results 1 ID", then a line for each deed at a
 *                   question: NAME ACT QUESTION answer VALUE right|wrong
 *                   [MISCONCEPTION], or … hint, shown, gave-up
 *
 * and `now`: NAME ACT CUE on the screen, while there is one.
 *
 * Rules: a kill at any moment loses at most the last key; no file holds a time,
 * so the same deeds leave the same bytes. What can't be kept is tried again at
 * the next command, and said.
 */
#ifndef APP_LEARNER_H
#define APP_LEARNER_H

#include "app/results.h"
#include "session/session.h"

struct learner {
	const char *student;	/* "": the one who has no name */
	bool on;
	size_t deeds;		/* of the session, already written */
	struct buf place;	/* as written last */
	unsigned seen;
	int trouble;		/* what the last note could not keep: errno; 0 */
	const char *in;		/* which file that was: "results", … */
	int act, cue;		/* as shown last */
};

struct progress {
	unsigned seen, cues;
};

/* Letters, digits, "_", "." and "-", at most 40: it is part of file names. */
bool student_valid(const char *id);

/* 0 of 0 if nothing is known. */
struct progress progress_of(const char *student, const char *scene);
/* Where the scene was left, as an address; false: nowhere. */
bool learner_place(const char *student, const char *scene, struct buf *out);
/* Where the results file is, or would be. */
void learner_file(const char *student, struct buf *out);
/* The results file, with errors; true without any if there is none. */
bool learner_results(const char *student, struct results *out, struct err *e);

/* The cue on a screen of this user now, as "ACT CUE"; false: of another scene,
 * or none. File `now`: NAME ACT CUE. */
bool learner_now(const char *scene, struct buf *out);

void learner_start(struct learner *l, const char *student,
	const struct session *s);
/* After each command that has ended: deeds, place, progress. */
void learner_note(struct learner *l, struct session *s);
/* Why the last note could not keep it; `brief`: files without their folder. */
void learner_why(const struct learner *l, bool brief, struct buf *out);
/* At the end: says on stderr what was not kept (`all`: also if it is but the
 * place). Returns 3 if answers are lost and status is 0, else status. */
int learner_end(const struct learner *l, const struct session *s, bool all,
	int status);
/* Tells `mmstep notes` where the screen is; in class mode, too. NULL: nowhere. */
void learner_show(struct learner *l, const struct session *s);
void learner_done(struct learner *l);

#endif
