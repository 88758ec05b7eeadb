/* SPDX-License-Identifier: GPL-3.0-or-later
 * The registry of procedures, and what an `if` says about itself.
 */
#include <string.h>
#include "model/procedure.h"

static const struct procedure *const all[PROC_N] = {
#define X(id, name) [PROC_##id] = &procedure_##name,
	PROCEDURE_LIST(X)
#undef X
};

const struct procedure *procedure_at(unsigned id)
{
	return all[id];
}

unsigned procedure_find(const char *name)
{
	unsigned id = 0;

	while (id < PROC_N && strcmp(all[id]->name, name))
		id++;
	return id;
}

unsigned procedure_row(const struct procedure *p, const char *id)
{
	for (unsigned row = 1; row < p->n_lines; row++)
		if (p->lines[row].id && !strcmp(p->lines[row].id, id))
			return row;
	return 0;
}

u64 test_margin(struct test t)
{
	u64 apart = t.left > t.right ? (u64)t.left - (u64)t.right
				     : (u64)t.right - (u64)t.left;
	bool yes = test_answer(t);

	switch (t.rel) {
	case REL_LT:
	case REL_GT: return yes ? apart : apart + 1;
	case REL_LE:
	case REL_GE: return yes ? apart + 1 : apart;
	case REL_EQ: return yes ? 1 : apart;
	default: return yes ? apart : 1;
	}
}

const char *rel_text(enum rel rel)
{
	static const char *const text[] = { "<", "≤", ">", "≥", "=", "≠" };

	return text[rel];
}
