/* SPDX-License-Identifier: GPL-3.0-or-later
 * The legend: what the signs on the screen mean. One sign has one meaning.
 */
#include "view/views.h"

#include <string.h>

/* To add one: a row here where a view begins to draw a sign. `ascii` is what
 * stands for it with --ascii; NULL: the usual spelling. */
static const struct sign {
	enum style style;
	const char *sign, *ascii, *means;
} signs[] = {
	{STYLE_LINE_NOW, ">", NULL, "the line that the followed CPU runs next; that CPU"},
	{STYLE_LINE_DONE, ".", NULL, "the line that ran last"},
	{STYLE_DIFF, "+", NULL, "a line that only this variant has"},
	{STYLE_DIM, "−", NULL, "a line that only the other variant has"},
	{STYLE_CHANGED, "*", NULL, "changed by the last move"},
	{STYLE_POINT, "►", "@", "what the story points at"},
	{STYLE_PLUS, "█", NULL, "a slot's pages, right of 0; in the count"},
	{STYLE_MINUS, "█", NULL, "a slot below 0, left of 0"},
	{STYLE_WARN, "▒", NULL, "pages in slots, not seen by the count"},
	{STYLE_MINUS, "░", NULL, "pages in the count, taken back in slots"},
	{STYLE_LIMIT, "!", NULL, "a slot that has reached the batch"},
	{STYLE_LIMIT, "│", NULL, "a bound: ± batch, allowed pages"},
	{STYLE_HOLD, "lock", NULL, "a CPU that has the lock"},
	{STYLE_WAIT, "1st", NULL, "a CPU in line for the lock, and its place there"},
	{STYLE_HIDDEN, "·····", NULL, "hidden until you have answered"},
	{STYLE_YES, "✓", NULL, "the right answer"},
	{STYLE_NO, "✗", NULL, "chosen, and wrong"},
	{STYLE_POINT, "●", "O", "timeline: where we are"},
	{STYLE_TIMELINE, "│", NULL, "timeline: a cue"},
	{STYLE_TIMELINE, "?", NULL, "timeline: a question"},
	{STYLE_TIMELINE, "'", NULL, "timeline: your mark"},
	{STYLE_TIMELINE, "┬", NULL, "timeline: a decision"},
	{STYLE_TIMELINE, "◆", "%", "timeline: an edit; another future begins"},
};

void legend_view(struct pen *p)
{
	for (unsigned i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		const struct sign *s = &signs[i];

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
