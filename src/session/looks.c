/* SPDX-License-Identifier: GPL-3.0-or-later
 * Commands that look: values, listings, tables, help, marks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "command/command.h"
#include "model/names.h"
#include "model/task.h"
#include "session/inner.h"
#include "session/topics.h"

static bool print(struct session *s, const struct command *c, struct err *e)
{
	struct scope scope = session_scope(s);
	struct row *row;
	s64 value;

	if (question_hides(s))
		return err_set(e, ERR_USAGE, "answer the question first");
	if (!expr_eval(c->expr, &scope, &value, e))
		return false;
	row = rows_add(&s->rows, ROW_VALUE, expr_text(c->expr), NULL);
	row->unit = expr_kind(c->expr);
	row->value = value;
	return true;
}

static struct place *find_mark(struct session *s, const char *name)
{
	for (unsigned i = 0; i < s->n_marks; i++)
		if (!strcmp(s->marks[i].name, name))
			return &s->marks[i];
	return NULL;
}

/* A name that is there already is moved; one that is not given is a number. */
static bool mark(struct session *s, const struct command *c)
{
	char name[sizeof(s->marks->name)];
	unsigned number = s->n_marks;
	struct place *p;

	snprintf(name, sizeof(name), "%.40s", c->text);
	while (!c->given && (!name[0] || find_mark(s, name)))
		snprintf(name, sizeof(name), "%u", ++number);
	p = find_mark(s, name);
	if (!p) {
		s->marks = mem_resize(s->marks,
			(s->n_marks + 1) * sizeof(*s->marks));
		p = &s->marks[s->n_marks++];
	}
	memset(p, 0, sizeof(*p));
	memcpy(p->name, name, sizeof(name));
	p->act = s->act;
	p->shown = s->shown;
	p->follow = s->follow;
	p->cue = s->cue;
	p->sign = 'm';
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			p->step[i] = run_step(s->variant[i].run);
	say_status(s, "mark %s set; '%s comes back", p->name, p->name);
	return true;
}

/* The variants' rows of one table that differ are signed like a diff. */
static void list_rows(struct session *s, const struct procedure *p, unsigned id)
{
	const struct run *r = shown_run(s);
	unsigned pc = run_pc(r, s->follow);

	for (unsigned row = 1; row < p->n_lines; row++) {
		const struct line *l = &p->lines[row];
		bool here = pc == r->program.start[id] + row, other = false;
		struct row *out;

		for (unsigned i = 0; i < s->n_variants; i++)
			if (s->variant[i].run && line_in(l, setup_features(
				&s->variant[i].run->setup)) !=
				line_in(l, r->program.features))
				other = true;
		if (!line_in(l, r->program.features) && !other)
			continue;
		out = rows_add(&s->rows, ROW_LISTING, here ? ">"
			: !other ? " "
			: line_in(l, r->program.features) ? "+" : "-", l->text);
		out->number = row;
	}
}

static bool list(struct session *s, const struct command *c, struct err *e)
{
	const struct run *r = shown_run(s);
	unsigned pc = run_pc(r, s->follow), id;

	if (!c->given && pc == NONE)
		return err_set(e, ERR_USAGE, "CPU %u has nothing to run; `list PROCEDURE` shows one",
			s->follow);
	id = c->given ? procedure_find(c->text) : r->program.op[pc].procedure;
	if (id == PROC_N) {
		const char *names[PROC_N], *near;

		for (unsigned i = 0; i < PROC_N; i++)
			names[i] = procedure_at(i)->name;
		near = text_nearest(c->text, names, PROC_N);
		err_set(e, ERR_USAGE, "there is no procedure \"%s\"", c->text);
		return near ? err_hint(e, "did you mean \"%s\"?", near) : false;
	}
	snprintf(s->ui.list_procedure, sizeof(s->ui.list_procedure), "%s",
		c->given ? procedure_at(id)->name : "");
	rows_printf(&s->rows, ROW_NOTE, NULL, "%s (%s)",
		procedure_at(id)->name, procedure_at(id)->source);
	list_rows(s, procedure_at(id), id);
	return true;
}

