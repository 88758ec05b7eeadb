/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of names in expressions: published ones, variants, indices, locals,
 * places, the answer; what is suggested for unknown ones.
 */
#include "world.h"

static int setup(void **state)
{
	struct world *w = mem_alloc(sizeof(*w));

	world_init(w);
	*state = w;
	return 0;
}

static int teardown(void **state)
{
	world_done(*state);
	free(*state);
	return 0;
}

/* Runs CPU `cpu` until expression `text` holds. */
static void run_until(struct world *w, unsigned cpu, const char *text)
{
	struct expr *x = compiled(text, &w->scope);
	unsigned lines = 0;

	for (; !expr_true(x, &w->scope); lines++) {
		assert_true(lines < 1000);
		world_step(w, cpu, 1);
	}
	expr_free(x);
}

static void test_name__each_published_name_can_be_read(void **state)
{
	struct world *w = *state;

	run_until(w, 2, "cpu[2].lines == 40");
	for (unsigned id = 0; id < name_count(); id++) {
		unsigned last = name_indices(w->m[0], id) - 1;
		char text[96], prefixed[128] = "patched.";

		if (!(name_at(id)->part & w->m[0]->parts))	/* not in use */
			continue;
		name_write(id, last, text);
		strcat(prefixed, text);
		assert_int_equal(value_in(text, &w->scope),
			name_get(w->m[0], id, last));
		assert_int_equal(value_in(prefixed, &w->scope),
			name_get(w->m[1], id, last));
	}
}

static void test_name__shown_variant_is_meant_without_prefix(void **state)
{
	struct world *w = *state;

	assert_int_equal(value_in("vm_committed_as_batch", &w->scope), 4096);
	w->scope.shown = 1;
	assert_int_equal(value_in("vm_committed_as_batch", &w->scope), 262144);
	assert_int_equal(value_in("base.vm_committed_as_batch", &w->scope),
		4096);
	assert_int_equal(value_in("patched.vm_committed_as_batch / "
		"base.vm_committed_as_batch", &w->scope), 64);
}

static void test_name__index_may_be_computed(void **state)
{
	struct world *w = *state;

	run_until(w, 3, "cpu[3].lines == 5");
	assert_int_equal(value_in("cpu[3].lines", &w->scope), 5);
	assert_int_equal(value_in("cpu[1 + 2].lines", &w->scope), 5);
	assert_int_equal(value_in("cpu[cpus - 1].lines", &w->scope), 5);
	assert_int_equal(value_in("cpu[cpu[3].lines - 2].lines", &w->scope), 5);
	assert_int_equal(value_in("patched.cpu[(3)].lines", &w->scope), 5);
}

/* Two indices: the first belongs to the name. Their machine has no pages. */
static void test_name__first_of_two_indices_is_literal(void **state)
{
	struct world *w = *state;

	faults_in("zone[0].free_area[3]", &w->scope, 1,
		"zone[0].free_area[N] is no part of this scene");
	faults_in("patched.zone[1].free_area[1 + 1]", &w->scope, 1,
		"zone[1].free_area[N] is no part of this scene");
	refused("zone[8].free_area[3]", 1,
		"there is no name \"zone[N].free_area\"",
		"did you mean \"zone[0].free_area[8]\"?");
}

static void test_name__index_out_of_range_is_an_error(void **state)
{
	struct world *w = *state;

	faults_in("cpu[4].lines", &w->scope, 1,
		"cpu[N].lines: N is 0 to 3 here, not 4");
	faults_in("1 + cpu[-1].lines", &w->scope, 5,
		"cpu[N].lines: N is 0 to 3 here, not -1");
	refused("1 + cpu[65535].lines", 5, "the index is far too large", "");
	faults_in("cpu[1 << 40].lines", &w->scope, 1,
		"cpu[N].lines: N is 0 to 3 here, not 1099511627776");
}

static void test_name__without_a_machine_there_is_no_value(void **state)
{
	struct world *w = *state;
	struct scope s = w->scope;

	faults_in("1 + ram_pages", NULL, 5,
		"there is no scene to read a value from");
	faults_in("local.count", NULL, 1,
		"there is no scene to read a value from");
	faults_in("at(0, \"mmap1\")", NULL, 1,
		"there is no scene to read a value from");
	s.machine = NULL;
	faults_in("ram_pages", &s, 1, "there is no scene to read a value from");
	s = w->scope;
	w->machines[1] = NULL;
	faults_in("patched.ram_pages", &s, 1,
		"variant patched is not there to be read");
	s.program = NULL;
	faults_in("local.count", &s, 1,
		"there is no scene to read a value from");
	s.shown = 2;
	faults_in("ram_pages", &s, 1, "there is no scene to read a value from");
}

