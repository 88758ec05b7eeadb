/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep help: commands, names, rules, terms.
 */
#include <string.h>
#include "app/app.h"
#include "base/text.h"
#include "command/command.h"
#include "output/rows_text.h"
#include "scene/assets.h"
#include "session/topics.h"

static int apropos(const struct glossary *g, const char *word)
{
	struct rows rows = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };
	int status;

	if (topic_apropos(word, g, &rows)) {
		rows_text(&rows, 0, false, &out);
		status = print_out(&out, 0);
	} else {
		err_set(&e, ERR_NO, "nothing is about \"%s\"", word);
		status = fail(&e);
	}
	buf_done(&out);
	rows_done(&rows);
	return status;
}

/* A misspelt command of the shell, where nothing inside is nearer. */
static void tell_near(const char *topic, struct err *e)
{
#define X(name, on, argument, help) #name,
	static const char *const names[] = { SUBCOMMAND_LIST(X) };
#undef X
	const char *near = text_nearest(topic, names,
		sizeof(names) / sizeof(*names));

	if (near && !strstr(e->text, "did you mean"))
		err_hint(e, "did you mean \"%s\"?", near);
}

/* The command of the shell and what is called so inside. */
static int about(const struct glossary *g, const char *topic)
{
	struct scope nothing = { 0 };
	struct buf out = { 0 }, inside = { 0 };
	struct err e = { 0 };
	int status;

	options_help(topic, &out);
	if (topic_help(topic, &nothing, g, &inside, &e))
		buf_printf(&out, "%s%s", out.n ? "\nInside a scene:\n\n" : "",
			buf_text(&inside));
	if (!out.n)
		tell_near(topic, &e);
	status = out.n ? print_out(&out, 0) : fail(&e);
	buf_done(&out);
	buf_done(&inside);
	return status;
}

static int all_commands(void)
{
	struct scope nothing = { 0 };
	struct buf out = { 0 };
	int status;

	options_help(NULL, &out);
	buf_puts(&out, "\nInside, these commands:\n\n");
	command_help("", &nothing, &out);
	status = print_out(&out, 0);
	buf_done(&out);
	return status;
}

int app_help(const struct options *o)
{
	struct err_list errors = { 0 };
	struct glossary g;
	struct buf words = { 0 };
	struct err e = { 0 };
	int status;

	if (!glossary_load(&g, &errors))
		return fail_all(&errors);
	for (unsigned i = 0; i < o->arguments.n; i++)
		buf_printf(&words, "%s%s", i ? " " : "", o->arguments.at[i]);
	if (words.n)
		status = o->given[OPTION_APROPOS]
			? apropos(&g, buf_text(&words))
			: about(&g, buf_text(&words));
	else if (o->given[OPTION_APROPOS])
		status = err_set(&e, ERR_USAGE, "--apropos needs a word")
			? 0 : fail(&e);
	else
		status = all_commands();
	glossary_done(&g);
	buf_done(&words);
	return status;
}
