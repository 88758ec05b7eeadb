/* SPDX-License-Identifier: GPL-3.0-or-later
 * Signals while the screen is up: those that end the program become events,
 * those of a crash restore the terminal first, job control is obeyed.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "base/err.h"
#include "screen/signals.h"

enum {
	REACTION_S = 2,	      /* then a signal that ends no longer waits */
	STACK_SIZE = 1 << 16, /* a crash may come from a full stack */
};

static volatile sig_atomic_t ending, resized, stop, continued, armed;
static int wake_fd[2] = {-1, -1};
static struct {
	int fd;
	const char *bytes;
	size_t n;
	struct termios modes;
} restore;
static char stack[STACK_SIZE];
static bool installed;

/* ---- handlers: async-signal-safe calls only -------------------------------
 */

static void wake(void)
{
	int before = errno;

	if (write(wake_fd[1], "", 1) < 0)
		errno = before; /* full: it is awake already */
}

/* Not from the background: the terminal is somebody else's then. A terminal
 * that takes no more bytes must not hold up the end. */
static void restore_terminal(void)
{
	struct pollfd p = {.fd = restore.fd, .events = POLLOUT};

	if (!armed)
		return;
	armed = 0;
	if (tcgetpgrp(restore.fd) != getpgrp())
		return;
	if (poll(&p, 1, 0) > 0 && (p.revents & POLLOUT) &&
		write(restore.fd, restore.bytes, restore.n) < 0)
		errno = 0; /* nobody is left to tell */
	tcsetattr(restore.fd, TCSANOW, &restore.modes);
}

static void die(int signal_number)
{
	sigset_t set;

	signal(signal_number, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, signal_number);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(signal_number);
}

static void on_fatal(int signal_number)
{
	restore_terminal();
	die(signal_number);
}

/* The first asks the program to end; a second one, or the alarm, insists.
 * A closing window may send SIGHUP twice, so that one never insists. */
static void on_end(int signal_number)
{
	if (ending && signal_number != SIGHUP)
		on_fatal(signal_number);
	if (!ending) {
		ending = signal_number;
		alarm(REACTION_S);
	}
	wake();
}

static void on_alarm(int signal_number)
{
	on_fatal(ending ? ending : signal_number);
}

static void on_note(int signal_number)
{
	if (signal_number == SIGWINCH)
		resized = 1;
	else if (signal_number == SIGTSTP)
		stop = 1;
	else
		continued = 1;
	wake();
}

/* ---- the table ------------------------------------------------------------
 * To add a signal: a row. `keep_ignored`: left alone if ignored at start, as
 * nohup and shells without job control ask for.
 */
static struct {
	int number;
	void (*handler)(int);
	bool keep_ignored;
	struct sigaction before;
	bool changed;
} table[] = {
	/* clang-format off */
	{ .number = SIGTERM,  .handler = on_end },
	{ .number = SIGINT,   .handler = on_end, .keep_ignored = true },
	{ .number = SIGHUP,   .handler = on_end, .keep_ignored = true },
	{ .number = SIGUSR1,  .handler = on_end, .keep_ignored = true },
	{ .number = SIGUSR2,  .handler = on_end, .keep_ignored = true },
	{ .number = SIGXCPU,  .handler = on_end, .keep_ignored = true },
	{ .number = SIGVTALRM, .handler = on_end, .keep_ignored = true },
	{ .number = SIGPROF,  .handler = on_end, .keep_ignored = true },
	{ .number = SIGPOLL,  .handler = on_end, .keep_ignored = true },
	{ .number = SIGALRM,  .handler = on_alarm },
	{ .number = SIGWINCH, .handler = on_note },
	{ .number = SIGCONT,  .handler = on_note },
	{ .number = SIGTSTP,  .handler = on_note, .keep_ignored = true },
	{ .number = SIGPIPE,  .handler = SIG_IGN },
	{ .number = SIGXFSZ,  .handler = SIG_IGN },
	{ .number = SIGQUIT,  .handler = on_fatal, .keep_ignored = true },
	{ .number = SIGSEGV,  .handler = on_fatal },
	{ .number = SIGBUS,   .handler = on_fatal },
	{ .number = SIGFPE,   .handler = on_fatal },
	{ .number = SIGILL,   .handler = on_fatal },
	{ .number = SIGABRT,  .handler = on_fatal },
	{ .number = SIGSYS,   .handler = on_fatal },
	{ .number = SIGTRAP,  .handler = on_fatal },
	/* clang-format on */
};

