/* SPDX-License-Identifier: GPL-3.0-or-later
 * Page faults of anonymous memory: mm/memory.c as of v4.0, writes only.
 *
 * Leaves out: read faults and the zero page, copy on write, page table pages,
 * transparent huge pages. A page found in the swap cache under I/O is waited
 * for (the kernel would copy one that is being written).
 * Rules: locals hold a pte's index, a frame, or a slot; -1 is none.
 */
#include "model/machine.h"
#include "model/task.h"

enum { PTE, PFN, SLOT, LAST, RESULT, ASKED };
static const struct local fault_locals[] = {
	[PTE] = { "pte", KIND_NUMBER }, [PFN] = { "page", KIND_PFN },
	[SLOT] = { "slot", KIND_NUMBER }, [LAST] = { "last", KIND_NUMBER },
	[RESULT] = { "result", KIND_ERRNO }, [ASKED] = { "asked_for", KIND_PAGES },
};

static u32 slot_of(const struct machine *m, const s64 *v)
{
	return pte_value(pte_get(m, (u32)v[PTE]));
}

static struct test pte_none(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(pte_kind(pte_get(m, (u32)v[PTE])), REL_EQ, PTE_NONE);
}

static struct test no_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_LT, 0);
}

/* A new page starts on the active list, written: young and dirty. */
static void map_new(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = (u32)v[PFN];

	page_edit(m, pfn)->pte = (u32)v[PTE];
	pte_set(m, (u32)v[PTE], pte_make(PTE_PRESENT, pfn,
		PTE_YOUNG | PTE_DIRTY));
	page_lru_add(m, pfn, LRU_ACTIVE_ANON, false);
	m->memory.pgfault++;
}

static void fail(struct machine *m, struct task *t, s64 *v)
{
	v[RESULT] = -12;
}

static struct test not_cached(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(slot_kind(m, slot_of(m, v)), REL_NE, SLOT_CACHED);
}

/* swapin_readahead: the aligned cluster of slots around the one wanted. If the
 * wanted page had to make room for the rest, it is read once more, alone; the
 * kernel reads it behind the others. */
static void start_cluster(struct machine *m, struct task *t, s64 *v)
{
	s64 cluster = v[ASKED] ? 1 : (s64)1 << m->memory.page_cluster;

	v[SLOT] = slot_of(m, v) / cluster * cluster;
	v[LAST] = v[SLOT] + cluster < m->memory.slots ? v[SLOT] + cluster
						      : m->memory.slots;
	v[ASKED] = 0;
	m->memory.pgmajfault++;
}

static struct test cluster_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[SLOT], REL_LT, v[LAST]);
}

static struct test slot_used(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(slot_kind(m, (u32)v[SLOT]), REL_EQ, SLOT_USED);
}

static struct test queue_room(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.queue.n, REL_LT, QUEUE_MAX);
}

/* Somebody else may have read or freed the slot while we waited. */
static void read_slot(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = (u32)v[PFN];

	if (slot_kind(m, (u32)v[SLOT]) != SLOT_USED) {
		page_free(m, pfn, t->cpu);
		return;
	}
	slot_cache(m, (u32)v[SLOT], pfn);
	page_lru_add(m, pfn, LRU_INACTIVE_ANON, false);
	io_submit(m, pfn, v[ASKED]++ ? IO_READ_ON : IO_READ,
		cpu_of(m, t->cpu)->clock_ns);
}

static void next_slot(struct machine *m, struct task *t, s64 *v)
{
	v[SLOT]++;
}

/* 1 while the page behind the pte's slot can't be used yet. */
static struct test page_ready(const struct machine *m, const struct task *t,
	const s64 *v)
{
	u32 pte = pte_get(m, (u32)v[PTE]);
	const struct page *p;

	if (pte_kind(pte) != PTE_SWAP ||
		slot_kind(m, pte_value(pte)) != SLOT_CACHED)
		return test_of(0, REL_EQ, 0);
	p = page_at(m, slot_page(m, pte_value(pte)));
	return test_of((p->flags & (PAGE_READING | PAGE_WRITING)) ||
		p->state == PAGE_ISOLATED, REL_EQ, 0);
}

static struct test is_mapped(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(pte_kind(pte_get(m, (u32)v[PTE])), REL_EQ, PTE_PRESENT);
}

static struct test was_killed(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(t->failed, REL_EQ, 1);
}

/* reuse_swap_page: a write by the only owner takes the page out of the cache. It
 * may have gone, or be in a reclaimer's hands, since we woke: then nothing. */
