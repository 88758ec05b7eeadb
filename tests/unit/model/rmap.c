/* SPDX-License-Identifier: GPL-3.0-or-later
 * Mail 004's part of the machine against the facts, part A: what a split counts
 * in each variant, partial mappings, forks, the race, and the counts of a page.
 */
#include "rig.h"

enum { OLD = IN_RMAP_OLD, V1 = IN_RMAP_V1, MERGED = IN_RMAP_MERGED };
static const u32 variants[] = {OLD, V1, MERGED};

/* Lines that ran in any of these tests; the last one looks at it. */
static bool reached[PROGRAM_OPS];

static void setup_rmap(struct rig *r, u32 variant, s64 pages, s64 vmas)
{
	rig_init(r, 2);
	r->s.workload = WORKLOAD_RMAP;
	r->s.features = variant;
	r->s.value[PARAM_RAM_PAGES] = 64;
	r->s.value[PARAM_MIN_FREE_KBYTES] = 32;
	r->s.value[PARAM_PAGES] = pages;
	r->s.value[PARAM_VMAS] = vmas;
	for (unsigned i = 0; i < COST_N; i++)
		r->s.cost_ns[i] = 1;
	r->s.cost_ns[COST_RMAP_SLOT] = 63;
	r->s.cost_ns[COST_RMAP_DESCENT] = 842;
	r->s.cost_ns[COST_SPLIT_TAIL] = 775;
}

static void go(struct rig *r, unsigned cpu)
{
	machine_step(r->m, &r->p, cpu);
	reached[r->m->last.pc] = true;
}

/* The workload to its end, each line checked if there are few small pages. */
static void run_out(struct rig *r)
{
	bool small = r->m->rmap.pages * r->m->rmap.mms <= 64;

	assert_null(setup_conflict(&r->s));
	while (r->m->ring_n && !machine_finished(r->m)) {
		go(r, ring_entry(r->m, 0)->cpu);
		if (small)
			rig_checked(r);
	}
	rig_checked(r);
}

static void run_rmap(struct rig *r)
{
	rig_start(r);
	run_out(r);
}

/* Lines of one CPU until it stands there. */
static void go_until(struct rig *r, unsigned cpu, const char *at)
{
	for (int i = 0; strcmp(rig_at(r, cpu), at); i++) {
		if (i > 100000 || cpu_at(r->m, cpu)->state != CPU_RUNNABLE)
			fail_msg("CPU %u never comes to %s", cpu, at);
		go(r, cpu);
		rig_checked(r);
	}
}

static void go_on(struct rig *r, unsigned cpu)
{
	for (int i = 0; cpu_at(r->m, cpu)->state == CPU_RUNNABLE; i++) {
		assert_true(i < 100000);
		go(r, cpu);
		rig_checked(r);
	}
}

/* ---- A5: counts of one split ------------------------------------------- */

struct counts {
	s64 queries, visits, descents, pmd_locks, pte_locks, slots, pte_flushes,
		pmd_flushes, changed;
};

static void holds(const struct rig *r, struct counts c)
{
	assert_value(r, "rmap.tree_queries", c.queries);
	assert_value(r, "rmap.vma_visits", c.visits);
	assert_value(r, "rmap.descents", c.descents);
	assert_value(r, "rmap.pmd_locks", c.pmd_locks);
	assert_value(r, "rmap.pte_locks", c.pte_locks);
	assert_value(r, "rmap.slots", c.slots);
	assert_value(r, "rmap.pte_flushes", c.pte_flushes);
	assert_value(r, "rmap.pmd_flushes", c.pmd_flushes);
	assert_value(r, "rmap.ptes_changed", c.changed);
	assert_value(r, "vmstat.thp_split_page", 1);
	assert_value(r, "vmstat.thp_split_page_failed", 0);
}

