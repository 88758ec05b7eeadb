/* SPDX-License-Identifier: GPL-3.0-or-later
 * Help: commands, names, rules and procedures explain themselves.
 */
#include "command/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "command/words.h"

enum { COLUMNS = 78, NAME_COLUMNS = 17, NAME_SHORT_COLUMNS = 22 };

/* Words separated by blanks, with commas. */
static void put_list(struct buf *out, const char *label, const char *words)
{
	struct word w;

	if (!*words)
		return;
	buf_printf(out, "  %s: ", label);
	while ((w = word_next(&words)).n) {
		buf_put(out, w.s, w.n);
		buf_puts(out, *skip_blanks(words) ? ", " : "");
	}
	buf_putc(out, '\n');
}

/* A text in lines of at most COLUMNS, all indented; the first begins with a
 * label. */
static void put_text(struct buf *out, int indent, const char *label,
	const char *text)
{
	int column = indent + text_width(label), width;
	struct word w;
	const char *gap = "";

	buf_printf(out, "%*s%s", indent, "", label);
	while ((w = word_next(&text)).n) {
		char *word = mem_strndup(w.s, w.n);

		width = text_width(word) + (int)strlen(gap);
		if (*gap && column + width > COLUMNS) {
			buf_printf(out, "\n%*s", indent, "");
			column = indent;
			gap = "";
			width--;
		}
		buf_printf(out, "%s%s", gap, word);
		column += width;
		gap = " ";
		free(word);
	}
	buf_putc(out, '\n');
}

static void put_field(struct buf *out, const char *label, const char *text)
{
	if (*text)
		put_text(out, 2, label, text);
}

/* ---- lists --------------------------------------------------------------- */

/* "  step s                one line of the followed CPU (s Right l)" */
static void put_row(const struct command_row *row, struct buf *out)
{
	struct word brief = row_word(row, 1);
	size_t n = strlen(row->name) + 1;

	buf_printf(out, "  %s %.*s%*s%s", row->name, (int)brief.n, brief.s,
		NAME_SHORT_COLUMNS - (int)(n + brief.n), "", row->help);
	if (*row->keys)
		buf_printf(out, " (%s)", row->keys);
	buf_putc(out, '\n');
}

static void put_commands(struct buf *out)
{
	for (unsigned class = 0; class < CLASS_N; class++) {
		buf_printf(out, "%s%s\n", class ? "\n" : "",
			command_class_title((enum command_class)class));
		for (unsigned id = 0; id < CMD_N; id++)
			if (commands[id].class == class)
				put_row(&commands[id], out);
	}
	buf_puts(out, "\nName, short form, what it does (keys). "
		"An unambiguous beginning will do too.\n"
		"COMMAND > FILE writes the answer there, >> FILE behind what is "
		"there already;\nbehind an expression say ./FILE or /FILE.\n"
		"More: help COMMAND, help NAME");
	for (unsigned i = 0; i < HELP_PAGES; i++)
		buf_printf(out, "%shelp %s", i ? ", " : ",\n",
			help_pages[i].name);
	buf_puts(out, ".\n");
}

/* What only changes a screen, and what does the same in a dialogue. To add one: a
 * row here; "" there is nothing like it. */
static const struct {
	enum command_id id;
	const char *here;
} on_screen[] = {
	{ CMD_SIDE, "metrics; variant NAME" },
	{ CMD_SHOW, "info picture, list, info line" },
	{ CMD_HIDE, "info picture, list, info line" },
	{ CMD_PANE, "info picture, list, info line" },
	{ CMD_DOWN, "info picture, list" },
	{ CMD_UP, "info picture, list" },
	{ CMD_POINT, "print NAME, explain NAME" },
	{ CMD_AUTO, "go" },
	{ CMD_FASTER, "go" },
	{ CMD_SLOWER, "go" },
	{ CMD_BLANK, "" },
	{ CMD_THEME, "" },
	{ CMD_ESCAPE, "" },
	{ CMD_PROMPT, "" },
};

const char *command_here(enum command_id id)
{
	for (size_t i = 0; i < sizeof(on_screen) / sizeof(*on_screen); i++)
		if (on_screen[i].id == id)
			return on_screen[i].here;
	return NULL;
}

/* "  step [N]  s           one line of the followed CPU" */
static void put_row_here(enum command_id id, struct buf *out)
{
	struct buf line = { 0 };

	command_usage(id, &line);
	if (row_word(&commands[id], 1).n)
		buf_printf(&line, " (%.*s)", (int)row_word(&commands[id], 1).n,
			row_word(&commands[id], 1).s);
	buf_printf(out, "  %-*s  %s\n", NAME_SHORT_COLUMNS, buf_text(&line),
		commands[id].help);
	buf_done(&line);
}

