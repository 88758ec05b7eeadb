/* SPDX-License-Identifier: GPL-3.0-or-later
 * The rows at the edges of the screen: title, keys, and the command line.
 */
#include "base/buf.h"
#include "command/command.h"
#include "view/layout.h"
#include "view/views.h"

#include <stdio.h>
#include <string.h>

enum { FOLLOW_COLUMNS = 60 };	/* from here on "following" is spelt */

struct word key_of(unsigned command)
{
	const char *keys = commands[command].keys;
	int n = (int)strcspn(keys, " ");

	return word_of("%.*s", n, keys);
}

static struct word cue_word(const struct moment *m)
{
	if (!m->cue_is || !m->n_cues)
		return word_of("start");
	return word_of("%u of %u", m->cue + 1, m->n_cues);
}

/* What is not as usual: who runs next, class mode, autoplay, lockstep. */
static void put_flags(struct buf *b, const struct moment *m)
{
	if (m->branch)
		buf_printf(b, "%s · ", m->branch);
	if (m->mode && strcmp(m->mode, "time"))
		buf_printf(b, "%s · ", m->mode);
	if (m->by_work)
		buf_puts(b, "by work · ");
	if (m->class_mode)
		buf_puts(b, "class · ");
	if (m->autoplay)
		buf_printf(b, "auto %u · ", m->speed);
	if (m->find)
		buf_printf(b, "find %s · ", m->find);
}

/* What the title says, by wording, the fullest first. The scene's title goes
 * before the act's does: one knows what one has opened. */
enum title { T_MMSTEP = 1, T_SCENE = 2, T_ACT = 4, T_ACT_SHORT = 8,
	T_ACT_TITLE = 16, T_VARIANT = 32, T_VARIANT_TITLE = 64 };
static const unsigned titles[] = {
	T_MMSTEP | T_SCENE | T_ACT | T_ACT_TITLE | T_VARIANT | T_VARIANT_TITLE,
	T_MMSTEP | T_SCENE | T_ACT | T_ACT_TITLE | T_VARIANT,
	T_MMSTEP | T_ACT | T_ACT_TITLE | T_VARIANT,
	T_ACT | T_ACT_TITLE | T_VARIANT,
	T_MMSTEP | T_SCENE | T_ACT | T_VARIANT,
	T_SCENE | T_ACT | T_VARIANT,
	T_ACT_SHORT | T_VARIANT,
	T_ACT_SHORT,
	0,
};
enum { TITLES = sizeof(titles) / sizeof(*titles) };

/* "act 2 of 7 · Size meets batch · " */
static void put_act(struct buf *b, const struct moment *m, unsigned parts)
{
	if (parts & (T_ACT | T_ACT_SHORT))
		buf_printf(b, parts & T_ACT ? "act %u of %u · "
			: "act %u/%u · ", m->act_index + 1, m->scene->n_acts);
	if (parts & T_ACT_TITLE)
		buf_printf(b, "%s · ", m->act->title);
}

static void put_title(struct buf *b, const struct moment *m, const char *pane,
	unsigned parts)
{
	const struct scene_variant *v = m->variant[m->shown].is;
	bool acts = m->act && m->scene->n_acts > 1;

	buf_clear(b);
	if (pane)
		buf_printf(b, "%s · ", pane);
	else if (parts & T_MMSTEP)
		buf_puts(b, "mmstep  ");
	if (parts & T_SCENE || (!acts && parts & T_ACT_TITLE))
		buf_printf(b, "%s · ", m->scene->title);
	if (acts)
		put_act(b, m, parts);
	buf_printf(b, "%s · %s", cue_word(m).s, parts & T_VARIANT ? v->name
		: initials(v->name).s);
	if (parts & T_VARIANT_TITLE)
		buf_printf(b, " (%s)", v->title);
}

void title_row(struct canvas *c, const struct moment *m, const char *pane)
{
	struct buf left = {0}, right = {0};
	unsigned wording = 0;
	int room;

	put_flags(&right, m);
	if (canvas_width(c, buf_text(&right)) > c->box.columns / 3)
		buf_clear(&right);
	buf_printf(&right, "%sCPU %u", c->box.columns < FOLLOW_COLUMNS
		? "" : "following ", m->follow);
	room = c->box.columns - canvas_width(c, buf_text(&right)) - 4;
	do
		put_title(&left, m, pane, titles[wording]);
	while (canvas_width(c, buf_text(&left)) > room && ++wording < TITLES);
	canvas_fill(c, 0, 0, c->box.columns, STYLE_TITLE, ' ');
	canvas_put_cut(c, 0, 1, room, STYLE_TITLE, buf_text(&left));
	canvas_put_right(c, 0, c->box.columns - 1, STYLE_TITLE,
		buf_text(&right));
	buf_done(&left);
	buf_done(&right);
}

