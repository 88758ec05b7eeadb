/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the engine's tests share: runs with tiny constants, their scope, and
 * digests to compare them by.
 */
#ifndef TEST_COURSE_H
#define TEST_COURSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/rng.h"
#include "engine/difference.h"
#include "engine/move.h"
#include "engine/schedule.h"
#include "model/names.h"
#include "model/step.h"
#include "model/task.h"

enum { NEW_KERNEL = IN_BATCH_NEW | IN_BATCH_SYNC_POLICY,
	OLD_KERNEL = IN_BATCH_OLD | IN_POLICY_BATCH };

/* A run, and the scope in which its expressions are read. */
struct course {
	struct setup s;
	struct run *r;
	const char *name;
	const struct machine *machine;
	const struct program *program;
	struct scope scope;
};

/* mmap1 on some CPUs, where one update in two folds; change c->s, then
 * course_start(). */
static inline void course_init(struct course *c, unsigned cpus)
{
	memset(c, 0, sizeof(*c));
	setup_init(&c->s);
	c->s.features = NEW_KERNEL;
	c->s.workload = WORKLOAD_MMAP1;
	c->s.value[PARAM_CPUS] = cpus;
	c->s.value[PARAM_MAPPING_PAGES] = 10;
	c->s.value[PARAM_BATCH] = 10;
	c->s.value[PARAM_ITERATIONS] = 3;
	c->s.cost_ns[COST_LOCKED_ADD] = 7;
}

/* With a history of tiny intervals; interval 0: without one. */
static inline void course_start(struct course *c, size_t budget, u64 interval)
{
	c->r = run_new(&c->s, 0);
	if (interval)
		c->r->history = history_new(c->r->m, budget, interval);
	c->name = "base";
	c->machine = c->r->m;
	c->program = &c->r->program;
	c->scope = (struct scope){ .n_variants = 1, .variant = &c->name,
		.machine = &c->machine, .program = &c->program };
}

static inline void course_done(struct course *c)
{
	run_free(c->r);
	c->r = NULL;
}

static inline u64 digest(const struct run *r)
{
	return machine_digest(r->m, &r->program);
}

/* What a fresh run with the same inputs is at this step. */
static inline u64 fresh_digest(const struct run *r, u64 step)
{
	struct run *f = run_fork(r);
	u64 d;

	run_seek(f, step);
	d = digest(f);
	run_free(f);
	return d;
}

/* Step at which a run with these inputs ends. */
static inline u64 last_step(const struct run *r)
{
	struct run *f = run_fork(r);
	u64 step;

	run_lines(f, UINT64_MAX);
	step = run_step(f);
	run_free(f);
	return step;
}

static inline struct name_use name_of(const char *text)
{
	unsigned index;
	int id = name_find(text, strlen(text), &index);

	assert_true(id >= 0);
	return (struct name_use){ (u16)id, (u16)index, NONE };
}

static inline s64 get(const struct run *r, const char *name)
{
	struct name_use n = name_of(name);

	return name_get(r->m, n.id, n.index);
}

static inline struct input set_input(const char *name, s64 value)
{
	struct name_use n = name_of(name);

	return (struct input){ .kind = INPUT_SET, .name = n.id,
		.index = n.index, .value = value };
}

static inline struct input operation_input(enum operation op, unsigned cpu,
	s64 value, bool focus)
{
	return (struct input){ .kind = INPUT_OPERATION, .operation = (u8)op,
		.cpu = (u16)cpu, .value = value, .focus = focus };
}

static inline struct input mode_input(enum mode mode)
{
	return (struct input){ .kind = INPUT_MODE, .value = mode };
}

static inline struct input pick_input(unsigned cpu, unsigned task)
{
	return (struct input){ .kind = INPUT_PICK, .cpu = (u16)cpu,
		.task = (u16)task };
}

/* Applies an input that must not be refused. */
static inline void put(struct run *r, struct input in)
{
	assert_null(run_refused(r, &in));
	run_input(r, in);
	assert_null(machine_check(r->m));
}

static inline const char *standing_on(const struct run *r, unsigned cpu)
{
	unsigned pc = run_pc(r, cpu);

	return pc == NONE ? "nothing" : program_line(&r->program, pc)->id;
}

#endif
