/* SPDX-License-Identifier: GPL-3.0-or-later
 * The tasks that a machine begins with, by its workload.
 *
 * Models no kernel file: a process is what a test program would be. Rules: a task
 * starts with a procedure's first line, which the variant decides.
 */
#include "base/rng.h"
#include "model/machine.h"
#include "model/mapping.h"
#include "model/setup.h"
#include "model/task.h"

/* kswapd and the swap device go to sleep at once: they wait for work. */
static void start_reclaim(struct machine *m)
{
	struct memory *mem = &m->memory;
	unsigned first = m->n_processes + 2u * m->n_cpus;
	static const u16 procedures[] = { PROC_KSWAPD, PROC_SWAP_DEVICE };
	static const u8 kinds[] = { TASK_KSWAPD, TASK_DEVICE };

	mem->kswapd = (u16)first;
	mem->device = (u16)(first + 1);
	for (unsigned i = 0; i < 2; i++) {
		struct task *t = task_of(m, first + i);

		t->kind = kinds[i];
		t->cpu = (u16)(i ? m->n_cpus : m->n_cpus - 1);
		task_start(m, first + i, procedures[i], NULL, 0);
		task_queue(m, first + i, 0, false);
	}
}

/* Processes begin within the jitter, by the seed. */
static void start_bombs(struct machine *m, const struct setup *s)
{
	u64 random = (u64)s->seed;
	u32 within = (u32)s->value[PARAM_START_JITTER_US];

	for (unsigned i = 0; m->memory.loops && i < m->n_processes; i++) {
		s64 base = (s64)i * m->memory.region_pages;
		s64 args[] = { base, base + m->memory.region_pages,
			m->memory.loops };
		u64 delay = within ? rng_below(&random, within + 1) : 0;

		task_start(m, i, PROC_BOMB, args, 3);
		m->tasks_left++;
		task_queue(m, i, delay * 1000, false);
	}
}

static void start_process(struct machine *m, unsigned cpu, unsigned procedure,
	const s64 *args, unsigned n_args)
{
	task_start(m, cpu, procedure, args, n_args);
	m->tasks_left++;
	task_queue(m, cpu, 0, false);
}

/* CPU 0 splits; CPU 1 may unmap the first small page meanwhile. */
static void start_splits(struct machine *m)
{
	s64 page = 0;

	start_process(m, 0, PROC_QUEUE_PAGES_RANGE, NULL, 0);
	m->rmap.zapping = m->rmap.race;
	if (m->rmap.race)
		start_process(m, 1, PROC_ZAP_PTE_RANGE, &page, 1);
}

/* With an `lru` string CPU 0 alone looks at the list, and as kswapd does when it
 * has to try hard; else all CPUs reclaim directly. */
static void start_readers(struct machine *m, const struct setup *s)
{
	bool list = !s->value[PARAM_FILES];
	u64 random = (u64)s->seed;
	u32 within = (u32)s->value[PARAM_START_JITTER_US];

	for (unsigned i = 0; m->memory.loops && i < m->n_processes; i++) {
		s64 args[] = { list ? 9 : 12, list, i % m->files.n };
		u64 delay = within ? rng_below(&random, within + 1) : 0;

		if (list && i)
			return;
		task_start(m, i, PROC_FILE_READER, args, 3);
		m->tasks_left++;
		task_queue(m, i, delay * 1000, false);
	}
}

static void start_workload(struct machine *m, const struct setup *s)
{
	s64 loop[] = { m->mapping_pages, m->iterations };
	s64 admin[] = { POLICY_NEVER, m->request_pages };

	if (s->workload == WORKLOAD_LAZY_FREE) {
		start_bombs(m, s);
		return;
	}
	if (s->workload == WORKLOAD_RMAP) {
		start_splits(m);
		return;
	}
	if (s->workload == WORKLOAD_RECLAIM) {
		start_readers(m, s);
		return;
	}
	if (s->workload == WORKLOAD_SLUB) {
		hackbench_start(m, s);
		return;
	}
	if (s->workload == WORKLOAD_ALLOCATION) {
		request_start(m);
		return;
	}
	for (unsigned cpu = 0; cpu < m->n_cpus; cpu++) {
		if (s->workload == WORKLOAD_MMAP1)
			start_process(m, cpu, PROC_MMAP1, loop, 2);
		else if (s->workload == WORKLOAD_POLICY_SWITCH && !cpu)
			start_process(m, cpu, PROC_ADMIN, admin, 2);
		else if (s->workload == WORKLOAD_POLICY_SWITCH)
			start_process(m, cpu, PROC_MAPPER, &m->slot_pages, 1);
	}
	if (s->workload == WORKLOAD_POLICY_SWITCH)
		m->mappers_left = (u16)(m->n_cpus - 1);
}

void tasks_begin(struct machine *m, const struct setup *s)
{
	if (m->parts & PART_MEMORY)
		start_reclaim(m);
	start_workload(m, s);
}
