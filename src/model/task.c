/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tasks and CPUs: run queues, waking, ending; and the ring of runnable CPUs.
 * Models the least of kernel/sched that the scenes need: FIFO run queues, no
 * time slices; a work item gets its CPU as soon as preemption allows.
 */
#include <string.h>
#include "model/task.h"

unsigned task_kworker(const struct machine *m, unsigned cpu)
{
	return m->n_processes + cpu;
}

unsigned task_operator(const struct machine *m, unsigned cpu)
{
	return m->n_processes + m->n_cpus + cpu;
}

const struct frame *task_frame(const struct machine *m, unsigned task)
{
	unsigned depth = task_at(m, task)->depth;

	return depth ? &frames_of(m, task)[depth - 1] : NULL;
}

/* A sorted circular queue: shifts from the nearer end. */
void ring_insert(struct machine *m, unsigned cpu)
{
	struct ring_entry *ring = machine_at(m, m->ring_at);
	u32 mask = m->ring_mask, first = m->ring_first, n = m->ring_n++, at;
	u64 clock = cpu_of(m, cpu)->clock_ns;

	if (n && !ring_before(&ring[(first + n / 2) & mask], clock, cpu)) {
		m->ring_first = (first - 1) & mask;
		/* the middle one ends it at the latest */
		for (at = first - 1; ring_before(&ring[(at + 1) & mask], clock,
			cpu); at++)
			ring[at & mask] = ring[(at + 1) & mask];
	} else {
		for (at = first + n; at != first && !ring_before(
			&ring[(at - 1) & mask], clock, cpu); at--)
			ring[at & mask] = ring[(at - 1) & mask];
	}
	ring[at & mask] = (struct ring_entry){ clock, cpu, 0 };
}

void ring_remove(struct machine *m, unsigned cpu)
{
	u32 i = 0;

	if (!m->ring_n)
		return;
	if (ring_entry(m, 0)->cpu == cpu) {
		ring_take(m);
		return;
	}
	while (i < m->ring_n && ring_entry(m, i)->cpu != cpu)
		i++;
	if (i == m->ring_n)
		return;
	for (m->ring_n--; i < m->ring_n; i++)
		*ring_entry(m, i) = *ring_entry(m, i + 1);
	*ring_entry(m, i) = (struct ring_entry){ 0 };
}

void task_start(struct machine *m, unsigned task, unsigned procedure,
	const s64 *args, unsigned n_args)
{
	struct task *t = task_of(m, task);
	struct frame *f = frames_of(m, task);

	machine_note(m, f, sizeof(*f));
	memset(f, 0, sizeof(*f));
	f->pc = m->entry[procedure];
	if (n_args)
		memcpy(f->v, args, n_args * sizeof(*args));
	t->depth = 1;
	t->top = (u32)((char *)f - (char *)m);
	t->failed = 0;
	m->last.started = (u16)task;
}

static void enqueue_first(struct machine *m, unsigned task)
{
	struct task *t = task_of(m, task);
	struct cpu *c = cpu_of(m, t->cpu);

	t->state = TASK_QUEUED;
	t->next = c->queue_first;
	if (c->queue_first == NONE)
		c->queue_last = (u16)task;
	c->queue_first = (u16)task;
}

static bool worker_waits(const struct machine *m, unsigned cpu)
{
	unsigned first = cpu_at(m, cpu)->queue_first;

	return first != NONE && task_at(m, first)->kind == TASK_KWORKER;
}

/* Who is preempted comes before all that wait, but for the kworker. */
static void enqueue_preempted(struct machine *m, unsigned task)
{
	unsigned cpu = task_at(m, task)->cpu;
	u16 *link = &cpu_of(m, cpu)->queue_first;

	if (!worker_waits(m, cpu)) {
		enqueue_first(m, task);
		return;
	}
	link = &task_of(m, *link)->next;
	task_of(m, task)->state = TASK_QUEUED;
	task_of(m, task)->next = *link;
	if (*link == NONE)
		cpu_of(m, cpu)->queue_last = (u16)task;
	*link = (u16)task;
}

static void enqueue(struct machine *m, unsigned task)
{
	struct task *t = task_of(m, task);
	struct cpu *c = cpu_of(m, t->cpu);

	t->state = TASK_QUEUED;
	t->next = NONE;
	if (c->queue_first == NONE)
		c->queue_first = (u16)task;
	else
		task_of(m, c->queue_last)->next = (u16)task;
	c->queue_last = (u16)task;
}

void task_queue(struct machine *m, unsigned task, u64 now_ns, bool urgent)
{
	struct task *t = task_of(m, task);
	struct cpu *c = cpu_of(m, t->cpu);

	if (urgent)
		enqueue_first(m, task);
	else
		enqueue(m, task);
	if (urgent && c->current != NONE &&
		task_of(m, c->current)->kind != TASK_KWORKER)
		c->resched = 1;
	if (c->state != CPU_IDLE)
		return;
	if (c->clock_ns < now_ns)
		c->clock_ns = now_ns;
	cpu_next_task(m, t->cpu);
	ring_insert(m, t->cpu);
}

