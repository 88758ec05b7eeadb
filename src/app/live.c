/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep live: the machine one sits at, look by look. One loop waits for a key or
 * for the time of the next look; what changed is drawn once.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "app/app.h"
#include "app/open.h"
#include "app/play.h"
#include "report/live_scene.h"
#include "screen/terminal.h"
#include "view/live.h"
#include "view/theme.h"

enum { TEN = 10, MAPPING_MOST = 1 << 30 };

struct app {
	const struct options *o;
	const char *root;		/* "/", or a folder, or a bundle */
	struct live live;
	struct snapshot *now, *before;
	char cache[REPORT_WORDS];	/* the chosen one's name */
	char trouble[160], status[240];
	const struct theme *theme;
	bool ascii, done, dirty;
	struct canvas *canvas;
	unsigned pages;			/* of the overlay */
	int signal;			/* that ended a decision's screen; 0 */
	long next_ms;			/* when to look again */
};

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long)(t.tv_sec % 1000000) * 1000 + t.tv_nsec / 1000000;
}

static void say(struct app *a, const char *text, bool error)
{
	snprintf(a->status, sizeof(a->status), "%.200s", text);
	a->live.status_error = error;
	a->dirty = true;
}

static void draw(struct app *a)
{
	int rows, columns;

	terminal_size(&rows, &columns);
	if (!a->canvas || a->canvas->rows != rows ||
		a->canvas->columns != columns) {
		canvas_free(a->canvas);
		a->canvas = canvas_new(rows, columns, a->ascii);
	}
	a->pages = view_live(&a->live, a->canvas);
	terminal_draw(a->canvas, a->theme);
	a->dirty = false;
}

/* ---- looks ------------------------------------------------------------------- */

static void note_cache(struct app *a)
{
	const struct proc *p = &a->now->proc;

	if (p->n_caches)
		memcpy(a->cache, p->cache[a->live.chosen[LIVE_CACHES]].name,
			sizeof(a->cache));
}

/* The list is sorted anew: the choice stays with the cache, not the row. */
static void find_cache(struct app *a)
{
	const struct proc_cache *c = snapshot_find_cache(a->now, a->cache);

	if (c && a->live.chosen[LIVE_CACHES])	/* the top one stays the top */
		a->live.chosen[LIVE_CACHES] =
			(unsigned)(c - a->now->proc.cache);
}

/* A look that fails leaves the one before on the screen, and says so. */
static void look(struct app *a)
{
	struct snapshot *s = snapshot_take(a->root, a->trouble,
		sizeof(a->trouble));

	a->live.trouble = s ? NULL : a->trouble;
	a->next_ms = now_ms() + 1000 * (long)a->live.every;
	a->dirty = true;
	if (!s)
		return;
	snapshot_free(a->before);
	a->before = a->now;
	a->now = s;
	a->live.now = a->now;
	a->live.before = a->before;
	find_cache(a);
	live_clamp(&a->live);
	note_cache(a);
}

static int wait_ms(const struct app *a)
{
	long left = a->next_ms - now_ms();

	if (a->live.frozen)
		return -1;
	/* the clock of now_ms() begins anew every million seconds */
	if (left > 1000 * (long)a->live.every)
		return 0;
	return left > 0 ? (int)left : 0;
}

/* ---- keys -------------------------------------------------------------------- */

static void choose(struct app *a, long by)
{
	struct live *l = &a->live;
	long n = (long)live_items(l, l->pane);
	long at = (long)l->chosen[l->pane] + by;

	if (at >= n)
		at = n - 1;
	l->chosen[l->pane] = (unsigned)(at > 0 ? at : 0);
	note_cache(a);
	a->dirty = true;
}

static void freeze(struct app *a)
{
	a->live.frozen = !a->live.frozen;
	a->dirty = true;
	if (!a->live.frozen)
		look(a);
}

/* The largest block that this machine's lists have. */
static s64 order_most(const struct app *a)
{
	unsigned orders = 0;

	for (unsigned i = 0; i < a->now->n_zones; i++)
		if (snapshot_zone(a->now, i)->n_orders > orders)
			orders = snapshot_zone(a->now, i)->n_orders;
	return orders ? orders - 1 : ZONE_ORDERS - 1;
}

/* A larger (1) or smaller (-1) block, or mapping. */
static void ask(struct app *a, int by)
{
	struct live *l = &a->live;
	bool mapping = l->pane == LIVE_COUNTERS &&
		l->chosen[LIVE_COUNTERS] == LIVE_COMMITTED;

	a->dirty = true;
	if (mapping && by > 0 && l->mapping_pages < MAPPING_MOST)
		l->mapping_pages *= 2;
	else if (mapping && by < 0 && l->mapping_pages > 1)
		l->mapping_pages /= 2;
	else if (l->pane == LIVE_ZONES && l->order + by >= 0 &&
		l->order + by <= order_most(a))
		l->order += by;
	else
		say(a, mapping || l->pane == LIVE_ZONES ? "no further"
			: "+ and − are for zones and for vm_committed_as",
			false);
}