/* A key hint: a command's first key, or the key as given. */
struct hint {
	unsigned command;	/* CMD_N: `key` */
	const char *key, *what;
};

/* Hints by what is going on, the most needed first. To add one: a row. */
static const struct hint usual[] = {
	{CMD_GO, NULL, "go on"}, {CMD_STEP, NULL, "line"},
	{CMD_BACK, NULL, "back"}, {CMD_VARIANT, NULL, "variant"},
	{CMD_OVERVIEW, NULL, "map"}, {CMD_HELP, NULL, "keys"},
	{CMD_QUIT, NULL, "quit"}, {CMD_PANE, NULL, "pane"},
	{CMD_DECISION, NULL, "decision"}, {CMD_DIFFERENCE, NULL, "difference"},
	{CMD_EXPLAIN, NULL, "explain"}, {CMD_N, NULL, NULL},
};
static const struct hint one_pane[] = {	/* Tab is how one sees the rest */
	{CMD_GO, NULL, "go on"}, {CMD_STEP, NULL, "line"},
	{CMD_PANE, NULL, "pane"}, {CMD_HELP, NULL, "keys"},
	{CMD_BACK, NULL, "back"}, {CMD_QUIT, NULL, "quit"},
	{CMD_VARIANT, NULL, "variant"}, {CMD_N, NULL, NULL},
};
static const struct hint at_end[] = {
	{CMD_BACK, NULL, "back"}, {CMD_HOME, NULL, "start"},
	{CMD_VARIANT, NULL, "variant"}, {CMD_OVERVIEW, NULL, "map"},
	{CMD_HELP, NULL, "keys"}, {CMD_QUIT, NULL, "quit"},
	{CMD_DIFFERENCE, NULL, "difference"}, {CMD_N, NULL, NULL},
};
static const struct hint last_cue[] = {
	/* nothing more is told */
	{CMD_STEP, NULL, "line"},
	{CMD_BACK, NULL, "back"},
	{CMD_VARIANT, NULL, "variant"},
	{CMD_OVERVIEW, NULL, "map"},
	{CMD_HELP, NULL, "keys"},
	{CMD_QUIT, NULL, "quit"},
	{CMD_PANE, NULL, "pane"},
	{CMD_DECISION, NULL, "decision"},
	{CMD_DIFFERENCE, NULL, "difference"},
	{CMD_EXPLAIN, NULL, "explain"},
	{CMD_N, NULL, NULL},
};
static const struct hint last_cue_one_pane[] = {
	{CMD_STEP, NULL, "line"},
	{CMD_PANE, NULL, "pane"},
	{CMD_HELP, NULL, "keys"},
	{CMD_BACK, NULL, "back"},
	{CMD_QUIT, NULL, "quit"},
	{CMD_VARIANT, NULL, "variant"},
	{CMD_N, NULL, NULL},
};
static const struct hint next_act[] = {
	{CMD_GO, NULL, "next act"}, {CMD_BACK, NULL, "back"},
	{CMD_HOME, NULL, "start"}, {CMD_VARIANT, NULL, "variant"},
	{CMD_HELP, NULL, "keys"}, {CMD_QUIT, NULL, "quit"},
	{CMD_DIFFERENCE, NULL, "difference"}, {CMD_N, NULL, NULL},
};
static const char as_many[] = "";	/* digits as there are choices */
static const struct hint answering[] = {
	{CMD_N, as_many, "answer"}, {CMD_HELP, NULL, "hint"},
	{CMD_N, "Esc Esc", "give up"}, {CMD_N, NULL, NULL},
};
static const struct hint number_asked[] = {
	{CMD_N, "digits, Enter", "answer"}, {CMD_HELP, NULL, "hint"},
	{CMD_N, "Esc Esc", "give up"}, {CMD_N, NULL, NULL},
};
static const struct hint refuting[] = {	/* the question waits */
	{CMD_N, "''", "back to the question"}, {CMD_BACK, NULL, "back"},
	{CMD_WHY, NULL, "why"}, {CMD_N, NULL, NULL},
};
static const struct hint answering_over[] = {
	/* behind a map or table */
	{CMD_N, as_many, "answer"},
	{CMD_HELP, NULL, "hint"},
	{CMD_ESCAPE, NULL, "close"},
	{CMD_N, NULL, NULL},
};
static const struct hint number_asked_over[] = {
	{CMD_N, "digits, Enter", "answer"},
	{CMD_HELP, NULL, "hint"},
	{CMD_ESCAPE, NULL, "close"},
	{CMD_N, NULL, NULL},
};
static const struct hint in_class_over[] = {
	{CMD_GO, NULL, "reveal"},
	{CMD_ESCAPE, NULL, "close"},
	{CMD_N, NULL, NULL},
};
static const struct hint in_class[] = {
	{CMD_GO, NULL, "reveal"}, {CMD_N, ":votes", "count hands"},
	{CMD_HELP, NULL, "hint"}, {CMD_N, NULL, NULL},
};
static const struct hint in_class_number[] = {
	{CMD_GO, NULL, "reveal"}, {CMD_HELP, NULL, "hint"},
	{CMD_N, NULL, NULL},
};
static const struct hint playing[] = {
	{CMD_GO, NULL, "pause"}, {CMD_FASTER, NULL, "faster"},
	{CMD_SLOWER, NULL, "slower"}, {CMD_ESCAPE, NULL, "stop"},
	{CMD_N, NULL, NULL},
};
static const struct hint over[] = {
	{CMD_ESCAPE, NULL, "close"}, {CMD_N, NULL, NULL},
};
static const struct hint told[] = {	/* overlays that a cue may open */
	{CMD_GO, NULL, "go on"}, {CMD_ESCAPE, NULL, "close"},
	{CMD_N, NULL, NULL},
};
static const struct hint told_pages[] = {
	{CMD_GO, NULL, "go on"}, {CMD_DOWN, NULL, "next page"},
	{CMD_UP, NULL, "page before"}, {CMD_ESCAPE, NULL, "close"},
	{CMD_N, NULL, NULL},
};
static const struct hint told_last[] = {	/* of an act */
	{CMD_GO, NULL, "next act"}, {CMD_ESCAPE, NULL, "close"},
	{CMD_N, NULL, NULL},
};
static const struct hint told_last_pages[] = {
	{CMD_GO, NULL, "next act"}, {CMD_DOWN, NULL, "next page"},
	{CMD_ESCAPE, NULL, "close"}, {CMD_UP, NULL, "page before"},
	{CMD_N, NULL, NULL},
};
static const struct hint told_end[] = {	/* of the scene: nothing to go on to */
	{CMD_QUIT, NULL, "quit"}, {CMD_ESCAPE, NULL, "close"},
	{CMD_N, NULL, NULL},
};
static const struct hint told_end_pages[] = {
	{CMD_QUIT, NULL, "quit"}, {CMD_DOWN, NULL, "next page"},
	{CMD_ESCAPE, NULL, "close"}, {CMD_UP, NULL, "page before"},
	{CMD_N, NULL, NULL},
};
static const struct hint over_pages[] = {
	{CMD_DOWN, NULL, "next page"}, {CMD_UP, NULL, "page before"},
	{CMD_ESCAPE, NULL, "close"}, {CMD_N, NULL, NULL},
};
enum { WAYS = 4 };
static const struct hint ways[WAYS][4] = {
	/* a card with numbers that go there: 1, 2, 3, more */
	{{CMD_N, "1", "go there"}, {CMD_ESCAPE, NULL, "close"},
		{CMD_DOWN, NULL, "next page"}, {CMD_N, NULL, NULL}},
	{{CMD_N, "1 2", "go there"}, {CMD_ESCAPE, NULL, "close"},
		{CMD_DOWN, NULL, "next page"}, {CMD_N, NULL, NULL}},
	{{CMD_N, "1 2 3", "go there"}, {CMD_ESCAPE, NULL, "close"},
		{CMD_DOWN, NULL, "next page"}, {CMD_N, NULL, NULL}},
	{{CMD_N, "1-9", "go there"}, {CMD_ESCAPE, NULL, "close"},
		{CMD_DOWN, NULL, "next page"}, {CMD_N, NULL, NULL}},
};
static const struct hint finding[] = {
	{CMD_N, "n", "next"}, {CMD_N, "N", "previous"},
	{CMD_ESCAPE, NULL, "done"}, {CMD_N, NULL, NULL},
};

