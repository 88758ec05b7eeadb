/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep progress: how far a learner is, what was answered, what to look at
 * again.
 */
#include <stdlib.h>
#include <string.h>
#include "app/app.h"
#include "app/learner.h"
#include "app/results.h"
#include "base/json.h"
#include "output/rows_text.h"

struct counts {
	unsigned questions, right, later, shown;	/* later: not at once */
	unsigned predicted, foreseen;	/* decisions; foreseen: right at once */
};

static struct counts count(const struct scene *s, const struct results *r)
{
	struct counts c = { 0 };

	for (unsigned a = 0; a < s->n_acts; a++)
		for (unsigned i = 0; i < s->acts[a].n_cues; i++)
			c.questions += s->acts[a].cues[i].ask != NULL;
	for (size_t i = 0; i < r->n; i++) {
		unsigned points = result_points(&r->at[i]);

		if (strcmp(r->at[i].scene, s->name))
			continue;
		if (result_is_prediction(&r->at[i])) {
			c.predicted += r->at[i].outcome != OUTCOME_OPEN;
			c.foreseen += points == POINTS_MAX;
			continue;
		}
		c.right += points == POINTS_MAX;
		c.later += points && points < POINTS_MAX;
		c.shown += r->at[i].outcome == OUTCOME_SHOWN ||
			r->at[i].outcome == OUTCOME_GAVE_UP;
	}
	return c;
}

/* The cue that asks it, for `--at`; NULL if it is no longer there. */
static const char *cue_of(const struct scene *s, const struct result *r)
{
	for (unsigned a = 0; a < s->n_acts; a++)
		for (unsigned i = 0; i < s->acts[a].n_cues; i++) {
			const struct cue *c = &s->acts[a].cues[i];

			if (c->ask && !strcmp(s->acts[a].name, r->act) &&
				!strcmp(c->ask->name, r->question))
				return c->name;
		}
	return NULL;
}

/* Lines of at most COLUMNS, broken between words; all but the first indented. */
static void put_wrapped(struct buf *out, const char *text)
{
	enum { COLUMNS = 78, INDENT = 17 };
	struct buf wrapped = { 0 };
	const char *line;
	size_t n;

	rows_wrap(&wrapped, text, COLUMNS - INDENT, false);
	for (line = buf_text(&wrapped); *line; line += n + 1) {
		n = strcspn(line, "\n");
		buf_printf(out, "%*s%.*s\n", line == buf_text(&wrapped) ? 0
			: INDENT, "", (int)n, line);
	}
	buf_done(&wrapped);
}

/* A command stands on a line of its own, to be copied whole. */
static void text_again(const struct scene *s, const struct results *r,
	const char *program, struct buf *out)
{
	const char *head = "  to look at again:\n";

	for (size_t i = 0; i < r->n; i++) {
		const struct result *q = &r->at[i];
		const char *cue = strcmp(q->scene, s->name) ? NULL
							    : cue_of(s, q);

		if (!cue || !q->n_misconceptions)
			continue;
		buf_printf(out, "%s    %s play %s --act %s --at %s\n", head,
			program, s->name, q->act, cue);
		head = "";
	}
}

static void text_scene(const struct scene *s, struct progress p,
	const struct results *r, const char *program, struct buf *out)
{
	struct counts c = count(s, r);
	struct buf line = { 0 };

	buf_printf(&line, "%-16s %3u of %3u cues", s->name, p.seen, p.cues);
	if (c.right + c.later + c.shown)
		buf_printf(&line, "; %u of %u questions: %u right at once, %u later, %u shown",
			c.right + c.later + c.shown, c.questions, c.right,
			c.later, c.shown);
	if (c.predicted)
		buf_printf(&line, "; %u of %u decisions foreseen", c.foreseen,
			c.predicted);
	put_wrapped(out, buf_text(&line));
	buf_done(&line);
	text_again(s, r, program, out);
}

static struct json *json_scene(const struct scene *s, struct progress p,
	const struct results *r)
{
	struct json *o = json_new_object(), *list = json_new_array();
	struct counts c = count(s, r);

	json_set(o, "scene", json_new_string(s->name));
	json_set(o, "seen", json_new_int(p.seen));
	json_set(o, "cues", json_new_int(p.cues));
	json_set(o, "questions", json_new_int(c.questions));
	json_set(o, "right_at_once", json_new_int(c.right));
	json_set(o, "right_later", json_new_int(c.later));
	json_set(o, "shown", json_new_int(c.shown));
	json_set(o, "decisions", json_new_int(c.predicted));
	json_set(o, "decisions_foreseen", json_new_int(c.foreseen));
	for (size_t i = 0; i < r->n; i++)
		for (unsigned k = 0; !strcmp(r->at[i].scene, s->name) &&
			k < r->at[i].n_misconceptions; k++)
			json_append(list,
				json_new_string(r->at[i].misconception[k]));
	json_set(o, "misconceptions", list);
	return o;
}

static bool gather(const char *student, bool as_json, const char *program,
	struct buf *out, struct err *e)
{
	struct json *top = json_new_object(), *all = json_new_array();
	struct results r = { 0 };
	const char *name;
	bool good = learner_results(student, &r, e);

	for (unsigned i = 0; good && (name = scene_listed(i)); i++) {
		struct err_list errors = { 0 };
		struct progress p = progress_of(student, name);
		struct scene *s = scene_load(name, &errors);

		p.cues = 0;
		for (unsigned a = 0; s && a < s->n_acts; a++)
			p.cues += s->acts[a].n_cues;
		if (s && as_json)
			json_append(all, json_scene(s, p, &r));
		else if (s)
			text_scene(s, p, &r, program, out);
		scene_free(s);
		err_list_done(&errors);
	}
	json_set(top, "scenes", all);
	if (good && as_json) {
		json_write(top, 2, out);
		buf_putc(out, '\n');
	}
	json_free(top);
	results_done(&r);
	return good;
}

int app_progress(const struct options *o)
{
	const char *student = o->given[OPTION_STUDENT]
		? o->value[OPTION_STUDENT] : "";
	const char *format = o->value[OPTION_PROGRESS_FORMAT];
	struct buf out = { 0 };
	struct err e = { 0 };
	int status;

	if (format && strcmp(format, "text") && strcmp(format, "json")) {
		err_set(&e, ERR_USAGE, "--format of progress is text or json, not \"%s\"",
			format);
		return fail(&e);
	}
	if (!gather(student, format && *format == 'j', o->program, &out, &e))
		return fail(&e);
	if (!format || *format == 't') {
		buf_puts(&out, "Result file, for a teacher: ");
		learner_file(student, &out);
		buf_putc(&out, '\n');
	}
	status = print_out(&out, 0);
	buf_done(&out);
	return status;
}
