/* SPDX-License-Identifier: GPL-3.0-or-later
 * What kswapd does where requests are for more than one page: balance_pgdat of
 * mm/vmscan.c, v4.2.
 *
 * Leaves out: several nodes, class zones, memory cgroups, the quarter of memory
 * that is enough for a high order, deferral of its own compaction. Rules: it reclaims until the high mark holds,
 * for single pages only if compaction could do the rest; once it has freed twice
 * what was asked for it gives up the order; it compacts by itself only if it freed
 * more than it tried and no zone has a block above the low mark, that is, rarely.
 * The priority rises when less was freed than tried; the kernel counts scanned
 * pages instead.
 */
#include "model/machine.h"
#include "model/task.h"
#include "model/zone.h"

enum { PRIORITY = 12, ENOUGH = 32 };
enum { ORDER, PRIO, ZONE, GOAL, GOT, FREED, TRIED, NEEDED, SEEN, GFP, FLAGS, MODE,
	RET };
static const struct local locals[] = {
	[ORDER] = { "order", KIND_ORDER }, [PRIO] = { "priority", KIND_NUMBER },
	[ZONE] = { "zone", KIND_NUMBER }, [GOAL] = { "goal", KIND_PAGES },
	[GOT] = { "got", KIND_PAGES }, [FREED] = { "freed", KIND_PAGES },
	[TRIED] = { "tried", KIND_PAGES }, [NEEDED] = { "needed", KIND_BOOL },
	[SEEN] = { "seen", KIND_COUNT }, [GFP] = { "gfp", KIND_GFP_BITS },
	[FLAGS] = { "flags", KIND_ALLOC_BITS }, [MODE] = { "mode", KIND_NUMBER },
	[RET] = { "ret", KIND_NUMBER },
};

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static enum era rule(const struct machine *m)
{
	return m->memory.rule_4_4 ? ERA_4_4 : ERA_4_2;
}

static struct test check(const struct machine *m, s64 zone, s64 order, s64 mark)
{
	struct zone_request r = { .order = order, .mark = mark };
	s64 blocks[ZONE_ORDERS];

	zone_blocks(m, zone, blocks);
	return zone_watermark_test(zone_counted(m, zone), blocks, &r, rule(m));
}

/* kswapd_shrink_zone: single pages will do if compaction is possible. */
static s64 order_to_test(const struct machine *m, s64 zone, s64 order)
{
	struct zone_request r = { .order = order,
		.mark = zone_at(m, zone)->low };
	s64 blocks[ZONE_ORDERS];

	zone_blocks(m, zone, blocks);
	return order && zone_compaction_suitable(zone_counted(m, zone), blocks,
		&r, rule(m)) == COMPACT_SKIPPED ? order : 0;
}

static void take_order(struct machine *m, struct task *t, s64 *v)
{
	v[ORDER] = m->memory.kswapd_order;
	m->memory.kswapd_order = 0;
	v[PRIO] = PRIORITY;
}

static void start_pass(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE] = m->memory.zones - 1;
	v[FREED] = v[TRIED] = 0;
	v[NEEDED] = v[ORDER] > 0;
	v[SEEN] = (s64)m->memory.io_done;
}

static struct test low_holds(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return check(m, v[ZONE], v[ORDER], zone_at(m, v[ZONE])->low);
}

static void not_needed(struct machine *m, struct task *t, s64 *v)
{
	v[NEEDED] = 0;
}

static struct test high_holds(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return check(m, v[ZONE], order_to_test(m, v[ZONE], v[ORDER]),
		zone_at(m, v[ZONE])->high);
}

static void set_goal(struct machine *m, struct task *t, s64 *v)
{
	s64 high = zone_at(m, v[ZONE])->high;

	v[GOAL] = high > ENOUGH ? high : ENOUGH;
	v[TRIED] += v[GOAL];
}

static void add_freed(struct machine *m, struct task *t, s64 *v)
{
	v[FREED] += v[GOT];
}

static void next_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE]--;
}

static struct test zones_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ZONE], REL_GE, 0);
}

static struct test freed_twice(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 twice = INT64_C(2) << v[ORDER];

	return test_of(v[ORDER] ? v[FREED] : twice - 1, REL_GE, twice);
}

