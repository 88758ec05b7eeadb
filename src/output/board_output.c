/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board as text and JSON.
 */
#include <string.h>
#include "base/buf.h"
#include "base/json.h"
#include "output/board_output.h"
#include "output/wrap.h"

enum { COLUMNS = 80, INDENT = 4 };

/* 24612 as "24.612", 1530 as "1.53". */
static void put_thousandths(struct buf *out, s64 value, bool pretty)
{
	u64 size = value < 0 ? 0 - (u64)value : (u64)value;
	char digits[8];
	int n = 3;

	if (value < 0)
		buf_puts(out, pretty ? "−" : "-");
	buf_put_int(out, (s64)(size / 1000), pretty, 0);
	for (unsigned i = 0, rest = (unsigned)(size % 1000), by = 100; i < 3;
		i++, by /= 10)
		digits[i] = (char)('0' + rest / by % 10);
	while (n && digits[n - 1] == '0')
		n--;
	if (n) {
		buf_putc(out, '.');
		buf_put(out, digits, (size_t)n);
	}
}

/* Thousandths as signed percent: 120 as "+12.0 %". */
static void put_percent(struct buf *out, s64 thousandths)
{
	s64 size = thousandths < 0 ? -thousandths : thousandths;

	buf_puts(out, thousandths < 0 ? "−" : "+");
	buf_put_int(out, size / 10, 1, 0);
	buf_printf(out, ".%d %%", (int)(size % 10));
}

static s64 rounded_ratio(s64 model, s64 mail)
{
	double ratio = 1000.0 * (double)model / (double)mail;

	return (s64)(ratio < 0 ? ratio - 0.5 : ratio + 0.5);
}

static void put_head(struct board_text *t, const struct scene *s,
	struct buf *out)
{
	if (t->scene == s)
		return;
	buf_printf(out, "%s%s", t->scene ? "\n" : "", s->name);
	if (s->mail_date)
		buf_printf(out, ": the mail of %s", s->mail_date);
	buf_putc(out, '\n');
	t->scene = s;
}

/* The values that a run has on top of the size mail. */
static void put_run(struct buf *out, const struct figure_run *run)
{
	if (run->machine)
		buf_printf(out, ", %s", run->machine);
	for (int p = 0; p < PARAM_N; p++) {
		const char *word;

		if (!run->set.given[p])
			continue;
		buf_printf(out, ", %s ", params[p].name);
		word = kind_value_name(params[p].kind, run->set.value[p]);
		if (p >= TEXT_FIRST)
			buf_puts(out, run->set.text[p - TEXT_FIRST]);
		else if (word)
			buf_puts(out, word);
		else
			buf_put_int(out, run->set.value[p], 1, 0);
	}
}

static const char *answer_words(int holds)
{
	return holds < 0 ? "can't be told" : holds ? "holds" : "does not hold";
}

static void text_figure(const struct board *b, unsigned i, struct buf *out)
{
	const struct figure *f = b->figures[i].is;
	const struct board_reading *r = &b->readings[b->figures[i].reading];

	struct buf head = { 0 };

	buf_printf(&head, "%s (%s", f->name, f->variant);
	put_run(&head, &f->run);
	buf_putc(&head, ')');
	buf_putc(out, '\n');
	put_wrapped(out, buf_text(&head), INDENT / 2, COLUMNS);
	buf_done(&head);
	buf_printf(out, "%*smail ", INDENT, "");
	put_thousandths(out, f->mail_thousandths, true);
	buf_puts(out, "   model ");
	if (!r->known) {
		buf_puts(out, "unknown");
	} else {
		put_thousandths(out, r->value, true);
		if (f->mail_thousandths > 0) {
			s64 ratio = rounded_ratio(r->value,
				f->mail_thousandths);

			buf_puts(out, "   ratio ");
			put_thousandths(out, ratio, true);
			buf_puts(out, "   error ");
			put_percent(out, ratio - 1000);
		}
	}
	buf_printf(out, "   %s\n", f->status);
	put_wrapped(out, f->why, INDENT, COLUMNS);
}

static void text_point(const struct board_check *c,
	const struct board_reading *r, unsigned i, struct buf *out)
{
	const struct sweep *sweep = &c->is->sweep;

	if (sweep->n) {
		const char *word = sweep->param == SWEEP_SEED ? NULL
			: kind_value_name(params[sweep->param].kind,
				sweep->value[i]);

		buf_puts(out, i ? "; " : sweep_name(sweep));
		buf_puts(out, i ? "" : " ");
		if (word)
			buf_puts(out, word);
		else
			buf_put_int(out, sweep->value[i], 1, 0);
		buf_puts(out, ": ");
	}
	if (!r->known)
		buf_puts(out, "unknown");
	else if (c->is->kind == CHECK_THAT)
		buf_puts(out, r->value ? "yes" : "no");
	else
		put_thousandths(out, r->value, true);
}

static void text_check(const struct board *b, const struct board_check *c,
	struct buf *out)
{
	const char *answer = answer_words(board_holds(b, c));
	struct buf points = { 0 };

