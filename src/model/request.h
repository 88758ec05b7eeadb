/* SPDX-License-Identifier: GPL-3.0-or-later
 * A request as a kernel's report tells it, and its zones.
 *
 * Rules: a report prints a zone's counter first and its lists later, so the two
 * differ; the check reads the counter. counter + read_later = pages in the lists
 * = zone.free + those of blocks that are counted here alone: `far` ones, which are
 * too many to be laid out frame by frame, and `closed` ones, of types that the
 * request may not take. Without a `zone_list` all of this is 0.
 */
#ifndef MODEL_REQUEST_H
#define MODEL_REQUEST_H

#include "model/buddy.h"

enum { ZONES_MAX = 8, ZONE_NAME = 20 };

enum zone_answer { ZONE_NOT_ASKED, ZONE_GIVES, ZONE_REFUSES };
enum request_state { REQUEST_OPEN, REQUEST_GRANTED, REQUEST_REFUSED };

struct zone_extra {
	/* fixed */
	char name[ZONE_NAME];		/* "DMA32"; "" in other machines */
	s64 managed;			/* pages; 0: not told */
	s64 boost;			/* of each mark */
	s64 cma, highatomic;		/* free pages that the request can't have */
	s64 read_later;
	u32 far[BUDDY_ORDERS], closed[BUDDY_ORDERS];
	/* ghost: of the last check */
	s64 missing;			/* pages, or one block; 0: it passed */
	s64 spare;			/* pages or blocks; 0: it did not */
	u8 answer;			/* enum zone_answer */
};

struct request {
	/* fixed */
	u8 order, last_high;		/* the last try is at high, before a kill */
	u8 flags;			/* enum alloc_flag, at min: high, harder */
	struct zone_extra zone[ZONES_MAX];
	/* ghost */
	u8 state, mark;			/* enum request_state; 1 + that of the last try */
	u16 from;			/* the zone that gave; NONE */
};

struct setup;

/* What `zone_list` says of one zone. */
struct told_zone {
	char name[ZONE_NAME];
	s64 free, min, low, high, boost, reserve, cma, highatomic, managed;
	s64 blocks[BUDDY_ORDERS];
	bool closed[BUDDY_ORDERS];
};

/* Reads the text, which may be "" (*n is 0 then). NULL if it is good; else what is
 * wrong, after *at bytes. */
const char *zone_list_read(const char *text, struct told_zone out[ZONES_MAX],
	unsigned *n, size_t *at);

/* Where the zones' frames lie: as many blocks of each order as have room. */
struct zone_layout {
	u32 first[ZONES_MAX], frames[ZONES_MAX];
	u32 laid[ZONES_MAX][BUDDY_ORDERS];	/* blocks */
	u32 all;			/* frames of the machine */
};
void zone_list_layout(const struct told_zone *z, unsigned n,
	struct zone_layout *out);

struct machine;
/* Setting up: a zone's marks; what is in its frames; what is asked. */
void zone_list_marks(struct machine *m, unsigned i, const struct told_zone *told);
void zone_list_place(struct machine *m, const struct setup *s);
void request_init(struct machine *m, const struct setup *s);
void request_start(struct machine *m);
/* The alloc flags of the try that runs, ran last or comes first. */
unsigned request_flags(const struct machine *m);
/* What must be left in a zone then: the mark, less what the request may use of it,
 * and what is kept from it besides. */
s64 request_mark(const struct machine *m, s64 zone);
s64 request_kept(const struct machine *m, s64 zone);
/* NULL, or what does not add up. */
const char *request_check(const struct machine *m);

#endif
