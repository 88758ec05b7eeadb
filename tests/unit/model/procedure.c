/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the tables of lines: their form, what an `if` says about itself, how
 * they compile, and that some scenario reaches every line of every procedure.
 */
#include "rig.h"

static const u32 orders[] = { IN_BATCH_SYNC_POLICY, IN_POLICY_BATCH,
	IN_POLICY_SYNC_BATCH, IN_SYNC_BATCH_POLICY, IN_BATCH_POLICY_SYNC };

/* The i-th of the 20 variants that a scene can make. */
enum { VARIANTS = 20 };
static u32 variant(int i)
{
	return orders[i % 5] | (i / 5 % 2 ? IN_BATCH_OLD : IN_BATCH_NEW) |
		(i / 10 ? IN_READ_EARLY : IN_READ_INSIDE);
}

static bool is_truth(struct test t)
{
	switch (t.rel) {
	case REL_LT: return t.left < t.right;
	case REL_LE: return t.left <= t.right;
	case REL_GT: return t.left > t.right;
	case REL_GE: return t.left >= t.right;
	case REL_EQ: return t.left == t.right;
	default: return t.left != t.right;
	}
}

static void test_procedure__answers(void **state)
{
	static const s64 v[] = { INT64_MIN, INT64_MIN + 1, -5, -1, 0, 1, 7,
		INT64_MAX - 1, INT64_MAX };

	for (int rel = REL_LT; rel <= REL_NE; rel++)
		for (int i = 0; i < 9; i++)
			for (int j = 0; j < 9; j++) {
				struct test t = test_of(v[i], (enum rel)rel, v[j]);

				assert_int_equal(test_answer(t), is_truth(t));
			}
}

/* The margin flips the answer in one direction, nothing smaller does in any. */
static void test_procedure__margin_is_the_least_change_that_flips(void **state)
{
	for (int rel = REL_LT; rel <= REL_NE; rel++)
		for (s64 a = -6; a <= 6; a++)
			for (s64 b = -6; b <= 6; b++) {
				struct test t = test_of(a, (enum rel)rel, b);
				s64 margin = (s64)test_margin(t);
				bool yes = test_answer(t), flips = false;

				assert_true(margin >= 1);
				for (s64 d = -margin; d <= margin; d++) {
					bool now;

					t.left = a + d;
					now = test_answer(t);
					if (now != yes) {
						assert_true(d == margin ||
							d == -margin);
						flips = true;
					}
				}
				assert_true(flips);
			}
}

/* design.md's example. */
static void test_procedure__margin_of_the_mail(void **state)
{
	struct test t = test_of(32768, REL_GE, 1024);

	assert_true(test_answer(t));
	assert_int_equal(test_margin(t), 31745);
	assert_string_equal(rel_text(t.rel), "≥");
}

static void test_procedure__find(void **state)
{
	for (unsigned id = 0; id < PROC_N; id++) {
		assert_int_equal(procedure_find(procedure_at(id)->name), id);
		assert_non_null(procedure_at(id)->source);
		assert_non_null(procedure_at(id)->help);
	}
	assert_int_equal(procedure_find("percpu_counter_ad"), PROC_N);
	assert_int_equal(procedure_find(""), PROC_N);
	assert_int_equal(procedure_row(procedure_at(0), "nothing"), 0);
	assert_int_equal(procedure_row(&procedure_percpu_counter_add_batch,
		"preempt_off"), 1);
}

static void check_line(const struct procedure *p, const struct line *l)
{
	assert_non_null(l->text);
	assert_true(strlen(l->text) <= 34);	/* fits the listing at 80x24 */
	assert_non_null(l->id);
	assert_non_null(l->gloss);
	assert_true(l->next < p->n_lines && l->no < p->n_lines);
	assert_true(l->cost < COST_N);
	assert_int_equal(l->test != NULL, l->op == OP_IF || l->op == OP_WAIT);
	assert_int_equal(l->op == OP_IF, l->why != NULL);
	assert_int_equal(l->op == OP_IF, l->if_yes != NULL);
	assert_int_equal(l->op == OP_IF, l->if_no != NULL);
	if (l->op == OP_DO)
		assert_non_null(l->exec);
	else if (l->op != OP_RETURN)
		assert_null(l->exec);
	if (l->op == OP_LOCK || l->op == OP_UNLOCK || l->transfer)
		assert_non_null(l->lock);
	if (l->op == OP_CALL)
		assert_true(l->callee < PROC_N);
	if (l->op == OP_WAIT)
		assert_true(l->channel < CHANNEL_N);
	if (l->has_value)
		assert_true(l->value < p->n_locals);
	assert_true(!l->decision || l->op == OP_IF);
}

