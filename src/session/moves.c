/* SPDX-License-Identifier: GPL-3.0-or-later
 * Stepping commands: the shown variant moves, the others follow.
 */
#include <stdlib.h>
#include <string.h>
#include "model/task.h"
#include "session/chart.h"
#include "session/inner.h"

/* The followed CPU's top frame, or NULL. */
static const struct frame *followed_frame(struct session *s, unsigned *task)
{
	const struct machine *m = shown_run(s)->m;

	*task = cpu_at(m, s->follow)->current;
	return *task == NONE ? NULL : task_frame(m, *task);
}

/* A stop that depends on the frame the followed CPU is in. */
static bool frame_stop(struct session *s, enum stop_kind kind, int deeper,
	struct stop *out, struct err *e)
{
	unsigned task;
	const struct frame *f = followed_frame(s, &task);
	const struct op_code *o;

	if (!f)
		return err_set(e, ERR_USAGE, "CPU %u has nothing to run",
			s->follow);
	o = &shown_run(s)->program.op[f->pc];
	out->kind = kind;
	out->task = (u16)task;
	out->depth = (u16)(task_at(shown_run(s)->m, task)->depth + deeper);
	out->procedure = o->procedure;
	out->row = o->row;
	return true;
}

static bool place_stop(struct session *s, const struct command *c,
	struct stop *out, struct err *e)
{
	bool constant;

	out->kind = c->expr ? STOP_EXPR : STOP_PLACE;
	out->cpu = c->expr ? (u16)NONE : (u16)s->follow;
	out->procedure = c->procedure;
	out->row = c->row;
	out->expr = c->expr;
	if (c->expr)
		return makes_sense(s, c->expr, &constant, e);
	return c->procedure != NONE ||
		line_here(s, c->row, &out->procedure, &out->row, e);
}

/* The move's own stop. Commands without one (continue) leave n_stops alone. */
static bool own_stop(struct session *s, const struct command *c,
	struct stop *out, struct err *e)
{
	*out = (struct stop){ .kind = STOP_LINE, .cpu = (u16)s->follow };
	switch (c->id) {
	case CMD_STEP_ANY:
	case CMD_BACK_ANY:
		out->cpu = NONE;
		return true;
	case CMD_NEXT:
	case CMD_REVERSE_NEXT:
		return frame_stop(s, STOP_SHALLOW, 0, out, e);
	case CMD_FINISH:
	case CMD_REVERSE_FINISH:
		return frame_stop(s, STOP_SHALLOW, -1, out, e);
	case CMD_UNTIL:
	case CMD_REVERSE_UNTIL:
		if (c->given)
			return place_stop(s, c, out, e);
		return frame_stop(s, c->id == CMD_UNTIL ? STOP_LATER
			: STOP_EARLIER, 0, out, e);
	case CMD_ADVANCE:
	case CMD_REVERSE_ADVANCE:
		return place_stop(s, c, out, e);
	case CMD_DECISION:
	case CMD_REVERSE_DECISION:
		out->kind = STOP_DECISION;
		return true;
	default:
		return true;
	}
}

static bool goes_back(enum command_id id)
{
	switch (id) {
	case CMD_BACK:
	case CMD_BACK_ANY:
	case CMD_REVERSE_NEXT:
	case CMD_REVERSE_FINISH:
	case CMD_REVERSE_UNTIL:
	case CMD_REVERSE_ADVANCE:
	case CMD_REVERSE_CONTINUE:
	case CMD_REVERSE_DECISION:
		return true;
	default:
		return false;
	}
}

/* Learners answer before they look ahead. */
static bool locked(struct session *s, struct err *e)
{
	if (!s->question.open || s->question.revealed || s->options.class_mode)
		return false;
	err_set(e, ERR_USAGE, "answer the question first");
	if (question_waits(s))
		err_hint(e, "'' goes back to it");
	else
		err_hint(e, s->options.on_screen ? "%s gives up"
			: "%s shows the answer", how_to_give_up(s));
	return true;
}

/* The command may be gone before its move ends: the session keeps the
 * expression. */
static bool own_expr(struct session *s, struct stop *own,
	const struct scope *scope, struct err *e)
{
	struct expr *x = expr_compile(expr_text(own->expr), scope, e);

	if (!x)
		return false;
	expr_free(s->move_expr);
	s->move_expr = x;
	own->expr = x;
	return true;
}