static void digit(struct app *a, int n)
{
	if (a->live.pane != LIVE_ZONES) {
		say(a, "digits choose an order to ask of a zone", false);
		return;
	}
	if (n > order_most(a)) {
		say(a, "no list has so large blocks", false);
		return;
	}
	a->live.order = n;
	a->dirty = true;
}

/* True if the key was for the overlay. */
static bool overlay_key(struct app *a, const char *name)
{
	struct live *l = &a->live;

	if (l->overlay == LIVE_NO_OVERLAY)
		return false;
	a->dirty = true;
	if ((!strcmp(name, "Space") || !strcmp(name, "PgDn")) &&
		l->page + 1 < a->pages)
		l->page++;
	else if (!strcmp(name, "PgUp"))
		l->page -= l->page > 0;
	else
		l->overlay = LIVE_NO_OVERLAY;
	return !strcmp(name, "q") || !strcmp(name, "Esc") ||
		!strcmp(name, "Enter") || !strcmp(name, "Space") ||
		!strncmp(name, "Pg", 2) || *name == '?' || !strcmp(name, "w") ||
		!strcmp(name, "x");
}

static void open_overlay(struct app *a, enum live_overlay o)
{
	a->live.overlay = o;
	a->live.page = 0;
	a->dirty = true;
}

/* ---- stepping a decision ----------------------------------------------------- */

/* What is chosen, as a scene. */
static bool decision(struct app *a, struct buf *yaml, struct err *e)
{
	const struct live *l = &a->live;
	const struct report_zone *z = snapshot_zone(a->now,
		l->chosen[LIVE_ZONES]);

	if (l->pane == LIVE_ZONES)
		return live_zone_scene(a->now, z, l->order, yaml, e);
	if (l->pane == LIVE_CACHES && a->now->proc.n_caches)
		return live_zone_scene(a->now, z, a->now->proc.cache[
			l->chosen[LIVE_CACHES]].order, yaml, e);
	if (l->pane == LIVE_COUNTERS &&
		l->chosen[LIVE_COUNTERS] == LIVE_COMMITTED)
		return live_counter_scene(a->now, l->mapping_pages, yaml, e);
	if (l->pane == LIVE_COUNTERS &&
		l->chosen[LIVE_COUNTERS] == LIVE_MADV_FREE)
		return live_madv_scene(a->now, yaml, e);
	return err_set(e, ERR_NO, "nothing is decided here; choose another line");
}

/* What the copy's status line says at first. */
static void introduce(const struct app *a, struct buf *status)
{
	const struct proc *p = &a->now->proc;
	const struct proc_cache *c = p->cache + a->live.chosen[LIVE_CACHES];

	buf_clear(status);
	if (a->live.pane != LIVE_CACHES)
		buf_puts(status, "a frozen copy: s steps, b back, q returns to the machine");
	else if (c->order > proc_min_order(p, c))
		buf_printf(status, "if order %lld fails, SLUB asks for order %lld; q returns to the machine",
			(long long)c->order, (long long)proc_min_order(p, c));
	else
		buf_printf(status, "SLUB has only this try, order %lld; q returns to the machine",
			(long long)c->order);
}

static struct session *open_scene(const struct app *a, struct scene *scene,
	struct err_list *errors)
{
	struct session_options so = { .scene = scene->file, .loaded = scene,
		.choice = { .seed = 1 }, .variant = -1, .history = true,
		.on_screen = true };
	struct session *s = session_open(&so, errors);
	struct err e = { 0 };

	if (!s)
		return NULL;
	session_land(s, "decision", &e);
	while (session_pending(s))
		session_slice(s, 1000000);
	introduce(a, &s->status);
	return s;
}

/* On a copy, while the machine stands still on the screen. */
static void step(struct app *a)
{
	struct err_list errors = { 0 };
	struct buf yaml = { 0 };
	struct scene *scene = NULL;
	struct session *s = NULL;
	struct err e = { 0 };

	if (decision(a, &yaml, &e)) {
		scene = scene_parse("live", buf_text(&yaml), yaml.n, &errors);
		s = scene ? open_scene(a, scene, &errors) : NULL;
		if (!s)
			e = errors.at[0];
	}
	if (s) {
		a->live.frozen = true;
		a->signal = play_apart(a->o, s, a->theme, a->ascii);
		say(a, "frozen; f goes on", false);
	} else {
		say(a, e.text, true);
	}
	session_free(s);
	scene_free(scene);
	err_list_done(&errors);
	buf_done(&yaml);
}

/* ---- the keys, in a table ---------------------------------------------------- */

static void key_down(struct app *a) { choose(a, 1); }
static void key_up(struct app *a) { choose(a, -1); }
static void key_page_down(struct app *a) { choose(a, TEN); }
static void key_page_up(struct app *a) { choose(a, -TEN); }
static void key_home(struct app *a) { choose(a, -PROC_CACHES_MAX); }
static void key_end(struct app *a) { choose(a, PROC_CACHES_MAX); }
static void key_more(struct app *a) { ask(a, 1); }
static void key_less(struct app *a) { ask(a, -1); }
static void key_help(struct app *a) { open_overlay(a, LIVE_HELP); }
static void key_why(struct app *a) { open_overlay(a, LIVE_WHY); }
static void key_what(struct app *a) { open_overlay(a, LIVE_WHAT); }
static void key_quit(struct app *a) { a->done = true; }
static void key_interrupt(struct app *a) { say(a, "q quits", false); }
static void key_stop(struct app *a) { terminal_suspend(); }

