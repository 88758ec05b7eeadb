/* SPDX-License-Identifier: GPL-3.0-or-later
 * Why: where every number on the screen comes from.
 */
#include "session/why.h"
#include <string.h>
#include "model/names.h"
#include "model/task.h"
#include "scene/figure.h"
#include "scene/origin.h"
#include "session/inner.h"

enum { INDICES_SHOWN = 4 };

static void put_value(struct session *s, unsigned id, unsigned index,
	struct buf *b)
{
	const struct name *n = name_at(id);

	if (question_hides(s))
		buf_puts(b, "·····");
	else
		expr_format(n->kind, n->get(shown_run(s)->m, index), true, b);
}

static void put_cost(struct session *s, unsigned cost, struct buf *b)
{
	const struct cost_row *row = &s->costs.row[cost];

	buf_printf(b, "cost %s %u ns, %s: %s\n", row->name,
		shown_run(s)->m->cost_ns[cost], row->status, row->source);
}

/* The number that the focus is on, first of all. */
static void put_focused(struct session *s, struct buf *b)
{
	unsigned index;
	int id = name_find(s->ui.focus, strlen(s->ui.focus), &index);
	const struct name *n;

	if (id < 0)
		return;
	n = name_at((unsigned)id);
	buf_printf(b, "This number: %s ", s->ui.focus);
	put_value(s, (unsigned)id, index, b);
	buf_printf(b, ". %s From: %s%s%s.\n", n->help, n->field,
		n->field[0] ? ", " : "", n->source);
}

static void put_line(struct session *s, struct buf *b)
{
	const struct run *r = shown_run(s);
	unsigned pc = run_pc(r, s->follow);
	const struct procedure *p;

	if (pc == NONE)
		return;
	p = procedure_at(r->program.op[pc].procedure);
	buf_printf(b, "This line: %s (%s), in our own words.\n", p->name,
		p->source);
	buf_puts(b, "Numbers beside it: what its procedure has in hand, from the lines before, and both sides of the comparison.\n");
	buf_puts(b, "Its ");
	put_cost(s, r->program.op[pc].cost, b);
	if (r->program.op[pc].transfer)
		buf_puts(b, "and moving a cache line, see the machine.\n");
}

/* Time and steps are counted here; what a nanosecond is worth is told below. */
static void put_here(struct session *s, struct buf *b)
{
	const struct run *r = shown_run(s);
	const struct variant *v = &s->variant[s->shown];

	buf_printf(b, "%s, act %s", s->scene->title,
		s->scene->acts[s->act].name);
	if (s->scene->mail_date)
		buf_printf(b, "; mail of %s", s->scene->mail_date);
	if (s->scene->kernel)
		buf_printf(b, "; kernel %s", s->scene->kernel);
	buf_puts(b, ".\n");
	put_line(s, b);
	buf_puts(b, "Step ");
	expr_format(KIND_NUMBER, (s64)run_step(r), true, b);
	buf_puts(b, " of ");
	expr_format(KIND_NUMBER, (s64)(v->last_step > run_step(r)
		? v->last_step : run_step(r)), true, b);
	buf_printf(b, "%s: lines that the model has run.\n",
		v->last_known ? "" : " so far");
	if (question_hides(s))
		buf_puts(b, "·····");
	else
		expr_format(KIND_NS, (s64)machine_time_ns(r->m), true, b);
	buf_puts(b, " ns of model time: the sum of lines' costs on the CPU that is furthest; no measurement.\n");
}

/* "zone[N].free 51, 20: NR_FREE_PAGES, mm/vmstat.c, v4.0" */
static void put_name(struct session *s, unsigned id, struct buf *b)
{
	const struct name *n = name_at(id);
	unsigned indices = name_indices(shown_run(s)->m, id);

	buf_puts(b, n->pattern);
	for (unsigned i = 0; indices <= INDICES_SHOWN && i < indices; i++) {
		buf_puts(b, i ? ", " : " ");
		put_value(s, id, i, b);
	}
	buf_printf(b, ": %s%s%s\n", n->field, n->field[0] ? ", " : "",
		n->source);
}

/* What the scoreboard's numbers are called, by workload. To add one: a row here,
 * as src/view/score.c draws it. */
static const char *const scoreboard[WORKLOAD_N] = {
	[WORKLOAD_NONE] = "vm_committed_as.folds of .updates",
	[WORKLOAD_MMAP1] = "vm_committed_as.folds of .updates",
	[WORKLOAD_POLICY_SWITCH] =
		"overcommit.admitted, .denied, .over_limit",
	[WORKLOAD_LAZY_FREE] =
		"vmstat.pgfault, .pswpin, .pswpout, .pglazyfreed",
	[WORKLOAD_SLUB] = ("vmstat.compact_stall, .pgmigrate_success, "
			   "slub.order_fallback"),
	[WORKLOAD_RECLAIM] = "vmscan.freed, .tree_lock.taken",
	[WORKLOAD_RMAP] = "rmap.tree_queries, .descents, .slots",
	[WORKLOAD_ALLOCATION] = "request.state, zone[N].answer, .missing",
};

