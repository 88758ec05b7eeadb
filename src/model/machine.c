/* SPDX-License-Identifier: GPL-3.0-or-later
 * The machine: its layout, its beginning, its invariants.
 */
#include <string.h>
#include "model/machine.h"
#include "model/mapping.h"
#include "model/setup.h"
#include "model/task.h"

enum { LOCKS_COMMON = LOCK_ZONE + 2 };	/* of the counters and two zones */

/* kswapd and the swap device. */
static unsigned memory_tasks(const struct setup *s)
{
	return setup_parts(s) & PART_MEMORY ? 2 : 0;
}

static u32 rounded(size_t bytes)
{
	return (u32)((bytes + GRAIN - 1) / GRAIN * GRAIN);
}

static u32 ring_size(unsigned cpus)
{
	u32 n = 2;

	while (n < cpus + 1)
		n *= 2;
	return n;
}

/* Those of a `zone_list` beyond two. */
static unsigned more_zones(const struct setup *s)
{
	struct told_zone z[ZONES_MAX];
	unsigned n = setup_told_zones(s, z);

	return n > 2 ? n - 2 : 0;
}

static void lay_out(struct machine *m, const struct setup *s)
{
	unsigned cpus = (unsigned)s->value[PARAM_CPUS];
	unsigned units = cpus + memory_tasks(s) / 2;
	unsigned tasks = setup_processes(s) + 2 * cpus + memory_tasks(s);

	m->n_cpus = (u16)cpus;
	m->n_units = (u16)units;
	m->n_processes = (u16)setup_processes(s);
	m->n_tasks = (u16)tasks;
	m->ring_mask = ring_size(units) - 1;
	m->n_locks = (u16)(LOCKS_COMMON + more_zones(s));
	if (setup_parts(s) & PART_RMAP) {
		m->rmap.lock = m->n_locks;
		m->n_locks = (u16)(m->n_locks + rmap_locks(s));
	}
	files_lay_out_locks(m, s);
	m->lock_at = rounded(sizeof(*m));
	m->cpu_at = m->lock_at + rounded(m->n_locks * sizeof(struct lock));
	m->task_at = m->cpu_at + rounded(units * sizeof(struct cpu));
	m->ring_at = m->task_at + rounded(tasks * sizeof(struct task));
	m->stack_at = m->ring_at +
		rounded(ring_size(units) * sizeof(struct ring_entry));
	m->head_size = m->stack_at;
	m->size = m->stack_at +
		rounded((size_t)tasks * STACK_BYTES);
	memory_lay_out(m, s, &m->size);
	files_lay_out(m, s, &m->size);
	rmap_lay_out(m, s, &m->size);
	slub_lay_out(m, s, &m->size);
	hackbench_lay_out(m, s, &m->size);
}

/* The workload's huge pages must fit into memory. */
static struct setup fitted(const struct setup *s)
{
	struct setup own = *s;
	s64 least = 64 + rmap_frames(s) + rmap_frames(s) / 8;

	if (s->workload != WORKLOAD_RMAP)
		return own;
	own.value[PARAM_PROCESSES] = 0;		/* none has a region */
	if (own.value[PARAM_RAM_PAGES] < least)
		own.value[PARAM_RAM_PAGES] = least;
	return own;
}

size_t machine_size(const struct setup *s)
{
	struct machine m = { 0 };
	struct setup own = fitted(s);

	lay_out(&m, &own);
	return m.size;
}

static void init_cpus(struct machine *m)
{
	for (unsigned i = 0; i < m->n_units; i++) {
		struct cpu *c = cpu_of(m, i);

		c->current = c->queue_first = c->queue_last = NONE;
		c->online = 1;
	}
	for (unsigned i = 0; i < m->n_tasks; i++) {
		struct task *t = task_of(m, i);
		unsigned process = m->n_processes;

		t->cpu = (u16)((i < process ? i : i - process) % m->n_cpus);
		t->kind = i < process ? TASK_PROCESS
			: i < process + m->n_cpus ? TASK_KWORKER
						  : TASK_OPERATOR;
		t->next = t->waits_for = NONE;
	}
	for (unsigned i = 0; i < m->n_locks; i++)
		*lock_of(m, i) = (struct lock){ .holder = NONE, .first = NONE,
			.last = NONE, .last_cpu = NONE };
	for (unsigned i = 0; i < CHANNEL_N; i++)
		m->channel[i] = NONE;
}

