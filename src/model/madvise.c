/* SPDX-License-Identifier: GPL-3.0-or-later
 * Giving memory back: mm/madvise.c and mm/memory.c as of February 2015, with
 * mail 000's threshold as a variant.
 *
 * 4.5's way, which frees swap entries, is an option.
 *
 * Leaves out: checks of the VMA (ours is anonymous and not locked), huge pages,
 * shared pages. Rules: one decision per VMA
 * and call; MADV_FREE changes neither free pages nor swap.
 */
#include "model/machine.h"
#include "model/task.h"

enum { ADDR, END, COUNTED };
static const struct local range_locals[] = {
	[ADDR] = { "pte", KIND_NUMBER }, [END] = { "end", KIND_NUMBER },
	[COUNTED] = { "counted", KIND_BOOL },
};

static struct test more_ptes(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ADDR], REL_LT, v[END]);
}

static struct test is_present(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(pte_kind(pte_get(m, (u32)v[ADDR])), REL_EQ, PTE_PRESENT);
}

static struct test is_swap(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(pte_kind(pte_get(m, (u32)v[ADDR])), REL_EQ, PTE_SWAP);
}

static void next_pte(struct machine *m, struct task *t, s64 *v)
{
	v[ADDR]++;
}

/* free_swap_and_cache: the slot goes, and the page in the cache with it. */
static void free_slot(struct machine *m, u32 slot, unsigned cpu)
{
	if (slot_kind(m, slot) == SLOT_CACHED)
		page_drop(m, slot_page(m, slot), cpu);
	else
		slot_put(m, slot);
}

/* Reclaim may have swapped the page out since the line before: then its slot
 * is what is given back. */
static void put_pte(struct machine *m, struct task *t, s64 *v)
{
	u32 pte = pte_get(m, (u32)v[ADDR]);

	pte_set(m, (u32)v[ADDR], PTE_NONE);
	if (pte_kind(pte) == PTE_PRESENT)
		page_drop(m, pte_value(pte), t->cpu);
	else if (pte_kind(pte) == PTE_SWAP)
		free_slot(m, pte_value(pte), t->cpu);
	m->memory.zapped_pages += (u64)v[COUNTED];
	v[ADDR]++;
}

static void count_zapped(struct machine *m, struct task *t, s64 *v)
{
	m->memory.calls_zapped += (u64)v[COUNTED];
}

enum { Z_FULL = 1, Z_TRIM, Z_EACH, Z_MAPS, Z_PUT, Z_SWAP, Z_SLOT, Z_NEXT,
	Z_DONE };
/* clang-format off */
static const struct line zap_lines[] = {
 [Z_FULL] = { "if this CPU's list is too long", OP_IF, .id = "full", .test = pcp_full, .no = Z_EACH,
	.in = IN_ORDERS, .gloss = "Six batches of freed pages?", .why = "{left} ≥ {right}", .if_yes = "give a batch back",
	.if_no = "go on" },
 [Z_TRIM] = { "  give a batch of it back", OP_CALL, .id = "trim", .callee = PROC_FREE_FULL_LISTS,
	.in = IN_ORDERS, .gloss = "To the zone's free lists." },
 [Z_EACH] = { "for each pte in the range", OP_IF, .id = "each", .test = more_ptes, .no = Z_DONE,
	.gloss = "One after the other.", .why = "{pte} < {end}", .if_yes = "one more", .if_no = "done" },
 [Z_MAPS] = { "  if it maps a page", OP_IF, .id = "maps", .test = is_present, .no = Z_SWAP,
	.gloss = "Present in memory?", .why = "{left} = 1", .if_yes = "free it", .if_no = "not in memory" },
 [Z_PUT]  = { "    clear it and free the page", .id = "put", .exec = put_pte, .next = Z_FULL,
	.cost = COST_ZAP, .shared = true, .gloss = "The frame is free at once." },
 [Z_SWAP] = { "  else if it is a swap entry", OP_IF, .id = "swap", .test = is_swap, .no = Z_NEXT,
	.gloss = "Swapped out?", .why = "{left} = 2", .if_yes = "free its slot", .if_no = "nothing there" },
 [Z_SLOT] = { "    clear it and free the slot", .id = "slot", .exec = put_pte, .next = Z_EACH,
	.cost = COST_ZAP, .shared = true, .gloss = "Thrown away without being read." },
 [Z_NEXT] = { "  else next pte", .id = "next", .exec = next_pte, .next = Z_EACH,
	.gloss = "Nothing to give back." },
 [Z_DONE] = { "return", OP_RETURN, .id = "return", .exec = count_zapped,
	.gloss = "The next touch of each page is a fault." },
};
/* clang-format on */

const struct procedure procedure_zap_page_range = {
	"zap_page_range", "mm/memory.c, v4.0", "Takes the pages of a range away, now.",
	zap_lines, Z_DONE + 1, range_locals, 3, 3,
};

/* madvise_free_pte_range: old and clean, still mapped. */
static void make_lazy(struct machine *m, struct task *t, s64 *v)
{
	u32 pte = pte_get(m, (u32)v[ADDR]), pfn = pte_value(pte);

	v[ADDR]++;
	if (pte_kind(pte) != PTE_PRESENT || page_at(m, pfn)->slot != NO_PAGE)
		return;	/* swapped out meanwhile, or about to be */
	page_edit(m, pfn)->flags &= (u8)~PAGE_DIRTY;
	pte_set(m, (u32)v[ADDR] - 1, pte_make(PTE_PRESENT, pfn, 0));
	m->memory.lazy_pages++;
}

