/* SPDX-License-Identifier: GPL-3.0-or-later
 * What becomes of isolated pages: shrink_page_list of mm/vmscan.c, v3.10, with
 * mail 002's batch as a variant.
 *
 * Leaves out: private buffers, memory cgroups (which wait for writeback here), the
 * zone's congestion flags. Rules: pages come from the task's page_list, the oldest
 * first, and end on its ret list, on its free list, or unevictable. Nobody waits
 * for a page lock here, so many can be held.
 */
#include "model/machine.h"
#include "model/scan.h"
#include "model/task.h"
#include "model/vmscan.h"

enum { PRIORITY, KSWAPD, MAY_UNMAP, PAGE, MAPPING, REFS, RESULT, FREED,
	DRAINED };
static const struct local locals[] = {
	[PRIORITY] = { "priority", KIND_NUMBER },
	[KSWAPD] = { "kswapd", KIND_BOOL },
	[MAY_UNMAP] = { "may_unmap", KIND_BOOL }, [PAGE] = { "page", KIND_PFN },
	[MAPPING] = { "mapping", KIND_NUMBER },
	[REFS] = { "references", KIND_NUMBER },
	[RESULT] = { "result", KIND_NUMBER }, [FREED] = { "freed", KIND_PAGES },
	[DRAINED] = { "drained", KIND_PAGES },
};

bool vmscan_leaves_dirty(bool kswapd, s64 priority)
{
	return !kswapd || priority >= 10;	/* DEF_PRIORITY - 2 */
}

static struct scan *mine(struct machine *m, const struct task *t)
{
	return scan_edit(m, task_index(m, t));
}

static const struct scan *mine_at(const struct machine *m,
	const struct task *t)
{
	return scan_at(m, task_index(m, t));
}

static unsigned flags_of(const struct machine *m, const s64 *v)
{
	return file_page_at(m, (u32)v[PAGE])->flags;
}

static u8 state_of(const struct machine *m, const s64 *v)
{
	return page_at(m, (u32)v[PAGE])->flags;
}

static struct test pages_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(mine_at(m, t)->list[LIST_PAGE].n, REL_GT, 0);
}

static void take_oldest(struct machine *m, struct task *t, s64 *v)
{
	v[PAGE] = page_list_pop(m, &mine(m, t)->list[LIST_PAGE]);
	page_list_push(m, &mine(m, t)->list[LIST_NOW], (u32)v[PAGE]);
	v[RESULT] = page_trylock(m, (u32)v[PAGE], task_index(m, t));
}

static struct test not_locked(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[RESULT], REL_EQ, 0);
}

static struct test unevictable(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((flags_of(m, v) & FILE_MLOCKED) != 0, REL_EQ, 1);
}

/* 1 if it is mapped although we may not unmap. */
static struct test must_stay(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_mapped(m, (u32)v[PAGE]) && !v[MAY_UNMAP], REL_EQ, 1);
}

static struct test writeback(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((state_of(m, v) & (PAGE_WRITING | PAGE_READING)) != 0,
		REL_EQ, 1);
}

static void set_reclaim(struct machine *m, struct task *t, s64 *v)
{
	file_page_edit(m, (u32)v[PAGE])->flags |= FILE_RECLAIM;
}

static struct test used_again(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[REFS], REL_EQ, REFERENCES_ACTIVATE);
}

static struct test used_once(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[REFS], REL_EQ, REFERENCES_KEEP);
}

/* Whoever dropped it meanwhile needs no slot for it. */
static struct test not_cached(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(!(flags_of(m, v) & FILE_CACHE) &&
		!(state_of(m, v) & PAGE_DROPPED) &&
		page_at(m, (u32)v[PAGE])->slot == NO_PAGE, REL_EQ, 1);
}

static struct test swap_full(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.slots_free, REL_EQ, 0);
}

static u16 swap_tree_lock(const struct machine *m, const s64 *v)
{
	return (u16)tree_lock_of(m, m->files.n);
}

