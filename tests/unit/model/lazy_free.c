/* SPDX-License-Identifier: GPL-3.0-or-later
 * Mail 000's part of the machine against the facts, part B.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/rng.h"
#include "model/names.h"
#include "model/operation.h"
#include "model/setup.h"
#include "model/step.h"
#include "model/task.h"
#include "model/zone.h"

struct box {
	struct setup s;
	struct program p;
	struct machine *m;
};

/* 64 frames, marks 8, 10, 12; two processes of 48 pages. */
static void box_setup(struct box *b, u32 feature)
{
	setup_init(&b->s);
	b->s.workload = WORKLOAD_LAZY_FREE;
	b->s.features = feature;
	b->s.value[PARAM_CPUS] = 2;
	b->s.value[PARAM_RAM_PAGES] = 64;
	b->s.value[PARAM_SWAP_PAGES] = 128;
	b->s.value[PARAM_PROCESSES] = 2;
	b->s.value[PARAM_REGION_PAGES] = 48;
	b->s.value[PARAM_LOOPS] = 3;
	b->s.value[PARAM_MIN_FREE_KBYTES] = 32;
	b->s.value[PARAM_START_JITTER_US] = 0;
	b->s.cost_ns[COST_SWAP_IO] = 20;
}

static void box_start(struct box *b)
{
	assert_null(setup_conflict(&b->s));
	program_compile(&b->p, setup_features(&b->s));
	b->m = calloc(1, machine_size(&b->s));
	assert_non_null(b->m);
	machine_init(b->m, &b->s, &b->p);
	assert_null(machine_check(b->m));
}

static void box_init(struct box *b, u32 feature)
{
	box_setup(b, feature);
	box_start(b);
}

static void box_done(struct box *b)
{
	free(b->m);
}

static s64 get(const struct box *b, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	return name_get(b->m, (unsigned)id, index);
}

/* Lines that ran in any of these tests; the last one looks at it. */
static bool reached[PROGRAM_OPS];

static bool step(struct box *b)
{
	if (!b->m->ring_n || machine_finished(b->m))
		return false;
	machine_step(b->m, &b->p, ring_entry(b->m, 0)->cpu);
	reached[b->m->last.pc] = true;
	return true;
}

/* To the end, every invariant after every line. */
static void run_checked(struct box *b)
{
	while (step(b))
		if (machine_check(b->m))
			fail_msg("step %llu, %s: %s",
				(unsigned long long)b->m->steps,
				program_line(&b->p, b->m->last.pc)->id,
				machine_check(b->m));
	assert_true(machine_finished(b->m));
}

/* Runs one task's procedure on CPU 0 by itself, to its end. */
static s64 call(struct box *b, unsigned procedure, const s64 *args, unsigned n)
{
	unsigned task = task_operator(b->m, 0);

	task_start(b->m, task, procedure, args, n);
	b->m->operators_left++;
	task_queue(b->m, task, b->m->horizon_ns, true);
	if (cpu_of(b->m, 0)->current != task)
		cpu_switch_to(b->m, 0, task);
	while (task_at(b->m, task)->depth) {
		unsigned cpu = cpu_at(b->m, 0)->state == CPU_RUNNABLE ? 0
			: ring_entry(b->m, 0)->cpu;

		machine_step(b->m, &b->p, cpu);
		reached[b->m->last.pc] = true;
		assert_null(machine_check(b->m));
	}
	return task_at(b->m, task)->result;
}

/* A box whose processes do nothing: no loops. */
static void quiet(struct box *b, u32 feature)
{
	box_setup(b, feature);
	b->s.value[PARAM_LOOPS] = 0;
	box_start(b);
	while (step(b))
		;
}

