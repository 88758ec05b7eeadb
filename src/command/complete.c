/* SPDX-License-Identifier: GPL-3.0-or-later
 * Completion: what may stand at a place of the line.
 */
#include "command/complete.h"

#include <stdlib.h>
#include <string.h>

enum {
	EXPRESSION = OFFER_NAMES | OFFER_LOCALS | OFFER_CALLS,
};

static bool in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c >= '0' && c <= '9') || c == '_' || c == '.' || c == '[' ||
		c == ']';
}

static bool in_value(char c)
{
	return (c >= 'a' && c <= 'z') || c == '_' || c == '-';
}

/* The text before the cursor ends at `end`; where its last run begins. */
static const char *run_back(const char *start, const char *end,
	bool (*in)(char c))
{
	while (end > start && in(end[-1]))
		end--;
	return end;
}

static const char *blanks_back(const char *start, const char *end)
{
	return run_back(start, end, is_blank);
}

/* The kind of a published name, with or without a variant before it. */
static enum kind kind_of_name(const char *s, size_t n)
{
	unsigned index;
	int id = name_find(s, n, &index);
	const char *dot = memchr(s, '.', n);

	if (id < 0 && dot)
		id = name_find(dot + 1, n - (size_t)(dot + 1 - s), &index);
	return id < 0 ? KIND_N : name_at((unsigned)id)->kind;
}

static bool offer_value(struct spot *spot, enum kind k)
{
	if (k == KIND_N || !kind_value_name(k, 0))
		return false;
	spot->offers |= OFFER_VALUES;
	spot->kind = k;
	return true;
}

/* `NAME == ` or `NAME != `: the values of its kind. */
static bool locate_compared(const char *arg, const char *end, struct spot *spot,
	const char *text)
{
	const char *word = run_back(arg, end, in_value);
	const char *op = blanks_back(arg, word), *last;

	if (op - arg < 2 || op[-1] != '=' || (op[-2] != '=' && op[-2] != '!'))
		return false;
	last = blanks_back(arg, op - 2);
	op = run_back(arg, last, in_name);
	if (!offer_value(spot, kind_of_name(op, (size_t)(last - op))))
		return false;
	spot->from = (size_t)(word - text);
	return true;
}

/* In at(cpu, "…" and in(cpu, "…": a place. `quote` opens the string. */
static void locate_string(const char *arg, const char *quote, struct spot *spot,
	const char *text)
{
	const char *open = quote, *call;
	size_t n;

	while (open > arg && *open != '(')
		open--;
	call = run_back(arg, open, in_name);
	n = (size_t)(open - call);
	if (n == 2 && (!memcmp(call, "at", 2) || !memcmp(call, "in", 2)))
		spot->offers |= OFFER_PROCEDURES | OFFER_LINES;
	spot->from = (size_t)(quote + 1 - text);
}

static void locate_expr(const char *text, const char *arg, struct spot *spot)
{
	const char *end = arg + strlen(arg), *quote = NULL;

	for (const char *s = arg; *s; s++)
		if (*s == '"')
			quote = quote ? NULL : s;
	if (quote) {
		locate_string(arg, quote, spot, text);
	} else if (!locate_compared(arg, end, spot, text)) {
		spot->offers |= EXPRESSION;
		spot->from = (size_t)(run_back(arg, end, in_name) - text);
	}
}

static void locate_set(const char *text, const char *arg, struct spot *spot)
{
	size_t n = strcspn(arg, "= \t");
	const char *value = skip_blanks(arg + n);

	if (!arg[n]) {
		spot->offers |= OFFER_SETTABLE;
		return;
	}
	if (*value == '=')
		value = skip_blanks(value + 1);
	if (run_back(value, value + strlen(value), in_value) == value &&
		offer_value(spot, kind_of_name(arg, n)))
		spot->from = (size_t)(value - text);
	else
		locate_expr(text, value, spot);
}

static bool in_place(char c)
{
	return c != '.' && c != '[' && c != ']' && (in_name(c) || c == ':');
}

static void locate_place(const char *text, const char *arg, struct spot *spot)
{
	const char *end = arg + strlen(arg);

	if (run_back(arg, end, in_place) > arg)
		locate_expr(text, arg, spot);
	else if (strchr(arg, ':'))
		spot->offers |= OFFER_LINES;
	else
		spot->offers |= OFFER_PROCEDURES | EXPRESSION;
}

/* Behind `if`, and behind the number of `condition`, stands an expression. */
static void locate_stop(const char *text, const char *arg, struct spot *spot)
{
	enum argument argument = commands[spot->id].argument;
	const char *s = arg, *from = NULL;
	struct word w;

	while ((w = word_next(&s)).n && *s)
		if (word_is(w, "if") || (argument == ARG_CONDITION &&
			w.s == arg))
			from = skip_blanks(s);
	if (from)
		locate_expr(text, from, spot);
	else if (argument == ARG_STOP_PLACE)
		locate_place(text, arg, spot);
	else if (argument == ARG_STOP_NAME)
		locate_expr(text, arg, spot);
}

