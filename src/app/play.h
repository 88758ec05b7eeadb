/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the files of the screen's loop share; playing without a terminal.
 */
#ifndef APP_PLAY_H
#define APP_PLAY_H

#include <signal.h>
#include "app/app.h"
#include "app/aside.h"
#include "app/learner.h"
#include "app/record.h"
#include "screen/keys.h"
#include "view/from_session.h"

enum { SIGHUP_STATUS = SIGHUP };

struct play {
	const struct options *o;
	struct session *s;
	const struct theme *theme;
	bool ascii, still;
	struct moment_store store;
	struct canvas *canvas;
	struct recorder *recorder;
	struct learner learner;
	struct aside aside;		/* makes the chart's large machines */
	bool number_field;		/* the prompt answers a question */
	bool quote;			/* ' was typed: a mark's name follows */
	bool typed;			/* the command came from the prompt */
	bool apart;			/* no lesson: nothing is kept of it */
	struct buf last;		/* a line from the prompt, to repeat */
	unsigned pages;			/* of what is over the panes */
	bool naming;			/* m was typed: the mark's letter follows */
	unsigned count;			/* digits typed before a command */
	bool dirty;
	bool told;			/* that nothing can be kept */
	bool done;
};

/* A status line; the last command; one typed line; one command of a key. */
void play_say(struct play *p, const char *text, bool error);
void play_line(struct play *p, const char *text);
void play_command(struct play *p, enum command_id id);
/* Turns a page of what is over the panes; false: there is none there. */
bool play_page(struct play *p, int by);
/* Opens the command line, or a field for a number (no history). */
void play_prompt(struct play *p, const char *label, bool history);
void play_key(struct play *p, const struct key *k);
/* After the command line has had a key. */
void play_prompt_event(struct play *p);

/* Without a terminal: the scene as text, cue by cue, to its end. A question is
 * asked, then answered by the model. */
int play_as_text(const struct options *o, struct session *s);
/* On the screen that is open already: nothing is kept of it, q ends it. Returns
 * the signal that ended it, or 0. */
int play_apart(const struct options *o, struct session *s,
	const struct theme *theme, bool ascii);
/* The last row that says something, as one status line. */
const char *play_status(const struct rows *r);
/* Shows the digits typed before a command. */
void play_say_count(struct session *s, unsigned count);
/* After `side`: what is seen now, or why not both. */
void play_say_side(struct play *p);

#endif
