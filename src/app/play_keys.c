/* SPDX-License-Identifier: GPL-3.0-or-later
 * Keys and clicks of the screen: what they mean now, as commands.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/lines.h"
#include "app/play.h"
#include "screen/prompt.h"
#include "screen/terminal.h"
#include "view/hit.h"

/* A digit at a question is an answer or a mistake, never a count: that would
 * make the next Space pass cues. */
static bool stray_digit(struct play *p, const char *name)
{
	const struct question_state *q = &p->s->question;
	char text[64];

	if (name[0] < '0' || name[0] > '9' || name[1])
		return false;
	if (p->s->options.class_mode)
		snprintf(text, sizeof(text), q->is->kind == QUESTION_NUMBER
			? "Enter shows the answer"
			: "Enter shows the answer; :votes counts hands");
	else
		snprintf(text, sizeof(text), "only 1 %s %u",
			q->is->n_choices > 2 ? "to" : "or", q->is->n_choices);
	play_say(p, text, true);
	return true;
}

/* One looks at the step that refutes: no answer is taken there. */
static bool away_key(struct play *p, const char *name)
{
	if (name[0] < '0' || name[0] > '9' || name[1])
		return false;
	play_say(p, "'' goes back to the question", true);
	return true;
}

/* While a question is open digits and letters choose. True: it was one. */
static bool question_key(struct play *p, const char *name)
{
	const struct question_state *q = &p->s->question;
	char text[32];

	/* who answers by Enter, too, is not given a card instead */
	if (q->open && !strcmp(name, "Enter") && (q->revealed ||
		!p->s->options.class_mode) && p->s->ui.pane == PANE_STORY &&
		p->s->ui.overlay == OVERLAY_NONE)
		return true;
	if (!q->open || q->revealed || q->away)
		return q->open && q->away && !q->revealed && away_key(p, name);
	p->count = 0;
	if (!strcmp(name, "?")) {
		play_command(p, CMD_HINT);
		return true;
	}
	if (p->s->options.class_mode && !strcmp(name, "Enter")) {
		play_command(p, CMD_REVEAL);
		return true;
	}
	if (p->s->options.class_mode || name[1])
		return stray_digit(p, name);
	if (q->is->kind == QUESTION_NUMBER) {
		struct key digit = { 0 };

		if ((name[0] < '0' || name[0] > '9') && name[0] != '-')
			return false;
		play_prompt(p, "answer: ", false);
		p->number_field = true;
		key_parse(name, &digit);
		prompt_key(&digit);
		return true;
	}
	if ((name[0] >= '1' && name[0] < '1' + (int)q->is->n_choices) ||
		(name[0] >= 'a' && name[0] < 'a' + (int)q->is->n_choices)) {
		snprintf(text, sizeof(text), "answer %c", name[0]);
		play_line(p, text);
		return true;
	}
	return stray_digit(p, name);
}

/* A line was entered: an answer, or a command; Enter alone repeats the last line
 * that moved. */
static void entered(struct play *p, const char *text)
{
	struct buf b = { 0 };
	struct command c;
	struct err e;

	if (p->number_field && text[0])
		buf_printf(&b, "answer %s", text);
	else if (!p->number_field)
		buf_puts(&b, line_repeat(&p->last, text));
	if (!b.n)
		return;
	if (!p->number_field && session_parse(p->s, buf_text(&b), &c, &e)) {
		line_note(&p->last, &c);
		command_done(&c);
	}
	play_line(p, buf_text(&b));
	buf_done(&b);
}

void play_prompt_event(struct play *p)
{
	bool done = prompt_state() == PROMPT_DONE;
	char *text;

	p->dirty = true;
	if (prompt_state() == PROMPT_OPEN)
		return;
	text = mem_strdup(prompt_line());
	prompt_close();
	if (done)
		entered(p, text);
	p->number_field = false;
	free(text);
}

/* The letter of a new mark, as in vi and less. */
static void name_key(struct play *p, const char *name)
{
	char text[16];

	p->naming = false;
	if (name[0] >= 'a' && name[0] <= 'z' && !name[1]) {
		snprintf(text, sizeof(text), "mark %c", name[0]);
		play_line(p, text);
	} else if (!strcmp(name, "Esc")) {
		play_say(p, "", false);
	} else {
		play_say(p, "a mark is a letter, a to z; :mark takes any name",
			true);
	}
}

static void mark_key(struct play *p, const char *name)
{
	char text[64];

	p->quote = false;
	if (!strcmp(name, "'"))
		play_command(p, CMD_RETURN);
	else if (!strcmp(name, "Esc"))
		play_say(p, "", false);
	else {
		snprintf(text, sizeof(text), "jump %s", name);
		play_line(p, text);
	}
}

