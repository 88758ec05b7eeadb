/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a move changed: rows for the dialogue, the state that marks compare with.
 */
#include <string.h>
#include "model/names.h"
#include "session/inner.h"

/* The machine as it is; with a history only what is another there. */
static void copy_machine(struct variant *v)
{
	if (v->run->history)
		history_copy(v->run->history, v->run->m, v->before);
	else
		memcpy(v->before, v->run->m, v->run->m->size);
}

static void copy_machines(struct session *s)
{
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			copy_machine(&s->variant[i]);
}

/* From a machine at step 0, which may share with others what is as it was. */
void remember_first(struct variant *v)
{
	struct run *r = v->run;

	v->before = r->origin ? run_machine(r) : origin_room(r->m->size);
	if (r->origin)
		copy_machine(v);
	else
		memcpy(v->before, r->m, r->m->size);
}

void remember_before(struct session *s)
{
	copy_machines(s);
	s->unmarked = false;
	buf_clear(&s->others);
	s->far = false;
}

static void add_change(struct rows *rows, const char *label, enum kind unit,
	s64 was, s64 is)
{
	struct row *row = rows_add(rows, ROW_CHANGE, label, NULL);

	row->unit = unit;
	row->before = was;
	row->value = is;
}

bool list_changes(struct session *s, struct err *e)
{
	if (question_hides(s))
		return err_set(e, ERR_USAGE, "answer the question first");
	for (size_t i = 0; i < s->changes.n; i++) {
		const struct row *r = &s->changes.at[i];
		struct buf b = { 0 };

		expr_format(r->unit, r->value, false, &b);
		buf_puts(&b, ", was ");
		expr_format(r->unit, r->before, false, &b);
		rows_add(&s->rows, ROW_TABLE, r->label, buf_text(&b));
		buf_done(&b);
	}
	if (!s->changes.n)
		rows_add(&s->rows, ROW_NOTE, NULL, "nothing has changed");
	return true;
}

void add_changes(struct session *s)
{
	const struct variant *v = &s->variant[s->shown];

	rows_clear(&s->changes);
	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);

		if (!(n->part & v->run->m->parts) ||
			(n->region != REGION_CORE && !n->metric))
			continue;
		for (unsigned i = 0; i < name_indices(v->run->m, id); i++) {
			s64 was = n->get(v->before, i), is = n->get(v->run->m, i);
			char label[96];

			if (was == is)
				continue;
			name_write(id, i, label);
			add_change(&s->rows, label, n->kind, was, is);
			add_change(&s->changes, label, n->kind, was, is);
		}
	}
}

void mark_changes(struct session *s)
{
	if (!s->far)
		return;
	copy_machines(s);
	for (unsigned i = 0; i < s->n_variants; i++) {
		struct variant *v = &s->variant[i];
		u64 step = v->run ? run_step(v->run) : 0;

		if (!step || !v->run->history)
			continue;
		run_seek(v->run, step - 1);
		copy_machine(v);
		run_seek(v->run, step);
	}
}
