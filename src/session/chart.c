/* SPDX-License-Identifier: GPL-3.0-or-later
 * The strip chart: which values, how far, and where a step lies on it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "session/chart.h"
#include "session/inner.h"

/* ---- which values -------------------------------------------------------- */

/* By workload, where nobody has said what to watch. To add one: a row here. */
static const char *const usual[WORKLOAD_N][2] = {
	[WORKLOAD_NONE] = { "vm_committed_as.count" },
	[WORKLOAD_MMAP1] = { "vm_committed_as.count", "vm_committed_as.drift" },
	[WORKLOAD_POLICY_SWITCH] = { "vm_committed_as.count",
		"overcommit.allowed" },
	[WORKLOAD_LAZY_FREE] = { "zone[0].free", "vmstat.pswpout" },
	[WORKLOAD_SLUB] = { "zone[0].free", "vmstat.compact_stall" },
	[WORKLOAD_RECLAIM] = { "vmscan.freed", "vmscan.tree_lock.taken" },
	[WORKLOAD_RMAP] = { "rmap.ptes_changed", "rmap.tree_queries" },
	[WORKLOAD_ALLOCATION] = { "zone[0].free", "request.state" },
};

struct wanted {
	char text[SERIES_MAX][CHART_TEXT];
	unsigned n;
};

/* A value of each variant alone, that is there all the time. */
static bool chartable(const char *text, const struct scope *scope,
	struct err *e)
{
	struct expr *x = expr_compile(text, scope, e);
	bool prefix = x && expr_has_prefix(x), constant;
	bool good = x && expr_sense(x, scope, &constant, e);

	expr_free(x);
	if (!good)
		return false;
	if (prefix)
		return err_set(e, ERR_USAGE, "a chart has all variants; name the value alone");
	if (strstr(text, "local."))
		return err_set(e, ERR_USAGE, "a local comes and goes with its procedure; chart a published name");
	if (strlen(text) >= CHART_TEXT)
		return err_set(e, ERR_RANGE, "that is too long for a chart");
	return true;
}

static void want(struct wanted *w, const struct scope *scope, const char *text)
{
	struct err e;

	for (unsigned i = 0; i < w->n; i++)
		if (!strcmp(w->text[i], text))
			return;
	if (w->n < SERIES_MAX && chartable(text, scope, &e))
		snprintf(w->text[w->n++], CHART_TEXT, "%s", text);
}

static void gather(struct session *s, struct wanted *w)
{
	struct scope scope = session_scope(s);
	struct chart *c = s->chart;

	w->n = 0;
	for (unsigned i = 0; i < c->n_own; i++)
		want(w, &scope, c->own[i]);
	for (unsigned i = 0; !c->n_own && i < s->n_displays; i++)
		want(w, &scope, expr_text(s->displays[i].expr));
	for (unsigned i = 0; !c->n_own && i < s->n_stops; i++)
		if (s->stops[i].stop.kind == STOP_CHANGE)
			want(w, &scope, s->stops[i].expr
				? expr_text(s->stops[i].expr)
				: s->stops[i].text);
	c->watched = w->n > 0;
	for (unsigned i = 0; !c->watched && i < 2; i++)
		if (usual[s->scene->workload][i])
			want(w, &scope, usual[s->scene->workload][i]);
}

static bool same(const struct chart *c, const struct wanted *w)
{
	if (c->n != w->n)
		return false;
	for (unsigned i = 0; i < w->n; i++)
		if (strcmp(expr_text(c->series[i]), w->text[i]))
			return false;
	return true;
}

static void forget_samples(struct chart *c)
{
	for (unsigned i = 0; i < VARIANTS_MAX; i++) {
		if (c->of[i])
			samples_done(c->of[i]);
		free(c->of[i]);
		c->of[i] = NULL;
	}
}

static void forget_series(struct chart *c)
{
	while (c->n)
		expr_free(c->series[--c->n]);
	forget_samples(c);
}

