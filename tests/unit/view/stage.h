/* SPDX-License-Identifier: GPL-3.0-or-later
 * A moment for tests: a small scene of its own, at a step, without a session.
 * Costs are 1 ns a line, so that frames change only with model and views.
 */
#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

#include "base/buf.h"
#include "base/text.h"
#include "engine/run.h"
#include "view/canvas.h"
#include "view/moment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char counter_yaml[] =
	"mmstep: 1\n"
	"title: Per-CPU counter\n"
	"place: 1\n"
	"mail:\n"
	"  file: m.txt\n"
	"  date: 2020-07-10\n"
	"  subject: adjust vm_committed_as_batch\n"
	"kernel: \"5.9\"\n"
	"answers: [When does an update take the lock?]\n"
	"became: Merged in 5.9.\n"
	"machine: classroom\n"
	"parameters: {}\n"
	"workload: mmap1\n"
	"variants:\n"
	"  - {name: base, title: before the patch, status: old,"
	" options: [batch_old, policy_batch]}\n"
	"  - {name: patched, title: after the patch, status: merged,"
	" options: [batch_new, batch_sync_policy]}\n"
	"acts:\n"
	"  - name: main\n"
	"    title: Size meets batch\n"
	"    main: true\n"
	"    cues:\n"
	"      - {name: one, step: 0, say: One.}\n"
	"      - {name: two, step: 9, say: Two.}\n";

static const char policy_yaml[] =
	"mmstep: 1\n"
	"title: Switching to never\n"
	"place: 2\n"
	"kernel: \"5.9\"\n"
	"answers: [Which order is safe?]\n"
	"machine: classroom\n"
	"parameters: {}\n"
	"workload: policy_switch\n"
	"variants:\n"
	"  - {name: batch_sync_policy, title: \"batch, sync, policy\","
	" status: merged, options: [batch_new, batch_sync_policy]}\n"
	"  - {name: policy_batch, title: \"policy, batch\", status: never,"
	" options: [batch_new, policy_batch]}\n"
	"  - {name: sync_batch_policy, title: \"sync, batch, policy\","
	" status: proposed, options: [batch_new, sync_batch_policy]}\n"
	"acts:\n"
	"  - name: main\n"
	"    title: The switch\n"
	"    main: true\n"
	"    cues:\n"
	"      - {name: one, step: 0, say: One.}\n";

static const char lazy_yaml[] =
	"mmstep: 1\n"
	"title: Freeing lazily\n"
	"place: 3\n"
	"kernel: \"4.0\"\n"
	"answers: [When does freeing later cost more?]\n"
	"machine: classroom\n"
	"parameters: {}\n"
	"workload: lazy_free\n"
	"variants:\n"
	"  - {name: dontneed, title: MADV_DONTNEED, status: old,"
	" options: [dontneed]}\n"
	"  - {name: madv_free, title: MADV_FREE, status: merged,"
	" options: [madv_free]}\n"
	"  - {name: throttled, title: with a threshold, status: never,"
	" options: [throttled]}\n"
	"acts:\n"
	"  - name: main\n"
	"    title: Memory runs short\n"
	"    main: true\n"
	"    cues:\n"
	"      - {name: one, step: 0, say: One.}\n";

struct stage {
	struct scene *scene;
	struct setup setup;
	struct run *run[VARIANTS_MAX], *before[VARIANTS_MAX];
	struct moment m;
};

/* A variant at the given step, and one line before it. */
static inline void stage_variant(struct stage *s, unsigned i, u64 step)
{
	struct setup setup = s->setup;
	struct moment_variant *v = &s->m.variant[i];
	struct run *whole;

	setup.features = s->scene->variant[i].features;
	whole = run_new(&setup, 0);
	run_seek(whole, 10000000);
	s->run[i] = run_new(&setup, 0);
	s->before[i] = run_new(&setup, 0);
	run_seek(s->run[i], step);
	run_seek(s->before[i], step ? step - 1 : 0);
	v->is = &s->scene->variant[i];
	v->now = s->run[i]->m;
	v->before = step ? s->before[i]->m : NULL;
	v->program = &s->run[i]->program;
	v->step = run_step(s->run[i]);
	v->last_step = run_step(whole);
	v->last_known = true;
	v->ended = machine_finished(v->now);
	v->time_ns = machine_time_ns(v->now);
	run_free(whole);
}

