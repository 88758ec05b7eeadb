/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of commands, made from the one list, and what follows from a row.
 */
#include <string.h>
#include "base/buf.h"
#include "command/words.h"

const struct command_row commands[CMD_N] = {
#define X(id, name, shorts, class, argument, keys, help) \
	[CMD_##id] = { name, shorts, CLASS_##class, ARG_##argument, keys, \
		help },
	COMMAND_LIST(X)
#undef X
};

/* To add one: a row here, its reader in parse.c, what completes it
 * in complete.c. */
/* clang-format off */
const struct argument_row arguments[ARG_N] = {
 [ARG_NONE]       = { "", "" },
 [ARG_COUNT]      = { "[N]", "N: how often; once if left out." },
 [ARG_EXPR]       = { "EXPR", "EXPR: see \"help expressions\"." },
 [ARG_EXPR_OPT]   = { "[EXPR]", "EXPR: see \"help expressions\"." },
 [ARG_PLACE]      = { "PLACE",
	"PLACE: PROCEDURE, PROCEDURE:LINE (its name or number), LINE (a number)\n"
	"  of the procedure that the followed CPU is in, or an expression." },
 [ARG_PLACE_OPT]  = { "[PLACE]",
	"PLACE: PROCEDURE, PROCEDURE:LINE (its name or number), LINE (a number)\n"
	"  of the procedure that the followed CPU is in, or an expression." },
 [ARG_NAME]       = { "NAME", "NAME: see \"help names\"." },
 [ARG_STOP_PLACE] = { "[PLACE] [if EXPR]",
	"PLACE: PROCEDURE, PROCEDURE:LINE (its name or number), LINE (a number)\n"
	"  of the procedure that the followed CPU is in, or an expression; left out:\n"
	"  the line that runs next. Locals of `if` are of the CPU that comes there." },
 [ARG_STOP_NAME]  = { "EXPR [if EXPR]",
	"EXPR: mostly a name, see \"help names\". Locals are of the CPU followed now." },
 [ARG_CONDITION]  = { "N [EXPR]", "N: a breakpoint's number, $ the newest's. Without EXPR it always stops." },
 [ARG_IGNORE]     = { "N COUNT",
	"N: a breakpoint's number, $ the newest's. Hits are counted from step 0,\n"
	"  so that both directions stop at the same places. COUNT 0 ignores none." },
 [ARG_WHO]        = { "NAME [last|next|first] [go]",
	"Which line changed NAME: last, next and first; go jumps there." },
 [ARG_FILE]       = { "FILE", "" },
 [ARG_SET]        = { "NAME=VALUE",
	"VALUE: a number, an expression, or the name of a value." },
 [ARG_NUMBER_OPT] = { "[N]", "N: its number; all if left out." },
 [ARG_CPU]        = { "CPU", "CPU: a CPU's number." },
 [ARG_CPU_OPT]    = { "[CPU]", "CPU: a CPU's number; the one followed if left out." },
 [ARG_CPU_ALL]    = { "CPU|all", "CPU: a CPU's number." },
 [ARG_CPU_TASK]   = { "CPU [TASK]", "CPU, TASK: numbers; see \"info tasks\"." },
 [ARG_CPU_PAGES]  = { "CPU PAGES",
	"CPU: a CPU's number. PAGES: a number, or a calculation with numbers." },
 [ARG_PROCESS_PAGES] = { "PROCESS PAGES",
	"PROCESS: a process's number. PAGES: a number, or a calculation with numbers." },
 [ARG_PROCESS_ADVICE] = { "PROCESS ADVICE", "PROCESS: a process's number. ADVICE: free or dontneed." },
 [ARG_ORDER]      = { "ORDER", "ORDER: 0 for one page, 1 for two, 2 for four, …" },
 [ARG_PFN_ORDER]  = { "PFN ORDER", "PFN: the block's first page. ORDER: 0 for one page, 1 for two, …" },
 [ARG_CPU_PAGE]   = { "CPU PAGE", "CPU: a CPU's number. PAGE: the number of a page, from 0." },
 [ARG_POLICY]     = { "POLICY", "" },
 [ARG_MODE]       = { "MODE", "" },
 [ARG_OPERATION]  = { "OPERATION", "" },
 [ARG_WHEN]       = { "WHEN",
	"WHEN: a step (or one for each variant), the name of a cue, act or mark,\n"
	"  an address, \"start\" or \"end\"." },
 [ARG_WORD_OPT]   = { "[WORD]", "" },
 [ARG_PANES]      = { "PANE...", "" },
 [ARG_TEXT]       = { "TEXT", "" },
 [ARG_TEXT_OPT]   = { "[TEXT]", "" },
 [ARG_SERIES]     = { "[NAME...|steps|time|off]", "NAME may be an expression; steps, time: what it runs over." },
 [ARG_NUMBERS]    = { "N...", "N: 1 to 9 numbers." },
};

