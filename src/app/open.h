/* SPDX-License-Identifier: GPL-3.0-or-later
 * Opening a session at --at; themes by name.
 */
#ifndef APP_OPEN_H
#define APP_OPEN_H

#include "app/app.h"

struct learner;
struct theme;

/* The session at the wished moment; NULL with the error printed and *status.
 * The session lives no longer than the selection. */
struct session *open_session(const struct options *o, struct selection *sel,
	int *status);
/* The plain lesson goes on where this learner left it; if that can't be, it
 * stands at its beginning. Status and a row say which. */
void open_where_left(const struct options *o, struct session *s,
	const struct learner *l);
/* --theme, or `class` with --class, or `dark`. */
bool open_theme(const struct options *o, const struct theme **out,
	struct err *e);

#endif
