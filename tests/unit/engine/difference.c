/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the first difference, against two full lists of lines.
 */
#include "traces.h"

enum { PLENTY = 1 << 20, INTERVAL = 16, ALL = 1000000 };

/* Compares with slices of that many lines; returns the state. */
static enum difference_state compare(const struct run *a, const struct run *b,
	u64 slice, struct difference *out)
{
	struct difference d;
	u64 here = digest(a);

	difference_begin(&d, a, b);
	while (difference_slice(&d, slice) == DIFFERENCE_GOING)
		;
	assert_by_hand(&d, a, b);
	difference_done(&d);
	difference_done(&d);		/* once more does no harm */
	assert_int_equal(digest(a), here);
	if (out)
		*out = d;
	return d.state;
}

static void test_difference__none_between_equal_runs(void **state)
{
	struct course c;

	course_init(&c, 3);
	course_start(&c, PLENTY, INTERVAL);
	run_lines(c.r, 50);
	assert_int_equal(compare(c.r, c.r, ALL, NULL), DIFFERENCE_NONE);
	assert_int_equal(compare(c.r, c.r, 7, NULL), DIFFERENCE_NONE);
	course_done(&c);
}

/* The batch decides: the first `if` that is answered differently. */
static void test_difference__answer_of_an_if(void **state)
{
	struct course c;
	struct run *b;
	struct difference d;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	c.s.value[PARAM_BATCH] = 11;
	b = run_new(&c.s, 0);
	assert_int_equal(compare(c.r, b, 5, &d), DIFFERENCE_FOUND);
	assert_int_equal(d.task, 0);
	assert_int_equal(d.side[0].pc, d.side[1].pc);
	assert_int_equal(d.side[0].answer, 1);
	assert_int_equal(d.side[1].answer, 0);
	assert_string_equal(program_line(&b->program, d.side[0].pc)->id,
		"test");
	run_free(b);
	course_done(&c);
}

/* Two orders of the policy handler: another line. */
static void test_difference__another_line(void **state)
{
	struct course c;
	struct run *b;
	struct difference d;

	course_init(&c, 3);
	c.s.workload = WORKLOAD_POLICY_SWITCH;
	course_start(&c, PLENTY, INTERVAL);
	c.s.features = IN_BATCH_NEW | IN_POLICY_BATCH;
	b = run_new(&c.s, 0);
	assert_int_equal(compare(c.r, b, 3, &d), DIFFERENCE_FOUND);
	assert_string_equal(program_line(&b->program, d.side[0].pc)->id,
		"batch");
	assert_string_equal(program_line(&b->program, d.side[1].pc)->id,
		"policy");
	run_free(b);
	course_done(&c);
}

/* One run goes on where the other has ended. */
static void test_difference__lines_left_over(void **state)
{
	struct course c;
	struct run *b;
	struct difference d;

	course_init(&c, 2);
	course_start(&c, PLENTY, INTERVAL);
	b = run_fork(c.r);
	run_lines(b, UINT64_MAX);
	put(b, operation_input(OPERATION_ADD, 1, 5, false));
	assert_int_equal(compare(c.r, b, 50, &d), DIFFERENCE_FOUND);
	assert_int_equal(d.side[0].pc, NONE);
	assert_int_equal(d.task, task_operator(b->m, 1));
	assert_int_equal(d.k, 0);
	assert_int_equal(compare(b, c.r, 50, &d), DIFFERENCE_FOUND);
	assert_int_equal(d.side[1].pc, NONE);
	run_free(b);
	course_done(&c);
}

/* A line that is early in one run only parts before one that is later in both,
 * though its partner comes last. */
static void test_difference__earliest_though_found_late(void **state)
{
	struct course c;
	struct run *b;

	for (u64 at = 1; at < 80; at += 5) {
		course_init(&c, 3);
		course_start(&c, PLENTY, INTERVAL);
		c.s.cost_ns[COST_MMAP_REST] = 500;
		c.s.cost_ns[COST_MUNMAP_REST] = 90;
		b = run_new(&c.s, 0);
		run_seek(c.r, at);
		put(c.r, set_input("vm_committed_as_batch", 12));
		run_seek(b, at * 2);
		put(b, set_input("cpu[2].vm_committed_as", 9));
		compare(c.r, b, 11, NULL);
		compare(b, c.r, 1, NULL);
		run_free(b);
		course_done(&c);
	}
}

static void test_difference__abandoned(void **state)
{
	struct course c;
	struct difference d;

	course_init(&c, 3);
	course_start(&c, PLENTY, INTERVAL);
	difference_begin(&d, c.r, c.r);
	assert_int_equal(difference_slice(&d, 5), DIFFERENCE_GOING);
	difference_done(&d);
	course_done(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_difference__none_between_equal_runs),
		cmocka_unit_test(test_difference__answer_of_an_if),
		cmocka_unit_test(test_difference__another_line),
		cmocka_unit_test(test_difference__lines_left_over),
		cmocka_unit_test(test_difference__earliest_though_found_late),
		cmocka_unit_test(test_difference__abandoned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
