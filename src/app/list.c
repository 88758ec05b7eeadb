/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep list: scenes, machines, rules.
 */
#include "app/app.h"
#include "expr/expr.h"
#include "scene/assets.h"

static bool list_scene(const char *name, struct buf *out)
{
	struct err_list errors = { 0 };
	struct scene *s = scene_load(name, &errors);

	if (!s) {
		fail_all(&errors);
		return false;
	}
	buf_printf(out, "  %-16s %s", name, s->title);
	for (unsigned i = 0; s->n_variants > 1 && i < s->n_variants; i++)
		buf_printf(out, "%s%s", i ? ", " : " (", s->variant[i].name);
	buf_puts(out, s->n_variants > 1 ? ")\n" : "\n");
	scene_free(s);
	return true;
}

static void list_machine(const char *name, struct buf *out)
{
	struct err_list errors = { 0 };
	struct machine_file m;

	if (machine_file_load(name, &m, &errors))
		buf_printf(out, "  %-16s %s\n", name, m.title);
	else
		fail_all(&errors);
}

int app_list(const struct options *o)
{
	struct buf out = { 0 };
	int status = 0;
	const char *name;

	buf_printf(&out, "Scenes (%s play NAME):\n", o->program);
	for (unsigned i = 0; (name = scene_listed(i)); i++)
		if (!list_scene(name, &out))
			status = 2;
	buf_puts(&out, "Machines (--machine NAME):\n");
	for (unsigned i = 0; (name = machine_file_listed(i)); i++)
		list_machine(name, &out);
	buf_printf(&out, "  %-16s %s\n", "host", "the machine you sit at");
	buf_puts(&out, "Rules (mmstep eval):\n");
	for (unsigned i = 0; i < function_count(); i++)
		buf_printf(&out, "  %s(%s)\n", function_at(i)->name,
			function_at(i)->parameters);
	status = print_out(&out, status);
	buf_done(&out);
	return status;
}
