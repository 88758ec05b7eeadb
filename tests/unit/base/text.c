/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of UTF-8, widths, cleaning, ASCII spellings and near misses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/text.h"

static void test_text__decode_reverses_encode(void **state)
{
	char bytes[4];
	size_t used;

	for (uint32_t ch = 0; ch <= 0x10ffff; ch++) {
		size_t n = text_encode(ch, bytes);

		if (ch >= 0xd800 && ch <= 0xdfff)
			assert_int_equal(text_decode(bytes, n, &used), 0xfffd);
		else if (text_decode(bytes, n, &used) != ch || used != n)
			fail_msg("U+%04X", ch);
	}
	assert_int_equal(text_encode(0x110000, bytes), 3);
	assert_memory_equal(bytes, "\ufffd", 3);
}

static void test_text__decode_takes_one_byte_of_what_is_invalid(void **state)
{
	static const char *const bad[] = {
		"\x80", "\xc3", "\xe2\x88", "\xf0\x9f\x98", "\xc0\xaf",
		"\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "\xe2(", "\xf8\x88",
	};
	size_t used;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(text_decode(bad[i], strlen(bad[i]), &used),
			0xfffd);
		assert_int_equal(used, 1);
		assert_false(text_valid(bad[i], strlen(bad[i])));
	}
	assert_int_equal(text_decode("a", 0, &used), 0);
	assert_int_equal(used, 0);
	assert_int_equal(text_decode("\0", 1, &used), 0);
	assert_int_equal(used, 1);
}

static void test_text__valid_refuses_controls(void **state)
{
	assert_true(text_valid("", 0));
	assert_true(text_valid("a\tb\n漢\ufffd", 10));
	assert_false(text_valid("a\0b", 3));
	assert_false(text_valid("\x1b[m", 3));
	assert_false(text_valid("\r", 1));
	assert_false(text_valid("\x7f", 1));
	assert_false(text_valid("\xc2\x9b", 2));
}

static void test_text__widths(void **state)
{
	static const char ambiguous[] = "─│┌█░■□●○→←≥≤±×·…—µ²§✓▲▸";
	size_t used;

	assert_int_equal(text_width("a漢é字b"), 7);
	assert_int_equal(text_width("e\u0301"), 1);
	assert_int_equal(text_width("\u0301\u200b"), 0);
	assert_int_equal(text_width("😀"), 2);
	assert_int_equal(text_width("\n\x1b"), 2);
	for (size_t i = 0; ambiguous[i]; i += used)
		assert_int_equal(text_char_width(text_decode(ambiguous + i,
					 sizeof(ambiguous) - i, &used)), 1);
}

static void test_text__clip_at_every_width(void **state)
{
	static const char s[] = "a漢é字b";
	static const struct {
		size_t bytes;
		int width;
	} cut[] = {{0, 0}, {1, 1}, {1, 1}, {4, 3}, {6, 4}, {6, 4}, {9, 6},
		{10, 7}};
	int width;

	for (int columns = 0; columns <= 20; columns++) {
		size_t i = columns < 7 ? (size_t)columns : 7;

		assert_int_equal(text_clip(s, columns, &width), cut[i].bytes);
		assert_int_equal(width, cut[i].width);
	}
	/* A mark stays with its base, even at the edge; none leads alone. */
	assert_int_equal(text_clip("e\u0301x", 1, &width), 3);
	assert_int_equal(text_clip("\u0301x", 1, &width), 3);
	assert_int_equal(text_clip("漢\u0301", 1, &width), 0);
	assert_int_equal(width, 0);
	assert_int_equal(text_clip("x", -1, &width), 0);
}

static void check_clean(const char *from, const char *to)
{
	struct buf b = {0};

	text_clean(&b, from, strlen(from));
	assert_string_equal(buf_text(&b), to);
	buf_done(&b);
}

static void test_text__clean(void **state)
{
	check_clean("plain 漢", "plain 漢");
	check_clean("a\u200bb\u202ec\u2066d\ufeff❤\ufe0f", "abcd❤");
	check_clean("\x1b[31ma\x7f\xc2\x85\r" "b", "[31mab");
	check_clean("a\tb\nc", "a b c");
	check_clean("z\u0300\u0301\u0302\u0303z\u0300", "z\u0300\u0301z\u0300");
	check_clean("\u0301a", " \u0301a");
	check_clean("a\xffz", "a\ufffdz");
}

