/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who runs next.
 */
#ifndef ENGINE_SCHEDULE_H
#define ENGINE_SCHEDULE_H

#include "model/machine.h"

/* The CPU whose line runs next, by the machine's mode; NONE if none can. An
 * operation with the focus goes first; what it waits for, after it. Manual runs
 * the picked CPU while it can, else by time. Advances the machine's random
 * numbers in mode random. */
unsigned schedule_next(struct machine *m);

#endif
