/* SPDX-License-Identifier: GPL-3.0-or-later
 * A run: one variant from step 0, its inputs, and where it stands.
 */
#include <stdlib.h>
#include <string.h>
#include "engine/run.h"
#include "engine/schedule.h"
#include "model/names.h"
#include "model/step.h"
#include "model/task.h"

/* Takes the origin over. */
static struct run *make(const struct setup *s, size_t budget,
	struct origin *origin)
{
	struct run *r = mem_alloc(sizeof(*r));

	r->setup = *s;
	r->origin = origin;
	program_compile(&r->program, setup_features(&r->setup));
	r->m = run_machine(r);
	if (budget)
		r->history = history_new(r->m, budget,
			r->m->parts & PART_MEMORY ? HISTORY_INTERVAL_MEMORY
				: HISTORY_INTERVAL);
	return r;
}

struct run *run_new(const struct setup *s, size_t budget)
{
	return make(s, budget, NULL);
}

struct run *run_new_beside(const struct setup *s, size_t budget,
	const struct run *other)
{
	return make(s, budget, other && origin_fits(other->origin, s)
		? origin_keep(other->origin) : origin_new(s));
}

struct machine *run_machine(const struct run *r)
{
	return origin_machine(r->origin, &r->setup, &r->program);
}

void inputs_copy(struct inputs *to, const struct inputs *from)
{
	to->n = to->size = from->n;
	to->at = mem_alloc(from->n * sizeof(*from->at));
	if (from->n)
		memcpy(to->at, from->at, from->n * sizeof(*from->at));
}

void inputs_done(struct inputs *i)
{
	free(i->at);
	*i = (struct inputs){ 0 };
}

/* Starts an operation; what the last line did stays as it is. */
static void operate(struct machine *m, struct input *in)
{
	u16 started = m->last.started;

	m->last.started = NONE;
	operation_start(m, in->operation, in->cpu, in->value, in->focus);
	in->task = m->last.started;
	m->last.started = started;
}

/* What can't be applied (when an earlier input is gone) is passed over. */
static void apply(struct run *r, struct input *in)
{
	struct machine *m = r->m;

	if (run_refused(r, in))
		return;
	switch (in->kind) {
	case INPUT_SET:
		name_at(in->name)->set(m, in->index, in->value);
		break;
	case INPUT_OPERATION:
		operate(m, in);
		break;
	case INPUT_MODE:
		m->mode = (u16)in->value;
		m->random = (u64)m->seed;
		m->turn = m->picked = NONE;
		break;
	case INPUT_PICK:
		m->picked = in->cpu;
		if (in->task != NONE && cpu_at(m, in->cpu)->current != in->task)
			cpu_switch_to(m, in->cpu, in->task);
		break;
	}
}

/* The next input, if it belongs to the present step. */
static bool is_due(const struct run *r)
{
	return r->input < r->inputs.n &&
		r->inputs.at[r->input].step == r->m->steps;
}

static void apply_due(struct run *r)
{
	while (is_due(r))
		apply(r, &r->inputs.at[r->input++]);
}

/* Arrival at a step: checkpoint, inputs, watcher. Cues come before a person,
 * who can only have acted once they were there. */
static void arrive(struct run *r)
{
	if (r->history)
		history_arrive(r->history, r->m);
	while (is_due(r) && r->inputs.at[r->input].cue)
		apply(r, &r->inputs.at[r->input++]);
	if (r->watcher.arrived &&
		(r->m->steps > r->frontier || !r->watched)) {
		r->frontier = r->m->steps;
		r->watched = true;
		r->watcher.arrived(r->watcher.user, r);
	}
	apply_due(r);
}

void run_watch(struct run *r, struct run_watcher watcher)
{
	r->watcher = watcher;
	if (r->watched)
		return;
	r->watched = true;
	r->frontier = r->m->steps;
	watcher.arrived(watcher.user, r);
}

struct run *run_inherit(struct run *fresh, const struct run *r)
{
	inputs_copy(&fresh->inputs, &r->inputs);
	apply_due(fresh);
	return fresh;
}

struct run *run_fork(const struct run *r)
{
	return run_inherit(make(&r->setup, 0, origin_keep(r->origin)), r);
}

