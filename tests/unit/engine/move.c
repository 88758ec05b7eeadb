/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of moves: each kind of step and its reverse, counts, slices, the ends.
 */
#include "course.h"
#include "expr/expr.h"

enum { PLENTY = 1 << 20, INTERVAL = 16 };

static void begin(struct course *c, unsigned cpus)
{
	course_init(c, cpus);
	course_start(c, PLENTY, INTERVAL);
}

static void init(struct course *c, struct move *v, struct stop own, bool back,
	u64 count)
{
	move_init(v, MOVE_STOP, 0, &c->scope);
	v->stop[0] = own;
	v->n_stops = 1;
	v->backward = back;
	v->count = count;
}

/* A whole move; checks that the digest is right where it ends. */
static enum move_state move(struct course *c, struct stop own, bool back,
	u64 count)
{
	struct move v;

	init(c, &v, own, back, count);
	move_all(&v, c->r);
	move_done(&v);
	assert_int_equal(digest(c->r), fresh_digest(c->r, run_step(c->r)));
	return v.state;
}

static struct stop line_of(unsigned cpu)
{
	return (struct stop){ .kind = STOP_LINE, .cpu = (u16)cpu };
}

static struct stop place(const char *procedure, const char *row, unsigned cpu)
{
	unsigned id = procedure_find(procedure);

	return (struct stop){ .kind = STOP_PLACE, .cpu = (u16)cpu,
		.procedure = (u16)id, .row = row
			? (u16)procedure_row(procedure_at(id), row) : 0 };
}

/* The stop of next, finish, until: by the frame CPU 0 stands in. */
static struct stop by_frame(const struct course *c, enum stop_kind kind,
	int deeper)
{
	const struct op_code *o = &c->r->program.op[run_pc(c->r, 0)];

	return (struct stop){ .kind = kind, .task = 0,
		.depth = (u16)(task_at(c->r->m, 0)->depth + deeper),
		.procedure = o->procedure, .row = o->row };
}

static void go_to(struct course *c, const char *procedure, const char *row)
{
	assert_int_equal(move(c, place(procedure, row, 0), false, 1), MOVE_HIT);
	if (row)
		assert_string_equal(standing_on(c->r, 0), row);
}

/* A line of the CPU ran, or its wait for a lock ended. */
static bool moved_on(const struct course *c, unsigned cpu)
{
	unsigned moved = c->r->m->last.moved;

	return c->r->m->last.cpu == cpu ||
		(moved != NONE && task_at(c->r->m, moved)->cpu == cpu);
}

static void test_move__step_and_back(void **state)
{
	struct course c;
	u64 at[200], n = 0, handed = 0;

	begin(&c, 3);
	while (move(&c, line_of(1), false, 1) == MOVE_HIT) {
		assert_true(moved_on(&c, 1));
		handed += c.r->m->last.cpu != 1;
		at[n++] = run_step(c.r);
	}
	assert_int_equal(n - handed, get(c.r, "cpu[1].lines"));
	assert_true(run_ended(c.r));
	while (n-- > 0) {
		assert_int_equal(move(&c, line_of(1), true, 1), MOVE_HIT);
		assert_int_equal(run_step(c.r), at[n]);
	}
	assert_int_equal(move(&c, line_of(1), true, 1), MOVE_STARTED);
	assert_int_equal(run_step(c.r), 0);
	assert_int_equal(move(&c, line_of(1), true, 1), MOVE_STARTED);
	course_done(&c);
}

/* What a CPU did at each step of a run, told forward. */
static u64 record(struct course *c, unsigned cpu, bool *moved, u64 most)
{
	u64 n = 0;

	run_seek(c->r, 0);
	while (n < most && run_line(c->r))
		moved[++n] = moved_on(c, cpu);
	return n;
}

/* Back from many steps, counted, on a CPU that may rest for long. */
static void check_rests(struct course *c, unsigned cpu)
{
	enum { MOST = 4000 };
	bool moved[MOST + 1] = { false };
	u64 n = record(c, cpu, moved, MOST);

	for (u64 from = 1; from <= n; from += 1 + from % 13)
		for (u64 count = 1; count <= 3; count += 2) {
			u64 to = from, left = count;

			while (to && left)
				left -= moved[--to];
			run_seek(c->r, from);
			assert_int_equal(move(c, line_of(cpu), true, count),
				left ? MOVE_STARTED : MOVE_HIT);
			assert_int_equal(run_step(c->r), left ? 0 : to);
		}
}

