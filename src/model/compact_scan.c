/* SPDX-License-Identifier: GPL-3.0-or-later
 * Compaction's two scanners: mm/compaction.c as of v4.2.
 *
 * Leaves out: contention (a scanner never gives up a lock to be polite), too many
 * isolated pages, compound pages on lists. Rules: the migrate scanner goes up,
 * a pageblock at a time and at most 32 pages a round; the free scanner comes down
 * by pageblocks, upward in each, and takes whole free blocks, as long as the zone
 * stays above its low mark. What was isolated last is used first.
 */
#include "model/machine.h"
#include "model/task.h"
#include "model/zone.h"

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static struct compact_memory *known(struct machine *m, s64 zone)
{
	return &m->memory.zone[zone].compact;
}

static u16 zone_lock(const struct machine *m, const s64 *v)
{
	return (u16)(LOCK_ZONE + v[0]);	/* local 0 is the zone */
}

static s64 block_pages(const struct machine *m)
{
	return INT64_C(1) << m->memory.block_order;
}

/* The end of the pageblock that has this page: ALIGN(pfn + 1, pageblock). */
static s64 block_end(const struct machine *m, s64 pfn)
{
	return pageblock_end(m, (u32)pfn);
}

static s64 within(const struct zone *z, s64 pfn)
{
	s64 end = (s64)z->first + z->frames;

	return pfn < end ? pfn : end;
}

/* ---- isolate_migratepages -------------------------------------------------- */

enum { ZONE, MODE, LOW, END, PFN, FOUND };
static const struct local migrate_locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [MODE] = { "mode", KIND_NUMBER },
	[LOW] = { "low", KIND_PFN }, [END] = { "end", KIND_PFN },
	[PFN] = { "page", KIND_PFN }, [FOUND] = { "found", KIND_PAGES },
};

static void start_migrate(struct machine *m, struct task *t, s64 *v)
{
	v[LOW] = compact_at(m, t)->migrate_pfn;
	v[END] = block_end(m, v[LOW]);
	v[FOUND] = 0;
}

static struct test below_free(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[END], REL_LE, compact_at(m, t)->free_pfn);
}

static struct test block_skipped(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(compact_skips(m, (unsigned)v[ZONE], (u32)v[LOW]),
		REL_EQ, 1);
}

static struct test block_unsuitable(const struct machine *m,
	const struct task *t, const s64 *v)
{
	bool async = v[MODE] == COMPACT_ASYNC;

	return test_of(async ? pageblock_type(m, (u32)v[LOW]) : MIGRATE_MOVABLE,
		REL_NE, MIGRATE_MOVABLE);
}

static void next_block(struct machine *m, struct task *t, s64 *v)
{
	v[LOW] = v[END];
	v[END] += block_pages(m);
}

static struct test pages_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[LOW], REL_LT, v[END]);
}

static void look(struct machine *m, struct task *t, s64 *v)
{
	const struct page *p = page_at(m, (u32)v[LOW]);

	v[PFN] = v[LOW];
	v[LOW] += p->state == PAGE_FREE ? INT64_C(1) << p->list : 1;
	if (v[LOW] > v[END])
		v[LOW] = v[END];
}

static struct test can_move(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_is_movable(m, (u32)v[PFN]), REL_EQ, 1);
}

static void isolate(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = (u32)v[PFN];
	struct compact_control *c;

	if (!page_is_movable(m, pfn))	/* gone since we looked */
		return;
	c = compact_edit(m, t);
	page_isolate(m, pfn);
	page_edit(m, pfn)->next = c->migrate_first;
	c->migrate_first = pfn;
	c->nr_migrate++;
	v[FOUND]++;
}

static struct test enough_pages(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FOUND], REL_GE, CLUSTER_MAX);
}

static struct test none_found(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[LOW] == v[END] ? v[FOUND] : 1, REL_EQ, 0);
}

/* update_pageblock_skip: runs go on behind it. */
static void skip_migrate(struct machine *m, struct task *t, s64 *v)
{
	u32 first = pageblock_start(m, (u32)v[END] - 1);
	struct compact_memory *k = known(m, v[ZONE]);

	compact_set_skip(m, (unsigned)v[ZONE], first);
	if (first > k->migrate_pfn[COMPACT_ASYNC])
		k->migrate_pfn[COMPACT_ASYNC] = first;
	if (v[MODE] != COMPACT_ASYNC && first > k->migrate_pfn[1])
		k->migrate_pfn[1] = first;
}

