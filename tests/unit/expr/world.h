/* SPDX-License-Identifier: GPL-3.0-or-later
 * A small world for tests of expressions: two variants of four CPUs each, and
 * shorthands that compile, evaluate and compare.
 */
#ifndef TESTS_EXPR_WORLD_H
#define TESTS_EXPR_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "expr/expr.h"
#include "model/setup.h"
#include "model/step.h"

struct world {
	struct program program[2];
	struct machine *m[2];
	const char *names[2];
	const struct machine *machines[2];
	const struct program *programs[2];
	struct scope scope;
};

static inline void world_init(struct world *w)
{
	static const u32 features[] = { IN_BATCH_OLD,
		IN_BATCH_NEW | IN_BATCH_SYNC_POLICY };
	static const char *const names[] = { "base", "patched" };
	struct setup s;

	*w = (struct world){ 0 };
	for (unsigned i = 0; i < 2; i++) {
		setup_init(&s);
		s.features = features[i];
		s.workload = WORKLOAD_MMAP1;
		program_compile(&w->program[i], setup_features(&s));
		w->m[i] = mem_alloc(machine_size(&s));
		machine_init(w->m[i], &s, &w->program[i]);
		w->names[i] = names[i];
		w->machines[i] = w->m[i];
		w->programs[i] = &w->program[i];
	}
	w->scope = (struct scope){ .n_variants = 2, .variant = w->names,
		.machine = w->machines, .program = w->programs };
}

static inline void world_done(struct world *w)
{
	free(w->m[0]);
	free(w->m[1]);
}

/* Lines of CPU `cpu` alone, in both variants. */
static inline void world_step(struct world *w, unsigned cpu, unsigned lines)
{
	while (lines--)
		for (unsigned i = 0; i < 2; i++)
			machine_step(w->m[i], w->programs[i], cpu);
}

static struct expr *compiled(const char *text, const struct scope *s)
{
	struct err e = { 0 };
	struct expr *x = expr_compile(text, s, &e);

	if (!x)
		fail_msg("%s: column %u: %s", text, e.column, e.text);
	return x;
}

static inline s64 value_in(const char *text, const struct scope *s)
{
	struct err e = { 0 };
	struct expr *x = compiled(text, s);
	s64 value;

	if (!expr_eval(x, s, &value, &e))
		fail_msg("%s: %s", text, e.text);
	assert_int_equal(expr_true(x, s), value != 0);
	expr_free(x);
	return value;
}

static inline s64 value_of(const char *text)
{
	return value_in(text, NULL);
}

static inline void check_error(const struct err *e, const char *text,
	unsigned column, const char *message, const char *hint)
{
	assert_string_equal(e->text, message);
	assert_string_equal(e->hint, hint);
	assert_int_equal(e->column, column);
	assert_string_equal(e->source, text);
}

/* It does not compile, and says so. */
static inline void refused_in(const char *text, const struct scope *s,
	unsigned column, const char *message, const char *hint)
{
	struct err e = { 0 };
	struct expr *x = expr_compile(text, s, &e);

	if (x)
		fail_msg("%s was compiled", text);
	assert_int_equal(e.code, ERR_INVALID);
	check_error(&e, text, column, message, hint);
}

static inline void refused(const char *text, unsigned column,
	const char *message, const char *hint)
{
	refused_in(text, NULL, column, message, hint);
}

/* It compiles, but can't be evaluated, and says so. */
static inline void faults_in(const char *text, const struct scope *s,
	unsigned column, const char *message)
{
	struct err e = { 0 };
	struct expr *x = compiled(text, s);
	s64 value = 77;

	if (expr_eval(x, s, &value, &e))
		fail_msg("%s is %lld", text, (long long)value);
	assert_int_equal(value, 77);
	check_error(&e, text, column, message, "");
	assert_false(expr_true(x, s));
	expr_free(x);
}

#endif
