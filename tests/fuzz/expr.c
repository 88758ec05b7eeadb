/* SPDX-License-Identifier: GPL-3.0-or-later
 * Fuzzing expressions and templates: any text compiles or is an error with a
 * place; what compiles can be evaluated on a machine without changing it.
 */
#include "base/buf.h"
#include "base/text.h"
#include "expr/expr.h"
#include "model/setup.h"
#include "model/step.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
	if (!holds)
		panic("%s", what);
}

static void check_error(const struct err *e, const char *text)
{
	struct buf out = {0};
	size_t characters = 0;

	for (size_t i = 0; text[i]; i++)
		characters += ((unsigned char)text[i] & 0xc0) != 0x80;
	require(e->code == ERR_INVALID || e->code == ERR_RANGE, "code");
	require(e->text[0] && !strchr(e->text, '\n'), "one sentence");
	require(text_valid(e->text, strlen(e->text)), "the text is valid");
	require(text_valid(e->hint, strlen(e->hint)), "the hint is valid");
	require(e->column >= 1 && e->column <= characters + 1, "the place");
	err_print(e, &out);
	buf_done(&out);
}

static void try_expression(const char *text, const struct scope *s)
{
	struct err e = {0};
	struct expr *x = expr_compile(text, s, &e);
	struct name_use use[64];
	bool ok, constant;
	s64 value;

	if (!x) {
		check_error(&e, text);
		return;
	}
	require(!strcmp(expr_text(x), text), "the text is kept");
	require(expr_kind(x) < KIND_N, "a kind");
	ok = expr_eval(x, s, &value, &e);
	if (!ok)
		check_error(&e, text);
	if (!expr_sense(x, s, &constant, &e))
		check_error(&e, text);
	else
		require(ok || !constant, "what is always the same is there");
	require(expr_true(x, s) == (ok && value), "true means not 0");
	for (unsigned n = expr_names(x, use, 64); n--;)
		require(use[n].id < name_count(), "a name");
	expr_eval(x, NULL, &value, &e);
	expr_free(x);
}

static void try_template(const char *text, const struct scope *s)
{
	struct err e = {0};
	struct template *t = template_compile(text, s, &e);
	struct buf out = {0};

	if (!t) {
		check_error(&e, text);
		return;
	}
	if (!template_expand(t, s, &out, &e))
		check_error(&e, text);
	template_free(t);
	buf_done(&out);
}

/* Two CPUs within the benchmark's loop; made once, never changed after. */
static const struct scope *small_world(void)
{
	static const char *const names[] = {"base"};
	static struct program program;
	static const struct program *programs[] = {&program};
	static const struct machine *machines[1];
	static struct scope s;
	struct machine *m;
	struct setup setup;

	if (s.machine)
		return &s;
	setup_init(&setup);
	setup.value[PARAM_CPUS] = 2;
	setup.workload = WORKLOAD_MMAP1;
	setup.features = IN_BATCH_NEW | IN_BATCH_SYNC_POLICY;
	program_compile(&program, setup_features(&setup));
	m = mem_alloc(machine_size(&setup));
	machine_init(m, &setup, &program);
	for (int i = 0; i < 20; i++)
		machine_step(m, &program, 1);
	machines[0] = m;
	s = (struct scope){.n_variants = 1, .variant = names, .cpu = 1,
		.machine = machines, .program = programs, .answer = 7,
		.has_answer = true};
	return &s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct scope *s = small_world();
	const struct machine *m = s->machine[0];
	uint64_t before = machine_digest(m, s->program[0]);
	char *text = mem_strndup((const char *)data, size);

	panic_hook(abort); /* so that the input is kept */
	try_expression(text, s);
	try_template(text, s);
	require(machine_digest(m, s->program[0]) == before,
		"the machine is as it was");
	free(text);
	return 0;
}
