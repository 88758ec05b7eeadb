/* SPDX-License-Identifier: GPL-3.0-or-later
 * A run: one variant from step 0, its inputs, and where it stands.
 *
 * Rules: scene, seed and inputs decide every step. An input belongs to a step
 * and is applied on arrival there, in order, cues' before a person's; one that is
 * refused then (an earlier one is gone) is passed over. State `k` is the one after
 * k lines and the inputs of step k. Inputs are edits, operations and picks, never
 * stepping commands.
 */
#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

#include "base/err.h"
#include "engine/history.h"
#include "engine/origin.h"
#include "model/operation.h"
#include "model/setup.h"

enum input_kind { INPUT_SET, INPUT_OPERATION, INPUT_MODE, INPUT_PICK };

struct input {
	u64 step;
	u8 kind;		/* enum input_kind */
	u8 operation;		/* enum operation */
	bool focus;		/* OPERATION: run it to its end at once */
	bool cue;		/* the scene's, not a person's */
	u16 name, index;	/* SET */
	u16 cpu;		/* OPERATION, PICK */
	u16 task;		/* PICK; OPERATION: who runs it, told by the run */
	s64 value;
};

struct inputs {
	struct input *at;	/* sorted by step; in order within one */
	size_t n, size;
};

struct run;
/* Told at each new step, once: never again when the same step is had again; a
 * person's inputs of that step come after. May add inputs at this very step
 * (run_input with cue set). */
struct run_watcher {
	void (*arrived)(void *user, struct run *r);
	void *user;
};

struct run {
	struct machine *m;
	struct program program;
	struct setup setup;
	struct inputs inputs;
	size_t input;		/* the next one to apply */
	u64 frontier;		/* furthest step watched */
	bool watched;		/* the watcher has seen step `frontier` */
	struct run_watcher watcher;
	struct history *history;	/* NULL: none is kept */
	struct origin *origin;		/* where its machine comes from; or NULL */
};

/* A fresh run at step 0, inputs of step 0 not yet applied (none are known).
 * With `budget` > 0 a history of at most that many bytes is kept. */
struct run *run_new(const struct setup *s, size_t budget);
/* The same, for a session: forks and clones of it are made quickly, since they
 * share what they have not changed, and so does it with `other` (or NULL). */
struct run *run_new_beside(const struct setup *s, size_t budget,
	const struct run *other);
/* Its machine once more, at step 0 without inputs; origin_free_machine(). */
struct machine *run_machine(const struct run *r);
/* A fresh run with another run's inputs, without history and watcher. */
struct run *run_fork(const struct run *r);
/* That in two: the fresh run of r's setup gets its inputs, and is returned. */
struct run *run_inherit(struct run *fresh, const struct run *r);
/* A copy that stands where `r` stands, without history and watcher. */
struct run *run_clone(const struct run *r);
void run_free(struct run *r);
/* Sets the watcher. The first one is told of the present step at once (step 0 of
 * a fresh run, as a rule). */
void run_watch(struct run *r, struct run_watcher watcher);

static inline u64 run_step(const struct run *r)
{
	return r->m->steps;
}
/* No CPU can run a line, or the workload has ended and no operation is left. */
static inline bool run_ended(const struct run *r)
{
	const struct machine *m = r->m;

	return !m->ring_n || (!m->tasks_left && !m->operators_left);
}
/* One line. False if the run has ended. */
bool run_line(struct run *r);
/* So many lines can run before anything else than a line is due: an input, a
 * checkpoint, the watcher. For each of them run_quiet_line() does, as long as the
 * run has not ended. */
u64 run_quiet(const struct run *r);
void run_quiet_line(struct run *r);
/* At most so many of them, each looked at by `look`: the first for which that is
 * true ends it, and the run's end. Returns how many ran. Fast. */
u64 run_quiet_lines(struct run *r, u64 lines, bool (*look)(void *user), void *user);
/* At most `lines` lines, no stop looked at; returns how many ran. */
u64 run_lines(struct run *r, u64 lines);
/* To the last checkpoint at or before step (without history: step 0), inputs
 * applied. Then run_lines() goes on from there. */
void run_rewind(struct run *r, u64 step);
/* To this step exactly, or to the end if that comes first. Not sliced: use it
 * where the way is short; move.h slices. */
void run_seek(struct run *r, u64 step);

/* Why this input can't be applied now, or NULL. */
const char *run_refused(const struct run *r, const struct input *in);
/* Adds an input at the present step and applies it. A person's (cue false)
 * forgets later inputs and the watched future: the watcher is told again of all
 * steps behind this one. It must not be refused. */
void run_input(struct run *r, struct input in);
/* Replaces all inputs and goes to `step`; `same` is the last step up to which
 * old and new inputs agree, or the first where they don't (checkpoints up to it
 * stay). For branches and undo. The watcher is told again of all steps behind
 * `same`, so what it adds there (cue set) is left out of the new inputs. */
void run_replace_inputs(struct run *r, const struct inputs *inputs, u64 same,
	u64 step);
void inputs_copy(struct inputs *to, const struct inputs *from);
void inputs_done(struct inputs *i);

/* The costs of mmap's and munmap's other work, so that an iteration takes
 * setup->iteration_ns outside the lock, all lines included. */
void run_calibrate(struct setup *s);

#endif
