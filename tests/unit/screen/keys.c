/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of src/screen/keys.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/rng.h"
#include "screen/keys.h"

/* The names of all keys that the bytes give, blank-separated; `wait` tells the
 * decoder at the end that nothing more comes. */
static const char *decode_n(
	const char *bytes, size_t n, size_t chunk, bool wait)
{
	static char out[8192];
	struct key_decoder d = {0};
	struct key k;
	char name[KEY_NAME_MAX];
	size_t used = 0;

	*out = '\0';
	for (size_t i = 0; i < n || wait; i += chunk) {
		bool waited = i >= n;

		if (!waited)
			key_feed(&d, bytes + i, n - i < chunk ? n - i : chunk);
		while (key_next(&d, waited, &k)) {
			used += (size_t)snprintf(out + used, sizeof(out) - used,
				"%s%s", used ? " " : "", key_spell(&k, name));
			if (k.code == K_PASTE)
				used += (size_t)snprintf(out + used,
					sizeof(out) - used, "(%s)%s", k.text,
					k.text_cut ? "cut" : "");
		}
		if (waited && key_patience(&d, 50) < 0)
			break;
	}
	key_decoder_done(&d);
	return out;
}

/* The same whole and byte by byte: both must agree. */
static const char *decode(const char *bytes)
{
	static char whole[8192];

	strcpy(whole, decode_n(bytes, strlen(bytes), 4096, true));
	assert_string_equal(decode_n(bytes, strlen(bytes), 1, true), whole);
	return whole;
}

static void test_keys__plain_characters(void **state)
{
	assert_string_equal(decode("s"), "s");
	assert_string_equal(decode("Sb:"), "S b :");
	assert_string_equal(decode(" \r\n\t\177\b"),
		"Space Enter Enter Tab Backspace Backspace");
	assert_string_equal(
		decode("\003\032\014\037\034"), "C-c C-z C-l C-_ C-\\");
	assert_string_equal(decode_n("\0", 1, 1, true), "C-Space");
}

static void test_keys__utf8_is_decoded_here(void **state)
{
	assert_string_equal(decode("é漢😀x"), "é 漢 😀 x");
}

/* One bad byte costs nothing but itself. */
static void test_keys__invalid_utf8_loses_no_key(void **state)
{
	assert_string_equal(decode("\377s\300\200b"), "s b");
	assert_string_equal(decode("\303s"), "s");
	assert_string_equal(decode("\342\226sq"), "s q");
	assert_string_equal(decode("\342\226"), "");
	assert_string_equal(decode("\360\237\230\033[A"), "Up");
	assert_string_equal(decode("\302\233s\xed\xa0\x80q"), "s q");
}

static void test_keys__arrows_of_all_terminals(void **state)
{
	assert_string_equal(
		decode("\033[A\033[B\033[C\033[D"), "Up Down Right Left");
	assert_string_equal(
		decode("\033OA\033OB\033OC\033OD"), "Up Down Right Left");
	assert_string_equal(decode("\033[1;5C\033[1;2D\033[1;3A\033[1;8B"),
		"C-Right S-Left M-Up C-M-S-Down");
	assert_string_equal(decode("\033[a\033Oc\033O5D\033[5D"),
		"S-Up C-Right C-Left C-Left");
	assert_string_equal(decode("\033\033[C\033\033OD"), "M-Right M-Left");
}

static void test_keys__home_end_and_pages(void **state)
{
	assert_string_equal(
		decode("\033[1~\033[7~\033[H\033OH"), "Home Home Home Home");
	assert_string_equal(
		decode("\033[4~\033[8~\033[F\033OF"), "End End End End");
	assert_string_equal(
		decode("\033[2~\033[3~\033[5~\033[6~"), "Ins Del PgUp PgDn");
	assert_string_equal(decode("\033[3;5~\033[3^\033[3$\033[3@"),
		"C-Del C-Del S-Del C-S-Del");
}

static void test_keys__function_keys(void **state)
{
	assert_string_equal(decode("\033OP\033OQ\033OR\033OS"), "F1 F2 F3 F4");
	assert_string_equal(decode("\033[[A\033[[E"), "F1 F5");
	assert_string_equal(
		decode("\033[11~\033[15~\033[17~\033[24~"), "F1 F5 F6 F12");
	assert_string_equal(decode("\033[1;2P"), "S-F1");
}

static void test_keys__tab_keypad_and_numbered_keys(void **state)
{
	assert_string_equal(decode("\033[Z"), "S-Tab");
	assert_string_equal(
		decode("\033OM\033Oj\033Ok\033Op\033Oy"), "Enter * + 0 9");
	assert_string_equal(decode("\033[27;5;9~\033[9;5u\033[97;5u\033[97;2u"),
		"C-Tab C-Tab C-a A");
	assert_string_equal(
		decode("\033[13u\033[27u\033[32;5u"), "Enter Esc C-Space");
}

