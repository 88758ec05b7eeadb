/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of evaluation: overflow, short circuit, and 100,000 random expressions
 * against a reference that counts in 128 bits.
 */
#include <stdio.h>
#include "world.h"
#include "base/rng.h"

#define MOST "9223372036854775807"
#define LEAST "-9223372036854775808"

static void faults(const char *text, unsigned column, const char *message)
{
	faults_in(text, NULL, column, message);
}

static void test_eval__overflow_is_an_error_at_every_operator(void **state)
{
	faults(MOST " + 1", 21, MOST " + 1 does not fit into 64 bits");
	faults(LEAST " + -1", 22, LEAST " + -1 does not fit into 64 bits");
	faults(LEAST " - 1", 22, LEAST " - 1 does not fit into 64 bits");
	faults("0 - " LEAST, 3, "0 - " LEAST " does not fit into 64 bits");
	faults("-(" LEAST ")", 1, "0 - " LEAST " does not fit into 64 bits");
	faults("abs(" LEAST ")", 1, "0 - " LEAST " does not fit into 64 bits");
	faults("4294967296 * 2147483648", 12, "4294967296 * 2147483648 does "
		"not fit into 64 bits");
	faults(LEAST " * -1", 22, LEAST " * -1 does not fit into 64 bits");
	faults(LEAST " / -1", 22, LEAST " / -1 does not fit into 64 bits");
	faults(LEAST " % -1", 22, LEAST " % -1 does not fit into 64 bits");
	faults("1 << 63", 3, "1 << 63 does not fit into 64 bits");
	faults("3 << 62", 3, "3 << 62 does not fit into 64 bits");
	faults("(0 - 3) << 62", 9, "-3 << 62 does not fit into 64 bits");
	assert_true(value_of(MOST " + 0") == INT64_MAX);
	assert_true(value_of(LEAST " + 0") == INT64_MIN);
	assert_true(value_of("-1 << 63") == INT64_MIN);
	assert_true(value_of("-1 - " MOST) == INT64_MIN);
	assert_true(value_of("1 << 62") == INT64_C(1) << 62);
	assert_true(value_of("0 << 63") == 0);
	assert_true(value_of("~" LEAST) == INT64_MAX);
	assert_true(value_of("abs(" MOST ")") == INT64_MAX);
	assert_true(value_of(LEAST " >> 63") == -1);
	assert_true(value_of(MOST " >> 63") == 0);
	assert_true(value_of("3037000499 * 3037000499") > 0);
}

static void test_eval__division_and_shifts_have_limits(void **state)
{
	faults("1 / 0", 3, "division by zero");
	faults("1 + 1 % (2 - 2)", 7, "division by zero");
	faults("0 / 0", 3, "division by zero");
	faults("1 << 64", 3, "a shift is by 0 to 63 bits, not by 64");
	faults("1 << -1", 3, "a shift is by 0 to 63 bits, not by -1");
	faults("1 >> 64", 3, "a shift is by 0 to 63 bits, not by 64");
	faults("0 >> -1", 3, "a shift is by 0 to 63 bits, not by -1");
}

static void test_eval__what_is_not_needed_is_not_evaluated(void **state)
{
	assert_int_equal(value_of("0 && 1 / 0"), 0);
	assert_int_equal(value_of("5 || 1 / 0"), 1);
	assert_int_equal(value_of("1 ? 2 : 1 / 0"), 2);
	assert_int_equal(value_of("0 ? 1 / 0 : 3"), 3);
	assert_int_equal(value_of("0 && 1 / 0 || 4"), 1);
	assert_int_equal(value_of("1 || 1 / 0 && 1 / 0"), 1);
	assert_int_equal(value_of("0 && (1 / 0 || 1) ? 1 / 0 : 0 || 0"), 0);
	assert_int_equal(value_of("(1 || 1 / 0) + (0 && 1 / 0)"), 1);
	faults("1 && 1 / 0", 8, "division by zero");
	faults("0 || 1 / 0", 8, "division by zero");
	faults("1 / 0 && 0", 3, "division by zero");
	faults("1 ? 1 / 0 : 1", 7, "division by zero");
}

static void test_eval__faults_count_as_no(void **state)
{
	struct expr *x = compiled("1 / 0 == 0 || 1", NULL);

	assert_false(expr_true(x, NULL));
	expr_free(x);
	x = compiled("local.count > 0 || 1", NULL);
	assert_false(expr_true(x, NULL));
	expr_free(x);
	x = compiled("batch(1, 0, never) || 1", NULL);
	assert_false(expr_true(x, NULL));
	expr_free(x);
}

