/* SPDX-License-Identifier: GPL-3.0-or-later
 * The terminal: shows canvases, gives events, and is left as it was found on
 * every way out. Only terminal*.c know curses.
 *
 * Rules: one terminal, opened once at a time. While it is open nothing else
 * writes to it. Ctrl-Z and job control are dealt with inside terminal_wait().
 */
#ifndef SCREEN_TERMINAL_H
#define SCREEN_TERMINAL_H

#include <stdbool.h>
#include "base/err.h"
#include "screen/keys.h"
#include "view/canvas.h"
#include "view/theme.h"

struct terminal_options {
	bool mouse;	    /* report clicks and the wheel */
	bool no_colour;	    /* as NO_COLOR, which is honoured anyway */
	bool stdin_is_data; /* a scene was read from it: keys come from
			     * /dev/tty */
};

enum terminal_event {
	TERMINAL_KEY,	 /* in *key */
	TERMINAL_PASTE,	 /* a bracketed paste: key->text (until the next
			  * call of a function here), key->text_cut */
	TERMINAL_RESIZE, /* take terminal_size() anew and draw */
	TERMINAL_RESUME, /* the same, after a stop: restart clocks too */
	TERMINAL_TIMEOUT,
	TERMINAL_HANGUP, /* the terminal is gone: end as for SIGHUP */
	TERMINAL_SIGNAL, /* terminal_signal() came: close files and call
			  * terminal_die() within two seconds */
};

/* False (ERR_IO, nothing written) without a terminal that can place a cursor.
 */
bool terminal_open(const struct terminal_options *o, struct err *e);
/* Restores everything; harmless when closed already. */
void terminal_close(void);
/* Restores and ends by the signal. */
void terminal_die(int signal) __attribute__((noreturn));

/* False where the locale is not UTF-8: canvases must then be ASCII ones. */
bool terminal_utf8(void);
/* 1 to 1,000 each; an unknown size is 24 × 80. */
void terminal_size(int *rows, int *columns);
/* Shows the canvas, sending only what differs, with the hardware cursor on the
 * canvas's. Nothing is sent for an unchanged canvas. */
void terminal_draw(const struct canvas *c, const struct theme *t);
/* The next terminal_draw() sends everything (Ctrl-L). */
void terminal_repaint(void);

/* Waits for an event; timeout_ms < 0: as long as it takes. */
enum terminal_event terminal_wait(int timeout_ms, struct key *key);
/* True if terminal_wait() would give an event at once. A long computation asks
 * this every few milliseconds and gives way; and as long as it is true there is
 * no need to draw. One system call. */
bool terminal_input_pending(void);
int terminal_signal(void); /* for TERMINAL_SIGNAL */
/* Gives the terminal back, stops, and takes it again when continued; the next
 * event is TERMINAL_RESUME. */
void terminal_suspend(void);

#endif
