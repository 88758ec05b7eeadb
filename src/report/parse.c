/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pieces of a report, from text to numbers: words and headers.
 */
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "report/parse.h"

enum { DIGITS_MAX = 16 };	/* those of all zones can still be added up */

bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

bool scan_number(const char **s, s64 *value)
{
	const char *from = *s;
	s64 v = 0;

	while (digit(**s)) {
		if (*s - from < DIGITS_MAX)
			v = v * 10 + (**s - '0');
		(*s)++;
	}
	if (*s == from || *s - from > DIGITS_MAX)
		return false;
	*value = v;
	return true;
}

bool number_after(const char *text, const char *key, s64 *value)
{
	const char *s = strstr(text, key);

	if (!s)
		return false;
	s += strlen(key);
	s += strspn(s, " =\n");
	return scan_number(&s, value);
}

u64 scan_nodes(const char *s)
{
	u64 nodes = 0;

	while (digit(*s)) {
		s64 first, last;

		if (!scan_number(&s, &first))
			return 0;
		last = first;
		if (*s == '-') {
			s++;
			if (!scan_number(&s, &last))
				return 0;
		}
		if (last >= REPORT_NODES || first > last)
			return 0;
		for (s64 i = first; i <= last; i++)
			nodes |= (u64)1 << i;
		if (*s != ',' || !digit(s[1]))
			break;
		s++;
	}
	return nodes;
}

void keep_word(char *out, size_t size, const char *s, size_t n)
{
	struct buf clean = { 0 };
	size_t keep = n < 4 * size ? n : 4 * size;
	const char *text;

	text_clean(&clean, s, keep);
	text = buf_text(&clean);
	keep = clean.n;
	if (keep >= size) {		/* not within a character */
		keep = size - 1;
		while (keep && ((unsigned char)text[keep] & 0xc0) == 0x80)
			keep--;
	}
	memcpy(out, text, keep);
	out[keep] = 0;
	buf_done(&clean);
}

/* "0x24000c2", "0x140dca(GFP_HIGHUSER_MOVABLE|…)" */
static void parse_mask(struct report *r, const char *s)
{
	static const char hex[] = "0123456789abcdef";
	size_t n = strspn(s + 2, hex);
	const char *end = s + 2 + n, *names = end + 1;
	s64 mask = 0;

	if (!starts(s, "0x") || !n || n > 12 || !strchr("(), \n", *end))
		return;
	if (*end == ' ' && strchr("0123456789abcdef(", end[1]) && end[1])
		return;			/* in two pieces: which number? */
	for (size_t i = 0; i < n; i++)
		mask = mask * 16 + (strchr(hex, s[2 + i]) - hex);
	if (*end != '(') {
		r->gfp_mask = mask;
		return;
	}
	r->hints |= HINT_SINCE_4_4;
	end = strchr(names, ')');
	if (!end)
		return;			/* cut: half the flags are none */
	r->gfp_mask = mask;
	keep_word(r->gfp_names, REPORT_NAMES, names, (size_t)(end - names));
	if (!strcmp(r->gfp_names, "0x0"))
		r->gfp_names[0] = 0;
}

/* "order:4,", "order=-1," */
static void parse_order(struct report *r, const char *s)
{
	s64 order;

	if (starts(s, "-1") && strchr(", \n", s[2])) {
		r->by_person = r->kind == REPORT_OOM;	/* SysRq-f */
		return;
	}
	if (scan_number(&s, &order) && order < 64 && strchr(", \n", *s))
		r->order = order;
}

static void parse_vmalloc(struct report *r, const char *s)
{
	s64 bytes;

	if (number_after(s, " bytes of ", &bytes))
		return;
	if ((number_after(s, "allocation failure: ", &bytes) &&
		strstr(s, " bytes")) || number_after(s, " of ", &bytes) ||
		number_after(s, "size ", &bytes))
		r->vmalloc_bytes = bytes;
	r->beyond_ram |= strstr(s, "exceeds total pages") != NULL;
}