static void split_counts(
	u32 variant, s64 mapping, s64 n, s64 v, struct counts c)
{
	struct rig r;

	setup_rmap(&r, variant, n, v);
	r.s.value[PARAM_MAPPING] = mapping;
	run_rmap(&r);
	holds(&r, c);
	rig_done(&r);
}

/* Both sizes, and 1, 2 and 10 VMAs. */
#define FOR_CELLS(n, v)                                                        \
	for (s64 n = 8; n <= 512; n += 504)                                    \
		for (s64 v = 1; v <= 10; v += v == 1 ? 1 : 8)

static void test_rmap__A5_old_pte_mapped(void **state)
{
	FOR_CELLS(n, v)
	split_counts(OLD, 1, n, v,
		(struct counts){2, 2 * v, 2 * v, v, 2 * v, 2 * n * v, n * v, 0,
			2 * n * v});
}

static void test_rmap__A5_new_pte_mapped(void **state)
{
	FOR_CELLS(n, v)
	for (unsigned i = 1; i < 3; i++)
		split_counts(variants[i], 1, n, v,
			(struct counts){2 * n, 2 * n * v, 2 * n * v + v, 0,
				2 * n * v, 2 * n * v, n * v, 0, 2 * n * v});
}

static void test_rmap__A5_old_pmd_mapped(void **state)
{
	FOR_CELLS(n, v)
	split_counts(OLD, 0, n, v,
		(struct counts){2, 2 * v, 2 * v, v, v, n * v, 0, v, 2 * n * v});
}

static void test_rmap__A5_v1_pmd_mapped(void **state)
{
	FOR_CELLS(n, v)
	split_counts(V1, 0, n, v,
		(struct counts){2 * n, 2 * n * v, 2 * n * v + v, v, 2 * n * v,
			2 * n * v, n * v, v, 3 * n * v});
}

static void test_rmap__A5_merged_pmd_mapped(void **state)
{
	FOR_CELLS(n, v)
	split_counts(MERGED, 0, n, v,
		(struct counts){1 + n, v + n * v, n * v + 2 * v - 1, v, n * v,
			n * v + v - 1, 0, v, 2 * n * v});
}

/* ---- partial mappings -------------------------------------------------- */

static void test_rmap__A5_head_munmapped(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		setup_rmap(&r, variants[i], 8, 1);
		r.s.value[PARAM_UNMAPPED_HEAD] = 3;
		run_rmap(&r);
		assert_value(&r, "rmap.tree_queries", i ? 16 : 2);
		assert_value(&r, "rmap.vma_visits", i ? 10 : 2);
		assert_value(&r, "rmap.slots", 10);
		assert_value(&r, "rmap.ptes_changed", 10);
		/* who lost their last mapping are free now */
		assert_value(&r, "zone[0].free", r.m->memory.frames - 5);
		assert_value(&r, "memory.unevictable", 5);
		rig_done(&r);
	}
}

/* Five of eight are mapped. */
static void test_rmap__A5_tail_munmapped(void **state)
{
	static const s64 queries[] = {2, 16, 13}, slots[] = {16, 10, 10};
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		setup_rmap(&r, variants[i], 8, 1);
		r.s.value[PARAM_UNMAPPED_TAIL] = 3;
		run_rmap(&r);
		assert_value(&r, "rmap.tree_queries", queries[i]);
		assert_value(&r, "rmap.vma_visits", i ? 10 : 2);
		assert_value(&r, "rmap.slots", slots[i]);
		rig_done(&r);
	}
}

/* Fewer slots than the old helpers: one missing tail page is enough. */
static void test_rmap__A5_one_tail_page_missing(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		setup_rmap(&r, variants[i], 512, 1);
		r.s.value[PARAM_UNMAPPED_TAIL] = 1;
		run_rmap(&r);
		assert_value(&r, "rmap.slots", i ? 2 * 511 : 2 * 512);
		rig_done(&r);
	}
}