static bool where(struct session *s, const struct command *c, struct err *e)
{
	const struct run *r = shown_run(s);
	unsigned cpu = c->given ? (unsigned)c->cpu : s->follow, task;

	if (cpu >= r->m->n_cpus)
		return err_set(e, ERR_RANGE, "CPUs are 0 to %d",
			r->m->n_cpus - 1);
	task = cpu_at(r->m, cpu)->current;
	if (task == NONE)
		return rows_printf(&s->rows, ROW_NOTE, NULL,
			"CPU %u has nothing to run", cpu) != NULL;
	for (unsigned d = task_at(r->m, task)->depth; d-- > 0;) {
		const struct frame *f = &frames_of(r->m, task)[d];
		const struct op_code *o = &r->program.op[f->pc];
		struct row *row = rows_add(&s->rows, ROW_PLACE,
			procedure_at(o->procedure)->name,
			line_text(&r->program, f->pc));

		row->cpu = cpu;
		row->step = run_step(r);
		row->number = task_at(r->m, task)->depth - d - 1;
	}
	return true;
}

static void info_names(struct session *s)
{
	const struct machine *m = shown_run(s)->m;

	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);

		if (!(n->part & m->parts))
			continue;
		for (unsigned i = 0; i < name_indices(m, id); i++) {
			char label[96];
			struct row *row;

			name_write(id, i, label);
			row = rows_add(&s->rows, ROW_VALUE, label, NULL);
			row->unit = n->kind;
			row->value = n->get(m, i);
		}
	}
}

static const char *const state_words[] = { "idle", "queued", "running",
	"spinning for the lock", "waiting" };
static const char *const task_words[] = { "process", "kworker", "operation",
	"kswapd", "swap device" };

static void info_tasks(struct session *s)
{
	const struct run *r = shown_run(s);

	for (unsigned t = 0; t < r->m->n_tasks; t++) {
		const struct task *task = task_at(r->m, t);
		const struct frame *f = task_frame(r->m, t);
		char label[24], where[24] = "its own unit";

		if (!f)
			continue;
		snprintf(label, sizeof(label), "%u", t);
		if (task->cpu < r->m->n_cpus)
			snprintf(where, sizeof(where), "CPU %u", task->cpu);
		rows_printf(&s->rows, ROW_TABLE, label, "%s on %s, %s: %s",
			task_words[task->kind], where,
			state_words[task->state],
			line_text(&r->program, f->pc));
	}
}

static void info_locks(struct session *s)
{
	const struct machine *m = shown_run(s)->m;
	const struct lock *l = lock_at(m, m->counter[0].lock);
	struct buf b = { 0 };

	if (l->holder == NONE)
		buf_puts(&b, "free");
	else
		buf_printf(&b, "CPU %u has it", task_at(m, l->holder)->cpu);
	if (l->first != NONE)
		buf_puts(&b, "; in line:");
	for (unsigned t = l->first; t != NONE; t = task_at(m, t)->next)
		buf_printf(&b, " %u", task_at(m, t)->cpu);
	rows_add(&s->rows, ROW_TABLE, "vm_committed_as.lock", buf_text(&b));
	buf_done(&b);
}

static void stop_words(const struct breakpoint *stop, struct buf *out)
{
	if (stop->stop.kind == STOP_CHANGE)
		buf_puts(out, "change of ");
	buf_puts(out, stop->expr ? expr_text(stop->expr) : stop->text);
	if (stop->condition)
		buf_printf(out, " if %s", expr_text(stop->condition));
	if (stop->stop.kind != STOP_PLACE && stop->stop.cpu != NONE)
		buf_printf(out, ", of CPU %u", stop->stop.cpu);
	if (stop->ignore)
		buf_printf(out, "  (from hit %llu on)",
			(unsigned long long)stop->ignore + 1);
	if (stop->once)
		buf_puts(out, "  (once)");
	if (stop->off)
		buf_puts(out, "  (off)");
}

/* What the procedure of the followed CPU works with. */
static void info_locals(struct session *s)
{
	const struct run *r = shown_run(s);
	unsigned pc = run_pc(r, s->follow);
	const struct procedure *p;
	const struct frame *f;

	if (pc == NONE) {
		rows_printf(&s->rows, ROW_NOTE, NULL,
			"CPU %u has nothing to run", s->follow);
		return;
	}
	p = procedure_at(r->program.op[pc].procedure);
	f = task_frame(r->m, cpu_at(r->m, s->follow)->current);
	for (unsigned i = 0; i < p->n_locals; i++) {
		struct row *row;
		char label[80];

		snprintf(label, sizeof(label), "local.%s", p->locals[i].name);
		row = rows_add(&s->rows, ROW_VALUE, label, NULL);
		row->unit = p->locals[i].kind;
		row->value = f->v[i];
	}
}

