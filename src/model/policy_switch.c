/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writing /proc/sys/vm/overcommit_memory: the handler in mm/util.c (v5.9) with
 * the orders that were proposed, and kernel/workqueue.c's schedule_on_each_cpu.
 *
 * Leaves out: concurrent writers' serialisation (there is none in the kernel
 * either), a failing allocation of the work items, and the later early return
 * for a write that parses nothing.
 * Rules: a work item is done by its CPU's kworker; work_pending counts those
 * not yet done, of all writers together. A CPU that is going offline gets none;
 * who waits for the others waits for the fold of its slot too (the kernel lets
 * hotplug and schedule_on_each_cpu exclude each other).
 */
#include "model/machine.h"
#include "model/task.h"

enum { NEW, RESULT };
static const struct local handler_locals[] = {
	[NEW] = { "new", KIND_POLICY }, [RESULT] = { "result", KIND_ERRNO },
};

static struct test too_low(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[NEW], REL_LT, 0);
}

static struct test too_high(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[NEW], REL_GT, POLICY_NEVER);
}

static struct test is_never(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[NEW], REL_EQ, POLICY_NEVER);
}

static void store_policy(struct machine *m, struct task *t, s64 *v)
{
	m->overcommit.policy = v[NEW];
}

static void written(struct machine *m, struct task *t, s64 *v)
{
	m->work_done++;
}

static void invalid(struct machine *m, struct task *t, s64 *v)
{
	v[RESULT] = -22;
}

enum {
	FIRST_POLICY = IN_POLICY_BATCH | IN_POLICY_SYNC_BATCH,
	SYNC_BEFORE_BATCH = IN_POLICY_SYNC_BATCH | IN_SYNC_BATCH_POLICY,
	SYNC_LAST = IN_BATCH_POLICY_SYNC,
	SYNC_MIDDLE = IN_BATCH_SYNC_POLICY,
	POLICY_LAST = IN_BATCH_SYNC_POLICY | IN_SYNC_BATCH_POLICY,
};

/* One table holds all orders: each step stands in every place that some order
 * gives it. To add an order: a feature, and its bit in the right rows. */
enum { H_LOW = 1, H_HIGH, H_BAD, H_POLICY1, H_IF1, H_SYNC1, H_BATCH, H_POLICY2,
	H_IF2, H_SYNC2, H_POLICY3, H_DONE };
/* clang-format off */
static const struct line handler_lines[] = {
 [H_LOW]     = { "if new < 0 or", OP_IF, .id = "low", .test = too_low, .next = H_BAD, .no = H_HIGH,
	.gloss = "The written text was parsed into a local first.", .why = "{new} < 0",
	.if_yes = "refused, nothing changes", .if_no = "go on" },
 [H_HIGH]    = { "   new > 2", OP_IF, .id = "high", .test = too_high, .next = H_BAD,
	.no = H_POLICY1, .gloss = "Only guess, always and never exist.", .why = "{new} > 2",
	.if_yes = "refused, nothing changes", .if_no = "go on" },
 [H_BAD]     = { "  return −EINVAL", OP_RETURN, .id = "invalid", .exec = invalid, .value = RESULT,
	.has_value = true, .gloss = "Batch, slots and policy stay." },
 [H_POLICY1] = { "policy = new", .id = "policy", .exec = store_policy, .in = FIRST_POLICY,
	.shared = true, .gloss = "From here checks follow the new policy." },
 [H_IF1]     = { "if new is never", OP_IF, .id = "if_never", .test = is_never,
	.in = SYNC_BEFORE_BATCH, .no = H_BATCH, .gloss = "Only never needs an exact count.",
	.why = "policy = {left:policy}", .if_yes = "drain the slots", .if_no = "no need to drain" },
 [H_SYNC1]   = { "  schedule_on_each_cpu(sync)", OP_CALL, .id = "sync",
	.callee = PROC_SCHEDULE_ON_EACH_CPU, .in = SYNC_BEFORE_BATCH,
	.gloss = "Every CPU drains its own slot; wait for all." },
 [H_BATCH]   = { "mm_compute_batch(new)", OP_CALL, .id = "batch", .callee = PROC_MM_COMPUTE_BATCH,
	.pass = { NEW }, .gloss = "The batch for the new policy." },
 [H_POLICY2] = { "policy = new", .id = "policy", .exec = store_policy, .in = SYNC_LAST,
	.shared = true, .gloss = "From here checks follow the new policy." },
 [H_IF2]     = { "if new is never", OP_IF, .id = "if_never", .test = is_never,
	.in = SYNC_LAST | SYNC_MIDDLE, .no = H_POLICY3, .gloss = "Only never needs an exact count.",
	.why = "policy = {left:policy}", .if_yes = "drain the slots", .if_no = "no need to drain" },
 [H_SYNC2]   = { "  schedule_on_each_cpu(sync)", OP_CALL, .id = "sync",
	.callee = PROC_SCHEDULE_ON_EACH_CPU, .in = SYNC_LAST | SYNC_MIDDLE,
	.gloss = "Every CPU drains its own slot; wait for all." },
 [H_POLICY3] = { "policy = new", .id = "policy", .exec = store_policy, .in = POLICY_LAST,
	.shared = true, .gloss = "From here checks follow the new policy." },
 [H_DONE]    = { "return 0", OP_RETURN, .id = "return", .exec = written, .value = RESULT, .has_value = true,
	.gloss = "The write has succeeded." },
};
/* clang-format on */

