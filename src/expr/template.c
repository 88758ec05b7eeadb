/* SPDX-License-Identifier: GPL-3.0-or-later
 * Text with expressions in braces: prose of scenes, evaluations of lines.
 */
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "expr/expr.h"

/* Text, then the value of an expression (NULL: none). */
struct piece {
	char *text;
	struct expr *x;
};

struct template {
	unsigned n;
	struct piece *pieces;
};

/* Characters in the first n bytes. */
static unsigned characters(const char *s, size_t n)
{
	unsigned count = 0;

	for (size_t i = 0; i < n; i++)
		count += ((unsigned char)s[i] & 0xc0) != 0x80;
	return count;
}

/* The closing brace behind `{`, or NULL; one in a string is none. */
static const char *closing(const char *s)
{
	bool quoted = false;

	for (; *s; s++) {
		if (*s == '"')
			quoted = !quoted;
		else if (*s == '}' && !quoted)
			return s;
	}
	return NULL;
}

static void add_piece(struct template *t, struct buf *text, struct expr *x)
{
	t->pieces = mem_resize(t->pieces, (t->n + 1) * sizeof(*t->pieces));
	t->pieces[t->n++] = (struct piece){ mem_strdup(buf_text(text)), x };
	buf_clear(text);
}

static bool brace_alone(char brace, struct err *e)
{
	return err_set(e, ERR_INVALID, "a \"%c\" that is no expression's is "
		"written \"%c%c\"", brace, brace, brace);
}

/* One brace at *s; moves *s behind what it begins. */
static bool compile_brace(struct template *t, const char **s, struct buf *text,
	const struct scope *scope, struct err *e)
{
	const char *end;
	char *inside;
	struct expr *x;

	if ((*s)[1] == **s) {
		buf_putc(text, **s);
		*s += 2;
		return true;
	}
	end = **s == '{' ? closing(*s + 1) : NULL;
	if (!end) {
		brace_alone(**s, e);
		return err_at(e, NULL, 0, 0);
	}
	inside = mem_strndup(*s + 1, (size_t)(end - *s) - 1);
	x = expr_compile(inside, scope, e);
	free(inside);
	if (!x)
		return false;
	add_piece(t, text, x);
	*s = end + 1;
	return true;
}

struct template *template_compile(const char *text, const struct scope *s,
	struct err *e)
{
	struct template *t = mem_alloc(sizeof(*t));
	struct buf plain = { 0 };
	const char *at = text;

	while (*at) {
		if (*at != '{' && *at != '}') {
			buf_putc(&plain, *at++);
			continue;
		}
		if (compile_brace(t, &at, &plain, s, e))
			continue;
		e->column += characters(text, (size_t)(at - text)) + 1;
		err_source(e, text, strlen(text));
		template_free(t);
		buf_done(&plain);
		return NULL;
	}
	add_piece(t, &plain, NULL);
	buf_done(&plain);
	return t;
}

void template_free(struct template *t)
{
	if (!t)
		return;
	for (unsigned i = 0; i < t->n; i++) {
		free(t->pieces[i].text);
		expr_free(t->pieces[i].x);
	}
	free(t->pieces);
	free(t);
}

bool template_expand(const struct template *t, const struct scope *s,
	struct buf *out, struct err *e)
{
	bool ok = true, one = false;

	for (unsigned i = 0; i < t->n; i++) {
		const struct expr *x = t->pieces[i].x;
		size_t from;
		s64 value;

		if (one)
			text_put_singular(out, t->pieces[i].text);
		else
			buf_puts(out, t->pieces[i].text);
		from = out->n;
		one = false;
		if (!x)
			continue;
		/* The first error is the one that is told. */
		if (expr_eval(x, s, &value, ok ? e : NULL)) {
			expr_format(expr_kind(x), value, true, out);
			one = !strcmp(buf_text(out) + from, "1");
		} else {
			buf_putc(out, '?');
			ok = false;
		}
	}
	return ok;
}

void template_sources(const struct template *t, struct buf *out)
{
	for (unsigned i = 0; t && i < t->n; i++)
		if (t->pieces[i].x)
			buf_printf(out, "%s%s", out->n ? "; " : "",
				expr_text(t->pieces[i].x));
}

static bool is_word(const char *s, size_t n, const char *word)
{
	return strlen(word) == n && !memcmp(s, word, n);
}

/* "left", or "left:policy" where the side has named values. */
static bool side_value(const char *s, size_t n, const struct test *t,
	s64 *value, enum kind *kind)
{
	const char *colon = memchr(s, ':', n);
	size_t side = colon ? (size_t)(colon - s) : n;
	u64 margin = test_margin(*t);
	unsigned k = KIND_NUMBER;

	if (is_word(s, side, "left"))
		*value = t->left;
	else if (is_word(s, side, "right"))
		*value = t->right;
	else if (is_word(s, n, "margin"))
		*value = margin < INT64_MAX ? (s64)margin : INT64_MAX;
	else
		return false;
	while (colon && k < KIND_N && !is_word(colon + 1, n - side - 1,
			kind_word((enum kind)k)))
		k++;
	*kind = (enum kind)k;
	return k < KIND_N;
}

/* The value of {word} at a line. False if there is none. */
static bool line_value(const char *s, size_t n, const struct procedure *p,
	const s64 *v, const struct test *t, s64 *value, enum kind *kind)
{
	for (unsigned i = 0; i < p->n_locals; i++) {
		if (!is_word(s, n, p->locals[i].name))
			continue;
		*kind = p->locals[i].kind;
		*value = v[i];
		return true;
	}
	return t && side_value(s, n, t, value, kind);
}

void line_expand(const char *text, const struct procedure *p, const s64 *v,
	const struct test *t, struct buf *out)
{
	while (*text) {
		const char *end = *text == '{' ? strchr(text, '}') : NULL;
		size_t n;
		enum kind kind;
		s64 value;

		if (!end) {
			buf_putc(out, *text++);
			continue;
		}
		n = (size_t)(end - text) - 1;
		if (line_value(text + 1, n, p, v, t, &value, &kind))
			expr_format(kind, value, true, out);
		else
			buf_putc(out, '?');
		text = end + 1;
	}
}
