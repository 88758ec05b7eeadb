/* SPDX-License-Identifier: GPL-3.0-or-later
 * Values as people read them.
 */
#include "base/buf.h"
#include "expr/expr.h"

void expr_format(enum kind k, s64 value, bool pretty, struct buf *out)
{
	const char *name = kind_value_name(k, value);

	if (name && (pretty || k != KIND_BOOL))
		buf_puts(out, name);
	else
		buf_put_int(out, value, pretty, pretty);
}
