/* SPDX-License-Identifier: GPL-3.0-or-later
 * Compaction: mm/compaction.c and its caller in mm/page_alloc.c, v4.2.
 *
 * Leaves out: contention, fatal signals, /proc/sys/vm/compact_memory. Rules: one
 * zone after the other, unless deferred; a run ends when the scanners meet, when
 * a block is there and the low mark holds for it. What
 * counts as a stall is decided when the zones have been tried.
 */
#include "model/gfp.h"
#include "model/machine.h"
#include "model/task.h"
#include "model/zone.h"

static struct zone *zone_of(struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

/* ---- compact_zone ----------------------------------------------------------- */

enum { ZONE, ORDER, GFP, FLAGS, MODE, RET, FOUND, START, LAST, CPU, COUNT,
	PFN, SIZE, TOP };
static const struct local zone_locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [ORDER] = { "order", KIND_ORDER },
	[GFP] = { "gfp", KIND_GFP_BITS }, [FLAGS] = { "flags", KIND_ALLOC_BITS },
	[MODE] = { "mode", KIND_NUMBER }, [RET] = { "ret", KIND_NUMBER },
	[FOUND] = { "found", KIND_PAGES },
	[START] = { "start", KIND_PFN }, [LAST] = { "last", KIND_PFN },
	[CPU] = { "cpu", KIND_CPU }, [COUNT] = { "to_free", KIND_PAGES },
	[PFN] = { "page", KIND_PFN }, [SIZE] = { "o", KIND_ORDER },
	[TOP] = { "top", KIND_PFN },
};

static struct zone_request request(const struct machine *m, const s64 *v)
{
	struct zone_request r = zone_request(m, v[ZONE], v[ORDER],
		(unsigned)v[FLAGS]);

	r.mark = zone_at(m, v[ZONE])->low;
	return r;
}

static enum era rule(const struct machine *m)
{
	return m->memory.rule_4_4 ? ERA_4_4 : ERA_4_2;
}

static void suitable(struct machine *m, struct task *t, s64 *v)
{
	struct zone_request r = request(m, v);
	s64 blocks[ZONE_ORDERS];

	zone_blocks(m, v[ZONE], blocks);
	v[RET] = zone_compaction_suitable(zone_counted(m, v[ZONE]), blocks,
		&r, rule(m));
}

static struct test go_on(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[RET], REL_EQ, COMPACT_CONTINUE);
}

/* compaction_restarting: the longest deferral is over. */
static struct test restarting(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct compact_memory *k = &zone_at(m, v[ZONE])->compact;

	return test_of(v[ORDER] >= k->order_failed && t->kind != TASK_KSWAPD &&
		k->defer_shift == DEFER_SHIFT_MAX &&
		k->considered >= 1u << DEFER_SHIFT_MAX, REL_EQ, 1);
}

static void forget(struct machine *m, struct task *t, s64 *v)
{
	compact_forget(m, (unsigned)v[ZONE]);
}

static void start(struct machine *m, struct task *t, s64 *v)
{
	struct zone *z = zone_of(m, v[ZONE]);
	struct compact_control *c = compact_edit(m, t);

	c->migrate_pfn = z->compact.migrate_pfn[v[MODE] != COMPACT_ASYNC];
	c->free_pfn = z->compact.free_pfn;
	c->nr_migrate = c->nr_free = 0;
	m->memory.scanner[0] = c->migrate_pfn;
	m->memory.scanner[1] = c->free_pfn;
	v[LAST] = -1;
}

static struct test have_met(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct compact_control *c = compact_at(m, t);

	return test_of(c->free_pfn, REL_LE, c->migrate_pfn);
}

/* The next run starts anew. */
static void complete(struct machine *m, struct task *t, s64 *v)
{
	struct zone *z = zone_of(m, v[ZONE]);

	z->compact.migrate_pfn[0] = z->compact.migrate_pfn[1] = z->first;
	z->compact.free_pfn = z->first + z->frames;
	if (t->kind != TASK_KSWAPD)
		z->compact.flush = 1;
	v[RET] = COMPACT_COMPLETE;
}

