/* SPDX-License-Identifier: GPL-3.0-or-later
 * One machine with all its parts: random operations on counters, policy and
 * memory, while some workload or none runs. Nothing is lost or comes twice, and
 * going back and forth never changes what a step is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "../depth.h"
#include "base/err.h"
#include "base/rng.h"
#include "engine/run.h"
#include "model/names.h"
#include "model/operation.h"

/* To add a part: its bit here, and what it needs in all_parts(). */
enum {
	PARTS = PART_COUNTER | PART_OVERCOMMIT | PART_WORKLOAD | PART_MEMORY |
		PART_ORDERS | PART_RMAP | PART_FILES | PART_SLUB,
	CPUS = 3,
	OPERATIONS_A_ROUND = 2000,
	CHECK_EVERY = 100,		/* operations between full checks */
	BACK_EVERY = 400,		/* … and between ways back */
	BACK_MOST = 3000,		/* steps */
};

struct world {
	struct run *r;
	u64 random;
	s64 added;			/* to the count, by hand */
	u64 seed, started;
	u64 by_operation[OPERATION_N];
};

static s64 pick(struct world *w, s64 from, s64 to)
{
	return from + (s64)rng_below(&w->random, (u32)(to - from + 1));
}

static bool once_in(struct world *w, s64 n)
{
	return pick(w, 1, n) == 1;
}

#define CHECK(w, broken) \
	do { \
		const char *what_ = (broken); \
\
		if (what_) \
			fail_msg("seed %llu, step %llu: %s", \
				(unsigned long long)(w)->seed, \
				(unsigned long long)run_step((w)->r), what_); \
	} while (0)

static u32 random_features(struct world *w)
{
	static const u32 orders[] = { IN_BATCH_SYNC_POLICY, IN_POLICY_BATCH,
		IN_POLICY_SYNC_BATCH, IN_SYNC_BATCH_POLICY,
		IN_BATCH_POLICY_SYNC };

	return orders[pick(w, 0, 4)] |
		(once_in(w, 2) ? IN_BATCH_OLD : IN_BATCH_NEW) |
		(u32)IN_DONTNEED << pick(w, 0, 3) |
		(u32)IN_RMAP_OLD << pick(w, 0, 2) |
		(u32)IN_TREE_LOCK_EACH << pick(w, 0, 1) |
		(u32)IN_SLUB_BASE << pick(w, 0, 2);
}

/* In place of files a list of pages of all kinds. */
static void random_list(struct world *w, struct setup *s)
{
	static const char *const tokens[] = { "A ", "B ", "A:dirty ", "A:busy ",
		"- ", "B:ref ", "A:pageclean ", "B:dkeep ", "A:locked ",
		"B:writeback ", "A:unmapfail " };
	char *text = s->text[PARAM_LRU - TEXT_FIRST];

	for (s64 n = pick(w, 1, 30); n; n--)
		strcat(text, tokens[pick(w, 0, 10)]);
	s->value[PARAM_LRU] = text_value(text);
	s->value[PARAM_FILES] = 0;
}

static void files_and_slabs(struct world *w, struct setup *s)
{
	s->value[PARAM_FILES] = pick(w, 1, 3);
	s->value[PARAM_RUN_LENGTH] = pick(w, 1, 4);
	s->value[PARAM_OBJECT_SIZE] = pick(w, 8, 3000);
	s->value[PARAM_GFP] = pick(w, 0, 1);
	s->value[PARAM_RULE] = pick(w, 0, 1);
	s->value[PARAM_SLABS] = pick(w, 0, 20);
	s->value[PARAM_GROUPS] = once_in(w, 9);
	s->value[PARAM_RESERVE_PAGES] = pick(w, 0, 3);
	s->value[PARAM_MOVABLE_PAGES] = pick(w, 0, 9);
	s->value[PARAM_PINNED_PAGES] = pick(w, 0, 9);
	s->value[PARAM_LRU_CLEAN_PAGES] = pick(w, 0, 9);
	s->value[PARAM_PAGECACHE_PAGES] = pick(w, -1, 9);
	if (s->workload == WORKLOAD_RECLAIM && once_in(w, 2))
		random_list(w, s);
}

