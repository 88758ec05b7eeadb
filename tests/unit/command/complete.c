/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of completion: what is offered, from where, in which order.
 */
#include "../model/rig.h"
#include <stdio.h>
#include "base/buf.h"
#include "command/command.h"

static const char *const variants[] = { "base", "patched" };
static const char *const words[] = { "story", "picture", "a mark", NULL };

/* A scope with two machines of 12 CPUs. */
struct fixture {
	struct rig rig[2];
	const struct machine *machine[2];
	const struct program *program[2];
	struct scope scope;
};

static void setup(struct fixture *f)
{
	for (unsigned v = 0; v < 2; v++) {
		rig_sandbox(&f->rig[v], 12, 32);
		f->machine[v] = f->rig[v].m;
		f->program[v] = &f->rig[v].p;
	}
	f->scope = (struct scope){ .n_variants = 2, .variant = variants,
		.machine = f->machine, .program = f->program };
}

static void done(struct fixture *f)
{
	rig_done(&f->rig[0]);
	rig_done(&f->rig[1]);
}

/* `line|rest`: the candidates at the bar, with one blank between. */
static void offers_in(const struct scope *s, const char *line, size_t from,
	const char *list)
{
	struct buf out = {0};
	size_t point = strcspn(line, "|"), n;

	n = command_complete(line, point, s, words, &out);
	for (size_t i = 0; i < out.n; i++)
		if (!out.s[i])
			out.s[i] = ' ';
	if (n)
		out.s[out.n - 1] = '\0';
	assert_string_equal(buf_text(&out), list);
	if (n)
		assert_int_equal(command_complete_from(line, point), from);
	buf_done(&out);
}

static void offers(const char *line, size_t from, const char *list)
{
	static const struct scope s = { .n_variants = 2, .variant = variants };

	offers_in(&s, line, from, list);
}

static void test_complete__commands(void **state)
{
	offers("st|", 0, "start step");
	offers("  reverse-s|", 2, "reverse-step");
	offers("ex|", 0, "exit explain");
	offers("b|", 0, "back backtrace blank branch branches break");
	offers("sx|", 0, "");
	offers("Step|", 0, "");
	offers("# st|", 0, "");
	offers("step|ping", 0, "step");
}

static void test_complete__second_words(void **state)
{
	offers("step |", 5, "any");
	offers("s a|", 2, "any");
	offers("back an|", 5, "any");
	offers("next |", 5, "");
	offers("step any |", 9, "");
	offers("zzz |", 4, "");
	offers("st |", 3, "");
}

static void test_complete__names_in_expressions(void **state)
{
	offers("print swap_p|", 6, "swap_pages");
	offers("p steps+ti|", 8, "time_ns");
	offers("p (swap_p|", 3, "swap_pages");
	offers("until overcommit.a|", 6, "overcommit.admin_reserve "
		"overcommit.admitted overcommit.allowed");
	offers("watch time|", 6, "time_ns");
	offers("watch min_f|", 6, "min_free_kbytes(");
	offers("p min_f|", 2, "min_free_kbytes(");
	offers("p patched.swap_p|", 2, "patched.swap_pages");
	offers("p pat|", 2, "patched.");
}

/* Whether `word` is among what completes the empty word after `line`. */
static bool offered(const char *line, const char *word)
{
	struct buf out = {0};
	bool found = false;
	const char *s;

	command_complete(line, strlen(line), NULL, NULL, &out);
	for (s = buf_text(&out); s < buf_text(&out) + out.n; s += strlen(s) + 1)
		found |= !strcmp(s, word);
	buf_done(&out);
	return found;
}

static void test_complete__every_name_and_rule(void **state)
{
	char word[96];

	for (unsigned i = 0; i < name_count(); i++)
		if (!name_at(i)->count) {
			assert_true(offered("p ", name_at(i)->pattern));
			assert_true(offered("watch ", name_at(i)->pattern));
			assert_int_equal(offered("set ", name_at(i)->pattern),
				name_at(i)->set != NULL);
		}
	for (unsigned i = 0; i < function_count(); i++) {
		snprintf(word, sizeof(word), "%s(", function_at(i)->name);
		assert_true(offered("p steps + ", word));
		assert_true(offered("break ", word));
		assert_true(offered("watch ", word));
		assert_true(offered("help ", function_at(i)->name));
	}
	for (unsigned i = 0; i < PROC_N; i++) {
		assert_true(offered("break ", procedure_at(i)->name));
		assert_false(offered("p ", procedure_at(i)->name));
	}
}

static void test_complete__indices(void **state)
{
	struct fixture f;

	offers("p cpu[0].f|", 2, "cpu[0].folds");
	offers("p cpu[7].f|", 2, "");	/* no machine: one index */
	setup(&f);
	offers_in(&f.scope, "p cpu[1|", 2, "cpu[10]. cpu[11]. cpu[1].");
	offers_in(&f.scope, "p cpu[7].f|", 2, "cpu[7].folds");
	offers_in(&f.scope, "p cpu[12].f|", 2, "");
	offers_in(&f.scope, "p base.cpu[3].vm|", 2, "base.cpu[3].vm_committed_as");
	offers_in(&f.scope, "set cpu[3].|", 4, "cpu[3].vm_committed_as");
	done(&f);
}

static void test_complete__locals_of_the_followed_cpu(void **state)
{
	struct fixture f;

	offers("p local.|", 2, "");
	setup(&f);
	offers_in(&f.scope, "p local.|", 2, "");	/* nothing runs */
	operation_start(f.rig[0].m, OPERATION_SYNC, 0, 0, true);
	offers_in(&f.scope, "p local.|", 2, "local.count local.fbc");
	offers_in(&f.scope, "p local.c|", 2, "local.count");
	done(&f);
}