/* The rules that the texts call. */
static void put_rules(const char *texts, struct buf *b)
{
	for (unsigned i = 0; i < function_count(); i++) {
		const struct function *f = function_at(i);
		size_t n = strlen(f->name);
		const char *p = texts;

		while ((p = strstr(p, f->name)) && p[n] != '(')
			p += n;
		if (p)
			buf_printf(b, "rule %s: %s\n", f->name, f->source);
	}
}

/* The expressions behind the numbers that are told, in their order. */
static void put_told(struct session *s, struct buf *b)
{
	const struct question_state *q = &s->question;
	struct buf texts = { 0 };

	if (s->cue >= 0)
		template_sources(s->scene->acts[s->act].cues[s->cue].say,
			&texts);
	if (q->open && !q->predicted) {
		template_sources(q->is->text, &texts);
		for (unsigned i = 0; i < q->is->n_choices; i++)
			template_sources(q->is->choice[i].text, &texts);
		if (q->hinted || q->revealed)
			template_sources(q->is->hint, &texts);
		if (q->revealed)
			template_sources(q->is->explain, &texts);
	}
	if (texts.n)
		buf_printf(b, "The story's numbers, in their order, as the cue came: %s.\n",
			buf_text(&texts));
	put_rules(buf_text(&texts), b);
	buf_done(&texts);
}

/* Pictures with the watermark check. */
enum { CHECKED = 1 << WORKLOAD_SLUB | 1 << WORKLOAD_ALLOCATION };

const struct shown_number shown_numbers[] = {
	{ 1u << WORKLOAD_LAZY_FREE, "0─",
		"the zone's scale: zone[N].min, .low, .high, and at its end the zone's page frames" },
	{ CHECKED, "order",
		"the watermark check, __zone_watermark_ok, mm/page_alloc.c (rule watermark_ok), for the request's order and mark" },
	{ CHECKED, "left",
		"the same: free pages, less the blocks that are too small" },
	{ CHECKED, "must be",
		"the same: the mark and the reserve; the 4.2 rule halves the mark with each order" },
	{ 1u << WORKLOAD_SLUB, "blocks",
		"zone[0].free_area[N]; a column with + adds up all larger orders" },
	{ 1u << WORKLOAD_SLUB, "frames",
		"the numbers of the page frames that are drawn, and ram_pages" },
	{ 1u << WORKLOAD_ALLOCATION, "read later", "zone[N].read_later" },
	{ 1u << WORKLOAD_ALLOCATION, "blocks",
		"zone[N].free_area[N]; a column with + adds up all larger orders" },
	{ 1u << WORKLOAD_ALLOCATION, "rule",
		"what the other version of the check says, for the same zone and mark" },
	{ 1u << WORKLOAD_RMAP, "page",
		"the small page that the loop is at; how many pages a sign stands for" },
	{ 1u << WORKLOAD_RMAP, "old",
		"rmap.tree_queries, .descents, .pte_locks + .pmd_locks, .slots" },
	{ 1u << WORKLOAD_RMAP, "v1", "the same of v1" },
	{ 1u << WORKLOAD_RMAP, "merged", "the same of merged" },
	{ ~0u, "CPU", "CPUs are numbered from 0" },
	{ ~0u, "lock",
		"the CPU that holds it, and those in its line, in their order" },
	{ ~0u, "1st, 2nd, 3rd", "places in a lock's line" },
	{ ~0u, "meanwhile", "lines that other CPUs ran in your last move" },
	{ 0, NULL, NULL },
};

static void put_shown(struct session *s, struct buf *b)
{
	for (const struct shown_number *n = shown_numbers; n->label; n++)
		if (n->workloads >> s->scene->workload & 1)
			buf_printf(b, "%s: %s.\n", n->label, n->from);
}

static void put_scoreboard(struct session *s, struct buf *b)
{
	buf_printf(b, "\nScoreboard: %s; model time.\n",
		scoreboard[s->scene->workload]);
	put_shown(s, b);
}

static void put_names(struct session *s, struct buf *b)
{
	put_scoreboard(s, b);
	buf_puts(b, "Values of the model, in picture, story and scoreboard:\n");
	for (unsigned id = 0; id < name_count(); id++)
		if (name_at(id)->part & shown_run(s)->m->parts)
			put_name(s, id, b);
}

/* What says how many frames there are, instead of ram_pages; NULL. */
static const char *layout_of(const struct setup *setup)
{
	static const enum param texts[] = { PARAM_MAP, PARAM_FREE_LISTS,
		PARAM_ZONE_LIST };

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (*setup_text(setup, texts[i]))
			return params[texts[i]].name;
	return NULL;
}