/* Small sizes, so that edges come early: memory and swap may both be full. */
static void all_parts(struct world *w, struct setup *s)
{
	setup_init(s);
	s->parts = PARTS;
	s->workload = (enum workload)pick(w, 0, WORKLOAD_N - 1);
	s->features = random_features(w);
	s->seed = pick(w, 0, 1000);
	s->value[PARAM_CPUS] = CPUS;
	s->value[PARAM_RAM_PAGES] = pick(w, 40, 120);
	s->value[PARAM_SWAP_PAGES] = pick(w, 0, 300);
	s->value[PARAM_MAPPING_PAGES] = pick(w, 1, 100);
	s->value[PARAM_ITERATIONS] = pick(w, 0, 200);
	s->value[PARAM_BATCH] = pick(w, 0, 150);
	s->value[PARAM_POLICY] = pick(w, 0, POLICY_N - 1);
	s->value[PARAM_RATIO] = pick(w, 0, 100);
	s->value[PARAM_BATCH_READ] = pick(w, 0, 1);
	s->value[PARAM_PROCESSES] = CPUS;
	s->value[PARAM_REGION_PAGES] = pick(w, 20, 50);
	s->value[PARAM_LOOPS] = once_in(w, 2) ? 0 : pick(w, 1, 4);
	s->value[PARAM_ZONES] = pick(w, 0, 1);
	s->value[PARAM_MIN_FREE_KBYTES] = pick(w, 8, 36);
	s->value[PARAM_START_JITTER_US] = pick(w, 0, 3);
	s->value[PARAM_THPS] = pick(w, 0, 3);
	s->value[PARAM_PAGES] = 2 << pick(w, 0, 2);
	s->value[PARAM_VMAS] = pick(w, 1, 4);
	s->value[PARAM_MAPPING] = pick(w, 0, 1);
	s->value[PARAM_LAYOUT] = pick(w, 0, LAYOUT_N - 1);
	s->value[PARAM_RACE] = pick(w, 0, 1);
	s->value[PARAM_MIGRATE] = pick(w, 0, 1);
	files_and_slabs(w, s);
	for (unsigned i = 0; i <= COST_TICKET; i++)
		s->cost_ns[i] = (u32)pick(w, 1, i % 2 ? 3 : 50);
	s->topology.mean_ns = (u32)pick(w, 0, 40);
	s->topology.matrix = once_in(w, 2);
	s->topology.cores = 2;
}

static void begin(struct world *w, u64 seed)
{
	struct input mode = { .kind = INPUT_MODE };
	struct setup s;

	w->seed = w->random = seed;
	w->added = 0;
	do
		all_parts(w, &s);
	while (setup_conflict(&s));
	w->r = run_new(&s, 1 << 20);
	CHECK(w, machine_check(w->r->m));
	mode.value = once_in(w, 2) ? MODE_RANDOM : pick(w, 0, MODE_RANDOM);
	run_input(w->r, mode);
}

/* A value that the operation may well accept. */
static s64 random_value(struct world *w, enum operation op)
{
	if (op == OPERATION_SPLIT)
		return pick(w, 0, 2);
	if (op == OPERATION_ZAP)
		return pick(w, 0, 23);
	if (op == OPERATION_POLICY)
		return pick(w, -1, POLICY_N);
	if (op == OPERATION_ALLOC)
		return pick(w, 0, 5);
	if (op == OPERATION_FREE)
		return pick(w, 0, 119);
	if (op == OPERATION_MADVISE)
		return pick(w, 0, ADVICE_N - 1);
	return pick(w, -2, 60);
}

/* The next block behind a page that `free` would take. */
static void find_kept(struct world *w, struct input *in)
{
	const struct machine *m = w->r->m;
	u32 frames = m->memory.frames;
	unsigned order;

	for (u32 i = 0; m->parts & PART_ORDERS && i < frames; i++) {
		u32 pfn = ((u32)in->value + i) % frames;

		if (page_at(m, pfn)->flags & PAGE_KEPT) {
			in->value = buddy_block(m, pfn, &order);
			in->cpu = (u16)order;
			return;
		}
	}
}

static void operate(struct world *w)
{
	struct input in = { .kind = INPUT_OPERATION };

	in.operation = (u8)pick(w, 0, OPERATION_N - 1);
	in.cpu = (u16)pick(w, 0, CPUS - 1);
	in.value = random_value(w, (enum operation)in.operation);
	in.focus = once_in(w, 4);
	if (in.operation == OPERATION_FREE)
		find_kept(w, &in);
	if (run_refused(w->r, &in))
		return;
	run_input(w->r, in);
	w->started++;
	w->by_operation[in.operation]++;
	if (in.operation == OPERATION_ADD)
		w->added += in.value;
}

