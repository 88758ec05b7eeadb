/* SPDX-License-Identifier: GPL-3.0-or-later
 * Results of `run`: text, JSON or CSV, and the trace of lines.
 */
#ifndef OUTPUT_RUN_OUTPUT_H
#define OUTPUT_RUN_OUTPUT_H

#include "session/session.h"

struct run_output {
	const struct scene *scene;
	const struct act *act;
	const char *machine;	/* title of --machine; NULL */
	const char *ran_on;	/* name of the machine it ran on */
	enum size size;
	s64 seed;
	unsigned n_variants;
	const struct run *run[VARIANTS_MAX];	/* NULL: did not run */
	bool by_default;	/* nothing changed the run: expectations count */
};

#define RUN_TRACE_HEADER \
	"variant,step,cpu,task,time_ns,procedure,line,answer\n"
/* One line that has just run: "142 cpu 3: lock fbc->lock" (variant first in
 * CSV: variant,step,cpu,task,time_ns,procedure,line,answer). */
void run_trace_line(const struct run *r, const char *variant, bool csv,
	struct buf *out);
void run_text(const struct run_output *o, struct buf *out);
void run_json(const struct run_output *o, struct buf *out);
void run_csv(const struct run_output *o, bool header, struct buf *out);
/* False unless all expectations of this act and size hold. */
bool run_holds(const struct run_output *o);

#endif
