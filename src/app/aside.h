/* SPDX-License-Identifier: GPL-3.0-or-later
 * Setting up a large machine aside, on a thread, so that keys need not wait.
 */
#ifndef APP_ASIDE_H
#define APP_ASIDE_H

#include <pthread.h>
#include "engine/run.h"

struct aside {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ready;
	bool open, going;
	/* the job */
	struct setup setup;
	u64 which;
	struct run *run;		/* once done */
};

void aside_open(struct aside *a);
/* Waits for what is being made and throws it away. */
void aside_done(struct aside *a);
/* A chart_maker's `make`, with a struct aside: small machines at once; a large one
 * NULL, after a moment, until it is there. */
struct run *aside_make(void *aside, const struct setup *s, u64 which);

#endif
