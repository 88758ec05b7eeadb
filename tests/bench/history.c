/* SPDX-License-Identifier: GPL-3.0-or-later
 * Going back, to any step, and searching: each scene at both sizes, with the
 * history that a session keeps.
 */
#include <stdio.h>
#include <stdlib.h>
#include "base/err.h"
#include "base/rng.h"
#include "bench.h"
#include "engine/move.h"
#include "model/names.h"

enum { BUDGET = 32 * MIB, FIRST = 1000000, LAST = 10000000,
	SEARCHED = 5000000, BACKS = 400, SEEKS = 60 };

/* ---- one run ---- */

static struct scope scope_of(const struct run *r, const struct machine **m,
	const struct program **p)
{
	*m = r->m;
	*p = &r->program;
	return (struct scope){ .n_variants = 1, .machine = m, .program = p };
}

double back_seconds(struct run *r)
{
	const struct machine *m;
	const struct program *p;
	struct scope scope = scope_of(r, &m, &p);
	struct move v;
	double start = cpu_seconds();

	move_init(&v, MOVE_STOP, 0, &scope);
	v.stop[0] = (struct stop){ .kind = STOP_LINE, .cpu = 0 };
	v.n_stops = 1;
	v.backward = true;
	v.count = 1;
	move_all(&v, r);
	move_done(&v);
	return cpu_seconds() - start;
}

/* Steps a second that a move looks at, where it never stops: from the start, or
 * back from step SEARCHED or the end. Short runs are searched again and again. */
static double search_rate(struct run *r, struct stop stop, bool back)
{
	const struct machine *m;
	const struct program *p;
	struct scope scope = scope_of(r, &m, &p);
	double took = 0;
	u64 steps = 0;

	while (took < 0.1) {
		struct move v;
		double start;
		u64 from;

		run_seek(r, back ? SEARCHED : 0);
		from = run_step(r);
		move_init(&v, MOVE_STOP, 0, &scope);
		v.stop[0] = stop;
		v.n_stops = 1;
		v.backward = back;
		start = cpu_seconds();
		move_begin(&v, r);
		do
			move_slice(&v, r, SEARCHED);
		while (back && v.state == MOVE_GOING);
		took += cpu_seconds() - start;
		steps += back ? from : run_step(r);
		move_done(&v);
	}
	return (double)steps / took;
}

/* The better of two runs. */
static double best_search(const struct setup *s, struct stop stop, bool back)
{
	double best = 0;

	for (int i = 0; i < 2; i++) {
		struct run *r = run_new(s, BUDGET);
		double rate = search_rate(r, stop, back);

		best = rate > best ? rate : best;
		run_free(r);
	}
	return best;
}

/* ---- a table of all scenes ---- */

struct figures {
	u64 steps;
	double rate, mib, back_worst, back_mean, seek_worst, all_mib;
	double forward, backward;
};

/* Some steps back: every second one somewhere, the others from there. */
static void measure_back(struct run *r, u64 steps, struct figures *f)
{
	u64 random = 1;
	double sum = 0;

	for (int i = 0; i < BACKS; i++) {
		double took;

		if (i % 2)
			run_seek(r, 1 + rng_below(&random, (u32)steps));
		took = back_seconds(r);
		sum += took;
		f->back_worst = took > f->back_worst ? took : f->back_worst;
	}
	f->back_mean = sum / BACKS;
}

static void measure_seek(struct run *r, struct figures *f)
{
	u64 random = 2;

	for (int i = 0; i < SEEKS; i++) {
		u64 to = i == 0 ? 0 : i == 1 ? f->steps
			: rng_below(&random, (u32)f->steps);
		double start = cpu_seconds(), took;

		run_seek(r, to);
		took = cpu_seconds() - start;
		f->seek_worst = took > f->seek_worst ? took : f->seek_worst;
	}
}

static struct figures measure(const struct setup *s, struct stop stop)
{
	struct figures f = { 0 };
	struct run *r = run_new(s, BUDGET);
	double start = cpu_seconds();

	f.steps = run_lines(r, FIRST);
	f.rate = cpu_seconds() - start;
	f.mib = (double)history_bytes(r->history) / MIB;
	measure_back(r, f.steps, &f);
	run_seek(r, f.steps);
	start = cpu_seconds();
	f.steps += run_lines(r, LAST - FIRST);
	f.rate = (double)f.steps / (f.rate + cpu_seconds() - start);
	f.all_mib = (double)history_bytes(r->history) / MIB;
	measure_seek(r, &f);
	run_free(r);
	f.forward = best_search(s, stop, false);
	f.backward = best_search(s, stop, true);
	return f;
}

