/* SPDX-License-Identifier: GPL-3.0-or-later
 * The whole screen: every view in its place.
 */
#include "base/buf.h"
#include "view/layout.h"
#include "view/views.h"

#include <string.h>

enum { CARD_ROWS = 8, TOLD_LEAST = 10 };

/* Pictures by workload. To add one: a row here. */
static const struct {
	const char *title;
	pen_view *view;
} pictures[WORKLOAD_N] = {
	[WORKLOAD_NONE] = {"vm_committed_as", counter_view},
	[WORKLOAD_MMAP1] = {"vm_committed_as", counter_view},
	[WORKLOAD_POLICY_SWITCH] = {"overcommit and vm_committed_as",
		policy_view},
	[WORKLOAD_LAZY_FREE] = {"page frames, regions, swap", memory_view},
	[WORKLOAD_SLUB] = {"free blocks, page frames", orders_view},
	[WORKLOAD_RECLAIM] = {"LRU list, batch, locks", batch_view},
	[WORKLOAD_RMAP] = {"a huge page, its VMAs, two loop nests", rmap_view},
	[WORKLOAD_ALLOCATION] = {"zones, free blocks, the check", request_view},
};

pen_view *picture_view(const struct moment *m)
{
	return pictures[m->scene->workload].view;
}

const char *picture_title(const struct moment *m)
{
	return pictures[m->scene->workload].title;
}

struct screen {
	struct canvas *c;
	const struct moment *m;
	struct layout l;
	struct view_report *report;
	int pages;		/* of the overlay */
	bool cut;		/* a picture's lower edge says so */
};

static bool has_displays(const struct moment *m)
{
	return m->displays && *m->displays;
}

/* A value that is asked for is worth more than all of its name. */
static const char *displays_in(const struct screen *s, int room)
{
	return canvas_width(s->c, s->m->displays) <= room ||
			!s->m->displays_brief
		? s->m->displays
		: s->m->displays_brief;
}

static void note(struct screen *s, enum pane pane, const struct seen *seen)
{
	s->report->scroll[pane] = seen->scroll;
	if (pane == pane_focused(s->m))
		memcpy(s->report->focus, seen->name, sizeof(seen->name));
}

static void wipe(struct screen *s, struct box box)
{
	struct box before = canvas_enter(s->c, box);

	for (int row = 0; row < box.rows; row++)
		canvas_fill(s->c, row, 0, box.columns, STYLE_TEXT, ' ');
	canvas_leave(s->c, before);
}

/* " ▲ 2 · ▼ 3 more ", "" if nothing is cut. */
static struct word cut_word(const struct seen *seen)
{
	if (seen->above && seen->below)
		return word_of(" ▲ %d · ▼ %d more ", seen->above, seen->below);
	if (seen->above)
		return word_of(" ▲ %d more ", seen->above);
	if (seen->below)
		return word_of(" ▼ %d more ", seen->below);
	return (struct word){""};
}

/* The same at the right end of a row of canvas coordinates. */
static void cut_mark(struct screen *s, struct box row, const struct seen *seen)
{
	struct box before = canvas_enter(s->c, row);

	canvas_put_right(s->c, 0, row.columns - 1, STYLE_KEY,
		cut_word(seen).s);
	canvas_leave(s->c, before);
}

/* A pane without a frame: where it is cut, its last row says so. */
static struct seen bare_pane(struct screen *s, struct box box, enum pane pane,
	int scroll, pen_view *view)
{
	const struct moment_variant *v = &s->m->variant[s->m->shown];
	struct seen seen = pen_pane(s->c, box, s->m, v, pane, scroll, view);

	if ((seen.above || seen.below) && box.rows > 1) {
		wipe(s, box);
		box.rows--;
		seen = pen_pane(s->c, box, s->m, v, pane, scroll, view);
		box.row += box.rows;
		box.rows = 1;
		cut_mark(s, box, &seen);
	}
	return seen;
}