/* Into the swap cache, and dirty: it is on no disk yet. */
static void add_to_swap(struct machine *m, struct task *t, s64 *v)
{
	u32 slot = state_of(m, v) & PAGE_DROPPED ? NO_PAGE : slot_take(m);

	if (slot == NO_PAGE)
		return;
	slot_cache(m, slot, (u32)v[PAGE]);
	page_edit(m, (u32)v[PAGE])->flags |= PAGE_DIRTY;
}

static void find_mapping(struct machine *m, struct task *t, s64 *v)
{
	v[MAPPING] = page_mapping(m, (u32)v[PAGE]);
}

/* 1 if the batch has a mapping and it is not this page's. */
static struct test other_mapping(const struct machine *m,
	const struct task *t, const s64 *v)
{
	unsigned batch = mine_at(m, t)->batch_mapping;

	return test_of(batch == NONE ? v[MAPPING] : batch, REL_NE, v[MAPPING]);
}

static void no_batch_mapping(struct machine *m, struct task *t, s64 *v)
{
	v[FREED] += v[DRAINED];
	mine(m, t)->batch_mapping = NONE;
}

static struct test mapped(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(page_mapped(m, (u32)v[PAGE]) && v[MAPPING] != NONE,
		REL_EQ, 1);
}

static struct test of_file(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((flags_of(m, v) & FILE_CACHE) != 0, REL_EQ, 1);
}

static void unmap_anon(struct machine *m, struct task *t, s64 *v)
{
	struct page *p = page_edit(m, (u32)v[PAGE]);

	v[RESULT] = UNMAP_SUCCESS;
	if (p->pte == NO_PAGE || p->slot == NO_PAGE)
		return;
	pte_set(m, p->pte, pte_make(PTE_SWAP, p->slot, 0));
	p->pte = NO_PAGE;
}

static struct test unmap_failed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[RESULT], REL_EQ, UNMAP_FAIL);
}

static struct test unmap_mlocked(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[RESULT], REL_EQ, UNMAP_MLOCK);
}

static struct test dirty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((state_of(m, v) & (PAGE_DIRTY | PAGE_DROPPED)) ==
		PAGE_DIRTY, REL_EQ, 1);
}

static struct test left_to_flusher(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of((flags_of(m, v) & FILE_CACHE) &&
		vmscan_leaves_dirty(v[KSWAPD], v[PRIORITY]), REL_EQ, 1);
}

static struct test only_if_clean(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[REFS], REL_EQ, REFERENCES_RECLAIM_CLEAN);
}

static void add_drained(struct machine *m, struct task *t, s64 *v)
{
	v[FREED] += v[DRAINED];
}

static struct test congested(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.queue.n, REL_GE, QUEUE_MAX);
}

/* Starts writing and unlocks, or finds that somebody has cleaned the page since
 * we looked. A page without a mapping can't be written. */
static void pageout(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = (u32)v[PAGE];
	bool clean = flags_of(m, v) & FILE_CLEANED;

	v[RESULT] = v[MAPPING] != NONE && !clean;
	if (clean)
		page_edit(m, pfn)->flags &= (u8)~PAGE_DIRTY;
	if (!v[RESULT])
		return;
	io_submit(m, pfn, false, cpu_of(m, t->cpu)->clock_ns);
	set_reclaim(m, t, v);
}

static struct test being_written(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[RESULT], REL_EQ, 1);
}

static struct test no_mapping(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[MAPPING], REL_EQ, NONE);
}

static struct test not_removed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[RESULT], REL_EQ, 0);
}

static void move(struct machine *m, struct task *t, enum scan_list to)
{
	struct scan *s = mine(m, t);

	page_list_push(m, &s->list[to],
		page_list_pop(m, &s->list[LIST_NOW]));
}

static void to_batch(struct machine *m, struct task *t, s64 *v)
{
	mine(m, t)->batch_mapping = (u16)v[MAPPING];
	move(m, t, LIST_BATCH);
}

