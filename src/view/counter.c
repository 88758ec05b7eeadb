/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of counter-drift: one count, one slot per CPU, and how far the
 * count is from the truth.
 */
#include "view/views.h"

enum { VALUE_END = 22 };

/* A number with its unit; where that does not fit it goes to the next line. */
static void number(struct pen *p, const char *label, const char *name,
	const char *unit)
{
	int column = pen_field(p, 1, VALUE_END, label, name) + 1;

	if (column + pen_width(p, unit) > p->columns) {
		pen_next(p);
		column = 3;
	}
	pen_put(p, column, STYLE_DIM, unit);
	pen_next(p);
}

void counter_view(struct pen *p)
{
	const struct machine *m = p->v->now;
	s64 bound = (m->overcommit.batch - 1) * m->n_cpus;
	int start = p->row;

	number(p, "global count", "vm_committed_as.count", "pages");
	number(p, "true sum", "vm_committed_as.sum", "pages");
	number(p, "drift", "vm_committed_as.drift",
		word_of("of ±%s", word_number(bound > 0 ? bound : 0).s).s);
	number(p, "batch", "vm_committed_as_batch", "pages");
	if (m->n_cpus + p->row - start + 3 <= p->rows)
		pen_next(p);
	slots_draw(p, p->row - start + 1);
	slots_lock(p);
}