static void picture_pane(struct screen *s, unsigned i)
{
	const struct moment_variant *v = &s->m->variant[s->l.variant[i]];
	bool shown = s->l.variant[i] == s->m->shown;
	bool focused = shown && pane_focused(s->m) == PANE_PICTURE;
	struct word title = s->l.n_pictures > 1
		? word_of("%s · %s", v->is->name, v->is->title)
		: word_of("%s", picture_title(s->m));
	struct box inside = pen_frame(s->c, s->l.picture[i], title.s, focused);
	struct seen seen;

	if (!shown && moment_masked(s->m)) {
		struct box before = canvas_enter(s->c, inside);

		canvas_put(s->c, 0, 1, STYLE_HIDDEN, "·····");
		canvas_leave(s->c, before);
		return;
	}
	seen = pen_pane(s->c, inside, s->m, v, PANE_PICTURE,
		s->m->scroll[PANE_PICTURE], picture_view(s->m));
	pen_frame_marks(s->c, s->l.picture[i], &seen);
	if (shown)
		note(s, PANE_PICTURE, &seen);
	s->cut = s->cut || seen.below > 0;
}

/* In the picture's place, or beside the story. */
static void chart_pane(struct screen *s)
{
	bool alone = s->l.chart_alone;
	bool focused = alone && pane_focused(s->m) == PANE_PICTURE;
	struct box inside = pen_frame(s->c, s->l.chart,
		s->m->class_mode ? "chart" : "chart · { } moves, t closes",
		focused);
	struct seen seen = pen_pane(s->c, inside, s->m,
		&s->m->variant[s->m->shown], alone ? PANE_PICTURE : PANE_N,
		alone ? s->m->scroll[PANE_PICTURE] : 0, chart_view);

	pen_frame_marks(s->c, s->l.chart, &seen);
	if (alone)
		note(s, PANE_PICTURE, &seen);
	s->report->chart_columns = (unsigned)chart_columns(s->c, s->m,
		inside.columns);
}

static const char *code_title(const struct moment *m)
{
	unsigned id = listing_of(m, &m->variant[m->shown]).procedure;

	return id == PROC_N ? "code" : procedure_at(id)->name;
}

/* The row between listing and "this line", joined to the frame. */
static void divider(struct screen *s, struct box f, int row)
{
	struct box before = canvas_enter(s->c, f);

	canvas_put(s->c, row, 0, STYLE_FRAME, "├");
	canvas_fill(s->c, row, 1, f.columns - 2, STYLE_FRAME, 0x2500);
	canvas_put(s->c, row, f.columns - 1, STYLE_FRAME, "┤");
	canvas_put(s->c, row, 1, STYLE_HEAD, " this line ");
	canvas_leave(s->c, before);
}

static bool line_hidden(const struct moment *m)
{
	return m->hidden >> PANE_LINE & 1;
}

/* Splits `inside` into listing and, below a dividing row, "this line". */
static void split(struct screen *s, struct box *code, struct box *below)
{
	int rows = layout_code_rows(code->rows - 1,
		listing_lines(s->m, &s->m->variant[s->m->shown]));

	*below = *code;
	below->row += rows + 1;
	below->rows -= rows + 1;
	code->rows = rows;
}

/* Whom the signs + and − compare with, where that is not plain. */
static void name_other(struct screen *s)
{
	const struct moment *m = s->m;
	const struct moment_variant *o =
		listing_other(m, &m->variant[m->shown]);
	struct box before = canvas_enter(s->c, s->l.code);

	if (m->n_variants > 2 && listing_differs(m, &m->variant[m->shown]))
		canvas_put_right(s->c, s->l.code.rows - 1,
			s->l.code.columns - 2, STYLE_FRAME,
			word_of(" − %s ", o->is->name).s);
	canvas_leave(s->c, before);
}

/* The listing; what it can't scroll any more scrolls "this line" below it. */
static struct seen listing_pane(struct screen *s, struct box code,
	struct box below)
{
	struct seen seen = pen_pane(s->c, code, s->m,
		&s->m->variant[s->m->shown], PANE_CODE,
		s->m->scroll[PANE_CODE], listing_view), line;

	if (below.rows > 0) {
		line = bare_pane(s, below, PANE_LINE,
			s->m->scroll[PANE_CODE] - seen.scroll, thisline_view);
		seen.scroll += line.scroll;
	}
	note(s, PANE_CODE, &seen);
	return seen;
}