static void test_complete__values(void **state)
{
	offers("until overcommit.policy == |", 27, "always guess never");
	offers("until base.overcommit.policy !=ne|", 31, "never");
	offers("break steps > 5 && schedule == round-r|", 31, "round-robin");
	offers("break steps == swap_p|", 15, "swap_pages");
	offers("policy |", 7, "always guess never");
	offers("schedule r|", 9, "random round-robin");
	offers("set overcommit.policy=|", 22, "always guess never");
	offers("set base.overcommit.policy n|", 27, "never");
	offers("set overcommit.policy=base.overcommit.po|", 22,
		"base.overcommit.policy");
}

static void test_complete__set_offers_what_can_be_set(void **state)
{
	offers("set over|", 4, "overcommit.admin_reserve overcommit.kbytes "
		"overcommit.policy overcommit.ratio overcommit.user_reserve");
	offers("set st|", 4, "");
	offers("set vm_committed_as_batch = swap_p|", 28, "swap_pages");
}

static void test_complete__places(void **state)
{
	offers("break vm_a|", 6, "vm_acct_memory");
	offers("adv vm_u|", 4, "vm_unacct_memory");
	offers("break percpu_counter_sync:|", 6, "percpu_counter_sync:empty "
		"percpu_counter_sync:fold percpu_counter_sync:lock "
		"percpu_counter_sync:return percpu_counter_sync:unlock");
	offers("break percpu_counter_sync:l|", 6, "percpu_counter_sync:lock");
	offers("break swap_p|", 6, "swap_pages");
	offers("break steps > swap_p|", 14, "swap_pages");
	offers("list vm_a|", 5, "vm_acct_memory");
	offers("p at(0, \"percpu_counter_sync:l|", 9, "percpu_counter_sync:lock");
	offers("p in(0, \"vm_a|", 9, "vm_acct_memory");
	offers("p batch(1, 1, \"vm_a|", 15, "");
}

static void test_complete__operations(void **state)
{
	offers("start |", 6,
		"add alloc compare free madvise map offline "
		"online policy read shrink split sum sync touch unmap zap");
	offers("start m|", 6, "madvise map");
	offers("start policy a|", 13, "always");
	offers("start sync |", 11, "all");
	offers("sync a|", 5, "all");
	offers("start step |", 11, "");
}

static void test_complete__session_words(void **state)
{
	offers("goto |", 5, "a mark end picture start story");
	offers("show s|", 5, "story");
	offers("hide story p|", 11, "picture");
	offers("jump a m|", 5, "a mark");
	offers("theme p|", 6, "picture");
	offers("variant |", 8, "base patched");
	offers("point pict|", 6, "picture");
	offers("point swap_p|", 6, "swap_pages");
	offers("quit |", 5, "");
}

static void test_complete__help_topics(void **state)
{
	offers("help st|", 5, "start step step any steps story");
	offers("help step a|", 5, "step any");
	offers("h expr|", 2, "expressions");
	offers("h vm_a|", 2, "vm_acct_memory");
	offers("h lazy|", 2, "lazyfree_threshold");
}

static void test_complete__command_of_a_line(void **state)
{
	assert_int_equal(command_of_line("goto x"), CMD_GOTO);
	assert_int_equal(command_of_line(" s any"), CMD_STEP_ANY);
	assert_int_equal(command_of_line("st"), CMD_N);
	assert_int_equal(command_of_line(""), CMD_N);
	assert_int_equal(command_of_line("# goto"), CMD_N);
}

/* Where the name of a file stands, at the end of the line. */
static void file_at(const char *line, int from, bool blanks)
{
	bool rest;
	size_t at;
	bool is = command_file_at(line, strlen(line), &at, &rest);

	if (is != (from >= 0) || (is && ((int)at != from || rest != blanks)))
		fail_msg("\"%s\": %d at %d, %d", line, is, (int)at, rest);
}

static void test_complete__where_files_stand(void **state)
{
	file_at("save ", 5, true);
	file_at("  source   a b", 11, true);
	file_at("so x", 3, true);
	file_at("save", -1, false);
	file_at("info stops > ", 13, false);
	file_at("info stops >> ab/c", 14, false);
	file_at("info stops >ab", 12, false);
	file_at("> ", -1, false);
	file_at("info >", 6, false);
	file_at("info>", -1, false);
	file_at("print steps > ", -1, false);	/* it compares */
	file_at("print steps > 5", -1, false);
	file_at("print steps > ./", 14, false);
	file_at("print steps > ~/x", 14, false);
	file_at("print steps > /", 14, false);
	file_at("find > x", -1, false);
	file_at("quit > ", -1, false);
	file_at("st > ", -1, false);	/* start or step */
	file_at("", -1, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_complete__where_files_stand),
		cmocka_unit_test(test_complete__commands),
		cmocka_unit_test(test_complete__second_words),
		cmocka_unit_test(test_complete__names_in_expressions),
		cmocka_unit_test(test_complete__every_name_and_rule),
		cmocka_unit_test(test_complete__indices),
		cmocka_unit_test(test_complete__locals_of_the_followed_cpu),
		cmocka_unit_test(test_complete__values),
		cmocka_unit_test(test_complete__set_offers_what_can_be_set),
		cmocka_unit_test(test_complete__places),
		cmocka_unit_test(test_complete__operations),
		cmocka_unit_test(test_complete__session_words),
		cmocka_unit_test(test_complete__help_topics),
		cmocka_unit_test(test_complete__command_of_a_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
