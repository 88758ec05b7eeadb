/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of stops: at which steps of a run each kind holds.
 */
#include "course.h"
#include "expr/expr.h"

enum { PLENTY = 1 << 20, INTERVAL = 16 };

/* Goes on to the next stop; false at the end of the run. */
static bool to_next(struct course *c, struct stop *s)
{
	stop_begin(s, c->r, &c->scope);
	while (run_line(c->r))
		if (stop_hit(s, c->r, &c->scope))
			return true;
	return false;
}

static struct stop place(const char *procedure, const char *row, unsigned cpu)
{
	unsigned id = procedure_find(procedure);

	assert_true(id < PROC_N);
	return (struct stop){ .kind = STOP_PLACE, .cpu = (u16)cpu,
		.procedure = (u16)id, .row = row
			? (u16)procedure_row(procedure_at(id), row) : 0 };
}

static struct stop expr_stop(const struct course *c, const char *text)
{
	struct err e;
	struct expr *x = expr_compile(text, &c->scope, &e);

	if (!x)
		fail_msg("%s: %s", text, e.text);
	return (struct stop){ .kind = STOP_EXPR, .expr = x };
}

static void expr_stop_done(struct stop *s)
{
	expr_free((struct expr *)(uintptr_t)s->expr);
}

static void test_stop__line_of_anybody_or_of_one_cpu(void **state)
{
	struct course c;
	struct stop any = { .kind = STOP_LINE, .cpu = NONE };
	struct stop one = { .kind = STOP_LINE, .cpu = 1 };
	unsigned moved;

	course_init(&c, 3);
	course_start(&c, 0, 0);
	stop_begin(&any, c.r, &c.scope);
	stop_begin(&one, c.r, &c.scope);
	while (run_line(c.r)) {
		assert_true(stop_hit(&any, c.r, &c.scope));
		moved = c.r->m->last.moved;
		assert_int_equal(stop_hit(&one, c.r, &c.scope),
			c.r->m->last.cpu == 1 || (moved != NONE &&
			task_at(c.r->m, moved)->cpu == 1));
	}
	course_done(&c);
}

static void test_stop__place_is_entry_or_row(void **state)
{
	struct course c;
	struct stop entry = place("percpu_counter_add_batch", NULL, NONE);
	struct stop fold = place("percpu_counter_add_batch", "fold", 1);
	unsigned n = 0;

	course_init(&c, 2);
	course_start(&c, 0, 0);
	stop_begin(&entry, c.r, &c.scope);
	while (to_next(&c, &entry)) {
		n++;
		assert_string_equal(standing_on(c.r, c.r->m->last.cpu),
			"preempt_off");
	}
	assert_int_equal(n, get(c.r, "vm_committed_as.updates"));
	run_seek(c.r, 0);
	for (n = 0; to_next(&c, &fold); n++)
		assert_string_equal(standing_on(c.r, 1), "fold");
	assert_int_equal(n, get(c.r, "cpu[1].folds"));
	course_done(&c);
}

/* Who waits for the lock comes to its next line by the unlock of another. */
static void test_stop__place_reached_by_a_handoff(void **state)
{
	struct course c;
	struct stop fold = place("percpu_counter_add_batch", "fold", NONE);
	unsigned handed = 0;

	course_init(&c, 4);
	course_start(&c, 0, 0);
	while (to_next(&c, &fold))
		handed += c.r->m->last.moved != NONE;
	assert_true(handed > 0);
	assert_int_equal(handed, get(c.r, "vm_committed_as.lock.contended"));
	course_done(&c);
}

static void test_stop__place_of_tasks_that_start(void **state)
{
	struct course c;
	struct stop worker = place("worker_thread", NULL, NONE);
	struct stop map = place("mmap_region", NULL, 0);
	struct stop add = place("vm_acct_memory", NULL, NONE);
	unsigned n = 0;

	course_init(&c, 3);
	c.s.workload = WORKLOAD_POLICY_SWITCH;
	course_start(&c, 0, 0);
	while (to_next(&c, &worker))
		n += c.r->m->last.started != NONE;
	assert_int_equal(n, 3);
	put(c.r, operation_input(OPERATION_MAP, 0, 1, false));
	put(c.r, operation_input(OPERATION_ADD, 2, 1, false));
	put(c.r, operation_input(OPERATION_SYNC, 1, 1, false));
	stop_begin(&map, c.r, &c.scope);
	stop_begin(&add, c.r, &c.scope);
	/* told of the state at this step, with its inputs */
	assert_true(stop_hit(&map, c.r, &c.scope));
	assert_true(stop_hit(&add, c.r, &c.scope));
	add.cpu = 1;
	assert_false(stop_hit(&add, c.r, &c.scope));
	course_done(&c);
}

