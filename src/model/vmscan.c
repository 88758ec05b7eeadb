/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reclaim: mm/vmscan.c as of v4.0 with February 2015's MADV_FREE, for anonymous
 * pages.
 *
 * Leaves out: pages of files (shrink_list.c has them) and slab, memory cgroups,
 * the balance between lists, compaction, locks. Rules: a page is isolated by one
 * line and let go by a later one; whoever drops it in between only marks it. A
 * page under I/O is left alone.
 */
#include "model/machine.h"
#include "model/task.h"

enum { BATCH = 32 };

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static s64 smaller(s64 a, s64 b)
{
	return a < b ? a : b;
}

/* ---- shrink_active_list ------------------------------------------------- */

enum { ZONE, LEFT };
static const struct local active_locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [LEFT] = { "to_scan", KIND_PAGES },
};

static struct test active_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(smaller(v[LEFT],
		zone_at(m, v[ZONE])->list[LRU_ACTIVE_ANON].n), REL_GT, 0);
}

/* The young bit is taken either way: an anonymous page gets its second chance
 * on the inactive list. */
static void deactivate(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = page_oldest(m, (unsigned)v[ZONE], LRU_ACTIVE_ANON);
	u32 index;

	v[LEFT]--;
	if (pfn == NO_PAGE)	/* another CPU was faster */
		return;
	index = page_at(m, pfn)->pte;
	if (index != NO_PAGE)
		pte_set(m, index, pte_get(m, index) & ~(u32)PTE_YOUNG);
	page_lru_add(m, pfn, LRU_INACTIVE_ANON, false);
	m->memory.pgdeactivate++;
}

enum { V_EACH = 1, V_MOVE, V_DONE };
/* clang-format off */
static const struct line active_lines[] = {
 [V_EACH] = { "for each of the oldest active", OP_IF, .id = "each", .test = active_left, .no = V_DONE,
	.gloss = "From the tail of the active list.", .why = "{left} > 0", .if_yes = "one more", .if_no = "done" },
 [V_MOVE] = { "  make it old and inactive", .id = "move", .exec = deactivate, .next = V_EACH,
	.cost = COST_SCAN, .shared = true, .gloss = "If it is used again soon, it will come back." },
 [V_DONE] = { "return", OP_RETURN, .id = "return", .gloss = "The inactive list has grown." },
};
/* clang-format on */

const struct procedure procedure_shrink_active_list = {
	"shrink_active_list", "mm/vmscan.c, v4.0", "Moves old pages to the inactive list.",
	active_lines, V_DONE + 1, active_locals, 2, 2,
};

/* ---- shrink_inactive_list and shrink_page_list ---------------------------- */

enum { I_ZONE, I_LEFT, PFN, FREED };
static const struct local inactive_locals[] = {
	[I_ZONE] = { "zone", KIND_NUMBER }, [I_LEFT] = { "to_scan", KIND_PAGES },
	[PFN] = { "page", KIND_PFN }, [FREED] = { "freed", KIND_PAGES },
};

static const struct page *page_here(const struct machine *m, const s64 *v)
{
	return page_at(m, (u32)v[PFN]);
}

static u32 pte_here(const struct machine *m, const s64 *v)
{
	const struct page *p = page_here(m, v);

	return p->pte == NO_PAGE ? 0 : pte_get(m, p->pte);
}

static void isolate(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = v[I_LEFT] > 0 ? page_oldest(m, (unsigned)v[I_ZONE],
		LRU_INACTIVE_ANON) : NO_PAGE;

	v[PFN] = pfn == NO_PAGE ? -1 : (s64)pfn;
	if (pfn == NO_PAGE)
		return;
	page_isolate(m, pfn);
	m->memory.pgscan++;
	v[I_LEFT]--;
}

static struct test got_one(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_GE, 0);
}

static struct test under_io(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_here(m, v)->flags & (PAGE_WRITING | PAGE_READING),
		REL_NE, 0);
}

