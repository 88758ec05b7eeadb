/* SPDX-License-Identifier: GPL-3.0-or-later
 * The screen of a machine as it is now: panes, edges, overlays.
 */
#include "view/layout.h"
#include "base/text.h"
#include "view/live.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_LEAST = 12, COLUMNS_LEAST = 40, BOTTOM_LEAST = 9, ZONES_LEAST = 3,
	COUNTERS_COLUMNS = 38, WIDE = 100 };

static const char *const titles[LIVE_PANES] = {"zones",
	"counters and limits", "slab caches"};
static const char *const words[LIVE_PANES] = {"zones", "counters", "caches"};

unsigned live_items(const struct live *l, enum live_pane pane)
{
	switch (pane) {
	case LIVE_ZONES:
		return l->now->n_zones;
	case LIVE_COUNTERS:
		return LIVE_COUNTER_N;
	default:
		return l->now->proc.n_caches;
	}
}

void live_clamp(struct live *l)
{
	for (unsigned i = 0; i < LIVE_PANES; i++) {
		unsigned n = live_items(l, (enum live_pane)i);

		if (l->chosen[i] >= n)
			l->chosen[i] = n ? n - 1 : 0;
	}
}

struct word live_step(const struct live *l)
{
	unsigned chosen = l->chosen[l->pane];

	if (chosen >= live_items(l, l->pane))
		return word_of("%s", "");
	if (l->pane == LIVE_ZONES)
		return word_of("Enter steps a request of order %lld · + − order",
			(long long)l->order);
	if (l->pane == LIVE_CACHES)
		return word_of("Enter steps its first try");
	if (chosen == LIVE_COMMITTED)
		return word_of("Enter steps it · + − size");
	return word_of("%s", chosen == LIVE_MADV_FREE
		? "Enter steps MADV_FREE" : "");
}

/* ---- panes ------------------------------------------------------------------- */

static struct box take(struct box *from, int rows)
{
	struct box top = *from;

	top.rows = rows < from->rows ? rows : from->rows;
	from->row += top.rows;
	from->rows -= top.rows;
	return top;
}

/* What Enter does, on the lower edge of the pane that has the focus. */
static void edge(const struct live *l, struct canvas *c, struct box frame)
{
	struct box before = canvas_enter(c, frame);
	struct word w = live_step(l);
	int room = frame.columns - 17;

	if (w.s[0]) {
		int columns = canvas_width(c, w.s) < room ? canvas_width(c, w.s)
							  : room;

		canvas_fill(c, frame.rows - 1, 2, columns + 2, STYLE_KEY, ' ');
		canvas_put_cut(c, frame.rows - 1, 3, room, STYLE_KEY, w.s);
	}
	canvas_leave(c, before);
}

/* A heading that stays, and a list that stands where its chosen item is seen. */
static struct seen list(const struct live *l, struct canvas *c, struct box box,
	enum live_pane pane, pen_view *head, pen_view *view)
{
	bool focused = l->pane == pane && l->overlay == LIVE_NO_OVERLAY;

	if (head)
		pen_plain(c, take(&box, 1), l, false, 0, head);
	return pen_plain(c, box, l, focused, l->chosen[pane], view);
}

/* The rows that the chosen zone's details take. */
static int detail_rows(const struct live *l, struct canvas *c, int columns)
{
	struct seen seen = pen_plain(c, (struct box){0, 0, 0, columns}, l,
		false, 0, live_zone_view);

	return seen.below;
}

/* Zones, and below them what is known of the chosen one. */
static struct seen zones(const struct live *l, struct canvas *c, struct box box)
{
	int details = detail_rows(l, c, box.columns);
	int rows = box.rows - details, need = 1 + (int)l->now->n_zones;
	struct seen seen;
	struct box top;

	if (rows > need)
		rows = need;
	if (rows < 1 + ZONES_LEAST && rows < need)
		rows = need < 1 + ZONES_LEAST ? need : 1 + ZONES_LEAST;
	top = take(&box, rows);
	seen = list(l, c, top, LIVE_ZONES, live_zones_head, live_zones_view);
	if (box.rows > details)
		take(&box, 1);
	pen_plain(c, box, l, false, 0, live_zone_view);
	return seen;
}

