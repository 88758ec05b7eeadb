/* SPDX-License-Identifier: GPL-3.0-or-later
 * The command line, edited by readline (the only file that knows it).
 *
 * Under the screen readline gets bytes from us, one at a time, and draws
 * nothing: it keeps the line, the history and the keys people know from their
 * shell. Keys that would print, read files or wait are not passed on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <readline/readline.h>
#include "base/err.h"
#include "base/text.h"
#include "screen/prompt_shared.h"

enum { QUEUE_MAX = 16 }; /* bytes of one key */

static struct {
	enum prompt_state state;
	struct prompt_options o;
	bool started;	       /* readline knows our hooks */
	int columns;	       /* told to readline */
	char queue[QUEUE_MAX]; /* what readline reads next */
	size_t queue_at, queue_n;
	struct buf label, line, note;
	struct candidates list;	    /* on show if there are several */
	struct buf text, list_text; /* prompt_view's */
} prompt;

/* ---- readline's hooks ------------------------------------------------------
 */

static int next_byte(FILE *unused)
{
	(void)unused;
	return prompt.queue_at < prompt.queue_n
		       ? (unsigned char)prompt.queue[prompt.queue_at++]
		       : EOF;
}

static int byte_waits(void)
{
	return prompt.queue_at < prompt.queue_n;
}

static void draw_nothing(void)
{
}

/* Called by readline with a line of its own, or NULL at end of input. */
static void line_entered(char *line)
{
	rl_callback_handler_remove();
	buf_clear(&prompt.line);
	if (line)
		buf_puts(&prompt.line, line);
	free(line);
	prompt.state = line ? PROMPT_DONE : PROMPT_CANCELLED;
}

/* Before readline's first call: it must not touch the terminal, which curses
 * has, nor read an inputrc, which may print and rebind what we rely on. */
static void start_under_screen(void)
{
	FILE *nowhere = fopen("/dev/null", "w");

	setenv("INPUTRC", "/dev/null", 1);
	if (nowhere)
		rl_outstream = nowhere;
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	rl_prep_term_function = NULL;
	rl_deprep_term_function = NULL;
	rl_getc_function = next_byte;
	rl_input_available_hook = byte_waits;
	rl_redisplay_function = draw_nothing;
	prompt_start();
	prompt.started = true;
	rl_initialize();
	rl_variable_bind("bell-style", "none");
	rl_variable_bind("enable-bracketed-paste", "off");
}

/* ---- completion ------------------------------------------------------------
 */

static void replace_word(const char *s, size_t n, bool blank)
{
	char *text = mem_strndup(s, n);

	rl_begin_undo_group();
	rl_delete_text((int)prompt.list.word, rl_point);
	rl_point = (int)prompt.list.word;
	rl_insert_text(text);
	if (blank && rl_line_buffer[rl_point] != ' ')
		rl_insert_text(" ");
	rl_end_undo_group();
	free(text);
}

/* The next Tabs go round. */
static void choose(struct candidates *c, bool backwards)
{
	size_t length;
	const char *s;

	if (backwards)
		c->chosen = c->chosen ? c->chosen - 1 : c->n - 1;
	else
		c->chosen = c->chosen + 1 < c->n ? c->chosen + 1 : 0;
	s = candidates_at(c, c->chosen, &length);
	replace_word(s, length, false);
}

/* The first Tab completes as far as all agree. */
static void complete(bool backwards)
{
	struct candidates *c = &prompt.list;
	size_t length, point = (size_t)rl_point;
	const char *s;

	if (c->n > 1) {
		choose(c, backwards);
		return;
	}
	if (!candidates_ask(c, &prompt.o, point)) {
		buf_puts(&prompt.note, "nothing completes this");
		return;
	}
	s = candidates_at(c, 0, &length);
	if (c->n == 1) {
		replace_word(s, length, candidates_whole(s, length));
		candidates_clear(c);
	} else if ((length = candidates_common(c)) > point - c->word) {
		replace_word(s, length, false);
	}
}

/* ---- keys ------------------------------------------------------------------
 */

/* To add a key: its emacs keys in readline. */
static const struct {
	enum key_code code;
	const char *plain, *word; /* word: with Ctrl or Alt */
} key_bytes[] = {
	/* clang-format off */
	{ K_ENTER, "\r", NULL }, { K_BACKSPACE, "\177", "\033\177" },
	{ K_LEFT, "\002", "\033b" }, { K_RIGHT, "\006", "\033f" },
	{ K_UP, "\020", NULL }, { K_DOWN, "\016", NULL },
	{ K_HOME, "\001", NULL }, { K_END, "\005", NULL },
	{ K_DELETE, "\004", "\033d" },
	/* clang-format on */
};

static bool is_history_key(const struct key *k)
{
	if (k->code == K_UP || k->code == K_DOWN)
		return true;
	if (k->code != K_CHAR)
		return false;
	return (k->ctrl && strchr("pnrs", (int)k->ch)) ||
	       (k->alt && strchr("pn<>.", (int)k->ch));
}

