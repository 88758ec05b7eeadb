/* SPDX-License-Identifier: GPL-3.0-or-later
 * Finds reports in logs and /proc files: which line belongs to which report.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "report/stream.h"
#include "report/trace.h"

enum { STREAMS = 8, WAITING = 4, APART = 1000, PROC_APART = 20000 /* lines */, NEAR = 200 };

struct reader {
	struct log log;
	report_take *take;
	void *user;
	struct stream stream[STREAMS];
	/* Listings without a first line, which may still come. */
	struct report *waiting[WAITING];
	u64 waiting_line[WAITING];
	unsigned n_waiting;
	struct trace *trace;		/* one for the whole file */
	u64 trace_line, line;
};

static void finish(struct reader *rd, struct report *r)
{
	report_finish(r);
	rd->take(rd->user, r);
}

static struct report *take_waiting(struct reader *rd)
{
	struct report *r = rd->waiting[0];

	rd->n_waiting--;
	memmove(rd->waiting, rd->waiting + 1,
		rd->n_waiting * sizeof(*rd->waiting));
	memmove(rd->waiting_line, rd->waiting_line + 1,
		rd->n_waiting * sizeof(*rd->waiting_line));
	return r;
}

static void flush_waiting(struct reader *rd)
{
	while (rd->n_waiting)
		finish(rd, take_waiting(rd));
}

static bool has_memory(const struct report *r)
{
	return r->n_zones > 0;
}

/* What a first line says, put into a listing that had none. */
static void put_header(struct report *to, const struct report *from)
{
	to->kind = from->kind;
	to->has_header = true;
	memcpy(to->task, from->task, sizeof(to->task));
	to->order = from->order;
	to->by_person = from->by_person;
	to->gfp_mask = from->gfp_mask;
	memcpy(to->gfp_names, from->gfp_names, sizeof(to->gfp_names));
	to->vmalloc_bytes = from->vmalloc_bytes;
	to->beyond_ram = from->beyond_ram;
	to->stall_ms = from->stall_ms;
	to->nodes = from->nodes;
	to->mems = from->mems;
	to->hints |= from->hints;
	if (!to->version[0]) {
		memcpy(to->version, from->version, sizeof(to->version));
		to->major = from->major;
		to->minor = from->minor;
	}
}

static bool wants_memory(const struct report *r)
{
	return r->kind == REPORT_FAILURE || r->kind == REPORT_OOM;
}

/* Puts r's first line into the oldest listings that wait, one for each copy. */
static void serve_waiting(struct reader *rd, const struct report *r,
	unsigned copies)
{
	for (; copies && rd->n_waiting; copies--) {
		struct report *listing = take_waiting(rd);

		put_header(listing, r);
		finish(rd, listing);
	}
}

/* A listing without its first line waits for one; a first line without a listing
 * takes the oldest that waits; two equal first lines in a row take two. */
static void settle(struct reader *rd, struct report *r)
{
	if (r->kind == REPORT_FAILURE && !has_memory(r) && r->order < 0 &&
		r->gfp_mask < 0 && r->vmalloc_bytes < 0 && r->stall_ms < 0) {
		report_free(r);		/* words of a mail, no report */
		return;
	}
	if (!r->has_header && r->kind == REPORT_NONE && has_memory(r)) {
		if (rd->n_waiting == WAITING)
			finish(rd, take_waiting(rd));
		rd->waiting_line[rd->n_waiting] = rd->line;
		rd->waiting[rd->n_waiting++] = r;
		return;
	}
	if (r->has_header && wants_memory(r) && !has_memory(r) &&
		!r->n_slabs && rd->n_waiting) {
		serve_waiting(rd, r, r->copies + 1);
		report_free(r);
		return;
	}
	serve_waiting(rd, r, r->copies);
	flush_waiting(rd);
	finish(rd, r);
}

void stream_open(struct reader *rd, struct stream *st, enum report_kind kind,
	u64 line)
{
	stream_close(rd, st);
	st->open = report_new(kind, line);
	st->last = line;
	st->open->hints = st->hints;
	st->hints = 0;
}