/* kswapd and the workers rest for thousands of lines; one CPU has nothing to do
 * at all until somebody gives it an operation. */
static void test_move__back_over_a_long_rest(void **state)
{
	struct course c;

	for (int given = 0; given < 2; given++) {
		course_init(&c, 4);
		c.s.workload = WORKLOAD_LAZY_FREE;
		c.s.parts = PART_COUNTER | PART_OVERCOMMIT;
		c.s.features = NEW_KERNEL | IN_MADV_FREE;
		c.s.value[PARAM_RAM_PAGES] = 256;
		c.s.value[PARAM_SWAP_PAGES] = 512;
		c.s.value[PARAM_PROCESSES] = 2;
		c.s.value[PARAM_REGION_PAGES] = 160;
		c.s.value[PARAM_LOOPS] = 2;
		course_start(&c, PLENTY, INTERVAL);
		if (given) {
			struct input in = { .kind = INPUT_OPERATION, .cpu = 2,
				.operation = OPERATION_MAP, .value = 3 };

			run_seek(c.r, 50 * INTERVAL);
			assert_null(run_refused(c.r, &in));
			run_input(c.r, in);
		}
		for (unsigned cpu = 0; cpu < 4; cpu++)
			check_rests(&c, cpu);
		course_done(&c);
	}
}

static void test_move__step_of_anybody(void **state)
{
	struct course c;

	begin(&c, 3);
	for (u64 k = 1; k < 60; k++) {
		assert_int_equal(move(&c, line_of(NONE), false, 1), MOVE_HIT);
		assert_int_equal(run_step(c.r), k);
	}
	for (u64 k = 59; k-- > 1;) {
		assert_int_equal(move(&c, line_of(NONE), true, 1), MOVE_HIT);
		assert_int_equal(run_step(c.r), k);
	}
	/* step 0 is no stop but the start */
	assert_int_equal(move(&c, line_of(NONE), true, 1), MOVE_STARTED);
	course_done(&c);
}

static void test_move__others_are_counted_meanwhile(void **state)
{
	struct course c;
	struct move v;

	begin(&c, 4);
	run_lines(c.r, 30);
	for (int i = 0; i < 20; i++) {
		u64 from = run_step(c.r), others = 0, cpus = 0;

		init(&c, &v, line_of(2), false, 1);
		v.follow = 2;
		move_all(&v, c.r);
		run_seek(c.r, from);
		while (run_step(c.r) < from + v.lines) {
			run_line(c.r);
			if (c.r->m->last.cpu == 2)
				continue;
			others++;
			cpus |= (u64)1 << c.r->m->last.cpu;
		}
		assert_int_equal(v.others, others);
		assert_int_equal(v.lines, others + (c.r->m->last.cpu == 2));
		assert_int_equal(v.cpus[0], cpus);
		move_done(&v);
	}
	course_done(&c);
}

static void test_move__next_and_its_reverse(void **state)
{
	static const char *const rows[] = { "each", "mmap", "if_failed",
		"munmap", "count", "each", "mmap", "if_failed" };
	struct course c;

	begin(&c, 2);
	for (int i = 0; i < 7; i++) {
		assert_string_equal(standing_on(c.r, 0), rows[i]);
		move(&c, by_frame(&c, STOP_SHALLOW, 0), false, 1);
	}
	for (int i = 7; i > 1; i--) {
		assert_string_equal(standing_on(c.r, 0), rows[i]);
		assert_int_equal(move(&c, by_frame(&c, STOP_SHALLOW, 0), true,
			1), MOVE_HIT);
	}
	assert_string_equal(standing_on(c.r, 0), "mmap");
	assert_int_equal(move(&c, by_frame(&c, STOP_SHALLOW, 0), true, 1),
		MOVE_STARTED);
	course_done(&c);
}

/* Forward to behind the call, backwards to the line that calls. */
static void test_move__finish_and_its_reverse(void **state)
{
	struct course c;
	struct stop out;

	begin(&c, 3);
	go_to(&c, "percpu_counter_add_batch", "test");
	out = by_frame(&c, STOP_SHALLOW, -1);
	assert_int_equal(move(&c, out, false, 1), MOVE_HIT);
	assert_string_equal(standing_on(c.r, 0), "return");
	assert_int_equal(task_at(c.r->m, 0)->depth, out.depth);
	go_to(&c, "percpu_counter_add_batch", "lock");
	out = by_frame(&c, STOP_SHALLOW, -1);
	assert_int_equal(move(&c, out, true, 1), MOVE_HIT);
	assert_string_equal(standing_on(c.r, 0), "add");
	assert_int_equal(task_at(c.r->m, 0)->depth, out.depth);
	course_done(&c);
}

