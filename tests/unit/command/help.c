/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of help: its texts, and that all of it fits a screen's width.
 */
#include "../model/rig.h"
#include <stdio.h>
#include "base/buf.h"
#include "base/text.h"
#include "command/command.h"

static const char *const variants[] = { "base", "patched" };

static void says(const char *topic, const struct scope *s, const char *text)
{
	struct buf out = {0};

	assert_true(command_help(topic, s, &out));
	assert_string_equal(buf_text(&out), text);
	buf_done(&out);
}

static void fits(const char *topic)
{
	struct buf out = {0};
	const char *s, *end;

	assert_true(command_help(topic, NULL, &out));
	assert_true(out.n && out.s[out.n - 1] == '\n');
	for (s = out.s; *s; s = end + 1) {
		char line[512];
		size_t n;

		end = strchr(s, '\n');
		n = (size_t)(end - s);
		assert_true(n < sizeof(line));
		memcpy(line, s, n);
		line[n] = '\0';
		if (text_width(line) > 78)
			fail_msg("help %s: %s", topic, line);
	}
	buf_done(&out);
}

static void test_help__commands(void **state)
{
	says("step", NULL,
		"step [N]\n"
		"  one line of the followed CPU\n"
		"  N: how often; once if left out.\n"
		"  short: s\n"
		"  keys: s, Right, l\n");
	says("  bt ", NULL,
		"where [CPU]\n"
		"  which calls a CPU is in\n"
		"  CPU: a CPU's number; the one followed if left out.\n"
		"  short: bt, backtrace\n");
	says("step any", NULL,
		"step any [N]\n"
		"  one line of anybody\n"
		"  N: how often; once if left out.\n"
		"  short: sa\n"
		"  keys: S\n");
	says("policy", NULL,
		"policy POLICY\n"
		"  write the overcommit policy, on CPU 0\n"
		"  POLICY: guess, always, never\n");
	says("start", NULL,
		"start OPERATION\n"
		"  queue an operation on its CPU without running it\n"
		"  OPERATION, one of these commands:\n"
		"  add, sync, map, unmap, policy, sum, compare, offline, "
		"online, touch,\n"
		"  madvise, alloc, free, split, zap, read, shrink\n");
}

static void test_help__names(void **state)
{
	says("overcommit.policy", NULL,
		"overcommit.policy (overcommit policy)\n"
		"  The overcommit policy in force.\n"
		"  values: guess, always, never\n"
		"  kernel: sysctl_overcommit_memory\n"
		"  source: mm/util.c, v5.9\n"
		"  region: core: it decides what can happen\n"
		"  set: 0 to 2\n");
	says("cpus", NULL,
		"cpus (count)\n"
		"  Present CPUs.\n"
		"  kernel: num_present_cpus\n"
		"  source: a parameter of the scene\n"
		"  region: parameter: fixed for a run\n");
}

static void test_help__values_of_the_machines(void **state)
{
	static const char text[] =
		"cpu[N].vm_committed_as (pages of 4 KiB)\n"
		"  This CPU's slot: what it has not told the others.\n"
		"  kernel: vm_committed_as.counters\n"
		"  source: lib/percpu_counter.c, v5.9\n"
		"  region: core: it decides what can happen\n"
		"  set: -2147483648 to 2147483647\n";
	struct rig r[2];
	const struct machine *machine[2];
	struct scope s = { .n_variants = 2, .variant = variants };
	struct buf wanted = {0};

	says("cpu[1].vm_committed_as", &s, text);
	for (unsigned v = 0; v < 2; v++) {
		rig_sandbox(&r[v], 2, 32);
		machine[v] = r[v].m;
	}
	s.machine = machine;
	rig_set(&r[1], "cpu[1].vm_committed_as", -7000);
	buf_printf(&wanted, "%s  now: 0 (base), \u22127,000 (patched)\n", text);
	says("cpu[1].vm_committed_as", &s, wanted.s);
	buf_clear(&wanted);
	buf_printf(&wanted, "%s  now: \u22127,000 (patched)\n", text);
	says("patched.cpu[1].vm_committed_as", &s, wanted.s);
	says("cpu[N].vm_committed_as", &s, text);
	says("cpu[2].vm_committed_as", &s, text);	/* no such CPU */
	s.n_variants = 1;
	buf_clear(&wanted);
	buf_printf(&wanted, "%s  now: 0\n", text);
	says("cpu[1].vm_committed_as", &s, wanted.s);
	buf_done(&wanted);
	rig_done(&r[0]);
	rig_done(&r[1]);
}