/* Maps page `i` of process 0, dirty unless lazy. */
static void map_page(struct box *b, u32 i, bool lazy)
{
	u32 pfn = page_take(b->m, b->m->memory.zones - 1, 0);

	assert_int_not_equal(pfn, NO_PAGE);
	page_edit(b->m, pfn)->pte = i;
	pte_set(b->m, i, pte_make(PTE_PRESENT, pfn, lazy ? 0 : PTE_DIRTY));
	page_lru_add(b->m, pfn, LRU_INACTIVE_ANON, false);
}

static void swap_page(struct box *b, u32 i)
{
	pte_set(b->m, i, pte_make(PTE_SWAP, slot_take(b->m), 0));
}

static void test_lazy_free__marks_of_the_classroom(void **state)
{
	struct box b;

	box_init(&b, IN_THROTTLED);
	assert_int_equal(get(&b, "zone[0].min"), 8);
	assert_int_equal(get(&b, "zone[0].low"), 10);
	assert_int_equal(get(&b, "zone[0].high"), 12);
	assert_int_equal(get(&b, "memory.threshold"), 12);
	box_done(&b);
	box_setup(&b, IN_THROTTLED);
	b.s.value[PARAM_ZONES] = 1;
	box_start(&b);
	assert_int_equal(get(&b, "zone[0].min"), 1);
	assert_int_equal(get(&b, "zone[0].low"), 1);
	assert_int_equal(get(&b, "zone[0].high"), 1);
	assert_int_equal(get(&b, "zone[0].reserve"), 7);
	assert_int_equal(get(&b, "zone[1].min"), 7);
	assert_int_equal(get(&b, "zone[1].low"), 8);
	assert_int_equal(get(&b, "zone[1].high"), 10);
	assert_int_equal(get(&b, "memory.threshold"), 12);
	box_done(&b);
}

static void test_lazy_free__B_4_marks_of_the_mail(void **state)
{
	struct box b;

	box_setup(&b, IN_DONTNEED);
	b.s.value[PARAM_RAM_PAGES] = 786432;
	b.s.value[PARAM_MIN_FREE_KBYTES] = 0;
	box_start(&b);
	assert_int_equal(get(&b, "zone[0].min"), 1773);
	assert_int_equal(get(&b, "zone[0].low"), 2216);
	assert_int_equal(get(&b, "zone[0].high"), 2659);
	assert_int_equal(get(&b, "memory.threshold"), 2659);
	box_done(&b);
}

static void test_lazy_free__B_19_two_zones_of_the_mail(void **state)
{
	struct box b;

	box_setup(&b, IN_DONTNEED);
	b.s.value[PARAM_RAM_PAGES] = 786432;
	b.s.value[PARAM_MIN_FREE_KBYTES] = 0;
	b.s.value[PARAM_ZONES] = 1;
	box_start(&b);
	assert_int_equal(b.m->memory.zone[0].frames, 3977);
	assert_int_equal(b.m->memory.zone[1].frames, 782455);
	assert_int_equal(get(&b, "zone[0].reserve"), 3056);
	assert_int_equal(get(&b, "zone[0].low"), 10);
	assert_int_equal(get(&b, "zone[1].low"), 2205);
	assert_int_equal(get(&b, "zone[1].high"), 2646);
	box_done(&b);
}

static void test_lazy_free__drift_thresholds(void **state)
{
	struct box b;

	/* 12 CPUs and 782,455 pages: 48 a CPU; awake 36 (corrections, B3) */
	box_setup(&b, IN_DONTNEED);
	b.s.value[PARAM_CPUS] = 12;
	b.s.value[PARAM_RAM_PAGES] = 786432;
	b.s.value[PARAM_MIN_FREE_KBYTES] = 0;
	b.s.value[PARAM_ZONES] = 1;
	box_start(&b);
	assert_int_equal(b.m->memory.zone[1].drift_threshold, 48);
	assert_int_equal(b.m->memory.zone[0].drift_threshold, 8);
	assert_int_equal(b.m->memory.zone[1].pressure_threshold, 36);
	assert_int_equal(b.m->memory.zone[0].pressure_threshold, 1);
	box_done(&b);
}