/* mprotect of the second half. */
static void test_rmap__A5_vma_split_in_the_middle(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		setup_rmap(&r, variants[i], 512, 1);
		r.s.value[PARAM_LAYOUT] = LAYOUT_MIDDLE;
		run_rmap(&r);
		assert_int_equal(r.m->rmap.vmas, 2);
		assert_value(&r, "rmap.vma_visits", i ? 2 * 512 : 4);
		assert_value(&r, "rmap.slots", i ? 2 * 512 : 2 * (512 + 256));
		assert_value(&r, "rmap.ptes_changed", 2 * 512);
		rig_done(&r);
	}
}

/* The range lies in two tables. */
static void test_rmap__A5_mremap_to_an_unaligned_address(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		setup_rmap(&r, variants[i], 8, 1);
		r.s.value[PARAM_LAYOUT] = LAYOUT_MOVED;
		run_rmap(&r);
		assert_value(&r, "rmap.descents", i ? 17 : 4);
		assert_value(&r, "rmap.pte_locks", i ? 16 : 4);
		assert_value(&r, "rmap.slots", 16);
		rig_done(&r);
	}
}

/* One pmd and one address space with ptes: merged can't stop after the first.
 */
static void test_rmap__A5_mixed_pmd_and_pte_mapping(void **state)
{
	static const s64 queries[] = {2, 16, 16};
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		setup_rmap(&r, variants[i], 8, 2);
		r.s.value[PARAM_LAYOUT] = LAYOUT_DOUBLE;
		rig_start(&r);
		assert_value(&r, "rmap.double_map", 1);
		assert_value(&r, "rmap.compound_mapcount", 1);
		assert_value(&r, "rmap.total_mapcount", 9);
		assert_value(&r, "rmap.page_count", 9);
		assert_int_equal(small_at(r.m, 3)->mapcount, 2);
		assert_int_equal(rmap_page_mapcount(r.m, 3), 2);
		run_out(&r);
		assert_value(&r, "rmap.tree_queries", queries[i]);
		assert_value(&r, "rmap.double_map", 0);
		assert_value(&r, "rmap.pmd_flushes", 1);
		rig_done(&r);
	}
}

/* The parent comes first. Where only the child copied a page, the parent's
 * unmap is the last and the child is not visited. */
static void test_rmap__A5_copy_after_fork(void **state)
{
	static const struct {
		s64 layout, v1_visits, locks;
	} forks[] = {{LAYOUT_COW_PARENT, 32, 32}, {LAYOUT_COW_CHILD, 31, 31}};
	struct rig r;

	for (unsigned k = 0; k < 2; k++)
		for (unsigned i = 0; i < 3; i++) {
			setup_rmap(&r, variants[i], 8, 2);
			r.s.value[PARAM_MAPPING] = 1;
			r.s.value[PARAM_LAYOUT] = forks[k].layout;
			run_rmap(&r);
			assert_value(&r, "rmap.vma_visits",
				i ? forks[k].v1_visits : 4);
			assert_value(
				&r, "rmap.pte_locks", i ? forks[k].locks : 4);
			assert_value(
				&r, "rmap.slots", i ? forks[k].v1_visits : 32);
			/* the copy is nobody's business */
			assert_value(&r, "rmap.ptes_changed", 30);
			assert_int_equal(small_at(r.m, 8)->mapcount, 1);
			rig_done(&r);
		}
}

/* A VMA that maps nothing is visited all the same. */
static void test_rmap__A5_range_given_back(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++)
		for (s64 vmas = 1; vmas <= 2; vmas++) {
			setup_rmap(&r, variants[i], 8, vmas);
			r.s.value[PARAM_LAYOUT] = LAYOUT_ZAPPED;
			run_rmap(&r);
			assert_value(&r, "vmstat.thp_split_page", vmas - 1);
			assert_value(
				&r, "vmstat.thp_split_page_failed", 2 - vmas);
			if (vmas == 2 && i == 0)
				assert_value(&r, "rmap.pte_locks", 1);
			rig_done(&r);
		}
}