static void key_pane(struct app *a)
{
	a->live.pane = (a->live.pane + 1) % LIVE_PANES;
	a->dirty = true;
}

static void key_pane_back(struct app *a)
{
	a->live.pane = (a->live.pane + LIVE_PANES - 1) % LIVE_PANES;
	a->dirty = true;
}

static void key_repaint(struct app *a)
{
	terminal_repaint();
	a->dirty = true;
}

/* To add one: a row, and its line in view/live_words.c. */
static const struct {
	const char *name;
	void (*does)(struct app *a);
} keys[] = {
	{ "Enter", step }, { "f", freeze }, { "r", look },
	{ "Tab", key_pane }, { "S-Tab", key_pane_back },
	{ "j", key_down }, { "Down", key_down }, { "WheelDown", key_down },
	{ "k", key_up }, { "Up", key_up }, { "WheelUp", key_up },
	{ "PgDn", key_page_down }, { "PgUp", key_page_up },
	{ "Home", key_home }, { "End", key_end }, { "G", key_end },
	{ "g", key_home }, { "+", key_more }, { "-", key_less },
	{ "?", key_help }, { "w", key_why }, { "x", key_what },
	{ "q", key_quit }, { "C-c", key_interrupt }, { "C-z", key_stop },
	{ "C-l", key_repaint },
};

static void take_key(struct app *a, const struct key *k)
{
	char name[KEY_NAME_MAX];

	key_spell(k, name);
	if (a->status[0])
		say(a, "", false);
	if (overlay_key(a, name))
		return;
	if (name[0] >= '0' && name[0] <= '9' && !name[1]) {
		digit(a, name[0] - '0');
		return;
	}
	if (k->burst && !strcmp(name, "q")) {
		say(a, "q alone quits", false);
		return;
	}
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!strcmp(keys[i].name, name)) {
			keys[i].does(a);
			return;
		}
	say(a, "? shows the keys", false);
}

/* ---- the loop ---------------------------------------------------------------- */

/* Returns the signal that ended it, or 0. */
static int loop(struct app *a)
{
	struct key k;

	a->dirty = true;
	while (!a->done && !a->signal) {
		if (a->dirty && !terminal_input_pending())
			draw(a);
		switch (terminal_wait(wait_ms(a), &k)) {
		case TERMINAL_KEY:
			take_key(a, &k);
			break;
		case TERMINAL_PASTE:
			say(a, "a paste is ignored here", false);
			break;
		case TERMINAL_RESIZE:
			a->dirty = true;
			break;
		case TERMINAL_RESUME:
			a->dirty = true;
			if (!a->live.frozen)
				look(a);
			break;
		case TERMINAL_TIMEOUT:
			look(a);
			break;
		case TERMINAL_HANGUP:
			return SIGHUP;
		case TERMINAL_SIGNAL:
			return terminal_signal();
		}
	}
	return a->signal;
}

static int on_screen(struct app *a)
{
	struct terminal_options to = {
		.no_colour = !strcmp(a->theme->name, "mono") };
	struct err e = { 0 };
	int signal;

	if (!terminal_open(&to, &e))
		return fail(&e);
	a->ascii |= !terminal_utf8();
	signal = loop(a);
	if (signal)
		terminal_die(signal);
	terminal_close();
	return 0;
}

/* One look as text, as `explain --proc` prints it. */
static int as_text(const struct options *o)
{
	struct options once = *o;

	once.given[OPTION_PROC] = true;
	return app_explain(&once);
}

static bool begin(struct app *a, const char *folder, struct err *e)
{
	a->root = folder ? folder : "/";
	a->live = (struct live){ .source = folder ? folder : "this machine",
		.status = a->status, .every = (unsigned)a->o->every,
		.order = a->o->given[OPTION_ORDER] ? a->o->order : 0,
		.mapping_pages = 32768 };
	look(a);
	if (a->now && a->live.order > order_most(a))
		a->live.order = order_most(a);
	if (a->now)
		return true;
	return err_set(e, ERR_IO, "%s: %s", folder ? folder : "/", a->trouble);
}

int app_live(const struct options *o)
{
	struct app a = { .o = o, .ascii = o->given[OPTION_ASCII] };
	struct err e = { 0 };
	int status;

	if (o->arguments.n > 1)
		err_set(&e, ERR_USAGE, "live takes one folder");
	if (e.code || !open_theme(o, &a.theme, &e))
		return fail(&e);
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return as_text(o);
	status = begin(&a, o->arguments.n ? o->arguments.at[0] : NULL, &e)
		? on_screen(&a) : fail(&e);
	snapshot_free(a.now);
	snapshot_free(a.before);
	canvas_free(a.canvas);
	return status;
}
