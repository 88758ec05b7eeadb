/* SPDX-License-Identifier: GPL-3.0-or-later
 * What one caller of printk prints: the report being read, and the item in it
 * whose lines may go on. Of reader.c alone.
 */
#ifndef REPORT_STREAM_H
#define REPORT_STREAM_H

#include "report/log.h"
#include "report/parse.h"
#include "report/reader.h"

enum { ITEM_TEXT = 1 << 13, STREAM_TORN = 100 };

enum item_kind { ITEM_NONE, ITEM_HEADER, ITEM_ZONE, ITEM_RESERVE, ITEM_LIST,
	ITEM_SLAB };

/* Which table of /proc the lines are in. */
enum proc_part { PROC_NONE, PROC_ZONEINFO, PROC_BLOCK_TYPES };

struct stream {
	s64 caller;
	u64 used;			/* line of last use; 0: free */
	struct report *open;
	u64 last;			/* last line that was part of it */
	enum item_kind item;
	s64 node;			/* the item's zone */
	enum zone_class zone;
	s64 node_alone;			/* "Node 0 " whose line goes on; or -1 */
	size_t n;
	char text[ITEM_TEXT];
	enum proc_part part;
	bool in_slab;			/* lines of open->slab[n_slabs - 1] */
	s64 mem_total_kb, swap_free_kb, swap_total_kb;	/* of /proc/meminfo */
	char version[REPORT_WORDS];	/* seen outside a report, and where */
	s64 major, minor;
	u64 version_line;
	bool version_wrapped;		/* it may stand on the next line */
	unsigned hints;			/* of lines just before */
	char torn[STREAM_TORN];		/* "x: page allocation", whose line broke */
};

/* Reports of this stream begin and end with these. */
void stream_open(struct reader *rd, struct stream *st, enum report_kind kind,
	u64 line);
void stream_close(struct reader *rd, struct stream *st);
/* The item in hand is complete: into the report with it. */
void stream_end_item(struct stream *st);
/* One line of a log (true if it means something here); of /proc. */
bool stream_log_line(struct reader *rd, struct stream *st,
	struct log_line *line);
bool stream_proc_line(struct reader *rd, struct stream *st,
	struct log_line *line);

#endif
