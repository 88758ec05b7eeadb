/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the digests: what they cover, and what must not matter.
 */
#include "rig.h"

static u64 all(const struct rig *r)
{
	return machine_digest(r->m, &r->p);
}

static u64 core(const struct rig *r)
{
	return machine_core_digest(r->m, &r->p);
}

/* In the middle of something: CPU 0 holds the lock, CPU 1 waits, 2 is idle. */
static void busy(struct rig *r)
{
	rig_sandbox(r, 3, 4);
	rig_put(r, 9, SLOTS(3, -3, 2));
	rig_begin(r, OPERATION_MAP, 0, 5);
	rig_begin(r, OPERATION_MAP, 1, 7);
	rig_until(r, 0, "percpu_counter_add_batch:empty");
	rig_until(r, 1, "percpu_counter_add_batch:lock");
	rig_step(r, 1);
}

static void test_digest__copies_are_equal_and_stay_so(void **state)
{
	struct rig a, b;

	busy(&a);
	b = a;
	b.m = mem_alloc(a.m->size);
	memcpy(b.m, a.m, a.m->size);
	assert_int_equal(all(&a), all(&b));
	while (a.m->ring_n) {
		unsigned cpu = ring_entry(a.m, 0)->cpu;

		rig_step(&a, cpu);
		assert_int_not_equal(all(&a), all(&b));
		rig_step(&b, cpu);
		assert_int_equal(all(&a), all(&b));
		assert_int_equal(core(&a), core(&b));
	}
	rig_done(&a);
	rig_done(&b);
}

/* Every name that can be set shows in the full digest; in the core digest if it
 * is of the core. */
static void test_digest__covers_every_name(void **state)
{
	struct rig r;

	busy(&r);
	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);

		if (!n->set)
			continue;
		for (unsigned i = 0; i < name_indices(r.m, id); i++) {
			s64 old = name_get(r.m, id, i);
			u64 before = all(&r), before_core = core(&r);

			n->set(r.m, i, old == n->max ? n->min : n->max);
			assert_int_not_equal(all(&r), before);
			assert_int_equal(core(&r) != before_core,
				n->region == REGION_CORE);
			n->set(r.m, i, old);
			assert_int_equal(all(&r), before);
		}
	}
	rig_done(&r);
}

#define CHANGES(what) \
	do { \
		u64 before = all(&r); \
\
		(what)++; \
		assert_int_not_equal(all(&r), before); \
		(what)--; \
		assert_int_equal(all(&r), before); \
	} while (0)

static void test_digest__covers_what_decides_the_future(void **state)
{
	struct rig r;
	struct task *t;

	busy(&r);
	t = task_of(r.m, task_operator(r.m, 0));
	CHANGES(t->total_vm);
	CHANGES(t->preempt_off);
	CHANGES(t->privileged);
	CHANGES(t->since_ns);
	CHANGES(frames_of(r.m, task_operator(r.m, 0))[1].v[0]);
	CHANGES(cpu_of(r.m, 2)->clock_ns);
	CHANGES(cpu_of(r.m, 2)->resched);
	CHANGES(cpu_of(r.m, 2)->work);
	CHANGES(cpu_of(r.m, 2)->dying);
	CHANGES(lock_of(r.m, 0)->last_cpu);
	CHANGES(lock_of(r.m, 0)->waiters);
	CHANGES(r.m->channel[CHANNEL_WORK]);
	CHANGES(r.m->horizon_ns);
	CHANGES(r.m->random);
	CHANGES(r.m->mode);
	CHANGES(r.m->turn);
	CHANGES(r.m->picked);
	CHANGES(r.m->focus);
	CHANGES(r.m->steps);
	rig_done(&r);
}

static void test_digest__popped_frames_and_layout_do_not_matter(void **state)
{
	struct rig r;
	struct frame *f;
	u64 before, before_core;

	busy(&r);
	before = all(&r);
	before_core = core(&r);
	/* above the live frames, and locals that the procedure does not have */
	f = frames_of(r.m, task_operator(r.m, 0));
	memset(&f[task_at(r.m, task_operator(r.m, 0))->depth], 0xa5,
		sizeof(*f));
	f[0].v[LOCALS_MAX - 1] = 77;
	memset(frames_of(r.m, task_operator(r.m, 2)), 0x5a, STACK_BYTES);
	assert_int_equal(all(&r), before);
	/* where the ring begins in its room */
	for (u32 i = 0; i < r.m->ring_n; i++)
		*ring_entry(r.m, i + 1) = *ring_entry(r.m, i);
	r.m->ring_first = (r.m->ring_first + 1) & r.m->ring_mask;
	assert_int_equal(all(&r), before);
	assert_int_equal(core(&r), before_core);
	rig_done(&r);
}

static void test_digest__core_leaves_out_clocks_and_ghost(void **state)
{
	struct rig r;
	u64 before;

	busy(&r);
	before = core(&r);
	cpu_of(r.m, 1)->clock_ns += 5;
	cpu_of(r.m, 1)->lines++;
	cpu_of(r.m, 0)->folds++;
	lock_of(r.m, 0)->taken++;
	lock_of(r.m, 0)->contended++;
	lock_of(r.m, 0)->wait_ns++;
	lock_of(r.m, 0)->last_cpu++;
	r.m->steps++;
	r.m->horizon_ns++;
	r.m->overcommit.over_limit++;
	r.m->overcommit.mapped++;
	task_of(r.m, 0)->since_ns++;
	task_of(r.m, 0)->lines++;
	assert_int_equal(core(&r), before);
	rig_done(&r);
}

/* The order of two lines of different CPUs that touch their own data only. */
static void test_digest__core_is_equal_whatever_the_order(void **state)
{
	struct rig a, b;

	rig_sandbox(&a, 2, 100);
	rig_sandbox(&b, 2, 100);
	for (int i = 0; i < 2; i++) {
		struct rig *r = i ? &b : &a;

		rig_begin(r, OPERATION_ADD, 0, 5);
		rig_begin(r, OPERATION_ADD, 1, 6);
		rig_finish(r, (unsigned)i);
		rig_finish(r, !i);
	}
	assert_int_equal(core(&a), core(&b));
	assert_int_not_equal(all(&a), all(&b));
	rig_done(&a);
	rig_done(&b);
}

static void test_digest__differs_between_sizes_and_parts(void **state)
{
	u64 seen[12];
	unsigned n = 0;

	for (unsigned cpus = 1; cpus < 5; cpus++)
		for (int w = 0; w < WORKLOAD_LAZY_FREE; w++) {
			struct rig r;

			rig_init(&r, cpus);
			r.s.workload = (enum workload)w;
			rig_start(&r);
			seen[n] = all(&r);
			for (unsigned i = 0; i < n; i++)
				assert_int_not_equal(seen[i], seen[n]);
			n++;
			rig_done(&r);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_digest__copies_are_equal_and_stay_so),
		cmocka_unit_test(test_digest__covers_every_name),
		cmocka_unit_test(test_digest__covers_what_decides_the_future),
		cmocka_unit_test(test_digest__popped_frames_and_layout_do_not_matter),
		cmocka_unit_test(test_digest__core_leaves_out_clocks_and_ghost),
		cmocka_unit_test(test_digest__core_is_equal_whatever_the_order),
		cmocka_unit_test(test_digest__differs_between_sizes_and_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
