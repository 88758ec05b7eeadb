/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of samples: a part is what a scan of all its states says, in whatever
 * slices, after cuts too.
 */
#include "course.h"
#include "engine/samples.h"

enum { TWO = 2 };
static const char *const texts[TWO] = { "vm_committed_as.count",
	"vm_committed_as.sum - vm_committed_as.count" };

struct chart {
	struct course c;
	struct expr *own[TWO];
	const struct expr *series[TWO];
	struct samples *p;
};

static void open_chart(struct chart *t, s64 iterations)
{
	struct err e;

	course_init(&t->c, 3);
	t->c.s.value[PARAM_ITERATIONS] = iterations;
	course_start(&t->c, 0, 0);
	for (unsigned i = 0; i < TWO; i++)
		t->series[i] = t->own[i] = expr_compile(texts[i], &t->c.scope,
			&e);
	t->p = mem_alloc(sizeof(*t->p));
	samples_init(t->p, TWO);
}

static void close_chart(struct chart *t)
{
	for (unsigned i = 0; i < TWO; i++)
		expr_free(t->own[i]);
	samples_done(t->p);
	free(t->p);
	course_done(&t->c);
}

/* Brute force: all states of this part, one by one. */
static void check_part(struct chart *t, struct run *f, unsigned part)
{
	const struct samples *p = t->p;
	struct range is[TWO] = { { 0 } };
	u64 from = part * p->width, end = from + p->width;

	end = end < p->states ? end : p->states;
	run_seek(f, from);
	assert_int_equal(p->time_ns[part], machine_time_ns(f->m));
	for (u64 step = from; step < end; step++) {
		run_seek(f, step);
		t->c.machine = f->m;
		for (unsigned i = 0; i < TWO; i++) {
			s64 v;

			assert_true(expr_eval(t->own[i], &t->c.scope, &v, NULL));
			if (step == from || v < is[i].low)
				is[i].low = v;
			if (step == from || v > is[i].high)
				is[i].high = v;
			is[i].last = v;
		}
	}
	for (unsigned i = 0; i < TWO; i++) {
		assert_true(p->range[i][part].known);
		assert_int_equal(p->range[i][part].low, is[i].low);
		assert_int_equal(p->range[i][part].high, is[i].high);
		assert_int_equal(p->range[i][part].last, is[i].last);
	}
}

static void check_all(struct chart *t)
{
	struct run *f = run_fork(t->c.r);

	for (unsigned i = 0; i < samples_parts(t->p); i++)
		check_part(t, f, i);
	run_free(f);
}

static void take(struct chart *t, u64 to, u64 lines)
{
	while (!samples_slice(t->p, t->c.r, t->series, to, lines))
		;
}

static void test_samples__a_part_is_a_scan_of_its_states(void **state)
{
	static const s64 iterations[] = { 3, 40, 300 };

	for (unsigned i = 0; i < 3; i++) {
		struct chart t;
		u64 last;

		open_chart(&t, iterations[i]);
		last = last_step(t.c.r);
		take(&t, last, 1 + 97 * i);
		assert_int_equal(t.p->states, last + 1);
		assert_in_range(samples_parts(t.p), last < SAMPLES ? last + 1
			: SAMPLES / 2, SAMPLES);
		check_all(&t);
		close_chart(&t);
	}
}

static void test_samples__nothing_behind_what_was_asked_for(void **state)
{
	struct chart t;

	open_chart(&t, 40);
	take(&t, 0, 10);
	assert_int_equal(t.p->states, 1);
	take(&t, 20, 7);
	assert_int_equal(t.p->states, 21);
	take(&t, 12, 7);
	assert_int_equal(t.p->states, 21);
	check_all(&t);
	close_chart(&t);
}

static void test_samples__an_edit_makes_another_future(void **state)
{
	struct chart t;
	u64 rng = 7;

	open_chart(&t, 200);
	for (unsigned i = 0; i < 20; i++) {
		u64 last = last_step(t.c.r);
		u64 at = rng_below(&rng, (uint32_t)last);

		take(&t, last, 1000);
		run_seek(t.c.r, at);
		samples_cut(t.p, at);
		put(t.c.r, set_input("vm_committed_as_batch",
			(s64)rng_below(&rng, 40) + 1));
		take(&t, last_step(t.c.r), 333);
		check_all(&t);
	}
	close_chart(&t);
}

/* An input of a cue that comes after the samples have begun. */
static void test_samples__inputs_added_later_are_heeded(void **state)
{
	struct input in = set_input("vm_committed_as_batch", 3);
	struct chart t;

	open_chart(&t, 40);
	take(&t, 30, 1000);
	run_seek(t.c.r, 60);
	in.cue = true;
	run_input(t.c.r, in);
	take(&t, last_step(t.c.r), 1000);
	check_all(&t);
	close_chart(&t);
}

static void test_samples__decisions_are_those_that_d_stops_at(void **state)
{
	struct stop d = { .kind = STOP_DECISION, .cpu = 1 };
	struct chart t;
	struct run *f;
	unsigned at = 0;

	open_chart(&t, 10);
	take(&t, last_step(t.c.r), 1000);
	assert_false(t.p->many);
	f = run_fork(t.c.r);
	while (run_line(f)) {
		if (!stop_hit(&d, f, &t.c.scope))
			continue;
		while (at < t.p->n_decisions && t.p->decision[at].cpu != 1)
			at++;
		assert_true(at < t.p->n_decisions);
		assert_int_equal(t.p->decision[at++].step, run_step(f));
	}
	while (at < t.p->n_decisions)
		assert_int_not_equal(t.p->decision[at++].cpu, 1);
	run_free(f);
	close_chart(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples__a_part_is_a_scan_of_its_states),
		cmocka_unit_test(
			test_samples__nothing_behind_what_was_asked_for),
		cmocka_unit_test(test_samples__an_edit_makes_another_future),
		cmocka_unit_test(test_samples__inputs_added_later_are_heeded),
		cmocka_unit_test(
			test_samples__decisions_are_those_that_d_stops_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
