/* SPDX-License-Identifier: GPL-3.0-or-later
 * The buddy allocator: mm/page_alloc.c as of v4.2.
 *
 * Leaves out: CMA, isolated pageblocks, guard pages, boot's choice of reserve
 * blocks (there are none unless a test makes one) and v4.4's high-atomic
 * blocks. Rules: the smallest sufficient block is taken from the head of its
 * list and split, upper halves going to heads; a freed block merges with its
 * buddy as long as that is free at the same order, whatever its migratetype.
 */
#include "model/machine.h"
#include "model/task.h"

enum { ZONE, ORDER, TYPE, O, PFN, FROM };
static const struct local take_locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [ORDER] = { "order", KIND_ORDER },
	[TYPE] = { "type", KIND_MIGRATETYPE }, [O] = { "o", KIND_ORDER },
	[PFN] = { "page", KIND_PFN }, [FROM] = { "from", KIND_MIGRATETYPE },
};

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static const struct free_list *list_here(const struct machine *m, const s64 *v)
{
	return &zone_at(m, v[ZONE])->area[v[O]].list[v[TYPE]];
}

/* ---- __rmqueue ---------------------------------------------------------- */

static void from_order(struct machine *m, struct task *t, s64 *v)
{
	v[O] = v[ORDER];
}

static struct test orders_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[O], REL_LT, m->memory.orders);
}

static struct test has_block(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(list_here(m, v)->head != NO_PAGE, REL_EQ, 1);
}

static void next_order(struct machine *m, struct task *t, s64 *v)
{
	v[O]++;
}

static void take_head(struct machine *m, struct task *t, s64 *v)
{
	v[PFN] = list_here(m, v)->head;
	buddy_unlink(m, (u32)v[PFN]);
}

static struct test too_large(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[O], REL_GT, v[ORDER]);
}

static void split(struct machine *m, struct task *t, s64 *v)
{
	u32 upper = buddy_split(m, (u32)v[PFN]);

	buddy_link(m, upper, (enum migratetype)v[TYPE], false);
	v[O]--;
}

static struct test got_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_GE, 0);
}

static struct test is_reserve(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[TYPE], REL_EQ, MIGRATE_RESERVE);
}

