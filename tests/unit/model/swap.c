/* SPDX-License-Identifier: GPL-3.0-or-later
 * The swap device: what a read and a write take, and who is told.
 */
#include "rig.h"
#include "model/step.h"
#include "model/task.h"

enum { FIND_NS = 100000, MOVE_NS = 1000 };

static struct program program;

/* 64 frames, two CPUs, processes that do nothing. */
static struct machine *quiet(void)
{
	struct setup s;
	struct machine *m;

	setup_init(&s);
	s.workload = WORKLOAD_LAZY_FREE;
	s.features = IN_MADV_FREE;
	s.value[PARAM_CPUS] = 2;
	s.value[PARAM_RAM_PAGES] = 64;
	s.value[PARAM_SWAP_PAGES] = 128;
	s.value[PARAM_PROCESSES] = 2;
	s.value[PARAM_REGION_PAGES] = 48;
	s.value[PARAM_LOOPS] = 0;
	s.value[PARAM_MIN_FREE_KBYTES] = 32;
	s.value[PARAM_START_JITTER_US] = 0;
	s.cost_ns[COST_SWAP_ACCESS] = FIND_NS;
	s.cost_ns[COST_SWAP_IO] = MOVE_NS;
	assert_null(setup_conflict(&s));
	program_compile(&program, setup_features(&s));
	m = calloc(1, machine_size(&s));
	assert_non_null(m);
	machine_init(m, &s, &program);
	while (m->ring_n && !machine_finished(m))
		machine_step(m, &program, ring_entry(m, 0)->cpu);
	return m;
}

static void start(struct machine *m, unsigned cpu, unsigned procedure,
	const s64 *args, unsigned n)
{
	unsigned task = task_operator(m, cpu);

	task_start(m, task, procedure, args, n);
	m->operators_left++;
	task_queue(m, task, m->horizon_ns, true);
}

/* Until nothing can run any more. */
static void run_out(struct machine *m)
{
	while (m->ring_n) {
		machine_step(m, &program, ring_entry(m, 0)->cpu);
		assert_null(machine_check(m));
	}
}

static u64 device_ns(const struct machine *m)
{
	return cpu_at(m, m->n_cpus)->clock_ns;
}

static void map_page(struct machine *m, u32 pte)
{
	u32 pfn = page_take(m, 0, 0);

	page_edit(m, pfn)->pte = pte;
	pte_set(m, pte, pte_make(PTE_PRESENT, pfn, PTE_DIRTY));
	page_lru_add(m, pfn, LRU_INACTIVE_ANON, false);
}

/* How long the device works for one fault that reads `n` neighbours. */
static u64 read_ns(u32 n)
{
	struct machine *m = quiet();
	s64 pte = 0;
	u64 before;

	for (u32 i = 0; i < n; i++)
		pte_set(m, i, pte_make(PTE_SWAP, slot_take(m), 0));
	before = m->horizon_ns;
	start(m, 0, PROC_HANDLE_MM_FAULT, &pte, 1);
	run_out(m);
	assert_int_equal(m->operators_left, 0);
	assert_int_equal(m->memory.pswpin, n);
	assert_int_equal(m->memory.pgmajfault, 1);
	before = device_ns(m) - before;
	free(m);
	return before;
}

static void test_swap__what_a_fault_reads_is_found_once(void **state)
{
	assert_in_range(read_ns(1), FIND_NS + MOVE_NS, FIND_NS + MOVE_NS + 200);
	assert_in_range(read_ns(8), FIND_NS + 8 * MOVE_NS,
		FIND_NS + 8 * MOVE_NS + 200);
}

/* The device streams writes: there is nothing to find. */
static void test_swap__writes_are_not_looked_for(void **state)
{
	struct machine *m = quiet();
	const s64 args[] = { 0, 8 };
	u64 before = m->horizon_ns;

	for (u32 i = 0; i < 8; i++)
		map_page(m, i);
	start(m, 0, PROC_SHRINK_INACTIVE_LIST, args, 2);
	run_out(m);
	assert_int_equal(m->memory.pswpout, 8);
	assert_in_range(device_ns(m) - before, 8 * MOVE_NS, 8 * MOVE_NS + 200);
	free(m);
}

/* Two wait for one request: both hear of it, since no other will follow. */
static void test_swap__the_last_request_wakes_all(void **state)
{
	struct machine *m = quiet();
	const s64 args[] = { 0, 1 };

	map_page(m, 0);
	start(m, 0, PROC_SHRINK_INACTIVE_LIST, args, 2);
	while (m->operators_left)
		machine_step(m, &program, 0);
	assert_int_equal(m->memory.queue.n, 1);
	start(m, 0, PROC_TRY_TO_FREE_PAGES, NULL, 0);
	start(m, 1, PROC_TRY_TO_FREE_PAGES, NULL, 0);
	run_out(m);
	assert_int_equal(m->operators_left, 0);
	free(m);
}

/* Few frames are left for a region of 30 pages: fewer than one fault reads. The page that is wanted comes first, and goes before it is mapped. */
static void test_swap__a_page_that_made_room_is_read_alone(void **state)
{
	struct rig r;

	rig_init(&r, 2);
	r.s.workload = WORKLOAD_LAZY_FREE;
	r.s.parts = PART_ORDERS;
	r.s.features = IN_MADV_FREE;
	r.s.value[PARAM_RAM_PAGES] = 56;
	r.s.value[PARAM_SWAP_PAGES] = 200;
	r.s.value[PARAM_PROCESSES] = 2;
	r.s.value[PARAM_REGION_PAGES] = 30;
	r.s.value[PARAM_LOOPS] = 0;
	r.s.value[PARAM_MIN_FREE_KBYTES] = 32;
	rig_start(&r);
	for (int i = 0; i < 40; i++)
		rig_do(&r, OPERATION_ALLOC, 0, 0);
	for (int i = 0; i < 3; i++) {
		rig_begin(&r, OPERATION_TOUCH, 0, 30);
		for (int k = 0; r.m->operators_left; k++) {
			assert_true(k < 100000);
			rig_step(&r, ring_entry(r.m, 0)->cpu);
		}
	}
	rig_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_swap__a_page_that_made_room_is_read_alone),
		cmocka_unit_test(test_swap__what_a_fault_reads_is_found_once),
		cmocka_unit_test(test_swap__writes_are_not_looked_for),
		cmocka_unit_test(test_swap__the_last_request_wakes_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
