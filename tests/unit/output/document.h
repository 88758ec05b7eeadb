/* SPDX-License-Identifier: GPL-3.0-or-later
 * For the tests of SVG and HTML: a canvas with everything in it, and a walk
 * through markup that fails where tags do not match.
 */
#ifndef TESTS_OUTPUT_DOCUMENT_H
#define TESTS_OUTPUT_DOCUMENT_H

#include "base/text.h"
#include "view/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char title[] = "<Per-CPU & \"counter\"> \x01é\xff";
static const char title_escaped[] =
	"<title>&lt;Per-CPU &amp; &quot;counter&quot;&gt;  é\xef\xbf\xbd"
	"</title>";

static struct canvas *sample(void)
{
	struct canvas *c = canvas_new(7, 24, false);
	struct box before;

	canvas_put(c, 0, 0, STYLE_TITLE, " mmstep  a&b <c> \"d\" 'e'");
	before = canvas_enter(c, (struct box){1, 0, 5, 24});
	canvas_frame(c, STYLE_FRAME_FOCUS, "漢字 zone");
	canvas_leave(c, before);
	canvas_put(c, 2, 2, STYLE_CHANGED, "一  two   three ≥");
	canvas_put(c, 3, 2, STYLE_HIDDEN, "▒▒▒");
	canvas_put(c, 3, 6, STYLE_DIM, "e\u0301 \u0301x 漢漢a漢");
	canvas_put(c, 4, 2, STYLE_LINE_NOW, "> lock fbc->lock");
	canvas_put(c, 6, 1, STYLE_TEXT, "\xef\xbf\xbe end");
	return c;
}

/* One piece of markup: a tag or the text before the next tag, unescaped. */
struct piece {
	bool tag;
	char text[8192];
};

static size_t unescape(const char *s, char *out)
{
	static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};

	for (int i = 0; i < 4; i++) {
		if (!strncmp(s, names[i], strlen(names[i]))) {
			*out = "&<>\""[i];
			return strlen(names[i]);
		}
	}
	assert_int_not_equal(*s, '&');
	*out = *s;
	return 1;
}

static const char *next_piece(const char *s, struct piece *p)
{
	size_t n = 0;

	p->tag = *s == '<';
	if (p->tag) {
		const char *end = strchr(s, '>');

		assert_non_null(end);
		n = (size_t)(end + 1 - s);
		assert_true(n < sizeof(p->text));
		memcpy(p->text, s, n);
		p->text[n] = '\0';
		return end + 1;
	}
	while (*s && *s != '<') {
		assert_int_not_equal(*s, '>');
		s += unescape(s, &p->text[n++]);
		assert_true(n < sizeof(p->text));
	}
	p->text[n] = '\0';
	return s;
}

static size_t name_of(const char *tag)
{
	return strcspn(tag, " />\n");
}

/* Every tag is closed by its own, but for those named in `empty`. */
static void check_tags(const char *s, const char *empty)
{
	char open[32][16];
	int depth = 0;
	struct piece p;

	while (*s) {
		s = next_piece(s, &p);
		if (!p.tag || p.text[1] == '!')
			continue;
		if (p.text[1] == '/') {
			assert_true(depth > 0);
			depth--;
			assert_int_equal(
				name_of(p.text + 2), strlen(open[depth]));
			assert_memory_equal(
				p.text + 2, open[depth], strlen(open[depth]));
		} else if (p.text[strlen(p.text) - 2] != '/') {
			size_t n = name_of(p.text + 1);

			assert_true(n < sizeof(open[0]) && depth < 32);
			memcpy(open[depth], p.text + 1, n);
			open[depth][n] = '\0';
			if (!strstr(empty, open[depth]))
				depth++;
		}
	}
	assert_int_equal(depth, 0);
}

static int count(const char *s, const char *what)
{
	int n = 0;

	for (; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

#endif
