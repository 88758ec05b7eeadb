/* SPDX-License-Identifier: GPL-3.0-or-later
 * A row per CPU: its slot of the counter as a bar between −batch and +batch,
 * and what it does with the lock; then the lock and its queue.
 *
 * Where not all CPUs fit, the followed one, the lock's holder and those who
 * wait come first; the others scroll.
 */
#include "model/task.h"
#include "view/views.h"

#include <string.h>

enum { STATE_COLUMN = 6, BAR_COLUMN = 14, HALF_LEAST = 3,
	HEAD_COLUMNS = 5 };

/* Where things stand in this pane. */
struct bars {
	s64 batch;	/* at least 1 */
	int half;	/* cells of a half; 0: no room for bars */
	int end;	/* values end before this column */
};

static const struct lock *counter_lock(const struct machine *m)
{
	return lock_at(m, m->counter[COUNTER_VM_COMMITTED_AS].lock);
}

static s64 slot_of(const struct machine *m, unsigned cpu)
{
	return cpu_at(m, cpu)->slot[COUNTER_VM_COMMITTED_AS];
}

/* The widest value that is here or can come with this batch. */
static int value_columns(const struct pen *p, s64 batch)
{
	const struct machine *m = p->v->now;
	int most = pen_width(p, word_number(-(batch - 1)).s);

	most = most > HEAD_COLUMNS ? most : HEAD_COLUMNS;

	for (unsigned cpu = 0; cpu < m->n_cpus; cpu++) {
		int columns = pen_width(p, word_number(slot_of(m, cpu)).s);

		most = columns > most ? columns : most;
	}
	return most;
}

static struct bars bars_of(const struct pen *p)
{
	s64 batch = p->v->now->overcommit.batch;
	struct bars b = {.batch = batch > 0 ? batch : 1};
	int values = value_columns(p, b.batch);

	b.half = (p->columns - BAR_COLUMN - 3 - 1 - values - 1) / 2;
	if (b.half > 24)
		b.half = 24;
	if (b.half < HALF_LEAST)
		b.half = 0;
	b.end = BAR_COLUMN + (b.half ? 2 * b.half + 4 : 0) + values;
	return b;
}

static void head(struct pen *p, const struct bars *b)
{
	int end = BAR_COLUMN + 2 * b->half + 3;
	bool words = b->half >= 7;

	pen_put(p, 1, STYLE_HEAD, "CPU");
	if (b->half) {
		pen_put(p, BAR_COLUMN, STYLE_LIMIT, words ? "−batch" : "−");
		pen_put(p, BAR_COLUMN + b->half + 1, STYLE_LIMIT, "0");
		pen_right(p, end, STYLE_LIMIT, words ? "+batch" : "+");
	}
	pen_right(p, b->end, STYLE_HEAD, "slot");
	pen_next(p);
}

/* "1st", "2nd", "11th". */
static struct word ordinal(unsigned n)
{
	unsigned teen = n % 100 / 10 == 1, last = n % 10;

	return word_of("%u%s", n, teen || last > 3 ? "th"
		: last == 1 ? "st" : last == 2 ? "nd" : last ? "rd" : "th");
}

/* What the CPU does about the lock or the work queued on it. */
static struct word state_word(const struct machine *m, unsigned cpu,
	enum style *style)
{
	const struct lock *l = counter_lock(m);
	const struct cpu *c = cpu_at(m, cpu);
	unsigned place = 1;

	*style = STYLE_WAIT;
	for (unsigned t = l->first; t != NONE; t = task_at(m, t)->next) {
		if (task_at(m, t)->cpu == cpu)
			return ordinal(place);
		place++;
	}
	*style = STYLE_HOLD;
	if (l->holder != NONE && task_at(m, l->holder)->cpu == cpu)
		return word_of("lock");
	*style = STYLE_DIM;
	return word_of("%s", !c->online ? "offline" : c->work ? "sync" : "");
}

static void bar(struct pen *p, const struct bars *b, s64 slot)
{
	u64 size = slot < 0 ? (u64)-slot : (u64)slot;
	int middle = BAR_COLUMN + b->half + 1;
	int n = (int)(size / (u64)b->batch >= 1 ? (u64)b->half
		: size * (u64)b->half / (u64)b->batch);
	bool over = size >= (u64)b->batch;

	if (size && !n)
		n = 1;
	pen_put(p, BAR_COLUMN, STYLE_LIMIT, over && slot < 0 ? "!" : "│");
	pen_put(p, middle, STYLE_LIMIT, "│");
	pen_put(p, middle + b->half + 1, STYLE_LIMIT,
		over && slot > 0 ? "!" : "│");
	if (slot < 0)
		pen_fill(p, middle - n, n, STYLE_MINUS, 0x2588);
	else
		pen_fill(p, middle + 1, n, STYLE_PLUS, 0x2588);
}

static void cpu_row(struct pen *p, const struct bars *b, unsigned cpu)
{
	s64 slot = slot_of(p->v->now, cpu);
	struct word name = word_of("cpu[%u].vm_committed_as", cpu);
	bool changed = moment_changed(p->v, name.s), follow;
	bool point = p->m->point && !strcmp(p->m->point, name.s);
	enum style style;
	struct word state = state_word(p->v->now, cpu, &style);

	follow = cpu == p->m->follow;
	pen_item(p, 1, name.s);
	if (point)
		pen_point(p, 0);
	pen_right(p, 4, follow ? STYLE_LINE_NOW : STYLE_TEXT,
		word_number(cpu).s);
	if (follow)
		pen_put(p, 4, STYLE_LINE_NOW, ">");
	pen_put(p, STATE_COLUMN, style, state.s);
	if (b->half)
		bar(p, b, slot);
	pen_right(p, b->end,
		point	  ? STYLE_POINT
		: changed ? STYLE_CHANGED
			  : STYLE_VALUE,
		word_number(slot).s);
	if (changed)
		pen_put(p, b->end, STYLE_CHANGED, "*");
	pen_next(p);
}