static void init_overcommit(struct machine *m, const struct setup *s)
{
	struct overcommit *o = &m->overcommit;
	const s64 *v = s->value;

	o->policy = v[PARAM_POLICY];
	o->ratio = v[PARAM_RATIO];
	o->kbytes = v[PARAM_KBYTES];
	o->ram_pages = v[PARAM_RAM_PAGES];
	o->hugetlb_pages = v[PARAM_HUGETLB_PAGES];
	o->swap_pages = v[PARAM_SWAP_PAGES];
	o->admin_reserve_pages = v[PARAM_ADMIN_RESERVE];
	o->user_reserve_pages = v[PARAM_USER_RESERVE];
}

void machine_fill(struct machine *m, const struct setup *given)
{
	struct setup own = fitted(given), *s = &own;

	lay_out(m, s);
	m->parts = setup_parts(s);
	memcpy(m->cost_ns, s->cost_ns, sizeof(m->cost_ns));
	m->topology = s->topology;
	m->mapping_pages = s->value[PARAM_MAPPING_PAGES];
	m->iterations = s->value[PARAM_ITERATIONS];
	m->slot_pages = s->value[PARAM_SLOT_PAGES];
	m->request_pages = s->value[PARAM_REQUEST_PAGES];
	m->batch_read = s->value[PARAM_BATCH_READ];
	m->seed = s->seed;
	m->random = (u64)s->seed;
	m->picked = m->turn = m->focus = NONE;
	m->last = (struct event){ NONE, NONE, NONE, 0, 0, NONE,
		NONE };
	init_cpus(m);
	init_overcommit(m, s);
	if (m->parts & PART_MEMORY) {
		if (m->parts & PART_FILES)
			files_init(m, s);
		memory_init(m, s);
	}
	if (m->parts & PART_RMAP)
		rmap_init(m, s);
	if (m->parts & PART_SLUB)
		slub_init(m, s);
}

void machine_begin(struct machine *m, const struct setup *given,
	const struct program *p)
{
	struct setup own = fitted(given), *s = &own;

	memcpy(m->entry, p->entry, sizeof(m->entry));
	m->overcommit.batch = setup_batch(s);
	m->memory.rule_4_4 = m->parts & PART_MEMORY &&
		setup_rule(s) == ERA_4_4;
	if (m->parts & PART_FILES)
		files_begin(m, s);
	tasks_begin(m, s);
}

void machine_init(struct machine *m, const struct setup *s,
	const struct program *p)
{
	machine_fill(m, s);
	machine_begin(m, s, p);
}

bool machine_finished(const struct machine *m)
{
	return m->tasks_left == 0;
}

u64 machine_time_ns(const struct machine *m)
{
	u64 time = 0;

	for (unsigned i = 0; i < m->n_cpus; i++)
		if (cpu_at(m, i)->clock_ns > time)
			time = cpu_at(m, i)->clock_ns;
	return time;
}

static const char *check_counters(const struct machine *m)
{
	for (unsigned i = 0; i < COUNTER_N; i++) {
		const struct lock *l = lock_at(m, m->counter[i].lock);

		if (percpu_counter_exact(m, i) != m->counter[i].exact)
			return "count + slots differ from the exact sum";
		if (m->counter[i].moving && l->holder == NONE)
			return "a slot is being moved without the lock";
	}
	return NULL;
}

