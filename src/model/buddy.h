/* SPDX-License-Identifier: GPL-3.0-or-later
 * Free blocks by order and migratetype, and the per-CPU lists in front of them.
 *
 * Rules: only machines with PART_ORDERS have more than one order. A block of
 * order o starts at a multiple of 2^o. Its first page knows the order
 * (page.list, while PAGE_FREE or PAGE_HELD); the others are PAGE_BODY. A free
 * page's flags are the migratetype of the list it is on. Lists and counts
 * change only with the zone's lock held; pages in the hand of who holds it are
 * zone.moving.
 */
#ifndef MODEL_BUDDY_H
#define MODEL_BUDDY_H

#include "model/types.h"

struct machine;
struct test;
struct task;

/* To add one: a row here, a name in names.c, its fallbacks in buddy.c. */
enum migratetype { MIGRATE_UNMOVABLE, MIGRATE_RECLAIMABLE, MIGRATE_MOVABLE,
	MIGRATE_PCPTYPES, MIGRATE_RESERVE = MIGRATE_PCPTYPES, MIGRATE_TYPES };

enum {
	BUDDY_ORDERS = 11, /* MAX_ORDER at most */
	LOCK_ZONE = 2
}; /* the first zone's lock */

struct free_list {
	u32 head, tail; /* NO_PAGE: empty */
};
struct free_area {
	struct free_list list[MIGRATE_TYPES];
	u32 n; /* blocks on all of them */
};

/* One CPU's pages of one zone: half a grain, in the body. */
struct pcp {
	struct free_list list[MIGRATE_PCPTYPES];
	u32 count, zero;
};

/* The buddy of a block; it may lie outside the zone. */
static inline u32 buddy_of(u32 pfn, unsigned order)
{
	return pfn ^ 1u << order;
}
/* The first page of the block that has this page, and the block's order. */
u32 buddy_block(const struct machine *m, u32 pfn, unsigned *order);
/* Whether a free block of exactly this order starts there, in this zone. */
bool buddy_is_free(
	const struct machine *m, unsigned zone, u32 pfn, unsigned order);
/* gfpflags_to_migratetype. */
enum migratetype gfp_migratetype(unsigned gfp);
/* Free blocks that a request of this order and type could be given, counting
 * those worth stealing from other types. */
s64 buddy_usable(const struct machine *m, unsigned zone, unsigned order,
	enum migratetype type);
/* can_steal_fallback: from which order on a type takes what is around, too. */
s64 buddy_steal_order(const struct machine *m, s64 type);
/* Off its list, into the hand; onto a list, out of the hand. */
void buddy_unlink(struct machine *m, u32 pfn);
void buddy_link(struct machine *m, u32 pfn, enum migratetype type, bool tail);
/* Moves a free block to another type's list, its order unchanged. */
void buddy_retype(struct machine *m, u32 pfn, enum migratetype type);
/* A block in the hand becomes two of the next lower order: the upper one. */
u32 buddy_split(struct machine *m, u32 pfn);
/* Two equal blocks in the hand become one: its first page. */
u32 buddy_merge(struct machine *m, u32 pfn);
/* From the hand to its user, and back. `cpu` keeps the global count's drift. */
void buddy_give(struct machine *m, u32 pfn, unsigned cpu);
void buddy_take_back(struct machine *m, u32 pfn, unsigned cpu);

/* The migratetype of a pageblock: of all pages with this pfn >> block order. */
enum migratetype pageblock_type(const struct machine *m, u32 pfn);
void pageblock_set_type(struct machine *m, u32 pfn, enum migratetype type);
/* The first frame of the pageblock, and of the next one. */
u32 pageblock_start(const struct machine *m, u32 pfn);
u32 pageblock_end(const struct machine *m, u32 pfn);

/* Per-CPU lists. */
const struct pcp *pcp_at(const struct machine *m, unsigned cpu, unsigned zone);
struct pcp *pcp_edit(struct machine *m, unsigned cpu, unsigned zone);
/* A single page in the hand goes to the list's end; a held one to its head. */
void pcp_append(
	struct machine *m, unsigned cpu, u32 pfn, enum migratetype type);
void pcp_free(struct machine *m, unsigned cpu, u32 pfn);
/* The list's first page becomes its user's; NO_PAGE: empty. */
u32 pcp_pop(
	struct machine *m, unsigned cpu, unsigned zone, enum migratetype type);
/* Its last page comes into the hand. */
u32 pcp_take_last(
	struct machine *m, unsigned cpu, unsigned zone, enum migratetype type);
/* OP_IF: does a list of the task's CPU hold a batch too many? Whoever frees
 * pages in an exec asks afterwards, and if so calls PROC_FREE_FULL_LISTS. */
struct test pcp_full(
	const struct machine *m, const struct task *t, const s64 *v);

const char *buddy_check(const struct machine *m);
u64 buddy_digest(const struct machine *m, u64 hash);

#endif
