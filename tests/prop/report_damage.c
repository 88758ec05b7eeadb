/* SPDX-License-Identifier: GPL-3.0-or-later
 * Damaged reports: cut at any byte, lines swapped, prefixes of any style. What is
 * left of a report may only say what the whole one says, or that it can't tell.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "../unit/report/files.h"
#include "../unit/report/verdicts.h"
#include "../depth.h"
#include "base/rng.h"
#include "base/text.h"
#include "output/report_json.h"
#include "output/report_text.h"

static unsigned swaps(void)
{
	return depth(6, 100, 300);
}

/* Is each number of a zone that was read one that the whole file has for it? */
static bool same_numbers(const struct verdicts *whole,
	const struct report_zone *z)
{
	bool same[5] = { z->free < 0, z->min < 0, z->low < 0, z->high < 0,
		!z->list_whole };

	for (unsigned i = 0; i < whole->n; i++) {
		const struct report_zone *w = report_find_zone(whole->report[i],
			z->node, z->name);

		if (!w)
			continue;
		same[0] |= z->free == w->free;
		same[1] |= z->min == w->min;
		same[2] |= z->low == w->low;
		same[3] |= z->high == w->high;
		same[4] |= z->n_orders == w->n_orders &&
			!memcmp(z->blocks, w->blocks, sizeof(z->blocks));
	}
	return same[0] && same[1] && same[2] && same[3] && same[4];
}

/* An order and a mask that the file has, and such numbers. */
static bool same_request(const struct verdicts *whole, const struct report *r)
{
	bool order = r->order < 0, mask = r->gfp_mask < 0 ||
		r->kind == REPORT_SLUB || r->kind == REPORT_SLAB;

	for (unsigned i = 0; i < whole->n; i++) {
		order |= whole->report[i]->order == r->order;
		mask |= whole->report[i]->gfp_mask == r->gfp_mask;
	}
	for (unsigned i = 0; i < r->n_zones; i++)
		if (!same_numbers(whole, &r->zone[i]))
			return false;
	return order && mask;
}

/* Only verdicts of the whole file, or that there is too little. What a first line
 * alone decided (a person asked, nothing failed) is lost with it. `numbers`: those
 * of its zones are the file's, too; where a zone has several lines, lines that
 * change places or are lost may bring another zone's. */
static bool one_line_a_zone(const char *path)
{
	return !strstr(path, "proc") && !strstr(path, "zoneinfo") &&
		!strstr(path, "wrapped") &&
		!strstr(path, "fragments") && !strstr(path, "flowed") &&
		!strstr(path, "qp");
}

static bool supported(const struct verdicts *whole, const struct verdicts *part,
	bool numbers)
{
	for (unsigned i = 0; i < part->n; i++) {
		bool known = part->judged[i].verdict == VERDICT_NOT_ENOUGH_DATA ||
			(!part->report[i]->has_header && whole->n == 1 &&
			(whole->report[0]->by_person ||
			whole->report[0]->stall_ms >= 0));

		if (numbers && !same_request(whole, part->report[i]))
			return false;
		for (unsigned k = 0; k < whole->n; k++)
			known |= whole->judged[k].verdict ==
				part->judged[i].verdict;
		if (!known)
			return false;
	}
	return true;
}

/* No line is wider than 80 columns. */
static void assert_narrow(const char *s)
{
	while (*s) {
		size_t n = strcspn(s, "\n");
		char line[1024];

		assert_true(n < sizeof(line));
		memcpy(line, s, n);
		line[n] = 0;
		if (text_width(line) > 80)
			print_error("%s\n", line);
		assert_true(text_width(line) <= 80);
		s += n + (s[n] == '\n');
	}
}

/* What is printed of it can't steer a terminal, and fits. */
static void assert_printable(const struct verdicts *v)
{
	struct buf out = { 0 };

	for (unsigned i = 0; i < v->n; i++) {
		buf_clear(&out);
		report_text(v->report[i], &v->judged[i], "x\033[2J", &out);
		assert_narrow(buf_text(&out));
		report_json(v->report[i], &v->judged[i], NULL, &out);
	}
	assert_true(text_valid(buf_text(&out), out.n));
	buf_done(&out);
}

