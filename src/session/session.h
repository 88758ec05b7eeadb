/* SPDX-License-Identifier: GPL-3.0-or-later
 * A session: one open scene, and the only dispatcher of commands, for screen,
 * shell, cues and --exec alike. Answers are typed rows.
 *
 * Rules: a command is begun by session_command(); while session_pending(), call
 * session_slice() (screen: between keys) until it is done. Nothing here prints.
 * Variants stand at comparable places: at a cue each at its own position of it,
 * else by model time or by finished work of the one shown.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "scene/assets.h"
#include "scene/scene.h"
#include "session/made.h"
#include "session/rows.h"
#include "session/ui.h"

struct session_options {
	const char *program;		/* how to start it, for commands that lead
					   back; NULL: mmstep */
	const char *scene;		/* name or path */
	struct scene *loaded;		/* that scene, if it is read already; it
					   stays the caller's */
	struct run_choice choice;
	const char *act;		/* NULL: first act; "main": the main one */
	int variant;			/* -1: all; else only this one */
	bool only_look;			/* cues only look (--set, --machine) */
	bool class_mode;
	bool history;			/* keep one, for going back quickly */
	bool no_cues;			/* no narration, no questions */
	bool on_screen;			/* keys are pressed: texts name them, and a
					   count stops at the first cue it passes */
	bool predict;			/* decisions are asked for, see predict.c */
};

struct variant {
	struct run *run;
	struct tracker tracker;
	struct machine *before;		/* before the last move */
	u64 last_step;			/* furthest seen, or the end */
	bool last_known;
};

struct question_state {
	const struct question *is;	/* NULL: none open */
	struct prediction *predicted;	/* made of a decision; NULL: declared */
	bool open, revealed, right;
	bool away;			/* one looks at the step that refutes */
	int chosen;
	unsigned misses;
	bool hinted, escaped;
	u32 right_choices;
	s64 value;			/* NUMBER: the right one */
	s64 mistaken[MISTAKES_MAX];	/* NUMBER: what wrong ideas lead to */
	struct buf mistake[MISTAKES_MAX];	/* and what is said to that */
	struct buf text, choice[CHOICES_MAX], remark, hint, explain;
	bool known;			/* in some variant it was, before its end */
	bool ahead;			/* it is known behind the present step */
	u64 judged_step;		/* where it was judged */
	struct place from;		/* that, when one went away from it */
	u64 known_step[VARIANTS_MAX];	/* where it is known then */
	bool explained;			/* else `trouble` says which value failed */
	struct err trouble;
	unsigned votes[CHOICES_MAX], n_votes;
};

/* What somebody did at a question, in order, for who keeps a record. SHOWN: the
 * answer came after the last miss; GAVE_UP: it was asked for; REFUTED: one went
 * to look at the step that refutes the last miss. */
enum deed_kind { DEED_ANSWER, DEED_HINT, DEED_SHOWN, DEED_GAVE_UP,
	DEED_REFUTED };
struct deed {
	u8 kind;			/* enum deed_kind */
	bool right;			/* ANSWER */
	unsigned act;
	const struct question *question;
	s64 value;			/* ANSWER: the choice from 1, or the number */
	const char *misconception;	/* of a wrong choice, or NULL */
};

/* What goes on: the shown variant's move; the others following it; each variant
 * going to a place of its own (a cue, a mark); a comparison; an edit; what a roll
 * of the chart has to know. */
enum pending { PENDING_NONE, PENDING_MOVE, PENDING_SYNC, PENDING_PLACES,
	PENDING_DIFFERENCE, PENDING_EDIT, PENDING_WHO, PENDING_METRICS,
	PENDING_ROLL };
enum { STEP_OF_CUE = -1,	/* places: where the pending cue is */
	STEP_OF_TIME = -2 };	/* and: it follows the shown one there */

enum { OFFERS_MAX = 9 };

