/* SPDX-License-Identifier: GPL-3.0-or-later
 * A report's request on its zones: the text that tells them, their frames, each
 * line that decides.
 */
#include "frames.h"
#include "model/zone.h"

static const char small[] = "DMA free=20 min=4 low=5 high=6 reserve=30 blocks=4,0,4; "
			    "Normal free=100 min=40 low=50 high=60 boost=8 blocks=60,10,9";

static void request_rig(struct rig *r, const char *zones, s64 order,
	enum era era)
{
	rig_init(r, 1);
	r->s.features = era == ERA_4_4 ? IN_RULE_4_4 : IN_RULE_4_2;
	r->s.workload = WORKLOAD_ALLOCATION;
	r->s.value[PARAM_PROCESSES] = 0;
	r->s.value[PARAM_ORDER] = order;
	strcpy(r->s.text[PARAM_ZONE_LIST - TEXT_FIRST], zones);
	setup_derive(&r->s);
	assert_null(setup_conflict(&r->s));
	rig_start(r);
}

static void run_to_end(struct rig *r)
{
	for (int i = 0; i < 2000 && !machine_finished(r->m); i++) {
		machine_run(r->m, &r->p, 1);
		rig_checked(r);
	}
	assert_true(machine_finished(r->m));
}

static void test_zone_list__is_read(void **state)
{
	struct told_zone z[ZONES_MAX];
	unsigned n;
	size_t at;

	assert_null(zone_list_read("", z, &n, &at));
	assert_int_equal(n, 0);
	assert_null(zone_list_read("DMA32 node=12 free=9 min=4 low=5 high=6 cma=2 highatomic=3 managed=77 blocks=1,2c,0;",
		z, &n, &at));
	assert_int_equal(n, 1);
	assert_string_equal(z[0].name, "DMA32 node 12");
	assert_int_equal(z[0].free, 9);
	assert_int_equal(z[0].cma, 2);
	assert_int_equal(z[0].highatomic, 3);
	assert_int_equal(z[0].managed, 77);
	assert_int_equal(z[0].reserve, 0);
	assert_int_equal(z[0].blocks[1], 2);
	assert_true(z[0].closed[1] && !z[0].closed[0]);
}

static void test_zone_list__errors_have_a_place(void **state)
{
	static const struct {
		const char *text, *what;
		size_t at;
	} rows[] = {
		{ " =1", "name", 1 },
		{ "DMA free", "= and a value", 8 },
		{ "DMA free=x", "number", 9 },
		{ "DMA free=1 fre=2", "one of", 11 },
		{ "DMA free=1 free=2", "twice", 11 },
		{ "DMA free=99999999999999 min=1", "too large", 9 },
		{ "DMA free=1 min=1 low=1", "each zone has", 0 },
		{ "DMA free=1 min=1 low=1 high=1; N free=1", "each zone has", 31 },
		{ "DMA free=1 blocks=0,0,0,0,0,0,0,0,0,0,0,0", "11 orders", 40 },
		{ "DMA node=2000", "nodes", 12 },
		{ "A free=1 min=1 low=1 high=1;B free=1 min=1 low=1 high=1;C free=1 min=1 low=1 high=1;"
		  "D free=1 min=1 low=1 high=1;E free=1 min=1 low=1 high=1;F free=1 min=1 low=1 high=1;"
		  "G free=1 min=1 low=1 high=1;H free=1 min=1 low=1 high=1;I free=1", "8 zones", 224 },
	};
	struct told_zone z[ZONES_MAX];
	unsigned n;
	size_t at;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *why = zone_list_read(rows[i].text, z, &n, &at);

		if (!why || !strstr(why, rows[i].what) || at != rows[i].at)
			fail_msg("%s: %s, at %zu", rows[i].text,
				why ? why : "good", at);
	}
}

/* Lists and counter differ; the check reads the counter. */
static void test_request__counter_apart_from_lists(void **state)
{
	struct rig r;

	request_rig(&r, small, 0, ERA_4_2);
	assert_value(&r, "zone[1].free", 100);
	assert_value(&r, "zone[1].lists", 60 + 20 + 36);
	assert_value(&r, "zone[1].read_later", 16);
	assert_value(&r, "zone[1].boost", 8);
	assert_value(&r, "zone[0].read_later", 0);
	assert_value(&r, "zone[0].free_area[2]", 4);
	assert_value(&r, "vmstat.nr_free_pages", 120);
	run_to_end(&r);
	assert_value(&r, "request.state", REQUEST_GRANTED);
	assert_value(&r, "request.zone", 1);
	assert_value(&r, "zone[1].read_later", 16);
	rig_done(&r);
}