enum { TABLE_N = sizeof(table) / sizeof(*table) };

static void open_pipe(void)
{
	if (pipe(wake_fd))
		panic("pipe: %s", strerror(errno));
	for (int i = 0; i < 2; i++) {
		fcntl(wake_fd[i], F_SETFD, FD_CLOEXEC);
		fcntl(wake_fd[i], F_SETFL, O_NONBLOCK);
	}
}

void signals_open(void)
{
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};

	if (installed)
		return;
	open_pipe();
	ending = resized = stop = continued = armed = 0;
	sigaltstack(&alternate, NULL);
	for (int i = 0; i < TABLE_N; i++) {
		struct sigaction act = {.sa_handler = table[i].handler};

		sigemptyset(&act.sa_mask);
		act.sa_flags = SA_ONSTACK;
		sigaction(table[i].number, NULL, &table[i].before);
		table[i].changed = !table[i].keep_ignored ||
				   table[i].before.sa_handler != SIG_IGN;
		if (table[i].changed)
			sigaction(table[i].number, &act, NULL);
	}
	installed = true;
}

void signals_close(void)
{
	if (!installed)
		return;
	installed = false;
	armed = 0;
	alarm(0);
	for (int i = 0; i < TABLE_N; i++)
		if (table[i].changed)
			sigaction(table[i].number, &table[i].before, NULL);
	for (int i = 0; i < 2; i++) {
		close(wake_fd[i]);
		wake_fd[i] = -1;
	}
}

void signals_restore(
	int fd, const char *bytes, size_t n, const struct termios *modes)
{
	armed = 0;
	if (!bytes)
		return;
	restore.fd = fd;
	restore.bytes = bytes;
	restore.n = n;
	restore.modes = *modes;
	armed = 1;
}

int signals_fd(void)
{
	return wake_fd[0];
}

bool signals_any(unsigned notes)
{
	return ending || (resized && notes & SIGNALS_RESIZED) ||
	       (stop && notes & SIGNALS_STOP) ||
	       (continued && notes & SIGNALS_CONTINUED);
}

int signals_ending(void)
{
	return ending;
}

/* Clears a flag before it is acted upon, so that none is lost. */
static unsigned take(volatile sig_atomic_t *flag, unsigned note)
{
	if (!note || !*flag)
		return 0;
	*flag = 0;
	return note;
}

unsigned signals_take(unsigned notes)
{
	char bytes[64];

	while (read(wake_fd[0], bytes, sizeof(bytes)) > 0)
		;
	return take(&resized, notes & SIGNALS_RESIZED) |
	       take(&stop, notes & SIGNALS_STOP) |
	       take(&continued, notes & SIGNALS_CONTINUED);
}

bool signals_may_stop(void)
{
	for (int i = 0; i < TABLE_N; i++)
		if (table[i].number == SIGTSTP)
			return table[i].changed;
	return false;
}

void signals_stop(int signal_number)
{
	struct sigaction standard = {.sa_handler = SIG_DFL}, ours;

	sigemptyset(&standard.sa_mask);
	sigaction(signal_number, &standard, &ours);
	kill(0, signal_number);
	sigaction(signal_number, &ours, NULL);
}

void signals_will_die(int signal_number)
{
	for (int i = 0; i < TABLE_N; i++)
		if (table[i].number == signal_number)
			table[i].before = (struct sigaction){
				.sa_handler = SIG_DFL};
}

void signals_die(int signal_number)
{
	signals_close();
	die(signal_number);
	_exit(128 + signal_number); /* one whose default is to carry on */
}
