/* SPDX-License-Identifier: GPL-3.0-or-later
 * The zoomed-out map: where in the kernel's mm this scene is.
 */
#include "base/buf.h"
#include "view/views.h"

#include <string.h>

/* Places with a scene stand in brackets with its number on the map.
 * To add one: brackets and number here, a row in `places`. */
static const struct chain_row {
	const char *name, *chain;
} parts[] = {
	{"promise", "mmap ─► [commit counter 1] ─► [policy 2]"},
	{"give back", "munmap, madvise ─► [lazily or now? 3]"},
	{"address", "VMA ──► page tables ──► page frame ◄── [rmap: who maps "
		    "me? 6]"},
	{"frames", "zone (min low high) ─ buddy orders ─► [SLUB objects 4]"},
	{"pressure", "kswapd, direct ─► old pages ─► [batch under tree_lock 5] "
		     "─► free"},
};

static const struct place {
	const char *number, *what;
} places[] = {
	{"1", "counter-drift: who may be wrong, and by how much?"},
	{"2", "policy-switch: when must all accounts be settled?"},
	{"3", "lazy-free: now, or when somebody needs it?"},
	{"4", "slub-fallback: is a large block worth waiting for?"},
	{"5", "reclaim-batch: one lock a page, or one for many?"},
	{"6", "rmap-walk: who maps this page, and in which order to ask?"},
};

static bool here(const struct moment *m, const char *number)
{
	const char *place = m->scene->place;
	const char *found = place ? strstr(place, number) : NULL;

	return found && *number;
}

/* A chain of parts; the place of this scene is pointed at. */
static void chain(struct pen *p, int column, const char *text)
{
	struct buf b = {0};

	for (const char *s = text; *s; s++) {
		const char *end = *s == '[' ? strchr(s, ']') : NULL;
		char number[2] = {end ? end[-1] : '\0', '\0'};

		if (end && here(p->m, number)) {
			buf_puts(&b, "**");
			buf_put(&b, s, (size_t)(end - s) + 1);
			buf_puts(&b, "**");
			s = end;
		} else {
			buf_putc(&b, *s);
		}
	}
	pen_wrap(p, column, STYLE_TEXT, buf_text(&b));
	buf_done(&b);
}

static void source(struct pen *p)
{
	const struct scene *s = p->m->scene;

	if (!s->mail_subject)
		return;
	pen_next(p);
	pen_wrap(p, 1, STYLE_DIM,
		word_of("The mail, of %s:", s->mail_date).s);
	pen_wrap(p, 3, STYLE_TEXT, s->mail_subject);
}

static void numbered_places(struct pen *p)
{
	for (unsigned i = 0; i < sizeof(places) / sizeof(*places); i++) {
		bool now = here(p->m, places[i].number);

		if (now)
			pen_point(p, 0);
		pen_put(p, 1, now ? STYLE_POINT : STYLE_HEAD,
			places[i].number);
		pen_wrap(p, 4, now ? STYLE_POINT : STYLE_TEXT, places[i].what);
	}
}

void map_view(struct pen *p)
{
	const struct scene *s = p->m->scene;
	bool narrow = p->columns < 74;

	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		pen_put(p, 1, STYLE_HEAD, parts[i].name);
		if (narrow)
			pen_next(p);
		chain(p, narrow ? 3 : 12, parts[i].chain);
	}
	pen_next(p);
	numbered_places(p);
	for (unsigned i = 0; i < s->n_answers; i++) {
		if (i == 0)
			pen_wrap(p, 1, STYLE_HEAD,
				"After this scene you can answer");
		pen_wrap(p, 3, STYLE_SAY, s->answers[i]);
	}
	source(p);
}
