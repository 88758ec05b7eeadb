/* SPDX-License-Identifier: GPL-3.0-or-later
 * What holds for every line, whatever its bytes: for tests with random lines and
 * for the fuzzer.
 */
#ifndef TESTS_COMMAND_LINE_H
#define TESTS_COMMAND_LINE_H

#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "command/command.h"

static inline const char *broken_command(const struct command *c)
{
	if (c->id > CMD_N)
		return "a command's id";
	if (strlen(c->text) >= sizeof(c->text) ||
		!text_valid(c->text, strlen(c->text)))
		return "a command's text";
	if (!text_valid(c->line, strlen(c->line)))
		return "a command's line";
	if (c->n_numbers > 9)
		return "numbers";
	if (c->procedure != NONE &&
		(c->procedure >= PROC_N ||
		c->row >= procedure_at(c->procedure)->n_lines))
		return "a place";
	if (c->name.id != NONE && c->name.id >= name_count())
		return "a name";
	return NULL;
}

static inline const char *broken_error(const struct err *e)
{
	struct buf out = {0};
	bool valid;

	err_print(e, &out);
	valid = text_valid(buf_text(&out), out.n);
	buf_done(&out);
	if (!e->code || !*e->text || !e->column)
		return "an error has code, text and column";
	return valid ? NULL : "an error is valid text";
}

static inline const char *broken_completion(const char *line, size_t point,
	const struct scope *s)
{
	static const char *const words[] = { "story", "a mark", NULL };
	size_t from = command_complete_from(line, point), n, file;
	bool rest;
	const char *at, *last = NULL;
	struct buf out = {0};
	const char *why = NULL;

	if (from > point)
		return "a completion begins behind the cursor";
	if (command_file_at(line, point, &file, &rest) && file > point)
		return "a file's name begins behind the cursor";
	n = command_complete(line, point, s, words, &out);
	at = buf_text(&out);
	for (size_t i = 0; i < n && !why; i++, at += strlen(at) + 1) {
		if (strncmp(at, line + from, point - from))
			why = "a candidate has the prefix";
		if (last && strcmp(last, at) >= 0)
			why = "candidates are sorted";
		last = at;
	}
	if (!why && at != buf_text(&out) + out.n)
		why = "candidates are counted";
	buf_done(&out);
	return why;
}

/* The first promise that this line breaks, or NULL. */
static inline const char *broken_line(const char *line, size_t point,
	const struct scope *s)
{
	struct command c;
	struct err e;
	struct buf out = {0};
	const char *why;

	if (command_parse(line, s, &c, &e))
		why = broken_command(&c);
	else if (c.id != CMD_N || c.expr)
		why = "a failed parse leaves an empty command";
	else
		why = broken_error(&e);
	command_done(&c);
	if (!why)
		why = broken_completion(line, point, s);
	command_of_line(line);
	command_help(line, s, &out);
	if (!why && !out.n)
		why = "help says something";
	buf_done(&out);
	return why;
}

#endif