/* "0.31 " or "1.20!": a target was missed. */
static void cell(int width, double value, bool at_least, double target)
{
	bool good = judge(value, at_least, target)[0] == 'o';

	printf(" %*.*f%c", width, value < 10 ? 2 : value < 100 ? 1 : 0, value,
		good ? ' ' : '!');
}

static void row(const char *scene, const char *size, bool mail,
	const struct figures *f)
{
	printf("%-14s %-9s %8llu %6.0f ", scene, size,
		(unsigned long long)f->steps, f->rate / 1e6);
	cell(4, f->mib, false, 64);
	cell(5, f->back_worst * 1e3, false, 1);
	printf(" %6.3f", f->back_mean * 1e3);
	cell(5, f->seek_worst * 1e3, false, mail ? 100 : 50);
	cell(4, f->all_mib, false, mail ? 128 : 64);
	cell(4, f->forward / 1e6, true, 20);
	cell(4, f->backward / 1e6, true, 20);
	printf("\n");
	fflush(stdout);
}

/* What is searched for never comes. Loops: so many that a classroom's run is a
 * long one, 0: the scene's. To add one: a row here. */
static const struct {
	const char *scene, *never;
	unsigned variant;
	s64 loops;
} rows[] = {
	{ "tour", "vm_committed_as.count > 1000000000", 0, 0 },
	{ "counter-drift", "vm_committed_as.count > 1000000000", 0, 0 },
	{ "policy-switch", "vm_committed_as.count > 1000000000", 0, 0 },
	{ "lazy-free", "zone[0].free > 1000000000", 1, 5000 },
	{ "slub-fallback", "zone[0].free > 1000000000", 0, 0 },
	{ "reclaim-batch", "vmscan.freed > 1000000000", 0, 0 },
	{ "rmap-walk", "rmap.slots > 1000000000", 1, 0 },
};

static struct expr *never(const char *text)
{
	struct scope scope = { 0 };
	struct err e;
	struct expr *x = expr_compile(text, &scope, &e);

	if (x)
		return x;
	fprintf(stderr, "bench: %s\n", e.text);
	exit(1);
}

static void all_scenes(void)
{
	printf("\nhistory, as a session keeps it; %s, or the whole run\n"
	       "%-14s %-9s %8s %6s %5s  %5s  %6s %5s  %5s %4s  %4s\n"
	       "%-14s %-9s %8s %6s %5s  %5s  %6s %5s  %5s %4s  %4s\n",
		"10^7 steps", "", "", "steps", "with", "MiB of", "back", "ms",
		"seek", "MiB", "search", "M/s", "scene", "size", "", "M/s",
		"10^6", "worst", "mean", "worst", "all", "forth", "back");
	printf("%-14s %-9s %8s %6s %5s  %5s  %6s %5s  %5s %4s  %4s\n",
		"target", "", "", "", "≤ 64", "≤ 1", "", "≤50,100", "", "≥ 20",
		"≥ 20");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct scene *scene = open_scene(rows[i].scene);
		struct expr *x = never(rows[i].never);
		struct stop stop = { .kind = STOP_EXPR, .expr = x };

		for (int mail = 0; mail < 2; mail++) {
			struct setup s = setup_of(scene, mail ? SIZE_MAIL
				: SIZE_CLASSROOM, rows[i].variant, 0);
			struct figures f;

			if (rows[i].loops && !mail)
				s.value[PARAM_LOOPS] = rows[i].loops;
			f = measure(&s, stop);
			row(rows[i].scene, mail ? "mail" : "classroom", mail,
				&f);
		}
		expr_free(x);
		scene_free(scene);
	}
	printf("\n");
}

/* ---- other things to search for ---- */

static void search_speed(const char *what, const struct setup *s,
	struct stop stop)
{
	char text[96];

	for (int back = 0; back < 2; back++) {
		snprintf(text, sizeof(text), "search %s for %s",
			back ? "back" : "forward", what);
		report(text, best_search(s, stop, back) / 1e6, "M steps/s",
			true, 20);
	}
}

static void searches(void)
{
	struct scene *scene = open_scene("counter-drift");
	struct setup s = setup_of(scene, SIZE_CLASSROOM, 1, 0);
	unsigned place = procedure_find("percpu_counter_sum"), index;

	search_speed("a procedure", &s, (struct stop){ .kind = STOP_PLACE,
		.cpu = NONE, .procedure = (u16)place });
	search_speed("a change", &s, (struct stop){ .kind = STOP_CHANGE,
		.name = { .id = (u16)name_find("overcommit.policy", 17,
			&index), .variant = NONE } });
	scene_free(scene);
}

void bench_history(const char *program)
{
	all_scenes();
	searches();
}
