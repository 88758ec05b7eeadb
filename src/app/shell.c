/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep shell: everything as a plain line dialogue.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/app.h"
#include "app/complete.h"
#include "app/files.h"
#include "app/learner.h"
#include "app/lines.h"
#include "app/open.h"
#include "app/pane_text.h"
#include "command/command.h"
#include "output/rows_text.h"
#include "screen/prompt.h"
#include "session/chart.h"

/* Lines between two looks whether Ctrl-C was typed: less than a millisecond. */
enum { SLICE_LINES = 4000, COLUMNS = 40 };

struct shell {
	struct session *s;
	struct learner learner;
	bool ascii, tty;
	int columns;
	bool map;			/* it was asked for */
	struct buf out, last;		/* last: a stepping command to repeat */
	int status;
	bool deaf;			/* nothing more can be written */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
	interrupted = 1;
}

static bool print_rows(struct shell *sh)
{
	rows_speech(&sh->s->rows, sh->columns, sh->ascii, &sh->out);
	if (sh->s->ui.overlay == OVERLAY_MAP && !sh->map)
		rows_wrap(&sh->out, "(overview shows the map)", sh->columns,
			sh->ascii);
	else
		pane_text(sh->s, sh->columns, &sh->out);
	rows_clear(&sh->s->rows);
	sh->s->ui.overlay = OVERLAY_NONE;
	sh->map = false;
	sh->deaf = print_out(&sh->out, 0) != 0;
	buf_clear(&sh->out);
	if (sh->deaf)
		sh->status = 3;
	return !sh->deaf;
}

static bool is_interrupted(void *user)
{
	return interrupted;
}

static bool print_sourced(void *user)
{
	return print_rows(user);
}

/* On a terminal somebody listens: an error is wrapped, and says its column where
 * a caret would not fit. */
static void speak_error(struct shell *sh, const struct err *e)
{
	struct buf b = { 0 }, out = { 0 };

	buf_puts(&b, e->text);
	if (e->hint[0])
		buf_printf(&b, "; %s", e->hint);
	if (e->column && e->source[0])
		buf_printf(&b, " (column %u)", e->column);
	rows_wrap(&out, buf_text(&b), sh->columns, sh->ascii);
	fputs(buf_text(&out), stderr);
	buf_done(&b);
	buf_done(&out);
}

static void refuse(struct shell *sh, const struct err *e, int status)
{
	fflush(stdout);
	if (sh->tty && !e->file[0])
		speak_error(sh, e);
	else
		fail(e);
	sh->status = sh->tty ? 0 : status;
}

/* The strip chart as numbers, unless it takes longer than somebody waits. */
static void with_chart(struct shell *sh)
{
	struct session *s = sh->s;
	bool done = false;

	if (!s->ui.wants_chart)
		return;
	s->ui.wants_chart = false;
	while (!done && !interrupted)
		done = chart_slice(s, SLICE_LINES);
	s->chart->wish = CHART_WATCHED;
	if (done)
		chart_rows(s);
}

/* What is drawn goes to a file as well. */
static void pane_as_row(struct shell *sh)
{
	struct buf b = { 0 };

	pane_text(sh->s, sh->columns, &b);
	while (b.n && b.s[b.n - 1] == '\n')
		b.s[--b.n] = 0;		/* a row ends a line by itself */
	if (b.n)
		rows_add(&sh->s->rows, ROW_NOTE, NULL, buf_text(&b));
	sh->s->ui.overlay = OVERLAY_NONE;
	buf_done(&b);
}

/* What the last command asked of files. False: nothing more can be written. */
static bool with_files(struct shell *sh)
{
	struct files_user u = { is_interrupted, print_sourced, sh };
	struct err e = { 0 };
	bool good;

	with_chart(sh);
	if (sh->s->output[0])
		pane_as_row(sh);
	good = files_write(sh->s, &e);
	if (!print_rows(sh))
		return false;
	if (!good || !files_source(sh->s, &u, &e))
		refuse(sh, &e, err_exit_status(&e));
	return !sh->deaf;
}

/* What only changes a screen is not heard. */
static void say_here(struct shell *sh, enum command_id id)
{
	struct rows *rows = &sh->s->rows;
	const char *here = command_here(id);

	if (!here)
		return;
	rows_clear(rows);
	rows_printf(rows, ROW_NOTE, NULL, "that is for the screen%s%s",
		here[0] ? "; here: " : "", here);
}

