/* SPDX-License-Identifier: GPL-3.0-or-later
 * Names of the parts of memory; names.c puts all tables together.
 */
#ifndef MODEL_NAMES_MEMORY_H
#define MODEL_NAMES_MEMORY_H

#include "model/names.h"

extern const struct name names_memory[];
extern const unsigned names_memory_n;
extern const struct name names_request[];
extern const unsigned names_request_n;
extern const struct name names_slub[];
extern const unsigned names_slub_n;

#endif
