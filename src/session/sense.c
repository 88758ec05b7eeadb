/* SPDX-License-Identifier: GPL-3.0-or-later
 * What is told at once, when it is typed: expressions that no step of this run
 * can evaluate, and numbers that no line has.
 */
#include <stdio.h>
#include "session/inner.h"

/* Any of the variants may be shown by and by: one that can do it is enough. */
bool makes_sense(struct session *s, const struct expr *x, bool *constant,
	struct err *e)
{
	struct scope scope = session_scope(s);
	struct err ignored;

	if (expr_sense(x, &scope, constant, e))
		return true;
	for (unsigned i = 0; i < s->n_variants; i++) {
		scope.shown = i;
		if (s->variant[i].run &&
			expr_sense(x, &scope, constant, &ignored))
			return true;
	}
	return false;
}

void spell_name(const struct session *s, const struct name_use *name, char *out,
	size_t size)
{
	char text[96];

	name_write(name->id, name->index, text);
	snprintf(out, size, "%s%s%s", name->variant == NONE ? ""
		: s->scene->variant[name->variant].name,
		name->variant == NONE ? "" : ".", text);
}

bool name_makes_sense(struct session *s, const struct name_use *name,
	struct err *e)
{
	struct scope scope = session_scope(s);
	char text[160];
	struct expr *x;
	bool constant, good;

	spell_name(s, name, text, sizeof(text));
	x = expr_compile(text, &scope, e);
	good = x && makes_sense(s, x, &constant, e);
	expr_free(x);
	return good;
}

bool line_here(struct session *s, unsigned number, u16 *procedure, u16 *row,
	struct err *e)
{
	const struct run *r = shown_run(s);
	unsigned pc = run_pc(r, s->follow);
	const struct op_code *o;

	if (pc == NONE)
		return err_set(e, ERR_USAGE, "CPU %u has nothing to run",
			s->follow);
	o = &r->program.op[pc];
	if (number >= procedure_at(o->procedure)->n_lines)
		return err_set(e, ERR_USAGE, "%s, where CPU %u is, has lines 1 to %u, but no %u",
			procedure_at(o->procedure)->name, s->follow,
			procedure_at(o->procedure)->n_lines - 1, number);
	*procedure = o->procedure;
	*row = (u16)(number ? number : o->row);
	return true;
}
