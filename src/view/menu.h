/* SPDX-License-Identifier: GPL-3.0-or-later
 * The menu of scenes: what there is, what each rests on, how far one got.
 */
#ifndef VIEW_MENU_H
#define VIEW_MENU_H

#include <stdbool.h>
#include "view/canvas.h"

struct menu_row {
	const char *name;	/* "counter-drift": what `play` opens */
	const char *title;	/* "Per-CPU counter" */
	const char *needs;	/* title of the scene to see before, or NULL */
	unsigned seen, cues;	/* cues seen, of all acts */
	bool done;		/* seen to its end */
	bool next;		/* the one to take now */
};

struct menu {
	const struct menu_row *row;
	unsigned n, selected;
	bool first_time;	/* nothing has been seen yet: the tour is offered */
	const char *status;	/* a message, or "" */
};

/* Draws the whole menu. Works for every size from 1×1. */
void view_menu(const struct menu *menu, struct canvas *c);

#endif
