/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the YAML reader: what it accepts, what it refuses and where.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/yaml.h"

/* What a file of n bytes says: all errors as "line:column text (hint)", or "". */
static void errors_of(const char *s, size_t n, struct buf *out)
{
	struct err_list errors = {0};
	struct buf shown = {0};
	struct yaml y;

	if (yaml_parse(&y, "f", s, n, &errors)) {
		assert_int_equal(errors.n, 0);
		assert_non_null(y.root);
	} else {
		assert_true(errors.n > 0);
		assert_null(y.root);
		assert_null(y.arena);
		assert_null(y.bytes);
	}
	for (size_t i = 0; i < errors.n; i++) {
		const struct err *e = &errors.at[i];

		buf_printf(out, "%s%u:%u %s", i ? "\n" : "", e->line, e->column,
			e->text);
		if (e->hint[0])
			buf_printf(out, " (%s)", e->hint);
		err_print(e, &shown); /* must not crash either */
	}
	buf_done(&shown);
	err_list_done(&errors);
	yaml_done(&y);
}

/* The errors of s must be `expected`, whole or, ending in "*", from the start. */
static void check_bytes(const char *s, size_t n, const char *expected)
{
	struct buf b = {0};
	size_t length = strlen(expected);

	errors_of(s, n, &b);
	if (length && expected[length - 1] == '*') {
		if (strncmp(buf_text(&b), expected, length - 1))
			assert_string_equal(buf_text(&b), expected);
	} else {
		assert_string_equal(buf_text(&b), expected);
	}
	buf_done(&b);
}

static void check(const char *s, const char *expected)
{
	check_bytes(s, strlen(s), expected);
}

/* `unit` n times, between `before` and `after`. */
static void check_repeated(const char *before, const char *unit, size_t n,
	const char *after, const char *expected)
{
	struct buf b = {0};

	buf_puts(&b, before);
	while (n--)
		buf_puts(&b, unit);
	buf_puts(&b, after);
	check_bytes(b.s, b.n, expected);
	buf_done(&b);
}

static void dump(const struct yaml_node *n, int depth, struct buf *out)
{
	static const char *const types[] = {"scalar", "map", "list"};

	for (; n; n = n->next) {
		buf_printf(out, "%*s", depth, "");
		if (n->key)
			buf_printf(out, "%s@%u:%u ", n->key, n->key_line,
				n->key_column);
		buf_printf(out, "%s@%u:%u", types[n->type], n->line, n->column);
		if (n->text)
			buf_printf(out, " %s\"%s\"", n->plain ? "plain " : "",
				n->text);
		buf_putc(out, '\n');
		dump(n->child, depth + 1, out);
	}
}

static void dump_of(const char *s, size_t n, struct buf *out)
{
	struct err_list errors = {0};
	struct yaml y;

	assert_true(yaml_parse(&y, "f", s, n, &errors));
	dump(y.root, 0, out);
	yaml_done(&y);
	err_list_done(&errors);
}

static const char sample[] =
	"# A scene.\n"
	"format: 1\n"
	"title: \"Per-CPU é漢 \\u2265 counter\"\n"
	"sizes:\n"
	"  classroom: {cpus: 4, ram_pages: 4096}\n"
	"  mail: {cpus: 144}\n"
	"cues:\n"
	"- at: start\n"
	"  say: |\n"
	"    Each mapping is 32,768 pages.\n"
	"\n"
	"    Watch the queue.\n"
	"  show: [counter, 'listing']\n"
	"- when: vm_committed_as.count > 5\n"
	"  say: >-\n"
	"    folded\n"
	"    text\n"
	"empty: {}\n"
	"nothing:\n";

