/* SPDX-License-Identifier: GPL-3.0-or-later
 * Log lines: prefixes, escapes, lengths, what is cut.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/buf.h"
#include "base/err.h"
#include "report/log.h"

static void take(void *user, struct log_line *line)
{
	struct buf *out = user;

	buf_printf(out, "%llu", (unsigned long long)line->number);
	if (line->caller >= 0)
		buf_printf(out, "@%lld", (long long)line->caller);
	buf_printf(out, "%s|%.60s\n", line->cut ? "!" : "", line->text);
}

static void expect(const char *text, const char *want)
{
	struct log *l = mem_alloc(sizeof(*l));
	struct buf out = { 0 };

	log_init(l, take, &out);
	log_feed(l, text, strlen(text));
	log_end(l);
	assert_string_equal(buf_text(&out), want);
	/* Byte by byte it is the same. */
	buf_clear(&out);
	log_init(l, take, &out);
	for (; *text; text++)
		log_feed(l, text, 1);
	log_end(l);
	assert_string_equal(buf_text(&out), want);
	buf_done(&out);
	free(l);
}

static void test_log__prefixes_of_any_style(void **state)
{
	static const char *const with[] = {
		"[    1.234567] Mem-Info:\n", "[1.234567,2] Mem-Info:\n",
		"[12345.678 <    0.000012>] Mem-Info:\n",
		"[  +0.000012] Mem-Info:\n", "<4>[    1.234567] Mem-Info:\n",
		"[Tue Aug 12 10:00:00 2014] Mem-Info:\n",
		"[\u706b  8\u6708 12 10:00:00 2014] Mem-Info:\n",
		"Aug 12 10:00:00 box kernel: Mem-Info:\n",
		"Aug 12 10:00:00 box kernel: [    1.234567] Mem-Info:\n",
		"ao\u00fbt 12 10:00:00 box kernel[0]: Mem-Info:\n",
		"2014-08-12T10:00:00.123456+02:00 box kernel: Mem-Info:\n",
		"2014-08-12 10:00:00,123 Mem-Info:\n",
		"[    1.234567] box kernel: Mem-Info:\n",
		"kern  :warn  : [    1.234567] Mem-Info:\n", "kernel: Mem-Info:\n",
		"> > Mem-Info:\n", ">>> [    1.234567] Mem-Info:\n",
		"  \t Mem-Info:  \r\n", "\033[1;31m[    1.234567]\033[0m Mem-Info:\n",
		"[    1.234567] (3)[123:kworker/3] Mem-Info:\n",
		"<4>1 2022-10-10T12:34:56.789Z box kernel - - - Mem-Info:\n",
		"Tue 2022-10-10 12:34:56 CEST box kernel: Mem-Info:\n",
		"4,1234,123456789,-;Mem-Info:\n",
		"[2022-10-10 12:34:56.123] [    1.234567] Mem-Info:\n",
		"[<    0.000012>] Mem-Info:\n", "[    1.234567,0] Mem-Info:\n",
		"2014-08-12T10:00:00,123456+02:00 Mem-Info:\n",
		"user  :warn  : [    1.234567] Mem-Info:\n",
		("<4>1 2022-10-10T12:34:56Z box kernel - - [meta id=\"2\"] "
		 "[    1.234567] Mem-Info:\n"),
		"Aug 12 10:00:00 box kern.warn kernel: [    1.234567] Mem-Info:\n",
		"1700000000.123456 box kernel: Mem-Info:\n",
		"Aug 12 10:00:00.123456 box kernel: Mem-Info:\n",
		"2014-08-12T10:00:00+0200 box kernel: Mem-Info:\n",
		/* phones */
		"08-12 10:00:00.123     0     0 W kernel  : Mem-Info:\n",
		"08-12 10:00:00.123  root     0     0 W kernel  : Mem-Info:\n",
		"W/kernel  (    0): Mem-Info:\n",
		"08-12 10:00:00.123 W/kernel(    0): Mem-Info:\n",
		"[    1.234567] .(0)[1:swapper/0]Mem-Info:\n",
		"<4>[    1.234567] [3:        kswapd0:  123] Mem-Info:\n",
		"[    1.234567] I[3:kworker/u16:2:  123] Mem-Info:\n",
		"<6>[    1.234567] c3 1234 Mem-Info:\n",
		"[    1.234567] c3   1234 (kworker/0:1) Mem-Info:\n",
		/* consoles, containers, tools */
		"2022-10-10 12:34:56 192.168.1.5:6666 4,1234,123456789,-;Mem-Info:\n",
		"192.168.1.5: Mem-Info:\n", "web_1  | Mem-Info:\n",
		"2023-01-01T00:00:00.000000000Z stderr F Mem-Info:\n",
		"12:Mem-Info:\n", "kern.log:Mem-Info:\n", "    12\tMem-Info:\n",
		"/var/log/kern.log:12:Aug 12 10:00:00 box kernel: Mem-Info:\n",
		"I0105 12:34:56.123456   1 monitor.go:160] [    1.234567] Mem-Info:\n",
		"MESSAGE=Mem-Info:\n", "JD> Mem-Info:\n", ": Mem-Info:\n",
		">Mem-Info:\n", "# [    1.234567] Mem-Info:\n",
		/* JSON, web pages, mail */
		"{\"log\":\"Mem-Info:\\n\",\"stream\":\"stdout\"}\n",
		"{\"PRIORITY\":\"4\",\"MESSAGE\" : \"Mem-Info:\"}\n",
		"  \"[    1.234567] Mem-Info:\",\n",
		"{\"log\":\"\\u003e Mem\\u002dInfo:\"}\n",
		"&gt; Mem-Info:\n", "<pre class=\"x\">Mem-Info:</pre>\n",
		"[    1.234567]&nbsp;Mem&#45;Info:<br>\n",
		"\ufeff[    1.234567]\u00a0Mem-Info:\n",
		"Mem-Info:=20\n", "\\[    1.234567\\] Mem-Info:\n",
	};

	for (size_t i = 0; i < sizeof(with) / sizeof(*with); i++)
		expect(with[i], "1|Mem-Info:\n");
}