void stream_close(struct reader *rd, struct stream *st)
{
	struct report *r = st->open;

	if (st->item == ITEM_RESERVE && strchr(st->text, '\n'))
		st->item = ITEM_NONE;	/* in pieces, and who knows how many */
	stream_end_item(st);
	st->open = NULL;
	st->node_alone = -1;
	st->in_slab = false;
	if (!r)
		return;
	if (r->kind == REPORT_PROC) {
		r->mem_total_kb = st->mem_total_kb;
		r->free_swap_kb = st->swap_free_kb;
		r->total_swap_kb = st->swap_total_kb;
	}
	if (!r->version[0] && st->version[0] &&
		(!st->version_line || (st->version_line < r->line + NEAR &&
		st->version_line + NEAR > r->line))) {
		memcpy(r->version, st->version, sizeof(r->version));
		r->major = st->major;
		r->minor = st->minor;
	}
	settle(rd, r);
}

static void release(struct reader *rd, struct stream *st)
{
	stream_close(rd, st);
	st->used = 0;
}

/* The stream of a caller; the one unused for longest makes room. */
static struct stream *stream_of(struct reader *rd, s64 caller)
{
	struct stream *oldest = &rd->stream[0];

	for (unsigned i = 0; i < STREAMS; i++) {
		struct stream *st = &rd->stream[i];

		if (st->used && st->caller == caller)
			return st;
		if (st->used < oldest->used)
			oldest = st;
	}
	if (oldest->used)
		release(rd, oldest);
	oldest->caller = caller;
	oldest->item = ITEM_NONE;
	oldest->n = 0;
	oldest->node_alone = -1;
	oldest->part = PROC_NONE;
	oldest->version[0] = 0;
	oldest->hints = 0;
	oldest->torn[0] = 0;
	oldest->version_wrapped = false;
	oldest->in_slab = false;
	oldest->mem_total_kb = REPORT_UNKNOWN;
	oldest->swap_free_kb = oldest->swap_total_kb = REPORT_UNKNOWN;
	return oldest;
}

static void take_line(void *user, struct log_line *line)
{
	struct reader *rd = user;
	struct stream *st = stream_of(rd, line->caller);

	rd->line = line->number;
	st->used = line->number;
	if (st->open && line->number > st->last +
		(st->open->kind == REPORT_PROC ? PROC_APART : APART))
		stream_close(rd, st);
	if (rd->n_waiting && line->number > rd->waiting_line[0] + APART)
		finish(rd, take_waiting(rd));
	if (stream_log_line(rd, st, line) || stream_proc_line(rd, st, line))
		st->last = line->number;
	else if (trace_line(&rd->trace, line->text) && !rd->trace_line)
		rd->trace_line = line->number;
	if (line->cut && st->item == ITEM_RESERVE)
		st->item = ITEM_NONE;	/* half of it would say something else */
	if (line->cut && st->item != ITEM_ZONE)	/* its reserve may follow */
		stream_end_item(st);
}

struct reader *reader_new(report_take *take, void *user)
{
	struct reader *rd = mem_alloc(sizeof(*rd));

	rd->take = take;
	rd->user = user;
	log_init(&rd->log, take_line, rd);
	return rd;
}

void reader_feed(struct reader *rd, const char *bytes, size_t n)
{
	log_feed(&rd->log, bytes, n);
}

static void take_trace(struct reader *rd)
{
	struct report *r = report_new(REPORT_TRACE, rd->trace_line);

	r->has_header = true;
	r->trace = rd->trace;
	rd->trace = NULL;
	trace_finish(r->trace);
	finish(rd, r);
}

void reader_end(struct reader *rd)
{
	log_end(&rd->log);
	for (unsigned i = 0; i < STREAMS; i++)
		if (rd->stream[i].used)
			release(rd, &rd->stream[i]);
	flush_waiting(rd);
	if (rd->trace)
		take_trace(rd);
}

void reader_free(struct reader *rd)
{
	if (!rd)
		return;
	for (unsigned i = 0; i < STREAMS; i++)
		report_free(rd->stream[i].open);
	while (rd->n_waiting)
		report_free(take_waiting(rd));
	trace_free(rd->trace);
	free(rd);
}