static void test_move__until_a_later_row_and_its_reverse(void **state)
{
	struct course c;

	begin(&c, 1);
	go_to(&c, "mmap1", "count");
	/* over the jump back to the loop's head, which is no later row */
	assert_int_equal(move(&c, by_frame(&c, STOP_LATER, 0), false, 1),
		MOVE_HIT);
	assert_string_equal(standing_on(c.r, 0), "end");
	assert_int_equal(move(&c, by_frame(&c, STOP_EARLIER, 0), true, 1),
		MOVE_HIT);
	assert_string_equal(standing_on(c.r, 0), "each");
	course_done(&c);
}

static void test_move__advance_and_its_reverse(void **state)
{
	struct course c;
	struct stop fold = place("percpu_counter_add_batch", "fold", 1);
	u64 at[3];

	begin(&c, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(move(&c, fold, false, 1), MOVE_HIT);
		assert_string_equal(standing_on(c.r, 1), "fold");
		at[i] = run_step(c.r);
	}
	for (int i = 2; i-- > 0;) {
		assert_int_equal(move(&c, fold, true, 1), MOVE_HIT);
		assert_int_equal(run_step(c.r), at[i]);
	}
	assert_int_equal(move(&c, fold, true, 1), MOVE_STARTED);
	course_done(&c);
}

static void test_move__decision_and_its_reverse(void **state)
{
	struct course c;
	struct stop decision = { .kind = STOP_DECISION, .cpu = 0 };
	u64 at[2];

	begin(&c, 2);
	for (int i = 0; i < 2; i++) {
		move(&c, decision, false, 1);
		at[i] = run_step(c.r);
	}
	assert_int_equal(move(&c, decision, true, 1), MOVE_HIT);
	assert_int_equal(run_step(c.r), at[0]);
	assert_int_equal(move(&c, decision, false, 1), MOVE_HIT);
	assert_int_equal(run_step(c.r), at[1]);
	course_done(&c);
}

static void test_move__expression_and_change_both_ways(void **state)
{
	struct course c;
	struct err e;
	struct stop s = { .kind = STOP_EXPR };
	struct stop change = { .kind = STOP_CHANGE,
		.name = name_of("vm_committed_as.count") };
	u64 at[50], n = 0;

	begin(&c, 2);
	s.expr = expr_compile("vm_committed_as.count >= 20", &c.scope, &e);
	while (move(&c, s, false, 1) == MOVE_HIT)
		at[n++] = run_step(c.r);
	assert_true(n > 1);
	while (n-- > 0) {
		assert_int_equal(move(&c, s, true, 1), MOVE_HIT);
		assert_int_equal(run_step(c.r), at[n]);
	}
	run_seek(c.r, 0);
	for (n = 0; move(&c, change, false, 1) == MOVE_HIT;)
		at[n++] = run_step(c.r);
	while (n-- > 0) {
		assert_int_equal(move(&c, change, true, 1), MOVE_HIT);
		assert_int_equal(run_step(c.r), at[n]);
	}
	expr_free((struct expr *)(uintptr_t)s.expr);
	course_done(&c);
}

static void test_move__a_count_is_that_many_moves(void **state)
{
	struct course c;

	begin(&c, 3);
	for (u64 count = 1; count < 40; count += 6) {
		u64 to;

		run_seek(c.r, 11);
		move(&c, line_of(2), false, count);
		to = run_step(c.r);
		run_seek(c.r, 11);
		for (u64 i = 0; i < count; i++)
			move(&c, line_of(2), false, 1);
		assert_int_equal(run_step(c.r), to);
		move(&c, line_of(2), true, count);
		to = run_step(c.r);
		run_seek(c.r, 11);
		move(&c, line_of(2), false, count);
		for (u64 i = 0; i < count; i++)
			move(&c, line_of(2), true, 1);
		assert_int_equal(run_step(c.r), to);
	}
	assert_int_equal(move(&c, line_of(2), false, 1000000), MOVE_ENDED);
	assert_int_equal(move(&c, line_of(2), true, 1000000), MOVE_STARTED);
	course_done(&c);
}