static void test_yaml__tree_with_places(void **state)
{
	struct buf b = {0};

	dump_of(sample, sizeof(sample) - 1, &b);
	assert_string_equal(buf_text(&b),
		"map@2:1\n"
		" format@2:1 scalar@2:9 plain \"1\"\n"
		" title@3:1 scalar@3:8 \"Per-CPU é漢 ≥ counter\"\n"
		" sizes@4:1 map@5:3\n"
		"  classroom@5:3 map@5:14\n"
		"   cpus@5:15 scalar@5:21 plain \"4\"\n"
		"   ram_pages@5:24 scalar@5:35 plain \"4096\"\n"
		"  mail@6:3 map@6:9\n"
		"   cpus@6:10 scalar@6:16 plain \"144\"\n"
		" cues@7:1 list@8:1\n"
		"  map@8:3\n"
		"   at@8:3 scalar@8:7 plain \"start\"\n"
		"   say@9:3 scalar@9:8 \"Each mapping is 32,768 pages.\n\n"
		"Watch the queue.\n\"\n"
		"   show@13:3 list@13:9\n"
		"    scalar@13:10 plain \"counter\"\n"
		"    scalar@13:19 \"listing\"\n"
		"  map@14:3\n"
		"   when@14:3 scalar@14:9 plain \"vm_committed_as.count > 5\"\n"
		"   say@15:3 scalar@15:8 \"folded text\"\n"
		" empty@18:1 map@18:8\n"
		" nothing@19:1 scalar@19:9 plain \"\"\n");
	buf_done(&b);
}

static void test_yaml__every_prefix_ends_well(void **state)
{
	struct buf b = {0};
	char *prefix;

	for (size_t n = 0; n < sizeof(sample); n++) {
		/* Its own memory, so that reading behind it is noticed. */
		prefix = malloc(n ? n : 1);
		memcpy(prefix, sample, n);
		buf_clear(&b);
		errors_of(prefix, n, &b);
		free(prefix);
	}
	buf_done(&b);
}

static void test_yaml__p55_duplicate_keys(void **state)
{
	check("a: 1\na: 2", "2:1 duplicate key \"a\", first at 1:1");
	check("\"a\": 1\na: 2", "2:1 duplicate key \"a\", first at 1:1");
	check("{a: 1, a: 2}", "1:8 duplicate key \"a\", first at 1:2");
	check("x:\n  y:\n    z: 1\n    z: 2\n",
		"4:5 duplicate key \"z\", first at 3:5");
	check("- {b: 1, a: 1, b: 1}\n- {b: 1}\n",
		"1:16 duplicate key \"b\", first at 1:4");
}

static void test_yaml__p55_all_duplicates_in_order(void **state)
{
	check("z: 1\na: {q: 1, q: 2, q: 3}\na: 1\nz: 2\n",
		"2:11 duplicate key \"q\", first at 2:5\n"
		"2:17 duplicate key \"q\", first at 2:5\n"
		"3:1 duplicate key \"a\", first at 2:1\n"
		"4:1 duplicate key \"z\", first at 1:1");
}

static void test_yaml__p55_very_many_keys(void **state)
{
	struct buf b = {0};

	for (int i = 0; i < 90000; i++)
		buf_printf(&b, "k%d: 1\n", i);
	check_bytes(b.s, b.n, "");
	buf_puts(&b, "k77: 1\n");
	check_bytes(b.s, b.n, "90001:1 duplicate key \"k77\", first at 78:1");
	buf_done(&b);
}

static void test_yaml__p58_anchors_aliases_merge_keys(void **state)
{
	check("*x", "1:1 aliases (*name) are not supported");
	check("a: *x", "1:4 aliases (*name) are not supported");
	check("*x : 1", "1:1 aliases (*name) are not supported");
	check("&a", "1:1 anchors (&name) are not supported");
	check("&a {b: 1}", "1:1 anchors (&name) are not supported");
	check("&k a: 1", "1:1 anchors (&name) are not supported");
	check("x:\n  <<: *b", "2:3 merge keys (<<) are not supported\n"
			      "2:7 aliases (*name) are not supported");
	check("a: &a [*a]", "1:4 anchors (&name) are not supported\n"
			    "1:8 aliases (*name) are not supported");
	check("\"<<\": 1", "");
}

static void test_yaml__p58_nine_to_the_ninth(void **state)
{
	struct buf b = {0};

	buf_puts(&b, "a0: &a0 x\n");
	for (int i = 1; i < 10; i++) {
		buf_printf(&b, "a%d: &a%d [", i, i);
		for (int j = 0; j < 9; j++)
			buf_printf(&b, "%s*a%d", j ? ", " : "", i - 1);
		buf_puts(&b, "]\n");
	}
	check_bytes(b.s, b.n, "1:5 anchors (&name) are not supported\n"
			      "2:5 anchors (&name) are not supported\n"
			      "2:10 aliases (*name) are not supported\n*");
	buf_done(&b);
}

