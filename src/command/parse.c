/* SPDX-License-Identifier: GPL-3.0-or-later
 * From a line to a typed command.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/parse.h"

void command_init(struct command *c, enum command_id id)
{
	memset(c, 0, sizeof(*c));
	c->id = id;
	c->count = 1;
	c->cpu = c->task = -1;
	c->procedure = NONE;
	c->operation = OPERATION_N;
	c->name = (struct name_use){ NONE, 0, NONE };
}

void command_done(struct command *c)
{
	expr_free(c->expr);
	expr_free(c->condition);
	c->expr = c->condition = NULL;
}

/* ---- errors -------------------------------------------------------------- */

/* Column of a place in the line, from 1, in characters. */
static unsigned column_of(const struct reader *r, const char *at)
{
	unsigned column = 1;
	size_t used;

	for (const char *s = r->line; s < at; s += used, column++)
		text_decode(s, (size_t)(at - s), &used);
	return column;
}

static void place(struct reader *r, const char *at)
{
	err_at(r->e, NULL, 0, column_of(r, at));
	err_source(r->e, r->line, strlen(r->line));
}

static void hint_usage(struct reader *r)
{
	struct buf usage = {0};

	if (r->id == CMD_N)
		return;
	command_usage(r->id, &usage);
	err_hint(r->e, "usage: %s", buf_text(&usage));
	buf_done(&usage);
}

bool reader_fail(struct reader *r, const char *at, enum err_code code,
	const char *text)
{
	err_set(r->e, code, "%s", text);
	place(r, at);
	if (code == ERR_USAGE)
		hint_usage(r);
	return false;
}

bool reader_relocate(struct reader *r, const char *from)
{
	unsigned column = r->e->column;

	place(r, from);
	if (column)
		r->e->column += column - 1;
	err_source(r->e, r->line, strlen(r->line));
	if (!r->e->hint[0])
		hint_usage(r);
	return false;
}

/* A word as messages quote it: no more than 40 bytes, whole characters. */
static const char *quoted(struct word w, char out[48])
{
	size_t at = 0, used;

	while (at < w.n) {
		text_decode(w.s + at, w.n - at, &used);
		if (at + used > 40)
			break;
		at += used;
	}
	snprintf(out, 48, "%.*s%s", (int)at, w.s, at < w.n ? "..." : "");
	return out;
}

static bool missing(struct reader *r, const char *what)
{
	const char *end = r->line + strlen(r->line);
	char text[128];

	while (end > r->line && is_blank(end[-1]))
		end--;
	snprintf(text, sizeof(text), "\"%s\" needs %s", commands[r->id].name,
		what);
	return reader_fail(r, end, ERR_USAGE, text);
}

bool reader_refuse(struct reader *r, struct word w, enum err_code code,
	const char *before, const char *after)
{
	char shown[48], text[512];

	snprintf(text, sizeof(text), "%s\"%s\"%s", before, quoted(w, shown),
		after);
	return reader_fail(r, w.s, code, text);
}

/* ---- words and numbers --------------------------------------------------- */

bool reader_rest(struct reader *r, const char *what, struct word *out)
{
	out->s = skip_blanks(r->at);
	out->n = strlen(out->s);
	while (out->n && is_blank(out->s[out->n - 1]))
		out->n--;
	r->at = out->s + out->n;
	return out->n || missing(r, what);
}

static bool at_end(const struct reader *r)
{
	return !*skip_blanks(r->at);
}

static bool next_word(struct reader *r, const char *what, struct word *w)
{
	*w = word_next(&r->at);
	return w->n || missing(r, what);
}

/* Digits with an optional minus, held at the ends of 64 bits. */
static bool whole_number(struct word w, s64 *value)
{
	bool minus = *w.s == '-';
	size_t i = minus;
	s64 n = 0;

	if (i == w.n)
		return false;
	for (; i < w.n; i++) {
		int digit = w.s[i] - '0';

		if (digit < 0 || digit > 9)
			return false;
		n = n > (INT64_MAX - digit) / 10 ? INT64_MAX : n * 10 + digit;
	}
	*value = minus ? -n : n;
	return true;
}

