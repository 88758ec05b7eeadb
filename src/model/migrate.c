/* SPDX-License-Identifier: GPL-3.0-or-later
 * Moving pages: mm/migrate.c as of v4.2, as compaction uses it.
 *
 * Leaves out: further passes for pages that are locked for a moment (a page can
 * be moved or it can't), migration entries, huge pages. Rules: a page's owner (a
 * pte, a swap slot, or somebody who isn't modelled) points to the new frame when
 * the line is over; the old frame goes to this CPU's list of free pages.
 */
#include "model/machine.h"
#include "model/task.h"

enum { ZONE, PFN, TARGET, MOVED };
static const struct local locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [PFN] = { "page", KIND_PFN },
	[TARGET] = { "target", KIND_PFN }, [MOVED] = { "moved", KIND_PAGES },
};

bool page_is_movable(const struct machine *m, u32 pfn)
{
	const struct page *p = page_at(m, pfn);

	if (p->state == PAGE_MOVABLE)
		return p->flags & PAGE_KEPT;
	return p->state == PAGE_LRU && p->list != LRU_UNEVICTABLE &&
		!(p->flags & (PAGE_WRITING | PAGE_READING | PAGE_DROPPED |
			PAGE_HUGE)) && file_page_may_move(m, pfn);
}

static void move_owner(struct machine *m, u32 from, u32 to)
{
	struct page *p = page_edit(m, from), *q = page_edit(m, to);
	u32 slot = p->slot;

	q->flags = p->flags;
	file_page_move(m, from, to);
	if (p->pte != NO_PAGE) {
		u32 pte = pte_get(m, p->pte);

		pte_set(m, p->pte, pte_make(PTE_PRESENT, to,
			pte & (PTE_YOUNG | PTE_DIRTY)));
		q->pte = p->pte;
		p->pte = NO_PAGE;
	}
	if (slot == NO_PAGE)
		return;
	slot_uncache(m, slot);
	slot_cache(m, slot, to);
}

void page_move(struct machine *m, u32 from, u32 to, unsigned cpu)
{
	struct zone *z = &m->memory.zone[page_at(m, to)->zone];
	unsigned list = page_at(m, from)->list;

	move_owner(m, from, to);
	if (page_at(m, to)->flags & PAGE_KEPT) {
		z->held--;
		z->movable++;
		page_edit(m, to)->state = PAGE_MOVABLE;
	} else {
		page_lru_add(m, to, (enum lru)list, false);
	}
	page_free(m, from, cpu);
	task_wake_all(m, CHANNEL_PAGE, cpu_of(m, cpu)->clock_ns);
}

/* Back to where it was isolated from, or free if nobody needs it any more. */
static void put_back(struct machine *m, u32 pfn, unsigned cpu)
{
	struct zone *z = &m->memory.zone[page_at(m, pfn)->zone];
	struct page *p = page_edit(m, pfn);

	if (!(p->flags & PAGE_KEPT)) {
		page_putback(m, pfn, (enum lru)p->list, false, cpu);
		return;
	}
	z->isolated--;
	z->movable++;
	p->state = PAGE_MOVABLE;
	p->next = NO_PAGE;
}

static struct test pages_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(compact_at(m, t)->migrate_first != NO_PAGE, REL_EQ, 1);
}

static struct test none_held(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(compact_at(m, t)->nr_free, REL_EQ, 0);
}

static struct test held_block(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_at(m, compact_at(m, t)->free_first)->list, REL_GT,
		0);
}

/* The upper half comes first; what was isolated last is used first. */
static void halve(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);
	u32 upper = buddy_split(m, c->free_first);

	page_edit(m, upper)->next = c->free_first;
	c->free_first = upper;
}

static void take_target(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);

	v[PFN] = c->migrate_first;
	v[TARGET] = c->free_first;
	c->free_first = page_at(m, (u32)v[TARGET])->next;
	c->nr_free--;
	c->migrate_first = page_at(m, (u32)v[PFN])->next;
	page_edit(m, (u32)v[TARGET])->next = NO_PAGE;
	page_edit(m, (u32)v[PFN])->next = NO_PAGE;
}

/* Who dropped it meanwhile, or has it under I/O, is told by its flags. */
static bool is_busy(const struct machine *m, u32 pfn)
{
	return (page_at(m, pfn)->flags &
		(PAGE_WRITING | PAGE_READING | PAGE_DROPPED)) ||
		!file_page_may_move(m, pfn);
}

static struct test still_wanted(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(is_busy(m, (u32)v[PFN]), REL_EQ, 0);
}

static void leave(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);

	page_edit(m, (u32)v[TARGET])->next = c->free_first;
	c->free_first = (u32)v[TARGET];
	c->nr_free++;
	put_back(m, (u32)v[PFN], t->cpu);
}

