/* SPDX-License-Identifier: GPL-3.0-or-later
 * The scoreboard: one row for all variants, always there. It says as much as
 * fits, from the fullest wording to the shortest; a number is never cut.
 */
#include "base/buf.h"
#include "base/text.h"
#include "model/names.h"
#include "view/views.h"

#include <string.h>

enum names { NO_NAMES, INITIALS, NAMES };

struct wording {
	enum names names;
	bool all;	/* all variants, else the shown one */
	bool words;	/* "2 of 5", else "2/5" */
	bool ends;	/* what was counted stands at the end */
	bool apart;	/* model times at the right, else behind the numbers */
	bool brief;	/* those in the order of the numbers, without names */
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

static void put_name(struct buf *b, const struct moment_variant *v,
	struct wording w)
{
	if (w.names)
		buf_printf(b, "%s ", w.names == NAMES ? v->is->name
			: initials(v->is->name).s);
}

static void put_time(struct buf *b, const struct moment *m,
	const struct moment_variant *v)
{
	buf_puts(b, moment_masked(m) ? masked : word_time(v->time_ns).s);
}

/* Updates that had to fold; a reader's lock is none of them. */
static void put_locks(struct buf *b, const struct moment *m,
	const struct moment_variant *v, struct wording w)
{
	put_name(b, v, w);
	if (moment_masked(m)) {		/* once stands for all of it */
		buf_puts(b, masked);
		return;
	}
	put(b, m, v, "vm_committed_as.folds");
	buf_puts(b, w.words ? " of " : "/");
	put(b, m, v, "vm_committed_as.updates");
	if (w.apart)
		return;
	buf_puts(b, ", ");
	put_time(b, m, v);
}

static void put_policy(struct buf *b, const struct moment *m,
	const struct moment_variant *v, struct wording w)
{
	put_name(b, v, w);
	if (w.words) {
		buf_puts(b, "admitted ");
		put(b, m, v, "overcommit.admitted");
		buf_puts(b, " · denied ");
		put(b, m, v, "overcommit.denied");
		buf_puts(b, " · ");
	}
	buf_puts(b, "over limit ");
	put(b, m, v, "overcommit.over_limit");
	if (w.ends)
		buf_printf(b, " page%s",
			text_plural(v->now->overcommit.over_limit));
}

/* With little room one number stands for all. */
static void put_memory(struct buf *b, const struct moment *m,
	const struct moment_variant *v, struct wording w)
{
	put_name(b, v, w);
	if (w.ends) {
		buf_puts(b, "faults ");
		put(b, m, v, "vmstat.pgfault");
		buf_puts(b, w.words ? " · swap in " : " · in ");
		put(b, m, v, "vmstat.pswpin");
		buf_puts(b, " · ");
	}
	if (w.ends || !w.all)
		buf_puts(b, w.ends ? "out " : "swap out ");
	put(b, m, v, "vmstat.pswpout");
	if (!w.ends)
		return;
	buf_puts(b, w.words ? " · lazily freed " : " · lazy ");
	put(b, m, v, "vmstat.pglazyfreed");
}

static void put_slub(struct buf *b, const struct moment *m,
	const struct moment_variant *v, struct wording w)
{
	put_name(b, v, w);
	if (w.ends || !w.all)
		buf_puts(b, "stalls ");
	put(b, m, v, "vmstat.compact_stall");
	if (!w.ends)
		return;
	buf_puts(b, w.words ? " · pages moved " : " · moved ");
	put(b, m, v, "vmstat.pgmigrate_success");
	buf_puts(b, w.words ? " · fallbacks " : " · fell back ");
	put(b, m, v, "slub.order_fallback");
}

static bool is_slub(const struct moment *m)
{
	return m->scene->workload == WORKLOAD_SLUB;
}

/* What splitting took; with little room one number stands for all. */
static void put_rmap(struct buf *b, const struct moment *m,
	const struct moment_variant *v, struct wording w)
{
	put_name(b, v, w);
	if (w.ends) {
		buf_puts(b, "queries ");
		put(b, m, v, "rmap.tree_queries");
		buf_puts(b, " · descents ");
	}
	put(b, m, v, "rmap.descents");
	if (!w.ends)
		return;
	buf_puts(b, " · slots ");
	put(b, m, v, "rmap.slots");
}

static bool is_rmap(const struct moment *m)
{
	return m->scene->workload == WORKLOAD_RMAP;
}

static bool is_memory(const struct moment *m)
{
	return m->scene->workload == WORKLOAD_LAZY_FREE;
}

/* "locks 8, freed 8". */
static void put_batch(struct buf *b, const struct moment *m,
	const struct moment_variant *v, struct wording w)
{
	put_name(b, v, w);
	if (moment_masked(m)) {
		buf_puts(b, masked);
		return;
	}
	buf_puts(b, w.words || !w.names ? "locks " : "");
	put(b, m, v, "vmscan.tree_lock.taken");
	if (!w.names)
		return;
	buf_puts(b, w.words ? ", freed " : "/");
	put(b, m, v, "vmscan.freed");
}

/* "refused at high", "granted". */
static void put_request(struct buf *b, const struct moment *m,
	const struct moment_variant *v, struct wording w)
{
	static const char *const words[] = { "open", "granted", "refused" };
	const char *state = words[value(v, "request.state")];

	put_name(b, v, w);
	buf_puts(b, moment_masked(m) ? masked : state);
	if (moment_changed(v, "request.state") && !moment_masked(m))
		buf_putc(b, '*');
}

static bool is_request(const struct moment *m)
{
	return m->scene->workload == WORKLOAD_ALLOCATION;
}

static bool is_batch(const struct moment *m)
{
	return m->scene->workload == WORKLOAD_RECLAIM;
}

static bool is_policy(const struct moment *m)
{
	return m->scene->workload == WORKLOAD_POLICY_SWITCH;
}

/* What the orders of a policy switch come to is what its acts ask, one after
 * the other: beside the shown one only the merged one is told. */
static bool is_told(const struct moment *m, unsigned i, struct wording w)
{
	const struct moment_variant *v = &m->variant[i];

	if (!v->now || i == m->shown)
		return v->now;
	return w.all && (!is_policy(m) || !strncmp(v->is->status, "merged", 6));
}

bool score_tells(const struct moment *m, unsigned variant)
{
	return is_told(m, variant, (struct wording){.all = true});
}

static void put_variants(struct buf *b, const struct moment *m,
	struct wording w)
{
	const char *gap = "";

