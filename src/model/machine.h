/* SPDX-License-Identifier: GPL-3.0-or-later
 * The machine: one block of plain data, indices instead of pointers.
 *
 * Rules: only a line's exec, and the engine through the functions here, change
 * it. A copy of its bytes is a snapshot. Each field belongs to a region: core
 * (decides what can happen), clocks, ghost (statistics; nothing in core reads
 * them). The same lines lead to the same bytes, whichever function runs them: what
 * is no more in use is cleared where they would leave different things. The head
 * (everything before the stacks) is small and is saved whole by undo; the body is
 * noted in grains: whoever writes there calls machine_note() first. Only this
 * header includes all parts' structs.
 */
#ifndef MODEL_MACHINE_H
#define MODEL_MACHINE_H

#include "model/hackbench.h"
#include "model/mapping.h"
#include "model/memory.h"
#include "model/overcommit.h"
#include "model/percpu_counter.h"
#include "model/procedure.h"
#include "model/program.h"
#include "model/rmap.h"
#include "model/slab.h"
#include "model/types.h"

enum { CPUS_MAX = 512, GRAIN = 64 };

/* Own: on no list; whoever wakes the task knows it. To add one: a row here. */
enum channel { CHANNEL_WORK, CHANNEL_MAPPED, CHANNEL_DEVICE, CHANNEL_QUEUE,
	CHANNEL_PAGE, CHANNEL_RECLAIM, CHANNEL_KSWAPD, CHANNEL_THROTTLE,
	CHANNEL_OWN, CHANNEL_N };

enum task_kind { TASK_PROCESS, TASK_KWORKER, TASK_OPERATOR, TASK_KSWAPD,
	TASK_DEVICE };
enum task_state { TASK_IDLE, TASK_QUEUED, TASK_RUNNING, TASK_SPINNING,
	TASK_WAITING };
enum cpu_state { CPU_IDLE, CPU_RUNNABLE, CPU_SPINNING };
enum mode { MODE_TIME, MODE_ROUND_ROBIN, MODE_RANDOM, MODE_MANUAL, MODE_N };
enum part { PART_MACHINE = 1, PART_COUNTER = 2, PART_OVERCOMMIT = 4,
	PART_WORKLOAD = 8, PART_MEMORY = 16,
	PART_ORDERS = 32,	/* free blocks of more than one page */
	PART_SLUB = 64,
	PART_FILES = 128,	/* page caches of files */
	PART_RMAP = 256,	/* page tables, anon_vmas, huge pages */
	PART_REQUEST = 512 };	/* a request of a report */

struct frame {			/* two grains */
	u16 pc;
	u8 result_to;		/* the caller's local that takes the result */
	u8 has_result;
	u32 zero;
	s64 v[LOCALS_MAX];
};

/* An odd number of grains: equally deep frames of many tasks then lie in
 * different sets of the cache. */
enum { STACK_BYTES = DEPTH_MAX * sizeof(struct frame) + GRAIN };

struct task {
	/* core */
	u16 cpu, next;		/* next in a run queue, lock queue or channel */
	u16 waits_for;		/* lock or channel */
	u8 kind, state;		/* enum task_kind, task_state */
	u8 depth;		/* live frames */
	u8 preempt_off;		/* nesting of preempt_disable */
	u8 privileged;		/* cap_sys_admin */
	u8 failed;		/* ended by an error */
	u32 top;		/* where its live top frame lies; as depth says */
	s64 total_vm;		/* pages */
	s64 result;		/* what its outermost procedure returned */
	/* clocks */
	u64 since_ns;		/* waits since */
	/* ghost */
	u64 lines;		/* executed so far */
};

struct cpu {
	/* core */
	s64 slot[COUNTER_N];	/* of each per-CPU counter */
	u16 current;		/* task or NONE */
	u16 queue_first, queue_last;
	u8 state, online, resched;
	u8 dying;		/* on its way offline: its slot is not yet folded */
	u16 work;		/* items queued for its kworker */
	int8_t free_diff[ZONES_MAX]; /* not yet in the global free count */
	/* clocks */
	u64 clock_ns;
	/* ghost */
	u64 lines, folds;
};

struct lock {
	/* core */
	u16 holder;		/* task or NONE */
	u16 first, last;	/* waiters, in order */
	u16 waiters;
	u16 last_cpu;		/* whose cache has the line */
	u16 waiter_ns;		/* fixed: what each waiter adds to a handoff; 0:
				   a queued lock */
	u16 waiters_most;	/* … up to so many */
	u16 data_lines;		/* fixed: cache lines with what it guards, which
				   come over with it */
	/* ghost */
	u64 taken, contended, wait_ns;
};

/* The set of CPUs that can run a line, sorted by clock, then number. */
struct ring_entry {
	u64 clock_ns;
	u32 cpu;
	u32 zero;
};

struct topology {
	u32 mean_ns;		/* one mean for every transfer … */
	bool matrix;		/* … unless this: by distance */
	u16 threads, cores;	/* per core, per socket */
	u32 level_ns[4];	/* same CPU, same core, same socket, other socket */
};