/* A step that stands in another place in this variant is found by its name; one
 * that the variant has not got is never come to. */
static void test_stop__place_on_a_row_left_out(void **state)
{
	struct course c;
	struct stop policy = place("overcommit_policy_handler", "policy", NONE);
	struct stop batch = place("vm_acct_memory", "batch", NONE);

	course_init(&c, 2);
	c.s.workload = WORKLOAD_POLICY_SWITCH;
	course_start(&c, 0, 0);
	assert_false(line_in(&procedure_at(policy.procedure)->lines[policy.row],
		NEW_KERNEL));
	assert_true(to_next(&c, &policy));
	assert_string_equal(standing_on(c.r, 0), "policy");
	do
		run_line(c.r);
	while (c.r->m->last.cpu != 0);
	assert_int_equal(get(c.r, "overcommit.policy"), POLICY_NEVER);
	run_seek(c.r, 0);
	assert_false(to_next(&c, &batch));
	course_done(&c);
}

static void test_stop__decision(void **state)
{
	struct course c;
	struct stop any = { .kind = STOP_DECISION, .cpu = NONE };
	struct stop one = { .kind = STOP_DECISION, .cpu = 2 };
	unsigned n = 0;

	course_init(&c, 3);
	course_start(&c, 0, 0);
	while (to_next(&c, &any)) {
		assert_true(program_line(&c.r->program, run_pc(c.r,
			c.r->m->last.cpu))->decision);
		n++;
	}
	run_seek(c.r, 0);
	while (to_next(&c, &one)) {
		assert_int_equal(c.r->m->last.cpu, 2);
		n -= 3;
	}
	assert_int_equal(n, 0);
	course_done(&c);
}

static void test_stop__an_ended_task_stands_nowhere(void **state)
{
	struct course c;
	struct stop any = { .kind = STOP_DECISION, .cpu = NONE };

	course_init(&c, 1);
	course_start(&c, 0, 0);
	run_lines(c.r, UINT64_MAX);
	assert_true(c.r->m->last.ended);
	assert_false(stop_hit(&any, c.r, &c.scope));
	assert_int_equal(run_pc(c.r, 0), NONE);
	course_done(&c);
}

static void test_stop__expr_begins_to_hold(void **state)
{
	struct course c;
	struct stop s;
	bool before = false;
	unsigned n = 0;

	course_init(&c, 2);
	course_start(&c, 0, 0);
	s = expr_stop(&c, "vm_committed_as.count > 0");
	stop_begin(&s, c.r, &c.scope);
	while (run_line(c.r)) {
		bool now = get(c.r, "vm_committed_as.count") > 0;

		assert_int_equal(stop_hit(&s, c.r, &c.scope), now && !before);
		n += now && !before;
		before = now;
	}
	assert_true(n > 1);
	expr_stop_done(&s);
	course_done(&c);
}

/* Where it holds already it does not begin; a fault counts as no. */
static void test_stop__expr_that_holds_or_fails(void **state)
{
	struct course c;
	struct stop holds, fails;

	course_init(&c, 2);
	course_start(&c, 0, 0);
	holds = expr_stop(&c, "steps >= 0");
	fails = expr_stop(&c, "1 / (time_ns - time_ns) > 0");
	stop_begin(&holds, c.r, &c.scope);
	stop_begin(&fails, c.r, &c.scope);
	while (run_line(c.r)) {
		assert_false(stop_hit(&holds, c.r, &c.scope));
		assert_false(stop_hit(&fails, c.r, &c.scope));
	}
	expr_stop_done(&holds);
	expr_stop_done(&fails);
	course_done(&c);
}

static void test_stop__change_of_a_value(void **state)
{
	struct course c;
	struct stop s = { .kind = STOP_CHANGE,
		.name = name_of("cpu[1].vm_committed_as") };
	s64 before = 0;
	unsigned n = 0;

	course_init(&c, 2);
	c.s.value[PARAM_BATCH] = 25;
	course_start(&c, 0, 0);
	stop_begin(&s, c.r, &c.scope);
	while (run_line(c.r)) {
		s64 now = get(c.r, "cpu[1].vm_committed_as");

		assert_int_equal(stop_hit(&s, c.r, &c.scope), now != before);
		n += now != before;
		before = now;
	}
	assert_int_equal(n, 6);
	course_done(&c);
}

