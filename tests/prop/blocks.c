/* SPDX-License-Identifier: GPL-3.0-or-later
 * Blocks at random: requests of any order and any gfp, frees, faults, reclaim and
 * compaction on several CPUs at once, lines in any order. Pages are conserved,
 * buddies merge, blocks are aligned after every line; and every line of the page
 * allocator and of compaction is reached.
 */
#include <stdio.h>
#include "../unit/model/frames.h"

enum { FRAMES_MOST = 400, FIRST = PROC_ALLOC_PAGE_VMA };

struct world {
	struct rig r;
	u64 random;
	bool slow_device;
};

static u32 pick(struct world *w, u32 from, u32 to)
{
	return from + rng_below(&w->random, to - from + 1);
}

static bool once_in(struct world *w, u32 n)
{
	return rng_below(&w->random, n) == 0;
}

static void random_map(struct world *w, char *map)
{
	u32 n = pick(w, 24, once_in(w, 4) ? FRAMES_MOST : 128);
	u32 free = pick(w, 20, 100);
	static const char signs[] = "mmcp";

	for (u32 i = 0; i < n; i++)
		map[i] = pick(w, 1, 100) <= free ? '.' : signs[pick(w, 0, 3)];
	map[n] = 0;
}

/* Blocks set aside at boot: their pages are the last resort. */
static void reserve_a_block(struct world *w)
{
	struct machine *m = w->r.m;
	u32 at = pageblock_start(m, pick(w, 0, m->memory.frames - 1));

	pageblock_set_type(m, at, MIGRATE_RESERVE);
	for (u32 pfn = at; pfn < pageblock_end(m, at) &&
		pfn < m->memory.frames; pfn++)
		if (page_at(m, pfn)->state == PAGE_FREE)
			buddy_retype(m, pfn, MIGRATE_RESERVE);
}

static void begin(struct world *w, u64 seed)
{
	struct rig *r = &w->r;

	w->random = seed;
	w->slow_device = seed % 2;
	frames_init(r, pick(w, 1, 3));
	if (once_in(w, 3))
		r->s.parts |= PART_FILES;
	r->s.value[PARAM_PROCESSES] = 3;
	r->s.value[PARAM_REGION_PAGES] = pick(w, 8, 40);
	r->s.value[PARAM_SWAP_PAGES] = once_in(w, 2) ? 0 : pick(w, 20, 200);
	r->s.value[PARAM_MIN_FREE_KBYTES] = pick(w, 1, 5) * 4;
	r->s.value[PARAM_RULE] = once_in(w, 3);
	r->s.value[PARAM_RESERVE_PAGES] = pick(w, 0, 2);
	r->s.value[PARAM_ZONES] = once_in(w, 4);
	r->s.cost_ns[COST_SWAP_IO] = pick(w, 1, 60);
	random_map(w, r->s.text[PARAM_MAP - TEXT_FIRST]);
	frames_start(r);
	if (once_in(w, 4))
		reserve_a_block(w);
	if (once_in(w, 4))
		r->m->memory.zone[0].compact.defer_shift = DEFER_SHIFT_MAX;
	if (once_in(w, 4))
		r->m->memory.zone[0].compact.considered = 63;
}

static s64 random_gfp(struct world *w)
{
	static const s64 common[] = { GFP_KERNEL, GFP_ATOMIC,
		GFP_HIGHUSER_MOVABLE, GFP_KERNEL | GFP_NORETRY | GFP_NOWARN,
		GFP_IO | GFP_FS, GFP_KERNEL | GFP_RECLAIMABLE };

	if (!once_in(w, 3))
		return common[pick(w, 0, 5)];
	return pick(w, 0, 32767);
}

static s64 kept_block(struct world *w, s64 *order)
{
	struct machine *m = w->r.m;
	u32 start = pick(w, 0, m->memory.frames - 1);

	for (u32 i = 0; i < m->memory.frames; i++) {
		u32 pfn = (start + i) % m->memory.frames;
		const struct page *p = page_at(m, pfn);

		if ((p->flags & PAGE_KEPT) && p->state != PAGE_ISOLATED) {
			*order = p->state == PAGE_HELD ? p->list : 0;
			page_edit(m, pfn)->flags &= (u8)~PAGE_KEPT;
			return pfn;
		}
	}
	return -1;
}