static unsigned complain(const char *path, const char *what, size_t at,
	const struct verdicts *v)
{
	if (!v->n)
		print_error("%s, %s %zu: no report\n", path, what, at);
	for (unsigned i = 0; i < v->n; i++)
		print_error("%s, %s %zu: line %llu %s\n", path, what, at,
			(unsigned long long)v->report[i]->line,
			verdict_word(v->judged[i].verdict));
	return 1;
}

static unsigned cut_file(const char *path)
{
	static struct verdicts whole, part;
	struct buf text = { 0 };
	unsigned wrong = 0;

	assert_true(file_text(path, &text));
	verdicts_read(&whole, buf_text(&text), text.n);
	for (size_t n = 0; n < text.n && wrong < 3; n += depth(29, 1, 1) + text.n / 8192) {
		verdicts_read(&part, buf_text(&text), n);
		if (!supported(&whole, &part, true))
			wrong += complain(path, "cut at", n, &part);
		if (n % 97 == 0)
			assert_printable(&part);
		verdicts_done(&part);
	}
	verdicts_done(&whole);
	buf_done(&text);
	return wrong;
}

static void test_report__cut_anywhere(void **state)
{
	unsigned wrong = 0;

	for (unsigned i = 0; i < n_report_files; i++)
		wrong += cut_file(report_file[i]);
	assert_int_equal(wrong, 0);
}

struct lines {
	const char *at[4096];
	size_t length[4096], n;
};

static void split_lines(const struct buf *text, struct lines *l)
{
	const char *s = buf_text(text), *end = s + text->n;

	for (l->n = 0; s < end && l->n < 4096; l->n++) {
		const char *newline = memchr(s, '\n', (size_t)(end - s));
		size_t n = (size_t)((newline ? newline + 1 : end) - s);

		l->at[l->n] = s;
		l->length[l->n] = n;
		s += n;
	}
}

static void join_lines(const struct lines *l, struct buf *out)
{
	buf_clear(out);
	for (size_t i = 0; i < l->n; i++) {
		buf_put(out, l->at[i], l->length[i]);
		if (out->n && out->s[out->n - 1] != '\n')
			buf_putc(out, '\n');
	}
}

static unsigned swap_file(const char *path, uint64_t *rng)
{
	static struct verdicts whole, part;
	static struct lines lines;
	struct buf text = { 0 }, swapped = { 0 };
	unsigned wrong = 0;

	assert_true(file_text(path, &text));
	verdicts_read(&whole, buf_text(&text), text.n);
	for (unsigned i = 0; i < swaps() && wrong < 3; i++) {
		size_t a, b, n;
		const char *s;

		split_lines(&text, &lines);
		a = rng_below(rng, (uint32_t)lines.n);
		b = rng_below(rng, (uint32_t)lines.n);
		s = lines.at[a], n = lines.length[a];
		lines.at[a] = lines.at[b], lines.length[a] = lines.length[b];
		lines.at[b] = s, lines.length[b] = n;
		join_lines(&lines, &swapped);
		verdicts_read(&part, buf_text(&swapped), swapped.n);
		if (!supported(&whole, &part, one_line_a_zone(path)))
			wrong += complain(path, "swapped", a * 10000 + b, &part);
		verdicts_done(&part);
	}
	verdicts_done(&whole);
	buf_done(&text);
	buf_done(&swapped);
	return wrong;
}

static void test_report__lines_swapped(void **state)
{
	uint64_t rng = 11;
	unsigned wrong = 0;

	for (unsigned i = 0; i < n_report_files; i++)
		wrong += swap_file(report_file[i], &rng);
	assert_int_equal(wrong, 0);
}

/* Some lines in a row are gone, the first ones for instance. */
static unsigned delete_lines(const char *path, uint64_t *rng)
{
	static struct verdicts whole, part;
	static struct lines lines;
	struct buf text = { 0 }, rest = { 0 };
	unsigned wrong = 0;

	assert_true(file_text(path, &text));
	verdicts_read(&whole, buf_text(&text), text.n);
	split_lines(&text, &lines);
	for (unsigned i = 0; i < swaps() && wrong < 3; i++) {
		size_t from = i < lines.n ? 0 : rng_below(rng, (uint32_t)lines.n);
		size_t n = i < lines.n ? i : 1 + rng_below(rng, 4), to = from + n;

		buf_clear(&rest);
		for (size_t k = 0; k < lines.n; k++)
			if (k < from || k >= to)
				buf_put(&rest, lines.at[k], lines.length[k]);
		verdicts_read(&part, buf_text(&rest), rest.n);
		if (!supported(&whole, &part, one_line_a_zone(path)))
			wrong += complain(path, "lines gone", from * 10000 + n,
				&part);
		verdicts_done(&part);
	}
	verdicts_done(&whole);
	buf_done(&text);
	buf_done(&rest);
	return wrong;
}

