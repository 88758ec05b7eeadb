/* SPDX-License-Identifier: GPL-3.0-or-later
 * The live screen: frames of a machine from a folder, and what changed.
 */
#include "golden.h"
#include "view/live.h"

static const char folder[] = "tests/reports/machine";

static struct snapshot *taken(void)
{
	char why[160];
	struct snapshot *s = snapshot_take(folder, why, sizeof(why));

	assert_non_null(s);
	return s;
}

/* Two looks at the folder; in the second, pages and counts have moved. */
static void open_live(struct live *l, struct snapshot **before,
	struct snapshot **now)
{
	struct report_zone *z;

	*before = taken();
	*now = taken();
	z = &(*now)->report->zone[(*now)->zone[0]];
	z->free -= 1234;
	z->blocks[0] -= 1230;
	z->blocks[2] -= 1;
	(*now)->report->free_total -= 1234;
	(*now)->proc.host.committed_kb += 4096;
	(*now)->proc.cache[1].pages += 8;
	(*now)->proc.count[PROC_PSWPOUT] += 340;
	(*now)->proc.count[PROC_STALL_SOME] += 56;
	*l = (struct live){.now = *now, .before = *before, .source = folder,
		.status = "", .every = 1, .order = 3, .mapping_pages = 32768};
}

static void close_live(struct snapshot *before, struct snapshot *now)
{
	snapshot_free(before);
	snapshot_free(now);
}

static void check_live(const struct live *l, const char *name, int rows,
	int columns, bool ascii)
{
	struct canvas *c = canvas_new(rows, columns, ascii);

	view_live(l, c);
	check_frame_of(c, name);
	canvas_free(c);
}

static void test_live__frames_of_three_sizes(void **state)
{
	struct snapshot *before, *now;
	struct live l;

	open_live(&l, &before, &now);
	check_live(&l, "live-80x24", 24, 80, false);
	check_live(&l, "live-120x36", 36, 120, false);
	check_live(&l, "live-50x15", 15, 50, false);
	l.pane = LIVE_COUNTERS;
	l.chosen[LIVE_COUNTERS] = LIVE_MADV_FREE;
	l.frozen = true;
	check_live(&l, "live-counters-80x24", 24, 80, false);
	check_live(&l, "live-counters-50x15", 15, 50, true);
	l.pane = LIVE_CACHES;
	l.chosen[LIVE_CACHES] = 1;
	check_live(&l, "live-caches-50x15", 15, 50, false);
	l.overlay = LIVE_WHY;
	check_live(&l, "live-why-80x24", 24, 80, false);
	close_live(before, now);
}

/* The text of the whole canvas. */
static const char *text_of(const struct live *l, int rows, int columns,
	struct buf *out)
{
	struct canvas *c = canvas_new(rows, columns, false);

	buf_clear(out);
	view_live(l, c);
	check_frame(c);
	frame_text(c, out);
	canvas_free(c);
	return buf_text(out);
}

static void test_live__marks_only_what_changed(void **state)
{
	struct snapshot *before, *now;
	struct buf text = {0};
	struct live l;

	open_live(&l, &before, &now);
	text_of(&l, 36, 120, &text);
	assert_non_null(strstr(buf_text(&text), " 88,766*"));
	assert_non_null(strstr(buf_text(&text), "* −1,234"));
	assert_non_null(strstr(buf_text(&text), " 78,770*"));
	assert_non_null(strstr(buf_text(&text), " 904,096*kB"));
	assert_non_null(strstr(buf_text(&text), " 488*"));
	assert_non_null(strstr(buf_text(&text), "swapped out +340 · waited +56 ms"));
	assert_null(strstr(buf_text(&text), "2,412*"));
	l.before = now;
	assert_null(strchr(text_of(&l, 36, 120, &text), '*'));
	l.before = NULL;		/* the first look */
	assert_null(strchr(text_of(&l, 36, 120, &text), '*'));
	buf_done(&text);
	close_live(before, now);
}

/* Any size, any choice, with much and with nothing to show. */
static void test_live__every_size(void **state)
{
	struct snapshot *before, *now;
	struct live l;

	open_live(&l, &before, &now);
	for (int rows = 1; rows <= 40; rows++) {
		for (int columns = 1; columns <= 170; columns += 7) {
			struct canvas *c = canvas_new(rows, columns,
				(rows + columns) % 2);

			l.pane = (enum live_pane)((rows + columns) % LIVE_PANES);
			l.overlay = (enum live_overlay)(columns % 9 ? 0
				: columns % 4);
			l.page = (unsigned)rows % 3;
			l.order = rows % 11;
			for (int i = 0; i < LIVE_PANES; i++)
				l.chosen[i] = (unsigned)rows % 5;
			live_clamp(&l);
			view_live(&l, c);
			check_frame(c);
			canvas_free(c);
		}
	}
	close_live(before, now);
}