static struct seen content(const struct live *l, struct canvas *c,
	struct box box, enum live_pane pane)
{
	if (pane == LIVE_ZONES)
		return zones(l, c, box);
	if (pane == LIVE_COUNTERS)
		return list(l, c, box, pane, NULL, live_counters_view);
	return list(l, c, box, pane, l->now->proc.n_caches ? live_caches_head
		: NULL, live_caches_view);
}

static void framed(const struct live *l, struct canvas *c, struct box box,
	enum live_pane pane)
{
	bool focused = l->pane == pane;
	struct word title = word_of("%s", titles[pane]);
	struct box inside;
	struct seen seen;

	if (pane == LIVE_CACHES && l->now->proc.n_caches)
		title = word_of("%s %u/%u", titles[pane], l->chosen[pane] + 1,
			l->now->proc.n_caches);
	inside = pen_frame(c, box, title.s, focused);
	seen = content(l, c, inside, pane);
	pen_frame_marks(c, box, &seen);
	if (focused)
		edge(l, c, box);
}

/* All three: zones above, the others beside each other. */
static void all_panes(const struct live *l, struct canvas *c, struct box box)
{
	int need = 3 + (int)l->now->n_zones +
		   detail_rows(l, c, box.columns - 2);
	int most = box.rows - BOTTOM_LEAST;
	struct box left, right;

	if (need > most)
		need = most;
	if (box.rows - need > 30 && need < most)
		need++;
	framed(l, c, take(&box, need), LIVE_ZONES);
	left = right = box;
	left.columns = box.columns < WIDE ? COUNTERS_COLUMNS
					  : COUNTERS_COLUMNS + 8;
	right.column += left.columns;
	right.columns -= left.columns;
	framed(l, c, left, LIVE_COUNTERS);
	framed(l, c, right, LIVE_CACHES);
}

/* The pane with the focus, without a frame; its last row tells what Enter does
 * and what is cut. */
static void one_pane(const struct live *l, struct canvas *c, struct box box)
{
	struct box last = box, before;
	struct seen seen;

	last.row += --box.rows;
	last.rows = 1;
	seen = content(l, c, box, l->pane);
	before = canvas_enter(c, last);
	canvas_put_cut(c, 0, 1, last.columns - 12, STYLE_KEY, live_step(l).s);
	if (seen.above || seen.below)
		canvas_put_right(c, 0, last.columns - 1, STYLE_KEY,
			word_of("▲ %d ▼ %d", seen.above, seen.below).s);
	canvas_leave(c, before);
}

/* ---- edges ------------------------------------------------------------------- */

/* " · swapped in +12 · waited +34 ms": what the kernel had to do since the look before. */
static struct word pressed(const struct live *l)
{
	static const struct {
		enum proc_count count;
		const char *what, *unit;
	} of[] = {{PROC_PSWPIN, "swapped in", ""},
		{PROC_PSWPOUT, "swapped out", ""},
		{PROC_STALL_SOME, "waited", " ms"},
		{PROC_ALLOCSTALL, "reclaim", ""},
		{PROC_OOM_KILL, "OOM kills", ""}};
	struct word w = {""};

	for (unsigned i = 0; l->before && i < sizeof(of) / sizeof(*of); i++) {
		s64 was = l->before->proc.count[of[i].count];
		s64 now = l->now->proc.count[of[i].count];

		if (was >= 0 && now > was)
			w = word_of("%s · %s +%s%s", w.s, of[i].what,
				word_number(now - was).s, of[i].unit);
	}
	return w;
}

static void title(const struct live *l, struct canvas *c, bool one)
{
	const struct proc *p = &l->now->proc;
	struct word right = l->frozen ? word_of("FROZEN") : l->trouble
		? word_of("can't be read") : word_of("every %u s", l->every);
	struct word w = word_of("mmstep live · %.60s", l->source);
	struct word now = pressed(l);
	int room;

	canvas_fill(c, 0, 0, c->columns, STYLE_TITLE, ' ');
	if (now.s[0])		/* where it is narrow, that alone */
		w = word_of("%s%s", one ? "" : "mmstep live",
			now.s + (one ? strlen(" · ") : 0));
	if (one)
		right = word_of("%s %d/3  %s", words[l->pane], (int)l->pane + 1,
			right.s);
	else if (!now.s[0] && p->release[0])
		w = word_of("%s · Linux %.40s", w.s, p->release);
	if (!one && !now.s[0] && p->host.present_cpus > 0)
		w = word_of("%s · %lld CPU%s", w.s,
			(long long)p->host.present_cpus,
			text_plural(p->host.present_cpus));
	room = c->columns - canvas_width(c, right.s) - 3;
	canvas_put_cut(c, 0, 1, room, STYLE_TITLE, w.s);
	canvas_put_right(c, 0, c->columns - 1, STYLE_TITLE, right.s);
}

