/* SPDX-License-Identifier: GPL-3.0-or-later
 * The prompt without a screen: readline draws it, the user's inputrc applies.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <unistd.h>
#include <readline/readline.h>
#include "base/err.h"
#include "screen/prompt_shared.h"

static struct {
	struct prompt_options o;
	struct candidates list;
	enum prompt_state state;
	char *line;
} plain;

enum { NARROWEST = 8 }; /* columns that readline is told of at least */

static volatile sig_atomic_t interrupted, resized;

static void on_interrupt(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
}

static void on_resize(int signal_number)
{
	(void)signal_number;
	resized = 1;
}

/* Readline divides by the width, or by one less: it must not see a 1. */
static bool fit(void)
{
	int rows, columns;

	rl_reset_screen_size();
	rl_get_screen_size(&rows, &columns);
	if (columns >= NARROWEST - 1)
		return false;
	rl_set_screen_size(rows, NARROWEST);
	return true;
}

static void resize(void)
{
	resized = 0;
	if (!fit())
		rl_resize_terminal();
}

static void line_entered(char *line)
{
	rl_callback_handler_remove();
	plain.line = line;
	plain.state = line ? PROMPT_DONE : PROMPT_CLOSED;
}

/* Readline replaces the text from `start`, a candidate from its own word: the
 * match is the candidate with the difference before it or cut off it. */
static char *match_of(size_t i, size_t start)
{
	size_t length, word = plain.list.word;
	size_t cut = start > word ? start - word : 0;
	const char *s = candidates_at(&plain.list, i, &length);
	struct buf b = {0};

	if (word > start)
		buf_put(&b, rl_line_buffer + start, word - start);
	if (cut < length)
		buf_put(&b, s + cut, length - cut);
	buf_put(&b, "", 0);
	return b.s;
}

static char **matches(const char *text, int start, int end)
{
	size_t length, common, n, first = (size_t)start;
	const char *s;
	char **all;

	(void)text;
	rl_attempted_completion_over = 1;
	if (!candidates_ask(&plain.list, &plain.o, (size_t)end))
		return NULL;
	n = plain.list.n;
	all = mem_alloc((n + 2) * sizeof(*all));
	for (size_t i = 0; i < n; i++)
		all[i + (n > 1)] = match_of(i, first);
	s = candidates_at(&plain.list, 0, &length);
	rl_completion_append_character = candidates_whole(s, length) ? ' ' : 0;
	if (n > 1) {
		common = candidates_common(&plain.list) + plain.list.word;
		common = common > first ? common - first : 0;
		all[0] = mem_strndup(all[1], common);
	}
	return all;
}

/* Readline takes the paste; what it put in is then made one line. */
static int paste(int count, int key)
{
	int from = rl_point, room;
	struct buf clean = {0};
	char *text;

	rl_begin_undo_group();
	rl_bracketed_paste_begin(count, key);
	if (rl_point > from) {
		room = PROMPT_MAX - (rl_end - (rl_point - from));
		text = rl_copy_text(from, rl_point);
		if (!prompt_clean(&clean, text, room)) {
			rl_crlf();
			fprintf(rl_outstream, "cut at %d bytes\n", PROMPT_MAX);
			rl_on_new_line();
		}
		rl_delete_text(from, rl_point);
		rl_point = from;
		rl_insert_text(buf_text(&clean));
		free(text);
		buf_done(&clean);
	}
	rl_end_undo_group();
	return 0;
}

/* Once readline is there, and if its user has not bound that otherwise. */
static void bind_paste(void)
{
	static const char begin[] = "\033[200~";
	Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap};
	static bool bound;

	for (int i = 0; !bound && i < 2; i++)
		if (rl_function_of_keyseq(begin, maps[i], NULL) ==
			rl_bracketed_paste_begin)
			rl_bind_keyseq_in_map(begin, paste, maps[i]);
	bound = true;
}

static void start(void)
{
	static bool started;

	if (started)
		return;
	started = true;
	rl_attempted_completion_function = matches;
	rl_basic_word_break_characters = " ";
	rl_persistent_signal_handlers = 1; /* also while we wait */
	rl_catch_sigwinch = 0;
	prompt_start();
}

/* Waits for a byte without missing a signal that comes just before. */
static void wait_for_byte(void)
{
	static const int numbers[] = {
		SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH, SIGALRM};
	sigset_t blocked, before;
	fd_set set;

	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		sigaddset(&blocked, numbers[i]);
	FD_ZERO(&set);
	FD_SET(STDIN_FILENO, &set);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	if (rl_pending_signal() || interrupted || resized ||
		pselect(STDIN_FILENO + 1, &set, NULL, NULL, NULL, &before) < 0)
		FD_ZERO(&set);
	sigprocmask(SIG_SETMASK, &before, NULL);
	rl_check_signals();
	if (resized)
		resize();
	if (!interrupted && FD_ISSET(STDIN_FILENO, &set))
		rl_callback_read_char();
}

/* Ends the line whatever readline is in the middle of. */
static void cancel(void)
{
	if (RL_ISSTATE(RL_STATE_NUMERICARG))
		rl_restore_prompt(); /* the clean-up forgets this one */
	rl_callback_sigcleanup();
	rl_free_line_state();
	rl_replace_line("", 1);
	rl_callback_handler_remove();
	plain.state = PROMPT_CANCELLED;
}

enum prompt_state prompt_readline(const struct prompt_options *o, char **line)
{
	struct sigaction act = {.sa_handler = on_interrupt}, before;
	struct sigaction grow = {.sa_handler = on_resize}, grow_before;

	plain.o = *o;
	plain.line = NULL;
	start();
	prompt_history_load(o);
	sigemptyset(&act.sa_mask);
	sigemptyset(&grow.sa_mask);
	interrupted = 0;
	sigaction(SIGINT, &act, &before);
	sigaction(SIGWINCH, &grow, &grow_before);
	plain.state = PROMPT_OPEN;
	rl_initialize();
	bind_paste();
	fit();
	rl_callback_handler_install(o->label, line_entered);
	while (plain.state == PROMPT_OPEN && !interrupted)
		wait_for_byte();
	if (plain.state == PROMPT_OPEN)
		cancel();
	sigaction(SIGINT, &before, NULL);
	sigaction(SIGWINCH, &grow_before, NULL);
	if (plain.state == PROMPT_DONE)
		prompt_history_keep(o, plain.line);
	else
		fputc('\n', stdout);
	fflush(stdout);
	candidates_clear(&plain.list);
	*line = plain.line;
	return plain.state;
}
