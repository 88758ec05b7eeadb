/* SPDX-License-Identifier: GPL-3.0-or-later
 * Addresses: written, read, opened again.
 */
#include "stage.h"

/* Opens an address as the program does: act and values, then the moment. */
static struct stage open_at(const char *text)
{
	struct session_options o = { .variant = -1, .history = true,
		.choice.seed = 1 };
	struct stage probe = stage(NULL), t;
	struct address a;
	struct err e = { 0 };

	if (!address_parse(text, &a, &e) ||
		!address_options(&a, probe.scene, &o, &e))
		fail_msg("%s: %s", text, e.text);
	stage_done(&probe);
	t = stage_open(TINY, o.act, o);
	if (!address_go(t.s, &a, &e))
		fail_msg("%s: %s", text, e.text);
	return t;
}

static void test_address__carries_a_text(void **state)
{
	struct session_options o = { .variant = -1, .history = true };
	struct err e = { 0 };
	struct address a;
	struct stage t;

	o.choice.set.given[PARAM_LRU] = true;
	strcpy(o.choice.set.text[PARAM_LRU - TEXT_FIRST], "A A:busy &+@%");
	t = stage_open(TINY, "wide", o);
	assert_non_null(strstr(session_address(t.s),
		"/base?lru=A%20A:busy%20%26%2b%40%25@0#"));
	assert_true(address_parse(session_address(t.s), &a, &e));
	assert_string_equal(address_value(&a, "lru"), "A A:busy &+@%");
	assert_false(address_parse("tiny/wide/base?lru=A%2@0", &a, &e));
	assert_false(address_parse("tiny/wide/base?lru=A%00@0", &a, &e));
	stage_done(&t);
}

static void test_address__opens_the_same_moment(void **state)
{
	static const char *const ways[] = {
		"goto 30", "end", "variant patched;goto 17",
		"goto 20;set vm_committed_as_batch=3;goto 50",
		"goto 20;set patched.vm_committed_as_batch=3;variant patched;goto 50",
		"map 0 100;step any 9;unmap 0 40;sync all;compare 1 -5;sum",
		"goto 10;policy always;start add 1 -6;step any 12",
		"schedule manual;pick 1;step any 9;pick 0;step any 2",
		"schedule random;goto 40;schedule round-robin;step any 9",
		"end;offline 1;online 1", "act edits;goto 25;add 0 1;step any 4",
		"goto 40;add 0 1;goto 20;add 0 2;step any 3;undo;goto 50",
		"goto 40;add 0 1;branch main;goto 60",
	};

	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		struct stage t = stage("wide"), u;
		char line[96], address[512];

		for (const char *p = ways[i]; *p; p += *p == ';') {
			size_t n = strcspn(p, ";");

			snprintf(line, sizeof(line), "%.*s", (int)n, p);
			good(&t, line);
			p += n;
		}
		snprintf(address, sizeof(address), "%s",
			session_address(t.s));
		u = open_at(address);
		assert_string_equal(session_address(u.s), address);
		assert_int_equal(digest_of(&u), digest_of(&t));
		assert_int_equal(step_of(&u), step_of(&t));
		stage_done(&t);
		stage_done(&u);
	}
}

static void test_address__defaults_are_left_out(void **state)
{
	struct session_options o = { .variant = -1, .history = true };
	struct stage t = stage("wide");
	char guard[8];

	snprintf(guard, sizeof(guard), "#%04x",
		(unsigned)(digest_of(&t) & 0xffff));
	assert_int_equal(strncmp(session_address(t.s), "tiny/wide/base@0", 16),
		0);
	assert_string_equal(session_address(t.s) + 16, guard);
	stage_done(&t);
	o.choice.seed = 3;
	o.choice.size = SIZE_MAIL;
	o.choice.set.given[PARAM_CPUS] = true;
	o.choice.set.value[PARAM_CPUS] = 3;
	t = stage_open(TINY, "small", o);
	assert_int_equal(strncmp(session_address(t.s),
		"tiny/small/base?size=mail&cpus=3&seed=3@0#", 42), 0);
	stage_done(&t);
}

