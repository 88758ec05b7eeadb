/* SPDX-License-Identifier: GPL-3.0-or-later
 * lib/percpu_counter.c as of v5.9: a count, and one slot per CPU.
 *
 * Leaves out: the interrupt flags around the lock (vm_committed_as is used from
 * process context only), the list of all counters, and 6.12's optimistic update.
 * Slots have 64 bits here; a slot stays below its batch, which fits 32.
 * Rules: the ledger `exact` moves with FOLD and LOCAL; between FOLD and EMPTY
 * the old slot is counted twice, and `moving` says by how much.
 */
#include "model/percpu_counter.h"
#include "model/machine.h"
#include "model/task.h"

s64 percpu_counter_read_positive(const struct machine *m, enum counter fbc)
{
	s64 count = m->counter[fbc].count;

	return count > 0 ? count : 0;
}

s64 percpu_counter_exact(const struct machine *m, enum counter fbc)
{
	s64 sum = m->counter[fbc].count - m->counter[fbc].moving;

	for (unsigned cpu = 0; cpu < m->n_cpus; cpu++)
		sum += cpu_at(m, cpu)->slot[fbc];
	return sum;
}

s64 percpu_counter_batch(s64 online_cpus)
{
	return online_cpus * 2 > 32 ? online_cpus * 2 : 32;
}

static s64 distance(s64 a, s64 b)
{
	return a > b ? a - b : b - a;
}

int percpu_counter_compare_rule(s64 count, s64 sum, s64 rhs, s64 batch,
	s64 online_cpus, bool *precise)
{
	s64 value = count;

	*precise = distance(count, rhs) <= batch * online_cpus;
	if (*precise)
		value = sum;
	return (value > rhs) - (value < rhs);
}

static s64 *slot(struct machine *m, s64 fbc, unsigned cpu)
{
	return &cpu_of(m, cpu)->slot[fbc];
}

static u16 fbc_lock(const struct machine *m, const s64 *v)
{
	return m->counter[v[0]].lock;	/* local 0 is fbc in every table here */
}

static s64 magnitude(s64 x)
{
	return x < 0 ? -x : x;
}

static void preempt_enable(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off--;
}

/* percpu_counter_add_batch */
enum { FBC, AMOUNT, BATCH, OLD, COUNT };
static const struct local add_locals[] = {
	[FBC] = { "fbc", KIND_COUNTER }, [AMOUNT] = { "amount", KIND_PAGES },
	[BATCH] = { "batch", KIND_PAGES }, [OLD] = { "old", KIND_PAGES },
	[COUNT] = { "count", KIND_PAGES },
};

static void enter_add(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off++;
	m->counter[v[FBC]].updates++;
}

static void load_batch(struct machine *m, struct task *t, s64 *v)
{
	v[BATCH] = m->overcommit.batch;
}

static void read_slot(struct machine *m, struct task *t, s64 *v)
{
	v[OLD] = *slot(m, v[FBC], t->cpu);
	v[COUNT] = v[OLD] + v[AMOUNT];
}

/* Equality folds. The only place where this rule is written. */
static struct test over_batch(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(magnitude(v[COUNT]), REL_GE, v[BATCH]);
}

static void fold(struct machine *m, struct task *t, s64 *v)
{
	struct percpu_counter *c = &m->counter[v[FBC]];

	c->count += v[COUNT];
	c->moving += v[OLD];
	c->exact += v[AMOUNT];
	c->folds++;
	cpu_of(m, t->cpu)->folds++;
}

static void empty(struct machine *m, struct task *t, s64 *v)
{
	*slot(m, v[FBC], t->cpu) -= v[OLD];
	m->counter[v[FBC]].moving -= v[OLD];
}

static void add_local(struct machine *m, struct task *t, s64 *v)
{
	*slot(m, v[FBC], t->cpu) += v[AMOUNT];
	m->counter[v[FBC]].exact += v[AMOUNT];
}

/* To add a row: label here, row below, test in tests/unit. */
enum { A_OFF = 1, A_BATCH, A_READ, A_TEST, A_TAKE, A_FOLD, A_EMPTY, A_DROP,
	A_LOCAL, A_ON, A_DONE };