static void drop_order(struct machine *m, struct task *t, s64 *v)
{
	v[ORDER] = 0;
}

static struct test is_needed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[NEEDED] && v[ORDER], REL_EQ, 1);
}

static struct test more_than_tried(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[FREED], REL_GT, v[TRIED]);
}

static void first_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE] = m->memory.zones - 1;
}

static struct test balanced(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 n = 0;

	for (unsigned i = 0; i < m->memory.zones; i++)
		n += !zone_is_balanced(m, i, v[ORDER]);
	return test_of(n, REL_EQ, 0);
}

static struct test too_little(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED], REL_LT, v[TRIED] ? v[TRIED] : 1);
}

static struct test io_pending(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED] ? 0 : m->memory.queue.n, REL_GT, 0);
}

static struct test io_went_on(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((s64)m->memory.io_done > v[SEEN] ||
		!m->memory.queue.n, REL_EQ, 1);
}

static void harder(struct machine *m, struct task *t, s64 *v)
{
	v[PRIO]--;
}

static struct test priority_left(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[PRIO], REL_GE, 1);
}

static struct test asked_for_more(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(m->memory.kswapd_order, REL_GT, v[ORDER]);
}

static struct test runs_complete(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 n = 0;

	for (unsigned i = 0; i < m->memory.zones; i++)
		n += zone_at(m, i)->compact.flush;
	return test_of(n, REL_GT, 0);
}

static void forget(struct machine *m, struct task *t, s64 *v)
{
	for (unsigned i = 0; i < m->memory.zones; i++)
		compact_forget(m, i);
}

/* To add a row: label here, row below, test in tests/unit. */
enum { B_ORDER = 1, B_PASS, B_LOW, B_NOT, B_HIGH, B_GOAL, B_SHRINK, B_ADD, B_NEXT,
	B_ZONES, B_TWICE, B_DROP, B_NEEDED, B_MORE, B_FIRST, B_COMPACT, B_OTHER,
	B_EACH, B_BALANCED, B_NOTHING, B_IO, B_WAIT, B_HARDER, B_AGAIN, B_ASKED,
	B_FLUSH, B_FORGET, B_DONE };