/* ---- counts of a page -------------------------------------------------- */

static void test_rmap__A5_mapcounts_before_the_split(void **state)
{
	struct rig r;

	for (s64 v = 1; v <= 10; v++) {
		setup_rmap(&r, OLD, 8, v);
		rig_start(&r);
		assert_value(&r, "rmap.compound_mapcount", v);
		assert_value(&r, "rmap.total_mapcount", v);
		assert_value(&r, "rmap.page_count", v);
		assert_int_equal(rmap_page_mapcount(r.m, 7), v);
		rig_done(&r);
		setup_rmap(&r, OLD, 8, v);
		r.s.value[PARAM_MAPPING] = 1;
		rig_start(&r);
		assert_value(&r, "rmap.compound_mapcount", 0);
		assert_value(&r, "rmap.total_mapcount", 8 * v);
		assert_value(&r, "rmap.page_count", 8 * v);
		assert_int_equal(rmap_page_mapcount(r.m, 7), v);
		rig_done(&r);
	}
}

/* A migration entry holds neither mapcount nor reference. */
static void test_rmap__A5_after_freezing(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++)
		for (s64 layout = 0; layout < LAYOUT_ZAPPED; layout++) {
			unsigned entries = 0;

			setup_rmap(&r, variants[i], 8, 3);
			r.s.value[PARAM_LAYOUT] = layout;
			rig_start(&r);
			go_until(&r, 0, "split_huge_page_to_list:queue_lock");
			assert_value(&r, "rmap.total_mapcount", 0);
			assert_value(&r, "rmap.page_count", 1);
			for (u32 mm = 0; mm < 3; mm++)
				for (u32 page = 0; page < 8; page++)
					entries +=
						entry_kind(entry_get(r.m,
							mm_pte_entry(r.m, mm,
								mm_address(r.m,
									mm,
									page)))) ==
						ENTRY_MIGRATION;
			assert_int_equal(entries,
				layout == LAYOUT_COW_PARENT ||
						layout == LAYOUT_COW_CHILD
					? 23
					: 24);
			run_out(&r);
			rig_done(&r);
		}
}

/* A pmd split turns one reference into one for each pte. */
static void test_rmap__A5_pmd_split_adds_references(void **state)
{
	struct rig r;

	setup_rmap(&r, V1, 512, 2);
	rig_start(&r);
	go_until(&r, 0, "__split_huge_pmd_locked:each");
	assert_value(&r, "rmap.page_count", 2 + 1 + 511);
	run_out(&r);
	rig_done(&r);
}

/* ---- who may split ----------------------------------------------------- */

static void test_rmap__A2_somebody_has_pinned_it(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		setup_rmap(&r, variants[i], 8, 1);
		r.s.value[PARAM_MAPPING] = 1;
		r.s.value[PARAM_RACE] = 1;
		rig_start(&r);
		go_until(&r, 1, "zap_pte_range:flush");
		go_until(&r, 0, "split_huge_page_to_list:early");
		run_out(&r);
		/* before any pmd or pte is touched */
		assert_value(&r, "vmstat.thp_split_page_failed", 1);
		assert_value(&r, "rmap.tree_queries", 0);
		rig_done(&r);
	}
}

static void begin_race(struct rig *r, u32 variant)
{
	setup_rmap(r, variant, 8, 1);
	r->s.value[PARAM_MAPPING] = 1;
	r->s.value[PARAM_RACE] = 1;
	rig_start(r);
}

/* The pte is gone, the mapcount not yet: the look without the lock misses that.
 */
