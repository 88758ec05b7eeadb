/* SPDX-License-Identifier: GPL-3.0-or-later
 * Saving a session as commands that lead back to it. The app writes and reads
 * the files: only where, and when, a person said so.
 */
#include <stdio.h>
#include <string.h>
#include "session/chart.h"
#include "session/inner.h"

/* Variant v on show, each at its step. */
static void put_place(struct session *s, unsigned *shown, unsigned v,
	const u64 *steps, struct buf *out)
{
	if (*shown != v)
		buf_printf(out, "variant %s\n", s->scene->variant[v].name);
	*shown = v;
	buf_puts(out, "goto");
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			buf_printf(out, " %llu", (unsigned long long)steps[i]);
	buf_putc(out, '\n');
}

/* Each edit where it was made; then to where we are. */
static void put_edits(struct session *s, struct buf *out)
{
	unsigned shown = VARIANTS_MAX;

	buf_printf(out, "act %s\n", s->scene->acts[s->act].name);
	for (unsigned i = 0; i < s->n_edits; i++) {
		const struct edit *edit = &s->edits[i];

		put_place(s, &shown, edit->shown, edit->stood, out);
		buf_printf(out, "follow %u\n%s\n", edit->follow,
			edit->line);
	}
	put_place(s, &shown, s->shown, here(s).step, out);
	buf_printf(out, "follow %u\n", s->follow);
}

static void save(struct session *s, const char *path)
{
	struct buf out = { 0 };

	buf_printf(&out, "# mmstep shell %s, %s\n", s->scene->name,
		session_address(s));
	buf_puts(&out, "delete\nundisplay\n");
	put_edits(s, &out);
	stops_as_commands(s, &out);
	for (unsigned i = 0; i < s->n_displays; i++)
		buf_printf(&out, "display %s\n",
			expr_text(s->displays[i].expr));
	chart_as_command(s, &out);
	while (out.n && out.s[out.n - 1] == '\n')
		out.s[--out.n] = 0;	/* a row ends a line by itself */
	rows_add(&s->rows, ROW_NOTE, NULL, buf_text(&out));
	buf_done(&out);
	snprintf(s->output, sizeof(s->output), "%s", path);
	s->output_appends = false;
}

bool handle_file(struct session *s, const struct command *c, struct err *e)
{
	if (strlen(c->text) >= sizeof(s->source))
		return err_set(e, ERR_USAGE, "that name is too long");
	if (c->id == CMD_SAVE)
		save(s, c->text);
	else if (c->id == CMD_SOURCE)
		strcpy(s->source, c->text);
	else
		s->ui.wants_quit = true;
	return true;
}
