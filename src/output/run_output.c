/* SPDX-License-Identifier: GPL-3.0-or-later
 * Results of `run`: text, JSON or CSV, and the trace of lines.
 */
#include <stdio.h>
#include <string.h>
#include "base/json.h"
#include "base/text.h"
#include "model/names.h"
#include "output/board_output.h"
#include "output/run_output.h"
#include "scene/figure.h"

static const char *const size_words[] = { "classroom", "mail" };

void run_trace_line(const struct run *r, const char *variant, bool csv,
	struct buf *out)
{
	const struct event *e = &r->m->last;
	const struct line *l = program_line(&r->program, e->pc);
	const char *text = l->text;
	const char *procedure = procedure_at(
		r->program.op[e->pc].procedure)->name;
	bool is_if = l->op == OP_IF;

	text += strspn(text, " ");
	if (csv) {
		buf_puts(out, variant);
		buf_putc(out, ',');
		buf_put_int(out, (int64_t)r->m->steps, 0, 0);
		buf_putc(out, ',');
		buf_put_int(out, e->cpu, 0, 0);
		buf_putc(out, ',');
		buf_put_int(out, e->task, 0, 0);
		buf_putc(out, ',');
		buf_put_int(out, (int64_t)r->m->horizon_ns, 0, 0);
		buf_putc(out, ',');
		buf_puts(out, procedure);
		buf_putc(out, ',');
		buf_puts(out, l->id);
		buf_puts(out, !is_if ? ",\n" : e->answer ? ",yes\n" : ",no\n");
		return;
	}
	buf_put_int(out, (int64_t)r->m->steps, 0, 0);
	buf_puts(out, " cpu ");
	buf_put_int(out, e->cpu, 0, 0);
	buf_puts(out, ": ");
	buf_puts(out, procedure);
	buf_puts(out, ": ");
	buf_puts(out, text);
	if (is_if)
		buf_puts(out, e->answer ? ": yes" : ": no");
	else if (e->answer)
		buf_puts(out, ": waits");
	buf_putc(out, '\n');
}

static struct scope scope_of(const struct run_output *o,
	const struct machine **machine, const struct program **program)
{
	struct scope scope = { .n_variants = o->n_variants,
		.variant = o->scene->variant_names, .machine = machine,
		.program = program };

	for (unsigned i = o->n_variants; i-- > 0;) {
		machine[i] = o->run[i] ? o->run[i]->m : NULL;
		program[i] = o->run[i] ? &o->run[i]->program : NULL;
		if (o->run[i])
			scope.shown = i;
	}
	return scope;
}

/* 1 it holds, 0 it does not, -1 it can't be told. */
static int holds(const struct run_output *o, const struct expectation *x)
{
	const struct machine *machine[VARIANTS_MAX];
	const struct program *program[VARIANTS_MAX];
	struct scope scope = scope_of(o, machine, program);
	struct err e;
	s64 value;

	if (!expr_eval(x->expr, &scope, &value, &e))
		return -1;
	return value != 0;
}

bool run_holds(const struct run_output *o)
{
	for (unsigned i = 0; i < o->act->n_expectations; i++)
		if (o->act->expectations[i].size == o->size &&
			holds(o, &o->act->expectations[i]) != 1)
			return false;
	return true;
}

static bool is_metric(const struct run_output *o, unsigned id)
{
	const struct name *n = name_at(id);

	for (unsigned i = 0; i < o->n_variants; i++)
		if (o->run[i])
			return n->metric && (n->part & o->run[i]->m->parts);
	return false;
}

static struct json *metrics_json(const struct run_output *o,
	const struct run *r)
{
	struct json *out = json_new_object();

	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);

		if (!is_metric(o, id))
			continue;
		for (unsigned i = 0; i < name_indices(r->m, id); i++) {
			s64 value = n->get(r->m, i);
			const char *word = kind_value_name(n->kind, value);
			char label[96];

			name_write(id, i, label);
			json_set(out, label, word && n->kind != KIND_BOOL
				? json_new_string(word) : json_new_int(value));
		}
	}
	return out;
}

