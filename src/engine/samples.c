/* SPDX-License-Identifier: GPL-3.0-or-later
 * Samples: what values were over a run.
 */
#include <stdlib.h>
#include <string.h>
#include "engine/samples.h"
#include "model/names.h"

/* One series; most are a name alone, which need not be interpreted. */
struct reader {
	const struct expr *expr;
	const struct name *name;	/* NULL: an expression */
	unsigned index;
};

void samples_init(struct samples *p, unsigned n_series)
{
	memset(p, 0, sizeof(*p));
	p->width = 1;
	p->n_series = n_series;
}

void samples_done(struct samples *p)
{
	run_free(p->copy);
	p->copy = NULL;
}

static struct range both(const struct range *a, const struct range *b)
{
	struct range r = *a;

	if (!a->known || !b->known)
		return a->known ? *a : *b;
	r.low = b->low < a->low ? b->low : a->low;
	r.high = b->high > a->high ? b->high : a->high;
	r.last = b->last;
	return r;
}

/* Two parts become one. */
static void halve(struct samples *p)
{
	for (unsigned i = 0; i < SAMPLES / 2; i++) {
		p->time_ns[i] = p->time_ns[2 * i];
		for (unsigned s = 0; s < p->n_series; s++)
			p->range[s][i] = both(&p->range[s][2 * i],
				&p->range[s][2 * i + 1]);
	}
	p->width *= 2;
}

/* Which CPUs have just come to a decision; only the first ones are kept. */
static void note_decisions(struct samples *p, const struct scope *scope)
{
	struct stop any = { .kind = STOP_DECISION, .cpu = NONE };

	if (!stop_hit(&any, p->copy, scope))
		return;
	for (unsigned cpu = 0; cpu < p->copy->m->n_cpus; cpu++) {
		struct stop its = { .kind = STOP_DECISION, .cpu = (u16)cpu };

		if (!stop_hit(&its, p->copy, scope))
			continue;
		p->many = p->n_decisions == DECISIONS_MAX;
		if (p->many)
			return;
		p->decision[p->n_decisions].step = run_step(p->copy);
		p->decision[p->n_decisions++].cpu = (u16)cpu;
	}
}

static void readers_of(struct reader *to, const struct samples *p,
	const struct expr *const *series)
{
	const struct machine *m = p->copy->m;

	for (unsigned s = 0; s < p->n_series; s++) {
		struct name_use use;
		const struct name *n = NULL;

		if (expr_is_name(series[s], &use) && use.index != NONE)
			n = name_at(use.id);
		if (n && (!(n->part & m->parts) ||
			use.index >= (n->count ? n->count(m) : 1)))
			n = NULL;	/* now it has no value */
		to[s] = (struct reader){ series[s], n, use.index };
	}
}

static struct range value_now(const struct reader *r, const struct scope *scope,
	const struct machine *m)
{
	struct range now = { .known = true };

	if (r->name)
		now.last = r->name->get(m, r->index);
	else
		now.known = expr_eval(r->expr, scope, &now.last, NULL);
	now.low = now.high = now.last;
	return now;
}

/* The state in which the copy stands. */
static void take_in(struct samples *p, const struct reader *reader,
	const struct scope *scope)
{
	u64 state = p->states;
	bool first;
	unsigned at;

	if (state == SAMPLES * p->width)
		halve(p);
	at = (unsigned)(state >> __builtin_ctzll(p->width));
	first = !(state & (p->width - 1));
	if (first)
		p->time_ns[at] = machine_time_ns(p->copy->m);
	for (unsigned s = 0; s < p->n_series; s++) {
		struct range now = value_now(&reader[s], scope, p->copy->m);
		struct range *to = &p->range[s][at];

		*to = first ? now : both(to, &now);
	}
	if (state && !p->many)
		note_decisions(p, scope);
	p->states++;
}

/* A cue may have added an input where the copy has not been yet, and an edit have
 * taken some away from there. */
static void follow_inputs(struct samples *p, const struct run *r)
{
	bool same = !p->stale && p->copy && p->copy->inputs.n == r->inputs.n;

	p->stale = false;
	if (same)
		return;
	if (!p->copy) {
		p->copy = run_fork(r);
		return;
	}
	inputs_done(&p->copy->inputs);
	inputs_copy(&p->copy->inputs, &r->inputs);
}

bool samples_lack_run(const struct samples *p, u64 to)
{
	return !p->copy && p->states <= to;
}

void samples_give_run(struct samples *p, struct run *fresh,
	const struct run *r)
{
	samples_done(p);
	p->copy = run_inherit(fresh, r);
	p->stale = false;
}

/* Where a cut has left the copy behind. True when it stands at the last state. */
static bool catch_up(struct samples *p, u64 *lines)
{
	u64 to = p->states ? p->states - 1 : 0, way = to - run_step(p->copy);

	*lines -= run_lines(p->copy, way < *lines ? way : *lines);
	return run_step(p->copy) == to;
}

bool samples_slice(struct samples *p, const struct run *r,
	const struct expr *const *series, u64 to, u64 lines)
{
	const struct machine *machine;
	const struct program *program;
	struct reader reader[SERIES_MAX];
	struct scope own = { .n_variants = 1, .machine = &machine,
		.program = &program };

	if (p->states > to)
		return true;
	follow_inputs(p, r);
	machine = p->copy->m;
	program = &p->copy->program;
	readers_of(reader, p, series);
	if (!catch_up(p, &lines))
		return false;
	if (!p->states)
		take_in(p, reader, &own);
	while (lines && p->states <= to && run_line(p->copy)) {
		take_in(p, reader, &own);
		lines--;
	}
	p->end_ns = machine_time_ns(p->copy->m);
	return p->states > to || run_ended(p->copy);
}

void samples_cut(struct samples *p, u64 step)
{
	p->stale = true;
	if (step >= p->states)
		return;
	p->states = step / p->width * p->width;
	while (p->n_decisions && p->decision[p->n_decisions - 1].step >=
		p->states)
		p->n_decisions--;
	p->many = false;
	samples_done(p);
}