static bool read_number(struct reader *r, const char *what, s64 min, s64 max,
	s64 *value)
{
	struct word w;
	char text[96], shown[48];

	if (!next_word(r, what, &w))
		return false;
	snprintf(text, sizeof(text), "%s is a whole number, not ", what);
	if (!whole_number(w, value))
		return reader_refuse(r, w, ERR_USAGE, text, "");
	if (*value >= min && *value <= max)
		return true;
	snprintf(text, sizeof(text), "%s lies in %lld to %lld, not %s", what,
		(long long)min, (long long)max, quoted(w, shown));
	return reader_fail(r, w.s, ERR_RANGE, text);
}

static bool copy_text(struct reader *r, struct word w, struct command *c)
{
	if (w.n >= sizeof(c->text))
		return reader_fail(r, w.s, ERR_USAGE,
			"that is too long: at most 1023 bytes");
	memcpy(c->text, w.s, w.n);
	c->text[w.n] = '\0';
	return true;
}

/* ---- one function for each kind of argument ------------------------------ */

static bool read_none(struct reader *r, struct command *c)
{
	return true;
}

static bool read_count(struct reader *r, struct command *c)
{
	c->given = !at_end(r);
	return !c->given || read_number(r, "N", 1, COUNT_MAX, &c->count);
}


static bool read_cpu(struct reader *r, struct command *c)
{
	return read_number(r, "CPU", 0, NUMBER_MAX, &c->cpu);
}

static bool read_cpu_opt(struct reader *r, struct command *c)
{
	c->given = !at_end(r);
	return !c->given || read_cpu(r, c);
}

static bool read_cpu_all(struct reader *r, struct command *c)
{
	const char *after = r->at;

	if (!word_is(word_next(&after), "all"))
		return read_cpu(r, c);
	r->at = after;
	return true;
}

static bool read_cpu_task(struct reader *r, struct command *c)
{
	if (!read_cpu(r, c))
		return false;
	c->given = !at_end(r);
	return !c->given || read_number(r, "TASK", 0, NUMBER_MAX, &c->task);
}

static bool read_cpu_pages(struct reader *r, struct command *c)
{
	return read_cpu(r, c) && read_pages(r, c);
}

bool reader_value(struct reader *r, struct word w, enum kind k,
	const char *what, s64 *value)
{
	const char *names[16], *near;
	struct buf text = {0};
	char *word = mem_strndup(w.s, w.n);
	bool found = kind_value_find(k, word, value);
	size_t n = 0;

	if (!found) {
		buf_printf(&text, "%s is ", what);
		for (; n < 16 && (names[n] = kind_value_name(k, (s64)n)); n++)
			buf_printf(&text, "%s%s", !n ? "" :
				kind_value_name(k, (s64)n + 1) ? ", " : " or ",
				names[n]);
		buf_puts(&text, ", not ");
		reader_refuse(r, w, ERR_USAGE, buf_text(&text), "");
		near = text_nearest(word, names, n);
		if (near)
			err_hint(r->e, "did you mean \"%s\"?", near);
	}
	buf_done(&text);
	free(word);
	return found;
}

static bool read_policy(struct reader *r, struct command *c)
{
	struct word w;

	c->cpu = 0;
	return next_word(r, "POLICY", &w) &&
		reader_value(r, w, KIND_POLICY, "POLICY", &c->value);
}

static bool read_process_pages(struct reader *r, struct command *c)
{
	return read_number(r, "PROCESS", 0, NUMBER_MAX, &c->cpu) &&
		read_pages(r, c);
}

static bool read_process_advice(struct reader *r, struct command *c)
{
	struct word w;

	return read_number(r, "PROCESS", 0, NUMBER_MAX, &c->cpu) &&
		next_word(r, "ADVICE", &w) &&
		reader_value(r, w, KIND_ADVICE, "ADVICE", &c->value);
}

/* The order of `free` is where other operations name a CPU. */
static bool read_order(struct reader *r, struct command *c)
{
	c->cpu = 0;
	return read_number(r, "ORDER", 0, BUDDY_ORDERS - 1, &c->value);
}

