/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board as text and JSON.
 */
#ifndef OUTPUT_BOARD_OUTPUT_H
#define OUTPUT_BOARD_OUTPUT_H

#include "session/board.h"

struct buf;
struct json;

/* How far the text has come: what is ready is written in order, once. */
struct board_text {
	const struct scene *scene;	/* the last that was named */
	unsigned figures, checks;	/* written */
};
/* Writes what is ready by now; at the end, all of it. */
void board_text(struct board_text *t, const struct board *b, struct buf *out);
/* The last line: how many checks hold. */
void board_summary(const struct board *b, struct buf *out);
/* {"figures": […], "checks": […]} */
void board_json(const struct board *b, struct buf *out);
/* Of one figure; unknown numbers are null. Also part of `run`'s results. */
struct json *figure_json(const struct scene *s, const struct figure *f,
	bool known, s64 model_thousandths);

/* --sensitivity: each figure's costs, those that move it most first. */
void board_effects_text(const struct board *b, struct buf *out);
/* {"sensitivity": […]}, in the same order. */
void board_effects_json(const struct board *b, struct buf *out);

#endif