/* The value of the CPU's local; false: it is in no procedure that has it. */
static bool local_of(const struct course *c, unsigned cpu, const char *text,
	s64 *value)
{
	struct scope scope = c->scope;
	struct expr *x;
	struct err e;
	bool good;

	scope.cpu = cpu;
	x = expr_compile(text, &scope, &e);
	assert_non_null(x);
	good = expr_eval(x, &scope, value, &e);
	expr_free(x);
	return good;
}

/* A local that comes and goes: its comings are no changes. It is CPU 1's, whom
 * the scope does not follow. */
static void test_stop__change_of_a_local(void **state)
{
	struct course c;
	struct stop s;
	s64 before, now;
	unsigned n = 0, other = 0;
	bool there;

	course_init(&c, 2);
	course_start(&c, 0, 0);
	s = expr_stop(&c, "local.count");
	s.kind = STOP_CHANGE;
	s.cpu = 1;
	stop_begin(&s, c.r, &c.scope);
	there = local_of(&c, 1, "local.count", &before);
	while (run_line(c.r)) {
		bool is = local_of(&c, 1, "local.count", &now);

		assert_int_equal(stop_hit(&s, c.r, &c.scope), there && is &&
			now != before);
		n += there && is && now != before;
		other += is != there;
		there = is;
		before = now;
	}
	assert_true(n > 2 && other > 2);
	expr_stop_done(&s);
	course_done(&c);
}

/* A condition's locals are of who comes to the place, whoever is followed. */
static void test_stop__condition_of_who_arrives(void **state)
{
	struct course c;
	struct stop s = place("percpu_counter_add_batch", "test", NONE);
	struct stop all = s;
	unsigned seen[2] = { 0 }, n = 0;
	struct err e;

	course_init(&c, 2);
	c.s.value[PARAM_BATCH] = 25;
	course_start(&c, 0, 0);
	s.condition = expr_compile("local.count > 0", &c.scope, &e);
	stop_begin(&s, c.r, &c.scope);
	stop_begin(&all, c.r, &c.scope);
	while (run_line(c.r)) {
		unsigned cpu = c.r->m->last.cpu;
		bool hit = stop_hit(&s, c.r, &c.scope);
		s64 count;

		if (!stop_hit(&all, c.r, &c.scope)) {
			assert_false(hit);
			continue;
		}
		assert_true(local_of(&c, cpu, "local.count", &count));
		assert_int_equal(hit, count > 0);
		seen[cpu] += hit;
		n += !hit;
	}
	assert_true(seen[0] && seen[1] && n);
	expr_free((struct expr *)s.condition);
	course_done(&c);
}

/* One process alone: the loop's lines and the calls between them. */
static void test_stop__shallow_runs_over_calls(void **state)
{
	static const char *const next[] = { "mmap", "if_failed", "munmap",
		"count", "each" };
	struct course c;
	struct stop s = { .kind = STOP_SHALLOW, .task = 0, .depth = 1 };

	course_init(&c, 1);
	course_start(&c, 0, 0);
	for (int i = 0; i < 15; i++) {
		assert_true(to_next(&c, &s));
		assert_string_equal(standing_on(c.r, 0), next[i % 5]);
	}
	assert_true(to_next(&c, &s));		/* each: no */
	assert_string_equal(standing_on(c.r, 0), "end");
	assert_true(to_next(&c, &s));		/* its end counts too */
	assert_true(c.r->m->last.ended);
	course_done(&c);
}

static void test_stop__shallow_finishes_a_procedure(void **state)
{
	struct course c;
	struct stop in = place("percpu_counter_add_batch", "test", 0);
	struct stop out = { .kind = STOP_SHALLOW, .task = 0 };

	course_init(&c, 2);
	course_start(&c, 0, 0);
	assert_true(to_next(&c, &in));
	out.depth = (u16)(task_at(c.r->m, 0)->depth - 1);
	assert_true(to_next(&c, &out));
	assert_int_equal(task_at(c.r->m, 0)->depth, out.depth);
	assert_int_equal(c.r->m->last.task, 0);
	assert_int_equal(c.r->program.op[run_pc(c.r, 0)].procedure,
		PROC_VM_ACCT_MEMORY);
	course_done(&c);
}