static bool read_pfn_order(struct reader *r, struct command *c)
{
	return read_number(r, "PFN", 0, UINT32_MAX, &c->value) &&
	       read_number(r, "ORDER", 0, BUDDY_ORDERS - 1, &c->cpu);
}

static bool read_cpu_page(struct reader *r, struct command *c)
{
	return read_cpu(r, c) &&
		read_number(r, "PAGE", 0, NUMBER_MAX, &c->value);
}

static bool read_mode(struct reader *r, struct command *c)
{
	struct word w;

	return next_word(r, "MODE", &w) &&
		reader_value(r, w, KIND_MODE, "MODE", &c->value);
}

static bool read_word_opt(struct reader *r, struct command *c)
{
	struct word w = word_next(&r->at);

	c->given = w.n > 0;
	return copy_text(r, w, c);
}

static bool read_panes(struct reader *r, struct command *c)
{
	struct word all, w;
	const char *s;
	char *out = c->text;

	if (!reader_rest(r, "PANE", &all) || !copy_text(r, all, c))
		return false;
	for (s = all.s; s < all.s + all.n && (w = word_next(&s)).n;) {
		if (out > c->text)
			*out++ = ' ';
		memcpy(out, w.s, w.n);
		out += w.n;
	}
	*out = '\0';
	return true;
}

static bool read_when(struct reader *r, struct command *c)
{
	struct word w;

	return reader_rest(r, "WHEN", &w) && copy_text(r, w, c);
}

static bool read_text(struct reader *r, struct command *c)
{
	struct word w;

	return reader_rest(r, "TEXT", &w) && copy_text(r, w, c);
}

static bool read_text_opt(struct reader *r, struct command *c)
{
	c->given = !at_end(r);
	return !c->given || read_text(r, c);
}

static bool read_file(struct reader *r, struct command *c)
{
	struct word w;

	return reader_rest(r, "FILE", &w) && copy_text(r, w, c);
}

/* A breakpoint's number, or $. */
static bool read_stop_number(struct reader *r, struct command *c)
{
	const char *after = r->at;

	if (!word_is(word_next(&after), "$"))
		return read_number(r, "N", 1, NUMBER_MAX, &c->count);
	r->at = after;
	c->count = STOP_NEWEST;
	return true;
}

static bool read_number_opt(struct reader *r, struct command *c)
{
	c->given = !at_end(r);
	if (!c->given)
		return true;
	return commands[r->id].class == CLASS_STOP ? read_stop_number(r, c)
		: read_number(r, "N", 1, NUMBER_MAX, &c->count);
}

static bool read_condition(struct reader *r, struct command *c)
{
	if (!read_stop_number(r, c))
		return false;
	c->given = !at_end(r);
	return !c->given || read_if(r, c);
}

static bool read_ignore(struct reader *r, struct command *c)
{
	return read_stop_number(r, c) &&
		read_number(r, "COUNT", 0, COUNT_MAX, &c->value);
}

static bool read_numbers(struct reader *r, struct command *c)
{
	const unsigned most = sizeof(c->numbers) / sizeof(*c->numbers);

	do
		if (!read_number(r, "N", 0, NUMBER_MAX,
			&c->numbers[c->n_numbers++]))
			return false;
	while (!at_end(r) && c->n_numbers < most);
	return true;
}

static bool read_command(struct reader *r, bool operations, struct command *c);

static bool read_operation(struct reader *r, struct command *c)
{
	enum command_id id = c->id;
	bool good;

	if (at_end(r))
		return missing(r, "OPERATION");
	good = read_command(r, true, c);
	c->id = id;
	return good;
}