/* In an open session: its edits are all there are, the others are gone. */
static void test_address__replaces_edits(void **state)
{
	struct stage t = stage("wide");
	char plain[128];
	u64 digest;

	good(&t, "goto 30");
	digest = digest_of(&t);
	snprintf(plain, sizeof(plain), "goto %s", session_address(t.s));
	good(&t, "goto 10");
	good(&t, "add 0 77");
	good(&t, plain);
	assert_int_equal(digest_of(&t), digest);
	stage_done(&t);
}

/* The other variants stand at the same model time. */
static void test_address__the_others_follow(void **state)
{
	struct stage t = open_at(
		"tiny/wide/patched+29:vm_committed_as_batch=1@40");

	assert_int_equal(t.s->shown, 1);
	assert_true(run_step(variant_run(&t, 0)) > 0);
	assert_int_equal(value_of(&t, "base.vm_committed_as_batch"), 1);
	stage_done(&t);
}

static void test_address__a_wrong_guard_says_no(void **state)
{
	struct stage t = stage("wide");
	char line[128];
	u64 digest;

	good(&t, "goto 30");
	digest = digest_of(&t);
	good(&t, "home");
	snprintf(line, sizeof(line), "goto tiny/wide/base@30#%04x",
		(unsigned)(digest & 0xffff));
	good(&t, line);
	snprintf(line, sizeof(line), "goto tiny/wide/base@30#%04x",
		(unsigned)(digest & 0xffff) ^ 1);
	refused(&t, line, "not the one meant");
	assert_int_equal(t.e.code, ERR_NO);
	stage_done(&t);
}

static void test_address__is_read_strictly(void **state)
{
	static const char *const bad[] = { "a/b@", "a/b", "a/@3", "/b@3",
		"a/b@3#12", "a/b@3#12345", "a/b@3#ABCD", "a/b@3 ", "a/b@-3",
		"a/b@3x", "a/b/c/d@3", "a/b?@3", "a/b+@3", "a/b+3@3",
		"a/b+x:y=1@3", "a/b+3:@3", "a/b@9999999999999999999" };
	struct address a;
	struct err e = { 0 };

	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (address_parse(bad[i], &a, &e))
			fail_msg("%s was taken", bad[i]);
	assert_true(address_parse("s/a/v?x=1&y=2+3:z=4+5:add=0,1@6#7f3a", &a,
		&e));
	assert_string_equal(a.scene, "s");
	assert_string_equal(a.act, "a");
	assert_string_equal(a.variant, "v");
	assert_string_equal(address_value(&a, "y"), "2");
	assert_null(address_value(&a, "z"));
	assert_int_equal(a.n_edits, 2);
	assert_int_equal(a.step, 6);
	assert_int_equal(a.guard, 0x7f3a);
	assert_false(address_is("a@b/c"));
	assert_false(address_is("moved"));
}

/* Two cues stand at one step: the place that is kept leads back to the one that
 * was told, and so does an address of it. */
static void test_address__names_the_cue(void **state)
{
	struct stage t = stage("wide"), u = stage("wide");
	struct err e;

	assert_null(strstr(session_address(t.s), "cue="));
	assert_non_null(strstr(session_position(t.s), "?cue=begin@0"));
	assert_true(session_land(u.s, session_position(t.s), &e));
	assert_int_equal(u.s->cue, 0);
	good(&t, "go");
	assert_string_equal(session_position(t.s), "tiny/wide/base@0");
	assert_true(session_land(u.s, session_position(t.s), &e));
	assert_int_equal(u.s->cue, 1);
	assert_false(session_land(u.s, "tiny/wide/base?cue=no@0", &e));
	assert_non_null(strstr(e.text, "no cue \"no\""));
	stage_done(&t);
	stage_done(&u);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_address__opens_the_same_moment),
		cmocka_unit_test(test_address__carries_a_text),
		cmocka_unit_test(test_address__defaults_are_left_out),
		cmocka_unit_test(test_address__replaces_edits),
		cmocka_unit_test(test_address__the_others_follow),
		cmocka_unit_test(test_address__a_wrong_guard_says_no),
		cmocka_unit_test(test_address__names_the_cue),
		cmocka_unit_test(test_address__is_read_strictly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
