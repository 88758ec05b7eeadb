/* SPDX-License-Identifier: GPL-3.0-or-later
 * UTF-8, column width, ASCII spellings and near-miss search.
 */
#include "base/text.h"
#include "base/buf.h"

#include <string.h>
#include <utf8proc.h>

enum {
	REPLACEMENT = 0xfffd,
	COMBINING = 0x300,	/* below it every character takes one column */
	MARKS_MAX = 2,		/* combining marks kept for a base */
	DISTANCE_MAX = 9,
	WORD_MAX = 64,		/* longer words are told apart by == alone */
};

uint32_t text_decode(const char *s, size_t n, size_t *used)
{
	utf8proc_int32_t ch;
	utf8proc_ssize_t length;

	*used = n ? 1 : 0;
	if (!n)
		return 0;
	if ((unsigned char)*s < 0x80)
		return (unsigned char)*s;
	length = utf8proc_iterate((const utf8proc_uint8_t *)s,
		n > 4 ? 4 : (utf8proc_ssize_t)n, &ch);
	if (length < 1)
		return REPLACEMENT;
	*used = (size_t)length;
	return (uint32_t)ch;
}

size_t text_encode(uint32_t ch, char out[4])
{
	if (ch > 0x10ffff || !utf8proc_codepoint_valid((utf8proc_int32_t)ch))
		ch = REPLACEMENT;
	return (size_t)utf8proc_encode_char(
		(utf8proc_int32_t)ch, (utf8proc_uint8_t *)out);
}

static bool is_control(uint32_t ch)
{
	return ch < 0x20 || (ch >= 0x7f && ch < 0xa0);
}

bool text_valid(const char *s, size_t n)
{
	uint32_t ch;
	size_t used;

	for (size_t i = 0; i < n; i += used) {
		ch = text_decode(s + i, n - i, &used);
		if (ch == REPLACEMENT && used == 1)
			return false;
		if (is_control(ch) && ch != '\n' && ch != '\t')
			return false;
	}
	return true;
}

int text_char_width(uint32_t ch)
{
	if (ch < COMBINING || ch > 0x10ffff)
		return 1;
	return utf8proc_charwidth((utf8proc_int32_t)ch);
}

int text_width(const char *s)
{
	size_t n = strlen(s), used;
	int width = 0;

	for (size_t i = 0; i < n; i += used)
		width += text_char_width(text_decode(s + i, n - i, &used));
	return width;
}

size_t text_clip(const char *s, int columns, int *width)
{
	size_t n = strlen(s), at = 0, used;
	int w;

	for (*width = 0; at < n; at += used, *width += w) {
		w = text_char_width(text_decode(s + at, n - at, &used));
		if (*width + w > columns)
			break;
	}
	return at;
}

struct range {
	uint32_t first, last;
};