static void stand_here(struct machine *m, struct task *t, s64 *v)
{
	compact_edit(m, t)->migrate_pfn = (u32)v[LOW];
	m->memory.scanner[0] = v[LOW];
}

static void stand_there(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);

	c->migrate_pfn = c->free_pfn;
	m->memory.scanner[0] = c->migrate_pfn;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { I_START = 1, I_BLOCK, I_SKIP, I_ASYNC, I_PAGES, I_LOOK, I_MOVE, I_TAKE,
	I_ENOUGH, I_NONE, I_MARK, I_STAND, I_BACK, I_NEXT, I_MET, I_DONE };
/* clang-format off */
static const struct line migrate_lines[] = {
 [I_START] = { "from the migrate scanner on", .id = "start", .exec = start_migrate, .shared = true,
	.gloss = "To the end of its pageblock." },
 [I_BLOCK] = { "while below the free scanner", OP_IF, .id = "block", .test = below_free, .no = I_MET,
	.gloss = "Is the whole pageblock still below it?", .why = "{end} ≤ {right}", .if_yes = "look at it", .if_no = "they have met" },
 [I_SKIP]  = { "  if marked as fruitless: next", OP_IF, .id = "skip", .test = block_skipped, .no = I_ASYNC, .next = I_NEXT,
	.shared = true, .gloss = "Has a scanner found nothing here before?", .why = "{left} = 1", .if_yes = "pass it over", .if_no = "not yet" },
 [I_ASYNC] = { "  if async, not movable: next", OP_IF, .id = "async", .test = block_unsuitable, .no = I_PAGES, .next = I_NEXT,
	.shared = true, .gloss = "The cheap mode looks at movable blocks only.", .why = "type {left} ≠ {right}", .if_yes = "pass it over",
	.if_no = "look into it" },
 [I_PAGES] = { "  for each page of it", OP_IF, .id = "pages", .test = pages_left, .no = I_NONE,
	.gloss = "Upward.", .why = "{low} < {end}", .if_yes = "the next", .if_no = "all seen" },
 [I_LOOK]  = { "    look at it", .id = "look", .exec = look, .cost = COST_COMPACT_SCAN, .shared = true,
	.gloss = "A free block is passed over whole." },
 [I_MOVE]  = { "    if it can be moved", OP_IF, .id = "move", .test = can_move, .no = I_PAGES, .shared = true,
	.gloss = "On a list, and not under I/O?", .why = "{left} = 1", .if_yes = "isolate it", .if_no = "free, pinned, or a part of something" },
 [I_TAKE]  = { "      isolate it", .id = "isolate", .exec = isolate, .shared = true, .gloss = "To the head of our list." },
 [I_ENOUGH] = { "      if 32 are isolated: stop", OP_IF, .id = "enough", .test = enough_pages, .no = I_PAGES, .next = I_NONE,
	.gloss = "Enough for one round.", .why = "{found} ≥ {right}", .if_yes = "stop here", .if_no = "go on" },
 [I_NONE]  = { "  if all seen, none found", OP_IF, .id = "none", .test = none_found, .no = I_STAND,
	.gloss = "Was the whole block fruitless?", .why = "{left} = 0", .if_yes = "remember it", .if_no = "no" },
 [I_MARK]  = { "    mark it as fruitless", .id = "mark", .exec = skip_migrate, .shared = true,
	.gloss = "PG_migrate_skip; later runs start behind it." },
 [I_STAND] = { "  the scanner stands here", .id = "stand", .exec = stand_here, .gloss = "The next round goes on from here." },
 [I_BACK]  = { "  return found", OP_RETURN, .id = "found", .value = FOUND, .has_value = true, .gloss = "To be moved now." },
 [I_NEXT]  = { "  next pageblock", .id = "next", .exec = next_block, .next = I_BLOCK, .gloss = "Upward." },
 [I_MET]   = { "the scanners have met", .id = "met", .exec = stand_there, .gloss = "Nothing is left between them." },
 [I_DONE]  = { "return found", OP_RETURN, .id = "return", .value = FOUND, .has_value = true, .gloss = "None." },
};
/* clang-format on */

const struct procedure procedure_isolate_migratepages = {
	"isolate_migratepages", "mm/compaction.c, v4.2", "Finds pages to move, from the bottom of the zone up.",
	migrate_lines, I_DONE + 1, migrate_locals, 6, 2,
};

/* ---- isolate_freepages ------------------------------------------------------ */