void cpu_next_task(struct machine *m, unsigned cpu)
{
	struct cpu *c = cpu_of(m, cpu);
	unsigned task = c->queue_first;

	c->current = (u16)task;
	c->resched = 0;
	if (task == NONE) {
		c->state = CPU_IDLE;
		return;
	}
	c->queue_first = task_of(m, task)->next;
	task_of(m, task)->next = NONE;
	task_of(m, task)->state = TASK_RUNNING;
	c->state = CPU_RUNNABLE;
}

void cpu_preempt(struct machine *m, unsigned cpu)
{
	struct cpu *c = cpu_of(m, cpu);
	unsigned preempted = c->current;

	c->resched = 0;
	if (c->queue_first == NONE)
		return;
	cpu_next_task(m, cpu);
	enqueue_preempted(m, preempted);
	c->clock_ns += m->cost_ns[COST_SWITCH];
}

bool cpu_switch_to(struct machine *m, unsigned cpu, unsigned task)
{
	struct cpu *c = cpu_of(m, cpu);
	u16 *link = &c->queue_first, before_it = NONE;

	if (c->state == CPU_SPINNING ||
		(c->current != NONE && task_of(m, c->current)->preempt_off))
		return false;
	while (*link != NONE && *link != task) {
		before_it = *link;
		link = &task_of(m, *link)->next;
	}
	if (*link == NONE)
		return false;
	*link = task_of(m, task)->next;
	if (c->queue_last == task)
		c->queue_last = before_it;
	if (c->current != NONE)
		enqueue_preempted(m, c->current);
	c->current = (u16)task;
	c->resched = c->resched && worker_waits(m, cpu);
	task_of(m, task)->next = NONE;
	task_of(m, task)->state = TASK_RUNNING;
	return true;
}

void task_wait(struct machine *m, struct task *t, enum channel channel)
{
	unsigned task = task_index(m, t);
	u16 *link = &m->channel[channel];

	while (*link != NONE)
		link = &task_of(m, *link)->next;
	if (channel != CHANNEL_OWN)
		*link = (u16)task;
	t->next = NONE;
	t->state = TASK_WAITING;
	t->waits_for = (u16)channel;
	t->since_ns = cpu_of(m, t->cpu)->clock_ns;
	cpu_next_task(m, t->cpu);
}

void task_wake_all(struct machine *m, enum channel channel, u64 now_ns)
{
	unsigned task = m->channel[channel];

	m->channel[channel] = NONE;
	while (task != NONE) {
		unsigned next = task_of(m, task)->next;

		task_of(m, task)->waits_for = NONE;
		task_queue(m, task, now_ns, true);
		task = next;
	}
}

void task_wake(struct machine *m, unsigned task, enum channel channel,
	u64 now_ns)
{
	struct task *t = task_of(m, task);

	if (t->state != TASK_WAITING || t->waits_for != channel)
		return;
	t->waits_for = NONE;
	task_queue(m, task, now_ns, false);
}

void task_wake_first(struct machine *m, enum channel channel, u64 now_ns)
{
	unsigned task = m->channel[channel];

	if (task == NONE)
		return;
	m->channel[channel] = task_of(m, task)->next;
	task_of(m, task)->waits_for = NONE;
	task_queue(m, task, now_ns, task_of(m, task)->kind == TASK_KSWAPD);
}

void task_end(struct machine *m, struct task *t)
{
	t->state = TASK_IDLE;
	t->depth = 0;
	m->last.ended = 1;
	if (t->kind == TASK_PROCESS)
		m->tasks_left--;
	else if (t->kind == TASK_OPERATOR)
		m->operators_left--;
	if (m->focus == task_index(m, t))
		m->focus = NONE;
	cpu_next_task(m, t->cpu);
}

/* Who must run for a task that waits on a channel: a kworker with work, or any
 * other task that does not wait itself. */
static unsigned waited_for(const struct machine *m, unsigned task)
{
	unsigned found = NONE;

	for (unsigned i = 0; i < m->n_tasks; i++) {
		const struct task *t = task_at(m, i);

		if (i == task || t->state == TASK_IDLE ||
			t->state == TASK_WAITING)
			continue;
		if (t->kind == TASK_KWORKER && cpu_at(m, t->cpu)->work)
			return i;
		if (found == NONE)
			found = i;
	}
	return found;
}

unsigned task_helper(const struct machine *m, unsigned task)
{
	while (task != NONE) {
		const struct task *t = task_at(m, task);

		switch (t->state) {
		case TASK_RUNNING: return t->cpu;
		case TASK_QUEUED: task = cpu_at(m, t->cpu)->current; break;
		case TASK_SPINNING: task = lock_at(m, t->waits_for)->holder; break;
		case TASK_WAITING: task = waited_for(m, task); break;
		default: return NONE;
		}
	}
	return NONE;
}
