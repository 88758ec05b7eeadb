/* SPDX-License-Identifier: GPL-3.0-or-later
 * Huge pages and who maps them: VMAs, page tables, the tree of an anon_vma, and
 * the counts that say how often a page is mapped and held.
 *
 * Rules: struct rmap is part of the machine's head; page table entries, pages
 * and huge pages are arrays in its body and are written only through the
 * setters here, which tell undo. VMAs never change once made. A small page is
 * named by its number, which is its place in the one anon_vma (pgoff), too:
 * page i of huge page t is t × pages + i. All address spaces have one anon_vma,
 * since they were forked from one process, and their VMAs stand in its tree.
 */
#ifndef MODEL_RMAP_H
#define MODEL_RMAP_H

#include "model/types.h"

struct machine;

enum { TABLE_ENTRIES = 512 }; /* of pgd, pud and pmd; a pte table has `pages` */
#define NO_VMA UINT32_MAX

struct vma {
	u32 start, last; /* pgoff of the first and the last page */
	u32 most;	 /* the largest `last` in its part of the tree */
	u32 left, right, parent; /* VMAs in the tree; NO_VMA */
	s32 shift;		 /* address − pgoff, in pages: mremap */
	u16 mm, zero;		 /* whose address space */
};

/* A page table entry: kind in the low bits, flags, what it refers to. A
 * migration entry has the kernel's form of a swap entry: not present, names a
 * page. */
enum entry_kind {
	ENTRY_NONE,
	ENTRY_TABLE,
	ENTRY_PTE,
	ENTRY_HUGE,
	ENTRY_MIGRATION
};
enum { ENTRY_YOUNG = 8, ENTRY_DIRTY = 16, ENTRY_SHIFT = 5 };

/* A small page, huge or not any more. */
struct small_page {
	s32 refcount; /* of a huge page: all in its head */
	s16 mapcount; /* the kernel's _mapcount + 1: ptes that map it */
	u16 zero;
};

struct huge_page {
	u32 pfn, copy_pfn; /* fixed: its first frame; that of its page's copy */
	s32 compound;	   /* compound_mapcount: pmds that map it whole */
	s32 mapped;	   /* ledger: its small pages' mapcounts together */
	u16 extra;	   /* small pages counted once more for double_map */
	u8 huge;	   /* not split yet */
	u8 double_map;	   /* PageDoubleMap: mapped by a pmd and by ptes */
	u8 deferred;	   /* on the queue of huge pages to split later */
	u8 zero[3];
};

/* Their order in struct rmap.lock; then a pmd and a pte lock per address space.
 */
enum rmap_lock {
	LOCK_PAGE,
	LOCK_ANON_VMA,
	LOCK_SPLIT_QUEUE,
	LOCK_LRU,
	LOCK_PMD
};

struct rmap {
	/* fixed */
	u32 thps, pages;     /* huge pages; small pages of each */
	u32 mms, vmas, root; /* address spaces, VMAs, the tree's root */
	u32 copies;	     /* page copies after a fork: 0, or one of each */
	u32 mm_entries,
		pte_at; /* of an address space: entries; first pte table's */
	u32 vma_at, entry_at, page_at, huge_at; /* offsets of the arrays */
	u16 lock;				/* number of the first one */
	u8 layout, migrate, race;
	u8 zapping; /* core: somebody unmaps a small page */
	/* core */
	u32 splitting; /* huge page that is being split, or NO_PAGE */
	u32 zapped;    /* its pte is gone, its mapcount not yet; NO_PAGE */
	u32 unput;     /* not mapped any more, still held; NO_PAGE */
	/* ghost */
	u64 tree_queries, tree_steps, vma_visits, descents, slots;
	u64 pte_flushes, pmd_flushes, ptes_changed;
	u64 split, split_failed, freeze_failed, migrated;
};

static inline enum entry_kind entry_kind(u32 entry)
{
	return (enum entry_kind)(entry & 7);
}
static inline u32 entry_value(u32 entry)
{
	return entry >> ENTRY_SHIFT;
}
static inline u32 entry_make(enum entry_kind kind, u32 value, u32 flags)
{
	return value << ENTRY_SHIFT | flags | (u32)kind;
}

const struct vma *vma_at(const struct machine *m, u32 vma);
u32 entry_get(const struct machine *m, u32 entry);
void entry_set(struct machine *m, u32 entry, u32 value);
const struct small_page *small_at(const struct machine *m, u32 page);
void small_map(struct machine *m, u32 page, int by);  /* its mapcount */
void small_hold(struct machine *m, u32 page, int by); /* its refcount */
const struct huge_page *huge_at(const struct machine *m, u32 thp);
struct huge_page *huge_edit(struct machine *m, u32 thp); /* about to change */

/* The head of the huge page that this page belongs to; itself once split. */
u32 page_head(const struct machine *m, u32 page);
/* total_mapcount and page_mapcount (mm/huge_memory.c, include/linux/mm.h,
 * v4.5). */
s64 rmap_total_mapcount(const struct machine *m, u32 thp);
s64 rmap_page_mapcount(const struct machine *m, u32 page);
/* The frame behind a page. */
u32 page_pfn(const struct machine *m, u32 page);
/* Takes a block of frames, before the run; NO_PAGE: there is none. */
u32 huge_take(struct machine *m, u32 pages);

/* Where an address space keeps the entries of an address: pmd, pte. */
u32 mm_pmd_entry(const struct machine *m, u32 mm, u32 address);
u32 mm_pte_entry(const struct machine *m, u32 mm, u32 address);
/* The address of a page in an address space; `shift` of its VMAs. */
u32 mm_address(const struct machine *m, u32 mm, u32 page);

struct setup;
unsigned rmap_locks(const struct setup *s); /* how many it needs */
s64 rmap_pages(const struct setup *s);	    /* small pages of a huge page */
s64 rmap_frames(const struct setup *s);	    /* frames it needs */
const char *rmap_conflict(const struct setup *s);
void rmap_lay_out(struct machine *m, const struct setup *s, u32 *end);
void rmap_init(struct machine *m, const struct setup *s);
const char *rmap_check(const struct machine *m);

#endif
