/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the history: tiny intervals and budgets, whole machines compared.
 */
#include "course.h"

enum { INTERVAL = 16, PLENTY = 1 << 20 };

/* A machine, its history, and a copy of it at each step. */
struct trail {
	struct setup s;
	struct program p;
	struct machine *m;
	struct history *h;
	struct machine *at[2000];
	u64 last;
};

static struct machine *copy(const struct machine *m)
{
	struct machine *c = mem_alloc(m->size);

	memcpy(c, m, m->size);
	c->log = NULL;
	return c;
}

static void assert_at(const struct trail *t, u64 step)
{
	struct machine *c = copy(t->m);

	assert_int_equal(c->steps, step);
	assert_memory_equal(c, t->at[step], c->size);
	free(c);
}

static void step(struct trail *t)
{
	machine_step(t->m, &t->p, ring_entry(t->m, 0)->cpu);
	history_arrive(t->h, t->m);
}

/* Runs on, keeping copies, to this step or the end. */
static void record(struct trail *t, u64 last)
{
	while (t->m->steps < last && t->m->ring_n) {
		step(t);
		free(t->at[t->m->steps]);
		t->at[t->m->steps] = copy(t->m);
	}
	t->last = t->m->steps;
}

static void start(struct trail *t, size_t budget, u64 interval)
{
	struct course c;

	memset(t, 0, sizeof(*t));
	course_init(&c, 3);
	t->s = c.s;
	t->s.value[PARAM_ITERATIONS] = 8;
	program_compile(&t->p, setup_features(&t->s));
	t->m = mem_alloc(machine_size(&t->s));
	machine_init(t->m, &t->s, &t->p);
	t->at[0] = copy(t->m);
	t->h = history_new(t->m, budget, interval);
}

static void done(struct trail *t)
{
	history_free(t->h, t->m);
	assert_null(t->m->log);
	for (size_t i = 0; i < sizeof(t->at) / sizeof(*t->at); i++)
		free(t->at[i]);
	free(t->m);
}

/* Restores, replays to the step, and compares. */
static void visit(struct trail *t, u64 to)
{
	u64 from = history_before(t->h, to);

	history_restore(t->h, t->m, to);
	assert_at(t, from);
	while (t->m->steps < to)
		step(t);
	assert_at(t, to);
}

static void test_history__a_checkpoint_every_interval(void **state)
{
	struct trail t;

	start(&t, PLENTY, INTERVAL);
	record(&t, 100);
	assert_int_equal(history_before(t.h, 15), 0);
	assert_int_equal(history_before(t.h, 16), 16);
	assert_int_equal(history_before(t.h, 47), 32);
	assert_int_equal(history_before(t.h, 5000), 96);
	assert_int_equal(history_next(t.h, t.m), 112);
	done(&t);
}

static void test_history__every_step_back_and_forth(void **state)
{
	struct trail t;

	start(&t, PLENTY, INTERVAL);
	record(&t, 2000);
	assert_true(t.last > 20 * INTERVAL);
	for (u64 k = t.last + 1; k-- > 0;)
		visit(&t, k);
	for (u64 k = 0; k <= t.last; k++)
		visit(&t, k);
	done(&t);
}

static void test_history__any_order(void **state)
{
	struct trail t;
	u64 random = 7;

	start(&t, PLENTY, 5);
	record(&t, 2000);
	for (int i = 0; i < 3000; i++)
		visit(&t, rng_below(&random, (u32)t.last + 1));
	done(&t);
}

/* One that is brought up to date now and then is the machine, wherever it has
 * been meanwhile: merged, cut and run again. */
static void test_history__a_copy_kept_up_to_date(void **state)
{
	for (u64 seed = 1; seed <= 20; seed++) {
		struct machine *kept;
		struct trail t;
		u64 random = seed;

		start(&t, seed % 2 ? PLENTY : 1, 5);
		kept = copy(t.m);
		record(&t, 1 + rng_below(&random, 2000));
		for (int i = 0; i < 200; i++) {
			if (rng_below(&random, 9) == 0)
				history_cut(t.h, t.m->steps);
			for (u32 n = rng_below(&random, 3); n > 0; n--)
				visit(&t, rng_below(&random,
					(u32)t.last + 1));
			history_copy(t.h, t.m, kept);
			assert_memory_equal((u8 *)kept + t.m->head_size,
				(u8 *)t.m + t.m->head_size,
				t.m->size - t.m->head_size);
			assert_int_equal(kept->steps, t.m->steps);
		}
		free(kept);
		done(&t);
	}
}