static struct test mark_holds(const struct machine *m, const struct task *t,
	const s64 *v)
{
	struct zone_request r = request(m, v);
	s64 blocks[ZONE_ORDERS];

	zone_blocks(m, v[ZONE], blocks);
	return zone_watermark_test(zone_counted(m, v[ZONE]), blocks, &r,
		rule(m));
}

/* Free blocks large enough, of our type or to be stolen. */
static struct test usable_block(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(buddy_usable(m, (unsigned)v[ZONE], (unsigned)v[ORDER],
		gfp_migratetype((unsigned)v[GFP])), REL_GT, 0);
}

static void partial(struct machine *m, struct task *t, s64 *v)
{
	v[RET] = COMPACT_PARTIAL;
}

static void note_start(struct machine *m, struct task *t, s64 *v)
{
	v[START] = compact_at(m, t)->migrate_pfn;
}

static struct test found_some(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FOUND], REL_GT, 0);
}

static void note_last(struct machine *m, struct task *t, s64 *v)
{
	if (v[LAST] < 0)
		v[LAST] = v[START];
}

static struct test left_block(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 at = compact_at(m, t)->migrate_pfn & ~((1u << v[ORDER]) - 1);

	return test_of(v[LAST] < 0 ? at : v[LAST], REL_LT, at);
}

static void count_list(struct machine *m, struct task *t, s64 *v)
{
	v[CPU] = t->cpu;
	v[COUNT] = pcp_at(m, t->cpu, (unsigned)v[ZONE])->count;
	v[LAST] = -1;
}

static struct test some_held(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(compact_at(m, t)->free_first != NO_PAGE, REL_EQ, 1);
}

static void let_go(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);

	v[PFN] = c->free_first;
	v[SIZE] = page_at(m, c->free_first)->list;
	if (v[PFN] > v[TOP])
		v[TOP] = v[PFN];
	c->free_first = page_at(m, c->free_first)->next;
	c->nr_free -= 1u << v[SIZE];
	page_edit(m, (u32)v[PFN])->next = NO_PAGE;
}

