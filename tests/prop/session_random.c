/* SPDX-License-Identifier: GPL-3.0-or-later
 * Random command lines on every act of the scenes: after each, every variant is
 * what a fresh run with its inputs is at that step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "../depth.h"
#include "base/rng.h"
#include "session/chart.h"
#include "session/inner.h"

enum { LINES = 60 };

static const char *const lines[] = {
	"step", "step 5", "step any 7", "next", "finish", "until",
	"until vm_committed_as.count > 0", "continue", "decision", "go",
	"advance percpu_counter_add_batch:fold", "back", "back 4",
	"back any 9", "reverse-next", "reverse-finish", "reverse-until",
	"reverse-advance percpu_counter_add_batch", "reverse-continue",
	"reverse-decision", "reverse-go", "goto 33", "goto 120", "home", "end",
	"difference", "return", "mark a", "jump a",
	"break percpu_counter_add_batch:fold", "watch vm_committed_as.count",
	"break vm_committed_as.count > 5", "tbreak do_munmap", "delete",
	"set vm_committed_as_batch=7", "set cpu[1].vm_committed_as=5",
	"start map 1 9", "add 0 5", "sync 1", "sync all", "map 1 400",
	"policy never", "policy guess", "sum", "compare 0 8", "offline 1",
	"online 1", "schedule manual", "schedule random",
	"schedule round-robin", "schedule time", "pick 1", "pick 0", "undo",
	"redo", "branch main", "branch b1", "branch b2", "follow 1",
	"follow 0", "variant", "lockstep", "giveup",
	"chart vm_committed_as.count", "chart steps", "roll 3", "reverse-roll 2",
};

/* The chart after whatever has been done: a part holds what a fresh run has at
 * its last state. */
static void check_chart(struct session *s, u64 *random, const char *where)
{
	struct scope scope = session_scope(s);
	const struct machine *m;

	while (!chart_slice(s, 1000))
		;
	scope.n_variants = 1;
	scope.shown = 0;
	scope.machine = &m;
	for (unsigned i = 0; i < s->n_variants && s->chart->n; i++) {
		const struct samples *p = s->chart->of[i];
		struct run *fresh = run_fork(s->variant[i].run);
		u64 state = rng_below(random, (u32)p->states);
		const struct range *r;
		s64 value;

		state /= p->width;
		r = &p->range[0][state];
		state = (state + 1) * p->width - 1;
		run_seek(fresh, state < p->states ? state : p->states - 1);
		m = fresh->m;
		if (!expr_eval(s->chart->series[0], &scope, &value, NULL) ||
			!r->known || r->last != value || value < r->low ||
			value > r->high)
			fail_msg("%s: variant %u, the chart at step %llu",
				where, i, (unsigned long long)run_step(fresh));
		run_free(fresh);
	}
}

static void check_variants(const struct session *s, const char *where)
{
	for (unsigned i = 0; i < s->n_variants; i++) {
		const struct run *r = s->variant[i].run;
		const char *broken = machine_check(r->m);
		struct run *fresh = run_fork(r);

		if (broken)
			fail_msg("%s: %s", where, broken);
		run_seek(fresh, run_step(r));
		if (machine_digest(fresh->m, &fresh->program) !=
			machine_digest(r->m, &r->program))
			fail_msg("%s: variant %u is not what it should be",
				where, i);
		run_free(fresh);
	}
}

/* Random lines; what a line refuses does not matter. */
static void play(const char *scene, unsigned act, u64 *random)
{
	struct session_options o = { .scene = scene, .variant = -1,
		.history = true, .class_mode = true };
	struct err_list errors = { 0 };
	struct session *s;
	struct err e;
	char where[128];

	o.choice.seed = 1;
	s = session_open(&o, &errors);
	assert_non_null(s);
	act %= s->scene->n_acts;
	snprintf(where, sizeof(where), "act %s", s->scene->acts[act].name);
	assert_true(session_line(s, where, &e));
	for (int n = 0; n < LINES; n++) {
		const char *line = lines[rng_below(random,
			sizeof(lines) / sizeof(*lines))];

		snprintf(where, sizeof(where), "%s act %u line %d: %s", scene,
			act, n, line);
		session_line(s, line, &e);
		check_variants(s, where);
		if (rng_below(random, 4) == 0)
			check_chart(s, random, where);
	}
	session_free(s);
}

static void test_session_random__a_moment_is_what_it_is(void **state)
{
	static const char *const scenes[] = { "tour", "counter-drift",
		"policy-switch" };
	unsigned rounds = depth(2, 6, 200);
	u64 random = 1;

	for (unsigned i = 0; i < rounds; i++)
		for (unsigned scene = 0; scene < 3; scene++)
			for (unsigned act = 0; act < 10; act++)
				play(scenes[scene], act, &random);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_session_random__a_moment_is_what_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
