/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a key may have to wait for when a strip chart is drawn: its longest slice,
 * with the machines made aside, and one frame.
 */
#include <stdio.h>
#include "base/err.h"
#include "bench.h"
#include "session/chart.h"
#include "view/from_session.h"
#include "view/canvas.h"

enum { SLICE = 4000, STEPS = 300000 };

/* As on the screen: the copy is ready when it is asked for. */
static struct run *ready[VARIANTS_MAX];

static struct run *give(void *user, const struct setup *s, u64 which)
{
	struct run *r = ready[which % VARIANTS_MAX];

	ready[which % VARIANTS_MAX] = NULL;
	return r;
}

static struct session *open_at(const char *scene)
{
	struct session_options o = { .scene = scene, .variant = -1,
		.act = "main", .history = true, .no_cues = true,
		.choice = { .seed = 1, .size = SIZE_MAIL } };
	struct err_list errors = { 0 };
	struct session *s = session_open(&o, &errors);
	char line[32];
	struct err e;

	snprintf(line, sizeof(line), "goto %d", STEPS);
	return s && session_line(s, line, &e) ? s : NULL;
}

static double longest_slice(struct session *s)
{
	double longest = 0;
	bool done;

	for (unsigned i = 0; i < s->n_variants; i++)
		ready[i] = run_new(&s->variant[i].run->setup, 0);
	s->chart->maker = (struct chart_maker){ give, NULL };
	do {
		double start = cpu_seconds(), took;

		done = chart_slice(s, SLICE);
		took = cpu_seconds() - start;
		longest = took > longest ? took : longest;
	} while (!done);
	for (unsigned i = 0; i < s->n_variants; i++)
		run_free(ready[i]);
	return longest;
}

static double frame_seconds(struct session *s)
{
	struct canvas *c = canvas_new(48, 160, false);
	struct moment_store store = { 0 };
	double start, took;

	s->chart->wish = CHART_OPEN;
	start = cpu_seconds();
	view_screen(moment_of(&store, s), c);
	took = cpu_seconds() - start;
	moment_store_done(&store);
	canvas_free(c);
	return took;
}

void bench_chart(const char *program)
{
	static const char *const scenes[] = { "counter-drift", "lazy-free",
		"slub-fallback", "reclaim-batch", "rmap-walk" };
	char text[96];

	for (size_t i = 0; i < sizeof(scenes) / sizeof(*scenes); i++) {
		struct session *s = open_at(scenes[i]);

		snprintf(text, sizeof(text), "chart, %s at mail size: slice",
			scenes[i]);
		if (!s) {
			failed(text, "it can't be opened");
			continue;
		}
		report(text, longest_slice(s) * 1e3, "ms, worst", false, 10);
		report("  a frame with it", frame_seconds(s) * 1e3, "ms",
			false, 10);
		session_free(s);
	}
}
