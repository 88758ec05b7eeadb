/* SPDX-License-Identifier: GPL-3.0-or-later
 * The program: subcommands, their options, standard output.
 */
#ifndef APP_APP_H
#define APP_APP_H

#include <stdio.h>
#include "base/buf.h"
#include "base/err.h"
#include "scene/assets.h"
#include "scene/scene.h"
#include "session/session.h"

/* Options. To add one: a row here, its field and its case in options.c.
 * (id, name, value's name or NULL, bits of the subcommands that take it, help) */
enum { ON_PLAY = 1, ON_RUN = 2, ON_FRAME = 4, ON_SHELL = 8, ON_CHECK = 16,
	ON_EVAL = 32, ON_MENU = 64, ON_LIST = 128, ON_HELP = 256, ON_FIGURES = 512,
	ON_PROGRESS = 4096, ON_GRADE = 8192, ON_NOTES = 16384, ON_HANDOUT = 32768,
	ON_EXPLAIN = 1024, ON_LIVE = 65536,
	ON_SCENE = ON_PLAY | ON_RUN | ON_FRAME | ON_SHELL,
	ON_SCREEN = ON_PLAY | ON_FRAME | ON_MENU | ON_LIVE };
#define OPTION_LIST(X) \
	X(SIZE, "size", "classroom|mail", ON_SCENE, "every page visible, or the mail's own numbers") \
	X(MACHINE, "machine", "NAME|host", ON_SCENE, "another machine; host: this one") \
	X(SEED, "seed", "N", ON_SCENE, "seed of random numbers (1)") \
	X(SET, "set", "NAME=VALUE", ON_SCENE, "change a parameter; may be repeated") \
	X(ACT, "act", "NAME", ON_SCENE | ON_HANDOUT, "another act of the scene") \
	X(VARIANT, "variant", "NAME|all", ON_SCENE, "one variant alone") \
	X(FORMAT, "format", "NAME", ON_RUN | ON_FRAME, "run: text, json, csv; frame: text, ansi, svg, html") \
	X(BOARD_FORMAT, "format", "text|json", ON_FIGURES, "json: all at once, at the end") \
	X(REPORT_FORMAT, "format", "text|json", ON_EXPLAIN, "json: everything, for programs") \
	X(ORDER, "order", "N", ON_EXPLAIN | ON_LIVE, "what to ask of a machine's state, where nothing was (0)") \
	X(REPORT, "report", "N", ON_EXPLAIN, "the Nth report alone") \
	X(PROC, "proc", NULL, ON_EXPLAIN, "this machine, or that of a folder or bundle") \
	X(EVERY, "every", "SECONDS", ON_LIVE, "look so often, 1 to 3600 (1)") \
	X(BRIEF, "list", NULL, ON_EXPLAIN, "one line for each report") \
	X(SCENE_OUT, "scene", "OUT.yaml", ON_EXPLAIN, "write one as a scene, to be played; - is standard output") \
	X(TRACE, "trace", NULL, ON_RUN, "print every line that runs") \
	X(UNTIL, "until", "EXPR", ON_RUN, "stop when the expression holds") \
	X(EXEC, "exec", "CMD", ON_RUN | ON_SHELL | ON_FRAME, "run a command first; may be repeated") \
	X(COMMANDS, "commands", "FILE", ON_RUN | ON_SHELL, "the same, one a line; - is standard input") \
	X(AT, "at", "WHEN", ON_PLAY | ON_FRAME | ON_SHELL, "a step, a cue's or act's name, or an address") \
	X(COLUMNS, "columns", "N", ON_FRAME | ON_HANDOUT | ON_SHELL, "width of the frame (80), of shell's lines (40)") \
	X(ROWS, "rows", "N", ON_FRAME | ON_HANDOUT, "height of the frame (24)") \
	X(KEY, "key", NULL, ON_HANDOUT, "with the answers") \
	X(GRADE_FORMAT, "format", "text|json|csv", ON_GRADE, "csv: a line for each question") \
	X(SCENE, "scene", "FILE", ON_GRADE, "a scene of one's own that was asked from; may be repeated") \
	X(PROGRESS_FORMAT, "format", "text|json", ON_PROGRESS, "json: the same, for scripts") \
	X(STUDENT, "student", "ID", ON_SCENE | ON_PROGRESS | ON_HANDOUT, "whose values and record; letters, digits, _ . -") \
	X(CLASS, "class", NULL, ON_PLAY | ON_FRAME | ON_SHELL, "for a projector: questions to the room, nothing is locked") \
	X(PREDICT, "predict", NULL, ON_PLAY | ON_SHELL | ON_FRAME, "ask for each decision before it runs") \
	X(AUTO, "auto", "[SPEED]", ON_PLAY, "play by itself, speed 1 to 9") \
	X(LOOP, "loop", NULL, ON_PLAY, "start over at the end") \
	X(RECORD, "record", "FILE", ON_PLAY, "write an asciicast of the screen") \
	X(FORCE, "force", NULL, ON_PLAY | ON_EXPLAIN, "let --record or --scene replace a file") \
	X(THEME, "theme", "NAME", ON_SCREEN, "dark, light, contrast, mono, class") \
	X(ASCII, "ascii", NULL, ON_SCREEN | ON_SHELL | ON_RUN | ON_HANDOUT | ON_FIGURES | ON_EXPLAIN | ON_LIVE, "only 7-bit characters") \
	X(STILL, "still", NULL, ON_PLAY | ON_MENU, "nothing moves by itself") \
	X(MOUSE, "mouse", NULL, ON_PLAY, "clicks on lines and timeline") \
	X(APROPOS, "apropos", NULL, ON_HELP, "everything whose name or help has the word in it") \
	X(SENSITIVITY, "sensitivity", NULL, ON_FIGURES, "how each figure moves if a cost is 20 % less or more") \
	X(HELP, "help", NULL, ~0, "this help") \
	X(VERSION, "version", NULL, ~0, "the version")

