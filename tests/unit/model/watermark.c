/* SPDX-License-Identifier: GPL-3.0-or-later
 * The watermark check line by line against table B3 of the facts, and against
 * the same rule as a function.
 */
#include "frames.h"

static bool ok(struct rig *r, s64 order, s64 flags)
{
	return frames_call(r, 0, PROC_ZONE_WATERMARK_OK,
		(s64[]){ 0, order, flags }, 3);
}

static enum compact_result suits(const struct rig *r, s64 order)
{
	const struct zone *z = &r->m->memory.zone[0];
	struct zone_request q = { .order = order, .mark = z->low };
	s64 blocks[ZONE_ORDERS];

	zone_blocks(r->m, 0, blocks);
	return zone_compaction_suitable(z->free, blocks, &q, ERA_4_2);
}

static s64 index_of(const struct rig *r, s64 order)
{
	s64 blocks[ZONE_ORDERS];

	zone_blocks(r->m, 0, blocks);
	return zone_fragmentation_index(blocks, order);
}

/* One row: low, min, min + HARDER, min + HIGH + HARDER in 4.2; low, min in 4.4;
 * what compaction says, and the index if it matters (else -1). */
static void b3(const char *lists, s64 free, s64 order, const char *answers,
	enum compact_result suitable, s64 index)
{
	static const s64 flags[] = { ALLOC_WMARK_LOW, ALLOC_WMARK_MIN,
		ALLOC_WMARK_MIN | ALLOC_HARDER,
		ALLOC_WMARK_MIN | ALLOC_HIGH | ALLOC_HARDER };
	struct rig r;

	for (int rule = 0; rule < 2; rule++) {
		frames_init(&r, 1);
		r.s.value[PARAM_MIN_FREE_KBYTES] = 2896;
		r.s.value[PARAM_RULE] = rule;
		strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], lists);
		frames_start(&r);
		assert_value(&r, "zone[0].free", free);
		for (int i = 0; i < (rule ? 2 : 4); i++)
			assert_int_equal(ok(&r, order, flags[i]),
				answers[rule ? 4 + i : i] == 'y');
		assert_int_equal(suits(&r, order), rule ? suits(&r, order)
							: suitable);
		if (index >= 0)
			assert_int_equal(index_of(&r, order), index);
		rig_done(&r);
	}
}

static void test_watermark__B3_1(void **state)
{
	b3("200,150,100,80", 1540, 2, "yyyyyy", COMPACT_PARTIAL, -1);
}

static void test_watermark__B3_2(void **state)
{
	b3("1300,100", 1500, 2, "nnnnnn", COMPACT_CONTINUE, 732);
}

static void test_watermark__B3_4(void **state)
{
	b3("0,0,0,80", 640, 3, "nnyynn", COMPACT_SKIPPED, -1);
}

static void test_watermark__B3_5(void **state)
{
	b3("0,0,0,100", 800, 3, "nyyyny", COMPACT_SKIPPED, -1);
}

static void test_watermark__B3_6(void **state)
{
	b3("600,100,30,20", 1080, 3, "yyyyyy", COMPACT_PARTIAL, -1);
}

static void test_watermark__B3_8(void **state)
{
	b3("1300", 1300, 1, "nnnnnn", COMPACT_SKIPPED, 500);
}

static void test_watermark__B3_9(void **state)
{
	b3("1300", 1300, 3, "nnnnnn", COMPACT_CONTINUE, 875);
}

static void test_watermark__B3_10(void **state)
{
	b3("912", 912, 2, "nnnnnn", COMPACT_SKIPPED, -1);
}

static void test_watermark__B3_12(void **state)
{
	b3("914", 914, 2, "nnnnnn", COMPACT_CONTINUE, 749);
}

static void test_watermark__B3_13(void **state)
{
	b3("100,60,40,30,10", 780, 3, "nyyyny", COMPACT_SKIPPED, -1);
}