/* The map or table that the cue itself opened: its picture, not in the way. */
static bool of_cue(const struct session *s)
{
	const struct act *act = &s->scene->acts[s->act];
	enum overlay o = s->ui.overlay;

	return s->cue >= 0 && ((o == OVERLAY_MAP && act->cues[s->cue].map) ||
		(o == OVERLAY_TABLE && act->cues[s->cue].table));
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
	if (ui->overlay == OVERLAY_MAP || ui->overlay == OVERLAY_TABLE) {
		/* a cue's picture: its pages are j and k, Space goes on */
	} else if (!strcmp(name, "PgUp")) {
		play_page(p, -1);
		return true;
	} else if (!strcmp(name, "Space") || !strcmp(name, "PgDn")) {
		if (!play_page(p, 1))
			ui->overlay = OVERLAY_NONE;
		p->dirty = true;
		return true;
	}
	if (ui->overlay == OVERLAY_CARD && name[0] >= '1' && !name[1] &&
		name[0] - '0' <= (int)p->s->n_offers) {
		play_line(p, name);
		return true;
	}
	if (!strcmp(name, "q") && !of_cue(p->s)) {
		ui->overlay = OVERLAY_NONE;
		p->dirty = true;
		return true;
	}
	return false;
}

/* Any key but its own pauses autoplay. True: that was all the key meant. */
static bool pause_auto(struct play *p, const char *name)
{
	if (!p->s->ui.autoplay || !strcmp(name, "+") || !strcmp(name, "-") ||
		!strcmp(name, "a"))
		return false;
	p->s->ui.autoplay = false;
	play_say(p, "paused; a plays on", false);
	return !strcmp(name, "Space");
}

/* Digits before a command are its count. */
static bool digit_key(struct play *p, const char *name)
{
	if (name[0] < '0' || name[0] > '9' || name[1] ||
		(!p->count && name[0] == '0'))
		return false;
	if (p->count < 1000000)
		p->count = p->count * 10 + (unsigned)(name[0] - '0');
	play_say_count(p->s, p->count);
	p->dirty = true;
	return true;
}

static void goto_key(struct play *p)
{
	char text[32];

	if (!p->count) {
		play_command(p, CMD_HOME);
		return;
	}
	snprintf(text, sizeof(text), "goto %u", p->count);
	p->count = 0;
	play_line(p, text);
}

/* Keys that are no command by themselves. */
static bool own_key(struct play *p, const char *name)
{
	if (!strcmp(name, "C-l")) {
		terminal_repaint();
		p->dirty = true;
	} else if (!strcmp(name, "C-z")) {
		terminal_suspend();
	} else if (!strcmp(name, "C-c")) {
		play_say(p, "q quits", false);
		p->count = 0;
	} else if (!strcmp(name, "'")) {
		p->quote = true;
		play_say(p, "mark? ' again goes back to before the last jump",
			false);
	} else if (!strcmp(name, "m")) {
		p->naming = true;
		play_say(p, "mark: a letter, a to z", false);
	} else if (!strcmp(name, "/")) {
		play_prompt(p, ":", true);
		prompt_paste("find ");
	} else if (!strcmp(name, "g")) {
		goto_key(p);
	} else if (p->s->ui.find[0] && (!strcmp(name, "n") ||
		!strcmp(name, "N"))) {
		play_command(p, name[0] == 'n' ? CMD_FIND : CMD_REVERSE_FIND);
	} else {
		return false;
	}
	return true;
}

/* At an open question ? gives a hint and no list of keys. */
static void unknown_key(struct play *p)
{
	const struct question_state *q = &p->s->question;

	p->count = 0;
	play_say(p, q->open && !q->revealed && !q->away
		? "that key is no answer" : "? shows the keys", false);
}

/* `hasty`: the key came in a burst, as an unbracketed paste does. */
static void step_key(struct play *p, const char *name, bool hasty)
{
	enum command_id id = command_of_key(name);

	if (p->quote) {
		mark_key(p, name);
		return;
	}
	if (p->naming) {
		name_key(p, name);
		return;
	}
	if (question_key(p, name) || overlay_key(p, name) ||
		pause_auto(p, name) || digit_key(p, name) || own_key(p, name))
		return;
	if (id == CMD_QUIT && hasty)
		play_say(p, "q alone quits", false);
	else if (id != CMD_N)
		play_command(p, id);
	else
		unknown_key(p);
}

/* A click: to a step of the timeline, or into a pane. */
static void click(struct play *p, const struct key *k)
{
	struct hit hit = view_hit(moment_of(&p->store, p->s), p->canvas,
		k->mouse_row, k->mouse_column);
	char text[40];

	if (hit.kind == HIT_STEP) {
		snprintf(text, sizeof(text), "goto %lld", (long long)hit.step);
		play_line(p, text);
	} else if (hit.kind == HIT_PANE) {
		p->s->ui.pane = hit.pane;
		p->dirty = true;
	}
}

void play_key(struct play *p, const struct key *k)
{
	char name[KEY_NAME_MAX];

	key_spell(k, name);
	if (session_pending(p->s)) {
		session_interrupt(p->s);
		p->dirty = true;
		if (!strcmp(name, "C-c") || !strcmp(name, "Esc"))
			return;
	}
	if (k->code == K_CLICK && !p->s->options.class_mode) {
		if (prompt_state() != PROMPT_OPEN && p->canvas)
			click(p, k);
	} else if (k->code == K_WHEEL_UP || k->code == K_WHEEL_DOWN) {
		play_command(p, k->code == K_WHEEL_UP ? CMD_UP : CMD_DOWN);
	} else if (prompt_state() == PROMPT_OPEN) {
		prompt_key(k);
		play_prompt_event(p);
	} else {
		step_key(p, name, k->burst);
	}
}
