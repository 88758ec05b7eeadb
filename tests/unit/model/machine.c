/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the machine: its layout, its checks, stepping, copies and the log of
 * what a step overwrites (A10.12).
 */
#include "rig.h"

static void test_machine__layout(void **state)
{
	for (unsigned cpus = 1; cpus <= CPUS_MAX; cpus = cpus * 3 + 1) {
		struct rig r;

		rig_init(&r, cpus);
		r.s.workload = WORKLOAD_MMAP1;
		rig_start(&r);
		assert_int_equal(r.m->size, machine_size(&r.s));
		assert_int_equal(r.m->n_tasks, 3 * cpus);
		assert_true((r.m->ring_mask & (r.m->ring_mask + 1)) == 0);
		assert_true(r.m->ring_mask >= cpus);
		assert_int_equal(r.m->head_size % GRAIN, 0);
		assert_int_equal(r.m->head_size, r.m->stack_at);
		assert_int_equal(r.m->stack_at + r.m->n_tasks * STACK_BYTES,
			r.m->size);
		assert_int_equal(STACK_BYTES / GRAIN % 2, 1);
		assert_int_equal(STACK_BYTES % GRAIN, 0);
		rig_done(&r);
	}
}

static void test_machine__parts_not_used_take_no_room(void **state)
{
	struct rig a, b;

	rig_init(&a, 4);
	rig_init(&b, 4);
	b.s.workload = WORKLOAD_MMAP1;
	assert_true(machine_size(&a.s) < machine_size(&b.s));
	assert_int_equal(machine_size(&b.s) - machine_size(&a.s),
		4 * STACK_BYTES + 4 * sizeof(struct task));
}

static void test_machine__finished(void **state)
{
	struct rig r;

	rig_sandbox(&r, 2, 0);
	assert_true(machine_finished(r.m));
	assert_int_equal(machine_time_ns(r.m), 0);
	rig_done(&r);
	rig_init(&r, 2);
	r.s.workload = WORKLOAD_MMAP1;
	rig_start(&r);
	assert_false(machine_finished(r.m));
	rig_finish(&r, 0);
	assert_false(machine_finished(r.m));
	assert_int_equal(machine_time_ns(r.m), cpu_at(r.m, 0)->clock_ns);
	rig_finish(&r, 1);
	assert_true(machine_finished(r.m));
	rig_done(&r);
}

/* A CPU that is picked though it is behind sees what the others have done. */
static void test_machine__a_late_cpu_catches_up(void **state)
{
	struct rig r;
	u64 start;

	rig_sandbox(&r, 2, 100);
	rig_begin(&r, OPERATION_ADD, 0, 1);
	rig_begin(&r, OPERATION_ADD, 1, 1);
	for (int i = 0; i < 5; i++)
		rig_step(&r, 0);
	start = cpu_at(r.m, 0)->clock_ns - 1;
	assert_int_equal(r.m->horizon_ns, start);
	assert_int_equal(cpu_at(r.m, 1)->clock_ns, 0);
	rig_step(&r, 1);
	assert_int_equal(cpu_at(r.m, 1)->clock_ns, start + 1);
	assert_int_equal(r.m->horizon_ns, start);
	rig_run(&r);
	rig_done(&r);
}

static void test_machine__run_stops_where_it_says(void **state)
{
	struct rig r;

	rig_init(&r, 2);
	r.s.workload = WORKLOAD_MMAP1;
	rig_start(&r);
	assert_int_equal(machine_run(r.m, &r.p, 0), 0);
	assert_int_equal(machine_run(r.m, &r.p, 7), 7);
	assert_int_equal(r.m->steps, 7);
	operation_start(r.m, OPERATION_ADD, 0, 1, true);
	machine_run(r.m, &r.p, 100000);
	assert_int_equal(r.m->focus, NONE);	/* changed: it stopped */
	assert_false(machine_finished(r.m));
	machine_run(r.m, &r.p, UINT64_MAX);
	assert_true(machine_finished(r.m));
	assert_int_equal(machine_run(r.m, &r.p, 100), 0);
	rig_checked(&r);
	rig_done(&r);
}

/* One corruption at a time; each is found. */
#define FOUND(change, undo) \
	do { \
		assert_null(machine_check(r.m)); \
		change; \
		assert_non_null(machine_check(r.m)); \
		undo; \
		assert_null(machine_check(r.m)); \
	} while (0)

static void test_machine__check_finds_what_is_broken(void **state)
{
	struct rig r;
	struct machine *m;
	struct task *holder, *waiter;

	rig_sandbox(&r, 3, 1);
	m = r.m;
	rig_begin(&r, OPERATION_ADD, 0, 5);
	rig_begin(&r, OPERATION_ADD, 1, 5);
	rig_begin(&r, OPERATION_ADD, 2, 5);
	rig_until(&r, 0, "percpu_counter_add_batch:empty");
	rig_until(&r, 1, "percpu_counter_add_batch:lock");
	rig_step(&r, 1);
	holder = task_of(m, task_operator(m, 0));
	waiter = task_of(m, task_operator(m, 1));
	FOUND(cpu_of(m, 2)->slot[0]++, cpu_of(m, 2)->slot[0]--);
	FOUND(m->counter[0].count--, m->counter[0].count++);
	FOUND(m->counter[0].moving++, m->counter[0].moving--);
	FOUND(m->counter[0].exact++, m->counter[0].exact--);
	FOUND(lock_of(m, 0)->waiters++, lock_of(m, 0)->waiters--);
	FOUND(waiter->state = TASK_RUNNING, waiter->state = TASK_SPINNING);
	FOUND(waiter->next = lock_of(m, 0)->first, waiter->next = NONE);
	FOUND(holder->preempt_off = 0, holder->preempt_off = 1);
	FOUND(holder->depth = 0, holder->depth = 2);
	FOUND(holder->depth++, holder->depth--);
	FOUND(holder->top += 4, holder->top -= 4);
	FOUND(m->tasks_left++, m->tasks_left--);
	FOUND(cpu_of(m, 1)->current = NONE,
		cpu_of(m, 1)->current = (u16)task_operator(m, 1));
	FOUND(cpu_of(m, 0)->clock_ns++, cpu_of(m, 0)->clock_ns--);
	FOUND(cpu_of(m, 0)->state = CPU_IDLE, cpu_of(m, 0)->state = CPU_RUNNABLE);
	FOUND(cpu_of(m, 0)->work++, cpu_of(m, 0)->work--);
	FOUND(m->work_pending++, m->work_pending--);
	FOUND(m->dying++, m->dying--);
	FOUND(m->ring_n--, m->ring_n++);
	rig_done(&r);
}

