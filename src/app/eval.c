/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep eval: a calculator of mm rules.
 */
#include <string.h>
#include "app/app.h"
#include "expr/expr.h"

static bool evaluate(const char *text, s64 *value, enum kind *kind,
	struct err *e)
{
	struct scope nothing = { 0 };
	struct expr *x = expr_compile(text, &nothing, e);
	bool good;

	if (!x)
		return false;
	good = expr_eval(x, &nothing, value, e);
	*kind = expr_kind(x);
	expr_free(x);
	return good;
}

int app_eval(const struct options *o)
{
	struct buf out = { 0 };
	struct err e = { 0 };
	int status;

	if (!o->arguments.n) {
		err_set(&e, ERR_USAGE, "eval what? e.g. mmstep eval 'batch(4194304, 16, \"never\")'");
		return fail(&e);
	}
	for (unsigned i = 0; i < o->arguments.n; i++) {
		enum kind kind;
		s64 value;

		if (!evaluate(o->arguments.at[i], &value, &kind, &e)) {
			buf_done(&out);
			return fail(&e);
		}
		if (kind == KIND_BOOL)
			buf_printf(&out, "%d\n", value != 0);
		else
			buf_printf(&out, "%lld\n", (long long)value);
	}
	status = print_out(&out, 0);
	buf_done(&out);
	return status;
}