struct chart *chart_new(void)
{
	return mem_alloc(sizeof(struct chart));
}

void chart_free(struct chart *c)
{
	if (c)
		forget_series(c);
	free(c);
}

void chart_reset(struct chart *c)
{
	forget_series(c);
	c->acts++;
	memset(c->seen, 0, sizeof(c->seen));
}

void chart_cut(struct chart *c, unsigned variant, u64 step)
{
	if (c->of[variant])
		samples_cut(c->of[variant], step);
	if (c->seen[variant] > step)
		c->seen[variant] = step;
}

/* ---- how far ------------------------------------------------------------- */

/* The next of 10, 20, 50, 100 …: an axis that grows does so seldom. */
static u64 rounded_up(u64 n)
{
	static const u64 of[] = { 10, 20, 50 };
	u64 unit = 1;

	if (n <= 10)
		return 10;
	for (;; unit *= 10)
		for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++)
			if (n <= of[i] * unit || unit > UINT64_MAX / 1000)
				return of[i] * unit;
}

static void set_extent(struct session *s)
{
	struct chart *c = s->chart;
	bool known = true;
	u64 most = 1;

	for (unsigned i = 0; i < s->n_variants; i++) {
		const struct variant *v = &s->variant[i];
		u64 end;

		if (!v->run)
			continue;
		end = c->by_steps ? v->last_step : machine_time_ns(v->run->m);
		if (c->by_steps && run_step(v->run) > end)
			end = run_step(v->run);
		if (!c->by_steps && c->of[i] && c->of[i]->end_ns > end)
			end = c->of[i]->end_ns;
		known = known && v->last_known && (c->by_steps ||
			(c->of[i] && c->of[i]->states > v->last_step));
		most = end > most ? end : most;
	}
	c->extent = known ? most : rounded_up(most);
}

void chart_seen(struct session *s)
{
	struct chart *c = s->chart;

	for (unsigned i = 0; !question_hides(s) && i < s->n_variants; i++) {
		const struct run *r = s->variant[i].run;

		if (r && run_step(r) > c->seen[i])
			c->seen[i] = run_step(r);
	}
}

void chart_sync(struct session *s)
{
	struct scope scope = session_scope(s);
	struct chart *c = s->chart;
	struct wanted w;
	struct err e;

	gather(s, &w);
	if (!same(c, &w)) {
		forget_series(c);
		for (; c->n < w.n; c->n++)
			c->series[c->n] = expr_compile(w.text[c->n], &scope,
				&e);
	}
	for (unsigned i = 0; i < s->n_variants; i++) {
		if (!s->variant[i].run || c->of[i])
			continue;
		c->of[i] = mem_alloc(sizeof(*c->of[i]));
		samples_init(c->of[i], c->n);
	}
	chart_seen(s);
	set_extent(s);
}

/* False: it is being made. */
static bool has_run(struct session *s, unsigned variant)
{
	struct chart *c = s->chart;
	const struct run *r = s->variant[variant].run;
	struct run *fresh;

	if (!c->maker.make || !samples_lack_run(c->of[variant],
		c->seen[variant]))
		return true;
	fresh = c->maker.make(c->maker.user, &r->setup,
		c->acts * VARIANTS_MAX + variant);
	if (fresh)
		samples_give_run(c->of[variant], fresh, r);
	return fresh;
}

bool chart_slice(struct session *s, u64 lines)
{
	struct chart *c = s->chart;

	chart_sync(s);
	for (unsigned i = 0; c->n && i < s->n_variants; i++)
		if (c->of[i] && (!has_run(s, i) || !samples_slice(c->of[i],
			s->variant[i].run,
			(const struct expr *const *)c->series, c->seen[i],
			lines)))
			return false;
	set_extent(s);
	return true;
}

/* ---- commands ------------------------------------------------------------ */

/* One expression, or names with blanks between them. */
static bool read_series(struct session *s, const char *text,
	struct wanted *w, struct err *e)
{
	struct scope scope = session_scope(s);
	struct err whole;

