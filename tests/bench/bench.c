/* SPDX-License-Identifier: GPL-3.0-or-later
 * Speed against the targets. Usage: bench PROGRAM [PART...]; parts: see below.
 * In-process times are CPU time, the best of a few tries, so that other work on
 * the machine matters little; what a machine's own speed decides is told as a
 * ratio to a plain C loop, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "bench.h"

static unsigned missed;

const char *judge(double value, bool at_least, double target)
{
	if (at_least ? value >= target : value <= target)
		return "ok";
	missed++;
	return "MISSED";
}

void report(const char *what, double value, const char *unit, bool at_least,
	double target)
{
	printf("%-46s %9.2f %-12s", what, value, unit);
	if (target > 0)
		printf(" %s %6g  %s", at_least ? "≥" : "≤", target,
			judge(value, at_least, target));
	printf("\n");
	fflush(stdout);
}

void failed(const char *what, const char *why)
{
	printf("%-46s fails: %s\n", what, why);
	missed++;
}

double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double cpu_seconds(void)
{
	return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

struct scene *open_scene(const char *name)
{
	struct err_list errors = { 0 };
	struct scene *scene = scene_load(name, &errors);

	if (scene)
		return scene;
	fprintf(stderr, "bench: scene %s can't be read\n", name);
	exit(1);
}

struct setup setup_of(const struct scene *scene, enum size size,
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
	if (scene->workload == WORKLOAD_MMAP1)
		s.value[PARAM_ITERATIONS] = 1000000;
	run_calibrate(&s);
	return s;
}

/* To add one: a row here. The program's own times come first: a child's peak
 * memory counts what its parent has before exec. */
static const struct {
	const char *name;
	void (*run)(const char *program);
} parts[] = {
	{ "programs", bench_programs },
	{ "model", bench_model },
	{ "history", bench_history },
	{ "session", bench_session },
	{ "chart", bench_chart },
	{ "interrupt", bench_interrupt },
	{ "gdb", bench_gdb },
};

static bool wanted(const char *part, int n, char **names)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(names[i], part))
			return true;
	return !n;
}

int main(int argc, char **argv)
{
	const char *program = argc > 1 ? argv[1] : "./mmstep";

	printf("%-46s %9s %-12s   target\n", "what", "measured", "");
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (wanted(parts[i].name, argc - 2, argv + 2))
			parts[i].run(program);
	printf("%u targets missed\n", missed);
	return 0;
}