/* Who walks by lines sees them, also where the story has not yet shown any. */
static void show_code(struct session *s)
{
	s->ui.hidden &= ~(1u << PANE_CODE);
}

/* The last `s` ended here: `b` goes to where that began. */
static bool begin_undo_step(struct session *s)
{
	struct stepped *d = &s->stepped;
	const struct place *p = d->n ? &d->from[d->n - 1] : NULL;

	if (!p || p->act != s->act ||
		d->to[d->n - 1] != run_step(s->variant[p->shown].run)) {
		d->n = 0;
		return false;
	}
	d->n--;
	show_variant(s, p->shown);
	s->follow = p->follow;
	begin_to(s, p->step[p->shown]);
	s->land_cue = p->cue;
	s->far = false;
	show_code(s);
	s->ui.hidden |= d->code_hidden[d->n];
	if (!p->step[p->shown])
		say_status(s, "this is the start");
	return true;
}

/* Where a step forward begins; where it ends is seen at its end. */
static void note_step(struct session *s)
{
	struct stepped *d = &s->stepped;

	if (d->n && (d->from[d->n - 1].act != s->act ||
		d->to[d->n - 1] != run_step(shown_run(s))))
		d->n = 0;
	if (d->n == STEPPED_MAX)
		d->n = 0;
	d->from[d->n] = here(s);
	d->code_hidden[d->n] = s->ui.hidden & 1u << PANE_CODE;
	s->stepping = true;
}

static void end_step(struct session *s)
{
	struct stepped *d = &s->stepped;

	if (s->stepping) {
		d->to[d->n] = run_step(s->variant[d->from[d->n].shown].run);
		d->n++;
	}
	s->stepping = false;
}

static bool begin_move(struct session *s, const struct command *c,
	struct err *e)
{
	struct scope scope = session_scope(s);
	struct stop own;
	bool back = goes_back(c->id);

	if (!back && locked(s, e))
		return false;
	if (!back && question_is_first(s)) {
		if (c->id == CMD_STEP && c->count <= 1)
			note_step(s);
		ask_first(s);
		return true;
	}
	if (!back && (predict_first(s) ||
		(c->id == CMD_STEP_ANY && predict_who(s))))
		return true;
	if (!back && run_ended(shown_run(s)))
		return err_set(e, ERR_USAGE, "the run has ended here");
	if (c->id == CMD_BACK && c->count <= 1 && begin_undo_step(s))
		return true;
	if (back && run_step(shown_run(s)) == 0)
		return err_set(e, ERR_USAGE, "this is the start");
	if (!own_stop(s, c, &own, e))
		return false;
	if (!stop_is_own(&own, &scope))
		return err_set(e, ERR_USAGE,
			"only this variant moves; `until` can't read another");
	if (own.kind == STOP_EXPR && !own_expr(s, &own, &scope, e))
		return false;
	move_init(&s->move, MOVE_STOP, s->follow, &scope);
	s->move.backward = back;
	s->move.count = c->count > 0 ? (u64)c->count : 1;
	if (c->id == CMD_CONTINUE || c->id == CMD_REVERSE_CONTINUE) {
		/* its own stop never holds: only breakpoints do */
		own = (struct stop){ .kind = STOP_SHALLOW, .task = NONE };
		s->move.passes = s->move.count;
	}
	s->move.stop[0] = own;
	s->move.n_stops = 1;
	if (c->id != CMD_STEP && c->id != CMD_STEP_ANY && c->id != CMD_BACK &&
		c->id != CMD_BACK_ANY)
		add_breakpoints(s, &s->move);
	predict_stop(s, &s->move);
	remember_before(s);
	s->far = s->move.count > 1 || own.kind == STOP_EXPR ||
		own.kind == STOP_PLACE || own.task == NONE;
	s->ui.overlay = OVERLAY_NONE;
	s->going_back = back;
	s->pending_cue = -1;
	if (c->id == CMD_STEP && c->count <= 1)
		note_step(s);
	show_code(s);
	move_begin(&s->move, shown_run(s));
	s->pending = PENDING_MOVE;
	return true;
}

/* The shown variant to a step; the others follow. */
void begin_to(struct session *s, u64 step)
{
	struct scope scope = session_scope(s);

	move_init(&s->move, MOVE_TO, s->follow, &scope);
	s->move.to = step;
	s->going_back = step < run_step(shown_run(s));
	s->pending_cue = -1;
	s->ui.overlay = OVERLAY_NONE;
	remember_before(s);
	s->far = true;
	move_begin(&s->move, shown_run(s));
	s->pending = PENDING_MOVE;
}

