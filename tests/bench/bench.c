/* SPDX-License-Identifier: GPL-3.0-or-later
 * Speed against the targets. In-process times are CPU time, the best of a few
 * tries, so that other work on the machine matters little; what a machine's own
 * speed decides is told as a ratio to a plain C loop, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/err.h"
#include "base/rng.h"
#include "engine/move.h"
#include "model/names.h"
#include "scene/scene.h"

enum { MIB = 1 << 20 };

static unsigned missed;

/* One line of the report; target 0: none is set. */
static void report(const char *what, double value, const char *unit,
	bool at_least, double target)
{
	bool good = at_least ? value >= target : value <= target;

	printf("%-46s %9.2f %-12s", what, value, unit);
	if (target > 0)
		printf(" %s %6g  %s", at_least ? "≥" : "≤", target,
			good ? "ok" : "MISSED");
	printf("\n");
	fflush(stdout);
	if (target > 0 && !good)
		missed++;
}

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double cpu_seconds(void)
{
	return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

/* ---- a plain loop ---- */

struct plain {
	s64 slot[CPUS_MAX], count;
	u64 folds;
};

static void add(struct plain *p, unsigned cpu, s64 amount, s64 batch)
{
	s64 sum = p->slot[cpu] + amount;

	if ((sum < 0 ? -sum : sum) >= batch) {
		p->count += sum;
		p->slot[cpu] = 0;
		p->folds++;
	} else {
		p->slot[cpu] = sum;
	}
}

/* The updates of counter-drift: each CPU adds and takes away by turns. Returns
 * updates a second. */
static double plain_loop(const struct setup *s)
{
	static struct plain p;
	unsigned cpus = (unsigned)s->value[PARAM_CPUS];
	s64 pages = s->value[PARAM_MAPPING_PAGES];
	u64 updates = 0;
	double start = cpu_seconds(), took;

	do {
		for (int i = 0; i < 10000; i++) {
			for (unsigned cpu = 0; cpu < cpus; cpu++)
				add(&p, cpu, pages, s->value[PARAM_BATCH]);
			for (unsigned cpu = 0; cpu < cpus; cpu++)
				add(&p, cpu, -pages, s->value[PARAM_BATCH]);
			updates += 2 * cpus;
		}
		took = cpu_seconds() - start;
	} while (took < 0.2);
	if (p.count == 1)		/* keeps the loop */
		printf("%llu\n", (unsigned long long)p.folds);
	return (double)updates / took;
}

/* ---- runs ---- */

static struct setup setup_of(const struct scene *scene, enum size size,
	unsigned variant, s64 cpus)
{
	struct run_choice choice = { .size = size, .act = scene->main_act,
		.seed = 1 };
	struct setup s;
	struct err e;

	if (!scene_setup(scene, &choice, variant, &s, &e)) {
		fprintf(stderr, "bench: %s\n", e.text);
		exit(1);
	}
	if (cpus)
		s.value[PARAM_CPUS] = cpus;
	s.value[PARAM_ITERATIONS] = 1000000;
	run_calibrate(&s);
	return s;
}

/* Lines a second, and by how much the plain loop is faster per update. */
static void model_speed(const char *what, struct setup s, double target)
{
	enum { LINES = 10000000 };
	double best = 0, updates = 0;

	for (int i = 0; i < 3; i++) {
		struct run *r = run_new(&s, 0);
		double start = cpu_seconds(), took;

		run_lines(r, LINES);
		took = cpu_seconds() - start;
		if (LINES / took > best) {
			best = LINES / took;
			updates = (double)r->m->counter[0].updates / took;
			s.value[PARAM_BATCH] = r->m->overcommit.batch;
		}
		run_free(r);
	}
	report(what, best / 1e6, "M lines/s", true, target);
	report("  a plain C loop does the same updates",
		plain_loop(&s) / updates, "times faster", false, 0);
}

/* Lines a second of a whole run in which memory runs short. */
static void memory_speed(const char *what, struct setup s, double target)
{
	struct run *r = run_new(&s, 0);
	double start = cpu_seconds();
	u64 lines = run_lines(r, UINT64_MAX);

	report(what, (double)lines / (cpu_seconds() - start) / 1e6, "M lines/s",
		true, target);
	run_free(r);
}

static struct scope scope_of(const struct run *r, const struct machine **m,
	const struct program **p)
{
	*m = r->m;
	*p = &r->program;
	return (struct scope){ .n_variants = 1, .machine = m, .program = p };
}

/* Seconds that one move takes. */
static double move_seconds(struct run *r, struct stop own, bool back, u64 count)
{
	const struct machine *m;
	const struct program *p;
	struct scope scope = scope_of(r, &m, &p);
	struct move v;
	double start = cpu_seconds();

	move_init(&v, MOVE_STOP, own.cpu == NONE ? 0 : own.cpu, &scope);
	v.stop[0] = own;
	v.n_stops = 1;
	v.backward = back;
	v.count = count;
	move_all(&v, r);
	move_done(&v);
	return cpu_seconds() - start;
}

/* The worst of some steps back, here and there, and of the last ones. */
static void back_speed(const char *what, struct setup s, size_t budget)
{
	enum { LAST = 1000000, TRIES = 400 };
	struct run *r = run_new(&s, budget);
	struct stop line = { .kind = STOP_LINE, .cpu = 0 };
	u64 random = 1;
	double worst = 0, sum = 0;
	char text[96];

	run_lines(r, LAST);
	for (int i = 0; i < TRIES; i++) {
		double took;

		if (i % 2)
			run_seek(r, 1 + rng_below(&random, LAST));
		took = move_seconds(r, line, true, 1);
		sum += took;
		worst = took > worst ? took : worst;
	}
	snprintf(text, sizeof(text), "one step back, %s: worst", what);
	report(text, worst * 1e3, "ms", false, 1);
	report("  mean", sum / TRIES * 1e3, "ms", false, 0);
	report("  history of 10^6 steps",
		(double)history_bytes(r->history) / MIB, "MiB", false, 64);
	run_free(r);
}

static void seek_speed(const char *what, struct setup s, size_t budget,
	double target)
{
	enum { LAST = 10000000, TRIES = 200 };
	struct run *r = run_new(&s, budget);
	u64 random = 2;
	double worst = 0, start = cpu_seconds();
	char text[96];

	run_lines(r, LAST);
	snprintf(text, sizeof(text), "%s: with history", what);
	report(text, LAST / (cpu_seconds() - start) / 1e6, "M lines/s", true,
		0);
	for (int i = 0; i < TRIES; i++) {
		u64 to = i == 0 ? 0 : i == 1 ? LAST : rng_below(&random, LAST);
		double took;

		start = cpu_seconds();
		run_seek(r, to);
		took = cpu_seconds() - start;
		worst = took > worst ? took : worst;
	}
	report("  any of 10^7 steps: worst", worst * 1e3, "ms", false, target);
	report("  history", (double)history_bytes(r->history) / MIB, "MiB",
		false, (double)(budget / MIB + 4));
	run_free(r);
}

/* Steps a second that a move looks at, where it never stops. */
static double search_rate(const struct setup *s, struct stop stop, bool back)
{
	enum { LAST = 5000000 };
	struct run *r = run_new(s, 60 * MIB);
	const struct machine *m;
	const struct program *p;
	struct scope scope = scope_of(r, &m, &p);
	struct move v;
	double start;

	if (back)
		run_lines(r, LAST);
	move_init(&v, MOVE_STOP, 0, &scope);
	v.stop[0] = stop;
	v.n_stops = 1;
	v.backward = back;
	start = cpu_seconds();
	move_begin(&v, r);
	do
		move_slice(&v, r, LAST);
	while (back && v.state == MOVE_GOING);
	start = cpu_seconds() - start;
	move_done(&v);
	run_free(r);
	return LAST / start;
}

static void search_speed(const char *what, struct setup s, struct stop stop)
{
	char text[96];

	for (int back = 0; back < 2; back++) {
		double best = 0;

		for (int i = 0; i < 3; i++) {
			double rate = search_rate(&s, stop, back);

			best = rate > best ? rate : best;
		}
		snprintf(text, sizeof(text), "search %s for %s",
			back ? "back" : "forward", what);
		report(text, best / 1e6, "M steps/s", true, 20);
	}
}

static void searches(const struct scene *scene)
{
	struct setup s = setup_of(scene, SIZE_CLASSROOM, 1, 0);
	const char *text = "vm_committed_as.count > 1000000000";
	unsigned place = procedure_find("percpu_counter_sum");
	struct scope scope = { 0 };
	struct err e;
	struct expr *x = expr_compile(text, &scope, &e);
	unsigned index;

	if (!x) {
		fprintf(stderr, "bench: %s\n", e.text);
		exit(1);
	}
	search_speed("name > constant", s, (struct stop){ .kind = STOP_EXPR,
		.expr = x });
	search_speed("a procedure", s, (struct stop){ .kind = STOP_PLACE,
		.cpu = NONE, .procedure = (u16)place });
	search_speed("a change", s, (struct stop){ .kind = STOP_CHANGE,
		.name = { .id = (u16)name_find("overcommit.policy", 17,
			&index), .variant = NONE } });
	expr_free(x);
}

/* ---- the program ---- */

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
			printf("%-46s fails: %s %s\n", what, program, line);
			missed++;
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
		printf("explain: no log to read\n");
		missed++;
		return;
	}
	for (size_t written = 0; written < 100000000; written += n)
		fwrite(text, 1, n, out);
	fclose(out);
	snprintf(line, sizeof(line), "explain --list %s", name);
	program_speed(program, "explain, 100 MB of log", 3, 2000, line);
	unlink(name);
}