/* clang-format off */
static const struct line add_batch[] = {
 [A_OFF]   = { "preempt off", .id = "preempt_off", .exec = enter_add,
	.gloss = "Stay on this CPU until the update is done." },
 [A_BATCH] = { "batch = vm_committed_as_batch", .id = "batch", .exec = load_batch,
	.in = IN_READ_INSIDE, .shared = true,
	.gloss = "Load the batch, here while nobody can take the CPU away." },
 [A_READ]  = { "count = this_cpu + amount", .id = "read", .exec = read_slot,
	.cost = COST_PERCPU_READ,
	.gloss = "What this CPU's slot would hold after the update." },
 [A_TEST]  = { "if |count| ≥ batch", OP_IF, .id = "test", .test = over_batch,
	.no = A_LOCAL, .decision = true,
	.gloss = "Is that too much for a slot? Equal counts as too much.",
	.why = "|{old} + {amount}| ≥ {batch}",
	.if_yes = "take the lock; {margin} too many to stay local",
	.if_no = "stay local; {margin} more would take the lock" },
 [A_TAKE]  = { "  lock fbc->lock", OP_LOCK, .id = "lock", .lock = fbc_lock,
	.cost = COST_LOCK, .transfer = true, .shared = true,
	.gloss = "One lock for all CPUs: wait in line for it." },
 [A_FOLD]  = { "  fbc->count += count", .id = "fold", .exec = fold, .lock = fbc_lock,
	.cost = COST_LOCKED_ADD, .transfer = true, .shared = true,
	.gloss = "Slot and amount go into the global count." },
 [A_EMPTY] = { "  this_cpu −= old", .id = "empty", .exec = empty, .cost = COST_PERCPU_ADD,
	.gloss = "What was moved leaves the slot, so the slot is 0." },
 [A_DROP]  = { "  unlock", OP_UNLOCK, .id = "unlock", .lock = fbc_lock, .next = A_ON,
	.cost = COST_UNLOCK, .transfer = true, .shared = true,
	.gloss = "The next CPU in line gets the lock." },
 [A_LOCAL] = { "else this_cpu += amount", .id = "local", .exec = add_local,
	.cost = COST_PERCPU_ADD,
	.gloss = "No lock: only this CPU's slot changes." },
 [A_ON]    = { "preempt on", .id = "preempt_on", .exec = preempt_enable,
	.gloss = "Another task may use this CPU again." },
 [A_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Back to the caller." },
};
/* clang-format on */

const struct procedure procedure_percpu_counter_add_batch = {
	"percpu_counter_add_batch", "lib/percpu_counter.c, v5.9",
	"Adds an amount to a counter: to this CPU's slot, or with the lock to the count.",
	add_batch, A_DONE + 1, add_locals, 5, 3,
};

/* percpu_counter_sync: folds this CPU's slot. */
enum { S_FBC, S_COUNT };
static const struct local sync_locals[] = {
	[S_FBC] = { "fbc", KIND_COUNTER }, [S_COUNT] = { "count", KIND_PAGES },
};

static void sync_fold(struct machine *m, struct task *t, s64 *v)
{
	v[S_COUNT] = *slot(m, v[S_FBC], t->cpu);
	m->counter[v[S_FBC]].count += v[S_COUNT];
	m->counter[v[S_FBC]].moving += v[S_COUNT];
}

static void sync_empty(struct machine *m, struct task *t, s64 *v)
{
	*slot(m, v[S_FBC], t->cpu) -= v[S_COUNT];
	m->counter[v[S_FBC]].moving -= v[S_COUNT];
}

enum { Y_LOCK = 1, Y_FOLD, Y_EMPTY, Y_UNLOCK, Y_DONE };
/* clang-format off */
static const struct line sync_lines[] = {
 [Y_LOCK]   = { "lock fbc->lock", OP_LOCK, .id = "lock", .lock = fbc_lock,
	.cost = COST_LOCK, .transfer = true, .shared = true,
	.gloss = "Nobody else may change the count now." },
 [Y_FOLD]   = { "fbc->count += this_cpu", .id = "fold", .exec = sync_fold, .lock = fbc_lock,
	.cost = COST_LOCKED_ADD, .transfer = true, .shared = true,
	.gloss = "What this CPU had put aside becomes visible to all." },
 [Y_EMPTY]  = { "this_cpu −= what was moved", .id = "empty", .exec = sync_empty,
	.cost = COST_PERCPU_ADD, .gloss = "The slot is drained." },
 [Y_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = fbc_lock,
	.cost = COST_UNLOCK, .transfer = true, .shared = true,
	.gloss = "The next CPU in line gets the lock." },
 [Y_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "Back to the caller." },
};
/* clang-format on */

const struct procedure procedure_percpu_counter_sync = {
	"percpu_counter_sync", "lib/percpu_counter.c, v5.9",
	"Folds the slot of the CPU it runs on; no CPU can fold another's safely.",
	sync_lines, Y_DONE + 1, sync_locals, 2, 1,
};

/* percpu_counter_sum: reads all slots under the lock, changes nothing. */
enum { U_FBC, U_SUM, U_CPU };
static const struct local sum_locals[] = {
	[U_FBC] = { "fbc", KIND_COUNTER }, [U_SUM] = { "sum", KIND_PAGES },
	[U_CPU] = { "cpu", KIND_CPU },
};

static void sum_start(struct machine *m, struct task *t, s64 *v)
{
	v[U_SUM] = m->counter[v[U_FBC]].count;
	v[U_CPU] = 0;
}

static struct test more_cpus(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[U_CPU], REL_LT, m->n_cpus);
}

