/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep play: the screen. One loop waits for a key, an end of time, or goes on
 * with a long command in slices; every change is drawn once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "app/app.h"
#include "app/complete.h"
#include "app/files.h"
#include "app/open.h"
#include "app/play.h"
#include "app/record.h"
#include "base/text.h"
#include "output/rows_text.h"
#include "screen/prompt.h"
#include "screen/terminal.h"
#include "session/chart.h"
#include "view/from_session.h"
#include "view/theme.h"

enum { SLICE = 4000, FRAMES = 16, FRAME_MS = 30,
	PATIENCE_MS = 6, WORK_MS = 200, CHART_MS = 60 };

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long)(t.tv_sec % 1000000) * 1000 + t.tv_nsec / 1000000;
}

/* What the strip chart lacks, at most for some ms or until a key comes; all of it
 * for a recording. True if it has all. */
static bool chart_goes_on(struct play *p, long ms)
{
	long start = now_ms();

	while (!chart_slice(p->s, SLICE))
		if (!p->recorder && (terminal_input_pending() ||
			now_ms() - start >= ms))
			return false;
	return true;
}

static void draw(struct play *p)
{
	int rows, columns;
	struct moment *m;
	struct view_report report;

	terminal_size(&rows, &columns);
	if (!p->canvas || p->canvas->rows != rows ||
		p->canvas->columns != columns) {
		canvas_free(p->canvas);
		p->canvas = canvas_new(rows, columns, p->ascii);
	}
	if (p->s->chart->columns && !session_pending(p->s))
		chart_goes_on(p, PATIENCE_MS);
	m = moment_of(&p->store, p->s);
	if (prompt_state() == PROMPT_OPEN) {
		struct prompt_view v;

		prompt_view(columns, p->ascii, &v);
		m->prompt = v.text;
		m->prompt_cursor = v.cursor;
		m->candidates = v.list[0] ? v.list : v.note[0] ? v.note : NULL;
	}
	view_screen_report(m, p->canvas, &report);
	memcpy(p->s->ui.scroll, report.scroll, sizeof(report.scroll));
	p->s->ui.overlay_page = report.overlay_page;
	p->pages = report.overlay_pages;
	memcpy(p->s->ui.focus, report.focus, sizeof(report.focus));
	p->s->chart->columns = report.chart_columns;
	terminal_draw(p->canvas, p->theme);
	recorder_frame(p->recorder, p->canvas, p->theme);
	p->dirty = false;
}

/* Something takes long: the last row says so, all else stays. */
static void draw_work(struct play *p)
{
	struct canvas *c = p->canvas;

	canvas_fill(c, c->rows - 1, 0, c->columns, STYLE_TEXT, ' ');
	canvas_printf(c, c->rows - 1, 1, STYLE_TEXT,
		"at work, step %llu; any key stops", (unsigned long long)
		run_step(p->s->variant[p->s->shown].run));
	terminal_draw(c, p->theme);
	p->dirty = true;
}