static void use_reserve(struct machine *m, struct task *t, s64 *v)
{
	v[TYPE] = MIGRATE_RESERVE;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { R_FROM = 1, R_EACH, R_SOME, R_NEXT, R_TAKE, R_LARGE, R_SPLIT, R_DONE,
	R_LAST, R_OTHER, R_GOT, R_RESERVE, R_NONE };
/* clang-format off */
static const struct line rmqueue_lines[] = {
 [R_FROM]  = { "o = order", .id = "from", .exec = from_order, .gloss = "The smallest block that will do." },
 [R_EACH]  = { "for each order from o up", OP_IF, .id = "each", .test = orders_left, .no = R_LAST,
	.gloss = "Is there a larger order to look at?", .why = "{o} < {right}", .if_yes = "look at its list",
	.if_no = "no block of this type" },
 [R_SOME]  = { "  if its list has a block", OP_IF, .id = "some", .test = has_block, .no = R_NEXT,
	.next = R_TAKE, .shared = true, .gloss = "A free block of this order and type?", .why = "blocks: {left}",
	.if_yes = "take it", .if_no = "a larger one must be split" },
 [R_NEXT]  = { "  else the next order", .id = "next", .exec = next_order, .next = R_EACH,
	.gloss = "Twice as large." },
 [R_TAKE]  = { "take the list's head", .id = "take", .exec = take_head, .shared = true,
	.gloss = "Who was freed last is taken first." },
 [R_LARGE] = { "while it is too large", OP_IF, .id = "large", .test = too_large, .no = R_DONE,
	.gloss = "More than was asked for?", .why = "{o} > {order}", .if_yes = "split it", .if_no = "just right" },
 [R_SPLIT] = { "  split: upper half one list down", .id = "split", .exec = split, .next = R_LARGE,
	.shared = true, .gloss = "The lower half stays in hand." },
 [R_DONE]  = { "return it", OP_RETURN, .id = "return", .value = PFN, .has_value = true,
	.gloss = "Still with the lock held." },
 [R_LAST]  = { "if even the reserve has none", OP_IF, .id = "last", .test = is_reserve, .no = R_OTHER,
	.next = R_NONE, .gloss = "MIGRATE_RESERVE comes last.", .why = "type {type} = 3", .if_yes = "give up",
	.if_no = "ask other types" },
 [R_OTHER] = { "look at other types' lists", OP_CALL, .id = "fallback", .callee = PROC_RMQUEUE_FALLBACK,
	.pass = { ZONE, ORDER, TYPE }, .value = PFN, .has_value = true,
	.gloss = "Rather take a large block of another type." },
 [R_GOT]   = { "if they had one: return it", OP_IF, .id = "got", .test = got_page, .no = R_RESERVE,
	.next = R_DONE, .gloss = "Taken from another type?", .why = "{page} ≥ 0", .if_yes = "done",
	.if_no = "nothing" },
 [R_RESERVE] = { "else type = reserve, once more", .id = "reserve", .exec = use_reserve, .next = R_FROM,
	.gloss = "Blocks set aside at boot; none in this model." },
 [R_NONE]  = { "return nothing", OP_RETURN, .id = "none", .value = PFN, .has_value = true,
	.gloss = "No block is large enough." },
};
/* clang-format on */

const struct procedure procedure_rmqueue = {
	"__rmqueue", "mm/page_alloc.c, v4.2", "Takes a block off the free lists, splitting a larger one.",
	rmqueue_lines, R_NONE + 1, take_locals, 6, 3,
};

/* ---- __rmqueue_fallback ---------------------------------------------------
 */

/* In which order other types are asked; the reserve is not among them. */
static const u8 fallbacks[MIGRATE_TYPES][2] = {
	[MIGRATE_UNMOVABLE] = {MIGRATE_RECLAIMABLE, MIGRATE_MOVABLE},
	[MIGRATE_RECLAIMABLE] = {MIGRATE_UNMOVABLE, MIGRATE_MOVABLE},
	[MIGRATE_MOVABLE] = {MIGRATE_RECLAIMABLE, MIGRATE_UNMOVABLE},
	[MIGRATE_RESERVE] = {MIGRATE_RESERVE, MIGRATE_RESERVE},
};

enum { F_ZONE, F_ORDER, F_TYPE, F_O, F_PFN, F_FROM, AT, END, MOVED };
static const struct local fallback_locals[] = {
	[F_ZONE] = { "zone", KIND_NUMBER }, [F_ORDER] = { "order", KIND_ORDER },
	[F_TYPE] = { "type", KIND_MIGRATETYPE }, [F_O] = { "o", KIND_ORDER },
	[F_PFN] = { "page", KIND_PFN }, [F_FROM] = { "from", KIND_MIGRATETYPE },
	[AT] = { "at", KIND_PFN }, [END] = { "end", KIND_PFN },
	[MOVED] = { "moved", KIND_PAGES },
};

s64 buddy_steal_order(const struct machine *m, s64 type)
{
	return type == MIGRATE_MOVABLE ? m->memory.block_order / 2 : 0;
}

s64 buddy_usable(const struct machine *m, unsigned zone, unsigned order,
	enum migratetype type)
{
	s64 n = 0;

	for (unsigned o = order; o < m->memory.orders; o++) {
		const struct free_area *a = &m->memory.zone[zone].area[o];
		bool steals = o >= buddy_steal_order(m, type);

		n += a->list[type].head != NO_PAGE;
		for (int i = 0; i < 2 && steals; i++)
			n += a->list[fallbacks[type][i]].head != NO_PAGE;
	}
	return n;
}

static void from_largest(struct machine *m, struct task *t, s64 *v)
{
	v[F_O] = m->memory.orders - 1;
	v[F_PFN] = -1;
}

static struct test orders_above(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[F_O], REL_GE, v[F_ORDER]);
}

