/* SPDX-License-Identifier: GPL-3.0-or-later
 * Scenes and assets, carried inside the program (written by assets/embed.c).
 */
#ifndef BASE_DATA_H
#define BASE_DATA_H

#include <stddef.h>

struct data {
	const char *name;	/* "scenes/tour.yaml"; NULL ends the table */
	const char *bytes;	/* NUL-terminated after size bytes */
	size_t size;
};

extern const struct data data_files[];
const struct data *data_find(const char *name);	/* NULL: no such file */

#endif