static void test_keys__alt_is_escape_before(void **state)
{
	assert_string_equal(
		decode("\033b\033\177\033\001"), "M-b M-Backspace C-M-a");
	assert_string_equal(decode("\033é"), "M-é");
	assert_string_equal(decode("\033["), "M-[");
}

static void test_keys__escape_alone_waits(void **state)
{
	assert_string_equal(decode_n("\033", 1, 1, false), "");
	assert_string_equal(decode("\033"), "Esc");
	assert_string_equal(decode("\033\033"), "Esc Esc");
	assert_string_equal(decode("\033\033s"), "Esc M-s");
}

static void test_keys__patience_only_for_half_sequences(void **state)
{
	struct key_decoder d = {0};
	struct key k;

	assert_int_equal(key_patience(&d, 50), -1);
	key_feed(&d, "\033[", 2);
	assert_false(key_next(&d, false, &k));
	assert_int_equal(key_patience(&d, 50), 50);
	key_feed(&d, "C", 1);
	assert_true(key_next(&d, false, &k));
	assert_int_equal(k.code, K_RIGHT);
	assert_int_equal(key_patience(&d, 50), -1);
	key_decoder_done(&d);
}

static void test_keys__unknown_sequences_give_nothing(void **state)
{
	assert_string_equal(decode("\033[?1;2cs"), "s");
	assert_string_equal(decode("\033[?2026;2$ys"), "s");
	assert_string_equal(decode("\033[>0;276;0cs\033[Is\033[Os"), "s s s");
	assert_string_equal(decode("\033[99~s\033[201~q"), "s q");
	assert_string_equal(decode("\033[12;\033[As"), "Up s");
	assert_string_equal(decode("\033[1\rs"), "Enter s");
	assert_string_equal(decode("\033[1;5"), "");
}

/* However the bytes are cut into reads, the keys are the same. */
static void test_keys__any_bytes_whole_or_in_pieces(void **state)
{
	static const char alphabet[] = "\033\033\033[[O<?0125;:~$^MuZAa\r\t "
				       "sq\303\251\342\211\245\377\001";
	uint64_t seed = 1;
	char bytes[41];

	for (int run = 0; run < 50000; run++) {
		uint32_t n = 1 + rng_below(&seed, 40);

		for (uint32_t i = 0; i < n; i++)
			bytes[i] = alphabet[rng_below(
				&seed, sizeof(alphabet) - 1)];
		bytes[n] = '\0';
		decode(bytes);
	}
}

static void test_keys__endless_sequence_stays_small(void **state)
{
	struct key_decoder d = {0};
	struct key k;

	key_feed(&d, "\033[", 2);
	for (int i = 0; i < 100000; i++) {
		key_feed(&d, "1234", 4);
		assert_false(key_next(&d, false, &k));
	}
	assert_true(d.in.n < 128);
	key_feed(&d, "~s", 2);
	assert_true(key_next(&d, false, &k));
	assert_int_equal(k.ch, 's');
	key_decoder_done(&d);
}

static void test_keys__mouse(void **state)
{
	static const char reports[] = "\033[<0;10;3M\033[<0;10;3m\033[<65;1;1M";
	struct key_decoder d = {0};
	struct key k;

	key_feed(&d, reports, sizeof(reports) - 1);
	assert_true(key_next(&d, false, &k));
	assert_int_equal(k.code, K_CLICK);
	assert_int_equal(k.mouse_row, 2);
	assert_int_equal(k.mouse_column, 9);
	assert_true(key_next(&d, false, &k));
	assert_int_equal(k.code, K_WHEEL_DOWN);
	assert_false(key_next(&d, false, &k));
	key_decoder_done(&d);
	assert_string_equal(decode("\033[M !!\033[M#!!s"), "Click s");
	assert_string_equal(decode("\033[<0;0;0Ms\033[<2;5;5Ms"), "s s");
}

static void test_keys__paste_is_one_event(void **state)
{
	assert_string_equal(decode("a\033[200~qqq:quit\n\033[201~b"),
		"a Paste(qqq:quit\n) b");
	assert_string_equal(decode("\033[200~\033[201~"), "Paste()");
	assert_string_equal(decode("\033[200~\033[A\033[20\033\033[201~s"),
		"Paste(\033[A\033[20\033) s");
}

/* The end bracket may come in pieces with any time between. */
static void test_keys__paste_end_split_anywhere(void **state)
{
	static const char text[] = "\033[200~hi\033[201~s";

	for (size_t cut = 1; cut < sizeof(text) - 1; cut++) {
		struct key_decoder d = {0};
		struct key k;

		key_feed(&d, text, cut);
		while (key_next(&d, false, &k))
			assert_int_equal(k.code, K_PASTE);
		key_feed(&d, text + cut, sizeof(text) - 1 - cut);
		while (key_next(&d, false, &k) && k.code == K_PASTE)
			assert_string_equal(k.text, "hi");
		assert_int_equal(k.ch, 's');
		key_decoder_done(&d);
	}
}

