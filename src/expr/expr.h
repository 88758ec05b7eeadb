/* SPDX-License-Identifier: GPL-3.0-or-later
 * Expressions: names, numbers, C's operators, the model's rules as functions.
 *
 * C precedence, 64-bit integers; overflow, division by zero and a shift out of
 * range are errors, never wrapped. && || ?: evaluate only what they need. Units
 * must agree: pages + kb is an error that names the conversion. Numbers are
 * plain decimal digits. Values by name: `overcommit.policy == never`.
 * A variant's name as prefix picks its machine: `base.time_ns`.
 */
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include "base/err.h"
#include "model/machine.h"
#include "model/names.h"

struct buf;

/* What an expression may look at; all pointers may be NULL (then such names are
 * errors at evaluation: `eval` has no machine). */
struct scope {
	unsigned n_variants, shown;		/* unprefixed names: variant `shown` */
	const char *const *variant;		/* names */
	const struct machine *const *machine;	/* per variant; entry may be NULL */
	const struct program *const *program;
	unsigned cpu;				/* followed: for local.NAME */
	s64 answer;				/* for `answer` in questions */
	bool has_answer;
};

struct expr;	/* compiled, immutable, cheap to evaluate */

/* Compiles text. Names of variants come from the scope (may be NULL: none).
 * Errors: ERR_INVALID with column (1-based, characters) in e->column and hints
 * ("did you mean \"vm_committed_as.count\"?"); the text is e->source, for the
 * caret, until who knows file and line replaces it. */
struct expr *expr_compile(const char *text, const struct scope *s, struct err *e);
void expr_free(struct expr *x);
const char *expr_text(const struct expr *x);	/* as written */
enum kind expr_kind(const struct expr *x);	/* kind of its value */
/* Evaluates; false with e for overflow, division by zero, index out of range,
 * no machine, no such local (place and source as above; e may be NULL). Never
 * changes anything. */
bool expr_eval(const struct expr *x, const struct scope *s, s64 *value, struct err *e);
/* The same where a fault counts as "no": for stops. Fast: ≥ 20 million a second
 * for `name op constant`. */
bool expr_true(const struct expr *x, const struct scope *s);
/* False, with e, if it can be evaluated at no step of these machines, or a part of
 * it at none where that part counts: an index beyond the machine, a division by
 * a constant 0. *constant: it is the same at every step. */
bool expr_sense(const struct expr *x, const struct scope *s, bool *constant,
	struct err *e);
/* Whether it reads a local of the CPU that is followed. */
bool expr_reads_local(const struct expr *x);
/* The first local it reads that a procedure doesn't have; NULL: none. */
const char *expr_lacks_local(const struct expr *x, unsigned procedure);
/* The names it reads, in order of appearance: (name id, index, variant) for
 * highlighting and for `check`. Returns how many, at most max. */
struct name_use {
	u16 id, index, variant;		/* variant NONE: the shown one; index
					   NONE: computed at evaluation */
};
unsigned expr_names(const struct expr *x, struct name_use *out, unsigned max);
/* Whether it reads the machine of another variant than `shown`. */
bool expr_reads_other(const struct expr *x, unsigned shown);
/* If the whole expression is one name (an lvalue for `set` and `watch`). */
bool expr_is_name(const struct expr *x, struct name_use *use);
/* `NAME op constant`, as most stops are, with the machine that it reads: looked at
 * for each line of a search, where finding those again would take longer. It holds
 * for the values of a range, or for all others. */
struct name_test {
	const struct machine *m;	/* NULL: none */
	const struct name *name;
	unsigned index;
	bool others;
	u64 least, width;		/* of the range */
};
/* False, and none, if the expression is another one, or nothing can be read. It is
 * good as long as the expression and the machine are where they are. */
bool expr_name_test(const struct expr *x, const struct scope *s,
	struct name_test *out);
static inline bool name_test_holds(const struct name_test *t)	/* as expr_true() */
{
	if (t->name->count && t->index >= t->name->count(t->m))
		return false;
	return ((u64)t->name->get(t->m, t->index) - t->least <= t->width) !=
		t->others;
}
/* Whether a variant's prefix occurs: then it belongs to no single run. */
bool expr_has_prefix(const struct expr *x);

/* The model's rules as functions, for `eval`, help and completion.
 * To add one: a row in functions.c. */
struct function {
	const char *name;
	const char *parameters;	/* "ram_pages, cpus, \"never\"|\"guess\"|\"always\"" */
	const char *help;	/* one sentence */
	const char *source;	/* kernel function and version */
};
unsigned function_count(void);
const struct function *function_at(unsigned i);

/* A value as people read it: enum values by name, grouped digits and U+2212 if
 * `pretty`, plain otherwise. A BOOL is yes or no if pretty, else 1 or 0. */
void expr_format(enum kind k, s64 value, bool pretty, struct buf *out);
/* "Pages {vm_committed_as.count} of {ram_pages}" with each {expression}
 * evaluated and formatted pretty; {{ and }} are braces. Unit as written. */
struct template;
struct template *template_compile(const char *text, const struct scope *s, struct err *e);
void template_free(struct template *t);
/* An expression that can't be evaluated prints "?" and makes the result false. */
bool template_expand(const struct template *t, const struct scope *s, struct buf *out, struct err *e);
/* Its expressions as written, "; " between and before them; t may be NULL. */
void template_sources(const struct template *t, struct buf *out);
/* Evaluation text of a line (`why`, `if_yes`, `if_no`): {local}, {left}, {right},
 * {margin} from the frame and the test (may be NULL); {left:policy} by the names
 * of that kind. */
void line_expand(const char *text, const struct procedure *p, const s64 *v,
	const struct test *t, struct buf *out);

#endif