enum { F_ZONE, AT, BLOCK, BLOCK_END, LEAST, TOOK, F_PFN };
static const struct local free_locals[] = {
	[F_ZONE] = { "zone", KIND_NUMBER }, [AT] = { "at", KIND_PFN },
	[BLOCK] = { "block", KIND_PFN }, [BLOCK_END] = { "end", KIND_PFN },
	[LEAST] = { "least", KIND_PFN }, [TOOK] = { "took", KIND_PAGES },
	[F_PFN] = { "page", KIND_PFN },
};

static void start_free(struct machine *m, struct task *t, s64 *v)
{
	const struct compact_control *c = compact_at(m, t);

	v[AT] = c->free_pfn;
	v[BLOCK] = pageblock_start(m, c->free_pfn);
	v[BLOCK_END] = within(zone_at(m, v[F_ZONE]),
		v[BLOCK] + block_pages(m));
	v[LEAST] = block_end(m, c->migrate_pfn);
	v[TOOK] = 0;
}

static struct test above_migrate(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[BLOCK], REL_GE, v[LEAST]);
}

static struct test too_few(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct compact_control *c = compact_at(m, t);

	return test_of(c->nr_migrate, REL_GT, c->nr_free);
}

/* In the zone, movable, and not one large free block: then nothing is gained. */
static struct test no_target(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct zone *z = zone_at(m, v[F_ZONE]);
	const struct page *p;
	bool good = v[BLOCK] < v[BLOCK_END] && v[BLOCK] >= z->first &&
		pageblock_type(m, (u32)v[BLOCK]) == MIGRATE_MOVABLE;

	if (good) {
		p = page_at(m, (u32)v[BLOCK]);
		good = p->state != PAGE_FREE ||
			p->list < m->memory.block_order;
	}
	return test_of(good, REL_EQ, 0);
}

static struct test target_skipped(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(compact_skips(m, (unsigned)v[F_ZONE], (u32)v[BLOCK]),
		REL_EQ, 1);
}

static void block_before(struct machine *m, struct task *t, s64 *v)
{
	v[BLOCK_END] = v[BLOCK];
	v[BLOCK] -= block_pages(m);
	v[AT] = v[BLOCK];
	v[TOOK] = 0;
}

static struct test more_pages(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[AT], REL_LT, v[BLOCK_END]);
}

static void look_free(struct machine *m, struct task *t, s64 *v)
{
	v[F_PFN] = v[AT]++;
}

static struct test is_free(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_at(m, (u32)v[F_PFN])->state == PAGE_FREE, REL_EQ,
		1);
}

/* __isolate_free_page: as if the block were being allocated. */
static struct test leaves_enough(const struct machine *m,
	const struct task *t, const s64 *v)
{
	const struct zone *z = zone_at(m, v[F_ZONE]);

	return test_of(zone_counted(m, v[F_ZONE]), REL_GT, z->low +
		(INT64_C(1) << page_at(m, (u32)v[F_PFN])->list));
}

static void take_block(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);
	u32 pfn = (u32)v[F_PFN], pages = 1u << page_at(m, pfn)->list;

	buddy_unlink(m, pfn);
	buddy_give(m, pfn, t->cpu);
	page_edit(m, pfn)->next = c->free_first;
	c->free_first = pfn;
	c->nr_free += pages;
	v[TOOK] += pages;
	v[AT] = v[F_PFN] + pages;
}

static struct test enough_held(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct compact_control *c = compact_at(m, t);

	return test_of(c->nr_free, REL_GE, c->nr_migrate);
}

static struct test none_taken(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[AT] >= v[BLOCK_END] ? v[TOOK] : 1, REL_EQ, 0);
}

static void skip_free(struct machine *m, struct task *t, s64 *v)
{
	struct compact_memory *k = known(m, v[F_ZONE]);

	compact_set_skip(m, (unsigned)v[F_ZONE], (u32)v[BLOCK]);
	if ((u32)v[BLOCK] < k->free_pfn)
		k->free_pfn = (u32)v[BLOCK];
}

static void stand_free(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);
	s64 before = v[BLOCK] - block_pages(m);

	c->free_pfn = (u32)(v[AT] < v[BLOCK_END] ? v[AT]
		: before > 0 ? before : 0);
	m->memory.scanner[1] = c->free_pfn;
}

static void stand_met(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);

	c->free_pfn = c->migrate_pfn;
	m->memory.scanner[1] = c->free_pfn;
}

enum { E_START = 1, E_BLOCK, E_FEW, E_TARGET, E_SKIP, E_LOCK, E_PAGES, E_LOOK,
	E_FREE, E_MARK, E_TAKE, E_ENOUGH, E_UNLOCK, E_NONE, E_FRUITLESS, E_STAND,
	E_NEXT, E_MET, E_DONE };