/* A test of one name is, at every step and for every operator, what the expression
 * is; what is no such test, or reads what is not there, is none. */
static void test_eval__a_test_of_a_name(void **state)
{
	static const char *const ops[] = { "<", "<=", ">", ">=", "==", "!=" };
	static const char *const others[] = { "1 < 2", "vm_committed_as.count",
		"3 < vm_committed_as.count", "vm_committed_as.count + 1",
		"vm_committed_as.count > cpu[0].vm_committed_as",
		"vm_committed_as.count > 1 && 1", "local.count > 3" };
	struct name_test test;
	struct expr *x;
	struct world w;
	unsigned held = 0;
	s64 holds;

	world_init(&w);
	for (unsigned step = 0; step < 60; step++) {
		world_step(&w, step % 3, 1);
		for (unsigned i = 0; i < 6; i++) {
			char text[64];

			snprintf(text, sizeof(text), "%scpu[%u]."
				"vm_committed_as %s %u", i % 2 ? "patched." : "",
				step % 5, ops[i], step / 8);
			x = compiled(text, &w.scope);
			assert_true(expr_name_test(x, &w.scope, &test));
			if (!expr_eval(x, &w.scope, &holds, NULL))
				holds = 0;	/* there is no such CPU */
			assert_int_equal(name_test_holds(&test), holds);
			assert_int_equal(expr_true(x, &w.scope), holds);
			held += name_test_holds(&test);
			expr_free(x);
		}
	}
	assert_in_range(held, 60, 240);
	for (unsigned i = 0; i < 6 * 4; i++) {
		static const char *const ends[] = { "-9223372036854775807 - 1",
			"-9223372036854775807", "0", "9223372036854775807" };
		char text[96];

		snprintf(text, sizeof(text), "cpu[0].vm_committed_as %s %s",
			ops[i / 4], ends[i % 4]);
		x = compiled(text, &w.scope);
		assert_int_equal(expr_name_test(x, &w.scope, &test), i % 4 > 0);
		assert_true(expr_eval(x, &w.scope, &holds, NULL));
		assert_int_equal(expr_true(x, &w.scope), holds);
		expr_free(x);
	}
	for (unsigned i = 0; i < sizeof(others) / sizeof(*others); i++) {
		x = compiled(others[i], &w.scope);
		assert_false(expr_name_test(x, &w.scope, &test));
		assert_null(test.m);
		expr_free(x);
	}
	x = compiled("zone[0].free > 3", &w.scope);
	assert_false(expr_name_test(x, &w.scope, &test));
	assert_false(expr_name_test(x, NULL, &test));
	expr_free(x);
	world_done(&w);
}

static void test_eval__code_of_ranges_differs_from_faults(void **state)
{
	struct err e = { 0 };
	struct expr *x = compiled("2 + batch(1, 0, never)", NULL);
	s64 value;

	assert_false(expr_eval(x, NULL, &value, &e));
	assert_int_equal(e.code, ERR_RANGE);
	assert_int_equal(e.column, 5);
	expr_free(x);
	x = compiled("1 % 0", NULL);
	assert_false(expr_eval(x, NULL, &value, &e));
	assert_int_equal(e.code, ERR_INVALID);
	expr_free(x);
}

/* The reference: trees, written with as few parentheses as C allows. */
__extension__ typedef __int128 wide;

static const struct operation {
	const char *text;
	int binds;
} operations[] = {
	{ "||", 1 }, { "&&", 2 }, { "|", 3 }, { "^", 4 }, { "&", 5 },
	{ "==", 6 }, { "!=", 6 }, { "<", 7 }, { "<=", 7 }, { ">", 7 },
	{ ">=", 7 }, { "<<", 8 }, { ">>", 8 }, { "+", 9 }, { "-", 9 },
	{ "*", 10 }, { "/", 10 }, { "%", 10 },
};
enum { N_OPERATIONS = 18, BINDS_CHOICE = 0, BINDS_UNARY = 11, BINDS_LEAF };

struct answer {
	bool ok;
	s64 value;
};

static struct answer good(wide w)
{
	return (struct answer){ w >= INT64_MIN && w <= INT64_MAX, (s64)w };
}

static s64 random_number(u64 *seed)
{
	static const s64 edges[] = { INT64_MAX, INT64_MAX - 1,
		INT64_C(1) << 32, INT64_C(1) << 31, 64, 63, 62, 0, 1, 2 };

	switch (rng_below(seed, 4)) {
	case 0: return edges[rng_below(seed, 10)];
	case 1: return (s64)(rng_next(seed) >> (1 + rng_below(seed, 60)));
	default: return rng_below(seed, 10);
	}
}