static bool (*const argument_readers[ARG_N])(
	struct reader *, struct command *) = {
	[ARG_NONE] = read_none,
	[ARG_COUNT] = read_count,
	[ARG_EXPR] = read_expr,
	[ARG_EXPR_OPT] = read_expr_opt,
	[ARG_PLACE] = read_place,
	[ARG_PLACE_OPT] = read_place_opt,
	[ARG_NAME] = read_name,
	[ARG_STOP_PLACE] = read_stop_place,
	[ARG_STOP_NAME] = read_stop_name,
	[ARG_CONDITION] = read_condition,
	[ARG_IGNORE] = read_ignore,
	[ARG_WHO] = read_who,
	[ARG_FILE] = read_file,
	[ARG_SET] = read_set,
	[ARG_NUMBER_OPT] = read_number_opt,
	[ARG_CPU] = read_cpu,
	[ARG_CPU_OPT] = read_cpu_opt,
	[ARG_CPU_ALL] = read_cpu_all,
	[ARG_CPU_TASK] = read_cpu_task,
	[ARG_CPU_PAGES] = read_cpu_pages,
	[ARG_PROCESS_PAGES] = read_process_pages,
	[ARG_PROCESS_ADVICE] = read_process_advice,
	[ARG_ORDER] = read_order,
	[ARG_PFN_ORDER] = read_pfn_order,
	[ARG_CPU_PAGE] = read_cpu_page,
	[ARG_POLICY] = read_policy,
	[ARG_MODE] = read_mode,
	[ARG_OPERATION] = read_operation,
	[ARG_WHEN] = read_when,
	[ARG_WORD_OPT] = read_word_opt,
	[ARG_PANES] = read_panes,
	[ARG_TEXT] = read_text,
	[ARG_TEXT_OPT] = read_text_opt,
	[ARG_SERIES] = read_text_opt,
	[ARG_NUMBERS] = read_numbers,
};

/* ---- the command itself -------------------------------------------------- */

static bool list_operations(struct err *e)
{
	struct buf list = {0};

	operations_put(&list);
	err_hint(e, "operations are %s", buf_text(&list));
	buf_done(&list);
	return false;
}

static bool unknown(struct reader *r, struct word w, bool operations)
{
	const char *near = words_nearest(w, operations);

	reader_refuse(r, w, ERR_USAGE,
		operations ? "unknown operation " : "unknown command ", "");
	if (near)
		return err_hint(r->e, "did you mean \"%s\"?", near);
	if (!operations)
		return err_hint(r->e, "\"help\" lists the commands");
	return list_operations(r->e);
}

static bool ambiguous(struct reader *r, struct word w, const struct matches *m)
{
	struct buf text = {0};

	buf_puts(&text, " is ambiguous: ");
	for (unsigned i = 0; i < m->n; i++)
		buf_printf(&text, "%s%.*s", i ? ", " : "", (int)m->word[i].n,
			m->word[i].s);
	r->id = CMD_N;
	reader_refuse(r, w, ERR_USAGE, "", buf_text(&text));
	buf_done(&text);
	return false;
}

/* The command word or words; r->id is then the row. */
static bool read_id(struct reader *r, bool operations)
{
	struct word w = word_next(&r->at);
	const char *after = r->at;
	struct matches m;
	enum command_id second;

	if (w.n > 1 && w.s[0] == '\'' && w.s[1] != '\'') {
		w.n = 1;	/* 'NAME is typed as the keys are pressed */
		r->at = after = w.s + 1;
	}
	words_match(w, operations, &m);
	if (!m.n)
		return unknown(r, w, operations);
	if (m.n > 1)
		return ambiguous(r, w, &m);
	r->id = m.id[0];
	second = words_second(r->id, word_next(&after));
	if (second != CMD_N) {
		r->id = second;
		r->at = after;
	}
	return true;
}

static bool read_command(struct reader *r, bool operations, struct command *c)
{
	struct word w;

	if (!read_id(r, operations))
		return false;
	c->id = r->id;
	command_operation(c->id, &c->operation);
	if (!argument_readers[commands[c->id].argument](r, c))
		return false;
	w = word_next(&r->at);
	return !w.n || reader_refuse(r, w, ERR_USAGE, "unexpected ", "");
}

/* A line is text without control characters but tabs, and not too long. */
static bool check_line(struct reader *r)
{
	size_t n = strlen(r->line), used;
	char text[64];

	if (n > COMMAND_BYTES)
		return reader_fail(r, r->line + COMMAND_BYTES, ERR_USAGE,
			"a command takes at most 4096 bytes");
	for (const char *s = r->line; *s; s += used) {
		uint32_t ch = text_decode(s, n - (size_t)(s - r->line), &used);

		if (*s != '\n' && text_valid(s, used))
			continue;
		if (ch == 0xfffd)
			return reader_fail(r, s, ERR_USAGE,
				"the command is not valid UTF-8");
		snprintf(text, sizeof(text),
			"control character U+%04X in the command",
			(unsigned)ch);
		return reader_fail(r, s, ERR_USAGE, text);
	}
	return true;
}

