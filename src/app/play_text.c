/* SPDX-License-Identifier: GPL-3.0-or-later
 * Playing a scene without a terminal, as text; small helpers of the loop.
 */
#include <stdio.h>
#include <string.h>
#include "app/play.h"
#include "output/rows_text.h"
#include "output/run_output.h"
#include "view/layout.h"

const char *play_status(const struct rows *r)
{
	static char text[256];

	text[0] = 0;
	for (size_t i = r->n; i-- > 0;) {
		struct rows one = { &r->at[i], 1, 1 };
		struct buf b = { 0 };

		if (r->at[i].kind == ROW_PLACE || r->at[i].kind == ROW_SAY ||
			r->at[i].kind == ROW_ASIDE)
			continue;
		rows_text(&one, 0, false, &b);
		snprintf(text, sizeof(text), "%.*s",
			(int)strcspn(buf_text(&b), "\n"), buf_text(&b));
		buf_done(&b);
		break;
	}
	return text;
}

void play_say_count(struct session *s, unsigned count)
{
	buf_clear(&s->status);
	if (count == 1)
		buf_puts(&s->status, "once …");
	else
		buf_printf(&s->status, "%u times …", count);
	s->status_error = false;
}

void play_say_side(struct play *p)
{
	const struct moment *m = moment_of(&p->store, p->s);
	struct layout l;
	unsigned n = 0;

	for (unsigned i = 0; i < m->n_variants; i++)
		n += m->variant[i].now != NULL;
	layout_make(&l, m, p->canvas->rows, p->canvas->columns, 0);
	if (n < 2)
		play_say(p, "there is only one variant here", false);
	else if (l.kind != LAYOUT_FULL)
		play_say(p, "no room for two: 80 columns and 24 rows at least",
			false);
	else if (!l.n_pictures)
		play_say(p, "the picture is hidden; :show picture", false);
	else
		play_say(p,
			l.n_pictures > 1
				? "variants side by side"
				: "one variant; V shows them side by side",
			false);
}

static void say_rows(const struct session *s, struct buf *out)
{
	struct rows kept = { 0 };

	for (size_t i = 0; i < s->rows.n; i++) {
		const struct row *r = &s->rows.at[i];

		if (r->kind == ROW_SAY || r->kind == ROW_QUESTION ||
			r->kind == ROW_CHOICE || r->kind == ROW_VERDICT)
			rows_add(&kept, r->kind, r->label, r->text)->number =
				r->number;
	}
	if (kept.n)
		buf_putc(out, '\n');
	rows_text(&kept, 78, false, out);
	rows_done(&kept);
}

/* The act's title, then what is told and asked where one stands. */
static void say_act(struct session *s, struct buf *out)
{
	const struct question_state *q = &s->question;

	buf_printf(out, "\n-- %s\n", s->scene->acts[s->act].title);
	rows_clear(&s->rows);
	if (s->say.n)
		rows_add(&s->rows, ROW_SAY, NULL, buf_text(&s->say));
	if (q->open && !q->revealed) {
		rows_add(&s->rows, ROW_QUESTION, q->is->name,
			buf_text(&q->text));
		for (unsigned i = 0; i < q->is->n_choices; i++)
			rows_add(&s->rows, ROW_CHOICE, NULL,
				buf_text(&q->choice[i]))->number = i + 1;
	}
	say_rows(s, out);
}

static bool at_end(const struct session *s)
{
	return s->act + 1 == s->scene->n_acts &&
		s->cue + 1 >= (int)s->scene->acts[s->act].n_cues;
}

/* Space, as often as the scene has something. A question is answered by the
 * model before it goes on. */
static bool next_cue(struct session *s, struct buf *out, struct err *e)
{
	unsigned act = s->act;

	if (s->question.open && !s->question.revealed) {
		if (!session_line(s, "reveal", e))
			return false;
		say_rows(s, out);
	}
	if (at_end(s))
		return false;
	if (!session_line(s, "go", e))
		return false;
	if (s->act != act)
		say_act(s, out);
	else
		say_rows(s, out);
	return true;
}

int play_as_text(const struct options *o, struct session *s)
{
	struct buf out = { 0 };
	struct err e = { 0 };
	int status;

	if (o->given[OPTION_RECORD]) {
		err_set(&e, ERR_IO, "--record needs a terminal");
		return fail(&e);
	}
	buf_printf(&out, "%s\n", s->scene->title);
	say_act(s, &out);
	while (next_cue(s, &out, &e))
		;
	status = print_out(&out, e.code ? fail(&e) : 0);
	buf_done(&out);
	return status;
}
