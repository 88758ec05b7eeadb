/* SPDX-License-Identifier: GPL-3.0-or-later
 * A program: all procedures compiled for one variant; successors resolved, so
 * that a variant costs nothing at run time.
 */
#ifndef MODEL_PROGRAM_H
#define MODEL_PROGRAM_H

#include "model/procedure.h"

enum { PROGRAM_OPS = 1536 };

/* One compiled line, 32 bytes. A pc is an index into program.op, the same in all variants. */
struct op_code {
	union {
		void (*exec)(struct machine *, struct task *, s64 *);
		struct test (*test)(const struct machine *,
			const struct task *, const s64 *);
		u16 (*lock)(const struct machine *, const s64 *);
	};
	u16 next, no, callee;	/* pcs */
	u8 op, cost, transfer, value, has_value, channel;
	u8 n_params, n_locals;		/* the callee's */
	u8 pass[PASS_MAX];
	u8 row;
	u8 frame_bytes;			/* that the procedure uses */
	u16 procedure;
};

struct program {
	struct op_code op[PROGRAM_OPS];
	/* of a line that moves a cache line: the lock that lies in it */
	u16 (*guard[PROGRAM_OPS])(const struct machine *, const s64 *);
	u32 features;			/* what it was compiled for */
	u16 start[PROC_N + 1];		/* pc of row 0 of each procedure */
	u16 entry[PROC_N];		/* pc of the first line */
};

void program_compile(struct program *p, u32 features);
/* The row of that name which runs in this variant; `row` if none does. */
unsigned program_row(const struct program *p, unsigned procedure, unsigned row);
/* The line behind a pc. */
const struct line *program_line(const struct program *p, unsigned pc);
/* Whether this row runs in the program. */
bool line_in(const struct line *l, u32 features);

#endif