/* What the listing cuts off, briefly, beside its title: "▲2 ▼4". */
static void code_marks(struct screen *s, const struct seen *seen)
{
	struct box before = canvas_enter(s->c, s->l.code);
	int end = s->l.code.columns - 2;

	if (seen->below)
		canvas_put_right(s->c, 0, end, STYLE_KEY,
			word_of(" ▼%d ", seen->below).s);
	if (seen->below)
		end -= canvas_width(s->c, word_of(" ▼%d", seen->below).s);
	if (seen->above)
		canvas_put_right(s->c, 0, end, STYLE_KEY,
			word_of(" ▲%d ", seen->above).s);
	canvas_leave(s->c, before);
}

static void code_pane(struct screen *s)
{
	struct box f = s->l.code, code, below = {0};
	struct seen seen;

	code = pen_frame(s->c, f, code_title(s->m),
		pane_focused(s->m) == PANE_CODE);
	name_other(s);
	if (!line_hidden(s->m)) {
		split(s, &code, &below);
		divider(s, f, code.row + code.rows - f.row);
	}
	seen = listing_pane(s, code, below);
	code_marks(s, &seen);
}

static void story_pane(struct screen *s, struct box box)
{
	struct seen seen = bare_pane(s, box, PANE_STORY,
		s->m->scroll[PANE_STORY], story_view);

	note(s, PANE_STORY, &seen);
}

/* " meanwhile: 7 lines on CPUs 0 1 2 ", whole words as far as they fit. */
static void put_others(struct screen *s)
{
	enum { ROOM = 36 };
	struct word w = word_of(" meanwhile: %s", s->m->others);
	char *space = NULL;

	while (canvas_width(s->c, w.s) > ROOM && (space = strrchr(w.s, ' ')))
		*space = '\0';
	canvas_put(s->c, 0, 2, STYLE_FRAME,
		word_of("%s%s ", w.s, space ? " …" : "").s);
}

/* The story below other panes: their lower edge says what is cut. */
static void story_below(struct screen *s)
{
	struct box edge = s->l.story, before;
	struct seen seen = pen_pane(s->c, s->l.story, s->m,
		&s->m->variant[s->m->shown], PANE_STORY,
		s->m->scroll[PANE_STORY], story_view);
	struct word w = cut_word(&seen);

	note(s, PANE_STORY, &seen);
	edge.row--;
	edge.rows = 1;
	before = canvas_enter(s->c, edge);
	if (w.s[0])
		canvas_put(s->c, 0, 2, STYLE_KEY, word_of(" story%s", w.s).s);
	else if (s->m->others && *s->m->others)
		put_others(s);
	canvas_leave(s->c, before);
}

/* The code without a frame, when it has the screen for itself. */
static void code_alone(struct screen *s, struct box area)
{
	struct box below, rule = area, before;
	struct seen seen;

	split(s, &area, &below);
	rule.row = area.row + area.rows;
	rule.rows = 1;
	seen = listing_pane(s, area, below);
	before = canvas_enter(s->c, rule);
	canvas_fill(s->c, 0, 0, rule.columns, STYLE_FRAME, 0x2500);
	canvas_put(s->c, 0, 1, STYLE_KEY, cut_word(&seen).s);
	canvas_put_right(s->c, 0, rule.columns - 1, STYLE_HEAD,
		" this line ");
	canvas_leave(s->c, before);
}

/* One pane alone gives its last row to the displays. */
static void displays_below(struct screen *s)
{
	struct box row = s->l.story, before;

	if (!has_displays(s->m) || row.rows < 4)
		return;
	s->l.story.rows--;
	row.row += row.rows - 1;
	row.rows = 1;
	before = canvas_enter(s->c, row);
	canvas_put_cut(s->c, 0, 1, row.columns - 2, STYLE_VALUE,
		displays_in(s, row.columns - 2));
	canvas_leave(s->c, before);
}

