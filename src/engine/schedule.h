/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who runs next.
 */
#ifndef ENGINE_SCHEDULE_H
#define ENGINE_SCHEDULE_H

#include "model/machine.h"

/* The CPU whose line runs next, by the machine's mode; NONE if none can. An
 * operation with the focus goes first, and what it waits for; if that can't run
 * either, by the mode. Manual runs the picked CPU while it can, else by time.
 * Advances round robin's turn and the random numbers of mode random. */
unsigned schedule_next(struct machine *m);
/* The same; nothing is advanced. */
unsigned schedule_peek(struct machine *m);
/* When the next line will start, ns; nothing is advanced. UINT64_MAX: none. */
u64 schedule_next_ns(struct machine *m);

#endif
