/* SPDX-License-Identifier: GPL-3.0-or-later
 * The terminal: opened, waited on, stopped, and left as it was found.
 *
 * Curses draws and knows the terminal's strings. It does not read: bytes come
 * by read(), keys from keys.c. It does not catch signals: signals.c does.
 */
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include "base/buf.h"
#include "screen/signals.h"
#include "screen/terminal.h"
#include "screen/terminal_draw.h"
#include "screen/terminal_type.h"

enum {
	ESCAPE_MS = 50, /* between the bytes of a key; ESCDELAY overrides */
	QUIET_MS = 20,	/* a storm of resizes is over */
	STORM_MS = 100, /* or has to bear being drawn in the middle */
	BACKGROUND_MS = 250,   /* between two looks whether we are in front */
	SIZE_MAX_CELLS = 1000, /* as canvases */
};

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

static struct {
	SCREEN *screen; /* NULL: closed */
	int in, out;
	bool in_is_ours; /* /dev/tty, to be closed */
	bool mouse;
	bool away;    /* stopped: the terminal is the shell's */
	bool resumed; /* TERMINAL_RESUME is due */
	int escape_ms;
	int64_t read_at; /* when bytes last came */
	struct termios before;
	struct buf goodbye; /* what a crash writes */
	struct key_decoder keys;
	struct key next; /* decoded, not yet given */
	bool have_next, gone;
} term = {.in = -1, .out = -1};

/* ---- bytes ----------------------------------------------------------------
 */

static void put_bytes(const char *s, size_t n)
{
	while (n) {
		ssize_t done = write(term.out, s, n);

		if (done > 0) {
			s += done;
			n -= (size_t)done;
		} else if (done < 0 && errno == EAGAIN) {
			struct pollfd p = {.fd = term.out, .events = POLLOUT};

			poll(&p, 1, -1);
		} else if (done < 0 && errno != EINTR) {
			return;
		}
	}
}

static void put_text(const char *s)
{
	put_bytes(s, strlen(s));
}

/* ---- size -----------------------------------------------------------------
 */

static int clamp_size(int n, int unknown)
{
	return n <= 0 ? unknown : n > SIZE_MAX_CELLS ? SIZE_MAX_CELLS : n;
}

void terminal_size(int *rows, int *columns)
{
	struct winsize w = {0};

	if (ioctl(term.out < 0 ? STDOUT_FILENO : term.out, TIOCGWINSZ, &w) ||
		!w.ws_row || !w.ws_col)
		w = (struct winsize){.ws_row = 24, .ws_col = 80};
	*rows = clamp_size(w.ws_row, 24);
	*columns = clamp_size(w.ws_col, 80);
}

static void fit_size(void)
{
	int rows, columns;

	terminal_size(&rows, &columns);
	resize_term(rows, columns);
	clearok(curscr, TRUE);
}

/* ---- taking and giving back -----------------------------------------------
 */

bool terminal_away(void)
{
	return !term.screen || term.away;
}

static bool in_foreground(void)
{
	pid_t front = tcgetpgrp(term.out);

	return front < 0 || front == getpgrp();
}

/* Curses has set its modes; now what it knows nothing of. */
static void take(void)
{
	put_text(PASTE_ON);
	if (term.mouse)
		put_text(MOUSE_ON);
	signals_restore(term.out, term.goodbye.s, term.goodbye.n, &term.before);
	term.away = false;
}

/* Private modes go first, by the numbers they were set with, then the screen,
 * then echo: no report of the mouse may be echoed. A signal that insists meanwhile
 * does it all again, rather than leave it half done. */
static void give_back(void)
{
	if (term.away)
		return;
	term.away = true;
	if (in_foreground()) { /* else killed in the background */
		if (term.mouse)
			put_text(MOUSE_OFF);
		put_text(PASTE_OFF);
		endwin();
		tcsetattr(term.out, TCSAFLUSH, &term.before);
	}
	signals_restore(-1, NULL, 0, NULL);
}

/* The way out of a bug: frees nothing. */
static void restore_on_panic(void)
{
	if (term.screen)
		give_back();
}

static bool says_utf8(const char *locale)
{
	const char *dot = strchr(locale, '.');

	return dot && (!strcasecmp(dot, ".UTF-8") || !strcasecmp(dot, ".utf8"));
}

/* A locale that is named but not installed, as after ssh to a lean machine,
 * still tells what the terminal at the other end speaks. */
bool terminal_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *value = NULL;

	for (int i = 0; i < 3 && !(value && *value); i++)
		value = getenv(names[i]);
	if (!setlocale(LC_CTYPE, "") && value && says_utf8(value))
		setlocale(LC_CTYPE, "C.UTF-8");
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static int escape_delay(void)
{
	const char *s = getenv("ESCDELAY");
	char *end;
	long ms = s ? strtol(s, &end, 10) : 0;

	return !s || end == s || *end || ms < 0 || ms > 10000 ? ESCAPE_MS
							      : (int)ms;
}

