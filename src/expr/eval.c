/* SPDX-License-Identifier: GPL-3.0-or-later
 * Evaluation: a stack machine over the compiled code. A fault is told only if
 * somebody wants to hear it, so that stop conditions stay fast: a name compared
 * with a constant takes about 4 ns.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "expr/code.h"

static bool fault(const struct instr *i, struct err *e, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static bool fault(const struct instr *i, struct err *e, const char *format, ...)
{
	char text[256];
	va_list args;

	if (!e)
		return false;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	err_set(e, ERR_INVALID, "%s", text);
	return err_at(e, NULL, 0, i->column);
}

static const struct machine *machine_of(const struct instr *i,
	const struct scope *s)
{
	unsigned v;

	if (!s || !s->machine)
		return NULL;
	v = i->variant == NONE ? s->shown : i->variant;
	return v < s->n_variants ? s->machine[v] : NULL;
}

static const struct program *program_of(const struct instr *i,
	const struct scope *s)
{
	unsigned v = i->variant == NONE ? s->shown : i->variant;

	return s->program ? s->program[v] : NULL;
}

static bool no_machine(const struct instr *i, const struct scope *s,
	struct err *e)
{
	if (s && i->variant < s->n_variants && s->variant)
		return fault(i, e, "variant %s is not there to be read",
			s->variant[i->variant]);
	return fault(i, e, "there is no scene to read a value from");
}

static bool read_name(const struct instr *i, const struct scope *s, s64 index,
	s64 *value, struct err *e)
{
	const struct machine *m = machine_of(i, s);
	const struct name *n = i->name;
	unsigned indices;

	if (!m)
		return no_machine(i, s, e);
	if (!(n->part & m->parts))
		return fault(i, e, "%s is no part of this scene", n->pattern);
	indices = n->count ? n->count(m) : 1;
	if (!indices)
		return fault(i, e, "%s is no part of this scene", n->pattern);
	if (index < 0 || index >= (s64)indices)
		return fault(i, e, "%s: N is 0 to %lld here, not %lld",
			n->pattern, (long long)indices - 1, (long long)index);
	*value = n->get(m, (unsigned)index);
	return true;
}

/* The frame on top of what a CPU runs; NULL if it runs nothing. */
static const struct frame *top_frame(const struct machine *m, unsigned cpu)
{
	unsigned task = cpu_at(m, cpu)->current;

	return task == NONE ? NULL : task_frame(m, task);
}

static bool read_local(const struct expr *x, const struct instr *i,
	const struct scope *s, s64 *value, struct err *e)
{
	const struct machine *m = machine_of(i, s);
	const struct local_use *use = &x->locals[i->a];
	const struct program *p;
	const struct frame *f;
	unsigned procedure;

	if (!m || !(p = program_of(i, s)))
		return no_machine(i, s, e);
	f = s->cpu < m->n_cpus ? top_frame(m, s->cpu) : NULL;
	if (!f)
		return fault(i, e, "CPU %u runs nothing, so there is no local.%s",
			s->cpu, use->name);
	procedure = p->op[f->pc].procedure;
	if (use->slot[procedure] == NO_SLOT)
		return fault(i, e, "%s has no local \"%s\"",
			procedure_at(procedure)->name, use->name);
	*value = f->v[use->slot[procedure]];
	return true;
}

/* at() and in(): whether a CPU stands on a line, or is in a procedure. */
static bool find_place(const struct instr *i, const struct scope *s, s64 *value,
	struct err *e)
{
	const struct machine *m = machine_of(i, s);
	unsigned procedure = (unsigned)i->value & 0xffff, row, task, depth;
	const struct frame *f;
	const struct program *p;
	s64 cpu = *value;

	if (!m || !(p = program_of(i, s)))
		return no_machine(i, s, e);
	if (cpu < 0 || cpu >= m->n_cpus)
		return fault(i, e, "the CPU is 0 to %d here, not %lld",
			m->n_cpus - 1, (long long)cpu);
	*value = 0;
	task = cpu_at(m, (unsigned)cpu)->current;
	row = (unsigned)(i->value >> 16);
	depth = task == NONE ? 0 : task_at(m, task)->depth;
	f = task == NONE ? NULL : frames_of(m, task);
	for (unsigned d = i->code == CODE_AT && depth ? depth - 1 : 0;
		d < depth; d++)
		if (p->op[f[d].pc].procedure == procedure &&
			(!row || p->op[f[d].pc].row ==
				program_row(p, procedure, row)))
			*value = 1;
	return true;
}

