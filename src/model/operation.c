/* SPDX-License-Identifier: GPL-3.0-or-later
 * Sandbox operations: a person runs one procedure on one CPU.
 */
#include <string.h>
#include "model/gfp.h"
#include "model/operation.h"
#include "model/task.h"

static const char *busy(const struct machine *m, unsigned cpu)
{
	if (cpu >= m->n_cpus)
		return "there is no such CPU";
	if (!cpu_at(m, cpu)->online)
		return "that CPU is offline";
	if (cpu_at(m, cpu)->dying)
		return "that CPU is going offline";
	if (task_at(m, task_operator(m, cpu))->state != TASK_IDLE)
		return "that CPU's last operation has not ended yet";
	return NULL;
}

/* The CPU that cleans up after `cpu`: the first other one that is online. */
static unsigned other_cpu(const struct machine *m, unsigned cpu)
{
	for (unsigned i = 0; i < m->n_cpus; i++)
		if (i != cpu && cpu_at(m, i)->online && !cpu_at(m, i)->dying)
			return i;
	return NONE;
}

static const char *offline_refused(const struct machine *m, unsigned cpu)
{
	const char *why = busy(m, cpu);
	unsigned other = other_cpu(m, cpu);

	if (why)
		return why;
	if (other == NONE)
		return "it is the last CPU that is online";
	for (unsigned t = 0; t < m->n_tasks; t++)
		if (task_at(m, t)->cpu == cpu &&
			task_at(m, t)->state != TASK_IDLE &&
			(task_at(m, t)->kind != TASK_KWORKER ||
				cpu_at(m, cpu)->work))
			return "tasks still run on that CPU";
	return busy(m, other);
}

static bool of_memory(enum operation op)
{
	return op == OPERATION_TOUCH || op == OPERATION_MADVISE;
}

static bool of_orders(enum operation op)
{
	return op == OPERATION_ALLOC || op == OPERATION_FREE;
}

static const char *orders_refused(const struct machine *m, enum operation op,
	unsigned order, s64 pfn)
{
	unsigned held;

	if (op == OPERATION_ALLOC)
		return pfn < 0 || pfn >= m->memory.orders	/* the value */
			? "there is no such order" : busy(m, 0);
	if (order >= m->memory.orders)
		return "there is no such order";
	if (pfn < 0 || pfn >= m->memory.frames)
		return "there is no such page";
	if (buddy_block(m, (u32)pfn, &held) != pfn || held != order ||
		!(page_at(m, (u32)pfn)->flags & PAGE_KEPT))
		return "alloc gave no block of that order there";
	if (page_at(m, (u32)pfn)->state == PAGE_ISOLATED)
		return "that page is about to be moved";
	return busy(m, 0);
}

/* Why this machine has nothing for it to work on. */
static bool of_files(enum operation op)
{
	return op == OPERATION_SHRINK || op == OPERATION_READ;
}

static const char *part_refused(const struct machine *m, enum operation op)
{
	if (of_orders(op))
		return m->parts & PART_ORDERS ? NULL
			: "this scene's machine has single pages only";
	if (of_files(op))
		return m->parts & PART_FILES ? NULL
			: "this scene's machine has no pages of files";
	if (of_memory(op))
		return m->parts & PART_MEMORY ? NULL
			: "this scene's machine has no pages";
	return m->parts & PART_COUNTER ? NULL
		: "this scene's machine counts no promises";
}

static const char *memory_refused(const struct machine *m, enum operation op,
	unsigned process, s64 value)
{
	if (process >= m->n_processes)
		return "there is no such process";
	if ((process + 1) * m->memory.region_pages > m->memory.ptes)
		return "that process has no region";
	if (task_at(m, process)->state != TASK_IDLE)
		return "that process runs by itself; with loops=0 it is yours";
	if (op == OPERATION_TOUCH &&
		(value < 0 || value > m->memory.region_pages))
		return "its region has not so many pages";
	return busy(m, process % m->n_cpus);
}

static bool of_rmap(enum operation op)
{
	return op == OPERATION_SPLIT || op == OPERATION_ZAP;
}

static const char *rmap_refused(const struct machine *m, enum operation op,
	unsigned cpu, s64 value)
{
	const struct rmap *r = &m->rmap;

	if (!(m->parts & PART_RMAP))
		return "this scene's machine has no huge pages";
	if (op == OPERATION_SPLIT && (value < 0 || value >= r->thps))
		return "there is no such huge page";
	if (op == OPERATION_SPLIT && !huge_at(m, (u32)value)->huge)
		return "that page has been split";
	if (op == OPERATION_ZAP &&
		(value < 0 || value >= (s64)r->thps * r->pages))
		return "there is no such small page";
	if (op == OPERATION_ZAP && r->zapping)
		return "another page is being unmapped";
	return busy(m, cpu);
}

