/* SPDX-License-Identifier: GPL-3.0-or-later
 * The strip chart: a strip for each watched value over one axis, with what lies
 * on the way. The shown variant is a bar; the others are their numbers.
 */
#include "session/chart.h"
#include "base/buf.h"
#include "view/views.h"

#include <string.h>

enum { GUTTER_LEAST = 7, STRIP_LEAST = 2, HEAD_ROWS = 2, COLUMNS_MOST = 1000, EIGHTHS = 8 };

struct plot {
	struct pen *p;
	const struct chart *k;
	unsigned series;
	int gutter, columns, rows;	/* rows of one strip */
	s64 low, high;
};

/* Variants that may be seen beside the shown one. */
static bool told(const struct moment *m, unsigned i)
{
	return m->chart->of[i] && (i == m->shown || score_tells(m, i));
}

static unsigned told_count(const struct moment *m)
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->n_variants; i++)
		n += told(m, i);
	return n;
}

static enum style style_of(unsigned variant)
{
	return variant ? STYLE_OTHER : STYLE_BASE;
}

/* "█" the shown one, "2" the second. */
static struct word sign_of(const struct moment *m, unsigned variant)
{
	if (variant == m->shown)
		return word_of("%s", "█");
	return word_of("%u", variant + 1);
}

/* ---- scale --------------------------------------------------------------- */

/* 1, 2 or 5 times a power of ten: about a quarter of this. */
static u64 tick(u64 span)
{
	static const u64 of[] = { 1, 2, 5 };
	u64 unit = 1;

	for (;; unit *= 10)
		for (int i = 0; i < 3; i++)
			if (of[i] * unit >= span / 4 || unit > span / 4)
				return of[i] * unit;
}

/* A little more than what there is, so that it seldom changes. */
static void round_scale(struct plot *t)
{
	enum { FAR = 60 };
	s64 most = (s64)1 << FAR, step;

	if (t->low < -most || t->high > most)
		return;
	if (t->low > 0 && t->low <= t->high / 2)
		t->low = 0;
	if (t->high < 0 && t->high >= t->low / 2)
		t->high = 0;
	if (t->low == t->high)
		t->high++;
	step = (s64)tick((u64)(t->high - t->low));
	t->low -= (t->low % step + step) % step;
	t->high += (step - (t->high % step + step) % step) % step;
}

/* Of all that is told, so that strips of variants can be compared. */
static bool set_scale(struct plot *t)
{
	const struct moment *m = t->p->m;
	bool any = false;

	for (unsigned v = 0; v < m->n_variants; v++) {
		const struct samples *s = t->k->of[v];

		for (unsigned i = 0; told(m, v) && i < samples_parts(s); i++) {
			const struct range *r = &s->range[t->series][i];

			if (!r->known)
				continue;
			t->low = any && t->low < r->low ? t->low : r->low;
			t->high = any && t->high > r->high ? t->high
							   : r->high;
			any = true;
		}
	}
	if (any)
		round_scale(t);
	return any;
}

/* 1 (at the lower end) to 8 for each row. */
static int level(const struct plot *t, s64 value)
{
	u64 span = (u64)t->high - (u64)t->low, at = (u64)value - (u64)t->low;

	for (; span >> 48; span >>= 1)
		at >>= 1;
	return 1 + (int)(at * (u64)(EIGHTHS * t->rows - 1) /
			(span ? span : 1));
}

static struct word label(const struct plot *t, s64 value)
{
	struct buf b = { 0 };
	struct word w;

	expr_format(expr_kind(t->k->series[t->series]), value, true, &b);
	w = word_of("%.24s", buf_text(&b));
	buf_done(&b);
	return w;
}

/* ---- one variant's values ------------------------------------------------ */

static void merge(struct range *to, const struct range *r)
{
	if (!r->known)
		return;
	if (!to->known) {
		*to = *r;
		return;
	}
	to->low = r->low < to->low ? r->low : to->low;
	to->high = r->high > to->high ? r->high : to->high;
	to->last = r->last;
}