void begin_steps(struct session *s, const u64 *steps)
{
	s->going_back = steps[s->shown] < run_step(shown_run(s));
	s->pending_cue = -1;
	for (unsigned i = 0; i < s->n_variants; i++)
		s->pending_step[i] = (s64)steps[i];
	remember_before(s);
	s->far = true;
	s->pending_variant = 0;
	s->moving = false;
	s->pending = PENDING_PLACES;
}

void begin_cue(struct session *s, int cue)
{
	const struct act *act = &s->scene->acts[s->act];

	watch_cues(s);
	s->going_back = cue <= s->cue;
	s->pending_cue = cue;
	/* who jumps over cues sees what they turned to */
	for (int i = cue == s->cue + 1 ? cue : 0; i <= cue; i++) {
		if (act->cues[i].variant >= 0)
			show_variant(s, (unsigned)act->cues[i].variant);
		if (act->cues[i].follow >= 0 && act->cues[i].follow <
			shown_run(s)->m->n_cpus)
			s->follow = (unsigned)act->cues[i].follow;
	}
	for (unsigned i = 0; i < s->n_variants; i++)
		s->pending_step[i] = STEP_OF_CUE;
	remember_before(s);
	s->far = true;
	s->pending_variant = 0;
	s->moving = false;
	s->pending = PENDING_PLACES;
}

/* A count of cues is no wish to miss a question: it ends at the first one that is
 * still to be answered, and with the act. */
static s64 cues_on(struct session *s, s64 count)
{
	const struct act *act = &s->scene->acts[s->act];
	s64 ahead = (s64)act->n_cues - 1 - s->cue, n = 0;
	bool asks = false;

	if (s->options.no_cues || count < 2)
		return count;
	if (ahead < 1)
		return 1;	/* the next act begins with its first cue */
	while (!asks && n < count && n < ahead) {
		int cue = s->cue + (int)++n;

		asks = act->cues[cue].ask &&
			!question_was_closed(s, s->act, cue);
	}
	if (n < count)
		say_status(s, asks ? "a question first, %lld short of the count"
			: "the act ends here, %lld short of the count",
			(long long)(count - n));
	return n;
}

static bool no_more_cues(const struct session *s, struct err *e)
{
	const char *next = scene_after(s->scene->name);

	err_set(e, ERR_USAGE, "that was the end of the scene");
	return next ? err_hint(e, "q quits; next: %s play %s",
			session_program(s), next)
		: err_hint(e, "q quits, z shows the map");
}

/* The run has gone on since the cue. */
static bool within_cue(const struct session *s)
{
	const struct variant *v = &s->variant[s->shown];

	return s->cue >= 0 && s->cue < (int)v->tracker.n &&
		run_step(v->run) > v->tracker.at[s->cue];
}

/* Who looked ahead, at what refutes an answer, is told that `go` comes back. */
static void say_back(struct session *s, int cue)
{
	const struct variant *v = &s->variant[s->shown];

	if (cue < (int)v->tracker.n && v->tracker.at[cue] < run_step(v->run))
		say_status(s, "back to step %llu, where the story goes on",
			(unsigned long long)v->tracker.at[cue]);
}

static bool go(struct session *s, enum command_id command, s64 count,
	struct err *e)
{
	const struct scene *scene = s->scene;
	const struct act *act = &scene->acts[s->act];
	s64 cue;

	if (command == CMD_GO && count > 0 && answer_goes_on(s, e))
		return true;
	if (count > 0 && locked(s, e))
		return false;
	watch_cues(s);
	if (command == CMD_GO && count > 0 &&
		(predict_first(s) || predict_go(s)))
		return true;
	count = cues_on(s, count);
	cue = s->cue + count;
	if (count < 0 && within_cue(s))
		cue++;		/* the start of this one is the first */
	if (cue >= 0 && cue < act->n_cues) {
		begin_cue(s, (int)cue);
		if (count > 0)
			say_back(s, (int)cue);
		return true;
	}
	if (cue >= act->n_cues && s->act + 1 < scene->n_acts) {
		if (!act_open(s, s->act + 1, e))
			return false;
		finish_command(s);
		return true;
	}
	if (cue < 0 && s->act > 0) {
		if (!act_open(s, s->act - 1, e))
			return false;
		act = &scene->acts[s->act];
		if (act->n_cues)
			begin_cue(s, (int)act->n_cues - 1);
		return true;
	}
	if (cue < 0)
		return err_set(e, ERR_USAGE, "this is where the scene begins");
	return no_more_cues(s, e);
}

