/* SPDX-License-Identifier: GPL-3.0-or-later
 * The test program of mail 000: processes that write a region page by page, give
 * it back with madvise, and start over.
 *
 * Leaves out: reading, the program's own pages. Rules: a write to a mapped page
 * costs no fault: the hardware sets young and dirty.
 */
#include "model/machine.h"
#include "model/task.h"

/* touch_region: writes pages one after the other. */
enum { ADDR, END, ERROR };
static const struct local touch_locals[] = {
	[ADDR] = { "pte", KIND_NUMBER }, [END] = { "end", KIND_NUMBER },
	[ERROR] = { "error", KIND_ERRNO },
};

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

static struct test fault_failed(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[ERROR], REL_NE, 0);
}

enum { T_EACH = 1, T_MAPPED, T_FAULT, T_FAILED, T_WRITE, T_DONE };
/* clang-format off */
static const struct line touch_lines[] = {
 [T_EACH]   = { "for each page of the region", OP_IF, .id = "each", .test = pages_left, .no = T_DONE,
	.gloss = "From the first to the last.", .why = "{pte} < {end}", .if_yes = "write it",
	.if_no = "all written" },
 [T_MAPPED] = { "  if it is mapped", OP_IF, .id = "mapped", .test = present, .no = T_FAULT,
	.next = T_WRITE, .gloss = "Then the hardware writes without asking the kernel.",
	.why = "{left} = 1", .if_yes = "no fault", .if_no = "a page fault" },
 [T_FAULT]  = { "  else handle_mm_fault", OP_CALL, .id = "fault", .callee = PROC_HANDLE_MM_FAULT,
	.pass = { ADDR }, .value = ERROR, .has_value = true, .gloss = "The kernel finds a page." },
 [T_FAILED] = { "  if that failed: stop", OP_IF, .id = "failed", .test = fault_failed,
	.next = T_DONE, .no = T_WRITE, .gloss = "Killed for lack of memory?", .why = "{error} ≠ 0",
	.if_yes = "the process will end", .if_no = "go on" },
 [T_WRITE]  = { "  write", .id = "write", .exec = write_page, .next = T_EACH, .cost = COST_WRITE,
	.gloss = "The page is young and dirty now." },
 [T_DONE]   = { "return", OP_RETURN, .id = "return", .value = ERROR, .has_value = true,
	.gloss = "Back to the program." },
};
/* clang-format on */

const struct procedure procedure_touch_region = {
	"touch_region", "model, after mail 000's test program", "Writes each page of a region.",
	touch_lines, T_DONE + 1, touch_locals, 3, 2,
};

/* bomb: the whole program. */
enum { BASE, B_END, LOOPS, B_ERROR, NOT };
static const struct local bomb_locals[] = {
	[BASE] = { "base", KIND_NUMBER }, [B_END] = { "end", KIND_NUMBER },
	[LOOPS] = { "loops", KIND_COUNT }, [B_ERROR] = { "error", KIND_ERRNO },
	[NOT] = { "not_counted", KIND_BOOL },
};

static struct test loops_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[LOOPS], REL_GT, 0);
}

static struct test failed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[B_ERROR], REL_NE, 0);
}

static void start_over(struct machine *m, struct task *t, s64 *v)
{
	v[LOOPS]--;
	m->workload_iterations++;
	m->work_done++;
}

enum { W_LOOP = 1, W_TOUCH, W_FAILED, W_ADVISE, W_AGAIN, W_EXIT, W_DONE };
/* clang-format off */
static const struct line bomb_lines[] = {
 [W_LOOP]   = { "for each loop", OP_IF, .id = "loop", .test = loops_left, .no = W_EXIT,
	.gloss = "The test program's rounds.", .why = "{loops} > 0", .if_yes = "one more", .if_no = "done" },
 [W_TOUCH]  = { "  write every page", OP_CALL, .id = "touch", .callee = PROC_TOUCH_REGION,
	.pass = { BASE, B_END }, .value = B_ERROR, .has_value = true, .gloss = "Page by page." },
 [W_FAILED] = { "  if that failed: exit", OP_IF, .id = "failed", .test = failed, .next = W_EXIT,
	.no = W_ADVISE, .gloss = "Killed for lack of memory?", .why = "{error} ≠ 0",
	.if_yes = "the process ends", .if_no = "go on" },
 [W_ADVISE] = { "  madvise: not needed for now", OP_CALL, .id = "madvise", .callee = PROC_MADVISE,
	.pass = { BASE, B_END }, .gloss = "MADV_DONTNEED or MADV_FREE." },
 [W_AGAIN]  = { "  start over", .id = "again", .exec = start_over, .next = W_LOOP,
	.gloss = "From the first page." },
 [W_EXIT]   = { "exit: unmap the region", OP_CALL, .id = "exit", .callee = PROC_ZAP_PAGE_RANGE,
	.pass = { BASE, B_END, NOT }, .gloss = "All of it goes back." },
 [W_DONE]   = { "end", OP_RETURN, .id = "end", .value = B_ERROR, .has_value = true,
	.gloss = "This process is done." },
};
/* clang-format on */

const struct procedure procedure_bomb = {
	"bomb", "model, after mail 000's test program", "Writes a region, gives it back, again.",
	bomb_lines, W_DONE + 1, bomb_locals, 5, 3,
};
