/* SPDX-License-Identifier: GPL-3.0-or-later
 * play --record: the frames of the screen as an asciicast.
 */
#ifndef APP_RECORD_H
#define APP_RECORD_H

#include "app/app.h"
#include "view/canvas.h"
#include "view/theme.h"

struct recorder;

/* *out stays NULL without --record. ERR_IO before the screen opens. */
bool recorder_open(const struct options *o, const struct session *s,
	struct recorder **out, struct err *e);
/* Records what changed since the last frame; NULL: nothing happens. */
void recorder_frame(struct recorder *r, const struct canvas *c,
	const struct theme *t);
/* True in virtual time: then the pause has passed already. */
bool recorder_pause(struct recorder *r, int ms);
bool recorder_close(struct recorder *r, struct err *e);
/* There is nothing to record after all: takes the file away. */
void recorder_discard(struct recorder *r, const struct options *o);

#endif