static void test_rmap__A7_the_look_without_the_lock(void **state)
{
	struct rig r;

	for (unsigned i = 1; i < 3; i++) {
		begin_race(&r, variants[i]);
		go_until(&r, 1, "zap_pte_range:rmap");
		go_until(&r, 0, "split_huge_page_to_list:else");
		assert_value(&r, "rmap.freeze_failed", 1);
		assert_value(&r, "rmap.total_mapcount", 8);
		run_out(&r);
		assert_value(&r, "vmstat.thp_split_page_failed", 1);
		assert_value(&r, "vmstat.thp_split_page", 0);
		rig_done(&r);
	}
}

/* The same in the middle: what was frozen by then is mapped again. */
static void test_rmap__A7_a_page_in_the_middle(void **state)
{
	struct rig r;

	setup_rmap(&r, V1, 8, 1);
	r.s.value[PARAM_MAPPING] = 1;
	rig_start(&r);
	for (unsigned i = 0; i < 4; i++) {
		go_until(&r, 0, "page_check_address:peek");
		if (i < 3)
			go(&r, 0);
	}
	operation_start(r.m, OPERATION_ZAP, 1, 3, false);
	go_until(&r, 1, "zap_pte_range:rmap");
	go_until(&r, 0, "split_huge_page_to_list:else");
	assert_value(&r, "rmap.freeze_failed", 1);
	assert_value(&r, "rmap.total_mapcount", 5);
	go_on(&r, 1);
	run_out(&r);
	assert_value(&r, "vmstat.thp_split_page", 0);
	assert_value(&r, "rmap.total_mapcount", 7);
	rig_done(&r);
}

/* The old helper waits for the lock and sees both or none. */
static void test_rmap__A7_the_lock_taken_first(void **state)
{
	struct rig r;

	begin_race(&r, OLD);
	go_until(&r, 1, "zap_pte_range:rmap");
	go_until(&r, 0, "freeze_page_vma:lock");
	go(&r, 0);
	assert_int_equal(cpu_at(r.m, 0)->state, CPU_SPINNING);
	go_on(&r, 1);
	run_out(&r);
	assert_value(&r, "vmstat.thp_split_page", 1);
	assert_value(&r, "rmap.freeze_failed", 0);
	assert_value(&r, "memory.unevictable", 7);
	rig_done(&r);
}

static void test_rmap__A7_one_after_the_other(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++)
		for (unsigned first = 0; first < 2; first++) {
			begin_race(&r, variants[i]);
			go_on(&r, first);
			go_on(&r, !first);
			assert_value(&r, "vmstat.thp_split_page", 1);
			assert_value(&r, "memory.unevictable", 7);
			rig_done(&r);
		}
}

/* Unmapped, but not put: one count too many, and the split fails without a bug.
 */
static void test_rmap__A7_the_put_comes_late(void **state)
{
	struct rig r;

	begin_race(&r, OLD);
	go_until(&r, 1, "zap_pte_range:rmap");
	go_until(&r, 0, "freeze_page_vma:lock");
	go(&r, 0);
	go_until(&r, 1, "zap_pte_range:flush");
	go_until(&r, 0, "split_huge_page_to_list:count");
	assert_value(&r, "rmap.page_count", 2);
	run_out(&r);
	assert_value(&r, "vmstat.thp_split_page_failed", 1);
	rig_done(&r);
}

/* Who unmaps while the page is frozen takes the migration entry away. */
static void test_rmap__A7_unmapped_while_frozen(void **state)
{
	struct rig r;

	for (unsigned i = 0; i < 3; i++) {
		begin_race(&r, variants[i]);
		go_until(&r, 0, "split_huge_page_to_list:queue_lock");
		go_on(&r, 1);
		run_out(&r);
		assert_value(&r, "vmstat.thp_split_page", 1);
		assert_value(&r, "memory.unevictable", 7);
		rig_done(&r);
	}
}