static void test_name__local_is_that_of_the_followed_cpu(void **state)
{
	struct world *w = *state;

	run_until(w, 1, "at(1, \"percpu_counter_add_batch:test\")");
	w->scope.cpu = 1;
	assert_int_equal(value_in("local.amount", &w->scope), 32768);
	assert_int_equal(value_in("local.count", &w->scope), 32768);
	assert_int_equal(value_in("local.batch", &w->scope), 4096);
	assert_int_equal(value_in("patched.local.batch", &w->scope), 262144);
	assert_int_equal(value_in("local.count >= local.batch", &w->scope), 1);
	faults_in("2 * local.left", &w->scope, 5,
		"percpu_counter_add_batch has no local \"left\"");
	w->scope.cpu = 0;
	faults_in("local.amount", &w->scope, 1,
		"mmap1 has no local \"amount\"");
	w->scope.cpu = 4;
	faults_in("local.amount", &w->scope, 1,
		"CPU 4 runs nothing, so there is no local.amount");
	while (w->m[0]->tasks_left) {
		w->scope.cpu = 0;
		for (unsigned cpu = 0; cpu < 4; cpu++)
			if (cpu_at(w->m[0], cpu)->state == CPU_RUNNABLE)
				machine_step(w->m[0], w->programs[0], cpu);
	}
	faults_in("local.amount", &w->scope, 1,
		"CPU 0 runs nothing, so there is no local.amount");
	assert_int_equal(value_in("at(0, \"mmap1\")", &w->scope), 0);
}

static void test_name__at_and_in_look_at_the_call_stack(void **state)
{
	struct world *w = *state;

	assert_int_equal(value_in("at(1, \"mmap1:each\")", &w->scope), 1);
	assert_int_equal(value_in("at(1, \"mmap1:mmap\")", &w->scope), 0);
	run_until(w, 1, "at(1, \"percpu_counter_add_batch:test\")");
	assert_int_equal(value_in("at(1, \"percpu_counter_add_batch\")",
		&w->scope), 1);
	assert_int_equal(value_in("at(1, \"mmap1\")", &w->scope), 0);
	assert_int_equal(value_in("in(1, \"mmap1\")", &w->scope), 1);
	assert_int_equal(value_in("in(1, \"__vm_enough_memory\")", &w->scope), 1);
	assert_int_equal(value_in("in(1, \"do_munmap\")", &w->scope), 0);
	assert_int_equal(value_in("in(0, \"__vm_enough_memory\")", &w->scope), 0);
	assert_int_equal(value_in("patched.in(cpus - 3, \"mmap1\")",
		&w->scope), 1);
	faults_in("at(4, \"mmap1\")", &w->scope, 1,
		"the CPU is 0 to 3 here, not 4");
	faults_in("in(-1, \"mmap1\")", &w->scope, 1,
		"the CPU is 0 to 3 here, not -1");
	refused("at(0, \"mmap2\")", 7, "there is no procedure \"mmap2\"",
		"did you mean \"mmap1\"?");
	refused("at(0, \"mmap1:eech\")", 7, "mmap1 has no line \"eech\"",
		"did you mean \"mmap1:each\"?");
	refused("in(0, \"mmap1:each\")", 7,
		"there is no procedure \"mmap1:each\"", "");
	refused("at(0, mmap1)", 7,
		"at: \"procedure:line\" is a string in \"quotes\"", "");
	refused("at(0, \"\")", 7, "there is no procedure \"\"", "");
	refused("at(time_ns, \"mmap1\")", 4, "cpu and ns do not mix", "");
	refused("at(0, \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaaaaaaaaaaaaaa\")", 7, "the string is too long", "");
	refused_in("base.batch(1, 1, never)", &w->scope, 1,
		"batch is the same in all variants", "");
}

static void test_name__answer_is_what_was_answered(void **state)
{
	struct world *w = *state;

	faults_in("answer == 3", &w->scope, 1, "there is no answer yet");
	faults_in("answer", NULL, 1, "there is no answer yet");
	w->scope.answer = 4096;
	w->scope.has_answer = true;
	assert_int_equal(value_in("answer == vm_committed_as_batch",
		&w->scope), 1);
}