/* 4.2 takes small blocks off order by order; 4.4 wants one block. */
static void test_request__rules_differ(void **state)
{
	static const struct {
		enum era era;
		s64 order, state, zone, missing;
	} rows[] = {
		/* 100 − 3 = 97 > 40; − 60 = 37 > 20; − 20 = 17 > 10 */
		{ ERA_4_2, 2, REQUEST_GRANTED, 1, 0 },
		/* 100 − 7 = 93 > 40; 33 > 20; 13 > 10; − 36 = −23 > 5 */
		{ ERA_4_2, 3, REQUEST_REFUSED, -1, 29 },
		{ ERA_4_4, 2, REQUEST_GRANTED, 1, 0 },
		{ ERA_4_4, 3, REQUEST_REFUSED, -1, 1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig r;

		request_rig(&r, small, rows[i].order, rows[i].era);
		run_to_end(&r);
		assert_value(&r, "request.state", rows[i].state);
		assert_value(&r, "request.zone", rows[i].zone);
		assert_value(&r, "zone[1].missing", rows[i].missing);
		rig_done(&r);
	}
}

/* The lower zone passes its mark, but keeps a reserve. */
static void test_request__reserve_closes_a_zone(void **state)
{
	struct rig r;

	request_rig(&r, small, 3, ERA_4_4);
	run_to_end(&r);
	assert_value(&r, "zone[0].answer", ZONE_REFUSES);
	assert_value(&r, "zone[0].missing", 4 + 30 - (20 - 7) + 1);
	assert_value(&r, "alloc.warnings", 1);
	rig_done(&r);
}

/* A row: zones, order, rule, flags, last try, what zone 0 lacks. */
static void test_request__what_is_left_out(void **state)
{
	static const struct {
		const char *zones;
		s64 order;
		enum era era;
		s64 alloc, last, missing;
	} rows[] = {
		{ "N free=50 min=20 low=21 high=22 cma=30 blocks=50", 0, ERA_4_2, 0, 0, 1 },
		{ "N free=50 min=20 low=21 high=22 cma=29 blocks=50", 0, ERA_4_2, 0, 0, 0 },
		{ "N free=50 min=20 low=21 high=22 cma=30 blocks=50", 0, ERA_4_4, 0, 0, 1 },
		/* in the loop of 4.2 CMA's pages count again: 49 − 10 > 10 */
		{ "N free=50 min=20 low=21 high=22 cma=20 blocks=10,20", 1, ERA_4_2, 0, 0, 0 },
		{ "N free=50 min=20 low=21 high=22 cma=20 blocks=40,5", 1, ERA_4_2, 0, 0, 2 },
		{ "N free=50 min=20 low=21 high=22 highatomic=30 blocks=50", 0, ERA_4_4, 0, 0, 1 },
		{ "N free=50 min=20 low=21 high=22 highatomic=30 blocks=50", 0, ERA_4_2, 0, 0, 0 },
		/* who may go below the mark has the high-atomic reserve, too */
		{ "N free=30 min=20 low=40 high=50 highatomic=30 blocks=30", 0, ERA_4_4, 2, 0, 0 },
		{ "N free=7 min=20 low=40 high=50 blocks=7", 0, ERA_4_4, 3, 0, 2 },
		{ "N free=11 min=20 low=40 high=50 blocks=11", 0, ERA_4_4, 1, 0, 0 },
		{ "N free=50 min=20 low=40 high=50 blocks=50", 0, ERA_4_2, 0, 1, 1 },
		{ "N free=50 min=20 low=40 high=50 blocks=10,20c", 1, ERA_4_4, 0, 0, 1 },
		{ "N free=50 min=20 low=40 high=50 blocks=10,20c", 1, ERA_4_2, 0, 0, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig r;

		rig_init(&r, 1);
		r.s.value[PARAM_ALLOC] = rows[i].alloc;
		r.s.value[PARAM_LAST_TRY] = rows[i].last;
		r.s.features = rows[i].era == ERA_4_4 ? IN_RULE_4_4 : IN_RULE_4_2;
		r.s.workload = WORKLOAD_ALLOCATION;
		r.s.value[PARAM_ORDER] = rows[i].order;
		strcpy(r.s.text[PARAM_ZONE_LIST - TEXT_FIRST], rows[i].zones);
		setup_derive(&r.s);
		rig_start(&r);
		run_to_end(&r);
		if (r.m->memory.request.zone[0].missing != rows[i].missing)
			fail_msg("row %zu: %d missing", i,
				(int)r.m->memory.request.zone[0].missing);
		rig_done(&r);
	}
}

/* Its check passes, its lists are empty: the next zone, or nothing. */
static void test_request__empty_lists(void **state)
{
	struct rig r;

	request_rig(&r, "N free=50 min=20 low=21 high=22", 0, ERA_4_2);
	assert_value(&r, "zone[0].read_later", -50);
	run_to_end(&r);
	assert_value(&r, "request.state", REQUEST_REFUSED);
	assert_value(&r, "zone[0].answer", ZONE_GIVES);
	rig_done(&r);
}

/* More than there are frames for: counted all the same. */
static void test_request__far_blocks(void **state)
{
	struct rig r;
	s64 free;

	request_rig(&r, "N free=3000000000 min=20 low=21 high=22 blocks=5000000,0,0,0,0,0,0,0,0,0,3000000",
		10, ERA_4_2);
	assert_true(r.m->memory.frames <= 1 << 18);
	assert_value(&r, "zone[0].free_area[10]", 3000000);
	assert_value(&r, "zone[0].free_area[0]", 5000000);
	free = zone_counted(r.m, 0);
	assert_int_equal(free, 3000000000);
	run_to_end(&r);
	assert_value(&r, "request.state", REQUEST_GRANTED);
	assert_int_equal(zone_counted(r.m, 0), free - 1024);
	assert_value(&r, "zone[0].free_area[10]", 3000000 - 1);
	rig_done(&r);
}

/* Eight zones, each with a lock, per-CPU lists and a share in the drift. */
static void test_request__eight_zones(void **state)
{
	struct rig r;

	request_rig(&r, "A free=1 min=9 low=9 high=9 blocks=1;B free=2 min=9 low=9 high=9 blocks=2;"
		"C free=20 min=9 low=9 high=9 blocks=20;D free=2 min=9 low=9 high=9 blocks=2;"
		"E free=2 min=9 low=9 high=9 blocks=2;F free=2 min=9 low=9 high=9 blocks=2;"
		"G free=2 min=9 low=9 high=9 blocks=2;H node=7 free=2 min=9 low=9 high=9 blocks=2",
		0, ERA_4_4);
	assert_string_equal(r.m->memory.request.zone[7].name, "H node 7");
	assert_value(&r, "zone[7].free_area[0]", 2);
	run_to_end(&r);
	assert_value(&r, "request.zone", 2);
	assert_value(&r, "zone[7].missing", 8);
	assert_value(&r, "zone[1].answer", ZONE_NOT_ASKED);
	rig_done(&r);
}

static void test_request__conflicts(void **state)
{
	struct setup s;

	setup_init(&s);
	s.workload = WORKLOAD_ALLOCATION;
	assert_non_null(strstr(setup_conflict(&s), "needs a zone_list"));
	strcpy(s.text[PARAM_ZONE_LIST - TEXT_FIRST], small);
	setup_derive(&s);
	s.value[PARAM_PROCESSES] = 0;
	assert_null(setup_conflict(&s));
	s.value[PARAM_ZONES] = 1;
	assert_non_null(strstr(setup_conflict(&s), "leave out zones"));
	s.value[PARAM_ZONES] = 0;
	strcpy(s.text[PARAM_MAP - TEXT_FIRST], "........");
	assert_non_null(strstr(setup_conflict(&s), "zone_list"));
	s.text[PARAM_MAP - TEXT_FIRST][0] = '\0';
	s.workload = WORKLOAD_LAZY_FREE;
	assert_non_null(strstr(setup_conflict(&s), "only the workload"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zone_list__is_read),
		cmocka_unit_test(test_zone_list__errors_have_a_place),
		cmocka_unit_test(test_request__counter_apart_from_lists),
		cmocka_unit_test(test_request__rules_differ),
		cmocka_unit_test(test_request__reserve_closes_a_zone),
		cmocka_unit_test(test_request__what_is_left_out),
		cmocka_unit_test(test_request__empty_lists),
		cmocka_unit_test(test_request__far_blocks),
		cmocka_unit_test(test_request__eight_zones),
		cmocka_unit_test(test_request__conflicts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
