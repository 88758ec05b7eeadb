/* SPDX-License-Identifier: GPL-3.0-or-later
 * Playing a scene without a terminal, as text; small helpers of the loop.
 */
#include <stdio.h>
#include <string.h>
#include "app/play.h"
#include "output/rows_text.h"
#include "output/run_output.h"

const char *play_status(const struct rows *r)
{
	static char text[256];

	text[0] = 0;
	for (size_t i = r->n; i-- > 0;) {
		struct rows one = { &r->at[i], 1, 1 };
		struct buf b = { 0 };

		if (r->at[i].kind == ROW_PLACE || r->at[i].kind == ROW_SAY)
			continue;
		rows_text(&one, 0, false, &b);
		snprintf(text, sizeof(text), "%.*s",
			(int)strcspn(buf_text(&b), "\n"), buf_text(&b));
		buf_done(&b);
		break;
	}
	return text;
}

void play_say_count(struct session *s, unsigned count)
{
	buf_clear(&s->status);
	buf_printf(&s->status, "%u times …", count);
	s->status_error = false;
}

static bool say_rows(const struct session *s, struct buf *out)
{
	struct rows kept = { 0 };

	for (size_t i = 0; i < s->rows.n; i++) {
		const struct row *r = &s->rows.at[i];
		struct row *k;

		if (r->kind != ROW_SAY && r->kind != ROW_QUESTION &&
			r->kind != ROW_CHOICE && r->kind != ROW_VERDICT)
			continue;
		k = rows_add(&kept, r->kind, r->label, r->text);
		k->number = r->number;
	}
	if (kept.n)
		buf_putc(out, '\n');
	rows_text(&kept, 78, false, out);
	rows_done(&kept);
	return true;
}

static bool at_end(const struct session *s)
{
	return s->act + 1 == s->scene->n_acts &&
		s->cue + 1 >= (int)s->scene->acts[s->act].n_cues;
}

int play_as_text(const struct options *o, struct session *s)
{
	struct buf out = { 0 };
	struct err e = { 0 };
	unsigned act = s->act + 1;
	int status = 0;

	buf_printf(&out, "%s\n", s->scene->title);
	while (!status) {
		if (s->act != act) {
			act = s->act;
			buf_printf(&out, "\n-- %s\n", s->scene->acts[act].title);
			if (s->cue == 0)
				say_rows(s, &out);
		}
		if (s->question.open && !s->question.revealed) {
			if (!session_line(s, "reveal", &e))
				status = fail(&e);
			say_rows(s, &out);
		}
		if (at_end(s))
			break;
		if (!session_line(s, "go", &e)) {
			status = fail(&e);
			break;
		}
		if (s->act == act)
			say_rows(s, &out);
		else
			continue;
	}
	status = print_out(&out, status);
	buf_done(&out);
	return status;
}
