/* SPDX-License-Identifier: GPL-3.0-or-later
 * Overcommit accounting: mm/util.c, mm/mm_init.c and mm/mmap.c as of v5.9, with
 * mail 001's change and its rejected orders as variants.
 *
 * Leaves out: the boot-time size of the two reserves, memory hotplug, a failing
 * schedule_on_each_cpu, and GUESS's estimate of before v5.2. In the kernel the
 * batch is loaded just before preemption is switched off (`read_early`); the
 * default here loads it just after, and `batch_read=early` shows the difference.
 */
#include <limits.h>
#include "model/machine.h"
#include "model/overcommit.h"
#include "model/task.h"

enum { MINUS_EINVAL = -22, MINUS_ENOMEM = -12 };

static s64 share_of_ram(s64 ram_pages, s64 cpus, s64 divisor)
{
	s64 share = ram_pages / cpus / divisor;

	return share < INT_MAX ? share : INT_MAX;
}

static s64 at_least_floor(s64 batch, s64 cpus)
{
	s64 least = cpus * 2 > 32 ? cpus * 2 : 32;

	return batch > least ? batch : least;
}

s64 overcommit_batch(s64 ram_pages, s64 cpus, s64 policy, bool old)
{
	s64 divisor = old || policy == POLICY_NEVER ? 256 : 4;

	return at_least_floor(share_of_ram(ram_pages, cpus, divisor), cpus);
}

s64 overcommit_commit_limit(s64 ram_pages, s64 hugetlb_pages, s64 ratio,
	s64 kbytes, s64 swap_pages)
{
	if (kbytes)
		return (kbytes >> 2) + swap_pages;
	return (ram_pages - hugetlb_pages) * ratio / 100 + swap_pages;
}

/* vm_acct_memory and vm_unacct_memory */
enum { PAGES, FBC, BATCH };
static const struct local acct_locals[] = {
	[PAGES] = { "pages", KIND_PAGES }, [FBC] = { "fbc", KIND_COUNTER },
	[BATCH] = { "batch", KIND_PAGES },
};

static void early_batch(struct machine *m, struct task *t, s64 *v)
{
	v[BATCH] = m->overcommit.batch;
}

static void negate(struct machine *m, struct task *t, s64 *v)
{
	v[PAGES] = -v[PAGES];
}

enum { V_BATCH = 1, V_ADD, V_DONE };
/* clang-format off */
static const struct line acct_lines[] = {
 [V_BATCH] = { "batch = vm_committed_as_batch", .id = "batch", .exec = early_batch,
	.in = IN_READ_EARLY, .shared = true,
	.gloss = "Loaded by the caller: the CPU can still be taken away." },
 [V_ADD]   = { "add to vm_committed_as", OP_CALL, .id = "add",
	.callee = PROC_PERCPU_COUNTER_ADD_BATCH, .pass = { FBC, PAGES, BATCH },
	.gloss = "The promise is counted." },
 [V_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Back to the caller." },
};

enum { W_NEGATE = 1, W_BATCH, W_ADD, W_DONE };
static const struct line unacct_lines[] = {
 [W_NEGATE] = { "amount = −pages", .id = "negate", .exec = negate,
	.gloss = "Giving back is adding a negative number." },
 [W_BATCH] = { "batch = vm_committed_as_batch", .id = "batch", .exec = early_batch,
	.in = IN_READ_EARLY, .shared = true,
	.gloss = "Loaded by the caller: the CPU can still be taken away." },
 [W_ADD]   = { "add to vm_committed_as", OP_CALL, .id = "add",
	.callee = PROC_PERCPU_COUNTER_ADD_BATCH, .pass = { FBC, PAGES, BATCH },
	.gloss = "The promise is taken off the books." },
 [W_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Back to the caller." },
};
/* clang-format on */

const struct procedure procedure_vm_acct_memory = {
	"vm_acct_memory", "include/linux/mman.h, v5.9",
	"Adds pages to vm_committed_as.", acct_lines, V_DONE + 1, acct_locals, 3, 1,
};
const struct procedure procedure_vm_unacct_memory = {
	"vm_unacct_memory", "include/linux/mman.h, v5.9",
	"Takes pages off vm_committed_as.", unacct_lines, W_DONE + 1, acct_locals,
	3, 1,
};

/* __vm_enough_memory */
enum { E_PAGES, E_ALLOWED, E_COUNT, E_STRICT, E_RESULT };
static const struct local enough_locals[] = {
	[E_PAGES] = { "pages", KIND_PAGES },
	[E_ALLOWED] = { "allowed", KIND_PAGES },
	[E_COUNT] = { "count", KIND_PAGES },
	[E_STRICT] = { "strict", KIND_BOOL },
	[E_RESULT] = { "result", KIND_ERRNO },
};

static struct test policy_always(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(m->overcommit.policy, REL_EQ, POLICY_ALWAYS);
}

static struct test policy_guess(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->overcommit.policy, REL_EQ, POLICY_GUESS);
}

static struct test more_than_all(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[E_PAGES], REL_GT,
		m->overcommit.ram_pages + m->overcommit.swap_pages);
}