/* Their texts are written elsewhere; here is how they are put together. */
static void test_help__rules_and_procedures(void **state)
{
	const struct procedure *p = procedure_at(PROC_PERCPU_COUNTER_SYNC);
	struct buf out = {0};

	assert_true(command_help("watermark_low(", NULL, &out));
	assert_int_equal(strncmp(out.s, "watermark_low(min", 17), 0);
	assert_non_null(strstr(out.s, "\n  source: __setup_per_zone_wmarks"));
	buf_clear(&out);
	assert_true(command_help(p->name, NULL, &out));
	assert_int_equal(strncmp(out.s, "percpu_counter_sync\n  ", 22), 0);
	assert_non_null(strstr(out.s, "\n  source: lib/percpu_counter.c"));
	assert_non_null(strstr(out.s, "lines: list percpu_counter_sync\n"));
	buf_done(&out);
}

static void test_help__a_topic_may_be_several(void **state)
{
	struct buf out = {0};

	assert_true(command_help("schedule", NULL, &out));
	assert_non_null(strstr(out.s, "schedule MODE\n"));
	assert_non_null(strstr(out.s, "\n\nschedule (who runs next)\n"));
	buf_done(&out);
}

static void test_help__unknown_topics(void **state)
{
	static const char *const rows[][2] = {
		{"stpe",
			"nothing is called \"stpe\"; did you mean \"step\"?\n"},
		{"vm_committed_as.cuont",
			"nothing is called "
			"\"vm_committed_as.cuont\"; did you mean "
			"\"vm_committed_as.count\"?\n"},
		{"vmalloc_to", "nothing is called \"vmalloc_to\"; "
			       "\"help\" lists the commands\n"},
		{"qq\x1b", "nothing is called \"qq\"; "
			   "\"help\" lists the commands\n"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct buf out = {0};

		assert_false(command_help(rows[i][0], NULL, &out));
		assert_string_equal(out.s, rows[i][1]);
		buf_done(&out);
	}
}

static void test_help__the_list_has_every_command_and_key(void **state)
{
	struct buf out = {0}, row = {0};

	assert_true(command_help("", NULL, &out));
	for (unsigned id = 0; id < CMD_N; id++) {
		buf_clear(&row);
		buf_printf(&row, "%s%s%s%s\n", commands[id].help,
			*commands[id].keys ? " (" : "", commands[id].keys,
			*commands[id].keys ? ")" : "");
		assert_non_null(strstr(out.s, row.s));
		buf_clear(&row);
		buf_printf(&row, "\n  %s ", commands[id].name);
		assert_non_null(strstr(out.s, row.s));
	}
	buf_done(&row);
	buf_done(&out);
}

static void test_help__everything_fits(void **state)
{
	static const char *const pages[] = { "", "names", "rules",
		"expressions", "keys" };

	for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++)
		fits(pages[i]);
	for (unsigned i = 0; i < CMD_N; i++)
		fits(commands[i].name);
	for (unsigned i = 0; i < name_count(); i++)
		fits(name_at(i)->pattern);
	for (unsigned i = 0; i < function_count(); i++)
		fits(function_at(i)->name);
	for (unsigned i = 0; i < PROC_N; i++)
		fits(procedure_at(i)->name);
}

/* Without keys, without what only a screen has; short at first. */
static void test_help__of_a_dialogue(void **state)
{
	struct buf out = { 0 };
	unsigned lines = 0;

	command_help_here(false, &out);
	for (const char *p = buf_text(&out); *p; p++)
		lines += *p == '\n';
	assert_true(lines < 24);
	assert_non_null(strstr(buf_text(&out), "help all"));
	buf_clear(&out);
	command_help_here(true, &out);
	for (unsigned id = 0; id < CMD_N; id++) {
		char line[64];

		snprintf(line, sizeof(line), "\n  %s ", commands[id].name);
		assert_int_equal(strstr(buf_text(&out), line) != NULL,
			!command_here((enum command_id)id));
	}
	assert_null(strstr(buf_text(&out), "PgUp"));
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_help__commands),
		cmocka_unit_test(test_help__names),
		cmocka_unit_test(test_help__values_of_the_machines),
		cmocka_unit_test(test_help__rules_and_procedures),
		cmocka_unit_test(test_help__a_topic_may_be_several),
		cmocka_unit_test(test_help__unknown_topics),
		cmocka_unit_test(test_help__the_list_has_every_command_and_key),
		cmocka_unit_test(test_help__of_a_dialogue),
		cmocka_unit_test(test_help__everything_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
