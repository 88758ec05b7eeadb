/* SPDX-License-Identifier: GPL-3.0-or-later
 * Direct compaction, its deferral and its counters: mm/compaction.c and
 * mm/page_alloc.c as of v4.2.
 *
 * Leaves out: contention and huge pages' early exits. Rules: compact_stall counts
 * calls in which at least one zone was neither deferred nor skipped, "nothing to
 * do" included; each is then a success or a failure by whether a page was got. A
 * complete run in sync mode without success defers the zone; success undefers it.
 */
#include "model/gfp.h"
#include "model/machine.h"
#include "model/task.h"
#include "model/zone.h"

const struct compact_control *compact_at(const struct machine *m,
	const struct task *t)
{
	return (const struct compact_control *)machine_at(m,
		m->memory.compact_at) + task_index(m, t);
}

struct compact_control *compact_edit(struct machine *m, const struct task *t)
{
	struct compact_control *c = (struct compact_control *)machine_at(m,
		m->memory.compact_at) + task_index(m, t);

	machine_note(m, c, sizeof(*c));
	return c;
}

u32 compact_considered(u32 considered, unsigned shift)
{
	u32 limit = 1u << shift;

	return considered + 1 > limit ? limit : considered + 1;
}

bool compact_is_deferred(u32 considered, unsigned shift)
{
	return considered < 1u << shift;
}

/* ---- try_to_compact_pages --------------------------------------------------- */

enum { ORDER, GFP, FLAGS, MODE, ZONE, STATUS, RC };
static const struct local try_locals[] = {
	[ORDER] = { "order", KIND_ORDER }, [GFP] = { "gfp", KIND_GFP_BITS },
	[FLAGS] = { "flags", KIND_ALLOC_BITS }, [MODE] = { "mode", KIND_NUMBER },
	[ZONE] = { "zone", KIND_NUMBER }, [STATUS] = { "status", KIND_NUMBER },
	[RC] = { "rc", KIND_NUMBER },
};

static const struct zone *zone_at(const struct machine *m, const s64 *v)
{
	return &m->memory.zone[v[ZONE]];
}

static struct compact_memory *known(struct machine *m, const s64 *v)
{
	return &m->memory.zone[v[ZONE]].compact;
}

static struct test may_write(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[GFP] & (GFP_FS | GFP_IO), REL_EQ, GFP_FS | GFP_IO);
}

static void first_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE] = m->memory.zones - 1;
	v[RC] = COMPACT_DEFERRED;
}

static struct test zones_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ZONE], REL_GE, 0);
}

static struct test failed_before(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[ORDER], REL_GE, zone_at(m, v)->compact.order_failed);
}

static void consider(struct machine *m, struct task *t, s64 *v)
{
	struct compact_memory *k = known(m, v);

	k->considered = compact_considered(k->considered, k->defer_shift);
}

static struct test is_deferred(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct compact_memory *k = &zone_at(m, v)->compact;

	return test_of(k->considered, REL_LT, INT64_C(1) << k->defer_shift);
}

static void keep_largest(struct machine *m, struct task *t, s64 *v)
{
	if (v[STATUS] > v[RC])
		v[RC] = v[STATUS];
}

static struct test would_do(const struct machine *m, const struct task *t,
	const s64 *v)
{
	struct zone_request r = zone_request(m, v[ZONE], v[ORDER],
		(unsigned)v[FLAGS]);
	s64 blocks[ZONE_ORDERS];

	r.mark = zone_at(m, v)->low;
	zone_blocks(m, v[ZONE], blocks);
	return zone_watermark_test(zone_counted(m, v[ZONE]), blocks, &r,
		m->memory.rule_4_4 ? ERA_4_4 : ERA_4_2);
}

/* compaction_defer_reset: it may well succeed now. */
static void reset_order(struct machine *m, struct task *t, s64 *v)
{
	struct compact_memory *k = known(m, v);

	if (v[ORDER] >= k->order_failed)
		k->order_failed = (u8)(v[ORDER] + 1);
}

static struct test in_vain(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[MODE] != COMPACT_ASYNC ? v[STATUS] : COMPACT_DEFERRED,
		REL_EQ, COMPACT_COMPLETE);
}

