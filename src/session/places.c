/* SPDX-License-Identifier: GPL-3.0-or-later
 * Places: marks, and where one was before a jump.
 */
#include <stdlib.h>
#include <string.h>
#include "session/inner.h"

enum { VISITS_MAX = 200 };

struct place here(struct session *s)
{
	struct place p = { .act = s->act, .shown = s->shown,
		.follow = s->follow, .cue = s->cue };

	for (unsigned i = 0; i < s->n_variants; i++)
		p.step[i] = s->variant[i].run ? run_step(s->variant[i].run) : 0;
	return p;
}

/* Places behind the one where we are are given up, as a browser does. */
static void remember_visit(struct session *s, const struct place *from)
{
	s->n_visited = s->visit;
	if (s->n_visited == VISITS_MAX) {
		memmove(s->visited, s->visited + 1,
			(VISITS_MAX - 1) * sizeof(*s->visited));
		s->n_visited--;
	}
	s->visited = mem_resize(s->visited,
		(s->n_visited + 2) * sizeof(*s->visited));
	s->visited[s->n_visited++] = *from;
	s->visit = s->n_visited;
}

bool jumped(struct session *s, bool done, const struct place *from)
{
	s->jumping = done;
	if (done) {
		s->jumped_from = *from;
		s->has_jumped = true;
		remember_visit(s, from);
	}
	return done;
}

void jumped_on(struct session *s, const struct place *from)
{
	s->jumping = true;
	remember_visit(s, from);
}

bool go_to_place(struct session *s, const struct place *p, struct err *e)
{
	struct place to = *p;

	if (to.act != s->act && !act_open(s, to.act, e))
		return false;
	show_variant(s, to.shown);
	s->follow = to.follow < shown_run(s)->m->n_cpus ? to.follow : 0;
	begin_steps(s, to.step);
	s->pending_cue = to.cue;
	return true;
}

static bool jump(struct session *s, const struct command *c, struct err *e)
{
	struct place from = here(s);

	for (unsigned i = s->n_marks; i-- > 0;) {
		if (strcmp(s->marks[i].name, c->text))
			continue;
		return jumped(s, go_to_place(s, &s->marks[i], e), &from);
	}
	return err_set(e, ERR_USAGE, "there is no mark \"%s\"", c->text);
}

static bool back(struct session *s, struct err *e)
{
	if (question_waits(s))
		return go_to_place(s, &s->question.from, e);
	if (!s->has_jumped)
		return err_set(e, ERR_USAGE, "there was no jump yet");
	return go_to_place(s, &s->jumped_from, e);
}

/* `by` places on; where we are is kept, in front of all others or in its place. */
static bool walk(struct session *s, s64 by, struct err *e)
{
	struct place now = here(s);
	s64 to = (s64)s->visit + by, last = (s64)s->n_visited;

	if (s->visit < s->n_visited)
		last--;
	if (to < 0 && s->visit)
		to = 0;
	if (to > last && (s64)s->visit < last)
		to = last;
	if (to < 0)
		return err_set(e, ERR_USAGE, "there is no older place");
	if (to > last)
		return err_set(e, ERR_USAGE, "there is no newer place");
	s->visited[s->visit] = now;	/* there is room for one more */
	if (s->visit == s->n_visited)
		s->n_visited++;
	s->visit = (unsigned)to;
	if (!go_to_place(s, &s->visited[to], e))
		return false;
	say_status(s, "place %u of %u", s->visit + 1, s->n_visited);
	return true;
}

bool handle_place(struct session *s, const struct command *c, struct err *e)
{
	switch (c->id) {
	case CMD_JUMP: return jump(s, c, e);
	case CMD_OLDER: return walk(s, -c->count, e);
	case CMD_NEWER: return walk(s, c->count, e);
	default: return back(s, e);
	}
}

void places_done(struct session *s)
{
	free(s->marks);
	free(s->visited);
}