static void programs(const char *program)
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

int main(int argc, char **argv)
{
	struct err_list errors = { 0 };
	struct scene *scene = scene_load("counter-drift", &errors);

	if (!scene) {
		fprintf(stderr, "bench: the scene can't be read\n");
		return 1;
	}
	printf("%-46s %9s %-12s   target\n", "what", "measured", "");
	/* first: a child's peak memory counts what its parent has before exec */
	programs(argc > 1 ? argv[1] : "./mmstep");
	model_speed("model, classroom, patched",
		setup_of(scene, SIZE_CLASSROOM, 1, 0), 100);
	model_speed("model, classroom, base",
		setup_of(scene, SIZE_CLASSROOM, 0, 0), 100);
	model_speed("model, two CPUs contending",
		setup_of(scene, SIZE_CLASSROOM, 0, 2), 80);
	model_speed("model, 144 CPUs, base",
		setup_of(scene, SIZE_MAIL, 0, 0), 0);
	model_speed("model, 144 CPUs, patched",
		setup_of(scene, SIZE_MAIL, 1, 0), 0);
	back_speed("classroom", setup_of(scene, SIZE_CLASSROOM, 0, 0),
		60 * MIB);
	back_speed("144 CPUs", setup_of(scene, SIZE_MAIL, 0, 0), 60 * MIB);
	back_speed("144 CPUs, patched", setup_of(scene, SIZE_MAIL, 1, 0),
		60 * MIB);
	seek_speed("classroom", setup_of(scene, SIZE_CLASSROOM, 0, 0),
		60 * MIB, 50);
	seek_speed("144 CPUs", setup_of(scene, SIZE_MAIL, 1, 0), 60 * MIB, 100);
	searches(scene);
	scene_free(scene);
	scene = scene_load("lazy-free", &errors);
	if (!scene)
		return 1;
	memory_speed("model, lazy-free at mail size, dontneed",
		setup_of(scene, SIZE_MAIL, 0, 0), 40);
	memory_speed("model, lazy-free at mail size, madv_free",
		setup_of(scene, SIZE_MAIL, 1, 0), 40);
	memory_speed("model, lazy-free at mail size, throttled",
		setup_of(scene, SIZE_MAIL, 2, 0), 40);
	back_speed("lazy-free at mail size", setup_of(scene, SIZE_MAIL, 1, 0),
		60 * MIB);
	seek_speed("lazy-free at mail size", setup_of(scene, SIZE_MAIL, 1, 0),
		120 * MIB, 100);
	scene_free(scene);
	printf("%u targets missed\n", missed);
	return 0;
}