const char *last_of(const char *text, const char *words)
{
	const char *found = NULL;

	for (const char *s = text; (s = strstr(s, words)); s++)
		found = s;
	return found;
}

/* Who asked: what stands before the words of the header. */
static void parse_task(struct report *r, const char *text, const char *words)
{
	size_t n = (size_t)(words - text);

	while (n && strchr(": ", text[n - 1]))
		n--;
	if (n && !r->task[0])
		keep_word(r->task, REPORT_WORDS, text, n);
}

void parse_sets(struct report *r, const char *text)
{
	const char *s = strstr(text, "nodemask=");

	if (s)
		r->nodes = scan_nodes(s + 9);
	s = strstr(text, "mems_allowed=");
	if (s)
		r->mems = scan_nodes(s + 13);
}

/* The longest key first: "order" is also in "page order". */
static const char *behind(const char *text, const char *a, const char *b)
{
	const char *s = strstr(text, a);

	if (s)
		return s + strlen(a);
	s = strstr(text, b);
	return s ? s + strlen(b) : NULL;
}

/* Order and flags, which stand behind the words. */
static void parse_request(struct report *r, const char *text)
{
	const char *s = starts(text, "vmalloc") ? NULL
		: behind(text, " order:", " order=");

	if (s)
		parse_order(r, s);
	s = behind(text, "mode:", "gfp_mask=");
	if (!s)
		s = behind(text, "gfp=", "gfp =");
	if (s)
		parse_mask(r, s);
}

void parse_header(struct report *r, const char *text)
{
	const char *vmalloc = last_of(text, "vmalloc"), *s, *fields = text;

	if (!strstr(text, "allocation failure") && !strstr(text, "vmalloc error"))
		vmalloc = NULL;
	if (vmalloc) {
		parse_vmalloc(r, vmalloc);
		parse_task(r, text, vmalloc);
		fields = vmalloc;
	}
	s = last_of(text, "page allocation ");
	if (s) {
		parse_task(r, text, s);
		fields = s;
	}
	if (s && starts(s, "page allocation failure."))
		r->hints |= HINT_BEFORE_4_4;
	if (s && number_after(s, "page allocation stalls for ", &r->stall_ms))
		r->hints |= HINT_SINCE_4_4;
	s = last_of(text, " invoked oom-killer");
	if (s) {
		parse_task(r, text, s);
		fields = s;
	}
	if (strstr(fields, "oomkilladj=") || strstr(fields, "oom_adj="))
		r->hints |= HINT_BEFORE_4_4;
	parse_request(r, fields);
	parse_sets(r, fields);
}

/* The first word that looks like 3.13.0-29 behind "ainted". */
void parse_version(struct report *r, const char *text)
{
	const char *s = strstr(text, "ainted");

	s = s ? s + 6 : strstr(text, "Linux version ");
	while (s && *s) {
		const char *at = s, *from;
		s64 major, minor;

		from = at = s + strspn(s, " \n:");
		if (scan_number(&at, &major) && *at == '.' && at++ &&
			scan_number(&at, &minor) && major < 100 && *at) {
			keep_word(r->version, REPORT_WORDS, from,
				strcspn(from, " \n"));
			r->major = major;
			r->minor = minor;
			return;
		}
		s = strpbrk(from, " \n");
	}
}

void parse_memcg(struct report *r, const char *text)
{
	s64 usage, limit;

	if (starts(text, "Task in ")) {
		r->memcg |= strstr(text, "as a result of limit of") != NULL;
		return;
	}
	if (!number_after(text, "usage ", &usage) ||
		!number_after(text, "limit ", &limit))
		return;
	r->memcg = true;
	if (starts(text, "memory:")) {
		r->memcg_usage_kb = usage;
		r->memcg_limit_kb = limit;
	}
}