bool text_unwanted(uint32_t ch)
{
	static const struct range ranges[] = {
		{0xad, 0xad},		/* soft hyphen */
		{0x34f, 0x34f},		/* combining grapheme joiner */
		{0x61c, 0x61c},		/* Arabic letter mark */
		{0x180b, 0x180f},	/* Mongolian selectors */
		{0x200b, 0x200f},	/* zero width, direction marks */
		{0x2028, 0x202e},	/* separators, embeddings, overrides */
		{0x2060, 0x206f},	/* joiner, isolates, deprecated ones */
		{0xfe00, 0xfe0f},	/* variation selectors */
		{0xfeff, 0xfeff},	/* byte order mark */
		{0xfff9, 0xfffb},	/* interlinear annotation */
		{0xe0000, 0xe0fff},	/* tags, more variation selectors */
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (ch >= ranges[i].first && ch <= ranges[i].last)
			return true;
	return false;
}

void text_clean(struct buf *out, const char *s, size_t n)
{
	int marks = -1; /* combining marks since the base; -1: no base yet */
	size_t used;
	char bytes[4];

	for (size_t i = 0; i < n; i += used) {
		uint32_t ch = text_decode(s + i, n - i, &used);

		if (ch == '\t' || ch == '\n')
			ch = ' ';
		if (is_control(ch) || text_unwanted(ch))
			continue;
		if (text_char_width(ch) == 0) {
			if (marks < 0) {
				buf_putc(out, ' ');
				marks = 0;
			}
			if (marks++ >= MARKS_MAX)
				continue;
		} else {
			marks = 0;
		}
		buf_put(out, bytes, text_encode(ch, bytes));
	}
}

struct spelling {
	uint32_t ch;
	const char *ascii;
};

/* To add one: a row here, in any order. Box drawing that is neither a plain
 * horizontal nor vertical, and blocks that fill half a cell or more, have their
 * spelling in text_ascii. */
/* clang-format off */
static const struct spelling spellings[] = {
	/* box drawing: lines; corners and crossings are "+" */
	{0x2500, "-"}, {0x2501, "-"}, {0x2502, "|"}, {0x2503, "|"},
	{0x2504, "-"}, {0x2505, "-"}, {0x2506, "|"}, {0x2507, "|"},
	{0x2508, "-"}, {0x2509, "-"}, {0x250a, "|"}, {0x250b, "|"},
	{0x254c, "-"}, {0x254d, "-"}, {0x254e, "|"}, {0x254f, "|"},
	{0x2550, "="}, {0x2551, "|"}, {0x2571, "/"}, {0x2572, "\\"},
	{0x2573, "x"}, {0x2574, "-"}, {0x2575, "|"}, {0x2576, "-"},
	{0x2577, "|"}, {0x2578, "-"}, {0x2579, "|"}, {0x257a, "-"},
	{0x257b, "|"}, {0x257c, "-"}, {0x257d, "|"}, {0x257e, "-"},
	{0x257f, "|"},
	/* blocks: heights from below, thin bars, shades; the rest is "#" */
	{0x2581, "_"}, {0x2582, "."}, {0x2583, "-"}, {0x2584, "="},
	{0x2585, "+"}, {0x2586, "*"}, {0x2587, "%"}, {0x258d, "|"},
	{0x258e, "|"}, {0x258f, "|"}, {0x2591, "."}, {0x2592, ":"},
	{0x2593, "%"}, {0x2594, "-"}, {0x2595, "|"},
	/* shapes */
	{0x25a0, "#"}, {0x25a1, "."}, {0x25aa, "*"}, {0x25ab, "."},
	{0x25b2, "^"}, {0x25b4, "^"}, {0x25b6, ">"}, {0x25b8, ">"},
	{0x25ba, ">"}, {0x25bc, "v"}, {0x25be, "v"}, {0x25c0, "<"},
	{0x25c2, "<"}, {0x25c4, "<"}, {0x25c6, "*"}, {0x25c7, "o"},
	{0x25cb, "o"}, {0x25cf, "*"}, {0x2605, "*"}, {0x2606, "*"},
	{0x2713, "v"}, {0x2714, "v"}, {0x2717, "x"}, {0x2718, "x"},
	/* arrows */
	{0x2190, "<-"}, {0x2191, "^"}, {0x2192, "->"}, {0x2193, "v"},
	{0x2194, "<->"}, {0x2195, "^v"}, {0x21b5, "<-'"}, {0x21d0, "<="},
	{0x21d2, "=>"}, {0x21d4, "<=>"}, {0x21e5, "->|"}, {0x21e7, "^"},
	/* mathematics */
	{0xb1, "+-"}, {0xb2, "^2"}, {0xb3, "^3"}, {0xb5, "u"}, {0xb7, "."},
	{0xb9, "^1"}, {0xbc, "1/4"}, {0xbd, "1/2"}, {0xbe, "3/4"},
	{0xd7, "x"}, {0xf7, "/"}, {0x394, "delta"}, {0x3bc, "u"},
	{0x2032, "'"}, {0x2033, "\""}, {0x2070, "^0"}, {0x2074, "^4"},
	{0x2075, "^5"}, {0x2076, "^6"}, {0x2077, "^7"}, {0x2078, "^8"},
	{0x2079, "^9"}, {0x207b, "^-"}, {0x2080, "0"}, {0x2081, "1"},
	{0x2082, "2"}, {0x2208, " in "}, {0x2211, "sum"}, {0x2212, "-"},
	{0x2215, "/"}, {0x2217, "*"}, {0x221a, "sqrt"}, {0x221e, "inf"},
	{0x2227, "&&"}, {0x2228, "||"}, {0x2248, "~="}, {0x2260, "!="},
	{0x2261, "=="}, {0x2264, "<="}, {0x2265, ">="}, {0x226a, "<<"},
	{0x226b, ">>"}, {0x22c5, "."}, {0x22ef, "~"}, {0x2308, "ceil("},
	{0x2309, ")"}, {0x230a, "floor("}, {0x230b, ")"}, {0x27e8, "<"},
	{0x27e9, ">"}, {0xac, "!"},
	/* punctuation */
	{0xa0, " "}, {0xa7, "S"}, {0xa9, "(c)"}, {0xab, "<<"}, {0xb0, "deg"},
	{0xb6, "P"}, {0xbb, ">>"}, {0x2002, " "}, {0x2003, " "},
	{0x2007, " "}, {0x2009, " "}, {0x200a, " "}, {0x2010, "-"},
	{0x2011, "-"}, {0x2012, "-"}, {0x2013, "-"}, {0x2014, "-"},
	{0x2015, "-"}, {0x2018, "'"}, {0x2019, "'"}, {0x201a, ","},
	{0x201c, "\""}, {0x201d, "\""}, {0x201e, "\""}, {0x2020, "+"},
	{0x2022, "*"}, {0x2026, "~"}, {0x202f, " "}, {0x2030, "per mille"},
	{0x2039, "<"}, {0x203a, ">"}, {0x23ce, "<-'"},
};
/* clang-format on */

const char *text_ascii(uint32_t ch)
{
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++)
		if (spellings[i].ch == ch)
			return spellings[i].ascii;
	if (ch >= 0x2500 && ch <= 0x257f)
		return "+";
	if (ch >= 0x2580 && ch <= 0x259f)
		return "#";
	if (text_unwanted(ch) || text_char_width(ch) == 0)
		return "";
	return "?";
}