/* The same text with other line ends and, if asked, a byte order mark. */
static void encode(const char *s, const char *newline, bool mark, struct buf *out)
{
	buf_clear(out);
	if (mark)
		buf_puts(out, "\ufeff");
	for (; *s; s++) {
		if (*s == '\n')
			buf_puts(out, newline);
		else
			buf_putc(out, *s);
	}
}

static const struct {
	const char *newline;
	bool mark;
} encodings[] = {{"\n", false}, {"\n", true}, {"\r\n", false}, {"\r", false},
	{"\r\n", true}};

enum { ENCODINGS = sizeof(encodings) / sizeof(encodings[0]) };

static void test_yaml__p61_line_ends_and_mark_change_nothing(void **state)
{
	struct buf expected = {0}, text = {0}, got = {0};

	dump_of(sample, sizeof(sample) - 1, &expected);
	for (int i = 0; i < ENCODINGS; i++) {
		encode(sample, encodings[i].newline, encodings[i].mark, &text);
		buf_clear(&got);
		dump_of(text.s, text.n, &got);
		assert_string_equal(buf_text(&got), buf_text(&expected));
	}
	buf_done(&expected);
	buf_done(&text);
	buf_done(&got);
}

static void test_yaml__p61_errors_stand_at_the_same_place(void **state)
{
	static const char *const bad[][2] = {
		{"a: 1\na: 2\n", "2:1 *"},
		{"a: @\nb: 1\n", "1:4 *"},
		{"# é\n\n  a: [1\n", "3:8 *"},
		{"a: \xff\n", "1:4 *"},
		{"a:\nb: x\x01\n", "2:5 *"},
		{"a: &x 1\n", "1:4 *"},
	};
	struct buf text = {0};

	for (size_t j = 0; j < sizeof(bad) / sizeof(bad[0]); j++)
		for (int i = 0; i < ENCODINGS; i++) {
			encode(bad[j][0], encodings[i].newline,
				encodings[i].mark, &text);
			check_bytes(text.s, text.n, bad[j][1]);
		}
	buf_done(&text);
}

static void test_yaml__p61_caret_is_not_shifted_by_the_mark(void **state)
{
	static const char s[] = "\ufeffa: @\r\n";
	struct err_list errors = {0};
	struct buf b = {0};
	struct yaml y;

	assert_false(yaml_parse(&y, "f", s, sizeof(s) - 1, &errors));
	err_print(&errors.at[0], &b);
	assert_string_equal(strchr(b.s, '\n'), "\na: @\n   ^\n");
	buf_done(&b);
	err_list_done(&errors);
}

static void test_yaml__p61_utf16_is_one_clear_error(void **state)
{
	static const char error[] =
		"1:1 this is UTF-16; save the file as UTF-8";

	check_bytes("\xff\xfe" "a\0:\0", 6, error);
	check_bytes("\xfe\xff" "\0a\0:", 6, error);
	check_bytes("a\0:\0", 4, error);
	check_bytes("\0a\0:", 4, error);
}

static void test_yaml__p62_nul(void **state)
{
	check_bytes("a: x\0y", 6, "1:5 the character U+0000 is not allowed");
	check_bytes("\0", 1, "1:1 the character U+0000 is not allowed");
	check_bytes("a: 1\nb\0: 2", 10,
		"2:2 the character U+0000 is not allowed");
	check_bytes("title: \"\0\"", 10,
		"1:9 the character U+0000 is not allowed");
	check("a: \"x\\0y\"", "1:4 a text can't hold the NUL character");
	check("\"a\\0\": 1", "1:1 a text can't hold the NUL character");
	check("title: \"\\0\"", "1:8 a text can't hold the NUL character");
}

static void test_yaml__p62_other_characters(void **state)
{
	check("a: x\x1b[m", "1:5 the character U+001B is not allowed");
	check("a: \x7f", "1:4 the character U+007F is not allowed");
	check("a: \xc2\x85", "1:4 the character U+0085 is not allowed");
	check("a: \u2028", "1:4 the character U+2028 is not allowed");
	check("a: \ufeff", "1:4 the character U+FEFF is not allowed");
	check("a: \xed\xa0\x80", "1:4 invalid UTF-8");
	check("a: \xe2\x88", "1:4 invalid UTF-8");
	check("a: \"\\e[m\"", "1:4 a text can't hold control characters");
	check("a: \"\\t\\n\\u2265\"", "");
}