static void sum_slot(struct machine *m, struct task *t, s64 *v)
{
	if (cpu_of(m, (unsigned)v[U_CPU])->online)
		v[U_SUM] += *slot(m, v[U_FBC], (unsigned)v[U_CPU]);
	v[U_CPU]++;
}

enum { U_LOCK = 1, U_START, U_EACH, U_ADD, U_UNLOCK, U_DONE };
/* clang-format off */
static const struct line sum_lines[] = {
 [U_LOCK]   = { "lock fbc->lock", OP_LOCK, .id = "lock", .lock = fbc_lock,
	.cost = COST_LOCK, .transfer = true, .shared = true,
	.gloss = "No fold can happen while we read." },
 [U_START]  = { "sum = fbc->count", .id = "start", .exec = sum_start, .lock = fbc_lock,
	.cost = COST_LOCKED_ADD, .transfer = true, .shared = true,
	.gloss = "Start from what everybody can see." },
 [U_EACH]   = { "for each CPU", OP_IF, .id = "each", .test = more_cpus, .no = U_UNLOCK,
	.gloss = "Every slot must be looked at: dear on a large machine.",
	.why = "{cpu} < {right}", .if_yes = "one more slot", .if_no = "all seen" },
 [U_ADD]    = { "  sum += its slot, if online", .id = "add", .exec = sum_slot, .next = U_EACH,
	.cost = COST_SLOT_READ, .shared = true,
	.gloss = "A slot may change while we read others: a snapshot that can race." },
 [U_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = fbc_lock,
	.cost = COST_UNLOCK, .transfer = true, .shared = true,
	.gloss = "The next CPU in line gets the lock." },
 [U_DONE]   = { "return sum", OP_RETURN, .id = "return", .value = U_SUM, .has_value = true,
	.gloss = "The value, exact if nobody was adding." },
};
/* clang-format on */

const struct procedure procedure_percpu_counter_sum = {
	"percpu_counter_sum", "lib/percpu_counter.c, v5.9",
	"Count plus the slots of all online CPUs, under the lock; folds nothing.",
	sum_lines, U_DONE + 1, sum_locals, 3, 1,
};

/* percpu_counter_compare: the cheap answer if it is sure, else the sum. */
enum { C_FBC, C_RHS, C_COUNT, C_SLACK, C_RESULT };
static const struct local compare_locals[] = {
	[C_FBC] = { "fbc", KIND_COUNTER }, [C_RHS] = { "rhs", KIND_PAGES },
	[C_COUNT] = { "count", KIND_PAGES }, [C_SLACK] = { "slack", KIND_PAGES },
	[C_RESULT] = { "result", KIND_NUMBER },
};

static s64 online_cpus(const struct machine *m)
{
	s64 n = 0;

	for (unsigned cpu = 0; cpu < m->n_cpus; cpu++)
		n += cpu_at(m, cpu)->online;
	return n;
}

static void compare_read(struct machine *m, struct task *t, s64 *v)
{
	s64 online = online_cpus(m);

	v[C_COUNT] = m->counter[v[C_FBC]].count;
	v[C_SLACK] = percpu_counter_batch(online) * online;
}

static struct test slots_matter(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(distance(v[C_COUNT], v[C_RHS]), REL_LE, v[C_SLACK]);
}

static void compare_value(struct machine *m, struct task *t, s64 *v)
{
	v[C_RESULT] = (v[C_COUNT] > v[C_RHS]) - (v[C_COUNT] < v[C_RHS]);
}

