/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep without a command: the menu of scenes.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/app.h"
#include "app/open.h"
#include "app/learner.h"
#include "screen/terminal.h"
#include "view/menu.h"
#include "view/theme.h"

enum { SCENES_MAX = 32 };

struct menu_state {
	struct menu menu;
	struct menu_row row[SCENES_MAX];
	struct scene *scene[SCENES_MAX];
};

static void fill_row(struct menu_state *s, unsigned i, const char *name)
{
	struct progress p = progress_of("", name);
	struct menu_row *row = &s->row[i];

	*row = (struct menu_row){ .name = name, .title = s->scene[i]->title,
		.seen = p.seen, .cues = p.cues };
	for (unsigned a = 0; !p.cues && a < s->scene[i]->n_acts; a++)
		row->cues += s->scene[i]->acts[a].n_cues;
	row->done = row->cues && row->seen >= row->cues;
	for (unsigned k = 0; k < i; k++)
		if (s->scene[i]->needs &&
			!strcmp(s->row[k].name, s->scene[i]->needs))
			row->needs = s->row[k].title;
}

static bool gather(struct menu_state *s, struct err_list *errors)
{
	const char *name;
	bool next = false;

	memset(s, 0, sizeof(*s));
	s->menu.row = s->row;
	s->menu.status = "";
	s->menu.first_time = true;
	for (unsigned i = 0; i < SCENES_MAX && (name = scene_listed(i)); i++) {
		s->scene[i] = scene_load(name, errors);
		if (!s->scene[i])
			return false;
		fill_row(s, i, name);
		s->menu.n++;
		s->menu.first_time &= !s->row[i].seen;
		if (!s->row[i].done && !next) {
			next = s->row[i].next = true;
			s->menu.selected = i;
		}
	}
	return true;
}

static void drop(struct menu_state *s)
{
	for (unsigned i = 0; i < s->menu.n; i++)
		scene_free(s->scene[i]);
}

static void draw(const struct options *o, const struct menu_state *s,
	const struct theme *theme)
{
	int rows, columns;
	struct canvas *c;

	terminal_size(&rows, &columns);
	c = canvas_new(rows, columns, o->given[OPTION_ASCII] ||
		!terminal_utf8());
	view_menu(&s->menu, c);
	terminal_draw(c, theme);
	canvas_free(c);
}

/* 1: play the selected scene, 2: leave, 0: go on. */
static int menu_key(struct menu *m, const char *name)
{
	m->status = "";
	if (!strcmp(name, "q") || !strcmp(name, "Esc") || !strcmp(name, "C-c"))
		return 2;
	if (!strcmp(name, "Enter") || !strcmp(name, "Space"))
		return 1;
	if ((!strcmp(name, "j") || !strcmp(name, "Down")) &&
		m->selected + 1 < m->n)
		m->selected++;
	else if ((!strcmp(name, "k") || !strcmp(name, "Up")) && m->selected)
		m->selected--;
	else if (name[0] >= '1' && name[0] <= '9' && !name[1] &&
		(unsigned)(name[0] - '1') < m->n)
		m->selected = (unsigned)(name[0] - '1');
	else if (!strcmp(name, "C-l"))
		terminal_repaint();
	else
		m->status = "j and k choose, Enter plays, q quits";
	return 0;
}

static int choose(const struct options *o, struct menu_state *s,
	const struct theme *theme, int *signal)
{
	int answer = 0;

	draw(o, s, theme);
	while (!answer && !*signal) {
		char name[KEY_NAME_MAX];
		struct key k;

		switch (terminal_wait(-1, &k)) {
		case TERMINAL_KEY:
			answer = menu_key(&s->menu, key_spell(&k, name));
			break;
		case TERMINAL_HANGUP:
			*signal = SIGHUP;
			break;
		case TERMINAL_SIGNAL:
			*signal = terminal_signal();
			break;
		default:
			break;
		}
		if (!answer && !*signal)
			draw(o, s, theme);
	}
	return answer;
}

int app_menu(const struct options *o)
{
	struct terminal_options to = { 0 };
	struct err_list errors = { 0 };
	struct options play = *o;
	const struct theme *theme;
	struct menu_state s;
	struct err e = { 0 };
	int signal = 0, answer;

	if (o->arguments.n) {
		err_set(&e, ERR_USAGE, "there is no command \"%s\"",
			o->arguments.at[0]);
		return fail(&e);
	}
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return app_list(o);
	if (!open_theme(o, &theme, &e))
		return fail(&e);
	if (!gather(&s, &errors))
		return fail_all(&errors);
	to.no_colour = !strcmp(theme->name, "mono");
	if (!terminal_open(&to, &e)) {
		drop(&s);
		return fail(&e);
	}
	answer = choose(o, &s, theme, &signal);
	if (signal)
		terminal_die(signal);
	terminal_close();
	play.arguments.n = 1;
	play.arguments.at[0] = s.row[s.menu.selected].name;
	drop(&s);
	return answer == 1 ? app_play(&play) : 0;
}