static void info_stops(struct session *s)
{
	for (unsigned i = 0; i < s->n_stops; i++) {
		struct buf b = { 0 };
		char label[16];

		snprintf(label, sizeof(label), "%u", s->stops[i].number);
		stop_words(&s->stops[i], &b);
		rows_add(&s->rows, ROW_TABLE, label, buf_text(&b));
		buf_done(&b);
	}
	if (!s->n_stops)
		rows_add(&s->rows, ROW_NOTE, NULL, "no breakpoints");
}

static void info_variants(struct session *s)
{
	for (unsigned i = 0; i < s->n_variants; i++)
		if (s->variant[i].run)
			rows_printf(&s->rows, ROW_TABLE,
				s->scene->variant[i].name,
				"step %llu: %s (%s)%s", (unsigned long long)
				run_step(s->variant[i].run),
				s->scene->variant[i].title,
				s->scene->variant[i].status,
				i == s->shown ? "  (shown)" : "");
}

static void info_marks(struct session *s)
{
	for (unsigned i = 0; i < s->n_marks; i++)
		rows_printf(&s->rows, ROW_TABLE, s->marks[i].name,
			"act %s, step %llu",
			s->scene->acts[s->marks[i].act].name,
			(unsigned long long)s->marks[i].step[s->shown]);
	if (!s->n_marks)
		rows_add(&s->rows, ROW_NOTE, NULL, "no marks");
}

static void info_cues(struct session *s)
{
	const struct act *act = &s->scene->acts[s->act];
	const struct tracker *t = &s->variant[s->shown].tracker;

	for (unsigned i = 0; i < act->n_cues; i++) {
		const char *here = (int)i == s->cue ? "  (here)" : "";

		if (i < t->n)
			rows_printf(&s->rows, ROW_TABLE, act->cues[i].name,
				"step %llu%s", (unsigned long long)t->at[i],
				here);
		else
			rows_printf(&s->rows, ROW_TABLE, act->cues[i].name,
				"not reached yet%s", here);
	}
}

static void info_goals(struct session *s)
{
	struct scope scope = session_scope(s);

	for (unsigned i = 0; i < s->scene->n_goals; i++) {
		const struct goal *g = &s->scene->goals[i];
		struct buf b = { 0 };
		struct err e;

		template_expand(g->text, &scope, &b, &e);
		rows_add(&s->rows, ROW_TABLE,
			expr_true(g->reached, &scope) ? "reached" : "open",
			buf_text(&b));
		buf_done(&b);
	}
	if (!s->scene->n_goals)
		rows_add(&s->rows, ROW_NOTE, NULL, "this scene has no goals");
}

/* The teacher's note of the cue; on a screen it gets a page of its own. */
static void info_note(struct session *s)
{
	const struct act *act = &s->scene->acts[s->act];
	const char *note = s->cue < 0 ? NULL : act->cues[s->cue].note;

	rows_add(&s->rows, ROW_NOTE, NULL, note ? note
						: "this cue has no note");
	if (!note)
		return;
	buf_clear(&s->ui.overlay_text);
	buf_puts(&s->ui.overlay_text, note);
	s->ui.overlay = OVERLAY_TEXT;
	s->ui.overlay_page = 0;
}

static void info_acts(struct session *s)
{
	struct command c;
	struct err e;

	command_init(&c, CMD_ACT);
	handle_step(s, &c, &e);
}

static void info_branches(struct session *s)
{
	struct command c;
	struct err e;

	command_init(&c, CMD_BRANCH);
	handle_branch(s, &c, &e);
}

/* What a screen shows all the time; a dialogue says it when asked. */
static void info_picture(struct session *s)
{
	s->ui.wants_pane = PANE_PICTURE;
}

static void info_line(struct session *s)
{
	s->ui.wants_pane = PANE_LINE;
}

/* To add one: a row here, its name in the help of `info`. */
static const struct {
	const char *name;
	void (*list)(struct session *s);
} tables[] = {
	{ "names", info_names }, { "stops", info_stops },
	{ "display", info_displays }, { "locals", info_locals },
	{ "tasks", info_tasks }, { "locks", info_locks },
	{ "variants", info_variants }, { "marks", info_marks },
	{ "acts", info_acts }, { "cues", info_cues },
	{ "branches", info_branches }, { "goals", info_goals },
	{ "note", info_note }, { "picture", info_picture },
	{ "line", info_line },
};
enum { TABLES = sizeof(tables) / sizeof(*tables) };

const char *info_table(unsigned i)
{
	return i < TABLES ? tables[i].name : NULL;
}

