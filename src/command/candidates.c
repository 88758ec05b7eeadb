/* SPDX-License-Identifier: GPL-3.0-or-later
 * Completion: everything that is called so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command/complete.h"
#include "command/help.h"

static void offer(struct candidates *c, const char *text, size_t n)
{
	if (n < c->n || memcmp(text, c->prefix, c->n))
		return;
	buf_put(&c->found, text, n);
	buf_putc(&c->found, '\0');
	c->count++;
}

static void offer_text(struct candidates *c, const char *text)
{
	offer(c, text, strlen(text));
}

/* ---- commands ------------------------------------------------------------ */

static void offer_commands(struct candidates *c, bool operations,
	bool two_words)
{
	enum operation op;
	struct word w;

	for (unsigned id = 0; id < CMD_N; id++) {
		if (operations && !command_operation((enum command_id)id, &op))
			continue;
		for (unsigned i = 0; (w = row_word(&commands[id], i)).n; i++)
			if (row_word_listed(&commands[id], w) &&
				(two_words || !memchr(w.s, ' ', w.n)))
				offer(c, w.s, w.n);
	}
}

static void offer_second(struct candidates *c, enum command_id id)
{
	size_t n = strlen(commands[id].name);

	for (unsigned i = 0; i < CMD_N; i++)
		if (!strncmp(commands[i].name, commands[id].name, n) &&
			commands[i].name[n] == ' ')
			offer_text(c, commands[i].name + n + 1);
}

/* ---- published names ----------------------------------------------------- */

static const struct machine *machine_in(const struct scope *s, unsigned variant)
{
	return s && s->machine && variant < s->n_variants ?
		s->machine[variant] : NULL;
}

/* "cpu[N].folds": first the beginnings "cpu[0]." …; whole names once an index
 * stands there. */
static void offer_indexed(struct candidates *c, const char *variant,
	const char *pattern, unsigned indices)
{
	size_t before = (size_t)(strchr(pattern, '[') - pattern) + 1;
	const char *after = pattern + before + 1, *stem;
	char text[192];
	unsigned dot = after[1] == '.';

	for (unsigned i = 0; i < indices; i++) {
		snprintf(text, sizeof(text), "%s%.*s%u]", variant, (int)before,
			pattern, i);
		stem = text + strlen(text);
		if (c->n >= (size_t)(stem - text) &&
			!memcmp(c->prefix, text, (size_t)(stem - text)))
			strcat(text, after + 1);
		else
			strncat(text, after + 1, dot);
		offer_text(c, text);
	}
}

static void offer_names_of(struct candidates *c, const char *variant,
	const struct machine *m, bool settable)
{
	char text[192];

	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);

		if (settable && !n->set)
			continue;
		if (n->count) {
			offer_indexed(c, variant, n->pattern,
				m ? name_indices(m, id) : 1);
			continue;
		}
		snprintf(text, sizeof(text), "%s%s", variant, n->pattern);
		offer_text(c, text);
	}
}

/* First the beginnings "patched."; its names once that stands there. */
static void offer_names(struct candidates *c, bool settable)
{
	const struct scope *s = c->scope;
	char prefix[96];

	offer_names_of(c, "", machine_in(s, s ? s->shown : 0), settable);
	for (unsigned v = 0; s && v < s->n_variants; v++) {
		size_t n = (size_t)snprintf(prefix, sizeof(prefix), "%.90s.",
			s->variant[v]);

		if (c->n >= n && !memcmp(c->prefix, prefix, n))
			offer_names_of(c, prefix, machine_in(s, v), settable);
		else
			offer_text(c, prefix);
	}
}