static void test_name__unknown_names_get_a_suggestion(void **state)
{
	const struct scope *s = &((struct world *)*state)->scope;

	refused_in("1 + vm_comitted_as.count", s, 5,
		"there is no name \"vm_comitted_as.count\"",
		"did you mean \"vm_committed_as.count\"?");
	refused_in("cpu[3].vm_comitted_as", s, 1,
		"there is no name \"cpu[N].vm_comitted_as\"",
		"did you mean \"cpu[3].vm_committed_as\"?");
	refused_in("base.cpu[ cpus - 1 ].linse", s, 1,
		"there is no name \"base.cpu[N].linse\"",
		"did you mean \"base.cpu[cpus - 1 ].lines\"?");
	refused_in("cpu.lines", s, 1, "there is no name \"cpu.lines\"",
		"did you mean \"cpu[N].lines\"?");
	refused_in("ram_pags", s, 1, "there is no name \"ram_pags\"",
		"did you mean \"ram_pages\"?");
	refused_in("batch", s, 1, "there is no name \"batch\"",
		"did you mean \"vm_committed_as_batch\"?");
	refused_in("overcommit", s, 1, "there is no name \"overcommit\"",
		"did you mean \"overcommit.policy\"?");
	refused_in("vm_committed_as + 1", s, 1,
		"there is no name \"vm_committed_as\"",
		"did you mean \"vm_committed_as.count\"?");
	refused_in("bsae.vm_committed_as.lock.taken", s, 1,
		"there is no name \"bsae.vm_committed_as.lock.taken\"",
		"did you mean \"base\"?");
	refused_in("lokal.vm_committed_as", s, 1,
		"there is no name \"lokal.vm_committed_as\"",
		"did you mean \"local\"?");
	refused_in("local.amuont", s, 1, "no procedure has a local \"amuont\"",
		"did you mean \"local.amount\"?");
	refused("patched.ram_pages", 1,
		"there is no name \"patched.ram_pages\"", "");
	refused("xyzzy_and_more", 1, "there is no name \"xyzzy_and_more\"", "");
	refused("cpu[1].x[2]", 1, "there is no name \"cpu[N].x\"", "");
	refused("local[0].count", 1, "there is no name \"local[N].count\"", "");
	refused("a.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaaaaaaaaaaaaaa", 1, "there is no name as long as this",
		"");
}

static void test_name__uses_are_listed_in_order(void **state)
{
	const struct scope *s = &((struct world *)*state)->scope;
	struct expr *x = compiled("patched.cpu[2].lines + cpu[answer * 2]"
		".lines > steps && at(0, \"mmap1\")", s);
	struct name_use use[8];
	unsigned index;
	int lines = name_find("cpu[2].lines", 12, &index);
	int steps = name_find("steps", 5, &index);

	assert_int_equal(expr_names(x, use, 8), 3);
	assert_true(use[0].id == lines && use[0].index == 2 &&
		use[0].variant == 1);
	assert_true(use[1].id == lines && use[1].index == NONE &&
		use[1].variant == NONE);
	assert_true(use[2].id == steps && use[2].index == 0 &&
		use[2].variant == NONE);
	assert_int_equal(expr_names(x, use, 2), 2);
	expr_free(x);
}

static void test_name__a_lone_name_can_be_set(void **state)
{
	static const char *const others[] = { "steps + 0", "-steps", "1",
		"cpu[0 + 1].lines", "local.count", "answer" };
	struct name_use use;
	struct expr *x = compiled("(cpu[1].lines)", NULL);

	assert_true(expr_is_name(x, &use));
	assert_int_equal(use.index, 1);
	expr_free(x);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		x = compiled(others[i], NULL);
		assert_false(expr_is_name(x, &use));
		expr_free(x);
	}
}

static void test_name__a_prefix_is_found_wherever_it_stands(void **state)
{
	const struct scope *s = &((struct world *)*state)->scope;
	static const struct {
		const char *text;
		bool prefix;
	} rows[] = {
		{ "base.steps > 1", true }, { "1 + patched.local.count", true },
		{ "cpu[base.cpus - 1].lines", true },
		{ "base.at(0, \"mmap1\")", true },
		{ "steps && at(0, \"mmap1\")", false },
		{ "min(cpu[0].lines, local.left, 1)", false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct expr *x = compiled(rows[i].text, s);

		assert_int_equal(expr_has_prefix(x), rows[i].prefix);
		expr_free(x);
	}
}

static void test_name__parts_a_scene_lacks_are_told(void **state)
{
	struct world *w = *state;

	w->m[0]->parts &= ~(u32)PART_OVERCOMMIT;
	faults_in("overcommit.limit", &w->scope, 1,
		"overcommit.limit is no part of this scene");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_name__each_published_name_can_be_read),
		TEST(test_name__shown_variant_is_meant_without_prefix),
		TEST(test_name__index_may_be_computed),
		TEST(test_name__first_of_two_indices_is_literal),
		TEST(test_name__index_out_of_range_is_an_error),
		TEST(test_name__without_a_machine_there_is_no_value),
		TEST(test_name__local_is_that_of_the_followed_cpu),
		TEST(test_name__at_and_in_look_at_the_call_stack),
		TEST(test_name__answer_is_what_was_answered),
		TEST(test_name__unknown_names_get_a_suggestion),
		TEST(test_name__uses_are_listed_in_order),
		TEST(test_name__a_lone_name_can_be_set),
		TEST(test_name__a_prefix_is_found_wherever_it_stands),
		TEST(test_name__parts_a_scene_lacks_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
