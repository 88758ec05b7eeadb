/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board: which runs there are, what is read from them, what holds.
 */
#include "stage.h"
#include "session/board.h"

#define ACT \
	"  - name: main\n" \
	"    title: One\n" \
	"    main: true\n" \
	"    cues:\n" \
	"      - {name: only, step: 0, say: Only.}\n"
#define FIGURE(rest) \
	"  - {name: a, status: fitted, why: x, " rest "}\n"
#define CHECK(rest) \
	"  - {name: c, why: x, " rest "}\n"
#define FIGURES TINY_HEAD ACT "figures:\n"
#define CHECKS TINY_HEAD ACT "checks:\n"

static struct scene *scene_of(const char *text)
{
	struct err_list errors = { 0 };
	struct scene *s = scene_parse("tiny.yaml", text, strlen(text), &errors);

	if (!s)
		fail_msg("line %u: %s", errors.at[0].line, errors.at[0].text);
	return s;
}

static void run_all(struct board *b)
{
	unsigned job;

	while (board_take(b, &job)) {
		board_run(b, job);
		board_finish(b, job);
	}
	assert_int_equal(b->done, b->n_jobs);
}

struct made {
	struct scene *s;
	struct board b;
};

static struct made ran(const char *text)
{
	struct made m = { .s = scene_of(text) };
	const struct scene *s = m.s;
	struct err e = { 0 };

	if (!board_new(&m.b, &s, 1, &e))
		fail_msg("%s", e.text);
	run_all(&m.b);
	return m;
}

static void done(struct made *m)
{
	board_free(&m->b);
	scene_free(m->s);
}

static s64 figure_value(const struct board *b, unsigned i)
{
	const struct board_reading *r = &b->readings[b->figures[i].reading];

	assert_true(r->ready);
	assert_true(r->known);
	return r->value;
}

static void test_board__a_figure_has_its_own_values_and_machine(void **state)
{
	struct made m = ran(FIGURES
		FIGURE("variant: base, mail_thousandths: 1, model_thousandths: vm_committed_as.updates")
		FIGURE("variant: base, mail_thousandths: 1, model_thousandths: vm_committed_as.updates, set: {cpus: 5}")
		FIGURE("variant: base, mail_thousandths: 1, model_thousandths: vm_committed_as_batch, set: {cpus: 5}, machine: desktop-8c16t")
		FIGURE("variant: patched, mail_thousandths: 1, model_thousandths: vm_committed_as_batch, set: {cpus: 5}, machine: desktop-8c16t"));

	assert_int_equal(figure_value(&m.b, 0), 2 * 2 * 2);
	assert_int_equal(figure_value(&m.b, 1), 5 * 2 * 2);
	assert_int_equal(figure_value(&m.b, 2), 16777216 / 5 / 256);
	assert_int_equal(figure_value(&m.b, 3), 16777216 / 5 / 4);
	done(&m);
}

/* Two figures of one machine take one run of each variant that they name. */
static void test_board__equal_runs_are_run_once(void **state)
{
	struct made m = ran(FIGURES
		FIGURE("variant: base, mail_thousandths: 1, model_thousandths: 1000 * base.time_ns / patched.time_ns")
		FIGURE("variant: base, mail_thousandths: 1, model_thousandths: vm_committed_as.updates, set: {cpus: 2}")
		FIGURE("variant: patched, mail_thousandths: 1, model_thousandths: time_ns, set: {cpus: 3}"));

	assert_int_equal(m.b.n_points, 2);
	assert_int_equal(m.b.n_jobs, 3);
	done(&m);
}

static int holds(const char *text)
{
	struct made m = ran(text);
	int answer;

	assert_int_equal(m.b.n_checks, 1);
	assert_true(board_check_ready(&m.b, &m.b.checks[0]));
	answer = board_holds(&m.b, &m.b.checks[0]);
	done(&m);
	return answer;
}

static void test_board__near_enough_is_within_the_percent(void **state)
{
#define NEAR(mail) FIGURES FIGURE("variant: base, within_percent: 25, " \
	"mail_thousandths: " mail ", model_thousandths: 1000 * cpus")
	assert_int_equal(holds(NEAR("1600")), 1);
	assert_int_equal(holds(NEAR("1599")), 0);
	assert_int_equal(holds(NEAR("2666")), 1);
	assert_int_equal(holds(NEAR("2667")), 0);
	assert_int_equal(holds(FIGURES FIGURE("variant: base, within_percent: 25, mail_thousandths: 1, model_thousandths: 1 / (cpus - 2)")), -1);
}

static void test_board__that_holds_in_every_run(void **state)
{
	assert_int_equal(holds(CHECKS CHECK("that: base.cpus == 2")), 1);
	assert_int_equal(holds(CHECKS CHECK("that: base.cpus != 2")), 0);
	assert_int_equal(holds(CHECKS CHECK("that: patched.cpus >= 3, sweep: {cpus: [3, 4]}")), 1);
	assert_int_equal(holds(CHECKS CHECK("that: patched.cpus >= 4, sweep: {cpus: [3, 4]}")), 0);
	assert_int_equal(holds(CHECKS CHECK("that: 1 / (cpus - 3) >= 0, sweep: {cpus: [3, 4]}")), -1);
}

/* The values of the sweep are 100, 300, 200. */
#define NEVER(what) CHECKS CHECK("sweep: {cpus: [1, 3, 2]}, of_thousandths: 100 * cpus, " what)
#define AGAIN(what) CHECKS CHECK("sweep: {cpus: [3, 1, 2]}, of_thousandths: 100 * cpus, " what)

