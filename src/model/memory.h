/* SPDX-License-Identifier: GPL-3.0-or-later
 * Physical memory: zones, page frames, LRU lists, page tables, swap.
 *
 * Rules: struct memory is part of the machine's head; frames, page table entries
 * and swap slots are arrays in its body and are written only through the setters
 * here, which tell undo. A frame is in exactly one state; a list holds frames of
 * one state. Indices instead of pointers; NO_PAGE ends a list.
 */
#ifndef MODEL_MEMORY_H
#define MODEL_MEMORY_H

#include "model/buddy.h"
#include "model/compaction.h"
#include "model/request.h"
#include "model/types.h"

struct machine;
struct zone_request;

/* A request waits while QUEUE_MAX are queued; each task that was told of room at
 * the same moment may still add one, so the array is larger. */
enum { QUEUE_MAX = 128, QUEUE_SIZE = 256 };
#define NO_PAGE UINT32_MAX

/* To add a list: a row here; page_lru_* serve it. */
enum lru { LRU_INACTIVE_ANON, LRU_ACTIVE_ANON,
	LRU_UNEVICTABLE,	/* reclaim leaves them alone */
	LRU_INACTIVE_FILE, LRU_ACTIVE_FILE, LRU_LISTS };

/* Free: on its zone's free list. Held: taken, not yet on a list. Isolated: off
 * its list, in a reclaimer's hands. Body: not the first page of its block. PCP:
 * on a CPU's list of free pages. Movable: in use by somebody who isn't modelled
 * and doesn't care where it lies. */
enum page_state { PAGE_FREE, PAGE_HELD, PAGE_LRU, PAGE_ISOLATED, PAGE_BODY,
	PAGE_PCP, PAGE_MOVABLE };
enum page_flag {
	PAGE_DIRTY = 1,		/* newer than its swap slot */
	PAGE_WRITING = 2,	/* under writeback */
	PAGE_READING = 4,	/* not up to date yet */
	PAGE_DROPPED = 8,	/* nobody needs it: free it when let go */
	PAGE_KEPT = 16,		/* held by nobody who is modelled: `free` may */
	PAGE_HUGE = 32,		/* of a huge page, or was: see rmap.h */
};

struct page {
	u32 prev, next;		/* towards head, towards tail */
	u32 pte;		/* what maps it, or NO_PAGE */
	u32 slot;		/* in the swap cache under this slot, or NO_PAGE */
	u8 state, list, flags, zone;
};

/* A page table entry: kind in the low bits, then young, dirty, frame or slot. */
enum pte_kind { PTE_NONE, PTE_PRESENT, PTE_SWAP };
enum { PTE_YOUNG = 4, PTE_DIRTY = 8, PTE_SHIFT = 4 };

/* A swap slot: free (with the next free one), used, or used and cached. */
enum slot_kind { SLOT_FREE, SLOT_USED, SLOT_CACHED };

struct lru_list {
	u32 head, tail, n;
};

struct zone {
	/* fixed */
	u32 first, frames;	/* managed, from this frame on */
	s64 min, low, high;	/* marks, pages */
	s64 reserve;		/* lowmem_reserve for requests of the highest zone */
	s64 apart;		/* its counter less `free`: see request.h */
	s64 inactive_ratio;
	s64 drift_threshold, pressure_threshold;
	s64 batch, pcp_high; /* of the per-CPU lists; ORDERS only */
	/* core */
	u32 free;
	struct lru_list list[LRU_LISTS];
	u32 isolated, held;
	u32 pcp, movable; /* pages in these states */
	u32 moving;	  /* counted as free, in somebody's hand */
	struct free_area area[BUDDY_ORDERS];
	struct compact_memory compact;
};

/* What to do with a page. Pages that a fault reads together are one request, as
 * the block layer merges neighbours: its first page begins it. */
enum io { IO_WRITE, IO_READ, IO_READ_ON };

/* Pages the swap device has not moved: frame numbers, reads marked. */
struct io_queue {
	u32 at[QUEUE_SIZE];
	u16 first, n;
};

struct memory {
	/* fixed */
	u32 frames, zones, ptes, slots, region_pages, page_cluster;
	u32 page_at, pte_at, slot_at;	/* offsets of the arrays */
	u32 pcp_at, block_at, compact_at;		/* ORDERS only */
	u32 orders;			/* MAX_ORDER; 1 without ORDERS */
	u32 block_order;		/* of a pageblock */
	bool rule_4_4;
	u32 gfp; /* of the scene's requests */
	s64 min_free_kbytes;
	s64 loops, threshold_pages;
	/* core */
	struct zone zone[ZONES_MAX];
	struct request request;
	s64 nr_free;			/* vm_stat[NR_FREE_PAGES], without drift */
	u32 slot_first, slot_last, slots_free;
	struct io_queue queue;
	u16 kswapd, device;		/* their tasks */
	u8 kswapd_awake;
	u8 kswapd_order; /* the largest order asked for; ORDERS */
	/* ghost */
	u64 io_done;			/* requests completed */
	u64 pgfault, pgmajfault, pswpin, pswpout, pglazyfreed, allocstall;
	u64 pgactivate, pgdeactivate, pgscan, pgsteal, oom_kill;
	s64 scanner[2];			/* where the last one stood: up, down */
	u64 kswapd_wakeups, alloc_warnings;
	u64 compact_stall, compact_success, compact_fail, pgmigrate_success;
	u64 lazy_pages, zapped_pages, calls_lazy, calls_zapped;
	u64 page_writes;
	s64 cached_slots;		/* ledger: slots in the swap cache */
	s64 present, swapped;		/* ledger: ptes of each kind */
};

