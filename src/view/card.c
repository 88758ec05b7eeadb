/* SPDX-License-Identifier: GPL-3.0-or-later
 * Cards: a term of the glossary in at most six lines, or any text that explains
 * what has the focus.
 */
#include "view/views.h"

void card_view(struct pen *p)
{
	const struct card *card = p->m->overlay == OVERLAY_CARD ? p->m->card
								: NULL;

	pen_focus(p, 1);
	if (card)
		pen_wrap(p, 1, STYLE_SAY, card->text);
	if (p->m->overlay_text)
		pen_wrap(p, 1, STYLE_TEXT, p->m->overlay_text);
	if (card && card->source)
		pen_wrap(p, 1, STYLE_DIM, card->source);
}