	w->n = 0;
	if (chartable(text, &scope, &whole)) {
		want(w, &scope, text);
		return true;
	}
	while (*text) {
		size_t n = strcspn(text, " \t");
		char word[CHART_TEXT];

		if (w->n == SERIES_MAX)
			return err_set(e, ERR_RANGE, "a chart has room for %d values",
				SERIES_MAX);
		snprintf(word, sizeof(word), "%.*s", (int)(n < 90 ? n : 90),
			text);
		if (!chartable(word, &scope, e))
			return false;
		want(w, &scope, word);
		text += n + strspn(text + n, " \t");
	}
	return true;
}

static void set_axis(struct session *s, bool by_steps)
{
	s->chart->by_steps = by_steps;
	s->chart->wish = CHART_OPEN;
	s->ui.wants_chart = true;
	say_status(s, by_steps ? "the chart runs over steps"
			       : "the chart runs over model time");
}

static void toggle(struct session *s)
{
	struct chart *c = s->chart;
	bool seen = c->wish == CHART_OPEN || c->columns;

	c->wish = seen ? CHART_CLOSED : CHART_OPEN;
	s->ui.wants_chart = !seen;
	s->ui.overlay = OVERLAY_NONE;	/* it is to be seen */
	if (seen)
		say_status(s, "the chart is closed; t opens it");
}

bool handle_chart(struct session *s, const struct command *c, struct err *e)
{
	struct chart *chart = s->chart;
	struct wanted w;

	if (!c->given) {
		toggle(s);
		return true;
	}
	if (!strcmp(c->text, "steps") || !strcmp(c->text, "time")) {
		set_axis(s, c->text[0] == 's');
		return true;
	}
	if (!strcmp(c->text, "off")) {
		chart->wish = CHART_CLOSED;
		chart->n_own = 0;
		return true;
	}
	if (!read_series(s, c->text, &w, e))
		return false;
	for (unsigned i = 0; i < w.n; i++)
		memcpy(chart->own[i], w.text[i], CHART_TEXT);
	chart->n_own = w.n;
	chart->wish = CHART_OPEN;
	s->ui.wants_chart = true;
	return true;
}

static void roll(struct session *s)
{
	struct chart *c = s->chart;
	int columns = (int)(c->columns ? c->columns : CHART_COLUMNS);
	u64 now = run_step(shown_run(s)), to;
	s64 by = c->rolling, column;

	column = chart_column(c, chart_position(c, s->shown, now), columns) +
		(by < -columns ? -columns : by > columns ? columns : by);
	column = column < 0 ? 0 : column < columns ? column : columns - 1;
	to = chart_step(c, s->shown, (int)column, columns);
	if (by > 0 && to <= now)
		to = now + 1;
	else if (by < 0 && to >= now)
		to = now - 1;
	begin_to(s, to);
}

/* Where a column lies in model time is known from the samples. */
bool chart_roll(struct session *s, s64 by, struct err *e)
{
	struct chart *c = s->chart;
	u64 now = run_step(shown_run(s));

	if (question_hides(s))
		return err_set(e, ERR_USAGE, "answer the question first");
	chart_sync(s);
	if (by > 0 && now >= c->seen[s->shown])
		return err_set(e, ERR_USAGE, "the chart ends here; go on to see more");
	if (by < 0 && !now)
		return err_set(e, ERR_USAGE, "this is the start");
	c->rolling = by;
	s->pending = PENDING_ROLL;
	return true;
}

void slice_roll(struct session *s, u64 lines)
{
	if (!s->chart->by_steps && !chart_slice(s, lines))
		return;
	s->pending = PENDING_NONE;
	roll(s);
}

void chart_as_command(const struct session *s, struct buf *out)
{
	const struct chart *c = s->chart;

	for (unsigned i = 0; c->wish != CHART_CLOSED && i < c->n_own; i++)
		buf_printf(out, "%s %s%s", i ? "" : "chart", c->own[i],
			i + 1 == c->n_own ? "\n" : "");
}