/* Threshold and swap: one decision a call, both comparisons strict. */
static void decide(s64 nr_free, u32 slots, u32 feature, bool lazy)
{
	struct box b;
	s64 args[] = { 0, 4, 0 };

	quiet(&b, feature);
	map_page(&b, 0, false);
	b.m->memory.nr_free = nr_free;
	while (b.m->memory.slots_free > slots)
		slot_take(b.m);
	task_start(b.m, task_operator(b.m, 0), PROC_MADVISE, args, 3);
	task_queue(b.m, task_operator(b.m, 0), 0, true);
	while (task_at(b.m, task_operator(b.m, 0))->depth)
		machine_step(b.m, &b.p, ring_entry(b.m, 0)->cpu);
	assert_int_equal(get(&b, "madvise.calls_lazy"), lazy);
	assert_int_equal(get(&b, "madvise.calls_zapped"), !lazy);
	box_done(&b);
}

static void test_lazy_free__B_5_threshold_is_strict(void **state)
{
	decide(13, 1, IN_THROTTLED, true);
	decide(12, 1, IN_THROTTLED, false);
	decide(11, 1, IN_THROTTLED, false);
	decide(11, 1, IN_MADV_FREE, true);	/* without the mail's patch */
	decide(60, 100, IN_DONTNEED, false);
}

static void test_lazy_free__B_6_no_swap_no_laziness(void **state)
{
	decide(60, 0, IN_THROTTLED, false);
	decide(60, 0, IN_MADV_FREE, false);
	decide(60, 1, IN_MADV_FREE, true);
}

static void test_lazy_free__decision_flips_at_its_margin(void **state)
{
	const struct line *l = NULL;
	u64 random = 7;

	for (unsigned r = 1; r < procedure_madvise.n_lines; r++)
		if (!strcmp(procedure_madvise.lines[r].id, "threshold"))
			l = &procedure_madvise.lines[r];
	assert_non_null(l);
	for (int i = 0; i < 10000; i++) {
		struct machine m = { 0 };
		s64 v[LOCALS_MAX] = { 0 }, margin;
		struct test t;

		m.memory.nr_free = rng_below(&random, 100000);
		m.memory.threshold_pages = rng_below(&random, 100000);
		t = l->test(&m, NULL, v);
		margin = (s64)test_margin(t);
		m.memory.nr_free += test_answer(t) ? 1 - margin : margin - 1;
		assert_int_equal(test_answer(l->test(&m, NULL, v)),
			test_answer(t));
		m.memory.nr_free += test_answer(t) ? -1 : 1;
		assert_int_not_equal(test_answer(l->test(&m, NULL, v)),
			test_answer(t));
	}
}

/* B-12, B-13, B-15 in small: 10 present pages and 4 swapped ones. */
static void region(struct box *b, u32 feature)
{
	quiet(b, feature);
	for (u32 i = 0; i < 10; i++)
		map_page(b, i, false);
	for (u32 i = 10; i < 14; i++)
		swap_page(b, i);
	assert_null(machine_check(b->m));
}

static void test_lazy_free__B_12_dontneed_frees_pages_and_slots(void **state)
{
	struct box b;
	s64 args[] = { 0, 48, 0 }, free, slots;

	region(&b, IN_DONTNEED);
	free = get(&b, "memory.free");
	slots = get(&b, "swap.free");
	call(&b, PROC_MADVISE, args, 3);
	assert_int_equal(get(&b, "memory.free"), free + 10);
	assert_int_equal(get(&b, "swap.free"), slots + 4);
	assert_int_equal(get(&b, "memory.present"), 0);
	assert_int_equal(get(&b, "memory.swapped"), 0);
	assert_int_equal(get(&b, "madvise.zapped_pages"), 14);
	box_done(&b);
}

