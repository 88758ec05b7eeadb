/* SPDX-License-Identifier: GPL-3.0-or-later
 * History: where a machine has been, so that any step can be had again.
 *
 * A chain of checkpoints. Between two of them lies a delta, so the chain can be
 * walked both ways. What changes behind the checkpoint we stand behind is noted as
 * it was, and when the next is passed for the first time, its delta is made.
 *
 * Rules: a checkpoint is the state on arrival at its step, before the inputs of
 * that step. Bytes are bounded: old intervals are merged, two into one.
 */
#ifndef ENGINE_HISTORY_H
#define ENGINE_HISTORY_H

#include "model/machine.h"

/* Steps between new checkpoints; lines that work on memory take longer. */
enum { HISTORY_INTERVAL = 8192, HISTORY_INTERVAL_MEMORY = 4096 };

struct history;

/* Starts at the machine's present step (0), with a checkpoint every `interval`
 * steps (usually HISTORY_INTERVAL). `budget` in bytes. Sets m->log. */
struct history *history_new(struct machine *m, size_t budget, u64 interval);
void history_free(struct history *h, struct machine *m);
/* To be called on arrival at each step that is a checkpoint's or is due. */
void history_arrive(struct history *h, struct machine *m);
/* The next step at which history_arrive must be called. */
u64 history_next(const struct history *h, const struct machine *m);
/* Brings the machine to the last checkpoint at or before `step`. */
void history_restore(struct history *h, struct machine *m, u64 step);
/* Step of the last checkpoint at or before `step`. */
u64 history_before(const struct history *h, u64 step);
/* Step of the last checkpoint that has a property which only its head tells, and
 * which no checkpoint has behind one that has not; 0 if none has it. */
u64 history_last(const struct history *h,
	bool (*has)(const struct machine *head, const void *user),
	const void *user);
/* Forgets what lies behind `step`: its future has changed. The machine must
 * stand at or before it. */
void history_cut(struct history *h, u64 step);
/* Makes the copy, equal to the machine as it was at the last call (or at any step
 * 0), equal to the machine: only what has been written since is copied. Only one
 * copy can be kept so. */
void history_copy(struct history *h, const struct machine *m,
	struct machine *copy);
/* Makes a machine equal that is as it was at any step 0. */
void history_copy_all(const struct history *h, const struct machine *m,
	struct machine *copy);
/* All it takes. Never more than the budget and history_least(). */
size_t history_bytes(const struct history *h);
/* What a history of this machine takes whatever the budget: two checkpoints, the
 * delta between them, and the notes since the last one. */
size_t history_least(const struct machine *m);

#endif
