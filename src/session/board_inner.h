/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the files of the claim board share.
 */
#ifndef SESSION_BOARD_INNER_H
#define SESSION_BOARD_INNER_H

#include "session/board.h"

/* The point with this setup, made if there is none. */
unsigned board_point(struct board *b, const struct scene *scene,
	const struct setup *setup);
/* One more expression to be read there. */
unsigned board_reading(struct board *b, unsigned point, const struct expr *x,
	unsigned shown);
/* A figure and its reading; `more` shortens its run (NULL: it does not). */
bool board_add_figure(struct board *b, const struct scene *s,
	const struct figure *f, const struct param_set *more, unsigned *reading,
	struct err *e);
/* The jobs of all points from this one on. */
void board_jobs(struct board *b, unsigned from);
/* All times of a setup times five. */
void bend_scale(struct setup *s);

#endif