/* To change what a dialogue's help begins with: this list. */
static const enum command_id needed_here[] = { CMD_GO, CMD_STEP, CMD_BACK,
	CMD_REVERSE_CUE, CMD_ANSWER, CMD_HINT, CMD_GIVEUP, CMD_PRINT, CMD_INFO,
	CMD_WHO, CMD_EXPLAIN, CMD_WHY, CMD_VARIANT, CMD_ACT, CMD_GOTO,
	CMD_QUIT };

void command_help_here(bool all, struct buf *out)
{
	const size_t n = sizeof(needed_here) / sizeof(*needed_here);

	for (size_t i = 0; !all && i < n; i++)
		put_row_here(needed_here[i], out);
	for (unsigned class = 0; all && class < CLASS_N; class++) {
		buf_printf(out, "%s%s\n", class ? "\n" : "",
			command_class_title((enum command_class)class));
		for (unsigned id = 0; id < CMD_N; id++)
			if (commands[id].class == class &&
				!command_here((enum command_id)id))
				put_row_here((enum command_id)id, out);
	}
	if (!all)
		buf_puts(out, "\nEnter alone repeats a move. help all lists all "
			"commands; help COMMAND tells of one, apropos WORD "
			"finds them.\n");
}

/* Keys that are no command's. To add one: a row here. */
static const struct {
	const char *name, *also, *help;
} own_keys[] = {
	{ "Ctrl-C", "C-c", "stops what is running; q quits" },
	{ "Ctrl-L", "C-l", "draws the screen again" },
	{ "Ctrl-Z", "C-z", "suspends; fg comes back" },
	{ "1-9", "digits", "the count of the key that follows; at a question: answers" },
};
enum { OWN_KEYS = sizeof(own_keys) / sizeof(*own_keys) };

static void put_keys(struct buf *out)
{
	for (unsigned class = 0; class < CLASS_N; class++)
		for (unsigned id = 0; id < CMD_N; id++)
			if (commands[id].class == class && *commands[id].keys)
				buf_printf(out, "%-12s%-*s%s\n",
					commands[id].keys, NAME_COLUMNS,
					commands[id].name, commands[id].help);
	for (unsigned i = 0; i < OWN_KEYS; i++)
		if (own_keys[i].name[0] == 'C')
			buf_printf(out, "%-12s%-*s%s\n", own_keys[i].name,
				NAME_COLUMNS, "", own_keys[i].help);
	buf_puts(out, "Digits before a key of a command that takes [N] are "
		"its N;\nsuch a count ends at the first cue it passes; of "
		"cues, at the first\nopen question and with the act. At a "
		"question digits answer.\n");
}

static void put_names(struct buf *out)
{
	for (unsigned id = 0; id < name_count(); id++) {
		buf_printf(out, "%s (%s)\n", name_at(id)->pattern,
			kind_word(name_at(id)->kind));
		put_text(out, 4, "", name_at(id)->help);
	}
	buf_puts(out, "N is an index. A variant's name may stand before: "
		"base.steps.\n");
}

static void put_rules(struct buf *out)
{
	for (unsigned i = 0; i < function_count(); i++) {
		buf_printf(out, "%s(%s)\n", function_at(i)->name,
			function_at(i)->parameters);
		put_text(out, 4, "", function_at(i)->help);
	}
}

/* clang-format off */
static void put_expressions(struct buf *out)
{
	buf_puts(out,
		"An expression is made of\n"
		"  numbers     plain decimal digits: 32768\n"
		"  names       vm_committed_as.count, cpu[3].vm_committed_as\n"
		"  variants    before a name: patched.steps\n"
		"  values      by name beside == and !=: overcommit.policy == never\n"
		"  local.NAME  what the procedure of the followed CPU works with\n"
		"  rules       batch(ram_pages, cpus, \"never\"); see \"help rules\"\n"
		"  operators   as in C, with C's precedence:\n"
		"              ! ~ -  * / %  + -  << >>  < <= > >=  == !=\n"
		"              &  ^  |  &&  ||  ? :\n"
		"Numbers have 64 bits. Overflow, division by zero and mixed units are\n"
		"errors: pages + kb is refused, pages + kb / 4 is not.\n");
}
/* clang-format on */

/* To add one: a row here, HELP_PAGES one more. */
const struct help_page help_pages[HELP_PAGES] = {
	{ "all", put_commands },
	{ "expressions", put_expressions },
	{ "keys", put_keys },
	{ "names", put_names },
	{ "rules", put_rules },
};