/* Readline's keys that only edit. Left out: completion (ours), quoted insert,
 * macros, clear screen, and what else prints or changes the mode. */
static bool passes(const struct key *k)
{
	if (k->ch >= 0x80 || !k->ch)
		return false;
	if (k->alt)
		return !k->ctrl &&
		       strchr("bcdfltuypnr.<>_-\\0123456789", (int)k->ch);
	return strchr("abcdefghknprstuwy_]", (int)k->ch);
}

/* The bytes readline knows the key by; 0: not for it. */
static size_t bytes_of(const struct key *k, char out[QUEUE_MAX])
{
	for (size_t i = 0; i < sizeof(key_bytes) / sizeof(*key_bytes); i++) {
		const char *s = k->ctrl || k->alt ? key_bytes[i].word
						  : key_bytes[i].plain;

		if (key_bytes[i].code == k->code && s)
			return strlen(strcpy(out, s));
	}
	if (k->code != K_CHAR)
		return 0;
	if (!k->ctrl && !k->alt)
		return k->ch < 0x80 || MB_CUR_MAX > 1 ? text_encode(k->ch, out)
						      : 0;
	if (!passes(k))
		return 0;
	if (k->ctrl) {
		out[0] = (char)(k->ch & 0x1f);
		return 1;
	}
	out[0] = '\033';
	out[1] = (char)k->ch;
	return 2;
}

/* Ends the line whatever readline is in the middle of (a search, a count). */
static void cancel(void)
{
	if (RL_ISSTATE(RL_STATE_NUMERICARG))
		rl_restore_prompt(); /* the clean-up forgets this one */
	rl_callback_sigcleanup();
	rl_free_line_state();
	rl_replace_line("", 1);
	rl_callback_handler_remove();
	prompt.state = PROMPT_CANCELLED;
}

/* A count or a yank may have made the line too long. */
static void cap_line(void)
{
	int end = PROMPT_MAX;

	if (rl_end <= PROMPT_MAX)
		return;
	while (end && ((unsigned char)rl_line_buffer[end] & 0xc0) == 0x80)
		end--;
	rl_delete_text(end, rl_end);
	if (rl_point > rl_end)
		rl_point = rl_end;
	buf_clear(&prompt.note);
	buf_printf(&prompt.note, "cut at %d bytes", PROMPT_MAX);
}

static void feed(const char *bytes, size_t n)
{
	memcpy(prompt.queue, bytes, n);
	prompt.queue_at = 0;
	prompt.queue_n = n;
	while (prompt.state == PROMPT_OPEN && byte_waits())
		rl_callback_read_char();
	prompt.queue_n = prompt.queue_at = 0;
	if (prompt.state == PROMPT_OPEN)
		cap_line();
	else if (prompt.state == PROMPT_DONE)
		prompt_history_keep(&prompt.o, buf_text(&prompt.line));
}

void prompt_key(const struct key *k)
{
	bool searching = RL_ISSTATE(RL_STATE_ISEARCH);
	char bytes[QUEUE_MAX];
	size_t n;

	if (prompt.state != PROMPT_OPEN)
		return;
	buf_clear(&prompt.note);
	if (k->code == K_TAB && !k->alt && !k->ctrl) {
		if (!searching)
			complete(k->shift);
		return;
	}
	candidates_clear(&prompt.list);
	if (k->code == K_PASTE) {
		prompt_paste(k->text);
	} else if (k->code == K_ESC && searching) {
		feed("\n", 1); /* ends the search, keeps what it found */
	} else if (k->code == K_ESC ||
		   (k->code == K_CHAR && k->ctrl && k->ch == 'c')) {
		cancel();
	} else if ((prompt.o.history || !is_history_key(k)) &&
		   !(k->code == K_DELETE && rl_point == rl_end) &&
		   (n = bytes_of(k, bytes))) {
		if (k->code == K_CHAR && !k->ctrl && !k->alt &&
			rl_end + (int)n > PROMPT_MAX)
			buf_printf(&prompt.note, "a line has at most %d bytes",
				PROMPT_MAX);
		else
			feed(bytes, n);
	}
}

/* ---- pastes ----------------------------------------------------------------
 */

void prompt_paste(const char *s)
{
	struct buf text = {0};

	if (prompt.state != PROMPT_OPEN)
		return;
	if (RL_ISSTATE(RL_STATE_ISEARCH))
		feed("\n", 1);
	candidates_clear(&prompt.list);
	buf_clear(&prompt.note);
	if (!prompt_clean(&text, s, PROMPT_MAX - rl_end))
		buf_printf(&prompt.note, "cut at %d bytes", PROMPT_MAX);
	rl_insert_text(buf_text(&text));
	buf_done(&text);
}

/* ---- opening and closing ---------------------------------------------------
 */