/* What the procedure that the followed CPU is in calls its values. */
static void offer_locals(struct candidates *c)
{
	const struct scope *s = c->scope;
	const struct machine *m = machine_in(s, s ? s->shown : 0);
	const struct procedure *p;
	const struct frame *f;
	char text[96];

	if (!m || !s->program || !s->program[s->shown] || s->cpu >= m->n_cpus)
		return;
	if (cpu_at(m, s->cpu)->current == NONE)
		return;
	f = task_frame(m, cpu_at(m, s->cpu)->current);
	if (!f)
		return;
	p = procedure_at(s->program[s->shown]->op[f->pc].procedure);
	for (unsigned i = 0; i < p->n_locals; i++) {
		snprintf(text, sizeof(text), "local.%s", p->locals[i].name);
		offer_text(c, text);
	}
}

/* ---- the rest ------------------------------------------------------------ */

static void offer_functions(struct candidates *c, const char *after)
{
	char text[96];

	for (unsigned i = 0; i < function_count(); i++) {
		snprintf(text, sizeof(text), "%s%s", function_at(i)->name,
			after);
		offer_text(c, text);
	}
}

static void offer_values(struct candidates *c, enum kind k)
{
	const char *name;

	for (s64 i = 0; (name = kind_value_name(k, i)); i++)
		offer_text(c, name);
}

static void offer_procedures(struct candidates *c)
{
	for (unsigned i = 0; i < PROC_N; i++)
		offer_text(c, procedure_at(i)->name);
}

static void offer_lines(struct candidates *c)
{
	const char *colon = memchr(c->prefix, ':', c->n);
	const struct procedure *p;
	char text[192];

	for (unsigned i = 0; colon && i < PROC_N; i++) {
		p = procedure_at(i);
		for (unsigned row = 1; row < p->n_lines; row++) {
			if (!p->lines[row].id)
				continue;
			snprintf(text, sizeof(text), "%s:%s", p->name,
				p->lines[row].id);
			offer_text(c, text);
		}
	}
}

static void offer_topics(struct candidates *c)
{
	offer_commands(c, false, true);
	offer_functions(c, "");
	offer_procedures(c);
	for (unsigned i = 0; i < HELP_PAGES; i++)
		offer_text(c, help_pages[i].name);
}

void candidates_find(struct candidates *c, const struct spot *spot,
	const char *const *words)
{
	unsigned offers = spot->offers;

	if (offers & OFFER_COMMANDS)
		offer_commands(c, false, false);
	if (offers & OFFER_SECOND)
		offer_second(c, spot->id);
	if (offers & OFFER_OPERATIONS)
		offer_commands(c, true, false);
	if (offers & (OFFER_NAMES | OFFER_SETTABLE))
		offer_names(c, offers & OFFER_SETTABLE);
	if (offers & OFFER_LOCALS)
		offer_locals(c);
	if (offers & OFFER_CALLS)
		offer_functions(c, "(");
	if (offers & OFFER_VALUES)
		offer_values(c, spot->kind);
	if (offers & OFFER_PROCEDURES)
		offer_procedures(c);
	if (offers & OFFER_LINES)
		offer_lines(c);
	for (unsigned v = 0; (offers & OFFER_VARIANTS) && c->scope &&
		v < c->scope->n_variants; v++)
		offer_text(c, c->scope->variant[v]);
	if (offers & OFFER_TOPICS)
		offer_topics(c);
	if (offers & OFFER_ALL)
		offer_text(c, "all");
	if (offers & OFFER_ENDS) {
		offer_text(c, "start");
		offer_text(c, "end");
	}
	for (; (offers & OFFER_WORDS) && words && *words; words++)
		offer_text(c, *words);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

size_t candidates_put(const struct candidates *c, struct buf *out)
{
	const char **sorted = mem_alloc(c->count * sizeof(*sorted));
	const char *s = buf_text(&c->found);
	size_t n = 0;

	for (size_t i = 0; i < c->count; i++, s += strlen(s) + 1)
		sorted[i] = s;
	qsort(sorted, c->count, sizeof(*sorted), compare);
	for (size_t i = 0; i < c->count; i++) {
		if (i && !strcmp(sorted[i], sorted[i - 1]))
			continue;
		buf_put(out, sorted[i], strlen(sorted[i]) + 1);
		n++;
	}
	free(sorted);
	return n;
}
