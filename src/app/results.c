/* SPDX-License-Identifier: GPL-3.0-or-later
 * Result files: a header, then one deed a line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/results.h"

enum { WORDS = 7 };

static bool malformed(const char *file, unsigned line, const char *what,
	struct err *e)
{
	err_set(e, ERR_INVALID, "%s", what);
	err_at(e, file, line, 1);
	return false;
}

/* The line's words, at most WORDS, each shorter than WORD_MAX; 0 if not. */
static unsigned split(const char *line, size_t n, char word[WORDS][WORD_MAX])
{
	unsigned words = 0;
	size_t i = 0;

	while (i < n) {
		size_t length = 0;

		while (i + length < n && line[i + length] > ' ' &&
			line[i + length] < 127)
			length++;
		if (!length || length >= WORD_MAX || words == WORDS)
			return 0;
		memcpy(word[words], line + i, length);
		word[words++][length] = 0;
		i += length;
		if (i < n && line[i++] != ' ')
			return 0;
	}
	return words;
}

static struct result *result_of(struct results *r, char word[WORDS][WORD_MAX],
	unsigned line)
{
	struct result *new;

	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->at[i].scene, word[0]) &&
			!strcmp(r->at[i].act, word[1]) &&
			!strcmp(r->at[i].question, word[2]))
			return &r->at[i];
	r->at = mem_resize(r->at, (r->n + 1) * sizeof(*r->at));
	new = &r->at[r->n++];
	memset(new, 0, sizeof(*new));
	strcpy(new->scene, word[0]);
	strcpy(new->act, word[1]);
	strcpy(new->question, word[2]);
	new->line = line;
	return new;
}

static void add_misconception(struct result *r, const char *name)
{
	for (unsigned i = 0; i < r->n_misconceptions; i++)
		if (!strcmp(r->misconception[i], name))
			return;
	if (r->n_misconceptions < MISCONCEPTIONS_MAX)
		strcpy(r->misconception[r->n_misconceptions++], name);
}

static bool take_answer(struct result *r, char word[WORDS][WORD_MAX],
	unsigned n)
{
	bool right = n >= 6 && !strcmp(word[5], "right");

	if (n < 6 || (!right && strcmp(word[5], "wrong")) || (right && n > 6))
		return false;
	if (r->outcome != OUTCOME_OPEN)
		return true;
	r->answers++;
	r->wrong += !right;
	if (right)
		r->outcome = OUTCOME_RIGHT;
	if (n == 7)
		add_misconception(r, word[6]);
	return true;
}

static bool take_deed(struct results *out, char word[WORDS][WORD_MAX],
	unsigned n, unsigned line)
{
	struct result *r;
	bool open;

	if (n < 4)
		return false;
	r = result_of(out, word, line);
	open = r->outcome == OUTCOME_OPEN;
	if (!strcmp(word[3], "answer"))
		return take_answer(r, word, n);
	if (n > 4)
		return false;
	if (!strcmp(word[3], "hint"))
		r->hint = r->hint || open;
	else if (!strcmp(word[3], "shown"))
		r->outcome = open ? OUTCOME_SHOWN : r->outcome;
	else if (!strcmp(word[3], "gave-up"))
		r->outcome = open ? OUTCOME_GAVE_UP : r->outcome;
	else if (strcmp(word[3], "refuted") != 0)
		return false;		/* that costs nothing */
	return true;
}

static bool take_header(struct results *out, char word[WORDS][WORD_MAX],
	unsigned n)
{
	if (n < 2 || n > 3 || strcmp(word[0], "mmstep-results") ||
		strcmp(word[1], "1"))
		return false;
	if (n == 3)
		strcpy(out->student, word[2]);
	return true;
}

bool results_parse(const char *file, const struct buf *text,
	struct results *out, struct err *e)
{
	const char *p = buf_text(text), *end = p + text->n, *stop;
	char word[WORDS][WORD_MAX];
	unsigned line = 1;

	memset(out, 0, sizeof(*out));
	if (end - p >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))	/* an editor's mark */
		p += 3;
	for (; (stop = memchr(p, '\n', (size_t)(end - p))); p = stop + 1) {
		size_t length = (size_t)(stop - p);
		unsigned n = split(p, length - (length && stop[-1] == '\r'), word);

		if (line == 1 && !take_header(out, word, n))
			return malformed(file, line, "not a result file: its first line is \"mmstep-results 1\"", e);
		if (line > 1 && !take_deed(out, word, n, line)) {
			results_done(out);
			return malformed(file, line, "not a line of a result file", e);
		}
		line++;
	}
	if (line == 1)
		return malformed(file, line, "not a result file: its first line is \"mmstep-results 1\"", e);
	return true;
}

void results_done(struct results *r)
{
	free(r->at);
	memset(r, 0, sizeof(*r));
}

bool result_is_prediction(const struct result *r)
{
	return strchr(r->question, '@');
}

unsigned result_points(const struct result *r)
{
	unsigned lost = r->wrong + r->hint;

	if (r->outcome != OUTCOME_RIGHT)
		return 0;
	return lost < POINTS_MAX ? POINTS_MAX - lost : 1;
}
