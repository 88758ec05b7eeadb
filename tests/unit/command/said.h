/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the parser's tests share: a line that must parse, a line that must not.
 */
#ifndef TESTS_COMMAND_SAID_H
#define TESTS_COMMAND_SAID_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/buf.h"
#include "command/command.h"

static const char *const said_variants[] = { "base", "patched" };
static const struct scope said_scope = {
	.n_variants = 2, .variant = said_variants,
};

/* Parses it; the caller calls command_done(). */
static inline struct command said(const char *line)
{
	struct command c;
	struct err e = {0};

	if (!command_parse(line, &said_scope, &c, &e))
		fail_msg("%s: column %u: %s", line, e.column, e.text);
	return c;
}

struct refusal {
	const char *line;
	enum err_code code;
	unsigned column;
	const char *text, *hint;
};

static inline void refused(const struct refusal *rows, size_t n)
{
	struct command c;
	struct err e;

	for (size_t i = 0; i < n; i++) {
		e = (struct err){0};
		if (command_parse(rows[i].line, &said_scope, &c, &e))
			fail_msg("%s is not refused", rows[i].line);
		assert_string_equal(e.text, rows[i].text);
		assert_string_equal(e.hint, rows[i].hint);
		assert_int_equal(e.code, rows[i].code);
		assert_int_equal(e.column, rows[i].column);
		assert_string_equal(e.source, rows[i].line);
		assert_int_equal(c.id, CMD_N);
		assert_null(c.expr);
	}
}
#define REFUSED(rows) refused(rows, sizeof(rows) / sizeof(*(rows)))

#endif