static void test_keys__lost_paste_end_is_waited_out(void **state)
{
	struct key_decoder d = {0};
	struct key k;

	key_feed(&d, "\033[200~hi", 8);
	assert_false(key_next(&d, false, &k));
	assert_true(key_patience(&d, 50) > 1000);
	assert_true(key_next(&d, true, &k));
	assert_string_equal(k.text, "hi");
	key_feed(&d, "s", 1);
	assert_true(key_next(&d, false, &k));
	assert_int_equal(k.ch, 's');
	key_decoder_done(&d);
}

static void test_keys__paste_is_capped_between_characters(void **state)
{
	struct key_decoder d = {0};
	struct key k;

	key_feed(&d, "\033[200~x", 7);
	for (int i = 0; i < 100000; i++) {
		key_feed(&d, "漢", 3);
		assert_false(key_next(&d, false, &k));
	}
	assert_true(d.in.n < 64);
	key_feed(&d, "\033[201~", 6);
	assert_true(key_next(&d, false, &k));
	assert_true(k.text_cut);
	assert_int_equal(strlen(k.text), 1 + 3 * (4095 / 3));
	key_decoder_done(&d);

	/* 4,096 bytes that end inside a character */
	key_feed(&d, "\033[200~xx", 8);
	for (int i = 0; i < 2000; i++)
		key_feed(&d, "漢", 3);
	key_feed(&d, "\033[201~", 6);
	assert_true(key_next(&d, false, &k));
	assert_int_equal(strlen(k.text), 2 + 3 * (4094 / 3));
	key_decoder_done(&d);
}

static void test_keys__burst_tells_typed_from_poured(void **state)
{
	struct key_decoder d = {0};
	struct key k;

	key_feed(&d, "q", 1);
	assert_true(key_next(&d, false, &k));
	assert_false(k.burst);
	key_feed(&d, "qqq", 3);
	for (int i = 0; i < 3; i++) {
		assert_true(key_next(&d, false, &k));
		assert_true(k.burst);
	}
	key_feed(&d, "q", 1);
	assert_true(key_next(&d, false, &k));
	assert_false(k.burst);
	key_decoder_done(&d);
}

static void test_keys__names_go_both_ways(void **state)
{
	static const char *const names[] = {"Space", "PgDn", "C-c", "Left", "s",
		"S", "Enter", "Esc", "Tab", "S-Tab", "M-x", "C-M-Up", "-",
		"C--", "M-S-F12", "é", "'", ":", "C-Space", "Del", "Backspace"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct key k;
		char out[KEY_NAME_MAX];

		assert_true(key_parse(names[i], &k));
		assert_string_equal(key_spell(&k, out), names[i]);
	}
}

static void test_keys__wrong_names_are_refused(void **state)
{
	static const char *const names[] = {
		"", "Spce", "C-", "X-a", "ab", "S-a", "\377", " ", "C-M-"};
	struct key k = {.ch = 7};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_false(key_parse(names[i], &k));
	assert_int_equal(k.ch, 7);
	assert_true(key_parse("C-A", &k));
	assert_int_equal(k.ch, 'a');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys__plain_characters),
		cmocka_unit_test(test_keys__utf8_is_decoded_here),
		cmocka_unit_test(test_keys__invalid_utf8_loses_no_key),
		cmocka_unit_test(test_keys__arrows_of_all_terminals),
		cmocka_unit_test(test_keys__home_end_and_pages),
		cmocka_unit_test(test_keys__function_keys),
		cmocka_unit_test(test_keys__tab_keypad_and_numbered_keys),
		cmocka_unit_test(test_keys__alt_is_escape_before),
		cmocka_unit_test(test_keys__escape_alone_waits),
		cmocka_unit_test(test_keys__patience_only_for_half_sequences),
		cmocka_unit_test(test_keys__unknown_sequences_give_nothing),
		cmocka_unit_test(test_keys__any_bytes_whole_or_in_pieces),
		cmocka_unit_test(test_keys__endless_sequence_stays_small),
		cmocka_unit_test(test_keys__mouse),
		cmocka_unit_test(test_keys__paste_is_one_event),
		cmocka_unit_test(test_keys__paste_end_split_anywhere),
		cmocka_unit_test(test_keys__lost_paste_end_is_waited_out),
		cmocka_unit_test(test_keys__paste_is_capped_between_characters),
		cmocka_unit_test(test_keys__burst_tells_typed_from_poured),
		cmocka_unit_test(test_keys__names_go_both_ways),
		cmocka_unit_test(test_keys__wrong_names_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