static struct answer apply(const char *op, s64 a, s64 b)
{
	wide x = a, y = b;

	switch (op[0] + (op[1] ? 256 * op[1] : 0)) {
	case '|': return good(a | b);
	case '^': return good(a ^ b);
	case '&': return good(a & b);
	case '=' + 256 * '=': return good(a == b);
	case '!' + 256 * '=': return good(a != b);
	case '<': return good(a < b);
	case '<' + 256 * '=': return good(a <= b);
	case '>': return good(a > b);
	case '>' + 256 * '=': return good(a >= b);
	case '+': return good(x + y);
	case '-': return good(x - y);
	case '*': return good(x * y);
	default: break;
	}
	if (op[0] == '<' || op[0] == '>') {
		if (b < 0 || b > 63)
			return (struct answer){ false, 0 };
		if (op[0] == '<')
			return good(x * ((wide)1 << b));
		x -= a < 0 ? ((wide)1 << b) - 1 : 0;
		return good(x / ((wide)1 << b));
	}
	if (!b || (a == INT64_MIN && b == -1))
		return (struct answer){ false, 0 };
	return good(op[0] == '/' ? x / y : x % y);
}

static struct answer grow(u64 *seed, int depth, int binds, struct buf *text);

static struct answer grow_leaf(u64 *seed, struct buf *text)
{
	s64 value = random_number(seed);

	buf_put_int(text, value, 0, 0);
	return good(value);
}

static struct answer grow_unary(u64 *seed, int depth, struct buf *text)
{
	char op = "-!~"[rng_below(seed, 3)];
	struct answer a;

	buf_putc(text, op);
	a = grow(seed, depth - 1, BINDS_UNARY, text);
	if (!a.ok)
		return a;
	if (op == '-')
		return good(-(wide)a.value);
	return good(op == '!' ? !a.value : ~a.value);
}

static struct answer grow_choice(u64 *seed, int depth, struct buf *text)
{
	struct answer c = grow(seed, depth - 1, 1, text), yes, no;

	buf_puts(text, " ? ");
	yes = grow(seed, depth - 1, BINDS_CHOICE, text);
	buf_puts(text, " : ");
	no = grow(seed, depth - 1, BINDS_CHOICE, text);
	if (!c.ok)
		return c;
	return c.value ? yes : no;
}

static struct answer grow_binary(u64 *seed, int depth,
	const struct operation *op, struct buf *text)
{
	struct answer a = grow(seed, depth - 1, op->binds, text), b;

	buf_printf(text, rng_below(seed, 2) ? " %s " : "%s", op->text);
	b = grow(seed, depth - 1, op->binds + 1, text);
	if (!a.ok)
		return a;
	if (op->binds <= 2) {
		if (!!a.value == (op->binds == 1))
			return good(op->binds == 1);
		return b.ok ? good(!!b.value) : b;
	}
	return b.ok ? apply(op->text, a.value, b.value) : b;
}

/* Appends a random expression that may stand where `binds` is asked for, and
 * returns its value. */
static struct answer grow(u64 *seed, int depth, int binds, struct buf *text)
{
	unsigned pick = rng_below(seed, N_OPERATIONS + 6);
	int own = BINDS_LEAF;
	struct answer a;
	bool parentheses;

	if (depth > 0 && pick < N_OPERATIONS)
		own = operations[pick].binds;
	else if (depth > 0)
		own = pick < N_OPERATIONS + 3 ? BINDS_UNARY : pick ==
			N_OPERATIONS + 3 ? BINDS_CHOICE : BINDS_LEAF;
	parentheses = own < binds || !rng_below(seed, 16);
	buf_puts(text, parentheses ? "(" : "");
	if (own == BINDS_LEAF)
		a = grow_leaf(seed, text);
	else if (own == BINDS_UNARY)
		a = grow_unary(seed, depth, text);
	else if (own == BINDS_CHOICE)
		a = grow_choice(seed, depth, text);
	else
		a = grow_binary(seed, depth, &operations[pick], text);
	buf_puts(text, parentheses ? ")" : "");
	return a;
}