/* deactivate_page: 4.5 brings an active page nearer to reclaim. */
static void make_lazy_inactive(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = pte_value(pte_get(m, (u32)v[ADDR]));

	make_lazy(m, t, v);
	if (pte_kind(pte_get(m, (u32)v[ADDR] - 1)) == PTE_PRESENT &&
		page_at(m, pfn)->state == PAGE_LRU &&
		page_at(m, pfn)->list == LRU_ACTIVE_ANON)
		page_lru_add(m, pfn, LRU_INACTIVE_ANON, false);
}

static void put_uncounted(struct machine *m, struct task *t, s64 *v)
{
	v[COUNTED] = 0;
	put_pte(m, t, v);
}

static void count_lazy(struct machine *m, struct task *t, s64 *v)
{
	m->memory.calls_lazy++;
}

enum { L_EACH = 1, L_MAPS, L_MARK, L_MARK45, L_SWAP, L_SLOT, L_NEXT, L_DONE };
/* clang-format off */
static const struct line lazy_lines[] = {
 [L_EACH] = { "for each pte in the range", OP_IF, .id = "each", .test = more_ptes, .no = L_DONE,
	.gloss = "One after the other.", .why = "{pte} < {end}", .if_yes = "one more", .if_no = "done" },
 [L_MAPS] = { "  if it maps a page", OP_IF, .id = "maps", .test = is_present, .no = L_SWAP,
	.gloss = "Present in memory?", .why = "{left} = 1", .if_yes = "mark it", .if_no = "not in memory" },
 [L_MARK] = { "    make it old and clean", .id = "mark", .exec = make_lazy, .next = L_EACH,
	.in = IN_MADV_FREE | IN_THROTTLED | IN_DONTNEED, .cost = COST_MARK_LAZY,
	.gloss = "Reclaim may drop it, unless it is written again." },
 [L_MARK45] = { "    make it old, clean, inactive", .id = "mark", .exec = make_lazy_inactive,
	.next = L_EACH, .in = IN_FREE_ENTRIES, .cost = COST_MARK_LAZY, .shared = true,
	.gloss = "Reclaim may drop it, unless it is written again." },
 [L_SWAP] = { "  else if it is a swap entry", OP_IF, .id = "swap", .test = is_swap, .no = L_NEXT,
	.in = IN_FREE_ENTRIES, .gloss = "Swapped out?", .why = "{left} = 2", .if_yes = "free its slot",
	.if_no = "nothing there" },
 [L_SLOT] = { "    clear it and free the slot", .id = "slot", .exec = put_uncounted,
	.next = L_EACH, .in = IN_FREE_ENTRIES, .cost = COST_ZAP, .shared = true,
	.gloss = "Nobody wants its content back." },
 [L_NEXT] = { "  else next pte", .id = "next", .exec = next_pte, .next = L_EACH,
	.gloss = "Nothing to mark; a swap entry is kept before 4.5." },
 [L_DONE] = { "return", OP_RETURN, .id = "return", .exec = count_lazy,
	.gloss = "No page was freed." },
};
/* clang-format on */

const struct procedure procedure_madvise_free_range = {
	"madvise_free_pte_range", "mm/madvise.c, mmotm of February 2015",
	"Marks the pages of a range as lazily freeable.",
	lazy_lines, L_DONE + 1, range_locals, 3, 2,
};

/* madvise: lazily or now? */
static struct test swap_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.slots_free, REL_GT, 0);
}

static struct test above_threshold(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(memory_free_pages(m), REL_GT,
		m->memory.threshold_pages);
}

static void start_counting(struct machine *m, struct task *t, s64 *v)
{
	v[COUNTED] = 1;
}

enum { LAZY = IN_MADV_FREE | IN_THROTTLED | IN_FREE_ENTRIES };
enum { M_START = 1, M_SWAP, M_FREE, M_MARK, M_ZAP, M_DONE };
/* clang-format off */
static const struct line madvise_lines[] = {
 [M_START] = { "find the VMA", .id = "vma", .exec = start_counting,
	.gloss = "One decision for the whole range." },
 [M_SWAP]  = { "if swap pages left > 0", OP_IF, .id = "swap", .test = swap_left, .no = M_ZAP, .in = LAZY,
	.decision = true, .gloss = "Without swap, anonymous pages are not scanned.", .why = "{left} > 0",
	.if_yes = "lazily is possible", .if_no = "no swap: zap now" },
 [M_FREE]  = { "if free > threshold", OP_IF, .id = "threshold", .test = above_threshold, .no = M_ZAP,
	.in = IN_THROTTLED, .shared = true, .decision = true,
	.gloss = "1.5 × min_free_kbytes: is memory plentiful?", .why = "{left} > {right}",
	.if_yes = "plenty; {margin} pages to spare", .if_no = "under pressure: {margin} pages too few" },
 [M_MARK]  = { "  mark pages lazily freeable", OP_CALL, .id = "mark",
	.callee = PROC_MADVISE_FREE_RANGE, .pass = { ADDR, END }, .in = LAZY, .next = M_DONE,
	.gloss = "Cheap now; reclaim pays later." },
 [M_ZAP]   = { "zap now", OP_CALL, .id = "zap", .callee = PROC_ZAP_PAGE_RANGE,
	.pass = { ADDR, END, COUNTED }, .gloss = "Every page goes back at once." },
 [M_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "Back to the process." },
};
/* clang-format on */

const struct procedure procedure_madvise = {
	"madvise", "mm/madvise.c, February 2015, and mail 000",
	"A process says that it does not need a range for now.",
	madvise_lines, M_DONE + 1, range_locals, 3, 2,
};
