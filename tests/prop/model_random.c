/* SPDX-License-Identifier: GPL-3.0-or-later
 * Random setups, random scheduling, random operations and edits: every invariant
 * after every line, books that balance, copies and repeats that agree.
 */
#include "random_setup.h"

/* What we added ourselves: direct adds and edits of count and slots. */
struct world {
	struct rig r;
	u64 random;
	s64 added;
};

static void begin(struct world *w, u64 seed)
{
	w->random = seed;
	w->added = 0;
	do
		random_setup(&w->r.s, &w->random);
	while (setup_conflict(&w->r.s));
	rig_start(&w->r);
}

static void operate(struct world *w)
{
	struct machine *m = w->r.m;
	enum operation op = (enum operation)pick(&w->random, 0,
		OPERATION_N - 1);
	unsigned cpu = (unsigned)pick(&w->random, 0, m->n_cpus - 1);
	s64 value = pick(&w->random, -2, 90);

	if (op == OPERATION_POLICY)
		value = pick(&w->random, -1, POLICY_N);
	if (operation_refused(m, op, cpu, value))
		return;
	operation_start(m, op, cpu, value, false);
	if (op == OPERATION_ADD)
		w->added += value;
}

static void edit(struct world *w)
{
	struct machine *m = w->r.m;
	unsigned id = (unsigned)pick(&w->random, 0, (s64)name_count() - 1);
	const struct name *n = name_at(id);
	s64 value = pick(&w->random, -60, 60), before, after;
	unsigned index;

	if (!n->set || !(n->part & m->parts))
		return;
	value = value < n->min ? n->min : value > n->max ? n->max : value;
	index = (unsigned)pick(&w->random, 0, (s64)name_indices(m, id) - 1);
	before = percpu_counter_exact(m, COUNTER_VM_COMMITTED_AS);
	n->set(m, index, value);
	after = percpu_counter_exact(m, COUNTER_VM_COMMITTED_AS);
	w->added += after - before;
	assert_int_equal(name_get(m, id, index), value);
}

/* One line of anybody who can run. False if nobody can. */
static bool any_line(struct world *w)
{
	struct choice c[64];
	unsigned n = machine_choices(w->r.m, c, 64);

	if (!n)
		return false;
	machine_step_choice(w->r.m, &w->r.p, c[rng_below(&w->random, n)]);
	return true;
}

static void anything(struct world *w)
{
	u32 dice = rng_below(&w->random, 100);

	if (dice < 4)
		operate(w);
	else if (dice < 5)
		edit(w);
	else if (dice < 20)
		machine_run(w->r.m, &w->r.p, rng_below(&w->random, 9));
	else
		any_line(w);
	rig_checked(&w->r);
}

/* With nobody in the middle of anything, what is promised is what processes
 * have mapped and what we added by hand. */
static void assert_balanced(struct world *w)
{
	const struct machine *m = w->r.m;
	s64 mapped = 0;

	for (unsigned t = 0; t < m->n_tasks; t++)
		mapped += task_at(m, t)->total_vm;
	assert_int_equal(percpu_counter_exact(m, 0), mapped + w->added);
	assert_int_equal(m->overcommit.mapped, mapped);
	assert_int_equal(m->work_pending, 0);
	assert_int_equal(m->operators_left, 0);
	assert_int_equal(m->dying, 0);
	for (unsigned i = 0; i < m->n_locks; i++)
		assert_int_equal(lock_at(m, i)->holder, NONE);
	for (unsigned i = 0; i < CHANNEL_N; i++)
		assert_int_equal(m->channel[i], NONE);
	for (unsigned t = 0; t < m->n_tasks; t++) {
		assert_int_equal(task_at(m, t)->state, TASK_IDLE);
		assert_int_equal(task_at(m, t)->preempt_off, 0);
	}
}

static void test_model_random__books_balance(void **state)
{
	static struct world w;
	u64 lines = 0;

	for (u64 seed = 1; seed <= (getenv("MMSTEP_SOAK") ? 20000 : 400);
		seed++) {
		begin(&w, seed);
		for (int i = 0; i < 600; i++)
			anything(&w);
		while (any_line(&w))
			rig_checked(&w.r);
		assert_balanced(&w);
		lines += w.r.m->steps;
		rig_done(&w.r);
	}
	assert_true(lines > 100000);
}

/* The sum is what all amounts add up to, counted line by line from outside. */
static void test_model_random__sum_changes_only_where_an_amount_enters(
	void **state)
{
	static struct world w;

	for (u64 seed = 1; seed <= 60; seed++) {
		begin(&w, seed);
		for (int i = 0; i < 500; i++) {
			s64 before, after, slots = 0;
			const struct line *l;
			bool enters;

			if (i % 20 == 0)
				operate(&w);
			before = percpu_counter_exact(w.r.m, 0);
			if (!any_line(&w))
				continue;
			after = percpu_counter_exact(w.r.m, 0);
			l = program_line(&w.r.p, w.r.m->last.pc);
			enters = w.r.p.op[w.r.m->last.pc].procedure ==
					PROC_PERCPU_COUNTER_ADD_BATCH &&
				(!strcmp(l->id, "fold") || !strcmp(l->id, "local"));
			if (!enters)
				assert_int_equal(after, before);
			for (unsigned cpu = 0; cpu < w.r.m->n_cpus; cpu++)
				slots += cpu_at(w.r.m, cpu)->slot[0];
			assert_int_equal(after, w.r.m->counter[0].count + slots -
				w.r.m->counter[0].moving);
		}
		rig_done(&w.r);
	}
}

static void test_model_random__copies_agree(void **state)
{
	static struct world a, b;

	for (u64 seed = 1; seed <= 60; seed++) {
		begin(&a, seed);
		for (int i = 0; i < 100; i++)
			anything(&a);
		b = a;
		b.r.m = mem_alloc(a.r.m->size);
		memcpy(b.r.m, a.r.m, a.r.m->size);
		for (int i = 0; i < 100; i++) {
			anything(&a);
			anything(&b);
			assert_int_equal(machine_digest(a.r.m, &a.r.p),
				machine_digest(b.r.m, &b.r.p));
		}
		assert_memory_equal(a.r.m, b.r.m, a.r.m->size);
		rig_done(&a.r);
		rig_done(&b.r);
	}
}

static u64 history(u64 seed)
{
	static struct world w;
	u64 hash = 0;

	begin(&w, seed);
	for (int i = 0; i < 300; i++) {
		anything(&w);
		hash = hash * 31 + machine_digest(w.r.m, &w.r.p);
	}
	rig_done(&w.r);
	return hash;
}

static void test_model_random__same_seed_same_digests(void **state)
{
	for (u64 seed = 1; seed <= 60; seed++) {
		u64 first = history(seed);

		assert_int_equal(history(seed), first);
		assert_int_not_equal(history(seed + 1), first);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_model_random__books_balance),
		cmocka_unit_test(test_model_random__sum_changes_only_where_an_amount_enters),
		cmocka_unit_test(test_model_random__copies_agree),
		cmocka_unit_test(test_model_random__same_seed_same_digests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