static void test_stop__shallow_of_no_task_never_holds(void **state)
{
	struct course c;
	struct stop s = { .kind = STOP_SHALLOW, .task = NONE, .depth = 99 };

	course_init(&c, 2);
	course_start(&c, 0, 0);
	assert_false(stop_hit(&s, c.r, &c.scope));
	assert_false(to_next(&c, &s));
	course_done(&c);
}

/* From the loop's last row: up to its first is no later row. */
static void test_stop__later_and_earlier_rows(void **state)
{
	struct course c;
	struct stop s = { .task = 0, .depth = 1, .procedure = PROC_MMAP1 };

	course_init(&c, 1);
	course_start(&c, 0, 0);
	s.kind = STOP_SHALLOW;
	for (int i = 0; i < 4; i++)
		to_next(&c, &s);
	assert_string_equal(standing_on(c.r, 0), "count");
	s.row = c.r->program.op[run_pc(c.r, 0)].row;
	s.kind = STOP_EARLIER;
	to_next(&c, &s);
	assert_string_equal(standing_on(c.r, 0), "each");
	s.kind = STOP_LATER;
	to_next(&c, &s);
	assert_string_equal(standing_on(c.r, 0), "end");
	to_next(&c, &s);
	assert_true(c.r->m->last.ended);
	course_done(&c);
}

static void test_stop__later_or_shallower(void **state)
{
	struct course c;
	struct stop in = place("percpu_counter_add_batch", "return", 0);
	struct stop s = { .kind = STOP_LATER, .task = 0,
		.procedure = PROC_PERCPU_COUNTER_ADD_BATCH };

	course_init(&c, 1);
	course_start(&c, 0, 0);
	to_next(&c, &in);
	s.depth = task_at(c.r->m, 0)->depth;
	s.row = c.r->program.op[run_pc(c.r, 0)].row;
	to_next(&c, &s);
	assert_int_equal(task_at(c.r->m, 0)->depth, s.depth - 1);
	course_done(&c);
}

static void test_stop__own_reads_no_other_variant(void **state)
{
	static const struct { const char *text; bool own; } cases[] = {
		{ "time_ns > 5", true }, { "base.time_ns > 5", true },
		{ "patched.time_ns > time_ns", false },
		{ "patched.local.count > 0", false },
	};
	static const char *const names[] = { "base", "patched" };
	const struct machine *machine[2];
	const struct program *program[2];
	struct course c;
	struct stop change = { .kind = STOP_CHANGE,
		.name = name_of("time_ns") };

	course_init(&c, 1);
	course_start(&c, 0, 0);
	machine[0] = machine[1] = c.r->m;
	program[0] = program[1] = &c.r->program;
	c.scope = (struct scope){ .n_variants = 2, .variant = names,
		.machine = machine, .program = program };
	for (unsigned i = 0; i < 4; i++) {
		struct stop s = expr_stop(&c, cases[i].text);

		assert_int_equal(stop_is_own(&s, &c.scope), cases[i].own);
		expr_stop_done(&s);
	}
	assert_true(stop_is_own(&change, &c.scope));
	change.name.variant = 0;
	assert_true(stop_is_own(&change, &c.scope));
	change.name.variant = 1;
	assert_false(stop_is_own(&change, &c.scope));
	course_done(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stop__line_of_anybody_or_of_one_cpu),
		cmocka_unit_test(test_stop__place_is_entry_or_row),
		cmocka_unit_test(test_stop__place_reached_by_a_handoff),
		cmocka_unit_test(test_stop__place_of_tasks_that_start),
		cmocka_unit_test(test_stop__place_on_a_row_left_out),
		cmocka_unit_test(test_stop__decision),
		cmocka_unit_test(test_stop__an_ended_task_stands_nowhere),
		cmocka_unit_test(test_stop__expr_begins_to_hold),
		cmocka_unit_test(test_stop__expr_that_holds_or_fails),
		cmocka_unit_test(test_stop__change_of_a_value),
		cmocka_unit_test(test_stop__change_of_a_local),
		cmocka_unit_test(test_stop__condition_of_who_arrives),
		cmocka_unit_test(test_stop__shallow_runs_over_calls),
		cmocka_unit_test(test_stop__shallow_finishes_a_procedure),
		cmocka_unit_test(test_stop__shallow_of_no_task_never_holds),
		cmocka_unit_test(test_stop__later_and_earlier_rows),
		cmocka_unit_test(test_stop__later_or_shallower),
		cmocka_unit_test(test_stop__own_reads_no_other_variant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