struct run *run_clone(const struct run *r)
{
	struct run *c = mem_alloc(sizeof(*c));

	c->setup = r->setup;
	c->program = r->program;
	c->origin = origin_keep(r->origin);
	c->m = r->origin ? run_machine(r) : origin_room(r->m->size);
	if (r->origin && r->history)
		history_copy_all(r->history, r->m, c->m);
	else
		memcpy(c->m, r->m, r->m->size);
	c->m->log = NULL;
	inputs_copy(&c->inputs, &r->inputs);
	c->input = r->input;
	c->frontier = r->frontier;
	c->watched = true;
	return c;
}

void run_free(struct run *r)
{
	if (!r)
		return;
	history_free(r->history, NULL);
	inputs_done(&r->inputs);
	origin_free_machine(r->origin, r->m);
	origin_drop(r->origin);
	free(r);
}

bool run_line(struct run *r)
{
	if (run_ended(r))
		return false;
	machine_step(r->m, &r->program, schedule_next(r->m));
	arrive(r);
	return true;
}

u64 run_quiet(const struct run *r)
{
	u64 now = r->m->steps, until = UINT64_MAX;

	if (r->watcher.arrived)
		until = r->frontier + 1;
	if (r->history && history_next(r->history, r->m) < until)
		until = history_next(r->history, r->m);
	if (r->input < r->inputs.n && r->inputs.at[r->input].step < until)
		until = r->inputs.at[r->input].step;
	return until > now ? until - now - 1 : 0;
}

static bool by_time(const struct machine *m)
{
	return m->mode == MODE_TIME && m->focus == NONE;
}

void run_quiet_line(struct run *r)
{
	struct machine *m = r->m;

	if (by_time(m))
		machine_line(m, &r->program);
	else
		machine_step(m, &r->program, schedule_next(m));
}

u64 run_quiet_lines(struct run *r, u64 lines, bool (*look)(void *user), void *user)
{
	u64 n = 0;

	if (by_time(r->m))
		return machine_run_to(r->m, &r->program, lines, look, user);
	while (n < lines && !run_ended(r)) {
		run_quiet_line(r);
		n++;
		if (look(user))
			break;
	}
	return n;
}

u64 run_lines(struct run *r, u64 lines)
{
	u64 left = lines;

	while (left && !run_ended(r)) {
		u64 quiet = run_quiet(r);

		if (quiet > left)
			quiet = left;
		if (!quiet) {
			run_line(r);
			left--;
		} else if (by_time(r->m)) {
			left -= machine_run(r->m, &r->program, quiet);
		} else {
			run_quiet_line(r);
			left--;
		}
	}
	return lines - left;
}

/* The first input at or after `step`. */
static size_t input_from(const struct run *r, u64 step)
{
	size_t i = 0;

	while (i < r->inputs.n && r->inputs.at[i].step < step)
		i++;
	return i;
}

void run_rewind(struct run *r, u64 step)
{
	if (r->history)
		history_restore(r->history, r->m, step);
	else
		origin_again(r->origin, r->m, &r->setup, &r->program);
	r->input = input_from(r, r->m->steps);
	apply_due(r);
}

void run_seek(struct run *r, u64 step)
{
	u64 now = r->m->steps;

	if (step < now || (r->history &&
		history_before(r->history, step) > now))
		run_rewind(r, step);
	run_lines(r, step - r->m->steps);
}

static const char *set_refused(const struct run *r, const struct input *in)
{
	const struct name *n = name_at(in->name);

	if (!n->set)
		return "that value can't be set";
	if (in->index >= name_indices(r->m, in->name))
		return "there is no such index";
	if (in->value < n->min || in->value > n->max)
		return "that value is out of range";
	return NULL;
}