static void test_rmap__operations(void **state)
{
	struct rig r;

	setup_rmap(&r, OLD, 8, 1);
	r.s.value[PARAM_THPS] = 3;
	rig_start(&r);
	assert_null(operation_refused(r.m, OPERATION_SPLIT, 1, 2));
	assert_non_null(operation_refused(r.m, OPERATION_SPLIT, 0, 3));
	assert_non_null(operation_refused(r.m, OPERATION_SPLIT, 0, -1));
	assert_non_null(operation_refused(r.m, OPERATION_SPLIT, 2, 0));
	assert_non_null(operation_refused(r.m, OPERATION_ZAP, 0, 24));
	operation_start(r.m, OPERATION_ZAP, 1, 9, true);
	assert_non_null(operation_refused(r.m, OPERATION_ZAP, 0, 8));
	go_on(&r, 1); /* a huge pmd: nothing to clear */
	assert_value(&r, "rmap.total_mapcount", 1);
	operation_start(r.m, OPERATION_SPLIT, 1, 1, true);
	go_on(&r, 1);
	assert_value(&r, "vmstat.thp_split_page", 1);
	assert_non_null(operation_refused(r.m, OPERATION_SPLIT, 0, 1));
	operation_start(r.m, OPERATION_ZAP, 1, 9, true);
	go_on(&r, 1); /* its last mapping: free */
	assert_value(&r, "memory.unevictable", 9);
	run_out(&r); /* the workload leaves out what is split */
	assert_value(&r, "vmstat.thp_split_page", 3);
	rig_done(&r);
}

/* ---- the tree ---------------------------------------------------------- */

/* How many VMAs cover a page of first … last, asked one by one. */
static s64 naive(const struct machine *m, u32 first, u32 last)
{
	s64 n = 0;

	for (u32 i = 0; i < m->rmap.vmas; i++)
		n += vma_at(m, i)->start <= last && vma_at(m, i)->last >= first;
	return n;
}

static void test_rmap__A4_the_tree_finds_what_a_look_at_all_finds(void **state)
{
	static const s64 layouts[] = {LAYOUT_WHOLE, LAYOUT_MIDDLE};
	struct rig r;

	for (s64 thps = 1; thps <= 9; thps += 4)
		for (s64 vmas = 1; vmas <= 5; vmas++)
			for (unsigned k = 0; k < 4; k++) {
				s64 all = 0;

				setup_rmap(&r, k % 2 ? V1 : OLD, 4, vmas);
				r.s.value[PARAM_THPS] = thps;
				r.s.value[PARAM_UNMAPPED_HEAD] = k / 2;
				r.s.value[PARAM_MAPPING] = 1;
				r.s.value[PARAM_LAYOUT] = layouts[vmas % 2];
				run_rmap(&r);
				for (u32 i = 0; k % 2 && i < thps * 4; i++)
					all += naive(r.m, i, i);
				for (u32 i = 0; !(k % 2) && i < thps; i++)
					all += naive(r.m, 4 * i, 4 * i + 3);
				assert_value(&r, "rmap.vma_visits", 2 * all);
				rig_done(&r);
			}
}

/* A look at a larger tree is a few steps longer, not many. */
static void test_rmap__A6_the_depth_of_the_tree(void **state)
{
	struct rig r;

	setup_rmap(&r, V1, 2, 1);
	r.s.value[PARAM_THPS] = 4096;
	r.s.value[PARAM_UNMAPPED_HEAD] = 1;
	rig_start(&r);
	assert_int_equal(r.m->rmap.vmas, 4096);
	while (!machine_finished(r.m))
		machine_run(r.m, &r.p, 100000);
	rig_checked(&r);
	assert_true(rig_get(&r, "rmap.tree_steps") <=
		    26 * rig_get(&r, "rmap.tree_queries"));
	rig_done(&r);
}

/* ---- every line -------------------------------------------------------- */

static void test_rmap__migration(void **state)
{
	struct rig r;

	setup_rmap(&r, MERGED, 8, 1);
	r.s.value[PARAM_THPS] = 2;
	r.s.value[PARAM_MIGRATE] = 1;
	r.s.value[PARAM_UNMAPPED_HEAD] = 1;
	run_rmap(&r);
	assert_value(&r, "rmap.migrated", 14);
	rig_done(&r);
}

