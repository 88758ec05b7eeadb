/* SPDX-License-Identifier: GPL-3.0-or-later
 * Compiling the tables for one variant.
 */
#include <stddef.h>
#include <string.h>
#include "model/machine.h"
#include "model/program.h"

bool line_in(const struct line *l, u32 features)
{
	return !l->in || (l->in & features);
}

/* The first row from `row` on that is in the variant; tables end in a row that
 * always is. */
static u16 present(const struct procedure *p, unsigned row, u32 features)
{
	while (row + 1u < p->n_lines && !line_in(&p->lines[row], features))
		row++;
	return (u16)row;
}

static void compile_line(struct program *p, unsigned id, unsigned row)
{
	const struct procedure *proc = procedure_at(id);
	const struct line *l = &proc->lines[row];
	struct op_code *o = &p->op[p->start[id] + row];
	unsigned next = l->next ? l->next : row + 1;
	unsigned no = l->no ? l->no : row + 1;

	o->op = (u8)l->op;
	o->procedure = (u16)id;
	o->row = (u8)row;
	o->frame_bytes = (u8)(offsetof(struct frame, v) +
		proc->n_locals * sizeof(s64));
	o->cost = l->cost;
	o->transfer = l->transfer;
	o->value = l->value;
	o->has_value = l->has_value;
	o->channel = l->channel;
	p->guard[p->start[id] + row] = l->lock;
	o->next = (u16)(p->start[id] + present(proc, next, p->features));
	o->no = (u16)(p->start[id] + present(proc, no, p->features));
	memcpy(o->pass, l->pass, sizeof(o->pass));
	if (l->op == OP_IF || l->op == OP_WAIT)
		o->test = l->test;
	else if (l->op == OP_LOCK || l->op == OP_UNLOCK)
		o->lock = l->lock;
	else
		o->exec = l->exec;
	if (l->op == OP_CALL) {
		o->callee = p->entry[l->callee];
		o->n_params = procedure_at(l->callee)->n_params;
		o->n_locals = procedure_at(l->callee)->n_locals;
	}
}

void program_compile(struct program *p, u32 features)
{
	unsigned pc = 0;

	memset(p, 0, sizeof(*p));
	p->features = features;
	for (unsigned id = 0; id < PROC_N; id++) {
		p->start[id] = (u16)pc;
		p->entry[id] = (u16)(pc +
			present(procedure_at(id), 1, features));
		pc += procedure_at(id)->n_lines;
	}
	p->start[PROC_N] = (u16)pc;
	for (unsigned id = 0; id < PROC_N; id++)
		for (unsigned row = 1; row < procedure_at(id)->n_lines; row++)
			compile_line(p, id, row);
}

const struct line *program_line(const struct program *p, unsigned pc)
{
	const struct op_code *o = &p->op[pc];

	return &procedure_at(o->procedure)->lines[o->row];
}

unsigned program_row(const struct program *p, unsigned procedure, unsigned row)
{
	const struct procedure *proc = procedure_at(procedure);
	const char *id = proc->lines[row].id;

	if (!id || line_in(&proc->lines[row], p->features))
		return row;
	for (unsigned i = 1; i < proc->n_lines; i++)
		if (line_in(&proc->lines[i], p->features) &&
			!strcmp(proc->lines[i].id, id))
			return i;
	return row;
}
