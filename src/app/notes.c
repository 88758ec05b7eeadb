/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep notes: the teacher's notes of a scene. On a terminal they follow the
 * screen of the same user, which says in the state folder which cue it shows.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "app/app.h"
#include "app/learner.h"
#include "output/rows_text.h"

enum { POLL_MS = 200, WIDTH = 78 };

static void write_note(const struct scene *s, unsigned act, unsigned cue,
	struct buf *out)
{
	const struct cue *c = &s->acts[act].cues[cue];
	struct rows rows = { 0 };

	buf_printf(out, "%s, %u of %u%s (--at %s)\n", s->acts[act].title,
		cue + 1, s->acts[act].n_cues, c->ask ? ", a question" : "",
		c->name);
	rows_add(&rows, ROW_NOTE, NULL, c->note);
	rows_text(&rows, WIDTH, false, out);
	rows_done(&rows);
}

static int all_notes(const struct scene *s)
{
	struct buf out = { 0 };
	int status;

	for (unsigned a = 0; a < s->n_acts; a++)
		for (unsigned c = 0; c < s->acts[a].n_cues; c++)
			if (s->acts[a].cues[c].note)
				write_note(s, a, c, &out);
	status = print_out(&out, 0);
	buf_done(&out);
	return status;
}

/* Which cue the screen shows; false: none of this scene. */
static bool find_now(const struct scene *s, unsigned *act, unsigned *cue)
{
	struct buf now = { 0 };
	bool found = false;

	if (learner_now(s->name, &now))
		for (*act = 0; !found && *act < s->n_acts; *act += !found)
			for (*cue = 0; !found && *cue < s->acts[*act].n_cues;
				*cue += !found) {
				struct buf here = { 0 };

				buf_printf(&here, "%s %s", s->acts[*act].name,
					s->acts[*act].cues[*cue].name);
				found = !strcmp(buf_text(&here), buf_text(&now));
				buf_done(&here);
			}
	buf_done(&now);
	return found;
}

static int follow(const struct scene *s, const char *program)
{
	const struct timespec moment = { 0, POLL_MS * 1000000L };
	unsigned act, cue, last_act = s->n_acts, last_cue = 0;
	struct buf out = { 0 };
	int status;

	buf_printf(&out, "Notes follow `%s play %s`; Ctrl-C ends.\n",
		program, s->name);
	status = print_out(&out, 0);
	while (!status) {
		if (find_now(s, &act, &cue) &&
			(act != last_act || cue != last_cue)) {
			buf_clear(&out);
			buf_putc(&out, '\n');
			write_note(s, act, cue, &out);
			status = print_out(&out, 0);
			last_act = act;
			last_cue = cue;
		}
		nanosleep(&moment, NULL);
	}
	buf_done(&out);
	return status;
}

int app_notes(const struct options *o)
{
	struct selection sel = { 0 };
	int status;

	if (options_select(o, &sel, &status))
		status = isatty(STDOUT_FILENO) ? follow(sel.scene, o->program)
					       : all_notes(sel.scene);
	selection_done(&sel);
	return status;
}