/* ---- the axis ------------------------------------------------------------ */

u64 chart_position(const struct chart *c, unsigned variant, u64 step)
{
	const struct samples *p = c->of[variant];

	if (c->by_steps)
		return step;
	if (!p || !p->states)
		return 0;
	return step < p->states ? p->time_ns[step / p->width] : p->end_ns;
}

int chart_column(const struct chart *c, u64 position, int columns)
{
	u64 extent = c->extent ? c->extent : 1;

	position = position < extent ? position : extent;
	for (; extent >> 52; extent >>= 1)	/* the product below must fit */
		position >>= 1;
	return (int)(position * (u64)(columns - 1) / extent);
}

u64 chart_step(const struct chart *c, unsigned variant, int column,
	int columns)
{
	const struct samples *p = c->of[variant];
	u64 n = (u64)(columns > 1 ? columns - 1 : 1), at = (u64)column;
	u64 position = c->extent / n * at + (c->extent % n * at + n - 1) / n;
	u64 step = position;

	if (!c->by_steps) {
		unsigned i = p ? samples_parts(p) : 0;

		while (i > 1 && p->time_ns[i - 1] > position)
			i--;
		step = i ? (i - 1) * p->width : 0;
	}
	return step < c->seen[variant] ? step : c->seen[variant];
}

/* ---- as numbers ---------------------------------------------------------- */

enum { PARTS = 8 };

static void widen(struct range *all, const struct range *r)
{
	if (!r->known)
		return;
	if (!all->known || r->low < all->low)
		all->low = r->low;
	if (!all->known || r->high > all->high)
		all->high = r->high;
	all->known = true;
}

static void put_range(enum kind kind, const struct range *r, struct buf *out)
{
	if (!r->known) {
		buf_puts(out, "-");
		return;
	}
	expr_format(kind, r->low, false, out);
	if (r->high == r->low)
		return;
	buf_puts(out, "..");
	expr_format(kind, r->high, false, out);
}

/* "0 0 8..16 16": the values in PARTS equal parts of the axis. Where nothing
 * happened the last value still holds; "-": one has not been there. */
static void put_parts(const struct chart *c, unsigned series, unsigned variant,
	struct buf *out)
{
	const struct samples *p = c->of[variant];
	enum kind kind = expr_kind(c->series[series]);
	unsigned i = 0, n = samples_parts(p);
	u64 end = c->by_steps ? p->states - 1 : p->end_ns;

	for (int part = 0; part < PARTS; part++) {
		struct range all = { 0 };

		for (; i < n; i++) {
			u64 at = chart_position(c, variant, i * p->width);

			if (chart_column(c, at, PARTS + 1) > part &&
				part + 1 < PARTS)
				break;
			widen(&all, &p->range[series][i]);
		}
		if (!all.known && i && chart_column(c, end, PARTS + 1) >= part &&
			p->range[series][i - 1].known) {
			all = p->range[series][i - 1];
			all.low = all.high = all.last;
		}
		buf_puts(out, part ? " " : "");
		put_range(kind, &all, out);
	}
}

void chart_rows(struct session *s)
{
	struct chart *c = s->chart;

	if (question_hides(s)) {
		rows_add(&s->rows, ROW_NOTE, NULL, "answer the question first");
		return;
	}
	rows_printf(&s->rows, ROW_NOTE, NULL, "%s 0 to %llu in %d parts, low..high",
		c->by_steps ? "steps" : "model time, ns",
		(unsigned long long)c->extent, PARTS);
	for (unsigned i = 0; i < c->n; i++) {
		for (unsigned v = 0; v < s->n_variants; v++) {
			struct buf b = { 0 };

			if (!c->of[v])
				continue;
			put_parts(c, i, v, &b);
			rows_printf(&s->rows, ROW_TABLE, s->n_variants > 1
				? s->scene->variant[v].name : "",
				"%s: %s", expr_text(c->series[i]), buf_text(&b));
			buf_done(&b);
		}
	}
}