static void test_lazy_free__B_13_free_changes_neither(void **state)
{
	struct box b;
	s64 args[] = { 0, 48, 0 }, free, slots;

	region(&b, IN_MADV_FREE);
	free = get(&b, "memory.free");
	slots = get(&b, "swap.free");
	call(&b, PROC_MADVISE, args, 3);
	assert_int_equal(get(&b, "memory.free"), free);
	assert_int_equal(get(&b, "swap.free"), slots);
	assert_int_equal(get(&b, "madvise.lazy_pages"), 10);
	assert_int_equal(get(&b, "memory.swapped"), 4);
	box_done(&b);
}

static void test_lazy_free__B_15_rewriting_swaps_garbage_in(void **state)
{
	struct box b;
	s64 args[] = { 0, 48, 0 };
	s64 faults;

	region(&b, IN_MADV_FREE);
	call(&b, PROC_MADVISE, args, 3);
	faults = get(&b, "vmstat.pgfault");
	for (s64 i = 0; i < 14; i++)
		if (pte_kind(pte_get(b.m, (u32)i)) != PTE_PRESENT)
			call(&b, PROC_HANDLE_MM_FAULT, &i, 1);
	assert_int_equal(get(&b, "vmstat.pgfault") - faults, 4);
	assert_int_equal(get(&b, "vmstat.pswpin"), 4);
	assert_int_equal(get(&b, "memory.swapped"), 0);
	assert_int_equal(get(&b, "swap.free"), 128);
	box_done(&b);
}

/* As merged in 4.5: the swap entries go at the call. */
static void test_lazy_free__B_14_and_B_16_entries_freed_at_the_call(void **state)
{
	struct box b;
	s64 args[] = { 0, 48, 0 }, free, slots, faults;

	region(&b, IN_FREE_ENTRIES);
	page_lru_add(b.m, pte_value(pte_get(b.m, 0)), LRU_ACTIVE_ANON, false);
	free = get(&b, "memory.free");
	slots = get(&b, "swap.free");
	call(&b, PROC_MADVISE, args, 3);
	assert_int_equal(get(&b, "memory.free"), free);
	assert_int_equal(get(&b, "swap.free"), slots + 4);
	assert_int_equal(get(&b, "madvise.lazy_pages"), 10);
	assert_int_equal(get(&b, "memory.swapped"), 0);
	assert_int_equal(get(&b, "zone[0].active"), 0);
	faults = get(&b, "vmstat.pgfault");
	for (s64 i = 0; i < 14; i++)
		if (pte_kind(pte_get(b.m, (u32)i)) != PTE_PRESENT)
			call(&b, PROC_HANDLE_MM_FAULT, &i, 1);
	assert_int_equal(get(&b, "vmstat.pgfault") - faults, 4);
	assert_int_equal(get(&b, "vmstat.pswpin"), 0);
	box_done(&b);
}

static void test_lazy_free__B_20_marks_of_v6_12(void **state)
{
	struct box b;

	box_setup(&b, IN_DONTNEED);
	b.s.value[PARAM_RAM_PAGES] = 786432;
	b.s.value[PARAM_MIN_FREE_KBYTES] = 0;
	b.s.value[PARAM_MARKS] = 1;
	box_start(&b);
	assert_int_equal(get(&b, "zone[0].min"), 1773);
	assert_int_equal(get(&b, "zone[0].low"), 2559);
	assert_int_equal(get(&b, "zone[0].high"), 3345);
	assert_int_equal(get(&b, "memory.threshold"), 2659);
	box_done(&b);
}

