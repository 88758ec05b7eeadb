/* SPDX-License-Identifier: GPL-3.0-or-later
 * Freeing to the buddy lists: __free_one_page of mm/page_alloc.c, v4.2.
 *
 * Leaves out: isolated pageblocks, guard pages. Rules: a block merges with its
 * buddy as long as that is free at the same order, whatever its migratetype, and
 * goes to the list of the type it was freed with: to its head, but to its tail if
 * only its buddy is missing for a merge one order up.
 */
#include "model/machine.h"
#include "model/task.h"


enum { B_PFN, B_ORDER, B_TYPE };
static const struct local free_locals[] = {
	[B_PFN] = { "page", KIND_PFN }, [B_ORDER] = { "order", KIND_ORDER },
	[B_TYPE] = { "type", KIND_MIGRATETYPE },
};

static struct test below_top(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[B_ORDER], REL_LT, m->memory.orders - 1);
}

static s64 free_at(const struct machine *m, const s64 *v, u32 pfn, s64 order)
{
	return buddy_is_free(
		m, page_at(m, (u32)v[B_PFN])->zone, pfn, (unsigned)order);
}

static struct test buddy_free(const struct machine *m, const struct task *t,
	const s64 *v)
{
	u32 buddy = buddy_of((u32)v[B_PFN], (unsigned)v[B_ORDER]);

	return test_of(free_at(m, v, buddy, v[B_ORDER]), REL_EQ, 1);
}

static void merge(struct machine *m, struct task *t, s64 *v)
{
	buddy_unlink(m, buddy_of((u32)v[B_PFN], (unsigned)v[B_ORDER]));
	v[B_PFN] = buddy_merge(m, (u32)v[B_PFN]);
	v[B_ORDER]++;
}

static struct test may_wait(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[B_ORDER], REL_LT, (s64)m->memory.orders - 2);
}

static struct test parent_buddy_free(const struct machine *m,
	const struct task *t, const s64 *v)
{
	unsigned order = (unsigned)v[B_ORDER];
	u32 parent = (u32)v[B_PFN] & ~(1u << order);

	return test_of(
		free_at(m, v, buddy_of(parent, order + 1), v[B_ORDER] + 1),
		REL_EQ, 1);
}

static void to_tail(struct machine *m, struct task *t, s64 *v)
{
	buddy_link(m, (u32)v[B_PFN], (enum migratetype)v[B_TYPE], true);
}

static void to_head(struct machine *m, struct task *t, s64 *v)
{
	buddy_link(m, (u32)v[B_PFN], (enum migratetype)v[B_TYPE], false);
}

enum { M_TOP = 1, M_BUDDY, M_MERGE, M_WAIT, M_PARENT, M_TAIL, M_HEAD, M_DONE };
/* clang-format off */
static const struct line free_lines[] = {
 [M_TOP]   = { "while below the largest order", OP_IF, .id = "top", .test = below_top, .no = M_WAIT,
	.gloss = "Can it grow any more?", .why = "{order} < {right}", .if_yes = "look at its buddy", .if_no = "as large as can be" },
 [M_BUDDY] = { "  if an equal buddy is free", OP_IF, .id = "buddy", .test = buddy_free, .no = M_WAIT,
	.shared = true, .decision = true, .gloss = "The buddy of page p at order o is p xor 2^o.", .why = "free: {left}",
	.if_yes = "merge", .if_no = "it stays apart" },
 [M_MERGE] = { "  merge: both are one of order + 1", .id = "merge", .exec = merge, .next = M_TOP, .shared = true,
	.gloss = "The buddy leaves its list." },
 [M_WAIT]  = { "if it may soon merge further", OP_IF, .id = "soon", .test = may_wait, .no = M_HEAD,
	.gloss = "Not in the two largest orders.", .why = "{order} < {right}", .if_yes = "look one order up", .if_no = "no" },
 [M_PARENT] = { "  if the parent's buddy is free", OP_IF, .id = "parent", .test = parent_buddy_free, .no = M_HEAD,
	.shared = true, .gloss = "Then only our buddy is missing.", .why = "free: {left}", .if_yes = "better not hand it out soon",
	.if_no = "no" },
 [M_TAIL]  = { "    to the list's tail", .id = "tail", .exec = to_tail, .next = M_DONE, .shared = true,
	.gloss = "Taken last." },
 [M_HEAD]  = { "to the list's head", .id = "head", .exec = to_head, .shared = true, .gloss = "Taken first." },
 [M_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Free, as large as it could get." },
};
/* clang-format on */

const struct procedure procedure_free_one_page = {
	"__free_one_page", "mm/page_alloc.c, v4.2", "Merges a block with its buddies and puts it on a list.",
	free_lines, M_DONE + 1, free_locals, 3, 3,
};