static struct test referenced(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((pte_here(m, v) & PTE_YOUNG) != 0, REL_EQ, 1);
}

static struct test not_cached(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_here(m, v)->slot != NO_PAGE, REL_EQ, 0);
}

/* Lazily freed and not written since: clean everywhere. */
static struct test clean(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((pte_here(m, v) & PTE_DIRTY) ||
		(page_here(m, v)->flags & PAGE_DIRTY), REL_EQ, 0);
}

static struct test swap_full(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.slots_free, REL_EQ, 0);
}

static void add_to_swap(struct machine *m, struct task *t, s64 *v)
{
	u32 slot = page_here(m, v)->flags & PAGE_DROPPED ? NO_PAGE
							 : slot_take(m);

	if (slot == NO_PAGE)
		return;
	slot_cache(m, slot, (u32)v[PFN]);
	page_edit(m, (u32)v[PFN])->flags |= PAGE_DIRTY;
}

static struct test mapped(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_here(m, v)->pte != NO_PAGE, REL_EQ, 1);
}

static void unmap(struct machine *m, struct task *t, s64 *v)
{
	struct page *p = page_edit(m, (u32)v[PFN]);

	if (p->pte == NO_PAGE || p->slot == NO_PAGE)
		return;
	pte_set(m, p->pte, pte_make(PTE_SWAP, p->slot, 0));
	p->pte = NO_PAGE;
}

static struct test dirty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((page_here(m, v)->flags & (PAGE_DIRTY | PAGE_DROPPED)) ==
		PAGE_DIRTY && page_here(m, v)->slot != NO_PAGE, REL_EQ, 1);
}

static struct test queue_room(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.queue.n, REL_LT, QUEUE_MAX);
}

static void pageout(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = (u32)v[PFN];

	if (!(page_at(m, pfn)->flags & PAGE_DROPPED))
		io_submit(m, pfn, IO_WRITE, cpu_of(m, t->cpu)->clock_ns);
	page_putback(m, pfn, LRU_INACTIVE_ANON, false, t->cpu);
}

/* Whoever waits for memory is told once there is enough again. */
static void tell_throttled(struct machine *m, struct task *t)
{
	s64 half = 0;

	for (unsigned i = 0; i < m->memory.zones; i++)
		half += zone_at(m, i)->min;
	if (m->channel[CHANNEL_THROTTLE] != NONE &&
		memory_free_exact(m) > half / 2)
		task_wake_all(m, CHANNEL_THROTTLE,
			cpu_of(m, t->cpu)->clock_ns);
}

/* __remove_mapping: out of the swap cache, and free. The slot stays with the
 * pte; a dropped page's goes, too. */
static void remove_mapping(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = (u32)v[PFN];
	const struct page *p = page_at(m, pfn);

	v[FREED]++;
	m->memory.pgsteal++;
	if (!(p->flags & PAGE_DROPPED) && p->pte != NO_PAGE) {
		/* mapped again in between: not ours to free */
		v[FREED]--;
		page_putback(m, pfn, LRU_ACTIVE_ANON, false, t->cpu);
		return;
	}
	if (p->flags & PAGE_DROPPED) {
		page_putback(m, pfn, LRU_INACTIVE_ANON, false, t->cpu);
	} else {
		if (p->slot != NO_PAGE)
			slot_uncache(m, p->slot);
		page_free(m, pfn, t->cpu);
		task_wake_all(m, CHANNEL_PAGE, cpu_of(m, t->cpu)->clock_ns);
	}
	tell_throttled(m, t);
}

/* try_to_unmap with the lazyfree check: dirty now means that it was written
 * after all, so it is restored and becomes active. */
