/* SPDX-License-Identifier: GPL-3.0-or-later
 * The model's speed, without history.
 */
#include <stdio.h>
#include "bench.h"

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

void bench_model(const char *program)
{
	static const char *const lazy[] = { "dontneed", "madv_free",
		"throttled" };
	struct scene *s = open_scene("counter-drift");
	char text[64];

	model_speed("model, classroom, patched",
		setup_of(s, SIZE_CLASSROOM, 1, 0), 100);
	model_speed("model, classroom, base",
		setup_of(s, SIZE_CLASSROOM, 0, 0), 100);
	model_speed("model, two CPUs contending",
		setup_of(s, SIZE_CLASSROOM, 0, 2), 80);
	model_speed("model, 144 CPUs, base", setup_of(s, SIZE_MAIL, 0, 0), 0);
	model_speed("model, 144 CPUs, patched", setup_of(s, SIZE_MAIL, 1, 0),
		0);
	scene_free(s);
	s = open_scene("lazy-free");
	for (unsigned v = 0; v < 3; v++) {
		snprintf(text, sizeof(text), "model, lazy-free at mail size, %s",
			lazy[v]);
		memory_speed(text, setup_of(s, SIZE_MAIL, v, 0), 40);
	}
	scene_free(s);
}