static void put_parameters(struct session *s, struct buf *b)
{
	const struct setup *setup = &shown_run(s)->setup;
	struct run_choice choice = s->options.choice;

	choice.act = s->act;
	buf_puts(b, "\nParameters:\n");
	for (unsigned p = 0; p < PARAM_N; p++) {
		if (!s->scene->param[p].given &&
			!scene_gives(s->scene, &choice, (enum param)p))
			continue;
		buf_printf(b, "%s ", params[p].name);
		if (params[p].kind == KIND_TEXT)
			buf_printf(b, "%.60s", setup_text(setup, (enum param)p));
		else
			expr_format(params[p].kind, setup->value[p], true, b);
		buf_puts(b, ": ");
		if (p == PARAM_RAM_PAGES && layout_of(setup))
			buf_printf(b, "follows from %s", layout_of(setup));
		else
			scene_origin(s->scene, &choice, (enum param)p, b);
		buf_putc(b, '\n');
	}
}

static void put_thousandths(s64 value, struct buf *b)
{
	buf_printf(b, "%lld", (long long)(value / 1000));
	if (value % 1000)
		buf_printf(b, ".%03lld", (long long)(value % 1000));
}

static void put_figures(struct session *s, struct buf *b)
{
	if (s->scene->n_figures)
		buf_puts(b, "\nThe mail's figures; the model's: mmstep figures:\n");
	for (unsigned i = 0; i < s->scene->n_figures; i++) {
		const struct figure *f = &s->scene->figures[i];

		buf_printf(b, "%s ", f->name);
		put_thousandths(f->mail_thousandths, b);
		buf_printf(b, ", the model's is %s: %s\n", f->status, f->why);
	}
}

/* Which lines' costs count here: those of the program that have run or may. */
static void put_costs(struct session *s, struct buf *b)
{
	const struct setup *setup = &shown_run(s)->setup;
	struct err_list errors = { 0 };
	struct run_choice choice = s->options.choice;
	struct machine_file m;
	const char *name;

	choice.act = s->act;
	name = scene_machine(s->scene, &choice);
	buf_puts(b, "\nCosts of lines:\n");
	for (unsigned i = 0; i < COST_N; i++)
		put_cost(s, i, b);
	if (choice.machine)
		m = *choice.machine;
	else if (!machine_file_load(name, &m, &errors))
		name = NULL;
	if (name)
		buf_printf(b, "a cache line from CPU to CPU %u ns in the mean, %s: %s\n",
			setup->topology.mean_ns, m.from[MACHINE_TRANSFER].status,
			m.from[MACHINE_TRANSFER].source);
	err_list_done(&errors);
}

void why_here(struct session *s, struct buf *out)
{
	put_focused(s, out);
	put_here(s, out);
	put_told(s, out);
	put_scoreboard(s, out);
	buf_puts(out, "why all tells of all values, parameters, figures and costs.\n");
}

void why_text(struct session *s, struct buf *out)
{
	put_focused(s, out);
	put_here(s, out);
	put_told(s, out);
	put_names(s, out);
	put_parameters(s, out);
	put_figures(s, out);
	put_costs(s, out);
}

/* ---- nothing without a source -------------------------------------------- */

void sources_check(const struct sourced *rows, size_t n,
	struct err_list *errors)
{
	static const char *const statuses[] = { "measured", "published",
		"fitted", "assumed" };

	for (size_t i = 0; i < n; i++) {
		const struct sourced *r = &rows[i];
		bool known = !r->status;

		for (int k = 0; k < 4; k++)
			known = known || !strcmp(r->status, statuses[k]);
		if (!r->source || !r->source[0])
			err_set(err_list_add(errors), ERR_NO,
				"%s %s: no source says where it comes from",
				r->what, r->name);
		else if (!known)
			err_set(err_list_add(errors), ERR_NO,
				"%s %s: \"%s\" is no status of a figure",
				r->what, r->name, r->status);
	}
}

struct sourced *sources_all(const struct costs *c, const struct glossary *g,
	size_t *n)
{
	struct sourced *all = mem_alloc((name_count() + function_count() +
		PROC_N + COST_N + g->n) * sizeof(*all));
	size_t k = 0;

	for (unsigned i = 0; i < name_count(); i++)
		all[k++] = (struct sourced){ "value", name_at(i)->pattern, NULL,
			name_at(i)->source };
	for (unsigned i = 0; i < function_count(); i++)
		all[k++] = (struct sourced){ "rule", function_at(i)->name, NULL,
			function_at(i)->source };
	for (unsigned i = 0; i < PROC_N; i++)
		all[k++] = (struct sourced){ "procedure", procedure_at(i)->name,
			NULL, procedure_at(i)->source };
	for (unsigned i = 0; i < COST_N; i++)
		all[k++] = (struct sourced){ "cost", c->row[i].name,
			c->row[i].status, c->row[i].source };
	for (unsigned i = 0; i < g->n; i++)
		all[k++] = (struct sourced){ "card", g->card[i].term, NULL,
			g->card[i].source };
	*n = k;
	return all;
}
