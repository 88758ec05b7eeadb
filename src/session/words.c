/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words that a session adds to completion: cues, marks, acts, panes.
 */
#include "base/err.h"
#include "session/inner.h"

enum { WORDS_MAX = 512 };

static void add(struct session *s, unsigned *n, const char *word)
{
	if (*n < WORDS_MAX)
		s->words[(*n)++] = word;
}

static void add_places(struct session *s, unsigned *n)
{
	const struct scene *scene = s->scene;

	add(s, n, "start");
	add(s, n, "end");
	for (unsigned i = 0; i < scene->n_acts; i++) {
		add(s, n, scene->acts[i].name);
		for (unsigned c = 0; c < scene->acts[i].n_cues; c++)
			add(s, n, scene->acts[i].cues[c].name);
	}
}

static void add_marks(struct session *s, unsigned *n)
{
	for (unsigned i = 0; i < s->n_marks; i++)
		add(s, n, s->marks[i].name);
}

static void add_variants(struct session *s, unsigned *n)
{
	for (unsigned i = 0; i < s->n_variants; i++)
		add(s, n, s->scene->variant[i].name);
}

static void add_branches(struct session *s, unsigned *n)
{
	for (unsigned i = 0; i < s->n_branches; i++)
		add(s, n, s->branches[i].name);
}

/* To add a command with words of the session's: a case here. */
const char *const *session_words(struct session *s, const char *line)
{
	unsigned n = 0;

	s->words = mem_resize(s->words, (WORDS_MAX + 1) * sizeof(*s->words));
	switch (command_of_line(line)) {
	case CMD_GOTO:
		add_places(s, &n);
		add_marks(s, &n);
		break;
	case CMD_JUMP:
		add_marks(s, &n);
		break;
	case CMD_ACT:
		for (unsigned i = 0; i < s->scene->n_acts; i++)
			add(s, &n, s->scene->acts[i].name);
		break;
	case CMD_METRICS:
	case CMD_DIFFERENCE:
		add_variants(s, &n);
		add_branches(s, &n);
		break;
	case CMD_BRANCH:
		add_branches(s, &n);
		break;
	case CMD_INFO:
		for (unsigned i = 0; info_table(i); i++)
			add(s, &n, info_table(i));
		break;
	case CMD_LIST:
		for (unsigned i = 0; i < PROC_N; i++)
			add(s, &n, procedure_at(i)->name);
		break;
	case CMD_EXPLAIN:
	case CMD_HELP:
		for (unsigned i = 0; i < s->glossary.n; i++)
			add(s, &n, s->glossary.card[i].term);
		break;
	case CMD_SHOW:
	case CMD_HIDE:
		for (unsigned i = 0; i < PANE_N; i++)
			add(s, &n, pane_words[i]);
		break;
	case CMD_VARIANT:
		add_variants(s, &n);
		break;
	default:
		break;
	}
	s->words[n] = NULL;
	return s->words;
}