static const struct hint *hints_asked(const struct moment *m, bool overlaid)
{
	bool choices = m->question.n_choices;

	if (m->question.away)
		return refuting;
	if (m->class_mode && overlaid)
		return in_class_over;
	if (m->class_mode)
		return choices ? in_class : in_class_number;
	if (overlaid)
		return choices ? answering_over : number_asked_over;
	return choices ? answering : number_asked;
}

/* Under a map or table, which a cue may have opened. */
static const struct hint *hints_told(const struct moment *m, bool pages)
{
	if (m->cue + 1 < m->n_cues)
		return pages ? told_pages : told;
	if (m->act_index + 1 < m->scene->n_acts)
		return pages ? told_last_pages : told_last;
	return pages ? told_end_pages : told_end;
}

static const struct hint *hints_of(const struct moment *m, bool pages,
	bool full)
{
	bool asked = m->question.open && !m->question.revealed;

	bool told_by_cue = m->overlay == OVERLAY_MAP ||
			   m->overlay == OVERLAY_TABLE;

	if (m->overlay == OVERLAY_CARD && m->n_offers)
		return ways[(m->n_offers < WAYS ? m->n_offers : WAYS) - 1];
	if (m->overlay != OVERLAY_NONE && !told_by_cue)
		return pages ? over_pages : over;
	if (asked)
		return hints_asked(m, told_by_cue);
	if (told_by_cue)
		return hints_told(m, pages);
	if (m->find)
		return finding;
	if (m->autoplay)
		return playing;
	if (m->cue + 1 >= m->n_cues && m->act_index + 1 < m->scene->n_acts)
		return next_act;
	if (m->cue + 1 >= m->n_cues)
		return m->variant[m->shown].ended ? at_end
		       : full			  ? last_cue
						  : last_cue_one_pane;
	return full ? usual : one_pane;
}