/* ---- one thing ----------------------------------------------------------- */

static void put_values(struct buf *out, const char *label, enum kind k)
{
	const char *name;

	buf_printf(out, "  %s: ", label);
	for (s64 i = 0; (name = kind_value_name(k, i)); i++)
		buf_printf(out, "%s%s", i ? ", " : "", name);
	buf_putc(out, '\n');
}

/* Wrapped, so that each line fits. */
static void put_operations(struct buf *out)
{
	enum { WIDTH = 76 };
	struct buf all = {0};
	const char *s;

	operations_put(&all);
	for (s = buf_text(&all); strlen(s) > WIDTH;) {
		const char *end = s + WIDTH;

		while (*end != ' ')
			end--;
		buf_printf(out, "  %.*s\n", (int)(end - s), s);
		s = end + 1;
	}
	buf_printf(out, "  %s\n", s);
	buf_done(&all);
}

static void put_command(enum command_id id, struct buf *out)
{
	const struct command_row *row = &commands[id];

	command_usage(id, out);
	buf_printf(out, "\n  %s\n", row->help);
	if (*arguments[row->argument].help)
		buf_printf(out, "  %s\n", arguments[row->argument].help);
	if (row->argument == ARG_POLICY)
		put_values(out, "POLICY", KIND_POLICY);
	if (row->argument == ARG_MODE)
		put_values(out, "MODE", KIND_MODE);
	if (row->argument == ARG_OPERATION) {
		buf_puts(out, "  OPERATION, one of these commands:\n");
		put_operations(out);
	}
	put_list(out, "short", row->shorts);
	put_list(out, "keys", row->keys);
}

static bool help_command(const char *topic, const struct scope *s,
	struct buf *out)
{
	struct word w;

	for (unsigned id = 0; id < CMD_N; id++) {
		for (unsigned i = 0; (w = row_word(&commands[id], i)).n; i++) {
			if (!word_is(w, topic))
				continue;
			put_command((enum command_id)id, out);
			return true;
		}
	}
	return false;
}

static bool help_key(const char *topic, const struct scope *s, struct buf *out)
{
	enum command_id id = command_of_key(topic);
	struct word w;

	for (unsigned i = 0; i < OWN_KEYS; i++) {
		if (strcmp(own_keys[i].name, topic) &&
			strcmp(own_keys[i].also, topic))
			continue;
		buf_printf(out, "key %s\n  %s\n", own_keys[i].name,
			own_keys[i].help);
		return true;
	}
	if (id == CMD_N)
		return false;
	for (unsigned i = 0; (w = row_word(&commands[id], i)).n; i++)
		if (word_is(w, topic))
			return false;	/* told as a command */
	buf_printf(out, "key %s: ", topic);
	put_command(id, out);
	return true;
}

static const char *region_text(enum region r)
{
	static const char *const text[] = {
		[REGION_CORE] = "core: it decides what can happen",
		[REGION_CLOCKS] = "clocks: model time",
		[REGION_GHOST] = "statistics: nothing depends on it",
		[REGION_FIXED] = "parameter: fixed for a run",
	};

	return text[r];
}

/* Its value in each variant that has a machine, or in one. */
static void put_now(const struct scope *s, const struct name_use *use,
	struct buf *out)
{
	const char *label = "  now: ";

	for (unsigned v = 0; s && s->machine && v < s->n_variants; v++) {
		const struct machine *m = s->machine[v];

		if (!m || (use->variant != NONE && use->variant != v) ||
			use->index >= name_indices(m, use->id))
			continue;
		buf_puts(out, label);
		expr_format(name_at(use->id)->kind,
			name_get(m, use->id, use->index), true, out);
		if (s->n_variants > 1)
			buf_printf(out, " (%s)", s->variant[v]);
		label = ", ";
	}
	if (*label == ',')
		buf_putc(out, '\n');
}

static void put_name(const struct scope *s, const struct name_use *use,
	bool indexed, struct buf *out)
{
	const struct name *n = name_at(use->id);
	const char *unit = kind_unit(n->kind);

	buf_printf(out, "%s (%s)\n", n->pattern, *unit ? unit :
		kind_word(n->kind));
	put_text(out, 2, "", n->help);
	if (kind_value_name(n->kind, 0))
		put_values(out, "values", n->kind);
	put_field(out, "kernel: ", n->field);
	put_field(out, "source: ", n->source);
	put_field(out, "region: ", region_text(n->region));
	if (n->set)
		buf_printf(out, "  set: %lld to %lld\n", (long long)n->min,
			(long long)n->max);
	if (indexed)
		put_now(s, use, out);
}