struct event {			/* the line that ran last */
	u16 cpu, task, pc;
	u8 answer;		/* OP_IF: 1 yes; OP_LOCK, OP_WAIT: 1 had to wait */
	u8 ended;		/* the task ended with it */
	u16 moved, started;	/* tasks it handed a lock to, or started; NONE */
};

struct grain_log;

struct machine {
	/* layout: bytes; fixed once made */
	u32 size, head_size, lock_at, cpu_at, task_at, ring_at, stack_at;
	u16 n_cpus, n_tasks, n_locks;
	u16 n_units;		/* CPUs, and a swap device behind them */
	u16 n_processes;
	u32 ring_mask;
	u32 parts;		/* enum part bits in use */
	struct grain_log *log;	/* the engine's, not state: NULL when none */
	/* parameters and costs; fixed once made */
	u32 cost_ns[COST_N];
	struct topology topology;
	s64 mapping_pages, iterations, slot_pages, request_pages;
	s64 seed, batch_read;
	u16 entry[PROC_N];	/* pc of each procedure's first line */
	/* core */
	struct percpu_counter counter[COUNTER_N];
	struct overcommit overcommit;
	struct memory memory;
	struct rmap rmap;
	struct files files;
	struct slub slub;
	struct hackbench hackbench;
	u16 channel[CHANNEL_N];	/* first waiting task */
	u32 work_pending;	/* work items not yet done */
	u16 dying;		/* CPUs on their way offline */
	u16 tasks_left;		/* processes that have not ended */
	u16 mappers_left;
	u16 operators_left;	/* operations that have not ended */
	u16 mode, picked, turn;	/* enum mode; manual's CPU; round robin's last */
	u16 focus;		/* the only task that may run: an operation */
	u64 random;
	/* clocks */
	u64 horizon_ns;		/* latest start of a line */
	u32 ring_first, ring_n;
	/* ghost */
	u64 steps, workload_iterations;
	u64 work_done;		/* mappings made and taken away, policies written */
	struct event last;
};

struct setup;

/* Bytes a machine takes for this setup. */
size_t machine_size(const struct setup *s);
/* Makes the machine at step 0 in zeroed memory of that size; `p` is compiled
 * for setup_features(s). */
void machine_init(struct machine *m, const struct setup *s,
	const struct program *p);
/* The same in two: what depends on the setup without its features, so that all
 * variants may share it; then what the variant decides, and the tasks. */
void machine_fill(struct machine *m, const struct setup *s);
void machine_begin(struct machine *m, const struct setup *s,
	const struct program *p);
/* The first broken invariant, or NULL. Source: facts A10. */
const char *machine_check(const struct machine *m);
/* The same of what is kept as sums alone: cheap enough for every step. */
const char *machine_ledger(const struct machine *m);
/* True when the workload has ended: its last process has. */
bool machine_finished(const struct machine *m);
/* The largest CPU clock, ns. */
u64 machine_time_ns(const struct machine *m);

/* Hash of all published names and values and of the live frames. */
u64 machine_digest(const struct machine *m, const struct program *p);
/* The same of the core region only: equal states behave alike. */
u64 machine_core_digest(const struct machine *m, const struct program *p);

/* Told of bytes in the body before they change. */
struct grain_log {
	void (*note)(struct grain_log *log, const struct machine *m,
		size_t offset, size_t bytes);
};
/* Before writing `bytes` at p, which lies in the body. */
static inline void machine_note(struct machine *m, const void *p, size_t bytes)
{
	if (m->log)
		m->log->note(m->log, m, (size_t)((const char *)p - (char *)m),
			bytes);
}

static inline void *machine_at(const struct machine *m, u32 offset)
{
	return (char *)(uintptr_t)m + offset;
}
static inline struct cpu *cpu_of(struct machine *m, unsigned i)
{
	return (struct cpu *)machine_at(m, m->cpu_at) + i;
}
static inline const struct cpu *cpu_at(const struct machine *m, unsigned i)
{
	return (const struct cpu *)machine_at(m, m->cpu_at) + i;
}
static inline struct task *task_of(struct machine *m, unsigned i)
{
	return (struct task *)machine_at(m, m->task_at) + i;
}
static inline const struct task *task_at(const struct machine *m, unsigned i)
{
	return (const struct task *)machine_at(m, m->task_at) + i;
}
static inline struct lock *lock_of(struct machine *m, unsigned i)
{
	return (struct lock *)machine_at(m, m->lock_at) + i;
}
static inline const struct lock *lock_at(const struct machine *m, unsigned i)
{
	return (const struct lock *)machine_at(m, m->lock_at) + i;
}
static inline unsigned task_index(const struct machine *m, const struct task *t)
{
	return (unsigned)(t - task_at(m, 0));
}
/* The frames of a task, outermost first; [depth - 1] is the live top. */
static inline struct frame *frames_of(const struct machine *m, unsigned task)
{
	return machine_at(m, m->stack_at + task * STACK_BYTES);
}
/* The top frame, or NULL if the task has none. */
const struct frame *task_frame(const struct machine *m, unsigned task);

#endif
