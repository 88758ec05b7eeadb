/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who reclaims: kswapd, and whoever finds too little (mm/vmscan.c, v4.0).
 *
 * Leaves out: several nodes, memory cgroups, kswapd's look at the zones that it
 * may skip. Rules: kswapd is woken when an allocation fails the low mark and
 * sleeps when every zone is above its high mark; it looks only between whole
 * passes, so it overshoots.
 */
#include "model/machine.h"
#include "model/task.h"

enum { PRIORITY = 12, ENOUGH = 32 };
enum { PRIO, ZONE, GOAL, GOT, FREED, SEEN, TWICE };
static const struct local locals[] = {	/* kswapd has the first six */
	[PRIO] = { "priority", KIND_NUMBER }, [ZONE] = { "zone", KIND_NUMBER },
	[GOAL] = { "goal", KIND_PAGES }, [GOT] = { "got", KIND_PAGES },
	[FREED] = { "freed", KIND_PAGES }, [SEEN] = { "seen", KIND_COUNT },
	[TWICE] = { "twice", KIND_BOOL },
};

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static s64 half_of_min(const struct machine *m)
{
	s64 sum = 0;

	for (unsigned i = 0; i < m->memory.zones; i++)
		sum += zone_at(m, i)->min;
	return sum / 2;
}

static struct test nearly_empty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(memory_free_exact(m), REL_LE, half_of_min(m));
}

static struct test not_empty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(memory_free_exact(m) > half_of_min(m) ||
		!m->memory.kswapd_awake, REL_EQ, 1);
}

static void start_direct(struct machine *m, struct task *t, s64 *v)
{
	v[PRIO] = PRIORITY;
	v[GOAL] = ENOUGH;
	m->memory.allocstall++;
}

/* Not in v4.0's scenes: there a request tries sixteen times by itself. */
static struct test once_more(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED] + v[TWICE], REL_EQ, 0);
}

static void start_over(struct machine *m, struct task *t, s64 *v)
{
	v[TWICE] = 1;
}

static void highest_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE] = m->memory.zones - 1;
}

static void add_freed(struct machine *m, struct task *t, s64 *v)
{
	v[FREED] += v[GOT];
	v[ZONE]--;
}

static struct test zones_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ZONE], REL_GE, 0);
}

static struct test enough(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED], REL_GE, ENOUGH);
}

static void more_urgent(struct machine *m, struct task *t, s64 *v)
{
	v[PRIO]--;
	v[SEEN] = (s64)m->memory.io_done;
}

static struct test io_pending(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.queue.n, REL_GT, 0);
}

static struct test io_went_on(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((s64)m->memory.io_done > v[SEEN] ||
		!m->memory.queue.n, REL_EQ, 1);
}

static struct test tries_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PRIO], REL_GE, 0);
}

enum { T_LOW = 1, T_WAIT, T_START, T_PASS, T_SHRINK, T_ADD, T_ZONE, T_ENOUGH,
	T_URGENT, T_IO, T_SLEEP, T_MORE, T_NONE, T_TWICE, T_DONE };