static bool check_ttys(const struct terminal_options *o, struct err *e)
{
	const char *which = NULL;

	if (!isatty(STDOUT_FILENO))
		which = "output";
	else if (!o->stdin_is_data && !isatty(STDIN_FILENO))
		which = "input";
	if (!which)
		return true;
	err_set(e, ERR_IO, "standard %s is not a terminal", which);
	return err_hint(e, "`mmstep shell` reads and writes plain lines");
}

static bool open_input(const struct terminal_options *o, struct err *e)
{
	term.in = STDIN_FILENO;
	term.in_is_ours = false;
	if (!o->stdin_is_data)
		return true;
	term.in = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
	if (term.in < 0)
		return err_set(e, ERR_IO, "/dev/tty: %s", strerror(errno));
	term.in_is_ours = true;
	return true;
}

/* Curses asks for the size in ways of its own, and then remembers the answer
 * (finding it in LINES and COLUMNS, it never notices a resize): it is told. */
static void tell_size(void)
{
	struct buf text = {0};
	int rows, columns;

	terminal_size(&rows, &columns);
	buf_printf(&text, "%d", rows);
	setenv("LINES", text.s, 1);
	buf_clear(&text);
	buf_printf(&text, "%d", columns);
	setenv("COLUMNS", text.s, 1);
	buf_done(&text);
	use_env(TRUE);
	use_tioctl(FALSE);
}

/* Curses would move by hard tabs, wrongly if the user's tab stops are not
 * every eight columns; it does not where the driver expands tabs. */
static SCREEN *new_screen(void)
{
	struct termios expanding = term.before;
	SCREEN *s;

	expanding.c_oflag |= TAB3;
	tcsetattr(term.out, TCSADRAIN, &expanding);
	tell_size();
	s = newterm(NULL, stdout, stdin);
	unsetenv("LINES");
	unsetenv("COLUMNS");
	if (!s)
		tcsetattr(term.out, TCSADRAIN, &term.before);
	return s;
}

static void set_modes(const struct terminal_options *o)
{
	const char *no_color = getenv("NO_COLOR");

	raw(); /* no Ctrl-S, and Ctrl-C and Ctrl-Z are keys */
	noecho();
	nonl();
	typeahead(-1); /* waiting input must not cut a frame short */
	curs_set(1);
	terminal_draw_open(
		!o->no_colour && !(no_color && *no_color), terminal_utf8());
}

bool terminal_open(const struct terminal_options *o, struct err *e)
{
	static bool at_exit;

	if (term.screen)
		panic("the terminal is open already");
	buf_clear(&term.goodbye);
	buf_puts(&term.goodbye, o->mouse ? MOUSE_OFF PASTE_OFF : PASTE_OFF);
	if (!check_ttys(o, e) || !terminal_type_open(&term.goodbye, e) ||
		!open_input(o, e))
		return false;
	term.out = STDOUT_FILENO;
	term.mouse = o->mouse;
	term.escape_ms = escape_delay();
	fflush(stdout);
	tcgetattr(term.out, &term.before);
	signals_open(); /* before curses, which then leaves them alone */
	terminal_utf8();
	term.screen = new_screen();
	if (!term.screen) {
		signals_close();
		return err_set(
			e, ERR_IO, "curses cannot use TERM=%s", getenv("TERM"));
	}
	panic_hook(restore_on_panic);
	if (!at_exit)
		at_exit = !atexit(terminal_close);
	set_modes(o);
	fit_size();
	take();
	return true;
}

static void forget_input(void)
{
	key_decoder_done(&term.keys);
	term.have_next = false;
}

void terminal_close(void)
{
	if (!term.screen)
		return;
	give_back();
	panic_hook(NULL);
	delscreen(term.screen);
	term.screen = NULL;
	signals_close();
	if (term.in_is_ours)
		close(term.in);
	term.in = term.out = -1;
	term.resumed = term.gone = false;
	buf_done(&term.goodbye);
	forget_input();
}

void terminal_die(int signal)
{
	signals_will_die(signal);
	terminal_close();
	signals_die(signal);
}

void terminal_repaint(void)
{
	clearok(curscr, TRUE);
}

/* ---- job control ----------------------------------------------------------
 */

/* Continued in the background: stop again, as reading would, until in front.
 * False if the program is to end instead. */
static bool wait_for_foreground(void)
{
	while (!in_foreground()) {
		struct pollfd p = {.fd = signals_fd(), .events = POLLIN};

		if (signals_ending())
			return false;
		signals_stop(SIGTTOU);
		if (!in_foreground() && !signals_ending()) {
			poll(&p, 1, BACKGROUND_MS);
			signals_take(~0u);
		}
	}
	return !signals_ending();
}