static void to_free(struct machine *m, struct task *t, s64 *v)
{
	page_let_go(m, (u32)v[PAGE]);
	move(m, t, LIST_FREE);
	m->files.freed++;
	v[FREED]++;
}

static void cull(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = page_list_pop(m, &mine(m, t)->list[LIST_NOW]);

	page_let_go(m, pfn);
	page_putback(m, pfn, LRU_UNEVICTABLE, false, t->cpu);
	m->files.culled++;
}

static void set_active(struct machine *m, struct task *t, s64 *v)
{
	file_page_edit(m, (u32)v[PAGE])->flags |= FILE_ACTIVE;
	m->memory.pgactivate++;
}

static void unlock_page(struct machine *m, struct task *t, s64 *v)
{
	page_let_go(m, (u32)v[PAGE]);
}

static void to_kept(struct machine *m, struct task *t, s64 *v)
{
	move(m, t, LIST_RET);
	m->files.kept++;
}

static void forget_batch(struct machine *m, struct task *t, s64 *v)
{
	v[FREED] += v[DRAINED];
	mine(m, t)->batch_mapping = NONE;
}

static struct test free_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(mine_at(m, t)->list[LIST_FREE].n, REL_GT, 0);
}

/* Whoever waits for the page looks again, and finds it gone. */
static void free_one(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = page_list_pop(m, &mine(m, t)->list[LIST_FREE]);

	file_page_clear(m, pfn);
	page_free(m, pfn, t->cpu);
	m->memory.pgsteal++;
	if (m->channel[CHANNEL_PAGE] != NONE)
		task_wake_all(m, CHANNEL_PAGE, cpu_of(m, t->cpu)->clock_ns);
}

/* To add a row: label here, row below, test in tests/unit. */
enum { S_EACH = 1, S_TAKE, S_LOCKED, S_EVICT, S_MAY, S_WB, S_RECLAIM, S_REFS,
	S_ACTIVATE, S_KEEP, S_ANON, S_FULL, S_SWAP_LOCK, S_ADD, S_SWAP_UNLOCK,
	S_MAPPING, S_OTHER, S_DRAIN, S_RESET, S_MAPPED, S_FILE, S_UNMAP,
	S_UNMAP_ANON, S_FAIL, S_MLOCK, S_DIRTY, S_FLUSHER, S_MARK, S_CLEAN,
	S_DRAIN_OUT, S_DRAINED, S_CONGESTED, S_PAGEOUT, S_WRITTEN, S_NONE,
	S_REMOVE, S_FAILED, S_FREE, S_BATCH, K_CULL, K_ACTIVATE, K_UNLOCK,
	K_KEEP, E_DRAIN, E_FORGET, E_EACH, E_FREE, E_DONE };
