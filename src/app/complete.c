/* SPDX-License-Identifier: GPL-3.0-or-later
 * Completion of a command line in a session, for prompt and shell.
 */
#include <string.h>
#include "app/complete.h"
#include "session/session.h"

size_t complete_line(void *user, const char *line, size_t point,
	struct buf *candidates)
{
	struct session *s = user;
	struct scope scope = session_scope(s);
	struct buf found = { 0 };
	size_t n = command_complete(line, point, &scope, session_words(s, line),
		&found);
	const char *word = buf_text(&found);

	for (size_t i = 0; i < n; i++, word += strlen(word) + 1) {
		buf_puts(candidates, word);
		buf_putc(candidates, '\n');
	}
	buf_done(&found);
	return command_complete_from(line, point);
}
