/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep grade: result files of students, merged.
 *
 * A scene counts with all its questions as soon as one of them was met, so that
 * leaving one out costs its points.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/app.h"
#include "app/files.h"
#include "app/results.h"
#include "base/json.h"

enum { FILE_MIB = 16 };

/* The scenes whose questions count: --scene FILE, then the built-in ones. */
struct known {
	struct scene *at[TEXTS_MAX * 2];
	unsigned n;
};

static const struct scene *known_scene(const struct known *k, const char *name)
{
	for (unsigned i = 0; i < k->n; i++)
		if (!strcmp(k->at[i]->name, name))
			return k->at[i];
	return NULL;
}

static bool add_scene(struct known *k, const char *name, int *status)
{
	struct err_list errors = { 0 };
	struct scene *s = scene_load(name, &errors);

	if (s && known_scene(k, s->name))
		scene_free(s);		/* a file goes before the built-in one */
	else if (s)
		k->at[k->n++] = s;
	else
		*status = fail_all(&errors);
	err_list_done(&errors);
	return s;
}

static bool known_load(struct known *k, const struct options *o, int *status)
{
	const char *name;

	for (unsigned i = 0; i < o->scenes.n; i++)
		if (!add_scene(k, o->scenes.at[i], status))
			return false;
	for (unsigned i = 0; (name = scene_listed(i)); i++)
		add_scene(k, name, status);
	return true;
}

static void known_done(struct known *k)
{
	for (unsigned i = 0; i < k->n; i++)
		scene_free(k->at[i]);
}

static bool read_results(const char *path, struct results *out, struct err *e)
{
	struct buf text = { 0 };
	bool good = files_read(path, true, FILE_MIB, &text, e) &&
		results_parse(strcmp(path, "-") ? path : "<stdin>", &text, out,
			e);

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

static void add_open(struct results *r, const struct scene *s,
	const struct act *act, const struct question *q)
{
	struct result *new;

	if (result_find(r, s->name, act->name, q->name))
		return;
	r->at = mem_resize(r->at, (r->n + 1) * sizeof(*r->at));
	new = &r->at[r->n++];
	memset(new, 0, sizeof(*new));
	snprintf(new->scene, WORD_MAX, "%s", s->name);
	snprintf(new->act, WORD_MAX, "%s", act->name);
	snprintf(new->question, WORD_MAX, "%s", q->name);
}

/* Questions of scenes that a student met, but left out. */
static void add_missing(struct results *r, const struct known *k)
{
	for (unsigned i = 0; i < k->n; i++) {
		const struct scene *s = k->at[i];

		for (unsigned a = 0; met(r, s->name) && a < s->n_acts; a++)
			for (unsigned c = 0; c < s->acts[a].n_cues; c++)
				if (s->acts[a].cues[c].ask)
					add_open(r, s, &s->acts[a],
						s->acts[a].cues[c].ask);
	}
}

static const struct act *act_find(const struct scene *s, const char *name)
{
	for (unsigned i = 0; i < s->n_acts; i++)
		if (!strcmp(s->acts[i].name, name))
			return &s->acts[i];
	return NULL;
}

static bool act_asks(const struct act *act, const char *question)
{
	for (unsigned i = 0; i < act->n_cues; i++)
		if (act->cues[i].ask &&
			!strcmp(act->cues[i].ask->name, question))
			return true;
	return false;
}

/* Whether this question is one of ours; if not, the error has its place. */
static bool is_known(const struct result *q, const char *path,
	const struct known *k, struct err *e)
{
	const struct scene *s = known_scene(k, q->scene);
	const struct act *act = s ? act_find(s, q->act) : NULL;
	unsigned column = 1;

	if (act && act_asks(act, q->question))
		return true;
	if (!s) {
		err_set(e, ERR_INVALID, "no scene \"%s\" is known here",
			q->scene);
		err_hint(e, "--scene FILE reads one of your own");
	} else if (!act) {
		err_set(e, ERR_INVALID, "scene %s has no act \"%s\"", q->scene,
			q->act);
		column += (unsigned)strlen(q->scene) + 1;
	} else {
		err_set(e, ERR_INVALID, "act %s of scene %s asks no \"%s\"",
			q->act, q->scene, q->question);
		column += (unsigned)(strlen(q->scene) + strlen(q->act)) + 2;
	}
	return err_at(e, path, q->line, column);
}

static int worse(int a, int b)
{
	return a > b ? a : b;
}

/* Each is said and gives no points; the others count. */
static int leave_unknown(struct results *r, const char *path,
	const struct known *k, int status)
{
	struct err e = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (is_known(&r->at[i], path, k, &e))
			r->at[n++] = r->at[i];
		else
			status = worse(fail(&e), status);
	r->n = n;
	return status;
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

static void write_student(const struct results *r, const char *path,
	int format, struct json *all, struct buf *out)
{
	if (format == 1)
		json_append(all, student_json(r, path));
	else if (format == 2)
		write_csv(r, path, out);
	else
		write_text(r, path, out);
}

/* All files are read, and each that can't be is said; the others count. */
static int grade_files(const struct options *o, const struct known *k,
	int format, struct buf *out)
{
	struct json *all = json_new_array(), *top = json_new_object();
	int status = 0;

	if (format == 2)
		buf_puts(out, "student,scene,act,question,points,of,outcome,answers,wrong,hint,misconceptions\n");
	for (unsigned i = 0; i < o->arguments.n; i++) {
		const char *path = o->arguments.at[i];
		struct results r = { 0 };
		struct err e = { 0 };

		if (!read_results(path, &r, &e)) {
			status = worse(fail(&e), status);
			continue;
		}
		leave_predictions(&r);
		status = leave_unknown(&r, strcmp(path, "-") ? path : "<stdin>",
			k, status);
		add_missing(&r, k);
		write_student(&r, path, format, all, out);
		results_done(&r);
	}
	json_set(top, "students", all);
	if (format == 1) {
		json_write(top, 2, out);
		buf_putc(out, '\n');
	}
	json_free(top);
	return status;
}

int app_grade(const struct options *o)
{
	struct buf out = { 0 };
	struct err e = { 0 };
	struct known k = { 0 };
	int format = format_of(o, &e), status = 0;

	if (format < 0)
		return fail(&e);
	if (!o->arguments.n) {
		err_set(&e, ERR_USAGE, "which files? results are in the folder that `mmstep progress` names");
		return fail(&e);
	}
	if (known_load(&k, o, &status)) {
		status = grade_files(o, &k, format, &out);
		status = print_out(&out, status);
	}
	buf_done(&out);
	known_done(&k);
	return status;
}