/* next with a breakpoint within the call; it counts at its own place too. */
static void test_move__breakpoints_stop_other_moves(void **state)
{
	struct course c;
	struct move v;
	u64 end;

	begin(&c, 2);
	go_to(&c, "mmap1", "mmap");
	init(&c, &v, by_frame(&c, STOP_SHALLOW, 0), false, 1);
	v.stop[1] = place("percpu_counter_add_batch", "empty", 1);
	v.stop[2] = place("percpu_counter_add_batch", "fold", 0);
	v.n_stops = 3;
	assert_int_equal(move_all(&v, c.r), MOVE_HIT);
	assert_int_equal(v.which, 2);
	assert_string_equal(standing_on(c.r, 0), "fold");
	move_done(&v);
	init(&c, &v, by_frame(&c, STOP_SHALLOW, -4), false, 1);
	move_all(&v, c.r);
	assert_string_equal(standing_on(c.r, 0), "if_failed");
	end = run_step(c.r);
	init(&c, &v, by_frame(&c, STOP_SHALLOW, 0), true, 1);
	v.stop[1] = place("percpu_counter_add_batch", "fold", 0);
	v.n_stops = 2;
	assert_int_equal(move_all(&v, c.r), MOVE_HIT);
	assert_int_equal(v.which, 1);
	assert_string_equal(standing_on(c.r, 0), "fold");
	move_done(&v);
	/* both at one step, with count to go and at its end */
	for (u64 count = 1; count <= 5; count += 4) {
		run_seek(c.r, 0);
		init(&c, &v, line_of(0), false, count);
		v.stop[1] = place("mmap1", "mmap", 0);
		v.n_stops = 2;
		assert_int_equal(move_all(&v, c.r), MOVE_HIT);
		assert_int_equal(v.which, 1);
		assert_string_equal(standing_on(c.r, 0), "mmap");
		move_done(&v);
		run_seek(c.r, end);
		init(&c, &v, line_of(0), true, count + 50);
		v.stop[1] = place("mmap1", "mmap", 0);
		v.n_stops = 2;
		assert_int_equal(move_all(&v, c.r), MOVE_HIT);
		assert_int_equal(v.which, 1);
		assert_string_equal(standing_on(c.r, 0), "mmap");
		move_done(&v);
	}
	course_done(&c);
}

static void test_move__without_stops_to_the_ends(void **state)
{
	struct course c;
	struct move v;
	u64 last;

	begin(&c, 3);
	last = last_step(c.r);
	for (int i = 0; i < 2; i++) {
		move_init(&v, MOVE_STOP, 0, &c.scope);
		v.backward = i;
		assert_int_equal(move_all(&v, c.r),
			i ? MOVE_STARTED : MOVE_ENDED);
		assert_int_equal(run_step(c.r), i ? 0 : last);
		assert_int_equal(v.lines, i ? 0 : last);
		move_done(&v);
	}
	course_done(&c);
}

/* Standing on a stop, a move in either direction leaves it. */
static void test_move__from_a_stop(void **state)
{
	struct course c;
	struct stop fold = place("percpu_counter_add_batch", "fold", NONE);
	u64 at[3];

	begin(&c, 3);
	for (int i = 0; i < 3; i++) {
		move(&c, fold, false, 1);
		at[i] = run_step(c.r);
		assert_true(!i || at[i] > at[i - 1]);
	}
	run_seek(c.r, at[1]);
	move(&c, fold, true, 1);
	assert_int_equal(run_step(c.r), at[0]);
	run_seek(c.r, at[1] + 1);
	move(&c, fold, true, 1);
	assert_int_equal(run_step(c.r), at[1]);
	run_seek(c.r, at[1] - 1);
	move(&c, fold, false, 1);
	assert_int_equal(run_step(c.r), at[1]);
	course_done(&c);
}

/* A CPU that spins runs its next line once it has the lock. */
static void test_move__step_of_a_spinning_cpu(void **state)
{
	struct course c;

	begin(&c, 4);
	while (cpu_at(c.r->m, 3)->state != CPU_SPINNING)
		run_line(c.r);
	assert_int_equal(move(&c, line_of(3), false, 1), MOVE_HIT);
	/* where it has been handed the lock, before the line behind it */
	assert_true(moved_on(&c, 3));
	assert_string_equal(standing_on(c.r, 3), "fold");
	assert_int_equal(move(&c, line_of(3), true, 1), MOVE_HIT);
	assert_int_equal(cpu_at(c.r->m, 3)->state, CPU_SPINNING);
	course_done(&c);
}