static bool push(const struct expr *x, const struct instr *i,
	const struct scope *s, s64 *value, struct err *e)
{
	switch (i->code) {
	case CODE_NAME:
		return read_name(i, s, i->value, value, e);
	case CODE_LOCAL:
		return read_local(x, i, s, value, e);
	default:
		if (!s || !s->has_answer)
			return fault(i, e, "there is no answer yet");
		*value = s->answer;
		return true;
	}
}

static bool overflow(const struct instr *i, const char *op, s64 a, s64 b,
	struct err *e)
{
	return fault(i, e, "%lld %s %lld does not fit into 64 bits",
		(long long)a, op, (long long)b);
}

static bool unary(const struct instr *i, const struct scope *s, s64 *v,
	struct err *e)
{
	switch (i->code) {
	case CODE_NAME_AT: return read_name(i, s, *v, v, e);
	case CODE_AT:
	case CODE_IN: return find_place(i, s, v, e);
	case CODE_NOT: *v = !*v; return true;
	case CODE_BOOL: *v = !!*v; return true;
	case CODE_COMPLEMENT: *v = ~*v; return true;
	default: break;
	}
	if (*v == INT64_MIN)
		return overflow(i, "-", 0, *v, e);
	if (i->code == CODE_NEG || *v < 0)
		*v = -*v;
	return true;
}

static bool divide(const struct instr *i, s64 a, s64 b, s64 *r, struct err *e)
{
	if (!b)
		return fault(i, e, "division by zero");
	if (a == INT64_MIN && b == -1)
		return overflow(i, i->code == CODE_DIV ? "/" : "%", a, b, e);
	*r = i->code == CODE_DIV ? a / b : a % b;
	return true;
}

/* To the left like a product, to the right like a floor division. */
static bool shift(const struct instr *i, s64 a, s64 b, s64 *r, struct err *e)
{
	if (b < 0 || b > 63)
		return fault(i, e, "a shift is by 0 to 63 bits, not by %lld",
			(long long)b);
	if (i->code == CODE_SHR) {
		*r = a < 0 ? ~(~a >> b) : a >> b;
		return true;
	}
	if (a > INT64_MAX >> b || a < -(INT64_MAX >> b) - 1)
		return overflow(i, "<<", a, b, e);
	*r = (s64)((u64)a << b);
	return true;
}

static bool binary(const struct instr *i, s64 a, s64 b, s64 *r, struct err *e)
{
	switch (i->code) {
	case CODE_MUL:
		return !__builtin_mul_overflow(a, b, r) ||
			overflow(i, "*", a, b, e);
	case CODE_ADD:
		return !__builtin_add_overflow(a, b, r) ||
			overflow(i, "+", a, b, e);
	case CODE_SUB:
		return !__builtin_sub_overflow(a, b, r) ||
			overflow(i, "-", a, b, e);
	case CODE_DIV:
	case CODE_REM: return divide(i, a, b, r, e);
	case CODE_SHL:
	case CODE_SHR: return shift(i, a, b, r, e);
	case CODE_LT: *r = a < b; return true;
	case CODE_LE: *r = a <= b; return true;
	case CODE_GT: *r = a > b; return true;
	case CODE_GE: *r = a >= b; return true;
	case CODE_EQ: *r = a == b; return true;
	case CODE_NE: *r = a != b; return true;
	case CODE_AND: *r = a & b; return true;
	case CODE_XOR: *r = a ^ b; return true;
	case CODE_OR: *r = a | b; return true;
	case CODE_MIN: *r = a < b ? a : b; return true;
	default: *r = a > b ? a : b; return true;
	}
}

static bool call(const struct expr *x, const struct instr *i, s64 *v,
	struct err *e)
{
	struct err unheard;

	if (rule_call(rule_at(i->a), v, i->n, x->lists, v, e ? e : &unheard))
		return true;
	return e && err_at(e, NULL, 0, i->column);
}

/* Jumps of && || ?:. Returns the next instruction; pops what is not kept. */
static unsigned jump(const struct instr *i, unsigned next, s64 **top)
{
	switch (i->code) {
	case CODE_JUMP:
		return i->a;
	case CODE_UNLESS:
		return *(*top)-- ? next : i->a;
	case CODE_AND_ALSO:
		if (!**top)
			return i->a;
		break;
	default:
		if (**top) {
			**top = 1;
			return i->a;
		}
	}
	--*top;
	return next;
}

/* Runs the code; the value is then in stack[1]. */
static bool run(const struct expr *x, const struct scope *s, s64 *stack,
	struct err *e)
{
	s64 *top = stack;
	unsigned at = 0;