enum option_id {
#define X(id, name, value, on, help) OPTION_##id,
	OPTION_LIST(X)
#undef X
	OPTION_N
};

enum { TEXTS_MAX = 64 };
struct texts {
	const char *at[TEXTS_MAX];
	unsigned n;
};

struct options {
	const char *program;		/* how it was started, for commands that it
					   prints; quoted where it has to be */
	bool given[OPTION_N];
	enum size size;
	long long seed;
	int columns, rows, speed;
	long long order, report, every;	/* of --order, --report, --every */
	const char *value[OPTION_N];	/* of those that are words */
	struct texts sets, execs, scenes, arguments;
};

/* To add a subcommand: a row here, its file in app/. */
#define SUBCOMMAND_LIST(X) \
	X(play, ON_PLAY, "SCENE", "the screen") \
	X(run, ON_RUN, "SCENE", "to the end without a screen, then the results") \
	X(frame, ON_FRAME, "SCENE", "one frame of the screen on standard output") \
	X(shell, ON_SHELL, "SCENE", "everything as a plain dialogue; reads pipes too") \
	X(check, ON_CHECK, "FILE…", "validate scenes and play them") \
	X(figures, ON_FIGURES, "[SCENE]", "the claim board: the mails' figures and the model's") \
	X(notes, ON_NOTES, "SCENE", "the teacher's notes; they follow a screen beside") \
	X(handout, ON_HANDOUT, "SCENE", "frames and questions for paper") \
	X(progress, ON_PROGRESS, "", "how far you are, and what you answered") \
	X(grade, ON_GRADE, "FILE…", "points of students from their result files") \
	X(explain, ON_EXPLAIN, "FILE…", "why a request for memory failed, from a kernel log") \
	X(live, ON_LIVE, "[DIR]", "this machine now: zones, counters, slab caches") \
	X(eval, ON_EVAL, "EXPR…", "a calculator of mm rules, one value a line") \
	X(list, ON_LIST, "", "scenes, machines and rules") \
	X(help, ON_HELP, "[TOPIC]", "help with a command, name, rule or term")

#define X(name, on, argument, help) int app_##name(const struct options *o);
SUBCOMMAND_LIST(X)
#undef X
int app_menu(const struct options *o);

/* Parses what follows the subcommand. */
bool options_parse(int argc, char **argv, unsigned on, struct options *o,
	struct err *e);
/* Help of one subcommand (or, NULL, of the program). */
void options_help(const char *subcommand, struct buf *out);
/* What the options choose: a scene (the first argument), its values, machine.
 * `session` points at the other two, so it must stay where it is. */
struct selection {
	struct session_options session;
	struct scene *scene;
	struct machine_file machine;
};
/* False with an error printed and *status. selection_done() in any case. */
bool options_select(const struct options *o, struct selection *out,
	int *status);
/* --machine NAME or host, into the selection. */
bool selection_machine(struct selection *s, const char *name, struct err *e);
void selection_done(struct selection *s);

/* Prints an error (all of a list) on stderr; returns its exit status. */
int fail(const struct err *e);
int fail_all(struct err_list *l);
/* Writes to standard output; 3 (said) if that fails, else status. Ends the
 * program quietly with status if nobody reads any more. */
int print_out(const struct buf *out, int status);
/* The machine one sits at; what could not be read is said on stderr. */
bool host_machine(struct machine_file *out, struct err *e);

#endif
