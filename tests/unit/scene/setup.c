/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of --set and of what a run is made from.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "scene/assets.h"
#include "scene/scene.h"

static struct scene *parse(const char *head, const char *act)
{
	struct err_list errors = { 0 };
	struct buf b = { 0 };
	struct scene *s;

	buf_printf(&b,
		"mmstep: 1\ntitle: T\nmachine: classroom\nworkload: mmap1\n%s\n"
		"variants:\n"
		"  - {name: base, title: b, status: s, options: [batch_old]}\n"
		"  - {name: patched, title: p, status: s, options: [batch_new]}\n"
		"acts:\n  - name: main\n    title: M\n    main: true\n%s\n"
		"    cues: [{name: first, say: x}]\n",
		head, act);
	s = scene_parse("s.yaml", buf_text(&b), b.n, &errors);
	if (!s)
		fail_msg("%u:%u %s", errors.at[0].line, errors.at[0].column,
			errors.at[0].text);
	buf_done(&b);
	err_list_done(&errors);
	return s;
}

static s64 value(const struct scene *s, const struct run_choice *c,
	enum param p)
{
	struct setup made;
	struct err e = { 0 };

	if (!scene_setup(s, c, 0, &made, &e))
		fail_msg("%s", e.text);
	return made.value[p];
}

static void test_setup__later_wins(void **state)
{
	struct scene *s = parse("parameters: {ratio: {}, cpus: {}}\n"
				"set: {ratio: 1}\n"
				"sizes: {mail: {set: {ratio: 3}, machine: desktop-8c16t}}",
		"    set: {ratio: 2, cpus: 9}");
	struct run_choice c = { .size = SIZE_CLASSROOM, .seed = 1 };
	struct machine_file m = { .cpus = 5, .given_cpus = true, .policy = -1,
		.ratio = 4, .kbytes = -1 };
	struct err e = { 0 };

	assert_int_equal(value(s, &c, PARAM_RATIO), 2);
	assert_int_equal(value(s, &c, PARAM_CPUS), 9);
	assert_int_equal(value(s, &c, PARAM_RAM_PAGES), 4194304);
	c.size = SIZE_MAIL;
	assert_int_equal(value(s, &c, PARAM_RATIO), 3);
	assert_int_equal(value(s, &c, PARAM_CPUS), 16);
	assert_int_equal(value(s, &c, PARAM_RAM_PAGES), 16777216);
	c.machine = &m;
	assert_int_equal(value(s, &c, PARAM_RATIO), 4);
	assert_int_equal(value(s, &c, PARAM_CPUS), 5);
	assert_int_equal(value(s, &c, PARAM_RAM_PAGES), 16777216);
	assert_true(scene_set(s, "ratio=5", &c.set, &e));
	assert_int_equal(value(s, &c, PARAM_RATIO), 5);
	scene_free(s);
}

static void test_setup__acts_have_machines(void **state)
{
	struct scene *s = parse("", "    machine: server-4s144t");
	struct run_choice c = { .seed = 7 };
	struct setup made;
	struct err e = { 0 };

	assert_true(scene_setup(s, &c, 1, &made, &e));
	assert_int_equal(made.value[PARAM_CPUS], 144);
	assert_int_equal(made.iteration_ns, 4000);
	assert_int_equal(made.topology.mean_ns, 108);
	assert_int_equal(made.topology.cores, 18);
	assert_false(made.topology.matrix);
	assert_int_equal(made.features, IN_BATCH_NEW);
	assert_int_equal(made.workload, WORKLOAD_MMAP1);
	assert_int_equal(made.seed, 7);
	scene_free(s);
}

/* From lock to unlock 30 ns, transfers apart. */
static void test_setup__costs_of_a_fold(void **state)
{
	struct scene *s = parse("", "");
	struct run_choice c = { .seed = 1 };
	struct setup made;
	struct err e = { 0 };

	assert_true(scene_setup(s, &c, 0, &made, &e));
	assert_int_equal(made.cost_ns[COST_LOCK] + made.cost_ns[COST_LOCKED_ADD] +
		made.cost_ns[COST_PERCPU_ADD] + made.cost_ns[COST_UNLOCK], 30);
	for (int i = 0; i < COST_N; i++)
		assert_true(made.cost_ns[i] > 0);
	scene_free(s);
}