static int choose(bool *chosen, unsigned cpu, int n, int room)
{
	if (n >= room || chosen[cpu])
		return n;
	chosen[cpu] = true;
	return n + 1;
}

/* Chooses the CPUs that must be seen; returns how many. */
static int choose_first(const struct pen *p, bool *chosen, int focused,
	int room)
{
	const struct machine *m = p->v->now;
	const struct lock *l = counter_lock(m);
	int n = 0;

	if (focused >= 0 && focused < m->n_cpus)
		n = choose(chosen, (unsigned)focused, n, room);
	if (p->m->follow < m->n_cpus)
		n = choose(chosen, p->m->follow, n, room);
	if (l->holder != NONE)
		n = choose(chosen, task_at(m, l->holder)->cpu, n, room);
	for (unsigned t = l->first; t != NONE; t = task_at(m, t)->next)
		n = choose(chosen, task_at(m, t)->cpu, n, room - 1);
	return n;
}

/* Fills up with those around the focused one. */
static void choose_others(const struct pen *p, bool *chosen, int focused,
	int n, int room)
{
	int n_cpus = p->v->now->n_cpus, from = focused - (room - n) / 2;

	if (focused >= n_cpus)
		from = 0;
	if (from > n_cpus - (room - n))
		from = n_cpus - (room - n);
	for (int cpu = from > 0 ? from : 0; cpu < n_cpus; cpu++)
		n = choose(chosen, (unsigned)cpu, n, room);
	for (int cpu = 0; cpu < n_cpus; cpu++)
		n = choose(chosen, (unsigned)cpu, n, room);
}

void slots_draw(struct pen *p, int others)
{
	struct bars b = bars_of(p);
	bool chosen[CPUS_MAX] = {false};
	int n_cpus = p->v->now->n_cpus, room = p->rows - others - 1;
	int first = p->item, focused = p->wanted - first;
	bool all = n_cpus <= room || room < (n_cpus > 16 ? 2 : 4);

	head(p, &b);
	room -= !all;
	if (!all)
		choose_others(p, chosen, focused,
			choose_first(p, chosen, focused, room), room);
	for (int cpu = 0; cpu < n_cpus; cpu++) {
		p->item = first + cpu;
		if (all || chosen[cpu])
			cpu_row(p, &b, (unsigned)cpu);
	}
	p->item = first + n_cpus;
	if (all)
		return;
	pen_put(p, 3, STYLE_DIM, word_of("… %d more", n_cpus - room).s);
	pen_next(p);
}

/* The CPUs in line in order, as many as fit. */
static void queue(struct pen *p, int column, const struct lock *l)
{
	const struct machine *m = p->v->now;
	int left = l->waiters, room = p->columns - 1;

	for (unsigned t = l->first; t != NONE; t = task_at(m, t)->next, left--) {
		struct word w = word_of(" %u", task_at(m, t)->cpu);
		struct word rest = word_of(" … %d more", left);
		int after = left > 1 ? pen_width(p, rest.s) : 0;

		if (column + pen_width(p, w.s) + after > room) {
			pen_put(p, column, STYLE_WAIT, rest.s);
			return;
		}
		column = pen_put(p, column, STYLE_WAIT, w.s);
	}
}

/* Whether there is room for "held by" and "CPUs". */
static bool has_room(const struct pen *p, const struct lock *l)
{
	const struct machine *m = p->v->now;
	int columns = 1 + pen_width(p, "lock held by CPU 0* · in line: CPUs");

	if (l->holder != NONE && task_at(m, l->holder)->cpu > 9)
		columns += 2;
	for (unsigned t = l->first; t != NONE; t = task_at(m, t)->next)
		columns += pen_width(p, word_of(" %u",
			task_at(m, t)->cpu).s);
	return columns < p->columns;
}

void slots_lock(struct pen *p)
{
	const struct lock *l = counter_lock(p->v->now);
	static const char name[] = "vm_committed_as.lock.holder";
	bool point = p->m->point &&
		     !strncmp(p->m->point, "vm_committed_as.lock", 20);
	bool room = has_room(p, l);
	int column;

	pen_item(p, 1, name);
	if (point)
		pen_point(p, 0);
	column = pen_put(p, 1, point ? STYLE_POINT : STYLE_TEXT,
		l->holder == NONE ? "lock free" : room ? "lock held by "
		: "lock: ");
	if (l->holder != NONE)
		column = pen_put(p, column, STYLE_HOLD,
			word_of("CPU %u", task_at(p->v->now, l->holder)->cpu).s);
	if (moment_changed(p->v, name))
		column = pen_put(p, column, STYLE_CHANGED, "*");
	if (l->waiters) {
		column = pen_put(p, column, STYLE_TEXT, " · in line:");
		if (room)
			column = pen_put(p, column, STYLE_TEXT,
				l->waiters > 1 ? " CPUs" : " CPU");
		queue(p, column, l);
	}
	pen_next(p);
}
