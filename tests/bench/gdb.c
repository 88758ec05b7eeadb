/* SPDX-License-Identifier: GPL-3.0-or-later
 * The same updates in a plain C loop under gdb's `record full`, beside our
 * history: forward, one line back, back to the start, memory. gdb is driven
 * through pipes; where there is none, or it can't record, that is said and
 * nothing fails.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bench.h"
#include "loop.h"

enum { LINES = 1000, BACKS = 20, PATIENCE_MS = 120000, OUTPUT = 1 << 16 };

extern char **environ;

struct gdb {
	pid_t pid;
	int in, out;
	char said[OUTPUT];	/* since the last command, without the mark */
	bool lost;		/* it does not answer */
};

/* ---- talking to it ---- */

static bool start(struct gdb *g, const char *loop)
{
	char *argv[] = { "gdb", "-q", "-nx", "-nh", (char *)(uintptr_t)loop,
		NULL };
	posix_spawn_file_actions_t files;
	int in[2], out[2];
	int status;

	memset(g, 0, sizeof(*g));
	if (pipe(in) || pipe(out))
		return false;
	fcntl(in[1], F_SETFD, FD_CLOEXEC);
	fcntl(out[0], F_SETFD, FD_CLOEXEC);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, in[0], 0);
	posix_spawn_file_actions_adddup2(&files, out[1], 1);
	posix_spawn_file_actions_adddup2(&files, out[1], 2);
	status = posix_spawnp(&g->pid, "gdb", &files, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	close(in[0]);
	close(out[1]);
	g->in = in[1];
	g->out = out[0];
	return !status;
}

/* Reads until the mark; false: gdb has ended or takes too long. */
static bool heard(struct gdb *g, const char *mark)
{
	size_t n = 0;

	for (;;) {
		struct pollfd p = { .fd = g->out, .events = POLLIN };
		ssize_t got;
		char *end;

		if (n > OUTPUT / 2) {	/* its end is what is looked at */
			memmove(g->said, g->said + n / 2, n - n / 2);
			n -= n / 2;
		}
		if (poll(&p, 1, PATIENCE_MS) <= 0)
			return false;
		got = read(g->out, g->said + n, OUTPUT - 1 - n);
		if (got <= 0)
			return false;
		n += (size_t)got;
		g->said[n] = '\0';
		end = strstr(g->said, mark);
		if (end) {
			*end = '\0';
			return true;
		}
	}
}

/* Seconds that a command took, of wall clock. */
static double say(struct gdb *g, const char *command)
{
	double from = seconds(CLOCK_MONOTONIC);

	if (!g->lost && dprintf(g->in, "%s\necho @done@\\n\n", command) < 0)
		g->lost = true;
	if (!g->lost && !heard(g, "@done@\n"))
		g->lost = true;
	return seconds(CLOCK_MONOTONIC) - from;
}

static void leave(struct gdb *g)
{
	say(g, "kill");
	close(g->in);			/* gdb ends with its input */
	if (g->lost)
		kill(g->pid, SIGKILL);
	close(g->out);
	waitpid(g->pid, NULL, 0);
}

static double resident_mib(pid_t pid)
{
	char path[64];
	long pages = 0, all;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/statm", (long)pid);
	f = fopen(path, "r");
	if (f) {
		if (fscanf(f, "%ld %ld", &all, &pages) != 2)
			pages = 0;
		fclose(f);
	}
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / MIB;
}

/* ---- what is measured ---- */

struct figures {
	double updates, lines;	/* a second, forward and recorded */
	double back, start;	/* seconds: a line back, all the way back */
	double bytes;		/* of history, a line */
	u64 length;		/* lines of the way back */
};

static bool of_gdb(struct gdb *g, struct figures *f)
{
	double mib;

	say(g, "set pagination off");
	say(g, "set confirm off");
	say(g, "set startup-with-shell off");
	say(g, "break bench_here");
	say(g, "run");
	if (g->lost || !strstr(g->said, "Breakpoint 1, bench_here"))
		return false;
	say(g, "record full");
	say(g, "set record full insn-number-max unlimited");
	f->updates = UPDATES / say(g, "continue");
	if (g->lost || !strstr(g->said, "Breakpoint 1, bench_here"))
		return false;
	say(g, "record stop");
	mib = resident_mib(g->pid);
	say(g, "record full");
	f->lines = LINES / say(g, "step 1000");
	f->length = LINES;
	f->bytes = (resident_mib(g->pid) - mib) * MIB / LINES;
	f->back = say(g, "reverse-step 20") / BACKS;
	say(g, "record goto end");
	f->start = say(g, "reverse-continue");
	return !g->lost && strstr(g->said, "reverse-execution history");
}

/* The counter of four CPUs in the model: lines are its steps. */
static void of_ours(struct figures *f)
{
	enum { WARM = 1000000 };
	struct scene *scene = open_scene("counter-drift");
	struct setup s = setup_of(scene, SIZE_CLASSROOM, 0, CPUS);
	struct run *r;
	double from;
	u64 updates;

	s.value[PARAM_MAPPING_PAGES] = PAGES;
	s.value[PARAM_BATCH] = BATCH;
	r = run_new(&s, 60 * MIB);
	from = seconds(CLOCK_MONOTONIC);
	run_lines(r, WARM);
	from = seconds(CLOCK_MONOTONIC) - from;
	updates = (u64)r->m->counter[0].updates;
	f->updates = (double)updates / from;
	f->lines = WARM / from;
	f->bytes = (double)history_bytes(r->history) / WARM;
	f->back = 0;
	for (int i = 0; i < BACKS; i++)
		f->back += back_seconds(r) / BACKS;
	run_seek(r, f->length);
	from = seconds(CLOCK_MONOTONIC);
	run_seek(r, 0);
	f->start = seconds(CLOCK_MONOTONIC) - from;
	run_free(r);
	scene_free(scene);
}

static void beside(const char *what, double gdb, double ours, const char *unit,
	double ratio)
{
	printf("  %-32s %12.6g %12.6g %-10s %9.0f ×\n", what, gdb, ours, unit,
		ratio);
	fflush(stdout);
}

static void tell(const struct figures *g, const struct figures *o)
{
	printf("beside gdb's record full                  gdb      mmstep\n");
	beside("updates a second, recorded", g->updates, o->updates, "1/s",
		o->updates / g->updates);
	beside("lines a second, recorded", g->lines, o->lines, "1/s",
		o->lines / g->lines);
	beside("one line back", g->back * 1e3, o->back * 1e3, "ms",
		g->back / o->back);
	beside("1,000 lines back to the start", g->start * 1e3,
		o->start * 1e3, "ms", g->start / o->start);
	if (g->bytes > 0)
		beside("memory of history, a line", g->bytes, o->bytes,
			"bytes", g->bytes / o->bytes);
}

void bench_gdb(const char *program)
{
	struct figures gdb = { 0 }, ours = { 0 };
	const char *loop = getenv("BENCH_LOOP");
	struct gdb *g = malloc(sizeof(*g));

	signal(SIGPIPE, SIG_IGN);
	if (!g || !loop || !start(g, loop)) {
		printf("beside gdb's record full: no gdb here, left out\n");
		free(g);
		return;
	}
	if (of_gdb(g, &gdb)) {
		ours.length = gdb.length;
		of_ours(&ours);
		tell(&gdb, &ours);
	} else {
		printf("beside gdb's record full: gdb can't record here, left out\n");
	}
	leave(g);
	free(g);
}
