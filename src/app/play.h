/* SPDX-License-Identifier: GPL-3.0-or-later
 * Helpers of the screen's loop, and playing without a terminal.
 */
#ifndef APP_PLAY_H
#define APP_PLAY_H

#include <signal.h>
#include "app/app.h"

enum { SIGHUP_STATUS = SIGHUP };

/* Without a terminal: the scene as text, cue by cue, to its end. A question is
 * asked, then answered by the model. */
int play_as_text(const struct options *o, struct session *s);
/* The last row that says something, as one status line. */
const char *play_status(const struct rows *r);
/* Shows the digits typed before a command. */
void play_say_count(struct session *s, unsigned count);

#endif