/* Its marks are known, its free pages are not. */
static void test_live__free_pages_that_cant_be_read(void **state)
{
	struct snapshot *now = taken();
	struct live l = {.now = now, .source = "", .status = "", .every = 1};
	struct buf text = {0};

	now->report->zone[now->zone[0]].free = REPORT_UNKNOWN;
	text_of(&l, 36, 120, &text);
	assert_non_null(strstr(buf_text(&text),
		"0 DMA32: its free pages can't be read"));
	now->report->zone[now->zone[0]].min = REPORT_UNKNOWN;
	now->report->zone[now->zone[0]].free = 5;
	text_of(&l, 36, 120, &text);
	assert_non_null(strstr(buf_text(&text),
		"0 DMA32: its marks can't be read"));
	buf_done(&text);
	snapshot_free(now);
}

static void many(struct snapshot *s)
{
	struct report *r = s->report;

	for (unsigned i = 0; r->n_zones < REPORT_ZONES_MAX; i++) {
		struct report_zone *z = report_zone(r, 1 + i / 3,
			(enum zone_class)(i % 3));

		z->has_line = true;
		z->free = i % 2 ? 999999999999999 : 0;
		z->min = z->low = z->high = z->managed = 999999999999999;
		z->n_orders = REPORT_ORDERS;
		for (unsigned o = 0; o < REPORT_ORDERS; o++)
			z->blocks[o] = INT64_MAX >> 33;
		s->zone[s->n_zones++] = r->n_zones - 1;
	}
	s->proc.cache = mem_resize(s->proc.cache,
		1000 * sizeof(*s->proc.cache));
	for (; s->proc.n_caches < 1000; s->proc.n_caches++) {
		struct proc_cache *c = &s->proc.cache[s->proc.n_caches];

		*c = (struct proc_cache){.size = 4194304, .objects = 1,
			.order = 10, .pages = INT32_MAX};
		snprintf(c->name, sizeof(c->name), "cache-%u-\xe4\xb8\xad\xe4\xb8\xad",
			s->proc.n_caches);
	}
}

static void test_live__256_zones_and_1000_caches_scroll(void **state)
{
	struct snapshot *now = taken();
	struct live l = {.now = now, .source = "", .status = "", .every = 1};
	struct buf text = {0};

	many(now);
	assert_int_equal(live_items(&l, LIVE_CACHES), 1000);
	for (int pane = 0; pane < LIVE_PANES; pane++)
		l.chosen[pane] = 100000;
	live_clamp(&l);
	for (int rows = 12; rows < 40; rows += 4) {
		for (int columns = 40; columns < 130; columns += 10) {
			l.pane = LIVE_ZONES;
			text_of(&l, rows, columns, &text);
			assert_non_null(strstr(buf_text(&text), "> 85 DMA "));
			l.pane = LIVE_CACHES;
			text_of(&l, rows, columns, &text);
			assert_non_null(strstr(buf_text(&text), "> cache-999"));
		}
	}
	buf_done(&text);
	snapshot_free(now);
}

static void test_live__without_root_it_says_so(void **state)
{
	struct snapshot *now = taken();
	struct live l = {.now = now, .source = "", .status = "", .every = 1};
	struct buf text = {0};

	now->proc.n_caches = 0;
	snprintf(now->proc.missing[0], sizeof(now->proc.missing[0]),
		"proc/slabinfo: Permission denied");
	now->proc.n_missing = 1;
	now->proc.caches_denied = true;
	text_of(&l, 24, 120, &text);
	assert_non_null(strstr(buf_text(&text), "Permission denied"));
	assert_non_null(strstr(buf_text(&text), "sudo mmstep live"));
	now->proc.caches_denied = false;	/* a bundle that lacks them */
	assert_null(strstr(text_of(&l, 24, 120, &text), "sudo"));
	l.pane = LIVE_CACHES;
	assert_string_equal(live_step(&l).s, "");
	buf_done(&text);
	snapshot_free(now);
}

static void test_live__a_look_that_failed_leaves_the_last(void **state)
{
	struct snapshot *now = taken();
	struct live l = {.now = now, .source = "", .status = "", .every = 1,
		.trouble = "proc/zoneinfo: No such file or directory"};
	struct buf text = {0};

	text_of(&l, 24, 80, &text);
	assert_non_null(strstr(buf_text(&text), "! proc/zoneinfo: No such"));
	assert_non_null(strstr(buf_text(&text), "can't be read"));
	assert_non_null(strstr(buf_text(&text), "90,000"));
	buf_done(&text);
	snapshot_free(now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_live__frames_of_three_sizes),
		cmocka_unit_test(test_live__marks_only_what_changed),
		cmocka_unit_test(test_live__every_size),
		cmocka_unit_test(test_live__free_pages_that_cant_be_read),
		cmocka_unit_test(test_live__256_zones_and_1000_caches_scroll),
		cmocka_unit_test(test_live__without_root_it_says_so),
		cmocka_unit_test(test_live__a_look_that_failed_leaves_the_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