/* Where memory has blocks, a huge page is one, and what is freed goes through
 * the CPU's lists. */
static void test_rmap__frames_of_a_block(void **state)
{
	struct rig r;

	for (unsigned zapped = 0; zapped < 2; zapped++) {
		setup_rmap(&r, OLD, 16, 1);
		r.s.parts = PART_ORDERS;
		r.s.value[PARAM_THPS] = 4;
		r.s.value[PARAM_UNMAPPED_HEAD] = zapped ? 0 : 12;
		r.s.value[PARAM_LAYOUT] = zapped ? LAYOUT_ZAPPED : 0;
		rig_start(&r);
		assert_int_equal(r.m->rmap.thps, 4);
		for (u32 i = 0; i < 4; i++)
			assert_int_equal(huge_at(r.m, i)->pfn % 16, 0);
		run_out(&r);
		assert_value(&r, "memory.unevictable", zapped ? 0 : 4 * 4);
		rig_done(&r);
	}
}

/* Must be the last one. */
static void test_rmap__every_line_was_reached(void **state)
{
	static struct program p;

	program_compile(&p, V1);
	for (unsigned id = PROC_MM_FIND_PMD; id <= PROC_QUEUE_PAGES_RANGE; id++)
		for (unsigned row = 1; row < procedure_at(id)->n_lines; row++)
			if (!reached[p.start[id] + row])
				fail_msg("%s:%s is never reached",
					procedure_at(id)->name,
					procedure_at(id)->lines[row].id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rmap__A5_old_pte_mapped),
		cmocka_unit_test(test_rmap__A5_new_pte_mapped),
		cmocka_unit_test(test_rmap__A5_old_pmd_mapped),
		cmocka_unit_test(test_rmap__A5_v1_pmd_mapped),
		cmocka_unit_test(test_rmap__A5_merged_pmd_mapped),
		cmocka_unit_test(test_rmap__A5_head_munmapped),
		cmocka_unit_test(test_rmap__A5_tail_munmapped),
		cmocka_unit_test(test_rmap__A5_one_tail_page_missing),
		cmocka_unit_test(test_rmap__A5_vma_split_in_the_middle),
		cmocka_unit_test(test_rmap__A5_mremap_to_an_unaligned_address),
		cmocka_unit_test(test_rmap__A5_mixed_pmd_and_pte_mapping),
		cmocka_unit_test(test_rmap__A5_copy_after_fork),
		cmocka_unit_test(test_rmap__A5_range_given_back),
		cmocka_unit_test(test_rmap__A5_mapcounts_before_the_split),
		cmocka_unit_test(test_rmap__A5_after_freezing),
		cmocka_unit_test(test_rmap__A5_pmd_split_adds_references),
		cmocka_unit_test(test_rmap__A2_somebody_has_pinned_it),
		cmocka_unit_test(test_rmap__A7_the_look_without_the_lock),
		cmocka_unit_test(test_rmap__A7_a_page_in_the_middle),
		cmocka_unit_test(test_rmap__A7_the_lock_taken_first),
		cmocka_unit_test(test_rmap__A7_one_after_the_other),
		cmocka_unit_test(test_rmap__A7_the_put_comes_late),
		cmocka_unit_test(test_rmap__A7_unmapped_while_frozen),
		cmocka_unit_test(test_rmap__operations),
		cmocka_unit_test(
			test_rmap__A4_the_tree_finds_what_a_look_at_all_finds),
		cmocka_unit_test(test_rmap__A6_the_depth_of_the_tree),
		cmocka_unit_test(test_rmap__migration),
		cmocka_unit_test(test_rmap__frames_of_a_block),
		cmocka_unit_test(test_rmap__every_line_was_reached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
