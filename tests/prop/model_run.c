/* SPDX-License-Identifier: GPL-3.0-or-later
 * machine_run is machine_step on whoever comes first, again and again, and so is
 * machine_line: machines driven by either are the same.
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

/* Where the ring begins in its room is all that may differ. */
static void assert_same(const struct rig *a, const struct rig *b)
{
	size_t n = offsetof(struct machine, ring_n);

	assert_memory_equal(a->m, b->m, offsetof(struct machine, ring_first));
	assert_memory_equal((char *)a->m + n, (char *)b->m + n,
		a->m->ring_at - n);
	for (u32 i = 0; i < a->m->ring_n; i++)
		assert_memory_equal(ring_entry(a->m, i), ring_entry(b->m, i),
			sizeof(struct ring_entry));
	assert_memory_equal(machine_at(a->m, a->m->stack_at),
		machine_at(b->m, b->m->stack_at), a->m->size - a->m->stack_at);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_model_run__same_as_single_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