static int find_name(const char *text, unsigned *index)
{
	unsigned id = 0;

	for (; id < name_count(); id++)
		if (!strcmp(name_at(id)->pattern, text))
			return (int)id;
	return name_find(text, strlen(text), index);
}

static bool help_name(const char *topic, const struct scope *s, struct buf *out)
{
	struct name_use use = { NONE, 0, NONE };
	unsigned index = 0;
	int id = find_name(topic, &index);

	for (unsigned v = 0; id < 0 && s && v < s->n_variants; v++) {
		size_t n = strlen(s->variant[v]);

		if (strncmp(topic, s->variant[v], n) || topic[n] != '.')
			continue;
		id = find_name(topic + n + 1, &index);
		use.variant = (u16)v;
	}
	if (id < 0)
		return false;
	use.id = (u16)id;
	use.index = (u16)(index < NONE ? index : NONE);
	put_name(s, &use, !strstr(topic, "[N]"), out);
	return true;
}

static bool help_function(const char *topic, const struct scope *s,
	struct buf *out)
{
	size_t n = strcspn(topic, "(");

	for (unsigned i = 0; i < function_count(); i++) {
		const struct function *f = function_at(i);

		if (strncmp(f->name, topic, n) || f->name[n])
			continue;
		buf_printf(out, "%s(%s)\n", f->name, f->parameters);
		put_text(out, 2, "", f->help);
		put_field(out, "source: ", f->source);
		return true;
	}
	return false;
}

static bool help_procedure(const char *topic, const struct scope *s,
	struct buf *out)
{
	unsigned id = procedure_find(topic);
	const struct procedure *p;

	if (id == PROC_N)
		return false;
	p = procedure_at(id);
	buf_printf(out, "%s\n", p->name);
	put_text(out, 2, "", p->help);
	put_field(out, "source: ", p->source);
	buf_printf(out, "  its %d lines: list %s\n", p->n_lines - 1, p->name);
	return true;
}

static bool help_page(const char *topic, const struct scope *s,
	struct buf *out)
{
	for (unsigned i = 0; i < HELP_PAGES; i++) {
		if (strcmp(help_pages[i].name, topic))
			continue;
		help_pages[i].put(out);
		return true;
	}
	return false;
}

/* ---- nothing of that name ------------------------------------------------ */

static void put_nearest(const char *topic, struct buf *out)
{
	size_t n = 0;
	const char **names = mem_alloc((CMD_N + name_count() +
		function_count() + PROC_N + HELP_PAGES) * sizeof(*names));
	const char *near;

	for (unsigned i = 0; i < CMD_N; i++)
		names[n++] = commands[i].name;
	for (unsigned i = 0; i < name_count(); i++)
		names[n++] = name_at(i)->pattern;
	for (unsigned i = 0; i < function_count(); i++)
		names[n++] = function_at(i)->name;
	for (unsigned i = 0; i < PROC_N; i++)
		names[n++] = procedure_at(i)->name;
	for (unsigned i = 0; i < HELP_PAGES; i++)
		names[n++] = help_pages[i].name;
	near = text_nearest(topic, names, n);
	buf_puts(out, "nothing is called \"");
	text_clean(out, topic, strlen(topic));
	if (near)
		buf_printf(out, "\"; did you mean \"%s\"?\n", near);
	else
		buf_puts(out, "\"; \"help\" lists the commands\n");
	free(names);
}

/* What may be called so; a topic may be several. To add one: a row here. */
static bool (*const meanings[])(
	const char *topic, const struct scope *s, struct buf *out) = {
	help_page, help_command, help_key, help_name, help_function,
	help_procedure,
};

static bool put_meanings(const char *topic, const struct scope *s,
	struct buf *out)
{
	struct buf one = {0};
	bool found = false;

	for (size_t i = 0; i < sizeof(meanings) / sizeof(*meanings); i++) {
		if (!meanings[i](topic, s, &one))
			continue;
		buf_printf(out, "%s%s", found ? "\n" : "", buf_text(&one));
		buf_clear(&one);
		found = true;
	}
	buf_done(&one);
	return found;
}

bool command_help(const char *topic, const struct scope *s, struct buf *out)
{
	char *word;
	size_t n;
	bool found;

	topic = skip_blanks(topic);
	n = strlen(topic);
	while (n && is_blank(topic[n - 1]))
		n--;
	if (!n) {
		put_commands(out);
		return true;
	}
	word = mem_strndup(topic, n);
	found = put_meanings(word, s, out);
	if (!found)
		put_nearest(word, out);
	free(word);
	return found;
}