/* The small ones, with a mark of their own. */
static void small(const char *lists, s64 order, s64 mark, bool old, bool new)
{
	struct rig r;

	for (int rule = 0; rule < 2; rule++) {
		frames_init(&r, 1);
		r.s.value[PARAM_MIN_FREE_KBYTES] = 2896;
		r.s.value[PARAM_RULE] = rule;
		strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], lists);
		frames_start(&r);
		r.m->memory.zone[0].min = mark;
		assert_int_equal(ok(&r, order, ALLOC_WMARK_MIN),
			rule ? new : old);
		rig_done(&r);
	}
}

static void test_watermark__B3_small_ones(void **state)
{
	small("128", 0, 128, false, false);
	small("129", 0, 128, true, true);
	small("0,0,0,16", 3, 128, false, false);
	small("0,0,0,17", 3, 128, true, true);
	small("1000,0,0,1", 3, 128, false, true);
	small("600,100,50,25", 3, 128, true, true);
	small("0,0,0,0,0,0,0,0,0,0,1", 3, 724, true, true);
	small("0,0,0,0,0,0,0,0,0,0,1", 10, 724, false, false);
	small("0,0,0,0,0,0,0,0,0,0,1", 10, 1, false, false);
	small("0,0,0,0,0,0,0,0,0,0,1", 10, 0, true, true);
}

static void test_watermark__reserve_counts_in_the_first_comparison(void **state)
{
	struct rig r;

	/* corrections, B2: free 160, mark 100, reserve 50, order 1 */
	frames_init(&r, 1);
	r.s.value[PARAM_MIN_FREE_KBYTES] = 2896;
	r.s.value[PARAM_RESERVE_PAGES] = 50;
	strcpy(r.s.text[PARAM_FREE_LISTS - TEXT_FIRST], "80,40");
	frames_start(&r);
	r.m->memory.zone[0].min = 100;
	assert_true(ok(&r, 1, ALLOC_WMARK_MIN));
	r.m->memory.zone[0].reserve = 59;	/* 159 > 159: no */
	assert_false(ok(&r, 1, ALLOC_WMARK_MIN));
	rig_done(&r);
}

/* "1,008 − 7 = 1,001 > 905; then 101 > 452: no, 352 short". */
static void test_watermark__ledger_of_the_design(void **state)
{
	static const struct {
		const char *at;
		s64 left, right;
		bool yes;
	} ledger[] = { { "first", 1001, 905, true }, { "above", 101, 452, false } };
	s64 args[] = { 0, 3, ALLOC_WMARK_LOW };
	unsigned task, seen = 0;
	struct rig r;

	frames_lists(&r, "900,40,7");
	task = task_operator(r.m, 0);
	task_start(r.m, task, PROC_ZONE_WATERMARK_OK, args, 3);
	r.m->operators_left++;
	task_queue(r.m, task, 0, true);
	while (task_at(r.m, task)->depth) {
		const struct frame *f = task_frame(r.m, task);
		const struct line *l = program_line(&r.p, f->pc);

		if (l->decision) {
			struct test t = l->test(r.m, task_at(r.m, task), f->v);

			assert_string_equal(l->id, ledger[seen].at);
			assert_int_equal(t.left, ledger[seen].left);
			assert_int_equal(t.right, ledger[seen].right);
			assert_int_equal(test_answer(t), ledger[seen].yes);
			if (!ledger[seen++].yes)
				assert_int_equal(test_margin(t), 352);
		}
		machine_step(r.m, &r.p, 0);
	}
	assert_int_equal(seen, 2);
	rig_done(&r);
}

