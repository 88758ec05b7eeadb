/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep run: each variant to its end, then metrics and expectations.
 */
#include <string.h>
#include "app/app.h"
#include "app/files.h"
#include "app/lines.h"
#include "base/text.h"
#include "output/rows_text.h"
#include "output/run_output.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_N };
static const char *const formats[FORMAT_N] = { "text", "json", "csv" };

struct job {
	const struct options *o;
	struct selection sel;
	enum format format;
	struct lines lines;
	struct expr *until;
	struct session *session[VARIANTS_MAX];	/* one per variant */
	struct buf out;
	int headed;		/* the variant whose name was printed last */
	int status;
};

static bool find_format(struct job *j, struct err *e)
{
	const char *name = j->o->value[OPTION_FORMAT];
	unsigned f = 0;

	if (!j->o->given[OPTION_FORMAT])
		return true;
	while (f < FORMAT_N && strcmp(formats[f], name))
		f++;
	if (f == FORMAT_N)
		return err_set(e, ERR_USAGE, "--format of run is text, json or csv, not \"%s\"",
			name);
	j->format = (enum format)f;
	if (f == FORMAT_JSON && j->o->given[OPTION_TRACE])
		return err_set(e, ERR_USAGE, "--trace goes with --format text or csv");
	return true;
}

static struct run *run_of(const struct job *j, unsigned v)
{
	return j->session[v] ? j->session[v]->variant[v].run : NULL;
}

/* What all variants together look like: for --until with a prefix. */
static struct scope joint_scope(const struct job *j,
	const struct machine **machine, const struct program **program)
{
	struct scope scope = { .n_variants = j->sel.scene->n_variants,
		.variant = j->sel.scene->variant_names, .machine = machine,
		.program = program };

	for (unsigned i = scope.n_variants; i-- > 0;) {
		const struct run *r = run_of(j, i);

		machine[i] = r ? r->m : NULL;
		program[i] = r ? &r->program : NULL;
		if (r)
			scope.shown = i;
	}
	return scope;
}

/* Writes what there is, in ASCII if wished. */
static int emit(struct job *j, int status)
{
	struct buf ascii = { 0 };

	if (j->o->given[OPTION_ASCII] && j->format == FORMAT_TEXT) {
		text_put_ascii(&ascii, buf_text(&j->out), j->out.n);
		status = print_out(&ascii, status);
		buf_done(&ascii);
	} else {
		status = print_out(&j->out, status);
	}
	buf_clear(&j->out);
	return status;
}

/* In text, what follows is of this variant. */
static void head(struct job *j, unsigned v)
{
	if (j->format != FORMAT_TEXT || j->headed == (int)v)
		return;
	buf_printf(&j->out, "%s\n", j->sel.scene->variant[v].name);
	j->headed = (int)v;
}

/* The line that has just run; false if it can't be written. */
static bool trace(struct job *j, unsigned v)
{
	bool csv = j->format == FORMAT_CSV;

	if (!j->o->given[OPTION_TRACE])
		return true;
	head(j, v);
	run_trace_line(run_of(j, v), j->sel.scene->variant[v].name, csv,
		&j->out);
	if (j->out.n < 1 << 16)
		return true;
	j->status = emit(j, 0);
	return !j->status;
}

/* One variant to its end, or until the expression holds there. */
static void finish(struct job *j, unsigned v)
{
	struct run *r = run_of(j, v);
	struct scope scope = session_scope(j->session[v]);

	if (!j->o->given[OPTION_TRACE]) {
		session_finish(j->session[v], j->until);
		return;
	}
	while (!(j->until && expr_true(j->until, &scope)) && run_line(r))
		if (!trace(j, v))
			return;
}

/* All variants by model time, until an expression that names some holds. */
static void finish_together(struct job *j)
{
	const struct machine *machine[VARIANTS_MAX];
	const struct program *program[VARIANTS_MAX];
	struct scope scope = joint_scope(j, machine, program);

	while (!expr_true(j->until, &scope)) {
		unsigned next = VARIANTS_MAX;

		for (unsigned i = 0; i < scope.n_variants; i++)
			if (machine[i] && !run_ended(run_of(j, i)) &&
				(next == VARIANTS_MAX || machine_time_ns(
				machine[i]) < machine_time_ns(machine[next])))
				next = i;
		if (next == VARIANTS_MAX || !run_line(run_of(j, next)) ||
			!trace(j, next))
			return;
	}
}

/* --until; a variant it names must run. */
static bool compile_until(struct job *j, struct err *e)
{
	const char *const *names = j->sel.scene->variant_names;
	struct scope scope = { .n_variants = j->sel.scene->n_variants,
		.variant = names };
	struct name_use use[64];
	unsigned n;

	if (!j->o->given[OPTION_UNTIL])
		return true;
	j->until = expr_compile(j->o->value[OPTION_UNTIL], &scope, e);
	if (!j->until)
		return false;
	n = expr_names(j->until, use, 64);
	for (unsigned i = 0; i < n && i < 64; i++)
		if (use[i].variant != NONE && j->sel.session.variant >= 0 &&
			use[i].variant != j->sel.session.variant)
			return err_set(e, ERR_USAGE, "--until names %s, which does not run",
				names[use[i].variant]);
	return true;
}