/* To add one: a row. Those that don't fit are left out. */
static const char *const hints[][2] = {
	{"f", "freeze"}, {"Enter", "step"}, {"Tab", "pane"}, {"j k", "choose"},
	{"+ −", "ask more, less"}, {"?", "keys"}, {"q", "quit"},
	{"w", "why"}, {"x", "what is this"},
};

static void keys(const struct live *l, struct canvas *c, unsigned pages)
{
	int row = c->rows - 1, column = 1;
	const char *text = l->status && *l->status ? l->status : l->trouble;

	if (text && *text) {
		canvas_put_cut(c, row, 1, c->columns - 2, text == l->trouble ||
			l->status_error ? STYLE_ERROR : STYLE_TEXT,
			word_of("%s%s", text == l->trouble || l->status_error
				? "! " : "", text).s);
		return;
	}
	if (l->overlay != LIVE_NO_OVERLAY) {
		canvas_put(c, row, 1, STYLE_KEY, pages > 1
			? "Space next page   q back" : "q back");
		return;
	}
	for (unsigned i = 0; i < sizeof(hints) / sizeof(*hints); i++) {
		const char *what = i == 0 && l->frozen ? "go on" : hints[i][1];
		int columns = canvas_width(c, hints[i][0]) + 1 +
			      canvas_width(c, what);

		if (column + columns > c->columns - 1)
			continue;
		column = canvas_put(c, row, column, STYLE_KEY, hints[i][0]);
		column = canvas_put(c, row, column + 1, STYLE_DIM, what) + 2;
	}
}

static unsigned overlay(const struct live *l, struct canvas *c, struct box box)
{
	static const struct {
		const char *title;
		pen_view *view;
	} of[] = {[LIVE_HELP] = {"keys", live_help_view},
		[LIVE_WHY] = {"why: where the numbers come from", live_why_view},
		[LIVE_WHAT] = {"what is this", live_what_view}};
	struct box inside = {0, 0, 0, box.columns - 2};
	int lines = pen_plain(c, inside, l, false, 0, of[l->overlay].view).below;
	int rows = box.rows - 2, pages, page;
	struct pen p;

	pages = rows > 0 ? (lines + rows - 1) / rows : 1;
	page = (int)l->page < pages ? (int)l->page : pages - 1;
	inside = pen_frame(c, box, pages > 1 ? word_of("%s · page %d of %d",
		of[l->overlay].title, page + 1, pages).s : of[l->overlay].title,
		true);
	inside = canvas_enter(c, inside);
	p = (struct pen){.c = c, .from = l, .columns = c->box.columns,
		.rows = c->box.rows, .skip = page * rows, .wanted = -1};
	of[l->overlay].view(&p);
	canvas_cursor(c, 0, 1);
	canvas_leave(c, inside);
	return (unsigned)pages;
}

unsigned view_live(const struct live *l, struct canvas *c)
{
	struct box area = {1, 0, c->rows - 2, c->columns};
	bool full = layout_is_full(c->rows, c->columns);
	unsigned pages = 0;

	canvas_clear(c);
	if (c->rows < ROWS_LEAST || c->columns < COLUMNS_LEAST) {
		canvas_put(c, 0, 0, STYLE_TEXT, word_of(
			"40×12 needed, this is %d×%d", c->columns, c->rows).s);
		return 0;
	}
	if (l->overlay != LIVE_NO_OVERLAY)
		pages = overlay(l, c, area);
	else if (full)
		all_panes(l, c, area);
	else
		one_pane(l, c, area);
	title(l, c, !full);
	keys(l, c, pages);
	return pages;
}
