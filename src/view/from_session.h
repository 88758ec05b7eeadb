/* SPDX-License-Identifier: GPL-3.0-or-later
 * The moment of a session: the one place where views' input is gathered.
 */
#ifndef VIEW_FROM_SESSION_H
#define VIEW_FROM_SESSION_H

#include "session/session.h"
#include "view/moment.h"

struct moment_store {
	struct moment moment;
	struct moment_mark *marks;
	size_t marks_size;
	struct buf displays, displays_brief;
};

/* Fills in and returns the moment of now; valid until the session's next
 * command or the next call. Prompt fields are left NULL: the app sets them. */
struct moment *moment_of(struct moment_store *store, struct session *s);
void moment_store_done(struct moment_store *store);

#endif
