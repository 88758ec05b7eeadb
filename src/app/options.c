/* SPDX-License-Identifier: GPL-3.0-or-later
 * Options: one table, parsed by getopt_long.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/app.h"
#include "app/learner.h"
#include "base/text.h"
#include "scene/assets.h"

struct option_row {
	const char *name, *value;
	unsigned on;
	const char *help;
};

static const struct option_row rows[OPTION_N] = {
#define X(id, name, value, on, help) [OPTION_##id] = { name, value, \
	(unsigned)(on), help },
	OPTION_LIST(X)
#undef X
};

static bool number(const char *text, long long min, long long max,
	const char *name, long long *out, struct err *e)
{
	char *end;

	errno = 0;
	*out = strtoll(text, &end, 10);
	if (!strchr("-0123456789", *text) || !*text || *end || errno || *out < min || *out > max)
		return err_set(e, ERR_RANGE, "--%s is a whole number from %lld to %lld, not \"%s\"",
			name, min, max, text);
	return true;
}

static bool word(const char *text, const char *const *words, const char *name,
	int *out, struct err *e)
{
	struct buf all = { 0 };

	for (int i = 0; words[i]; i++) {
		if (!strcmp(words[i], text)) {
			*out = i;
			buf_done(&all);
			return true;
		}
		buf_printf(&all, "%s%s", i ? ", " : "", words[i]);
	}
	err_set(e, ERR_USAGE, "--%s is one of %s, not \"%s\"", name,
		buf_text(&all), text);
	buf_done(&all);
	return false;
}

static bool add_text(struct texts *t, const char *text, const char *name,
	struct err *e)
{
	if (t->n == TEXTS_MAX)
		return err_set(e, ERR_USAGE, "more than %d of %s", TEXTS_MAX,
			name);
	t->at[t->n++] = text;
	return true;
}

static bool take(struct options *o, enum option_id id, const char *value,
	struct err *e)
{
	static const char *const sizes[] = { "classroom", "mail", NULL };
	long long n = 0;
	int w = 0;

	o->given[id] = true;
	o->value[id] = value;
	switch (id) {
	case OPTION_SIZE:
		if (!word(value, sizes, "size", &w, e))
			return false;
		o->size = (enum size)w;
		return true;
	case OPTION_SEED:
		return number(value, 0, INT64_MAX, "seed", &o->seed, e);
	case OPTION_SET:
		return add_text(&o->sets, value, "--set", e);
	case OPTION_EXEC:
		return add_text(&o->execs, value, "--exec", e);
	case OPTION_SCENE:
		return add_text(&o->scenes, value, "--scene", e);
	case OPTION_COLUMNS:
	case OPTION_ROWS:
		if (!number(value, 1, 1000, rows[id].name, &n, e))
			return false;
		*(id == OPTION_ROWS ? &o->rows : &o->columns) = (int)n;
		return true;
	case OPTION_STUDENT:
		return student_valid(value) || err_set(e, ERR_USAGE,
			"--student is at most 40 letters, digits, _ . and -, not \"%s\"",
			value);
	case OPTION_ORDER:
		return number(value, 0, 30, "order", &o->order, e);
	case OPTION_REPORT:
		return number(value, 1, INT64_MAX, "report", &o->report, e);
	case OPTION_EVERY:
		return number(value, 1, 3600, "every", &o->every, e);
	case OPTION_COMMANDS:
	case OPTION_RECORD:
	case OPTION_SCENE_OUT:
		return *value ? true : err_set(e, ERR_USAGE,
			"--%s needs the name of a file", rows[id].name);
	case OPTION_AUTO:
		if (value && !number(value, 1, 9, "auto", &n, e))
			return false;
		o->speed = value ? (int)n : 5;
		return true;
	default:
		return true;
	}
}

static bool unknown(const char *text, unsigned on, struct err *e)
{
	const char *names[OPTION_N], *near;
	char name[64];
	size_t n = 0, length;

	while (*text == '-')
		text++;
	length = strcspn(text, "=");
	if (length > 60)
		length = 60;
	memcpy(name, text, length);
	name[length] = 0;
	for (unsigned i = 0; i < OPTION_N; i++)
		if (rows[i].on & on)
			names[n++] = rows[i].name;
	near = text_nearest(name, names, n);
	err_set(e, ERR_USAGE, "there is no option --%s here", name);
	return near ? err_hint(e, "did you mean --%s?", near)
		    : err_hint(e, "--help lists the options");
}

/* What getopt_long stumbled over: `c` is one of our options that got a value it
 * does not take, or a letter; 0: the word before `optind` is no option. */