static inline u32 pte_kind(u32 pte)
{
	return pte & 3;
}
static inline u32 pte_value(u32 pte)
{
	return pte >> PTE_SHIFT;
}
static inline u32 pte_make(enum pte_kind kind, u32 value, u32 bits)
{
	return value << PTE_SHIFT | bits | (u32)kind;
}

const struct page *page_at(const struct machine *m, u32 pfn);
struct page *page_edit(struct machine *m, u32 pfn);	/* about to change */
u32 pte_get(const struct machine *m, u32 index);
void pte_set(struct machine *m, u32 index, u32 value);
enum slot_kind slot_kind(const struct machine *m, u32 slot);
u32 slot_page(const struct machine *m, u32 slot);	/* SLOT_CACHED: its frame */

/* Frames. `cpu` keeps the drift of the global count. */
u32 page_take(struct machine *m, unsigned zone, unsigned cpu);	/* held */
void page_free(struct machine *m, u32 pfn, unsigned cpu);
/* At the head of a list, or at its tail. */
void page_link(struct machine *m, u32 *head, u32 *last, u32 pfn, bool tail);
void page_lru_add(struct machine *m, u32 pfn, enum lru list, bool tail);
void page_isolate(struct machine *m, u32 pfn);
u32 page_oldest(const struct machine *m, unsigned zone, enum lru list);
/* Lets an isolated page go: back to a list, or free if it was dropped. */
void page_putback(struct machine *m, u32 pfn, enum lru list, bool tail,
	unsigned cpu);
/* Nobody needs this page any more: frees it, or marks it for who holds it. */
void page_drop(struct machine *m, u32 pfn, unsigned cpu);

/* The mark that alloc flags choose; the free pages that the check reads; free
 * blocks by order, BUDDY_ORDERS of them, as the rule in force counts them; what
 * the zone keeps from this class of requests. */
s64 zone_mark(const struct zone *z, unsigned flags);
s64 zone_counted(const struct machine *m, s64 zone);
void zone_blocks(const struct machine *m, s64 zone, s64 *blocks);
s64 zone_area(const struct machine *m, s64 zone, unsigned order);	/* all */
s64 zone_reserve(const struct machine *m, s64 zone);
/* A request to this zone, as the check sees it. */
struct zone_request zone_request(const struct machine *m, s64 zone, s64 order,
	unsigned flags);
/* Whether kswapd has nothing to do for this order: high mark, and memory is not
 * too short for compaction. */
bool zone_is_balanced(const struct machine *m, unsigned zone, s64 order);
void memory_wake_kswapd(struct machine *m, unsigned by_cpu);
/* Moves the global free count, which drifts. */
void memory_count_free(struct machine *m, unsigned zone, unsigned cpu, int by);

/* Swap. */
u32 slot_take(struct machine *m);		/* NO_PAGE: none left */
void slot_put(struct machine *m, u32 slot);	/* of no page */
void slot_cache(struct machine *m, u32 slot, u32 pfn);
void slot_uncache(struct machine *m, u32 slot);
bool io_room(const struct machine *m);
void io_submit(struct machine *m, u32 pfn, enum io io, u64 now_ns);
/* The frame that the device works for, or comes to next; NO_PAGE: none. */
u32 io_oldest(const struct machine *m, bool *read);

/* nr_free_pages(): the global count, never below 0; drifts like any counter. */
s64 memory_free_pages(const struct machine *m);
/* Free in all zones, exactly. */
s64 memory_free_exact(const struct machine *m);
/* The broken ledger, or NULL: O(1); memory_check() counts everything. */
const char *memory_ledger(const struct machine *m);
const char *memory_check(const struct machine *m);

struct setup;
void memory_lay_out(struct machine *m, const struct setup *s, u32 *end);
void memory_init(struct machine *m, const struct setup *s);
/* Setting up, in this order: what is in a frame that was free, then the lists
 * of those that are still free. */
void memory_place(struct machine *m, u32 pfn, enum page_state state);
void memory_place_clean(struct machine *m, u32 pfn);
/* Frames taken at random positions, and page cache that fills what is left. */
void memory_place_by_chance(struct machine *m, const struct setup *s);
void memory_place_all(struct machine *m, const struct setup *s);
void memory_build_lists(struct machine *m, unsigned zone);
/* Makes the global free count exact: after pages were taken at the beginning. */
void memory_settle(struct machine *m);

#endif
