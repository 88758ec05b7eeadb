/* SPDX-License-Identifier: GPL-3.0-or-later
 * Addresses: an edit's address leads back to the same moment.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "session/address.h"

/* In class mode no question locks anything. */
static struct session *open_tour(void)
{
	struct session_options o = { .scene = "tour", .variant = -1,
		.history = true, .class_mode = true };
	struct err_list errors = { 0 };
	struct session *s;

	o.choice.seed = 1;
	s = session_open(&o, &errors);
	assert_non_null(s);
	return s;
}

/* Its address after these lines names the same moment in a fresh session. */
static void leads_back(const char *edit)
{
	struct session *there = open_tour(), *back;
	struct session_options o = { .scene = "tour", .variant = -1,
		.history = true, .class_mode = true };
	struct err_list errors = { 0 };
	struct err e = { 0 };
	struct address a;
	char text[512];

	if (!session_line(there, edit, &e) ||
		!session_line(there, "step 3", &e))
		fail_msg("%s: %s", edit, e.text);
	snprintf(text, sizeof(text), "%s", session_address(there));
	assert_true(address_is(text));
	assert_true(address_parse(text, &a, &e));
	assert_true(a.guarded);
	o.choice.seed = 1;
	assert_true(address_options(&a, there->scene, &o, &e));
	back = session_open(&o, &errors);
	assert_non_null(back);
	if (!address_go(back, &a, &e))
		fail_msg("%s: %s", text, e.text);
	while (session_pending(back))
		session_slice(back, 1000000);
	assert_string_equal(session_address(back), text);
	session_free(back);
	session_free(there);
}

static void test_address__every_edit_leads_back(void **state)
{
	static const char *const edits[] = { "add 1 -28", "sync 1", "sync all",
		"map 1 5", "policy never", "policy guess", "sum 1", "sum",
		"compare 0 7", "start map 1 3", "start sum 1", "start sync 1",
		"start policy never", "set vm_committed_as_batch=64",
		"set overcommit.policy=always", "schedule round-robin",
		"schedule manual" };

	for (size_t i = 0; i < sizeof(edits) / sizeof(*edits); i++)
		leads_back(edits[i]);
}

/* The words of an address are commands: no operation lacks one. */
static void test_address__operations_are_named(void **state)
{
	for (unsigned i = 0; i < OPERATION_N; i++) {
		enum operation op;

		assert_true(command_operation(command_of_operation(i), &op));
		assert_int_equal(op, i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_address__every_edit_leads_back),
		cmocka_unit_test(test_address__operations_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
