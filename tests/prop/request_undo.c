/* SPDX-License-Identifier: GPL-3.0-or-later
 * Requests on random zones: undo through every line, and the zone that gives is
 * the first that passes the rule and has a block, by the rule as a function of
 * plain numbers.
 */
#include <stdio.h>
#include "alike.h"
#include "undo.h"
#include "model/step.h"
#include "model/zone.h"

/* Few free pages around small marks, so that each comparison decides at times. */
static void random_zone(u64 *random, char *out, size_t size)
{
	u32 min = rng_below(random, 60);
	size_t n = (size_t)snprintf(out, size, "Z free=%u min=%u low=%u high=%u",
		rng_below(random, 300), min, min + rng_below(random, 20),
		min + rng_below(random, 60));
	static const char *const keys[] = { "reserve", "cma", "highatomic",
		"managed", "node" };

	for (size_t k = 0; k < sizeof(keys) / sizeof(*keys); k++)
		if (!rng_below(random, 3))
			n += (size_t)snprintf(out + n, size - n, " %s=%u",
				keys[k], rng_below(random, 99));
	for (unsigned o = 0; o < 11; o++)
		n += (size_t)snprintf(out + n, size - n, "%s%u%s",
			o ? "," : " blocks=", o > 5 ? !rng_below(random, 9)
				: rng_below(random, 200 >> o),
			rng_below(random, 5) ? "" : "c");
}

static void request_setup(struct setup *s, u64 *random)
{
	unsigned zones = 1 + rng_below(random, ZONES_MAX);
	char *text = s->text[PARAM_ZONE_LIST - TEXT_FIRST];

	setup_init(s);
	s->workload = WORKLOAD_ALLOCATION;
	s->features = rng_below(random, 2) ? IN_RULE_4_4 : IN_RULE_4_2;
	s->value[PARAM_CPUS] = 1;
	s->value[PARAM_PROCESSES] = 0;
	s->value[PARAM_ORDER] = rng_below(random, 6);
	s->value[PARAM_ALLOC] = rng_below(random, 4);
	s->value[PARAM_GFP] = rng_below(random, 2);
	s->value[PARAM_LAST_TRY] = rng_below(random, 2);
	s->seed = 1;
	for (unsigned i = 0; i < zones; i++) {
		char zone[300];

		random_zone(random, zone, sizeof(zone));
		strcat(strcat(text, i ? "; " : ""), zone);
	}
	setup_derive(s);
	assert_null(setup_conflict(s));
}

static void test_request_undo__any_step_again(void **state)
{
	any_step_again(request_setup, getenv("MMSTEP_SOAK") ? 200 : 20);
}

/* The highest zone that passes at this mark and has a block; -1. Fills in what
 * each zone before it lacks. */
static s64 giver(const struct setup *s, unsigned mark, s64 *missing)
{
	struct told_zone z[ZONES_MAX];
	enum era era = setup_rule(s);
	s64 alloc = mark ? 0 : s->value[PARAM_ALLOC];

	for (unsigned i = setup_told_zones(s, z); i-- > 0;) {
		struct zone_request q = { .order = s->value[PARAM_ORDER],
			.mark = mark == 0 ? z[i].min : mark == 1 ? z[i].low
				: z[i].high,
			.reserve = z[i].reserve, .high = alloc & 1,
			.harder = alloc & 2, .cma_pages = z[i].cma,
			.highatomic_pages = z[i].highatomic };
		s64 blocks[BUDDY_ORDERS], open = 0;
		struct test t;

		for (s64 o = 0; o < BUDDY_ORDERS; o++) {
			blocks[o] = z[i].closed[o] && era == ERA_4_4 ? 0
				: z[i].blocks[o];
			open += o >= q.order && !z[i].closed[o]
				? z[i].blocks[o] : 0;
		}
		t = zone_watermark_test(z[i].free, blocks, &q, era);
		missing[i] = test_answer(t) ? 0 : (s64)test_margin(t);
		if (!missing[i] && open)
			return i;
	}
	return -1;
}

static void test_request_undo__rule_decides(void **state)
{
	u64 random = 11;
	unsigned granted = 0, refused = 0;

	for (int k = 0; k < 600; k++) {
		s64 missing[ZONES_MAX] = { 0 }, zone;
		struct setup s;
		struct run *r;

		request_setup(&s, &random);
		zone = giver(&s, s.value[PARAM_LAST_TRY] ? 2 : 1, missing);
		if (zone < 0 && !s.value[PARAM_LAST_TRY]) {
			memset(missing, 0, sizeof(missing));
			zone = giver(&s, 0, missing);
		}
		r = run_new(&s, 0);
		while (run_line(r))
			assert_null(memory_ledger(r->m));
		assert_null(machine_check(r->m));
		assert_int_equal(r->m->memory.request.state, zone < 0
			? REQUEST_REFUSED : REQUEST_GRANTED);
		assert_int_equal(r->m->memory.request.from, zone < 0 ? NONE
			: (u16)zone);
		for (unsigned i = 0; i < r->m->memory.zones; i++)
			assert_int_equal(r->m->memory.request.zone[i].missing,
				missing[i]);
		granted += zone >= 0;
		refused += zone < 0;
		run_free(r);
	}
	assert_true(granted > 50 && refused > 50);
}

static void test_request_undo__all_ways_alike(void **state)
{
	all_ways_alike(request_setup, getenv("MMSTEP_SOAK") ? 200 : 6, 6000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_request_undo__any_step_again),
		cmocka_unit_test(test_request_undo__rule_decides),
		cmocka_unit_test(test_request_undo__all_ways_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
