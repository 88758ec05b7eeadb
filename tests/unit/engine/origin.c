/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of origins: a machine that shares its beginning is, byte for byte, one
 * that was made alone, whatever the workload and the variant.
 */
#include "course.h"

enum { LINES = 30000, BUDGET = 8 << 20 };

/* Large enough to be shared. To add a workload: a row here. */
static const struct {
	enum workload workload;
	u32 features[2];
} rows[] = {
	{ WORKLOAD_LAZY_FREE, { IN_DONTNEED, IN_MADV_FREE | IN_THROTTLED } },
	{ WORKLOAD_SLUB, { IN_SLUB_BASE, IN_SLUB_MERGED | IN_RULE_4_4 } },
	{ WORKLOAD_RECLAIM, { IN_TICKET, IN_TREE_LOCK_BATCH } },
	{ WORKLOAD_RMAP, { IN_RMAP_OLD, IN_RMAP_MERGED } },
};
enum { ROWS = sizeof(rows) / sizeof(*rows) };

static struct setup setup_of(unsigned row, unsigned variant)
{
	struct setup s;

	setup_init(&s);
	s.workload = rows[row].workload;
	s.features = rows[row].features[variant];
	s.cost_ns[COST_TICKET] = 5;
	s.value[PARAM_RAM_PAGES] = 1 << 18;
	s.value[PARAM_PROCESSES] = 2;
	s.value[PARAM_LOOPS] = 1;
	s.value[PARAM_REGION_PAGES] = 4000;
	s.value[PARAM_FILES] = 3;
	s.value[PARAM_PAGES] = s.workload == WORKLOAD_RECLAIM ? 1 << 18 : 0;
	s.value[PARAM_THPS] = 300;
	s.value[PARAM_GROUPS] = 1;
	s.value[PARAM_PAGECACHE_PAGES] = -1;
	return s;
}

/* Two runs that share, one of each variant; skipped where nothing can be. */
static void open_both(unsigned row, struct run *r[2])
{
	for (unsigned v = 0; v < 2; v++) {
		struct setup s = setup_of(row, v);

		r[v] = run_new_beside(&s, v ? 0 : BUDGET, v ? r[0] : NULL);
	}
	if (r[0]->origin)
		return;
	run_free(r[0]);
	run_free(r[1]);
	skip();
}

static void assert_same(const struct machine *a, const struct machine *b)
{
	struct grain_log *log = a->log;
	struct machine *m = (struct machine *)(uintptr_t)a;

	assert_int_equal(a->size, b->size);
	m->log = b->log;
	assert_memory_equal(a, b, a->size);
	m->log = log;
}

/* What is of no consequence, as where the ring begins, depends on the way. */
static void assert_alike(const struct run *a, const struct run *b)
{
	assert_true(machine_digest(a->m, &a->program) ==
		machine_digest(b->m, &b->program));
	assert_null(machine_check(a->m));
}

static void test_origin__shared_as_if_made_alone(void **state)
{
	for (unsigned row = 0; row < ROWS; row++) {
		struct run *r[2];

		open_both(row, r);
		assert_ptr_equal(r[0]->origin, r[1]->origin);
		for (unsigned v = 0; v < 2; v++) {
			struct run *alone = run_new(&r[v]->setup,
				v ? 0 : BUDGET);

			assert_null(alone->origin);
			assert_same(r[v]->m, alone->m);
			run_lines(r[v], LINES);
			run_lines(alone, LINES);
			assert_same(r[v]->m, alone->m);
			run_free(alone);
		}
		run_free(r[0]);
		run_free(r[1]);
	}
}

static void test_origin__back_to_the_start_without_history(void **state)
{
	for (unsigned row = 0; row < ROWS; row++) {
		struct run *r[2], *alone;

		open_both(row, r);
		alone = run_new(&r[1]->setup, 0);
		run_lines(r[1], LINES);
		run_seek(r[1], 0);
		assert_same(r[1]->m, alone->m);
		run_free(alone);
		run_free(r[0]);
		run_free(r[1]);
	}
}

/* With a history what has ever been written is copied; without one, all. */
static void test_origin__clones_stand_where_it_stands(void **state)
{
	static const u64 steps[] = { 0, 1, LINES, LINES / 3, LINES / 2, 7, 0 };

	for (unsigned row = 0; row < ROWS; row++) {
		struct run *r[2];
		struct machine *kept;

		open_both(row, r);
		kept = run_machine(r[0]);
		for (unsigned i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
			for (unsigned v = 0; v < 2; v++) {
				struct run *c;

				run_seek(r[v], steps[i]);
				c = run_clone(r[v]);
				assert_same(c->m, r[v]->m);
				run_lines(c, 100);
				run_seek(c, steps[i]);
				assert_alike(c, r[v]);
				run_free(c);
			}
			if (i % 2)
				history_copy(r[0]->history, r[0]->m, kept);
		}
		origin_free_machine(r[0]->origin, kept);
		run_free(r[0]);
		run_free(r[1]);
	}
}

static void test_origin__fits_the_same_parameters_only(void **state)
{
	struct setup s = setup_of(0, 0);
	struct origin *o = origin_new(&s);

	if (!o)
		skip();
	s.features = IN_MADV_FREE;
	assert_true(origin_fits(o, &s));
	s.value[PARAM_LOOPS]++;
	assert_false(origin_fits(o, &s));
	s.value[PARAM_LOOPS]--;
	s.seed++;
	assert_false(origin_fits(o, &s));
	assert_false(origin_fits(NULL, &s));
	origin_drop(o);
}

static void test_origin__small_machines_have_none(void **state)
{
	struct course c;

	course_init(&c, 3);
	assert_null(origin_new(&c.s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_origin__shared_as_if_made_alone),
		cmocka_unit_test(test_origin__back_to_the_start_without_history),
		cmocka_unit_test(test_origin__clones_stand_where_it_stands),
		cmocka_unit_test(test_origin__fits_the_same_parameters_only),
		cmocka_unit_test(test_origin__small_machines_have_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