static bool open_act(struct session *s, const struct command *c, struct err *e)
{
	const struct scene *scene = s->scene;

	if (!c->given) {
		for (unsigned i = 0; i < scene->n_acts; i++)
			rows_printf(&s->rows, ROW_TABLE, scene->acts[i].name,
				"%s%s", scene->acts[i].title,
				i == s->act ? "  (here)" : "");
		return true;
	}
	for (unsigned i = 0; i < scene->n_acts; i++) {
		if (strcmp(scene->acts[i].name, c->text))
			continue;
		if (!act_open(s, i, e))
			return false;
		finish_command(s);
		return true;
	}
	return err_set(e, ERR_USAGE, "there is no act \"%s\"; `act` lists them",
		c->text);
}

/* A jump that fails is none. */
bool handle_step(struct session *s, const struct command *c, struct err *e)
{
	struct place from = here(s);

	switch (c->id) {
	case CMD_GO:
	case CMD_CUE:
		return go(s, c->id, c->count, e);
	case CMD_REVERSE_GO:
	case CMD_REVERSE_CUE:
		return go(s, c->id, -c->count, e);
	case CMD_GOTO:
		if (!s->sourcing && locked(s, e))
			return false;
		s->landing = s->sourcing;
		s->jumping = true;	/* it may be there at once */
		return jumped(s, session_goto(s, c->text, e), &from);
	case CMD_HOME:
		begin_to(s, 0);
		return jumped(s, true, &from);
	case CMD_END:
		if (locked(s, e))
			return false;
		begin_to(s, UINT64_MAX);
		return jumped(s, true, &from);
	case CMD_ROLL:
		return chart_roll(s, c->count, e);
	case CMD_REVERSE_ROLL:
		return chart_roll(s, -c->count, e);
	case CMD_ACT:
		return open_act(s, c, e);
	case CMD_JUMP:
	case CMD_RETURN:
	case CMD_OLDER:
	case CMD_NEWER:
		return handle_place(s, c, e);
	case CMD_WHO:
		return begin_who(s, c, e);
	case CMD_DIFFERENCE:
		return begin_difference(s, c->text, e);
	default:
		return begin_move(s, c, e);
	}
}

/* "7 lines on CPUs 0 1 2" */
static void tell_others(struct session *s, const struct move *v)
{
	struct buf names = { 0 };
	unsigned n = 0;

	buf_clear(&s->others);
	if (!v->others || v->backward)
		return;
	for (unsigned cpu = 0; cpu < CPUS_MAX; cpu++) {
		if (!(v->cpus[cpu / 64] >> cpu % 64 & 1) || ++n > 9)
			continue;
		if (n == 9)
			buf_puts(&names, " …");
		else
			buf_printf(&names, " %u", cpu);
	}
	buf_put_int(&s->others, (int64_t)v->others, 1, 0);
	buf_printf(&s->others, " line%s on CPU%s%s", v->others == 1 ? "" : "s",
		n == 1 ? "" : "s", buf_text(&names));
	buf_done(&names);
}

/* The cue that will be the present one, if its place is right here; else -1.
 * There each variant has a place of its own. */
static int cue_of_place(struct session *s)
{
	const struct tracker *t = &s->variant[s->shown].tracker;
	u64 step = run_step(shown_run(s));
	int cue = tracker_cue(t, step);

	if (s->options.no_cues || !t->act || s->refuting)
		return -1;
	if (s->land_cue >= 0 && s->land_cue < cue)
		cue = s->land_cue;
	else if (s->going_back && !s->landing && s->cue < cue)
		cue = s->cue;
	return cue >= 0 && t->at[cue] == step ? cue : -1;
}

static void end_move(struct session *s)
{
	struct move *v = &s->move;

	tell_others(s, v);
	if (s->to_cue && v->state != MOVE_HIT) {
		move_done(v);
		begin_cue(s, s->cue + 1);	/* there each has its place */
		s->to_cue = false;
		return;
	}
	s->to_cue = false;
	if (v->state == MOVE_ENDED)
		say_status(s, "the run has ended");
	else if (v->state == MOVE_STARTED)
		say_status(s, "this is the start");
	else if (v->kind == MOVE_STOP && v->which > 0 &&
		!(v->at_once >> v->which & 1))
		report_stop(s, v);
	stops_counted(s, v, s->shown);
	end_step(s);
	move_done(v);
	s->pending = PENDING_SYNC;
	s->sync_cue = cue_of_place(s);
	s->pending_variant = 0;
	s->moving = false;
}