/* Grains as they were before they were first written since the log began. */
struct saved {
	struct grain_log log;
	u8 *bytes;		/* as large as the machine */
	bool *noted;		/* per grain */
};

static void note(struct grain_log *log, const struct machine *m, size_t offset,
	size_t bytes)
{
	struct saved *s = (struct saved *)log;

	assert_true(offset >= m->head_size);
	assert_true(offset + bytes <= m->size);
	for (size_t g = offset / GRAIN; g * GRAIN < offset + bytes; g++) {
		if (!s->noted[g])
			memcpy(s->bytes + g * GRAIN,
				(const char *)m + g * GRAIN, GRAIN);
		s->noted[g] = true;
	}
}

static void restore(struct rig *r, struct saved *s)
{
	for (size_t g = r->m->head_size / GRAIN; g < r->m->size / GRAIN; g++)
		if (s->noted[g])
			memcpy((char *)r->m + g * GRAIN, s->bytes + g * GRAIN,
				GRAIN);
	memcpy(r->m, s->bytes, r->m->head_size);
	memset(s->noted, 0, r->m->size / GRAIN * sizeof(*s->noted));
}

static void go(struct rig *r, bool fast, u64 lines)
{
	if (fast)
		machine_run(r->m, &r->p, lines);
	else
		while (lines-- && r->m->ring_n)
			rig_step(r, ring_entry(r->m, 0)->cpu);
}

/* Head and noted grains bring back count, slots, lock statistics, batch, policy
 * and pending work: all bytes. With or without the fast path. */
static void test_machine__A10_12_noted_grains_bring_everything_back(void **state)
{
	for (int fast = 0; fast < 2; fast++) {
		struct rig r;
		struct saved s = { .log.note = note };
		u64 random = 3;
		u8 *before;

		rig_init(&r, 3);
		r.s.workload = WORKLOAD_MMAP1;
		r.s.value[PARAM_BATCH] = 2;
		r.s.value[PARAM_MAPPING_PAGES] = 3;
		r.s.value[PARAM_ITERATIONS] = 40;
		rig_start(&r);
		before = mem_alloc(r.m->size);
		s.bytes = mem_alloc(r.m->size);
		s.noted = mem_alloc(r.m->size / GRAIN * sizeof(*s.noted));
		r.m->log = &s.log;
		while (r.m->ring_n) {
			u64 lines = rng_below(&random, 60);

			memcpy(before, r.m, r.m->size);
			memcpy(s.bytes, r.m, r.m->head_size);
			if (!operation_refused(r.m, OPERATION_POLICY, 1, 2))
				operation_start(r.m, OPERATION_POLICY, 1,
					(s64)rng_below(&random, 3), false);
			go(&r, fast, lines);
			restore(&r, &s);
			assert_memory_equal(r.m, before, r.m->size);
			go(&r, fast, lines / 2 + 1);
			memset(s.noted, 0, r.m->size / GRAIN * sizeof(*s.noted));
		}
		free(before);
		free(s.bytes);
		free(s.noted);
		rig_done(&r);
	}
}

static void test_machine__event_of_each_line(void **state)
{
	struct rig r;
	u64 steps = 0;

	rig_init(&r, 2);
	r.s.workload = WORKLOAD_MMAP1;
	r.s.value[PARAM_ITERATIONS] = 1;
	rig_start(&r);
	assert_int_equal(r.m->last.cpu, NONE);
	while (r.m->ring_n) {
		unsigned cpu = ring_entry(r.m, 0)->cpu;
		u16 task = cpu_at(r.m, cpu)->current;
		u16 pc = task_frame(r.m, task)->pc;

		rig_step(&r, cpu);
		assert_int_equal(r.m->steps, ++steps);
		assert_int_equal(r.m->last.cpu, cpu);
		assert_int_equal(r.m->last.task, task);
		assert_int_equal(r.m->last.pc, pc);
		assert_int_equal(r.m->last.ended,
			task_at(r.m, task)->state == TASK_IDLE);
	}
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machine__layout),
		cmocka_unit_test(test_machine__parts_not_used_take_no_room),
		cmocka_unit_test(test_machine__finished),
		cmocka_unit_test(test_machine__a_late_cpu_catches_up),
		cmocka_unit_test(test_machine__run_stops_where_it_says),
		cmocka_unit_test(test_machine__check_finds_what_is_broken),
		cmocka_unit_test(test_machine__A10_12_noted_grains_bring_everything_back),
		cmocka_unit_test(test_machine__event_of_each_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