static void test_lazy_free__operations_act_for_a_process(void **state)
{
	struct box b;

	quiet(&b, IN_MADV_FREE);
	assert_null(operation_refused(b.m, OPERATION_TOUCH, 1, 5));
	assert_non_null(operation_refused(b.m, OPERATION_TOUCH, 2, 5));
	assert_non_null(operation_refused(b.m, OPERATION_TOUCH, 1, 49));
	assert_non_null(operation_refused(b.m, OPERATION_ADD, 0, 5));
	operation_start(b.m, OPERATION_TOUCH, 1, 5, true);
	while (b.m->focus != NONE)
		machine_step(b.m, &b.p, 1);
	assert_int_equal(get(&b, "memory.present"), 5);
	operation_start(b.m, OPERATION_MADVISE, 1, ADVICE_FREE, true);
	while (b.m->focus != NONE)
		machine_step(b.m, &b.p, 1);
	assert_int_equal(get(&b, "madvise.lazy_pages"), 5);
	operation_start(b.m, OPERATION_MADVISE, 1, ADVICE_DONTNEED, true);
	while (b.m->focus != NONE)
		machine_step(b.m, &b.p, 1);
	assert_int_equal(get(&b, "memory.present"), 0);
	box_done(&b);
}

static void test_lazy_free__B_17_only_clean_pages_are_dropped(void **state)
{
	struct box b;
	s64 args[] = { 0, 10 };

	quiet(&b, IN_MADV_FREE);
	for (u32 i = 0; i < 10; i++)
		map_page(&b, i, i >= 3);	/* three were written again */
	assert_int_equal(call(&b, PROC_SHRINK_INACTIVE_LIST, args, 2), 7);
	assert_int_equal(get(&b, "vmstat.pglazyfreed"), 7);
	assert_int_equal(get(&b, "vmstat.pswpout"), 3);
	assert_int_equal(get(&b, "memory.swapped"), 3);
	box_done(&b);
}

/* Order 0: free > mark + reserve, equality fails. */
static s64 alloc_with(struct box *b, u32 free)
{
	while (b->m->memory.zone[0].free > free) {
		u32 pfn = page_take(b->m, 0, 0);
		u32 slot = slot_take(b->m);

		slot_cache(b->m, slot, pfn);
		page_edit(b->m, pfn)->flags = PAGE_DIRTY;
		page_lru_add(b->m, pfn, LRU_INACTIVE_ANON, false);
	}
	return call(b, PROC_ALLOC_PAGE, NULL, 0);
}

static void test_lazy_free__B_7_low_mark(void **state)
{
	struct box b;

	quiet(&b, IN_DONTNEED);
	alloc_with(&b, 11);
	assert_int_equal(get(&b, "kswapd.wakeups"), 0);
	box_done(&b);
	quiet(&b, IN_DONTNEED);
	alloc_with(&b, 10);
	assert_int_equal(get(&b, "kswapd.wakeups"), 1);
	assert_int_equal(get(&b, "vmstat.allocstall"), 0);
	box_done(&b);
	quiet(&b, IN_DONTNEED);
	alloc_with(&b, 8);	/* at the min mark: direct reclaim */
	assert_int_equal(get(&b, "vmstat.allocstall"), 1);
	box_done(&b);
}

/* Takes frames as dirty pages of the swap cache, until `free` are left. */
static void fill(struct box *b, u32 free)
{
	while (b->m->memory.zone[0].free > free) {
		u32 pfn = page_take(b->m, 0, 0);

		slot_cache(b->m, slot_take(b->m), pfn);
		page_edit(b->m, pfn)->flags = PAGE_DIRTY;
		page_lru_add(b->m, pfn, LRU_INACTIVE_ANON, false);
	}
}

/* Between low and high: asleep it stays asleep, awake it goes on to high. */
static void test_lazy_free__B_10_between_low_and_high(void **state)
{
	struct box b;

	quiet(&b, IN_THROTTLED);
	fill(&b, 12);
	call(&b, PROC_ALLOC_PAGE, NULL, 0);	/* 12 > 10: no need of kswapd */
	assert_int_equal(get(&b, "kswapd.wakeups"), 0);
	assert_int_equal(get(&b, "kswapd.awake"), 0);
	b.m->memory.kswapd_awake = 1;
	task_wake_all(b.m, CHANNEL_KSWAPD, 0);
	while (b.m->ring_n)
		machine_step(b.m, &b.p, ring_entry(b.m, 0)->cpu);
	assert_int_equal(get(&b, "kswapd.awake"), 0);
	assert_true(get(&b, "zone[0].free") > 12);
	box_done(&b);
}