static void defer(struct machine *m, struct task *t, s64 *v)
{
	struct compact_memory *k = known(m, v);

	k->considered = 0;
	if (k->defer_shift < DEFER_SHIFT_MAX)
		k->defer_shift++;
	if (v[ORDER] < k->order_failed)
		k->order_failed = (u8)v[ORDER];
}

static void next_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE]--;
}

static void skipped(struct machine *m, struct task *t, s64 *v)
{
	v[RC] = COMPACT_SKIPPED;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { T_MAY = 1, T_FIRST, T_EACH, T_BEFORE, T_COUNT, T_DEFERRED, T_ZONE, T_MAX,
	T_ENOUGH, T_RESET, T_VAIN, T_DEFER, T_NEXT, T_DONE, T_SKIP };
/* clang-format off */
static const struct line try_lines[] = {
 [T_MAY]   = { "if it may do I/O", OP_IF, .id = "may", .test = may_write, .no = T_SKIP,
	.gloss = "__GFP_FS and __GFP_IO, both.", .why = "{left} = {right}", .if_yes = "go on", .if_no = "no compaction" },
 [T_FIRST] = { "  zone = highest, rc = deferred", .id = "first", .exec = first_zone, .gloss = "Highest first." },
 [T_EACH]  = { "for each zone, highest first", OP_IF, .id = "each", .test = zones_left, .no = T_DONE, .gloss = "Is there one left?",
	.why = "zone {zone} ≥ 0", .if_yes = "try it", .if_no = "all tried" },
 [T_BEFORE] = { "  if this order failed before", OP_IF, .id = "before", .test = failed_before, .no = T_ZONE, .shared = true,
	.gloss = "Smaller orders are tried each time.", .why = "{order} ≥ {right}", .if_yes = "look whether it is deferred", .if_no = "try" },
 [T_COUNT] = { "    count the attempt", .id = "count", .exec = consider, .shared = true, .gloss = "Up to 2^shift." },
 [T_DEFERRED] = { "    if deferred: next zone", OP_IF, .id = "deferred", .test = is_deferred, .no = T_ZONE, .next = T_NEXT,
	.shared = true, .gloss = "Fewer attempts than 2^shift since it failed?", .why = "{left} < {right}", .if_yes = "not now", .if_no = "its turn again" },
 [T_ZONE]  = { "  status = compact_zone", OP_CALL, .id = "zone", .callee = PROC_COMPACT_ZONE,
	.pass = { ZONE, ORDER, GFP, FLAGS, MODE }, .value = STATUS, .has_value = true, .gloss = "The work itself." },
 [T_MAX]   = { "  rc = the larger of both", .id = "max", .exec = keep_largest, .gloss = "Deferred, skipped, partial, complete." },
 [T_ENOUGH] = { "  if the low mark holds for it", OP_IF, .id = "enough", .test = would_do, .no = T_VAIN, .shared = true,
	.gloss = "Would the allocation succeed?", .why = "{left} > {right}", .if_yes = "stop here", .if_no = "not here" },
 [T_RESET] = { "    this order is fine again", .id = "reset", .exec = reset_order, .next = T_DONE, .shared = true,
	.gloss = "Larger ones may still be deferred." },
 [T_VAIN]  = { "  if all was scanned in sync mode", OP_IF, .id = "vain", .test = in_vain, .no = T_NEXT, .gloss = "Complete, and in vain?",
	.why = "{left} = {right}", .if_yes = "defer it", .if_no = "no" },
 [T_DEFER] = { "    defer: twice as long", .id = "defer", .exec = defer, .shared = true, .gloss = "At most 64 attempts." },
 [T_NEXT]  = { "  next zone", .id = "next", .exec = next_zone, .next = T_EACH, .gloss = "A lower one." },
 [T_DONE]  = { "return rc", OP_RETURN, .id = "return", .value = RC, .has_value = true, .gloss = "The best of all zones." },
 [T_SKIP]  = { "return skipped", OP_RETURN, .id = "skip", .exec = skipped, .value = RC, .has_value = true, .gloss = "Nothing was tried." },
};
/* clang-format on */

const struct procedure procedure_try_to_compact_pages = {
	"try_to_compact_pages", "mm/compaction.c, v4.2", "Compacts the zones that are not deferred.",
	try_lines, T_SKIP + 1, try_locals, 7, 4,
};

/* ---- __alloc_pages_direct_compact ---------------------------------------------- */

enum { D_ORDER, D_GFP, D_FLAGS, D_MODE, D_RC, D_PFN };
static const struct local direct_locals[] = {
	[D_ORDER] = { "order", KIND_ORDER }, [D_GFP] = { "gfp", KIND_GFP_BITS },
	[D_FLAGS] = { "flags", KIND_ALLOC_BITS }, [D_MODE] = { "mode", KIND_NUMBER },
	[D_RC] = { "rc", KIND_NUMBER }, [D_PFN] = { "page", KIND_PFN },
};

static struct test not_tried(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[D_RC], REL_LE, COMPACT_SKIPPED);
}

