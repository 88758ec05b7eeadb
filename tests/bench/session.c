/* SPDX-License-Identifier: GPL-3.0-or-later
 * What somebody at the screen waits for, by scene and size: from the scene's file
 * to the first frame, then a line forward or back and its frame, of a processor's
 * time.
 */
#include <stdio.h>
#include <string.h>
#include "base/err.h"
#include "bench.h"
#include "session/session.h"
#include "view/canvas.h"
#include "view/from_session.h"

enum { OPENINGS = 3, STEPS = 300, PLACES = 4 };

struct screen {
	struct session *s;
	struct canvas *c;
};

static void draw(struct screen *at)
{
	struct moment_store store = { 0 };

	view_screen(moment_of(&store, at->s), at->c);
	moment_store_done(&store);
}

static bool open_screen(struct screen *at, const char *scene, enum size size)
{
	struct session_options o = { .scene = scene, .variant = -1,
		.history = true, .on_screen = true,
		.choice = { .seed = 1, .size = size } };
	struct err_list errors = { 0 };

	at->s = session_open(&o, &errors);
	if (!at->s)
		return false;
	draw(at);
	return true;
}

/* The best of some. */
static double open_seconds(struct screen *at, const char *scene, enum size size)
{
	double best = 1e9;

	at->c = canvas_new(24, 80, false);
	for (int i = 0; i < OPENINGS; i++) {
		double start = cpu_seconds(), took;

		if (!open_screen(at, scene, size)) {
			best = 0;
			break;
		}
		took = cpu_seconds() - start;
		best = took < best ? took : best;
		if (i + 1 < OPENINGS)
			session_free(at->s);
	}
	return best;
}

struct waits {
	double worst, sum;
	unsigned n;
};

/* A command and its frame; what is refused (an open question, the run's end) is
 * no step. */
static void wait_for(struct screen *at, const char *line, struct waits *w)
{
	double start = cpu_seconds(), took;
	struct err e;

	if (!session_line(at->s, line, &e))
		return;
	draw(at);
	took = cpu_seconds() - start;
	w->worst = took > w->worst ? took : w->worst;
	w->sum += took;
	w->n++;
}

/* Lines on, and back again, at places all over what is known of the run. */
static void walk(struct screen *at, struct waits *on, struct waits *back)
{
	u64 last = at->s->variant[at->s->shown].last_step;
	struct waits other = { 0 };

	for (unsigned i = 0; i < PLACES; i++) {
		char line[48];

		snprintf(line, sizeof(line), "goto %llu",
			(unsigned long long)(last * i / PLACES));
		wait_for(at, line, &other);
		wait_for(at, "giveup", &other);
		for (unsigned k = 0; k < STEPS / PLACES; k++)
			wait_for(at, "step any", on);
		for (unsigned k = 0; k < STEPS / PLACES; k++)
			wait_for(at, "back any", back);
	}
}

static void row(const char *what, const struct waits *w)
{
	char text[64];

	if (!w->n) {
		failed(what, "nothing moves");
		return;
	}
	snprintf(text, sizeof(text), "  %s, worst of %u", what, w->n);
	report(text, w->worst * 1e3, "ms", false, 10);
	snprintf(text, sizeof(text), "  %s, mean", what);
	report(text, w->sum / w->n * 1e3, "ms", false, 0);
}

static void measure(const char *scene, enum size size)
{
	bool mail = size == SIZE_MAIL;
	struct waits on = { 0 }, back = { 0 };
	struct screen at;
	char text[64];
	double took = open_seconds(&at, scene, size);

	snprintf(text, sizeof(text), "%s, %s: file to frame", scene,
		mail ? "mail" : "classroom");
	if (took > 0) {
		report(text, took * 1e3, "ms", false, mail ? 100 : 10);
		walk(&at, &on, &back);
		row("a line on and its frame", &on);
		row("a line back and its frame", &back);
		session_free(at.s);
	} else {
		failed(text, "it can't be opened");
	}
	canvas_free(at.c);
}

void bench_session(const char *program)
{
	static const char *const scenes[] = { "tour", "counter-drift",
		"policy-switch", "lazy-free", "slub-fallback",
		"reclaim-batch", "rmap-walk" };

	for (size_t i = 0; i < sizeof(scenes) / sizeof(*scenes); i++) {
		measure(scenes[i], SIZE_CLASSROOM);
		measure(scenes[i], SIZE_MAIL);
	}
}
