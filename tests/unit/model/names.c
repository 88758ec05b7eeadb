/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the published names, and of kinds and their values.
 */
#include "rig.h"

static int find(const char *text, unsigned *index)
{
	return name_find(text, strlen(text), index);
}

static void test_names__each_row_is_complete(void **state)
{
	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);

		assert_true(n->kind < KIND_N);
		assert_true(n->region <= REGION_FIXED);
		assert_true(n->part != 0);
		assert_non_null(n->get);
		assert_true(strlen(n->help) > 10);
		assert_true(n->help[strlen(n->help) - 1] == '.');
		assert_non_null(n->field);
		assert_true(strlen(n->source) > 0);
		assert_true(!n->set || n->min < n->max);
		assert_int_equal(!!strstr(n->pattern, "[N]"), !!n->count);
		assert_true(strlen(n->pattern) < 80);
		for (unsigned other = 0; other < id; other++)
			assert_string_not_equal(n->pattern,
				name_at(other)->pattern);
	}
}

static void test_names__written_names_are_found(void **state)
{
	static const unsigned some[] = { 0, 7, 10, 143, 511 };

	for (unsigned id = 0; id < name_count(); id++)
		for (unsigned i = 0; i < 5; i++) {
			unsigned index = 99999;
			char text[96];

			name_write(id, some[i], text);
			assert_int_equal(find(text, &index), (int)id);
			assert_int_equal(index, name_at(id)->count ? some[i] : 0);
		}
}

static void test_names__what_is_no_name(void **state)
{
	static const char *const none[] = { "", "vm_committed_as",
		"vm_committed_as.coun", "vm_committed_as.counts",
		"cpu[].vm_committed_as", "cpu[N].vm_committed_as",
		"cpu[-1].vm_committed_as", "cpu[01].vm_committed_as",
		"cpu[0].vm_committed_as ", "cpu[0]vm_committed_as", "cpu[0]",
		"cpu[1234567].vm_committed_as", " steps", "STEPS" };
	unsigned index;

	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
		assert_int_equal(find(none[i], &index), -1);
	assert_true(name_find("stepsXXX", 5, &index) >= 0);	/* n counts */
	assert_int_equal(name_find("steps", 4, &index), -1);
}

/* What scripts and checks rely on. */
static void test_names__metrics_of_mail_001_exist(void **state)
{
	static const char *const metric[] = { "vm_committed_as.count",
		"vm_committed_as.sum", "vm_committed_as.updates",
		"vm_committed_as.lock.taken", "vm_committed_as.lock.contended",
		"vm_committed_as_batch", "cpu[0].vm_committed_as",
		"workload.iterations", "overcommit.policy", "overcommit.limit",
		"overcommit.allowed", "overcommit.admitted",
		"overcommit.denied", "overcommit.over_limit" };

	for (size_t i = 0; i < sizeof(metric) / sizeof(*metric); i++) {
		unsigned index;
		int id = find(metric[i], &index);

		assert_true(id >= 0);
		assert_true(name_at((unsigned)id)->metric);
	}
}

static void test_names__indices(void **state)
{
	struct rig r;
	unsigned index;
	int slot = find("cpu[2].vm_committed_as", &index);

	rig_sandbox(&r, 3, 100);
	assert_int_equal(name_indices(r.m, (unsigned)slot), 3);
	assert_int_equal(name_indices(r.m, (unsigned)find("steps", &index)), 1);
	rig_done(&r);
}

/* What is set is read back; the ledgers follow. */
static void test_names__edits(void **state)
{
	struct rig r;

	rig_init(&r, 3);
	r.s.workload = WORKLOAD_MMAP1;
	rig_start(&r);
	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);

		if (!n->set || !(n->part & r.m->parts))
			continue;
		for (unsigned i = 0; i < name_indices(r.m, id); i++) {
			n->set(r.m, i, n->min);
			assert_int_equal(name_get(r.m, id, i), n->min);
			rig_checked(&r);
			n->set(r.m, i, n->max);
			assert_int_equal(name_get(r.m, id, i), n->max);
			rig_checked(&r);
		}
	}
	rig_done(&r);
}

/* An edit between a fold's two lines keeps the sum exact. */
static void test_names__edits_in_the_middle_of_a_fold(void **state)
{
	struct rig r;

	rig_sandbox(&r, 1, 10);
	rig_put(&r, 0, SLOTS(9));
	rig_begin(&r, OPERATION_ADD, 0, 4);
	rig_until(&r, 0, "percpu_counter_add_batch:empty");
	assert_value(&r, "vm_committed_as.sum", 13);
	rig_set(&r, "cpu[0].vm_committed_as", 20);
	assert_value(&r, "vm_committed_as.sum", 24);
	rig_set(&r, "vm_committed_as.count", 0);
	assert_value(&r, "vm_committed_as.sum", 11);
	rig_finish(&r, 0);
	rig_holds(&r, 0, SLOTS(11));
	rig_done(&r);
}

static void test_names__reading_counts_nowhere(void **state)
{
	struct rig r;
	u64 digest;

	rig_sandbox(&r, 4, 100);
	rig_do(&r, OPERATION_ADD, 1, 300);
	digest = machine_digest(r.m, &r.p);
	for (unsigned id = 0; id < name_count(); id++)
		for (unsigned i = 0; i < name_indices(r.m, id); i++)
			name_get(r.m, id, i);
	assert_int_equal(machine_digest(r.m, &r.p), digest);
	rig_done(&r);
}

static void test_names__kinds(void **state)
{
	s64 value;

	for (int k = 0; k < KIND_N; k++) {
		assert_non_null(kind_word((enum kind)k));
		assert_non_null(kind_unit((enum kind)k));
		for (s64 v = -3; v < 10; v++) {
			const char *name = kind_value_name((enum kind)k, v);

			if (!name)
				continue;
			assert_true(kind_value_find((enum kind)k, name, &value));
			assert_int_equal(value, v);
		}
	}
	assert_string_equal(kind_value_name(KIND_POLICY, POLICY_NEVER), "never");
	assert_null(kind_value_name(KIND_POLICY, POLICY_N));
	assert_null(kind_value_name(KIND_POLICY, -1));
	assert_null(kind_value_name(KIND_PAGES, 0));
	assert_false(kind_value_find(KIND_PAGES, "never", &value));
	assert_false(kind_value_find(KIND_POLICY, "Never", &value));
	assert_int_equal(kind_of_value("never", &value), KIND_POLICY);
	assert_int_equal(value, POLICY_NEVER);
	assert_int_equal(kind_of_value("early", &value), KIND_BATCH_READ);
	assert_int_equal(kind_of_value("nobody", &value), KIND_N);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names__each_row_is_complete),
		cmocka_unit_test(test_names__written_names_are_found),
		cmocka_unit_test(test_names__what_is_no_name),
		cmocka_unit_test(test_names__metrics_of_mail_001_exist),
		cmocka_unit_test(test_names__indices),
		cmocka_unit_test(test_names__edits),
		cmocka_unit_test(test_names__edits_in_the_middle_of_a_fold),
		cmocka_unit_test(test_names__reading_counts_nowhere),
		cmocka_unit_test(test_names__kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