const struct procedure procedure_overcommit_policy_handler = {
	"overcommit_policy_handler", "mm/util.c, v5.9",
	"Runs when the overcommit policy is written.",
	handler_lines, H_DONE + 1, handler_locals, 2, 1,
};

/* schedule_on_each_cpu: one work item per online CPU, then wait for all. */
enum { CPU };
static const struct local each_locals[] = { [CPU] = { "cpu", KIND_CPU } };

static struct test cpus_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[CPU], REL_LT, m->n_cpus);
}

/* A worker that has just seen no work, and would sleep next, looks again. */
static void queue_work(struct machine *m, struct task *t, s64 *v)
{
	struct cpu *c = cpu_of(m, (unsigned)v[CPU]);
	unsigned worker = task_kworker(m, (unsigned)v[CPU]);

	v[CPU]++;
	if (!c->online || c->dying)
		return;
	m->work_pending++;
	if (c->work++)
		return;
	if (task_at(m, worker)->state != TASK_IDLE) {
		machine_note(m, frames_of(m, worker), sizeof(struct frame));
		frames_of(m, worker)->pc = m->entry[PROC_WORKER_THREAD];
		m->last.started = (u16)worker;
		return;
	}
	task_start(m, worker, PROC_WORKER_THREAD, NULL, 0);
	task_queue(m, worker, cpu_of(m, t->cpu)->clock_ns, true);
}

static struct test all_done(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((s64)m->work_pending + m->dying, REL_EQ, 0);
}

enum { L_EACH = 1, L_QUEUE, L_WAIT, L_DONE };
/* clang-format off */
static const struct line each_lines[] = {
 [L_EACH]  = { "for each CPU", OP_IF, .id = "each", .test = cpus_left, .no = L_WAIT,
	.gloss = "Nobody but its own CPU may touch a slot.", .why = "{cpu} < {right}",
	.if_yes = "one more to ask", .if_no = "all have been asked" },
 [L_QUEUE] = { "  queue the work there", .id = "queue", .exec = queue_work, .next = L_EACH,
	.shared = true, .gloss = "A kworker on that CPU will run it soon." },
 [L_WAIT]  = { "wait for all of them", OP_WAIT, .id = "wait", .test = all_done,
	.channel = CHANNEL_WORK, .shared = true, .gloss = "Sleep until the last one is done." },
 [L_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Back to the caller." },
};
/* clang-format on */

const struct procedure procedure_schedule_on_each_cpu = {
	"schedule_on_each_cpu", "kernel/workqueue.c, v5.9",
	"Runs a function on every online CPU and waits for all.",
	each_lines, L_DONE + 1, each_locals, 1, 0,
};

/* sync_overcommit_as: the work item. */
static const struct local sync_as_locals[] = { { "fbc", KIND_COUNTER } };
enum { Q_SYNC = 1, Q_DONE };
/* clang-format off */
static const struct line sync_as_lines[] = {
 [Q_SYNC] = { "percpu_counter_sync", OP_CALL, .id = "sync", .callee = PROC_PERCPU_COUNTER_SYNC,
	.gloss = "Drain the slot of this CPU." },
 [Q_DONE] = { "return", OP_RETURN, .id = "return", .gloss = "Back to the worker." },
};
/* clang-format on */

const struct procedure procedure_sync_overcommit_as = {
	"sync_overcommit_as", "mm/util.c, v5.9", "The work item: drain this CPU.",
	sync_as_lines, Q_DONE + 1, sync_as_locals, 1, 0,
};

/* worker_thread: a CPU's kworker. */
static struct test has_work(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(cpu_at(m, t->cpu)->work, REL_GT, 0);
}

static void work_done(struct machine *m, struct task *t, s64 *v)
{
	cpu_of(m, t->cpu)->work--;
	if (--m->work_pending == 0 && !m->dying)
		task_wake_all(m, CHANNEL_WORK, cpu_of(m, t->cpu)->clock_ns);
}

enum { K_EACH = 1, K_RUN, K_TELL, K_DONE };
/* clang-format off */
static const struct line worker_lines[] = {
 [K_EACH] = { "while there is work", OP_IF, .id = "each", .test = has_work, .no = K_DONE,
	.gloss = "Items queued for this CPU.", .why = "{left} > 0",
	.if_yes = "take it", .if_no = "sleep" },
 [K_RUN]  = { "  sync_overcommit_as()", OP_CALL, .id = "run", .callee = PROC_SYNC_OVERCOMMIT_AS,
	.gloss = "Run the item." },
 [K_TELL] = { "  tell who waits", .id = "done", .exec = work_done, .next = K_EACH, .shared = true,
	.gloss = "The last one to finish wakes the writer." },
 [K_DONE] = { "sleep", OP_RETURN, .id = "sleep", .gloss = "Until there is work again." },
};
/* clang-format on */

const struct procedure procedure_worker_thread = {
	"worker_thread", "kernel/workqueue.c, v5.9",
	"A CPU's kworker: runs the work items queued there.",
	worker_lines, K_DONE + 1, NULL, 0, 0,
};