static void test_procedure__tables_are_well_formed(void **state)
{
	for (unsigned id = 0; id < PROC_N; id++) {
		const struct procedure *p = procedure_at(id);

		assert_true(p->n_locals <= LOCALS_MAX);
		assert_true(p->n_params <= PASS_MAX);
		assert_true(p->n_params <= p->n_locals);
		for (unsigned i = 0; i < p->n_locals; i++) {
			assert_non_null(p->locals[i].name);
			assert_true(p->locals[i].kind < KIND_N);
		}
		for (unsigned row = 1; row < p->n_lines; row++)
			check_line(p, &p->lines[row]);
		/* the last row is in every variant and never falls through */
		assert_int_equal(p->lines[p->n_lines - 1].in, 0);
		assert_true(p->lines[p->n_lines - 1].op == OP_RETURN ||
			p->lines[p->n_lines - 1].next);
	}
}

static void test_procedure__names_of_lines_are_unique_in_a_variant(void **state)
{
	for (int v = 0; v < VARIANTS; v++)
		for (unsigned id = 0; id < PROC_N; id++) {
			const struct procedure *p = procedure_at(id);

			for (unsigned a = 1; a < p->n_lines; a++)
				for (unsigned b = 1; b < a; b++)
					if (line_in(&p->lines[a], variant(v)) &&
						line_in(&p->lines[b], variant(v)))
						assert_string_not_equal(
							p->lines[a].id,
							p->lines[b].id);
		}
}

/* Arguments of a call are of the kinds that the callee expects, its result of
 * the kind that takes it. */
static void test_procedure__calls_fit_their_callees(void **state)
{
	for (unsigned id = 0; id < PROC_N; id++)
		for (unsigned row = 1; row < procedure_at(id)->n_lines; row++) {
			const struct procedure *p = procedure_at(id), *to;
			const struct line *l = &p->lines[row];

			if (l->op != OP_CALL)
				continue;
			to = procedure_at(l->callee);
			for (unsigned i = 0; i < to->n_params; i++) {
				assert_true(l->pass[i] < p->n_locals);
				assert_int_equal(p->locals[l->pass[i]].kind,
					to->locals[i].kind);
			}
		}
}

static unsigned depth_of(const struct program *p, unsigned id, unsigned guard)
{
	unsigned deepest = 0;

	assert_true(guard < 50);		/* no recursion */
	for (unsigned row = 1; row < procedure_at(id)->n_lines; row++) {
		const struct line *l = &procedure_at(id)->lines[row];

		if (l->op == OP_CALL && line_in(l, p->features)) {
			unsigned d = depth_of(p, l->callee, guard + 1);

			deepest = d > deepest ? d : deepest;
		}
	}
	return deepest + 1;
}

static void test_procedure__programs_fit_their_room(void **state)
{
	for (int v = 0; v < VARIANTS; v++) {
		static struct program p;

		program_compile(&p, variant(v));
		assert_true(p.start[PROC_N] <= PROGRAM_OPS);
		assert_int_equal(sizeof(struct op_code), 32);
		for (unsigned id = 0; id < PROC_N; id++)
			assert_true(depth_of(&p, id, 0) <= DEPTH_MAX);
	}
}

/* Successors lie in the variant and in the same procedure. */
static void test_procedure__compiled_successors(void **state)
{
	for (int v = 0; v < VARIANTS; v++) {
		static struct program p;

		program_compile(&p, variant(v));
		for (unsigned id = 0; id < PROC_N; id++)
			for (unsigned pc = p.start[id] + 1u;
				pc < p.start[id + 1]; pc++) {
				const struct op_code *o = &p.op[pc];

				assert_int_equal(o->procedure, id);
				assert_int_equal(o->row, pc - p.start[id]);
				if (o->op == OP_RETURN ||
					!line_in(program_line(&p, pc), p.features))
					continue;
				assert_int_equal(p.op[o->next].procedure, id);
				assert_true(line_in(program_line(&p, o->next),
					p.features));
				if (o->op == OP_IF)
					assert_true(line_in(program_line(&p,
						o->no), p.features));
				if (o->op == OP_CALL)
					assert_true(line_in(program_line(&p,
						o->callee), p.features));
			}
	}
}

static void test_procedure__a_name_leads_to_the_row_that_runs(void **state)
{
	const struct procedure *h = &procedure_overcommit_policy_handler;
	unsigned row = procedure_row(h, "policy");

	assert_true(row > 0);
	for (int v = 0; v < VARIANTS; v++) {
		static struct program p;
		unsigned runs;

		program_compile(&p, variant(v));
		runs = program_row(&p, PROC_OVERCOMMIT_POLICY_HANDLER, row);
		assert_string_equal(h->lines[runs].id, "policy");
		assert_true(line_in(&h->lines[runs], p.features));
	}
	{
		static struct program p;

		/* none of the name runs: the row itself */
		program_compile(&p, IN_BATCH_NEW);
		assert_int_equal(program_row(&p, PROC_OVERCOMMIT_POLICY_HANDLER,
			row), row);
	}
}

