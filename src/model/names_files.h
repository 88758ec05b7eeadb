/* SPDX-License-Identifier: GPL-3.0-or-later
 * Published names of files and of reclaim by batches.
 */
#ifndef MODEL_NAMES_FILES_H
#define MODEL_NAMES_FILES_H

#include "model/names.h"

extern const struct name names_files[];
extern const unsigned names_files_n;

#endif
