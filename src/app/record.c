/* SPDX-License-Identifier: GPL-3.0-or-later
 * play --record: the frames of the screen as an asciicast.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "app/record.h"
#include "output/canvas_ansi.h"
#include "output/cast.h"
#include "screen/terminal.h"

struct recorder {
	struct cast *cast;
	struct canvas *last;
	bool virtual_time;	/* SOURCE_DATE_EPOCH: the same bytes each time */
	uint64_t start_us, frames;
};

static uint64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

bool recorder_open(const struct options *o, const struct session *s,
	struct recorder **out, struct err *e)
{
	struct recorder *r;
	int rows, columns;

	if (!o->given[OPTION_RECORD])
		return true;
	r = mem_alloc(sizeof(*r));
	r->virtual_time = getenv("SOURCE_DATE_EPOCH") != NULL;
	r->start_us = now_us();
	terminal_size(&rows, &columns);
	r->cast = cast_open(o->value[OPTION_RECORD], columns, rows,
		s->scene->title, o->given[OPTION_FORCE], r->virtual_time, e);
	if (!r->cast) {
		free(r);
		return false;
	}
	*out = r;
	return true;
}

void recorder_frame(struct recorder *r, const struct canvas *c,
	const struct theme *t)
{
	struct buf b = { 0 };
	uint64_t us;

	if (!r)
		return;
	us = r->virtual_time ? r->frames * 1000000 : now_us() - r->start_us;
	if (r->last && (r->last->rows != c->rows ||
		r->last->columns != c->columns)) {
		cast_resize(r->cast, us, c->columns, c->rows);
		canvas_free(r->last);
		r->last = NULL;
	}
	canvas_diff_ansi(r->last, c, t, 256, &b);
	if (b.n) {
		cast_output(r->cast, us, buf_text(&b), b.n);
		r->frames++;	/* a frame a second, however long it took */
	}
	buf_done(&b);
	canvas_free(r->last);
	r->last = canvas_copy(c);
}

bool recorder_close(struct recorder *r, struct err *e)
{
	bool good;

	if (!r)
		return true;
	good = cast_close(r->cast, e);
	canvas_free(r->last);
	free(r);
	return good;
}

void recorder_discard(struct recorder *r, const struct options *o)
{
	struct err e = { 0 };

	if (!r)
		return;
	recorder_close(r, &e);
	unlink(o->value[OPTION_RECORD]);
}