/* Scenarios: everything a sandbox can do, and each workload. */
struct reached {
	bool pc[PROGRAM_OPS];
};

static void run_all(struct rig *r, struct reached *c)
{
	while (r->m->ring_n) {
		rig_step(r, ring_entry(r->m, 0)->cpu);
		c->pc[r->m->last.pc] = true;
	}
}

static void operate(struct rig *r, struct reached *c, enum operation op,
	unsigned cpu, s64 value)
{
	if (operation_refused(r->m, op, cpu, value))
		return;
	rig_begin(r, op, cpu, value);
	run_all(r, c);
}

static void play(struct rig *r, struct reached *c)
{
	operate(r, c, OPERATION_COMPARE, 1, rig_get(r, "vm_committed_as.count"));
	operate(r, c, OPERATION_COMPARE, 1, -1000);
	for (s64 policy = -1; policy <= POLICY_N; policy++) {
		operate(r, c, OPERATION_POLICY, 0, policy);
		for (unsigned cpu = 0; cpu < 2; cpu++) {
			operate(r, c, OPERATION_MAP, cpu, 1);
			operate(r, c, OPERATION_MAP, cpu, 5000);
			operate(r, c, OPERATION_MAP, cpu, INT64_C(1) << 39);
			operate(r, c, OPERATION_UNMAP, cpu, 1);
		}
	}
	operate(r, c, OPERATION_SYNC, 0, 0);
	operate(r, c, OPERATION_OFFLINE, 1, 0);
}

static unsigned indent(const struct line *l)
{
	return (unsigned)strspn(l->text, " ");
}

/* What is indented below an `if` runs when the answer is yes. */
static void test_procedure__yes_leads_into_the_indented_lines(void **state)
{
	for (unsigned id = 0; id < PROC_N; id++) {
		const struct procedure *p = procedure_at(id);

		for (unsigned row = 1; row + 1U < p->n_lines; row++) {
			const struct line *l = &p->lines[row];

			if (l->op == OP_IF && indent(l + 1) == indent(l) + 2 &&
				l->next && l->next != row + 1)
				fail_msg("%s: yes at \"%s\" leads elsewhere",
					p->name, l->text);
		}
	}
}

static void test_procedure__every_line_is_reached(void **state)
{
	static struct reached all;
	static struct rig r;

	for (int v = 0; v < VARIANTS; v++)
		for (int w = 0; w < WORKLOAD_LAZY_FREE; w++)
			for (int never = 0; never < 2; never++) {
				rig_init(&r, 2);
				r.s.workload = (enum workload)w;
				r.s.features = variant(v) & ~(u32)(IN_READ_EARLY |
					IN_READ_INSIDE);
				r.s.value[PARAM_BATCH_READ] =
					!!(variant(v) & IN_READ_EARLY);
				r.s.value[PARAM_RAM_PAGES] = 16384;
				r.s.value[PARAM_MAPPING_PAGES] = 9000;
				if (never) {
					r.s.value[PARAM_POLICY] = POLICY_NEVER;
					r.s.value[PARAM_REQUEST_PAGES] = 5;
				} else {
					r.s.value[PARAM_REQUEST_PAGES] = 9000;
				}
				rig_start(&r);
				run_all(&r, &all);
				play(&r, &all);
				rig_done(&r);
			}
	/* those of memory: tests/unit/model/lazy_free.c */
	for (unsigned id = 0; id < PROC_ALLOC_PAGE; id++)
		for (unsigned row = 1; row < procedure_at(id)->n_lines; row++)
			if (!all.pc[r.p.start[id] + row])
				fail_msg("%s:%s is never reached",
					procedure_at(id)->name,
					procedure_at(id)->lines[row].id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_procedure__answers),
		cmocka_unit_test(test_procedure__margin_is_the_least_change_that_flips),
		cmocka_unit_test(test_procedure__margin_of_the_mail),
		cmocka_unit_test(test_procedure__find),
		cmocka_unit_test(test_procedure__tables_are_well_formed),
		cmocka_unit_test(test_procedure__names_of_lines_are_unique_in_a_variant),
		cmocka_unit_test(test_procedure__calls_fit_their_callees),
		cmocka_unit_test(test_procedure__programs_fit_their_room),
		cmocka_unit_test(test_procedure__compiled_successors),
		cmocka_unit_test(test_procedure__a_name_leads_to_the_row_that_runs),
		cmocka_unit_test(test_procedure__yes_leads_into_the_indented_lines),
		cmocka_unit_test(test_procedure__every_line_is_reached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