static const char *check_lock(const struct machine *m, const struct lock *l)
{
	unsigned n = 0;

	for (unsigned t = l->first; t != NONE; t = task_at(m, t)->next, n++) {
		if (task_at(m, t)->state != TASK_SPINNING)
			return "a task in a lock's queue does not wait for it";
		if (n > m->n_cpus)
			return "a lock's queue is a circle";
	}
	if (n != l->waiters)
		return "a lock's queue has another length than counted";
	if (n && l->holder == NONE)
		return "tasks wait for a lock that nobody holds";
	if (l->holder != NONE && !task_at(m, l->holder)->preempt_off)
		return "a lock's holder can be preempted";
	return NULL;
}

static const char *check_tasks(const struct machine *m)
{
	unsigned running = 0, left = 0;

	for (unsigned i = 0; i < m->n_tasks; i++) {
		const struct task *t = task_at(m, i);

		if ((t->state == TASK_IDLE) != (t->depth == 0))
			return "an idle task has frames, or a live one has none";
		if (t->depth && task_frame(m, i) != machine_at(m, t->top))
			return "a task's top frame is not where it should be";
		if (t->state == TASK_RUNNING || t->state == TASK_SPINNING) {
			running++;
			if (cpu_at(m, t->cpu)->current != i)
				return "a running task is not its CPU's current one";
		}
		left += t->kind == TASK_PROCESS && t->state != TASK_IDLE;
	}
	for (unsigned i = 0; i < m->n_units; i++)
		running -= cpu_at(m, i)->current != NONE;
	if (running)
		return "CPUs and running tasks do not pair up";
	return left == m->tasks_left ? NULL
				     : "processes left are counted wrongly";
}

static const char *check_cpus(const struct machine *m)
{
	unsigned dying = 0;
	u32 work = 0;

	for (unsigned i = 0; i < m->n_units; i++) {
		const struct cpu *c = cpu_at(m, i);

		dying += c->dying;
		work += c->work;
		if (c->work && task_at(m, task_kworker(m, i))->state == TASK_IDLE)
			return "a CPU has work and its kworker sleeps";
	}
	if (work != m->work_pending)
		return "work items are counted wrongly";
	return dying == m->dying ? NULL : "dying CPUs are counted wrongly";
}

static const char *check_ring(const struct machine *m)
{
	struct machine *w = (struct machine *)(uintptr_t)m;
	u32 runnable = 0;

	for (unsigned i = 0; i < m->n_units; i++)
		runnable += cpu_at(m, i)->state == CPU_RUNNABLE;
	if (runnable != m->ring_n)
		return "the ring has another size than there are runnable CPUs";
	for (u32 i = 0; i < m->ring_n; i++) {
		const struct ring_entry *e = ring_entry(w, i);

		if (cpu_at(m, e->cpu)->clock_ns != e->clock_ns)
			return "a clock in the ring is stale";
		if (i && ring_entry(w, i - 1)->clock_ns > e->clock_ns)
			return "the ring is not sorted";
	}
	for (u32 i = m->ring_n; i <= m->ring_mask; i++)
		if (ring_entry(w, i)->clock_ns || ring_entry(w, i)->cpu)
			return "a place in the ring is not given back";
	return NULL;
}

const char *machine_ledger(const struct machine *m)
{
	const char *broken = check_counters(m);

	if (!broken && (m->parts & PART_MEMORY))
		broken = memory_ledger(m);
	if (!broken && (m->parts & PART_REQUEST))
		broken = request_check(m);
	return broken;
}

const char *machine_check(const struct machine *m)
{
	const char *broken = check_counters(m);

	for (unsigned i = 0; !broken && i < m->n_locks; i++)
		broken = check_lock(m, lock_at(m, i));
	if (!broken)
		broken = check_tasks(m);
	if (!broken)
		broken = check_cpus(m);
	if (!broken)
		broken = check_ring(m);
	if (!broken && (m->parts & PART_MEMORY))
		broken = memory_check(m);
	if (!broken && (m->parts & PART_RMAP))
		broken = rmap_check(m);
	if (!broken && (m->parts & PART_FILES))
		broken = files_check(m);
	if (!broken && (m->parts & PART_SLUB))
		broken = slub_check(m);
	if (!broken && (m->parts & PART_REQUEST))
		broken = request_check(m);
	return broken ? broken : hackbench_check(m);
}
