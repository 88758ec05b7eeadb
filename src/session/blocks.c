/* SPDX-License-Identifier: GPL-3.0-or-later
 * What `alloc` and `free` do to blocks, line by line: taken, split, merged, put on
 * a list. Told in a dialogue; on a screen one steps through it (`start alloc 2`).
 */
#include <string.h>
#include "session/inner.h"

enum { ROWS_MOST = 40 };

/* A local of the frame that ran the last line, by its name; -1: no such local. */
static s64 local_of(const struct machine *m, const struct procedure *p,
	const char *name)
{
	const struct frame *f = task_frame(m, m->last.task);

	for (unsigned i = 0; f && i < p->n_locals; i++)
		if (!strcmp(p->locals[i].name, name))
			return f->v[i];
	return -1;
}

static void tell_split(struct session *s, s64 page, s64 order)
{
	rows_printf(&s->rows, ROW_ASIDE, NULL,
		"split: %lld stays in hand, %lld to list %lld",
		(long long)page, (long long)(page + (1 << order)),
		(long long)order);
}

void blocks_tell(struct session *s, const struct run *r)
{
	const struct machine *m = r->m;
	const struct op_code *o = &r->program.op[m->last.pc];
	const struct procedure *p = procedure_at(o->procedure);
	const char *id = p->lines[o->row].id;
	s64 page = local_of(m, p, "page"), order = local_of(m, p, "order");

	if (s->blocks_told >= ROWS_MOST)
		return;
	if (o->procedure == PROC_RMQUEUE || o->procedure == PROC_RMQUEUE_FALLBACK) {
		s64 at = local_of(m, p, "o");

		if (!strcmp(id, "take"))
			rows_printf(&s->rows, ROW_ASIDE, NULL,
				"take %lld off list %lld", (long long)page,
				(long long)at);
		else if (!strcmp(id, "split"))
			tell_split(s, page, at);
		else
			return;
	} else if (o->procedure == PROC_FREE_ONE_PAGE) {
		if (!strcmp(id, "merge"))
			rows_printf(&s->rows, ROW_ASIDE, NULL,
				"merge: %lld is one block of order %lld",
				(long long)page, (long long)order);
		else if (!strcmp(id, "head") || !strcmp(id, "tail"))
			rows_printf(&s->rows, ROW_ASIDE, NULL,
				"%lld to the %s of list %lld", (long long)page,
				id, (long long)order);
		else
			return;
	} else {
		return;
	}
	if (++s->blocks_told == ROWS_MOST)
		rows_printf(&s->rows, ROW_ASIDE, NULL, "… and so on");
}