static void commit_limit(struct machine *m, struct task *t, s64 *v)
{
	const struct overcommit *o = &m->overcommit;

	v[E_STRICT] = 1;
	v[E_ALLOWED] = overcommit_commit_limit(o->ram_pages, o->hugetlb_pages,
		o->ratio, o->kbytes, o->swap_pages);
}

static void keep_admin_reserve(struct machine *m, struct task *t, s64 *v)
{
	if (!t->privileged)
		v[E_ALLOWED] -= m->overcommit.admin_reserve_pages;
}

static void keep_user_reserve(struct machine *m, struct task *t, s64 *v)
{
	s64 share = t->total_vm / 32, most = m->overcommit.user_reserve_pages;

	v[E_ALLOWED] -= share < most ? share : most;
	m->overcommit.allowed = v[E_ALLOWED];
}

static void read_count(struct machine *m, struct task *t, s64 *v)
{
	v[E_COUNT] = percpu_counter_read_positive(m, COUNTER_VM_COMMITTED_AS);
}

static struct test below_allowed(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[E_COUNT], REL_LT, v[E_ALLOWED]);
}

static void map_unchecked(struct machine *m, struct task *t, s64 *v)
{
	m->overcommit.mapped += v[E_PAGES];
}

static void admit(struct machine *m, struct task *t, s64 *v)
{
	struct overcommit *o = &m->overcommit;

	o->admitted++;
	o->mapped += v[E_PAGES];
	if (o->mapped - v[E_ALLOWED] > o->over_limit)
		o->over_limit = o->mapped - v[E_ALLOWED];
}

static void deny(struct machine *m, struct task *t, s64 *v)
{
	v[E_RESULT] = MINUS_ENOMEM;
	m->overcommit.denied += v[E_STRICT];
}

/* To add a row: label here, row below, test in tests/unit. */
enum { E_ADD = 1, E_ALWAYS, E_YES, E_GUESS, E_HUGE, E_FITS, E_LIMIT, E_ADMIN,
	E_USER, E_READ, E_CHECK, E_ADMIT, E_UNDO, E_FAIL };
/* clang-format off */
static const struct line enough_lines[] = {
 [E_ADD]    = { "vm_acct_memory(pages)", OP_CALL, .id = "add", .callee = PROC_VM_ACCT_MEMORY,
	.pass = { E_PAGES }, .gloss = "Count first, check later: two at once may both fail." },
 [E_ALWAYS] = { "if policy is always", OP_IF, .id = "always", .test = policy_always,
	.no = E_GUESS, .shared = true, .gloss = "Always says yes and reads nothing.",
	.why = "policy = {left:policy}", .if_yes = "granted, nobody reads the counter",
	.if_no = "another policy" },
 [E_YES]    = { "  return 0", OP_RETURN, .id = "granted", .exec = map_unchecked,
	.value = E_RESULT, .has_value = true, .gloss = "Granted without a look." },
 [E_GUESS]  = { "if policy is guess", OP_IF, .id = "guess", .test = policy_guess,
	.no = E_LIMIT, .shared = true, .gloss = "Guess refuses only the absurd.",
	.why = "policy = {left:policy}", .if_yes = "only the request's own size counts",
	.if_no = "the policy is never: check the sum" },
 [E_HUGE]   = { "  if pages > RAM + swap: error", OP_IF, .id = "huge", .test = more_than_all,
	.no = E_FITS, .next = E_UNDO, .decision = true,
	.gloss = "Could this request alone ever be backed?", .why = "{pages} > {right}",
	.if_yes = "more than there is: refused", .if_no = "granted, nobody reads the counter" },
 [E_FITS]   = { "  return 0", OP_RETURN, .id = "fits", .exec = map_unchecked,
	.value = E_RESULT, .has_value = true, .gloss = "Granted; the counter was not read." },
 [E_LIMIT]  = { "allowed = vm_commit_limit()", .id = "limit", .exec = commit_limit,
	.shared = true, .gloss = "A share of RAM (or a fixed size), plus swap." },
 [E_ADMIN]  = { "allowed −= admin reserve", .id = "admin_reserve", .exec = keep_admin_reserve,
	.gloss = "A little is kept back so that root can log in." },
 [E_USER]   = { "allowed −= user reserve", .id = "user_reserve", .exec = keep_user_reserve,
	.gloss = "At most a 32nd of what this process has mapped." },
 [E_READ]   = { "count = max(0, fbc->count)", .id = "read", .exec = read_count,
	.shared = true, .gloss = "One load. What is in the slots is not seen." },
 [E_CHECK]  = { "if count < allowed", OP_IF, .id = "check", .test = below_allowed,
	.no = E_UNDO, .decision = true, .gloss = "Equal is too much.",
	.why = "{count} < {allowed}", .if_yes = "admitted; {margin} pages to spare",
	.if_no = "denied; {margin} pages too many" },
 [E_ADMIT]  = { "  return 0", OP_RETURN, .id = "admit", .exec = admit,
	.value = E_RESULT, .has_value = true, .gloss = "The mapping may be made." },
 [E_UNDO]   = { "error: vm_unacct_memory(pages)", OP_CALL, .id = "undo",
	.callee = PROC_VM_UNACCT_MEMORY, .pass = { E_PAGES },
	.gloss = "A refused request leaves the sum as it was." },
 [E_FAIL]   = { "return −ENOMEM", OP_RETURN, .id = "fail", .exec = deny,
	.value = E_RESULT, .has_value = true, .gloss = "mmap fails." },
};
/* clang-format on */

