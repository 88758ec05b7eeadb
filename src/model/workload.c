/* SPDX-License-Identifier: GPL-3.0-or-later
 * What processes do: mmap and munmap (mm/mmap.c, v5.9, as far as accounting
 * goes), will-it-scale's mmap1 loop in process mode, and the policy switch.
 *
 * Leaves out: everything mmap does besides accounting; its cost is one line's.
 */
#include "model/machine.h"
#include "model/setup.h"
#include "model/task.h"

/* mmap_region and do_munmap */
enum { PAGES, ERROR };
static const struct local map_locals[] = {
	[PAGES] = { "pages", KIND_PAGES }, [ERROR] = { "error", KIND_ERRNO },
};

static void nothing(struct machine *m, struct task *t, s64 *v)
{
}

static struct test failed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ERROR], REL_NE, 0);
}

static void link_vma(struct machine *m, struct task *t, s64 *v)
{
	t->total_vm += v[PAGES];
	m->work_done++;
}

static void refused(struct machine *m, struct task *t, s64 *v)
{
	m->work_done++;
}

static void unlink_vma(struct machine *m, struct task *t, s64 *v)
{
	t->total_vm -= v[PAGES];
	m->overcommit.mapped -= v[PAGES];
	m->work_done++;
}

enum { R_REST = 1, R_ENOUGH, R_IF, R_FAIL, R_LINK, R_DONE };
/* clang-format off */
static const struct line mmap_lines[] = {
 [R_REST]   = { "find a place, make the VMA", .id = "vma", .exec = nothing, .cost = COST_MMAP_REST,
	.gloss = "All of mmap that is not accounting, as one line." },
 [R_ENOUGH] = { "error = __vm_enough_memory", OP_CALL, .id = "enough",
	.callee = PROC_VM_ENOUGH_MEMORY, .pass = { PAGES }, .value = ERROR, .has_value = true,
	.gloss = "Count the promise and ask whether it is allowed." },
 [R_IF]     = { "if error", OP_IF, .id = "if_error", .test = failed, .no = R_LINK,
	.gloss = "Was it refused?", .why = "{error} ≠ 0", .if_yes = "no mapping", .if_no = "go on" },
 [R_FAIL]   = { "  return error", OP_RETURN, .id = "fail", .exec = refused, .value = ERROR, .has_value = true,
	.gloss = "mmap fails with ENOMEM." },
 [R_LINK]   = { "link the VMA", .id = "link", .exec = link_vma, .gloss = "The mapping exists now." },
 [R_DONE]   = { "return 0", OP_RETURN, .id = "return", .value = ERROR, .has_value = true,
	.gloss = "Not one page has been touched." },
};

enum { N_REST = 1, N_UNLINK, N_UNACCT, N_DONE };
static const struct line munmap_lines[] = {
 [N_REST]   = { "find the VMA, unmap it", .id = "vma", .exec = nothing, .cost = COST_MUNMAP_REST,
	.gloss = "All of munmap that is not accounting, as one line." },
 [N_UNLINK] = { "unlink the VMA", .id = "unlink", .exec = unlink_vma,
	.gloss = "The mapping is gone." },
 [N_UNACCT] = { "vm_unacct_memory(pages)", OP_CALL, .id = "unacct",
	.callee = PROC_VM_UNACCT_MEMORY, .pass = { PAGES }, .gloss = "The promise is returned." },
 [N_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "Back to the process." },
};
/* clang-format on */

const struct procedure procedure_mmap_region = {
	"mmap_region", "mm/mmap.c, v5.9", "Makes a private writable mapping.",
	mmap_lines, R_DONE + 1, map_locals, 2, 1,
};
const struct procedure procedure_do_munmap = {
	"do_munmap", "mm/mmap.c, v5.9", "Takes a mapping away.",
	munmap_lines, N_DONE + 1, map_locals, 2, 1,
};

/* mmap1: will-it-scale's loop, memory never touched. */
enum { L_PAGES, L_LEFT, L_ERROR };
static const struct local loop_locals[] = {
	[L_PAGES] = { "pages", KIND_PAGES }, [L_LEFT] = { "left", KIND_COUNT },
	[L_ERROR] = { "error", KIND_ERRNO },
};

static struct test iterations_left(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[L_LEFT], REL_GT, 0);
}

static struct test loop_failed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[L_ERROR], REL_NE, 0);
}

static void count_iteration(struct machine *m, struct task *t, s64 *v)
{
	v[L_LEFT]--;
	m->workload_iterations++;
}

static void give_up(struct machine *m, struct task *t, s64 *v)
{
	t->failed = 1;
}