static void test_yaml__p63_tabs(void **state)
{
	check("a:\n\tb: 1",
		"2:1 found character that cannot start any token while "
		"scanning for the next token "
		"(tabs are not allowed for indentation)");
	check("a:\n  b: 1\n\tc: 2\n",
		"3:1 found a tab character that violates indentation while "
		"scanning a plain scalar that starts at 2:6 "
		"(tabs are not allowed for indentation)");
	check("a: |\n\tx",
		"2:1 found a tab character where an indentation space is "
		"expected while scanning a block scalar that starts at 1:4 "
		"(tabs are not allowed for indentation)");
	check("a: 1\t# comment", "");
}

static void test_yaml__p64_exactly_one_document(void **state)
{
	check("", "1:1 there is nothing in this file");
	check("\ufeff", "1:1 there is nothing in this file");
	check("# only\n", "1:1 there is nothing in this file");
	check("--- ", "1:5 there is nothing in this file");
	check("~", "1:1 there is nothing in this file");
	check("a: 1\n---\nb: 2\n",
		"2:1 a second document starts here; only one is allowed");
	check("a: 1\n...\nb: 2\n", "3:1 *");
	check("---\na: 1\n...\n# end\n", "");
}

static void test_yaml__p65_indented_too_far(void **state)
{
	check("a: 1\n b: 2\n",
		"2:3 mapping values are not allowed in this context "
		"(is this line indented too far?)");
}

static void test_yaml__p65_no_break_space_after_a_colon(void **state)
{
	static const char told[] = " a no-break space follows the colon "
				   "(put a plain space there, or quote the text)";
	char expected[100];

	snprintf(expected, sizeof(expected), "1:3%s", told);
	check("a:\u00a05\nb: 2\n", expected);
	check("a:\u00a05", expected);
	snprintf(expected, sizeof(expected), "2:5%s", told);
	check("x:\n  a:\u00a05\n", expected);
	check("x:\n  a:\u00a05\n  b: 6\n", expected);
	check("a: 'x:\u00a0y'\nb: |\n  x:\u00a0y\n", "");
}

static void test_yaml__p66_limits(void **state)
{
	static const char key[] = "1:1 a key has at most 64 bytes";

	check_repeated("", "k", 64, ": 1\n", "");
	check_repeated("", "k", 65, ": 1\n", key);
	check_repeated("", "k", 1024, ": 1\n", key);
	check_repeated("", "k", 1025, ": 1\n",
		"1:1026 mapping values are not allowed in this context "
		"(a key has at most 64 bytes)");
	check_repeated("a: ", "x", 4096, "\n", "");
	check_repeated("a: ", "x", 4097, "\n",
		"1:4 a text has at most 4096 bytes");
	check_repeated("a: |\n", " xxxxxxxx\n", 1000, "",
		"1:4 a text has at most 4096 bytes");
	check_repeated("", "- x\n", 99999, "", "");
	check_repeated("", "- x\n", 100000, "",
		"100000:3 more than 100000 values");
	check_repeated("#", "#", 1 << 20, "", "0:0 larger than 1 MiB");
	check_repeated("a: 1\n#", "#", (1 << 20) - 6, "", "");
}

static void test_yaml__p66_nesting(void **state)
{
	check_repeated("", "[", 32, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "");
	check_repeated("", "[", 100000, "",
		"1:33 nested deeper than 32 levels");
	check_repeated("", "[\n", 100000, "",
		"33:1 nested deeper than 32 levels");
	check_repeated("", "- ", 100000, "",
		"1:65 nested deeper than 32 levels");
	check_repeated("", "{a: ", 100000, "",
		"1:129 nested deeper than 32 levels");
}