const struct procedure procedure_vm_enough_memory = {
	"__vm_enough_memory", "mm/util.c, v5.9",
	"Counts a request, then grants or refuses it by the overcommit policy.",
	enough_lines, E_FAIL + 1, enough_locals, 5, 1,
};

/* mm_compute_batch */
enum { B_POLICY, B_BATCH };
static const struct local batch_locals[] = {
	[B_POLICY] = { "policy", KIND_POLICY },
	[B_BATCH] = { "batch", KIND_PAGES },
};

static void strict_share(struct machine *m, struct task *t, s64 *v)
{
	v[B_BATCH] = share_of_ram(m->overcommit.ram_pages, m->n_cpus, 256);
}

static void loose_share(struct machine *m, struct task *t, s64 *v)
{
	v[B_BATCH] = share_of_ram(m->overcommit.ram_pages, m->n_cpus, 4);
}

static struct test new_is_never(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[B_POLICY], REL_EQ, POLICY_NEVER);
}

static void floor_batch(struct machine *m, struct task *t, s64 *v)
{
	v[B_BATCH] = at_least_floor(v[B_BATCH], m->n_cpus);
}

static void store_batch(struct machine *m, struct task *t, s64 *v)
{
	m->overcommit.batch = v[B_BATCH];
}

enum { M_OLD = 1, M_IF, M_STRICT, M_LOOSE, M_FLOOR, M_STORE, M_DONE };
/* clang-format off */
static const struct line batch_lines[] = {
 [M_OLD]    = { "batch = RAM / CPUs / 256", .id = "old", .exec = strict_share, .in = IN_BATCH_OLD,
	.next = M_FLOOR, .gloss = "About 0.4 % of a CPU's share of RAM, whatever the policy." },
 [M_IF]     = { "if policy is never", OP_IF, .id = "never", .test = new_is_never,
	.in = IN_BATCH_NEW, .no = M_LOOSE, .decision = true,
	.gloss = "Only never reads the count and must have it sharp.", .why = "policy = {left:policy}",
	.if_yes = "a small batch: the count must be sharp",
	.if_no = "a large batch: nobody reads the count" },
 [M_STRICT] = { "  batch = RAM / CPUs / 256", .id = "strict", .exec = strict_share,
	.in = IN_BATCH_NEW, .next = M_FLOOR, .gloss = "As before: about 0.4 %." },
 [M_LOOSE]  = { "else batch = RAM / CPUs / 4", .id = "loose", .exec = loose_share,
	.in = IN_BATCH_NEW, .gloss = "64 times as much: a quarter of a CPU's share." },
 [M_FLOOR]  = { "batch = max(batch, 2 × CPUs, 32)", .id = "floor", .exec = floor_batch,
	.gloss = "On small machines never below this." },
 [M_STORE]  = { "vm_committed_as_batch = batch", .id = "store", .exec = store_batch, .shared = true,
	.gloss = "Every later update uses it; slots stay as they are." },
 [M_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "Back to the caller." },
};
/* clang-format on */

const struct procedure procedure_mm_compute_batch = {
	"mm_compute_batch", "mm/mm_init.c, v5.8 and v5.9",
	"Sets the batch from RAM, CPUs and, since mail 001, the policy.",
	batch_lines, M_DONE + 1, batch_locals, 2, 1,
};
