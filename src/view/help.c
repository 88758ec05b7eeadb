/* SPDX-License-Identifier: GPL-3.0-or-later
 * Help: the nine keys that one needs, then every command from the one table.
 */
#include "base/buf.h"
#include "command/command.h"
#include "view/views.h"

#include <string.h>

/* To change what page 1 shows: these rows. */
static const struct needed {
	unsigned command;
	const char *what;
} needed[] = {
	{CMD_GO, "go on: to the next cue, question or decision"},
	{CMD_STEP, "one line of the followed CPU"},
	{CMD_BACK, "one line back"},
	{CMD_REVERSE_CUE, "this cue's start, then the cue before"},
	{CMD_VARIANT, "the other variant, at the same moment"},
	{CMD_EXPLAIN, "what is this?"},
	{CMD_OVERVIEW, "the map: where we are"},
	{CMD_PROMPT, "type a command; Tab completes"},
	{CMD_QUIT, "quit; prints how to come back"},
};

void help_keys_view(struct pen *p)
{
	for (unsigned i = 0; i < sizeof(needed) / sizeof(*needed); i++) {
		pen_put(p, 1, STYLE_KEY, commands[needed[i].command].keys);
		pen_wrap(p, 15, STYLE_TEXT, needed[i].what);
	}
	pen_next(p);
	pen_wrap(p, 1, STYLE_DIM, "Digits before a key repeat it. Esc leaves "
		"anything. Every key is also a command: see the next pages.");
}

static void command_line(struct pen *p, unsigned id)
{
	struct buf usage = {0};
	bool narrow = p->columns < 76;
	int column;

	command_usage((enum command_id)id, &usage);
	pen_put(p, 1, STYLE_KEY, commands[id].keys);
	column = pen_put(p, 13, STYLE_TEXT, buf_text(&usage));
	if (*commands[id].shorts)
		column = pen_put(p, column + 1, STYLE_DIM,
			word_of("(%s)", commands[id].shorts).s);
	if (narrow)
		pen_next(p);
	column = column < 36 ? 36 : column + 2;
	pen_wrap(p, narrow ? 3 : column, STYLE_TEXT, commands[id].help);
	buf_done(&usage);
}

void help_commands_view(struct pen *p)
{
	for (unsigned class = 0; class < CLASS_N; class++) {
		pen_wrap(p, 1, STYLE_HEAD,
			command_class_title((enum command_class)class));
		for (unsigned id = 0; id < CMD_N; id++)
			if (commands[id].class == class)
				command_line(p, id);
	}
}