static bool misused(int c, const char *word, unsigned on, struct err *e)
{
	if (c >= 256)
		return err_set(e, ERR_USAGE, "--%s takes no value",
			rows[c - 256].name);
	if (!c)
		return unknown(word, on, e);
	err_set(e, ERR_USAGE, "there is no option -%c here", c);
	return err_hint(e, "--help lists the options");
}

/* "-7 % 3" and "--5" are expressions, "--word" is an option. */
static bool is_expression(const char *text)
{
	return text[0] == '-' && text[1 + strspn(text + 1, "-")] &&
		!(text[1] == '-' && text[2] >= 'a' && text[2] <= 'z');
}

/* `eval` has no short options: "-7 % 3" is what to compute. */
static bool take_expressions(int *argc, char **argv, struct options *o,
	struct err *e)
{
	int kept = 1;

	for (int i = 1; i < *argc; i++) {
		if (!strcmp(argv[i], "--")) {
			for (i++; i < *argc; i++)
				if (!add_text(&o->arguments, argv[i],
					"expressions", e))
					return false;
		} else if (argv[i][0] == '-' && !is_expression(argv[i])) {
			argv[kept++] = argv[i];
		} else if (!add_text(&o->arguments, argv[i], "expressions",
			e)) {
			return false;
		}
	}
	*argc = kept;
	return true;
}

bool options_parse(int argc, char **argv, unsigned on, struct options *o,
	struct err *e)
{
	struct option list[OPTION_N + 1];
	unsigned n = 0;
	int c;

	memset(o, 0, sizeof(*o));
	memset(list, 0, sizeof(list));
	o->seed = 1;
	o->every = 1;
	o->columns = 80;
	o->rows = 24;
	for (unsigned i = 0; i < OPTION_N; i++) {
		if (!(rows[i].on & on))
			continue;
		list[n].name = rows[i].name;
		list[n].has_arg = !rows[i].value ? no_argument
			: rows[i].value[0] == '[' ? optional_argument
						  : required_argument;
		list[n++].val = 256 + (int)i;
	}
	if (on == ON_EVAL && !take_expressions(&argc, argv, o, e))
		return false;
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, ":", list, NULL)) != -1) {
		if (c == ':')
			return err_set(e, ERR_USAGE, "%s needs a value",
				argv[optind - 1]);
		if (c < 256)
			return misused(optopt, argv[optind - 1], on, e);
		if (!take(o, (enum option_id)(c - 256), optarg, e))
			return false;
	}
	for (; optind < argc; optind++)
		if (!add_text(&o->arguments, argv[optind], "arguments", e))
			return false;
	return true;
}

static void help_options(unsigned on, struct buf *out)
{
	for (unsigned i = 0; i < OPTION_N; i++) {
		char name[48];
		const char *v = rows[i].value;

		if (!(rows[i].on & on) || i == OPTION_VERSION)
			continue;
		if (v && v[0] == '[')
			snprintf(name, sizeof(name), "--%s[=%.*s]",
				rows[i].name, (int)strlen(v) - 2, v + 1);
		else
			snprintf(name, sizeof(name), "--%s%s%s", rows[i].name,
				v ? "=" : "", v ? v : "");
		buf_printf(out, "  %-24s %s\n", name, rows[i].help);
	}
}

static void help_row(const char *usage, const char *help, struct buf *out)
{
	buf_printf(out, "  mmstep %s%*s %s\n", usage, 15 - text_width(usage),
		"", help);
}

