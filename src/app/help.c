/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep help: commands, names, rules, terms.
 */
#include "app/app.h"
#include "command/command.h"
#include "scene/assets.h"

static bool card_help(const char *topic, struct buf *out, struct err *e)
{
	struct err_list errors = { 0 };
	struct glossary g;
	const struct card *card;

	if (!glossary_load(&g, &errors)) {
		fail_all(&errors);
		return err_set(e, ERR_INVALID, "the glossary has errors");
	}
	card = glossary_find(&g, topic);
	if (card)
		buf_printf(out, "%s\n%s\nSource: %s\n", card->term, card->text,
			card->source);
	glossary_done(&g);
	return card || err_set(e, ERR_USAGE, "there is no help for \"%s\"",
		topic);
}

int app_help(const struct options *o)
{
	struct scope nothing = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };
	const char *topic = o->arguments.n ? o->arguments.at[0] : NULL;
	int status;

	if (!topic) {
		options_help(NULL, &out);
		buf_puts(&out, "\nInside, these commands:\n\n");
		command_help("", &nothing, &out);
	} else if (!command_help(topic, &nothing, &out)) {
		buf_clear(&out);
		if (!card_help(topic, &out, &e)) {
			buf_done(&out);
			return fail(&e);
		}
	}
	status = print_out(&out, 0);
	buf_done(&out);
	return status;
}
