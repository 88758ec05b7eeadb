/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who runs next: by time, round robin, at random, or as a person picks.
 */
#include "base/rng.h"
#include "engine/schedule.h"
#include "model/task.h"

static bool runnable(const struct machine *m, unsigned cpu)
{
	return cpu < m->n_units && cpu_at(m, cpu)->state == CPU_RUNNABLE;
}

static unsigned round_robin(struct machine *m)
{
	unsigned cpu = m->turn == NONE ? m->n_units - 1u : m->turn;

	do
		cpu = (cpu + 1) % m->n_units;
	while (!runnable(m, cpu));
	m->turn = (u16)cpu;
	return cpu;
}

/* The i-th runnable CPU by number, so that the ring's order plays no part. */
static unsigned at_random(struct machine *m)
{
	u32 skip = rng_below(&m->random, m->ring_n);
	unsigned cpu = 0;

	while (!runnable(m, cpu) || skip--)
		cpu++;
	return cpu;
}

unsigned schedule_next(struct machine *m)
{
	unsigned cpu;

	if (!m->ring_n)
		return NONE;
	cpu = m->focus == NONE ? NONE : task_helper(m, m->focus);
	if (cpu != NONE)
		return cpu;
	if (m->mode == MODE_MANUAL && runnable(m, m->picked))
		return m->picked;
	if (m->mode == MODE_ROUND_ROBIN)
		return round_robin(m);
	if (m->mode == MODE_RANDOM)
		return at_random(m);
	return ring_entry(m, 0)->cpu;
}

unsigned schedule_peek(struct machine *m)
{
	u64 random = m->random;
	u16 turn = m->turn;
	unsigned cpu = schedule_next(m);

	m->random = random;
	m->turn = turn;
	return cpu;
}

u64 schedule_next_ns(struct machine *m)
{
	unsigned cpu = schedule_peek(m);
	u64 clock;

	if (cpu == NONE)
		return UINT64_MAX;
	clock = cpu_at(m, cpu)->clock_ns;
	return clock > m->horizon_ns ? clock : m->horizon_ns;
}