/* The commands, in order. What those find that look is part of the text. */
static bool run_commands(struct job *j, unsigned v, struct err *e)
{
	struct session *s = j->session[v];

	for (size_t i = 0; i < j->lines.n && !s->ui.wants_quit; i++) {
		enum command_id id = command_of_line(j->lines.at[i]);

		if (!session_line(s, j->lines.at[i], e) ||
			!files_refuse(s, e)) {
			lines_place(&j->lines, i, e);
			return false;
		}
		if (id == CMD_N || commands[id].class != CLASS_LOOK ||
			j->format != FORMAT_TEXT)
			continue;
		head(j, v);
		rows_text(&s->rows, 0, false, &j->out);
	}
	return true;
}

static int report(struct job *j)
{
	const struct options *o = j->o;
	struct run_output r = { .size = o->size, .seed = o->seed,
		.scene = j->sel.scene, .n_variants = j->sel.scene->n_variants };
	struct run_choice choice;
	int status = 0;

	for (unsigned i = 0; i < r.n_variants; i++) {
		r.run[i] = run_of(j, i);
		if (j->session[i])
			r.act = &r.scene->acts[j->session[i]->act];
	}
	if (o->given[OPTION_MACHINE])
		r.machine = j->sel.machine.title;
	choice = j->sel.session.choice;
	choice.act = (unsigned)(r.act - r.scene->acts);
	r.ran_on = scene_machine(r.scene, &choice);
	r.by_default = !o->sets.n && !o->given[OPTION_MACHINE] &&
		!o->given[OPTION_SEED] && !j->until && !j->lines.n &&
		j->sel.session.variant < 0;
	if (r.by_default && !run_holds(&r))
		status = 1;
	if (j->format == FORMAT_JSON)
		run_json(&r, &j->out);
	else if (j->format == FORMAT_CSV && !o->given[OPTION_TRACE])
		run_csv(&r, true, &j->out);
	else if (j->format == FORMAT_TEXT)
		run_text(&r, &j->out);
	return emit(j, status);
}

static bool open_variant(struct job *j, unsigned v, struct err *e)
{
	struct session_options so = j->sel.session;
	struct err_list errors = { 0 };

	so.variant = (int)v;
	so.no_cues = true;
	if (!so.act)
		so.act = "main";
	j->session[v] = session_open(&so, &errors);
	if (j->session[v])
		return run_commands(j, v, e);
	*e = errors.at[0];
	err_list_done(&errors);
	return false;
}

static bool run_all(struct job *j, struct err *e)
{
	int only = j->sel.session.variant;
	bool together = j->until && expr_has_prefix(j->until);

	for (unsigned i = 0; i < j->sel.scene->n_variants && !j->status; i++) {
		if (only >= 0 && i != (unsigned)only)
			continue;
		if (!open_variant(j, i, e))
			return false;
		if (!together)
			finish(j, i);
	}
	if (together)
		finish_together(j);
	return true;
}

/* A condition that can't be computed at the end of the run never stopped it: that
 * is told, or 1/0 would look like a condition that did not come true. */
static bool until_made_sense(const struct job *j, struct err *e)
{
	const struct machine *machine[VARIANTS_MAX];
	const struct program *program[VARIANTS_MAX];
	struct scope scope = joint_scope(j, machine, program);
	struct err why = { 0 };
	s64 value;

	for (unsigned i = 0; j->until && i < scope.n_variants; i++) {
		scope.shown = i;
		if (machine[i] && !expr_eval(j->until, &scope, &value, &why))
			return err_set(e, ERR_USAGE, "--until %s never stopped the run: %s",
				expr_text(j->until), why.text);
	}
	return true;
}

int app_run(const struct options *o)
{
	struct job j = { .o = o, .headed = -1 };
	struct err e = { 0 };

	if (!find_format(&j, &e))
		return fail(&e);
	if (options_select(o, &j.sel, &j.status)) {
		if (j.format == FORMAT_CSV && o->given[OPTION_TRACE])
			buf_puts(&j.out, RUN_TRACE_HEADER);
		if (!lines_gather(o, &j.lines, &e) || !compile_until(&j, &e) ||
			!run_all(&j, &e) ||
			(!j.status && !until_made_sense(&j, &e)))
			j.status = fail(&e);
		else if (!j.status)
			j.status = report(&j);
	}
	for (unsigned i = 0; i < VARIANTS_MAX; i++)
		session_free(j.session[i]);
	expr_free(j.until);
	lines_done(&j.lines);
	selection_done(&j.sel);
	buf_done(&j.out);
	return j.status;
}
