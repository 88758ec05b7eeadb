/* SPDX-License-Identifier: GPL-3.0-or-later
 * Names of the rmap part; names.c puts all tables together.
 */
#ifndef MODEL_NAMES_RMAP_H
#define MODEL_NAMES_RMAP_H

#include "model/names.h"

extern const struct name names_rmap[];
extern const unsigned names_rmap_n;

#endif
