/* SPDX-License-Identifier: GPL-3.0-or-later
 * The file that keeps what was entered at the prompt:
 * $XDG_STATE_HOME/mmstep/history, else ~/.local/state/mmstep/history.
 *
 * Rules: a private folder (0700) and file (0600), one entry a line, no control
 * characters. Anything that stands in the way (no home, no right, a symbolic
 * link, a pipe, somebody else's file) means that there is no history; nobody
 * is bothered with it.
 */
#ifndef SCREEN_HISTORY_H
#define SCREEN_HISTORY_H

enum {
	HISTORY_LINES = 1000,	  /* kept at least */
	HISTORY_ENTRY_MAX = 4096, /* bytes of one; longer ones are left out */
};

/* Calls each() with the newest HISTORY_LINES entries, oldest first. */
void history_load(void (*each)(const char *entry));
/* Adds an entry at the end; other programs may do the same at this moment. */
void history_append(const char *entry);

#endif
