/* SPDX-License-Identifier: GPL-3.0-or-later
 * The moment of a session: the one place where views' input is gathered.
 */
#include <stdlib.h>
#include <string.h>
#include "model/names.h"
#include "session/chart.h"
#include "view/from_session.h"

static void add_mark(struct moment_store *t, u64 step, char sign, u64 now)
{
	struct moment *m = &t->moment;

	if (m->n_marks == t->marks_size) {
		t->marks_size = t->marks_size ? t->marks_size * 2 : 32;
		t->marks = mem_resize(t->marks,
			t->marks_size * sizeof(*t->marks));
	}
	t->marks[m->n_marks++] = (struct moment_mark){ step, sign,
		step <= now };
}

static void gather_marks(struct moment_store *t, const struct session *s)
{
	const struct variant *v = &s->variant[s->shown];
	u64 now = v->run->m->steps;

	for (unsigned i = 0; i < v->tracker.n; i++)
		add_mark(t, v->tracker.at[i],
			v->tracker.act->cues[i].ask ? 'q' : 'c', now);
	for (size_t i = 0; i < v->run->inputs.n; i++)
		if (!v->run->inputs.at[i].cue)
			add_mark(t, v->run->inputs.at[i].step, 'e', now);
	for (unsigned i = 0; i < s->n_marks; i++)
		if (s->marks[i].act == s->act)
			add_mark(t, s->marks[i].step[s->shown], 'm', now);
	t->moment.marks = t->marks;
}

static void gather_variants(struct moment *m, const struct session *s)
{
	m->n_variants = s->n_variants;
	m->shown = s->shown;
	for (unsigned i = 0; i < s->n_variants; i++) {
		const struct variant *v = &s->variant[i];
		struct moment_variant *out = &m->variant[i];

		*out = (struct moment_variant){ .is = &s->scene->variant[i] };
		if (!v->run)
			continue;
		out->now = v->run->m;
		out->before = s->unmarked ? v->run->m : v->before;
		out->program = &v->run->program;
		out->step = v->run->m->steps;
		out->last_step = v->last_step > out->step ? v->last_step
							  : out->step;
		out->last_known = v->last_known;
		out->ended = run_ended(v->run);
		out->time_ns = machine_time_ns(v->run->m);
	}
}

static void gather_question(struct moment *m, const struct session *s)
{
	const struct question_state *q = &s->question;
	struct moment_question *out = &m->question;

	memset(out, 0, sizeof(*out));
	out->open = q->open;
	if (!q->open)
		return;
	out->is = q->is;
	out->revealed = q->revealed;
	out->text = buf_text(&q->text);
	out->hint = q->hinted ? buf_text(&q->hint) : NULL;
	out->explain = q->revealed ? buf_text(&q->explain) : NULL;
	out->n_choices = q->is->n_choices;
	for (unsigned i = 0; i < out->n_choices; i++)
		out->choice[i] = buf_text(&q->choice[i]);
	out->chosen = q->chosen;
	out->right = q->right;
	out->right_choices = q->revealed ? q->right_choices : 0;
	out->remark = q->remark.n ? buf_text(&q->remark) : NULL;
	out->value = q->value;
	out->misses = q->misses;
	out->masked = !q->revealed && !q->away;
	out->away = q->away;
	memcpy(out->votes, q->votes, sizeof(out->votes));
	out->n_votes = q->n_votes;
}

static void gather_ui(struct moment *m, const struct session *s)
{
	const struct ui *ui = &s->ui;

	m->overlay = ui->overlay;
	m->overlay_page = ui->overlay_page;
	m->card = ui->overlay == OVERLAY_CARD ? ui->card : NULL;
	m->overlay_text = ui->overlay_text.n ? buf_text(&ui->overlay_text)
					     : NULL;
	m->pane = ui->pane;
	memcpy(m->scroll, ui->scroll, sizeof(m->scroll));
	m->focus_item = ui->focus_item;
	m->hidden = ui->hidden;
	m->side = ui->side;
	if (ui->find[0] && ui->find_row) {	/* what was found is seen */
		m->hidden &= ~(1u << PANE_CODE);
		m->side = false;
	}
	m->program = session_program(s);
	m->class_mode = s->options.class_mode;
	m->autoplay = ui->autoplay;
	m->speed = ui->speed;
	m->list_procedure = ui->list_procedure[0] ? ui->list_procedure : NULL;
	m->find = ui->find[0] ? ui->find : NULL;
	m->find_row = m->list_procedure ? ui->find_row : 0;
	m->prompt = NULL;
	m->prompt_cursor = 0;
	m->candidates = NULL;
}

/* A long name's last part says enough beside the value; expressions stay. */
static const char *last_part(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && !strpbrk(name, " ()") ? dot + 1 : NULL;
}

/* "steps 12 · local.count ?": what `display` asked for. */
static void gather_displays_as(struct moment_store *t, struct session *s,
	struct buf *b, bool brief)
{
	struct scope scope = session_scope(s);

	buf_clear(b);
	for (unsigned i = 0; i < s->n_displays; i++) {
		const struct expr *x = s->displays[i].expr;
		const char *text = expr_text(x), *last = last_part(text);
		struct err e;
		s64 value;

		buf_printf(b, "%s%s%s = ", i ? " · " : "",
			brief && last ? "…" : "", brief && last ? last : text);
		if (!t->moment.question.masked &&
			expr_eval(x, &scope, &value, &e))
			expr_format(expr_kind(x), value, true, b);
		else
			buf_putc(b, '?');
	}
}

static void gather_displays(struct moment_store *t, struct session *s)
{
	gather_displays_as(t, s, &t->displays, false);
	gather_displays_as(t, s, &t->displays_brief, true);
	t->moment.displays = buf_text(&t->displays);
	t->moment.displays_brief = buf_text(&t->displays_brief);
}

struct moment *moment_of(struct moment_store *t, struct session *s)
{
	struct moment *m = &t->moment;
	const struct act *act = &s->scene->acts[s->act];

	m->scene = s->scene;
	m->act = act;
	m->act_index = s->act;
	m->n_cues = act->n_cues;
	m->cue = s->cue < 0 ? 0 : (unsigned)s->cue;
	m->cue_is = s->cue < 0 ? NULL : &act->cues[s->cue];
	m->follow = s->follow;
	m->say = buf_text(&s->say);
	m->note = m->cue_is ? m->cue_is->note : NULL;
	m->point = s->ui.point[0] ? s->ui.point : NULL;
	m->status = buf_text(&s->status);
	m->status_error = s->status_error;
	m->others = buf_text(&s->others);
	m->n_offers = s->n_offers;
	m->branch = s->branch ? s->branches[s->branch].name : NULL;
	m->mode = kind_value_name(KIND_MODE, s->variant[s->shown].run->m->mode);
	m->by_work = s->ui.by_work;
	m->n_marks = 0;
	gather_variants(m, s);
	gather_question(m, s);
	gather_ui(m, s);
	gather_displays(t, s);
	gather_marks(t, s);
	if (!session_pending(s))
		chart_sync(s);
	m->chart = s->chart;
	return m;
}

void moment_store_done(struct moment_store *t)
{
	free(t->marks);
	buf_done(&t->displays);
	buf_done(&t->displays_brief);
	memset(t, 0, sizeof(*t));
}
