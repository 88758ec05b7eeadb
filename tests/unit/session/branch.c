/* SPDX-License-Identifier: GPL-3.0-or-later
 * Branches: going back to one brings back its future, with the cues' inputs in
 * it once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "session/inner.h"

static void line(struct session *s, const char *text)
{
	struct err e = { 0 };

	if (!session_line(s, text, &e))
		fail_msg("%s: %s", text, e.text);
}

/* The act's cues set the batch twice on the way. */
static struct session *open_cliff(void)
{
	struct session_options o = { .scene = "counter-drift", .act = "cliff",
		.variant = -1, .history = true, .class_mode = true };
	struct err_list errors = { 0 };
	struct session *s;

	o.choice.seed = 1;
	s = session_open(&o, &errors);
	assert_non_null(s);
	return s;
}

static u64 digest(struct session *s)
{
	struct run *r = shown_run(s);

	return machine_digest(r->m, &r->program);
}

static void test_branch__cues_put_their_inputs_once(void **state)
{
	struct session *s = open_cliff();
	u64 main_end, other_end;
	size_t inputs;

	line(s, "end");
	main_end = digest(s);
	inputs = shown_run(s)->inputs.n;
	assert_int_equal(inputs, 2);
	line(s, "goto 10");
	line(s, "set vm_committed_as.count=1");
	line(s, "end");
	other_end = digest(s);
	assert_int_equal(shown_run(s)->inputs.n, inputs + 1);
	assert_true(other_end != main_end);
	line(s, "goto 200");
	line(s, "set vm_committed_as.count=3");
	for (int i = 0; i < 2; i++) {
		line(s, "branch main");
		line(s, "end");
		assert_int_equal(digest(s), main_end);
		assert_int_equal(shown_run(s)->inputs.n, inputs);
		line(s, "branch b1");
		line(s, "end");
		assert_int_equal(digest(s), other_end);
		assert_int_equal(shown_run(s)->inputs.n, inputs + 1);
		line(s, "branch b2");
		line(s, "end");
		assert_int_equal(shown_run(s)->inputs.n, inputs + 2);
	}
	session_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_branch__cues_put_their_inputs_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