/* clang-format off */
static const struct line direct_lines[] = {
 [T_LOW]    = { "if free ≤ half of the min marks", OP_IF, .id = "low", .test = nearly_empty,
	.no = T_START, .shared = true, .gloss = "So little that only kswapd may have it?",
	.why = "{left} ≤ {right}", .if_yes = "wait for kswapd", .if_no = "reclaim" },
 [T_WAIT]   = { "  wait for kswapd", OP_WAIT, .id = "throttle", .test = not_empty,
	.channel = CHANNEL_THROTTLE, .shared = true, .gloss = "Throttled: the last pages are for reclaim itself." },
 [T_START]  = { "priority = 12", .id = "start", .exec = start_direct, .gloss = "A small share first." },
 [T_PASS]   = { "for each zone", .id = "pass", .exec = highest_zone, .gloss = "Highest first." },
 [T_SHRINK] = { "  shrink_zone", OP_CALL, .id = "shrink", .callee = PROC_SHRINK_ZONE,
	.pass = { ZONE, PRIO, GOAL }, .value = GOT, .has_value = true, .gloss = "Scan its lists." },
 [T_ADD]    = { "  freed += what it freed", .id = "add", .exec = add_freed, .gloss = "And the next zone." },
 [T_ZONE]   = { "  while zones are left", OP_IF, .id = "zone", .test = zones_left, .next = T_SHRINK,
	.no = T_ENOUGH, .gloss = "Is there a lower zone?", .why = "zone {zone} ≥ 0", .if_yes = "it, too", .if_no = "all done" },
 [T_ENOUGH] = { "if 32 are freed: done", OP_IF, .id = "enough", .test = enough, .next = T_DONE,
	.no = T_URGENT, .gloss = "Enough for one request and a few more.", .why = "{freed} ≥ 32",
	.if_yes = "back to the allocator", .if_no = "try harder" },
 [T_URGENT] = { "more urgent: priority − 1", .id = "urgent", .exec = more_urgent, .gloss = "Twice the share." },
 [T_IO]     = { "if pages are being written", OP_IF, .id = "io", .test = io_pending, .no = T_MORE,
	.shared = true, .gloss = "Wait for the device rather than scan in vain.", .why = "{left} > 0",
	.if_yes = "wait for one", .if_no = "go on" },
 [T_SLEEP]  = { "  wait until one is done", OP_WAIT, .id = "sleep", .test = io_went_on,
	.channel = CHANNEL_RECLAIM, .shared = true, .gloss = "The process stalls." },
 [T_MORE]   = { "while priority ≥ 0: again", OP_IF, .id = "more", .test = tries_left, .next = T_PASS,
	.no = T_NONE, .gloss = "Thirteen tries.", .why = "{priority} ≥ 0", .if_yes = "again", .if_no = "give up" },
 [T_NONE]   = { "if nothing was freed, only once", OP_IF, .id = "none", .test = once_more, .no = T_DONE,
	.in = IN_ORDERS, .gloss = "Before giving up it starts over once.", .why = "{left} = 0", .if_yes = "start over, counted again",
	.if_no = "no" },
 [T_TWICE]  = { "  start over", .id = "twice", .exec = start_over, .next = T_START, .in = IN_ORDERS,
	.gloss = "may_thrash: groups' guarantees no longer hold." },
 [T_DONE]   = { "return freed", OP_RETURN, .id = "return", .value = FREED, .has_value = true,
	.gloss = "Back to the allocator." },
};
/* clang-format on */

const struct procedure procedure_try_to_free_pages = {
	"try_to_free_pages", "mm/vmscan.c, v4.0", "Direct reclaim: the one who asks frees pages itself.",
	direct_lines, T_DONE + 1, locals, 7, 0,
};

/* ---- kswapd --------------------------------------------------------------- */

static struct test is_awake(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.kswapd_awake, REL_EQ, 1);
}

static void start_kswapd(struct machine *m, struct task *t, s64 *v)
{
	v[PRIO] = PRIORITY;
}

static void start_pass(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE] = m->memory.zones - 1;
	v[FREED] = 0;
	v[SEEN] = (s64)m->memory.io_done;
}

static struct test above_high(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct zone *z = zone_at(m, v[ZONE]);

	return test_of((s64)z->free + z->apart, REL_GT, z->high);
}

static void zone_goal(struct machine *m, struct task *t, s64 *v)
{
	s64 high = zone_at(m, v[ZONE])->high;

	v[GOAL] = high > ENOUGH ? high : ENOUGH;
}

static void next_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE]--;
}

/* Every zone above its own high mark, strictly? */
static struct test balanced(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 low = 0;

	for (unsigned i = 0; i < m->memory.zones; i++)
		low += zone_counted(m, i) <= zone_at(m, i)->high;
	return test_of(low, REL_EQ, 0);
}

static struct test no_progress(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED], REL_EQ, 0);
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

static void fall_asleep(struct machine *m, struct task *t, s64 *v)
{
	m->memory.kswapd_awake = 0;
	task_wake_all(m, CHANNEL_THROTTLE, cpu_of(m, t->cpu)->clock_ns);
}

enum { K_SLEEP = 1, K_BALANCE, K_START, K_PASS, K_HIGH, K_GOAL, K_SHRINK, K_ADD, K_NEXT,
	K_ZONE, K_BALANCED, K_NOTHING, K_IO, K_WAIT, K_HARDER, K_MORE, K_DONE };
