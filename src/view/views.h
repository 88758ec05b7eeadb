/* SPDX-License-Identifier: GPL-3.0-or-later
 * The views: what each pane, row and overlay draws.
 *
 * To add a view: its file, its line here, its place in screen.c.
 */
#ifndef VIEW_VIEWS_H
#define VIEW_VIEWS_H

#include "view/pen.h"

/* Panes. */
pen_view story_view, counter_view, policy_view, memory_view, orders_view;
pen_view batch_view, rmap_view, request_view;
pen_view listing_view, thisline_view, chart_view;
/* Overlays. */
pen_view help_keys_view, help_commands_view, legend_view, map_view, table_view;
pen_view card_view;

/* The picture of this scene. */
pen_view *picture_view(const struct moment *m);
const char *picture_title(const struct moment *m);

/* slots.c: a row per CPU with its slot as a bar, and who has the lock. Other
 * lines of the pane take `others` rows. */
void slots_draw(struct pen *p, int others);
void slots_lock(struct pen *p);

/* The task that code and "this line" are about: the one that the followed CPU
 * runs, else the one that sleeps there; NONE: neither. */
unsigned task_followed(const struct moment *m, const struct machine *now);

/* listing.c: what the code pane lists. */
struct listing {
	u16 procedure;		/* PROC_N: nothing runs there */
	u16 now;		/* row that runs next, 0: none */
	u16 done;		/* row that ran last, 0: none */
	u16 found;		/* row that holds the text searched for, 0: none */
};
struct listing listing_of(const struct moment *m,
	const struct moment_variant *v);
int listing_lines(const struct moment *m, const struct moment_variant *v);
/* Whether any line differs from that of the variant it is compared with. */
bool listing_differs(const struct moment *m, const struct moment_variant *v);
/* The variant that diff marks compare with, or NULL. */
const struct moment_variant *listing_other(const struct moment *m,
	const struct moment_variant *v);

/* Rows; each draws into the current box's row 0. */
/* "batch_sync_policy" as "bsp". */
struct word initials(const char *name);
void score_row(struct canvas *c, const struct moment *m);
void timeline_row(struct canvas *c, const struct moment *m);
/* The step under a column of a timeline row of this width; -1: none. */
s64 timeline_step(const struct canvas *c, const struct moment *m, int width,
	int column);
void title_row(struct canvas *c, const struct moment *m, const char *pane);
/* `pages`: the open overlay has more than one. */
void keys_row(struct canvas *c, const struct moment *m, bool pages);
void prompt_row(struct canvas *c, const struct moment *m);
void candidates_row(struct canvas *c, const struct moment *m);

/* Whether the results of this variant may stand beside the shown one's. */
bool score_tells(const struct moment *m, unsigned variant);
/* The timeline's sign for a kind of mark: 'd', 'c', 'm', 'e', 'q'. */
const char *mark_sign(char kind, bool ascii);

/* chart.c: columns of the plot in a box of this width, 0: nothing is drawn; the
 * step under a column of the box, -1: none. */
int chart_columns(struct canvas *c, const struct moment *m, int columns);
s64 chart_step_at(struct canvas *c, const struct moment *m, int columns,
	int column);

/* find.c: marks the text where it stands in the current box. */
void find_marks(struct canvas *c, const char *text);

/* The first key of a command, as hints show it: "Space". */
struct word key_of(unsigned command);
/* Evaluation, scoreboard, marks and other variants are not to be seen. */
bool moment_masked(const struct moment *m);

#endif
