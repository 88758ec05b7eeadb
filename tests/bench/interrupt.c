/* SPDX-License-Identifier: GPL-3.0-or-later
 * How long Ctrl-C takes to stop long work at mail size: the program runs in a
 * pseudo-terminal, as shell and on the screen, and is stopped many times.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include "base/rng.h"
#include "bench.h"

enum { TRIES = 40, PATIENCE_MS = 20000, QUIET_MS = 30 };

struct terminal {
	int fd;
	pid_t pid;
	char seen[4096]; /* the end of what it has printed */
	size_t n;
};

/* In milliseconds: from the key to the answer, and of that computing. */
struct tries {
	double took[TRIES], computed[TRIES];
	unsigned n;
};

static void run_child(const char *name, const char *program, const char *command)
{
	char *const argv[] = { (char *)(uintptr_t)program,
		(char *)(uintptr_t)command, "lazy-free", "--size", "mail",
		NULL };
	char *const environment[] = { "TERM=xterm", "LC_ALL=C.UTF-8",
		"HOME=/dev/null", "ESCDELAY=5", NULL };
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	int fd;

	setsid();
	fd = open(name, O_RDWR);
	if (fd < 0)
		_exit(127);
	ioctl(fd, TIOCSWINSZ, &size);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	close(fd);
	execve(program, argv, environment);
	_exit(127);
}

static bool start(struct terminal *t, const char *program, const char *command)
{
	memset(t, 0, sizeof(*t));
	t->fd = posix_openpt(O_RDWR | O_NOCTTY);
	if (t->fd < 0 || grantpt(t->fd) || unlockpt(t->fd))
		return false;
	t->pid = fork();
	if (!t->pid)
		run_child(ptsname(t->fd), program, command);
	return t->pid > 0;
}

static void stop(struct terminal *t)
{
	if (t->pid > 0) {
		kill(t->pid, SIGKILL);
		waitpid(t->pid, NULL, 0);
	}
	if (t->fd >= 0)
		close(t->fd);
}

/* Takes what comes within the time; false if nothing does. */
static bool take(struct terminal *t, int ms)
{
	struct pollfd p = { .fd = t->fd, .events = POLLIN };
	ssize_t n;

	if (t->n > sizeof(t->seen) / 2) {
		memmove(t->seen, t->seen + t->n - 512, 512);
		t->n = 512;
	}
	if (poll(&p, 1, ms) <= 0)
		return false;
	n = read(t->fd, t->seen + t->n, sizeof(t->seen) - 1 - t->n);
	if (n > 0)
		t->n += (size_t)n;
	t->seen[t->n] = '\0';
	return n > 0;
}

/* Whether it prints this before we lose patience. */
static bool prints(struct terminal *t, const char *text)
{
	double end = seconds(CLOCK_MONOTONIC) + PATIENCE_MS / 1e3;

	while (!strstr(t->seen, text))
		if (!take(t, PATIENCE_MS) || seconds(CLOCK_MONOTONIC) > end)
			return false;
	return true;
}

static void forget(struct terminal *t)
{
	while (take(t, QUIET_MS))
		;
	t->n = 0;
	t->seen[0] = '\0';
}

static void type(struct terminal *t, const char *text)
{
	if (write(t->fd, text, strlen(text)) < 0)
		t->n = 0;
}

/* Milliseconds of a processor that the child has had so far; 0: not known. */
static double computed(const struct terminal *t)
{
	char path[64];
	long long ns = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/schedstat", (long)t->pid);
	f = fopen(path, "r");
	if (f && fscanf(f, "%lld", &ns) != 1)
		ns = 0;
	if (f)
		fclose(f);
	return (double)ns / 1e6;
}

/* `line` works for long; Ctrl-C comes after up to 0.3 s of it. */
static bool try_once(struct terminal *t, const char *line, u64 *random,
	struct tries *out)
{
	int ms = 40 + (int)rng_below(random, 260);
	double begin, cpu;

	type(t, line);
	for (begin = seconds(CLOCK_MONOTONIC);
		seconds(CLOCK_MONOTONIC) < begin + ms / 1e3;)
		take(t, 2);
	t->n = 0;
	t->seen[0] = '\0';
	cpu = computed(t);
	begin = seconds(CLOCK_MONOTONIC);
	type(t, "\003");
	if (!prints(t, "opped"))	/* of "stopped" what is drawn in any case */
		return false;
	out->took[out->n] = (seconds(CLOCK_MONOTONIC) - begin) * 1e3;
	cpu = computed(t) - cpu;
	/* what it has computed since it answered is no part of it */
	out->computed[out->n] = cpu < out->took[out->n] ? cpu
		: out->took[out->n];
	out->n++;
	return true;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void tell(const char *what, struct tries *r)
{
	qsort(r->took, r->n, sizeof(*r->took), by_size);
	qsort(r->computed, r->n, sizeof(*r->computed), by_size);
	report(what, r->took[r->n / 2], "ms", false, 10);
	report("  9 of 10 within", r->took[r->n * 9 / 10], "ms", false, 0);
	report("  all within", r->took[r->n - 1], "ms", false, 0);
	report("  of that computing, at most", r->computed[r->n - 1], "ms",
		false, 10);
}

static void measure(const char *program, const char *command,
	const char *ready, const char *first, const char *line,
	const char *what)
{
	struct tries r = { .n = 0 };
	struct terminal t;
	u64 random = 1;
	bool good = start(&t, program, command) && prints(&t, ready);

	if (good) {
		forget(&t);
		type(&t, first);
		forget(&t);
	}
	while (good && r.n < TRIES) {
		good = try_once(&t, line, &random, &r);
		forget(&t);
		if (line[0] == ':') {	/* the status goes, the marks stay */
			type(&t, "\033");
			forget(&t);
		}
	}
	stop(&t);
	if (good)
		tell(what, &r);
	else
		failed(what, "nothing was stopped");
}

void bench_interrupt(const char *program)
{
	static const char never[] = "break zone[0].free == -1\r";

	measure(program, "shell", "(mmstep) ", never, "continue\r",
		"Ctrl-C, lazy-free at mail size, shell");
	measure(program, "shell", "(mmstep) ", never,
		"who vmstat.oom_kill\r", "Ctrl-C in a reverse query");
	measure(program, "play", "go on", ":break zone[0].free == -1\r",
		":continue\r", "Ctrl-C, lazy-free at mail size, screen");
}