const char *operation_refused(const struct machine *m, enum operation op,
	unsigned cpu, s64 value)
{
	s64 most = INT64_C(1) << 40;

	if (of_rmap(op))
		return rmap_refused(m, op, cpu, value);
	if (part_refused(m, op))
		return part_refused(m, op);
	if (of_orders(op))
		return orders_refused(m, op, cpu, value);
	if (op == OPERATION_READ && (value < 0 || value > 1 << 20))
		return "not so many pages at once";
	if (of_files(op))
		return busy(m, cpu);
	if (of_memory(op))
		return memory_refused(m, op, cpu, value);
	if (op == OPERATION_OFFLINE)
		return offline_refused(m, cpu);
	if (op == OPERATION_ONLINE)
		return cpu >= m->n_cpus ? "there is no such CPU"
			: cpu_at(m, cpu)->dying ? "that CPU is going offline"
			: cpu_at(m, cpu)->online ? "that CPU is online"
						 : NULL;
	if (op != OPERATION_POLICY && (value > most || value < -most))
		return "that is more than the model counts";
	if ((op == OPERATION_MAP || op == OPERATION_UNMAP) && value < 0)
		return "a mapping can't have less than 0 pages";
	if (op == OPERATION_UNMAP && cpu < m->n_cpus &&
		task_at(m, task_operator(m, cpu))->total_vm < value)
		return "that CPU's operations have not mapped so much";
	return busy(m, cpu);
}

static const u16 procedures[OPERATION_N] = {
	[OPERATION_ADD] = PROC_VM_ACCT_MEMORY,
	[OPERATION_SYNC] = PROC_PERCPU_COUNTER_SYNC,
	[OPERATION_MAP] = PROC_MMAP_REGION,
	[OPERATION_UNMAP] = PROC_DO_MUNMAP,
	[OPERATION_POLICY] = PROC_OVERCOMMIT_POLICY_HANDLER,
	[OPERATION_SUM] = PROC_PERCPU_COUNTER_SUM,
	[OPERATION_COMPARE] = PROC_PERCPU_COUNTER_COMPARE,
	[OPERATION_OFFLINE] = PROC_PERCPU_COUNTER_CPU_DEAD,
	[OPERATION_TOUCH] = PROC_TOUCH_REGION,
	[OPERATION_MADVISE] = PROC_MADVISE,
	[OPERATION_ALLOC] = PROC_ALLOC_BLOCK,
	[OPERATION_FREE] = PROC_FREE_PAGES,
	[OPERATION_SPLIT] = PROC_SPLIT_HUGE_PAGE,
	[OPERATION_ZAP] = PROC_ZAP_PTE_RANGE,
	[OPERATION_SHRINK] = PROC_SHRINK_LIST,
	[OPERATION_READ] = PROC_READ_FILE,
};

/* As kswapd does when it has to try hard: 32 pages of the inactive file list. */
static const s64 shrink_args[] = { LRU_INACTIVE_FILE, 0, SCAN_MAX, 9, 1, 1 };

static unsigned file_args(enum operation op, s64 value, s64 *args)
{
	if (op == OPERATION_READ) {
		args[0] = 0;
		args[1] = value;
		return 2;
	}
	memcpy(args, shrink_args, sizeof(shrink_args));
	return sizeof(shrink_args) / sizeof(*shrink_args);
}

/* The operator on the process's CPU acts for it. */
static unsigned memory_args(const struct machine *m, enum operation op,
	unsigned process, s64 value, s64 *args, unsigned *n)
{
	s64 base = (s64)process * m->memory.region_pages;

	args[0] = base;
	args[1] = base + (op == OPERATION_TOUCH ? value
						: m->memory.region_pages);
	args[2] = 1;
	*n = op == OPERATION_TOUCH ? 2 : 3;
	return process % m->n_cpus;
}

void operation_start(struct machine *m, enum operation op, unsigned cpu,
	s64 value, bool focus)
{
	s64 args[6] = { value, 0, 0 };
	unsigned on = cpu, n = 1, task;

	if (op == OPERATION_ONLINE) {	/* a CPU comes back with an empty slot */
		cpu_of(m, cpu)->online = 1;
		return;
	}
	if (op == OPERATION_OFFLINE || op == OPERATION_COMPARE) {
		args[0] = COUNTER_VM_COMMITTED_AS;
		args[1] = op == OPERATION_OFFLINE ? (s64)cpu : value;
		n = 2;
	} else if (op == OPERATION_SYNC || op == OPERATION_SUM) {
		args[0] = COUNTER_VM_COMMITTED_AS;
	}
	if (op == OPERATION_FREE)	/* not twice */
		page_edit(m, (u32)value)->flags &= (u8)~PAGE_KEPT;
	if (of_orders(op)) {
		args[1] = op == OPERATION_FREE ? (s64)cpu
			: GFP_MOVABLE | m->memory.gfp;
		on = 0;
		n = 2;
	}
	if (of_memory(op))
		on = memory_args(m, op, cpu, value, args, &n);
	if (op == OPERATION_SPLIT)
		args[0] = value * m->rmap.pages;
	if (op == OPERATION_ZAP)
		m->rmap.zapping = 1;
	if (of_files(op))
		n = file_args(op, value, args);
	if (op == OPERATION_OFFLINE) {
		on = other_cpu(m, cpu);
		cpu_of(m, cpu)->dying = 1;
		m->dying++;
	}
	task = task_operator(m, on);
	task_start(m, task, op == OPERATION_MADVISE && value == ADVICE_DONTNEED
		? PROC_ZAP_PAGE_RANGE : procedures[op], args, n);
	task_queue(m, task, m->horizon_ns, true);
	if (cpu_of(m, on)->current != task)
		cpu_switch_to(m, on, task);
	m->operators_left++;
	if (focus)
		m->focus = (u16)task;
}