/* As much of the line as there is room for, whole characters. */
static void keep_line(struct command *c, const char *line)
{
	const char *s = skip_blanks(line);
	size_t n = strlen(s);

	while (n && is_blank(s[n - 1]))
		n--;
	if (n >= sizeof(c->line))
		for (n = sizeof(c->line) - 1; n && (s[n] & 0xc0) == 0x80;)
			n--;
	memcpy(c->line, s, n);
	c->line[n] = '\0';
}

/* Where `> FILE` begins that ends the line, or NULL; *file is the word. */
static const char *find_redirect(const char *line, struct word *file)
{
	const char *end = line + strlen(line), *s;

	while (end > line && is_blank(end[-1]))
		end--;
	for (s = end; s > line && !is_blank(s[-1]) && s[-1] != '>';)
		s--;
	*file = (struct word){ s, (size_t)(end - s) };
	while (s > line && is_blank(s[-1]))
		s--;
	if (!file->n || s == line || s[-1] != '>')
		return NULL;
	s -= s - 1 > line && s[-2] == '>' ? 2 : 1;
	return s > line && is_blank(s[-1]) ? s : NULL;
}

static bool is_path(struct word w)
{
	return word_begins((struct word){ "/", 1 }, w.s) ||
		word_begins((struct word){ "./", 2 }, w.s) ||
		word_begins((struct word){ "../", 3 }, w.s) ||
		word_begins((struct word){ "~/", 2 }, w.s);
}

/* Whether ` >` or ` >>` stands before s, behind the command's name. */
static bool is_redirected(struct word name, const char *s)
{
	const char *from = name.s + name.n;

	while (s > from && is_blank(s[-1]))
		s--;
	if (s <= from || *--s != '>')
		return false;
	s -= s > from && s[-1] == '>';
	return s > from && is_blank(s[-1]);
}

bool command_file_at(const char *line, size_t point, size_t *from, bool *rest)
{
	char *text = mem_strndup(line, point), *s = text + point;
	const char *arg = text;
	struct word name = word_next(&arg);
	struct matches m;
	bool path, found;

	words_match(name, false, &m);
	*rest = m.n == 1 && *arg &&
		commands[m.id[0]].argument == ARG_FILE;
	if (*rest)
		s = text + (skip_blanks(arg) - text);
	else
		while (s > text && !is_blank(s[-1]) && s[-1] != '>')
			s--;
	found = *rest || (m.n == 1 && is_redirected(name, s) &&
		command_redirects(m.id[0], &path) && (!path ||
		is_path((struct word){ s, strlen(s) })));
	*from = (size_t)(s - text);
	free(text);
	return found;
}

/* The line without `> FILE`, which goes into the command. */
static char *take_redirect(const char *line, struct command *c)
{
	const char *first = line, *from;
	struct word name = word_next(&first), file;
	struct matches m;
	bool path;

	words_match(name, false, &m);
	from = find_redirect(line, &file);
	if (!from || from < first || m.n != 1 ||
		!command_redirects(m.id[0], &path) ||
		(path && !is_path(file)) || file.n >= sizeof(c->file))
		return mem_strdup(line);
	memcpy(c->file, file.s, file.n);
	c->file[file.n] = '\0';
	c->append = from[1] == '>';
	return mem_strndup(line, (size_t)(from - line));
}

bool command_parse(const char *line, const struct scope *s, struct command *c,
	struct err *e)
{
	struct reader r = { line, line, s, CMD_N, e };
	const char *first = skip_blanks(line);
	char *rest;
	bool good;

	command_init(c, CMD_N);
	if (!check_line(&r))
		return false;
	if (!*first || *first == '#')
		return true;
	rest = take_redirect(line, c);
	r.line = r.at = rest;
	good = read_command(&r, false, c);
	if (good) {
		keep_line(c, rest);
	} else {
		command_done(c);
		command_init(c, CMD_N);
	}
	free(rest);
	return good;
}
