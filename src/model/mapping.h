/* SPDX-License-Identifier: GPL-3.0-or-later
 * Files: their page caches, and what is known of a file's page.
 *
 * Rules: struct files is part of the machine's head; file pages and trees are
 * arrays in its body, there only with PART_FILES, and written through the
 * functions here. A page of a file is mapped by one pte at most, which lies with
 * the page. References are not stored but follow from who holds the page.
 */
#ifndef MODEL_MAPPING_H
#define MODEL_MAPPING_H

#include "model/memory.h"
#include "model/types.h"

enum {
	SCAN_MAX = 32,		/* SWAP_CLUSTER_MAX: pages isolated at once */
	LIST_SHOWN = 64, 	/* pages of a list that are remembered */
	FILES_SHOWN = 26,	/* files with a letter */
};

/* To add one: a row here. CLEANED and REUSED are what others do to the page just
 * before it is written or unmapped. */
enum file_flag {
	FILE_CACHE = 1,		/* a file's page: not swap-backed */
	FILE_LOCKED = 2,	/* PG_locked */
	FILE_REFERENCED = 4,	/* PG_referenced */
	FILE_ACTIVE = 8,	/* PG_active: to the active list when let go */
	FILE_MAPPED = 16,	/* its one pte is there … */
	FILE_YOUNG = 32,	/* … and was used */
	FILE_MLOCKED = 64,	/* unevictable */
	FILE_EXEC = 128,	/* mapped by a VM_EXEC vma */
	FILE_FROZEN = 256,	/* no reference left: nobody can find it */
	FILE_RECLAIM = 512,	/* PG_reclaim: to the tail once it is written */
	FILE_CLEANED = 1024,
	FILE_REUSED = 2048,
};

struct file_page {
	u32 index;		/* in its mapping */
	u16 mapping;		/* NONE: not in any file's cache */
	u16 flags;		/* enum file_flag */
	u16 users;		/* references of others, beyond cache, pte and
				   isolation */
	u16 owner;		/* the task that has it locked; NONE: somebody
				   else, or nobody */
};

struct mapping {
	/* core */
	u32 nrpages;		/* in its cache */
	u32 next;		/* the page of the file that is read next */
	/* ghost */
	u64 freed;
};

struct files {
	/* fixed */
	u32 n;			/* files; one more mapping is the swap cache */
	u32 file_pages;		/* the largest index and one */
	u32 mapping_at, page_at, tree_at, scan_at;
	u32 lock_first;		/* tree_lock, i_mmap_mutex of each mapping; lru_lock */
	u32 run_length;		/* pages read of a file before the next file */
	u32 listed;		/* pages of the list at the beginning */
	u8 origin[LIST_SHOWN];	/* the file of each; FILES_SHOWN: none */
	/* core */
	s64 to_scan;		/* pages that the workload still looks at */
	u32 locked;		/* page locks that reclaim holds */
	/* ghost */
	u64 freed, kept, culled, removals, drains, drains_empty, batch_max;
	u64 batch[SCAN_MAX + 1];
	u64 i_mmap_taken, locked_max, pageouts, pages_read;
};

struct machine;
struct setup;

const struct file_page *file_page_at(const struct machine *m, u32 pfn);
struct file_page *file_page_edit(struct machine *m, u32 pfn); /* about to change */
/* Page of a file, or one that lost its file; false without PART_FILES. */
bool page_is_file(const struct machine *m, u32 pfn);
/* A file's page, or one that reclaim has just taken out of a cache: no pte and no
 * slot need to know it. */
bool page_needs_no_map(const struct machine *m, u32 pfn);
/* The mapping whose cache has the page: a file, or m->files.n for the swap
 * cache; NONE. */
unsigned page_mapping(const struct machine *m, u32 pfn);
/* References: cache, pte, isolation, others; 0 once frozen. */
unsigned page_count(const struct machine *m, u32 pfn);
bool page_mapped(const struct machine *m, u32 pfn);
bool page_dirty(const struct machine *m, u32 pfn);

struct mapping *mapping_edit(struct machine *m, unsigned mapping);
const struct mapping *mapping_at(const struct machine *m, unsigned mapping);
/* A file's page cache: NO_PAGE if it has none there. */
u32 page_cache_get(const struct machine *m, unsigned mapping, u32 index);
void page_cache_add(struct machine *m, unsigned mapping, u32 index, u32 pfn);
/* Out of the cache it is in, the swap cache included. */
void page_cache_delete(struct machine *m, u32 pfn);
/* Makes a page that was taken from the free pages a clean one of this file, at
 * the head of the inactive file list, unmapped. False: the file is full. */
bool page_cache_fill(struct machine *m, unsigned mapping, u32 pfn);
/* Compaction: a page that somebody has locked or refers to stays; else what is
 * known of it goes to another frame. Both do without PART_FILES. */
bool file_page_may_move(const struct machine *m, u32 pfn);
void file_page_move(struct machine *m, u32 from, u32 to);
/* Nothing of the file is left in this frame: before it is freed. */
void file_page_clear(struct machine *m, u32 pfn);

/* Whose lock is which. */
unsigned tree_lock_of(const struct machine *m, unsigned mapping);
unsigned i_mmap_mutex_of(const struct machine *m, unsigned mapping);
unsigned lru_lock_of(const struct machine *m);

/* Locks and bytes that the part takes; then its beginning. */
void files_lay_out_locks(struct machine *m, const struct setup *s);
void files_lay_out(struct machine *m, const struct setup *s, u32 *end);
void files_init(struct machine *m, const struct setup *s);
void files_begin(struct machine *m, const struct setup *s); /* its variant */
/* The list that mail 002's workload begins with, in the frames from 0 on. */
void files_fill(struct machine *m, const struct setup *s);
/* The first broken invariant, or NULL. */
const char *files_check(const struct machine *m);

#endif
