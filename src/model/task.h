/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tasks and CPUs: run queues, waking, ending; and the ring of runnable CPUs.
 */
#ifndef MODEL_TASK_H
#define MODEL_TASK_H

#include "model/machine.h"

/* Task numbers: processes first, then one kworker and one operator per CPU. */
unsigned task_kworker(const struct machine *m, unsigned cpu);
unsigned task_operator(const struct machine *m, unsigned cpu);

/* Gives an idle task its first frame: procedure and its first locals. */
void task_start(struct machine *m, unsigned task, unsigned procedure,
	const s64 *args, unsigned n_args);
/* Makes a task with a frame runnable on its CPU at `now`. With `urgent` it comes
 * before those who wait there, and its CPU switches to it at the next line where
 * preemption is on; a kworker goes on to its end. */
void task_queue(struct machine *m, unsigned task, u64 now_ns, bool urgent);
/* The running task sleeps on a channel; its CPU takes the next one. */
void task_wait(struct machine *m, struct task *t, enum channel channel);
/* All tasks of a channel become runnable, urgently: there are no time slices. */
void task_wake_all(struct machine *m, enum channel channel, u64 now_ns);
/* This task does, if it sleeps on that channel; it goes to its queue's end. Only
 * for CHANNEL_OWN. */
void task_wake(struct machine *m, unsigned task, enum channel channel,
	u64 now_ns);
/* The one that has slept longest does. */
void task_wake_first(struct machine *m, enum channel channel, u64 now_ns);
/* The running task has ended. */
void task_end(struct machine *m, struct task *t);
/* The CPU takes the next task of its queue, or goes idle. */
void cpu_next_task(struct machine *m, unsigned cpu);
/* Takes the first task of the queue; the running one is then the first. */
void cpu_preempt(struct machine *m, unsigned cpu);
/* Makes `task`, queued on that CPU, its current one (manual scheduling); the
 * running one is then the first but for the kworker. False if it is not queued there or preemption is
 * off. */
bool cpu_switch_to(struct machine *m, unsigned cpu, unsigned task);

/* The CPU whose next line brings a task on: its own, or that of who it waits
 * for (a lock's holder, a work item). NONE if no such CPU can run. */
unsigned task_helper(const struct machine *m, unsigned task);

static inline struct ring_entry *ring_entry(struct machine *m, u32 i)
{
	return (struct ring_entry *)machine_at(m, m->ring_at) +
		((m->ring_first + i) & m->ring_mask);
}
/* Takes out the CPU that comes first; there must be one. Places without a CPU are
 * zero: so a state has the same bytes, whichever way it was come to. */
static inline unsigned ring_take(struct machine *m)
{
	struct ring_entry *e = ring_entry(m, 0);
	unsigned cpu = e->cpu;

	*e = (struct ring_entry){ 0 };
	m->ring_first = (m->ring_first + 1) & m->ring_mask;
	m->ring_n--;
	return cpu;
}
static inline bool ring_before(const struct ring_entry *e, u64 clock_ns,
	unsigned cpu)
{
	return e->clock_ns < clock_ns + (e->cpu < cpu);
}
void ring_insert(struct machine *m, unsigned cpu);
void ring_remove(struct machine *m, unsigned cpu);
/* ring_insert; fast if the CPU comes first, which has just been taken: it then has
 * the place it had, as if it had not been taken. */
static inline void ring_put(struct machine *m, unsigned cpu, u64 clock_ns)
{
	if (m->ring_n && ring_before(ring_entry(m, 0), clock_ns, cpu)) {
		ring_insert(m, cpu);
		return;
	}
	m->ring_first = (m->ring_first - 1) & m->ring_mask;
	m->ring_n++;
	*ring_entry(m, 0) = (struct ring_entry){ clock_ns, cpu, 0 };
}
/* Up to which clock a CPU that is out of the ring comes before all in it. */
static inline u64 ring_until(struct machine *m, unsigned cpu)
{
	const struct ring_entry *e = ring_entry(m, 0);

	return m->ring_n ? e->clock_ns + (cpu < e->cpu) : UINT64_MAX;
}
/* ring_insert, then ring_take and its ring_until; fast if the CPU comes last. The
 * ring must not be empty. */
static inline unsigned ring_turn(struct machine *m, unsigned cpu, u64 clock_ns,
	u64 *until)
{
	struct ring_entry *ring = machine_at(m, m->ring_at);
	u32 first = m->ring_first, n = m->ring_n, mask = m->ring_mask;
	const struct ring_entry *next;

	if (!ring_before(&ring[(first + n - 1) & mask], clock_ns, cpu)) {
		ring_insert(m, cpu);
		cpu = ring_take(m);
		*until = ring_until(m, cpu);
		return cpu;
	}
	ring[(first + n) & mask].clock_ns = clock_ns;
	ring[(first + n) & mask].cpu = cpu;
	cpu = ring[first].cpu;
	ring[first] = (struct ring_entry){ 0 };
	first = (first + 1) & mask;
	m->ring_first = first;
	next = &ring[first];
	*until = next->clock_ns + (cpu < next->cpu);
	return cpu;
}

struct setup;
/* The tasks of step 0: kswapd and the device, then the workload's. */
void tasks_begin(struct machine *m, const struct setup *s);

#endif
