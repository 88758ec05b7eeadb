/* SPDX-License-Identifier: GPL-3.0-or-later
 * The legend: what the signs on the screen mean. One sign has one meaning.
 */
#include "view/layout.h"
#include "view/views.h"

#include <string.h>

/* Whose picture has the sign. */
enum { ALL, SLOTS, MEMORY, ORDERS, BATCH, RMAP, CHART, REQUEST };

/* To add one: a row here where a view begins to draw a sign. `ascii` is what
 * stands for it with --ascii; NULL: the usual spelling. */
static const struct sign {
	int in;
	enum style style;
	const char *sign, *ascii, *means;
} signs[] = {
	{ALL, STYLE_LINE_NOW, ">", NULL, "the line that the followed CPU runs next; that CPU"},
	{ALL, STYLE_LINE_DONE, ".", NULL, "the line that ran last"},
	{ALL, STYLE_DIFF, "+", NULL, "a line that only this variant has"},
	{ALL, STYLE_DIM, "−", NULL, "a line that only the other variant has"},
	{ALL, STYLE_CHANGED, "*", NULL, "changed by the last move"},
	{ALL, STYLE_POINT, "►", "@", "what the story points at"},
	{SLOTS, STYLE_PLUS, "█", NULL, "a slot's pages, right of 0; in the count"},
	{SLOTS, STYLE_MINUS, "█", NULL, "a slot below 0, left of 0"},
	{SLOTS, STYLE_WARN, "▒", NULL, "pages in slots, not seen by the count"},
	{SLOTS, STYLE_MINUS, "░", NULL, "pages in the count, taken back in slots"},
	{SLOTS, STYLE_LIMIT, "!", NULL, "a slot that has reached the batch"},
	{SLOTS, STYLE_LIMIT, "│", NULL, "a bound: ± batch, allowed pages"},
	{SLOTS, STYLE_HOLD, "lock", NULL, "a CPU that has the lock"},
	{SLOTS, STYLE_WAIT, "1st", NULL, "a CPU in line for the lock, and its place there"},
	{MEMORY, STYLE_LIMIT, "//", NULL, "a ruler that is cut here; no part of it is to scale"},
	{MEMORY, STYLE_VALUE, "▲", NULL, "where a zone's free pages stand on it"},
	{MEMORY, STYLE_LIMIT, "T", NULL, "the threshold of the mail"},
	{MEMORY, STYLE_PLUS, "y", NULL, "a page that is mapped: young and dirty"},
	{MEMORY, STYLE_PLUS, "d", NULL, "mapped, dirty, not young any more"},
	{MEMORY, STYLE_WARN, "z", NULL, "mapped, freed lazily: old and clean"},
	{MEMORY, STYLE_MINUS, "s", NULL, "swapped out, not in memory"},
	{MEMORY, STYLE_MINUS, "w", NULL, "being written to swap"},
	{MEMORY, STYLE_MINUS, "c", NULL, "in the swap cache: on swap, and in memory or being read"},
	{MEMORY, STYLE_DIM, ".", NULL, "in a region: nothing, the next touch is a fault"},
	{ORDERS, STYLE_VALUE, "left", NULL, "pages that count, without blocks of smaller orders"},
	{ORDERS, STYLE_YES, ">5", NULL, "what must be left: a mark, halved for each order"},
	{ORDERS, STYLE_PLUS, ".", NULL, "a free frame; nothing is there"},
	{ORDERS, STYLE_PLUS, ",", NULL, "free, but on a CPU's own list: it can't merge"},
	{ORDERS, STYLE_DIM, "#", NULL, "taken, and can't be moved"},
	{ORDERS, STYLE_MINUS, "m", NULL, "taken, and can be moved"},
	{ORDERS, STYLE_MINUS, "c", NULL, "a clean copy of what is on disk: can be moved, or dropped"},
	{ORDERS, STYLE_HOLD, "S", NULL, "a slab's"},
	{ORDERS, STYLE_WARN, "i", NULL, "isolated: off all lists, in somebody's hands"},
	{ORDERS, STYLE_FRAME, "│", NULL, "the bound of a pageblock"},
	{ORDERS, STYLE_POINT, "M", NULL, "the migrate scanner is in the pageblock behind it"},
	{ORDERS, STYLE_POINT, "F", NULL, "the free scanner is in the pageblock before it"},
	{REQUEST, STYLE_VALUE, "kept", NULL, "what a zone keeps from this request: lowmem_reserve, CMA, high-atomic"},
	{REQUEST, STYLE_NO, "short", NULL, "by how many pages a zone refused; block: the mark was met, no block large enough"},
	{REQUEST, STYLE_VALUE, "left", NULL, "pages that count, without blocks of smaller orders"},
	{REQUEST, STYLE_YES, ">5", NULL, "what must be left: a mark, halved for each order"},
	{BATCH, STYLE_TEXT, "A", NULL, "a page of file A; - one without a file"},
	{BATCH, STYLE_DIM, "o", NULL, "old: on the inactive list"},
	{BATCH, STYLE_LINE_NOW, "n", NULL, "looked at now, isolated like i"},
	{BATCH, STYLE_DIM, "i", NULL, "isolated: on page_list, off the LRU list"},
	{BATCH, STYLE_HOLD, "b", NULL, "on the batch, locked"},
	{BATCH, STYLE_PLUS, "x", NULL, "out of its file's tree, soon free"},
	{BATCH, STYLE_PLUS, "f", NULL, "free"},
	{BATCH, STYLE_MINUS, "k", NULL, "kept, goes back to the list"},
	{BATCH, STYLE_MINUS, "a", NULL, "on the active list"},
	{BATCH, STYLE_MINUS, "u", NULL, "on the unevictable list"},
	{BATCH, STYLE_WARN, "d", NULL, "is dirty"},
	{BATCH, STYLE_WARN, "w", NULL, "is being written"},
	{BATCH, STYLE_WARN, "r", NULL, "somebody else has a reference to it"},
	{BATCH, STYLE_WARN, "y", NULL, "was used: young"},
	{BATCH, STYLE_WARN, "l", NULL, "somebody else has it locked"},
	{RMAP, STYLE_LINE_NOW, "↓", NULL, "the small page that is visited"},
	{RMAP, STYLE_LINE_NOW, "[pmd]", NULL, "where the walk is: in which VMA, how far down its page tables"},
	{RMAP, STYLE_HOLD, "═", NULL, "mapped by a pmd, as part of the huge page"},
	{RMAP, STYLE_PLUS, "■", NULL, "mapped by a pte of its own"},
	{RMAP, STYLE_MINUS, "□", "o", "a migration entry: not mapped, who touches it waits"},
	{RMAP, STYLE_WARN, "C", NULL, "a copy made after a fork is mapped instead"},
	{RMAP, STYLE_DIM, ".", NULL, "in a VMA's row: nothing is mapped"},
	{RMAP, STYLE_TEXT, "~", NULL, "several small pages, not all alike"},
	{ALL, STYLE_HIDDEN, "·····", NULL, "hidden until you have answered"},
	{ALL, STYLE_YES, "✓", NULL, "the right answer"},
	{ALL, STYLE_NO, "✗", NULL, "chosen, and wrong"},
	{ALL, STYLE_POINT, "●", "O", "timeline: where we are"},
	{ALL, STYLE_TIMELINE, "│", NULL, "timeline: a cue"},
	{ALL, STYLE_TIMELINE, "?", NULL, "timeline: a question"},
	{ALL, STYLE_TIMELINE, "'", NULL, "timeline: your mark"},
	{ALL, STYLE_TIMELINE, "┬", NULL, "timeline: a decision"},
	{ALL, STYLE_TIMELINE, "◆", "%", "timeline: an edit; another future begins"},
	{CHART, STYLE_BASE, "█", "#", "chart: the variant shown"},
	{CHART, STYLE_OTHER, "2", NULL, "chart: the second variant, where it differs"},
	{CHART, STYLE_BASE, "┊", NULL, "chart: more than one value within this column"},
};

void legend_view(struct pen *p)
{
	enum workload w = p->m->scene->workload;
	int in = w == WORKLOAD_LAZY_FREE ? MEMORY
		: w == WORKLOAD_SLUB ? ORDERS
		: w == WORKLOAD_RECLAIM ? BATCH
		: w == WORKLOAD_RMAP ? RMAP
		: w == WORKLOAD_ALLOCATION ? REQUEST : SLOTS;

	for (unsigned i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		const struct sign *s = &signs[i];

		if (s->in != ALL && s->in != in && (s->in != CHART ||
			!layout_has_chart(p->m, true)))
			continue;
		pen_put(p, 2, s->style,
			p->c->ascii && s->ascii ? s->ascii : s->sign);
		pen_wrap(p, 9, STYLE_TEXT, s->means);
	}
	for (unsigned i = 0; i < p->m->n_variants; i++) {
		const struct scene_variant *v = p->m->variant[i].is;

		if (!strcmp(initials(v->name).s, v->name))
			continue;
		pen_put(p, 2, STYLE_HEAD, initials(v->name).s);
		pen_wrap(p, 9, STYLE_TEXT,
			word_of("%s, where there is no room", v->name).s);
	}
}