static void fill_columns(const struct plot *t, unsigned v, struct range *to)
{
	const struct samples *s = t->k->of[v];
	unsigned n = samples_parts(s);

	memset(to, 0, (size_t)t->columns * sizeof(*to));
	for (unsigned i = 0; i < n; i++) {
		bool last = i + 1 == n;
		u64 next = last ? s->states - 1 : (i + 1) * s->width;
		int from = chart_column(t->k, chart_position(t->k, v,
			i * s->width), t->columns);
		int end = chart_column(t->k, last && !t->k->by_steps
			? s->end_ns : chart_position(t->k, v, next),
			t->columns) - !last;

		do
			merge(&to[from], &s->range[t->series][i]);
		while (++from <= end);
	}
}

/* Eighths of a cell from its lower end; the least takes one byte. */
static const char *bar(const struct plot *t, int eighths)
{
	static const char *const block[] = { " ", "_", "▂", "▃", "▄", "▅",
		"▆", "▇", "█" };

	if (!t->p->c->ascii)
		return block[eighths < EIGHTHS ? eighths : EIGHTHS];
	return eighths >= EIGHTHS ? "#" : eighths >= EIGHTHS / 2 ? "=" : "_";
}

static void draw_bar(struct plot *t, int column, const struct range *r,
	enum style style)
{
	int low = level(t, r->low), high = level(t, r->high);
	int top = t->p->row;

	for (int row = t->rows - 1; row >= 0; row--) {
		int below = (t->rows - 1 - row) * EIGHTHS;
		const char *text = low > below ? bar(t, low - below) : "┊";

		if (high <= below)
			break;
		t->p->row = top + row;
		pen_put(t->p, t->gutter + 1 + column, style, text);
	}
	t->p->row = top;
}

/* Its number where its value is, highest and lowest if they differ. */
static void draw_number(struct plot *t, int column, const struct range *r,
	unsigned variant)
{
	int top = t->p->row;
	s64 ends[] = { r->low, r->high };

	for (int i = 0; i < 2; i++) {
		t->p->row = top + t->rows - 1 -
			(level(t, ends[i]) - 1) / EIGHTHS;
		pen_put(t->p, t->gutter + 1 + column, style_of(variant),
			sign_of(t->p->m, variant).s);
	}
	t->p->row = top;
}

static bool alike(const struct range *a, const struct range *b)
{
	return b->known && a->low == b->low && a->high == b->high;
}

/* The others only where they differ from the one shown. */
static void draw_variants(struct plot *t)
{
	const struct moment *m = t->p->m;
	struct range shown[COLUMNS_MOST], at[COLUMNS_MOST];
	int now = chart_column(t->k, t->k->by_steps
		? m->variant[m->shown].step : m->variant[m->shown].time_ns,
		t->columns);

	fill_columns(t, m->shown, shown);
	for (int i = 0; i < t->columns; i++)
		if (shown[i].known)
			draw_bar(t, i, &shown[i], i == now ? STYLE_POINT
				: style_of(m->shown));
	for (unsigned v = 0; v < m->n_variants; v++) {
		if (v == m->shown || !told(m, v))
			continue;
		fill_columns(t, v, at);
		for (int i = 0; i < t->columns; i++)
			if (at[i].known && !alike(&at[i], &shown[i]))
				draw_number(t, i, &at[i], v);
	}
}

/* ---- a strip ------------------------------------------------------------- */

static bool value_in(const struct plot *t, const struct machine *machine,
	s64 *value)
{
	struct scope scope = { .n_variants = 1, .machine = &machine };

	return machine && expr_eval(t->k->series[t->series], &scope, value,
		NULL);
}

/* "█ 131,072*"; returns the column after it. With `draw` false only that. */
static int put_value(struct plot *t, int column, unsigned v, bool draw)
{
	const struct moment_variant *of = &t->p->m->variant[v];
	s64 now = 0, before = 0;
	bool is = value_in(t, of->now, &now);
	bool changed = is && value_in(t, of->before, &before) && now != before;
	struct word sign = told_count(t->p->m) > 1
		? word_of("%s ", sign_of(t->p->m, v).s) : (struct word){""};
	struct word text = word_of("%s%s", is ? label(t, now).s : "?",
		changed ? "*" : "");
	int middle = column + pen_width(t->p, sign.s);

	if (draw) {
		pen_put(t->p, column, style_of(v), sign.s);
		pen_put(t->p, middle, changed ? STYLE_CHANGED : STYLE_VALUE,
			text.s);
	}
	return middle + pen_width(t->p, text.s) + 1;
}

