/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the model's tests share: a machine with tiny constants, driven line by
 * line, with every invariant checked after each.
 */
#ifndef TEST_RIG_H
#define TEST_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/rng.h"
#include "model/names.h"
#include "model/operation.h"
#include "model/setup.h"
#include "model/step.h"
#include "model/task.h"

enum { OLD_KERNEL = IN_BATCH_OLD | IN_POLICY_BATCH,
	NEW_KERNEL = IN_BATCH_NEW | IN_BATCH_SYNC_POLICY };

struct rig {
	struct setup s;
	struct program p;
	struct machine *m;
};

/* A setup of the new kernel; change r->s, then rig_start(). */
static inline void rig_init(struct rig *r, unsigned cpus)
{
	setup_init(&r->s);
	r->s.features = NEW_KERNEL;
	r->s.value[PARAM_CPUS] = cpus;
}

static inline void rig_start(struct rig *r)
{
	program_compile(&r->p, setup_features(&r->s));
	r->m = mem_alloc(machine_size(&r->s));
	machine_init(r->m, &r->s, &r->p);
	if (machine_check(r->m))
		fail_msg("at the start: %s", machine_check(r->m));
}

static inline void rig_done(struct rig *r)
{
	free(r->m);
	r->m = NULL;
}

/* Sandbox with this batch: no workload. */
static inline void rig_sandbox(struct rig *r, unsigned cpus, s64 batch)
{
	rig_init(r, cpus);
	r->s.value[PARAM_BATCH] = batch;
	rig_start(r);
}

static inline s64 rig_get(const struct rig *r, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	return name_get(r->m, (unsigned)id, index);
}

static inline void rig_set(struct rig *r, const char *name, s64 value)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	name_at((unsigned)id)->set(r->m, index, value);
}

static inline void rig_checked(const struct rig *r)
{
	const char *broken = machine_check(r->m);

	if (broken)
		fail_msg("after step %llu: %s",
			(unsigned long long)r->m->steps, broken);
}

/* One line of one CPU. */
static inline void rig_step(struct rig *r, unsigned cpu)
{
	assert_int_equal(cpu_at(r->m, cpu)->state, CPU_RUNNABLE);
	machine_step(r->m, &r->p, cpu);
	rig_checked(r);
}

/* Lines in time order until nobody can run. */
static inline void rig_run(struct rig *r)
{
	while (r->m->ring_n)
		rig_step(r, ring_entry(r->m, 0)->cpu);
}

/* Where a CPU's current task stands: "procedure:id", "" if it has none. */
static inline const char *rig_at(const struct rig *r, unsigned cpu)
{
	static char text[128];
	const struct op_code *o;
	const struct procedure *proc;

	if (cpu_at(r->m, cpu)->current == NONE)
		return "";
	o = &r->p.op[task_frame(r->m, cpu_at(r->m, cpu)->current)->pc];
	proc = procedure_at(o->procedure);
	text[0] = 0;
	strcat(strcat(strcat(text, proc->name), ":"), proc->lines[o->row].id);
	return text;
}

/* Lines of one CPU until its current task stands on that line. */
static inline void rig_until(struct rig *r, unsigned cpu, const char *at)
{
	for (int i = 0; strcmp(rig_at(r, cpu), at); i++) {
		if (i > 100000)
			fail_msg("CPU %u never comes to %s", cpu, at);
		rig_step(r, cpu);
	}
}

/* Lines of one CPU until it has nothing to do. */
static inline void rig_finish(struct rig *r, unsigned cpu)
{
	for (int i = 0; cpu_at(r->m, cpu)->state == CPU_RUNNABLE; i++) {
		assert_true(i < 100000);
		rig_step(r, cpu);
	}
}

static inline void rig_begin(struct rig *r, enum operation op, unsigned cpu,
	s64 value)
{
	assert_null(operation_refused(r->m, op, cpu, value));
	operation_start(r->m, op, cpu, value, false);
	rig_checked(r);
}

/* A whole operation; returns what its procedure returned. */
static inline s64 rig_do(struct rig *r, enum operation op, unsigned cpu,
	s64 value)
{
	unsigned on = op == OPERATION_OFFLINE ? (cpu == 0) : cpu;

	rig_begin(r, op, cpu, value);
	rig_run(r);
	return task_at(r->m, task_operator(r->m, on))->result;
}

/* The global count and each CPU's slot, set or compared. */
#define SLOTS(...) ((const s64[]){ __VA_ARGS__ })
static inline void rig_put(struct rig *r, s64 count, const s64 *slots)
{
	char name[64];

	rig_set(r, "vm_committed_as.count", count);
	for (unsigned i = 0; i < r->m->n_cpus; i++) {
		name_write((unsigned)name_find("cpu[0].vm_committed_as", 22,
			&(unsigned){ 0 }), i, name);
		rig_set(r, name, slots[i]);
	}
	rig_checked(r);
}

static inline void rig_holds(const struct rig *r, s64 count, const s64 *slots)
{
	assert_int_equal(rig_get(r, "vm_committed_as.count"), count);
	for (unsigned i = 0; i < r->m->n_cpus; i++)
		assert_int_equal(cpu_at(r->m, i)->slot[0], slots[i]);
}

#define assert_value(r, name, value) \
	assert_int_equal(rig_get(r, name), value)

#endif