static void find_other(struct machine *m, struct task *t, s64 *v)
{
	const struct free_area *a = &zone_at(m, v[F_ZONE])->area[v[F_O]];

	v[F_FROM] = -1;
	for (int i = 1; i >= 0; i--) {
		unsigned type = fallbacks[v[F_TYPE]][i];

		if (type != (unsigned)v[F_TYPE] &&
			a->list[type].head != NO_PAGE)
			v[F_FROM] = type;
	}
}

static struct test found_other(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[F_FROM], REL_GE, 0);
}

static void lower_order(struct machine *m, struct task *t, s64 *v)
{
	v[F_O]--;
}

/* At least half a pageblock's order, or not movable. */
static struct test may_steal(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[F_O], REL_GE, buddy_steal_order(m, v[F_TYPE]));
}

static struct test whole_block(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[F_O], REL_GE, m->memory.block_order);
}

static const struct free_list *other_list(const struct machine *m, const s64 *v)
{
	return &zone_at(m, v[F_ZONE])->area[v[F_O]].list[v[F_FROM]];
}

/* change_pageblock_range: the first one; the taken block covers it. */
static void steal_whole(struct machine *m, struct task *t, s64 *v)
{
	pageblock_set_type(
		m, other_list(m, v)->head, (enum migratetype)v[F_TYPE]);
}

/* move_freepages_block, within the zone. */
static void start_moving(struct machine *m, struct task *t, s64 *v)
{
	const struct zone *z = zone_at(m, v[F_ZONE]);
	u32 pfn = other_list(m, v)->head;
	u32 start = pageblock_start(m, pfn), end = pageblock_end(m, pfn);

	v[F_PFN] = pfn;
	v[AT] = start < z->first ? z->first : start;
	v[END] = end > z->first + z->frames ? z->first + z->frames : end;
	v[MOVED] = 0;
}

static struct test pages_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[AT], REL_LT, v[END]);
}

static void move_block(struct machine *m, struct task *t, s64 *v)
{
	unsigned order = page_at(m, (u32)v[AT])->list;

	if (page_at(m, (u32)v[AT])->state != PAGE_FREE) {
		v[AT]++;
		return;
	}
	buddy_retype(m, (u32)v[AT], (enum migratetype)v[F_TYPE]);
	v[AT] += INT64_C(1) << order;
	v[MOVED] += INT64_C(1) << order;
}

static struct test half_moved(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[MOVED], REL_GE,
		m->memory.block_order ? 1 << (m->memory.block_order - 1) : 1);
}

static void claim_block(struct machine *m, struct task *t, s64 *v)
{
	pageblock_set_type(m, (u32)v[F_PFN], (enum migratetype)v[F_TYPE]);
}

/* Moved blocks are at the head of our own list, the others still on theirs. */
static void take_other(struct machine *m, struct task *t, s64 *v)
{
	if (v[F_PFN] < 0)
		v[F_PFN] = other_list(m, v)->head;
	buddy_unlink(m, (u32)v[F_PFN]);
}

static struct test other_large(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[F_O], REL_GT, v[F_ORDER]);
}

static void split_other(struct machine *m, struct task *t, s64 *v)
{
	u32 upper = buddy_split(m, (u32)v[F_PFN]);

	buddy_link(m, upper, (enum migratetype)v[F_TYPE], false);
	v[F_O]--;
}

enum { L_FROM = 1, L_EACH, L_FIND, L_FOUND, L_NEXT, L_STEAL, L_WHOLE, L_ALL,
	L_START, L_PAGES, L_MOVE, L_HALF, L_CLAIM, L_TAKE, L_LARGE, L_SPLIT,
	L_DONE };
