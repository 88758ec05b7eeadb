/* SPDX-License-Identifier: GPL-3.0-or-later
 * A moment: everything a frame shows. Made by moment_of(), read by views.
 *
 * Rules: a view is a pure function from a moment to a canvas; it asks nothing
 * else. Pointers are valid until the session's next command.
 */
#ifndef VIEW_MOMENT_H
#define VIEW_MOMENT_H

#include "base/buf.h"
#include "model/machine.h"
#include "scene/assets.h"
#include "scene/scene.h"
#include "session/ui.h"

/* One variant now. */
struct moment_variant {
	const struct scene_variant *is;
	const struct machine *now;
	const struct machine *before;	/* before the last move; NULL: none */
	const struct program *program;
	u64 step;			/* lines run */
	u64 last_step;			/* of the whole run if known, else the furthest seen */
	bool ended;			/* the workload has ended */
	bool last_known;		/* last_step is the end */
	u64 time_ns;
};

struct moment_mark {
	u64 step;
	char sign;			/* 'c' cue, 'q' question, 'm' mark, 'd' decision, 'e' edit */
	bool passed;
};

struct moment_question {
	bool open, revealed;
	const struct question *is;
	const char *text, *hint, *explain;	/* expanded; hint, explain NULL until due */
	const char *choice[CHOICES_MAX];
	unsigned n_choices;
	int chosen;				/* -1: none yet */
	bool right;
	u32 right_choices;			/* bits; valid once revealed */
	const char *remark;			/* for the last wrong answer; NULL */
	s64 value;				/* NUMBER: what was right, once revealed */
	unsigned misses;
	bool away;				/* one looks at the step that refutes */
	bool masked;				/* evaluation, scoreboard, other variants hidden */
	unsigned votes[CHOICES_MAX], n_votes;		/* class mode */
};

struct chart;

struct moment {
	const struct scene *scene;
	const struct act *act;
	unsigned act_index;
	unsigned cue, n_cues;			/* current cue (index), of the act */
	const struct cue *cue_is;		/* NULL before the first */
	unsigned n_variants, shown;
	struct moment_variant variant[VARIANTS_MAX];
	unsigned follow;			/* CPU */
	const char *say;			/* narration, expanded; may have [[term]] marks */
	const char *note;			/* teacher's note or NULL */
	const char *point;			/* what narration points at, or NULL */
	const char *status;			/* message of the last command, or "" */
	bool status_error;
	const char *others;			/* "7 lines on CPUs 0 1 2" or "" */
	const struct moment_mark *marks;
	unsigned n_marks;
	struct moment_question question;
	const char *mode;			/* who runs next, by name */
	bool by_work;				/* lockstep */
	/* ui state */
	enum overlay overlay;
	unsigned overlay_page;
	const struct card *card;		/* OVERLAY_CARD */
	const char *overlay_text;		/* OVERLAY_CARD, OVERLAY_WHY: text */
	unsigned pane;				/* focus: story, picture or code */
	int scroll[PANE_N];			/* lines below (−: above) where the
						   pane stands by itself; PICTURE:
						   items after focus_item */
	unsigned focus_item;			/* of the picture: a number or a CPU */
	u32 hidden;				/* pane bits */
	bool side;				/* variants side by side */
	const char *program;	/* how to start it again; NULL: mmstep */
	bool on_paper;		/* no keys; the question stands elsewhere */
	bool class_mode, autoplay;
	unsigned speed;				/* autoplay, 1 to 9 */
	const char *list_procedure;		/* listing shows this one; NULL: where we are */
	const char *branch;			/* NULL: the scene as written */
	unsigned n_offers;			/* numbers that go somewhere */
	const char *displays;			/* "steps 12 · …", or "" */
	const char *displays_brief;		/* for where that has no room */
	const char *prompt;			/* prompt row text while open, else NULL */
	int prompt_cursor;			/* column */
	const char *candidates;			/* completions to show, or NULL */
	const struct chart *chart;		/* session/chart.h; NULL: none */
	const char *find;			/* text searched for, or NULL */
	unsigned find_row;			/* its line in list_procedure; 0: none */
};

/* Whether this name's value differs from before the last move. */
bool moment_changed(const struct moment_variant *v, const char *name);

/* The room that narration has at 80×24: what `check` measures prose with. */
enum { STORY_ROWS = 6, STORY_COLUMNS = 78 };

/* Draws the whole screen. Works for every size from 1×1. */
struct canvas;
void view_screen(const struct moment *m, struct canvas *c);
/* What a frame found out, for whoever counts `j` and `k` or explains. */
struct view_report {
	int scroll[PANE_N];	/* the moment's, brought into range */
	unsigned overlay_page;	/* the same */
	unsigned overlay_pages;	/* so many it has; 0: nothing is over the panes */
	unsigned chart_columns;	/* of the strip chart; 0: not drawn */
	char focus[96];		/* published name under the focus, or "" */
};
void view_screen_report(const struct moment *m, struct canvas *c,
	struct view_report *report);

#endif
