/* SPDX-License-Identifier: GPL-3.0-or-later
 * Opening a session at --at; themes by name.
 */
#include <stdlib.h>
#include <string.h>
#include "app/learner.h"
#include "app/open.h"
#include "session/address.h"
#include "view/theme.h"

/* An address brings its own act, size, machine, seed and parameters. */
static bool take_address(const char *at, struct selection *sel,
	struct address *a, struct err *e)
{
	const char *machine;

	if (!address_parse(at, a, e))
		return false;
	if (strcmp(a->scene, sel->scene->name))
		return err_set(e, ERR_USAGE, "the address is of scene \"%s\", not \"%s\"",
			a->scene, sel->scene->name);
	machine = address_value(a, "machine");
	if (machine && !selection_machine(sel, machine, e))
		return false;
	return address_options(a, sel->scene, &sel->session, e);
}

/* A bare step must be there, so that a frame shows what was asked for. */
static bool go(struct session *s, const char *at, const struct address *a,
	struct err *e)
{
	unsigned long long step;
	char *end;

	rows_clear(&s->rows);	/* the start is not where one wants to be */
	if (a ? !address_go(s, a, e) : !session_land(s, at, e))
		return false;
	while (session_pending(s))
		session_slice(s, 1000000);
	step = strtoull(at, &end, 10);
	if (a || *end || end == at || run_step(s->variant[s->shown].run) == step)
		return true;
	return err_set(e, ERR_RANGE, "this run ends at step %llu",
		(unsigned long long)run_step(s->variant[s->shown].run));
}

struct session *open_session(const struct options *o, struct selection *sel,
	int *status)
{
	const char *at = o->value[OPTION_AT];
	bool addressed = at && address_is(at);
	struct err_list errors = { 0 };
	struct err e = { 0 };
	struct address a;
	struct session *s;

	if (!options_select(o, sel, status))
		return NULL;
	sel->session.history = true;
	sel->session.class_mode = o->given[OPTION_CLASS];
	sel->session.predict = o->given[OPTION_PREDICT];
	if (addressed && !take_address(at, sel, &a, &e)) {
		*status = fail(&e);
		return NULL;
	}
	s = session_open(&sel->session, &errors);
	if (!s) {
		*status = fail_all(&errors);
		return NULL;
	}
	if (!at || go(s, at, addressed ? &a : NULL, &e))
		return s;
	*status = fail(&e);
	session_free(s);
	return NULL;
}

/* Goes back to where a learner was; what is said there. */
static const char *open_place(struct session *s, const char *place)
{
	struct address a;
	struct err e = { 0 };

	if (address_parse(place, &a, &e) && go(s, place, &a, &e))
		return "back where you left; Home is the beginning";
	session_restart(s, &e);
	return "the place you left is no longer there";
}

void open_where_left(const struct options *o, struct session *s,
	const struct learner *l)
{
	static const enum option_id else_where[] = { OPTION_AT, OPTION_ACT,
		OPTION_SET, OPTION_SIZE, OPTION_SEED, OPTION_MACHINE,
		OPTION_VARIANT, OPTION_CLASS, OPTION_AUTO, OPTION_LOOP,
		OPTION_RECORD, OPTION_EXEC, OPTION_COMMANDS };
	struct buf place = { 0 };
	const char *said;

	for (size_t i = 0; i < sizeof(else_where) / sizeof(*else_where); i++)
		if (o->given[else_where[i]])
			return;
	if (l->on && learner_place(l->student, s->scene->name, &place)) {
		said = open_place(s, buf_text(&place));
		rows_add(&s->rows, ROW_NOTE, NULL, said);
		buf_clear(&s->status);
		buf_puts(&s->status, said);
	}
	buf_done(&place);
}

bool open_theme(const struct options *o, const struct theme **out,
	struct err *e)
{
	const char *name = o->value[OPTION_THEME];

	if (!name)
		name = o->given[OPTION_CLASS] ? "class" : "dark";
	*out = theme_find(name);
	if (*out)
		return true;
	return err_set(e, ERR_USAGE, "--theme is dark, light, contrast, mono or class, not \"%s\"",
		name);
}