/* After a stop the modes are the shell's and the size may be another. */
static void come_back(void)
{
	if (!wait_for_foreground())
		return;
	signals_take(~0u);
	reset_prog_mode();
	fit_size();
	take();
	forget_input();
	term.resumed = true;
}

void terminal_suspend(void)
{
	if (terminal_away() || !signals_may_stop())
		return;
	give_back();
	signals_stop(SIGTSTP);
	come_back();
}

/* ---- waiting --------------------------------------------------------------
 */

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Lets a storm of resizes pass, unless a key comes. */
static void wait_for_quiet(void)
{
	int64_t end = now_ms() + STORM_MS;
	struct pollfd p[2] = {
		{.fd = signals_fd(), .events = POLLIN},
		{.fd = term.in, .events = POLLIN},
	};

	do
		signals_take(SIGNALS_RESIZED);
	while (!signals_any(~(unsigned)SIGNALS_RESIZED) && now_ms() < end &&
		poll(p, 2, QUIET_MS) != 0 && !p[1].revents);
}

/* What signals ask for; false if nothing. */
static bool signal_event(enum terminal_event *event)
{
	unsigned notes = signals_take(~0u);

	if (notes & SIGNALS_STOP) {
		terminal_suspend();
	} else if (notes & SIGNALS_CONTINUED) {
		if (wait_for_foreground())
			give_back(); /* a stop that nobody announced */
		come_back();
	} else if (notes & SIGNALS_RESIZED) {
		wait_for_quiet();
		fit_size();
		*event = TERMINAL_RESIZE;
		return true;
	}
	*event = TERMINAL_SIGNAL;
	if (signals_ending())
		return true;
	*event = TERMINAL_RESUME;
	if (!term.resumed)
		return false;
	term.resumed = false;
	return true;
}

/* Reads what is there, if anything. */
static void read_bytes(void)
{
	char bytes[4096];
	ssize_t n = read(term.in, bytes, sizeof(bytes));

	if (n > 0) {
		key_feed(&term.keys, bytes, (size_t)n);
		term.read_at = now_ms();
	} else if (!n || (errno != EINTR && errno != EAGAIN)) {
		term.gone = true;
	}
}

/* Milliseconds until then; 0 if it is over, -1 for never. */
static int left_until(int64_t then)
{
	int64_t ms = then - now_ms();

	return then < 0 ? -1 : ms > 0 ? (int)ms : 0;
}

/* When a half-read sequence has had time enough to be completed. That counts
 * from its last byte, not from the call: waits may be shorter. */
static int64_t patience_ends(void)
{
	int ms = key_patience(&term.keys, term.escape_ms);

	return ms < 0 ? -1 : term.read_at + ms;
}

/* Decodes a key ahead, so that it is known whether there is one: bytes may
 * turn out to be none. */
static bool decode_next(void)
{
	if (!term.have_next)
		term.have_next = key_next(&term.keys,
			left_until(patience_ends()) == 0, &term.next);
	return term.have_next;
}

static bool key_event(struct key *key, enum terminal_event *event)
{
	if (!decode_next())
		return false;
	term.have_next = false;
	*key = term.next;
	if (key->code == K_CHAR && key->ctrl && !key->alt && key->ch == 'z') {
		terminal_suspend();
		return signal_event(event);
	}
	*event = key->code == K_PASTE ? TERMINAL_PASTE : TERMINAL_KEY;
	return true;
}

enum terminal_event terminal_wait(int timeout_ms, struct key *key)
{
	int64_t end = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
	enum terminal_event event;

	*key = (struct key){0};
	for (;;) {
		int patience, left, n;
		struct pollfd p[2] = {
			{.fd = term.in, .events = POLLIN},
			{.fd = signals_fd(), .events = POLLIN},
		};

		if (signal_event(&event) || key_event(key, &event))
			return event;
		if (term.gone)
			return TERMINAL_HANGUP;
		left = left_until(end);
		patience = left_until(patience_ends());
		if (patience >= 0 && (left < 0 || patience <= left)) {
			n = poll(p, 2, patience);
		} else {
			n = poll(p, 2, left);
			if (!n)
				return TERMINAL_TIMEOUT;
		}
		if (n > 0 && p[0].revents)
			read_bytes();
	}
}

bool terminal_input_pending(void)
{
	struct pollfd p = {.fd = term.in, .events = POLLIN};

	if (signals_any(~0u) || term.resumed || decode_next())
		return true;
	if (poll(&p, 1, 0) > 0)
		read_bytes();
	return term.gone || decode_next();
}

int terminal_signal(void)
{
	return signals_ending();
}
