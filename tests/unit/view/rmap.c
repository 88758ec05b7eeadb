/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of rmap-walk: every size, how pages are mapped, how far down the
 * walk is, and what is hidden while a question is open.
 *
 * Exact frames are in tests/unit/view/frames/; MMSTEP_BLESS=1 rewrites them.
 */
#include "golden.h"
#include "stage.h"
#include "view/views.h"

static const char rmap_yaml[] =
	"mmstep: 1\n"
	"title: Who maps me?\n"
	"place: 6\n"
	"kernel: \"4.5\"\n"
	"answers: [Who maps a page?]\n"
	"machine: classroom\n"
	"parameters: {}\n"
	"workload: rmap\n"
	"variants:\n"
	"  - {name: old, title: helpers, status: old, options: [rmap_old]}\n"
	"  - {name: v1, title: walks, status: proposed, options: [rmap_v1]}\n"
	"  - {name: merged, title: shortcut, status: merged,"
	" options: [rmap_merged]}\n"
	"acts:\n"
	"  - name: main\n"
	"    title: One huge page\n"
	"    main: true\n"
	"    cues:\n"
	"      - {name: one, step: 0, say: One.}\n"
	"      - {name: two, step: 9, say: Two.}\n";

static void stage_rmap(struct stage *s, s64 pages, s64 vmas, s64 layout,
	u64 step)
{
	struct setup setup;

	setup_init(&setup);
	setup.value[PARAM_CPUS] = 2;
	setup.value[PARAM_RAM_PAGES] = 64;
	setup.value[PARAM_MIN_FREE_KBYTES] = 32;
	setup.value[PARAM_THPS] = 2;
	setup.value[PARAM_PAGES] = pages;
	setup.value[PARAM_VMAS] = vmas;
	setup.value[PARAM_LAYOUT] = layout;
	stage_open(s, rmap_yaml, "rmap-walk.yaml", &setup, step);
}

static void test_rmap__draws_at_every_size(void **state)
{
	static const struct {
		s64 pages, vmas, layout;
		u64 step;
	} stages[] = {
		{8, 1, LAYOUT_WHOLE, 0}, {8, 2, LAYOUT_COW_CHILD, 90},
		{512, 1, LAYOUT_MIDDLE, 3000}, {64, 100, LAYOUT_DOUBLE, 900},
	};

	for (unsigned i = 0; i < 4; i++) {
		struct stage s;

		stage_rmap(&s, stages[i].pages, stages[i].vmas,
			stages[i].layout, stages[i].step);
		for (s.m.shown = 0; s.m.shown < 3; s.m.shown++)
			draw_sizes(&s, i < 2 ? 1 : 3, i < 2 ? 3 : 7);
		stage_close(&s);
	}
}

static void test_rmap__frames(void **state)
{
	struct stage s;

	stage_rmap(&s, 8, 2, LAYOUT_COW_CHILD, 130);
	s.m.shown = 1;
	check_golden(&s, "rmap-80x24", 24, 80, false);
	check_golden(&s, "rmap-80x24-ascii", 24, 80, true);
	s.m.pane = PANE_PICTURE;
	check_golden(&s, "rmap-40x12", 12, 40, false);
	s.m.overlay = OVERLAY_LEGEND;
	check_golden(&s, "rmap-legend-80x40", 40, 80, false);
	stage_close(&s);
	stage_rmap(&s, 512, 1, LAYOUT_WHOLE, 4000);
	s.m.shown = 1;
	check_golden(&s, "rmap-large-80x24", 24, 80, false);
	stage_close(&s);
}

/* The row of the frame that has this text, or "". */
static struct buf row_with(const struct stage *s, const char *text)
{
	struct canvas *c = canvas_new(24, 80, false);
	struct buf found = {0};

	view_screen(&s->m, c);
	for (int row = 0; row < 24 && !found.n; row++)
		if (strstr(frame_row(c, row), text))
			buf_puts(&found, frame_row(c, row));
	canvas_free(c);
	return found;
}

static void has(const struct stage *s, const char *text, bool wanted)
{
	struct buf row = row_with(s, text);

	if ((row.n > 0) != wanted)
		fail_msg("%s \"%s\"", wanted ? "no row with" : "a row with",
			text);
	buf_done(&row);
}

static void test_rmap__signs(void **state)
{
	struct stage s;

	stage_rmap(&s, 8, 1, LAYOUT_WHOLE, 0);
	has(&s, "VMA 0   ════════", true);
	has(&s, "8 small pages in one", true);
	has(&s, "[p", false);		/* no walk yet */
	stage_close(&s);
	stage_rmap(&s, 8, 2, LAYOUT_COW_CHILD, 0);
	has(&s, "VMA 1   ■■C■■■■■", true);
	stage_close(&s);
	stage_rmap(&s, 8, 1, LAYOUT_WHOLE, 10000);
	has(&s, "now 8 small pages", true);
	has(&s, "VMA 0   ■■■■■■■■", true);
	stage_close(&s);
}

/* What a walk stands on, level by level. */
static void test_rmap__levels(void **state)
{
	static const char *const level[] = {"[pgd]▸pud▸pmd▸pte",
		"pgd▸[pud]▸pmd▸pte", "pgd▸pud▸[pmd]▸pte", "pgd▸pud▸pmd▸[pte]"};
	bool seen[4] = {false};

	for (u64 step = 0; step < 140; step++) {
		struct stage s;

		stage_rmap(&s, 8, 1, LAYOUT_MIDDLE, step);
		s.m.shown = 1;
		for (unsigned i = 0; i < 4; i++) {
			struct buf row = row_with(&s, level[i]);

			seen[i] |= row.n > 0;
			buf_done(&row);
		}
		stage_close(&s);
	}
	for (unsigned i = 0; i < 4; i++)
		assert_true(seen[i]);
}

static void test_rmap__a_question_hides_the_counts(void **state)
{
	struct stage s;

	stage_rmap(&s, 8, 1, LAYOUT_WHOLE, 10000);
	has(&s, "v1         32", true);
	s.m.question.open = true;
	s.m.question.masked = true;
	s.m.question.text = "How many?";
	has(&s, "v1         32", false);
	has(&s, "v1       ·····", true);
	stage_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rmap__draws_at_every_size),
		cmocka_unit_test(test_rmap__frames),
		cmocka_unit_test(test_rmap__signs),
		cmocka_unit_test(test_rmap__levels),
		cmocka_unit_test(test_rmap__a_question_hides_the_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