/* clang-format off */
static const struct line lines[] = {
 [B_ORDER]  = { "order = the largest asked for", .id = "order", .exec = take_order, .shared = true,
	.gloss = "And priority 12: a small share first." },
 [B_PASS]   = { "for each zone", .id = "pass", .exec = start_pass, .gloss = "One pass over all." },
 [B_LOW]    = { "  if low holds for the order", OP_IF, .id = "low", .test = low_holds, .no = B_HIGH, .shared = true,
	.gloss = "Is there a block already?", .why = "{left} > {right}", .if_yes = "nothing to compact", .if_no = "not yet" },
 [B_NOT]    = { "    compaction is not needed", .id = "not_needed", .exec = not_needed, .gloss = "One zone that has it is enough." },
 [B_HIGH]   = { "  if the high mark holds: skip it", OP_IF, .id = "high", .test = high_holds, .no = B_GOAL, .next = B_NEXT,
	.shared = true, .decision = true, .gloss = "For single pages, if compaction could do the rest.",
	.why = "{left} > {right}", .if_yes = "nothing to do here", .if_no = "{margin} pages missing" },
 [B_GOAL]   = { "  goal = max(high, 32)", .id = "goal", .exec = set_goal, .gloss = "For this pass." },
 [B_SHRINK] = { "  shrink_zone", OP_CALL, .id = "shrink", .callee = PROC_SHRINK_ZONE, .pass = { ZONE, PRIO, GOAL },
	.value = GOT, .has_value = true, .gloss = "Scan its lists." },
 [B_ADD]    = { "  freed += what it freed", .id = "add", .exec = add_freed, .gloss = "So far." },
 [B_NEXT]   = { "  next zone", .id = "next", .exec = next_zone, .gloss = "On to the lower one." },
 [B_ZONES]  = { "  while zones are left", OP_IF, .id = "zones", .test = zones_left, .next = B_LOW, .no = B_TWICE,
	.gloss = "Is there a lower zone?", .why = "zone {zone} ≥ 0", .if_yes = "it, too", .if_no = "the pass is over" },
 [B_TWICE]  = { "if 2 × 2^order were freed", OP_IF, .id = "twice", .test = freed_twice, .no = B_NEEDED,
	.gloss = "Enough for the block, if they lay together.", .why = "{left} ≥ {right}", .if_yes = "give up the order", .if_no = "keep it" },
 [B_DROP]   = { "  order = 0", .id = "drop", .exec = drop_order, .gloss = "Who wants the block may compact." },
 [B_NEEDED] = { "if compaction is needed", OP_IF, .id = "needed", .test = is_needed, .no = B_BALANCED,
	.gloss = "No zone above low for the order?", .why = "{left} = 1", .if_yes = "perhaps", .if_no = "no" },
 [B_MORE]   = { "  if more was freed than tried", OP_IF, .id = "more", .test = more_than_tried, .no = B_BALANCED,
	.gloss = "Rarely so.", .why = "{freed} > {tried}", .if_yes = "compact", .if_no = "reclaim is not through" },
 [B_FIRST]  = { "    for each zone", .id = "first", .exec = first_zone, .gloss = "compact_pgdat." },
 [B_COMPACT] = { "      compact_zone", OP_CALL, .id = "compact", .callee = PROC_COMPACT_ZONE,
	.pass = { ZONE, ORDER, GFP, FLAGS, MODE }, .value = RET, .has_value = true, .gloss = "In the cheap mode; no stall is counted." },
 [B_OTHER]  = { "      next zone", .id = "other", .exec = next_zone, .gloss = "On to the lower one." },
 [B_EACH]   = { "    while zones are left", OP_IF, .id = "each", .test = zones_left, .next = B_COMPACT, .no = B_BALANCED,
	.gloss = "Is there a lower zone?", .why = "zone {zone} ≥ 0", .if_yes = "it, too", .if_no = "all done" },
 [B_BALANCED] = { "if all zones are balanced: sleep", OP_IF, .id = "balanced", .test = balanced, .next = B_ASKED,
	.no = B_NOTHING, .shared = true, .gloss = "Asked only after a whole pass.", .why = "{left} zones are not",
	.if_yes = "done", .if_no = "go on" },
 [B_NOTHING] = { "if less was freed than tried", OP_IF, .id = "nothing", .test = too_little, .next = B_IO, .no = B_PASS,
	.gloss = "Is the share too small?", .why = "{freed} < {right}", .if_yes = "try harder", .if_no = "once more" },
 [B_IO]     = { "  if none, but some are written", OP_IF, .id = "io", .test = io_pending, .no = B_HARDER, .shared = true,
	.gloss = "They can be freed soon.", .why = "{left} > 0", .if_yes = "wait", .if_no = "go on" },
 [B_WAIT]   = { "    wait until one is done", OP_WAIT, .id = "wait", .test = io_went_on, .channel = CHANNEL_RECLAIM,
	.shared = true, .gloss = "Rather than scan in vain." },
 [B_HARDER] = { "  priority − 1", .id = "harder", .exec = harder, .gloss = "Twice the share." },
 [B_AGAIN]  = { "while priority ≥ 1: again", OP_IF, .id = "again", .test = priority_left, .next = B_PASS, .no = B_ASKED,
	.gloss = "Or is there nothing to free?", .why = "{priority} ≥ 1", .if_yes = "again", .if_no = "give up for now" },
 [B_ASKED]  = { "if more was asked for meanwhile", OP_IF, .id = "asked", .test = asked_for_more, .next = B_ORDER,
	.no = B_FLUSH, .shared = true, .gloss = "A larger order than this?", .why = "{left} > {order}", .if_yes = "start over", .if_no = "no" },
 [B_FLUSH]  = { "if compaction had seen all", OP_IF, .id = "flush", .test = runs_complete, .no = B_DONE, .shared = true,
	.gloss = "Have scanners met since?", .why = "{left} > 0", .if_yes = "old hints are worth nothing", .if_no = "keep them" },
 [B_FORGET] = { "  forget fruitless blocks", .id = "forget", .exec = forget, .shared = true, .gloss = "reset_isolation_suitable." },
 [B_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "To sleep." },
};
/* clang-format on */

const struct procedure procedure_balance_pgdat = {
	"balance_pgdat", "mm/vmscan.c, v4.2", "Frees pages until zones are balanced for the order.",
	lines, B_DONE + 1, locals, 13, 0,
};