static void discard(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = (u32)v[PFN];
	struct page *p = page_edit(m, pfn);

	if (!(p->flags & PAGE_DROPPED)) {
		if ((pte_here(m, v) & PTE_DIRTY) || p->pte == NO_PAGE) {
			page_putback(m, pfn, LRU_ACTIVE_ANON, false, t->cpu);
			m->memory.pgactivate++;
			return;
		}
		pte_set(m, p->pte, PTE_NONE);
		p->pte = NO_PAGE;
		p->flags |= PAGE_DROPPED;
		m->memory.pglazyfreed++;
	}
	v[FREED]++;
	m->memory.pgsteal++;
	page_putback(m, pfn, LRU_INACTIVE_ANON, false, t->cpu);
	tell_throttled(m, t);
}

static void keep(struct machine *m, struct task *t, s64 *v)
{
	page_putback(m, (u32)v[PFN], LRU_INACTIVE_ANON, false, t->cpu);
}

static void activate(struct machine *m, struct task *t, s64 *v)
{
	const struct page *p = page_here(m, v);

	if (p->pte != NO_PAGE)
		pte_set(m, p->pte, pte_get(m, p->pte) & ~(u32)PTE_YOUNG);
	page_putback(m, (u32)v[PFN], LRU_ACTIVE_ANON, false, t->cpu);
	m->memory.pgactivate++;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { I_FULL = 1, I_TRIM, I_TAKE, I_EACH, I_BUSY, I_YOUNG, I_CACHED, I_LAZY,
	I_SLOTS, I_ADD, I_MAPPED, I_UNMAP, I_DIRTY, I_ROOM, I_WRITE, I_FREE,
	I_DISCARD, I_KEEP, I_ACTIVATE, I_DONE };
/* clang-format off */
static const struct line inactive_lines[] = {
 [I_FULL]   = { "if this CPU's list is too long", OP_IF, .id = "full", .test = pcp_full, .no = I_TAKE,
	.in = IN_ORDERS, .gloss = "Six batches of freed pages?", .why = "{left} ≥ {right}", .if_yes = "give a batch back",
	.if_no = "go on" },
 [I_TRIM]   = { "  give a batch of it back", OP_CALL, .id = "trim", .callee = PROC_FREE_FULL_LISTS,
	.in = IN_ORDERS, .gloss = "To the zone's free lists." },
 [I_TAKE]   = { "isolate the oldest page", .id = "isolate", .exec = isolate, .cost = COST_SCAN,
	.shared = true, .gloss = "From the tail of the inactive list, in our hands." },
 [I_EACH]   = { "while there was one", OP_IF, .id = "each", .test = got_one, .no = I_DONE,
	.gloss = "At most as many as were asked for.", .why = "page {page} ≥ 0", .if_yes = "look at it",
	.if_no = "done" },
 [I_BUSY]   = { "  if it is under I/O: keep", OP_IF, .id = "busy", .test = under_io, .next = I_KEEP,
	.no = I_YOUNG, .shared = true, .gloss = "It will come back to the tail when it is written.",
	.why = "{left} ≠ 0", .if_yes = "keep it", .if_no = "go on" },
 [I_YOUNG]  = { "  if it was used: activate", OP_IF, .id = "young", .test = referenced,
	.next = I_ACTIVATE, .no = I_CACHED, .decision = true, .gloss = "The young bit, set by the hardware.",
	.why = "young = {left}", .if_yes = "it goes back to the active list", .if_no = "a candidate" },
 [I_CACHED] = { "  if not in the swap cache", OP_IF, .id = "cached", .test = not_cached, .no = I_MAPPED,
	.gloss = "Has it no slot yet?", .why = "slots = {left}",
	.if_yes = "it has none", .if_no = "it has a slot" },
 [I_LAZY]   = { "    if it is clean: discard", OP_IF, .id = "lazy", .test = clean, .next = I_DISCARD,
	.no = I_SLOTS, .decision = true, .gloss = "Given back with MADV_FREE and not written since?",
	.why = "dirty = {left}", .if_yes = "drop it, no I/O", .if_no = "its content is needed" },
 [I_SLOTS]  = { "    if no slot is left: activate", OP_IF, .id = "slots", .test = swap_full,
	.next = I_ACTIVATE, .no = I_ADD, .shared = true, .gloss = "Is swap full?", .why = "{left} = 0",
	.if_yes = "it must stay", .if_no = "swap it out" },
 [I_ADD]    = { "    add_to_swap", .id = "add", .exec = add_to_swap, .shared = true, .cost = COST_SWAP_OUT,
	.gloss = "A slot, and a place in the swap cache." },
 [I_MAPPED] = { "  if it is mapped", OP_IF, .id = "mapped", .test = mapped, .no = I_DIRTY,
	.gloss = "Does a process see it?", .why = "{left} = 1", .if_yes = "unmap it", .if_no = "nobody does" },
 [I_UNMAP]  = { "    try_to_unmap", .id = "unmap", .exec = unmap, .shared = true,
	.gloss = "The pte becomes a swap entry." },
 [I_DIRTY]  = { "  if it is dirty", OP_IF, .id = "dirty", .test = dirty, .no = I_FREE,
	.gloss = "Is its slot out of date?", .why = "{left} = 1", .if_yes = "write it first", .if_no = "free it" },
 [I_ROOM]   = { "    wait for room in the queue", OP_WAIT, .id = "room", .test = queue_room,
	.channel = CHANNEL_QUEUE, .shared = true, .gloss = "The device is busy." },
 [I_WRITE]  = { "    pageout: start writing", .id = "write", .exec = pageout, .next = I_TAKE,
	.shared = true, .gloss = "It can be freed once it is written." },
 [I_FREE]   = { "  free it", .id = "free", .exec = remove_mapping, .next = I_FULL, .shared = true,
	.gloss = "The frame is free." },
 [I_DISCARD] = { "  discard it", .id = "discard", .exec = discard, .next = I_FULL, .cost = COST_DISCARD,
	.shared = true, .gloss = "Unmapped and freed; written meanwhile: restored." },
 [I_KEEP]   = { "  keep: back to the head", .id = "keep", .exec = keep, .next = I_TAKE, .shared = true,
	.gloss = "Looked at again later." },
 [I_ACTIVATE] = { "  activate", .id = "activate", .exec = activate, .next = I_TAKE, .shared = true,
	.gloss = "To the head of the active list." },
 [I_DONE]   = { "return freed", OP_RETURN, .id = "return", .value = FREED, .has_value = true,
	.gloss = "Pages freed by this pass." },
};
/* clang-format on */

const struct procedure procedure_shrink_inactive_list = {
	"shrink_inactive_list", "mm/vmscan.c, v4.0", "Frees old inactive pages, or starts writing them.",
	inactive_lines, I_DONE + 1, inactive_locals, 4, 2,
};

/* ---- shrink_zone ---------------------------------------------------------- */

enum { S_ZONE, PRIO, GOAL, NR_INACTIVE, NR_ACTIVE, NR, GOT, SUM, NR_FILE,
	FILE_LIST, BY_KSWAPD, MAY_UNMAP };
static const struct local shrink_locals[] = {
	[S_ZONE] = { "zone", KIND_NUMBER }, [PRIO] = { "priority", KIND_NUMBER },
	[GOAL] = { "goal", KIND_PAGES }, [NR_INACTIVE] = { "inactive", KIND_PAGES },
	[NR_ACTIVE] = { "active", KIND_PAGES }, [NR] = { "batch", KIND_PAGES },
	[GOT] = { "got", KIND_PAGES }, [SUM] = { "freed", KIND_PAGES },
	[NR_FILE] = { "file", KIND_PAGES }, [FILE_LIST] = { "list", KIND_NUMBER },
	[BY_KSWAPD] = { "kswapd", KIND_BOOL },
	[MAY_UNMAP] = { "may_unmap", KIND_BOOL },
};

/* get_scan_count: a share of each list by the priority, at least a batch. */
static s64 scan_count(s64 size, s64 priority)
{
	s64 n = size >> priority;

	return n ? n : smaller(size, BATCH);
}

static void set_counts(struct machine *m, struct task *t, s64 *v)
{
	const struct zone *z = zone_at(m, v[S_ZONE]);

	v[NR_INACTIVE] = scan_count(z->list[LRU_INACTIVE_ANON].n, v[PRIO]);
	v[NR_ACTIVE] = scan_count(z->list[LRU_ACTIVE_ANON].n, v[PRIO]);
	v[NR_FILE] = scan_count(z->list[LRU_INACTIVE_FILE].n, v[PRIO]);
}

/* inactive_file_is_low: as many inactive as active pages at least. */
static struct test file_low(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct zone *z = zone_at(m, v[S_ZONE]);

	return test_of(z->list[LRU_INACTIVE_FILE].n, REL_LT,
		z->list[LRU_ACTIVE_FILE].n);
}

static void age_file(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = page_oldest(m, (unsigned)v[S_ZONE], LRU_ACTIVE_FILE);

	if (pfn == NO_PAGE)	/* another CPU was faster */
		return;
	page_lru_add(m, pfn, LRU_INACTIVE_FILE, false);
	m->memory.pgdeactivate++;
}

static struct test files_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[NR_FILE], REL_GT, 0);
}

