/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep help: commands, names, rules, terms.
 */
#include <string.h>
#include "app/app.h"
#include "command/command.h"
#include "scene/assets.h"

/* A term's card. */
static bool card_help(const char *topic, struct buf *out)
{
	struct err_list errors = { 0 };
	struct glossary g;
	const struct card *card;

	if (!glossary_load(&g, &errors)) {
		fail_all(&errors);
		return false;
	}
	card = glossary_find(&g, topic);
	if (card)
		buf_printf(out, "%s\n%s\nSource: %s\n", card->term, card->text,
			card->source);
	glossary_done(&g);
	return card != NULL;
}

int app_help(const struct options *o)
{
	struct scope nothing = { 0 };
	struct buf out = { 0 }, words = { 0 };
	struct err e = { 0 };
	const char *topic;
	int status;

	for (unsigned i = 0; i < o->arguments.n; i++)
		buf_printf(&words, "%s%s", i ? " " : "", o->arguments.at[i]);
	topic = buf_text(&words);
	if (!o->arguments.n) {
		options_help(NULL, &out);
		buf_puts(&out, "\nInside, these commands:\n\n");
		command_help("", &nothing, &out);
	} else if (!strcmp(topic, "explain")) {
		/* Both: the command of the shell and the one inside. */
		options_help(topic, &out);
		buf_puts(&out, "\nInside a scene:\n\n");
		command_help(topic, &nothing, &out);
	} else if (!command_help(topic, &nothing, &out)) {
		err_set(&e, ERR_USAGE, "%.*s", (int)strcspn(buf_text(&out),
			"\n"), buf_text(&out));
		buf_clear(&out);
		options_help(topic, &out);
		if (!out.n && !card_help(topic, &out)) {
			buf_done(&out);
			buf_done(&words);
			return fail(&e);
		}
	}
	status = print_out(&out, 0);
	buf_done(&out);
	buf_done(&words);
	return status;
}