void options_help(const char *subcommand, struct buf *out)
{
	if (!subcommand) {
		buf_puts(out, "mmstep: step through Linux memory-management decisions\n\n"
			"  mmstep                 the menu of scenes\n");
#define X(name, on, argument, help) \
		help_row(#name " " argument, help, out);
		SUBCOMMAND_LIST(X)
#undef X
		buf_puts(out, "  mmstep --version       the version\n\n"
			"mmstep COMMAND --help lists the options of a command.\n"
			"Exit status: 0 done, 1 the answer is no, 2 usage or invalid input,\n"
			"3 input, output or terminal trouble, 4 an internal error,\n"
			"130 on Ctrl-C without a screen.\n");
		return;
	}
#define X(name, on, argument, help) \
	if (!strcmp(subcommand, #name)) { \
		buf_printf(out, "mmstep %s%s%s: %s\n\n", #name, \
			*argument ? " " : "", argument, help); \
		help_options(on, out); \
	}
	SUBCOMMAND_LIST(X)
#undef X
}

bool selection_machine(struct selection *s, const char *name, struct err *e)
{
	struct err_list errors = { 0 };

	s->session.choice.machine = &s->machine;
	if (!strcmp(name, "host"))
		return host_machine(&s->machine, e);
	if (machine_file_load(name, &s->machine, &errors))
		return true;
	*e = errors.at[0];
	err_list_done(&errors);
	return false;
}

static bool select_variant(struct selection *s, const char *name,
	struct err *e)
{
	const char *const *names = s->scene->variant_names, *near;
	unsigned v = 0;

	if (!strcmp(name, "all"))
		return true;
	while (v < s->scene->n_variants && strcmp(names[v], name))
		v++;
	s->session.variant = (int)v;
	if (v < s->scene->n_variants)
		return true;
	err_set(e, ERR_USAGE, "scene %s has no variant \"%s\"",
		s->scene->name, name);
	near = text_nearest(name, names, s->scene->n_variants);
	return near ? err_hint(e, "did you mean \"%s\"?", near) : false;
}

static bool one_scene(const struct options *o, struct err *e)
{
	if (o->arguments.n != 1)
		return err_set(e, ERR_USAGE, o->arguments.n
			? "only one scene at a time"
			: "which scene? `mmstep list` names them");
	if (!strcmp(o->arguments.at[0], "-") && o->given[OPTION_COMMANDS] &&
		!strcmp(o->value[OPTION_COMMANDS], "-"))
		return err_set(e, ERR_USAGE,
			"scene and commands can't both come from standard input");
	return true;
}

bool options_select(const struct options *o, struct selection *out,
	int *status)
{
	struct session_options *so = &out->session;
	struct err_list errors = { 0 };
	struct err e = { 0 };
	bool good;

	memset(out, 0, sizeof(*out));
	so->program = o->program;
	so->variant = -1;
	so->act = o->value[OPTION_ACT];
	so->choice.size = o->size;
	so->choice.seed = o->seed;
	so->choice.student = o->value[OPTION_STUDENT];
	so->only_look = o->sets.n || o->given[OPTION_MACHINE];
	good = one_scene(o, &e);
	if (good) {
		so->scene = o->arguments.at[0];
		so->loaded = out->scene = scene_load(so->scene, &errors);
		if (!out->scene) {
			*status = fail_all(&errors);
			return false;
		}
	}
	for (unsigned i = 0; good && i < o->sets.n; i++)
		good = scene_set(out->scene, o->sets.at[i], &so->choice.set,
			&e);
	if (good && o->given[OPTION_VARIANT])
		good = select_variant(out, o->value[OPTION_VARIANT], &e);
	if (good && o->given[OPTION_MACHINE])
		good = selection_machine(out, o->value[OPTION_MACHINE], &e);
	if (!good)
		*status = fail(&e);
	return good;
}

void selection_done(struct selection *s)
{
	scene_free(s->scene);
	s->scene = NULL;
}
