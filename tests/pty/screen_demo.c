/* SPDX-License-Identifier: GPL-3.0-or-later
 * A small program on the screen layer alone: a step counter, a focused item
 * and a prompt. The cases of tests/pty/ drive it in pseudo-terminals.
 *
 * Usage: screen_demo [--ascii] [--mouse] [--plain] [--theme NAME] [-]
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "screen/prompt.h"
#include "screen/terminal.h"

enum { LAST_STEP = 1000, PLAY_MS = 40, LINES_SHOWN = 5 };

struct demo {
	int step;
	bool playing, over;
	bool ascii;
	const struct theme *theme;
	char message[200];
};

static const char *const words[] = {
	"step ", "stop", "status", "show cpu[", "quit", "zähler"};

static size_t complete(
	void *user, const char *line, size_t point, struct buf *out)
{
	(void)user;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strncmp(words[i], line, point))
			buf_printf(out, "%s\n", words[i]);
	return 0;
}

static const struct prompt_options prompt_options = {
	.label = ":", .history = true, .complete = complete};

static void set_step(struct demo *d, int step)
{
	d->step = step < 0 ? 0 : step > LAST_STEP ? LAST_STEP : step;
}

static void run_line(struct demo *d, const char *line)
{
	int step;

	snprintf(d->message, sizeof(d->message), "entered: %.150s", line);
	if (!strcmp(line, "quit"))
		d->over = true;
	else if (sscanf(line, "step %d", &step) == 1 ||
		sscanf(line, "goto %d", &step) == 1)
		set_step(d, step);
}

/* ---- drawing ---------------------------------------------------------------
 */

static void draw_prompt(struct canvas *c)
{
	struct prompt_view v;

	prompt_view(c->columns, c->ascii, &v);
	canvas_fill(c, c->rows - 1, 0, c->columns, STYLE_PROMPT, ' ');
	canvas_put(c, c->rows - 1, 0, STYLE_PROMPT, v.text);
	canvas_cursor(c, c->rows - 1,
		v.cursor < c->columns ? v.cursor : c->columns - 1);
	if (*v.list)
		canvas_put(c, c->rows - 2, 0, STYLE_DIM, v.list);
	if (v.list_columns)
		canvas_style(
			c, c->rows - 2, v.list_at, v.list_columns, STYLE_POINT);
	if (*v.note)
		canvas_put(c, c->rows - 2, 0, STYLE_WARN, v.note);
}

static void draw_lines(const struct demo *d, struct canvas *c)
{
	struct box before = canvas_enter(c, (struct box){2, 0, 9, 36});
	struct box inside = canvas_frame(c, STYLE_FRAME_FOCUS, "lines");

	canvas_enter(c, inside);
	for (int i = 0; i < LINES_SHOWN; i++) {
		bool now = d->step % LINES_SHOWN == i;

		canvas_printf(c, i, 1, now ? STYLE_LINE_NOW : STYLE_LINE,
			"%c line %d  \u2265 \u6f22 e\u0301 \u2212",
			now ? '>' : ' ', i);
		if (now)
			canvas_cursor(c, i, 1);
	}
	canvas_leave(c, before);
}

static void draw(const struct demo *d)
{
	int rows, columns;
	struct canvas *c;

	terminal_size(&rows, &columns);
	c = canvas_new(rows, columns, d->ascii);
	canvas_printf(c, 0, 0, STYLE_TITLE, "demo  step %d of %d", d->step,
		LAST_STEP);
	if (rows < 12 || columns < 40) {
		canvas_put(c, 1, 0, STYLE_WARN, "too small: 40x12 at least");
		canvas_cursor(c, 0, 0);
	} else {
		canvas_printf(c, 1, 0, STYLE_DIM, " size %dx%d", columns, rows);
		draw_lines(d, c);
	}
	canvas_put(c, rows - 2, 0, STYLE_STATUS, d->message);
	if (prompt_state() == PROMPT_OPEN)
		draw_prompt(c);
	else
		canvas_put(c, rows - 1, 0, STYLE_KEY,
			"s step  b back  : prompt  q quit");
	terminal_draw(c, d->theme);
	canvas_free(c);
}

/* ---- events ----------------------------------------------------------------
 */

/* Something long that gives way to any input. */
static void compute(struct demo *d)
{
	volatile unsigned long n = 0;

	snprintf(d->message, sizeof(d->message), "computing");
	draw(d);
	while (!terminal_input_pending())
		for (int i = 0; i < 100000; i++)
			n = n + 1;
	snprintf(d->message, sizeof(d->message), "gave way");
}

