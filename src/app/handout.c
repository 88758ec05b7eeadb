/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep handout: a scene's questions for paper, each with the screen where it is
 * asked; --key adds what the model answers.
 */
#include <stdlib.h>
#include <string.h>
#include "app/app.h"
#include "app/open.h"
#include "output/canvas_text.h"
#include "output/rows_text.h"
#include "view/from_session.h"

enum { WIDTH = 78 };

struct handout {
	const struct options *o;
	struct session *s;
	struct moment_store store;
	struct buf out;
	unsigned number;
};

static void draw(struct handout *h)
{
	struct canvas *c = canvas_new(h->o->rows, h->o->columns,
		h->o->given[OPTION_ASCII]);
	struct moment *m = moment_of(&h->store, h->s);

	m->on_paper = true;
	view_screen(m, c);
	canvas_text(c, &h->out);
	while (h->out.n > 1 && h->out.s[h->out.n - 2] == '\n')
		h->out.s[--h->out.n] = 0;	/* where the keys would be */
	canvas_free(c);
}

static void write_rows(struct handout *h, enum row_kind kind)
{
	const struct rows *r = &h->s->rows;
	struct rows kept = { 0 };

	for (size_t i = 0; i < r->n; i++)
		if (r->at[i].kind == kind)
			rows_add(&kept, kind, r->at[i].label,
				r->at[i].text)->number = r->at[i].number;
	rows_text(&kept, WIDTH, h->o->given[OPTION_ASCII], &h->out);
	rows_done(&kept);
}

static void write_question(struct handout *h)
{
	const struct question_state *q = &h->s->question;
	struct rows rows = { 0 };

	buf_printf(&h->out, "%sQuestion %u: %s\n\n", h->number ? "\n\f" : "",
		h->number + 1, h->s->scene->acts[h->s->act].title);
	h->number++;
	draw(h);
	rows_add(&rows, ROW_SAY, NULL, buf_text(&q->text));
	for (unsigned i = 0; i < q->is->n_choices; i++)
		rows_add(&rows, ROW_CHOICE, NULL,
			buf_text(&q->choice[i]))->number = i + 1;
	buf_putc(&h->out, '\n');
	rows_text(&rows, WIDTH, h->o->given[OPTION_ASCII], &h->out);
	rows_done(&rows);
	buf_puts(&h->out, h->o->given[OPTION_KEY] ? "\n"
		: "\nYour answer, and why:\n\n");
}

static bool at_end(const struct session *s)
{
	return s->act + 1 == s->scene->n_acts &&
		s->cue + 1 >= (int)s->scene->acts[s->act].n_cues;
}

static void write_mistake(const struct question_state *q, unsigned i,
	struct rows *rows)
{
	const struct question_mistake *m = &q->is->mistake[i];
	struct buf text = { 0 };

	expr_format(expr_kind(m->value), q->mistaken[i], true, &text);
	buf_puts(&text, ": ");
	if (m->misconception)
		buf_printf(&text, "(%s) ", m->misconception);
	buf_puts(&text, buf_text(&q->mistake[i]));
	rows_add(rows, ROW_NOTE, NULL, buf_text(&text));
	buf_done(&text);
}

/* For the teacher: what to say to who chose otherwise, and what that one may have
 * believed. With the numbers of the moment where it is asked. */
static void write_remarks(struct handout *h)
{
	const struct question_state *q = &h->s->question;
	struct scope scope = session_scope(h->s);
	struct rows rows = { 0 };

	for (unsigned i = 0; i < q->is->n_choices; i++) {
		const struct question_choice *c = &q->is->choice[i];
		struct buf text = { 0 };
		struct err e;

		if (q->right_choices >> i & 1 || (!c->remark && !c->misconception))
			continue;
		if (c->remark)
			template_expand(c->remark, &scope, &text, &e);
		if (c->misconception)
			buf_printf(&text, "%s(grade counts it as %s)",
				text.n ? " " : "", c->misconception);
		rows_add(&rows, ROW_CHOICE, NULL, buf_text(&text))->number =
			i + 1;
		buf_done(&text);
	}
	for (unsigned i = 0; i < q->is->n_mistakes; i++)
		write_mistake(q, i, &rows);
	if (rows.n)
		buf_puts(&h->out, "\nTo the others:\n");
	rows_text(&rows, WIDTH, h->o->given[OPTION_ASCII], &h->out);
	rows_done(&rows);
}

/* On to the next cue; a question is written, then answered by the model. */
static bool next(struct handout *h, struct err *e)
{
	struct session *s = h->s;

	if (s->question.open && !s->question.revealed) {
		write_question(h);
		rows_clear(&s->rows);
		if (!session_line(s, "reveal", e))
			return false;
		if (h->o->given[OPTION_KEY]) {
			write_rows(h, ROW_VERDICT);
			write_remarks(h);
		}
	}
	return !at_end(s) && session_line(s, "go", e);
}

int app_handout(const struct options *o)
{
	struct handout h = { .o = o };
	struct selection sel = { 0 };
	struct err e = { 0 };
	int status = 0;

	h.s = open_session(o, &sel, &status);
	if (h.s) {
		buf_printf(&h.out, "%s%s\n\n", h.s->scene->title,
			o->given[OPTION_KEY] ? ": the answers"
				: "                    Name:");
		while (next(&h, &e))
			;
		status = print_out(&h.out, e.code ? fail(&e) : 0);
	}
	buf_done(&h.out);
	moment_store_done(&h.store);
	session_free(h.s);
	selection_done(&sel);
	return status;
}