/* Arguments whose candidates begin where the argument does: by its kind, or by
 * the command if that says more. */
static unsigned offers_of(enum command_id id)
{
	switch (id) {
	case CMD_HELP: return OFFER_TOPICS | OFFER_NAMES | OFFER_WORDS;
	case CMD_LIST: return OFFER_PROCEDURES;
	case CMD_VARIANT: return OFFER_VARIANTS;
	case CMD_POINT:
	case CMD_EXPLAIN: return OFFER_NAMES | OFFER_PROCEDURES | OFFER_LINES |
		OFFER_WORDS;
	default: break;
	}
	switch (commands[id].argument) {
	case ARG_NAME: return OFFER_NAMES;
	case ARG_WHO: return OFFER_NAMES;
	case ARG_CPU_ALL: return OFFER_ALL;
	case ARG_WHEN: return OFFER_ENDS | OFFER_WORDS;
	case ARG_WORD_OPT:
	case ARG_PANES:
	case ARG_TEXT:
	case ARG_TEXT_OPT: return OFFER_WORDS;
	default: return 0;
	}
}

static void locate_argument(const char *text, const char *arg,
	struct spot *spot);

static void locate_operation(const char *text, const char *arg,
	struct spot *spot)
{
	struct word w = word_next(&arg);
	struct matches m;

	if (!*arg) {
		spot->offers |= OFFER_OPERATIONS;
		return;
	}
	words_match(w, true, &m);
	if (m.n != 1)
		return;
	spot->id = m.id[0];
	locate_argument(text, skip_blanks(arg), spot);
}

static void locate_argument(const char *text, const char *arg,
	struct spot *spot)
{
	const char *end = arg + strlen(arg);

	spot->from = (size_t)(arg - text);
	switch (commands[spot->id].argument) {
	case ARG_EXPR:
	case ARG_EXPR_OPT: locate_expr(text, arg, spot); break;
	case ARG_PLACE:
	case ARG_PLACE_OPT: locate_place(text, arg, spot); break;
	case ARG_STOP_PLACE:
	case ARG_STOP_NAME:
	case ARG_CONDITION: locate_stop(text, arg, spot); break;
	case ARG_SET: locate_set(text, arg, spot); break;
	case ARG_OPERATION: locate_operation(text, arg, spot); break;
	case ARG_POLICY: offer_value(spot, KIND_POLICY); break;
	case ARG_MODE: offer_value(spot, KIND_MODE); break;
	case ARG_SERIES:
	case ARG_PANES:
		while (end > arg && !is_blank(end[-1]))
			end--;
		spot->from = (size_t)(end - text);
		spot->offers |= commands[spot->id].argument == ARG_SERIES
			? OFFER_NAMES : OFFER_WORDS;
		break;
	default: spot->offers |= offers_of(spot->id);
	}
}

/* What may stand at the end of `text`, which is the line up to the cursor. */
static void locate(const char *text, struct spot *spot)
{
	const char *s = text, *after;
	struct word w = word_next(&s), second;
	enum command_id two;
	struct matches m;

	spot->from = (size_t)(w.s - text);
	if (!*s) {
		spot->offers = OFFER_COMMANDS;
		return;
	}
	words_match(w, false, &m);
	spot->from = strlen(text);
	if (m.n != 1)
		return;
	spot->id = m.id[0];
	after = s;
	second = word_next(&after);
	if (*after && (two = words_second(spot->id, second)) != CMD_N) {
		spot->id = two;
		s = after;
	}
	if (!*after)
		spot->offers = OFFER_SECOND;
	locate_argument(text, skip_blanks(s), spot);
}

static char *before_cursor(const char *line, size_t point, struct spot *spot)
{
	char *text = mem_strndup(line, point);

	*spot = (struct spot){ .id = CMD_N, .kind = KIND_N };
	locate(text, spot);
	return text;
}

size_t command_complete(const char *line, size_t point, const struct scope *s,
	const char *const *words, struct buf *out)
{
	struct spot spot;
	char *text = before_cursor(line, point, &spot);
	struct candidates c = { .prefix = text + spot.from, .scope = s };
	size_t n;

	c.n = strlen(c.prefix);
	candidates_find(&c, &spot, words);
	n = candidates_put(&c, out);
	buf_done(&c.found);
	free(text);
	return n;
}

size_t command_complete_from(const char *line, size_t point)
{
	struct spot spot;

	free(before_cursor(line, point, &spot));
	return spot.from;
}

enum command_id command_of_line(const char *line)
{
	const char *s = line, *after;
	struct word w = word_next(&s);
	enum command_id id, two;
	struct matches m;

	words_match(w, false, &m);
	if (m.n != 1)
		return CMD_N;
	id = m.id[0];
	after = s;
	two = words_second(id, word_next(&after));
	return two != CMD_N ? two : id;
}
