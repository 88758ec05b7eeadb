/* SPDX-License-Identifier: GPL-3.0-or-later
 * The scoreboard: one row for all variants, always there. It says as much as
 * fits, from the fullest wording to the shortest; a number is never cut.
 */
#include "base/buf.h"
#include "model/names.h"
#include "view/views.h"

#include <string.h>

struct wording {
	bool whole_names;	/* else initials */
	bool words;		/* what the numbers are */
	bool brief;		/* shorter words for them */
	bool time;		/* model time too */
	bool all;		/* all variants, else the shown one */
};

static const char masked[] = "·····";

/* "batch_sync_policy" as "bsp". */
struct word initials(const char *name)
{
	struct word w = {""};
	size_t n = 0;

	for (const char *s = name; *s && n < sizeof(w.s) - 1; s++)
		if (s == name || s[-1] == '_' || s[-1] == '-')
			w.s[n++] = *s;
	w.s[n] = '\0';
	return n > 1 ? w : word_of("%s", name);
}

static s64 value(const struct moment_variant *v, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	return name_get(v->now, (unsigned)id, index);
}

static void put(struct buf *b, const struct moment *m,
	const struct moment_variant *v, const char *name)
{
	if (moment_masked(m)) {
		buf_puts(b, masked);
		return;
	}
	buf_puts(b, word_number(value(v, name)).s);
	if (moment_changed(v, name))
		buf_putc(b, '*');
}

static void put_locks(struct buf *b, const struct moment *m,
	const struct moment_variant *v, bool words)
{
	put(b, m, v, "vm_committed_as.lock.taken");
	buf_puts(b, words ? " of " : "/");
	put(b, m, v, "vm_committed_as.updates");
}

static void put_policy(struct buf *b, const struct moment *m,
	const struct moment_variant *v, bool words)
{
	if (words) {
		put(b, m, v, "overcommit.admitted");
		buf_putc(b, '/');
		put(b, m, v, "overcommit.denied");
		buf_putc(b, '/');
	}
	put(b, m, v, "overcommit.over_limit");
}

/* One part of the row for each variant that is to be named. */
static void put_variants(struct buf *b, const struct moment *m,
	struct wording w)
{
	bool policy = m->scene->workload == WORKLOAD_POLICY_SWITCH;
	const char *gap = "";

	for (unsigned i = 0; i < m->n_variants; i++) {
		const struct moment_variant *v = &m->variant[i];

		if (!v->now || (!w.all && i != m->shown))
			continue;
		buf_printf(b, "%s%s ", gap, w.whole_names ? v->is->name
			: initials(v->is->name).s);
		(policy ? put_policy : put_locks)(b, m, v, w.words);
		gap = " · ";
	}
}

static void put_times(struct buf *b, const struct moment *m, struct wording w)
{
	const char *gap = "";

	for (unsigned i = 0; i < m->n_variants; i++) {
		const struct moment_variant *v = &m->variant[i];

		if (!v->now || (!w.all && i != m->shown))
			continue;
		buf_printf(b, "%s%s", gap, moment_masked(m) ? masked
			: word_time(v->time_ns).s);
		gap = " · ";
	}
}

static void left_text(struct buf *b, const struct moment *m, struct wording w)
{
	bool policy = m->scene->workload == WORKLOAD_POLICY_SWITCH;

	if (policy)
		buf_puts(b, w.brief ? "yes/no/over: "
			: w.words ? "admitted/denied/over limit: "
			: "over limit: ");
	else
		buf_puts(b, "locks: ");
	put_variants(b, m, w);
	if (!policy && w.words && !w.brief)
		buf_puts(b, " updates");
}

/* True if the row was drawn, false if it does not fit; the shortest wording is
 * drawn anyway. */
static bool draw(struct canvas *c, const struct moment *m, struct wording w,
	bool anyway)
{
	struct buf left = {0}, right = {0};
	int columns;
	bool fits;

	left_text(&left, m, w);
	if (w.time) {
		buf_puts(&right, "model time ");
		put_times(&right, m, w);
	}
	columns = 2 + canvas_width(c, buf_text(&left)) +
		  (w.time ? 3 + canvas_width(c, buf_text(&right)) : 0);
	fits = columns <= c->box.columns || anyway;
	if (fits) {
		canvas_fill(c, 0, 0, c->box.columns, STYLE_STATUS, ' ');
		canvas_put(c, 0, 1, STYLE_STATUS, buf_text(&left));
		canvas_put_right(c, 0, c->box.columns - 1, STYLE_STATUS,
			buf_text(&right));
	}
	buf_done(&left);
	buf_done(&right);
	return fits;
}

void score_row(struct canvas *c, const struct moment *m)
{
	/* To add one: by how much it says, most first. */
	static const struct wording wordings[] = {
		{true, true, false, true, true},
		{false, true, false, true, true},
		{false, true, false, false, true},
		{false, true, true, false, true},
		{false, false, false, true, true},
		{false, false, false, false, true},
		{true, true, false, true, false},
		{true, true, true, false, false},
		{false, false, false, false, false},
	};
	const unsigned n = sizeof(wordings) / sizeof(*wordings);
	unsigned i = 0;

	while (!draw(c, m, wordings[i], i + 1 == n))
		i++;
}