void text_put_ascii(struct buf *out, const char *s, size_t n)
{
	size_t used;

	for (size_t i = 0; i < n; i += used) {
		uint32_t ch = text_decode(s + i, n - i, &used);

		if (ch < 128)
			buf_putc(out, (char)ch);
		else
			buf_puts(out, text_ascii(ch));
	}
}

static int min(int a, int b)
{
	return a < b ? a : b;
}

/* Fills row i of the table of distances; `before` and `last` are rows i - 2 and
 * i - 1. */
static void distance_row(const char *a, const char *b, size_t i, size_t nb,
	const int *before, const int *last, int *row)
{
	row[0] = (int)i;
	for (size_t j = 1; j <= nb; j++) {
		row[j] = min(last[j], row[j - 1]) + 1;
		row[j] = min(row[j], last[j - 1] + (a[i - 1] != b[j - 1]));
		if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
				a[i - 2] == b[j - 1])
			row[j] = min(row[j], before[j - 2] + 1);
	}
}

const char *text_plural(int64_t n)
{
	return n == 1 ? "" : "s";
}

/* Nouns and verbs of scenes' texts. To add one: a row. */
static const char *const plural_nouns[][2] = {
	{"pages", "page"}, {"times", "time"}, {"CPUs", "CPU"},
	{"frames", "frame"}, {"locks", "lock"}, {"slots", "slot"},
	{"faults", "fault"}, {"blocks", "block"}, {"objects", "object"},
	{"updates", "update"}, {"iterations", "iteration"}, {"loops", "loop"},
	{"calls", "call"}, {"VMAs", "VMA"}, {"entries", "entry"},
	{"processes", "process"}, {"messages", "message"},
	{"wake-ups", "wake-up"}, {"steps", "step"},
};
static const char *const plural_verbs[][2] = {
	{"are", "is"}, {"were", "was"}, {"have", "has"}, {"lie", "lies"},
	{"wait", "waits"}, {"run", "runs"},
};

/* Behind a space the word, whose singular is appended; NULL: another word. */
static const char *singular(struct buf *out, const char *s,
	const char *const (*words)[2], size_t n)
{
	size_t length = strcspn(s + 1, " \n.,;:!?)");

	for (size_t i = 0; i < n && *s == ' '; i++) {
		if (strlen(words[i][0]) != length ||
			strncmp(s + 1, words[i][0], length))
			continue;
		buf_printf(out, " %s", words[i][1]);
		return s + 1 + length;
	}
	return NULL;
}

void text_put_singular(struct buf *out, const char *s)
{
	const char *rest = NULL, *verb;

	if (*s == ' ' && strncmp(s, " times the ", 11))	/* that multiplies */
		rest = singular(out, s, plural_nouns,
			sizeof(plural_nouns) / sizeof(*plural_nouns));
	if (!rest) {
		buf_puts(out, s);
		return;
	}
	verb = *rest ? singular(out, rest, plural_verbs,
		sizeof(plural_verbs) / sizeof(*plural_verbs)) : NULL;
	buf_puts(out, verb ? verb : rest);
}

int text_distance(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b);
	int rows[3][WORD_MAX + 1];

	if (!strcmp(a, b))
		return 0;
	if (na > WORD_MAX || nb > WORD_MAX)
		return DISTANCE_MAX;
	for (size_t j = 0; j <= nb; j++)
		rows[0][j] = (int)j;
	for (size_t i = 1; i <= na; i++)
		distance_row(a, b, i, nb, rows[(i + 1) % 3],
			rows[(i + 2) % 3], rows[i % 3]);
	return min(rows[na % 3][nb], DISTANCE_MAX);
}

const char *text_nearest(const char *word, const char *const *names, size_t n)
{
	size_t length = strlen(word), longer;
	int limit = min(1 + (int)min((int)length, WORD_MAX) / 4,
		DISTANCE_MAX - 1);
	const char *nearest = NULL;

	for (size_t i = 0; i < n; i++) {
		int d = text_distance(word, names[i]);

		longer = strlen(names[i]);
		if (longer < length)
			longer = length;
		/* As far as the longer one is long: nothing in common. */
		if (d > limit || (size_t)d >= longer)
			continue;
		nearest = names[i];
		limit = d - 1;
	}
	return nearest;
}