static void map_cached(struct machine *m, struct task *t, s64 *v)
{
	u32 slot = slot_of(m, v), pfn = slot_page(m, slot);

	if (slot_kind(m, slot) != SLOT_CACHED ||
		!test_answer(page_ready(m, t, v)))
		return;
	slot_uncache(m, slot);
	slot_put(m, slot);
	page_edit(m, pfn)->pte = (u32)v[PTE];
	pte_set(m, (u32)v[PTE], pte_make(PTE_PRESENT, pfn,
		PTE_YOUNG | PTE_DIRTY));
	m->memory.pgfault++;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { F_KIND = 1, F_ALLOC, F_OOM, F_MAP, F_DONE, F_CACHED, C_START,
	C_EACH, C_USED, C_ALLOC, C_OOM, C_ROOM, C_READ, C_NEXT,
	F_READY, F_TAKE, F_STILL, F_BACK, F_KILLED, F_FAIL };
/* clang-format off */
static const struct line fault_lines[] = {
 [F_KIND]   = { "if the pte is empty", OP_IF, .id = "none", .test = pte_none, .no = F_CACHED,
	.decision = true, .gloss = "Never touched, or given back: a fresh page will do.",
	.why = "{left} = 0", .if_yes = "do_anonymous_page", .if_no = "do_swap_page" },
 [F_ALLOC]  = { "  page = a zeroed page", OP_CALL, .id = "alloc", .callee = PROC_ALLOC_PAGE,
	.value = PFN, .has_value = true, .cost = COST_FAULT, .gloss = "Ask the allocator." },
 [F_OOM]    = { "  if there is none: fail", OP_IF, .id = "oom", .test = no_page, .no = F_MAP,
	.next = F_KILLED, .gloss = "Out of memory?", .why = "{page} < 0", .if_yes = "none",
	.if_no = "go on" },
 [F_MAP]    = { "  map it, young and dirty", .id = "map", .exec = map_new, .shared = true,
	.gloss = "On the head of the active list." },
 [F_DONE]   = { "  return", OP_RETURN, .id = "done", .value = RESULT, .has_value = true,
	.gloss = "A minor fault." },
 [F_CACHED] = { "if its slot is not in the cache", OP_IF, .id = "cached", .test = not_cached,
	.no = F_READY, .shared = true, .gloss = "Read ahead by somebody, or not yet gone?",
	.why = "{left} ≠ 2", .if_yes = "a major fault", .if_no = "no I/O needed" },
 [C_START]  = { "  for the slots of its cluster", .id = "cluster", .exec = start_cluster,
	.gloss = "Reading ahead: neighbours are often wanted next." },
 [C_EACH]   = { "  while slots are left", OP_IF, .id = "each", .test = cluster_left, .no = F_READY,
	.gloss = "Eight slots, aligned.", .why = "{slot} < {last}", .if_yes = "one more", .if_no = "all asked for" },
 [C_USED]   = { "    if used and not cached", OP_IF, .id = "used", .test = slot_used, .no = C_NEXT,
	.shared = true, .gloss = "Is there anything to read?", .why = "{left} = 1", .if_yes = "read it",
	.if_no = "nothing to read" },
 [C_ALLOC]  = { "    page = a page for it", OP_CALL, .id = "read_alloc", .callee = PROC_ALLOC_PAGE,
	.value = PFN, .has_value = true, .gloss = "Swapping in needs memory, too." },
 [C_OOM]    = { "    if there is none: fail", OP_IF, .id = "read_oom", .test = no_page, .no = C_ROOM,
	.next = F_KILLED, .gloss = "Out of memory?", .why = "{page} < 0", .if_yes = "none",
	.if_no = "go on" },
 [C_ROOM]   = { "    wait for room in the queue", OP_WAIT, .id = "room", .test = queue_room,
	.channel = CHANNEL_QUEUE, .shared = true, .gloss = "The device is busy." },
 [C_READ]   = { "    read it into the swap cache", .id = "read", .exec = read_slot, .shared = true,
	.gloss = "On the head of the inactive list." },
 [C_NEXT]   = { "    next slot", .id = "next", .exec = next_slot, .next = C_EACH,
	.gloss = "On to the neighbour." },
 [F_READY]  = { "  wait until the page is there", OP_WAIT, .id = "ready", .test = page_ready,
	.channel = CHANNEL_PAGE, .shared = true, .gloss = "The process sleeps for the device." },
 [F_TAKE]   = { "  map it and free the slot", .id = "take", .exec = map_cached, .shared = true,
	.cost = COST_SWAP_FAULT, .gloss = "The only owner writes: the copy on swap is stale." },
 [F_STILL]  = { "  if that failed: look again", OP_IF, .id = "still", .test = is_mapped,
	.next = F_BACK, .no = F_KIND, .gloss = "It may have gone while we slept.", .why = "{left} = 1",
	.if_yes = "mapped", .if_no = "look again" },
 [F_BACK]   = { "return", OP_RETURN, .id = "return", .value = RESULT, .has_value = true,
	.gloss = "Back to the process." },
 [F_KILLED] = { "if we were killed: fail", OP_IF, .id = "killed", .test = was_killed,
	.next = F_FAIL, .no = F_KIND, .gloss = "Or was another CPU just faster?", .why = "{left} = 1",
	.if_yes = "the process ends", .if_no = "ask again" },
 [F_FAIL]   = { "return −ENOMEM", OP_RETURN, .id = "fail", .exec = fail, .value = RESULT,
	.has_value = true, .gloss = "The process will end." },
};
/* clang-format on */

const struct procedure procedure_handle_mm_fault = {
	"handle_mm_fault", "mm/memory.c, v4.0", "A write to a page that is not mapped.",
	fault_lines, F_FAIL + 1, fault_locals, 6, 1,
};
