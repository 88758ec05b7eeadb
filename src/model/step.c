/* SPDX-License-Identifier: GPL-3.0-or-later
 * One step: one line of the current task of one CPU.
 *
 * Models spin locks as queued locks (kernel/locking/qspinlock.c, v4.2 on): who
 * comes first is served first, and a handoff costs the same for any number of
 * waiters; with waiter_ns as ticket locks, which all waiters look at. Leaves out
 * interrupts and the reordering of memory accesses.
 */
#include <string.h>
#include "model/step.h"
#include "model/task.h"

/* What moving a cache line from the CPU that had it last costs, ns. */
static u32 transfer_ns(const struct machine *m, unsigned from, unsigned to)
{
	const struct topology *t = &m->topology;
	unsigned core_from, core_to, half;

	if (!t->matrix)
		return t->mean_ns;
	if (from == to || from == NONE)
		return t->level_ns[0];
	half = m->n_cpus > t->threads ? m->n_cpus / t->threads : 1;
	core_from = from % half;	/* siblings are numbered half apart */
	core_to = to % half;
	if (core_from == core_to)
		return t->level_ns[1];
	return t->level_ns[core_from / t->cores == core_to / t->cores ? 2 : 3];
}

static u32 transfer_cost(const struct machine *m, const struct program *p,
	const struct op_code *o, const s64 *v, unsigned cpu)
{
	const struct lock *l = lock_at(m, p->guard[o - p->op](m, v));

	return transfer_ns(m, l->last_cpu, cpu);
}

static inline u32 line_cost(const struct machine *m, const struct program *p,
	const struct op_code *o, const s64 *v, unsigned cpu)
{
	u32 cost = m->cost_ns[o->cost];

	return o->transfer ? cost + transfer_cost(m, p, o, v, cpu) : cost;
}

/* Returns what it costs to get what the lock guards from who had it last. */
static u32 lock_take(struct machine *m, struct lock *l, struct task *t)
{
	u32 cost = l->data_lines ? l->data_lines *
		transfer_ns(m, l->last_cpu, t->cpu) : 0;

	l->holder = (u16)task_index(m, t);
	l->last_cpu = t->cpu;
	l->taken++;
	return cost;
}

/* A ticket lock's release costs each socket with waiters a transfer; half of
 * them come before the one whose turn it is. */
static u32 ticket_ns(const struct lock *l)
{
	u32 n = l->waiters < l->waiters_most ? l->waiters : l->waiters_most;

	return n * l->waiter_ns;
}

/* Joins the queue of a held lock, spinning: the CPU does nothing else. */
static void lock_join(struct machine *m, struct lock *l, struct task *t)
{
	unsigned task = task_index(m, t);

	if (l->first == NONE)
		l->first = (u16)task;
	else
		task_of(m, l->last)->next = (u16)task;
	l->last = (u16)task;
	l->waiters++;
	l->contended++;
	t->next = NONE;
	t->state = TASK_SPINNING;
	t->waits_for = (u16)(l - lock_at(m, 0));
	t->since_ns = cpu_of(m, t->cpu)->clock_ns;
	cpu_of(m, t->cpu)->state = CPU_SPINNING;
}

/* The first waiter gets the lock as the holder lets it go at now_ns, and stands
 * on the line after its lock line once the cache line has come over. */
static void lock_pass_on(struct machine *m, const struct program *p,
	struct lock *l, u64 now_ns)
{
	unsigned task = l->first;
	struct task *t = task_of(m, task);
	struct cpu *c = cpu_of(m, t->cpu);
	struct frame *f = machine_at(m, t->top);
	const struct op_code *o = &p->op[f->pc];

	m->last.moved = (u16)task;
	l->first = t->next;
	if (c->clock_ns < now_ns)
		c->clock_ns = now_ns;
	l->wait_ns += c->clock_ns - t->since_ns;
	c->clock_ns += line_cost(m, p, o, f->v, t->cpu);
	c->clock_ns += ticket_ns(l);
	c->clock_ns += lock_take(m, l, t);
	l->waiters--;
	machine_note(m, f, o->frame_bytes);
	f->pc = o->next;
	t->next = NONE;
	t->waits_for = NONE;
	t->state = TASK_RUNNING;
	c->state = CPU_RUNNABLE;
	ring_insert(m, t->cpu);
}

