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

bool moment_masked(const struct moment *m)
{
	return m->question.open && m->question.masked;
}