static void test_lazy_free__B_11_demand_of_the_mail(void **state)
{
	struct box b;

	box_setup(&b, IN_DONTNEED);
	b.s.value[PARAM_PROCESSES] = 12;
	b.s.value[PARAM_REGION_PAGES] = 131072;
	b.s.value[PARAM_RAM_PAGES] = 786432;
	b.s.value[PARAM_SWAP_PAGES] = 2097152;
	b.s.value[PARAM_MIN_FREE_KBYTES] = 0;
	box_start(&b);
	assert_int_equal(b.m->memory.ptes, 1572864);
	assert_int_equal(b.m->memory.ptes - b.m->memory.frames, 786432);
	assert_true(get(&b, "swap.free") > 786432);
	box_done(&b);
}

static void test_lazy_free__nearly_empty_waits_for_kswapd(void **state)
{
	struct box b;

	quiet(&b, IN_DONTNEED);
	assert_true(alloc_with(&b, 4) >= 0);	/* half of the min mark */
	assert_int_equal(get(&b, "kswapd.wakeups"), 1);
	assert_true(get(&b, "memory.free") > 4);
	box_done(&b);
}

static void test_lazy_free__new_pages_start_active(void **state)
{
	struct box b;
	s64 pte = 5;

	quiet(&b, IN_DONTNEED);
	call(&b, PROC_HANDLE_MM_FAULT, &pte, 1);
	assert_int_equal(get(&b, "zone[0].active"), 1);
	assert_int_equal(pte_get(b.m, 5) & (PTE_YOUNG | PTE_DIRTY),
		PTE_YOUNG | PTE_DIRTY);
	box_done(&b);
}

static void test_lazy_free__runs_keep_every_invariant(void **state)
{
	static const u32 features[] = { IN_DONTNEED, IN_MADV_FREE,
		IN_THROTTLED };

	for (int f = 0; f < 3; f++)
		for (int zones = 0; zones < 2; zones++)
			for (s64 swap = 0; swap <= 128; swap += 64) {
				struct box b;

				box_setup(&b, features[f]);
				b.s.value[PARAM_ZONES] = zones;
				b.s.value[PARAM_SWAP_PAGES] = swap;
				box_start(&b);
				run_checked(&b);
				assert_int_equal(get(&b, "madvise.calls_lazy") +
					get(&b, "madvise.calls_zapped") +
					3 * get(&b, "vmstat.oom_kill") >= 6, 1);
				box_done(&b);
			}
}

static void test_lazy_free__every_write_of_dontneed_is_a_fault(void **state)
{
	struct box b;

	box_init(&b, IN_DONTNEED);
	run_checked(&b);
	assert_int_equal(get(&b, "workload.page_writes"), 2 * 48 * 3);
	assert_int_equal(get(&b, "vmstat.pgfault"), 2 * 48 * 3);
	assert_int_equal(get(&b, "madvise.zapped_pages"), 2 * 48 * 3);
	assert_int_equal(get(&b, "madvise.calls_zapped"), 6);
	box_done(&b);
}

static void test_lazy_free__without_swap_it_ends_by_oom(void **state)
{
	struct box b;

	box_setup(&b, IN_MADV_FREE);
	b.s.value[PARAM_SWAP_PAGES] = 0;
	box_start(&b);
	run_checked(&b);
	assert_true(get(&b, "vmstat.oom_kill") > 0);
	assert_int_equal(get(&b, "memory.free"), 64);
	box_done(&b);
}

