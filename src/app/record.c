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
	int rows, columns;	/* of the recording now */
	bool virtual_time;	/* SOURCE_DATE_EPOCH: the same bytes each time */
	bool paused;		/* since the last frame, in virtual time */
	uint64_t start_us, virtual_us;
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

	if (!o->given[OPTION_RECORD])
		return true;
	r = mem_alloc(sizeof(*r));
	r->virtual_time = getenv("SOURCE_DATE_EPOCH") != NULL;
	r->start_us = now_us();
	terminal_size(&r->rows, &r->columns);
	r->cast = cast_open(o->value[OPTION_RECORD], r->columns, r->rows,
		s->scene->title, o->given[OPTION_FORCE], r->virtual_time, e);
	if (!r->cast) {
		free(r);
		return false;
	}
	*out = r;
	return true;
}

bool recorder_pause(struct recorder *r, int ms)
{
	if (!r || !r->virtual_time)
		return false;
	r->virtual_us += (uint64_t)ms * 1000;
	r->paused = true;
	return true;
}

/* In virtual time a frame that nothing was waited for takes a second. */
static uint64_t frame_time(struct recorder *r)
{
	if (!r->virtual_time)
		return now_us() - r->start_us;
	if (r->last && !r->paused)
		r->virtual_us += 1000000;
	r->paused = false;
	return r->virtual_us;
}

void recorder_frame(struct recorder *r, const struct canvas *c,
	const struct theme *t)
{
	struct buf b = { 0 };
	bool resized;
	uint64_t us;

	if (!r)
		return;
	resized = r->rows != c->rows || r->columns != c->columns;
	canvas_diff_ansi(resized ? NULL : r->last, c, t, 256, &b);
	if (b.n) {
		us = frame_time(r);
		if (resized)
			cast_resize(r->cast, us, c->columns, c->rows);
		r->rows = c->rows;
		r->columns = c->columns;
		cast_output(r->cast, us, buf_text(&b), b.n);
		canvas_free(r->last);
		r->last = canvas_copy(c);
	}
	buf_done(&b);
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
