/* SPDX-License-Identifier: GPL-3.0-or-later
 * Signals while the screen is up: those that end the program become events,
 * those of a crash restore the terminal first, job control is obeyed.
 *
 * Rules: handlers set flags, write one byte to a pipe or, on the fatal path,
 * call what POSIX lists as safe; tests/pty/run checks their bodies for that.
 */
#ifndef SCREEN_SIGNALS_H
#define SCREEN_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

enum signals_note {
	SIGNALS_RESIZED = 1,   /* SIGWINCH */
	SIGNALS_STOP = 2,      /* SIGTSTP */
	SIGNALS_CONTINUED = 4, /* SIGCONT */
};

void signals_open(void);  /* installs the handlers */
void signals_close(void); /* puts the former ones back; idempotent */

/* What the fatal path does to the terminal: writes the bytes to fd and sets
 * the modes. bytes must stay valid; NULL: the terminal is already restored. */
void signals_restore(
	int fd, const char *bytes, size_t n, const struct termios *modes);

int signals_fd(void); /* readable when something came; for poll() */
/* One of the notes came, or what ends, and was not yet taken. */
bool signals_any(unsigned notes);
int signals_ending(void); /* SIGTERM, SIGINT or the like, once it came; or 0 */
/* Those of the notes that came since they were last taken; empties the pipe. */
unsigned signals_take(unsigned notes);

/* False where stopping was forbidden from the start (SIGTSTP ignored): nobody
 * would continue us. */
bool signals_may_stop(void);
/* Stops the whole process group, as a typed Ctrl-Z would without raw mode;
 * returns when continued, or at once where stopping is impossible. */
void signals_stop(int signal);
/* When they are closed, this one kills: whatever had it before. */
void signals_will_die(int signal_number);
/* Ends by this signal, so that whoever waits sees it. The terminal must be
 * restored. */
void signals_die(int signal) __attribute__((noreturn));

#endif