	while (at < x->n) {
		const struct instr *i = &x->code[at++];

		if (i->code == CODE_CONST) {
			*++top = i->value;
		} else if (i->code <= CODE_ANSWER && i->code != CODE_NAME_AT) {
			if (!push(x, i, s, ++top, e))
				return false;
		} else if (i->code < CODE_MUL) {
			if (!unary(i, s, top, e))
				return false;
		} else if (i->code <= CODE_MAX) {
			top--;
			if (!binary(i, top[0], top[1], top, e))
				return false;
		} else if (i->code == CODE_CALL) {
			top -= i->n - 1;
			if (!call(x, i, top, e))
				return false;
		} else {
			at = jump(i, at, &top);
		}
	}
	return true;
}

bool expr_eval(const struct expr *x, const struct scope *s, s64 *value,
	struct err *e)
{
	s64 stack[STACK_MAX + 1];

	if (!run(x, s, stack, e)) {
		if (e)
			err_source(e, x->text, strlen(x->text));
		return false;
	}
	*value = stack[1];
	return true;
}

/* The values for which `NAME op value` holds: a range, or all but a range. */
static void set_range(struct name_test *t, u8 op, s64 value)
{
	bool below = op == CODE_LT || op == CODE_LE;
	bool one = op == CODE_EQ || op == CODE_NE;
	bool without = op == CODE_LT || op == CODE_GE;

	t->others = !below && op != CODE_EQ;
	t->least = one ? (u64)value : (u64)INT64_MIN;
	t->width = one ? 0 : (u64)value - t->least - without;
	if (without && value == INT64_MIN) {	/* no value is below it */
		t->width = UINT64_MAX;
		t->others = below;
	}
}

bool expr_name_test(const struct expr *x, const struct scope *s,
	struct name_test *out)
{
	const struct instr *i = x->code;

	*out = (struct name_test){ 0 };
	if (x->n != 3 || i[0].code != CODE_NAME || i[1].code != CODE_CONST ||
		i[2].code < CODE_LT || i[2].code > CODE_NE)
		return false;
	*out = (struct name_test){ .m = machine_of(i, s), .name = i->name,
		.index = (unsigned)i->value };
	if (out->m && !(i->name->part & out->m->parts))
		out->m = NULL;
	set_range(out, i[2].code, i[1].value);
	return out->m;
}

bool expr_true(const struct expr *x, const struct scope *s)
{
	s64 stack[STACK_MAX + 1];
	struct name_test test;

	if (expr_name_test(x, s, &test))
		return name_test_holds(&test);
	return run(x, s, stack, NULL) && stack[1];
}

/* ---- what can never be evaluated ------------------------------------------
 */

/* What is known of a value whatever the step. */
struct guess {
	bool known;
	s64 value;
};

static bool guess_name(const struct instr *i, const struct scope *s,
	struct guess *g, struct err *e)
{
	bool fixed = i->name->region == REGION_FIXED;
	s64 index = i->code == CODE_NAME ? i->value : g->value;
	bool known = i->code == CODE_NAME || g->known;

	*g = (struct guess){ .known = known && fixed };
	return !known ? machine_of(i, s) || no_machine(i, s, e)
		      : read_name(i, s, index, &g->value, e);
}

static bool guess_push(const struct instr *i, const struct scope *s,
	struct guess *g, struct err *e)
{
	*g = (struct guess){ 0 };
	switch (i->code) {
	case CODE_CONST:
		*g = (struct guess){ true, i->value };
		return true;
	case CODE_NAME:
		return guess_name(i, s, g, e);
	case CODE_LOCAL:
		return machine_of(i, s) || no_machine(i, s, e);
	default:
		return push(NULL, i, s, &g->value, e);
	}
}

static bool guess_unary(const struct instr *i, const struct scope *s,
	struct guess *g, struct err *e)
{
	bool place = i->code == CODE_AT || i->code == CODE_IN;

	if (i->code == CODE_NAME_AT)
		return guess_name(i, s, g, e);
	if (!g->known)
		return true;
	g->known = !place;
	return unary(i, s, &g->value, e);
}

/* The right side alone may be what can't be. */
static bool guess_binary(const struct instr *i, struct guess *left,
	const struct guess *right, struct err *e)
{
	s64 unused;

	if (left->known && right->known)
		return binary(i, left->value, right->value, &left->value, e);
	left->known = false;
	if (!right->known)
		return true;
	if (i->code == CODE_DIV || i->code == CODE_REM)
		return divide(i, 1, right->value, &unused, e);
	if (i->code == CODE_SHL || i->code == CODE_SHR)
		return shift(i, 0, right->value, &unused, e);
	return true;
}

