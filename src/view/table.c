/* SPDX-License-Identifier: GPL-3.0-or-later
 * The closing table: what each change puts off or bundles, what that saves,
 * what it risks, and when one must settle.
 */
#include "view/views.h"

#include <string.h>

enum { COLUMNS = 4 };

static const char *const heads[COLUMNS] = {
	"put off, bundled", "saves", "risks", "settled when",
};

/* To add one: a row per scene. */
static const struct row {
	const char *scene, *cell[COLUMNS];
} rows[] = {
	{"counter-drift",
		{
			"Telling the global count: a slot keeps small changes "
			"back.",
			"The one lock that all CPUs share.",
			"Readers of the count miss up to batch − 1 pages per "
			"CPU.",
			"When a slot reaches the batch.",
		}},
	{"policy-switch",
		{
			"Draining the slots: once, for all CPUs, at the "
			"switch.",
			"A sharp count at every update while nobody reads it.",
			"A check that trusts the count before the slots are "
			"drained.",
			"Before the policy is never.",
		}},
	{"lazy-free",
		{
			"Taking pages away: marked now, dropped when memory is "
			"needed.",
			"A fault, and zeroing, for each page that is written "
			"again.",
			"What is put off falls due when memory is shortest.",
			"At the call, if swap or free pages are lacking.",
		}},
	{"slub-fallback",
		{
			"Making large blocks: kswapd may, who asks for a slab "
			"doesn't.",
			"Compaction and reclaim inside a request for a small "
			"object.",
			"Smaller slabs: more of them, some with more waste.",
			"When even the least order is lacking: then it waits.",
		}},
	{"reclaim-batch",
		{
			"Taking pages out of their file's tree: a run of them "
			"at once.",
			"tree_lock, for all but one page of a run.",
			"Pages stay locked for longer; one may be wanted "
			"meanwhile.",
			"When the file changes, before a write, at the end of "
			"the list.",
		}},
	{"rmap-walk",
		{
			"All small pages of a VMA: one query, one walk, one "
			"lock.",
			"A walk and a lock pair for each small page.",
			"Code of its own, which must know every special case.",
			"When simpler code is worth its time.",
		}},
};

static void beside(struct pen *p, const struct row *r)
{
	int width = (p->columns - 1) / COLUMNS, from = p->row, most = from;

	for (int i = 0; i < COLUMNS; i++) {
		p->row = from;
		pen_wrap_to(p, 1 + i * width, (i + 1) * width - 1, STYLE_TEXT,
			r->cell[i]);
		most = p->row > most ? p->row : most;
	}
	p->row = most;
}

static void below(struct pen *p, const struct row *r)
{
	for (int i = 0; i < COLUMNS; i++) {
		pen_wrap(p, 1, STYLE_HEAD, heads[i]);
		pen_wrap(p, 3, STYLE_TEXT, r->cell[i]);
	}
}

static bool is_here(const struct pen *p, const struct row *r)
{
	return !strcmp(r->scene, p->m->scene->name);
}

static void scene_row(struct pen *p, const struct row *r, bool wide)
{
	bool now = is_here(p, r);

	if (now)
		pen_point(p, 0);
	pen_put(p, 1, now ? STYLE_POINT : STYLE_KEY, r->scene);
	pen_next(p);
	(wide ? beside : below)(p, r);
	pen_next(p);
}

void table_view(struct pen *p)
{
	bool wide = p->columns >= 70;
	int width = (p->columns - 1) / COLUMNS;
	const char *next = scene_after(p->m->scene->name);

	for (int i = 0; wide && i < COLUMNS; i++)
		pen_put(p, 1 + i * width, STYLE_HEAD, heads[i]);
	if (wide)
		pen_next(p);
	/* this scene's row first: it is the one that is talked about */
	for (unsigned turn = 0; turn < 2; turn++)
		for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++)
			if (is_here(p, &rows[i]) == (turn == 0))
				scene_row(p, &rows[i], wide);
	if (p->m->scene->became) {
		pen_next(p);
		pen_wrap(p, 1, STYLE_SAY, p->m->scene->became);
	}
	if (next) {
		pen_next(p);
		pen_put(p, 1, STYLE_KEY, word_of("next: %s play %s",
			p->m->program ? p->m->program : "mmstep", next).s);
		pen_next(p);
	}
}