static void operate(struct world *w, unsigned cpu)
{
	struct machine *m = w->r.m;
	u32 region = m->memory.region_pages;	/* each CPU has its own */
	u32 from = cpu * region + pick(w, 0, region - 1);
	u32 end = pick(w, from, (cpu + 1) * region);
	s64 args[4] = { pick(w, 0, 4), random_gfp(w) };
	unsigned procedure = PROC_ALLOC_BLOCK, n = 2;

	switch (pick(w, 0, 9)) {
	case 0: case 1: case 2:
		args[0] = kept_block(w, &args[1]);
		procedure = PROC_FREE_PAGES;
		if (args[0] < 0)
			return;
		break;
	case 3: case 4:
		args[0] = from;
		args[1] = end;
		procedure = PROC_TOUCH_REGION;
		break;
	case 5:
		args[0] = from;
		args[1] = end;
		n = 3;
		procedure = PROC_ZAP_PAGE_RANGE;
		break;
	case 6:
		args[2] = ALLOC_WMARK_MIN;
		args[3] = pick(w, 0, 1);
		n = 4;
		procedure = PROC_DIRECT_COMPACT;
		args[0] = pick(w, 1, 4);
		break;
	case 7:
		n = 0;
		procedure = once_in(w, 2) ? PROC_DRAIN_ALL_PAGES
					  : PROC_TRY_TO_FREE_PAGES;
		break;
	}
	task_start(m, task_operator(m, cpu), procedure, args, n);
	m->operators_left++;
	task_queue(m, task_operator(m, cpu), m->horizon_ns, once_in(w, 2));
}

static void any_line(struct world *w)
{
	struct machine *m = w->r.m;
	struct choice c[64];
	unsigned n = machine_choices(m, c, 64);

	unsigned i = n ? rng_below(&w->random, n) : 0;

	if (n && w->slow_device && c[i].cpu >= m->n_cpus && !once_in(w, 40))
		i = 0;
	if (!n)
		return;
	machine_step_choice(m, &w->r.p, c[i]);
	reached[m->last.pc] = true;
}

static void checked(struct world *w, u64 seed)
{
	const char *broken = machine_check(w->r.m);

	if (broken)
		fail_msg("seed %llu, step %llu, %s: %s",
			(unsigned long long)seed,
			(unsigned long long)w->r.m->steps,
			program_line(&w->r.p, w->r.m->last.pc)->id, broken);
}

static void test_blocks__random(void **state)
{
	u64 seeds = getenv("MMSTEP_SOAK") ? 2000 : 200;
	static struct world w;

	for (u64 seed = 1; seed <= seeds; seed++) {
		begin(&w, seed);
		for (int i = 0; i < 4000; i++) {
			unsigned cpu = pick(&w, 0, w.r.m->n_cpus - 1);

			if (task_at(w.r.m, task_operator(w.r.m, cpu))->state ==
				TASK_IDLE)
				operate(&w, cpu);
			any_line(&w);
			checked(&w, seed);
		}
		rig_done(&w.r);
	}
}

/* kswapd compacts by itself only where it freed more than it tried and the block
 * is larger than half of that: order 10 here. No stall is counted. */
static void test_blocks__kswapd_compacts_rarely(void **state)
{
	struct rig r;

	frames_init(&r, 1);
	r.s.parts |= PART_FILES;
	r.s.value[PARAM_FILES] = 1;
	r.s.value[PARAM_MIN_FREE_KBYTES] = 2896;
	r.s.value[PARAM_LRU_CLEAN_PAGES] = 9000;
	strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], "1200");
	frames_start(&r);
	assert_int_equal(frames_alloc(&r, 10, GFP_NOWARN), -1);
	for (int i = 0; r.m->ring_n && i < 4000000; i++) {
		machine_step(r.m, &r.p, ring_entry(r.m, 0)->cpu);
		reached[r.m->last.pc] = true;
	}
	rig_checked(&r);
	assert_value(&r, "kswapd.awake", 0);
	assert_value(&r, "vmstat.compact_stall", 0);
	assert_value(&r, "vmstat.allocstall", 0);
	assert_true(rig_get(&r, "zone[0].free") > 1086);
	rig_done(&r);
}

/* A request that has freed something and not found a block waits for the device,
 * if that has work, and begins again. */