static void test_board__never_looks_at_all_values_before(void **state)
{
	assert_int_equal(holds(NEVER("never: rises")), 0);
	assert_int_equal(holds(NEVER("never: falls")), 0);
	assert_int_equal(holds(NEVER("never: falls, slack_percent: 33")), 0);
	assert_int_equal(holds(NEVER("never: falls, slack_percent: 34")), 1);
	assert_int_equal(holds(AGAIN("never: rises, slack_percent: 99")), 0);
	assert_int_equal(holds(AGAIN("never: rises, slack_percent: 100")), 1);
	assert_int_equal(holds(CHECKS CHECK("sweep: {cpus: [3, 2]}, of_thousandths: cpus, never: rises")), 1);
	assert_int_equal(holds(CHECKS CHECK("sweep: {cpus: [2, 3]}, of_thousandths: -cpus, never: rises")), 1);
	assert_int_equal(holds(CHECKS CHECK("sweep: {cpus: [2, 3]}, of_thousandths: -cpus, never: falls")), 0);
}

static void test_board__a_sweep_of_seeds(void **state)
{
	struct made m = ran(CHECKS
		CHECK("that: base.cpus == 2, sweep: {seed: [1, 7]}"));

	assert_int_equal(m.b.n_points, 2);
	assert_int_equal(m.b.points[1]->setup.seed, 7);
	done(&m);
}

static void test_board__values_that_do_not_go_together(void **state)
{
	struct scene *s = scene_of(FIGURES FIGURE("variant: base, "
		"mail_thousandths: 1, model_thousandths: cpus")
		FIGURE("variant: base, mail_thousandths: 1, "
		"model_thousandths: cpus, machine: server-4s144t"));
	const struct scene *const one = s;
	struct board b;
	struct err e = { 0 };

	assert_false(board_new(&b, &one, 1, &e));
	assert_string_equal(e.text, "cpus=144 is out of range: 1 to 8");
	assert_int_equal(e.line, 22);
	assert_int_equal(e.column, 5);
	assert_int_equal(b.n_points, 0);
	scene_free(s);
}

static const struct board_effect *effect_of(const struct board *b,
	const char *name)
{
	for (unsigned i = 0; i < b->n_effects; i++)
		if (!strcmp(bend_name(b->effects[i].bend), name))
			return &b->effects[i];
	return NULL;
}

static s64 moved(const struct board *b, const char *name, bool more)
{
	const struct board_effect *x = effect_of(b, name);
	s64 move = 0;

	if (!x || !board_effect_thousandths(b, x, more, &move))
		fail_msg("no effect of %s", name);
	return move;
}

static struct made bent(const char *text)
{
	struct made m = { .s = scene_of(text) };
	const struct scene *s = m.s;
	struct err e = { 0 };

	if (!board_shortened(&m.b, &s, 1, &e))
		fail_msg("%s", e.text);
	run_all(&m.b);
	board_bend(&m.b);
	run_all(&m.b);
	return m;
}

/* One CPU of the desktop: an iteration is 1,800 ns and nothing besides. */
static void test_bend__a_fifth_more_of_all_there_is(void **state)
{
	struct made m = bent(FIGURES FIGURE("variant: patched, "
		"mail_thousandths: 1, model_thousandths: time_ns, "
		"machine: desktop-8c16t, set: {cpus: 1}")
		"shortened: {iterations: 100, cpus: 2}\n");

	assert_int_equal(m.b.points[0]->setup.value[PARAM_CPUS], 1);
	assert_int_equal(figure_value(&m.b, 0) / 100000, 5 * 1800 / 1000);
	assert_int_equal(moved(&m.b, "iteration_ns", true), 199);
	assert_int_equal(moved(&m.b, "iteration_ns", false), -199);
	assert_int_equal(moved(&m.b, "seed", true), 0);
	assert_null(effect_of(&m.b, "mmap_rest"));
	assert_null(effect_of(&m.b, "transfer_ns"));
	assert_null(effect_of(&m.b, "fault"));
	done(&m);
}

/* Where each line has its own cost, the moves of all add up to a fifth. */
static void test_bend__the_moves_of_all_costs_add_up(void **state)
{
	struct made m = bent(FIGURES FIGURE("variant: base, "
		"mail_thousandths: 1, model_thousandths: time_ns, "
		"set: {cpus: 1, mapping_pages: 40000, iterations: 100}"));
	s64 sum = 0;

	for (unsigned i = 0; i < m.b.n_effects; i++) {
		s64 move = 0;

		assert_true(board_effect_thousandths(&m.b, &m.b.effects[i],
			true, &move));
		sum += move;
	}
	assert_true(m.b.n_effects > 5);
	assert_in_range(sum, 200 - m.b.n_effects, 200);
	assert_null(effect_of(&m.b, "iteration_ns"));
	done(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_board__a_figure_has_its_own_values_and_machine),
		cmocka_unit_test(test_board__equal_runs_are_run_once),
		cmocka_unit_test(test_board__near_enough_is_within_the_percent),
		cmocka_unit_test(test_board__that_holds_in_every_run),
		cmocka_unit_test(test_board__never_looks_at_all_values_before),
		cmocka_unit_test(test_board__a_sweep_of_seeds),
		cmocka_unit_test(test_board__values_that_do_not_go_together),
		cmocka_unit_test(test_bend__a_fifth_more_of_all_there_is),
		cmocka_unit_test(test_bend__the_moves_of_all_costs_add_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
