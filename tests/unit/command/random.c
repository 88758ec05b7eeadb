/* SPDX-License-Identifier: GPL-3.0-or-later
 * Random lines: no crash, no leak, and every promise kept.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "../../depth.h"
#include "base/rng.h"
#include "line.h"

static const char *const variants[] = { "base", "patched" };
static const struct scope scope = { .n_variants = 2, .variant = variants };

/* What lines are put together from, next to the commands' own words. */
static const char *const pieces[] = {
	"percpu_counter_add_batch", ":lock", ":3", ":", "steps", "cpu[2].folds",
	"overcommit.policy", "vm_committed_as_batch", "patched.", "base.", "==",
	"=", "never", "round-robin", "all", "-1", "0", "7", "65536",
	"99999999999999999999", "4*100", "(", ")", "[", "]", "\"", "#", "> 100",
	"? 1 : 0", "batch(", ",", "local.count", "\t", "  ", "\xc3\xa9", "\xe2",
	"\x1b", "\n", "\xc2\x9b", "a mark", "counter-drift/main/base@3#7f3a",
};

static void append_random(struct buf *line, u64 *random)
{
	const u32 n = sizeof(pieces) / sizeof(*pieces);
	u32 pick = rng_below(random, n + CMD_N + 2);
	const char *s;

	if (pick < n) {
		buf_puts(line, pieces[pick]);
	} else if (pick < n + CMD_N) {
		s = commands[pick - n].name;
		buf_put(line, s, 1 + rng_below(random, (u32)strlen(s)));
	} else {
		buf_putc(line, (char)(1 + rng_below(random, 255)));
	}
	if (rng_below(random, 3))
		buf_putc(line, ' ');
}

static void test_random__lines_keep_every_promise(void **state)
{
	struct buf line = {0};
	u64 random = 1;
	const char *why;

	for (int i = 0; i < (int)depth(1500, 10000, 10000); i++) {
		u32 n = rng_below(&random, 8);

		buf_clear(&line);
		if (rng_below(&random, 4))
			buf_printf(&line, "%s ",
				commands[rng_below(&random, CMD_N)].name);
		while (n--)
			append_random(&line, &random);
		why = broken_line(buf_text(&line),
			rng_below(&random, (u32)line.n + 1), &scope);
		if (why)
			fail_msg("\"%s\": %s", buf_text(&line), why);
	}
	buf_done(&line);
}

static void test_random__no_scope_is_needed(void **state)
{
	struct buf line = {0};

	for (unsigned id = 0; id < CMD_N; id++) {
		buf_clear(&line);
		buf_printf(&line, "%s base.steps", commands[id].name);
		assert_null(broken_line(line.s, line.n, NULL));
	}
	buf_done(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random__lines_keep_every_promise),
		cmocka_unit_test(test_random__no_scope_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