static void file_batch(struct machine *m, struct task *t, s64 *v)
{
	v[NR] = smaller(v[NR_FILE], BATCH);
	v[NR_FILE] -= v[NR];
	v[FILE_LIST] = LRU_INACTIVE_FILE;
	v[BY_KSWAPD] = t->kind == TASK_KSWAPD;
	v[MAY_UNMAP] = 1;
}

static struct test counts_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[NR_INACTIVE] + v[NR_ACTIVE], REL_GT, 0);
}

/* inactive_anon_is_low, if there is something to move. */
static struct test inactive_low(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct zone *z = zone_at(m, v[S_ZONE]);

	return test_of(v[NR_ACTIVE] > 0
		? z->list[LRU_INACTIVE_ANON].n * z->inactive_ratio : INT64_MAX,
		REL_LT, z->list[LRU_ACTIVE_ANON].n);
}

static void active_batch(struct machine *m, struct task *t, s64 *v)
{
	v[NR] = smaller(v[NR_ACTIVE], BATCH);
	v[NR_ACTIVE] -= v[NR];
}

static void inactive_batch(struct machine *m, struct task *t, s64 *v)
{
	v[NR] = smaller(v[NR_INACTIVE], BATCH);
	v[NR_INACTIVE] -= v[NR];
	if (!v[NR])
		v[NR_ACTIVE] = 0;	/* the active list is long enough short */
}