static void test_eval__random_expressions_equal_the_reference(void **state)
{
	struct buf text = { 0 };
	unsigned answered = 0, compared = 0;
	u64 seed = 1;

	while (compared < 100000) {
		struct answer wanted;
		struct err e = { 0 };
		struct expr *x;
		s64 value = 0;
		bool ok, constant;

		buf_clear(&text);
		wanted = grow(&seed, 1 + (int)rng_below(&seed, 5),
			BINDS_CHOICE, &text);
		if (text.n > 4096)
			continue;
		x = compiled(buf_text(&text), NULL);
		ok = expr_eval(x, NULL, &value, &e);
		if (ok != wanted.ok || (ok && value != wanted.value))
			fail_msg("%s is %lld (%s), not %lld", buf_text(&text),
				(long long)value, e.text,
				(long long)wanted.value);
		assert_int_equal(expr_true(x, NULL), ok && value);
		/* numbers alone: known at once, good or bad */
		assert_int_equal(expr_sense(x, NULL, &constant, &e), ok);
		assert_int_equal(constant, ok);
		expr_free(x);
		answered += ok;
		compared++;
	}
	assert_true(answered > 50000 && answered < 99000);
	buf_done(&text);
}

/* Whether it makes sense in this world, and always the same. */
static void sense(struct world *w, const char *text, bool constant)
{
	struct expr *x = compiled(text, &w->scope);
	struct err e = { 0 };
	bool same;

	if (!expr_sense(x, &w->scope, &same, &e))
		fail_msg("%s: %s", text, e.text);
	if (same != constant)
		fail_msg("%s: always the same: %d", text, same);
	expr_free(x);
}

static void nonsense(struct world *w, const char *text, unsigned column,
	const char *message)
{
	struct expr *x = compiled(text, &w->scope);
	struct err e = { 0 };
	bool same;

	if (expr_sense(x, &w->scope, &same, &e))
		fail_msg("%s makes sense", text);
	check_error(&e, text, column, message, "");
	assert_false(same);
	expr_free(x);
}

static void test_sense__what_no_step_can_evaluate(void **state)
{
	struct world w;

	world_init(&w);
	sense(&w, "steps > 5", false);
	sense(&w, "local.count > 5 && in(1, \"mmap_region\")", false);
	sense(&w, "cpus * 2", true);
	sense(&w, "steps ? cpus : cpus", false);
	sense(&w, "0 && steps || cpus", true);
	sense(&w, "steps && 1", false);
	sense(&w, "cpu[steps].vm_committed_as", false);
	sense(&w, "7 / steps << steps", false);
	sense(&w, "1 ? steps : 1 / 0", false);
	sense(&w, "abs(steps) / abs(-3)", false);
	sense(&w, "base.steps == patched.steps", false);
	sense(&w, "0 ? steps : 1 ? 2 : steps", true);
	nonsense(&w, "steps && 1 / 0", 12, "division by zero");
	nonsense(&w, "steps / 0", 7, "division by zero");
	nonsense(&w, "steps % (cpus - cpus)", 7, "division by zero");
	nonsense(&w, "steps << 64", 7,
		"a shift is by 0 to 63 bits, not by 64");
	nonsense(&w, "steps ? 1 / 0 : 3", 11, "division by zero");
	nonsense(&w, "steps ? 3 : 1 / 0", 15, "division by zero");
	nonsense(&w, "cpu[4].vm_committed_as", 1,
		"cpu[N].vm_committed_as: N is 0 to 3 here, not 4");
	nonsense(&w, "steps > 3 || cpu[cpus].vm_committed_as", 14,
		"cpu[N].vm_committed_as: N is 0 to 3 here, not 4");
	nonsense(&w, "at(4, \"mmap_region\")", 1,
		"the CPU is 0 to 3 here, not 4");
	nonsense(&w, "zone[0].free", 1,
		"zone[N].free is no part of this scene");
	nonsense(&w, "batch(0 - 1, 4, \"guess\") > steps", 1,
		"batch: ram_pages is 0 to 1125899906842624, not -1");
	w.machines[1] = NULL;
	nonsense(&w, "steps == patched.steps", 10,
		"variant patched is not there to be read");
	world_done(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			test_eval__overflow_is_an_error_at_every_operator),
		cmocka_unit_test(test_eval__division_and_shifts_have_limits),
		cmocka_unit_test(
			test_eval__what_is_not_needed_is_not_evaluated),
		cmocka_unit_test(test_eval__faults_count_as_no),
		cmocka_unit_test(test_eval__a_test_of_a_name),
		cmocka_unit_test(test_eval__code_of_ranges_differs_from_faults),
		cmocka_unit_test(
			test_eval__random_expressions_equal_the_reference),
		cmocka_unit_test(test_sense__what_no_step_can_evaluate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
