/* SPDX-License-Identifier: GPL-3.0-or-later
 * Random runs under random commands: going back and forth never changes what a
 * step is, stops are the same in both directions, whatever the slices.
 */
#include <stdio.h>
#include "../depth.h"
#include "../unit/engine/traces.h"
#include "engine/who.h"
#include "expr/expr.h"

enum { COMMANDS = 10000, PER_ROUND = 40 };

static u64 random_state;

static s64 pick(s64 from, s64 to)
{
	return from + (s64)rng_below(&random_state, (u32)(to - from + 1));
}

static bool once_in(s64 n)
{
	return pick(1, n) == 1;
}

static int rounds(int usual)
{
	return usual * (int)depth(1, 1, 20);
}

/* Which round and command it was, should it fail. */
static char where[160];
#define CHECK(holds) \
	do { \
		if (!(holds)) \
			fail_msg("%s: %s", where, #holds); \
	} while (0)

static void random_setup(struct setup *s)
{
	static const u32 orders[] = { IN_BATCH_SYNC_POLICY, IN_POLICY_BATCH,
		IN_POLICY_SYNC_BATCH, IN_SYNC_BATCH_POLICY,
		IN_BATCH_POLICY_SYNC };

	setup_init(s);
	s->workload = (enum workload)pick(0, WORKLOAD_LAZY_FREE - 1);
	s->features = orders[pick(0, 4)] |
		(once_in(2) ? IN_BATCH_OLD : IN_BATCH_NEW);
	s->seed = pick(0, 1000);
	s->value[PARAM_CPUS] = pick(1, 5);
	s->value[PARAM_RAM_PAGES] = pick(1, 100000);
	s->value[PARAM_MAPPING_PAGES] = pick(1, 100);
	s->value[PARAM_ITERATIONS] = pick(0, 4);
	s->value[PARAM_BATCH] = pick(0, 150);
	s->value[PARAM_POLICY] = pick(0, POLICY_N - 1);
	s->value[PARAM_RATIO] = pick(0, 100);
	s->value[PARAM_SLOT_PAGES] = pick(0, 31);
	s->value[PARAM_REQUEST_PAGES] = pick(0, 100000);
	s->value[PARAM_BATCH_READ] = pick(0, 1);
	for (unsigned i = 0; i < COST_N; i++)
		s->cost_ns[i] = (u32)pick(1, i % 2 ? 3 : 50);
	s->topology.mean_ns = (u32)pick(0, 40);
	s->topology.matrix = once_in(2);
	for (unsigned i = 0; i < 4; i++)
		s->topology.level_ns[i] = 20 * i;
	s->topology.cores = 2;
}

/* A random run with a random history: from one checkpoint a step and no budget
 * to few and plenty. */
static void random_course(struct course *c)
{
	course_init(c, 1);
	do
		random_setup(&c->s);
	while (setup_conflict(&c->s));
	course_start(c, (size_t)1 << pick(0, 20), (u64)pick(1, 60));
}

static struct input random_set(void)
{
	struct input in = { .kind = INPUT_SET };
	const struct name *n;

	do {
		in.name = (u16)pick(0, name_count() - 1);
		n = name_at(in.name);
	} while (!n->set);
	in.index = (u16)pick(0, 5);
	in.value = once_in(8) ? n->min : once_in(8) ? n->max : pick(-5, 200);
	return in;
}

static struct input random_input(const struct run *r)
{
	unsigned cpu = (unsigned)pick(0, r->m->n_cpus);

	switch (pick(0, 5)) {
	case 0:
		return mode_input((enum mode)pick(0, MODE_N - 1));
	case 1:
		return pick_input(cpu, once_in(2) ? NONE
			: (unsigned)pick(0, r->m->n_tasks));
	case 2:
		return random_set();
	default:
		return operation_input((enum operation)pick(0, OPERATION_N - 1),
			cpu, once_in(6) ? 70000 : pick(-3, 60), once_in(2));
	}
}

static const char *const texts[] = {
	"vm_committed_as.count > 0",
	"vm_committed_as.lock.waiters >= 1",
	"vm_committed_as.drift * 2 > vm_committed_as_batch",
	"cpu[0].vm_committed_as != 0 || overcommit.policy == never",
	"steps % 7 == 3",
	"local.count > 5",
	"vm_committed_as.lock.holder == 0",
	"100 / vm_committed_as.lock.waiters > 50",
	"local.count - local.amount",
	"100 / vm_committed_as.lock.waiters + vm_committed_as.count",
};
enum { TEXTS = sizeof(texts) / sizeof(*texts) };

static struct expr *exprs[TEXTS];

static void compile_texts(void)
{
	struct scope scope = { 0 };
	struct err e;

	for (int i = 0; i < TEXTS; i++) {
		exprs[i] = expr_compile(texts[i], &scope, &e);
		if (!exprs[i])
			fail_msg("%s: %s", texts[i], e.text);
	}
}

static void free_texts(void)
{
	for (int i = 0; i < TEXTS; i++)
		expr_free(exprs[i]);
}

static struct stop random_stop(const struct run *r)
{
	const struct machine *m = r->m;
	struct stop s = { .kind = (enum stop_kind)pick(0, STOP_CHANGE) };

	s.cpu = once_in(2) ? NONE : (u16)pick(0, m->n_cpus - 1);
	s.task = (u16)pick(0, m->n_tasks - 1);
	s.depth = (u16)pick(0, 5);
	s.procedure = (u16)pick(0, PROC_N - 1);
	s.row = (u16)pick(0, procedure_at(s.procedure)->n_lines - 1);
	if (s.kind != STOP_CHANGE || once_in(2))
		s.expr = exprs[pick(0, TEXTS - 1)];
	do
		s.name.id = (u16)pick(0, name_count() - 1);
	while (!(name_at(s.name.id)->part & m->parts) ||
		!name_indices(m, s.name.id));
	s.name.index = (u16)pick(0, name_indices(m, s.name.id) - 1);
	s.name.variant = NONE;
	if (once_in(3))
		s.condition = exprs[pick(0, TEXTS - 1)];
	if (once_in(3))
		s.ignore = (u64)pick(1, 8);
	return s;
}

static void random_move(const struct course *c, struct move *v)
{
	move_init(v, once_in(4) ? (enum move_kind)pick(MOVE_TO, MOVE_WORK)
				: MOVE_STOP, (unsigned)pick(0, 4), &c->scope);
	v->backward = once_in(2);
	v->count = once_in(2) ? 1 : (u64)pick(1, 20);
	v->to = (u64)pick(0, v->kind == MOVE_WORK ? 12 : 700);
	v->n_stops = once_in(2) ? 1 : (unsigned)pick(1, MOVE_STOPS);
	for (unsigned i = 0; i < v->n_stops; i++)
		v->stop[i] = random_stop(c->r);
}

/* Either at once or in slices of any size; now and then it is given up. */
static void make_move(struct course *c)
{
	u64 from = run_step(c->r), digest_from = digest(c->r);
	struct move v;

	random_move(c, &v);
	if (once_in(2)) {
		move_all(&v, c->r);
	} else {
		move_begin(&v, c->r);
		while (move_slice(&v, c->r, (u64)pick(0, 90)) == MOVE_GOING)
			if (once_in(40))
				break;
	}
	if (v.state == MOVE_GOING || once_in(9)) {
		move_cancel(&v, c->r);
		CHECK(run_step(c->r) == from);
		CHECK(digest(c->r) == digest_from);
	}
	move_done(&v);
}

static void make_input(struct course *c)
{
	struct input in = random_input(c->r);

	if (!run_refused(c->r, &in))
		run_input(c->r, in);
}

/* Takes back an edit, with all that came behind. */
static void undo(struct course *c)
{
	struct inputs with, fewer;
	u64 step = run_step(c->r), there = digest(c->r), from;
	size_t keep;

	if (!c->r->inputs.n)
		return;
	keep = (size_t)pick(0, (s64)c->r->inputs.n - 1);
	if (c->r->inputs.at[keep].cue)	/* a cue's is nobody's to take back */
		return;
	inputs_copy(&with, &c->r->inputs);
	inputs_copy(&fewer, &c->r->inputs);
	fewer.n = keep;
	from = with.at[keep].step;
	run_replace_inputs(c->r, &fewer, from, (u64)pick(0, 500));
	if (once_in(2)) {		/* and does them again */
		run_replace_inputs(c->r, &with, from, step);
		CHECK(digest(c->r) == there);
	}
	inputs_done(&with);
	inputs_done(&fewer);
}

static void command(struct course *c)
{
	switch (pick(0, 9)) {
	case 0:
		run_seek(c->r, (u64)pick(0, 900));
		break;
	case 1:
		run_lines(c->r, (u64)pick(0, 99));
		break;
	case 2:
	case 3:
	case 4:
		make_input(c);
		break;
	case 5:
		undo(c);
		break;
	default:
		make_move(c);
	}
}

static void forth_and_back(struct course *c)
{
	u64 k = (u64)pick(0, once_in(4) ? 300 : 20), step = run_step(c->r);
	u64 here = digest(c->r);

	run_lines(c->r, k);
	run_seek(c->r, step);
	CHECK(digest(c->r) == here);
	run_seek(c->r, step < k ? 0 : step - k);
	run_lines(c->r, step - run_step(c->r));
	CHECK(digest(c->r) == here);
}

/* A scene's cues: at some steps they put inputs of their own. */
static void cue(void *user, struct run *r)
{
	u64 step = run_step(r), *seen = user;
	struct input in = operation_input(OPERATION_ADD,
		(unsigned)(step / 40) % r->m->n_cpus, 7, step % 80 == 0);

	*seen = *seen * 31 + step;
	if (step % 40)
		return;
	in.cue = true;
	if (!run_refused(r, &in))
		run_input(r, in);
	in = set_input("vm_committed_as_batch", (s64)step % 50);
	in.cue = true;
	run_input(r, in);
}

static void test_engine_random__a_step_is_what_it_is(void **state)
{
	u64 most = 0;

	random_state = 1;
	compile_texts();
	for (int i = 0; i < rounds(COMMANDS / PER_ROUND); i++) {
		struct course c;
		u64 seen = 0;

		random_course(&c);
		if (i % 3 == 0)
			run_watch(c.r, (struct run_watcher){ cue, &seen });
		for (int n = 0; n < PER_ROUND; n++) {
			snprintf(where, sizeof(where), "round %d command %d",
				i, n);
			command(&c);
			CHECK(machine_check(c.r->m) == NULL);
			CHECK(digest(c.r) ==
				fresh_digest(c.r, run_step(c.r)));
			forth_and_back(&c);
			if (run_step(c.r) > most)
				most = run_step(c.r);
		}
		course_done(&c);
	}
	assert_true(most > 500);
	free_texts();
}

/* All stops of a run, one move after the other. */
static size_t all_stops(struct course *c, struct stop own, bool back, u64 *at)
{
	size_t n = 0;

	run_seek(c->r, back ? UINT64_MAX : 0);
	for (;;) {
		struct move v;

		move_init(&v, MOVE_STOP, 0, &c->scope);
		v.stop[0] = own;
		v.n_stops = 1;
		v.backward = back;
		move_all(&v, c->r);
		move_done(&v);
		if (v.state != MOVE_HIT)
			return n;
		at[n++] = run_step(c->r);
	}
}

/* Hits are counted from step 0: with `ignore` the first ones are missing. */
static void check_ignored(struct course *c, struct stop s, const u64 *at,
	size_t n)
{
	u64 *all = mem_alloc((last_step(c->r) + 1) * sizeof(*all));
	u64 ignore = s.ignore;
	size_t m;

	s.ignore = 0;
	m = all_stops(c, s, false, all);
	CHECK(m - (m < ignore ? m : ignore) == n);
	for (size_t k = 0; k < n; k++)
		CHECK(at[k] == all[ignore + k]);
	free(all);
}

static u64 one_move(struct course *c, struct stop own, bool back, u64 count,
	u64 from)
{
	struct move v;

	run_seek(c->r, from);
	move_init(&v, MOVE_STOP, 0, &c->scope);
	v.stop[0] = own;
	v.n_stops = 1;
	v.backward = back;
	v.count = count;
	move_all(&v, c->r);
	move_done(&v);
	return run_step(c->r);
}

/* Some inputs on the way, so that runs are not all alike. */
static void some_inputs(struct course *c)
{
	for (s64 n = pick(0, 6); n > 0; n--) {
		run_lines(c->r, (u64)pick(0, 60));
		make_input(c);
	}
}

static void test_engine_random__stops_are_the_same_both_ways(void **state)
{
	size_t found = 0;

	random_state = 2;
	compile_texts();
	for (int i = 0; i < rounds(1500); i++) {
		struct course c;
		struct stop s;
		u64 *there, *back, last;
		size_t n, m;

		snprintf(where, sizeof(where), "round %d", i);
		random_course(&c);
		some_inputs(&c);
		s = random_stop(c.r);
		last = last_step(c.r);
		there = mem_alloc((last + 1) * sizeof(*there));
		back = mem_alloc((last + 1) * sizeof(*back));
		n = all_stops(&c, s, false, there);
		check_ignored(&c, s, there, n);
		m = all_stops(&c, s, true, back);
		/* the end, when it is a stop, is not found from itself */
		if (n && there[n - 1] == last)
			n--;
		CHECK(n == m);
		for (size_t k = 0; k < n; k++)
			CHECK(there[k] == back[n - 1 - k]);
		for (size_t k = 1; k <= n; k = k * 2 + 1) {
			CHECK(one_move(&c, s, false, k, 0) == there[k - 1]);
			CHECK(one_move(&c, s, true, k, last) == back[k - 1]);
		}
		found += n;
		free(there);
		free(back);
		course_done(&c);
	}
	assert_true(found > 1000);
	free_texts();
}

/* A value at each step of a run, and the line that led there. */
struct scan {
	s64 *value;
	struct event *by;
	bool *input; /* something was set or started there */
	u64 last;
};

static struct scan scan_of(const struct run *r, struct name_use name)
{
	struct run *f = run_fork(r);
	struct scan s = {.last = last_step(r)};

	s.value = mem_alloc((s.last + 1) * sizeof(*s.value));
	s.by = mem_alloc((s.last + 1) * sizeof(*s.by));
	s.input = mem_alloc(s.last + 1);
	for (size_t i = 0; i < f->inputs.n; i++)
		if (f->inputs.at[i].step <= s.last)
			s.input[f->inputs.at[i].step] = true;
	do {
		s.value[run_step(f)] = name_get(f->m, name.id, name.index);
		s.by[run_step(f)] = f->m->last;
	} while (run_line(f));
	run_free(f);
	return s;
}

/* The step of the change that is asked for, 0: none. */
static u64 scan_find(const struct scan *s, enum which which, u64 from)
{
	u64 found = 0;

	for (u64 k = 1; k <= s->last; k++) {
		if (s->value[k] == s->value[k - 1] ||
			(which == WHICH_NEXT && k <= from))
			continue;
		if (which == WHICH_LAST && k > from)
			break;
		found = k;
		if (which != WHICH_LAST)
			break;
	}
	return found;
}

static void check_change(const struct scan *s, const struct change *c, u64 step)
{
	CHECK(c->found == (step > 0));
	if (!step)
		return;
	CHECK(c->step == step);
	CHECK(c->before == s->value[step - 1] && c->after == s->value[step]);
	CHECK(s->input[step] || (c->by.cpu != NONE && !c->edited));
	if (c->by.cpu != NONE)
		CHECK(!memcmp(&c->by, &s->by[step], sizeof(c->by)));
	else
		CHECK(c->edited);
}

/* Names that change often, and some that edits change. */
static const char *const usual[] = { "vm_committed_as.updates",
	"vm_committed_as.sum", "vm_committed_as.count", "cpu[0].vm_committed_as",
	"vm_committed_as_batch", "vm_committed_as.lock.holder", "time_ns" };
enum { USUAL = sizeof(usual) / sizeof(*usual) };

/* An edit of such a value, where the run stands. */
static void set_usual(struct course *c)
{
	struct input in = set_input(once_in(2) ? "vm_committed_as_batch"
		: "vm_committed_as.count", pick(0, 99));

	if (once_in(2) && !run_refused(c->r, &in))
		run_input(c->r, in);
}

/* `who` finds what a look at every step finds, and stays where it was. */
static void test_engine_random__who(void **state)
{
	int found = 0, edited = 0;

	random_state = 6;
	for (int i = 0; i < rounds(2000); i++) {
		enum which which = (enum which)pick(0, WHICH_N - 1);
		struct course c;
		struct stop s;
		struct scan scan;
		struct who w;
		u64 from, there;

		snprintf(where, sizeof(where), "round %d", i);
		random_course(&c);
		some_inputs(&c);
		set_usual(&c);
		run_seek(c.r, (u64)pick(0, 400));
		from = run_step(c.r);
		there = digest(c.r);
		s = random_stop(c.r);
		if (once_in(2))
			s.name = name_of(usual[pick(0, USUAL - 1)]);
		scan = scan_of(c.r, s.name);
		who_begin(&w, which, s.name, c.r, &c.scope);
		while (who_slice(&w, c.r, (u64)pick(0, 90)) == MOVE_GOING)
			if (once_in(200))
				break;
		if (w.move.state == MOVE_GOING)
			who_cancel(&w, c.r);
		else
			check_change(&scan, &w.change,
				scan_find(&scan, which, from));
		CHECK(run_step(c.r) == from && digest(c.r) == there);
		found += w.change.found;
		edited += w.change.found && w.change.edited;
		free(scan.value);
		free(scan.by);
		free(scan.input);
		course_done(&c);
	}
	assert_true(found > 300 && edited > 20);
}

/* The same move at once and in slices ends at the same place. */
static void test_engine_random__slices_do_not_matter(void **state)
{
	random_state = 3;
	compile_texts();
	for (int i = 0; i < rounds(2000); i++) {
		struct course c;
		struct move v, w;
		u64 from, to, there;

		snprintf(where, sizeof(where), "round %d", i);
		random_course(&c);
		some_inputs(&c);
		run_seek(c.r, (u64)pick(0, 400));
		from = run_step(c.r);
		random_move(&c, &v);
		w = v;
		move_all(&v, c.r);
		to = run_step(c.r);
		there = digest(c.r);
		run_seek(c.r, from);
		move_begin(&w, c.r);
		while (move_slice(&w, c.r, (u64)pick(0, 30)) == MOVE_GOING)
			;
		CHECK(w.state == v.state && w.which == v.which);
		CHECK(w.lines == v.lines && w.others == v.others);
		CHECK(run_step(c.r) == to && digest(c.r) == there);
		move_done(&v);
		move_done(&w);
		course_done(&c);
	}
	free_texts();
}

static void test_engine_random__first_difference(void **state)
{
	int parted = 0, next = 0;

	random_state = 4;
	for (int i = 0; i < rounds(1500); i++) {
		struct course a, b;
		struct difference d;

		snprintf(where, sizeof(where), "round %d", i);
		random_course(&a);
		b = a;
		do {
			if (once_in(2))
				random_setup(&b.s);
			b.s.workload = a.s.workload;
			b.s.value[PARAM_CPUS] = a.s.value[PARAM_CPUS];
		} while (setup_conflict(&b.s));
		course_start(&b, 1 << 16, 16);
		some_inputs(&a);
		if (once_in(3))
			run_replace_inputs(b.r, &a.r->inputs, 0, 30);
		if (once_in(2))
			some_inputs(&b);
		d = (struct difference){ 0 };
		do {	/* the first, then the next of another task */
			struct difference last = d;

			difference_begin(&d, a.r, b.r);
			d.after = last.state == DIFFERENCE_FOUND;
			d.after_ns = last.time_ns;
			d.after_task = last.task;
			while (difference_slice(&d, (u64)pick(0, 50)) ==
				DIFFERENCE_GOING)
				;
			assert_by_hand(&d, a.r, b.r);
			parted += d.state == DIFFERENCE_FOUND;
			next += d.after && d.state == DIFFERENCE_FOUND;
			difference_done(&d);
		} while (d.state == DIFFERENCE_FOUND && once_in(2));
		course_done(&a);
		course_done(&b);
	}
	assert_true(parted > 50 && next > 20);
}

/* As many CPUs as the mail's machine, a budget far below what all checkpoints
 * would take. */
static void test_engine_random__long_run_in_its_budget(void **state)
{
	enum { BUDGET = 4 << 20, LAST = 300000, KEPT = 100 };
	struct course c;
	u64 kept[KEPT];

	random_state = 5;
	course_init(&c, 144);
	c.s.value[PARAM_ITERATIONS] = 100000;
	c.s.topology.mean_ns = 20;
	course_start(&c, BUDGET, 2000);
	for (u64 k = 0; k < KEPT; k++) {
		run_seek(c.r, k * (LAST / KEPT));
		kept[k] = digest(c.r);
		CHECK(history_bytes(c.r->history) <=
			BUDGET + history_least(c.r->m));
	}
	run_seek(c.r, LAST);
	for (int i = 0; i < 300; i++) {
		u64 k = (u64)pick(0, KEPT - 1);

		snprintf(where, sizeof(where), "visit %d", i);
		run_seek(c.r, k * (LAST / KEPT) + (u64)pick(0, 500));
		CHECK(machine_check(c.r->m) == NULL);
		run_seek(c.r, k * (LAST / KEPT));
		CHECK(digest(c.r) == kept[k]);
		CHECK(history_bytes(c.r->history) <=
			BUDGET + history_least(c.r->m));
	}
	course_done(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_engine_random__a_step_is_what_it_is),
		cmocka_unit_test(
			test_engine_random__stops_are_the_same_both_ways),
		cmocka_unit_test(test_engine_random__slices_do_not_matter),
		cmocka_unit_test(test_engine_random__who),
		cmocka_unit_test(test_engine_random__first_difference),
		cmocka_unit_test(test_engine_random__long_run_in_its_budget),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