static void add_got(struct machine *m, struct task *t, s64 *v)
{
	v[SUM] += v[GOT];
}

static struct test enough(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[SUM], REL_GE, v[GOAL]);
}

enum { H_COUNT = 1, H_FILE_LOW, H_AGE, H_FILES, H_FILE_BATCH, H_FILE, H_FILE_ADD,
	H_FILE_ENOUGH, H_EACH, H_LOW, H_BATCH, H_ACTIVE, H_NEXT, H_INACTIVE, H_ADD,
	H_ENOUGH, H_DONE };
/* clang-format off */
static const struct line shrink_lines[] = {
 [H_COUNT]  = { "scan size >> priority of each list", .id = "count", .exec = set_counts,
	.shared = true, .gloss = "The more urgent, the larger the share." },
 [H_FILE_LOW] = { "while more file pages are active", OP_IF, .id = "file_low", .test = file_low,
	.no = H_FILES, .in = IN_FILES, .shared = true, .gloss = "Inactive ones below active ones?",
	.why = "{left} < {right}", .if_yes = "move one over", .if_no = "enough are inactive" },
 [H_AGE]    = { "  the oldest becomes inactive", .id = "age", .exec = age_file, .next = H_FILE_LOW,
	.in = IN_FILES, .cost = COST_SCAN, .shared = true, .gloss = "shrink_active_list, for files." },
 [H_FILES]  = { "while file pages are left to scan", OP_IF, .id = "files", .test = files_left,
	.no = H_EACH, .in = IN_FILES, .gloss = "Clean pages of files go first: they cost no write.",
	.why = "{left} > 0", .if_yes = "one more batch", .if_no = "then anonymous pages" },
 [H_FILE_BATCH] = { "  take a batch", .id = "file_batch", .exec = file_batch, .in = IN_FILES,
	.gloss = "At most 32." },
 [H_FILE]   = { "  shrink_list", OP_CALL, .id = "file", .callee = PROC_SHRINK_LIST,
	.pass = { FILE_LIST, S_ZONE, NR, PRIO, BY_KSWAPD, MAY_UNMAP }, .value = GOT, .has_value = true,
	.in = IN_FILES, .gloss = "Isolate them, and shrink that list." },
 [H_FILE_ADD] = { "  freed += what it freed", .id = "file_add", .exec = add_got, .in = IN_FILES,
	.gloss = "So far." },
 [H_FILE_ENOUGH] = { "  if that is enough: stop", OP_IF, .id = "file_enough", .test = enough,
	.no = H_FILES, .next = H_DONE, .in = IN_FILES, .gloss = "The goal of this pass.",
	.why = "{freed} ≥ {goal}", .if_yes = "stop", .if_no = "go on" },
 [H_EACH]   = { "while some are left to scan", OP_IF, .id = "each", .test = counts_left, .no = H_DONE,
	.gloss = "In batches of 32.", .why = "{left} > 0", .if_yes = "one more batch", .if_no = "done" },
 [H_LOW]    = { "  if the inactive list is short", OP_IF, .id = "low", .test = inactive_low,
	.no = H_NEXT, .shared = true, .gloss = "Inactive × ratio below active?", .why = "{left} < {right}",
	.if_yes = "move some over", .if_no = "long enough" },
 [H_BATCH]  = { "    take a batch", .id = "active_batch", .exec = active_batch, .gloss = "At most 32." },
 [H_ACTIVE] = { "    shrink_active_list", OP_CALL, .id = "active", .callee = PROC_SHRINK_ACTIVE_LIST,
	.pass = { S_ZONE, NR }, .gloss = "Old active pages become inactive." },
 [H_NEXT]   = { "  take a batch", .id = "inactive_batch", .exec = inactive_batch, .gloss = "At most 32." },
 [H_INACTIVE] = { "  shrink_inactive_list", OP_CALL, .id = "inactive",
	.callee = PROC_SHRINK_INACTIVE_LIST, .pass = { S_ZONE, NR }, .value = GOT, .has_value = true,
	.gloss = "Here pages are freed." },
 [H_ADD]    = { "  freed += what it freed", .id = "add", .exec = add_got, .gloss = "So far." },
 [H_ENOUGH] = { "  if that is enough: stop", OP_IF, .id = "enough", .test = enough, .no = H_EACH,
	.next = H_DONE, .gloss = "The goal of this pass.", .why = "{freed} ≥ {goal}", .if_yes = "stop",
	.if_no = "go on" },
 [H_DONE]   = { "return freed", OP_RETURN, .id = "return", .value = SUM, .has_value = true,
	.gloss = "Pages freed in this zone." },
};
/* clang-format on */

const struct procedure procedure_shrink_zone = {
	"shrink_zone", "mm/vmscan.c, v4.0", "Scans the lists of one zone.",
	shrink_lines, H_DONE + 1, shrink_locals, 12, 3,
};