static struct word hint_key(const struct hint *h, const struct moment *m)
{
	unsigned n = m->question.n_choices;

	if (h->command != CMD_N)
		return key_of(h->command);
	if (h->key == as_many)
		return n < 4 ? word_of("%.*s", (int)n * 2 - 1, "1 2 3")
			     : word_of("1-%u", n < 9 ? n : 9);
	return word_of("%s", h->key);
}

/* As many hints as fit, whole ones only. */
static void put_hints(struct canvas *c, int column, const struct hint *h,
	const struct moment *m)
{
	for (; h->what; h++) {
		struct word key = hint_key(h, m);
		int columns = canvas_width(c, key.s) + 1 +
			      canvas_width(c, h->what);

		if (column + columns > c->box.columns)
			continue;
		column = canvas_put(c, 0, column, STYLE_KEY, key.s);
		column = canvas_put(c, 0, column + 1, STYLE_DIM, h->what) + 2;
	}
}

/* "Hands up: A, B or C" while a class is asked; returns the column after. */
static int put_hands(struct canvas *c, int column, const struct moment *m)
{
	const struct moment_question *q = &m->question;
	struct buf b = {0};

	if (!m->class_mode || !q->open || q->revealed || !q->n_choices)
		return column;
	buf_puts(&b, "Hands up:");
	for (unsigned i = 0; i < q->n_choices; i++)
		buf_printf(&b, "%s %c", i == 0 ? "" : i + 1 < q->n_choices
			? "," : " or", 'A' + (int)i);
	column = canvas_put_cut(c, 0, column, c->box.columns - 1 - column,
		STYLE_ASK, buf_text(&b)) + 2;
	buf_done(&b);
	return column;
}

/* A status that is too wide loses what its last "; " adds, a hint, as a whole. */
static int put_status(struct canvas *c, const struct moment *m, int room)
{
	enum style style = m->status_error ? STYLE_ERROR : STYLE_TEXT;
	struct buf text = {0};
	char *cut;
	int column;

	buf_puts(&text, m->status);
	while (canvas_width(c, buf_text(&text)) > room) {
		cut = strrchr(text.s, ';');
		if (!cut || cut == text.s || cut[1] != ' ')
			break;
		*cut = '\0';
	}
	column = canvas_put_cut(c, 0, 1, room, style, buf_text(&text));
	buf_done(&text);
	return column;
}

void keys_row(struct canvas *c, const struct moment *m, bool pages)
{
	int column = 1, room = c->box.columns - 2;

	if (m->status && *m->status) {
		column = put_status(c, m, room);
		if (m->status_error && column < room)
			column = canvas_put(c, 0, column, STYLE_ERROR, " !");
		column += 3;
	} else if (m->overlay == OVERLAY_NONE) {
		column = put_hands(c, column, m);
	}
	put_hints(c, column, hints_of(m, pages,
		layout_is_full(c->rows, c->columns)), m);
}

void prompt_row(struct canvas *c, const struct moment *m)
{
	canvas_fill(c, 0, 0, c->box.columns, STYLE_PROMPT, ' ');
	canvas_put(c, 0, 0, STYLE_PROMPT, m->prompt);
	canvas_cursor(c, 0, m->prompt_cursor);
}

void candidates_row(struct canvas *c, const struct moment *m)
{
	canvas_put_cut(c, 0, 1, c->box.columns - 2, STYLE_KEY, m->candidates);
}