static void stall(struct machine *m, struct task *t, s64 *v)
{
	m->memory.compact_stall++;
	v[D_FLAGS] &= ~(s64)ALLOC_NO_WATERMARKS;
}

static struct test got_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[D_PFN], REL_GE, 0);
}

static void success(struct machine *m, struct task *t, s64 *v)
{
	u8 zone = page_at(m, (u32)v[D_PFN])->zone;
	struct compact_memory *k = &m->memory.zone[zone].compact;

	m->memory.compact_success++;
	k->flush = 0;
	k->considered = 0;
	k->defer_shift = 0;
	if (v[D_ORDER] >= k->order_failed)
		k->order_failed = (u8)(v[D_ORDER] + 1);
}

static void failure(struct machine *m, struct task *t, s64 *v)
{
	m->memory.compact_fail++;
}

static void nothing(struct machine *m, struct task *t, s64 *v)
{
	v[D_PFN] = -1;
}

enum { D_TRY = 1, D_IF, D_STALL, D_LOOK, D_GOT, D_SUCCESS, D_PAGE, D_FAIL,
	D_NONE };
/* clang-format off */
static const struct line direct_lines[] = {
 [D_TRY]   = { "rc = try_to_compact_pages", OP_CALL, .id = "try", .callee = PROC_TRY_TO_COMPACT_PAGES,
	.pass = { D_ORDER, D_GFP, D_FLAGS, D_MODE }, .value = D_RC, .has_value = true, .gloss = "Whoever asks does the work." },
 [D_IF]    = { "if deferred or skipped: nothing", OP_IF, .id = "if", .test = not_tried, .no = D_STALL, .next = D_NONE,
	.gloss = "Was no zone really tried?", .why = "{rc} ≤ {right}", .if_yes = "it doesn't count", .if_no = "it counts" },
 [D_STALL] = { "compact_stall + 1", .id = "stall", .exec = stall, .shared = true, .gloss = "Also if there was nothing to do." },
 [D_LOOK]  = { "page = get_page_from_freelist", OP_CALL, .id = "look", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { D_ORDER, D_GFP, D_FLAGS }, .value = D_PFN, .has_value = true, .gloss = "Has it helped?" },
 [D_GOT]   = { "if there is one", OP_IF, .id = "got", .test = got_page, .no = D_FAIL, .gloss = "A block now?", .why = "{page} ≥ 0",
	.if_yes = "a success", .if_no = "a failure" },
 [D_SUCCESS] = { "  compact_success + 1", .id = "success", .exec = success, .shared = true, .gloss = "No deferral any more." },
 [D_PAGE]  = { "  return it", OP_RETURN, .id = "page", .value = D_PFN, .has_value = true, .gloss = "The block." },
 [D_FAIL]  = { "compact_fail + 1", .id = "fail", .exec = failure, .shared = true, .gloss = "All that work for nothing." },
 [D_NONE]  = { "return nothing", OP_RETURN, .id = "none", .exec = nothing, .value = D_PFN, .has_value = true, .gloss = "No block." },
};
/* clang-format on */

const struct procedure procedure_direct_compact = {
	"__alloc_pages_direct_compact", "mm/page_alloc.c, v4.2", "Compacts for one request, and counts it.",
	direct_lines, D_NONE + 1, direct_locals, 6, 4,
};