static u32 run_lock(struct machine *m, const struct program *p,
	const struct op_code *o, struct task *t, struct frame *f)
{
	struct lock *l = lock_of(m, o->lock(m, f->v));
	u32 cost = 0;

	t->preempt_off++;
	if (l->holder != NONE) {
		m->last.answer = 1;
		lock_join(m, l, t);
		return 0;
	}
	cost = line_cost(m, p, o, f->v, t->cpu);
	f->pc = o->next;
	return cost + lock_take(m, l, t);
}

static u32 run_unlock(struct machine *m, const struct program *p,
	const struct op_code *o, struct task *t, struct frame *f)
{
	struct lock *l = lock_of(m, o->lock(m, f->v));
	u32 cost = line_cost(m, p, o, f->v, t->cpu);

	t->preempt_off--;
	l->holder = NONE;
	if (l->first != NONE)
		lock_pass_on(m, p, l, cpu_of(m, t->cpu)->clock_ns + cost);
	f->pc = o->next;
	return cost;
}

/* The callee's locals beyond what is passed start at 0. Returns its frame. */
static inline struct frame *run_call(struct machine *m, const struct program *p,
	const struct op_code *o, struct task *t, struct frame *f)
{
	struct frame *callee = f + 1;

	machine_note(m, callee, p->op[o->callee].frame_bytes);
	for (unsigned i = 0; i < o->n_locals; i++)
		callee->v[i] = i < o->n_params ? f->v[o->pass[i]] : 0;
	callee->pc = o->callee;
	callee->result_to = o->value;
	callee->has_result = o->has_value;
	t->depth++;
	t->top += (u32)sizeof(*f);
	f->pc = o->next;
	return callee;
}

/* Returns the caller's frame, or `f` if the task has ended. */
static inline struct frame *run_return(struct machine *m,
	const struct program *p, const struct op_code *o, struct task *t,
	struct frame *f)
{
	s64 value;

	if (o->exec)
		o->exec(m, t, f->v);
	value = o->has_value ? f->v[o->value] : 0;
	if (t->depth == 1) {
		t->result = value;
		task_end(m, t);
		return f;
	}
	t->depth--;
	t->top -= (u32)sizeof(*f);
	machine_note(m, f - 1, p->op[(f - 1)->pc].frame_bytes);
	if (f->has_result)
		(f - 1)->v[f->result_to] = value;
	return f - 1;
}

static u32 run_wait(struct machine *m, const struct op_code *o, struct task *t,
	struct frame *f)
{
	if (test_answer(o->test(m, t, f->v))) {
		f->pc = o->next;
	} else {
		m->last.answer = 1;
		task_wait(m, t, o->channel);
	}
	return m->cost_ns[o->cost];
}

/* Runs what the line does; returns its cost. `*f` is the task's top frame. The
 * commonest kinds come first: nine of ten lines need no jump table. */
static inline u32 run_op(struct machine *m, const struct program *p,
	const struct op_code *o, struct task *t, struct frame **f)
{
	u32 cost;

	if (o->op == OP_DO) {
		cost = line_cost(m, p, o, (*f)->v, t->cpu);
		o->exec(m, t, (*f)->v);
		(*f)->pc = o->next;
		return cost;
	}
	if (o->op == OP_IF) {
		m->last.answer = test_answer(o->test(m, t, (*f)->v));
		(*f)->pc = m->last.answer ? o->next : o->no;
		return m->cost_ns[o->cost];
	}
	switch (o->op) {
	case OP_CALL:
		*f = run_call(m, p, o, t, *f);
		return m->cost_ns[o->cost];
	case OP_RETURN:
		*f = run_return(m, p, o, t, *f);
		return m->cost_ns[o->cost];
	case OP_LOCK:
		return run_lock(m, p, o, t, *f);
	case OP_UNLOCK:
		return run_unlock(m, p, o, t, *f);
	default:
		return run_wait(m, o, t, *f);
	}
}

/* The CPU's line is over: it takes its next task if it must, and its place in
 * the ring if it can run on. */
