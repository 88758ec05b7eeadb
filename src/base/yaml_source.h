/* SPDX-License-Identifier: GPL-3.0-or-later
 * The text behind a YAML tree: what the files of the YAML reader share.
 */
#ifndef BASE_YAML_SOURCE_H
#define BASE_YAML_SOURCE_H

#include "base/yaml.h"

enum { YAML_FILE_MAX = 1 << 20 };

/* An error without a place in the file. */
void yaml_file_error(struct err_list *errors, enum err_code code,
	const char *file, const char *text);
/* Tells the first character that no file may hold; true if there is none. */
bool yaml_check_characters(const struct yaml *y, struct err_list *errors);
/* Finds a no-break space right after a colon: it looks like a space, but ends no
 * key. Sets the line and column of the first from line `*line` to line `to`. */
bool yaml_find_nbsp(
	const struct yaml *y, unsigned to, unsigned *line, unsigned *column);

#endif