static const char *pick_refused(const struct run *r, const struct input *in)
{
	const struct machine *m = r->m;

	if (m->mode != MODE_MANUAL)
		return "only `schedule manual` lets you pick";
	if (in->cpu >= m->n_cpus)
		return "there is no such CPU";
	if (cpu_at(m, in->cpu)->state == CPU_SPINNING)
		return "that CPU spins in a lock's queue";
	if (cpu_at(m, in->cpu)->state != CPU_RUNNABLE)
		return "that CPU has nothing to run";
	if (in->task == NONE || cpu_at(m, in->cpu)->current == in->task)
		return NULL;
	if (in->task >= m->n_tasks || task_at(m, in->task)->cpu != in->cpu ||
		task_at(m, in->task)->state != TASK_QUEUED)
		return "that task does not wait for that CPU";
	if (task_at(m, cpu_at(m, in->cpu)->current)->preempt_off)
		return "preemption is off on that CPU";
	return NULL;
}

const char *run_refused(const struct run *r, const struct input *in)
{
	switch (in->kind) {
	case INPUT_SET:
		return set_refused(r, in);
	case INPUT_OPERATION:
		return operation_refused(r->m, in->operation, in->cpu,
			in->value);
	case INPUT_PICK:
		return pick_refused(r, in);
	default:
		return in->value < 0 || in->value >= MODE_N
			? "there is no such schedule" : NULL;
	}
}

static void insert_input(struct inputs *i, size_t at, struct input in)
{
	if (i->n == i->size) {
		i->size = i->size ? i->size * 2 : 8;
		i->at = mem_resize(i->at, i->size * sizeof(*i->at));
	}
	memmove(&i->at[at + 1], &i->at[at], (i->n - at) * sizeof(in));
	i->at[at] = in;
	i->n++;
}

void run_input(struct run *r, struct input in)
{
	in.step = r->m->steps;
	if (!in.cue) {
		r->inputs.n = r->input;		/* the old future's inputs */
		r->frontier = in.step;
		if (r->history)
			history_cut(r->history, in.step);
	}
	insert_input(&r->inputs, r->input, in);
	apply(r, &r->inputs.at[r->input++]);
}

/* Forgets the cues' inputs behind `step`: they will be added again. */
static void forget_cues(struct inputs *i, u64 step)
{
	size_t n = 0;

	for (size_t k = 0; k < i->n; k++)
		if (!i->at[k].cue || i->at[k].step <= step)
			i->at[n++] = i->at[k];
	i->n = n;
}

void run_replace_inputs(struct run *r, const struct inputs *inputs, u64 same,
	u64 step)
{
	struct inputs new;
	bool stands;

	inputs_copy(&new, inputs);
	if (r->frontier > same)
		r->frontier = same;
	if (r->watcher.arrived)
		forget_cues(&new, r->frontier);
	if (r->m->steps > same)
		run_rewind(r, same);
	if (r->history)
		history_cut(r->history, same);
	stands = !r->input || (new.n >= r->input && !memcmp(new.at,
		r->inputs.at, r->input * sizeof(*new.at)));
	inputs_done(&r->inputs);
	r->inputs = new;
	if (stands)	/* what has been done so far is the same */
		apply_due(r);
	else
		run_rewind(r, r->m->steps);
	run_seek(r, step);
}

/* Time of one process doing n iterations alone, all updates local. */
static u64 alone_ns(const struct setup *like, s64 n)
{
	struct setup s = *like;
	struct run *r;
	u64 time;

	s.workload = WORKLOAD_MMAP1;
	s.value[PARAM_CPUS] = 1;
	s.value[PARAM_ITERATIONS] = n;
	s.value[PARAM_MAPPING_PAGES] = 1;
	s.value[PARAM_BATCH] = 2;
	s.value[PARAM_POLICY] = POLICY_GUESS;
	r = run_new(&s, 0);
	run_lines(r, 100000);
	time = machine_time_ns(r->m);
	run_free(r);
	return time;
}

void run_calibrate(struct setup *s)
{
	u64 lines;

	if (!s->iteration_ns)
		return;
	s->cost_ns[COST_MMAP_REST] = s->cost_ns[COST_MUNMAP_REST] = 0;
	lines = alone_ns(s, 2) - alone_ns(s, 1);
	if (lines >= s->iteration_ns)
		lines = s->iteration_ns - 2;
	s->cost_ns[COST_MMAP_REST] = (u32)(s->iteration_ns - lines + 1) / 2;
	s->cost_ns[COST_MUNMAP_REST] = (u32)(s->iteration_ns - lines) / 2;
}