/* clang-format off */
static const struct line fallback_lines[] = {
 [L_FROM]  = { "o = the largest order", .id = "from", .exec = from_largest,
	.gloss = "Large blocks first: less is mixed up." },
 [L_EACH]  = { "for each order down to ours", OP_IF, .id = "each", .test = orders_above, .no = L_DONE,
	.gloss = "Is there one left?", .why = "{o} ≥ {order}", .if_yes = "look at its lists", .if_no = "nothing anywhere" },
 [L_FIND]  = { "  find another type with a block", .id = "find", .exec = find_other, .shared = true,
	.gloss = "In a fixed order of types." },
 [L_FOUND] = { "  if there is one", OP_IF, .id = "found", .test = found_other, .no = L_NEXT, .next = L_STEAL,
	.gloss = "Does any type have a block of this order?", .why = "type {left} ≥ 0", .if_yes = "take that",
	.if_no = "a smaller order" },
 [L_NEXT]  = { "  else the next lower order", .id = "next", .exec = lower_order, .next = L_EACH, .gloss = "Half as large." },
 [L_STEAL] = { "if it is worth stealing more", OP_IF, .id = "steal", .test = may_steal, .no = L_TAKE,
	.gloss = "Movable requests steal from large blocks only.", .why = "{o} ≥ {right}",
	.if_yes = "take what is free around it, too", .if_no = "this block alone" },
 [L_WHOLE] = { "  if it is a whole pageblock", OP_IF, .id = "whole", .test = whole_block, .no = L_START,
	.gloss = "Then its type simply changes.", .why = "{o} ≥ {right}", .if_yes = "all of it", .if_no = "a part" },
 [L_ALL]   = { "    the pageblock is ours", .id = "all", .exec = steal_whole, .next = L_TAKE, .shared = true,
	.gloss = "Its pages will come back as our type." },
 [L_START] = { "  else from its pageblock's start", .id = "start", .exec = start_moving, .shared = true,
	.gloss = "move_freepages_block." },
 [L_PAGES] = { "    for each page of it", OP_IF, .id = "pages", .test = pages_left, .no = L_HALF,
	.gloss = "From first to last.", .why = "{at} < {end}", .if_yes = "the next", .if_no = "all seen" },
 [L_MOVE]  = { "      if free: to our list", .id = "move", .exec = move_block, .next = L_PAGES, .shared = true,
	.gloss = "A free block moves whole." },
 [L_HALF]  = { "  if half of it moved", OP_IF, .id = "half", .test = half_moved, .no = L_TAKE,
	.gloss = "Is most of it ours now?", .why = "{moved} ≥ {right}", .if_yes = "the type changes", .if_no = "it keeps its type" },
 [L_CLAIM] = { "    the pageblock is ours", .id = "claim", .exec = claim_block, .shared = true,
	.gloss = "Pages freed later join our lists." },
 [L_TAKE]  = { "take the block", .id = "take", .exec = take_other, .shared = true, .gloss = "Off its list." },
 [L_LARGE] = { "while it is too large", OP_IF, .id = "large", .test = other_large, .no = L_DONE,
	.gloss = "More than was asked for?", .why = "{o} > {order}", .if_yes = "split it", .if_no = "just right" },
 [L_SPLIT] = { "  split: upper half one list down", .id = "split", .exec = split_other, .next = L_LARGE,
	.shared = true, .gloss = "The half joins the list of our type." },
 [L_DONE]  = { "return it", OP_RETURN, .id = "return", .value = F_PFN, .has_value = true,
	.gloss = "Or nothing." },
};
/* clang-format on */

const struct procedure procedure_rmqueue_fallback = {
	"__rmqueue_fallback", "mm/page_alloc.c, v4.2", "Takes a block of another migratetype.",
	fallback_lines, L_DONE + 1, fallback_locals, 9, 3,
};
