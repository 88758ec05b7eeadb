/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where a parameter's value comes from.
 */
#include "scene/origin.h"
#include <string.h>

/* The figure of a machine file that sets this parameter; -1: it has none. */
static int machine_gives(const struct machine_file *m, enum param p)
{
	switch (p) {
	case PARAM_CPUS: return m->given_cpus ? MACHINE_CPUS : -1;
	case PARAM_RAM_PAGES: return m->given_ram ? MACHINE_RAM : -1;
	case PARAM_SWAP_PAGES: return m->given_swap ? MACHINE_SWAP : -1;
	default: return -1;
	}
}

static bool put_machine(const struct machine_file *m, enum param p,
	struct buf *out)
{
	int figure = machine_gives(m, p);

	if (figure < 0)
		return false;
	buf_clear(out);
	buf_printf(out, "machine %s, %s: %s", m->name, m->from[figure].status,
		m->from[figure].source[0] ? m->from[figure].source
					  : m->source);
	return true;
}

static bool put_named(const char *machine, enum param p, struct buf *out)
{
	struct err_list errors = { 0 };
	struct machine_file m;
	bool found = machine && machine_file_load(machine, &m, &errors) &&
		put_machine(&m, p, out);

	err_list_done(&errors);
	return found;
}

static bool put_set(const struct scene *s, const struct param_set *set,
	enum param p, const char *what, const char *name, struct buf *out)
{
	const struct param_set *mail = &s->size_set[SIZE_MAIL];

	if (!set->given[p])
		return false;
	buf_clear(out);
	buf_printf(out, "%s%s", what, name);
	if (s->source[p].source && (set == mail ||
			(set == &s->base && !mail->given[p])))
		buf_printf(out, ", %s: %s", s->source[p].status,
			s->source[p].source);
	else
		buf_puts(out, ", chosen to be seen easily");
	return true;
}

static bool put_all(const struct scene *s, const struct run_choice *choice,
	enum param p, struct buf *out)
{
	static const char *const sizes[SIZE_N] = { [SIZE_CLASSROOM] = "classroom",
		[SIZE_MAIL] = "mail" };
	const struct act *act = &s->acts[choice->act];
	bool any = false;

	any |= put_named(s->machine, p, out);
	any |= put_set(s, &s->base, p, "the scene", "", out);
	any |= put_named(act->machine, p, out);
	any |= put_set(s, &act->set, p, "act ", act->name, out);
	if (choice->student && act->student[p].given) {
		buf_clear(out);
		buf_puts(out, "this student's, within the act's range");
		any = true;
	}
	any |= put_named(s->size_machine[choice->size], p, out);
	any |= put_set(s, &s->size_set[choice->size], p, "the size ",
		sizes[choice->size], out);
	any |= choice->machine && put_machine(choice->machine, p, out);
	if (choice->set.given[p]) {
		buf_clear(out);
		buf_puts(out, "set on the command line");
		any = true;
	}
	return any;
}

void scene_origin(const struct scene *s, const struct run_choice *choice,
	enum param p, struct buf *out)
{
	struct buf text = { 0 };

	if (put_all(s, choice, p, &text))
		buf_puts(out, buf_text(&text));
	else
		buf_puts(out, "the default");
	buf_done(&text);
}

bool scene_gives(const struct scene *s, const struct run_choice *choice,
	enum param p)
{
	struct buf ignored = { 0 };
	bool any = put_all(s, choice, p, &ignored);

	buf_done(&ignored);
	return any;
}