/* Everything that mmstep draws with. */
static const char drawn[] = "─│┌┐└┘├┤┬┴┼━┃→←↑↓▸►◄▲▼█▌▐▏▎▍▋▊▉░▒▓■□▪≥≤≠−×·…—–"
			    "“”‘’±µ●○✓✗⟨⟩§÷²▁▂▃▄▅▆▇▀";

static void test_text__ascii_knows_every_drawn_character(void **state)
{
	size_t used;

	for (size_t i = 0; drawn[i]; i += used) {
		uint32_t ch = text_decode(drawn + i, sizeof(drawn) - i, &used);
		const char *ascii = text_ascii(ch);

		if (!strcmp(ascii, "?") || !*ascii)
			fail_msg("U+%04X", ch);
		for (; *ascii; ascii++)
			assert_in_range(*ascii, ' ', '~');
	}
}

static void test_text__ascii_of_boxes_and_blocks_is_one_character(void **state)
{
	for (uint32_t ch = 0x2500; ch < 0x25a0; ch++)
		assert_int_equal(strlen(text_ascii(ch)), 1);
}

static void test_text__ascii_spellings(void **state)
{
	assert_string_equal(text_ascii(0x2265), ">=");
	assert_string_equal(text_ascii(0x2212), "-");
	assert_string_equal(text_ascii(0x2014), "-");
	assert_string_equal(text_ascii(0x2192), "->");
	assert_string_equal(text_ascii(0xb1), "+-");
	assert_string_equal(text_ascii(0x2026), "~");
	assert_string_equal(text_ascii(0x2500), "-");
	assert_string_equal(text_ascii(0x2502), "|");
	assert_string_equal(text_ascii(0x253c), "+");
	assert_string_equal(text_ascii(0x2588), "#");
	assert_string_equal(text_ascii(0x6f22), "?");
	assert_string_equal(text_ascii(0x301), "");
	assert_string_equal(text_ascii(0x200b), "");
}

static void test_text__distance(void **state)
{
	char longer[200];

	memset(longer, 'a', 199);
	longer[199] = '\0';
	assert_int_equal(text_distance("", ""), 0);
	assert_int_equal(text_distance("cpus", "cpus"), 0);
	assert_int_equal(text_distance("cpus", "cpu"), 1);
	assert_int_equal(text_distance("cpu", "cpus"), 1);
	assert_int_equal(text_distance("cpus", "cpsu"), 1);
	assert_int_equal(text_distance("cpus", "gpus"), 1);
	assert_int_equal(text_distance("kitten", "sitting"), 3);
	assert_int_equal(text_distance("", "abc"), 3);
	assert_int_equal(text_distance("abcdefghijkl", "mnopqrstuvwx"), 9);
	assert_int_equal(text_distance(longer, longer), 0);
	assert_int_equal(text_distance(longer, "a"), 9);
}

static void test_text__nearest(void **state)
{
	static const char *const names[] = {"cpus", "ram_pages", "batch",
		"mapping_pages", "x"};
	enum { N = sizeof(names) / sizeof(names[0]) };

	assert_string_equal(text_nearest("cpsu", names, N), "cpus");
	assert_string_equal(text_nearest("ram_page", names, N), "ram_pages");
	assert_string_equal(text_nearest("mappin_pags", names, N),
		"mapping_pages");
	assert_string_equal(text_nearest("batch", names, N), "batch");
	assert_null(text_nearest("zone", names, N));
	assert_null(text_nearest("y", names, N));
	assert_null(text_nearest("", names, N));
	assert_null(text_nearest("cpus", names, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text__decode_reverses_encode),
		cmocka_unit_test(
			test_text__decode_takes_one_byte_of_what_is_invalid),
		cmocka_unit_test(test_text__valid_refuses_controls),
		cmocka_unit_test(test_text__widths),
		cmocka_unit_test(test_text__clip_at_every_width),
		cmocka_unit_test(test_text__clean),
		cmocka_unit_test(test_text__ascii_knows_every_drawn_character),
		cmocka_unit_test(
			test_text__ascii_of_boxes_and_blocks_is_one_character),
		cmocka_unit_test(test_text__ascii_spellings),
		cmocka_unit_test(test_text__distance),
		cmocka_unit_test(test_text__nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
