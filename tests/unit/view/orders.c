/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of slub-fallback: every size, letters, what the check subtracts,
 * scanners; and that an open question hides the check.
 */
#include "golden.h"
#include "stage.h"
#include "model/task.h"
#include "view/views.h"

static const char slub_yaml[] =
	"mmstep: 1\n"
	"title: A block\n"
	"place: 4\n"
	"kernel: \"4.2\"\n"
	"answers: [Who waits?]\n"
	"machine: classroom\n"
	"parameters: {}\n"
	"workload: slub\n"
	"variants:\n"
	"  - {name: base, title: before, status: old, options: [slub_base]}\n"
	"  - {name: patched, title: the mail, status: new, options: [slub_patched]}\n"
	"acts:\n"
	"  - name: main\n"
	"    title: Free pages, but no block\n"
	"    main: true\n"
	"    cues:\n"
	"      - {name: one, step: 0, say: One.}\n";

static const char fragmented[] =
	"m.p.mpm.m.mm.m.mpppmp.ppp.mp.ppmppmpmp.pmpp.mppmp.pmp.pp.ppmpp.p";

static void stage_slub(struct stage *s, const char *map, const char *lists,
	s64 rule, u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = 8;
	setup.value[PARAM_PROCESSES] = setup.value[PARAM_SWAP_PAGES] = 0;
	setup.value[PARAM_OBJECT_SIZE] = *lists ? 1024 : 704;
	setup.value[PARAM_MIN_FREE_KBYTES] = *map ? 8 : 0;
	setup.value[PARAM_RULE] = rule;
	strcpy(setup.text[PARAM_MAP - TEXT_FIRST], map);
	strcpy(setup.text[PARAM_FREE_LISTS - TEXT_FIRST], lists);
	setup_derive(&setup);
	stage_open(s, slub_yaml, "slub-fallback.yaml", &setup, step);
}

static void assert_shows(const struct stage *s, const char *text)
{
	struct canvas *c = drawn(s, 24, 80);

	if (!frame_has(c, text))
		fail_msg("\"%s\" is not on the screen", text);
	canvas_free(c);
}

static void assert_hides(const struct stage *s, const char *text)
{
	struct canvas *c = drawn(s, 24, 80);

	assert_false(frame_has(c, text));
	canvas_free(c);
}

static void test_orders__draws_at_every_size(void **state)
{
	for (u64 step = 0; step < 700; step += 139) {
		struct stage s;

		stage_slub(&s, fragmented, "", 0, step);
		for (int rows = 1; rows <= 40; rows += 3)
			for (int columns = 1; columns <= 170; columns += 7) {
				struct canvas *c = canvas_new(rows, columns,
					(rows + columns) % 2);

				s.m.pane = (unsigned)(rows + columns) % 3;
				s.m.side = rows & 1;
				s.m.shown = columns & 1;
				view_screen(&s.m, c);
				check_frame(c);
				canvas_free(c);
			}
		stage_close(&s);
	}
}

/* Table B-3's rule, as it stands under the orders. */
static void test_orders__the_check_stands_under_its_orders(void **state)
{
	struct stage s;

	stage_slub(&s, "", "900,40,7", 0, 0);
	assert_shows(&s, "│ blocks      900     40      7      0 ");
	assert_shows(&s, "│ left      1,001    101 ");
	assert_shows(&s, "│ must be    >905   >452 ");
	assert_shows(&s, "order 3 at low: no, 352 pages short");
	stage_close(&s);
}

static void test_orders__rule_of_4_4_looks_for_a_block(void **state)
{
	struct stage s;

	stage_slub(&s, "", "1000,0,0,1", 0, 0);
	assert_shows(&s, "order 3 at low: no, 452 pages short");
	stage_close(&s);
	stage_slub(&s, "", "1000,0,0,1", 1, 0);
	assert_shows(&s, "│ left      1,001      1 ");
	assert_shows(&s, "│ must be    >905     >0 ");
	assert_shows(&s, "order 3 at low: yes");
	stage_close(&s);
}

static void test_orders__one_letter_a_frame(void **state)
{
	struct stage s;

	stage_slub(&s, fragmented, "", 0, 0);
	assert_shows(&s, "│m.#.m#m.│m.mm.m.m│###m#.##│#.m#.##m│");
	assert_shows(&s, "│##m#m#.#│m##.m##m│#.#m#.##│.##m##.#│");
	stage_close(&s);
}

/* M moves up by pageblocks, F stands behind the last one at first. */
static void test_orders__scanners_stand_at_their_pageblocks(void **state)
{
	bool first = false, next = false, target = false;

	for (u64 step = 100; step < 700; step += 20) {
		struct stage s;
		struct canvas *c;

		stage_slub(&s, fragmented, "", 0, step);
		c = drawn(&s, 24, 80);
		first |= frame_has(c, "compaction: M at 0, F at 64") &&
			frame_has(c, "│Mm.#.m#m.│") && frame_has(c, "m##.#F");
		next |= frame_has(c, "compaction: M at 8, F at ") &&
			frame_has(c, ".Mm.mm.m.m│");
		target |= frame_has(c, "i##m##i#F");
		canvas_free(c);
		stage_close(&s);
	}
	assert_true(first && next && target);
}

static void test_orders__a_slab_is_shown_with_its_own_size(void **state)
{
	struct stage s;

	stage_slub(&s, fragmented, "", 0, 1000000);
	assert_shows(&s, "order 2, 23 objects, 22 free");
	s.m.shown = 1;
	assert_shows(&s, "order 0, 5 objects, 4 free");
	stage_close(&s);
}

static void test_orders__a_question_hides_the_check(void **state)
{
	struct stage s;

	stage_slub(&s, "", "900,40,7", 0, 0);
	s.m.question.open = s.m.question.masked = true;
	s.m.question.is = NULL;
	s.m.question.text = "Granted?";
	if (moment_masked(&s.m)) {
		assert_hides(&s, "352 pages short");
		assert_hides(&s, "1,001");
	} else {
		fail_msg("not masked");
	}
	stage_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_orders__draws_at_every_size),
		cmocka_unit_test(test_orders__the_check_stands_under_its_orders),
		cmocka_unit_test(test_orders__rule_of_4_4_looks_for_a_block),
		cmocka_unit_test(test_orders__one_letter_a_frame),
		cmocka_unit_test(test_orders__scanners_stand_at_their_pageblocks),
		cmocka_unit_test(test_orders__a_slab_is_shown_with_its_own_size),
		cmocka_unit_test(test_orders__a_question_hides_the_check),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
