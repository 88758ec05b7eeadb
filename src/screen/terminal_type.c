/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the terminal's type says, asked before curses writes anything.
 *
 * A file of its own because <term.h> defines `columns`, `lines`, `tab` and
 * hundreds of other common words as macros.
 */
#include <curses.h>
#include <term.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "screen/terminal_type.h"

static const char *capability(const char *name)
{
	const char *s = tigetstr(name);

	return s == (const char *)-1 ? NULL : s;
}

/* A terminfo string without its padding ("$<5>"), which old hardware needed. */
static void put_capability(struct buf *b, const char *name)
{
	const char *s = capability(name), *end;

	for (; s && *s; s++) {
		end = *s == '$' && s[1] == '<' ? strchr(s, '>') : NULL;
		if (end)
			s = end;
		else
			buf_putc(b, *s);
	}
}

static bool check(const char *name, struct err *e)
{
	int why = 0;

	if (!name || !*name)
		return err_set(e, ERR_IO,
			"TERM is not set, so the terminal's type is unknown");
	if (setupterm(name, STDOUT_FILENO, &why) == ERR)
		return err_set(e, ERR_IO, "the terminal type TERM=%s is %s",
			name, why > 0 ? "a printer's" : "unknown here");
	if (capability("cup"))
		return true;
	del_curterm(cur_term);
	return err_set(e, ERR_IO,
		"the terminal type TERM=%s cannot place the cursor", name);
}

bool terminal_type_open(struct buf *goodbye, struct err *e)
{
	size_t before;

	if (!check(getenv("TERM"), e))
		return err_hint(e, "try TERM=xterm-256color, or `mmstep shell` "
				   "for plain lines");
	put_capability(goodbye, "sgr0");
	put_capability(goodbye, "cnorm");
	before = goodbye->n;
	put_capability(goodbye, "rmcup");
	if (goodbye->n == before)
		buf_puts(goodbye, "\r\n");
	del_curterm(cur_term);
	return true;
}
