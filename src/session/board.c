/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board: from figures and checks to runs, and back to numbers.
 */
#include <stdlib.h>
#include <string.h>
#include "scene/assets.h"
#include "session/board.h"
#include "session/board_inner.h"

static bool same_topology(const struct topology *a, const struct topology *b)
{
	return a->mean_ns == b->mean_ns && a->matrix == b->matrix &&
		a->threads == b->threads && a->cores == b->cores &&
		!memcmp(a->level_ns, b->level_ns, sizeof(a->level_ns));
}

/* Whether the two make the same machine, but for the variant. */
static bool same_setup(const struct setup *a, const struct setup *b)
{
	for (int i = 0; i < TEXT_N; i++)
		if (strcmp(a->text[i], b->text[i]))
			return false;
	return !memcmp(a->value, b->value, sizeof(a->value)) &&
		!memcmp(a->cost_ns, b->cost_ns, sizeof(a->cost_ns)) &&
		same_topology(&a->topology, &b->topology) &&
		a->workload == b->workload && a->seed == b->seed &&
		a->iteration_ns == b->iteration_ns;
}

unsigned board_point(struct board *b, const struct scene *scene,
	const struct setup *setup)
{
	struct board_point *p;

	for (unsigned i = 0; i < b->n_points; i++)
		if (b->points[i]->scene == scene &&
			same_setup(&b->points[i]->setup, setup))
			return i;
	p = mem_alloc(sizeof(*p));
	p->scene = scene;
	p->setup = *setup;
	b->points = mem_resize(b->points,
		(b->n_points + 1) * sizeof(*b->points));
	b->points[b->n_points] = p;
	return b->n_points++;
}

/* The variants that an expression reads; names without a prefix are of `shown`. */
static u32 variants_of(const struct expr *x, unsigned shown)
{
	struct name_use use[64];
	unsigned n = expr_names(x, use, 64);
	u32 bits = 1u << shown;

	for (unsigned i = 0; i < n && i < 64; i++)
		if (use[i].variant != NONE)
			bits |= 1u << use[i].variant;
	return bits;
}

unsigned board_reading(struct board *b, unsigned point, const struct expr *x,
	unsigned shown)
{
	b->points[point]->variants |= variants_of(x, shown);
	b->readings = mem_resize(b->readings,
		(b->n_readings + 1) * sizeof(*b->readings));
	b->readings[b->n_readings] = (struct board_reading){ .expr = x,
		.point = point, .shown = shown };
	return b->n_readings++;
}

static unsigned variant_index(const struct scene *s, const char *name)
{
	unsigned v = 0;

	while (strcmp(s->variant_names[v], name))
		v++;
	return v;
}

/* What `from` gives, into `to`: the later wins. */
static void put_set(struct param_set *to, const struct param_set *from)
{
	for (int p = 0; p < PARAM_N; p++) {
		if (!from->given[p])
			continue;
		to->given[p] = true;
		to->value[p] = from->value[p];
		if (p >= TEXT_FIRST)
			strcpy(to->text[p - TEXT_FIRST],
				from->text[p - TEXT_FIRST]);
	}
}

/* At the first word of a line of the scene. */
static bool placed(const struct scene *s, unsigned line, struct err *e)
{
	size_t n = 0;
	const char *text = yaml_line(&s->yaml, line, &n);
	unsigned column = 1;

	while (text && column < n && strchr(" -", text[column - 1]))
		column++;
	err_at(e, s->file, line, column);
	if (text)
		err_source(e, text, n);
	return false;
}

/* The setup of a run at the mail's size. Whether its values go together is seen
 * for each variant. */
static bool make_setup(const struct scene *s, struct run_choice *choice,
	const char *machine, unsigned line, struct setup *out, struct err *e)
{
	struct err_list errors = { 0 };
	struct machine_file file;

	if (machine && !machine_file_load(machine, &file, &errors))
		panic("%s was a machine when the scene was read", machine);
	choice->size = SIZE_MAIL;
	choice->act = s->main_act;
	choice->machine = machine ? &file : NULL;
	for (unsigned v = s->n_variants; v-- > 0;)
		if (!scene_setup(s, choice, v, out, e))
			return placed(s, line, e);
	return true;
}

bool board_add_figure(struct board *b, const struct scene *s,
	const struct figure *f, const struct param_set *more, unsigned *reading,
	struct err *e)
{
	struct run_choice choice = { .seed = 1 };
	struct setup setup;
	unsigned point;

	if (more)
		choice.set = *more;
	put_set(&choice.set, &f->run.set);
	if (!make_setup(s, &choice, f->run.machine, f->line, &setup, e))
		return false;
	if (more)
		bend_scale(&setup);
	point = board_point(b, s, &setup);
	*reading = board_reading(b, point, f->model_thousandths,
		variant_index(s, f->variant));
	b->figures = mem_resize(b->figures,
		(b->n_figures + 1) * sizeof(*b->figures));
	b->figures[b->n_figures++] = (struct board_figure){ s, f, b->place,
		*reading };
	return true;
}

static struct board_check *add_check(struct board *b, const struct scene *s)
{
	b->checks = mem_resize(b->checks,
		(b->n_checks + 1) * sizeof(*b->checks));
	b->checks[b->n_checks] = (struct board_check){ .scene = s,
		.place = b->place };
	return &b->checks[b->n_checks++];
}

