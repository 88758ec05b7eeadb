/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep grade: result files of students, merged.
 *
 * A scene counts with all its questions as soon as one of them was met, so that
 * leaving one out costs its points.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/app.h"
#include "app/results.h"
#include "base/json.h"

static bool read_results(const char *path, struct results *out, struct err *e)
{
	FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
	const char *name = f == stdin ? "<stdin>" : path;
	char chunk[4096];
	struct buf text = { 0 };
	bool good = f != NULL;
	size_t n;

	while (good && text.n < 1 << 24 &&
		(n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		buf_put(&text, chunk, n);
	good = good && !ferror(f);
	if (!good)
		err_set(e, ERR_IO, "%s: %s", path, strerror(errno));
	if (f && f != stdin)
		fclose(f);
	good = good && results_parse(name, &text, out, e);
	buf_done(&text);
	return good;
}

static const struct result *result_find(const struct results *r,
	const char *scene, const char *act, const char *question)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->at[i].scene, scene) &&
			!strcmp(r->at[i].act, act) &&
			!strcmp(r->at[i].question, question))
			return &r->at[i];
	return NULL;
}

static bool met(const struct results *r, const char *scene)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->at[i].scene, scene))
			return true;
	return false;
}

/* Questions of built-in scenes that a student met, but left out. */
static void add_missing(struct results *r)
{
	const char *name;

	for (unsigned i = 0; (name = scene_listed(i)); i++) {
		struct err_list errors = { 0 };
		struct scene *s = met(r, name) ? scene_load(name, &errors) : NULL;

		for (unsigned a = 0; s && a < s->n_acts; a++)
			for (unsigned c = 0; c < s->acts[a].n_cues; c++) {
				const struct question *q = s->acts[a].cues[c].ask;
				struct result *new;

				if (!q || result_find(r, name, s->acts[a].name,
					q->name))
					continue;
				r->at = mem_resize(r->at, (r->n + 1) *
					sizeof(*r->at));
				new = &r->at[r->n++];
				memset(new, 0, sizeof(*new));
				snprintf(new->scene, WORD_MAX, "%s", name);
				snprintf(new->act, WORD_MAX, "%s",
					s->acts[a].name);
				snprintf(new->question, WORD_MAX, "%s", q->name);
			}
		scene_free(s);
		err_list_done(&errors);
	}
}

/* Some students predict decisions, others don't: that gives no points. */
static void leave_predictions(struct results *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (!result_is_prediction(&r->at[i]))
			r->at[n++] = r->at[i];
	r->n = n;
}

static unsigned points(const struct results *r)
{
	unsigned sum = 0;

	for (size_t i = 0; i < r->n; i++)
		sum += result_points(&r->at[i]);
	return sum;
}

static const char *const outcome_words[] = { [OUTCOME_OPEN] = "open",
	[OUTCOME_RIGHT] = "right", [OUTCOME_SHOWN] = "shown",
	[OUTCOME_GAVE_UP] = "gave-up" };

/* Named by the file where it says no name. */
static const char *student_of(const struct results *r, const char *path)
{
	return *r->student ? r->student : path;
}

static void write_text(const struct results *r, const char *path,
	struct buf *out)
{
	buf_printf(out, "%s: %u of %u points\n", student_of(r, path), points(r),
		(unsigned)r->n * POINTS_MAX);
	for (size_t i = 0; i < r->n; i++) {
		const struct result *q = &r->at[i];

		buf_printf(out, "  %u of %u  %s/%s %s: %s", result_points(q),
			POINTS_MAX, q->scene, q->act, q->question,
			outcome_words[q->outcome]);
		if (q->wrong)
			buf_printf(out, ", %u wrong", q->wrong);
		if (q->hint)
			buf_puts(out, ", hint");
		for (unsigned k = 0; k < q->n_misconceptions; k++)
			buf_printf(out, "%s%s", k ? " " : "; ",
				q->misconception[k]);
		buf_putc(out, '\n');
	}
}

