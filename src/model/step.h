/* SPDX-License-Identifier: GPL-3.0-or-later
 * One step: one line of the current task of one CPU.
 */
#ifndef MODEL_STEP_H
#define MODEL_STEP_H

#include "model/machine.h"

/* Runs the line that CPU `cpu` stands on. It must be runnable. What ran is then
 * in m->last, and m->steps is one more. */
void machine_step(struct machine *m, const struct program *p, unsigned cpu);

/* The same as machine_step on the CPU at the ring's head, again and again, but
 * faster: at most `lines` times, until no CPU is runnable, neither a process nor
 * an operation is left, or m->focus changes. Returns how many lines ran. */
u64 machine_run(struct machine *m, const struct program *p, u64 lines);

/* The same, and each line is looked at: by `look`, which must not read the ring,
 * and ends it with true. */
u64 machine_run_to(struct machine *m, const struct program *p, u64 lines,
	bool (*look)(void *user), void *user);

/* machine_run() for one line, where it is known that there is one to run. */
void machine_line(struct machine *m, const struct program *p);

/* A choice of who runs next: the CPU, and one of its runnable tasks. */
struct choice {
	u16 cpu, task;
};
/* All of them (the current task of each runnable CPU; also queued tasks where
 * the current one may be preempted). Returns how many, at most max. */
unsigned machine_choices(const struct machine *m, struct choice *out,
	unsigned max);
/* The same machine_step for a choice, switching tasks first. */
void machine_step_choice(struct machine *m, const struct program *p,
	struct choice c);

#endif
