/* SPDX-License-Identifier: GPL-3.0-or-later
 * Sandbox operations: a person runs one procedure on one CPU.
 */
#ifndef MODEL_OPERATION_H
#define MODEL_OPERATION_H

#include "model/machine.h"

/* To add one: a row here and in operation.c, a command in command/table.c. */
enum operation { OPERATION_ADD, OPERATION_SYNC, OPERATION_MAP, OPERATION_UNMAP,
	OPERATION_POLICY, OPERATION_SUM, OPERATION_COMPARE, OPERATION_OFFLINE,
	OPERATION_ONLINE, OPERATION_TOUCH, OPERATION_MADVISE, OPERATION_ALLOC,
	OPERATION_FREE, OPERATION_SPLIT, OPERATION_ZAP, OPERATION_SHRINK,
	OPERATION_READ, OPERATION_N };

/* Why it can't start now, or NULL: CPU offline or busy, value out of range. */
const char *operation_refused(const struct machine *m, enum operation op,
	unsigned cpu, s64 value);
/* ALLOC's value is an order. FREE names an order instead of a CPU; its value is
 * the block's first frame. Both run on CPU 0. */
/* TOUCH and MADVISE name a process instead of a CPU; MADVISE's value is an enum
 * advice. */
/* SPLIT's value is a huge page, ZAP's a small page. */
enum advice { ADVICE_FREE, ADVICE_DONTNEED, ADVICE_N };

/* Starts it on `cpu` with `value` (pages, policy or other side). With `focus`
 * only its task runs (and what it waits for) until it has ended. It must not
 * be refused. */
void operation_start(struct machine *m, enum operation op, unsigned cpu,
	s64 value, bool focus);

#endif
