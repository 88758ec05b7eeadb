/* SPDX-License-Identifier: GPL-3.0-or-later
 * Finding a scene or asset among those carried inside the program.
 */
#include "base/data.h"

#include <string.h>

const struct data *data_find(const char *name)
{
	for (const struct data *d = data_files; d->name; d++)
		if (!strcmp(d->name, name))
			return d;
	return NULL;
}