/* Towards this cue, whose place is not known yet. True when it is, or when the
 * run has ended without it. */
static bool search_cue(struct variant *v, int cue, u64 lines)
{
	if ((int)v->tracker.n > cue)
		return true;
	if (run_step(v->run) < v->run->frontier)
		run_seek(v->run, v->run->frontier);
	while (lines-- && (int)v->tracker.n <= cue)
		if (!run_line(v->run))
			return true;
	return (int)v->tracker.n > cue;
}

static u64 step_of_cue(const struct variant *v, int cue)
{
	return (int)v->tracker.n > cue ? v->tracker.at[cue] : run_step(v->run);
}

/* The others follow, one after the other. */
static void slice_sync(struct session *s, u64 lines)
{
	struct run *lead = shown_run(s);
	struct variant *v = &s->variant[s->pending_variant];

	if (s->pending_variant == s->n_variants) {
		s->placed = 0;
		finish_command(s);
		return;
	}
	if (v->run && v->run != lead && !s->moving &&
		!(s->placed >> s->pending_variant & 1)) {
		struct scope scope = session_scope(s);

		if (s->sync_cue >= 0 && !search_cue(v, s->sync_cue, lines))
			return;
		scope.shown = s->pending_variant;
		move_init(&s->move, s->ui.by_work ? MOVE_WORK : MOVE_TIME, 0,
			&scope);
		s->move.to = s->ui.by_work ? lead->m->work_done
					   : lead->m->horizon_ns;
		if (run_step(lead) == 0 || s->sync_cue >= 0) {
			s->move.kind = MOVE_TO;
			s->move.to = s->sync_cue < 0 ? 0
				: step_of_cue(v, s->sync_cue);
		}
		move_begin(&s->move, v->run);
		s->moving = true;
	}
	if (s->moving && move_slice(&s->move, v->run, lines) == MOVE_GOING)
		return;
	s->moving = false;
	s->pending_variant++;
}

static void end_places(struct session *s)
{
	int cue = s->pending_cue;

	end_step(s);
	s->sync_cue = cue < 0 && s->pending_step[s->shown] >= 0
		? cue_of_place(s) : -1;
	for (unsigned i = 0; cue < 0 && i < s->n_variants; i++)
		s->placed |= (u32)(s->pending_step[i] >= 0) << i;
	if (cue < 0) {
		s->pending = PENDING_SYNC;
		s->pending_variant = 0;
		return;
	}
	if (s->pending_step[s->shown] == STEP_OF_CUE &&
		(int)s->variant[s->shown].tracker.n <= cue) {
		say_status(s, "this run ends before the next cue");
		s->pending_cue = -1;
		finish_command(s);
		return;
	}
	finish_command(s);
}

/* Each variant to a place of its own. */
static void slice_places(struct session *s, u64 lines)
{
	struct variant *v = &s->variant[s->pending_variant];
	s64 step = s->pending_step[s->pending_variant];

	if (s->pending_variant == s->n_variants) {
		end_places(s);
		return;
	}
	if (v->run && !s->moving && step != STEP_OF_TIME) {
		struct scope scope = session_scope(s);

		if (step == STEP_OF_CUE && !search_cue(v, s->pending_cue, lines))
			return;
		if (step == STEP_OF_CUE)
			step = (s64)step_of_cue(v, s->pending_cue);
		move_init(&s->move, MOVE_TO, 0, &scope);
		s->move.to = (u64)step;
		move_begin(&s->move, v->run);
		s->moving = true;
	}
	if (s->moving && run_step(v->run) != s->move.to &&
		move_slice(&s->move, v->run, lines) == MOVE_GOING)
		return;
	s->moving = false;
	s->pending_variant++;
}

void slice_moves(struct session *s, u64 lines)
{
	switch (s->pending) {
	case PENDING_MOVE:
		if (slice_move(s, lines))
			end_move(s);
		break;
	case PENDING_SYNC:
		slice_sync(s, lines);
		break;
	case PENDING_PLACES:
		slice_places(s, lines);
		break;
	default:
		if (difference_slice(&s->difference, lines) !=
			DIFFERENCE_GOING)
			end_difference(s);
	}
}