static bool add_figures(struct board *b, const struct scene *s, struct err *e)
{
	for (unsigned i = 0; i < s->n_figures; i++) {
		const struct figure *f = &s->figures[i];
		struct board_check *c;
		unsigned reading;

		if (!board_add_figure(b, s, f, NULL, &reading, e))
			return false;
		if (!f->within_percent)
			continue;
		c = add_check(b, s);
		c->figure = f;
		c->first = reading;
		c->n = 1;
	}
	return true;
}

/* One run of a check: the i-th value of its sweep, if it has one. */
static bool add_point(struct board *b, const struct scene *s,
	const struct figure_check *f, unsigned i, struct err *e)
{
	struct run_choice choice = { .seed = 1, .set = f->run.set };
	const struct sweep *sweep = &f->sweep;
	struct setup setup;

	if (sweep->n && sweep->param == SWEEP_SEED) {
		choice.seed = sweep->value[i];
	} else if (sweep->n) {
		choice.set.given[sweep->param] = true;
		choice.set.value[sweep->param] = sweep->value[i];
	}
	if (!make_setup(s, &choice, f->run.machine, f->line, &setup, e))
		return false;
	board_reading(b, board_point(b, s, &setup), f->expr, 0);
	return true;
}

static bool add_checks(struct board *b, const struct scene *s, struct err *e)
{
	for (unsigned k = 0; k < s->n_checks; k++) {
		const struct figure_check *f = &s->checks[k];
		struct board_check *c = add_check(b, s);
		unsigned n = f->sweep.n ? f->sweep.n : 1;

		c->is = f;
		c->first = b->n_readings;
		c->n = n;
		for (unsigned i = 0; i < n; i++)
			if (!add_point(b, s, f, i, e))
				return false;
	}
	return true;
}

void board_jobs(struct board *b, unsigned from)
{
	for (unsigned i = from; i < b->n_points; i++) {
		struct board_point *p = b->points[i];

		for (unsigned v = 0; v < p->scene->n_variants; v++) {
			if (!(p->variants & 1u << v))
				continue;
			b->jobs = mem_resize(b->jobs,
				(b->n_jobs + 1) * sizeof(*b->jobs));
			b->jobs[b->n_jobs++] = (struct board_job){ .point = i,
				.variant = v };
			p->left++;
		}
	}
}

bool board_new(struct board *b, const struct scene *const *scenes, unsigned n,
	struct err *e)
{
	bool good = true;

	*b = (struct board){ 0 };
	for (unsigned i = 0; good && i < n; i++) {
		b->place = i;
		good = add_figures(b, scenes[i], e) &&
			add_checks(b, scenes[i], e);
	}
	if (good)
		board_jobs(b, 0);
	else
		board_free(b);
	return good;
}

void board_free(struct board *b)
{
	for (unsigned i = 0; i < b->n_points; i++) {
		for (unsigned v = 0; v < VARIANTS_MAX; v++)
			run_free(b->points[i]->run[v]);
		free(b->points[i]);
	}
	free(b->points);
	free(b->jobs);
	free(b->readings);
	free(b->figures);
	free(b->checks);
	free(b->effects);
	*b = (struct board){ 0 };
}

bool board_take(struct board *b, unsigned *job)
{
	if (b->taken == b->n_jobs)
		return false;
	*job = b->taken++;
	return true;
}

/* A run that notes each cost that a line pays. */
static void run_counting(struct run *r, bool *used)
{
	while (run_line(r)) {
		const struct op_code *o = &r->program.op[r->m->last.pc];

		used[o->cost] = true;
		if (o->transfer)
			used[BEND_TRANSFER] = true;
	}
}

void board_run(struct board *b, unsigned job)
{
	struct board_job *j = &b->jobs[job];
	const struct board_point *p = b->points[j->point];
	const struct act *act = &p->scene->acts[p->scene->main_act];
	struct setup setup = p->setup;

	setup.features = p->scene->variant[j->variant].features;
	run_calibrate(&setup);
	j->run = run_new(&setup, 0);
	if (act->mode != MODE_TIME)
		run_input(j->run, (struct input){ .kind = INPUT_MODE,
			.cue = true, .value = act->mode });
	if (b->counting)
		run_counting(j->run, j->used);
	else
		run_lines(j->run, UINT64_MAX);
}

/* All readings of a point whose runs have ended. */
static void read_point(struct board *b, unsigned point)
{
	struct board_point *p = b->points[point];
	const struct machine *machine[VARIANTS_MAX] = { NULL };
	const struct program *program[VARIANTS_MAX] = { NULL };
	struct scope scope = { .n_variants = p->scene->n_variants,
		.variant = p->scene->variant_names, .machine = machine,
		.program = program };

	for (unsigned v = 0; v < p->scene->n_variants; v++)
		if (p->run[v]) {
			machine[v] = p->run[v]->m;
			program[v] = &p->run[v]->program;
		}
	for (unsigned i = 0; i < b->n_readings; i++) {
		struct board_reading *r = &b->readings[i];

		if (r->point != point)
			continue;
		scope.shown = r->shown;
		r->known = expr_eval(r->expr, &scope, &r->value, NULL);
		r->ready = true;
	}
	for (unsigned v = 0; v < VARIANTS_MAX; v++) {
		run_free(p->run[v]);
		p->run[v] = NULL;
	}
}

void board_finish(struct board *b, unsigned job)
{
	struct board_job *j = &b->jobs[job];
	struct board_point *p = b->points[j->point];

	for (unsigned i = 0; i < BEND_N; i++)
		p->used[i] = p->used[i] || j->used[i];
	p->run[j->variant] = j->run;
	j->run = NULL;
	b->done++;
	if (!--p->left)
		read_point(b, j->point);
}