enum { L_EACH = 1, L_MMAP, L_IF, L_FAIL, L_MUNMAP, L_COUNT, L_DONE };
/* clang-format off */
static const struct line loop_lines[] = {
 [L_EACH]   = { "for each iteration", OP_IF, .id = "each", .test = iterations_left, .no = L_DONE,
	.gloss = "The benchmark's loop.", .why = "{left} > 0", .if_yes = "once more", .if_no = "done" },
 [L_MMAP]   = { "  mmap", OP_CALL, .id = "mmap", .callee = PROC_MMAP_REGION, .pass = { L_PAGES },
	.value = L_ERROR, .has_value = true, .gloss = "Promise memory; touch none of it." },
 [L_IF]     = { "  if it failed", OP_IF, .id = "if_failed", .test = loop_failed, .no = L_MUNMAP,
	.gloss = "Refused by the policy?", .why = "{error} ≠ 0", .if_yes = "give up", .if_no = "go on" },
 [L_FAIL]   = { "    stop", OP_RETURN, .id = "stop", .exec = give_up,
	.gloss = "The benchmark ends on a failed mmap." },
 [L_MUNMAP] = { "  munmap", OP_CALL, .id = "munmap", .callee = PROC_DO_MUNMAP, .pass = { L_PAGES },
	.gloss = "Give the promise back." },
 [L_COUNT]  = { "  count the iteration", .id = "count", .exec = count_iteration, .next = L_EACH,
	.gloss = "The benchmark's score." },
 [L_DONE]   = { "end", OP_RETURN, .id = "end", .gloss = "This process is done." },
};
/* clang-format on */

const struct procedure procedure_mmap1 = {
	"mmap1", "model, after will-it-scale's mmap1",
	"One process per CPU: mmap, munmap, again.",
	loop_lines, L_DONE + 1, loop_locals, 3, 2,
};

/* mapper: maps once, before the switch. */
enum { P_PAGES, P_ERROR };
static const struct local mapper_locals[] = {
	[P_PAGES] = { "pages", KIND_PAGES }, [P_ERROR] = { "error", KIND_ERRNO },
};

static void has_mapped(struct machine *m, struct task *t, s64 *v)
{
	if (--m->mappers_left == 0)
		task_wake_all(m, CHANNEL_MAPPED, cpu_of(m, t->cpu)->clock_ns);
}

enum { P_MMAP = 1, P_TELL, P_DONE };
/* clang-format off */
static const struct line mapper_lines[] = {
 [P_MMAP] = { "mmap", OP_CALL, .id = "mmap", .callee = PROC_MMAP_REGION, .pass = { P_PAGES },
	.value = P_ERROR, .has_value = true, .gloss = "A mapping made under the loose policy." },
 [P_TELL] = { "tell CPU 0", .id = "tell", .exec = has_mapped, .shared = true,
	.gloss = "The administrator waits for all of us." },
 [P_DONE] = { "end", OP_RETURN, .id = "end", .gloss = "The mapping stays; the process sleeps." },
};
/* clang-format on */

const struct procedure procedure_mapper = {
	"mapper", "model", "A process that maps memory and keeps it.",
	mapper_lines, P_DONE + 1, mapper_locals, 2, 1,
};

/* admin: switches to never, then asks for memory. */
enum { A_NEW, A_REQUEST, A_ERROR };
static const struct local admin_locals[] = {
	[A_NEW] = { "new", KIND_POLICY }, [A_REQUEST] = { "request", KIND_PAGES },
	[A_ERROR] = { "error", KIND_ERRNO },
};

static struct test all_mapped(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->mappers_left, REL_EQ, 0);
}

enum { A_WAIT = 1, A_WRITE, A_ASK, A_DONE };
/* clang-format off */
static const struct line admin_lines[] = {
 [A_WAIT]  = { "wait until all have mapped", OP_WAIT, .id = "wait", .test = all_mapped,
	.channel = CHANNEL_MAPPED, .shared = true, .gloss = "Wait until every mapper has its pages." },
 [A_WRITE] = { "write never to overcommit_memory", OP_CALL, .id = "write",
	.callee = PROC_OVERCOMMIT_POLICY_HANDLER, .pass = { A_NEW }, .value = A_ERROR, .has_value = true,
	.gloss = "From now on promises must be kept." },
 [A_ASK]   = { "mmap the request", OP_CALL, .id = "ask", .callee = PROC_MMAP_REGION,
	.pass = { A_REQUEST }, .value = A_ERROR, .has_value = true,
	.gloss = "Is it refused, as it should be?" },
 [A_DONE]  = { "end", OP_RETURN, .id = "end", .value = A_ERROR, .has_value = true,
	.gloss = "This process is done." },
};
/* clang-format on */

const struct procedure procedure_admin = {
	"admin", "model", "Switches the policy to never, then maps once.",
	admin_lines, A_DONE + 1, admin_locals, 3, 2,
};