/* Waits a moment; true if a key wants to go on at once. */
static bool pause_frame(void)
{
	struct timespec moment = { 0, 5000000 };

	for (int i = 0; i < FRAME_MS / 5; i++) {
		if (terminal_input_pending())
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}

/* The way to the next cue, a few lines a frame, on a copy of the run. It is
 * only drawn: the command that follows goes there by itself, and any key ends
 * the show at once. */
static void animate_go(struct play *p)
{
	struct session *s = p->s;
	const struct variant *v = &s->variant[s->shown];
	unsigned next = (unsigned)(s->cue + 1);
	u64 now = run_step(v->run), far;
	struct run *copy;

	if (p->still || p->recorder || !v->tracker.act ||
		next >= v->tracker.n || s->question.open ||
		v->tracker.at[next] <= now + 1 ||
		v->tracker.at[next] > now + FRAMES * 64)
		return;
	far = v->tracker.at[next] - now;
	copy = run_clone(v->run);
	for (u64 n = 1; n < FRAMES && !pause_frame(); n++) {
		struct moment *m = moment_of(&p->store, s);
		struct moment_variant *shown = &m->variant[s->shown];

		if (far * n / FRAMES == far * (n - 1) / FRAMES)
			continue;
		run_lines(copy, far * n / FRAMES - far * (n - 1) / FRAMES);
		shown->now = copy->m;
		shown->step = run_step(copy);
		shown->time_ns = machine_time_ns(copy->m);
		m->overlay = OVERLAY_NONE;
		view_screen(m, p->canvas);
		terminal_draw(p->canvas, p->theme);
	}
	run_free(copy);
}

void play_say(struct play *p, const char *text, bool error)
{
	buf_clear(&p->s->status);
	buf_puts(&p->s->status, text);
	p->s->status_error = error;
	p->dirty = true;
}

static void take_theme(struct play *p)
{
	const struct theme *t = theme_find(p->s->ui.theme);
	unsigned i = 0;

	if (!strcmp(p->s->ui.theme, "?")) {	/* the next one */
		while (themes[i].name && &themes[i] != p->theme)
			i++;
		t = themes[i].name && themes[i + 1].name ? &themes[i + 1]
							 : &themes[0];
	}
	if (t) {
		p->theme = t;
		play_say(p, t->help, false);
		terminal_repaint();
	} else {
		play_say(p, "themes are dark, light, contrast, mono, class", true);
	}
	p->s->ui.theme[0] = 0;
}

bool play_page(struct play *p, int by)
{
	struct ui *ui = &p->s->ui;

	if (p->dirty)
		draw(p);	/* keys typed ahead: how many pages are there? */
	if (by < 0 ? !ui->overlay_page : ui->overlay_page + 1 >= p->pages)
		return false;
	ui->overlay_page += (unsigned)by;
	p->dirty = true;
	return true;
}

void play_prompt(struct play *p, const char *label, bool history)
{
	struct prompt_options o = { .label = label, .history = history,
		.complete = history ? complete_line : NULL, .user = p->s };

	prompt_open(&o);
	p->dirty = true;
}

/* What a command asked of the program itself. */
static void after_command(struct play *p)
{
	struct ui *ui = &p->s->ui;

	if (ui->wants_quit)
		p->done = true;
	if (ui->theme[0])
		take_theme(p);
	if (ui->wants_prompt) {
		ui->wants_prompt = false;
		play_prompt(p, ":", true);
	}
	if (ui->wants_pane)
		play_say(p, "that is on the screen", false);
	ui->wants_pane = 0;
	p->dirty = true;
}

static void command(struct play *p, const struct command *c)
{
	struct err e = { 0 };

	session_command(p->s, c, &e);
	if (c->id == CMD_SIDE && p->canvas)
		play_say_side(p);
	after_command(p);
}

/* A list that was asked for (info, list, where) gets a page of its own; one row
 * is a status line, if there is room for it. */
static void show_rows(struct session *s, int columns)
{
	bool wide = s->rows.n == 1 && !s->status.n &&
		text_width(play_status(&s->rows)) > columns - 2;
	struct rows list = { 0 };
	struct ui *ui = &s->ui;

	for (size_t i = 0; i < s->rows.n; i++)
		if (s->rows.at[i].kind == ROW_TABLE ||
			s->rows.at[i].kind == ROW_VALUE ||
			s->rows.at[i].kind == ROW_DISPLAY ||
			s->rows.at[i].kind == ROW_LISTING)
			list.n++;
	if (!wide && (list.n < 2 || list.n < s->rows.n))
		return;
	buf_clear(&ui->overlay_text);
	rows_text(&s->rows, wide ? columns - 4 : 0, false, &ui->overlay_text);
	ui->overlay = OVERLAY_TEXT;
	ui->overlay_page = 0;
}

/* Once a typed command is done, what it answered is seen. */
static void end_typed(struct play *p)
{
	if (!p->typed || session_pending(p->s) || p->s->output[0])
		return;
	p->typed = false;
	show_rows(p->s, p->canvas ? p->canvas->columns : 80);
	if (p->s->rows.n && !p->s->status.n && !p->s->ui.overlay)
		play_say(p, play_status(&p->s->rows), false);
}

void play_line(struct play *p, const char *text)
{
	struct err e = { 0 };
	struct command c;

	p->count = 0;
	if (!session_parse(p->s, text, &c, &e)) {
		struct buf b = { 0 };

		buf_printf(&b, "%s%s%s", e.text, e.hint[0] ? "; " : "", e.hint);
		play_say(p, buf_text(&b), true);
		buf_done(&b);
		return;
	}
	command(p, &c);
	command_done(&c);
	p->typed = true;
	end_typed(p);
}

void play_command(struct play *p, enum command_id id)
{
	struct command c;

	if (id == CMD_EXPLAIN && p->dirty && !session_pending(p->s))
		draw(p); /* keys typed ahead have moved the focus */
	command_init(&c, id);
	if (id == CMD_GO && p->s->question.open)
		p->count = 0;	/* a digit behind an answer passes no cues */
	if (p->count && commands[id].argument == ARG_COUNT)
		c.count = p->count;
	else if (id == CMD_GO)
		animate_go(p);
	p->count = 0;
	p->typed = false;
	command(p, &c);
	command_done(&c);
}

static bool key_waits(void *user)
{
	return terminal_input_pending();
}

static bool rows_unseen(void *user)
{
	return true;
}

/* Once a command is done: the files it named. */
static void with_files(struct play *p)
{
	struct files_user u = { key_waits, rows_unseen, p };
	struct session *s = p->s;
	struct err e = { 0 };
	char path[sizeof(s->source)];

	if ((!s->output[0] && !s->source[0]) || session_pending(s))
		return;
	memcpy(path, s->source, sizeof(path));
	if (!files_write(s, &e) || !files_source(s, &u, &e)) {
		char text[400], line[24] = "";

		if (e.line)
			snprintf(line, sizeof(line), "line %u: ", e.line);
		snprintf(text, sizeof(text), "%s%.300s", line, e.text);
		play_say(p, text, true);
	} else if (path[0]) {
		play_say(p, "its commands have run", false);
	}
	after_command(p);
}

/* Milliseconds until autoplay presses Space; -1: it does not. */
static int auto_wait(struct play *p)
{
	const struct session *s = p->s;
	const struct act *act = &s->scene->acts[s->act];
	s64 ms;

	if (!s->ui.autoplay || session_pending(s) ||
		prompt_state() == PROMPT_OPEN)
		return -1;
	ms = s->cue >= 0 && act->cues[s->cue].pause_ms
		? act->cues[s->cue].pause_ms
		: 1500 + 45 * (s64)s->say.n;
	return (int)(ms * 5 / (s64)s->ui.speed);
}

/* A recording in virtual time need not wait. */
static int wait_ms(struct play *p)
{
	int ms = auto_wait(p);

	return ms > 0 && recorder_pause(p->recorder, ms) ? 1 : ms;
}

static void auto_step(struct play *p)
{
	struct session *s = p->s;
	bool last;

	if (s->question.open && !s->question.revealed && !s->question.away) {
		play_command(p, CMD_REVEAL);
		return;
	}
	last = s->act + 1 == s->scene->n_acts &&
		s->cue + 1 >= (int)s->scene->acts[s->act].n_cues;
	if (!last) {
		play_command(p, CMD_GO);
	} else if (p->o->given[OPTION_LOOP] && !p->recorder) {
		struct err e = { 0 };

		session_restart(s, &e);
		p->dirty = true;
	} else {
		s->ui.autoplay = false;
		p->done = p->o->given[OPTION_AUTO] &&
			p->o->given[OPTION_RECORD];
		play_say(p, "the end", false);
	}
}

static int event(struct play *p, int timeout)
{
	struct key k;

	switch (terminal_wait(timeout, &k)) {
	case TERMINAL_KEY:
		play_key(p, &k);
		break;
	case TERMINAL_PASTE:
		if (prompt_state() == PROMPT_OPEN)
			prompt_paste(k.text);
		else
			play_say(p, "a paste is ignored here; : opens the prompt",
				false);
		p->dirty = true;
		break;
	case TERMINAL_RESIZE:
	case TERMINAL_RESUME:
		p->dirty = true;
		break;
	case TERMINAL_TIMEOUT:
		if (timeout > 0)
			auto_step(p);
		break;
	case TERMINAL_HANGUP:
		return SIGHUP_STATUS;
	case TERMINAL_SIGNAL:
		return terminal_signal();
	}
	return 0;
}

/* Goes on with what is pending: a few milliseconds whatever was typed ahead,
 * then until a key comes. */
static void go_on(struct play *p)
{
	long start = now_ms(), ms = 0;

	while (session_pending(p->s) && ms < WORK_MS &&
		(ms < PATIENCE_MS || !terminal_input_pending())) {
		session_slice(p->s, SLICE);
		ms = now_ms() - start;
	}
	if (!session_pending(p->s))
		p->dirty = true;
	else if (ms >= WORK_MS && p->canvas)
		draw_work(p);
}

/* A chart that is on the screen is filled in while nothing else is to be done. */
static bool chart_lacks(struct play *p)
{
	if (!p->s->chart->columns || session_pending(p->s) || p->dirty ||
		chart_slice(p->s, 1))
		return false;
	chart_goes_on(p, CHART_MS);
	p->dirty = true;
	return true;
}

/* That nothing can be kept is said once; what the command said stays. */
static void keep(struct play *p)
{
	struct buf text = { 0 };

	learner_note(&p->learner, p->s);
	if (!p->learner.trouble || p->told || p->s->status.n)
		return;
	p->told = true;
	buf_puts(&text, "where you are is not kept: ");
	learner_why(&p->learner, true, &text);
	play_say(p, buf_text(&text), true);
	buf_done(&text);
	p->dirty = true;
}

/* Returns the signal that ended it, or 0. */
static int loop(struct play *p)
{
	int signal = 0;

	p->dirty = true;
	while (!p->done && !signal) {
		bool busy;

		go_on(p);
		with_files(p);
		end_typed(p);
		busy = session_pending(p->s);
		if (!busy && !p->apart) {
			keep(p);
			learner_show(&p->learner, p->s);
		}
		if (p->dirty && !busy && !terminal_input_pending())
			draw(p);
		signal = event(p, busy || chart_lacks(p) ? 0 : wait_ms(p));
	}
	return signal;
}

/* Where a terminal would break a line, it is broken between words: a shell
 * takes it back as it stands. */
static int farewell(struct session *s, int columns, int status)
{
	static const char head[] = "To come back:";
	struct buf b = { 0 }, start = { 0 }, at = { 0 };
	int width, all;

	buf_printf(&start, "%s play ", session_program(s));
	buf_put_word(&start, s->options.scene);
	buf_puts(&at, "--at ");
	buf_put_word(&at, session_when(s));
	if (s->options.class_mode)
		buf_puts(&at, " --class");
	width = text_width(buf_text(&start)) + 1 + text_width(buf_text(&at));
	all = (int)sizeof(head) + width;
	buf_printf(&b, "%s%s%s%s%s\n", head, all > columns ? "\n" : " ",
		buf_text(&start), width > columns ? " \\\n" : " ",
		buf_text(&at));
	status = print_out(&b, status);
	buf_done(&start);
	buf_done(&at);
	buf_done(&b);
	return status;
}

static int on_screen(struct play *p)
{
	struct terminal_options to = { .mouse = p->o->given[OPTION_MOUSE] &&
			!p->s->options.class_mode,
		.no_colour = !strcmp(p->theme->name, "mono"),
		.stdin_is_data = !strcmp(p->s->options.scene, "-") };
	struct err e = { 0 };
	int signal, status = 0;

	if (!recorder_open(p->o, p->s, &p->recorder, &e))
		return fail(&e);
	if (!terminal_open(&to, &e)) {
		recorder_discard(p->recorder, p->o);
		return fail(&e);
	}
	p->ascii |= !terminal_utf8();
	if (!p->recorder) {		/* a recording waits for all of a chart */
		aside_open(&p->aside);
		p->s->chart->maker = (struct chart_maker){ aside_make,
			&p->aside };
	}
	signal = loop(p);
	if (!recorder_close(p->recorder, &e))
		status = err_exit_status(&e);
	if (!session_pending(p->s))
		learner_note(&p->learner, p->s);
	learner_show(&p->learner, NULL);
	if (signal)
		terminal_die(signal);
	terminal_close();
	if (status)
		fail(&e);
	return learner_end(&p->learner, p->s, true,
		farewell(p->s, p->canvas ? p->canvas->columns : 80, status));
}

int play_apart(const struct options *o, struct session *s,
	const struct theme *theme, bool ascii)
{
	struct play p = { .o = o, .s = s, .theme = theme, .ascii = ascii,
		.still = true, .apart = true };
	int signal = loop(&p);

	canvas_free(p.canvas);
	moment_store_done(&p.store);
	return signal;
}

static int without_terminal(const struct options *o, struct session *s)
{
	struct err e = { 0 };

	if (!o->given[OPTION_RECORD])
		return play_as_text(o, s);
	err_set(&e, ERR_IO, "--record records a screen, and there is no terminal");
	return fail(&e);
}

int app_play(const struct options *o)
{
	struct play p = { .o = o, .ascii = o->given[OPTION_ASCII],
		.still = o->given[OPTION_STILL] };
	struct selection sel = { 0 };
	struct err e = { 0 };
	int status;

	if (!open_theme(o, &p.theme, &e))
		return fail(&e);
	p.s = open_session(o, &sel, &status);
	if (p.s)
		p.s->options.on_screen = true;
	if (p.s)
		learner_start(&p.learner, o->value[OPTION_STUDENT], p.s);
	if (p.s && o->given[OPTION_AUTO]) {
		p.s->ui.autoplay = true;
		p.s->ui.speed = (unsigned)o->speed;
	}
	if (p.s && (!isatty(STDOUT_FILENO) || (!isatty(STDIN_FILENO) &&
		strcmp(sel.session.scene, "-"))))
		status = without_terminal(o, p.s);
	else if (p.s) {
		open_where_left(o, p.s, &p.learner);
		status = on_screen(&p);
	}
	aside_done(&p.aside);
	learner_done(&p.learner);
	buf_done(&p.last);
	canvas_free(p.canvas);
	moment_store_done(&p.store);
	session_free(p.s);
	selection_done(&sel);
	return status;
}