static void test_move__step_of_a_cpu_with_nothing_to_run(void **state)
{
	struct course c;

	course_init(&c, 3);
	c.s.workload = WORKLOAD_POLICY_SWITCH;
	course_start(&c, PLENTY, INTERVAL);
	while (cpu_at(c.r->m, 1)->state != CPU_IDLE)
		run_line(c.r);
	/* its kworker will run */
	assert_int_equal(move(&c, line_of(1), false, 1), MOVE_HIT);
	assert_int_equal(task_at(c.r->m, c.r->m->last.task)->kind,
		TASK_KWORKER);
	while (cpu_at(c.r->m, 1)->state != CPU_IDLE)
		run_line(c.r);
	assert_int_equal(move(&c, line_of(1), false, 1), MOVE_ENDED);
	course_done(&c);
}

static void test_move__to_any_step(void **state)
{
	struct course c;
	struct move v;
	u64 last;

	begin(&c, 3);
	last = last_step(c.r);
	for (u64 i = 0; i < 300; i++) {
		u64 to = i * 131 % (last + 40);

		move_init(&v, MOVE_TO, 0, &c.scope);
		v.to = to;
		assert_int_equal(move_all(&v, c.r),
			to > last ? MOVE_ENDED : MOVE_HIT);
		assert_int_equal(run_step(c.r), to > last ? last : to);
		assert_int_equal(digest(c.r), fresh_digest(c.r, to));
		move_done(&v);
	}
	course_done(&c);
}

/* Where a move to a time or to finished work ends, from wherever it comes. */
static u64 along(struct course *c, enum move_kind kind, u64 to, u64 from,
	enum move_state *state)
{
	struct move v;

	run_seek(c->r, from);
	move_init(&v, kind, 0, &c->scope);
	v.to = to;
	*state = move_all(&v, c->r);
	move_done(&v);
	return run_step(c->r);
}

static void test_move__time_is_one_place_from_anywhere(void **state)
{
	for (enum mode mode = MODE_TIME; mode < MODE_N; mode++) {
		struct course c;
		enum move_state end;
		u64 last, horizon;

		begin(&c, 3);
		put(c.r, mode_input(mode));
		last = last_step(c.r);
		run_seek(c.r, last);
		horizon = c.r->m->horizon_ns;
		for (u64 to = 0; to < horizon; to += 5) {
			u64 at = along(&c, MOVE_TIME, to, 0, &end);

			assert_int_equal(end, MOVE_HIT);
			assert_true(c.r->m->horizon_ns <= to);
			run_line(c.r);
			assert_true(c.r->m->horizon_ns > to);
			for (u64 from = 0; from <= last; from += 37)
				assert_int_equal(along(&c, MOVE_TIME, to, from,
					&end), at);
			assert_int_equal(digest(c.r), fresh_digest(c.r, at));
		}
		along(&c, MOVE_TIME, horizon, 3, &end);
		assert_int_equal(end, MOVE_ENDED);
		assert_int_equal(run_step(c.r), last);
		course_done(&c);
	}
}

static void test_move__work_is_one_place_from_anywhere(void **state)
{
	struct course c;
	enum move_state end;
	u64 last, work;

	begin(&c, 3);
	last = last_step(c.r);
	run_seek(c.r, last);
	work = c.r->m->work_done;
	for (u64 to = 0; to <= work; to++) {
		u64 at = along(&c, MOVE_WORK, to, 0, &end);

		assert_int_equal(end, MOVE_HIT);
		assert_int_equal(c.r->m->work_done, to);
		for (u64 from = 0; from <= last; from += 7)
			assert_int_equal(along(&c, MOVE_WORK, to, from, &end),
				at);
		assert_true(at == 0 || (run_seek(c.r, at - 1),
			c.r->m->work_done == to - 1));
	}
	along(&c, MOVE_WORK, work + 1, 3, &end);
	assert_int_equal(end, MOVE_ENDED);
	course_done(&c);
}

/* The watcher hears of no step beyond the place where a move ends. */
static void see(void *user, struct run *r)
{
	*(u64 *)user = run_step(r);
}