static bool guess_call(const struct expr *x, const struct instr *i,
	struct guess *g, struct err *e)
{
	s64 v[ARGS_MAX];
	bool known = i->n <= ARGS_MAX;

	for (unsigned k = 0; known && k < i->n; k++) {
		known = g[k].known;
		v[k] = g[k].value;
	}
	g->known = known;
	if (known && !call(x, i, v, e))
		return false;
	g->value = known ? v[0] : 0;
	return true;
}

enum { MEETS = 1, LEAPS = 2 };	/* two ways meet here; this jump is taken */

/* As jump(), but where the way is not known, both are gone. */
static unsigned guess_jump(const struct instr *i, unsigned next, u8 *marks,
	struct guess **top)
{
	struct guess *g = (*top)--;

	switch (i->code) {
	case CODE_JUMP:
		if (!(marks[next - 1] & LEAPS))
			break;
		*top = g;
		return i->a;
	case CODE_UNLESS:
		if (g->known && !g->value)
			return i->a;
		if (g->known)
			marks[i->a - 1] |= LEAPS;
		return next;
	default:
		if (!g->known)
			break;
		if (!g->value != (i->code == CODE_AND_ALSO))
			return next;
		g->value = !!g->value;
		*top = g;
		return i->a;
	}
	marks[i->a] |= MEETS;
	return next;
}

static bool guess_all(const struct expr *x, const struct scope *s,
	struct guess *stack, u8 *marks, struct err *e)
{
	struct guess *top = stack;
	unsigned at = 0;
	bool good = true;

	while (good && at < x->n) {
		const struct instr *i = &x->code[at];

		if (marks[at++] & MEETS)
			top->known = false;
		if (i->code <= CODE_ANSWER && i->code != CODE_NAME_AT) {
			good = guess_push(i, s, ++top, e);
		} else if (i->code < CODE_MUL) {
			good = guess_unary(i, s, top, e);
		} else if (i->code <= CODE_MAX) {
			top--;
			good = guess_binary(i, top, top + 1, e);
		} else if (i->code == CODE_CALL) {
			top -= i->n - 1;
			good = guess_call(x, i, top, e);
		} else {
			at = guess_jump(i, at, marks, &top);
		}
	}
	if (marks[x->n] & MEETS)
		top->known = false;
	return good;
}

bool expr_sense(const struct expr *x, const struct scope *s, bool *constant,
	struct err *e)
{
	struct guess *stack = mem_alloc((STACK_MAX + 1) * sizeof(*stack));
	u8 *marks = mem_alloc(x->n + 1);
	bool good = guess_all(x, s, stack, marks, e);

	*constant = good && stack[1].known;
	free(marks);
	free(stack);
	if (!good)
		err_source(e, x->text, strlen(x->text));
	return good;
}

const char *expr_text(const struct expr *x)
{
	return x->text;
}

enum kind expr_kind(const struct expr *x)
{
	return x->kind;
}

static struct name_use use_of(const struct instr *i)
{
	return (struct name_use){ i->a, i->code == CODE_NAME ?
		(u16)i->value : (u16)NONE, i->variant };
}

unsigned expr_names(const struct expr *x, struct name_use *out, unsigned max)
{
	unsigned n = 0;

	for (unsigned at = 0; at < x->n && n < max; at++)
		if (x->code[at].code == CODE_NAME ||
			x->code[at].code == CODE_NAME_AT)
			out[n++] = use_of(&x->code[at]);
	return n;
}

bool expr_reads_other(const struct expr *x, unsigned shown)
{
	for (unsigned at = 0; at < x->n; at++)
		if (x->code[at].variant != NONE &&
			x->code[at].variant != shown)
			return true;
	return false;
}

bool expr_reads_local(const struct expr *x)
{
	return x->n_locals > 0;
}

const char *expr_lacks_local(const struct expr *x, unsigned procedure)
{
	for (unsigned i = 0; i < x->n_locals; i++)
		if (x->locals[i].slot[procedure] == NO_SLOT)
			return x->locals[i].name;
	return NULL;
}

bool expr_is_name(const struct expr *x, struct name_use *use)
{
	if (x->n != 1 || x->code[0].code != CODE_NAME)
		return false;
	*use = use_of(&x->code[0]);
	return true;
}

bool expr_has_prefix(const struct expr *x)
{
	return expr_reads_other(x, NONE);
}