/* Another pane than the story gives it a line, so that a cue is not missed. */
static void told_below(struct screen *s)
{
	const struct moment_question *q = &s->m->question;
	bool asked = q->open && !q->revealed;
	struct box row = s->l.story, before;
	struct buf text = {0};

	buf_printf(&text, "%s%s", asked ? "? " : "", asked ? q->text
		: s->m->say ? s->m->say : "");
	if (row.rows >= TOLD_LEAST && text.n &&
		!(s->m->hidden >> PANE_STORY & 1)) {
		s->l.story.rows--;
		row.row += row.rows - 1;
		row.rows = 1;
		before = canvas_enter(s->c, row);
		if (canvas_wrap(s->c, 0, 1, row.columns - 4, 1, 0, asked
			? STYLE_ASK : STYLE_SAY, buf_text(&text)) > 1)
			canvas_put_right(s->c, 0, row.columns - 1, STYLE_KEY,
				"…");
		canvas_leave(s->c, before);
	}
	buf_done(&text);
}

static void one_pane(struct screen *s)
{
	enum pane pane = pane_focused(s->m);
	bool chart = pane == PANE_PICTURE && layout_has_chart(s->m, false);
	pen_view *view = chart ? chart_view
		: pane == PANE_PICTURE ? picture_view(s->m) : listing_view;
	struct seen seen;

	displays_below(s);
	if (pane != PANE_STORY)
		told_below(s);
	if (pane == PANE_STORY) {
		story_pane(s, s->l.story);
	} else if (pane == PANE_CODE && !line_hidden(s->m)) {
		code_alone(s, s->l.story);
	} else {
		seen = bare_pane(s, s->l.story, pane, s->m->scroll[pane],
			view);
		note(s, pane, &seen);
	}
	if (chart)
		s->report->chart_columns = (unsigned)chart_columns(s->c, s->m,
			s->l.story.columns);
}

/* Overlays by enum overlay. To add one: a row here. */
static const struct {
	const char *title;
	pen_view *view;
} overlays[] = {
	[OVERLAY_HELP] = {"help", help_keys_view},
	[OVERLAY_LEGEND] = {"what the signs mean", legend_view},
	[OVERLAY_MAP] = {"the map", map_view},
	[OVERLAY_CARD] = {"what is this", card_view},
	[OVERLAY_WHY] = {"why", card_view},
	[OVERLAY_TABLE] = {"what the mails trade", table_view},
	[OVERLAY_TEXT] = {"answer", card_view},
};

static int pages_of(struct screen *s, struct box inside, pen_view *view)
{
	int lines = pen_lines(s->c, inside.columns, s->m, view);

	return inside.rows ? (lines + inside.rows - 1) / inside.rows : 0;
}

/* An overlay in its frame, page by page; help's commands follow its keys. */
static void overlay(struct screen *s, struct box box)
{
	enum overlay o = s->m->overlay;
	struct box inside = {box.row + 1, box.column + 1, box.rows - 2,
		box.columns - 2};
	pen_view *view = overlays[o].view;
	int n = pages_of(s, inside, view), page = (int)s->m->overlay_page;
	int after = o == OVERLAY_HELP ? pages_of(s, inside, help_commands_view)
				      : 0;
	const char *title = o == OVERLAY_CARD && s->m->card ? s->m->card->term
							    : overlays[o].title;

	s->pages = n + after;
	if (page >= s->pages)
		page = s->pages - 1;
	s->report->overlay_page = (unsigned)(page > 0 ? page : 0);
	s->report->overlay_pages = (unsigned)s->pages;
	pen_frame(s->c, box, s->pages > 1 ? word_of("%s · page %d of %d", title,
		page + 1, s->pages).s : title, true);
	if (page >= n) {
		page -= n;
		view = help_commands_view;
	}
	pen_page(s->c, inside, s->m, page * inside.rows, view);
}

/* What `display` asked for, at the right end of the panes' lower edge, beside
 * what else stands there. */
static void displays_on_edge(struct screen *s)
{
	struct box edge = s->l.story, before;
	struct word w;
	int room;

	if (!has_displays(s->m))
		return;
	edge.row--;
	edge.rows = 1;
	room = edge.columns - 6;
	if (s->cut || (s->m->others && *s->m->others))
		room = s->l.code.columns ? s->l.code.columns - 6 : room / 2;
	before = canvas_enter(s->c, edge);
	w = word_of("%s", displays_in(s, room));
	if (canvas_width(s->c, w.s) < room)
		room = canvas_width(s->c, w.s);
	canvas_put_cut(s->c, 0, edge.columns - 3 - room, room, STYLE_VALUE,
		w.s);
	canvas_put(s->c, 0, edge.columns - 4 - room, STYLE_VALUE, " ");
	canvas_put(s->c, 0, edge.columns - 3, STYLE_VALUE, " ");
	canvas_leave(s->c, before);
}