struct session {
	struct scene *scene;
	struct costs costs;
	struct glossary glossary;	/* the scene's: it owns the cards */
	struct session_options options;
	struct variant variant[VARIANTS_MAX];
	unsigned n_variants, shown;
	unsigned act;
	int cue;			/* -1: before the first */
	struct err cue_trouble;		/* what of it was refused; code 0: nothing */
	unsigned follow;
	struct ui ui;
	struct question_state question;
	u64 answered[64];		/* bit: question of cue i of act j was closed */
	bool predict;
	struct prediction *predictions;	/* all that were asked */
	struct deed *deeds;
	size_t n_deeds;
	struct breakpoint *stops;
	unsigned n_stops, stop_number;
	unsigned move_stops[MOVE_STOPS];	/* numbers of those of the move */
	struct display *displays;
	unsigned n_displays, display_number;
	struct place *marks;
	unsigned n_marks;
	struct place jumped_from;
	bool has_jumped, jumping;	/* jumping: this command is a jump */
	struct stepped stepped;
	bool stepping;			/* MOVE: is to be remembered there */
	struct place *visited;		/* jumped from, and back again */
	unsigned n_visited, visit;	/* visit: where in it one is; n: in front */
	char output[256];		/* file for the rows: for the app; "" */
	bool output_appends;
	char source[256];		/* file to be read: for the app; "" */
	bool sourcing;			/* commands of a file: as session_land() */
	struct edit *edits, *undone;
	unsigned n_edits, n_undone;
	struct branch *branches;
	unsigned n_branches, branch;
	/* a command in progress */
	enum pending pending;
	struct move move;
	struct expr *move_expr;		/* owned: the condition it looks for */
	struct difference difference;
	struct comparison comparison;
	struct query query;
	char offers[OFFERS_MAX][200]; /* commands that a number picks */
	unsigned n_offers;
	bool looks_of_cue; /* a cue's command: it may not take long */
	unsigned pending_variant;
	int pending_cue;		/* PLACES: the cue to enter; -1: find it */
	s64 pending_step[VARIANTS_MAX];	/* PLACES: or STEP_OF_CUE, STEP_OF_TIME */
	int sync_cue;			/* SYNC: each to its place of this; -1 */
	u32 placed;			/* SYNC: bit: has its place, stays there */
	bool moving;			/* a variant's inner move has begun */
	bool going_back;
	bool to_cue;			/* MOVE: to the next cue or decision */
	bool refuting;			/* the question stays: see refute() */
	bool landing;			/* a moment is opened: see land() */
	int land_cue;			/* and this cue told; -1: the last; also
					   where a step is undone */
	bool far;			/* further than one looks back */
	bool unmarked;			/* nothing is marked as changed */
	struct command edit_command;	/* EDIT: `sync all` goes on with it */
	unsigned edit_cpu;
	unsigned blocks_told;	/* by the operation that runs */
	struct chart *chart;		/* owned: see chart.h */
	struct rows rows;		/* of the last command */
	struct rows changes;		/* of the last move or edit */
	struct buf say, status, others, address;
	bool status_error;
	const char **words;		/* session_words */
	const char *scope_names[VARIANTS_MAX];
	const struct machine *scope_machine[VARIANTS_MAX];
	const struct program *scope_program[VARIANTS_MAX];
};

/* Errors in `errors`: of the scene file, the choice, the act. NULL then. */
struct session *session_open(const struct session_options *o,
	struct err_list *errors);
void session_free(struct session *s);
/* The scene from its first act again, with all that it asks. */
bool session_restart(struct session *s, struct err *e);
/* Begins a command; rows are in s->rows when it is done. False: it is refused,
 * with e; nothing has changed. */
bool session_command(struct session *s, const struct command *c, struct err *e);
static inline bool session_pending(const struct session *s)
{
	return s->pending != PENDING_NONE;
}
void session_slice(struct session *s, u64 lines);
/* Stops what is pending; a move goes back to where it began. */
void session_interrupt(struct session *s);
static inline const char *session_program(const struct session *s)
{
	return s->options.program ? s->options.program : "mmstep";
}
/* A line as a command; at an open question a bare choice or number answers. */
bool session_parse(struct session *s, const char *line, struct command *c,
	struct err *e);
/* Parses and runs a line to its end. */
bool session_line(struct session *s, const char *line, struct err *e);
/* What expressions of this session may look at, as of now. */
struct scope session_scope(struct session *s);
/* "counter-drift/main/patched?cpus=16@412#7f3a" of the shown variant. */
const char *session_address(struct session *s);
/* The same without the guard, which costs a look at the whole machine. */
const char *session_position(struct session *s);
/* What brings one back: the cue's name where it says it all, else the address. */
const char *session_when(struct session *s);
/* As session_goto, for who comes back there: what was asked on the way is not
 * asked again. The start is the first cue, as when the scene is opened. */
bool session_land(struct session *s, const char *when, struct err *e);
/* Goes to a step, cue, act, mark, start, end or address (of this scene). */
bool session_goto(struct session *s, const char *when, struct err *e);
/* Runs every variant to the end of its workload (or until the expression
 * holds); no rows. For `run`. */
void session_finish(struct session *s, const struct expr *until);
/* Words the session adds to the completion of this line: cues, marks, acts …,
 * NULL-ended; valid until the next call. */
const char *const *session_words(struct session *s, const char *line);

#endif
