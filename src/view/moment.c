/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a moment says about itself.
 */
#include "view/moment.h"
#include "model/names.h"
#include "view/views.h"

#include <string.h>

bool moment_changed(const struct moment_variant *v, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	if (id < 0 || !v->now || !v->before ||
		index >= name_indices(v->now, (unsigned)id) ||
		index >= name_indices(v->before, (unsigned)id))
		return false;
	return name_get(v->now, (unsigned)id, index) !=
	       name_get(v->before, (unsigned)id, index);
}

unsigned task_followed(const struct moment *m, const struct machine *now)
{
	unsigned cpu = m->follow;

	if (cpu >= now->n_cpus)
		return NONE;
	if (cpu_at(now, cpu)->current != NONE)
		return cpu_at(now, cpu)->current;
	for (unsigned t = 0; t < now->n_tasks; t++)
		if (task_at(now, t)->cpu == cpu && task_at(now, t)->depth)
			return t;
	return NONE;
}

bool moment_masked(const struct moment *m)
{
	return m->question.open && m->question.masked;
}