static int put_values(struct plot *t, int column, bool draw)
{
	const struct moment *m = t->p->m;

	column = put_value(t, column, m->shown, draw);
	for (unsigned v = 0; v < m->n_variants; v++)
		if (v != m->shown && told(m, v))
			column = put_value(t, column, v, draw);
	return column;
}

/* The name, its end where there is no room for all of it, and what it is now in
 * each variant. */
static void strip_head(struct plot *t)
{
	const char *text = expr_text(t->k->series[t->series]);
	int room = t->p->columns - put_values(t, 0, false), column = 0;
	struct name_use use;
	char name[96];

	if (expr_is_name(t->k->series[t->series], &use)) {
		name_write(use.id, use.index, name);
		pen_item(t->p, 0, name);
	} else {
		pen_item(t->p, 0, NULL);
	}
	if (room < 8)
		room = 8;
	if (pen_width(t->p, text) > room) {
		column = pen_put(t->p, 0, STYLE_HEAD, "…");
		while (*text && pen_width(t->p, text) > room - column)
			text++;
	}
	column = pen_put(t->p, column, STYLE_HEAD, text) + 1;
	put_values(t, column, true);
	pen_next(t->p);
}

static void strip_scale(struct plot *t)
{
	int top = t->p->row, zero = -1;

	if (t->low < 0 && t->high > 0)
		zero = t->rows - 1 - (level(t, 0) - 1) / EIGHTHS;
	for (int row = 0; row < t->rows; row++) {
		bool marked = !row || row == t->rows - 1 || row == zero;

		t->p->row = top + row;
		pen_put(t->p, t->gutter, STYLE_LIMIT, marked ? "┤" : "│");
		if (marked)
			pen_right(t->p, t->gutter, STYLE_LIMIT, label(t,
				!row ? t->high : row == t->rows - 1 ? t->low
				: 0).s);
	}
	t->p->row = top;
}

static void strip(struct plot *t)
{
	strip_head(t);
	if (set_scale(t)) {
		strip_scale(t);
		draw_variants(t);
	}
	for (int row = 0; row < t->rows; row++)
		pen_next(t->p);
}

/* ---- above the strips ---------------------------------------------------- */

static struct word extent_word(const struct chart *k, bool full)
{
	struct word end = k->by_steps ? word_number((s64)k->extent)
				      : word_time(k->extent);

	return word_of("%s0 to %s%s", full && !k->by_steps ? "model time "
		: "", end.s, k->by_steps ? " steps" : "");
}

static int legend_width(const struct plot *t, bool names)
{
	const struct moment *m = t->p->m;
	int width = 0;

	for (unsigned v = 0; told_count(m) > 1 && v < m->n_variants; v++)
		if (told(m, v))
			width += 4 + pen_width(t->p, names
				? m->variant[v].is->name
				: initials(m->variant[v].is->name).s);
	return width;
}

/* Which sign is whose, by names or by initials; how far the axis goes. */
static void head(struct plot *t)
{
	const struct moment *m = t->p->m;
	struct word brief = extent_word(t->k, false);
	struct word full = extent_word(t->k, true);
	int room = t->p->columns - pen_width(t->p, brief.s);
	bool names = legend_width(t, true) <= room;
	int column = 0;

	for (unsigned v = 0; told_count(m) > 1 && v < m->n_variants; v++)
		if (told(m, v))
			column = pen_put(t->p, column, style_of(v), word_of(
				"%s %s", sign_of(m, v).s, names
				? m->variant[v].is->name : initials(
				m->variant[v].is->name).s).s) + 2;
	if (column + pen_width(t->p, full.s) <= t->p->columns)
		pen_right(t->p, t->p->columns, STYLE_DIM, full.s);
	else if (column - 1 <= room)
		pen_right(t->p, t->p->columns, STYLE_DIM, brief.s);
	pen_next(t->p);
}

static void put_mark(struct plot *t, u64 step, char kind, enum style style)
{
	int column;

	if (t->k->by_steps || step <= t->k->seen[t->p->m->shown]) {
		column = chart_column(t->k, chart_position(t->k,
			t->p->m->shown, step), t->columns);
		pen_put(t->p, t->gutter + 1 + column, style,
			mark_sign(kind, t->p->c->ascii));
	}
}