/* Where the tables have a name that begins so, as gdb's short forms do; -1: there
 * is none, or more than one. */
static int find_table(const char *word)
{
	size_t n = strlen(word);
	int found = -1;

	if (!strncmp("breakpoints", word, n) || (n && /* gdb's words for stops */
		!strncmp("watchpoints", word, n)))
		word = "stops";
	for (unsigned i = 0; i < TABLES; i++) {
		if (!strcmp(tables[i].name, word))
			return (int)i;
		if (strncmp(tables[i].name, word, n))
			continue;
		if (found >= 0)
			return -1;
		found = (int)i;
	}
	return found;
}

static bool info(struct session *s, const struct command *c, struct err *e)
{
	const char *names[TABLES], *near;
	int table = c->given ? find_table(c->text) : -1;

	for (unsigned i = 0; i < TABLES; i++) {
		names[i] = tables[i].name;
		if (!c->given)
			rows_printf(&s->rows, ROW_TABLE, "info", "%s",
				tables[i].name);
	}
	if (!c->given)
		return true;
	if (table >= 0) {
		if ((tables[table].list == info_names ||
			tables[table].list == info_locals) && question_hides(s))
			return err_set(e, ERR_USAGE,
				"answer the question first");
		tables[table].list(s);
		return true;
	}
	near = text_nearest(c->text, names, TABLES);
	err_set(e, ERR_USAGE, "there is no `info %s`", c->text);
	return near ? err_hint(e, "did you mean \"%s\"?", near)
		: err_hint(e, "`info` lists them");
}

/* A card alone is shown as one. */
static bool help(struct session *s, const struct command *c, struct err *e)
{
	struct scope scope = session_scope(s);
	struct buf b = { 0 }, ignored = { 0 };
	const struct card *card = glossary_find(&s->glossary, c->text);
	bool good = true;

	s->ui.overlay_page = 0;
	if (!c->given || (!strcmp(c->text, "all") && !s->options.on_screen)) {
		s->ui.overlay = OVERLAY_HELP;
		command_help_here(c->given, &b);
		rows_add(&s->rows, ROW_NOTE, NULL, buf_text(&b));
	} else if (card && !command_help(c->text, &scope, &ignored)) {
		s->ui.card = card;
		s->ui.overlay = OVERLAY_CARD;
		rows_printf(&s->rows, ROW_NOTE, NULL, "%s: %s (%s)",
			card->term, card->text, card->source);
	} else if (topic_help(c->text, &scope, &s->glossary, &b, e)) {
		s->ui.overlay = OVERLAY_TEXT;
		rows_add(&s->rows, ROW_NOTE, NULL, buf_text(&b));
		buf_clear(&s->ui.overlay_text);
		buf_puts(&s->ui.overlay_text, buf_text(&b));
	} else {
		s->ui.overlay = OVERLAY_NONE;
		good = false;
	}
	buf_done(&b);
	buf_done(&ignored);
	return good;
}

static bool apropos(struct session *s, const struct command *c, struct err *e)
{
	return topic_apropos(c->text, &s->glossary, &s->rows) ||
		err_set(e, ERR_USAGE, "nothing is about \"%s\"", c->text);
}

static bool when(struct session *s)
{
	const struct run *r = shown_run(s);
	struct row *row;

	row = rows_add(&s->rows, ROW_VALUE, "step", NULL);
	row->value = (s64)run_step(r);
	row = rows_add(&s->rows, ROW_VALUE, "time_ns", NULL);
	row->unit = KIND_NS;
	row->value = (s64)machine_time_ns(r->m);
	rows_add(&s->rows, ROW_TABLE, "address", session_address(s));
	return true;
}

bool handle_look(struct session *s, const struct command *c, struct err *e)
{
	switch (c->id) {
	case CMD_PRINT: return print(s, c, e);
	case CMD_MARK: return mark(s, c);
	case CMD_DISPLAY:
	case CMD_UNDISPLAY: return handle_display(s, c, e);
	case CMD_APROPOS: return apropos(s, c, e);
	case CMD_LIST: return list(s, c, e);
	case CMD_INFO: return info(s, c, e);
	case CMD_WHERE: return where(s, c, e);
	case CMD_WHEN: return when(s);
	case CMD_CHANGES: return list_changes(s, e);
	case CMD_BRANCH:
	case CMD_BRANCHES: return handle_branch(s, c, e);
	case CMD_METRICS: return metrics(s, c, e);
	default: return help(s, c, e);
	}
}
