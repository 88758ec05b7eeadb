/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board of a scene: figures that its mail reports, and checks of
 * the model's own numbers.
 *
 * Both are of the size mail and the main act, on the machine and with the values
 * that they name on top. No number of the model's is written in a scene.
 */
#ifndef SCENE_FIGURE_H
#define SCENE_FIGURE_H

#include "scene/scene.h"

enum { SWEEP_MAX = 16, SWEEP_SEED = -1 };

/* What runs: later wins over scene, act and size. */
struct figure_run {
	const char *machine;		/* NULL: the size's */
	struct param_set set;
};

/* A figure that the mail reports, and what it is compared with. */
struct figure {
	const char *name, *variant, *status, *why;
	struct figure_run run;
	s64 mail_thousandths;
	struct expr *model_thousandths;
	s64 within_percent;		/* a check: no larger error; 0: none */
	unsigned line;
};

/* One parameter (or the seed), with one run of each variant for each value. */
struct sweep {
	int param;			/* enum param, or SWEEP_SEED */
	s64 value[SWEEP_MAX];
	unsigned n;			/* 0: no sweep, one run */
};

enum check_kind { CHECK_THAT, CHECK_NEVER_RISES, CHECK_NEVER_FALLS };

/* What must hold in the model, in all runs of the sweep together. */
struct figure_check {
	const char *name, *why;
	struct figure_run run;
	struct sweep sweep;
	enum check_kind kind;
	struct expr *expr;		/* THAT: yes or no; else thousandths */
	s64 slack_percent;		/* from one value of the sweep to the next */
	unsigned line;
};

/* "seed" or the parameter's name. */
const char *sweep_name(const struct sweep *s);

#endif