static void expect_range(const struct scene *s, const struct run_choice *c,
	const char *text)
{
	struct setup made = { .seed = 99 };
	struct err e = { 0 };

	assert_false(scene_setup(s, c, 0, &made, &e));
	assert_int_equal(e.code, ERR_RANGE);
	assert_string_equal(e.text, text);
	assert_int_equal(made.seed, 99);	/* nothing changed */
}

static void test_setup__a_machine_beyond_the_range_is_refused(void **state)
{
	struct scene *s = parse("parameters: {cpus: {max: 16}}",
		"    machine: server-4s144t");
	struct run_choice c = { .seed = 1 };

	expect_range(s, &c, "cpus=144 is out of range: 1 to 16");
	scene_free(s);
}

static void test_setup__conflicts_are_told(void **state)
{
	struct scene *s = parse("set: {ram_pages: 10, hugetlb_pages: 11}", "");
	struct run_choice c = { .seed = 1 };
	struct setup made;
	struct err e = { 0 };

	assert_false(scene_setup(s, &c, 0, &made, &e));
	assert_int_equal(e.code, ERR_INVALID);
	assert_string_equal(e.text,
		"hugetlb_pages must not be more than ram_pages");
	scene_free(s);
}

static void refuse(const struct scene *s, const char *text,
	enum err_code code, const char *message)
{
	struct param_set set = { .value = { 1, 2, 3 } }, before = set;
	struct err e = { 0 };
	char got[720];

	assert_false(scene_set(s, text, &set, &e));
	assert_int_equal(e.code, code);
	snprintf(got, sizeof(got), "%s|%s", e.text, e.hint);
	assert_string_equal(got, message);
	assert_memory_equal(&set, &before, sizeof(set));
}

static void test_set__refuses_what_it_should(void **state)
{
	struct scene *s = parse("parameters: {cpus: {max: 16}, policy: {}}", "");

	refuse(s, "cpus", ERR_USAGE, "\"cpus\" is not NAME=VALUE|");
	refuse(s, "=3", ERR_USAGE, "\"=3\" is not NAME=VALUE|");
	refuse(s, "cpu=3", ERR_USAGE,
		"unknown parameter \"cpu\"|did you mean \"cpus\"?");
	refuse(s, "xyz=3", ERR_USAGE,
		"unknown parameter \"xyz\"|one of cpus, policy");
	refuse(s, "ratio=3", ERR_USAGE,
		"s has no parameter \"ratio\" to set|one of cpus, policy");
	refuse(s, "cpus=17", ERR_RANGE, "cpus=17 is out of range: 1 to 16|");
	refuse(s, "cpus=0", ERR_RANGE, "cpus=0 is out of range: 1 to 16|");
	refuse(s, "cpus=99999999999999999999", ERR_RANGE,
		"cpus=99999999999999999999 is out of range: 1 to 16|");
	refuse(s, "policy=maybe", ERR_USAGE,
		"policy can't be \"maybe\"|one of guess, always, never");
	scene_free(s);
}

static void test_set__p59_only_plain_integers(void **state)
{
	static const char *const bad[] = { "010", "0x10", "1_000", "+5", "1e3",
		"1.0", " 5", "5 ", "", "-", "--1", "-01", "00", "٣", "\"5\"" };
	struct scene *s = parse("parameters: {batch: {}}", "");

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char text[40], message[160];

		snprintf(text, sizeof(text), "batch=%s", bad[i]);
		snprintf(message, sizeof(message),
			"batch can't be \"%s\"|a whole number is due, like 1000",
			bad[i]);
		refuse(s, text, ERR_USAGE, message);
	}
	scene_free(s);
}

static void try_value(const struct scene *s, int p, s64 v, bool ok)
{
	struct param_set set = { 0 };
	struct err e = { 0 };
	char text[80];

	snprintf(text, sizeof(text), "%s=%" PRId64, params[p].name, v);
	assert_int_equal(scene_set(s, text, &set, &e), ok);
	assert_int_equal(set.given[p], ok);
	if (ok)
		assert_int_equal(set.value[p], v);
	else
		assert_int_equal(e.code, ERR_RANGE);
}

