/* SPDX-License-Identifier: GPL-3.0-or-later
 * machine_run is machine_step on whoever comes first, again and again, and so are
 * machine_line and machine_run_to: machines driven by any are the same.
 */
#include "random_setup.h"

/* What is on the machine: random operations, the same in both. */
static void start_operations(struct rig *a, struct rig *b, u64 *random)
{
	for (unsigned n = (unsigned)pick(random, 0, 6); n; n--) {
		enum operation op = (enum operation)pick(random, 0,
			OPERATION_N - 1);
		unsigned cpu = (unsigned)pick(random, 0, a->m->n_cpus - 1);
		s64 value = pick(random, -3, 60);

		if (operation_refused(a->m, op, cpu, value))
			continue;
		operation_start(a->m, op, cpu, value, n == 1);
		operation_start(b->m, op, cpu, value, n == 1);
	}
}

static u64 step_lines(struct rig *r, u64 lines)
{
	u16 focus = r->m->focus;
	u64 n = 0;

	while (n < lines && r->m->ring_n && r->m->focus == focus &&
		(r->m->tasks_left || r->m->operators_left)) {
		if (n++ % 3)
			machine_step(r->m, &r->p, ring_entry(r->m, 0)->cpu);
		else
			machine_line(r->m, &r->p);
	}
	return n;
}

/* Every byte: what a history keeps of one must lead to the other. */
static void assert_same(const struct rig *a, const struct rig *b)
{
	assert_memory_equal(a->m, b->m, a->m->size);
	assert_null(machine_check(a->m));
}

static void test_model_run__same_as_single_steps(void **state)
{
	static struct rig a, b;
	u64 random = 1, lines = 0;

	for (int round = 0; round < 1500; round++) {
		random_setup(&a.s, &random);
		if (setup_conflict(&a.s))
			continue;
		b.s = a.s;
		rig_start(&a);
		rig_start(&b);
		for (int part = 0; part < 40; part++) {
			u64 k = (u64)pick(&random, 0, part % 5 ? 9 : 900), n;

			if (part % 3 == 0)
				start_operations(&a, &b, &random);
			n = machine_run(a.m, &a.p, k);
			assert_int_equal(n, step_lines(&b, k));
			assert_same(&a, &b);
			lines += n;
		}
		rig_done(&a);
		rig_done(&b);
	}
	assert_true(lines > 100000);
}

/* ---- each line looked at ---- */

struct looker {
	struct rig *a, *b;	/* b is a line behind */
	u64 left;		/* lines until it says so */
};

/* The ring apart, in which the CPU that ran may not be yet. */
static bool compare(void *user)
{
	struct looker *l = user;
	const struct machine *a = l->a->m, *b = l->b->m;
	size_t n = offsetof(struct machine, ring_n) + sizeof(a->ring_n);

	step_lines(l->b, 1);
	assert_memory_equal(a, b, offsetof(struct machine, ring_first));
	assert_memory_equal((const char *)a + n, (const char *)b + n,
		a->ring_at - n);
	assert_memory_equal(machine_at(a, a->stack_at),
		machine_at(b, b->stack_at), a->size - a->stack_at);
	return !--l->left;
}

static void test_model_run__looked_at_line_by_line(void **state)
{
	static struct rig a, b;
	u64 random = 2, lines = 0, ended = 0;

	for (int round = 0; round < 300; round++) {
		random_setup(&a.s, &random);
		if (setup_conflict(&a.s))
			continue;
		b.s = a.s;
		rig_start(&a);
		rig_start(&b);
		for (int part = 0; part < 10; part++) {
			u64 k = (u64)pick(&random, 0, 90), n;
			struct looker l = { &a, &b, (u64)pick(&random, 1, 90) };

			if (part % 3 == 0)
				start_operations(&a, &b, &random);
			n = machine_run_to(a.m, &a.p, k, compare, &l);
			assert_true(n <= k);
			if (!l.left)
				ended++;
			assert_same(&a, &b);
			lines += n;
		}
		rig_done(&a);
		rig_done(&b);
	}
	assert_true(lines > 10000);
	assert_true(ended > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_model_run__same_as_single_steps),
		cmocka_unit_test(test_model_run__looked_at_line_by_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