static void next_theme(struct demo *d)
{
	d->theme++;
	if (!d->theme->name)
		d->theme = themes;
	snprintf(d->message, sizeof(d->message), "theme %s", d->theme->name);
}

/* Bugs on demand. */
static void crash(uint32_t how)
{
	if (how == 'X')
		raise(SIGSEGV);
	if (how == 'A')
		abort();
	if (how == 'P')
		panic("asked for");
}

static void quit(struct demo *d, bool hasty)
{
	d->over = !hasty;
	if (hasty)
		snprintf(d->message, sizeof(d->message),
			"q came in a burst; press it again to quit");
}

static void step_char(struct demo *d, const struct key *k)
{
	switch (k->ch) {
	case 's':
		set_step(d, d->step + 1);
		break;
	case 'b':
		set_step(d, d->step - 1);
		break;
	case 'q':
		quit(d, k->burst);
		break;
	case 'a':
		d->playing = !d->playing;
		break;
	case 't':
		next_theme(d);
		break;
	case 'C':
		compute(d);
		break;
	case ':':
		prompt_open(&prompt_options);
		break;
	default:
		crash(k->ch);
	}
}

static void step_key(struct demo *d, const struct key *k)
{
	char name[KEY_NAME_MAX];

	snprintf(d->message, sizeof(d->message), "key %s", key_spell(k, name));
	if (k->code == K_CLICK)
		snprintf(d->message, sizeof(d->message), "click %d,%d",
			k->mouse_row, k->mouse_column);
	if (k->code == K_RIGHT)
		set_step(d, d->step + 1);
	if (k->code == K_LEFT)
		set_step(d, d->step - 1);
	if (k->code != K_CHAR || k->alt)
		return;
	if (k->ctrl && k->ch == 'l')
		terminal_repaint();
	if (k->ctrl)
		return;
	step_char(d, k);
}

static void on_key(struct demo *d, const struct key *k)
{
	if (prompt_state() != PROMPT_OPEN) {
		step_key(d, k);
		return;
	}
	if (k->code == K_CHAR && k->ctrl && k->ch == 'l')
		terminal_repaint();
	prompt_key(k);
	if (prompt_state() == PROMPT_DONE)
		run_line(d, prompt_line());
	else if (prompt_state() == PROMPT_CANCELLED)
		snprintf(d->message, sizeof(d->message), "cancelled");
	if (prompt_state() != PROMPT_OPEN)
		prompt_close();
}

static void on_paste(struct demo *d, const struct key *k)
{
	if (prompt_state() == PROMPT_OPEN)
		prompt_paste(k->text);
	else
		snprintf(d->message, sizeof(d->message),
			"pasted text is ignored here");
}

static void loop(struct demo *d)
{
	struct key k;

	while (!d->over) {
		if (!terminal_input_pending())
			draw(d);
		switch (terminal_wait(d->playing ? PLAY_MS : -1, &k)) {
		case TERMINAL_KEY:
			on_key(d, &k);
			break;
		case TERMINAL_PASTE:
			on_paste(d, &k);
			break;
		case TERMINAL_TIMEOUT:
			set_step(d, d->step + 1);
			break;
		case TERMINAL_HANGUP:
			terminal_die(SIGHUP);
		case TERMINAL_SIGNAL:
			terminal_die(terminal_signal());
		case TERMINAL_RESIZE:
		case TERMINAL_RESUME:
			break;
		}
	}
}

/* Lines without a screen. */
static int plain(void)
{
	enum prompt_state state;
	char *line;

	while ((state = prompt_readline(&prompt_options, &line))) {
		if (state == PROMPT_CANCELLED)
			puts("cancelled");
		else
			printf("entered: %s\n", line);
		fflush(stdout);
		free(line);
	}
	puts("end");
	return 0;
}

int main(int argc, char **argv)
{
	struct demo d = {.theme = themes};
	struct terminal_options o = {0};
	struct err e;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--ascii"))
			d.ascii = true;
		else if (!strcmp(argv[i], "--mouse"))
			o.mouse = true;
		else if (!strcmp(argv[i], "--plain"))
			return plain();
		else if (!strcmp(argv[i], "--theme") && i + 1 < argc)
			d.theme = theme_find(argv[++i]);
		else if (!strcmp(argv[i], "-"))
			o.stdin_is_data = true;
		else
			return 2;
	}
	if (!terminal_utf8())
		d.ascii = true;
	if (!d.theme || !terminal_open(&o, &e)) {
		fprintf(stderr, "screen_demo: %s (%s)\n", e.text, e.hint);
		return err_exit_status(&e);
	}
	loop(&d);
	terminal_close();
	printf("bye at step %d\n", d.step);
	return 0;
}