/* The axis with decisions, cues, questions, marks, edits, and where we are. */
static void axis(struct plot *t)
{
	static const char order[] = "cmeq";
	const struct moment *m = t->p->m;
	const struct moment_variant *v = &m->variant[m->shown];
	const struct samples *s = t->k->of[m->shown];

	pen_put(t->p, t->gutter, STYLE_TIMELINE, "├");
	pen_fill(t->p, t->gutter + 1, t->columns, STYLE_TIMELINE, 0x2500);
	for (unsigned i = 0; i < s->n_decisions; i++)
		if (s->decision[i].cpu == m->follow)
			put_mark(t, s->decision[i].step, 'd', STYLE_TIMELINE);
	for (const char *kind = order; *kind; kind++)
		for (unsigned i = 0; i < m->n_marks; i++)
			if (m->marks[i].sign == *kind)
				put_mark(t, m->marks[i].step, *kind,
					m->marks[i].passed ? STYLE_DIM
							   : STYLE_TIMELINE);
	pen_put(t->p, t->gutter + 1 + chart_column(t->k, t->k->by_steps
		? v->step : v->time_ns, t->columns), STYLE_POINT,
		t->p->c->ascii ? "O" : "●");
	pen_next(t->p);
}

/* As wide as the widest label, so that all strips share the axis. */
static struct plot plot_of(struct pen *p)
{
	struct plot t = { .p = p, .k = p->m->chart, .gutter = GUTTER_LEAST };
	int n = (int)t.k->n, room = p->rows - HEAD_ROWS;

	for (; t.series < t.k->n; t.series++) {
		int low, high;

		if (!set_scale(&t))
			continue;
		low = pen_width(p, label(&t, t.low).s);
		high = pen_width(p, label(&t, t.high).s);
		t.gutter = low > t.gutter ? low : t.gutter;
		t.gutter = high > t.gutter ? high : t.gutter;
	}
	t.columns = p->columns - t.gutter - 1;
	if (t.columns > COLUMNS_MOST)
		t.columns = COLUMNS_MOST;
	t.rows = n ? room / n - 1 : 0;
	if (t.rows < STRIP_LEAST)
		t.rows = STRIP_LEAST;
	return t;
}

void chart_view(struct pen *p)
{
	const struct chart *k = p->m->chart;
	struct plot t;

	if (!k || !k->n || !k->of[p->m->shown]) {
		pen_wrap(p, 0, STYLE_DIM, "nothing to chart; chart NAME draws one");
		return;
	}
	if (moment_masked(p->m)) {
		for (unsigned i = 0; i < k->n; i++) {
			int end = pen_put(p, 0, STYLE_HEAD,
				expr_text(k->series[i]));

			pen_put(p, end + 1, STYLE_HIDDEN, "·····");
			pen_next(p);
		}
		return;
	}
	t = plot_of(p);
	if (t.columns < 2)
		return;
	head(&t);
	axis(&t);
	for (t.series = 0; t.series < k->n; t.series++)
		strip(&t);
}

/* ---- for keys and clicks ------------------------------------------------- */

static struct plot plot_in(struct canvas *c, const struct moment *m,
	struct pen *p, int columns)
{
	*p = (struct pen){ .c = c, .m = m, .v = &m->variant[m->shown],
		.columns = columns };
	return plot_of(p);
}

int chart_columns(struct canvas *c, const struct moment *m, int columns)
{
	struct pen p;
	int n;

	if (!m->chart || !m->chart->n || moment_masked(m))
		return 0;
	n = plot_in(c, m, &p, columns).columns;
	return n > 1 ? n : 0;
}

s64 chart_step_at(struct canvas *c, const struct moment *m, int columns,
	int column)
{
	struct pen p;
	struct plot t;

	if (!chart_columns(c, m, columns))
		return -1;
	t = plot_in(c, m, &p, columns);
	column -= t.gutter + 1;
	if (column < 0 || column >= t.columns)
		return -1;
	return (s64)chart_step(t.k, m->shown, column, t.columns);
}