static bool has_panes(const struct screen *s)
{
	return s->l.n_pictures || s->l.code.rows || s->l.chart_alone;
}

static void full_panes(struct screen *s)
{
	for (unsigned i = 0; i < s->l.n_pictures; i++)
		picture_pane(s, i);
	if (s->l.code.rows)
		code_pane(s);
	if (s->l.chart.rows)
		chart_pane(s);
	if (s->m->overlay == OVERLAY_CARD)
		overlay(s, s->l.story);
	else if (has_panes(s))
		story_below(s);
	else
		story_pane(s, s->l.story);
	if (has_panes(s))
		displays_on_edge(s);
}

static void panes(struct screen *s)
{
	enum overlay o = s->m->overlay;
	struct box above = s->l.content;
	bool full = s->l.kind == LAYOUT_FULL;

	if (full && (o == OVERLAY_MAP || o == OVERLAY_TABLE)) {
		above.rows -= s->l.story.rows;	/* a cue may tell about it */
		overlay(s, above);
		if (s->l.chart.rows && !s->l.chart_alone)
			chart_pane(s);
		story_below(s);
	} else if (o != OVERLAY_NONE && !(full && o == OVERLAY_CARD)) {
		overlay(s, s->l.content);
	} else if (full) {
		full_panes(s);
	} else {
		one_pane(s);
	}
}

typedef void row_view(struct canvas *c, const struct moment *m);

static void row(struct screen *s, struct box box, row_view *view)
{
	struct box before = canvas_enter(s->c, box);

	view(s->c, s->m);
	canvas_leave(s->c, before);
}

static void edges(struct screen *s)
{
	struct box before = canvas_enter(s->c, s->l.title);
	struct word pane = {""};

	if (s->l.kind == LAYOUT_ONE)
		pane = word_of("%s %u/3", pane_focused(s->m) == PANE_PICTURE &&
			layout_has_chart(s->m, false) ? "chart"
			: pane_words[pane_focused(s->m)],
			(unsigned)pane_focused(s->m) + 1);
	title_row(s->c, s->m, pane.s[0] ? pane.s : NULL);
	canvas_leave(s->c, before);
	if (s->l.score.rows)
		row(s, s->l.score, score_row);
	if (s->l.timeline.rows)
		row(s, s->l.timeline, s->m->prompt && s->m->candidates
			? candidates_row : timeline_row);
	before = canvas_enter(s->c, s->l.keys);
	if (s->m->prompt)
		prompt_row(s->c, s->m);
	else if (!s->m->on_paper)
		keys_row(s->c, s->m, s->pages > 1);
	canvas_leave(s->c, before);
}

static void found(struct screen *s)
{
	struct box before = canvas_enter(s->c, s->l.content);

	find_marks(s->c, s->m->find);
	canvas_leave(s->c, before);
}

void view_screen_report(const struct moment *m, struct canvas *c,
	struct view_report *report)
{
	struct screen s = {.c = c, .m = m, .report = report};

	memcpy(report->scroll, m->scroll, sizeof(report->scroll));
	report->overlay_page = m->overlay_page;
	report->overlay_pages = 0;
	report->focus[0] = '\0';
	report->chart_columns = 0;
	canvas_clear(c);
	if (m->overlay == OVERLAY_BLANK)
		return;
	layout_make(&s.l, m, c->rows, c->columns,
		m->overlay == OVERLAY_CARD ? CARD_ROWS : 0);
	if (s.l.kind == LAYOUT_SMALL) {
		canvas_put(c, 0, 0, STYLE_TEXT, word_of(
			"40×12 needed, this is %d×%d",
			c->columns, c->rows).s);
		return;
	}
	panes(&s);
	if (m->find)
		found(&s);
	edges(&s);
}

void view_screen(const struct moment *m, struct canvas *c)
{
	struct view_report report;

	view_screen_report(m, c, &report);
}
