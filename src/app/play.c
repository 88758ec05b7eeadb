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
#include "app/open.h"
#include "app/play.h"
#include "app/progress.h"
#include "app/record.h"
#include "screen/prompt.h"
#include "screen/terminal.h"
#include "view/from_session.h"
#include "view/hit.h"
#include "view/theme.h"

enum { SLICE = 20000, FRAMES = 16, FRAME_MS = 30,
	PATIENCE_MS = 6 };

struct play {
	const struct options *o;
	struct session *s;
	const struct theme *theme;
	bool ascii, still;
	struct moment_store store;
	struct canvas *canvas;
	struct recorder *recorder;
	bool number_field;		/* the prompt answers a question */
	bool quote;			/* ' was typed: a mark's name follows */
	unsigned count;			/* digits typed before a command */
	bool dirty;
	int auto_ms;			/* until autoplay goes on */
	bool done;
};

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
	memcpy(p->s->ui.focus, report.focus, sizeof(report.focus));
	terminal_draw(p->canvas, p->theme);
	recorder_frame(p->recorder, p->canvas, p->theme);
	p->dirty = false;
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

static void say(struct play *p, const char *text, bool error)
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
		say(p, t->help, false);
		terminal_repaint();
	} else {
		say(p, "themes are dark, light, contrast, mono, class", true);
	}
	p->s->ui.theme[0] = 0;
}

static void open_prompt(struct play *p, const char *label, bool history)
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
		open_prompt(p, ":", true);
	}
	p->dirty = true;
	p->auto_ms = -1;
}

static void command(struct play *p, const struct command *c)
{
	struct err e = { 0 };

	session_command(p->s, c, &e);
	after_command(p);
}

static void line(struct play *p, const char *text)
{
	struct scope scope = session_scope(p->s);
	struct err e = { 0 };
	struct command c;

	if (!command_parse(text, &scope, &c, &e)) {
		struct buf b = { 0 };

		buf_printf(&b, "%s%s%s", e.text, e.hint[0] ? "; " : "", e.hint);
		say(p, buf_text(&b), true);
		buf_done(&b);
		return;
	}
	command(p, &c);
	command_done(&c);
	if (p->s->rows.n && !p->s->status.n)
		say(p, play_status(&p->s->rows), false);
}

static void plain_command(struct play *p, enum command_id id)
{
	struct command c;

	command_init(&c, id);
	if (p->count && commands[id].argument == ARG_COUNT)
		c.count = p->count;
	else if (id == CMD_GO)
		animate_go(p);
	p->count = 0;
	command(p, &c);
	command_done(&c);
}

/* While a question is open digits and letters choose. True: it was one. */
static bool question_key(struct play *p, const char *name)
{
	const struct question_state *q = &p->s->question;
	char text[32];

	if (!q->open || q->revealed)
		return false;
	if (!strcmp(name, "?")) {
		plain_command(p, CMD_HINT);
		return true;
	}
	if (p->s->options.class_mode && !strcmp(name, "Enter")) {
		plain_command(p, CMD_REVEAL);
		return true;
	}
	if (p->s->options.class_mode || name[1])
		return false;
	if (q->is->kind == QUESTION_NUMBER) {
		struct key digit = { 0 };

		if ((name[0] < '0' || name[0] > '9') && name[0] != '-')
			return false;
		open_prompt(p, "answer: ", false);
		p->number_field = true;
		key_parse(name, &digit);
		prompt_key(&digit);
		return true;
	}
	if ((name[0] >= '1' && name[0] < '1' + (int)q->is->n_choices) ||
		(name[0] >= 'a' && name[0] < 'a' + (int)q->is->n_choices)) {
		snprintf(text, sizeof(text), "answer %c", name[0]);
		line(p, text);
		return true;
	}
	return false;
}

static void prompt_event(struct play *p)
{
	char *text;

	p->dirty = true;
	if (prompt_state() == PROMPT_OPEN)
		return;
	text = prompt_state() == PROMPT_DONE ? mem_strdup(prompt_line())
					     : mem_strdup("");
	prompt_close();
	if (text[0] && p->number_field) {
		struct buf b = { 0 };

		buf_printf(&b, "answer %s", text);
		line(p, buf_text(&b));
		buf_done(&b);
	} else if (text[0]) {
		line(p, text);
	}
	p->number_field = false;
	free(text);
}

static void find_again(struct play *p)
{
	char text[80];

	snprintf(text, sizeof(text), "find %s", p->s->ui.find);
	line(p, text);
}