/* One line of input; an empty one repeats a stepping command. */
static bool run_line_of(struct shell *sh, const char *line)
{
	struct session *s = sh->s;
	struct err e = { 0 };
	struct command c;

	line = line_repeat(&sh->last, line);
	rows_clear(&s->rows);
	if (!session_parse(s, line, &c, &e)) {
		refuse(sh, &e, 2);
		return true;
	}
	if (line != buf_text(&sh->last))
		line_note(&sh->last, &c);
	interrupted = 0;
	sh->map = c.id == CMD_OVERVIEW;
	if (!session_command(s, &c, &e))
		refuse(sh, &e, err_exit_status(&e));
	else if (!s->question.open || c.id != CMD_ESCAPE)
		say_here(sh, c.id);
	while (session_pending(s)) {
		session_slice(s, SLICE_LINES);
		if (interrupted && session_pending(s))
			session_interrupt(s);
	}
	command_done(&c);
	learner_note(&sh->learner, s);
	return with_files(sh) && !s->ui.wants_quit;
}

static void from_terminal(struct shell *sh)
{
	struct prompt_options o = { .label = "(mmstep) ", .history = true,
		.complete = complete_line, .user = sh->s };
	enum prompt_state state;
	char *line;

	do {
		state = prompt_readline(&o, &line);
		if (state != PROMPT_DONE)
			continue;
		if (!run_line_of(sh, line))
			state = PROMPT_CLOSED;
		free(line);
	} while (state != PROMPT_CLOSED);
}

static void from_pipe(struct shell *sh)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	while ((n = getline(&line, &size, stdin)) >= 0) {
		line_trim(line, (size_t)n);
		if (!run_line_of(sh, line))
			break;
	}
	free(line);
	if (ferror(stdin)) {
		fprintf(stderr, "mmstep: standard input: %s\n",
			strerror(errno));
		sh->status = 3;
	}
}

/* --exec and --commands: the first that is refused ends the shell. */
static bool first_lines(struct shell *sh, const struct options *o)
{
	struct lines lines;
	struct err e = { 0 };
	bool good = lines_gather(o, &lines, &e);

	if (!good)
		sh->status = fail(&e);
	for (size_t i = 0; good && i < lines.n; i++) {
		good = session_line(sh->s, lines.at[i], &e);
		if (!good) {
			lines_place(&lines, i, &e);
			sh->status = fail(&e);
		}
		learner_note(&sh->learner, sh->s);
		good = good && with_files(sh) && !sh->s->ui.wants_quit;
	}
	lines_done(&lines);
	return good;
}

static void greet(struct shell *sh)
{
	const struct scene *scene = sh->s->scene;
	struct buf b = { 0 };

	buf_printf(&b, "%s: %s, act %s", scene->name, scene->title,
		scene->acts[sh->s->act].name);
	rows_wrap(&sh->out, buf_text(&b), sh->columns, sh->ascii);
	buf_done(&b);
	if (sh->tty)
		rows_wrap(&sh->out, "go goes on, step runs a line, back undoes it; help, quit",
			sh->columns, sh->ascii);
}

int app_shell(const struct options *o)
{
	struct shell sh = { .ascii = o->given[OPTION_ASCII],
		.tty = isatty(0) && isatty(1),
		.columns = o->given[OPTION_COLUMNS] ? o->columns : COLUMNS };
	struct sigaction act = { .sa_handler = on_interrupt };
	struct selection sel = { 0 };

	sh.s = open_session(o, &sel, &sh.status);
	if (!sh.s) {
		selection_done(&sel);
		return sh.status;
	}
	sh.status = 0;
	learner_start(&sh.learner, o->value[OPTION_STUDENT], sh.s);
	if (sh.tty)
		sigaction(SIGINT, &act, NULL);
	if (sh.tty)
		open_where_left(o, sh.s, &sh.learner);
	greet(&sh);
	if (print_rows(&sh) && first_lines(&sh, o)) {
		if (sh.tty)
			from_terminal(&sh);
		else
			from_pipe(&sh);
	}
	sh.status = learner_end(&sh.learner, sh.s, sh.tty, sh.status);
	buf_done(&sh.out);
	buf_done(&sh.last);
	learner_done(&sh.learner);
	session_free(sh.s);
	selection_done(&sel);
	return sh.status;
}
