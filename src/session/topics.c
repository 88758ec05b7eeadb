/* SPDX-License-Identifier: GPL-3.0-or-later
 * Topics of help: what is called so, and what is about it.
 */
#include "session/topics.h"
#include <string.h>
#include "command/command.h"
#include "session/inner.h"

/* Is nothing called so, the nearest card may be meant, or something about it. */
static bool nothing(const char *topic, const struct glossary *g,
	const char *said, struct err *e)
{
	struct rows about = { 0 };
	const char *near;

	err_set(e, ERR_USAGE, "%.*s", (int)strcspn(said, "\n"), said);
	near = strstr(said, "did you mean") ? NULL : glossary_nearest(g, topic);
	if (near)
		err_set(e, ERR_USAGE, "nothing is called \"%.60s\"; did you mean \"%s\"?",
			topic, near);
	if (topic_apropos(topic, g, &about))
		err_hint(e, "apropos %.60s: %zu thing%s about it", topic,
			about.n, about.n == 1 ? " is" : "s are");
	rows_done(&about);
	return false;
}

/* "compact_fail" is vmstat.compact_fail, "THP_SPLIT_PAGE" vmstat.thp_split_page:
 * names that end so, or are called so in the kernel. */
static bool tails_help(const char *topic, const struct scope *s, struct buf *out)
{
	bool found = false;

	for (unsigned i = 0; i < name_count(); i++) {
		const struct name *n = name_at(i);
		const char *dot = strrchr(n->pattern, '.');

		if ((!dot || strcmp(dot + 1, topic)) && strcmp(n->field, topic))
			continue;
		if (found)
			buf_putc(out, '\n');
		found = command_help(name_at(i)->pattern, s, out) || found;
	}
	return found;
}

/* A parameter that is no published name: for --set and scenes. */
static bool parameter_help(const char *topic, struct buf *out)
{
	int p = param_find(topic);

	if (p < 0)
		return false;
	buf_printf(out, "%s (parameter, --set %s=…)\n  %s\n", topic, topic,
		params[p].help);
	return true;
}

bool topic_help(const char *topic, const struct scope *s,
	const struct glossary *g, struct buf *out, struct err *e)
{
	const struct card *card = glossary_find(g, topic);
	struct buf b = { 0 };
	bool found = command_help(topic, s, &b);

	if (found)
		buf_puts(out, buf_text(&b));
	else
		found = tails_help(topic, s, out) ||
			parameter_help(topic, out);
	if (card)
		buf_printf(out, "%s%s\n%s\nSource: %s\n", found ? "\n" : "",
			card->term, card->text, card->source);
	if (!found && !card)
		nothing(topic, g, buf_text(&b), e);
	found = found || card;
	buf_done(&b);
	return found;
}

/* A row if the word is in its name or its help. */
static void about(struct rows *rows, const char *wanted, const char *name,
	const char *help)
{
	if (has_text(name, wanted) || has_text(help, wanted))
		rows_add(rows, ROW_TABLE, name, help);
}

bool topic_apropos(const char *word, const struct glossary *g,
	struct rows *out)
{
	for (unsigned i = 0; i < CMD_N; i++)
		about(out, word, commands[i].name, commands[i].help);
	for (unsigned i = 0; i < name_count(); i++)
		about(out, word, name_at(i)->pattern, name_at(i)->help);
	for (unsigned i = 0; i < function_count(); i++)
		about(out, word, function_at(i)->name, function_at(i)->help);
	for (unsigned i = 0; i < PROC_N; i++)
		about(out, word, procedure_at(i)->name, procedure_at(i)->help);
	for (unsigned i = 0; i < g->n; i++)
		about(out, word, g->card[i].term, g->card[i].text);
	return out->n > 0;
}