/* clang-format off */
static const struct line free_lines[] = {
 [E_START] = { "from the free scanner on", .id = "start", .exec = start_free, .shared = true, .gloss = "Its pageblock first." },
 [E_BLOCK] = { "while above the migrate scanner", OP_IF, .id = "block", .test = above_migrate, .no = E_MET,
	.gloss = "Is the pageblock still above it?", .why = "{block} ≥ {least}", .if_yes = "look at it", .if_no = "they have met" },
 [E_FEW]   = { "  while fewer held than to move", OP_IF, .id = "few", .test = too_few, .no = E_DONE,
	.gloss = "One free page for each that moves.", .why = "{left} > {right}", .if_yes = "more are needed", .if_no = "enough" },
 [E_TARGET] = { "  if it's no target: next", OP_IF, .id = "target", .test = no_target, .no = E_SKIP, .next = E_NEXT,
	.shared = true, .gloss = "Not movable, or one large free block already.", .why = "{left} = 0", .if_yes = "pass it over", .if_no = "it will do" },
 [E_SKIP]  = { "  if marked as fruitless: next", OP_IF, .id = "skip", .test = target_skipped, .no = E_LOCK, .next = E_NEXT,
	.shared = true, .gloss = "Has a scanner found nothing here before?", .why = "{left} = 1", .if_yes = "pass it over", .if_no = "not yet" },
 [E_LOCK]  = { "  lock zone->lock", OP_LOCK, .id = "lock", .lock = zone_lock, .cost = COST_LOCK, .transfer = true,
	.shared = true, .gloss = "Free blocks are taken off their lists." },
 [E_PAGES] = { "  for each page of it", OP_IF, .id = "pages", .test = more_pages, .no = E_UNLOCK, .gloss = "Upward within the block.",
	.why = "{at} < {end}", .if_yes = "the next", .if_no = "all seen" },
 [E_LOOK]  = { "    look at it", .id = "look", .exec = look_free, .cost = COST_COMPACT_SCAN, .shared = true, .gloss = "Does a free block begin here?" },
 [E_FREE]  = { "    if a free block begins here", OP_IF, .id = "free", .test = is_free, .no = E_PAGES,
	.shared = true, .gloss = "Any order.", .why = "{left} = 1", .if_yes = "look at the mark", .if_no = "in use" },
 [E_MARK]  = { "      if free > low + its size", OP_IF, .id = "mark", .test = leaves_enough, .no = E_PAGES, .shared = true,
	.gloss = "Compaction must not eat the reserve.", .why = "{left} > {right}", .if_yes = "take it", .if_no = "leave it" },
 [E_TAKE]  = { "        take the whole block", .id = "take", .exec = take_block, .shared = true, .gloss = "No longer counted as free." },
 [E_ENOUGH] = { "        if enough are held: stop", OP_IF, .id = "enough", .test = enough_held, .no = E_PAGES, .next = E_UNLOCK,
	.gloss = "As many as are to move.", .why = "{left} ≥ {right}", .if_yes = "stop here", .if_no = "go on" },
 [E_UNLOCK] = { "  unlock", OP_UNLOCK, .id = "unlock", .lock = zone_lock, .cost = COST_UNLOCK, .transfer = true,
	.shared = true, .gloss = "The next CPU may." },
 [E_NONE]  = { "  if all seen, none taken", OP_IF, .id = "none", .test = none_taken, .no = E_STAND,
	.gloss = "Was the whole block fruitless?", .why = "{left} = 0", .if_yes = "remember it", .if_no = "no" },
 [E_FRUITLESS] = { "    mark it as fruitless", .id = "fruitless", .exec = skip_free, .shared = true,
	.gloss = "Later runs start below it." },
 [E_STAND] = { "  the scanner stands here", .id = "stand", .exec = stand_free, .gloss = "Or a block lower, if all was seen." },
 [E_NEXT]  = { "  pageblock before", .id = "next", .exec = block_before, .next = E_BLOCK, .gloss = "Downward." },
 [E_MET]   = { "the scanners have met", .id = "met", .exec = stand_met, .gloss = "No free page is left between them." },
 [E_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "What was found is held." },
};
/* clang-format on */

const struct procedure procedure_isolate_freepages = {
	"isolate_freepages", "mm/compaction.c, v4.2", "Finds free pages to move to, from the top of the zone down.",
	free_lines, E_DONE + 1, free_locals, 7, 1,
};