/* A field that a spreadsheet would take for a formula is kept as text. */
static void csv_word(const char *word, struct buf *out)
{
	bool quote = strpbrk(word, ",\"\n") != NULL;

	if (quote)
		buf_putc(out, '"');
	if (*word && strchr("=+-@", *word))
		buf_putc(out, '\'');
	for (; *word; word++) {
		if (*word == '"')
			buf_putc(out, '"');
		buf_putc(out, *word);
	}
	if (quote)
		buf_putc(out, '"');
}

static void write_csv(const struct results *r, const char *path,
	struct buf *out)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct result *q = &r->at[i];
		struct buf all = { 0 };

		csv_word(student_of(r, path), out);
		buf_printf(out, ",%s,%s,%s,%u,%u,%s,%u,%u,%s,", q->scene, q->act,
			q->question, result_points(q), POINTS_MAX,
			outcome_words[q->outcome], q->answers, q->wrong,
			q->hint ? "yes" : "no");
		for (unsigned k = 0; k < q->n_misconceptions; k++)
			buf_printf(&all, "%s%s", k ? " " : "",
				q->misconception[k]);
		csv_word(buf_text(&all), out);
		buf_putc(out, '\n');
		buf_done(&all);
	}
}

static struct json *question_json(const struct result *q)
{
	struct json *o = json_new_object(), *list = json_new_array();

	json_set(o, "scene", json_new_string(q->scene));
	json_set(o, "act", json_new_string(q->act));
	json_set(o, "question", json_new_string(q->question));
	json_set(o, "points", json_new_int(result_points(q)));
	json_set(o, "of", json_new_int(POINTS_MAX));
	json_set(o, "outcome", json_new_string(outcome_words[q->outcome]));
	json_set(o, "answers", json_new_int(q->answers));
	json_set(o, "wrong", json_new_int(q->wrong));
	json_set(o, "hint", json_new_bool(q->hint));
	for (unsigned k = 0; k < q->n_misconceptions; k++)
		json_append(list, json_new_string(q->misconception[k]));
	json_set(o, "misconceptions", list);
	return o;
}

static struct json *student_json(const struct results *r, const char *path)
{
	struct json *o = json_new_object(), *list = json_new_array();

	json_set(o, "student", json_new_string(student_of(r, path)));
	json_set(o, "points", json_new_int(points(r)));
	json_set(o, "of", json_new_int((int64_t)r->n * POINTS_MAX));
	for (size_t i = 0; i < r->n; i++)
		json_append(list, question_json(&r->at[i]));
	json_set(o, "questions", list);
	return o;
}

static int format_of(const struct options *o, struct err *e)
{
	static const char *const words[] = { "text", "json", "csv" };
	const char *name = o->value[OPTION_GRADE_FORMAT];

	if (!o->given[OPTION_GRADE_FORMAT])
		return 0;
	for (int i = 0; i < 3; i++)
		if (!strcmp(words[i], name))
			return i;
	err_set(e, ERR_USAGE, "--format of grade is text, json or csv, not \"%s\"",
		name);
	return -1;
}

/* All files are read, and each that can't be is said; the others count. */
int app_grade(const struct options *o)
{
	struct json *all = json_new_array(), *top = json_new_object();
	struct buf out = { 0 };
	struct err e = { 0 };
	int format = format_of(o, &e), status = format < 0 ? fail(&e) : 0;

	if (!status && !o->arguments.n) {
		err_set(&e, ERR_USAGE, "which files? results are in the folder that `mmstep progress` names");
		status = fail(&e);
	}
	if (!status && format == 2)
		buf_puts(&out, "student,scene,act,question,points,of,outcome,answers,wrong,hint,misconceptions\n");
	for (unsigned i = 0; format >= 0 && i < o->arguments.n; i++) {
		const char *path = o->arguments.at[i];
		struct results r = { 0 };

		if (!read_results(path, &r, &e)) {
			status = fail(&e);
			continue;
		}
		leave_predictions(&r);
		add_missing(&r);
		if (format == 1)
			json_append(all, student_json(&r, path));
		else if (format == 2)
			write_csv(&r, path, &out);
		else
			write_text(&r, path, &out);
		results_done(&r);
	}
	json_set(top, "students", all);
	if (format == 1 && o->arguments.n) {
		json_write(top, 2, &out);
		buf_putc(&out, '\n');
	}
	json_free(top);
	status = print_out(&out, status);
	buf_done(&out);
	return status;
}
