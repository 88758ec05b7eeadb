/* SPDX-License-Identifier: GPL-3.0-or-later
 * Who changed this number last, next, first: the answer, and the way there.
 */
#include <stdio.h>
#include <string.h>
#include "model/task.h"
#include "session/inner.h"

static const char *const words[WHICH_N] = { "last", "next", "first" };
static const char *const nobody[WHICH_N] = { "not changed since step 0",
	"not changed any more", "never changed in this run" };

static struct run *run_of(struct session *s)
{
	return s->variant[s->query.variant].run;
}

static void begin_next(struct session *s)
{
	struct query *q = &s->query;
	struct scope scope = session_scope(s);

	while (q->at < WHICH_N && !(q->wanted >> q->at & 1))
		q->at++;
	s->pending = q->at < WHICH_N ? PENDING_WHO : PENDING_NONE;
	if (!s->pending)
		return;
	scope.shown = q->variant;
	who_begin(&q->who, (enum which)q->at, q->name, run_of(s), &scope);
}

void begin_query(struct session *s, const struct name_use *name, u32 wanted)
{
	struct query *q = &s->query;

	memset(q, 0, sizeof(*q));
	q->name = *name;
	q->variant = name->variant == NONE ? s->shown : name->variant;
	q->wanted = wanted;
	begin_next(s);
}

/* "cpu 3, task 5, percpu_counter_add_batch:fold" */
static void put_by(const struct run *r, const struct change *c,
	struct buf *out)
{
	const struct op_code *o = &r->program.op[c->by.pc];
	const struct procedure *p = procedure_at(o->procedure);

	if (c->by.cpu == NONE) {
		buf_puts(out, "an edit");
		return;
	}
	if (c->by.cpu < r->m->n_cpus)
		buf_printf(out, "cpu %u, ", c->by.cpu);
	buf_printf(out, "task %u, %s:", c->by.task, p->name);
	if (p->lines[o->row].id)
		buf_puts(out, p->lines[o->row].id);
	else
		buf_printf(out, "%u", o->row);
	if (c->edited)
		buf_puts(out, " and an edit");
}

/* "last: 28, was 0, step 142, cpu 3, task 5, …" */
static void put_change(struct session *s, unsigned which, struct buf *out)
{
	const struct query *q = &s->query;
	const struct change *c = &q->change[which];
	enum kind kind = name_at(q->name.id)->kind;

	buf_printf(out, "%s: ", words[which]);
	if (!(q->known >> which & 1)) {
		buf_puts(out, "not found yet");
	} else if (!c->found) {
		buf_puts(out, nobody[which]);
	} else {
		expr_format(kind, c->after, false, out);
		buf_puts(out, ", was ");
		expr_format(kind, c->before, false, out);
		buf_printf(out, ", step %llu, ", (unsigned long long)c->step);
		put_by(run_of(s), c, out);
	}
}

void offer(struct session *s, const char *line)
{
	if (s->n_offers < OFFERS_MAX)
		snprintf(s->offers[s->n_offers++], sizeof(s->offers[0]), "%s",
			line);
}

/* A row; if it was found, a numbered way there. On a card the same as text. */
static void add_row(struct session *s, unsigned which)
{
	const struct query *q = &s->query;
	char name[160], line[200];
	struct buf b = { 0 };
	unsigned number = 0;

	put_change(s, which, &b);
	if (q->change[which].found && !q->go) {
		spell_name(s, &q->name, name, sizeof(name));
		snprintf(line, sizeof(line), "who %s %s go", name,
			words[which]);
		offer(s, line);
		number = s->n_offers;
	}
	rows_add(&s->rows, number ? ROW_CHOICE : ROW_NOTE, NULL,
		buf_text(&b))->number = number;
	if (q->card && number)
		buf_printf(&s->ui.overlay_text, "\n%u %s", number,
			buf_text(&b));
	else if (q->card)
		buf_printf(&s->ui.overlay_text, "\n%s", buf_text(&b));
	buf_done(&b);
}

static void go_there(struct session *s)
{
	struct query *q = &s->query;
	unsigned which = q->wanted == 1u << WHICH_NEXT ? WHICH_NEXT
		: q->wanted == 1u << WHICH_FIRST ? WHICH_FIRST : WHICH_LAST;
	const struct change *c = &q->change[which];
	struct place from = here(s);

	if (!c->found)
		return;
	show_variant(s, q->variant);
	if (c->by.cpu < shown_run(s)->m->n_cpus)
		s->follow = c->by.cpu;
	begin_to(s, c->step);
	jumped(s, true, &from);
}

/* One line where there is nothing to tell but that. */
static bool never_changed(struct session *s)
{
	const struct query *q = &s->query;
	const u32 all = (1u << WHICH_N) - 1;
	const char *text = nobody[WHICH_FIRST];

	if (q->wanted != all || q->known != all || q->change[WHICH_FIRST].found ||
		q->change[WHICH_LAST].found || q->change[WHICH_NEXT].found)
		return false;
	rows_add(&s->rows, ROW_NOTE, NULL, text);
	if (q->card)
		buf_printf(&s->ui.overlay_text, "\n%s", text);
	return true;
}

static void end_query(struct session *s)
{
	s->pending = PENDING_NONE;
	if (never_changed(s))
		return;
	for (unsigned i = 0; i < WHICH_N; i++)
		if (s->query.wanted >> i & 1)
			add_row(s, i);
	if (s->query.go)
		go_there(s);
}

void slice_query(struct session *s, u64 lines)
{
	struct query *q = &s->query;

	if (who_slice(&q->who, run_of(s), lines) == MOVE_GOING)
		return;
	q->change[q->at] = q->who.change;
	q->known |= 1u << q->at++;
	begin_next(s);
	if (!s->pending)
		end_query(s);
}

/* What has been found so far is told. */
void cancel_query(struct session *s)
{
	who_cancel(&s->query.who, run_of(s));
	s->query.go = false;
	end_query(s);
}

/* On a screen the answer is a card. */
static void open_card(struct session *s)
{
	struct query *q = &s->query;
	char name[160];

	spell_name(s, &q->name, name, sizeof(name));
	buf_clear(&s->ui.overlay_text);
	buf_printf(&s->ui.overlay_text, "%s = ", name);
	expr_format(name_at(q->name.id)->kind, name_get(run_of(s)->m,
		q->name.id, q->name.index), true, &s->ui.overlay_text);
	s->ui.card = NULL;
	s->ui.overlay = OVERLAY_CARD;
	q->card = true;
}

bool begin_who(struct session *s, const struct command *c, struct err *e)
{
	unsigned variant = c->name.variant == NONE ? s->shown
						   : c->name.variant;
	u32 wanted = c->given ? 1u << WHICH_LAST : (1u << WHICH_N) - 1;

	if (question_hides(s))
		return err_set(e, ERR_USAGE, "answer the question first");
	if (!s->variant[variant].run)
		return err_set(e, ERR_USAGE, "%s does not run here",
			s->scene->variant[variant].name);
	if (!name_makes_sense(s, &c->name, e))
		return false;
	for (unsigned i = 0; i < WHICH_N; i++)
		if (!strcmp(words[i], c->text))
			wanted = 1u << i;
	begin_query(s, &c->name, wanted);
	s->query.go = c->given;
	if (!c->given)
		open_card(s);
	return true;
}