/* clang-format off */
static const struct line lines[] = {
 [S_EACH]   = { "while page_list has pages", OP_IF, .id = "each", .test = pages_left, .no = E_DRAIN,
	.gloss = "Isolated pages, the oldest first.", .why = "{left} > 0", .if_yes = "look at the next",
	.if_no = "all were looked at" },
 [S_TAKE]   = { "  page = the oldest; trylock_page", .id = "take", .exec = take_oldest,
	.cost = COST_SCAN_PAGE, .shared = true, .gloss = "Never wait for a page lock here." },
 [S_LOCKED] = { "  if somebody has it locked: keep", OP_IF, .id = "locked", .test = not_locked,
	.next = K_KEEP, .no = S_EVICT, .gloss = "Did trylock fail?", .why = "got it = {left}",
	.if_yes = "somebody works on it", .if_no = "it is ours now" },
 [S_EVICT]  = { "  if not page_evictable: cull", OP_IF, .id = "evictable", .test = unevictable,
	.next = K_CULL, .no = S_MAY, .gloss = "Is it mlocked?", .why = "mlocked = {left}",
	.if_yes = "to the unevictable list", .if_no = "it may go" },
 [S_MAY]    = { "  if mapped and !may_unmap: keep", OP_IF, .id = "may_unmap", .test = must_stay,
	.next = K_UNLOCK, .no = S_WB, .gloss = "Are we allowed to unmap pages?", .why = "{left} = 1",
	.if_yes = "we may not unmap it", .if_no = "go on" },
 [S_WB]     = { "  if PageWriteback", OP_IF, .id = "writeback", .test = writeback, .no = S_REFS,
	.shared = true, .gloss = "Is it being written just now?", .why = "writing = {left}",
	.if_yes = "come back later", .if_no = "no I/O" },
 [S_RECLAIM] = { "    SetPageReclaim; keep", .id = "reclaim", .exec = set_reclaim, .next = K_UNLOCK,
	.gloss = "Once written, it goes to the tail of its list." },
 [S_REFS]   = { "  page_check_references", OP_CALL, .id = "references",
	.callee = PROC_PAGE_CHECK_REFERENCES, .pass = { PAGE }, .value = REFS, .has_value = true,
	.gloss = "Was it used since it was last looked at?" },
 [S_ACTIVATE] = { "  if activate: to the active list", OP_IF, .id = "if_activate", .test = used_again,
	.next = K_ACTIVATE, .no = S_KEEP, .gloss = "Used more than once?", .why = "{references} = 3",
	.if_yes = "it is in use", .if_no = "not so much" },
 [S_KEEP]   = { "  if keep: keep", OP_IF, .id = "if_keep", .test = used_once, .next = K_UNLOCK,
	.no = S_ANON, .decision = true, .gloss = "Used once?", .why = "{references} = 2",
	.if_yes = "one more round for it", .if_no = "reclaim it" },
 [S_ANON]   = { "  if anonymous, not in swap cache", OP_IF, .id = "anonymous", .test = not_cached,
	.no = S_MAPPING, .gloss = "Then it has no place on a disk yet.", .why = "{left} = 1",
	.if_yes = "it needs a slot", .if_no = "it has a mapping already" },
 [S_FULL]   = { "    if swap is full: activate", OP_IF, .id = "swap_full", .test = swap_full,
	.next = K_ACTIVATE, .no = S_SWAP_LOCK, .shared = true, .gloss = "Is a slot left?",
	.why = "{left} slots = 0", .if_yes = "it must stay", .if_no = "take one" },
 [S_SWAP_LOCK] = { "    lock swap's tree_lock", OP_LOCK, .id = "swap_lock", .lock = swap_tree_lock,
	.cost = COST_LOCK, .transfer = true, .shared = true, .gloss = "The swap cache is a mapping as well." },
 [S_ADD]    = { "    add_to_swap; it is dirty now", .id = "add", .exec = add_to_swap,
	.cost = COST_TREE_INSERT, .shared = true, .gloss = "A slot, and a place in the swap cache." },
 [S_SWAP_UNLOCK] = { "    unlock swap's tree_lock", OP_UNLOCK, .id = "swap_unlock",
	.lock = swap_tree_lock, .cost = COST_UNLOCK, .transfer = true, .shared = true,
	.gloss = "Adding is not batched." },
 [S_MAPPING] = { "  mapping = page_mapping(page)", .id = "mapping", .exec = find_mapping,
	.gloss = "Its file, the swap cache, or none." },
 [S_OTHER]  = { "  if batch_mapping ≠ mapping", OP_IF, .id = "other", .test = other_mapping,
	.no = S_MAPPED, .in = IN_TREE_LOCK_BATCH, .decision = true,
	.gloss = "One tree_lock can guard pages of one file only.", .why = "{left} ≠ {right}",
	.if_yes = "drain the batch first", .if_no = "same file, or no batch yet" },
 [S_DRAIN]  = { "    __remove_mapping_batch", OP_CALL, .id = "drain", .callee = PROC_REMOVE_MAPPING_BATCH,
	.value = DRAINED, .has_value = true, .in = IN_TREE_LOCK_BATCH,
	.gloss = "Drain: the batch is of another file." },
 [S_RESET]  = { "    batch_mapping = none", .id = "reset", .exec = no_batch_mapping,
	.in = IN_TREE_LOCK_BATCH, .gloss = "This page begins a new batch, if it gets there." },
 [S_MAPPED] = { "  if mapped", OP_IF, .id = "mapped", .test = mapped, .no = S_DIRTY,
	.gloss = "Does a process see it?", .why = "{left} = 1", .if_yes = "unmap it", .if_no = "nobody does" },
 [S_FILE]   = { "    if it is a file's", OP_IF, .id = "file", .test = of_file, .no = S_UNMAP_ANON,
	.gloss = "Or anonymous?", .why = "{left} = 1", .if_yes = "its file knows who maps it",
	.if_no = "an anonymous page" },
 [S_UNMAP]  = { "      try_to_unmap_file", OP_CALL, .id = "unmap", .callee = PROC_TRY_TO_UNMAP_FILE,
	.pass = { PAGE, MAPPING }, .value = RESULT, .has_value = true, .next = S_FAIL,
	.gloss = "Page by page, with i_mmap_mutex." },
 [S_UNMAP_ANON] = { "    else try_to_unmap_anon", .id = "unmap_anon", .exec = unmap_anon,
	.shared = true, .gloss = "The pte becomes a swap entry." },
 [S_FAIL]   = { "    if it failed: activate", OP_IF, .id = "unmap_failed", .test = unmap_failed,
	.next = K_ACTIVATE, .no = S_MLOCK, .gloss = "Was it used again?", .why = "result {left} = 1",
	.if_yes = "used just now", .if_no = "go on" },
 [S_MLOCK]  = { "    if mlocked: cull", OP_IF, .id = "unmap_mlocked", .test = unmap_mlocked,
	.next = K_CULL, .no = S_DIRTY, .gloss = "Does a VM_LOCKED vma map it?", .why = "result {left} = 2",
	.if_yes = "to the unevictable list", .if_no = "it is unmapped" },
 [S_DIRTY]  = { "  if PageDirty", OP_IF, .id = "dirty", .test = dirty, .no = S_NONE, .decision = true,
	.gloss = "Is it newer than what the disk has?", .why = "dirty = {left}",
	.if_yes = "it must be written", .if_no = "clean: it can go" },
 [S_FLUSHER] = { "    if a file's, and no need: keep", OP_IF, .id = "flusher", .test = left_to_flusher,
	.no = S_CLEAN, .gloss = "Files are written by the flusher, unless kswapd is in need.",
	.why = "{left} = 1", .if_yes = "left to the flusher", .if_no = "we may write" },
 [S_MARK]   = { "      SetPageReclaim; keep", .id = "immediate", .exec = set_reclaim, .next = K_UNLOCK,
	.gloss = "Once written, it goes to the tail of its list." },
 [S_CLEAN]  = { "    if reclaim only clean: keep", OP_IF, .id = "only_clean", .test = only_if_clean,
	.next = K_UNLOCK, .no = S_DRAIN_OUT, .gloss = "Was it marked as referenced?", .why = "{references} = 1",
	.if_yes = "not worth a write", .if_no = "write it" },
 [S_DRAIN_OUT] = { "    __remove_mapping_batch", OP_CALL, .id = "drain_pageout",
	.callee = PROC_REMOVE_MAPPING_BATCH, .value = DRAINED, .has_value = true, .in = IN_TREE_LOCK_BATCH,
	.gloss = "Drain: writing may take long, and the batch's pages are locked." },
 [S_DRAINED] = { "    freed += what that freed", .id = "drained", .exec = add_drained,
	.in = IN_TREE_LOCK_BATCH, .gloss = "batch_mapping stays as it is." },
 [S_CONGESTED] = { "    if the device is busy: keep", OP_IF, .id = "congested", .test = congested,
	.next = K_UNLOCK, .no = S_PAGEOUT, .shared = true, .gloss = "Is its queue full?", .why = "{left} ≥ {right}",
	.if_yes = "it would have to wait", .if_no = "there is room" },
 [S_PAGEOUT] = { "    pageout(page, mapping)", .id = "pageout", .exec = pageout, .shared = true,
	.gloss = "Starts to write it, or finds nothing to write." },
 [S_WRITTEN] = { "    if it is being written: keep", OP_IF, .id = "written", .test = being_written,
	.next = K_UNLOCK, .no = S_NONE, .gloss = "Or was it clean after all?", .why = "{left} = 1",
	.if_yes = "free it another time", .if_no = "nothing to write" },
 [S_NONE]   = { "  if it has no mapping: keep", OP_IF, .id = "no_mapping", .test = no_mapping,
	.next = K_UNLOCK, .no = S_REMOVE, .gloss = "Then there is no tree to take it from.",
	.why = "mapping {left} = {right}", .if_yes = "keep it", .if_no = "take it from its tree" },
 [S_REMOVE] = { "  removed = __remove_mapping", OP_CALL, .id = "remove", .callee = PROC_REMOVE_MAPPING,
	.pass = { MAPPING, PAGE }, .value = RESULT, .has_value = true, .in = IN_TREE_LOCK_EACH,
	.gloss = "One page, one tree_lock." },
 [S_FAILED] = { "  if not removed: keep", OP_IF, .id = "failed", .test = not_removed, .next = K_UNLOCK,
	.no = S_FREE, .in = IN_TREE_LOCK_EACH, .gloss = "Did somebody else hold it?", .why = "removed = {left}",
	.if_yes = "keep it", .if_no = "it is out of the tree" },
 [S_FREE]   = { "  unlock it; to the free pages", .id = "free", .exec = to_free, .next = S_EACH,
	.in = IN_TREE_LOCK_EACH, .gloss = "Nobody can find it any more." },
 [S_BATCH]  = { "  onto the batch, still locked", .id = "batch", .exec = to_batch, .next = S_EACH,
	.in = IN_TREE_LOCK_BATCH, .gloss = "Its tree_lock is taken later, once for all of them." },
 [K_CULL]   = { "cull: unlock, unevictable list", .id = "cull", .exec = cull, .next = S_EACH,
	.shared = true, .gloss = "Reclaim will not see it again." },
 [K_ACTIVATE] = { "activate: SetPageActive", .id = "activate", .exec = set_active,
	.gloss = "It will go to the active list." },
 [K_UNLOCK] = { "keep: unlock_page", .id = "unlock", .exec = unlock_page, .shared = true,
	.gloss = "It stays in memory." },
 [K_KEEP]   = { "  onto ret_pages", .id = "keep", .exec = to_kept, .next = S_EACH,
	.gloss = "Its caller puts it back on an LRU list." },
 [E_DRAIN]  = { "__remove_mapping_batch", OP_CALL, .id = "drain_end", .callee = PROC_REMOVE_MAPPING_BATCH,
	.value = DRAINED, .has_value = true, .in = IN_TREE_LOCK_BATCH, .gloss = "Drain: the list is at its end." },
 [E_FORGET] = { "freed += what that freed", .id = "forget", .exec = forget_batch,
	.in = IN_TREE_LOCK_BATCH, .gloss = "No page lock is held for the batch any more." },
 [E_EACH]   = { "for each page to be freed", OP_IF, .id = "free_each", .test = free_left, .no = E_DONE,
	.gloss = "free_hot_cold_page_list.", .why = "{left} > 0", .if_yes = "one more", .if_no = "done" },
 [E_FREE]   = { "  free it", .id = "free_one", .exec = free_one, .next = E_EACH, .shared = true,
	.cost = COST_FREE_PAGE, .gloss = "The frame is free." },
 [E_DONE]   = { "return freed", OP_RETURN, .id = "return", .value = FREED, .has_value = true,
	.gloss = "nr_reclaimed." },
};
/* clang-format on */

const struct procedure procedure_shrink_page_list = {
	"shrink_page_list", "mm/vmscan.c, v3.10", "Frees isolated pages, or says why they stay.",
	lines, E_DONE + 1, locals, 9, 3,
};