static struct json *variant_json(const struct run_output *o,
	const struct run *r)
{
	struct json *out = json_new_object();
	char digest[17];

	snprintf(digest, sizeof(digest), "%016llx", (unsigned long long)
		machine_digest(r->m, &r->program));
	json_set(out, "steps", json_new_int((int64_t)r->m->steps));
	json_set(out, "time_ns", json_new_int((int64_t)machine_time_ns(r->m)));
	json_set(out, "finished", json_new_bool(machine_finished(r->m)));
	json_set(out, "digest", json_new_string(digest));
	json_set(out, "metrics", metrics_json(o, r));
	return out;
}

static struct json *expectations_json(const struct run_output *o)
{
	struct json *out = json_new_array();

	for (unsigned i = 0; i < o->act->n_expectations; i++) {
		const struct expectation *x = &o->act->expectations[i];
		struct json *row = json_new_object();
		int answer = holds(o, x);

		if (x->size != o->size) {
			json_free(row);
			continue;
		}
		json_set(row, "expression", json_new_string(expr_text(x->expr)));
		json_set(row, "holds", answer < 0 ? json_new_null()
						  : json_new_bool(answer));
		json_append(out, row);
	}
	return out;
}

/* Whether the run is what the figure is about: the mail's size on its machine,
 * with its values. */
static bool is_about(const struct run_output *o, const struct figure *f)
{
	const struct setup *s = NULL;

	for (unsigned i = 0; i < o->n_variants && !s; i++)
		s = o->run[i] ? &o->run[i]->setup : NULL;
	for (int p = 0; s && p < PARAM_N; p++)
		if (f->run.set.given[p] &&
			f->run.set.value[p] != s->value[p])
			return false;
	return !f->run.machine || !strcmp(f->run.machine, o->ran_on);
}

static struct json *figures_json(const struct run_output *o)
{
	struct json *out = json_new_array();
	const struct machine *machine[VARIANTS_MAX];
	const struct program *program[VARIANTS_MAX];
	struct scope scope = scope_of(o, machine, program);

	for (unsigned i = 0; o->size == SIZE_MAIL && i < o->scene->n_figures;
		i++) {
		const struct figure *f = &o->scene->figures[i];
		s64 value = 0;
		bool known = is_about(o, f) && expr_eval(f->model_thousandths,
			&scope, &value, NULL);

		json_append(out, figure_json(o->scene, f, known, value));
	}
	return out;
}

void run_json(const struct run_output *o, struct buf *out)
{
	struct json *all = json_new_object();
	struct json *variants = json_new_object();

	json_set(all, "scene", json_new_string(o->scene->name));
	json_set(all, "size", json_new_string(size_words[o->size]));
	json_set(all, "seed", json_new_int(o->seed));
	for (unsigned i = 0; i < o->n_variants; i++)
		if (o->run[i])
			json_set(variants, o->scene->variant[i].name,
				variant_json(o, o->run[i]));
	json_set(all, "variants", variants);
	json_set(all, "expectations", expectations_json(o));
	json_set(all, "figures", figures_json(o));
	json_write(all, 2, out);
	buf_putc(out, '\n');
	json_free(all);
}

static void csv_row(struct buf *out, const char *variant, const char *name,
	const char *value)
{
	buf_printf(out, "%s,%s,%s\n", variant, name, value);
}

static void csv_variant(const struct run_output *o, unsigned v,
	struct buf *out)
{
	const char *variant = o->scene->variant[v].name;
	const struct run *r = o->run[v];
	struct buf value = { 0 };

	buf_printf(&value, "%llu", (unsigned long long)r->m->steps);
	csv_row(out, variant, "steps", buf_text(&value));
	buf_clear(&value);
	buf_printf(&value, "%llu", (unsigned long long)machine_time_ns(r->m));
	csv_row(out, variant, "time_ns", buf_text(&value));
	csv_row(out, variant, "finished", machine_finished(r->m) ? "yes"
								 : "no");
	for (unsigned id = 0; id < name_count(); id++) {
		if (!is_metric(o, id))
			continue;
		for (unsigned i = 0; i < name_indices(r->m, id); i++) {
			char label[96];

			name_write(id, i, label);
			buf_clear(&value);
			expr_format(name_at(id)->kind,
				name_get(r->m, id, i), false, &value);
			csv_row(out, variant, label, buf_text(&value));
		}
	}
	buf_done(&value);
}