/* Lines and function say the same for any lists. */
static void test_watermark__lines_and_function_agree(void **state)
{
	u64 random = 11;
	struct rig r;

	for (int i = 0; i < 3000; i++) {
		s64 flags = rng_below(&random, 3) |
			(rng_below(&random, 2) ? ALLOC_HIGH : 0) |
			(rng_below(&random, 2) ? ALLOC_HARDER : 0);
		struct zone_request q = { .order = rng_below(&random, 5) };
		s64 blocks[ZONE_ORDERS];
		struct zone *z;

		if (i % 100 == 0) {
			frames_init(&r, 1);
			r.s.value[PARAM_RULE] = rng_below(&random, 2);
			r.s.value[PARAM_RAM_PAGES] = 64;
			frames_start(&r);
		}
		z = &r.m->memory.zone[0];
		for (unsigned o = 0; o < 5; o++)
			z->area[o].n = rng_below(&random, 20);
		z->min = rng_below(&random, 60);
		z->low = z->min + rng_below(&random, 20);
		z->high = z->low + rng_below(&random, 20);
		z->reserve = rng_below(&random, 10);
		zone_blocks(r.m, 0, blocks);
		z->free = (u32)zone_free_pages(blocks);
		q.mark = zone_mark(z, (unsigned)flags);
		q.reserve = z->reserve;
		q.high = flags & ALLOC_HIGH;
		q.harder = flags & ALLOC_HARDER;
		{
			s64 args[] = { 0, q.order, flags };
			unsigned task = task_operator(r.m, 0);

			task_start(r.m, task, PROC_ZONE_WATERMARK_OK, args, 3);
			r.m->operators_left++;
			task_queue(r.m, task, 0, true);
			while (task_at(r.m, task)->depth)
				machine_step(r.m, &r.p, 0);
			assert_int_equal(task_at(r.m, task)->result,
				test_answer(zone_watermark_test(z->free, blocks,
					&q, r.m->memory.rule_4_4 ? ERA_4_4
						: ERA_4_2)));
		}
		if (i % 100 == 99)
			rig_done(&r);
	}
}

static s64 index_for(const char *lists, s64 order)
{
	s64 blocks[ZONE_ORDERS] = { 0 };
	unsigned o = 0;

	for (const char *p = lists; *p; p++)
		if (*p == ',')
			o++;
		else
			blocks[o] = blocks[o] * 10 + (*p - '0');
	return zone_fragmentation_index(blocks, order);
}

static void test_watermark__fragmentation_index(void **state)
{
	assert_int_equal(index_for("0", 3), 0);
	assert_int_equal(index_for("0,0,0,1", 3), -1000);
	assert_int_equal(index_for("64", 1), 485);
	assert_int_equal(index_for("64", 2), 735);
	assert_int_equal(index_for("64", 3), 860);
	assert_int_equal(index_for("1", 1), -500);
	assert_int_equal(index_for("0,0,256", 3), 497);
	assert_int_equal(index_for("10,100,200", 3), 590);
	for (s64 pages = 2000; pages < 2100; pages++) {
		char text[16];

		sprintf(text, "%d", (int)pages);
		assert_in_range(index_for(text, 1), 499, 500);
		assert_in_range(index_for(text, 2), 749, 750);
		assert_in_range(index_for(text, 3), 874, 875);
	}
}

static void test_watermark__batchsize(void **state)
{
	assert_int_equal(zone_batchsize(131072), 31);
	assert_int_equal(zone_batchsize(64), 0);
	assert_int_equal(zone_batchsize(786432), 31);
	assert_int_equal(zone_batchsize(12288), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_watermark__B3_1),
		cmocka_unit_test(test_watermark__B3_2),
		cmocka_unit_test(test_watermark__B3_4),
		cmocka_unit_test(test_watermark__B3_5),
		cmocka_unit_test(test_watermark__B3_6),
		cmocka_unit_test(test_watermark__B3_8),
		cmocka_unit_test(test_watermark__B3_9),
		cmocka_unit_test(test_watermark__B3_10),
		cmocka_unit_test(test_watermark__B3_12),
		cmocka_unit_test(test_watermark__B3_13),
		cmocka_unit_test(test_watermark__B3_small_ones),
		cmocka_unit_test(
			test_watermark__reserve_counts_in_the_first_comparison),
		cmocka_unit_test(test_watermark__ledger_of_the_design),
		cmocka_unit_test(test_watermark__lines_and_function_agree),
		cmocka_unit_test(test_watermark__fragmentation_index),
		cmocka_unit_test(test_watermark__batchsize),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