/* It may have been dropped since the line before. */
static void move(struct machine *m, struct task *t, s64 *v)
{
	if (is_busy(m, (u32)v[PFN])) {
		leave(m, t, v);
		return;
	}
	page_move(m, (u32)v[PFN], (u32)v[TARGET], t->cpu);
	v[MOVED]++;
}

static void put_first(struct machine *m, struct task *t, s64 *v)
{
	struct compact_control *c = compact_edit(m, t);
	u32 pfn = c->migrate_first;

	c->migrate_first = page_at(m, pfn)->next;
	put_back(m, pfn, t->cpu);
}

static void count(struct machine *m, struct task *t, s64 *v)
{
	m->memory.pgmigrate_success += (u64)v[MOVED];
	compact_edit(m, t)->nr_migrate = 0;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { M_EACH = 1, M_HELD, M_FIND, M_NONE, M_BLOCK, M_HALVE, M_TAKE, M_STILL,
	M_MOVE, M_FULL, M_TRIM, M_LEAVE, M_LEFT, M_BACK, M_COUNT,
	M_DONE };
/* clang-format off */
static const struct line lines[] = {
 [M_EACH]  = { "for each isolated page", OP_IF, .id = "each", .test = pages_left, .no = M_COUNT,
	.gloss = "The one isolated last comes first.", .why = "{left} = 1", .if_yes = "the next", .if_no = "all done" },
 [M_HELD]  = { "  if no free page is held", OP_IF, .id = "held", .test = none_held, .no = M_BLOCK,
	.gloss = "compaction_alloc.", .why = "{left} = 0", .if_yes = "look for some", .if_no = "take one of them" },
 [M_FIND]  = { "    isolate_freepages", OP_CALL, .id = "find", .callee = PROC_ISOLATE_FREEPAGES, .pass = { ZONE },
	.gloss = "From the top of the zone down." },
 [M_NONE]  = { "    if there is still none: stop", OP_IF, .id = "none", .test = none_held, .no = M_BLOCK,
	.next = M_LEFT, 	.gloss = "Have the scanners met?", .why = "{left} = 0", .if_yes = "nowhere to move to", .if_no = "go on" },
 [M_BLOCK] = { "  while the first block is large", OP_IF, .id = "block", .test = held_block, .no = M_TAKE,
	.gloss = "A single page is wanted.", .why = "order {left} > 0", .if_yes = "split it", .if_no = "a single page" },
 [M_HALVE] = { "    split: the upper half first", .id = "halve", .exec = halve, .next = M_BLOCK, .gloss = "The lower half waits behind it." },
 [M_TAKE]  = { "  target = the first held page", .id = "take", .exec = take_target, .gloss = "What was isolated last is used first." },
 [M_STILL] = { "  if the page is still wanted", OP_IF, .id = "still", .test = still_wanted, .no = M_LEAVE, .shared = true,
	.gloss = "Not dropped and not under I/O meanwhile?", .why = "{left} = 0", .if_yes = "move it", .if_no = "leave it" },
 [M_MOVE]  = { "    copy it; its owner follows", .id = "move", .exec = move, .cost = COST_MIGRATE_PAGE, .shared = true,
	.gloss = "The old frame is free, on this CPU's list." },
 [M_FULL]  = { "    if this CPU's list is too long", OP_IF, .id = "full", .test = pcp_full, .no = M_EACH, .gloss = "Six batches?",
	.why = "{left} ≥ {right}", .if_yes = "give a batch back", .if_no = "go on" },
 [M_TRIM]  = { "      give a batch of it back", OP_CALL, .id = "trim", .callee = PROC_FREE_FULL_LISTS, .next = M_EACH,
	.gloss = "To the zone's free lists." },
 [M_LEAVE] = { "  else leave it where it is", .id = "leave", .exec = leave, .next = M_EACH, .shared = true,
	.gloss = "The target is kept for the next one." },
 [M_LEFT]  = { "for each page that is left", OP_IF, .id = "rest", .test = pages_left, .no = M_COUNT,
	.gloss = "They were isolated in vain.", .why = "{left} = 1", .if_yes = "the next", .if_no = "all put back" },
 [M_BACK]  = { "  put it back", .id = "back", .exec = put_first, .next = M_LEFT, .shared = true, .gloss = "putback_movable_pages." },
 [M_COUNT] = { "pgmigrate_success += moved", .id = "count", .exec = count, .shared = true, .gloss = "Once at the end of each call." },
 [M_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "What could be moved was." },
};
/* clang-format on */

const struct procedure procedure_migrate_pages = {
	"migrate_pages", "mm/migrate.c, v4.2", "Moves isolated pages to free pages that are held.",
	lines, M_DONE + 1, locals, 4, 1,
};