void run_csv(const struct run_output *o, bool header, struct buf *out)
{
	if (header)
		buf_puts(out, "variant,name,value\n");
	for (unsigned i = 0; i < o->n_variants; i++)
		if (o->run[i])
			csv_variant(o, i, out);
}

/* A row of the text table: name, then one column per variant. */
static void text_row(const struct run_output *o, const char *label,
	enum kind kind, s64 (*get)(const struct machine *, unsigned),
	unsigned index, struct buf *out)
{
	struct buf cell = { 0 };

	buf_printf(out, "%-34s", label);
	for (unsigned i = 0; i < o->n_variants; i++) {
		if (!o->run[i])
			continue;
		buf_clear(&cell);
		expr_format(kind, get(o->run[i]->m, index), kind == KIND_BOOL,
			&cell);
		buf_printf(out, " %18s", buf_text(&cell));
	}
	buf_putc(out, '\n');
	buf_done(&cell);
}

static s64 steps_of(const struct machine *m, unsigned i)
{
	return (s64)m->steps;
}

static s64 time_of(const struct machine *m, unsigned i)
{
	return (s64)machine_time_ns(m);
}

static s64 finished(const struct machine *m, unsigned i)
{
	return machine_finished(m);
}

static void text_metrics(const struct run_output *o, struct buf *out)
{
	const struct run *first = NULL;

	for (unsigned i = 0; i < o->n_variants && !first; i++)
		first = o->run[i];
	for (unsigned id = 0; first && id < name_count(); id++) {
		unsigned n = name_indices(first->m, id);

		if (!is_metric(o, id))
			continue;
		for (unsigned i = 0; i < n && i < 16; i++) {
			char label[96];

			name_write(id, i, label);
			text_row(o, label, name_at(id)->kind, name_at(id)->get,
				i, out);
		}
		if (n > 16)
			buf_printf(out, "  (and %u more; --format csv has all)\n",
				n - 16);
	}
}

/* The table of the variants that have a run here. */
static void text_table(const struct run_output *o, struct buf *out)
{
	buf_printf(out, "%-34s", "");
	for (unsigned i = 0; i < o->n_variants; i++)
		if (o->run[i])
			buf_printf(out, " %18s", o->scene->variant[i].name);
	buf_putc(out, '\n');
	text_row(o, "steps", KIND_COUNT, steps_of, 0, out);
	text_row(o, "time_ns (model time)", KIND_NS, time_of, 0, out);
	text_row(o, "finished", KIND_BOOL, finished, 0, out);
	text_metrics(o, out);
}

/* As many variants beside each other as 80 columns take, then the next ones. */
static void text_tables(const struct run_output *o, struct buf *out)
{
	enum { BESIDE = 2 };
	unsigned i = 0;

	do {
		struct run_output part = *o;
		unsigned n = 0;

		for (unsigned k = 0; k < i; k++)
			part.run[k] = NULL;
		for (; i < o->n_variants && n < BESIDE; i++)
			n += o->run[i] != NULL;
		for (unsigned k = i; k < o->n_variants; k++)
			part.run[k] = NULL;
		while (i < o->n_variants && !o->run[i])
			i++;
		text_table(&part, out);
		if (i < o->n_variants)
			buf_putc(out, '\n');
	} while (i < o->n_variants);
}

void run_text(const struct run_output *o, struct buf *out)
{
	buf_printf(out, "%s, act %s, %s size, seed %lld\n", o->scene->name,
		o->act->name, size_words[o->size], (long long)o->seed);
	if (o->machine)
		buf_printf(out, "on %s\n", o->machine);
	text_tables(o, out);
	for (unsigned i = 0; i < o->act->n_expectations; i++) {
		const struct expectation *x = &o->act->expectations[i];
		int answer = holds(o, x);

		if (x->size == o->size)
			buf_printf(out, "expected: %s: %s\n",
				expr_text(x->expr), answer < 0 ? "can't be told"
				: answer ? "holds" : "does not hold");
	}
}