enum { C_READ = 1, C_NEAR, C_SUM, C_VALUE, C_DONE };
/* clang-format off */
static const struct line compare_lines[] = {
 [C_READ]  = { "count = fbc->count", .id = "read", .exec = compare_read, .shared = true,
	.gloss = "The rough value: slots are left out." },
 [C_NEAR]  = { "if |count − rhs| ≤ batch×CPUs", OP_IF, .id = "near", .test = slots_matter,
	.no = C_VALUE, .decision = true,
	.gloss = "So close that the slots could change the answer?",
	.why = "|{count} − {rhs}| ≤ {slack}", .if_yes = "too close: sum the slots",
	.if_no = "far apart: the rough value will do" },
 [C_SUM]   = { "  count = percpu_counter_sum", OP_CALL, .id = "sum",
	.callee = PROC_PERCPU_COUNTER_SUM, .pass = { C_FBC }, .value = C_COUNT, .has_value = true,
	.gloss = "Read every slot under the lock." },
 [C_VALUE] = { "compare count with rhs", .id = "compare", .exec = compare_value,
	.gloss = "1 above, 0 equal, −1 below." },
 [C_DONE]  = { "return result", OP_RETURN, .id = "return", .value = C_RESULT, .has_value = true,
	.gloss = "Back to the caller." },
};
/* clang-format on */

const struct procedure procedure_percpu_counter_compare = {
	"percpu_counter_compare", "lib/percpu_counter.c, v5.9",
	"Compares a counter with a value, reading the slots only if it must.",
	compare_lines, C_DONE + 1, compare_locals, 5, 2,
};

/* CPU dead: another CPU folds the slot that was left behind. */
enum { D_FBC, D_CPU, D_OLD };
static const struct local dead_locals[] = {
	[D_FBC] = { "fbc", KIND_COUNTER }, [D_CPU] = { "cpu", KIND_CPU },
	[D_OLD] = { "old", KIND_PAGES },
};

static void leave_online(struct machine *m, struct task *t, s64 *v)
{
	cpu_of(m, (unsigned)v[D_CPU])->online = 0;
}

static void dead_fold(struct machine *m, struct task *t, s64 *v)
{
	v[D_OLD] = *slot(m, v[D_FBC], (unsigned)v[D_CPU]);
	m->counter[v[D_FBC]].count += v[D_OLD];
	m->counter[v[D_FBC]].moving += v[D_OLD];
}

static void dead_empty(struct machine *m, struct task *t, s64 *v)
{
	*slot(m, v[D_FBC], (unsigned)v[D_CPU]) -= v[D_OLD];
	m->counter[v[D_FBC]].moving -= v[D_OLD];
	cpu_of(m, (unsigned)v[D_CPU])->dying = 0;
	if (--m->dying == 0 && !m->work_pending)
		task_wake_all(m, CHANNEL_WORK, cpu_of(m, t->cpu)->clock_ns);
}

enum { D_MASK = 1, D_LOCK, D_FOLD, D_EMPTY, D_UNLOCK, D_DONE };
/* clang-format off */
static const struct line dead_lines[] = {
 [D_MASK]   = { "clear the CPU's online bit", .id = "offline", .exec = leave_online,
	.shared = true, .gloss = "From here a sum no longer sees its slot." },
 [D_LOCK]   = { "lock fbc->lock", OP_LOCK, .id = "lock", .lock = fbc_lock,
	.cost = COST_LOCK, .transfer = true, .shared = true,
	.gloss = "Nobody else may change the count now." },
 [D_FOLD]   = { "fbc->count += dead CPU's slot", .id = "fold", .exec = dead_fold,
	.lock = fbc_lock, .cost = COST_LOCKED_ADD, .transfer = true, .shared = true,
	.gloss = "A dead CPU adds nothing any more, so this is safe." },
 [D_EMPTY]  = { "dead CPU's slot = 0", .id = "empty", .exec = dead_empty, .shared = true,
	.cost = COST_PERCPU_ADD, .gloss = "Ready for when the CPU comes back." },
 [D_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = fbc_lock,
	.cost = COST_UNLOCK, .transfer = true, .shared = true,
	.gloss = "The next CPU in line gets the lock." },
 [D_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "Back to the caller." },
};
/* clang-format on */

const struct procedure procedure_percpu_counter_cpu_dead = {
	"percpu_counter_cpu_dead", "lib/percpu_counter.c, v5.9",
	"Folds the slot of a CPU that went offline, run by another CPU.",
	dead_lines, D_DONE + 1, dead_locals, 3, 2,
};