static void test_move__time_does_not_look_ahead(void **state)
{
	for (enum mode mode = MODE_TIME; mode < MODE_N; mode++) {
		struct course c;
		enum move_state end;
		u64 seen = 99;

		begin(&c, 3);
		put(c.r, mode_input(mode));
		run_watch(c.r, (struct run_watcher){ see, &seen });
		for (u64 to = 0; to < 60; to += 3) {
			u64 at = along(&c, MOVE_TIME, to, run_step(c.r), &end);

			assert_int_equal(seen, at);
		}
		course_done(&c);
	}
}

static void test_move__slices_of_any_size(void **state)
{
	static const enum move_kind kinds[] = { MOVE_STOP, MOVE_STOP, MOVE_TO,
		MOVE_TO, MOVE_TIME, MOVE_WORK };
	struct course c;
	u64 random = 3;

	begin(&c, 3);
	for (int i = 0; i < 600; i++) {
		struct move v;
		u64 from = rng_below(&random, 250), to;
		struct stop fold = place("percpu_counter_add_batch", "fold", 1);
		enum move_state whole;

		for (int pass = 0; pass < 2; pass++) {
			run_seek(c.r, from);
			init(&c, &v, fold, i % 6 == 1, 1 + (u64)i % 4);
			v.kind = kinds[i % 6];
			v.to = (u64)i % 100;
			if (!pass) {
				whole = move_all(&v, c.r);
				to = run_step(c.r);
				move_done(&v);
				continue;
			}
			move_begin(&v, c.r);
			while (move_slice(&v, c.r, rng_below(&random, 9)) ==
				MOVE_GOING)
				;
			assert_int_equal(v.state, whole);
			assert_int_equal(run_step(c.r), to);
			move_done(&v);
		}
	}
	course_done(&c);
}

static void test_move__cancel_goes_back(void **state)
{
	for (int i = 0; i < 60; i++) {
		struct course c;
		struct move v;
		u64 from;

		begin(&c, 3);
		run_lines(c.r, i % 2 ? 20 : UINT64_MAX);
		from = digest(c.r);
		init(&c, &v, place("mmap1", "end", 1), i % 4 < 2, 90);
		v.kind = i % 5 ? MOVE_STOP : MOVE_TO;
		v.to = i % 2 ? 150 : 3;
		move_begin(&v, c.r);
		for (int n = 0; n < i % 7; n++)
			move_slice(&v, c.r, 13);
		move_cancel(&v, c.r);
		assert_int_equal(digest(c.r), from);
		move_done(&v);
		course_done(&c);
	}
}

/* Without a history the same, from the start. */
static void test_move__without_history(void **state)
{
	struct course c;
	struct stop fold = place("percpu_counter_add_batch", "fold", NONE);
	u64 at;

	course_init(&c, 3);
	course_start(&c, 0, 0);
	move(&c, fold, false, 3);
	at = run_step(c.r);
	move(&c, fold, false, 1);
	assert_int_equal(move(&c, fold, true, 1), MOVE_HIT);
	assert_int_equal(run_step(c.r), at);
	assert_int_equal(move(&c, fold, true, 3), MOVE_STARTED);
	course_done(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_move__step_and_back),
		cmocka_unit_test(test_move__back_over_a_long_rest),
		cmocka_unit_test(test_move__step_of_anybody),
		cmocka_unit_test(test_move__others_are_counted_meanwhile),
		cmocka_unit_test(test_move__next_and_its_reverse),
		cmocka_unit_test(test_move__finish_and_its_reverse),
		cmocka_unit_test(test_move__until_a_later_row_and_its_reverse),
		cmocka_unit_test(test_move__advance_and_its_reverse),
		cmocka_unit_test(test_move__decision_and_its_reverse),
		cmocka_unit_test(test_move__expression_and_change_both_ways),
		cmocka_unit_test(test_move__a_count_is_that_many_moves),
		cmocka_unit_test(test_move__breakpoints_stop_other_moves),
		cmocka_unit_test(test_move__without_stops_to_the_ends),
		cmocka_unit_test(test_move__from_a_stop),
		cmocka_unit_test(test_move__step_of_a_spinning_cpu),
		cmocka_unit_test(test_move__step_of_a_cpu_with_nothing_to_run),
		cmocka_unit_test(test_move__to_any_step),
		cmocka_unit_test(test_move__time_is_one_place_from_anywhere),
		cmocka_unit_test(test_move__work_is_one_place_from_anywhere),
		cmocka_unit_test(test_move__time_does_not_look_ahead),
		cmocka_unit_test(test_move__slices_of_any_size),
		cmocka_unit_test(test_move__cancel_goes_back),
		cmocka_unit_test(test_move__without_history),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