/* clang-format off */
static const struct line kswapd_lines[] = {
 [K_SLEEP]  = { "sleep until somebody wakes us", OP_WAIT, .id = "sleep", .test = is_awake,
	.channel = CHANNEL_KSWAPD, .shared = true, .gloss = "Woken when a zone falls to its low mark." },
 [K_BALANCE] = { "balance_pgdat", OP_CALL, .id = "balance", .callee = PROC_BALANCE_PGDAT, .next = K_DONE,
	.in = IN_ORDERS, .gloss = "For the largest order that was asked for." },
 [K_START]  = { "priority = 12", .id = "start", .exec = start_kswapd, .in = IN_SINGLE, .gloss = "A small share first." },
 [K_PASS]   = { "for each zone", .id = "pass", .exec = start_pass, .in = IN_SINGLE, .gloss = "One pass over all." },
 [K_HIGH]   = { "  if free > high: skip it", OP_IF, .id = "high", .test = above_high, .next = K_NEXT,
	.no = K_GOAL, .shared = true, .decision = true, .in = IN_SINGLE, .gloss = "Is the zone well off again?",
	.why = "{left} > {right}", .if_yes = "nothing to do here", .if_no = "{margin} pages missing" },
 [K_GOAL]   = { "  goal = max(high, 32)", .id = "goal", .exec = zone_goal, .in = IN_SINGLE, .gloss = "For this pass." },
 [K_SHRINK] = { "  shrink_zone", OP_CALL, .id = "shrink", .callee = PROC_SHRINK_ZONE,
	.pass = { ZONE, PRIO, GOAL }, .value = GOT, .has_value = true, .in = IN_SINGLE, .gloss = "Scan its lists." },
 [K_ADD]    = { "  freed += what it freed", .id = "add", .exec = add_freed, .next = K_ZONE,
	.in = IN_SINGLE, .gloss = "And the next zone." },
 [K_NEXT]   = { "  next zone", .id = "next", .exec = next_zone, .in = IN_SINGLE, .gloss = "On to the lower one." },
 [K_ZONE]   = { "  while zones are left", OP_IF, .id = "zone", .test = zones_left, .next = K_HIGH,
	.no = K_BALANCED, .in = IN_SINGLE, .gloss = "Is there a lower zone?", .why = "zone {zone} ≥ 0", .if_yes = "it, too",
	.if_no = "the pass is over" },
 [K_BALANCED] = { "if all zones are above high: sleep", OP_IF, .id = "balanced", .test = balanced,
	.next = K_DONE, .no = K_NOTHING, .shared = true, .in = IN_SINGLE, .gloss = "Asked only after a whole pass.",
	.why = "{left} zones below", .if_yes = "done", .if_no = "go on" },
 [K_NOTHING] = { "if nothing was freed", OP_IF, .id = "nothing", .test = no_progress, .next = K_IO,
	.no = K_PASS, .in = IN_SINGLE, .gloss = "Is the priority too low?", .why = "{freed} = 0", .if_yes = "try harder",
	.if_no = "once more" },
 [K_IO]     = { "  if pages are being written", OP_IF, .id = "io", .test = io_pending, .no = K_HARDER,
	.shared = true, .in = IN_SINGLE, .gloss = "They can be freed soon.", .why = "{left} > 0", .if_yes = "wait", .if_no = "go on" },
 [K_WAIT]   = { "    wait until one is done", OP_WAIT, .id = "wait", .test = io_went_on,
	.channel = CHANNEL_RECLAIM, .shared = true, .in = IN_SINGLE, .gloss = "Rather than scan in vain." },
 [K_HARDER] = { "  priority − 1", .id = "harder", .exec = harder, .in = IN_SINGLE, .gloss = "Twice the share." },
 [K_MORE]   = { "while priority ≥ 1: again", OP_IF, .id = "more", .test = priority_left, .next = K_PASS,
	.no = K_DONE, .in = IN_SINGLE, .gloss = "Or is there nothing to free?", .why = "{priority} ≥ 1", .if_yes = "again",
	.if_no = "give up for now" },
 [K_DONE]   = { "asleep", .id = "asleep", .exec = fall_asleep, .next = K_SLEEP, .shared = true,
	.gloss = "Until the next low mark." },
};
/* clang-format on */

const struct procedure procedure_kswapd = {
	"kswapd", "mm/vmscan.c, v4.0", "Frees pages in the background, from low to high.",
	kswapd_lines, K_DONE + 1, locals, 6, 0,
};