/* Random order of everybody, at random machines; pages are never lost. */
static void test_lazy_free__random_schedules(void **state)
{
	u64 random = 11;
	bool soak = getenv("MMSTEP_SOAK") != NULL;

	for (int i = 0; i < (soak ? 4000 : 200); i++) {
		struct box b;

		box_setup(&b, (u32)IN_DONTNEED << rng_below(&random, 3));
		b.s.value[PARAM_PROCESSES] = 1 + rng_below(&random, 4);
		b.s.value[PARAM_CPUS] = 1 + rng_below(&random, 3);
		b.s.value[PARAM_RAM_PAGES] = 40 + rng_below(&random, 60);
		b.s.value[PARAM_SWAP_PAGES] = rng_below(&random, 260);
		b.s.value[PARAM_ZONES] = rng_below(&random, 2);
		b.s.value[PARAM_LOOPS] = 2;
		box_start(&b);
		for (int n = 0; n < 60000 && !machine_finished(b.m); n++) {
			struct choice c[64];
			unsigned k = machine_choices(b.m, c, 64);

			if (!k)
				fail_msg("nobody can run");
			machine_step_choice(b.m, &b.p,
				c[rng_below(&random, k)]);
			reached[b.m->last.pc] = true;
			if (memory_ledger(b.m))
				fail_msg("%s: %s", program_line(&b.p,
					b.m->last.pc)->id, memory_ledger(b.m));
			if (n % 16 == 0 && machine_check(b.m))
				fail_msg("%s", machine_check(b.m));
		}
		assert_null(machine_check(b.m));
		box_done(&b);
	}
}

/* Lines of machines with more parts: their own tests reach them. */
static bool elsewhere(const struct line *l)
{
	return l->in && !(l->in & ~(u32)(IN_ORDERS | IN_FILES));
}

static void test_lazy_free__every_line_is_reached(void **state)
{
	static struct program p;

	program_compile(&p, IN_DONTNEED);
	for (unsigned id = PROC_ALLOC_PAGE; id <= PROC_BOMB; id++)
		for (unsigned row = 1; row < procedure_at(id)->n_lines; row++)
			if (!elsewhere(&procedure_at(id)->lines[row]) &&
				!reached[p.start[id] + row])
				fail_msg("%s:%s is never reached",
					procedure_at(id)->name,
					procedure_at(id)->lines[row].id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lazy_free__marks_of_the_classroom),
		cmocka_unit_test(test_lazy_free__B_4_marks_of_the_mail),
		cmocka_unit_test(test_lazy_free__B_19_two_zones_of_the_mail),
		cmocka_unit_test(test_lazy_free__drift_thresholds),
		cmocka_unit_test(test_lazy_free__B_5_threshold_is_strict),
		cmocka_unit_test(test_lazy_free__B_6_no_swap_no_laziness),
		cmocka_unit_test(test_lazy_free__decision_flips_at_its_margin),
		cmocka_unit_test(test_lazy_free__B_12_dontneed_frees_pages_and_slots),
		cmocka_unit_test(test_lazy_free__B_13_free_changes_neither),
		cmocka_unit_test(test_lazy_free__B_15_rewriting_swaps_garbage_in),
		cmocka_unit_test(test_lazy_free__B_14_and_B_16_entries_freed_at_the_call),
		cmocka_unit_test(test_lazy_free__B_20_marks_of_v6_12),
		cmocka_unit_test(test_lazy_free__operations_act_for_a_process),
		cmocka_unit_test(test_lazy_free__B_17_only_clean_pages_are_dropped),
		cmocka_unit_test(test_lazy_free__B_7_low_mark),
		cmocka_unit_test(test_lazy_free__B_10_between_low_and_high),
		cmocka_unit_test(test_lazy_free__B_11_demand_of_the_mail),
		cmocka_unit_test(test_lazy_free__nearly_empty_waits_for_kswapd),
		cmocka_unit_test(test_lazy_free__new_pages_start_active),
		cmocka_unit_test(test_lazy_free__runs_keep_every_invariant),
		cmocka_unit_test(test_lazy_free__every_write_of_dontneed_is_a_fault),
		cmocka_unit_test(test_lazy_free__without_swap_it_ends_by_oom),
		cmocka_unit_test(test_lazy_free__random_schedules),
		cmocka_unit_test(test_lazy_free__every_line_is_reached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