static inline void stage_open(struct stage *s, const char *yaml,
	const char *name, const struct setup *setup, u64 step)
{
	struct err_list errors = {0};

	memset(s, 0, sizeof(*s));
	s->setup = *setup;
	s->scene = scene_parse(name, yaml, strlen(yaml), &errors);
	assert_non_null(s->scene);
	s->setup.workload = s->scene->workload;
	s->m.scene = s->scene;
	s->m.act = &s->scene->acts[0];
	s->m.n_cues = s->m.act->n_cues;
	s->m.cue_is = &s->m.act->cues[0];
	s->m.n_variants = s->scene->n_variants;
	s->m.mode = "time";
	s->m.status = s->m.others = "";
	s->m.say = "Each mapping is [[pages]]; the batch is smaller. No update "
		   "fits in a slot, so every mmap and every munmap takes the "
		   "one lock. Watch the **queue**.";
	for (unsigned i = 0; i < s->m.n_variants; i++)
		stage_variant(s, i, step);
}

/* counter-drift at a step, with this many CPUs. */
static inline void stage_counter(struct stage *s, s64 cpus, u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = cpus;
	setup.value[PARAM_ITERATIONS] = 5;
	setup.topology.mean_ns = 20;
	stage_open(s, counter_yaml, "counter-drift.yaml", &setup, step);
}

/* The policy switch at a step. */
static inline void stage_policy(struct stage *s, s64 cpus, u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = cpus;
	setup.value[PARAM_RAM_PAGES] = 4098563;
	setup.value[PARAM_KBYTES] = 4000000;
	setup.value[PARAM_SLOT_PAGES] = cpus > 8 ? 1000 : 400000 / (cpus - 1);
	setup.value[PARAM_REQUEST_PAGES] = 700000;
	stage_open(s, policy_yaml, "policy-switch.yaml", &setup, step);
}

/* lazy-free at a step: the classroom's machine, or a larger one. */
static inline void stage_memory(struct stage *s, s64 zones, u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = 2;
	setup.value[PARAM_PROCESSES] = 2;
	setup.value[PARAM_REGION_PAGES] = 40;
	setup.value[PARAM_LOOPS] = 3;
	setup.value[PARAM_RAM_PAGES] = 64;
	setup.value[PARAM_SWAP_PAGES] = 128;
	setup.value[PARAM_ZONES] = zones;
	setup.value[PARAM_MIN_FREE_KBYTES] = 32;
	setup.value[PARAM_START_JITTER_US] = 0;
	stage_open(s, lazy_yaml, "lazy-free.yaml", &setup, step);
}

/* The same with too many pages for a letter each. */
static inline void stage_memory_large(struct stage *s, u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = 12;
	setup.value[PARAM_PROCESSES] = 12;
	setup.value[PARAM_REGION_PAGES] = 2000;
	setup.value[PARAM_LOOPS] = 2;
	setup.value[PARAM_RAM_PAGES] = 12000;
	setup.value[PARAM_SWAP_PAGES] = 30000;
	setup.value[PARAM_START_JITTER_US] = 0;
	stage_open(s, lazy_yaml, "lazy-free.yaml", &setup, step);
}

static inline void stage_close(struct stage *s)
{
	for (unsigned i = 0; i < s->m.n_variants; i++) {
		run_free(s->run[i]);
		run_free(s->before[i]);
	}
	scene_free(s->scene);
}

/* A row of the frame without the blanks at its end; rotates over four. */
static inline const char *frame_row(const struct canvas *c, int row)
{
	static char text[4][8192];
	static int turn;
	char *out = text[turn = (turn + 1) % 4];
	const struct cell *cells = &c->cells[row * c->columns];
	int end = c->columns;
	size_t n = 0;

	while (end > 0 && cells[end - 1].ch == ' ')
		end--;
	for (int i = 0; i < end; i++)
		if (cells[i].width)
			n += text_encode(cells[i].ch, out + n);
	out[n] = '\0';
	return out;
}

static inline void frame_text(const struct canvas *c, struct buf *out)
{
	for (int row = 0; row < c->rows; row++)
		buf_printf(out, "%s\n", frame_row(c, row));
}

/* Whether some row holds the text. */
static inline bool frame_has(const struct canvas *c, const char *text)
{
	for (int row = 0; row < c->rows; row++)
		if (strstr(frame_row(c, row), text))
			return true;
	return false;
}

#endif