	if (!c->is) {
		buf_printf(out, "%*swithin %lld %%: %s\n", INDENT, "",
			(long long)c->figure->within_percent, answer);
		return;
	}
	buf_printf(out, "\n  %s: %s\n", c->is->name, answer);
	for (unsigned i = 0; i < c->n; i++)
		text_point(c, &b->readings[c->first + i], i, &points);
	if (c->is->sweep.n)
		put_wrapped(out, buf_text(&points), INDENT, COLUMNS);
	put_wrapped(out, c->is->why, INDENT, COLUMNS);
	buf_done(&points);
}

/* What comes next on the board: of a scene the figures, each with its own check
 * behind it, then the other checks. NULL in *f: a check; both: nothing. */
static void next_of(const struct board_text *t, const struct board *b,
	const struct board_figure **f, const struct board_check **c)
{
	*f = t->figures < b->n_figures ? &b->figures[t->figures] : NULL;
	*c = t->checks < b->n_checks ? &b->checks[t->checks] : NULL;
	if (*f && *c && ((*c)->is ? (*c)->place < (*f)->place
		: t->figures && (*c)->figure == (*f)[-1].is))
		*f = NULL;
}

/* Whether what comes next is ready, and written. */
static bool next_row(struct board_text *t, const struct board *b,
	struct buf *out)
{
	const struct board_figure *f;
	const struct board_check *c;

	next_of(t, b, &f, &c);
	if (f ? !b->readings[f->reading].ready
		: !c || !board_check_ready(b, c))
		return false;
	put_head(t, f ? f->scene : c->scene, out);
	if (f)
		text_figure(b, t->figures++, out);
	else
		text_check(b, &b->checks[t->checks++], out);
	return true;
}

void board_text(struct board_text *t, const struct board *b, struct buf *out)
{
	while (next_row(t, b, out))
		;
}

void board_summary(const struct board *b, struct buf *out)
{
	unsigned n = 0;

	for (unsigned i = 0; i < b->n_checks; i++)
		n += board_holds(b, &b->checks[i]) == 1;
	if (b->n_checks)
		buf_printf(out, "\n%u of %u checks hold\n", n, b->n_checks);
}

struct json *figure_json(const struct scene *s, const struct figure *f,
	bool known, s64 model_thousandths)
{
	struct json *row = json_new_object();
	double mail = (double)f->mail_thousandths / 1000;
	double model = (double)model_thousandths / 1000;
	bool comparable = known && mail > 0;

	json_set(row, "scene", json_new_string(s->name));
	json_set(row, "name", json_new_string(f->name));
	json_set(row, "variant", json_new_string(f->variant));
	json_set(row, "mail", json_new_real(mail));
	json_set(row, "model", known ? json_new_real(model)
				     : json_new_null());
	json_set(row, "ratio", comparable ? json_new_real(model / mail)
					  : json_new_null());
	json_set(row, "error", comparable ? json_new_real(model / mail - 1)
					  : json_new_null());
	json_set(row, "status", json_new_string(f->status));
	json_set(row, "why", json_new_string(f->why));
	return row;
}

static struct json *point_json(const struct board_check *c,
	const struct board_reading *r, unsigned i)
{
	struct json *row = json_new_object();
	const struct sweep *sweep = c->is ? &c->is->sweep : NULL;
	const char *word;

	if (sweep && sweep->n) {
		word = sweep->param == SWEEP_SEED ? NULL : kind_value_name(
			params[sweep->param].kind, sweep->value[i]);
		json_set(row, sweep_name(sweep), word ? json_new_string(word)
			: json_new_int(sweep->value[i]));
	}
	json_set(row, "value", !r->known ? json_new_null()
		: c->is && c->is->kind == CHECK_THAT ? json_new_bool(r->value)
		: json_new_real((double)r->value / 1000));
	return row;
}

static struct json *check_json(const struct board *b,
	const struct board_check *c)
{
	struct json *row = json_new_object(), *points = json_new_array();
	int holds = board_holds(b, c);
	struct buf name = { 0 };

	if (c->is)
		buf_puts(&name, c->is->name);
	else
		buf_printf(&name, "%s: within %lld %%", c->figure->name,
			(long long)c->figure->within_percent);
	for (unsigned i = 0; i < c->n; i++)
		json_append(points,
			point_json(c, &b->readings[c->first + i], i));
	json_set(row, "scene", json_new_string(c->scene->name));
	json_set(row, "name", json_new_string(buf_text(&name)));
	json_set(row, "expression", json_new_string(expr_text(
		c->is ? c->is->expr : c->figure->model_thousandths)));
	json_set(row, "holds", holds < 0 ? json_new_null()
					 : json_new_bool(holds));
	json_set(row, "points", points);
	json_set(row, "why", json_new_string(c->is ? c->is->why
						   : c->figure->why));
	buf_done(&name);
	return row;
}

void board_json(const struct board *b, struct buf *out)
{
	struct json *all = json_new_object(), *figures = json_new_array(),
		    *checks = json_new_array();

	for (unsigned i = 0; i < b->n_figures; i++) {
		const struct board_figure *f = &b->figures[i];
		const struct board_reading *r = &b->readings[f->reading];

		json_append(figures, figure_json(f->scene, f->is, r->known,
			r->value));
	}
	for (unsigned i = 0; i < b->n_checks; i++)
		json_append(checks, check_json(b, &b->checks[i]));
	json_set(all, "figures", figures);
	json_set(all, "checks", checks);
	json_write(all, 2, out);
	buf_putc(out, '\n');
	json_free(all);
}