static void test_yaml__p67_tags_keys_versions(void **state)
{
	check("!!int \"5\"", "1:1 tags (!name) are not supported");
	check("a: !foo 3", "1:4 tags (!name) are not supported");
	check("a: !!python/object:os.system [x]",
		"1:4 tags (!name) are not supported");
	check("a: ! x", "1:4 tags (!name) are not supported");
	check("? [a]\n: 1", "1:3 a key must be text, not a mapping or list");
	check("{a: 1}: 1", "1:1 a key must be text, not a mapping or list");
	check("? {a: 1}\n", "1:3 a key must be text, not a mapping or list");
	check("{? : 1}", "1:4 a key is missing here");
	check("%YAML 1.2\n---\na: 1", "");
	check("# x\n%YAML 1.3\n---\na: 1",
		"2:1 this YAML version is not supported, only 1.1 and 1.2");
	check("%TAG ! tag:x,2000:\n---\na: 1",
		"1:1 tags (%TAG) are not supported");
}

static void test_yaml__hints_for_prose_without_quotes(void **state)
{
	check("say: now: look", "1:9 mapping values are not allowed in this "
			"context (text with \": \" in it needs quotes)");
	check("say: {zone.free} pages",
		"1:18 did not find expected key while parsing a block mapping "
		"that starts at 1:1 (text that starts with a bracket or a quote "
		"needs quotes around all of it)");
	check("say: @x", "1:6 found character that cannot start any token while "
			 "scanning for the next token (put the text in quotes)");
}

static void test_yaml__end_of_file_errors_stand_on_a_line(void **state)
{
	check("a: [1, 2\n\n\n", "1:9 did not find expected ',' or ']' while "
				"parsing a flow sequence that starts at 1:4");
	check("a: \"x\n", "1:6 *");
	check_repeated("a: [", "\n", 1000000, "", "1:5 *");
}

static void test_yaml__errors_are_counted_beyond_the_limit(void **state)
{
	struct err_list errors = {0};
	struct buf b = {0};
	struct yaml y;

	for (int i = 0; i < 1000; i++)
		buf_puts(&b, "- *x\n");
	assert_false(yaml_parse(&y, "f", b.s, b.n, &errors));
	assert_int_equal(errors.n, 50);
	assert_int_equal(errors.dropped, 950);
	assert_int_equal(errors.at[49].line, 50);
	buf_done(&b);
	err_list_done(&errors);
	assert_null(errors.at);
}

static void test_yaml__errors_of_two_files_stay_apart(void **state)
{
	struct err_list errors = {0};
	struct yaml y;

	assert_false(yaml_parse(&y, "one", "a: 1\nb: *x", 10, &errors));
	assert_false(yaml_parse(&y, "two", "*x", 2, &errors));
	assert_int_equal(errors.n, 2);
	assert_string_equal(errors.at[0].file, "one");
	assert_string_equal(errors.at[1].file, "two");
	err_list_done(&errors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_yaml__tree_with_places),
		cmocka_unit_test(test_yaml__every_prefix_ends_well),
		cmocka_unit_test(test_yaml__p55_duplicate_keys),
		cmocka_unit_test(test_yaml__p55_all_duplicates_in_order),
		cmocka_unit_test(test_yaml__p55_very_many_keys),
		cmocka_unit_test(test_yaml__p58_anchors_aliases_merge_keys),
		cmocka_unit_test(test_yaml__p58_nine_to_the_ninth),
		cmocka_unit_test(
			test_yaml__p61_line_ends_and_mark_change_nothing),
		cmocka_unit_test(test_yaml__p61_errors_stand_at_the_same_place),
		cmocka_unit_test(
			test_yaml__p61_caret_is_not_shifted_by_the_mark),
		cmocka_unit_test(test_yaml__p61_utf16_is_one_clear_error),
		cmocka_unit_test(test_yaml__p62_nul),
		cmocka_unit_test(test_yaml__p62_other_characters),
		cmocka_unit_test(test_yaml__p63_tabs),
		cmocka_unit_test(test_yaml__p64_exactly_one_document),
		cmocka_unit_test(test_yaml__p65_indented_too_far),
		cmocka_unit_test(test_yaml__p65_no_break_space_after_a_colon),
		cmocka_unit_test(test_yaml__p66_limits),
		cmocka_unit_test(test_yaml__p66_nesting),
		cmocka_unit_test(test_yaml__p67_tags_keys_versions),
		cmocka_unit_test(test_yaml__hints_for_prose_without_quotes),
		cmocka_unit_test(test_yaml__end_of_file_errors_stand_on_a_line),
		cmocka_unit_test(
			test_yaml__errors_are_counted_beyond_the_limit),
		cmocka_unit_test(test_yaml__errors_of_two_files_stay_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