static void mark_key(struct play *p, const char *name)
{
	char text[64];

	p->quote = false;
	if (!strcmp(name, "'"))
		plain_command(p, CMD_RETURN);
	else if (!strcmp(name, "Esc"))
		say(p, "", false);
	else {
		snprintf(text, sizeof(text), "jump %s", name);
		line(p, text);
	}
}

static bool overlay_key(struct play *p, const char *name)
{
	struct ui *ui = &p->s->ui;

	if (ui->overlay == OVERLAY_NONE)
		return false;
	if (ui->overlay == OVERLAY_BLANK) {
		ui->overlay = OVERLAY_NONE;
		p->dirty = true;
		return true;
	}
	if (!strcmp(name, "Space") || !strcmp(name, "PgDn")) {
		if (ui->overlay == OVERLAY_HELP && ui->overlay_page == 0) {
			ui->overlay_page = 1;
			p->dirty = true;
			return true;
		}
		if (ui->overlay == OVERLAY_MAP || ui->overlay == OVERLAY_TABLE)
			return false;	/* a cue's picture: go on */
		ui->overlay = OVERLAY_NONE;
		p->dirty = true;
		return true;
	}
	if (!strcmp(name, "q")) {
		ui->overlay = OVERLAY_NONE;
		p->dirty = true;
		return true;
	}
	return false;
}

/* `hasty`: the key came in a burst, as an unbracketed paste does. */
static void step_key(struct play *p, const char *name, bool hasty)
{
	enum command_id id = command_of_key(name);

	if (p->quote) {
		mark_key(p, name);
		return;
	}
	if (question_key(p, name) || overlay_key(p, name))
		return;
	if (p->s->ui.autoplay && strcmp(name, "+") && strcmp(name, "-") &&
		strcmp(name, "a")) {
		p->s->ui.autoplay = false;
		say(p, "paused; a plays on", false);
		if (!strcmp(name, "Space"))
			return;
	}
	if (name[0] >= '0' && name[0] <= '9' && !name[1] &&
		(p->count || name[0] != '0')) {
		if (p->count < 1000000)
			p->count = p->count * 10 + (unsigned)(name[0] - '0');
		play_say_count(p->s, p->count);
		p->dirty = true;
		return;
	}
	if (!strcmp(name, "C-l")) {
		terminal_repaint();
		p->dirty = true;
	} else if (!strcmp(name, "C-z")) {
		terminal_suspend();
	} else if (!strcmp(name, "C-c")) {
		say(p, "q quits", false);
		p->count = 0;
	} else if (!strcmp(name, "'")) {
		p->quote = true;
		say(p, "mark? ' again goes back to before the last jump", false);
	} else if (!strcmp(name, "/")) {
		open_prompt(p, ":", true);
		prompt_paste("find ");
	} else if (!strcmp(name, "g")) {
		if (p->count) {
			char text[32];

			snprintf(text, sizeof(text), "goto %u", p->count);
			p->count = 0;
			line(p, text);
		} else {
			plain_command(p, CMD_HOME);
		}
	} else if (p->s->ui.find[0] && (!strcmp(name, "n") ||
		!strcmp(name, "N"))) {
		find_again(p);
	} else if (id == CMD_QUIT && hasty) {
		say(p, "q alone quits", false);
	} else if (id != CMD_N) {
		plain_command(p, id);
	} else {
		p->count = 0;
		say(p, "? shows the keys", false);
	}
}

/* A click: to a step of the timeline, or into a pane. */
static void click(struct play *p, const struct key *k)
{
	struct hit hit = view_hit(moment_of(&p->store, p->s), p->canvas,
		k->mouse_row, k->mouse_column);
	char text[40];

	if (hit.kind == HIT_STEP) {
		snprintf(text, sizeof(text), "goto %lld", (long long)hit.step);
		line(p, text);
	} else if (hit.kind == HIT_PANE) {
		p->s->ui.pane = hit.pane;
		p->dirty = true;
	}
}