static void test_set__p59_the_ends_of_each_range(void **state)
{
	struct buf b = { 0 };
	struct scene *s;

	buf_puts(&b, "parameters:\n");
	for (int p = 0; p < PARAM_N; p++)
		buf_printf(&b, "  %s: {}\n", params[p].name);
	s = parse(buf_text(&b), "");
	for (int p = 0; p < TEXT_FIRST; p++) {
		try_value(s, p, params[p].min, true);
		try_value(s, p, params[p].max, true);
		try_value(s, p, params[p].min - 1, false);
		try_value(s, p, params[p].max + 1, false);
	}
	scene_free(s);
	buf_done(&b);
}

/* Each student has values of his own, the same everywhere; all within the range
 * that the author gave, and both of its ends are checked. */
static void test_setup__students(void **state)
{
	struct scene *s = parse("set: {cpus: 3}",
		"    set: {mapping_pages: 5}\n"
		"    student: {mapping_pages: {min: 20, max: 22}}");
	struct run_choice choice = { .seed = 1 };
	unsigned seen[3] = { 0 };
	struct setup out;
	struct err e = { 0 };

	assert_int_equal(value(s, &choice, PARAM_MAPPING_PAGES), 5);
	for (unsigned i = 0; i < 60; i++) {
		char id[8];
		s64 pages;

		snprintf(id, sizeof(id), "s%u", i);
		choice.student = id;
		assert_true(scene_setup(s, &choice, 0, &out, &e));
		pages = out.value[PARAM_MAPPING_PAGES];
		assert_in_range(pages, 20, 22);
		seen[pages - 20]++;
		assert_int_equal(value(s, &choice, PARAM_CPUS), 3);
		assert_int_equal(value(s, &choice, PARAM_MAPPING_PAGES), pages);
	}
	assert_true(seen[0] > 9 && seen[1] > 9 && seen[2] > 9);
	choice.student = "ada";
	assert_int_equal(value(s, &choice, PARAM_MAPPING_PAGES), 22);
	choice.student_values = STUDENT_LOWEST;
	assert_int_equal(value(s, &choice, PARAM_MAPPING_PAGES), 20);
	choice.student_values = STUDENT_HIGHEST;
	assert_int_equal(value(s, &choice, PARAM_MAPPING_PAGES), 22);
	scene_free(s);
}

static void test_set__a_text(void **state)
{
	struct scene *s = parse("parameters: {lru: {}}\nset: {lru: A B}", "");
	struct run_choice choice = { .seed = 1 };
	char text[TEXT_SIZE + 8] = "lru=A A:busy";
	struct setup out;
	struct err e = { 0 };

	assert_true(scene_setup(s, &choice, 0, &out, &e));
	assert_string_equal(setup_text(&out, PARAM_LRU), "A B");
	assert_string_equal(setup_text(&out, PARAM_MAP), "");
	assert_true(scene_set(s, text, &choice.set, &e));
	assert_true(scene_setup(s, &choice, 0, &out, &e));
	assert_string_equal(setup_text(&out, PARAM_LRU), "A A:busy");
	assert_true(out.value[PARAM_LRU] != text_value("A B"));
	memset(text + 4, 'A', TEXT_SIZE);
	assert_false(scene_set(s, text, &choice.set, &e));
	assert_int_equal(e.code, ERR_RANGE);
	scene_free(s);
}

static void test_set__values_by_name(void **state)
{
	struct scene *s = parse("parameters: {policy: {}, batch_read: {}}", "");
	struct param_set set = { 0 };
	struct err e = { 0 };

	assert_true(scene_set(s, "policy=never", &set, &e));
	assert_int_equal(set.value[PARAM_POLICY], POLICY_NEVER);
	assert_true(scene_set(s, "batch_read=early", &set, &e));
	assert_int_equal(set.value[PARAM_BATCH_READ], 1);
	scene_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_setup__later_wins),
		cmocka_unit_test(test_setup__acts_have_machines),
		cmocka_unit_test(test_setup__costs_of_a_fold),
		cmocka_unit_test(
			test_setup__a_machine_beyond_the_range_is_refused),
		cmocka_unit_test(test_setup__conflicts_are_told),
		cmocka_unit_test(test_set__refuses_what_it_should),
		cmocka_unit_test(test_set__p59_only_plain_integers),
		cmocka_unit_test(test_set__p59_the_ends_of_each_range),
		cmocka_unit_test(test_set__a_text),
		cmocka_unit_test(test_setup__students),
		cmocka_unit_test(test_set__values_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