void prompt_open(const struct prompt_options *o)
{
	prompt_close();
	prompt.o = *o;
	buf_clear(&prompt.label);
	buf_puts(&prompt.label, o->label);
	if (!prompt.started)
		start_under_screen();
	prompt_history_load(o);
	rl_callback_handler_install(buf_text(&prompt.label), line_entered);
	prompt.state = PROMPT_OPEN;
}

void prompt_close(void)
{
	if (prompt.state == PROMPT_OPEN)
		cancel();
	prompt.state = PROMPT_CLOSED;
	buf_clear(&prompt.line);
	buf_clear(&prompt.note);
	candidates_clear(&prompt.list);
}

enum prompt_state prompt_state(void)
{
	return prompt.state;
}

const char *prompt_line(void)
{
	return prompt.state == PROMPT_DONE ? buf_text(&prompt.line) : "";
}

/* ---- the view --------------------------------------------------------------
 */

/* One character as it is shown; returns its columns. */
static int spell(uint32_t ch, bool ascii, char out[8])
{
	if (ch < 0x20 || ch == 0x7f) {
		out[0] = '^';
		out[1] = (char)(ch ^ 0x40);
		out[2] = '\0';
		return 2;
	}
	if (ch == 0xfffd || (ch >= 0x80 && ch < 0xa0)) {
		strcpy(out, "?");
	} else if (ch >= 0x80 && ascii) {
		strncpy(out, text_ascii(ch), 7);
		out[7] = '\0';
	} else {
		out[text_encode(ch, out)] = '\0';
		return text_char_width(ch);
	}
	return (int)strlen(out);
}

/* Columns of the first n bytes. */
static int shown_width(const char *s, size_t n, bool ascii)
{
	char out[8];
	int width = 0;

	for (size_t i = 0, used; i < n; i += used)
		width += spell(text_decode(s + i, n - i, &used), ascii, out);
	return width;
}

/* Appends what falls into the columns [from, to); a character cut by the left
 * edge leaves a blank. *at is the column of the text's start, moved on. */
static void put_window(
	struct buf *b, const char *s, bool ascii, int from, int to, int *at)
{
	size_t n = strlen(s), used;
	char out[8];

	for (size_t i = 0; i < n; i += used) {
		int width = spell(text_decode(s + i, n - i, &used), ascii, out);

		if (*at >= from && *at + width <= to && (width || *at > from))
			buf_puts(b, out);
		else
			for (int c = *at; c < *at + width; c++)
				if (c >= from && c < to)
					buf_putc(b, ' ');
		*at += width;
	}
}

/* How far to scroll so that `column` stays in view, by half widths. */
static int scroll(int column, int columns)
{
	int half = columns > 1 ? columns / 2 : 1;

	if (column < columns)
		return 0;
	return (column - columns + half) / half * half;
}

static void view_line(int columns, bool ascii, struct prompt_view *v)
{
	const char *label = rl_display_prompt ? rl_display_prompt : "";
	int at = 0, from, cursor;

	buf_clear(&prompt.text);
	cursor = shown_width(label, strlen(label), ascii) +
		 shown_width(rl_line_buffer, (size_t)rl_point, ascii);
	from = scroll(cursor, columns);
	put_window(&prompt.text, label, ascii, from, from + columns, &at);
	put_window(
		&prompt.text, rl_line_buffer, ascii, from, from + columns, &at);
	v->text = buf_text(&prompt.text);
	v->cursor = cursor - from;
}

/* Candidates with two blanks between, scrolled to the chosen one. */
static void view_list(int columns, bool ascii, struct prompt_view *v)
{
	const struct candidates *c = &prompt.list;
	struct buf all = {0};
	size_t length;
	int at = 0, from;

	for (size_t i = 0; i < c->n; i++) {
		const char *s = candidates_at(c, i, &length);

		if (i == c->chosen) {
			v->list_at = shown_width(buf_text(&all), all.n, ascii);
			v->list_columns = shown_width(s, length, ascii);
		}
		buf_put(&all, s, length);
		buf_puts(&all, "  ");
	}
	from = v->list_at + v->list_columns > columns ? v->list_at : 0;
	buf_clear(&prompt.list_text);
	put_window(&prompt.list_text, buf_text(&all), ascii, from,
		from + columns, &at);
	v->list = buf_text(&prompt.list_text);
	v->list_at -= from;
	if (v->list_columns > columns)
		v->list_columns = columns;
	buf_done(&all);
}

void prompt_view(int columns, bool ascii, struct prompt_view *v)
{
	*v = (struct prompt_view){.text = "", .list = "", .note = ""};
	if (prompt.state != PROMPT_OPEN || columns < 1)
		return;
	if (columns != prompt.columns)
		rl_set_screen_size(24, columns);
	prompt.columns = columns;
	view_line(columns, ascii, v);
	if (prompt.list.n > 1)
		view_list(columns, ascii, v);
	v->note = buf_text(&prompt.note);
}