static void test_blocks__a_request_waits_for_the_device(void **state)
{
	struct rig r;
	unsigned task;
	u32 pfn = 1;

	frames_init(&r, 1);
	r.s.value[PARAM_SWAP_PAGES] = 8;
	r.s.cost_ns[COST_SWAP_IO] = 1000;
	strcpy(r.s.text[PARAM_MAP - TEXT_FIRST], ".ppppppppppppppp");
	frames_start(&r);
	task = task_operator(r.m, 0);
	task_start(r.m, task, PROC_ALLOC_PAGES, (s64[]){ 1, GFP_KERNEL }, 2);
	r.m->operators_left++;
	task_queue(r.m, task, 0, true);
	while (strcmp(rig_at(&r, 0), "__alloc_pages_slowpath:worth"))
		machine_step(r.m, &r.p, ring_entry(r.m, 0)->cpu);
	frames_of(r.m, task)[1].v[5] = 1;	/* freed */
	page_edit(r.m, pfn)->flags = 0;
	slot_cache(r.m, slot_take(r.m), pfn);
	page_lru_add(r.m, pfn, LRU_ACTIVE_ANON, false);
	io_submit(r.m, pfn, IO_WRITE, 0);
	while (task_at(r.m, task)->depth && r.m->steps < 100000) {
		assert_true(r.m->ring_n > 0);
		machine_step(r.m, &r.p, ring_entry(r.m, 0)->cpu);
		reached[r.m->last.pc] = true;
		rig_checked(&r);
	}
	assert_int_equal(task_at(r.m, task)->depth, 0);
	assert_value(&r, "swap.queue", 0);
	rig_done(&r);
}

/* What reports tell of: granted at low, refused with and without waiting, before a
 * kill; zones with CMA and a high-atomic reserve, by both rules. */
static void test_blocks__requests_of_reports(void **state)
{
	static const char zones[] =
		"Z free=50 min=20 low=21 high=22 cma=9 highatomic=9 blocks=30,10";
	static const struct {
		s64 order, gfp, last;
		u32 rule;
		enum request_state state;
	} rows[] = {
		{ 0, 0, 0, IN_RULE_4_2, REQUEST_GRANTED },
		{ 1, 0, 0, IN_RULE_4_4, REQUEST_GRANTED },
		{ 2, 0, 0, IN_RULE_4_2, REQUEST_REFUSED },
		{ 2, 1, 0, IN_RULE_4_4, REQUEST_REFUSED },
		{ 2, 0, 1, IN_RULE_4_4, REQUEST_REFUSED },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig r;

		rig_init(&r, 1);
		r.s.workload = WORKLOAD_ALLOCATION;
		r.s.features = rows[i].rule;
		r.s.value[PARAM_PROCESSES] = 0;
		r.s.value[PARAM_ORDER] = rows[i].order;
		r.s.value[PARAM_GFP] = rows[i].gfp;
		r.s.value[PARAM_LAST_TRY] = rows[i].last;
		strcpy(r.s.text[PARAM_ZONE_LIST - TEXT_FIRST], zones);
		setup_derive(&r.s);
		rig_start(&r);
		while (!machine_finished(r.m)) {
			machine_step(r.m, &r.p, ring_entry(r.m, 0)->cpu);
			reached[r.m->last.pc] = true;
		}
		rig_checked(&r);
		assert_value(&r, "request.state", rows[i].state);
		rig_done(&r);
	}
}

static void test_blocks__every_line_is_reached(void **state)
{
	static struct program p;
	unsigned missing = 0;

	program_compile(&p, IN_ORDERS);
	for (unsigned id = FIRST; id < PROC_N; id++) {
		const struct procedure *proc = procedure_at(id);

		if (id > PROC_DRAIN_ALL_PAGES && id < PROC_BALANCE_PGDAT)
			continue;
		for (unsigned row = 1; row < proc->n_lines; row++)
			if (!reached[p.start[id] + row] &&
				!(proc->lines[row].in & IN_SINGLE)) {
				missing++;
				fprintf(stderr, "%s:%s\n", proc->name,
					proc->lines[row].id);
			}
	}
	assert_int_equal(missing, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocks__random),
		cmocka_unit_test(test_blocks__kswapd_compacts_rarely),
		cmocka_unit_test(test_blocks__a_request_waits_for_the_device),
		cmocka_unit_test(test_blocks__requests_of_reports),
		cmocka_unit_test(test_blocks__every_line_is_reached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
