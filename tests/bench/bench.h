/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the parts of the bench share. To add a part: a function here, a row in
 * bench.c.
 */
#ifndef BENCH_H
#define BENCH_H

#include <time.h>
#include "engine/run.h"
#include "scene/scene.h"

enum { MIB = 1 << 20 };

/* One line of the report; target 0: none is set. */
void report(const char *what, double value, const char *unit, bool at_least,
	double target);
/* "ok" or "MISSED", which is counted. */
const char *judge(double value, bool at_least, double target);
/* What can't be measured at all. */
void failed(const char *what, const char *why);
double seconds(clockid_t clock);
double cpu_seconds(void);

struct scene *open_scene(const char *name);
struct setup setup_of(const struct scene *scene, enum size size,
	unsigned variant, s64 cpus);
/* Seconds of one line of CPU 0 back. */
double back_seconds(struct run *r);

/* The parts: with `program`, or without. */
void bench_programs(const char *program);
void bench_model(const char *program);
void bench_history(const char *program);
/* Opening scenes and stepping through them, as on the screen. */
void bench_session(const char *program);
void bench_chart(const char *program);
/* Ctrl-C in long work. */
void bench_interrupt(const char *program);
/* Beside gdb's `record full`; `program` with "_loop" behind is the loop. */
void bench_gdb(const char *program);

#endif
