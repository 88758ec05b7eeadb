/* SPDX-License-Identifier: GPL-3.0-or-later
 * The program's own times: wall clock, the best of some tries.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bench.h"

/* Runs it with its output thrown away; wall seconds, or -1 if it fails. */
static double run_program(const char *program, char *const argv[])
{
	static char *environment[] = { "LC_ALL=C.UTF-8", NULL };
	posix_spawn_file_actions_t files;
	double start;
	pid_t pid;
	int status, failed;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	start = seconds(CLOCK_MONOTONIC);
	failed = posix_spawn(&pid, program, &files, NULL, argv, environment);
	if (!failed && waitpid(pid, &status, 0) != pid)
		failed = 1;
	start = seconds(CLOCK_MONOTONIC) - start;
	posix_spawn_file_actions_destroy(&files);
	if (failed || !WIFEXITED(status) || WEXITSTATUS(status))
		return -1;
	return start;
}

static void program_speed(const char *program, const char *what, int tries,
	double target, const char *line)
{
	char words[256], *argv[24] = { (char *)(uintptr_t)program };
	int n = 1;
	double best = 1e9;

	snprintf(words, sizeof(words), "%s", line);
	for (char *w = strtok(words, " "); w && n < 23; w = strtok(NULL, " "))
		argv[n++] = w;
	while (tries--) {
		double took = run_program(program, argv);

		if (took < 0) {
			failed(what, line);
			return;
		}
		best = took < best ? took : best;
	}
	report(what, best * 1e3, "ms", false, target);
}

/* 100 MB of reports, one after the other, in a file of its own. */
static void explain_speed(const char *program)
{
	char name[] = "/tmp/mmstep-bench-XXXXXX", line[64], text[16384];
	FILE *in = fopen("tests/reports/oom-3.10-hash012.txt", "r"), *out;
	size_t n = in ? fread(text, 1, sizeof(text), in) : 0;
	int fd = mkstemp(name);

	if (in)
		fclose(in);
	if (fd < 0 || !n || !(out = fdopen(fd, "w"))) {
		failed("explain", "no log to read");
		return;
	}
	for (size_t written = 0; written < 100000000; written += n)
		fwrite(text, 1, n, out);
	fclose(out);
	snprintf(line, sizeof(line), "explain --list %s", name);
	program_speed(program, "explain, 100 MB of log", 3, 2000, line);
	unlink(name);
}

void bench_programs(const char *program)
{
	struct rusage usage;

	if (access(program, X_OK)) {
		printf("%s: %s; its own times are left out\n", program,
			strerror(errno));
		return;
	}
	explain_speed(program);
	getrusage(RUSAGE_CHILDREN, &usage);
	report("  most memory of it", (double)usage.ru_maxrss / 1024, "MiB",
		false, 32);
	program_speed("/bin/true", "a program that does nothing", 50, 0, "");
	program_speed(program, "--version", 50, 1.5, "--version");
	program_speed(program, "start to frame, classroom", 20, 10,
		"frame counter-drift --at 0");
	program_speed(program, "start to frame, mail", 10, 100,
		"frame counter-drift --size mail --at 0");
	program_speed(program, "10^5 steps with text trace", 5, 100,
		"run counter-drift --trace --variant base --set iterations=566");
	program_speed(program, "the mail's run, base", 3, 10000,
		"run counter-drift --size mail --variant base");
	program_speed(program, "the mail's run, patched", 3, 10000,
		"run counter-drift --size mail --variant patched");
	program_speed(program, "the claim board", 1, 0, "figures");
	program_speed(program, "the claim board, --sensitivity", 1, 60000,
		"figures --sensitivity");
	getrusage(RUSAGE_CHILDREN, &usage);
	report("  most memory of all these", (double)usage.ru_maxrss / 1024,
		"MiB", false, 1024);
}