static const char *const class_titles[CLASS_N] = {
 [CLASS_STEP]    = "Moving through the run",
 [CLASS_LOOK]    = "Looking",
 [CLASS_STOP]    = "Stops",
 [CLASS_EDIT]    = "Changing the machine",
 [CLASS_VIEW]    = "The screen",
 [CLASS_ANSWER]  = "Questions",
 [CLASS_SESSION] = "The program",
};

/* The commands that are operations of the model. */
static const struct operation_row {
	enum command_id id;
	enum operation operation;
} operations[] = {
 { CMD_ADD, OPERATION_ADD },         { CMD_SYNC, OPERATION_SYNC },
 { CMD_MAP, OPERATION_MAP },         { CMD_UNMAP, OPERATION_UNMAP },
 { CMD_POLICY, OPERATION_POLICY },   { CMD_SUM, OPERATION_SUM },
 { CMD_COMPARE, OPERATION_COMPARE }, { CMD_OFFLINE, OPERATION_OFFLINE },
 { CMD_ONLINE, OPERATION_ONLINE },   { CMD_TOUCH, OPERATION_TOUCH },
 { CMD_MADVISE, OPERATION_MADVISE }, { CMD_ALLOC, OPERATION_ALLOC },
 { CMD_FREE, OPERATION_FREE },
 { CMD_SPLIT, OPERATION_SPLIT },     { CMD_ZAP, OPERATION_ZAP },
 { CMD_SHRINK, OPERATION_SHRINK },
 { CMD_READ, OPERATION_READ },
};
/* clang-format on */
_Static_assert(sizeof(operations) / sizeof(*operations) == OPERATION_N,
	"each operation is a command");

bool command_operation(enum command_id id, enum operation *op)
{
	for (unsigned i = 0; i < OPERATION_N; i++) {
		if (operations[i].id == id) {
			*op = operations[i].operation;
			return true;
		}
	}
	return false;
}

enum command_id command_of_operation(enum operation op)
{
	unsigned i = 0;

	while (operations[i].operation != op)
		i++;
	return operations[i].id;
}

void operations_put(struct buf *out)
{
	const char *between = "";
	enum operation op;

	for (unsigned id = 0; id < CMD_N; id++) {
		if (!command_operation((enum command_id)id, &op))
			continue;
		buf_printf(out, "%s%s", between, commands[id].name);
		between = ", ";
	}
}

const char *command_class_title(enum command_class c)
{
	return class_titles[c];
}

void command_usage(enum command_id id, struct buf *out)
{
	const char *argument = arguments[commands[id].argument].usage;

	buf_puts(out, commands[id].name);
	if (*argument)
		buf_printf(out, " %s", argument);
}

bool command_redirects(enum command_id id, bool *path)
{
	*path = false;
	switch (commands[id].argument) {
	case ARG_EXPR:
	case ARG_EXPR_OPT:
	case ARG_PLACE:
	case ARG_PLACE_OPT:
	case ARG_STOP_PLACE:
	case ARG_STOP_NAME:
	case ARG_CONDITION:
	case ARG_SET:
	case ARG_CPU_PAGES:
	case ARG_PROCESS_PAGES:
	case ARG_OPERATION:
	case ARG_SERIES:
		*path = true;
		return true;
	case ARG_TEXT:
	case ARG_TEXT_OPT:
		return id == CMD_HELP || id == CMD_EXPLAIN ||
			id == CMD_APROPOS || id == CMD_BRANCH ||
			id == CMD_DIFFERENCE;
	default:
		return commands[id].class != CLASS_SESSION;
	}
}

enum command_id command_of_key(const char *key)
{
	unsigned id = 0;

	for (; id < CMD_N; id++) {
		const char *keys = commands[id].keys;
		struct word w;

		while ((w = word_next(&keys)).n)
			if (word_is(w, key))
				return (enum command_id)id;
	}
	return CMD_N;
}
