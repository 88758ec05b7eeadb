/* SPDX-License-Identifier: GPL-3.0-or-later
 * What tests of the page allocator share: a machine whose frames are given by a
 * map or by free lists, procedures run by name, lists written as text.
 */
#ifndef TEST_FRAMES_H
#define TEST_FRAMES_H

#include <stdio.h>
#include "model/gfp.h"
#include "model/zone.h"
#include "rig.h"

/* A machine with blocks, no workload, marks of 0 unless set later. */
static inline void frames_init(struct rig *r, unsigned cpus)
{
	setup_init(&r->s);
	r->s.parts = PART_MEMORY | PART_ORDERS;
	r->s.value[PARAM_CPUS] = cpus;
	r->s.value[PARAM_PROCESSES] = 1;
	r->s.value[PARAM_REGION_PAGES] = 8;
	r->s.value[PARAM_MIN_FREE_KBYTES] = 1;
}

static inline void frames_start(struct rig *r)
{
	setup_derive(&r->s);
	assert_null(setup_conflict(&r->s));
	rig_start(r);
	rig_run(r); /* kswapd and the device go to sleep */
}

static inline void frames_map(struct rig *r, unsigned cpus, const char *map)
{
	frames_init(r, cpus);
	strcpy(r->s.text[PARAM_MAP - TEXT_FIRST], map);
	frames_start(r);
}

static inline void frames_lists(struct rig *r, const char *lists)
{
	frames_init(r, 1);
	r->s.value[PARAM_MIN_FREE_KBYTES] = 2896;
	strcpy(r->s.text[PARAM_FREE_LISTS - TEXT_FIRST], lists);
	frames_start(r);
}

/* Lines that ran in any of a file's tests. */
static bool reached[PROGRAM_OPS];

/* Runs a procedure on a CPU to its end, every invariant after every line (of a
 * large machine only now and then). */
static inline s64 frames_call(struct rig *r, unsigned cpu, unsigned procedure,
	const s64 *args, unsigned n)
{
	unsigned task = task_operator(r->m, cpu);

	task_start(r->m, task, procedure, args, n);
	r->m->operators_left++;
	task_queue(r->m, task, r->m->horizon_ns, true);
	if (cpu_of(r->m, cpu)->current != task)
		cpu_switch_to(r->m, cpu, task);
	while (task_at(r->m, task)->depth) {
		assert_true(r->m->ring_n > 0);
		machine_step(r->m, &r->p, ring_entry(r->m, 0)->cpu);
		reached[r->m->last.pc] = true;
		if (r->m->memory.frames < 4096 || r->m->steps % 997 == 0)
			rig_checked(r);
	}
	rig_checked(r);
	return task_at(r->m, task)->result;
}

static inline s64 frames_alloc(struct rig *r, s64 order, s64 gfp)
{
	return frames_call(r, 0, PROC_ALLOC_PAGES, (s64[]){order, gfp}, 2);
}

static inline void frames_free(struct rig *r, s64 pfn, s64 order)
{
	frames_call(r, 0, PROC_FREE_PAGES, (s64[]){pfn, order}, 2);
}

/* "o0:0,9 o1:10" of one zone and type, heads first. */
static inline const char *frames_text(const struct rig *r, unsigned type)
{
	static char text[512];
	char *p = text;

	text[0] = 0;
	for (unsigned o = 0; o < r->m->memory.orders; o++) {
		u32 pfn = r->m->memory.zone[0].area[o].list[type].head;

		if (pfn == NO_PAGE)
			continue;
		p += sprintf(p, "%so%u:", p > text ? " " : "", o);
		for (; pfn != NO_PAGE; pfn = page_at(r->m, pfn)->next)
			p += sprintf(p, "%s%u", p[-1] == ':' ? "" : ",", pfn);
	}
	return text;
}

#endif