/* The free scanner goes back to the highest block let go, never forward. */
static void restart(struct machine *m, struct task *t, s64 *v)
{
	struct compact_memory *k = &zone_of(m, v[ZONE])->compact;
	u32 top = pageblock_start(m, (u32)v[TOP]);

	if (v[TOP] && top > k->free_pfn)
		k->free_pfn = top;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { C_SUIT = 1, C_IF, C_RESTART, C_FORGET, C_START, C_MET, C_COMPLETE, C_MARK,
	C_BLOCK, C_PARTIAL, C_NOTE, C_ISOLATE, C_FOUND, C_MIGRATE, C_LAST, C_LEFT, C_COUNT, C_FLUSH, C_HELD, C_LET, C_FREE, C_CACHE, C_DONE };
/* clang-format off */
static const struct line zone_lines[] = {
 [C_SUIT]  = { "ret = compaction_suitable", .id = "suitable", .exec = suitable, .shared = true,
	.gloss = "Is it needed, are there pages for it, is memory in pieces?" },
 [C_IF]    = { "if it says go on", OP_IF, .id = "go_on", .test = go_on, .no = C_DONE, .decision = true,
	.gloss = "Skipped (1), go on (2), or not needed (3)?", .why = "{ret} = 2", .if_yes = "compact", .if_no = "leave it" },
 [C_RESTART] = { "  if after the longest deferral", OP_IF, .id = "restart", .test = restarting, .no = C_START,
	.shared = true, .gloss = "Then old hints are worth nothing.", .why = "{left} = 1", .if_yes = "forget them", .if_no = "keep them" },
 [C_FORGET] = { "    forget fruitless blocks", .id = "forget", .exec = forget, .shared = true, .gloss = "Scan everything again." },
 [C_START] = { "  scanners go on where they were", .id = "start", .exec = start, .shared = true,
	.gloss = "One up from the bottom, one down from the top." },
 [C_MET]   = { "  if the scanners have met", OP_IF, .id = "met", .test = have_met, .no = C_MARK,
	.gloss = "Is nothing left between them?", .why = "{left} ≤ {right}", .if_yes = "complete", .if_no = "go on" },
 [C_COMPLETE] = { "    ret = complete", .id = "complete", .exec = complete, .next = C_HELD, .shared = true,
	.gloss = "The next run starts anew." },
 [C_MARK]  = { "  if the low mark holds for it", OP_IF, .id = "mark", .test = mark_holds, .no = C_NOTE, .shared = true,
	.decision = true, .gloss = "The same check as the allocator's.", .why = "{left} > {right}", .if_yes = "look for a block, too", .if_no = "not yet" },
 [C_BLOCK] = { "    if a block is usable", OP_IF, .id = "block", .test = usable_block, .no = C_NOTE, .shared = true,
	.gloss = "Of our type, or worth stealing.", .why = "{left} > 0", .if_yes = "done", .if_no = "not yet" },
 [C_PARTIAL] = { "      ret = partial", .id = "partial", .exec = partial, .next = C_HELD, .gloss = "Enough is compacted." },
 [C_NOTE]  = { "  note where this round starts", .id = "note", .exec = note_start, .gloss = "Pages are freed from here on." },
 [C_ISOLATE] = { "  isolate_migratepages", OP_CALL, .id = "isolate", .callee = PROC_ISOLATE_MIGRATEPAGES,
	.pass = { ZONE, MODE }, .value = FOUND, .has_value = true, .gloss = "At most 32 pages to move." },
 [C_FOUND] = { "  if some were found", OP_IF, .id = "found", .test = found_some, .no = C_LEFT, .gloss = "Anything to move?",
	.why = "{found} > 0", .if_yes = "move them", .if_no = "nothing here" },
 [C_MIGRATE] = { "    migrate_pages", OP_CALL, .id = "migrate", .callee = PROC_MIGRATE_PAGES, .pass = { ZONE },
	.gloss = "To free pages from the top." },
 [C_LAST]  = { "    last = where it started", .id = "last", .exec = note_last, .gloss = "Freed pages of this block aren't merged yet." },
 [C_LEFT]  = { "  if the scanner left that block", OP_IF, .id = "left", .test = left_block, .no = C_MET,
	.gloss = "A block of the order that is wanted.", .why = "{left} < {right}", .if_yes = "let its pages merge", .if_no = "not yet" },
 [C_COUNT] = { "    count this CPU's free pages", .id = "count", .exec = count_list, .gloss = "The old frames are among them." },
 [C_FLUSH] = { "    drain_local_pages", OP_CALL, .id = "flush", .callee = PROC_FREE_PCPPAGES_BULK,
	.pass = { ZONE, CPU, COUNT }, .next = C_MET, .gloss = "Now they merge, and count as free." },
 [C_HELD]  = { "  for each free block still held", OP_IF, .id = "held", .test = some_held, .no = C_CACHE,
	.gloss = "More were taken than needed.", .why = "{left} = 1", .if_yes = "let it go", .if_no = "none" },
 [C_LET]   = { "    the next one", .id = "let", .exec = let_go, .gloss = "Off our list." },
 [C_FREE]  = { "    free it", OP_CALL, .id = "free", .callee = PROC_FREE_PAGES, .pass = { PFN, SIZE }, .next = C_HELD,
	.gloss = "release_freepages." },
 [C_CACHE] = { "  the free scanner goes back", .id = "cache", .exec = restart, .shared = true,
	.gloss = "So that the next run sees what was let go." },
 [C_DONE]  = { "return ret", OP_RETURN, .id = "return", .value = RET, .has_value = true, .gloss = "Skipped, partial or complete." },
};
/* clang-format on */

const struct procedure procedure_compact_zone = {
	"compact_zone", "mm/compaction.c, v4.2", "Moves pages together until a block of the order is free.",
	zone_lines, C_DONE + 1, zone_locals, 14, 5,
};
