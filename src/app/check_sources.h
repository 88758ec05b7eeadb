/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep check: a displayed constant says where it comes from.
 */
#ifndef APP_CHECK_SOURCES_H
#define APP_CHECK_SOURCES_H

#include "scene/scene.h"

/* What the program's own tables lack. */
void check_tables(struct err_list *errors);
/* What a scene lacks: sources of the mail's values, numbers typed into prose. */
void check_sources(const struct scene *s, struct err_list *errors);
/* The first number of a text that is neither computed nor said to be anybody's;
 * false: there is none. `out` takes 32 bytes. */
bool number_without_source(const char *text, char *out);

#endif
