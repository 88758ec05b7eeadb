/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep figures: the claim board. Its runs go to two threads; all else is done
 * by whoever holds the one lock.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "app/app.h"
#include "base/text.h"
#include "output/board_output.h"

enum { THREADS = 2, SCENES_MAX = 32 };

struct job {
	const struct options *o;
	struct scene *scene[SCENES_MAX];
	unsigned n_scenes;
	struct board board;
	struct board_text text;
	bool json, progress;
	int status;			/* of what was written so far */
	pthread_mutex_t lock;
};

static bool find_format(struct job *j, struct err *e)
{
	const char *name = j->o->value[OPTION_BOARD_FORMAT];

	if (name && strcmp(name, "text") && strcmp(name, "json"))
		return err_set(e, ERR_USAGE, "--format of figures is text or json, not \"%s\"",
			name);
	j->json = name && !strcmp(name, "json");
	return true;
}

/* In ASCII if wished. */
static int emit(const struct job *j, struct buf *out, int status)
{
	struct buf ascii = { 0 };

	if (j->o->given[OPTION_ASCII] && !j->json) {
		text_put_ascii(&ascii, buf_text(out), out->n);
		status = print_out(&ascii, status);
		buf_done(&ascii);
	} else {
		status = print_out(out, status);
	}
	buf_done(out);
	return status;
}

/* One line on a terminal, over itself; gone before anything else is written. */
static void tell_progress(const struct job *j)
{
	if (j->progress)
		fprintf(stderr, "\r\033[Krun %u of %u", j->board.done + 1,
			j->board.n_jobs);
}

static void clear_progress(const struct job *j)
{
	if (j->progress)
		fputs("\r\033[K", stderr);
}

/* The rows that the last run made ready. */
static void show_ready(struct job *j)
{
	struct buf out = { 0 };

	if (j->json || j->o->given[OPTION_SENSITIVITY])
		return;
	board_text(&j->text, &j->board, &out);
	if (out.n && !j->status) {
		clear_progress(j);
		j->status = emit(j, &out, 0);
	}
	buf_done(&out);
}

static void *work(void *user)
{
	struct job *j = user;
	unsigned job;

	pthread_mutex_lock(&j->lock);
	while (!j->status && board_take(&j->board, &job)) {
		tell_progress(j);
		pthread_mutex_unlock(&j->lock);
		board_run(&j->board, job);
		pthread_mutex_lock(&j->lock);
		board_finish(&j->board, job);
		show_ready(j);
	}
	pthread_mutex_unlock(&j->lock);
	return NULL;
}

/* All jobs, on two threads, or on this one alone if no other starts. */
static void run_jobs(struct job *j)
{
	pthread_t other[THREADS - 1];
	unsigned n = 0;

	while (n < THREADS - 1 && !pthread_create(&other[n], NULL, work, j))
		n++;
	work(j);
	for (unsigned i = 0; i < n; i++)
		pthread_join(other[i], NULL);
	clear_progress(j);
}

static bool load(struct job *j, const char *name)
{
	struct err_list errors = { 0 };
	struct scene *s = scene_load(name, &errors);

	if (!s) {
		j->status = fail_all(&errors);
		return false;
	}
	j->scene[j->n_scenes++] = s;
	return true;
}

static bool load_scenes(struct job *j)
{
	const char *name;

	if (j->o->arguments.n)
		return load(j, j->o->arguments.at[0]);
	for (unsigned i = 0; (name = scene_listed(i)) && i < SCENES_MAX; i++)
		if (!load(j, name))
			return false;
	return true;
}

static void sensitivity(struct job *j, struct buf *out)
{
	run_jobs(j);
	if (j->status)
		return;
	board_bend(&j->board);
	run_jobs(j);
	(j->json ? board_effects_json : board_effects_text)(&j->board, out);
}

static void figures(struct job *j, struct buf *out)
{
	const struct board *b = &j->board;

	run_jobs(j);
	if (j->json)
		board_json(b, out);
	else if (b->n_figures + b->n_checks)
		board_summary(b, out);
	else
		buf_puts(out, "no figures of a mail here\n");
}

static int answer(const struct board *b)
{
	for (unsigned i = 0; i < b->n_checks; i++)
		if (board_holds(b, &b->checks[i]) != 1)
			return 1;
	return 0;
}

static void board_of(struct job *j, struct err *e)
{
	const struct scene *const *scenes =
		(const struct scene *const *)j->scene;
	bool bent = j->o->given[OPTION_SENSITIVITY];
	struct buf out = { 0 };

	if (!(bent ? board_shortened : board_new)(&j->board, scenes,
		j->n_scenes, e)) {
		j->status = fail(e);
		return;
	}
	(bent ? sensitivity : figures)(j, &out);
	if (!j->status)
		j->status = emit(j, &out, answer(&j->board));
	buf_done(&out);
	board_free(&j->board);
}

int app_figures(const struct options *o)
{
	struct job j = { .o = o, .progress = isatty(STDERR_FILENO),
		.lock = PTHREAD_MUTEX_INITIALIZER };
	struct err e = { 0 };

	if (!find_format(&j, &e))
		return fail(&e);
	if (o->arguments.n > 1) {
		err_set(&e, ERR_USAGE, "only one scene at a time");
		return fail(&e);
	}
	if (load_scenes(&j))
		board_of(&j, &e);
	for (unsigned i = 0; i < j.n_scenes; i++)
		scene_free(j.scene[i]);
	return j.status;
}