static void test_report__lines_gone(void **state)
{
	uint64_t rng = 12;
	unsigned wrong = 0;

	for (unsigned i = 0; i < n_report_files; i++)
		wrong += delete_lines(report_file[i], &rng);
	assert_int_equal(wrong, 0);
}

/* To add one: a row. */
static const char *const prefixes[] = {
	"> ", ">> > ", "| ", "[12345.678901] ", "[    1.000000] [ T460] ",
	"[    1.000000][   C3] ", "<4>[   12.345678] ",
	"[Di Aug 12 10:00:00 2014] ", "[\u706b  8\u6708 12 10:00:00 2014] ",
	"Jan  3 12:34:56 host kernel: ", "M\u00e4r 13 12:34:56 host kernel: [  1.234567] ",
	"2024-01-31T12:34:56.123456+01:00 host kernel: ",
	"2024-01-31 12:34:56 ", "[  123.456789] host kernel: ", "kernel: ",
	"kern  :warn  : [  123.456789] ", "    ", "\033[33m[   12.345678]\033[0m ",
	"Jan 03 10:00:00 box kernel[0]: ", "2023-01-01T00:00:00.000000000Z stdout F ",
	">", "JD> ", "&gt; ", "12:", "kern.log:", "web_1  | ", "MESSAGE=",
	"<br>", "\ufeff", "10.0.0.1:6666 4,12,123,-;", "I[1:kswapd0:  12] ",
	"01-03 10:00:00.123     0     0 W kernel  : ", "W/kernel(    0): ",
	"[    1.000000] (1)[12:kswapd0]", "[    1.000000] c1 12 ",
	"1700000000.123456 box kernel: ", "{\"log\":\"",
	"x y z [    1.000000] ", "    12\t",
};

static unsigned prefix_file(const char *path, const char *prefix)
{
	static struct verdicts whole, part;
	static struct lines lines;
	struct buf text = { 0 }, with = { 0 };
	bool same;

	assert_true(file_text(path, &text));
	verdicts_read(&whole, buf_text(&text), text.n);
	split_lines(&text, &lines);
	for (size_t i = 0; i < lines.n; i++) {
		buf_puts(&with, prefix);
		buf_put(&with, lines.at[i], lines.length[i]);
	}
	verdicts_read(&part, buf_text(&with), with.n);
	same = whole.n == part.n;
	for (unsigned i = 0; same && i < whole.n; i++)
		same = whole.judged[i].verdict == part.judged[i].verdict &&
			whole.report[i]->order == part.report[i]->order &&
			whole.report[i]->line == part.report[i]->line;
	if (!same)
		complain(path, prefix, 0, &part);
	verdicts_done(&whole);
	verdicts_done(&part);
	buf_done(&text);
	buf_done(&with);
	return !same;
}

static void test_report__any_prefix(void **state)
{
	unsigned wrong = 0;

	for (unsigned i = 0; i < n_report_files; i++)
		for (size_t k = 0; k < sizeof(prefixes) / sizeof(*prefixes); k++) {
			/* Callers of their own would be put together; what has
			 * its own quotes or line ends is in no other's. */
			if ((strstr(report_file[i], "callers") && *prefixes[k] == '[') ||
				(strstr(report_file[i], "log-") && *prefixes[k] == '{') ||
				strstr(report_file[i], "-qp"))
				continue;
			wrong += prefix_file(report_file[i], prefixes[k]);
		}
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_report__cut_anywhere),
		cmocka_unit_test(test_report__lines_swapped),
		cmocka_unit_test(test_report__lines_gone),
		cmocka_unit_test(test_report__any_prefix),
	};

	find_report_files();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
