/* SPDX-License-Identifier: GPL-3.0-or-later
 * The story: narration, and the open question with its answers.
 */
#include "base/buf.h"
#include "view/views.h"

/* "1)", the key that chooses it; a class, which presses none, raises hands for
 * "A)". */
static struct word label(const struct pen *p, unsigned i)
{
	if (p->m->class_mode)
		return word_of("%c)", 'A' + (int)i);
	return word_of("%u)", i + 1);
}

static enum style choice_style(const struct moment_question *q, unsigned i)
{
	if (q->revealed)
		return q->right_choices >> i & 1 ? STYLE_YES : STYLE_DIM;
	return q->chosen == (int)i ? STYLE_NO : STYLE_CHOICE;
}

/* ✓ right, ✗ chosen and wrong. */
static const char *verdict(const struct moment_question *q, unsigned i)
{
	if (q->revealed && q->right_choices >> i & 1)
		return "✓";
	return q->chosen == (int)i && !q->right ? "✗" : " ";
}

/* One answer on this line, its mark at `column`; returns the column after. */
static int choice(struct pen *p, unsigned i, int column)
{
	const struct moment_question *q = &p->m->question;

	if (i == 0 && q->open)
		pen_focus(p, column + 2);
	pen_put(p, column, choice_style(q, i), verdict(q, i));
	return pen_put(p, column + 2, choice_style(q, i),
		word_of("%s ", label(p, i).s).s);
}

/* A bar of hands and their number, at the right edge of this line. */
static void votes(struct pen *p, unsigned hands, unsigned most)
{
	int room = p->columns / 4;

	pen_fill(p, p->columns - room - 6,
		(int)(most ? hands * (unsigned)room / most : 0), STYLE_PLUS,
		0x2588);
	pen_right(p, p->columns - 1, STYLE_VALUE, word_number(hands).s);
}

/* Answers below each other; with bars once hands are counted. */
static void choices_below(struct pen *p)
{
	const struct moment_question *q = &p->m->question;
	int end = q->n_votes ? p->columns - p->columns / 4 - 7 : p->columns - 1;
	unsigned most = 0;

	for (unsigned i = 0; i < q->n_votes; i++)
		most = q->votes[i] > most ? q->votes[i] : most;
	for (unsigned i = 0; i < q->n_choices; i++) {
		int column = choice(p, i, 1);

		if (i < q->n_votes)
			votes(p, q->votes[i], most);
		pen_wrap_to(p, column, end, choice_style(q, i), q->choice[i]);
	}
}

/* Whether the answers fit beside each other, two on a line. */
static bool choices_short(const struct pen *p)
{
	const struct moment_question *q = &p->m->question;

	for (unsigned i = 0; i < q->n_choices; i++)
		if (pen_width(p, q->choice[i]) + 8 > p->columns / 2)
			return false;
	return !q->n_votes;
}

static void choices_beside(struct pen *p)
{
	const struct moment_question *q = &p->m->question;

	for (unsigned i = 0; i < q->n_choices; i++) {
		int column = choice(p, i, i % 2 ? p->columns / 2 : 1);

		pen_put(p, column, choice_style(q, i), q->choice[i]);
		if (i % 2 || i + 1 == q->n_choices)
			pen_next(p);
	}
}

static void after_the_answer(struct pen *p)
{
	const struct moment_question *q = &p->m->question;

	if (q->revealed && q->is && q->is->kind == QUESTION_NUMBER)
		pen_wrap(p, 1, STYLE_YES,
			word_of("It is %s.", word_number(q->value).s).s);
	if (q->remark)
		pen_wrap(p, 1, STYLE_NO, q->remark);
	if (q->hint)
		pen_wrap(p, 1, STYLE_WARN, q->hint);
	if (q->explain)
		pen_wrap(p, 1, STYLE_SAY, q->explain);
}

static void question(struct pen *p)
{
	const struct moment_question *q = &p->m->question;
	struct buf text = {0};
	int from = p->row;

	buf_printf(&text, "? %s", q->text ? q->text : "");
	if (q->open && !q->n_choices)
		pen_focus(p, 1);
	pen_wrap(p, 1, STYLE_ASK, buf_text(&text));
	buf_done(&text);
	if (choices_short(p))
		choices_beside(p);
	else
		choices_below(p);
	after_the_answer(p);
	p->keep_from = from;
	p->keep_to = p->row - 1;
}

void story_view(struct pen *p)
{
	const struct moment *m = p->m;

	pen_focus(p, 1);
	if (m->say)
		pen_wrap(p, 1, STYLE_SAY, m->say);
	if ((m->question.open || m->question.revealed) && !m->on_paper)
		question(p);
}
