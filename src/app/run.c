/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep run: each variant to its end, then metrics and expectations.
 */
#include <stdlib.h>
#include <string.h>
#include "app/app.h"
#include "app/lines.h"
#include "output/run_output.h"
#include "scene/assets.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_N };
static const char *const formats[FORMAT_N] = { "text", "json", "csv" };

struct job {
	const struct options *o;
	enum format format;
	struct lines lines;
	struct expr *until;
	struct session *session[VARIANTS_MAX];	/* one per variant */
	struct buf out;
	bool traced;
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

/* Every line that runs, printed as it goes. */
static void trace(struct job *j, struct session *s)
{
	struct run *r = s->variant[s->shown].run;
	const char *name = s->scene->variant[s->shown].name;
	struct scope scope = session_scope(s);

	if (j->format == FORMAT_CSV && !j->traced)
		buf_puts(&j->out, "variant,step,cpu,task,time_ns,procedure,line,answer\n");
	else if (j->format == FORMAT_TEXT)
		buf_printf(&j->out, "%s\n", name);
	j->traced = true;
	while (!(j->until && expr_true(j->until, &scope)) && run_line(r)) {
		run_trace_line(r, name, j->format == FORMAT_CSV, &j->out);
		if (j->out.n < 1 << 16)
			continue;
		print_out(&j->out, 0);
		buf_clear(&j->out);
	}
}

/* Commands first, in order; then the workload to its end. */
static bool run_variant(struct job *j, struct session *s, struct err *e)
{
	for (size_t i = 0; i < j->lines.n && !s->ui.wants_quit; i++)
		if (!session_line(s, j->lines.at[i], e))
			return false;
	if (j->o->given[OPTION_UNTIL] && !j->until) {
		struct scope scope = session_scope(s);

		j->until = expr_compile(j->o->value[OPTION_UNTIL], &scope, e);
		if (!j->until)
			return false;
	}
	if (j->o->given[OPTION_TRACE])
		trace(j, s);
	else
		session_finish(s, j->until);
	return true;
}

static int report(struct job *j)
{
	const struct options *o = j->o;
	struct run_output r = { .size = o->size, .seed = o->seed };
	int status = 0;

	for (unsigned i = VARIANTS_MAX; i-- > 0;) {
		if (!j->session[i])
			continue;
		r.scene = j->session[i]->scene;
		r.act = &r.scene->acts[j->session[i]->act];
		r.n_variants = r.scene->n_variants;
		r.run[i] = j->session[i]->variant[i].run;
		if (j->session[i]->options.choice.machine)
			r.machine = j->session[i]->options.choice.machine->title;
	}
	r.by_default = !o->sets.n && !o->given[OPTION_MACHINE] &&
		!o->given[OPTION_SEED] && !j->until && !j->lines.n &&
		!o->given[OPTION_VARIANT];
	if (r.by_default && !run_holds(&r))
		status = 1;
	if (j->format == FORMAT_JSON)
		run_json(&r, &j->out);
	else if (j->format == FORMAT_CSV && !j->traced)
		run_csv(&r, true, &j->out);
	else if (j->format == FORMAT_TEXT)
		run_text(&r, o->given[OPTION_ASCII], &j->out);
	return print_out(&j->out, status);
}

static int run_all(struct job *j, struct session_options *so)
{
	int only = so->variant;
	struct err_list errors = { 0 };
	struct err e = { 0 };
	unsigned n = VARIANTS_MAX;

	for (unsigned i = 0; i < n; i++) {
		if (only >= 0 && i != (unsigned)only)
			continue;
		so->variant = (int)i;
		j->session[i] = session_open(so, &errors);
		if (!j->session[i])
			return fail_all(&errors);
		n = j->session[i]->scene->n_variants;
		if (!run_variant(j, j->session[i], &e))
			return fail(&e);
	}
	return report(j);
}

int app_run(const struct options *o)
{
	struct job j = { .o = o };
	struct session_options so;
	struct machine_file machine;
	struct buf text = { 0 };
	struct err e = { 0 };
	int status;

	if (!find_format(&j, &e) || !lines_gather(o, &j.lines, &e))
		return fail(&e);
	if (!options_session(o, &so, &machine, &text)) {
		lines_done(&j.lines);
		return 2;
	}
	so.no_cues = true;
	if (!so.act)
		so.act = "main";
	status = run_all(&j, &so);
	for (unsigned i = 0; i < VARIANTS_MAX; i++)
		session_free(j.session[i]);
	expr_free(j.until);
	lines_done(&j.lines);
	buf_done(&j.out);
	buf_done(&text);
	return status;
}
