/* SPDX-License-Identifier: GPL-3.0-or-later
 * Values as people read them.
 */
#include "base/buf.h"
#include "expr/expr.h"

/* "GFP_KERNEL | __GFP_NOWARN"; false if some bit has no name. */
static bool put_bits(enum kind k, s64 value, struct buf *out)
{
	size_t before = out->n;
	const char *name;

	while ((name = kind_bit_name(k, &value)))
		buf_printf(out, "%s%s", out->n > before ? " | " : "", name);
	if (value) {
		out->n = before;
		if (out->s)
			out->s[before] = '\0';
	}
	return out->n > before;
}

void expr_format(enum kind k, s64 value, bool pretty, struct buf *out)
{
	const char *name = kind_value_name(k, value);

	if (pretty && put_bits(k, value, out))
		return;
	if (name && (pretty || k != KIND_BOOL))
		buf_puts(out, name);
	else
		buf_put_int(out, value, pretty, pretty);
}