static void settle(struct machine *m, unsigned cpu)
{
	struct cpu *c = cpu_of(m, cpu);

	if (c->state != CPU_RUNNABLE)
		return;
	if (c->resched && !task_of(m, c->current)->preempt_off)
		cpu_preempt(m, cpu);
	ring_put(m, cpu, c->clock_ns);
}

/* Who looks at each line. */
struct look {
	bool (*at)(void *user);
	void *user;
	bool seen;		/* that was true */
};

static inline bool sees(struct look *look)
{
	return look && (look->seen = look->at(look->user));
}

/* Runs lines of a CPU that is out of the ring, then of whoever comes first, as
 * long as no task stops: at least one, at most `lines`. A CPU is put into the
 * ring only when another comes before it. With `look` (else NULL), after each line
 * all is as after a step, the ring apart, and what it sees ends it. */
static u64 run(struct machine *m, const struct program *p, unsigned cpu,
	u64 lines, struct look *look)
{
	u64 until = ring_until(m, cpu), left = lines;
	bool stays, over;

	for (;;) {
		struct cpu *c = cpu_of(m, cpu);
		struct task *t = task_of(m, c->current);
		struct frame *f = machine_at(m, t->top);
		u32 others = m->ring_n, cost;

		m->last.cpu = (u16)cpu;
		m->last.task = c->current;
		m->last.ended = 0;
		if (c->clock_ns < m->horizon_ns)
			c->clock_ns = m->horizon_ns;
		machine_note(m, f, p->op[f->pc].frame_bytes);
		do {
			u64 n = 0, most = look ? 1 : left;

			do {
				m->last.pc = f->pc;
				m->last.answer = 0;
				m->last.moved = m->last.started = NONE;
				cost = run_op(m, p, &p->op[f->pc], t, &f);
				c->clock_ns += cost;
				n++;
			} while (c->clock_ns < until && n < most &&
				!c->resched && t->state == TASK_RUNNING &&
				m->ring_n == others);
			m->horizon_ns = c->clock_ns - cost;
			t->lines += n;
			c->lines += n;
			m->steps += n;
			left -= n;
			stays = !c->resched && t->state == TASK_RUNNING;
			over = !stays || sees(look) || !left;
		} while (look && !over && c->clock_ns < until &&
			m->ring_n == others);
		if (over)
			break;
		cpu = ring_turn(m, cpu, c->clock_ns, &until);
	}
	settle(m, cpu);
	if (!stays)
		sees(look);
	return lines - left;
}

void machine_step(struct machine *m, const struct program *p, unsigned cpu)
{
	ring_remove(m, cpu);
	run(m, p, cpu, 1, NULL);
}

void machine_line(struct machine *m, const struct program *p)
{
	run(m, p, ring_take(m), 1, NULL);
}

static u64 run_on(struct machine *m, const struct program *p, u64 lines,
	struct look *look)
{
	u16 focus = m->focus;
	u64 n = 0;

	while (n < lines && m->ring_n && m->focus == focus &&
		(m->tasks_left || m->operators_left) && !(look && look->seen))
		n += run(m, p, ring_take(m), lines - n, look);
	return n;
}

u64 machine_run(struct machine *m, const struct program *p, u64 lines)
{
	return run_on(m, p, lines, NULL);
}

u64 machine_run_to(struct machine *m, const struct program *p, u64 lines,
	bool (*look)(void *user), void *user)
{
	struct look l = { look, user, false };

	return run_on(m, p, lines, &l);
}

unsigned machine_choices(const struct machine *m, struct choice *out,
	unsigned max)
{
	unsigned n = 0;

	for (unsigned cpu = 0; cpu < m->n_units; cpu++) {
		const struct cpu *c = cpu_at(m, cpu);

		if (c->state != CPU_RUNNABLE)
			continue;
		if (n < max)
			out[n++] = (struct choice){ (u16)cpu, c->current };
		if (task_at(m, c->current)->preempt_off)
			continue;
		for (unsigned t = c->queue_first; t != NONE && n < max;
			t = task_at(m, t)->next)
			out[n++] = (struct choice){ (u16)cpu, (u16)t };
	}
	return n;
}

void machine_step_choice(struct machine *m, const struct program *p,
	struct choice c)
{
	if (cpu_of(m, c.cpu)->current != c.task)
		cpu_switch_to(m, c.cpu, c.task);
	machine_step(m, p, c.cpu);
}