static void key(struct play *p, const struct key *k)
{
	char name[KEY_NAME_MAX];

	if (k->code == K_CLICK && !p->s->options.class_mode) {
		if (prompt_state() != PROMPT_OPEN && p->canvas)
			click(p, k);
		return;
	}
	if (k->code == K_WHEEL_UP || k->code == K_WHEEL_DOWN) {
		plain_command(p, k->code == K_WHEEL_UP ? CMD_UP : CMD_DOWN);
		return;
	}

	if (session_pending(p->s))
		session_interrupt(p->s);
	if (prompt_state() == PROMPT_OPEN) {
		prompt_key(k);
		prompt_event(p);
		return;
	}
	step_key(p, key_spell(k, name), k->burst);
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

static void auto_step(struct play *p)
{
	struct session *s = p->s;
	bool last;

	if (s->question.open && !s->question.revealed) {
		plain_command(p, CMD_REVEAL);
		return;
	}
	last = s->act + 1 == s->scene->n_acts &&
		s->cue + 1 >= (int)s->scene->acts[s->act].n_cues;
	if (!last) {
		plain_command(p, CMD_GO);
	} else if (p->o->given[OPTION_LOOP]) {
		struct err e = { 0 };

		memset(s->answered, 0, sizeof(s->answered));
		session_restart(s, &e);
		p->dirty = true;
	} else {
		s->ui.autoplay = false;
		p->done = p->o->given[OPTION_AUTO] &&
			p->o->given[OPTION_RECORD];
		say(p, "the end", false);
	}
}

static int event(struct play *p, int timeout)
{
	struct key k;

	switch (terminal_wait(timeout, &k)) {
	case TERMINAL_KEY:
		key(p, &k);
		break;
	case TERMINAL_PASTE:
		if (prompt_state() == PROMPT_OPEN)
			prompt_paste(k.text);
		else
			say(p, "a paste is ignored here; : opens the prompt",
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

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long)(t.tv_sec % 1000000) * 1000 + t.tv_nsec / 1000000;
}

/* Goes on with what is pending: a few milliseconds whatever was typed ahead,
 * then until a key comes. */
static void go_on(struct play *p)
{
	long start = now_ms();

	do
		session_slice(p->s, SLICE);
	while (session_pending(p->s) && (now_ms() - start < PATIENCE_MS ||
		!terminal_input_pending()));
	p->dirty |= !session_pending(p->s);
}

/* Returns the signal that ended it, or 0. */
static int loop(struct play *p)
{
	int signal = 0;

	p->dirty = true;
	while (!p->done && !signal) {
		bool busy = session_pending(p->s);

		if (busy) {
			go_on(p);
			busy = session_pending(p->s);
		}
		if (p->dirty && !busy && !terminal_input_pending())
			draw(p);
		signal = event(p, busy ? 0 : auto_wait(p));
	}
	return signal;
}

static void farewell(struct session *s, bool ended)
{
	if (ended)
		printf("The end of %s.\n", s->scene->title);
	else
		printf("To come back: mmstep play %s --at '%s'\n",
			s->options.scene, session_address(s));
}

static int on_screen(struct play *p)
{
	struct terminal_options to = { .mouse = p->o->given[OPTION_MOUSE] &&
			!p->s->options.class_mode,
		.no_colour = !strcmp(p->theme->name, "mono") };
	struct err e = { 0 };
	int signal, status = 0;

	if (!recorder_open(p->o, p->s, &p->recorder, &e))
		return fail(&e);
	if (!terminal_open(&to, &e)) {
		recorder_close(p->recorder, &e);
		return fail(&e);
	}
	panic_hook(terminal_close);
	p->ascii |= !terminal_utf8();
	signal = loop(p);
	if (!recorder_close(p->recorder, &e))
		status = err_exit_status(&e);
	if (signal && !p->s->options.class_mode)
		progress_note(p->s);
	if (signal)
		terminal_die(signal);
	terminal_close();
	if (status)
		fail(&e);
	if (!p->s->options.class_mode)
		progress_note(p->s);
	farewell(p->s, false);
	return fflush(stdout) ? 3 : status;
}

int app_play(const struct options *o)
{
	struct play p = { .o = o, .ascii = o->given[OPTION_ASCII],
		.still = o->given[OPTION_STILL] };
	struct machine_file machine;
	struct session_options so;
	struct err e = { 0 };
	int status;

	if (!open_theme(o, &p.theme, &e))
		return fail(&e);
	if (!options_session(o, &so, &machine))
		return 2;
	so.history = true;
	so.class_mode = o->given[OPTION_CLASS];
	p.s = open_session(o, &so, &status);
	if (!p.s)
		return status;
	if (o->given[OPTION_AUTO]) {
		p.s->ui.autoplay = true;
		p.s->ui.speed = (unsigned)o->speed;
	}
	if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))
		status = play_as_text(o, p.s);
	else
		status = on_screen(&p);
	canvas_free(p.canvas);
	moment_store_done(&p.store);
	session_free(p.s);
	return status;
}