/* Back from the middle of an interval, on through closed ones by running. */
static void test_history__closed_intervals_are_had_again(void **state)
{
	struct trail t;
	size_t bytes;

	start(&t, PLENTY, INTERVAL);
	record(&t, 1000);
	bytes = history_bytes(t.h);
	for (u64 from = 3; from < t.last; from += 101) {
		visit(&t, from);
		while (t.m->steps < t.last) {
			step(&t);
			assert_at(&t, t.m->steps);
		}
		assert_int_equal(history_bytes(t.h), bytes);
		visit(&t, from / 2);
	}
	done(&t);
}

static void test_history__budget_is_kept_by_merging(void **state)
{
	for (size_t budget = 1; budget <= 1 << 18; budget *= 4) {
		struct trail t;

		start(&t, budget, INTERVAL);
		while (t.m->ring_n && t.m->steps < 2000) {
			record(&t, t.m->steps + 1);
			assert_true(history_bytes(t.h) <=
				budget + history_least(t.m));
		}
		for (u64 k = t.last + 1; k-- > 0;)
			visit(&t, k);
		for (u64 k = 0; k <= t.last; k += 3)
			visit(&t, k);
		assert_true(history_bytes(t.h) <= budget + history_least(t.m));
		done(&t);
	}
}

static void test_history__intervals_grow_with_age(void **state)
{
	struct trail t;
	u64 longest_old = 0, longest_new = 0;

	/* room for a small part of the intervals */
	start(&t, PLENTY / 8, 4);
	record(&t, 2000);
	for (u64 k = 1; k <= t.last; k++) {
		u64 length = k - history_before(t.h, k - 1);

		if (k < t.last / 2 && length > longest_old)
			longest_old = length;
		if (k > t.last - 16 && length > longest_new)
			longest_new = length;
	}
	assert_true(longest_old > 8);
	assert_true(longest_new <= 8);
	done(&t);
}

/* Another future from here: it is recorded anew, the past stays. */
static void another_future(struct trail *t, u64 from)
{
	visit(t, from);
	history_cut(t->h, from);
	t->m->overcommit.batch = t->m->overcommit.batch == 10 ? 11 : 10;
	free(t->at[from]);
	t->at[from] = copy(t->m);
	record(t, 2000);
}

static void test_history__cut_forgets_the_future(void **state)
{
	struct trail t;

	start(&t, PLENTY, INTERVAL);
	record(&t, 2000);
	another_future(&t, 10 * INTERVAL + 5);
	for (u64 k = t.last; k > 10 * INTERVAL + 5; k--)
		if (history_before(t.h, k) > 10 * INTERVAL)
			visit(&t, k);
	for (u64 k = 10 * INTERVAL; k-- > 0;)
		visit(&t, k);
	done(&t);
}

static void test_history__cut_frees_what_it_forgets(void **state)
{
	struct trail t;
	size_t bytes;

	start(&t, PLENTY / 4, INTERVAL);	/* it grows by so little */
	record(&t, 10 * INTERVAL + 3);
	bytes = history_bytes(t.h);
	record(&t, 1000);
	assert_true(history_bytes(t.h) > bytes);
	visit(&t, 4 * INTERVAL);
	history_cut(t.h, 10 * INTERVAL + 3);
	assert_int_equal(history_before(t.h, 900), 10 * INTERVAL);
	assert_true(history_bytes(t.h) < bytes + 20000);
	visit(&t, 10 * INTERVAL + 3);
	visit(&t, 2);
	history_cut(t.h, 2);
	assert_int_equal(history_before(t.h, 900), 0);
	assert_true(history_bytes(t.h) <= history_least(t.m));
	done(&t);
}

static bool early(const struct machine *head, const void *user)
{
	return head->horizon_ns <= *(const u64 *)user;
}

static void test_history__last_by_a_property_of_the_head(void **state)
{
	struct trail t;

	start(&t, PLENTY, INTERVAL);
	record(&t, 500);
	for (u64 k = 0; k <= t.last; k++) {
		u64 time = t.at[k]->horizon_ns, step;

		step = history_last(t.h, early, &time);
		assert_true(t.at[step]->horizon_ns <= time);
		if (step + INTERVAL <= t.last)
			assert_true(t.at[step + INTERVAL]->horizon_ns > time);
	}
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_history__a_checkpoint_every_interval),
		cmocka_unit_test(test_history__every_step_back_and_forth),
		cmocka_unit_test(test_history__any_order),
		cmocka_unit_test(test_history__a_copy_kept_up_to_date),
		cmocka_unit_test(test_history__closed_intervals_are_had_again),
		cmocka_unit_test(test_history__budget_is_kept_by_merging),
		cmocka_unit_test(test_history__intervals_grow_with_age),
		cmocka_unit_test(test_history__cut_forgets_the_future),
		cmocka_unit_test(test_history__cut_frees_what_it_forgets),
		cmocka_unit_test(test_history__last_by_a_property_of_the_head),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
