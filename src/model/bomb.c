/* SPDX-License-Identifier: GPL-3.0-or-later
 * The test program of mail 000: processes that write a region page by page, give
 * it back with madvise, and start over.
 *
 * Leaves out: reading, the program's own pages. Rules: a write to a mapped page
 * costs no fault: the hardware sets young and dirty.
 */
#include "model/machine.h"
#include "model/task.h"

enum { ADDR, BASE, END, LOOPS, ERROR, NOT };
static const struct local locals[] = {
	[ADDR] = { "pte", KIND_NUMBER }, [BASE] = { "base", KIND_NUMBER },
	[END] = { "end", KIND_NUMBER }, [LOOPS] = { "loops", KIND_COUNT },
	[ERROR] = { "error", KIND_ERRNO }, [NOT] = { "not_counted", KIND_BOOL },
};

static struct test loops_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[LOOPS], REL_GT, 0);
}

static struct test pages_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ADDR], REL_LT, v[END]);
}

static struct test present(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(pte_kind(pte_get(m, (u32)v[ADDR])), REL_EQ, PTE_PRESENT);
}

static void write_page(struct machine *m, struct task *t, s64 *v)
{
	u32 pte = pte_get(m, (u32)v[ADDR]);

	if (pte_kind(pte) != PTE_PRESENT)
		return;		/* reclaimed since the line before: again */
	pte_set(m, (u32)v[ADDR], pte | PTE_YOUNG | PTE_DIRTY);
	m->memory.page_writes++;
	v[ADDR]++;
}

static struct test failed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ERROR], REL_NE, 0);
}

static void start_over(struct machine *m, struct task *t, s64 *v)
{
	v[ADDR] = v[BASE];
	v[LOOPS]--;
	m->workload_iterations++;
	m->work_done++;
}

enum { W_LOOP = 1, W_EACH, W_MAPPED, W_FAULT, W_FAILED, W_WRITE, W_ADVISE, W_AGAIN,
	W_EXIT, W_DONE };
/* clang-format off */
static const struct line lines[] = {
 [W_LOOP]   = { "for each loop", OP_IF, .id = "loop", .test = loops_left, .no = W_EXIT,
	.gloss = "The test program's rounds.", .why = "{loops} > 0", .if_yes = "one more", .if_no = "done" },
 [W_EACH]   = { "  for each page of the region", OP_IF, .id = "each", .test = pages_left,
	.no = W_ADVISE, .gloss = "From the first to the last.", .why = "{pte} < {end}", .if_yes = "write it",
	.if_no = "all written" },
 [W_MAPPED] = { "    if it is mapped", OP_IF, .id = "mapped", .test = present, .no = W_FAULT,
	.next = W_WRITE, .gloss = "Then the hardware writes without asking the kernel.",
	.why = "{left} = 1", .if_yes = "no fault", .if_no = "a page fault" },
 [W_FAULT]  = { "    else handle_mm_fault", OP_CALL, .id = "fault", .callee = PROC_HANDLE_MM_FAULT,
	.pass = { ADDR }, .value = ERROR, .has_value = true, .gloss = "The kernel finds a page." },
 [W_FAILED] = { "    if that failed: exit", OP_IF, .id = "failed", .test = failed, .next = W_EXIT,
	.no = W_WRITE, .gloss = "Killed for lack of memory.", .why = "{error} ≠ 0", .if_yes = "the process ends",
	.if_no = "go on" },
 [W_WRITE]  = { "    write", .id = "write", .exec = write_page, .next = W_EACH,
	.gloss = "The page is young and dirty now." },
 [W_ADVISE] = { "  madvise: not needed for now", OP_CALL, .id = "madvise", .callee = PROC_MADVISE,
	.pass = { BASE, END }, .gloss = "MADV_DONTNEED or MADV_FREE." },
 [W_AGAIN]  = { "  start over", .id = "again", .exec = start_over, .next = W_LOOP,
	.gloss = "From the first page." },
 [W_EXIT]   = { "exit: unmap the region", OP_CALL, .id = "exit", .callee = PROC_ZAP_PAGE_RANGE,
	.pass = { BASE, END, NOT }, .gloss = "All of it goes back." },
 [W_DONE]   = { "end", OP_RETURN, .id = "end", .value = ERROR, .has_value = true,
	.gloss = "This process is done." },
};
/* clang-format on */

const struct procedure procedure_bomb = {
	"bomb", "model, after mail 000's test program", "Writes a region, gives it back, again.",
	lines, W_DONE + 1, locals, 6, 4,
};