static void test_log__what_is_no_prefix_stays(void **state)
{
	expect("[  390]     0   390\n", "1|[  390]     0   390\n");
	expect("[<c034a094>] (oom_kill_process)\n",
		"1|[<c034a094>] (oom_kill_process)\n");
	expect("[c1c65940] [c07926d4] dump\n", "1|[c1c65940] [c07926d4] dump\n");
	expect("=> do_page_fault\n", "1|=> do_page_fault\n");
	expect("a kernel: b\n", "1|b\n");
	expect("a b kernel: c\n", "1|a b kernel: c\n");
}

static void test_log__lines_that_lost_their_newline(void **state)
{
	expect("[    1.000001] a[    1.000002] b [    1.000003][  T4] c\n",
		"1|a\n1|b\n1@8|c\n");
	expect("junk [    1.000001] a\n[  501] b\n", "1|a\n2|[  501] b\n");
}

static void test_log__quoted_printable(void **state)
{
	/* A line's soft end is known by its width, "=3D" by itself. */
	expect("Node 0 DMA free:15900kB min:264kB low:328kB high:396kB "
	       "active_anon:0k=\nB a=3D1\nb=3D2\n", "1|Node 0 DMA free:15900kB "
	       "min:264kB low:328kB high:396kB activ\n3|b=2\n");
	expect("a=3D1\nb=\nc\nd=3d4=\r\n5\n", "1|a=1\n2|bc\n4|d=45\n");
	/* Mail that wraps before a list's total. */
	expect("0*2048kB 0*4096kB =\n15900kB\n", "1|0*2048kB 0*4096kB =\n2|15900kB\n");
	expect("order=20,a\n", "1|order=20,a\n");
}

static void test_log__callers(void **state)
{
	expect("[    1.234567][  T460] a\n[    1.234567][    C1] b\n"
	       "[    1.234567] c\n4,12,123,-,caller=C1;d\n",
		"1@920|a\n2@3|b\n3|c\n4@3|d\n");
}

static void test_log__newlines_that_are_written_out(void **state)
{
	expect("[    1.234567] a#012 b#012c\nd\\x0ae\\012f\\ng #01 \\t\n",
		"1|a\n1|b\n1|c\n2|d\n2|e\n2|f\n2|g #01 \\t\n");
	expect("[ 1.234567][ T4] a\\x0ab\n", "1@8|a\n1@8|b\n");
}

static void test_log__torn_words_are_missing(void **state)
{
	expect("a free:12", "1!|a \n");
	expect("a free:12kB", "1!|a free:12kB\n");
	expect("a free:12 ", "1!|a free:12 \n");
	expect("box: a free:12>\nb\n", "1!|box: a \n2|b\n");
	expect("<IRQ>\n", "1|<IRQ>\n");
}

static void test_log__long_lines_come_in_pieces(void **state)
{
	struct log *l = mem_alloc(sizeof(*l));
	struct buf out = { 0 };
	char word[1001];
	unsigned n = 0;

	memset(word, 'x', 999);
	word[999] = ' ';
	word[1000] = 0;
	log_init(l, take, &out);
	log_feed(l, "[    1.234567] ", 15);
	for (int i = 0; i < 200; i++)
		log_feed(l, word, 1000);
	log_feed(l, "\nb\n", 3);
	log_end(l);
	for (const char *s = buf_text(&out); (s = strstr(s, "1|")); s += 2)
		n++;
	assert_int_equal(n, 4);
	assert_non_null(strstr(buf_text(&out), "2|b\n"));
	buf_done(&out);
	free(l);
}

static void test_log__control_characters_are_gone(void **state)
{
	struct log *l = mem_alloc(sizeof(*l));
	struct buf out = { 0 };
	static const char wide[] = "a\0b\0\n\0\001c\033]0;title\007d\033[2Je\n";

	log_init(l, take, &out);
	log_feed(l, wide, sizeof(wide) - 1);
	log_end(l);
	assert_string_equal(buf_text(&out), "1|ab\n2|cde\n");
	buf_done(&out);
	free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_log__prefixes_of_any_style),
		cmocka_unit_test(test_log__what_is_no_prefix_stays),
		cmocka_unit_test(test_log__lines_that_lost_their_newline),
		cmocka_unit_test(test_log__quoted_printable),
		cmocka_unit_test(test_log__callers),
		cmocka_unit_test(test_log__newlines_that_are_written_out),
		cmocka_unit_test(test_log__torn_words_are_missing),
		cmocka_unit_test(test_log__long_lines_come_in_pieces),
		cmocka_unit_test(test_log__control_characters_are_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
