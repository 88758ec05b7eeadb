/* SPDX-License-Identifier: GPL-3.0-or-later
 * Opening a session at --at; themes by name.
 */
#ifndef APP_OPEN_H
#define APP_OPEN_H

#include "app/app.h"

struct theme;

/* The session at the wished moment; NULL with the error printed and *status.
 * The session lives no longer than the selection. */
struct session *open_session(const struct options *o, struct selection *sel,
	int *status);
/* --theme, or `class` with --class, or `dark`. */
/* Goes back to where a learner was; if that can't be, the scene stands at its
 * beginning. The status line says which. */
void open_place(struct session *s, const char *place);
bool open_theme(const struct options *o, const struct theme **out,
	struct err *e);

#endif