	for (unsigned i = 0; i < m->n_variants; i++) {
		const struct moment_variant *v = &m->variant[i];
		struct wording own = w;

		if (!is_told(m, i, w))
			continue;
		buf_puts(b, gap);
		if (is_policy(m) || is_memory(m) || is_slub(m) || is_rmap(m))
			own.words &= i == m->shown;
		(is_policy(m) ? put_policy : is_memory(m) ? put_memory
			: is_slub(m) ? put_slub : is_batch(m) ? put_batch
			: is_rmap(m) ? put_rmap
			: is_request(m) ? put_request
			: put_locks)(b, m, v, own);
		gap = " · ";
	}
}

static void put_times(struct buf *b, const struct moment *m, struct wording w)
{
	const char *gap = "model time ";

	w.all &= !is_policy(m);
	for (unsigned i = 0; i < m->n_variants; i++) {
		if (!is_told(m, i, w))
			continue;
		buf_puts(b, gap);
		if (w.all && !w.brief)
			put_name(b, &m->variant[i], w);
		put_time(b, m, &m->variant[i]);
		gap = " · ";
	}
}

static void left_text(struct buf *b, const struct moment *m, struct wording w)
{
	bool locks = !is_policy(m) && !is_memory(m) && !is_slub(m) &&
		!is_rmap(m) && !is_batch(m) && !is_request(m);

	if (is_batch(m) && !w.words && w.names)
		buf_puts(b, "locks/freed: ");
	if (locks)
		buf_puts(b, w.apart ? "locks: " : w.words
			? "locks and model time: " : "locks, model time: ");
	if (is_memory(m) && w.all && !w.ends)
		buf_puts(b, "swapped out: ");
	if (is_slub(m) && w.all && !w.ends)
		buf_puts(b, "stalls: ");
	if (is_rmap(m) && !w.ends)
		buf_puts(b, w.all ? "descents: " : "descents ");
	put_variants(b, m, w);
	if (locks && w.ends)
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
	if (w.apart)
		put_times(&right, m, w);
	columns = 2 + canvas_width(c, buf_text(&left)) +
		  (w.apart ? 2 + canvas_width(c, buf_text(&right)) : 0);
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

/* To add one: by how much it says, most first. None leaves out the time. */
static const struct wording counter[] = {
	{NAMES, true, true, true, true, false},
	{NAMES, true, true, false, true, false},
	{NAMES, true, true, false, false, false},
	{NAMES, true, false, false, false, false},
	{INITIALS, true, false, false, false, false},
	{NAMES, false, true, false, true, false},
	{NAMES, false, false, false, true, false},
	{NO_NAMES, false, false, false, true, false},
};
static const struct wording policy[] = {
	{NAMES, true, true, true, true, false},
	{NAMES, false, true, true, true, false},
	{NO_NAMES, false, true, true, true, false},
	{NO_NAMES, false, true, false, true, false},
	{NO_NAMES, false, false, true, true, false},
	{NO_NAMES, false, false, false, true, false},
};

static const struct wording memory[] = {
	{NAMES, true, true, true, true, false},
	{NAMES, true, false, true, true, true},
	{NAMES, true, false, false, true, false},
	{NAMES, true, false, false, true, true},
	{NAMES, false, true, true, true, false},
	{NO_NAMES, false, true, true, true, false},
	{NO_NAMES, false, false, true, true, false},
	{NO_NAMES, false, false, false, true, false},
};

static const struct wording batch[] = {
	{NAMES, true, true, true, true, false},
	{NAMES, true, true, false, true, true},
	{NAMES, true, false, false, true, true},
	{NAMES, false, true, false, true, false},
	{NAMES, false, false, false, true, false},
	{NO_NAMES, false, false, false, true, false},
};
static const struct wording rmap[] = {
	{NAMES, true, true, true, true, false},
	{NAMES, true, false, false, true, false},
	{NAMES, true, false, false, true, true},
	{NAMES, false, true, true, true, false},
	{NO_NAMES, false, true, true, true, false},
	{NO_NAMES, false, true, false, true, false},
};

/* By workload. To add one: a row here. */
#define BOARD(wordings) {wordings, sizeof(wordings) / sizeof(*wordings)}
static const struct {
	const struct wording *wording;
	size_t n;
} boards[WORKLOAD_N] = {
	[WORKLOAD_NONE] = BOARD(counter),
	[WORKLOAD_MMAP1] = BOARD(counter),
	[WORKLOAD_POLICY_SWITCH] = BOARD(policy),
	[WORKLOAD_LAZY_FREE] = BOARD(memory),
	[WORKLOAD_SLUB] = BOARD(memory),
	[WORKLOAD_RECLAIM] = BOARD(batch),
	[WORKLOAD_RMAP] = BOARD(rmap),
	[WORKLOAD_ALLOCATION] = BOARD(batch),
};
#undef BOARD

void score_row(struct canvas *c, const struct moment *m)
{
	const struct wording *w = boards[m->scene->workload].wording;
	size_t n = boards[m->scene->workload].n;

	while (!draw(c, m, *w, n == 1)) {
		w++;
		n--;
	}
}