/* An edit, such as a person makes. */
static void edit(struct world *w)
{
	struct input in = { .kind = INPUT_SET };
	struct machine *m = w->r->m;
	const struct name *n;
	s64 before;

	in.name = (u16)pick(w, 0, (s64)name_count() - 1);
	n = name_at(in.name);
	if (!n->set || !(n->part & m->parts))
		return;
	in.index = (u16)pick(w, 0, (s64)name_indices(m, in.name) - 1);
	in.value = pick(w, -60, 60);
	if (run_refused(w->r, &in))
		return;
	before = percpu_counter_exact(m, COUNTER_VM_COMMITTED_AS);
	run_input(w->r, in);
	w->added += percpu_counter_exact(m, COUNTER_VM_COMMITTED_AS) - before;
}

static bool line(struct world *w)
{
	bool ran = run_line(w->r);

	CHECK(w, machine_ledger(w->r->m));
	return ran;
}

static u64 digest(const struct world *w)
{
	return machine_digest(w->r->m, &w->r->program);
}

/* k steps back and forth, with a look half-way. */
static void back_and_forth(struct world *w)
{
	u64 now = run_step(w->r), here = digest(w), middle, k, half;

	if (!now)
		return;
	k = 1 + rng_below(&w->random, (u32)(now < BACK_MOST ? now : BACK_MOST));
	half = now - k + k / 2;
	run_seek(w->r, half);
	middle = digest(w);
	CHECK(w, machine_check(w->r->m));
	run_seek(w->r, now - k);
	CHECK(w, machine_check(w->r->m));
	run_seek(w->r, half);
	assert_int_equal(digest(w), middle);
	run_seek(w->r, now);
	assert_int_equal(run_step(w->r), now);
	assert_int_equal(digest(w), here);
}

/* Of huge pages only the head stands on a list; the others are held. */
static s64 huge_tails(const struct machine *m)
{
	s64 n = 0;

	for (u32 i = 0; i < m->rmap.thps; i++)
		n += huge_at(m, i)->huge ? m->rmap.pages - 1 : 0;
	return n;
}

/* With nobody in the middle of anything all that was taken is told of. Only
 * kswapd may be at work still. */
static void assert_settled(struct world *w)
{
	const struct machine *m = w->r->m;
	s64 mapped = 0, held = 0;

	for (unsigned t = 0; t < m->n_tasks; t++)
		mapped += task_at(m, t)->total_vm;
	assert_int_equal(percpu_counter_exact(m, 0), mapped + w->added);
	assert_int_equal(m->overcommit.mapped, mapped);
	assert_int_equal(m->operators_left, 0);
	assert_int_equal(m->tasks_left, 0);
	for (unsigned i = 0; i < m->n_locks; i++)
		if (lock_at(m, i)->holder != m->memory.kswapd)
			assert_int_equal(lock_at(m, i)->holder, NONE);
	for (unsigned i = 0; i < m->memory.zones; i++) {
		held += m->memory.zone[i].held;
		if (!m->memory.kswapd_awake)
			assert_int_equal(m->memory.zone[i].isolated, 0);
	}
	if (!(m->parts & PART_ORDERS))	/* else what `alloc` kept */
		assert_int_equal(held, huge_tails(m));
}

static void finish(struct world *w)
{
	u64 lines = 0;

	while (line(w))
		assert_true(++lines < 10000000);
	CHECK(w, machine_check(w->r->m));
	assert_settled(w);
	run_free(w->r);
}

static void round_of(struct world *w, u64 seed)
{
	begin(w, seed);
	for (unsigned i = 1; i <= OPERATIONS_A_ROUND; i++) {
		operate(w);
		if (once_in(w, 50))
			edit(w);
		for (u64 n = rng_below(&w->random, 40); n && line(w); n--)
			;
		if (i % CHECK_EVERY == 0)
			CHECK(w, machine_check(w->r->m));
		if (i % BACK_EVERY == 0)
			back_and_forth(w);
	}
	finish(w);
}

static void test_all_parts__nothing_is_lost(void **state)
{
	u64 due = depth(8000, 30000, 1000000);
	static struct world w;

	for (u64 seed = 1; w.started < due; seed++)
		round_of(&w, seed);
	for (unsigned op = 0; op < OPERATION_N; op++)
		if (!w.by_operation[op])
			fail_msg("operation %u never started", op);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_parts__nothing_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
