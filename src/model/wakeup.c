/* SPDX-License-Identifier: GPL-3.0-or-later
 * Waking kswapd for a request of some order: mm/vmscan.c as of v4.2.
 *
 * Leaves out: several nodes, the class zone. Rules: the largest order asked for
 * is remembered even if kswapd is awake; it isn't woken if each zone is
 * balanced for this order.
 */
#include "model/machine.h"
#include "model/task.h"
#include "model/zone.h"

enum { ORDER };
static const struct local locals[] = {
	[ORDER] = { "order", KIND_ORDER },
};

static void remember(struct machine *m, struct task *t, s64 *v)
{
	if (m->memory.kswapd_order < v[ORDER])
		m->memory.kswapd_order = (u8)v[ORDER];
}

static struct test is_awake(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.kswapd_awake, REL_EQ, 1);
}

static struct test some_unbalanced(const struct machine *m,
	const struct task *t, const s64 *v)
{
	s64 n = 0;

	for (unsigned i = 0; i < m->memory.zones; i++)
		n += !zone_is_balanced(m, i, v[ORDER]);
	return test_of(n, REL_GT, 0);
}

static void wake(struct machine *m, struct task *t, s64 *v)
{
	memory_wake_kswapd(m, t->cpu);
}

/* To add a row: label here, row below, test in tests/unit. */
enum { W_ORDER = 1, W_AWAKE, W_NEEDED, W_WAKE, W_DONE };
/* clang-format off */
static const struct line lines[] = {
 [W_ORDER]  = { "remember the largest order", .id = "order", .exec = remember, .shared = true,
	.gloss = "kswapd will try for blocks of this size." },
 [W_AWAKE]  = { "if it is awake: nothing to do", OP_IF, .id = "awake", .test = is_awake, .next = W_DONE, .no = W_NEEDED,
	.shared = true, .gloss = "At work already?", .why = "{left} = 1", .if_yes = "it is", .if_no = "it sleeps" },
 [W_NEEDED] = { "if a zone is not balanced", OP_IF, .id = "needed", .test = some_unbalanced, .no = W_DONE,
	.shared = true, .gloss = "High mark for the order, and compaction possible?", .why = "{left} > 0",
	.if_yes = "wake it", .if_no = "let it sleep" },
 [W_WAKE]   = { "  wake it", .id = "wake", .exec = wake, .shared = true, .gloss = "It will run where a CPU is idle." },
 [W_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "The request doesn't wait for it." },
};
/* clang-format on */

const struct procedure procedure_wakeup_kswapd = {
	"wakeup_kswapd", "mm/vmscan.c, v4.2", "Wakes kswapd, unless there is no need.",
	lines, W_DONE + 1, locals, 1, 1,
};
