/* SPDX-License-Identifier: GPL-3.0-or-later
 * What --sensitivity found, as text and JSON: the largest effects first.
 */
#include <stdlib.h>
#include "base/buf.h"
#include "base/json.h"
#include "output/board_output.h"
#include "output/wrap.h"

enum { COLUMNS = 80, INDENT = 4 };

/* The larger of both moves, in thousandths; -1: not known. */
static s64 size_of(const struct board *b, const struct board_effect *x)
{
	s64 less, more;

	if (!board_effect_thousandths(b, x, false, &less) ||
		!board_effect_thousandths(b, x, true, &more))
		return -1;
	less = less < 0 ? -less : less;
	more = more < 0 ? -more : more;
	return less > more ? less : more;
}

/* All effects to show, figure by figure, the largest first; equals by cost. */
static struct board_effect *sorted(const struct board *b, unsigned *n)
{
	struct board_effect *all = mem_alloc(b->n_effects * sizeof(*all));

	*n = 0;
	for (unsigned i = 0; i < b->n_effects; i++) {
		struct board_effect x = b->effects[i];
		unsigned k = *n;

		if (!board_effect_shown(b, &x))
			continue;
		++*n;
		for (; k && all[k - 1].figure == x.figure &&
			size_of(b, &all[k - 1]) < size_of(b, &x); k--)
			all[k] = all[k - 1];
		all[k] = x;
	}
	return all;
}

static void put_move(struct buf *out, const struct board *b,
	const struct board_effect *x, bool more)
{
	struct buf cell = { 0 };
	s64 move;

	if (!board_effect_thousandths(b, x, more, &move))
		buf_puts(&cell, "unknown");
	else
		buf_printf(&cell, "%s%lld.%lld %%", move < 0 ? "-" : "+",
			llabs((long long)move) / 10,
			llabs((long long)move) % 10);
	buf_printf(out, "%12s", buf_text(&cell));
	buf_done(&cell);
}

static void put_effect(struct buf *out, const struct board *b,
	const struct board_effect *x)
{
	buf_printf(out, "    %-24s", x->bend == BEND_SEED ? "(seed 2, seed 3)"
							  : bend_name(x->bend));
	put_move(out, b, x, false);
	put_move(out, b, x, true);
	buf_putc(out, '\n');
}

/* A figure's effects, from the i-th of n; returns where the next one's begin. */
static unsigned put_figure(struct buf *out, const struct board *b,
	const struct board_effect *all, unsigned i, unsigned n)
{
	const struct board_figure *f = &b->figures[all[i].figure];
	unsigned figure = all[i].figure;
	struct buf still = { 0 };

	buf_printf(out, "\n  %s (%s)\n    %-24s%12s%12s\n", f->is->name,
		f->is->variant, "cost", "-20 %", "+20 %");
	for (; i < n && all[i].figure == figure; i++) {
		if (size_of(b, &all[i])) {
			put_effect(out, b, &all[i]);
			continue;
		}
		buf_puts(&still, still.n ? ", " : "no effect: ");
		buf_puts(&still, bend_name(all[i].bend));
	}
	if (still.n)
		put_wrapped(out, buf_text(&still), INDENT, COLUMNS);
	buf_done(&still);
	return i;
}

void board_effects_text(const struct board *b, struct buf *out)
{
	unsigned i = 0, n;
	struct board_effect *all = sorted(b, &n);
	const struct scene *scene = NULL;

	buf_puts(out, "How each figure moves, on a shortened run, if a cost that the run paid is\n"
		"20 % less or 20 % more. Another seed shows how much is chance.\n");
	while (i < n) {
		const struct board_figure *f = &b->figures[all[i].figure];

		if (f->scene != scene)
			buf_printf(out, "\n%s\n", f->scene->name);
		scene = f->scene;
		i = put_figure(out, b, all, i, n);
	}
	free(all);
}

static struct json *move_json(const struct board *b,
	const struct board_effect *x, bool more)
{
	s64 move;

	return board_effect_thousandths(b, x, more, &move)
		? json_new_real((double)move / 1000) : json_new_null();
}

void board_effects_json(const struct board *b, struct buf *out)
{
	struct json *top = json_new_object(), *rows = json_new_array();
	unsigned n;
	struct board_effect *all = sorted(b, &n);

	for (unsigned i = 0; i < n; i++) {
		const struct board_effect *x = &all[i];
		const struct board_figure *f = &b->figures[x->figure];
		struct json *row = json_new_object();

		json_set(row, "scene", json_new_string(f->scene->name));
		json_set(row, "name", json_new_string(f->is->name));
		json_set(row, "variant", json_new_string(f->is->variant));
		json_set(row, "cost", json_new_string(bend_name(x->bend)));
		json_set(row, "less", move_json(b, x, false));
		json_set(row, "more", move_json(b, x, true));
		json_append(rows, row);
	}
	json_set(top, "sensitivity", rows);
	json_write(top, 2, out);
	buf_putc(out, '\n');
	json_free(top);
	free(all);
}
