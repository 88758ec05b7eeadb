/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a task that compacts memory has in its hands, and where its scanners are.
 *
 * Rules: one struct per task, in the body; written through compact_edit(). Isolated
 * pages hang on a list by page.next, the last one first; held free blocks, too.
 */
#ifndef MODEL_COMPACTION_H
#define MODEL_COMPACTION_H

#include "model/types.h"

struct machine;
struct task;
struct zone;

enum compact_mode { COMPACT_ASYNC, COMPACT_SYNC_LIGHT };
enum { CLUSTER_MAX = 32,	/* pages isolated in one round */
	DEFER_SHIFT_MAX = 6 };

struct compact_control {
	u32 migrate_pfn, free_pfn;	/* the scanners */
	u32 migrate_first, free_first;	/* lists; NO_PAGE: empty */
	u32 nr_migrate, nr_free;	/* pages on them; nr_migrate is that of
					   the round until it is over */
	u32 pad[2];
};

/* What a zone remembers between runs; in struct zone. */
struct compact_memory {
	u32 migrate_pfn[2], free_pfn;	/* where to go on, by mode */
	u32 considered;			/* attempts since it was deferred */
	u8 defer_shift, order_failed;
	u8 flush;			/* hints are to be forgotten by kswapd */
	u32 epoch;			/* hints of other epochs don't count */
};

const struct compact_control *compact_at(const struct machine *m,
	const struct task *t);
struct compact_control *compact_edit(struct machine *m, const struct task *t);

/* Pageblocks that a scanner found nothing in. */
bool compact_skips(const struct machine *m, unsigned zone, u32 pfn);
void compact_set_skip(struct machine *m, unsigned zone, u32 pfn);
void compact_forget_skips(struct machine *m, unsigned zone);
/* All hints of a zone, and where its scanners would go on. */
void compact_forget(struct machine *m, unsigned zone);

/* Deferral as rules of plain numbers: attempts are counted up to 2^shift. */
u32 compact_considered(u32 considered, unsigned shift);
bool compact_is_deferred(u32 considered, unsigned shift);

/* Whether compaction can move this page, and take it. */
bool page_is_movable(const struct machine *m, u32 pfn);
/* A page's content and owner move to a held frame; the old one is freed. */
void page_move(struct machine *m, u32 from, u32 to, unsigned cpu);

const char *compact_check(const struct machine *m);
u64 compact_digest(const struct machine *m, u64 hash);

#endif
